"""Move actions: where the units of a squad go, and what ends a Move. Chapters MOV, AIR, GRID."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.boarding import can_carry_out, can_transfer, has_board
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry, is_on_way, leader_of, put_bit
from skirmish_rl.envs.dropzone_commander.rules.fast import fly_off, has_flight
from skirmish_rl.envs.dropzone_commander.rules.flying import can_land, inches_left
from skirmish_rl.envs.dropzone_commander.rules.garrisons import can_enter, go_out, is_hemmed, must_test, push_enter, push_flee
from skirmish_rl.envs.dropzone_commander.rules.going import follow, go_to, prepare_unit
from skirmish_rl.envs.dropzone_commander.rules.measuring import can_hover, can_stand, is_coherent, squad_on_table
from skirmish_rl.envs.dropzone_commander.rules.placing import put_unit
from skirmish_rl.envs.dropzone_commander.rules.reacting import push_reactions
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.rules.walking import clear_halves, is_pinned
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF, SEAT_OF_SQUAD, Fact, Frame, Mark, Sign, Status, Window


class Moving(IntEnum):
    """Steps of the MOVE frame of `squad`; `slot` is the unit that moves now, `lead` the leader once he has moved, from `start`.

    `extra`: a card gives it; `landed`: who could land did; `inside`: within a Garrison; `out`: out of one, `left`; `member`: Transports that
    had their free transfer.
    """

    BEGIN = 0
    WHERE = 1
    OTHERS = 2
    REACTIONS = 3
    LAND = 4
    TRANSFER = 5
    GO_ON = 6
    END = 7
    FACE = 8
    OVER = 9
    LEAVING = 10  # a Garrison, to `cell` or, by a link, to `piece`
    FLYING_OFF = 11  # the board
    GONE = 12


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
def next_transfer(state, tables, frame):
    """The next Transport of a squad that has landed has its free transfer; who flies on can be reacted against once more.

    Clauses: DZ-TRN-14, DZ-RF-06.
    """
    squad = frame.squad
    first = tables.squad_first[squad]
    for slot in range(first + frame.member, first + tables.squad_size[squad]):
        frame.member = slot - first + 1
        if (
            frame.facts & (Fact.LANDED | Fact.EXTRA) == Fact.LANDED
            and state.units[slot].status == Status.ON_TABLE
            and can_transfer(state, tables, slot)
        ):
            frame.step = Moving.GO_ON
            transfer = push(state, Frame.TRANSFER)
            transfer.transport = slot
            transfer.squad = squad
            return
    frame.step = Moving.END
    for slot in range(first, first + tables.squad_size[squad]):
        if is_on_way(state.units[slot]):
            frame.step = Moving.REACTIONS


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
def finish_move(state, tables, squad, extra, inside):
    """The Move is over: an action is completed, if anybody is left. Clauses: DZ-ACT-04, DZ-MOV-03, DZ-MOV-09, DZ-GAR-05, DZ-CARD-07."""
    if extra == 0:
        if inside == 0:
            state.squads[squad].marks |= Mark.SHIFTED
        if leader_of(state, tables, squad) >= 0:
            state.acted = 1


@jit
def any_can_land(state, tables, squad):
    """True if a unit of an airborne squad can land where it is."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and unit.flying and can_land(state, tables, slot):
            return True
    return False


@jit
def land_all(state, tables, squad):
    """All units of a squad that can land do. Clauses: DZ-AIR-02, DZ-AIR-03."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and unit.flying and can_land(state, tables, slot):
            put_unit(state, slot, unit.cell, 0)
            note(state, Own.LANDS, unit=slot, cell=unit.cell)


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
def has_end(state, tables, squad, out):
    """True if the Move of a squad may end in a Garrison or aboard a Transport; `out`: it has left a Garrison, and may only board.

    Clauses: DZ-GAR-02, DZ-GAR-06, DZ-TRN-05, DZ-MOV-09.
    """
    if not is_coherent(state, tables, squad):
        return False
    if has_board(state, tables, squad):
        return True
    if not out and is_infantry(tables, tables.squad_first[squad]) and not is_pinned(state, tables, squad):
        for piece in range(tables.n_pieces):
            if can_enter(state, tables, squad, piece, state.squads[squad].marks & Mark.RAPID != 0):
                return True
    return False


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
