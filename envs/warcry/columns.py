"""The layout of an observation: its sections and their columns, all by name.

What cannot occur in a scenario has no column in its observations. The tables hold where columns stand that only some
scenarios have: `at` for sections, `extra_at` for columns of a unit, `decision_column` and its like for the members of an enum.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import Features, column_names, planes, rows
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.state import FACES, GROUPS, SIDES, Ability, Boost, Faction, Reaction, Runemark

SEEN = 2304  # room for the longest observation: 15 fighters a side with all figures, and everything that can occur


class Section(IntEnum):
    """Of an observation, in order; `tables.at` says where each begins, -1 if it is left out."""

    UNIT_MINE = 0
    UNIT_THEIRS = 1
    SIDE = 2  # one's own, then the other
    DICE = 3  # of each side, by score
    OBJECTIVE = 4
    TOKEN = 5  # treasures
    ASKED = 6  # the decision
    GAME = 7
    ABILITY = 8  # the one being resolved
    BOOST = 9  # on the active fighter
    ATTACK = 10
    REACTION = 11  # against that attack
    DEPLOYMENT = 12  # where battle groups are set up and when, where that differs from world to world
    CARD = 13  # what wins, likewise
    GROUND = 14  # planes of the board, likewise


class UnitColumn(IntEnum):
    """Of a fighter; the columns of `Extra` that a scenario needs follow, then the figures of `Figure` and the runemarks."""

    RESERVE = 0  # these three in the order of Status
    ON_BOARD = 1
    DOWN = 2
    DAGGER = 3  # battle group
    SHIELD = 4
    HAMMER = 5
    DUE = 6  # round in which a reserve arrives
    X = 7  # of one that climbs, a little towards what it climbs
    Y = 8
    DAMAGE = 9
    LEFT = 10  # damage points that it can still take
    ACTIVATED = 11
    WAITING = 12
    LOST = 13  # actions
    ENGAGED = 14
    ACTIVE = 15
    SUBJECT = 16  # the question is about it
    MAKES_ATTACK = 17
    TARGET = 18  # of it


class Extra(IntEnum):
    """Of a fighter, each where it can occur; `tables.extra_at` says in which column, 0 if it is left out."""

    HEIGHT = 0
    ON_FACE = 1
    ON_STEPS = 2  # of a stair or ladder
    TREASURE = 3  # the number of the token that it carries
    OBJECTIVE = 4  # the number of the only one that it counts for
    INSPIRED = 5
    NEAR = 6  # the target of the running attack must be near it
    DEFIANT = 7
    TROPHY = 8
    UNLEASHED = 9
    COWERING = 10
    HARRIED = 11


class Figure(IntEnum):
    """Of a fighter's profile; those that are the same for all fighters of a scenario are left out."""

    POINTS = 0
    MOVE = 1
    TOUGHNESS = 2
    WOUNDS = 3
    RANGE = 4  # of the first weapon, as all up to `CRITICAL`
    MIN_RANGE = 5
    ATTACKS = 6
    STRENGTH = 7
    HIT = 8
    CRITICAL = 9
    SECOND_RANGE = 10
    SECOND_MIN_RANGE = 11
    SECOND_ATTACKS = 12
    SECOND_STRENGTH = 13
    SECOND_HIT = 14
    SECOND_CRITICAL = 15


class SideColumn(IntEnum):
    """Of a side; `SideExtra` follows."""

    POINTS = 0
    LEAD = 1
    KILLS = 2  # points of enemies taken down
    TALLY = 3  # the same in this round
    WOUNDS_DOWN = 4  # Wounds of enemies taken down
    LEADER_DOWN = 5  # the enemy's, in this round
    FIRST_SINGLES = 6  # at the first count
    SINGLES = 7  # by now
    AS_SINGLES = 8  # wild dice used as singles
    WILD = 9  # wild dice held
    INITIATIVE = 10
    OPENER = 11  # had the first activation of the round
    TURN = 12
    DECIDES = 13
    ATTACKER = 14
    RED = 15
    ON_BOARD = 16  # fighters
    RESERVES = 17
    TO_ACTIVATE = 18  # fighters that can still be activated in this round


class SideExtra(IntEnum):
    """Of a side, each where it can occur; `tables.side_at` says in which column, 0 if it is left out."""

    NEAR_CENTRE = 0  # fighters
    TRAIT_USED = 1
    FLEETING = 2  # wild dice that end with this hero phase


class DieColumn(IntEnum):
    """Of a score in a side's dice."""

    COUNT = 0
    SINGLE = 1
    DOUBLE = 2
    TRIPLE = 3
    QUAD = 4
    PAIRED = 5  # a wild die was added in this round


class ObjectiveColumn(IntEnum):
    """Of an objective; `ObjectiveExtra` follows."""

    X = 0
    Y = 1
    HELD_BY_ME = 2
    HELD_BY_RIVAL = 3
    MY_FIGHTERS = 4  # within 3"
    RIVAL_FIGHTERS = 5


class ObjectiveExtra(IntEnum):
    """Of an objective, each where it can occur; `tables.objective_at` says in which column, 0 if it is left out."""

    LOOTS = 0
    NAMED = 1  # by a twist, in this round
    THERE = 2  # this world has it


class TokenColumn(IntEnum):
    LIES = 0
    X = 1
    Y = 2
    MINE = 3  # carried by a fighter of one's own
    THEIRS = 4
    CARRIER = 5  # 1/15 for the first of its side


class GameColumn(IntEnum):
    ROUND = 0
    ROUNDS_LEFT = 1
    SETUP = 2  # these four in the order of Phase
    HERO = 3
    RESERVE = 4
    COMBAT = 5
    ACTIONS_LEFT = 6  # of the active fighter, as all that follow
    ACTIONS_MADE = 7
    SECOND = 8  # activated after waiting
    ABILITY_USED = 9
    DOWNED = 10  # its attack took an enemy down
    VALUE = 11  # of the ability being resolved


class AttackColumn(IntEnum):
    """The running attack; who takes part stands beside the fighters. `AttackExtra` follows."""

    OPTIONAL = 0
    HITS = 1
    CRITICALS = 2


class AttackExtra(IntEnum):
    """The running attack, each where it can occur; `tables.attack_at` says in which column, 0 if it is left out."""

    SECOND_WEAPON = 0
    STRENGTH = 1  # more, by death from above
    SNAG = 2


class DeploymentColumn(IntEnum):
    """Of one's own battle group; the opponent's is its image after half a turn of the board."""

    X = 0  # of its point, or of one end of its line
    Y = 1
    END_X = 2  # of the other end
    END_Y = 3
    LINE = 4  # the group comes along a line
    DUE = 5  # round


class CardColumn(IntEnum):
    """What wins: the kind of victory, then what is worth victory points, by its keys in a scenario."""

    MARKS = 0  # these six in the order of Victory
    HOARD = 1
    RELIC = 2
    TALLY = 3
    UNCOVER = 4
    QUARTERS = 5
    SINGLE_OBJECTIVE = 6
    PER_OBJECTIVE = 7
    FOR_ANY = 8
    FOR_TWO = 9
    FOR_MORE = 10
    FOR_WOUNDS = 11
    FOR_TALLY = 12
    FOR_LEADER = 13
    FOR_CENTRE = 14
    FOR_QUARTERS = 15
    PER_TREASURE = 16
    CENTRE = 17  # how near it counts, inches


class GroundChannel(IntEnum):
    """Planes of the board. What stands on a side of a cell is told by the cell west or north of it: on its right, or below it."""

    HEIGHT = 0
    PILLAR = 1
    DEADLY = 2
    LOW_WALL_RIGHT = 3
    LOW_WALL_BELOW = 4
    TALL_WALL_RIGHT = 5
    TALL_WALL_BELOW = 6
    PASSAGE_RIGHT = 7  # an archway in that tall wall
    PASSAGE_BELOW = 8
    STAIR_RIGHT = 9
    STAIR_BELOW = 10
    LADDER_RIGHT = 11
    LADDER_BELOW = 12


WORLD_WIDTH, WORLD_HEIGHT = 20, 14  # of the board of a generated world
GROUND = len(GroundChannel) * WORLD_WIDTH * WORLD_HEIGHT
SECTIONS, EXTRAS, SIDE_EXTRAS = len(Section), len(Extra), len(SideExtra)
OBJECTIVE_EXTRAS, ATTACK_EXTRAS, DIE_WIDTH, TOKEN_WIDTH = len(ObjectiveExtra), len(AttackExtra), len(DieColumn), len(TokenColumn)
# Figures have no limit: they are bent as by `core.features.bend`, half-way at these.
_HALF = {
    "points": 100,
    "move": 5,
    "toughness": 4,
    "wounds": 12,
    "range": 4,
    "min_range": 4,
    "attacks": 4,
    "strength": 4,
    "hit": 2,
    "critical": 4,
}


def figures_of(t: np.void) -> dict[str, np.ndarray]:
    """The figures and runemarks in which fighters of a scenario differ, each as float32 (SLOTS,); of worlds all, and the factions."""
    weapons = {
        "range": "max",
        "min_range": "min",
        "attacks": "attacks",
        "strength": "strength",
        "hit": "hit",
        "critical": "critical",
    }
    found = {name: t[f"unit_{name}"] for name in ("points", "move", "toughness", "wounds")}
    found |= {name: t[f"weapon_{key}"][:, 0] for name, key in weapons.items()}
    found |= {f"second_{name}": t[f"weapon_{key}"][:, 1] for name, key in weapons.items()}
    bent = {name: values / (values + 1.0 * _HALF[name.removeprefix("second_")]) for name, values in found.items()}
    marks = {mark.name.lower(): t["unit_marks"][:, mark].astype(float) for mark in Runemark}
    used = t["unit_used"] > 0
    if t["see_map"]:
        differ = bent | marks | {faction.name.lower(): (t["unit_faction"] == faction).astype(float) for faction in list(Faction)[:-1]}
    else:
        differ = {name: values for name, values in (bent | marks).items() if np.ptp(values[used]) > 0}
    return {name: np.where(used, values, 0).astype(np.float32) for name, values in differ.items()}


def names_of(members: type[IntEnum], column: np.ndarray, none: int = -1) -> tuple[str, ...]:
    """Names of the members that have a column."""
    return tuple(member.name.lower() for member in members if column[member] > none)


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario."""
    t = tables[0]
    unit = (*names_of(Extra, t["extra_at"], 0), *figures_of(t))
    shape = int(t["height"]), int(t["width"])

    def table(section: Section, count: Any, columns: type[IntEnum] | None, more: Sequence[str] = ()) -> Any:
        return rows(section.name.lower(), int(count), columns, more)

    sections = [
        table(Section.UNIT_MINE, t["see_units"], UnitColumn, unit), table(Section.UNIT_THEIRS, t["see_units"], UnitColumn, unit),
        table(Section.SIDE, SIDES, SideColumn, names_of(SideExtra, t["side_at"], 0)), table(Section.DICE, SIDES * FACES, DieColumn),
        table(Section.OBJECTIVE, t["see_objectives"], ObjectiveColumn, names_of(ObjectiveExtra, t["objective_at"], 0)),
        table(Section.TOKEN, t["see_tokens"], TokenColumn), table(Section.ASKED, 1, None, names_of(Decision, t["decision_column"])),
        table(Section.GAME, 1, GameColumn), table(Section.ABILITY, 1, None, names_of(Ability, t["ability_column"])),
        table(Section.BOOST, 1, None, names_of(Boost, t["boost_column"])),
        table(Section.ATTACK, 1, AttackColumn, names_of(AttackExtra, t["attack_at"], 0)),
        table(Section.REACTION, 1, None, names_of(Reaction, t["reaction_column"])),
        table(Section.DEPLOYMENT, GROUPS * t["see_map"], DeploymentColumn), table(Section.CARD, t["see_map"], CardColumn),
        planes("ground", GroundChannel if t["see_map"] else None, shape, np.arange(shape[0] * shape[1])),
    ]  # fmt: skip
    return Features([section for section in sections if section.size])


def column_of(columns: type[IntEnum], extras: type[IntEnum], present: dict[int, Any]) -> list[int]:
    """In which column each member of an enum of extras stands, 0 if it is left out."""
    at, found = len(columns), []
    for member in extras:
        found.append(at if present[member] else 0)
        at += bool(present[member])
    return found


def unit_width(t: np.void) -> int:
    """Columns of a fighter's row."""
    return len(column_names(UnitColumn)) + int((t["extra_at"] > 0).sum()) + len(figures_of(t))
