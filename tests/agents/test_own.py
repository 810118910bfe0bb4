"""Agents of the user's own, by the names of their classes."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import play_pairs, play_round_robin
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.opponents import check_weights
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.envs import make_vec
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, UnknownName
from tests.agents.bots import Last, Seeing, first

HERE = "python:tests.agents.bots"


@pytest.mark.parametrize("name", ["first", "Last", "Strong"])
def test_a_function_or_a_class_answers(duel, name):
    agent = agent_of(f"{HERE}:{name}", duel)
    assert agent.name == f"{HERE}:{name}" and agent.bot is None
    batch = Batch(duel, 12, observe=False)
    batch.reset(seed=3)
    for _ in range(5):
        index = np.flatnonzero(batch.over == 0)[::2]
        answers = agent.act(batch, index)
        asked = agent_of({"first": f"{HERE}:first", "Last": f"{HERE}:Last", "Strong": "bot:strong"}[name], duel).act(batch, index)
        assert batch.masks[index, answers].all() and (answers == asked).all()
        if name == "first":
            assert (answers == batch.masks[index].argmax(axis=1)).all()
        batch.step(batch.ask(np.arange(12), 0))


def test_it_plays_in_a_tournament(duel):
    agents = [agent_of(name, duel) for name in (f"{HERE}:Strong", f"{HERE}:first", "bot:strong")]
    tournament = play_round_robin(duel, agents, 80, 5)
    match = next(m for m in tournament.matches if (m.first, m.second) == (f"{HERE}:Strong", "bot:strong"))
    assert match.score == pytest.approx(0.5, abs=0.2) and not tournament.forfeits
    assert pickle.loads(pickle.dumps(agents[0])).name == agents[0].name


@pytest.mark.parametrize(("name", "why"), [("Leaving", "had enough"), ("Cheating", "but the decision is")])
def test_one_that_leaves_or_cheats_loses_that_game_by_name(duel, name, why):
    pieces = Pieces()
    match = play_pairs(duel, [(agent_of(f"{HERE}:{name}", duel), agent_of("bot:simple", duel))], 20, 6, play=pieces)[0]
    assert pieces.forfeits and match.losses >= len(pieces.forfeits)
    assert all(forfeit.agent == f"{HERE}:{name}" and why in forfeit.why for forfeit in pieces.forfeits)


@pytest.mark.parametrize(
    ("spec", "kind", "message"),
    [
        ("python:", BadOption, "write python:<module>:<class or function>"),
        ("python:tests.agents.bots", BadOption, "write python:<module>:<class or function>"),
        ("python:tests.agents.bots:", BadOption, "write python"),
        ("python:no_such_module:Bot", BadOption, "cannot import no_such_module: ModuleNotFoundError"),
        (f"{HERE}:Lst", UnknownName, "did you mean 'Last'"),
        (f"{HERE}:Unmade", BadOption, "cannot be made with a scenario: ValueError: no opening book"),
        (f"{HERE}:alone", BadOption, r"expected a class with act\(observations, masks\)"),
        (f"{HERE}:number", BadOption, r"expected a class with act\(observations, masks\)"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(duel, spec, kind, message):
    with pytest.raises(kind, match=message):
        agent_of(spec, duel)


def test_it_is_an_opponent_like_any_other(duel):
    check_weights({f"{HERE}:Last": 1.0}, duel)
    with pytest.raises(CheckpointError, match="no checkpoint at nowhere"):  # a trained one that looks ahead is, too
        check_weights({"look:nowhere": 1.0}, duel)
    games = make_vec("toy", "short", n_games=4, opponent=f"{HERE}:Last")
    games.reset(seed=1)
    for _ in range(30):
        games.step(games.action_space.sample())


def test_the_command_rates_an_agent_from_the_folder_it_stands_in(tmp_path, monkeypatch, capsys):
    (tmp_path / "careful_bot.py").write_text("def careful(observations, masks):\n    return masks.argmax(axis=1)\n")
    monkeypatch.chdir(tmp_path)
    words = ["evaluate", "--ruleset", "toy", "--scenario", "short", "--games", "6", "--out", "rated", "--agents", "bot:simple"]
    assert main([*words, "python:careful_bot:careful"]) == 0
    assert json.loads((tmp_path / "rated" / "results.json").read_text())["agents"] == ["bot:simple", "python:careful_bot:careful"]
    assert main([*words, "python:careful_bot:carefree"]) == 2
    assert "did you mean 'careful'" in capsys.readouterr().err


# Classes with a path, and objects.


def test_a_class_is_made_with_the_path_behind_its_name(duel, tmp_path):
    (tmp_path / "skip.txt").write_text("2")
    spec = f"{HERE}:Skipping:{tmp_path}"
    agent, batch = agent_of(spec, duel), Batch(duel, 4)
    batch.reset(seed=1)
    index = np.arange(4)
    expected = [np.flatnonzero(mask)[min(2, mask.sum() - 1)] for mask in batch.masks]
    for one in (agent, pickle.loads(pickle.dumps(agent))):
        assert one.name == spec and one.act(batch, index).tolist() == expected
    with pytest.raises(BadOption, match="there is nothing at .*nowhere"):
        agent_of(f"{HERE}:Skipping:nowhere", duel)
    with pytest.raises(BadOption, match="a path is handed to a class, and this is a function"):
        agent_of(f"{HERE}:first:{tmp_path}", duel)
    with pytest.raises(BadOption, match="cannot be made with a scenario and a path: FileNotFoundError"):
        (tmp_path / "empty").mkdir()
        agent_of(f"{HERE}:Skipping:{tmp_path / 'empty'}", duel)


def test_anything_that_can_be_asked_plays_in_a_tournament(duel):
    """An object without a name, a function, one with `bot = None` that sees the batch, and a bot of ours; no way is a forfeit."""
    Seeing.seen.clear()
    tournament = play_round_robin(duel, [Last(duel), first, Seeing(duel), agent_of("bot:simple", duel)], 20, 5)
    assert tournament.names == ("Last", "first", "Seeing", "bot:simple") and not tournament.forfeits
    assert set(Seeing.seen) == {((duel.features.size,), True)}, "observations are filled in for it"
    named = play_round_robin(
        duel, [agent_of(f"{HERE}:{name}", duel) for name in ("Last", "first", "Seeing")] + [agent_of("bot:simple", duel)], 20, 5
    )
    assert [match.scores.tolist() for match in tournament.matches] == [match.scores.tolist() for match in named.matches]
    with pytest.raises(BadOption, match=r"expected an object with act\(observations, masks\)"):
        play_round_robin(duel, [Last, first], 20, 5)
    with pytest.raises(BadOption, match="each once; an object may have a `name` of its own"):
        play_round_robin(duel, [Last(duel), Last(duel)], 20, 5)


def test_one_plays_against_many_who_do_not_meet(duel):
    bots = [agent_of(name, duel) for name in ("random", "bot:simple", "bot:strong")]
    tournament = play_round_robin(duel, [first], 20, 5, against=bots)
    assert [(match.first, match.second) for match in tournament.matches] == [("first", bot.name) for bot in bots]
    everybody = play_round_robin(duel, [first, *bots], 20, 5)
    assert [match.scores.tolist() for match in tournament.matches] == [match.scores.tolist() for match in everybody.matches[:3]]


def test_the_command_plays_one_against_many(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["evaluate", "--ruleset", "toy", "--scenario", "short", "--games", "6", "--out", "rated", "--workers", "1"]
    assert main([*words, "--agents", f"{HERE}:Last", "--against", "random", "bot:simple"]) == 0
    facts = json.loads((tmp_path / "rated" / "results.json").read_text())
    assert [(match["first"], match["second"]) for match in facts["matches"]] == [
        (f"{HERE}:Last", "random"),
        (f"{HERE}:Last", "bot:simple"),
    ]
    assert len(facts["ratings"]) == 3 and "matches" in capsys.readouterr().out
