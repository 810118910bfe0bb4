"""How good is an action in a fight? Fire, Op Fire, assaults and losses, for the strong bot."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.maps import place_value
from skirmish_rl.envs.tide_of_iron.bots.plans import fire_later, plan_unit
from skirmish_rl.envs.tide_of_iron.bots.value import assault_prospect, attack_value, figure_price, fire_value, shell_value
from skirmish_rl.envs.tide_of_iron.questions import CELL, DIRECTION, FIGURE, OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.tide_of_iron.rules.cards import nearest
from skirmish_rl.envs.tide_of_iron.rules.facts import is_squad, strength_of
from skirmish_rl.envs.tide_of_iron.state import FORCE, Activation, Blow, Figure, Order, Part


@jit
def score_target(state, tables, action, scratch):
    """The worth of firing at a target. Strategy notes 1-3."""
    slot = state.active
    if action == PASS:
        return 0.0
    if action >= CELL:
        value, _ = shell_value(state, tables, scratch, slot, action - CELL)
        return value
    times = 1 if state.order == Order.FIRE_AND_MOVE else 0
    value, _ = fire_value(state, tables, scratch, slot, action - UNIT, times, state.boost)
    return value


@jit
def score_activation(state, tables, action, scratch):
    """Targets, Op Fire, timing, the hex to assault. Strategy notes 1-3, 6, 8."""
    decision = state.decision
    if decision == Decision.TARGET:
        return score_target(state, tables, action, scratch)
    if decision == Decision.OP_FIRE:
        return score_op_fire(state, tables, action, scratch)
    if decision == Decision.ORDER:
        return 1.0 if action == OPTION + Option.OP_FIRE_FIRST else 0.0
    if decision == Decision.ASSAULT_HEX:
        if action == PASS:
            return 0.0
        slot = state.active
        here = state.units[slot].cell
        value, _ = assault_prospect(state, tables, scratch, slot, tables.next[here, action - DIRECTION], here)
        return value
    if decision == Decision.FIRE_OR_MOVE:
        return 1.0 if action == OPTION + Option.FIRE_FIRST else fire_later(state, tables, scratch)
    if decision == Decision.CLEAR_CELL:
        cell = action - CELL
        return scratch.pull[cell] - 0.5 * nearest(state, tables, scratch.viewer, cell, False)
    return 0.0


@jit
def score_attack(state, tables, action, scratch):
    """Figures, type, supporters. Strategy notes 2 and 5."""
    decision = state.decision
    attack = state.attack[0]
    if decision == Decision.FIGURES:
        slot = state.subject
        was = attack.part[slot]
        part = action - (OPTION + Option.ALL) + Part.ALL
        attack.part[slot] = part
        value = max(attack_value(state, tables, scratch, Blow.NORMAL), attack_value(state, tables, scratch, Blow.SUPPRESSIVE))
        attack.part[slot] = was
        if attack.op and part == Part.CREW:
            value += 2.0
        return value
    if decision == Decision.ATTACK_TYPE:
        blow = action - (OPTION + Option.NORMAL)
        if attack.target < 0:
            _, best = shell_value(state, tables, scratch, attack.lead, attack.cell)
            return 1.0 if best == blow else 0.0
        value = attack_value(state, tables, scratch, blow)
        return value + (0.6 * value if attack.op and blow == Blow.SUPPRESSIVE else 0.0)
    return score_support(state, tables, action, scratch)


@jit
def score_support(state, tables, action, scratch):
    """Adding a supporter, or firing as it is. Strategy note 5."""
    attack = state.attack[0]
    if action == PASS:
        return 0.0
    if attack.target < 0:
        return -0.5
    slot = action - UNIT
    unit = state.units[slot]
    before = attack_value(state, tables, scratch, attack.blow)
    attack.part[slot] = Part.CREW if unit.figures[Figure.MACHINE_GUN] else Part.ALL
    after = attack_value(state, tables, scratch, attack.blow)
    attack.part[slot] = Part.NONE
    if attack.op:
        cost = 0.3 if unit.figures[Figure.MACHINE_GUN] else 1.5
    else:
        plan_unit(state, tables, scratch, slot)
        k = slot % FORCE
        cost = 0.3
        for order in range(Order.ASSAULT + 1):
            cost = max(cost, 0.75 * scratch.plan[order, k])
    return after - before - cost


@jit
def score_op_fire(state, tables, action, scratch):
    """Opportunity fire at the active unit, or waiting for a better chance. Strategy note 6."""
    if action == PASS:
        return 1.0
    slot = action - UNIT
    value, blow = fire_value(state, tables, scratch, slot, state.active, 0, 0)
    if blow == Blow.SUPPRESSIVE:
        value *= 1.5
    if state.units[slot].figures[Figure.MACHINE_GUN]:
        value += 0.8
    return value


@jit
def score_assault(state, tables, action, scratch):
    """Casualties, supporters, hits, retreat. Strategy notes 8 and 9."""
    decision = state.decision
    if decision == Decision.CASUALTY:
        return -figure_price(tables, scratch.viewer, action - FIGURE)
    if decision == Decision.ASSAULT_SUPPORT:
        if action == PASS:
            return 0.0
        unit = state.units[action - UNIT]
        return 1.0 if unit.activation == Activation.FATIGUED else 1.0 - 0.12 * scratch.worth[action - UNIT]
    if decision == Decision.HIT_UNIT:
        unit = state.units[action - UNIT]
        return -scratch.worth[action - UNIT] / max(1, strength_of(unit)) if is_squad(unit) else -30.0
    slot = state.subject
    return place_value(state, tables, scratch, slot, tables.next[state.units[slot].cell, action - DIRECTION])
