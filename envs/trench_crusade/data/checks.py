"""Checks that need the game's own words: what the rules and the grid do not allow is refused, with file, key and clause."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from skirmish_rl.envs.core.scenarios import known, names
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.trench_crusade.data.schema import (
    RUINS,
    Box,
    KitSpec,
    MapSpec,
    ModelSpec,
    ProfileSpec,
    ScenarioSpec,
    TerrainSpec,
    WarbandSpec,
    WeaponSpec,
)
from skirmish_rl.envs.trench_crusade.data.seen import WORLD_OBJECTIVES, WORLD_PIECES, WORLD_SIZE, WORLD_UNITS
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.state import ARMS, FORCE, PIECES, SIDES, Terrain

FIRETEAMS = 2
INFILTRATORS = 2
INFILTRATOR_COST = 10
LETTERS = {"W": Terrain.WALL, "f": Terrain.FLOOR, ".": Terrain.FLOOR, "S": Terrain.STAIRS}
BOXES = {
    "walls": Terrain.WALL, "low_walls": Terrain.LOW_WALL, "craters": Terrain.CRATER, "wire": Terrain.WIRE,
    "trenches": Terrain.TRENCH, "landmarks": Terrain.LANDMARK,
}  # fmt: skip
Rules = tuple[dict[str, WeaponSpec], dict[str, KitSpec], dict[str, ProfileSpec]]


def check_terrain(terrain: dict[str, TerrainSpec], path: Path) -> None:
    """Refuse terrain that is missing or that the rules have no word for. Table T6, TC-TER-03."""
    for name in terrain:
        known(path, name, name, names(Terrain), "terrain")
    for name in names(Terrain):
        if name not in terrain:
            raise fail(path, name, "is missing (table T6)")
        spec = terrain[name]
        if not (spec.height in (0, 3, 4) and 0 <= spec.top <= 4 and spec.cost in (1, 2)):
            raise fail(path, name, 'heights are 0, 3 or 4", tops 0 to 4", cost 1 or 2 (table T6, TC-TER-03)')


def check_weapon(name: str, spec: WeaponSpec, path: Path) -> None:
    """Refuse weapons that the rules have no word for, and melee weapons that no hand holds."""
    known(path, name, name, names(Weapon), "weapon")
    if spec.kind == "melee" and spec.hands not in (1, 2):
        raise fail(path, name, "a melee weapon needs one hand or two (TC-KW-34)")


def check_profile(name: str, spec: ProfileSpec, rules: Rules, path: Path) -> None:
    """Refuse stat lines with weapons and kit that do not exist."""
    weapons, kit, _ = rules
    for weapon in spec.weapons:
        known(path, "weapons", weapon, weapons, "weapon")
    for item in spec.kit:
        known(path, "kit", item, kit, "item")


def weapons_of(model: ModelSpec, rules: Rules) -> list[str]:
    """All weapons of a model: bought, of its profile, of its kit."""
    _, kit, profiles = rules
    profile = profiles[model.profile]
    items = [*profile.kit, *model.kit]
    return [*profile.weapons, *model.weapons, *(kit[item].weapon for item in items if kit[item].weapon)]


def heavy_of(model: ModelSpec, rules: Rules) -> list[str]:
    """The weapons of a model whose HEAVY it does not ignore. Clauses: TC-KW-19, TC-KW-21, TC-KW-30, TC-ABL-05."""
    if "strong" in traits_of(model, rules):
        return []
    heavy = [name for name in weapons_of(model, rules) if "heavy" in rules[0][name].keywords]
    ignored = next((name for name in heavy if rules[0][name].kind == "melee"), "") if rules[2][model.profile].drill else ""
    return [name for name in heavy if name != ignored]


def traits_of(model: ModelSpec, rules: Rules) -> set[str]:
    """All keywords and abilities of a model, those of its kit included."""
    weapons, kit, profiles = rules
    profile = profiles[model.profile]
    found = {*profile.traits, *model.traits, *(trait for item in (*profile.kit, *model.kit) for trait in kit[item].traits)}
    if model.infiltrator:
        found.add("infiltrator")
    if model.fireteam:
        found.add("concentrated")
    if any("block" in weapons[weapon].keywords for weapon in weapons_of(model, rules)):
        found.add("block")
    return found


def cost_of(thing: WeaponSpec | KitSpec, model: ModelSpec, profile: ProfileSpec) -> int | None:
    """What a model pays for a weapon or an item, None if its faction does not sell it."""
    return thing.cost.get(model.profile, thing.cost.get(profile.faction))


def points_of(model: ModelSpec, rules: Rules) -> int:
    """Cost of a model with all that is bought for it."""
    weapons, kit, profiles = rules
    profile = profiles[model.profile]
    bought: list[WeaponSpec | KitSpec] = [*(weapons[name] for name in model.weapons), *(kit[name] for name in model.kit)]
    return profile.cost + INFILTRATOR_COST * model.infiltrator + sum(cost_of(thing, model, profile) or 0 for thing in bought)


def check_warband(spec: WarbandSpec, rules: Rules, path: Path) -> None:
    """Refuse warbands that the lists do not allow. Clauses: TC-FORCE-02, TC-KW-17, TC-KW-31, TC-KW-34."""
    weapons, _, profiles = rules
    for number, model in enumerate(spec.models, 1):
        known(
            path,
            "profile",
            model.profile,
            [n for n, p in profiles.items() if p.faction == spec.faction],
            f"profile of the {spec.faction}",
        )
        _check_model(model, spec, rules, path, f"model {number} ({model.profile})")
    total = sum(points_of(model, rules) for model in spec.models)
    if total > spec.points:
        raise fail(path, "points", f"the models cost {total}, the warband has {spec.points} (TC-FORCE-02)")
    _check_limits(spec, rules, path)
    carried = Counter(weapon for model in spec.models for weapon in model.weapons)
    for weapon, count in carried.items():
        most = weapons[weapon].most.get(spec.faction, FORCE)
        if count > most:
            raise fail(path, "weapons", f"{count} {weapon}, at most {most} in a warband of the {spec.faction} (TC-FORCE-02)")
    _check_fireteams(spec, path)


def _check_limits(spec: WarbandSpec, rules: Rules, path: Path) -> None:
    _, kit, profiles = rules
    count = Counter(model.profile for model in spec.models)
    for name, profile in profiles.items():
        if profile.faction != spec.faction:
            continue
        group = [other for other, p in profiles.items() if other == name or (profile.group and p.group == profile.group)]
        n, (low, high) = sum(count[other] for other in group), profile.limit
        if not low <= n <= high:
            bounds = f"exactly {low}" if low == high else f"{low} to {high}"
            raise fail(path, "models", f"{n} of {' and '.join(group)}; a warband has {bounds} (TC-FORCE-02)")
    if count["veteran"] > count["trooper"]:
        raise fail(
            path,
            "models",
            f"{count['veteran']} veterans, {count['trooper']} troopers; no more veterans than troopers (TC-FORCE-02)",
        )
    if sum(model.infiltrator for model in spec.models) > INFILTRATORS:
        raise fail(path, "infiltrator", f"up to {INFILTRATORS} riflemen may gain INFILTRATOR (TC-KW-31)")
    for item, n in Counter(item for model in spec.models for item in model.kit).items():
        if n > kit[item].most:
            raise fail(path, "kit", f"{n} {item}, at most {kit[item].most} in a warband (TC-FORCE-02)")


def _check_fireteams(spec: WarbandSpec, path: Path) -> None:
    """Fireteams stand in the roster. Clauses: TC-DEP-04, TC-KW-17."""
    teams = Counter(model.fireteam for model in spec.models if model.fireteam)
    if teams and spec.faction != "garrison":
        raise fail(path, "fireteam", "only the garrison has fireteams (TC-KW-17)")
    if len(teams) > FIRETEAMS:
        raise fail(path, "fireteam", f"up to {FIRETEAMS} fireteams, got {len(teams)} (TC-KW-17)")
    for team, n in teams.items():
        if n != 2:
            raise fail(path, "fireteam", f"fireteam {team} has {n} members; a fireteam is a pair (TC-KW-17)")


def _check_model(model: ModelSpec, warband: WarbandSpec, rules: Rules, path: Path, where: str) -> None:
    weapons, kit, profiles = rules
    profile = profiles[model.profile]
    elite = "elite" in profile.traits
    if model.infiltrator and model.profile != "rifleman":
        raise fail(path, "infiltrator", f"{where}: only riflemen may gain INFILTRATOR (TC-KW-31)")
    if model.better not in (("ranged", "melee") if profile.better else ("",)):
        raise fail(path, "better", f'{where}: a veteran has better = "ranged" or "melee", no other model has (Force B)')
    for key, given, things in (("weapons", model.weapons, weapons), ("kit", model.kit, kit)):
        for name in given:
            known(path, key, name, things, "weapon" if key == "weapons" else "item")
            thing = things[name]
            cost = cost_of(thing, model, profile)
            if cost is None:
                raise fail(path, key, f"{where}: the {warband.faction} does not sell {name} (TC-FORCE-02)")
            if (thing.only and model.profile not in thing.only) or name in profile.kit or (key == "weapons" and name in profile.weapons):
                raise fail(path, key, f"{where} may not buy {name} (TC-FORCE-02)")
            if not elite and (warband.faction in thing.elite if isinstance(thing, WeaponSpec) else thing.elite):
                raise fail(path, key, f"{where}: {name} is for ELITE models (TC-FORCE-02)")
            if profile.dearest and cost > profile.dearest:
                raise fail(path, key, f"{where}: {name} costs {cost}, this profile's items at most {profile.dearest} (TC-FORCE-02)")
    if profile.natural and (model.weapons or model.kit):
        raise fail(path, "weapons", f"{where} has built-in weapons and takes nothing else (TC-ABL-13)")
    _check_hands(model, rules, path, where)


def _check_hands(model: ModelSpec, rules: Rules, path: Path, where: str) -> None:
    """What a model may carry. Clauses: TC-KW-19, TC-KW-33, TC-KW-34."""
    weapons, kit, profiles = rules
    profile = profiles[model.profile]
    carried = weapons_of(model, rules)
    items = [*profile.kit, *model.kit]
    places = Counter(kit[item].place for item in items)
    grenades = [name for name in carried if weapons[name].kind == "grenade"]
    if len(carried) - len(grenades) >= ARMS:
        raise fail(path, "weapons", f"{where} carries {len(carried)} weapons, at most three and a grenade (TC-FORCE-02)")
    if profile.dearest and not carried:
        raise fail(path, "weapons", f"{where} must have a weapon (TC-KW-34)")
    if len(set(items)) != len(items):
        raise fail(path, "kit", f"{where}: each item of kit once (TC-KW-34)")
    if places["armour"] + (profile.armour > 0) > 1:
        raise fail(path, "kit", f"{where}: one armour, that of its profile included (TC-KW-34, TC-INJ-05)")
    if places["shield"] and not profile.shield:
        raise fail(path, "kit", f"{where} carries no shield (TC-ABL-04)")
    for kind in ("ranged", "melee"):
        named = [name for name in carried if weapons[name].kind == kind]
        if "infernal_bomb" in named and len(named) > 1:
            raise fail(path, "weapons", f"{where} takes no other ranged weapon (Force B)")
        hands = _hands_of(named, "strong" in traits_of(model, rules), weapons)
        if sum(n for name, n in hands if name != "shovel") > 2:
            raise fail(path, "weapons", f"{where}: one two-handed {kind} weapon or two one-handed ones (TC-KW-34)")
        if places["shield"] and sum(n for _, n in hands) > 1:
            raise fail(path, "weapons", f"{where}: with a shield one one-handed {kind} weapon (TC-KW-12, TC-KW-34)")
        if places["hand"] and any(n == 2 for _, n in hands):
            raise fail(path, "weapons", f"{where}: with a HELD item no two-handed weapon (TC-KW-12, TC-KW-33)")
    if places["shield"] and places["hand"] and carried:
        raise fail(path, "kit", f"{where}: a HELD item leaves no hand for a shield and a weapon (TC-KW-33)")
    if len(grenades) > 1:
        raise fail(path, "weapons", f"{where}: one type of grenade (TC-KW-34)")
    if grenades and "infernal_bomb" in carried:
        raise fail(path, "weapons", f"{where} takes no grenade (Force B)")
    if len(heavy_of(model, rules)) > 1:
        raise fail(path, "weapons", f"{where}: at most one HEAVY item (TC-KW-19)")
    if any(weapons[name].needs_lug for name in carried) and not any(weapons[name].lug for name in carried):
        raise fail(path, "weapons", f"{where}: a bayonet needs a weapon with a lug (Weapons)")


def _hands_of(carried: list[str], strong: bool, weapons: dict[str, WeaponSpec]) -> list[tuple[str, int]]:
    """Each weapon with the hands it needs: STRONG models wield one two-handed melee weapon in one. Clauses: TC-KW-12, TC-KW-30."""
    found = [(name, weapons[name].hands) for name in carried]
    for k, (name, hands) in enumerate(found):
        if strong and hands == 2 and weapons[name].kind == "melee" and "cumbersome" not in weapons[name].keywords:
            found[k] = name, 1
            break
    return found


def boxes_of(spec: MapSpec) -> list[tuple[str, Terrain, Box]]:
    """Every piece of terrain but the ruins: key, terrain and box."""
    return [(key, terrain, box) for key, terrain in BOXES.items() for box in getattr(spec, key)]


def ruins_of(spec: MapSpec) -> list[tuple[str, Box]]:
    """Every ruin: template and bounding box."""
    found = []
    for name, corners in spec.ruins.items():
        rows = RUINS[name]
        found += [(name, (x, x + len(rows[0]) - 1, y, y + len(rows) - 1)) for x, y in corners]
    return found


def ruin_cells(spec: MapSpec) -> list[dict[tuple[int, int], Terrain]]:
    """The terrain of every cell of each ruin, as the layout lies on the table."""
    found = []
    for name, (x0, _, y0, _) in ruins_of(spec):
        cells = [((x0 + i, y0 + j), LETTERS[c]) for j, row in enumerate(reversed(RUINS[name])) for i, c in enumerate(row)]
        found.append({(y, x) if spec.transposed else (x, y): terrain for (x, y), terrain in cells})
    return found


def check_map(spec: MapSpec, path: Path) -> None:
    """Refuse layouts that do not fit the grid. Section Digitising; TC-GEN-09."""
    wide, high = spec.size
    pieces = [(key, box) for key, _, box in boxes_of(spec)] + [("ruins", box) for _, box in ruins_of(spec)]
    if len(pieces) > PIECES:
        raise fail(path, "ruins", f"at most {PIECES} pieces of terrain, got {len(pieces)} (Digitising)")
    taken: dict[tuple[int, int], str] = {}
    for key, box in [*pieces, *(("objectives", box) for box in spec.objectives), *(("zones", box) for box in spec.zones)]:
        x0, x1, y0, y1 = box
        if not (0 <= x0 <= x1 < wide and 0 <= y0 <= y1 < high):
            raise fail(path, key, f"{list(box)} is no box [x from, x to, y from, y to] on the {wide}x{high} board (TC-GEN-09)")
        if key in ("objectives", "zones"):
            continue
        for cell in cells_of(box):
            if cell in taken:
                raise fail(path, key, f"{list(box)} overlaps {taken[cell]} at {list(cell)}; keep the pieces disjoint (TC-GEN-09)")
            taken[cell] = key
    if set(cells_of(spec.zones[0])) & set(cells_of(spec.zones[1])):
        raise fail(path, "zones", "the deployment zones overlap (TC-DEP-02)")
    if not _is_open(spec):
        raise fail(path, "landmarks", "no way joins both zones and all objectives; leave a gap (TC-DEP-06)")


def _is_open(spec: MapSpec) -> bool:
    """True if impassable ground leaves a way between the zones and all objectives. Clauses: TC-DEP-06, TC-GEN-10."""
    wide, high = spec.size
    solid = {cell for box in spec.landmarks for cell in cells_of(box)}
    wanted = [set(cells_of(box)) - solid for box in (*spec.zones, *spec.objectives)]
    unseen = set(cells_of((0, wide - 1, 0, high - 1))) - solid
    while unseen:
        ground, todo = set(), [unseen.pop()]
        while todo:
            x, y = todo.pop()
            ground.add((x, y))
            steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if {(x + i, y), (x, y + j)} - solid]
            beside = {(x + i, y + j) for i, j in steps} & unseen
            unseen -= beside
            todo += beside
        if all(ground & cells for cells in wanted):
            return True
    return False


def cells_of(box: Box) -> list[tuple[int, int]]:
    """All cells of a box."""
    x0, x1, y0, y1 = box
    return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def check_scenario(spec: ScenarioSpec, board: MapSpec, path: Path) -> None:
    """Refuse scenarios that the rules do not allow."""
    if not spec.forces and not all(spec.warbands):
        raise fail(path, "warbands", "is missing; name two, or let the scenario hold two `forces` (TC-FORCE-01)")
    if spec.forces and (len(spec.forces) != SIDES or any(spec.warbands)):
        raise fail(path, "forces", f"a scenario holds {SIDES} forces, or names its warbands; got {len(spec.forces)} forces (TC-FORCE-01)")
    if len(spec.relics) != len(spec.relics_last):
        raise fail(path, "relics", f"{len(spec.relics)} relics; expected for each in `relics_last` the Turn after which it goes (S3)")
    wide, high = board.size
    solid = {cell for _, terrain, box in boxes_of(board) if terrain in (Terrain.WALL, Terrain.LANDMARK) for cell in cells_of(box)}
    solid |= {cell for ruin in ruin_cells(board) for cell, terrain in ruin.items() if terrain == Terrain.WALL}
    for x, y in spec.relics:
        if not (0 <= x < wide and 0 <= y < high) or (x, y) in solid:
            raise fail(path, "relics", f"[{x}, {y}] is no ground of the {wide}x{high} board (TC-GEN-09)")


def check_world(board: MapSpec, warbands: list[WarbandSpec], path: Path) -> None:
    """Refuse what no generated world holds in a scenario whose observations are theirs."""
    if tuple(board.size) != WORLD_SIZE:
        raise fail(path, "size", f"generated worlds are {WORLD_SIZE[0]} cells wide and high, not {board.size[0]} and {board.size[1]}")
    if len(board.objectives) > WORLD_OBJECTIVES:
        raise fail(path, "objectives", f"generated worlds have at most {WORLD_OBJECTIVES}, got {len(board.objectives)}")
    pieces = len(boxes_of(board)) + len(ruins_of(board))
    if pieces > WORLD_PIECES:
        raise fail(path, "ruins", f"generated worlds have at most {WORLD_PIECES} pieces of terrain, got {pieces}")
    most = max(len(band.models) for band in warbands)
    if most > WORLD_UNITS:
        raise fail(path, "warbands", f"generated worlds have at most {WORLD_UNITS} models a side, got {most}")
