"""The moments of an Engage and who is asked at each. Chapter ENG; the order of the traits' moments."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.engaging import can_avenge, deal_attack_damage, end_engage, is_target, roll_attacks
from skirmish_rl.envs.godbreakers.rules.frames import has_placement
from skirmish_rl.envs.godbreakers.state import Decision, Trait, controller_of, rank_of


class Engage(IntEnum):
    """Steps of the ENGAGE frame."""

    NOMINATE = 0
    ROLL = 1
    CUNNING = 2
    DAMAGE = 3
    VENGEANCE = 4  # c: place in the engaged list
    SHOVE = 5  # c: model to be shoved
    END = 6


@jit
def run_engage(state, tables, frame):
    """One step of an Engage. Clauses: GB-ENG-01, GB-ENG-13; the order of the traits' moments."""
    step = frame.step
    active = state.active + 0
    engaged = active >= 0 and state.units[active].result >= 0
    if step == Engage.NOMINATE:
        if frame.a == active and has_extra_target(state, tables, active):
            ask(state, controller_of(state, active), Decision.NOMINATE)
        else:
            frame.step = Engage.ROLL
    elif step == Engage.ROLL:
        roll_attacks(state, tables)
        frame.step = Engage.CUNNING
    elif step == Engage.CUNNING:
        frame.step = Engage.DAMAGE
        if engaged:
            rank = rank_of(state, state.units[active], Trait.CUNNING)
            if rank > 0 and has_placement(state, tables, state.units[active].cell, rank):
                ask(state, controller_of(state, active), Decision.CUNNING)
    elif step == Engage.DAMAGE:
        deal_attack_damage(state, tables)
        frame.c = 0
        frame.step = Engage.VENGEANCE
    elif step == Engage.VENGEANCE:
        while frame.c < state.n_engaged and not can_avenge(state, tables, state.engaged[frame.c]):
            frame.c += 1
        if frame.c < state.n_engaged:
            ask(state, controller_of(state, state.engaged[frame.c]), Decision.VENGEANCE)
        else:
            frame.c = -1
            frame.step = Engage.SHOVE
    elif step == Engage.SHOVE:
        run_shove(state, tables, frame, engaged)
    else:
        end_engage(state)
        pop(state)


@jit
def has_extra_target(state, tables, slot):
    """True if Merciless lets the active model nominate one more. Clause: GB-TRT-14."""
    if state.n_engaged - 2 >= rank_of(state, state.units[slot], Trait.MERCILESS):
        return False
    for other in range(state.used):
        if state.units[other].result < 0 and is_target(state, tables, slot, other):
            return True
    return False


@jit
def shove_range(state):
    """How far Juggernaut of the active model places a model. Clause: GB-TRT-07."""
    return 2 * rank_of(state, state.units[state.active], Trait.JUGGERNAUT)


@jit
def run_shove(state, tables, frame, engaged):
    """Juggernaut: one engaged model may be placed anew. Clause: GB-TRT-07."""
    if frame.c >= 0:
        ask(state, controller_of(state, state.active), Decision.SHOVE_CELL)
        return
    frame.step = Engage.END
    if not engaged or shove_range(state) == 0:
        return
    for k in range(state.n_engaged):
        if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
            ask(state, controller_of(state, state.active), Decision.SHOVE)
            return
