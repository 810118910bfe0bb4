"""Survivors of a destroyed Transport, put around its wreck one by one. Chapter TRN: DZ-TRN-22, DZ-TRN-04."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import CELL, Decision
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, put_bit
from skirmish_rl.envs.dropzone_commander.rules.measuring import coherency_of
from skirmish_rl.envs.dropzone_commander.rules.placing import anchor_box, can_put, is_by_mate, put_unit
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, WIDTH, Fact, Frame, Sign, Status


class Placing(IntEnum):
    """Steps of the PLACE frame: the survivors of `transport`, of which `slot` is next, are put down around its wreck at `cell`."""

    NEXT = 0
    PUT = 1


@jit
def push_survivors(state, transport, cell):
    """The survivors of a destroyed Transport are placed around its wreck, one by one. Clause: DZ-TRN-22."""
    frame = push(state, Frame.PLACE)
    frame.transport = transport
    frame.cell = cell
    frame.piece = -1
    frame.slot = -1


@jit
def run_place(state, tables, frame):
    """One step of placing the survivors of a wreck; `loose`: the present one need not keep to its squad. Clause: DZ-TRN-22."""
    transport = frame.transport
    seat = SEAT_OF[transport]
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier == transport and unit.dp > 0:
            frame.slot = slot
            is_loose = is_split(state, tables, slot, transport) or not has_spot(state, tables, slot, frame.cell, False)
            frame.facts = put_bit(frame.facts, Fact.LOOSE, is_loose)
            if has_spot(state, tables, slot, frame.cell, True):
                ask(state, seat, Decision.PUT, slot)
            else:
                strand(state, tables, slot)
            return
    pop(state)


@jit
def is_split(state, tables, slot, transport):
    """True if a unit of the same squad rides another Transport. Clause: DZ-TRN-03."""
    first = tables.squad_first[tables.unit_squad[slot]]
    for mate in range(first, first + tables.squad_size[tables.unit_squad[slot]]):
        unit = state.units[mate]
        if unit.status == Status.ON_TABLE and unit.carrier >= 0 and unit.carrier != transport:
            return True
    return False


@jit
def can_put_survivor(state, tables, slot, wreck, cell, loose):
    """True if a survivor of a wreck may be put into a cell: beside those of its squad who stand already, unless `loose`.

    Clauses: DZ-TRN-22, DZ-CORE-08.
    """
    if not can_put(state, tables, slot, -1, -1, wreck, cell):
        return False
    first = tables.squad_first[tables.unit_squad[slot]]
    placed = 0
    for mate in range(first, first + tables.squad_size[tables.unit_squad[slot]]):
        there = state.units[mate]
        if there.status == Status.ON_TABLE and there.cell >= 0 and there.carrier < 0:  # not one still in his firing port
            placed |= 1 << (mate - first)
    return loose or placed == 0 or is_by_mate(state, cell, coherency_of(tables, slot), placed, first)


@jit
def has_spot(state, tables, slot, wreck, loose):
    """True if a survivor of a wreck can be put anywhere."""
    x0, x1, y0, y1 = anchor_box(state, tables, -1, -1, wreck)
    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            if can_put_survivor(state, tables, slot, wreck, y * WIDTH + x, loose):
                return True
    return False


@jit
def mark_spots(state, tables, frame, mask):
    """Cells that the present survivor may be put into. Clause: DZ-TRN-22."""
    x0, x1, y0, y1 = anchor_box(state, tables, -1, -1, frame.cell)
    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            cell = y * WIDTH + x
            mask[CELL + cell] = can_put_survivor(state, tables, state.subject, frame.cell, cell, frame.facts & Fact.LOOSE != 0)


@jit
def put_survivor(state, slot, cell):
    """Put a survivor in a cell. Clause: DZ-TRN-22."""
    put_unit(state, slot, cell, 0)
    note(state, Event.PLACED, unit=slot, cell=cell)


@jit
def strand(state, tables, slot):
    """A unit that cannot be placed beside a wreck, or for which there is no room aboard, is destroyed.

    Clauses: DZ-TRN-04, DZ-TRN-22, DZ-END-04, DZ-OBJ-15.
    """
    note(state, Own.STRANDED, unit=slot)
    unit = state.units[slot]
    unit.dp = 0
    unit.killer = -1
    state.doomed = 1
    unit.pending = 0
    if unit.carrier >= 0:
        unit.wreck = state.units[unit.carrier].cell
        unit.signs = put_bit(unit.signs, Sign.CRASHED, is_aircraft(tables, unit.carrier))
        unit.carrier = -1
