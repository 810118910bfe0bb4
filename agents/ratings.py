"""How sure we are: intervals of a score, and ratings of many agents from their pairings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from skirmish_rl.agents.arena import Match
from skirmish_rl.envs.core.errors import look_for

look_for("train", "choix", "scipy")  # imported where they are used: both take long, and most processes want a Wilson interval at most

ELO = 400 / np.log(10)
_PRIOR = 0.1  # keeps ratings finite when an agent has won or lost every game


@dataclass(frozen=True)
class Rating:
    """Strength of one agent on the Elo scale; the mean of all agents is 0.

    Attributes:
        low, high: 95 % interval from resampled seeds.
    """

    name: str
    elo: float
    low: float
    high: float


def wilson(score: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson interval of a share: that of scipy's `binomtest`, which takes whole wins only.

    Draws count as halves, which makes the interval slightly too wide.

    Args:
        score: in [0, 1]. n: games, at least 1.
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    middle = (score + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * np.sqrt(score * (1 - score) / n + z * z / (4 * n * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def bootstrap(scores: np.ndarray, repeats: int = 1000, level: float = 0.95, seed: int = 0) -> tuple[float, float]:
    """Interval of a mean score by resampling seeds; the games of one seed (seats turned) stay together.

    Args:
        scores: float (seeds, seatings), in [0, 1].
    """
    from scipy import stats

    per_seed = scores.mean(axis=1)
    if len(per_seed) == 1:
        return float(per_seed[0]), float(per_seed[0])
    luck = np.random.default_rng(seed)
    drawn = stats.bootstrap(
        (per_seed,), np.mean, n_resamples=repeats, confidence_level=level, method="percentile", random_state=luck
    )
    return float(drawn.confidence_interval.low), float(drawn.confidence_interval.high)


def _strengths(beaten: np.ndarray) -> np.ndarray:
    import choix

    return choix.ilsr_pairwise_dense(beaten, alpha=_PRIOR) * ELO


def rate(names: Sequence[str], matches: Sequence[Match], repeats: int = 200, seed: int = 0) -> list[Rating]:
    """Ratings of all agents.

    With two seats this is the Bradley-Terry model. With more seats it is Plackett-Luce on the first place: every game is
    broken into "the winner beats each other seat", which leaves the model's strengths unchanged. A shared first place is
    shared out evenly.

    Args:
        names: agents; every match is between two of them.
        matches: from `agents.arena`.

    Returns:
        One rating per agent, in the order of `names`.
    """
    place = {name: k for k, name in enumerate(names)}

    def beaten(sample: np.random.Generator | None) -> np.ndarray:
        table = np.zeros((len(names), len(names)))
        for match in matches:
            scores = match.scores
            if sample is not None:
                scores = scores[sample.integers(0, len(scores), len(scores))]
            first, second = place[match.first], place[match.second]
            table[first, second] += (match.seats - 1) * scores.sum()
            table[second, first] += scores.size - scores.sum()
        return table

    middle = _strengths(beaten(None))
    rng = np.random.default_rng(seed)
    spread = np.array([_strengths(beaten(rng)) for _ in range(repeats)])
    low, high = np.quantile(spread, [0.025, 0.975], axis=0)
    return [Rating(n, float(m), float(a), float(b)) for n, m, a, b in zip(names, middle, low, high, strict=True)]
