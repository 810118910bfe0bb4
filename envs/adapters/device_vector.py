"""The Gymnasium vector view of games on a device: tensors in, tensors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from skirmish_rl.envs.adapters.autoreset import AutoresetMode
from skirmish_rl.envs.adapters.device import DeviceBatch, checked_device, torch
from skirmish_rl.envs.adapters.game import check_reset_options
from skirmish_rl.envs.adapters.seating import Opponents, checked_seat, seats_from
from skirmish_rl.envs.adapters.spaces import checked_mask, observation_space
from skirmish_rl.envs.core.batch import RESTART, RESTART_SEATED
from skirmish_rl.envs.core.errors import BadOption, StateError
from skirmish_rl.envs.core.seeds import checked_seed, checked_seeds, fresh_seed, game_seeds, is_list
from skirmish_rl.envs.registry import ruleset_of

_USUAL = 4096  # games


class DeviceVector(VectorEnv):
    """n games on a device as a Gymnasium `VectorEnv` of torch tensors, with the seats, rewards and restarts of `SkirmishVector`.

    What a step returns are the batch's own tensors, which the next step rewrites, and new ones for the rewards: nothing is copied to the
    processor. An illegal action is not carried out; `batch.check()` waits for the device and raises it.

    `info`: `action_mask` uint8 (n, actions), `seat` int8 (n,), `seed` int64 (n,), `reward_all` float32 (n, seats), `reason` uint8 (n,): an
    index into the ruleset's reasons for games that ended in this step, else 0; `final_obs` float32 (n, features) with `_final_obs` bool
    (n,).

    Args:
        ruleset, scenario, seats, **options: see `skirmish_rl.envs.make`.
        n_games: number of games, 4096 where none is given (`num_envs` is the same under Gymnasium's name).
        opponent: None, "bot:strong", "random", or a list of bots; agents play on the processor only.
        seat: the learner's seat; "random" spreads it over the games and turns it by one with every new game.
        device: "cuda", "cuda:1" or "cpu".
        mask_in_observation: False: observations are the bare tensor, and the masks are in `info` only.
        check: False: actions come straight from the masks and are not looked at; an illegal one corrupts its game, or worse.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        ruleset: str,
        scenario: str | None = None,
        n_games: int | None = None,
        seats: int | None = None,
        opponent: Any = None,
        seat: int | str = "random",
        device: Any = "cuda",
        num_envs: int | None = None,
        mask_in_observation: bool = True,
        check: bool = True,
        **options: Any,
    ):
        device = checked_device(device)  # before a minute of compiling
        self.scenario = ruleset_of(ruleset).scenario(scenario, seats, **options)
        if n_games is not None and num_envs is not None and n_games != num_envs:
            raise BadOption(f"n_games={n_games!r} and num_envs={num_envs!r} are two names of one number; give one of them")
        self.num_envs = next((n for n in (n_games, num_envs) if n is not None), _USUAL)
        self.mask_in_observation = checked_mask(mask_in_observation)
        self._wanted = checked_seat(self.scenario, seat)
        self._opponents = None if opponent is None else Opponents(self.scenario, opponent)
        if self._opponents is not None and self._opponents.agents:
            raise BadOption(f"opponent={opponent!r}: on a device bots play, and no agents; leave device out to meet an agent")
        self.batch = DeviceBatch(
            self.scenario, self.num_envs, device, after=RESTART if self._wanted == "random" else RESTART_SEATED, check=check
        )
        self.device = self.batch.device
        self._started = False
        self.single_observation_space = observation_space(self.scenario, mask_in_observation)
        self.single_action_space = spaces.Discrete(self.scenario.n_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._truncated = torch.zeros(self.num_envs, dtype=torch.bool, device=self.device)

    def reset(
        self, *, seed: int | Sequence[int] | np.ndarray | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start every game, from one seed for all or one for each; None draws fresh seeds.

        Raises:
            BadOption: a seed outside [0, 2**63), or options. ShapeError: a list of seeds that is not one per game.
        """
        check_reset_options(options)
        if is_list(seed):
            seeds = checked_seeds(seed, self.num_envs)
        else:
            first = fresh_seed() if seed is None else checked_seed(seed)
            super().reset(seed=first)
            seeds = game_seeds(first, self.num_envs)
        if self._opponents is not None:
            places = seats_from(seeds, self.scenario.seats) if self._wanted == "random" else np.full(self.num_envs, int(self._wanted))
            rows = np.array([self._opponents.row(place) for place in range(self.scenario.seats)], np.int16)
            self.batch.set_control(rows[places])
        self.batch.reset(seeds=seeds)
        self._started = True
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action in every game.

        Args:
            actions: int64 (n,) on the device.

        Raises:
            ShapeError: another shape, type or device. StateError: before `reset`. An illegal action: see `DeviceBatch.check`.
        """
        if not self._started:
            raise StateError("step() before the first games; call reset() first")
        batch = self.batch
        acting = batch.deciders.long()[:, None]
        batch.step(actions)
        ended = batch.ended != 0
        rewards = batch.rewards.gather(1, acting)[:, 0]
        return self._seen(), rewards, ended, self._truncated, {**self._info(), "final_obs": batch.final, "_final_obs": ended}

    def action_masks(self) -> Any:
        """Masks of the pending decisions, bool (n, actions)."""
        return self.batch.masks.bool()

    def _seen(self) -> Any:
        observation = self.batch.observations
        return {"observation": observation, "action_mask": self.batch.masks} if self.mask_in_observation else observation

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "action_mask": batch.masks, "seat": batch.deciders, "seed": batch.seeds, "reward_all": batch.rewards, "reason": batch.ended,
        }  # fmt: skip
