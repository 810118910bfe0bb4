"""Checks that need the game's own words: what the rules and the grid do not allow is refused, with file, key and clause."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from skirmish_rl.envs.core.scenarios import known, names
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.dropzone_commander.data.schema import (
    ForceSpec,
    MapSpec,
    PieceSpec,
    ProfileSpec,
    ScenarioSpec,
    ScenerySpec,
    WeaponSpec,
)
from skirmish_rl.envs.dropzone_commander.data.seen import (
    WORLD_GROUPS,
    WORLD_PIECES,
    WORLD_SHOTS,
    WORLD_SIZE,
    WORLD_SQUADS,
    WORLD_TOKENS,
    WORLD_UNITS,
)
from skirmish_rl.envs.dropzone_commander.kit import GroupType, Load
from skirmish_rl.envs.dropzone_commander.sheet import ROADS
from skirmish_rl.envs.dropzone_commander.state import FORCES, SEATS, SHOTS, SQUADS_OF, TOKENS

SIZES = {  # battlegroups allowed: least and most of each type, and the share of the points one may cost. T1
    "drill": ((0, 1), (1, 2), (1, 1), (0, 1), 50),
    "skirmish": ((0, 1), (1, 2), (1, 1), (0, 1), 50),
    "clash": ((1, 1), (1, 2), (1, 2), (0, 2), 33),
    "battle": ((1, 2), (1, 2), (1, 2), (0, 2), 33),
}
POINTS = {"drill": (1, 450), "skirmish": (500, 999), "clash": (1000, 1999), "battle": (2000, 9999)}  # DZ-ARMY-01, DZ-ARMY-07
RARE = {"drill": 1, "skirmish": 1, "clash": 2, "battle": 3}  # DZ-ARMY-05
WITHIN = {  # squads allowed in a battlegroup. T2
    "hq": {"command": (1, 2), "scout": (0, 2), "heavy": (0, 1)},
    "frontline": {"troops": (1, 3), "exotic": (0, 1), "support": (0, 1)},
    "armour": {"standard": (1, 3), "heavy": (0, 2), "support": (0, 1)},
    "vanguard": {"scout": (0, 2), "exotic": (0, 2), "support": (0, 1)},
}
COMMANDER_COST = (0, 0, 35, 65, 95, 125, 155)  # T3
MOST_SHOTS = 125  # of a squad; C21 makes them twice as many, and a byte counts them


def check_scenery(kinds: dict[str, ScenerySpec], path: Path, key: str = "") -> None:
    """Refuse kinds of scenery that nothing could do anything with. Clauses: DZ-SCN-01, T6."""
    for name, kind in kinds.items():
        where = f"{key}{name}"
        if "destructible" in kind.properties and not (1 <= kind.dp <= 60 and 1 <= kind.armour <= 20):
            raise fail(path, f"{where}.dp", "what is Destructible has Armour 1 to 20 and DP 1 to 60 (DZ-SCN-01)")
        if "garrison" in kind.properties and not (kind.dp and {"impassable", "solid"} <= set(kind.properties)):
            raise fail(path, f"{where}.properties", "a Garrison is Impassable, Solid, and holds as many units as its DP (DZ-GAR-01)")


def box(piece: PieceSpec) -> tuple[int, int, int, int]:
    """The box: x from and to, y from and to of a piece, both included."""
    x, y, wide, high = piece.at
    return x, x + wide - 1, y, y + high - 1


def check_map(board: MapSpec, kinds: dict[str, ScenerySpec], path: Path) -> None:
    """Refuse boards that do not fit the grid and pieces in each other's way. Clauses: DZ-GRID-01, DZ-GAR-03, DZ-GAR-11."""
    taken: dict[tuple[int, int], str] = {}
    for name, piece in board.pieces.items():
        known(path, f"pieces.{name}", piece.kind, kinds, "kind of scenery")
        x0, x1, y0, y1 = box(piece)
        if x1 < x0 or y1 < y0 or x0 < 0 or y0 < 0 or x1 >= board.size or y1 >= board.size:
            raise fail(path, f"pieces.{name}", f"{list(piece.at)} lies off the board of {board.size} x {board.size} cells (DZ-GRID-01)")
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                if taken.setdefault((x, y), name) != name:
                    raise fail(path, f"pieces.{name}", f"[{x}, {y}] already belongs to {taken[x, y]}; a cell holds one piece (T6)")
        for link in piece.links:
            known(path, f"pieces.{name}", link, board.pieces, "piece")
            if any("garrison" not in kinds[board.pieces[one].kind].properties for one in (name, link)):
                raise fail(path, f"pieces.{name}", f"links to {link}; only Garrisons are linked (DZ-GAR-11)")
    for road in board.roads:
        if not (0 <= road[0] <= road[1] < board.size and 0 <= road[2] <= road[3] < board.size):
            raise fail(path, "roads", f"{list(road)} lies off the board; expected [x from, x to, y from, y to]")


def _check_weapon(weapon: WeaponSpec, path: Path, key: str) -> None:
    if weapon.close == bool(weapon.arc):
        raise fail(path, f"{key}.arc", "a weapon has an arc, or is for close quarters (DZ-CQ-01)")
    if not weapon.close and not 1 <= weapon.acc <= 6:
        raise fail(path, f"{key}.acc", f"got {weapon.acc}; expected 1 to 6 (DZ-SHT-09)")
    if weapon.strafe and (weapon.close or weapon.area or weapon.reduced):
        raise fail(path, f"{key}.strafe", "a weapon that strafes is no Area or Reduced one, nor for close quarters (DZ-SPEC-17)")
    if weapon.flame and (weapon.area or weapon.close):
        raise fail(path, f"{key}.flame", "a Flame weapon is no Area weapon, nor for close quarters (DZ-SPEC-09)")
    if weapon.area and weapon.shots != 1:
        raise fail(path, f"{key}.shots", "an Area weapon has one shot (DZ-SPEC-03)")


def check_profile(name: str, profile: ProfileSpec, path: Path) -> None:
    """Refuse profiles that are at odds with themselves. Chapters ARMY, TRN, SPEC."""
    if profile.needs:
        known(path, f"{name}.load", profile.load, names(Load)[1:], "class of transport")
    if (profile.kind == "infantry") != (2 <= profile.fortitude <= 6):
        raise fail(path, f"{name}.fortitude", "Infantry, and nobody else, has a Fortitude of 2 to 6 (DZ-CQ-07)")
    if bool(profile.capacity) != bool(profile.carries):
        raise fail(path, f"{name}.carries", "a Transport has a capacity and the classes it carries (DZ-TRN-01)")
    if profile.squad[0] > profile.squad[1]:
        raise fail(path, f"{name}.squad", f"{list(profile.squad)}: expected [least, most]")
    for weapon in profile.weapons:
        _check_weapon(weapon, path, name)
    if profile.fast and (profile.kind != "aircraft" or profile.fast > profile.move or profile.capacity):
        raise fail(path, f"{name}.fast", "Fast is an Aircraft that carries nobody; it moves `fast` to `move` inches (DZ-AIR-09)")
    if profile.infiltrate and profile.kind in ("aircraft", "drone"):
        raise fail(path, f"{name}.infiltrate", "only units on the ground infiltrate (DZ-SPEC-24)")
    strays = sum(weapon.shots for weapon in profile.weapons if weapon.flame)  # a shot each at another friend, DZ-SPEC-09
    fired = (sum(max(weapon.strafe, 1) for weapon in profile.weapons) + strays) * profile.squad[1]
    shots = sum(weapon.shots * max(weapon.strafe, 1) for weapon in profile.weapons) * profile.squad[1]
    if fired > SHOTS or shots > MOST_SHOTS:
        raise fail(
            path,
            f"{name}.weapons",
            f"a squad of {profile.squad[1]} fires {shots} shots of {fired} weapons; at most {MOST_SHOTS} of {SHOTS}",
        )


def check_force(force: ForceSpec, profiles: dict[str, ProfileSpec], path: Path, key: str, seat: int) -> None:
    """Refuse armies against the lists, and Transports loaded against the rules.

    Clauses: DZ-ARMY-01..05, DZ-CMDR-01, DZ-TRN-01..03, DZ-DEP-08.
    """

    def at(name: str) -> str:
        return f"{key}.{name}" if key else name

    known(path, at("size"), force.size, SIZES, "size of game")
    if len(force.squads) > SQUADS_OF[seat] or sum(squad.size for squad in force.squads.values()) > FORCES[seat]:
        raise fail(path, at("squads"), f"an army of seat {seat} has at most {SQUADS_OF[seat]} squads and {FORCES[seat]} units")
    for name, squad in force.squads.items():
        known(path, at(f"squads.{name}"), squad.profile, profiles, "profile")
        profile = profiles[squad.profile]
        if not profile.squad[0] <= squad.size <= profile.squad[1]:
            raise fail(
                path,
                at(f"squads.{name}"),
                f"{squad.size} units; a squad of {squad.profile} has {profile.squad[0]} to {profile.squad[1]}",
            )
        if squad.aboard:
            known(path, at(f"squads.{name}"), squad.aboard, force.squads, "squad")
        for weapon in squad.weapons:
            known(path, at(f"squads.{name}"), weapon, [one.name for one in profile.weapons], "weapon")
        if squad.commander and profile.category != "command" and "command_centre" not in profile.traits:
            raise fail(path, at(f"squads.{name}"), f"{squad.profile} cannot carry a Commander (DZ-CMDR-01)")
    groups = Counter(squad for group in force.battlegroups for squad in group.squads)
    for named, n in groups.items():
        known(path, at("battlegroups"), named, force.squads, "squad")
        if n > 1:
            raise fail(path, at("battlegroups"), f"{named} stands in {n} battlegroups; a squad belongs to one (DZ-CORE-07)")
    for name, squad in force.squads.items():
        auxiliary = profiles[squad.profile].category == "auxiliary"
        if auxiliary == (name in groups):
            raise fail(
                path,
                at("battlegroups"),
                f"{name} ({squad.profile}) belongs to {'no' if auxiliary else 'a'} battlegroup (DZ-ARMY-03)",
            )
    _check_groups(force, profiles, path, at)
    _check_loads(force, profiles, path, at)


def group_points(force: ForceSpec, profiles: dict[str, ProfileSpec], squads: tuple[str, ...]) -> int:
    """Points of a battlegroup with the Transports that carry it, without Commanders. Clause: DZ-ARMY-02."""
    all_of, more = set(), set(squads)
    while more:
        all_of |= more
        more = {force.squads[name].aboard for name in more} - {""} - all_of
    return sum(profiles[force.squads[name].profile].points * force.squads[name].size for name in all_of)


def points_of(force: ForceSpec, profiles: dict[str, ProfileSpec]) -> int:
    """Points of an army, Commanders included."""
    return sum(profiles[squad.profile].points * squad.size + COMMANDER_COST[squad.commander] for squad in force.squads.values())


def _check_groups(force: ForceSpec, profiles: dict[str, ProfileSpec], path: Path, at) -> None:
    *limits, share = SIZES[force.size]
    points = points_of(force, profiles)
    if points > force.points:
        raise fail(path, at("points"), f"{points} points; at most {force.points} (DZ-ARMY-01)")
    types = Counter(group.type for group in force.battlegroups)
    for group in force.battlegroups:
        if not group.squads:
            raise fail(path, at("battlegroups"), f"the {group.type} battlegroup has no squad (DZ-ARMY-01)")
        allowed = WITHIN[group.type]
        counts = Counter(profiles[force.squads[name].profile].category for name in group.squads)
        for category in counts:
            if category not in allowed:
                raise fail(path, at("battlegroups"), f"a {group.type} battlegroup has no {category} squads (T2)")
        for category, (low, high) in allowed.items():
            if not low <= counts[category] <= high:
                raise fail(
                    path,
                    at("battlegroups"),
                    f"{counts[category]} {category} squads in {group.type}; expected {low} to {high} (T2)",
                )
        cost = group_points(force, profiles, group.squads)
        if 100 * cost > share * force.points:
            raise fail(
                path,
                at("battlegroups"),
                f"the {group.type} battlegroup costs {cost} points; at most {share}% of {force.points} (DZ-ARMY-02)",
            )
    for group_type, (low, high) in zip(names(GroupType), limits, strict=True):
        if not low <= types[group_type] <= high:
            raise fail(path, at("battlegroups"), f"{types[group_type]} {group_type} battlegroups; expected {low} to {high} (T1)")
    rare = Counter(squad.profile for squad in force.squads.values() if "rare" in profiles[squad.profile].traits)
    for profile, n in rare.items():
        if n > RARE[force.size]:
            raise fail(path, at("squads"), f"{n} squads of {profile}, which is Rare; at most {RARE[force.size]} (DZ-ARMY-05)")


def _check_loads(force: ForceSpec, profiles: dict[str, ProfileSpec], path: Path, at) -> None:
    """Clauses: DZ-ARMY-04, DZ-TRN-01, DZ-TRN-02."""
    group_of = {name: k for k, group in enumerate(force.battlegroups) for name in group.squads}
    load: Counter[str] = Counter()
    riders: dict[str, set[int]] = {}
    for name, squad in force.squads.items():
        if not squad.aboard:
            continue
        key = at(f"squads.{name}")
        seen, up = {name}, squad.aboard
        while up:
            if up in seen:
                raise fail(path, key, f"{name} rides {squad.aboard}, which rides {name}: a cycle of Transports (DZ-TRN-09)")
            seen.add(up)
            if name in group_of:
                riders.setdefault(up, set()).add(group_of[name])
            up = force.squads[up].aboard
        profile, transport = profiles[squad.profile], profiles[force.squads[squad.aboard].profile]
        if not profile.needs or profile.load not in transport.carries:
            raise fail(path, key, f"{squad.profile} cannot ride {force.squads[squad.aboard].profile} (DZ-TRN-01)")
        if force.squads[squad.aboard].size > 1:
            raise fail(path, key, f"{squad.aboard} is a squad of several Transports; an army begins aboard single ones (DZ-TRN-03)")
        load[squad.aboard] += profile.needs * squad.size
    for name, squad in force.squads.items():
        profile = profiles[squad.profile]
        if load[name] > profile.capacity:
            raise fail(path, at(f"squads.{name}"), f"carries {load[name]}, over its capacity of {profile.capacity} (DZ-TRN-01)")
        if profile.category == "auxiliary" and profile.capacity > 2 * load[name]:
            raise fail(
                path,
                at(f"squads.{name}"),
                f"carries {load[name]} of {profile.capacity}; an Auxiliary Transport begins at least half full (DZ-ARMY-04)",
            )
        if len(riders.get(name, set())) > 1:
            raise fail(path, at(f"squads.{name}"), "carries squads of several battlegroups (DZ-TRN-02)")


def check_seats(spec: ScenarioSpec, path: Path) -> None:
    """Refuse a number of seats that no game has. Chapter MULTI."""
    if not 2 <= spec.seats[0] <= spec.seats[1] <= SEATS:
        raise fail(path, "seats", f"{list(spec.seats)}: a scenario is for 2 to {SEATS} seats (DZ-MULTI-01)")


def check_scenario(
    spec: ScenarioSpec, board: MapSpec, kinds: dict[str, ScenerySpec], seats: int, objectives: tuple[str, ...], path: Path
) -> None:
    """Refuse scenarios that cannot be played. Chapters DEP, OBJ, SCEN, MULTI."""
    known(path, "size", spec.size, SIZES, "size of game")
    low, high = POINTS[spec.size]
    if not low <= spec.points <= high:
        raise fail(path, "points", f"got {spec.points}; a {spec.size} is played with {low} to {high} (DZ-ARMY-01, DZ-ARMY-07)")
    if len(spec.zones) < (2 if seats == 2 else 4):
        raise fail(path, "zones", f"{len(spec.zones)} zones for {seats} seats; two seats need 2, more need 4 (DZ-MULTI-03, DZ-MULTI-04)")
    offered = spec.zones[: 2 if seats == 2 else 4]
    corners = {"_" in zone for zone in offered}
    if len(set(offered)) < len(offered) or len(corners) > 1:
        raise fail(path, "zones", f"{list(offered)} overlap; every seat has its own edge, or its own corner (DZ-MULTI-03)")
    if len(objectives) + len(spec.open) > TOKENS:
        raise fail(path, "objectives", f"{len(objectives) + len(spec.open)} objectives; at most {TOKENS}")
    for name in (*objectives, *spec.double_range, *(spec.double_range_more if seats > 2 else ())):
        known(path, "objectives", name, board.pieces, "piece")
        if "garrison" not in kinds[board.pieces[name].kind].properties:
            raise fail(path, "objectives", f"{name} is no Garrison (DZ-OBJ-01)")
    for x, y in spec.open:
        if not (6 <= x < board.size - 6 and 6 <= y < board.size - 6):
            raise fail(path, "open", f'[{x}, {y}] lies within 6" of an edge (DZ-DEP-10)')


def check_world(spec: ScenarioSpec, board: MapSpec, seats: int, armies: list[tuple[ForceSpec, Path, str]], shots: int, path: Path) -> None:
    """Refuse what no generated world holds in a scenario whose observations are theirs.

    Args:
        armies: of the seats, with the file and the key to blame. shots: weapons that a squad fires in one Shoot action, at most.
    """
    if (seats, board.size) != (2, WORLD_SIZE):
        raise fail(path, "skirmish", f"generated worlds have 2 seats and {WORLD_SIZE} inches a side, not {seats} and {board.size}")
    if len(board.pieces) > WORLD_PIECES or len(board.roads) > ROADS or any(piece.links or piece.sealed for piece in board.pieces.values()):
        raise fail(
            path, "board", f"generated worlds have at most {WORLD_PIECES} pieces and {ROADS} roads, and neither links nor sealed edges"
        )
    if len(spec.objectives) + len(spec.open) > WORLD_TOKENS:
        raise fail(path, "objectives", f"generated worlds have at most {WORLD_TOKENS}, got {len(spec.objectives) + len(spec.open)}")
    for force, blamed, key in armies:
        units, squads, groups = sum(squad.size for squad in force.squads.values()), len(force.squads), len(force.battlegroups)
        if force.profiles or units > WORLD_UNITS or squads > WORLD_SQUADS or groups > WORLD_GROUPS:
            raise fail(
                blamed, f"{key}.squads" if key else "squads",
                f"{groups} battlegroups, {squads} squads, {units} units, {len(force.profiles)} profiles of its own; in generated worlds "
                f"at most {WORLD_GROUPS}, {WORLD_SQUADS}, {WORLD_UNITS} of a side, and shipped profiles only",
            )  # fmt: skip
    if shots > WORLD_SHOTS:
        raise fail(path, "skirmish", f"a squad fires {shots} weapons at once; in generated worlds at most {WORLD_SHOTS}")
