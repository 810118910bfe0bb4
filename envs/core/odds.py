"""Chances of dice pools, exactly: for the tables that bots and learners read. Rules never read them."""

from __future__ import annotations

from math import comb

import numpy as np


def binomials(most: int, p: float) -> np.ndarray:
    """The chances of each number of successes with each number of dice, float64 (most + 1, most + 1): a row for each number of dice."""
    return np.array([[comb(n, k) * p**k * (1 - p) ** (n - k) if k <= n else 0.0 for k in range(most + 1)] for n in range(most + 1)])


def leads(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The chances that one number is higher than another, by each difference.

    Args:
        first, second: float64 (a, n) and (b, m), in each row the chances of 0, 1, 2 ...

    Returns:
        float64 (a, b, n), the chance of each lead of a row of `first` over a row of `second`; index 0 is no lead at all.
    """
    width = max(first.shape[1], second.shape[1])
    one, other = (np.pad(rows, ((0, 0), (0, width - rows.shape[1]))) for rows in (first, second))
    out = np.zeros((len(one), len(other), first.shape[1]))
    for lead in range(1, first.shape[1]):
        out[:, :, lead] = one[:, lead:] @ other[:, : width - lead].T
    out[:, :, 0] = 1 - out[:, :, 1:].sum(axis=2)
    return out


def tails(chances: np.ndarray) -> np.ndarray:
    """The chances of at least each number, from the chances of each number along the last axis."""
    return np.cumsum(chances[..., ::-1], axis=-1)[..., ::-1]
