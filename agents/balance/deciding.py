"""What goes with winning: a regression of results on what happened.

Every seat of every game is one observation: its share of the first place, and how much more of each kind of event it had than the others
had on average. What forces and seats alone explain is taken away first (each meeting of forces has its own mean), so that the rest
compares games of the same forces on the same seats. Then a straight line is fitted through everything at once by least squares. Seats of
one game mirror each other, so intervals come from deviations that are summed up by game ("clustered"), which also holds where the
deviations are not equally large.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from skirmish_rl.agents.balance.ledger import Ledger
from skirmish_rl.agents.results.deeds import kinds_of
from skirmish_rl.envs.core.events import Event, EventKind

SAYS = (
    "How much more a seat scores in games in which it had one usual step (a standard deviation) more of an event than the other seat, "
    "everything else in the table being as usual. It says what goes with winning, not what causes it: who is ahead attacks more, too."
)
PER_GAMES = 10  # games for each kind of event that is weighed
_RARE = 0.02  # of the games: kinds that differ between seats in fewer are left out
_ALIKE = 0.9  # two kinds whose differences go together like this are one


@dataclass(frozen=True)
class Effect:
    """One kind of event in the regression.

    Attributes:
        kind: of event. alike: other kinds that come and go with it, and are not weighed by themselves.
        score: what one standard deviation more than the others adds to the score; low, high: 95 % interval.
        alone: the same where nothing else is weighed.
        step: the standard deviation, in events; often: events of a seat in a game, on average.
    """

    kind: EventKind
    alike: tuple[EventKind, ...]
    score: float
    low: float
    high: float
    alone: float
    step: float
    often: float


@dataclass(frozen=True)
class Deciding:
    """A regression.

    Attributes:
        effects: the largest first. explained: share of the differences between results that they explain, 0 to 1.
    """

    effects: tuple[Effect, ...]
    games: int
    explained: float


def decide(ledgers: Sequence[Ledger]) -> Deciding | None:
    """What goes with winning in some games of one ruleset, None where too little differs between their seats.

    Points are left out: they are the result, by another name.
    """
    kinds = kinds_of(ledgers[0].scenario.ruleset)
    leads, scores, games, first = [], [], [], 0
    for ledger in ledgers:
        n, seats, _ = ledger.kinds.shape
        others = (ledger.kinds.sum(1, keepdims=True) - ledger.kinds) / (seats - 1)
        lead = ledger.kinds - others
        leads.append((lead - lead.mean(0)).reshape(n * seats, -1))
        scores.append((ledger.shares - ledger.shares.mean(0)).reshape(-1))
        games.append(np.repeat(np.arange(first, first + n), seats))
        first += n
    x, y, game = np.concatenate(leads), np.concatenate(scores), np.concatenate(games)
    often = np.concatenate([ledger.kinds.reshape(-1, len(kinds)) for ledger in ledgers]).mean(0)
    step = x.std(0)
    differs = (np.abs(x) > 1e-9 + np.abs(np.median(x, axis=0))).mean(0)
    usable = [k for k in range(len(kinds)) if step[k] > 1e-9 and differs[k] >= _RARE and kinds[k] != Event.POINTS]
    if y.std() < 1e-9 or not usable:
        return None
    x = x / np.where(step > 1e-9, step, 1)
    alone = x.T @ y / len(y)
    chosen, alike = _unlike(x, alone, sorted(usable, key=lambda k: -differs[k])[: max(1, first // PER_GAMES)])
    fit, error, explained = fit_line(x[:, chosen], y, game)
    reach = NormalDist().inv_cdf(0.975) * error
    effects = [
        Effect(
            kinds[k], tuple(kinds[j] for j in alike[k]), float(b), float(b - r), float(b + r), float(alone[k]), float(step[k]),
            float(often[k])
        )
        for k, b, r in zip(chosen, fit, reach, strict=True)
    ]  # fmt: skip
    return Deciding(tuple(sorted(effects, key=lambda effect: -abs(effect.score))), first, explained)


def _unlike(x: np.ndarray, alone: np.ndarray, usable: list[int]) -> tuple[list[int], dict[int, list[int]]]:
    """Kinds that do not repeat each other, and for each of them those that repeat it.

    The one that goes with winning most stands for them.
    """
    together = np.abs(x.T @ x) / len(x)
    chosen: list[int] = []
    alike: dict[int, list[int]] = {}
    for k in sorted(usable, key=lambda k: -abs(alone[k])):
        twin = next((j for j in chosen if together[j, k] > _ALIKE), None)
        if twin is None:
            chosen.append(k)
            alike[k] = []
        else:
            alike[twin].append(k)
    return chosen, alike


def fit_line(x: np.ndarray, y: np.ndarray, group: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Least squares without a constant, errors clustered by group.

    Args:
        x: (rows, columns). y: (rows,). group: int64 (rows,), from 0 on.

    Returns:
        Coefficients and their standard errors, (columns,) each, and the share of the variance that is explained, adjusted for the number
        of columns.
    """
    bread = np.linalg.pinv(x.T @ x)
    fit = bread @ (x.T @ y)
    left = y - x @ fit
    groups = int(group.max()) + 1
    sums = np.zeros((groups, x.shape[1]))
    np.add.at(sums, group, x * left[:, None])
    spread = bread @ (sums.T @ sums) @ bread * groups / max(groups - x.shape[1], 1)
    explained = 1 - (left @ left / max(groups - x.shape[1], 1)) / (y @ y / max(groups - 1, 1))
    return fit, np.sqrt(np.maximum(np.diag(spread), 0)), float(max(explained, 0))
