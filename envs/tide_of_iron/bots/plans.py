"""What could a unit do with its activation? Reachable hexes and the gain of every order, for bots and action features."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.appraisal import fire_value, hit_value, place_value  # fmt: skip
from skirmish_rl.envs.tide_of_iron.data.odds import MAX_BACK, MAX_DEFENCE, MAX_DICE
from skirmish_rl.envs.tide_of_iron.rules.assaulting import infantry_fp
from skirmish_rl.envs.tide_of_iron.rules.firing import (
    can_shell,
    defence_of,
    halve,
    halvings_of,
    is_target,
    mortar_fp,
    mortar_reach,
)
from skirmish_rl.envs.tide_of_iron.rules.moving import is_closed, movement_of
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    DIRECTIONS,
    FORCE,
    ORDERS,
    Activation,
    Blow,
    Condition,
    Damage,
    Figure,
    Fort,
    Mark,
    Operation,
    Order,
    Specialty,
    has_crew,
    has_heavy,
    has_medic,
    has_officer,
    has_operation,
    is_heavy,
    is_out,
    is_squad,
    is_steady,
    seat_of,
)  # fmt: skip

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
    here = unit.cell + 0
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
    mined = (state.marks[here] & Mark.MINES) > 0
    while head < tail:
        cell = scratch.queue[head % CELLS] + 0
        head += 1
        left = scratch.left[cell] + 0
        if cell != here:
            marks = state.marks[cell]
            if mined or marks & Mark.MINES or (marks & Mark.WIRE and not heavy and not engineer):
                continue
        for direction in range(DIRECTIONS):
            there = tables.next[cell, direction] + 0
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
        if state.units[target].cell >= 0 and is_target(state, tables, slot, target):
            value, _ = fire_value(state, tables, scratch, slot, target, times, bonus)
            if value > best:
                best = value
                chosen = target
    return best, chosen


@jit
def shell_value(state, tables, scratch, slot, cell):
    """Points that a mortar attack on a hex may be expected to cost the enemy, friends counted against it. Returns (points, Blow)."""
    best = 0.0
    chosen = Blow.SUPPRESSIVE + 0
    reach = mortar_reach(state, tables, slot, cell)
    viewer = seat_of(slot)
    times = halvings_of(state, tables, slot) + (state.units[slot].condition == Condition.PINNED)
    for blow in range(2):
        dice = halve(mortar_fp(state, tables, slot, blow), times)
        value = 0.0
        for target in range(2 * FORCE):
            unit = state.units[target]
            if unit.cell == cell and is_out(unit) and (is_squad(unit) or blow == Blow.NORMAL):
                lost = hit_value(state, tables, scratch, target, reach, dice, defence_of(state, tables, target, blow, False), blow)
                value += lost if seat_of(target) != viewer else -1.5 * lost
        if value > best:
            best = value
            chosen = blow
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
            cell = state.units[target].cell + 0
            if can_shell(state, tables, slot, cell):
                value, _ = shell_value(state, tables, scratch, slot, cell)
                if value > best:
                    best = value
                    chosen = cell
    return best, chosen


@jit
def assault_prospect(state, tables, scratch, slot, cell, near):
    """What an assault on a hex may be expected to gain. Strategy note 8.

    Args:
        near: hex from which the squad would assault, for the supporters that stand around.

    Returns:
        (points, chance to win).
    """
    seat = seat_of(slot)
    foe = 1 - seat
    dice = halve(infantry_fp(tables, slot, state.units[slot]), halvings_of(state, tables, slot))
    helpers = 0
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if other != slot and helpers < 2 and is_out(unit) and is_squad(unit) and is_steady(unit) and not has_crew(unit):
            if tables.distance[unit.cell, cell] == 1 and unit.activation == Activation.FATIGUED:
                dice += halve(infantry_fp(tables, other, unit), 1)
                helpers += 1
    bold = has_officer(state, foe, cell) or has_operation(tables, foe, Operation.DESPERATE_DEFENDERS)
    cover = tables.cover[cell] + has_medic(state, foe, cell)
    back = 0
    stake = 0.0
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[other]
        if unit.cell != cell or not is_out(unit):
            continue
        stake += scratch.worth[other]
        if unit.fort == Fort.ENTRENCHMENT:
            cover += tables.trench_cover
        elif unit.fort == Fort.PILLBOX:
            cover += tables.pillbox_cover
        if not is_squad(unit):
            cover += tables.vehicle_armour[unit.kind]
        if unit.condition == Condition.DISRUPTED:
            continue
        back += halve(infantry_fp(tables, other, unit), halvings_of(state, tables, other) + (unit.condition == Condition.PINNED and not bold))
    win = tables.assault_odds[min(dice, MAX_DICE), min(cover, MAX_DEFENCE), min(back, MAX_BACK)]
    own = scratch.worth[slot]
    lost = min(1.0, back / 2.0 / 4.0) * own
    hurt = min(1.0, max(0.0, dice / 2.0 - cover / 3.0) / 6.0) * stake
    value = win * (scratch.pull[cell] - scratch.pull[near] + 0.35 * stake) + hurt - lost
    return value, win


@jit
def best_assault(state, tables, scratch, slot, reachable):
    """The best assault of a squad: from its hex, or after a move found by `spread`. Returns (points, hex to assault, hex to assault from)."""
    seat = seat_of(slot)
    foe = 1 - seat
    best = FAR_AWAY
    target = -1
    stand = -1
    here = state.units[slot].cell + 0
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[other]
        if not is_out(unit) or has_heavy(state, tables, foe, unit.cell):
            continue
        cell = unit.cell + 0
        for direction in range(DIRECTIONS):
            near = tables.next[cell, direction] + 0
            if near < 0 or tables.cost[0, near, (direction + 3) % 6] == 0:
                continue
            if near != here and (not reachable or scratch.left[near] < 0 or state.marks[near] & (Mark.WIRE | Mark.MINES)):
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
def watch_value(state, tables, scratch, slot):
    """What Op Fire mode is worth to a unit: enemies still to move that may come into its view. Strategy note 6."""
    unit = state.units[slot]
    foe = 1 - seat_of(slot)
    value = 0.0
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        enemy = state.units[other]
        if not is_out(enemy) or enemy.activation != Activation.FRESH or not is_steady(enemy):
            continue
        away = tables.distance[unit.cell, enemy.cell]
        if away <= 8:
            share = 0.10 if is_squad(enemy) else 0.02
            value += share * scratch.worth[other] * (1.0 if tables.sight[unit.cell, enemy.cell] else 0.6)
    if unit.figures[Figure.MACHINE_GUN]:
        return 1.3 * value
    if is_squad(unit):
        return value * min(1.0, infantry_fp(tables, slot, unit) / 6.0)
    return 0.8 * value


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
    scratch.plan[Order.FATIGUE, k] = 0.0
    plan_special(state, tables, scratch, slot, k)


@jit
def later_fire(state, scratch, slot, cell):
    """What the halved fire of a unit may be worth from another hex."""
    if is_squad(state.units[slot]):
        return 0.45 * scratch.strike[cell]
    return 0.15 * scratch.strike_armour[cell]  # half the dice are far less than half the hits against armour


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
        gain, cell, _ = best_assault(state, tables, scratch, slot, True)
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


