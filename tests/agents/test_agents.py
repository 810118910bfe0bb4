"""Agents answer legally, alike in any batch, and by their names."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.kinds.chance import pick_legal, uniforms
from skirmish_rl.agents.names import WORDS, agent_of, erring, network_of
from skirmish_rl.envs.adapters import seating
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, UnknownName

NAMES = ("random", "bot:simple", "bot:strong", "bot:strong@0.05", "bot:strongest", "mcts:6", "mcts:6@0.5")


def played(scenario, n, steps):
    batch = Batch(scenario, n, observe=False)
    batch.reset(seed=5)
    for _ in range(steps):
        batch.step(batch.ask(np.arange(n), 0))
    return batch


def test_opponents_of_an_environment_have_the_names_of_a_command_line():
    assert {*seating._KINDS, "random", "bot"} == WORDS


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_legal(duel, name):
    batch = played(duel, 40, 5)
    running = np.flatnonzero(batch.over == 0)
    actions = agent_of(name, duel).act(batch, running)
    assert actions.dtype == np.int64
    assert batch.masks[running, actions].all()


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_depends_on_the_game_alone(duel, name):
    batch = played(duel, 30, 4)
    running = np.flatnonzero(batch.over == 0)
    before = batch.games.copy()
    together = agent_of(name, duel).act(batch, running)
    backwards = agent_of(name, duel).act(batch, running[::-1])
    assert (together == backwards[::-1]).all()
    assert batch.games.tobytes() == before.tobytes()


def test_uniform_numbers_are_uniform(duel):
    batch = played(duel, 4000, 0)
    numbers = uniforms(batch.games, 3)
    assert numbers.min() >= 0 and numbers.max() < 1
    assert np.abs(np.histogram(numbers, 10, (0, 1))[0] - 400).max() < 100
    assert np.abs(np.corrcoef(numbers, uniforms(batch.games, 4))[0, 1]) < 0.06


def test_a_fraction_picks_each_legal_action_in_turn():
    mask = np.array([[0, 1, 0, 1, 1]], np.uint8)
    assert [int(pick_legal(mask, np.array([u]))[0]) for u in (0.0, 0.32, 0.34, 0.66, 0.67, 0.999)] == [1, 1, 3, 3, 4, 4]


def test_random_from_masks_alone(duel):
    masks = np.eye(4, 9, dtype=np.uint8)
    assert (agent_of("random", duel).answer(np.zeros((4, 1)), masks, np.random.default_rng(0)) == np.arange(4)).all()


def test_search_beats_the_bot_it_simulates_with(duel):
    match = play_pairs(duel, [(agent_of("mcts:60:simple", duel), agent_of("bot:simple", duel))], 100, 3)[0]
    assert match.score > 0.6


@pytest.mark.parametrize("name", ["mcts:2", "bot:strong"])
def test_who_errs_answers_at_random_so_often_as_it_says(duel, name):
    batch, index = played(duel, 3000, 3), np.arange(3000)
    index = index[batch.over == 0]
    able, often, seldom = (agent_of(name + share, duel).act(batch, index) for share in ("", "@0.65", "@0.05"))
    other = batch.masks[index].sum(axis=1) == 2  # of two answers a random one is the other one half of the time
    assert other.sum() > 500
    assert abs((often != able)[other].mean() - 0.325) < 0.06 and 0 < (seldom != able)[other].mean() < 0.06
    assert batch.masks[index, often].all()


def test_who_errs_is_known_by_the_whole_name(duel, tmp_path, monkeypatch):
    agent = agent_of("mcts:2@0.25", duel)
    assert agent.name == "mcts:2@0.25" and agent.bot is None and agent_of("bot:strong@0.50", duel).name == "bot:strong@0.5"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine@0.5").mkdir()
    assert erring("ppo:mine@0.5") == ("ppo:mine@0.5", "") and erring("ppo:yours@0.5") == ("ppo:yours", "0.5"), (
        "a path that is there is a path"
    )
    assert erring("mcts:7:strong@0.5") == ("mcts:7:strong@0.5", "") and erring("mcts:7@0.5") == ("mcts:7", "0.5"), "there the bot errs"
    assert (
        network_of("ppo:mine@0.5")[0] == "mine@0.5"
        and network_of("ppo:yours@0.5")[0] == "yours"
        and network_of("look:9:yours@0.5") == ("yours", "9")
    )
    assert erring("ppo:me@home/mine") == ("ppo:me@home/mine", "") and erring("bot:strong@0.5") == ("bot:strong@0.5", "")


@pytest.mark.parametrize("share", ["0", "0.0", "0.00", "1", "5", "0.555", "0.5 "])
@pytest.mark.parametrize("agent", ["bot:strong", "mcts:2"])
def test_a_share_of_errors_is_one_hundredth_to_99(duel, agent, share):
    with pytest.raises(BadOption, match="write 0.01 to 0.99, as in strong@0.5 or strong@0.05"):
        agent_of(f"{agent}@{share}", duel)


@pytest.mark.parametrize("name", ["bot:stong", "rnd", "bots:strong", "ppo:"])
def test_a_misspelt_agent_is_refused(duel, name):
    with pytest.raises(UnknownName):
        agent_of(name, duel)


def test_a_misspelt_agent_brings_a_suggestion(duel):
    with pytest.raises(UnknownName, match="did you mean 'strong'"):
        agent_of("bot:stong", duel)


def test_a_missing_checkpoint_is_named(duel, tmp_path):
    with pytest.raises(CheckpointError, match="no checkpoint at"):
        agent_of(f"ppo:{tmp_path}", duel)
