"""What a class of a user's own learns from: games that count its decisions, and end when the budget is spent."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.agent import STRONGEST, Agent, bot_index
from skirmish_rl.agents.benchmark.protocol import Budget
from skirmish_rl.agents.benchmark.results import read_json
from skirmish_rl.agents.benchmark.trained import DECLARED, Cost
from skirmish_rl.agents.kinds.gate import opened, strangers
from skirmish_rl.agents.names import network_of
from skirmish_rl.agents.own import OwnAgent
from skirmish_rl.agents.results.report import write_json
from skirmish_rl.agents.shipped import LADDERS, find_agent, level_of
from skirmish_rl.envs.adapters.vector import SkirmishVector
from skirmish_rl.envs.core.batch import OUTSIDE, Batch, game_seeds
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, DataError, UnknownName
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

DECISIONS, COPIED, EVALUATED, SIMULATED = "decisions", "copied", "evaluated", "simulated"  # what is paid for, as `Cost` has it
KEPT = "kept.json"  # what a class had spent when it last kept itself


class BudgetSpent(Exception):
    """No decision is left; whoever learns may catch it, or leave it to the benchmark, which goes on with what has been learnt."""


class Purse:
    """Decisions and time that are left.

    Attributes:
        spent: decisions so far, all kinds together. kinds: the same apart.
        told: is called with the purse whenever something is paid; for progress.
    """

    def __init__(self, budget: Budget, told: Callable[[Purse], None] | None = None):
        self.budget, self.told = budget, told
        self.kinds = dict.fromkeys((DECISIONS, COPIED, EVALUATED, SIMULATED), 0)
        self._before, self._began = 0.0, time.monotonic()

    @property
    def spent(self) -> int:
        return sum(self.kinds.values())

    @property
    def left(self) -> float:
        """Decisions that are left; without end where time counts."""
        return self.budget.decisions - self.spent if self.budget.decisions else np.inf

    @property
    def share(self) -> float:
        """How much of the budget is spent, 0 to 1."""
        return self.spent / self.budget.decisions if self.budget.decisions else self.seconds / (60 * self.budget.minutes)

    @property
    def seconds(self) -> float:
        """Time spent, that of an earlier process which was cut off among it."""
        return self._before + time.monotonic() - self._began

    def take(self, decisions: int, kind: str = DECISIONS) -> None:
        """Pay for some decisions.

        Raises:
            BudgetSpent: there are not so many left, or the time is over.
        """
        if decisions > self.left or (self.budget.minutes and self.seconds > self.budget.minutes * 60):
            raise BudgetSpent(f"{self.spent:,} decisions in {self.seconds:.0f} s are what the budget allows")
        self.kinds[kind] += decisions
        if self.told:
            self.told(self)

    def go_on(self, kinds: dict[str, int], seconds: float) -> None:
        """Begin with what an earlier process has spent."""
        self.kinds.update(kinds)
        self._before, self._began = seconds, time.monotonic()

    @property
    def cost(self) -> Cost:
        """What a class has spent; what it spends beside its lessons cannot all be seen, so it is declared."""
        return Cost(**self.kinds, seconds=round(self.seconds, 2), counted=DECLARED)


class LearntAgent(OwnAgent):
    """What a class has become by learning, as an agent."""

    def __init__(self, scenario: Scenario, spec: str, learnt: Any):
        self.scenario, self.name, self.bot = scenario, spec, None
        self._asked, self._sees_batch = learnt.act, hasattr(learnt, "bot")
        self.observes = self._sees_batch


class _Paying:
    """An agent in an evaluation: every answer that it gives is paid for."""

    def __init__(self, agent: Agent, purse: Purse):
        self.agent, self.purse, self.name = agent, purse, agent.name
        self.bot: int | None = None  # a bot would answer unseen
        self.observes = getattr(agent, "observes", True)

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        self.purse.take(len(index), EVALUATED)
        return self.agent.act(batch, index) if isinstance(self.agent, OwnAgent) else _asked_outside(self.agent.act, batch, index)


def _asked_outside(act: Callable[..., Any], *given: Any) -> Any:
    with strangers():
        return act(*given)


class _Outside:
    """An opponent of a user's own making: what it does is not the lessons' work, so nothing is open to it."""

    def __init__(self, opponent: Any):
        self._opponent = opponent
        if hasattr(opponent, "bot"):
            self.bot = opponent.bot

    def act(self, first: Any, second: Any) -> Any:
        """As the opponent does: with observations and masks, or with batch and index."""
        return _asked_outside(getattr(self._opponent, "act", self._opponent), first, second)


def _outside(opponent: Any) -> Any:
    """Opponents as they are named, objects and functions among them kept outside."""
    if opponent is None or isinstance(opponent, str):
        return opponent
    if isinstance(opponent, Mapping):
        return {_outside(one): weight for one, weight in opponent.items()}
    if isinstance(opponent, list | tuple):
        return type(opponent)(_outside(one) for one in opponent)
    return opponent if isinstance(opponent, type) or not callable(getattr(opponent, "act", opponent)) else _Outside(opponent)


class CountedGames(SkirmishVector):
    """Games as a Gymnasium `VectorEnv`, see `SkirmishVector`; each decision of a step is paid for."""

    def __init__(self, purse: Purse, kept: Sequence[str], raw: bool, opponent: Any, ruleset: str, scenario: str, **rest: Any):
        with opened():
            super().__init__(ruleset, scenario, opponent=_outside(opponent), **rest)
        self.purse, self.kept, self.raw = purse, kept, raw

    def set_opponent(self, opponent: Any) -> None:
        """See `SkirmishVector.set_opponent`.

        Raises:
            BadOption: whom the track keeps for its test, too.
        """
        check_kept(_names_in(opponent), self.kept, self.scenario.ruleset)
        with opened():
            super().set_opponent(_outside(opponent))

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

    def clone(self, reseed: bool | int = False) -> CountedGames:
        """See `SkirmishVector.clone`; the copy's decisions are paid for from the same purse."""
        with opened():
            twin = super().clone(reseed)
        twin.__class__ = type(self)
        vars(twin).update(purse=self.purse, kept=self.kept, raw=self.raw)
        return twin  # type: ignore[return-value]

    def copies(self, index: Any, seed: int, control: Any = None) -> CountedCopies:
        """Copies of some games to plan with, their luck drawn anew; every decision that is played in them counts, whoever gives it.

        Args:
            index: integers (m,), which games, one as often as wanted.
            seed: of the copies' luck.
            control: who decides in them, see `Batch`; None: all seats from outside.
        """
        with opened():
            return CountedCopies(self, np.asarray(index), seed, control)

    def ask(self, index: Any, bot: str) -> np.ndarray:
        """What a bot would answer in some games, int64 (m,); each answer counts as one that is copied.

        Raises:
            BadOption: where the track allows no imitation, or a bot that it keeps for its test. BudgetSpent: before it is asked.
        """
        if self.raw:
            raise BadOption(f"games.ask(..., {bot!r}): this track allows observation, mask and outcome alone")
        check_kept([bot], self.kept, self.scenario.ruleset)
        number, index = bot_index(self.scenario.ruleset, bot.removeprefix("bot:")), np.asarray(index)
        self.purse.take(index.size, COPIED)
        with opened():
            return self.batch.ask(index, number)


class CountedCopies(Batch):
    """Copies of games, see `CountedGames.copies`."""

    def __init__(self, games: CountedGames, index: np.ndarray, seed: int, control: Any):
        self._purse = games.purse
        super().__init__(games.scenario, len(index), control)
        if games.raw and (self.control != OUTSIDE).any():
            raise BadOption("games.copies(..., control=...): this track allows no bot to play copies on; answer for all seats yourself")
        self.games[:] = games.batch.games[index]
        self.reseed(game_seeds(seed, self.n))
        for b in range(self.n):
            self.refresh(b, check=False)

    def step(self, actions: np.ndarray, check: bool = True) -> None:
        """See `Batch.step`.

        Raises:
            BudgetSpent: before anything is played; or after bots have played more than was left.
        """
        given = int((np.asarray(actions)[self.games["over"] == 0] >= 0).sum())
        self._purse.take(given, SIMULATED)
        before = self.games["decisions"].astype(np.int64)
        with opened():
            super().step(actions, check)
        more = int((self.games["decisions"] - before).sum()) - given
        if more > 0:
            self._purse.take(more, SIMULATED)


class Lessons:
    """Given to `learn(lessons, seed)`: makes games of the scenario that is to be learnt.

    Attributes:
        scenario: that it is.
        kept: opponents whom the track keeps for its test.
        raw: nothing that a bot computes may be read or copied.
        purse: what is left of the budget.
        curve: decisions spent, and the score against the strongest bot then.

    Args:
        test: (agent, games) plays an agent against the strongest bot, on seeds that are not tested on.
        points, games: of the learning curve, by which `due` and `show` go.
        folder: where `keep` has a class keep itself; None: nothing is kept.
    """

    def __init__(
        self,
        scenario: Scenario,
        budget: Budget,
        kept: tuple[str, ...] = (),
        test: Callable[[Agent, int], float] | None = None,
        points: int = 0,
        games: int = 2,
        raw: bool = False,
        folder: Path | None = None,
        told: Callable[[Purse], None] | None = None,
    ):
        self.scenario, self.kept, self.raw, self.purse, self.points = scenario, kept, raw, Purse(budget, told), points
        self.curve: list[tuple[int, float]] = []
        self._test, self._games, self._folder = test, games, folder

    @property
    def due(self) -> bool:
        """True when the next point of the learning curve has been reached; they lie evenly between the begin of the budget and its end."""
        return len(self.curve) < min(int(self.purse.share * (self.points + 1)), self.points)

    def show(self, agent: Any, games: int = 0) -> float:
        """A point of the learning curve: the score against the strongest bot, by which a class may choose.

        Every answer that it takes counts.

        Args:
            agent: has `act(observations, masks)`, or is an `Agent`.
            games: how many; 0 for the protocol's number.

        Raises:
            BudgetSpent: in the middle of it.
        """
        if self._test is None:
            return float("nan")
        shown = agent if hasattr(agent, "bot") and hasattr(agent, "name") else LearntAgent(self.scenario, "learner", agent)
        with opened():
            score = self._test(_Paying(shown, self.purse), games or self._games)
        self.curve.append((self.purse.spent, score))
        return score

    def keep(self, learner: Any) -> None:
        """Have a class keep itself by its `save(folder)`, so that the same command goes on from here if it is cut off.

        See `Lessons.go_on`.
        """
        if self._folder is None:
            return
        if not callable(getattr(learner, "save", None)) or not callable(getattr(learner, "load", None)):
            raise BadOption(f"lessons.keep({type(learner).__name__}): a class that keeps itself has save(folder) and load(folder)")
        before = read_json(self._folder / KEPT)["place"] if (self._folder / KEPT).is_file() else "b"
        place = "a" if before == "b" else "b"  # the other one stays whole if this one is cut off
        (self._folder / place).mkdir(parents=True, exist_ok=True)
        learner.save(self._folder / place)
        write_json(
            {"place": place, "kinds": self.purse.kinds, "seconds": round(self.purse.seconds, 2), "curve": self.curve}, self._folder / KEPT
        )

    def go_on(self, learner: Any) -> bool:
        """Have a class load what it has kept, and count what it had spent then.

        Returns:
            False if nothing is kept.

        Raises:
            DataError: what is kept cannot be read.
        """
        if self._folder is None or not (self._folder / KEPT).is_file():
            return False
        kept = read_json(self._folder / KEPT)
        kinds, place = kept.get("kinds"), kept.get("place")
        if not isinstance(kinds, dict) or set(kinds) != set(self.purse.kinds) or any(type(n) is not int or n < 0 for n in kinds.values()):
            kinds = None
        if (
            kinds is None
            or place not in ("a", "b")
            or not isinstance(kept.get("seconds"), int | float)
            or not isinstance(kept.get("curve"), list)
        ):
            raise DataError(
                f"{self._folder / KEPT} is damaged: expected what a class had spent; remove {self._folder}, and it learns anew"
            )
        learner.load(self._folder / place)
        self.purse.go_on(kinds, float(kept["seconds"]))
        self.curve = [(int(at), float(score)) for at, score in kept["curve"]]
        return True

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
            self.raw,
            opponent,
            scenario.ruleset.name,
            scenario.name,
            n_games=n_games,
            seats=scenario.seats,
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
        short = _shortest(name, ruleset)
        if short in taken or (short == f"network {ruleset.name}" and any(one.startswith("network ") for one in taken)):
            raise BadOption(
                f"opponent {name!r}: this track keeps {', '.join(kept)} for its test; train against others, or against yourself"
            )


def _network(name: str, ruleset: Ruleset) -> str:
    """Where the network of an agent lies; the name of a ruleset alone may stand for any that comes with it."""
    network = network_of(name)[0]
    with contextlib.suppress(CheckpointError):
        return ruleset.name if network == ruleset.name else str(find_agent(network)[0].resolve())
    return network


def _shortest(name: str, ruleset: Ruleset) -> str:
    """One of the names that stand for the same bot or search: a level is whoever plays it, `strongest` and `strong@0.50` are names of
    others.
    """
    kind, _, rest = name.partition(":")
    if kind in LADDERS:
        return _shortest(level_of(ruleset.name, rest, kind), ruleset)
    if kind in ("ppo", "look"):
        return f"network {_network(name, ruleset)}"  # whatever share of its answers is random, and however far it looks ahead
    if kind == "mcts":
        amount, _, bot = rest.partition(":")
        return f"mcts:{amount}:{_shortest(bot or STRONGEST, ruleset)}"
    with contextlib.suppress(UnknownName, BadOption):
        return ruleset.bot_name(bot_index(ruleset, name.removeprefix("bot:")))
    return name
