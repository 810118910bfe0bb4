"""The chances of fire, in words. Its action features hold them: hits that the defence dice do not cancel.

An assault has none: supports follow.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def odds(of: Mapping[str, float], record: np.void) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no attack.

    Args:
        of: the answer's action features by name. record: the game in which it may be given.
    """
    dice, defence = round(of["dice"] * 16), round(of["defence"] * 8)
    if dice <= 0:
        return []
    chances = f"a hit or more {100 * of['one_hit']:.0f} %", f"three or more {100 * of['three_hits']:.0f} %"
    return [f"{dice} {'die' if dice == 1 else 'dice'} against {defence}", *chances]
