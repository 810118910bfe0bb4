"""Random numbers for agents: they depend on a game and its decision count, and change nothing.

They never touch the game's own dice. The same position of the same game gives the same number, whoever asks and in
whatever batch, so evaluations repeat exactly.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.batch import Batch

_MASK = np.uint64(0xFFFFFFFF)


def _mix(x: np.ndarray) -> np.ndarray:
    """`skirmish_rl.envs.core.dice.mix` on arrays of 32-bit numbers held in uint64."""
    x = (x ^ (x >> np.uint64(16))) & _MASK
    x = (x * np.uint64(0x7FEB352D)) & _MASK
    x = x ^ (x >> np.uint64(15))
    x = (x * np.uint64(0x846CA68B)) & _MASK
    return x ^ (x >> np.uint64(16))


def uniforms(games: np.ndarray, salt: int) -> np.ndarray:
    """One number in [0, 1) for each game.

    Args:
        games: (m,) records; reads `key` and `decisions`.
        salt: separates numbers for different purposes.

    Returns:
        float64 (m,).
    """
    key = games["key"].astype(np.uint64)
    count = games["decisions"].astype(np.uint64)
    x = _mix((key[:, 0] + count * np.uint64(0x9E3779B1) + np.uint64(0xA511E9B3)) & _MASK)
    x = _mix((x ^ key[:, 1]) + np.uint64(salt * 0x2545F491 & 0xFFFFFFFF) & _MASK)
    return x / 2.0**32


def pick_legal(masks: np.ndarray, uniform: np.ndarray) -> np.ndarray:
    """The legal action at a fraction of each mask.

    Args:
        masks: uint8 (m, actions) with at least one legal action each.
        uniform: float64 (m,) in [0, 1).

    Returns:
        int64 (m,).
    """
    order = np.cumsum(masks, axis=1, dtype=np.int32)
    wanted = (uniform * order[:, -1]).astype(np.int32)
    return np.argmax(order > wanted[:, None], axis=1).astype(np.int64)


def strayed(batch: Batch, answers: np.ndarray, share: float, salts: tuple[int, int]) -> np.ndarray:
    """A teacher's actions, of which some are replaced at random.

    Args:
        answers: integers (n,), one for each game of the batch. share: of them that a random legal action replaces.
        salts: for whether, and for which.

    Returns:
        int64 (n,).
    """
    played = answers.astype(np.int64)
    stray = np.flatnonzero(uniforms(batch.games, salts[0]) < share)
    if len(stray):
        played[stray] = pick_legal(batch.masks[stray], uniforms(batch.games[stray], salts[1]))
    return played
