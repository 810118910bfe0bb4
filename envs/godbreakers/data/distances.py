"""The measures between two cells of a map: Range, PlaceWithin, barricades crossed. Chapters RNG, TER, DIG."""

from __future__ import annotations

import math

from skirmish_rl.envs.core.grid import cell_on_line, covered_length, distance2, isqrt, next_cell_on_line
from skirmish_rl.envs.core.jit import builder, jit
from skirmish_rl.envs.godbreakers.state import CELLS, FAR, SIDE, Ground, Spot

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
def measure_line(ground, board, walls, solid, a, b):
    """All three measures between two cells on a given ground; around what is impassable with one bend, the shortest way.

    Clauses: GB-RNG-01..05, GB-DIG-03, GB-DIG-04, GB-DIG-06.

    Args:
        ground, board: see `state`; `board` only tells which cells exist.
        walls: the map's barricades on the line between any two cells, see `find_walls`: looked up for each bend that might be taken.
        solid: those of them that are impassable, as a bit mask. Barricades that are placed in play never are.

    Returns:
        (reach, range, vaults): PlaceWithin measure from a to b, Range, barricades crossed; FAR where no line exists.
    """
    if a == b:
        return 0, 0, 0
    n = distance2(SIDE, a, b)
    if walls[a, b] & solid == 0:
        whole = isqrt(n)
        covered = covered_length(ground, Ground.AREA, SIDE, a, b, 0.5, -0.5)
        beyond = covered_length(ground, Ground.AREA, SIDE, a, b, 0.5, 0.5)
        return whole + int(beyond + _EPSILON), whole - 1 + int(covered + _EPSILON), count_bits(walls_crossed(ground, a, b))
    best = 1e9
    corner = -1
    for k in range(CELLS):
        if board[k] == Spot.OFF_BOARD or (walls[a, k] | walls[k, b]) & solid != 0:
            continue
        length = math.sqrt(distance2(SIDE, a, k)) + math.sqrt(distance2(SIDE, k, b))
        if length < best - 1e-9:
            best = length
            corner = k
    if corner < 0:
        return FAR, FAR, 0
    whole = int(best + 1e-9)
    first = covered_length(ground, Ground.AREA, SIDE, a, corner, 0.5, 0.0)
    covered = first + covered_length(ground, Ground.AREA, SIDE, corner, b, 0.0, -0.5)
    beyond = first + covered_length(ground, Ground.AREA, SIDE, corner, b, 0.0, 0.5)
    vaults = count_bits(walls_crossed(ground, a, corner) | walls_crossed(ground, corner, b))
    return whole + int(beyond + _EPSILON), whole - 1 + int(covered + _EPSILON), vaults


@builder("u1[:]", "u2[:, :]")
@jit
def find_walls(ground, walls):
    """Fill the map's barricades on the line between any two cells, uint16 (cells, cells), a bit for each piece."""
    for a in range(CELLS):
        for b in range(CELLS):
            walls[a, b] = walls_crossed(ground, a, b)


@builder("u1[:]", "i1[:]", "u2[:, :]", "i8", "u1[:, :]", "u1[:, :]", "u1[:, :]")
@jit
def measure_board(ground, board, walls, solid, reach, ranges, vaults):
    """Fill the distance tables of a map: uint8 (cells, cells) each, FAR off the board; and `walls`, see `find_walls`."""
    find_walls(ground, walls)
    for a in range(CELLS):
        for b in range(CELLS):
            if board[a] == Spot.OFF_BOARD or board[b] == Spot.OFF_BOARD:
                reach[a, b] = FAR
                ranges[a, b] = FAR
                vaults[a, b] = 0
            else:
                r, g, v = measure_line(ground, board, walls, solid, a, b)
                reach[a, b] = r
                ranges[a, b] = g
                vaults[a, b] = v
