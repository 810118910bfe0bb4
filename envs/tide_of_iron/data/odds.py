"""Exact odds of dice against dice, packed with a scenario's tables for bots and learners; the rules never read them."""

from __future__ import annotations

import functools
from math import comb
from typing import Any

import numpy as np

MAX_DICE = 24
MAX_DEFENCE = 12
MAX_BACK = 16
TAILS = 6
ODDS_FIELDS: list[tuple[Any, ...]] = [
    # [class, attack dice, defence dice, j]: chance of at least j net hits; j = 0 holds the mean
    ("tail", "f4", (3, MAX_DICE + 1, MAX_DEFENCE + 1, TAILS)),
    # [attack dice, defence dice, dice of the defender]: chance that an assault is won
    ("assault_odds", "f4", (MAX_DICE + 1, MAX_DEFENCE + 1, MAX_BACK + 1)),
]


def binomial(n: int, p: float) -> np.ndarray:
    """Chances of 0..n successes."""
    return np.array([comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])


def net_hits(attack: np.ndarray, defence: np.ndarray) -> np.ndarray:
    """Chances of 0, 1, ... net hits from those of successes and of cancels."""
    net = np.zeros(len(attack))
    for hits, chance in enumerate(attack):
        for cancelled, other in enumerate(defence):
            net[max(0, hits - cancelled)] += chance * other
    return net


@functools.lru_cache(maxsize=8)
def odds_of(success: tuple[int, int, int], defence: int, assault: int) -> tuple[np.ndarray, np.ndarray]:
    """The two tables for given success numbers, see `ODDS_FIELDS`."""
    tail = np.zeros((3, MAX_DICE + 1, MAX_DEFENCE + 1, TAILS), np.float32)
    wins = np.zeros((MAX_DICE + 1, MAX_DEFENCE + 1, MAX_BACK + 1), np.float32)
    cancels = [binomial(m, (7 - defence) / 6) for m in range(MAX_DEFENCE + 1)]
    backs = [np.cumsum(binomial(n, (7 - assault) / 6)) for n in range(MAX_BACK + 1)]
    for n in range(MAX_DICE + 1):
        for m in range(MAX_DEFENCE + 1):
            for reach, lowest in enumerate(success):
                net = net_hits(binomial(n, (7 - lowest) / 6), cancels[m])
                tail[reach, n, m, 0] = net @ np.arange(len(net))
                for j in range(1, TAILS):
                    tail[reach, n, m, j] = net[j:].sum()
            net = net_hits(binomial(n, (7 - assault) / 6), cancels[m])
            for back, below in enumerate(backs):
                wins[n, m, back] = sum(net[k] * below[min(k - 1, len(below) - 1)] for k in range(1, len(net)))
    return tail, wins


def fill_odds(tables: np.void) -> None:
    """Write the odds for the success numbers of a scenario."""
    success = tuple(int(n) for n in tables["attack_success"])
    assert len(success) == 3
    tail, wins = odds_of(success, int(tables["defence_success"]), int(tables["assault_success"]))
    tables["tail"], tables["assault_odds"] = tail, wins
