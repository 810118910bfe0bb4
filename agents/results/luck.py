"""Luck taken out of results: what the dice gave to whom is estimated, and taken away again.

Each time that dice fall or cards are dealt, the position that follows is compared with those that could have followed as well: what a
value says of the one, less the mean of what it says of K copies with other dice. An agent that answers by chance is asked anew in each
copy, for its luck comes from the game's key, too; a search, which takes long, is not, and a bot that answers the same to all but ties need
not be. These *terms* are zero on average whatever the value says, for the real luck and that of the copies come from the same law, the
same hidden things in place. So the mean result less the terms is the mean result still, and where the value knows something of the game,
it varies less (AIVAT, by Burch and others, 2018).

The value is made for each pairing: what its players may expect of a position, given what a network and the ruleset say of it, is learnt
from its games by logistic regression. That of each seed's games is learnt from the games of other seeds, so that no game has a say in its
own correction.
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
PLAIN, NETWORK = "points", "network"  # the name of a value without a network, and of its opinion
_MOST_COPIES = 1024
_FOLDS = 10
_DOUBT = 0.5  # games that would say: nothing but the network counts
_TRUST = 2.0  # slope of the chances that come nearest to those of a network's value, (1 + value) / 2
_PASSES = 12  # of Newton's method
_SALT = 0x1C


class Value:
    """Several opinions of a position at once, each for every seat.

    With two seats these are a network's value, if there is one, and how the seats differ in what the ruleset tells of every position:
    points, strength and the like. With more seats, or where a ruleset tells nothing of the kind, it is the share of the points. Then comes
    who decides, 1 or -1, and the round; the last one is the result, as a score, of games that are over, and NaN before.

    Args:
        network: of an agent without torch, trained for this scenario; None: none.
        name: for people.

    Attributes:
        names: of the opinions.
    """

    def __init__(self, scenario: Scenario, network: PlainNetwork | None = None, name: str = PLAIN):
        self.scenario, self.network, self.name = scenario, network, name
        self._pairs = _pairs_of(scenario.ruleset.position_features) if scenario.seats == 2 else ()
        told = [mine for mine, _ in self._pairs] or [PLAIN]
        self.names = (*([NETWORK] if network else []), *told, "decides", "round", "result")

    def judge(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """Opinions of some games, float64 (m, seats, opinions)."""
        seats, games = self.scenario.seats, batch.games[index]
        opinions = np.zeros((len(index), seats, len(self.names)))
        over = games["over"] != 0
        opinions[..., -1] = np.nan
        opinions[over, :, -1] = shares(games[over], seats)
        opinions[..., -2] = games["round"][:, None]
        opinions[..., -3] = np.where(games["decider"][:, None] == np.arange(seats)[None, :], 1.0, -1.0)
        if not self._pairs:
            points = games["points"][:, :seats].astype(np.float64)
            opinions[..., -4] = (points - points.mean(axis=1, keepdims=True)) / (1 + np.abs(points).sum(axis=1, keepdims=True))
        if (~over).any() and (self._pairs or self.network):
            of_decider = self._opinions(batch, index[~over])
            opinions[~over, :, : of_decider.shape[1]] = opinions[~over, :, -3:-2] * of_decider[:, None, :]
        return opinions

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
        CheckpointError, DataError: no usable network of that name for this scenario. BadOption: one that needs torch, or more than two
            seats.
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
    """True for who draws its answers and can be asked many times at little cost: networks, epsilon-random bots, random ones."""
    if agent.bot is not None:
        return agent.bot >= ERRING or agent.bot == RANDOM
    return isinstance(agent, NetworkAgent) and not agent.greedy


class Ledger:
    """Keeps the terms of some games, see `playing.Observer`.

    Args:
        games: how many. copies: with other dice, of each position that dice led to. seed: of those dice.

    Attributes:
        places: of the games in which luck decided something, a number for each time. opinions: float32 (1 + copies, opinions), as many: of
            the real position and of the others, for the seat that the pairing's first agent has. thrown: int64 (games,) answers after
            which dice fell.
    """

    def __init__(self, value: Value, games: int, copies: int, seed: int):
        self.value, self.copies = value, copies
        self.places: list[int] = []
        self.opinions: list[np.ndarray] = []
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
        could = self._judge_each(others).reshape(len(index), self.copies, self.value.scenario.seats, -1)
        real = self.value.judge(batch, index)
        both = np.concatenate([real[:, None], could], axis=1).astype(np.float32)
        self.places += (step.first + index).tolist()
        self.opinions += list(both)
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
        places, opinions, thrown: of the games played last, see `Ledger`; of the opinions those of the first agent's seat, by the games'
            places.

    Raises:
        BadOption: a number of copies out of range.
    """

    def __init__(self, value: Value, copies: int = COPIES):
        super().__init__()
        if not 1 <= copies <= _MOST_COPIES:
            raise BadOption(f"luck copies {copies}: a number from 1 to {_MOST_COPIES}")
        self.value, self.copies = value, copies
        self.places, self.opinions, self.thrown = (
            np.zeros(0, np.int64),
            np.zeros((0, 1 + copies, len(value.names)), np.float32),
            np.zeros(0, np.int64),
        )

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
        self.thrown = np.zeros(len(seeds), np.int64)
        places: list[int] = []
        opinions: list[np.ndarray] = []
        for piece in cut(who, seeds):
            told = None if watch is None else lambda done, first=piece.first: watch(first + done)
            ledger = Ledger(self.value, len(piece.seeds), self.copies, piece.first)
            finals[piece.games], forfeits = play_piece(scenario, agents, piece, threads, told, ledger)
            self.thrown[piece.games] = ledger.thrown
            places += [piece.first + place for place in ledger.places]
            opinions += [one[:, place % scenario.seats] for one, place in zip(ledger.opinions, places[-len(ledger.places) :], strict=True)]
            self.forfeits += forfeits
        self.places = np.array(places, np.int64)
        self.opinions = np.array(opinions, np.float32).reshape(len(places), 1 + self.copies, len(self.value.names))
        return finals

    def of_matches(self, matches: Sequence[Match]) -> list[Adjusted]:
        """The results of the games played last without luck, of each pairing of a tournament."""
        adjusted, games = [], len(self.thrown) // max(len(matches), 1)
        for k, match in enumerate(matches):
            here = self.places // games == k
            adjusted.append(adjust(match.scores, self.places[here] - k * games, self.opinions[here], self.value.names))
        return adjusted


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


def adjust(scores: np.ndarray, places: np.ndarray, opinions: np.ndarray, names: Sequence[str]) -> Adjusted:
    """The mean score of a pairing, with what luck gave taken out.

    Args:
        scores: float (seeds, seatings). places: int (m,) the game, in the order of the scores, of each time that luck decided something.
        opinions: float (m, 1 + copies, opinions), of the real position and of those that could have been. names: of the opinions, see
            `Value`.
    """
    plain, (n, seatings) = scores.mean(axis=1), scores.shape
    terms, fold = np.zeros(scores.size), places // seatings % min(_FOLDS, n)
    for k in np.unique(fold):
        here, there = fold == k, (fold != k) & np.isnan(opinions[:, 0, -1])
        expect = Expectation(names, opinions[there, 0], scores.reshape(-1)[places[there]], len(np.unique(places[there])))
        worth = expect(opinions[here])
        np.add.at(terms, places[here], worth[:, 0] - worth[:, 1:].mean(axis=1))
    adjusted = plain - terms.reshape(n, seatings).mean(axis=1)
    gain = plain.var() / adjusted.var() if adjusted.var() > 0 and plain.var() > 0 else 1.0
    return Adjusted(float(adjusted.mean()), *_interval(adjusted), *_interval(plain), float(gain))


class Expectation:
    """What the first agent of a pairing may expect of a position, by logistic regression of scores on opinions, their products with the
    round and powers of the network's.

    Args:
        names: see `Value`. opinions: float (m, opinions), of games that are not over. scores: (m,), how those games ended. games: how
            many.
    """

    def __init__(self, names: Sequence[str], opinions: np.ndarray, scores: np.ndarray, games: int):
        self._network = names[0] == NETWORK
        self._last = max(1.0, float(opinions[:, -2].max(initial=1)))
        rows = self._columns(opinions.astype(np.float64))
        known = len(rows) > 0
        self._middle: np.ndarray = rows.mean(axis=0) if known else np.zeros(rows.shape[1])
        self._spread: np.ndarray = rows.std(axis=0) if known else np.ones(rows.shape[1])
        self._spread[self._spread < 1e-9] = 1.0
        self._middle[0] = 0.0
        rows = (rows - self._middle) / self._spread
        expected = np.zeros(rows.shape[1])
        if self._network:
            expected[2] = _TRUST * self._spread[2]
            expected[0] = _TRUST * self._middle[2]
        doubt = np.full(rows.shape[1], _DOUBT * max(1.0, len(rows) / max(games, 1)))
        self._weights = expected.copy()
        for _ in range(_PASSES if len(rows) else 0):
            chances = _chances(rows @ self._weights)
            steep = (rows * (chances * (1 - chances) + 1e-6)[:, None]).T @ rows + np.diag(doubt)
            step = np.linalg.solve(steep, rows.T @ (scores - chances) - doubt * (self._weights - expected))
            self._weights += np.clip(step, -2, 2)

    def __call__(self, opinions: np.ndarray) -> np.ndarray:
        """Expected scores, float64 of the opinions' shape but the last; of games that are over their results."""
        rows = (self._columns(opinions.astype(np.float64)) - self._middle) / self._spread
        values: np.ndarray = np.where(np.isnan(opinions[..., -1]), _chances(rows @ self._weights), opinions[..., -1])
        return values

    def _columns(self, opinions: np.ndarray) -> np.ndarray:
        """One, the part of the game that is over, and the opinions, each alone and times that part."""
        told, part = opinions[..., :-2], opinions[..., -2:-1] / self._last
        if self._network:
            value = told[..., :1]
            told = np.concatenate([told, value**2, value**3], axis=-1)
        return np.concatenate([np.ones_like(part), part, told, told * part], axis=-1)


def _chances(numbers: np.ndarray) -> np.ndarray:
    chances: np.ndarray = 1 / (1 + np.exp(-np.clip(numbers, -20, 20)))
    return chances


def _interval(numbers: np.ndarray) -> tuple[float, float]:
    """95 % interval of a mean score by Student's t, within [0, 1].

    Where all are alike nothing is known of the spread, and a drawn one is added.
    """
    from scipy import stats

    if len(numbers) < 2 or np.ptp(numbers) == 0:
        numbers = np.append(numbers, 0.5)
    middle, reach = numbers.mean(), stats.t.ppf(0.975, len(numbers) - 1) * numbers.std(ddof=1) / math.sqrt(len(numbers))
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))
