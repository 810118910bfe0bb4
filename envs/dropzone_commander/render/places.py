"""What a cell is to a unit that might stand there: how far it is, and which enemies it sees from there."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core.console import Place, standing
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander.questions import QUESTIONS
from skirmish_rl.envs.dropzone_commander.rules.sight import sees
from skirmish_rl.envs.dropzone_commander.state import CELLS, SEAT_OF, SLOTS, WEAPONS, WIDTH, Status


def place(record: np.void, scenario: Scenario, slot: int, cell: int) -> Place | None:
    """A cell as a unit would find it, None for one off the table."""
    tables = view(scenario.tables[int(record["variant"])])
    if cell >= CELLS or cell % WIDTH >= tables.size or cell // WIDTH >= tables.size:
        return None
    there = [("cell", cell), ("piece", -1), ("carrier", -1), ("status", int(Status.ON_TABLE))]
    state = view(standing(record, slot, there))
    seen: list[tuple[str, str]] = []
    hidden: list[tuple[str, str]] = []
    articulated = any(tables.weapon_articulated[slot, weapon] for weapon in range(WEAPONS))
    for foe in range(SLOTS):
        unit = state.units[foe]
        if SEAT_OF[foe] == SEAT_OF[slot] or unit.status != Status.ON_TABLE or unit.carrier >= 0:
            continue
        away = inches(distance2(WIDTH, cell, unit.cell)) if unit.cell >= 0 else "in a garrison"
        if sees(state, tables, slot, foe, articulated):
            seen.append((QUESTIONS.layout.unit_name(foe), away))
        else:
            hidden.append((QUESTIONS.layout.unit_name(foe), away))
    here = int(record["units"]["cell"][slot])
    far = inches(distance2(WIDTH, here, cell)) if here >= 0 and here != cell else ""
    return {"far": far, "groups": [("sees", seen), ("does not see", hidden)]}


def inches(cells2: int) -> str:
    """A squared distance between the middles of two cells of an inch, in inches."""
    return f'{round(math.sqrt(cells2), 1):g}"'
