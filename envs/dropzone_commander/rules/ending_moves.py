"""What ends a Move: landing, the free transfer, flying on, a Garrison or a Transport. Chapters AIR, TRN, GAR."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import CELL, OPTION, PASS, PIECE, UNIT, Option
from skirmish_rl.envs.dropzone_commander.rules.boarding import can_board, has_board, push_board
from skirmish_rl.envs.dropzone_commander.rules.disembarking import can_transfer
from skirmish_rl.envs.dropzone_commander.rules.facts import is_infantry, is_on_way, leader_of
from skirmish_rl.envs.dropzone_commander.rules.flying import can_land, inches_left
from skirmish_rl.envs.dropzone_commander.rules.garrisons import can_enter, push_enter
from skirmish_rl.envs.dropzone_commander.rules.going import go_to, mark_air, must_board
from skirmish_rl.envs.dropzone_commander.rules.measuring import is_coherent
from skirmish_rl.envs.dropzone_commander.rules.placing import put_unit
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.rules.walking import is_pinned
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF_SQUAD, Fact, Frame, Mark, Status


class Moving(IntEnum):
    """Steps of the MOVE frame of `squad`, which `moving` runs.

    `slot` is the unit that moves now, `lead` the leader once he has moved, from `start`. `extra`: a card gives it;
    `landed`: who could land did; `inside`: within a Garrison; `out`: out of one, `left`; `member`: Transports that had their free
    transfer.
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
def any_can_land(state, tables, squad):
    """True if a unit of an airborne squad can land where it is."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and unit.flying and can_land(state, tables, slot):
            return True
    return False


@jit
def legal_land(mask):
    """Land or stay aloft. Clause: DZ-AIR-02."""
    mask[OPTION + Option.LAND] = 1
    mask[OPTION + Option.ALOFT] = 1


@jit
def apply_land(state, tables, frame, action):
    """Let all land that can, or stay aloft. Clause: DZ-AIR-02."""
    if action == OPTION + Option.LAND:
        frame.facts |= Fact.LANDED
        land_all(state, tables, tables.unit_squad[state.subject])


@jit
def land_all(state, tables, squad):
    """All units of a squad that can land do. Clauses: DZ-AIR-02, DZ-AIR-03."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and unit.flying and can_land(state, tables, slot):
            put_unit(state, slot, unit.cell, 0)
            note(state, Own.LANDS, unit=slot, cell=unit.cell)


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
def legal_go_on(state, tables, mask):
    """Where the Transport may fly on with what is left of its Move. Clause: DZ-TRN-14."""
    slot = state.subject
    mask[PASS] = 1
    if inches_left(state, tables, slot) > 0:
        mark_air(state, tables, mask, slot)


@jit
def apply_go_on(state, tables, action):
    """Fly the Transport on to the chosen cell, or let it stay. Clause: DZ-TRN-14."""
    if action != PASS:
        go_to(state, tables, state.subject, action - CELL)


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
def legal_end_move(state, tables, frame, mask):
    """Into a Garrison, aboard a Transport, or neither. Clauses: DZ-GAR-02, DZ-TRN-05, DZ-CARD-C12."""
    squad = tables.unit_squad[state.subject]
    seat = SEAT_OF_SQUAD[squad]
    boards = has_board(state, tables, squad)
    mask[PASS] = not (boards and must_board(state, tables, squad))
    if mask[PASS] and frame.facts & Fact.OUT == 0 and not is_pinned(state, tables, squad):
        for piece in range(tables.n_pieces):
            mask[PIECE + piece] = can_enter(state, tables, squad, piece, state.squads[squad].marks & Mark.RAPID != 0)
    if boards:
        for transport in range(FIRST[seat], FIRST[seat + 1]):
            mask[UNIT + transport] = tables.unit_room[transport] > 0 and can_board(state, tables, squad, transport)


@jit
def apply_end_move(state, tables, frame, action):
    """Let the squad enter a Garrison or board a Transport, or stay. Clauses: DZ-GAR-02, DZ-TRN-05."""
    if action == PASS:
        frame.step = Moving.FACE
        return
    squad = tables.unit_squad[state.subject]
    frame.step = Moving.OVER
    if action >= PIECE:
        push_enter(state, squad, action - PIECE, 0)
    else:
        push_board(state, squad, action - UNIT)


@jit
def finish_move(state, tables, squad, extra, inside):
    """The Move is over: an action is completed, if anybody is left. Clauses: DZ-ACT-04, DZ-MOV-03, DZ-MOV-09, DZ-GAR-05, DZ-CARD-07."""
    if extra == 0:
        if inside == 0:
            state.squads[squad].marks |= Mark.SHIFTED
        if leader_of(state, tables, squad) >= 0:
            state.acted = 1
