"""What happens in a game of Dropzone Commander, in words: who is who, and how its events are told."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.draw import known
from skirmish_rl.envs.core.events import Event, Language
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.scenarios import read_named
from skirmish_rl.envs.dropzone_commander.data.schema import ForceSpec, read_profiles
from skirmish_rl.envs.dropzone_commander.kit import Card, Category, Kind
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS
from skirmish_rl.envs.dropzone_commander.rules.telling import Departure, Own, Roll
from skirmish_rl.envs.dropzone_commander.state import FIRST, GROUPS, SEAT_OF_SQUAD, SLOTS, SQUAD_FIRST, Phase


def cargo_words(record: np.void, slot: int) -> str:
    """Who is aboard a unit: "carries A9, A10"; "" for nobody."""
    aboard = [name_of(k) for k in range(SLOTS) if record["units"]["carrier"][k] == slot]
    return f"carries {', '.join(aboard)}" if aboard else ""


def name_of(slot: int | np.integer) -> str:
    """A unit by the name that action texts use."""
    return QUESTIONS.layout.unit_name(int(slot))


@known
def roles_of(scenario: Scenario, variant: int) -> dict[int, tuple[str, str]]:
    """Profile and role of every squad."""
    named = scenario.options["forces"]
    forces: list[ForceSpec] = (
        list(scenario.specs[variant].armies[: scenario.seats])
        if named is None
        else [read_named(scenario.ruleset.data / "forces.toml", name, ForceSpec)[0] for name in named]
    )
    found = {}
    for seat, force in enumerate(forces):
        for k, squad in enumerate(force.squads.values()):
            found[int(SQUAD_FIRST[seat]) + k] = squad.profile, (read_profiles() | force.profiles)[squad.profile].role
    return found


def units_of(tables: np.void, squad: int) -> range:
    """The slots of a squad."""
    return range(int(tables["squad_first"][squad]), int(tables["squad_first"][squad]) + int(tables["squad_size"][squad]))


def squad_name(tables: np.void, squad: int) -> str:
    """The first and the last unit of a squad: A1, or A1-3."""
    units = units_of(tables, squad)
    return name_of(units[0]) if len(units) == 1 else f"{name_of(units[0])}-{units[-1] - FIRST[SEAT_OF_SQUAD[squad]] + 1}"


def group_word(tables: np.void, squad: int) -> str:
    """The battlegroup of a squad."""
    group = int(tables["squad_group"][squad])
    return f"BG{group + 1}" if 0 <= group < GROUPS else "Aux"


def figures_of(tables: np.void, squad: int) -> str:
    """Figures of the units of a squad."""
    slot = units_of(tables, squad)[0]
    move, armour, dp, points = (int(tables[f"unit_{key}"][slot]) for key in ("move", "armour", "dp", "points"))
    kind, category = Kind(int(tables["unit_kind"][slot])).name.lower(), Category(int(tables["unit_category"][slot])).name.lower()
    cv = f", Commander CV {int(tables['unit_cv'][slot])}" if tables["unit_cv"][slot] else ""
    return f"{category} {kind}, MV {move} A {armour} DP {dp}, {points} points{cv}"


def roster(record: np.void, scenario: Scenario) -> list[str]:
    """Every seat's army, squad by squad."""
    tables, roles, lines = scenario.tables[int(record["variant"])], roles_of(scenario, int(record["variant"])), []
    for seat, title in enumerate(scenario.players):
        lines.append(f"seat_{seat} {title}")
        for squad, (profile, role) in roles.items():
            if SEAT_OF_SQUAD[squad] == seat:
                aboard = int(tables["unit_aboard"][units_of(tables, squad)[0]])
                ride = f", aboard {name_of(aboard)}" if aboard >= 0 else ""
                lines.append(
                    f"{squad_name(tables, squad)} {profile} {role}, {group_word(tables, squad)}: {figures_of(tables, squad)}{ride}"
                )
    return lines


LANGUAGE = Language(
    roster,
    kinds=Own,
    sentences={
        Event.HURT: "{unit} loses {value} DP",
        Event.HEALED: "{unit} regains {value} DP",
        Event.GONE: "{unit} is lost at {cell}: {word}",
        Event.POINTS: "{seat} scores {value:+d} Victory Points",
        Event.CARD: "{seat} plays {word}",
    },
    words={Event.PHASE: Phase, Event.ROLLS: Roll, Event.GONE: Departure, Event.CARD: Card},
)  # fmt: skip
