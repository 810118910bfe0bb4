"""The one place where rulesets are registered; nothing is imported until it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, NamedTuple

from skirmish_rl.envs.core.errors import unknown

if TYPE_CHECKING:
    from skirmish_rl.envs.core.ruleset import Ruleset


class Entry(NamedTuple):
    """What must be known of a ruleset before it is imported.

    Attributes:
        version: the ruleset's own, part of its registered ids; a test compares the two.
        module: where its `RULESET` is.
    """

    version: int
    module: str


RULESETS = {
    "dropzone_commander": Entry(0, "skirmish_rl.envs.dropzone_commander"),
    "godbreakers": Entry(0, "skirmish_rl.envs.godbreakers"),
    "tide_of_iron": Entry(3, "skirmish_rl.envs.tide_of_iron"),
    "trench_crusade": Entry(0, "skirmish_rl.envs.trench_crusade"),
    "warcry": Entry(0, "skirmish_rl.envs.warcry"),
}


def available() -> tuple[str, ...]:
    """Names of all rulesets."""
    return tuple(RULESETS)


def entry_of(name: str) -> Entry:
    """What is registered under a name.

    Raises:
        UnknownName: nothing is.
    """
    if not isinstance(name, str) or name not in RULESETS:
        raise unknown("ruleset", name, RULESETS)
    return RULESETS[name]


def ruleset_of(name: str) -> Ruleset:
    """Import a ruleset.

    Raises:
        UnknownName: no ruleset of that name.
    """
    return importlib.import_module(entry_of(name).module).RULESET


def gymnasium_id(name: str) -> str:
    """The name under which Gymnasium and PettingZoo know a ruleset, for example `skirmish/Godbreakers-v0`.

    Raises:
        UnknownName: no such ruleset.
    """
    title = "".join(word.capitalize() for word in name.split("_"))
    return f"skirmish/{title}-v{entry_of(name).version}"
