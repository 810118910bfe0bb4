"""Exact odds of dice against dice, packed with a scenario's tables for bots and learners; the rules never read them."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from skirmish_rl.envs.core.odds import binomials, leads, tails

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


@functools.lru_cache(maxsize=8)
def odds_of(success: tuple[int, int, int], defence: int, assault: int) -> tuple[np.ndarray, np.ndarray]:
    """The two tables for given success numbers, see `ODDS_FIELDS`."""
    tail = np.zeros((3, MAX_DICE + 1, MAX_DEFENCE + 1, TAILS), np.float32)
    cancels = binomials(MAX_DEFENCE, (7 - defence) / 6)
    for reach, lowest in enumerate(success):
        net = leads(binomials(MAX_DICE, (7 - lowest) / 6), cancels)
        tail[reach] = tails(net)[..., :TAILS]
        tail[reach, ..., 0] = net @ np.arange(MAX_DICE + 1)
    net = leads(binomials(MAX_DICE, (7 - assault) / 6), cancels)
    fewer = np.zeros((MAX_DICE + 1, MAX_BACK + 1))  # that a defender with so many dice hits less often than that
    fewer[1:] = np.cumsum(binomials(MAX_DICE, (7 - assault) / 6)[: MAX_BACK + 1], axis=1).T[:-1]
    return tail, (net @ fewer).astype(np.float32)


def fill_odds(tables: np.void) -> None:
    """Write the odds for the success numbers of a scenario."""
    success = tuple(int(n) for n in tables["attack_success"])
    assert len(success) == 3
    tail, wins = odds_of(success, int(tables["defence_success"]), int(tables["assault_success"]))
    tables["tail"], tables["assault_odds"] = tail, wins
