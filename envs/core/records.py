"""Packed records: dtypes without hidden padding, and for a state the values that each field may hold, declared once beside it.

    UNIT = Record([
        ("cell", "i2", (-1, CELLS - 1)),         # a range, both ends included
        ("status", "u1", Status),                # a member of an enum
        ("ready", "u1", FLAG),
        ("flaws", "u1", (0, 3), (FLAWS,)),       # the shape comes last
    ])
    STATE = Record([*HEADER, ("units", UNIT, None, (SLOTS,)), ...])

The states that a training run has kept are checked against the ranges. Fuzzers, tests and pages read them, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import ShapeError

FLAG = (0, 1)
ANY = None  # whatever the type can hold: seeds, counters, bit sets


def pack_dtype(fields: list[tuple[Any, ...]]) -> np.dtype:
    """A record dtype without hidden padding: largest fields first, explicit `_pad` at the end.

    Args:
        fields: (name, type) or (name, type, shape).

    Raises:
        ShapeError: padding that cannot be avoided.
    """

    def alignment(spec: tuple[Any, ...]) -> int:
        return np.dtype(spec[1]).alignment

    ordered = sorted(fields, key=alignment, reverse=True)
    used = sum(np.dtype(tuple(spec[1:]) if len(spec) > 2 else spec[1]).itemsize for spec in ordered)
    widest = max(alignment(spec) for spec in ordered)
    if used % widest:
        ordered.append(("_pad", "u1", (widest - used % widest,)))
    dtype = np.dtype(ordered, align=True)
    size = sum(dtype[name].itemsize for name in dtype.names or ())
    if dtype.itemsize != size:
        raise ShapeError(f"hidden padding in a record: {dtype.itemsize} bytes for {size} bytes of fields")
    return dtype


class Record:
    """A packed record with the values its fields may hold.

    Args:
        fields: (name, type, allowed) or (name, type, allowed, shape). The type is a NumPy type or another Record (allowed:
            None); allowed is an inclusive range, an IntEnum, FLAG, or ANY.

    Attributes:
        dtype: packed, see `pack_dtype`.
        allowed: field -> (low, high), a Record, or None for anything.
    """

    def __init__(self, fields: list[tuple[Any, ...]]):
        self.allowed: dict[str, Any] = {}
        plain: list[tuple[Any, ...]] = []
        for name, kind, allowed, *shape in fields:
            inner = isinstance(kind, Record)
            plain.append((name, kind.dtype if inner else kind, *shape))
            self.allowed[name] = kind if inner else _range(allowed)
        self.dtype = pack_dtype(plain)
        for name in self.dtype.names or ():
            self.allowed.setdefault(name, (0, 0))  # padding

    def fields(self, prefix: str = "") -> Iterator[tuple[str, np.dtype, tuple[int, int] | None]]:
        """Every number of the record: its path such as `units.cell`, its type, its range."""
        for name, allowed in self.allowed.items():
            if isinstance(allowed, Record):
                yield from allowed.fields(f"{prefix}{name}.")
            else:
                yield prefix + name, self.dtype[name].base, allowed

    def violation(self, records: np.ndarray, prefix: str = "") -> str | None:
        """The first field with a value that is not allowed: its path, the value and what is allowed; None when all is well."""
        for name, allowed in self.allowed.items():
            values = records[name]
            if isinstance(allowed, Record):
                if found := allowed.violation(values, f"{prefix}{name}."):
                    return found
            elif allowed is not None and values.size:
                low, high = int(values.min()), int(values.max())
                if low < allowed[0] or high > allowed[1]:
                    return f"{prefix}{name} = {low if low < allowed[0] else high}, allowed {allowed[0]} to {allowed[1]}"
        return None


def _range(allowed: Any) -> tuple[int, int] | None:
    if allowed is None:
        return None
    if isinstance(allowed, type) and issubclass(allowed, IntEnum):
        return min(allowed), max(allowed)
    low, high = allowed
    return int(low), int(high)
