"""What ranges cannot say of a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from skirmish_rl.envs.core.saved import holding


def wrong(record: np.void, scenario: Any) -> Iterator[str]:
    """What is wrong with a saved game."""
    yield from holding({"routes are sought in the middle of a question": record["plane"].any()})
