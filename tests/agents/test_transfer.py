"""Runs that begin with the weights of another one, be it of another scenario."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from skirmish_rl.__main__ import main
from skirmish_rl.agents.network import NetworkConfig
from skirmish_rl.agents.ppo.checkpoints import LATEST
from skirmish_rl.agents.ppo.config import write_config
from skirmish_rl.agents.ppo.network import build_network
from skirmish_rl.agents.ppo.transfer import check_start, columns_of, start_from
from skirmish_rl.agents.shipped import shipped_agents
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.registry import ruleset_of
from tests.agents.test_runs import SMALL, trainer


def fresh(scenario, config):
    return build_network(scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions, config)


def test_the_same_scenario_gets_the_same_network(run, duel):
    network = fresh(duel, run.config.network)
    assert start_from(run.folder / LATEST, duel, run.config.network, network) == duel.n_position
    for name, value in network.state_dict().items():
        assert torch.equal(value, run.learner.network.state_dict()[name])


def test_what_both_scenarios_show_keeps_its_weights_and_the_rest_begins_at_nothing(run, duel, trio):
    network, before = fresh(trio, run.config.network), run.learner.network
    old, new = columns_of(duel), columns_of(trio)
    assert start_from(run.folder / LATEST, trio, run.config.network, network) == len(set(old) & set(new)) == len(old) < len(new)
    for name, value in network.state_dict().items():
        was = before.state_dict()[name]
        if name not in network.reads:
            assert torch.equal(value, was)
            continue
        for k, column in enumerate(new):
            assert torch.equal(value[:, k], was[:, old.index(column)] if column in old else torch.zeros(len(value)))


def test_a_run_starts_from_another_by_the_command(run, trio, tmp_path, capsys):
    config = dataclasses.replace(SMALL, network=run.config.network, seats=3, runs=str(tmp_path), name="next")
    write_config(config, tmp_path / "next.toml")
    assert main(["train", str(tmp_path / "next.toml"), "--start", str(run.folder)]) == 0
    assert f"of {trio.n_position} columns of the position were seen there" in " ".join(capsys.readouterr().out.split())
    assert str(run.folder) in (tmp_path / "next" / "config.toml").read_text()
    assert main(["train", str(tmp_path / "next.toml"), "--name", "none", "--start", str(tmp_path / "nowhere")]) == 2
    assert "no checkpoint at" in capsys.readouterr().err and not (tmp_path / "none").exists()


def test_a_resumed_run_goes_on_with_its_own_weights(run, tmp_path):
    config = dataclasses.replace(SMALL, network=run.config.network, start=str(run.folder))
    first = trainer(tmp_path / "next", config)
    began = [parameter.clone() for parameter in first.learner.network.parameters()]
    assert first.run()
    again = trainer(tmp_path / "next", config, resume=True)
    for one, two, start in zip(again.learner.network.parameters(), first.learner.network.parameters(), began, strict=True):
        assert torch.equal(one, two)
        assert not torch.equal(one, start) or start.numel() == 1


def test_another_network_ruleset_or_scenario_is_refused_by_name(run, duel, tmp_path, monkeypatch):
    wide = dataclasses.replace(run.config.network, width=16)
    with pytest.raises(CheckpointError, match=r"network.width = 8, not 16"):
        check_start(run.folder, duel, wide)
    free = dataclasses.replace(run.config.network, consider=4, precision="float32")
    assert check_start(run.folder, duel, free) == columns_of(duel)
    from skirmish_rl.agents.ppo import transfer

    file, right = transfer.saved_network(str(run.folder))
    for change, message in (
        ({"version": 9}, "made for version 9, not 0"), ({"ruleset": "chess"}, "made for ruleset chess"),
        ({"action_features": ["luck"]}, "action_features"), ({"scenario": "gone"}, "cannot be made any more"),
        ({"features": 3}, "before that file was changed"),
    ):  # fmt: skip
        monkeypatch.setattr(transfer, "saved_network", lambda name, scenario, change=change: (file, {**right, **change}))
        with pytest.raises(CheckpointError, match=message):
            check_start(run.folder, duel, run.config.network)


def test_the_network_plays_at_first_as_it_did(run, duel):
    """Where nothing new shows, the transferred network gives the old one's scores."""
    from skirmish_rl.agents.ppo.network import pack
    from skirmish_rl.envs.core.batch import Batch

    network = fresh(duel, run.config.network)
    start_from(run.folder / LATEST, duel, run.config.network, network)
    batch = Batch(duel, 8)
    batch.reset(seed=2)
    packed = pack(*batch.encode_actions(np.arange(8)))
    for one, two in zip(network(packed), run.learner.network(packed), strict=True):
        assert torch.equal(one, two)


def test_a_run_starts_from_an_agents_folder_as_from_its_run(run, duel, trio, tmp_path, monkeypatch, capsys):
    """By its path, and by its name where it comes with the package."""
    folder = tmp_path / "toy" / "short"
    assert main(["publish", str(run.folder), "--out", str(folder), "--games", "2", "--workers", "1"]) == 0
    monkeypatch.setattr("skirmish_rl.agents.shipped.AGENTS", tmp_path)
    networks = []
    for start in (run.folder, folder, f"ppo:{folder}", "ppo:toy", "toy/short", folder / "network.safetensors"):
        networks.append(fresh(trio, run.config.network))
        assert start_from(start, trio, run.config.network, networks[-1]) == duel.n_position
    for network in networks[1:]:
        for one, two in zip(network.parameters(), networks[0].parameters(), strict=True):
            assert torch.equal(one, two)
    config = dataclasses.replace(SMALL, network=run.config.network, runs=str(tmp_path), name="next")
    write_config(config, tmp_path / "next.toml")
    assert main(["train", str(tmp_path / "next.toml"), "--from", "ppo:toy"]) == 0
    assert "begins with the weights of ppo:toy/short" in " ".join(capsys.readouterr().out.split())
    assert 'start = "ppo:toy/short"' in (tmp_path / "next" / "config.toml").read_text()
    wide = dataclasses.replace(run.config.network, width=16)
    with pytest.raises(CheckpointError, match=r"network.safetensors has network.width = 8, not 16"):
        check_start("ppo:toy", duel, wide)
    with pytest.raises(CheckpointError, match=r"no agent of that name.* with the package: toy/short"):
        check_start("ppo:chess", duel, run.config.network)


def test_training_goes_on_from_a_network_that_comes_with_the_package_whenever_it_was_made():
    """Older ones do not say how many blocks they have, since only networks of another kind have any."""
    scenario = ruleset_of("warcry").scenario("duel")
    settings = dict(read_toml(shipped_agents()["warcry/duel"] / "card.toml")["config"]["network"])
    assert "blocks" not in settings
    assert check_start("ppo:warcry/duel", scenario, NetworkConfig(**settings)) == columns_of(scenario)
