"""What are a fighter, an attack and a reaction worth? Exact odds, in points of fighters; the dossier's strategy notes 1-3 and 10."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.data.odds import HALVED, KEEN, MOST_DICE, MOST_WOUNDS, TURNED
from skirmish_rl.envs.warcry.rules.measuring import has_cover
from skirmish_rl.envs.warcry.rules.strengths import aura_of, is_missile
from skirmish_rl.envs.warcry.state import WEAPONS, Boost, Reaction, Status, Twist, Victory, seat_of  # fmt: skip

_DOWN = 0.6  # share of a fighter's worth that is lost only when it is taken down; the rest goes with its Wounds


@jit
def wounds_of(state, tables, slot):
    """Wounds that a fighter has left."""
    return max(tables.unit_wounds[slot] - state.units[slot].damage, 1)


@jit
def comparison(strength, toughness):
    """Row of the hit table. Clause: WC-ATK-07."""
    return 0 if strength > toughness else 1 if strength == toughness else 2


@jit
def kill_chance(tables, kind, dice, hit, critical, spared, wounds):
    """Chance that an attack deals so many damage points at least.

    Args:
        kind: class of `data.odds`. spared: criticals that count as hits at most.
    """
    dice = min(dice, MOST_DICE)
    total = 0.0
    for k in range(dice + 1):
        real = max(k - spared, 0)
        missing = wounds - real * critical - (k - real) * hit
        hits = 0 if missing <= 0 else (missing + hit - 1) // max(hit, 1)
        if hits <= dice - k:
            total += tables.tail[kind, dice, k, hits]
    return total


@jit
def share_lost(tables, kind, dice, hit, critical, spared, wounds):
    """Share of a fighter's worth that an attack may be expected to cost, by the Wounds it has left."""
    dice = min(dice, MOST_DICE)
    hit = max(hit, 1)
    mean = dice * (tables.rate[kind, 0] * hit + tables.rate[kind, 1] * critical)
    if spared > 0:
        mean -= min(dice * tables.rate[kind, 1], spared) * (critical - hit)
    return _DOWN * kill_chance(tables, kind, dice, hit, critical, spared, wounds) + (1.0 - _DOWN) * min(mean / wounds, 1.0)


@jit
def loss_of(state, tables, scratch, slot, damage, chance):
    """The cost of damage points to a fighter's side, if they come with a chance."""
    left = wounds_of(state, tables, slot)
    share = 1.0 if damage >= left else (1.0 - _DOWN) * damage / left
    return chance * share * scratch.worth[slot]


@jit
def quick_share(tables, slot, weapon, target, wounds, twice):
    """`share_lost` of one attack with a weapon, or of two, without anything that changes them."""
    row = comparison(tables.weapon_strength[slot, weapon], tables.unit_toughness[target])
    mean = tables.weapon_kill[slot, weapon, twice, row, 0]
    return _DOWN * tables.weapon_kill[slot, weapon, twice, row, min(wounds, MOST_WOUNDS)] + (1.0 - _DOWN) * min(mean / wounds, 1.0)


@jit
def worth_of(state, tables, slot, point):
    """The worth of a fighter on the board to its side. Strategy notes 2 and 16."""
    value = tables.unit_points[slot] + 0.0
    seat = seat_of(slot)
    if slot == tables.leader[seat]:
        value += point * tables.for_leader
    if tables.for_tally > 0 or tables.for_wounds > 0:
        value *= 1.25
    if state.units[slot].treasure >= 0:
        value += 0.8 * treasure_price(state, tables, point)
    return value


@jit
def treasure_price(state, tables, point):
    """The worth of carrying a treasure: it counts when the battle ends, and much may happen before."""
    left = tables.rounds - state.round
    return point * (3.0 if left <= 0 else 2.0 if left == 1 else 1.2)


@jit
def point_value(state, tables):
    """The worth of a victory point, in points of fighters: there are fewer to win in a battle for treasure."""
    if tables.victory == Victory.HOARD or tables.victory == Victory.RELIC:
        return 70.0
    return 35.0


@jit
def toughness_now(state, tables, slot, target, cover):
    """Toughness of a target as it stands."""
    n = tables.unit_toughness[target] + aura_of(state, tables, target, False, 6)
    if tables.twist == Twist.HARDY:
        n += 1
    return n + 1 if cover else n


@jit
def attack_share(state, tables, slot, weapon, target, cover, dice, strength, damage, keen, reaction):
    """Share of a target's worth that an attack may be expected to cost.

    Args:
        dice, strength, damage, keen: more than the fighter has now. reaction: made against it.
    """
    unit = state.units[slot]
    power = tables.weapon_strength[slot, weapon] + strength
    dice += tables.weapon_attacks[slot, weapon]
    if slot == state.active:
        dice += state.boosts[Boost.NEXT_ATTACKS]
        damage += state.boosts[Boost.DAMAGE]
        keen = keen or state.boosts[Boost.KEEN] > 0
    if not is_missile(tables, slot, weapon):
        power += unit.unleashed
        dice += unit.unleashed + aura_of(state, tables, slot, True, 9)
        if slot == state.active:
            power += state.boosts[Boost.STRENGTH]
            dice += state.boosts[Boost.ATTACKS]
    kind = comparison(power, toughness_now(state, tables, slot, target, cover))
    if keen:
        kind += KEEN
    if state.units[target].cowering:
        kind += TURNED
    elif reaction == Reaction.TAKE_COVER:
        kind += HALVED
    hit = tables.weapon_hit[slot, weapon] + damage
    critical = tables.weapon_critical[slot, weapon] + damage
    if reaction == Reaction.BRUTE_RESILIENCE:
        hit = max(hit - 1, 1)
    spared = 2 if reaction == Reaction.CLASHING_IRON else 0
    return share_lost(tables, kind, dice, hit, critical, spared, wounds_of(state, tables, target))


@jit
def attack_value(state, tables, scratch, slot, weapon, target, dice, strength, damage, keen):
    """Points that an attack from where a fighter stands may be expected to gain. Strategy notes 2 and 3."""
    cover = has_cover(state, tables, slot, target)
    share = attack_share(state, tables, slot, weapon, target, cover, dice, strength, damage, keen, Reaction.NONE)
    return share * scratch.worth[target] * eagerness(state, target) - answer_cost(state, tables, scratch, slot, weapon, target)


@jit
def eagerness(state, target):
    """Enemies that are still to act are worth more: what they would do is lost too. Strategy note 7."""
    unit = state.units[target]
    if unit.activated == 0:
        return 1.2
    return 1.1 if unit.waiting else 1.0


@jit
def answer_cost(state, tables, scratch, slot, weapon, target):
    """The expected cost of a Counter to the attacker. Strategy note 10; table T10."""
    unit = state.units[target]
    if is_missile(tables, slot, weapon) or (unit.activated and unit.waiting == 0):
        return 0.0
    row = comparison(tables.weapon_strength[slot, weapon], tables.unit_toughness[target])
    return 0.3 * counter_value(state, tables, scratch, slot, row, tables.weapon_attacks[slot, weapon])


@jit
def counter_value(state, tables, scratch, slot, row, dice):
    """The expected cost to the attacker of a Counter to an attack of so many dice. Clause: WC-REACT-09."""
    left = wounds_of(state, tables, slot)
    dice = min(dice, MOST_DICE)
    both = tables.counter[row, dice, 2]
    ones = tables.counter[row, dice, 0] - both
    misses = tables.counter[row, dice, 1] - both
    few = tables.counter_more
    some = tables.counter_damage
    chance = 0.0
    if left <= few + some:
        chance += both
    if left <= some:
        chance += ones
    if left <= few:
        chance += misses
    mean = ones * some + misses * few + both * (few + some)
    return scratch.worth[slot] * (_DOWN * chance + (1.0 - _DOWN) * min(mean / left, 1.0))


@jit
def impact_loss(state, tables, scratch, slot):
    """The expected cost of an impact roll to a fighter. Clause: WC-FALL-06."""
    total = 0.0
    for face in range(6):
        total += loss_of(state, tables, scratch, slot, tables.impact[face], 1.0)
    return total / 6.0


@jit
def far_range(tables, slot):
    """The longest range of a fighter's weapons, in inches."""
    far = tables.weapon_max[slot, 0]
    for weapon in range(1, WEAPONS):
        far = max(far, tables.weapon_max[slot, weapon])
    return far


@jit
def actions_of(state, slot):
    """Actions that a fighter can still make in this round."""
    unit = state.units[slot]
    if unit.status != Status.ON_BOARD:
        return 0
    if slot == state.active:
        return state.actions_left
    if unit.waiting:
        return 1
    return 0 if unit.activated else 2 - unit.lost


@jit
def action_value(state, tables, scratch, slot):
    """The worth of one action of a fighter: half of what it could do to an enemy, or a small part of its price."""
    return 0.45 * scratch.strike[slot] + 0.02 * scratch.worth[slot]
