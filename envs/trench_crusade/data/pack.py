"""Scenario, map, warbands and options to packed tables."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.jit import compiled
from skirmish_rl.envs.core.scenarios import Forces, Option, Packed, known, named_beside, read_all, read_named
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.trench_crusade.data.bound import decision_bound
from skirmish_rl.envs.trench_crusade.data.checks import (
    Rules,
    boxes_of,
    cells_of,
    check_map,
    check_profile,
    check_scenario,
    check_terrain,
    check_warband,
    check_weapon,
    check_world,
    heavy_of,
    points_of,
    ruin_cells,
    traits_of,
    weapons_of,
)
from skirmish_rl.envs.trench_crusade.data.fields import TABLES
from skirmish_rl.envs.trench_crusade.data.odds import injury_odds, success_odds
from skirmish_rl.envs.trench_crusade.data.schema import (
    FACTIONS,
    FOLDER,
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
from skirmish_rl.envs.trench_crusade.data.seen import fill_layout
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.rules.ground import (
    FLAT,
    SEGMENTS,
    fill_edges,
    fill_modes,
    fill_sight,
    fill_spans,
    fill_steps,
    fill_walk,
    number_trenches,
)
from skirmish_rl.envs.trench_crusade.rules.measuring import CLOSE
from skirmish_rl.envs.trench_crusade.rules.routes import LEVITATING, SURE_FOOTED
from skirmish_rl.envs.trench_crusade.state import CELLS, FORCE, PLANE, ROWS, SIDES, SLOTS, TURNS, WIDTH, Deed, Terrain

CHARGE_NONE, CHARGE_D6, CHARGE_BEST, CHARGE_D3 = range(4)
MINABLE = 8
_KEPT = 6
_BOARDS: dict[str, np.ndarray] = {}  # tables of boards, by their layouts

OPTIONS = {
    "turns": Option(None, range(1, TURNS + 1), f"a game has 1 to {TURNS} Turns (TC-TURN-01); without it as many as the scenario says"),
    "warbands": Option(
        None,
        object,
        "a warband's name or the path of a TOML file, one for both seats or a list of one each (TC-FORCE-01, TC-FORCE-02)",
    ),
    "initiative_choice": Option(False, bool, "true or false: the holder of the Initiative chooses who goes first (TC-INIT-04)"),
    "zones": Option("choice", ("choice", "fixed"), "'choice': a roll-off for the zones; 'fixed': seat 0 in the south or west (TC-DEP-01)"),
    "tiebreak": Option("draw", ("draw", "value"), "equal VP: a draw, or points of survivors decide (TC-END-02)"),
    "readings": Option(
        "house", ("house", "letter"), "'house' or 'letter': by the letter a retreat goes straight away as far as it can (TC-RET-07)"
    ),
}


def force_points(t: np.void, seat: int) -> int:
    """What a seat's force costs."""
    return int(t["points"][FORCE * seat : FORCE * (seat + 1)].sum())


FORCES = Forces("warbands.toml", ("warbands",), force_points)


@functools.cache
def read_rules() -> Rules:
    """Weapons, kit and profiles as shipped, checked."""
    weapons: dict[str, WeaponSpec] = read_all(FOLDER / "weapons.toml", WeaponSpec)
    kit: dict[str, KitSpec] = read_all(FOLDER / "kit.toml", KitSpec)
    profiles: dict[str, ProfileSpec] = read_all(FOLDER / "profiles.toml", ProfileSpec)
    rules = weapons, kit, profiles
    for name, weapon in weapons.items():
        check_weapon(name, weapon, FOLDER / "weapons.toml")
    for name, profile in profiles.items():
        check_profile(name, profile, rules, FOLDER / "profiles.toml")
    return rules


def read_warband(name: str, rules: Rules) -> WarbandSpec:
    """A warband by shipped name or by path, checked.

    Raises:
        UnknownName: no such warband. DataError: see `check_warband`.
    """
    spec, path = read_named(FOLDER / "warbands.toml", name, WarbandSpec)
    check_warband(spec, rules, path)
    return spec


def pack(spec: ScenarioSpec, path: Path, seats: int | None, options: dict[str, Any]) -> Packed:
    """A scenario as `core.scenarios` wants it.

    Raises:
        BadOption, DataError, UnknownName: see the messages.
    """
    rules = read_rules()
    board = _board_of(spec, path)
    check_map(board, path if spec.board else FOLDER / "maps.toml")
    board = _transposed(board)
    check_scenario(spec, board, path)
    settled = {**options, "turns": options["turns"] or spec.turns, "warbands": _named(options["warbands"], spec, path)}
    if settled["warbands"] is None:
        warbands = list(spec.forces)
        for band in warbands:
            check_warband(band, rules, path)
    else:
        warbands = [read_warband(name, rules) for name in settled["warbands"]]
    if spec.skirmish:
        check_world(board, warbands, path)
    tables = _board_tables(board).copy()
    t = tables[0]
    _fill_weapons(t, rules[0])
    t["pass_odds"], t["wound_odds"] = success_odds(), injury_odds()
    for seat, warband in enumerate(warbands):
        _fill_warband(t, seat, warband, rules)
    _fill_scenario(t, spec, settled)
    _fill_modes(t)
    _check_room(t, spec, path)
    fill_layout(tables, spec.skirmish)
    players = tuple(warband.title for warband in warbands)
    return Packed(tables, SIDES, decision_bound(t), settled, spec.tags, players)


def _board_of(spec: ScenarioSpec, path: Path) -> MapSpec:
    """Its own board, or a shipped one by name."""
    if spec.board is not None:
        return spec.board
    maps = read_all(FOLDER / "maps.toml", MapSpec)
    known(path, "map", spec.map, maps, "map")
    found: MapSpec = maps[spec.map]
    return found


@functools.cache
def _read_terrain() -> list[TerrainSpec]:
    """Kinds of terrain as shipped, checked, in the order of `Terrain`."""
    specs: dict[str, TerrainSpec] = read_all(FOLDER / "terrain.toml", TerrainSpec)
    check_terrain(specs, FOLDER / "terrain.toml")
    return [specs[terrain.name.lower()] for terrain in Terrain]


def _check_room(t: np.void, spec: ScenarioSpec, path: Path) -> None:
    """Refuse zones in which a warband cannot be deployed or reinforced. Clause: TC-DEP-02; S3."""
    most = int(t["used"].reshape(SIDES, FORCE).sum(axis=1).max())
    for zone in range(SIDES):
        free = int(t["zone"][zone].sum())
        if free < most:
            raise fail(path, "zones", f"zone {zone + 1} has {free} free cells; a warband of {most} is deployed there (TC-DEP-02)")
        if spec.deployed and not t["edge"][zone].any():
            side = ("south or west", "north or east")[zone]
            raise fail(path, "zones", f"zone {zone + 1} must touch the {side} edge, where its reinforcements arrive (S3)")


def _named(given: Any, spec: ScenarioSpec, path: Path) -> list[str] | None:
    """The warbands of both seats; a scenario file names files beside it. None: those that stand in it."""
    if given is None and spec.forces:
        return None
    if given is None:
        return [named_beside(path, "warbands", band, FOLDER / "warbands.toml", WarbandSpec) for band in spec.warbands]
    bands = [given] * SIDES if isinstance(given, str) else given
    if not isinstance(bands, list | tuple) or len(bands) != SIDES or not all(isinstance(band, str) for band in bands):
        raise BadOption(f"warbands={given!r}: name one warband for each of the {SIDES} seats, or one for both")
    return [str(band) for band in bands]


def _transposed(board: MapSpec) -> MapSpec:
    """The layout with x and y swapped, where it says so; ruins are swapped when they are drawn."""
    if not board.transposed:
        return board

    def swap(boxes: tuple[Box, ...]) -> Any:
        return tuple((y0, y1, x0, x1) for x0, x1, y0, y1 in boxes)

    keys = ("zones", "objectives", "walls", "low_walls", "craters", "wire", "trenches", "landmarks")
    return replace(board, size=(board.size[1], board.size[0]), **{key: swap(getattr(board, key)) for key in keys})


def _cell(x: int, y: int) -> int:
    return y * WIDTH + x


def _board_tables(board: MapSpec) -> np.ndarray:
    """Tables, (1,), with all that follows from the layout; the last few are kept, since boards change less often than what is on them."""
    key = repr(board)
    if key not in _BOARDS:
        if len(_BOARDS) == _KEPT:
            del _BOARDS[next(iter(_BOARDS))]
        tables = np.zeros(1, TABLES)
        _fill_board(tables[0], board)
        _BOARDS[key] = tables
    return _BOARDS[key]


def _fill_modes(t: np.void) -> None:
    """How far the models of both warbands get in a move and in a charge, for each way of moving among them."""
    plane = np.zeros(PLANE, np.uint16)
    for mover, move in sorted({(int(t["mover"][slot]), int(t["move"][slot])) for slot in range(SLOTS) if t["used"][slot]}):
        for halves in (move, 2 * move):
            compiled(fill_modes)(t, plane, mover, halves)


def _fill_board(t: np.void, board: MapSpec) -> None:
    wide, high = board.size
    on_board = np.zeros((ROWS, WIDTH), np.uint8)
    on_board[:high, :wide] = 1
    t["on_board"] = on_board.ravel()
    by_number = _read_terrain()
    pieces: list[list[int]] = []
    sizes: list[tuple[int, int]] = []
    for ruin in ruin_cells(board):
        pieces.append([_cell(*at) for at in ruin])
        t["terrain"][pieces[-1]] = list(ruin.values())
        sizes.append((len({x for x, _ in ruin}), len({y for _, y in ruin})))
    for _, terrain, box in boxes_of(board):
        cells = [_cell(*at) for at in cells_of(box)]
        t["terrain"][cells] = terrain
        pieces.append(cells)
        sizes.append((box[1] - box[0] + 1, box[3] - box[2] + 1))
    for key in ("height", "impassable"):
        t[key] = np.array([getattr(spec, key) for spec in by_number])[t["terrain"]]
    t["wire"] = np.array([spec.dangerous for spec in by_number])[t["terrain"]]
    plain = np.array([spec.cost == 1 and not spec.dangerous and not spec.impassable for spec in by_number])
    t["open"] = plain[t["terrain"]] * t["on_board"]
    top = np.array([spec.top for spec in by_number], np.uint8)[t["terrain"]]
    cost = np.array([spec.cost for spec in by_number], np.uint8)
    covers = np.array([spec.cover for spec in by_number], np.uint8)
    queue = np.zeros(CELLS, np.int64)
    compiled(fill_spans)(t["span"], t["blast_span"])
    compiled(fill_steps)(
        t["on_board"], t["terrain"], t["height"], t["impassable"], cost, t["next"], t["step"], t["rise"], t["jump"], t["ledge"]
    )
    compiled(number_trenches)(t["next"], t["terrain"], t["trench"], queue)
    steps, middle = np.zeros((SEGMENTS, WIDTH + ROWS), np.int64), np.zeros((SEGMENTS, WIDTH + ROWS))
    rows = np.zeros((FLAT, ROWS), np.int64)
    compiled(fill_sight)(t["on_board"], t["terrain"], t["height"], top, covers, t["sight"], steps, middle, rows)
    plane = np.zeros(PLANE, np.uint16)
    compiled(fill_edges)(t)
    for mover in range(LEVITATING):
        compiled(fill_walk)(t, plane, mover)
    t["handle"] = -1
    for number, (cells, size) in enumerate(zip(pieces, sizes, strict=True)):
        t["handle"][number] = min(cells)
        touched = {*cells, *(int(n) for cell in cells for n in t["next"][cell] if n >= 0)}
        t["touches"][sorted(touched)] |= np.uint32(1 << number)
        if max(size) <= MINABLE:
            t["minable"] |= np.uint32(1 << number)
    t["by_height"] = (top > 0) | ((top[t["next"]] > 0) & (t["next"] >= 0)).any(axis=1)
    for zone, (x0, x1, y0, y1) in enumerate(board.zones):
        cells = [_cell(*at) for at in cells_of((x0, x1, y0, y1)) if not by_number[int(t["terrain"][_cell(*at)])].height]
        t["zone"][zone][cells] = 1
        west_east = x1 - x0 < y1 - y0
        line = (0 if zone == 0 else wide - 1) if west_east else (0 if zone == 0 else high - 1)
        t["edge"][zone] = t["zone"][zone] * [(c % WIDTH if west_east else c // WIDTH) == line for c in range(CELLS)]
    t["objectives"], on = len(board.objectives), np.flatnonzero(t["on_board"])
    for number, box in enumerate(board.objectives):
        inside = np.array([_cell(*at) for at in cells_of(box)])
        dx, dy = inside[:, None] % WIDTH - on % WIDTH, inside[:, None] // WIDTH - on // WIDTH
        t["near_piece"][number][on] = (dx * dx + dy * dy <= t["span"][0, CLOSE]).any(axis=0)
        t["near_piece"][number][inside] = 2
        t["middle"][number] = _cell((box[0] + box[1]) // 2, (box[2] + box[3]) // 2)
    for k, keyword in enumerate(("fire", "gas", "shrapnel")):
        t["wire_marks"] |= (keyword in board.wire_keywords) << k


def _fill_weapons(t: np.void, weapons: dict[str, WeaponSpec]) -> None:
    for name, spec in weapons.items():
        n = Weapon[name.upper()]
        pistol = "pistol" in spec.keywords
        t["range"][n], t["ranged_weapon"][n] = spec.range, spec.kind in ("ranged", "grenade")
        t["melee_weapon"][n] = spec.kind in ("melee", "natural") or pistol
        t["weapon_dice"][n], t["injury_dice"][n], t["injury_modifier"][n] = spec.dice, spec.injury_dice, spec.injury_modifier
        t["automatic"][n], t["cleave"][n], t["blast"][n] = spec.automatic, spec.cleave, spec.blast
        for keyword in spec.keywords:
            t["keyword"][n][Keyword[keyword.upper()]] = 1


def _fill_warband(t: np.void, seat: int, band: WarbandSpec, rules: Rules) -> None:
    weapons, kit, profiles = rules
    t["faction"][seat] = FACTIONS.index(band.faction)
    t["arm"][FORCE * seat : FORCE * (seat + 1)] = -1
    t["partner"][FORCE * seat : FORCE * (seat + 1)] = -1
    teams: dict[int, list[int]] = {}
    for k, model in enumerate(band.models):
        slot = FORCE * seat + k
        profile = profiles[model.profile]
        traits = traits_of(model, rules)
        t["used"][slot], t["profile"][slot], t["points"][slot] = 1, list(profiles).index(model.profile), points_of(model, rules)
        t["move"][slot] = profile.move
        t["ranged"][slot] = profile.ranged + (model.better == "ranged")
        t["melee"][slot] = profile.melee + (model.better == "melee")
        t["armour"][slot] = profile.armour + sum(kit[item].armour for item in (*profile.kit, *model.kit))
        t["regenerate"][slot], t["blessed"][slot] = model.regenerate, model.blessed
        for trait in traits:
            t["traits"][slot][Trait[trait.upper()]] = 1
        t["mover"][slot] = LEVITATING if "levitate" in traits else SURE_FOOTED if "negate_difficult" in traits else 0
        t["charge"][slot] = _charge_of(model, profile, rules)
        arms = weapons_of(model, rules)
        t["arm"][slot][: len(arms)] = [Weapon[name.upper()] for name in arms]
        t["can_shoot"][slot] = any(weapons[name].kind in ("ranged", "grenade") for name in arms)
        t["can_fight"][slot] = any(t["melee_weapon"][Weapon[name.upper()]] for name in arms)
        for first in range(len(arms)):
            for second in range(len(arms)):
                t["pair"][slot][first][second] = first != second and _is_pair(model, arms[first], arms[second], rules)
        if model.fireteam:
            teams.setdefault(model.fireteam, []).append(slot)
    for one, other in teams.values():
        t["partner"][one], t["partner"][other] = other, one


def _charge_of(model: ModelSpec, profile: ProfileSpec, rules: Rules) -> int:
    """The charge die. Clauses: TC-CHG-02, TC-KW-19, TC-ABL-04."""
    if heavy_of(model, rules):
        return CHARGE_NONE
    return {"d6": CHARGE_D6, "best": CHARGE_BEST, "d3": CHARGE_D3}[profile.charge]


def _is_pair(model: ModelSpec, first: str, second: str, rules: Rules) -> bool:
    """True if one Fight may strike with one weapon and then the other. Clauses: TC-MEL-05, TC-KW-22, TC-KW-30, TC-KW-33, TC-ABL-13."""
    weapons, kit, profiles = rules
    profile = profiles[model.profile]
    if profile.natural:
        return (first, second) == profile.weapons
    if any(kit[item].place in ("shield", "hand") for item in (*profile.kit, *model.kit)):
        return False
    both = [weapons[first], weapons[second]]
    if not all(w.kind == "melee" or "pistol" in w.keywords for w in both):
        return False
    two_handed = [w for w in both if w.hands == 2]
    if not two_handed:
        return True
    return "strong" in traits_of(model, rules) and len(two_handed) == 1 and "cumbersome" not in two_handed[0].keywords


def _fill_scenario(t: np.void, spec: ScenarioSpec, settled: dict[str, Any]) -> None:
    t["turns"] = settled["turns"]
    for key in (
        "piece_points",
        "deed_points",
        "relic_points",
        "relic_most",
        "relic_last_points",
        "morale",
        "deployed",
        "infiltration",
    ):
        t[key] = getattr(spec, key)
    for deed in spec.deeds:
        t["deeds"][Deed[deed.upper()]] = 1
    t["relics"], t["relic_cell"] = len(spec.relics), -1
    for k, (x, y) in enumerate(spec.relics):
        last = spec.relics_last[k]  # the last Turn of the scenario is that of a longer game
        t["relic_cell"][k], t["relic_last"][k] = _cell(x, y), settled["turns"] if last >= spec.turns else last
    t["initiative_choice"], t["choose_zone"] = settled["initiative_choice"], settled["zones"] == "choice"
    t["tiebreak"] = settled["tiebreak"] == "value"
    t["letter"] = settled["readings"] == "letter"
    if not t["letter"]:
        del settled["readings"]  # what was made before there was this option keeps its name
