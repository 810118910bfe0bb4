"""What is near what on a board, and what is in sight, measured once. DG-2, DG-6, DG-7."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.jit import builder, compiled, jit
from skirmish_rl.envs.core.sight import EAST, NORTH, SCALE, SOUTH, WEST
from skirmish_rl.envs.warcry.data.ground import INCH, wall_tops
from skirmish_rl.envs.warcry.data.schema import GroupSpec
from skirmish_rl.envs.warcry.state import CELLS, HEIGHT, WIDTH, Place

OFFSETS = np.array([(0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4)], np.int64)  # the five lines of DG-6, in tenths of an inch
EYE = INCH  # height of a line's end above what the fighter stands on
COVER_HEIGHT = 3 * INCH  # WC-COV-01
COVER = 32  # bit of `sight`, as `sight_of` tells it
CORNER = 4  # beside the four sides of a cell
LINE = WIDTH + HEIGHT  # most cells of a line

Point = tuple[float, float]


@jit
def place_of_pair(a, b):
    """Where `sight` tells of two nodes: one byte for both directions."""
    return b * (b + 1) // 2 + a if a <= b else a * (a + 1) // 2 + b


@jit
def sight_of(tables, a, b):
    """Bits 0-4: lines that terrain leaves open between two nodes; 32: cover for the fighter at `b`. Clauses: WC-VIS-02, DG-6, DG-7."""
    seen = tables.sight[place_of_pair(a, b)]
    return seen & (2 * COVER - 1) if a <= b else (seen & (COVER - 1)) | (seen >> 1 & COVER)


@jit
def parts_of(dx, dy):
    """In how many parts the way between two cells is counted, so that every border that it crosses lies between two of them."""
    return SCALE * max(abs(dx), 1) * max(abs(dy), 1)


@jit
def draw_line(dx, dy, ox, oy, line):
    """The cells that a line between two cells leaves one after another; they lie alike wherever it begins. See `is_line_open`.

    Args:
        ox, oy: where it begins and ends in its cells.
        line: int64 (3, LINE), written: what to add to the first cell; the side by which it is left, CORNER through one; after how
            many parts.

    Returns:
        How many cells, the last not counted.
    """
    columns = abs(dx)
    rows = abs(dy)
    never = parts_of(dx, dy) + 1
    first_x = (SCALE // 2 - ox if dx > 0 else SCALE // 2 + ox) * max(rows, 1)
    first_y = (SCALE // 2 - oy if dy > 0 else SCALE // 2 + oy) * max(columns, 1)
    i = 0
    j = 0
    count = 0
    while i < columns or j < rows:
        after_x = first_x + i * SCALE * max(rows, 1) if i < columns else never
        after_y = first_y + j * SCALE * max(columns, 1) if j < rows else never
        line[0, count] = (i if dx > 0 else -i) + WIDTH * (j if dy > 0 else -j)
        line[2, count] = min(after_x, after_y)
        if after_x < after_y:
            line[1, count] = EAST if dx > 0 else WEST
            i += 1
        elif after_y < after_x:
            line[1, count] = SOUTH if dy > 0 else NORTH
            j += 1
        else:
            line[1, count] = CORNER
            i += 1
            j += 1
        count += 1
    return count


@jit
def is_drawn_open(column, tops, most, a, dx, dy, high_a, high_b, count, line, bare):
    """True if a line that is drawn is open, as `is_line_open` tells it of a line from either end.

    Args:
        most: int64 (cells,), how high a cell and the walls on its sides reach.
        count, line: of `draw_line`.
        bare: the cell whose walls do not count: 0 the first one, `count` the last one, -1 none.
    """
    parts = parts_of(dx, dy)
    low = min(high_a, high_b)
    rise = high_b - high_a
    step_x = 1 if dx > 0 else -1
    step_y = WIDTH if dy > 0 else -WIDTH
    for k in range(count):
        cell = a + line[0, k]
        side = line[1, k]
        if most[cell] <= low and (side != CORNER or (most[cell + step_x] <= low and most[cell + step_y] <= low)):
            continue  # what reaches just as high as the line is not in its way
        here = high_a * parts + rise * line[2, k]
        if k > 0 and min(high_a * parts + rise * line[2, k - 1], here) < column[cell] * parts:
            return False
        if side != CORNER:
            if k != bare and k + 1 != bare and tops[cell, side] * parts > here:
                return False
            continue
        side_x = EAST if dx > 0 else WEST
        side_y = SOUTH if dy > 0 else NORTH
        across = column[cell + step_x] * parts > here
        down = column[cell + step_y] * parts > here
        if k != bare:
            across = across or tops[cell, side_x] * parts > here
            down = down or tops[cell, side_y] * parts > here
        if k + 1 != bare:
            across = across or tops[cell + step_x, side_y] * parts > here
            down = down or tops[cell + step_y, side_x] * parts > here
        if across and down:
            return False
    return True


@builder("tables", "i8[:]", "i8[:, :]", "i8[:, :]", "i8[:]", "i8[:, :]", "i8[:, :, :]", "i8[:]", "u1[:]")
@jit
def fill_sight(tables, column, tall, tops, most, offsets, lines, counts, sight):
    """Fill sight and cover between all places where fighters can be. Clauses: WC-VIS-01, WC-VIS-02, WC-COV-01, WC-COV-02.

    Lines of one direction and length cross the same cells wherever they begin, so each is drawn once.

    Args:
        tables: one record with its nodes.
        column: int64 (cells,).
        tall, tops: int64 (cells, 4), how high tall walls and all walls reach.
        most: int64 (cells,), the highest of all.
        lines: int64 (lines, 3, LINE), counts: int64 (lines,): working space.
        sight: uint8 (pairs,), blank, written; see `place_of_pair`.
    """
    for dy in range(1 - HEIGHT, 1):
        for dx in range(1 - WIDTH, WIDTH if dy < 0 else 1):
            for k in range(len(offsets)):
                counts[k] = draw_line(dx, dy, offsets[k, 0], offsets[k, 1], lines[k])
            for y in range(-dy, HEIGHT):
                for a in range(y * WIDTH + max(0, -dx), y * WIDTH + WIDTH - max(0, dx)):
                    fill_pair(tables, column, tall, tops, most, a, dx, dy, lines, counts, sight)


@jit
def fill_pair(tables, column, tall, tops, most, a, dx, dy, lines, counts, sight):
    """Fill sight and cover between the places of two cells, by the lines between them; see `fill_sight`."""
    b = a + dy * WIDTH + dx
    away = max(0, abs(dx) - 1) ** 2 + max(0, abs(dy) - 1) ** 2
    for m in range(1 + tables.climb_count[a]):
        one = a if m == 0 else tables.climb_at[a] + m - 1
        if tables.node_place[one] == Place.NONE or tables.node_place[one] == Place.LANDING:
            continue
        for n in range(1 + tables.climb_count[b]):
            two = b if n == 0 else tables.climb_at[b] + n - 1
            if tables.node_place[two] == Place.NONE or tables.node_place[two] == Place.LANDING:
                continue
            high = int(tables.node_height[one]) + EYE
            up = int(tables.node_height[two]) + EYE
            is_clear = is_drawn_open(column, tops, most, a, dx, dy, high, up, counts[0], lines[0], -1)
            bits = 0
            for k in range(len(lines)):
                if (k == 0 and is_clear) or is_drawn_open(column, tall, most, a, dx, dy, high, up, counts[k], lines[k], -1):
                    bits |= 1 << k
            # more than 1" apart: the walls around the attacker's own cell do not count
            is_far = INCH * INCH * away + (up - high) ** 2 > INCH * INCH
            past_first = is_clear or (is_far and is_drawn_open(column, tops, most, a, dx, dy, high, up, counts[0], lines[0], 0))
            past_last = is_clear or (is_far and is_drawn_open(column, tops, most, a, dx, dy, high, up, counts[0], lines[0], counts[0]))
            if up - high >= COVER_HEIGHT or not past_first:
                bits |= COVER if one <= two else 2 * COVER
            if high - up >= COVER_HEIGHT or not past_last:
                bits |= COVER if two <= one else 2 * COVER
            sight[place_of_pair(one, two)] = bits


def measure_sight(t: np.void) -> None:
    """Fill `sight` of a board with its nodes."""
    column = t["column"].astype(np.int64)
    tall, tops = wall_tops(t, tall_only=True), wall_tops(t, tall_only=False)
    lines, sight = np.zeros((len(OFFSETS), 3, LINE), np.int64), np.zeros(t["sight"].shape, np.uint8)
    most, counts = np.maximum(column, tops.max(axis=1)), np.zeros(len(OFFSETS), np.int64)
    compiled(fill_sight)(t, column, tall, tops, most, OFFSETS, lines, counts, sight)
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
    return (nearest2(point, x.astype(np.int64), y.astype(np.int64)) + rise**2 <= (INCH * inches) ** 2) & (t["node_place"] != Place.NONE)


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
        far = np.max([(INCH * (a - np.clip(a, x0, x1))) ** 2 + (INCH * (b - np.clip(b, y0, y1))) ** 2 for a, b in corners], axis=0)
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
