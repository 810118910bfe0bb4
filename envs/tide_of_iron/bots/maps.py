"""Where? What each hex is worth to the viewer: danger, targets, pull of the objectives. The dossier's strategy notes."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.bots.value import anti_tank_fire, chance, tank_loss, typical_loss, vehicle_loss
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, is_squad, seat_of, strength_of
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FIGURES,
    FORCE,
    MARKS,
    Activation,
    Condition,
    Damage,
    Figure,
    Fort,
    Goal,
    Mark,
    Reach,
    Victory,
)

VP = 14.0  # points that a victory point is worth each time it is received
INCOME = 3.0  # points that a command is worth


@jit
def map_cells(state, tables, scratch):
    """Write the maps of the viewer."""
    viewer = scratch.viewer
    map_needs(state, tables, scratch)
    for cell in range(CELLS):
        scratch.danger[cell] = 0.0
        scratch.strike[cell] = 0.0
        scratch.danger_armour[cell] = 0.0
        scratch.strike_armour[cell] = 0.0
        pull = 0.0
        if tables.on_map[cell]:
            for k in range(tables.n_objectives):
                pull += scratch.need[k] * nearness(tables.distance[cell, tables.objective_cell[k]])
        scratch.pull[cell] = pull
    foe = 1 - viewer
    armoured = has_armour(state, tables, viewer)
    for slot in range(FORCE * foe, FORCE * (foe + 1)):
        if is_out(state.units[slot]):
            map_danger(state, tables, scratch, slot)
            map_strike(state, tables, scratch, slot)
            if armoured:
                map_armour(state, tables, scratch, slot)


@jit
def has_armour(state, tables, seat):
    """True if a side has an armed vehicle on the map."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if is_out(unit) and not is_squad(unit) and tables.vehicle_fp[seat, unit.kind, 0] > 0:
            return True
    return False


@jit
def nearness(distance):
    """1 on the spot, falling with the distance in hexes."""
    return 1.0 if distance == 0 else 0.62 / (0.75 + 0.25 * distance)


@jit
def map_needs(state, tables, scratch):
    """Fill in the worth to the viewer of standing on each objective now. Strategy notes 11 and 13."""
    viewer = scratch.viewer
    left = tables.rounds - state.round + 1.0
    for k in range(tables.n_objectives):
        cell = tables.objective_cell[k]
        kind = tables.objective_kind[k]
        value = tables.objective_value[k] + 0.0
        if kind == Goal.VICTORY:
            stake = VP * value * min(left, 3.0) if tables.victory == Victory.POINTS else 60.0
        elif kind == Goal.NEUTRAL or kind == Goal.COMMAND_A + viewer:
            stake = INCOME * value * min(left - 1.0, 3.0)
        else:
            stake = INCOME * value * min(left - 1.0, 3.0)
        friends = state.crowd[viewer, cell]
        enemies = state.crowd[1 - viewer, cell]
        mine = state.control[k] == viewer
        if mine and friends == 0 and enemies == 0:
            near = enemy_nearness(state, tables, viewer, cell)
            scratch.need[k] = stake * (0.08 + 0.5 * near)
        elif friends > 0:
            near = enemy_nearness(state, tables, viewer, cell)
            scratch.need[k] = stake * (0.15 + 0.15 * near) if mine else stake * 0.25
        else:
            scratch.need[k] = stake


@jit
def enemy_nearness(state, tables, viewer, cell):
    """How soon an enemy could stand on a hex: 1 for one that can enter it in a move, falling to 0."""
    foe = 1 - viewer
    best = 0.0
    for slot in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[slot]
        if is_out(unit):
            distance = tables.distance[unit.cell, cell]
            if distance <= 4:
                best = max(best, 1.0 if unit.activation == Activation.FRESH else 0.5)
            elif distance <= 8:
                best = max(best, 0.4)
    return best


@jit
def map_danger(state, tables, scratch, slot):
    """Add to the danger map the fire that an enemy can still give. Strategy note 16."""
    unit = state.units[slot]
    weight = weight_of(unit)
    seat = seat_of(slot)
    if is_squad(unit):
        fp = 0
        longest = 0
        for figure in range(FIGURES):
            if figure != Figure.MORTAR and unit.figures[figure]:
                fp += unit.figures[figure] * tables.figure_fp[seat, figure, 0]
                longest = max(longest, tables.figure_range[seat, figure, 0])
        if unit.figures[Figure.MORTAR] and fp < 4:
            fp = 4
            longest = 6
    else:
        fp = tables.vehicle_fp[seat, unit.kind, 0]
        longest = tables.vehicle_range[seat, unit.kind, 0]
    if fp == 0:
        return
    close = 0.8 * weight * typical_loss(tables, Reach.CLOSE, fp)
    normal = 0.8 * weight * typical_loss(tables, Reach.NORMAL, fp)
    far = 0.8 * weight * typical_loss(tables, Reach.LONG, fp)
    here = unit.cell
    for cell in range(CELLS):
        if tables.sight[here, cell]:
            away = tables.distance[here, cell]
            if away <= 1:
                scratch.danger[cell] += close
            elif away <= longest:
                scratch.danger[cell] += normal
            elif away <= 2 * longest:
                scratch.danger[cell] += far
            elif away <= longest + 3 and unit.activation == Activation.FRESH:
                scratch.danger[cell] += 0.3 * far


@jit
def map_strike(state, tables, scratch, slot):
    """Mark the hexes from which a squad could fire at an enemy; the best target counts."""
    unit = state.units[slot]
    if not is_squad(unit):
        return
    defence = tables.cover[unit.cell]
    share = 0.3 * scratch.worth[slot] if unit.condition == Condition.NONE else 0.35 * scratch.worth[slot]
    normal = share * chance(tables, Reach.NORMAL, 4, defence, 1)
    close = share * chance(tables, Reach.CLOSE, 4, defence, 1)
    far = share * chance(tables, Reach.LONG, 4, defence, 1)
    here = unit.cell
    for cell in range(CELLS):
        if tables.sight[here, cell]:
            away = tables.distance[here, cell]
            value = 0.0
            if away <= 1:
                value = close
            elif away <= 4:
                value = normal
            elif away <= 8:
                value = far
            scratch.strike[cell] = max(scratch.strike[cell], value)


@jit
def weight_of(unit):
    """How much of a unit's fire is still to be reckoned with in this phase."""
    weight = 1.0
    if unit.activation == Activation.FATIGUED:
        weight = 0.25  # it fires again next round
    elif unit.activation == Activation.OP_FIRE:
        weight = 1.3
    if unit.condition != Condition.NONE:
        weight *= 0.35
    return weight


@jit
def map_armour(state, tables, scratch, slot):
    """Danger from, and targets among, the enemies of the viewer's tanks. Strategy note 14."""
    unit = state.units[slot]
    here = unit.cell
    worth = scratch.worth[slot]
    fp, longest = anti_tank_fire(tables, slot, unit)
    weight = 0.8 * weight_of(unit)
    close = weight * tank_loss(tables, Reach.CLOSE, fp, 4, 75.0)
    normal = weight * tank_loss(tables, Reach.NORMAL, fp, 4, 75.0)
    far = weight * tank_loss(tables, Reach.LONG, fp, 4, 75.0)
    cover = tables.cover[here]
    if is_squad(unit):
        hit_normal = 0.3 * worth * chance(tables, Reach.NORMAL, 6, cover, 1)
        hit_far = 0.3 * worth * chance(tables, Reach.LONG, 6, cover, 1)
        span = 5
    else:
        armour = tables.vehicle_armour[unit.kind] - (unit.damage > Damage.NONE) + cover
        hit_normal = vehicle_loss(tables, unit, worth, Reach.NORMAL, 9, armour)
        hit_far = vehicle_loss(tables, unit, worth, Reach.LONG, 9, armour)
        span = 7
    for cell in range(CELLS):
        if tables.sight[here, cell]:
            away = tables.distance[here, cell]
            if away <= 1:
                scratch.danger_armour[cell] += close
            elif away <= longest:
                scratch.danger_armour[cell] += normal
            elif away <= 2 * longest:
                scratch.danger_armour[cell] += far
            if away <= span:
                scratch.strike_armour[cell] = max(scratch.strike_armour[cell], hit_normal)
            elif away <= 2 * span:
                scratch.strike_armour[cell] = max(scratch.strike_armour[cell], hit_far)


@jit
def shelter(cover):
    """Share of the danger that cover lets through."""
    if cover <= 0:
        return 1.0
    if cover == 1:
        return 0.78
    if cover == 2:
        return 0.6
    return 0.45 if cover == 3 else 0.3


@jit
def place_value(state, tables, scratch, slot, cell):
    """The worth of a hex in which one of the viewer's units ends its activation."""
    unit = state.units[slot]
    squad = is_squad(unit)
    if not squad:
        return vehicle_place(state, tables, scratch, slot, cell)
    pull = 1.0
    strike = 0.5
    danger = 1.0
    if unit.figures[Figure.MORTAR]:
        pull = 0.25
        strike = 0.1
    elif unit.figures[Figure.MACHINE_GUN]:
        pull = 0.6
        strike = 0.9
    elif unit.figures[Figure.OFFICER]:
        pull = 0.85
    cover = tables.cover[cell]
    if unit.cell == cell:
        if unit.fort == Fort.ENTRENCHMENT:
            cover += tables.trench_cover
        elif unit.fort == Fort.PILLBOX:
            cover += tables.pillbox_cover
    thin = strength_of(unit) / 4.0
    value = pull * scratch.pull[cell] + strike * thin * scratch.strike[cell]
    value -= danger * shelter(cover) * scratch.danger[cell] * scratch.worth[slot] / 20.0
    value += 0.12 * cover + 0.2 * tables.level[cell]
    if unit.cell != cell:
        if state.marks[Mark.MINES, cell]:
            value -= 6.0
        elif state.marks[Mark.WIRE, cell]:
            value -= 1.5
    return value


@jit
def vehicle_place(state, tables, scratch, slot, cell):
    """`place_value` of a vehicle. Strategy notes 14 and 15."""
    unit = state.units[slot]
    armed = tables.vehicle_fp[seat_of(slot), unit.kind, 0] > 0
    value = (0.8 if armed else 0.2) * scratch.pull[cell]
    if armed:
        value += 0.3 * scratch.strike_armour[cell]
    exposed = 0.1 if tables.vehicle_heavy[unit.kind] else 0.5
    value -= exposed * shelter(tables.cover[cell]) * scratch.danger_armour[cell] * scratch.worth[slot] / 75.0
    if unit.cell != cell and state.marks[Mark.MINES, cell]:
        value -= 15.0
    return value


@jit
def later_fire(state, scratch, slot, cell):
    """The worth that the halved fire of a unit may have from another hex."""
    if is_squad(state.units[slot]):
        return 0.45 * scratch.strike[cell]
    return 0.15 * scratch.strike_armour[cell]  # half the dice are far less than half the hits against armour


@jit
def seen_hexes(tables, cell):
    """Hexes in line of sight within six hexes."""
    n = 0
    for other in range(CELLS):
        if tables.sight[cell, other] and tables.distance[cell, other] <= 6:
            n += 1
    return n


@jit
def is_marked(state, cell):
    """True if any marker lies in a hex."""
    for mark in range(MARKS):
        if state.marks[mark, cell]:
            return True
    return False
