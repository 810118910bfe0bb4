"""A walk through a game in which what is hidden from a seat is dealt anew, to see that nothing that is told to it changes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import game_seeds
from skirmish_rl.envs.registry import available, ruleset_of

SEATINGS = [(name, seats) for name in available() for seats in range(ruleset_of(name).seats[0], ruleset_of(name).seats[1] + 1)]
_ONE = np.zeros(1, np.int64)


def dealt_anew(batch: Batch, seat: int, seed: int) -> Batch:
    """The same position with other dice to come and, hidden from a seat, other cards."""
    copy = Batch(batch.scenario, 1, observe=False, listen=True)
    copy.games[:] = batch.games
    decider = copy.games["decider"].copy()
    copy.games["decider"] = seat
    copy.reseed(game_seeds(seed, 1))
    copy.games["decider"] = decider
    copy.refresh(0)
    return copy


def tells_nothing(
    name: str, seats: int, told: Callable[[Batch, int], str], seed: int, every: int, cards: int = 1, most: int = 10**6
) -> None:
    """Play a game of bots and deal anew on the way; what each seat is told must stay.

    Args:
        told: everything that is said of a position, to a seat. every, cards: decisions between two trials, and between two where a card is
            asked for.
        most: decisions of the game that are tried.
    """
    ruleset = ruleset_of(name)
    scenario = ruleset.scenario(ruleset.default_scenario("small", seats), seats)
    batch, dealt, number = Batch(scenario, 1, observe=False, listen=True), 0, 0
    batch.reset(seed=seed)
    while not batch.over[0] and number < most:
        if number % every == 0 or (number % cards == 0 and int(batch.games[0]["decision"]) in _of_hands(scenario)):
            for seat in range(seats):
                other = dealt_anew(batch, seat, number)
                dealt += any(batch.games[field].tobytes() != other.games[field].tobytes() for field in ruleset.hidden)
                assert told(other, seat) == told(batch, seat)
        batch.step(batch.ask(_ONE, number % 2 * (len(ruleset.bots) - 1)))
        number += 1
    assert dealt > 0 or not ruleset.hidden, "nothing was hidden, so nothing was tried"


def _of_hands(scenario: Scenario) -> list[int]:
    return [row for row in scenario.ruleset.decisions if row.name in ("CARD", "NULLIFY", "DISCARD")]
