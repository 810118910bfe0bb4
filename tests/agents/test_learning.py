"""Learning: imitation copies the bot, PPO improves on it, and both repeat."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest
import torch
from stable_baselines3.common.logger import Logger

from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.opponents import Opponents
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.imitation import Demonstrations, ImitationConfig, imitate
from skirmish_rl.agents.ppo.learner import PackedPPO
from skirmish_rl.agents.ppo.network import NetworkConfig, log_softmax, pack, pick
from skirmish_rl.agents.ppo.policy import PackedPolicy
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.trained import NetworkAgent

LESSONS = ImitationConfig("strong", 25_000, 0.1, 3e-3, games=64, chunk=8, minibatch=128)


def learner(scenario, policy="rows", games=64, steps=32, **changes):
    settings = {"n_steps": steps, "batch_size": 512, "n_epochs": 2, "learning_rate": 1e-3, "gamma": 0.999, "seed": 4, **changes}
    opponents = Opponents(scenario, {"bot:strong": 1.0})
    kwargs = {"scenario": scenario, "config": NetworkConfig(policy, 32, 32)}
    model = PackedPPO(PackedPolicy, LearnerGames(scenario, games, opponents, 4), policy_kwargs=kwargs, device="cpu", **settings)
    model.set_logger(Logger(None, []))  # else Stable-Baselines3 makes a folder for its own
    return model


def score(scenario, model, against="strong", games=400):
    agent = NetworkAgent(model.policy.network, "learner")
    return play_pairs(scenario, [(agent, ScriptedAgent(scenario, against))], games, 77)[0].score


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.policy.parameters()])


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
        lessons = [lesson for _, lesson in imitate(model.policy, demonstrations, 0, np.random.default_rng(0))]
        assert lessons[-1].agreement > 0.9
        store, places, _ = next(iter(demonstrations))
        packed = store.take(torch.arange(store.n))
        with torch.no_grad():
            log_probs = log_softmax(model.policy.network(packed)[0], packed.counts)
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
    lessons = [lesson for _, lesson in imitate(model.policy, Demonstrations(duel, LESSONS, 3), 0, np.random.default_rng(0))]
    assert lessons[-1].agreement > 0.9
    assert score(duel, model) > 0.42


def test_ppo_learns_to_beat_the_bot_from_nothing(duel):
    model = learner(duel, ent_coef=0.005)
    assert score(duel, model) < 0.4
    model.learn(100_000)
    assert score(duel, model) > 0.5


def test_training_repeats(duel):
    def trained():
        model = learner(duel, games=16, steps=8)
        model.learn(1_000)
        return weights(model)

    assert torch.equal(trained(), trained())


def test_advantages_run_over_the_learners_own_decisions(duel):
    model = learner(duel, games=8, steps=64, n_epochs=1)
    model.learn(1)
    buffer = model.rollout_buffer
    ends = np.flatnonzero(buffer.episode_starts[1:, 0])
    last = int(ends[0])
    assert buffer.rewards[last, 0] in (-1.0, 0.0, 1.0)
    assert buffer.advantages[last, 0] == pytest.approx(buffer.rewards[last, 0] - buffer.values[last, 0], abs=1e-6)
    assert (buffer.rewards[:-1][buffer.episode_starts[1:] == 0] == 0).all()


def test_the_value_may_look_further_than_the_advantages(duel):
    """With lambda 0 an advantage is one step's; with 1 the value learns the outcomes."""
    model = learner(duel, games=8, steps=64, n_epochs=1, gamma=1.0, gae_lambda=0.0, value_lambda=1.0)
    model.learn(1)
    buffer = model.rollout_buffer
    first, second = np.flatnonzero(buffer.episode_starts[1:, 0])[:2] + 1
    steps, outcome = slice(first, second - 1), buffer.rewards[second - 1, 0]
    assert buffer.advantages[steps, 0] == pytest.approx(buffer.values[first + 1 : second, 0] - buffer.values[steps, 0], abs=1e-6)
    assert buffer.returns[first:second, 0] == pytest.approx(outcome, abs=1e-5)


class Even:
    """Draws that are the same wherever and whenever a game asks for one."""

    def random(self, n):
        return np.full(n, 0.5)


def test_games_that_wait_for_nobody_are_played_as_if_they_did(duel):
    """Some opponents answer in rounds of their own: the decisions, values and results of every game are those of games that go in step."""
    model = learner(duel, games=24, steps=40)
    past = NetworkAgent(copy.deepcopy(model.policy.network), "past")
    pool = Opponents(duel, {"bot:simple": 1.0, "past": 1.0}, [past])
    model.env.set_opponents(pool)
    model.rng = Even()
    rounds, play = [], LearnerGames.play
    model.env.play = lambda index, actions: rounds.append(len(index)) or play(model.env, index, actions)
    model.train = lambda: None
    model.learn(1)
    assert len(rounds) > 40 and 0 < min(n for n in rounds if n) < 24, "no game waited for another one"

    in_step, buffer, network = LearnerGames(duel, 24, pool, 4), model.rollout_buffer, model.policy.network
    in_step.start()
    starts, everyone = np.ones(24, bool), np.arange(24)
    for t in range(40):
        asked = pack(*in_step.encode_actions(everyone, network.consider))
        with torch.no_grad():
            scores, values = network(asked)
            chosen = pick(log_softmax(scores, asked.counts), asked.counts, np.full(24, 0.5))
        assert (buffer.choices[t] == chosen.numpy()).all() and (buffer.episode_starts[t] == starts).all()
        assert buffer.values[t] == pytest.approx(values.numpy(), abs=1e-5)
        first = asked.counts.cumsum(0) - asked.counts
        rewards, starts = in_step.advance(asked.numbers[first + chosen].numpy())
        assert (buffer.rewards[t] == rewards).all()
    assert (buffer.rewards != 0).sum() > 10
    assert in_step.records().tobytes() == model.env.records().tobytes()
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
    before = model.policy.network(asked)
    model.learn(256)
    after = model.policy.network(asked)
    model.learn(256, reset_num_timesteps=False)
    later = model.policy.network(asked)
    assert torch.equal(before[0], after[0]) and not torch.equal(before[1], after[1])
    assert not torch.equal(after[0], later[0])


def test_shaping_telescopes_over_a_game(duel):
    """A potential adds nothing but its start over a whole game, so with gamma 1 it cannot change who is right."""
    model = learner(duel, games=8, steps=64, gamma=1.0, n_epochs=1)
    model.potential = np.zeros(duel.features.size, np.float32)
    model.potential[0], model.shaping = 1.0, 0.5
    model.learn(1)
    buffer = model.rollout_buffer
    own_points = buffer.store.positions[:, 0].float().numpy().reshape(64, 8)
    first, second = np.flatnonzero(buffer.episode_starts[:, 3])[:2]
    total = buffer.rewards[first:second, 3].sum()
    outcome = total + 0.5 * own_points[first, 3]
    assert min(abs(outcome - x) for x in (-1, 0, 1)) < 1e-5


def test_models_are_saved_and_loaded_by_stable_baselines(duel, tmp_path):
    model = learner(duel, games=8, steps=8)
    model.learn(64)
    model.save(tmp_path / "model.zip")
    again = PackedPPO.load(tmp_path / "model.zip", env=model.env, device="cpu")
    assert torch.equal(weights(model), weights(again))
    records, masks = model.env.records(), model.env.action_masks()
    actions, _ = again.predict(records, action_masks=masks)
    assert masks[np.arange(8), actions].all()
    favourite, _ = again.predict(records, action_masks=masks, deterministic=True)
    agent = NetworkAgent(again.policy.network, "learner", greedy=True)
    assert (favourite == agent.act(model.env.batch, np.arange(8))).all()


def test_the_policy_judges_records_as_the_learner_does(duel):
    model = learner(duel, games=8, steps=8)
    model.learn(64)
    observation = torch.from_numpy(model.env.records())
    masks = model.env.action_masks()
    actions, values, log_probs = model.policy.forward(observation, action_masks=masks)
    again, same, spread = model.policy.evaluate_actions(observation, actions, action_masks=masks)
    assert torch.allclose(values, again) and torch.allclose(log_probs, same) and (spread >= 0).all()
    assert model.policy.predict_values(observation).shape == (8, 1)
    with pytest.raises(ValueError, match="action_masks"):
        model.policy.forward(observation)
