"""The layout of an observation: its sections and their columns, all by name."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from skirmish_rl.envs.core.features import Features, scalars


class GameColumn(IntEnum):
    ROUND = 0


def features(tables: np.ndarray) -> Features:
    """The observation layout of a scenario."""
    return Features([scalars("game", GameColumn)])
