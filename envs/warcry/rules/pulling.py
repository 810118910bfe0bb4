"""A target that is pulled towards the one that has snagged it. Clause: WC-FANG-04."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.grid import cell_on_line, distance2, next_cell_on_line
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.rules.fighters import put_unit, suffer_impact
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.state import WIDTH, Status


@jit
def wall_top(tables, cell, beside):
    """Height of the wall on the side between two neighbouring cells; 0 without one."""
    side = 1 if beside == cell + 1 else 3 if beside == cell - 1 else 2 if beside > cell else 0
    wall = tables.wall[cell, side]
    return wall + max(tables.level[cell], tables.level[beside]) if wall > 0 else 0


@jit
def is_open_step(tables, cell, beside, height):
    """True if no wall between two touching cells rises above a height; past a corner, if one way round it is open."""
    if cell % WIDTH == beside % WIDTH or cell // WIDTH == beside // WIDTH:
        return wall_top(tables, cell, beside) <= height
    one = cell // WIDTH * WIDTH + beside % WIDTH
    other = beside // WIDTH * WIDTH + cell % WIDTH
    return is_open_way(tables, cell, one, beside, height) or is_open_way(tables, cell, other, beside, height)


@jit
def is_open_way(tables, cell, between, beside, height):
    """True if nothing rises above a height on the way from a cell over another to a third."""
    return tables.column[between] <= height and wall_top(tables, cell, between) <= height and wall_top(tables, between, beside) <= height


@jit
def pull(state, tables, slot, to, inches):
    """Move a fighter straight towards another, as if jumping.

    Clauses: WC-FANG-04, WC-JUMP-01..03, WC-FALL-07. Rolls a die for each danger.
    """
    unit = state.units[slot]
    height = tables.node_height[unit.node]
    start = unit.cell
    goal = state.units[to].cell
    here = start
    i, j = next_cell_on_line(WIDTH, start, goal, 0, 0)
    while True:
        cell = cell_on_line(WIDTH, start, goal, i, j)
        if cell == goal or state.board[cell] >= 0 or tables.stand[cell] == 0 or tables.level[cell] > height:
            break
        if distance2(WIDTH, start, cell) > inches * inches or not is_open_step(tables, here, cell, height):
            break
        here = cell
        i, j = next_cell_on_line(WIDTH, start, goal, i, j)
    if here == start:
        return
    put_unit(state, tables, slot, here)
    note(state, Own.PULLED, unit=slot, cell=here)
    if height - tables.level[here] >= tables.fall_height:
        suffer_impact(state, tables, slot, False)
    if unit.status == Status.ON_BOARD and tables.deadly[here]:
        suffer_impact(state, tables, slot, True)
