"""`skirmish-rl selftest`: its games are the golden ones, and whatever comes out otherwise is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents import selftest
from skirmish_rl.agents.selftest import KNOWN, difference, read_known
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.trace import read_answers, read_header
from skirmish_rl.envs.registry import available, ruleset_of

TRACES = Path(__file__).parent / "traces"


def test_the_games_are_golden_ones_of_the_tests() -> None:
    """`make golden` writes both."""
    for name in available():
        if name != "toy":
            known = read_known(ruleset_of(name))
            text = (TRACES / f"{name}-{known.scenario}-2.txt").read_text(encoding="utf-8")
            given = read_answers(text)
            assert known.seed == int(read_header(text)["seed"]) and len(known.answers) == len(given) and len(known.asked) == 5
            assert " ".join(known.positions).split()[1:] == [answer.hash for answer in given]


def test_an_installation_that_plays_as_it_should_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "godbreakers"]) == 0
    head, game, last = capsys.readouterr().out.splitlines()
    assert head.startswith("skirmish-rl ") and ", Python 3." in head
    assert game.startswith("godbreakers: 71 answers, 5 opinions of its network, ") and last.startswith("all is as it should be, ")


def test_what_comes_out_otherwise_is_named_with_the_answer_after_which_it_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = ruleset_of("godbreakers")
    known = read_known(ruleset)
    hashes = " ".join(known.positions).split()
    changed = replace(known, positions=(*hashes[:20], "00000000", *hashes[21:]))
    assert difference(ruleset, changed) == f"after 20 answers the position is {hashes[20]}, it should be 00000000"
    doubted = replace(known, chances=(*known.chances[:-1], known.chances[-1] - 0.2))
    said = difference(ruleset, doubted)
    assert said.startswith(f"after {known.asked[-1]} answers the network gives action {known.favourites[-1]} a chance of ")
    assert difference(ruleset, replace(known, answers=known.answers[:9], positions=tuple(hashes[:10]))).endswith("the game should be over")
    monkeypatch.setattr(selftest, "read_known", lambda ruleset: changed)
    assert main(["selftest", "godbreakers"]) == 1
    out = capsys.readouterr().out
    assert "godbreakers: NOT AS IT SHOULD BE: after 20 answers" in out and out.endswith("1 of 1 games are not as they should be\n")


def test_an_answer_that_is_refused_is_a_failure_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    known = read_known(ruleset_of("godbreakers"))
    monkeypatch.setattr(selftest, "read_known", lambda ruleset: replace(known, answers=(0, *known.answers[1:])))
    assert main(["selftest", "godbreakers"]) == 1 and "NOT AS IT SHOULD BE: game 0: seat_" in capsys.readouterr().out


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    old = tmp_path / "selftest.toml"
    old.write_text(
        KNOWN.read_text(encoding="utf-8").replace("[tide_of_iron]\nversion = 3", "[tide_of_iron]\nversion = 2"), encoding="utf-8"
    )
    with pytest.raises(DataError, match="a game of version 2, these rules are version 3"):
        read_known(ruleset_of("tide_of_iron"), old)


def test_a_game_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selftest", "godbraker"]) == 2 and "did you mean 'godbreakers'?" in capsys.readouterr().err
