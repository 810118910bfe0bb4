"""Weights of another run to begin with, be it on another scenario of the ruleset.

Scenarios of a ruleset see different things: more units, other cards. What both see has the same name, see `Features.names`, and
keeps its weights; what the old scenario did not show gets weights of zero, so that at first the network plays as it did there and
learns to look at the rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from skirmish_rl.agents.folders import is_shared
from skirmish_rl.agents.identity import columns_of, own_scenario
from skirmish_rl.agents.names import saved_network
from skirmish_rl.agents.network import FREE_SETTINGS, NetworkConfig
from skirmish_rl.agents.ppo.checkpoints import members, tensors_in
from skirmish_rl.agents.ppo.network import ActionNetwork
from skirmish_rl.agents.tensors import read_network
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.ruleset import Scenario


def check_start(start: str | Path, scenario: Scenario, config: NetworkConfig) -> list[str]:
    """Refuse a network whose weights could not be used here.

    Args:
        start: a run folder, a checkpoint, an agent's folder or an exported network, or the name of an agent that comes with the package.

    Returns:
        What the network reads of a position, by name.

    Raises:
        CheckpointError: another ruleset or version, a network of another shape, or a scenario that cannot be made any more.
    """
    file, identity = saved_network(str(start).removeprefix("ppo:"), scenario)
    ruleset = scenario.ruleset
    now: dict[str, Any] = {
        "ruleset": ruleset.name, "version": ruleset.version, "layout": ruleset.layout.version, "actions": scenario.n_actions,
        "position_features": list(ruleset.position_features), "action_features": list(ruleset.action_features),
    }  # fmt: skip
    for key, value in now.items():
        if identity.get(key) != value:
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
        How many columns of the position both scenarios have.

    Raises:
        CheckpointError: see `check_start`, or a damaged file.
    """
    before, now = check_start(start, scenario, config), columns_of(scenario)
    place = {name: k for k, name in enumerate(before)}
    shared = [(k, place[name]) for k, name in enumerate(now) if name in place]
    here, there = (torch.tensor(part, dtype=torch.long) for part in zip(*shared, strict=True))
    file, _ = saved_network(str(start).removeprefix("ppo:"), scenario)
    try:
        saved = _weights(file, network.device)
        with torch.no_grad():
            for name, weight in network.named_parameters():
                old = saved[f"network.{name}"]
                if name in network.reads:
                    weight.zero_()
                    weight[:, here] = old[:, there]
                else:
                    weight.copy_(old)
    except Exception as error:  # torch raises many kinds for a damaged file
        raise CheckpointError(f"{file} is damaged: its network cannot be read ({error})") from error
    return len(shared)


def _weights(file: Path, device: torch.device) -> dict[str, torch.Tensor]:
    """The weights of a network by their names in a policy."""
    if is_shared(file):
        return {f"network.{name}": torch.from_numpy(array).to(device) for name, array in read_network(file)[0].items()}
    return tensors_in(members(file), "policy.pth", device)
