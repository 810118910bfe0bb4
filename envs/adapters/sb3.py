"""The Stable-Baselines3 view: a `VecEnv` over the batch, for MaskablePPO and its relatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.errors import BadOption, needs, unknown
from skirmish_rl.envs.core.seeds import fresh_seed, game_seeds

with needs("train"):
    from stable_baselines3.common.buffers import DictReplayBuffer, ReplayBuffer
    from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvStepReturn


class SkirmishVecEnv(VecEnv):
    """A batch of games for SB3; `env_method("action_masks")` gives the masks that sb3-contrib asks for.

    Every info holds `action`, what was played. A finished game's holds `outcome` (why it ended), `terminal_observation` and `episode` (`r`
    reward of the learner, `l` its decisions), so no `VecMonitor` is needed.

    Args:
        games: a vector environment, in wrappers that change rewards or count, or without. It is best with opponents: with
            `opponent=None` successive rewards of a game belong to different seats, which SB3's returns do not tell apart.
        mask_in_observation: True gives the Dict space with `observation` and `action_mask` ("MultiInputPolicy"), False
            the bare vector ("MlpPolicy"); masks come through `env_method` either way.
    """

    def __init__(self, games: Any, mask_in_observation: bool = True):
        self.games = games
        self._own: SkirmishVector = games.unwrapped
        if self._own.autoreset_mode != AutoresetMode.SAME_STEP:
            raise BadOption("autoreset_mode: Stable-Baselines3 expects the next game in the step in which one ends; leave it at SameStep")
        self.mask_in_observation = mask_in_observation and self._own.mask_in_observation
        space = games.single_observation_space
        self._actions: Any = None
        self._lengths = np.zeros(games.num_envs, np.int64)
        self._returns = np.zeros(games.num_envs)
        shown = space["observation"] if isinstance(space, spaces.Dict) and not mask_in_observation else space
        super().__init__(games.num_envs, shown, games.single_action_space)

    def _seen(self, observation: dict[str, np.ndarray] | np.ndarray) -> Any:
        # A rollout buffer reads the last observation after the next step, so it must not be the batch's own array.
        if isinstance(observation, np.ndarray):
            return observation if self._own.copy else observation.copy()
        own = observation if self._own.copy else {name: array.copy() for name, array in observation.items()}
        return own if self.mask_in_observation else own["observation"]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seeds for the next `reset`: the first game gets `seed` itself, the others get seeds derived from it, as in every view.

        Raises:
            BadOption: anything but a whole number from 0 to 2**63 - 1.
        """
        self._seeds = game_seeds(fresh_seed() if seed is None else seed, self.num_envs).tolist()
        return self._seeds

    def reset(self) -> Any:
        """Start every game, from the seeds given to `seed` if there were any."""
        seeds = None if self._seeds[0] is None else np.array(self._seeds)
        observation, _ = self.games.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self._lengths[:] = 0
        self._returns[:] = 0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self._seen(observation)

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> VecEnvStepReturn:
        """Play the actions.

        Returns:
            Observations, rewards float32 (n,), dones bool (n,), one info dict per game.
        """
        observation, rewards, dones, _, info = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{"action": action} for action in info["action"].tolist()]
        self._lengths += 1
        self._returns += rewards
        for b in np.flatnonzero(dones):
            final = info["final_obs"][b]
            infos[b] |= {
                "outcome": info["outcome"][b],
                "terminal_observation": final["observation"] if isinstance(final, dict) and not self.mask_in_observation else final,
                "TimeLimit.truncated": False,
                "episode": {"r": float(self._returns[b]), "l": int(self._lengths[b]), "t": 0.0},
            }
        self._lengths[dones] = 0
        self._returns[dones] = 0
        return self._seen(observation), np.array(rewards, np.float32), dones, infos

    def close(self) -> None:
        """Release the games."""
        self.games.close()

    def action_masks(self) -> np.ndarray:
        """Masks of the pending decisions, bool (n, actions)."""
        return self._own.action_masks()

    def env_method(self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any) -> list[Any]:
        """Only `action_masks` exists per game.

        Raises:
            UnknownName: any other method.
        """
        if method_name != "action_masks":
            raise unknown("method of the games", method_name, ["action_masks"])
        masks = self._own.action_masks()
        return [masks[b] for b in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of the batch, repeated for every game.

        Raises:
            AttributeError: no such attribute, as SB3's `has_attr` expects.
        """
        value = getattr(self.games if hasattr(self.games, attr_name) else self._own, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute of the batch; it is shared by all games."""
        setattr(self.games if hasattr(self.games, attr_name) else self._own, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        """uint8 images of all games, for render_mode "rgb_array"."""
        return self.games.render() or [None] * self.num_envs


class _Played:
    """Keeps the actions that were played, not those that were asked for."""

    def add(self, obs: Any, next_obs: Any, action: np.ndarray, reward: np.ndarray, done: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """One step of every game, see `ReplayBuffer.add`."""
        played = np.array([info["action"] for info in infos]).reshape(action.shape)
        super().add(obs, next_obs, played, reward, done, infos)  # type: ignore[misc]


class PlayedReplayBuffer(_Played, ReplayBuffer):
    """SB3's replay buffer for learners whose illegal actions are replaced (`illegal="random"`):
    `DQN(..., replay_buffer_class=PlayedReplayBuffer)`.
    """


class PlayedDictReplayBuffer(_Played, DictReplayBuffer):
    """The same for observations with the mask in them."""
