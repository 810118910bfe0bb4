"""Attack dice and defence dice. Chapter FIR."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.jit import jit

DIE = 6


@jit
def roll_hits(state, dice, success, rerolls):
    """Roll attack dice; failing ones may be rolled once more. Clauses: TI-FIR-07, TI-SPC-07.

    Returns:
        Number of successes.
    """
    hits = 0
    for _ in range(dice):
        if roll(state, DIE) >= success:
            hits += 1
    for _ in range(min(rerolls, dice - hits)):
        if roll(state, DIE) >= success:
            hits += 1
    return hits


@jit
def roll_defence(state, tables, slot, dice):
    """Roll a unit's defence dice. Clauses: TI-FIR-08, TI-VEH-09.

    Returns:
        Hits cancelled.
    """
    cancelled = 0
    for _ in range(dice):
        if roll(state, DIE) >= tables.defence_success:
            cancelled += 1
    if tables.vehicle_thick[state.units[slot].kind] and cancelled < dice:
        cancelled += 1
    return cancelled
