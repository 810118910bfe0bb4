"""Intervals of a score, and ratings of many agents from their pairings.

If an agent won every game, bootstrapping gives an interval of zero width. So one pseudo-seed of drawn games is added to every pairing and
resampled with the others. After six wins in six games the score then lies between 62 and 100 %, after a thousand in a thousand between
99.7 and 100 %, nearly as Wilson's interval has it. Where wins and losses are mixed it hardly changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skirmish_rl.agents.arena import Match
from skirmish_rl.agents.ladder.rating import ELO
from skirmish_rl.envs.core.errors import look_for

look_for("train", "choix", "scipy")  # imported where they are used: both take long, and most processes want a Wilson interval at most

_PRIOR = 0.1  # games; keeps ratings finite in samples without the drawn seed


@dataclass(frozen=True)
class Rating:
    """Strength of one agent on the Elo scale; the mean of all agents is 0.

    Attributes:
        low, high: 95 % interval from resampled seeds, a drawn one in each pairing among them.
    """

    name: str
    elo: float
    low: float
    high: float


def _with_a_draw(scores: np.ndarray) -> np.ndarray:
    """Scores with one more seed, whose games are drawn by all seats."""
    return np.vstack([scores, np.full((1, scores.shape[1]), 1 / scores.shape[1])])


def bootstrap(scores: np.ndarray, repeats: int = 1000, level: float = 0.95, seed: int = 0) -> tuple[float, float]:
    """Interval of a mean score by resampling the seeds and one pseudo-seed of draws; the games of one seed (seats swapped) stay together.

    Args:
        scores: float (seeds, seatings), in [0, 1].
    """
    from scipy import stats

    per_seed = _with_a_draw(scores).mean(axis=1)
    luck = np.random.default_rng(seed)
    drawn = stats.bootstrap((per_seed,), np.mean, n_resamples=repeats, confidence_level=level, method="percentile", random_state=luck)
    return float(drawn.confidence_interval.low), float(drawn.confidence_interval.high)


def _strengths(beaten: np.ndarray) -> np.ndarray:
    import choix

    return choix.ilsr_pairwise_dense(beaten, alpha=_PRIOR) * ELO


def rate(names: Sequence[str], matches: Sequence[Match], repeats: int = 200, seed: int = 0) -> list[Rating]:
    """Rate all agents.

    With two seats this is the Bradley-Terry model. With more seats it is Plackett-Luce on the first place: every game is
    broken into "the winner beats each other seat", which leaves the model's strengths unchanged. A shared first place is
    shared out evenly. Every pairing has a drawn seed more than was played.

    Args:
        names: agents; every match is between two of them.
        matches: from `agents.arena`, or `luck.without_luck` of them.

    Returns:
        One rating per agent, in the order of `names`.
    """
    place = {name: k for k, name in enumerate(names)}
    played = [(match, _with_a_draw(match.scores)) for match in matches]

    def beaten(sample: np.random.Generator | None) -> np.ndarray:
        table = np.zeros((len(names), len(names)))
        for match, scores in played:
            if sample is not None:
                scores = scores[sample.integers(0, len(scores), len(scores))]
            first, second = place[match.first], place[match.second]
            table[first, second] += (match.seats - 1) * scores.sum()
            table[second, first] += scores.size - scores.sum()
        return table.clip(0)  # without luck a few seeds may score more than there is to win

    middle = _strengths(beaten(None))
    rng = np.random.default_rng(seed)
    spread = np.array([_strengths(beaten(rng)) for _ in range(repeats)])
    low, high = np.quantile(spread, [0.025, 0.975], axis=0)
    return [Rating(n, float(m), float(a), float(b)) for n, m, a, b in zip(names, middle, low, high, strict=True)]
