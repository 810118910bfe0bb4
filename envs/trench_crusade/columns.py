"""The layout of an observation: its sections and their columns, all by name.

What cannot occur in a scenario has no column in its observations. The tables hold where columns stand that only some
scenarios have: `at` for sections, `extra_at` and its like for columns of a row, `decision_column` and its like for members of an enum.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import Features, View, column_names, planes, rows, turned_views
from skirmish_rl.envs.trench_crusade.kit import Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.state import AIMS, CELLS, FORCE, PATH, SIDES, SLOTS, WIDTH, Deed, Task, Verb

SEEN = (
    3072  # room for the longest observation but for its map: 12 models a side with all that they may carry, and everything that can occur
)


class Section(IntEnum):
    """Of an observation, in order; `tables.at` says where each begins, -1 if it is left out."""

    UNIT_MINE = 0
    UNIT_THEIRS = 1
    SIDE = 2  # one's own, then the other
    OBJECTIVE = 3
    RELIC = 4
    PIECE = 5  # of terrain that may be mined
    DEED = 6  # 1: one's own, -1: the rival's
    ASKED = 7  # the decision
    GAME = 8
    ACT = 9  # what the active model has done, and its partner
    PROCESS = 10  # the running Action
    WEAPON = 11  # in use
    ATTACK = 12
    AIM = 13  # where the targets of the running Shoot Action stood
    ROLL = 14  # for which markers may be spent
    TASK = 15  # what a Success Roll is for
    WAY = 16  # of the last movement in this activation
    GOAL = 17  # what scores and how much, where that differs from world to world
    GROUND = 18  # planes of the board, likewise


class UnitColumn(IntEnum):
    """Of a model; the columns of `Extra` that a scenario needs follow, then what its profile and kit make of it."""

    RESERVE = 0  # these three in the order of Status
    ON_BOARD = 1
    OUT = 2
    X = 3
    Y = 4
    BLOOD = 5
    DOWN = 6
    ACTIVATED = 7
    ENGAGED = 8
    ACTIVE = 9
    ACTS = 10  # the activated model, though its partner may be the active one
    SUBJECT = 11  # the question is about it
    ATTACKS = 12
    TARGET = 13  # of that attack
    AIMED = 14  # whom the running Action is about: charged, moved, shot at first
    LEFT_BEHIND = 15  # the model that retreats was within 1" of it


class Extra(IntEnum):
    """Of a model, each where it can occur; `tables.extra_at` says in which column, 0 if it is left out."""

    FREED = 0
    BLESSING = 1
    HEIGHT = 2
    TRENCH = 3  # stands in one, as the two that follow
    WIRE = 4
    DIFFICULT = 5
    COVERED = 6
    HIDDEN = 7
    TOUGH_USED = 8
    SPENT = 9
    MELEE_KILLS = 10
    KILLS = 11
    FORCED = 12
    ACTS_TOO = 13  # the partner in a joint activation
    VICTIM = 14  # still to be injured
    DIRECT = 15  # a bomb falls on it
    HIT = 16  # by the activated model, in this activation
    HIT_TOO = 17  # by its partner
    CLAIM_1 = 18  # relics that it has claimed, one column each
    CLAIM_2 = 19
    CLAIM_3 = 20
    CLAIM_4 = 21
    CLAIM_5 = 22
    CLAIM_6 = 23


class SideColumn(IntEnum):
    """Of a side; `SideExtra` follows."""

    POINTS = 0
    LEAD = 1
    STRENGTH = 2  # models that the warband began with
    ON_BOARD = 3  # models
    STANDING = 4
    LOST = 5  # Down or out of action, of those
    TO_ACTIVATE = 6
    SECOND_ZONE = 7
    INITIATIVE = 8
    GO = 9  # deploys or activates next
    DECIDES = 10


class SideExtra(IntEnum):
    """Of a side, each where it can occur; `tables.side_at` says in which column, 0 if it is left out."""

    SHAKEN = 0
    RESERVES = 1
    HOLDS = 2  # keeps the rest in reserve
    ARRIVALS = 3  # reserves that may still come in this Turn
    INFILTRATES = 4  # infiltrators are placed now
    CHECKED = 5  # its morale has been looked at in this Turn


class ObjectiveColumn(IntEnum):
    X = 0
    Y = 1
    MINE = 2  # controlled
    THEIRS = 3
    MY_ON = 4  # models on it
    THEIR_ON = 5
    MY_NEAR = 6  # models on it or within 1"
    THEIR_NEAR = 7


class RelicColumn(IntEnum):
    X = 0
    Y = 1
    LAST = 2  # the Turn after which it is removed
    COUNTS = 3
    CLAIMED = 4  # in this Turn, 1 by oneself, -1 by the rival
    NAMED = 5  # a model is about to claim it


class PieceColumn(IntEnum):
    X = 0  # of its lowest cell
    Y = 1
    MINE = 2  # mined by oneself
    THEIRS = 3
    NAMED = 4  # a model is about to mine it


class GameColumn(IntEnum):
    ROUND = 0
    ROUNDS_LEFT = 1
    SET_UP = 2  # these four in the order of Phase
    INITIATIVE = 3
    ACTIVATION = 4
    MORALE = 5
    ENDED = 6  # the running activation
    FAILED = 7  # the last Success Roll that a process under way has waited for, these three in the order of Success
    SUCCEEDED = 8
    CRITICAL = 9
    TOTAL = 10  # of that roll


class ActColumn(IntEnum):
    """Of an activated model; `ActExtra` and the Actions that it has taken follow."""

    STOOD = 0
    SHOTS = 1
    PLAIN = 2


class ActExtra(IntEnum):
    """Of an activated model, each where it can occur; `tables.act_at` says in which column, 0 if it is left out."""

    HEAVY = 0
    BURSTS = 1
    HAS_AIMED = 2
    DIVE = 3
    HARROWED = 4
    AGAIN = 5


class ProcessColumn(IntEnum):
    """The running Action and what has interrupted it."""

    DASH = 0
    CHARGE = 1
    RETREAT = 2
    SHOOT = 3
    FIGHT = 4
    PUPPET = 5
    FREE = 6  # an attack on who retreats
    LEFT = 7  # attacks
    MADE = 8
    SECOND = 9  # the off-hand weapon strikes
    INCHES = 10  # of a charge, or that a puppet goes at most
    RISK = 11  # the mode of movement
    DROP = 12
    STEPS = 13  # of the movement that are left
    TESTED = 14  # wire, in this movement
    GOAL_X = 15  # where a puppet goes
    GOAL_Y = 16
    TO_X = 17  # its direction, -1 to 1
    TO_Y = 18
    CAME_X = 19  # from where the last step of the movement was
    CAME_Y = 20


class AttackColumn(IntEnum):
    """The running attack; who takes part stands beside the models."""

    MELEE = 0
    X = 1
    Y = 2
    OFF_HAND = 3
    CRITICAL = 4
    LONG = 5
    COVER = 6
    FELLED = 7


class AimColumn(IntEnum):
    X = 0
    Y = 1


class WayColumn(IntEnum):
    X = 0
    Y = 1


class RollColumn(IntEnum):
    SUCCESS = 0  # a Success Roll
    INJURY = 1
    DICE = 2  # net
    RISKY = 3
    MODIFIER = 4  # of an injury, as all that follow
    DEADLY = 5
    BLOODBATH = 6
    CHEAP = 7
    MARKS = 8
    OF_ATTACK = 9  # it is the attack's, not that of a fall or a mine
    CAUSE = 10  # 1: one's own doing, -1: the rival's
    PENDING = 11  # an injury has been interrupted by this roll: its result is Down, and these are its own
    PENDING_MARKS = 12
    PENDING_ATTACK = 13


class GoalColumn(IntEnum):
    """What scores; the deeds on offer follow."""

    OBJECTIVES = 0  # how many there are; they hold the first rows of their section
    PIECE_POINTS = 1  # of an objective, each Turn
    DEED_POINTS = 2
    RELIC_POINTS = 3
    RELIC_MOST = 4
    RELIC_LAST_POINTS = 5
    CHECKS = 6  # of morale
    INFILTRATION = 7


class GroundChannel(IntEnum):
    """Planes of the board."""

    WALL = 0  # these in the order of `Terrain`; floors are as open ground
    STAIRS = 1
    LOW_WALL = 2
    CRATER = 3
    WIRE = 4
    TRENCH = 5
    LANDMARK = 6
    OBJECTIVE = 7


SECTIONS, EXTRAS, SIDE_EXTRAS, ACT_EXTRAS = len(Section), len(Extra), len(SideExtra), len(ActExtra)
SIDE_WIDTH, ACT_WIDTH = len(SideColumn), len(ActColumn)
OBJECTIVE_WIDTH, RELIC_WIDTH, PIECE_WIDTH = len(ObjectiveColumn), len(RelicColumn), len(PieceColumn)
AIM_WIDTH, WAY_WIDTH = len(AimColumn), len(WayColumn)
CHANNELS = len(GroundChannel)
_FIGURES = {
    "points": 150,
    "move": 8,
    "ranged": 3,
    "melee": 3,
    "armour": 4,
    "regenerate": 3,
    "charge": 3,
}  # the most that is usual


def board_view(t: np.void) -> View:
    """The board as it is seen from either zone, its edge at the bottom."""
    cell = np.arange(CELLS)
    on = t["on_board"] > 0
    x, y = cell % WIDTH, cell // WIDTH
    middle = [(x[t["zone"][zone] > 0].mean(), y[t["zone"][zone] > 0].mean()) for zone in range(SIDES)]
    across = abs(middle[0][0] - middle[1][0]) > abs(middle[0][1] - middle[1][1])
    west = middle[0][0] < middle[1][0]
    south = middle[0][1] < middle[1][1]
    turns = ((3, 1) if west else (1, 3)) if across else ((0, 2) if south else (2, 0))
    return turned_views(x, y[on].max() - y, on, turns)


def figures_of(t: np.void) -> dict[str, np.ndarray]:
    """What profiles and kit of a scenario's models differ in, each as float32 (SLOTS,).

    What always goes with something before it is left out, but for generated worlds: these have columns for all that a model can be.
    """
    found = {name: np.clip(t[name] / most, -1, 1) for name, most in _FIGURES.items()}
    found |= {trait.name.lower(): t["traits"][:, trait].astype(float) for trait in Trait}
    found |= {f"carries_{weapon.name.lower()}": (t["arm"] == weapon).sum(axis=1) / 2 for weapon in Weapon}
    found["two_blades"] = t["pair"].any(axis=(1, 2)).astype(float)
    slots = np.arange(SLOTS)
    found["fireteam"] = np.where(t["partner"] < 0, 0, (np.minimum(slots, t["partner"]) % FORCE + 1) / FORCE)
    used = t["used"] > 0
    if t["see_map"]:
        return {name: np.where(used, values, 0).astype(np.float32) for name, values in found.items()}
    differ: dict[bytes, tuple[str, np.ndarray]] = {}
    for name, values in found.items():
        shown = np.where(used, values, 0).astype(np.float32)
        if np.ptp(shown[used]) > 0:
            differ.setdefault(np.sign(shown).tobytes() if len(set(shown)) == 2 else shown.tobytes(), (name, shown))
    return dict(differ.values())


def names_of(members: type[IntEnum], column: np.ndarray, none: int = -1) -> tuple[str, ...]:
    """Names of the members that have a column."""
    return tuple(member.name.lower() for member in members if column[member] > none)


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario."""
    t = tables[0]
    unit = (*names_of(Extra, t["extra_at"], 0), *figures_of(t))

    def table(section: Section, count: Any, columns: type[IntEnum] | None, more: Sequence[str] = ()) -> Any:
        return rows(section.name.lower(), int(count), columns, more)

    acts = (*names_of(ActExtra, t["act_at"], 0), *names_of(Verb, t["verb_column"], 0))
    deeds, view = names_of(Deed, t["deed_column"]), board_view(t)
    sections = [
        table(Section.UNIT_MINE, t["see_units"], UnitColumn, unit), table(Section.UNIT_THEIRS, t["see_units"], UnitColumn, unit),
        table(Section.SIDE, SIDES, SideColumn, names_of(SideExtra, t["side_at"], 0)),
        table(Section.OBJECTIVE, t["see_objectives"], ObjectiveColumn), table(Section.RELIC, t["see_relics"], RelicColumn),
        table(Section.PIECE, t["see_pieces"], PieceColumn), table(Section.DEED, 1, None, deeds),
        table(Section.ASKED, 1, None, names_of(Decision, t["decision_column"])), table(Section.GAME, 1, GameColumn),
        table(Section.ACT, t["see_acts"], ActColumn, acts), table(Section.PROCESS, 1, ProcessColumn),
        table(Section.WEAPON, 1, None, names_of(Weapon, t["weapon_column"])), table(Section.ATTACK, 1, AttackColumn),
        table(Section.AIM, AIMS * t["see_aims"], AimColumn), table(Section.ROLL, 1, RollColumn),
        table(Section.TASK, 1, None, names_of(Task, t["task_column"])), table(Section.WAY, PATH, WayColumn),
        table(Section.GOAL, t["see_map"], GoalColumn, deeds), planes("ground", GroundChannel if t["see_map"] else None, view.shape, view.places),
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
    """Columns of a model's row."""
    return len(column_names(UnitColumn)) + int((t["extra_at"] > 0).sum()) + len(figures_of(t))
