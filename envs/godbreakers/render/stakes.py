"""What answers of Godbreakers stake, in words: the chances of tests, and whom thunder and falling terrain strike."""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.facts import are_adjacent, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.moving import obstacles_between
from skirmish_rl.envs.godbreakers.rules.terrain import piece_covers, piece_named
from skirmish_rl.envs.godbreakers.state import PIECES, SIDE, Flaw, Status, Trait

# Answers with a test, by decision and block or what is named. The hidden ways and the like are tested at once, the others when named.
_TESTED = {
    (Decision.ACTION, "sunder"), (Decision.ACTION, "hidden-ways"), (Decision.ACTION, "despoil"), (Decision.ACTION, "ruin"),
    (Decision.ACTION, "shape-area"), (Decision.ACTION, "shape-horizontal"), (Decision.ACTION, "shape-vertical"),
    (Decision.ACTION, "summon"), (Decision.ACTION, "thunder"), (Decision.ACTION, "plunder"), (Decision.ACTION, "verify"),
    (Decision.ACTION, "treatment"), (Decision.ACTION, "destroy-marker"), (Decision.SUNDER_MARKER, "cell"), (Decision.RUIN_PIECE, "cell"),
    (Decision.DESPOIL_CELL, "cell"), (Decision.SUMMON_CELL, "cell"), (Decision.VERIFY_UNIT, "slot"), (Decision.TREAT_UNIT, "slot"),
}  # fmt: skip
_PASSED = 4  # the least result that passes a test. GB-DIE-05


def faces(record: np.void) -> list[int]:
    """The faces with which answers are tried on a copy: none, all chances are known without that."""
    return []


def stakes(record: np.void, scenario: Scenario, action: int, after: list[np.void]) -> list[str]:
    """What a player is told of the dice that an answer rolls, and of whom it strikes; nothing where it does neither.

    Args:
        after: the game after the answer for each of `faces`.
    """
    block, argument = scenario.ruleset.layout.action(action)
    decision, slot = int(record["decision"]), int(record["active"])
    state, tables = view(record), view(scenario.tables[int(record["variant"])])
    if slot < 0:
        return []
    cell = argument[1] * SIDE + argument[0] if block == "cell" else -1
    chance = f"succeeds {100 * passes(state, slot):.0f} %"
    if decision == Decision.ACTION and block == "cell":
        obstacles = int(obstacles_between(state, tables, slot, cell))
        return [f"gets there unhurt {100 * passes(state, slot):.0f} %", f"else it takes {obstacles} damage"] if obstacles else []
    if decision == Decision.HANDOFF_TO and block == "slot":
        other = scenario.ruleset.layout.units.index(argument)
        return [] if are_adjacent(state, slot, other) else [chance]
    if (decision, block) not in _TESTED and (decision, str(argument)) not in _TESTED:
        return []
    if str(argument) == "thunder":
        rank = int(rank_of(state, state.units[slot], Trait.THUNDEROUS))
        near = struck(scenario, state, slot, within(state, tables, slot, rank))
        far = struck(scenario, state, slot, within(state, tables, slot, 2 * rank))
        return [chance, near, f"if it succeeds, then {far}"]
    if decision == Decision.RUIN_PIECE:
        piece = int(piece_named(state, cell, PIECES))
        inside = [
            other for other in range(state.used)
            if state.units[other].status == Status.ON_BOARD and piece_covers(state, tables, piece, state.units[other].cell)
        ]  # fmt: skip
        return [chance, struck(scenario, state, slot, inside)]
    return [chance]


def passes(state: Any, slot: int) -> float:
    """The chance that a model passes a test: faces that it rolls again never count. Clauses: GB-DIE-05, GB-TRT-03, GB-FLW-05."""
    unit = state.units[slot]
    again = int(rank_of(state, unit, Trait.INSPIRED)) if slot == state.active else 0
    least = _PASSED + (1 if unit.flaws[Flaw.UNLUCKY] else 0)
    return (int(unit.die) + 1 - least) / (int(unit.die) - again)


def within(state: Any, tables: Any, slot: int, far: int) -> list[int]:
    """All other models within a range of one."""
    found = []
    for other in range(state.used):
        unit = state.units[other]
        if other != slot and unit.status == Status.ON_BOARD and range_of(state, tables, state.units[slot].cell, unit.cell) <= far:
            found.append(other)
    return found


def struck(scenario: Scenario, state: Any, slot: int, slots: list[int]) -> str:
    """Whom something strikes, one's own named as such."""
    name, seat = scenario.ruleset.layout.unit_name, state.units[slot].seat
    foes = [name(other) for other in slots if state.units[other].seat != seat]
    own = [name(other) for other in slots if state.units[other].seat == seat]
    said = [", ".join(foes)] if foes else []
    said += [f"your own {', '.join(own)}"] if own else []
    return f"strikes {' and '.join(said) or 'nobody'}"
