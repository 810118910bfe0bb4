"""Scenes as JSON, for painters in a browser: whole, or all positions of a game with everything said once. docs/web-scene.md describes
both.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable
from typing import Annotated, Any, TypedDict

from skirmish_rl.envs.core.draw import (
    HEX_CORNERS,
    HEX_PITCH,
    HEX_RADIUS,
    SQUARE_CORNERS,
    Disc,
    Line,
    Note,
    Polygon,
    Rect,
    Scene,
    Shape,
    Text,
)


class Parts:
    """The meaning of a list's places, for readers in another language: `Annotated[list[float], Parts(x=float, y=float)]`.

    Args:
        places: a type for each, by its name. rest: name and type of what may follow, as often as it likes.
    """

    def __init__(self, rest: tuple[str, Any] | None = None, /, **places: Any):
        self.places, self.rest = places, rest


# How a shape is written: its letter, and how many of its values may be missing at the end.
WRITTEN: dict[type, tuple[str, int]] = {Rect: ("r", 5), Disc: ("d", 5), Polygon: ("p", 5), Line: ("l", 2), Text: ("t", 2)}

Point = Annotated[list[float], Parts(x=float, y=float)]


class WrittenShape:
    """A stand-in for a shape as a list, in the types of what holds one; `shape_json` writes it."""


WrittenNote = Annotated[tuple[Any, ...], Parts(("words", str), kind=str, swatch=str | None)]


class Grid(TypedDict):
    """The places of a board's cells: `outline` around the middle, which `first`, `step` and `shift` tell; see docs/web-scene.md."""

    columns: int
    rows: int
    first: Point
    step: Point
    shift: float
    outline: list[Point]


class Frame(TypedDict):
    """The parts that all positions of a game have in common."""

    width: float
    height: float
    margin: float
    scale: float
    background: str
    grid: Grid
    tabs: list[float]
    footer: list[str]
    aim: list[str]


class WrittenScene(Frame):
    """A scene with its shapes as lists."""

    title: str
    layers: list[Annotated[list[Any], Parts(name=str, shapes=list[WrittenShape])]]
    notes: list[WrittenNote]


class KeyedScene(Frame):
    """A scene whose layers are sent apart, by their keys."""

    title: str
    layers: list[Annotated[list[str], Parts(name=str, key=str)]]
    notes: list[WrittenNote]


class GamePosition(TypedDict):
    """A position in a file, as the numbers of its layers and notes."""

    title: str
    layers: list[int]
    notes: list[int]


class GameFile(TypedDict):
    """The positions of one game, with every shape, layer and note once."""

    scene: Frame
    names: list[str]
    shapes: list[WrittenShape]
    layers: list[list[int]]
    notes: list[WrittenNote]
    positions: list[GamePosition]


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
    """A shape as a list: its letter, then its values; default values at the end are left out."""
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


def grid_json(scene: Scene) -> Grid:
    """The places of a board's cells."""
    columns, rows = scene.cells
    pitch, first, corners = (HEX_PITCH, HEX_RADIUS, HEX_CORNERS) if scene.staggered else (1.0, 0.5, SQUARE_CORNERS)
    top = scene.height - first if scene.upward else first
    return {
        "columns": columns, "rows": rows, "first": [0.5, _number(top)], "step": [1, _number(-pitch if scene.upward else pitch)],
        "shift": 0.5 if scene.staggered else 0, "outline": [[_number(x), _number(y)] for x, y in corners],
    }  # fmt: skip


def scene_json(scene: Scene) -> WrittenScene:
    """A scene as JSON: its shapes, the lines beside the board, its cells."""
    return {
        "title": scene.title, **_frame(scene), "layers": [[name, [*map(shape_json, shapes)]] for name, shapes in scene.layers],
        "notes": [*map(note_json, scene.notes)],
    }  # fmt: skip


def _frame(scene: Scene) -> Frame:
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


def game_json(scenes: Iterable[Scene]) -> GameFile:
    """The positions of one game as JSON, at least one: every distinct shape, layer and note once, and each position as their numbers."""
    shapes, layers, notes = _Once(), _Once(), _Once()
    positions: list[GamePosition] = []
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
