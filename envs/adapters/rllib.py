"""The RLlib view: a vector environment in the order that RLlib's runners expect, and a PPO configuration that trains on it.

RLlib discards everything after the end of a game in the same step: with `SkirmishVector`, which begins the next game at once
(`AutoresetMode.SAME_STEP`), it would lose the first decision of every game. Here the next game begins in the step after
(`AutoresetMode.NEXT_STEP`), whose action is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from skirmish_rl.envs.adapters.autoreset import AutoresetMode
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.errors import BadOption, needs

if TYPE_CHECKING:
    from ray.rllib.algorithms.ppo import PPOConfig


class SkirmishRLlib(SkirmishVector):
    """n games for RLlib's runners: one learner in each; opponents play the other seats inside.

    Observations are those of the other views under the names of RLlib's action-masking module: `observations` float32 (n, features) and
    `action_mask` float32 (n, actions). A game that ends shows its last position, with an empty mask; the next step begins its successor.

    Args:
        config: RLlib's `env_config`: `ruleset`, and as for `skirmish_rl.envs.make_vec` `scenario`, `seats`, `opponent` ("bot:strong"),
            `seat` ("random"), `threads` and options of the ruleset. `num_envs` is added by RLlib.

    Raises:
        BadOption: without a ruleset, or not made as a vector environment.
        UnknownName, DataError: see `skirmish_rl.envs.make`.
    """

    def __init__(self, config: Mapping[str, Any]):
        if "ruleset" not in config:
            raise BadOption(
                'env_config has no "ruleset"; give for example {"ruleset": "...", "scenario": "...", "opponent": "bot:strong"}'
            )
        if "num_envs" not in config:
            raise BadOption(
                "RLlib asks for a single game; give .env_runners(gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT), or "
                "use `ppo`"
            )
        arguments = {"opponent": "bot:strong", **config}
        super().__init__(**arguments, autoreset_mode=AutoresetMode.NEXT_STEP)
        self.single_observation_space = spaces.Dict({
            "observations": spaces.Box(-1.0, 1.0, (self.scenario.features.size,), np.float32),
            "action_mask": spaces.Box(0.0, 1.0, (self.scenario.n_actions,), np.float32),
        })  # fmt: skip
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        # RLlib knows the plain spaces only, and draws no actions from them
        self.single_action_space = spaces.Discrete(self.scenario.n_actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _seen(self) -> dict[str, np.ndarray]:
        seen = super()._seen()
        assert isinstance(seen, dict)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}

    def _info(self) -> dict[str, Any]:
        return {}


def ppo(env_config: Mapping[str, Any], games: int = 64) -> PPOConfig:
    """RLlib's PPO with its own action-masking module, ready to be changed further, for example by `.env_runners(num_env_runners=4)`.

    Args:
        env_config: see `SkirmishRLlib`.
        games: side by side in each runner.

    Raises:
        MissingExtra: Ray is not installed.
    """
    with needs("ray"):
        from ray.rllib.algorithms.ppo import PPOConfig
        from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
        from ray.rllib.core.rl_module.rl_module import RLModuleSpec
        from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    network = DefaultModelConfig(fcnet_hiddens=[128, 128], vf_share_layers=False)
    config = PPOConfig().environment(SkirmishRLlib, env_config=dict(env_config), disable_env_checking=True)
    config = config.env_runners(
        num_env_runners=0, num_envs_per_env_runner=games, gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT
    )
    config = config.rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=network))
    return config.training(
        train_batch_size_per_learner=64 * games,
        minibatch_size=512,
        num_epochs=4,
        lr=5e-4,
        gamma=0.999,
        lambda_=0.9,
        entropy_coeff=0.003,
        grad_clip=0.5,
    )
