"""Looking ahead changes nothing, answers legally, and sees no dice to come."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from skirmish_rl.agents.ppo.agent import NetworkAgent
from skirmish_rl.agents.ppo.lookahead import LookaheadAgent
from skirmish_rl.agents.ppo.network import NetworkConfig, build_network
from skirmish_rl.envs.core.batch import Batch


@pytest.fixture(params=["duel", "trio"])
def looking(request):
    scenario = request.getfixturevalue(request.param)
    torch.manual_seed(3)
    network = build_network(
        scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions, NetworkConfig("rows", 8, 8)
    )
    return scenario, LookaheadAgent(scenario, network, "look", samples=4, width=3)


def test_answers_are_legal_and_change_nothing(looking):
    scenario, agent = looking
    batch = Batch(scenario, 6)
    batch.reset(seed=5)
    while not batch.over.all():
        going = np.flatnonzero(batch.over == 0)
        before = batch.games.tobytes()
        answers = agent.act(batch, going)
        assert batch.games.tobytes() == before
        assert (batch.masks[going, answers] == 1).all()
        actions = np.full(batch.n, -1)
        actions[going] = answers
        batch.step(actions)


def test_a_game_is_answered_alike_alone_and_among_others(looking):
    scenario, agent = looking
    batch = Batch(scenario, 6)
    batch.reset(seed=5)
    together = agent.act(batch, np.arange(6))
    assert [int(agent.act(batch, np.array([b]))[0]) for b in range(6)] == together.tolist()


def test_dictated_dice_are_not_seen(looking):
    scenario, agent = looking
    batch = Batch(scenario, 1)
    batch.reset(seed=5)
    before = agent.act(batch, np.array([0]))
    batch.games[0]["tape"][:] = 1
    batch.games[0]["tape_end"] = 60
    assert agent.act(batch, np.array([0])).tolist() == before.tolist()


def test_a_sure_policy_is_not_asked_twice(looking):
    scenario, agent = looking
    batch = Batch(scenario, 6)
    batch.reset(seed=5)
    hasty = LookaheadAgent(scenario, agent.network, "look", sure=0.0)
    plain = NetworkAgent(agent.network, "plain", greedy=True)
    assert hasty.act(batch, np.arange(6)).tolist() == plain.act(batch, np.arange(6)).tolist()


def test_the_better_half_is_tried_on_as_many_copies_again(looking, monkeypatch):
    scenario, agent = looking
    passes = []

    def expect(batch, index, tried, done, samples):
        passes.append((tried.tolist(), done, samples))
        return samples * np.array([[{3: -0.5, 9: 0.5, 5: 0.1}[action] for action in row] for row in tried.tolist()])

    monkeypatch.setattr(agent, "_expect", expect)
    answer = agent._search(Batch(scenario, 1), np.array([0]), np.array([[3, 9, 5]]), np.log([[0.5, 0.3, 0.2]]))
    assert passes == [([[3, 9, 5]], 0, 4), ([[9, 5]], 4, 6)]
    assert answer.tolist() == [9]


def test_nothing_is_judged_where_games_are_played_to_their_ends(looking):
    scenario, agent = looking
    far = LookaheadAgent(scenario, agent.network, "look", samples=4, width=3, depth=1000)
    batch = Batch(scenario, 6)
    batch.reset(seed=5)
    before = far.act(batch, np.arange(6)).tolist()
    torch.nn.init.constant_(agent.network.value[-1].bias, torch.nan)
    assert far.act(batch, np.arange(6)).tolist() == before
