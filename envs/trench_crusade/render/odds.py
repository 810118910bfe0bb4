"""The chances of an attack, in words. Its action features hold them, by the dossier's tables T1 and T3, before markers are spent."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def odds(of: Mapping[str, float], record: np.void) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no attack.

    Args:
        of: the answer's action features by name. record: the game in which it may be given.
    """
    if of["hits"] <= 0:
        return []
    return [f"hits {100 * of['hits']:.0f} %", f"Down or worse {100 * of['downs']:.0f} %", f"out of action {100 * of['outs']:.0f} %"]
