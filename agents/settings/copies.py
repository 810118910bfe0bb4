"""A run keeps copies of the user's own files that its scenario was made from, and goes on with them where these have changed or gone."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from skirmish_rl.agents.settings.options import changed_files, options_of
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.files import put, read_bytes
from skirmish_rl.envs.core.ruleset import Scenario, files_named
from skirmish_rl.envs.core.saved import renamed
from skirmish_rl.envs.core.tables import LARGEST

if TYPE_CHECKING:
    from skirmish_rl.agents.ppo.config import TrainConfig
    from skirmish_rl.agents.selfplay.config import SelfPlayConfig

COPIES = "scenario"  # in a run folder; files of further folders lie in scenario-2 and so on


_Settings = TypeVar("_Settings", "TrainConfig", "SelfPlayConfig")


def with_whole_paths(config: _Settings) -> _Settings:
    """Settings in which the files of scenario and options have whole paths: whoever goes on with the run may stand in another folder."""
    return _with_files(config, lambda path: str(Path(path).resolve()))


def with_copies(config: _Settings, folder: Path) -> _Settings:
    """The settings of a run with its copies of the files of scenario and options, if a file is no longer as it was."""
    there = _copies(config.scenario, options_of(config.options), folder)
    return _with_files(config, lambda path: there.get(str(Path(path)), path))


def _with_files(config: _Settings, change: Callable[[str], str]) -> _Settings:
    scenario = change(config.scenario) if files_named(config.scenario, {}) else config.scenario
    return dataclasses.replace(config, scenario=scenario, options=changed_files(config.options, change))


def named_copies(scenario: str, options: Mapping[str, Any], folder: Path) -> tuple[str, dict[str, Any]]:
    """A scenario's name and options, as a saved network tells them, with the copies of its run, if a file is no longer as it was."""
    there = _copies(scenario, options, folder)
    return str(renamed(scenario, there)), dict(renamed(dict(options), there))


def keep_copies(scenario: Scenario, folder: Path) -> None:
    """Copy the user's own files into a run folder, those of one folder side by side.

    Raises:
        OSError: they cannot be written.
    """
    places = _places(scenario.name, scenario.options, folder)
    for path, content in scenario.files:
        place = places.get(Path(path).parent)
        if place is not None:
            place.mkdir(exist_ok=True)
            put(place / Path(path).name, content)


def _places(scenario: str, options: Mapping[str, Any], folder: Path) -> dict[Path, Path]:
    """Where a run keeps the files of each folder."""
    parents = dict.fromkeys(Path(file).parent for file in files_named(scenario, options))
    return {parent: folder / (f"{COPIES}-{k}" if k > 1 else COPIES) for k, parent in enumerate(parents, 1)}


def _copies(scenario: str, options: Mapping[str, Any], folder: Path) -> dict[str, str]:
    """The copy of each file that is named; empty if all files that were copied are as they were."""
    places = _places(scenario, options, folder)
    kept = [(parent / copy.name, copy) for parent, place in places.items() if place.is_dir() for copy in place.glob("*.toml")]
    if all(_is_same(file, copy) for file, copy in kept):
        return {}
    copies = {file: places[Path(file).parent] / Path(file).name for file in map(str, map(Path, files_named(scenario, options)))}
    return {file: str(copy) for file, copy in copies.items() if copy.is_file()}


def _is_same(file: Path, copy: Path) -> bool:
    try:
        return read_bytes(file, LARGEST) == read_bytes(copy, LARGEST)
    except DataError:
        return False
