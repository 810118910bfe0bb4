"""One configuration with several seeds: ordinary runs in one folder, as many at once as the cores allow."""

from __future__ import annotations

import dataclasses
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

from skirmish_rl.agents.experiments.processes import Train, folder_of, is_finished, log_of, start_run
from skirmish_rl.agents.ppo.config import TrainConfig, check_config, read_written, scenario_of, write_config
from skirmish_rl.agents.ppo.ranks import cores, fitting_ranks
from skirmish_rl.agents.ppo.run_folder import new_place
from skirmish_rl.agents.settings.trust import check_settings
from skirmish_rl.envs.core.errors import BadOption, DataError, cannot
from skirmish_rl.envs.core.files import new_folder
from skirmish_rl.envs.core.seeds import checked_seed

_MOST = 10_000  # runs at once
_CONFIGS = "seed*.toml"


def plan_seeds(config: TrainConfig, seeds: int) -> Path:
    """Write a configuration for each of some seeds, from the configured one on, into a new folder.

    Raises:
        BadOption: fewer than one seed, settings that cannot work, or the folder exists.
        DataError: the folder cannot be written.
    """
    if seeds < 1:
        raise BadOption(f"--seeds {seeds}: give at least 1")
    if seeds > _MOST:
        raise BadOption(f"--seeds {seeds}: at most {_MOST:,} runs of one configuration")
    checked_seed(config.seed + seeds - 1, "the last seed")
    scenario = scenario_of(config.ruleset, config.scenario, config.seats, config.options)
    check_config(config, scenario)
    folder = new_place(config.runs, config.name, scenario, f"{config.network.policy}-{seeds}seeds")
    at_once = min(seeds, max(1, cores() // config.ranks) if config.ranks else cores())
    share = max(1, cores() // at_once)
    ranks = config.ranks or fitting_ranks(config.ppo.games, share)
    threads = config.threads or (1 if at_once > 1 else 0)  # a timing beside other runs would say little
    try:
        with new_folder(folder, option="--runs") as waiting:
            for seed in range(config.seed, config.seed + seeds):
                seeded = dataclasses.replace(config, seed=seed, ranks=ranks, threads=threads, runs=str(folder), name=f"seed{seed}")
                write_config(seeded, waiting / f"seed{seed}.toml", folder / f"seed{seed}.toml")
    except OSError as error:
        raise DataError(f"{cannot('write', folder, error)}; choose another folder with --runs") from error
    return folder


def is_plan(folder: Path) -> bool:
    """True for a folder that `plan_seeds` has made."""
    return any(folder.glob(_CONFIGS))


def train_seeds(folder: Path, train: Train, say: Callable[[str], None] = print, trusted: bool = False) -> int:
    """Train all seeds of a folder that have not finished, and tell what they say together.

    Args:
        train: the command that makes one run. trusted: what the seeds name is used, whoever has planned them.

    Returns:
        Exit code: 0, 130 after ctrl-C, 1 if a run has failed; the others are trained all the same.

    Raises:
        DataError: a file of the plan is damaged. BadOption: one names code or files, see `check_settings`.
    """
    from skirmish_rl.agents.experiments.report import tell

    waiting = sorted((path for path in folder.glob(_CONFIGS) if not is_finished(path)), key=lambda path: (len(path.name), path.name))
    plan = [read_written(path) for path in waiting]
    for path, config in zip(waiting, plan, strict=True):
        check_settings(dataclasses.replace(config, runs="runs", name=""), path, trusted)  # its run lies beside it
    at_once = max(1, cores() // max(1, plan[0].ranks)) if plan else 1
    say(
        f"{len(waiting)} runs to train in {folder}, {min(at_once, len(waiting))} at once"
        if waiting
        else f"all runs in {folder} have finished"
    )
    failed: list[str] = []
    with _Passing() as passing:
        running: dict[Path, tuple[BaseProcess, _Tail]] = {}
        while running or (waiting and not passing.asked):
            while waiting and len(running) < at_once and not passing.asked:
                path = waiting.pop(0)
                running[path] = start_run(path, train, trusted), _Tail(log_of(path))
            passing.on = [process for process, _ in running.values()]
            time.sleep(0.3)
            for path, (process, tail) in list(running.items()):
                for line in tail.lines():
                    say(f"{path.stem} | {line}")
                if not process.is_alive():
                    for line in tail.lines():
                        say(f"{path.stem} | {line}")
                    del running[path]
                    if process.exitcode and not passing.asked:
                        failed.append(f"{path.stem} ended with exit code {process.exitcode}, see {log_of(path)}")
                        say(failed[-1])
    if passing.asked:
        say(f"stopped; continue with: skirmish-rl train --resume {folder}")
        return 130
    done = [folder_of(path) for path in folder.glob(_CONFIGS) if is_finished(path)]
    if done:
        tell([folder], folder)
    for line in failed:
        say(f"{line}; try again with: skirmish-rl train --resume {folder}")
    return 1 if failed else 0


class _Tail:
    """Whole new lines of a growing file."""

    def __init__(self, path: Path):
        self.path = path
        self.at = path.stat().st_size if path.exists() else 0

    def lines(self) -> list[str]:
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            file.seek(self.at)
            new = file.read()
        whole = new[: new.rfind(b"\n") + 1]
        self.at += len(whole)
        return [line for line in whole.decode(errors="replace").splitlines() if line.strip()]


class _Passing:
    """While entered, the first ctrl-C (or termination signal) is passed on to the runs, which save; a second one ends them."""

    def __init__(self) -> None:
        self.asked = False
        self.on: list[BaseProcess] = []

    def _pass(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("stopping all runs after their updates; once more to stop at once, back to their last checkpoints", flush=True)
        for process in self.on:
            if process.pid and process.is_alive():
                os.kill(process.pid, signal.SIGINT)

    def __enter__(self) -> _Passing:
        self._before = {number: signal.signal(number, self._pass) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *error: object) -> None:
        for process in self.on:
            if process.is_alive():
                process.kill()
        for number, handler in self._before.items():
            signal.signal(number, handler)
