"""A movement step by step: what may be done, what it costs, and what it meets. Chapters MOV, TRP, TRN, OPF, OPS."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CELL, DIRECTION, OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.tide_of_iron.rules.attacking import has_op_fire
from skirmish_rl.envs.tide_of_iron.rules.facts import is_heavy, is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.losing import walk_into_mines
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks
from skirmish_rl.envs.tide_of_iron.rules.moving import (
    CHARGE_COST,
    FORT_COST,
    TRANSPORT_COST,
    TRAPS_COST,
    WIRE_COST,
    can_load,
    can_move,
    can_push,
    can_step,
    free_points,
    step_cost,
)
from skirmish_rl.envs.tide_of_iron.rules.telling import Own
from skirmish_rl.envs.tide_of_iron.rules.units import board, enter_fort, fatigue, leave_transport, move_unit, worsen
from skirmish_rl.envs.tide_of_iron.state import DIRECTIONS, FORCE, Condition, Fort, Kind, Mark, Specialty


class Step(IntEnum):
    """Steps of the ACTIVATION frame, which `activating` runs."""

    START = 0
    MOVE = 1
    EVENTS = 2
    MOVED = 3
    FIRED = 4
    END = 5


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
def legal_step(state, tables, mask):
    """Ways to spend movement. Clause: TI-MOV-02."""
    slot = state.subject
    if state.units[slot].kind == Kind.GUN:
        for direction in range(DIRECTIONS):
            mask[DIRECTION + direction] = can_push(state, tables, slot, direction, state.crew)
        return
    for direction in range(DIRECTIONS):
        mask[DIRECTION + direction] = step_cost(state, tables, slot, direction) > 0
    points = free_points(state)
    for option in range(Option.ENTER_ENTRENCHMENT, Option.LAY_CHARGE + 1):
        mask[OPTION + option] = can_step(state, tables, slot, state.order, option, points)
    seat = seat_of(slot)
    if state.crowd[seat, state.units[slot].cell] > 1:
        for transport in range(FORCE * seat, FORCE * (seat + 1)):
            if state.units[transport].kind != Kind.SQUAD:
                mask[UNIT + transport] = can_load(state, tables, slot, transport, points)
    mask[PASS] = state.overrun == 0


@jit
def apply_step(state, tables, frame, action):
    """One step of a movement. Clauses: TI-MOV-02, TI-MOV-11, TI-TRP-02, TI-TRN-07, TI-TRN-08, TI-EQP-02."""
    slot = state.subject
    if action == PASS:
        frame.step = Step.MOVED
    elif action >= OPTION:
        spend_points(state, tables, frame, slot, action - OPTION)
    elif action >= DIRECTION:
        direction = action - DIRECTION
        there = tables.next[state.units[slot].cell, direction]
        if state.units[slot].kind == Kind.GUN:
            move_unit(state, state.crew, there)
            enter_hex(state, tables, slot, there, 0)
        else:
            enter_hex(state, tables, slot, there, step_cost(state, tables, slot, direction))
        raise_events(state, frame, slot)
    else:
        state.movement -= TRANSPORT_COST
        state.halted = 1
        board(state, slot, action - UNIT)


@jit
def spend_points(state, tables, frame, slot, option):
    """Spend movement on something else than a hex.

    Clauses: TI-MOV-11, TI-TRP-02, TI-TRP-03, TI-TRN-07, TI-TRN-08, TI-OPF-13, TI-SPC-08, TI-OPS-08.
    """
    unit = state.units[slot]
    if option == Option.ENTER_ENTRENCHMENT:
        state.movement -= FORT_COST
        enter_fort(state, slot, Fort.ENTRENCHMENT)
    elif option == Option.ENTER_PILLBOX:
        state.movement -= FORT_COST
        enter_fort(state, slot, Fort.PILLBOX)
    elif option == Option.LEAVE:
        state.movement -= FORT_COST
        enter_fort(state, slot, Fort.NONE)
        frame.op_fire = 1
        frame.step = Step.EVENTS
    elif option == Option.UNLOAD:
        state.movement -= TRANSPORT_COST
        leave_transport(state, slot)
        state.hexes += 1
        state.mined = 0
        meet_obstacles(state, tables, slot)
        raise_events(state, frame, slot)
    elif option == Option.CLEAR_WIRE:
        state.movement -= WIRE_COST
        set_marks(state, Mark.WIRE, unit.cell, 0)
    elif option == Option.CLEAR_TRAPS:
        state.movement -= TRAPS_COST
        ask(state, seat_of(slot), Decision.CLEAR_CELL, slot)
    else:
        state.movement -= CHARGE_COST
        set_marks(state, Mark.CHARGE_A + seat_of(slot), unit.cell, 1)


@jit
def legal_clear(state, tables, mask):
    """Hexes whose tank traps the engineer can clear. Clause: TI-OPS-08."""
    cell = state.units[state.subject].cell
    mark_traps(state, mask, cell)
    for direction in range(DIRECTIONS):
        mark_traps(state, mask, tables.next[cell, direction])


@jit
def mark_traps(state, mask, cell):
    """Offer a hex whose tank traps can be cleared. Clause: TI-OPS-08."""
    if cell >= 0 and state.marks[Mark.TRAPS, cell]:
        mask[CELL + cell] = 1


@jit
def apply_clear(state, action):
    """Remove the tank traps of the chosen hex. Clause: TI-OPS-08."""
    set_marks(state, Mark.TRAPS, action - CELL, 0)


@jit
def enter_hex(state, tables, slot, there, cost):
    """The active unit moves into a neighbouring hex. Clauses: TI-MOV-02, TI-TRN-08, TI-TRN-09, TI-VEH-10..12."""
    unit = state.units[slot]
    here = unit.cell
    if state.overrun:
        pin_overrun(state, tables, slot, here)
    else:
        state.last_free = here
    move_unit(state, slot, there)
    state.movement -= cost
    state.hexes += 1
    state.overrun = state.crowd[1 - seat_of(slot), there] > 0
    if state.overrun:
        note(state, Own.OVERRUNS, seat_of(slot), slot, cell=there)
    meet_obstacles(state, tables, slot)


@jit
def pin_overrun(state, tables, slot, cell):
    """A tank leaves enemies behind: their squads are pinned. Clause: TI-VEH-11."""
    foe = 1 - seat_of(slot)
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[other]
        if unit.cell == cell and is_out(unit) and is_squad(unit) and unit.condition == Condition.NONE and unit.fort == Fort.NONE:
            worsen(state, tables, other, Condition.PINNED)


@jit
def meet_obstacles(state, tables, slot):
    """Wire and mines in the hex just entered end the movement. Clauses: TI-TRN-08, TI-TRN-09, TI-ASL-02."""
    unit = state.units[slot]
    if state.marks[Mark.WIRE, unit.cell]:
        state.barred = 1
        if not is_heavy(tables, unit) and unit.specialty != Specialty.ENGINEER:
            state.halted = 1
    if state.marks[Mark.MINES, unit.cell]:
        state.barred = 1
        state.halted = 1


@jit
def fall_back(state, slot):
    """A tank that is stopped among enemies returns to its last free hex. Clause: TI-VEH-12."""
    note(state, Own.FALLS_BACK, seat_of(slot), slot)
    move_unit(state, slot, state.last_free)
    state.overrun = 0


@jit
def raise_events(state, frame, slot):
    """A step into a hex, or out of a fortification or transport, may meet Op Fire and mines. Clauses: TI-OPF-02, TI-TRN-07, TI-OPF-13."""
    frame.op_fire = 1
    if state.hexes > 0 and state.marks[Mark.MINES, state.units[slot].cell]:
        frame.mines = 1
    frame.step = Step.EVENTS


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
def legal_order(mask):
    """Op Fire or mines first. Clauses: TI-TRN-12, TI-GEN-10."""
    mask[OPTION + Option.OP_FIRE_FIRST] = 1
    mask[OPTION + Option.MINES_FIRST] = 1


@jit
def apply_order(frame, action):
    """Let the active unit meet the chosen danger first. Clauses: TI-TRN-12, TI-GEN-10."""
    frame.op_first = action == OPTION + Option.OP_FIRE_FIRST
