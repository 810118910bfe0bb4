"""The processes that can be under way, as kinds of frame, and the placing of new models."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.measuring import can_place
from skirmish_rl.envs.godbreakers.rules.models import free_slot
from skirmish_rl.envs.godbreakers.state import SIDE, Decision, director_of

PLACE_RANGE = 0  # "within 0U" of the spawn rules
BROOD_RANGE = 2
STALKER_RANGE = 6


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it. `a`, `b`, `c` are its own numbers."""

    GAME = 0
    ACTIVATION = 1  # a: slot; b, c: see its steps
    ENGAGE = 2  # a: attacker, b: target, c: cursor
    PLACE = 3  # a new model; a: kind, b: origin cell, c: damage it starts with; step: the Decision that asks


@jit
def push_place(state, decision, kind, origin, damage):
    """Have a new model placed near a cell, if a slot is free. Clause: GB-WLD-16."""
    if free_slot(state) >= 0:
        push(state, Frame.PLACE, kind, origin, damage)
        top_frame(state).step = decision


@jit
def place_range(decision):
    """How far from its origin a PLACE frame puts the model. Clauses: GB-S2-02, GB-S4-03, GB-S5-02."""
    if decision == Decision.BROOD:
        return BROOD_RANGE
    if decision == Decision.STALKER_CELL:
        return STALKER_RANGE
    return PLACE_RANGE


@jit
def has_placement(state, tables, origin, within):
    """True if some cell is free at PlaceWithin(within) of a cell."""
    span = max(within, 1)
    x = origin % SIDE
    y = origin // SIDE
    for j in range(max(0, y - span), min(SIDE, y + span + 1)):
        for i in range(max(0, x - span), min(SIDE, x + span + 1)):
            if can_place(state, tables, origin, j * SIDE + i, within):
                return True
    return False


@jit
def run_place(state, tables, frame):
    """Ask for the cell of a new model. An optional placement without a cell is dropped; an ordered one becomes unstable (GB-RNG-09)."""
    decision = frame.step + 0
    if decision != Decision.SPAWN and not has_placement(state, tables, frame.b, place_range(decision)):
        pop(state)
    elif decision == Decision.STALKER_CELL:
        ask(state, state.units[state.active].seat, decision)
    else:
        ask(state, director_of(state), decision)
