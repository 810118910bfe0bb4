"""The learner's opponents, with weights: bots, other agents, and its own past selves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.names import WORDS, agent_of
from skirmish_rl.envs.core.errors import BadOption, unknown
from skirmish_rl.envs.core.ruleset import Scenario

PAST = "past"
LEARNER = -1


class Opponents:
    """A pool of agents shared out over the places of a batch.

    Attributes:
        agents: everybody in the pool; past selves stand at the end, oldest first.
        weights: share of the batch of each agent, sums to 1.

    Args:
        weights: agent name -> weight; `past` stands for all past selves together.
        past: frozen copies of the learner; must not be empty when `past` has a weight.

    Raises:
        BadOption: no positive weight, a negative one, or `past` without past selves.
        UnknownName: no agent of that name.
    """

    def __init__(self, scenario: Scenario, weights: Mapping[str, float], past: Sequence[Agent] = ()):
        if not weights or min(weights.values()) < 0 or sum(weights.values()) <= 0:
            raise BadOption(f"opponents {dict(weights)!r}: give each a weight of 0 or more, and at least one above 0")
        if weights.get(PAST, 0) and not past:
            raise BadOption("opponents include past selves, but there are none yet")
        named = [name for name in weights if name != PAST]
        self.agents: list[Agent] = [agent_of(name, scenario) for name in named]
        shares = [weights[name] for name in named]
        if weights.get(PAST, 0):
            self.agents += past
            shares += [weights[PAST] / len(past)] * len(past)
        self.weights = np.array(shares, float) / sum(shares)
        self.bots = np.array([-1 if agent.bot is None else agent.bot for agent in self.agents], np.int64)

    def assign(self, n_games: int, seats: int) -> np.ndarray:
        """Distribute the opponents over the games by their weights.

        Returns:
            int64 (n_games, seats) index into `agents` of each seat, LEARNER for the learner's; its seats take turns.
        """
        exact = self.weights * n_games
        counts = np.floor(exact).astype(int)
        for k in np.argsort(counts - exact, kind="stable")[: n_games - counts.sum()]:
            counts[k] += 1
        places = np.repeat(np.arange(len(self.agents)), counts)
        who = np.empty((n_games, seats), np.int64)
        for b in range(n_games):
            for k in range(seats):
                # third and fourth seats take their opponents from elsewhere in the batch, so that tables are mixed
                who[b, (b + k) % seats] = LEARNER if k == 0 else places[(b + (k - 1) * n_games // seats) % n_games]
        return who


def check_weights(weights: Mapping[str, float], scenario: Scenario) -> None:
    """Refuse names of unknown agents.

    Raises:
        UnknownName: no agent of that name.
    """
    for name in weights:
        kind = name.partition(":")[0]
        if name != PAST and kind not in WORDS:
            raise unknown("opponent", name, [PAST, "random", *(f"bot:{bot}" for bot in scenario.ruleset.bots)])
        if name != PAST:
            agent_of(name, scenario)
