"""Scenarios: finding, reading and settling them; a ruleset only packs.

A ruleset declares its folder of TOML files, the dataclass of a scenario and its options, and gives

    pack(spec, path, seats, options) -> Packed

Names in TOML are those of enum members in lower case.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, did_you_mean, unknown
from skirmish_rl.envs.core.tables import build, fail, read_toml

if TYPE_CHECKING:
    from skirmish_rl.envs.core.ruleset import Ruleset, Scenario


@dataclass(frozen=True)
class Option:
    """An option of every scenario of a ruleset.

    Attributes:
        default: its value when none is given; None: what the scenario itself says.
        allowed: the values it may take (a range, a tuple of words and numbers), or a type: `bool`, `str`, `object` for what
            `pack` checks itself.
        says: what it does and what is allowed, with the clause, for messages and pages.
    """

    default: Any
    allowed: Sequence[Any] | range | type
    says: str

    def accepts(self, value: Any) -> bool:
        """True for a value of the right type and among those allowed."""
        if value is None:
            return self.default is None
        if isinstance(self.allowed, type):
            return isinstance(value, self.allowed)
        return any(value == one and type(value) is type(one) for one in self.allowed)


class Packed(NamedTuple):
    """What a ruleset packs a scenario into; see `Scenario` for the meaning of each."""

    tables: np.ndarray
    seats: int
    max_decisions: int
    options: dict[str, Any]
    tags: tuple[str, ...]
    players: tuple[str, ...]


def names(enum: type[IntEnum]) -> list[str]:
    """Members as they are spelt in TOML."""
    return [member.name.lower() for member in enum]


def known(path: Path, key: str, given: str, allowed: Iterable[str], kind: str) -> None:
    """Refuse a name that does not exist.

    Raises:
        DataError: with file, line, key and close names.
    """
    allowed = list(allowed)
    if given not in allowed:
        raise fail(path, key, f"unknown {kind} {given!r}; {did_you_mean(given, allowed)}")


def read_all(path: Path, kind: type) -> dict[str, Any]:
    """A file of named tables: name -> spec of a dataclass.

    Raises:
        DataError: see `tables.build`.
    """
    return {name: build(kind, data, path, name) for name, data in read_toml(path).items()}


def read_named(shipped: Path, name: str, kind: type) -> tuple[Any, Path]:
    """One spec by its name in a shipped file, or by the path of one's own file (it ends in .toml); with the file to blame.

    Raises:
        DataError: the file cannot be used. UnknownName: no such name.
    """
    if name.endswith(".toml"):
        path = Path(name)
        return build(kind, read_toml(path), path), path
    specs = read_all(shipped, kind)
    if name not in specs:
        raise unknown(shipped.stem.rstrip("s"), name, [*specs, "(or a path ending in .toml)"])
    return specs[name], shipped


def check_options(ruleset: Ruleset, options: dict[str, Any]) -> dict[str, Any]:
    """All options with their values; those not given take their defaults.

    Raises:
        UnknownName: no such option. BadOption: a value that is not allowed.
    """
    settled = {name: option.default for name, option in ruleset.options.items()}
    for name, value in options.items():
        if name not in ruleset.options:
            raise unknown(f"option of {ruleset.name}", name, ruleset.options)
        option = ruleset.options[name]
        if not option.accepts(value):
            raise BadOption(f"{name}={value!r}: {option.says}")
        settled[name] = value
    return settled


def load(ruleset: Ruleset, name: str | None, seats: int | None, options: dict[str, Any]) -> Scenario:
    """A scenario with everything settled; equal requests share one.

    Raises:
        UnknownName, BadOption, DataError: see `Ruleset.scenario`.
    """
    name = str(name or ruleset.default_scenario("standard"))
    settled = check_options(ruleset, options)
    if name not in ruleset.scenarios and not name.endswith(".toml"):
        raise unknown(f"scenario of {ruleset.name}", name, [*ruleset.scenarios, "(or a path ending in .toml)"])
    low, high = ruleset.seats
    if seats is not None and (isinstance(seats, bool) or not isinstance(seats, int) or not low <= seats <= high):
        raise BadOption(f"seats={seats!r}: {ruleset.title} is played by {low} to {high} seats")
    return _load(ruleset, name, seats, json.dumps(settled, sort_keys=True))


@functools.lru_cache(maxsize=32)
def _load(ruleset: Ruleset, name: str, seats: int | None, options: str) -> Scenario:
    from skirmish_rl.envs.core.ruleset import Scenario

    spec, path = read_named(ruleset.data / "scenarios.toml", name, ruleset.spec)
    packed = ruleset.pack(spec, path, seats, json.loads(options))
    return Scenario(
        ruleset=ruleset, name=name, seats=packed.seats, tables=packed.tables, features=ruleset.features(packed.tables),
        max_decisions=packed.max_decisions, options=packed.options, tags=packed.tags, players=packed.players,
    )  # fmt: skip
