"""Targets, modes, Focus, Reaction Fire: the strong bot's shots, with exact odds. Strategy notes 6-9."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import map_foes
from skirmish_rl.envs.dropzone_commander.bots.plans import aim_value, piece_value, plan_singly, shooters_of, weapon_value
from skirmish_rl.envs.dropzone_commander.bots.value import (
    begin_pool,
    close_value,
    die_odds,
    pool_share,
    shot_value,
    throw_pool,
)  # fmt: skip
from skirmish_rl.envs.dropzone_commander.questions import COUNT, OPTION, PASS, PIECE, UNIT, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.accuracy import need_for
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.rules.reacting import PENALTY
from skirmish_rl.envs.dropzone_commander.rules.targeting import energy_of
from skirmish_rl.envs.dropzone_commander.state import Fact, Mark, Mode

_HELD = 2.0  # what a reaction must bring: the weapon is spent for the round


@jit
def survey_fire(state, tables, scratch):
    """How many units fire the weapon that is asked about, and what each way to fire it brings."""
    decision = state.decision
    if decision != Decision.AIM and decision != Decision.MODE:
        return
    process = running(state)
    slot = state.subject
    weapon = process.weapon
    mode = process.mode if decision == Decision.AIM else 0
    scratch.singly = -1.0
    scratch.shooters = shooters_of(
        state, tables, process.squad, weapon, mode, process.slot, process.facts & Fact.CLOSE, process.facts & Fact.PORTS
    )
    if decision == Decision.AIM:
        if scratch.shooters > 1 and process.facts & Fact.CLOSE == 0:
            scratch.singly = plan_singly(state, tables, scratch, slot, weapon, mode, scratch.shooters)
        return
    for k in range(3):
        scratch.modes[k] = 0.0
        n = shooters_of(state, tables, process.squad, weapon, k, process.slot, process.facts & Fact.CLOSE, process.facts & Fact.PORTS)
        if process.facts & Fact.CLOSE == 0 and n > 0:
            scratch.modes[k] = weapon_value(state, tables, scratch, slot, weapon, k, n)
    if scratch.shooters > 1 and process.facts & Fact.CLOSE == 0:
        scratch.singly = plan_singly(state, tables, scratch, slot, weapon, Mode.NORMAL, scratch.shooters)


@jit
def score_fire(state, tables, action, scratch):
    """Weapons and targets."""
    decision = state.decision
    process = running(state)
    slot = state.subject
    if decision == Decision.MODE:
        if action == PASS:
            return 0.05
        option = action - OPTION
        if option == Option.SINGLY:
            return 0.97 * scratch.singly
        if process.facts & Fact.CLOSE:
            return close_mode(state, tables, process, slot, option - Option.NORMAL)
        return scratch.modes[option - Option.NORMAL] + 0.0
    if decision == Decision.AIM:
        if action == PASS:
            return 0.05
        if action == OPTION + Option.SINGLY:
            return 0.97 * scratch.singly
        if action >= PIECE:
            return piece_value(state, tables, scratch, slot, process.weapon, process.mode, action - PIECE, scratch.shooters)
        if process.facts & Fact.CLOSE:
            entered = state.squads[process.squad].marks & Mark.ENTERED != 0 and state.squads[process.squad].marks & Mark.RAPID == 0
            value, _ = close_value(state, tables, scratch, process.squad, tables.unit_squad[action - UNIT], entered)
            return value + 0.1
        return aim_value(state, tables, scratch, slot, process.weapon, process.mode, action - UNIT, scratch.shooters)
    if decision == Decision.REACT:
        if action == PASS:
            return _HELD
        return shot_value(state, tables, scratch, slot, process.weapon, Mode.NORMAL, action - UNIT, 1, PENALTY)
    if decision == Decision.FOCUS:
        return focus_value(state, tables, scratch, action - COUNT, -1)
    if decision == Decision.SPREAD:
        share = 1 if action == OPTION + Option.EACH else 0
        return focus_value(state, tables, scratch, state.shots[process.shot].lost, share)
    if decision == Decision.SHIELD:
        return 0.0 if action == PASS else scratch.worth[slot] - scratch.worth[action - UNIT]
    return smoke_value(state, tables, scratch, action - UNIT)


@jit
def close_mode(state, tables, process, slot, mode):
    """At close quarters many shots are better, unless none can hurt. Clause: DZ-SPEC-16."""
    energy = energy_of(state, tables, slot, process.weapon, mode)
    return 1.0 if mode == Mode.NORMAL else 0.5 + 0.01 * energy


@jit
def focus_value(state, tables, scratch, n, share):
    """The gain from a shot with so many hits given up; spread (1), on one hit (0), or the better of both (-1). Clause: DZ-SPEC-11."""
    shot = state.shots[running(state).shot]
    firer = shot.firer
    weapon = shot.weapon
    left = shot.hits + shot.sure - n
    if shot.target < 0:
        return -1.0 * n
    target = shot.target
    energy = energy_of(state, tables, firer, weapon, shot.mode)
    more = tables.weapon_focus[firer, weapon]
    _, cover = need_for(state, tables, firer, weapon, shot.mode, target, -1, 0)
    dp = max(min(state.units[target].dp, 60), 1)
    best = 0.0
    for spread in range(2):
        if share >= 0 and spread != share:
            continue
        begin_pool(scratch, dp)
        for k in range(left):
            extra = (n // left + (1 if k < n % left else 0)) if spread else (n if k == 0 else 0)
            one, two, size = die_odds(state, tables, firer, weapon, target, energy + more * extra, cover)
            throw_pool(scratch, dp, 1, one, two, size)
        best = max(best, pool_share(scratch, dp))
    return best * max(scratch.worth[target], 1.0)


@jit
def smoke_value(state, tables, scratch, slot):
    """The damage that smoke on a squad spares it. Clauses: DZ-ABIL-03, DZ-ABIL-04."""
    map_foes(state, tables, scratch, tables.unit_squad[slot], slot, -1)
    total = 0.0
    for k in range(scratch.n_foes):
        total += scratch.bite[k]
    return min(total, scratch.worth[slot])
