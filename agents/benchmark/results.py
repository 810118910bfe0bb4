"""Result files: one entrant in one track, as JSON. Each run is also saved by itself, so that an interrupted benchmark can continue."""

from __future__ import annotations

import math
import os
import platform
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skirmish_rl import __version__
from skirmish_rl.agents.benchmark.protocol import Protocol
from skirmish_rl.agents.ppo.run_folder import code_facts, versions
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.texts import parse_json
from skirmish_rl.envs.registry import ruleset_of

FORMAT, OLD = 2, 1  # the second: of protocols that did not count evaluations
_LARGEST = 16 * 2**20  # bytes
_ORIGIN = {
    "made": str, "package": str, "revision": str, "changed": bool, "packages": dict, "rulesets": dict, "machine": str, "cores": int,
}  # fmt: skip
_HEAD = {
    "format": int, "protocol": str, "same_tests": str, "track": str, "tested": str,
    "entrant": str, "spec": str, "trained": bool, "budget": str, "test_seed": int, **_ORIGIN, "runs": list,
}  # fmt: skip
_RUN = {
    "game": str,
    "place": str,
    "scenario": str,
    "seats": int,
    "seed": int,
    "bot": str,
    "copies": str,
    "tests": dict,
    "curve": list,
    "cost": dict,
    "seconds": float,
}
_TEST = {"games": int, "score": float, "wins": int, "draws": int, "losses": int, "interval": list, "decisions_per_game": float}
_LUCK = {"score": float, "interval": list, "plain_interval": list, "gain": float, "games_worth": int}
LUCK = "luck"  # what a test says with luck taken out; it makes no score
SEARCH, HELD = "search", "held out"  # sets of tests that make no score
BESIDE = (SEARCH, HELD)
_COSTS = ("cost", "response")  # the second: of who learnt against the entrant, if anybody did
_COST = {"decisions": int, "copied": int, "evaluated": int, "simulated": int, "seconds": float, "counted": str}


def head_of(protocol: Protocol, track: str, entrant: str, spec: str, trained: bool, budget: str, games: Sequence[str]) -> dict[str, Any]:
    """Build everything in a results file except the runs."""
    return {
        "format": FORMAT, "protocol": protocol.id, "same_tests": protocol.tests(track), "track": track,
        "tested": protocol.track(track).tested, "entrant": entrant, "spec": spec,
        "trained": trained, "budget": budget, "test_seed": protocol.test_seed, **origin_of(games), "runs": [],
    }  # fmt: skip


def origin_of(games: Sequence[str]) -> dict[str, Any]:
    """Which versions make results of some games now, when, and on which machine."""
    code = code_facts()
    return {
        "made": time.strftime("%Y-%m-%d"), "package": __version__, "revision": code["git"], "changed": code["git_changes"],
        "packages": versions(), "rulesets": {game: ruleset_of(game).version for game in dict.fromkeys(games)},
        "machine": code["processor"] or platform.machine(), "cores": os.cpu_count() or 1,
    }  # fmt: skip


def read_results(path: Path) -> dict[str, Any]:
    """Read a results file and check every value; a file of an older format gets the missing values.

    Raises:
        DataError: the file cannot be read, is damaged, or has another format.
    """
    facts = read_json(path)
    if facts.get("format") not in (OLD, FORMAT):
        raise DataError(
            f"{path} has format {str(facts.get('format'))[:20]}; this version reads results of formats {OLD} and {FORMAT}; make it again"
        )
    try:
        if facts["format"] == OLD:
            _complete(facts)
        _check(facts, _HEAD, "the file")
        for run in facts["runs"]:
            check_run(run)
        if not facts["runs"]:
            raise ValueError("it holds no run")
    except ValueError as error:
        raise DataError(f"{path} is damaged: {error}; make it again with skirmish-rl benchmark") from error
    return facts


def _complete(facts: dict[str, Any]) -> None:
    """Add the values that files of older formats lack."""
    facts.setdefault("same_tests", facts.get("protocol"))
    for run in facts["runs"] if isinstance(facts.get("runs"), list) else []:
        if isinstance(run, dict):
            for cost in (run.get(whose) for whose in _COSTS):
                if isinstance(cost, dict):
                    cost.update({"evaluated": 0, "simulated": 0, **cost})
            run.setdefault("bot", "")
            run.setdefault("copies", "")


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        DataError: the file does not exist, is too large, or holds no JSON object.
    """
    content = read_bytes(path, _LARGEST)
    try:
        facts = parse_json(content)
    except ValueError as error:
        raise DataError(f"{path} is damaged: it is not valid JSON ({error}); make it again with skirmish-rl benchmark") from error
    if not isinstance(facts, dict):
        raise DataError(f"{path} is damaged: expected an object of results; make it again with skirmish-rl benchmark")
    return facts


def check_run(run: Any) -> None:
    """Refuse a run that no benchmark could have written.

    Raises:
        ValueError: a value is missing, has the wrong type or contradicts another one; the message says which.
    """
    _check(run, _RUN, "a run")
    where = f"the run {run['game']} {run['place']} of seed {run['seed']}"
    for whose in _COSTS:
        if whose in run or whose == "cost":
            _check(run[whose], _COST, f"the {whose} of {where}")
    if "origin" in run:
        _check(run["origin"], _ORIGIN, f"the origin of {where}")
    if not set(run["tests"]) - set(BESIDE):
        raise ValueError(f"{where} holds no test")
    for tests in run["tests"].values():
        if not isinstance(tests, dict) or not tests:
            raise ValueError(f"a set of tests of {where} is empty")
        for name, test in tests.items():
            _check(test, _TEST, f"{where} against {name}")
            if not 0 <= test["score"] <= 1 or test["games"] < 1 or test["wins"] + test["draws"] + test["losses"] != test["games"]:
                raise ValueError(f"{where} against {name} has {test['score']} of {test['games']} games, which cannot be")
            _check_ends(test["interval"], f"the interval of {where} against {name}")
            if LUCK in test:
                _check(test[LUCK], _LUCK, f"the luck of {where} against {name}")
                for key in ("interval", "plain_interval"):
                    _check_ends(test[LUCK][key], f"the {key} without luck of {where} against {name}")
            if "seeds" in test:
                _check_seeds(test, f"{where} against {name}")
    for point in run["curve"]:
        if not (isinstance(point, list) and len(point) == 2 and all(isinstance(x, int | float) and math.isfinite(x) for x in point)):
            raise ValueError(f"the curve of {where} has a point {point!r:.40}")


def _check_ends(ends: list[Any], what: str) -> None:
    """Refuse an interval that is not a pair of ordered scores."""
    if len(ends) != 2 or not all(isinstance(end, int | float) for end in ends) or not -1 <= ends[0] <= ends[1] <= 2:
        raise ValueError(f"{what} is {ends!r:.40}")


def _check_seeds(test: dict[str, Any], where: str) -> None:
    """Refuse scores by seed that do not add up to the total score."""
    words = test["seeds"].split() if isinstance(test["seeds"], str) else []
    fits = words and all(word.isdecimal() and len(word) < 5 for word in words) and test["games"] % len(words) == 0
    if not fits or abs(sum(map(int, words)) / (12 * test["games"]) - test["score"]) > 0.001:
        raise ValueError(f"the games by seed of {where} do not make its score {test['score']}")


def _check(table: Any, kinds: dict[str, type], what: str) -> None:
    if not isinstance(table, dict):
        raise ValueError(f"{what} is {table!r:.40}")
    for name, kind in kinds.items():
        if name not in table:
            raise ValueError(f"{what} has no {name!r}")
        value = table[name]
        fits = isinstance(value, int | float) if kind is float else isinstance(value, kind)
        if not fits or (isinstance(value, bool) and kind is not bool):
            raise ValueError(f"{name!r} of {what} is {value!r:.40}, expected {kind.__name__}")


def check_together(files: dict[Path, dict[str, Any]]) -> None:
    """Refuse results that may not stand in one table.

    Raises:
        DataError: the files have different tests in one track, were played by different versions of a ruleset, hold the same run twice,
            or call two different entrants alike.
    """
    firsts: dict[str, Path] = {}
    seen: dict[tuple[Any, ...], Path] = {}
    versions_seen: dict[str, tuple[int, Path]] = {}
    entrants: dict[tuple[str, str, str, str], Path] = {}
    for path, facts in files.items():
        first = firsts.setdefault(facts["track"], path)
        if facts["same_tests"] != files[first]["same_tests"]:
            raise DataError(
                f"{path} follows protocol {facts['protocol']}, and {first} {files[first]['protocol']}, "
                f"which tests track {facts['track']} in another way: their scores do not compare; report them apart"
            )
        for game, version in facts["rulesets"].items():
            version_before, where = versions_seen.setdefault(game, (version, path))
            if version_before != version:
                raise DataError(
                    f"{path} was played by version {version} of {game}, and {where} by version {version_before}: "
                    "their scores do not compare; "
                    "report them apart"
                )
        entrant = facts["protocol"], facts["track"], facts["entrant"], facts["budget"]
        same = entrants.setdefault(entrant, path)
        if facts["spec"] != files[same]["spec"]:
            raise DataError(
                f"{path} and {same} call two entrants {facts['entrant']}: {facts['spec']} and {files[same]['spec']}; "
                "give one of them another --name"
            )
        for run in facts["runs"]:
            key = (*entrant, run["game"], run["place"], run["seed"])
            if key in seen:
                raise DataError(
                    f"{path} and {seen[key]} both hold {facts['entrant']} in {run['game']} {run['place']} from seed {run['seed']}; "
                    "leave one out"
                )
            seen[key] = path
