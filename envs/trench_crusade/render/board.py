"""What the board looks like: ruins and walls by height, trenches, wire, craters, zones, objectives, relics, mines."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Disc, Line, Polygon, Rect, Shape, Text, blend
from skirmish_rl.envs.trench_crusade.state import PIECES, SIDES, WIDTH, Terrain

GROUND, MUD = "#ece3cf", "#5b4630"
COLORS = {
    Terrain.OPEN: GROUND, Terrain.FLOOR: "#d9d2c4", Terrain.WALL: "#6f675c", Terrain.STAIRS: "#b9ad98", Terrain.LOW_WALL: "#dccba6",
    Terrain.CRATER: "#c9b38b", Terrain.WIRE: "#e6d9bd", Terrain.TRENCH: "#a98b62", Terrain.LANDMARK: "#2f2b27",
}  # fmt: skip
WORDS = {
    Terrain.FLOOR: "floor of a ruin", Terrain.WALL: 'wall 3" high: climbed with a roll', Terrain.STAIRS: "stairs: no roll up or down",
    Terrain.LOW_WALL: "low wall: cover for who is on it or behind it", Terrain.CRATER: "crater: each inch costs two",
    Terrain.WIRE: "barbed wire: a roll to enter it, which may injure", Terrain.TRENCH: "trench: cover from outside it",
    Terrain.LANDMARK: "landmark: nobody enters it",
}  # fmt: skip
GLYPHS = {
    Terrain.OPEN: ".", Terrain.FLOOR: "f", Terrain.WALL: "#", Terrain.STAIRS: "S", Terrain.LOW_WALL: "=", Terrain.CRATER: "o",
    Terrain.WIRE: "x", Terrain.TRENCH: "~", Terrain.LANDMARK: "M",
}  # fmt: skip
GOLD, DANGER, MOVE = "#f0c419", "#b3001b", "#3b2b6d"
_NOBODYS = "#8d857a"


def size_of(tables: np.void) -> tuple[int, int]:
    """Columns and rows of the board."""
    return int(tables["on_board"][:WIDTH].sum()), int(tables["on_board"][::WIDTH].sum())


def at(cell: int | np.integer) -> str:
    """A cell as x,y; y runs north."""
    return f"{int(cell) % WIDTH},{int(cell) // WIDTH}"


def corner(tables: np.void, cell: int | np.integer) -> tuple[int, int]:
    """Where the upper left corner of a cell is drawn: north is at the top."""
    return int(cell) % WIDTH, size_of(tables)[1] - 1 - int(cell) // WIDTH


def centre(tables: np.void, cell: int | np.integer) -> tuple[float, float]:
    """Where the middle of a cell is drawn."""
    x, y = corner(tables, cell)
    return x + 0.5, y + 0.5


def ground_color(tables: np.void, cell: int) -> str:
    """The colour of a cell's terrain."""
    return COLORS[Terrain(int(tables["terrain"][cell]))]


def ground_shapes(tables: np.void) -> list[Shape]:
    """Every cell with its terrain, and the numbers of columns and rows."""
    shapes: list[Shape] = []
    for cell in np.flatnonzero(tables["on_board"]):
        terrain = Terrain(int(tables["terrain"][cell]))
        x, y = corner(tables, cell)
        words = f", {WORDS[terrain]}" if terrain in WORDS else ""
        color = COLORS[terrain]
        shapes.append(Rect(x, y, 1, 1, color, blend(color, INK, 0.14), 0.02, f"{at(cell)}{words}"))
        shapes += _texture(terrain, x, y, _sides_open(tables, int(cell)))
    wide, high = size_of(tables)
    shapes += [Text(k + 0.5, -0.35, str(k), 0.34, FAINT) for k in range(wide)]
    shapes += [Text(-0.4, high - 0.5 - k, str(k), 0.34, FAINT) for k in range(high)]
    return shapes


def _sides_open(tables: np.void, cell: int) -> tuple[bool, bool, bool, bool]:
    """Where a cell's terrain ends: west, east, above and below as drawn."""
    x, y = cell % WIDTH, cell // WIDTH
    wide, high = size_of(tables)
    west, east, above, below = (
        not (0 <= i < wide and 0 <= j < high and tables["terrain"][j * WIDTH + i] == tables["terrain"][cell])
        for i, j in ((x - 1, y), (x + 1, y), (x, y + 1), (x, y - 1))
    )
    return west, east, above, below


def _texture(terrain: Terrain, x: float, y: float, open_sides: tuple[bool, bool, bool, bool]) -> list[Shape]:
    """What tells a kind of terrain from others without its colour."""
    west, east, above, below = open_sides
    if terrain == Terrain.WALL:
        light = blend(COLORS[terrain], PAPER, 0.3)
        return [Rect(x + 0.12, y + 0.12, 0.76, 0.76, None, light, 0.06), Text(x + 0.5, y + 0.52, '3"', 0.36, light)]
    if terrain == Terrain.LANDMARK:
        return [Polygon(draw.diamond(x + 0.5, y + 0.5, 0.36), blend(COLORS[terrain], PAPER, 0.35))]
    if terrain == Terrain.STAIRS:
        return [Line(x + 0.1, y + a, x + 0.9, y + a, MUD, 0.05) for a in (0.2, 0.4, 0.6, 0.8)]
    if terrain == Terrain.LOW_WALL:
        upright = west and east and not (above and below)
        return [Rect(x + 0.36, y, 0.28, 1, "#9a7b4f", INK, 0.04) if upright else Rect(x, y + 0.36, 1, 0.28, "#9a7b4f", INK, 0.04)]
    if terrain == Terrain.CRATER:
        return [Disc(x + 0.5, y + 0.5, 0.36, blend(MUD, GROUND, 0.45), MUD, 0.05)]
    if terrain == Terrain.WIRE:
        return [Line(x + a, y + 0.15, x + b, y + 0.85, "#4c4f55", 0.05) for a, b in ((0.0, 0.5), (0.5, 0.0), (0.5, 1.0), (1.0, 0.5))]
    if terrain == Terrain.TRENCH:
        duckboard = Line(x + 0.3, y + 0.5, x + 0.7, y + 0.5, MUD, 0.05)
        lines: list[Shape] = [Line(x, y + a, x + 1, y + a, MUD, 0.08) for a, edge in ((0.1, above), (0.9, below)) if edge]
        return [duckboard, *lines, *(Line(x + a, y, x + a, y + 1, MUD, 0.08) for a, edge in ((0.1, west), (0.9, east)) if edge)]
    return []


def _outline(tables: np.void, cells: np.ndarray, color: str, width: float, name: str) -> list[Shape]:
    """The edges of an area, given by a mask of cells."""
    shapes: list[Shape] = []
    wide, high = size_of(tables)
    for cell in np.flatnonzero(cells):
        x, y = corner(tables, cell)
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            i, j = int(cell) % WIDTH + dx, int(cell) // WIDTH + dy
            if 0 <= i < wide and 0 <= j < high and cells[j * WIDTH + i]:
                continue
            if dx:
                a = x + (dx > 0)
                shapes.append(Line(a, y, a, y + 1, color, width, name))
            else:
                b = y + (dy < 0)
                shapes.append(Line(x, b, x + 1, b, color, width, name))
    return shapes


def zone_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """The deployment zones, in the colours of their seats."""
    shapes: list[Shape] = []
    for seat in range(SIDES):
        zone = tables["zone"][int(record["zone"][seat])] > 0
        shapes += _outline(tables, zone, blend(draw.SEAT_COLORS[seat], GROUND, 0.35), 0.08, f"zone of seat_{seat}")
    return shapes


def holder_of(record: np.void, tables: np.void, objective: int) -> int:
    """The seat that controls an objective, -1. Clauses: TC-SC-01, TC-SC-02."""
    near = np.zeros(SIDES, int)
    on = np.zeros(SIDES, int)
    units = record["units"]
    for slot in np.flatnonzero(units["cell"] >= 0):
        place = int(tables["near_piece"][objective][units["cell"][slot]])
        seat = int(slot) * SIDES // len(units)
        near[seat] += place > 0
        on[seat] += place == 2
    heads = near if (on > 0).all() or not on.any() else on
    return -1 if heads[0] == heads[1] else int(heads[1] > heads[0])


def objective_shapes(record: np.void, tables: np.void) -> list[Shape]:
    """Objectives with their numbers, in the colour of who controls them; relics; mines."""
    shapes: list[Shape] = []
    for k in range(int(tables["objectives"])):
        held = holder_of(record, tables, k)
        color = draw.SEAT_COLORS[held] if held >= 0 else _NOBODYS
        owner = f"held by seat_{held}" if held >= 0 else "nobody's"
        inside = tables["near_piece"][k] == 2
        shapes += _outline(tables, inside, color, 0.18, f"objective {k + 1}, {owner}")
        places = [centre(tables, cell) for cell in np.flatnonzero(inside)]
        x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
        shapes.append(Disc(x, y, 0.52, "#ffffff", color, 0.12, f"objective {k + 1}, {owner}"))
        shapes.append(Text(x, y, str(k + 1), 0.56, color if held >= 0 else INK, bold=True))
    for k in relics_left(record, tables):
        shapes += relic_shapes(record, k, *centre(tables, tables["relic_cell"][k]), 0.62)
    for piece, seat in mines_laid(record):
        shapes += mine_shapes(seat, *centre(tables, tables["handle"][piece]), 0.3)
    return shapes


def relics_left(record: np.void, tables: np.void) -> list[int]:
    """The relics that are not yet taken away. Scenario S3."""
    return [k for k in range(int(tables["relics"])) if record["round"] <= tables["relic_last"][k]]


def relic_shapes(record: np.void, relic: int, x: float, y: float, size: float) -> list[Shape]:
    """A relic with its number, in the colour of the seat that has claimed it in this Turn."""
    claimed = int(record["claimed"][relic])
    color = draw.SEAT_COLORS[claimed] if claimed >= 0 else GOLD
    whose = f"claimed by seat_{claimed}" if claimed >= 0 else "unclaimed"
    number = Text(x, y, str(relic + 1), 0.8 * size, INK if claimed < 0 else "#ffffff", bold=True)
    return [Polygon(draw.diamond(x, y, size), color, INK, 0.1 * size, f"relic {relic + 1}, {whose}"), number]


def mines_laid(record: np.void) -> list[tuple[int, int]]:
    """Mined pieces of terrain, with the seat that has mined each."""
    return [(piece, seat) for piece in range(PIECES) for seat in range(SIDES) if int(record["mines"][seat]) >> piece & 1]


def mine_shapes(seat: int, x: float, y: float, size: float) -> list[Shape]:
    """A mine of a seat."""
    ring = Disc(x, y, size, INK, draw.SEAT_COLORS[seat], 0.4 * size, f"mine of seat_{seat}")
    return [ring, Text(x, y, "!", 1.33 * size, "#ffffff", bold=True)]


def covered_shapes(record: np.void, tables: np.void, cell: int) -> list[Shape]:
    """What a model in a cell hides: a relic at its left, the mark of a mine below it."""
    x, y = centre(tables, cell)
    shapes: list[Shape] = []
    for k in relics_left(record, tables):
        if tables["relic_cell"][k] == cell:
            shapes += relic_shapes(record, k, x - 0.48, y, 0.3)
    for piece, seat in mines_laid(record):
        if tables["handle"][piece] == cell:
            shapes += mine_shapes(seat, x, y + 0.46, 0.17)
    return shapes
