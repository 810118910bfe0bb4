"""A style of play: small rewards for events during the game, added to the outcome.

Unlike potential-based shaping, a style changes which play is optimal, on purpose: a network that is paid for attacks will attack more
often, even if that costs games. The events are those that traces and reports tell, under the same names.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from skirmish_rl.agents.results.deeds import EventReader, kinds_of, units_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import unknown
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

SIDES = ("mine", "theirs")


def paid_names(ruleset: Ruleset) -> list[str]:
    """All events that a style can pay for: `mine.attacked`, `theirs.gone`, and so on."""
    return [f"{side}.{kind.name.lower()}" for kind in kinds_of(ruleset) for side in SIDES]


def check_style(weights: Mapping[str, float], ruleset: Ruleset) -> None:
    """Refuse names of unknown events.

    Raises:
        UnknownName: an event does not exist; the message lists those that do.
    """
    names = paid_names(ruleset)
    for name in weights:
        if name not in names:
            raise unknown("event in style", name, names)


class Style:
    """Pays one seat of each game for events.

    Args:
        weights: event, as in `paid_names` -> reward for each. For wounds, healing and resources, the reward is for each point.
        scenario: the scenario.

    Raises:
        UnknownName: an event does not exist.
    """

    def __init__(self, weights: Mapping[str, float], scenario: Scenario):
        check_style(weights, scenario.ruleset)
        names = paid_names(scenario.ruleset)
        self.weights = np.array([weights.get(name, 0.0) for name in names], np.float32).reshape(-1, len(SIDES))
        self.scenario, self.events = scenario, EventReader(scenario)

    def know(self, record: np.void) -> None:
        """Note from a game that has started which units belong to which seat."""
        self.events.know(units_of(record, self.scenario))

    def pay(self, batch: Batch, index: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Compute the rewards for the events of the last actions.

        Args:
            batch: the games.
            index: int64 (m,), the games in which an action was taken.
            seats: int64 (n,), the seat that is paid in each game of the batch.

        Returns:
            float32 (n,), 0 in all other games.
        """
        told = self.events.read(batch.games, index)
        counts = (told.place >= 0) & (told.seat >= 0)
        game, place, seat, much = told.game[counts], told.place[counts], told.seat[counts], told.much[counts]
        paid = self.weights[place, (seat != seats[game]).astype(np.int64)] * much
        return np.bincount(game, paid, minlength=batch.n).astype(np.float32)
