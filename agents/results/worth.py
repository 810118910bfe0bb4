"""Value functions: features of a position, and a regression that predicts the final score from them.

A *value* holds several opinions of a position: a network's, and what the ruleset says of it. An *expectation* is fitted for one pairing: a
logistic regression from such opinions to the score of a game between these two agents.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skirmish_rl.agents.arena import shares
from skirmish_rl.agents.names import trained_agent
from skirmish_rl.agents.network import PlainNetwork
from skirmish_rl.agents.workers.blas import one_thread
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, CheckpointError
from skirmish_rl.envs.core.ruleset import Scenario

PLAIN, NETWORK = "points", "network"  # the name of a value without a network, and of its opinion
_THOUGHT = "thought_"  # how the names of what a network's value is made of begin
_DOUBT, _MORE_DOUBT = 0.5, 3.0  # games that would say: nothing but the network counts, and nothing of what its value is made of
_TRUST = 2.0  # slope of the chances that come nearest to those of a network's value, (1 + value) / 2
_PASSES, _NEAR = 12, 1e-4  # of Newton's method, and the step after which there is no other


class Value:
    """Several opinions of a position, each for every seat.

    With two seats the opinions are a network's value (if there is a network), and the seats' differences in the ruleset's position
    features: points, strength and the like. With more seats, or where a ruleset has no such features, the share of points takes their
    place. Then follow the inputs of the network's value head, the same for both seats; who decides, 1 or -1; and the round. The last
    opinion is the result of a finished game, as a score, and NaN before the end.

    Args:
        scenario: the scenario.
        network: the network of an agent that plays without torch, trained for this scenario; None for none.
        name: a name for people.

    Attributes:
        names: names of the opinions.
    """

    def __init__(self, scenario: Scenario, network: PlainNetwork | None = None, name: str = PLAIN):
        self.scenario, self.network, self.name = scenario, network, name
        self._pairs = _pairs_of(scenario.ruleset.position_features) if scenario.seats == 2 else ()
        told = [*([NETWORK] if network else []), *([mine for mine, _ in self._pairs] or [PLAIN])]
        self._told, self._thoughts = len(told), network.units if network else 0
        self.names = (*told, *(f"{_THOUGHT}{k}" for k in range(self._thoughts)), "decides", "round", "result")

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
            opinions[..., self._told - 1] = (points - points.mean(axis=1, keepdims=True)) / (1 + np.abs(points).sum(axis=1, keepdims=True))
        if (~over).any() and (self._pairs or self.network):
            of_decider, thoughts = self._opinions(batch, index[~over])
            opinions[~over, :, : of_decider.shape[1]] = opinions[~over, :, -3:-2] * of_decider[:, None, :]
            opinions[~over, :, self._told : self._told + self._thoughts] = thoughts[:, None, :]
        return opinions

    def _opinions(self, batch: Batch, live: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Opinions for the deciding seats of unfinished games, (m, opinions), the network's first; and the network's features."""
        actions = batch.encode_actions(live, most=self.network.config.consider if self.network else 1)
        told = actions.positions[:, self.scenario.features.size :].astype(np.float64)
        columns = [told[:, mine] - (told[:, rival] if rival >= 0 else 0.0) for mine, rival in self._places()]
        thoughts = np.zeros((len(live), 0))
        if self.network:
            with one_thread():
                values, thoughts = self.network.thoughts(actions)
            columns.insert(0, np.clip(values.astype(np.float64), -1, 1))
        return np.stack(columns, axis=1), thoughts

    def _places(self) -> list[tuple[int, int]]:
        told = self.scenario.ruleset.position_features
        return [(told.index(mine), told.index(rival) if rival else -1) for mine, rival in self._pairs]


def _pairs_of(features: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Position features that say how far the decider is ahead, ("lead", ""), or what each side has, ("my_worth", "rival_worth")."""
    leads = [(name, "") for name in features if name.endswith("lead")]
    both = [(name, "rival" + name[2:]) for name in features if name.startswith("my_") and "rival" + name[2:] in features]
    return (*leads, *both)


def value_of(scenario: Scenario, name: str = "") -> Value:
    """Choose the value function that estimates luck.

    Args:
        scenario: the scenario.
        name: a trained network, as after `ppo:`; PLAIN for no network; "" for the network that comes with the package for this scenario,
            if there is one.

    Raises:
        CheckpointError, DataError: there is no usable network of that name for this scenario.
        BadOption: the network needs torch, or the scenario has more than two seats.
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
            f"luck judged by {name}: a network values a position for two seats, and this scenario has {scenario.seats}; use {PLAIN}"
        )
    if not isinstance(network, PlainNetwork):
        raise BadOption(f"luck judged by {name}: publish the run first, `skirmish-rl publish {asked}`, and name the folder")
    return Value(scenario, network, f"ppo:{asked}")


class Expectation:
    """Predicts the final score of the first agent of a pairing from a position, by logistic regression.

    The regressors are the opinions, their products with the round, and powers of the network's opinion.

    Args:
        names: names of the opinions, see `Value`.
        opinions: float (m, opinions), opinions of positions before the end of a game.
        scores: float (m,), how these games ended.
        games: number of games that the positions come from.
    """

    def __init__(self, names: Sequence[str], opinions: np.ndarray, scores: np.ndarray, games: int):
        self._network = names[0] == NETWORK
        self._thoughts = sum(name.startswith(_THOUGHT) for name in names)
        self._last = max(1.0, float(opinions[:, -2].max(initial=1)))
        rows = self._columns(opinions)
        self._middle: np.ndarray = rows.mean(axis=0) if len(rows) else np.zeros(rows.shape[1])
        self._spread: np.ndarray = rows.std(axis=0) if len(rows) else np.ones(rows.shape[1])
        self._spread[self._spread < 1e-6] = 1.0
        self._middle[0] = 0.0
        rows = (rows - self._middle) / self._spread
        expected = np.zeros(rows.shape[1])
        if self._network:
            expected[2] = _TRUST * self._spread[2]
            expected[0] = _TRUST * self._middle[2]
        doubt = np.full(rows.shape[1], _DOUBT)
        doubt[len(doubt) - 2 * self._thoughts :] = _MORE_DOUBT
        doubt *= max(1.0, len(rows) / max(games, 1))
        self._weights = expected.copy()
        for _ in range(_PASSES if len(rows) else 0):
            chances = _chances(rows @ self._weights)
            steep = (rows * (chances * (1 - chances) + 1e-6)[:, None]).T @ rows + np.diag(doubt)
            step = np.linalg.solve(steep, rows.T @ (scores - chances) - doubt * (self._weights - expected))
            self._weights += np.clip(step, -2, 2)
            if np.abs(step).max() < _NEAR:
                break

    def __call__(self, opinions: np.ndarray) -> np.ndarray:
        """Expected scores, float64 with the shape of `opinions` without its last axis; for finished games, their results."""
        rows = (self._columns(opinions) - self._middle) / self._spread
        expected: np.ndarray = np.where(np.isnan(opinions[..., -1]), _chances(rows @ self._weights), opinions[..., -1])
        return expected

    def _columns(self, opinions: np.ndarray) -> np.ndarray:
        """Build the regressors: 1, the finished share of the game, the opinions, their products with that share, the network's features.

        The network's features enter separately for each decider, because they describe the decider's position.
        """
        told, thoughts = opinions[..., : -3 - self._thoughts].astype(np.float64), opinions[..., -3 - self._thoughts : -3]
        decides, part = opinions[..., -3:-2], opinions[..., -2:-1] / self._last
        if self._network:
            value = told[..., :1]
            told = np.concatenate([told, value**2, value**3], axis=-1)
        return np.concatenate(
            [np.ones_like(part), part, told, told * part, decides, decides * part, thoughts * (decides > 0), thoughts * (decides < 0)],
            axis=-1,
        )


def _chances(numbers: np.ndarray) -> np.ndarray:
    chances: np.ndarray = 1 / (1 + np.exp(-np.clip(numbers, -20, 20)))
    return chances
