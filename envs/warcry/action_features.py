"""What is an action like? What is equal for all actions of a position, once; and the features of one legal action.

Both stand beside the observation, which a policy reads with them: what is seen there is not told again here.
"""

from __future__ import annotations

from skirmish_rl.envs.core.features import bend, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.action_columns import FIRST_ABILITY, FIRST_OPTION, ActionColumn, PositionColumn
from skirmish_rl.envs.warcry.bots.maps import objective_distance
from skirmish_rl.envs.warcry.bots.plans_abilities import ability_gain, set_cost
from skirmish_rl.envs.warcry.bots.value import attack_share, toughness_now
from skirmish_rl.envs.warcry.questions import (
    ABILITY,
    CELL,
    FACE,
    FIRST,
    GROUP_OF,
    LATER_ABILITY,
    OBJECTIVE,
    OPTION,
    PAIR,
    PASS,
    TAKE,
    TOKEN,
    UNIT,
    Decision,
    Group,
    Option,
    ability_in,
    score_in,
)
from skirmish_rl.envs.warcry.rules.initiative import singles_of
from skirmish_rl.envs.warcry.rules.measuring import ENGAGED, gap2, has_cover
from skirmish_rl.envs.warcry.rules.scoring import carriers_of, held_by, stands
from skirmish_rl.envs.warcry.rules.strengths import aura_of, hits_from, is_missile
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FACES,
    FORCE,
    SIDES,
    SLOTS,
    TOKENS,
    WIDTH,
    Boost,
    Place,
    Reaction,
    Status,
    seat_of,
    set_of,
    wounds_left,
)

_POINTS, _FINE_POINTS = 80.0, 10.0  # where scores are cut
_FORCE_WORTH, _WORTH, _FAR = 1200.0, 220.0, 12.0


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions; `survey` must have run.

    Args:
        out: float32 (len(POSITION_FEATURES),), blank; every value written is in [-1, 1].
    """
    viewer = scratch.viewer
    foe = 1 - viewer
    lead = state.points[viewer] - state.points[foe] + 0.0
    out[PositionColumn.LEAD] = squeeze(lead, 12.0)
    out[PositionColumn.LEAD_FINE] = squeeze(lead, 3.0)
    out[PositionColumn.LAST_ROUND] = state.round >= tables.rounds
    out[PositionColumn.MY_ACTIVATIONS] = scratch.mine_left / 15.0
    out[PositionColumn.RIVAL_ACTIVATIONS] = scratch.theirs_left / 15.0
    for side in range(SIDES):
        seat = viewer if side == 0 else foe
        worth = 0.0
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            if state.units[slot].status == Status.ON_BOARD:
                worth += scratch.worth[slot]
        best = 0
        for face in range(1, FACES + 1):
            best = max(best, set_of(state, seat, face))
        out[PositionColumn.MY_WORTH + side] = squeeze(worth, _FORCE_WORTH)
        out[PositionColumn.MY_OBJECTIVES + side] = held_by(state, tables, seat) / 6.0
        out[PositionColumn.MY_CARRIERS + side] = carriers_of(state, seat) / 8.0
        out[PositionColumn.MY_BEST_SET + side] = best / 4.0
    out[PositionColumn.SINGLES_LEAD] = squeeze(singles_of(state, viewer) - singles_of(state, foe) + 0.0, 4.0)
    mine, theirs = next_control(state, tables, viewer)
    out[PositionColumn.MY_NEXT] = mine / 6.0
    out[PositionColumn.RIVAL_NEXT] = theirs / 6.0
    left = max(tables.rounds - state.round + 1.0, 0.0)
    out[PositionColumn.PROJECTED_LEAD] = squeeze(lead + left * (mine - theirs), 12.0)
    if GROUP_OF[state.decision] == Group.STEP or state.decision == Decision.BONUS:
        out[PositionColumn.PLANNED] = 1.0
        out[PositionColumn.HERE] = squeeze(scratch.here, _POINTS)
        out[PositionColumn.HIT_NOW] = squeeze(scratch.hit_now, _POINTS)
        out[PositionColumn.HIT_FAR] = squeeze(scratch.hit_far, _POINTS)
        out[PositionColumn.MOVED] = squeeze(scratch.moved - scratch.here, _POINTS)
        out[PositionColumn.CHARGED] = squeeze(scratch.charged - scratch.here, _POINTS)
        out[PositionColumn.AWAY] = squeeze(scratch.away - scratch.here, _POINTS)


@jit
def next_control(state, tables, viewer):
    """How many objectives the viewer and its rival would control if the round ended now. Clauses: WC-OBJ-01, WC-OBJ-02."""
    mine = 0
    theirs = 0
    for objective in range(tables.n_objectives):
        if not stands(state, tables, objective):
            continue
        balance = 0
        for slot in range(SLOTS):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and tables.objective_near[objective, unit.node]:
                balance += 1 if seat_of(slot) == viewer else -1
        owner = viewer if balance > 0 else 1 - viewer if balance < 0 else state.control[objective]
        mine += owner == viewer
        theirs += owner == 1 - viewer
    return mine, theirs


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
    if action == PASS:
        out[ActionColumn.PASS] = 1.0
    elif action < UNIT:
        out[ActionColumn.OPTION] = 1.0
        out[FIRST_OPTION + action - OPTION] = 1.0
        encode_option(state, tables, scratch, action - OPTION, out)
    elif action < FIRST:
        out[ActionColumn.UNIT] = 1.0
        encode_unit(state, tables, scratch, action - UNIT, out)
    elif action < PAIR:
        target = (action - FIRST) % SLOTS
        out[ActionColumn.ATTACK] = 1.0
        encode_unit(state, tables, scratch, target, out)
        encode_attack(state, tables, state.subject, (action - FIRST) // SLOTS, target, Reaction.NONE, out)
    elif action < FACE:
        out[ActionColumn.PAIR] = 1.0
        encode_pair(state, scratch, action - PAIR, out)
    elif action < OBJECTIVE:
        out[ActionColumn.FACE] = 1.0
        out[ActionColumn.VALUE] = (action - FACE + 1) / 6.0
        out[ActionColumn.SET] = set_of(state, scratch.viewer, action - FACE + 1) / 4.0
    elif action < TOKEN:
        out[ActionColumn.OBJECTIVE] = 1.0
        encode_goal(state, tables, scratch, action - OBJECTIVE, out)
    elif action < ABILITY:
        out[ActionColumn.TOKEN] = 1.0
        encode_place(state, tables, scratch, state.tokens[action - TOKEN].cell, out)
    elif action < CELL or action >= LATER_ABILITY:
        encode_ability(state, tables, scratch, ability_in(action), score_in(action), out)
    else:
        stage = 1 if action >= TAKE else 0
        node = action - TAKE if stage else action - CELL
        out[ActionColumn.TAKE if stage else ActionColumn.PLACE] = 1.0
        encode_place(state, tables, scratch, node, out)
        if state.decision == Decision.MOVE or state.decision == Decision.DISENGAGE:
            out[ActionColumn.COST] = min(state.cost[stage, node], 120) / 120.0
            out[ActionColumn.RISK] = min(state.risk[stage, node], 3) / 3.0


@jit
def encode_option(state, tables, scratch, option, out):
    """A named answer: what the wild die, the attack or the reaction comes to."""
    decision = state.decision
    viewer = scratch.viewer
    if option == Option.SINGLE:
        out[ActionColumn.SINGLES_LEAD] = squeeze(singles_of(state, viewer) + 1 - singles_of(state, 1 - viewer) + 0.0, 4.0)
    elif (decision == Decision.STEP or decision == Decision.BONUS) and option == Option.ATTACK and scratch.hit_target >= 0:
        target = scratch.hit_target
        encode_unit(state, tables, scratch, target, out)
        encode_attack(state, tables, state.subject, scratch.hit_weapon, target, Reaction.NONE, out)
    elif decision == Decision.REACT:
        attack = state.attack[0]
        reaction = option - Option.COUNTER + Reaction.COUNTER
        encode_unit(state, tables, scratch, attack.attacker, out)
        encode_attack(state, tables, attack.attacker, attack.weapon, attack.target, reaction, out)
    elif decision == Decision.FOLLOW or decision == Decision.STEP_BACK or decision == Decision.BATTLE_GROUP:
        encode_unit(state, tables, scratch, state.subject, out)


@jit
def encode_pair(state, scratch, face, out):
    """A wild die added to a score, counted from 0."""
    viewer = scratch.viewer
    n = state.dice[viewer, face]
    out[ActionColumn.VALUE] = (face + 1) / 6.0
    out[ActionColumn.SET] = min(n + 1, 4) / 4.0
    lead = singles_of(state, viewer) - singles_of(state, 1 - viewer) - (1 if n == 1 else 0)
    out[ActionColumn.SINGLES_LEAD] = squeeze(lead + 0.0, 4.0)


@jit
def encode_ability(state, tables, scratch, ability, face, out):
    """An ability, and the set that pays for it."""
    out[ActionColumn.ABILITY] = 1.0
    out[FIRST_ABILITY + ability] = 1.0
    out[ActionColumn.VALUE] = face / 6.0
    out[ActionColumn.SET] = set_of(state, scratch.viewer, face) / 4.0
    out[ActionColumn.GAIN] = squeeze(ability_gain(state, tables, scratch, state.active, ability, face), _POINTS)
    out[ActionColumn.SET_COST] = squeeze(set_cost(state, scratch, scratch.viewer, face), 10.0)


@jit
def encode_goal(state, tables, scratch, objective, out):
    """An objective that is named."""
    turn = 1 if state.red == scratch.viewer else 0
    out[ActionColumn.X] = tables.objective_view_x[turn, objective]
    out[ActionColumn.Y] = tables.objective_view_y[turn, objective]
    out[ActionColumn.HELD_BY_ME] = state.control[objective] == scratch.viewer
    out[ActionColumn.HELD_BY_RIVAL] = state.control[objective] == 1 - scratch.viewer
    mine = 0
    theirs = 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and tables.objective_near[objective, unit.node]:
            if seat_of(slot) == scratch.viewer:
                mine += 1
            else:
                theirs += 1
    out[ActionColumn.FRIENDS_NEAR] = min(mine, 4) / 4.0
    out[ActionColumn.ENEMIES_NEAR] = min(theirs, 4) / 4.0


@jit
def encode_place(state, tables, scratch, node, out):
    """A place where a fighter or a treasure would be."""
    viewer = scratch.viewer
    turn = 1 if state.red == viewer else 0
    out[ActionColumn.X] = tables.view_x[turn, node]
    out[ActionColumn.Y] = tables.view_y[turn, node]
    out[ActionColumn.HEIGHT] = tables.node_height[node] / 24.0
    if node >= CELLS:
        out[ActionColumn.ON_FACE if tables.node_place[node] == Place.FACE else ActionColumn.ON_STEPS] = 1.0
    else:
        out[ActionColumn.OPEN_SIDE] = tables.open_side[node] != 0
        out[ActionColumn.DEADLY] = tables.deadly[node] != 0
    out[ActionColumn.AT_CENTRE] = tables.centre_near[node] != 0
    friends = 0
    enemies = 0
    nearest = 4 * _FAR * _FAR
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and slot != scratch.actor:
            far2 = gap2(tables, unit.node, node)
            if seat_of(slot) == viewer:
                friends += far2 <= ENGAGED
            else:
                enemies += far2 <= ENGAGED
                nearest = min(nearest, far2 + 0.0)
    out[ActionColumn.ENGAGED] = enemies > 0
    out[ActionColumn.FRIENDS_NEAR] = min(friends, 4) / 4.0
    out[ActionColumn.ENEMIES_NEAR] = min(enemies, 4) / 4.0
    out[ActionColumn.ENEMY_NEARNESS] = 1.0 - nearest**0.5 / (2.0 * _FAR)
    encode_aims(state, tables, scratch, node, out)


@jit
def encode_aims(state, tables, scratch, node, out):
    """Objectives and treasures of a place."""
    nearest = _FAR
    which = -1
    for objective in range(tables.n_objectives):
        if stands(state, tables, objective):
            away = objective_distance(tables, objective, node)
            if away < nearest:
                nearest = away
                which = objective
    out[ActionColumn.OBJECTIVE_NEARNESS] = 1.0 - nearest / _FAR
    if which >= 0:
        out[ActionColumn.ON_OBJECTIVE] = tables.objective_near[which, node] != 0
        out[ActionColumn.HELD_BY_ME] = state.control[which] == scratch.viewer
        out[ActionColumn.HELD_BY_RIVAL] = state.control[which] == 1 - scratch.viewer
        if scratch.actor >= 0:
            out[ActionColumn.STAKE] = squeeze(scratch.stake[which], _POINTS)
    for token in range(TOKENS):
        there = state.tokens[token].cell
        if (
            there >= 0
            and max(abs(there % WIDTH - tables.node_cell[node] % WIDTH), abs(there // WIDTH - tables.node_cell[node] // WIDTH)) <= 1
        ):
            out[ActionColumn.TREASURE_NEAR] = 1.0


@jit
def encode_unit(state, tables, scratch, slot, out):
    """A fighter that is chosen, attacked or reacted to."""
    unit = state.units[slot]
    left = max(wounds_left(state, tables, slot), 0)
    out[ActionColumn.IS_MINE] = seat_of(slot) == scratch.viewer
    out[ActionColumn.WORTH] = squeeze(tables.unit_points[slot] + 0.0, _WORTH)
    out[ActionColumn.LEFT] = squeeze(left + 0.0, 30.0)
    out[ActionColumn.HEALTH] = left / (tables.unit_wounds[slot] + 0.0)
    out[ActionColumn.MOVE] = squeeze(tables.unit_move[slot] + 0.0, 10.0)
    out[ActionColumn.ACTIVATED] = unit.activated
    out[ActionColumn.WAITING] = unit.waiting
    out[ActionColumn.LOST] = unit.lost * 0.5
    out[ActionColumn.CARRIES] = unit.treasure >= 0
    out[ActionColumn.LEADER] = slot == tables.leader[seat_of(slot)]
    group = GROUP_OF[state.decision]
    if group == Group.COMBAT or group == Group.HERO or group == Group.ATTACK:
        out[ActionColumn.STRIKE] = squeeze(scratch.strike[slot], _POINTS)
        out[ActionColumn.PERIL] = squeeze(scratch.peril[slot], _POINTS)
    if unit.status != Status.ON_BOARD:
        return
    for objective in range(tables.n_objectives):
        if tables.objective_near[objective, unit.node]:
            out[ActionColumn.ON_OBJECTIVE] = 1.0
    if state.active >= 0 and state.units[state.active].status == Status.ON_BOARD:
        far2 = gap2(tables, state.units[state.active].node, unit.node)
        out[ActionColumn.DISTANCE] = min(far2**0.5 / 40.0, 1.0)


@jit
def figures_now(state, tables, slot, weapon):
    """Dice and Strength of an attack that a fighter would make now. Rules that work them out tell of it; looking must not."""
    dice = tables.weapon_attacks[slot, weapon]
    power = tables.weapon_strength[slot, weapon] + state.attack[0].strength
    active = slot == state.active
    if active:
        dice += state.boosts[Boost.NEXT_ATTACKS]
    if is_missile(tables, slot, weapon):
        return dice, power
    if active:
        dice += state.boosts[Boost.ATTACKS]
        power += state.boosts[Boost.STRENGTH]
    more = state.units[slot].unleashed
    return dice + more + aura_of(state, tables, slot, True, 9), power + more


@jit
def encode_attack(state, tables, slot, weapon, target, reaction, out):
    """An attack and its odds, with a reaction made against it."""
    cover = has_cover(state, tables, slot, target)
    dice, power = figures_now(state, tables, slot, weapon)
    needed = hits_from(power, toughness_now(state, tables, slot, target, cover))
    out[ActionColumn.MISSILE] = is_missile(tables, slot, weapon)
    out[ActionColumn.DICE] = min(dice, 10) / 10.0
    out[ActionColumn.NEEDED] = needed / 6.0
    out[ActionColumn.COVER] = cover
    more = state.attack[0].strength
    out[ActionColumn.SHARE] = min(attack_share(state, tables, slot, weapon, target, cover, 0, more, 0, False, reaction), 1.0)
    hurt = tables.weapon_hit[slot, weapon] * (FACES - needed) + tables.weapon_critical[slot, weapon]
    out[ActionColumn.DAMAGE] = min(dice * hurt / 6.0 / max(wounds_left(state, tables, target), 1), 1.0)
