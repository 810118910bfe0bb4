"""Statistics over runs with different seeds.

As in "Deep RL at the Edge of the Statistical Precipice" (Agarwal and others, 2021): interquartile means, intervals by resampling runs
within each task, and the chance that one way to train does better than another. Every `strata` holds the scores of one task (a scenario).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from skirmish_rl.envs.core.errors import needs

with needs("train"):
    from scipy import stats

_RESAMPLES = 5000


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; NaN at both ends where a task has one run only."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        known = "" if math.isnan(self.low) else f" ({100 * self.low:.1f}-{100 * self.high:.1f})"
        return f"{self.value:.1%}{known}"


def _estimate(strata: Sequence[np.ndarray], statistic: Callable[..., np.ndarray]) -> Estimate:
    """A statistic of samples in 0 to 1, and its interval by the bootstrap within each of them, always from the same luck.

    Few runs say little about how runs differ: the interval is as much wider as Student's t is than a normal distribution, and as the
    spread of a sample is than that of its resamples.
    """
    value, fewest = float(statistic(*strata, axis=-1)), min(map(len, strata))
    if fewest < 2:
        return Estimate(value, math.nan, math.nan)
    interval = stats.bootstrap(
        tuple(strata),
        statistic,
        vectorized=True,
        n_resamples=_RESAMPLES,
        method="percentile",
        random_state=np.random.default_rng(0),
    ).confidence_interval
    freedom = sum(len(sample) - 1 for sample in strata)
    wider = float(stats.t.ppf(0.975, freedom) / stats.norm.ppf(0.975)) * math.sqrt(fewest / (fewest - 1))
    return Estimate(value, *(min(max(value + wider * (float(end) - value), 0.0), 1.0) for end in (interval.low, interval.high)))


def mean(strata: Sequence[np.ndarray]) -> Estimate:
    """The mean over tasks of the mean over runs."""
    return _estimate(strata, lambda *samples, axis: np.mean([sample.mean(axis=axis) for sample in samples], axis=0))


def middle(samples: np.ndarray, axis: int = -1) -> np.ndarray:
    """The interquartile mean: the lowest and the highest quarter, rounded down, do not count."""
    return np.asarray(stats.trim_mean(samples, 0.25, axis=axis))


def interquartile_mean(strata: Sequence[np.ndarray]) -> Estimate:
    """The interquartile mean of the runs of all tasks together."""
    return _estimate(strata, lambda *samples, axis: middle(np.concatenate(samples, axis=axis), axis))


def improvement(first: Sequence[np.ndarray], second: Sequence[np.ndarray]) -> Estimate:
    """The chance that a run of the first does better than one of the second on the same task, ties counted half, mean over tasks.

    Args:
        first, second: strata of the same tasks in the same order.
    """

    def chance(*samples: np.ndarray, axis: int) -> np.ndarray:
        pairs = zip(samples[: len(first)], samples[len(first) :], strict=True)
        won = [np.sign(x[..., :, None] - y[..., None, :]).mean(axis=(-2, -1)) / 2 + 0.5 for x, y in pairs]
        return np.mean(won, axis=0)

    return _estimate([*first, *second], chance)
