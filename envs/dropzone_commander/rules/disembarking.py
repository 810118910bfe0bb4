"""Out of Transports: who may leave, what it means, and the free transfer of an Aerial Transport that has landed.

Chapter TRN: DZ-TRN-07..20.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import PASS, TAKEN, UNIT, Decision
from skirmish_rl.envs.dropzone_commander.rules.boarding import can_board, group_of, half_of, need_of, push_board, room_of
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_aircraft, leader_of
from skirmish_rl.envs.dropzone_commander.rules.garrisons import can_enter_from, rapid_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_shot, is_coherent
from skirmish_rl.envs.dropzone_commander.rules.placing import aboard_of, first_aboard, has_place, put_all
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF, SQUAD_FIRST, Mark, Sign, Status

PENALTY = 2  # DZ-TRN-17


class Transfer(IntEnum):
    """Steps of the TRANSFER frame: `way`: 1 the `transport` puts off, 2 it takes on; `snap`: by C10."""

    ASK = 0
    OUT = 1


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
    """A squad leaves its Transports, the first of those aboard at a cell. Clauses: DZ-TRN-07, DZ-GRID-12."""
    lead = first_aboard(state, tables, squad)
    note(state, Own.LEAVES, unit=lead, other=state.units[lead].carrier)
    who = aboard_of(state, tables, squad, -1)
    mark_out(state, tables, squad, quiet)
    put_all(state, tables, squad, who, -1, cell)


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
def legal_transfer(state, tables, frame, mask):
    """Squads that the Transport can put off or take on. Clauses: DZ-TRN-14, DZ-TRN-15."""
    seat = state.decider
    transport = state.subject
    mask[PASS] = 1
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if frame.way != 2 and can_put_off_free(state, tables, squad, transport):
            mask[UNIT + first_aboard(state, tables, squad)] = 1
        if frame.way != 1 and can_take_on_free(state, tables, squad, transport):
            mask[TAKEN + leader_of(state, tables, squad)] = 1


@jit
def apply_transfer(state, tables, frame, action):
    """Put the chosen squad off or take it on, or end the transfer. Clause: DZ-TRN-14."""
    if action == PASS:
        pop(state)
    elif action >= TAKEN:
        transfer(state, tables, frame, tables.unit_squad[action - TAKEN], 2)
    else:
        transfer(state, tables, frame, tables.unit_squad[action - UNIT], 1)


@jit
def transfer(state, tables, frame, squad, way):
    """A squad is put off or taken on. Clause: DZ-TRN-14."""
    transport = frame.transport
    frame.way = way
    state.units[transport].signs |= Sign.TRANSFERRED
    if way == 1:
        ask(state, SEAT_OF[transport], Decision.OUT, first_aboard(state, tables, squad))
    else:
        push_board(state, squad, transport)
