"""How long a game can last."""

from __future__ import annotations

import numpy as np


def decision_bound(t: np.void) -> int:
    """A generous bound on the decisions of one game."""
    return 20000
