"""Search by sequential halving: try a few candidate actions on copies of the game, keep the better half on more copies, until one is left.

All searches share this code and differ in their judge: a bot (here) or a network (`lookahead.py`) that proposes the actions to try and
plays the copies on. Only one level of the game tree is kept, and simulations are allocated by sequential halving, as in Gumbel MuZero
(Danihelka et al., 2022) but without its noise. In each copy, dice and hidden cards are drawn anew, so the search never sees the luck to
come; the k-th copies of all actions share the same luck, which then cancels in comparisons. The judge's favourite stays among the
candidates to the end, and is chosen unless another action leads it by more than luck would explain.
"""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from skirmish_rl.agents.agent import bot_index
from skirmish_rl.agents.kinds.chance import uniforms
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.engine import ERRING, RANDOM
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario

_BUDGETS = re.compile(r"([0-9]{1,9})|([0-9]{1,9}(?:\.[0-9]+)?)s")
_SALT = 71
_AT_ONCE = 64  # games whose answers are searched together
_ROOM = 4096  # copies in one batch
_SURE = 0.75  # standard errors by which an action must lead the judge's favourite
_WIDTH = 8  # actions that a bot has tried
_BLIND = 64  # the same, of one that likes all alike


@dataclass(frozen=True)
class Budget:
    """The budget of one decision: simulated games, or seconds."""

    amount: float
    timed: bool = False

    def __str__(self) -> str:
        return f"{self.amount:g}s" if self.timed else str(int(self.amount))


def is_budget(text: str) -> bool:
    """True for a text that looks like a budget for `read_budget`; False for a path."""
    return _BUDGETS.fullmatch(text) is not None


def read_budget(text: str) -> Budget:
    """Read a budget from an agent's name: `100` (simulations) or `0.5s` (seconds).

    Raises:
        BadOption: the text is neither, or the budget is zero.
    """
    match = _BUDGETS.fullmatch(text)
    amount = float(match[1] or match[2]) if match else 0.0
    if not match or amount <= 0:
        raise BadOption(
            f"{text!r} is neither a number of simulations nor a time; write for example mcts:100, or mcts:0.5s for half a second"
        )
    return Budget(amount, timed=match[1] is None)


class Judge(Protocol):
    """A judge proposes candidate actions and plays the simulations after them."""

    def propose(self, batch: Batch, index: np.ndarray, width: int) -> np.ndarray:
        """Propose candidate actions in some unfinished games: int64 (m, width), the favourite first, padded with -1."""
        ...

    def play_out(self, copies: Batch, rows: np.ndarray, actions: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Take actions in some games of a batch, play on, and return the rewards; all other games of the batch are over.

        Args:
            copies: the batch.
            rows: int64 (n,), the games.
            actions: int64 (n,), a legal action in each.
            seats: int64 (n,), the seats whose rewards are returned.

        Returns:
            float (n,), rewards, or estimates of them.
        """
        ...


class BotJudge:
    """A bot as a judge: it proposes the actions that it likes best, and plays the copies to their ends.

    Args:
        bot: the number of the bot that plays. It proposes what it would choose without random errors; `random` has no preferences.
    """

    def __init__(self, bot: int):
        self.bot = bot

    def propose(self, batch: Batch, index: np.ndarray, width: int) -> np.ndarray:
        """See `Judge.propose`: the bot's first choice, its choice without that action, and so on."""
        asked = Batch(batch.scenario, len(index), observe=False)
        asked.games[:], asked.masks[:] = batch.games[index], batch.masks[index]
        tried = np.full((len(index), width), -1, np.int64)
        for k in range(width):
            going = np.flatnonzero(asked.masks.any(axis=1))
            if not len(going):
                break
            tried[going, k] = asked.ask(going, self.bot % ERRING)
            asked.masks[going, tried[going, k]] = 0
        return tried

    def play_out(self, copies: Batch, rows: np.ndarray, actions: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """See `Judge.play_out`."""
        copies.control[:] = self.bot
        answers = np.full(copies.n, GO_ON, np.int64)
        answers[rows] = actions
        copies.step(answers, check=False)  # legal by the masks of the positions copied
        return copies.rewards[rows, seats].astype(np.float64)


class SearchAgent:
    """Plays the action that did best on copies of the game.

    Args:
        scenario: the scenario.
        judge: proposes actions and plays the copies.
        budget: the budget of one decision. A time limit may be exceeded by one pass; games that are asked together share it.
        name: the agent's name.
        width: number of actions to try, at most; never more than there are simulations.
        threads: threads that play the copies; 0 for all cores.

    Attributes:
        stopped: set this to True when the answer is no longer needed; `act` then returns soon, with the best action so far.
    """

    def __init__(self, scenario: Scenario, judge: Judge, budget: Budget, name: str, width: int = _WIDTH, threads: int = 0):
        self.scenario, self.judge, self.budget, self.name, self.threads = scenario, judge, budget, name, threads
        self.stopped = False
        self.width = width if budget.timed else min(width, int(budget.amount))
        self.bot: int | None = None
        self._copies: Batch | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_copies": None}

    def rest(self) -> None:
        """Free the memory of the copies; the next search allocates it again."""
        self._copies = None

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        actions = np.empty(len(index), np.int64)
        for low in range(0, len(index), _AT_ONCE):
            part = index[low : low + _AT_ONCE]
            tried = self.judge.propose(batch, part, self.width)
            actions[low : low + len(part)] = tried[:, 0]
            counts = (tried >= 0).sum(axis=1)
            for count in np.unique(counts[counts > 1]):
                where = np.flatnonzero(counts == count)
                actions[low + where] = self._halve(batch.games[part[where]], tried[where, :count])
        return actions

    def _halve(self, games: np.ndarray, tried: np.ndarray) -> np.ndarray:
        """Find the best action in each game, int64 (m,), among the candidates, int64 (m, count), by sequential halving."""
        lead, square, done = np.zeros(tried.shape), np.zeros(tried.shape), 0  # over the favourite, in the same futures
        purse = _Purse(self.budget, len(games))
        for rounds in range(math.ceil(math.log2(tried.shape[1])), 0, -1):
            purse.open(rounds)
            while not self.stopped and (samples := purse.buys(tried.shape[1], _ROOM // tried.size)):
                began = time.perf_counter()
                rewards = self.try_out(games, tried, np.arange(done, done + samples))
                purse.pay(samples * tried.shape[1], time.perf_counter() - began)
                more = rewards - rewards[:, :1]
                lead, square, done = lead + more.sum(axis=2), square + (more**2).sum(axis=2), done + samples
            kept = _with_favourite(lead, max(2, (tried.shape[1] + 1) // 2))
            tried, lead, square = (np.take_along_axis(part, kept, 1) for part in (tried, lead, square))
        with np.errstate(invalid="ignore"):  # after a single future nothing is known, and no lead enough
            error = np.sqrt(np.maximum(done * square - lead**2, 0) / np.float64(done - 1))
        return np.where((lead > _SURE * error)[:, 1], tried[:, 1], tried[:, 0])

    def try_out(self, games: np.ndarray, tried: np.ndarray, futures: np.ndarray) -> np.ndarray:
        """Rewards of the deciding seats, float (m, count, futures), when all candidates of a game are played with the same luck."""
        shape = (*tried.shape, len(futures))
        n = math.prod(shape)
        if self._copies is None or self._copies.n < n:
            self._copies = Batch(self.scenario, n, threads=self.threads, observe=False)
            self._copies.games[:] = games[0]
        copies = self._copies
        rows = np.arange(n) * copies.n // n  # spread over the threads
        game = np.repeat(np.arange(len(games)), n // len(games))
        copies.games["over"] = 1
        copies.games[rows] = games[game]
        copies.games["listening"] = 0
        luck = (uniforms(games, _SALT) * 2**52).astype(np.int64)
        seeds = np.zeros(copies.n, np.int64)
        seeds[rows] = np.broadcast_to(luck[:, None, None] + futures, shape).ravel()
        copies.reseed(seeds)
        return self.judge.play_out(copies, rows, np.repeat(tried.ravel(), len(futures)), games["decider"][game]).reshape(shape)


def _with_favourite(lead: np.ndarray, count: int) -> np.ndarray:
    """Indices of the first candidate and of those that lead it by most, int64 (m, count)."""
    best = np.argsort(-lead[:, 1:].round(9), axis=1, kind="stable")[:, : count - 1] + 1
    return np.concatenate([np.zeros((len(lead), 1), np.int64), best], axis=1)


class _Purse:
    """The rest of a budget for some games: simulations of each game, or seconds for all games."""

    def __init__(self, budget: Budget, games: int):
        self.timed = budget.timed
        self.left = budget.amount * games if budget.timed else budget.amount
        self.price = 0.0  # of a simulation, known when something has been bought
        self.share = 0.0

    def open(self, rounds: int) -> None:
        """Divide the rest evenly over the remaining rounds, including this one."""
        self.share = self.left / rounds

    def buys(self, tried: int, most: int) -> int:
        """The number of samples of each candidate that this round can still pay for at once; the very first is always one."""
        return min(max(0, int(self.share / (self.price * tried))), max(1, most)) if self.price else 1

    def pay(self, simulations: int, seconds: float) -> None:
        """Subtract a cost."""
        cost = seconds if self.timed else simulations
        self.price = cost / simulations
        self.share, self.left = self.share - cost, self.left - cost


def search_by_bot(scenario: Scenario, budget: Budget, bot: str, threads: int = 0) -> SearchAgent:
    """Make a search among the actions that a bot likes best, with simulations played by that bot.

    Raises:
        UnknownName: the ruleset has no bot of that name.
        BadOption: the probability of random actions is invalid.
    """
    number = bot_index(scenario.ruleset, bot)
    width = _BLIND if number % ERRING == RANDOM else _WIDTH
    return SearchAgent(scenario, BotJudge(number), budget, f"mcts:{budget}:{scenario.ruleset.bot_name(number)}", width, threads)
