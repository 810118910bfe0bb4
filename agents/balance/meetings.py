"""Force against force: who meets whom, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.balance.ledger import Ledger, watch_games
from skirmish_rl.agents.balance.luck import Fortune
from skirmish_rl.agents.results.luck import Adjusted, measured
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.errors import BadOption, SkirmishError, unknown
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

ALL = "all"
COMPARABLE = 0.1  # forces whose points differ by more than this share are not meant to meet


@dataclass(frozen=True)
class Field:
    """Where forces meet.

    Attributes:
        settle: (options) -> the scenario with these options besides those that the user gave.
        make: (scenario) -> the agent that has all seats.
    """

    ruleset: Ruleset
    settle: Callable[..., Scenario]
    make: Callable[[Scenario], Agent]

    def scenario(self, forces: Sequence[str]) -> Scenario:
        """The scenario with a force for each seat; its own forces without any."""
        if not forces:
            return self.settle()
        assert self.ruleset.forces is not None
        return self.settle(**self.ruleset.forces.given(forces))

    def points(self, force: str) -> int | None:
        """What a force costs; None where the rules say nothing of prices.

        Raises:
            SkirmishError: the scenario does not take this force.
        """
        seats = self.settle().seats
        scenario = self.scenario([force] * seats)
        price = self.ruleset.forces.points if self.ruleset.forces else None
        return None if price is None else price(scenario.tables[0], 0)


@dataclass(frozen=True)
class Meeting:
    """Games of one force against another; with more than two seats the first stands alone among the second's.

    Attributes:
        ledgers: of the games, by the first force's seat; of a force against itself there is one, in which all seats are its.
    """

    first: str
    second: str
    ledgers: tuple[Ledger, ...]

    @property
    def by_seat(self) -> list[np.ndarray]:
        """The first force's shares of the first place, float64 (games,) for each seat that it had."""
        if self.first == self.second:
            shares = self.ledgers[0].shares
            return [shares[:, seat] for seat in range(shares.shape[1])]
        return [ledger.shares[:, seat] for seat, ledger in enumerate(self.ledgers)]

    @property
    def games(self) -> int:
        return sum(len(ledger.shares) for ledger in self.ledgers)

    @property
    def score(self) -> float:
        """The first force's share of the first place, its seats weighed alike."""
        return float(np.mean([scores.mean() for scores in self.by_seat]))

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.score, self.games)

    @property
    def luck(self) -> Adjusted | None:
        """The first force's score without luck, None if not asked for; a game from each of its seats makes one number."""
        without = [ledger.without for ledger in self.ledgers]
        if any(scores is None for scores in without):
            return None
        return measured(np.mean(self.by_seat, axis=0), np.mean([one for one in without if one is not None], axis=0))

    @property
    def draws(self) -> float:
        """Share of games without a single winner."""
        return float(np.mean(np.concatenate([(ledger.shares.max(1) < 1) for ledger in self.ledgers])))


def label_of(force: str) -> str:
    """A force's name for people; a file's without its folder."""
    return Path(force).stem if force.endswith(".toml") else force


def meet(
    field: Field,
    first: str,
    second: str,
    seeds: np.ndarray,
    threads: int = 1,
    told: Callable[[int], None] | None = None,
    judged: bool = False,
) -> Meeting:
    """Play two forces against each other, the first from each seat equally often.

    Args:
        seeds: int64 (n,), one for each game, a multiple of the seats. judged: take out luck, too, of a force that meets another.
    """
    seats = field.settle().seats
    tables = (
        [[first] * seats] if first == second else [[first if seat == own else second for seat in range(seats)] for own in range(seats)]
    )
    ledgers, done = [], 0
    for own, (forces, part) in enumerate(zip(tables, np.split(seeds, len(tables)), strict=True)):
        scenario = field.scenario(forces)
        agent, more = field.make(scenario), None if told is None else lambda n, before=done: told(before + n)
        fortune = Fortune(scenario, agent, own, len(part), int(part[0])) if judged and first != second else None
        ledgers.append(watch_games(scenario, agent, part, list(map(label_of, forces)), threads, more, fortune))
        done += len(part)
    return Meeting(first, second, tuple(ledgers))


def pairs_of(forces: Sequence[str], against: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom: the given ones against those, or without these all against all, and each against itself."""
    if against:
        return [(one, other) for one in forces for other in against if one != other]
    return [*((one, one) for one in forces), *combinations(forces, 2)]


def seeds_of(seed: int, pairs: int, games: int) -> np.ndarray:
    """Other seeds for each pair, int64 (pairs, games)."""
    return game_seeds(seed, pairs * games).reshape(pairs, games)


def comparable(field: Field, points: int | None, but: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """The shipped forces that may be played on a scenario for about so many points, and why others are left out.

    Args:
        points: None: of any price.
        but: forces that are not meant.
    """
    fitting, out = [], []
    for name in field.ruleset.force_names:
        if name in but:
            continue
        try:
            cost = field.points(name)
        except SkirmishError:
            out.append(f"{name}: this scenario does not take it")
            continue
        if points is not None and cost is not None and abs(cost - points) > COMPARABLE * points:
            out.append(f"{name}: {cost} points")
        else:
            fitting.append(name)
    return fitting, out


def own_points(field: Field) -> int | None:
    """Points of the dearest force that the scenario gives its seats."""
    scenario, price = field.settle(), field.ruleset.forces.points if field.ruleset.forces else None
    return None if price is None else max(price(scenario.tables[0], seat) for seat in range(scenario.seats))


def chosen_forces(field: Field, given: Sequence[str], option: str) -> list[str]:
    """Forces that a command line names, each playable.

    Raises:
        BadOption: none, one twice, or a ruleset without forces. UnknownName: no such force. SkirmishError: one that the scenario does not
            take.
    """
    if field.ruleset.forces is None:
        raise BadOption(f"{option}: {field.ruleset.title} has no forces to choose; leave it out")
    if len(set(given)) != len(given):
        raise BadOption(f"{option} {' '.join(given)}: name each force once")
    shipped = field.ruleset.force_names
    for name in given:
        if not name.endswith(".toml") and name not in shipped:
            raise unknown(f"force of {field.ruleset.name}", name, [*shipped, "(or the path of a roster file, ending in .toml)"])
        try:
            field.points(name)
        except SkirmishError as error:
            raise type(error)(f"{option} {name}: {error}") from error
    return list(given)
