"""A second reckoning of the benchmark's tables, from result files by the standard library alone.

`python tests/agents/recount.py TRACK ENTRANT BUDGET GAME PLACE FILES` prints the score and the ends of its 95 % interval, in percent.
Nothing of the package is used, and nothing is shared with it but the page that says what the numbers mean: the mean of the
runs on the scale from `random` to the strongest bot; runs, games and ends of the scale drawn anew together; the games' luck shared by all
runs; Student's t below eight runs, with the more degrees of freedom the more of the luck is the games'; from eight on the runs themselves
drawn with replacement, and their distances from the mean stretched until the mean of the drawn ones is as far off as Student's t says.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
from pathlib import Path
from typing import Any

DRAWS = 20_000
FEW = 8
SETS = {"general": "unseen"}  # the set of tests that makes the score, where it is not "tests"
SCALES = {"scratch": "beat"}


def runs_of(files: list[dict[str, Any]], track: str, entrant: str, budget: str, game: str, place: str) -> list[dict[str, Any]]:
    """The tests of an entrant's runs under the newest protocol that it has runs of, by opponent."""
    mine = [facts for facts in files if (facts["track"], facts["entrant"], facts["budget"]) == (track, entrant, budget)]
    newest = max(facts["protocol"] for facts in mine)
    return [
        run["tests"][SETS.get(track, "tests")]
        for facts in mine
        if facts["protocol"] == newest
        for run in facts["runs"]
        if (run["game"], run["place"]) == (game, place)
    ]


def mean(tests: dict[str, dict[str, Any]]) -> float:
    """Share of the first place, mean over opponents, from wins and draws of two seats."""
    return statistics.fmean((test["wins"] + test["draws"] / 2) / test["games"] for test in tests.values())


def error(tests: dict[str, dict[str, Any]]) -> float:
    """Standard error of that mean: by seeds, whose games share luck, and one seed more that is drawn; by games where no seeds are told."""
    found = 0.0
    for test in tests.values():
        if "seeds" in test:
            told = [int(word) for word in test["seeds"].split()]
            points = [*(one * len(told) / (12 * test["games"]) for one in told), 0.5]
            found += statistics.variance(points) / len(points)
            continue
        share = (test["wins"] + test["draws"] / 2) / test["games"]
        found += ((test["wins"] + test["draws"] / 4) / test["games"] - share**2) / test["games"]
    return math.sqrt(found) / len(tests)


def student(luck: random.Random, freedom: float) -> float:
    """A draw from Student's t."""
    return luck.gauss(0, 1) / math.sqrt(luck.gammavariate(freedom / 2, 2) / freedom)


def stretch(luck: random.Random, runs: int, freedom: float) -> float:
    """By how much distances from the mean of some runs must grow, so that the mean of as many drawn ones errs as Student's t does.

    The standard deviation of drawn runs is that of the runs with n below the root, and a standard error is one with n - 1.
    """
    tail = statistics.quantiles([student(luck, freedom) for _ in range(10 * DRAWS)], n=40)[-1]
    return math.sqrt(runs / (runs - 1)) * tail / statistics.NormalDist().inv_cdf(0.975)


def recount(files: list[dict[str, Any]], track: str, entrant: str, budget: str, game: str, place: str) -> tuple[float, float, float]:
    """Score, and low and high end of its interval, in percent."""
    mine, luck = runs_of(files, track, entrant, budget, game, place), random.Random(7)
    scores = [mean(tests) for tests in mine]
    shared = math.sqrt(statistics.fmean(error(tests) ** 2 for tests in mine))
    ends, errors = [0.0, 1.0], [0.0, 0.0]
    if track != "exploit":
        bots = [runs_of(files, SCALES.get(track, track), bot, "", game, place)[0] for bot in ("random", "bot:strong")]
        ends, errors = [mean(tests) for tests in bots], [error(tests) for tests in bots]
    spread = statistics.stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 0.0
    freedom = (len(scores) - 1) * (1 + (shared / spread) ** 2) ** 0.2 if spread else 1.0
    stretched = stretch(luck, len(scores), freedom) if len(scores) >= FEW else 0.0
    drawn = []
    for _ in range(DRAWS):
        if len(scores) >= FEW:
            center, moved = statistics.fmean(scores), 0.0
            again = [center + stretched * (score - center) for score in luck.choices(scores, k=len(scores))]
        else:
            again, moved = scores, spread * student(luck, freedom)
        moved += luck.gauss(0, shared)
        low, high = (luck.gauss(end, width) for end, width in zip(ends, errors, strict=True))
        drawn.append((statistics.fmean([min(max(score + moved, 0.0), 1.0) for score in again]) - low) / (high - low))
    cuts = statistics.quantiles(drawn, n=40)
    value = (statistics.fmean(scores) - ends[0]) / (ends[1] - ends[0])
    return 100 * value, 100 * cuts[0], 100 * cuts[-1]


if __name__ == "__main__":
    print(*recount([json.loads(Path(file).read_text(encoding="utf-8")) for file in sys.argv[6:]], *sys.argv[1:6]))
