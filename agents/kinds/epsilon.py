"""An epsilon-random wrapper: another agent that plays a random legal action with probability epsilon."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.kinds.chance import pick_legal, uniforms
from skirmish_rl.envs.core.batch import Batch

_RANDOM, _WHICH = 61, 67  # salts: whether it plays at random, and which action then


class EpsilonAgent:
    """Plays as another agent does, but with probability epsilon a random legal action.

    Epsilon-random bots are compiled: see `Ruleset.bot`.

    Args:
        hundredths: of the answers that are random, 1 to 99.
    """

    def __init__(self, agent: Agent, hundredths: int, name: str):
        self.agent, self.share, self.name = agent, hundredths / 100, name
        self.bot: int | None = None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        games = batch.games[index]
        strays = uniforms(games, _RANDOM) < self.share
        actions = np.empty(len(index), np.int64)
        actions[strays] = pick_legal(batch.masks[index[strays]], uniforms(games[strays], _WHICH))
        if not strays.all():
            actions[~strays] = self.agent.act(batch, index[~strays])
        return actions
