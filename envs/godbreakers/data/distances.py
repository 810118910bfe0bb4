"""The measures between two cells of a map: Range, PlaceWithin, barricades crossed. Chapters RNG, TER, DIG."""

from __future__ import annotations

import math

from skirmish_rl.envs.core.grid import cell_on_line, covered_length, distance2, isqrt, next_cell_on_line
from skirmish_rl.envs.core.jit import builder, jit
from skirmish_rl.envs.godbreakers.state import CELLS, FAR, SIDE, Ground, Spot

LINE = 2 * SIDE  # most cells of a line
_EPSILON = 1e-6


@jit
def walls_crossed(ground, a, b):
    """Barricade pieces on the straight line between two cells, as a bit mask.

    Clauses: GB-TER-05, GB-MOV-06. Touching a corner is not crossing.
    """
    adx = abs(b % SIDE - a % SIDE)
    ady = abs(b // SIDE - a // SIDE)
    i = 0
    j = 0
    pieces = 0
    cell = a
    while True:
        here = ground[cell]
        if here & Ground.BARRICADE:
            pieces |= 1 << (((here & Ground.BARRICADE) >> 1) - 1)
        if i == adx and j == ady:
            return pieces
        i, j = next_cell_on_line(SIDE, a, b, i, j)
        cell = cell_on_line(SIDE, a, b, i, j)


@jit
def count_bits(pieces):
    """Number of pieces in a mask of walls_crossed."""
    n = 0
    while pieces:
        pieces &= pieces - 1
        n += 1
    return n


@jit
def is_blocked(ground, a, b):
    """True if an impassable barricade lies on the straight line between two cells. Clauses: GB-RNG-05, GB-TER-05."""
    adx = abs(b % SIDE - a % SIDE)
    ady = abs(b // SIDE - a // SIDE)
    i = 0
    j = 0
    cell = a
    while not ground[cell] & Ground.IMPASSABLE:
        if i == adx and j == ady:
            return False
        i, j = next_cell_on_line(SIDE, a, b, i, j)
        cell = cell_on_line(SIDE, a, b, i, j)
    return True


@jit
def measure_line(ground, board, solid, a, b):
    """Range and barricades between two cells on a given ground; around what is impassable with one bend, the shortest way.

    Clauses: GB-RNG-01..05, GB-DIG-03, GB-DIG-06.

    Args:
        ground, board: see `state`; `board` only tells which cells exist.
        solid: true if any barricade is impassable.

    Returns:
        (range, vaults): Range, barricades crossed; FAR where no line exists.
    """
    if a == b:
        return 0, 0
    if not solid or not is_blocked(ground, a, b):
        covered = covered_length(ground, Ground.AREA, SIDE, a, b, 0.5, -0.5)
        return isqrt(distance2(SIDE, a, b)) - 1 + int(covered + _EPSILON), count_bits(walls_crossed(ground, a, b))
    best = 1e9
    corner = -1
    for k in range(CELLS):
        if board[k] == Spot.OFF_BOARD:
            continue
        length = math.sqrt(distance2(SIDE, a, k)) + math.sqrt(distance2(SIDE, k, b))
        if length < best - 1e-9 and not is_blocked(ground, a, k) and not is_blocked(ground, k, b):
            best = length
            corner = k
    if corner < 0:
        return FAR, 0
    covered = covered_length(ground, Ground.AREA, SIDE, a, corner, 0.5, 0.0)
    covered += covered_length(ground, Ground.AREA, SIDE, corner, b, 0.0, -0.5)
    vaults = count_bits(walls_crossed(ground, a, corner) | walls_crossed(ground, corner, b))
    return int(best + 1e-9) - 1 + int(covered + _EPSILON), vaults


@jit
def reach_from(ground, span, a, b):
    """The PlaceWithin measure from a cell to another at a known Range. Clauses: GB-RNG-03, GB-DIG-04.

    It goes on for the whole base there: one unit more, and one more if that cell is area terrain, since a base lies within its cell.
    """
    if a == b or span == FAR:
        return span
    return span + 1 + (ground[b] & Ground.AREA)


@jit
def draw_line(dx, dy, mark, steps, stretch):
    """The cells that the line between two cells crosses; they lie alike wherever it begins.

    Args:
        dx, dy: from its first cell to its last.
        mark: uint8 (cells,), blank, and blank again afterwards.
        steps: int64 (LINE,), written: what to add to the first cell.
        stretch: float64 (LINE,), written: its length there between the bases.

    Returns:
        How many cells, both ends included.
    """
    a = max(0, -dy) * SIDE + max(0, -dx)
    b = a + dy * SIDE + dx
    i = 0
    j = 0
    n = 0
    cell = a
    while True:
        mark[cell] = Ground.AREA
        steps[n] = cell - a
        stretch[n] = covered_length(mark, Ground.AREA, SIDE, a, b, 0.5, -0.5)
        mark[cell] = 0
        n += 1
        if cell == b:
            return n
        i, j = next_cell_on_line(SIDE, a, b, i, j)
        cell = cell_on_line(SIDE, a, b, i, j)


@jit
def measure_drawn(ground, a, dx, dy, n, steps, stretch):
    """What `measure_line` finds on a ground without anything impassable, from a line of n cells that is drawn."""
    covered = 0.0
    pieces = 0
    for k in range(n):
        here = ground[a + steps[k]]
        if here & Ground.AREA:
            covered += stretch[k]
        if here & Ground.BARRICADE:
            pieces |= 1 << (((here & Ground.BARRICADE) >> 1) - 1)
    return isqrt(dx * dx + dy * dy) - 1 + int(covered + _EPSILON), count_bits(pieces)


@builder("u1[:]", "i1[:]", "b1", "u1[:, :]", "u1[:, :]", "u1[:]", "i8[:]", "f8[:]")
@jit
def measure_board(ground, board, solid, ranges, vaults, mark, steps, stretch):
    """Fill the distance tables of a map: uint8 (cells, cells) each, FAR off the board. A line is the same from both its ends.

    Args:
        mark, steps, stretch: working space of `draw_line`, `mark` blank.
    """
    for dy in range(1 - SIDE, 1):
        for dx in range(1 - SIDE, SIDE if dy < 0 else 1):
            n = draw_line(dx, dy, mark, steps, stretch)
            for y in range(-dy, SIDE):
                for a in range(y * SIDE + max(0, -dx), y * SIDE + SIDE - max(0, dx)):
                    b = a + dy * SIDE + dx
                    if board[a] == Spot.OFF_BOARD or board[b] == Spot.OFF_BOARD:
                        ranges[a, b] = FAR
                        vaults[a, b] = 0
                    elif solid or a == b:
                        ranges[a, b], vaults[a, b] = measure_line(ground, board, solid, a, b)
                    else:
                        ranges[a, b], vaults[a, b] = measure_drawn(ground, a, dx, dy, n, steps, stretch)
                    ranges[b, a] = ranges[a, b]
                    vaults[b, a] = vaults[a, b]
