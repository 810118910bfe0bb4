"""The chances of an Engage, in words. Its action features hold them, by the dossier's table T1."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def odds(of: Mapping[str, float], record: np.void) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no Engage.

    Args:
        of: the answer's action features by name. record: the game in which it may be given.
    """
    won, lost = of["engage_won"], of["engage_lost"]
    return [f"wins the roll {100 * won:.0f} %", f"loses it {100 * lost:.0f} %"] if won + lost > 0 else []
