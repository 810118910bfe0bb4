"""Transports: who fits, and who boards. Chapter TRN: DZ-TRN-01..06."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, has_shot
from skirmish_rl.envs.dropzone_commander.rules.placing import lift_unit, reach_from
from skirmish_rl.envs.dropzone_commander.rules.survivors import strand
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, SEAT_OF_SQUAD, Frame, Mark, Sign, Status


class Boarding(IntEnum):
    """Steps of the BOARD frame: `squad` goes aboard `transport`, then others."""

    LEAVE = 0  # behind who finds no room
    FILL = 1


@jit
def group_of(state, tables, squad):
    """The battlegroup that a squad acts with in this round, -1. Clauses: DZ-AUX-01..03, DZ-TRN-24."""
    group = tables.squad_group[squad]
    return group if group >= 0 else state.squads[squad].declared


@jit
def room_of(state, tables, transport):
    """Room left aboard a Transport. Clause: DZ-TRN-01."""
    room = tables.unit_room[transport]
    seat = SEAT_OF[transport]
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[slot].carrier == transport:
            room -= tables.unit_need[slot]
    return room


@jit
def need_of(state, tables, squad):
    """Room that the units of a squad on the table take. Clause: DZ-TRN-01."""
    need = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].carrier < 0 and state.units[slot].dp > 0:
            need += tables.unit_need[slot]
    return need


@jit
def half_of(tables, transport):
    """Half the MV of a Transport. Clauses: DZ-CORE-05, DZ-TRN-11."""
    return (tables.unit_move[transport] + 1) // 2


@jit
def is_open_to(state, tables, squad, transport):
    """True if units of a squad could board a Transport here and now, were there room.

    Clauses: DZ-TRN-01, DZ-TRN-02, DZ-TRN-05, DZ-TRN-10..13, DZ-TRN-24, DZ-AUX-03, DZ-ABIL-08.
    """
    carrier = state.units[transport]
    slot = tables.squad_first[squad]
    if carrier.status != Status.ON_TABLE or carrier.cell < 0 or tables.unit_need[slot] == 0 or tables.unit_squad[transport] == squad:
        return False
    if not tables.unit_carries[transport, tables.unit_load[slot]] or carrier.signs & Sign.BOOSTED:
        return False
    group = group_of(state, tables, squad)
    if group < 0 or group_of(state, tables, tables.unit_squad[transport]) != group:
        return False
    if is_aircraft(tables, transport) and (carrier.flying or carrier.travelled > half_of(tables, transport)):
        return False
    return True


@jit
def is_beside(state, tables, squad, transport):
    """True if a unit of a squad stands within 2" of a Transport. Clauses: DZ-TRN-05, DZ-ABIL-12."""
    reach = reach_from(tables, transport)
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier < 0 and gap(state, tables, slot, transport) <= reach:
            return True
    return False


@jit
def can_board(state, tables, squad, transport):
    """True if a squad may board a Transport: as a whole, or because it fits into none as a whole.

    Clauses: DZ-TRN-03, DZ-TRN-04, DZ-TRN-05.
    """
    if not is_open_to(state, tables, squad, transport) or not is_beside(state, tables, squad, transport):
        return False
    need = need_of(state, tables, squad)
    if need == 0:  # all that is left of it is left behind
        return False
    room = room_of(state, tables, transport)
    if room >= need:
        return True
    if room < tables.unit_need[tables.squad_first[squad]]:
        return False
    seat = SEAT_OF[transport]
    for other in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_room[other] >= need and is_open_to(state, tables, squad, other) and is_beside(state, tables, squad, other):
            if room_of(state, tables, other) >= need:
                return False
    return True


@jit
def has_board(state, tables, squad):
    """True if a squad may board any Transport. Clauses: DZ-TRN-05, DZ-TRN-18, DZ-CORE-09."""
    if tables.unit_need[tables.squad_first[squad]] == 0 or has_shot(state, tables, squad):
        return False
    seat = SEAT_OF_SQUAD[squad]
    for transport in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_room[transport] > 0 and can_board(state, tables, squad, transport):
            return True
    return False


@jit
def can_shelter(state, tables, squad, transport):
    """True if a squad that flees from its Garrison may embark as a whole. Clauses: DZ-CQ-08, DZ-TRN-05, DZ-TRN-18."""
    if tables.unit_room[transport] == 0 or has_shot(state, tables, squad) or not can_board(state, tables, squad, transport):
        return False
    return room_of(state, tables, transport) >= need_of(state, tables, squad)


@jit
def has_shelter(state, tables, squad):
    """True if a squad that flees may embark in any Transport. Clause: DZ-CQ-08."""
    seat = SEAT_OF_SQUAD[squad]
    for transport in range(FIRST[seat], FIRST[seat + 1]):
        if can_shelter(state, tables, squad, transport):
            return True
    return False


@jit
def board_unit(state, tables, slot, transport):
    """A unit goes aboard. Clauses: DZ-TRN-05, DZ-TRN-06."""
    lift_unit(state, slot)
    state.units[slot].carrier = transport
    state.units[slot].signs &= ~Sign.SCAN
    state.units[transport].signs |= Sign.HANDLED
    squad = state.squads[tables.unit_squad[slot]]
    squad.marks |= Mark.BOARDED
    note(state, Own.BOARDS, unit=slot, other=transport)


@jit
def push_board(state, squad, transport):
    """A squad boards a Transport."""
    frame = push(state, Frame.BOARD)
    frame.squad = squad
    frame.transport = transport


@jit
def rooms_beside(state, tables, squad):
    """Units of a squad that all Transports beside it could take together. Clause: DZ-TRN-04."""
    need = max(tables.unit_need[tables.squad_first[squad]], 1)
    seat = SEAT_OF_SQUAD[squad]
    n = 0
    for other in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_room[other] > 0 and is_open_to(state, tables, squad, other) and is_beside(state, tables, squad, other):
            n += room_of(state, tables, other) // need
    return n


@jit
def run_board(state, tables, frame):
    """One step of boarding: who does not fit anywhere is left behind, the others fill one Transport after another.

    Clauses: DZ-TRN-03, DZ-TRN-04.
    """
    squad = frame.squad
    need = max(tables.unit_need[tables.squad_first[squad]], 1)
    waiting = need_of(state, tables, squad) // need
    if frame.step == Boarding.LEAVE and rooms_beside(state, tables, squad) < waiting:
        ask(state, SEAT_OF_SQUAD[squad], Decision.LEAVE, leader_of(state, tables, squad))
        return
    frame.step = Boarding.FILL
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier < 0 and unit.dp > 0 and room_of(state, tables, frame.transport) >= need:
            board_unit(state, tables, slot, frame.transport)
            waiting -= 1
    if waiting > 0 and rooms_beside(state, tables, squad) > 0:
        ask(state, SEAT_OF_SQUAD[squad], Decision.REST, leader_of(state, tables, squad))
    else:
        pop(state)


@jit
def legal_rest(state, tables, frame, mask):
    """Other Transports beside the squad with room for a unit of it. Clause: DZ-TRN-03."""
    seat = state.decider
    squad = frame.squad
    for transport in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_room[transport] > 0 and is_open_to(state, tables, squad, transport) and is_beside(state, tables, squad, transport):
            mask[UNIT + transport] = room_of(state, tables, transport) >= tables.unit_need[tables.squad_first[squad]]


@jit
def apply_rest(frame, action):
    """Let the chosen Transport take the rest of the squad. Clause: DZ-TRN-03."""
    frame.transport = action - UNIT


@jit
def legal_leave(state, tables, frame, mask):
    """Units of the squad that are not aboard. Clause: DZ-TRN-04."""
    squad = frame.squad
    for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        mask[UNIT + one] = state.units[one].status == Status.ON_TABLE and state.units[one].carrier < 0 and state.units[one].dp > 0


@jit
def apply_leave(state, tables, action):
    """Destroy the chosen unit, for which there is no room. Clause: DZ-TRN-04."""
    slot = action - UNIT
    strand(state, tables, slot)
    state.units[slot].status = Status.ON_TABLE
