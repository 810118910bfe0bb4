"""Charges. Chapter CHG; TC-KW-19, TC-KW-29."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, UNIT, VERB, Decision
from skirmish_rl.envs.trench_crusade.rules.charge_routes import charge_cost, plot_charge, write_charge_cells
from skirmish_rl.envs.trench_crusade.rules.measuring import foes_close, is_close, is_engaged, is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.moving import begin_movement
from skirmish_rl.envs.trench_crusade.rules.rolling import DIE, roll_d3
from skirmish_rl.envs.trench_crusade.rules.routes import plot_route, reach_cells, write_reached
from skirmish_rl.envs.trench_crusade.rules.telling import Own, Roll
from skirmish_rl.envs.trench_crusade.rules.units import do_deed, reveal
from skirmish_rl.envs.trench_crusade.state import FORCE, HALVES, TENTHS, Deed, Frame, Mode, Status, act_of, seat_of

REACH = 12 * HALVES  # TC-CHG-01
MOST = 12  # inches, TC-CHG-03
NO_DIE, D6, BEST, D3 = range(4)  # `tables.charge`


class Charge(IntEnum):
    """Steps of the CHARGE frame."""

    TARGET = 0
    SLIP = 1
    SLIPPED = 2
    DICE = 3
    AFTER = 4


@jit
def can_charge(state, tables, slot, target):
    """True if a model may charge an enemy. Clauses: TC-CHG-01, TC-CHG-06, TC-CHG-08, TC-CHG-11, TC-ABL-16."""
    unit = state.units[target]
    here = state.units[slot].cell
    if unit.status != Status.ON_BOARD or unit.hidden or not is_in_sight(tables, here, unit.cell):
        return False
    return is_within(tables, here, unit.cell, REACH) and charge_cost(state, tables, slot, target) >= 0


@jit
def has_charge(state, tables, slot):
    """True if a model may charge anybody."""
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        if can_charge(state, tables, slot, other):
            return True
    return False


@jit
def begin_charge(state, slot):
    """Begin a charge; its target is asked first. Clause: TC-ABL-16."""
    frame = push(state, Frame.CHARGE)
    frame.slot = slot
    frame.target = -1
    reveal(state, slot)
    ask(state, seat_of(slot), Decision.CHARGE_TARGET, slot)


@jit
def legal_charge_target(state, tables, mask):
    """The enemies that may be charged. Clause: TC-CHG-01."""
    slot = state.subject
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        mask[UNIT + other] = can_charge(state, tables, slot, other)


@jit
def apply_charge_target(state, tables, action):
    """Name the target; a skirmisher that is not engaged slips away first. Clause: TC-KW-29."""
    frame = top_frame(state)
    target = action - UNIT
    frame.target = target
    nimble = tables.traits[target, Trait.SKIRMISHER] and state.units[target].down == 0
    frame.step = Charge.SLIP if nimble and not is_engaged(state, tables, target) else Charge.DICE


@jit
def run_charge(state, tables, frame):
    """One step of a charge."""
    slot = frame.slot
    step = frame.step
    if step == Charge.SLIP:
        frame.step = Charge.SLIPPED
        note(state, Event.ROLLS, seat_of(frame.target), frame.target, value=Roll.SLIPPING_AWAY)
        frame.slip = roll_d3(state)
        ask(state, seat_of(frame.target), Decision.SKIRMISH, frame.target)
    elif step == Charge.SLIPPED:
        frame.step = Charge.DICE
        if state.units[frame.target].status != Status.ON_BOARD or charge_cost(state, tables, slot, frame.target) < 0:
            frame.target = interposed(state, tables, slot)
            if frame.target < 0:
                pop(state)
    elif step == Charge.DICE:
        roll_charge(state, tables, frame)
    else:
        end_charge(state, tables, slot, frame.target)
        pop(state)


@jit
def interposed(state, tables, slot):
    """The enemy that stands in the way when the target has slipped away: the one that is nearest by the way, -1. Clause: TC-KW-29."""
    foe = FORCE * (1 - seat_of(slot))
    best = -1
    least = 0
    for other in range(foe, foe + FORCE):
        if state.units[other].status == Status.ON_BOARD and state.units[other].hidden == 0:
            cost = charge_cost(state, tables, slot, other)
            if cost >= 0 and (best < 0 or cost < least):
                best = other
                least = cost
    return best


@jit
def charge_die(state, tables, slot):
    """The die of a charge. Clauses: TC-CHG-02, TC-KW-19, TC-ABL-04, TC-ABL-05."""
    kind = tables.charge[slot]
    if kind == NO_DIE:
        return 0
    note(state, Event.ROLLS, seat_of(slot), slot, value=Roll.THE_CHARGE)
    if kind == D3:
        return roll_d3(state)
    face = roll(state, DIE)
    return max(face, roll(state, DIE)) if kind == BEST else face


@jit
def roll_charge(state, tables, frame):
    """How far the charge goes, and where it ends. Clauses: TC-CHG-02, TC-CHG-03, TC-CHG-05, TC-CHG-09."""
    slot = frame.slot
    frame.inches = min(MOST, tables.move[slot] + charge_die(state, tables, slot))
    cost = charge_cost(state, tables, slot, frame.target)
    frame.step = Charge.AFTER
    if cost <= charge_budget(state, frame):
        ask(state, seat_of(slot), Decision.CHARGE_CELL, slot)
    else:
        plot_charge(state, tables, slot, frame.target, cost, charge_budget(state, frame), -1)
        begin_movement(state, slot, Mode.DROP, -1, True)


@jit
def charge_budget(state, frame):
    """Tenths of an inch of a charge; halved once it stood up. Clauses: TC-CHG-03, TC-DOWN-05."""
    stood = state.acts[act_of(state, frame.slot)].stood
    return frame.inches * TENTHS // 2 if stood else frame.inches * TENTHS


@jit
def legal_charge_cell(state, tables, mask):
    """Where the charge ends. Clause: TC-CHG-09."""
    frame = top_frame(state)
    slot = frame.slot
    target = frame.target
    cost = charge_cost(state, tables, slot, target)
    write_charge_cells(state, tables, slot, target, cost, charge_budget(state, frame), mask[CELL:VERB])


@jit
def apply_charge_cell(state, tables, action):
    """Move the model to the chosen cell. Clause: TC-CHG-09."""
    frame = top_frame(state)
    slot = frame.slot
    cost = charge_cost(state, tables, slot, frame.target)
    plot_charge(state, tables, slot, frame.target, cost, charge_budget(state, frame), action - CELL)
    begin_movement(state, slot, Mode.DROP, -1, True)


@jit
def end_charge(state, tables, slot, target):
    """A charge that ends within 1" of two enemies is a deed. Clauses: TC-CHG-04, TC-CHG-05, TC-CHG-10, D7."""
    unit = state.units[slot]
    if unit.status == Status.ON_BOARD:
        goal = state.units[target].cell
        if goal >= 0 and not is_close(tables, unit.cell, goal):
            note(state, Own.SHORT, seat_of(slot), slot, target)
        met = foes_close(state, tables, slot, unit.cell)
        if met & (met - 1):
            do_deed(state, tables, seat_of(slot), Deed.DOUBLE_CHARGE)


@jit
def legal_slip(state, tables, mask):
    """Where a skirmisher may slip away to. Clause: TC-KW-29."""
    frame = top_frame(state)
    target = frame.target
    reach_cells(state, tables, target, frame.slip * TENTHS, Mode.WALK, 0)
    write_reached(state, state.units[target].cell, frame.slip * TENTHS, mask[CELL:VERB])


@jit
def apply_slip(state, tables, action):
    """Move the skirmisher to the chosen cell. Clause: TC-KW-29."""
    frame = top_frame(state)
    target = frame.target
    plot_route(state, tables, target, action - CELL, frame.slip * TENTHS, Mode.WALK, 0)
    begin_movement(state, target, Mode.WALK, -1, False)
