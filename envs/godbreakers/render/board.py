"""The board: terrain, markers with who controls them, tokens, and the same as text."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Disc, Glyph, Line, Note, Polygon, Rect, Shape, Text, blend
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import MAX_SEATS
from skirmish_rl.envs.godbreakers.questions import QUESTIONS
from skirmish_rl.envs.godbreakers.state import SIDE, SLOTS, Ground, MarkerKind, Spot, Token

WILD = "#4a4743"
ACTIVE = "#f2c200"
OBJECTIVE, HOARD = "#e8c547", "#a97b2f"
AREA, WALL, SOLID = "#dfe3c3", "#8a6f52", "#2e2a26"
TOKEN_COLORS = {Token.TREASURE: "#f0c419", Token.TROPHY: "#f4f0e6"}
TEXT_KEY = (
    "S0 shard of seat 0, () objective, HH hoard, $2 treasure, t1 trophy, :: area terrain, ## barricade, XX impassable.",
)  # fmt: skip


def xy(cell: int | np.integer) -> tuple[int, int]:
    """Column and row of a cell."""
    return int(cell) % SIDE, int(cell) // SIDE


def seat_color(seat: int) -> str:
    """A seat's colour, dark grey for nobody's."""
    return draw.SEAT_COLORS[seat] if seat >= 0 else WILD


def controller(record: np.void, marker: int) -> int:
    """The seat that controls a marker on the board, -1 for nobody. Clauses: GB-MRK-02, GB-MRK-03."""
    x, y = xy(record["markers"][marker]["cell"])
    board = record["board"].reshape(SIDE, SIDE)[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    circles = [int(record["units"]["circle"][spot]) for row in board for spot in row if 0 <= spot < SLOTS]
    return next((seat for seat in range(MAX_SEATS) if 2 * circles.count(seat) > len(circles)), -1)


def terrain_shapes(record: np.void, size: int) -> list[Shape]:
    """Area terrain and barricades; barricade cells are those no model can enter."""
    shapes: list[Shape] = []
    ground, board = record["ground"].reshape(SIDE, SIDE), record["board"].reshape(SIDE, SIDE)
    for y in range(size):
        for x in range(size):
            bits = int(ground[y, x])
            if bits & Ground.AREA:
                shapes.append(Rect(x, y, 1, 1, AREA, name="rough ground: each full unit across it counts twice"))
            if board[y, x] == Spot.BARRICADE:
                solid = bits & Ground.IMPASSABLE
                shapes.append(Rect(x, y, 1, 1, SOLID if solid else WALL, name="barricade: nobody stands on it"))
                edge = blend(SOLID, PAPER, 0.7) if solid else blend(WALL, "#000000", 0.35)
                shapes.append(Line(x + 0.15, y + 0.85, x + 0.85, y + 0.15, edge, 0.08))
                if solid:
                    shapes.append(Line(x + 0.15, y + 0.15, x + 0.85, y + 0.85, edge, 0.08, "ways and ranges lead around it"))
    return shapes


def terrain_notes(record: np.void) -> list[Note]:
    """What the colours of the ground mean, those that are there."""
    ground, board = record["ground"], record["board"]
    walls, solid = board == Spot.BARRICADE, (ground & Ground.IMPASSABLE) != 0
    kinds = (
        ("area terrain: in it every full unit of a line counts twice", AREA, (ground & Ground.AREA) != 0),
        ("barricade: nobody stands on it; a move across it may hurt", WALL, walls & ~solid),
        ("impassable barricade: ways and ranges lead around it", SOLID, walls & solid),
    )
    lines = [Note((said,), "dim", color) for said, color, where in kinds if where.any()]
    return [Note((), "gap"), Note(("terrain",), "head"), *lines] if lines else []


def grid_shapes(size: int) -> list[Shape]:
    """Lines between cells, and the numbers of columns and rows."""
    shapes: list[Shape] = []
    for k in range(size + 1):
        ink, width = ("#a59d90", 0.05) if k in (0, size) else ("#d9d2c4", 0.025)
        shapes += [Line(k, 0, k, size, ink, width), Line(0, k, size, k, ink, width)]
    for k in range(size):
        shapes += [Text(k + 0.5, -0.45, str(k), 0.4, FAINT), Text(-0.45, k + 0.5, str(k), 0.4, FAINT)]
    return shapes


def marker_shapes(record: np.void) -> list[Shape]:
    """Markers, each in a frame around the cells that count for its control, in the colour of the seat that has it."""
    shapes: list[Shape] = []
    for m, marker in enumerate(record["markers"]):
        kind, cell = int(marker["kind"]), int(marker["cell"])
        if kind == MarkerKind.NONE or cell < 0:
            continue
        x, y = (v + 0.5 for v in xy(cell))
        seat = controller(record, m)
        frame, width = (seat_color(seat), 0.12) if seat >= 0 else ("#b5ada0", 0.04)
        shapes.append(Rect(x - 1.44, y - 1.44, 2.88, 2.88, None, frame, width))
        owner = f" of seat_{int(marker['seat'])}" if kind == MarkerKind.SHARD else ""
        name = f"{member_word(MarkerKind, kind)}{owner}, controlled by {f'seat_{seat}' if seat >= 0 else 'nobody'}"
        if kind == MarkerKind.SHARD:
            shapes.append(Polygon(draw.diamond(x, y, 0.5), seat_color(int(marker["seat"])), INK, 0.05, name))
            shapes.append(Polygon(draw.diamond(x, y, 0.22), PAPER))
        elif kind == MarkerKind.OBJECTIVE:
            shapes.append(Disc(x, y, 0.44, OBJECTIVE, INK, 0.05, name))
            shapes += [Disc(x, y, 0.26, PAPER, INK, 0.04), Disc(x, y, 0.1, INK)]
        else:
            shapes.append(Rect(x - 0.42, y - 0.32, 0.84, 0.64, HOARD, INK, 0.05, name))
            shapes += [Line(x - 0.42, y - 0.06, x + 0.42, y - 0.06, INK, 0.05), Disc(x, y, 0.1, OBJECTIVE, INK, 0.03)]
    return shapes


def token_shapes(x: float, y: float, token: int, count: int, radius: float) -> list[Shape]:
    """A coin for treasure, a fang for trophies, with their number when there are several."""
    fill = TOKEN_COLORS[Token(token)]
    if token == Token.TREASURE:
        shapes: list[Shape] = [Disc(x, y, radius, fill, INK, 0.04, f"{count} treasure")]
    else:
        fang = ((x - radius, y - radius), (x + radius, y - radius), (x, y + 1.1 * radius))
        shapes = [Polygon(fang, fill, INK, 0.04, f"{count} trophy")]
    if count > 1:
        shapes.append(Text(x, y, str(count), radius * 1.5, INK, bold=True))
    return shapes


def pile_shapes(record: np.void) -> list[Shape]:
    """Unclaimed tokens."""
    shapes: list[Shape] = []
    for token in Token:
        for cell in np.flatnonzero(record["piles"][token]):
            x, y = xy(cell)
            shapes += token_shapes(x + 0.3 + 0.4 * token, y + 0.7, token, int(record["piles"][token][cell]), 0.2)
    return shapes


def glyphs_of(record: np.void, size: int) -> tuple[tuple[Glyph, ...], ...]:
    """The text board: units by name, else what lies on a cell, see TEXT_KEY."""
    return tuple(tuple(_glyph(record, y * SIDE + x) for x in range(size)) for y in range(size))


def _glyph(record: np.void, cell: int) -> Glyph:
    spot, bits = int(record["board"][cell]), int(record["ground"][cell])
    paper = AREA if bits & Ground.AREA else PAPER
    if 0 <= spot < SLOTS:
        unit = record["units"][spot]
        fill = seat_color(int(unit["seat"]))
        fill, ink = (blend(fill, PAPER, 0.6), INK) if unit["activated"] else (fill, "#ffffff")
        return Glyph(QUESTIONS.layout.unit_name(spot), ink, ACTIVE if spot == int(record["active"]) else fill)
    if Spot.MARKER <= spot < Spot.BARRICADE:
        marker = record["markers"][spot - Spot.MARKER]
        held = controller(record, spot - Spot.MARKER)
        text = {MarkerKind.SHARD: f"S{int(marker['seat'])}", MarkerKind.OBJECTIVE: "()"}.get(MarkerKind(int(marker["kind"])), "HH")
        return Glyph(text, seat_color(held) if held >= 0 else INK, OBJECTIVE)
    if spot == Spot.BARRICADE:
        solid = bits & Ground.IMPASSABLE
        return Glyph("XX" if solid else "##", PAPER, SOLID if solid else WALL)
    for token, letter in zip(Token, "$t", strict=True):
        if count := int(record["piles"][token][cell]):
            return Glyph(f"{letter}{min(count, 99)}", INK, OBJECTIVE)
    return Glyph("::" if bits & Ground.AREA else ".", blend(FAINT, paper, 0.5), paper)
