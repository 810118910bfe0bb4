"""Speed and memory, as ratios measured in one run."""

from __future__ import annotations

from skirmish_rl.envs.core.ruleset import Ruleset


def measured_scenario(ruleset: Ruleset, tag: str = "standard") -> str:
    """The scenario that speed and size are measured on: the first of this tag, so that figures stay comparable.

    The usual one may be another.
    """
    return next(name for name, tags in ruleset.scenarios.items() if tag in tags)
