"""What a weapon needs against a target, in words, from its action features: one weapon, without Focus, before the target's saves."""

from __future__ import annotations

from collections.abc import Mapping


def odds(of: Mapping[str, float]) -> list[str]:
    """What a player is told of an answer's chances, nothing where it is no shot at a unit.

    Args:
        of: the answer's action features by name.
    """
    if of["dice"] <= 0 or not of["unit"]:
        return []
    shots = round(5 * of["dice"] / (1 - of["dice"]))
    needed, behind = round(10 * of["needed"]), bool(of["cover"]) - round(10 * of["margin"])
    hits = f", hits on {min(max(needed, 2), 6)}+" if needed else ""
    damages = f"damages on {max(behind, 2)}+" if behind <= 6 else "its Energy does not reach the Armour"
    return [f"{shots} {'shot' if shots == 1 else 'shots'}{hits}", damages + (", in Body Cover" if of["cover"] else "")]
