"""The layout of an observation: its sections and their columns, all by name.

What cannot occur in a scenario has no column in its observations. The tables hold where columns stand that only some
scenarios have: `at` and `unit_at` for sections and blocks, `trait_column` and its like for the members of an enum, -1 for none.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.features import Features, View, column_names, planes, rows, turned_views
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.state import CELLS, SIDE, Compulsion, Flaw, Kind, MarkerKind, Phase, Shape, Spot, Token, Trait

SEAT_NAMES = ("mine", "next", "third", "fourth")


class Section(IntEnum):
    """Of an observation, in order; `tables.at` says where each begins, -1 if it is left out."""

    UNIT = 0  # one's own circle, the others in seat order, the unaligned
    MARKER = 1  # the centre; shards, objectives and hoards, one's own first
    SEAT = 2  # one's own first
    SHARD = 3  # of a seat: the trait of its standing shard
    PIECE = 4  # of terrain: the map's own first
    POOL = 5
    TOKEN = 6  # planes: unclaimed ones
    ASKED = 7  # the decision
    PHASE = 8
    GAME = 9
    ORIGIN = 10
    NEW_MODEL = 11  # of which kind the question places one
    NEW_MARKER = 12
    NEW_PIECE = 13
    TOKEN_ASKED = 14  # which tokens the question is about
    HUNT = 15
    AIM = 16
    COMPULSION = 17  # of the active wild model
    WORLD = 18  # special rules, where they differ from world to world


class UnitColumn(IntEnum):
    """Of a model; the blocks of `UnitBlock` follow."""

    RESERVE = 0  # these four in the order of Status
    ON_BOARD = 1
    CASUALTY = 2
    ASCENDED = 3
    X = 4
    Y = 5
    DIE = 6
    DAMAGE = 7
    MOVEMENT = 8
    ATTACK_RANGE = 9
    ACTIVATED = 10
    ACTIVE = 11
    SUBJECT = 12  # the question is about it
    ENGAGED = 13
    NOMINATED = 14  # its place among the engaged: 1/5 the attacker, 2/5 its target, ...
    RESULT = 15  # of its attack roll in the running Engage
    WINS = 16  # the running Engage
    HURT = 17  # by the running Engage; in the Recovery Phase: it fails to recover
    TRIUMPHS = 18  # growth still to come
    ASCENDING = 19
    BY_BARRICADE = 20
    ROLLER = 21  # it rolls for initiative this round
    LENT_TRAIT = 22  # one of its traits is its circle's shard's


class ReadyColumn(IntEnum):
    """Of a model, with the option `ready`."""

    READY = 0
    PROVOKED = 1  # it must engage the model that stands at x, y
    PROVOKER_X = 2
    PROVOKER_Y = 3


class WildColumn(IntEnum):
    """Of a model, where there are unaligned ones."""

    WILD = 0
    AIM = 1  # the compulsion of the active wild model points at it


class UnitBlock(IntEnum):
    """Blocks of a unit's row after `UnitColumn`; `tables.unit_at` says in which column each begins, 0 if it is left out."""

    SEAT = 0  # whose it is
    TOKEN = 1  # carried
    FLAW = 2
    TRAIT = 3  # rank, the shard's included
    READY = 4
    WILD = 5
    KIND = 6  # of an unaligned model
    SUMMONER = 7  # whose circle summoned it


class MarkerColumn(IntEnum):
    """Of a marker; its kind, whose it is and who controls it follow."""

    ON_BOARD = 0
    X = 1
    Y = 2


class SeatColumn(IntEnum):
    """Of a circle."""

    POINTS = 0
    LEAD = 1  # over the best of the others
    GODBREAKERS = 2  # on the battlefield
    ROUTED = 3
    SENIORITY = 4  # its place, 1/n for the most senior
    INITIATIVE = 5  # won it this round
    PRIORITY = 6  # its place this round, 1/n for the first; 0 before it is settled
    DIRECTOR = 7
    TURN = 8  # it activates next
    DECIDES = 9


class PieceColumn(IntEnum):
    """Of a terrain piece; `impassable` follows where one is."""

    PRESENT = 0
    BARRICADE = 1
    POOLED = 2  # of a shape that returns to the pool
    X = 3
    Y = 4
    WIDTH = 5
    HEIGHT = 6


class PoolColumn(IntEnum):
    """Terrain pieces off the board."""

    PATCHES = 0
    ROWS = 1
    COLUMNS = 2


class GameColumn(IntEnum):
    ROUND = 0
    ROUNDS_LEFT = 1
    INITIATIVE_ROLL = 2  # the winner's, this round
    ACTIONS_LEFT = 3
    MOVES = 4  # made in this activation
    ENGAGES = 5
    TRIUMPHS = 6  # rolled and still to be applied


class OriginColumn(IntEnum):
    """The cell that the question is about: by which a model appears, or of a pile of tokens."""

    GIVEN = 0
    X = 1
    Y = 2


class HuntColumn(IntEnum):
    TO_PLACE = 0  # things that the seat still sets up for its roll


class WorldColumn(IntEnum):
    SABOTEURS = 0  # one appears at every objective in every round


class AimColumn(IntEnum):
    """What the compulsion of the active wild model points at."""

    GIVEN = 0
    X = 1
    Y = 2


SECTIONS, UNIT_BLOCKS = len(Section), len(UnitBlock)
UNIT_WIDTH, MARKER_WIDTH, SEAT_WIDTH, PIECE_WIDTH = len(UnitColumn), len(MarkerColumn), len(SeatColumn), len(PieceColumn)


def map_view(t: np.void) -> View:
    """The board as every seat sees it, its own edge at the bottom."""
    cells = np.arange(CELLS)
    return turned_views(cells % SIDE, cells // SIDE, t["board"] != Spot.OFF_BOARD, t["quarter"][: int(t["seats"])].tolist())


def names_of(members: type[IntEnum], column: np.ndarray) -> tuple[str, ...]:
    """Names of the members that have a column."""
    return tuple(member.name.lower() for member in members if column[member] >= 0)


def unit_columns(t: np.void) -> list[tuple[UnitBlock, tuple[str, ...]]]:
    """The blocks of a unit's row, with their columns; blocks that a scenario does not need are empty."""
    seats, kinds = SEAT_NAMES[: int(t["seats"])], names_of(Kind, t["kind_column"])
    summoned = t["kind_column"][Kind.SUMMONED] >= 0
    return [
        (UnitBlock.SEAT, seats),
        (UnitBlock.TOKEN, names_of(Token, t["token_column"])),
        (UnitBlock.FLAW, names_of(Flaw, t["flaw_column"])),
        (UnitBlock.TRAIT, names_of(Trait, t["trait_column"])),
        (UnitBlock.READY, column_names(ReadyColumn) if t["ready"] else ()),
        (UnitBlock.WILD, column_names(WildColumn) if kinds else ()),
        (UnitBlock.KIND, kinds),
        (UnitBlock.SUMMONER, tuple(f"summoned_by_{seat}" for seat in seats) if summoned else ()),
    ]


def marker_columns(t: np.void) -> tuple[str, ...]:
    """Columns of a marker's row after `MarkerColumn`."""
    seats = SEAT_NAMES[: int(t["seats"])]
    return (*names_of(MarkerKind, t["marker_column"]), *(f"of_{seat}" for seat in seats), *(f"controlled_by_{seat}" for seat in seats))


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario."""
    t, view = tables[0], map_view(tables[0])
    seats, kinds = int(t["seats"]), (t["kind_column"] >= 0).any()
    tokens = names_of(Token, t["token_column"])
    unit = [name for _, names in unit_columns(t) for name in names]

    def table(section: Section, count: Any, columns: type[IntEnum] | None, more: Sequence[str] = ()) -> Any:
        return rows(section.name.lower(), int(count), columns, more)

    sections = [
        table(Section.UNIT, t["n_fielded"] * seats + t["unaligned_rows"], UnitColumn, unit),
        table(Section.MARKER, 1 + seats * (1 + t["see_objectives"] + t["see_hoards"]), MarkerColumn, marker_columns(t)),
        table(Section.SEAT, seats, SeatColumn), table(Section.SHARD, seats, None, names_of(Trait, t["shard_column"])),
        table(Section.PIECE, t["see_pieces"], PieceColumn, ("impassable",) if t["see_impassable"] else ()),
        table(Section.POOL, t["see_pool"], PoolColumn), planes("token", None, view.shape, view.places, tokens),
        table(Section.ASKED, 1, None, names_of(Decision, t["decision_column"])),
        table(Section.PHASE, 1, None, names_of(Phase, t["phase_column"])), table(Section.GAME, 1, GameColumn),
        table(Section.ORIGIN, t["see_origin"], OriginColumn),
        table(Section.NEW_MODEL, 1, None, names_of(Kind, t["new_model_column"])),
        table(Section.NEW_MARKER, 1, None, names_of(MarkerKind, t["new_marker_column"])),
        table(Section.NEW_PIECE, 1, None, names_of(Shape, t["new_piece_column"])), table(Section.TOKEN_ASKED, 1, None, tokens),
        table(Section.HUNT, t["see_hunt"], HuntColumn), table(Section.AIM, kinds, AimColumn),
        table(Section.COMPULSION, kinds, None, names_of(Compulsion, t["compulsion_column"])), table(Section.WORLD, t["see_world"], WorldColumn),
    ]  # fmt: skip
    return Features([section for section in sections if section.size])
