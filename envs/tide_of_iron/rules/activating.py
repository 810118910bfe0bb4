"""An activation from start to end, with what the other side may do in the middle of it. Chapters ACT, MOV, OPF, EQP."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules.assaulting import has_assault
from skirmish_rl.envs.tide_of_iron.rules.attacking import has_op_fire
from skirmish_rl.envs.tide_of_iron.rules.facts import has_operation, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import has_direct_target
from skirmish_rl.envs.tide_of_iron.rules.losing import walk_into_mines
from skirmish_rl.envs.tide_of_iron.rules.moving import can_move, fall_back, movement_of
from skirmish_rl.envs.tide_of_iron.rules.ordering import can_crew
from skirmish_rl.envs.tide_of_iron.rules.telling import Own
from skirmish_rl.envs.tide_of_iron.rules.units import clear_fired, fatigue
from skirmish_rl.envs.tide_of_iron.state import FORCE, Frame, Kind, Mark, Operation, Order


class Step(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    MOVE = 1
    EVENTS = 2
    MOVED = 3
    FIRED = 4
    END = 5


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
def name_crew(state, tables, slot):
    """Who moves the gun: the only unit that can, or the owner's choice. Clause: TI-EQP-02."""
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if can_crew(state, tables, slot, other):
            if state.crew >= 0:
                state.crew = -1
                ask(state, seat, Decision.GUN_CREW, slot)
                return
            state.crew = other


@jit
def go_on_moving(state, tables, frame, slot):
    """Ask for the next step while there is one. Clauses: TI-MOV-02, TI-OPF-15, TI-VEH-12."""
    unit = state.units[slot]
    done = unit.cell < 0 or state.broken or state.halted
    if not done:
        able = state.hexes == 0 if unit.kind == Kind.GUN else can_move(state, tables, slot, state.order)
        if able:
            ask(state, seat_of(slot), Decision.STEP, slot)
            return
    if state.overrun and unit.cell >= 0:
        fall_back(state, slot)
        state.broken = 1
    frame.step = Step.MOVED


@jit
def run_events(state, tables, frame, slot):
    """Op Fire and mines after a step, in the order the initiative holder names. Clauses: TI-OPF-01..03, TI-TRN-12, TI-GEN-10."""
    op = frame.op_fire and has_op_fire(state, tables)
    mines = frame.mines and state.units[slot].cell >= 0
    if op and mines and not frame.ordered:
        frame.ordered = 1
        ask(state, state.initiative, Decision.ORDER, slot)
    elif mines and not (op and frame.op_first):
        frame.mines = 0
        state.broken = 1
        note(state, Own.STOPPED, seat_of(slot), slot)
        fatigue(state, slot)
        if state.crew >= 0:
            walk_into_mines(state, tables, state.crew)
        walk_into_mines(state, tables, slot)
    elif op:
        frame.op_fire = 0
        ask(state, 1 - seat_of(slot), Decision.OP_FIRE, slot)
    else:
        frame.op_fire = 0
        frame.mines = 0
        frame.ordered = 0
        frame.op_first = 0
        frame.step = Step.MOVE


@jit
def raise_events(state, frame, slot):
    """A step into a hex, or out of a fortification or transport, may meet Op Fire and mines. Clauses: TI-OPF-02, TI-TRN-07, TI-OPF-13."""
    frame.op_fire = 1
    if state.hexes > 0 and state.marks[Mark.MINES, state.units[slot].cell]:
        frame.mines = 1
    frame.step = Step.EVENTS


@jit
def after_move(state, tables, frame, slot):
    """Movement is over: the attack of Fire and Movement, or the assault. Clauses: TI-ACT-11, TI-ACT-19, TI-ASL-01, TI-ASL-02, TI-ASL-03."""
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
