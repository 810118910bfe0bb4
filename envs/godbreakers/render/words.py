"""How Godbreakers' events are told."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.godbreakers.questions import QUESTIONS
from skirmish_rl.envs.godbreakers.render.units import camp_of, die_of, title
from skirmish_rl.envs.godbreakers.rules.telling import Condition, Departure, Modifier, Own, Prize, Roll
from skirmish_rl.envs.godbreakers.state import SLOTS, Phase, Trait


def roster(record: np.void, scenario: Scenario) -> list[str]:
    """The circles and their models, then the wild ones."""
    lines = []
    for seat in (*range(scenario.seats), -1):
        models = [_line(record, slot) for slot in range(SLOTS) if record["units"]["status"][slot] and camp_of(record, slot) == seat]
        trait = int(record["shard_trait"][seat]) if seat >= 0 else -1
        shard = f", shard: {member_word(Trait, trait)}" if trait >= 0 else ""
        if seat >= 0 or models:
            lines.append(f"seat_{seat} {scenario.players[seat]}{shard}" if seat >= 0 else "wild")
        lines += models
    return lines


def _line(record: np.void, slot: int) -> str:
    return f"{QUESTIONS.layout.unit_name(slot)} {die_of(record['units'][slot])} {title(record, slot)}".rstrip()


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={
        Event.INITIATIVE: "{seat} has the initiative with {value}",
        Event.ACTIVATED: "{seat} activates {unit}",
        Event.ATTACKED: "{unit} engages {target}",
        Event.POINTS: "{seat} scores {value:+d} ({reason}, {cell})",
        Event.CONTROL: "the marker at {cell} is controlled by {seat}",
        Event.HEALED: "{unit} heals {value}",
        Event.GONE: "{unit} leaves {cell}: {word}",
    },
    words={
        Event.PHASE: Phase, Event.ROLLS: Roll, Event.MODIFIER: Modifier, Event.CONDITION: Condition, Event.GONE: Departure,
        Event.POINTS: Prize,
    },
)  # fmt: skip
