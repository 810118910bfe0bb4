"""Lines of sight over scenery with heights, Hull Down, cover. Chapters SHT, GRID.

Points are in tenths of an inch, heights in quarters of an inch; all is exact in integers.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.grid import cell_on_line, next_cell_on_line
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry, is_taken, who_is_in
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, piece_under, roof_under, runs_through
from skirmish_rl.envs.dropzone_commander.state import WIDTH, Prop, Site, Stand

SCALE = 10
POINTS = 5
CORNER_X = np.array([0, -4, 4, -4, 4], np.int64)  # samples of a cell: its middle first
CORNER_Y = np.array([0, -4, -4, 4, 4], np.int64)
EDGE_FACING = np.array([0, 0, 2, 4, 6], np.int64)  # outward facing of each Site
SOFT, BODY, HULL = 1, 2, 4


@jit
def is_on_edge(unit):
    """True for a unit on an edge of a Garrison."""
    return unit.piece >= 0 and unit.site != Site.CENTRE


@jit
def point_of(state, tables, slot, k):
    """Sample k of a unit: of its cell, or of its edge. Clauses: DZ-GRID-07, DZ-GRID-08, DZ-GAR-09."""
    unit = state.units[slot]
    if unit.piece < 0:
        return SCALE * (unit.cell % WIDTH) + 5 + CORNER_X[k], SCALE * (unit.cell // WIDTH) + 5 + CORNER_Y[k]
    box = tables.piece_box[unit.piece]
    wide = box[1] - box[0] + 1
    high = box[3] - box[2] + 1
    if unit.site == Site.NORTH:
        return SCALE * box[0] + wide * (2 * k + 1), SCALE * (box[3] + 1)
    if unit.site == Site.SOUTH:
        return SCALE * box[0] + wide * (2 * k + 1), SCALE * box[2]
    if unit.site == Site.EAST:
        return SCALE * (box[1] + 1), SCALE * box[2] + high * (2 * k + 1)
    return SCALE * box[0], SCALE * box[2] + high * (2 * k + 1)


@jit
def eye_of(state, tables, slot, articulated):
    """Height from which a unit sees. Clauses: T10, DZ-SPEC-05."""
    unit = state.units[slot]
    if unit.piece >= 0:
        return 2
    if unit.flying:
        return 10 + roof_under(state, tables, unit.cell)
    walker = tables.unit_kind[slot] == Kind.WALKER
    if articulated:
        return 10 if walker else 8
    return 4 if walker else 2


@jit
def body_of(state, tables, slot):
    """Height at which a unit is seen: half its body. Clauses: T10, DZ-GRID-07, DZ-GRID-08."""
    unit = state.units[slot]
    if unit.piece >= 0:
        return 2
    if unit.flying:
        return 10 + roof_under(state, tables, unit.cell)
    kind = tables.unit_kind[slot]
    return 1 if kind == Kind.INFANTRY else 3 if kind == Kind.WALKER else 2


@jit
def span_of(a, d, low, high, n):
    """The part of a line, n times, whose coordinate a + t d lies between two values; empty if the first is not below the second."""
    if d == 0:
        return (0, n) if low < a < high else (n, 0)
    one = (low - a) * (n // abs(d)) if d > 0 else (a - high) * (n // abs(d))
    two = (high - a) * (n // abs(d)) if d > 0 else (a - low) * (n // abs(d))
    return max(one, 0), min(two, n)


@jit
def crosses(ax, ay, bx, by, x0, x1, y0, y1):
    """The part of a line inside a box, as (n, from, to) with n the whole of it; from >= to if it does not run through its inside."""
    dx = bx - ax
    dy = by - ay
    n = max(abs(dx), 1) * max(abs(dy), 1)
    u0, u1 = span_of(ax, dx, x0, x1, n)
    v0, v1 = span_of(ay, dy, y0, y1, n)
    return n, max(u0, v0), min(u1, v1)


@jit
def is_blocked_by(tables, piece, ax, ay, ah, bx, by, bh):
    """True if a Solid piece stands in a line. Clause: DZ-GRID-07."""
    box = tables.piece_box[piece]
    top = tables.piece_height[piece]
    if ah >= top and bh >= top:
        return False
    if not runs_through(ax, ay, bx, by, SCALE * box[0], SCALE * (box[1] + 1), SCALE * box[2], SCALE * (box[3] + 1)):
        return False
    if ah < top and bh < top:
        return True
    for x in range(box[0], box[1] + 1):
        for y in range(box[2], box[3] + 1):
            if not runs_through(ax, ay, bx, by, SCALE * x, SCALE * (x + 1), SCALE * y, SCALE * (y + 1)):
                continue
            n, begin, end = crosses(ax, ay, bx, by, SCALE * x, SCALE * (x + 1), SCALE * y, SCALE * (y + 1))
            if 2 * n * ah + (bh - ah) * (begin + end) < 2 * n * top:
                return True
    return False


@jit
def is_in_way(state, tables, piece, mine, theirs, west, east, south, north):
    """True if Solid scenery stands and reaches into a rectangle (tenths), but for the two Garrisons named."""
    if piece == mine or piece == theirs or state.pieces[piece].stand != Stand.WHOLE:
        return False
    box = tables.piece_box[piece]
    return east > SCALE * box[0] and west < SCALE * (box[1] + 1) and north > SCALE * box[2] and south < SCALE * (box[3] + 1)


@jit
def solid_in(state, tables, west, east, south, north, mine, theirs):
    """Solid scenery, but for the two Garrisons named, that stands and reaches into a rectangle (tenths): one bit each."""
    found = 0
    for k in range(tables.n_solid):
        if is_in_way(state, tables, tables.solid[k], mine, theirs, west, east, south, north):
            found |= 1 << tables.solid[k]
    return found


@jit
def is_open_past(tables, pieces, ax, ay, ah, bx, by, bh):
    """True if none of some pieces, one bit each, stands between two points. Clause: DZ-GRID-07."""
    piece = 0
    while pieces >> piece:
        if (pieces >> piece) & 1 and is_blocked_by(tables, piece, ax, ay, ah, bx, by, bh):
            return False
        piece += 1
    return True


@jit
def is_open(state, tables, ax, ay, ah, bx, by, bh, mine, theirs):
    """True if no Solid scenery but the two Garrisons named stands between two points. Clauses: DZ-SHT-07, DZ-GRID-07."""
    for k in range(tables.n_solid):
        piece = tables.solid[k]
        if is_in_way(state, tables, piece, mine, theirs, min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)):
            if is_blocked_by(tables, piece, ax, ay, ah, bx, by, bh):
                return False
    return True


@jit
def seen_from(state, tables, slot, k, target, articulated):
    """Samples of a target that a unit sees from its point k; 0 if it is Infantry whose middle is hidden. Clause: DZ-GRID-08."""
    ax, ay = point_of(state, tables, slot, k)
    ah = eye_of(state, tables, slot, articulated)
    bh = body_of(state, tables, target)
    mine = state.units[slot].piece
    theirs = state.units[target].piece
    needed = (1 << POINTS) - 1
    if is_infantry(tables, target) and theirs < 0:
        needed = 1
    x0, y0 = point_of(state, tables, target, 0 if theirs >= 0 else 1)  # outermost samples
    x1, y1 = point_of(state, tables, target, POINTS - 1)
    seen = (1 << POINTS) - 1
    for number in range(tables.n_solid):
        piece = tables.solid[number]
        if not is_in_way(state, tables, piece, mine, theirs, min(ax, x0), max(ax, x1), min(ay, y0), max(ay, y1)):
            continue
        for j in range(POINTS):
            bx, by = point_of(state, tables, target, j)
            if (seen >> j) & 1 and is_blocked_by(tables, piece, ax, ay, ah, bx, by, bh):
                seen &= ~(1 << j)
        if seen & needed == 0:
            return 0
    n = 0
    for j in range(POINTS):
        n += (seen >> j) & 1
    return n


@jit
def best_point(state, tables, slot, target, articulated):
    """From where a unit sees most of a target: (samples seen, its point); from an edge any point will do.

    Clauses: DZ-GAR-08, DZ-GRID-08.
    """
    if state.units[slot].piece < 0:
        return seen_from(state, tables, slot, 0, target, articulated), 0
    best = -1
    point = 2
    for j in range(POINTS):
        k = (j + 2) % POINTS  # the middle first
        n = seen_from(state, tables, slot, k, target, articulated)
        if n > best:
            best = n
            point = k
    return best, point


@jit
def sees(state, tables, slot, target, articulated):
    """True if a unit sees another at all. Clause: DZ-SHT-07."""
    for k in range(POINTS if state.units[slot].piece >= 0 else 1):
        if seen_from(state, tables, slot, k, target, articulated) > 0:
            return True
    return False


@jit
def cell_of_point(state, tables, slot, k):
    """The cell of a unit, or the cell behind point k of its edge."""
    unit = state.units[slot]
    if unit.piece < 0:
        return unit.cell
    box = tables.piece_box[unit.piece]
    x, y = point_of(state, tables, slot, k)
    return min(y // SCALE, box[3]) * WIDTH + min(x // SCALE, box[1])


@jit
def is_behind_vehicle(state, tables, slot, target, a, b):
    """True if the line between two cells crosses a ground Vehicle of neither squad. Clause: DZ-GRID-09."""
    i, j = next_cell_on_line(WIDTH, a, b, 0, 0)
    cell = cell_on_line(WIDTH, a, b, i, j)
    while cell != b:
        if is_taken(state.ground, cell):
            there = who_is_in(state, cell, 0, -1)
            if there >= 0 and not is_infantry(tables, there):
                if tables.unit_squad[there] != tables.unit_squad[slot] and tables.unit_squad[there] != tables.unit_squad[target]:
                    return True
        i, j = next_cell_on_line(WIDTH, a, b, i, j)
        cell = cell_on_line(WIDTH, a, b, i, j)
    return False


@jit
def is_hull_down(state, tables, slot, target, seen, point):
    """True if a target is Hull Down to a unit that sees so many samples of it.

    Clauses: DZ-SHT-08, DZ-GRID-08, DZ-GRID-09, DZ-GAR-13.
    """
    if seen <= 2:
        return True
    if not tables.unit_cover or state.units[target].flying or state.units[target].piece >= 0:
        return False
    a = cell_of_point(state, tables, slot, point)
    b = state.units[target].cell
    return a != b and is_behind_vehicle(state, tables, slot, target, a, b)


@jit
def cover_in(tables, piece):
    """Cover that a piece gives: bits SOFT and BODY."""
    bits = SOFT if has_prop(tables, piece, Prop.SOFT_COVER) else 0
    return bits | (BODY if has_prop(tables, piece, Prop.BODY_COVER) else 0)


@jit
def cover_of(state, tables, slot, target, point):
    """Cover of an Infantry target against a unit. Clauses: DZ-SHT-11, DZ-SHT-12, DZ-GRID-10, DZ-GAR-09."""
    if state.units[target].piece >= 0:
        return cover_from(state, tables, target, -1, -1)
    return cover_from(state, tables, target, cell_of_point(state, tables, slot, point), state.units[slot].piece)


@jit
def cover_from(state, tables, target, a, mine):
    """Cover of an Infantry target against what comes from a cell. Clauses: DZ-SHT-12, DZ-GRID-10, DZ-GAR-09, DZ-AIR-06.

    Args:
        mine: the Garrison that is shot out of, which covers nobody outside it; -1.
    """
    unit = state.units[target]
    if not is_infantry(tables, target) or is_aircraft(tables, target):
        return 0
    if unit.piece >= 0:
        return cover_in(tables, unit.piece)
    b = unit.cell
    bits = 0
    piece = piece_under(state, tables, b)
    if piece >= 0:
        bits = cover_in(tables, piece)
    if a == b:
        return bits
    i = 0
    j = 0
    cell = a
    while cell != b:
        i, j = next_cell_on_line(WIDTH, a, b, i, j)
        cell = cell_on_line(WIDTH, a, b, i, j)
        if cell != b and abs(cell % WIDTH - b % WIDTH) <= 1 and abs(cell // WIDTH - b // WIDTH) <= 1:
            piece = piece_under(state, tables, cell)
            if piece >= 0 and piece != mine:
                bits |= cover_in(tables, piece)
    return bits
