"""Random legal play of Godbreakers, every scenario and number of seats, keeps what must always be true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.facts import marker_controller
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    FRAMES,
    GODBREAKERS,
    MAX_SUMMONED,
    SIDE,
    Ground,
    Kind,
    MarkerKind,
    Rule,
    Shape,
    Spot,
    Status,
    Token,
    Trait,
)
from skirmish_rl.envs.registry import ruleset_of

RULESET = ruleset_of("godbreakers")
GAMES = [("drill", 2), ("drill_nowild", 2)]
GAMES += [(name, seats) for name in ("saboteurs", "treasure", "nest", "infiltrators", "cure", "hunt") for seats in (2, 3, 4)]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"setup": "full", "ready": True, "impassable": True, "rounds": 3},
    {"circles": "ritualists", "rounds": 7},  # casters: terrain, summoned models, returns
    {"circles": "random", "tiebreak": "survivors"},
    {"circles": "flawed_mixed", "ready": True},
]
ENGAGING = {Decision.NOMINATE, Decision.CUNNING, Decision.VENGEANCE, Decision.SHOVE, Decision.SHOVE_CELL}
MARKERS_ONLY = {Rule.PLAIN, Rule.SABOTEURS, Rule.TREASURE, Rule.NEST}  # VP by control alone until the last round


def check_board(s: np.void, tables: np.void) -> None:
    """One model, marker or barricade to a cell, and the board array says which."""
    on_board = s["units"]["cell"] >= 0
    assert (on_board == (s["units"]["status"] == Status.ON_BOARD)).all()
    standing = s["markers"]["cell"] >= 0
    assert (standing == (s["markers"]["kind"] != MarkerKind.NONE)).all()
    walls = np.flatnonzero(s["ground"] & Ground.BARRICADE)
    taken = np.concatenate([s["units"]["cell"][on_board], s["markers"]["cell"][standing], walls])
    assert len(set(taken.tolist())) == len(taken)
    expected = np.where(tables["board"] == Spot.OFF_BOARD, np.int8(Spot.OFF_BOARD), np.int8(Spot.FREE))
    assert (expected[taken] == Spot.FREE).all()
    expected[s["units"]["cell"][on_board]] = np.flatnonzero(on_board)
    expected[s["markers"]["cell"][standing]] = Spot.MARKER + np.flatnonzero(standing)
    expected[walls] = Spot.BARRICADE
    assert (expected == s["board"]).all()


def check_units(s: np.void, tables: np.void) -> None:
    """Dice, damage, numbers and tokens of the models."""
    units = s["units"]
    fielded = units[units["status"] != Status.ABSENT]
    assert np.isin(fielded["die"], (6, 8, 10, 12)).all()
    assert (units["damage"] >= 0).all()
    assert ((units["status"][GODBREAKERS:] == Status.ON_BOARD) | (units["status"][GODBREAKERS:] == Status.ABSENT)).all()
    assert np.count_nonzero(units["status"][GODBREAKERS:] == Status.ON_BOARD) <= tables["unaligned_rows"]
    for slot in range(GODBREAKERS):
        seat = slot // CIRCLE_SIZE
        assert units["status"][slot] == Status.ABSENT or (units["seat"][slot], units["circle"][slot]) == (seat, seat)
    assert not units["tokens"][units["status"] == Status.CASUALTY].any()
    summoned = units[(units["status"] == Status.ON_BOARD) & (units["kind"] == Kind.SUMMONED)]
    assert all(np.count_nonzero(summoned["summoner"] == seat) <= MAX_SUMMONED for seat in range(s["seats"]))
    if s["decision"] not in ENGAGING:
        assert s["n_engaged"] == 0 or s["decision"] == Decision.CLAIM
        assert (units["result"] == -1).all()


def check_control(s: np.void) -> None:
    """Who controls a marker, counted the slow way; a shard's trait lasts as long as the shard."""
    units = s["units"]
    for index in np.flatnonzero(s["markers"]["cell"] >= 0):
        cell = int(s["markers"]["cell"][index])
        dx = units["cell"] % SIDE - cell % SIDE
        dy = units["cell"] // SIDE - cell // SIDE
        near = np.flatnonzero((units["cell"] >= 0) & (abs(dx) <= 1) & (abs(dy) <= 1))
        own = [int(np.count_nonzero(near[near < GODBREAKERS] // CIRCLE_SIZE == seat)) for seat in range(s["seats"])]
        holders = [seat for seat in range(s["seats"]) if own[seat] > len(near) - own[seat]]
        assert marker_controller(view(s), int(index)) == (holders[0] if holders else -1)
    for seat in range(s["seats"]):
        assert (s["shard_trait"][seat] >= 0) == (s["markers"]["cell"][1 + seat] >= 0)


def check_play(s: np.void, scenario: Scenario, mask: np.ndarray) -> None:
    """The question, who must answer it, and what is under way."""
    assert s["fault"] == 0
    assert s["decisions"] <= scenario.max_decisions
    assert 1 <= s["depth"] <= FRAMES
    assert s["round"] <= scenario.options["rounds"]
    order = s["order"][: s["surviving"]].tolist()
    alive = [seat for seat in range(scenario.seats) if not int(s["routed"]) >> seat & 1]
    assert sorted(order) == alive
    if s["over"]:
        assert s["decider"] == -1
        assert not mask.any()
        assert s["depth"] == 1
    else:
        assert s["decider"] in alive
        assert np.count_nonzero(mask) >= 2  # a single answer is taken without asking


def check_pool(s: np.void, tables: np.void) -> None:
    """Pieces of the pool's shapes are on the board or in the pool."""
    fixed = int(tables["n_pieces"])
    for shape, stock in ((Shape.PATCH, 6), (Shape.ROW, 3), (Shape.COLUMN, 3)):
        of_map = int(np.count_nonzero(tables["piece_shape"][:fixed] == shape))
        present = int(np.count_nonzero(s["pieces"]["present"].astype(bool) & (s["pieces"]["shape"] == shape)))
        assert int(s["pool"][shape]) + present == stock + of_map


def tokens_of(s: np.void, token: Token) -> int:
    """Tokens of a type on models, ascended ones included, and on the ground."""
    return int(s["units"]["tokens"][:, token].astype(int).sum()) + int(s["piles"][token].astype(int).sum())


def marker_points(s: np.void) -> list[int]:
    """VP that control of the markers is worth as they stand."""
    points = [0] * int(s["seats"])
    for index in np.flatnonzero(s["markers"]["cell"] >= 0):
        m = s["markers"][index]
        seat = int(marker_controller(view(s), int(index)))
        if seat >= 0 and m["kind"] == MarkerKind.OBJECTIVE:
            points[seat] += 2
        elif seat >= 0 and m["kind"] == MarkerKind.SHARD:
            points[seat] += 1 if m["seat"] == seat else 3
    return points


def check_step(before: np.void, s: np.void, rule: int, plundered: int) -> None:
    """What one answer may change: rounds, points, tokens, dice."""
    assert s["decisions"] == before["decisions"] + 1
    assert s["round"] - before["round"] in (0, 1)
    assert tokens_of(s, Token.TREASURE) == tokens_of(before, Token.TREASURE) + plundered
    trophies = tokens_of(s, Token.TROPHY) - tokens_of(before, Token.TROPHY)
    assert trophies >= 0 if rule in (Rule.NEST, Rule.HUNT) else trophies == 0
    ascended = (s["units"]["status"] == Status.ASCENDED) != (before["units"]["status"] == Status.ASCENDED)
    gained = (s["points"] - before["points"])[: s["seats"]].tolist()
    if rule in MARKERS_ONLY and not s["over"]:
        if s["round"] == before["round"] or before["round"] == 0:
            assert not any(gained)
        elif not ascended.any():  # an ascension in the initiative roll changes control after the scoring
            assert gained == marker_points(s)
    if s["round"] > 0:
        falling = (s["units"]["die"] < before["units"]["die"])[:GODBREAKERS]
        assert not falling.any() or has_despoiler(before)


def has_despoiler(s: np.void) -> bool:
    """True if some model could have returned a casualty with a smaller die."""
    return bool(s["units"]["traits"][:, Trait.DESPOILING].any() or (s["shard_trait"] == Trait.DESPOILING).any())


def check_end(s: np.void, scenario: Scenario) -> None:
    """A finished game has a winner or a draw, and rewards that cancel out."""
    outcome = outcome_of(s, scenario.ruleset.reasons)
    assert outcome is not None
    assert outcome.winners
    assert abs(sum(outcome.rewards)) < 1e-9
    assert outcome.reason.lower() != "fault"


def check_game(name: str, seats: int, options: dict[str, Any], seed: int, player: int) -> None:
    """One game, looked at after every answer."""
    scenario = RULESET.scenario(name, seats, **options)
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=seed)
    s = batch.games[0]
    tables = scenario.tables[int(s["variant"])]
    layout = RULESET.layout
    cells = range(layout.offset["cell"], layout.offset["cell"] + layout.blocks["cell"].size)
    plunder = layout.parse("plunder", Decision.ACTION)
    rng = np.random.default_rng(player)
    while not s["over"]:
        check_play(s, scenario, batch.masks[0])
        check_board(s, tables)
        check_units(s, tables)
        check_control(s)
        check_pool(s, tables)
        legal = np.flatnonzero(batch.masks[0])
        rare = legal[(legal < cells.start) | (legal >= cells.stop)]  # Moves would drown everything else
        action = int(rng.choice(rare if len(rare) and rng.random() < 0.5 else legal))
        before = s.copy()
        batch.step(np.array([action]))
        check_step(before, s, int(tables["rule"]), int(action == plunder and before["decision"] == Decision.ACTION))
    check_play(s, scenario, batch.masks[0])
    check_board(s, tables)
    check_units(s, tables)
    check_end(s, scenario)


chosen_game = given(options=st.sampled_from(OPTIONS), seed=st.integers(0, 2**62 - 1), player=st.integers(0, 2**32 - 1))


@pytest.mark.parametrize(("name", "seats"), GAMES)
@settings(max_examples=1, deadline=None)
@chosen_game
def test_random_play_keeps_the_invariants(name, seats, options, seed, player):
    check_game(name, seats, options, seed, player)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES)
@settings(max_examples=20, deadline=None)
@chosen_game
def test_much_random_play_keeps_the_invariants(name, seats, options, seed, player):
    check_game(name, seats, options, seed, player)
