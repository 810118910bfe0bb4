"""What a cell is to a model that might stand there: how far it is, and which enemies it sees from there."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core.console import Place
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_in_sight
from skirmish_rl.envs.trench_crusade.state import CELLS, FORCE, WIDTH, Status, seat_of


def place(record: np.void, scenario: Scenario, slot: int, cell: int) -> Place | None:
    """A cell as a model would find it, None for one off the battlefield."""
    tables, state = view(scenario.tables[int(record["variant"])]), view(record)
    if cell >= CELLS or not tables.on_board[cell]:
        return None
    seen: list[tuple[str, str]] = []
    hidden: list[tuple[str, str]] = []
    for foe in range(FORCE * (1 - seat_of(slot)), FORCE * (2 - seat_of(slot))):
        unit = state.units[foe]
        if unit.status != Status.ON_BOARD:
            continue
        away = inches(distance2(WIDTH, cell, unit.cell))
        if not is_in_sight(tables, cell, unit.cell):
            hidden.append((QUESTIONS.layout.unit_name(foe), away))
        else:
            seen.append((QUESTIONS.layout.unit_name(foe), f"{away}, in cover" if has_cover(tables, cell, unit.cell) else away))
    here = int(record["units"]["cell"][slot])
    far = inches(distance2(WIDTH, here, cell)) if here >= 0 and here != cell else ""
    return {"far": far, "groups": [("sees", seen), ("does not see", hidden)]}


def inches(cells2: int) -> str:
    """A squared distance between the middles of two cells of an inch, in inches."""
    return f'{round(math.sqrt(cells2), 1):g}"'
