"""Generated worlds: scenarios by number, drawn by a ruleset's `generate` instead of read from a file.

`skirmish:1234` is one world. `skirmish:0:200` is a pool, the worlds 0 to 199: every game is played on one of them, drawn at its start.
The name says all, so it goes wherever the name of a scenario goes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import TypeVar

from skirmish_rl.envs.core.errors import BadOption

WORLDS = 1  # raised when the same numbers are to give other worlds in every ruleset
SEEDS = 10_000_000  # worlds of a ruleset
LARGEST = 2_000  # worlds of a pool
FORMS = "skirmish:SEED or skirmish:FIRST:END"

_PREFIX = "skirmish:"
_WORD = 2**64
_One = TypeVar("_One")


def is_generated(name: str) -> bool:
    """True for what can only be the name of generated worlds, well formed or not."""
    return name.startswith(_PREFIX)


def worlds_of(name: str) -> range:
    """The numbers of the worlds that a name stands for.

    Raises:
        BadOption: another form, a number with a sign or leading zeros, or too many worlds.
    """
    found = re.fullmatch(r"skirmish:(0|[1-9][0-9]{0,8})(?::(0|[1-9][0-9]{0,8}))?", name, re.ASCII)
    if found is None:
        raise BadOption(
            f"scenario {name!r:.60}: generated worlds are written {FORMS} in plain numbers, as skirmish:7 or, for the worlds 0 to 199, skirmish:0:200"
        )
    first = int(found[1])
    end = int(found[2]) if found[2] is not None else first + 1
    if not first < end <= SEEDS:
        raise BadOption(f"scenario {name!r}: worlds are numbered 0 to {SEEDS - 1:,}, and the end of a pool, itself not in it, comes after its first world")
    if end - first > LARGEST:
        raise BadOption(f"scenario {name!r}: {end - first:,} worlds; a pool has at most {LARGEST:,}, because the tables of all of them are in memory")
    return range(first, end)


class Luck:
    """What a world is drawn with: whole numbers that follow from the ruleset's name and the world's, the same on every machine and in every version.

    It is the SplitMix64 generator of Sebastiano Vigna, begun with a hash of both names.
    """

    def __init__(self, ruleset: str, world: int):
        self._state = int.from_bytes(hashlib.sha256(f"{WORLDS} {ruleset} {world}".encode()).digest()[:8], "little")

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % _WORD
        x = self._state
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB % _WORD
        return ((x ^ (x >> 31)) * n) >> 64

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, numerator: int, denominator: int) -> bool:
        """True that often: `chance(1, 3)` in a third of all cases."""
        return self.below(denominator) < numerator

    def choice(self, among: Sequence[_One]) -> _One:
        """One of several things."""
        return among[self.below(len(among))]

    def sample(self, among: Sequence[_One], n: int) -> list[_One]:
        """Things from n different places of a sequence, in a drawn order."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(n)]

    def shuffled(self, among: Sequence[_One]) -> list[_One]:
        """All of a sequence, in a drawn order."""
        return self.sample(among, len(among))
