"""What does it look like? A scene of shapes from a state."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.draw import Scene


def scene(record: np.void, scenario: Any) -> Scene:
    """The board."""
    return Scene("Trench Crusade", 36, 36, (), ())


def summary(record: np.void, scenario: Any) -> str:
    """One line of score."""
    return f"{int(record['points'][0])}:{int(record['points'][1])}"
