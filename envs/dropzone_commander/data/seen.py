"""What the observations of a scenario show, and where: what can occur in it, and how each seat sees the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from skirmish_rl.envs.core.features import turned_views
from skirmish_rl.envs.dropzone_commander.data.schema import PROPERTIES, ZONE_NAMES, MapSpec
from skirmish_rl.envs.dropzone_commander.sheet import SHEET, figures_of
from skirmish_rl.envs.dropzone_commander.state import CARDS, CELLS, FIRST, SEATS, SHOTS, SQUAD_FIRST, WEAPONS, WIDTH

# What generated worlds can hold. Their observations have columns for all of it, so that they are alike in every world.
WORLD_SIZE = 30
WORLD_UNITS, WORLD_SQUADS, WORLD_GROUPS = 20, 14, 5  # of a side
WORLD_SHOTS = 6  # of a squad in one Shoot action
WORLD_PIECES, WORLD_TOKENS = 22, 7
WORLD_DECK = "reduced"

# Quarter turns clockwise that bring each zone to the bottom, a corner to the bottom left.
_TURNS = {
    "south": 0, "east": 1, "north": 2, "west": 3, "south_west": 0, "south_east": 1, "north_east": 2, "north_west": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """The facts about a scenario, or about all generated worlds, that say which columns its observations have.

    Attributes:
        cards: there are command cards. direct: who infiltrates may be Directly Deployed. limited: there are weapons of limited use.
        weapons: bool (WEAPONS,), a unit has so many. rivals: bool (SEATS,), the only other seat, then each of several.
    """

    cards: bool
    direct: bool
    limited: bool
    weapons: np.ndarray
    rivals: np.ndarray


def fill_layout(tables: np.ndarray, zones: tuple[str, ...], board: MapSpec, world_cards: int) -> None:
    """Which columns the observations of a scenario have, where they stand, and what never changes in them.

    Args:
        board: the map. world_cards: bits of the cards that have rows besides those of the scenario's decks, in the observations of
            generated worlds; 0 for any other scenario.
    """
    t = tables[0]
    t["see_world"], t["corners"] = world_cards > 0, "_" in zones[0]
    deck = int(t["deck"]) | world_cards
    seats, used = int(t["seats"]), t["unit_used"] > 0
    assert set(_TURNS) == set(ZONE_NAMES)
    t["see_units"] = max(int(used[FIRST[k] : FIRST[k + 1]].sum()) for k in range(seats))
    t["see_squads"] = max(int((t["squad_size"][SQUAD_FIRST[k] : SQUAD_FIRST[k + 1]] > 0).sum()) for k in range(seats))
    t["see_groups"] = t["group_used"].sum(axis=1).max()
    t["see_weapons"] = t["unit_weapons"].max()
    t["see_cards"] = bin(deck).count("1")
    t["see_shots"] = min(SHOTS, most_shots(t))
    if t["weapon_flame"].any() or t["weapon_strafe"].any():  # they make more shots than there are weapons
        t["see_shots"] = SHOTS
    t["see_pieces"], t["see_tokens"] = t["n_pieces"], t["n_tokens"]
    if t["see_world"]:
        t["see_units"], t["see_squads"], t["see_groups"], t["see_weapons"] = WORLD_UNITS, WORLD_SQUADS, WORLD_GROUPS, WEAPONS
        t["see_shots"], t["see_pieces"], t["see_tokens"] = WORLD_SHOTS, WORLD_PIECES, WORLD_TOKENS
    shown = [card for card in range(CARDS) if deck >> card & 1]
    t["card_row"], t["card_row"][shown], t["card_of_row"][: len(shown)] = -1, np.arange(len(shown)), shown
    t["zone_turn"][: len(zones)] = [_TURNS[zone] for zone in zones]
    _turn(t)
    if t["see_world"]:
        _fill_world(t, board)
    figures = np.stack([*figures_of(t).values()], axis=1)
    t["n_figures"], t["squad_figures"] = figures.shape[1], 0
    t["squad_figures"][:, : figures.shape[1]] = np.where(t["squad_size"][:, None] > 0, figures, 0)
    SHEET.lay_out(tables, _facts_of(t))


def _facts_of(t: np.void) -> Facts:
    """What can occur in a scenario whose numbers of rows are known."""
    limited, direct = (t["weapon_limited"] > 0).any(), t["direct"] and (t["unit_infiltrate"] > 0).any()
    number = np.arange(SEATS)
    rivals = number == 0 if t["seats"] == 2 else (number > 0) & (number < t["seats"])
    weapons = np.arange(WEAPONS) < t["see_weapons"]
    return Facts(bool(t["see_cards"]), bool(direct), bool(limited or t["see_world"]), weapons, rivals & (t["see_cards"] > 0))


def most_shots(t: np.void) -> int:
    """Weapons that any squad can fire in one Shoot action."""
    return max(_shots_of(t, int(squad)) for squad in np.flatnonzero(t["squad_size"]))


def _shots_of(t: np.void, squad: int) -> int:
    """Weapons that a squad can fire in one Shoot action: of those that are alternatives only one."""
    slot, size, most = int(t["squad_first"][squad]), int(t["squad_size"][squad]), 0
    for close in (0, 1):
        weapons = [k for k in range(int(t["unit_weapons"][slot])) if t["weapon_close"][slot, k] == close]
        alternatives = {int(t["weapon_alt"][slot, k]) for k in weapons} - {0}
        most = max(most, sum(t["weapon_alt"][slot, k] == 0 for k in weapons) + len(alternatives))
    return max(1, most) * size


def _turn(t: np.void) -> None:
    """Where each cell and each piece is seen by quarter turns of the board, left to right and top to bottom."""
    size = int(t["size"])
    cell = np.arange(CELLS)
    x, y = cell % WIDTH, cell // WIDTH
    on = (x < size) & (y < size)
    view = turned_views(x, size - 1 - y, on, range(4))
    column, row = np.arange(WIDTH), np.arange(WIDTH) * WIDTH  # the first cell of each
    for turn in range(4):
        across, along = (column, row) if turn % 2 == 0 else (row, column)
        t["view_x"][turn], t["view_y"][turn] = view.x[turn, across], view.y[turn, along]
    for piece in range(int(t["n_pieces"])):
        x, y = _seen_corners(t, *(int(n) for n in t["piece_box"][piece]))
        t["piece_view_x"][:, piece], t["piece_view_y"][:, piece] = x.mean(axis=1), y.mean(axis=1)


def _seen_corners(t: np.void, x0: int, x1: int, y0: int, y1: int) -> tuple[np.ndarray, np.ndarray]:
    """Where two corners of a box of cells are seen by quarter turns, each (4, 2)."""
    turn, column, row = np.arange(4)[:, None], np.array([x0, x1]), np.array([y0, y1])
    return t["view_x"][turn, np.where(turn % 2, row, column)], t["view_y"][turn, np.where(turn % 2, column, row)]


def _seen_box(t: np.void, x0: int, x1: int, y0: int, y1: int) -> np.ndarray:
    """Where a box of cells lies by quarter turns, (4, 4): left, right, top, bottom."""
    x, y = _seen_corners(t, x0, x1, y0, y1)
    return np.stack([x.min(axis=1), x.max(axis=1), y.min(axis=1), y.max(axis=1)], axis=1)


def _fill_world(t: np.void, board: MapSpec) -> None:
    """What the observations of generated worlds tell of pieces and roads, by quarter turns."""
    for p in range(int(t["n_pieces"])):
        box = _seen_box(t, *(int(n) for n in t["piece_box"][p]))
        armour, dp = int(t["piece_armour"][p]), int(t["piece_dp"][p])
        figures = [t["piece_height"][p] / 36, armour / (armour + 10), dp / (dp + 10), t["piece_double"][p]]
        props = [int(t["piece_props"][p]) >> prop & 1 for prop in range(len(PROPERTIES))]
        t["piece_figures"][:, p] = np.hstack([box, np.tile([*figures, *props], (4, 1))])
    for k, (x0, x1, y0, y1) in enumerate(board.roads):
        t["road_figures"][:, k] = _seen_box(t, x0, x1, y0, y1)
