"""What happens in a game of Warcry, in words: who is who, and how its events are told."""

from __future__ import annotations

from pathlib import Path, PurePath

import numpy as np

from skirmish_rl.envs.core.draw import known
from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry.data.pack import settle
from skirmish_rl.envs.warcry.render.units import name_of, profile_text
from skirmish_rl.envs.warcry.rules.telling import Departure, Modifier, Own, Prize, Roll, Yield
from skirmish_rl.envs.warcry.state import FORCE, Phase, Status


@known
def fighters_of(scenario: Scenario, variant: int) -> dict[int, str]:
    """What each fighter is, by its slot."""
    forces = settle(scenario.specs[variant], Path(scenario.name), scenario.options).forces
    return {FORCE * seat + row: name for seat, force in enumerate(forces) for row, name in enumerate(force.fighters)}


def roster(record: np.void, scenario: Scenario) -> list[str]:
    """Every fighter of either seat, with its figures."""
    tables, names, lines = scenario.tables[int(record["variant"])], fighters_of(scenario, int(record["variant"])), []
    for seat, title in enumerate(scenario.players):
        lines.append(f"seat_{seat} {PurePath(title).stem}")
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            if record["units"]["status"][slot] != Status.ABSENT:
                lines.append(f"{name_of(slot)} {names[slot]}: {profile_text(tables, slot)}")
    return lines


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={
        Event.INITIATIVE: "{seat} has the initiative with {value} singles",
        Event.RESULT: "{value} {reason}",
        Event.HURT: "{unit} takes {value} damage",
        Event.HEALED: "{unit} recovers {value} damage",
        Event.GONE: "{unit} is lost at {cell}: {word}",
        Event.POINTS: "{seat} scores {value:+d} for {reason}",
        Event.CONTROL: "the objective at {cell} is held by {seat}",
        Event.PLACED: "{unit} is set up at {cell}",
    },
    words={
        Event.PHASE: Phase, Event.ROLLS: Roll, Event.MODIFIER: Modifier, Event.RESULT: Yield, Event.GONE: Departure, Event.POINTS: Prize,
    },
)  # fmt: skip
