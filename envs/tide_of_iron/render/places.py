"""What a cell is to a unit that might stand there: how far it is, and which enemies it sees from there."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Place, counted
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.tide_of_iron.questions import QUESTIONS
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight
from skirmish_rl.envs.tide_of_iron.state import CELLS, FORCE, Status


def place(record: np.void, scenario: Scenario, slot: int, cell: int) -> Place | None:
    """A hex as a unit would find it, None for one off the map."""
    tables, state = view(scenario.tables[int(record["variant"])]), view(record)
    if cell >= CELLS or not tables.on_map[cell]:
        return None
    seen: list[tuple[str, str]] = []
    hidden: list[tuple[str, str]] = []
    for foe in range(FORCE * (1 - slot // FORCE), FORCE * (2 - slot // FORCE)):
        unit = state.units[foe]
        if unit.status != Status.ON_MAP or unit.carrier >= 0:
            continue
        away = counted(int(tables.distance[cell, unit.cell]), "hex", "hexes")
        if is_in_sight(state, tables, cell, unit.cell):
            seen.append((QUESTIONS.layout.unit_name(foe), away))
        else:
            hidden.append((QUESTIONS.layout.unit_name(foe), away))
    here = int(record["units"]["cell"][slot])
    far = counted(int(tables.distance[here, cell]), "hex", "hexes") if here >= 0 and here != cell else ""
    return {"far": far, "groups": [("sees", seen), ("does not see", hidden)]}
