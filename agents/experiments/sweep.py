"""Train with many settings, and the most promising ones to the end.

skirmish-rl sweep <file>.toml
skirmish-rl sweep --resume sweeps/<id> [--trust]

Every trial is an ordinary run folder inside the sweep's. The Ray cluster that `RAY_ADDRESS` names is used, if it names one; its machines
must then share the disk that holds the sweep. A file, for example:

config = "<ruleset>/ppo-small"
trials = 20                                                    # draws; without it: every combination of the listed values
seeds = 1
[settings]
ppo.learning_rate = { low = 1e-4, high = 3e-3, log = true }
network.width = [32, 64]
"""

from __future__ import annotations

import dataclasses
import math
import os
import time
from pathlib import Path
from typing import Any

from skirmish_rl.agents.experiments.processes import folder_of, is_finished, log_of, start_run, stop_run
from skirmish_rl.agents.experiments.report import tell
from skirmish_rl.agents.experiments.runs import read_run
from skirmish_rl.agents.experiments.settings import Sweep, changed, read_sweep
from skirmish_rl.agents.ppo.config import write_config
from skirmish_rl.agents.ppo.run_folder import HISTORY
from skirmish_rl.agents.results.figures import is_taken
from skirmish_rl.agents.settings.seals import CONFIG, is_own
from skirmish_rl.agents.train import train
from skirmish_rl.envs.core.errors import BadOption, DataError, cannot, needs
from skirmish_rl.envs.core.files import new_folder, put, read_bytes

with needs("ray"):
    import ray
    from ray import tune
    from ray.tune.schedulers import ASHAScheduler, FIFOScheduler
    from ray.tune.search import BasicVariantGenerator

FILE, STATE = "sweep.toml", "tune"
_BASE, _LARGEST = "base.toml", 256_000
_LOOK = 0.5  # seconds between two looks at a run's history


def sweep(arguments: list[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, 1 if a trial has failed, 2 for a wrong command, 130 after ctrl-C.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if arguments else 2
    trusted = "--trust" in arguments
    *resumed, given = [word for word in arguments if word != "--trust"] or [""]
    if resumed not in ([], ["--resume"]):
        raise BadOption(f"skirmish-rl sweep {' '.join(arguments)}: give the file of a new sweep, or --resume and the folder of one")
    if not resumed:
        return run(*begin(Path(given)))
    folder = Path(given).resolve()
    if not (folder / FILE).is_file():
        raise DataError(f"{folder} is not the folder of a sweep: it has no {FILE}; give one that `skirmish-rl sweep` has made")
    if not trusted and not is_own(folder / _BASE):
        raise BadOption(
            f"{folder} holds a state of Ray Tune, whose files run code when they are read, and others may have made it; add --trust to "
            "go on with it"
        )
    return run(folder, read_sweep(folder / FILE))


def begin(file: Path) -> tuple[Path, Sweep]:
    """Make the folder of a new sweep, with a copy of its file.

    Raises:
        DataError: the file cannot be used, or the folder not be written. BadOption: the folder exists.
    """
    given = read_sweep(file)
    config = given.config
    name = config.name or f"{Path(config.config).stem}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = (Path(config.folder) / name).resolve()
    if is_taken(folder):
        raise BadOption(f"{folder} exists; give another `name` in {file}, or continue it with --resume {folder}")
    try:
        with new_folder(folder, option=f"`folder` in {file}") as waiting:
            write_config(given.base, waiting / _BASE, folder / _BASE)
            put(waiting / FILE, read_bytes(file, _LARGEST))
    except OSError as error:
        raise DataError(f"{cannot('write', folder, error)}; choose another `folder` in {file}") from error
    return folder, given


class Trial(tune.Trainable):
    """A trial for Ray Tune: an ordinary run in a process of its own, watched through its history.

    Tune's own checkpoints are not needed: a trial that begins again finds its run folder and goes on from there.
    """

    def setup(self, config: dict[str, Any]) -> None:
        """Begin the run, or go on with it."""
        self.file = Path(config["folder"]) / f"trial-{self.trial_id.rpartition('_')[2]}.toml"
        self.process = None
        if not self.file.is_file():
            given = read_sweep(Path(config["folder"]) / FILE)
            made = changed(given.base, config["settings"], Path(config["folder"]) / FILE)
            ranks = made.ranks or 1
            made = dataclasses.replace(
                made,
                seed=config["seed"],
                ranks=ranks,
                threads=made.threads or int(ranks == 1),
                runs=config["folder"],
                name=self.file.stem,
            )
            write_config(made, self.file)
        self.seen = len(read_run(folder_of(self.file)).curve) if folder_of(self.file).is_dir() else 0
        if not is_finished(self.file):
            self.process = start_run(self.file, train, trusted=True)  # by whom the sweep was begun or trusted, be it on another machine

    def step(self) -> dict[str, Any]:
        """Wait for the next evaluation, or for the end."""
        while True:
            ended = self.process is None or not self.process.is_alive()
            run = read_run(folder_of(self.file)) if (folder_of(self.file) / HISTORY).is_file() else None
            if run is not None and (ended or len(run.curve) > self.seen) and len(run.curve):
                if ended and not is_finished(self.file):
                    break
                self.seen = len(run.curve)
                decisions, score = run.curve[-1]
                return {"decisions": int(decisions), "score": float(score), "done": ended}
            if ended:
                break
            time.sleep(_LOOK)
        raise RuntimeError(f"the run has ended with exit code {self.process.exitcode if self.process else 0}; see {log_of(self.file)}")

    def save_checkpoint(self, checkpoint_dir: str) -> dict[str, Any]:
        """Nothing: the run folder has everything."""
        return {"run": self.file.stem}

    def load_checkpoint(self, checkpoint: dict[str, Any] | None) -> None:
        """Nothing: `setup` has gone on from the run folder."""

    def cleanup(self) -> None:
        """Stopped by the scheduler, or by ctrl-C: the run saves, so that it can go on."""
        if self.process is not None:
            stop_run(self.process)


def space(given: Sweep, folder: Path) -> dict[str, Any]:
    """The sweep in Tune's words."""
    drawn: dict[str, Any] = {}
    for name, values in given.settings.items():
        if isinstance(values, list):
            drawn[name] = tune.choice(values) if given.config.trials else tune.grid_search(values)
        elif values.whole:
            low, high = int(values.low), int(values.high) + 1
            drawn[name] = tune.lograndint(low, high) if values.log else tune.randint(low, high)
        else:
            drawn[name] = tune.loguniform(values.low, values.high) if values.log else tune.uniform(values.low, values.high)
    first = given.base.seed
    return {"folder": str(folder), "settings": drawn, "seed": tune.grid_search(list(range(first, first + given.config.seeds)))}


class _Telling(tune.Callback):
    """A line for every evaluation of a trial, and one at its end."""

    def __init__(self, trials: int):
        self.trials, self.ended = trials, 0

    def on_trial_result(self, iteration: int, trials: list[Any], trial: Any, result: dict[str, Any], **info: Any) -> None:
        print(f"{_named(trial)}: {result['score']:.1%} after {result['decisions']:,} decisions", flush=True)

    def on_trial_complete(self, iteration: int, trials: list[Any], trial: Any, **info: Any) -> None:
        self.ended = sum(t.status in ("TERMINATED", "ERROR") for t in trials if t is not trial) + 1
        whole = "finished" if is_finished(_file(trial)) else "stopped early"
        print(f"{_named(trial)}: {whole}; {self.ended} of {self.trials} trials done", flush=True)

    def on_trial_error(self, iteration: int, trials: list[Any], trial: Any, **info: Any) -> None:
        print(f"{_named(trial)}: failed, see {log_of(_file(trial))}", flush=True)


def _file(trial: Any) -> Path:
    return Path(trial.config["folder"]) / f"trial-{trial.trial_id.rpartition('_')[2]}.toml"


def _named(trial: Any) -> str:
    said = ", ".join(
        f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}" for name, value in trial.config["settings"].items()
    )
    return f"{_file(trial).stem} ({said}, seed {trial.config['seed']})"


def _total(given: Sweep) -> int:
    lists = [len(values) for values in given.settings.values() if isinstance(values, list)]
    return given.config.seeds * (given.config.trials or math.prod(lists))


def run(folder: Path, given: Sweep) -> int:
    """Train all trials of a sweep that have not finished, and tell what they say together.

    Returns:
        Exit code: 0, 1 if a trial has failed, 130 after ctrl-C.

    Raises:
        DataError: the trials ran on machines that do not share the sweep's disk.
    """
    os.environ.setdefault("TUNE_DISABLE_AUTO_CALLBACK_LOGGERS", "1")  # every run folder has its own
    if not ray.is_initialized():
        # Without an address Ray joins any cluster of this machine, also another user's.
        cluster = os.environ.get("RAY_ADDRESS")
        where = {"address": cluster} if cluster else {"address": "local", "include_dashboard": False}
        try:
            ray.init(**where, log_to_driver=False, logging_level="ERROR")
        except ConnectionError as lost:
            raise BadOption(f"RAY_ADDRESS={cluster}: no Ray cluster answers there; unset it to use this machine alone") from lost
    config, base, total = given.config, given.base, _total(given)
    trainable = tune.with_resources(Trial, {"CPU": base.ranks or 1})
    print(f"{total} trials in {folder}", flush=True)
    if tune.Tuner.can_restore(str(folder / STATE)):
        tuner = tune.Tuner.restore(str(folder / STATE), trainable, resume_unfinished=True, resume_errored=True)
    else:
        grace = config.halving.grace or 2 * base.evaluation.every
        halving = ASHAScheduler(
            "decisions", max_t=base.decisions + 1, grace_period=min(grace, base.decisions), reduction_factor=config.halving.factor
        )
        search = BasicVariantGenerator(constant_grid_search=True, random_state=config.draw, max_concurrent=config.at_once)
        tuner = tune.Tuner(
            trainable,
            param_space=space(given, folder),
            tune_config=tune.TuneConfig(
                metric="score",
                mode="max",
                num_samples=config.trials or 1,
                search_alg=search,
                scheduler=halving if config.stop else FIFOScheduler(),
            ),
            run_config=tune.RunConfig(
                name=STATE,
                storage_path=str(folder),
                callbacks=[_Telling(total)],
                verbose=0,
                failure_config=tune.FailureConfig(max_failures=1),
            ),
        )
    results = tuner.fit()
    done = sum(bool(result.metrics and result.metrics.get("done")) for result in results)
    if done + len(results.errors) < total:
        print(f"stopped; continue with: skirmish-rl sweep --resume {folder}", flush=True)
        return 130
    if not any((folder_of(path) / CONFIG).is_file() for path in folder.glob("trial-*.toml")):
        raise DataError(f"no trial has left anything in {folder}: the machines of the cluster must share the disk that holds the sweep")
    tell([folder], folder)
    for error in results.errors:
        print(
            f"a trial has failed: {str(error).strip().splitlines()[-1]}; try it again with: skirmish-rl sweep --resume {folder}",
            flush=True,
        )
    return 1 if results.errors else 0
