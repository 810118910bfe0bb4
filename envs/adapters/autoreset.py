"""Gymnasium's `AutoresetMode`, and the same for Gymnasium 1.0, which some libraries pin and which has none yet."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
else:
    try:
        from gymnasium.vector import AutoresetMode
    except ImportError:

        class AutoresetMode(Enum):
            """When a vector environment begins the next game of one that has ended."""

            NEXT_STEP = "NextStep"
            SAME_STEP = "SameStep"
            DISABLED = "Disabled"


__all__ = ["AutoresetMode"]
