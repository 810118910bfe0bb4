"""Generated worlds: a small board, equal on both sides, what is fought for there, and two armies of the same points.

Dossier, section Generated worlds.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from skirmish_rl.envs.core.worlds import Luck
from skirmish_rl.envs.dropzone_commander.data.checks import SIZES, WITHIN, group_points, points_of
from skirmish_rl.envs.dropzone_commander.data.schema import (
    ForceSpec,
    GroupSpec,
    MapSpec,
    PieceSpec,
    ScenarioSpec,
    SquadSpec,
    read_profiles,
    read_scenery,
)
from skirmish_rl.envs.dropzone_commander.data.seen import WORLD_DECK, WORLD_GROUPS, WORLD_PIECES, WORLD_SIZE, WORLD_SQUADS, WORLD_UNITS
from skirmish_rl.envs.dropzone_commander.kit import GroupType

Box = tuple[int, int, int, int]  # x and y of the south-west cell, width and height
Strip = tuple[int, int, int, int]  # x from and to, y from and to
Cell = tuple[int, int]

SIZE = "skirmish"  # of the game, T1
BUDGETS = (500, 550, 600)  # points of an army
TOLERANCE = 10  # points that an army may stay below
INFANTRY = 2  # squads of it at least: nobody else claims what lies inside
COMMANDERS = (1, 1, 2, 2, 3)  # CV, as often as it stands here
CHOICES = {"A-SCB": ("missile pod", "minigun")}  # profiles of which a squad takes one weapon
LEAST = (("hq", "command"), ("frontline", "troops"), ("armour", "standard"))  # that every army has: types of battlegroup, categories
MORE = (  # what is added, as often as it stands here
    ("hq", "scout"), ("hq", "heavy"), ("frontline", "troops"), ("frontline", "troops"), ("frontline", "troops"), ("frontline", "exotic"),
    ("frontline", "support"), ("armour", "standard"), ("armour", "standard"), ("armour", "heavy"), ("armour", "support"),
    ("vanguard", "scout"), ("vanguard", "exotic"), ("vanguard", "support"),
)  # fmt: skip
MISSIONS = ("extraction", "extraction", "extraction", "bunkers", "survey", "kills")  # what is fought for, as often as it stands here
EDGE = 6  # inches between objectives, and between them and the edges of the board, DZ-DEP-10
STREET = 2  # width of a road
# Widths and heights of each kind of scenery, of which either may come first. T6
SHAPES: dict[str, tuple[Cell, ...]] = {
    "park": ((4, 4), (4, 6)), "field": ((5, 5), (5, 7)), "barricade": ((3, 1),), "small_forest": ((2, 2), (3, 3), (3, 2)),
    "medium_forest": ((4, 4), (5, 4), (5, 5)), "tiny_shack": ((2, 2), (3, 2)), "small_shack": ((4, 4), (5, 4)),
    "tiny_building": ((3, 2), (3, 3)), "small_building": ((4, 4), (5, 4)), "medium_building": ((5, 5), (6, 4), (5, 4)),
    "large_building": ((6, 6), (7, 6)), "medium_bunker": ((4, 4), (5, 4)), "large_bunker": ((6, 6),),
}  # fmt: skip


@dataclass(frozen=True)
class Land:
    """A kind of country.

    `streets`: for each drawing of its roads, how far those from south to north and those from west to east lie from the edges, or
    in the middle. `centre`: what may stand there, "" for nothing. `pairs`: kinds, how many pairs of them at least and at most, and
    whether they stand along a "street", before a "house", or anywhere.
    """

    streets: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    centre: tuple[str, ...]
    pairs: tuple[tuple[tuple[str, ...], int, int, str], ...]


MIDDLE = (WORLD_SIZE - STREET) // 2
LANDS: dict[str, Land] = {
    "city": Land(
        (((8,), (8,)), ((9,), (9,)), ((8,), (9,)), ((9,), (8,)), ((8,), (MIDDLE,)), ((MIDDLE,), (8,))),
        ("medium_building", "large_building", "park"),
        (
            (("medium_building",), 2, 2, "street"), (("small_building",), 2, 3, "street"),
            (("small_forest",), 1, 2, ""), (("barricade",), 1, 3, "house"),
        ),
    ),
    "boulevard": Land(
        (((MIDDLE,), ()), ((MIDDLE,), (5,)), ((MIDDLE,), (6,))),
        ("",),
        (
            (("large_building",), 1, 1, "street"), (("medium_building",), 2, 2, "street"), (("small_building", "park"), 0, 2, "street"),
            (("small_forest",), 1, 2, ""), (("barricade",), 1, 3, "house"),
        ),
    ),
    "suburb": Land(
        (((7,), (MIDDLE,)), ((MIDDLE,), (7,)), ((MIDDLE,), (MIDDLE,)), ((8,), ())),
        ("small_building", "park", "medium_building"),
        (
            (("small_building", "tiny_building", "small_shack"), 3, 4, "street"), (("park", "field"), 1, 2, ""),
            (("small_forest",), 1, 2, ""), (("barricade",), 0, 2, "house"),
        ),
    ),
    "forest": Land(
        (((MIDDLE,), ()), ((), (MIDDLE,)), ((), ())),
        ("medium_forest", "small_building", "small_shack"),
        (
            (("small_building", "small_shack"), 2, 2, ""), (("medium_forest",), 2, 3, ""), (("small_forest",), 2, 4, ""),
            (("tiny_shack",), 0, 1, ""),
        ),
    ),
    "farmland": Land(
        (((MIDDLE,), ()), ((), (MIDDLE,)), ((), (8,)), ((8,), ())),
        ("small_building", "small_shack", ""),
        (
            (("small_shack", "small_building"), 2, 2, "street"), (("field",), 2, 3, ""), (("tiny_shack",), 1, 1, ""),
            (("small_forest", "medium_forest"), 1, 2, ""), (("barricade",), 1, 2, "house"),
        ),
    ),
    "fortress": Land(
        (((MIDDLE,), ()), ((), (9,)), ((), ())),
        ("large_bunker", "medium_bunker", "medium_building"),
        (
            (("medium_bunker",), 1, 2, ""), (("tiny_building", "small_building"), 1, 2, ""), (("barricade",), 4, 5, "house"),
            (("small_forest",), 1, 2, ""),
        ),
    ),
}  # fmt: skip


def generate(luck: Luck) -> ScenarioSpec:
    """A world."""
    land, mission = luck.choice(tuple(LANDS)), luck.choice(MISSIONS)
    if mission == "bunkers":
        zones = luck.choice((("south_west", "north_east"), ("north_west", "south_east")))
    else:
        zones = luck.choice((("south", "north"), ("west", "east")))
    while True:
        roads, pieces = _board(luck, LANDS[land])
        goals = _goals(luck, pieces, mission, zones)
        if goals:
            break
    if mission == "bunkers":
        pieces |= {name: PieceSpec("large_bunker" if min(pieces[name].at[2:]) > 5 else "medium_bunker", pieces[name].at) for name in goals}
    budget = luck.choice(BUDGETS)
    armies = tuple(_army(luck, luck.choice("ABCD"), budget) for _ in range(2))
    return ScenarioSpec(
        title=f"A skirmish, {mission}, {land}", seats=(2, 2), rounds=luck.between(5, 6), size=SIZE, points=budget, armies=armies,
        zones=zones, scoring=mission, board=MapSpec(WORLD_SIZE, pieces, roads), objectives=() if mission == "kills" else goals,
        hidden=mission == "extraction", mobile=mission == "extraction", direct=mission == "bunkers",
        double_range=goals if mission == "kills" else (), deck=WORLD_DECK, skirmish=True, tags=("small", "skirmish"),
    )  # fmt: skip


def turned(box: Box) -> Box:
    """Where a box lies after half a turn of the board."""
    x, y, wide, high = box
    return WORLD_SIZE - x - wide, WORLD_SIZE - y - high, wide, high


def _bits(box: Box, margin: int = 0) -> int:
    """The cells of a box and around it, one bit each."""
    x, y, wide, high = box
    x0, x1, y0, y1 = max(x - margin, 0), min(x + wide + margin, WORLD_SIZE), max(y - margin, 0), min(y + high + margin, WORLD_SIZE)
    row = (1 << x1) - (1 << x0)
    return sum(row << y * WORLD_SIZE for y in range(y0, y1))


def _board(luck: Luck, land: Land) -> tuple[tuple[Strip, ...], dict[str, PieceSpec]]:
    """Roads and pieces: those of one half, turned for the other."""
    upright, across = luck.choice(land.streets)
    last = WORLD_SIZE - 1
    roads = [(x, x + STREET - 1, 0, last) for near in upright for x in sorted({near, WORLD_SIZE - STREET - near})]
    roads += [(0, last, y, y + STREET - 1) for near in across for y in sorted({near, WORLD_SIZE - STREET - near})]
    paved = 0
    for x0, x1, y0, y1 in roads:
        paved |= _bits((x0, y0, x1 - x0 + 1, y1 - y0 + 1))
    pieces: dict[str, PieceSpec] = {}
    kind = luck.choice(land.centre)
    if kind:
        wide, high = luck.choice([shape for shape in SHAPES[kind] if shape[0] % 2 == 0 and shape[1] % 2 == 0])
        box = (WORLD_SIZE - wide) // 2, (WORLD_SIZE - high) // 2, wide, high
        if not paved & _bits(box):
            pieces["C0"] = PieceSpec(kind, box)
    for kinds, fewest, most, where in land.pairs:
        for _ in range(luck.between(fewest, most)):
            kind = luck.choice(kinds)
            shape = luck.choice(SHAPES[kind])
            places = list(_places(shape if luck.chance(1, 2) else shape[::-1], kind, pieces, paved, where))
            if places and len(pieces) + 2 <= WORLD_PIECES:
                box, k = luck.choice(places), len(pieces) // 2 + 1
                pieces[f"P{k}"], pieces[f"Q{k}"] = PieceSpec(kind, box), PieceSpec(kind, turned(box))
    return tuple(roads), pieces


def _places(shape: Cell, kind: str, pieces: dict[str, PieceSpec], paved: int, where: str) -> Iterator[Box]:
    """Where a piece and its image have room: off the roads, and two inches from others unless both are low.

    Vehicles pass between pieces that are two inches apart.
    """
    (wide, high), scenery = shape, read_scenery()
    low = "impassable" not in scenery[kind].properties
    taken, wanted = paved, paved if where == "street" else 0
    for piece in pieces.values():
        tall = "impassable" in scenery[piece.kind].properties
        taken |= _bits(piece.at, 1 if low and not tall else 2)
        wanted |= _bits(piece.at, 2) if where == "house" and tall else 0
    here, around, margin = _bits((0, 0, wide, high)), _bits((0, 0, wide + 2, high + 2)), 2 if low else 3
    for x in range(margin, WORLD_SIZE - margin - wide + 1):
        for y in range(margin, WORLD_SIZE - margin - high + 1):
            other_x, other_y, _, _ = turned((x, y, wide, high))
            meets = abs(other_x - x) < wide + 2 and abs(other_y - y) < high + 2
            beside = not wanted or wanted & around << ((y - 1) * WORLD_SIZE + x - 1)
            if beside and not meets and not taken & here << (y * WORLD_SIZE + x):
                yield x, y, wide, high


def _goals(luck: Luck, pieces: dict[str, PieceSpec], mission: str, zones: tuple[str, ...]) -> tuple[str, ...]:
    """The buildings that are fought for, in pairs and perhaps the centre; none if the board has too few that lie right."""
    pairs = [(name, f"Q{name[1:]}") for name, piece in pieces.items() if name[0] == "P" and _lies_right(piece)]
    found = ["C0"] if "C0" in pieces and _lies_right(pieces["C0"]) else []
    wanted = {"extraction": 1 if found else luck.between(1, 2), "bunkers": 1, "survey": 3, "kills": 1}[mission]
    if mission == "extraction" and luck.chance(1, 4):
        wanted = 2
    for pair in luck.shuffled(pairs):
        if len(found) // 2 < wanted and all(_apart(pieces[pair[0]], pieces[other]) for other in (*found, pair[1])):
            if mission != "bunkers" or all(_from_corner(pieces[pair[0]], zone) for zone in zones):
                found += pair
    fewest = 4 if mission == "survey" else 2
    return tuple(found) if len(found) >= fewest else ()


def _lies_right(piece: PieceSpec) -> bool:
    """True for a building, or a shack, that is not too near an edge. Clauses: DZ-DEP-10, DZ-SCEN-S5-01."""
    properties = read_scenery()[piece.kind].properties
    x, y, wide, high = piece.at
    inside = EDGE <= x + wide // 2 < WORLD_SIZE - EDGE and EDGE <= y + high // 2 < WORLD_SIZE - EDGE
    return "garrison" in properties and "forest" not in piece.kind and inside


def _apart(one: PieceSpec, other: PieceSpec) -> bool:
    """True for two pieces whose objectives are far enough from each other. Clause: DZ-DEP-10."""
    across, up = (abs(2 * one.at[k] + one.at[k + 2] - 2 * other.at[k] - other.at[k + 2]) for k in (0, 1))
    return across * across + up * up >= 4 * EDGE * EDGE


def _from_corner(piece: PieceSpec, zone: str) -> bool:
    """True for a piece outside a corner zone."""
    x = piece.at[0] if "west" in zone else WORLD_SIZE - piece.at[0] - piece.at[2]
    y = piece.at[1] if "south" in zone else WORLD_SIZE - piece.at[1] - piece.at[3]
    return x * x + y * y > 12 * 12


def _army(luck: Luck, of: str, budget: int) -> ForceSpec:
    """An army of the list `A` to `D`, drawn until it makes up the points."""
    while True:
        draft = _Draft(luck, of, budget)
        for kind, category in LEAST:
            draft.add(kind, category)
        for _ in range(40):
            if draft.is_ready():
                return draft.force()
            draft.add(*luck.choice(MORE))


@functools.cache
def _carriers(of: str, name: str, size: int) -> tuple[str, ...]:
    """Transports of an army list that a squad fills, at least by half, and that fly or are flown in turn.

    Clauses: DZ-ARMY-04, DZ-TRN-01.
    """
    profiles = read_profiles()
    need, load = profiles[name].needs * size, profiles[name].load
    fitting = [one for one, profile in profiles.items() if one.startswith(f"{of}-") and load in profile.carries]
    return tuple(one for one in fitting if need <= profiles[one].capacity <= 2 * need)


@functools.cache
def _squads_of(of: str, category: str) -> tuple[tuple[str, int], ...]:
    """Profiles and sizes of the squads of an army list that a Transport carries."""
    listed = [(name, profile) for name, profile in read_profiles().items() if name.startswith(f"{of}-") and profile.category == category]
    sizes = [(name, size) for name, profile in listed for size in range(profile.squad[0], profile.squad[1] + 1)]
    return tuple(one for one in sizes if _carriers(of, *one))


class _Draft:
    """An army that is being drawn: squads with the Transports that fly them, and the battlegroups that name them."""

    def __init__(self, luck: Luck, of: str, budget: int):
        self.luck, self.of, self.budget = luck, of, budget
        self.cv = luck.choice(COMMANDERS)
        self.profiles = {name: profile for name, profile in read_profiles().items() if name.startswith(f"{of}-")}
        self.squads: dict[str, SquadSpec] = {}
        self.groups: list[tuple[str, list[str]]] = []

    def force(self) -> ForceSpec:
        """What has been drawn so far."""
        order = sorted(self.groups, key=lambda group: GroupType[group[0].upper()])
        return ForceSpec(
            f"Force {self.of}", SIZE, self.budget, tuple(GroupSpec(kind, tuple(squads)) for kind, squads in order), dict(self.squads)
        )

    def is_ready(self) -> bool:
        """True if the points are made up, with what every army has and enough Infantry."""
        infantry = sum(self.profiles[squad.profile].kind == "infantry" for squad in self.squads.values())
        whole = {kind for kind, _ in LEAST} <= {kind for kind, _ in self.groups}
        return whole and infantry >= INFANTRY and self.budget - points_of(self.force(), self.profiles) <= TOLERANCE

    def add(self, kind: str, category: str) -> None:
        """One more squad of a category in a battlegroup of a type, and what carries it, if that is allowed and can be paid."""
        rare = {squad.profile for squad in self.squads.values() if "rare" in self.profiles[squad.profile].traits}
        group, options = self._group(kind, category), [one for one in _squads_of(self.of, category) if one[0] not in rare]
        if group is None or not options:
            return
        squads, groups = self.squads, self.groups
        profile, size = self.luck.choice(options)
        self.squads = dict(squads)
        aboard = self._carrier(profile, size, group[1])
        name, weapons = self._name(profile), (self.luck.choice(CHOICES[profile]),) if profile in CHOICES else ()
        leads = category == "command" and not any(one.commander for one in squads.values())
        self.squads[name] = SquadSpec(profile, size, aboard, self.cv if leads else 0, weapons)
        grown = kind, [*group[1], name]
        self.groups = [one for one in groups if one is not group] + [grown]
        if not self._is_allowed(grown[1]):
            self.squads, self.groups = squads, groups

    def _group(self, kind: str, category: str) -> tuple[str, list[str]] | None:
        """A battlegroup with room for one more squad of a category, perhaps a new one. T1, T2"""
        *allowed, _ = SIZES[SIZE]
        most = allowed[GroupType[kind.upper()]][1]
        mine = [group for group in self.groups if group[0] == kind]
        counts = [Counter(self.profiles[self.squads[name].profile].category for name in group[1]) for group in mine]
        room = [group for group, count in zip(mine, counts, strict=True) if count[category] < WITHIN[kind][category][1]]
        if room and (len(mine) == most or self.luck.chance(1, 2)):
            return self.luck.choice(room)
        first = [name for name, (low, _) in WITHIN[kind].items() if low]
        return (kind, []) if len(mine) < most and (not first or category in first) else None

    def _carrier(self, name: str, size: int, group: list[str]) -> str:
        """A Transport for a squad: one of its battlegroup that has room, or a new one; "" for none.

        A new Transport is itself aboard another unless it flies.
        """
        profile, above = self.profiles[name], ""
        need = profile.needs * size
        for squad in group:
            while squad := self.squads[squad].aboard:
                transport = self.profiles[self.squads[squad].profile]
                load = sum(self.profiles[one.profile].needs * one.size for one in self.squads.values() if one.aboard == squad)
                if profile.load in transport.carries and load + need <= transport.capacity:
                    return squad
        chosen = self.luck.choice(_carriers(self.of, name, size))
        transport = self.profiles[chosen]
        if transport.kind != "aircraft" and "hovercraft" not in transport.traits:
            above = self._carrier(chosen, 1, group)
        called = self._name(chosen)
        self.squads[called] = SquadSpec(chosen, 1, above)
        return called

    def _is_allowed(self, group: list[str]) -> bool:
        """True if the army is neither too large nor too dear, nor this battlegroup of it. Clause: DZ-ARMY-02."""
        force, share = self.force(), SIZES[SIZE][-1]
        units = sum(squad.size for squad in self.squads.values())
        fits = units <= WORLD_UNITS and len(self.squads) <= WORLD_SQUADS and len(self.groups) <= WORLD_GROUPS
        cost = group_points(force, self.profiles, tuple(group))
        return fits and points_of(force, self.profiles) <= self.budget and 100 * cost <= share * self.budget

    def _name(self, profile: str) -> str:
        """A name for one more squad of a profile."""
        return f"{profile[2:].lower()}{1 + sum(squad.profile == profile for squad in self.squads.values())}"
