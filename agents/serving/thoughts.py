"""What agents think of a position (the answers that they like best), and the worst blunders of a game."""

from __future__ import annotations

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.judging import Blunder, network_in
from skirmish_rl.agents.network import Network
from skirmish_rl.agents.search import SearchAgent
from skirmish_rl.agents.serving.wire import BlunderTold, Liked, Opinion
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import question_text
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.words.answers import called, placed

_SHOWN = 8  # answers
_FUTURES = 16  # games that a search plays for each answer


def thoughts_of(agent: Agent, batch: Batch) -> Opinion:
    """Ask an agent for its opinion of a game.

    Args:
        agent: the agent.
        batch: a batch of one game that is not over; its games and masks are read.

    Returns:
        `answers`, the best first, each with its probability or its value, and the `value` of the position.
    """
    scenario, decision = batch.scenario, int(batch.games[0]["decision"])
    liked: list[tuple[int, float | None, float | None]] = []
    network, value = network_in(agent), None
    if network is not None:
        numbers, shares, value = _judged(network, batch)
        order = np.argsort(-shares)[:_SHOWN]
        liked = [(int(numbers[k]), float(shares[k]), None) for k in order]
    elif not isinstance(agent, SearchAgent):
        chosen = int(agent.act(batch, np.zeros(1, np.int64))[0])
        liked = [(chosen, 1.0 if agent.bot is not None else None, None)]
    if isinstance(agent, SearchAgent):
        tried = agent.judge.propose(batch, np.zeros(1, np.int64), min(_SHOWN, agent.width))
        tried = tried[:, tried[0] >= 0]
        rewards = agent.try_out(batch.games, tried, np.arange(_FUTURES)).mean(axis=2)[0]
        share = {action: probability for action, probability, _ in liked}
        best = np.argsort(-rewards, kind="stable")
        liked = [(int(tried[0, k]), share.get(int(tried[0, k])) if network is not None else None, float(rewards[k])) for k in best]
        value = float(rewards.max())
    answers: list[Liked] = []
    for action, probability, worth in liked:
        kind, _, place = placed(scenario, decision, action)
        answers.append({
            "action": action, "text": called(batch.games[0], scenario, action), "share": _short(probability), "value": _short(worth),
            "cell": place if kind == "cell" else None, "unit": place[0] if kind == "unit" else None,
        })  # fmt: skip
    return {"agent": agent.name, "value": _short(value), "answers": answers}


def _short(number: float | None) -> float | None:
    return None if number is None else _within(number)


def _within(number: float) -> float:
    """Clip a result to -1 to 1 and round it to four decimals."""
    return round(min(max(number, -1.0), 1.0), 4)


def _judged(network: Network, batch: Batch) -> tuple[np.ndarray, np.ndarray, float]:
    """The legal actions of the first game, the network's probabilities of them, and its value for the seat that decides."""
    opinion = network.judge(batch, np.zeros(1, np.int64))
    return opinion.numbers.copy(), np.exp(opinion.log_probs[0, : len(opinion.numbers)]), float(opinion.values[0])


def blunder_of(blunder: Blunder, record: np.void, scenario: Scenario) -> BlunderTold:
    """Describe a blunder as pages read it."""
    layout, decision = scenario.ruleset.layout, int(record["decision"])
    kind, _, place = placed(scenario, decision, blunder.better)
    return {
        "at": blunder.at, "seat": blunder.seat, "asked": question_text(record, scenario), "said": layout.text(blunder.action, decision),
        "better": layout.text(blunder.better, decision),
        "words": [called(record, scenario, action) for action in (blunder.action, blunder.better)],
        "loss": _within(blunder.loss), "value": _within(blunder.expected),
        "cell": place if kind == "cell" else None, "unit": place[0] if kind == "unit" else None,
    }  # fmt: skip
