"""The Recovery Phase: relief, rolls, casualties. Chapter REC."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import go
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.facts import is_hostile, movement_of, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.models import heal, remove_casualty
from skirmish_rl.envs.godbreakers.rules.placing import Placing, push_place
from skirmish_rl.envs.godbreakers.rules.rolling import apply_triumphs, roll_die
from skirmish_rl.envs.godbreakers.rules.steps import Game
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Roll
from skirmish_rl.envs.godbreakers.state import Kind, Rule, Status, Trait


@jit
def relieve(state):
    """Start of the phase: Relentless models shed damage. Clause: GB-TRT-09."""
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.damage > 0:
            heal(state, slot, rank_of(state, unit, Trait.RELENTLESS), Modifier.RELENTLESS)


@jit
def healing_of(state, tables, slot):
    """Reroll threshold of a model's recovery roll: the best Healer in reach. Clause: GB-TRT-02."""
    best = 0
    for other in range(state.used):
        unit = state.units[other]
        if other == slot or unit.status != Status.ON_BOARD:
            continue
        rank = rank_of(state, unit, Trait.HEALER)
        if rank > best and not is_hostile(state, tables, other, slot):
            if range_of(state, tables, unit.cell, state.units[slot].cell) <= movement_of(state, unit):
                best = rank
    return best


@jit
def recover_batch(state, tables, seat):
    """Recovery rolls of one player's damaged models, or of all wild ones (seat -1).

    Clauses: GB-REC-01..05, GB-S6-02. Models that must be removed are left with `dying` set.
    """
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or unit.seat != seat or unit.damage == 0:
            continue
        sick = tables.rule == Rule.CURE and (unit.kind == Kind.AFFLICTED or unit.kind == Kind.TURNED)
        hard = Modifier.CHALLENGING if sick else Modifier.NONE
        result = roll_die(state, slot, Roll.RECOVERY, healing_of(state, tables, slot), Modifier.HEALER, hard, -1)
        heal(state, slot, result, Modifier.NONE)
        if unit.damage > 0:
            unit.dying = 1
        apply_triumphs(state)


@jit
def recover_next(state, tables, frame):
    """Recovery rolls in priority order, wild models last. Clauses: GB-REC-01, GB-REC-03."""
    if frame.batch > state.surviving:
        go(state, frame, Game.RESOLUTION)
        return
    seat = -1
    if frame.batch < state.surviving:
        seat = state.order[frame.batch]
    recover_batch(state, tables, seat)
    frame.casualty = 0
    frame.step = Game.CASUALTIES


@jit
def remove_next(state, tables, frame):
    """The batch's casualties, in slot order. Clauses: GB-REC-03, GB-REC-07, GB-S4-03, GB-S6-02."""
    for slot in range(frame.casualty, state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.dying:
            if frame.replaced == 0:
                frame.casualty = slot
                frame.replaced = 1
                if tables.rule == Rule.CURE and unit.kind == Kind.AFFLICTED:
                    push_place(state, Placing.SPAWN, Kind.TURNED, unit.cell, 0)
                    return
                if tables.rule == Rule.NEST and unit.kind == Kind.GREAT_BEAST:
                    push_place(state, Placing.BROOD, Kind.LESSER_BEAST, unit.cell, 0)
                    return
            unit.dying = 0
            remove_casualty(state, tables, slot)
        frame.replaced = 0
    frame.batch += 1
    frame.step = Game.BATCH
