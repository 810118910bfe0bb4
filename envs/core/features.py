"""Observations: a flat float32 vector in which every index has a name.

A layout is a list of sections: `rows` (a number of equal rows with named columns: units, markers, pieces), `plane`
(one value per cell) and `scalars`. The same vector can be read flat, as rows, or as planes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Section:
    """A named part of an observation."""

    name: str
    start: int
    count: int  # rows (1 for scalars)
    columns: tuple[str, ...]

    @property
    def size(self) -> int:
        return self.count * len(self.columns)

    @property
    def stop(self) -> int:
        return self.start + self.size


class Features:
    """The observation layout of one scenario.

    Args:
        sections: (name, number of rows, column names) in vector order.
    """

    def __init__(self, sections: list[tuple[str, int, tuple[str, ...]]]):
        self.sections: dict[str, Section] = {}
        at = 0
        for name, count, columns in sections:
            self.sections[name] = Section(name, at, count, tuple(columns))
            at += count * len(columns)
        self.size = at

    def names(self) -> list[str]:
        """One name per index: `section.column` or `section[row].column`."""
        out = []
        for s in self.sections.values():
            for row in range(s.count):
                prefix = s.name if s.count == 1 else f"{s.name}[{row}]"
                out += [f"{prefix}.{column}" for column in s.columns]
        return out

    def rows(self, observation: np.ndarray, name: str) -> np.ndarray:
        """A section as an array (..., rows, columns); a view, no copy."""
        s = self.sections[name]
        return observation[..., s.start : s.stop].reshape(*observation.shape[:-1], s.count, len(s.columns))

    def table(self) -> list[tuple[str, str, str]]:
        """Rows (indices, section, columns) for documentation."""
        out = []
        for s in self.sections.values():
            times = f"{s.count} x " if s.count > 1 else ""
            out.append((f"{s.start}-{s.stop - 1}", s.name, f"{times}({', '.join(s.columns)})"))
        return out
