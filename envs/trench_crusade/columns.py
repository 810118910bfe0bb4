"""The sections of an observation and their columns."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.features import Features, scalars


class GameColumn(IntEnum):
    ROUND = 0


def features(tables: np.ndarray) -> Features:
    """The layout of `encode`."""
    return Features([scalars("game", GameColumn)])
