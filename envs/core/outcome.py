"""The end of a game, in rewards and in words."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from skirmish_rl.envs.core.jit import jit


@jit
def write_rewards(state, rewards):
    """Write the zero-sum reward of every seat for a game that is over.

    The k winners share +1/k each, every other seat gets -1/(n-k); if all win or nobody does, all get 0.

    Args:
        state: a game that is over; reads `winners` (bit mask of seats) and `seats`.
        rewards: float32 (n,), filled for the seats in play.
    """
    n = state.seats
    k = 0
    for seat in range(n):
        k += (state.winners >> seat) & 1
    for seat in range(n):
        if k == 0 or k == n:
            rewards[seat] = 0.0
        elif (state.winners >> seat) & 1:
            rewards[seat] = 1.0 / k
        else:
            rewards[seat] = -1.0 / (n - k)


class Outcome(NamedTuple):
    """Why a game ended and who won.

    `winners` holds one seat for a win, several for a shared first place.
    """

    reason: str
    winners: tuple[int, ...]
    rewards: tuple[float, ...]


def outcome_of(record: np.void, reasons: tuple[str, ...]) -> Outcome | None:
    """The outcome of a finished game, None while it runs."""
    if not record["over"]:
        return None
    n = int(record["seats"])
    winners = tuple(seat for seat in range(n) if int(record["winners"]) >> seat & 1)
    k = len(winners)
    if k in (0, n):
        rewards = (0.0,) * n
    else:
        rewards = tuple(1 / k if seat in winners else -1 / (n - k) for seat in range(n))
    return Outcome(reasons[int(record["reason"])], winners, rewards)
