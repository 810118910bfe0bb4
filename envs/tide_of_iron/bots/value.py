"""What are a hit, a shot and an assault worth? Exact odds, in points of the price table (a regular figure is 5)."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.data.odds import MAX_BACK, MAX_DEFENCE, MAX_DICE, TAILS
from skirmish_rl.envs.tide_of_iron.rules.facts import (
    has_crew,
    has_medic,
    has_officer,
    has_operation,
    is_out,
    is_squad,
    is_steady,
    seat_of,
    strength_of,
)
from skirmish_rl.envs.tide_of_iron.rules.firing import attack_strength, defence_of, fire_of, halve, halvings_of, uses_flames
from skirmish_rl.envs.tide_of_iron.rules.shelling import mortar_fp, mortar_reach
from skirmish_rl.envs.tide_of_iron.rules.strengths import infantry_fp
from skirmish_rl.envs.tide_of_iron.state import (
    FIGURES,
    FORCE,
    Activation,
    Blow,
    Card,
    Condition,
    Damage,
    Deck,
    Figure,
    Fort,
    Operation,
    Part,
    Reach,
    Specialty,
)

PIN, SHAKE = 0.25, 0.5  # of a squad's value: what being pinned or disrupted costs it


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
    best_blow = Blow.NORMAL
    shooter = state.units[slot]
    times += halvings_of(state, tables, slot) + (shooter.condition == Condition.PINNED)
    first = Part.ALL
    last = Part.OTHERS if shooter.figures[Figure.MACHINE_GUN] > 0 else Part.ALL
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
def shell_value(state, tables, scratch, slot, cell):
    """Points that a mortar attack on a hex may be expected to cost the enemy, friends counted against it. Returns (points, Blow)."""
    best = 0.0
    chosen = Blow.SUPPRESSIVE
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
def attack_value(state, tables, scratch, blow):
    """Value of the running attack as it stands, in one type."""
    attack = state.attack[0]
    if attack.target < 0:
        value, _ = shell_value(state, tables, scratch, attack.lead, attack.cell)
        return value
    dice, reach = attack_strength(state, tables)
    defence = defence_of(state, tables, attack.target, blow, uses_flames(state, tables))
    return hit_value(state, tables, scratch, attack.target, reach, dice, defence, blow)


@jit
def artillery_value(state, tables, scratch, seat, card, cell):
    """Expected effect of off-board fire on a hex; for a wide attack also on those around it."""
    blow = Blow.SUPPRESSIVE if card == Card.SUPPRESSIVE_BARRAGE else Blow.NORMAL
    value = 0.0
    for slot in range(2 * FORCE):
        unit = state.units[slot]
        if not is_out(unit):
            continue
        away = tables.distance[unit.cell, cell]
        share = 0.0
        if away == 0:
            share = 1.0
        elif away == 1:
            share = 0.45 if card == Card.SUPPRESSIVE_BARRAGE else 0.1
        if share > 0.0 and (is_squad(unit) or blow == Blow.NORMAL):
            lost = hit_value(
                state, tables, scratch, slot, Reach.NORMAL, tables.card_dice[card], defence_of(state, tables, slot, blow, False), blow
            )
            value += share * lost if seat_of(slot) != seat else -1.3 * share * lost
    return value


@jit
def mean_hits(state, tables, slot, target):
    """Expected net hits of a unit's fire."""
    fp, reach = fire_of(state, tables, slot, Part.ALL, target)
    if fp == 0:
        return 0.0
    dice = min(24, halve(fp, halvings_of(state, tables, slot)))
    return tables.tail[reach, dice, min(12, defence_of(state, tables, target, Blow.NORMAL, False)), 0] + 0.0


@jit
def figure_price(tables, seat, figure):
    """Price of a figure, as what its loss costs."""
    return tables.figure_points[seat, figure] + 0.0


@jit
def typical_loss(tables, reach, fp):
    """Loss of a squad of four regulars without cover to fire of a given strength."""
    lost = 0.0
    for hits in range(1, 5):
        lost += chance(tables, reach, fp, 0, hits)
    return 5.0 * lost


@jit
def anti_tank_fire(tables, slot, unit):
    """(FP, range value) of a unit against vehicles. Clause: TI-SPC-01."""
    seat = seat_of(slot)
    if not is_squad(unit):
        return tables.vehicle_fp[seat, unit.kind, 1], tables.vehicle_range[seat, unit.kind, 1]
    fp = 0
    longest = 0
    for figure in range(FIGURES):
        if figure != Figure.MORTAR and unit.figures[figure]:
            fp += unit.figures[figure] * tables.figure_fp[seat, figure, 1]
            longest = max(longest, tables.figure_range[seat, figure, 1])
    if unit.specialty == Specialty.ANTI_TANK:
        return fp + tables.anti_tank_fp, tables.anti_tank_range
    return fp, longest


@jit
def tank_loss(tables, reach, fp, armour, worth):
    """Loss of an undamaged tank to fire of a given strength."""
    one = chance(tables, reach, fp, armour, 1)
    three = chance(tables, reach, fp, armour, 3)
    four = chance(tables, reach, fp, armour, 4)
    return worth * (0.3 * (one - three) + 0.65 * (three - four) + four)


@jit
def assault_prospect(state, tables, scratch, slot, cell, near):
    """The expected gain from an assault on a hex. Strategy note 8.

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
        back += halve(
            infantry_fp(tables, other, unit), halvings_of(state, tables, other) + (unit.condition == Condition.PINNED and not bold)
        )
    win = tables.assault_odds[min(dice, MAX_DICE), min(cover, MAX_DEFENCE), min(back, MAX_BACK)]
    own = scratch.worth[slot]
    lost = min(1.0, back / 2.0 / 4.0) * own
    hurt = min(1.0, max(0.0, dice / 2.0 - cover / 3.0) / 6.0) * stake
    value = win * (scratch.pull[cell] - scratch.pull[near] + 0.35 * stake) + hurt - lost
    return value, win


@jit
def watch_value(state, tables, scratch, slot):
    """The worth of Op Fire mode to a unit: enemies still to move that may come into its view. Strategy note 6."""
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
def deck_value(tables, seat, place):
    """Which decks are worth drawing from."""
    deck = tables.decks[seat, place]
    if deck == Deck.REINFORCEMENT:
        return 3.0
    if deck == Deck.ARTILLERY:
        return 2.0
    if deck == Deck.SUPPLY:
        return 2.2
    return 1.5 if deck == Deck.COMMAND else 1.0
