"""Generated worlds: a small board, equal on both sides, and two circles built by the creation rules. Dossier, section Generated worlds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.godbreakers.data.checks import metal_of
from skirmish_rl.envs.godbreakers.data.schema import CircleSpec, GodbreakerSpec, MapSpec, ScenarioSpec, WildSpec
from skirmish_rl.envs.godbreakers.data.seen import WORLD_SIZE
from skirmish_rl.envs.godbreakers.state import MAX_RANK, STATIC_PIECES, Trait

Cell = tuple[int, int]
Box = tuple[int, int, int, int]  # x from, x to, y from, y to, all included
Range = tuple[int, int]

LAST = WORLD_SIZE - 1
CENTRE = (LAST // 2, LAST // 2)
AWAY = 8  # cells between centres that are surely outside 6U, GB-SET-03
LEAST, MOST = WORLD_SIZE**2 // 4 + 1, WORLD_SIZE**2 // 2  # cells of area terrain, GB-TER-01
SHIPPED = ("bulwark", "skirmishers", "ritualists", "council")
WILD = ("brute", "brute", "runner", "runner", "saboteur", "lesser_beast", "stalker")
# Pairs of areas and of barricades, and how long their sides are, by the kind of land; some have a middle of their own.
LANDS: dict[str, tuple[Range, Range, Range, Range, Range]] = {
    #         areas   wide    high    barricades long
    "woods": ((3, 4), (3, 6), (4, 6), (0, 2), (2, 4)),
    "ruins": ((2, 2), (5, 7), (5, 6), (3, 4), (2, 4)),
    "hedges": ((2, 3), (2, 3), (8, 11), (2, 3), (4, 8)),
    "marsh": ((1, 3), (4, 6), (4, 5), (1, 2), (2, 4)),
    "hill": ((2, 3), (3, 5), (4, 5), (1, 2), (3, 4)),
    "fort": ((2, 3), (4, 6), (5, 6), (0, 1), (2, 4)),
    "pass": ((0, 2), (3, 4), (3, 4), (1, 2), (2, 3)),
}


def generate(luck: Luck) -> ScenarioSpec:
    """A world."""
    land = luck.choice(tuple(LANDS))
    rule = "saboteurs" if luck.chance(1, 3) else "plain"
    shard = _shard(luck)
    shards = (shard, turned(shard))
    areas, barricades = _terrain(luck, land, shards)
    barred = set().union(*(cells_of(box, 1) for box in barricades))
    objectives: dict[str, tuple[Cell, ...]] = {"2": _objectives(luck, shards, barred)} if rule == "saboteurs" else {}
    board = MapSpec(WORLD_SIZE, CENTRE, areas, barricades, shards={"2": shards}, objectives=objectives)
    others = luck.choice((2, 3, 4))
    fielded = (1, *sorted(luck.sample((2, 3, 4, 5), others)))
    wild = () if objectives else _wild(luck, (CENTRE, *shards), barred)
    return ScenarioSpec(
        title=f"A skirmish, {land}", rule=rule, seats=(2, 2), rounds=3 if others == 4 else luck.between(3, 4), board=board,
        fielded=fielded, wild=wild, rosters=_circles(luck), skirmish=True, tags=("small", "skirmish"),
    )  # fmt: skip


def turned(cell: Cell) -> Cell:
    """Where a cell lies after half a turn of the board."""
    return LAST - cell[0], LAST - cell[1]


def turned_box(box: Box) -> Box:
    """Where a rectangle lies after half a turn of the board."""
    x0, x1, y0, y1 = box
    return LAST - x1, LAST - x0, LAST - y1, LAST - y0


def cells_of(box: Box, beyond: int = 0) -> set[Cell]:
    """The cells of a rectangle, and those up to so many beyond its sides."""
    x0, x1, y0, y1 = box
    return {(x, y) for x in range(x0 - beyond, x1 + beyond + 1) for y in range(y0 - beyond, y1 + beyond + 1)}


def _far(a: Cell, b: Cell, cells: int) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= cells**2


def _shard(luck: Luck) -> Cell:
    """The first seat's shard: by the middle of its edge, to one side, or in a corner."""
    edge = [(x, y) for x in range(3, LAST - 2) for y in (1, 2)]
    corner = [(x, y) for x in (2, 3, 4) for y in (3, 4)]
    return luck.choice([cell for cell in (corner if luck.chance(1, 4) else edge) if _far(cell, CENTRE, AWAY)])


def _objectives(luck: Luck, shards: Sequence[Cell], barred: set[Cell]) -> tuple[Cell, Cell]:
    """One objective of each seat, outside 6U of both shards. Clause: GB-S2-01."""
    cells = [(x, y) for x in range(1, LAST) for y in range(1, LAST) if (x, y) not in barred and _far((x, y), CENTRE, 5)]
    cell = luck.choice([cell for cell in cells if all(_far(cell, shard, AWAY) for shard in shards)])
    return cell, turned(cell)


def _terrain(luck: Luck, land: str, shards: Iterable[Cell]) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Area terrain and barricades: rectangles in pairs, each the image of the other.

    They are drawn until the areas cover a quarter to half of the board.
    """
    n_areas, wide, high, n_barricades, long = LANDS[land]
    open_ground = set().union(*(cells_of((x, x, y, y), 1) for x, y in shards))
    while True:
        areas, barricades = _middle(luck, land)
        if open_ground & set().union(*map(cells_of, areas)):
            continue
        for _ in range(luck.between(*n_areas)):
            taken = open_ground | set().union(*(cells_of(box, 1) for box in (*areas, *barricades)), {CENTRE})
            areas += _pair(luck, (luck.between(*wide), luck.between(*high)), 0, taken)
        for _ in range(luck.between(*n_barricades)):
            taken = open_ground | set().union(*map(cells_of, areas), *(cells_of(box, 2) for box in barricades), {CENTRE})
            length = luck.between(*long)
            barricades += _pair(luck, (length, 1) if luck.chance(1, 2) and land != "hedges" else (1, length), 3, taken)
        if LEAST <= sum(len(cells_of(box)) for box in areas) <= MOST and len(areas) + len(barricades) <= STATIC_PIECES:
            return tuple(areas), tuple(barricades)


def _middle(luck: Luck, land: str) -> tuple[list[Box], list[Box]]:
    """What lies in the middle of some lands: its areas and its barricades."""
    x, y = CENTRE
    if land == "marsh":  # across the board, with a ford at the centre or two beside it
        deep, ford = luck.between(1, 2), luck.between(1, 2)
        if luck.chance(1, 2):
            bank: Box = (0, x - ford - 1, y - deep, y + deep)
            return [bank, turned_box(bank)], []
        isle, gap = luck.between(2, 4), luck.between(2, 3)
        bank = (0, x - isle - gap - 1, y - deep, y + deep)
        return [(x - isle, x + isle, y - deep, y + deep), bank, turned_box(bank)], []
    if land == "hill":
        a, b = luck.between(2, 4), luck.between(2, 3)
        wall: Box = (x - a, x + luck.between(-1, 1), y - b - 1, y - b - 1)
        return [(x - a, x + a, y - b, y + b)], [wall, turned_box(wall)] if luck.chance(2, 3) else []
    if land == "fort":  # four walls about the centre, with gates at the corners
        far, side = luck.between(2, 3), luck.between(1, 2)
        shift = luck.between(-1, 1) if far > side else 0
        north: Box = (x - side + shift, x + side + shift, y - far, y - far)
        west: Box = (x - far - 1, x - far - 1, y - side, y + side)
        return [], [north, turned_box(north), west, turned_box(west)]
    if land == "pass":  # between two heights
        width, length, shift = luck.between(5, 7), luck.between(4, 6), luck.between(-2, 2)
        height: Box = (luck.below(2), width, y - length + shift, y + length + shift)
        return [height, turned_box(height)], []
    return [], []


def _pair(luck: Luck, sides: tuple[int, int], inside: int, taken: set[Cell]) -> list[Box]:
    """A rectangle of some size, so many cells inside the edges, where nothing is taken, and its image; nothing if no place is found."""
    wide, high = sides if luck.chance(1, 2) or 1 in sides or max(sides) > 6 else sides[::-1]
    for _ in range(30):
        x, y = luck.between(inside, WORLD_SIZE - wide - inside), luck.between(inside, WORLD_SIZE - high - inside)
        box = (x, x + wide - 1, y, y + high - 1)
        cells = cells_of(box)
        if not cells & taken and not cells & cells_of(turned_box(box), 1) and not {turned(cell) for cell in cells} & taken:
            return [box, turned_box(box)]
    return []


def _wild(luck: Luck, things: Sequence[Cell], barred: set[Cell]) -> tuple[WildSpec, ...]:
    """Wild models in pairs, well away from the shards and the centre: none, two or four."""
    far = [(x, y) for x in range(LAST + 1) for y in range(LAST + 1) if (x, y) not in barred and all(_far((x, y), c, 5) for c in things)]
    found: list[WildSpec] = []
    for _ in range(luck.below(3)):
        free = [cell for cell in far if all(_far(cell, wild.cell, 3) for wild in found) and _far(cell, turned(cell), 3)]
        kind, cell = luck.choice(WILD), luck.choice(free)
        found += [WildSpec(kind, cell), WildSpec(kind, turned(cell))]
    return tuple(found)


def _circles(luck: Luck) -> tuple[CircleSpec, CircleSpec]:
    """The circles of both seats; only together do they shoot, since a Ranged shard against another decides most games."""
    ranged = luck.chance(1, 6)
    first = _circle(luck, ranged)
    return first, first if luck.chance(1, 6) else _circle(luck, ranged)


def _circle(luck: Luck, ranged: bool) -> CircleSpec:
    """A shipped circle, or one of godbreakers from all of them under a shard of any trait. Clauses: GB-CIR-01..08."""
    circles: dict[str, CircleSpec] = read_all(Path(__file__).parent / "circles.toml", CircleSpec)
    if luck.chance(1, 4):
        name = luck.choice([name for name in SHIPPED if (circles[name].shard_trait == "ranged") == ranged])
        return replace(circles[name], name=name)
    roles = list({(one.role, *one.traits): one for circle in circles.values() for one in circle.godbreakers}.values())
    leaders, seconds, others = (
        [one for one in roles if one.die == die and gains_of([one]) == gains] for die, gains in ((8, 3), (8, 2), (6, 2))
    )  # fmt: skip
    second, heir = luck.sample(seconds, 2)
    leader = luck.choice(leaders) if luck.chance(1, 2) else _promoted(luck, heir)
    shard = "ranged" if ranged else luck.choice([trait.name.lower() for trait in Trait if trait != Trait.RANGED])
    return CircleSpec(shard, (leader, second, *luck.sample(others, 3)), f"circle of the {leader.role}")


def _promoted(luck: Luck, one: GodbreakerSpec) -> GodbreakerSpec:
    """A godbreaker with one gain more: a new trait of its metals, or a rank of one that it has."""
    own = [trait for trait, rank in one.traits.items() if rank < MAX_RANK]
    new = [trait.name.lower() for trait in Trait if metal_of(trait.name) in one.metals and trait.name.lower() not in one.traits]
    trait = luck.choice(own if luck.chance(1, 2) else new)
    return replace(one, traits={**one.traits, trait: one.traits.get(trait, 0) + 1})


def gains_of(godbreakers: Iterable[GodbreakerSpec]) -> int:
    """Trait gains that some godbreakers have had. Clause: GB-CIR-02."""
    return sum(sum(one.traits.values()) for one in godbreakers)
