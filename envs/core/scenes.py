"""Scenes as JSON, for painters in a browser: whole, or all positions of a game with everything said once. docs/web-scene.md describes
both.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable
from typing import Any

from skirmish_rl.envs.core.draw import HEX_CORNERS, HEX_PITCH, HEX_RADIUS, SQUARE_CORNERS, Disc, Line, Note, Rect, Scene, Shape, Text


def _number(value: float) -> float:
    """At most three decimals, and none where there are none."""
    short = round(float(value), 3)
    return int(short) if short == int(short) else short


def _shortened(values: list[Any], defaults: tuple[Any, ...]) -> list[Any]:
    """A list without those values at its end that are the defaults of its last places."""
    for default in reversed(defaults):
        if values[-1] != default:
            break
        values.pop()
    return values


@functools.lru_cache(maxsize=1 << 15)
def shape_json(shape: Shape) -> tuple[Any, ...]:
    """A shape as a list: its letter, then its values without the defaults at the end."""
    if isinstance(shape, Text):
        place = [*map(_number, (shape.x, shape.y)), shape.text, _number(shape.size), shape.fill, shape.anchor, shape.bold]
        return tuple(_shortened(["t", *place], ("middle", False)))
    if isinstance(shape, Line):
        ends = map(_number, (shape.x1, shape.y1, shape.x2, shape.y2))
        return tuple(_shortened(["l", *ends, shape.stroke, _number(shape.width), shape.name], (0.05, "")))
    if isinstance(shape, Rect):
        values: list[Any] = ["r", *map(_number, (shape.x, shape.y, shape.w, shape.h))]
    elif isinstance(shape, Disc):
        values = ["d", *map(_number, (shape.x, shape.y, shape.r))]
    else:
        values = ["p", tuple(_number(value) for point in shape.points for value in point)]
    values += [
        shape.fill,
        shape.stroke,
        _number(shape.width) if shape.stroke else 0.05,
        shape.name,
        tuple(shape.unit) if shape.unit else None,
    ]
    return tuple(_shortened(values, (None, None, 0.05, "", None)))


def note_json(note: Note) -> tuple[Any, ...]:
    """A line beside the board: kind, swatch, words."""
    return (note.kind, note.swatch, *note.texts)


def grid_json(scene: Scene) -> dict[str, Any]:
    """Where the cells of a board are drawn."""
    columns, rows = scene.cells
    pitch, first, corners = (HEX_PITCH, HEX_RADIUS, HEX_CORNERS) if scene.staggered else (1.0, 0.5, SQUARE_CORNERS)
    top = scene.height - first if scene.upward else first
    return {
        "columns": columns, "rows": rows, "first": [0.5, _number(top)], "step": [1, _number(-pitch if scene.upward else pitch)],
        "shift": 0.5 if scene.staggered else 0, "outline": [[_number(x), _number(y)] for x, y in corners],
    }  # fmt: skip


def scene_json(scene: Scene) -> dict[str, Any]:
    """A scene as JSON: its shapes, the lines beside the board, its cells."""
    return {
        "title": scene.title, **_frame(scene), "layers": [[name, [*map(shape_json, shapes)]] for name, shapes in scene.layers],
        "notes": [*map(note_json, scene.notes)],
    }  # fmt: skip


def _frame(scene: Scene) -> dict[str, Any]:
    """What the positions of a game have in common."""
    return {
        "width": _number(scene.width), "height": _number(scene.height), "margin": _number(scene.margin), "scale": _number(scene.scale),
        "background": scene.background, "grid": grid_json(scene), "tabs": [*map(_number, scene.tabs)], "footer": [*scene.footer],
        "aim": [*scene.aim],
    }  # fmt: skip


class _Once:
    """Values in the order in which they came first, each with its number."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}

    def number(self, value: Hashable) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def values(self) -> list[Any]:
        return [*self.numbers]


def game_json(scenes: Iterable[Scene]) -> dict[str, Any]:
    """The positions of one game as JSON, at least one: every distinct shape, layer and note once, and each position as their numbers."""
    shapes, layers, notes, positions = _Once(), _Once(), _Once(), []
    first = last = None
    numbers: list[int] = []
    for scene in scenes:
        first = first or scene
        before, numbers = numbers, []
        for n, (_, drawn) in enumerate(scene.layers):
            same = last is not None and drawn is last.layers[n][1]  # as the ground is in every position
            numbers.append(before[n] if same else layers.number(tuple(shapes.number(shape_json(shape)) for shape in drawn)))
        lines = [notes.number(note_json(note)) for note in scene.notes]
        positions.append({"title": scene.title, "layers": numbers, "notes": lines})
        last = scene
    assert first is not None
    return {
        "scene": _frame(first), "names": [name for name, _ in first.layers], "shapes": shapes.values(), "layers": layers.values(),
        "notes": notes.values(), "positions": positions,
    }  # fmt: skip
