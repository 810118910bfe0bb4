"""Scenario, forces, cards and options to packed tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.jit import compiled
from skirmish_rl.envs.core.scenarios import Forces, Option, Packed, known, read_all, read_named
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.tide_of_iron.data.bound import decision_bound
from skirmish_rl.envs.tide_of_iron.data.checks import (
    check_card,
    check_constants,
    check_force,
    check_map,
    check_scenario,
    check_side,
    check_world,
    hexes_of,
    holds_marker,
    level_at,
    number_of,
    reserve_of,
    terrain_at,
)
from skirmish_rl.envs.tide_of_iron.data.fields import PLAIN_CONSTANTS, TABLES
from skirmish_rl.envs.tide_of_iron.data.odds import fill_odds
from skirmish_rl.envs.tide_of_iron.data.schema import (
    FOLDER,
    SIDE_NAMES,
    CardSpec,
    ConstantsSpec,
    ForceSpec,
    MapSpec,
    ScenarioSpec,
    Setting,
    UnitSpec,
    read_constants,
    read_profiles,
)
from skirmish_rl.envs.tide_of_iron.data.seen import fill_layout
from skirmish_rl.envs.tide_of_iron.rules.sight import fill_sight, measure_map
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    DIRECTIONS,
    FAR,
    FORCE,
    ROUNDS,
    SIDES,
    Card,
    Deck,
    Figure,
    Goal,
    Kind,
    Mark,
    Operation,
    Reach,
    Specialty,
    Terrain,
    Victory,
)

OPTIONS = {
    "rounds": Option(None, range(1, ROUNDS + 1), f"a game has 1 to {ROUNDS} rounds (TI-RND-03); without it as many as the scenario says"),
    "force_a": Option(
        None, str, "a force's name or the path of a roster file, instead of side a's units; without it the scenario's own (TI-SET-02)"
    ),
    "force_b": Option(
        None, str, "a force's name or the path of a roster file, instead of side b's units; without it the scenario's own (TI-SET-02)"
    ),
    "operations": Option(True, bool, "true or false: the scenario's operations cards"),
    "decks": Option(True, bool, "true or false: the scenario's strategy cards"),
    "constants": Option(None, str, "the path of a TOML file with own figures of the rules, see constants.toml"),
}


def force_points(t: np.void, seat: int) -> int:
    """What a side's units and specialisation tokens cost; those that arrive later, too. Dossier, section Unit profiles."""
    total = int(t["specialty_points"][t["tokens"][seat][: t["n_tokens"][seat]]].sum())
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if t["unit_used"][slot]:
            total += int(
                t["unit_figures"][slot] @ t["figure_points"][seat].astype(np.int64) + t["specialty_points"][t["unit_specialty"][slot]]
            )
            total += int(t["vehicle_price"][t["unit_kind"][slot]])
    return total


FORCES = Forces("forces.toml", ("force_a", "force_b"), force_points)


def settle(spec: ScenarioSpec, path: Path, own_constants: str | None = None, chosen: Sequence[str | None] = (None, None)) -> Setting:
    """A scenario with all it refers to, checked.

    Args:
        path: of the scenario, to blame. own_constants: path of a file with own figures of the rules.
        chosen: for each side the force that takes the place of its own, by name or path; None: it keeps its own.

    Raises:
        DataError: anything the rules or the grid do not allow, with file, line, key and clause.
    """
    constants, blamed = read_constants(own_constants)
    check_constants(constants, blamed)
    cards = read_all(FOLDER / "cards.toml", CardSpec)
    for card_name, card in cards.items():
        check_card(card_name, card, FOLDER / "cards.toml")
    maps = read_all(FOLDER / "maps.toml", MapSpec)
    if spec.board is None:
        known(path, "map", spec.map, maps, "map")
    board = maps[spec.map] if spec.board is None else spec.board
    check_map(board, path if spec.board else FOLDER / "maps.toml")
    check_scenario(spec, board, path)
    shipped = read_all(FOLDER / "forces.toml", ForceSpec)
    forces = []
    sides = []
    for side_name, side, own in zip(SIDE_NAMES, (spec.a, spec.b), chosen, strict=True):
        if own is not None:
            force, blamed = read_named(FOLDER / "forces.toml", own, ForceSpec)
            check_force(force, blamed, side_name)
            forces.append(force)
            sides.append(replace(side, nation=force.nation or side.nation))
            continue
        sides.append(side)
        force = ForceSpec(side.title or f"side {side_name}", side.units, side.tokens)
        if side.force:
            known(path, "force", side.force, shipped, "force")
            core = shipped[side.force]
            force = ForceSpec(side.title or core.title, core.units + side.units, core.tokens + side.tokens)
        check_force(build(ForceSpec, force, path, side_name), path, side_name)
        forces.append(force)
    setting = Setting(spec, board, (sides[0], sides[1]), (forces[0], forces[1]), constants, read_profiles(), cards)
    for seat in range(SIDES):
        check_side(setting, seat, path)
    if spec.skirmish:
        check_world(setting, path)
    return setting


def _rows(board: MapSpec, rows: tuple[int, ...]) -> np.ndarray:
    zone = np.zeros(CELLS, np.uint8)
    zone[[number_of(cell) for cell in hexes_of(board, set(rows))]] = 1
    return zone


def _fill_map(t: np.void, setting: Setting, fog: int) -> None:
    board, spec, constants = setting.board, setting.spec, setting.constants
    for place in hexes_of(board, range(board.rows)):
        n = number_of(place)
        t["on_map"][n] = 1
        t["terrain"][n] = terrain_at(board, place, spec.stream)
        t["level"][n] = level_at(board, place)
        t["cover"][n] = constants.terrain[Terrain(t["terrain"][n]).name.lower()].cover
    compiled(measure_map)(board.width, board.rows, t["on_map"], t["next"], t["distance"])
    compiled(fill_sight)(t["on_map"], t["terrain"], t["level"], np.zeros(CELLS, np.uint8), fog, t["sight"])
    for road in board.roads:
        for here, there in zip(map(number_of, road), map(number_of, road[1:]), strict=False):
            for k in range(DIRECTIONS):
                if t["next"][here, k] == there:
                    t["road"][here] |= 1 << k
                    t["road"][there] |= 1 << (k + 3) % DIRECTIONS
    for cell in range(CELLS):
        for k in range(DIRECTIONS):
            t["cost"][:, cell, k] = entry_costs(t, constants, cell, k)
    for marker, places in spec.markers.items():
        for place in places:
            t["marks"][Mark[marker.upper()], number_of(place)] += 1


def entry_costs(t: np.void, constants: ConstantsSpec, cell: int, k: int) -> tuple[int, int]:
    """Points to enter the neighbour in direction k, for squads and for vehicles; 0 where it is barred.

    Clauses: TI-MOV-06..10, TI-MOV-13, TI-TRN-04. A road makes a hex cheaper but never opens one that is barred.
    """
    there = int(t["next"][cell, k])
    if there < 0:
        return 0, 0
    climb = int(t["level"][there]) - int(t["level"][cell])
    if abs(climb) > 1:
        return 0, 0
    entry = constants.terrain[Terrain(t["terrain"][there]).name.lower()]
    costs = []
    for cost in (entry.squad, entry.vehicle):
        if cost and t["road"][cell] >> k & 1:
            cost = constants.road
        elif cost and climb > 0:
            cost = max(cost, constants.climb)
        costs.append(cost)
    return costs[0], costs[1]


def _pack_unit(t: np.void, slot: int, unit: UnitSpec) -> None:
    t["unit_used"][slot] = 1
    t["unit_kind"][slot] = Kind[unit.kind.upper()]
    t["unit_specialty"][slot] = Specialty[unit.specialty.upper()]
    t["unit_due"][slot] = unit.due
    for figure, count in unit.figures.items():
        t["unit_figures"][slot][Figure[figure.upper()]] = count


def _fill_side(t: np.void, seat: int, setting: Setting, decks: bool, operations: bool) -> None:
    board, side, force = setting.board, setting.sides[seat], setting.forces[seat]
    for k, unit in enumerate(force.units):
        _pack_unit(t, FORCE * seat + k, unit)
    for k, token in enumerate(force.tokens):
        t["tokens"][seat][k] = Specialty[token.upper()]
    t["n_tokens"][seat] = len(force.tokens)
    for k, marker in enumerate(side.markers):
        t["markers"][seat][k] = Mark[marker.upper()]
    t["n_markers"][seat] = len(side.markers)
    t["zone"][seat], t["arrival"][seat] = _rows(board, side.zone), _rows(board, side.arrival)
    for key, rows, trench in (("zone_trench", side.trench_rows, True), ("zone_wire", side.wire_rows, False)):
        holds = np.array([holds_marker(Terrain(terrain), trench) for terrain in t["terrain"]])
        t[key][seat] = _rows(board, rows) * holds
    t["start_op"][seat] = side.op_fire
    t["actions"][seat] = side.actions
    t["capacity_used"][seat] = len(force.units)
    if operations:
        for operation in side.operations:
            t["operations"][seat][Operation[operation.upper()]] = 1
    if decks:
        for k, deck in enumerate(side.decks):
            t["decks"][seat][k] = Deck[deck.upper()]
        t["n_decks"][seat], t["start_cards"][seat] = len(side.decks), side.start_cards
        dealt = [card for card in setting.cards.values() if card.deck in side.decks]
        t["capacity_used"][seat] += sum(len(card.units) * card.copies for card in dealt)


def _fill_cards(t: np.void, cards: dict[str, CardSpec]) -> None:
    for name, card in cards.items():
        n = Card[name.upper()]
        t["deck_cards"][Deck[card.deck.upper()], n] = card.copies
        t["card_action"][n], t["card_command"][n] = "action" in card.phases, "command" in card.phases
        t["card_from"][n], t["card_force_size"][n] = card.from_round, len(card.units)
        for key in ("cost", "plus", "amount", "dice", "contact", "accuracy"):
            t[f"card_{key}"][n] = getattr(card, key)
        for seat, side in enumerate(SIDE_NAMES):
            for k, unit in enumerate(reserve_of(card, side)):
                t["card_force_kind"][seat, n, k] = Kind[unit.kind.upper()]
                for figure, count in unit.figures.items():
                    t["card_force_figures"][seat, n, k, Figure[figure.upper()]] = count


def _fill_profiles(t: np.void, setting: Setting) -> None:
    profiles, constants = setting.profiles, setting.constants
    t["mortar_suppressive"] = profiles.mortar_suppressive
    for name, price in profiles.tokens.items():
        t["specialty_points"][Specialty[name.upper()]] = price
    for seat, side in enumerate(SIDE_NAMES):
        for name, figure in profiles.figures[setting.sides[seat].nation or side].items():
            n = Figure[name.upper()]
            t["figure_range"][seat, n], t["figure_fp"][seat, n] = zip(figure.infantry, figure.vehicles, strict=True)
            t["figure_points"][seat, n] = figure.points
        for name, vehicle in profiles.vehicles.items():
            kind = Kind[name.upper()]
            t["vehicle_range"][seat, kind], t["vehicle_fp"][seat, kind] = zip(vehicle.infantry, vehicle.vehicles, strict=True)
        if t["operations"][seat, Operation.VETERAN_TANK_CREW]:
            for kind in (Kind.MEDIUM_TANK_A, Kind.MEDIUM_TANK_B):
                t["vehicle_range"][seat, kind, 0], t["vehicle_fp"][seat, kind, 0] = constants.veteran_range, constants.veteran_fp
    for name, vehicle in profiles.vehicles.items():
        kind = Kind[name.upper()]
        t["vehicle_move"][kind], t["vehicle_armour"][kind] = vehicle.move, vehicle.armour
        t["vehicle_price"][kind], t["vehicle_capacity"][kind] = vehicle.points, vehicle.capacity
        for trait in vehicle.traits:
            t[f"vehicle_{trait}"][kind] = 1


def _fill_constants(t: np.void, constants: ConstantsSpec) -> None:
    t["attack_success"][[Reach.CLOSE, Reach.NORMAL, Reach.LONG]] = (
        constants.attack_close, constants.attack_normal, constants.attack_long,
    )  # fmt: skip
    for key, results in (("suppressed", ("pinned", "disrupted", "routed")), ("damaged", ("light", "heavy", "destroyed"))):
        for row, state in enumerate(("none", *results[:2])):
            steps = getattr(constants, f"{key}_{state}")
            t[f"{key}_at"][row] = [0, *(steps.get(result, FAR) for result in results)]
    for key in PLAIN_CONSTANTS:
        t[key] = getattr(constants, key)


def tables_of(setting: Setting, decks: bool = True, operations: bool = True) -> np.ndarray:
    """The tables of a scenario, (1,)."""
    tables = np.zeros(1, TABLES)
    t, spec, constants = tables[0], setting.spec, setting.constants
    foggy = operations and any("heavy_fog" in side.operations for side in setting.sides)
    _fill_map(t, setting, constants.fog if foggy else FAR)
    for seat in range(SIDES):
        _fill_side(t, seat, setting, decks, operations)
    t["n_objectives"], t["objective_control"] = len(spec.objectives), -1
    for k, objective in enumerate(spec.objectives):
        t["objective_cell"][k], t["objective_kind"][k] = number_of(objective.cell), Goal[objective.kind.upper()]
        t["objective_value"][k] = objective.value
        t["objective_control"][k] = _seat(objective.holder)
    t["rounds"], t["initiative"] = spec.rounds, _seat(spec.initiative)
    t["first_placer"] = _seat(spec.first_placer or spec.initiative)
    t["victory"], t["attacker"] = Victory[spec.victory.upper()], _seat(spec.attacker)
    t["control_from"] = min(spec.control_from, spec.rounds)
    t["winning_lead"], t["vehicle_points"] = spec.winning_lead, spec.vehicle_points
    _fill_cards(t, setting.cards)
    _fill_profiles(t, setting)
    _fill_constants(t, constants)
    fill_odds(t)
    fill_layout(tables, spec.skirmish)
    return tables


def _seat(side: str) -> int:
    return SIDE_NAMES.index(side) if side in SIDE_NAMES else -1


def pack(spec: ScenarioSpec, path: Path, seats: int | None, options: dict[str, Any]) -> Packed:
    """A scenario as `core.scenarios` wants it.

    Raises:
        DataError: see `settle`.
    """
    settled = {**options, "rounds": options["rounds"] or spec.rounds}
    setting = settle(spec, path, options["constants"], (options["force_a"], options["force_b"]))
    setting = replace(setting, spec=replace(spec, rounds=settled["rounds"]))
    tables = tables_of(setting, options["decks"], options["operations"])
    players = tuple(force.title for force in setting.forces)
    return Packed(tables, SIDES, decision_bound(tables[0]), settled, spec.tags, players)
