"""What a circle, a board and a scenario must keep, beyond the shape of their files."""

from __future__ import annotations

from pathlib import Path

from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.godbreakers.data.schema import CircleSpec, GodbreakerSpec, MapSpec, ScenarioSpec
from skirmish_rl.envs.godbreakers.data.seen import WORLD_KINDS, WORLD_ROUNDS, WORLD_RULES, WORLD_SIZE, WORLD_WILD
from skirmish_rl.envs.godbreakers.state import METAL_TRAITS, STATIC_PIECES, Metal, Trait

MARKED = {"shards": "", "objectives": "saboteurs", "hoards": "treasure"}  # places of a board, and the rule that uses them, "" for all


def metal_of(trait: str) -> str:
    """The metal a trait belongs to."""
    return Metal(Trait[trait.upper()] // METAL_TRAITS).name.lower()


def check_circle(spec: CircleSpec, path: Path) -> None:
    """Refuse rosters the creation rules do not allow. Clauses: GB-CIR-01..08."""
    for number, model in enumerate(spec.godbreakers, 1):
        _check_godbreaker(model, f"godbreaker {number} ({model.role})", path)
    if not spec.campaign:
        _check_budget(spec, path)


def _check_godbreaker(model: GodbreakerSpec, where: str, path: Path) -> None:
    for trait in model.traits:
        if metal_of(trait) not in model.metals and trait not in model.forged:
            raise fail(path, "traits", f"{where}: {trait} is a {metal_of(trait)} trait, its metals are {', '.join(model.metals)}")
    if len(model.flaws) < len(model.metals) - 1:
        raise fail(path, "flaws", f"{where} has {len(model.metals)} metals; each alloyed metal costs one flaw (GB-CIR-05)")


def _check_budget(spec: CircleSpec, path: Path) -> None:
    dice = sorted((model.die for model in spec.godbreakers), reverse=True)
    if dice != [8, 8, 6, 6, 6]:
        raise fail(path, "die", f"a new circle has two D8 and three D6, got {dice} (GB-CIR-01); set campaign = true for a grown one")
    for number, model in enumerate(spec.godbreakers, 1):
        gains, due = sum(model.traits.values()), 3 if number == 1 else 2
        if gains != due:
            raise fail(
                path, "traits", f"godbreaker {number} has {gains} trait gains, a new one has {due} (GB-CIR-02); "
                "set campaign = true for a grown circle",
            )  # fmt: skip


def check_map(spec: MapSpec, path: Path) -> None:
    """Refuse boards whose parts lie off them or that break GB-GEN-08, GB-GEN-09, GB-TER-02."""
    if len(spec.area) + len(spec.barricades) > STATIC_PIECES:
        raise fail(path, "area", f"at most {STATIC_PIECES} terrain pieces, got {len(spec.area) + len(spec.barricades)}")
    walls: set[tuple[int, int]] = set()
    for key, pieces in (("area", spec.area), ("barricades", spec.barricades)):
        for x0, x1, y0, y1 in pieces:
            if not (0 <= x0 <= x1 < spec.size and 0 <= y0 <= y1 < spec.size):
                raise fail(path, key, f"[{x0}, {x1}, {y0}, {y1}] is not a rectangle [x from, x to, y from, y to] on the board")
            if key == "barricades":
                if min(x1 - x0, y1 - y0) > 0:
                    raise fail(path, key, f"[{x0}, {x1}, {y0}, {y1}] is thicker than one cell (GB-TER-02)")
                cells = _cells(x0, x1, y0, y1)
                if walls & cells:
                    raise fail(path, key, f"barricades overlap at {sorted(walls & cells)[0]} (GB-GEN-08)")
                walls |= cells
    covered: set[tuple[int, int]] = set()
    for x0, x1, y0, y1 in spec.area:
        cells = _cells(x0, x1, y0, y1)
        if covered & cells or walls & cells:
            raise fail(path, "area", f"[{x0}, {x1}, {y0}, {y1}] overlaps another piece; keep the pieces of a map disjoint")
        covered |= cells
    _check_cell(spec, walls, path, "centre", spec.centre)
    for key in MARKED:
        for seats, places in getattr(spec, key).items():
            if seats not in ("2", "3", "4") or len(places) != int(seats):
                raise fail(path, key, f"needs one cell for each of the seats (2, 3 or 4), got {seats!r}: {list(places)}")
            for cell in places:
                _check_cell(spec, walls, path, key, cell)


def _cells(x0: int, x1: int, y0: int, y1: int) -> set[tuple[int, int]]:
    return {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}


def _check_cell(spec: MapSpec, walls: set[tuple[int, int]], path: Path, key: str, cell: tuple[int, int]) -> None:
    x, y = cell
    if not (0 <= x < spec.size and 0 <= y < spec.size):
        raise fail(path, key, f"[{x}, {y}] lies off the {spec.size}x{spec.size} board (GB-GEN-09)")
    if cell in walls:
        raise fail(path, key, f"[{x}, {y}] lies inside a barricade (GB-GEN-08)")


def check_scenario(spec: ScenarioSpec, board: MapSpec, path: Path) -> None:
    """Refuse what the rules do not allow of a scenario and its board."""
    check_map(board, path)
    if spec.seats[0] > spec.seats[1]:
        raise fail(path, "seats", f"expected [fewest, most], got {list(spec.seats)}")
    if 1 not in spec.fielded:
        raise fail(path, "fielded", f"expected the leader 1 among them, got {list(spec.fielded)}")
    walls = {cell for box in board.barricades for cell in _cells(*box)}
    taken = {board.centre}
    for seats in range(spec.seats[0], spec.seats[1] + 1):
        there = {board.centre}
        for key in (key for key in MARKED if spec.rule == MARKED[key] or not MARKED[key]):
            for cell in getattr(board, key).get(str(seats), ()):
                if cell in there:
                    raise fail(path, key, f"{list(cell)} is taken twice with {seats} seats (GB-GEN-08)")
                there.add(cell)
        taken |= there
    for wild in spec.wild:
        _check_cell(board, walls, path, "wild", wild.cell)
        if wild.cell in taken:
            raise fail(path, "wild", f"{list(wild.cell)} is taken twice (GB-GEN-08)")
        taken.add(wild.cell)


def check_world(spec: ScenarioSpec, board: MapSpec, path: Path) -> None:
    """Refuse what no generated world holds in a scenario whose observations are theirs."""
    if board.size != WORLD_SIZE:
        raise fail(path, "skirmish", f"generated worlds are {WORLD_SIZE} cells across, not {board.size}")
    if board.impassable or board.impassable_option:
        raise fail(path, "skirmish", "no barricade of a generated world is impassable")
    if spec.seats != (2, 2):
        raise fail(path, "seats", f"generated worlds are for two seats: write [2, 2], not {list(spec.seats)}")
    if spec.rounds > WORLD_ROUNDS:
        raise fail(path, "rounds", f"generated worlds last {WORLD_ROUNDS} rounds at most, got {spec.rounds}")
    rules = [rule.name.lower() for rule in WORLD_RULES]
    if spec.rule not in rules:
        raise fail(path, "rule", f"generated worlds are played by the rules {' or '.join(rules)}, not {spec.rule!r}")
    kinds = [kind.name.lower() for kind in WORLD_KINDS]
    if len(spec.wild) > WORLD_WILD or {wild.kind for wild in spec.wild} - set(kinds):
        raise fail(path, "wild", f"generated worlds have at most {WORLD_WILD} wild models at the start: {', '.join(kinds)}")
    if spec.wild and spec.rule != "plain":
        raise fail(path, "wild", f"wild models stand in generated worlds of the rule 'plain' from the start, not of {spec.rule!r}")
