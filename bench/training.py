"""The whole PPO loop, ours against the textbook's: sb3-contrib's MaskablePPO with defaults on the AEC environment.

The textbook wrapper is that of PettingZoo's SB3 action-masking tutorial: the AEC environment flattened to a single-agent one.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from pettingzoo.utils import BaseWrapper
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

from skirmish_rl import envs
from skirmish_rl.agents.opponents import Opponents
from skirmish_rl.agents.ppo.config import PPOConfig
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.launch import launch
from skirmish_rl.agents.ppo.learner import PPO
from skirmish_rl.agents.ppo.network import NetworkConfig
from skirmish_rl.agents.ppo.ranks import Ranks
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.registry import ruleset_of

_NETWORK = NetworkConfig("rows", width=32, summary=64, consider=12)  # as in the shipped configurations


class TutorialWrapper(BaseWrapper, gymnasium.Env):
    """The AEC environment as a Gymnasium one, every seat played by the same policy."""

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.observation_space = super().observation_space(self.possible_agents[0])["observation"]
        self.action_space = super().action_space(self.possible_agents[0])
        return self.observe(self.agent_selection), {}

    def step(self, action):
        current_agent = self.agent_selection
        super().step(action)
        next_agent = self.agent_selection
        return (
            self.observe(next_agent), self._cumulative_rewards[current_agent], self.terminations[current_agent],
            self.truncations[current_agent], self.infos[current_agent],
        )  # fmt: skip

    def observe(self, agent):
        return super().observe(agent)["observation"]

    def action_mask(self):
        return super().observe(self.agent_selection)["action_mask"]


def stock_rate(ruleset: Ruleset, scenario: str, decisions: int) -> float:
    """Decisions a second of MaskablePPO with its defaults, rollouts and updates."""
    env = TutorialWrapper(envs.make(ruleset.name, scenario=scenario))
    env.reset(seed=1)
    model = MaskablePPO("MlpPolicy", ActionMasker(env, lambda e: e.action_mask()), seed=1, device="cpu")
    since = time.perf_counter()
    model.learn(decisions)
    return decisions / (time.perf_counter() - since)


def our_rate(ranks: Ranks, name: str, scenario: str, updates: int, place: str) -> int:
    """Write the decisions a second of the packed learner against the strongest bot, rollouts and updates of all ranks, to a file."""
    settled = ruleset_of(name).scenario(scenario)
    torch.set_num_threads(1)
    games = LearnerGames(settled, 256, Opponents(settled, {"bot:strongest": 1.0}), seed=1, ranks=ranks)
    learner = PPO(games, _NETWORK, PPOConfig(256, 64, 1024, 4, anneal=False, entropy=0.0, target_kl=0.0), seed=1, ranks=ranks)
    learner.begin()
    _learn(learner, 1)  # kernels loaded, memory touched
    ranks.wait()
    since = time.perf_counter()
    _learn(learner, updates)
    ranks.wait()
    if ranks.first:
        Path(place).write_text(str(updates * 256 * 64 / (time.perf_counter() - since)))
    return 0


def _learn(learner: PPO, updates: int) -> None:
    for _ in range(updates):
        learner.collect()
        learner.update()


def rate_of(count: int, *rest: Any) -> float:
    """The same, by so many ranks."""
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/rate"
        if launch(count, our_rate, *rest, place):
            raise RuntimeError(f"{count} ranks could not be measured")
        return float(Path(place).read_text())


def training_rates(ruleset: Ruleset, scenario: str, cores: int) -> tuple[float, float, float]:
    """(one rank, one rank a core, MaskablePPO), the medians of three interleaved rounds of each."""
    one, all_ranks, stock = [], [], []
    for _ in range(3):
        one.append(rate_of(1, ruleset.name, scenario, 3))
        all_ranks.append(rate_of(cores, ruleset.name, scenario, 3 * cores))
        stock.append(stock_rate(ruleset, scenario, 4096))
    return float(np.median(one)), float(np.median(all_ranks)), float(np.median(stock))
