"""An activation from start to end, with what the other side may do in the middle of it. Chapters ACT, MOV, OPF, EQP."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.assaulting import has_assault
from skirmish_rl.envs.tide_of_iron.rules.attacking import has_op_fire, walk_into_mines
from skirmish_rl.envs.tide_of_iron.rules.firing import (
    can_go_op,
    can_rally,
    has_area_target,
    has_direct_target,
    is_ready,
    is_served,
)
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame
from skirmish_rl.envs.tide_of_iron.rules.moving import can_entrench, can_move, can_push, fall_back, movement_of  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.units import clear_fired, fatigue
from skirmish_rl.envs.tide_of_iron.state import (
    DIRECTIONS,
    FORCE,
    SLOTS_OF_BASE,
    Activation,
    Decision,
    Figure,
    Kind,
    Mark,
    Operation,
    Order,
    Specialty,
    filled_slots,
    has_crew,
    has_operation,
    is_out,
    is_squad,
    is_steady,
    seat_of,
)  # fmt: skip


class Step(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    MOVE = 1
    EVENTS = 2
    MOVED = 3
    FIRED = 4
    END = 5


class Note(IntEnum):
    """Bits of the frame's `c`; the unit that moves a gun stands above them."""

    OP_FIRE = 1  # may come now
    MINES = 2  # were entered
    FIRED = 4  # the attack of Fire and Movement is done
    ORDERED = 8  # the holder has said what comes first
    OP_FIRST = 16
    BOARDED = 32
    MOVED = 64  # the move of Fire and Movement is done
    CREW = 128  # times (slot + 1)


@jit
def begin_activation(state, slot, order):
    """A unit becomes the active one. Clauses: TI-ACT-05, TI-ACT-06, TI-ACT-20."""
    state.active = slot
    state.movement = 0
    state.reserved = 0
    state.hexes = 0
    state.mined = 0
    state.halted = 0
    state.barred = 0
    state.broken = 0
    state.overrun = 0
    state.charge = -1
    clear_fired(state)
    push(state, Frame.ACTIVATION, slot, order, 0)


@jit
def run_activation(state, tables, frame):
    """One step of an activation."""
    slot = frame.a + 0
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
        still = frame.b == Order.FIRE_AND_MOVE and (frame.c & Note.MOVED) == 0
        frame.c = frame.c | Note.FIRED
        frame.step = Step.MOVE if still else Step.END
    else:
        end_activation(state, frame, slot)


@jit
def start(state, tables, frame, slot):
    """The first moment of an activation. Clauses: TI-ACT-08..13, TI-TRN-09, TI-OPS-06, TI-CRD-12."""
    order = frame.b
    unit = state.units[slot]
    if order == Order.FIRE:
        frame.step = Step.FIRED
        ask(state, seat_of(slot), Decision.TARGET)
        return
    state.movement = movement_of(state, tables, slot, order)
    if order == Order.ADVANCE:
        state.movement += state.boost
        if is_squad(unit) and has_operation(tables, seat_of(slot), Operation.DOUBLE_TIME):
            state.reserved = 1
            state.movement += 1
    state.mined = (state.marks[unit.cell] & Mark.MINES) > 0
    frame.step = Step.MOVE
    if unit.kind == Kind.GUN:
        if frame.c == 0:
            name_crew(state, tables, frame, slot)
    elif order == Order.FIRE_AND_MOVE and has_direct_target(state, tables, slot) and state.movement > 0:
        ask(state, seat_of(slot), Decision.FIRE_OR_MOVE)


@jit
def name_crew(state, tables, frame, slot):
    """Who moves the gun: the only unit that can, or the owner's choice. Clause: TI-EQP-02."""
    crew = -1
    several = False
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if can_crew(state, tables, slot, other):
            several = crew >= 0
            crew = other
            if several:
                break
    if several:
        ask(state, seat, Decision.GUN_CREW)
    else:
        frame.c = Note.CREW * (crew + 1)


@jit
def can_crew(state, tables, gun, slot):
    """True if a unit can move a gun of its hex to some hex. Clause: TI-EQP-02."""
    unit = state.units[slot]
    if slot == gun or unit.cell != state.units[gun].cell or not is_out(unit) or not is_ready(state, slot) or unit.kind == Kind.GUN:
        return False
    for direction in range(DIRECTIONS):
        if can_push(state, tables, gun, direction, slot):
            return True
    return False


@jit
def has_gun_crew(state, tables, gun):
    """True if any unit can move a gun."""
    seat = seat_of(gun)
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_crew(state, tables, gun, slot):
            return True
    return False


@jit
def go_on_moving(state, tables, frame, slot):
    """Ask for the next step while there is one. Clauses: TI-MOV-02, TI-OPF-15, TI-VEH-12."""
    unit = state.units[slot]
    done = unit.cell < 0 or state.broken or state.halted or (frame.c & Note.BOARDED) > 0
    if unit.kind == Kind.GUN:
        done = done or state.hexes > 0
        if not done:
            ask(state, seat_of(slot), Decision.STEP)
            return
    if not done and can_move(state, tables, slot, frame.b):
        ask(state, seat_of(slot), Decision.STEP)
        return
    if state.overrun and unit.cell >= 0:
        fall_back(state, slot)
        state.broken = 1
    frame.step = Step.MOVED


@jit
def run_events(state, tables, frame, slot):
    """Op Fire and mines after a step, in the order the initiative holder names. Clauses: TI-OPF-01..03, TI-TRN-12, TI-GEN-10."""
    op = (frame.c & Note.OP_FIRE) > 0 and has_op_fire(state, tables)
    mines = (frame.c & Note.MINES) > 0 and state.units[slot].cell >= 0
    if op and mines and (frame.c & Note.ORDERED) == 0:
        frame.c = frame.c | Note.ORDERED
        ask(state, state.initiative, Decision.ORDER)
    elif mines and not (op and frame.c & Note.OP_FIRST):
        frame.c = frame.c & ~Note.MINES
        state.broken = 1
        fatigue(state, slot)
        crew = frame.c // Note.CREW - 1
        if crew >= 0:
            walk_into_mines(state, tables, crew)
        walk_into_mines(state, tables, slot)
    elif op:
        frame.c = frame.c & ~Note.OP_FIRE
        ask(state, 1 - seat_of(slot), Decision.OP_FIRE)
    else:
        frame.c = frame.c & ~(Note.OP_FIRE | Note.MINES | Note.ORDERED | Note.OP_FIRST)
        frame.step = Step.MOVE


@jit
def raise_events(state, frame, slot):
    """A step into a hex, or out of a fortification or transport, may meet Op Fire and mines. Clauses: TI-OPF-02, TI-TRN-07, TI-OPF-13."""
    frame.c = frame.c | Note.OP_FIRE
    if state.hexes > 0 and state.marks[state.units[slot].cell] & Mark.MINES:
        frame.c = frame.c | Note.MINES
    frame.step = Step.EVENTS


@jit
def after_move(state, tables, frame, slot):
    """Movement is over: the attack of Fire and Movement, or the assault. Clauses: TI-ACT-11, TI-ACT-19, TI-ASL-01, TI-ASL-02, TI-ASL-03."""
    unit = state.units[slot]
    frame.c = frame.c | Note.MOVED
    frame.step = Step.END
    if unit.cell < 0 or state.broken or unit.carrier >= 0:
        return
    if frame.b == Order.FIRE_AND_MOVE and (frame.c & Note.FIRED) == 0 and has_direct_target(state, tables, slot):
        ask(state, seat_of(slot), Decision.TARGET)
    elif frame.b == Order.ASSAULT and not state.barred and has_assault(state, tables, slot):
        ask(state, seat_of(slot), Decision.ASSAULT_HEX)


@jit
def end_activation(state, frame, slot):
    """The active unit is fatigued. Clauses: TI-ACT-05, TI-ACT-20."""
    if state.units[slot].cell >= 0:
        fatigue(state, slot)
    crew = frame.c // Note.CREW - 1
    if crew >= 0 and state.units[crew].cell >= 0:
        fatigue(state, crew)
    state.active = -1
    state.movement = 0
    state.reserved = 0
    state.silent = 0
    state.boost = 0
    state.beast = 0
    state.charge = -1
    pop(state)


@jit
def can_move_at_all(state, tables, slot, order, boost):
    """True if a unit that is not active yet could take a step in an action; the fields of the running activation are lent for the question."""
    state.movement = movement_of(state, tables, slot, order)
    if state.movement == 0:
        return False
    state.movement += boost
    state.mined = (state.marks[state.units[slot].cell] & Mark.MINES) > 0
    state.hexes = 0
    state.reserved = 0
    able = can_move(state, tables, slot, order)
    state.movement = 0
    state.mined = 0
    return able


@jit
def can_take(state, tables, slot, order):
    """True if a unit may be given an order now.

    Clauses: TI-ACT-05..17, TI-OFF-02, TI-VEH-13, TI-VEH-14, TI-ASL-01, TI-EQP-01..03.
    """
    unit = state.units[slot]
    if unit.cell < 0 or unit.activation != Activation.FRESH:
        return False
    if order == Order.FATIGUE:
        return True
    if order == Order.FIRE:
        return can_concentrate(state, tables, slot)
    if not is_steady(unit):
        return False
    if order == Order.PREPARE:
        return can_go_op(state, tables, slot)
    if order == Order.ADVANCE:
        if unit.kind == Kind.GUN:
            return has_gun_crew(state, tables, slot)
        return can_move_at_all(state, tables, slot, order, 0)
    if order == Order.FIRE_AND_MOVE:
        if has_crew(unit) or unit.kind == Kind.GUN or not is_armed(tables, slot, unit):
            return False
        return can_move_at_all(state, tables, slot, order, 0)
    if order == Order.ASSAULT:
        return can_assault(state, tables, slot)
    return can_act_specially(state, tables, slot, order)


@jit
def is_armed(tables, slot, unit):
    """True for squads and for vehicles with a weapon. Clause: TI-OPF-14."""
    if is_squad(unit):
        return True
    seat = seat_of(slot)
    return tables.vehicle_fp[seat, unit.kind, 0] + tables.vehicle_fp[seat, unit.kind, 1] > 0


@jit
def can_concentrate(state, tables, slot):
    """True if a unit may take Concentrated Fire now. Clauses: TI-ACT-09, TI-OFF-02, TI-ARE-05, TI-EQP-01."""
    unit = state.units[slot]
    if not is_out(unit) or not (is_ready(state, slot) or can_rally(state, slot)) or not is_served(state, slot):
        return False
    return has_direct_target(state, tables, slot) or has_area_target(state, tables, slot)


@jit
def can_assault(state, tables, slot):
    """True if a squad may take an Assault action: it can move, or has an enemy to assault. Clauses: TI-ASL-01, TI-ACT-14."""
    unit = state.units[slot]
    if not is_squad(unit) or has_crew(unit) or not is_ready(state, slot):
        return False
    if has_assault(state, tables, slot):
        return True
    return can_move_at_all(state, tables, slot, Order.ASSAULT, 0)


@jit
def can_act_specially(state, tables, slot, order):
    """True if a squad may take a special action. Clauses: TI-ACT-16, TI-SPC-03, TI-SPC-05, TI-SPC-08, TI-OPS-02."""
    unit = state.units[slot]
    seat = seat_of(slot)
    if not is_out(unit):
        return False
    if order == Order.DIG:
        return unit.specialty == Specialty.ENGINEER and can_entrench(state, tables, unit.cell)
    if order == Order.SMOKE:
        return unit.specialty == Specialty.ENGINEER and has_operation(tables, seat, Operation.LAY_SMOKE)
    if order == Order.HEAL:
        return unit.specialty == Specialty.MEDIC and has_wounded(state, seat, unit.cell)
    if unit.specialty != Specialty.DEMOLITION:
        return False
    for cell in range(len(state.marks)):
        if state.marks[cell] & (Mark.CHARGE_A << seat):
            return True
    return False


@jit
def can_be_healed(state, slot, seat, cell):
    """True for a squad of a hex with a free slot. Clause: TI-SPC-05."""
    unit = state.units[slot]
    return unit.cell == cell and is_squad(unit) and is_out(unit) and seat_of(slot) == seat and filled_slots(unit) < SLOTS_OF_BASE


@jit
def has_wounded(state, seat, cell):
    """True if a regular figure can return to a squad of a hex. Clause: TI-SPC-05."""
    if state.lost_regulars[seat] == 0:
        return False
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_be_healed(state, slot, seat, cell):
            return True
    return False


@jit
def return_regular(state, slot):
    """A lost regular figure comes back. Clauses: TI-SPC-05, TI-CRD-24."""
    state.units[slot].figures[Figure.REGULAR] += 1
    state.lost_regulars[seat_of(slot)] -= 1
