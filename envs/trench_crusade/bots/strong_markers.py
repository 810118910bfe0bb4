"""When to spend markers: what they change now against what they are worth later. Strategy notes 8, 9, 17."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.value import critical_chance, pass_chance, splash_value, wound_value, wounding
from skirmish_rl.envs.trench_crusade.kit import Keyword
from skirmish_rl.envs.trench_crusade.questions import BLOODBATH, SPEND, Decision
from skirmish_rl.envs.trench_crusade.rules.processes import running
from skirmish_rl.envs.trench_crusade.rules.rolling import bath_cost
from skirmish_rl.envs.trench_crusade.state import Task, seat_of

_BLESSING = 5.0  # points of a blessing marker that is kept
_REST = 0.1  # of a model's worth: what it has still to do when a Risky roll ends its activation
_RUN = 0.1  # of a model's worth: a Dash


@jit
def score_markers(state, tables, action, scratch):
    """The number of markers to spend."""
    decision = state.decision
    slot = state.subject
    process = running(state)
    n = action - SPEND
    if decision == Decision.BLOOD:
        held = state.units[slot].blood
        kept = scratch.hoard[slot, held] - scratch.hoard[slot, held - n]
        return roll_stake(state, tables, scratch, process.dice, process.dice - n) - kept
    if decision == Decision.BLESSING:
        return roll_stake(state, tables, scratch, process.dice + n, process.dice) - n * _BLESSING * scratch.later
    if decision == Decision.GRACE:
        return -injury_now(state, tables, scratch, slot, process.dice - n, 0) - n * _BLESSING * scratch.later
    held = state.units[slot].blood
    bath = 0
    spent = n
    if action >= BLOODBATH:
        bath = 1
        n = action - BLOODBATH
        spent = n + bath_cost(state, process)
    kept = scratch.hoard[slot, held] - scratch.hoard[slot, max(0, held - spent)]
    return injury_now(state, tables, scratch, slot, process.dice + n, bath) - kept


@jit
def injury_now(state, tables, scratch, slot, dice, bath):
    """The Injury Roll under way."""
    process = running(state)
    pool = process.deadly + process.bath + bath
    return wound_value(state, tables, scratch, slot, dice, process.modifier, min(2, pool), scratch.mark[slot])


@jit
def roll_stake(state, tables, scratch, better, worse):
    """The worth of better net dice in a Success Roll, compared with worse ones, to the seat of the model that rolls."""
    process = running(state)
    slot = process.slot
    hit = pass_chance(tables, better) - pass_chance(tables, worse)
    critical = critical_chance(tables, better) - critical_chance(tables, worse)
    task = process.task
    worth = scratch.worth[slot]
    value = 0.0
    if task == Task.RANGED or task == Task.MELEE:
        value = hit * attack_stake(state, tables, scratch, False)
        value += critical * (attack_stake(state, tables, scratch, True) - attack_stake(state, tables, scratch, False))
    elif task == Task.CLAIM:
        value = hit * scratch.point * (tables.relic_last_points if state.round == tables.turns else tables.relic_points)
    elif task == Task.DANGER or task == Task.JUMP or task == Task.LEDGE or task == Task.DIVE:
        value = hit * (wound_value(state, tables, scratch, slot, 0, -min(3, tables.armour[slot]), 0, 0.0) + _RUN * worth)
    else:
        value = hit * _RUN * worth
    if process.risky:
        value += hit * _REST * worth
    return value


@jit
def attack_stake(state, tables, scratch, critical):
    """The worth of a hit of the attack under way to the attacker's seat."""
    attack = state.attack[0]
    weapon = attack.weapon
    target = attack.target
    dice = tables.injury_dice[weapon]
    if critical:
        dice += 1 + tables.keyword[weapon, Keyword.CRITICAL]
    value = 0.0
    if target >= 0:
        if attack.melee and state.units[target].down:
            dice += 1
        value = wounding(state, tables, scratch, weapon, target, dice, critical)
        if seat_of(target) == seat_of(attack.attacker):
            value = -value
    if tables.blast[weapon]:
        value += splash_value(state, tables, scratch, attack.attacker, weapon, attack.cell, target)
    return value
