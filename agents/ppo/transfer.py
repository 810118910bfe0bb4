"""Starts a run from the weights of another one, which may have trained on another scenario of the ruleset.

Scenarios of a ruleset have different columns, because they have other units or cards. Columns that two scenarios share have the same name,
see `Features.names`, and keep their weights. New columns get zero weights, so that the network at first plays as before, and then learns
to use them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from skirmish_rl.agents.folders import is_shared
from skirmish_rl.agents.identity import columns_of, extended, is_grown, own_scenario
from skirmish_rl.agents.names import saved_network
from skirmish_rl.agents.network import FREE_SETTINGS, NetworkConfig
from skirmish_rl.agents.ppo.checkpoints import members, weights_in
from skirmish_rl.agents.ppo.network import ActionNetwork
from skirmish_rl.agents.tensors import read_network
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.ruleset import Scenario


def check_start(start: str | Path, scenario: Scenario, config: NetworkConfig) -> list[str]:
    """Refuse a network whose weights cannot be used here.

    Args:
        start: a run folder, a checkpoint, an agent's folder, an exported network, or the name of an agent that comes with the package.
        scenario: the scenario that is trained on.
        config: settings of the network.

    Returns:
        Names of the columns of a position that the network reads.

    Raises:
        CheckpointError: the network is for another ruleset or version, has another shape, or its scenario can no longer be built.
    """
    file, identity = saved_network(str(start).removeprefix("ppo:"), scenario)
    ruleset = scenario.ruleset
    now: dict[str, Any] = {
        "ruleset": ruleset.name, "version": ruleset.version, "layout": ruleset.layout.version, "actions": scenario.n_actions,
        "position_features": list(ruleset.position_features), "action_features": list(ruleset.action_features),
    }  # fmt: skip
    for key, value in now.items():
        if identity.get(key) != value and not (key in ("actions", "action_features") and is_grown(identity, scenario)):
            raise CheckpointError(
                f"{file} was made for {key} {str(identity.get(key))[:80]}, not {str(value)[:80]}; start from another one"
            )
    usual = vars(NetworkConfig())  # what an older network does not say of itself
    for name, value in vars(config).items():
        had = identity["network"].get(name, usual[name])
        if name not in FREE_SETTINGS and had != value:
            raise CheckpointError(f"{file} has network.{name} = {had!r}, not {value!r}; give the same to start from it")
    if "columns" in identity:
        return list(identity["columns"])
    old = own_scenario(file, identity)
    if old.features.size != identity["features"]:
        raise CheckpointError(f"{file} was made for {identity['scenario']!r} before that file was changed; start from another one")
    return columns_of(old)


def start_from(start: str | Path, scenario: Scenario, config: NetworkConfig, network: ActionNetwork) -> int:
    """Fill a network with the weights of another one, named as for `check_start`.

    Returns:
        The number of columns of a position that both scenarios have.

    Raises:
        CheckpointError: see `check_start`, or the file is damaged.
    """
    before, now = check_start(start, scenario, config), columns_of(scenario)
    place = {name: k for k, name in enumerate(before)}
    shared = [(k, place[name]) for k, name in enumerate(now) if name in place]
    here, there = (torch.tensor(part, dtype=torch.long) for part in zip(*shared, strict=True))
    file, identity = saved_network(str(start).removeprefix("ppo:"), scenario)
    try:
        arrays = extended(_weights(file), identity, scenario)
        saved = {name: torch.from_numpy(array).to(network.device) for name, array in arrays.items()}
        with torch.no_grad():
            for name, weight in network.named_parameters():
                old = saved[name]
                if name in network.reads:
                    weight.zero_()
                    weight[:, here] = old[:, there]
                else:
                    weight.copy_(old)
    except Exception as error:  # torch raises many kinds for a damaged file
        raise CheckpointError(f"{file} is damaged: its network cannot be read ({error})") from error
    return len(shared)


def _weights(file: Path) -> dict[str, np.ndarray]:
    """Load the weights of a network as float32 arrays, under the names that they have in the network."""
    return read_network(file)[0] if is_shared(file) else weights_in(members(file))
