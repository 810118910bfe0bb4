"""What the observations of a scenario show, and where: what can occur in it, and how each seat sees the board."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import turned_views
from skirmish_rl.envs.dropzone_commander.columns import PROFILES, Section, features, owners_of, weapon_columns
from skirmish_rl.envs.dropzone_commander.data.schema import PROPERTIES, ZONE_NAMES, MapSpec, read_profiles
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.state import CELLS, FIRST, SHOTS, SQUAD_FIRST, WEAPONS, WIDTH

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
_HALF = {
    "points": 60,
    "speed": 9,
    "armour": 10,
    "dp": 5,
    "room": 4,
    "shots": 4,
    "energy": 6,
    "near": 12,
}  # half-way of what is bent


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
    t["see_uses"] = (t["weapon_limited"] > 0).any()
    t["see_direct"] = t["direct"] and (t["unit_infiltrate"] > 0).any()
    t["see_cards"] = bin(deck).count("1")
    t["see_shots"] = min(SHOTS, most_shots(t))
    if t["weapon_flame"].any() or t["weapon_strafe"].any():  # they make more shots than there are weapons
        t["see_shots"] = SHOTS
    t["see_pieces"], t["see_tokens"] = t["n_pieces"], t["n_tokens"]
    if t["see_world"]:
        t["see_units"], t["see_squads"], t["see_groups"], t["see_weapons"] = WORLD_UNITS, WORLD_SQUADS, WORLD_GROUPS, WEAPONS
        t["see_uses"], t["see_shots"], t["see_pieces"], t["see_tokens"] = True, WORLD_SHOTS, WORLD_PIECES, WORLD_TOKENS
    t["card_row"] = [bin(deck & ((1 << card) - 1)).count("1") if deck >> card & 1 else -1 for card in range(30)]
    t["zone_turn"][: len(zones)] = [_TURNS[zone] for zone in zones]
    _turn(t)
    if t["see_world"]:
        _fill_world(t, board)
    found = features(tables)
    t["at"] = -1
    for section in Section:
        name = section.name.lower()
        begins = [found.sections[s].start for s in (name, f"{name}_mine") if s in found.sections]
        t["at"][section] = begins[0] if begins else -1
    t["unit_width"] = len(found.sections["unit_mine"].columns)
    t["squad_width"] = len(found.sections["squad_mine"].columns)
    t["seat_width"] = len(found.sections["seat"].columns)
    t["group_width"] = len(found.sections["group"].columns)
    t["card_width"] = len(found.sections["card"].columns) if t["see_cards"] else 0
    t["unit_block"], t["squad_block"] = t["see_units"] * t["unit_width"], t["see_squads"] * t["squad_width"]
    assert len(owners_of(t)) == seats
    figures = _figures(t)
    t["squad_figures"] = 0
    t["squad_figures"][:, : figures.shape[1]] = figures


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
    """What the observations of generated worlds tell of pieces, `SceneryColumn`, and roads, `RoadColumn`."""
    for p in range(int(t["n_pieces"])):
        box = _seen_box(t, *(int(n) for n in t["piece_box"][p]))
        armour, dp = int(t["piece_armour"][p]), int(t["piece_dp"][p])
        figures = [t["piece_height"][p] / 36, armour / (armour + 10), dp / (dp + 10), t["piece_double"][p]]
        props = [int(t["piece_props"][p]) >> prop & 1 for prop in range(len(PROPERTIES))]
        t["piece_figures"][:, p] = np.hstack([box, np.tile([*figures, *props], (4, 1))])
    for k, (x0, x1, y0, y1) in enumerate(board.roads):
        t["road_figures"][:, k] = _seen_box(t, x0, x1, y0, y1)


def _figures(t: np.void) -> np.ndarray:
    """What never changes of each squad, float32 (squads, figures).

    `SquadFigure`, then `WeaponFigure` of each weapon, then in generated worlds which of the shipped profiles it has.
    """
    slot = np.maximum(t["squad_first"], 0).astype(int)

    def bent(name: str, values: np.ndarray) -> np.ndarray:
        return np.asarray(values / (values + 1.0 * _HALF[name]))

    kind = t["unit_kind"][slot]
    found = [
        t["squad_size"] / 10, (t["squad_group"] + 1) / 6, bent("points", t["unit_points"][slot]), bent("speed", t["unit_move"][slot]),
        bent("armour", t["unit_armour"][slot]), bent("dp", t["unit_dp"][slot]), t["unit_evasion"][slot] / 3, bent("room", t["unit_room"][slot]),
        _commanders(t) / 6, kind == Kind.INFANTRY, kind >= Kind.AIRCRAFT,
    ]  # fmt: skip
    for k in range(int(t["see_weapons"])):
        has = k < t["unit_weapons"][slot]
        near = np.where(t["weapon_close"][slot, k] > 0, 0, t["weapon_near"][slot, k])
        found += [
            has * bent("shots", t["weapon_shots"][slot, k]), has * bent("energy", t["weapon_energy"][slot, k]), has * bent("near", near),
            has * (t["weapon_aa"][slot, k] + 1) / 4,
        ]  # fmt: skip
    assert len(found) == 11 + len(weapon_columns(t)[1]) and len(read_profiles()) == PROFILES
    if t["see_world"]:
        found += [t["unit_profile"][slot] == number for number in range(PROFILES)]
    return np.where(t["squad_size"][:, None] > 0, np.stack(found, axis=1), 0).astype(np.float32)


def _commanders(t: np.void) -> np.ndarray:
    """CV of the Commander in each squad."""
    return np.array([
        t["unit_cv"][first : first + max(int(size), 0)].max(initial=0) for first, size in zip(t["squad_first"], t["squad_size"], strict=True)
    ])  # fmt: skip
