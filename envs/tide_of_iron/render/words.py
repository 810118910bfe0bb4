"""What happens in a game of Tide of Iron, in words: who is who, and a sentence for every event."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.rules.telling import Departure, Modifier, Morale, Own, Prize, Roll, Sign, Wear, Yield
from skirmish_rl.envs.tide_of_iron.state import FORCE, Card, Figure, Fort, Kind, Order, Phase, Specialty, Status


def _word(member) -> str:
    return member.name.lower().replace("_", " ")


def _what(unit: np.void) -> str:
    """Kind, figures and specialisation of a unit: `4 regular, officer (engineer)`."""
    if unit["kind"] != Kind.SQUAD:
        return _word(Kind(int(unit["kind"])))
    counts = [(int(unit["figures"][figure]), _word(figure)) for figure in Figure if unit["figures"][figure]]
    token = f" ({_word(Specialty(int(unit['specialty'])))})" if unit["specialty"] else ""
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
                    yield f"{scenario.ruleset.layout.unit_name(slot)} {_what(unit)}{due}"

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
        Own.SUPPORTS: "{unit} supports with {value} dice",
        Own.DEFENDS: "{unit} fights back with {value} dice",
        Own.SHELLS: "off-board fire of {seat} falls on {cell} with {value} dice",
        Own.SNIPES: "marksmen of {seat} fire at {other} with {value} dice",
        Own.EXPLODES: "{seat}'s charge goes off at {cell}: {value} hits",
        Own.ASSAULTS: "{unit} assaults {cell} with {value} dice",
        Own.NET_HITS: "{unit} takes {value} net hits",
        Own.SIDE_HITS: "{seat} takes {value} net hits at {cell}",
        Own.WON: "{unit} wins the assault of {cell}",
        Own.REPELLED: "{unit}'s assault of {cell} is beaten off",
        Own.RETREATS: "{unit} must retreat from {cell}",
        Own.OVERRUNS: "{unit} drives in among the enemies at {cell}",
        Own.FALLS_BACK: "{unit} is stopped among enemies and falls back",
        Own.DAMAGED: "{unit} is {word}",
        Own.ENTERS: "{unit} goes into the {word} at {cell}",
        Own.LEAVES: "{unit} leaves the {word} at {cell}",
        Own.BOARDS: "{unit} boards {other}",
        Own.UNLOADS: "{unit} gets off at {cell}",
        Own.TOKEN: "{unit} becomes {word}",
        Own.WATCHES: "{unit} goes into Op Fire mode",
        Own.FATIGUED: "{unit} is fatigued",
        Own.STOPPED: "{unit}'s activation ends",
        Own.LAID: "{word} at {cell}",
        Own.CLEARED: "no more {word} at {cell}",
        Own.DRAWN: "{seat} draws {word}",
        Own.CONTACT: "contact for {seat}'s {word}",
        Own.SILENCE: "no contact for {seat}'s {word}",
        Own.DRIFTS: "the fire drifts: {cell}",
        Own.ENDS: "{seat}'s {word} ends",
        Own.BIDS: "{seat} puts {value} command on its initiative card",
        Own.POOL: "{seat}'s initiative card: {value:+d}",
        Own.ACTIONS: "{seat} has {value} more actions in this turn",
        Own.RESERVE: "{unit} is called up",
        Own.GIVES: "{unit} hands a figure to {other}: {word}",
        Own.FINISHED: "{seat} takes no more actions in this round",
    },
    words={
        Event.PHASE: Phase, Event.ACTIVATED: Order, Event.ROLLS: Roll, Event.MODIFIER: Modifier, Event.RESULT: Yield, Event.HURT: Figure,
        Event.HEALED: Figure, Event.CONDITION: Morale, Event.GONE: Departure, Event.POINTS: Prize, Event.GAINED: Prize, Event.CARD: Card,
        Own.DAMAGED: Wear, Own.ENTERS: Fort, Own.LEAVES: Fort, Own.TOKEN: Specialty, Own.LAID: Sign, Own.CLEARED: Sign, Own.DRAWN: Card,
        Own.CONTACT: Card, Own.SILENCE: Card, Own.ENDS: Card, Own.GIVES: Figure,
    },
)  # fmt: skip
