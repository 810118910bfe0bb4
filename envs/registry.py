"""Ruleset names; nothing is imported until it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from skirmish_rl.envs.core.errors import unknown

if TYPE_CHECKING:
    from skirmish_rl.envs.core.ruleset import Ruleset

MODULES = {"godbreakers": "skirmish_rl.envs.godbreakers", "tide_of_iron": "skirmish_rl.envs.tide_of_iron"}


def available() -> tuple[str, ...]:
    """Names of all rulesets."""
    return tuple(MODULES)


def ruleset_of(name: str) -> Ruleset:
    """Import a ruleset.

    Raises:
        UnknownName: no ruleset of that name.
    """
    if name not in MODULES:
        raise unknown("ruleset", name, MODULES)
    return importlib.import_module(MODULES[name]).RULESET
