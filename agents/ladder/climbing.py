"""Which games are played: one level after another until a level is too strong, or a fixed set that others can repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.ladder.games import Played, Spent, level_name, play_game
from skirmish_rl.agents.ladder.rating import LEVELS, SCENARIO, Rated, rated, ratings_of
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.registry import ruleset_of

SMALL = "arena-small"
SMALL_SEEDS, SMALL_SEED = 20, 60_000_001
_FEWEST = 3  # seeds of a level before it may be settled early


@dataclass
class Climb:
    """The games that an agent has played in one ruleset.

    Attributes:
        games: the games in order.
        rated: the rating from all games.
        why: the reason why the climb has stopped.
    """

    scenario: Scenario
    agent: str
    games: list[Played] = field(default_factory=list)
    why: str = ""

    @property
    def rated(self) -> Rated:
        return rated(((game.level, game.score) for game in self.games), ratings_of(self.scenario.ruleset.name))

    @property
    def spent(self) -> Spent:
        """The cost of all decisions of the agent."""
        total = Spent()
        for game in self.games:
            total.add(game.spent)
        return total

    def at(self, level: int) -> list[Played]:
        """The games against one level."""
        return [game for game in self.games if game.level == level]

    @property
    def levels(self) -> list[int]:
        """The levels that the agent has played against."""
        return sorted({game.level for game in self.games})


def climb(game: str, spec: str, seeds: int, seed: int, watch: Callable[[Climb], None] = lambda _: None, first: int = 0) -> Climb:
    """Climb the levels of a game, starting with random play. Every seed is played from both seats.

    A level is settled when the 95 % interval of the score excludes one half, after at least three seeds, or when all its seeds are played.
    The climb stops at the top, or when a level has scored more than half.

    Args:
        game: the ruleset's name.
        spec: the agent's name.
        seeds: number of seeds for a level, at most.
        seed: seed of the first game.
        watch: called after every seed.
        first: the level to start with.

    Raises:
        BadOption: `seeds` is below 1, or there is no such level.
    """
    if seeds < 1:
        raise BadOption(f"seeds={seeds}: at least one for each level")
    if not 0 <= first <= LEVELS:
        raise BadOption(f"first={first}: levels go from 0, random play, to {LEVELS}")
    climbing = _begun(game, spec)
    agent = agent_of(spec, climbing.scenario, 1)
    for level in range(first, LEVELS + 1):
        _meet(climbing, agent, level, seeds, seed, watch)
        games = climbing.at(level)
        if sum(played.score for played in games) < len(games) / 2:
            climbing.why = f"{level_name(level)} has scored more than half"
            return climbing
    climbing.why = "there is no level above"
    return climbing


def _begun(game: str, spec: str) -> Climb:
    """Start a climb, before its first game."""
    ratings_of(game)
    return Climb(ruleset_of(game).scenario(SCENARIO), spec)


def _meet(climbing: Climb, agent: Agent, level: int, seeds: int, seed: int, watch: Callable[[Climb], None]) -> None:
    """Play against a level until it is settled."""
    scenario = climbing.scenario
    rival = agent_of(level_name(level), scenario, 1)
    for number, game_seed in enumerate(game_seeds(seed + level, seeds), 1):
        for seat in range(scenario.seats):
            climbing.games.append(play_game(scenario, agent, rival, level, int(game_seed), seat))
        watch(climbing)
        games = climbing.at(level)
        low, high = wilson(sum(game.score for game in games) / len(games), len(games))
        if number >= _FEWEST and (low > 0.5 or high < 0.5):
            return


def small_set() -> Iterator[tuple[int, int]]:
    """The games of `arena-small`, the same in every ruleset: level and seed, each to be played from both seats."""
    for number, seed in enumerate(game_seeds(SMALL_SEED, SMALL_SEEDS)):
        yield 1 + number * LEVELS // SMALL_SEEDS, int(seed)


def arena_small(game: str, spec: str, watch: Callable[[Climb], None] = lambda _: None) -> Climb:
    """Play one ruleset's part of `arena-small`: 20 seeds from both seats, two seeds against each level."""
    climbing = _begun(game, spec)
    agent = agent_of(spec, climbing.scenario, 1)
    for level, seed in small_set():
        rival = agent_of(level_name(level), climbing.scenario, 1)
        for seat in range(climbing.scenario.seats):
            climbing.games.append(play_game(climbing.scenario, agent, rival, level, seed, seat))
        watch(climbing)
    climbing.why = f"all games of {SMALL} are played"
    return climbing
