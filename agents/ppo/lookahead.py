"""A trained network that looks one decision ahead before it answers."""

from __future__ import annotations

import numpy as np
import torch

from agents.chance import uniforms
from agents.ppo.agent import NetworkAgent
from agents.ppo.network import ActionNetwork, log_softmax, pack
from envs.core.batch import OUTSIDE, Batch
from envs.core.ruleset import Scenario

_SALT = 71
_AT_ONCE = 64  # games in one pass


class LookaheadAgent(NetworkAgent):
    """Tries the policy's favourite actions on copies of the game and takes the one with the best expected value.

    Each of the `width` likeliest actions is carried out on `samples` copies with new dice (the same for all actions, so that
    luck cancels), the strongest bot answers for the other seats, and the network judges the position of the seat's next
    decision, or the game is over and its reward counts. The copies are reseeded: the game's own dice stay unknown.

    Args:
        samples: futures for each action. width: actions tried.
        trust: how much a log probability of the policy counts beside the expected reward.
    """

    def __init__(
        self, scenario: Scenario, network: ActionNetwork, name: str, samples: int = 12, width: int = 5, trust: float = 0.01
    ):
        super().__init__(network, name, greedy=True)
        self.scenario, self.samples, self.width, self.trust = scenario, samples, width, trust
        self._copies: Batch | None = None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        actions = np.empty(len(index), np.int64)
        with torch.inference_mode():
            for low in range(0, len(index), _AT_ONCE):
                actions[low : low + _AT_ONCE] = self._answer(batch, index[low : low + _AT_ONCE])
        return actions

    def _answer(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        packed = pack(*batch.describe(index, most=self.network.consider))
        log_probs = log_softmax(self.network(packed)[0], packed.counts)
        width = min(self.width, log_probs.shape[1])
        best, places = log_probs.topk(width, 1)
        first = (packed.counts.cumsum(0) - packed.counts)[:, None]
        tried = packed.numbers[(first + places).clamp(max=len(packed.numbers) - 1)].numpy()
        prior = best.numpy()
        worth = self._expect(batch, index, np.where(np.isfinite(prior), tried, tried[:, :1]))
        value = np.where(np.isfinite(prior), worth + self.trust * np.maximum(prior, -20), -np.inf)
        return tried[np.arange(len(index)), value.argmax(1)]

    def _expect(self, batch: Batch, index: np.ndarray, tried: np.ndarray) -> np.ndarray:
        """Expected reward, float (m, width), of each action tried in each game."""
        m, width = tried.shape
        n = m * width * self.samples
        copies = self._room(n)
        seat = np.repeat(batch.deciders[index].astype(np.int64), width * self.samples)
        copies.games[:n] = np.repeat(batch.games[index], width * self.samples)
        copies.games["over"][n:] = 1
        luck = (uniforms(batch.games[index], _SALT) * 2**52).astype(np.int64)
        seeds = np.zeros(copies.n, np.int64)
        seeds[:n] = (luck[:, None, None] + np.arange(self.samples)[None, None, :] + np.zeros((1, width, 1), np.int64)).ravel()
        copies.reseed(seeds)
        copies.control[:] = len(self.scenario.ruleset.bots) - 1
        copies.control[np.arange(n), seat] = OUTSIDE
        actions = np.full(copies.n, -1, np.int64)
        actions[:n] = np.repeat(tried.ravel(), self.samples)
        copies.step(actions)
        reward = copies.rewards[np.arange(n), seat].astype(np.float64)
        going = np.flatnonzero(copies.games["over"][:n] == 0)
        if len(going):
            reward[going] = self.network(pack(*copies.describe(going, most=self.network.consider)))[1].numpy()
        return reward.reshape(m, width, self.samples).mean(2)

    def _room(self, n: int) -> Batch:
        if self._copies is None or self._copies.n < n:
            self._copies = Batch(self.scenario, n, observe=False)
        return self._copies
