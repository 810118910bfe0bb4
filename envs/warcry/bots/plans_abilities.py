"""What does an ability add to an activation, and what is its set worth to others? Strategy notes 3, 14 and 15."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.maps import best_strike
from skirmish_rl.envs.warcry.bots.plans import AGAIN, way_cost
from skirmish_rl.envs.warcry.bots.value import attack_share, attack_value, eagerness, far_range, loss_of, wounds_of
from skirmish_rl.envs.warcry.rules.abilities import is_choice
from skirmish_rl.envs.warcry.rules.attacking import can_attack
from skirmish_rl.envs.warcry.rules.fighters import is_eligible
from skirmish_rl.envs.warcry.rules.measuring import gap2, halves2, has_cover, is_enemy_near, is_engaged, is_within
from skirmish_rl.envs.warcry.rules.moving import move_of
from skirmish_rl.envs.warcry.rules.strengths import is_missile
from skirmish_rl.envs.warcry.state import (
    FORCE,
    SLOTS,
    TENTHS,
    WIDTH,
    Ability,
    Boost,
    Faction,
    Reaction,
    Runemark,
    Status,
    has_mark,
    height_of,
    seat_of,
    set_of,
)  # fmt: skip

_DOUBLE, _TRIPLE, _QUAD = 2.0, 4.5, 8.0  # what a set is worth to the friends that are still to act


@jit
def set_cost(state, scratch, seat, face):
    """The worth of a set to the friends that are still to act: larger ones and higher scores more. Strategy notes 14 and 15."""
    size = set_of(state, seat, face)
    value = _DOUBLE if size == 2 else _TRIPLE if size == 3 else _QUAD
    return (value + 0.12 * face) * min(scratch.mine_left, 3) / 3.0 + 0.02 * face + 0.05 * size


@jit
def planned(state, scratch):
    """(target, weapon, attacks) that the active fighter probably makes in this activation; target -1 for none."""
    left = state.actions_left
    if scratch.hit_target >= 0:
        return scratch.hit_target, scratch.hit_weapon, 1.0 if left == 1 else 1.0 + AGAIN if left == 2 else 0.0
    if left == 2 and scratch.far_target >= 0:
        return scratch.far_target, scratch.far_weapon, 1.0
    return -1, 0, 0.0


@jit
def more_value(state, tables, scratch, slot, dice, strength, damage, keen, melee, attacks_most):
    """What a boost adds to the attacks that the fighter plans. Strategy notes 3 and 14."""
    target, weapon, attacks = planned(state, scratch)
    if target < 0 or attacks == 0.0 or (melee and is_missile(tables, slot, weapon)):
        return 0.0
    cover = target == scratch.hit_target and has_cover(state, tables, slot, target)
    before = attack_share(state, tables, slot, weapon, target, cover, 0, 0, 0, False, Reaction.NONE)
    after = attack_share(state, tables, slot, weapon, target, cover, dice, strength, damage, keen, Reaction.NONE)
    return (after - before) * scratch.worth[target] * min(attacks, attacks_most)


@jit
def thrown_value(state, tables, scratch, target, some, full, dice, value):
    """The cost to an enemy of dice thrown at it: 1 damage from some face on, `value` from `full` on. Clauses: WC-IRON-01, WC-RAVEN-01."""
    much = (7 - full) / 6.0
    little = (full - some) / 6.0
    if dice == 1:
        return loss_of(state, tables, scratch, target, value, much) + loss_of(state, tables, scratch, target, 1, little)
    none = 1.0 - much - little
    total = loss_of(state, tables, scratch, target, 2 * value, much * much) + loss_of(
        state, tables, scratch, target, 1 + value, 2.0 * much * little
    )
    total += loss_of(state, tables, scratch, target, value, 2.0 * much * none) + loss_of(
        state, tables, scratch, target, 2, little * little
    )
    return total + loss_of(state, tables, scratch, target, 1, 2.0 * little * none)


@jit
def aim_value(state, tables, scratch, slot, ability, value, other):
    """The gain from picking a fighter for an ability."""
    if ability == Ability.BOLAS:
        return thrown_value(state, tables, scratch, other, 4, 6, 2, value) * eagerness(state, other)
    if ability == Ability.DART:
        return thrown_value(state, tables, scratch, other, 2, 5, 1, value) * eagerness(state, other)
    if ability == Ability.RAM or ability == Ability.POUNCE or ability == Ability.WHIRLWIND:
        return loss_of(state, tables, scratch, other, value, 1.0) * eagerness(state, other)
    if ability == Ability.INSPIRING_PRESENCE:
        return 0.4 * best_strike(state, tables, scratch, other) if scratch.theirs_left > 0 else 0.0
    if ability == Ability.HARRY:
        if is_enemy_near(state, tables, seat_of(other), state.units[other].node, 1) and state.units[other].harried == 0:
            return 0.06 * scratch.worth[other] + 0.05 * scratch.worth[other] * (tables.weapon_min[other, 0] > 0)
        return 0.0
    if ability == Ability.BEASTMASTER:
        return bonus_attack(state, tables, scratch, other, -1)
    if ability == Ability.HUNTING_PACK:
        return bonus_attack(state, tables, scratch, other, slot)
    return 0.0


@jit
def bonus_attack(state, tables, scratch, slot, near):
    """The best attack of any fighter of the viewer from where it stands."""
    best = 0.0
    foe = 1 - seat_of(slot)
    engaged = is_engaged(state, tables, slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[target].status != Status.ON_BOARD:
            continue
        for weapon in range(tables.unit_weapons[slot]):
            longest = tables.weapon_max[slot, weapon]
            if gap2(tables, state.units[slot].node, state.units[target].node) <= halves2(longest):
                if can_attack(state, tables, slot, weapon, target, near, engaged):
                    best = max(best, attack_value(state, tables, scratch, slot, weapon, target, 0, 0, 0, False))
    return best


@jit
def best_aim(state, tables, scratch, slot, ability, value):
    """The best of those whom an ability may be for; the sum of all for one that hits everybody."""
    best = 0.0
    total = 0.0
    for other in range(SLOTS):
        if state.units[other].status == Status.ON_BOARD and is_choice(state, tables, slot, ability, other):
            gain = aim_value(state, tables, scratch, slot, ability, value, other)
            best = max(best, gain)
            total += gain
    return total if ability == Ability.WHIRLWIND else best


@jit
def charge_value(state, tables, scratch, slot, inches):
    """The best attack after a bonus move of some length."""
    best = scratch.hit_now + 0.0
    if scratch.engaged:
        return best
    move = inches + far_range(tables, slot)
    for k in range(scratch.n_foes):
        target = scratch.foe_slot[k]
        if gap2(tables, state.units[slot].node, state.units[target].node) <= halves2(move):
            best = max(best, scratch.want[k] + 0.0)
    return best


@jit
def ability_gain(state, tables, scratch, slot, ability, value):
    """What an ability adds to the fighter's activation, its set left aside. Strategy notes 14 and 15."""
    left = state.actions_left
    unit = state.units[slot]
    if ability == Ability.RUSH:
        if left < 1:
            return 0.0
        if left > 1 and scratch.hit_target < 0 and scratch.hit_rush > scratch.hit_far:
            return 0.7 * (scratch.hit_rush - scratch.hit_far)
        return 0.5 if scratch.hit_target < 0 else 0.0
    if ability == Ability.ONSLAUGHT:
        return more_value(state, tables, scratch, slot, 1, 0, 0, False, True, 2.0)
    if ability == Ability.SAVAGE_FURY:
        gain = more_value(state, tables, scratch, slot, 1, 0, 0, False, False, 1.0)
        if left > 1 and scratch.hit_target < 0 and scratch.hit_rush > scratch.hit_far:
            gain += 0.8 * (scratch.hit_rush - scratch.hit_far)
        return gain
    if ability == Ability.CRUSHING_BLOW:
        return more_value(state, tables, scratch, slot, 0, value, 0, False, True, 2.0)
    if ability == Ability.HUNTERS_EYE:
        return more_value(state, tables, scratch, slot, 0, 0, 1, False, False, 2.0)
    if ability == Ability.KEEN:
        return more_value(state, tables, scratch, slot, 0, 0, 0, True, False, 2.0)
    if ability == Ability.UNLEASH:
        more = (value + 1) // 2
        return more_value(state, tables, scratch, slot, more, more, 0, False, True, 2.0)
    if ability == Ability.RESPITE:
        healed = min(value, unit.damage)
        return 0.6 * scratch.worth[slot] * healed / (wounds_of(state, tables, slot) + healed + 2.0)
    if ability == Ability.RAMPAGE or ability == Ability.RECKONING:
        return 0.9 * charge_value(state, tables, scratch, slot, value) + 1.0
    if ability == Ability.DEATH_FROM_ABOVE:
        return 0.9 * charge_value(state, tables, scratch, slot, tables.unit_move[slot]) + 1.0
    if ability == Ability.SWOOP:
        return swoop_value(state, tables, scratch, slot, left)
    if ability == Ability.PRESS_ON or ability == Ability.ALL_OUT:
        return max(scratch.hit_now, max(scratch.moved - scratch.here, 0.0))
    if ability == Ability.RAM or ability == Ability.POUNCE:
        return ram_value(state, tables, scratch, left, value)
    if ability == Ability.DEATH_GRIP:
        return grip_value(state, tables, scratch)
    if ability == Ability.SNAG:
        return scratch.hit_now + 0.5 if scratch.hit_target >= 0 else 0.0
    if ability == Ability.SWIFT_CLIMB:
        return climb_value(state, tables, scratch, slot, left)
    if ability == Ability.STAND_DEFIANT or ability == Ability.TROPHY or ability == Ability.COWER or ability == Ability.REGROUP:
        return help_value(state, tables, scratch, slot, ability)
    return best_aim(state, tables, scratch, slot, ability, value)


@jit
def swoop_value(state, tables, scratch, slot, left):
    """A bonus move, with an attack from above. Clause: WC-RAVEN-05."""
    if scratch.engaged:
        return 0.3 * scratch.hit_now if height_of(tables, state.units[slot]) >= 4 else 0.0
    gain = max(scratch.moved - scratch.here, 0.0)
    if left > 0 and scratch.hit_target < 0:
        gain = max(gain, (AGAIN if left > 1 else 1.0) * scratch.hit_far)
    if height_of(tables, state.units[slot]) >= 4:
        gain += charge_value(state, tables, scratch, slot, tables.unit_move[slot])
    return 0.8 * gain


@jit
def ram_value(state, tables, scratch, left, value):
    """Damage at the end of the next move beside an enemy. Clauses: WC-IRON-04, WC-FANG-05."""
    if left == 0 or state.boosts[Boost.RAM]:
        return 0.0
    target = scratch.far_target
    if scratch.engaged:
        target = scratch.hit_target
        if left < 2:
            return 0.0
    elif target < 0:
        return 0.0
    if target < 0:
        return 0.0
    gain = loss_of(state, tables, scratch, target, value, 1.0) * eagerness(state, target)
    return gain - AGAIN * scratch.hit_now if scratch.engaged else 0.85 * gain


@jit
def grip_value(state, tables, scratch):
    """The target of the next melee attack forfeits an action. Clause: WC-HUNT-01."""
    target, _, attacks = planned(state, scratch)
    if target < 0 or attacks == 0.0 or state.boosts[Boost.GRIP]:
        return 0.0
    if is_eligible(state, target):
        return 0.35 * (0.04 * scratch.worth[target] + 0.5 * best_strike(state, tables, scratch, target))
    return 0.55 * loss_of(state, tables, scratch, target, tables.grip_damage, 1.0)


@jit
def climb_value(state, tables, scratch, slot, left):
    """Climbing for nothing: an enemy above that could be reached then. Clause: WC-RAVEN-03."""
    if left < 2 or scratch.hit_target >= 0:
        return 0.0
    best = 0.0
    move = move_of(state, tables, slot, 0)
    for k in range(scratch.n_foes):
        target = scratch.foe_slot[k]
        there = state.units[target].cell
        if scratch.foe_z[k] > height_of(tables, state.units[slot]) + 2:
            # a place beside it is enough
            if way_cost(state, tables, state.units[slot].cell, there) - 10 > TENTHS * move:
                dx = abs(there % WIDTH - state.units[slot].cell % WIDTH)
                dy = abs(there // WIDTH - state.units[slot].cell // WIDTH)
                if max(dx, dy) + 0.4 * min(dx, dy) <= move + 1:
                    best = max(best, scratch.want[k] + 0.0)
    return 0.8 * best


@jit
def help_value(state, tables, scratch, slot, ability):
    """The gain from abilities for the friends around, or for the fighter itself until the round ends."""
    seat = seat_of(slot)
    if ability == Ability.COWER:
        if state.units[slot].cowering or scratch.theirs_left == 0:
            return 0.0
        worst = 0.0
        for k in range(scratch.n_foes):
            if scratch.care[k] >= 1.0 and flat_reach(state, scratch, slot, k):
                worst = max(worst, scratch.bite[k] + 0.0)
        return 0.35 * worst
    total = 0.0
    inches = 9 if ability == Ability.TROPHY else 6
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD or not is_within(state, tables, slot, other, inches):
            continue
        if ability == Ability.STAND_DEFIANT:
            total += 0.03 * scratch.worth[other] if scratch.theirs_left > 0 and scratch.n_foes > 0 else 0.0
        elif ability == Ability.TROPHY:
            if other != slot and is_eligible(state, other):
                total += 0.2 * best_strike(state, tables, scratch, other)
        elif other != slot and tables.unit_faction[other] == Faction.HUNT:
            engaged = is_engaged(state, tables, other)
            total += (0.08 if engaged else 0.03) * scratch.worth[other] * (0.5 if has_mark(tables, other, Runemark.BEAST) else 1.0)
    return total


@jit
def flat_reach(state, scratch, slot, k):
    """True if an enemy can get at a fighter where it stands."""
    dx = max(abs(state.units[slot].cell % WIDTH - scratch.foe_x[k]) - 1, 0)
    dy = max(abs(state.units[slot].cell // WIDTH - scratch.foe_y[k]) - 1, 0)
    return dx * dx + dy * dy <= scratch.reach[k]
