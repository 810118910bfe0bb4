"""What a position of Dropzone Commander looks like: a scene of shapes with the lines beside it, and one line of score."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.draw import Scene
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.dropzone_commander.state import Phase, Reason


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, Victory Points, Kill Points and the order of initiative in one line."""
    seats = scenario.seats
    points, kills = (":".join(str(int(n)) for n in record[name][:seats]) for name in ("points", "kills"))
    if record["over"]:
        return f"over | {points} | kills {kills} | {member_word(Reason, record['reason'])}"
    order = " ".join(str(int(seat)) for seat in record["order"][:seats] if seat >= 0) or "-"
    phase = member_word(Phase, record["phase"])
    return f"round {int(record['round'])} {phase} | {points} | kills {kills} | order {order}"


def scene(record: np.void, scenario: Scenario) -> Scene:
    """A position as shapes."""
    size = int(scenario.tables[int(record["variant"])]["size"])
    return Scene("Dropzone Commander", size, size, ())
