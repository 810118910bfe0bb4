"""Movement hex by hex: points, steps, fortifications, transports, overrun. Chapters MOV, TRN, TRP, VEH."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import Option
from skirmish_rl.envs.tide_of_iron.rules.facts import (
    forts_in,
    has_free_fort,
    has_heavy,
    has_operation,
    is_heavy,
    is_squad,
    is_steady,
    seat_of,
    touches_enemy,
)
from skirmish_rl.envs.tide_of_iron.rules.units import bars_vehicles, has_room
from skirmish_rl.envs.tide_of_iron.state import (
    DIRECTIONS,
    FORCE,
    FORTS,
    STACK,
    Damage,
    Figure,
    Fort,
    Kind,
    Mark,
    Operation,
    Order,
    Specialty,
    Terrain,
)

FORT_COST = 1  # TI-MOV-11
TRANSPORT_COST = 2  # TI-TRP-02
WIRE_COST = 2  # TI-TRN-08
CHARGE_COST = 2  # TI-SPC-08
TRAPS_COST = 3  # TI-OPS-08


@jit
def movement_of(state, tables, slot, order):
    """Movement value of a unit for an action.

    Clauses: TI-MOV-01, TI-ACT-12, TI-ACT-13, TI-OFF-01, TI-SPC-06, TI-VEH-05, TI-VEH-06, TI-EQP-02.
    """
    unit = state.units[slot]
    if is_squad(unit):
        move = tables.squad_move + (unit.figures[Figure.OFFICER] > 0) + (unit.specialty == Specialty.RECON)
        if order == Order.FIRE_AND_MOVE or order == Order.ASSAULT:
            move -= 1
        return move
    if unit.damage == Damage.HEAVY:
        return 0
    move = tables.vehicle_move[unit.kind] - (unit.damage == Damage.LIGHT)
    if order == Order.FIRE_AND_MOVE:
        move -= 2
    return max(0, move)


@jit
def is_closed(state, tables, slot, cell):
    """True if markers or other friends keep a unit out of a hex without enemies. Clauses: TI-MOV-04, TI-TRN-04, TI-TRN-10."""
    if state.crowd[seat_of(slot), cell] - (state.units[slot].cell == cell) >= STACK:
        return True
    return not is_squad(state.units[slot]) and bars_vehicles(state, cell)


@jit
def has_exit(state, tables, slot, cell, points):
    """True if a tank among enemies can pay for a legal hex beyond. Clause: TI-VEH-10."""
    foe = 1 - seat_of(slot)
    for direction in range(DIRECTIONS):
        there = tables.next[cell, direction]
        if there < 0:
            continue
        cost = tables.cost[1, cell, direction]
        if 0 < cost <= points and state.crowd[foe, there] == 0 and not is_closed(state, tables, slot, there):
            return True
    return False


@jit
def hex_cost(state, tables, slot, direction, points, kept, mined):
    """Points for a step of a unit into the next hex, 0 if it is not allowed.

    Clauses: TI-MOV-02..11, TI-TRN-04, TI-TRN-09, TI-TRN-10, TI-VEH-10, TI-OPS-06.

    Args:
        points: that it has; kept: those of them that are for the last step only.
        mined: true if it began among mines.
    """
    unit = state.units[slot]
    if unit.carrier >= 0 or unit.fort != Fort.NONE:
        return 0
    there = tables.next[unit.cell, direction]
    if there < 0:
        return 0
    cost = tables.cost[0 if is_squad(unit) else 1, unit.cell, direction]
    if cost == 0 or is_closed(state, tables, slot, there):
        return 0
    seat = seat_of(slot)
    enemies = state.crowd[1 - seat, there]
    if enemies:
        if tables.vehicle_overruns[unit.kind] == 0 or mined or state.marks[Mark.MINES, there]:
            return 0
        cost += enemies
        if has_heavy(state, tables, 1 - seat, there) or not has_exit(state, tables, slot, there, points - cost):
            return 0
    if cost > points:
        return 0
    if cost > points - kept and touches_enemy(state, tables, seat, there):
        return 0
    return cost


@jit
def step_cost(state, tables, slot, direction):
    """Points for a step of the active unit, 0 if it is not allowed. Clause: TI-TRN-09."""
    if state.mined and state.hexes > 0:
        return 0
    return hex_cost(state, tables, slot, direction, state.movement, state.reserved, state.mined != 0)


@jit
def free_points(state):
    """Points that the active unit may spend on something else than a hex. Clause: TI-OPS-06."""
    return state.movement - state.reserved


@jit
def can_load(state, tables, slot, transport, points):
    """True if a squad with so many points may board a transport of its hex. Clauses: TI-TRP-02, TI-TRP-06."""
    unit = state.units[slot]
    return (
        is_squad(unit)
        and unit.carrier < 0
        and unit.fort == Fort.NONE
        and is_steady(unit)
        and state.units[transport].cell == unit.cell
        and has_room(state, tables, slot, transport)
        and points >= TRANSPORT_COST
    )


@jit
def can_step(state, tables, slot, order, option, points):
    """True if a unit with so many points may do something else than enter a hex.

    Clauses: TI-MOV-11, TI-TRP-02, TI-TRP-05, TI-TRN-08, TI-VEH-10, TI-SPC-08, TI-OPS-08.
    """
    unit = state.units[slot]
    squad = is_squad(unit)
    inside = unit.carrier >= 0
    cell = unit.cell
    if option == Option.UNLOAD:
        return inside and points >= TRANSPORT_COST and state.crowd[seat_of(slot), cell] < STACK
    if inside:
        return False
    if option == Option.ENTER_ENTRENCHMENT:
        return squad and unit.fort == Fort.NONE and points >= FORT_COST and has_free_fort(state, cell, Fort.ENTRENCHMENT)
    if option == Option.ENTER_PILLBOX:
        return squad and unit.fort == Fort.NONE and points >= FORT_COST and has_free_fort(state, cell, Fort.PILLBOX)
    if option == Option.LEAVE:
        return unit.fort != Fort.NONE and points >= FORT_COST
    if option == Option.CLEAR_WIRE:
        able = is_heavy(tables, unit) or unit.specialty == Specialty.ENGINEER
        if state.overrun and not has_exit(state, tables, slot, cell, points - WIRE_COST):
            return False
        return able and state.marks[Mark.WIRE, cell] > 0 and points >= WIRE_COST
    if option == Option.CLEAR_TRAPS:
        if unit.specialty != Specialty.ENGINEER or not has_operation(tables, seat_of(slot), Operation.CLEAR_TANK_TRAPS):
            return False
        return points >= TRAPS_COST and has_traps_near(state, tables, cell)
    if option == Option.LAY_CHARGE:
        able = unit.specialty == Specialty.DEMOLITION and order == Order.ADVANCE and points >= CHARGE_COST
        return able and state.marks[Mark.CHARGE_A + seat_of(slot), cell] == 0
    return False


@jit
def has_traps_near(state, tables, cell):
    """True if tank traps lie in a hex or next to it."""
    if state.marks[Mark.TRAPS, cell]:
        return True
    for direction in range(DIRECTIONS):
        there = tables.next[cell, direction]
        if there >= 0 and state.marks[Mark.TRAPS, there]:
            return True
    return False


@jit
def can_push(state, tables, slot, direction, crew):
    """True if a gun and the unit that moves it may go to the next hex. Clause: TI-EQP-02."""
    gun = state.units[slot]
    there = tables.next[gun.cell, direction]
    if there < 0 or tables.cost[1, gun.cell, direction] == 0 or bars_vehicles(state, there):
        return False
    if is_squad(state.units[crew]) and tables.cost[0, gun.cell, direction] == 0:
        return False
    seat = seat_of(slot)
    return state.crowd[1 - seat, there] == 0 and state.crowd[seat, there] < STACK - 1


@jit
def can_move(state, tables, slot, order):
    """True if the active unit has any way to spend points that is not just stopping."""
    for direction in range(DIRECTIONS):
        if step_cost(state, tables, slot, direction) > 0:
            return True
    return can_stay(state, tables, slot, order, free_points(state))


@jit
def can_stay(state, tables, slot, order, points):
    """True if a unit has any way to spend so many points in its hex."""
    for option in range(Option.ENTER_ENTRENCHMENT, Option.LAY_CHARGE + 1):
        if can_step(state, tables, slot, order, option, points):
            return True
    seat = seat_of(slot)
    for transport in range(FORCE * seat, FORCE * (seat + 1)):
        if state.units[transport].kind != Kind.SQUAD and can_load(state, tables, slot, transport, points):
            return True
    return False


@jit
def can_entrench(state, tables, cell):
    """True if an entrenchment may be built in a hex. Clause: TI-TRN-05."""
    terrain = tables.terrain[cell]
    if tables.on_map[cell] == 0 or terrain == Terrain.STREAM or terrain == Terrain.DEEP_STREAM:
        return False
    if terrain == Terrain.POND or terrain == Terrain.BUILDING:
        return False
    return forts_in(state, cell) < FORTS
