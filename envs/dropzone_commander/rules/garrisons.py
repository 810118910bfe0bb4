"""Garrisons: entering, places inside, leaving, fleeing, Fortitude. Chapters GAR, CQ."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.destruction import lay_token, push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_infantry, leader_of, put_bit
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, gate_far, is_coherent, is_garrison, squads_in, units_in
from skirmish_rl.envs.dropzone_commander.rules.placing import has_place, inside_of, lift_unit, nearest_free, put_all, put_unit, reach_from
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, SEAT_OF, SEAT_OF_SQUAD, Fact, Frame, Mark, Site, Status, Window

DOOR = 2  # inches
HOVER_INCHES = 12  # DZ-ABIL-13


class Entering(IntEnum):
    """Steps of the ENTER frame: `squad` goes into `piece`; `inside`: it was there already."""

    SITES = 0
    WINDOW = 1
    OVER = 2


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
def has_room(state, tables, squad, piece):
    """True if all units of a squad fit into a Garrison. Clause: DZ-GAR-01."""
    n = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        n += 1 if state.units[slot].status == Status.ON_TABLE and state.units[slot].piece != piece else 0
    return units_in(state, tables, piece) + n <= tables.piece_dp[piece]


@jit
def door_from(tables, slot, piece, cell, rapid):
    """Inches from a cell to the nearest entrance that a unit may use. Clauses: DZ-GAR-03, DZ-SPEC-21, DZ-SPEC-26."""
    return gate_far(tables, piece, cell) if rapid or has_trait(tables, slot, Trait.TOUGH) else tables.door_far[piece, cell]


@jit
def can_enter(state, tables, squad, piece, rapid):
    """True if a squad on the ground may go into a Garrison. Clauses: DZ-GAR-01, DZ-GAR-02, DZ-CORE-09."""
    if not is_infantry(tables, tables.squad_first[squad]) or not is_garrison(state, tables, piece):
        return False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0 and door_from(tables, slot, piece, unit.cell, rapid) <= DOOR:
            return has_room(state, tables, squad, piece) and is_coherent(state, tables, squad)
    return False


@jit
def rapid_of(state, tables, slot, transport):
    """Inches of Rapid Insertion of a unit that leaves a Transport, -1. Clauses: DZ-SPEC-21, DZ-ABIL-13."""
    rapid = tables.unit_rapid[slot]
    if rapid < 0 and has_trait(tables, transport, Trait.HOVER) and state.units[transport].travelled <= HOVER_INCHES:
        return 0
    return rapid


@jit
def can_enter_from(state, tables, squad, piece):
    """True if a squad aboard may be put straight into a Garrison: its Transports stand within 2" of an entrance.

    Clause: DZ-TRN-08.
    """
    first = tables.squad_first[squad]
    if not is_infantry(tables, first) or not is_garrison(state, tables, piece):
        return False
    for slot in range(first, first + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier >= 0:
            carrier = state.units[unit.carrier]
            rapid = carrier.flying != 0 and rapid_of(state, tables, slot, unit.carrier) >= 0
            if carrier.cell < 0 or door_from(tables, slot, piece, carrier.cell, rapid) > reach_from(tables, unit.carrier):
                return False
    return has_room(state, tables, squad, piece)


@jit
def is_linked(state, tables, piece, other):
    """True if a squad may move from one Garrison straight into another. Clause: DZ-GAR-11."""
    return (tables.piece_links[piece] >> other) & 1 != 0 and is_garrison(state, tables, other)


@jit
def is_site_free(state, tables, seat, piece, site):
    """True if no enemy holds a place in a Garrison. Clauses: DZ-GAR-05, DZ-GAR-10."""
    if site == Site.CENTRE:
        return True
    for other in range(tables.seats):
        if other != seat:
            for slot in range(FIRST[other], FIRST[other + 1]):
                if state.units[slot].piece == piece and state.units[slot].site == site:
                    return False
    return True


@jit
def is_hemmed(state, tables, squad):
    """True for Bloodthirsty units with an enemy in their Garrison: they stay where they are. Clause: DZ-SPEC-22."""
    lead = leader_of(state, tables, squad)
    return (
        lead >= 0 and has_trait(tables, lead, Trait.BLOODTHIRSTY) and state.units[lead].piece >= 0
        and squads_in(state, tables, state.units[lead].piece, SEAT_OF_SQUAD[squad], False) > 0
    )  # fmt: skip


@jit
def has_exit(state, tables, squad):
    """True if a squad can be placed outside its Garrison. Clause: DZ-GAR-06."""
    piece = state.units[leader_of(state, tables, squad)].piece
    return has_place(state, tables, squad, inside_of(state, tables, squad, piece), -1, piece)


@jit
def has_way_out(state, tables, squad):
    """True if a squad can leave its Garrison for the ground outside or for a linked one. Clauses: DZ-GAR-06, DZ-GAR-11."""
    if has_exit(state, tables, squad):
        return True
    piece = state.units[leader_of(state, tables, squad)].piece
    for other in range(tables.n_pieces):
        if is_linked(state, tables, piece, other) and has_room(state, tables, squad, other):
            return True
    return False


@jit
def push_enter(state, squad, piece, inside):
    """A squad goes into a Garrison, or moves inside it."""
    frame = push(state, Frame.ENTER)
    frame.squad = squad
    frame.piece = piece
    frame.facts = put_bit(frame.facts, Fact.INSIDE, inside)
    frame.slot = -1


@jit
def run_enter(state, tables, frame):
    """One step of entering a Garrison. Clauses: DZ-GAR-02, DZ-GAR-05, DZ-GRID-13."""
    squad = frame.squad
    seat = SEAT_OF_SQUAD[squad]
    if frame.step == Entering.SITES:
        for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            if state.units[slot].status == Status.ON_TABLE and slot > frame.slot:
                frame.slot = slot
                ask(state, seat, Decision.SITE, slot)
                return
        frame.step = Entering.WINDOW
        if frame.facts & Fact.INSIDE == 0:
            state.squads[squad].marks |= Mark.ENTERED
    elif frame.step == Entering.WINDOW:
        frame.step = Entering.OVER
        if frame.facts & Fact.INSIDE == 0 and leader_of(state, tables, squad) >= 0:
            window = push(state, Frame.WINDOW)
            window.window = Window.ENTERED
            window.squad = squad
            window.piece = frame.piece
    else:
        pop(state)


@jit
def take_site(state, tables, slot, piece, site):
    """A unit takes a place in a Garrison."""
    lift_unit(state, slot)
    state.units[slot].piece = piece
    state.units[slot].site = site
    note(state, Own.OCCUPIES, unit=slot, value=site)


@jit
def take_sites(state, tables, frame, site):
    """The answer to where units stand: the unit that was asked, or all of its squad. Clause: DZ-GRID-13."""
    if tables.site_mode:
        take_site(state, tables, frame.slot, frame.piece, site)
        return
    squad = frame.squad
    last = tables.squad_first[squad] + tables.squad_size[squad]
    for slot in range(tables.squad_first[squad], last):
        if state.units[slot].status == Status.ON_TABLE:
            take_site(state, tables, slot, frame.piece, site)
    frame.slot = last - 1


# ---- leaving in need


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
def run_flee(state, tables, frame, shelter):
    """One step of a Fortitude test and what follows; `shelter`: a Transport takes the squad on.

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
            if shelter or has_way_out(state, tables, squad):
                ask(state, seat, Decision.PUT, lead)
            else:
                scatter(state, tables, squad, frame.piece)
    else:
        pop(state)


@jit
def has_unhurt(state, tables, squad):
    """True while a unit of a squad has a DP left."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].dp > 0:
            return True
    return False


@jit
def is_inspired(state, tables, slot):
    """True for a unit within the influence of the Commander who inspires in this round. Clause: DZ-CARD-C23."""
    source = state.inspired[SEAT_OF[slot]]
    if source < 0 or state.units[source].status != Status.ON_TABLE:
        return False
    return gap(state, tables, source, slot) <= 4 * tables.unit_cv[source]


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
def scatter(state, tables, squad, piece):
    """A squad that finds no room outside goes to the nearest free cells. Clause: DZ-CQ-09."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].piece == piece:
            cell = nearest_free(state, tables, slot, piece)
            if cell >= 0:
                put_unit(state, slot, cell, 0)
                note(state, Event.PLACED, unit=slot, cell=cell)


@jit
def go_out(state, tables, squad, cell):
    """A squad leaves its Garrison, its leader at a cell. Clause: DZ-GAR-06."""
    piece = state.units[leader_of(state, tables, squad)].piece
    put_all(state, tables, squad, inside_of(state, tables, squad, piece), piece, cell)
