"""A whole benchmark: trains and tests every run, and saves each run at once, so that an interrupted benchmark can continue."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import importlib.util
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skirmish_rl.agents.benchmark.entrants import Entry, Task, check_entry, learns, learns_again, make
from skirmish_rl.agents.benchmark.protocol import OPPONENTS, Place, Protocol
from skirmish_rl.agents.benchmark.results import HELD, SEARCH, check_run, head_of, origin_of, read_json
from skirmish_rl.agents.benchmark.trials import play, play_held, play_search
from skirmish_rl.agents.benchmark.uses import bot_used, copies_used
from skirmish_rl.agents.results.report import write_json
from skirmish_rl.envs.core.errors import BadOption, DataError
from skirmish_rl.envs.core.files import check_folder
from skirmish_rl.envs.registry import ruleset_of

RESULTS = "results.json"
_PLAN, _PARTS, _TRAINED = "plan.json", "runs", "trained"


@dataclasses.dataclass(frozen=True)
class Plan:
    """A benchmark to be run.

    Attributes:
        first: number of the first run, 1 for the protocol's first seed.
        seeds: number of runs of an entrant that learns.
        threads: threads of the engine in tests.
        search: also test against searches.
        luck: also report scores with luck removed.
    """

    protocol: Protocol
    track: str
    entry: Entry
    budget: str
    places: tuple[Place, ...]
    seeds: int = 5
    first: int = 1
    threads: int = 1
    search: bool = False
    luck: bool = False

    @property
    def tasks(self) -> list[Task]:
        """All runs, ordered so that every place gets its first seed before any place gets its second."""
        seeds = range(self.first, self.first + (self.seeds if learns(self.entry) or self.protocol.track(self.track).response else 1))
        return [
            Task(self.protocol, self.track, place, self.budget, self.protocol.train_seed + seed - 1)
            for seed in seeds
            for place in self.places
        ]

    @property
    def said(self) -> dict[str, Any]:
        """The settings that must not change when a folder is continued."""
        return {
            "protocol": self.protocol.id,
            "track": self.track,
            "entrant": dataclasses.asdict(self.entry),
            "budget": self.budget,
            "content": _content_of(self.entry.agent),
        }


def _content_of(agent: str) -> str:
    """The hash of the file that says what an entrant is: a configuration, or the module of a class; "" for all others."""
    file: str | None = agent if agent.endswith(".toml") else None
    if agent.startswith("python:"):
        with contextlib.suppress(ImportError, ValueError):
            found = importlib.util.find_spec(agent.split(":")[1])
            file = found.origin if found else None
    path = Path(file) if file else None
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path and path.is_file() else ""


def carry_out(plan: Plan, out: Path, say: Callable[[str], None], quiet: bool = False) -> Path:
    """Run what is still missing, and write the results.

    Args:
        plan: the benchmark.
        out: the folder for runs and results.
        say: called with each line of progress.
        quiet: print nothing during training.

    Returns:
        The path of the results file.

    Raises:
        SkirmishError: what the user must change.
        KeyboardInterrupt: ctrl-C was pressed; the same call continues.
    """
    if plan.seeds < 1 or plan.first < 1:
        raise BadOption(f"--seeds {plan.seeds} --first {plan.first}: both must be at least 1")
    tasks = plan.tasks
    for task in tasks[: len(plan.places)]:
        check_entry(plan.entry.at(task.place), task)
    if plan.search and not plan.protocol.track(plan.track).search:
        raise BadOption(f"--search: track {plan.track} has no test against searches; leave it out")
    if plan.luck and plan.protocol.track(plan.track).tested != OPPONENTS:
        able = [name for name, track in plan.protocol.tracks.items() if track.tested == OPPONENTS]
        raise BadOption(
            f"--luck-adjusted: luck is taken out of games against opponents, as in {', '.join(able)}; leave it out of {plan.track}"
        )
    check_folder(out)
    _claim(out, plan)
    budget = plan.budget if learns(plan.entry) or plan.protocol.track(plan.track).response else ""
    spec = plan.entry.command or plan.entry.agent
    head = head_of(plan.protocol, plan.track, plan.entry.shown, spec, learns(plan.entry), budget, [place.game for place in plan.places])
    _kept_in(out)
    for number, task in enumerate(tasks, 1):
        file, what = (
            out / _PARTS / f"{task.name}.json",
            f"{plan.entry.shown}, {task.place.game} {task.place.name}, seed {task.seed}",
        )
        if not file.is_file():
            say(f"{number} of {len(tasks)}: {what}")
            write_json(_run(plan, task, out, quiet), file)
        _complete(plan, task, file, out, f"{number} of {len(tasks)}: {what}", say, quiet)
        runs = _kept_in(out)
        rulesets = {game: version for run in runs for game, version in run.get("origin", {}).get("rulesets", {}).items()}
        write_json({**head, "rulesets": rulesets | head["rulesets"], "runs": runs}, out / RESULTS)
    return out / RESULTS


def _complete(plan: Plan, task: Task, file: Path, out: Path, what: str, say: Callable[[str], None], quiet: bool) -> None:
    """Play what a saved run lacks of the tests that make no score: a search that is asked for later, or a population that is new."""
    run, track = _kept(file), task.rules
    for name, wanted, opponents in ((HELD, True, track.population), (SEARCH, plan.search, track.search)):
        if not wanted or not opponents or name in run["tests"]:
            continue
        if learns_again(plan.entry):
            say(f"{what}: the tests {name!r} are left out, because the class would learn anew for them; another --out makes whole runs")
            continue
        say(f"{what}, against {', '.join(map(task.place.named, opponents))}")
        trained = make(plan.entry.at(task.place), task, out / _TRAINED / task.name, quiet)
        run["tests"].update(
            play_held(task, trained, plan.threads, plan.luck) if name == HELD else play_search(task, trained, plan.threads)
        )
        write_json(run, file)


def _kept_in(out: Path) -> list[dict[str, Any]]:
    """All runs of a folder, also those of earlier calls, by seed.

    Raises:
        BadOption: some were played by another version of a ruleset.
    """
    runs = [_kept(file) for file in sorted((out / _PARTS).glob("*.json"))]
    for run in runs:
        for game, version in run.get("origin", {}).get("rulesets", {}).items():
            if version != ruleset_of(game).version:
                now = f"this is version {ruleset_of(game).version}"
                raise BadOption(f"{out} holds runs of version {version} of {game}, and {now}; choose another folder with --out")
    return sorted(runs, key=lambda run: run["seed"])


def _claim(out: Path, plan: Plan) -> None:
    """Note in a new folder which benchmark it holds, or check that an existing folder holds this one."""
    file = out / _PLAN
    if not file.is_file():
        write_json(plan.said, file)
    elif (before := read_json(file)) != json.loads(json.dumps(plan.said)):
        differs = [name for name, value in plan.said.items() if before.get(name, "") != value]
        if not differs:
            return
        raise BadOption(f"{out} holds another benchmark ({', '.join(differs)} differ); choose another folder with --out")


def _kept(file: Path) -> dict[str, Any]:
    run = read_json(file)
    try:
        check_run(run)
    except ValueError as error:
        raise DataError(f"{file} is damaged: {error}; remove it, and the same command makes it again") from error
    return run


def _run(plan: Plan, task: Task, out: Path, quiet: bool) -> dict[str, Any]:
    """Train and test once."""
    began, folder = time.monotonic(), out / _TRAINED
    trained = make(plan.entry.at(task.place), task, folder / task.name, quiet)
    tests, told = play(task, trained, folder / f"{task.name}-response", plan.threads, quiet, plan.luck)
    if task.rules.population:
        tests.update(play_held(task, trained, plan.threads, plan.luck))
    if plan.search and task.rules.search:
        tests.update(play_search(task, trained, plan.threads))
    scenario, spec = task.place.settle(), trained.spec or plan.entry.at(task.place).agent
    return {
        "game": task.place.game, "place": task.place.name, "scenario": scenario.id, "seats": scenario.seats, "seed": task.seed,
        "bot": bot_used(spec, task.place, plan.protocol), "copies": copies_used(spec, task.place.game),
        "tests": tests, "curve": [[at, round(score, 4)] for at, score in trained.curve], "cost": dataclasses.asdict(trained.cost),
        "seconds": round(time.monotonic() - began, 2), "origin": origin_of([task.place.game]), **told,
    }  # fmt: skip
