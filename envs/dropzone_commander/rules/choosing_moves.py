"""What may be chosen of where units go and what they ride. `choosing` has the rest."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import (
    CELL,
    FACING,
    OPTION,
    PASS,
    PIECE,
    SITE,
    TAKEN,
    UNIT,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.dropzone_commander.rules.boarding import (
    can_board,
    can_put_off_free,
    can_shelter,
    can_take_on_free,
    has_board,
    is_beside,
    is_open_to,
    room_of,
)
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, leader_of
from skirmish_rl.envs.dropzone_commander.rules.fast import can_fly_off, can_turn_to, mark_fast
from skirmish_rl.envs.dropzone_commander.rules.flying import can_thrust, inches_left, mark_entry, mark_flight
from skirmish_rl.envs.dropzone_commander.rules.garrisons import can_enter, can_enter_from, has_room, is_linked, is_site_free
from skirmish_rl.envs.dropzone_commander.rules.going import can_go, must_board
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, anchor_box, can_put_survivor, inside_of, mark_places
from skirmish_rl.envs.dropzone_commander.rules.walking import is_pinned, limit_of, mark_walk
from skirmish_rl.envs.dropzone_commander.state import (
    CELLS,
    FACINGS,
    FAR,
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SITES,
    SQUAD_FIRST,
    WIDTH,
    Fact,
    Frame,
    Gift,
    Mark,
    Status,
)


@jit
def legal_move(state, tables, mask):
    """Where units go. Chapters MOV, AIR, GAR, GRID."""
    frame = top_frame(state)
    decision = state.decision
    slot = state.subject
    unit = state.units[slot]
    if decision == Decision.MOVE:
        if unit.piece >= 0:
            legal_from_garrison(state, tables, mask, slot)
            return
        if is_aircraft(tables, slot):
            legal_flight(state, tables, mask, slot)
        else:
            legal_walk(state, tables, mask, slot)
        mask[OPTION + Option.READINESS] = frame.lead < 0 and can_fly_off(state, tables, slot)
        if frame.slot != frame.lead and frame.lead >= 0:
            mask[PASS] = unit.cell >= 0
    elif decision == Decision.OUT:
        legal_out(state, tables, mask, slot)
    elif decision == Decision.END_MOVE:
        legal_end(state, tables, mask, tables.unit_squad[slot])
    elif decision == Decision.LAND:
        mask[OPTION + Option.LAND] = 1
        mask[OPTION + Option.ALOFT] = 1
    elif decision == Decision.FACING:
        for facing in range(FACINGS):
            mask[FACING + facing] = can_turn_to(state, tables, tables.unit_squad[slot], facing)
    elif decision == Decision.SITE:
        for site in range(SITES):
            mask[SITE + site] = is_site_free(state, tables, SEAT_OF[slot], frame.piece, site)
    else:
        legal_put(state, tables, mask, slot)


@jit
def legal_flight(state, tables, mask, slot):
    """Where an Aircraft may go. Clauses: DZ-AIR-01, DZ-AIR-09, DZ-GRID-04, DZ-CARD-C12."""
    most = inches_left(state, tables, slot)
    if most < 0:
        return
    if tables.unit_fast[slot] > 0:
        mark_fast(state, tables, slot, most, mask[CELL:])
    elif state.units[slot].cell < 0:
        mark_entry(state, tables, slot, most, mask[CELL:])
    else:
        mark_flight(state, tables, slot, most, mask[CELL:])
    if state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP:
        for cell in range(CELLS):
            mask[CELL + cell] = mask[CELL + cell] != 0 and can_go(state, tables, slot, cell)


@jit
def legal_walk(state, tables, mask, slot):
    """Where a unit on the ground may go: nothing beyond the ways found for it is looked at, but by Thrusters. Clause: DZ-MOV-01."""
    thrust = can_thrust(state, tables, slot)
    if not thrust and state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP == 0:
        mark_walk(state, tables, slot, limit_of(state, tables, slot), mask[CELL:])
        return
    reach = WIDTH if thrust else state.span
    here = state.hub
    for y in range(max(here // WIDTH - reach, 0), min(here // WIDTH + reach + 1, tables.size)):
        for x in range(max(here % WIDTH - reach, 0), min(here % WIDTH + reach + 1, tables.size)):
            if thrust or state.halves[y * WIDTH + x] != FAR:
                mask[CELL + y * WIDTH + x] = can_go(state, tables, slot, y * WIDTH + x)


@jit
def legal_from_garrison(state, tables, mask, slot):
    """Out of a Garrison, to another place in it, or to a linked one. Clauses: DZ-GAR-05, DZ-GAR-06, DZ-GAR-11, DZ-MOV-08."""
    squad = tables.unit_squad[slot]
    piece = state.units[slot].piece
    who = inside_of(state, tables, squad, piece)
    if top_frame(state).facts & Fact.OUT == 0:
        for site in range(SITES):
            mask[SITE + site] = is_site_free(state, tables, SEAT_OF[slot], piece, site)
    if is_pinned(state, tables, squad):
        return
    for other in range(tables.n_pieces):
        mask[PIECE + other] = is_linked(state, tables, piece, other) and has_room(state, tables, squad, other)
    mark_places(state, tables, slot, who, -1, piece, mask[CELL:])


@jit
def legal_out(state, tables, mask, slot):
    """Where a squad leaves its Transports. Clauses: DZ-TRN-07, DZ-TRN-08, DZ-GRID-12."""
    squad = tables.unit_squad[slot]
    who = aboard_of(state, tables, squad, -1)
    transport = state.units[slot].carrier
    mark_places(state, tables, slot, who, transport, -1, mask[CELL:])
    for piece in range(tables.n_pieces):
        mask[PIECE + piece] = can_enter_from(state, tables, squad, piece)


@jit
def legal_end(state, tables, mask, squad):
    """Into a Garrison, aboard a Transport, or neither. Clauses: DZ-GAR-02, DZ-TRN-05, DZ-CARD-C12."""
    seat = SEAT_OF_SQUAD[squad]
    boards = has_board(state, tables, squad)
    mask[PASS] = not (boards and must_board(state, tables, squad))
    if mask[PASS] and top_frame(state).facts & Fact.OUT == 0 and not is_pinned(state, tables, squad):
        for piece in range(tables.n_pieces):
            mask[PIECE + piece] = can_enter(state, tables, squad, piece, state.squads[squad].marks & Mark.RAPID != 0)
    if boards:
        for transport in range(FIRST[seat], FIRST[seat + 1]):
            mask[UNIT + transport] = tables.unit_room[transport] > 0 and can_board(state, tables, squad, transport)


@jit
def legal_put(state, tables, mask, slot):
    """Where a unit from a wreck, or a squad that flees, is put. Clauses: DZ-TRN-22, DZ-CQ-08."""
    frame = top_frame(state)
    if frame.kind == Frame.FLEE:
        squad = tables.unit_squad[slot]
        piece = frame.piece
        mark_places(state, tables, slot, inside_of(state, tables, squad, piece), -1, piece, mask[CELL:])
        for other in range(tables.n_pieces):
            mask[PIECE + other] = is_linked(state, tables, piece, other) and has_room(state, tables, squad, other)
        seat = SEAT_OF[slot]
        for transport in range(FIRST[seat], FIRST[seat + 1]):
            mask[UNIT + transport] = can_shelter(state, tables, squad, transport)
        return
    x0, x1, y0, y1 = anchor_box(state, tables, -1, -1, frame.cell)
    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            mask[CELL + y * WIDTH + x] = can_put_survivor(state, tables, slot, frame.cell, y * WIDTH + x, frame.facts & Fact.LOOSE != 0)


@jit
def legal_board(state, tables, mask):
    """The free transfer, flying on, boarding several Transports. Chapter TRN."""
    frame = top_frame(state)
    decision = state.decision
    slot = state.subject
    seat = state.decider
    if decision == Decision.TRANSFER:
        mask[PASS] = 1
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if frame.way != 2 and can_put_off_free(state, tables, squad, slot):
                mask[UNIT + leader_of(state, tables, squad)] = 1
            if frame.way != 1 and can_take_on_free(state, tables, squad, slot):
                mask[TAKEN + leader_of(state, tables, squad)] = 1
    elif decision == Decision.GO_ON:
        mask[PASS] = 1
        if inches_left(state, tables, slot) > 0:
            legal_flight(state, tables, mask, slot)
    elif decision == Decision.REST:
        squad = frame.squad
        for transport in range(FIRST[seat], FIRST[seat + 1]):
            if (
                tables.unit_room[transport] > 0
                and is_open_to(state, tables, squad, transport)
                and is_beside(state, tables, squad, transport)
            ):
                mask[UNIT + transport] = room_of(state, tables, transport) >= tables.unit_need[tables.squad_first[squad]]
    else:
        squad = frame.squad
        for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            mask[UNIT + one] = state.units[one].status == Status.ON_TABLE and state.units[one].carrier < 0 and state.units[one].dp > 0
