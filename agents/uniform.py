"""An agent that picks any legal action."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.kinds.chance import pick_legal, uniforms
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario

_SALT = 11


class UniformAgent:
    """Plays every legal action with the same probability; the ruleset's bot `random`, if there is one, plays for it."""

    def __init__(self, scenario: Scenario):
        self.name = "random"
        bots = scenario.ruleset.bots
        self.bot: int | None = bots.index("random") if "random" in bots else None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        return pick_legal(batch.masks[index], uniforms(batch.games[index], _SALT))

    def answer(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Choose from masks alone, for environments of other libraries; int64 (m,)."""
        return pick_legal(masks, rng.random(len(masks)))
