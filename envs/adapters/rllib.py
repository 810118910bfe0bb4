"""The RLlib view: a vector environment in the order that RLlib's runners expect, and a PPO configuration that trains on it.

RLlib throws away what comes after the end of a game in the same step: with `SkirmishVector`, which begins the next game at once
(`AutoresetMode.SAME_STEP`), it would lose the first decision of every game. Here the next game begins in the step after
(`AutoresetMode.NEXT_STEP`), whose action is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from skirmish_rl.envs.adapters.seating import LEARNER, Opponents, checked_seat, checked_seed, fresh_seed, seats_from
from skirmish_rl.envs.core.batch import GO_ON, STAY, Batch, game_seeds
from skirmish_rl.envs.core.dice import next_seed
from skirmish_rl.envs.core.errors import BadOption, StateError, needs
from skirmish_rl.envs.registry import ruleset_of

if TYPE_CHECKING:
    from ray.rllib.algorithms.ppo import PPOConfig

_OWN = ("ruleset", "scenario", "seats", "opponent", "seat", "threads", "num_envs")


class SkirmishRLlib(VectorEnv):
    """n games as RLlib's runners want them: one learner in each, the other seats played inside.

    Observations are those of the other views under the names of RLlib's action-masking module: `observations` float32 (n, features) and
    `action_mask` float32 (n, actions). A game that ends shows its last position, with an empty mask; the next step begins its successor.

    Args:
        config: RLlib's `env_config`: `ruleset`, and as for `skirmish_rl.envs.make_vec` `scenario`, `seats`, `opponent` ("bot:strong"), `seat`
            ("random"), `threads` and options of the ruleset. `num_envs` is added by RLlib.

    Raises:
        BadOption: without a ruleset, or not made as a vector environment.
        UnknownName, DataError: see `skirmish_rl.envs.make`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, config: Mapping[str, Any]):
        if "ruleset" not in config:
            raise BadOption(
                'env_config has no "ruleset"; give for example {"ruleset": "...", "scenario": "...", "opponent": "bot:strong"}'
            )
        if "num_envs" not in config:
            raise BadOption(
                "RLlib asks for a single game; give .env_runners(gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT), or use `ppo`"
            )
        options = {name: value for name, value in config.items() if name not in _OWN}
        self.scenario = ruleset_of(config["ruleset"]).scenario(config.get("scenario"), config.get("seats"), **options)
        self.num_envs = int(config["num_envs"])
        self._wanted = checked_seat(self.scenario, config.get("seat", "random"))
        self._opponents = Opponents(self.scenario, config.get("opponent", "bot:strong"))
        self.batch = Batch(self.scenario, self.num_envs, threads=config.get("threads", 1), after=STAY)
        self._seats = np.zeros(self.num_envs, np.int64)
        self._all = np.arange(self.num_envs)
        self._started = False
        self.single_observation_space = spaces.Dict({
            "observations": spaces.Box(-1.0, 1.0, (self.scenario.features.size,), np.float32),
            "action_mask": spaces.Box(0.0, 1.0, (self.scenario.n_actions,), np.float32),
        })  # fmt: skip
        self.single_action_space = spaces.Discrete(self.scenario.n_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Start every game, from one seed (game 0 uses it as it is) or from fresh ones."""
        super().reset(seed=seed)
        batch = self.batch
        seeds = game_seeds(fresh_seed() if seed is None else checked_seed(seed), batch.n)
        self._seats[:] = seats_from(seeds, self.scenario.seats) if self._wanted == "random" else int(self._wanted)
        batch.control[:] = np.array([self._opponents.row(place) for place in range(self.scenario.seats)], np.int8)[self._seats]
        batch.reset(seeds=seeds)
        self._started = True
        self._let_agents_answer(np.ones(batch.n, bool))
        return self._seen(), {}

    def step(self, actions: Any) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Answer one decision in every game that is running, and begin the next game in the place of those that were over.

        Raises:
            StateError: before `reset`. ShapeError, IllegalAction: as for `Batch.step`.
        """
        if not self._started:
            raise StateError("step() before the first games; call reset() first")
        batch = self.batch
        waiting = batch.over != 0
        batch.step(np.where(waiting, GO_ON, np.asarray(actions)))
        for b in np.flatnonzero(waiting):
            self._begin_next(int(b))
        rewards = self._let_agents_answer(waiting)
        ended = (batch.over != 0) & ~waiting
        return self._seen(), np.where(ended, rewards, np.float32(0)), ended, np.zeros(batch.n, bool), {}

    def _begin_next(self, b: int) -> None:
        batch = self.batch
        if self._wanted == "random":
            batch.control[b] = np.roll(batch.control[b], -1)
            self._seats[b] = (self._seats[b] - 1) % self.scenario.seats
        batch.seeds[b] = next_seed(int(batch.seeds[b]))
        batch.restart(b)

    def _let_agents_answer(self, fresh: np.ndarray) -> np.ndarray:
        """Agents outside the kernels answer until every running game waits for the learner; its rewards, float32 (n,).

        Args:
            fresh: bool (n,) games that have just begun: if one is over before the learner could decide, the next takes its place.
        """
        batch, opponents = self.batch, self._opponents
        rewards = batch.rewards[self._all, self._seats]
        while True:
            for b in np.flatnonzero(fresh & (batch.over != 0)):
                self._begin_next(int(b))
            asked = np.where(batch.over == 0, batch.control[self._all, batch.deciders], LEARNER)
            if (asked == LEARNER).all():
                return rewards
            actions = batch.masks.argmax(axis=1)
            for value in np.unique(asked[asked != LEARNER]):
                where = np.flatnonzero(asked == value)
                actions[where] = opponents.ask(int(value), batch, where)
            batch.step(np.where(asked == LEARNER, GO_ON, batch.check(actions)))
            rewards += batch.rewards[self._all, self._seats]

    def _seen(self) -> dict[str, np.ndarray]:
        batch = self.batch
        observations, masks = batch.observations.copy(), batch.masks.astype(np.float32)
        for b in np.flatnonzero(batch.over):
            observations[b], masks[b] = batch.look(int(b), int(self._seats[b]))
        return {"observations": observations, "action_mask": masks}


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
