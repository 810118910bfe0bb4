"""Games kept as seeds and decisions come out as they were; what is damaged, or of another version, is refused by name."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
import tomli_w

from skirmish_rl.__main__ import main
from skirmish_rl.agents.datasets.episodes import episodes, write_minari
from skirmish_rl.agents.datasets.recording import load, record
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.demonstrations import read_game, read_games
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, DataError, MissingExtra, SkirmishError, StateError
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.core.trace import record_game
from skirmish_rl.envs.registry import available, ruleset_of
from tests.test_files import SAVED, shipped_force
from tests.toy import RULESET as TOY


@pytest.fixture(scope="session")
def kept():
    """Twelve games of three agents at a toy's table."""
    scenario = TOY.scenario("short", 3)
    return record(scenario, [agent_of(name, scenario) for name in ("bot:strong", "random", "bot:simple")], 12, seed=5)


@pytest.fixture(scope="session")
def file(kept, tmp_path_factory):
    """Them as a file."""
    path = tmp_path_factory.mktemp("recorded") / "toy.npz"
    kept.save(path)
    return path


def test_a_file_holds_the_games_as_they_were(kept, file):
    again = load(file)
    for name in ("seeds", "who", "counts", "actions", "ends"):
        assert np.array_equal(getattr(again, name), getattr(kept, name))
    assert (again.names, again.about, again.scenario.id) == (kept.names, kept.about, kept.scenario.id)
    assert again.names == ("bot:strong", "random", "bot:simple") and not list(file.parent.glob("*.tmp"))


def test_files_of_ones_own_are_told_without_the_folder_in_which_they_lie_for_now(tmp_path):
    ruleset = ruleset_of("trench_crusade")
    own, roster = tmp_path / "scenario.toml", tmp_path / "roster.toml"
    own.write_text(tomli_w.dumps(read_toml(ruleset.data / "scenarios.toml")["duel"] | {"warbands": ["a_300", "roster.toml"]}))
    roster.write_text(tomli_w.dumps(read_toml(ruleset.data / "warbands.toml")["a_300"]))
    scenario = ruleset.scenario(str(own))
    record(scenario, [agent_of("random", scenario)] * 2, 2, seed=5).save(tmp_path / "own.npz")
    own.unlink(), roster.unlink()
    again = load(tmp_path / "own.npz")
    assert again.told.startswith("trench_crusade-v0/own-1.toml/2 {") and '["a_300", "own-2.toml"]' in again.told
    assert sum(moment[0] is not None for moment in again.play()) > 0


def test_seats_are_turned_from_game_to_game_unless_they_are_fixed(kept):
    agents = [agent_of(name, kept.scenario) for name in kept.names]
    assert (kept.who[:3] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]).all()
    fixed = record(kept.scenario, agents, 2, seed=5, turned=False)
    assert (fixed.who == [[0, 1, 2]] * 2).all() and fixed.seeds[0] == 5
    mean = [result["reward"] for result in kept.about["results"]]
    assert abs(sum(mean)) < 1e-3 and mean[0] > mean[1]


@pytest.mark.parametrize("at_once", [1, 5, 100])
def test_playing_again_passes_every_decision_once(kept, at_once):
    decisions = ended = 0
    for first, batch, asked, actions in kept.play(at_once=at_once):
        assert batch.masks[asked, actions].all() and (batch.deciders[asked] >= 0).all()
        decisions += len(asked)
        if not len(asked):
            assert batch.over.all() and (batch.seeds == kept.seeds[first : first + batch.n]).all()
            ended += batch.n
    assert (decisions, ended) == (len(kept.actions), len(kept)) == (int(kept.counts.sum()), 12)


@pytest.mark.parametrize("records", [False, True])
def test_an_episode_is_one_seats_way_through_a_game(kept, records):
    found = {(episode.game, episode.seat): episode for episode in episodes(kept, records)}
    starts = np.concatenate([[0], np.cumsum(kept.counts)])
    for game in range(len(kept)):
        batch = Batch(kept.scenario, 1)
        batch.reset(seeds=kept.seeds[game : game + 1])
        seen = dict.fromkeys(range(3), 0)
        for action in kept.actions[starts[game] : starts[game + 1]]:
            seat = int(batch.deciders[0])
            episode, t = found[game, seat], seen[seat]
            assert np.array_equal(episode.observations[t], batch.observations[0]) and np.array_equal(episode.masks[t], batch.masks[0])
            assert episode.actions[t] == action and (episode.records is None) == (not records)
            if records:
                assert episode.records[t].tobytes() == batch.games.tobytes()
            seen[seat] += 1
            batch.step(np.array([action], np.int64))
        for seat, t in seen.items():
            if not t:
                assert (game, seat) not in found
                continue
            episode = found.pop((game, seat))
            assert len(episode.actions) == len(episode.rewards) == t == len(episode.observations) - 1 == len(episode.masks) - 1
            assert episode.rewards[:-1].sum() == 0 and episode.rewards[-1] == batch.rewards[0, seat]
            assert np.array_equal(episode.observations[-1], batch.look(0, seat)[0]) and not episode.masks[-1].any()
            assert episode.agent == kept.names[kept.who[game, seat]] and episode.seed == kept.seeds[game]
    assert not found


def test_demonstrations_are_read_from_recordings_as_from_traces(tmp_path):
    scenario = TOY.scenario("short", 2)
    agents = [agent_of(name, scenario) for name in ("bot:strong", "bot:simple")]
    kept = record(scenario, agents, 4, seed=9)
    kept.save(tmp_path / "four.npz")
    trace = record_game(scenario, 9, ["strong", "simple"])
    (tmp_path / "one.txt").write_text(trace)
    games, refused = read_games(tmp_path, scenario)
    assert (len(games), refused) == (5, [])
    one = read_game(trace, scenario)
    for name in ("actions", "deciders", "rewards"):
        assert np.array_equal(getattr(games[0], name), getattr(one, name)), name
    only, _ = read_games(tmp_path / "four.npz", scenario, ("bot:simple",))
    for game, who in zip(only, kept.who, strict=True):
        assert (game.copied == (who[game.deciders] == 1)).all() and 0 < game.copied.sum() < len(game.copied)
    with pytest.raises(BadOption, match=r"none of 1 files is a game of .*four.npz: a game of seats 2; expected 3"):
        read_games(tmp_path / "four.npz", TOY.scenario("short", 3))


def damaged(file: Path, **changes) -> bytes:
    """The file with other arrays; None: left out."""
    with np.load(file) as archive:
        arrays = {name: archive[name] for name in archive.files} | changes
    inside = io.BytesIO()
    np.savez_compressed(inside, **{name: array for name, array in arrays.items() if array is not None})
    return inside.getvalue()


def test_what_is_no_recording_is_refused(kept, file, tmp_path):
    header = bytes(np.load(file)["about"])

    def told(before: bytes, after: bytes) -> np.ndarray:
        assert before in header
        return np.frombuffer(header.replace(before, after), np.uint8)

    for content, message in (
        (b"hello", r"is not a recording, or it is damaged \(File is not a zip file\); .skirmish-rl record. makes one"),
        (b"", "is not a recording, or it is damaged"), (b"PK\x03\x04 and no more", "is not a recording"),
        (file.read_bytes()[:-200], "is not a recording"),
        (damaged(file, ends=None), "ends is not in it"), (damaged(file, seeds=kept.seeds.astype(np.float64)), "seeds is float64"),
        (damaged(file, who=kept.who[:, :2]), r"who is int8 \(12, 2\); expected int8 \(12, 3\)"),
        (damaged(file, who=kept.who + np.int8(1)), "seats or seeds"),
        (damaged(file, actions=kept.actions[1:]), "decisions in 12 games"), (damaged(file, counts=-kept.counts), "decisions in 12 games"),
        (damaged(file, about=told(b"skirmish trace", b"another thing")), "not a trace"),
        (damaged(file, about=told(b"version 0", b"version 9")), "version 9"),
        (damaged(file, about=told(b"{\"package\"", b"[\"package\"")), "a damaged recording"),
        (damaged(file, about=np.frombuffer(b"\xff\xfe", np.uint8)), "damaged"),
    ):  # fmt: skip
        (tmp_path / "bad.npz").write_bytes(content)
        with pytest.raises(SkirmishError, match=message) as caught:
            load(tmp_path / "bad.npz")
        assert str(tmp_path / "bad.npz") in str(caught.value)
    with pytest.raises(BadOption, match="cannot read .*nowhere.npz: No such file"):
        load(tmp_path / "nowhere.npz")


def zipped(how: int = zipfile.ZIP_DEFLATED, **parts: bytes) -> bytes:
    """An archive of parts as they are."""
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w", how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return inside.getvalue()


def said(array: np.ndarray | bytes, header: str = "") -> bytes:
    """An array as a part of an archive; with a header, some bytes that are told to be another one."""
    inside = io.BytesIO()
    if not header:
        np.save(inside, array)
        return inside.getvalue()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(array)


def test_arrays_that_are_not_what_they_say_are_refused_before_there_is_room_for_them(kept, file, tmp_path):
    good = {name: said(array) for name, array in np.load(file).items()}
    shape = "{{'descr': {}, 'fortran_order': {}, 'shape': {}}}"

    def other(name: str, content: bytes, how: int = zipfile.ZIP_DEFLATED) -> bytes:
        return zipped(how, **{f"{key}.npy": part for key, part in (good | {name: content}).items()})

    locked = bytearray(zipped(**{f"{key}.npy": part for key, part in good.items()}))
    for at in (locked.index(b"PK\x03\x04") + 6, locked.index(b"PK\x01\x02") + 8):
        locked[at] |= 1  # encrypted
    record = np.zeros(12, [("seed", "<i8")])
    nested = np.frombuffer(good["about"][128:].rpartition(b"\n")[0] + b"\n" + b"[" * 5000, np.uint8)
    for content, message in (
        (other("seeds", said(b"", shape.format("'<i8'", False, "(99999999999,)"))), "says it is int64"),
        (other("seeds", said(b"", shape.format("'<i8'", False, "(" + "999999999," * 90 + ")"))), "says it is int64"),
        (other("seeds", said(b"", shape.format("'<i8'", False, "(0, 1" + "0" * 30 + ")"))), "is not a recording"),
        (other("seeds", said(b"x" * 96, shape.format("'<i8'", False, "(-12,)"))), "says it is"),
        (other("seeds", said(b"x" * 96, shape.format("'|O'", False, "(12,)"))), "says it is object"),
        (other("seeds", said(b"x" * 96, shape.format("'<i8'", True, "(12,)"))), "says it is"),
        (other("seeds", said(b"x" * 96, shape.format("'<i8'", False, "(12L,)")[:-1])), "is no array"),
        (other("seeds", said(b"", shape.format("'|V0'", False, "(12,)"))), "is not a recording"),
        (other("seeds", said(b"x" * 96, "(" * 9000)), "is no array"), (other("seeds", b"\x93NUMPY\x09\x00"), "is no array"),
        (other("seeds", said(record)), "says it is"), (other("seeds", said(kept.seeds.astype(">i8"))), "seeds is >i8"),
        (other("seeds", said(kept.seeds.reshape(3, 4))), r"seeds is int64 \(3, 4\)"),
        (other("actions", said(np.uint16(3))), r"actions is uint16 \(\)"),
        (other("actions", said(-kept.actions.astype(np.int64))), "actions is int64"),
        (other("seeds", said(kept.seeds[:0])), "expected int8|0 games"),
        (other("counts", said(np.full(12, 2**31 - 1, np.int32))), "count 25,769,803,764"),
        (other("about", said(nested)), "nested too deeply"),
        (other("seeds", said(np.zeros(10**7, np.int64))), "unpacked it is larger"),
        (other("seeds", good["seeds"], zipfile.ZIP_BZIP2), "packed in a way"),
        (other("seeds", good["seeds"], zipfile.ZIP_LZMA), "packed in a way"), (bytes(locked), "encrypted"),
        (zipped(**{f"/etc/{key}.npy": part for key, part in good.items()}), "about and actions and .* is not in it"),
    ):  # fmt: skip
        (tmp_path / "bad.npz").write_bytes(content)
        with pytest.raises(StateError, match=message) as caught:
            load(tmp_path / "bad.npz")
        assert str(tmp_path / "bad.npz") in str(caught.value) and len(str(caught.value)) < 1500


def test_what_is_no_file_is_never_waited_for(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe.npz")
    for path in (tmp_path / "pipe.npz", tmp_path, "/dev/zero", "a\0b"):
        assert main(["dataset", str(path)]) == 2
        assert "cannot read" in capsys.readouterr().err
    with pytest.raises(BadOption, match=r"none of 1 files is .*pipe.npz: cannot read .*not a file"):
        read_games(tmp_path, TOY.scenario("short", 2))


@pytest.mark.parametrize(("encoding", "ends"), SAVED)
def test_recordings_hold_files_as_editors_save_them_to_the_letter(encoding, ends, tmp_path):
    own = tmp_path / "mine.toml"
    own.write_bytes(f"# a\u2028b \x85 c\n{shipped_force('warcry')}".replace("\n", ends).encode(encoding))
    scenario = ruleset_of("warcry").scenario("crossing", 2, force_a=str(own))
    agents = [agent_of("random", scenario)] * 2
    agents[0].name = "ppo:my runs/one"
    record(scenario, agents, 2, seed=5).save(tmp_path / "two.npz")
    (tmp_path / "one.txt").write_bytes(record_game(scenario, 9, "simple").replace("\n", ends).encode(encoding))
    games, refused = read_games(tmp_path, scenario)
    assert (len(games), refused) == (3, [])
    own.unlink()
    assert (
        sum(not len(moment.asked) for moment in load(tmp_path / "two.npz").play()) == 1
        and load(tmp_path / "two.npz").names[0] == "ppo:my_runs/one"
    )


def test_games_that_go_elsewhere_are_refused_when_they_are_played(kept, file, tmp_path):
    ends = kept.ends.copy()
    ends[7] ^= 1
    actions = kept.actions.copy()
    actions[3] = 60_000
    for content, message in (
        (damaged(file, ends=ends), "game 7 does not end as it did"),
        (damaged(file, actions=actions), "from 0 on do not play again: game 0: .*outside"),
        (damaged(file, seeds=kept.seeds + 1), "do not play again|does not end"),
    ):  # fmt: skip
        (tmp_path / "bad.npz").write_bytes(content)
        with pytest.raises(StateError, match=message):
            list(load(tmp_path / "bad.npz").play())


def test_decisions_after_the_end_of_a_game_are_refused(kept, file, tmp_path):
    counts, at = kept.counts.copy(), int(kept.counts[:8].sum())
    counts[7] += 1
    (tmp_path / "bad.npz").write_bytes(damaged(file, counts=counts, actions=np.insert(kept.actions, at, 65_000)))
    with pytest.raises(StateError, match="game 7 is over after .* decisions, and more are recorded"):
        list(load(tmp_path / "bad.npz").play())


@pytest.mark.parametrize("name", available())
def test_every_game_is_recorded_and_checked_from_the_command_line(name, tmp_path, capsys):
    out = tmp_path / "some.npz"
    words = ["record", name, "--agents", "bot:strong", "random", "--games", "6", "--seed", "3", "--out", str(out)]
    assert main(words) == 0
    told = capsys.readouterr().out
    assert "6 games of" in told and "bytes each" in told and str(out) in told
    assert main(["dataset", str(out)]) == 0
    assert "every game ends as it did" in capsys.readouterr().out
    kept = load(out)
    assert kept.scenario.name == ruleset_of(name).default_scenario("small") and len(kept) == 6
    assert json.loads(json.dumps(kept.about))["results"][0]["agent"] == "bot:strong"


def test_wrong_commands_are_refused_in_one_line(file, tmp_path, capsys):
    good = ["record", "warcry", "--agents", "bot:strong", "--out", str(tmp_path / "a.npz")]
    for words, message in (
        (["record", "chess", *good[2:]], "unknown game 'chess'"), ([*good[:-1], str(tmp_path / "a.txt")], "ends in .npz"),
        ([*good, "--games", "0"], "give at least one game"), ([*good, "--option", "rounds"], "expected name=value"),
        (["record", "warcry", "--agents", "random", "random", "random", "--out", str(tmp_path / "a.npz")], "3 agents"),
        (["dataset", str(tmp_path / "none.npz")], "No such file"),
    ):  # fmt: skip
        assert main(words) == 2
        err = capsys.readouterr().err
        assert message in err and len(err.splitlines()) == 1
    assert not (tmp_path / "a.npz").exists()
    (tmp_path / "a.npz").write_bytes(b"mine")
    assert main(good) == 2 and "a.npz exists; give another name" in capsys.readouterr().err
    assert (tmp_path / "a.npz").read_bytes() == b"mine"
    with pytest.raises(DataError, match="cannot write"):
        load(file).save(file / "below" / "a.npz")


@pytest.mark.skipif(importlib.util.find_spec("minari") is not None, reason="minari is installed")
def test_without_minari_the_message_says_how_to_install_it(kept):
    with pytest.raises(MissingExtra, match=r"pip install 'skirmish-rl\[minari\]'"):
        write_minari(kept, "toy/strong-v0")


def test_minaris_own_loader_reads_the_episodes(kept, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari", reason="pip install 'skirmish-rl[minari]'")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    assert write_minari(kept, "toy/three-v0", records=True) == len(kept.actions)
    data = minari.load_dataset("toy/three-v0")
    expected = list(episodes(kept, records=True))
    assert (data.total_steps, data.total_episodes) == (len(kept.actions), len(expected))
    assert json.loads(data.storage.metadata["description"])["scenario"] == kept.scenario.id
    for episode, wanted in zip(data.iterate_episodes(), expected, strict=True):
        assert np.array_equal(episode.observations["observation"], wanted.observations)
        assert np.array_equal(episode.observations["action_mask"], wanted.masks) and np.array_equal(
            episode.observations["record"], wanted.records
        )
        assert np.array_equal(episode.actions, wanted.actions) and np.array_equal(episode.rewards, wanted.rewards)
        assert episode.terminations.tolist() == [False] * (len(wanted.actions) - 1) + [True] and not episode.truncations.any()
        assert data.observation_space.contains({key: value[0] for key, value in episode.observations.items()})
    with pytest.raises(BadOption, match="give a new name"):
        write_minari(kept, "toy/three-v0")
    assert minari.load_dataset("toy/three-v0").total_steps == len(kept.actions)
