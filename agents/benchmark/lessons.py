"""What a user's own learner trains with: games that count its decisions and end when the budget is spent."""

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
from skirmish_rl.agents.kinds.near import read_slack
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
    """No decision is left. A learner may catch this error, or let the benchmark catch it, which then tests what has been learnt."""


class Purse:
    """Keeps account of the decisions and the time that a learner has spent.

    Args:
        budget: what the learner may spend.
        told: called with the purse after every payment, to report progress.

    Attributes:
        kinds: decisions so far, by kind.
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
        """Decisions that are left; infinite if time is limited instead."""
        return self.budget.decisions - self.spent if self.budget.decisions else np.inf

    @property
    def share(self) -> float:
        """The spent share of the budget, 0 to 1."""
        return self.spent / self.budget.decisions if self.budget.decisions else self.seconds / (60 * self.budget.minutes)

    @property
    def seconds(self) -> float:
        """Seconds spent, including those of an earlier process that was interrupted."""
        return self._before + time.monotonic() - self._began

    def take(self, decisions: int, kind: str = DECISIONS) -> None:
        """Pay for some decisions.

        Args:
            decisions: how many.
            kind: what they were for.

        Raises:
            BudgetSpent: fewer decisions than that are left, or the time is up.
        """
        if decisions > self.left or (self.budget.minutes and self.seconds > self.budget.minutes * 60):
            raise BudgetSpent(f"the budget is spent: {self.spent:,} decisions in {self.seconds:.0f} s")
        self.kinds[kind] += decisions
        if self.told:
            self.told(self)

    def go_on(self, kinds: dict[str, int], seconds: float) -> None:
        """Start with what an earlier process has spent."""
        self.kinds.update(kinds)
        self._before, self._began = seconds, time.monotonic()

    @property
    def cost(self) -> Cost:
        """The cost so far. It counts as declared, because what a class spends outside its lessons cannot be measured."""
        return Cost(**self.kinds, seconds=round(self.seconds, 2), counted=DECLARED)


class LearntAgent(OwnAgent):
    """A trained learner as an agent."""

    def __init__(self, scenario: Scenario, spec: str, learnt: Any):
        self.scenario, self.name, self.bot = scenario, spec, None
        self._asked, self._sees_batch = learnt.act, hasattr(learnt, "bot")
        self.observes = self._sees_batch


class _Paying:
    """An agent in an evaluation, each of whose answers is paid for."""

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
    """An opponent made by the user, shielded from the lessons: while it acts, it has no access to bots or copies."""

    def __init__(self, opponent: Any):
        self._opponent = opponent
        if hasattr(opponent, "bot"):
            self.bot = opponent.bot

    def act(self, first: Any, second: Any) -> Any:
        """Act as the opponent does, with observations and masks or with batch and index."""
        return _asked_outside(getattr(self._opponent, "act", self._opponent), first, second)


def _outside(opponent: Any) -> Any:
    """Shield the objects and functions among some opponents; names stay as they are."""
    if opponent is None or isinstance(opponent, str):
        return opponent
    if isinstance(opponent, Mapping):
        return {_outside(one): weight for one, weight in opponent.items()}
    if isinstance(opponent, list | tuple):
        return type(opponent)(_outside(one) for one in opponent)
    return opponent if isinstance(opponent, type) or not callable(getattr(opponent, "act", opponent)) else _Outside(opponent)


class CountedGames(SkirmishVector):
    """Games as a Gymnasium `VectorEnv` (see `SkirmishVector`) whose decisions are paid for."""

    def __init__(self, purse: Purse, kept: Sequence[str], raw: bool, opponent: Any, ruleset: str, scenario: str, **rest: Any):
        with opened():
            super().__init__(ruleset, scenario, opponent=_outside(opponent), **rest)
        self.purse, self.kept, self.raw = purse, kept, raw

    def set_opponent(self, opponent: Any) -> None:
        """See `SkirmishVector.set_opponent`.

        Raises:
            BadOption: the track reserves this opponent for its test.
        """
        check_kept(_names_in(opponent, self.scenario.ruleset), self.kept, self.scenario.ruleset)
        with opened():
            super().set_opponent(_outside(opponent))

    def reset(self, **rest: Any) -> tuple[Any, dict[str, Any]]:
        """See `SkirmishVector.reset`."""
        with opened():
            return super().reset(**rest)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """See `SkirmishVector.step`.

        Raises:
            BudgetSpent: the budget does not pay for the step; nothing has been played.
        """
        self.purse.take(self.num_envs)
        with opened():
            return super().step(actions)

    def clone(self, reseed: bool | int = False) -> CountedGames:
        """See `SkirmishVector.clone`; decisions in the copy are paid for from the same budget."""
        with opened():
            twin = super().clone(reseed)
        twin.__class__ = type(self)
        vars(twin).update(purse=self.purse, kept=self.kept, raw=self.raw)
        return twin  # type: ignore[return-value]

    def copies(self, index: Any, seed: int, control: Any = None) -> CountedCopies:
        """Copy some games for planning, with fresh luck. Every decision in the copies counts, whoever makes it.

        Args:
            index: integers (m,), the games to copy, with repetitions if wanted.
            seed: the seed of the copies' luck.
            control: who decides in the copies, see `Batch`; None if the caller answers for all seats.
        """
        with opened():
            return CountedCopies(self, np.asarray(index), seed, control)

    def ask(self, index: Any, bot: str) -> np.ndarray:
        """Ask a bot for its answers in some games, int64 (m,); each answer counts as a copied decision.

        Args:
            index: integers (m,), the games.
            bot: the name of the bot.

        Raises:
            BadOption: the track does not allow imitation, or reserves the bot for its test.
            BudgetSpent: the budget does not pay for the answers; the bot has not been asked.
        """
        if self.raw:
            raise BadOption(f"games.ask(..., {bot!r}): this track allows observation, mask and outcome alone")
        check_kept([bot], self.kept, self.scenario.ruleset)
        number, index = bot_index(self.scenario.ruleset, bot.removeprefix("bot:")), np.asarray(index)
        self.purse.take(index.size, COPIED)
        with opened():
            return self.batch.ask(index, number)


class CountedCopies(Batch):
    """Copies of games, made by `CountedGames.copies`."""

    def __init__(self, games: CountedGames, index: np.ndarray, seed: int, control: Any):
        self._purse = games.purse
        super().__init__(games.scenario, len(index), control)
        if games.raw and (self.control != OUTSIDE).any():
            raise BadOption("games.copies(..., control=...): this track allows no bot to play copies on; answer for all seats yourself")
        ruleset = games.scenario.ruleset
        check_kept((ruleset.bot_name(number) for number in np.unique(self.control).tolist() if number != OUTSIDE), games.kept, ruleset)
        self.games[:] = games.batch.games[index]
        self.reseed(game_seeds(seed, self.n))
        for b in range(self.n):
            self.refresh(b, check=False)

    def step(self, actions: np.ndarray, check: bool = True) -> None:
        """See `Batch.step`.

        Raises:
            BudgetSpent: the budget does not pay for the step and nothing has been played, or bots in the copies have played more than was
                left.
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
    """Passed to `learn(lessons, seed)`: makes games of the scenario to be learnt, and counts what they cost.

    Attributes:
        scenario: the scenario.
        kept: opponents that the track reserves for its test.
        raw: True if nothing that a bot computes may be read or copied.
        purse: the account of the budget.
        curve: the learning curve, as pairs of decisions spent and score against the strongest bot.

    Args:
        scenario: the scenario.
        budget: what the learner may spend.
        kept: opponents that the track reserves for its test.
        test: (agent, games) -> score of the agent against the strongest bot, on seeds that the final test does not use.
        points: number of points of the learning curve, by which `due` goes.
        games: number of games for each point.
        raw: True if nothing that a bot computes may be read or copied.
        folder: where `keep` saves the learner; None to save nothing.
        told: called with the purse after every payment, to report progress.
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
        """True when the next point of the learning curve is due; the points are spread evenly over the budget."""
        return len(self.curve) < min(int(self.purse.share * (self.points + 1)), self.points)

    def show(self, agent: Any, games: int = 0) -> float:
        """Add a point to the learning curve: the score against the strongest bot, which a learner may use to select what to keep.

        Every answer of the agent counts.

        Args:
            agent: has `act(observations, masks)`, or is an `Agent`.
            games: number of games; 0 for the protocol's number.

        Raises:
            BudgetSpent: the budget has run out during the games.
        """
        if self._test is None:
            return float("nan")
        shown = agent if hasattr(agent, "bot") and hasattr(agent, "name") else LearntAgent(self.scenario, "learner", agent)
        with opened():
            score = self._test(_Paying(shown, self.purse), games or self._games)
        self.curve.append((self.purse.spent, score))
        return score

    def keep(self, learner: Any) -> None:
        """Save a learner with its `save(folder)`, so that the same command continues from here if it is interrupted.

        See `Lessons.go_on`.
        """
        if self._folder is None:
            return
        if not callable(getattr(learner, "save", None)) or not callable(getattr(learner, "load", None)):
            raise BadOption(f"lessons.keep({type(learner).__name__}): a class that is saved needs save(folder) and load(folder); add both")
        before = read_json(self._folder / KEPT)["place"] if (self._folder / KEPT).is_file() else "b"
        place = "a" if before == "b" else "b"  # the other one stays whole if this one is cut off
        (self._folder / place).mkdir(parents=True, exist_ok=True)
        learner.save(self._folder / place)
        write_json(
            {"place": place, "kinds": self.purse.kinds, "seconds": round(self.purse.seconds, 2), "curve": self.curve}, self._folder / KEPT
        )

    def go_on(self, learner: Any) -> bool:
        """Load what `keep` has saved into a learner, and count what the learner had spent by then.

        Returns:
            False if nothing was saved.

        Raises:
            DataError: the saved files cannot be read.
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
                f"{self._folder / KEPT} is damaged: expected the decisions and seconds spent; remove {self._folder}, and it learns anew"
            )
        learner.load(self._folder / place)
        self.purse.go_on(kinds, float(kept["seconds"]))
        self.curve = [(int(at), float(score)) for at, score in kept["curve"]]
        return True

    def games(self, n_games: int = 64, opponent: Any = "random", **rest: Any) -> CountedGames:
        """Make games to learn from.

        Args:
            n_games: number of games played side by side.
            opponent: who plays the other seats: a name, a list, or a table of names with weights. None if the caller answers for all
                seats; all decisions then count.
            rest: see `SkirmishVector`, for example `mask_in_observation`.

        Raises:
            BadOption: the track reserves the opponent for its test.
        """
        check_kept(_names_in(opponent, self.scenario.ruleset), self.kept, self.scenario.ruleset)
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


def _names_in(opponent: Any, ruleset: Ruleset) -> list[str]:
    """All names in an `opponent` argument: a name, an agent with a name or a bot's number, a list, or a table of such with weights."""
    if isinstance(opponent, str):
        return [opponent]
    if isinstance(opponent, Mapping | list | tuple):
        return [name for one in opponent for name in _names_in(one, ruleset)]
    name, bot = getattr(opponent, "name", None), getattr(opponent, "bot", None)
    names = [name] if isinstance(name, str) else []
    return [*names, ruleset.bot_name(int(bot))] if isinstance(bot, int | np.integer) and ruleset.is_bot(int(bot)) else names


def check_kept(opponents: Iterable[str], kept: Sequence[str], ruleset: Ruleset) -> None:
    """Refuse to train against opponents that a track reserves for its test, under whatever name.

    Raises:
        BadOption: an opponent is reserved.
        UnknownName: there is no such level.
    """
    taken = {shortest(name, ruleset) for name in kept}
    for name in opponents:
        short = shortest(name, ruleset)
        if short in taken or (short == f"network {ruleset.name}" and any(one.startswith("network ") for one in taken)):
            raise BadOption(
                f"opponent {name!r}: this track keeps {', '.join(kept)} for its test; train against others, or against yourself"
            )


def _network(name: str, ruleset: Ruleset) -> str:
    """The path of an agent's network; the name of a ruleset alone may stand for any network that comes with it."""
    network = network_of(name)[0]
    with contextlib.suppress(CheckpointError):
        return ruleset.name if network == ruleset.name else str(find_agent(network)[0].resolve())
    return network


def shortest(name: str, ruleset: Ruleset) -> str:
    """Reduce the names of one bot or search to a single name.

    A level becomes the agent that plays it; `strongest` and `strong@0.50` are other names of bots.
    """
    kind, _, rest = name.partition(":")
    if kind in LADDERS:
        return shortest(level_of(ruleset.name, rest, kind), ruleset)
    if kind in ("ppo", "look"):
        return f"network {_network(name, ruleset)}"  # whatever share of its answers is random, and however far it looks ahead
    if kind == "mcts":
        amount, _, bot = rest.partition(":")
        return f"mcts:{amount}:{shortest(bot or STRONGEST, ruleset)}"
    if kind == "near":
        with contextlib.suppress(BadOption):
            return f"near:{read_slack(rest):g}"
    with contextlib.suppress(UnknownName, BadOption):
        return ruleset.bot_name(bot_index(ruleset, name.removeprefix("bot:")))
    return name
