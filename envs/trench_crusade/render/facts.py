"""What is true of a position of Trench Crusade, for programs and people who read it: how its fields are told, what each model is, the
objectives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.render.board import holder_of, mines_laid, relics_left
from skirmish_rl.envs.trench_crusade.render.units import condition_of, figures_of
from skirmish_rl.envs.trench_crusade.render.words import models_of
from skirmish_rl.envs.trench_crusade.state import RELICS, SIDES, WIDTH, Deed, Phase, Status, Verb

PROFILE = (
    "A profile: points, M Move in inches, R and Me dice more to shoot and to fight, Arm the armour that lowers injuries, "
    "weapons, keywords."
)
FIELDS: dict[str, Any] = {
    "phase": Phase, "units.status": Status, "units.cell": "cell", "units.claims": "numbers", "acts.done": ("bits", Verb),
    "acts.hits": "numbers",
    "acts.slot": "unit", "attack.cell": "cell", "attack.attacker": "unit", "attack.target": "unit", "attack.direct": "unit",
    "attack.weapon": Weapon,
    "attack.victims": "units", "deeds": (Deed, "seat"), "zone": int, "initiative": "seat", "go": "seat", "active": "unit",
    "forced": "unit",
}  # fmt: skip
LEFT_OUT = {
    "mines": "stand by their cells", "claimed": "stands with the relics", "path": "the move under way",
    "path_length": "the move under way",
    "aims": "the shots under way",
}  # fmt: skip


def unit(record: np.void, scenario: Scenario, slot: int) -> dict[str, Any]:
    """What a model is, its figures, how it stands; a healthy one has 2 left, one that is Down 1, one that is out 0."""
    tables, state = scenario.tables[int(record["variant"])], record["units"][slot]
    left = 0 if state["status"] not in (Status.RESERVE, Status.ON_BOARD) else 1 if state["down"] else 2
    name = models_of(scenario, int(record["variant"]))[slot]
    return {"is": name, "profile": figures_of(tables, slot), "stands": condition_of(record, tables, slot), "left": left, "most": 2}


def objectives(record: np.void, scenario: Scenario) -> list[dict[str, Any]]:
    """The objectives with their middles, and the relics that are left, with who holds or claims each."""
    tables, found = scenario.tables[int(record["variant"])], []
    for k in range(int(tables["objectives"])):
        held = holder_of(record, tables, k)
        found.append(
            {"number": k + 1, "is": "objective", "at": _at(tables["middle"][k]), "held_by": f"seat_{held}" if held >= 0 else None}
        )
    for k in relics_left(record, tables):
        held = int(record["claimed"][k])
        found.append(
            {"number": k + 1, "is": "relic", "at": _at(tables["relic_cell"][k]), "held_by": f"seat_{held}" if held >= 0 else None}
        )
    return found


def more(record: np.void, scenario: Scenario) -> dict[str, Any]:
    """What is kept in a way of its own: the mined pieces of terrain by the cells that name them."""
    tables = scenario.tables[int(record["variant"])]
    return {
        "mined": [{"cell": _at(tables["handle"][piece]), "by": f"seat_{seat}", "piece": piece + 1} for piece, seat in mines_laid(record)]
    }


def _at(cell: int) -> list[int]:
    return [int(cell) % WIDTH, int(cell) // WIDTH]


def untold(found: dict[str, Any], scenario: Scenario) -> dict[str, Any]:
    """The mines and the claims on relics, as the record has them."""
    mines, claimed = [0] * SIDES, [-1] * RELICS
    for mine in found["game"]["mined"]:
        mines[int(mine["by"].removeprefix("seat_"))] |= 1 << (mine["piece"] - 1)
    for relic in found["objectives"]:
        if relic["is"] == "relic" and relic["held_by"] is not None:
            claimed[relic["number"] - 1] = int(relic["held_by"].removeprefix("seat_"))
    return {"mines": mines, "claimed": claimed}
