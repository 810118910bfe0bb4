"""Agents against each other: every pairing on the same seeds, seats swapped."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.own import as_agent
from skirmish_rl.agents.playing import Forfeit, Pieces, play_games
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.envs.adapters.chances import same_but_for_luck
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario

if TYPE_CHECKING:
    from skirmish_rl.agents.results.luck import Adjusted


@dataclass(frozen=True)
class Match:
    """Games of one agent against another, as seen by the first.

    With more than two seats the first agent sits alone among copies of the second, so an equal one scores 1/seats.

    Attributes:
        scores: float (seeds, seatings), the first agent's share of the first place: 1, 0, or a part of a draw.
        distinct: how many games ended in different positions or after a different number of decisions.
        decisions: mean number of decisions in a game, all seats together.
        leads: int (seeds, seatings), the first agent's points less those of the best other seat, at the end.
        luck: the score with luck taken out, where that has been asked for.
    """

    first: str
    second: str
    seats: int
    scores: np.ndarray
    distinct: int
    decisions: float
    leads: np.ndarray | None = None
    luck: Adjusted | None = None

    @property
    def games(self) -> int:
        return self.scores.size

    @property
    def wins(self) -> int:
        return int((self.scores == 1).sum())

    @property
    def losses(self) -> int:
        return int((self.scores == 0).sum())

    @property
    def draws(self) -> int:
        return self.games - self.wins - self.losses

    @property
    def score(self) -> float:
        """Mean share of the first place: the win rate with draws as halves."""
        return float(self.scores.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the score."""
        return wilson(self.score, self.games)


@dataclass(frozen=True)
class Tournament:
    """A round robin: each pair of agents once for two seats, both ways round for more."""

    scenario: str
    names: tuple[str, ...]
    matches: tuple[Match, ...]
    seed: int
    seconds: float
    forfeits: tuple[Forfeit, ...] = ()

    def score(self, first: str, second: str) -> float | None:
        """Score of one agent against another, None where they did not meet."""
        for match in self.matches:
            if (match.first, match.second) == (first, second):
                return match.score
            if (match.first, match.second) == (second, first) and match.seats == 2:
                return 1 - match.score
        return None


def shares(games: np.ndarray, seats: int) -> np.ndarray:
    """Each seat's share of the first place in finished games, float64 (n, seats); nobody winning is a draw of all."""
    won = games["winners"][:, None] >> np.arange(seats)[None, :] & 1
    total = won.sum(axis=1, keepdims=True)
    return np.where(total > 0, won / np.maximum(total, 1), 1 / seats)


def _leads(games: np.ndarray, seats: int) -> np.ndarray:
    """Each seat's points less those of the best other one in finished games, int64 (n, seats)."""
    points = games["points"][:, :seats].astype(np.int64)
    others = np.stack([np.delete(points, seat, axis=1).max(axis=1) for seat in range(seats)], axis=1)
    return points - others


def count_distinct(games: np.ndarray) -> int:
    """Number of different final positions, not counting the state of the dice."""
    plain = same_but_for_luck(games)
    plain["subject"] = 0
    return len({row.tobytes() for row in plain})


def play_pairs(
    scenario: Scenario,
    pairs: Sequence[tuple[Any, Any]],
    games: int,
    seed: int,
    threads: int = 0,
    watch: Callable[[int], None] | None = None,
    play: Callable[..., np.ndarray] = play_games,
) -> list[Match]:
    """Play pairings on the same seeds, every seed once from each seat of the first agent.

    Args:
        pairs: agents, or what `as_agent` makes one of.
        games: games of each pairing, rounded up to a multiple of the seats.
        play: what plays them: `play_games`, or something that shares them out.

    Raises:
        BadOption: fewer than one game.
    """
    if games < 1:
        raise BadOption(f"games={games}: a pairing needs at least one game")
    seats = scenario.seats
    n_seeds = -(-games // seats)
    one = game_seeds(seed, n_seeds)
    agents: list[Agent] = []
    place: dict[int, int] = {}
    for given in itertools.chain.from_iterable(pairs):
        if id(given) not in place:
            place[id(given)] = len(agents)
            agents.append(as_agent(given, scenario))
    who = np.empty((len(pairs), n_seeds, seats, seats), np.int64)
    for p, (first, second) in enumerate(pairs):
        who[p] = place[id(second)]
        who[p][:, np.arange(seats), np.arange(seats)] = place[id(first)]
    seeds = np.broadcast_to(one[None, :, None], who.shape[:3]).reshape(-1)
    finals = play(scenario, agents, who.reshape(-1, seats), seeds, threads, watch)
    share = shares(finals, seats).reshape(len(pairs), n_seeds, seats, seats)
    per_pair = finals.reshape(len(pairs), -1)
    return [
        Match(
            first=agents[place[id(first)]].name, second=agents[place[id(second)]].name, seats=seats,
            scores=share[p][:, np.arange(seats), np.arange(seats)],
            distinct=count_distinct(per_pair[p]),
            decisions=float(per_pair[p]["decisions"].mean()),
            leads=_leads(per_pair[p], seats).reshape(n_seeds, seats, seats)[:, np.arange(seats), np.arange(seats)],
        )
        for p, (first, second) in enumerate(pairs)
    ]  # fmt: skip


def games_of(scenario: Scenario, agents: int, games: int, against: int = 0) -> int:
    """Games of a round robin of so many agents, or of each of them against so many others; see `play_round_robin`."""
    ways = agents * against or agents * (agents - 1) // (2 if scenario.seats == 2 else 1)
    return ways * -(-games // scenario.seats) * scenario.seats


def play_round_robin(
    scenario: Scenario,
    agents: Sequence[Any],
    games: int,
    seed: int,
    threads: int = 0,
    watch: Callable[[int], None] | None = None,
    play: Pieces | None = None,
    against: Sequence[Any] = (),
) -> Tournament:
    """Play every agent against every other; an agent that crashes or chooses an illegal action loses that game.

    Args:
        agents: or anything else that can be asked: an object with `act(observations, masks)`, one with `bot = None` and
            `act(batch, index)`, or a function of observations and masks.
        against: each of the agents plays each of these, and no other game is played; with more than two seats it is alone among
            them. None: round robin.
        play: who plays the games, this process by itself if None; `workers.Shared` for several.

    Raises:
        BadOption: fewer than two agents, two of the same name, or fewer than one game.
    """
    ours, others = ([as_agent(one, scenario) for one in several] for several in (agents, against))
    names = tuple(agent.name for agent in (*ours, *others))
    if len(set(names)) != len(names) or len(names) < 2 or not ours:
        raise BadOption(f"agents {', '.join(names) or '(none)'}: give at least two, each once; an object may have a `name` of its own")
    ways: Iterable[tuple[Agent, Agent]] = itertools.product(ours, others)
    if not others:
        ways = itertools.combinations(ours, 2) if scenario.seats == 2 else itertools.permutations(ours, 2)
    play, started = play or Pieces(), time.perf_counter()
    matches = play_pairs(scenario, list(ways), games, seed, threads, watch, play)
    return Tournament(scenario.id, names, tuple(matches), seed, time.perf_counter() - started, tuple(play.forfeits))
