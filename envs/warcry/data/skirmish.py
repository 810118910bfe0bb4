"""Generated worlds: a small board, equal on both sides, a victory card, two warbands of the same points. Dossier: Generated worlds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.warcry.data.checks import check_ways, terrain_features
from skirmish_rl.envs.warcry.data.distances import INCH
from skirmish_rl.envs.warcry.data.fields import TABLES
from skirmish_rl.envs.warcry.data.ground import Ways, fill_ground
from skirmish_rl.envs.warcry.data.schema import (
    WALL_SIDES,
    Cell,
    ColourSpec,
    ForceSpec,
    GroupSpec,
    MapSpec,
    ProfileSpec,
    ScenarioSpec,
    read_constants,
    shipped,
)
from skirmish_rl.envs.warcry.data.seen import WORLD_UNITS
from skirmish_rl.envs.warcry.sheet import WORLD_HEIGHT, WORLD_WIDTH

Point = tuple[float, float]

BUDGETS = (450, 500, 550, 600)  # points of a warband
TOLERANCE = 5  # points that a warband may stay below
FEWEST = 4  # fighters of a warband
PROUD = 110  # points from which on a warband has a fighter once
ALIKE = 3  # cheaper ones of a kind
MARGIN = 2  # inches between terrain and the edges
MIDDLE = WORLD_HEIGHT // 2
CENTRE = WORLD_WIDTH // 2, MIDDLE


class Part(NamedTuple):
    """A cell of terrain, or what stands on a side of one. `kind` is a key of a map, with the height of platforms behind a point."""

    kind: str
    cell: Cell
    side: int = -1


class Piece(NamedTuple):
    """Terrain that belongs together, in a box of its own."""

    width: int
    height: int
    parts: tuple[Part, ...]


def generate(luck: Luck) -> ScenarioSpec:
    """A world."""
    land = luck.choice(tuple(LANDS))
    card = luck.choice(("marks", "marks", "marks", "hoard", "relic", "tally", "quarters", "uncover"))
    rounds = luck.choice((3, 4, 4, 5))
    budget = luck.choice(BUDGETS)
    keys, words = CARDS[card](luck)
    board = _board(luck, land, keys.get("objectives", ()))
    warbands = [_warband(luck, budget) for _ in range(2)]
    return ScenarioSpec(
        title=f"A skirmish {words}, {land}", rounds=rounds, red=_deployment(luck, rounds), victory=card, warband_a=warbands[0],
        warband_b=warbands[1], board=board, points_limit=budget, skirmish=True, tags=("small", "skirmish"), **keys,
    )  # fmt: skip


def turned(cell: Cell) -> Cell:
    """Where a cell lies after half a turn of the board."""
    return WORLD_WIDTH - 1 - cell[0], WORLD_HEIGHT - 1 - cell[1]


# What wins.


def _goals(luck: Luck, pairs: int, centre: bool) -> tuple[Point, ...]:
    """Objectives: pairs that lie opposite each other, and the centre; none within 5" of another."""
    while True:
        found = [CENTRE] if centre else []
        for _ in range(pairs):
            x, y = luck.between(3, WORLD_WIDTH - 3), luck.between(3, MIDDLE)
            found += [(x, y), (WORLD_WIDTH - x, WORLD_HEIGHT - y)]
        if all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 25 for k, a in enumerate(found) for b in found[:k]):
            return tuple((float(x), float(y)) for x, y in sorted(found))


def _marks(luck: Luck) -> tuple[dict[str, Any], str]:
    pairs = luck.between(1, 2)
    keys: dict[str, Any] = {"objectives": _goals(luck, pairs, pairs == 1 or luck.chance(1, 2))}
    if luck.chance(1, 2):
        return {**keys, "per_objective": 1}, "for the marks"
    wounds = luck.between(0, 2)
    return {
        **keys,
        "for_any": 1,
        "for_two": 1,
        "for_more": 1,
        "for_wounds": wounds,
        "single_objective": luck.chance(1, 2),
    }, "for most marks"


def _hoard(luck: Luck) -> tuple[dict[str, Any], str]:
    tokens = luck.choice((3, 5))
    return {"tokens": tokens, "token_zone": 5.0 if tokens == 3 else 6.5, "centre_inches": 3.0}, "for treasure"


def _relic(luck: Luck) -> tuple[dict[str, Any], str]:
    return {"tokens": 1}, "for the relic"


def _tally(luck: Luck) -> tuple[dict[str, Any], str]:
    return {"for_tally": luck.between(1, 2), "for_leader": 1, "for_centre": 1, "centre_inches": float(luck.between(3, 5))}, "for blood"


def _quarters(luck: Luck) -> tuple[dict[str, Any], str]:
    return {"for_quarters": 2, "for_leader": luck.between(0, 1)}, "for the quarters"


def _uncover(luck: Luck) -> tuple[dict[str, Any], str]:
    pairs = luck.between(1, 2)
    centre = pairs == 1 or luck.chance(1, 2)
    return {"objectives": _goals(luck, pairs, centre), "loots": 2 if pairs == 1 else 1, "per_treasure": 2}, "for hidden treasure"


CARDS: dict[str, Callable[[Luck], tuple[dict[str, Any], str]]] = {
    "marks": _marks, "hoard": _hoard, "relic": _relic, "tally": _tally, "quarters": _quarters, "uncover": _uncover,
}  # fmt: skip


# Deployment: where red's groups come, on the upper half; the last of three places may come later.

PLACES: tuple[tuple[tuple[float, ...], ...], ...] = (
    ((4, 2), (13, 2), (10, 0, 20, 0)), ((20, 0), (10, 0), (0, 0)), ((10, 3), (4, 4), (20, 7)), ((3, 7), (10, 0), (0, 0, 0, 14)),
    ((3, 2), (17, 2), (10, 0)), ((6, 0), (0, 5), (15, 1)),
)  # fmt: skip


def _deployment(luck: Luck, rounds: int) -> ColourSpec:
    """Points or lines of one of six ways to deploy, as listed or mirrored from left to right, dealt out to the three groups."""
    flip = luck.chance(1, 2)
    *early, late = luck.choice(PLACES)
    due = luck.choice((2, 2, 2, 3)) if rounds > 3 else 2
    if len(late) == 2 and luck.chance(1, 3):
        due = 1
    groups = []
    for place, when in ((early[0], 1), (early[1], 1), (late, due)):
        at = tuple(WORLD_WIDTH - value if flip and not k % 2 else value for k, value in enumerate(map(float, place)))
        groups.append(
            GroupSpec(point=(at[0], at[1]), round=when) if len(at) == 2 else GroupSpec(line=(at[0], at[1], at[2], at[3]), round=when)
        )
    return ColourSpec(*luck.shuffled(groups))


# Terrain.


def _cells(kind: str, width: int, height: int) -> list[Part]:
    return [Part(kind, (x, y)) for y in range(height) for x in range(width)]


def _sides(width: int, height: int) -> list[tuple[Cell, int]]:
    """The sides of a box of cells, all round."""
    rows = [((x, y), side) for side, y in ((0, 0), (2, height - 1)) for x in range(width)]
    return rows + [((x, y), side) for side, x in ((1, width - 1), (3, 0)) for y in range(height)]


def _platform(luck: Luck) -> Piece:
    """A platform 3" high with one or two ways up; sometimes a parapet."""
    width, height = luck.choice(((2, 2), (3, 2), (3, 2), (3, 3), (4, 2)))
    free = luck.shuffled(_sides(width, height))
    ways = [Part(luck.choice(("stairs", "ladders")), *free.pop()) for _ in range(luck.between(1, 2))]
    parapet = luck.below(4)
    walls = [Part("low_walls", cell, side) for cell, side in free if side == parapet] if luck.chance(1, 2) else []
    return Piece(width, height, (*_cells("platforms.3", width, height), *ways, *walls))


def _tower(luck: Luck) -> Piece:
    """A platform 3" high, and a ladder to one of 6" beside it."""
    low, high = _cells("platforms.3", 2, 2), [Part("platforms.6", (2, y)) for y in range(2)]
    stair, ladder = Part("stairs", (0, luck.below(2)), 3), Part("ladders", (1, luck.below(2)), 1)
    return Piece(3, 2, (*low, *high, stair, ladder))


def _wall(luck: Luck) -> Piece:
    """A straight wall: low, or tall with an archway."""
    length = luck.between(3, 4)
    kind = luck.choice(("low_walls", "tall_walls"))
    arch = luck.below(length) if kind == "tall_walls" and luck.chance(1, 2) else -1
    return Piece(length, 1, tuple(Part("archways" if x == arch else kind, (x, 0), 0) for x in range(length)))


def _hedge(luck: Luck) -> Piece:
    """Low walls, straight or round a corner."""
    length = luck.between(2, 4)
    bend = luck.between(0, 2)
    parts = [Part("low_walls", (x, 0), 0) for x in range(length)] + [Part("low_walls", (0, y), 3) for y in range(bend)]
    return Piece(length, max(bend, 1), tuple(parts))


def _ruin(luck: Luck) -> Piece:
    """Two or three walls of a house, tall with an archway, and crumbled ends."""
    width, height = luck.choice(((3, 2), (3, 3), (2, 3)))
    sides = [place for place in _sides(width, height) if place[1] in ((0, 3) if luck.chance(1, 2) else (0, 1, 3))]
    arch, kinds = luck.below(len(sides)), []
    for k, (cell, side) in enumerate(sides):
        crumbled = side == 1 or (side == 3 and cell[1] == height - 1)
        kinds.append(Part("archways" if k == arch else "low_walls" if crumbled else "tall_walls", cell, side))
    return Piece(width, height, tuple(kinds))


def _stone(luck: Luck) -> Piece:
    """A standing stone, or two with a way between them."""
    return luck.choice((Piece(1, 1, (Part("pillars", (0, 0)),)), Piece(3, 1, (Part("pillars", (0, 0)), Part("pillars", (2, 0))))))


def _pool(luck: Luck) -> Piece:
    """Deadly ground, with a broken outline."""
    width, height = luck.choice(((3, 2), (2, 2), (4, 2)))
    gone = luck.choice(((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)))
    return Piece(width, height, tuple(part for part in _cells("deadly", width, height) if part.cell != gone))


# In the middle, one half of what is there: the other is its image.


def _nothing(luck: Luck) -> tuple[Part, ...]:
    return ()


def _hill(luck: Luck) -> tuple[Part, ...]:
    """A wide platform with stairs on both sides."""
    wide = luck.between(2, 4)
    cells = [Part("platforms.3", (x, y)) for x in range(CENTRE[0] - wide, CENTRE[0] + wide) for y in (MIDDLE - 2, MIDDLE - 1)]
    stairs = [Part("stairs", (luck.between(CENTRE[0] - wide, CENTRE[0] + wide - 1), MIDDLE - 2), 0)]
    ends = [Part(luck.choice(("ladders", "stairs", "low_walls")), (CENTRE[0] - wide, MIDDLE - 1), 3)]
    return (*cells, *stairs, *ends)


def _ring(luck: Luck) -> tuple[Part, ...]:
    """Standing stones around the centre."""
    far = luck.between(3, 4)
    spots = ((-far, -1), (-far + 1, -3), (-1, -4), (far - 2, -4), (far - 1, -2))
    return tuple(Part("pillars", (CENTRE[0] + x, MIDDLE + y)) for x, y in spots)


def _rampart(luck: Luck) -> tuple[Part, ...]:
    """A platform across the board, two cells deep, with gates and stairs."""
    gates = luck.choice(((4,), (3, 7), (5,), (2, 6)))
    row = [x for x in range(MARGIN, WORLD_WIDTH // 2) if x not in gates and x - 1 not in gates]
    upper, lower = [(x, MIDDLE - 1) for x in row], [(x, MIDDLE) for x in row]
    stairs = [Part("stairs", luck.choice(upper), 0), Part("ladders", luck.choice(lower), 2)]
    walls = [Part("low_walls", cell, 0) for cell in upper if luck.chance(1, 3) and cell != stairs[0].cell]
    return (*(Part("platforms.3", cell) for cell in upper + lower), *stairs, *walls)


def _ravine(luck: Luck) -> tuple[Part, ...]:
    """Deadly ground from edge to edge, with dry crossings."""
    wide = luck.between(1, 2)
    dry = luck.choice(((9,), (4, 9), (3, 4), (6,)))
    cells = [(x, y) for x in range(WORLD_WIDTH // 2) for y in range(MIDDLE - wide, MIDDLE + wide - 1)]
    return tuple(Part("deadly", cell) for cell in cells if not {cell[0], cell[0] - 1} & set(dry))


def _moat(luck: Luck) -> tuple[Part, ...]:
    """A pool in the middle, or two beside it."""
    x, y = luck.choice(((-2, -2), (-5, -1), (-4, -3)))
    return tuple(Part("deadly", (CENTRE[0] + x + i, MIDDLE + y + j)) for i in range(4 if x == -2 else 3) for j in range(2))


# What a land has: in the middle, and in each quarter, one of each listed in its turn.
Draw = Callable[[Luck], Piece]
LANDS: dict[str, tuple[Callable[[Luck], tuple[Part, ...]], tuple[Draw, ...]]] = {
    "ruins": (_nothing, (_ruin, _ruin, _wall, _stone, _hedge)),
    "gantries": (_nothing, (_platform, _platform, _tower, _platform, _wall)),
    "stones": (_ring, (_stone, _hedge, _stone, _stone)),
    "hill": (_hill, (_hedge, _stone, _wall, _ruin)),
    "rampart": (_rampart, (_hedge, _ruin, _stone, _wall)),
    "fen": (_moat, (_stone, _hedge, _pool, _stone, _pool)),
    "ravine": (_ravine, (_hedge, _platform, _stone, _wall)),
}


def _rotated(piece: Piece) -> Piece:
    """A piece after a quarter turn to the right."""
    parts = [Part(kind, (piece.height - 1 - y, x), side if side < 0 else (side + 1) % 4) for kind, (x, y), side in piece.parts]
    return Piece(piece.height, piece.width, tuple(parts))


def _around(cells: Iterable[Cell]) -> set[Cell]:
    """Cells and those that touch them."""
    return {(x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1)}


def _board(luck: Luck, land: str, goals: Iterable[Point]) -> MapSpec:
    """The middle of a land, then pieces in both quarters of the upper half, two or more in each, until they fit and can be climbed."""
    middle, listed = LANDS[land]
    kept = {(int(x) + i, int(y) + j) for x, y in goals for i in (-1, 0) for j in (-1, 0)}  # objectives lie on open ground
    while True:
        parts = [part for part in middle(luck) if part.cell not in kept or part.kind not in ("pillars", "deadly")]
        taken = {part.cell for part in parts} | {turned(part.cell) for part in parts}
        most = luck.between(2, 3)
        counts = []
        for quarter in (range(MARGIN, WORLD_WIDTH // 2), range(WORLD_WIDTH // 2, WORLD_WIDTH - MARGIN)):
            placed = 0
            for draw in [luck.choice(listed[:2]), *luck.sample(listed, most)]:
                piece = draw(luck)
                for _ in range(luck.below(4)):
                    piece = _rotated(piece)
                if placed < most and (found := _placed(luck, piece, quarter, taken, kept)):
                    parts += found
                    placed += any(part.kind != "deadly" for part in found)
            counts.append(placed)
        board = _map(parts)
        if min(counts) >= 2 and _fills_its_quarters(board) and _has_ways(board):
            return board


def _has_ways(board: MapSpec) -> bool:
    """False for a board with more places to climb than the tables hold, or with ground that nobody can reach or leave. DG-1."""
    t, constants = np.zeros(1, TABLES)[0], read_constants(None)
    low_wall, fall_height = round(INCH * constants.low_wall), round(INCH * constants.fall_height)
    fill_ground(t, board, low_wall)
    try:
        check_ways(Ways(t, board, low_wall, fall_height), Path("a drawn board"))
    except DataError:
        return False
    return True


def _fills_its_quarters(board: MapSpec) -> bool:
    """Two features or more in each quarter; what stands on the line between two lies in the eastern or southern. Clause: WC-SETUP-06."""
    places = [{(2 * x >= WORLD_WIDTH, 2 * y >= WORLD_HEIGHT) for x, y in feature} for feature in terrain_features(board)]
    return all(sum(quarter in feature for feature in places) >= 2 for quarter in itertools.product((False, True), repeat=2))


def _placed(luck: Luck, piece: Piece, quarter: range, taken: set[Cell], kept: set[Cell]) -> list[Part]:
    """A piece somewhere in a quarter, away from all that is taken, its own image included; nothing where there is no room."""
    if len(quarter) < piece.width or piece.height > MIDDLE - MARGIN:
        return []
    for _ in range(12):
        left, top = luck.between(quarter[0], quarter[-1] + 1 - piece.width), luck.between(MARGIN, MIDDLE - piece.height)
        box = {(left + x, top + y) for x in range(piece.width) for y in range(piece.height)}
        image = {turned(cell) for cell in box}
        if not _around(box) & (taken | image) and not box & kept:
            taken |= box | image
            return [part._replace(cell=(left + part.cell[0], top + part.cell[1])) for part in piece.parts]
    return []


def _map(parts: Iterable[Part]) -> MapSpec:
    """A map of listed parts, which stand there again after half a turn."""
    found: dict[str, dict[str, list[Cell]]] = {}
    for kind, cell, side in parts:
        name, _, height = kind.partition(".")
        found.setdefault(name, {}).setdefault(height or (WALL_SIDES[side] if side >= 0 else ""), []).append(cell)
    keys: dict[str, Any] = {name: {key: tuple(cells) for key, cells in kinds.items()} for name, kinds in found.items()}
    plain = {name: keys.pop(name)[""] for name in ("pillars", "deadly") if name in keys}
    return MapSpec(WORLD_WIDTH, WORLD_HEIGHT, mirror=True, exempt=True, **plain, **keys)


# Warbands.


def points_of(profiles: dict[str, ProfileSpec], fighters: Iterable[str]) -> int:
    """What some fighters cost. Clause: WC-SETUP-01."""
    return sum(profiles[fighter].points for fighter in fighters)


def _warband(luck: Luck, budget: int) -> ForceSpec:
    """A hero of a faction, sometimes with one of another as an ally, and whoever makes up the points; drawn until they do."""
    profiles: dict[str, ProfileSpec] = shipped("profiles.toml", ProfileSpec)
    faction = luck.choice(("iron", "fang", "raven", "hunt"))
    leader = next(name for name, one in profiles.items() if one.faction == faction and "hero" in one.runemarks)
    friends = [name for name, one in profiles.items() if one.alliance == profiles[leader].alliance and name != leader]
    own = [name for name in friends if profiles[name].faction == faction]
    thralls = [name for name in friends if "thrall" in profiles[name].runemarks]
    allies = [name for name in friends if profiles[name].faction not in (faction, "none") and "hero" in profiles[name].runemarks]
    while True:
        fighters = [leader]
        if allies and luck.chance(1, 8):
            fighters.append(luck.choice(allies))
        pool = own + thralls if luck.chance(1, 3) else own
        while len(fighters) < WORLD_UNITS:
            left = budget - points_of(profiles, fighters)
            fit = [
                one
                for one in pool
                if profiles[one].points <= left and fighters.count(one) < (1 if profiles[one].points >= PROUD else ALIKE)
            ]
            if not fit:
                break
            fighters.append(luck.choice(fit))
        if len(fighters) >= FEWEST and budget - points_of(profiles, fighters) <= TOLERANCE:
            return ForceSpec(
                f"{faction.title()}, {budget} points", faction, (leader, *sorted(fighters[1:], key=lambda one: -profiles[one].points))
            )
