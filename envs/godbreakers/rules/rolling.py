"""Dice of a model: forced rerolls, challenging rolls, tests, Triumph and Ascension. Chapter DIE."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.facts import rank_of
from skirmish_rl.envs.godbreakers.rules.models import heal, leave_board
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Own
from skirmish_rl.envs.godbreakers.state import MOST_ROLLS, Flaw, Kind, Status, Trait


@jit
def roll_die(state, slot, purpose, threshold, again, hard, other):
    """Roll a model's die: reroll faces up to the threshold, then read the result.

    Clauses: GB-DIE-01..04, GB-DIE-06, GB-DIE-07, GB-DIE-13, GB-FLW-05, GB-WLD-15.

    Args:
        state: rolls at least one die; a Triumph heals at once and is left pending.
        slot: model on the board.
        purpose: a member of Roll.
        threshold: faces up to this are rolled again, 0 to 3.
        again: the Modifier that says so.
        hard: the Modifier that makes it a challenging roll, on which low faces give the result 0; NONE for an ordinary one.
        other: the model it is rolled against or for, -1.

    Returns:
        The result, 0 to 12.
    """
    unit = state.units[slot]
    note(state, Event.ROLLS, unit=slot, other=other, value=purpose)
    result = roll(state, unit.die)
    for _ in range(MOST_ROLLS):
        if result > threshold:
            break
        note(state, Event.MODIFIER, unit=slot, other=again, value=-result)
        result = roll(state, unit.die)
    if result <= threshold:
        state.fault = 1
    if hard != Modifier.NONE:
        if result <= 3:
            note(state, Event.MODIFIER, unit=slot, other=hard, value=-result)
            result = 0
        elif result == 4 and unit.flaws[Flaw.UNLUCKY]:
            note(state, Event.MODIFIER, unit=slot, other=Modifier.UNLUCKY, value=-result)
            result = 0
        else:
            note(state, Event.MODIFIER, unit=slot, other=hard)
    note(state, Event.RESULT, unit=slot, value=result)
    if result == unit.die and unit.kind == Kind.GODBREAKER:
        note(state, Own.TRIUMPH, unit=slot)
        heal(state, slot, unit.damage, Modifier.NONE)
        state.pending += 1
        if unit.die == 12:
            unit.ascending = 1
        else:
            unit.triumphs += 1
    return result


@jit
def passes_test(state, slot, purpose, other):
    """One test: a challenging roll whose result is above 0.

    Clauses: GB-DIE-05, GB-TRT-03. Rolls one die and its forced rerolls.
    """
    threshold = 0
    if slot == state.active:
        threshold = rank_of(state, state.units[slot], Trait.INSPIRED)
    return roll_die(state, slot, purpose, threshold, Modifier.INSPIRED, Modifier.CHALLENGING, other) > 0


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
            die = min(12, unit.die + 2 * unit.triumphs)
            if die != unit.die:
                note(state, Own.GROWN, unit=slot, value=die)
                unit.die = die
            if unit.ascending:
                leave_board(state, slot, Status.ASCENDED)
        unit.triumphs = 0
        unit.ascending = 0
