"""The cult leader moves another model. Clauses: TC-ABL-09, TC-RET-09."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.questions import CELL, DIRECTION, PASS, Decision
from skirmish_rl.envs.trench_crusade.rules.measuring import is_engaged, is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.moving import begin_movement
from skirmish_rl.envs.trench_crusade.rules.retreating import begin_retreat
from skirmish_rl.envs.trench_crusade.rules.rolling import DIE
from skirmish_rl.envs.trench_crusade.rules.routes import edge_of
from skirmish_rl.envs.trench_crusade.rules.telling import Roll
from skirmish_rl.envs.trench_crusade.state import DIRECTIONS, HALVES, PATH, SLOTS, TENTHS, Frame, Mode, Status, occupant, seat_of

REACH = 12 * HALVES


class Puppet(IntEnum):
    """Steps of the PUPPET frame."""

    ROLL = 0
    DISTANCE = 1
    LEAVE = 2
    MOVE = 3
    END = 4


@jit
def can_be_puppet(state, tables, slot, other):
    """True for another model within 12" and in LOS that stands and is not shut in. Clause: TC-DOWN-04."""
    unit = state.units[other]
    here = state.units[slot].cell
    if other == slot or unit.status != Status.ON_BOARD or unit.down:
        return False
    if not is_within(tables, here, unit.cell, REACH) or not is_in_sight(tables, here, unit.cell):
        return False
    for k in range(DIRECTIONS):
        if has_step(state, tables, other, k):
            return True
    return False


@jit
def has_puppet(state, tables, slot):
    """True if a leader has anybody to move."""
    for other in range(SLOTS):
        if can_be_puppet(state, tables, slot, other):
            return True
    return False


@jit
def step_along(state, tables, slot, cell, k):
    """Cost in tenths of a model's step in a direction, -1 where it may not go; friends may be passed without a test.

    Clauses: TC-MOV-05, TC-ABL-09, TC-TER-02.
    """
    taken = edge_of(tables, cell, k, 0, tables.mover[slot], Mode.DROP)
    if taken == 0:
        return -1
    there = tables.next[cell, k]
    held = occupant(state, there)
    if held >= 0 and held != slot and (seat_of(held) != seat_of(slot) or taken & 1):
        return -1
    passed = occupant(state, cell)
    if taken & 1 and passed >= 0 and passed != slot:
        return -1
    return taken >> 4


@jit
def has_step(state, tables, slot, k):
    """True if a model can be moved at all in a direction, if six inches are enough."""
    return furthest(state, tables, slot, k, DIE * TENTHS) > 0


@jit
def furthest(state, tables, slot, k, budget):
    """The most steps after which a model may stop in a direction, 0 if there are none."""
    cell = state.units[slot].cell
    spent = 0
    best = 0
    for step in range(1, DIE + 1):
        cost = step_along(state, tables, slot, cell, k)
        if cost < 0 or spent + cost > budget:
            break
        spent += cost
        cell = tables.next[cell, k]
        if occupant(state, cell) < 0:
            best = step
    return best


@jit
def begin_puppet(state, slot, other):
    """The direction is asked first."""
    frame = push(state, Frame.PUPPET)
    frame.slot = slot
    frame.puppet = other
    ask(state, seat_of(slot), Decision.PUPPET_DIRECTION, other)


@jit
def legal_direction(state, tables, mask):
    """The directions in which the model can be moved."""
    for k in range(DIRECTIONS):
        mask[DIRECTION + k] = has_step(state, tables, state.subject, k)


@jit
def apply_direction(state, action):
    """Name the direction; a die then says how far the model may go."""
    top_frame(state).direction = action - DIRECTION


@jit
def run_puppet(state, tables, frame):
    """One step of the move: the die, the distance, attacks on who leaves a fight, the way."""
    step = frame.step
    slot = frame.slot
    other = frame.puppet
    if step == Puppet.ROLL:
        note(state, Event.ROLLS, seat_of(slot), slot, other, value=Roll.THE_DISTANCE)
        frame.inches = roll(state, DIE)
        frame.step = Puppet.DISTANCE
        ask(state, seat_of(slot), Decision.PUPPET_CELL, other)
    elif step == Puppet.LEAVE:
        frame.step = Puppet.MOVE
        if is_engaged(state, tables, other):
            begin_retreat(state, tables, other, 1)
    elif step == Puppet.MOVE:
        frame.step = Puppet.END
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and unit.down == 0:
            plot_line(state, tables, other, frame.direction, frame.goal)
            begin_movement(state, other, Mode.DROP, slot, False)
    else:
        pop(state)


@jit
def legal_distance(state, tables, mask):
    """How far the model goes, or not at all."""
    frame = top_frame(state)
    other = frame.puppet
    mask[PASS] = 1
    cell = state.units[other].cell
    for _ in range(furthest(state, tables, other, frame.direction, frame.inches * TENTHS)):
        cell = tables.next[cell, frame.direction]
        if occupant(state, cell) < 0:
            mask[CELL + cell] = 1


@jit
def apply_distance(state, action):
    """Move the model to the chosen cell, or let it stay."""
    frame = top_frame(state)
    frame.goal = -1 if action == PASS else action - CELL
    frame.step = Puppet.END if action == PASS else Puppet.LEAVE


@jit
def plot_line(state, tables, slot, k, goal):
    """Put the straight way into `state.path`."""
    cell = state.units[slot].cell
    length = 0
    while cell != goal and length < PATH:
        cell = tables.next[cell, k]
        state.path[length] = cell
        length += 1
    state.path_length = length
