"""`skirmish-rl`: every command, and bad input in one line."""

import io
import re
from pathlib import Path

import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.envs import commands
from skirmish_rl.envs.core.console import grouped, play
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.pages import SECTIONS, describe, filled
from skirmish_rl.envs.core.trace import golden_games
from skirmish_rl.envs.registry import RULESETS, Entry, available, ruleset_of

PAGES = Path(__file__).parents[1] / "docs" / "games"


@pytest.fixture(autouse=True)
def shipped_only(monkeypatch):
    """Another test file may have registered a ruleset of the tests' own."""
    monkeypatch.delitem(RULESETS, "toy", raising=False)


def run(capsys, *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of one command."""
    try:
        code = main(list(words))
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_list_names_every_scenario_and_bot(capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0
    for name in available():
        ruleset = ruleset_of(name)
        assert all(word in out for word in (name, *ruleset.scenarios, *ruleset.bots))


def test_trace_write_and_replay(capsys, tmp_path):
    path = tmp_path / "deep" / "game.txt"
    game = ("trace", "godbreakers", "--scenario", "drill", "--seed", "3", "--bots", "random,simple", "--option", "rounds=4")
    assert run(capsys, *game, "--write", str(path))[0] == 0
    assert run(capsys, *game)[1] == path.read_text()
    assert "--- round 4" in path.read_text()
    assert run(capsys, "replay", str(path)) == (0, f"{path}: same\n", "")
    path.write_text(path.read_text().replace("--- round 2", "--- round two"))
    code, out, _ = run(capsys, "replay", str(path))
    assert code == 1 and "expected: --- round two" in out


def test_golden_games_of_every_ruleset(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "golden_games", lambda ruleset: list(golden_games(ruleset))[:1])
    names = [next(golden_games(ruleset_of(name)))[0] for name in available()]
    code, out, _ = run(capsys, "trace", "--golden", str(tmp_path))
    assert code == 0 and out.split() == [str(tmp_path / name) for name in names]
    for name in names:
        assert (tmp_path / name).read_text() == (PAGES.parents[1] / "tests" / "traces" / name).read_text()


@pytest.mark.parametrize("suffix", [".svg", ".png", ".txt"])
def test_draw_writes_files(capsys, tmp_path, suffix):
    path = tmp_path / f"board{suffix}"
    code, out, _ = run(capsys, "draw", "godbreakers", "--scenario", "drill", "--decisions", "12", "--out", str(path))
    assert code == 0 and out == ""
    starts = {".svg": b"<svg", ".png": b"\x89PNG", ".txt": b"     0  1"}
    assert path.read_bytes().startswith(starts[suffix])


def test_draw_prints_plain_text_where_there_is_no_terminal(capsys):
    code, out, _ = run(capsys, "draw", "godbreakers", "--scenario", "drill", "--decisions", "999")
    assert code == 0 and "\x1b" not in out and "over: " in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("trace", "godbreaker"), "did you mean 'godbreakers'"),
        (("trace", "godbreakers", "--scenario", "dril"), "did you mean 'drill'"),
        (("trace", "godbreakers", "--bots", "strnog"), "did you mean 'strong'"),
        (("trace", "godbreakers", "--seats", "5"), "2 to 4 seats"),
        (("trace", "godbreakers", "--option", "rounds=9"), "3 to 7 rounds"),
        (("trace", "godbreakers", "--option", "ruonds=4"), "did you mean 'rounds'"),
        (("trace", "godbreakers", "--option", "rounds"), "expected name=value"),
        (("trace", "godbreakers", "--seed", "seven"), "invalid int value"),
        (("replay", "no/such/file.txt"), "No such file"),
        (("draw", "godbreakers", "--out", "board.gif"), "ending in .svg, .png or .txt"),
        (("draw", "godbreakers", "--scenario", "drill", "--out", "/proc/none/board.svg"), "cannot write"),
        (("describe", "godbreakers", "--update", "no/such/page.md"), "cannot read"),
        (("describe", "--update", "no/such/page.md"), "name the ruleset of this page"),
        (("trace", "--scenario", "drill"), "name a ruleset, or give --golden"),
        (("compile", "godbreaker"), "did you mean 'godbreakers'"),
        (("play", "godbreakers", "--scenario", "drill", "--seat", "4"), "seats 0 to 1"),
        (("train", "godbreakers/ppo-smal"), "did you mean 'godbreakers/ppo-small'"),
        (("train", "chess"), "known: godbreakers/ppo-small"),
        (("train", "--resume", "no/such/run"), "is not a run folder"),
        (("evaluate", "no/such/run"), "is not a run folder"),
        (("evaluate", "--ruleset", "godbreaker"), "did you mean 'godbreakers'"),
        (("dance",), "invalid choice"),
        ((), "required"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, words, message):
    code, _, err = run(capsys, *words)
    assert code == 2
    assert message in err and err.count("\n") == 1


def person(answers: list[str]):
    """A reader that gives the answers, then hangs up."""
    lines = iter(answers)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    return read


def test_a_person_can_play_a_whole_game():
    scenario = ruleset_of("godbreakers").scenario("drill")
    shown: list[str] = []

    def read(prompt: str) -> str:  # takes the first answer offered since the last question
        offers = [line for line in shown if line.startswith("* ")]
        shown.clear()
        return " ".join(offers[0].split(" ")[1:3])

    outcome = play(scenario, 3, 1, "random", read, shown.append, color=False)
    assert outcome is not None and sum(outcome.rewards) == pytest.approx(0)
    assert shown[-1].startswith(outcome.reason)


def test_a_person_may_err_ask_look_and_leave():
    shown: list[str] = []
    scenario = ruleset_of("godbreakers").scenario("drill", shuffle=False)
    answers = person(["", "dance", "deploy B1", "?", "board", "help", "quit"])
    assert play(scenario, 3, 0, "random", answers, shown.append, color=False) is None
    text = "\n".join(shown)
    assert "cannot read action 'dance'" in text and "legal verbs: deploy" in text
    assert play(scenario, 3, 0, "random", person([]), shown.append) is None


def test_a_person_needs_a_seat_and_an_opponent():
    scenario = ruleset_of("godbreakers").scenario("drill")
    with pytest.raises(BadOption, match="seats 0 to 1"):
        play(scenario, 1, 2, "random", person([]), print)


def test_play_reads_the_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run(capsys, "play", "godbreakers", "--scenario", "drill", "--seed", "4", "--bot", "random")
    assert code == 0 and "You are seat_0" in out


def test_answers_are_grouped_by_verb():
    assert grouped(["move 1,1", "move 1,2", "move 1,3", "pass"], 2) == ["* move 1,1 1,2 ... (3)", "* pass"]
    assert grouped(["move 1,1", "move 1,2", "pass"], 0) == ["* move 1,1 1,2", "* pass"]


@pytest.mark.parametrize("name", available())
def test_page_matches_the_code(name):
    path, ruleset = PAGES / f"{name}.md", ruleset_of(name)
    page = path.read_text(encoding="utf-8")
    assert filled(page, ruleset, path) == page, f"skirmish-rl describe {name} --update {path}"
    assert all(f"| `{option}` |" in page for option in ruleset.options)
    assert f"\n| {ruleset.version} | " in page.partition("## Versions")[2]


def test_describe_prints_and_updates(capsys, tmp_path):
    ruleset = ruleset_of("godbreakers")
    assert run(capsys, "describe", "godbreakers")[1] == describe(ruleset)
    page = tmp_path / "page.md"
    page.write_text("".join(f"<!-- generated: {name} -->\nold\n<!-- end: {name} -->\n" for name in SECTIONS))
    assert run(capsys, "describe", "godbreakers", "--update", str(page))[0] == 0
    assert "old" not in page.read_text() and "Discrete(" in page.read_text()
    page.write_text("nothing generated here")
    code, _, err = run(capsys, "describe", "godbreakers", "--update", str(page))
    assert code == 2 and "expected one part between" in err


def test_describe_renews_a_folder_of_pages(capsys, tmp_path):
    names = [f"{name}.md" for name in available()]
    for name in names:
        page = (PAGES / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(page.replace("| version | ", "| version | old "))
    code, out, _ = run(capsys, "describe", "--update", str(tmp_path))
    assert code == 0 and out.count("is up to date") == len(names)
    assert all((tmp_path / name).read_text() == (PAGES / name).read_text(encoding="utf-8") for name in names)


def test_compile_says_what_and_how_long(capsys, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Entry(0, "tests.toy"))
    code, out, err = run(capsys, "compile", "toy")
    if INTERPRETED:
        assert code == 2 and "switched off" in err
    else:
        assert code == 0 and out.startswith("toy, into ")
        assert re.findall(r"^  (\w[\w' ]*\w) +\d+\.\d s$", out, re.MULTILINE)[-2:] == ["games between bots", "in all"]
