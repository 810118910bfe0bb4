"""The interface of an agent. `names.py` makes agents from the names on a command line."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Ruleset

STRONGEST = "strongest"


class Agent(Protocol):
    """Something that chooses actions.

    An agent's answer depends on nothing but the game in front of it: its luck comes from `agents.kinds.chance`, so the same
    game is answered the same way alone, in any batch and in any order.

    Attributes:
        name: as on the command line.
        bot: number of the compiled bot that answers in its stead inside the engine, None when `act` must be asked.
    """

    name: str
    bot: int | None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Choose actions for the pending decisions of some games; nothing is played.

        Args:
            batch: reads games, masks and whatever else the agent looks at (`batch.encode_actions`, `batch.observations`).
            index: int64 (m,) games that are not over.

        Returns:
            int64 (m,) legal actions.
        """
        ...


def bot_index(ruleset: Ruleset, name: str) -> int:
    """Number of a bot by its name, `strongest` being the last; see `Ruleset.bot`.

    Raises:
        UnknownName: no bot of that name. BadOption: a share of errors that is none.
    """
    plain, at, share = name.partition("@")
    return ruleset.bot((ruleset.bots[-1] if plain == STRONGEST else plain) + at + share)
