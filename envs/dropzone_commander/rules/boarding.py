"""Transports: who fits, who boards, who is put off, the free transfer of a landing Aerial Transport. Chapter TRN."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_aircraft, leader_of
from skirmish_rl.envs.dropzone_commander.rules.garrisons import can_enter_from, rapid_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, has_shot, is_coherent
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, has_place, lift_unit, put_all, reach_from, strand
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, SEAT_OF_SQUAD, SQUAD_FIRST, Frame, Mark, Sign, Status

PENALTY = 2  # DZ-TRN-17


class Boarding(IntEnum):
    """Steps of the BOARD frame: `squad` goes aboard `transport`, then others."""

    LEAVE = 0  # behind who finds no room
    FILL = 1


class Transfer(IntEnum):
    """Steps of the TRANSFER frame: `way`: 1 the `transport` puts off, 2 it takes on; `snap`: by C10."""

    ASK = 0
    OUT = 1


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
def leave_behind(state, tables, slot):
    """A unit for which there is no room is destroyed. Clause: DZ-TRN-04."""
    strand(state, tables, slot)
    state.units[slot].status = Status.ON_TABLE


# ---- out


@jit
def is_let_out(state, tables, slot, free):
    """True if a unit may leave the Transport it is aboard: in its own Move, or by a free transfer.

    Clauses: DZ-TRN-09..13, DZ-AUX-03, DZ-SPEC-21, DZ-ABIL-08.
    """
    transport = state.units[slot].carrier
    carrier = state.units[transport]
    if carrier.cell < 0 or carrier.signs & Sign.BOOSTED:
        return False
    group = group_of(state, tables, tables.unit_squad[slot])
    if group < 0 or group_of(state, tables, tables.unit_squad[transport]) != group:
        return False
    if not is_aircraft(tables, transport):
        return True
    half = half_of(tables, transport)
    if carrier.flying == 0 and carrier.travelled <= half:
        return True
    rapid = rapid_of(state, tables, slot, transport)
    return not free and rapid >= 0 and carrier.travelled <= half + rapid


@jit
def can_leave(state, tables, squad, free):
    """True if all units of a squad aboard may leave their Transports. Clauses: DZ-TRN-03, DZ-TRN-07."""
    first = tables.squad_first[squad]
    who = aboard_of(state, tables, squad, -1)
    k = 0
    while who >> k:
        if (who >> k) & 1 and not is_let_out(state, tables, first + k, free):
            return False
        k += 1
    return who != 0


@jit
def has_door(state, tables, squad):
    """True if a squad aboard may be put straight into a Garrison. Clause: DZ-TRN-08."""
    for piece in range(tables.n_pieces):
        if can_enter_from(state, tables, squad, piece):
            return True
    return False


@jit
def can_carry_out(state, tables, squad):
    """True if a squad aboard may leave in its own Move. Clauses: DZ-TRN-07, DZ-TRN-08, DZ-TRN-09."""
    if not can_leave(state, tables, squad, False):
        return False
    return has_door(state, tables, squad) or has_place(state, tables, squad, aboard_of(state, tables, squad, -1), -1, -1)


@jit
def mark_out(state, tables, squad, quiet):
    """What leaving its Transports means for a squad in this round; `quiet`: without a penalty to hit, or one of moving.

    Clauses: DZ-TRN-17..20, DZ-SPEC-21, DZ-ABIL-12, DZ-CARD-C10.
    """
    first = tables.squad_first[squad]
    here = state.squads[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        transport = state.units[slot].carrier
        if state.units[slot].status != Status.ON_TABLE or transport < 0:
            continue
        state.units[transport].signs |= Sign.HANDLED
        aerial = is_aircraft(tables, transport) or state.squads[tables.unit_squad[transport]].marks & Mark.AERIAL != 0
        hovers = has_trait(tables, transport, Trait.HOVERCRAFT)
        if aerial and not hovers:
            here.marks |= Mark.AERIAL
        if state.units[transport].flying and rapid_of(state, tables, slot, transport) >= 0:
            here.marks |= Mark.RAPID
        here.marks |= Mark.LEFT
        if not quiet:
            here.out = max(here.out, 1 if hovers else PENALTY)


@jit
def put_off(state, tables, squad, cell, quiet):
    """A squad leaves its Transports, its leader at a cell. Clauses: DZ-TRN-07, DZ-GRID-12."""
    lead = leader_of(state, tables, squad)
    note(state, Own.LEAVES, unit=lead, other=state.units[lead].carrier)
    who = aboard_of(state, tables, squad, -1)
    mark_out(state, tables, squad, quiet)
    put_all(state, tables, squad, who, -1, cell)


# ---- the free transfer


@jit
def can_put_off_free(state, tables, squad, transport):
    """True if the free transfer of a Transport may put a squad off. Clauses: DZ-TRN-14, DZ-TRN-16."""
    who = aboard_of(state, tables, squad, -1)
    if who == 0 or who != aboard_of(state, tables, squad, transport) or not can_leave(state, tables, squad, True):
        return False
    return has_door(state, tables, squad) or has_place(state, tables, squad, who, -1, -1)


@jit
def can_take_on_free(state, tables, squad, transport):
    """True if the free transfer of a Transport may take a squad on, as a whole. Clauses: DZ-TRN-14, DZ-TRN-18, DZ-CORE-09."""
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].status != Status.ON_TABLE or state.units[lead].cell < 0 or has_shot(state, tables, squad):
        return False
    if room_of(state, tables, transport) < need_of(state, tables, squad):
        return False
    return is_coherent(state, tables, squad) and can_board(state, tables, squad, transport)


@jit
def can_transfer(state, tables, transport):
    """True if an Aerial Transport that has landed has a free transfer and a use for it. Clause: DZ-TRN-14."""
    unit = state.units[transport]
    if (
        tables.unit_room[transport] == 0
        or unit.flying
        or unit.signs & Sign.TRANSFERRED != 0
        or unit.cell < 0
        or unit.travelled > half_of(tables, transport)
    ):
        return False
    return has_transfer(state, tables, transport, 0)


@jit
def has_transfer(state, tables, transport, way):
    """True if a Transport can put a squad off (way 1), take one on (way 2), or either (0)."""
    seat = SEAT_OF[transport]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if way != 2 and can_put_off_free(state, tables, squad, transport):
            return True
        if way != 1 and can_take_on_free(state, tables, squad, transport):
            return True
    return False


@jit
def run_transfer(state, tables, frame):
    """One step of a free transfer. Clauses: DZ-TRN-14, DZ-TRN-15."""
    transport = frame.transport
    if has_transfer(state, tables, transport, frame.way):
        ask(state, SEAT_OF[transport], Decision.TRANSFER, transport)
    else:
        pop(state)


@jit
def transfer(state, tables, squad, way):
    """A squad is put off or taken on. Clause: DZ-TRN-14."""
    frame = top_frame(state)
    transport = frame.transport
    frame.way = way
    state.units[transport].signs |= Sign.TRANSFERRED
    if way == 1:
        ask(state, SEAT_OF[transport], Decision.OUT, leader_of(state, tables, squad))
    else:
        push_board(state, squad, transport)
