"""A game may get more actions and more columns of an action: networks from before play on."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

from skirmish_rl.agents.identity import check_identity, fitted, identity_of, is_grown
from skirmish_rl.agents.network import RESIDUAL, NetworkConfig, PlainNetwork, shapes_of
from skirmish_rl.agents.ppo.checkpoints import load_network, save_checkpoint
from skirmish_rl.agents.ppo.network import build_network
from skirmish_rl.agents.ppo.transfer import start_from
from skirmish_rl.agents.tensors import bytes_for, facts_of, load_plain, read_network, tensors_bytes
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.errors import CheckpointError

MORE = 5  # actions that the game has got since


@pytest.fixture(params=["rows", "mlp", RESIDUAL])
def before(request, duel, tmp_path):
    """A network's file from when the game had fewer actions and two columns of an action less; its weights and identity."""
    names = list(duel.ruleset.action_features)
    columns = [name for k, name in enumerate(names) if k not in (3, len(names) - 1)]
    config = NetworkConfig(policy=request.param, width=8, summary=8, blocks=1 if request.param == RESIDUAL else 0)
    rng = np.random.default_rng(3)
    shapes = shapes_of(config, duel.n_position, len(columns), duel.n_actions - MORE)
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    identity = {**identity_of(duel, config, True), "actions": duel.n_actions - MORE, "action_features": columns}
    path = tmp_path / "network.safetensors"
    path.write_bytes(tensors_bytes(weights, facts_of(identity, duel)))
    return path, weights, identity


def rows_of(duel):
    batch = Batch(duel, 8, after=RESTART)
    batch.reset(seed=3)
    return batch.encode_actions(np.arange(8))


def test_a_network_from_before_scores_the_actions_that_it_knows_as_it_did(before, duel):
    path, weights, identity = before
    network, facts = load_plain(path, duel)
    rows = rows_of(duel)
    kept = [k for k, name in enumerate(duel.ruleset.action_features) if name in identity["action_features"]]
    known = rows.numbers < identity["actions"]
    assert len(kept) == len(identity["action_features"]) < rows.rows.shape[1]
    old = PlainNetwork(network.config, weights)
    numbers = np.where(known, rows.numbers, 0)
    scores, values = old(rows._replace(rows=np.ascontiguousarray(rows.rows[:, kept]), numbers=numbers))
    now, judged = network(rows)
    assert known.any() and np.allclose(now[known], scores[known], atol=1e-5) and np.allclose(judged, values, atol=1e-5)


def test_an_action_that_a_network_does_not_know_comes_last(before, duel):
    _, weights, identity = before
    grown = fitted(weights, identity, duel)
    if identity["network"]["policy"] == "rows":
        assert grown["row.weight"].shape[1] == len(duel.ruleset.action_features) and not grown["row.weight"][:, 3].any()
    else:
        layer = "score" if identity["network"]["policy"] == RESIDUAL else "actor.4"
        bias = grown[f"{layer}.bias"]
        assert len(bias) == duel.n_actions and (bias[-MORE:] < bias[:-MORE].min() - 1000).all()
        assert np.array_equal(grown[f"{layer}.weight"][:-MORE], weights[f"{layer}.weight"]) and not grown[f"{layer}.weight"][-MORE:].any()


def test_a_file_is_written_as_the_game_is_now(before, duel, tmp_path):
    path, *_ = before
    now = tmp_path / "now.safetensors"
    now.write_bytes(bytes_for(path, duel))
    weights, facts = read_network(now)
    assert not is_grown(facts, duel) and facts["actions"] == duel.n_actions
    assert all(np.array_equal(array, read_network(path, duel)[0][name]) for name, array in weights.items())
    assert bytes_for(now, duel) == now.read_bytes()


@pytest.mark.parametrize("before", ["rows", "mlp"], indirect=True)  # what the trainer makes
def test_a_checkpoint_from_before_is_loaded_and_trained_on(before, duel, tmp_path):
    _, weights, identity = before
    config = NetworkConfig(**identity["network"])
    old = build_network(duel.n_position, len(identity["action_features"]), identity["actions"], config)
    old.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    path = tmp_path / "latest.zip"
    save_checkpoint(path, old, torch.optim.Adam(old.parameters()), json.loads(json.dumps(identity)), {}, {})
    grown = fitted(weights, identity, duel)
    network, _ = load_network(path, duel)
    again = build_network(duel.n_position, len(duel.ruleset.action_features), duel.n_actions, config)
    start_from(path, duel, config, again)
    for made in (network, again):
        assert all(np.array_equal(value.numpy(), grown[name]) for name, value in made.state_dict().items())


@pytest.mark.parametrize("change", [{"actions": 10**6}, {"actions": 0}, {"actions": "3"}, {"action_features": ["luck"]}, {"layout": 7}])
def test_a_network_of_a_game_that_has_lost_something_is_refused(before, duel, tmp_path, change):
    path, _, identity = before
    with pytest.raises(CheckpointError, match="number of actions|list of action features|action layout"):
        check_identity(path, {**identity, **change}, duel, grown=True)
    with pytest.raises(CheckpointError, match="number of actions"):
        check_identity(path, identity, duel)  # where the network must fit exactly: to resume a run, and a graph
