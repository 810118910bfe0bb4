"""Objectives: claiming, searching, scanning. Chapter OBJ: DZ-OBJ-01..09, DZ-OBJ-19, DZ-OBJ-20."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import COUNT, Decision
from skirmish_rl.envs.dropzone_commander.rules.damage import hit_piece
from skirmish_rl.envs.dropzone_commander.rules.destruction import give_token, push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_aircraft, is_infantry, is_present, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, inches, is_coherent, is_enemy_near, told_at
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, SEAT_OF_SQUAD, SQUAD_FIRST, Find, Frame, Scoring, Sign

REACH = 2  # inches
FOUND = 7
RAGE = 2  # DZ-SPEC-22
SUPPRESSED = 3  # inches, DZ-ABIL-05
SURVEY_ENERGY = 9


class Searching(IntEnum):
    """Steps of the SEARCH frame of `squad`; `token` is the objective, `scans` the Scan Tokens spent."""

    SCANS = 0
    ROLL = 1


@jit
def is_at(state, tables, slot, token):
    """True if a unit can touch an objective that lies on the table. Clauses: DZ-OBJ-01, DZ-OBJ-02."""
    unit = state.units[slot]
    here = state.tokens[token]
    if not is_present(unit) or unit.dp == 0 or is_aircraft(tables, slot):
        return False
    if here.piece >= 0:
        return unit.piece == here.piece
    return here.cell >= 0 and unit.cell >= 0 and inches(unit.cell, here.cell) <= REACH


@jit
def squad_is_at(state, tables, squad, token):
    """True if a coherent squad can touch an objective. Clauses: DZ-OBJ-03, DZ-CORE-09."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if is_at(state, tables, slot, token):
            return is_coherent(state, tables, squad)
    return False


@jit
def is_guarded(state, tables, seat, token):
    """True if a unit of another player can touch an objective. Clause: DZ-OBJ-03."""
    for other in range(tables.seats):
        if other != seat:
            for slot in range(FIRST[other], FIRST[other + 1]):
                if is_at(state, tables, slot, token):
                    return True
    return False


@jit
def check_claims(state, tables, seat, acting):
    """After a completed action Open objectives go to the player's squads that reach them, the acting one first.

    Clauses: DZ-OBJ-03, DZ-OBJ-04.
    """
    for token in range(tables.n_tokens):
        here = state.tokens[token]
        if here.find != Find.OPEN or here.seat == seat:
            continue
        if here.seat >= 0 and is_guarded(state, tables, seat, token):
            continue
        claimant = -1
        if acting >= 0 and can_claim(state, tables, acting, token):
            claimant = acting
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if claimant < 0 and can_claim(state, tables, squad, token):
                claimant = squad
        if claimant >= 0:
            if tables.scoring == Scoring.SURVEY:
                survey(state, tables, token, claimant, seat)
            else:
                give_token(state, tables, token, claimant, seat)


@jit
def can_claim(state, tables, squad, token):
    """True if a squad may claim an Open objective. Clauses: DZ-OBJ-03, DZ-OBJ-10."""
    if tables.squad_size[squad] == 0 or (tables.mobile and state.squads[squad].token >= 0):
        return False
    return squad_is_at(state, tables, squad, token)


@jit
def survey(state, tables, token, squad, seat):
    """The first claim of an objective in Survey and Control.

    Clauses: DZ-SCEN-S5-02, DZ-SCEN-S5-03. Rolls one die, or more on a 1.
    """
    here = state.tokens[token]
    piece = here.piece
    note(state, Own.CLAIMS, seat, unit=tables.squad_first[squad], value=token + 1)
    note(state, Event.ROLLS, seat, value=Roll.SURVEY)
    die = roll(state, FACES)
    state.points[seat] += 1
    note(state, Event.POINTS, seat, value=1)
    if die == FACES:
        here.find = Find.FOCAL
        here.seat = seat
        return
    here.find = Find.LOST
    here.piece = -1
    if die == 1 and piece >= 0:
        state.blame = -1
        note(state, Event.ROLLS, seat, value=Roll.SURVEY)
        hit_piece(state, tables, piece, roll(state, FACES), SURVEY_ENERGY)
        if state.doomed:
            push_doom(state)


@jit
def token_to_search(state, tables, squad):
    """The Hidden objective that a squad can search for, -1. Clauses: DZ-OBJ-06, DZ-OBJ-19."""
    for token in range(tables.n_tokens):
        if state.tokens[token].find == Find.HIDDEN and squad_is_at(state, tables, squad, token):
            return token
    return -1


@jit
def scans_near(state, tables, squad):
    """Scan Tokens that a squad could spend. Clauses: DZ-OBJ-08, DZ-ABIL-05."""
    lead = leader_of(state, tables, squad)
    seat = SEAT_OF_SQUAD[squad]
    if is_infantry(tables, lead) and is_suppressed(state, tables, squad):
        return 0
    n = 0
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[slot].signs & Sign.SCAN:
            for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                if is_present(state.units[one]) and gap(state, tables, slot, one) <= REACH:
                    n += 1
                    break
    return n


@jit
def is_suppressed(state, tables, squad):
    """True if a unit of a squad is within 3" of an enemy's suppression field. Clause: DZ-ABIL-05."""
    seat = SEAT_OF_SQUAD[squad]
    for foe in range(tables.seats):
        if foe == seat:
            continue
        for source in range(FIRST[foe], FIRST[foe + 1]):
            if has_trait(tables, source, Trait.SUPPRESSION) and is_present(state.units[source]) and state.units[source].dp > 0:
                for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                    if is_present(state.units[slot]) and gap(state, tables, source, slot) <= SUPPRESSED:
                        return True
    return False


@jit
def push_search(state, squad, token):
    """A squad searches for an objective."""
    frame = push(state, Frame.SEARCH)
    frame.squad = squad
    frame.token = token


@jit
def run_search(state, tables, frame):
    """One step of a Search. Clauses: DZ-OBJ-06, DZ-OBJ-08, DZ-OBJ-09, DZ-OBJ-20, DZ-SPEC-22, DZ-CORE-03. Rolls one die."""
    squad = frame.squad
    lead = leader_of(state, tables, squad)
    if frame.step == Searching.SCANS:
        frame.step = Searching.ROLL
        if scans_near(state, tables, squad) > 0:
            ask(state, SEAT_OF_SQUAD[squad], Decision.SCANS, lead)
        return
    token = frame.token
    spent = frame.scans
    pop(state)
    note(state, Event.ROLLS, unit=lead, value=Roll.SEARCH)
    die = roll(state, FACES)
    total = die + state.round + spent
    near = False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        near = near or (is_present(state.units[slot]) and is_enemy_near(state, tables, slot, REACH))
    if near:
        total -= 1
    if has_trait(tables, lead, Trait.BLOODTHIRSTY):
        total -= RAGE
    note(state, Event.RESULT, value=total)
    state.acted = 1
    if die > 1 and total >= FOUND:
        here = state.tokens[token]
        here.find = Find.OPEN
        note(state, Own.FOUND, value=token + 1, cell=told_at(tables, here.cell, here.piece))
        if tables.mobile == 0 or state.squads[squad].token < 0:
            give_token(state, tables, token, squad, SEAT_OF_SQUAD[squad])


@jit
def legal_scans(state, tables, frame, mask):
    """How many Scan Tokens can be spent. Clause: DZ-OBJ-08."""
    for n in range(scans_near(state, tables, frame.squad) + 1):
        mask[COUNT + n] = 1


@jit
def apply_scans(state, tables, frame, action):
    """Remove Scan Tokens, those nearest by slot first. Clause: DZ-OBJ-08."""
    n = action - COUNT
    squad = frame.squad
    seat = SEAT_OF_SQUAD[squad]
    frame.scans = n
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if n > 0 and state.units[slot].signs & Sign.SCAN:
            for one in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
                if is_present(state.units[one]) and gap(state, tables, slot, one) <= REACH:
                    state.units[slot].signs &= ~Sign.SCAN
                    n -= 1
                    break


@jit
def can_scan(state, tables, squad):
    """True if a squad can Scan: a Transport on the ground that is no Aircraft. Clause: DZ-OBJ-07."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if (
            is_present(state.units[slot])
            and tables.unit_room[slot] > 0
            and not is_aircraft(tables, slot)
            and state.units[slot].signs & Sign.SCAN == 0
        ):
            return True
    return False


@jit
def scan(state, tables, squad):
    """Each Transport of a squad puts a Scan Token beside itself. Clause: DZ-OBJ-07."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if is_present(state.units[slot]) and tables.unit_room[slot] > 0 and not is_aircraft(tables, slot):
            state.units[slot].signs |= Sign.SCAN
            note(state, Own.SCANS, unit=slot)
    state.acted = 1
