"""A style of play: small rewards for events during the game, beside the outcome.

Unlike shaping by a potential it changes what the best play is, and is meant to: a network that is paid for attacks attacks more often,
also where that costs games. What it is paid for are the events that traces and reports tell, by their own names.
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
    """All that a style may pay for: `mine.attacked`, `theirs.gone`, and so on."""
    return [f"{side}.{kind.name.lower()}" for kind in kinds_of(ruleset) for side in SIDES]


def check_style(weights: Mapping[str, float], ruleset: Ruleset) -> None:
    """Refuse names of events that there are not.

    Raises:
        UnknownName: says which names there are.
    """
    names = paid_names(ruleset)
    for name in weights:
        if name not in names:
            raise unknown("event in style", name, names)


class Style:
    """Pays one seat of each game for events.

    Args:
        weights: name of an event, as `paid_names` has it -> reward for each; for wounds, healing, and what is spent or gained, for each
            point of it.

    Raises:
        UnknownName: no such event.
    """

    def __init__(self, weights: Mapping[str, float], scenario: Scenario):
        check_style(weights, scenario.ruleset)
        names = paid_names(scenario.ruleset)
        self.weights = np.array([weights.get(name, 0.0) for name in names], np.float32).reshape(-1, len(SIDES))
        self.scenario, self.events = scenario, EventReader(scenario)

    def know(self, record: np.void) -> None:
        """Learn from a game that has begun whose units are whose."""
        self.events.know(units_of(record, self.scenario))

    def pay(self, batch: Batch, index: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Payments for the events of the last actions.

        Args:
            index: int64 (m,) which games of the batch. seats: int64 (n,) the seat that is paid in each of its games.

        Returns:
            float32 (n,), 0 elsewhere.
        """
        told = self.events.read(batch.games, index)
        counts = (told.place >= 0) & (told.seat >= 0)
        game, place, seat, much = told.game[counts], told.place[counts], told.seat[counts], told.much[counts]
        paid = self.weights[place, (seat != seats[game]).astype(np.int64)] * much
        return np.bincount(game, paid, minlength=batch.n).astype(np.float32)
