"""The folder of a run: resolved settings, versions, history as CSV, learning curve, and a game of the trained agent."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import importlib.metadata
import io
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skirmish_rl.agents.ppo.checkpoints import LATEST
from skirmish_rl.agents.ppo.config import TrainConfig, read_written, write_config
from skirmish_rl.agents.results.figures import figure_bytes, is_taken, plotting
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.agents.settings.copies import keep_copies, with_copies
from skirmish_rl.agents.settings.seals import CONFIG, FACTS
from skirmish_rl.agents.settings.trust import check_settings
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, DataError, SkirmishError, cannot
from skirmish_rl.envs.core.files import alone, check_folder, new_folder, put, read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_json

HISTORY, CURVE, GAME = "progress.csv", "curve.png", "game.txt"
RESULT = "evaluation.json"  # what the command `train` writes last
_LOCK = "training.lock"
_FACTS = 2**20  # bytes of run.json
_STALE = re.compile(r"\.(latest|best|progress|config|run|curve|evaluation|game)\.\w+\.[0-9a-f]{16}\.tmp")  # see `envs/core/files.py`
COLUMNS = (
    "phase", "stage", "decisions", "seconds", "rate", "score", "evaluation", "agreement", "entropy", "policy_loss", "value_loss",
    "approx_kl", "clip_fraction", "explained_variance", "signal", "learning_rate", "shaping", "style",
)  # fmt: skip
_PACKAGES = ("skirmish-rl", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "pettingzoo")


def _git(*arguments: str) -> str:
    """Run git in the checkout of this code; returns "" where the code is installed, even inside somebody else's repository."""
    here = Path(__file__).resolve()
    said = ""
    try:
        for words in (["ls-files", "--error-unmatch", here.name], list(arguments)):
            done = subprocess.run(["git", *words], cwd=here.parent, capture_output=True, text=True, timeout=10, check=True)
            said = done.stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
    return said


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:  # a checkout on the path that was never installed
        return ""


def _processor() -> str:
    """The name of this machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # there is none but on Linux
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def code_facts() -> dict[str, Any]:
    """The revision of the code, whether it has uncommitted changes, and the processor."""
    return {"git": _git("rev-parse", "HEAD"), "git_changes": bool(_git("status", "--porcelain")), "processor": _processor()}


def versions() -> dict[str, str]:
    """Versions of the packages that determine the results of a run."""
    return {name: _version(name) for name in _PACKAGES}


def find_attempt(runs: Path, attempt: str) -> Path | None:
    """The run folder, with a checkpoint, that an attempt of torchrun has made before it was restarted; None if there is none."""
    for facts in sorted(runs.glob(f"*/{FACTS}")):
        with contextlib.suppress(SkirmishError, ValueError, AttributeError):  # damaged, and so of no attempt of ours
            if parse_json(read_bytes(facts, _FACTS)).get("attempt") == attempt and (facts.parent / LATEST).is_file():
                return facts.parent
    return None


def create(config: TrainConfig, scenario: Scenario, attempt: str = "") -> Path:
    """Make the folder of a new run, with its description, atomically.

    Args:
        config: the settings.
        scenario: the scenario.
        attempt: the id of the attempt under torchrun, by which `find_attempt` finds the folder; "" otherwise.

    Raises:
        BadOption: a folder of that name exists, or it cannot be made.
        CheckpointError: the folder cannot be written.
    """
    folder = new_place(config.runs, config.name, scenario, f"{config.network.policy}-s{config.seed}")
    write_start(folder, config, scenario, {"attempt": attempt, "evaluation_seed": config.evaluation.seed})
    return folder


def new_place(runs: str, name: str, scenario: Scenario, middle: str) -> Path:
    """The path of a folder that is to be made in the folder of the run folders.

    Args:
        name: its name; "" for one made from ruleset, scenario, `middle` and time.

    Raises:
        BadOption: it exists.
    """
    scene = Path(scenario.name).stem.replace(":", "-")  # of a pool of worlds
    folder = Path(runs) / (name or f"{scenario.ruleset.name}-{scene}-{middle}-{time.strftime('%Y%m%d-%H%M%S')}")
    if is_taken(folder):
        raise BadOption(f"{folder} exists; choose another --name, or continue it with --resume {folder}")
    return folder


def write_start(folder: Path, config: Any, scenario: Scenario, more: dict[str, Any]) -> None:
    """Make a run folder that holds its settings and how it came about, atomically.

    Args:
        config: the settings, those of either learner.
        more: further facts.

    Raises:
        CheckpointError: the folder cannot be written.
    """
    facts = {
        "command": sys.argv,
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        **code_facts(),
        "scenario": scenario.id,
        "ruleset_version": scenario.ruleset.version,
        "seed": config.seed,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        "packages": versions(),
        **more,
    }
    try:
        with new_folder(folder, option="--runs") as waiting:
            write_config(config, waiting / CONFIG, folder / CONFIG)
            put(waiting / FACTS, (json.dumps(facts, indent=1) + "\n").encode())
            keep_copies(scenario, waiting)
    except OSError as error:
        raise CheckpointError(f"{cannot('write the run folder', folder, error)}; choose another one with --runs") from error


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock a run folder for training; the system releases the lock when the process ends, however it ends.

    Raises:
        CheckpointError: another process trains in the folder, or the folder cannot be written.
    """
    try:
        check_folder(folder)
    except DataError as error:
        said = str(error).partition(";")[0]
        raise CheckpointError(
            f"{said}; a run continues in its own folder; make it writable, or copy it to a place that is writable and resume the copy"
        ) from error
    with alone(folder / _LOCK, wait=False) as free:
        if not free:
            raise CheckpointError(f"another process trains in {folder} now; wait until it has ended, or stop it")
        for stale in folder.iterdir():
            if _STALE.fullmatch(stale.name):  # of a process that was killed while it wrote
                stale.unlink(missing_ok=True)
        yield


def standing(folder: Path) -> str:
    """Describe what a run that has ended early leaves in its folder."""
    go_on = f"go on with: skirmish-rl train --resume {folder}"
    return f"the last checkpoint is whole; {go_on}" if (folder / LATEST).is_file() else f"nothing was saved yet; {go_on}"


def reopen(folder: Path) -> TrainConfig:
    """Read the settings of a run from its folder.

    Raises:
        CheckpointError: the folder holds no run.
        DataError: its settings are damaged or incomplete.
    """
    if not (folder / CONFIG).is_file():
        raise CheckpointError(f"{folder} is not a run folder: it has no {CONFIG}; give a folder that `skirmish-rl train` has made")
    return read_written(folder / CONFIG)


def go_on(folder: Path, trusted: bool = False) -> TrainConfig:
    """Read the settings of a run that is to be continued, with its copies of the user's own files where these have changed.

    Raises:
        CheckpointError, DataError: as for `reopen`.
        BadOption: the settings name code or files, see `check_settings`.
    """
    config = reopen(folder)
    check_settings(dataclasses.replace(config, runs="runs", name=""), folder / CONFIG, trusted)  # it goes on in this folder
    return with_copies(config, folder)


def write_history(history: list[dict[str, Any]], folder: Path) -> None:
    """Rewrite the CSV file from the whole history, so that a resumed run has no duplicate lines."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(history)
    put(folder / HISTORY, text.getvalue().encode())


def limits(history: list[dict[str, Any]]) -> str:
    """Say in a sentence what limits learning at the end of a run, from the last fifth of its updates; "" before the first update."""
    learnt = [row for row in history if row["phase"] == "ppo" and "entropy" in row]
    last = learnt[-max(1, len(learnt) // 5) :]
    if not last:
        return ""

    def mean(name: str) -> float | None:
        known = [row[name] for row in last if name in row]
        return sum(known) / len(known) if known else None

    told = [f"entropy {mean('entropy'):.2f}", f"the value explains {max(mean('explained_variance') or 0.0, 0.0):.0%} of its targets"]
    signal = mean("signal")
    if signal is not None:
        cure = ", mostly luck: a lower ppo.gae_lambda or more ppo.games make it clearer" if signal < 0.5 else ""
        told.append(f"signal to noise of an update {signal:.2g}{cure}")
    return "in the last updates " + ", ".join(told)


def draw_curve(history: list[dict[str, Any]], config: TrainConfig, folder: Path) -> None:
    """Draw the learning curve as PNG: evaluations with 95 % intervals, the score in training, and the entropy of the policy."""
    pyplot = plotting()
    figure, (upper, lower) = pyplot.subplots(2, 1, figsize=(8, 6), height_ratios=(2, 1), sharex=True, layout="constrained")
    learnt = [row for row in history if row["phase"] == "ppo"]
    scored = [row for row in learnt if row.get("score") is not None]
    judged = [row for row in history if row.get("evaluation") is not None]
    x = [row["decisions"] / 1e6 for row in judged]
    bands = [wilson(row["evaluation"], config.evaluation.games) for row in judged]
    upper.plot([r["decisions"] / 1e6 for r in scored], [r["score"] for r in scored], color="#bbbbbb", lw=0.8, label="in training")
    upper.fill_between(x, [b[0] for b in bands], [b[1] for b in bands], color="#0072b2", alpha=0.2)
    upper.plot(x, [row["evaluation"] for row in judged], "o-", color="#0072b2", ms=4, label="against the strongest bot, held-out seeds")
    upper.axhline(0.5, color="black", lw=0.5)
    upper.set(ylim=(0, 1), ylabel="score (win 1, draw ½)")
    upper.set_title(f"{folder.name}: {config.ruleset}, {config.scenario or 'its small scenario'}", fontsize=10)
    upper.legend(loc="lower right", fontsize=8)
    for name, color in (("entropy", "#d55e00"), ("explained_variance", "#009e73")):
        rows = [row for row in learnt if row.get(name) is not None]
        lower.plot([r["decisions"] / 1e6 for r in rows], [r[name] for r in rows], color=color, lw=1, label=name.replace("_", " "))
    lower.set(xlabel="decisions of the learner, millions", ylabel="")
    lower.legend(fontsize=8)
    put(folder / CURVE, figure_bytes(figure))
