"""The chances of an attack, in words. Its action features hold them: the attack without what reactions and abilities may still add."""

from __future__ import annotations

from collections.abc import Mapping


def odds(of: Mapping[str, float]) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no attack.

    Args:
        of: the answer's action features by name.
    """
    dice, needed = round(of["dice"] * 10), round(of["needed"] * 6)
    if not of["attack"] or dice <= 0:
        return []
    hurts = "as many wounds as it has left, or more" if of["damage"] >= 1 else f"{100 * of['damage']:.0f} % of the wounds it has left"
    return [f"{dice} {'die' if dice == 1 else 'dice'}, hits on {needed}+{', in cover' if of['cover'] else ''}", f"on average {hurts}"]
