"""The layout of action features: the columns of a position and of an action, by name.

Groups of markers (objectives, hoards, one's own shard, rivals' shards) have equal columns side by side.
"""

from __future__ import annotations

from enum import IntEnum


class MarkerGroup(IntEnum):
    """Kinds of marker as a seat sees them."""

    OBJECTIVE = 0
    HOARD = 1
    OWN_SHARD = 2
    RIVAL_SHARD = 3


class GroupColumn(IntEnum):
    """The columns of a position, the best of each group of markers: who stands beside it (not the actor), who may come, whose it is."""

    MINE = 0
    OTHERS = 1
    MINE_COMING = 2
    RIVALS_COMING = 3
    HELD = 4  # the viewer controls it
    LOST = 5  # another seat does


GROUP_WIDTH = len(GroupColumn)


class PositionColumn(IntEnum):
    """A position, as its decider sees it. The actor is the model that moves, acts or is placed, if it is the decider's."""

    LEAD = 0  # points over the best rival, to 12
    LEAD_FINE = 1  # to 3
    PROJECTED_LEAD = 2  # if the round ended with the markers as they are held now, to 12
    PROJECTED_LEAD_FINE = 3  # to 3
    AHEAD = 4  # its sign
    ROUNDS_LEFT = 5
    LAST_ROUND = 6
    MY_ACTIVATIONS = 7  # models still to be activated
    RIVAL_ACTIVATIONS = 8
    WILD_ACTIVATIONS = 9
    LAST_TO_ACTIVATE = 10  # no rival is left
    FIRST_IN_PRIORITY = 11
    DIRECTOR = 12
    MY_STRENGTH = 13  # dice of godbreakers that will survive
    RIVAL_STRENGTH = 14
    ACTOR_DIE = 15
    ACTOR_SURVIVAL = 16
    ACTOR_BY_OBJECTIVE = 17
    ACTOR_BY_HOARD = 18
    ACTOR_BY_OWN_SHARD = 19
    ACTOR_BY_RIVAL_SHARD = 20
    OBJECTIVE_MINE = 21
    OBJECTIVE_OTHERS = 22
    OBJECTIVE_MINE_COMING = 23
    OBJECTIVE_RIVALS_COMING = 24
    OBJECTIVE_HELD = 25
    OBJECTIVE_LOST = 26
    HOARD_MINE = 27
    HOARD_OTHERS = 28
    HOARD_MINE_COMING = 29
    HOARD_RIVALS_COMING = 30
    HOARD_HELD = 31
    HOARD_LOST = 32
    OWN_SHARD_MINE = 33
    OWN_SHARD_OTHERS = 34
    OWN_SHARD_MINE_COMING = 35
    OWN_SHARD_RIVALS_COMING = 36
    OWN_SHARD_HELD = 37
    OWN_SHARD_LOST = 38
    RIVAL_SHARD_MINE = 39
    RIVAL_SHARD_OTHERS = 40
    RIVAL_SHARD_MINE_COMING = 41
    RIVAL_SHARD_RIVALS_COMING = 42
    RIVAL_SHARD_HELD = 43
    RIVAL_SHARD_LOST = 44


class ActionColumn(IntEnum):
    """A legal action: what it is, what the strong bot makes of it, and the cell or model that it names."""

    PASS = 0
    SLOT = 1
    CELL = 2
    ORDER = 3
    COUNT = 4
    SUNDER = 5
    HANDOFF = 6
    HIDDEN_WAYS = 7
    DESPOIL = 8
    RUIN = 9
    SHAPE_AREA = 10
    SHAPE_HORIZONTAL = 11
    SHAPE_VERTICAL = 12
    SUMMON = 13
    THUNDER = 14
    PLUNDER = 15
    VERIFY = 16
    TREATMENT = 17
    DESTROY_MARKER = 18
    READY = 19
    STAY = 20
    SCORE = 21  # the strong bot's, to 8 points
    SCORE_FINE = 22  # to 1.5
    MY_PLACE = 23  # in the order of priority, 1 the last
    AMOUNT = 24  # of a count
    PASS_CHANCE = 25  # of the test that a special action takes
    # The cell chosen, or where a model stays.
    X = 26
    Y = 27
    PULL = 28
    THREAT = 29
    STRIKE = 30
    OBSTACLE_LOSS = 31
    BY_BARRICADE = 32
    OTHERS_BESIDE = 33
    MINE_BESIDE = 34
    DISTANCE = 35  # from where the active model stands
    STAYS = 36
    RIVALS_IN_REACH = 37  # rivals' godbreakers still to be activated that can strike there
    RIVAL_NEAR = 38  # 1 in contact, falling with the distance; likewise those below
    OBJECTIVE_NEAR = 39
    HOARD_NEAR = 40
    OWN_SHARD_NEAR = 41
    RIVAL_SHARD_NEAR = 42
    WINS_MARKER = 43  # one more godbreaker there turns control; what the best such marker is worth, likewise those below
    KEEPS_MARKER = 44
    DENIES_MARKER = 45
    LEAVES_MARKER = 46
    MINE_COMING = 47  # to a marker beside the cell
    RIVALS_COMING = 48
    # The model chosen.
    UNIT_MINE = 49
    UNIT_WILD = 50
    UNIT_GODBREAKER = 51
    UNIT_NUMBER_1 = 52  # its number in its circle
    UNIT_NUMBER_2 = 53
    UNIT_NUMBER_3 = 54
    UNIT_NUMBER_4 = 55
    UNIT_NUMBER_5 = 56
    UNIT_X = 57
    UNIT_Y = 58
    UNIT_DIE = 59
    UNIT_DAMAGE = 60
    UNIT_SURVIVAL = 61
    UNIT_ACTIVATED = 62
    UNIT_MOVEMENT = 63
    UNIT_ATTACK_RANGE = 64
    UNIT_WORTH = 65  # to the viewer: negative for others' models
    UNIT_NEAR = 66  # to the active model
    UNIT_BY_OBJECTIVE = 67
    UNIT_BY_HOARD = 68
    UNIT_BY_OWN_SHARD = 69
    UNIT_BY_RIVAL_SHARD = 70
    UNIT_DISPLACED = 71  # gain of taking it away from the markers it touches
    ENGAGE_VALUE = 72
    ENGAGE_WON = 73  # chances
    ENGAGE_LOST = 74
    ENGAGE_HURTS = 75  # share of its worth that it may lose
    ENGAGE_HURT = 76  # share of the actor's worth
    PLAN = 77
    PLAN_STRIKE = 78
    PLAN_IDLE = 79
    PLAN_THREAT = 80
    BEST = 81  # 1 for the action that the strong bot scores highest, the first of those that tie
    BEHIND = 82  # by how much it scores less than that one, bent half-way at half of what SCORE_FINE is cut at
    RANK = 83  # 1 for the first by that score, 1/2 for the second, 1/3, ...
