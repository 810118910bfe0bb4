"""New models: who comes, and where. GB-WLD-16, GB-RNG-09; GB-S2-02, GB-S4-02, GB-S4-03, GB-S5-02."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, ORDER, PASS, Decision
from skirmish_rl.envs.godbreakers.rules.facts import director_of
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, mark_nearest
from skirmish_rl.envs.godbreakers.rules.models import create_model, free_slot, suffer
from skirmish_rl.envs.godbreakers.rules.moving import has_placement, write_placements
from skirmish_rl.envs.godbreakers.rules.telling import Modifier
from skirmish_rl.envs.godbreakers.state import Frame, Kind

PLACE_RANGE = 0  # "within 0U" of the spawn rules
BROOD_RANGE = 2
STALKER_RANGE = 6


class Placing(IntEnum):
    """Steps of the PLACE frame: by which rule a new model comes."""

    SPAWN = 0  # it must be placed
    STALKER = 1  # may be
    BROOD = 2  # may be


@jit
def push_place(state, placing, kind, origin, damage):
    """Have a new model placed near a cell, if a slot is free. Clause: GB-WLD-16."""
    if free_slot(state) >= 0:
        frame = push(state, Frame.PLACE)
        frame.step = placing
        frame.near = origin
        frame.damage = damage
        state.new_model = kind


@jit
def pop_place(state):
    """The new model stands, or does not come."""
    state.new_model = Kind.GODBREAKER
    pop(state)


@jit
def place_range(decision):
    """How far from its origin a PLACE frame puts the model. Clauses: GB-S2-02, GB-S4-03, GB-S5-02."""
    if decision == Decision.BROOD:
        return BROOD_RANGE
    if decision == Decision.STALKER_CELL:
        return STALKER_RANGE
    return PLACE_RANGE


@jit
def run_place(state, tables, frame):
    """Ask for the cell of a new model. An optional placement without a cell is dropped; an ordered one becomes unstable (GB-RNG-09)."""
    if frame.step == Placing.SPAWN:
        ask(state, director_of(state), Decision.SPAWN, frame.near)
        return
    decision = Decision.STALKER_CELL if frame.step == Placing.STALKER else Decision.BROOD
    if not has_placement(state, tables, frame.near, place_range(decision)):
        pop_place(state)
    elif decision == Decision.STALKER_CELL:
        ask(state, state.units[state.active].seat, decision, frame.near)
    else:
        ask(state, director_of(state), decision, frame.near)


@jit
def legal_placing(state, tables, mask):
    """Where a new model stands. Clauses: GB-WLD-16, GB-RNG-09, GB-S2-02, GB-S4-03, GB-S5-02."""
    origin = state.subject
    n = write_placements(state, tables, origin, place_range(state.decision), mask[CELL:ORDER])
    if state.decision != Decision.SPAWN:
        mask[PASS] = 1
    elif n == 0:
        mark_nearest(state, origin, mask)


@jit
def apply_placing(state, tables, frame, decision, action):
    """A new model comes, or not. Clauses: GB-WLD-16, GB-RNG-09, GB-S5-02."""
    if action != PASS:
        cell = action - CELL
        stable = decision != Decision.SPAWN or can_place(state, tables, frame.near, cell, place_range(decision))
        slot = create_model(state, tables, state.new_model, cell, -1)
        if not stable:
            suffer(state, slot, 1, Modifier.UNSTABLE)
        if frame.damage > 0:
            note(state, Event.HURT, unit=slot, value=frame.damage)
            state.units[slot].damage = frame.damage
    pop_place(state)
