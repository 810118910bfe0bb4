"""Looking ahead changes nothing, answers legally, and sees no dice to come."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from skirmish_rl.agents.lookahead import NetworkJudge, look_ahead
from skirmish_rl.agents.ppo.network import NetworkConfig, build_network
from skirmish_rl.agents.search import Budget, SearchAgent
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.batch import Batch


@pytest.fixture(params=["duel", "trio"])
def looking(request):
    scenario = request.getfixturevalue(request.param)
    torch.manual_seed(3)
    network = build_network(scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions, NetworkConfig("rows", 8, 8))
    return scenario, looking_with(scenario, network)


def looking_with(scenario, network, **settings):
    return SearchAgent(scenario, NetworkJudge(network, **settings), Budget(24), "look", width=3, threads=1)


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
    hasty = looking_with(scenario, agent.judge.network, sure=0.0)
    plain = NetworkAgent(agent.judge.network, "plain", greedy=True)
    assert hasty.act(batch, np.arange(6)).tolist() == plain.act(batch, np.arange(6)).tolist()


def test_a_policy_tries_its_favourites(looking):
    scenario, agent = looking
    batch = Batch(scenario, 6)
    batch.reset(seed=5)
    tried = agent.judge.propose(batch, np.arange(6), 3)
    plain = NetworkAgent(agent.judge.network, "plain", greedy=True)
    assert (tried[:, 0] == plain.act(batch, np.arange(6))).all()
    assert (np.sort(tried, axis=1)[:, -2:] == np.sort([np.flatnonzero(mask) for mask in batch.masks], axis=1)[:, -2:]).all()


def test_a_budget_stands_in_the_name(looking):
    scenario, agent = looking
    plain = NetworkAgent(agent.judge.network, "ppo:runs/a")
    assert look_ahead(scenario, plain).name == "look:runs/a"
    assert look_ahead(scenario, plain, Budget(0.5, timed=True)).name == "look:0.5s:runs/a"
    assert look_ahead(scenario, plain, Budget(1000)).name == "look:1000:runs/a"


def test_nothing_is_judged_where_games_are_played_to_their_ends(looking):
    scenario, agent = looking
    far = looking_with(scenario, agent.judge.network, depth=1000)
    batch = Batch(scenario, 6)
    batch.reset(seed=5)
    before = far.act(batch, np.arange(6)).tolist()
    torch.nn.init.constant_(agent.judge.network.value[-1].bias, torch.nan)
    assert far.act(batch, np.arange(6)).tolist() == before
