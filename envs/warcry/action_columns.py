"""The layout of action features: the columns of a position and of an action, by name."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.features import column_names
from skirmish_rl.envs.warcry.questions import Option
from skirmish_rl.envs.warcry.state import Ability


class PositionColumn(IntEnum):
    """The numbers that the bots reckon with, once per position."""

    LEAD = 0  # victory points
    LEAD_FINE = 1
    PROJECTED_LEAD = 2  # at the end, if the objectives stay with who would have them now
    LAST_ROUND = 3
    MY_ACTIVATIONS = 4  # still to come in this round
    RIVAL_ACTIVATIONS = 5
    MY_WORTH = 6  # of fighters on the board
    RIVAL_WORTH = 7
    MY_OBJECTIVES = 8  # that each controls
    RIVAL_OBJECTIVES = 9
    MY_NEXT = 10  # that each would control if the round ended now
    RIVAL_NEXT = 11
    MY_CARRIERS = 12
    RIVAL_CARRIERS = 13
    SINGLES_LEAD = 14
    MY_BEST_SET = 15
    RIVAL_BEST_SET = 16
    PLANNED = 17  # what follows is filled in: the acting fighter chooses what it does
    HERE = 18  # value of staying
    HIT_NOW = 19  # of its best attack
    HIT_FAR = 20  # of its best attack after a move
    MOVED = 21  # of the best place after a move, here left aside
    CHARGED = 22  # of the best place after a move and an attack, likewise
    AWAY = 23  # of the best place after disengaging, likewise


class ActionColumn(IntEnum):
    """The columns of an action; then one for each option and ability that it may name."""

    PASS = 0  # which block of the layout it is from
    OPTION = 1
    UNIT = 2
    ATTACK = 3
    PAIR = 4
    FACE = 5
    OBJECTIVE = 6
    TOKEN = 7
    ABILITY = 8
    PLACE = 9
    TAKE = 10  # a place, with a treasure picked up
    SCORE = 11  # the strong bot's, in points of fighters
    SCORE_FINE = 12
    VALUE = 13  # score of the die or set
    SET = 14  # size of the set that is spent, changed, or made by the wild die
    GAIN = 15  # what the ability adds
    SET_COST = 16  # what the set is worth to others
    SINGLES_LEAD = 17  # after the use of the wild die
    X = 18  # of the place, objective or treasure
    Y = 19
    HEIGHT = 20
    ON_FACE = 21
    ON_STEPS = 22
    OPEN_SIDE = 23
    DEADLY = 24
    COST = 25  # of the way
    RISK = 26
    ENGAGED = 27  # there
    FRIENDS_NEAR = 28  # within 1" of the place
    ENEMIES_NEAR = 29
    ENEMY_NEARNESS = 30
    OBJECTIVE_NEARNESS = 31
    ON_OBJECTIVE = 32
    HELD_BY_ME = 33  # the nearest objective
    HELD_BY_RIVAL = 34
    STAKE = 35  # of one more fighter there
    AT_CENTRE = 36
    TREASURE_NEAR = 37
    IS_MINE = 38  # the fighter that is chosen or attacked
    WORTH = 39
    LEFT = 40  # Wounds
    HEALTH = 41  # share of its Wounds that is left
    MOVE = 42
    ACTIVATED = 43
    WAITING = 44
    LOST = 45
    STRIKE = 46  # what it could do to an enemy
    PERIL = 47  # what an enemy could do to it
    CARRIES = 48
    LEADER = 49
    DISTANCE = 50  # from the fighter that acts
    MISSILE = 51  # the attack that it means, or the running one that is reacted to
    DICE = 52
    NEEDED = 53  # lowest face that hits
    COVER = 54
    SHARE = 55  # of the target's worth that it may be expected to cost
    DAMAGE = 56  # expected, by the target's Wounds left
    BEST = 57  # 1 for the action that the strong bot scores highest, the first of those that tie
    BEHIND = 58  # by how much it scores less than that one, bent half-way at half of what SCORE_FINE is cut at
    RANK = 59  # 1 for the first by that score, 1/2 for the second, 1/3, ...


FIRST_OPTION = len(ActionColumn)
FIRST_ABILITY = FIRST_OPTION + len(Option)
POSITION_FEATURES = column_names(PositionColumn)
ACTION_FEATURES = column_names(ActionColumn, [
    f"{block}_{member.name.lower()}" for block, members in (("option", Option), ("ability", Ability)) for member in members
])  # fmt: skip
