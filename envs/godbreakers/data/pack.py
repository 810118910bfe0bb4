"""Scenario, board, circles and options to packed tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, unknown
from skirmish_rl.envs.core.jit import compiled
from skirmish_rl.envs.core.scenarios import Forces, Option, Packed, known, named_beside, names, read_all, read_named, seats_of
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.godbreakers.data.bound import decision_bound
from skirmish_rl.envs.godbreakers.data.checks import check_circle, check_scenario, check_world
from skirmish_rl.envs.godbreakers.data.distances import LINE, measure_board
from skirmish_rl.envs.godbreakers.data.fields import TABLES
from skirmish_rl.envs.godbreakers.data.odds import fill_odds
from skirmish_rl.envs.godbreakers.data.schema import CircleSpec, MapSpec, ScenarioSpec, UnalignedSpec
from skirmish_rl.envs.godbreakers.data.seen import fill_layout
from skirmish_rl.envs.godbreakers.state import CELLS, SIDE, Flaw, Ground, Kind, Metal, Rule, Shape, Spot, Trait

FOLDER = Path(__file__).parent
RANDOM = "random"  # a circle drawn anew in every game
DEFAULT_CIRCLES = ("bulwark", "skirmishers", "ritualists", "council")

OPTIONS = {
    "rounds": Option(None, range(3, 8), "3 to 7 rounds, by default the scenario's own (GB-RND-02)"),
    "circles": Option(
        None,
        object,
        "a circle's name, a roster's path or 'random': one for all seats or a list of one each; by default the scenario's own",
    ),
    "setup": Option("fixed", ("fixed", "full"), "'fixed': markers where the board says; 'full': the seats place them (GB-SET-05)"),
    "shuffle": Option(True, bool, "seniority is drawn, else it is seat order (GB-SET-02)"),
    "orientation": Option(0, (*range(8), "random"), "0-3 quarter turns of the board, 4-7 the same mirrored, or 'random' (GB-SET-06)"),
    "ready": Option(False, bool, "the Ready action: a model waits and attacks the first enemy placed within its range (GB-ADV-01)"),
    "impassable": Option(False, bool, "barricades the board names turn impassable (GB-DIG-06)"),
    "tiebreak": Option("draw", ("draw", "survivors"), "equal points: a draw, or more survivors win (GB-END-03)"),
    "readings": Option(
        "house",
        ("house", "letter"),
        "'house' or 'letter': by the letter no substitute need roll, and the initiative's winner orders what comes at once "
        "(GB-INI-02, GB-RND-05)",
    ),
}

FORCES = Forces("circles.toml", ("circles",))


def read_circle(name: str) -> CircleSpec:
    """A circle by shipped name or by path, checked.

    Raises:
        UnknownName: no such circle. DataError: see `check_circle`.
    """
    shipped = FOLDER / "circles.toml"
    if not name.endswith(".toml") and name not in (circles := read_all(shipped, CircleSpec)):
        raise unknown("circle", name, [*circles, RANDOM, "(or a path ending in .toml)"])
    spec, path = read_named(shipped, name, CircleSpec)
    check_circle(spec, path)
    return spec


def pack(spec: ScenarioSpec, path: Path, seats: int | None, options: dict[str, Any]) -> Packed:
    """The tables of a scenario, one record for each orientation of the board.

    Raises:
        BadOption, DataError, UnknownName: see the messages.
    """
    board = spec.board or _shipped_board(spec, path)
    check_scenario(spec, board, path)
    if spec.skirmish:
        check_world(spec, board, path)
    seats = seats_of(spec.title, spec.seats, seats, "GB-GEN-01")
    rule = Rule[spec.rule.upper()]
    for key, wanted in (("shards", True), ("objectives", rule == Rule.SABOTEURS), ("hoards", rule == Rule.TREASURE)):
        if wanted and str(seats) not in getattr(board, key):
            there = ", ".join(getattr(board, key)) or "none"
            raise fail(path, key, f"the board gives no {key} for {seats} seats; it has some for these numbers of seats: {there}")
    settled = {**options, "rounds": spec.rounds if options["rounds"] is None else options["rounds"]}
    rosters = _rosters(spec, settled, seats, path)
    rounds, ready = settled["rounds"], settled["ready"]
    if spec.skirmish and settled["orientation"] == "random":
        raise BadOption("orientation='random': the board of a generated world lies one way, 0 to 7; a pool of worlds has many boards")
    orientations = range(8) if settled["orientation"] == "random" else [settled["orientation"]]
    tables = np.zeros(len(orientations), TABLES)
    for t, orientation in zip(tables, orientations, strict=True):
        _fill_board(t, _turned(board, orientation), seats, settled["impassable"])
        t["n_wild"] = len(spec.wild)
        for k, wild in enumerate(spec.wild):
            t["wild_kind"][k], t["wild_cell"][k] = (
                Kind[wild.kind.upper()],
                _cell(_turned_cell(board.size, orientation, wild.cell)),
            )
        t["rule"], t["seats"], t["rounds"] = rule, seats, rounds
        t["full_setup"], t["shuffle"] = settled["setup"] == "full", settled["shuffle"]
        t["ready"], t["survivors"] = ready, settled["tiebreak"] == "survivors"
        t["letter"] = settled["readings"] == "letter"
        t["fielded"][[k - 1 for k in spec.fielded]] = 1
        for seat, (_, circle) in enumerate(rosters):
            if circle is None:
                t["random_roster"][seat] = 1
            else:
                _fill_circle(t, seat, circle)
        _fill_unaligned(t, spec.rule)
        fill_odds(t)
    if settled["readings"] == "house":
        del settled["readings"]  # what was made before there was this option keeps its name
    fill_layout(tables, spec.skirmish)
    unaligned = int(tables[0]["unaligned_rows"])
    return Packed(tables, seats, decision_bound(seats, rounds, unaligned, ready), settled, spec.tags, tuple(name for name, _ in rosters))


def _shipped_board(spec: ScenarioSpec, path: Path) -> MapSpec:
    if not spec.map:
        raise fail(path, "map", "missing; give `map`, the name of a shipped board, or a board of your own, [board]")
    maps: dict[str, MapSpec] = read_all(FOLDER / "maps.toml", MapSpec)
    known(path, "map", spec.map, maps, "map")
    return maps[spec.map]


def _rosters(spec: ScenarioSpec, settled: dict[str, Any], seats: int, path: Path) -> list[tuple[str, CircleSpec | None]]:
    """Name and circle of every seat, None for one that is drawn anew in every game.

    The option `circles` goes before the scenario's own.
    """
    if spec.rosters and settled["circles"] is None:
        if len(spec.rosters) != seats:
            raise fail(path, "rosters", f"one for each of the {seats} seats, got {len(spec.rosters)}")
        for circle in spec.rosters:
            check_circle(circle, path)
        return [(_title(circle, number), circle) for number, circle in enumerate(spec.rosters, 1)]
    own = spec.circles and named_beside(path, "circles", spec.circles, FOLDER / "circles.toml", CircleSpec, (RANDOM,))
    settled["circles"] = _circles(settled["circles"] or own or None, seats)
    found = {name: read_circle(name) for name in settled["circles"] if name != RANDOM}
    return [(_title(found[name], k) if name.endswith(".toml") else name, found.get(name)) for k, name in enumerate(settled["circles"], 1)]


def _title(circle: CircleSpec, number: int) -> str:
    """What a circle of one's own is called."""
    return circle.name or f"circle {number}"


def _circles(given: Any, seats: int) -> list[str]:
    circles = list(DEFAULT_CIRCLES[:seats]) if given is None else [given] * seats if isinstance(given, str) else given
    if not isinstance(circles, list | tuple) or len(circles) != seats:
        raise BadOption(f"circles={given!r}: name one circle for each of the {seats} seats, or one for all")
    return [str(circle) for circle in circles]


def _cell(xy: tuple[int, int]) -> int:
    return xy[1] * SIDE + xy[0]


def _turned_cell(size: int, orientation: int, xy: tuple[int, int]) -> tuple[int, int]:
    x, y = xy
    if orientation >= 4:
        x = size - 1 - x
    for _ in range(orientation % 4):
        x, y = size - 1 - y, x
    return x, y


def _turned(board: MapSpec, orientation: int) -> MapSpec:
    """The board mirrored (4-7) and then turned clockwise by quarter turns. Clause: GB-SET-06."""

    def cell(xy: tuple[int, int]) -> tuple[int, int]:
        return _turned_cell(board.size, orientation, xy)

    def box(x0: int, x1: int, y0: int, y1: int) -> tuple[int, int, int, int]:
        (ax, ay), (bx, by) = cell((x0, y0)), cell((x1, y1))
        return min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)

    def spots(table: dict[str, tuple[tuple[int, int], ...]]) -> dict[str, tuple[tuple[int, int], ...]]:
        return {seats: tuple(cell(c) for c in cells) for seats, cells in table.items()}

    return replace(
        board,
        centre=cell(board.centre),
        area=tuple(box(*b) for b in board.area),
        barricades=tuple(box(*b) for b in board.barricades),
        shards=spots(board.shards), objectives=spots(board.objectives), hoards=spots(board.hoards),
    )  # fmt: skip


def _fill_board(t: np.void, board: MapSpec, seats: int, impassable: bool) -> None:
    t["size"] = board.size
    inside = np.zeros((SIDE, SIDE), bool)
    inside[: board.size, : board.size] = True
    spot = np.where(inside, int(Spot.FREE), int(Spot.OFF_BOARD)).astype(np.int8)
    ground = np.zeros((SIDE, SIDE), np.uint8)
    area_piece = np.zeros((SIDE, SIDE), np.uint16)
    solid = set(board.impassable) | (set(board.impassable_option) if impassable else set())
    for piece, (x0, x1, y0, y1) in enumerate([*board.area, *board.barricades]):
        block = np.s_[y0 : y1 + 1, x0 : x1 + 1]
        wide, high = x1 - x0 + 1, y1 - y0 + 1
        t["piece_corner"][piece] = _cell((x0, y0)), _cell((x1, y1))
        if piece < len(board.area):
            ground[block] |= int(Ground.AREA)
            area_piece[block] |= 1 << piece
            t["piece_shape"][piece] = Shape.PATCH if (wide, high) == (3, 3) else Shape.DRAWN
        else:
            ground[block] |= (piece + 1) << 1
            spot[block] = Spot.BARRICADE
            t["piece_barricade"][piece] = 1
            t["piece_shape"][piece] = {(3, 1): Shape.ROW, (1, 3): Shape.COLUMN}.get((wide, high), Shape.DRAWN)
            if piece - len(board.area) in solid:
                t["piece_impassable"][piece] = 1
                ground[block] |= int(Ground.IMPASSABLE)
            near = np.s_[max(y0 - 1, 0) : y1 + 2, max(x0 - 1, 0) : x1 + 2]
            ground[near] |= int(Ground.NEAR_BARRICADE)
    t["n_pieces"] = len(board.area) + len(board.barricades)
    t["board"], t["ground"], t["area_piece"] = spot.ravel(), ground.ravel(), area_piece.ravel()
    t["centre"] = _cell(board.centre)
    for key, table in (("shard_cell", board.shards), ("objective_cell", board.objectives), ("hoard_cell", board.hoards)):
        t[key] = -1
        for seat, xy in enumerate(table.get(str(seats), ())):
            t[key][seat] = _cell(xy)
    cx, cy = board.centre
    for seat in range(seats):
        east, south = int(t["shard_cell"][seat]) % SIDE - cx, int(t["shard_cell"][seat]) // SIDE - cy
        t["quarter"][seat] = (0 if south > 0 else 2) if abs(south) >= abs(east) else (1 if east > 0 else 3)
    mark, steps, stretch = np.zeros(CELLS, np.uint8), np.zeros(LINE, np.int64), np.zeros(LINE)
    is_solid = bool(t["piece_impassable"].any())
    compiled(measure_board)(t["ground"], t["board"], is_solid, t["range"], t["vaults"], mark, steps, stretch)


def _fill_circle(t: np.void, seat: int, spec: CircleSpec) -> None:
    t["shard_trait"][seat] = Trait[spec.shard_trait.upper()]
    for k, model in enumerate(spec.godbreakers):
        t["die"][seat][k] = model.die
        t["metals"][seat][k] = sum(1 << names(Metal).index(metal) for metal in model.metals)
        for trait, rank in model.traits.items():
            t["traits"][seat][k][Trait[trait.upper()]] = rank
        for flaw in model.flaws:
            t["flaws"][seat][k][Flaw[flaw.upper()]] = 1


def _fill_unaligned(t: np.void, rule: str) -> None:
    specs: dict[str, UnalignedSpec] = read_all(FOLDER / "unaligned.toml", UnalignedSpec)
    for name, spec in specs.items():
        kind = Kind[name.upper()]
        t["kind_die"][kind] = spec.die
        t["kind_mighty"][kind], t["kind_sinister"][kind] = spec.mighty, spec.sinister
        for trait, rank in spec.traits.items():
            t["kind_traits"][kind][Trait[trait.upper()]] = rank
        if not spec.friends_in or rule in spec.friends_in:
            for friend in spec.friends:
                t["truce"][kind][Kind[friend.upper()]] = 1
