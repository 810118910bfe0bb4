"""Traces: golden games still play the same, and a changed line is found."""

import os
import re
import socket
from pathlib import Path

import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.draw import to_svg
from skirmish_rl.envs.core.errors import BadOption, StateError, UnknownName
from skirmish_rl.envs.core.events import EVENTS, Event, told
from skirmish_rl.envs.core.trace import (
    FORMAT,
    film_of,
    golden_games,
    header_of,
    read_answers,
    read_files,
    read_header,
    record_game,
    replay,
    write_game,
)
from skirmish_rl.envs.registry import RULESETS, Entry, available, ruleset_of
from tests.test_files import ROSTERS, SAVED, shipped_force, with_force

FOLDER = Path(__file__).parent / "traces"
GOLDEN = sorted(FOLDER.glob("*.txt"))


@pytest.fixture(scope="module")
def trace() -> str:
    """A short game."""
    ruleset = ruleset_of("godbreakers")
    return record_game(ruleset.scenario(ruleset.default_scenario("small")), 7, "random")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_game_plays_the_same(path):
    difference = replay(path.read_text(encoding="utf-8"))
    remedy = "if the rules changed on purpose: bump the version, then skirmish-rl trace RULESET --golden tests/traces"
    assert difference is None, f"{path.name}: {difference}\n{remedy}"


@pytest.mark.parametrize("name", available())
def test_every_public_scenario_has_a_golden_game(name):
    expected = {file for file, *_ in golden_games(ruleset_of(name))}
    assert expected == {path.name for path in GOLDEN if path.name.startswith(f"{name}-")}
    assert all(path.stat().st_size < 300_000 for path in GOLDEN)


def test_same_seed_and_bots_give_the_same_trace(trace):
    scenario = ruleset_of("godbreakers").scenario(read_header(trace)["scenario"])
    assert record_game(scenario, 7, ["random", "random"]) == trace
    assert record_game(scenario, 8, "random") != trace


def test_trace_is_readable_and_ends_with_the_outcome(trace):
    lines = trace.splitlines()
    assert lines[0] == FORMAT and lines[-1].startswith("outcome ")
    decisions = [line for line in lines if " legal  " in line]
    assert [int(line.split()[0]) for line in decisions] == list(range(1, len(decisions) + 1))
    assert lines[-1].endswith(f"{len(decisions)} decisions")
    rounds = [line for line in lines if line.startswith("--- ")]
    assert "--- round 1" in rounds and rounds[-1] == "--- over"
    assert trace.isascii()


def test_replay_accepts_its_own_trace(trace):
    assert replay(trace) is None


def test_replay_finds_a_changed_hash_die_or_board(trace):
    lines = trace.splitlines()
    for at in (len(lines) - 3, next(k for k, line in enumerate(lines) if " legal  " in line and "dice -" not in line)):
        changed = list(lines)
        changed[at] = changed[at][:-1] + ("0" if changed[at][-1] != "0" else "1")
        difference = replay("\n".join(changed))
        assert difference is not None and difference.line == at + 1
        assert difference.expected == changed[at] and difference.actual == lines[at]


def test_replay_finds_an_answer_that_is_not_legal(trace):
    lines = trace.splitlines()
    at = next(k for k, line in enumerate(lines) if " legal  " in line)
    said = lines[at].partition(" legal  ")[2].split(" dice ")[0]
    lines[at] = lines[at].replace(said, "dance".ljust(len(said)))
    difference = replay("\n".join(lines))
    assert difference is not None and difference.line == at + 1
    assert "cannot read action 'dance'" in str(difference)


def test_replay_finds_a_trace_cut_short_or_too_long(trace):
    cut = trace.splitlines()[:-1]
    difference = replay("\n".join(cut))
    assert difference is not None and difference.expected is None and difference.line == len(cut) + 1
    middle = replay("\n".join(trace.splitlines()[:40]))
    assert middle is not None and middle.line == 41
    longer = replay(trace + "one line more\n")
    assert longer is not None and longer.actual is None and longer.expected == "one line more"


def test_traces_of_another_version_or_kind_are_refused(trace):
    with pytest.raises(StateError, match="record it anew"):
        replay(trace.replace("\nversion ", "\nversion 9", 1))
    with pytest.raises(StateError, match="not a trace"):
        replay("once upon a time")
    with pytest.raises(StateError, match="header"):
        replay(f"{FORMAT}\nruleset godbreakers\n")
    with pytest.raises(StateError, match="damaged trace header"):
        replay(trace.replace("\nseed 7", "\nseed seven", 1))
    with pytest.raises(UnknownName, match="did you mean"):
        replay(trace.replace("\nruleset godbreakers", "\nruleset godbreaker", 1))


def test_bots_must_exist_and_fit_the_seats():
    scenario = ruleset_of("godbreakers").scenario("drill")
    with pytest.raises(UnknownName, match="did you mean 'random'"):
        record_game(scenario, 1, "rondom")
    with pytest.raises(BadOption, match="one for each of the 2 seats"):
        record_game(scenario, 1, ["random"] * 3)


def test_a_trace_holds_the_files_its_game_needs(tmp_path, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Entry(0, "tests.toy"))
    own = tmp_path / "mine.toml"
    own.write_text("goal = 30\n\n# a comment\nrounds = 5\n")
    trace = record_game(ruleset_of("toy").scenario(str(own)), 3, "simple")
    assert str(tmp_path) not in trace and "scenario own-1.toml" in trace and "\n| goal = 30\n|\n| # a comment\n" in trace
    own.unlink()
    assert replay(trace) is None
    lines = trace.splitlines()
    wrong = "\n".join([*lines[:-1], lines[-1] + "!"])
    assert str(replay(wrong)).startswith(f"line {len(lines)} differs")
    assert str(replay("\n".join(lines[:-2]))).startswith(f"the file ends before line {len(lines) - 1}, and the game goes on")
    secret = tmp_path / "secret.toml"
    secret.write_text("goal = 1\nrounds = 1\n")
    with pytest.raises(StateError, match="does not hold it"):
        replay(trace.replace("scenario own-1.toml", f"scenario {secret}"))


@pytest.mark.parametrize("name", ROSTERS)
def test_a_trace_holds_the_rosters_of_its_seats_in_a_list_or_not(name, tmp_path):
    ruleset, own = ruleset_of(name), tmp_path / "mine.toml"
    _, shipped, option = ROSTERS[name]
    own.write_text(shipped_force(name))
    listed = option not in ("force_a", "force_b")
    small = next(scenario for scenario, tags in ruleset.scenarios.items() if "small" in tags)
    trace = record_game(ruleset.scenario(small, 2, **{option: [own, shipped] if listed else own}), 3, "simple")
    assert str(tmp_path) not in trace and "\nown-1.toml\n| " in trace
    own.unlink()
    assert replay(trace) is None
    secret = tmp_path / "secret.toml"
    secret.write_text(shipped_force(name))
    with pytest.raises(StateError, match="the trace needs .* and does not hold it"):
        replay(trace.replace('"own-1.toml"', f'"{secret}"'))


def test_an_unfinished_game_replays_to_where_it_was_left(trace):
    said = read_answers(trace)[:5]
    header = read_header(trace)
    scenario = ruleset_of("godbreakers").scenario(header["scenario"])
    rest = iter(said)

    def choose(batch):
        one = next(rest, None)
        return one and scenario.ruleset.layout.parse(one.said, int(batch.games[0]["decision"]))

    left = write_game(scenario, 7, header["bots"].split(), choose)
    assert left.endswith("\nunfinished; 5 decisions\n") and read_answers(left) == said
    assert replay(left) is None
    assert replay(left.replace("unfinished; 5", "unfinished; 6")) is not None
    assert replay(left.replace("unfinished; 5 decisions\n", "")) is not None


@pytest.mark.parametrize("path", GOLDEN[:5], ids=lambda path: path.stem)
def test_every_answer_of_a_trace_can_be_read(path):
    text = path.read_text(encoding="utf-8")
    answers = read_answers(text)
    assert f"; {len(answers)} decisions" in text.splitlines()[-1] and all(one.said and one.decision.isupper() for one in answers)


def test_a_trace_of_an_own_scenario_replays_where_its_words_read_the_file_again(tmp_path):
    ruleset = ruleset_of("warcry")
    shipped = (ruleset.data / "scenarios.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(re.search(r"^\[crossing\][^\n]*\n(.*?)(?=^\[)", shipped, re.MULTILINE | re.DOTALL)[1], encoding="utf-8")
    trace = record_game(ruleset.scenario(str(own)), 3, "random")
    own.unlink()
    assert replay(trace) is None


@pytest.mark.parametrize(("encoding", "ends"), SAVED)
def test_a_trace_holds_files_as_editors_save_them_to_the_letter(encoding, ends, tmp_path):
    own, said = tmp_path / "mine.toml", f"# a\u2028b \x85 c\u2029  \n{shipped_force('warcry')}"
    own.write_bytes(said.replace("\n", ends).encode(encoding))
    trace = record_game(ruleset_of("warcry").scenario("crossing", 2, force_a=str(own)), 3, "simple")
    assert read_files(trace) == {"own-1.toml": said}
    own.unlink()
    assert replay(trace) is None and film_of(trace).steps


@pytest.mark.parametrize(("encoding", "ends"), SAVED)
def test_a_trace_is_read_as_editors_save_it(encoding, ends, trace, tmp_path, capsys):
    (tmp_path / "game.txt").write_bytes(trace.replace("\n", ends).encode(encoding))
    assert main(["replay", str(tmp_path / "game.txt")]) == 0
    assert "same" in capsys.readouterr().out
    assert read_answers(trace.replace("\n", ends)) == read_answers(trace)


@pytest.mark.parametrize("name", ROSTERS)
def test_a_name_that_looks_like_an_answer_is_none(name, tmp_path):
    own = tmp_path / "a\u2028b c.toml"
    forged = "   1 seat_0 ACTION          1 legal  pass               4be1f0a2"
    own.write_text(re.sub(r'^(title|name) = .*$|(?<=role = )".*?"',
        lambda found: f'{found[1]} = "{forged}"' if found[1] else f'"{forged}"',
                          shipped_force(name), flags=re.MULTILINE), encoding="utf-8")  # fmt: skip
    trace = record_game(with_force(name, own), 3, "simple")
    assert forged in trace and f"; {len(read_answers(trace))} decisions" in trace.rsplit("\n", 2)[-2]
    assert replay(trace) is None and film_of(trace).steps


def test_agents_are_told_by_one_word_each(trace):
    scenario = ruleset_of("godbreakers").scenario(read_header(trace)["scenario"])
    head = "\n".join(header_of(scenario, 7, ["ppo:my runs/the\nfirst\u2028one", "strong"]))
    assert read_header(head)["bots"] == "ppo:my_runs/the_first_one strong"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bots", "random"), ("bots", "random random random"), ("bots", ""), ("bots", "ran\x1b[31mdom random"), ("seed", "-5"),
        ("seed", str(2**63)),
        ("seed", "9" * 5000), ("seed", "1.0"), ("seats", "9"), ("seats", "-2"), ("seats", "3"), ("seats", "9" * 5000),
        ("options", "[" * 5000),
        ("options", "9" * 5000), ("options", '{"rounds": NaN}'), ("options", '{"rounds": ' + "9" * 400 + "}"),
        ("options", '{"rounds": 3, "rounds": 3}'),
        ("options", "[]"), ("options", '{"circles": [[[[1]]]]}'), ("options", '{"circles": "\\ud800"}'), ("version", "\u2028"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_before_anything_is_played(key, value, trace, tmp_path, capsys):
    wrong = trace.replace(f"\n{key} {read_header(trace)[key]}\n", f"\n{key} {value}\n", 1)
    assert wrong != trace
    (tmp_path / "game.txt").write_text(wrong, encoding="utf-8")
    for words in ([], ["--html", str(tmp_path / "game.html")]):
        assert main(["replay", str(tmp_path / "game.txt"), *words]) == 2
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1 and len(told) < 1500 and "\x1b" not in told
    assert not (tmp_path / "game.html").exists()


def test_a_trace_with_a_file_twice_is_damaged(trace):
    lines = trace.splitlines()
    with pytest.raises(StateError, match="it holds own-1.toml twice"):
        replay("\n".join([*lines[:9], "own-1.toml", "| a = 1", "own-1.toml", "| a = 2", *lines[9:]]))


def test_what_is_no_file_is_never_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.txt")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(tmp_path / "socket.txt"))
    for path in (tmp_path / "pipe.txt", tmp_path / "socket.txt", tmp_path, "/dev/zero", tmp_path / "none", "a\0b"):
        assert main(["replay", str(path)]) == 2
        assert "cannot read" in capsys.readouterr().err
    listening.close()


@pytest.mark.parametrize("name", available())
def test_more_events_than_a_record_holds_are_counted_and_everything_is_drawn(name):
    ruleset = ruleset_of(name)
    batch = Batch(ruleset.scenario(ruleset.default_scenario("small")), 1, listen=True)
    batch.reset(seed=1)
    record = batch.games[0]
    record["events"][:] = record["events"][0]
    record["noted"] = EVENTS + 14
    lines = told(record, batch.scenario)
    assert lines[-1] == (Event.NONE, "and 14 more of what came about, for which a record has no room") and len(lines) > 1
    assert to_svg(ruleset.scene(record, batch.scenario))
