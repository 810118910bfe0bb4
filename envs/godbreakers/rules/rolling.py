"""Dice of a model: forced rerolls, challenging rolls, tests, Triumph and Ascension. Chapter DIE."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.models import leave_board
from skirmish_rl.envs.godbreakers.state import Flaw, Kind, Status, Trait, rank_of


@jit
def roll_die(state, slot, threshold, challenging):
    """Roll a model's die: reroll faces up to the threshold, then read the result.

    Clauses: GB-DIE-01..04, GB-DIE-06, GB-DIE-13, GB-FLW-05.

    Args:
        state: rolls at least one die; a Triumph heals at once and is left pending.
        slot: model on the board.
        threshold: faces up to this are rolled again, 0 to 3.
        challenging: low faces give the result 0.

    Returns:
        The result, 0 to 12.
    """
    unit = state.units[slot]
    result = roll(state, unit.die)
    while result <= threshold:
        result = roll(state, unit.die)
    if challenging and result <= (4 if unit.flaws[Flaw.UNLUCKY] else 3):
        result = 0
    if result == unit.die and unit.kind == Kind.GODBREAKER:
        unit.damage = 0
        state.pending += 1
        if unit.die == 12:
            unit.ascending = 1
        else:
            unit.triumphs += 1
    return result


@jit
def passes_test(state, slot):
    """One test: a challenging roll whose result is above 0.

    Clauses: GB-DIE-05, GB-TRT-03. Rolls one die and its forced rerolls.
    """
    threshold = 0
    if slot == state.active:
        threshold = rank_of(state, state.units[slot], Trait.INSPIRED)
    return roll_die(state, slot, threshold, True) > 0


@jit
def apply_triumphs(state):
    """Grow or remove the models whose Triumphs are pending.

    Clauses: GB-DIE-06, GB-DIE-08, GB-DIE-09, GB-DIE-10. An ascended model keeps its tokens.
    """
    if state.pending == 0:
        return
    state.pending = 0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.triumphs == 0 and unit.ascending == 0:
            continue
        if unit.status == Status.ON_BOARD:
            unit.die = min(12, unit.die + 2 * unit.triumphs)
            if unit.ascending:
                leave_board(state, slot, Status.ASCENDED)
        unit.triumphs = 0
        unit.ascending = 0
