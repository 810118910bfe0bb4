"""What is an action like? What is equal for all actions of a position, once; and the features of one legal action.

Both stand beside the observation, which a policy reads with them: what is seen there is not told again here.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.features import bend, column_names, squeeze
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.value import armour_against, critical_chance, pass_chance
from skirmish_rl.envs.trench_crusade.data.fields import MOST_NET
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import (
    BLOODBATH,
    CELL,
    DIRECTION,
    GROUP_OF,
    OPTION,
    PASS,
    SPEND,
    UNIT,
    VERB,
    WEAPON,
    Decision,
    Group,
    Option,
)
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_close, is_in_sight
from skirmish_rl.envs.trench_crusade.rules.processes import running
from skirmish_rl.envs.trench_crusade.rules.rolling import bath_cost
from skirmish_rl.envs.trench_crusade.rules.scoring import holder_of, lost_models
from skirmish_rl.envs.trench_crusade.rules.strengths import (
    condition_dice,
    has_cover_penalty,
    has_long_penalty,
    hit_dice,
    is_short,
    melee_dice,
    ranged_dice,
)
from skirmish_rl.envs.trench_crusade.state import (
    FORCE,
    MARKERS,
    RELICS,
    SIDES,
    SLOTS,
    WIDTH,
    Frame,
    Status,
    Terrain,
    Verb,
    act_of,
    seat_of,
)


class PositionColumn(IntEnum):
    """The numbers that the bots reckon with, once per position."""

    LEAD = 0  # victory points
    LEAD_FINE = 1
    PROJECTED_LEAD = 2  # at the end, if the objectives stay with who has them now
    LAST_TURN = 3
    MY_ACTIVATIONS = 4  # still to come in this Turn
    RIVAL_ACTIVATIONS = 5
    MY_WORTH = 6  # of models that are left
    RIVAL_WORTH = 7
    MY_OBJECTIVES = 8  # that each controls, or relics that it has claimed in this Turn
    RIVAL_OBJECTIVES = 9
    MY_BLOOD = 10
    RIVAL_BLOOD = 11
    MY_NERVE = 12  # models that may still fall before morale must be checked
    RIVAL_NERVE = 13
    HERE = 14  # value of staying, for the model that is asked about
    PASSES = 15  # chance of the running Success Roll
    DOWNS = 16  # chance that the running Injury Roll takes Down or OOA
    OUTS = 17


class ActionColumn(IntEnum):
    """The columns of an action; then one for each option, Action and weapon that it may name."""

    PASS = 0  # which block of the layout it is from
    UNIT = 1
    PLACE = 2
    VERB = 3
    WEAPON = 4
    DIRECTION = 5
    SPEND = 6
    BLOODBATH = 7
    OPTION = 8
    SCORE = 9  # the strong bot's, in points of models
    SCORE_FINE = 10
    X = 11  # of the place or model; or the direction, -1 to 1
    Y = 12
    HEIGHT = 13
    TRENCH = 14
    WIRE = 15
    DIFFICULT = 16
    OBJECTIVE = 17  # on one
    BESIDE = 18  # on one or within 1" of it
    MINE = 19  # held by oneself, of those
    THEIRS = 20
    RELIC = 21  # within 1" of one that still counts
    ENGAGED = 22  # there
    FRIENDS_NEAR = 23  # within 1"
    ENEMIES_SEEN = 24  # in sight from there
    EXPOSED = 25  # enemies in sight of whom the place gives no cover
    ENEMY_NEARNESS = 26
    DISTANCE = 27  # from the model that is asked about
    FOES_CAUGHT = 28  # by a blast there
    FRIENDS_CAUGHT = 29
    IS_MINE = 30  # the model that is chosen or attacked
    WORTH = 31
    BLOOD = 32
    BLESSING = 33
    DOWN = 34
    ACTIVATED = 35
    ARMOUR = 36
    ELITE = 37
    TOUGH = 38  # and has not been taken OOA yet
    URGE = 39  # what it could do at once
    DICE = 40  # net, of the attack, as all that follow; markers left out
    LONG = 41
    COVER = 42
    HITS = 43
    DOWNS = 44  # chance to take the target Down or OOA
    OUTS = 45
    COUNT = 46  # markers
    AFTER = 47  # chance of the roll once they are spent: success, or OOA
    AFTER_DOWN = 48
    BEST = 49  # 1 for the action that the strong bot scores highest, the first of those that tie
    BEHIND = 50  # by how much it scores less than that one, bent half-way at half of what SCORE_FINE is cut at
    RANK = 51  # 1 for the first by that score, 1/2 for the second, 1/3, ...


_FIRST_OPTION = len(ActionColumn)
_FIRST_VERB = _FIRST_OPTION + len(Option)
_FIRST_WEAPON = _FIRST_VERB + len(Verb)
POSITION_FEATURES = column_names(PositionColumn)
ACTION_FEATURES = column_names(ActionColumn, [
    f"{block}_{member.name.lower()}"
    for block, members in (("option", Option), ("verb", Verb), ("weapon", Weapon)) for member in members
])  # fmt: skip
_POINTS, _FINE_POINTS, _LEAD, _FINE_LEAD = 80.0, 10.0, 12.0, 3.0  # where scores are cut
_FORCE_WORTH, _WORTH, _FAR, _NET = 700.0, 150.0, 24.0, 4.0
_DOWN, _OUT = 2, 3  # columns of `wound_odds`
_SPEND_LAST = SPEND + MARKERS


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions; `survey` must have run.

    Args:
        out: float32 (len(POSITION_FEATURES),), blank; every value written is in [-1, 1].
    """
    viewer = scratch.viewer
    lead = state.points[viewer] - state.points[1 - viewer] + 0.0
    mine = goals_of(state, tables, viewer)
    theirs = goals_of(state, tables, 1 - viewer)
    left = max(tables.turns + 1 - state.round, 0)
    out[PositionColumn.LEAD] = squeeze(lead, _LEAD)
    out[PositionColumn.LEAD_FINE] = squeeze(lead, _FINE_LEAD)
    gain = tables.piece_points if tables.objectives else tables.relic_points
    out[PositionColumn.PROJECTED_LEAD] = squeeze(lead + 1.0 * left * gain * (mine - theirs), _LEAD)
    out[PositionColumn.LAST_TURN] = state.round >= tables.turns
    for side in range(SIDES):
        seat = viewer if side == 0 else 1 - viewer
        worth = 0.0
        blood = 0
        ready = 0
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            unit = state.units[slot]
            worth += scratch.worth[slot]
            blood += unit.blood
            ready += unit.status == Status.ON_BOARD and unit.activated == 0
        out[PositionColumn.MY_WORTH + side] = squeeze(worth, _FORCE_WORTH)
        out[PositionColumn.MY_BLOOD + side] = squeeze(blood + 0.0, 20.0)
        out[PositionColumn.MY_ACTIVATIONS + side] = ready / 12.0
        out[PositionColumn.MY_OBJECTIVES + side] = (mine if side == 0 else theirs) / 8.0
        nerve = (state.strength[seat] + 1) // 2 - lost_models(state, seat)
        out[PositionColumn.MY_NERVE + side] = squeeze(nerve + 0.0, 6.0) if tables.morale else 1.0
    if scratch.actor >= 0:
        out[PositionColumn.HERE] = squeeze(scratch.here, _POINTS)
    if GROUP_OF[state.decision] == Group.MARKERS:
        process = running(state)
        if process.kind == Frame.ROLL:
            out[PositionColumn.PASSES] = pass_chance(tables, process.dice)
        else:
            pool = process.deadly + process.bath
            out[PositionColumn.OUTS] = wound_chance(tables, pool, process.dice, process.modifier, _OUT)
            out[PositionColumn.DOWNS] = wound_chance(tables, pool, process.dice, process.modifier, _DOWN)


@jit
def goals_of(state, tables, seat):
    """Objectives that a seat controls, or relics that it has claimed in this Turn."""
    n = 0
    for objective in range(tables.objectives):
        n += holder_of(state, tables, objective) == seat
    for relic in range(RELICS):
        n += state.claimed[relic] == seat
    return n


@jit
def wound_chance(tables, pool, dice, modifier, least):
    """Chance that an Injury Roll comes to Down or more (least 2), or to OOA (3), by its plain table."""
    net = min(max(dice, -MOST_NET), MOST_NET) + MOST_NET
    row = min(max(modifier, -3), 3) + 3
    chance = tables.wound_odds[pool, net, row, _OUT] + 0.0
    if least == _DOWN:
        chance += tables.wound_odds[pool, net, row, _DOWN]
    return min(chance, 1.0)


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
    elif action < CELL:
        out[ActionColumn.UNIT] = 1.0
        encode_unit(state, tables, scratch, action - UNIT, out)
    elif action < VERB:
        out[ActionColumn.PLACE] = 1.0
        encode_place(state, tables, scratch, action - CELL, out)
    elif action < WEAPON:
        out[ActionColumn.VERB] = 1.0
        out[_FIRST_VERB + action - VERB] = 1.0
    elif action < DIRECTION:
        out[ActionColumn.WEAPON] = 1.0
        out[_FIRST_WEAPON + action - WEAPON] = 1.0
        if state.decision == Decision.FREE_ATTACK:
            encode_attack(state, tables, state.subject, action - WEAPON, running(state).slot, True, out)
    elif action < SPEND:
        out[ActionColumn.DIRECTION] = 1.0
        zone = state.zone[scratch.viewer]
        here = state.units[state.subject].cell
        there = tables.next[here, action - DIRECTION]
        out[ActionColumn.X] = squeeze(tables.view_x[zone, there] - tables.view_x[zone, here] + 0.0, 1e-3)
        out[ActionColumn.Y] = squeeze(tables.view_y[zone, there] - tables.view_y[zone, here] + 0.0, 1e-3)
    elif action < OPTION:
        encode_spending(state, tables, action, out)
    else:
        out[ActionColumn.OPTION] = 1.0
        out[_FIRST_OPTION + action - OPTION] = 1.0


@jit
def encode_spending(state, tables, action, out):
    """Markers, and what the roll is once they are spent; a window that follows is not thought of."""
    process = running(state)
    bath = action > _SPEND_LAST
    count = action - BLOODBATH if bath else action - SPEND
    out[ActionColumn.BLOODBATH if bath else ActionColumn.SPEND] = 1.0
    spent = count + bath_cost(state, process) if bath else count
    out[ActionColumn.COUNT] = spent / MARKERS
    dice = process.dice
    if state.decision == Decision.BLESSING or state.decision == Decision.WOUND:
        dice += count
    else:
        dice -= count
    if process.kind == Frame.ROLL:
        out[ActionColumn.AFTER] = pass_chance(tables, dice)
    else:
        pool = process.deadly + process.bath + bath
        out[ActionColumn.AFTER] = wound_chance(tables, pool, dice, process.modifier, _OUT)
        out[ActionColumn.AFTER_DOWN] = wound_chance(tables, pool, dice, process.modifier, _DOWN)


@jit
def encode_place(state, tables, scratch, cell, out):
    """A cell where a model would be, or at which it aims."""
    viewer = scratch.viewer
    zone = state.zone[viewer]
    out[ActionColumn.X] = tables.view_x[zone, cell]
    out[ActionColumn.Y] = tables.view_y[zone, cell]
    out[ActionColumn.HEIGHT] = tables.height[cell] / 4.0
    terrain = tables.terrain[cell]
    out[ActionColumn.TRENCH] = terrain == Terrain.TRENCH
    out[ActionColumn.WIRE] = terrain == Terrain.WIRE
    out[ActionColumn.DIFFICULT] = terrain == Terrain.CRATER
    encode_goals(state, tables, viewer, cell, out)
    actor = state.subject
    friends = 0
    foes = 0
    seen = 0
    exposed = 0
    nearest = 4.0 * WIDTH * WIDTH
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or slot == actor:
            continue
        if seat_of(slot) == viewer:
            friends += is_close(tables, cell, unit.cell)
            continue
        foes += is_close(tables, cell, unit.cell)
        nearest = min(nearest, distance2(WIDTH, cell, unit.cell) + 0.0)
        if is_in_sight(tables, unit.cell, cell):
            seen += 1
            exposed += not has_cover(tables, unit.cell, cell)
    out[ActionColumn.ENGAGED] = foes > 0
    out[ActionColumn.FRIENDS_NEAR] = min(friends, 4) / 4.0
    out[ActionColumn.ENEMIES_SEEN] = seen / 12.0
    out[ActionColumn.EXPOSED] = exposed / 12.0
    out[ActionColumn.ENEMY_NEARNESS] = max(0.0, 1.0 - nearest**0.5 / _FAR)
    encode_distance(state, cell, out)
    if state.decision == Decision.TARGET or state.decision == Decision.SCATTER:
        encode_blast(state, tables, scratch, cell, out)


@jit
def encode_goals(state, tables, viewer, cell, out):
    """Objectives and relics of a cell."""
    near = tables.near_pieces[cell]
    out[ActionColumn.OBJECTIVE] = tables.on_pieces[cell] != 0
    out[ActionColumn.BESIDE] = near != 0
    objective = 0
    while near:
        if near & 1:
            holder = holder_of(state, tables, objective)
            if holder >= 0:
                out[ActionColumn.MINE if holder == viewer else ActionColumn.THEIRS] = 1.0
        near >>= 1
        objective += 1
    for relic in range(tables.relics):
        if state.round <= tables.relic_last[relic] and is_close(tables, cell, tables.relic_cell[relic]):
            out[ActionColumn.RELIC] = 1.0


@jit
def encode_distance(state, cell, out):
    """How far a cell lies from the model that is asked about."""
    if 0 <= state.subject < SLOTS and state.units[state.subject].cell >= 0:
        out[ActionColumn.DISTANCE] = min(distance2(WIDTH, state.units[state.subject].cell, cell) ** 0.5 / _FAR, 1.0)


@jit
def encode_blast(state, tables, scratch, cell, out):
    """Write which models a blast at a cell catches."""
    weapon = state.attack[0].weapon
    if state.decision == Decision.TARGET:
        weapon = running(state).weapon
    foes = 0
    friends = 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or not is_in_sight(tables, cell, unit.cell):
            continue
        rise = abs(tables.height[cell] - tables.height[unit.cell])
        if distance2(WIDTH, cell, unit.cell) <= tables.blast_span[rise, tables.blast[weapon]]:
            if seat_of(slot) == scratch.viewer:
                friends += 1
            else:
                foes += 1
    out[ActionColumn.FOES_CAUGHT] = min(foes, 4) / 4.0
    out[ActionColumn.FRIENDS_CAUGHT] = min(friends, 4) / 4.0


@jit
def encode_unit(state, tables, scratch, slot, out):
    """A model that is chosen or attacked."""
    unit = state.units[slot]
    out[ActionColumn.IS_MINE] = seat_of(slot) == scratch.viewer
    out[ActionColumn.WORTH] = squeeze(tables.points[slot] + 0.0, _WORTH)
    out[ActionColumn.BLOOD] = unit.blood / MARKERS
    out[ActionColumn.BLESSING] = unit.blessing / MARKERS
    out[ActionColumn.DOWN] = unit.down
    out[ActionColumn.ACTIVATED] = unit.activated
    out[ActionColumn.ARMOUR] = min(tables.armour[slot], 4) / 4.0
    out[ActionColumn.ELITE] = tables.traits[slot, Trait.ELITE]
    out[ActionColumn.TOUGH] = tables.traits[slot, Trait.TOUGH] != 0 and unit.tough_used == 0
    decision = state.decision
    if decision == Decision.ACTIVATE:
        out[ActionColumn.URGE] = squeeze(scratch.urge[slot], _POINTS)
    if unit.cell < 0:
        return
    zone = state.zone[scratch.viewer]
    out[ActionColumn.X] = tables.view_x[zone, unit.cell]
    out[ActionColumn.Y] = tables.view_y[zone, unit.cell]
    out[ActionColumn.HEIGHT] = tables.height[unit.cell] / 4.0
    encode_goals(state, tables, scratch.viewer, unit.cell, out)
    encode_distance(state, unit.cell, out)
    process = running(state)
    if decision == Decision.TARGET:
        encode_attack(state, tables, process.slot, process.weapon, slot, process.kind == Frame.FIGHT, out)
        if tables.blast[process.weapon] and process.kind == Frame.SHOOT:
            encode_blast(state, tables, scratch, unit.cell, out)
    elif decision == Decision.FRIEND:
        encode_attack(state, tables, process.slot, state.attack[0].weapon, slot, False, out)


@jit
def attack_dice(state, tables, slot, weapon, target, melee):
    """Net dice of an attack that has not begun, markers left out. Table T4."""
    dice = condition_dice(state, tables, slot, False)
    if melee:
        process = running(state)
        off_hand = process.kind == Frame.FIGHT and process.off_hand != 0
        act = act_of(state, slot)
        dive = act >= 0 and state.acts[act].dive != 0
        return dice + melee_dice(state, tables, slot, weapon, target, dive, off_hand, False)
    there = state.units[target].cell
    long = has_long_penalty(tables, state.units[slot].cell, there, weapon)
    cover = has_cover_penalty(state, tables, slot, weapon, target)
    return dice + ranged_dice(state, tables, slot, weapon, target, there, long, cover, False)


@jit
def encode_attack(state, tables, slot, weapon, target, melee, out):
    """An attack and its odds."""
    net = attack_dice(state, tables, slot, weapon, target, melee)
    short = is_short(tables, state.units[slot].cell, state.units[target].cell, weapon)
    dice = hit_dice(state, tables, slot, weapon, target, melee, short, False)
    hit = pass_chance(tables, net) + 0.0
    critical = critical_chance(tables, net) + 0.0
    if not melee and tables.keyword[weapon, Keyword.FLAMETHROWER]:
        hit = 1.0
        critical = 0.0
    pool = 1 if tables.keyword[weapon, Keyword.DEADLY] or (tables.keyword[weapon, Keyword.BOMB] and not melee) else 0
    plain = armour_against(state, tables, weapon, target, False)
    pierced = armour_against(state, tables, weapon, target, True)
    more = dice + 1 + tables.keyword[weapon, Keyword.CRITICAL]
    out[ActionColumn.DICE] = squeeze(net + 0.0, _NET)
    out[ActionColumn.LONG] = not melee and not short
    out[ActionColumn.COVER] = has_cover_penalty(state, tables, slot, weapon, target)
    out[ActionColumn.HITS] = hit
    for least in range(_DOWN, _OUT + 1):
        chance = (hit - critical) * wound_chance(tables, pool, dice, plain, least)
        chance += critical * wound_chance(tables, pool, more, pierced, least)
        out[ActionColumn.OUTS if least == _OUT else ActionColumn.DOWNS] = chance
