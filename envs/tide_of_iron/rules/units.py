"""Units come, go, suffer: the only functions that change who stands where."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, is_squad, seat_of, strength_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Departure, Modifier, Own, Prize
from skirmish_rl.envs.tide_of_iron.state import (
    DIRECTIONS,
    FIGURES,
    FORCE,
    SLOTS,
    STACK,
    Activation,
    Card,
    Condition,
    Damage,
    Figure,
    Fort,
    Kind,
    Mark,
    Status,
)


@jit
def put_unit(state, slot, cell):
    """Put a unit from off the map into a hex."""
    unit = state.units[slot]
    seat = seat_of(slot)
    if unit.status == Status.RESERVE:
        state.waiting_units[seat] -= 1
    unit.status = Status.ON_MAP
    unit.cell = cell
    unit.carrier = -1
    unit.fort = Fort.NONE
    state.alive[seat] += 1
    state.crowd[seat, cell] += 1
    note(state, Event.PLACED, seat, slot, cell=cell)


@jit
def move_unit(state, slot, cell):
    """Move a unit on the map to a hex, with those aboard; it leaves its fortification. Clause: TI-TRP-04."""
    unit = state.units[slot]
    seat = seat_of(slot)
    note(state, Event.MOVED, seat, slot, cell=cell, value=unit.cell)
    state.crowd[seat, unit.cell] -= 1
    state.crowd[seat, cell] += 1
    unit.cell = cell
    unit.fort = Fort.NONE
    if unit.aboard:
        for other in range(FORCE * seat, FORCE * (seat + 1)):
            if state.units[other].carrier == slot and state.units[other].status == Status.ON_MAP:
                state.units[other].cell = cell


@jit
def board(state, slot, transport):
    """Put a squad of the map, or one that is being set up, aboard a transport. Clause: TI-TRP-02."""
    unit = state.units[slot]
    seat = seat_of(slot)
    if unit.status == Status.ON_MAP:
        state.crowd[seat, unit.cell] -= 1
    else:
        if unit.status == Status.RESERVE:
            state.waiting_units[seat] -= 1
        state.alive[seat] += 1
        unit.status = Status.ON_MAP
    unit.cell = state.units[transport].cell
    unit.carrier = transport
    unit.fort = Fort.NONE
    state.units[transport].aboard += 1
    note(state, Own.BOARDS, seat, slot, transport)


@jit
def leave_transport(state, slot):
    """Put a squad aboard into its transport's hex. Clause: TI-TRP-02."""
    unit = state.units[slot]
    state.units[unit.carrier].aboard -= 1
    unit.carrier = -1
    state.crowd[seat_of(slot), unit.cell] += 1
    note(state, Own.UNLOADS, seat_of(slot), slot, cell=unit.cell)


@jit
def remove_unit(state, tables, slot, how):
    """Take a unit out of the game, with those aboard. Clauses: TI-SUP-04, TI-VEH-07, TI-SPC-05."""
    unit = state.units[slot]
    seat = seat_of(slot)
    if unit.status != Status.ON_MAP:
        return
    if unit.aboard:
        for other in range(FORCE * seat, FORCE * (seat + 1)):
            if state.units[other].carrier == slot and state.units[other].status == Status.ON_MAP:
                erase(state, other, Departure.LOST_ABOARD)
    erase(state, slot, how)
    if not is_squad(unit) and tables.vehicle_points:
        state.points[1 - seat] += tables.vehicle_points
        note(state, Event.POINTS, 1 - seat, other=Prize.VEHICLE, value=tables.vehicle_points)


@jit
def erase(state, slot, how):
    """The part of `remove_unit` that concerns the unit alone."""
    unit = state.units[slot]
    seat = seat_of(slot)
    note(state, Event.GONE, seat, slot, cell=unit.cell, value=how)
    if unit.carrier >= 0:
        state.units[unit.carrier].aboard -= 1
    else:
        state.crowd[seat, unit.cell] -= 1
    state.lost_regulars[seat] = min(255, state.lost_regulars[seat] + unit.figures[Figure.REGULAR])
    for figure in range(FIGURES):
        unit.figures[figure] = 0
    unit.status = Status.LOST
    unit.cell = -1
    unit.carrier = -1
    unit.fort = Fort.NONE
    unit.condition = Condition.NONE
    unit.activation = Activation.FRESH
    unit.aboard = 0
    state.alive[seat] -= 1


@jit
def remove_figure(state, tables, slot, figure):
    """Take one figure off a squad base; an empty base is removed. Clauses: TI-FIR-10, TI-FIR-12, TI-OFF-01."""
    unit = state.units[slot]
    unit.figures[figure] -= 1
    note(state, Event.HURT, seat_of(slot), slot, figure, value=1)
    if figure == Figure.OFFICER and unit.figures[figure] == 0 and slot == state.active and state.movement > 0:
        state.movement -= 1
    if figure == Figure.REGULAR:
        state.lost_regulars[seat_of(slot)] = min(255, state.lost_regulars[seat_of(slot)] + 1)
    if strength_of(unit) == 0:
        remove_unit(state, tables, slot, Departure.WIPED_OUT)
    elif unit.activation == Activation.OP_FIRE and not can_hold_op_fire(unit):
        fatigue(state, slot)


@jit
def can_hold_op_fire(unit):
    """True if any figure of a squad could fire in Op Fire; mortar crews cannot. Clause: TI-OPF-14."""
    return strength_of(unit) > unit.figures[Figure.MORTAR]


@jit
def only_figure(unit):
    """The one type of figure on a base, -1 if there are several or none."""
    found = -1
    for figure in range(FIGURES):
        if unit.figures[figure]:
            if found >= 0:
                return -1
            found = figure
    return found


@jit
def fatigue(state, slot):
    """Give a unit its activation token. Clause: TI-ACT-05."""
    unit = state.units[slot]
    if unit.activation != Activation.FATIGUED and slot != state.active:
        note(state, Own.FATIGUED, seat_of(slot), slot)
    unit.activation = Activation.FATIGUED


@jit
def watch(state, slot):
    """Put a unit in Op Fire mode. Clauses: TI-ACT-10, TI-STA-04."""
    state.units[slot].activation = Activation.OP_FIRE
    note(state, Own.WATCHES, seat_of(slot), slot)


@jit
def enter_fort(state, slot, fort):
    """A squad goes into a fortification of its hex, or out of it (NONE). Clause: TI-MOV-11."""
    unit = state.units[slot]
    if fort == Fort.NONE:
        note(state, Own.LEAVES, seat_of(slot), slot, cell=unit.cell, value=unit.fort)
    else:
        note(state, Own.ENTERS, seat_of(slot), slot, cell=unit.cell, value=fort)
    unit.fort = fort


@jit
def worsen(state, tables, slot, condition):
    """Give a squad a condition, or rout it (3). Clauses: TI-SUP-04, TI-SUP-08, TI-CRD-18."""
    unit = state.units[slot]
    if condition > Condition.DISRUPTED:
        if state.lasting[seat_of(slot), Card.NO_STEP_BACK] == 0:
            remove_unit(state, tables, slot, Departure.ROUTED)
            return
        set_condition(state, slot, Condition.DISRUPTED)
        note(state, Event.MODIFIER, other=Modifier.NO_STEP_BACK)
    else:
        set_condition(state, slot, condition)
    if unit.activation == Activation.OP_FIRE:
        fatigue(state, slot)


@jit
def set_condition(state, slot, condition):
    """Pin, disrupt or rally a squad."""
    state.units[slot].condition = condition
    note(state, Event.CONDITION, seat_of(slot), slot, value=condition)


@jit
def set_damage(state, slot, damage):
    """Damage a vehicle, or repair it."""
    state.units[slot].damage = damage
    note(state, Own.DAMAGED, seat_of(slot), slot, value=damage)


@jit
def suppress(state, tables, slot, net):
    """Net hits of a suppressive attack on a squad. Clauses: TI-SUP-01..03."""
    unit = state.units[slot]
    was = unit.condition
    becomes = was
    for condition in range(was + 1, 4):
        if net >= tables.suppressed_at[was, condition]:
            becomes = condition
    if becomes > was:
        worsen(state, tables, slot, becomes)


@jit
def damage_vehicle(state, tables, slot, net):
    """Net hits on a vehicle. Clauses: TI-VEH-02..07, TI-EQP-03."""
    unit = state.units[slot]
    was = unit.damage
    becomes = was
    for damage in range(was + 1, 4):
        if net >= tables.damaged_at[was, damage]:
            becomes = damage
    if becomes > Damage.HEAVY or (becomes == Damage.HEAVY and unit.kind == Kind.GUN):
        remove_unit(state, tables, slot, Departure.DESTROYED)
    elif becomes > was:
        set_damage(state, slot, becomes)


@jit
def free_slots(state, seat):
    """Number of slots of a side that no unit ever used."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        n += state.units[slot].status == Status.ABSENT
    return n


@jit
def is_enterable(state, tables, slot, cell):
    """True if a unit may be placed in a hex: terrain, markers, enemies, stacking. Clauses: TI-MOV-04, TI-MOV-05, TI-TRN-04, TI-TRN-10."""
    seat = seat_of(slot)
    if tables.on_map[cell] == 0 or state.crowd[1 - seat, cell] > 0 or state.crowd[seat, cell] >= STACK:
        return False
    vehicle = 0 if is_squad(state.units[slot]) else 1
    if vehicle and bars_vehicles(state, cell):
        return False
    for direction in range(DIRECTIONS):
        there = tables.next[cell, direction]
        if there >= 0 and tables.cost[vehicle, there, (direction + 3) % DIRECTIONS] > 0:
            return True
    return False


@jit
def bars_vehicles(state, cell):
    """True if a pillbox or tank traps keep vehicles out of a hex. Clauses: TI-TRN-04, TI-TRN-10."""
    return state.marks[Mark.TRAPS, cell] + state.marks[Mark.PILLBOX, cell] > 0


@jit
def clear_fired(state):
    """A new unit is active: everyone may fire at it. Clause: TI-OPF-04."""
    for slot in range(SLOTS):
        state.units[slot].fired = 0


@jit
def has_room(state, tables, slot, transport):
    """True if a squad can ride in a transport of its side. Clause: TI-TRP-01."""
    carrier = state.units[transport]
    return (
        is_out(carrier)
        and seat_of(transport) == seat_of(slot)
        and carrier.aboard < tables.vehicle_capacity[carrier.kind]
        and is_squad(state.units[slot])
    )
