"""What is an action like? Columns as enums; once per position, once per action.

All is told from the side of the seat that decides, the *viewer*. Scores are those of the strongest bot, in points of the army lists.
"""

from __future__ import annotations

from skirmish_rl.envs.core.features import bend, column_names, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.action_columns import ActionColumn, PositionColumn
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.observation import turn_of
from skirmish_rl.envs.dropzone_commander.observation_forces import view_x, view_y
from skirmish_rl.envs.dropzone_commander.questions import (
    CARD,
    CELL,
    COUNT,
    FACING,
    GROUP,
    HOLD,
    OPTION,
    PASS,
    PIECE,
    SEAT,
    SITE,
    TAKEN,
    UNIT,
    ZONE,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.dropzone_commander.rules.accuracy import need_for
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import is_outstanding
from skirmish_rl.envs.dropzone_commander.rules.facts import is_alive, is_infantry, is_present, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import far_from, gap, has_prop, inches, is_garrison, piece_under
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.rules.targeting import aa_of, energy_of, shots_of
from skirmish_rl.envs.dropzone_commander.rules.walking import inches_of
from skirmish_rl.envs.dropzone_commander.state import (
    AHEAD_X,
    AHEAD_Y,
    FACINGS,
    FAR,
    FIRST,
    GROUPS,
    SEAT_OF,
    SQUAD_FIRST,
    WIDTH,
    Fact,
    Find,
    Mark,
    Prop,
    Site,
    Stand,
    Status,
)

_FIRST_OPTION = len(ActionColumn)
_FIRST_CARD = _FIRST_OPTION + len(Option)
POSITION_FEATURES = column_names(PositionColumn)
ACTION_FEATURES = column_names(ActionColumn, [
    f"{block}_{member.name.lower()}" for block, members in (("option", Option), ("card", Card)) for member in members
])  # fmt: skip
_POINTS, _FINE_POINTS, _INCHES = 150.0, 15.0, 48.0


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions; `survey` must have run.

    Args:
        out: float32 (len(POSITION_FEATURES),), blank; every value written is in [-1, 1].
    """
    viewer = scratch.viewer
    out[PositionColumn.LAST_ROUND] = state.round >= tables.rounds
    lead = 1000
    kills = 30000
    for seat in range(tables.seats):
        side = 0 if seat == viewer else 1
        left, all_of_it, groups = muster(state, tables, seat)
        out[PositionColumn.MY_WORTH + side] = max(out[PositionColumn.MY_WORTH + side], left / max(all_of_it, 1.0))
        column = PositionColumn.MY_GROUPS + side
        out[column] = max(out[column], groups / (1.0 * GROUPS))
        if side:
            lead = min(lead, state.points[viewer] - state.points[seat])
            kills = min(kills, state.kills[viewer] - state.kills[seat])
    out[PositionColumn.LEAD] = squeeze(lead + 0.0, 6.0)
    out[PositionColumn.KILL_LEAD] = squeeze(kills + 0.0, 400.0)
    for token in range(tables.n_tokens):
        here = state.tokens[token]
        if here.find == Find.HIDDEN:
            out[PositionColumn.HIDDEN] += 1.0 / 12.0
        elif here.seat >= 0 and here.find != Find.LOST:
            first = PositionColumn.MY_EXTRACTED if here.find == Find.EXTRACTED else PositionColumn.MY_OBJECTIVES
            out[first + (0 if here.seat == viewer else 1)] += 1.0 / 12.0


@jit
def muster(state, tables, seat):
    """Points of a seat's army that are left, those it began with, and battlegroups that it can still activate in this round."""
    left = 0.0
    all_of_it = 0.0
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_used[slot]:
            all_of_it += tables.unit_points[slot]
            if is_alive(state.units[slot]):
                left += tables.unit_points[slot]
    groups = 0
    for group in range(GROUPS):
        if tables.group_used[seat, group] and is_outstanding(state, tables, seat, group):
            groups += 1
    return left, all_of_it, groups


@jit
def encode_action(state, tables, action, out, scratch):
    """Features of one legal action; `survey` must have run, and the engine have written what it knows of its score.

    Args:
        out: float32 (len(ACTION_FEATURES),), blank; every value written is in [-1, 1].
    """
    out[ActionColumn.SCORE] = squeeze(scratch.score, _POINTS)
    out[ActionColumn.SCORE_FINE] = squeeze(scratch.score, _FINE_POINTS)
    out[ActionColumn.BEST] = 1.0 if scratch.rank == 0 else 0.0
    out[ActionColumn.BEHIND] = bend(scratch.best - scratch.score, _FINE_POINTS / 2)
    out[ActionColumn.RANK] = 1.0 / (1.0 + scratch.rank)
    if action >= CELL:
        out[ActionColumn.CELL] = 1.0
        encode_cell(state, tables, scratch, action - CELL, out)
    elif action >= CARD:
        encode_thing(state, tables, scratch, action, out)
    elif action >= GROUP:
        encode_side(state, tables, scratch, action, out)
    elif action >= UNIT:
        slot = action - (TAKEN if action >= TAKEN else UNIT)
        out[ActionColumn.TAKEN if action >= TAKEN else ActionColumn.UNIT] = 1.0
        encode_unit(state, tables, scratch, slot, out)
        if state.decision == Decision.AIM or state.decision == Decision.REACT:
            encode_aim(state, tables, slot, out)
    elif action == PASS:
        out[ActionColumn.PASS] = 1.0
    else:
        out[ActionColumn.OPTION] = 1.0
        out[_FIRST_OPTION + action - OPTION] = 1.0


@jit
def encode_thing(state, tables, scratch, action, out):
    """A card, a piece of scenery, a place in it, a facing or a number."""
    if action >= COUNT:
        out[ActionColumn.COUNT] = 1.0
        out[ActionColumn.VALUE] = bend(action - COUNT + 0.0, 2.0)
    elif action >= FACING:
        facing = (action - FACING + 2 * turn_of(state, tables, scratch.viewer)) % FACINGS
        out[ActionColumn.FACING] = 1.0
        out[ActionColumn.FACE_X] = AHEAD_X[facing]
        out[ActionColumn.FACE_Y] = -AHEAD_Y[facing]
        encode_outlook(state, tables, scratch, action - FACING, out)
    elif action >= SITE:
        site = action - SITE
        out[ActionColumn.SITE] = 1.0
        if site != Site.CENTRE:
            facing = 2 * ((site - 1 + turn_of(state, tables, scratch.viewer)) % 4)
            out[ActionColumn.VALUE] = 1.0
            out[ActionColumn.FACE_X] = AHEAD_X[facing]
            out[ActionColumn.FACE_Y] = -AHEAD_Y[facing]
            encode_outlook(state, tables, scratch, 2 * (site - 1), out)
    elif action >= PIECE:
        out[ActionColumn.PIECE] = 1.0
        encode_piece(state, tables, scratch, action - PIECE, out)
    else:
        out[ActionColumn.CARD] = 1.0
        out[_FIRST_CARD + action - CARD] = 1.0


@jit
def encode_outlook(state, tables, scratch, facing, out):
    """How near the nearest enemy ahead is, of the unit that turns or takes an edge."""
    slot = state.subject
    here = place_of(state, tables, slot)
    if here < 0:
        return
    for other in range(FIRST[tables.seats]):
        unit = state.units[other]
        if is_present(unit) and SEAT_OF[other] != scratch.viewer:
            there = place_of(state, tables, other)
            across = there % WIDTH - here % WIDTH
            up = there // WIDTH - here // WIDTH
            ahead = across * AHEAD_X[facing] + up * AHEAD_Y[facing]
            if ahead > 0:
                out[ActionColumn.ENEMY] = max(out[ActionColumn.ENEMY], nearness(max(abs(across), abs(up))))


@jit
def place_of(state, tables, slot):
    """The cell of a unit, the middle of its Garrison, the cell of its Transport; -1 off the table."""
    unit = state.units[slot]
    if unit.piece >= 0:
        box = tables.piece_box[unit.piece]
        return (box[2] + box[3]) // 2 * WIDTH + (box[0] + box[1]) // 2
    for _ in range(4):
        if unit.carrier < 0:
            break
        unit = state.units[unit.carrier]
    return unit.cell


@jit
def nearness(far):
    """1 on the spot, 0 the length of a large board away."""
    return max(0.0, 1.0 - far / _INCHES)


@jit
def encode_side(state, tables, scratch, action, out):
    """A battlegroup, a zone or a seat."""
    if action >= SEAT:
        out[ActionColumn.SEAT] = 1.0
        other = action - SEAT
        left, all_of_it, _ = muster(state, tables, other)
        out[ActionColumn.VALUE] = squeeze(state.points[other] - state.points[scratch.viewer] + 0.0, 6.0)
        out[ActionColumn.HEALTH] = left / max(all_of_it, 1.0)
    elif action >= ZONE:
        out[ActionColumn.ZONE] = 1.0
        out[ActionColumn.VALUE] = (action - ZONE + 1) / 4.0
        cell = tables.edge_cells[action - ZONE, tables.n_edge[action - ZONE] // 2]
        out[ActionColumn.X] = view_x(tables, 0, cell)
        out[ActionColumn.Y] = view_y(tables, 0, cell)
    else:
        hold = action >= HOLD
        out[ActionColumn.HOLD if hold else ActionColumn.GROUP] = 1.0
        encode_group(state, tables, scratch, action - (HOLD if hold else GROUP), out)


@jit
def encode_group(state, tables, scratch, group, out):
    """A battlegroup: how much of it is left, and where it is."""
    seat = scratch.viewer
    points = 0.0
    units = 0
    for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
        if tables.squad_size[squad] == 0 or tables.squad_group[squad] != group:
            continue
        for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
            if is_alive(state.units[slot]):
                points += tables.unit_points[slot]
                units += 1
                if state.units[slot].status == Status.ON_TABLE:
                    out[ActionColumn.ENEMY] = max(out[ActionColumn.ENEMY], enemy_nearness(state, tables, seat, slot))
        out[ActionColumn.CARRIES] = max(out[ActionColumn.CARRIES], 1.0 if state.squads[squad].token >= 0 else 0.0)
    out[ActionColumn.POINTS] = bend(points, 150.0)
    out[ActionColumn.TO_ACT] = bend(units + 0.0, 6.0)


@jit
def enemy_nearness(state, tables, seat, slot):
    """How near the nearest enemy is to a unit on the table."""
    best = 0.0
    for other in range(FIRST[tables.seats]):
        if SEAT_OF[other] != seat and is_present(state.units[other]):
            best = max(best, nearness(gap(state, tables, slot, other)))
    return best


@jit
def encode_unit(state, tables, scratch, slot, out):
    """A unit that is chosen, or shot at."""
    unit = state.units[slot]
    squad = state.squads[tables.unit_squad[slot]]
    out[ActionColumn.IS_MINE] = SEAT_OF[slot] == scratch.viewer
    out[ActionColumn.POINTS] = bend(tables.unit_points[slot] + 0.0, 40.0)
    out[ActionColumn.LEFT] = bend(unit.dp + 0.0, 4.0)
    out[ActionColumn.HEALTH] = unit.dp / max(tables.unit_dp[slot] + 0.0, 1.0)
    out[ActionColumn.INFANTRY] = is_infantry(tables, slot)
    out[ActionColumn.FLYING] = unit.flying
    out[ActionColumn.COMMANDER] = tables.unit_cv[slot] / 6.0
    out[ActionColumn.CARRIES] = squad.token >= 0
    out[ActionColumn.ACTIVATED] = squad.marks & Mark.ACTIVATED != 0
    aboard = 0.0
    for other in range(FIRST[SEAT_OF[slot]], FIRST[SEAT_OF[slot] + 1]):
        if state.units[other].carrier == slot and is_alive(state.units[other]):
            aboard += tables.unit_points[other]
    out[ActionColumn.LOADED] = bend(aboard, 60.0)
    cell = place_of(state, tables, slot)
    if cell >= 0:
        turn = turn_of(state, tables, scratch.viewer)
        out[ActionColumn.X] = view_x(tables, turn, cell)
        out[ActionColumn.Y] = view_y(tables, turn, cell)
        out[ActionColumn.OBJECTIVE] = objective_nearness(state, tables, scratch.viewer, cell)
        if state.subject >= 0 and state.decision != Decision.CARD_UNIT:
            here = place_of(state, tables, state.subject)
            if here >= 0:
                out[ActionColumn.DISTANCE] = 1.0 - nearness(inches(here, cell))


@jit
def encode_aim(state, tables, target, out):
    """What the weapon that is asked about may be expected to do to a target."""
    process = running(state)
    weapon = process.weapon
    slot = state.subject
    if state.decision == Decision.AIM and process.facts & Fact.CLOSE == 0 and process.slot < 0:
        slot = leader_of(state, tables, process.squad)
    mode = process.mode if state.decision == Decision.AIM else 0
    out[ActionColumn.DICE] = bend(shots_of(state, tables, slot, weapon) + 0.0, 5.0)
    margin = energy_of(state, tables, slot, weapon, mode) - tables.unit_armour[target]
    out[ActionColumn.MARGIN] = squeeze(margin + 0.0, 10.0)
    chance = 1.0
    if tables.weapon_close[slot, weapon] == 0:
        need, cover = need_for(state, tables, slot, weapon, mode, target, -1, 0)
        out[ActionColumn.NEEDED] = squeeze(need + 0.0, 10.0)
        out[ActionColumn.COVER] = cover != 0
        chance = (7.0 - min(max(need, 2), 6)) / 6.0
        margin -= 1 if cover != 0 else 0
    hurts = min(max(margin + 6, 0), 5) / 6.0
    criticals = min(max(margin + 4, 0), 5) / 6.0
    out[ActionColumn.DAMAGE] = min(1.0, chance * (hurts + criticals) * 0.5)
    if aa_of(state, tables, slot, weapon, mode) >= 0:
        out[ActionColumn.VALUE] = 1.0


@jit
def encode_piece(state, tables, scratch, piece, out):
    """A piece of scenery that is entered or shot at."""
    here = state.pieces[piece]
    turn = turn_of(state, tables, scratch.viewer)
    out[ActionColumn.X] = tables.piece_view_x[turn, piece]
    out[ActionColumn.Y] = tables.piece_view_y[turn, piece]
    out[ActionColumn.LEFT] = bend(here.dp + 0.0, 10.0)
    out[ActionColumn.WORN] = 1.0 - here.dp / max(tables.piece_dp[piece] + 0.0, 1.0)
    inside = 0
    rivals = 0
    for slot in range(FIRST[tables.seats]):
        if state.units[slot].piece == piece:
            inside += 1
            rivals += 1 if SEAT_OF[slot] != scratch.viewer else 0
    out[ActionColumn.FULL] = min(1.0, inside / max(tables.piece_dp[piece] + 0.0, 1.0))
    out[ActionColumn.RIVALS_INSIDE] = bend(rivals + 0.0, 2.0)
    for token in range(tables.n_tokens):
        if state.tokens[token].piece == piece and state.tokens[token].find <= Find.OPEN:
            out[ActionColumn.HAS_OBJECTIVE] = 1.0


@jit
def encode_cell(state, tables, scratch, cell, out):
    """A cell to which the subject would go, or where something is put."""
    viewer = scratch.viewer
    turn = turn_of(state, tables, viewer)
    slot = state.subject
    out[ActionColumn.X] = view_x(tables, turn, cell)
    out[ActionColumn.Y] = view_y(tables, turn, cell)
    if state.zone[viewer] >= 0:
        out[ActionColumn.HOME] = nearness(tables.edge_far[state.zone[viewer], cell])
    out[ActionColumn.OBJECTIVE] = objective_nearness(state, tables, viewer, cell)
    out[ActionColumn.ROAD] = tables.road[cell]
    under = piece_under(state, tables, cell)
    if under >= 0:
        out[ActionColumn.COVER] = has_prop(tables, under, Prop.SOFT_COVER)
        out[ActionColumn.TOUGH] = has_prop(tables, under, Prop.TOUGH) or state.pieces[under].stand == Stand.RUBBLE
    here = state.units[slot].cell
    cost = 0
    if state.halves[cell] != FAR:
        cost = inches_of(state.halves[cell])
    elif here >= 0:
        cost = inches(here, cell)
    out[ActionColumn.COST] = bend(cost + 0.0, 9.0)
    out[ActionColumn.BEYOND_HALF] = 2 * (cost + state.units[slot].moved) > tables.unit_move[slot] + 1
    if is_infantry(tables, slot) or tables.unit_room[slot] > 0:
        for piece in range(tables.n_pieces):
            if is_garrison(state, tables, piece) and state.pieces[piece].stand == Stand.WHOLE:
                out[ActionColumn.DOOR] = max(out[ActionColumn.DOOR], nearness(tables.door_far[piece, cell]))
    for other in range(FIRST[tables.seats]):
        unit = state.units[other]
        if is_present(unit) and other != slot:
            near = nearness(far_from(state, tables, other, cell))
            column = ActionColumn.FRIEND if SEAT_OF[other] == viewer else ActionColumn.ENEMY
            out[column] = max(out[column], near)


@jit
def objective_nearness(state, tables, viewer, cell):
    """How near the nearest objective is that can still be found, claimed, or taken from somebody."""
    best = 0.0
    for token in range(tables.n_tokens):
        here = state.tokens[token]
        if here.find == Find.EXTRACTED or here.find == Find.LOST or here.seat == viewer:
            continue
        if here.piece >= 0:
            best = max(best, nearness(tables.piece_far[here.piece, cell]))
        elif here.cell >= 0:
            best = max(best, nearness(inches(here.cell, cell)))
    return best
