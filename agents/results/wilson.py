"""Wilson's confidence interval of a score."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np


def wilson(score: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """Compute the Wilson interval of a share; for whole numbers of wins, the result equals that of scipy's `binomtest`.

    Draws count as half a win, which makes the interval slightly too wide.

    Args:
        score: a share in [0, 1].
        n: number of games, at least 1.
        level: confidence level.

    Returns:
        The low and high end of the interval.
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    middle = (score + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * np.sqrt(score * (1 - score) / n + z * z / (4 * n * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)
