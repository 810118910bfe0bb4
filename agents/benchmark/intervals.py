"""Confidence intervals of scores, from resampling runs, games and anchors together.

A repetition of the benchmark would differ in three ways: in the runs that other seeds give, in the games of the test (all runs of an
entrant play the same seeds, so the luck of these games does not average out over runs), and in the scores of `random` and the strongest
bot, which define the scale. With fewer than eight runs, resampling cannot show how far other runs would lie; the mean is then drawn from
Student's t distribution, which has long tails.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from skirmish_rl.agents.experiments.statistics import Estimate, middle
from skirmish_rl.envs.core.errors import needs

with needs("train"):
    from scipy import stats

DRAWS = 2000
_FEW = 8  # runs; with fewer of them they are not resampled
_Z = NormalDist().inv_cdf(0.975)  # standard errors that a 95 % interval reaches to each side
_WHOLE = 12  # parts of a game's first place, so that halves, thirds and quarters of it are whole numbers
_LEAST = 0.05  # of the scale's length that it may shrink to when its ends are drawn


@dataclass(frozen=True)
class Sample:
    """An entrant's runs in one task.

    Attributes:
        scores: float64 (runs,), mean shares of the first place, not normalised.
        shared: standard error that comes from the luck of the games which all runs share.
        ends: the scores that become 0 and 1.
        errors: the standard errors of `ends`.
    """

    scores: np.ndarray
    shared: float
    ends: tuple[float, float] = (0.0, 1.0)
    errors: tuple[float, float] = (0.0, 0.0)

    @property
    def normalised(self) -> np.ndarray:
        """The normalised scores, float64 (runs,)."""
        return (self.scores - self.ends[0]) / (self.ends[1] - self.ends[0])


def seeds_of(scores: np.ndarray) -> str:
    """Encode a match for a results file: for every seed, the shares of the first place from all seats together, in twelfths.

    Args:
        scores: float (seeds, seatings), shares of the first place.
    """
    return " ".join(str(points) for points in np.rint(_WHOLE * scores.sum(axis=1)).astype(int))


def points_of(test: dict[str, Any]) -> np.ndarray | None:
    """Decode the mean share of the first place by seed, float64 (seeds,); None if the file does not hold it."""
    if "seeds" not in test:
        return None
    points = np.array([int(word) for word in test["seeds"].split()], float)
    return points * len(points) / (_WHOLE * test["games"])


def error_of(test: dict[str, Any]) -> float:
    """The standard error of a test's score.

    It is computed from the scores by seed (and one drawn seed), because the games of a seed share luck; without those, from the interval.
    """
    points = points_of(test)
    if points is None:
        return float(test["interval"][1] - test["interval"][0]) / (2 * _Z)
    with_a_draw = np.append(points, 0.5)
    return float(with_a_draw.std(ddof=1) / math.sqrt(len(with_a_draw)))


def error_of_all(tests: dict[str, dict[str, Any]]) -> float:
    """The standard error of the mean over opponents."""
    return math.hypot(*map(error_of, tests.values())) / len(tests)


def shared_error(runs: Sequence[dict[str, dict[str, Any]]]) -> float:
    """The standard error of the mean over opponents that comes from luck which the runs share.

    Where files hold the score of every seed, it is estimated from the covariance of the runs over the seeds; else all luck counts as
    shared. Intervals of such files are still slightly too narrow, because the games of one seed share luck, too.

    Args:
        runs: opponent -> test, for the runs of one task.
    """
    variance = 0.0
    for name in runs[0]:
        tests = [run[name] for run in runs if name in run]
        points = [points_of(test) for test in tests]
        lengths = {len(scores) for scores in points if scores is not None}
        if len(tests) > 1 and len(lengths) == 1 and lengths != {1} and all(one is not None for one in points):
            together = np.cov(np.array(points))
            apart = ~np.eye(len(tests), dtype=bool)
            variance += max(0.0, float(together[apart].mean())) / lengths.pop()
        else:
            variance += float(np.mean([error_of(test) ** 2 for test in tests]))
    return math.sqrt(variance) / len(runs[0])


def drawn(sample: Sample, rng: np.random.Generator, tails: np.ndarray | None = None) -> np.ndarray:
    """Draw scores that other runs, other games and other anchors might have given, normalised, float64 (draws, runs).

    Args:
        sample: the runs of a task.
        rng: the source of luck.
        tails: see `tails_of`; None if this task stands alone.
    """
    scores = np.clip(_other_runs(sample.scores, sample.shared, rng, tails_of([sample], rng) if tails is None else tails), 0.0, 1.0)
    low, high = (end + error * rng.standard_normal((DRAWS, 1)) for end, error in zip(sample.ends, sample.errors, strict=True))
    length = np.maximum(high - low, _LEAST * (sample.ends[1] - sample.ends[0]))
    return np.asarray((scores - low) / length)


def _other_runs(scores: np.ndarray, shared: float, rng: np.random.Generator, tails: np.ndarray) -> np.ndarray:
    """Draw the scores of other runs in other games, float64 (draws, runs)."""
    runs = len(scores)
    games = shared * rng.standard_normal((DRAWS, 1))
    if runs == 1:
        return scores + games
    error = _error(scores)
    if runs < _FEW:
        return np.asarray(scores + error * tails * rng.standard_normal((DRAWS, 1)) + games)
    wider = math.sqrt(runs / (runs - 1)) * stats.t.ppf(0.975, _freedom(runs, error, shared)) / _Z
    middle_one = scores.mean()
    again = scores[rng.integers(0, runs, (DRAWS, runs))] - middle_one
    return np.asarray(middle_one + wider * again + games)


def tails_of(samples: Sequence[Sample], rng: np.random.Generator) -> np.ndarray:
    """Draw the factors that make normal luck of few runs that of Student's t, float64 (draws, 1), the same in all tasks.

    The spread of a mean over tasks is known better than that of any task, so it has more degrees of freedom (Welch and Satterthwaite).
    """
    few = [sample for sample in samples if 1 < len(sample.scores) < _FEW]
    variances = np.array([_error(sample.normalised) ** 2 for sample in few])
    if not variances.any():
        return np.ones((DRAWS, 1))
    freedoms = np.array([_freedom(len(sample.scores), _error(sample.scores), sample.shared) for sample in few])
    freedom = variances.sum() ** 2 / (variances**2 / freedoms).sum()
    return np.asarray(np.sqrt(freedom / rng.chisquare(freedom, (DRAWS, 1))))


def _error(scores: np.ndarray) -> float:
    """The standard error of the mean of some runs."""
    return float(scores.std(ddof=1) / math.sqrt(len(scores)))


def _freedom(runs: int, error: float, shared: float) -> float:
    """Degrees of freedom for the luck of runs: runs - 1 if this is all the luck there is, more if luck of games is added.

    Without the second term, two runs with equal scores would get far too wide an interval. The exponent is the one with which intervals
    cover 93 to 97 % of simulated entrants, whichever source of luck is the larger.
    """
    return float((runs - 1) * (1 + (shared / error) ** 2) ** 0.2) if error > 1e-9 else float(runs - 1)


def middle_of(parts: Sequence[np.ndarray]) -> np.ndarray:
    """The interquartile mean over the runs of all tasks; each part is (..., runs), and every task weighs the same.

    With equal numbers of runs it is the mean without the lowest and the highest quarter of all runs, rounded down. With unequal ones
    a run counts for one part in the runs of its task, and as much is cut off as this quarter of average runs weighs; a run at the edge
    counts in part.
    """
    scores, runs = np.concatenate(parts, axis=-1), np.array([part.shape[-1] for part in parts])
    if (runs == runs[0]).all():
        return middle(scores, -1)
    weights = np.repeat(runs.sum() / len(runs) / runs, runs)  # 1 on average
    order = scores.argsort(axis=-1, kind="stable")
    sizes = weights[order]
    reached, cut = sizes.cumsum(axis=-1), runs.sum() // 4
    left = np.minimum(reached, runs.sum() - cut) - np.maximum(reached - sizes, cut)
    return np.asarray(np.average(np.take_along_axis(scores, order, -1), axis=-1, weights=np.maximum(left, 0.0)))


def mean_of(parts: Sequence[np.ndarray]) -> np.ndarray:
    """The plain mean over tasks of the means over their runs; each part is (..., runs)."""
    return np.asarray(np.mean([part.mean(axis=-1) for part in parts], axis=0))


def estimate(
    samples: Sequence[Sample],
    statistic: Callable[[Sequence[np.ndarray]], np.ndarray] = middle_of,
    less: Sequence[Sample] = (),
) -> Estimate:
    """Compute a statistic over the runs of some tasks, with its 95 % interval.

    Args:
        samples: the runs, by task.
        statistic: takes one array (..., runs) for each task.
        less: runs of the same tasks whose scores are subtracted run by run; empty to subtract nothing.
    """
    rng = np.random.default_rng(0)
    if less:
        value = [sample.normalised - taken.normalised for sample, taken in zip(samples, less, strict=True)]
        tails = tails_of([Sample(difference, 0.0) for difference in value], rng)
        every = [_difference(*one, rng, tails) for one in zip(value, samples, less, strict=True)]
    else:
        value, tails = [sample.normalised for sample in samples], tails_of(samples, rng)
        every = [drawn(sample, rng, tails) for sample in samples]
    low, high = np.quantile(statistic(every), [0.025, 0.975])
    return Estimate(float(statistic(value)), float(low), float(high))


def _difference(value: np.ndarray, first: Sample, second: Sample, rng: np.random.Generator, tails: np.ndarray) -> np.ndarray:
    """Draw differences run by run: the same other runs in both samples, but other games and other anchors in each."""
    runs = _other_runs(value, 0.0, rng, tails)
    for sample in (first, second):
        alone = Sample(sample.scores.mean(keepdims=True), sample.shared, sample.ends, sample.errors)
        moved = drawn(alone, rng) - alone.normalised
        runs = runs + (moved if sample is first else -moved)
    return runs
