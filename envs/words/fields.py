"""How the fields of a record are told: numbers as words, cells, units and seats, each with what a JSON Schema says of it.

A ruleset's `render/facts.py` has in FIELDS, by path, how a field is told:

    an enum          the member's word; nothing below 0
    "cell"           [x, y]; "unit", "seat": by name; "number": from 1 on; each null for -1
    "units", "seats", "numbers": bit masks of these, as lists
    ("bits", enum)   a bit for each member; ("masks", enum): members are masks
    (enum, leaf)     one for each member, those that hold nothing left out; "cells", "units", "numbers" in the enum's place
    ("list", leaf)   all in order

Everything else is a whole number, or true or false where it can only be 0 or 1.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import types
from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.records import FLAG, Record
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.registry import entry_of

# What is no fact of the board, or stands elsewhere in a position.
_PROCESS = frozenset({
    "key", "drawn", "tape", "tape_next", "tape_end", "listening", "noted", "events", "fault", "variant", "seats", "over", "reason",
    "winners",
    "frames", "depth", "_pad", "decision", "subject", "decider", "round", "phase", "units",
})  # fmt: skip


class Told(NamedTuple):
    """How a field is told.

    Attributes:
        read: its value -> JSON. schema: of that.
        write: that JSON -> the value. It raises LookupError, TypeError or ValueError for what `read` never says.
    """

    read: Callable[[Any], Any]
    schema: dict[str, Any]
    write: Callable[[Any], Any]


@functools.cache
def facts_of(name: str) -> types.ModuleType:
    """The `render/facts.py` of a ruleset, an empty module where it has none."""
    module = f"{entry_of(name).module}.render.facts"
    if importlib.util.find_spec(module.rpartition(".")[0]) is None or importlib.util.find_spec(module) is None:
        return types.ModuleType("nothing")
    return importlib.import_module(module)


class Fields:
    """How the record of a ruleset is told.

    Attributes:
        unit: of a unit. seat: of a seat, those fields that have one entry for each. game: of everything else that stands alone.
        rows: of the rows of what there are several of, by the name of that.
    """

    def __init__(self, ruleset: Ruleset):
        self.ruleset, self.facts = ruleset, facts_of(ruleset.name)
        self.said: dict[str, Any] = getattr(self.facts, "FIELDS", {})
        left_out: dict[str, str] = getattr(self.facts, "LEFT_OUT", {})
        derived = [path for path in ruleset.derived if path not in self.said]
        self.skipped = {*_PROCESS, *ruleset.hidden, *left_out, *derived}
        self.unit: dict[str, Told] = {}
        self.seat: dict[str, Told] = {}
        self.game: dict[str, Told] = {}
        self.rows: dict[str, dict[str, Told]] = {}
        allowed = ruleset.record.allowed
        if isinstance(allowed.get("units"), Record):
            self.unit = self._inside("units", allowed["units"])
        for name, inside in allowed.items():
            if name in self.skipped:
                continue
            if isinstance(inside, Record):
                self.rows[name] = self._inside(name, inside)
                continue
            shape = ruleset.state[name].shape
            if shape[:1] == (ruleset.seats[1],) and len(shape) > _axes(self.said.get(name)):
                self.seat[name] = self._told(name, inside, shape[1:])
            else:
                self.game[name] = self._told(name, inside, shape)

    def _inside(self, name: str, record: Record) -> dict[str, Told]:
        names = [field for field in record.allowed if field != "_pad" and f"{name}.{field}" not in self.skipped]
        return {field: self._told(f"{name}.{field}", record.allowed[field], record.dtype[field].shape) for field in names}

    def _told(self, path: str, allowed: tuple[int, int] | None, shape: tuple[int, ...]) -> Told:
        spec = self.said.get(path)
        if isinstance(spec, tuple) and spec[0] not in ("bits", "masks"):
            return self._several(spec, allowed, shape)
        leaf = self._leaf(spec, allowed)
        for _ in shape:
            leaf = _listed(leaf)
        return leaf

    def _several(self, spec: Any, allowed: tuple[int, int] | None, shape: tuple[int, ...]) -> Told:
        """A field of several numbers."""
        axis, *rest = spec
        further = len(rest) > 1 and rest[0] not in ("bits", "masks")
        leaf = tuple(rest) if len(rest) > 1 else rest[0]
        inner = self._several(tuple(rest), allowed, shape[1:]) if further else self._leaf(leaf, allowed)
        if axis == "list":
            return _listed(inner)
        layout, nothing = self.ruleset.layout, -1 if allowed and allowed[0] < 0 else 0
        called: Callable[[int], str] = lambda k: str(k + 1)
        number: Callable[[str], int] = lambda key: int(key) - 1
        keys: dict[str, Any] = {}
        if axis == "cells":
            called, number, keys = layout.cell_text, self._cell_number, {"propertyNames": {"pattern": "^[0-9]+,[0-9]+$"}}
        elif axis != "numbers":
            names = dict(enumerate(layout.units)) if axis == "units" else {int(member): in_words(member) for member in axis}
            numbers = {name: k for k, name in names.items()}
            called, number, keys = names.__getitem__, numbers.__getitem__, {"propertyNames": {"enum": sorted(names.values())}}

        def read(values: Any) -> dict[str, Any]:
            given = values > nothing if values.ndim == 1 else (values > nothing).any(axis=tuple(range(1, values.ndim)))
            return {called(int(k)): inner.read(values[k]) for k in np.flatnonzero(given)}

        def write(said: dict[str, Any]) -> np.ndarray:
            values = np.full(shape, nothing, np.int64)
            for key, value in said.items():
                values[_within(number(key), shape[0])] = inner.write(value)
            return values

        return Told(read, {"type": "object", "additionalProperties": inner.schema, **keys}, write)

    @functools.cached_property
    def _width(self) -> int:
        """Cells in a row."""
        return next((block.width for block in self.ruleset.layout.blocks.values() if block.kind == "cell"), 1)

    def _cell_number(self, text: str) -> int:
        x, y = text.split(",")
        return _within(int(x), self._width) + self._width * int(y)

    def _leaf(self, spec: Any, allowed: tuple[int, int] | None) -> Told:
        """A field of one number."""
        layout, most = self.ruleset.layout, self.ruleset.seats[1]
        if isinstance(spec, tuple):
            kind, members = spec
            masks = {(1 << int(member) if kind == "bits" else int(member)): in_words(member) for member in members}
            masks.pop(0, None)
            bits = {word: mask for mask, word in masks.items()}
            return Told(
                lambda value: [word for mask, word in masks.items() if int(value) & mask],
                {"type": "array", "items": {"enum": sorted(masks.values())}},
                lambda said: sum(bits[word] for word in said),
            )
        if isinstance(spec, type) and issubclass(spec, IntEnum):
            words = {int(member): in_words(member) for member in spec}
            known: dict[str | None, int] = {None: -1, **{word: number for number, word in reversed(words.items())}}
            return Told(lambda value: words.get(int(value)), {"enum": [*dict.fromkeys(words.values()), None]}, known.__getitem__)
        if spec == "cell":
            width = self._width
            return Told(
                lambda value: [int(value) % width, int(value) // width] if value >= 0 else None,
                CELL,
                lambda said: -1 if said is None else _within(said[0], width) + width * said[1],
            )
        if spec == "unit":
            return Told(
                lambda value: layout.unit_name(int(value)) if value >= 0 else None,
                {"type": ["string", "null"]},
                lambda said: -1 if said is None else layout.units.index(said),
            )
        if spec == "seat":
            return Told(
                lambda value: f"seat_{int(value)}" if 0 <= value < most else None,
                SEAT,
                lambda said: -1 if said is None else _seat(said, most),
            )
        if spec == "number":
            return Told(
                lambda value: int(value) + 1 if value >= 0 else None,
                {"type": ["integer", "null"], "minimum": 1},
                lambda said: -1 if said is None else said - 1,
            )
        if spec == "numbers":
            return Told(
                lambda value: [bit + 1 for bit in _bits(value)],
                {"type": "array", "items": {"type": "integer", "minimum": 1}},
                lambda said: sum(1 << (number - 1) for number in said),
            )
        if spec == "seats":
            return Told(
                lambda value: [f"seat_{bit}" for bit in _bits(value)],
                {"type": "array", "items": SEAT},
                lambda said: sum(1 << _seat(seat, most) for seat in said),
            )
        if spec == "units":
            return Told(
                lambda value: [layout.unit_name(bit) for bit in _bits(value)],
                {"type": "array", "items": {"type": "string"}},
                lambda said: sum(1 << layout.units.index(name) for name in said),
            )
        if allowed == FLAG and spec is None:
            return Told(bool, {"type": "boolean"}, _flag)
        within = {} if allowed is None else {"minimum": allowed[0], "maximum": allowed[1]}
        return Told(int, {"type": "integer", **within}, _whole)


CELL = {"type": ["array", "null"], "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}
SEAT = {"type": ["string", "null"], "pattern": "^seat_[0-9]$"}


def _bits(value: Any) -> list[int]:
    return [bit for bit in range(64) if int(value) >> bit & 1]


def _axes(spec: Any) -> int:
    """How many dimensions a field's words are for."""
    return 0 if not isinstance(spec, tuple) or spec[0] in ("bits", "masks") else 1 + _axes(spec[1] if len(spec) == 2 else spec[1:])


def _listed(inner: Told) -> Told:
    return Told(
        lambda values: [inner.read(value) for value in values],
        {"type": "array", "items": inner.schema},
        lambda said: np.array([inner.write(value) for value in said]),
    )


def _within(number: int, size: int) -> int:
    """A number below a size.

    Raises:
        ValueError: it is not.
    """
    if not 0 <= number < size:
        raise ValueError(f"{number} is not below {size}")
    return number


def _seat(said: str, most: int) -> int:
    if not said.startswith("seat_"):
        raise ValueError("expected seat_0 or another seat")
    return _within(int(said.removeprefix("seat_")), most)


def _flag(said: Any) -> int:
    if not isinstance(said, bool):
        raise TypeError("expected true or false")
    return int(said)


def _whole(said: Any) -> int:
    if isinstance(said, bool) or not isinstance(said, int):
        raise TypeError("expected a whole number")
    return said


def said_rows(rows: np.ndarray, record: Record) -> np.ndarray:
    """Which rows of a record say something: a field holds something else than its -1, or its 0 where it has none.

    Returns:
        bool (rows,).
    """
    blank = np.zeros(1, record.dtype)
    for name, allowed in record.allowed.items():
        if isinstance(allowed, tuple) and allowed[0] < 0:
            blank[name] = -1
    given = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), record.dtype.itemsize)
    return np.asarray((given != blank.view(np.uint8)).any(axis=1))


@functools.cache
def fields_of(ruleset: Ruleset) -> Fields:
    """How the record of a ruleset is told."""
    return Fields(ruleset)
