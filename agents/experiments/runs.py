"""Run folders read back, and grouped by their settings."""

from __future__ import annotations

import csv
import dataclasses
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.config import TrainConfig
from skirmish_rl.envs.core.errors import DataError, printable
from skirmish_rl.envs.core.files import read_bytes, read_text
from skirmish_rl.envs.core.texts import lines_of, parse_json

LAST = "in training"  # the last evaluation, against the strongest bot
_LARGEST = 2**28  # bytes of a file in a run folder
_NOT_SETTINGS = ("seed", "name", "runs", "ranks", "threads", "device")  # runs that differ in these only belong together
_TASK = ("ruleset", "scenario", "seats", "options")


@dataclass(frozen=True)
class Run:
    """A run folder.

    Attributes:
        scores: opponent -> mean score, of the last evaluation in training and, once the run has ended, of the final ones.
        curve: float (evaluations, 2): decisions, and the score against the strongest bot.
        facts: its `run.json`.
    """

    folder: Path
    config: TrainConfig
    scores: dict[str, float]
    curve: np.ndarray
    facts: dict[str, Any]

    @property
    def finished(self) -> bool:
        return (self.folder / run_folder.RESULT).is_file()

    @property
    def task(self) -> str:
        """Game, scenario, seats and options in one line."""
        config = self.config
        seats = f", {config.seats} seats" if config.seats else ""
        options = "".join(f", {option}" for option in config.options)
        return f"{config.ruleset} {Path(config.scenario).stem or 'small scenario'}{seats}{options}"


@dataclass(frozen=True)
class Group:
    """Runs with the same settings.

    Attributes:
        label: the settings in which it differs from the other groups.
    """

    label: str
    runs: tuple[Run, ...]

    @property
    def tasks(self) -> list[str]:
        return sorted({run.task for run in self.runs})

    def scores(self, opponent: str, tasks: Sequence[str] | None = None) -> list[np.ndarray]:
        """Scores against an opponent by task; tasks without any are left out unless asked for."""
        all_scores = [
            np.array([r.scores[opponent] for r in self.runs if r.task == task and opponent in r.scores]) for task in tasks or self.tasks
        ]
        return all_scores if tasks else [scores for scores in all_scores if len(scores)]


def read_run(folder: Path) -> Run:
    """A run folder, finished or not.

    Raises:
        CheckpointError: not a run folder. DataError: one of its files is damaged.
    """
    config = run_folder.reopen(folder)
    try:
        rows = _rows(folder / run_folder.HISTORY)
        judged = [row for row in rows if row["evaluation"]]
        curve = np.array([[_number(row["decisions"], 1e15), _number(row["evaluation"], 1)] for row in judged]).reshape(-1, 2)
        if (np.diff(curve[:, 0]) < 0).any():
            raise ValueError(f"the decisions in {run_folder.HISTORY} are in no order")
        scores = {LAST: float(curve[-1, 1])} if len(curve) else {}
        if (folder / run_folder.RESULT).is_file():
            for match in parse_json(read_bytes(folder / run_folder.RESULT, _LARGEST))["matches"]:
                looking = ", looking ahead" if match["first"].startswith("look:") else ""
                scores[printable(match["second"]) + looking] = _number(match["score"], 1)
        facts = dict(parse_json(read_bytes(folder / run_folder.FACTS, _LARGEST)))
        facts["packages"] = dict(facts.get("packages", {}))
    except (ValueError, KeyError, TypeError, AttributeError, csv.Error) as error:
        raise DataError(
            f"the run folder {folder} is damaged ({type(error).__name__}: {error}); leave it out, or train it again"
        ) from error
    return Run(folder, config, scores, curve, facts)


def _number(value: Any, most: float) -> float:
    """A number from 0 on, given as such or as text.

    Raises:
        TypeError, ValueError: none, or a larger one.
    """
    number = float(value)
    if not 0 <= number <= most:
        raise ValueError(f"{value!r:.40} does not lie between 0 and {most:g}")
    return number


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    return list(csv.DictReader(lines_of(read_text(path, _LARGEST))))


def find_runs(folders: Sequence[Path]) -> list[Run]:
    """The runs in some folders, each a run folder or a folder of them; those of `train --seeds` lie one level deeper.

    Raises:
        DataError: none in one of them.
    """
    runs: dict[Path, Run] = {}
    for folder in folders:
        inside = (
            [folder] if (folder / run_folder.CONFIG).is_file()
            else sorted(path.parent for one in ("*", "*/seed*") for path in folder.glob(f"{one}/{run_folder.CONFIG}"))
        )  # fmt: skip
        if not inside:
            raise DataError(f"no run in {folder}: give run folders that `skirmish-rl train` has made, or a folder that holds some")
        runs.update((path.resolve(), read_run(path)) for path in inside)
    return list(runs.values())


def told_apart(runs: Sequence[Run]) -> tuple[list[Run], list[tuple[Run, Run]]]:
    """Runs of which no two have the same settings, task and seed; and those left out, each with the one that it repeats."""
    kept: dict[tuple[Any, ...], Run] = {}
    repeated = []
    for run in runs:
        first = kept.setdefault((*sorted(settings_of(run.config).items()), run.task, run.config.seed), run)
        if first is not run:
            repeated.append((run, first))
    return list(kept.values()), repeated


def _flat(table: Any, prefix: str = "") -> dict[str, str]:
    """Settings by their dotted names, as text."""
    if isinstance(table, dict) and table:
        items = list(table.items())
    elif isinstance(table, list | tuple) and table and isinstance(table[0], dict):
        items = [(str(k), item) for k, item in enumerate(table)]
    else:
        return {prefix[:-1]: str(table)}
    return {name: text for key, value in items for name, text in _flat(value, f"{prefix}{key}.").items()}


def settings_of(config: TrainConfig) -> dict[str, str]:
    """Every setting by its dotted name, as text, but for the seed, the task and where it ran."""
    table = dataclasses.asdict(config)
    return _flat({key: value for key, value in table.items() if key not in (*_NOT_SETTINGS, *_TASK)})


def _brief(text: str) -> str:
    """A setting for a label: fractions with four digits."""
    try:
        return f"{float(text):.4g}" if "." in text or "e" in text else text
    except ValueError:
        return text


def group_runs(runs: Sequence[Run]) -> list[Group]:
    """Runs with the same settings together, each group named by the settings in which it differs from the others."""
    together: dict[tuple[tuple[str, str], ...], list[Run]] = defaultdict(list)
    for run in runs:
        together[tuple(sorted(settings_of(run.config).items()))].append(run)
    groups = []
    tasks = {settings: ", ".join(sorted({run.task for run in members})) for settings, members in together.items()}
    for settings, members in together.items():
        alike = [dict(alternative) for alternative in together if tasks[alternative] == tasks[settings]]
        own = [f"{name} {_brief(text)}" for name, text in settings if any(alternative.get(name) != text for alternative in alike)]
        named = [tasks[settings]] if not own or len(set(tasks.values())) > 1 else []
        groups.append(Group(", ".join(named + own), tuple(sorted(members, key=lambda run: (run.task, run.config.seed)))))
    return groups
