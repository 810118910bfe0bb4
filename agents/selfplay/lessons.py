"""Imitation before self-play: a teacher plays games against itself on the CPU, and the network imitates it."""

from __future__ import annotations

import numpy as np
import torch

from skirmish_rl.agents.kinds.chance import strayed
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.selfplay.games import Rollout
from skirmish_rl.agents.selfplay.network import ResidualNetwork, expected
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import game_seeds

_SALTS = 47, 53


class Lessons:
    """Games in which a teacher decides for both seats; from time to time a random action is played instead of the teacher's.

    Attributes:
        batch: the games, on the CPU.

    Args:
        scenario: the scenario.
        teacher: the teacher's name.
        n: number of games played side by side.
        noise: probability of a random action.
        seed: seed of the games and of the noise.
    """

    def __init__(self, scenario: Scenario, teacher: str, n: int, noise: float, seed: int):
        self.batch = Batch(scenario, n, threads=0, after=RESTART)
        self.batch.reset(seeds=game_seeds(seed, n))
        self._teacher, self._noise, self._everyone = agent_of(teacher, scenario), noise, np.arange(n)

    @torch.no_grad()
    def teach(self, rollout: Rollout, network: ResidualNetwork) -> None:
        """Fill a rollout with the next decisions.

        `actions` become the teacher's actions, `values` the network's values of the positions.
        """
        batch = self.batch
        for step in range(len(rollout.actions)):
            seen = rollout.see(step, torch.from_numpy(batch.observations))
            rollout.masks[step].copy_(torch.from_numpy(batch.masks))
            rollout.deciders[step].copy_(torch.from_numpy(batch.deciders))
            answers = self._answers()
            rollout.actions[step].copy_(torch.from_numpy(answers))
            rollout.values[step].copy_(expected(network(seen, rollout.masks[step])[1]))
            deciders = batch.deciders.astype(np.int64)
            batch.step(strayed(batch, answers, self._noise, _SALTS))
            rollout.ended[step].copy_(torch.from_numpy(batch.ended != 0))
            rollout.rewards[step].copy_(torch.from_numpy(batch.rewards[self._everyone, deciders]))
        device = rollout.observations.device
        seen, legal = torch.from_numpy(batch.observations).to(device), torch.from_numpy(batch.masks).to(device)
        rollout.last_value.copy_(expected(network(seen, legal)[1]))
        rollout.last_decider.copy_(torch.from_numpy(batch.deciders))
        rollout.own.fill_(True)

    def _answers(self) -> np.ndarray:
        if self._teacher.bot is not None:
            return self.batch.ask(self._everyone, self._teacher.bot).astype(np.int64)
        return self._teacher.act(self.batch, self._everyone).astype(np.int64)
