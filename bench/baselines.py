"""`python -m bench.baselines [--list]`: carry out the published runs of the benchmark that are missing.

The commands on the benchmark's page say which runs there shall be, and the result files beside the page hold those that there are. Each
missing run is made by the command that a user would give, and entered in its file as soon as it has ended; first seeds come first. Several
of these may run side by side: each takes a run that nobody else is making. What was interrupted goes on where it was. A file named STOP
in `--work` ends all of them after their current run.

The tables follow with `skirmish-rl benchmark report`.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skirmish_rl.agents.benchmark.command import BenchmarkConfig
from skirmish_rl.agents.benchmark.entrants import Entry, learns
from skirmish_rl.agents.benchmark.protocol import STANDARD, TOY, Place, places_of, read_protocol
from skirmish_rl.agents.benchmark.results import read_results
from skirmish_rl.agents.benchmark.run import RESULTS
from skirmish_rl.agents.results.report import write_json
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.envs.core.files import read_text

_CALL = "skirmish-rl benchmark "
_HEADING = "## Baselines"
_PAGE = 2**24  # bytes


@dataclass(frozen=True)
class Run:
    """One seed of an entrant in one game.

    Attributes:
        words: the command that makes it, after `skirmish-rl benchmark`.
        stem: how a file of its entrant is called, where there is none yet.
        facts: what a file says that holds it: track, entrant, budget.
        places: where it is played.
        number: 1 for the protocol's first seed.
    """

    words: tuple[str, ...]
    stem: str
    facts: dict[str, str]
    places: tuple[Place, ...]
    number: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.stem}-{self.places[0].game}-{self.number}"

    def held(self, facts: dict[str, Any]) -> bool:
        """Whether a result file holds it."""
        made = {(run["game"], run["place"], run["seed"]) for run in facts["runs"]}
        return self.of(facts) and all((place.game, place.name, self.seed) in made for place in self.places)

    def of(self, facts: dict[str, Any]) -> bool:
        """Whether a result file is one of its entrant, track and budget."""
        return self.facts.items() <= facts.items()


def wanted(page: Path) -> list[Run]:
    """The runs that the commands of a page make, first seeds first."""
    lines = read_text(page, _PAGE).partition(_HEADING)[2].splitlines()
    calls = [shlex.split(line.removeprefix(_CALL)) for line in lines if line.startswith(_CALL)]
    return sorted((run for words in calls if "--agent" in words for run in _runs(words)), key=lambda run: run.number)


def _runs(words: list[str]) -> Iterator[Run]:
    given = typed(BenchmarkConfig, words, _CALL.strip(), "")
    protocol = read_protocol(TOY if given.toy else STANDARD)
    track, places = protocol.track(given.track), places_of(protocol, given.track, given.games, given.scenarios)
    budget = (given.budget or track.budgets[0]) if learns(Entry(given.agent)) or track.response else ""
    facts = {"track": given.track, "entrant": given.agent, "budget": budget}
    stem = re.sub(r"[^\w.]+", "-", "-".join(filter(None, (*facts.values(), *given.scenarios)))).strip("-")
    for number in range(given.first, given.first + (given.seeds if budget else 1)):
        for game in dict.fromkeys(place.game for place in places):
            here = tuple(place for place in places if place.game == game)
            again = [given.track, "--agent", given.agent, "--games", game, "--first", str(number), "--seeds", "1"]
            again += ["--scenarios", *given.scenarios] if given.scenarios else []
            again += ["--budget", budget] if budget else []
            again += ["--toy"] if given.toy else []
            yield Run(tuple(again), stem, facts, here, number, protocol.train_seed + number - 1)


def missing(runs: Sequence[Run], folder: Path) -> list[Run]:
    """Those that no result file of a folder holds."""
    files = [read_results(file) for file in sorted(folder.glob("*.json"))]
    return [run for run in runs if not any(run.held(facts) for facts in files)]


def enter(run: Run, made: Path, folder: Path) -> Path:
    """Add a finished run to the file of its entrant that has others of its scenarios under the same protocol, or to a new one.

    Args:
        made: the result file of this run; the file's head becomes the head of this.

    Returns:
        The file.
    """
    facts, scenarios = read_results(made), {place.name for place in run.places}
    file, before = folder / f"{run.stem}.json", dict[str, Any](runs=[], rulesets={})
    for one in sorted(folder.glob("*.json")):
        read = read_results(one)
        alike = run.of(read) and all(read[key] == facts[key] for key in ("protocol", "same_tests"))
        if alike and scenarios & {other["place"] for other in read["runs"]}:
            file, before = one, read
            break
    runs = {(one["game"], one["place"], one["seed"]): one for one in [*before["runs"], *facts["runs"]]}
    ordered = sorted(runs.values(), key=lambda one: one["seed"])
    write_json({**facts, "rulesets": {**before["rulesets"], **facts["rulesets"]}, "runs": ordered}, file)
    return file


@contextmanager
def _locked(file: Path, wait: bool = False) -> Iterator[bool]:
    """Whether nobody else has this lock; a process that dies loses its locks."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


def carry_out(run: Run, folder: Path, work: Path) -> None:
    """Make a run, unless another process makes it or has made it, and enter it."""
    with _locked(work / f"{run.name}.lock") as free:
        if not free or not missing([run], folder):
            return
        print(run.name, flush=True)
        out = work / run.name
        with (work / f"{run.name}.log").open("a") as log:
            words = [sys.executable, "-m", "skirmish_rl", "benchmark", *run.words, "--out", str(out)]
            ended = subprocess.run(words, stdout=log, stderr=log, env={"OMP_NUM_THREADS": "1", **os.environ}, check=False).returncode
        if ended:
            print(f"{run.name} ended with {ended}; see {log.name}", flush=True)
            return
        with _locked(work / "entering.lock", wait=True):
            print(f"{run.name} entered in {enter(run, out / RESULTS, folder)}", flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """List the runs that are missing, or make them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="say which runs are missing, and make none")
    parser.add_argument(
        "--page",
        type=Path,
        default=Path("docs/benchmark.md"),
        help="page with the commands; results lie in a folder beside it, of the same name",
    )
    parser.add_argument("--only", default="", help="of these runs alone whose names match this regular expression")
    parser.add_argument("--work", type=Path, default=Path("benchmarks"), help="where runs are kept while they are made")
    given = parser.parse_args(words)
    folder = given.page.with_suffix("")
    todo = [run for run in missing(wanted(given.page), folder) if re.search(given.only, run.name)]
    for run in todo:
        if given.list:
            print(run.name)
        elif (given.work / "STOP").exists():
            break
        else:
            carry_out(run, folder, given.work)


if __name__ == "__main__":
    main()
