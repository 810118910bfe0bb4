"""The agent of a training run."""

from __future__ import annotations

from pathlib import Path

from skirmish_rl.agents.ppo.checkpoints import find_checkpoint, load_network
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.ruleset import Scenario


def load_agent(path: Path, scenario: Scenario) -> NetworkAgent:
    """The agent of a run folder (its best checkpoint) or of a checkpoint file.

    Raises:
        CheckpointError: nothing there, damaged, or made for another ruleset, version or scenario layout.
    """
    checkpoint = find_checkpoint(path)
    network, identity = load_network(checkpoint, scenario)
    name = path.name if path.is_dir() else f"{path.parent.name}/{path.name}"
    return NetworkAgent(network, f"ppo:{name}", bool(identity["greedy"]))
