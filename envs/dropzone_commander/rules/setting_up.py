"""Setting up: zones, how battlegroups enter the game, who is deployed next. Chapter DEP."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import GROUP, OPTION, ZONE, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.deploying import has_deployment, has_hideout
from skirmish_rl.envs.dropzone_commander.rules.facts import leader_of
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import (
    CELLS,
    FACES,
    FAR,
    FIRST,
    GROUPS,
    MOST_ROLLS,
    PIECES,
    SEATS,
    SLOTS,
    SQUAD_FIRST,
    SQUADS,
    STACK,
    TOKENS,
    Fact,
    Find,
    Status,
)


class Setup(IntEnum):
    """Steps of the SETUP frame: `place` in the order, `group` that is declared; `infiltrates`: all others are deployed."""

    ZONES = 0
    DECLARE = 1
    METHOD = 2
    DEPLOY = 3
    FACE = 4
    OVER = 5
    INFILTRATE = 6


@jit
def lay_out(state, tables):
    """The record before anything is decided. Clauses: DZ-DEP-08..10, DZ-DEP-07, DZ-OBJ-05."""
    state.seats = tables.seats
    for cell in range(CELLS):
        state.halves[cell] = FAR
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.cell = -1
        unit.origin = -1
        unit.wreck = -1
        unit.carrier = -1
        unit.piece = -1
        unit.killer = -1
        if tables.unit_used[slot]:
            unit.status = Status.RESERVE if tables.unit_fast[slot] > 0 else Status.READINESS
            unit.dp = tables.unit_dp[slot]
            unit.carrier = tables.unit_aboard[slot]
    for squad in range(SQUADS):
        state.squads[squad].declared = -1
        state.squads[squad].token = -1
    for piece in range(PIECES):
        state.pieces[piece].blame = -1
        state.pieces[piece].killer = -1
        state.pieces[piece].dp = tables.piece_dp[piece]
    for k in range(TOKENS):
        token = state.tokens[k]
        token.cell = -1
        token.piece = -1
        token.seat = -1
        token.squad = -1
        token.find = Find.LOST
        if k < tables.n_tokens:
            token.piece = tables.token_piece[k]
            token.cell = tables.token_cell[k]
            token.find = Find.HIDDEN if tables.hidden and token.piece >= 0 else Find.OPEN
    for seat in range(SEATS):
        state.order[seat] = seat if seat < tables.seats else -1
        state.boost[seat] = -1
        state.inspired[seat] = -1
        state.zone[seat] = -1
        if seat < tables.seats:
            state.deck[seat] = tables.deck
            hold_back(state, tables, seat)
    blank(state)


@jit
def blank(state):
    """Set all fields that point at nobody yet."""
    for k in range(len(state.shots)):
        state.shots[k].firer = -1
        state.shots[k].target = -1
        state.shots[k].piece = -1
    for k in range(len(state.hits)):
        state.hits[k].target = -1
        state.hits[k].piece = -1
    for k in range(STACK):
        state.stack[k].target = -1
        state.stack[k].seat = -1
    state.turn = -1
    state.group = -1
    state.squad = -1
    state.shooter = -1
    state.blame = -1
    state.prey = -1
    state.asked_card = -1


@jit
def hold_back(state, tables, seat):
    """Battlegroups that Aerial Advantage keeps In Reserve, with all that carries them. Clauses: DZ-DEP-05, DZ-DEP-07."""
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_used[slot]:
            group = tables.squad_group[tables.unit_squad[slot]]
            if group >= 0 and tables.group_reserve[seat, group]:
                up = slot
                while up >= 0:
                    state.units[up].status = Status.RESERVE
                    up = state.units[up].carrier


@jit
def run_setup(state, tables, frame):
    """One step of setting up. Clauses: DZ-DEP-01..03, DZ-DEP-06, DZ-MULTI-04."""
    step = frame.step
    if step == Setup.ZONES:
        if frame.place == 0:
            roll_for_zones(state, tables)
        if frame.place >= tables.seats:
            frame.place = 0
            frame.step = Setup.DECLARE
            if not tables.direct:
                look_for_infiltrators(frame)
        else:
            ask(state, state.order[frame.place], Decision.ZONE)
    elif step == Setup.DECLARE:
        next_declaration(state, tables, frame)
    elif step == Setup.METHOD:
        frame.step = Setup.DECLARE
        seat = state.order[frame.place]
        group = frame.group - 1
        state.group = group
        if tables.group_reserve[seat, group] == 0:
            ask(state, seat, Decision.METHOD)
        frame.place = (frame.place + 1) % tables.seats
    elif step == Setup.DEPLOY:
        next_to_deploy(state, tables, frame)
    elif step == Setup.INFILTRATE:
        next_to_infiltrate(state, tables, frame)
    elif step == Setup.FACE:
        frame.step = Setup.INFILTRATE if frame.facts & Fact.INFILTRATES else Setup.DEPLOY
        if state.units[leader_of(state, tables, frame.squad)].cell >= 0 and tables.squad_turns[frame.squad]:
            ask(state, frame.seat, Decision.FACING, leader_of(state, tables, frame.squad))
    else:
        pop(state)
        state.group = -1
        for seat in range(tables.seats):
            state.order[seat] = seat  # windows of the first round are polled in this order
            for group in range(GROUPS):
                state.direct[seat, group] = 0


@jit
def roll_for_zones(state, tables):
    """Each player rolls a die, ties roll again; the highest picks first.

    Clause: DZ-DEP-01. Rolls a die each, and again for those tied.
    """
    tiers = 0
    for seat in range(tables.seats):
        note(state, Event.ROLLS, seat, value=Roll.ZONE)
        state.rolled[seat] = roll(state, FACES)
    place = 0
    rolls = 0
    while place < tables.seats and rolls < MOST_ROLLS:
        group = 0
        n = 0
        for seat in range(tables.seats):
            if (tiers >> (4 * seat)) & 15 == place:
                group |= 1 << seat
                n += 1
        if n <= 1:
            place += 1
            continue
        for seat in range(tables.seats):
            if rolls > 0 and (group >> seat) & 1:
                note(state, Event.ROLLS, seat, value=Roll.ZONE)
                state.rolled[seat] = roll(state, FACES)
        rolls += 1
        before = tiers
        for seat in range(tables.seats):
            for other in range(tables.seats):
                if (group >> seat) & 1 and (group >> other) & 1 and state.rolled[other] > state.rolled[seat]:
                    before += 1 << (4 * seat)
        tiers = before
    if place < tables.seats:
        state.fault = 1
    for seat in range(tables.seats):
        state.order[(tiers >> (4 * seat)) & 15] = seat


@jit
def legal_zone(state, tables, mask):
    """Zones that nobody has. Clauses: DZ-DEP-01, DZ-MULTI-04."""
    for zone in range(tables.n_zones):
        mask[ZONE + zone] = 1
        for other in range(tables.seats):
            if state.zone[other] == zone:
                mask[ZONE + zone] = 0


@jit
def apply_zone(state, frame, action):
    """Give the seat the chosen zone. Clause: DZ-DEP-01."""
    seat = state.decider
    state.zone[seat] = action - ZONE
    frame.place += 1
    note(state, Own.ZONE, seat, value=action - ZONE + 1)


@jit
def is_declared(state, seat, group):
    """True for a battlegroup whose method is settled; told by `spent`, which is cleared afterwards."""
    return state.spent[seat, group] != 0


@jit
def next_declaration(state, tables, frame):
    """The next player declares a battlegroup. Clause: DZ-DEP-02."""
    for _ in range(tables.seats):
        seat = state.order[frame.place]
        for group in range(GROUPS):
            if tables.group_used[seat, group] and not is_declared(state, seat, group):
                frame.step = Setup.METHOD
                ask(state, seat, Decision.DECLARE)
                return
        frame.place = (frame.place + 1) % tables.seats
    for seat in range(tables.seats):
        for group in range(GROUPS):
            state.spent[seat, group] = 0
    look_for_infiltrators(frame)


@jit
def legal_declare(state, tables, mask):
    """Battlegroups that are not declared yet. Clause: DZ-DEP-02."""
    seat = state.decider
    for group in range(GROUPS):
        mask[GROUP + group] = tables.group_used[seat, group] and not is_declared(state, seat, group)


@jit
def apply_declare(state, frame, action):
    """Declare the chosen battlegroup. Clause: DZ-DEP-02."""
    seat = state.decider
    frame.group = action - GROUP + 1
    state.spent[seat, action - GROUP] = 1
    note(state, Own.DECLARED, seat, value=action - GROUP + 1)


@jit
def legal_method(mask):
    """Directly Deployed or In Readiness. Clauses: DZ-DEP-03, DZ-DEP-04."""
    mask[OPTION + Option.DIRECT] = 1
    mask[OPTION + Option.READINESS] = 1


@jit
def apply_method(state, frame, action):
    """Let the battlegroup enter the game in the chosen way. Clauses: DZ-DEP-03, DZ-DEP-04."""
    if action == OPTION + Option.DIRECT:
        seat = state.decider
        state.direct[seat, frame.group - 1] = 1
        frame.step = Setup.DEPLOY
        frame.seat = seat
        frame.squad = -1


@jit
def goes_with(state, tables, squad, seat, group):
    """True for a squad that deploys by itself with a battlegroup: one of it that rides nothing, or a Transport that carries one of it."""
    lead = leader_of(state, tables, squad)
    if lead < 0 or state.units[lead].carrier >= 0:
        return False
    if tables.squad_group[squad] == group:
        return True
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_used[slot] and tables.squad_group[tables.unit_squad[slot]] == group:
            up = state.units[slot].carrier
            while up >= 0:
                if tables.unit_squad[up] == squad:
                    return True
                up = state.units[up].carrier
    return False


@jit
def next_to_deploy(state, tables, frame):
    """The next squad of a battlegroup is Directly Deployed, who infiltrates later; one that finds no room stays In Readiness.

    Clauses: DZ-DEP-03, DZ-SPEC-24.
    """
    seat = frame.seat
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if squad <= frame.squad or tables.squad_size[squad] == 0 or not goes_with(state, tables, squad, seat, frame.group - 1):
            continue
        if tables.unit_infiltrate[leader_of(state, tables, squad)] > 0:
            continue
        frame.squad = squad
        frame.step = Setup.FACE
        if has_deployment(state, tables, squad, 0):
            ask(state, seat, Decision.DEPLOY, leader_of(state, tables, squad))
            return
    frame.step = Setup.DECLARE


@jit
def look_for_infiltrators(frame):
    """After all else squads infiltrate, the players in the order of their zones. Clause: DZ-SPEC-24."""
    frame.place = 0
    frame.squad = -1
    frame.facts |= Fact.INFILTRATES
    frame.step = Setup.INFILTRATE


@jit
def next_to_infiltrate(state, tables, frame):
    """The next squad that infiltrates: one off the table that rides nothing. Clause: DZ-SPEC-24."""
    while frame.place < tables.seats:
        seat = state.order[frame.place]
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if squad <= frame.squad or tables.squad_size[squad] == 0:
                continue
            lead = leader_of(state, tables, squad)
            unit = state.units[lead]
            if tables.unit_infiltrate[lead] == 0 or unit.status == Status.ON_TABLE or unit.carrier >= 0:
                continue
            if has_hideout(state, tables, squad) or has_deployment(state, tables, squad, tables.unit_infiltrate[lead]):
                frame.squad = squad
                frame.seat = seat
                frame.step = Setup.FACE
                ask(state, seat, Decision.DEPLOY, lead)
                return
        frame.place += 1
        frame.squad = -1
    frame.step = Setup.OVER
