"""A sweep as a TOML file: a configuration, and which of its settings to vary."""

from __future__ import annotations

import dataclasses
import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skirmish_rl.agents.ppo.config import TrainConfig, check_config, read_config, scenario_of
from skirmish_rl.agents.settings.copies import with_whole_paths
from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.tables import build, fail, read_toml


@dataclass(frozen=True)
class Range:
    """Numbers between two; whole ones if both ends are.

    Attributes:
        low, high: ends, both included.
        log: draw the logarithm evenly: for learning rates and the like.
    """

    low: float
    high: float
    log: bool = False

    @property
    def whole(self) -> bool:
        return isinstance(self.low, int) and isinstance(self.high, int)


@dataclass(frozen=True)
class Halving:
    """Asynchronous successive halving: at every rung, most of the trials that have come so far stop there.

    Attributes:
        grace: decisions that every trial is trained for, the first rung; 0 for two evaluations.
        factor: one in so many goes on from a rung, and the next rung is so many times as far.
    """

    grace: int = 0
    factor: int = 3


@dataclass(frozen=True)
class SweepConfig:
    """A sweep.

    Attributes:
        config: name or path of the training configuration that is varied; its own seed is the first one.
        trials: how many settings to draw; 0 for every combination of the listed values.
        seeds: runs with each of them.
        at_once: trials side by side; 0 for as many as there are cores.
        draw: seed of the draws.
        halving: how unpromising trials are stopped early; `stop = false` trains all to the end.
        stop: see `halving`.
        folder: of sweep folders.
        name: of this one's; "" for one made of the configuration and the time.
    """

    config: str
    trials: int = 0
    seeds: int = 1
    at_once: int = 0
    draw: int = 1
    stop: bool = True
    folder: str = "sweeps"
    name: str = ""
    halving: Halving = field(default_factory=Halving)


@dataclass(frozen=True)
class Sweep:
    """A sweep that has been checked.

    Attributes:
        base: the configuration that is varied.
        settings: dotted name -> values, or a range to draw from.
    """

    config: SweepConfig
    base: TrainConfig
    settings: dict[str, list[Any] | Range]


def read_sweep(path: Path) -> Sweep:
    """A sweep from its file.

    Raises:
        DataError: an unknown key or a wrong value, with file, line and key.
        UnknownName: no such configuration.
    """
    table = read_toml(path)
    varied = table.pop("settings", None)
    config: SweepConfig = build(SweepConfig, table, path)
    limits = (
        ("trials", config.trials, 0), ("seeds", config.seeds, 1), ("draw", config.draw, 0), ("at_once", config.at_once, 0),
        ("halving.grace", config.halving.grace, 0), ("halving.factor", config.halving.factor, 2),
    )  # fmt: skip
    for name, number, least in limits:
        if number < least:
            raise fail(path, name, f"{number}: must be at least {least}")
    if not isinstance(varied, dict) or not varied:
        raise fail(path, "settings", 'give at least one setting to vary, for example "ppo.learning_rate" = [3e-4, 1e-3]')
    base = with_whole_paths(read_config(config.config))
    settings = dict(_leaves(varied, path))
    for name, values in settings.items():
        if name.partition(".")[0] in ("seed", "runs", "name"):
            raise fail(path, name, "cannot be varied; `seeds` says how many runs each trial has")
        if isinstance(values, Range) and config.trials == 0:
            raise fail(path, name, "a range needs `trials`, the number of draws from it; without, list the values")
        for value in [values.low, values.high] if isinstance(values, Range) else values:
            changed(base, {name: value}, path)
    if not config.trials:
        for combination in itertools.product(*(values for values in settings.values() if isinstance(values, list))):
            changed(base, dict(zip(settings, combination, strict=True)), path)
    return Sweep(config, base, settings)


def _leaves(table: dict[str, Any], path: Path, prefix: str = "") -> list[tuple[str, list[Any] | Range]]:
    leaves: list[tuple[str, list[Any] | Range]] = []
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict) and not {"low", "high"} & set(value):
            leaves += _leaves(value, path, f"{name}.")
        elif isinstance(value, dict):
            drawn = _range(value, path, name)
            if not drawn.low < drawn.high or (drawn.log and drawn.low <= 0):
                raise fail(
                    path,
                    name,
                    f"low = {drawn.low}, high = {drawn.high}: low must be the smaller one, and above 0 with log = true",
                )
            leaves.append((name, drawn))
        elif isinstance(value, list) and value:
            leaves.append((name, value))
        else:
            raise fail(path, name, f"expected a list of values, or {{ low = ..., high = ... }}, got {value!r}")
    return leaves


def _range(value: dict[str, Any], path: Path, name: str) -> Range:
    drawn: Range = build(Range, value, path, name)
    return dataclasses.replace(drawn, low=value["low"], high=value["high"])  # whole numbers stay whole


def changed(base: TrainConfig, settings: dict[str, Any], path: Path) -> TrainConfig:
    """A configuration with other values for some of its settings.

    Args:
        settings: dotted names, for example `ppo.learning_rate`, `stages.0.noise`, `network.width`.
        path: of the file that errors name.

    Raises:
        DataError: no such setting, a value of the wrong kind, or settings that cannot work.
    """
    table: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(base)))
    for name, value in settings.items():
        *way, last = name.split(".")
        inner: Any = table
        for k, key in enumerate(way):
            if isinstance(inner, list) and key.isdigit() and int(key) < len(inner):
                inner = inner[int(key)]
            elif isinstance(inner, dict) and isinstance(inner.get(key), dict | list):
                inner = inner[key]
            elif isinstance(inner, dict) and k == 0 and key not in inner:
                inner = inner.setdefault(key, {})  # `build` says what is known there
            else:
                raise fail(path, name, f"no such setting: {base.ruleset} has no {'.'.join(way[: k + 1])!r} to change")
        if not isinstance(inner, dict):
            raise fail(path, name, "no such setting: a stage is named by its number, for example stages.0.noise")
        inner[last] = value
    try:
        config: TrainConfig = build(TrainConfig, table, path)
        check_config(config, scenario_of(config.ruleset, config.scenario, config.seats, config.options))
    except BadOption as error:
        raise DataError(f"{path}: with {', '.join(f'{name} = {value!r}' for name, value in settings.items())}: {error}") from error
    return config
