"""The moments of an Engage and who is asked at each. Chapter ENG; the order of the traits' moments."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.engaging import can_avenge, deal_attack_damage, end_engage, is_target, roll_attacks
from skirmish_rl.envs.godbreakers.rules.facts import controller_of, rank_of
from skirmish_rl.envs.godbreakers.rules.frames import Engage, has_placement
from skirmish_rl.envs.godbreakers.state import Trait


@jit
def run_engage(state, tables, frame):
    """One step of an Engage. Clauses: GB-ENG-01, GB-ENG-13; the order of the traits' moments."""
    step = frame.step
    active = state.active
    engaged = state.units[active].result >= 0
    if step == Engage.NOMINATE:
        if state.engaged[0] == active and has_extra_target(state, tables, active):
            ask(state, controller_of(state, active), Decision.NOMINATE, active)
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
                ask(state, controller_of(state, active), Decision.CUNNING, active)
    elif step == Engage.DAMAGE:
        deal_attack_damage(state, tables)
        frame.avenger = 0
        frame.step = Engage.VENGEANCE
    elif step == Engage.VENGEANCE:
        while frame.avenger < state.n_engaged and not can_avenge(state, tables, state.engaged[frame.avenger]):
            frame.avenger += 1
        if frame.avenger < state.n_engaged:
            avenger = state.engaged[frame.avenger]
            ask(state, controller_of(state, avenger), Decision.VENGEANCE, avenger)
        else:
            frame.step = Engage.SHOVE
    elif step == Engage.SHOVE:
        frame.step = Engage.END
        if engaged and can_shove(state, tables):
            ask(state, controller_of(state, active), Decision.SHOVE, active)
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
def can_shove(state, tables):
    """True if Juggernaut of the active model may place an engaged model anew. Clause: GB-TRT-07."""
    if shove_range(state) == 0:
        return False
    for k in range(state.n_engaged):
        if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
            return True
    return False
