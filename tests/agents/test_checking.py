"""The leaderboard is what its result files say, and a file of games that were not played so is found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.benchmark import checking
from skirmish_rl.agents.benchmark.checking import check_again, leaderboard
from skirmish_rl.agents.benchmark.entrants import Entry
from skirmish_rl.agents.benchmark.protocol import TOY, TOY_ID, places_of, read_protocol
from skirmish_rl.agents.benchmark.run import Plan, carry_out
from skirmish_rl.envs.core.errors import BadOption, DataError

ROOT = Path(__file__).parents[2]
SMALL = read_protocol(TOY)


@pytest.fixture(scope="module")
def entered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result file of a bot in the toy protocol."""
    plan = Plan(SMALL, "beat", Entry("bot:simple"), "toy", tuple(places_of(SMALL, "beat")))
    return carry_out(plan, tmp_path_factory.mktemp("entered"), lambda line: None, quiet=True)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "read_protocol", lambda: SMALL)


def changed(file: Path, folder: Path, **head: object) -> Path:
    """A copy with other facts."""
    facts = {**json.loads(file.read_text(encoding="utf-8")), **head}
    (folder / "changed.json").write_text(json.dumps(facts), encoding="utf-8")
    return folder / "changed.json"


def test_games_that_were_played_come_out_again(entered: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = [test for run in json.loads(entered.read_text(encoding="utf-8"))["runs"] for test in run["tests"]["tests"].values()]
    checked = list(check_again(entered, seeds=2))
    assert len(checked) == len(tests) and all(one.same == one.seeds > 0 for one in checked)
    assert main(["benchmark", "check", str(entered), "--seeds", "2"]) == 0
    assert capsys.readouterr().out.endswith(" seeds as told\nall runs as told\n")


def test_games_that_were_not_are_found_out(entered: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody says that a better player's results are his."""
    assert main(["benchmark", "check", str(entered), "--agent", "random"]) == 1
    assert "; at least 90% must be\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ({"trained": True}, "its agents were trained; name them, for example --agent 'ppo:agents/{game}-{scenario}-{seed}'"),
        ({"spec": "python:mine:Player"}, "names 'python:mine:Player', which is code or a file; read it, then give it yourself"),
        ({"spec": "ppo:../secret"}, "which is code or a file"),
        ({"protocol": "standard-0", "same_tests": "standard-0"}, "follows protocol 'standard-0', and this version has "),
        ({"tested": "worlds"}, "only games against one opponent can be played again, those of beat and scratch"),
    ],
)
def test_what_cannot_be_played_again_is_refused(entered: Path, tmp_path: Path, head: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption) as refused:
        list(check_again(changed(entered, tmp_path, **head)))
    assert said in str(refused.value)


@pytest.mark.parametrize("against", ["python:sent_along:answer", "exec:sh -c 'touch it-ran'", "ppo:/secret", "bot:strong@0.5"])
@pytest.mark.parametrize("agent", ["", "bot:simple"])
def test_an_opponent_that_no_test_has_is_not_played(entered: Path, tmp_path: Path, against: str, agent: str) -> None:
    """Its name could be code of whoever wrote the file."""
    runs = json.loads(entered.read_text(encoding="utf-8"))["runs"]
    tests = runs[0]["tests"]["tests"]
    runs[0]["tests"]["tests"] = {against: tests["random"]}
    with pytest.raises(DataError, match=r"it tells of games against .*, and track beat has 'random' \(\d+\), 'bot:s"):
        list(check_again(changed(entered, tmp_path, runs=runs), agent))


@pytest.mark.parametrize(("how", "said"), [
    (lambda tests: {"Tests": tests["tests"]}, "has tests of the name 'Tests'; they are called 'tests'"),
    (lambda tests: {**tests, "more": tests["tests"]}, "has tests of the name 'more'"),
    (lambda tests: {"held out": tests["tests"], "search": tests["tests"]}, "holds no test; make it again"),
    (lambda tests: {"tests": {"random": tests["tests"]["random"]}}, "it tells of games against 'random' \\(\\d+\\), and track beat"),
    (lambda tests: {"tests": {name: fewer(test) for name, test in tests["tests"].items()}}, "it tells of games against 'random' \\(2\\)"),
])  # fmt: skip
def test_a_run_without_its_tracks_tests_is_refused(entered: Path, tmp_path: Path, how: Callable[[Any], Any], said: str) -> None:
    """Else its scores would stand in the table without having been played again."""
    runs = json.loads(entered.read_text(encoding="utf-8"))["runs"]
    runs[0]["tests"] = how(runs[0]["tests"])
    with pytest.raises(DataError, match=said):
        list(check_again(changed(entered, tmp_path, runs=runs)))


def fewer(test: dict[str, Any]) -> dict[str, Any]:
    """A test of which only the first seed is told, as if it had been won."""
    return {**test, "games": 2, "wins": 2, "draws": 0, "losses": 0, "score": 1.0, "seeds": "24"}


def test_honest_runs_hide_no_other_and_a_file_that_is_refused_no_other_file(
    entered: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = json.loads(entered.read_text(encoding="utf-8"))["runs"]
    assert len(runs) == len(places_of(SMALL, "beat")) > 1
    for test in runs[-1]["tests"]["tests"].values():
        test |= {"wins": test["games"], "draws": 0, "losses": 0, "score": 1.0, "seeds": " ".join(["24"] * (test["games"] // 2))}
    false, refused = changed(entered, tmp_path, runs=runs), tmp_path / "none.json"
    assert main(["benchmark", "check", str(refused), str(entered), str(false), "--seeds", "1"]) == 1
    *_, first, second = capsys.readouterr().out.splitlines()
    assert "none.json" in first and f"{false}, {runs[-1]['game']} {runs[-1]['place']}, run" in second and "at least 90% must be" in second


def test_a_file_without_seeds_is_refused(entered: Path, tmp_path: Path) -> None:
    runs = json.loads(entered.read_text(encoding="utf-8"))["runs"]
    for test in runs[0]["tests"]["tests"].values():
        test.pop("seeds")
    with pytest.raises(BadOption, match="does not hold the seeds of its tests"):
        list(check_again(changed(entered, tmp_path, runs=runs)))


def test_the_published_leaderboard_is_what_its_result_files_say() -> None:
    page = (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8")
    assert leaderboard(sorted((ROOT / "docs" / "benchmark").glob("*.json"))) in page, "make leaderboard"


def test_a_page_is_needed_for_it(entered: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "leaderboard", str(entered)]) == 2 and "give --update and a page with the lines" in capsys.readouterr().err
    page = tmp_path / "page.md"
    page.write_text("<!-- generated: leaderboard -->old<!-- end: leaderboard -->\n", encoding="utf-8")
    before = page.read_text(encoding="utf-8")
    assert main(["benchmark", "leaderboard", str(entered), "--update", str(page)]) == 2
    assert (
        "made with --toy, whose scores mean nothing; leave it out" in capsys.readouterr().err
        and page.read_text(encoding="utf-8") == before
    )
    standard = changed(entered, tmp_path, protocol="standard-0", same_tests="standard-0")
    assert main(["benchmark", "leaderboard", str(standard), "--update", str(page)]) == 0
    assert "| 1 | `bot:simple` | as it is |" in page.read_text(encoding="utf-8")


def test_a_result_of_the_toy_protocol_is_told_as_one(entered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "read_protocol", read_protocol)
    assert SMALL.id == TOY_ID
    with pytest.raises(BadOption, match="made with --toy, whose scores mean nothing"):
        list(check_again(entered))
