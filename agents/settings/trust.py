"""Settings from files that anybody may have made: they name no code and no files, unless the user trusts them or has made them.

An agent's card, a run folder, a plan of seeds: nobody has typed what stands there. Names of bots, searches, levels and of agents that
come with the package are all that they need; `python:` and `exec:` would run code of whoever sent the folder, and a path would have files
read or written that the user has not named.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from skirmish_rl.agents.folders import CARD
from skirmish_rl.agents.names import erring, network_of
from skirmish_rl.agents.opponents import PAST
from skirmish_rl.agents.settings.options import last_name, options_of
from skirmish_rl.agents.settings.options import without_folders as bare_options
from skirmish_rl.agents.settings.seals import CONFIG, FACTS, is_own
from skirmish_rl.agents.shipped import shipped_agents
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import files_named
from skirmish_rl.envs.registry import available

if TYPE_CHECKING:
    from skirmish_rl.agents.ppo.config import TrainConfig
    from skirmish_rl.agents.selfplay.config import SelfPlayConfig

_PLAIN = (PAST, "random", "bot", "mcts", "level", "easy", "near")  # kinds of agents that name neither code nor files
_NETWORKS = ("ppo", "look")
_OF_FOLDERS = ("runs", "name")  # settings that say where a run folder is made


def _comes_with_the_package(network: str) -> bool:
    return network in available() or network in shipped_agents()


def is_plain(agent: str) -> bool:
    """True for the name of an agent that stands for neither code nor a file."""
    kind = agent.partition(":")[0]
    return kind in _PLAIN or (kind in _NETWORKS and _comes_with_the_package(network_of(agent, on_disk=False)[0]))


def named(config: TrainConfig) -> Iterator[tuple[str, str]]:
    """The settings that name code or files, as they are written."""
    for file in files_named(config.scenario, {}):
        yield "scenario", file
    for file in files_named("", options_of(config.options)):
        yield "options", file
    if config.start and not _comes_with_the_package(config.start.removeprefix("ppo:")):
        yield "start", config.start
    if config.imitation.demonstrations:
        yield "imitation.demonstrations", config.imitation.demonstrations
    for k, stage in enumerate(config.stages):
        for agent in stage.opponents:
            if not is_plain(agent):
                yield f"stages[{k}].opponents", agent
    yield from _places(config.runs, config.name)


def named_by_self_play(config: SelfPlayConfig) -> Iterator[tuple[str, str]]:
    """The settings of self-play that name code or files, as they are written."""
    for file in files_named(config.scenario, options_of(config.options)):
        yield "scenario" if file == config.scenario else "options", file
    if not is_plain(config.teacher):
        yield "teacher", config.teacher
    for key, networks in (("rivals", config.rivals), ("start", (config.start,) if config.start else ())):
        for network in networks:
            if not is_plain(network):
                yield key, network
    yield from _places(config.runs, config.name)


def _places(runs: str, name: str) -> Iterator[tuple[str, str]]:
    """Where a run folder is made, if that is elsewhere than usual."""
    if runs != "runs":
        yield "runs", runs
    if name and (Path(name).name != name or name == ".."):
        yield "name", name


def is_typed(file: Path) -> bool:
    """False for what a command has written and somebody may have sent: an agent's card, the settings in a run folder."""
    return file.name != CARD and not (file.name == CONFIG and file.with_name(FACTS).is_file())


def check_settings(config: TrainConfig, file: Path, trusted: bool = False, used: TrainConfig | None = None) -> None:
    """Refuse settings from a file that anybody may have made where they name code or files.

    Args:
        file: in which they stand. trusted: the user has said so.
        used: the settings as they will be used, where the user has changed some.

    Raises:
        BadOption: what they name, and how to use it all the same.
    """
    if trusted or is_own(file):
        return
    kept = [*named(used or config)]
    for key, value in named(config):
        if (key, value) in kept:
            raise BadOption(
                f"{_others_may(file, key, value)}: read it, then add --trust to use "
                f"what it names (python: and exec: are run), or give settings of your own"
            )


def check_self_play_settings(config: SelfPlayConfig, file: Path, resumed: bool = False) -> None:
    """Refuse settings of self-play from a file that anybody may have made where they name files.

    Args:
        file: in which they stand. resumed: the run has its folder, so what they say of that is not used.

    Raises:
        BadOption: what they name.
    """
    for key, value in () if is_typed(file) or is_own(file) else named_by_self_play(config):
        if resumed and key in _OF_FOLDERS:
            continue
        raise BadOption(f"{_others_may(file, key, value)}: begin a run of your own, with your own file")


def _others_may(file: Path, key: str, value: str) -> str:
    return f"{file}: {key} = {value!r:.200} names code or files, and others may have written that file"


def _last(path: str) -> str:
    """The last part of a path, whatever system it is from."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def without_folder(agent: str) -> str:
    """The name of an agent, without the folder in which its network lies here."""
    if is_plain(agent) or agent.partition(":")[0] not in _NETWORKS:
        return agent
    able, share = erring(agent)
    network, _ = network_of(able)
    kept = able.removesuffix(network)
    return f"{kept}{_last(network)}{f'@{share}' if share else ''}"


def without_folders(config: TrainConfig) -> TrainConfig:
    """Settings without the folders of whoever has trained by them: what they name is known by its last name."""
    stages = []
    for stage in config.stages:
        opponents: dict[str, float] = {}
        for agent, weight in stage.opponents.items():
            name = without_folder(agent)
            opponents[name] = opponents.get(name, 0) + weight
        stages.append(dataclasses.replace(stage, opponents=opponents))
    given = config.start.removeprefix("ppo:")
    return dataclasses.replace(
        config,
        scenario=str(last_name(config.scenario)),
        options=bare_options(config.options),
        start=config.start if _comes_with_the_package(given) else _last(given),
        imitation=dataclasses.replace(config.imitation, demonstrations=_last(config.imitation.demonstrations)),
        stages=tuple(stages), runs="runs", name="",
    )  # fmt: skip
