"""Ordinary runs, each in a process of its own, as if its command had been typed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

from skirmish_rl.agents.ppo.run_folder import RESULT
from skirmish_rl.agents.settings.seals import CONFIG
from skirmish_rl.agents.workers.local import leave_with_parent
from skirmish_rl.envs.core.errors import BadOption, SkirmishError

Train = Callable[[list[str]], int]
_PATIENCE = 120.0  # seconds for the update that is under way, and the checkpoint


def folder_of(config: Path) -> Path:
    """The run folder of a configuration file beside it."""
    return config.with_suffix("")


def log_of(config: Path) -> Path:
    """What its run has printed."""
    return config.with_suffix(".log")


def is_finished(config: Path) -> bool:
    """True once its run has been judged."""
    return (folder_of(config) / RESULT).is_file()


def start_run(config: Path, train: Train, trusted: bool = False) -> BaseProcess:
    """Begin the run of a configuration file, or go on with it; the run folder and the log get the file's name.

    The process ends with the one that has started it; a ctrl-C must be passed on by `stop_run`. A folder of that name that is no run's
    stays as it is: the run then ends by saying so.

    Args:
        train: the command. trusted: what the run names is used, whoever has written its settings.

    Raises:
        BadOption: its log is a link, which would have another file written.
    """
    folder, log = folder_of(config), log_of(config)
    if log.is_symlink():
        raise BadOption(f"{log} is a link, and a run writes to no other file than its log; remove it")
    arguments = (
        ["--resume", str(folder)] if (folder / CONFIG).is_file() else [str(config), "--runs", str(folder.parent), "--name", folder.name]
    )
    arguments += ["--trust"] * trusted
    process = multiprocessing.get_context("spawn").Process(target=_run, args=(train, arguments, str(log_of(config))))
    process.start()
    return process


def stop_run(process: BaseProcess) -> None:
    """Have a run save where it is, and wait for its end."""
    if process.is_alive() and process.pid:
        os.kill(process.pid, signal.SIGINT)
        process.join(_PATIENCE)
    if process.is_alive():
        process.kill()
    process.join()


def _run(train: Train, arguments: list[str], log: str) -> None:
    os.setpgid(0, 0)  # a terminal's ctrl-C goes to the process that watches, which passes it on: once, not twice
    leave_with_parent()
    out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o666)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.environ["COLUMNS"] = "120"
    code = 1
    try:
        code = train(arguments)
    except SkirmishError as error:
        print(f"skirmish-rl train: {error}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:  # before training began
        code = 130
    sys.exit(code)
