"""A trained network that tries its favourite actions on copies of the game before it answers."""

from __future__ import annotations

import numpy as np
import torch

from skirmish_rl.agents.ppo.agent import NetworkAgent
from skirmish_rl.agents.ppo.network import ActionNetwork, log_softmax, pack
from skirmish_rl.agents.search import Budget, SearchAgent
from skirmish_rl.envs.core.batch import GO_ON, OUTSIDE, Batch
from skirmish_rl.envs.core.ruleset import Scenario

_BUDGET = Budget(128)
_WIDTH = 4  # actions tried


class NetworkJudge:
    """A policy tries its favourite actions and plays on for a while; then the network judges, unless the game is over.

    The strongest bot answers for the other seats.

    Args:
        depth: own decisions played by the policy before the network judges.
        sure: an action at least so likely is the only one worth trying.
    """

    def __init__(self, network: ActionNetwork, depth: int = 4, sure: float = 0.98):
        self.network, self.depth, self.sure = network, depth, sure

    @torch.inference_mode()
    def propose(self, batch: Batch, index: np.ndarray, width: int) -> np.ndarray:
        """See `Judge.propose`."""
        packed = pack(*batch.encode_actions(index, most=self.network.consider))
        log_probs = log_softmax(self.network(packed)[0].cpu(), packed.counts)
        best, places = log_probs.topk(min(width, log_probs.shape[1]), 1)
        first = (packed.counts.cumsum(0) - packed.counts)[:, None]
        favourites = packed.numbers[(first + places).clamp(max=len(packed.numbers) - 1)].numpy()
        likely = best.exp().numpy()
        worth_trying = (likely > 0) & (likely[:, :1] < self.sure)
        worth_trying[:, 0] = True
        return np.where(worth_trying, favourites, -1)

    @torch.inference_mode()
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
            packed = pack(*copies.encode_actions(rows[going], most=self.network.consider))
            scores, values = (judged.cpu() for judged in self.network(packed))
            if left == 0:
                rewards[going] = values.numpy()
                break
            chosen = log_softmax(scores, packed.counts).argmax(1)
            answers[:] = GO_ON
            answers[rows[going]] = packed.numbers[packed.counts.cumsum(0) - packed.counts + chosen].numpy()
            copies.step(answers)
            rewards += copies.rewards[rows, seats]
        return rewards


def look_ahead(scenario: Scenario, agent: NetworkAgent, budget: Budget = _BUDGET, threads: int = 0) -> SearchAgent:
    """The search of a trained agent's network; its name says the budget where that is not the usual one.

    Args:
        threads: that play the copies; 0 for all cores.
    """
    kind = "look:" if budget == _BUDGET else f"look:{budget}:"
    return SearchAgent(scenario, NetworkJudge(agent.network), budget, agent.name.replace("ppo:", kind, 1), _WIDTH, threads)
