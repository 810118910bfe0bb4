"""Which orders a unit may be given. Chapter ACT."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.assaulting import has_assault
from skirmish_rl.envs.tide_of_iron.rules.facts import has_crew, has_operation, is_out, is_squad, is_steady, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import can_go_op, can_rally, has_direct_target, is_ready, is_served
from skirmish_rl.envs.tide_of_iron.rules.moving import can_entrench, can_push, can_stay, hex_cost, movement_of
from skirmish_rl.envs.tide_of_iron.rules.shelling import has_area_target
from skirmish_rl.envs.tide_of_iron.rules.specials import has_wounded
from skirmish_rl.envs.tide_of_iron.state import CELLS, DIRECTIONS, FORCE, Activation, Fort, Kind, Mark, Operation, Order, Specialty


@jit
def can_crew(state, tables, gun, slot):
    """True if a unit can move a gun of its hex to some hex. Clauses: TI-EQP-02, TI-MOV-11."""
    unit = state.units[slot]
    if slot == gun or unit.cell != state.units[gun].cell or not is_out(unit) or not is_ready(state, slot) or unit.kind == Kind.GUN:
        return False
    if unit.fort != Fort.NONE:
        return False
    for direction in range(DIRECTIONS):
        if can_push(state, tables, gun, direction, slot):
            return True
    return False


@jit
def has_gun_crew(state, tables, gun):
    """True if any unit can move a gun."""
    seat = seat_of(gun)
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_crew(state, tables, gun, slot):
            return True
    return False


@jit
def can_move_at_all(state, tables, slot, order, boost):
    """True if a unit that is not active yet could take a step in an action, with so many points more than it has."""
    points = movement_of(state, tables, slot, order)
    if points == 0:
        return False
    points += boost
    mined = state.marks[Mark.MINES, state.units[slot].cell] > 0
    for direction in range(DIRECTIONS):
        if hex_cost(state, tables, slot, direction, points, 0, mined) > 0:
            return True
    return can_stay(state, tables, slot, order, points)


@jit
def can_take(state, tables, slot, order):
    """True if a unit may be given an order now.

    Clauses: TI-ACT-05..17, TI-OFF-02, TI-VEH-13, TI-VEH-14, TI-ASL-01, TI-EQP-01..03.
    """
    unit = state.units[slot]
    if unit.cell < 0 or unit.activation != Activation.FRESH:
        return False
    if order == Order.FATIGUE:
        return True
    if order == Order.FIRE:
        return can_concentrate(state, tables, slot, False)
    if not is_steady(unit):
        return False
    if order == Order.PREPARE:
        return can_go_op(state, tables, slot)
    if order == Order.ADVANCE:
        if unit.kind == Kind.GUN:
            return has_gun_crew(state, tables, slot)
        return can_move_at_all(state, tables, slot, order, 0)
    if order == Order.FIRE_AND_MOVE:
        if has_crew(unit) or unit.kind == Kind.GUN or not is_armed(tables, slot, unit):
            return False
        return can_move_at_all(state, tables, slot, order, 0)
    if order == Order.ASSAULT:
        return can_assault(state, tables, slot)
    return can_act_specially(state, tables, slot, order)


@jit
def is_armed(tables, slot, unit):
    """True for squads and for vehicles with a weapon. Clause: TI-OPF-14."""
    if is_squad(unit):
        return True
    seat = seat_of(slot)
    return tables.vehicle_fp[seat, unit.kind, 0] + tables.vehicle_fp[seat, unit.kind, 1] > 0


@jit
def can_concentrate(state, tables, slot, beast):
    """True if a unit may take Concentrated Fire now; `beast`: at a vehicle beside it only.

    Clauses: TI-ACT-09, TI-OFF-02, TI-ARE-05, TI-EQP-01, TI-CRD-17.
    """
    unit = state.units[slot]
    if not is_out(unit) or not (is_ready(state, slot) or can_rally(state, slot)) or not is_served(state, slot):
        return False
    return has_direct_target(state, tables, slot, beast) or (not beast and has_area_target(state, tables, slot))


@jit
def can_assault(state, tables, slot):
    """True if a squad may take an Assault action: it can move, or has an enemy to assault. Clauses: TI-ASL-01, TI-ACT-14."""
    unit = state.units[slot]
    if not is_squad(unit) or has_crew(unit) or not is_ready(state, slot):
        return False
    if has_assault(state, tables, slot):
        return True
    return can_move_at_all(state, tables, slot, Order.ASSAULT, 0)


@jit
def can_act_specially(state, tables, slot, order):
    """True if a squad may take a special action. Clauses: TI-ACT-16, TI-SPC-03, TI-SPC-05, TI-SPC-08, TI-OPS-02."""
    unit = state.units[slot]
    seat = seat_of(slot)
    if not is_out(unit):
        return False
    if order == Order.DIG:
        return unit.specialty == Specialty.ENGINEER and can_entrench(state, tables, unit.cell)
    if order == Order.SMOKE:
        return unit.specialty == Specialty.ENGINEER and has_operation(tables, seat, Operation.LAY_SMOKE)
    if order == Order.HEAL:
        return unit.specialty == Specialty.MEDIC and has_wounded(state, seat, unit.cell)
    if unit.specialty != Specialty.DEMOLITION:
        return False
    for cell in range(CELLS):
        if state.marks[Mark.CHARGE_A + seat, cell]:
            return True
    return False


@jit
def has_unit_to_act(state, tables, seat):
    """True while a side has a unit that can take an action. Clauses: TI-ACT-02, TI-ACT-04."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_take(state, tables, slot, Order.FATIGUE):
            return True
    return False
