"""The processes that can be under way, step by step, and the placing of new models."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.facts import director_of
from skirmish_rl.envs.godbreakers.rules.measuring import can_place
from skirmish_rl.envs.godbreakers.rules.models import free_slot
from skirmish_rl.envs.godbreakers.state import MAX_SEATS, SIDE, Frame, Kind, MarkerKind

PLACE_RANGE = 0  # "within 0U" of the spawn rules
BROOD_RANGE = 2
STALKER_RANGE = 6


class Game(IntEnum):
    """Steps of the GAME frame."""

    MARKERS = 0
    BEASTS = 1
    DEPLOY = 2
    THREAT = 3  # the model that comes with the deployed one
    ROUND = 4
    ROLLERS = 5
    INITIATIVE = 6
    SPAWNS = 7
    PLAYERS = 8
    WILDS = 9
    RECOVERY = 10
    BATCH = 11  # rolls of the seat whose models recover
    CASUALTIES = 12  # of that batch
    RESOLUTION = 13


class Activation(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    CHOOSE = 1
    CLAIMS = 2
    HANDOFF = 3
    AFTER = 4  # the action is resolved: Triumphs, then ready models
    END = 5


class Engage(IntEnum):
    """Steps of the ENGAGE frame."""

    NOMINATE = 0
    ROLL = 1
    CUNNING = 2
    DAMAGE = 3
    VENGEANCE = 4
    SHOVE = 5
    END = 6


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
def is_due(state, tables, frame, marker):
    """True for an objective by which a saboteur comes yet in this round: in the order of cells, by the letter in any. Clauses: GB-S2-02, GB-RND-05."""
    m = state.markers[marker]
    if m.kind != MarkerKind.OBJECTIVE or m.cell < 0:
        return False
    if tables.letter:
        return (max(frame.served, 0) >> served_bit(marker)) & 1 == 0
    return m.cell > frame.served


@jit
def served_bit(marker):
    """The bit of an objective in `served`, by the letter: the centre's, then those of the seats."""
    return marker - MAX_SEATS if marker > 0 else 0


@jit
def bring_saboteur(state, tables, frame, marker):
    """A saboteur comes by an objective. Clauses: GB-S2-02, GB-RND-05."""
    cell = state.markers[marker].cell
    if tables.letter:
        frame.served = max(frame.served, 0) | 1 << served_bit(marker)
    else:
        frame.served = cell
    push_place(state, Placing.SPAWN, Kind.SABOTEUR, cell, 0)


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
