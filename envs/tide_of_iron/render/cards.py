"""A unit on its own card: figures with their names, what it fires with as a table, what it can do, and how it stands."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Card
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.render.units import description, riders
from skirmish_rl.envs.tide_of_iron.render.words import what_of
from skirmish_rl.envs.tide_of_iron.state import FORCE, SLOTS, Damage, Figure, Kind, Specialty, Status

_FIRE = (
    ("who fires", ""), ("number", ""), ("range", "hexes, at infantry and at vehicles; up to twice as far on a 6"),
    ("firepower", "dice, at infantry and at vehicles"),
)  # fmt: skip
TOKENS: dict[int, str] = {
    Specialty.ANTI_TANK: "Fires at vehicles with three dice more.",
    Specialty.FLAMETHROWER: "Beside its target two dice more, and less cover for it.",
    Specialty.ENGINEER: "Digs entrenchments, clears wire, and steps on no mine.",
    Specialty.MEDIC: "Its hex has one cover more; may heal a squad.",
    Specialty.RECON: "Moves one further; is not hit from afar.", Specialty.EXPERT: "Rolls failing attack dice again, one a figure.",
    Specialty.DEMOLITION: "Places a charge that hurts all in a hex.",
}  # fmt: skip


def card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """All that is to be known of a unit, None for an empty place."""
    tables = scenario.tables[int(record["variant"])]
    if not 0 <= slot < SLOTS or record["units"]["status"][slot] == Status.ABSENT:
        return None
    unit, kind = record["units"][slot], Kind(int(record["units"]["kind"][slot]))
    abilities: list[tuple[str, str]] = []
    if kind == Kind.SQUAD:
        count = sum(int(unit["figures"][figure]) for figure in Figure)
        figures: list[tuple[str, str, str]] = [
            ("Figures", f"{count}", "hits of normal attacks remove them"),
            ("Move", str(int(tables["squad_move"])), "movement points of an advance"),
        ]
        weapons = [_figures(tables, slot // FORCE, unit, figure) for figure in Figure if unit["figures"][figure]]
        if unit["figures"][Figure.OFFICER]:
            abilities.append(("officer", "Squads with it and beside it recover more easily."))
    else:
        armour, damage = int(tables["vehicle_armour"][kind]), member_word(Damage, unit["damage"])
        figures = [
            ("Damage", damage if unit["damage"] else "none", "light, then heavy, then it is destroyed"),
            ("Armour", str(armour), "defence dice"),
            ("Move", str(int(tables["vehicle_move"][kind])), "movement points of an advance"),
            ("Carries", f"{len(riders(record, slot))} of {int(tables['vehicle_capacity'][kind])}", "squads aboard"),
        ]
        weapons = [_vehicle(tables, slot // FORCE, kind)]
        if tables["vehicle_overruns"][kind]:
            abilities.append(("overruns", "May drive through enemy squads."))
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
