"""What a weapon needs against a target, in words, from its action features: one weapon, without Focus, before the target's saves.

Features leave out what makes a reaction worse; here it counts.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.rules.reacting import PENALTY


def odds(of: Mapping[str, float], record: np.void) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no shot at a unit.

    Args:
        of: the answer's action features by name. record: the game in which it may be given.
    """
    if of["dice"] <= 0 or not of["unit"]:
        return []
    shots = round(5 * of["dice"] / (1 - of["dice"]))
    worse = PENALTY if record["decision"] == Decision.REACT else 0
    needed, behind = round(10 * of["needed"]), bool(of["cover"]) - round(10 * of["margin"])
    hit = min(max(needed + worse, 2), 6) if needed else 0
    damage = max(behind, 2)
    figures = ", ".join([f"{shots} {'shot' if shots == 1 else 'shots'}", *([f"hits on {hit}+"] if hit else [])])
    cover = ", in Body Cover" if of["cover"] else ""
    if behind > 6:
        return [figures, f"its Energy does not reach the Armour{cover}"]
    one = (7 - damage) / 6 * ((7 - hit) / 6 if hit else 1)
    return [
        *([f"hits {100 * (1 - ((hit - 1) / 6) ** shots):.0f} %"] if hit else []),
        f"damages {100 * (1 - (1 - one) ** shots):.0f} %",
        figures,
        f"damages on {damage}+{cover}",
    ]
