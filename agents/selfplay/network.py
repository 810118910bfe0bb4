"""The network: a residual multilayer perceptron over the flat observation, with a score for every action and a distribution over results.

The results are loss, draw and win.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.utils import parameters_to_vector

from skirmish_rl.agents.identity import identity_of
from skirmish_rl.agents.names import saved_network
from skirmish_rl.agents.network import RESIDUAL, NetworkConfig
from skirmish_rl.agents.selfplay.config import SelfPlayConfig
from skirmish_rl.agents.tensors import facts_of, read_network, tensors_bytes
from skirmish_rl.envs.adapters.compact import expanded
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario

_NO = -1e4  # the score of an action that is not legal: it has no chance, and no part in any gradient


class Block(nn.Module):
    """A residual block."""

    def __init__(self, width: int):
        super().__init__()
        self.norm, self.wide, self.narrow = nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        nn.init.zeros_(self.narrow.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add the block's output to its input."""
        added: torch.Tensor = x + self.narrow(torch.relu(self.wide(self.norm(x))))
        return added


class ResidualNetwork(nn.Module):
    """Maps observations (m, features) to scores (m, actions) and to logits (m, 3) of loss, draw and win.

    Observations are of any floating dtype, or bytes that `compact` has made.
    """

    def __init__(self, features: int, actions: int, width: int, blocks: int):
        super().__init__()
        self.see = nn.Linear(features, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.score, self.value = nn.Linear(width, actions), nn.Linear(width, 3)
        nn.init.orthogonal_(self.score.weight, 0.01)
        nn.init.zeros_(self.score.bias)
        nn.init.zeros_(self.value.weight)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log probabilities of all actions, and the logits of loss, draw and win, as float32; on a GPU computed in bfloat16."""
        kind = observations.device.type
        dtype = torch.bfloat16 if kind == "cuda" else torch.float32
        seen = expanded(observations, dtype) if observations.dtype == torch.int8 else observations.to(dtype)
        with torch.autocast(kind, dtype, enabled=kind == "cuda"):
            x = torch.relu(self.see(seen))
            for block in self.blocks:
                x = block(x)
            x = self.norm(x)
            scores, chances = self.score(x), self.value(x)
        return scores.float().masked_fill(masks == 0, _NO).log_softmax(-1), chances.float()


def rival(name: str, scenario: Scenario, config: SelfPlayConfig, what: str = "rival") -> torch.Tensor:
    """Load the weights of another run's network as one flat tensor, in the order of `ResidualNetwork.parameters`.

    Raises:
        BadOption: the network has another kind or size.
        CheckpointError: there is no network, or it is for another scenario.
    """
    file, _ = saved_network(name.removeprefix("ppo:"), scenario)
    wanted = f"{what}s are residual networks of self-play, of width {config.width} and {config.blocks} blocks as this one"
    if file.suffix != ".safetensors":
        raise BadOption(f"{what} {name!r}: {wanted}")
    weights, facts = read_network(file, scenario)
    theirs = facts["network"]
    if (theirs["policy"], theirs["summary"], theirs["blocks"]) != (RESIDUAL, config.width, config.blocks):
        raise BadOption(f"{what} {name!r} is {theirs['policy']} of width {theirs['summary']} with {theirs['blocks']} blocks; {wanted}")
    network = ResidualNetwork(scenario.features.size, scenario.n_actions, config.width, config.blocks)
    weights["see.weight"] = weights["see.weight"][:, : scenario.features.size]
    network.load_state_dict({key: torch.from_numpy(np.array(value, np.float32)) for key, value in weights.items()})
    return parameters_to_vector(network.parameters()).detach()


def expected(chances: torch.Tensor) -> torch.Tensor:
    """The value of positions, (m,): the probability of a win minus that of a loss."""
    shares = chances.softmax(-1)
    return shares[..., 2] - shares[..., 0]


def agent_bytes(network: ResidualNetwork, scenario: Scenario, half: bool = False) -> bytes:
    """Convert the network to a file that any machine can play, as `ppo:<path>`; columns that the network does not read get zero weights.

    Args:
        network: the network.
        scenario: the scenario.
        half: store matrices as float16.
    """
    weights: dict[str, np.ndarray] = {name: value.detach().float().cpu().numpy() for name, value in network.state_dict().items()}
    more = np.zeros((len(weights["see.weight"]), len(scenario.ruleset.position_features)), np.float32)
    weights["see.weight"] = np.concatenate([weights["see.weight"], more], axis=1)
    config = NetworkConfig(policy=RESIDUAL, summary=len(more), width=1, blocks=len(network.blocks))
    facts: dict[str, Any] = identity_of(scenario, config, greedy=True)
    return tensors_bytes(weights, facts_of(facts, scenario), half)
