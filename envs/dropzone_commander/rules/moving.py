"""Move actions: where the units of a squad go, one after another. Chapters MOV, AIR, GAR, GRID."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import CELL, OPTION, PASS, PIECE, SITE, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.disembarking import can_carry_out, mark_out, put_off
from skirmish_rl.envs.dropzone_commander.rules.ending_moves import Moving, any_can_land, finish_move, has_end, next_transfer
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_on_way, leader_of, put_bit
from skirmish_rl.envs.dropzone_commander.rules.fast import can_fly_off, fly_off, fly_towards_edge, has_flight
from skirmish_rl.envs.dropzone_commander.rules.fleeing import must_test, push_flee
from skirmish_rl.envs.dropzone_commander.rules.flying import inches_left
from skirmish_rl.envs.dropzone_commander.rules.garrisons import (
    can_enter_from,
    go_out,
    has_room,
    is_hemmed,
    is_linked,
    is_site_free,
    push_enter,
    take_sites,
)
from skirmish_rl.envs.dropzone_commander.rules.going import follow, go_to, mark_air, mark_ground, prepare_unit
from skirmish_rl.envs.dropzone_commander.rules.measuring import can_hover, can_stand, squad_on_table
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, inside_of, mark_places
from skirmish_rl.envs.dropzone_commander.rules.reacting import push_reactions
from skirmish_rl.envs.dropzone_commander.rules.walking import clear_halves, is_pinned
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF, SEAT_OF_SQUAD, SITES, Fact, Frame, Sign, Status, Window


@jit
def is_to_move(state, slot):
    """True for a unit that takes part in its squad's Move."""
    unit = state.units[slot]
    return unit.status == Status.READINESS or (unit.status == Status.ON_TABLE and unit.carrier < 0)


@jit
def push_move(state, tables, squad, extra):
    """A squad takes a Move action; `extra`: out of sequence, by a card. Clauses: DZ-ACTN-02, DZ-CARD-07."""
    frame = push(state, Frame.MOVE)
    frame.squad = squad
    frame.slot = leader_of(state, tables, squad)
    frame.cell = -1
    frame.start = -1
    frame.facts = put_bit(frame.facts, Fact.EXTRA, extra)
    frame.lead = -1
    frame.piece = -1
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        state.units[slot].origin = -1
        state.units[slot].before = state.units[slot].moved


@jit
def run_move(state, tables, frame):
    """One step of a Move action.

    Clauses: DZ-MOV-01, DZ-AIR-02, DZ-RF-04, DZ-RF-06, DZ-TRN-05, DZ-TRN-07, DZ-TRN-14, DZ-GAR-05, DZ-GAR-06.
    """
    step = frame.step
    squad = frame.squad
    seat = SEAT_OF_SQUAD[squad]
    if step == Moving.BEGIN:
        frame.step = Moving.WHERE
        lead = state.units[leader_of(state, tables, squad)]
        if lead.piece >= 0:
            window = push(state, Frame.WINDOW)
            window.window = Window.LEAVING
            window.squad = squad
    elif step == Moving.WHERE:
        ask_where(state, tables, frame, seat)
    elif step == Moving.LEAVING:
        leave_garrison(state, tables, frame)
    elif step == Moving.OTHERS:
        move_next(state, tables, frame, seat)
    elif step == Moving.REACTIONS:
        frame.step = Moving.LAND
        push_reactions(state, tables, squad)
    elif step == Moving.LAND:
        frame.step = Moving.TRANSFER
        frame.facts &= ~Fact.LANDED
        lead = squad_on_table(state, tables, squad)
        if lead < 0:
            frame.step = Moving.OVER
        elif is_aircraft(tables, lead) and any_can_land(state, tables, squad):
            ask(state, seat, Decision.LAND, lead)
    elif step == Moving.FLYING_OFF:
        frame.step = Moving.GONE
        push_reactions(state, tables, squad)
    elif step == Moving.GONE:
        fly_off(state, tables, squad)
        frame.step = Moving.OVER
    elif step == Moving.TRANSFER:
        next_transfer(state, tables, frame)
    elif step == Moving.GO_ON:
        frame.step = Moving.TRANSFER
        slot = tables.squad_first[squad] + frame.member - 1
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.signs & Sign.TRANSFERRED and inches_left(state, tables, slot) > 0:
            ask(state, seat, Decision.GO_ON, slot)
    elif step == Moving.END:
        frame.step = Moving.FACE
        lead = squad_on_table(state, tables, squad)
        if lead >= 0 and state.units[lead].cell >= 0 and has_end(state, tables, squad, frame.facts & Fact.OUT != 0):
            ask(state, seat, Decision.END_MOVE, lead)
    elif step == Moving.FACE:
        frame.step = Moving.OVER
        lead = squad_on_table(state, tables, squad)
        if lead >= 0 and state.units[lead].cell >= 0 and tables.squad_turns[squad] and not is_pinned(state, tables, squad):
            ask(state, seat, Decision.FACING, lead)
    else:
        extra = frame.facts & Fact.EXTRA != 0
        inside = frame.facts & Fact.INSIDE != 0
        pop(state)
        finish_move(state, tables, squad, extra, inside)


@jit
def ask_where(state, tables, frame, seat):
    """Ask where the Move leads: out of a Transport first, inside or out of a Garrison, or for the leader's cell."""
    squad = frame.squad
    lead = leader_of(state, tables, squad)
    frame.slot = lead
    unit = state.units[lead]
    if unit.carrier >= 0 and unit.status == Status.ON_TABLE:
        ask(state, seat, Decision.OUT, lead)
        return
    if unit.piece >= 0:
        if frame.piece >= 0:
            set_out(state, tables, frame, -1, frame.piece)
        else:
            ask(state, seat, Decision.MOVE, lead)
        return
    prepare_unit(state, tables, lead)
    ask(state, seat, Decision.MOVE, lead)


@jit
def legal_out(state, tables, mask):
    """Where a squad leaves its Transports. Clauses: DZ-TRN-07, DZ-TRN-08, DZ-GRID-12."""
    slot = state.subject
    squad = tables.unit_squad[slot]
    who = aboard_of(state, tables, squad, -1)
    transport = state.units[slot].carrier
    mark_places(state, tables, slot, who, transport, -1, mask[CELL:])
    for piece in range(tables.n_pieces):
        mask[PIECE + piece] = can_enter_from(state, tables, squad, piece)


@jit
def apply_out(state, tables, frame, action):
    """A squad leaves its Transports: in its own Move, by a free transfer, or by a card.

    Clauses: DZ-TRN-07, DZ-TRN-08, DZ-TRN-14.
    """
    squad = tables.unit_squad[state.subject]
    quiet = frame.kind == Frame.TRANSFER and frame.facts & Fact.SNAP != 0
    if action >= CELL:
        put_off(state, tables, squad, action - CELL, quiet)
        return
    if frame.kind == Frame.MOVE:
        frame.step = Moving.OVER
    mark_out(state, tables, squad, quiet)
    push_enter(state, squad, action - PIECE, 0)


@jit
def legal_move(state, tables, frame, mask):
    """Where the unit may go. Clauses: DZ-MOV-01, DZ-AIR-01, DZ-AIR-09, DZ-GAR-05, DZ-GAR-06."""
    slot = state.subject
    unit = state.units[slot]
    if unit.piece >= 0:
        mark_ways_out(state, tables, frame, mask)
        return
    if is_aircraft(tables, slot):
        mark_air(state, tables, mask, slot)
    else:
        mark_ground(state, tables, mask, slot)
    mask[OPTION + Option.READINESS] = frame.lead < 0 and can_fly_off(state, tables, slot)
    if frame.slot != frame.lead and frame.lead >= 0:
        mask[PASS] = unit.cell >= 0


@jit
def mark_ways_out(state, tables, frame, mask):
    """Out of a Garrison, to another place in it, or to a linked one. Clauses: DZ-GAR-05, DZ-GAR-06, DZ-GAR-11, DZ-MOV-08."""
    slot = state.subject
    squad = tables.unit_squad[slot]
    piece = state.units[slot].piece
    who = inside_of(state, tables, squad, piece)
    if frame.facts & Fact.OUT == 0:
        for site in range(SITES):
            mask[SITE + site] = is_site_free(state, tables, SEAT_OF[slot], piece, site)
    if is_pinned(state, tables, squad):
        return
    for other in range(tables.n_pieces):
        mask[PIECE + other] = is_linked(state, tables, piece, other) and has_room(state, tables, squad, other)
    mark_places(state, tables, slot, who, -1, piece, mask[CELL:])


@jit
def apply_move(state, tables, frame, action):
    """Move the unit to the chosen place; from within a Garrison its whole squad.

    Clauses: DZ-MOV-01, DZ-AIR-09, DZ-GAR-05, DZ-GAR-06, DZ-GAR-11.
    """
    slot = state.subject
    squad = tables.unit_squad[slot]
    if action == PASS:
        clear_halves(state)
    elif action == OPTION + Option.READINESS:
        fly_towards_edge(state, tables, squad)
        frame.step = Moving.FLYING_OFF
    elif action >= CELL:
        if state.units[slot].piece >= 0:
            set_out(state, tables, frame, action - CELL, -1)
        elif frame.step == Moving.WHERE:
            lead_goes(state, tables, frame, action - CELL)
        else:
            go_to(state, tables, slot, action - CELL)
            clear_halves(state)
    elif action >= SITE:
        frame.step = Moving.OVER
        frame.facts |= Fact.INSIDE
        push_enter(state, squad, state.units[slot].piece, 1)
        entering = top_frame(state)
        entering.slot = slot
        take_sites(state, tables, entering, action - SITE)
    else:
        set_out(state, tables, frame, -1, action - PIECE)


@jit
def set_out(state, tables, frame, cell, piece):
    """A squad is to leave its Garrison; where enemies outnumber it, it tests its Fortitude first.

    Clauses: DZ-GAR-06, DZ-GAR-07, DZ-GAR-11.
    """
    frame.cell = cell
    frame.piece = piece
    frame.step = Moving.LEAVING
    frame.left = state.units[leader_of(state, tables, frame.squad)].piece
    if must_test(state, tables, frame.squad):
        push_flee(state, tables, frame.squad, 1)


@jit
def leave_garrison(state, tables, frame):
    """The squad is out, if its test did not make it flee already. Clauses: DZ-GAR-06, DZ-GAR-07, DZ-GAR-11."""
    squad = frame.squad
    frame.step = Moving.END
    frame.facts |= Fact.OUT
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].piece != frame.left:
        frame.step = Moving.OVER
    elif frame.piece >= 0:
        frame.step = Moving.OVER
        push_enter(state, squad, frame.piece, 0)
    else:
        go_out(state, tables, squad, frame.cell)


@jit
def lead_goes(state, tables, frame, cell):
    """The leader moves; the others follow."""
    lead = frame.slot
    frame.start = state.units[lead].cell
    frame.lead = lead
    go_to(state, tables, lead, cell)
    clear_halves(state)
    frame.step = Moving.OTHERS
    frame.slot = lead


@jit
def move_next(state, tables, frame, seat):
    """The next unit of the squad moves: by the rule of the squad, or where its player says. Clauses: DZ-GRID-11, DZ-ACTN-04."""
    squad = frame.squad
    last = tables.squad_first[squad] + tables.squad_size[squad]
    for slot in range(frame.slot + 1, last):
        if is_to_move(state, slot) and state.units[slot].piece < 0:
            frame.slot = slot
            if tables.move_mode:
                prepare_unit(state, tables, slot)
                ask(state, seat, Decision.MOVE, slot)
            else:
                follow(state, tables, slot, frame.lead, frame.start, state.units[slot].cell)
            return
    frame.step = Moving.END
    for slot in range(tables.squad_first[squad], last):
        if is_on_way(state.units[slot]):
            frame.step = Moving.REACTIONS


@jit
def can_move(state, tables, squad):
    """True if a squad can take a Move action now. Clauses: DZ-ACTN-02, DZ-TRN-07, DZ-SPEC-22."""
    lead = leader_of(state, tables, squad)
    if lead < 0:
        return False
    unit = state.units[lead]
    if unit.status == Status.ON_TABLE and unit.carrier >= 0:
        return can_carry_out(state, tables, squad)
    if unit.status == Status.READINESS:
        if unit.carrier >= 0:
            return False
        return can_come_on(state, tables, lead)
    if unit.status != Status.ON_TABLE:
        return False
    if unit.piece >= 0:
        return not is_hemmed(state, tables, squad)
    return tables.unit_fast[lead] == 0 or has_flight(state, tables, lead)


@jit
def can_come_on(state, tables, lead):
    """True if a unit off the table finds any cell to come to."""
    zone = state.zone[SEAT_OF[lead]]
    flies = is_aircraft(tables, lead)
    if tables.unit_move[lead] == 0:
        return False
    for k in range(tables.n_edge[zone]):
        cell = tables.edge_cells[zone, k]
        if can_hover(state, tables, cell) if flies else can_stand(state, tables, tables.unit_kind[lead], cell):
            return True
    return False
