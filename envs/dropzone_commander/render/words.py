"""What happens in a game of Dropzone Commander, in words: who is who, and how its events are told."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.dropzone_commander.rules.telling import Departure, Own, Roll
from skirmish_rl.envs.dropzone_commander.state import Card, Phase


def roster(record: np.void, scenario: Scenario) -> list[str]:
    """Every seat's army."""
    return [f"seat_{seat} {title}" for seat, title in enumerate(scenario.players)]


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={
        Event.CONTROL: "the objective at {cell} is held by {seat}",
        Event.GONE: "{unit} is lost at {cell}: {word}",
        Event.CARD: "{seat} plays {word}",
    },
    words={Event.PHASE: Phase, Event.ROLLS: Roll, Event.GONE: Departure, Event.CARD: Card},
)  # fmt: skip
