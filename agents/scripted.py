"""A bot of the ruleset as an agent."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.agent import bot_index
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario


class ScriptedAgent:
    """Plays as a compiled bot does.

    Raises:
        UnknownName: the ruleset has no bot of that name. BadOption: a share of errors that is none.
    """

    def __init__(self, scenario: Scenario, bot: str):
        self.bot: int | None = bot_index(scenario.ruleset, bot)
        self.name = f"bot:{scenario.ruleset.bot_name(self.bot)}"

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        return batch.ask(index, self.bot or 0)
