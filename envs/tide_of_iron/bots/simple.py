"""The simple bot: fire where most hits are expected, else go to the nearest objective, and end in cover. Strategy note 1."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.firing import defence_of, fire_of, halve, halvings_of
from skirmish_rl.envs.tide_of_iron.rules.numbering import CARD, CELL, DIRECTION, FIGURE, OPTION, ORDER, PASS, UNIT
from skirmish_rl.envs.tide_of_iron.state import FORCE, SLOTS, Blow, Decision, Order, Part, is_out


@jit
def greedy(state, tables, action, scratch):
    """The simple bot's opinion: fire where most hits are expected, else go to the nearest objective, and end in cover. Strategy note 1."""
    decision = state.decision
    if decision == Decision.SELECT:
        return greedy_select(state, tables, action, scratch)
    if decision == Decision.STEP:
        if action == PASS or action >= OPTION or action < DIRECTION:
            return greedy_place(state, tables, scratch, state.units[state.active].cell + 0) - (0.0 if action == PASS else 0.5)
        there = tables.next[state.units[state.active].cell, action - DIRECTION] + 0
        return greedy_place(state, tables, scratch, there) + 0.01
    if decision == Decision.TARGET:
        if action == PASS:
            return 0.0
        return 0.5 if action >= CELL else mean_hits(state, tables, top_frame(state).a + 0, action - UNIT)
    if decision == Decision.OP_FIRE:
        return 0.1 if action == PASS else mean_hits(state, tables, action - UNIT, state.active + 0)
    if decision == Decision.SUPPORT or decision == Decision.OP_MODE or decision == Decision.TRANSFER_FROM or decision == Decision.COMMAND:
        return 1.0 if action == PASS else 0.0
    if decision == Decision.ASSAULT_HEX:
        return 0.0 if action == PASS else 1.0
    if decision == Decision.DEPLOY and action >= CELL:
        return greedy_place(state, tables, scratch, action - CELL) - 0.3 * state.crowd[scratch.viewer, action - CELL]
    if decision == Decision.CASUALTY:
        return -1.0 * tables.figure_points[scratch.viewer, action - FIGURE]
    return 0.0


@jit
def greedy_place(state, tables, scratch, cell):
    """Closeness to the nearest objective that is not the viewer's, and cover."""
    best = 40
    for k in range(tables.n_objectives):
        if state.control[k] != scratch.viewer:
            best = min(best, tables.distance[cell, tables.objective_cell[k]] + 0)
    return -1.0 * best + 0.3 * tables.cover[cell]


@jit
def mean_hits(state, tables, slot, target):
    """Expected net hits of a unit's fire."""
    fp, reach = fire_of(state, tables, slot, Part.ALL, target)
    if fp == 0:
        return 0.0
    dice = min(24, halve(fp, halvings_of(state, tables, slot)))
    return tables.tail[reach, dice, min(12, defence_of(state, tables, target, Blow.NORMAL, False)), 0] + 0.0


@jit
def greedy_select(state, tables, action, scratch):
    """Concentrated Fire with good odds, else an advance, else anything."""
    if action >= CARD:
        return 0.2
    order = (action - ORDER) // SLOTS
    slot = (action - ORDER) % SLOTS
    if order == Order.FIRE:
        foe = 1 - scratch.viewer
        best = 0.0
        for target in range(FORCE * foe, FORCE * (foe + 1)):
            unit = state.units[target]
            if is_out(unit) and tables.sight[state.units[slot].cell, unit.cell]:
                best = max(best, mean_hits(state, tables, slot, target))
        return best + 0.2 if best > 0.5 else 0.3
    if order == Order.ADVANCE:
        here = greedy_place(state, tables, scratch, state.units[slot].cell + 0)
        return 0.6 if here < -0.5 else 0.1
    return 0.0
