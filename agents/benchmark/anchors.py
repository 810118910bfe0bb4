"""Anchors: the scores of `random` and of the strongest bot, which define 0 and 1 of the normalised scores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli_w

from skirmish_rl.agents.benchmark.intervals import error_of_all
from skirmish_rl.agents.benchmark.protocol import HERE, RESPONSE
from skirmish_rl.agents.benchmark.results import BESIDE, check_together, read_results
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.tables import fail, read_toml
from skirmish_rl.envs.registry import ruleset_of

ANCHORS = HERE / "anchors.toml"
TESTS = "same_tests"  # track -> the name of the tests in which its anchors were measured
LOW, HIGH, ERRORS = "random", "strong", "errors"  # the last: standard errors of the two ends

Key = tuple[str, str, str, str]  # track, game, place, set of tests


def raw_score(tests: dict[str, dict[str, Any]]) -> float:
    """The share of first places, averaged over opponents."""
    return sum(test["score"] for test in tests.values()) / len(tests)


def measured(files: Iterable[dict[str, Any]]) -> dict[Key, dict[str, Any]]:
    """Collect the scores of `random` and of each game's strongest bot from result files, with the numbers of games."""
    ends: dict[Key, dict[str, Any]] = defaultdict(dict)
    for facts in files:
        for run in facts["runs"]:
            strongest = f"bot:{ruleset_of(run['game']).bots[-1]}"
            end = LOW if facts["spec"] in ("random", "bot:random") else HIGH if facts["spec"] == strongest else ""
            if not end or facts["tested"] == RESPONSE:
                continue
            for name, tests in run["tests"].items():
                if name in BESIDE:
                    continue
                scale = ends[facts["track"], run["game"], run["place"], name]
                scale.setdefault(ERRORS, [0.0, 0.0])[end == HIGH] = round(error_of_all(tests), 5)
                scale[end], scale["games"] = round(raw_score(tests), 5), sum(test["games"] for test in tests.values())
    return {key: scale for key, scale in ends.items() if LOW in scale and HIGH in scale}


def read_anchors(tests: Mapping[str, str], path: Path = ANCHORS) -> dict[Key, dict[str, Any]]:
    """Read the anchors of those tracks for which the file holds the same tests; empty if there are none.

    Args:
        tests: track -> the name of its tests, as in result files.
        path: the file.

    Raises:
        DataError: the file cannot be used.
    """
    table, anchors = read_toml(path), {}
    measured_in = _tests_in(table, path)
    for track, games in table.items():
        for game, places in games.items() if measured_in.get(track, "") == tests.get(track) else ():
            for place, sets in places.items():
                for name, scale in sets.items():
                    if not _is_scale(scale):
                        raise fail(
                            path,
                            f"{track}.{game}.{place}.{name}",
                            "expected the scores `random` and `strong` (the larger one), `games`, and the standard errors of both scores",
                        )
                    anchors[track, game, place, name] = scale
    return anchors


def _tests_in(table: dict[str, Any], path: Path) -> dict[str, str]:
    """Take out of a file of anchors the names of the tests by track; files of earlier versions have one name for all."""
    before, tests = table.pop("protocol", None), table.pop(TESTS, None)
    if isinstance(before, str) and tests is None:
        return dict.fromkeys(table, before)
    if not isinstance(tests, dict) or not all(isinstance(name, str) for name in tests.values()):
        raise fail(path, TESTS, "expected the name of the tests of each track")
    return tests


def _is_scale(ends: Any) -> bool:
    """True for a valid pair of anchors; files of earlier versions lack their standard errors."""
    if not isinstance(ends, dict) or set(ends) - {ERRORS} != {LOW, HIGH, "games"} or not ends[LOW] < ends[HIGH]:
        return False
    errors = ends.get(ERRORS, [0.0, 0.0])
    return isinstance(errors, list) and len(errors) == 2 and all(isinstance(error, int | float) and 0 <= error <= 1 for error in errors)


def write_anchors(files: Sequence[Path], path: Path) -> None:
    """Write the anchors that are measured in some result files; those of the same tests that the file already holds are kept.

    Raises:
        DataError: `random` or the strongest bot is missing everywhere, or the bot scores no more than `random`.
    """
    given = {file: read_results(file) for file in files}
    check_together(given)
    found = measured(given.values())
    if not found:
        raise DataError(
            "no place has results of both `random` and the strongest bot; run `skirmish-rl benchmark TRACK --agent ...` with each first"
        )
    tests = _tests_in(read_toml(path), path) if path.is_file() else {}
    for file, facts in given.items():
        held = tests.get(facts["track"], facts["same_tests"])
        if path == ANCHORS and held != facts["same_tests"]:
            raise DataError(
                f"{file} has the tests {facts['same_tests']!r} of {facts['track']}, the package's scale has {held!r}; "
                "give --out and another file for a scale of your own"
            )
    tests |= {facts["track"]: facts["same_tests"] for facts in given.values() if any(facts["track"] == track for track, *_ in found)}
    ends = {**(read_anchors(tests, path) if path.is_file() else {}), **found}
    kept = {track for track, *_ in ends}
    table: dict[str, Any] = {TESTS: {track: name for track, name in sorted(tests.items()) if track in kept}}
    for (track, game, place, name), end in sorted(ends.items()):
        if end[LOW] >= end[HIGH]:
            raise DataError(
                f"{track} {game} {place}: the strongest bot scores {end[HIGH]}, random {end[LOW]}; there is no scale between them"
            )
        table.setdefault(track, {}).setdefault(game, {}).setdefault(place, {})[name] = end
    write_whole(path, "# Written by `skirmish-rl benchmark anchors`: mean scores over the opponents of a test.\n" + tomli_w.dumps(table))
