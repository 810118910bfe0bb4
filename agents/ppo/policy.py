"""The network as a policy of sb3-contrib: its observation is the packed record of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule

from skirmish_rl.agents.network import NetworkConfig
from skirmish_rl.agents.ppo.network import ActionNetwork, Packed, build_network, entropy, log_softmax, pack, pick, positions_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario


def pack_records(scenario: Scenario, records: np.ndarray, masks: np.ndarray, consider: int) -> Packed:
    """Legal actions and observations of records that need not be part of any batch.

    Args:
        records: uint8 (m, bytes of a record). masks: (m, actions), truthy where legal. consider: see `NetworkConfig`.
    """
    batch = Batch(scenario, len(records), observe=False)
    batch.games[:] = np.ascontiguousarray(records, np.uint8).view(scenario.ruleset.state)[:, 0]
    batch.masks[:] = np.asarray(masks).reshape(batch.masks.shape) != 0
    return pack(*batch.encode_actions(np.arange(batch.n), most=consider))


class PackedPolicy(MaskableActorCriticPolicy):
    """Scores legal actions only.

    The learner and the agents call `network` on packed positions. The methods of the parent class work too, on records as
    bytes with their masks, so that `model.predict(record, action_masks=mask)` and other people's callbacks do.
    """

    network: ActionNetwork

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        lr_schedule: Schedule,
        scenario: Scenario,
        config: NetworkConfig,
        **rest: Any,
    ):
        self.scenario, self.config = scenario, config
        rest.setdefault("optimizer_kwargs", {"eps": 1e-5, "fused": True})  # the parent's epsilon; one pass over all parameters
        super().__init__(observation_space, action_space, lr_schedule, **rest)

    def _build(self, lr_schedule: Schedule) -> None:
        ruleset = self.scenario.ruleset
        self.network = build_network(self.scenario.n_position, len(ruleset.action_features), self.scenario.n_actions, self.config)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data = super()._get_constructor_parameters()
        return {**data, "scenario": self.scenario, "config": self.config}

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values and log probabilities, each (m,)."""
        packed, log_probs, values = self._judge(obs, action_masks)
        uniform = torch.rand(len(values)).numpy()
        chosen = log_probs.argmax(1) if deterministic else pick(log_probs, packed.counts, uniform)
        starts = packed.counts.cumsum(0) - packed.counts
        return packed.numbers[starts + chosen], values, log_probs.gather(1, chosen[:, None])[:, 0]

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | np.ndarray | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values, log probabilities of given actions and entropies, each (m,)."""
        packed, log_probs, values = self._judge(obs, action_masks)
        position = positions_of(packed.counts)
        hit = torch.nonzero(packed.numbers == actions.long().flatten()[position])[:, 0]
        starts = packed.counts.cumsum(0) - packed.counts
        return values, log_probs.gather(1, (hit - starts)[:, None])[:, 0], entropy(log_probs)

    def predict_values(self, obs: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        """Values (m, 1); every action counts as legal, since the caller gives no mask."""
        return self._judge(obs, np.ones((len(obs), self.scenario.n_actions), np.uint8))[2][:, None]

    def _predict(  # type: ignore[override]
        self, observation: torch.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> torch.Tensor:
        return self.forward(observation, deterministic, action_masks)[0]

    def _judge(self, obs: torch.Tensor, action_masks: Any) -> tuple[Packed, torch.Tensor, torch.Tensor]:
        if action_masks is None:
            raise ValueError("this policy needs action_masks: it scores legal actions only")
        packed = pack_records(self.scenario, obs.cpu().numpy(), np.asarray(action_masks), self.config.consider).to(self.network.device)
        scores, values = self.network(packed)
        return packed, log_softmax(scores, packed.counts), values
