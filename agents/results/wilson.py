"""How sure a share of games is."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np


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
