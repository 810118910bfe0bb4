"""What networks and searches make of a position."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.agents.judging import worth
from skirmish_rl.agents.lookahead import look_ahead
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.network import NetworkConfig, PlainNetwork, shapes_of
from skirmish_rl.agents.serving.thoughts import thoughts_of
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.registry import ruleset_of


@pytest.fixture(scope="module")
def scenario():
    return ruleset_of("godbreakers").scenario("drill")


@pytest.fixture(scope="module")
def network(scenario):
    """A network that knows nothing."""
    config, luck = NetworkConfig("rows", 8, 8, precision="float32"), np.random.default_rng(3)
    shapes = shapes_of(config, scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions)
    return PlainNetwork(config, {name: luck.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()})


@pytest.fixture
def batch(scenario):
    made = Batch(scenario, 1)
    made.reset(seed=5)
    for _ in range(20):
        made.step(made.ask(np.zeros(1, np.int64), 1))
    return made


def test_a_network_tells_its_likeliest_answers_and_its_value(scenario, network, batch):
    agent = NetworkAgent(network, "ppo:none", greedy=True)
    thoughts = thoughts_of(agent, batch)
    shares = [answer["share"] for answer in thoughts["answers"]]
    assert shares == sorted(shares, reverse=True) and 0 < sum(shares) <= 1.001
    assert thoughts["answers"][0]["action"] == int(agent.act(batch, np.zeros(1, np.int64))[0])
    assert all(batch.masks[0, answer["action"]] for answer in thoughts["answers"]) and -1 <= thoughts["value"] <= 1
    assert all(answer["cell"] is not None or answer["text"] for answer in thoughts["answers"])


@pytest.mark.parametrize("name", ["look", "mcts:16", "mcts:16:random"])
def test_a_search_tells_what_its_answers_came_to(scenario, network, batch, name):
    agent = look_ahead(scenario, NetworkAgent(network, "ppo:none"), threads=1) if name == "look" else agent_of(name, scenario, threads=1)
    before = batch.games.tobytes()
    thoughts = thoughts_of(agent, batch)
    values = [answer["value"] for answer in thoughts["answers"]]
    assert values == sorted(values, reverse=True) and thoughts["value"] == values[0] and batch.games.tobytes() == before
    assert all((answer["share"] is None) == (name != "look") for answer in thoughts["answers"])


def test_a_bot_tells_its_answer_alone(scenario, batch):
    (answer,) = thoughts_of(agent_of("bot:strong", scenario), batch)["answers"]
    assert answer["share"] == 1.0 and answer["value"] is None


@pytest.mark.parametrize("kind", ["network", "search"])
def test_what_the_seats_may_expect_comes_to_nothing_in_sum(scenario, network, batch, kind):
    agent = NetworkAgent(network, "ppo:none") if kind == "network" else agent_of("mcts:16", scenario, threads=1)
    before = batch.games.tobytes()
    values = worth(agent, batch.games, scenario)
    assert len(values) == 2 and abs(sum(values)) < 1e-3 and all(-1 <= value <= 1 for value in values) and batch.games.tobytes() == before


def test_a_search_that_is_stopped_answers_soon(scenario, batch):
    agent = agent_of("mcts:1000000", scenario, threads=1)
    agent.stopped = True
    assert batch.masks[0, int(agent.act(batch, np.zeros(1, np.int64))[0])]
