"""What is true of a position of Warcry, for programs and people who read it: how its fields are told, what each fighter is, the
objectives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry.render.units import condition_of, profile_text, wounds_of
from skirmish_rl.envs.warcry.render.words import fighters_of
from skirmish_rl.envs.warcry.state import CELLS, Ability, Boost, Group, Phase, Reaction, Status

PROFILE = (
    "A profile: points, Move in inches, T Toughness, W Wounds, runemarks; "
    "a weapon as reach in inches, A Attacks, S Strength, damage of a hit/a critical."
)
FIELDS: dict[str, Any] = {
    "phase": Phase, "units.status": Status, "units.group": Group, "units.cell": "cell", "units.treasure": "number",
    "units.objective": "number",
    "tokens.cell": "cell", "tokens.carrier": "unit", "attack.attacker": "unit", "attack.target": "unit", "attack.near": "unit",
    "attack.reaction": Reaction, "boosts": (Boost, int), "dice": ("numbers", int), "paired": ("numbers", int), "attacker": "seat",
    "red": "seat",
    "initiative": "seat", "turn": "seat", "opener": "seat", "active": "unit", "inspired": "unit", "ability": Ability, "named": "number",
}  # fmt: skip
LEFT_OUT = {
    "units.node": "a cell, and the number of the place where it climbs", "control": "stands with the objectives",
    "loots": "stands with the objectives",
    "attack.weapon": "stands in the question's words",
}  # fmt: skip


def unit(record: np.void, scenario: Scenario, slot: int) -> dict[str, Any]:
    """What a fighter is, its figures, how it stands, and what it can still take."""
    tables = scenario.tables[int(record["variant"])]
    left, most = wounds_of(record, tables, slot)
    node = int(record["units"][slot]["node"])
    climbs = {"node": node} if node >= CELLS else {}
    return {
        "is": fighters_of(scenario, int(record["variant"]))[slot], "profile": profile_text(tables, slot),
        "stands": condition_of(record, tables, slot),
        "left": left if record["units"][slot]["status"] != Status.DOWN else 0, "most": most, **climbs,
    }  # fmt: skip


def objectives(record: np.void, scenario: Scenario) -> list[dict[str, Any]]:
    """The objectives, where they are and who controls them."""
    tables, found = scenario.tables[int(record["variant"])], []
    for k in range(int(tables["n_objectives"])):
        x, y = (int(tables[f"objective_{axis}"][k]) / 2 for axis in ("x", "y"))
        held = int(record["control"][k])
        loots = {"loots_left": int(record["loots"][k])} if tables["loots"] else {}
        found.append({"number": k + 1, "at": [x, y], "held_by": f"seat_{held}" if held >= 0 else None, **loots})
    return found


def untold(found: dict[str, Any], scenario: Scenario) -> dict[str, Any]:
    """Who controls the objectives and what lies there, and where fighters climb, as the record has it."""
    control = [-1 if one["held_by"] is None else int(one["held_by"].removeprefix("seat_")) for one in found["objectives"]]
    loots = [one.get("loots_left", 0) for one in found["objectives"]]
    return {"control": control, "loots": loots, "units.node": {name: one["node"] for name, one in found["units"].items() if "node" in one}}
