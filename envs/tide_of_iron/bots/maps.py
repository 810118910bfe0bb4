"""What is it worth? Exact odds and position values, shared by the bots and the action features.

Everything is in points of the price table (a regular figure is 5) as seen by one seat, the *viewer*. `appraise` works out
once per position what `score` (one number per legal action, the strong bot's opinion) and `describe` (features for learners)
read: maps of danger, of targets and of pull towards objectives, and plans of the viewer's units. Rules never depend on this
file; it follows the dossier's strategy notes.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.ruleset import pack_dtype
from skirmish_rl.envs.tide_of_iron.data.odds import MAX_DEFENCE, MAX_DICE, TAILS
from skirmish_rl.envs.tide_of_iron.rules.firing import defence_of, fire_of, halve, halvings_of
from skirmish_rl.envs.tide_of_iron.rules.scoring import value_of
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FIGURES,
    FORCE,
    OBJECTIVES,
    ORDERS,
    SLOTS,
    Activation,
    Blow,
    Condition,
    Damage,
    Figure,
    Fort,
    Goal,
    Mark,
    Part,
    Reach,
    Specialty,
    Status,
    Victory,
    is_out,
    is_squad,
    seat_of,
    strength_of,
)  # fmt: skip

CONTEXT = 24
VP = 14.0  # points that a victory point is worth each time it is received
INCOME = 3.0  # points that a command is worth
PIN, SHAKE = 0.25, 0.5  # of a squad's value: what being pinned or disrupted costs it

SCRATCH = pack_dtype([
    ("danger", "f4", (CELLS,)),  # loss to expect on a hex from enemy fire in the rest of this phase, without its cover
    ("strike", "f4", (CELLS,)),  # loss that a full squad could do to enemies in sight of a hex
    ("danger_armour", "f4", (CELLS,)),  # the same two for vehicles, a tank of 75 points
    ("strike_armour", "f4", (CELLS,)),
    ("pull", "f4", (CELLS,)),  # of the objectives
    ("left", "i1", (CELLS,)),  # movement points left on reaching a hex, -1 if out of reach
    ("first", "i1", (CELLS,)),  # first step towards it
    ("queue", "i2", (CELLS,)),
    ("plan", "f4", (ORDERS, FORCE)),  # gain of each order for each of the viewer's units
    ("goal", "i2", (ORDERS, FORCE)),  # hex or target behind it, -1
    ("worth", "f4", (SLOTS,)),
    ("need", "f4", (OBJECTIVES,)),  # what standing on an objective is worth now
    ("facts", "f4", (CONTEXT,)),  # the same for every action of the position, see description.prepare
    ("shot", "f4"),  # value of firing before the running movement
    ("viewer", "i1"),
    ("planned", "u1"),
])  # fmt: skip


@jit
def chance(tables, reach, dice, defence, hits):
    """Chance of at least so many net hits; hits = 0 gives the mean."""
    return tables.tail[reach, min(dice, MAX_DICE), min(max(defence, 0), MAX_DEFENCE), min(hits, TAILS - 1)]


@jit
def eagerness(unit):
    """What being pinned costs beside the points: a unit that has still to act loses more."""
    if unit.activation == Activation.FRESH:
        return 1.0
    return 1.2 if unit.activation == Activation.OP_FIRE else 0.35


@jit
def hit_value(state, tables, scratch, target, reach, dice, defence, blow):
    """Points an attack may be expected to cost a unit.

    Args:
        dice, defence: attack and defence dice. blow: Blow.
    """
    unit = state.units[target]
    worth = scratch.worth[target]
    if not is_squad(unit):
        return vehicle_loss(tables, unit, worth, reach, dice, defence)
    if blow == Blow.NORMAL:
        n = strength_of(unit)
        lost = 0.0
        for hits in range(1, min(n, TAILS - 1) + 1):
            lost += chance(tables, reach, dice, defence, hits)
        return worth * lost / max(1, n)
    eager = eagerness(unit)
    one = chance(tables, reach, dice, defence, 1)
    three = chance(tables, reach, dice, defence, 3)
    four = chance(tables, reach, dice, defence, 4)
    if unit.condition == Condition.NONE:
        return worth * (PIN * eager * (one - three) + (SHAKE * eager + 0.15) * (three - four) + four)
    if unit.condition == Condition.PINNED:
        return worth * ((SHAKE - PIN + 0.1) * (one - three) + 0.85 * three)
    return worth * 0.7 * one


@jit
def vehicle_loss(tables, unit, worth, reach, dice, defence):
    """Points an attack may be expected to cost a vehicle. Clauses: TI-VEH-02..04."""
    one = chance(tables, reach, dice, defence, 1)
    three = chance(tables, reach, dice, defence, 3)
    if unit.damage == Damage.NONE:
        four = chance(tables, reach, dice, defence, 4)
        return worth * (0.3 * (one - three) + 0.65 * (three - four) + four)
    if unit.damage == Damage.LIGHT:
        return worth * (0.8 * (one - three) + 1.4 * three)
    return worth * 1.2 * one


@jit
def fire_value(state, tables, scratch, slot, target, times, bonus):
    """Best value of a unit's fire at another, over parts and types of attack, and the type.

    Args:
        times: halvings beside those of place and state. bonus: FP added first.

    Returns:
        (points, Blow).
    """
    best = 0.0
    best_blow = Blow.NORMAL + 0
    shooter = state.units[slot]
    times += halvings_of(state, tables, slot) + (shooter.condition == Condition.PINNED)
    first = Part.ALL + 0
    last = Part.OTHERS + 0 if shooter.figures[Figure.MACHINE_GUN] > 0 else Part.ALL + 0
    squad = is_squad(state.units[target])
    near = tables.distance[shooter.cell, state.units[target].cell] <= 1
    flames = near and shooter.specialty == Specialty.FLAMETHROWER
    for blow in range(2 if squad else 1):
        defence = defence_of(state, tables, target, blow, flames)
        for part in range(first, last + 1):
            fp, reach = fire_of(state, tables, slot, part, target)
            if fp == 0:
                continue
            value = hit_value(state, tables, scratch, target, reach, halve(fp + bonus, times), defence, blow)
            if value > best:
                best = value
                best_blow = blow
    return best, best_blow


@jit
def typical_loss(tables, reach, fp):
    """Loss of a squad of four regulars without cover to fire of a given strength."""
    lost = 0.0
    for hits in range(1, 5):
        lost += chance(tables, reach, fp, 0, hits)
    return 5.0 * lost


@jit
def appraise(state, tables, scratch):
    """Write the maps for the seat that must decide."""
    viewer = max(state.decider, 0)
    scratch.viewer = viewer
    scratch.planned = 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        scratch.worth[slot] = 0.5 * value_of(tables, slot, unit) if unit.status == Status.ON_MAP else 0.0
    write_needs(state, tables, scratch)
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
            cast_danger(state, tables, scratch, slot)
            cast_strike(state, tables, scratch, slot)
            if armoured:
                cast_armour(state, tables, scratch, slot)


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
def write_needs(state, tables, scratch):
    """What standing on each objective is worth to the viewer now. Strategy notes 11 and 13."""
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
def cast_danger(state, tables, scratch, slot):
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
                longest = max(longest, tables.figure_range[seat, figure, 0] + 0)
        if unit.figures[Figure.MORTAR] and fp < 4:
            fp = 4
            longest = 6
    else:
        fp = tables.vehicle_fp[seat, unit.kind, 0] + 0
        longest = tables.vehicle_range[seat, unit.kind, 0] + 0
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
def cast_strike(state, tables, scratch, slot):
    """Mark the hexes from which a squad could fire at an enemy; the best target counts."""
    unit = state.units[slot]
    if not is_squad(unit):
        return
    defence = tables.cover[unit.cell] + 0
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
def anti_tank_fire(tables, slot, unit):
    """(FP, range value) of a unit against vehicles. Clause: TI-SPC-01."""
    seat = seat_of(slot)
    if not is_squad(unit):
        return tables.vehicle_fp[seat, unit.kind, 1] + 0, tables.vehicle_range[seat, unit.kind, 1] + 0
    fp = 0
    longest = 0
    for figure in range(FIGURES):
        if figure != Figure.MORTAR and unit.figures[figure]:
            fp += unit.figures[figure] * tables.figure_fp[seat, figure, 1]
            longest = max(longest, tables.figure_range[seat, figure, 1] + 0)
    if unit.specialty == Specialty.ANTI_TANK:
        return fp + tables.anti_tank_fp, tables.anti_tank_range + 0
    return fp, longest


@jit
def tank_loss(tables, reach, fp, armour, worth):
    """Loss of an undamaged tank to fire of a given strength."""
    one = chance(tables, reach, fp, armour, 1)
    three = chance(tables, reach, fp, armour, 3)
    four = chance(tables, reach, fp, armour, 4)
    return worth * (0.3 * (one - three) + 0.65 * (three - four) + four)


@jit
def cast_armour(state, tables, scratch, slot):
    """Danger from, and targets among, the enemies of the viewer's tanks. Strategy note 14."""
    unit = state.units[slot]
    here = unit.cell
    worth = scratch.worth[slot]
    fp, longest = anti_tank_fire(tables, slot, unit)
    weight = 0.8 * weight_of(unit)
    close = weight * tank_loss(tables, Reach.CLOSE, fp, 4, 75.0)
    normal = weight * tank_loss(tables, Reach.NORMAL, fp, 4, 75.0)
    far = weight * tank_loss(tables, Reach.LONG, fp, 4, 75.0)
    cover = tables.cover[here] + 0
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
    """What it is worth that one of the viewer's units ends its activation in a hex."""
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
    cover = tables.cover[cell] + 0
    if unit.cell == cell:
        if unit.fort == Fort.ENTRENCHMENT:
            cover += tables.trench_cover
        elif unit.fort == Fort.PILLBOX:
            cover += tables.pillbox_cover
    thin = strength_of(unit) / 4.0
    value = pull * scratch.pull[cell] + strike * thin * scratch.strike[cell]
    value -= danger * shelter(cover) * scratch.danger[cell] * scratch.worth[slot] / 20.0
    value += 0.12 * cover + 0.2 * tables.level[cell]
    marks = state.marks[cell]
    if unit.cell != cell and marks & (Mark.WIRE | Mark.MINES):
        value -= 6.0 if marks & Mark.MINES else 1.5
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
    value -= exposed * shelter(tables.cover[cell] + 0) * scratch.danger_armour[cell] * scratch.worth[slot] / 75.0
    marks = state.marks[cell]
    if unit.cell != cell and marks & Mark.MINES:
        value -= 15.0
    return value
