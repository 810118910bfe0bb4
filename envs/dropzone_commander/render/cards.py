"""A unit on its own card: figures with their names, weapons as a table, what it can do, and how it stands."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Card
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander.data.fields import UNLIMITED
from skirmish_rl.envs.dropzone_commander.kit import Category, Kind, Trait
from skirmish_rl.envs.dropzone_commander.render.words import cargo_words, group_word, name_of, roles_of
from skirmish_rl.envs.dropzone_commander.rules.targeting import shots_of
from skirmish_rl.envs.dropzone_commander.state import SLOTS, Status

_WEAPON = (
    ("weapon", ""), ("range", "inches; the second figure against targets with active countermeasures"), ("shots", ""),
    ("hits on", "before cover, Evasion and other penalties"),
    ("energy", "with a die it must reach the target's Armour; 2 more is a critical, which does 2"),
    ("move", "inches that the unit may move and still fire it"), ("special", ""),
)  # fmt: skip
TRAITS: dict[int, str] = {
    Trait.SMOKE: "Instead of shooting: shots at the squad and all near it are 2 worse until the round ends.",
    Trait.SHELL: "Instead of shooting: smoke on a friendly squad in sight.",
    Trait.SUPPRESSION: 'Enemy squads that begin within 3" have one action fewer.',
    Trait.ARC: "Hits Aircraft on 2+, all else on 6.", Trait.LINKED: "If one hit triggers Destroyer, all do.",
    Trait.BOOST: 'Moves 3" further while it takes nobody on or off.',
    Trait.THRUSTERS: 'May move 18" over scenery up to 8" high if not put off in this round; enemies may react.',
    Trait.RESILIENT: "Criticals do 1 damage to it, not 2.",
    Trait.TOUGH: "Collateral damage against it is rolled again; it enters buildings anywhere.",
    Trait.BLOODTHIRSTY: "Does not leave a building, or move in it, while an enemy is in it; searches 2 worse.",
    Trait.WIDE: "Its squad may stand twice as far apart.",
    Trait.LARGE: "Is never Hull Down.", Trait.COMMAND_CENTRE: "May carry a Commander.",
    Trait.RAPID: "May leave an Aircraft in the air, and enter buildings from any side.", Trait.RARE: "An army may have few of them.",
    Trait.STABILISED: "Its shots are never more than 1 worse, if it has not just been put off.",
    Trait.PORTS: "Infantry aboard may shoot from inside.",
    Trait.HOVERCRAFT: "Who is put off by it shoots only 1 worse.", Trait.HOVER: 'Who leaves it after 12" or less has Rapid Insertion.',
}  # fmt: skip

# What is special about its weapons. Chapter SPEC.
SPECIALS = {
    "against Aircraft": "It reaches Aircraft in the air.", "area": 'A hit strikes all within 2" of the target, friends, too.',
    "flame": "It burns Infantry out of buildings, and cover does not count.",
    "indirect": "It fires without a line of sight, too, but then hits on 5 at best.",
    "penetrative": "A 6 for the damage always hurts.",
    "focus": "Hits may be given up; each makes another so much stronger.", "limited": "So many times a game.",
    "strafe": "It fires so many times, each at another target close by.", "reduced": "Each damage point lost takes so many shots away.",
}  # fmt: skip


def card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """All that is to be known of a unit, None for an empty place."""
    variant = int(record["variant"])
    tables = scenario.tables[variant]
    if not 0 <= slot < SLOTS or not record["units"]["status"][slot]:
        return None
    unit, squad = record["units"][slot], int(tables["unit_squad"][slot])
    counter = "active" if tables["unit_active"][slot] else "none"
    figures: list[tuple[str, str, str]] = [
        ("Damage points", f"{int(unit['dp'])} of {int(tables['unit_dp'][slot])}", "at 0 it is destroyed"),
        ("Move", f'{int(tables["unit_move"][slot])}"', "inches of one Move"),
        ("Armour", str(int(tables["unit_armour"][slot])), "what a die and a weapon's energy must reach to hurt it"),
        ("Countermeasures", counter, "active ones shorten the range of shots at it"),
        ("Points", str(int(tables["unit_points"][slot])), "what it costs"),
    ]
    if tables["unit_evasion"][slot]:
        figures.append(("Evasion", str(int(tables["unit_evasion"][slot])), "shots at it are so much worse"))
    if tables["unit_passive"][slot]:
        figures.append(("Saves on", f"{int(tables['unit_passive'][slot])}+", "a die of this or more undoes a damage"))
    if tables["unit_room"][slot]:
        figures.append(("Carries", str(int(tables["unit_room"][slot])), "room aboard"))
    if tables["unit_cv"][slot]:
        figures.append(("Commander", str(int(tables["unit_cv"][slot])), "its Command Value: initiative, and cards in hand"))
    weapons = [weapon_row(record, tables, slot, weapon) for weapon in range(int(tables["unit_weapons"][slot]))]
    bits = int(tables["unit_traits"][slot])
    abilities = [(in_words(trait), TRAITS.get(trait, "")) for trait in Trait if bits >> trait & 1]
    written = ", ".join(row[-1] for row in weapons)
    abilities += [(name, text) for name, text in SPECIALS.items() if name in written]
    kind = f"{in_words(Category(int(tables['unit_category'][slot])))} {in_words(Kind(int(tables['unit_kind'][slot])))}"
    where = {Status.RESERVE: "in reserve", Status.READINESS: "off the table", Status.DESTROYED: "destroyed"}.get(
        Status(int(unit["status"])), ""
    )
    aboard = f"aboard {name_of(int(unit['carrier']))}" if unit["carrier"] >= 0 else ""
    flies = "in the air" if unit["flying"] else ""
    role = roles_of(scenario, variant)[squad][1]
    words = (role, kind, f"battlegroup {group_word(tables, squad)}", where, aboard, cargo_words(record, slot), flies)
    return {
        "figures": figures,
        "columns": _WEAPON,
        "weapons": weapons,
        "abilities": abilities,
        "state": ", ".join(word for word in words if word),
    }


def weapon_name(tables: np.void, slot: int, weapon: int) -> str:
    """What a unit's weapon is called."""
    return "close quarters" if tables["weapon_close"][slot, weapon] else f"weapon {weapon + 1}"


def weapon_row(record: np.void, tables: np.void, slot: int, weapon: int) -> list[str]:
    """What a unit's card says of one of its weapons, column by column."""
    far, near, hits, energy, free, antiair = (
        int(tables[f"weapon_{key}"][slot, weapon]) for key in ("far", "near", "acc", "energy", "free", "aa")
    )
    shots = int(shots_of(view(record), view(tables), slot, weapon))
    most = "any" if far >= UNLIMITED else f'{far}"'
    reach = most if near == far else f'{most}, {near}"'
    words = ["against Aircraft"] if antiair >= 0 else []
    words += [name for name in ("area", "flame", "indirect", "penetrative") if tables[f"weapon_{name}"][slot, weapon]]
    words += [
        f"{name} {int(tables[f'weapon_{name}'][slot, weapon])}"
        for name in ("focus", "limited", "strafe", "reduced")
        if tables[f"weapon_{name}"][slot, weapon]
    ]
    return [
        weapon_name(tables, slot, weapon),
        reach,
        str(shots),
        f"{hits}+" if hits else "always",
        str(energy),
        "any" if free >= UNLIMITED else f'{free}"',
        ", ".join(words),
    ]
