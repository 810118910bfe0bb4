"""What are a wound, a marker, an attack worth? Exact odds, in points of the warband lists."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.data.fields import MOST_NET
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.rules.measuring import foes_close, is_in_sight
from skirmish_rl.envs.trench_crusade.rules.strengths import condition_dice, keyword_marks, negates_fear
from skirmish_rl.envs.trench_crusade.state import ARMS, BATH, CHEAP_BATH, MARKERS, SLOTS, WIDTH, Status, Verb, act_of, has_done, seat_of

DOWN_SHARE = 0.2  # of a model's worth: to be Down
TOUGH_SHARE = 0.2  # to have stood the first OOA
NEXT_HIT = 0.6  # chance that a marker finds another use, strategy note 19
USUAL = 22.0  # points that a plain hit costs the usual model: 28% OOA and 31% Down of one of 60 points
OFF_HAND = 0.7  # of a blow with the second weapon: the first may have felled the target
MORE = 0.8  # of the first attack's value: each further one of an AUTOMATIC or CLEAVE weapon


@jit
def pass_chance(tables, net):
    """Chance of a Success Roll. Table T1."""
    return tables.pass_odds[min(max(net, -MOST_NET), MOST_NET) + MOST_NET, 0]


@jit
def critical_chance(tables, net):
    """Chance of a Critical Success. Table T1."""
    return tables.pass_odds[min(max(net, -MOST_NET), MOST_NET) + MOST_NET, 1]


@jit
def wound_value(state, tables, scratch, target, dice, modifier, pool, mark):
    """Points that an Injury Roll may be expected to cost a model. Tables T2, T3; TOUGH, Standfast.

    Args:
        pool: dice kept beyond two. mark: worth of one more blood marker on it.
    """
    unit = state.units[target]
    net = min(max(dice, -MOST_NET), MOST_NET) + MOST_NET
    row = min(max(modifier, -3), 3) + 3
    worth = scratch.worth[target]
    fallen = 2.0 * mark if unit.down else DOWN_SHARE * worth + mark
    if tables.traits[target, Trait.STANDFAST]:
        fallen = 1.0 * mark
    gone = 1.0 * worth
    if tables.traits[target, Trait.TOUGH] and unit.tough_used == 0:
        gone = TOUGH_SHARE * worth + fallen
    odds = tables.wound_odds[pool, net, row]
    return odds[3] * gone + odds[2] * fallen + odds[1] * mark


@jit
def fill_hoard(state, tables, scratch, slot):
    """Fill in the worth of a model's blood markers, and of one more, to its opponent: used on the next injury or on its rolls.

    Strategy notes 8, 9.
    """
    unit = state.units[slot]
    dice = 1 if unit.down else 0
    modifier = -min(3, tables.armour[slot])
    cost = CHEAP_BATH if unit.down else BATH
    base = wound_value(state, tables, scratch, slot, dice, modifier, 0, 0.0)
    net = max(tables.ranged[slot], tables.melee[slot])
    spoiled = (pass_chance(tables, net) - pass_chance(tables, net - 1)) * USUAL
    best = 0.0
    scratch.hoard[slot, 0] = 0.0
    for n in range(1, min(MARKERS, unit.blood + 1) + 1):
        best = max(best, wound_value(state, tables, scratch, slot, dice + n, modifier, 0, 0.0) - base)
        if n >= cost:
            best = max(best, wound_value(state, tables, scratch, slot, dice + n - cost, modifier, 1, 0.0) - base)
        scratch.hoard[slot, n] = scratch.later * NEXT_HIT * max(best, n * spoiled)
    blood = unit.blood
    scratch.mark[slot] = scratch.hoard[slot, min(MARKERS, blood + 1)] - scratch.hoard[slot, blood]


@jit
def best_wound(state, tables, scratch, target, dice, modifier, pool, cost):
    """An Injury Roll with the markers that are best spent on it, those kept counted. Strategy notes 6, 8, 10.

    Args:
        cost: markers that a Bloodbath costs.
    """
    blood = state.units[target].blood
    mark = scratch.mark[target] + 0.0
    best = wound_value(state, tables, scratch, target, dice, modifier, pool, mark)
    for n in range(1, blood + 1):
        spent = scratch.hoard[target, blood] - scratch.hoard[target, blood - n]
        best = max(best, wound_value(state, tables, scratch, target, dice + n, modifier, pool, mark) - spent)
        if n >= cost:
            best = max(best, wound_value(state, tables, scratch, target, dice + n - cost, modifier, pool + 1, mark) - spent)
    return best


@jit
def bath_of(state, target):
    """Markers that a Bloodbath costs."""
    return CHEAP_BATH if state.units[target].down else BATH


@jit
def armour_against(state, tables, weapon, target, critical):
    """INJURY MODIFIER of a weapon against a model."""
    armour = tables.armour[target]
    if tables.keyword[weapon, Keyword.IGNORE_ARMOUR] or (critical and tables.keyword[weapon, Keyword.BULLS_EYE]):
        armour = 0
    elif tables.keyword[weapon, Keyword.ASSASSIN] and state.units[target].down:
        armour = 0
    elif tables.keyword[weapon, Keyword.ARMOUR_PIERCING] and armour > 0:
        armour -= 1
    return tables.injury_modifier[weapon] - min(3, armour)


@jit
def hurt_dice(state, tables, slot):
    """Dice that a model's condition takes from its rolls, a marker that the opponent is likely to spend counted. Strategy note 2."""
    return condition_dice(state, tables, slot, False) - (1 if state.units[slot].blood else 0)


@jit
def strike_value(state, tables, scratch, weapon, target, net, dice):
    """An attack at given net dice and INJURY DICE: a hit, a Critical, the markers of keywords."""
    plain = wounding(state, tables, scratch, weapon, target, dice, False)
    if tables.keyword[weapon, Keyword.FLAMETHROWER]:
        return plain
    more = 1 + tables.keyword[weapon, Keyword.CRITICAL]
    return hit_value(tables, net, plain, wounding(state, tables, scratch, weapon, target, dice + more, True))


@jit
def hit_value(tables, net, plain, critical):
    """An attack at given net dice, from what a hit and a Critical are worth."""
    share = critical_chance(tables, net)
    return (pass_chance(tables, net) - share) * plain + share * critical


@jit
def wounding(state, tables, scratch, weapon, target, dice, critical):
    """The worth of a hit."""
    modifier = armour_against(state, tables, weapon, target, critical)
    pool = 1 if tables.keyword[weapon, Keyword.DEADLY] else 0
    value = best_wound(state, tables, scratch, target, dice, modifier, pool, bath_of(state, target))
    return value + keyword_marks(tables, weapon, target) * scratch.mark[target]


@jit
def ranged_net(state, tables, scratch, slot, weapon, target, long, cover):
    """Net dice of a shot. Table T4."""
    net = tables.ranged[slot] + tables.weapon_dice[weapon] + scratch.hurt[slot]
    if long and tables.keyword[weapon, Keyword.SHOTGUN] == 0 and tables.keyword[weapon, Keyword.IGNORE_LONG_RANGE] == 0:
        net -= 1
    covered = cover or state.units[target].covered or tables.traits[target, Trait.COVER]
    if covered and tables.keyword[weapon, Keyword.IGNORE_COVER] == 0:
        net -= 1
    return net - 1 if tables.traits[target, Trait.STALKER] else net


@jit
def ranged_injury(tables, weapon, long):
    """INJURY DICE of a shot."""
    dice = tables.injury_dice[weapon]
    if long:
        return dice - 1 if tables.keyword[weapon, Keyword.SHOTGUN] else dice
    return dice + 1 if tables.keyword[weapon, Keyword.POINT_BLANK] else dice


@jit
def ranged_value(state, tables, scratch, slot, weapon, target, long, cover, bonus):
    """A Shoot Action with a weapon at one model. Table T4.

    Args:
        long, cover: 1 if the target is so far, so covered. bonus: dice of aiming.
    """
    net = ranged_net(state, tables, scratch, slot, weapon, target, long, cover) + bonus
    value = strike_value(state, tables, scratch, weapon, target, net, ranged_injury(tables, weapon, long))
    return value * (1.0 + MORE * (tables.automatic[weapon] - 1))


@jit
def fill_shots(state, tables, scratch, slot, weapon, target, share, values):
    """A share of the four `ranged_value`s of a weapon against a model: 2 * at long range + in cover."""
    share = share * (1.0 + MORE * (tables.automatic[weapon] - 1))
    more = 1 + tables.keyword[weapon, Keyword.CRITICAL]
    sure = tables.keyword[weapon, Keyword.FLAMETHROWER] != 0
    plain = 0.0
    critical = 0.0
    for k in range(4):
        long = k >> 1
        dice = ranged_injury(tables, weapon, long)
        if k == 0 or (k == 2 and dice != ranged_injury(tables, weapon, 0)):
            plain = wounding(state, tables, scratch, weapon, target, dice, False)
            critical = plain + 0.0 if sure else wounding(state, tables, scratch, weapon, target, dice + more, True)
        net = ranged_net(state, tables, scratch, slot, weapon, target, long, k & 1)
        values[k] = share * (plain if sure else hit_value(tables, net, plain, critical))


@jit
def splash_value(state, tables, scratch, slot, weapon, cell, target):
    """What a blast does to all models around a cell but its target: enemies counted, the attacker's friends taken off.

    Strategy note 16.
    """
    total = 0.0
    for other in range(SLOTS):
        unit = state.units[other]
        if other == target or unit.status != Status.ON_BOARD or not is_in_sight(tables, cell, unit.cell):
            continue
        rise = abs(tables.height[cell] - tables.height[unit.cell])
        if distance2(WIDTH, cell, unit.cell) <= tables.blast_span[rise, tables.blast[weapon]]:
            value = wounding(state, tables, scratch, weapon, other, tables.injury_dice[weapon], False)
            total += value if seat_of(other) != seat_of(slot) else -1.2 * value
    return total


@jit
def blow_dice(state, tables, scratch, slot, target, charged, cover):
    """Dice of all of a model's blows at a target, its skill and weapons left out. Table T4."""
    dice = scratch.hurt[slot]
    if cover or state.units[target].covered or tables.traits[target, Trait.COVER]:
        dice -= 1
    if tables.traits[target, Trait.FEAR] and not negates_fear(state, tables, slot):
        dice -= 1
    if charged and tables.traits[target, Trait.BLOCK]:
        dice -= 1
    act = act_of(state, slot)
    return dice + 1 if act >= 0 and state.acts[act].dive else dice


@jit
def weigh_hits(state, tables, scratch, slot, weapon, target):
    """Leave in `scratch` what a hit with a melee weapon is worth, and a Critical."""
    dice = tables.injury_dice[weapon]
    if state.units[target].down:
        dice += 1 + tables.traits[slot, Trait.FINISH]
    scratch.hit = wounding(state, tables, scratch, weapon, target, dice, False)
    scratch.critical = wounding(state, tables, scratch, weapon, target, dice + 1 + tables.keyword[weapon, Keyword.CRITICAL], True)


@jit
def struck_value(tables, scratch, slot, weapon, dice, off_hand):
    """The attacks of one melee weapon, from `weigh_hits` and `blow_dice`. Table T4."""
    skill = tables.melee[slot]
    if tables.keyword[weapon, Keyword.PISTOL]:
        skill = max(skill, tables.ranged[slot])
    net = skill + tables.weapon_dice[weapon] + dice
    if off_hand and tables.keyword[weapon, Keyword.IGNORE_OFF_HAND] == 0:
        net -= 1
    return hit_value(tables, net, scratch.hit, scratch.critical) * (1.0 + MORE * (tables.cleave[weapon] - 1))


@jit
def blow_value(state, tables, scratch, slot, weapon, target, off_hand, charged, cover):
    """The attacks of one melee weapon. Table T4."""
    weigh_hits(state, tables, scratch, slot, weapon, target)
    return struck_value(tables, scratch, slot, weapon, blow_dice(state, tables, scratch, slot, target, charged, cover), off_hand)


@jit
def fight_value(state, tables, scratch, slot, target, charged, cover):
    """A Fight Action: the best weapon, and the best off-hand one after it. Clause: TC-MEL-05."""
    dice = blow_dice(state, tables, scratch, slot, target, charged, cover)
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon >= 0 and tables.melee_weapon[weapon]:
            weigh_hits(state, tables, scratch, slot, weapon, target)
            scratch.first[k] = struck_value(tables, scratch, slot, weapon, dice, False)
            scratch.second[k] = OFF_HAND * struck_value(tables, scratch, slot, weapon, dice, True)
    best = 0.0
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon < 0 or tables.melee_weapon[weapon] == 0:
            continue
        second = 0.0
        for other in range(ARMS):
            if tables.pair[slot, k, other]:
                second = max(second, scratch.second[other])
        best = max(best, scratch.first[k] + second)
    return best


@jit
def has_charged(state, slot):
    """True if a model took a Charge in this activation."""
    act = act_of(state, slot)
    return act >= 0 and has_done(state.acts[act], Verb.CHARGE)


@jit
def stray_share(state, tables, slot, target):
    """The share of a shot at a model in melee with the shooter's friends that still hits the model. Clause: TC-RNG-10."""
    cell = state.units[target].cell
    return 0.3 if foes_close(state, tables, target, cell) else 1.0
