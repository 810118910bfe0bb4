"""The simple bot: attack whom it can kill, else go to the nearest objective, treasure or enemy; a set is spent on more attacks."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.maps import objective_distance
from skirmish_rl.envs.warcry.bots.value import quick_share, wounds_of
from skirmish_rl.envs.warcry.questions import ABILITY, CELL, FIRST, OBJECTIVE, OPTION, PASS, TAKE, UNIT, Decision, Option, ability_in
from skirmish_rl.envs.warcry.rules.measuring import flat_inches2
from skirmish_rl.envs.warcry.rules.treasure import can_carry
from skirmish_rl.envs.warcry.state import CELLS, FORCE, SLOTS, TOKENS, Ability, Reaction, Status


@jit
def score_simple(state, tables, action, scratch):
    """How good a legal action looks to the simple bot; `survey` must have run."""
    decision = state.decision
    slot = state.subject
    if decision == Decision.STEP:
        return simple_step(state, tables, action)
    if decision == Decision.MOVE or decision == Decision.DISENGAGE or decision == Decision.DEPLOY:
        if action == PASS:
            return -60.0
        if action >= TAKE:
            return 10.0
        return simple_place(state, tables, slot, action - CELL)
    if decision == Decision.ATTACK:
        if action == PASS:
            return 0.0
        chosen = action - FIRST
        target = chosen % SLOTS
        return quick_share(tables, slot, chosen // SLOTS, target, wounds_of(state, tables, target), 0)
    if decision == Decision.REACT:
        return 1.0 if action == OPTION + Option.COUNTER + Reaction.TAKE_COVER - Reaction.COUNTER else 0.0
    if decision == Decision.ACTIVATE:
        return -1.0 * nearest_enemy(state, slot_of(action), scratch.viewer)
    if decision == Decision.TARGET:
        return tables.unit_points[action - UNIT] / 100.0
    if decision == Decision.ASSIGN:
        return 0.5 if state.control[action - OBJECTIVE] != scratch.viewer else 0.0
    if decision == Decision.WILD:
        return 0.5 if action != PASS else 0.0
    return 0.0


@jit
def slot_of(action):
    """The fighter that an action names."""
    return action - UNIT


@jit
def simple_step(state, tables, action):
    """Attack if anybody can be attacked, else move; a set for more attacks."""
    if action >= ABILITY:
        ability = ability_in(action)
        return 3.0 if ability == Ability.ONSLAUGHT or ability == Ability.RAMPAGE else -1.0
    if action == PASS:
        return 0.0
    option = action - OPTION
    if option == Option.ATTACK:
        return 2.0
    if option == Option.MOVE:
        return 1.0 if state.units[state.active].treasure < 0 else -0.5
    return 1.5 if option == Option.LOOT else 0.0 if option == Option.WAIT else -1.0


@jit
def simple_place(state, tables, slot, node):
    """Closeness to the nearest objective not held, treasure, or enemy."""
    seat = slot // FORCE
    best = 30.0
    for k in range(tables.n_objectives):
        if state.control[k] != seat:
            best = min(best, max(objective_distance(tables, k, node), 2.0))
    if tables.n_tokens and can_carry(state, tables, slot):
        for token in range(TOKENS):
            if state.tokens[token].cell >= 0:
                best = min(best, flat_inches2(tables.node_cell[node], state.tokens[token].cell) ** 0.5)
    foe = 1 - seat
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[other].status == Status.ON_BOARD:
            best = min(best, 0.5 + flat_inches2(tables.node_cell[node], state.units[other].cell) ** 0.5)
    return -best - (2.0 if node >= CELLS else 0.0)


@jit
def nearest_enemy(state, slot, seat):
    """Inches to the nearest enemy."""
    best = 400
    for other in range(FORCE * (1 - seat), FORCE * (2 - seat)):
        if state.units[other].status == Status.ON_BOARD and state.units[slot].status == Status.ON_BOARD:
            best = min(best, flat_inches2(state.units[slot].cell, state.units[other].cell))
    return best**0.5
