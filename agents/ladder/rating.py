"""Rates an agent from games against levels with known ratings, with a 95 % interval.

The rating is the maximum-likelihood estimate (Bradley-Terry). The interval holds all ratings whose log-likelihood is at most 1.92 below
the maximum. One drawn game against each level is added, so that an agent with only wins or only losses has a finite rating, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from skirmish_rl.agents.shipped import AGENTS, MASTER
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.tables import read_toml

RATINGS, SCENARIO = AGENTS / "ratings.toml", "duel"  # of the levels, and the scenario on which they were measured
LEVELS = 10
ELO = 400 / np.log(10)
_RATIO = 1.92  # half of the 95 % point of chi-square with one degree of freedom
_GRID = np.arange(-1500.0, 4000.0)


@dataclass(frozen=True)
class Rated:
    """A rating, on a scale where random play is 0, with its 95 % interval."""

    rating: float
    low: float
    high: float


def ratings_of(game: str) -> dict[int, float]:
    """The ratings of a game's numbered levels; level 0 is random play.

    Raises:
        DataError: the ratings of the game's levels are unknown.
    """
    known = read_toml(RATINGS).get(game)
    if not known:
        raise DataError(f"the levels of {game} have no ratings in {RATINGS}; measure them: python -m bench.levels {game}")
    return {0: 0.0, **{int(level): float(rating) for level, rating in known.items() if level != MASTER}}


def rated(games: Iterable[tuple[int, float]], ratings: Mapping[int, float]) -> Rated:
    """Rate an agent from its games.

    Args:
        games: level and score of each game, at least one.
        ratings: level -> rating.
    """
    played = [*games]
    played += [(level, 0.5) for level in sorted({level for level, _ in played})]
    likelihood = np.zeros(len(_GRID))
    for level, score in played:
        apart = (_GRID - ratings[level]) / ELO
        likelihood -= score * np.logaddexp(0, -apart) + (1 - score) * np.logaddexp(0, apart)
    best = int(likelihood.argmax())
    within = np.flatnonzero(likelihood >= likelihood[best] - _RATIO)
    return Rated(float(_GRID[best]), float(_GRID[within[0]]), float(_GRID[within[-1]]))
