"""The simple bot: nearest marker, any fair fight, no thought for the reply."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.bots.value import stake
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, COUNT, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.state import Act


@jit
def score_simple(state, tables, action, scratch):
    """How good a legal action looks to it."""
    decision = state.decision
    if decision == Decision.ACTION and state.units[state.active].seat >= 0:
        here = state.units[state.active].cell
        if action == PASS:
            return scratch.pull[here]
        if action >= ACT:
            act = action - ACT
            return scratch.pull[here] + (0.3 if act == Act.SUMMON or act == Act.PLUNDER or act == Act.TREATMENT else -0.5)
        if action >= CELL:
            return scratch.pull[action - CELL]
        return scratch.pull[here] + scratch.attack[action - SLOT]
    if decision == Decision.VENGEANCE and action != PASS:
        return -stake(state, scratch, action - SLOT)
    if action >= COUNT and action < ACT:
        return action + 0.0
    if decision == Decision.DEPLOY_CELL:
        return -range_of(state, tables, tables.centre, action - CELL) + 0.0
    return 0.0
