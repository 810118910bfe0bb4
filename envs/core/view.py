"""Attribute access on NumPy records for interpreted runs.

Jitted code writes `state.units[i].wounds`; plain NumPy records do not allow that. These proxies do, so that the very same
functions run as plain Python. They also refuse what compiled code would do silently: integers that wrap around, and negative indices.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def view(value: Any) -> Any:
    """Wrap an array or record for interpreted rules; scalars become Python numbers."""
    wrap = _WRAPPERS.get(type(value))
    return value if wrap is None else wrap(value)


def _checked(value: Any, dtype: np.dtype, where: str) -> Any:
    limits = _LIMITS.get(dtype.char)
    if limits and isinstance(value, _INTEGERS) and not limits[0] <= value <= limits[1]:
        raise OverflowError(f"{where} = {value} does not fit {dtype}")
    return value


class RecordView:
    """One record with its fields as attributes."""

    __slots__ = ("_record",)

    def __init__(self, record: np.void):
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        try:
            return view(self._record[name])
        except ValueError as error:
            raise AttributeError(name) from error

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = _checked(value, self._record.dtype[name], name)


class ArrayView:
    """An array of numbers or records; no negative indices, no silent overflow."""

    __slots__ = ("_array",)

    def __init__(self, array: np.ndarray):
        self._array = array

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape

    def __len__(self) -> int:
        return len(self._array)

    def sum(self) -> int:
        """Sum of all elements."""
        return int(self._array.sum())

    def __getitem__(self, index: Any) -> Any:
        _refuse_negative(index)
        return view(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        _refuse_negative(index)
        if isinstance(value, RecordView):
            value = value._record
        self._array[index] = _checked(value, self._array.dtype, "element")


def _refuse_negative(index: Any) -> None:
    if type(index) is int:
        negative = index < 0
    else:
        negative = any(isinstance(part, _INTEGERS) and part < 0 for part in (index if isinstance(index, tuple) else (index,)))
    if negative:
        raise IndexError(f"negative index {index} in rules code")


_INTEGERS = (int, np.integer)
_LIMITS = {char: (int(np.iinfo(char).min), int(np.iinfo(char).max)) for char in np.typecodes["AllInteger"]}
_WRAPPERS: dict[type, Any] = {
    np.ndarray: ArrayView, np.void: RecordView,
    **{np.dtype(char).type: int for char in np.typecodes["AllInteger"]},
    **{np.dtype(char).type: float for char in np.typecodes["Float"]},
}  # fmt: skip
