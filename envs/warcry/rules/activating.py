"""An activation: which actions and abilities, one after the other, until it is over. Chapters ACT, WAIT, COMB, ABIL."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.rules.abilities import has_ability
from skirmish_rl.envs.warcry.rules.fighters import allocate, is_eligible
from skirmish_rl.envs.warcry.rules.telling import Own, Roll, Yield
from skirmish_rl.envs.warcry.state import BOOSTS, FACES, Frame, Place, Status, Victory, seat_of


class Activation(IntEnum):
    """Steps of the ACTIVATION frame, whose fighter is `slot`."""

    STEP = 0
    CLOSE = 1  # it falls off a face; once it stands, it suffers for the relic
    OVER = 2


@jit
def activate(state, slot):
    """A fighter is activated. Clauses: WC-COMB-02, WC-ACT-01, WC-ACT-04, WC-REACT-04, WC-WAIT-02, WC-ABIL-03."""
    unit = state.units[slot]
    note(state, Event.ACTIVATED, seat_of(slot), slot)
    state.active = slot
    state.second = unit.waiting
    state.actions_left = 1 if unit.waiting else 2 - unit.lost
    state.actions_made = 0
    state.ability_used = 0
    state.downed = 0
    state.inspired = -1
    unit.activated = 1
    unit.waiting = 0
    for boost in range(BOOSTS):
        state.boosts[boost] = 0
    frame = push(state, Frame.ACTIVATION)
    frame.slot = slot


@jit
def run_activation(state, tables, frame):
    """One step of an activation. Clauses: WC-ACT-02, WC-ACT-07, WC-COMB-09, WC-CLIMB-03, WC-FALL-01, WC-VC-03, WC-UNI-04, WC-UNI-07."""
    slot = frame.slot
    unit = state.units[slot]
    step = frame.step
    if step == Activation.STEP:
        if unit.status != Status.ON_BOARD:
            frame.step = Activation.OVER
        elif state.actions_left > 0 or has_ability(state, tables, slot):
            ask(state, seat_of(slot), Decision.STEP, slot)
        else:
            frame.step = Activation.CLOSE
    elif step == Activation.CLOSE:
        if unit.status == Status.ON_BOARD and tables.node_place[unit.node] == Place.FACE:
            fall = push(state, Frame.FALL)
            fall.slot = slot
            return
        frame.step = Activation.OVER
        if unit.status == Status.ON_BOARD and tables.victory == Victory.RELIC and unit.treasure >= 0:
            note(state, Event.ROLLS, seat_of(slot), slot, value=Roll.RELIC)
            damage = roll(state, FACES)
            note(state, Event.RESULT, value=damage, other=Yield.DAMAGE)
            allocate(state, tables, slot, damage)
    else:
        finish_activation(state, slot)


@jit
def finish_activation(state, slot):
    """The activation is over; a picked fighter may follow at once. Clauses: WC-UNI-04, WC-UNI-07, WC-ABIL-07, WC-WAIT-04, WC-WAIT-05."""
    note(state, Own.ENDS, unit=slot)
    pop(state)
    state.active = -1
    state.actions_left = 0
    state.actions_made = 0
    state.ability_used = 0
    state.second = 0
    state.downed = 0
    for boost in range(BOOSTS):
        state.boosts[boost] = 0
    next_slot = state.inspired
    if next_slot >= 0 and is_eligible(state, next_slot) and state.units[next_slot].activated == 0:
        ask(state, seat_of(next_slot), Decision.FOLLOW, next_slot)
    else:
        state.inspired = -1


@jit
def wait(state, frame):
    """The Wait action. Clauses: WC-WAIT-01..03, WC-WAIT-06, WC-WAIT-07."""
    slot = frame.slot
    if state.actions_left == 2 and state.second == 0:
        state.units[slot].waiting = 1
        note(state, Own.WAITS, unit=slot)
    state.actions_left = 0
    frame.step = Activation.CLOSE


@jit
def spend_action(state):
    """One of the fighter's actions is used up. Clause: WC-ACT-01."""
    state.actions_left -= 1
    state.actions_made += 1
