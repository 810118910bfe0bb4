"""Observations: a flat float32 vector in which every index has a name, and functions that the encoders of all rulesets share.

A layout is a list of sections: rows (a number of equal rows with named columns: units, markers, seats), a single row, and `planes` (one
value for each place of the board and channel). The `sheet.py` of a game (`core/sheet.py`) declares every column, what it holds and where
it stands; the layout is made from it, and so is the encoder that writes the vector. A scenario has no column for what it cannot have.

The same vector can be read flat, as tables of rows, or as planes (channels, rows, columns).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.errors import unknown
from skirmish_rl.envs.core.jit import jit


@jit
def squeeze(value, unit):
    """A number divided by a unit and cut to [-1, 1]."""
    return min(1.0, max(-1.0, value / unit))


@jit
def bend(value, half):
    """A number without a known limit, bent into (-1, 1): half-way at `half`.

    Different numbers stay different, while `squeeze` cuts large ones to the same value.
    """
    return value / (half + abs(value))


@jit
def relative(seat, other, seats):
    """The place of another seat as a seat sees it: 0 for itself, then in seat order.

    Both are seat numbers, so that no division is needed.
    """
    return other - seat if other >= seat else other - seat + seats


@jit
def blank_out(out):
    """Set a whole vector to zero."""
    out[:] = 0.0


@dataclass(frozen=True)
class Section:
    """A named part of an observation.

    Attributes:
        name: of the section.
        count: rows, or channels of planes.
        columns: names, of one row's columns or of the planes' channels.
        shape: (rows, columns) of the board, for planes.
        places: int64 (n,), where on that board each value of a channel lies, for planes.
        start: index of its first value, set by `Features`.
    """

    name: str
    count: int
    columns: tuple[str, ...]
    shape: tuple[int, int] | None = None
    places: np.ndarray | None = None
    start: int = 0

    @property
    def size(self) -> int:
        return self.count * (len(self.columns) if self.places is None else len(self.places))

    @property
    def stop(self) -> int:
        return self.start + self.size


def column_names(columns: type[IntEnum] | None, more: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of an enum's columns, then those that a scenario adds."""
    return (*(member.name.lower() for member in columns or ()), *more)


def planes(name: str, channels: type[IntEnum] | None, shape: tuple[int, int], places: np.ndarray, more: Sequence[str] = ()) -> Section:
    """A section with a value for each channel and place, channel by channel; value p of a channel belongs to place p of `View.places`."""
    names = column_names(channels, more)
    return Section(name, len(names), names, shape, places)


class Features:
    """The observation layout of one scenario.

    Args:
        sections: in vector order.
    """

    def __init__(self, sections: Sequence[Section]):
        self.sections: dict[str, Section] = {}
        at = 0
        for section in sections:
            self.sections[section.name] = replace(section, start=at)
            at += section.size
        self.size = at

    def names(self) -> list[str]:
        """One name per index: `section.column`, `section[row].column`, or `section.channel[row,column]` of the board."""
        out = []
        for s in self.sections.values():
            if s.places is not None and s.shape is not None:
                where = [f"[{place // s.shape[1]},{place % s.shape[1]}]" for place in s.places]
                out += [f"{s.name}.{channel}{place}" for channel in s.columns for place in where]
                continue
            for row in range(s.count):
                prefix = s.name if s.count == 1 else f"{s.name}[{row}]"
                out += [f"{prefix}.{column}" for column in s.columns]
        return out

    def section(self, name: str) -> Section:
        """A section by name.

        Raises:
            UnknownName: there is none of that name.
        """
        if name not in self.sections:
            raise unknown("section of the observation", name, self.sections)
        return self.sections[name]

    def rows(self, observation: np.ndarray, name: str) -> np.ndarray:
        """A section of rows as an array (..., rows, columns); a view, no copy."""
        s = self.section(name)
        return observation[..., s.start : s.stop].reshape(*observation.shape[:-1], s.count, -1)

    def planes(self, observation: np.ndarray, name: str) -> np.ndarray:
        """A section of planes as a new array (..., channels, rows, columns); places off the board are 0.

        Raises:
            UnknownName: no section of planes of that name.
        """
        s = self.section(name)
        if s.places is None or s.shape is None:
            raise unknown("section of planes", name, [n for n, other in self.sections.items() if other.places is not None])
        out = np.zeros((*observation.shape[:-1], s.count, s.shape[0] * s.shape[1]), observation.dtype)
        out[..., s.places] = observation[..., s.start : s.stop].reshape(*observation.shape[:-1], s.count, len(s.places))
        return out.reshape(*observation.shape[:-1], s.count, *s.shape)

    def table(self) -> list[tuple[str, str, str]]:
        """Rows (indices, section, columns) for documentation."""
        out = []
        for s in self.sections.values():
            if s.shape is not None:
                words = f"planes {s.shape[0]} x {s.shape[1]}: {', '.join(s.columns)}"
            else:
                times = f"{s.count} x " if s.count > 1 else ""
                words = f"{times}({', '.join(s.columns)})"
            out.append((f"{s.start}-{s.stop - 1}", s.name, words))
        return out


@dataclass(frozen=True)
class View:
    """The board as each seat sees it: turned so that the seat's own edge is at the bottom.

    Attributes:
        x, y: float32 (seats, cells), -1 to 1, left to right and top to bottom; 0 off the board.
        place: int16 (seats, cells), the number of the place where a seat sees a cell, -1 off the board.
        shape: (rows, columns) of the turned board.
        places: int64 (n,), where each place lies on it, `row * columns + column`.
    """

    x: np.ndarray
    y: np.ndarray
    place: np.ndarray
    shape: tuple[int, int]
    places: np.ndarray


def turned_views(x: np.ndarray, y: np.ndarray, on: np.ndarray, turns: Sequence[int]) -> View:
    """The board as each seat sees it.

    Args:
        x, y: int (cells,), columns and rows of the cells' centres, from 0. Hexes in double width: 2 * column + row % 2.
        on: bool (cells,), cells on the board.
        turns: quarter turns clockwise of each seat's view that bring its own edge to the bottom.
    """
    wide, high = int(x[on].max()), int(y[on].max())
    seen = []
    for quarters in turns:
        across, down, w, h = x.astype(int), y.astype(int), wide, high
        for _ in range(quarters % 4):
            across, down, w, h = h - down, across, h, w
        seen.append((across, down, w, h))
    shape = max(h for _, _, _, h in seen) + 1, max(w for _, _, w, _ in seen) + 1
    at = np.array([np.where(on, down * shape[1] + across, -1) for across, down, _, _ in seen])
    places = np.unique(at[at >= 0])
    place = np.where(at >= 0, np.searchsorted(places, at), -1).astype(np.int16)
    left = np.array([np.where(on, 2 * across / max(w, 1) - 1, 0) for across, _, w, _ in seen], np.float32)
    top = np.array([np.where(on, 2 * down / max(h, 1) - 1, 0) for _, down, _, h in seen], np.float32)
    return View(left, top, place, shape, places)
