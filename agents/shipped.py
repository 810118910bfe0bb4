"""Everything that comes with the package, by name: training configurations, trained agents, and levels of play."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from skirmish_rl.agents.folders import CARD, OWN
from skirmish_rl.envs.core.errors import CheckpointError, UnknownName, unknown
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import fail, read_toml
from skirmish_rl.envs.registry import available, ruleset_of

PACKAGE = Path(str(files("skirmish_rl")))
AGENTS = PACKAGE / "agents" / "shipped"
MASTER = "master"  # above the numbered levels: the strongest agent, for the scenario on which they were measured
LADDERS = {"level": "levels.toml", "easy": "easy.toml"}  # levels of play by the names that stand before their numbers
_OF_AGENTS = (CARD, OWN, "best.zip", "latest.zip")  # what an agent's folder or a run folder holds


def shipped_configs() -> dict[str, Path]:
    """Every configuration that comes with the package, by name; those for a GPU come last."""
    folder = PACKAGE / "configs"
    files = sorted(folder.glob("*/*.toml"), key=lambda path: (path.name.startswith("gpu-"), path))
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}


def find_config(name: str | Path) -> Path:
    """The file of a configuration.

    Args:
        name: a path, or else a shipped configuration, with or without `.toml`.

    Raises:
        UnknownName: neither.
    """
    known = shipped_configs()
    given = str(name)
    if Path(given).is_file():
        return Path(given)
    if given.removesuffix(".toml") in known:
        return known[given.removesuffix(".toml")]
    raise unknown("configuration (and no file of this name)" if given.endswith(".toml") else "configuration", given, known)


def shipped_agents() -> dict[str, Path]:
    """The folder of every trained agent that comes with the package, by name."""
    return {card.parent.relative_to(AGENTS).as_posix(): card.parent for card in sorted(AGENTS.glob(f"*/*/{CARD}"))}


def find_agent(name: str, scenario: Scenario | None = None) -> tuple[Path, str]:
    """The folder of a trained agent, and its name if it comes with the package, else "".

    Args:
        name: a path; or else a shipped agent, `<ruleset>/<agent>`; or `<ruleset>` alone, for the agent that is named like the scenario,
            with its seats or without, or else like the ruleset's small scenario. In `<ruleset>/*-league`, `*` stands for such a name.
        scenario: that it is to play, if that is known.

    Raises:
        CheckpointError: neither.
    """
    known, names, there = shipped_agents(), [name], Path(name)
    game, _, pattern = name.partition("/")
    if game in available() and (not pattern or "*" in pattern):
        played = [f"{scenario.name}-{scenario.seats}", scenario.name] if scenario is not None else []
        named = [*played, ruleset_of(game).default_scenario("small")]
        names = [f"{game}/{(pattern or '*').replace('*', agent)}" for agent in named]
    agent_name = next((candidate for candidate in names if candidate in known), "")
    if os.path.exists(name) and (not agent_name or any((there / file).is_file() for file in _OF_AGENTS)):
        return there, ""  # not a folder that only bears the name of a game
    if agent_name:
        return known[agent_name], agent_name
    shipped = f"agents that come with the package: {', '.join(known) or '(none)'}"
    raise CheckpointError(
        f"no checkpoint at {name}, and no agent of that name; give a run folder, an agent's folder or a checkpoint; {shipped}"
    )


def levels_of(ruleset: str, ladder: str = "level") -> dict[str, str]:
    """The levels of play of a ruleset, "1" for the weakest and MASTER last, and the name of the agent that plays each.

    A file beside the shipped agents says so.

    Args:
        ladder: "level" for all strengths, "easy" for weak opponents of people.

    Raises:
        DataError: the file cannot be used.
    """
    file = AGENTS / LADDERS[ladder]
    levels = read_toml(file).get(ruleset, {}) if file.is_file() else {}
    named = levels.values() if isinstance(levels, dict) else [None]
    if not all(isinstance(name, str) and name.partition(":")[0] not in LADDERS for name in named):
        raise fail(file, ruleset, "expected a table of levels, each the name of an agent")
    return levels


def level_of(ruleset: str, level: str, ladder: str = "level") -> str:
    """The name of the agent that plays a level.

    Args:
        ladder: see `levels_of`.

    Raises:
        UnknownName: the ruleset has no levels, or not this one. DataError: see `levels_of`.
    """
    levels = levels_of(ruleset, ladder)
    if not levels:
        raise UnknownName(f"{ruleset} has no levels yet; name an opponent instead, for example bot:strong@0.5")
    if level not in levels:
        raise UnknownName(f"unknown level {level!r} of {ruleset}; it has {', '.join(levels)}")
    return levels[level]
