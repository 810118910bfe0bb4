"""What a cell is to a fighter that might stand there: how far it is, and which enemies it sees from there."""

from __future__ import annotations

import math

import numpy as np

from skirmish_rl.envs.core.console import Place, standing
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.warcry.questions import QUESTIONS
from skirmish_rl.envs.warcry.rules.measuring import gap2, has_cover, is_visible
from skirmish_rl.envs.warcry.state import CELLS, FORCE, WIDTH, Status, seat_of


def place(record: np.void, scenario: Scenario, slot: int, cell: int) -> Place | None:
    """A cell as a fighter would find it, None for one off the battlefield."""
    tables = view(scenario.tables[int(record["variant"])])
    if cell >= CELLS or cell % WIDTH >= tables.width or cell // WIDTH >= tables.height:
        return None
    state = view(standing(record, slot, [("node", cell), ("cell", cell), ("status", int(Status.ON_BOARD))]))
    seen: list[tuple[str, str]] = []
    hidden: list[tuple[str, str]] = []
    for foe in range(FORCE * (1 - seat_of(slot)), FORCE * (2 - seat_of(slot))):
        if state.units[foe].status != Status.ON_BOARD:
            continue
        away = inches(gap2(tables, cell, state.units[foe].node))
        if not is_visible(state, tables, slot, foe):
            hidden.append((QUESTIONS.layout.unit_name(foe), away))
        else:
            seen.append((QUESTIONS.layout.unit_name(foe), f"{away}, in cover" if has_cover(state, tables, slot, foe) else away))
    here = int(record["units"]["node"][slot])
    far = inches(gap2(tables, here, cell)) if here >= 0 and here != cell else ""
    return {"far": far, "groups": [("sees", seen), ("does not see", hidden)]}


def inches(half2: int) -> str:
    """A squared number of half inches between two bases, in inches."""
    return f'{round(math.sqrt(half2) / 2, 1):g}"' if half2 else "in contact"
