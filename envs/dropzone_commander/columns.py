"""The layout of an observation: its sections and their columns, all by name.

Units and squads stand in rows of the seats, one's own first, the others in seat order after it. What cannot occur in a scenario,
because it has no command cards or no weapons of limited use, has no columns in its observations. Generated worlds have all columns
of what can be drawn, and sections for what no move changes: the scenery, the roads, what wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import Features, column_names, rows
from skirmish_rl.envs.dropzone_commander.data.schema import read_profiles
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.state import FIRST, SQUAD_FIRST, STACK, WEAPONS, Act, Frame, Window

HIT_ROWS = 12  # damage dice that have rows; those beyond are counted by face


class Section(IntEnum):
    """Of an observation, in order; `tables.at` says where each begins, -1 if it is left out."""

    UNIT = 0
    SQUAD = 1
    PIECE = 2
    TOKEN = 3  # objectives
    SEAT = 4
    GROUP = 5  # battlegroups, by seats
    CARD = 6
    ASKED = 7  # the decision
    WINDOW = 8  # for cards
    GAME = 9
    PROCESS = 10  # the one that asks
    SHOT = 11  # weapons fired in the present attack
    HIT = 12  # damage dice of it
    STACK = 13  # cards played in the open window
    SCENERY = 14  # what pieces are, in generated worlds, where they differ from game to game
    ROAD = 15
    MISSION = 16


class UnitColumn(IntEnum):
    """Of a unit; the weapons that it fired follow, then what `UnitExtra` names."""

    RESERVE = 0  # these four in the order of Status
    READINESS = 1
    ON_TABLE = 2
    DESTROYED = 3
    X = 4  # of its cell, of its Garrison, of the Transport it is aboard
    Y = 5
    FLYING = 6
    LEFT = 7  # DP
    CARRIER = 8  # number of its Transport
    PIECE = 9  # number of its Garrison
    EDGE_TOP = 10  # of the Garrison, as the seat sees it; none of them: the centre
    EDGE_RIGHT = 11
    EDGE_BOTTOM = 12
    EDGE_LEFT = 13
    ORIGIN_X = 14  # where its present Move began
    ORIGIN_Y = 15
    MOVED = 16
    BEFORE = 17
    TRAVELLED = 18
    KILLER = 19
    SCAN = 20
    TRANSFERRED = 21
    HANDLED = 22
    BOOSTED = 23
    SUBJECT = 24  # the question is about it
    NOW = 25  # the process is about it now
    OTHER = 26  # the second unit of the process


class UnitExtra(IntEnum):
    """Of a unit where there are command cards."""

    KEPT_FIRED = 0
    KEPT_MOVED = 1
    COMMAND_BOOST = 2
    INSPIRES = 3


class SquadColumn(IntEnum):
    """Of a squad; what stays the same follows, see `SquadFigure` and `WeaponFigure`."""

    ALIVE = 0  # units
    ACTIVATED = 1
    DECLARED = 2  # number of the battlegroup that it acts with
    MOVE = 3  # actions of this activation, in the order of Act
    SHOOT = 4
    CLOSE = 5
    SEARCH = 6
    SCAN = 7
    SMOKE = 8
    PORTS = 9
    MOVES = 10
    LIMIT = 11
    FACE_X = 12
    FACE_Y = 13
    BOARDED = 14
    OUT = 15
    LEFT = 16
    AERIAL = 17
    SHOT = 18
    SHIFTED = 19
    ENTERED = 20
    RAPID = 21
    HURT_CLOSE = 22
    SMOKED = 23
    TOKEN = 24  # number of the objective that it carries
    ACTIVE = 25
    SHOOTER = 26
    NOW = 27  # the process is about it


class SquadExtra(IntEnum):
    """Of a squad where there are command cards: what they gave it."""

    ENERGY = 0
    JINK = 1
    SCREEN = 2
    TRACKING = 3
    PIERCING = 4
    MARKSMEN = 5
    DOUBLE = 6
    RAMP = 7
    RUN = 8
    DISRUPTED = 9
    PREY = 10


class SquadFigure(IntEnum):
    """Of a squad's profile."""

    SIZE = 0
    GROUP = 1
    POINTS = 2
    SPEED = 3
    ARMOUR = 4
    DP = 5
    EVASION = 6
    ROOM = 7
    CV = 8
    INFANTRY = 9
    AIRCRAFT = 10


class WeaponFigure(IntEnum):
    """Of each weapon of a squad."""

    SHOTS = 0
    ENERGY = 1
    NEAR = 2
    AA = 3


class PieceColumn(IntEnum):
    X = 0
    Y = 1
    LEFT = 2  # DP
    RUBBLE = 3
    GONE = 4
    DAMAGE_TOKENS = 5
    BLAME = 6
    KILLER = 7
    HIT = 8
    MINE = 9  # units inside
    THEIRS = 10


class TokenColumn(IntEnum):
    HIDDEN = 0  # these six in the order of Find
    OPEN = 1
    CARRIED = 2
    EXTRACTED = 3
    LOST = 4
    FOCAL = 5
    X = 6
    Y = 7
    PIECE = 8
    SEAT = 9
    SQUAD = 10


class SeatColumn(IntEnum):
    POINTS = 0
    LEAD = 1  # over the best of the others
    KILLS = 2
    PLACE = 3  # in the order of initiative
    ROLLED = 4
    TURN = 5
    DECIDES = 6
    BLAMED = 7
    ZONE_BOTTOM = 8  # its own edge, as the seat that looks sees the board
    ZONE_LEFT = 9
    ZONE_TOP = 10
    ZONE_RIGHT = 11


class SeatExtra(IntEnum):
    """Of a seat where there are command cards."""

    HAND = 0
    DECK = 1
    SURGE = 2
    SURGED = 3  # its sixes are rolled again


class GroupColumn(IntEnum):
    SPENT = 0


class GroupExtra(IntEnum):
    """Of a battlegroup where some squads infiltrate, and battlegroups may be Directly Deployed."""

    DIRECT = 0


class CardColumn(IntEnum):
    """Of a card; whether each of the other seats has discarded or shown it follows."""

    HELD = 0
    DISCARDED = 1
    ASKED = 2  # its target is asked for
    SUBJECT = 3


class RivalCard(IntEnum):
    """Of a card, for each of the other seats."""

    DISCARDED = 0
    SHOWN = 1


class GameColumn(IntEnum):
    ROUND = 0
    ROUNDS_LEFT = 1
    SETUP = 2  # these four in the order of Phase
    INITIATION = 3
    ACTIVATION = 4
    ROUND_UP = 5
    ACTED = 6
    SHOTS = 7
    HITS = 8
    PLAYED = 9
    DOOMED = 10
    GROUP = 11  # number of the active battlegroup
    MORE = 12  # damage dice without rows: automatic ones, then by their faces
    MORE_1 = 13
    MORE_2 = 14
    MORE_3 = 15
    MORE_4 = 16
    MORE_5 = 17
    MORE_6 = 18


class ProcessColumn(IntEnum):
    """Numbers of the process that asks; its kind follows, a member of Frame before DOOM."""

    X = 0
    Y = 1
    PIECE = 2
    WEAPON = 3
    MODE = 4
    NEXT = 5
    COUNT = 6
    FLAG = 7
    MARK = 8
    DONE = 9


class ShotColumn(IntEnum):
    FIRER = 0  # numbers of units, one's own first
    TARGET = 1
    PIECE = 2
    WEAPON = 3
    MODE = 4
    DICE = 5
    NEED = 6
    HITS = 7
    SURE = 8
    MISSED = 9
    AGAIN = 10
    GLANCE = 11
    LOST = 12
    SHARE = 13


class HitColumn(IntEnum):
    TARGET = 0
    PIECE = 1
    SHOT = 2
    ENERGY = 3
    FACE = 4
    COVER = 5
    AGAIN = 6


class StackColumn(IntEnum):
    CARD = 0
    SEAT = 1
    TARGET = 2
    VOID = 3


class SceneryColumn(IntEnum):
    """Of a piece, where it stands as the seat sees the board, and what it is; its properties in the order of Prop."""

    LEFT = 0
    RIGHT = 1
    TOP = 2
    BOTTOM = 3
    HEIGHT = 4
    ARMOUR = 5
    DP = 6
    DOUBLE_RANGE = 7
    TOUGH = 8
    SOFT_COVER = 9
    BODY_COVER = 10
    DESTRUCTIBLE = 11
    GARRISON = 12
    IMPASSABLE = 13
    SOLID = 14
    FLAMMABLE = 15


class RoadColumn(IntEnum):
    LEFT = 0
    RIGHT = 1
    TOP = 2
    BOTTOM = 3


class MissionColumn(IntEnum):
    """How a generated world is won, and how its battlegroups come on."""

    EXTRACTION = 0  # these four in the order of Scoring
    BUNKERS = 1
    KILLS = 2
    SURVEY = 3
    HIDDEN = 4  # of the objectives
    MOBILE = 5
    DIRECT = 6
    CORNERS = 7  # zones are corners


SECTIONS = len(Section)
SHOT_WIDTH, HIT_WIDTH, STACK_WIDTH = len(ShotColumn), len(HitColumn), len(StackColumn)
PIECE_WIDTH, TOKEN_WIDTH, GROUP_WIDTH, CARD_WIDTH = len(PieceColumn), len(TokenColumn), len(GroupColumn), len(CardColumn)
UNIT_WIDTH, SQUAD_WIDTH, SEAT_WIDTH, PROCESS_WIDTH = len(UnitColumn), len(SquadColumn), len(SeatColumn), len(ProcessColumn)
SCENERY_WIDTH, ROAD_WIDTH = len(SceneryColumn), len(RoadColumn)
ROADS = 8  # of a generated world at most
PROFILES = 46  # shipped ones, of which generated worlds tell which one a squad has
FIGURES = len(SquadFigure) + WEAPONS * len(WeaponFigure) + PROFILES
SQUAD_EXTRAS, UNIT_EXTRAS, SEAT_EXTRAS = len(SquadExtra), len(UnitExtra), len(SeatExtra)
ASKING = [frame for frame in Frame if frame < Frame.DOOM]  # processes that ask
assert SquadColumn.PORTS - SquadColumn.MOVE == Act.PORTS


def owners_of(t: np.void) -> list[str]:
    """The seats as one of them sees them."""
    return ["mine", *(f"rival_{k}" for k in range(1, int(t["seats"])))] if t["seats"] > 2 else ["mine", "rival"]


def weapon_columns(t: np.void) -> tuple[list[str], list[str]]:
    """Columns of a unit and of a squad that repeat for each weapon."""
    weapons = range(1, int(t["see_weapons"]) + 1)
    of_unit = [f"fired_{k}" for k in weapons] + ([f"uses_{k}" for k in weapons] if t["see_uses"] else [])
    return of_unit, [f"weapon_{k}_{figure}" for k in weapons for figure in column_names(WeaponFigure)]


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario."""
    t = tables[0]
    cards = bool(t["see_cards"])
    of_unit, of_squad = weapon_columns(t)
    unit = (*of_unit, *(column_names(UnitExtra) if cards else ()))
    profiles = [f"is_{name.lower().replace('-', '_')}" for name in read_profiles()] if t["see_world"] else ()
    squad = (*(column_names(SquadExtra) if cards else ()), *column_names(SquadFigure), *of_squad, *profiles)
    found: list[Any] = []

    def table(name: str, count: Any, columns: type[IntEnum] | None, more: Sequence[str] = ()) -> None:
        found.append(rows(name, int(count), columns, more))

    for owner in owners_of(t):
        table(f"unit_{owner}", t["see_units"], UnitColumn, unit)
    for owner in owners_of(t):
        table(f"squad_{owner}", t["see_squads"], SquadColumn, squad)
    table("piece", t["see_pieces"], PieceColumn)
    table("token", t["see_tokens"], TokenColumn)
    table("seat", t["seats"], SeatColumn, column_names(SeatExtra) if cards else ())
    table("group", t["seats"] * t["see_groups"], GroupColumn, column_names(GroupExtra) if t["see_direct"] else ())
    if cards:
        others = owners_of(t)[1:]
        table("card", t["see_cards"], CardColumn, [f"{owner}_{what}" for owner in others for what in column_names(RivalCard)])
    table("asked", 1, None, [name for name in column_names(Decision) if name != "none"])
    if cards:
        table("window", 1, None, [name for name in column_names(Window) if name != "none"])
    table("game", 1, GameColumn)
    table("process", 1, ProcessColumn, [f"is_{kind.name.lower()}" for kind in ASKING])
    table("shot", t["see_shots"], ShotColumn)
    table("hit", HIT_ROWS, HitColumn)
    if cards:
        table("stack", STACK, StackColumn)
    table("scenery", t["see_pieces"] * t["see_world"], SceneryColumn)
    table("road", ROADS * t["see_world"], RoadColumn)
    table("mission", t["see_world"], MissionColumn)
    return Features([section for section in found if section.size])


def rows_of(t: np.void, seat: int) -> tuple[range, range]:
    """Slots and squads of a seat that have rows."""
    return range(FIRST[seat], FIRST[seat] + int(t["see_units"])), range(SQUAD_FIRST[seat], SQUAD_FIRST[seat] + int(t["see_squads"]))
