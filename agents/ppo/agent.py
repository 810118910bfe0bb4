"""Loads the agent of a training run."""

from __future__ import annotations

from pathlib import Path

from skirmish_rl.agents.identity import own_scenario
from skirmish_rl.agents.ppo.checkpoints import find_checkpoint, load_network, read_identity
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.ruleset import Scenario


def load_agent(path: Path, scenario: Scenario | None = None) -> NetworkAgent:
    """Load the agent of a run folder (its best checkpoint) or of a checkpoint file.

    Args:
        path: the run folder or the checkpoint.
        scenario: the scenario that the agent is to play; None for the one that it was trained on.

    Raises:
        CheckpointError: the checkpoint is missing, damaged, or made for another ruleset, version or scenario layout.
    """
    checkpoint = find_checkpoint(path)
    scenario = scenario or own_scenario(checkpoint, read_identity(checkpoint))
    network, identity = load_network(checkpoint, scenario)
    name = path.name if path.is_dir() else f"{path.parent.name}/{path.name}"
    return NetworkAgent(network, f"ppo:{name}", bool(identity["greedy"]), scenario)
