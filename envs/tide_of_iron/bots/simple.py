"""The simple bot: fire where most hits are expected, else go to the nearest objective, and end in cover. Strategy note 1."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.value import mean_hits
from skirmish_rl.envs.tide_of_iron.questions import CARD, CELL, DIRECTION, FIGURE, OPTION, ORDER, PASS, UNIT, Decision
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out
from skirmish_rl.envs.tide_of_iron.state import FORCE, SLOTS, Order


@jit
def score_simple(state, tables, action, scratch):
    """How good a legal action looks to the simple bot; `survey` must have run."""
    decision = state.decision
    if decision == Decision.SELECT:
        return simple_select(state, tables, action, scratch)
    if decision == Decision.STEP:
        if action == PASS or action >= OPTION or action < DIRECTION:
            return simple_place(state, tables, scratch, state.units[state.active].cell) - (0.0 if action == PASS else 0.5)
        there = tables.next[state.units[state.active].cell, action - DIRECTION]
        return simple_place(state, tables, scratch, there) + 0.01
    if decision == Decision.TARGET:
        if action == PASS:
            return 0.0
        return 0.5 if action >= CELL else mean_hits(state, tables, state.active, action - UNIT)
    if decision == Decision.OP_FIRE:
        return 0.1 if action == PASS else mean_hits(state, tables, action - UNIT, state.active)
    if decision == Decision.SUPPORT or decision == Decision.OP_MODE or decision == Decision.TRANSFER_FROM or decision == Decision.COMMAND:
        return 1.0 if action == PASS else 0.0
    if decision == Decision.ASSAULT_HEX:
        return 0.0 if action == PASS else 1.0
    if decision == Decision.DEPLOY and action >= CELL:
        return simple_place(state, tables, scratch, action - CELL) - 0.3 * state.crowd[scratch.viewer, action - CELL]
    if decision == Decision.CASUALTY:
        return -1.0 * tables.figure_points[scratch.viewer, action - FIGURE]
    return 0.0


@jit
def simple_place(state, tables, scratch, cell):
    """Closeness to the nearest objective that is not the viewer's, and cover."""
    best = 40
    for k in range(tables.n_objectives):
        if state.control[k] != scratch.viewer:
            best = min(best, tables.distance[cell, tables.objective_cell[k]])
    return -1.0 * best + 0.3 * tables.cover[cell]


@jit
def simple_select(state, tables, action, scratch):
    """Concentrated Fire with good odds, else an advance, else anything."""
    if action == PASS:
        return 0.0
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
        here = simple_place(state, tables, scratch, state.units[slot].cell)
        return 0.6 if here < -0.5 else 0.1
    return 0.0
