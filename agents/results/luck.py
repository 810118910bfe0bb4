"""Luck taken out of results: what the dice gave to whom is estimated, and taken away again.

Each time that dice fall or cards are dealt, the position that follows is compared with those that could have followed as well: what a value says of
the one, less the mean of what it says of K copies with other dice. An agent that answers by chance is asked anew in each copy, for its luck comes
from the game's key, too; a search, which takes long, is not, and a bot that answers the same to all but ties need not be. These *terms* are zero on
average whatever the value says, for the real luck and that of the copies come from the same law, the same hidden things in place. So the mean result
less any fixed multiple of the terms is the mean result still, and where the value knows something of the game, it varies less (AIVAT, by Burch and
others, 2018).

The multiple is found by regression. That of each seed's games comes from the games of other seeds, so that no game has a say in its own correction.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.arena import Match, shares
from skirmish_rl.agents.names import trained_agent
from skirmish_rl.agents.network import PlainNetwork
from skirmish_rl.agents.playing import Answered, Pieces, answer, cut, play_piece
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.agents.workers.blas import one_thread
from skirmish_rl.envs.adapters.chances import rekeyed, same_but_for_luck
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.engine import ERRING, RANDOM
from skirmish_rl.envs.core.errors import BadOption, CheckpointError
from skirmish_rl.envs.core.ruleset import Scenario

COPIES = 16
PLAIN = "points"  # the name of a value without a network
_MOST_COPIES = 1024
_FOLDS = 10
_DOUBT = 5.0  # seeds that would say: the multiples are those expected beforehand
_SALT = 0x1C


class Value:
    """Several opinions of a position at once, each for every seat, in the units of rewards.

    With two seats this is a network's value, if there is one; else how the seats differ in what the ruleset tells of every position: points, strength
    and the like. With more seats, or where a ruleset tells nothing of the kind, it is the share of the points. The last one is the result, of games
    that are over.

    Args:
        network: of an agent without torch, trained for this scenario; None: none.
        name: for people.

    Attributes:
        names: of the opinions. expected: their multiples if nothing is known of them.
    """

    def __init__(self, scenario: Scenario, network: PlainNetwork | None = None, name: str = PLAIN):
        self.scenario, self.network, self.name = scenario, network, name
        self._pairs = _pairs_of(scenario.ruleset.position_features) if scenario.seats == 2 and not network else ()
        told = ["network"] if network else [mine for mine, _ in self._pairs] or [PLAIN]
        self.names = (*told, "result")
        self.expected = np.array([1.0 if name == "network" else 0.0 for name in self.names])

    def judge(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Opinions of some games, float64 (m, seats, opinions)."""
        seats = self.scenario.seats
        found = np.zeros((len(index), seats, len(self.names)))
        over = batch.over[index] != 0
        results = (shares(batch.games[index[over]], seats) * seats - 1) / (seats - 1)
        found[over, :, -1] = results
        if self.network:
            found[over, :, 0] = results
        live = index[~over]
        if PLAIN in self.names:
            points = batch.games["points"][live][:, :seats].astype(np.float64)
            found[~over, :, -2] = (points - points.mean(axis=1, keepdims=True)) / (1 + np.abs(points).sum(axis=1, keepdims=True))
        if len(live) and (self._pairs or self.network):
            of_decider = self._opinions(batch, live)
            sign = np.where(batch.games["decider"][live][:, None] == np.arange(2)[None, :], 1.0, -1.0)
            found[~over, :, : of_decider.shape[1]] = sign[:, :, None] * of_decider[:, None, :]
        return found

    def _opinions(self, batch: Batch, live: np.ndarray) -> np.ndarray:
        """Of the deciders of games that are not over, float64 (m, opinions): the network's, then the ruleset's."""
        actions = batch.encode_actions(live, most=self.network.config.consider if self.network else 1)
        told = actions.positions[:, self.scenario.features.size :].astype(np.float64)
        columns = [told[:, mine] - (told[:, rival] if rival >= 0 else 0.0) for mine, rival in self._places()]
        if self.network:
            with one_thread():
                columns.insert(0, np.clip(self.network(actions)[1].astype(np.float64), -1, 1))
        return np.stack(columns, axis=1)

    def _places(self) -> list[tuple[int, int]]:
        told = self.scenario.ruleset.position_features
        return [(told.index(mine), told.index(rival) if rival else -1) for mine, rival in self._pairs]


def _pairs_of(features: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Position features that say by how much the decider is ahead, ("lead", ""), or what each side has, ("my_worth", "rival_worth")."""
    leads = [(name, "") for name in features if name.endswith("lead")]
    both = [(name, "rival" + name[2:]) for name in features if name.startswith("my_") and "rival" + name[2:] in features]
    return (*leads, *both)


def value_of(scenario: Scenario, name: str = "") -> Value:
    """The value by which luck is judged.

    Args:
        name: a trained network, as after `ppo:`; PLAIN: none; "": the one that comes with the package for this scenario, if there is one.

    Raises:
        CheckpointError, DataError: no usable network of that name for this scenario. BadOption: one that needs torch, or more than two seats.
    """
    if name == PLAIN or (not name and scenario.seats != 2):
        return Value(scenario)
    asked = name.removeprefix("ppo:") or scenario.ruleset.name
    try:
        network = trained_agent(asked, scenario).network
    except CheckpointError:
        if name:
            raise
        return Value(scenario)
    if scenario.seats != 2:
        raise BadOption(
            f"luck judged by {name}: a network's value is its decider's, and says nothing of {scenario.seats} seats; use {PLAIN}"
        )
    if not isinstance(network, PlainNetwork):
        raise BadOption(f"luck judged by {name}: publish the run first, `skirmish-rl publish {asked}`, and name the folder")
    return Value(scenario, network, f"ppo:{asked}")


def answers_by_chance(agent: Agent) -> bool:
    """True for who draws its answers and can be asked many times at little cost: networks, bots that err, random ones."""
    if agent.bot is not None:
        return agent.bot >= ERRING or agent.bot == RANDOM
    return isinstance(agent, NetworkAgent) and not agent.greedy


class Ledger:
    """Keeps the terms of some games, see `playing.Observer`.

    Args:
        games: how many. copies: with other dice, of each position that dice led to. seed: of those dice.

    Attributes:
        terms: float64 (games, seats, opinions), in the units of rewards. thrown: int64 (games,)
            answers after which dice fell.
    """

    def __init__(self, value: Value, games: int, copies: int, seed: int):
        self.value, self.copies = value, copies
        self.terms = np.zeros((games, value.scenario.seats, len(value.names)))
        self.thrown = np.zeros(games, np.int64)
        self._luck = np.random.default_rng([seed, _SALT])

    def note(self, batch: Batch, step: Answered) -> None:
        """See `playing.Observer.note`."""
        by_chance = np.array([answers_by_chance(agent) for agent in step.agents])
        drew = (batch.games["drawn"] != step.games["drawn"]).any(axis=1)
        index = np.flatnonzero((step.who >= 0) & (drew | by_chance[step.who]))
        if not len(index):
            return
        others = self._others(step, np.repeat(index, self.copies), by_chance)
        could = self._judge_each(others).reshape(len(index), self.copies, *self.terms.shape[1:])
        terms = self.value.judge(batch, index) - could.mean(axis=1)
        # What a ruleset tells of a position it does not tell of a game that is over. Whether one of them is does not depend on which is the real one.
        ends = (batch.over[index] != 0) | (others.over.reshape(len(index), -1) != 0).any(axis=1)
        terms[ends] *= np.array([name in ("network", "result") for name in self.value.names])
        self.terms[step.first + index] += terms
        self.thrown[step.first + index] += drew[index]

    def _others(self, step: Answered, again: np.ndarray, by_chance: np.ndarray) -> Batch:
        """Some games as they might have gone on: with other dice, and with other answers of those that answer by chance."""
        others = Batch(self.value.scenario, len(again), observe=False)
        others.games[:], others.masks[:] = rekeyed(step.games[again], self._luck), step.masks[again]
        others.deciders[:] = others.games["decider"]
        actions, who = step.actions[again], step.who[again]
        for k in np.unique(who[by_chance[who]]):
            places = np.flatnonzero(who == k)
            actions[places] = answer(step.agents[k], others, places)
        others.step(actions, check=False)  # legal by the masks of the positions copied
        return others

    def _judge_each(self, others: Batch) -> np.ndarray:
        """Opinions of all copies; equal positions are judged once."""
        known: dict[bytes, int] = {}
        place = np.array([known.setdefault(game.tobytes(), k) for k, game in enumerate(same_but_for_luck(others.games))])
        different, where = np.unique(place, return_inverse=True)
        judged: np.ndarray = self.value.judge(others, different)[where]
        return judged


class LuckPieces(Pieces):
    """Plays games piece by piece in this process, and keeps their terms.

    Args:
        copies: see `Ledger`; more take longer, and a few dozen are as good as all.

    Attributes:
        terms: of the games played last, see `Ledger`; thrown: as there.

    Raises:
        BadOption: a number of copies out of range.
    """

    def __init__(self, value: Value, copies: int = COPIES):
        super().__init__()
        if not 1 <= copies <= _MOST_COPIES:
            raise BadOption(f"luck copies {copies}: a number from 1 to {_MOST_COPIES}")
        self.value, self.copies = value, copies
        self.terms, self.thrown = np.zeros((0, value.scenario.seats, len(value.names))), np.zeros(0, np.int64)

    def __call__(
        self,
        scenario: Scenario,
        agents: Sequence[Agent],
        who: np.ndarray,
        seeds: np.ndarray,
        threads: int = 0,
        watch: Callable[[int], None] | None = None,
    ) -> np.ndarray:
        """As `play_games`."""
        finals = np.zeros(len(seeds), scenario.ruleset.state)
        self.terms, self.thrown = np.zeros((len(seeds), *self.terms.shape[1:])), np.zeros(len(seeds), np.int64)
        for piece in cut(who, seeds):
            told = None if watch is None else lambda done, first=piece.first: watch(first + done)
            ledger = Ledger(self.value, len(piece.seeds), self.copies, piece.first)
            finals[piece.games], forfeits = play_piece(scenario, agents, piece, threads, told, ledger)
            self.terms[piece.games], self.thrown[piece.games] = ledger.terms, ledger.thrown
            self.forfeits += forfeits
        return finals

    def of_matches(self, matches: Sequence[Match]) -> list[Adjusted]:
        """The results of the games played last without luck, of each pairing of a tournament."""
        seats, scale = self.value.scenario.seats, (self.value.scenario.seats - 1) / self.value.scenario.seats
        seat = np.arange(seats)
        terms = self.terms.reshape(len(matches), -1, seats, seats, len(self.value.names))[:, :, seat, seat]
        return [adjust(match.scores, scale * part, self.value.expected) for match, part in zip(matches, terms, strict=True)]


@dataclass(frozen=True)
class Adjusted:
    """A score with luck taken out.

    Attributes:
        score: in the long run the same as the plain one. low, high: 95 % interval.
        plain_low, plain_high: that of the plain score, found in the same way. gain: how many times as many games would be as sure without.
    """

    score: float
    low: float
    high: float
    plain_low: float
    plain_high: float
    gain: float


def adjust(scores: np.ndarray, terms: np.ndarray, expected: np.ndarray) -> Adjusted:
    """The mean score of a pairing, with what the dice gave taken out.

    Args:
        scores: float (seeds, seatings). terms: float (seeds, seatings, opinions), in the units of scores.
        expected: float (opinions,), multiples of the terms that are taken if the games are too few to tell.
    """
    plain, luck = scores.mean(axis=1), terms.mean(axis=1)
    n = len(plain)
    fold = np.arange(n) % min(_FOLDS, n)
    adjusted = plain.copy()
    for k in np.unique(fold):
        here = fold == k
        adjusted[here] -= luck[here] @ _multiples(plain[~here], luck[~here], expected)
    gain = plain.var() / adjusted.var() if adjusted.var() > 0 and plain.var() > 0 else 1.0
    return Adjusted(float(adjusted.mean()), *_interval(adjusted), *_interval(plain), float(gain))


def _multiples(plain: np.ndarray, luck: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Multiples of the terms that explain most of some results; drawn to the expected ones as `_DOUBT` seeds would draw them."""
    if len(plain) < 2:
        return expected
    size = np.sqrt((luck**2).mean(axis=0))
    size = np.where(size > 0, size, 1.0)
    scaled = luck / size
    more = plain - plain.mean() - luck @ expected
    square = scaled.T @ scaled + _DOUBT * np.eye(len(expected))
    found: np.ndarray = expected + np.linalg.solve(square, scaled.T @ more) / size
    return found


def _interval(numbers: np.ndarray) -> tuple[float, float]:
    """95 % interval of a mean score by Student's t, within [0, 1]; where all are alike nothing is known of the spread, and a drawn one is added."""
    from scipy import stats

    if len(numbers) < 2 or np.ptp(numbers) == 0:
        numbers = np.append(numbers, 0.5)
    middle, reach = numbers.mean(), stats.t.ppf(0.975, len(numbers) - 1) * numbers.std(ddof=1) / math.sqrt(len(numbers))
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))
