"""The chances of an attack, in words. Its action features hold them: the attack without what reactions and abilities may still add."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from skirmish_rl.envs.warcry.state import Boost


def odds(of: Mapping[str, float], record: np.void) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no attack.

    Args:
        of: the answer's action features by name. record: the game in which it may be given.
    """
    dice, needed = round(of["dice"] * 10), round(of["needed"] * 6)
    if not of["attack"] or dice <= 0:
        return []
    hits = 1 - ((needed - 1) / 6) ** dice
    downs = [f"takes it down {100 * _down(of):.0f} %"] if _is_plain(record) else []
    hurts = "all the wounds it has left, or more" if of["damage"] >= 1 else f"{100 * of['damage']:.0f} % of the wounds it has left"
    rolled = f"{dice} {'die' if dice == 1 else 'dice'}, hits on {needed}+{', in cover' if of['cover'] else ''}"
    return [f"hits {100 * hits:.0f} %", *downs, f"on average {hurts}", rolled]


def _down(of: Mapping[str, float]) -> float:
    """Chance to take the target down.

    What the attack may cost the enemy is 6 parts of it and 4 parts of the wounds: `bots/value.py`, `share_lost`.
    """
    return min(max((of["share"] - 0.4 * min(of["damage"], 1.0)) / 0.6, 0.0), 1.0)


def _is_plain(record: np.void) -> bool:
    """True while no effect changes what a hit or a critical does: then the features hold both parts."""
    boosts = record["boosts"]
    return not boosts[Boost.DAMAGE] and not boosts[Boost.KEEN] and not any(record["units"]["cowering"])
