"""Scenario, roster and options to packed tables: distances, forces, special rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, did_you_mean
from skirmish_rl.envs.core.jit import compiled
from skirmish_rl.envs.core.ruleset import MAX_SEATS, Ruleset, Scenario, pack_dtype
from skirmish_rl.envs.core.tables import fail
from skirmish_rl.envs.godbreakers.data.odds import ODDS_FIELDS, fill_odds
from skirmish_rl.envs.godbreakers.data.schema import (
    MAX_WILD,
    CircleSpec,
    MapSpec,
    ScenarioSpec,
    UnalignedSpec,
    read_all,
    read_circle,
    read_scenario,
)  # fmt: skip
from skirmish_rl.envs.godbreakers.rules.measuring import measure_board
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    FLAWS,
    GODBREAKERS,
    KINDS,
    SIDE,
    SLOTS,
    STATIC_PIECES,
    TOKENS,
    TRAITS,
    Flaw,
    Ground,
    Kind,
    Rule,
    Shape,
    Spot,
    Trait,
)  # fmt: skip

OPTIONS: dict[str, Any] = {
    "rounds": None,  # 3 to 7; None: the scenario's own (GB-RND-02)
    "circles": None,  # names, paths or "random", one per seat; None: the dossier's in order
    "setup": "fixed",  # "full" plays the placement of markers (GB-SET-05)
    "shuffle": True,  # seniority drawn at reset, else seat order (GB-SET-02)
    "orientation": 0,  # 0-3 quarter turns, 4-7 the same mirrored, "random" (GB-SET-06)
    "ready": False,  # the Ready action (GB-ADV-01)
    "impassable": False,  # the map's `impassable_option` barricades (GB-DIG-06)
    "tiebreak": "draw",  # or "survivors" (GB-END-03)
}
DEFAULT_CIRCLES = ("bulwark", "skirmishers", "ritualists", "council")
RANDOM_ROSTER = 1

TABLES = pack_dtype([
    ("reach", "u1", (CELLS, CELLS)),  # PlaceWithin measure, GB-DIG-04; FAR off the board
    ("range", "u1", (CELLS, CELLS)),  # Range, GB-DIG-03
    ("vaults", "u1", (CELLS, CELLS)),  # barricades crossed, GB-TER-05
    ("board", "i1", (CELLS,)),  # Spot of cells before anything stands on them
    ("ground", "u1", (CELLS,)),
    ("area_piece", "u2", (CELLS,)),  # bit per area piece of the map
    ("centre", "i2"),
    ("shard_cell", "i2", (MAX_SEATS,)),
    ("objective_cell", "i2", (MAX_SEATS,)),
    ("hoard_cell", "i2", (MAX_SEATS,)),
    ("wild_cell", "i2", (MAX_WILD,)),
    ("wild_kind", "u1", (MAX_WILD,)),
    ("n_wild", "u1"),
    ("size", "u1"),
    ("piece_barricade", "u1", (STATIC_PIECES,)),
    ("piece_impassable", "u1", (STATIC_PIECES,)),
    ("piece_shape", "u1", (STATIC_PIECES,)),
    ("n_pieces", "u1"),
    ("piece_corner", "i2", (STATIC_PIECES, 2)),  # first and last cell of each piece
    # Which columns this scenario's observations have; written by observation.features.
    ("trait_column", "u1", (TRAITS,)),  # of the traits that can occur
    ("see_width", "u1"),  # columns of a unit's row
    ("view_x", "f4", (MAX_SEATS, CELLS)),  # cells as a seat sees them, own edge at the top
    ("view_y", "f4", (MAX_SEATS, CELLS)),
    ("see_flaws", "u1", (FLAWS,)),
    ("n_see_flaws", "u1"),
    ("see_tokens", "u1", (TOKENS,)),
    ("n_see_tokens", "u1"),
    ("see_pieces", "u1"),
    ("see_objectives", "u1"),
    ("see_hoards", "u1"),
    ("quarter", "u1", (MAX_SEATS,)),  # clockwise turns that bring a seat's own edge to the top
    ("rule", "u1"),
    ("seats", "u1"),
    ("rounds", "u1"),
    ("full_setup", "u1"),
    ("shuffle", "u1"),
    ("ready", "u1"),
    ("survivors", "u1"),
    ("unaligned_rows", "u1"),  # proved bound on unaligned slots in use
    ("random_roster", "u1", (MAX_SEATS,)),
    ("fielded", "u1", (CIRCLE_SIZE,)),
    ("die", "u1", (MAX_SEATS, CIRCLE_SIZE)),
    ("metals", "u1", (MAX_SEATS, CIRCLE_SIZE)),
    ("traits", "u1", (MAX_SEATS, CIRCLE_SIZE, TRAITS)),
    ("flaws", "u1", (MAX_SEATS, CIRCLE_SIZE, FLAWS)),
    ("shard_trait", "i1", (MAX_SEATS,)),
    ("kind_die", "u1", (KINDS,)),
    ("kind_traits", "u1", (KINDS, TRAITS)),
    ("kind_mighty", "u1", (KINDS,)),
    ("kind_sinister", "u1", (KINDS,)),
    ("truce", "u1", (KINDS, KINDS)),  # kinds friendly to each other while wild
    *ODDS_FIELDS,
])  # fmt: skip


def _turned(board: MapSpec, orientation: int) -> MapSpec:
    """The board mirrored (4-7) and then turned clockwise by quarter turns. Clause: GB-SET-06."""
    size = board.size

    def cell(x: int, y: int) -> tuple[int, int]:
        if orientation >= 4:
            x = size - 1 - x
        for _ in range(orientation % 4):
            x, y = size - 1 - y, x
        return x, y

    def box(x0: int, x1: int, y0: int, y1: int) -> tuple[int, int, int, int]:
        (ax, ay), (bx, by) = cell(x0, y0), cell(x1, y1)
        return min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)

    def spots(table: dict[str, tuple[tuple[int, int], ...]]) -> dict[str, tuple[tuple[int, int], ...]]:
        return {seats: tuple(cell(*c) for c in cells) for seats, cells in table.items()}

    return replace(
        board,
        centre=cell(*board.centre),
        area=tuple(box(*b) for b in board.area),
        barricades=tuple(box(*b) for b in board.barricades),
        shards=spots(board.shards), objectives=spots(board.objectives), hoards=spots(board.hoards),
    )  # fmt: skip


def _cell(xy: tuple[int, int]) -> int:
    return xy[1] * SIDE + xy[0]


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
        x, y = int(t["shard_cell"][seat]) % SIDE - cx, int(t["shard_cell"][seat]) // SIDE - cy
        north, east = -y, x
        t["quarter"][seat] = (0 if north > 0 else 2) if abs(north) >= abs(east) else (3 if east > 0 else 1)
    compiled(measure_board)(t["ground"], t["board"], t["reach"], t["range"], t["vaults"])


def _fill_circle(t: np.void, seat: int, spec: CircleSpec) -> None:
    t["shard_trait"][seat] = Trait[spec.shard_trait.upper()]
    for k, model in enumerate(spec.godbreakers):
        t["die"][seat][k] = model.die
        t["metals"][seat][k] = sum(1 << names_index(metal) for metal in model.metals)
        for trait, rank in model.traits.items():
            t["traits"][seat][k][Trait[trait.upper()]] = rank
        for flaw in model.flaws:
            t["flaws"][seat][k][Flaw[flaw.upper()]] = 1


def names_index(metal: str) -> int:
    """Number of a metal as it is spelt in TOML."""
    return ("copper", "iron", "mercury", "gold").index(metal)


def _fill_unaligned(t: np.void, rule: str) -> None:
    for name, spec in read_all("unaligned.toml", UnalignedSpec).items():
        kind = Kind[name.upper()]
        t["kind_die"][kind] = spec.die
        t["kind_mighty"][kind], t["kind_sinister"][kind] = spec.mighty, spec.sinister
        for trait, rank in spec.traits.items():
            t["kind_traits"][kind][Trait[trait.upper()]] = rank
        if not spec.friends_in or rule in spec.friends_in:
            for friend in spec.friends:
                t["truce"][kind][Kind[friend.upper()]] = 1


def unaligned_bound(rule: Rule, seats: int, rounds: int, n_wild: int) -> int:
    """Most unaligned slots ever in use at once: starting and spawned models, and two summoned ones a circle."""
    most = {
        Rule.PLAIN: 0,
        Rule.SABOTEURS: (1 + seats) * rounds,  # one per objective and round, none removed
        Rule.NEST: seats + rounds + 1,  # a dying great beast is replaced before it is removed
        Rule.INFILTRATORS: CIRCLE_SIZE * seats,  # a verified bystander makes room for its stalker
        Rule.CURE: CIRCLE_SIZE * seats + 1,
        Rule.TREASURE: SLOTS,  # one scavenger per failed Plunder: bounded by the slots only
        Rule.HUNT: SLOTS,
    }[rule]
    return min(SLOTS - GODBREAKERS, most + n_wild + 2 * seats)


def decision_bound(seats: int, rounds: int, unaligned: int, ready: bool) -> int:
    """A proved bound on the decisions of one game.

    One action asks at most: the action, its nomination or cell, three extra nominations, a Cunning step, five vengeances, a
    shove and its cell, a placed model's cell, and the claims of at most 18 piles (nine cells, two kinds): under 32. With Ready,
    every model may react once more per action. A circle makes at most ten godbreaker activations a round (five, and five
    returned by Despoiling), of two actions; an unaligned slot at most two activations a round (one, and one for a model that
    takes a freed slot), of one action and three questions before it. Set-up, initiative, spawns and casualties ask at most
    once per model.
    """
    per_action = 32 + (12 * (CIRCLE_SIZE * seats + unaligned) if ready else 0)
    per_round = seats * 10 * (1 + 2 * per_action) + unaligned * 2 * (3 + per_action) + 2 * unaligned + 3 * seats + 8
    return rounds * per_round + seats * (CIRCLE_SIZE * 3 + 8)


def _settle_options(options: dict[str, Any], spec: ScenarioSpec, board: MapSpec, seats: int) -> dict[str, Any]:
    """Options with defaults filled in, checked."""

    def choice(option: str, allowed: tuple[Any, ...]) -> None:
        value = options[option]
        if not any(value is a or (value == a and type(value) is type(a)) for a in allowed):
            raise BadOption(f"{option}={value!r}; expected one of {', '.join(map(repr, allowed))}")

    settled = dict(options)
    settled["rounds"] = spec.rounds if options["rounds"] is None else options["rounds"]
    if isinstance(settled["rounds"], bool) or settled["rounds"] not in range(3, 8):
        raise BadOption(f"rounds={settled['rounds']!r}: a game has 3 to 7 rounds (GB-RND-02)")
    choice("setup", ("fixed", "full"))
    choice("tiebreak", ("draw", "survivors"))
    choice("orientation", (*range(8), "random"))
    for flag in ("shuffle", "ready", "impassable"):
        choice(flag, (True, False))
    circles = options["circles"]
    if circles is None:
        circles = list(DEFAULT_CIRCLES[:seats])
    elif isinstance(circles, str):
        circles = [circles] * seats
    if not isinstance(circles, list | tuple) or len(circles) != seats:
        raise BadOption(f"circles={options['circles']!r}: name one circle for each of the {seats} seats, or one for all")
    settled["circles"] = [str(c) for c in circles]
    return settled


def load(ruleset: Ruleset, name: str, seats: int | None, options: dict[str, Any]) -> Scenario:
    """Pack a scenario.

    Raises:
        BadOption, DataError: see the messages.
    """
    from skirmish_rl.envs.godbreakers.observation import features

    spec, board, path = read_scenario(name)
    seats = spec.seats[0] if seats is None else seats
    if not spec.seats[0] <= seats <= spec.seats[1]:
        raise BadOption(f"seats={seats}: scenario {name!r} is for {spec.seats[0]} to {spec.seats[1]} seats")
    settled = _settle_options(options, spec, board, seats)
    needed = {"shards": True, "objectives": spec.rule == "saboteurs", "hoards": spec.rule == "treasure"}
    for key, wanted in needed.items():
        if wanted and str(seats) not in getattr(board, key):
            raise fail(path, key, f"the board gives no {key} for {seats} seats; known: {did_you_mean(str(seats), getattr(board, key))}")
    rule = Rule[spec.rule.upper()]
    rounds = settled["rounds"]
    orientations = range(8) if settled["orientation"] == "random" else [settled["orientation"]]
    tables = np.zeros(len(orientations), TABLES)
    bound = unaligned_bound(rule, seats, rounds, len(spec.wild))
    for t, orientation in zip(tables, orientations, strict=True):
        _fill_board(t, _turned(board, orientation), seats, settled["impassable"])
        turned = _turned(replace(board, shards={"2": tuple(w.cell for w in spec.wild)}), orientation).shards["2"]
        for k, (wild, xy) in enumerate(zip(spec.wild, turned, strict=True)):
            t["wild_kind"][k], t["wild_cell"][k] = Kind[wild.kind.upper()], _cell(xy)
        t["n_wild"] = len(spec.wild)
        t["rule"], t["seats"], t["rounds"] = rule, seats, rounds
        t["full_setup"], t["shuffle"] = settled["setup"] == "full", settled["shuffle"]
        t["ready"], t["survivors"] = settled["ready"], settled["tiebreak"] == "survivors"
        t["unaligned_rows"] = bound
        for k in spec.fielded:
            t["fielded"][k - 1] = 1
        for seat, circle in enumerate(settled["circles"]):
            if circle == "random":
                t["random_roster"][seat] = RANDOM_ROSTER
            else:
                _fill_circle(t, seat, read_circle(circle))
        _fill_unaligned(t, spec.rule)
        fill_odds(t)
    return Scenario(
        ruleset=ruleset, name=name, seats=seats, tables=tables,
        features=features(tables),
        max_decisions=decision_bound(seats, rounds, bound, settled["ready"]),
        options=settled, tags=spec.tags, players=tuple(settled["circles"]),
    )  # fmt: skip

