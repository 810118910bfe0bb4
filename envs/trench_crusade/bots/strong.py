"""How good is an action? One number for each, in points: the strong bot. Its markers stand in `strong_markers.py`."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.maps import deploy_value, place_value
from skirmish_rl.envs.trench_crusade.bots.plans import (
    TESTED,
    charge_prospect,
    charge_value,
    claim_worth,
    dash_value,
    forced_value,
    patient_gain,
)
from skirmish_rl.envs.trench_crusade.bots.strong_markers import score_markers
from skirmish_rl.envs.trench_crusade.bots.value import (
    blow_value,
    has_charged,
    pass_chance,
    ranged_value,
    splash_value,
    stray_share,
    wound_value,
)
from skirmish_rl.envs.trench_crusade.bots.worth import is_open
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, DIRECTION, GROUP_OF, OPTION, PASS, UNIT, VERB, WEAPON, Decision, Group, Option
from skirmish_rl.envs.trench_crusade.rules.activating import can_move
from skirmish_rl.envs.trench_crusade.rules.measuring import foes_close, has_cover, is_close, is_within
from skirmish_rl.envs.trench_crusade.rules.processes import running
from skirmish_rl.envs.trench_crusade.rules.puppets import furthest
from skirmish_rl.envs.trench_crusade.rules.shooting import is_target
from skirmish_rl.envs.trench_crusade.state import FORCE, Deed, Frame, Mode, Status, act_of, seat_of

_WAY = 0.001  # a cell further on counts less, all else equal
_JOINT = 120.0  # points of attacks at once that make a fireteam act jointly
_STRIDE = 35  # tenths that a puppet goes on average


@jit
def score_strong(state, tables, action, scratch):
    """How good a legal action is; `survey` must have run."""
    group = GROUP_OF[state.decision]
    if group == Group.ACTION:
        return scratch.verb[action - VERB] + 0.0
    if group == Group.MOVE:
        return score_move(state, tables, action, scratch)
    if group == Group.ATTACK:
        return score_attack(state, tables, action, scratch)
    if group == Group.MARKERS:
        return score_markers(state, tables, action, scratch)
    if group == Group.ACTIVATE:
        return score_activate(state, tables, action, scratch)
    if group == Group.SPECIAL:
        return score_special(state, tables, action, scratch)
    return score_set_up(state, tables, action, scratch)


@jit
def score_move(state, tables, action, scratch):
    """The worth of a move, or of charging somebody. Strategy notes 4, 5, 14."""
    decision = state.decision
    slot = state.subject
    if decision == Decision.CHARGE_TARGET:
        return charge_value(state, tables, scratch, slot, action - UNIT)
    if decision == Decision.MODE:
        return dash_value(state, tables, scratch, slot, action - OPTION - Option.WALK)
    if decision == Decision.DIVE:
        hurt = wound_value(state, tables, scratch, slot, 1, -min(3, tables.armour[slot]), 0, scratch.mark[slot])
        share = pass_chance(tables, 0)
        dive = -(1.0 - share) * (hurt + 0.3 * scratch.worth[slot]) + share * 4.0
        return dive if action == OPTION + Option.DIVE else -hurt
    if action == PASS:
        return scratch.here + 0.0
    cell = action - CELL
    value = place_value(state, tables, scratch, cell)
    if decision == Decision.CHARGE_CELL and is_open(state, tables, Deed.DOUBLE_CHARGE):
        met = foes_close(state, tables, slot, cell)
        value += tables.deed_points * scratch.point * (met & (met - 1) != 0)
    if decision == Decision.HARROW:
        return value + best_edge(state, tables, scratch, slot, cell)
    if decision == Decision.DESTINATION:
        act = act_of(state, slot)
        if act >= 0 and state.acts[act].shots == 0 and tables.can_shoot[slot]:
            value += scratch.shot
        if act >= 0 and state.acts[act].plain == 0 and can_move(state, slot):
            value += charge_prospect(state, tables, scratch, cell)
        if scratch.reach[cell] == 0:
            mode = running(state).mode
            if mode == Mode.RISK:
                return TESTED * value + (1.0 - TESTED) * (scratch.here - 4.0)
            if mode == Mode.DROP:
                value -= 0.15 * scratch.worth[slot]
    return value - _WAY * abs(cell - state.units[slot].cell)


@jit
def best_edge(state, tables, scratch, slot, cell):
    """The best Fight that a model would have in a cell."""
    best = 0.0
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and is_close(tables, cell, unit.cell):
            best = max(best, scratch.edge[other] + 0.0)
    return best


@jit
def score_attack(state, tables, action, scratch):
    """Weapons and targets. Strategy notes 3, 6, 10, 16."""
    decision = state.decision
    slot = state.subject
    if action == PASS:
        return 0.0
    shoots = running(state).kind == Frame.SHOOT
    if decision == Decision.SCATTER:
        weapon = state.attack[0].weapon
        return -splash_value(state, tables, scratch, slot, weapon, action - CELL, -1)
    if decision == Decision.FRIEND:
        return -scratch.worth[action - UNIT]
    if decision == Decision.FREE_ATTACK or decision == Decision.SECOND_WEAPON or decision == Decision.WEAPON:
        weapon = action - WEAPON
        if shoots:
            return weapon_value(state, tables, scratch, slot, weapon)
        second = decision == Decision.SECOND_WEAPON
        if decision == Decision.FREE_ATTACK:
            target = running(state).slot
            return 0.1 + blow_value(state, tables, scratch, slot, weapon, target, False, False, 0)
        return 0.1 + best_blow(state, tables, scratch, slot, weapon, second)
    process = running(state)
    weapon = process.weapon
    if action >= CELL:
        return 0.58 * splash_value(state, tables, scratch, slot, weapon, action - CELL, -1)
    target = action - UNIT
    if shoots:
        return target_value(state, tables, scratch, slot, weapon, target)
    covered = 1 if has_cover(tables, state.units[slot].cell, state.units[target].cell) else 0
    charged = has_charged(state, slot)
    return 0.1 + blow_value(state, tables, scratch, slot, weapon, target, process.off_hand != 0, charged, covered)


@jit
def target_value(state, tables, scratch, slot, weapon, target):
    """A shot at one model, and who else its blast catches."""
    here = state.units[slot].cell
    cell = state.units[target].cell
    long = 0 if is_within(tables, here, cell, tables.range[weapon]) else 1
    covered = 1 if has_cover(tables, here, cell) else 0
    act = act_of(state, slot)
    bonus = 2 if act >= 0 and state.acts[act].aim else 0
    value = stray_share(state, tables, slot, target)
    value *= ranged_value(state, tables, scratch, slot, weapon, target, long, covered, bonus)
    if tables.blast[weapon]:
        value += 0.58 * splash_value(state, tables, scratch, slot, weapon, cell, target)
    return value


@jit
def weapon_value(state, tables, scratch, slot, weapon):
    """The best shot with a weapon from here."""
    best = 0.0
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        if is_target(state, tables, slot, weapon, other):
            best = max(best, target_value(state, tables, scratch, slot, weapon, other))
    return best


@jit
def best_blow(state, tables, scratch, slot, weapon, second):
    """The best target of a melee weapon from here."""
    best = 0.0
    cell = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and is_close(tables, cell, unit.cell):
            covered = 1 if has_cover(tables, cell, unit.cell) else 0
            charged = has_charged(state, slot)
            best = max(best, blow_value(state, tables, scratch, slot, weapon, other, second, charged, covered))
    return best


@jit
def score_activate(state, tables, action, scratch):
    """The worth of activating a model, jointly or alone. Strategy notes 7, 13."""
    decision = state.decision
    if decision == Decision.FIRST:
        return 1.0 if action == OPTION + Option.GO_FIRST else 0.0
    if decision == Decision.JOINT:
        slot = state.subject
        both = scratch.urge[slot] + scratch.urge[tables.partner[slot]]
        return both - _JOINT if action == OPTION + Option.JOINTLY else 0.0
    return scratch.urge[action - UNIT] + 0.0


@jit
def score_special(state, tables, action, scratch):
    """The worth of answers about special Actions, relics and morale. Strategy notes 12, 13, 17."""
    decision = state.decision
    if decision == Decision.MORALE:
        return 1.0 if action == OPTION + Option.SHAKEN else 0.0
    if decision == Decision.TREATMENT:
        return patient_gain(state, scratch, state.subject, action == OPTION + Option.STAND_UP)
    if decision == Decision.DEFUSE:
        return 1.0 if action == OPTION + Option.DEFUSE else 0.0
    if decision == Decision.PUPPET_DIRECTION or decision == Decision.PUPPET_CELL:
        return score_puppet(state, tables, action, scratch)
    if decision == Decision.RELIC:
        return claim_of(state, tables, scratch, action - CELL)
    if action >= CELL or action == PASS:
        return 0.0
    other = action - UNIT
    unit = state.units[other]
    if decision == Decision.HOLD_FIRE:
        return forced_value(state, scratch, other)
    if decision == Decision.TREAT:
        return patient_gain(state, scratch, other, unit.down != 0 and other != state.subject)
    if decision == Decision.PUPPET:
        fresh = 1.0 if unit.activated == 0 else 0.4
        return fresh * scratch.strike[other] if seat_of(other) == scratch.viewer else 0.5 * scratch.strike[other]
    return scratch.worth[other] * (1.5 if unit.activated == 0 else 1.0) + 3.0 * tables.traits[other, Trait.ELITE]


@jit
def claim_of(state, tables, scratch, cell):
    """The worth of the relic in a cell to the model that claims one."""
    for relic in range(tables.relics):
        if tables.relic_cell[relic] == cell:
            return claim_worth(state, tables, scratch, state.subject, relic) + tables.relic_last[relic]
    return 0.0


@jit
def score_puppet(state, tables, action, scratch):
    """How a model is moved: ours where it is worth most, theirs where it is worth least."""
    other = state.subject
    here = state.units[other].cell
    mine = 1.0 if seat_of(other) == scratch.viewer else -1.0
    if action == PASS:
        return mine * scratch.here
    if action < DIRECTION:
        return mine * place_value(state, tables, scratch, action - CELL)
    k = action - DIRECTION
    cell = here
    for _ in range(furthest(state, tables, other, k, _STRIDE)):
        cell = tables.next[cell, k]
    return mine * place_value(state, tables, scratch, cell)


@jit
def score_set_up(state, tables, action, scratch):
    """Zones, who is deployed, where. Strategy notes 14, 16."""
    decision = state.decision
    if decision == Decision.DEPLOY_UNIT or decision == Decision.ARRIVE_UNIT:
        if action == PASS:
            return -1e3
        slot = action - UNIT
        if decision == Decision.DEPLOY_UNIT and tables.deployed == 0:
            return -1.0 * tables.points[slot]  # the enemy is not told where the dear ones stand
        return tables.points[slot] / (1.0 + tables.traits[slot, Trait.LARGE])
    if decision == Decision.ZONE:
        return 0.0
    slot = state.subject
    return deploy_value(state, tables, scratch, slot, action - CELL)
