"""Scenarios: finding, reading and settling them, so that a ruleset only packs.

A ruleset declares its folder of TOML files, the dataclass of a scenario and its options, and gives

    pack(spec, path, seats, options) -> Packed

Names in TOML are those of enum members in lower case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, did_you_mean, unknown, unknown_option
from skirmish_rl.envs.core.tables import build, fail, read_toml


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
        return any(type(value) is type(one) and value == one for one in self.allowed)


@dataclass(frozen=True)
class Forces:
    """How the forces of a ruleset are chosen.

    Attributes:
        file: of the shipped ones, in the ruleset's folder of data.
        options: the option that lists a force for each seat, or one option for each seat.
        points: (tables, seat) -> the points that a seat's force costs; None: the rules put no price on forces.
    """

    file: str
    options: tuple[str, ...]
    points: Callable[[np.void, int], int] | None = None

    def given(self, forces: Sequence[str]) -> dict[str, Any]:
        """The options that give every seat its force."""
        if len(self.options) == 1:
            return {self.options[0]: list(forces)}
        return dict(zip(self.options, forces, strict=True))


class Packed(NamedTuple):
    """The result of packing a scenario; see `Scenario` for the meaning of each field."""

    tables: np.ndarray
    seats: int
    max_decisions: int
    options: dict[str, Any]
    tags: tuple[str, ...]
    players: tuple[str, ...]


def names(enum: type[IntEnum]) -> list[str]:
    """The members of an enum as TOML spells them."""
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
    """One spec by its name in a shipped file, or by the path of one's own file (which ends in .toml), with the file to blame.

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


def named_beside(path: Path, key: str, name: str, shipped: Path, kind: type, others: Iterable[str] = ()) -> str:
    """The thing that a scenario file names: a spec of a shipped file, or one's own file, which lies beside the scenario.

    Args:
        path, key: of the scenario, to blame. kind: of the shipped file's specs. others: names that are allowed, too.

    Raises:
        DataError: no such name, or a file elsewhere: a scenario may be a stranger's, and has no other folder read.
    """
    if name.endswith(".toml"):
        beside = path.parent / name
        if beside.resolve().parent != path.parent.resolve():
            raise fail(path, key, f"{name!r} lies in another folder; put that file beside this one, and give its name alone")
        return str(beside)
    known(path, key, name, [*read_all(shipped, kind), *others, "(or a path ending in .toml)"], shipped.stem.rstrip("s"))
    return name


def seats_of(title: str, allowed: tuple[int, int], seats: int | None, clause: str) -> int:
    """The number of seats of a scenario, the fewest if no number is given.

    Args:
        title: of the scenario. allowed: fewest and most seats. clause: that says so, for the message.

    Raises:
        BadOption: a number that the scenario is not for.
    """
    low, high = allowed
    if seats is not None and not low <= seats <= high:
        raise BadOption(f"seats={seats}: the scenario {title!r} is for {low if low == high else f'{low} to {high}'} seats ({clause})")
    return low if seats is None else seats


def _plain(value: Any) -> Any:
    """A value as a file would say it: numbers of NumPy as numbers, paths as texts."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.item() if isinstance(value, np.generic) else str(value) if isinstance(value, Path) else value


def _is_written(value: Any) -> bool:
    """True for what a TOML file can say."""
    if isinstance(value, list):
        return all(map(_is_written, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_written(one) for key, one in value.items())
    return value is None or isinstance(value, str | int | float)


def check_options(ruleset: str, known_options: dict[str, Option], given: dict[str, Any]) -> dict[str, Any]:
    """All options with their values; those not given take their defaults.

    Raises:
        UnknownOption: no such option. BadOption: a value that is not allowed.
    """
    settled = {name: option.default for name, option in known_options.items()}
    for name, value in given.items():
        if name not in known_options:
            raise unknown_option(ruleset, name, known_options)
        value = _plain(value)
        if not known_options[name].accepts(value) or not _is_written(value):
            raise BadOption(f"{name}={value!r}: {known_options[name].says}")
        settled[name] = value
    return settled
