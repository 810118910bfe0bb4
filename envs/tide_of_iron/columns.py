"""The layout of an observation: its sections and their columns, all by name.

What cannot occur in a scenario has no column in its observations. The tables hold where columns stand that only some
scenarios have: `at` and `unit_at` for sections and blocks, `card_column` and its like for the members of an enum, -1 for none.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import Features, View, column_names, planes, rows, turned_views
from skirmish_rl.envs.tide_of_iron.questions import RETRIED, Decision
from skirmish_rl.envs.tide_of_iron.state import CELLS, SIDES, WIDTH, Card, Kind, Mark, Operation, Order, Specialty


class Section(IntEnum):
    """Of an observation, in order; `tables.at` says where each begins, -1 if it is left out."""

    UNIT_MINE = 0
    UNIT_THEIRS = 1
    OBJECTIVE = 2
    SIDE = 3  # one's own, then the other
    HAND = 4  # of a side: cards by type
    DECK = 5
    CARD = 6  # the card being resolved
    CONTACT = 7
    LASTING = 8
    MARKER = 9  # planes
    TOKEN = 10  # the specialisation that is given
    PLACING = 11  # the marker that is placed
    ASKED = 12  # the decision
    ORDER = 13  # of the active unit
    GAME = 14
    ACTIVATION = 15
    OBSTACLES = 16
    BOOST = 17
    DOUBLE_TIME = 18
    TANK = 19
    ATTACK = 20
    ASSAULT = 21
    LOSSES = 22  # and transfers
    GOAL = 23  # where objectives lie and what they are worth, where that differs from world to world
    GROUND = 24  # planes of the map, likewise


class UnitColumn(IntEnum):
    """Of a unit; blocks of the enums below follow, then a column for each type of unit and each specialisation."""

    RESERVE = 0  # not yet on the map
    ON_MAP = 1  # also aboard a transport
    LOST = 2
    DUE = 3  # round in which a reserve arrives
    X = 4
    Y = 5
    COVER = 6  # of the hex
    LEVEL = 7
    FRESH = 8
    OP_FIRE = 9
    ACTIVE = 10
    SUBJECT = 11  # the question is about it
    FIRED = 12  # at the active unit
    LEADS = 13  # the running attack
    TARGET = 14  # of the running attack
    TAKES_PART = 15  # in it, with all figures
    CREW_TAKES_PART = 16
    OTHERS_TAKE_PART = 17
    NET_HITS = 18  # still to be applied


class SquadColumn(IntEnum):
    """Of a unit, where there are squads."""

    REGULAR = 0
    ELITE = 1
    OFFICER = 2
    MACHINE_GUN = 3
    MORTAR = 4
    PINNED = 5
    DISRUPTED = 6


class VehicleColumn(IntEnum):
    """Of a unit, where there are vehicles."""

    ARMOUR = 0  # as damaged
    LIGHT_DAMAGE = 1
    HEAVY_DAMAGE = 2


class TransportColumn(IntEnum):
    """Of a unit, where there are transports."""

    CARRIER = 0  # the unit of its side that it is aboard: 1/32 for the first
    RIDERS = 1


class FortColumn(IntEnum):
    """Of a unit, where there are fortifications; the second where there are pillboxes."""

    IN_ENTRENCHMENT = 0
    IN_PILLBOX = 1


class GunColumn(IntEnum):
    """Of a unit, where there are guns."""

    MOVES_GUN = 0


class CardColumn(IntEnum):
    """Of a unit, where there are cards for several units."""

    SERVED = 0  # by the card being resolved


class UnitBlock(IntEnum):
    """Blocks of a unit's row; `tables.unit_at` says in which column each begins, 0 if it is left out."""

    SQUAD = 0
    VEHICLE = 1
    TRANSPORT = 2
    FORT = 3
    GUN = 4
    CARD = 5
    KIND = 6
    SPECIALTY = 7


class ObjectiveColumn(IntEnum):
    HELD_BY_ME = 0
    HELD_BY_RIVAL = 1
    MY_UNITS = 2  # in the hex
    RIVAL_UNITS = 3


class GoalColumn(IntEnum):
    """Of an objective; its control is in section `objective`."""

    X = 0
    Y = 1
    VICTORY = 2  # its value, in the column of its kind
    NEUTRAL = 3
    MINE = 4  # a command objective of one's own
    RIVALS = 5


class GroundChannel(IntEnum):
    """Planes of the map."""

    WOODS = 0  # those of a terrain in the order of `Terrain`, from woods on
    BUILDING = 1
    ROUGH = 2
    BRIDGE = 3
    STREAM = 4
    DEEP_STREAM = 5
    POND = 6
    LEVEL = 7
    ROAD = 8


class SideColumn(IntEnum):
    POINTS = 0
    LEAD = 1
    COMMAND = 2
    POOL = 3  # on the initiative card
    INITIATIVE = 4
    ON_MAP = 5
    RESERVES = 6
    LOST_REGULARS = 7
    TRANSFERS = 8  # of this round
    TURN = 9  # of the Action Phase
    FINISHED = 10  # its Action Phase is over
    DECIDES = 11
    PLAYS_CARD = 12  # that of section `card`
    ATTACKS = 13
    HITS = 14  # of an assault that it must still take


class ContactColumn(IntEnum):
    """Of a side: artillery that lies in the play area, and contact rolls made this round."""

    OFFENSIVE_ARTILLERY = 0
    SUPPRESSIVE_BARRAGE = 1
    SMOKE_MISSION = 2
    TRIED_OFFENSIVE_ARTILLERY = 3
    TRIED_SUPPRESSIVE_BARRAGE = 4
    TRIED_SMOKE_MISSION = 5


class LastingColumn(IntEnum):
    """Of a side: Command Phases until a lasting card ends."""

    NO_STEP_BACK = 0
    INCREASED_PRIORITY = 1


class Channel(IntEnum):
    """Planes of what lies in the hexes; in the order of `Mark`, then what is derived."""

    WIRE = 0
    MINES = 1
    TRAPS = 2
    SMOKE = 3
    ENTRENCHMENTS = 4
    PILLBOXES = 5
    MY_COVER = 6  # Command Phases until Take Cover ends
    RIVAL_COVER = 7
    MY_CHARGE = 8  # for demolition
    RIVAL_CHARGE = 9
    FREE_ENTRENCHMENTS = 10
    FREE_PILLBOXES = 11


class GameColumn(IntEnum):
    SIDE_B = 0  # the seat that looks plays side B
    ROUND = 1
    ROUNDS_LEFT = 2
    SETUP = 3
    COMMAND_PHASE = 4
    STATUS_PHASE = 5
    ACTIONS_LEFT = 6
    SUBJECT_X = 7  # the hex that the question is about
    SUBJECT_Y = 8


class ActivationColumn(IntEnum):
    """Of the active unit; so are the four that follow, in sections of their own."""

    MOVEMENT = 0  # points left
    HEXES = 1  # entered
    FIRE_DONE = 2
    MOVE_DONE = 3
    BROKEN = 4  # the rest of the activation is lost


class ObstacleColumn(IntEnum):
    MINED = 0  # it began in a minefield: one hex only
    HALTED = 1
    BARRED = 2  # no assault


class BoostColumn(IntEnum):
    """By cards."""

    BOOST = 0
    SILENT = 1  # no Op Fire may be made on it
    BEAST = 2  # only a vehicle next to it may be attacked


class DoubleTimeColumn(IntEnum):
    RESERVED = 0  # a point that only a move ending away from the enemy may use


class TankColumn(IntEnum):
    OVERRUN = 0  # it stands among enemies
    FREE_X = 1  # the last hex without enemies
    FREE_Y = 2


class AttackColumn(IntEnum):
    """The running attack; who takes part stands beside the units."""

    FIRE = 0
    OP_FIRE = 1
    HALVED = 2  # Fire and Movement
    X = 3  # of the hex that is attacked, where no unit is the target
    Y = 4
    REACH = 5  # range class, from close to long
    BONUS = 6  # FP added by a card
    SUPPORT = 7  # supporters may join
    DICE = 8
    SUCCESSES = 9
    DAMAGE_BEFORE = 10  # of the target of Op Fire


class AssaultColumn(IntEnum):
    """The running attack, where there are squads."""

    ASSAULT = 0
    SUPPRESSIVE = 1
    HITS_BACK = 2  # on the attackers of an assault


class LossColumn(IntEnum):
    """Figures that go, where there are squads."""

    TO_LOSE = 0  # how many the squad in question must still lose
    GIVES_REGULAR = 1  # what it hands over, in the order of `Figure`
    GIVES_ELITE = 2
    GIVES_OFFICER = 3
    GIVES_MACHINE_GUN = 4
    GIVES_MORTAR = 5


SECTIONS = len(Section)
UNIT_BLOCKS = len(UnitBlock)
CHANNELS = len(Channel)
UNIT_WIDTH = len(UnitColumn)
OBJECTIVE_WIDTH = len(ObjectiveColumn)
GOAL_WIDTH = len(GoalColumn)
SIDE_WIDTH = len(SideColumn)
CONTACT_WIDTH = len(ContactColumn)
LASTING_WIDTH = len(LastingColumn)
ARTILLERY = len(RETRIED)


def map_view(t: np.void) -> View:
    """The map as either side sees it, its own edge at the bottom: A looks north, B south."""
    row, column = np.divmod(np.arange(CELLS), WIDTH)
    return turned_views(2 * column + row % 2, row, t["on_map"].astype(bool), (0, 2))


def unit_columns(t: np.void) -> list[tuple[UnitBlock, tuple[str, ...]]]:
    """The blocks of a unit's row after `UnitColumn`, with their columns; blocks that a scenario does not need are empty."""
    kinds = t["kind_column"] >= 0
    vehicles = kinds.copy()
    vehicles[Kind.SQUAD] = False
    several = (t["card_column"][[Card.STEADY, Card.FIELD_DRESSING]] >= 0).any()
    forts = 2 if t["mark_column"][Mark.PILLBOX] >= 0 else int(t["mark_column"][Mark.ENTRENCHMENT] >= 0)
    return [
        (UnitBlock.SQUAD, column_names(SquadColumn) if kinds[Kind.SQUAD] else ()),
        (UnitBlock.VEHICLE, column_names(VehicleColumn) if vehicles.any() else ()),
        (UnitBlock.TRANSPORT, column_names(TransportColumn) if t["vehicle_capacity"][kinds].any() else ()),
        (UnitBlock.FORT, column_names(FortColumn)[:forts]),
        (UnitBlock.GUN, column_names(GunColumn) if kinds[Kind.GUN] else ()),
        (UnitBlock.CARD, column_names(CardColumn) if several else ()),
        (UnitBlock.KIND, names_of(Kind, t["kind_column"]) if kinds.sum() > 1 else ()),
        (UnitBlock.SPECIALTY, names_of(Specialty, t["specialty_column"])),
    ]


def names_of(members: type[IntEnum], column: np.ndarray) -> tuple[str, ...]:
    """Names of the members that have a column."""
    return tuple(member.name.lower() for member in members if column[member] >= 0)


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario."""
    t = tables[0]
    view, cards = map_view(t), names_of(Card, t["card_column"])
    squads, seen = t["kind_column"][Kind.SQUAD] >= 0, t["card_column"] >= 0
    unit = [name for _, names in unit_columns(t) for name in names]
    tanks = t["vehicle_overruns"].astype(bool) & (t["kind_column"] >= 0)
    boosts = seen[[Card.FORCED_MARCH, Card.SURPRISE_ASSAULT, Card.TAKE_DOWN_THE_BEAST, Card.AMMUNITION]].any()
    obstacles = (t["mark_column"][[Mark.WIRE, Mark.MINES]] >= 0).any()
    contact = seen[Card.OFFENSIVE_ARTILLERY : Card.SMOKE_MISSION + 1].any()
    lasting = seen[[Card.NO_STEP_BACK, Card.INCREASED_PRIORITY]].any()
    double_time = squads and t["operations"][:, Operation.DOUBLE_TIME].any()

    def table(section: Section, count: Any, columns: type[IntEnum] | None, more: Sequence[str] = ()) -> Any:
        return rows(section.name.lower(), int(count), columns, more)

    sections = [
        table(Section.UNIT_MINE, t["see_units"], UnitColumn, unit), table(Section.UNIT_THEIRS, t["see_units"], UnitColumn, unit),
        table(Section.OBJECTIVE, t["see_objectives"], ObjectiveColumn), table(Section.SIDE, SIDES, SideColumn),
        table(Section.HAND, SIDES, None, cards), table(Section.DECK, SIDES, None, cards),
        table(Section.CARD, 1, None, names_of(Card, t["asking_column"])),
        table(Section.CONTACT, SIDES * contact, ContactColumn), table(Section.LASTING, SIDES * lasting, LastingColumn),
        planes("marker", None, view.shape, view.places, names_of(Channel, t["channel_column"])),
        table(Section.TOKEN, 1, None, names_of(Specialty, t["token_column"])),
        table(Section.PLACING, 1, None, names_of(Mark, t["placing_column"])),
        table(Section.ASKED, 1, None, names_of(Decision, t["decision_column"])),
        table(Section.ORDER, 1, None, names_of(Order, t["order_column"])),
        table(Section.GAME, 1, GameColumn), table(Section.ACTIVATION, 1, ActivationColumn),
        table(Section.OBSTACLES, obstacles, ObstacleColumn), table(Section.BOOST, boosts, BoostColumn),
        table(Section.DOUBLE_TIME, double_time, DoubleTimeColumn), table(Section.TANK, tanks.any(), TankColumn),
        table(Section.ATTACK, 1, AttackColumn), table(Section.ASSAULT, squads, AssaultColumn),
        table(Section.LOSSES, squads, LossColumn), table(Section.GOAL, t["see_objectives"] * t["see_map"], GoalColumn),
        planes("ground", GroundChannel if t["see_map"] else None, view.shape, view.places),
    ]  # fmt: skip
    return Features([section for section in sections if section.size])
