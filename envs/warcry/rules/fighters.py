"""Fighters on the board and off it: standing, damage, being taken down, eligible for an activation. Chapters DMG, COMB, GEN."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.rules.telling import Departure, Modifier, Own, Roll, Yield
from skirmish_rl.envs.warcry.rules.treasure import push_drop
from skirmish_rl.envs.warcry.state import FACES, MOST_ROLLS, Status, seat_of


@jit
def put_unit(state, tables, slot, node):
    """A fighter stands at a node; nobody else is in its cell."""
    unit = state.units[slot]
    if unit.cell >= 0:
        state.board[unit.cell] = -1
    unit.node = node
    unit.cell = tables.node_cell[node]
    unit.status = Status.ON_BOARD
    state.board[unit.cell] = slot


@jit
def is_eligible(state, slot):
    """True if a fighter can be activated now. Clauses: WC-COMB-03, WC-COMB-07, WC-COMB-08, WC-WAIT-02."""
    unit = state.units[slot]
    return unit.status == Status.ON_BOARD and (unit.activated == 0 or unit.waiting == 1)


@jit
def can_react(state, slot):
    """True if a fighter may still make a reaction. Clauses: WC-REACT-02, WC-REACT-05, WC-REACT-06, WC-WAIT-08."""
    return is_eligible(state, slot) and slot != state.active


@jit
def lose_action(state, slot):
    """A reaction, or a forfeit, costs a fighter one of its actions. Clauses: WC-REACT-03..06, WC-WAIT-08, WC-COMB-07."""
    unit = state.units[slot]
    if unit.waiting:
        unit.waiting = 0
        note(state, Own.STOPS_WAITING, unit=slot)
    else:
        unit.lost += 1
        if unit.lost >= 2:
            unit.activated = 1


@jit
def allocate(state, tables, slot, damage):
    """Allocate damage points to a fighter on the board; one that has no Wounds left is taken down.

    Clauses: WC-DMG-01, WC-DMG-02, WC-DMG-06.

    Returns:
        True if it was taken down.
    """
    unit = state.units[slot]
    if damage <= 0 or unit.status != Status.ON_BOARD:
        return False
    note(state, Event.HURT, unit=slot, value=damage)
    unit.damage = min(unit.damage + damage, 255)
    if unit.damage < tables.unit_wounds[slot]:
        return False
    take_down(state, tables, slot, Departure.TAKEN_DOWN)
    return True


@jit
def take_down(state, tables, slot, how):
    """Remove a fighter for good; a treasure it carries is dropped first. Clauses: WC-DMG-02, WC-TRE-08, WC-VIC-03, WC-VC-04."""
    unit = state.units[slot]
    enemy = 1 - seat_of(slot)
    node = unit.node
    note(state, Event.GONE, unit=slot, cell=unit.cell, value=how)
    if unit.cell >= 0:
        state.board[unit.cell] = -1
    unit.status = Status.DOWN
    unit.node = -1
    unit.cell = -1
    unit.waiting = 0
    unit.defiant = 0
    unit.trophy = 0
    unit.unleashed = 0
    unit.cowering = 0
    unit.harried = 0
    unit.objective = -1
    state.left[1 - enemy] -= 1
    state.kills[enemy] += tables.unit_points[slot]
    state.tally[enemy] += tables.unit_points[slot]
    state.wounds_down[enemy] += tables.unit_wounds[slot]
    if slot == tables.leader[1 - enemy]:
        state.leader_down[enemy] = 1
    if state.inspired == slot:
        state.inspired = -1
    if unit.treasure >= 0:
        push_drop(state, slot, node, 0)


@jit
def heal(state, slot, points):
    """Remove damage points. Clause: WC-DMG-04."""
    unit = state.units[slot]
    healed = min(points, unit.damage)
    unit.damage -= healed
    note(state, Event.HEALED, unit=slot, value=healed)


@jit
def suffer_impact(state, tables, slot, deadly):
    """Roll for impact damage. Clauses: WC-FALL-06, WC-FALL-07. Rolls one die.

    Returns:
        True if the fighter was taken down.
    """
    note(state, Event.ROLLS, seat_of(slot), slot, value=Roll.IMPACT)
    damage = tables.impact[roll(state, FACES) - 1]
    if deadly:
        note(state, Event.MODIFIER, other=Modifier.DEADLY)
    note(state, Event.RESULT, value=damage, other=Yield.DAMAGE)
    return allocate(state, tables, slot, damage)


@jit
def toss(state, purpose):
    """Roll off until one seat's die is higher: seat 0's die, then seat 1's. Clause: WC-GEN-02.

    Args:
        purpose: a Roll.

    Returns:
        The winning seat.
    """
    for _ in range(MOST_ROLLS):
        note(state, Event.ROLLS, 0, value=purpose)
        one = roll(state, FACES)
        note(state, Event.ROLLS, 1, value=purpose)
        other = roll(state, FACES)
        if one != other:
            return 0 if one > other else 1
    state.fault = 1
    return 0
