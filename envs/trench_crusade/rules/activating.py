"""An activation from start to end. Chapter ACT; TC-DOWN-05, TC-TER-05, TC-KW-17, TC-KW-23."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import VERB, Decision
from skirmish_rl.envs.trench_crusade.rules.charging import begin_charge, has_charge
from skirmish_rl.envs.trench_crusade.rules.fighting import begin_fight, has_melee_weapon, has_opponent
from skirmish_rl.envs.trench_crusade.rules.measuring import is_engaged
from skirmish_rl.envs.trench_crusade.rules.moving import begin_go, begin_wire_injury, offers_mode
from skirmish_rl.envs.trench_crusade.rules.retreating import begin_retreat
from skirmish_rl.envs.trench_crusade.rules.rolling import begin_roll
from skirmish_rl.envs.trench_crusade.rules.shooting import begin_shoot, can_shoot
from skirmish_rl.envs.trench_crusade.rules.specials import begin_special, can_special
from skirmish_rl.envs.trench_crusade.rules.telling import Own
from skirmish_rl.envs.trench_crusade.rules.units import clear_act
from skirmish_rl.envs.trench_crusade.state import Frame, Status, Success, Task, Verb, act_of, has_done, seat_of

SLOT_MOVES = 1 << Verb.MOVE | 1 << Verb.MOVE_RISK | 1 << Verb.MOVE_DROP | 1 << Verb.CHARGE | 1 << Verb.RETREAT


class Activation(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    DANGER = 1
    CHOOSE = 2
    ACT = 3
    END = 4


@jit
def partner_of(state, tables, slot):
    """The partner with whom a model may act jointly, -1. Clause: TC-KW-17."""
    other = tables.partner[slot]
    if other >= 0 and state.units[other].status == Status.ON_BOARD and state.units[other].activated == 0:
        return other
    return -1


@jit
def begin_activation(state, slot, partner):
    """A model is activated, jointly with its partner (or -1: alone). Clauses: TC-ACT-01, TC-ACT-03, TC-KW-17."""
    state.ended = 0
    state.forced = -1
    state.acts[0].slot = slot
    state.acts[1].slot = partner
    state.units[slot].activated = 1
    note(state, Event.ACTIVATED, seat_of(slot), slot)
    if partner >= 0:
        state.units[partner].activated = 1
        note(state, Event.ACTIVATED, seat_of(partner), partner)
    state.active = slot
    push(state, Frame.ACTIVATION)


@jit
def run_activation(state, tables, frame):
    """One step of an activation. Clauses: TC-ACT-05, TC-ACT-07, TC-ACT-08, TC-ACT-12."""
    step = frame.step
    if step == Activation.START:
        if frame.risen > 1 or state.acts[frame.risen].slot < 0 or state.ended:
            frame.step = Activation.CHOOSE
        else:
            frame.step = Activation.DANGER
            rise(state, tables, state.acts[frame.risen])
    elif step == Activation.DANGER:
        frame.step = Activation.START
        slot = state.acts[frame.risen].slot
        frame.risen += 1
        if tables.wire[state.units[slot].cell] and frame.success == Success.FAILURE:
            state.ended = 1
            begin_wire_injury(state, tables, slot, -1)
    elif step == Activation.CHOOSE:
        choose(state, frame)
    elif step == Activation.ACT:
        frame.step = Activation.CHOOSE
        ask(state, seat_of(state.active), Decision.ACTION, state.active)
    else:
        end_activation(state)


@jit
def rise(state, tables, act):
    """The first moments of an activation: regeneration, standing up, the test of dangerous terrain.

    Clauses: TC-ACT-12, TC-DOWN-05, TC-TER-05.
    """
    slot = act.slot
    unit = state.units[slot]
    healed = min(unit.blood, tables.regenerate[slot])
    if healed > 0:
        unit.blood -= healed
        note(state, Own.BLOOD, seat_of(slot), slot, value=unit.blood)
    if unit.down:
        unit.down = 0
        act.stood = 1
        note(state, Own.STANDS, seat_of(slot), slot)
    if tables.wire[unit.cell]:
        begin_roll(state, tables, slot, Task.DANGER, 1)


@jit
def choose(state, frame):
    """Ask which model acts next, or for the end, for both members of a fireteam at once.

    Clauses: TC-ACT-05, TC-ACT-08, TC-DOWN-02, TC-KW-17.
    """
    if state.ended:
        frame.step = Activation.END
    elif state.acts[1].slot >= 0:
        frame.step = Activation.ACT
        ask(state, seat_of(state.acts[0].slot), Decision.MEMBER)
    else:
        state.active = state.acts[0].slot
        ask(state, seat_of(state.active), Decision.ACTION, state.active)


@jit
def end_activation(state):
    """End the activation; no model is active, and the game goes on. Clause: TC-ACT-07."""
    clear_act(state.acts[0])
    clear_act(state.acts[1])
    state.active = -1
    state.ended = 0
    state.path_length = 0
    pop(state)


@jit
def can_move(state, slot):
    """True if a model may take a Move, Charge or Retreat. Clauses: TC-ACT-06, TC-KW-19."""
    act = state.acts[act_of(state, slot)]
    return act.done & SLOT_MOVES == 0 and act.heavy == 0


@jit
def can_act(state, tables, slot, verb, engaged):
    """True if an active model may take an Action now.

    Clauses: TC-RET-01, TC-ACT-05, TC-ACT-06, TC-MOV-03, TC-CHG-04, TC-CHG-06, TC-DSH-03, TC-RNG-01, TC-RNG-02, TC-MEL-01, TC-MEL-09,
    TC-KW-19, TC-ABL-18.
    """
    act = state.acts[act_of(state, slot)]
    if verb == Verb.END:
        return True
    if verb <= Verb.MOVE_DROP:
        return not engaged and can_move(state, slot) and offers_mode(state, tables, slot, verb - Verb.MOVE)
    if verb == Verb.CHARGE:
        return not engaged and act.plain == 0 and can_move(state, slot) and has_charge(state, tables, slot)
    if verb == Verb.RETREAT:
        return engaged and can_move(state, slot)
    if verb == Verb.DASH:
        return not engaged and not has_done(act, Verb.DASH) and act.heavy == 0
    if verb == Verb.SHOOT:
        return not engaged and tables.can_shoot[slot] != 0 and can_shoot(state, tables, slot)
    if verb == Verb.FIGHT:
        if has_done(act, Verb.FIGHT) and act.again == 0:
            return False
        return engaged and act.plain == 0 and has_melee_weapon(state, tables, slot) and has_opponent(state, tables, slot)
    return not has_done(act, verb) and can_special(state, tables, slot, verb)


@jit
def legal_action(state, tables, mask):
    """The Actions of the model that acts, and END. Clause: TC-ACT-05."""
    slot = state.active
    engaged = is_engaged(state, tables, slot)
    for verb in range(Verb.END + 1):
        mask[VERB + verb] = can_act(state, tables, slot, verb, engaged)


@jit
def apply_action(state, tables, action):
    """An Action begins. Clauses: TC-ACT-05, TC-ACT-07."""
    verb = action - VERB
    slot = state.active
    act = state.acts[act_of(state, slot)]
    note(state, Own.ACTS, seat_of(slot), slot, value=verb)
    if verb == Verb.END:
        state.ended = 1
        return
    if verb == Verb.FIGHT and has_done(act, Verb.FIGHT):
        act.again = 0
    act.done |= 1 << verb
    if verb <= Verb.MOVE_DROP or verb == Verb.DASH:
        begin_go(state, tables, slot, verb)
    elif verb == Verb.CHARGE:
        begin_charge(state, slot)
    elif verb == Verb.RETREAT:
        begin_retreat(state, tables, slot, 0)
    elif verb == Verb.SHOOT:
        begin_shoot(state, slot)
    elif verb == Verb.FIGHT:
        begin_fight(state, slot)
    else:
        begin_special(state, slot, verb)
