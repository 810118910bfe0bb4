"""What happens in a game of Tide of Iron, in words: who is who, and a sentence for every event."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.rules.telling import Departure, Modifier, Own, Prize, Roll, Yield
from skirmish_rl.envs.tide_of_iron.state import FORCE, Card, Figure, Kind, Order, Phase, Specialty, Status


def what_of(unit: np.void) -> str:
    """Kind, figures and specialisation of a unit: `4 regular, officer (engineer)`."""
    if unit["kind"] != Kind.SQUAD:
        return member_word(Kind, unit["kind"])
    counts = [(int(unit["figures"][figure]), in_words(figure)) for figure in Figure if unit["figures"][figure]]
    token = f" ({member_word(Specialty, unit['specialty'])})" if unit["specialty"] else ""
    return ", ".join(f"{n} {name}" if n > 1 else name for n, name in counts) + token


def roster(record: np.void, scenario: Scenario) -> list[str]:
    """Every unit of either side."""

    def lines() -> Iterator[str]:
        for seat, title in enumerate(scenario.players):
            yield f"seat_{seat} {title}"
            for slot in range(FORCE * seat, FORCE * (seat + 1)):
                unit = record["units"][slot]
                if unit["status"] != Status.ABSENT:
                    due = f", arrives after round {int(unit['due'])}" if unit["due"] else ""
                    yield f"{scenario.ruleset.layout.unit_name(slot)} {what_of(unit)}{due}"

    return list(lines())


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={
        Event.INITIATIVE: "{seat} has the initiative with {value} command on its card",
        Event.ACTIVATED: "{unit} is activated: {word}",
        Event.ATTACKED: "{unit} attacks {target} with {value} dice",
        Event.RESULT: "{value} {reason}",
        Event.HURT: "{unit} loses a figure: {reason}",
        Event.HEALED: "{unit} gets a figure back: {reason}",
        Event.GONE: "{unit} is lost at {cell}: {word}",
        Event.POINTS: "{seat} scores {value:+d} for {reason}",
        Event.CONTROL: "{seat} takes the objective at {cell}",
        Event.SPENT: "{seat} pays {value} command",
        Event.GAINED: "{seat} receives {value} command: {reason}",
    },
    words={
        Event.PHASE: Phase, Event.ACTIVATED: Order, Event.ROLLS: Roll, Event.MODIFIER: Modifier, Event.RESULT: Yield, Event.HURT: Figure,
        Event.HEALED: Figure, Event.CONDITION: ("rallied", "pinned", "disrupted"), Event.GONE: Departure, Event.POINTS: Prize,
        Event.GAINED: Prize, Event.CARD: Card,
    },
)  # fmt: skip
