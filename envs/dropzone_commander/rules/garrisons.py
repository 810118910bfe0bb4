"""Garrisons: who may enter, where they stand inside, how they leave. Chapter GAR."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import SITE, Decision
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_infantry, leader_of, put_bit
from skirmish_rl.envs.dropzone_commander.rules.measuring import gate_far, is_coherent, is_garrison, squads_in, units_in
from skirmish_rl.envs.dropzone_commander.rules.placing import has_place, inside_of, lift_unit, put_all, reach_from
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, SEAT_OF_SQUAD, SITES, Fact, Frame, Mark, Site, Status, Window

DOOR = 2  # inches
HOVER_INCHES = 12  # DZ-ABIL-13


class Entering(IntEnum):
    """Steps of the ENTER frame: `squad` goes into `piece`; `inside`: it was there already."""

    SITES = 0
    WINDOW = 1
    OVER = 2


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
        if unit.status == Status.ON_TABLE:
            if unit.carrier < 0:
                return False  # who stands outside already does not go in with them
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
def legal_site(state, tables, frame, mask):
    """Places that are free in the Garrison. Clauses: DZ-GAR-05, DZ-GRID-13."""
    for site in range(SITES):
        mask[SITE + site] = is_site_free(state, tables, SEAT_OF[state.subject], frame.piece, site)


@jit
def apply_site(state, tables, frame, action):
    """Put the unit that was asked, or all of its squad, at the chosen place. Clause: DZ-GRID-13."""
    take_sites(state, tables, frame, action - SITE)


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


@jit
def take_site(state, tables, slot, piece, site):
    """A unit takes a place in a Garrison."""
    lift_unit(state, slot)
    state.units[slot].piece = piece
    state.units[slot].site = site
    note(state, Own.OCCUPIES, unit=slot, value=site)


@jit
def go_out(state, tables, squad, cell):
    """A squad leaves its Garrison, its leader at a cell. Clause: DZ-GAR-06."""
    piece = state.units[leader_of(state, tables, squad)].piece
    put_all(state, tables, squad, inside_of(state, tables, squad, piece), piece, cell)
