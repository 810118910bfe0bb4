"""Scenario, forces, map and options to packed tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.scenarios import Forces, Option, Packed, known, named_beside, names, read_named
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.warcry.data.bound import decision_bound
from skirmish_rl.envs.warcry.data.checks import (
    check_deployment,
    check_force,
    check_map,
    check_room,
    check_scenario,
    check_ways,
    check_world,
)
from skirmish_rl.envs.warcry.data.distances import INCH, height_at, measure_sight, near, quarters, token_cells, zone_of
from skirmish_rl.envs.warcry.data.fields import PLAIN_CONSTANTS, SCORING, TABLES
from skirmish_rl.envs.warcry.data.ground import Ways, fill_ground, fill_ways
from skirmish_rl.envs.warcry.data.odds import fill_odds
from skirmish_rl.envs.warcry.data.schema import (
    FOLDER,
    AbilitySpec,
    ColourSpec,
    ForceSpec,
    GroupSpec,
    MapSpec,
    ProfileSpec,
    ScenarioSpec,
    Setting,
    read_constants,
    shipped,
)
from skirmish_rl.envs.warcry.data.seen import fill_layout
from skirmish_rl.envs.warcry.state import FORCE, ROUNDS, SIDES, Ability, Faction, Reaction, Runemark, Twist, Victory

BODY = 3  # half inches a fighter is tall, DG-6
COSTS = {"none": 0, "double": 2, "triple": 3, "quad": 4, "reaction": 0}
NAMED = ("trailing_prize", "marked_ground")  # twists about an objective that is named
TRAITS = ("iron", "hunt")  # factions that have a battle trait, WC-IRON-08 and WC-HUNT-07

OPTIONS = {
    "force_a": Option(None, str, "a force's name or the path of a roster file (WC-SETUP-01); without it the scenario's own"),
    "force_b": Option(None, str, "a force's name or the path of a roster file (WC-SETUP-01); without it the scenario's own"),
    "rounds": Option(
        None, range(1, ROUNDS + 1), f"a battle has 1 to {ROUNDS} rounds (WC-RND-02); without it as many as the scenario says"
    ),
    "twist": Option("none", tuple(names(Twist)), f"one of {', '.join(names(Twist))} (WC-TWI-01..05)"),
    "universal_set": Option("core", ("core", "2025"), "'core' or '2025': the costs of the universal abilities (T9)"),
    "traits": Option(False, bool, "true or false: the factions' battle traits (WC-IRON-08, WC-HUNT-07)"),
    "last_stand": Option(False, bool, "true or false: the last fighter may use any number of abilities (WC-ABIL-06)"),
    "extra_rounds": Option(False, bool, "true or false: a tie is played out in further rounds (WC-VIC-04)"),
    "play_out": Option(False, bool, "true or false: all rounds are played though one side is wiped out (WC-VIC-06)"),
    "engaged_no_move": Option(False, bool, 'true or false: a fighter within 1" of an enemy cannot move (Open questions 9)'),
    "readings": Option("house", ("house", "letter"), "'house' or 'letter': by the letter fighters in reserve may stay away (WC-RES-01)"),
    "constants": Option(None, str, "the path of a TOML file with own figures of the rules, see constants.toml"),
}


def force_points(t: np.void, seat: int) -> int:
    """What a seat's force costs."""
    return int(t["unit_points"][FORCE * seat : FORCE * (seat + 1)].sum())


FORCES = Forces("forces.toml", ("force_a", "force_b"), force_points)


def own_force(spec: ScenarioSpec, path: Path, key: str) -> str | None:
    """The force that a scenario names, as the options name it: a roster file lies beside the scenario's. None: the scenario tells of it.

    Raises:
        DataError: no such force, none at all, or two.
    """
    name, warband = getattr(spec, key), key.replace("force", "warband")
    told = getattr(spec, warband) is not None
    if told == bool(name):
        raise fail(
            path, key, f"give {key}, the name of a force or a roster file, or [{warband}], its title, faction and fighters: one of the two"
        )
    if told:
        return None
    return named_beside(path, key, name, FOLDER / "forces.toml", ForceSpec)


def turned(board: MapSpec, colour: ColourSpec) -> ColourSpec:
    """A colour's deployment after half a turn of the board."""

    def other(group: GroupSpec) -> GroupSpec:
        point = group.point and (board.width - group.point[0], board.height - group.point[1])
        x0, y0, x1, y1 = group.line or (0, 0, 0, 0)
        line = group.line and (board.width - x0, board.height - y0, board.width - x1, board.height - y1)
        return replace(group, point=point, line=line)

    return ColourSpec(*map(other, colour.groups()))


def settle(spec: ScenarioSpec, path: Path, options: dict[str, Any]) -> Setting:
    """A scenario with all it refers to, checked.

    Args:
        path: of the scenario, to blame.
        options: all of them, see OPTIONS.

    Raises:
        DataError, UnknownName: anything the rules or the grid do not allow, with file, line, key and clause.
    """
    constants = read_constants(options["constants"])
    abilities: dict[str, AbilitySpec] = shipped("abilities.toml", AbilitySpec)
    maps = shipped("maps.toml", MapSpec)
    if spec.board is None:
        known(path, "map", spec.map, maps, "map")
    board = spec.board or maps[spec.map]
    check_map(board, path if spec.board else FOLDER / "maps.toml")
    deployment = spec.red, spec.blue or turned(board, spec.red)
    check_scenario(spec, board, path)
    check_deployment(spec, board, deployment, path)
    known_profiles: dict[str, ProfileSpec] = shipped("profiles.toml", ProfileSpec)
    forces, profiles = [], []
    for key, own in (("force_a", spec.warband_a), ("force_b", spec.warband_b)):
        force, source, name = own, path, key.replace("force", "warband")
        if options[key] is not None:
            force, source = read_named(FOLDER / "forces.toml", options[key], ForceSpec)
            name = "" if options[key].endswith(".toml") else options[key]
        assert force is not None  # `own_force` has seen to it
        check_force(force, known_profiles, abilities, spec.points_limit, source, name)
        forces.append(force)
        profiles.append(known_profiles | force.profiles)
    setting = Setting(spec, board, deployment, (forces[0], forces[1]), (profiles[0], profiles[1]), abilities, constants)
    if spec.skirmish:
        check_world(setting, path)
    return setting


def _half(inches: float) -> int:
    return round(INCH * inches)


def _fill_board(t: np.void, setting: Setting, path: Path) -> None:
    spec, board, constants = setting.spec, setting.board, setting.constants
    fill_ground(t, board, _half(constants.low_wall))
    ways = Ways(t, board, _half(constants.low_wall), _half(constants.fall_height))
    check_ways(ways, path)
    fill_ways(t, ways)
    measure_sight(t)
    for colour, groups in enumerate(setting.deployment):
        for k, group in enumerate(groups.groups()):
            t["zone"][colour, k], t["zone_distance"][colour, k] = zone_of(t, group)
            t["arrival"][colour, k] = group.round
            t["group_line"][colour, k] = [_half(inches) for inches in group.line or (group.point or ()) * 2]
    t["n_objectives"] = len(spec.objectives)
    for k, point in enumerate(spec.objectives):
        t["objective_x"][k], t["objective_y"][k] = _half(point[0]), _half(point[1])
        height = height_at(t, point)
        t["objective_near"][k], t["objective_beside"][k] = near(t, point, height, 3), near(t, point, height, 1)
    centre = board.width / 2, board.height / 2
    t["centre_near"] = near(t, centre, height_at(t, centre), spec.centre_inches) if spec.centre_inches else 0
    t["centre_reach"] = _half(spec.centre_inches)
    t["quarter"] = quarters(t)
    t["n_tokens"], t["token_gap"] = spec.tokens, _half(spec.token_gap) ** 2
    t["token_first"] = token_cells(t, spec.token_first, flat=True)
    t["token_zone"] = token_cells(t, spec.token_zone, flat=False)


def can_use(profile: ProfileSpec, name: str, ability: AbilitySpec) -> bool:
    """True if a profile has an ability or a reaction. Clauses: WC-ABIL-02, WC-GEN-10."""
    marks = set(profile.runemarks)
    if profile.abilities is not None and ability.cost != "reaction" and name not in profile.abilities:
        return False
    return ability.faction in ("", profile.faction) and marks >= set(ability.runemarks) and not marks & set(ability.barred)


def _fill_force(t: np.void, seat: int, setting: Setting, first_own: int) -> None:
    force, profiles = setting.forces[seat], setting.profiles[seat]
    t["n_units"][seat], t["leader"][seat] = len(force.fighters), FORCE * seat
    t["faction"][seat] = Faction[force.faction.upper()]
    numbers = {name: n for n, name in enumerate(profiles)}
    numbers |= {name: first_own + n for n, name in enumerate(force.profiles)}
    for k, name in enumerate(force.fighters):
        slot, profile = FORCE * seat + k, profiles[name]
        t["unit_used"][slot], t["unit_profile"][slot] = 1, numbers[name]
        t["unit_faction"][slot] = Faction[profile.faction.upper()]
        for key in ("points", "move", "toughness", "wounds"):
            t[f"unit_{key}"][slot] = getattr(profile, key)
        for mark in profile.runemarks:
            t["unit_marks"][slot, Runemark[mark.upper()]] = 1
        for ability in Ability:
            usable = t["ability_cost"][ability] and can_use(profile, ability.name.lower(), setting.abilities[ability.name.lower()])
            t["unit_abilities"][slot, ability] = bool(usable)
        for reaction in list(Reaction)[1:]:
            t["unit_reactions"][slot, reaction] = can_use(profile, reaction.name.lower(), setting.abilities[reaction.name.lower()])
        t["unit_weapons"][slot] = len(profile.weapons)
        for w, weapon in enumerate(profile.weapons):
            t["weapon_min"][slot, w], t["weapon_max"][slot, w] = weapon.range
            t["weapon_hit"][slot, w], t["weapon_critical"][slot, w] = weapon.damage
            t["weapon_attacks"][slot, w], t["weapon_strength"][slot, w] = weapon.attacks, weapon.strength


def tables_of(setting: Setting, options: dict[str, Any], path: Path) -> np.ndarray:
    """The tables of a scenario, (1,)."""
    tables = np.zeros(1, TABLES)
    t, spec, constants = tables[0], setting.spec, setting.constants
    _fill_board(t, setting, path)
    for ability in Ability:
        costs = setting.abilities[ability.name.lower()]
        t["ability_cost"][ability] = COSTS[costs.cost_2025 or costs.cost if options["universal_set"] == "2025" else costs.cost]
    first_own = len(setting.profiles[0]) - len(setting.forces[0].profiles)
    _fill_force(t, 0, setting, first_own)
    _fill_force(t, 1, setting, first_own + len(setting.forces[0].profiles))
    check_room(t, path)
    for seat in range(SIDES):
        t["trait"][seat] = options["traits"] and setting.forces[seat].faction in TRAITS
    t["rounds"], t["victory"], t["twist"] = options["rounds"], Victory[spec.victory.upper()], Twist[options["twist"].upper()]
    for key in ("extra_rounds", "play_out", "last_stand", "engaged_no_move"):
        t[key] = options[key]
    t["letter"] = options["readings"] == "letter"
    for key in SCORING:
        t[key] = getattr(spec, key)
    t["impact"], t["body"] = constants.impact, BODY
    for key in PLAIN_CONSTANTS:
        t[key] = getattr(constants, key)
    t["fall_height"] = _half(constants.fall_height)
    fill_layout(tables, spec.skirmish, bool(options["traits"]))
    fill_odds(t)
    return tables


def pack(spec: ScenarioSpec, path: Path, seats: int | None, options: dict[str, Any]) -> Packed:
    """A scenario as `core.scenarios` wants it.

    Raises:
        DataError, UnknownName: see `settle`. BadOption: a twist that the scenario cannot have.
    """
    settled = {**options, "rounds": options["rounds"] or spec.rounds}
    for key in ("force_a", "force_b"):
        settled[key] = options[key] or own_force(spec, path, key)
    spec = replace(spec, rounds=settled["rounds"])
    setting = settle(spec, path, settled)
    if options["twist"] in NAMED and not spec.objectives:
        raise BadOption(f"twist={options['twist']!r}: a scenario without objectives has none to name (WC-TWI-03, WC-TWI-05)")
    tables = tables_of(setting, settled, path)
    if settled["readings"] == "house":
        del settled["readings"]  # what was made before there was this option keeps its name
    players = tuple(force.title for force in setting.forces)
    return Packed(tables, SIDES, decision_bound(tables[0]), settled, spec.tags, players)
