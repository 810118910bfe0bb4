"""Learning: imitation copies the bot, PPO improves on it, and both repeat."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest
import torch
from gymnasium.spaces import Box, Discrete
from stable_baselines3.common.buffers import RolloutBuffer

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.opponents import Opponents
from skirmish_rl.agents.ppo.config import PPOConfig
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.imitation import Demonstrations, ImitationConfig, imitate
from skirmish_rl.agents.ppo.learner import PPO, advantages_of
from skirmish_rl.agents.ppo.network import NetworkConfig, log_softmax, pack, pick
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.trained import NetworkAgent
from tests.agents.test_games import advance

LESSONS = ImitationConfig("strong", 25_000, 0.1, 3e-3, games=64, chunk=8, minibatch=128)


def learner(scenario, policy="rows", games=64, steps=32, begun=True, **changes):
    """One against the strong bot."""
    settings = replace(PPOConfig(games, steps, 512, 2, 1e-3, anneal=False, entropy=0.0, target_kl=0.0), **changes)
    made = PPO(LearnerGames(scenario, games, Opponents(scenario, {"bot:strong": 1.0}), 4), NetworkConfig(policy, 32, 32), settings, seed=4)
    if begun:
        made.begin()
    return made


def learn(made, decisions):
    """So many decisions, in whole rollouts."""
    until = made.decisions + decisions
    while made.decisions < until:
        made.collect()
        made.update()


def imitated(made, demonstrations):
    """What each chunk of the demonstrations has shown."""
    return [shown for _, shown in imitate(made.network, made.optimizer, demonstrations, 0, np.random.default_rng(0))]


def score(scenario, model, against="strong", games=400):
    agent = NetworkAgent(model.network, "learner")
    return play_pairs(scenario, [(agent, ScriptedAgent(scenario, against))], games, 77)[0].score


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.network.parameters()])


def test_demonstrations_hold_the_bots_answers_and_the_outcomes(duel):
    lessons = Demonstrations(duel, ImitationConfig("strong", 2_000, 0.2, games=16, chunk=8), 3)
    assert lessons.chunks == 16
    chunks = [(store.take(torch.arange(store.n)), places.clone(), outcomes.clone()) for store, places, outcomes in lessons]
    known = torch.cat([outcomes for _, _, outcomes in chunks])
    assert set(known[~known.isnan()].tolist()) == {-1.0, 1.0, 0.0} or set(known[~known.isnan()].tolist()) == {-1.0, 1.0}
    assert known.isnan().float().mean() < 0.2
    tail = [(store.take(torch.arange(store.n)), places.clone()) for store, places, _ in lessons.read(11)]
    assert len(tail) == 5
    assert torch.equal(tail[0][0].rows, chunks[11][0].rows) and torch.equal(tail[0][1], chunks[11][1])


def test_doubt_leaves_the_policy_alternatives(duel):
    """Agreement stays, and the next actions of the bot's ranking keep half of the doubt between them."""
    told = {}
    for doubt in (0.0, 0.5):
        model = learner(duel, "rows")
        demonstrations = Demonstrations(duel, replace(LESSONS, doubt=doubt), 3)
        lessons = imitated(model, demonstrations)
        assert lessons[-1].agreement > 0.9
        store, places, _ = next(iter(demonstrations))
        packed = store.take(torch.arange(store.n))
        with torch.no_grad():
            log_probs = log_softmax(model.network(packed)[0], packed.counts)
        told[doubt] = float(log_probs.gather(1, places[:, None])[packed.counts > 2].exp().mean())
    assert told[0.0] > 0.85
    assert 0.6 < told[0.5] < 0.82  # half, and half of the other half


def test_demonstrations_spread_over_more_games(duel):
    """Every second decision of twice as many, with the same answers and outcomes as where every one is learnt from."""
    everything = ImitationConfig("strong", 2_000, noise=0.2, games=16, chunk=8)
    half = ImitationConfig("strong", 1_000, spread=2, noise=0.2, games=16, chunk=8)
    whole, spread = (
        [torch.stack((places, outcomes)).reshape(2, 8, 16).clone() for _, places, outcomes in Demonstrations(duel, config, 3)]
        for config in (everything, half)
    )
    assert (len(whole), len(spread)) == (16, 8)
    assert torch.equal(torch.cat(spread, 1).nan_to_num(9), torch.cat(whole, 1)[:, ::2].nan_to_num(9))


@pytest.mark.parametrize("policy", ["rows", "mlp"])
def test_imitation_reaches_the_bot(duel, policy):
    model = learner(duel, policy)
    assert score(duel, model) < 0.45
    lessons = imitated(model, Demonstrations(duel, LESSONS, 3))
    assert lessons[-1].agreement > 0.9
    assert score(duel, model) > 0.42


def test_ppo_learns_to_beat_the_bot_from_nothing(duel):
    model = learner(duel, entropy=0.005)
    assert score(duel, model) < 0.4
    learn(model, 100_000)
    assert score(duel, model) > 0.5


def test_training_repeats(duel):
    def trained():
        model = learner(duel, games=16, steps=8)
        learn(model, 1_000)
        return weights(model)

    assert torch.equal(trained(), trained())


def test_advantages_run_over_the_learners_own_decisions(duel):
    model = learner(duel, games=8, steps=64, epochs=1)
    model.collect()
    buffer = model.rollout
    ends = np.flatnonzero(buffer.starts[1:, 0])
    last = int(ends[0])
    assert buffer.rewards[last, 0] in (-1.0, 0.0, 1.0)
    assert buffer.advantages[last, 0] == pytest.approx(buffer.rewards[last, 0] - buffer.values[last, 0], abs=1e-6)
    assert (buffer.rewards[:-1][buffer.starts[1:] == 0] == 0).all()


def test_the_value_may_look_further_than_the_advantages(duel):
    """With lambda 0 an advantage is one step's; with 1 the value learns the outcomes."""
    model = learner(duel, games=8, steps=64, epochs=1, gamma=1.0, gae_lambda=0.0, value_lambda=1.0)
    model.collect()
    buffer = model.rollout
    first, second = np.flatnonzero(buffer.starts[1:, 0])[:2] + 1
    steps, outcome = slice(first, second - 1), buffer.rewards[second - 1, 0]
    assert buffer.advantages[steps, 0] == pytest.approx(buffer.values[first + 1 : second, 0] - buffer.values[steps, 0], abs=1e-6)
    assert buffer.returns[first:second, 0] == pytest.approx(outcome, abs=1e-5)


class Even:
    """Draws that are the same wherever and whenever a game asks for one."""

    def random(self, n):
        return np.full(n, 0.5)


def test_games_that_wait_for_nobody_are_played_as_if_they_did(duel):
    """Some opponents answer in rounds of their own: the decisions, values and results of every game are those of games that go in step."""
    model = learner(duel, games=24, steps=40, begun=False)
    past = NetworkAgent(copy.deepcopy(model.network), "past")
    pool = Opponents(duel, {"bot:simple": 1.0, "past": 1.0}, [past])
    model.games.set_opponents(pool)
    model.rng = Even()
    model.begin()
    rounds, play = [], LearnerGames.play
    model.games.play = lambda index, actions: rounds.append(len(index)) or play(model.games, index, actions)
    model.collect()
    assert len(rounds) > 40 and 0 < min(n for n in rounds if n) < 24, "no game waited for another one"

    in_step, buffer, network = LearnerGames(duel, 24, pool, 4), model.rollout, model.network
    in_step.start()
    starts, everyone = np.ones(24, bool), np.arange(24)
    for t in range(40):
        asked = pack(*in_step.encode_actions(everyone, network.consider))
        with torch.no_grad():
            scores, values = network(asked)
            chosen = pick(log_softmax(scores, asked.counts), asked.counts, np.full(24, 0.5))
        assert (buffer.choices[t] == chosen.numpy()).all() and (buffer.starts[t] == starts).all()
        assert buffer.values[t] == pytest.approx(values.numpy(), abs=1e-5)
        first = asked.counts.cumsum(0) - asked.counts
        rewards, starts = advance(in_step, asked.numbers[first + chosen].numpy())
        assert (buffer.rewards[t] == rewards).all()
    assert (buffer.rewards != 0).sum() > 10
    assert in_step.records().tobytes() == model.games.records().tobytes()
    with torch.no_grad():
        stored = network(buffer.store.take(torch.arange(buffer.store.n)))[1]
    assert buffer.flat("values").numpy() == pytest.approx(stored.numpy(), abs=1e-5), "as they lie in the store"
    assert sorted(buffer.places) == list(range(24 * 40))


@pytest.mark.parametrize("policy", ["rows", "mlp"])
def test_the_value_may_learn_first(duel, policy):
    """Until then every answer is as likely as before, and what is expected changes."""
    model = learner(duel, policy, games=16, steps=16, value_first=256)
    packed = LearnerGames(duel, 4, Opponents(duel, {"random": 1.0}), 1)
    packed.start()
    asked = pack(*packed.encode_actions(np.arange(4)))
    before = model.network(asked)
    learn(model, 256)
    after = model.network(asked)
    learn(model, 256)
    later = model.network(asked)
    assert torch.equal(before[0], after[0]) and not torch.equal(before[1], after[1])
    assert not torch.equal(after[0], later[0])


def test_shaping_telescopes_over_a_game(duel):
    """A potential adds nothing but its start over a whole game, so with gamma 1 it cannot change who is right."""
    model = learner(duel, games=8, steps=64, gamma=1.0, epochs=1)
    model.potential = np.zeros(duel.features.size, np.float32)
    model.potential[0], model.shaping = 1.0, 0.5
    model.collect()
    buffer = model.rollout
    own_points = buffer.store.positions[:, 0].float().numpy().reshape(64, 8)
    first, second = np.flatnonzero(buffer.starts[:, 3])[:2]
    total = buffer.rewards[first:second, 3].sum()
    outcome = total + 0.5 * own_points[first, 3]
    assert min(abs(outcome - x) for x in (-1, 0, 1)) < 1e-5


def test_advantages_are_those_of_the_textbook():
    """A game that goes on, one that ends in the middle, one that ends with the last decision."""
    rewards = np.array([[0, 0, 0], [0, 1, 0], [0, 0, -1]], np.float32)
    values = np.array([[0.5, 0.2, 0.1], [0.4, 0.6, 0.0], [0.3, 0.1, -0.5]], np.float32)
    starts = np.array([[1, 1, 0], [0, 0, 0], [0, 1, 0]], np.float32)
    last, ended = np.array([0.2, 0.3, 9.0], np.float32), np.array([False, False, True])
    found = advantages_of(rewards, values, starts, last, ended, gamma=0.9, gae_lambda=0.8)
    assert found.dtype == np.float32
    going = [0.9 * 0.4 - 0.5, 0.9 * 0.3 - 0.4, 0.9 * 0.2 - 0.3]  # each decision's own surprise
    assert found[:, 0] == pytest.approx([going[0] + 0.72 * (going[1] + 0.72 * going[2]), going[1] + 0.72 * going[2], going[2]])
    assert found[:, 1] == pytest.approx([0.9 * 0.6 - 0.2 + 0.72 * (1 - 0.6), 1 - 0.6, 0.9 * 0.3 - 0.1])
    assert found[:, 2] == pytest.approx([0.9 * 0.0 - 0.1 + 0.72 * (-0.45 + 0.72 * -0.5), -0.45 + 0.72 * -0.5, -1 + 0.5])


def test_advantages_are_those_of_stable_baselines_to_the_last_bit():
    rng, steps, games = np.random.default_rng(5), 40, 12
    rewards, values = rng.normal(size=(2, steps, games)).astype(np.float32)
    starts, ended = (rng.random((steps, games)) < 0.2).astype(np.float32), rng.random(games) < 0.5
    last = rng.normal(size=games).astype(np.float32)
    theirs = RolloutBuffer(steps, Box(0, 1), Discrete(2), "cpu", gae_lambda=0.95, gamma=0.999, n_envs=games)
    theirs.rewards, theirs.values, theirs.episode_starts = rewards, values, starts
    theirs.compute_returns_and_advantage(torch.from_numpy(last), ended)
    assert (advantages_of(rewards, values, starts, last, ended, gamma=0.999, gae_lambda=0.95) == theirs.advantages).all()
