"""Exact odds of attacks, packed with a scenario's tables for bots and learners; the rules never read them."""

from __future__ import annotations

import functools
from math import comb
from typing import Any

import numpy as np

from skirmish_rl.envs.core.odds import binomials
from skirmish_rl.envs.warcry.state import SLOTS, WEAPONS

MOST_DICE = 10
MOST_WOUNDS = 40
COMPARISONS = 3  # Strength against Toughness: higher, equal, lower
KEEN, HALVED, TURNED = 3, 6, 12  # added to the comparison: criticals on 5+; those that Take Cover turns count as hits; all do
CLASSES = 18
HITS = (3, 2, 1)  # faces of a die that hit, by comparison; one more is a critical
ODDS_FIELDS: list[tuple[Any, ...]] = [
    # [class, dice, k, j]: chance of k criticals and at least j hits
    ("tail", "f4", (CLASSES, MOST_DICE + 1, MOST_DICE + 1, MOST_DICE + 1)),
    ("rate", "f4", (CLASSES, 2)),  # chances of a hit and of a critical with one die
    # [fighter, weapon, second attack too, comparison, w]: chance that plain attacks deal w damage at least; w = 0: the mean
    ("weapon_kill", "f4", (SLOTS, WEAPONS, 2, COMPARISONS, MOST_WOUNDS + 1)),
    # [comparison, dice]: chances of a 1 among the dice, of two misses at least, of both: what Counter waits for
    ("counter", "f4", (COMPARISONS, MOST_DICE + 1, 3)),
]


def rates_of(kind: int, turned: float) -> tuple[float, float]:
    """Chances that one die hits and that it is a critical. Clauses: WC-ATK-07, WC-ATK-08.

    Args:
        kind: comparison plus KEEN, HALVED or TURNED. turned: chance that Take Cover turns a critical, WC-REACT-10.
    """
    critical = 2 if kind % HALVED >= KEEN else 1
    hit = HITS[kind % COMPARISONS] + 1 - critical
    share = (0.0, turned, 1.0)[kind // HALVED]
    return (hit + share * critical) / 6, (1 - share) * critical / 6


@functools.lru_cache(maxsize=8)
def tails_of(turned: float) -> tuple[np.ndarray, np.ndarray]:
    """The tables `tail` and `rate`, see `ODDS_FIELDS`."""
    n = MOST_DICE + 1
    tail, rate = np.zeros((CLASSES, n, n, n)), np.zeros((CLASSES, 2))
    for kind in range(CLASSES):
        hit, critical = rate[kind] = rates_of(kind, turned)
        others = binomials(MOST_DICE, hit / (1 - critical))
        for dice in range(n):
            for k in range(dice + 1):
                at_least = np.cumsum(others[dice - k][::-1])[::-1]
                tail[kind, dice, k] = comb(dice, k) * critical**k * (1 - critical) ** (dice - k) * at_least
    return tail.astype(np.float32), rate.astype(np.float32)


@functools.lru_cache(maxsize=256)
def kills_of(comparison: int, dice: int, hit: int, critical: int) -> np.ndarray:
    """Chance that one attack, and that two, deal so much damage at least; index 0: the mean. float32 (2, MOST_WOUNDS + 1)."""
    p_hit, p_critical = rates_of(comparison, 0.0)
    die = np.zeros(max(hit, critical) + 1)
    for damage, chance in ((0, 1 - p_hit - p_critical), (hit, p_hit), (critical, p_critical)):
        die[damage] += chance
    out = np.zeros((2, MOST_WOUNDS + 1), np.float32)
    dealt = np.ones(1)
    for times in range(2):
        for _ in range(dice):
            dealt = np.convolve(dealt, die)
        at_least = np.cumsum(dealt[::-1])[::-1][: MOST_WOUNDS + 1]
        out[times, : len(at_least)] = at_least
        out[times, 0] = dealt @ np.arange(len(dealt))
    return out


@functools.lru_cache(maxsize=1)
def counters() -> np.ndarray:
    """The table `counter`, see `ODDS_FIELDS`. Clause: WC-REACT-09."""
    out = np.zeros((COMPARISONS, MOST_DICE + 1, 3), np.float32)
    for comparison, hits in enumerate(HITS):
        misses = 5 - hits
        for n in range(MOST_DICE + 1):
            chances = [comb(n, k) * (misses / 6) ** k * (1 - misses / 6) ** (n - k) for k in range(n + 1)]
            without = [comb(n, k) * ((misses - 1) / 6) ** k * (1 - misses / 6) ** (n - k) for k in range(n + 1)]
            out[comparison, n] = 1 - (5 / 6) ** n, sum(chances[2:]), sum(chances[2:]) - sum(without[2:])
    return out


def fill_odds(tables: np.void) -> None:
    """Write the odds for the fighters of a scenario."""
    tables["tail"], tables["rate"] = tails_of((7 - int(tables["cover_success"])) / 6)
    tables["counter"] = counters()
    for slot in range(SLOTS):
        for weapon in range(int(tables["unit_weapons"][slot])):
            dice, hit, critical = (int(tables[f"weapon_{key}"][slot, weapon]) for key in ("attacks", "hit", "critical"))
            for comparison in range(COMPARISONS):
                tables["weapon_kill"][slot, weapon, :, comparison] = kills_of(comparison, dice, hit, critical)
