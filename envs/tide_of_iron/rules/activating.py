"""An activation from start to end, around its movement (`stepping`): order, crew, target. Chapters ACT, EQP."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CELL, OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.tide_of_iron.rules.assaulting import has_assault
from skirmish_rl.envs.tide_of_iron.rules.attacking import begin_fire
from skirmish_rl.envs.tide_of_iron.rules.facts import has_operation, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import has_direct_target, is_target
from skirmish_rl.envs.tide_of_iron.rules.moving import movement_of
from skirmish_rl.envs.tide_of_iron.rules.ordering import can_crew
from skirmish_rl.envs.tide_of_iron.rules.shelling import can_shell
from skirmish_rl.envs.tide_of_iron.rules.stepping import Step, go_on_moving, run_events
from skirmish_rl.envs.tide_of_iron.rules.units import clear_fired, fatigue
from skirmish_rl.envs.tide_of_iron.state import FORCE, Frame, Kind, Mark, Operation, Order


@jit
def begin_activation(state, slot, order):
    """A unit becomes the active one. Clauses: TI-ACT-05, TI-ACT-06, TI-ACT-20."""
    state.active = slot
    state.order = order
    state.fire_done = 0
    state.move_done = 0
    state.crew = -1
    state.movement = 0
    state.reserved = 0
    state.hexes = 0
    state.mined = 0
    state.halted = 0
    state.barred = 0
    state.broken = 0
    state.overrun = 0
    clear_fired(state)
    note(state, Event.ACTIVATED, seat_of(slot), slot, value=order)
    push(state, Frame.ACTIVATION)


@jit
def run_activation(state, tables, frame):
    """One step of an activation."""
    slot = state.active
    step = frame.step
    if step == Step.START:
        start(state, tables, frame, slot)
    elif step == Step.MOVE:
        go_on_moving(state, tables, frame, slot)
    elif step == Step.EVENTS:
        run_events(state, tables, frame, slot)
    elif step == Step.MOVED:
        after_move(state, tables, frame, slot)
    elif step == Step.FIRED:
        still = state.order == Order.FIRE_AND_MOVE and not state.move_done
        state.fire_done = 1
        frame.step = Step.MOVE if still else Step.END
    else:
        end_activation(state, slot)


@jit
def start(state, tables, frame, slot):
    """The first moment of an activation. Clauses: TI-ACT-08..13, TI-TRN-09, TI-OPS-06, TI-CRD-12."""
    order = state.order
    seat = seat_of(slot)
    unit = state.units[slot]
    if order == Order.FIRE:
        frame.step = Step.FIRED
        ask(state, seat, Decision.TARGET, slot)
        return
    state.movement = movement_of(state, tables, slot, order)
    if order == Order.ADVANCE:
        state.movement += state.boost
        if is_squad(unit) and has_operation(tables, seat, Operation.DOUBLE_TIME):
            state.reserved = 1
            state.movement += 1
    state.mined = state.marks[Mark.MINES, unit.cell]
    frame.step = Step.MOVE
    if unit.kind == Kind.GUN:
        name_crew(state, tables, slot)
    elif order == Order.FIRE_AND_MOVE and has_direct_target(state, tables, slot, False):
        ask(state, seat, Decision.FIRE_OR_MOVE, slot)


@jit
def legal_fire_or_move(mask):
    """Fire first or move first. Clause: TI-ACT-11."""
    mask[OPTION + Option.FIRE_FIRST] = 1
    mask[OPTION + Option.MOVE_FIRST] = 1


@jit
def apply_fire_or_move(state, action):
    """Fire first, and name a target next, or move first. Clause: TI-ACT-11."""
    if action == OPTION + Option.FIRE_FIRST:
        ask(state, seat_of(state.subject), Decision.TARGET, state.subject)


@jit
def name_crew(state, tables, slot):
    """Name the unit that moves the gun: the only one that can, or the owner's choice. Clause: TI-EQP-02."""
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if can_crew(state, tables, slot, other):
            if state.crew >= 0:
                state.crew = -1
                ask(state, seat, Decision.GUN_CREW, slot)
                return
            state.crew = other


@jit
def legal_gun_crew(state, tables, mask):
    """Units that can move the gun. Clause: TI-EQP-02."""
    seat = state.decider
    for crew in range(FORCE * seat, FORCE * (seat + 1)):
        mask[UNIT + crew] = can_crew(state, tables, state.subject, crew)


@jit
def apply_gun_crew(state, action):
    """Let the chosen unit move the gun. Clause: TI-EQP-02."""
    state.crew = action - UNIT


@jit
def after_move(state, tables, frame, slot):
    """Movement is over: the attack of Fire and Movement, or the assault.

    Clauses: TI-ACT-11, TI-ACT-19, TI-ASL-01, TI-ASL-02, TI-ASL-03.
    """
    unit = state.units[slot]
    state.move_done = 1
    frame.step = Step.END
    if unit.cell < 0 or state.broken or unit.carrier >= 0:
        return
    if state.order == Order.FIRE_AND_MOVE and not state.fire_done and has_direct_target(state, tables, slot, False):
        ask(state, seat_of(slot), Decision.TARGET, slot)
    elif state.order == Order.ASSAULT and not state.barred and has_assault(state, tables, slot):
        ask(state, seat_of(slot), Decision.ASSAULT_HEX, slot)


@jit
def legal_target(state, tables, mask):
    """What the active unit may fire at. Clauses: TI-FIR-01, TI-ARE-01, TI-ACT-11."""
    slot = state.subject
    foe = 1 - seat_of(slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[target].cell >= 0:
            mask[UNIT + target] = is_target(state, tables, slot, target, state.beast != 0)
            if state.order == Order.FIRE and state.beast == 0 and can_shell(state, tables, slot, state.units[target].cell):
                mask[CELL + state.units[target].cell] = 1
    mask[PASS] = state.move_done


@jit
def apply_target(state, tables, frame, action):
    """Let the active unit fire at the chosen target, or not at all. Clauses: TI-FIR-01, TI-ARE-01, TI-ACT-11."""
    if action == PASS:
        frame.step = Step.END
        return
    slot = state.subject
    frame.step = Step.FIRED
    halved = 1 if state.order == Order.FIRE_AND_MOVE else 0
    if action >= CELL:
        begin_fire(state, tables, slot, -1, action - CELL, halved)
    else:
        begin_fire(state, tables, slot, action - UNIT, -1, halved)


@jit
def end_activation(state, slot):
    """The active unit is fatigued. Clauses: TI-ACT-05, TI-ACT-20."""
    if state.units[slot].cell >= 0:
        fatigue(state, slot)
    if state.crew >= 0 and state.units[state.crew].cell >= 0:
        fatigue(state, state.crew)
    rest(state)
    state.movement = 0
    state.reserved = 0
    state.hexes = 0
    state.mined = 0
    state.overrun = 0
    state.silent = 0
    state.boost = 0
    state.beast = 0
    pop(state)


@jit
def rest(state):
    """No unit is active."""
    state.active = -1
    state.order = -1
    state.crew = -1
