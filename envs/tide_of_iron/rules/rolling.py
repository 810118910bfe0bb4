"""Attack dice and defence dice. Chapter FIR."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier, Yield

DIE = 6


@jit
def roll_hits(state, dice, success, rerolls):
    """Roll attack dice; failing ones may be rolled once more. Who rolls them is noted before. Clauses: TI-FIR-07, TI-SPC-07, TI-GEN-07.

    Returns:
        Number of successes.
    """
    hits = 0
    for _ in range(dice):
        if roll(state, DIE) >= success:
            hits += 1
    again = min(rerolls, dice - hits)
    for _ in range(again):
        if roll(state, DIE) >= success:
            hits += 1
    if again > 0:
        note(state, Event.MODIFIER, value=again, other=Modifier.EXPERTS)
    note(state, Event.MODIFIER, other=success)
    note(state, Event.RESULT, value=hits, other=Yield.HITS)
    return hits


@jit
def roll_defence(state, tables, dice, thick):
    """Roll defence dice; thick armour cancels one hit more if any die has failed. Clauses: TI-FIR-08, TI-VEH-09, TI-GEN-07.

    Returns:
        Hits cancelled.
    """
    cancelled = 0
    for _ in range(dice):
        if roll(state, DIE) >= tables.defence_success:
            cancelled += 1
    note(state, Event.MODIFIER, other=tables.defence_success)
    if thick and cancelled < dice:
        cancelled += 1
        note(state, Event.MODIFIER, value=1, other=Modifier.THICK_ARMOUR)
    note(state, Event.RESULT, value=cancelled, other=Yield.CANCELLED)
    return cancelled
