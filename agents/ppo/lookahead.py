"""A trained network that tries its favourite actions on copies of the game before it answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from skirmish_rl.agents.chance import uniforms
from skirmish_rl.agents.ppo.agent import NetworkAgent
from skirmish_rl.agents.ppo.network import ActionNetwork, log_softmax, pack
from skirmish_rl.envs.core.batch import OUTSIDE, Batch
from skirmish_rl.envs.core.ruleset import Scenario

_SALT = 71
_AT_ONCE = 64  # games in one pass


class LookaheadAgent(NetworkAgent):
    """Tries the policy's favourite actions on copies of the game and takes the one with the best expected value.

    Each of the `width` likeliest actions is carried out on copies with new dice (the same for all actions, so that luck
    cancels), the strongest bot answers for the other seats and the policy for the own one, `depth` decisions long. Then the
    network judges the position, or the game is over and its reward counts. The better half is tried on as many copies again
    until one action is left. The copies are reseeded: the game's own dice stay unknown.

    Args:
        samples: futures for each action in the first pass. width: actions tried.
        depth: own decisions played by the policy before the network judges.
        sure: an action at least so likely is taken at once.
        trust: how much a log probability of the policy counts beside the expected reward.
        threads: that play the copies; 0 for all cores.
    """

    def __init__(
        self,
        scenario: Scenario,
        network: ActionNetwork,
        name: str,
        samples: int = 16,
        width: int = 4,
        depth: int = 4,
        sure: float = 0.98,
        trust: float = 0.01,
        threads: int = 0,
    ):
        super().__init__(network, name, greedy=True)
        self.scenario, self.samples, self.width, self.depth = scenario, samples, width, depth
        self.sure, self.trust, self.threads = sure, trust, threads
        self._copies: Batch | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_copies": None}

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        actions = np.empty(len(index), np.int64)
        with torch.inference_mode():
            for low in range(0, len(index), _AT_ONCE):
                actions[low : low + _AT_ONCE] = self._answer(batch, index[low : low + _AT_ONCE])
        return actions

    def _answer(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        packed = pack(*batch.encode_actions(index, most=self.network.consider))
        log_probs = log_softmax(self.network(packed)[0].cpu(), packed.counts)
        best, places = log_probs.topk(min(self.width, log_probs.shape[1]), 1)
        first = (packed.counts.cumsum(0) - packed.counts)[:, None]
        tried = packed.numbers[(first + places).clamp(max=len(packed.numbers) - 1)].numpy()
        prior = best.numpy()
        tried = np.where(np.isfinite(prior), tried, tried[:, :1])  # where fewer actions are legal
        answers = tried[:, 0].copy()
        unsure = np.flatnonzero(np.exp(prior[:, 0]) < self.sure)
        if len(unsure):
            answers[unsure] = self._search(batch, index[unsure], tried[unsure], prior[unsure])
        return answers

    def _search(self, batch: Batch, index: np.ndarray, tried: np.ndarray, prior: np.ndarray) -> np.ndarray:
        """The best action, int64 (m,), of those tried, int64 (m, width), by sequential halving."""
        total, done, samples = np.zeros(tried.shape), 0, self.samples
        while True:
            total += self._expect(batch, index, tried, done, samples)
            done += samples
            value = np.where(np.isfinite(prior), total / done + self.trust * np.maximum(prior, -20), -np.inf)
            kept = np.argsort(-value, axis=1, kind="stable")[:, : (tried.shape[1] + 1) // 2]
            samples = samples * tried.shape[1] // kept.shape[1]
            tried, prior, total = (np.take_along_axis(part, kept, 1) for part in (tried, prior, total))
            if kept.shape[1] == 1:
                return tried[:, 0]

    def _expect(self, batch: Batch, index: np.ndarray, tried: np.ndarray, done: int, samples: int) -> np.ndarray:
        """Sum of expected rewards, float (m, width), of each action over some futures, `done` of which have been seen."""
        m, width = tried.shape
        n = m * width * samples
        copies = self._room(n)
        seat = np.repeat(batch.deciders[index].astype(np.int64), width * samples)
        copies.games[:n] = np.repeat(batch.games[index], width * samples)
        copies.games["over"][n:] = 1
        luck = (uniforms(batch.games[index], _SALT) * 2**52).astype(np.int64)
        futures = luck[:, None, None] + done + np.arange(samples)
        seeds = np.zeros(copies.n, np.int64)
        seeds[:n] = np.broadcast_to(futures, (m, width, samples)).ravel()
        copies.reseed(seeds)
        copies.control[:] = len(self.scenario.ruleset.bots) - 1
        copies.control[np.arange(n), seat] = OUTSIDE
        actions = np.full(copies.n, -1, np.int64)
        actions[:n] = np.repeat(tried.ravel(), samples)
        copies.step(actions, check=False)  # legal by the masks of the positions copied
        reward = copies.rewards[np.arange(n), seat].astype(np.float64)
        for left in range(self.depth, -1, -1):
            going = np.flatnonzero(copies.games["over"][:n] == 0)
            if not len(going):
                break
            packed = pack(*copies.encode_actions(going, most=self.network.consider))
            scores, values = (judged.cpu() for judged in self.network(packed))
            if left == 0:
                reward[going] = values.numpy()
                break
            chosen = log_softmax(scores, packed.counts).argmax(1)
            actions[:] = -1
            actions[going] = packed.numbers[packed.counts.cumsum(0) - packed.counts + chosen].numpy()
            copies.step(actions)
            reward += copies.rewards[np.arange(n), seat]
        return reward.reshape(m, width, samples).sum(2)

    def _room(self, n: int) -> Batch:
        if self._copies is None or self._copies.n < n:
            self._copies = Batch(self.scenario, n, threads=self.threads, observe=False)
        return self._copies
