"""Leaving a Garrison in need: Fortitude, its toll, and flight. Chapters GAR, CQ: DZ-GAR-07, DZ-CQ-07..09."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import CELL, OPTION, PIECE, UNIT, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.boarding import board_unit, can_shelter, has_shelter
from skirmish_rl.envs.dropzone_commander.rules.damage import take_damage
from skirmish_rl.envs.dropzone_commander.rules.destruction import lay_token, push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import leader_of, put_bit
from skirmish_rl.envs.dropzone_commander.rules.garrisons import go_out, has_room, has_way_out, is_linked, push_enter
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, squads_in
from skirmish_rl.envs.dropzone_commander.rules.placing import inside_of, mark_places, nearest_free, put_unit
from skirmish_rl.envs.dropzone_commander.rules.survivors import mark_spots, put_survivor
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, SEAT_OF, SEAT_OF_SQUAD, Fact, Frame, Status, Window


class Fleeing(IntEnum):
    """Steps of the FLEE frame of `squad` in `piece`; `wants`: it would leave anyway, `again`: a die failed that may be rolled again.

    `stands`: C24 passes the test; `due`: DP that it loses for failing it.
    """

    CARD = 0
    TEST = 1
    TOLL = 2
    OUT = 3
    OVER = 4


@jit
def must_test(state, tables, squad):
    """True if a squad that wants to leave its Garrison tests its Fortitude first. Clause: DZ-GAR-07."""
    piece = state.units[leader_of(state, tables, squad)].piece
    seat = SEAT_OF_SQUAD[squad]
    return squads_in(state, tables, piece, seat, False) > squads_in(state, tables, piece, seat, True)


@jit
def push_flee(state, tables, squad, wants):
    """A squad tests its Fortitude: because it wants to leave, or after close quarters. Clauses: DZ-GAR-07, DZ-CQ-07."""
    frame = push(state, Frame.FLEE)
    frame.squad = squad
    frame.facts = put_bit(frame.facts, Fact.WANTS, wants)
    frame.slot = leader_of(state, tables, squad)
    frame.piece = state.units[frame.slot].piece


@jit
def run_flee(state, tables, frame):
    """One step of a Fortitude test and what follows.

    Clauses: DZ-CQ-07, DZ-CQ-08, DZ-GAR-07, DZ-CARD-C23, DZ-CARD-C24.
    """
    squad = frame.squad
    seat = SEAT_OF_SQUAD[squad]
    if frame.step == Fleeing.CARD:
        frame.step = Fleeing.TEST
        window = push(state, Frame.WINDOW)
        window.window = Window.FORTITUDE
        window.squad = squad
    elif frame.step == Fleeing.TEST:
        if frame.facts & Fact.STANDS:
            frame.step = Fleeing.OVER
        elif frame.facts & Fact.WANTS:
            test_fortitude(state, tables, frame, seat)
        else:
            ask(state, seat, Decision.FORTITUDE, leader_of(state, tables, squad))
    elif frame.step == Fleeing.TOLL:
        lead = leader_of(state, tables, squad)
        if frame.due == 0 or lead < 0 or not has_unhurt(state, tables, squad):
            frame.step = Fleeing.OUT
        else:
            ask(state, toll_taker(state, tables, frame.piece, seat), Decision.TOLL, lead)
    elif frame.step == Fleeing.OUT:
        if state.doomed:
            push_doom(state)
            return
        frame.step = Fleeing.OVER
        lead = leader_of(state, tables, squad)
        if lead >= 0 and state.units[lead].piece == frame.piece:
            if has_shelter(state, tables, squad) or has_way_out(state, tables, squad):
                ask(state, seat, Decision.PUT, lead)
            else:
                scatter(state, tables, squad, frame.piece)
    else:
        pop(state)


@jit
def test_fortitude(state, tables, frame, seat):
    """Roll for Fortitude; who is inspired may roll a die that failed once more.

    Clauses: DZ-CQ-07, DZ-GAR-07, DZ-CARD-C23, DZ-CORE-03, DZ-CORE-04. Rolls one die.
    """
    lead = leader_of(state, tables, frame.squad)
    note(state, Event.ROLLS, unit=lead, value=Roll.FORTITUDE)
    die = roll(state, FACES)
    need = tables.unit_fortitude[lead]
    note(state, Event.RESULT, value=die)
    if die >= need and die > 1:
        frame.step = Fleeing.OVER
    elif frame.facts & Fact.AGAIN == 0 and is_inspired(state, tables, lead):
        frame.facts |= Fact.AGAIN
        frame.due = max(need - die, 0)
        ask(state, seat, Decision.FORTITUDE, lead)
    else:
        fail_fortitude(state, tables, frame, need - die)


@jit
def is_inspired(state, tables, slot):
    """True for a unit within the influence of the Commander who inspires in this round. Clause: DZ-CARD-C23."""
    source = state.inspired[SEAT_OF[slot]]
    if source < 0 or state.units[source].status != Status.ON_TABLE:
        return False
    return gap(state, tables, source, slot) <= 4 * tables.unit_cv[source]


@jit
def legal_fortitude(mask):
    """Test, or fail of one's own will. Clauses: DZ-CQ-07, DZ-CARD-C23."""
    mask[OPTION + Option.ROLL] = 1
    mask[OPTION + Option.FAIL] = 1


@jit
def apply_fortitude(state, tables, frame, action):
    """Let the squad test its Fortitude, or fail of its own will. Clauses: DZ-CQ-07, DZ-CARD-C23."""
    if action == OPTION + Option.ROLL:
        test_fortitude(state, tables, frame, state.decider)
    else:
        fail_fortitude(state, tables, frame, frame.due)


@jit
def fail_fortitude(state, tables, frame, short):
    """The squad leaves, and drops what it carries; one that wanted to leave also loses DP.

    Clauses: DZ-CQ-08, DZ-GAR-07, DZ-OBJ-13.
    """
    squad = frame.squad
    token = state.squads[squad].token
    if token >= 0:
        state.squads[squad].token = -1
        lay_token(state, tables, token, -1, frame.piece, leader_of(state, tables, squad))
    frame.due = max(short, 0) if frame.facts & Fact.WANTS else 0
    frame.step = Fleeing.TOLL
    note(state, Own.FLEES, unit=leader_of(state, tables, squad))


@jit
def has_unhurt(state, tables, squad):
    """True while a unit of a squad has a DP left."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].dp > 0:
            return True
    return False


@jit
def toll_taker(state, tables, piece, seat):
    """The opponent with most squads in a Garrison, the first in the order of initiative of several.

    Clauses: DZ-GAR-07, DZ-MULTI-07.
    """
    best = -1
    most = -1
    for k in range(tables.seats):
        other = state.order[k]
        if other != seat:
            n = squads_in(state, tables, piece, other, True)
            if n > most:
                most = n
                best = other
    return best


@jit
def legal_toll(state, tables, mask):
    """Units of the squad with DP left. Clause: DZ-GAR-07."""
    squad = tables.unit_squad[state.subject]
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.dp > 0:
            mask[UNIT + slot] = 1


@jit
def apply_toll(state, tables, frame, action):
    """Take a DP from the chosen unit. Clause: DZ-GAR-07."""
    state.blame = state.decider
    take_damage(state, tables, action - UNIT, 1)
    frame.due -= 1


@jit
def legal_put(state, tables, frame, mask):
    """Where a squad that flees, or a unit from a wreck, is put. Clauses: DZ-CQ-08, DZ-TRN-22."""
    if frame.kind == Frame.FLEE:
        mark_refuge(state, tables, frame, mask)
    else:
        mark_spots(state, tables, frame, mask)


@jit
def mark_refuge(state, tables, frame, mask):
    """Cells, Garrisons and Transports that take a squad which flees. Clause: DZ-CQ-08."""
    slot = state.subject
    squad = tables.unit_squad[slot]
    piece = frame.piece
    mark_places(state, tables, slot, inside_of(state, tables, squad, piece), -1, piece, mask[CELL:])
    for other in range(tables.n_pieces):
        mask[PIECE + other] = is_linked(state, tables, piece, other) and has_room(state, tables, squad, other)
    seat = SEAT_OF[slot]
    for transport in range(FIRST[seat], FIRST[seat + 1]):
        mask[UNIT + transport] = can_shelter(state, tables, squad, transport)


@jit
def apply_put(state, tables, frame, action):
    """Put the fleeing squad, or the unit from a wreck, where the player chose. Clauses: DZ-CQ-08, DZ-TRN-22."""
    squad = tables.unit_squad[state.subject]
    if frame.kind == Frame.PLACE:
        put_survivor(state, state.subject, action - CELL)
    elif action >= CELL:
        go_out(state, tables, squad, action - CELL)
    elif action >= PIECE:
        push_enter(state, squad, action - PIECE, 0)
    else:
        for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            if state.units[one].status == Status.ON_TABLE:
                board_unit(state, tables, one, action - UNIT)


@jit
def scatter(state, tables, squad, piece):
    """A squad that finds no room outside goes to the nearest free cells. Clause: DZ-CQ-09."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].piece == piece:
            cell = nearest_free(state, tables, slot, piece)
            if cell >= 0:
                put_unit(state, slot, cell, 0)
                note(state, Event.PLACED, unit=slot, cell=cell)
