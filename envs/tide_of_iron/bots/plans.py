"""What could a unit do with its activation? Reachable hexes and the gain of every order, for bots and action features."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.maps import later_fire, place_value
from skirmish_rl.envs.tide_of_iron.bots.value import assault_prospect, fire_value, shell_value, watch_value
from skirmish_rl.envs.tide_of_iron.rules.facts import has_crew, has_heavy, is_heavy, is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import is_target
from skirmish_rl.envs.tide_of_iron.rules.moving import is_closed, movement_of
from skirmish_rl.envs.tide_of_iron.rules.shelling import can_shell
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    DIRECTIONS,
    FORCE,
    ORDERS,
    Activation,
    Condition,
    Damage,
    Figure,
    Fort,
    Mark,
    Order,
    Specialty,
)

FAR_AWAY = -1e6
HASTE = 0.15  # share of the danger on the way that is reckoned with, under enemy Op Fire


@jit
def spread(state, tables, scratch, slot, points):
    """Which hexes a unit can reach with some movement points, and by which first step; enemies are walked around.

    Writes `left` and `first` of scratch; the unit's own hex has first step -1.
    """
    for cell in range(CELLS):
        scratch.left[cell] = -1
    unit = state.units[slot]
    seat = seat_of(slot)
    vehicle = 0 if is_squad(unit) else 1
    heavy = is_heavy(tables, unit)
    engineer = unit.specialty == Specialty.ENGINEER
    here = unit.cell
    if unit.fort != Fort.NONE:
        points -= 1
    if unit.carrier >= 0:
        points -= 2
    if points < 0:
        return
    scratch.left[here] = points
    scratch.first[here] = -1
    scratch.queue[0] = here
    head = 0
    tail = 1
    mined = state.marks[Mark.MINES, here] > 0
    while head < tail:
        cell = scratch.queue[head % CELLS]
        head += 1
        left = scratch.left[cell]
        if cell != here:
            if mined or state.marks[Mark.MINES, cell] or (state.marks[Mark.WIRE, cell] and not heavy and not engineer):
                continue
        for direction in range(DIRECTIONS):
            there = tables.next[cell, direction]
            if there < 0:
                continue
            cost = tables.cost[vehicle, cell, direction]
            if cost == 0 or cost > left or scratch.left[there] >= left - cost:
                continue
            if state.crowd[1 - seat, there] > 0 or is_closed(state, tables, slot, there):
                continue
            scratch.left[there] = left - cost
            scratch.first[there] = direction if cell == here else scratch.first[cell]
            if tail - head < CELLS - 1:
                scratch.queue[tail % CELLS] = there
                tail += 1


@jit
def best_place(state, tables, scratch, slot):
    """The best hex of the last `spread`. Returns (value, hex)."""
    best = FAR_AWAY
    chosen = -1
    for cell in range(CELLS):
        if scratch.left[cell] >= 0:
            value = place_value(state, tables, scratch, slot, cell)
            if value > best:
                best = value
                chosen = cell
    return best, chosen


@jit
def best_target(state, tables, scratch, slot, times, bonus):
    """The most valuable direct fire of a unit where it stands. Returns (points, target slot or -1)."""
    foe = 1 - seat_of(slot)
    best = 0.0
    chosen = -1
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[target].cell >= 0 and is_target(state, tables, slot, target, state.beast != 0):
            value, _ = fire_value(state, tables, scratch, slot, target, times, bonus)
            if value > best:
                best = value
                chosen = target
    return best, chosen


@jit
def best_shelling(state, tables, scratch, slot):
    """The most valuable area attack of a mortar squad. Returns (points, hex or -1)."""
    best = 0.0
    chosen = -1
    if state.units[slot].figures[Figure.MORTAR] == 0 or state.beast:
        return best, chosen
    foe = 1 - seat_of(slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if is_out(state.units[target]):
            cell = state.units[target].cell
            if can_shell(state, tables, slot, cell):
                value, _ = shell_value(state, tables, scratch, slot, cell)
                if value > best:
                    best = value
                    chosen = cell
    return best, chosen


@jit
def best_assault(state, tables, scratch, slot):
    """The best assault of a squad: from its hex, or after a move found by `spread`.

    Returns:
        (points, hex to assault, hex to assault from).
    """
    seat = seat_of(slot)
    foe = 1 - seat
    best = FAR_AWAY
    target = -1
    stand = -1
    here = state.units[slot].cell
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[other]
        if not is_out(unit) or has_heavy(state, tables, foe, unit.cell):
            continue
        cell = unit.cell
        for direction in range(DIRECTIONS):
            near = tables.next[cell, direction]
            if near < 0 or tables.cost[0, near, (direction + 3) % 6] == 0:
                continue
            if near != here and (scratch.left[near] < 0 or state.marks[Mark.WIRE, near] or state.marks[Mark.MINES, near]):
                continue
            value, _ = assault_prospect(state, tables, scratch, slot, cell, near)
            if near != here:
                value -= 0.5 + HASTE * scratch.danger[near]
            if value > best:
                best = value
                target = cell
                stand = near
    return best, target, stand


@jit
def plan_unit(state, tables, scratch, slot):
    """Gain of each order for one of the viewer's units over doing nothing."""
    k = slot % FORCE
    unit = state.units[slot]
    for order in range(ORDERS):
        scratch.plan[order, k] = 0.0
        scratch.goal[order, k] = -1
    if unit.cell < 0 or unit.activation != Activation.FRESH:
        return
    stay = place_value(state, tables, scratch, slot, unit.cell)
    shot, target = best_target(state, tables, scratch, slot, 0, 0)
    shelling, hex_target = best_shelling(state, tables, scratch, slot)
    if shelling > shot:
        scratch.plan[Order.FIRE, k] = shelling
        scratch.goal[Order.FIRE, k] = hex_target
    else:
        scratch.plan[Order.FIRE, k] = shot
        scratch.goal[Order.FIRE, k] = unit.cell
    if unit.condition != Condition.NONE:
        return
    scratch.plan[Order.PREPARE, k] = watch_value(state, tables, scratch, slot)
    points = movement_of(state, tables, slot, Order.ADVANCE)
    if points > 0 and (is_squad(unit) or unit.damage != Damage.HEAVY):
        spread(state, tables, scratch, slot, points)
        value, cell = best_place(state, tables, scratch, slot)
        scratch.plan[Order.ADVANCE, k] = value - stay
        scratch.goal[Order.ADVANCE, k] = cell
        if not has_crew(unit):
            plan_short(state, tables, scratch, slot, k, stay, target)
    plan_special(state, tables, scratch, slot, k)


@jit
def plan_short(state, tables, scratch, slot, k, stay, target):
    """Fire and Movement, and Assault."""
    unit = state.units[slot]
    half = 0.0
    if target >= 0:
        half, _ = best_target(state, tables, scratch, slot, 1, 0)
    points = movement_of(state, tables, slot, Order.FIRE_AND_MOVE)
    spread(state, tables, scratch, slot, points)
    best = FAR_AWAY
    goal = -1
    for cell in range(CELLS):
        if scratch.left[cell] >= 0:
            value = place_value(state, tables, scratch, slot, cell) + max(half, later_fire(state, scratch, slot, cell))
            if value > best:
                best = value
                goal = cell
    scratch.plan[Order.FIRE_AND_MOVE, k] = best - stay
    scratch.goal[Order.FIRE_AND_MOVE, k] = goal
    if is_squad(unit):
        if points != movement_of(state, tables, slot, Order.ASSAULT):
            spread(state, tables, scratch, slot, movement_of(state, tables, slot, Order.ASSAULT))
        gain, cell, _ = best_assault(state, tables, scratch, slot)
        scratch.plan[Order.ASSAULT, k] = gain if cell >= 0 else -1.0
        scratch.goal[Order.ASSAULT, k] = cell


@jit
def plan_special(state, tables, scratch, slot, k):
    """Digging, healing, smoke, charges."""
    unit = state.units[slot]
    danger = scratch.danger[unit.cell] + 0.0
    if unit.specialty == Specialty.ENGINEER:
        scratch.plan[Order.DIG, k] = 0.12 * danger + 0.2 if unit.fort == Fort.NONE else 0.0
        scratch.plan[Order.SMOKE, k] = 0.1 * danger
    elif unit.specialty == Specialty.MEDIC:
        scratch.plan[Order.HEAL, k] = 2.5
    elif unit.specialty == Specialty.DEMOLITION:
        scratch.plan[Order.DEMOLISH, k] = 1.0


@jit
def plan_all(state, tables, scratch):
    """Plans of all the viewer's units that could be activated."""
    if scratch.planned:
        return
    scratch.planned = 1
    seat = scratch.viewer
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        plan_unit(state, tables, scratch, slot)


@jit
def second_best(scratch):
    """The second highest gain of any unit."""
    first = 0.0
    second = 0.0
    for k in range(FORCE):
        best = 0.0
        for order in range(Order.ASSAULT + 1):
            best = max(best, scratch.plan[order, k] + 0.0)
        if best > first:
            second = first
            first = best
        elif best > second:
            second = best
    return second


@jit
def plan_step(state, tables, scratch):
    """Spread the active unit's movement once for all steps it may take."""
    if scratch.planned:
        return
    scratch.planned = 1
    slot = state.active
    spread(state, tables, scratch, slot, state.movement)
    scratch.shot = 0.0
    if state.order == Order.FIRE_AND_MOVE and state.fire_done == 0:
        value, _ = best_target(state, tables, scratch, slot, 1, 0)
        scratch.shot = value


@jit
def standing_value(state, tables, scratch, slot, cell):
    """The worth of ending the running movement in a hex, including the attack that may follow."""
    value = place_value(state, tables, scratch, slot, cell)
    if state.order == Order.FIRE_AND_MOVE and state.fire_done == 0:
        if cell == state.units[slot].cell:
            value += scratch.shot
        else:
            value += later_fire(state, scratch, slot, cell)
    elif state.order == Order.ASSAULT and not state.barred:
        seat = seat_of(slot)
        best = 0.0
        for direction in range(6):
            there = tables.next[cell, direction]
            if there >= 0 and state.crowd[1 - seat, there] > 0 and tables.cost[0, cell, direction] > 0:
                gain, _ = assault_prospect(state, tables, scratch, slot, there, cell)
                best = max(best, gain)
        value += best
    return value


@jit
def fire_later(state, tables, scratch):
    """1.5 when moving first promises more than firing first."""
    slot = state.active
    half, _ = best_target(state, tables, scratch, slot, 1, 0)
    spread(state, tables, scratch, slot, movement_of(state, tables, slot, Order.FIRE_AND_MOVE))
    with_fire = -1e6
    without = -1e6
    for cell in range(CELLS):
        if scratch.left[cell] >= 0:
            value = place_value(state, tables, scratch, slot, cell)
            with_fire = max(with_fire, value + later_fire(state, scratch, slot, cell))
            without = max(without, value)
    return 1.5 if with_fire > without + half else 0.5
