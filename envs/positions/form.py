"""How a position is written: fields of a record by the words of TOML, and the record by what is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.errors import BadPosition, did_you_mean
from skirmish_rl.envs.core.layout import Layout
from skirmish_rl.envs.core.records import Record

Facts = dict[str, Any]  # what must not be in a position, and where it is


class Place(NamedTuple):
    """Where in a position a value stands, and what it may be.

    Attributes:
        name: for messages. low, high: what the record's field may hold. shape: of the field.
    """

    name: str
    low: int
    high: int
    shape: tuple[int, ...]
    layout: Layout
    width: int

    def wrong(self, given: Any, expected: str) -> BadPosition:
        """The error for a value that does not belong there."""
        return BadPosition(f"position: {self.name} = {given!r:.80}; expected {expected}")

    def inner(self, k: int) -> Place:
        """The k-th of a list."""
        return self._replace(name=f"{self.name}[{k}]", shape=self.shape[1:])


class Number:
    """A whole number; and how fields of anything are written in general: lists of lists of it."""

    axes = 0  # of the field that one value stands for

    def read(self, given: Any, at: Place) -> Any:
        """What goes into the record."""
        if len(at.shape) == self.axes:
            return self.one(given, at)
        if not isinstance(given, list) or len(given) != at.shape[0]:
            raise at.wrong(given, f"a list of {at.shape[0]}")
        return np.array([self.read(inner, at.inner(k)) for k, inner in enumerate(given)])

    def said(self, value: Any, at: Place) -> Any:
        """What is written for what stands in the record."""
        if len(at.shape) == self.axes:
            return self.say(value, at)
        return [self.said(inner, at.inner(k)) for k, inner in enumerate(value)]

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        if isinstance(given, bool) or not isinstance(given, int) or not at.low <= given <= at.high:
            raise at.wrong(given, f"a whole number from {at.low} to {at.high}")
        return given

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return int(value)


class Flag(Number):
    """True or false."""

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        if not isinstance(given, bool):
            raise at.wrong(given, "true or false")
        return int(given)

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return bool(value)


class Word(Number):
    """A member of an enum, in lower case; "" is none where the field may hold -1."""

    def __init__(self, enum: type[IntEnum]):
        self.known = {member.name.lower(): int(member) for member in enum}
        self.names = {number: name for name, number in self.known.items()}

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        known = {"": -1, **self.known} if at.low < 0 else self.known
        number = known.get(given, at.high + 1) if isinstance(given, str) else at.high + 1
        if not at.low <= number <= at.high:
            raise at.wrong(given, f"a word; {did_you_mean(str(given), [name for name, k in known.items() if k <= at.high])}")
        return number

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return self.names.get(int(value), "")


class Cell(Number):
    """Two numbers, x and y, as pictures of the board count them; [] is off the board."""

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        if given == [] and at.low < 0:
            return -1
        height = (at.high + 1) // at.width
        if not isinstance(given, list) or len(given) != 2 or not all(type(k) is int for k in given):
            raise at.wrong(given, "a cell [x, y]" + (", or [] for none" if at.low < 0 else ""))
        if not (0 <= given[0] < at.width and 0 <= given[1] < height):
            raise at.wrong(given, f"a cell from [0, 0] to [{at.width - 1}, {height - 1}]")
        return given[0] + at.width * given[1]

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return [] if value < 0 else [int(value) % at.width, int(value) // at.width]


class Unit(Number):
    """A unit by its name in traces; "" is none."""

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        if given == "" and at.low < 0:
            return -1
        if not isinstance(given, str) or given not in at.layout.units:
            raise at.wrong(given, f"a unit's name; {did_you_mean(str(given), at.layout.units)}")
        return at.layout.units.index(given)

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return "" if value < 0 else at.layout.unit_name(int(value))


class Flags(Word):
    """A list of members of an enum: those whose place in the field is 1."""

    axes = 1

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        bits = np.zeros(at.shape, np.int64)
        for name in _words(given, at, self.known):
            bits[self.known[name]] = 1
        return bits

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return [self.names[int(k)] for k in np.flatnonzero(value)]


class Bits(Word):
    """A list of members of an enum, in a whole number with a bit for each; its members are the bits' places, or with `values` the bits."""

    def __init__(self, enum: type[IntEnum], values: bool = False):
        super().__init__(enum)
        self.bits = {name: number if values else 1 << number for name, number in self.known.items()}

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        return sum(self.bits[name] for name in {*_words(given, at, self.known)})

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return [name for name, bit in self.bits.items() if int(value) & bit]


class Counts(Word):
    """A table of members of an enum with their numbers; those that are not named have none."""

    axes = 1

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        numbers = np.zeros(at.shape, np.int64)
        if not isinstance(given, dict):
            raise at.wrong(given, "a table of names with numbers")
        for name, number in given.items():
            _words([name], at, self.known)
            numbers[self.known[name]] = Number().one(number, at._replace(name=f"{at.name}.{name}"))
        return numbers

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return {self.names[int(k)]: int(value[k]) for k in np.flatnonzero(value)}


class Spread(Word):
    """A list of what lies in cells: tables `{ kind = ..., cell = [x, y], count = 1 }`."""

    axes = 2

    def one(self, given: Any, at: Place) -> Any:
        """One value of the record."""
        marks = np.zeros(at.shape, np.int64)
        if not isinstance(given, list):
            raise at.wrong(given, "a list of tables with kind, cell and count")
        for k, row in enumerate(given):
            here = at._replace(name=f"{at.name}[{k}]")
            check_keys(row, ("kind", "cell", "count"), here.name)
            if "kind" not in row or "cell" not in row:
                raise here.wrong(row, "a kind and a cell")
            _words([row["kind"]], here, self.known)
            cell = Cell().one(row["cell"], here._replace(name=f"{here.name}.cell", low=0, high=at.shape[1] - 1))
            marks[self.known[row["kind"]], cell] = Number().one(row.get("count", 1), here._replace(name=f"{here.name}.count"))
        return marks

    def say(self, value: Any, at: Place) -> Any:
        """One value as it is written."""
        return [
            {"kind": self.names[int(kind)], "cell": Cell().say(cell, at), "count": int(value[kind, cell])}
            for kind, cell in np.argwhere(value > 0)
        ]


def _words(given: Any, at: Place, known: Mapping[str, int]) -> list[str]:
    """A list of known words."""
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise at.wrong(given, "a list of words")
    for name in given:
        if name not in known:
            raise at.wrong(name, f"a word; {did_you_mean(name, known)}")
    return given


def check_keys(given: Any, known: Sequence[str], name: str) -> None:
    """Refuse what is no table, or has keys that nobody reads.

    Raises:
        BadPosition: it is.
    """
    if not isinstance(given, dict):
        raise BadPosition(f"position: {name} = {given!r:.80}; expected a table")
    for key in given:
        if key not in known:
            raise BadPosition(f"position: {name} has the unknown key {key!r:.40}; {did_you_mean(str(key), known)}")


NUMBER, FLAG, CELL, UNIT = Number(), Flag(), Cell(), Unit()
Fields = dict[str, Number]


def fields(numbers: str, flags: str = "", **other: Number) -> Fields:
    """How fields are written: numbers and flags by their names, others by their kinds."""
    return {**dict.fromkeys(numbers.split(), NUMBER), **dict.fromkeys(flags.split(), FLAG), **other}


@dataclass(frozen=True)
class Form:
    """What a ruleset's positions say.

    Attributes:
        width: of the array in which boards lie.
        status: the enum; ABSENT and ON_BOARD (or what `here` says) among it.
        here, gone: the status of units that are given a place, and of those that are not named.
        places: fields that give a unit a place.
        roster: fields of units that are as the forces say unless they are given.
        units: fields of units that are blank unless they are given.
        game: fields of the game that are as it was set up unless they are given.
        rows: records beside the units, by number: those that are not named are as set up, in the others what is not given is blank.
        rounds: the field of the tables that says how many there are.
        begin: (record, tables, seat): the sequence of play is where the seat is asked next. Raises BadPosition for a seat that cannot be.
        derive: (record, tables): what follows from the rest.
        broken: (record, tables): what no play leads to.
        is_extra: (slot, status as set up) True for units that the scenario need not have.
        blank: values that mean nothing where it is not 0, or -1.
        spare: (a unit as it is written) keys that only repeat what others say.
    """

    decision: int
    width: int
    status: type[IntEnum]
    here: int
    gone: int
    places: tuple[str, ...]
    roster: Fields
    units: Fields
    game: Fields
    begin: Callable[[np.void, np.void, int], None]
    derive: Callable[[np.void, np.void], None]
    broken: Callable[[np.void, np.void], Facts]
    rows: dict[str, Fields] = field(default_factory=dict)
    rounds: str = "rounds"
    is_extra: Callable[[int, int], bool] = lambda slot, status: False
    blank: dict[str, int] = field(default_factory=dict)
    spare: Callable[[dict[str, Any]], tuple[str, ...]] = lambda said: ()

    def place(self, record: Record, layout: Layout, name: str, path: str) -> Place:
        """Where a field stands."""
        allowed, dtype = record.allowed[name], record.dtype[name]
        if allowed is None:
            allowed = int(np.iinfo(dtype.base).min), int(np.iinfo(dtype.base).max)
        low, high = allowed
        return Place(path, low, high, dtype.shape, layout, self.width)

    def empty(self, record: Record, name: str) -> int:
        """The value of a field that says nothing."""
        allowed = record.allowed[name]
        return self.blank.get(name, -1 if isinstance(allowed, tuple) and allowed[0] == -1 else 0)


def told(form: Form, record: np.void, kinds: Fields, whole: Record, layout: Layout, blank: bool) -> dict[str, Any]:
    """What is written for some fields of a record; without `blank` only for those that say something."""
    shown = [name for name in kinds if blank or np.any(record[name] != form.empty(whole, name))]
    return {name: kinds[name].said(record[name], form.place(whole, layout, name, name)) for name in shown}
