"""The beaten defenders of an assault retreat. Chapter ASL."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import DIRECTION, Decision
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.losing import walk_into_mines
from skirmish_rl.envs.tide_of_iron.rules.telling import Departure, Own
from skirmish_rl.envs.tide_of_iron.rules.units import bars_vehicles, move_unit, remove_unit, worsen
from skirmish_rl.envs.tide_of_iron.state import DIRECTIONS, FORCE, STACK, Condition, Damage, Mark


@jit
def can_retreat(state, tables, slot, direction):
    """True if a beaten unit may retreat into the next hex. Clause: TI-ASL-12."""
    unit = state.units[slot]
    seat = seat_of(slot)
    there = tables.next[unit.cell, direction]
    if there < 0 or state.crowd[1 - seat, there] > 0 or state.crowd[seat, there] >= STACK:
        return False
    vehicle = 0 if is_squad(unit) else 1
    if vehicle and bars_vehicles(state, there):
        return False
    return tables.cost[vehicle, unit.cell, direction] > 0


@jit
def has_retreat(state, tables, slot):
    """True if a beaten unit has anywhere to go."""
    for direction in range(DIRECTIONS):
        if can_retreat(state, tables, slot, direction):
            return True
    return False


@jit
def run_retreat(state, tables, frame):
    """Every surviving defender in index order: its condition worsens, then it goes. Clauses: TI-ASL-11, TI-ASL-12."""
    seat = 1 - state.attack[0].seat
    while frame.beaten < FORCE:
        slot = FORCE * seat + frame.beaten
        frame.beaten += 1
        unit = state.units[slot]
        if unit.cell == state.attack[0].cell and is_out(unit):
            shake(state, tables, slot)
            if unit.cell >= 0 and not has_retreat(state, tables, slot):
                remove_unit(state, tables, slot, Departure.CUT_OFF)
            if unit.cell >= 0:
                ask(state, seat, Decision.RETREAT, slot)
                return
    pop(state)


@jit
def shake(state, tables, slot):
    """Apply the effects of a lost assault to a unit. Clauses: TI-ASL-11, TI-SUP-08."""
    unit = state.units[slot]
    note(state, Own.RETREATS, seat_of(slot), slot, cell=unit.cell)
    if unit.condition == Condition.DISRUPTED or unit.damage == Damage.HEAVY:
        remove_unit(
            state, tables, slot, Departure.WIPED_OUT if is_squad(unit) else Departure.DESTROYED
        )  # no rout, so No Step Back does not help
    elif is_squad(unit):
        worsen(state, tables, slot, unit.condition + 1)


@jit
def legal_retreat(state, tables, mask):
    """Hexes that the beaten unit may go to. Clause: TI-ASL-12."""
    for direction in range(DIRECTIONS):
        mask[DIRECTION + direction] = can_retreat(state, tables, state.subject, direction)


@jit
def apply_retreat(state, tables, action):
    """A beaten unit goes to a hex of its owner's choice; mines there are met. Clause: TI-ASL-12."""
    slot = state.subject
    there = tables.next[state.units[slot].cell, action - DIRECTION]
    move_unit(state, slot, there)
    if state.marks[Mark.MINES, there]:
        walk_into_mines(state, tables, slot)
