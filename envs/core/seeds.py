"""Seeds: one rule for every view, array, agent and command line.

A seed is a whole number from 0 to 2**63 - 1, of Python or of NumPy. The same seed gives the same game everywhere. The games of a batch
get their seeds from one seed, which is the seed of the first game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, ShapeError

SEEDS = 2**63  # how many there are


def checked_seed(seed: Any, name: str = "seed") -> int:
    """A seed as an int.

    Args:
        name: the name of the argument, for the message.

    Raises:
        BadOption: anything but a whole number from 0 to 2**63 - 1.
    """
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool) and 0 <= int(seed) < SEEDS:
        return int(seed)
    shown = seed.item() if isinstance(seed, np.generic) else seed
    raise BadOption(f"{name}={shown!r:.40}: expected a whole number from 0 to 2**63 - 1")


def is_list(seeds: Any) -> bool:
    """True for an object that holds several seeds."""
    return (isinstance(seeds, Sequence) and not isinstance(seeds, str | bytes)) or (isinstance(seeds, np.ndarray) and seeds.ndim > 0)


def checked_seeds(seeds: Any, n: int) -> np.ndarray:
    """One seed for each of n games, int64 (n,).

    Raises:
        BadOption: no list, or a list with something other than a seed in it. ShapeError: not one for each game.
    """
    if not is_list(seeds):
        raise BadOption(f"seeds={seeds!r:.40}: expected a list of whole numbers from 0 to 2**63 - 1, one for each game")
    if len(seeds) != n:
        raise ShapeError(f"{len(seeds)} seeds for {n} games; give one for each, or a single number")
    if (
        isinstance(seeds, np.ndarray)
        and seeds.ndim == 1
        and seeds.dtype.kind in "iu"
        and int(seeds.min()) >= 0
        and int(seeds.max()) < SEEDS
    ):
        return np.ascontiguousarray(seeds, np.int64)
    return np.array([checked_seed(seed) for seed in seeds], np.int64)


def seed_from(text: str) -> int:
    """The seed in a text from a command line.

    Raises:
        BadOption: the text is no seed.
    """
    try:
        return checked_seed(int(text))
    except ValueError:  # also that of `checked_seed`
        raise BadOption(f"seed={text:.40}: expected a whole number from 0 to 2**63 - 1") from None


def later_seed(seed: int, steps: int = 1) -> int:
    """The seed that comes `steps` later; after the last seed comes 0."""
    return (seed + steps) % SEEDS


def game_seeds(seed: int, n: int) -> np.ndarray:
    """Independent 62-bit seeds of n games from one seed; the first is `seed` itself, so one game alone replays it.

    Raises:
        BadOption: see `checked_seed`.
    """
    first = checked_seed(seed)
    seeds = np.random.SeedSequence(first).generate_state(n, np.uint64).astype(np.int64) & np.int64(2**62 - 1)
    seeds[:1] = first
    return seeds


def fresh_seed() -> int:
    """A new seed from the operating system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) & (2**62 - 1)
