"""Search: simulate games from every legal action, and spend more of them on the better half each time.

One level of the tree is kept (the rest of each simulated game is played by a bot), and the simulations are shared out by
sequential halving. Copies are reseeded, so the search never sees dice to come, and hidden things are re-dealt.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from skirmish_rl.agents.agent import bot_index
from skirmish_rl.agents.chance import uniforms
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario

_SALT = 29


class SearchAgent:
    """Flat Monte Carlo search with sequential halving.

    Args:
        simulations: games played out for each decision.
        bot: who plays the simulated games after the first action.

    Raises:
        UnknownName: the ruleset has no bot of that name.
    """

    def __init__(self, scenario: Scenario, simulations: int, bot: str):
        self.scenario = scenario
        self.simulations = simulations
        self.player = bot_index(scenario.ruleset, bot)
        self.name = f"mcts:{simulations}:{scenario.ruleset.bot_name(self.player)}"
        self.bot: int | None = None
        self._copies: Batch | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_copies": None}

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        return np.array([self._search(batch.games[b], np.flatnonzero(batch.masks[b])) for b in index], np.int64)

    def _search(self, game: np.void, actions: np.ndarray) -> int:
        rng = np.random.default_rng(int(uniforms(game.reshape(1), _SALT)[0] * 2**32))
        total, count = np.zeros(len(actions)), np.zeros(len(actions))
        alive = np.arange(len(actions))
        rounds = max(1, math.ceil(math.log2(len(actions))))
        left = self.simulations
        for k in range(rounds):
            share = max(1, left // (rounds - k))
            left -= share
            # fewer simulations than actions: a random part of them gets one each
            tried = rng.permutation(alive)[:share] if share < len(alive) else np.resize(alive, share // len(alive) * len(alive))
            total += np.bincount(tried, self._play_out(game, actions[tried], rng), len(actions))
            count += np.bincount(tried, minlength=len(actions))
            mean = np.where(count[alive] > 0, total[alive] / np.maximum(count[alive], 1), -np.inf)
            alive = alive[np.argsort(-mean, kind="stable")[: max(1, (len(alive) + 1) // 2)]]
            if len(alive) == 1 or left < 1:
                break
        return int(actions[alive[0]])

    def _play_out(self, game: np.void, actions: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Rewards of the deciding seat, float32 (m,), one for each action tried."""
        if self._copies is None or self._copies.n < len(actions):
            self._copies = Batch(
                self.scenario, max(len(actions), self.simulations), control=[self.player] * self.scenario.seats, observe=False
            )
        copies = self._copies
        copies.games[:] = game
        copies.reseed(rng.integers(0, 2**62, copies.n))
        copies.games["over"][len(actions) :] = 1
        padded = np.full(copies.n, -1, np.int64)
        padded[: len(actions)] = actions
        copies.step(padded, check=False)
        return copies.rewards[: len(actions), int(game["decider"])]
