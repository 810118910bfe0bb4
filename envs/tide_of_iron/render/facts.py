"""What is true of a position of Tide of Iron, for programs and people who read it: how its fields are told, what each unit is, the
objectives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.render.units import description
from skirmish_rl.envs.tide_of_iron.state import (
    WIDTH,
    Activation,
    Blow,
    Card,
    Condition,
    Damage,
    Fight,
    Figure,
    Fort,
    Goal,
    Kind,
    Mark,
    Order,
    Part,
    Phase,
    Reach,
    Specialty,
    Status,
)

PROFILE = (
    "A profile: figures (R regular, E elite, O officer, G machine gun and crew, M mortar and crew) or the vehicle; "
    "then its specialisation."
)
FIELDS: dict[str, Any] = {
    "phase": Phase, "units.status": Status, "units.kind": Kind, "units.cell": "cell", "units.figures": (Figure, int),
    "units.specialty": Specialty,
    "units.condition": Condition, "units.damage": Damage, "units.activation": Activation, "units.fort": Fort, "units.carrier": "unit",
    "attack.cell": "cell", "attack.fight": Fight, "attack.lead": "unit", "attack.target": "unit", "attack.seat": "seat",
    "attack.blow": Blow,
    "attack.reach": Reach, "attack.damage_before": Damage, "attack.part": ("units", Part), "attack.net": ("units", int),
    "marks": (Mark, "cells", int), "deck": ("list", Card, int), "hand": (Card, int), "waiting": (Card, int), "tried": (Card, int),
    "lasting": (Card, int), "initiative": "seat", "turn": "seat", "active": "unit", "order": Order, "crew": "unit", "card": Card,
    "card_seat": "seat", "served": "unit", "given": Figure, "last_free": "cell",
}  # fmt: skip
LEFT_OUT = {"control": "stands with the objectives"}


def unit(record: np.void, scenario: Scenario, slot: int) -> dict[str, Any]:
    """What a unit is, its figures, how it stands; a squad has as many left as figures, a vehicle as steps of damage."""
    state = record["units"][slot]
    what, token, stands = description(record, slot)
    if state["kind"] == Kind.SQUAD:
        left, most = int(state["figures"].sum()), 4
    else:
        left, most = len(Damage) - int(state["damage"]), len(Damage)
    there = state["status"] in (Status.ON_MAP, Status.RESERVE)
    gone = "" if there else member_word(Status, state["status"])
    return {
        "is": member_word(Kind, state["kind"]), "profile": f"{what} {token}".strip(), "stands": gone or stands,
        "left": left if there else 0, "most": most,
    }  # fmt: skip


def objectives(record: np.void, scenario: Scenario) -> list[dict[str, Any]]:
    """The objectives, what each is worth and who controls it."""
    tables, found = scenario.tables[int(record["variant"])], []
    for k in range(int(tables["n_objectives"])):
        cell, held = int(tables["objective_cell"][k]), int(record["control"][k])
        found.append({
            "number": k + 1, "is": member_word(Goal, tables["objective_kind"][k]), "worth": int(tables["objective_value"][k]),
            "at": [cell % WIDTH, cell // WIDTH], "held_by": f"seat_{held}" if held >= 0 else None,
        })  # fmt: skip
    return found


def untold(found: dict[str, Any], scenario: Scenario) -> dict[str, Any]:
    """Who controls the objectives, as the record has it."""
    return {"control": [-1 if one["held_by"] is None else int(one["held_by"].removeprefix("seat_")) for one in found["objectives"]]}
