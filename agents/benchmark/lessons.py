"""What a class of a user's own learns from: games that count its decisions, and end when the budget is spent."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from skirmish_rl.agents.agent import STRONGEST, Agent, bot_index
from skirmish_rl.agents.benchmark.gate import opened
from skirmish_rl.agents.benchmark.protocol import Budget
from skirmish_rl.agents.own import OwnAgent
from skirmish_rl.agents.shipped import level_of
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.errors import BadOption, UnknownName
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario


class BudgetSpent(Exception):
    """No decision is left; whoever learns may catch it, or leave it to the benchmark, which goes on with what has been learnt."""


class Purse:
    """Decisions and time that are left.

    Attributes:
        spent: decisions so far.
    """

    def __init__(self, budget: Budget):
        self.budget, self.spent = budget, 0
        self._began = time.monotonic()

    @property
    def left(self) -> float:
        """Decisions that are left; without end where time counts."""
        return self.budget.decisions - self.spent if self.budget.decisions else np.inf

    @property
    def share(self) -> float:
        """How much of the budget is spent, 0 to 1."""
        return self.spent / self.budget.decisions if self.budget.decisions else self.seconds / (60 * self.budget.minutes)

    def rest(self, seconds: float) -> None:
        """Time that does not count."""
        self._began += seconds

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    def take(self, decisions: int) -> None:
        """Pay for some decisions.

        Raises:
            BudgetSpent: there are not so many left, or the time is over.
        """
        if decisions > self.left or (self.budget.minutes and self.seconds > self.budget.minutes * 60):
            raise BudgetSpent(f"{self.spent:,} decisions in {self.seconds:.0f} s are what the budget allows")
        self.spent += decisions


class LearntAgent(OwnAgent):
    """What a class has become by learning, as an agent."""

    def __init__(self, scenario: Scenario, spec: str, learnt: Any):
        self.scenario, self.name, self.bot = scenario, spec, None
        self._asked, self._sees_batch = learnt.act, hasattr(learnt, "bot")
        self.observes = self._sees_batch


class CountedGames(SkirmishVector):
    """Games as a Gymnasium `VectorEnv`, see `SkirmishVector`; each decision of a step is paid for."""

    def __init__(self, purse: Purse, kept: Sequence[str], *args: Any, **rest: Any):
        with opened():
            super().__init__(*args, **rest)
        self.purse, self.kept = purse, kept

    def set_opponent(self, opponent: Any) -> None:
        """See `SkirmishVector.set_opponent`.

        Raises:
            BadOption: whom the track keeps for its test, too.
        """
        check_kept(_names_in(opponent), self.kept, self.scenario.ruleset)
        with opened():
            super().set_opponent(opponent)

    def reset(self, **rest: Any) -> tuple[Any, dict[str, Any]]:
        """See `SkirmishVector.reset`."""
        with opened():
            return super().reset(**rest)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """See `SkirmishVector.step`.

        Raises:
            BudgetSpent: before anything is played.
        """
        self.purse.take(self.num_envs)
        with opened():
            return super().step(actions)


class Lessons:
    """Given to `learn(lessons, seed)`: makes games of the scenario that is to be learnt.

    Attributes:
        scenario: that it is.
        kept: opponents whom the track keeps for its test.
        purse: what is left of the budget.
        curve: decisions spent, and the score against the strongest bot then.

    Args:
        test: plays an agent against the strongest bot, on seeds that are neither trained nor tested on.
        points: how often it may be asked for.
    """

    def __init__(
        self,
        scenario: Scenario,
        budget: Budget,
        kept: tuple[str, ...] = (),
        test: Callable[[Agent], float] | None = None,
        points: int = 0,
    ):
        self.scenario, self.kept, self.purse, self.points = scenario, kept, Purse(budget), points
        self.curve: list[tuple[int, float]] = []
        self._test = test

    @property
    def due(self) -> bool:
        """True when the next point of the learning curve has been reached."""
        return len(self.curve) < int(self.purse.share * self.points)

    def show(self, agent: Agent) -> None:
        """A point of the learning curve, which costs nothing; beyond the last one nothing happens.

        Args:
            agent: has `act(observations, masks)`, or is an `Agent`.
        """
        if self._test is None or len(self.curve) > self.points:
            return
        shown = agent if hasattr(agent, "bot") else LearntAgent(self.scenario, "learner", agent)
        began = time.monotonic()
        with opened():
            score = self._test(shown)
        self.curve.append((self.purse.spent, score))
        self.purse.rest(time.monotonic() - began)

    def games(self, n_games: int = 64, opponent: Any = "random", **rest: Any) -> CountedGames:
        """Games to learn from, as many at once as wanted.

        Args:
            opponent: the name of who plays the other seats, a list, or a table of names with
                weights; None: all seats are decided from outside, and all decisions count.
            rest: see `SkirmishVector`, for example `mask_in_observation`.

        Raises:
            BadOption: an opponent whom this track keeps for its test.
        """
        check_kept(_names_in(opponent), self.kept, self.scenario.ruleset)
        scenario = self.scenario
        return CountedGames(
            self.purse,
            self.kept,
            scenario.ruleset.name,
            scenario.name,
            n_games=n_games,
            seats=scenario.seats,
            opponent=opponent,
            **rest,
            **scenario.options,
        )


def _names_in(opponent: Any) -> list[str]:
    """All names in what may be given as an opponent: one, a list, or a table of these with weights."""
    if isinstance(opponent, str):
        return [opponent]
    return [name for one in opponent for name in _names_in(one)] if isinstance(opponent, Mapping | list | tuple) else []


def check_kept(opponents: Iterable[str], kept: Sequence[str], ruleset: Ruleset) -> None:
    """Refuse to train against those whom a track keeps for its test, by whatever name.

    Raises:
        BadOption: one of them is. UnknownName: a level that there is not.
    """
    taken = {_shortest(name, ruleset) for name in kept}
    for name in opponents:
        if _shortest(name, ruleset) in taken:
            raise BadOption(
                f"opponent {name!r}: this track keeps {', '.join(kept)} for its test; train against others, or against yourself"
            )


def _shortest(name: str, ruleset: Ruleset) -> str:
    """One of the names that stand for the same bot or search: a level is whoever plays it, `strongest` and `strong@0.50` are names of others."""
    kind, _, rest = name.partition(":")
    if kind == "level":
        return _shortest(level_of(ruleset.name, rest), ruleset)
    if kind == "mcts":
        amount, _, bot = rest.partition(":")
        return f"mcts:{amount}:{_shortest(bot or STRONGEST, ruleset)}"
    with contextlib.suppress(UnknownName, BadOption):
        return ruleset.bot_name(bot_index(ruleset, name.removeprefix("bot:")))
    return name
