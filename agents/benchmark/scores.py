"""Statistics over results: normalised scores by task, interquartile means, performance profiles and probabilities of improvement.

A task is a place of a game. A run's score in a task is its share of first places, averaged over opponents and normalised so that `random`
is 0 and the strongest bot is 1. The statistics are those of "Deep RL at the Edge of the Statistical Precipice" (Agarwal et al., 2021).
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np

from skirmish_rl.agents.benchmark.anchors import ERRORS, HIGH, LOW, Key, raw_score
from skirmish_rl.agents.benchmark.intervals import Sample, drawn, error_of_all, estimate, mean_of, shared_error
from skirmish_rl.agents.benchmark.protocol import RESPONSE, Place, Track, has_worlds
from skirmish_rl.agents.benchmark.results import BESIDE, HELD
from skirmish_rl.agents.benchmark.trained import DECLARED
from skirmish_rl.agents.experiments.statistics import Estimate
from skirmish_rl.envs.core.errors import SkirmishError

_NORMAL = NormalDist()
Task = tuple[str, str]  # game, place
Record = dict[str, dict[str, dict[str, Any]]]  # set of tests -> opponent -> test


@dataclass
class Entrant:
    """An entrant's runs in one track with one budget.

    Attributes:
        scores: set of tests -> task -> scores of the runs.
        errors: set of tests -> task -> standard errors of these scores, from the number of games.
        records: task -> for each run its sets of tests, as in its file; not every run has every set.
        ends: set of tests -> task -> the anchors and their standard errors.
        seeds: task -> seeds of the runs.
        curves: task -> learning curves of the runs.
        costs: task -> costs of the runs.
        uses: task -> what the entrant uses of a bot, and copies of the game for a decision; "" where a file is too old to say.
        attackers: task -> for each run the scores of those who were tried against it, to find the strongest; empty where nobody was.
    """

    name: str
    budget: str
    trained: bool  # here, or what was trained against it
    scores: dict[str, dict[Task, list[float]]] = field(default_factory=dict)
    errors: dict[str, dict[Task, list[float]]] = field(default_factory=dict)
    records: dict[Task, list[Record]] = field(default_factory=dict)
    ends: dict[str, dict[Task, dict[str, Any]]] = field(default_factory=dict)
    seeds: dict[Task, list[int]] = field(default_factory=dict)
    curves: dict[Task, list[np.ndarray]] = field(default_factory=dict)
    costs: dict[Task, list[dict[str, Any]]] = field(default_factory=dict)
    declared: bool = False  # only it can say what it has spent and seen
    protocol: str = ""
    spec: str = ""
    uses: dict[Task, tuple[str, str]] = field(default_factory=dict)
    attackers: dict[Task, list[dict[str, float]]] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return ", ".join(filter(None, (self.name, self.budget, DECLARED if self.declared else "")))

    def tasks(self, name: str) -> list[Task]:
        """The tasks with results in a set of tests."""
        return sorted(self.scores.get(name, {}))

    def strata(self, name: str, tasks: Sequence[Task]) -> list[np.ndarray]:
        """The scores of the runs, by task."""
        return [np.array(self.scores[name][task]) for task in tasks]

    def tests(self, task: Task, name: str, *also: str) -> list[dict[str, dict[str, Any]]]:
        """A set of tests of each run that has it.

        Args:
            task: game and place.
            name: the set of tests.
            also: sets that a run must have, too.
        """
        return [record[name] for record in self.records.get(task, []) if {name, *also} <= record.keys()]

    def samples(self, name: str, tasks: Sequence[Task], *also: str) -> list[Sample]:
        """The runs by task that have all these sets of tests, with every source of uncertainty in their scores in the first set."""
        drawn = []
        for task in tasks:
            runs, ends = self.tests(task, name, *also), self.ends[name][task]
            low, high = ends.get(ERRORS, (0.0, 0.0))
            drawn.append(Sample(np.array([raw_score(run) for run in runs]), shared_error(runs), (ends[LOW], ends[HIGH]), (low, high)))
        return drawn

    def iqm(self, name: str, tasks: Sequence[Task]) -> Estimate | None:
        """The interquartile mean over all runs of some tasks; None if a task is missing."""
        if not tasks or any(task not in self.scores.get(name, {}) for task in tasks):
            return None
        return estimate(self.samples(name, tasks))

    def mean(self, name: str, tasks: Sequence[Task]) -> Estimate | None:
        """The plain mean over some tasks of the means over their runs; None if a task is missing."""
        if not tasks or any(task not in self.scores.get(name, {}) for task in tasks):
            return None
        return estimate(self.samples(name, tasks), mean_of)

    def drawn(self, name: str, task: Task) -> float:
        """The share of drawn games, averaged over runs and opponents."""
        tests = [test for run in self.tests(task, name) for test in run.values()]
        return sum(test["draws"] / test["games"] for test in tests) / len(tests)

    def twins(self, task: Task) -> list[tuple[int, int]]:
        """Pairs of seeds whose runs have identical results in every test that both have."""
        seeds, records = self.seeds.get(task, []), self.records.get(task, [])
        return [
            (min(seeds[i], seeds[k]), max(seeds[i], seeds[k]))
            for k in range(len(seeds))
            for i in range(k)
            if _same(records[i], records[k])
        ]


def _same(one: Record, other: Record) -> bool:
    """True if two runs have identical results in every test that both have, and have one in common."""
    both = [(one[name][who], other[name][who]) for name in one.keys() & other.keys() for who in one[name].keys() & other[name].keys()]
    return bool(both) and all(mine == yours for mine, yours in both)


@dataclass
class Board:
    """A track of some result files, on scenarios of one kind.

    Attributes:
        kind: the scenario's name, or the number of seats where a track has several.
        normalised: True if scores are on the scale from `random` to the strongest bot; False if the anchors are unknown.
        sets: names of the sets of tests.
        rules: the track, if its protocol is known.
    """

    track: str
    kind: str
    tested: str
    normalised: bool
    sets: tuple[str, ...]
    entrants: list[Entrant]
    rules: Track | None = None

    def label(self, entrant: Entrant) -> str:
        """An entrant's name and budget, with its protocol if another one has the same."""
        alike = sum(one.label == entrant.label for one in self.entrants) > 1
        return f"{entrant.label}, {entrant.protocol}" if alike else entrant.label

    @property
    def tasks(self) -> list[Task]:
        """All tasks in which any entrant has results."""
        return sorted({task for entrant in self.entrants for name in self.sets for task in entrant.tasks(name)})

    def ceiling(self, task: Task) -> float:
        """The normalised score of an agent that wins every game."""
        ends = next(entrant.ends[self.sets[-1]][task] for entrant in self.entrants if task in entrant.ends.get(self.sets[-1], {}))
        return float((1 - ends[LOW]) / (ends[HIGH] - ends[LOW]))

    @property
    def games(self) -> list[str]:
        return sorted({game for game, _ in self.tasks})

    @property
    def untried(self) -> list[str]:
        """Games of the track, on scenarios of this kind, in which no entrant has results."""
        track = self.rules
        if track is None:
            return []
        able = [game for game, names in track.places.items() if has_worlds(game, names)]
        every = {(game, Place("", name, seats).name) for game in able for name in track.places[game] for seats in track.seats}
        return sorted({game for game, place in every if kind_of(place) == self.kind} - set(self.games))

    @property
    def protocols(self) -> list[str]:
        """The protocols of the entrants; several are possible if they have the same tests."""
        return sorted({entrant.protocol for entrant in self.entrants})


def ordered(board: Board, name: str) -> list[Entrant]:
    """Order entrants by one set of tests: those with results in more places first, then by their mean over games."""

    def rank(entrant: Entrant) -> tuple[int, float]:
        tasks = entrant.tasks(name)
        mean = entrant.mean(name, tasks)
        better = mean.value if mean else -math.inf
        return -len(tasks), better if board.tested == RESPONSE else -better

    return sorted(board.entrants, key=rank)


def boards(
    files: Sequence[dict[str, Any]], anchors: dict[Key, dict[str, Any]], shared: dict[str, str], rules: Mapping[str, Track] | None = None
) -> list[Board]:
    """Arrange results by track, in the order of the files.

    Args:
        files: contents of result files.
        anchors: the measured anchors.
        shared: track -> the track whose anchors are used for it.
        rules: the tracks of the newest protocol of this name; None if it is not known.
    """
    all_boards = []
    kinds = dict.fromkeys((facts["track"], kind_of(run["place"])) for facts in files for run in facts["runs"])
    tracks = [track for track, _ in kinds]
    for track, kind in sorted(kinds, key=lambda one: tracks.index(one[0])):
        pairs = [
            (facts, run) for facts in files if facts["track"] == track for run in facts["runs"] if kind_of(run["place"]) == kind
        ]  # fmt: skip
        scale, tested = shared.get(track) or track, pairs[0][0]["tested"]
        sets = tuple(dict.fromkeys(name for _, run in pairs for name in scored(run)))
        keys = {(scale, run["game"], run["place"], name) for _, run in pairs for name in scored(run)}
        normalised = tested != RESPONSE and keys <= set(anchors)
        entrants: dict[tuple[str, str, str], Entrant] = {}
        known = (rules or {}).get(track)
        for facts, run in _with_one_population(pairs, known):
            key = facts["entrant"], facts["budget"], facts["protocol"]
            mine = entrants.setdefault(key, Entrant(*key[:2], bool(facts["budget"]), protocol=key[2], spec=facts["spec"]))
            _add(mine, run, anchors if normalised else {}, scale)
        all_boards.append(Board(track, kind, tested, normalised, sets, list(entrants.values()), known))
    return all_boards


Pair = tuple[dict[str, Any], dict[str, Any]]  # a file and one of its runs


def _with_one_population(pairs: Sequence[Pair], rules: Track | None) -> list[Pair]:
    """Leave out held-out tests against others than the newest population; who is a member, and not trained here, lacks itself.

    Where the protocol is not known, the population is all who are held out in any of the files.
    """
    met: dict[Task, set[str]] = {}
    for _, run in pairs:
        met.setdefault((run["game"], run["place"]), set()).update(run["tests"].get(HELD, ()))
    kept = []
    for facts, run in pairs:
        task, names = (run["game"], run["place"]), run["tests"].get(HELD, {}).keys()
        population = met[task] if rules is None else _named(rules.population, task)
        if names <= population and len(population - names) <= (not facts["trained"]):
            kept.append((facts, run))
        else:
            kept.append((facts, {**run, "tests": {name: tests for name, tests in run["tests"].items() if name != HELD}}))
    return kept


def _named(population: Mapping[str, int], task: Task) -> set[str]:
    """The names of a population in one place; empty where there is no such place."""
    with contextlib.suppress(SkirmishError):
        place = Place.of(*task)
        return {place.named(name) for name in population}
    return set()


def kind_of(place: str) -> str:
    """What scenarios of different games have in common: their name, or the number of seats."""
    name, _, seats = place.partition("/")
    return f"{seats} seats" if seats else name


def scored(run: dict[str, Any]) -> list[str]:
    """The sets of tests of a run that make up its score."""
    return [name for name in run["tests"] if name not in BESIDE]


def _add(entrant: Entrant, run: dict[str, Any], anchors: dict[Key, dict[str, Any]], track: str) -> None:
    task = run["game"], run["place"]
    for name, tests in run["tests"].items():
        ends = anchors.get((track, *task, name), {LOW: 0.0, HIGH: 1.0})  # a search's are not asked for
        scale = ends[HIGH] - ends[LOW]
        entrant.scores.setdefault(name, {}).setdefault(task, []).append((raw_score(tests) - ends[LOW]) / scale)
        entrant.errors.setdefault(name, {}).setdefault(task, []).append(error_of_all(tests) / scale)
        entrant.ends.setdefault(name, {})[task] = ends
    entrant.records.setdefault(task, []).append(run["tests"])
    entrant.uses[task] = run.get("bot", ""), run.get("copies", "")
    entrant.declared |= run["cost"]["counted"] == DECLARED
    entrant.seeds.setdefault(task, []).append(run["seed"])
    entrant.curves.setdefault(task, []).append(np.array(run["curve"], float).reshape(-1, 2))
    entrant.attackers.setdefault(task, []).append(run.get("attackers", {}))
    entrant.costs.setdefault(task, []).append(run.get("response", run["cost"]))


def profile(samples: Sequence[Sample], at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute a performance profile: the share of runs above each score, every task weighing the same, with its 95 % interval.

    Args:
        samples: the runs by task; other runs, games and anchors are drawn as for the intervals of scores.
        at: float (n,), the scores at which to evaluate.

    Returns:
        Three arrays (n,): the share, and the low and high end of its interval.
    """
    luck = np.random.default_rng(0)
    share = np.mean([(sample.normalised[:, None] > at).mean(axis=0) for sample in samples], axis=0)
    spread = np.mean([_above(drawn(sample, luck), at) for sample in samples], axis=0)
    low, high = np.quantile(spread, [0.025, 0.975], axis=0)
    return share, low, high


def _above(scores: np.ndarray, at: np.ndarray) -> np.ndarray:
    """The share of runs above each score, float64 (draws, n), of scores (draws, runs)."""
    return np.stack([(scores > bar).mean(axis=1) for bar in at], axis=1)


def chance(first: Entrant, second: Entrant, name: str, tasks: Sequence[Task]) -> float:
    """The probability of improvement: that a run of the first entrant beats a run of the second in the same task.

    In each task every run of the first is compared with every run of the second. A pair counts as the probability that its difference is
    above zero, for a normal distribution with the standard errors that the numbers of games give both scores. The result is the mean over
    pairs, then over tasks. It has no interval: that the runs themselves are a sample of few is left out.
    """
    chances = []
    for task in tasks:
        lead = np.subtract.outer(first.scores[name][task], second.scores[name][task])
        error = np.hypot.outer(first.errors[name][task], second.errors[name][task])
        chances.append(np.mean([_NORMAL.cdf(z) for z in (lead / error).flat]))
    return float(np.mean(chances))


def gap(entrant: Entrant, first: str, second: str, tasks: Sequence[Task]) -> Estimate | None:
    """The mean difference, run by run, between an entrant's scores in two sets of tests; None where no run of a task has both."""
    if not tasks or not all(entrant.tests(task, first, second) for task in tasks):
        return None
    return estimate(entrant.samples(first, tasks, second), mean_of, entrant.samples(second, tasks, first))
