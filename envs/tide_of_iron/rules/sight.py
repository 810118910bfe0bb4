"""Range classes and line of sight. Chapter LOS."""

from __future__ import annotations

from skirmish_rl.envs.core.hexgrid import Meeting, columns_on_line, distance, meeting, neighbour
from skirmish_rl.envs.core.jit import builder, jit
from skirmish_rl.envs.tide_of_iron.state import CELLS, DIRECTIONS, FAR, WIDTH, Mark, Reach, Terrain


@jit
def reach_class(away, range_value):
    """The range class of a weapon at a distance in hexes.

    Clauses: TI-LOS-01, TI-LOS-02.

    Args:
        away: distance in hexes.
        range_value: with every bonus; 0 for a figure or vehicle without a weapon, which reaches nothing.

    Returns:
        A member of `Reach`, as a plain number that can be compared and kept.
    """
    if range_value <= 0 or away > 2 * range_value:
        return Reach.NONE
    if away <= 1:
        return Reach.CLOSE
    return Reach.NORMAL if away <= range_value else Reach.LONG


@jit
def top_of(terrain, level, smoke, cell):
    """The height up to which a hex is in the way. Clauses: TI-LOS-05, TI-LOS-08, TI-TRN-11."""
    here = terrain[cell]
    if here == Terrain.WOODS or here == Terrain.BUILDING or smoke[cell]:
        return level[cell] + 1
    return level[cell]


@jit
def is_in_the_way(terrain, level, smoke, a, b, cell):
    """True if a hex that the line meets between two units blocks their sight.

    Clauses: TI-LOS-05, TI-LOS-07, TI-LOS-08. What rises above the lower unit only hides it from the higher one when it stands
    nearer to the lower, or half-way.
    """
    top = top_of(terrain, level, smoke, cell)
    low = a if level[a] <= level[b] else b
    high = b if low == a else a
    if top > level[high]:
        return True
    return top > level[low] and distance(WIDTH, cell, low) <= distance(WIDTH, cell, high)


@jit
def is_line_clear(terrain, level, smoke, a, b):
    """True if no hex between two hexes blocks the line between their centres.

    Clauses: TI-LOS-04..10. Hexes of which the line meets an edge block only where one to its left and one to its right do.

    Args:
        terrain, level: uint8 (cells,) as in `tables`.
        smoke: uint8 (cells,), where smoke lies.
    """
    if distance(WIDTH, a, b) <= 1:
        return True
    left = False
    right = False
    for row in range(min(a // WIDTH, b // WIDTH), max(a // WIDTH, b // WIDTH) + 1):
        first, last = columns_on_line(WIDTH, a, b, row)
        for cell in range(row * WIDTH + first, row * WIDTH + last + 1):
            met = meeting(WIDTH, a, b, cell)
            if met == Meeting.NONE or not is_in_the_way(terrain, level, smoke, a, b, cell):
                continue
            if met == Meeting.CROSSED:
                return False
            left = left or met == Meeting.LEFT
            right = right or met == Meeting.RIGHT
            if left and right:
                return False
    return True


@jit
def is_in_sight(state, tables, a, b):
    """True if there is a line of sight between two hexes.

    Clauses: TI-LOS-04..10, TI-TRN-11, TI-OPS-04.

    Args:
        state: reads the smoke while any lies on the map; otherwise the answer of the map alone holds.
        a, b: cells, their order does not matter.
    """
    if tables.sight[a, b] == 0:
        return False
    if state.lying[Mark.SMOKE] == 0 or tables.distance[a, b] <= 1:
        return True
    return is_line_clear(tables.terrain, tables.level, state.marks[Mark.SMOKE], a, b)


@builder("i8", "i8", "u1[:]", "i2[:, :]", "u1[:, :]")
@jit
def measure_map(width, height, on_map, following, apart):
    """Fill neighbours and distances of a map. Clauses: TI-LOS-01, TI-MOV-13.

    Args:
        on_map: uint8 (cells,).
        following: int16 (cells, directions), written: -1 beyond the edge.
        apart: uint8 (cells, cells), written: FAR off the map.
    """
    for a in range(CELLS):
        for k in range(DIRECTIONS):
            following[a, k] = neighbour(WIDTH, width, height, a, k) if on_map[a] else -1
        for b in range(CELLS):
            apart[a, b] = distance(WIDTH, a, b) if on_map[a] and on_map[b] else FAR


@builder("u1[:]", "u1[:]", "u1[:]", "u1[:]", "i8", "u1[:, :]")
@jit
def fill_sight(on_map, terrain, level, clear, fog, sight):
    """Fill the line of sight between all hexes of a map, smoke left out. Clauses: TI-LOS-04..10, TI-OPS-04.

    Args:
        clear: uint8 (cells,) of noughts, a map without smoke.
        fog: nothing is seen beyond this many hexes.
        sight: uint8 (cells, cells), written.
    """
    for a in range(CELLS):
        sight[a, a] = on_map[a]
        for b in range(a):
            seen = on_map[a] and on_map[b] and distance(WIDTH, a, b) <= fog and is_line_clear(terrain, level, clear, a, b)
            sight[a, b] = seen
            sight[b, a] = seen
