"""The processes that can be under way, step by step, and the placing of new models."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.measuring import can_place
from skirmish_rl.envs.godbreakers.rules.models import free_slot
from skirmish_rl.envs.godbreakers.state import MOST_STEP, SIDE, Frame, Kind, director_of

PLACE_RANGE = 0  # "within 0U" of the spawn rules
BROOD_RANGE = 2
STALKER_RANGE = 6


class Game(IntEnum):
    """Steps of the GAME frame."""

    MARKERS = 0  # place in seniority, stage: what comes next for that seat, face of its hunt roll, cell of its first stalker
    BEASTS = 1  # place in reverse seniority
    DEPLOY = 2  # place in the order of deployment, slot being deployed or -1
    THREAT = 3  # likewise: the model that comes with the deployed one
    ROUND = 4
    ROLLERS = 5  # place: seat
    INITIATIVE = 6
    SPAWNS = 7  # cell of the last marker served, -1
    PLAYERS = 8
    WILDS = 9
    RECOVERY = 10
    BATCH = 11  # place in priority
    CASUALTIES = 12  # likewise; slot, replaced: its replacement was settled
    RESOLUTION = 13


class Activation(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    CHOOSE = 1
    CLAIMS = 2  # cursor over piles
    HANDOFF = 3  # cursor: token type, receiver
    AFTER = 4  # the action is resolved: Triumphs, then ready models
    END = 5


class Engage(IntEnum):
    """Steps of the ENGAGE frame."""

    NOMINATE = 0
    ROLL = 1
    CUNNING = 2
    DAMAGE = 3
    VENGEANCE = 4  # cursor: place in the engaged list
    SHOVE = 5
    END = 6


class Placing(IntEnum):
    """Steps of the PLACE frame: by which rule a new model comes."""

    SPAWN = 0  # it must be placed
    STALKER = 1  # may be
    BROOD = 2  # may be


assert max(map(max, (Game, Activation, Engage, Placing))) == MOST_STEP


@jit
def push_place(state, placing, kind, origin, damage):
    """Have a new model placed near a cell, if a slot is free. Clause: GB-WLD-16."""
    if free_slot(state) >= 0:
        frame = push(state, Frame.PLACE)
        frame.step = placing
        frame.cell = origin
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
        ask(state, director_of(state), Decision.SPAWN, frame.cell)
        return
    decision = Decision.STALKER_CELL + 0 if frame.step == Placing.STALKER else Decision.BROOD + 0
    if not has_placement(state, tables, frame.cell, place_range(decision)):
        pop_place(state)
    elif decision == Decision.STALKER_CELL:
        ask(state, state.units[state.active].seat, decision, frame.cell)
    else:
        ask(state, director_of(state), decision, frame.cell)
