"""Distances, engagement, visibility and cover. Chapters GEN, VIS, COV; DG-2, DG-5..DG-7."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sight import is_in_space
from skirmish_rl.envs.warcry.data.distances import sight_of
from skirmish_rl.envs.warcry.state import FORCE, HALVES, SLOTS, Status, seat_of
from skirmish_rl.envs.warcry.state import WIDTH as GRID

COVERED = 32  # bit of `sight_of`
BEYOND = 1 << 20  # farther than anything
ENGAGED = HALVES * HALVES  # as `gap2` counts: 1", DG-5
LINES = 31  # the other bits
OFFSETS = np.array([(0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4)])  # of the lines of sight, in tenths of an inch, DG-6
EYE = 2  # half inches above the feet, DG-6


@jit
def gap2(tables, a, b):
    """Distance between the bases of fighters at two nodes, in squared half inches. Clauses: WC-GEN-04, WC-GEN-05, DG-2."""
    one = tables.node_cell[a]
    other = tables.node_cell[b]
    dx = max(abs(one % GRID - other % GRID) - 1, 0)
    dy = max(abs(one // GRID - other // GRID) - 1, 0)
    dz = tables.node_height[a] - tables.node_height[b]
    return HALVES * HALVES * (dx * dx + dy * dy) + dz * dz


@jit
def halves2(inches):
    """A length as `gap2` counts: in squared half inches."""
    return HALVES * HALVES * inches * inches


@jit
def flat_inches2(a, b):
    """Horizontal distance between the bases of fighters in two cells, in squared inches."""
    dx = max(abs(a % GRID - b % GRID) - 1, 0)
    dy = max(abs(a // GRID - b // GRID) - 1, 0)
    return dx * dx + dy * dy


@jit
def is_within(state, tables, a, b, inches):
    """True if two fighters on the board are within a distance. Clause: WC-GEN-04."""
    return gap2(tables, state.units[a].node, state.units[b].node) <= halves2(inches)


@jit
def is_enemy_near(state, tables, seat, node, inches):
    """True if a fighter of another seat is within a distance of a node."""
    for slot in range(FORCE * (1 - seat), FORCE * (2 - seat)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and gap2(tables, unit.node, node) <= halves2(inches):
            return True
    return False


@jit
def nearest_enemy2(state, tables, slot, node):
    """Distance, in squared half inches, from a node to the nearest enemy of a fighter."""
    best = BEYOND
    foe = 1 - seat_of(slot)
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD:
            best = min(best, gap2(tables, unit.node, node))
    return best


@jit
def is_engaged(state, tables, slot):
    """True for a fighter within 1" of an enemy. Clause: DG-5."""
    return is_enemy_near(state, tables, seat_of(slot), state.units[slot].node, 1)


@jit
def is_visible(state, tables, a, b):
    """True if one fighter sees another: a line that no terrain and no other fighter blocks. Clauses: WC-VIS-01, WC-VIS-02, DG-6."""
    here = state.units[a].node
    there = state.units[b].node
    lines = sight_of(tables, here, there) & LINES
    if lines == 0:
        return False
    one = tables.node_cell[here]
    other = tables.node_cell[there]
    x0 = min(one % GRID, other % GRID)
    x1 = max(one % GRID, other % GRID)
    y0 = min(one // GRID, other // GRID)
    y1 = max(one // GRID, other // GRID)
    if x1 - x0 <= 1 and y1 - y0 <= 1 and (x1 == x0 or y1 == y0):
        return True  # side by side: nobody fits between
    high = tables.node_height[here] + EYE
    end = tables.node_height[there] + EYE
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or slot == a or slot == b:
            continue
        x = unit.cell % GRID
        y = unit.cell // GRID
        if x < x0 or x > x1 or y < y0 or y > y1:
            continue
        foot = tables.node_height[unit.node]
        for line in range(len(OFFSETS)):
            if (lines >> line) & 1 and is_in_space(
                GRID, one, other, high, end, OFFSETS[line, 0], OFFSETS[line, 1], unit.cell, foot, foot + tables.body
            ):
                lines &= ~(1 << line)
        if lines == 0:
            return False
    return True


@jit
def has_cover(state, tables, attacker, target):
    """True if the target of an attack has cover. Clauses: WC-COV-01, WC-COV-02, DG-7."""
    return sight_of(tables, state.units[attacker].node, state.units[target].node) & COVERED != 0
