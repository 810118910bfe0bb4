"""A trained network as an agent."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.kinds.chance import uniforms
from skirmish_rl.agents.network import Network, PlainNetwork, pick
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario

_SALT = 53
_AT_ONCE = 512  # games in one pass: more would not fit the processor's cache


class NetworkAgent:
    """Plays a network's most likely action, or samples from its probabilities.

    Args:
        greedy: the favourite action always; games then differ by their dice only.
        scenario: for which it was loaded, if it was.
    """

    def __init__(self, network: Network, name: str, greedy: bool = False, scenario: Scenario | None = None):
        self.network, self.name, self.greedy, self.scenario = network, name, greedy, scenario
        self.bot: int | None = None
        self.observes = scenario is not None and isinstance(network, PlainNetwork) and network.reads_only(scenario.features.size)

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        actions = np.empty(len(index), np.int64)
        for low in range(0, len(index), _AT_ONCE):
            part = index[low : low + _AT_ONCE]
            opinion = self.network.judge(batch, part)
            if self.greedy:
                chosen = opinion.log_probs.argmax(1)
            else:
                chosen = pick(opinion.log_probs, np.diff(opinion.offsets), uniforms(batch.games[part], _SALT))
            actions[low : low + _AT_ONCE] = opinion.answers(chosen)
        return actions
