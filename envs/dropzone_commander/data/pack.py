"""Scenario, forces, map and options to packed tables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.scenarios import Forces, Option, Packed, known, named_beside, read_all, read_named, seats_of
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.dropzone_commander.data.bound import decision_bound
from skirmish_rl.envs.dropzone_commander.data.checks import (
    COMMANDER_COST,
    box,
    check_force,
    check_map,
    check_profile,
    check_scenario,
    check_scenery,
    check_seats,
    check_world,
)
from skirmish_rl.envs.dropzone_commander.data.fields import TABLES, UNLIMITED
from skirmish_rl.envs.dropzone_commander.data.schema import (
    DEVASTATED,
    FOLDER,
    PROPERTIES,
    ForceSpec,
    MapSpec,
    ProfileSpec,
    ScenarioSpec,
    ScenerySpec,
    WeaponSpec,
    read_profiles,
    read_scenery,
)
from skirmish_rl.envs.dropzone_commander.data.seen import WORLD_DECK, fill_layout, most_shots
from skirmish_rl.envs.dropzone_commander.kit import Card, Category, GroupType, Kind, Load, Trait
from skirmish_rl.envs.dropzone_commander.state import CARDS, CELLS, FIRST, PIECES, ROUNDS, SEATS, SLOTS, SQUAD_FIRST, WIDTH, Scoring, Site

REDUCED = (2, 4, 8, 10, 11, 13, 14, 16, 17, 18, 20, 22, 24, 28, 29, 30)  # numbers of the cards of the small deck, DZ-CARD-05
DECKS = {"none": 0, "full": (1 << CARDS) - 1, "reduced": sum(1 << (n - 1) for n in REDUCED)}
ARC_BITS = {"F": 1, "S": 6, "L": 2, "R": 4, "B": 8}
ALL_ROUND = 15
COVER_BITS = {"soft": 1, "body": 2, "hull": 4, "all": 7}
ZONE_INCHES = 12
CEILING = 32  # quarter inches, DZ-AIR-01

OPTIONS = {
    "forces": Option(
        None, object, "a list of forces, one for each seat: shipped ones or paths of army files; without it the scenario's own"
    ),
    "rounds": Option(None, range(1, ROUNDS + 1), f"1 to {ROUNDS} rounds (DZ-INIT-01); without it as many as the scenario says"),
    "cards": Option(None, ("off", "reduced", "full"), "'off', 'reduced' or 'full': the command decks (DZ-CARD-05, DZ-SCEN-S1-05)"),
    "move_mode": Option("squad", ("squad", "unit"), "'squad' or 'unit': who is asked where to move (DZ-GRID-11)"),
    "site_mode": Option("squad", ("squad", "unit"), "'squad' or 'unit': who is asked for a place in a Garrison (DZ-GRID-13)"),
    "unit_cover": Option("on", ("on", "off"), "'on' or 'off': Vehicles hide what is behind them (DZ-GRID-09)"),
    "objectives": Option("house", ("house", 7), "'house' or 7: the published number for three and four seats (DZ-SCEN-S2-03)"),
    "primary": Option(False, bool, "true or false: the objective in the first Garrison is worth double (DZ-SCEN-S2-05)"),
    "hive": Option(False, bool, "true or false: the Garrisons with objectives are not Destructible (DZ-SCEN-S3-05)"),
    "fp_aircraft": Option("on", ("on", "off"), "'on' or 'off': Aircraft count for focal points (DZ-FP-03)"),
    "end_on_wipeout": Option("off", ("on", "off"), "'on' or 'off': the game ends when one side at most has units left (DZ-END-05)"),
    "readings": Option("house", ("house", "letter"), "'house' or 'letter': by the letter no battlegroup is held (DZ-ACT-13)"),
}


def force_points(t: np.void, seat: int) -> int:
    """What a seat's army costs, Commanders included."""
    own = slice(FIRST[seat], FIRST[seat + 1])
    return int(t["unit_points"][own].sum() + t["unit_cost"][own].sum())


FORCES = Forces("forces.toml", ("forces",), force_points)


def inches_between(x0: Any, y0: Any, x1: Any, y1: Any) -> Any:
    """The least R with dx2 + dy2 <= R2 + R. Clause: DZ-GRID-02."""
    n = (x0 - x1) ** 2 + (y0 - y1) ** 2
    return np.ceil((np.sqrt(1 + 4 * n) - 1) / 2 - 1e-9).astype(np.int64)


_XS, _YS = np.arange(CELLS) % WIDTH, np.arange(CELLS) // WIDTH


Box = tuple[int, int, int, int]  # x and y from, x and y to: x0, x1, y0, y1, all included


def _far(boxes: Iterable[Box]) -> np.ndarray:
    """Inches from every cell to the nearest one of some boxes."""
    least = np.full(CELLS, UNLIMITED)
    for x0, x1, y0, y1 in boxes:
        least = np.minimum(least, inches_between(_XS, _YS, np.clip(_XS, x0, x1), np.clip(_YS, y0, y1)))
    return least


def _gaps(box: Box, others: np.ndarray) -> np.ndarray:
    """Inches from a box to each of some others, (n, 4), between their nearest cells."""
    x0, x1, y0, y1 = others.T
    across = np.maximum(np.maximum(box[0] - x1, x0 - box[1]), 0)
    return inches_between(0, 0, across, np.maximum(np.maximum(box[2] - y1, y0 - box[3]), 0))


def _fill_board(t: np.void, board: MapSpec, kinds: dict[str, ScenerySpec], double: tuple[str, ...], fixed: tuple[str, ...]) -> None:
    t["size"], t["n_pieces"], t["piece_at"] = board.size, len(board.pieces), -1
    for x0, x1, y0, y1 in board.roads:
        t["road"].reshape(WIDTH, WIDTH)[y0 : y1 + 1, x0 : x1 + 1] = 1
    numbers = list(board.pieces)
    t["door_far"] = t["piece_far"] = t["piece_gap"] = t["wall_gap"] = UNLIMITED
    for p, (name, piece) in enumerate(board.pieces.items()):
        kind = kinds[piece.kind]
        x0, x1, y0, y1 = box(piece)
        cells = [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]
        for x, y in cells:
            t["piece_at"][y * WIDTH + x], t["road"][y * WIDTH + x] = p, 0
        t["piece_box"][p], t["piece_kind"][p] = (x0, x1, y0, y1), list(kinds).index(piece.kind)
        props = set(kind.properties) - ({"destructible"} if name in fixed else set())
        t["piece_props"][p] = sum(1 << PROPERTIES.index(one) for one in props)
        t["piece_height"][p], t["piece_armour"][p], t["piece_dp"][p] = round(4 * kind.height), kind.armour, kind.dp
        t["piece_links"][p] = sum(1 << numbers.index(one) for one in piece.links)
        for other in piece.links:
            t["piece_links"][numbers.index(other)] |= np.uint32(1 << p)
        t["piece_double"][p] = name in double
        t["piece_far"][p] = _far([(x0, x1, y0, y1)])
        if "garrison" in kind.properties:
            outside = {
                "north": (x0, x1, y1 + 1, y1 + 1), "east": (x1 + 1, x1 + 1, y0, y1), "south": (x0, x1, y0 - 1, y0 - 1),
                "west": (x0 - 1, x0 - 1, y0, y1),
            }  # fmt: skip
            t["door_far"][p] = _far(
                wall for edge, wall in outside.items() if edge not in piece.sealed and min(wall) >= 0 and max(wall) < board.size
            )
    tall = np.flatnonzero(t["piece_height"] > CEILING)
    t["n_tall"], t["tall"][: len(tall)] = len(tall), tall
    solid = np.flatnonzero((t["piece_props"] >> PROPERTIES.index("solid")) & 1)
    t["n_solid"], t["solid"][: len(solid)] = len(solid), solid
    boxes = t["piece_box"][: len(numbers)].astype(int)
    for p, (x0, x1, y0, y1) in enumerate(boxes.tolist()):
        t["piece_gap"][p, : len(boxes)] = _gaps((x0, x1, y0, y1), boxes)
        walls = {
            Site.CENTRE: (x0, x1, y0, y1), Site.NORTH: (x0, x1, y1, y1), Site.EAST: (x1, x1, y0, y1), Site.SOUTH: (x0, x1, y0, y0),
            Site.WEST: (x0, x0, y0, y1),
        }  # fmt: skip
        for site, wall in walls.items():
            t["wall_gap"][p, site, : len(boxes)] = _gaps(wall, boxes)


def _fill_weapon(t: np.void, slot: int, k: int, weapon: WeaponSpec) -> None:
    t["weapon_close"][slot, k] = weapon.close
    t["weapon_free"][slot, k] = UNLIMITED if weapon.move_fire is None else weapon.move_fire
    t["weapon_arc"][slot, k] = sum(ARC_BITS[arc] for arc in weapon.arc)
    t["weapon_far"][slot, k], t["weapon_near"][slot, k] = (inches or UNLIMITED for inches in weapon.range)
    for key in (
        "shots",
        "acc",
        "energy",
        "alt",
        "area",
        "articulated",
        "flame",
        "indirect",
        "penetrative",
        "destroyer",
        "focus",
        "reduced",
        "limited",
        "strafe",
        "tech_killer",
    ):
        t[f"weapon_{key}"][slot, k] = getattr(weapon, key)
    t["weapon_aa"][slot, k] = -1 if weapon.aa is None else weapon.aa
    cover = 0
    for one in weapon.cover:
        cover |= COVER_BITS[one]
    t["weapon_cover"][slot, k], t["weapon_devastator"][slot, k] = cover, weapon.devastator
    t["weapon_devastates"][slot, k] = sum(1 << DEVASTATED.index(one) for one in weapon.devastates)


def _fill_unit(t: np.void, slot: int, profile: ProfileSpec, weapons: list[WeaponSpec], commander: int) -> None:
    t["unit_used"][slot] = 1
    t["unit_kind"][slot], t["unit_category"][slot] = Kind[profile.kind.upper()], Category[profile.category.upper()]
    for key in ("move", "active", "evasion", "passive", "armour", "dp", "fortitude", "dodge", "points", "infiltrate", "fast"):
        t[f"unit_{key}"][slot] = getattr(profile, key)
    t["unit_rapid"][slot] = -1 if profile.rapid is None else profile.rapid
    t["unit_traits"][slot] = sum(1 << Trait[trait.upper()] for trait in profile.traits)
    t["unit_cv"][slot], t["unit_cost"][slot] = commander, COMMANDER_COST[commander]
    if profile.needs:
        t["unit_need"][slot], t["unit_load"][slot] = profile.needs, Load[profile.load.upper()]
    t["unit_room"][slot] = profile.capacity
    for load in profile.carries:
        t["unit_carries"][slot, Load[load.upper()]] = 1
    t["unit_weapons"][slot] = len(weapons)
    for k, weapon in enumerate(weapons):
        _fill_weapon(t, slot, k, weapon)


def _fill_force(t: np.void, seat: int, force: ForceSpec, profiles: dict[str, ProfileSpec], numbers: dict[str, int]) -> None:
    group_of = {name: k for k, group in enumerate(force.battlegroups) for name in group.squads}
    slot, first = int(FIRST[seat]), {}
    for k, (name, squad) in enumerate(force.squads.items()):
        n, profile = int(SQUAD_FIRST[seat]) + k, profiles[squad.profile]
        weapons = [weapon for weapon in profile.weapons if not squad.weapons or weapon.name in squad.weapons]
        t["squad_first"][n], t["squad_size"][n], t["squad_group"][n] = slot, squad.size, group_of.get(name, -1)
        limited = any(sum(ARC_BITS[arc] for arc in weapon.arc) != ALL_ROUND for weapon in weapons if not weapon.close)
        t["squad_turns"][n] = limited or profile.fast > 0
        t["squad_dp"][n] = profile.dp * squad.size
        first[name] = slot
        for unit in range(squad.size):
            _fill_unit(t, slot, profile, weapons, squad.commander if unit == 0 else 0)
            t["unit_profile"][slot], t["unit_squad"][slot] = numbers[squad.profile], n
            slot += 1
    for name, squad in force.squads.items():
        if squad.aboard:
            t["unit_aboard"][first[name] : first[name] + squad.size] = first[squad.aboard]
    for k, group in enumerate(force.battlegroups):
        t["group_used"][seat, k], t["group_type"][seat, k] = 1, GroupType[group.type.upper()]
        flies = all(_flies(force, profiles, name) for name in group.squads)
        fast = any(profiles[force.squads[name].profile].fast for name in group.squads)
        t["group_reserve"][seat, k] = (group.type != "hq" and not flies) or fast  # DZ-DEP-07, DZ-AIR-09


def _flies(force: ForceSpec, profiles: dict[str, ProfileSpec], name: str) -> bool:
    """True for a squad of Aircraft, aboard Aircraft, or aboard what ignores Aerial Advantage. Clauses: DZ-DEP-07, DZ-ABIL-12."""
    while name:
        profile = profiles[force.squads[name].profile]
        if profile.kind in ("aircraft", "drone") or "hovercraft" in profile.traits:
            return True
        name = force.squads[name].aboard
    return False


def _fill_zones(t: np.void, zones: tuple[str, ...], size: int, direct: bool) -> None:
    t["n_zones"] = len(zones)
    last = size - 1
    on = (size > _XS) & (size > _YS)
    lines = {"south": _YS == 0, "north": last == _YS, "west": _XS == 0, "east": last == _XS}
    for z, zone in enumerate(zones):
        if "_" in zone:
            x, y = (0 if "west" in zone else last), (0 if "south" in zone else last)
            inside = on & (inches_between(_XS, _YS, x, y) <= ZONE_INCHES)
            edge = inside & ((x == _XS) | (y == _YS))
        else:
            edge = on & lines[zone]
            deep = {"south": _YS, "north": last - _YS, "west": _XS, "east": last - _XS}[zone]
            inside = on & (deep < ZONE_INCHES) if direct else edge
        t["zone"][z], t["edge"][z] = inside, edge
        cells = np.flatnonzero(edge)
        far = np.array([inches_between(_XS, _YS, c % WIDTH, c // WIDTH) for c in cells])
        near = np.array([(_XS - c % WIDTH) ** 2 + (_YS - c // WIDTH) ** 2 for c in cells])
        t["edge_far"][z], t["edge_near"][z] = far.min(0), cells[near.argmin(0)]
        t["n_edge"][z], t["edge_cells"][z][: len(cells)] = len(cells), cells
        t["edge_box"][z] = _XS[cells].min(), _XS[cells].max(), _YS[cells].min(), _YS[cells].max()
        t["edge_tall"][z] = _tall_between(t, t["edge_near"][z])


def _tall_between(t: np.void, starts: np.ndarray) -> np.ndarray:
    """Bits of the tall pieces that reach into the rectangle that each cell spans with another one."""
    x, y = starts % WIDTH, starts // WIDTH
    bits = np.zeros(CELLS, np.uint32)
    for k in range(int(t["n_tall"])):
        x0, x1, y0, y1 = t["piece_box"][t["tall"][k]]
        inside = (np.minimum(x, _XS) <= x1) & (np.maximum(x, _XS) >= x0) & (np.minimum(y, _YS) <= y1) & (np.maximum(y, _YS) >= y0)
        bits |= inside.astype(np.uint32) << np.uint32(k)
    return bits


def _board(spec: ScenarioSpec, seats: int, path: Path) -> tuple[MapSpec, dict[str, ScenerySpec]]:
    shipped = read_scenery()
    check_scenery(shipped, FOLDER / "scenery.toml")
    board, blamed = spec.board, path
    if board is None:
        maps, blamed = read_all(FOLDER / "maps.toml", MapSpec), FOLDER / "maps.toml"
        name = spec.map_more if seats > 2 and spec.map_more else spec.map
        known(path, "map", name, maps, "map")
        board = maps[name]
    check_scenery(board.kinds, blamed, "kinds.")
    kinds = shipped | board.kinds
    check_map(board, kinds, blamed)
    return board, kinds


def _forces(spec: ScenarioSpec, given: Any, seats: int, path: Path) -> list[str] | None:
    """Names of the armies; None for those that the scenario holds itself."""
    if given is None:
        if len(spec.armies) >= seats:
            return None
        if len(spec.forces) < seats:
            named = f"holds {len(spec.armies)} armies" if spec.armies else f"names {len(spec.forces)} forces"
            raise BadOption(f"the scenario {named}; give `forces`, one for each of {seats} seats")
        return [named_beside(path, "forces", name, FOLDER / "forces.toml", ForceSpec) for name in spec.forces[:seats]]
    forces = [given] * seats if isinstance(given, str) else given
    if not isinstance(forces, list | tuple) or len(forces) != seats:
        raise BadOption(f"forces={given!r}: name one force for each of the {seats} seats, or one for all")
    return [str(force) for force in forces]


def _armies(spec: ScenarioSpec, named: list[str] | None, seats: int, path: Path) -> list[tuple[ForceSpec, Path, str]]:
    """The army of each seat, with the file and the key to blame for it."""
    if named is None:
        return [(force, path, f"armies[{seat}]") for seat, force in enumerate(spec.armies[:seats])]
    read = [read_named(FOLDER / "forces.toml", name, ForceSpec) for name in named]
    return [(force, blamed, "" if name.endswith(".toml") else name) for name, (force, blamed) in zip(named, read, strict=True)]


def pack(spec: ScenarioSpec, path: Path, seats: int | None, options: dict[str, Any]) -> Packed:
    """A scenario as `core.scenarios` wants it.

    Raises:
        DataError, UnknownName: what the rules or the grid do not allow, with file, line, key and clause. BadOption: seats or options
            that the scenario does not allow.
    """
    check_seats(spec, path)
    seats = seats_of(spec.title, spec.seats, seats, "DZ-MULTI-02")
    objectives = spec.objectives if seats == 2 else spec.objectives_more or spec.objectives
    if options["objectives"] == 7 and seats > 2 and spec.objectives_published:
        objectives = spec.objectives_published
    board, kinds = _board(spec, seats, path)
    check_scenario(spec, board, kinds, seats, objectives, path)
    profiles = read_profiles()
    for name, profile in profiles.items():
        check_profile(name, profile, FOLDER / "profiles.toml")
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["unit_squad"] = t["squad_group"] = t["unit_aboard"] = t["unit_rapid"] = -1
    t["weapon_aa"] = t["token_piece"] = t["token_cell"] = -1
    fixed = objectives if options["hive"] else ()
    _fill_board(t, board, kinds, spec.double_range if seats == 2 else spec.double_range_more or spec.double_range, fixed)
    settled = {**options, "forces": _forces(spec, options["forces"], seats, path), "rounds": options["rounds"] or spec.rounds}
    own = spec.cards and options["cards"] is None  # a deck of the scenario's own has no name
    settled["cards"] = None if own else options["cards"] or {"none": "off"}.get(spec.deck, spec.deck)
    titles, numbers = [], {name: k for k, name in enumerate(profiles)}
    armies = _armies(spec, settled["forces"], seats, path)
    for seat, (force, blamed, key) in enumerate(armies):
        for name, profile in force.profiles.items():
            check_profile(name, profile, blamed)
            numbers.setdefault(name, len(numbers))
        check_force(force, profiles | force.profiles, blamed, key, seat)
        if force.size != spec.size or force.points > spec.points:
            has, wanted = f"{force.size}, {force.points} points", f"{spec.size} armies of {spec.points}"
            what = f"force {key or blamed}: {has}; {spec.title} is for {wanted} (DZ-ARMY-01)"
            raise fail(path, "points", what) if options["forces"] is None else BadOption(what)
        _fill_force(t, seat, force, profiles | force.profiles, numbers)
        titles.append(force.title)
    zones = spec.zones[: 2 if seats == 2 else 4]
    _fill_zones(t, zones, board.size, spec.direct)
    t["seats"], t["rounds"], t["scoring"] = seats, settled["rounds"], Scoring[spec.scoring.upper()]
    t["direct"], t["hidden"], t["mobile"], t["primary"] = spec.direct, spec.hidden, spec.mobile, options["primary"]
    places = list(board.pieces)
    t["n_tokens"] = len(objectives) + len(spec.open)
    for k, piece in enumerate(objectives):
        t["token_piece"][k] = places.index(piece)
    for k, (x, y) in enumerate(spec.open):
        t["token_cell"][len(objectives) + k] = y * WIDTH + x
    t["deck"] = sum(1 << (n - 1) for n in spec.cards) if own else DECKS[{"off": "none"}.get(settled["cards"], settled["cards"])]
    t["unit_cover"], t["fp_aircraft"] = options["unit_cover"] == "on", options["fp_aircraft"] == "on"
    t["move_mode"], t["site_mode"] = options["move_mode"] == "unit", options["site_mode"] == "unit"
    t["wipeout"] = options["end_on_wipeout"] == "on"
    t["letter"] = options["readings"] == "letter"
    if not t["letter"]:
        del settled["readings"]  # what was made before there was this option keeps its name
    fill_layout(tables, zones, board, DECKS[WORLD_DECK] if spec.skirmish else 0)
    if spec.skirmish:
        check_world(spec, board, seats, armies, most_shots(t), path)
    return Packed(tables, seats, decision_bound(seats, settled["rounds"]), settled, spec.tags, tuple(titles))


assert len(Card) == CARDS and PIECES <= 32 and SLOTS <= 127 and SEATS == 4
