"""Judge the positions of a game with an agent, and find its blunders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.lookahead import look_ahead
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.network import Network
from skirmish_rl.agents.search import SearchAgent
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.replays import Film
from skirmish_rl.envs.core.ruleset import Scenario

_FUTURES = 64  # games in which a search plays a position out
_AHEAD, _LOOKS, _BETWEEN = (
    8,
    3,
    4,
)  # futures in which a network judges a position, how often in each, and answers from one time to the next
_PLACES = 60  # positions of a game that are judged, evenly spread
_TOGETHER = 4  # positions that are looked through together
_TRIED = 3  # answers that are compared with the one given
_FIRST, _SECOND = 8, 128  # futures of each: of all answers, fewer in a long game, and of those that seem worse than another
_LONG = 2400  # such futures of a game
_SUSPECTS = 24  # answers that are looked at twice
_LEAST = 0.1  # loss of expected result, a twentieth of the chances
_LUCK = 2.0  # standard errors of which a loss must be larger


class Blunder(NamedTuple):
    """An action with a lower value than another one.

    Attributes:
        at: number of the position in which it was given. seat: whose it was.
        action: that was answered. better: that would have been.
        loss: of the expected result, -1 to 1, from the one to the other. expected: with the better one.
    """

    at: int
    seat: int
    action: int
    better: int
    loss: float
    expected: float


def network_in(agent: Agent | None) -> Network | None:
    """The network of an agent, None where there is none."""
    network: Network | None = getattr(getattr(agent, "judge", agent), "network", None)
    return network


def batch_of(games: np.ndarray, scenario: Scenario) -> Batch:
    """A batch of copies of some games."""
    batch = Batch(scenario, len(games), observe=False)
    batch.games[:] = games
    for b in range(batch.n):
        batch.refresh(b, check=False)
    return batch


def worth(agent: Agent, game: np.ndarray, scenario: Scenario) -> list[float]:
    """Value of a position for every seat, -1 to 1: by a network in some futures, or by some dozen games of the strongest bot.

    Args:
        game: one record that is not over.
    """
    network, seats = network_in(agent), scenario.seats
    if network is not None and seats == 2:
        value = round(min(max(ahead(network, game, scenario), -1.0), 1.0), 4)
        return [value, -value]
    copies = Batch(scenario, _FUTURES, observe=False)
    copies.games[:] = game[0]
    copies.games["listening"] = 0
    copies.reseed(np.arange(_FUTURES))
    copies.control[:] = len(scenario.ruleset.bots) - 1
    for b in range(_FUTURES):
        copies.refresh(b, check=False)
    copies.step(np.full(_FUTURES, GO_ON, np.int64), check=False)
    return [round(float(mean), 4) for mean in copies.rewards.mean(axis=0)]


def ahead(network: Network, game: np.ndarray, scenario: Scenario) -> float:
    """Value of a position for the first of two seats: the mean over some futures, each judged now and a few actions later.

    One look from one seat swings from answer to answer, most of all before the first round is over; here both seats have been looked from.
    """
    copies = batch_of(np.repeat(game, _AHEAD), scenario)
    copies.games["listening"] = 0
    copies.reseed(np.arange(_AHEAD))
    judged, total, strongest = np.zeros(_AHEAD), 0.0, len(scenario.ruleset.bots) - 1
    for look in range(_LOOKS):
        for _ in range(_BETWEEN if look else 0):
            live = np.flatnonzero(copies.over == 0)
            if not len(live):
                break
            actions = np.zeros(_AHEAD, np.int64)
            actions[live] = copies.ask(live, strongest)
            copies.step(actions)
            judged = np.where(copies.ended, copies.rewards[:, 0], judged)
        live = np.flatnonzero(copies.over == 0)
        if len(live):
            judged[live] = network.judge(copies, live).values * np.where(copies.deciders[live] == 0, 1, -1)
        total += float(judged.mean())
    return total / _LOOKS


def places_of(last: int) -> list[int]:
    """The positions to judge in a game of this length: all of a short game, otherwise evenly spread ones with the first and the last."""
    count = min(last, _PLACES)
    return sorted({round(k * last / count) for k in range(count + 1)}) if last else [0]


def searcher_of(agent: Agent, scenario: Scenario) -> SearchAgent:
    """The search with which an agent compares actions.

    Raises:
        BadOption: it has neither a network nor a search.
    """
    if isinstance(agent, SearchAgent):
        return agent
    if not isinstance(agent, NetworkAgent):
        raise BadOption(f"{agent.name} judges nothing: name a trained agent, or a search such as mcts:64")
    return look_ahead(scenario, agent, threads=1)


def blunders(agent: Agent, games: np.ndarray, actions: Sequence[int], scenario: Scenario) -> Iterator[tuple[int, list[Blunder]]]:
    """Find the actions of a game that gave most away.

    Each answer is compared with those that the judge likes best, all in the same futures; those that seem to lose are looked at once more
    in many other futures, so that luck decides nothing: neither that of the game, nor that of the comparison.

    Args:
        agent: with a network or a search.
        games: (n,) records in which somebody was asked. actions: what was answered there.

    Yields:
        How many answers have been looked at, and the blunders that are known by then, the worst first; the number of all comes last, and
        once.

    Raises:
        BadOption: see `searcher_of`.
    """
    search, given = searcher_of(agent, scenario), np.asarray(actions, np.int64)
    leads, better = np.zeros(len(games)), given.copy()
    futures = np.arange(min(_FIRST, max(2, _LONG // max(len(games), 1))))
    for low in range(0, len(games), _TOGETHER):
        here = np.arange(low, min(low + _TOGETHER, len(games)))
        liked = search.judge.propose(batch_of(games[here], scenario), np.arange(len(here)), _TRIED)
        tried = np.concatenate([given[here, None], np.where(liked >= 0, liked, given[here, None])], axis=1)
        open_ = np.flatnonzero((tried != tried[:, :1]).any(axis=1))
        if len(open_):
            rewards = search.try_out(games[here[open_]], tried[open_], futures).mean(axis=2)
            best = rewards.argmax(axis=1)
            leads[here[open_]] = rewards.max(axis=1) - rewards[:, 0]
            better[here[open_]] = tried[open_, best]
        yield int(here[-1]), []
    worst: list[Blunder] = []
    for at in np.argsort(-leads, kind="stable")[:_SUSPECTS]:
        if leads[at] <= 0:
            break
        rewards = search.try_out(games[at : at + 1], np.array([[given[at], better[at]]]), np.arange(_FIRST, _FIRST + _SECOND))[0]
        more = rewards[1] - rewards[0]
        if more.mean() > max(_LEAST, _LUCK * more.std() / _SECOND**0.5):
            told = float(more.mean()), float(rewards[1].mean())
            worst.append(Blunder(int(at), int(games[at]["decider"]), int(given[at]), int(better[at]), *told))
            worst.sort(key=lambda one: -one.loss)
        yield len(games) - 1, list(worst)
    yield len(games), worst


def judge_film(film: Film, name: str) -> None:
    """Add each seat's expected result, as an agent judges it, to a film, for a graph.

    Args:
        name: see `agent_of`; a network, or a search.

    Raises:
        As `agent_of` and `searcher_of`.
    """
    scenario = film.scenario
    agent = agent_of(name, scenario, threads=1)
    searcher_of(agent, scenario)
    film.judge = name
    last = len(film.records) - 1
    for at in range(last + 1) if network_in(agent) is not None and scenario.seats == 2 else places_of(last):
        game = np.array([film.records[at]], scenario.ruleset.state)
        outcome = outcome_of(game[0], scenario.ruleset.reasons)
        film.chances[at] = list(outcome.rewards) if outcome else worth(agent, game, scenario)
