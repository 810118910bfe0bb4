"""What happens in a game of Trench Crusade, in words: who is who, and how its events are told."""

from __future__ import annotations

from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core.draw import known
from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.trench_crusade.data.schema import ProfileSpec
from skirmish_rl.envs.trench_crusade.render.units import figures_of, name_of
from skirmish_rl.envs.trench_crusade.rules.telling import Departure, Modifier, Own, Prize, Roll
from skirmish_rl.envs.trench_crusade.state import FORCE, SLOTS, Phase


@known
def models_of(scenario: Scenario, variant: int) -> dict[int, str]:
    """What each model is, by its slot."""
    tables, profiles = scenario.tables[variant], [*read_all(scenario.ruleset.data / "profiles.toml", ProfileSpec)]
    return {slot: profiles[int(tables["profile"][slot])].replace("_", " ") for slot in range(SLOTS) if tables["used"][slot]}


def roster(record: np.void, scenario: Scenario) -> list[str]:
    """Every model of either seat, with its figures."""
    tables, lines = scenario.tables[int(record["variant"])], []
    names = models_of(scenario, int(record["variant"]))
    for seat, title in enumerate(scenario.players):
        lines.append(f"seat_{seat} {PurePath(title).stem}")
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            if slot in names:
                lines.append(f"{name_of(slot)} {names[slot]}: {figures_of(tables, slot)}")
    return lines


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={
        Event.ROUND: "Turn {value}",
        Event.RESULT: "{value}",
        Event.GONE: "{unit} is {word} at {cell}",
        Event.PLACED: "{unit} is set up at {cell}",
        Event.POINTS: "{seat} scores {value:+d} for {reason}",
        Event.CONTROL: "{seat} controls objective {value}",
    },
    words={
        Event.ROLLS: Roll, Own.TO_ROLL: Roll, Event.MODIFIER: Modifier, Event.PHASE: Phase, Event.GONE: Departure, Event.POINTS: Prize,
    },
    ways=True,
)  # fmt: skip
