"""Columns of what is told of a position and of an action."""

from __future__ import annotations

from enum import IntEnum


class PositionColumn(IntEnum):
    """The columns of a position; "rival" is the best of the other seats."""

    LAST_ROUND = 0
    LEAD = 1  # in Victory Points
    KILL_LEAD = 2
    MY_WORTH = 3  # share of the army list that is left
    RIVAL_WORTH = 4
    MY_GROUPS = 5  # battlegroups to activate in this round
    RIVAL_GROUPS = 6
    MY_OBJECTIVES = 7  # carried or claimed
    RIVAL_OBJECTIVES = 8
    MY_EXTRACTED = 9
    RIVAL_EXTRACTED = 10
    HIDDEN = 11  # objectives


class ActionColumn(IntEnum):
    """The columns of an action; a column of each named answer and of each card follows."""

    SCORE = 0
    SCORE_FINE = 1
    PASS = 2  # blocks of the layout, to CELL
    OPTION = 3
    UNIT = 4
    TAKEN = 5
    GROUP = 6
    HOLD = 7
    ZONE = 8
    SEAT = 9
    CARD = 10
    PIECE = 11
    SITE = 12
    FACING = 13
    COUNT = 14
    CELL = 15
    X = 16  # of the cell, the piece, the unit
    Y = 17
    VALUE = 18  # of a count, a site, a seat or a zone
    FACE_X = 19
    FACE_Y = 20
    IS_MINE = 21  # of a unit that is chosen or shot at, to LOADED
    POINTS = 22
    LEFT = 23  # DP
    HEALTH = 24
    INFANTRY = 25
    FLYING = 26
    COMMANDER = 27
    CARRIES = 28
    ACTIVATED = 29
    LOADED = 30  # points aboard
    DISTANCE = 31  # from the unit that the question is about
    DICE = 32  # of the weapon that is fired
    NEEDED = 33
    MARGIN = 34  # Energy over Armour
    DAMAGE = 35  # DP that a die may be expected to cost
    COST = 36  # inches of a Move
    BEYOND_HALF = 37  # of the MV: nobody gets out then
    HOME = 38  # nearness of one's own edge, as all to DOOR
    OBJECTIVE = 39
    ENEMY = 40
    FRIEND = 41
    DOOR = 42
    COVER = 43
    TOUGH = 44
    ROAD = 45
    FULL = 46  # units in a piece, by what it holds
    RIVALS_INSIDE = 47
    WORN = 48  # DP that a piece has lost
    HAS_OBJECTIVE = 49
    TO_ACT = 50  # units of a battlegroup, of one's own force
    BEST = 51  # 1 for the action that the strong bot scores highest, the first of those that tie
    BEHIND = 52  # by how much it scores less than that one, bent half-way at half of what SCORE_FINE is cut at
    RANK = 53  # 1 for the first by that score, 1/2 for the second, 1/3, ...
