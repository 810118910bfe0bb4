"""A unit, a squad or a process of a record, the bits of its fields by their names."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.dropzone_commander.state import USE_BITS, WEAPONS, Fact, Gift, Mark, Sign

BITS: dict[str, type[IntEnum]] = {"signs": Sign, "marks": Mark, "gifts": Gift, "facts": Fact}


class Told:
    """Reads and writes one record by names of fields, or of bits in lower case: `squad["smoke"]` is 0 or 1. `uses` is a list."""

    def __init__(self, record: np.void):
        self._record = record
        known = (field for field in BITS if field in (record.dtype.names or ()))
        self._bits = {member.name.lower(): (field, member) for field in known for member in BITS[field]}

    def names(self) -> list[str]:
        """Its fields but the padding, those of bits by the names of their bits."""
        return [name for name in self._record.dtype.names or () if name not in (*BITS, "_pad")] + list(self._bits)

    def __getitem__(self, name: str) -> Any:
        if name in self._bits:
            field, bit = self._bits[name]
            return int(int(self._record[field]) & bit > 0)
        if name == "uses":
            return [int(self._record["uses"]) >> USE_BITS * weapon & (1 << USE_BITS) - 1 for weapon in range(WEAPONS)]
        return self._record[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self._bits:
            field, bit = self._bits[name]
            self._record[field] = int(self._record[field]) & ~bit | (bit if value else 0)
        elif name == "uses":
            self._record["uses"] = sum(count << USE_BITS * weapon for weapon, count in enumerate(value))
        else:
            self._record[name] = value
