"""What a cell is to a model that might stand there: how far it is, and whom it could attack from there, and who could attack it."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Place
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.questions import QUESTIONS
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, is_hostile
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.state import CELLS, SLOTS, Spot, Status


def place(record: np.void, scenario: Scenario, slot: int, cell: int) -> Place | None:
    """A cell as a model would find it, None for one off the board."""
    tables, state = view(scenario.tables[int(record["variant"])]), view(record)
    if cell >= CELLS or state.board[cell] == Spot.OFF_BOARD:
        return None
    me = state.units[slot]
    targets: list[tuple[str, str]] = []
    threats: list[tuple[str, str]] = []
    for foe in range(SLOTS):
        unit = state.units[foe]
        if unit.status != Status.ON_BOARD or not is_hostile(state, tables, slot, foe):
            continue
        away = range_of(state, tables, cell, unit.cell)
        if away <= attack_range_of(state, me):
            targets.append((QUESTIONS.layout.unit_name(foe), distance(away)))
        if away <= attack_range_of(state, unit):
            threats.append((QUESTIONS.layout.unit_name(foe), distance(away)))
    here = int(record["units"]["cell"][slot])
    far = distance(range_of(state, tables, here, cell)) if here >= 0 and here != cell else ""
    return {"far": far, "groups": [("could attack", targets), ("could be attacked by", threats)]}


def distance(units: int) -> str:
    """A range as people read it."""
    return f"range {units}"
