"""The simple bot: attack whom it can, else go for the nearest objective, relic or enemy, and never risk a roll. Strategy notes 1, 3."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import BLOODBATH, CELL, DIRECTION, OPTION, PASS, SPEND, UNIT, VERB, WEAPON, Decision, Option
from skirmish_rl.envs.trench_crusade.rules.processes import running
from skirmish_rl.envs.trench_crusade.rules.shooting import has_enemy_in_range, is_ready
from skirmish_rl.envs.trench_crusade.state import ARMS, FORCE, WIDTH, Frame, Status, Verb, seat_of

_LIKED = {Verb.CLAIM: 7.0, Verb.FIGHT: 6.0, Verb.SHOOT: 5.0, Verb.CHARGE: 3.0, Verb.MOVE: 2.0, Verb.END: 0.0, Verb.RETREAT: -2.0}
_LIKES = tuple(_LIKED.get(verb, -1.0) for verb in Verb)


@jit
def score_simple(state, tables, action, scratch):
    """How good a legal action looks to the simple bot; `survey` must have run."""
    decision = state.decision
    if decision == Decision.ACTION:
        if action == VERB + Verb.SHOOT and not has_target(state, tables, state.subject):
            return -1.0
        return _LIKES[action - VERB]
    if CELL <= action < VERB:
        if decision == Decision.TARGET:
            return -2.0  # rather stop than throw at a point
        return -nearest_goal(state, tables, action - CELL)
    if UNIT <= action < CELL:
        return simple_unit(state, tables, action - UNIT)
    if action >= SPEND and action < OPTION:
        return simple_markers(state, action)
    if WEAPON <= action < DIRECTION:
        shoots = running(state).kind == Frame.SHOOT
        return 1.0 if shoots and has_enemy_in_range(state, tables, state.subject, action - WEAPON) else 0.0
    if action >= WEAPON:
        return 1.0 if action == OPTION + Option.ALONE or action == OPTION + Option.SHAKEN else 0.0
    return -1.0 if action == PASS else 0.0


@jit
def has_target(state, tables, slot):
    """True if a model may shoot at an enemy; a point does not count."""
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and is_ready(state, tables, slot, weapon) and has_enemy_in_range(state, tables, slot, weapon):
            return True
    return False


@jit
def simple_unit(state, tables, slot):
    """An enemy: the one with the least armour, Down before standing; a friend: the dearest."""
    if seat_of(slot) == state.decider:
        return 0.01 * tables.points[slot]
    return 1.0 - 0.1 * tables.armour[slot] + 0.5 * state.units[slot].down


@jit
def simple_markers(state, action):
    """All on a wound, none on other rolls."""
    if state.decision == Decision.WOUND:
        return 10.0 + action - BLOODBATH if action >= BLOODBATH else 1.0 * (action - SPEND)
    return 1.0 * (SPEND - action)


@jit
def nearest_goal(state, tables, cell):
    """Inches from a cell to the nearest objective or relic, or, without any, enemy; less on an objective."""
    best = 60.0
    for k in range(tables.objectives):
        far = distance2(WIDTH, cell, tables.middle[k]) ** 0.5
        best = min(best, far - tables.near_piece[k, cell])
    for k in range(tables.relics):
        if state.round <= tables.relic_last[k] and state.claimed[k] < 0:
            best = min(best, distance2(WIDTH, cell, tables.relic_cell[k]) ** 0.5)
    if best < 60.0:
        return best
    foe = FORCE * (1 - state.decider)
    for other in range(foe, foe + FORCE):
        if state.units[other].status == Status.ON_BOARD:
            best = min(best, distance2(WIDTH, cell, state.units[other].cell) ** 0.5)
    return best
