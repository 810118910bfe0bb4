"""Generated worlds: scenarios by number, drawn by a ruleset's `generate` instead of read from a file.

`skirmish:1234` is one world. `skirmish:0:200` is a pool, the worlds 0 to 199: every game is played on one of them, drawn at its start.
The name says everything about the worlds, so it can stand wherever the name of a scenario can.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.scenarios import Packed
from skirmish_rl.envs.core.tables import build

WORLDS = 1  # raised when the same numbers are to give other worlds in every ruleset
SEEDS = 10_000_000  # worlds of a ruleset
LARGEST = 2_000  # worlds of a pool
TRIES = 50  # a world is drawn at most so often before it is given up
FORMS = "skirmish:SEED or skirmish:FIRST:END"

_PREFIX = "skirmish:"
_WORD = 2**64
_One = TypeVar("_One")
_ANY_FORCE = "a drawn force"  # where the worlds of a pool have different ones


def is_generated(name: str) -> bool:
    """True for a text that can only be meant as the name of generated worlds, whether it is well formed or not."""
    return name.startswith(_PREFIX) and not name.endswith(".toml")


def worlds_of(name: str) -> range:
    """The numbers of the worlds that a name stands for.

    Raises:
        BadOption: another form, a number with a sign or leading zeros, or too many worlds.
    """
    found = re.fullmatch(r"skirmish:(0|[1-9][0-9]{0,8})(?::(0|[1-9][0-9]{0,8}))?", name, re.ASCII)
    if found is None:
        raise BadOption(
            f"scenario {name!r:.60}: generated worlds are written {FORMS} in plain numbers, as skirmish:7 or, for the worlds 0 to 199, "
            "skirmish:0:200"
        )
    first = int(found[1])
    end = int(found[2]) if found[2] is not None else first + 1
    if not first < end <= SEEDS:
        raise BadOption(
            f"scenario {name!r}: worlds are numbered 0 to {SEEDS - 1:,}, and the end of a pool, itself not in it, comes after its first "
            "world"
        )
    if end - first > LARGEST:
        raise BadOption(
            f"scenario {name!r}: {end - first:,} worlds; a pool has at most {LARGEST:,}, because the tables of all of them are in memory"
        )
    return range(first, end)


class Luck:
    """The random numbers from which a world is drawn: whole numbers that follow from the ruleset's name and the world's.

    They are the same on every machine and in every version. It is the SplitMix64 generator of Sebastiano Vigna, begun
    with a hash of both names.
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
        """True with a probability: `chance(1, 3)` in a third of all cases."""
        return self.below(denominator) < numerator

    def choice(self, among: Sequence[_One]) -> _One:
        """One thing from a sequence."""
        return among[self.below(len(among))]

    def sample(self, among: Sequence[_One], n: int) -> list[_One]:
        """Things from n different places of a sequence, in a drawn order."""
        left = list(among)
        return [left.pop(self.below(len(left))) for _ in range(n)]

    def shuffled(self, among: Sequence[_One]) -> list[_One]:
        """All things of a sequence, in a drawn order."""
        return self.sample(among, len(among))


Generate = Callable[[Luck], Any]
Pack = Callable[[Any, Path, int | None, dict[str, Any]], Packed]


def drawn_world(
    ruleset: str, world: int, generate: Generate, pack: Pack, seats: int | None, options: dict[str, Any]
) -> tuple[Packed, Any]:
    """One world, and its spec; a world that `generate` or `pack` refuses is drawn again from the same luck.

    Raises:
        DataError: every try was refused. BadOption: an option that its worlds do not allow.
    """
    luck, tries = Luck(ruleset, world), 0
    while True:
        tries += 1
        try:
            spec, path = generate(luck), Path(f"{_PREFIX}{world}")
            return pack(build(type(spec), spec, path), path, seats, options), spec
        except DataError as error:
            if tries == TRIES:
                raise DataError(f"{_PREFIX}{world} of {ruleset}: {tries} draws were refused, the last because of {error}") from error


def pool_of(
    ruleset: str, worlds: range, generate: Generate, pack: Pack, seats: int | None, options: dict[str, Any]
) -> tuple[Packed, tuple[Any, ...]]:
    """Several worlds as one scenario with a row of tables for each, and their specs.

    Options that each world settles in its own way keep the value that was asked for.

    Raises:
        DataError, BadOption: see `drawn_world`.
    """
    first, spec = drawn_world(ruleset, worlds[0], generate, pack, seats, options)
    tables, settled, specs = np.zeros(len(worlds), first.tables.dtype), dict(first.options), [spec]
    tables[0], most, players, tags = first.tables[0], first.max_decisions, first.players, first.tags
    for row, world in enumerate(worlds[1:], 1):
        packed, spec = drawn_world(ruleset, world, generate, pack, seats, options)
        specs.append(spec)
        tables[row], most = packed.tables[0], max(most, packed.max_decisions)
        settled = {name: value if packed.options[name] == value else options[name] for name, value in settled.items()}
        players = tuple(one if one == other else _ANY_FORCE for one, other in zip(players, packed.players, strict=True))
        tags = tuple(tag for tag in tags if tag in packed.tags)
    return Packed(tables, first.seats, most, settled, tags, players), tuple(specs)
