"""Checks that need the game's own words: what the rules and the grid do not allow is refused, with file, key and clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from skirmish_rl.envs.core import hexgrid
from skirmish_rl.envs.core.scenarios import known, names
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.tide_of_iron.data.fields import MAX_TOKENS
from skirmish_rl.envs.tide_of_iron.data.schema import (
    SIDE_NAMES,
    STREAMS,
    TRENCHES,
    CardSpec,
    Cell,
    ConstantsSpec,
    ForceSpec,
    MapSpec,
    ScenarioSpec,
    Setting,
    UnitSpec,
)
from skirmish_rl.envs.tide_of_iron.data.seen import WORLD_DECKS, WORLD_KINDS, WORLD_OBJECTIVES, WORLD_ROWS, WORLD_UNITS, WORLD_WIDTH
from skirmish_rl.envs.tide_of_iron.state import FORCE, FORTS, SLOTS_OF_BASE, STACK, WIDTH, Terrain

BARRING = ("traps", "pillbox")  # to vehicles, TI-TRN-04


def number_of(cell: Cell) -> int:
    """The number of a hex [column, row]."""
    return cell[1] * WIDTH + cell[0]


def has_hex(board: MapSpec, cell: Cell) -> bool:
    """True if a map has a hex [column, row]."""
    column, row = cell
    return 0 <= row < board.rows and 0 <= column < board.width - row % 2


def hexes_of(board: MapSpec, rows: Iterable[int]) -> Iterator[Cell]:
    """All hexes of some rows."""
    return ((column, row) for row in rows for column in range(board.width - row % 2))


def terrain_at(board: MapSpec, cell: Cell, stream: str) -> Terrain:
    """The terrain of a hex, streams by the scenario's depth. Clauses: TI-TRN-01, TI-MOV-09."""
    for name, cells in board.terrain.items():
        if cell in cells:
            return STREAMS[stream] if name == "stream" else Terrain[name.upper()]
    return Terrain.CLEAR


def level_at(board: MapSpec, cell: Cell) -> int:
    """The level of a hex. Clause: TI-TRN-01."""
    return next((int(level) for level, cells in board.levels.items() if cell in cells), 0)


def check_hex(board: MapSpec, path: Path, key: str, cell: Cell) -> None:
    """Refuse a hex that the map does not have."""
    column, row = cell
    if has_hex(board, cell):
        return
    if row % 2 and column == board.width - 1 and 0 <= row < board.rows:
        raise fail(path, key, f"{list(cell)}: odd rows are one hex shorter, row {row} has columns 0 to {column - 1} (Digitising)")
    raise fail(path, key, f"{list(cell)} lies off the map of {board.width} columns and {board.rows} rows (Digitising)")


def check_map(board: MapSpec, path: Path) -> None:
    """Refuse maps whose parts are in each other's way or that break TI-TRN-01, TI-MOV-06, TI-MOV-07."""
    for key, table in (("terrain", board.terrain), ("levels", board.levels)):
        found: dict[Cell, str] = {}
        for name, cells in table.items():
            for cell in cells:
                check_hex(board, path, key, cell)
                if cell in found:
                    raise fail(path, key, f"{list(cell)} is listed as {found[cell]} and as {name}; a hex has one (TI-TRN-01)")
                found[cell] = name
    for road in board.roads:
        for cell in road:
            check_hex(board, path, "roads", cell)
        for here, there in zip(road, road[1:], strict=False):
            if not hexgrid.is_adjacent(WIDTH, number_of(here), number_of(there)):
                raise fail(path, "roads", f"gap between {list(here)} and {list(there)}; roads join neighbours (TI-MOV-06)")
            if abs(level_at(board, here) - level_at(board, there)) > 1:
                raise fail(path, "roads", f"{list(here)} to {list(there)} is a cliff (TI-MOV-07)")
        for cell in road:
            if terrain_at(board, cell, "shallow") == Terrain.POND:
                raise fail(path, "roads", f"{list(cell)} is a pond, impassable to all (TI-MOV-09)")


def check_constants(constants: ConstantsSpec, path: Path) -> None:
    """Refuse thresholds out of order, and terrain that is missing."""
    for key, results in (("suppressed", ("pinned", "disrupted", "routed")), ("damaged", ("light", "heavy", "destroyed"))):
        for state in ("none", *results[:2]):
            table = getattr(constants, f"{key}_{state}")
            steps = [table[result] for result in results if result in table]
            if steps != sorted(steps):
                clause = "TI-SUP-01..03" if key == "suppressed" else "TI-VEH-02..04"
                raise fail(path, f"{key}_{state}", f"{table}: expected numbers that do not fall from left to right ({clause})")
    for name in names(Terrain):
        if name not in constants.terrain:
            raise fail(path, "terrain", f"{name} is missing (TI-MOV-10, TI-TRN-03)")


def check_unit(unit: UnitSpec, path: Path, where: str) -> None:
    """Refuse squads that no base can hold. Clauses: TI-GEN-02, TI-GEN-03, TI-SET-03."""
    if unit.kind != "squad":
        if unit.figures or unit.specialty != "none":
            raise fail(path, "kind", f"{where}: only squads have figures and specialisations (TI-GEN-02)")
        return
    slots = sum(unit.figures.values()) + unit.figures.get("machine_gun", 0) + unit.figures.get("mortar", 0)
    if not 1 <= slots <= SLOTS_OF_BASE:
        raise fail(path, "figures", f"{where}: fills {slots} slots; a base has {SLOTS_OF_BASE}, crews take two (TI-GEN-03)")
    if unit.specialty != "none" and has_crew(unit):
        raise fail(path, "specialty", f"{where}: a squad with a crew has no specialisation (TI-SET-03)")


def has_crew(unit: UnitSpec) -> bool:
    """True for a squad with a machine-gun or mortar crew."""
    return "machine_gun" in unit.figures or "mortar" in unit.figures


def check_force(force: ForceSpec, path: Path, side: str) -> None:
    """Refuse units that no base can hold and tokens that nobody can carry. Clauses: TI-GEN-03, TI-SET-03."""
    for number, unit in enumerate(force.units, 1):
        check_unit(unit, path, f"side {side}, unit {number}")
    squads = [unit for unit in force.units if unit.kind == "squad" and not unit.due and not has_crew(unit)]
    eligible = sum(unit.specialty == "none" for unit in squads)
    if len(force.tokens) > min(eligible, MAX_TOKENS):
        given = f"{len(force.tokens)} tokens for {eligible} eligible squads"
        raise fail(path, "tokens", f"side {side} has {given}: one each, none with a crew, at most {MAX_TOKENS} (TI-SET-03)")


def check_card(name: str, card: CardSpec, path: Path) -> None:
    """Refuse reserves that no base can hold. Clause: TI-CRD-07."""
    for units in (card.units, card.units_b):
        if len(units) > 2 or (units and len(units) != len(card.units)):
            raise fail(path, "units", f"{name}: a card brings at most two units, as many for either side (TI-CRD-07)")
        for unit in units:
            check_unit(unit, path, name)


def check_scenario(spec: ScenarioSpec, board: MapSpec, path: Path) -> None:
    """Refuse scenarios without sensible victory and objectives. Clauses: TI-GEN-01, TI-CMD-02, TI-CMD-08, TI-WIN-03."""
    if set(spec.a.zone) & set(spec.b.zone):
        raise fail(path, "zone", f"both sides deploy in row {min(set(spec.a.zone) & set(spec.b.zone))} (TI-SET-05)")
    seen: set[tuple[Cell, str]] = set()
    for objective in spec.objectives:
        check_hex(board, path, "objectives", objective.cell)
        if terrain_at(board, objective.cell, spec.stream) == Terrain.POND:
            raise fail(path, "objectives", f"{list(objective.cell)} is a pond, which nobody can capture (TI-MOV-09, TI-CMD-04)")
        if (objective.cell, objective.kind) in seen:
            raise fail(path, "objectives", f"{list(objective.cell)} has two {objective.kind} objectives (TI-CMD-02)")
        seen.add((objective.cell, objective.kind))
    if spec.victory == "control":
        known(path, "attacker", spec.attacker, SIDE_NAMES, "side")
        if not any(objective.kind == "victory" for objective in spec.objectives):
            raise fail(path, "objectives", "a control scenario needs a victory objective (TI-WIN-03)")
        if not 1 <= spec.control_from <= spec.rounds:
            raise fail(path, "control_from", f"expected a round from 1 to {spec.rounds}, got {spec.control_from} (TI-WIN-03)")
    elif spec.attacker or spec.control_from:
        raise fail(path, "victory", 'attacker and control_from belong to victory = "control" (TI-WIN-03)')
    lying: dict[Cell, int] = {}
    for marker, cells in spec.markers.items():
        for cell in cells:
            check_hex(board, path, "markers", cell)
            check_marker(board, spec.stream, path, "markers", marker, cell)
            if marker in TRENCHES:
                lying[cell] = lying.get(cell, 0) + 1
            elif cells.count(cell) > 1:
                raise fail(path, "markers", f"{list(cell)} has {marker} twice; at most one in a hex (TI-TRN-08, TI-TRN-09)")
    for cell, count in lying.items():
        if count > FORTS:
            raise fail(path, "markers", f"{list(cell)} has {count} entrenchments and pillboxes; at most {FORTS} (TI-TRN-05)")


def check_marker(board: MapSpec, stream: str, path: Path, key: str, marker: str, cell: Cell) -> None:
    """Refuse a marker on terrain that cannot hold it, see `holds_marker`."""
    terrain = terrain_at(board, cell, stream)
    if not holds_marker(terrain, marker in TRENCHES):
        clause = "TI-TRN-05" if marker in TRENCHES else "TI-TRN-08..10"
        raise fail(path, key, f"{list(cell)}: no {marker} in a hex with {terrain.name.lower()} ({clause})")


def holds_marker(terrain: Terrain, trench: bool) -> bool:
    """True if a terrain can hold entrenchments and pillboxes (TI-TRN-05), or wire, mines and traps.

    The latter lie anywhere but in ponds and on bridges, house rule after scenario S3.
    """
    if trench:
        return terrain not in (Terrain.STREAM, Terrain.DEEP_STREAM, Terrain.POND, Terrain.BUILDING)
    return terrain not in (Terrain.POND, Terrain.BRIDGE)


def is_open(setting: Setting, cell: Cell, vehicle: bool) -> bool:
    """True if units of a class may ever stand in a hex. Clauses: TI-MOV-07, TI-MOV-09, TI-TRN-04."""
    board, here = setting.board, number_of(cell)
    around = (hexgrid.neighbour(WIDTH, board.width, board.rows, here, k) for k in range(hexgrid.NEIGHBOURS))
    levels = [level_at(board, (there % WIDTH, there // WIDTH)) for there in around if there >= 0]
    if all(abs(level - level_at(board, cell)) > 1 for level in levels):
        return False  # cliffs all round
    terrain = terrain_at(board, cell, setting.spec.stream)
    entry = setting.constants.terrain[terrain.name.lower()]
    if not vehicle:
        return entry.squad > 0
    return entry.vehicle > 0 and not any(cell in setting.spec.markers.get(marker, ()) for marker in BARRING)


def reserve_of(card: CardSpec, name: str) -> tuple[UnitSpec, ...]:
    """The units that a reserve card brings to a side."""
    return card.units_b if name == "b" and card.units_b else card.units


def check_side(setting: Setting, seat: int, path: Path) -> None:
    """Refuse a side whose units or markers find no place, or whose cards do not exist. Clauses: TI-SET-04, TI-SET-05, TI-REI-01."""
    name, side, board = SIDE_NAMES[seat], setting.sides[seat], setting.board
    for key in ("zone", "arrival", "trench_rows", "wire_rows"):
        for row in getattr(side, key):
            if not 0 <= row < board.rows:
                raise fail(path, key, f"side {name}: row {row} is off the map of rows 0 to {board.rows - 1} (TI-SET-05)")
    dealt = [card for card in setting.cards.values() if card.deck in side.decks]
    if not 0 <= side.start_cards <= sum(card.copies for card in dealt):
        raise fail(path, "start_cards", f"side {name}: its decks do not hold {side.start_cards} cards (TI-SET-04)")
    _check_units(setting, seat, [unit for card in dealt for _ in range(card.copies) for unit in reserve_of(card, name)], path)
    _check_markers(setting, seat, path)


def _check_units(setting: Setting, seat: int, reserves: list[UnitSpec], path: Path) -> None:
    name, side, units = SIDE_NAMES[seat], setting.sides[seat], setting.forces[seat].units
    if len(units) + len(reserves) > FORCE:
        total = f"{len(units)} units and its cards bring {len(reserves)}"
        raise fail(path, "decks", f"side {name} has {total}; together at most {FORCE} (Digitising)")
    for unit in units:
        if not 0 <= unit.due <= setting.spec.rounds:
            raise fail(path, "due", f"side {name}: a unit is due in round {unit.due} of {setting.spec.rounds} (TI-REI-01)")
    starting = [unit for unit in units if unit.due == 0]
    _check_room(setting, name, "zone", side.zone, starting, path)
    _check_room(setting, name, "arrival", side.arrival, [unit for unit in units if unit.due] + reserves, path)


def check_world(setting: Setting, path: Path) -> None:
    """Refuse what no generated world holds in a scenario whose observations are theirs."""
    board = setting.board
    if (board.width, board.rows) != (WORLD_WIDTH, WORLD_ROWS):
        raise fail(
            path,
            "skirmish",
            f"generated worlds are {WORLD_WIDTH} hexes wide and have {WORLD_ROWS} rows, not {board.width} and {board.rows}",
        )
    if len(setting.spec.objectives) > WORLD_OBJECTIVES:
        raise fail(path, "objectives", f"generated worlds have at most {WORLD_OBJECTIVES}, got {len(setting.spec.objectives)}")
    for name, side, force in zip(SIDE_NAMES, setting.sides, setting.forces, strict=True):
        if len(force.units) > WORLD_UNITS or {unit.kind for unit in force.units} - {kind.name.lower() for kind in WORLD_KINDS}:
            raise fail(
                path,
                name,
                f"generated worlds have at most {WORLD_UNITS} units a side: {', '.join(kind.name.lower() for kind in WORLD_KINDS)}",
            )
        if not side.decks or side.start_cards < 1 or set(side.decks) - {deck.name.lower() for deck in WORLD_DECKS}:
            raise fail(
                path, name, f"generated worlds have decks and starting cards, of {', '.join(deck.name.lower() for deck in WORLD_DECKS)}"
            )
        if force.tokens or side.markers or side.arrival or side.operations or side.op_fire:
            raise fail(path, name, "generated worlds have neither tokens and markers to place, arrivals, operations nor Op Fire at set-up")


def _check_room(setting: Setting, name: str, key: str, rows: tuple[int, ...], units: list[UnitSpec], path: Path) -> None:
    """At set-up every unit must find a place whatever the order and the places of the others; arrivals may wait."""
    for vehicle in {unit.kind != "squad" for unit in units}:
        room = sum(is_open(setting, cell, vehicle) for cell in hexes_of(setting.board, set(rows)))
        if vehicle:
            room -= sum(marker in BARRING for side in setting.sides for marker in side.markers)
        kind = "vehicles" if vehicle else "squads"
        if room <= 0:
            raise fail(path, key, f"side {name}: rows {list(rows)} have no hex that its {kind} may enter (TI-SET-05, TI-STA-06)")
        if key == "zone" and len(units) > STACK * room:
            raise fail(path, key, f"side {name}: {room} hexes for {kind} are too few for {len(units)} units (TI-MOV-04)")


def _check_markers(setting: Setting, seat: int, path: Path) -> None:
    name, side, spec = SIDE_NAMES[seat], setting.sides[seat], setting.spec
    lying = sum(len(cells) for cells in spec.markers.values()) + sum(len(placing.markers) for placing in setting.sides)
    for trench, key in ((True, "trench_rows"), (False, "wire_rows")):
        cells = hexes_of(setting.board, set(getattr(side, key)))
        places = sum(holds_marker(terrain_at(setting.board, cell, spec.stream), trench) for cell in cells)
        if any((marker in TRENCHES) == trench for marker in side.markers) and places < lying:
            raise fail(path, key, f"side {name}: {places} hexes are too few for its markers (TI-TRN-05, TI-TRN-08, TI-TRN-09)")
