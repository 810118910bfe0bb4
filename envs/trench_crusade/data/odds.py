"""Exact chances of Success Rolls and Injury Rolls, for the tables that bots and learners read; rules never read them. Tables T1, T3."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from skirmish_rl.envs.trench_crusade.data.fields import MODIFIERS, MOST_NET, POOLS

_FACES = 6
_LOWEST = -3  # modifier


@lru_cache
def ways(kept: int, dice: int) -> dict[tuple[int, ...], int]:
    """In how many ways some dice show each choice of their `kept` highest faces, in ascending order."""
    if dice == 0:
        return {(): 1}
    found: dict[tuple[int, ...], int] = {}
    for highest, count in ways(kept, dice - 1).items():
        for face in range(1, _FACES + 1):
            key = tuple(sorted((*highest, face))[-kept:])
            found[key] = found.get(key, 0) + count
    return found


@lru_cache
def totals(kept: int, net: int) -> tuple[float, ...]:
    """Chance of each sum of the `kept` highest (net > 0) or lowest (net < 0) of kept + |net| dice. Clauses: TC-ROLL-01..04, TC-INJ-01."""
    if net < 0:  # the lowest dice are the highest turned over: a face f reads 7 - f
        high = totals(kept, -net)
        return tuple(high[(_FACES + 1) * kept - total] if total >= kept else 0.0 for total in range(len(high)))
    out = [0] * (_FACES * kept + 1)
    for highest, count in ways(kept, kept + net).items():
        out[sum(highest)] += count
    return tuple(count / _FACES ** (kept + net) for count in out)


@lru_cache
def success_odds() -> np.ndarray:
    """Chances of 7 or more and of 12 for each net dice, float32 (2 * MOST_NET + 1, 2). Table T1."""
    rows = [totals(2, net) for net in range(-MOST_NET, MOST_NET + 1)]
    return np.array([[sum(row[7:]), row[12]] for row in rows], np.float32)


@lru_cache
def injury_odds() -> np.ndarray:
    """Chances of no effect, Minor Hit, Down, OOA, float32 (POOLS, 2 * MOST_NET + 1, MODIFIERS, 4): dice kept, net dice, modifier.

    Table T3.
    """
    out = np.zeros((POOLS, 2 * MOST_NET + 1, MODIFIERS, 4), np.float32)
    modifiers = np.arange(MODIFIERS)
    for pool in range(POOLS):
        for net in range(-MOST_NET, MOST_NET + 1):
            chances = np.array(totals(2 + pool, net), np.float32)[:, None]
            values = np.arange(len(chances))[:, None] + modifiers + _LOWEST
            outcomes = (values >= 2).astype(int) + (values >= 7) + (values >= 9)
            np.add.at(out[pool, net + MOST_NET], (modifiers[None], outcomes), chances)
    return out
