"""`skirmish-rl`: every command, and bad input in one line."""

import dataclasses
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import skirmish_rl
from skirmish_rl.__main__ import EXAMPLES, GROUPS, main, parser
from skirmish_rl.envs import commands
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import Offer, Table, listed, offered, shaded
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.core.pages import SECTIONS, describe, filled
from skirmish_rl.envs.core.trace import golden_games
from skirmish_rl.envs.registry import RULESETS, Entry, available, gymnasium_id, ruleset_of
from skirmish_rl.envs.words.lessons import guide_of

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
        assert all(word in out for word in (name, gymnasium_id(name), *ruleset.scenarios, *ruleset.bots))
    assert "tide_of_iron: Tide of Iron, skirmish/TideOfIron-v3, 2 seats; " in out and " 2 to 4 seats; " in out


def test_list_says_a_sentence_of_every_scenario(capsys):
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in available():
        says = guide_of(ruleset_of(name))["scenarios"]
        for scenario in ruleset_of(name).scenarios:
            assert any(line.split()[0] == scenario and line.endswith(f" {says[scenario]}") for line in lines), scenario


@pytest.mark.parametrize("words", [(), ("help",), ("--help",), ("-h",)])
def test_alone_it_shows_every_command_with_examples_that_are_read(capsys, words):
    code, out, _ = run(capsys, *words)
    assert code == 0 and max(map(len, out.splitlines())) <= 80
    top = parser()
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(top.commands.choices)
    assert all(f"\n  {name:<10}" in out for name in top.commands.choices)
    for example in EXAMPLES:
        program, command, *rest = shlex.split(example)
        assert example in out and program == "skirmish-rl" and command in top.commands.choices
        if command in ("list", "play", "draw"):
            top.parse_args([command, *rest])


@pytest.mark.parametrize(
    "name", ["list", "compile", "describe", "trace", "replay", "draw", "play", "train", "evaluate", "report", "export", "publish"]
)
def test_help_about_a_command_is_the_commands_own(capsys, name):
    code, out, _ = run(capsys, "help", name)
    assert code == 0 and f"skirmish-rl {name}" in out
    own = re.findall(r"^  skirmish-rl (\w+)(.*)$", out.partition("examples:")[2], re.MULTILINE)
    for command, rest in own:
        assert command == name
        parser().parse_args([command, *shlex.split(rest)])
    assert own or name in ("train", "evaluate", "report", "export", "publish")


@pytest.mark.parametrize("name", ["evaluate", "report", "export", "publish"])
def test_each_example_in_the_help_of_a_command_for_agents_has_a_line_of_its_own(capsys, name):
    code, out, _ = run(capsys, "help", name)
    examples = re.findall(r"^  skirmish-rl .*$", out, re.MULTILINE)
    assert code == 0 and len(examples) > 1
    assert all(example.startswith(f"  skirmish-rl {name} ") and example.count("skirmish-rl") == 1 for example in examples)


def test_the_version_is_the_packages_own(capsys):
    assert run(capsys, "--version")[:2] == (0, f"skirmish-rl {skirmish_rl.__version__}\n")
    assert re.fullmatch(r"\d+\.\d+\.\d+", skirmish_rl.__version__)


def test_evaluating_without_its_extra_says_so_in_one_line(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "skirmish_rl.agents.evaluate", raising=False)
    monkeypatch.delitem(sys.modules, "skirmish_rl.agents.settings.seed", raising=False)
    monkeypatch.setitem(sys.modules, "tyro", None)
    monkeypatch.setitem(sys.modules, "tyro.constructors", None)
    code, _, err = run(capsys, "evaluate", "--ruleset", "warcry", "--agents", "random", "bot:simple")
    assert code == 2 and err.count("\n") == 1
    assert "libraries that only an extra brings: " in err and "pip install 'skirmish-rl[train]'" in err


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
    path = tmp_path / "new" / f"board{suffix}"
    words = ("draw", "godbreakers", "--scenario", "drill", "--decisions", "12", "--out", str(path))
    assert run(capsys, *words)[:2] == (0, f"made the folder {path.parent}\n{path}\n")
    assert run(capsys, *words)[:2] == (0, f"{path}\n")
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
        (("trace", "godbreakers", "--seed", "seven"), "seed=seven: expected a whole number from 0 to 2**63 - 1"),
        (("replay", "no/such/file.txt"), "No such file"),
        (("replay", "no\0file"), "cannot read 'no\\x00file': embedded null byte"),
        (
            ("draw", "godbreakers", "--scenario", "drill", "--out", "no\0folder/board.svg"),
            "cannot write 'no\\x00folder/board.svg': embedded null byte",
        ),
        (
            ("evaluate", "--ruleset", "godbreakers", "--scenario", "drill", "--agents", "random", "bot:simple", "--out", "no\0folder"),
            "embedded null byte",
        ),
        (("draw", "godbreakers", "--decisions", "-1"), "--decisions -1: expected a whole number, 0 or more"),
        (("play", "godbreakers", "--scenario", "nowhere"), "treasure, (or a path ending in .toml), (or skirmish:SEED"),
        (("draw", "godbreakers", "--out", "board.gif"), "ending in .svg, .png, .txt"),
        (("draw", "godbreakers", "--scenario", "drill", "--out", "/proc/none/board.svg"), "cannot write"),
        (("describe", "godbreakers", "--update", "no/such/page.md"), "cannot read"),
        (("describe", "--update", "no/such/page.md"), "name the ruleset of this page"),
        (("trace", "--scenario", "drill"), "name a ruleset, or give --golden"),
        (("compile", "godbreaker"), "did you mean 'godbreakers'"),
        (("play", "godbreakers", "--scenario", "drill", "--seat", "4"), "seats 0 to 1"),
        (("train", "godbreakers/ppo-smal"), "did you mean 'godbreakers/ppo-small'"),
        (("train", "chess"), "known: dropzone_commander/gpu-duel, dropzone_commander/gpu-mirror, dropzone_commander/ppo-any"),
        (("train", "godbreakers/ppo-small", "--runs", "no\0folder"), "cannot make 'no\\x00folder"),
        (("train", "godbreakers/ppo-small", "--seeds", "2", "--runs", "no\0folder"), "cannot make 'no\\x00folder"),
        (("train", "--resume", "no/such/run"), "is not a run folder"),
        (("evaluate", "no/such/run"), "is not a run folder"),
        (("evaluate", "--ruleset", "godbreaker"), "did you mean 'godbreakers'"),
        (
            ("train", "godbreakers/ppo-small", "--ppo.learning-rate", "fast"),
            "skirmish-rl train: --ppo.learning-rate: 'fast' is not a number; `skirmish-rl train godbreakers/ppo-small --help` lists",
        ),
        (
            ("train", "godbreakers/ppo-small", "--ppo.lerning-rate", "1"),
            "unknown option --ppo.lerning-rate; did you mean --ppo.learning-rate? `",
        ),
        (("train", "godbreakers/ppo-small", "--demonstrations", "no/such/games"), "'no/such/games': no such file or folder; give a trace"),
        (("evaluate", "--games", "many"), "--games: 'many' is not a whole number; `skirmish-rl evaluate --help` lists the options"),
        (("publish", "runs/mine"), "skirmish-rl publish: missing: --out STR (the folder to write); `skirmish-rl publish --help`"),
        (("site",), "the following arguments are required: --out; `skirmish-rl site --help` lists the options"),
        (("serve", "--prot", "80"), "unrecognized arguments: --prot; `skirmish-rl serve --help` lists the options"),
        (("balance", "warcry", "--games", "few"), "argument --games: invalid int value: 'few'"),
        (("dance",), "unknown command 'dance'"),
        (("help", "tranin"), "did you mean 'train'"),
        (("--verison",), "unrecognized arguments"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, words, message):
    code, _, err = run(capsys, *words)
    assert code == 2
    assert message in err and err.count("\n") == 1


def test_ctrl_c_is_one_line_and_exit_code_130(capsys, monkeypatch):
    def cut(words):
        raise KeyboardInterrupt

    monkeypatch.setattr("skirmish_rl.__main__._run", cut)
    assert main(["evaluate"]) == 130
    assert capsys.readouterr().err == "skirmish-rl evaluate: interrupted; what was not finished is not kept\n"


def test_a_reader_that_leaves_early_gets_no_traceback():
    code = """
import skirmish_rl.__main__ as command
def much(words):
    while True:
        print("one more line")
command._run = much
raise SystemExit(command.main(["list"]))
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == "" and process.wait(60) == 130


def test_a_library_that_is_missing_is_one_line_and_exit_code_2(capsys, monkeypatch):
    """As where somebody has taken torch out of an environment that had it."""

    def without(words: list[str]) -> int:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")

    monkeypatch.setattr("skirmish_rl.__main__._run", without)
    assert run(capsys, "evaluate", "runs/mine") == (
        2, "", "skirmish-rl evaluate: No module named 'torch'; install it with: pip install 'skirmish-rl[train]'\n"
    )  # fmt: skip
    monkeypatch.setattr("skirmish_rl.__main__._run", lambda words: __import__("skirmish_rl.no_such_file"))
    with pytest.raises(ModuleNotFoundError):
        main(["list"])


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
    table = Table(scenario, 3, 1, "random", lambda prompt: next(iter(offered(table.batch).texts)), shown.append, color=False)
    outcome = table.play()
    assert outcome is not None and sum(outcome.rewards) == pytest.approx(0)
    assert shown[-1].startswith(outcome.reason)


def test_answers_by_number_words_or_cell_are_the_same():
    scenario = ruleset_of("godbreakers").scenario("drill")
    records = set()
    for form in ("number", "words", "upper"):
        table = Table(scenario, 5, 0, "random", person([]), print, color=False)
        for _ in range(60):
            if table.batch.over[0]:
                break
            if int(table.batch.deciders[0]) != 0:
                table.batch.step(table.batch.ask(np.zeros(1, np.int64), 0))
                continue
            offer, decision = offered(table.batch), int(table.batch.games[0]["decision"])
            if offer.numbered:
                said = {"number": "1", "words": offer.numbered[0][1], "upper": offer.numbered[0][1].upper()}[form]
                wanted = offer.numbered[0][0]
            else:
                verb, places = next(iter(offer.cells.items()))
                place, wanted = next(iter(places.items()))
                said = {"number": place, "words": f"{verb} {place}", "upper": f"{verb.upper()}  {place}"}[form]
            action, _ = table._read_answer(said, offer, decision)
            assert action == wanted
            table.batch.step(np.array([action]))
        records.add(table.batch.games.tobytes())
    assert len(records) == 1


def test_a_person_may_err_ask_look_and_leave():
    shown: list[str] = []
    scenario = ruleset_of("godbreakers").scenario("drill", shuffle=False)
    answers = person(["", "dance", "deploy B1", "?", "board", "help", "undo", "save x", "quit"])
    assert Table(scenario, 3, 0, "random", answers, shown.append, color=False).play() is None
    text = "\n".join(shown)
    assert "'dance' is no answer here; for example 'deploy A" in text and "'deploy B1' is no answer here; for example 'deploy A1'" in text
    assert "nothing to undo" in text and "save is not possible here" in text
    assert Table(scenario, 3, 0, "random", person([]), shown.append).play() is None


def test_who_leaves_a_game_that_is_not_saved_is_told_once():
    scenario, lost = ruleset_of("godbreakers").scenario("drill"), "not saved: save FILE keeps this game, quit leaves it"
    for answers, is_told in ((["1", "quit", "quit"], True), (["1", "save x", "quit"], False), (["quit"], False)):
        shown: list[str] = []
        asked = person([*answers, "look 0,0"])
        table = Table(scenario, 3, 0, "random", asked, shown.append, color=False, save=lambda *game: None)
        assert table.play() is None and (lost in shown) == is_told and not [line for line in shown if "is no answer" in line]
        assert asked("") == "look 0,0", "they have left"


def test_a_person_may_take_a_decision_back_and_read_what_happened():
    scenario = ruleset_of("godbreakers").scenario("drill")
    shown: list[str] = []
    commands = person(["1", "1", "undo", "1", "history", "quit"])
    table = Table(scenario, 3, 0, "random", commands, shown.append, color=False)
    assert table.play() is None
    other = Table(scenario, 3, 0, "random", person(["1", "1", "quit"]), [].append, color=False)
    other.play()
    assert table.batch.games["decisions"] == other.batch.games["decisions"] and table.told == other.told
    assert "back to your last decision" in "\n".join(shown)
    assert shown[-len(table.told[-40:]) :] == table.told[-40:]


def test_legal_cells_stand_out_and_lines_fit():
    scenario = ruleset_of("godbreakers").scenario("drill")
    batch = Batch(scenario, 1, observe=False, listen=True)
    batch.reset(seed=3)
    while not offered(batch).cells:
        batch.step(batch.ask(np.zeros(1, np.int64), 0))
    offer, scene = offered(batch), scenario.ruleset.scene(batch.games[0], scenario)
    places = {tuple(map(int, place.split(","))) for cells in offer.cells.values() for place in cells}
    for color in (False, True):
        shown = shaded(scene, offer, color)
        for y, row in enumerate(shown.glyphs):
            for x, glyph in enumerate(row):
                plain = scene.glyphs[y][x]
                assert (glyph != plain) == ((x, y) in places)
                assert color or glyph.text.startswith("+") == ((x, y) in places)
    for limit in (0, 12):
        assert all(len(line) <= 80 for line in listed(offer, 80, limit))
    assert len(listed(offer, 80, 12)) < 10


def test_a_game_at_the_terminal_is_saved_and_loaded(capsys, monkeypatch, tmp_path):
    saved = tmp_path / "game"
    words = ("play", "godbreakers", "--scenario", "drill", "--seed", "4", "--bot", "random")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"1\n1\nsave {saved}\nhistory\nquit\n"))
    assert run(capsys, *words)[0] == 0 and saved.is_file()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"load {tmp_path / 'none'}\nload {saved}\nquit\n"))
    _, out, _ = run(capsys, *words)
    assert "cannot read" in out and "is no answer" not in out
    (tmp_path / "other").write_bytes(b"nonsense")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"load {tmp_path / 'other'}\nsave {tmp_path / 'other'}\nsave {saved}\nquit\n"))
    _, out, _ = run(capsys, *words)
    assert f"load {tmp_path / 'other'}: these bytes are no saved game" in out and "choose another name" in out
    assert (tmp_path / "other").read_bytes() == b"nonsense" and f"saved in {saved}" in out


def test_a_person_needs_a_seat_and_an_opponent():
    scenario = ruleset_of("godbreakers").scenario("drill")
    with pytest.raises(BadOption, match="seats 0 to 1"):
        Table(scenario, 1, 2, "random", person([]), print)


def test_play_reads_the_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run(capsys, "play", "godbreakers", "--scenario", "drill", "--seed", "4", "--bot", "random")
    assert code == 0 and "You are seat_0" in out


def test_answers_are_listed_by_number_and_by_verb():
    offer = Offer([(7, "pass"), (9, "engage B1")], {"move": {"1,1": 1, "1,2": 2, "1,3": 3}})
    assert listed(offer, 80, 2) == ["* 1 pass  2 engage B1", "* move 1,1  1,2  ... (3)"]
    assert listed(offer, 80, 0) == ["* 1 pass  2 engage B1", "* move 1,1  1,2  1,3"]
    assert offer.texts == {"pass": 7, "engage B1": 9, "move 1,1": 1, "move 1,2": 2, "move 1,3": 3, "1,1": 1, "1,2": 2, "1,3": 3}


@pytest.mark.parametrize("name", available())
def test_page_matches_the_code(name):
    path, ruleset = PAGES / f"{name}.md", ruleset_of(name)
    page = path.read_text(encoding="utf-8")
    assert filled(page, ruleset, path) == page, f"skirmish-rl describe {name} --update {path}"
    assert all(f"| `{option}` |" in page for option in ruleset.options)
    assert f"\n| {ruleset.version} | " in page.partition("## Versions")[2]


@pytest.mark.parametrize("name", available())
def test_the_encoder_of_every_ruleset_is_shown(capsys, name):
    code, out, _ = run(capsys, "show-encoder", name)
    assert code == 0 and 'def encode(state, tables, seat, out, scratch):\n    """' in out
    assert (") * 0.06666666666666667  # carrier: 1/15 for the first of its side\n" in out) == (name == "warcry")
    assert ("  # priority: its place in this round, 1/n for the first; 0 before it is settled\n" in out) == (name == "godbreakers")


def test_what_columns_mean_is_shown_where_a_sheet_says_it(capsys):
    code, out, _ = run(capsys, "show-encoder", "warcry", "--columns")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 0 and "side.kills points of enemies taken down" in lines and "unit_mine.harried maybe" in lines
    for name, line in (
        ("tide_of_iron", "unit_mine.carrier maybe the unit of its side that it is aboard: 1/32 for the first"),
        ("trench_crusade", "process.tested wire, in this movement"),
        ("godbreakers", "unit.subject the question is about it"),
        ("dropzone_commander", "squad.declared number of the battlegroup that it acts with"),
    ):
        code, out, _ = run(capsys, "show-encoder", name, "--columns")
        assert code == 0 and line in [" ".join(told.split()) for told in out.splitlines()]


def test_what_columns_mean_is_not_known_without_a_sheet(capsys, monkeypatch):
    plain = dataclasses.replace(ruleset_of("warcry"), features=lambda tables: None)
    monkeypatch.setattr(commands, "ruleset_of", lambda name: plain)
    code, _, err = run(capsys, "show-encoder", "warcry", "--columns")
    assert code == 2 and "--columns: Warcry has no sheet that says its columns" in err


def test_describe_prints_and_updates(capsys, tmp_path):
    ruleset = ruleset_of("godbreakers")
    assert run(capsys, "describe", "godbreakers")[1] == describe(ruleset)
    page = tmp_path / "page.md"
    page.write_text("".join(f"<!-- generated: {name} -->\noutdated\n<!-- end: {name} -->\n" for name in SECTIONS))
    assert run(capsys, "describe", "godbreakers", "--update", str(page))[0] == 0
    assert "outdated" not in page.read_text() and "Discrete(" in page.read_text()
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
        assert code == 0 and re.fullmatch(r"toy: .*toy_\w+-[\w-]+\.json, \d+\.\d s\n", out)


def test_nothing_that_is_typed_at_the_terminal_ends_the_game(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "\udcfe").mkdir()
    typed = ["²", "9" * 5000, f"look {'9' * 5000},1", "look ²,1", f"load {tmp_path / 'pipe'}", "load /dev/zero", f"load {tmp_path}",
        "load a\0b",
             "load \udcff", "load \udcfe", "save \udcff/\0", "\udcff", "quit"]  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    assert main(["play", "warcry", "--scenario", "crossing", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert out.count("not a file") == 4 and out.encode() and "\0" not in out
    assert "'²' is no answer here" in out and "look ²,1: give a column" in out


@pytest.mark.parametrize("given", ["1e999", "9" * 400, "[" * 100_000, "NaN", '{"a": 1, "a": 2}', '"\\ud800"'])
def test_an_option_that_is_no_value_is_refused_in_one_line(given, capsys):
    assert main(["trace", "warcry", "--scenario", "crossing", "--option", f"rounds={given}"]) == 2
    err = capsys.readouterr().err
    assert "a battle has 1 to 12 rounds" in err and len(err.splitlines()) == 1
