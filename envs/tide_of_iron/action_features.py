"""What is an action like? What is equal for all actions of a position, once; and the features of one legal action.

Both stand beside the observation, which a policy reads with them: what is seen there is not told again here.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.features import bend, column_names, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.maps import place_value, shelter
from skirmish_rl.envs.tide_of_iron.bots.value import attack_value, chance
from skirmish_rl.envs.tide_of_iron.data.odds import MAX_DEFENCE
from skirmish_rl.envs.tide_of_iron.questions import (
    BID,
    CARD,
    CELL,
    DECK,
    DIRECTION,
    FIGURE,
    GROUP_OF,
    OPTION,
    ORDER,
    PASS,
    RETRY,
    UNIT,
    Decision,
    Group,
    Option,
)
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, is_squad, seat_of, strength_of
from skirmish_rl.envs.tide_of_iron.rules.firing import attack_strength, defence_of, fire_of, halve, halvings_of
from skirmish_rl.envs.tide_of_iron.rules.moving import step_cost
from skirmish_rl.envs.tide_of_iron.rules.scoring import income_of, victory_income
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    DIRECTIONS,
    FIGURES,
    FORCE,
    ORDERS,
    SIDES,
    SLOTS,
    Activation,
    Blow,
    Card,
    Condition,
    Deck,
    Figure,
    Goal,
    Order,
    Part,
    Reach,
)


class PositionColumn(IntEnum):
    """The numbers that the bots reckon with, once per position."""

    LEAD = 0  # victory points
    LEAD_FINE = 1
    PROJECTED_LEAD = 2  # at the end, if the victory objectives stay with who would take them now
    LAST_ROUND = 3
    MY_FRESH = 4  # units that can still act
    RIVAL_FRESH = 5
    MY_OP_FIRE = 6
    RIVAL_OP_FIRE = 7
    MY_WORTH = 8  # of units on the map, by the price table
    RIVAL_WORTH = 9
    MY_INCOME = 10  # command in the next Command Phase, as objectives are controlled
    RIVAL_INCOME = 11
    MY_VICTORY_INCOME = 12
    RIVAL_VICTORY_INCOME = 13
    MY_VICTORY_HEXES = 14  # victory objectives that each would have if the phase ended now
    RIVAL_VICTORY_HEXES = 15
    POOL_LEAD = 16


class ActionColumn(IntEnum):
    """The columns of an action; then one for each order, option, card, figure and type of deck that it may name."""

    PASS = 0  # which block of the layout it is from
    ORDER = 1
    UNIT = 2
    CELL = 3
    DIRECTION = 4
    DECK = 5
    BID = 6
    OPTION = 7
    FIGURE = 8
    CARD = 9
    RETRY = 10
    SCORE = 11  # the strong bot's, in points
    SCORE_FINE = 12
    COMMAND = 13  # that is bid, or that the card costs
    BEST_PLAN = 14  # of the unit's orders
    RUNNER_UP = 15
    PLAN_ADVANCE = 16
    PLAN_FIRE = 17
    PLAN_PREPARE = 18
    PLAN_FIRE_AND_MOVE = 19
    PLAN_ASSAULT = 20
    X = 21  # of the hex where the unit would stand, or that is named
    Y = 22
    PULL = 23
    DANGER = 24
    STRIKE = 25
    COVER = 26
    LEVEL = 27
    PLACE = 28  # what it is worth to end there
    PLACE_GAIN = 29
    OBJECTIVE_NEARNESS = 30
    ON_VICTORY = 31
    ON_COMMAND = 32
    HELD_BY_ME = 33  # the objective there
    HELD_BY_RIVAL = 34
    FRIENDS = 35
    ENEMIES = 36
    FRIENDS_NEAR = 37  # in the hexes around
    ENEMIES_NEAR = 38
    POINTS_LEFT = 39  # movement after the step
    IS_MINE = 40  # the unit that is chosen, attacked or helped
    WORTH = 41
    FIGURES = 42
    ELITE = 43
    OFFICER = 44
    MACHINE_GUN = 45
    MORTAR = 46
    VEHICLE = 47
    PINNED = 48
    DISRUPTED = 49
    DAMAGE = 50
    FRESH = 51
    OP_FIRE = 52
    ON_OBJECTIVE = 53
    UNIT_DANGER = 54
    UNIT_PULL = 55
    DISTANCE = 56  # from the active unit
    DICE = 57  # of the attack that it means
    REACH = 58  # range class, from close to long
    DEFENCE = 59
    ATTACK_VALUE = 60  # points that the running attack may be expected to cost the enemy, if so declared
    ONE_HIT = 61  # chance of at least one net hit
    THREE_HITS = 62
    BEST = 63  # 1 for the action that the strong bot scores highest, the first of those that tie
    BEHIND = 64  # by how much it scores less than that one, bent half-way at half of what SCORE_FINE is cut at
    RANK = 65  # 1 for the first by that score, 1/2 for the second, 1/3, ...


_FIRST_ORDER = len(ActionColumn)
_FIRST_OPTION = _FIRST_ORDER + ORDERS
_FIRST_CARD = _FIRST_OPTION + len(Option)
_FIRST_FIGURE = _FIRST_CARD + CARDS
_FIRST_DECK = _FIRST_FIGURE + FIGURES
POSITION_FEATURES = column_names(PositionColumn)
ACTION_FEATURES = column_names(ActionColumn, [
    f"{block}_{member.name.lower()}"
    for block, members in (("order", Order), ("option", Option), ("card", Card), ("figure", Figure), ("deck", Deck))
    for member in members
])  # fmt: skip
_POINTS, _FINE_POINTS = 30.0, 5.0  # where scores are cut
_PLAN, _PLACE, _GAIN, _LOSS, _STRIKE, _WORTH = 15.0, 50.0, 20.0, 20.0, 10.0, 80.0
_FORCE_WORTH = 320.0  # a large force, by the price table
_FAR = 12.0  # hexes from an objective


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions; `survey` must have run.

    Args:
        out: float32 (len(POSITION_FEATURES),), blank; every value written is in [-1, 1].
    """
    viewer = scratch.viewer
    foe = 1 - viewer
    lead = state.points[viewer] - state.points[foe] + 0.0
    out[PositionColumn.LEAD] = squeeze(lead, 8.0)
    out[PositionColumn.LEAD_FINE] = squeeze(lead, 2.0)
    out[PositionColumn.LAST_ROUND] = state.round >= tables.rounds
    count_units(state, scratch, out)
    out[PositionColumn.MY_INCOME] = squeeze(income_of(state, tables, viewer) + 0.0, 8.0)
    out[PositionColumn.RIVAL_INCOME] = squeeze(income_of(state, tables, foe) + 0.0, 8.0)
    out[PositionColumn.MY_VICTORY_INCOME] = squeeze(victory_income(state, tables, viewer) + 0.0, 4.0)
    out[PositionColumn.RIVAL_VICTORY_INCOME] = squeeze(victory_income(state, tables, foe) + 0.0, 4.0)
    out[PositionColumn.POOL_LEAD] = squeeze(state.pool[viewer] - state.pool[foe] + 0.0, 6.0)
    mine = 0
    theirs = 0
    for objective in range(tables.n_objectives):
        if tables.objective_kind[objective] == Goal.VICTORY:
            cell = tables.objective_cell[objective]
            owner = state.control[objective]
            if state.crowd[viewer, cell] > 0:
                owner = viewer
            elif state.crowd[foe, cell] > 0:
                owner = foe
            mine += owner == viewer
            theirs += owner == foe
    out[PositionColumn.MY_VICTORY_HEXES] = min(mine, 4) / 4.0
    out[PositionColumn.RIVAL_VICTORY_HEXES] = min(theirs, 4) / 4.0
    left = tables.rounds - state.round + 1.0
    out[PositionColumn.PROJECTED_LEAD] = squeeze(lead + (mine - theirs) * max(left, 0.0), 8.0)


@jit
def count_units(state, scratch, out):
    """How many units of each side can act, wait in Op Fire mode, and what they are worth."""
    for side in range(SIDES):
        seat = (scratch.viewer + side) % SIDES
        fresh = 0
        waiting = 0
        worth = 0.0
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            unit = state.units[slot]
            if is_out(unit):
                fresh += unit.activation == Activation.FRESH and unit.condition == Condition.NONE
                waiting += unit.activation == Activation.OP_FIRE
                worth += scratch.worth[slot]
        out[PositionColumn.MY_FRESH + side] = min(fresh, 10) / 10.0
        out[PositionColumn.MY_OP_FIRE + side] = min(waiting, 5) / 5.0
        out[PositionColumn.MY_WORTH + side] = squeeze(worth, _FORCE_WORTH)


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
        if state.active >= 0 and state.units[state.active].cell >= 0 and state.decision != Decision.OP_FIRE:
            encode_cell(state, tables, scratch, state.active, state.units[state.active].cell, out)
    elif action < UNIT:
        encode_order(state, tables, scratch, (action - ORDER) // SLOTS, (action - ORDER) % FORCE, out)
    elif action < CELL:
        out[ActionColumn.UNIT] = 1.0
        encode_unit(state, tables, scratch, action - UNIT, out)
        encode_shot(state, tables, scratch, action - UNIT, out)
    elif action < DIRECTION:
        out[ActionColumn.CELL] = 1.0
        placed = state.subject if state.decision == Decision.DEPLOY or state.decision == Decision.ARRIVE else -1
        encode_cell(state, tables, scratch, placed, action - CELL, out)
    elif action < DECK:
        out[ActionColumn.DIRECTION] = 1.0
        encode_direction(state, tables, scratch, action - DIRECTION, out)
    elif action < BID:
        out[ActionColumn.DECK] = 1.0
        out[_FIRST_DECK + tables.decks[scratch.viewer, action - DECK]] = 1.0
    elif action < OPTION:
        out[ActionColumn.BID] = 1.0
        out[ActionColumn.COMMAND] = (action - BID + 1) / 12.0
    elif action < FIGURE:
        out[ActionColumn.OPTION] = 1.0
        out[_FIRST_OPTION + action - OPTION] = 1.0
        if GROUP_OF[state.decision] == Group.ATTACK:
            encode_attack(state, tables, scratch, action - OPTION, out)
    elif action < CARD:
        out[ActionColumn.FIGURE] = 1.0
        out[_FIRST_FIGURE + action - FIGURE] = 1.0
    elif action < RETRY:
        out[ActionColumn.CARD] = 1.0
        out[_FIRST_CARD + action - CARD] = 1.0
        out[ActionColumn.COMMAND] = tables.card_cost[action - CARD] / 12.0
    else:
        out[ActionColumn.RETRY] = 1.0
        out[_FIRST_CARD + Card.OFFENSIVE_ARTILLERY + action - RETRY] = 1.0


@jit
def encode_order(state, tables, scratch, order, k, out):
    """An order for one of the viewer's units."""
    slot = FORCE * scratch.viewer + k
    out[ActionColumn.ORDER] = 1.0
    out[_FIRST_ORDER + order] = 1.0
    best = 0.0
    second = 0.0
    for other in range(Order.ASSAULT + 1):
        value = scratch.plan[other, k]
        out[ActionColumn.PLAN_ADVANCE + other] = squeeze(value, _PLAN)
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    out[ActionColumn.BEST_PLAN] = squeeze(best, _PLAN)
    out[ActionColumn.RUNNER_UP] = squeeze(second, _PLAN)
    encode_unit(state, tables, scratch, slot, out)
    if order == Order.ADVANCE or order == Order.FIRE_AND_MOVE or order == Order.ASSAULT:
        goal = scratch.goal[order, k]
        if goal >= 0:
            encode_cell(state, tables, scratch, slot, goal, out)
    elif state.units[slot].cell >= 0:
        encode_cell(state, tables, scratch, slot, state.units[slot].cell, out)


@jit
def encode_direction(state, tables, scratch, direction, out):
    """A step, an assault or a retreat into the next hex."""
    slot = state.subject
    there = tables.next[state.units[slot].cell, direction]
    encode_cell(state, tables, scratch, slot, there, out)
    if state.decision == Decision.STEP:
        out[ActionColumn.POINTS_LEFT] = min(8, max(0, state.movement - step_cost(state, tables, slot, direction))) / 8.0


@jit
def encode_cell(state, tables, scratch, slot, cell, out):
    """A hex, for the unit that would stand there (-1 for none)."""
    viewer = scratch.viewer
    out[ActionColumn.X] = tables.view_x[viewer, cell]
    out[ActionColumn.Y] = tables.view_y[viewer, cell]
    out[ActionColumn.PULL] = squeeze(scratch.pull[cell], _PLACE)
    out[ActionColumn.DANGER] = squeeze(scratch.danger[cell] * shelter(tables.cover[cell]), _LOSS)
    out[ActionColumn.STRIKE] = squeeze(scratch.strike[cell], _STRIKE)
    out[ActionColumn.COVER] = min(tables.cover[cell], 3) / 3.0
    out[ActionColumn.LEVEL] = tables.level[cell] / 2.0
    if slot >= 0:
        here = place_value(state, tables, scratch, slot, cell)
        out[ActionColumn.PLACE] = squeeze(here, _PLACE)
        if state.units[slot].cell >= 0:
            out[ActionColumn.PLACE_GAIN] = squeeze(here - place_value(state, tables, scratch, slot, state.units[slot].cell), _GAIN)
    encode_objective(state, tables, viewer, cell, out)
    out[ActionColumn.FRIENDS] = min(state.crowd[viewer, cell], 3) / 3.0
    out[ActionColumn.ENEMIES] = min(state.crowd[1 - viewer, cell], 3) / 3.0
    friends = 0
    enemies = 0
    for direction in range(DIRECTIONS):
        there = tables.next[cell, direction]
        if there >= 0:
            friends += state.crowd[viewer, there]
            enemies += state.crowd[1 - viewer, there]
    out[ActionColumn.FRIENDS_NEAR] = min(friends, 4) / 4.0
    out[ActionColumn.ENEMIES_NEAR] = min(enemies, 4) / 4.0


@jit
def encode_objective(state, tables, viewer, cell, out):
    """The objectives of a hex, and how near the next one is."""
    nearest = _FAR
    for objective in range(tables.n_objectives):
        away = tables.distance[cell, tables.objective_cell[objective]]
        nearest = min(nearest, away + 0.0)
        if away == 0:
            if tables.objective_kind[objective] == Goal.VICTORY:
                out[ActionColumn.ON_VICTORY] = 1.0
            else:
                out[ActionColumn.ON_COMMAND] = 1.0
            if state.control[objective] == viewer:
                out[ActionColumn.HELD_BY_ME] = 1.0
            elif state.control[objective] >= 0:
                out[ActionColumn.HELD_BY_RIVAL] = 1.0
    out[ActionColumn.OBJECTIVE_NEARNESS] = 1.0 - nearest / _FAR


@jit
def encode_unit(state, tables, scratch, slot, out):
    """A unit that is chosen, attacked or helped."""
    unit = state.units[slot]
    out[ActionColumn.IS_MINE] = seat_of(slot) == scratch.viewer
    out[ActionColumn.WORTH] = squeeze(scratch.worth[slot], _WORTH)
    if is_squad(unit):
        out[ActionColumn.FIGURES] = strength_of(unit) / 4.0
        out[ActionColumn.ELITE] = unit.figures[Figure.ELITE] / 4.0
        out[ActionColumn.OFFICER] = unit.figures[Figure.OFFICER] / 4.0
        out[ActionColumn.MACHINE_GUN] = unit.figures[Figure.MACHINE_GUN] / 2.0
        out[ActionColumn.MORTAR] = unit.figures[Figure.MORTAR] / 2.0
        out[ActionColumn.PINNED] = unit.condition == Condition.PINNED
        out[ActionColumn.DISRUPTED] = unit.condition == Condition.DISRUPTED
    else:
        out[ActionColumn.VEHICLE] = 1.0
        out[ActionColumn.DAMAGE] = unit.damage / 2.0
    out[ActionColumn.FRESH] = unit.activation == Activation.FRESH
    out[ActionColumn.OP_FIRE] = unit.activation == Activation.OP_FIRE
    if unit.cell < 0:
        return
    for objective in range(tables.n_objectives):
        if tables.objective_cell[objective] == unit.cell:
            out[ActionColumn.ON_OBJECTIVE] = 1.0
    out[ActionColumn.UNIT_DANGER] = squeeze(scratch.danger[unit.cell] * shelter(tables.cover[unit.cell]), _LOSS)
    out[ActionColumn.UNIT_PULL] = squeeze(scratch.pull[unit.cell], _PLACE)
    if state.active >= 0 and state.units[state.active].cell >= 0:
        out[ActionColumn.DISTANCE] = min(tables.distance[state.units[state.active].cell, unit.cell], 16) / 16.0


@jit
def encode_shot(state, tables, scratch, slot, out):
    """Odds of the fire that naming a unit would mean: at it, or by it in Op Fire."""
    decision = state.decision
    shooter = -1
    target = -1
    times = 0
    if decision == Decision.TARGET:
        shooter = state.active
        target = slot
        times = 1 if state.order == Order.FIRE_AND_MOVE else 0
    elif decision == Decision.OP_FIRE:
        shooter = slot
        target = state.active
    if shooter < 0:
        return
    fp, reach = fire_of(state, tables, shooter, Part.ALL, target)
    if reach > Reach.LONG:
        return
    dice = halve(fp + state.boost, times + halvings_of(state, tables, shooter))
    encode_odds(state, tables, target, reach, dice, Blow.SUPPRESSIVE if is_squad(state.units[target]) else Blow.NORMAL, out)


@jit
def encode_odds(state, tables, target, reach, dice, blow, out):
    """Dice, range class, defence and chances of an attack."""
    defence = min(MAX_DEFENCE, defence_of(state, tables, target, blow, False))
    out[ActionColumn.DICE] = min(dice, 16) / 16.0
    out[ActionColumn.REACH] = reach / 2.0
    out[ActionColumn.DEFENCE] = min(defence, 8) / 8.0
    out[ActionColumn.ONE_HIT] = chance(tables, reach, dice, defence, 1)
    out[ActionColumn.THREE_HITS] = chance(tables, reach, dice, defence, 3)


@jit
def encode_attack(state, tables, scratch, option, out):
    """Type or figures of the running attack: its dice and odds, and the target."""
    attack = state.attack[0]
    if attack.target < 0:
        return
    target = attack.target
    encode_unit(state, tables, scratch, target, out)
    blow = Blow.SUPPRESSIVE if option == Option.SUPPRESSIVE else Blow.NORMAL
    asked = state.subject
    was = attack.part[asked]
    if state.decision == Decision.FIGURES:
        attack.part[asked] = option - Option.ALL + Part.ALL
    dice, reach = attack_strength(state, tables)
    out[ActionColumn.ATTACK_VALUE] = squeeze(attack_value(state, tables, scratch, blow), _LOSS)
    attack.part[asked] = was
    if reach <= Reach.LONG:
        encode_odds(state, tables, target, reach, dice, blow, out)
