"""Looking ahead changes nothing, answers legally, and sees no dice to come."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from agents.ppo.lookahead import LookaheadAgent
from agents.ppo.network import NetworkConfig, build_network
from envs.core.batch import Batch


@pytest.fixture(params=["duel", "trio"])
def looking(request):
    scenario = request.getfixturevalue(request.param)
    torch.manual_seed(3)
    network = build_network(
        scenario.features.size, len(scenario.ruleset.action_features), scenario.n_actions, NetworkConfig("rows", 8, 8)
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
