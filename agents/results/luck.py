"""Removes luck from results by a control variate: estimates what the dice gave to each seat, and subtracts it.

Each time that dice fall or cards are dealt, the resulting position is compared with K positions that could have resulted instead: the
value of the real position, minus the mean value of K copies with other dice. The set-up is treated in the same way. These *terms* are zero
on average, whatever the value function says, because the real luck and the luck of the copies have the same distribution, given the same
hidden things. The mean result minus the terms is therefore an unbiased estimate of the mean result, and where the value function knows
something about the game, it has a smaller variance (AIVAT, Burch et al., 2018).

Positions are evaluated at the moment before the next dice. Bots and greedy networks are deterministic until then, so their actions up to
that moment are played instead of estimated. An agent that samples its actions is asked again in each copy, because its randomness comes
from the game's key, too. A search is not asked again, because it is slow; nor is a bot, which gives the same answer except in ties.

The value function is fitted for each pairing: a logistic regression predicts the result of a game from what a network and the ruleset say
of a position. It is fitted to *lessons*, games of the same agents on other seeds that are played for this purpose alone, or, if the agents
are slow, to the games of other seeds. So no game influences its own correction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.arena import Match, shares
from skirmish_rl.agents.playing import Answered, Piece, Pieces, answer, cut, pairings, play_piece
from skirmish_rl.agents.results.worth import Expectation, Value
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.adapters.chances import rekeyed, same_but_for_luck
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.engine import ERRING, RANDOM
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario

COPIES, LESSONS = 16, 1000
EACH = 4  # games to learn from for each one that is judged, where they are few
_MOST_COPIES, _MOST_LESSONS = 1024, 1_000_000
_FOLDS = 10
_SALT = 0x1C


def answers_by_chance(agent: Agent) -> bool:
    """True for agents that sample their actions and are quick to ask: networks, epsilon-random bots, random agents."""
    if agent.bot is not None:
        return agent.bot >= ERRING or agent.bot == RANDOM
    return isinstance(agent, NetworkAgent) and not agent.greedy


def answers_alike(agent: Agent) -> bool:
    """True for agents that always give the same answer to the same position, and quickly: bots, and networks that play greedily."""
    return (agent.bot is not None or isinstance(agent, NetworkAgent)) and not answers_by_chance(agent)


def _turns(batch: Batch, step: Answered) -> tuple[np.ndarray, np.ndarray]:
    """Games in which luck has just decided something, int64 (m,), and whether dice fell in each game of the batch, bool (n,)."""
    by_chance = np.array([answers_by_chance(agent) for agent in step.agents])
    drew = (batch.games["drawn"] != step.games["drawn"]).any(axis=1)
    return np.flatnonzero((step.who >= 0) & (drew | by_chance[step.who])), drew


class Ledger:
    """Keeps what else could have happened in a piece of the games, see `playing.Observer`.

    Args:
        value: the value function.
        piece: the piece of the games.
        copies: number of copies, with other dice, of each position that dice led to.
        seats: int64 (games,), the seat whose luck is measured in each game.

    Attributes:
        places: index of the game, among all games, for each time that luck decided something.
        opinions: float32 (1 + copies, opinions) for each of these times: the opinions of the real position and of the copies, for that
            seat.
        thrown: int64 (games,), number of actions after which dice fell.
    """

    listens = False

    def __init__(self, value: Value, piece: Piece, copies: int, seats: np.ndarray):
        self.value, self.piece, self.copies, self.seats = value, piece, copies, seats
        self.places: list[int] = []
        self.opinions: list[np.ndarray] = []
        self.thrown = np.zeros(len(piece.seeds), np.int64)
        self._luck = np.random.default_rng([piece.first, _SALT])

    def deal(self, agents: Sequence[Agent]) -> None:
        """Compare each set-up with others, before the games begin."""
        n, scenario = len(self.piece.seeds), self.value.scenario
        real, copies = Batch(scenario, n, observe=False), Batch(scenario, n * self.copies, observe=False)
        real.reset(seeds=self.piece.seeds)
        copies.reset(seeds=self._luck.integers(0, 2**62, n * self.copies))
        self._keep(agents, np.arange(n), real, copies)

    def note(self, batch: Batch, step: Answered) -> None:
        """See `playing.Observer.note`."""
        index, drew = _turns(batch, step)
        if not len(index):
            return
        self.thrown[step.first + index] += drew[index]
        self._keep(step.agents, index, batch, self._others(step, np.repeat(index, self.copies)))

    def _others(self, step: Answered, again: np.ndarray) -> Batch:
        """Continue some games with other dice, and with new samples from the agents that sample their actions."""
        copies = Batch(self.value.scenario, len(again), observe=False)
        copies.games[:], copies.masks[:] = rekeyed(step.games[again], self._luck), step.masks[again]
        copies.deciders[:] = copies.games["decider"]
        actions, who = step.actions[again], step.who[again]
        for k in np.unique(who):
            if answers_by_chance(step.agents[k]):
                places = np.flatnonzero(who == k)
                actions[places] = answer(step.agents[k], copies, places)
        copies.step(actions, check=False)  # legal by the masks of the positions copied
        return copies

    def _keep(self, agents: Sequence[Agent], index: np.ndarray, batch: Batch, copies: Batch) -> None:
        """Evaluate the real positions of some games and their copies; equal positions of a game are evaluated once."""
        games, masks = (np.concatenate([getattr(batch, name)[index], getattr(copies, name)]) for name in ("games", "masks"))
        game = np.concatenate([index, np.repeat(index, self.copies)])
        known: dict[tuple[int, bytes], int] = {}
        plain = same_but_for_luck(games)
        place = np.array([known.setdefault((b, one.tobytes()), k) for k, (b, one) in enumerate(zip(game.tolist(), plain, strict=True))])
        different, where = np.unique(place, return_inverse=True)
        settled = _placed(self.value.scenario, games[different], masks[different])
        _settle(settled, agents, self.piece.who[game[different]])
        every = np.arange(settled.n)
        judged = self.value.judge(settled, every)[every, self.seats[game[different]]].astype(np.float32)[where]
        n = len(index)
        self.places += (self.piece.first + index).tolist()
        self.opinions += list(np.concatenate([judged[:n, None], judged[n:].reshape(n, self.copies, -1)], axis=1))


def _placed(scenario: Scenario, games: np.ndarray, masks: np.ndarray) -> Batch:
    """Make a batch of these games."""
    batch = Batch(scenario, len(games), observe=False)
    batch.games[:], batch.masks[:] = games, masks
    batch.deciders[:], batch.over[:] = batch.games["decider"], batch.games["over"]
    return batch


def _settle(batch: Batch, agents: Sequence[Agent], who: np.ndarray) -> None:
    """Play some games on until dice are about to fall, or the next agent is not deterministic.

    Args:
        batch: the games.
        agents: the agents.
        who: int64 (n, seats), see `play_games`.
    """
    alike = np.array([answers_alike(agent) for agent in agents])
    live = np.flatnonzero(batch.over == 0)
    while True:
        live = live[alike[who[live, batch.deciders[live]]]]
        if not len(live):
            return
        actions, deciders = np.full(batch.n, GO_ON, np.int64), who[live, batch.deciders[live]]
        for k in np.unique(deciders):
            index = live[deciders == k]
            actions[index] = answer(agents[k], batch, index)
        games, masks = batch.games[live].copy(), batch.masks[live].copy()
        batch.step(actions, check=False)  # agents that answer alike give legal answers
        drew = (batch.games["drawn"][live] != games["drawn"]).any(axis=1)
        back = live[drew]
        batch.games[back], batch.masks[back] = games[drew], masks[drew]
        batch.deciders[back], batch.over[back] = batch.games["decider"][back], 0
        live = live[~drew & (batch.over[live] == 0)]


class Lessons:
    """Games played to fit a value function, see `playing.Observer`.

    Attributes:
        seeds: int64 (n,), seeds of the games.
        seats: int64 (n,), the seat whose score is predicted in each game.
        scores: float64 (n,), the score of that seat.
        places: index of the game for each position in which dice are about to fall.
        opinions: float32 (opinions,) for each of these positions.
    """

    listens = False

    def __init__(self, value: Value, seeds: np.ndarray, seats: np.ndarray):
        self.value, self.seeds, self.seats, self.scores = value, seeds, seats, np.zeros(len(seeds))
        self.places: list[int] = []
        self.opinions: list[np.ndarray] = []
        self._first = 0

    def play(self, agents: Sequence[Agent], who: np.ndarray, threads: int) -> Lessons:
        """Play the games.

        Args:
            agents: the agents.
            who: as in `play_games`.
            threads: threads of the engine, 0 for all cores.
        """
        for piece in cut(who, self.seeds):
            self._first = piece.first
            finals, _ = play_piece(self.value.scenario, agents, piece, threads, None, self)
            self.scores[piece.games] = shares(finals, self.value.scenario.seats)[np.arange(len(finals)), self.seats[piece.games]]
        return self

    def note(self, batch: Batch, step: Answered) -> None:
        """See `playing.Observer.note`."""
        index, _ = _turns(batch, step)
        if not len(index):
            return
        before = _placed(self.value.scenario, step.games[index], step.masks[index])
        places = self._first + step.first + index
        judged = self.value.judge(before, np.arange(len(index)))[np.arange(len(index)), self.seats[places]]
        self.places += places.tolist()
        self.opinions += list(judged.astype(np.float32))

    def expectation(self) -> Expectation:
        """Fit an expectation to the games."""
        places, names = np.array(self.places, np.int64), self.value.names
        return Expectation(names, np.array(self.opinions, np.float32).reshape(-1, len(names)), self.scores[places], len(self.scores))


def can_be_learnt(agents: Sequence[Agent]) -> bool:
    """True if all agents are quick enough to play lessons."""
    return all(answers_alike(agent) or answers_by_chance(agent) for agent in agents)


def lesson_seeds(seed: int, n: int) -> np.ndarray:
    """Seeds for lessons, int64 (n,), different from those of games that start at `seed`."""
    return np.random.default_rng([seed, _SALT]).integers(0, 2**62, n)


class LuckPieces(Pieces):
    """Plays games in pieces, in this process, and keeps what else could have happened in them.

    Args:
        value: the value function.
        copies: see `Ledger`; more copies take longer, and a few dozen are as good as infinitely many.
        lessons: number of games for each pairing to fit the value to, if all agents are bots or networks.

    Attributes:
        many: the number of lessons asked for.
        places: see `Ledger`, for the games played last.
        opinions: see `Ledger`.
        thrown: see `Ledger`.
        lessons: the lessons of each pairing, by the index of its first game.

    Raises:
        BadOption: the number of copies or lessons is out of range.
    """

    def __init__(self, value: Value, copies: int = COPIES, lessons: int = LESSONS):
        super().__init__()
        if not 1 <= copies <= _MOST_COPIES:
            raise BadOption(f"luck copies {copies}: expected a number from 1 to {_MOST_COPIES}")
        if not 0 <= lessons <= _MOST_LESSONS:
            raise BadOption(f"luck lessons {lessons}: expected a number from 0 to {_MOST_LESSONS}")
        self.value, self.copies, self.many = value, copies, lessons
        self.places, self.opinions, self.thrown = (
            np.zeros(0, np.int64),
            np.zeros((0, 1 + copies, len(value.names)), np.float32),
            np.zeros(0, np.int64),
        )
        self.lessons: dict[int, Lessons] = {}
        self._ledgers: list[Ledger] = []

    def __call__(
        self,
        scenario: Scenario,
        agents: Sequence[Agent],
        who: np.ndarray,
        seeds: np.ndarray,
        threads: int = 0,
        watch: Callable[[int], None] | None = None,
    ) -> np.ndarray:
        """Play games; see `play_games`."""
        self._ledgers = []
        finals = super().__call__(scenario, agents, who, seeds, threads, watch)
        self.thrown = np.concatenate([np.zeros(0, np.int64), *(ledger.thrown for ledger in self._ledgers)])
        self.places = np.array([place for ledger in self._ledgers for place in ledger.places], np.int64)
        opinions = [opinion for ledger in self._ledgers for opinion in ledger.opinions]
        self.opinions = np.array(opinions, np.float32).reshape(len(opinions), 1 + self.copies, len(self.value.names))
        self._ledgers, self.lessons = [], self._learn(agents, who, seeds, threads)
        return finals

    def observer(self, agents: Sequence[Agent], piece: Piece) -> Ledger:
        """See `Pieces.observer`."""
        seats = (piece.first + np.arange(len(piece.seeds))) % self.value.scenario.seats  # as `play_pairs` turns the first agent's
        self._ledgers.append(Ledger(self.value, piece, self.copies, seats))
        self._ledgers[-1].deal(agents)
        return self._ledgers[-1]

    def _learn(self, agents: Sequence[Agent], who: np.ndarray, seeds: np.ndarray, threads: int) -> dict[int, Lessons]:
        """Play lessons for each pairing of quick agents, on other seeds than its games."""
        seats, learnt = self.value.scenario.seats, {}
        for first in pairings(who)[:-1] if self.many and len(who) else []:
            if can_be_learnt([agents[k] for k in who[first]]):
                fresh = lesson_seeds(int(seeds[first]), -(-self.many // seats))
                lessons = Lessons(self.value, np.repeat(fresh, seats), np.tile(np.arange(seats), len(fresh)))
                learnt[first] = lessons.play(agents, np.tile(who[first : first + seats], (len(fresh), 1)), threads)
        return learnt

    def of_matches(self, matches: Sequence[Match]) -> list[Adjusted]:
        """Adjust the scores of the games played last for luck, for each pairing of a tournament."""
        adjusted, games = [], len(self.thrown) // max(len(matches), 1)
        for k, match in enumerate(matches):
            here, lessons = self.places // games == k, self.lessons.get(k * games)
            expect = lessons.expectation() if lessons is not None else None
            adjusted.append(adjust(match.scores, self.places[here] - k * games, self.opinions[here], self.value.names, expect))
        return adjusted


@dataclass(frozen=True)
class Adjusted:
    """A luck-adjusted score.

    Attributes:
        score: an unbiased estimate of the score.
        low: low end of the 95 % interval.
        high: high end of the 95 % interval.
        plain_low: low end of the plain score's interval, computed in the same way.
        plain_high: high end of the plain score's interval.
        gain: the factor by which more games would be needed for the same precision without the adjustment.
        scores: adjusted scores by seed, float64 (seeds,).
    """

    score: float
    low: float
    high: float
    plain_low: float
    plain_high: float
    gain: float
    scores: np.ndarray


def adjust(
    scores: np.ndarray, places: np.ndarray, opinions: np.ndarray, names: Sequence[str], expect: Expectation | None = None
) -> Adjusted:
    """Adjust the mean score of a pairing for luck.

    Args:
        scores: float (seeds, seatings).
        places: int (m,), the game, in the order of the scores, for each time that luck decided something.
        opinions: float (m, 1 + copies, opinions), opinions of the real position and of the copies.
        names: names of the opinions, see `Value`.
        expect: an expectation fitted to other games; None to fit one to the games of other seeds.
    """
    plain = scores.mean(axis=1)
    return measured(plain, plain - terms_of(scores, places, opinions, names, expect).reshape(scores.shape).mean(axis=1))


def measured(plain: np.ndarray, without: np.ndarray) -> Adjusted:
    """Combine scores with and without luck, float64 (seeds,), with their intervals."""
    gain = plain.var() / without.var() if without.var() > 0 and plain.var() > 0 else 1.0
    return Adjusted(float(without.mean()), *_interval(without), *_interval(plain), float(gain), without)


def without_luck(match: Match, adjusted: Adjusted) -> Match:
    """Replace the scores of a match by adjusted ones, by seed, for ratings. They may lie outside [0, 1]; wins and losses are dropped."""
    return replace(match, scores=np.repeat(adjusted.scores[:, None], match.scores.shape[1], axis=1))


def terms_of(
    scores: np.ndarray, places: np.ndarray, opinions: np.ndarray, names: Sequence[str], expect: Expectation | None = None
) -> np.ndarray:
    """What luck gave to the first agent in each game, float64 (games,); see `adjust`."""
    seatings = scores.shape[1]
    terms, fold = np.zeros(scores.size), places // seatings % min(_FOLDS, len(scores))
    for k in np.unique(fold):
        here, there = fold == k, (fold != k) & np.isnan(opinions[:, 0, -1])
        value = expect or Expectation(names, opinions[there, 0], scores.reshape(-1)[places[there]], len(np.unique(places[there])))
        worth = value(opinions[here])
        np.add.at(terms, places[here], worth[:, 0] - worth[:, 1:].mean(axis=1))
    return terms


def _interval(numbers: np.ndarray) -> tuple[float, float]:
    """95 % interval of a mean score by Student's t, within [0, 1].

    If all scores are alike, their spread is unknown, and a drawn game is added.
    """
    from scipy import stats

    if len(numbers) < 2 or np.ptp(numbers) == 0:
        numbers = np.append(numbers, 0.5)
    middle, reach = numbers.mean(), stats.t.ppf(0.975, len(numbers) - 1) * numbers.std(ddof=1) / math.sqrt(len(numbers))
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))
