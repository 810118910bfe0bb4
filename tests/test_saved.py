"""Saved games are histories: they lead to the same game again, and what was tampered with is refused or plays on."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl import envs
from skirmish_rl.__main__ import main
from skirmish_rl.envs.adapters.aec import SkirmishEnv
from skirmish_rl.envs.adapters.saved import pack, trace_of, unpack
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.saved import Answers, History
from skirmish_rl.envs.core.trace import read_answers, record_hash, replay
from skirmish_rl.envs.registry import available
from tests import toy


class Agent:
    """Answers from outside the kernels: the last legal action."""

    name, bot = "last", None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `skirmish_rl.agents.agent.Agent`."""
        return np.array([np.flatnonzero(batch.masks[b])[-1] for b in index])


@pytest.fixture(autouse=True)
def toy_registered() -> Iterator[None]:
    with toy.registered():
        yield


def played(env: SkirmishEnv, answers: int, seed: int = 0) -> SkirmishEnv:
    """A game after so many random answers, or at its end."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    for _ in range(answers):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        env.step(int(luck.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    return env


def signed(header: dict[str, Any], body: bytes) -> bytes:
    """A saved game with a checksum that is right: everybody can make one."""
    plain = {key: value for key, value in header.items() if key != "checksum"}
    whole = hashlib.blake2b(json.dumps(plain, sort_keys=True).encode() + body, digest_size=16).hexdigest()
    return b"skirmish-state " + json.dumps({**plain, "checksum": whole}, sort_keys=True).encode() + b"\n" + body


def parts(state: bytes) -> tuple[dict[str, Any], bytes]:
    line, _, body = state.partition(b"\n")
    return json.loads(line.removeprefix(b"skirmish-state ")), body


@pytest.mark.parametrize("ruleset", available())
def test_a_saved_game_is_two_bytes_for_each_answer_and_leads_to_the_same_game_again(ruleset: str) -> None:
    env = played(envs.make(ruleset, render_mode="ansi"), 60)
    state = env.get_state()
    assert len(parts(state)[1]) == 2 * 60 and len(state) < 1500
    again = envs.make(ruleset, render_mode="ansi")
    again.set_state(state)
    assert again.record.tobytes() == env.record.tobytes() and again.get_state() == state
    assert [*tell(again.record, again.scenario)] == [*tell(env.record, env.scenario)], "with what its last answer brought about"
    assert again.infos.keys() == env.infos.keys() and all(again.infos[name]["action"] == env.infos[name]["action"] for name in env.agents)


@pytest.mark.parametrize("ruleset", available())
def test_a_game_with_other_answers_is_refused_or_plays_on(ruleset: str) -> None:
    env = played(envs.make(ruleset), 80, seed=4)
    header, body = parts(env.get_state())
    luck, refused, words = (
        np.random.default_rng(1),
        0,
        r"does not play again: answer \d+ of 80: action \d+ is not legal|leads to another position",
    )
    before = env.record.tobytes()
    for _ in range(60):
        answers = np.frombuffer(body, "<u2").copy()
        at = int(luck.integers(len(answers)))
        answers[at] = luck.choice([luck.integers(2**16), luck.integers(env.scenario.n_actions), answers[luck.integers(len(answers))]])
        if answers.tobytes() == body:
            continue
        try:
            env.set_state(signed(header, answers.tobytes()))
        except StateError as error:
            refused += re.search(words, str(error)) is not None
        assert env.record.tobytes() == before, "a game that is refused changes nothing, and others lead there"
    assert refused > 30


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seeds": []}, "seeds"), ({"seeds": [[1, 3]]}, "seeds"), ({"seeds": [[0, -3]]}, "seed"),
        ({"seeds": [[0, 3], [5, 1], [4, 1]]}, "seeds"),
        ({"seeds": [[0, 3], [99, 1]]}, "seeds"), ({"seeds": [[0, 3], [True, 3]]}, "seeds"), ({"seeds": 7}, "damaged"),
        ({"seeds": [[0, 3]] * 10**5}, "seeds"),
        ({"answers": 10**6}, "answers"), ({"answers": -1}, "answers"), ({"answers": "6"}, "answers"),
        ({"answers": 5}, "bytes for 5 answers"),
        ({"control": [-1]}, "control"), ({"control": [-1, 99]}, "control"), ({"control": [-1, -2]}, "control"),
        ({"control": None}, "control"),
        ({"control": [-1, 0]}, "leads to another position|does not play again"), ({"record": "00000000"}, "leads to another position"),
        ({"seeds": [[0, 4]]}, "another position|play again"),
    ],
)  # fmt: skip
def test_a_game_that_began_otherwise_is_refused(change: dict[str, Any], why: str) -> None:
    env = played(envs.make("toy"), 6, seed=3)
    header, body = parts(env.get_state())
    header["games"][0] |= change
    with pytest.raises(StateError, match=why):
        env.set_state(signed(header, body))


def test_answers_after_the_end_are_refused() -> None:
    env = played(envs.make("toy", "short"), 999)
    header, body = parts(env.get_state())
    header["games"][0]["answers"] += 1
    with pytest.raises(StateError, match="the game is over before it"):
        env.set_state(signed(header, body + b"\0\0"))


def test_nobody_has_left_a_game_that_goes_on() -> None:
    env = played(envs.make("toy"), 3)
    header, body = parts(env.get_state())
    header["extra"]["agents"] = ["seat_1"]
    with pytest.raises(StateError, match="damaged: agents"):
        env.set_state(signed(header, body))


def test_a_record_that_was_set_by_hand_is_not_loaded_as_if_play_had_led_to_it() -> None:
    env = played(envs.make("toy"), 3)
    env._game.batch.games["points"][0, 0] = 17
    with pytest.raises(StateError, match="its record had been changed by hand"):
        envs.make("toy").set_state(env.get_state())


def test_a_new_future_is_part_of_a_history() -> None:
    env = played(envs.make("toy"), 4).clone(reseed=5).clone(reseed=6)
    env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    again = pickle.loads(pickle.dumps(env.clone(reseed=True)))
    assert [after for after, _ in parts(again.get_state())[0]["games"][0]["seeds"]] == [0, 4, 4, 5]
    assert envs.make("toy").set_state(again.get_state()) is None and copy.deepcopy(env).record.tobytes() == env.record.tobytes()


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("opponent", [None, "bot:strong", "bot:simple@0.5", "agent"])
def test_the_vector_view_keeps_every_running_games_history(mode: str, opponent: str | None) -> None:
    def make() -> SkirmishVector:
        return SkirmishVector("toy", "short", 5, opponent=Agent() if opponent == "agent" else opponent, autoreset_mode=mode)

    env, luck = make(), np.random.default_rng(2)
    env.reset(seed=9)
    for step in range(700):  # more than there is room for at first
        env.step(random_legal(env.batch.masks, luck))
        if step % 100 == 50 and step > 600:
            again, twin = make(), env.clone(reseed=step)
            again.set_state(env.get_state())
            assert again.get_state() == env.get_state() == pickle.loads(pickle.dumps(env)).get_state()
            copied = pickle.loads(pickle.dumps(twin))
            assert copied.batch.games.tobytes() == twin.batch.games.tobytes() and copied.get_state() == twin.get_state() != env.get_state()
            for _ in range(40):
                actions = random_legal(env.batch.masks, luck)
                seen, theirs = env.step(actions), again.step(actions)
                assert (
                    (seen[0]["observation"] == theirs[0]["observation"]).all()
                    and (seen[1] == theirs[1]).all()
                    and (seen[2] == theirs[2]).all()
                )
            assert again.batch.games.tobytes() == env.batch.games.tobytes() and (again.batch.control == env.batch.control).all()


def test_answers_that_no_running_game_needs_are_forgotten() -> None:
    kept, luck = Answers(3), np.random.default_rng(0)
    for step in range(5000):
        kept.add(luck.integers(0, 9, 3))
        kept.begin([step % 3])
    assert kept._rows.nbytes < 3 * 2 * 2000
    assert kept.history(0, 7, np.array([-1, 0])) == History([(0, 7)], [-1, 0], kept._rows[: kept._count][kept._began[0] :, 0].tolist())


def test_an_agent_that_was_asked_from_outside_is_asked_again_by_nobody() -> None:
    single = SkirmishSingle("toy", opponent=Agent(), seat=1)
    single.reset(seed=5)
    for _ in range(4):
        single.step(int(np.flatnonzero(single.action_masks())[0]))
    asked = SkirmishSingle("toy", opponent="bot:simple", seat=1)
    with pytest.raises(StateError, match="control"):
        asked.set_state(single.get_state())  # it has no such agent
    again = SkirmishSingle("toy", opponent=Agent())
    again.set_state(single.get_state())
    assert again.record.tobytes() == single.record.tobytes() and again.seat == 1
    header, body = parts(single.get_state())
    header["extra"]["seat"] = 0
    with pytest.raises(StateError, match="damaged: seat 0"):
        again.set_state(signed(header, body))


@pytest.mark.games
@pytest.mark.parametrize("ruleset", available())
def test_a_saved_game_becomes_a_trace(ruleset: str) -> None:
    env = SkirmishSingle(ruleset, opponent="bot:strong@0.5", seat=1)
    _, info = env.reset(seed=9)
    luck = np.random.default_rng(4)
    for _ in range(12):
        env.step(int(luck.choice(np.flatnonzero(env.action_masks()))))
    trace = trace_of(env.get_state())
    decisions = int(env.record["decisions"])
    assert replay(trace) is None and trace.endswith(f"unfinished; {decisions} decisions\n") and "bots strong@0.5 outside" in trace
    assert read_answers(trace)[-1].hash == record_hash(env.record)


def test_what_no_trace_can_hold_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = played(envs.make("toy", "short"), 5)
    state = env.get_state()
    assert replay(trace_of(state)) is None
    with pytest.raises(StateError, match="new dice on its way"):
        trace_of(env.clone(reseed=True).get_state())
    several = SkirmishVector("toy", "short", n_games=2, opponent="random")
    several.reset(seed=1)
    with pytest.raises(StateError, match="2 games were saved together"):
        trace_of(several.get_state())
    header, body = parts(state)
    for key, value, why in (
        ("files", {"../mine.toml": "goal = 1"}, "not texts named own-1.toml"), ("files", {"own-1.toml": 3}, "not texts named own-1.toml"),
        ("seats", 10**9, "damaged: seats 1000000000"), ("version", 99, "is of toy version 99"),
    ):  # fmt: skip
        with pytest.raises(StateError, match=why):
            trace_of(signed({**header, "scenario": {**header["scenario"], key: value}}, body))
    none = played(envs.make("toy", "short"), 0).get_state()
    assert replay(trace_of(none)) is None
    for given in (state, none):
        for harm in ({"record": "00000000"}, {}):
            head, answers = parts(given)
            head["games"][0] = {**{key: value for key, value in head["games"][0].items() if key != "record"}, **harm}
            with pytest.raises(StateError, match="another position" if harm else "damaged: 'record'"):
                trace_of(signed(head, answers))
    header["games"][0]["record"] = "00000000"
    with pytest.raises(StateError, match="leads to another position"):
        trace_of(signed(header, body))
    with pytest.raises(StateError, match="no saved game"):
        trace_of(b"skirmish trace 2")


def test_a_saved_game_is_replayed_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "saved.game"
    place.write_bytes(played(envs.make("toy", "short"), 5).get_state())
    assert main(["replay", str(place)]) == 0 and capsys.readouterr().out == f"{place}: same\n"
    assert main(["replay", str(place), "--write", str(tmp_path / "game.txt")]) == 0
    assert replay((tmp_path / "game.txt").read_text()) is None
    assert main(["replay", str(place), "--html", str(tmp_path / "a.html"), "--write", str(tmp_path / "b.txt")]) == 2
    assert main(["replay", str(place), str(place), "--write", str(tmp_path / "b.txt")]) == 2
    assert main(["replay", str(tmp_path / "game.txt"), "--write", str(tmp_path / "b.txt")]) == 2
    assert main(["replay", str(place), "--write", str(tmp_path / "b.txt"), "--judge", "mcts:4"]) == 2
    assert not (tmp_path / "b.txt").exists()


@pytest.mark.games
@pytest.mark.parametrize("ruleset", available())
def test_a_game_is_loaded_in_a_few_milliseconds(ruleset: str) -> None:
    env = played(envs.make(ruleset), 500)
    state, took = env.get_state(), []
    for _ in range(5):
        began = time.perf_counter()
        saved = unpack(env.scenario, state)
        took.append(time.perf_counter() - began)
    assert pack(env.scenario, saved.histories, saved.records, saved.extra) == state
    assert min(took) < 0.025, "five times what it takes on a machine that does nothing else"
