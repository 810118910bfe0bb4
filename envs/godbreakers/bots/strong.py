"""The strong bot: one number for each legal action, in victory points, by the dossier's strategy notes with exact odds."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.bots.maps import best_near, blocking_value, cell_value
from skirmish_rl.envs.godbreakers.bots.plans import obstacle_loss, special_gain, step_value, sunder_gain
from skirmish_rl.envs.godbreakers.bots.value import blast_value, displacement_gain, engage_value, loss, shape_value, stake, survival
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, COUNT, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import movement_of, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.state import MARKERS, Act, Status, Token, Trait


@jit
def score_strong(state, tables, action, scratch):
    """How good a legal action is for the viewer; `survey` must have run. Strategy notes 1-19."""
    decision = state.decision
    if decision == Decision.ACTION:
        if state.units[state.active].seat < 0:
            return score_wild(state, tables, action, scratch)
        return score_act(state, tables, action, scratch)
    if decision == Decision.ACTIVATE:
        return score_activation(state, tables, action - SLOT, scratch)
    if decision == Decision.PRIORITY:
        return score_order(state, action - ORDER, scratch)
    if action == PASS:
        return score_pass(state, tables, scratch)
    if action >= COUNT:
        return (action - COUNT) * (1.0 if state.units[state.active].seat == scratch.viewer else -1.0)
    if action >= CELL:
        return score_cell(state, tables, action - CELL, scratch)
    return score_slot(state, tables, action - SLOT, scratch)


@jit
def score_act(state, tables, action, scratch):
    """Move, Engage, special action or the end of the activation."""
    slot = state.active
    unit = state.units[slot]
    again = state.actions_left > 1
    here = unit.cell
    stay = scratch.pull[here] - scratch.threat[here]
    if action == PASS:
        return stay
    if action >= ACT:
        return stay + special_gain(state, tables, scratch, action - ACT)
    if action >= CELL:
        cell = action - CELL
        return cell_value(state, scratch, cell, again) - obstacle_loss(state, tables, scratch, slot, cell)
    value = stay + scratch.attack[action - SLOT]
    if again:
        value += 0.5 * max(0.0, scratch.attack[action - SLOT])
    return value


@jit
def score_activation(state, tables, slot, scratch):
    """Which model to activate: those that strike first, those that take markers late. Note 11."""
    rivals = 0
    for other in range(state.used):
        unit = state.units[other]
        rivals += unit.status == Status.ON_BOARD and unit.seat >= 0 and unit.seat != scratch.viewer and unit.activated == 0
    unit = state.units[slot]
    patience = 0.5 if rivals > 0 else 1.0
    doomed = (1.0 - survival(state, slot, unit.damage)) * scratch.worth[slot]
    return scratch.plan_strike[slot] + patience * scratch.plan[slot] + 0.1 * doomed + 0.02 * scratch.worth[slot]


@jit
def order_place(state, k, seat):
    """Place of a seat in the k-th lexicographic order of the surviving seats."""
    n = state.surviving
    left = 0  # bit mask of seats not yet placed
    for other in range(state.seats):
        if (state.routed >> other) & 1 == 0:
            left |= 1 << other
    block = 1
    for i in range(2, n + 1):
        block *= i
    for place in range(n):
        block //= n - place
        pick = k // block
        k %= block
        chosen = 0
        for other in range(state.seats):
            if (left >> other) & 1:
                if pick == 0:
                    chosen = other
                    break
                pick -= 1
        if chosen == seat:
            return place
        left &= ~(1 << chosen)
    return n


@jit
def score_order(state, k, scratch):
    """Last place moves last and directs the wild models; the leading rival belongs in the middle. Note 12."""
    value = order_place(state, k, scratch.viewer) + 0.0
    leader = -1
    for seat in range(state.seats):
        if seat != scratch.viewer and (leader < 0 or state.points[seat] > state.points[leader]):
            leader = seat
    middle = (state.surviving - 1) / 2.0
    return value - 0.1 * abs(order_place(state, k, leader) - middle)


@jit
def score_wild(state, tables, action, scratch):
    """Actions of a wild model the viewer directs. Note 13."""
    slot = state.active
    if action >= ACT:
        if action - ACT == Act.DESTROY_MARKER:
            return 0.0
        rank = rank_of(state, state.units[slot], Trait.THUNDEROUS)
        return blast_value(state, tables, scratch, slot, 2 * rank, rank)
    if action >= CELL:
        return scratch.pull[action - CELL]
    if action >= SLOT:
        return -stake(state, scratch, action - SLOT)
    return 0.0


@jit
def score_pass(state, tables, scratch):
    """Declining an optional choice."""
    decision = state.decision
    if decision == Decision.CUNNING:
        return step_value(state, tables, scratch, state.units[state.active].cell)
    if decision == Decision.HIDDEN_WAYS:
        here = state.units[state.active].cell
        return scratch.pull[here] - scratch.threat[here]
    return 0.0


@jit
def score_cell(state, tables, cell, scratch):
    """Placements that are not Moves."""
    decision = state.decision
    if decision == Decision.CUNNING:
        return step_value(state, tables, scratch, cell)
    if decision == Decision.SHOVE_CELL:
        if state.units[state.subject].seat == scratch.viewer:
            return scratch.pull[cell] - scratch.threat[cell]
        return -blocking_value(state, tables, cell, state.subject)
    if decision == Decision.HIDDEN_WAYS or decision == Decision.DESPOIL_CELL:
        return scratch.pull[cell] - scratch.threat[cell]
    if decision == Decision.DEPLOY_CELL:
        return 0.6 * scratch.pull[cell] - scratch.threat[cell] - 0.02 * range_of(state, tables, tables.centre, cell)
    if decision == Decision.SUNDER_MARKER:
        for marker in range(MARKERS):
            if state.markers[marker].cell == cell:
                return sunder_gain(state, tables, scratch, marker, tables.rounds - state.round + 0.0)
    if decision == Decision.SUMMON_CELL:
        return -blocking_value(state, tables, cell, -1)
    if decision == Decision.SHAPE_CELL:
        return shape_value(state, scratch, cell)
    if decision == Decision.WILD_TARGET:
        return range_of(state, tables, state.units[state.active].cell, cell) + 0.0
    if decision == Decision.PLACE_SHARD:
        return -0.05 * range_of(state, tables, tables.centre, cell)
    if decision == Decision.SPAWN or decision == Decision.BROOD or decision == Decision.STALKER_CELL:
        # Optional placements only where they trouble a rival more than the viewer.
        return scratch.pull[cell] - (0.25 if decision == Decision.STALKER_CELL else 0.02)
    return 0.0


@jit
def score_slot(state, tables, slot, scratch):
    """Choices of a model."""
    decision = state.decision
    unit = state.units[slot]
    if decision == Decision.NOMINATE:
        return engage_value(state, tables, scratch, state.active, slot, state.units[state.active].cell)
    if decision == Decision.VENGEANCE:
        avenger = state.units[state.subject]
        return 0.01 - stake(state, scratch, slot) * loss(state, scratch, slot, rank_of(state, avenger, Trait.VENGEFUL))
    if decision == Decision.SHOVE:
        if unit.seat == scratch.viewer:
            if slot != scratch.actor:
                return -0.1
            return 0.7 * (best_near(state, scratch, unit.cell, 2) - scratch.pull[unit.cell] + scratch.threat[unit.cell]) - 0.05
        return displacement_gain(state, tables, scratch, slot) - 0.05
    if decision == Decision.WILD_TARGET:
        return -stake(state, scratch, slot)
    if decision == Decision.HANDOFF_TO:
        return 1.0 - unit.tokens[Token.TREASURE] - unit.tokens[Token.TROPHY] + 0.1 * unit.die - 0.1 * unit.damage
    if decision == Decision.ROLLER or decision == Decision.DESPOIL_UNIT or decision == Decision.DEPLOY_UNIT:
        return unit.die + 0.1 * movement_of(state, unit)
    if decision == Decision.VERIFY_UNIT or decision == Decision.TREAT_UNIT:
        return 0.1 * unit.damage
    return 0.0
