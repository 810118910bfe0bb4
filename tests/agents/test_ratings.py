"""Ratings find known strengths; intervals hold what they say."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import binomtest

from skirmish_rl.agents.arena import Match
from skirmish_rl.agents.ladder.rating import ELO
from skirmish_rl.agents.ratings import bootstrap, rate
from skirmish_rl.agents.results.wilson import wilson

STRENGTHS = {"a": 150.0, "b": 0.0, "c": -150.0}


def known_matches(seats, games):
    """Matches whose scores follow from the strengths by Plackett-Luce, without luck."""
    weight = {name: np.exp(elo / ELO) for name, elo in STRENGTHS.items()}
    ways = itertools.combinations(STRENGTHS, 2) if seats == 2 else itertools.permutations(STRENGTHS, 2)
    matches = []
    for first, second in ways:
        chance = weight[first] / (weight[first] + (seats - 1) * weight[second])
        scores = np.zeros((games, seats))
        scores.ravel()[: round(chance * scores.size)] = 1
        np.random.default_rng(0).shuffle(scores)
        matches.append(Match(first, second, seats, scores, games, 10.0))
    return matches


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_found(seats):
    ratings = rate(list(STRENGTHS), known_matches(seats, 2000), repeats=100)
    for rating in ratings:
        assert rating.elo == pytest.approx(STRENGTHS[rating.name], abs=8)
        assert rating.low < rating.elo < rating.high


def test_more_games_narrow_the_interval():
    few, many = (rate(list(STRENGTHS), known_matches(2, n), repeats=100)[0] for n in (50, 2000))
    assert many.high - many.low < (few.high - few.low) / 3


def test_an_agent_that_always_wins_has_a_finite_rating():
    match = Match("a", "b", 2, np.ones((50, 2)), 50, 10.0)
    assert all(np.isfinite(rating.elo) for rating in rate(["a", "b"], [match], repeats=10))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seeds", [1, 3, 250])
def test_an_agent_that_always_wins_has_an_interval_as_wide_as_its_games_are_few(seats, seeds):
    """The lower end is about Wilson's, of games or of seeds; nobody is sure of the upper end, so it is far above the rating."""
    matches = [Match("a", "b", seats, np.ones((seeds, seats)), seeds, 10.0)]
    if seats > 2:
        matches.append(Match("b", "a", seats, np.zeros((seeds, seats)), seeds, 10.0))
    winner, loser = rate(["a", "b"], matches)
    assert winner.low + 40 < winner.elo < winner.high - 40
    assert (loser.low, loser.elo, loser.high) == pytest.approx((-winner.high, -winner.elo, -winner.low), abs=1)
    low, high = bootstrap(matches[0].scores)
    assert high == 1 and low <= (0.5 if seeds == 1 else 0.995)
    if seeds > 1:
        assert wilson(1, seeds)[0] - 0.01 < low < wilson(1, seeds * seats)[0] + 0.02


def test_six_games_without_a_loss_are_no_certainty():
    simple, _ = rate(["simple", "random"], [Match("simple", "random", 2, np.ones((3, 2)), 6, 10.0)])
    assert simple.low < 80 and simple.high - simple.low > 250


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (37, 100), (850, 1000), (1000, 1000)])
def test_wilson_agrees_with_scipy(wins, games):
    interval = binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins / games, games) == pytest.approx((interval.low, interval.high))


def test_bootstrap_keeps_the_games_of_a_seed_together():
    decided_by_seat = np.tile([1.0, 0.0], (200, 1))
    assert bootstrap(decided_by_seat) == (0.5, 0.5)
    decided_by_seed = np.repeat([[1.0, 1.0], [0.0, 0.0]], 100, axis=0)
    low, high = bootstrap(decided_by_seed)
    assert low < 0.45 and high > 0.55
