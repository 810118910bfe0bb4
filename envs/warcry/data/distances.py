"""What is near what on a board, and what is in sight, measured once. DG-2, DG-6, DG-7."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.jit import builder, compiled, jit
from skirmish_rl.envs.core.sight import is_line_open, open_lines
from skirmish_rl.envs.warcry.data.ground import INCH, wall_tops
from skirmish_rl.envs.warcry.data.schema import GroupSpec
from skirmish_rl.envs.warcry.state import CELLS, WIDTH, Place

OFFSETS = np.array([(0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4)], np.int64)  # the five lines of DG-6, in tenths of an inch
EYE = INCH  # height of a line's end above what the fighter stands on
COVER_HEIGHT = 3 * INCH  # WC-COV-01
COVER = 32  # bit of `sight`, as `sight_of` tells it

Point = tuple[float, float]


@jit
def place_of_pair(a, b):
    """Where `sight` tells of two nodes: one byte for both directions."""
    return b * (b + 1) // 2 + a if a <= b else a * (a + 1) // 2 + b


@jit
def sight_of(tables, a, b):
    """Bits 0-4: lines that terrain leaves open between two nodes; 32: cover for the fighter at `b`. Clauses: WC-VIS-02, DG-6, DG-7."""
    seen = tables.sight[place_of_pair(a, b)] + 0
    return seen & (2 * COVER - 1) if a <= b else (seen & (COVER - 1)) | (seen >> 1 & COVER)


@builder("i8[:]", "i8[:]", "i8[:]", "i8", "i8[:]", "i8[:, :]", "i8[:, :]", "i8[:, :]", "u1[:]")
@jit
def fill_sight(node_cell, node_place, node_height, used, column, tall, tops, offsets, sight):
    """Fill sight and cover between all places where fighters can be. Clauses: WC-VIS-01, WC-VIS-02, WC-COV-01, WC-COV-02.

    Args:
        node_cell, node_place, node_height: see `fields`; used: how many nodes there are.
        column: int64 (cells,); tall, tops: int64 (cells, 4), how high tall walls and all walls reach.
        sight: uint8 (pairs,), written; see `place_of_pair`.
    """
    for a in range(used):
        if node_place[a] == Place.NONE or node_place[a] == Place.LANDING:
            continue
        here = node_cell[a]
        high_a = node_height[a] + EYE
        for b in range(used):
            if node_place[b] == Place.NONE or node_place[b] == Place.LANDING:
                continue
            there = node_cell[b]
            high_b = node_height[b] + EYE
            if a <= b:
                sight[place_of_pair(a, b)] = open_lines(WIDTH, column, tall, here, there, high_a, high_b, offsets)
            gap_x = max(0, abs(here % WIDTH - there % WIDTH) - 1)
            gap_y = max(0, abs(here // WIDTH - there // WIDTH) - 1)
            rise = high_b - high_a
            # more than 1" apart: the walls around the attacker's own cell do not count
            bare = here if INCH * INCH * (gap_x * gap_x + gap_y * gap_y) + rise * rise > INCH * INCH else -1
            if rise >= COVER_HEIGHT or not is_line_open(WIDTH, column, tops, here, there, high_a, high_b, 0, 0, bare):
                sight[place_of_pair(a, b)] |= COVER if a <= b else 2 * COVER


def measure_sight(t: np.void) -> None:
    """Fill `sight` of a board with its nodes."""
    column = t["column"].astype(np.int64)
    tall, tops = wall_tops(t, tall_only=True), wall_tops(t, tall_only=False)
    place, height, sight = (
        t["node_place"].astype(np.int64),
        t["node_height"].astype(np.int64),
        np.zeros(t["sight"].shape, np.uint8),
    )
    compiled(fill_sight)(t["node_cell"].astype(np.int64), place, height, int(t["used"]), column, tall, tops, OFFSETS, sight)
    t["sight"] = sight


def nearest2(point: Point, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Squared half inches from a point to the nearest point of cells. DG-2."""
    across = np.maximum(0, np.maximum(INCH * x - INCH * point[0], INCH * point[0] - INCH * (x + 1)))
    down = np.maximum(0, np.maximum(INCH * y - INCH * point[1], INCH * point[1] - INCH * (y + 1)))
    return across**2 + down**2


def farthest2(point: Point, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Squared half inches from a point to the farthest corner of cells."""
    across = np.maximum(abs(INCH * x - INCH * point[0]), abs(INCH * (x + 1) - INCH * point[0]))
    down = np.maximum(abs(INCH * y - INCH * point[1]), abs(INCH * (y + 1) - INCH * point[1]))
    return across**2 + down**2


def height_at(t: np.void, point: Point) -> int:
    """Height of the ground under a point, in half inches: of the highest cell it touches on which one can stand."""
    x, y = np.arange(CELLS) % WIDTH, np.arange(CELLS) // WIDTH
    return int(np.max(t["level"] * (nearest2(point, x, y) == 0) * t["stand"]))


def near(t: np.void, point: Point, height: int, inches: float) -> np.ndarray:
    """Nodes at which a fighter's nearest point is within some inches of a point at a height, (nodes,). Clauses: WC-OBJ-01, WC-TRE-10."""
    x, y = t["node_cell"] % WIDTH, t["node_cell"] // WIDTH
    rise = t["node_height"].astype(np.int64) - height
    return (nearest2(point, x.astype(np.int64), y.astype(np.int64)) + rise**2 <= (INCH * inches) ** 2) & (
        t["node_place"] != Place.NONE
    )


def token_cells(t: np.void, inches: float, flat: bool) -> np.ndarray:
    """Cells whose centres are within some inches of the board's centre, on ground where a fighter can stand, (cells,).

    Args:
        flat: heights do not count.
    """
    centre = int(t["width"]) / 2, int(t["height"]) / 2
    x, y = np.arange(CELLS) % WIDTH, np.arange(CELLS) // WIDTH
    rise = 0 if flat else t["level"].astype(np.int64) - height_at(t, centre)
    away = (INCH * (x + 0.5 - centre[0])) ** 2 + (INCH * (y + 0.5 - centre[1])) ** 2 + rise**2
    return (away <= (INCH * inches) ** 2) & (t["stand"] == 1)


def zone_of(t: np.void, group: GroupSpec, inches: float = 3) -> tuple[np.ndarray, np.ndarray]:
    """Where a battle group is set up: cells wholly within 3" of its point or line, and how far each cell is from it.

    Clauses: WC-DEP-04, WC-RES-03, WC-RES-05, WC-RES-08.

    Returns:
        (1 for each cell of the zone, squared half inches from the point or line to each cell's nearest point).
    """
    x, y = np.arange(CELLS) % WIDTH, np.arange(CELLS) // WIDTH
    if group.line is None:
        assert group.point is not None
        far, close = farthest2(group.point, x, y), nearest2(group.point, x, y)
    else:
        # A line lies along an axis: the farthest corner is compared with the nearest point of the line to that corner.
        x0, x1 = sorted(group.line[::2])
        y0, y1 = sorted(group.line[1::2])
        corners = [(x + i, y + j) for i in (0, 1) for j in (0, 1)]
        far = np.max(
            [(INCH * (a - np.clip(a, x0, x1))) ** 2 + (INCH * (b - np.clip(b, y0, y1))) ** 2 for a, b in corners], axis=0
        )
        across = np.maximum(0, np.maximum(x - x1, x0 - (x + 1)))
        down = np.maximum(0, np.maximum(y - y1, y0 - (y + 1)))
        close = (INCH * across) ** 2 + (INCH * down) ** 2
    return (far <= (INCH * inches) ** 2) & (t["stand"] == 1), close


def quarters(t: np.void) -> np.ndarray:
    """The table quarter a fighter at each node is wholly within: 1 north-west, 2 north-east, 3 south-west, 4 south-east, 0 none.

    Clause: WC-VC-06.
    """
    x, y = t["node_cell"].astype(int) % WIDTH, t["node_cell"].astype(int) // WIDTH
    west, east = 2 * (x + 1) <= int(t["width"]), 2 * x >= int(t["width"])
    north, south = 2 * (y + 1) <= int(t["height"]), 2 * y >= int(t["height"])
    return (west * north + 2 * east * north + 3 * west * south + 4 * east * south) * (t["node_place"] != Place.NONE)
