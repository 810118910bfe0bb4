"""A sheet: the one place that declares every column of an observation.

From it come the names of columns, which of them a scenario has and where they stand (fields of the tables), and the encoder, whose
source `core/encoding.py` writes. A sheet is a list of sections: `Rows` (equal rows of columns), `Members` (a column for each member of an
enum that can occur) and `Planes`. The steps of a row stand in the order in which it is written, which is that of its columns:

    FIGHTER = Rows("unit", "tables.see_units", [
        let("unit", "state.units[slot]"),
        skip("unit.status == Status.ABSENT"),
        flag("activated"),                                    # 1 if unit.activated
        bent("damage", 8, when="unit.damage"),                # bend(unit.damage, 8.0)
        share("due", ROUNDS, due),                            # a function: due(state, slot), called with what its parameters name
        flag("harried", if_any=lambda facts: facts.abilities[Ability.HARRY]),        # no column where it cannot occur
        together(share("range", 8), flag("loaded"), if_any=lambda facts: facts.guns),  # both, side by side, or neither
        Members("kind", Kind, "unit.kind", lambda facts: facts.kinds),               # one for each kind that can occur
    ], index="slot", usual="unit.{}")

The content of a column is a formula, checked against the fields of the records, or a function, for all that is more than one line of
fields, indices, arithmetic and comparisons. Columns that some scenarios lack come after the others of their row: a column has its number
in the source, or in `tables.more`, where 0 is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import unknown
from skirmish_rl.envs.core.features import Features, Section, View, column_names, planes

Source = str | Callable[..., Any]  # a formula, or a rule
Occurs = Callable[[Any], Any]  # of the facts of a scenario: can it occur there?
USUAL = "(usual)"  # a source: that of the row, for the column's name


@dataclass(frozen=True)
class Column:
    """One or more columns of a row, side by side, and what is written there.

    Attributes:
        names: of one column, or of each column of a one-hot.
        source: what is written; "": a hand-written part writes it. form: a formula in which {} stands for the source.
        place: for a one-hot, which of the names gets the value. when: the condition under which it is written. if_any: only scenarios in
            which this can occur have the column.
        of: "row": written with its row; "role": written later, in the row of the unit with the role. note: the meaning, beside the name.
    """

    names: tuple[str, ...]
    source: Source = ""
    form: str = "{}"
    place: Source = ""
    when: Source = ""
    if_any: Occurs | None = None
    of: str = "row"
    note: str = ""


@dataclass(frozen=True)
class Let:
    """A name that stands for a value in formulas and functions."""

    name: str
    source: Source
    record: np.dtype | None = None


@dataclass(frozen=True)
class Skip:
    """A condition under which the rest of the row stays blank."""

    when: Source


@dataclass(frozen=True)
class Count:
    """A number that is added up over all rows, and that later sections read by its name.

    Attributes:
        column: only scenarios with this column have the number.
    """

    name: str
    source: Source
    when: Source
    column: str = ""


@dataclass(frozen=True)
class Together:
    """Columns with a common condition: `when`, or that a scenario has one of them; with `if_any`, a scenario has all of them or none."""

    columns: tuple[Column, ...]
    when: Source
    if_any: Occurs | None = None

    def __post_init__(self) -> None:
        if self.if_any and any(column.if_any for column in self.columns):
            raise ValueError(f"together({self.names[0]}, ...): say `if_any` of all together, or of each, not both")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for column in self.columns for name in column.names)


def value(name: str, source: Source = "", **more: Any) -> Column:
    """A number in [-1, 1] as it is.

    If no source is given, it is the row's `usual` source for the name. For `more` see `Column`.
    """
    return Column((name,), source or USUAL, **more)


def bent(name: str, half: float, source: Source = "", **more: Any) -> Column:
    """A number without a known limit, as `core.features.bend` makes it."""
    return value(name, source, form=f"bend({{}}, {float(half)})", **more)


def cut(name: str, unit: float, source: Source = "", **more: Any) -> Column:
    """A number cut to [-unit, unit], as `core.features.squeeze` makes it."""
    return value(name, source, form=f"squeeze({{}}, {float(unit)})", **more)


def share(name: str, whole: float, source: Source = "", **more: Any) -> Column:
    """A number as a share of its largest value."""
    return value(name, source, form=f"{{}} * {1 / whole!r}", **more)


def flag(name: str, source: Source = "", **more: Any) -> Column:
    """1 if something is true, else 0."""
    return Column((name,), "1.0", when=source or USUAL, **more)


def equal(name: str, to: str, source: Source = "", **more: Any) -> Column:
    """1 if a number is equal to another, else 0."""
    return value(name, source, form=f"{{}} == {to}", **more)


def one_hot(members: Sequence[IntEnum] | Sequence[str], source: Source, **more: Any) -> Column:
    """A column for each of several consecutive members, or of names counted from 0; the column of the source's value is 1."""
    first = int(members[0]) if isinstance(members[0], IntEnum) else 0
    names = tuple(one.name.lower() if isinstance(one, IntEnum) else one for one in members)
    return Column(names, "1.0", form=f"{{}} - {first}" if first else "{}", place=source, **more)


def wrote(*names: str, **more: Any) -> list[Column]:
    """Columns that a hand-written part of the encoder fills, or that never change."""
    return [Column((name,), **more) for name in names]


def role(name: str, source: Source, **more: Any) -> Column:
    """A column with 1 in the row of the unit that has a role, see `encoding.roles`; the source is the unit's number, -1 for none."""
    return Column((name,), source, of="role", **more)


def let(name: str, source: Source, record: np.dtype | None = None) -> Let:
    """Give a name to a value that formulas and functions read; `record`: what a function returns, if it is no number."""
    return Let(name, source, record)


def skip(when: Source) -> Skip:
    """Leave the rest of the row blank."""
    return Skip(when)


def count(name: str, source: Source = "1", when: Source = "", column: str = "") -> Count:
    """Add to a number that is 0 when the section begins; with `column` only scenarios with the column of that name have it."""
    return Count(name, source, when, column)


def together(*columns: Column, when: Source = "", if_any: Occurs | None = None) -> Together:
    """Columns that some scenarios lack, with one common condition: `when`, or that the scenario has any of them.

    Args:
        if_any: for columns that the same scenarios have, instead of one condition for each: they stand side by side.
    """
    return Together(columns, when, if_any)


class Members:
    """Columns for those members of an enum that can occur: a section, or a step of a row.

    Args:
        name: of the section, or of the step; several for sections that are alike, which a hand-written part fills.
        members: an enum, or names that are counted from 0, such as those of the seats.
        source: the member that gets the value; with `each` the array that has a number for each member; with neither a hand-written part
            writes the columns.
        if_any: (facts) -> which members can occur, bool (members,).
        when: the condition under which it is written. form: a formula for the numbers of `each`. count: rows of a section.
    """

    def __init__(
        self, name: str | tuple[str, ...], members: type[IntEnum] | Sequence[str], source: Source, if_any: Occurs,
        when: Source = "", each: str = "", form: str = "{}", count: int = 1,
    ):  # fmt: skip
        self.names = (name,) if isinstance(name, str) else name
        self.members, self.source, self.if_any, self.when, self.each, self.form = members, source, if_any, when, each, form
        self.count, self.all_names = count, column_names(members) if isinstance(members, type) else tuple(members)

    @property
    def field(self) -> str:
        """The field of the tables that says in which column of its row a member stands, -1: in none."""
        return f"{self.names[0]}_column"

    def occurring(self, t: np.void) -> tuple[str, ...]:
        """The names of the members that a scenario has columns for."""
        return tuple(name for name, at in zip(self.all_names, t[self.field], strict=True) if at >= 0)


Step = Column | Let | Skip | Count | Together | Members | Callable[..., Any]


class Rows:
    """A section of equal rows.

    Args:
        name: of the section; one for each block of rows where those of different sides are sections of their own.
        count: how many rows are written, of one block: a number or a field, "tables.n_units".
        steps: columns and what goes with them.
        index: name of the row's number, where there are several; it counts from `first`.
        per: name of the block's number, where several blocks follow each other, `blocks` in all.
        room: how many rows a block has, `count` unless said otherwise: a number, a field, or a function of one scenario's tables.
        usual: source of a column that has none, {} is its name.
        still: (one scenario's tables) -> what never changes of a row, by name; these columns come last.
        if_any: only scenarios in which this can occur have the section.
        of: (one scenario's tables) -> whose the blocks are, where some scenarios have more of them than others, as of seats. Each is a
            section of `room` rows, called name_whose; the sheet counts all as one, which begins with the first of them.
    """

    def __init__(
        self, name: str | tuple[str, ...], count: int | str, steps: Sequence[Step | list[Column]], *, index: str = "", first: Source = "0",
        per: str = "", blocks: int = 1, room: int | str | Callable[[Any], int] = "", usual: str = "{}",
        still: Callable[[Any], dict[str, np.ndarray]] | None = None, if_any: Occurs | None = None,
        of: Callable[[Any], Sequence[str]] | None = None,
    ):  # fmt: skip
        self.names = (name,) if isinstance(name, str) else name
        self.count, self.room, self.blocks = count, room or count, blocks
        self.index, self.first, self.per, self.usual, self.still, self.if_any = index, first, per, usual, still, if_any
        self.of = of
        if of and (blocks > 1 or len(self.names) > 1 or callable(self.room)):
            raise ValueError(
                f"section {self.names[0]}: `of` says whose its blocks are; "
                "give it one name, no `blocks`, and `room` as a number or a field"
            )
        self.steps: list[Step] = []
        for step in steps:
            self.steps += step if isinstance(step, list) else [step]
        self.always: list[Column] = []
        self.sometimes: list[Column | Together | Members] = []
        for step in self.steps:
            for one in step.columns if isinstance(step, Together) and not step.if_any else [step]:
                if isinstance(one, Members) or (isinstance(one, Column | Together) and one.if_any):
                    self.sometimes.append(one)
                elif isinstance(one, Column):
                    self._refuse_late()
                    self.always.append(one)
        self.at = {name: at for at, name in enumerate(name for column in self.always for name in column.names)}

    def _refuse_late(self) -> None:
        """Refuse a column that all scenarios have after one that some lack."""
        if self.sometimes:
            late = self.sometimes[0].names[0]
            raise ValueError(f"section {self.names[0]}: {late} occurs in some scenarios only; put it after the columns that all have")

    def column(self, name: str) -> int:
        """The place of a column that all scenarios have, counted from the first of its row.

        Raises:
            UnknownName: no such column.
        """
        if name not in self.at:
            raise unknown(f"column of section {self.names[0]}", name, self.at)
        return self.at[name]

    def called(self, t: np.void) -> Sequence[str]:
        """The names of the sections that a scenario has for these rows."""
        return [f"{self.names[0]}_{whose}" for whose in self.of(t)] if self.of else self.names

    @property
    def width(self) -> int | None:
        """The number of columns of a row, if it is the same in all scenarios; else None."""
        return None if self.sometimes or self.still else len(self.at)


class Planes:
    """A section of planes of the board, which a hand-written part fills.

    Args:
        channels: the planes. present: field of the tables that says whether a scenario has them.
        if_any: (facts) -> which of them can occur, bool (channels,), instead of `present`.
        view: (one scenario's tables) -> the board as it is seen; without it, it has `height` rows and `width` columns.
    """

    def __init__(
        self,
        name: str,
        channels: type[IntEnum],
        present: str = "",
        if_any: Occurs | None = None,
        view: Callable[[Any], View] | None = None,
    ):
        self.names, self.channels, self.present, self.view = (name,), channels, present, view
        self.members = Members(name, channels, "", if_any) if if_any else None

    def section(self, t: np.void) -> Section:
        """The section of these planes in the layout of a scenario."""
        if self.view:
            seen = self.view(t)
            shape, places = seen.shape, seen.places
        else:
            shape = int(t["height"]), int(t["width"])
            places = np.arange(shape[0] * shape[1])
        if self.members:
            return planes(self.names[0], None, shape, places, self.members.occurring(t))
        return planes(self.names[0], self.channels if t[self.present] else None, shape, places)


class Sheet:
    """Every column of a ruleset's observations.

    Args:
        sections: in the order of an observation.
        known: constants, arrays, enums and rules that formulas name.
    """

    def __init__(self, *sections: Rows | Members | Planes, **known: Any):
        self.sections, self.known = sections, known
        numbered = [(name, section) for section in sections for name in section.names]
        self.names = [name for name, _ in numbered]
        self._number = {id(section): self.names.index(section.names[0]) for section in sections}
        rows = [section for section in sections if isinstance(section, Rows)]
        self._more: list[tuple[Rows, Column | Together | Rows]] = []
        for section in rows:
            self._more += [(section, one) for one in section.sometimes if not isinstance(one, Members)]
        self._more += [(section, section) for section in rows if section.if_any]
        self._place = {id(one): k for k, (_, one) in enumerate(self._more)}
        stand = [one for section in sections for one in (section.sometimes if isinstance(section, Rows) else [section])]
        found = [one.members if isinstance(one, Planes) else one for one in stand]
        self._members = [one for one in found if isinstance(one, Members)]

    def number(self, section: Rows | Members | Planes) -> int:
        """The index at which `tables.at` holds the start of a section, and `tables.row_width` the width of its rows."""
        return self._number[id(section)]

    def more(self, name: str, rows: Rows | None = None) -> int:
        """The index at which `tables.more` holds the place of a column that some scenarios lack.

        Args:
            rows: its section, None: any.

        Raises:
            UnknownName: no such column.
        """
        found = {one.names[0]: k for k, (section, one) in enumerate(self._more) if rows in (section, None) and one is not section}
        if name not in found:
            raise unknown("column that some scenarios have" + (f", of section {rows.names[0]}" if rows else ""), name, found)
        return found[name]

    def fields(self) -> list[tuple[Any, ...]]:
        """The fields of the tables that say which columns a scenario's observations have, and where."""
        return [
            ("at", "i2", (len(self.names),)), ("row_width", "u1", (len(self.names),)), ("more", "u1", (max(1, len(self._more)),)),
            *((members.field, "i1", (len(members.members),)) for members in self._members),
        ]  # fmt: skip

    def lay_out(self, tables: np.ndarray, facts: Any) -> None:
        """Write these fields for a scenario; everything that tells how many rows there are must be in its tables by now.

        Args:
            tables: (1,). facts: the argument of the columns' `if_any`.
        """
        t = tables[0]
        for k, (_, one) in enumerate(self._more):
            t["more"][k] = bool(one.if_any and one.if_any(facts))
        for members in self._members:
            occurs = np.asarray(members.if_any(facts)).astype(bool)
            t[members.field] = np.where(occurs, np.cumsum(occurs) - 1, -1)
        for section in self.sections:
            if isinstance(section, Rows):
                self._line_up(section, t)
        found = self.features(tables).sections
        begins = {section.names[0]: section.called(t)[0] for section in self.sections if isinstance(section, Rows)}
        for k, name in enumerate(begins.get(name, name) for name in self.names):
            t["at"][k] = found[name].start if name in found else -1
            t["row_width"][k] = len(found[name].columns) if name in found and found[name].shape is None else 0

    def _line_up(self, rows: Rows, t: np.void) -> None:
        """Say where in their row the columns stand that some scenarios lack, one after the other."""
        at = len(rows.at)
        for one in rows.sometimes:
            if isinstance(one, Members):
                t[one.field][t[one.field] >= 0] += at
                at += len(one.occurring(t))
            elif t["more"][self._place[id(one)]]:
                t["more"][self._place[id(one)]] = at
                at += len(one.names)

    def _names_of(self, one: Column | Together | Members, t: np.void) -> tuple[str, ...]:
        """Names of columns that a scenario has of something that some scenarios lack."""
        if isinstance(one, Members):
            return one.occurring(t)
        return one.names if t["more"][self._place[id(one)]] else ()

    def features(self, tables: np.ndarray) -> Features:
        """The observation layout of a scenario, from its tables."""
        t = tables[0]
        found = [made for section in self.sections for made in self._sections(section, t)]
        return Features([one for one in found if one.size])

    def _sections(self, section: Rows | Members | Planes, t: np.void) -> list[Section]:
        if isinstance(section, Planes):
            return [section.section(t)]
        if isinstance(section, Members):
            return [Section(name, section.count, section.occurring(t)) for name in section.names]
        more = [name for one in section.sometimes for name in self._names_of(one, t)]
        names = (*section.at, *more, *(section.still(t) if section.still else ()))
        there = t["more"][self._place[id(section)]] if section.if_any else 1
        each = Section("", int(there) * _number(section.room, t) * section.blocks // len(section.names), names)
        return [replace(each, name=name) for name in section.called(t)]

    def notes(self) -> list[tuple[str, str, str, bool]]:
        """Every column for documentation: section, name, what it means, and whether all scenarios have it."""
        out = []
        for section in self.sections:
            if not isinstance(section, Rows):
                names = section.all_names if isinstance(section, Members) else column_names(section.channels)
                out += [(section.names[0], name, "", False) for name in names]
                continue
            for one in [*section.always, *section.sometimes]:
                if isinstance(one, Members):
                    out += [(section.names[0], name, "", False) for name in one.all_names]
                    continue
                always = one.if_any is None and section.if_any is None
                for column in one.columns if isinstance(one, Together) else (one,):
                    out += [(section.names[0], name, column.note, always) for name in column.names]
        return out


def _number(said: int | str | Callable[[Any], int], t: np.void) -> int:
    """A number that is said, or stands in a field: "tables.n_units"."""
    if callable(said):
        return int(said(t))
    return int(t[said.removeprefix("tables.")]) if isinstance(said, str) else said
