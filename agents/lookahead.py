"""Lookahead: a trained network tries its favourite actions on copies of the game before it acts."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.network import Network
from skirmish_rl.agents.search import Budget, SearchAgent
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.batch import GO_ON, OUTSIDE, Batch
from skirmish_rl.envs.core.ruleset import Scenario

USUAL = Budget(128)
_WIDTH = 4  # actions tried


class NetworkJudge:
    """A judge for search: the policy proposes its favourite actions and plays on for a while; then the value head evaluates the position.

    The strongest bot plays the other seats.

    Args:
        network: the network.
        depth: number of the seat's own decisions that the policy plays before the evaluation.
        sure: if the policy gives an action at least this probability, no other action is tried.
    """

    def __init__(self, network: Network, depth: int = 4, sure: float = 0.98):
        self.network, self.depth, self.sure = network, depth, sure

    def propose(self, batch: Batch, index: np.ndarray, width: int) -> np.ndarray:
        """See `Judge.propose`."""
        opinion = self.network.judge(batch, index)
        places = np.argsort(-opinion.log_probs, axis=1, kind="stable")[:, :width]
        likely = np.exp(np.take_along_axis(opinion.log_probs, places, 1))
        worth_trying = (likely > 0) & (likely[:, :1] < self.sure)
        worth_trying[:, 0] = True
        return np.where(worth_trying, opinion.answers(places), -1)

    def play_out(self, copies: Batch, rows: np.ndarray, actions: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """See `Judge.play_out`."""
        copies.control[:] = len(copies.scenario.ruleset.bots) - 1
        copies.control[rows, seats] = OUTSIDE
        answers = np.full(copies.n, GO_ON, np.int64)
        answers[rows] = actions
        copies.step(answers, check=False)  # legal by the masks of the positions copied
        rewards = copies.rewards[rows, seats].astype(np.float64)
        for left in range(self.depth, -1, -1):
            going = np.flatnonzero(copies.games["over"][rows] == 0)
            if not len(going):
                break
            opinion = self.network.judge(copies, rows[going])
            if left == 0:
                rewards[going] = opinion.values
                break
            answers[:] = GO_ON
            answers[rows[going]] = opinion.answers(opinion.log_probs.argmax(1))
            copies.step(answers)
            rewards += copies.rewards[rows, seats]
        return rewards


def look_ahead(scenario: Scenario, agent: NetworkAgent, budget: Budget = USUAL, threads: int = 0) -> SearchAgent:
    """Make a search with a trained agent's network; its name contains the budget if that is not the default.

    Args:
        scenario: the scenario.
        agent: the trained agent.
        budget: the budget of one decision.
        threads: threads that play the copies; 0 for all cores.
    """
    kind = "look:" if budget == USUAL else f"look:{budget}:"
    return SearchAgent(scenario, NetworkJudge(agent.network), budget, agent.name.replace("ppo:", kind, 1), _WIDTH, threads)
