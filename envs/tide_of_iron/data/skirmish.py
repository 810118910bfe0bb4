"""Generated worlds: a small map, equal on both sides, objectives and two forces of the same points. Dossier, section Generated worlds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from skirmish_rl.envs.core import hexgrid
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.tide_of_iron.data.schema import (
    BY_DIE,
    ForceSpec,
    MapSpec,
    ObjectiveSpec,
    ProfilesSpec,
    ScenarioSpec,
    SideSpec,
    UnitSpec,
    read_profiles,
)
from skirmish_rl.envs.tide_of_iron.data.seen import WORLD_DECKS, WORLD_ROWS, WORLD_UNITS, WORLD_WIDTH
from skirmish_rl.envs.tide_of_iron.state import WIDTH

Cell = tuple[int, int]

NATION = "a"  # whose figures both sides have
BUDGETS = (130, 150, 170, 190, 210)  # points of a force
TOLERANCE = 6  # points that a force may stay below
FEWEST = 4  # units of a force
# Pairs of clumps, and hexes of a clump at most, by terrain and the kind of land.
LANDS: dict[str, dict[str, tuple[int, int, int]]] = {
    "fields": {"woods": (1, 3, 2), "rough": (1, 2, 1), "building": (0, 1, 1), "hill": (0, 2, 2), "pond": (0, 1, 1)},
    "forest": {"woods": (4, 6, 3), "rough": (0, 2, 1), "building": (0, 1, 1), "hill": (0, 1, 3), "pond": (0, 1, 1)},
    "hills": {"woods": (1, 3, 2), "rough": (1, 3, 2), "building": (0, 1, 1), "hill": (2, 3, 4), "pond": (0, 0, 0)},
    "village": {"woods": (1, 2, 2), "rough": (0, 2, 1), "building": (2, 4, 1), "hill": (0, 1, 2), "pond": (0, 0, 0)},
    "river": {"woods": (2, 4, 2), "rough": (0, 2, 1), "building": (0, 2, 1), "hill": (0, 1, 2), "pond": (0, 0, 0)},
}
MIDDLE = WORLD_ROWS // 2
CENTRE = WORLD_WIDTH // 2, MIDDLE
STREET = ((5, 0), (4, 1), (5, 2), (4, 3), CENTRE, (5, 5), (5, 6), (5, 7), (5, 8))  # from edge to edge, its own mirror image
CROSS_STREET = tuple((column, MIDDLE) for column in range(WORLD_WIDTH))
SQUADS: tuple[dict[str, int], ...] = (
    {"regular": 4}, {"regular": 4}, {"regular": 3}, {"elite": 4}, {"elite": 3}, {"elite": 2, "regular": 2},
    {"machine_gun": 1, "regular": 2}, {"machine_gun": 1, "regular": 2}, {"machine_gun": 1, "elite": 2}, {"mortar": 1, "regular": 2},
    {"machine_gun": 2},
)  # fmt: skip
LEADERS: tuple[dict[str, int], ...] = ({"officer": 1, "regular": 3}, {"officer": 1, "elite": 1, "regular": 2}, {"officer": 1, "elite": 3})
TANKS = ("medium_tank_a", "medium_tank_b", "tank_destroyer")


def generate(luck: Luck) -> ScenarioSpec:
    """A world."""
    land = luck.choice(tuple(LANDS))
    zone = luck.between(2, 3)
    budget = luck.choice(BUDGETS)
    objectives = _objectives(luck, zone)
    board, bridged = _map(luck, land, [objective.cell for objective in objectives], zone)
    markers = _markers(luck, board, {*bridged, *(objective.cell for objective in objectives)}, zone)
    decks = [deck.name.lower() for deck in WORLD_DECKS]
    armour = budget >= 170 and luck.chance(1, 3)
    profiles = read_profiles()
    n_decks = luck.between(1, 2)
    sides = []
    for rows in (range(WORLD_ROWS - zone, WORLD_ROWS), range(zone)):
        force = _force(luck, profiles, budget, armour)
        dealt = tuple(luck.sample(decks, n_decks))
        sides.append(SideSpec(2, tuple(rows), nation=NATION, title=force.title, units=force.units, decks=dealt, start_cards=1))
    return ScenarioSpec(
        title=f"A skirmish, {land}", rounds=luck.between(4, 6), initiative=BY_DIE, a=sides[0], b=sides[1], objectives=tuple(objectives),
        board=board, markers=markers, stream="shallow", skirmish=True, tags=("small", "skirmish"),
    )  # fmt: skip


def turned(cell: Cell) -> Cell:
    """Where a hex lies after half a turn of the map."""
    column, row = cell
    return WORLD_WIDTH - 1 - row % 2 - column, WORLD_ROWS - 1 - row


def _hexes(rows: Iterable[int]) -> list[Cell]:
    return [(column, row) for row in rows for column in range(WORLD_WIDTH - row % 2)]


def _upper() -> list[Cell]:
    """One of each pair of hexes that lie opposite each other; the centre is its own opposite."""
    return [cell for cell in _hexes(range(MIDDLE + 1)) if cell < turned(cell) or cell[1] < MIDDLE]


def _around(cell: Cell) -> Iterator[Cell]:
    """The neighbours of a hex."""
    for k in range(hexgrid.NEIGHBOURS):
        there = hexgrid.neighbour(WIDTH, WORLD_WIDTH, WORLD_ROWS, cell[1] * WIDTH + cell[0], k)
        if there >= 0:
            yield there % WIDTH, there // WIDTH


def _objectives(luck: Luck, zone: int) -> list[ObjectiveSpec]:
    """Victory objectives in the middle, or in pairs up to the zones; command objectives, one in each side's zone."""
    found: list[ObjectiveSpec] = []
    free = [cell for cell in _upper() if zone <= cell[1] and cell != CENTRE and abs(2 * cell[0] + cell[1] % 2 - 2 * CENTRE[0]) > 2]

    def pair(kinds: tuple[str, str], among: list[Cell], value: int) -> None:
        cell = luck.choice(among)
        found.extend(ObjectiveSpec(place, kind, value) for place, kind in zip((turned(cell), cell), kinds, strict=True))
        for taken in (cell, turned(cell), *_around(cell), *_around(turned(cell))):
            if taken in free:
                free.remove(taken)

    if luck.chance(2, 3):
        found.append(ObjectiveSpec(CENTRE, "victory", luck.between(1, 2)))
        pairs = luck.between(0, 1) if found[0].value > 1 else 1
    else:
        pairs = luck.between(1, 2)
    for _ in range(pairs):
        pair(("victory", "victory"), free, 1)
    if luck.chance(2, 3):
        found.append(ObjectiveSpec(CENTRE, "neutral", luck.between(1, 2)))
    elif luck.chance(1, 2) and free:
        pair(("neutral", "neutral"), free, 1)
    pair(("command_a", "command_b"), [cell for cell in _hexes(range(1, zone)) if 2 <= cell[0] <= WORLD_WIDTH - 3], 1)
    return found


def _map(luck: Luck, land: str, goals: list[Cell], zone: int) -> tuple[MapSpec, set[Cell]]:
    """The map and the hexes of its roads: clumps of terrain on one half, turned for the other; drawn until every hex has one kind."""
    while True:
        board, paved = _drawn_map(luck, land, goals, zone)
        if not any(one & other for one, other in itertools.combinations(map(set, board.terrain.values()), 2)):
            return board, paved


def _drawn_map(luck: Luck, land: str, goals: list[Cell], zone: int) -> tuple[MapSpec, set[Cell]]:
    """A map; a clump may lie where a bridge off the centre does."""
    terrain: dict[str, set[Cell]] = {"woods": set(), "rough": set(), "building": set(), "pond": set(), "stream": set(), "bridge": set()}
    roads: list[tuple[Cell, ...]] = []
    if land == "river":
        beside = luck.choice((1, 2, 3))
        terrain["bridge"] = {CENTRE} if luck.chance(1, 2) else {(beside, MIDDLE), turned((beside, MIDDLE)), CENTRE}
        terrain["stream"] = set(CROSS_STREET) - terrain["bridge"]
        roads = [STREET]
    elif land == "village":
        roads = [STREET, CROSS_STREET] if luck.chance(1, 2) else [luck.choice((STREET, CROSS_STREET))]
    elif luck.chance(1, 4):
        roads = [luck.choice((STREET, CROSS_STREET))]
    paved = {cell for road in roads for cell in road}
    taken = paved | terrain["stream"] | {CENTRE}
    hills: set[Cell] = set()
    for name, (fewest, most, size) in LANDS[land].items():
        places = hills if name == "hill" else terrain[name]
        for _ in range(luck.between(fewest, most)):
            barred = taken | set(goals) | set(_hexes((0, WORLD_ROWS - 1))) if name == "pond" else taken
            for cell in _clump(luck, size, barred):
                places |= {cell, turned(cell)}
                taken |= {cell, turned(cell)}
    if land != "river" and CENTRE not in paved and luck.chance(1, 2):
        terrain[luck.choice(("building", "woods", "rough"))].add(CENTRE)
    listed = {name: tuple(sorted(cells)) for name, cells in terrain.items() if cells}
    return MapSpec(WORLD_WIDTH, WORLD_ROWS, listed, {"1": tuple(sorted(hills))} if hills else {}, tuple(roads)), paved


def _clump(luck: Luck, size: int, barred: set[Cell]) -> list[Cell]:
    """Neighbouring hexes that are free, also after half a turn: one, or up to `size`."""
    free = [cell for cell in _upper() if cell not in barred]
    if not free:
        return []
    found = [luck.choice(free)]
    for _ in range(luck.below(size)):
        beside = [cell for cell in _around(luck.choice(found)) if cell in free and cell not in found]
        if beside:
            found.append(luck.choice(beside))
    return found


def _markers(luck: Luck, board: MapSpec, barred: set[Cell], zone: int) -> dict[str, tuple[Cell, ...]]:
    """What lies between the zones from the start, in one world of three: wire, mines, entrenchments that anybody may take."""
    if not luck.chance(1, 3):
        return {}
    barred = barred.union(*board.terrain.values())
    free = [cell for cell in _upper() if cell[1] >= zone and cell not in barred]
    kinds = luck.sample(("wire", "mines", "entrenchment"), luck.between(1, 2))
    return {kind: (cell, turned(cell)) for kind, cell in zip(kinds, luck.sample(free, min(len(kinds), len(free))), strict=False)}


def _points(profiles: ProfilesSpec, unit: UnitSpec) -> int:
    if unit.kind != "squad":
        return profiles.vehicles[unit.kind].points
    figures = profiles.figures[NATION]
    return sum(figures[name].points * count for name, count in unit.figures.items()) + profiles.tokens.get(unit.specialty, 0)


def points_of(profiles: ProfilesSpec, units: Iterable[UnitSpec]) -> int:
    """What some units cost, specialisations included. Dossier, section Unit profiles."""
    return sum(_points(profiles, unit) for unit in units)


def _force(luck: Luck, profiles: ProfilesSpec, budget: int, armour: bool) -> ForceSpec:
    """A command squad, with armour one tank, and whatever makes up the points; drawn until it does."""
    specialties = sorted(profiles.tokens)
    while True:
        units = [UnitSpec(figures=luck.choice(LEADERS))]
        if armour:
            units.append(UnitSpec(luck.choice(TANKS)))
        elif luck.chance(1, 5):
            units.append(UnitSpec("half_track"))
        for _ in range(40):
            left = budget - points_of(profiles, units)
            if left <= TOLERANCE or len(units) == WORLD_UNITS:
                break
            figures = luck.choice(SQUADS)
            special = luck.chance(1, 4) and not {"machine_gun", "mortar"} & set(figures)
            unit = UnitSpec(figures=figures, specialty=luck.choice(specialties) if special else "none")
            if _points(profiles, unit) <= left:
                units.append(unit)
        if len(units) >= FEWEST and 0 <= budget - points_of(profiles, units) <= TOLERANCE:
            squads = sorted(units[1:], key=lambda unit: unit.kind != "squad")
            return ForceSpec(f"{budget} points", (units[0], *squads))
