"""Where is it good to be? Objectives, who is bound for which, enemies around: worked out once per position, then read for each place."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.scratch import FOES
from skirmish_rl.envs.dropzone_commander.bots.value import is_hidden_inside, rough_strike
from skirmish_rl.envs.dropzone_commander.rules.carrying import is_extraction
from skirmish_rl.envs.dropzone_commander.rules.facts import is_infantry, is_present, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, inches, outermost
from skirmish_rl.envs.dropzone_commander.rules.sight import SCALE, body_of, is_open, sees
from skirmish_rl.envs.dropzone_commander.state import (
    FIRST,
    MOST_SQUADS,
    SEAT_OF_SQUAD,
    SQUAD_FIRST,
    WIDTH,
    Find,
    Mark,
    Scoring,
    Stand,
    Status,
)

FOCAL = 6
_HIDDEN = 0.2  # of being seen, for an enemy that does not see a place now
_NEXT_ROUND = 0.35  # care for enemies that have acted in this round
_LURE = 0.5  # of a shot, for being on the way to it
_CROWD = 0.5  # of a stake, for each more squad at an objective
_FEAR = 0.18  # of what ground fire may be expected to cost: who hides does nothing
_FLAK = 0.3  # the same of anti-air


@jit
def map_stakes(state, tables, scratch):
    """Fill in the worth of one more squad at each objective. Strategy notes 5, 17 and 18."""
    viewer = scratch.viewer
    for token in range(tables.n_tokens):
        here = state.tokens[token]
        scratch.wanted[token] = 0
        value = 0.0
        if tables.scoring == Scoring.EXTRACTION:
            if here.find == Find.HIDDEN or here.find == Find.OPEN:
                value = 1.5 if here.find == Find.OPEN else 1.2
                if tables.primary and token == 0:
                    value *= 2.0
        elif tables.scoring == Scoring.BUNKERS:
            if here.find == Find.OPEN and state.pieces[here.piece].stand == Stand.WHOLE:
                value = 1.0 if here.seat == viewer else 2.0
        elif tables.scoring == Scoring.SURVEY:
            if here.find == Find.OPEN:
                value = 1.2
            elif here.find == Find.FOCAL:
                value = 0.4
        if here.piece >= 0 and scratch.inside[here.piece] > 0.4 * scratch.point:
            value *= 0.6  # the enemy is in there
        scratch.stake[token] = value * scratch.point


@jit
def carried_by(state, tables, squad):
    """The Transport, the outermost one, that a squad rides; its first unit itself on foot; -1 if nobody is left."""
    lead = leader_of(state, tables, squad)
    return outermost(state, lead) if lead >= 0 else -1


@jit
def token_far(state, tables, token, cell):
    """Inches from a cell to where an objective can be reached: the nearest entrance, or the marker.

    Cell -1 is off the table, far from everything.
    """
    if cell < 0:
        return 250
    piece = state.tokens[token].piece
    if piece >= 0:
        return tables.door_far[piece, cell]
    return inches(state.tokens[token].cell, cell) if state.tokens[token].cell >= 0 else 250


@jit
def middle_of(tables, piece):
    """A cell in the middle of a piece."""
    box = tables.piece_box[piece]
    return ((box[2] + box[3]) // 2) * WIDTH + (box[0] + box[1]) // 2


@jit
def squad_far(state, tables, squad, token):
    """Inches that a squad, or what carries it, is away from an objective; from its own edge while it is off the table."""
    lead = carried_by(state, tables, squad)
    unit = state.units[lead]
    if unit.cell >= 0:
        return token_far(state, tables, token, unit.cell)
    piece = state.tokens[token].piece
    if unit.piece >= 0:
        return 0 if piece == unit.piece else 3 + token_far(state, tables, token, middle_of(tables, unit.piece))
    zone = state.zone[SEAT_OF_SQUAD[squad]]
    if zone < 0:
        return 20
    there = middle_of(tables, piece) if piece >= 0 else state.tokens[token].cell
    return tables.edge_far[zone, there]


@jit
def map_goals(state, tables, scratch):
    """Which objective each squad of Infantry of the viewer is bound for: those inside first, then the others, the nearest stake.

    Strategy note 4.
    """
    viewer = scratch.viewer
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        scratch.goal[squad] = -1
        if tables.squad_size[squad] == 0 or not is_infantry(tables, tables.squad_first[squad]):
            continue
        lead = leader_of(state, tables, squad)
        if lead < 0 or state.units[lead].piece < 0 or state.squads[squad].token >= 0:
            continue
        for token in range(tables.n_tokens):
            if scratch.stake[token] > 0.0 and state.tokens[token].piece == state.units[lead].piece:
                scratch.goal[squad] = token
                scratch.wanted[token] += 1
                break
    for _ in range(MOST_SQUADS):  # the best pair of a squad and an objective first
        best = 0.0
        chosen = -1
        bound = -1
        for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
            if scratch.goal[squad] >= 0 or tables.squad_size[squad] == 0 or state.squads[squad].token >= 0:
                continue
            if not is_infantry(tables, tables.squad_first[squad]):
                continue
            lead = carried_by(state, tables, squad)
            if lead < 0:
                continue
            token, value = best_token(state, tables, scratch, squad, tables.unit_move[lead])
            if value > best:
                best = value
                chosen = squad
                bound = token
        if chosen < 0:
            break
        scratch.goal[chosen] = bound
        scratch.wanted[bound] += 1


@jit
def best_token(state, tables, scratch, squad, move):
    """(objective, value): what pays best for a squad that covers so many inches in a round; -1."""
    best = 0.0
    chosen = -1
    for token in range(tables.n_tokens):
        value = scratch.stake[token] + 0.0
        if value <= 0.0:
            continue
        for _ in range(scratch.wanted[token]):
            value *= _CROWD
        far = squad_far(state, tables, squad, token)
        value /= 1.0 + 0.5 * max(far - 2, 0) / max(move, 2)
        if value > best:
            best = value
            chosen = token
    return chosen, best


# ---- enemies


@jit
def nearest_of(state, tables, squad, cell):
    """The unit of a squad nearest to a cell that is in the open or on an edge, -1; and how many there are."""
    best = -1
    least = 1 << 20
    n = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if not is_present(unit) or unit.dp == 0 or is_hidden_inside(unit):
            continue
        n += 1
        far = 0
        if cell >= 0:
            far = tables.piece_far[unit.piece, cell] if unit.piece >= 0 else inches(unit.cell, cell)
        if far < least:
            least = far
            best = slot
    return best, n


@jit
def count_left(state, tables, squad):
    """Units of a squad on the table."""
    n = 0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        n += 1 if state.units[slot].status == Status.ON_TABLE else 0
    return n


@jit
def map_foes(state, tables, scratch, squad, actor, flier):
    """The enemy squads that a squad reckons with, whose shots it would use and fear. Strategy notes 6-9.

    Args:
        actor: its first unit. flier: the Aircraft that anti-air would hit, itself or what carries it; -1.
    """
    scratch.n_foes = 0
    if actor < 0:
        return
    cell = state.units[outermost(state, actor)].cell
    mine = max(count_left(state, tables, squad), 1)
    for seat in range(tables.seats):
        if seat == scratch.viewer:
            continue
        for other in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if tables.squad_size[other] == 0 or scratch.n_foes >= FOES:
                continue
            slot, n = nearest_of(state, tables, other, cell)
            if slot < 0:
                continue
            unit = state.units[slot]
            want, far = rough_strike(state, tables, scratch, actor, slot, mine, unit.flying != 0)
            care = 1.0 if state.squads[other].marks & Mark.ACTIVATED == 0 else _NEXT_ROUND
            bite, reach = rough_strike(state, tables, scratch, slot, actor, n, False)
            aerial, aerial_reach = 0.0, 0
            if flier >= 0:
                aerial, aerial_reach = rough_strike(state, tables, scratch, slot, flier, n, True)
            if want + bite + aerial < 0.5:
                continue
            k = scratch.n_foes
            move = tables.unit_move[slot] if unit.piece < 0 and tables.unit_move[slot] < 12 else 0
            scratch.foe_slot[k] = slot
            scratch.foe_cell[k] = unit.cell if unit.piece < 0 else middle_of(tables, unit.piece)
            scratch.foe_piece[k] = unit.piece
            scratch.foe_eye[k] = body_of(state, tables, slot)
            scratch.want[k] = want * scratch.care[seat]
            scratch.range[k] = far
            scratch.bite[k] = care * bite
            scratch.reach[k] = min(reach + move, 250)
            scratch.aerial[k] = care * aerial
            scratch.aerial_reach[k] = min(aerial_reach + move, 250)
            scratch.n_foes += 1


@jit
def foe_far(tables, scratch, k, cell):
    """Inches from a cell to an enemy squad."""
    piece = scratch.foe_piece[k]
    return tables.piece_far[piece, cell] if piece >= 0 else inches(scratch.foe_cell[k], cell)


@jit
def is_seen_from(state, tables, scratch, k, cell, eye):
    """True if the line between a cell and the nearest unit of an enemy squad is open."""
    there = scratch.foe_cell[k]
    return is_open(
        state,
        tables,
        SCALE * (cell % WIDTH) + 5,
        SCALE * (cell // WIDTH) + 5,
        eye,
        SCALE * (there % WIDTH) + 5,
        SCALE * (there // WIDTH) + 5,
        scratch.foe_eye[k],
        -1,
        scratch.foe_piece[k],
    )


# ---- what a place is worth for the scenario


@jit
def map_focal(state, tables, scratch, squad):
    """Fill in the worth of a squad near each focal point: most where its points turn the balance, and late. Strategy note 18."""
    if tables.scoring != Scoring.BUNKERS:
        return
    points = 0.0
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        points += tables.unit_points[slot] if state.units[slot].status >= Status.RESERVE else 0
    for token in range(tables.n_tokens):
        piece = tables.token_piece[token]
        scratch.focal[token] = 0.0
        if piece < 0:
            continue
        lead = focal_lead(state, tables, scratch, piece, squad)
        share = 1.0 if -1.0 * points <= lead <= 0.3 * points else 0.6 if abs(lead) < 150.0 else 0.25
        worth = 2.0 if state.pieces[piece].stand == Stand.WHOLE else 1.0
        scratch.focal[token] = share * worth * scratch.point * (0.1 + 0.4 * scratch.late)


@jit
def focal_pull(tables, scratch, cell):
    """The worth of ending over or in a cell near focal points, or on the way to one. Clause: DZ-FP-01."""
    if tables.scoring != Scoring.BUNKERS:
        return 0.0
    best = 0.0
    for token in range(tables.n_tokens):
        if scratch.focal[token] > best:
            far = tables.piece_far[tables.token_piece[token], cell]
            best = max(best, scratch.focal[token] if far <= FOCAL else 0.6 * scratch.focal[token] / (1.0 + 0.08 * (far - FOCAL)))
    return best


@jit
def focal_lead(state, tables, scratch, piece, squad):
    """The viewer's points near a focal point less the best rival's, one squad left out. Clauses: DZ-FP-01..03."""
    mine = 0.0
    rival = 0.0
    for seat in range(tables.seats):
        total = 0.0
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[slot]
            if tables.unit_squad[slot] == squad or not is_present(unit) or (unit.piece < 0 and unit.cell < 0):
                continue  # who is to be put somewhere is nowhere yet
            far = tables.piece_gap[piece, unit.piece] if unit.piece >= 0 else tables.piece_far[piece, unit.cell]
            if far <= FOCAL:
                total += tables.unit_points[slot] * (2 if unit.piece == piece and is_infantry(tables, slot) else 1)
        if seat == scratch.viewer:
            mine = total
        else:
            rival = max(rival, total)
    return mine - rival


@jit
def map_squad(state, tables, scratch, squad):
    """The squad that acts: its first unit, and the squad aboard whose way it goes."""
    scratch.squad = squad
    scratch.actor = leader_of(state, tables, squad) if squad >= 0 else -1
    scratch.cargo = -1
    scratch.fetch = -1
    if scratch.actor < 0 or tables.unit_room[scratch.actor] == 0:
        return
    actor = scratch.actor
    viewer = scratch.viewer
    best = -1.0
    for other in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if tables.squad_size[other] == 0 or other == squad:
            continue
        lead = leader_of(state, tables, other)
        if lead < 0 or lead == actor or state.units[lead].carrier < 0 or outermost(state, lead) != actor:
            continue
        value = 1.0
        if is_home_bound(state, tables, other):
            value = 4.0
        elif scratch.goal[other] >= 0:
            value = 3.0
        elif tables.unit_room[lead] == 0:
            value = 2.0
        if value > best:
            best = value
            scratch.cargo = other


@jit
def map_strikes(state, tables, scratch):
    """Fill in what every squad that is still to act could do to another in its next activation. Strategy notes 10 and 11."""
    for seat in range(tables.seats):
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            scratch.strike[squad] = 0.0
            scratch.peril[squad] = 0.0
    for seat in range(tables.seats):
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            if tables.squad_size[squad] == 0 or state.squads[squad].marks & Mark.ACTIVATED:
                continue
            slot, n = nearest_of(state, tables, squad, -1)
            if slot < 0:
                continue
            for foe in range(tables.seats):
                if foe == seat or (seat != scratch.viewer and foe != scratch.viewer):
                    continue
                for other in range(SQUAD_FIRST[foe], SQUAD_FIRST[foe + 1]):
                    if tables.squad_size[other]:
                        strike_at(state, tables, scratch, squad, slot, n, other)


@jit
def strike_at(state, tables, scratch, squad, slot, n, other):
    """The damage that one squad could do to another in one activation, if it gets in range."""
    unit = state.units[slot]
    target, _ = nearest_of(state, tables, other, unit.cell)
    if target < 0:
        return
    aim = state.units[target]
    far = gap(state, tables, slot, target)
    value, reach = rough_strike(state, tables, scratch, slot, target, n, aim.flying != 0)
    move = tables.unit_move[slot] if unit.piece < 0 and tables.unit_move[slot] < 12 else 0
    if value > 0.0 and far <= reach + move:
        if far > reach or (unit.cell >= 0 and aim.cell >= 0 and not sees(state, tables, slot, target, 0)):
            value *= 0.5
        scratch.strike[squad] = max(scratch.strike[squad], value)
        scratch.peril[other] = max(scratch.peril[other], value)


@jit
def is_home_bound(state, tables, squad):
    """True for a squad that carries an objective that can be flown out. Clause: DZ-OBJ-16."""
    return state.squads[squad].token >= 0 and is_extraction(tables)
