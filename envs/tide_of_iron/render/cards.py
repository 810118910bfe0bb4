"""A unit on its own card: figures with their names, what it fires with as a table, what it can do, and how it stands."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Card
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.tide_of_iron.render.units import description, riders
from skirmish_rl.envs.tide_of_iron.render.words import what_of
from skirmish_rl.envs.tide_of_iron.rules.firing import armour_of
from skirmish_rl.envs.tide_of_iron.rules.moving import movement_of
from skirmish_rl.envs.tide_of_iron.state import FORCE, SLOTS, Damage, Figure, Kind, Order, Specialty, Status

_FIRE = (
    ("who fires", ""), ("number", ""), ("range", "hexes, at infantry and at vehicles; up to twice as far on a 6"),
    ("firepower", "dice, at infantry and at vehicles"),
)  # fmt: skip
TOKENS: dict[int, str] = {
    Specialty.ANTI_TANK: "Fires at vehicles with range 3 and three dice more.",
    Specialty.FLAMETHROWER: "Beside its target two dice more, and less cover for it.",
    Specialty.ENGINEER: "Digs entrenchments, clears wire; mines do not hurt it, but stop and fatigue it.",
    Specialty.MEDIC: "Squads in its hex have +1 cover against normal attacks; may bring a lost figure back.",
    Specialty.RECON: "Moves one further; cannot be attacked at long range.",
    Specialty.EXPERT: "Rolls failing attack dice again, one a figure.",
    Specialty.DEMOLITION: "Places a charge that hurts all in a hex.",
}  # fmt: skip


def card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """All that is to be known of a unit, None for an empty place."""
    tables = scenario.tables[int(record["variant"])]
    if not 0 <= slot < SLOTS or record["units"]["status"][slot] == Status.ABSENT:
        return None
    unit, kind = record["units"][slot], Kind(int(record["units"]["kind"][slot]))
    abilities: list[tuple[str, str]] = []
    state = view(record)
    move = str(int(movement_of(state, view(tables), slot, Order.ADVANCE)))
    if kind == Kind.SQUAD:
        count = sum(int(unit["figures"][figure]) for figure in Figure)
        figures: list[tuple[str, str, str]] = [
            ("Figures", f"{count}", "hits of normal attacks remove them"),
            ("Move", move, "movement points of an advance"),
        ]
        weapons = [_figures(tables, slot // FORCE, unit, figure) for figure in Figure if unit["figures"][figure]]
        if unit["figures"][Figure.MORTAR]:
            abilities.append(
                ("mortar", f"Shells a whole hex, friends, too; {int(tables['mortar_suppressive'])} dice in a suppressive attack.")
            )
        if unit["figures"][Figure.OFFICER]:
            abilities.append(
                ("officer", "Squads in its hex recover faster, have +1 cover against suppressive fire, and may fire when pinned.")
            )
    else:
        armour, damage = int(armour_of(view(tables), state.units[slot])), member_word(Damage, unit["damage"])
        figures = [
            ("Damage", damage if unit["damage"] else "none", "light, then heavy, then it is destroyed"),
            ("Armour", str(armour), "defence dice"),
            ("Move", move, "movement points of an advance"),
            ("Carries", f"{len(riders(record, slot))} of {int(tables['vehicle_capacity'][kind])}", "squads aboard"),
        ]
        weapons = [_vehicle(tables, slot // FORCE, kind)]
        if tables["vehicle_overruns"][kind]:
            abilities.append(("overruns", "May drive through enemies but tanks; squads that it drives through are pinned."))
    if unit["specialty"]:
        token = Specialty(int(unit["specialty"]))
        abilities.append((in_words(token), TOKENS.get(token, "")))
    return {
        "figures": figures,
        "columns": _FIRE,
        "weapons": weapons,
        "abilities": abilities,
        "state": f"{what_of(unit)}, {description(record, slot)[2]}",
    }


def _figures(tables: np.void, side: int, unit: np.void, figure: Figure) -> list[str]:
    reach, power = (tables[f"figure_{key}"][side, figure] for key in ("range", "fp"))
    return [in_words(figure), str(int(unit["figures"][figure])), f"{int(reach[0])}, {int(reach[1])}", f"{int(power[0])}, {int(power[1])}"]


def _vehicle(tables: np.void, side: int, kind: Kind) -> list[str]:
    reach, power = (tables[f"vehicle_{key}"][side, kind] for key in ("range", "fp"))
    return [in_words(kind), "1", f"{int(reach[0])}, {int(reach[1])}", f"{int(power[0])}, {int(power[1])}"]
