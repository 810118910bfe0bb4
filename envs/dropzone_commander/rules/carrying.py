"""Objectives on the way: handed on, dropped, carried off the table. Chapter OBJ: DZ-OBJ-10..18."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.questions import CELL, OPTION, PASS, UNIT, Option
from skirmish_rl.envs.dropzone_commander.rules.destruction import lay_token
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_present, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, inches, is_closed, is_on_board, outermost
from skirmish_rl.envs.dropzone_commander.rules.objectives import REACH
from skirmish_rl.envs.dropzone_commander.rules.placing import anchor_box, lift_unit, set_status
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF, SEAT_OF_SQUAD, SQUAD_FIRST, WIDTH, Find, Scoring, Status


@jit
def can_hand_on(state, tables, squad, other):
    """True if one of two squads of a player can hand its objective to the other. Clauses: DZ-OBJ-11, DZ-OBJ-02."""
    if squad == other or tables.squad_size[other] == 0 or (state.squads[squad].token >= 0) == (state.squads[other].token >= 0):
        return False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if not is_present(state.units[slot]) or is_aircraft(tables, slot):
            continue
        for mate in range(tables.squad_first[other], tables.squad_first[other] + tables.squad_size[other]):
            if is_present(state.units[mate]) and not is_aircraft(tables, mate) and state.units[slot].piece == state.units[mate].piece:
                if gap(state, tables, slot, mate) <= REACH:
                    return True
    return False


@jit
def has_hand_on(state, tables, squad):
    """True if a squad can hand an objective on, or be handed one."""
    seat = SEAT_OF_SQUAD[squad]
    for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_hand_on(state, tables, squad, other):
            return True
    return False


@jit
def legal_pass_on(state, tables, frame, mask):
    """Squads to which an objective may be handed, or from which it may be taken. Clause: DZ-OBJ-11."""
    seat = state.decider
    for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if can_hand_on(state, tables, frame.squad, other):
            mask[UNIT + leader_of(state, tables, other)] = 1


@jit
def apply_pass_on(state, tables, frame, action):
    """Pass the objective to the chosen squad, or take it from that squad. Clause: DZ-OBJ-11."""
    hand_on(state, tables, frame.squad, tables.unit_squad[action - UNIT])


@jit
def hand_on(state, tables, squad, other):
    """An objective changes squads. Clause: DZ-OBJ-11."""
    giver = squad if state.squads[squad].token >= 0 else other
    taker = other if giver == squad else squad
    token = state.squads[giver].token
    state.squads[giver].token = -1
    state.squads[taker].token = token
    state.tokens[token].squad = taker
    note(state, Own.HANDS_ON, unit=tables.squad_first[giver], other=tables.squad_first[taker], value=token + 1)


@jit
def can_drop(state, tables, squad):
    """True if a squad on the table carries an objective that it may drop. Clause: DZ-OBJ-12."""
    lead = leader_of(state, tables, squad)
    return state.squads[squad].token >= 0 and lead >= 0 and is_present(state.units[lead])


@jit
def can_drop_at(state, tables, squad, cell):
    """True if a squad in the open may put its objective down in a cell. Clause: DZ-OBJ-12."""
    if not is_on_board(tables, cell % WIDTH, cell // WIDTH) or is_closed(state, tables, Kind.INFANTRY, cell, False):
        return False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if is_present(unit) and unit.cell >= 0 and inches(unit.cell, cell) <= REACH:
            return True
    return False


@jit
def legal_drop(state, tables, frame, mask):
    """Where the squad may put its objective down. Clause: DZ-OBJ-12."""
    if state.units[state.subject].piece >= 0:
        mask[OPTION + Option.INSIDE] = 1
        return
    mark_drops(state, tables, mask, frame.squad)


@jit
def mark_drops(state, tables, mask, squad):
    """Cells near the units of a squad in which it may put its objective down. Clause: DZ-OBJ-12."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        cell = state.units[slot].cell
        if cell >= 0 and is_present(state.units[slot]):
            x0, x1, y0, y1 = anchor_box(state, tables, slot, -1, -1)
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    if mask[CELL + y * WIDTH + x] == 0:
                        mask[CELL + y * WIDTH + x] = can_drop_at(state, tables, squad, y * WIDTH + x)


@jit
def apply_drop(state, tables, frame, action):
    """Put the objective down in the chosen cell. Clause: DZ-OBJ-12."""
    if action >= CELL:
        drop(state, tables, frame.squad, action - CELL, -1)
    else:
        drop(state, tables, frame.squad, -1, state.units[state.subject].piece)


@jit
def drop(state, tables, squad, cell, piece):
    """A squad puts its objective down. Clauses: DZ-OBJ-12, DZ-OBJ-13."""
    token = state.squads[squad].token
    state.squads[squad].token = -1
    lay_token(state, tables, token, cell, piece, leader_of(state, tables, squad))


@jit
def is_at_own_edge(state, tables, slot):
    """True if a unit, or the Transport it rides, is within 1" of its own board edge. Clauses: DZ-OBJ-16, DZ-OBJ-18."""
    unit = state.units[outermost(state, slot)]
    if unit.status != Status.ON_TABLE:
        return False
    zone = state.zone[SEAT_OF[slot]]
    if unit.cell >= 0:
        return tables.edge_far[zone, unit.cell] <= 1
    return False


@jit
def is_extraction(tables):
    """True if this scenario knows extraction. Clause: DZ-OBJ-16."""
    return tables.scoring == Scoring.EXTRACTION


@jit
def carries_carrier(state, tables, slot):
    """True if a squad aboard a unit, directly or not, carries an objective. Clause: DZ-OBJ-17."""
    seat = SEAT_OF[slot]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad] and state.squads[squad].token >= 0:
            lead = leader_of(state, tables, squad)
            if lead >= 0 and lead != slot and state.units[lead].status == Status.ON_TABLE and outermost(state, lead) == slot:
                return True
    return False


@jit
def extract(state, tables, squad):
    """A squad leaves with its objective and with everything aboard. Clauses: DZ-OBJ-16, DZ-OBJ-17, DZ-SCEN-S2-04."""
    score_extraction(state, tables, squad)
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE:
            fly_out(state, tables, slot)


@jit
def score_extraction(state, tables, squad):
    """The objective of a squad is extracted."""
    token = state.squads[squad].token
    here = state.tokens[token]
    here.find = Find.EXTRACTED
    here.squad = -1
    here.seat = SEAT_OF_SQUAD[squad]
    state.squads[squad].token = -1
    note(state, Own.EXTRACTS, unit=tables.squad_first[squad], value=token + 1)


@jit
def legal_extract(mask):
    """Whether the Transport leaves with its objective, or stays. Clause: DZ-OBJ-17."""
    mask[PASS] = 1
    mask[OPTION + Option.YES] = 1


@jit
def apply_extract(state, tables, action):
    """Let the Transport leave with its objective, or stay. Clause: DZ-OBJ-17."""
    if action != PASS:
        fly_out(state, tables, state.subject)


@jit
def fly_out(state, tables, slot):
    """A Transport leaves with everything aboard. Clause: DZ-OBJ-17."""
    seat = SEAT_OF[slot]
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad] and state.squads[squad].token >= 0:
            lead = leader_of(state, tables, squad)
            if lead >= 0 and lead != slot and state.units[lead].status == Status.ON_TABLE and outermost(state, lead) == slot:
                score_extraction(state, tables, squad)
    lift_unit(state, slot)
    set_status(state, tables, slot, Status.READINESS)
    note(state, Own.READY, unit=slot)
