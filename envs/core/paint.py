"""Scenes in any form, including pixels by pygame-ce; pygame is imported when the first picture is painted."""

from __future__ import annotations

import functools
import io
import math
import os
from typing import Any

import numpy as np

from skirmish_rl.envs.core.draw import Disc, Line, Polygon, Rect, Scene, Shape, Text, rgb, to_ansi, to_svg
from skirmish_rl.envs.core.errors import BadOption, did_you_mean, needs

MODES = ("ansi", "rgb_array", "svg")
CELL = 36  # pixels a cell
_FINE = 2  # painted so many times larger, then smoothed down


def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with needs("render"):
        import pygame

    if not pygame.font.get_init():  # at first, and after somebody else's `pygame.quit()`
        _font.cache_clear()
        pygame.font.init()
    return pygame


@functools.lru_cache(maxsize=64)
def _font(pixels: int) -> Any:
    return _pygame().font.Font(None, pixels)


def _surface(scene: Scene, cell: int) -> Any:
    pygame = _pygame()
    left, top, wide, high = scene.extent
    size = 2 * math.ceil(wide * cell / 2), 2 * math.ceil(high * cell / 2)  # even, as most video formats want it
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE))
    large.fill(rgb(scene.background))
    for _, shape in scene.shapes():
        _draw(large, shape, cell * _FINE, left, top)
    return pygame.transform.smoothscale(large, size)


def _draw(surface: Any, shape: Shape, scale: int, left: float, top: float) -> None:
    pygame = _pygame()

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x - left) * scale), round((y - top) * scale)

    if isinstance(shape, Text):
        # A font's pixel size counts the line's height; letters are about 0.7 of it.
        image = _font(max(round(shape.size * scale * 1.32), 4)).render(shape.text, True, rgb(shape.fill))
        x, y = at(shape.x, shape.y)
        shift = {"start": 0, "middle": image.get_width() // 2, "end": image.get_width()}[shape.anchor]
        surface.blit(image, (x - shift, y - round(image.get_height() * 0.47)))
        return
    width = max(round(shape.width * scale), 1)
    if isinstance(shape, Line):
        a, b = at(shape.x1, shape.y1), at(shape.x2, shape.y2)
        pygame.draw.line(surface, rgb(shape.stroke), a, b, width)
        if width > 2:
            for end in (a, b):
                pygame.draw.circle(surface, rgb(shape.stroke), end, width // 2)
        return
    if isinstance(shape, Disc):
        centre, radius = at(shape.x, shape.y), round(shape.r * scale)
        if shape.fill:
            pygame.draw.circle(surface, rgb(shape.fill), centre, radius)
        if shape.stroke:
            pygame.draw.circle(surface, rgb(shape.stroke), centre, radius + width // 2, width)
        return
    if isinstance(shape, Rect):
        x, y = at(shape.x, shape.y)
        far = at(shape.x + shape.w, shape.y + shape.h)
        box = pygame.Rect(x, y, far[0] - x, far[1] - y)
        if shape.fill:
            pygame.draw.rect(surface, rgb(shape.fill), box)
        if shape.stroke:
            pygame.draw.rect(surface, rgb(shape.stroke), box.inflate(width, width), width)
        return
    assert isinstance(shape, Polygon)
    points = [at(x, y) for x, y in shape.points]
    if shape.fill:
        pygame.draw.polygon(surface, rgb(shape.fill), points)
    if shape.stroke:
        pygame.draw.polygon(surface, rgb(shape.stroke), points, width)


def paint(scene: Scene, cell: int = CELL) -> np.ndarray:
    """The scene as uint8 (height, width, 3), with `cell` pixels a cell."""
    pixels = _pygame().surfarray.array3d(_surface(scene, cell))
    return np.ascontiguousarray(pixels.swapaxes(0, 1))


def to_png(scene: Scene, cell: int = CELL) -> bytes:
    """The scene as a PNG file, with `cell` pixels a cell."""
    file = io.BytesIO()
    _pygame().image.save(_surface(scene, cell), file, "scene.png")
    return file.getvalue()


def render(scene: Scene, mode: str) -> Any:
    """A scene in one of `MODES`: str for "ansi" and "svg", uint8 (height, width, 3) for "rgb_array"; `Window` is a live view.

    Raises:
        BadOption: no such mode.
        MissingExtra: pixels without pygame.
    """
    if mode == "ansi":
        return to_ansi(scene)
    if mode == "svg":
        return to_svg(scene)
    if mode == "rgb_array":
        return paint(scene)
    raise BadOption(f"mode={mode!r}; {did_you_mean(mode, MODES)}")


class Window:
    """A live view. No window opens before the first `show`; once the user has closed it, `show` does nothing.

    Args:
        fps: pictures a second at most; 0 does not wait.
        cell: pixels a cell; smaller when the desktop is small.
    """

    def __init__(self, fps: int = 10, cell: int = CELL):
        self.fps = fps
        self.cell = cell
        self.closed = False
        self._screen: Any = None
        self._clock: Any = None

    def show(self, scene: Scene) -> None:
        """Draw the scene and answer the window system."""
        if self.closed:
            return
        pygame = _pygame()
        _, _, wide, high = scene.extent
        if self._screen is None or not pygame.display.get_init():
            self._screen = None
            try:
                pygame.display.init()
            except pygame.error as error:
                raise BadOption(f'a window cannot be opened ({error}); use render_mode="rgb_array" or "ansi"') from error
            desk = pygame.display.get_desktop_sizes()[0]
            if desk[0] > 200 and desk[1] > 200:  # a display without a desktop reports nothing useful
                self.cell = max(8, min(self.cell, int(desk[0] * 0.95 / wide), int(desk[1] * 0.9 / high)))
            self._clock = pygame.time.Clock()
        picture = _surface(scene, self.cell)
        if self._screen is None or self._screen.get_size() != picture.get_size():
            self._screen = pygame.display.set_mode(picture.get_size())
        pygame.display.set_caption(scene.title)
        self._screen.blit(picture, (0, 0))
        pygame.display.flip()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self.close()
                return
        if self.fps:
            self._clock.tick(self.fps)

    def close(self) -> None:
        """Close the window; calling it again does nothing."""
        if self._screen is not None:
            _pygame().display.quit()
            self._screen = None
        self.closed = True
