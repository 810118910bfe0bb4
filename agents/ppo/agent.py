"""A trained network as an agent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from skirmish_rl.agents.chance import uniforms
from skirmish_rl.agents.ppo.checkpoints import find_checkpoint, load_network
from skirmish_rl.agents.ppo.network import ActionNetwork, log_softmax, pack, pick
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario

_SALT = 53
_AT_ONCE = 512  # games in one pass: more would not fit the processor's cache


class NetworkAgent:
    """Answers with a network's favourite action, or with a draw from its probabilities.

    Args:
        greedy: the favourite action always; games then differ by their dice only.
    """

    def __init__(self, network: ActionNetwork, name: str, greedy: bool = False):
        self.network, self.name, self.greedy = network, name, greedy
        self.bot: int | None = None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        actions = np.empty(len(index), np.int64)
        for low in range(0, len(index), _AT_ONCE):
            part = index[low : low + _AT_ONCE]
            packed = pack(*batch.encode_actions(part, most=self.network.consider))
            with torch.inference_mode():
                log_probs = log_softmax(self.network(packed)[0].cpu(), packed.counts)
                if self.greedy:
                    chosen = log_probs.argmax(1)
                else:
                    chosen = pick(log_probs, packed.counts, uniforms(batch.games[part], _SALT))
                first = packed.counts.cumsum(0) - packed.counts
                actions[low : low + _AT_ONCE] = packed.numbers[first + chosen].numpy()
        return actions


def load_agent(path: Path, scenario: Scenario) -> NetworkAgent:
    """The agent of a run folder (its best checkpoint) or of a checkpoint file.

    Raises:
        CheckpointError: nothing there, damaged, or made for another ruleset, version or scenario layout.
    """
    checkpoint = find_checkpoint(path)
    network, identity = load_network(checkpoint, scenario)
    name = path.name if path.is_dir() else f"{path.parent.name}/{path.name}"
    return NetworkAgent(network, f"ppo:{name}", bool(identity["greedy"]))
