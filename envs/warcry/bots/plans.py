"""What could a fighter do in its activation, and what would it bring? Actions weighed by sampling places, abilities by what they add."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.maps import best_strike, place_value, treasure_value, weigh_place
from skirmish_rl.envs.warcry.bots.value import (
    answer_cost,
    attack_share,
    attack_value,
    eagerness,
    far_range,
    loss_of,
    treasure_price,
    wounds_of,
)
from skirmish_rl.envs.warcry.rules.abilities import is_choice
from skirmish_rl.envs.warcry.rules.attacking import can_attack, is_missile
from skirmish_rl.envs.warcry.rules.fighters import can_carry, can_react, is_eligible
from skirmish_rl.envs.warcry.rules.measuring import gap2, has_cover, is_enemy_near, is_engaged, is_within, nearest_enemy2
from skirmish_rl.envs.warcry.rules.moving import may_end, move_of
from skirmish_rl.envs.warcry.state import (
    FORCE,
    SLOTS,
    TOKENS,
    WIDTH,
    Ability,
    Boost,
    Faction,
    Reaction,
    Runemark,
    Status,
    Victory,
    has_mark,
    height_of,
    seat_of,
    set_of,
)  # fmt: skip

_AGAIN = 0.8  # of a second attack at the same target: it may be down by then
_DOUBLE, _TRIPLE, _QUAD = 2.0, 4.5, 8.0  # what a set is worth to the friends that are still to act
_TEMPO = 3.0  # a waiting fighter acts again when the enemy has run out of activations


@jit
def plan_step(state, tables, scratch, slot, left):
    """Weigh the actions of a fighter that has so many left. Strategy notes 1, 6, 8, 9 and 17."""
    unit = state.units[slot]
    engaged = is_engaged(state, tables, slot)
    scratch.engaged = engaged
    plan_attacks(state, tables, scratch, slot)
    scratch.here = place_value(state, tables, scratch, slot, unit.node + 0, 0)
    scratch.moved = -1e6
    scratch.charged = -1e6
    scratch.away = -1e6
    if left > 0:
        sample_places(state, tables, scratch, slot, left, engaged)
    scratch.plain = scratch.here
    if left > 0:
        scratch.plain = max(
            max(wait_value(state, tables, scratch, slot), fight_value(scratch, left)), max(go_value(scratch, left), scratch.away)
        )


@jit
def plan_attacks(state, tables, scratch, slot):
    """The best attack from where the active fighter stands, and on an enemy that it would have to move to."""
    scratch.hit_now = 0.0
    scratch.hit_target = -1
    scratch.hit_far = 0.0
    scratch.far_target = -1
    scratch.hit_rush = 0.0
    move = move_of(state, tables, slot, 0)
    for k in range(scratch.n_foes):
        target = scratch.foe_slot[k] + 0
        far2 = gap2(tables, state.units[slot].node, state.units[target].node)
        for weapon in range(tables.unit_weapons[slot]):
            longest = tables.weapon_max[slot, weapon] + 0
            if far2 <= 4 * longest * longest and can_attack(state, tables, slot, weapon, target, -1, scratch.engaged != 0):
                value = attack_value(state, tables, scratch, slot, weapon, target, 0, 0, 0, False)
                if value > scratch.hit_now:
                    scratch.hit_now = value
                    scratch.hit_target = target
                    scratch.hit_weapon = weapon
                continue
            longest += move + 1
            if far2 <= 4 * longest * longest:
                value = scratch.gain[weapon, k] * eagerness(state, target) - answer_cost(
                    state, tables, scratch, slot, weapon, target
                )
                scratch.hit_rush = max(scratch.hit_rush, value)
                longest -= 1
                if far2 <= 4 * longest * longest and value > scratch.hit_far:
                    scratch.hit_far = value
                    scratch.far_target = target
                    scratch.far_weapon = weapon


@jit
def sample_places(state, tables, scratch, slot, left, engaged):
    """Try places around the fighter, beside enemies, by objectives and treasures: the best after a move, a charge, a disengagement."""
    cell = state.units[slot].cell + 0
    x = cell % WIDTH
    y = cell // WIDTH
    move = move_of(state, tables, slot, 0)
    for turn in range(9):
        dx = turn % 3 - 1
        dy = turn // 3 - 1
        if dx == 0 and dy == 0:
            continue
        far = move if dx == 0 or dy == 0 else move * 5 // 7
        try_place(state, tables, scratch, slot, x + dx * far, y + dy * far, move, left, engaged)
        near = 2 if engaged else max(far // 2, 1)
        try_place(state, tables, scratch, slot, x + dx * near, y + dy * near, move, left, engaged)
    for k in range(scratch.n_foes):
        fx = scratch.foe_x[k] + 0
        fy = scratch.foe_y[k] + 0
        if max(abs(fx - x), abs(fy - y)) <= move + 2:
            try_place(state, tables, scratch, slot, fx + sign(x - fx), fy + sign(y - fy), move, left, engaged)
            try_place(state, tables, scratch, slot, fx + 2 * sign(x - fx), fy + sign(y - fy), move, left, engaged)
    for k in range(tables.n_objectives):
        if scratch.stake[k] > 1.0:
            toward(state, tables, scratch, slot, tables.objective_x[k] // 2, tables.objective_y[k] // 2, move, left, engaged)
    if tables.n_tokens and can_carry(state, tables, slot):
        for token in range(TOKENS):
            there = state.tokens[token].cell + 0
            if there >= 0:
                try_token(state, tables, scratch, slot, there, move)


@jit
def sign(n):
    """-1, 0 or 1."""
    return 1 if n > 0 else -1 if n < 0 else 0


@jit
def toward(state, tables, scratch, slot, ox, oy, move, left, engaged):
    """Try the places two thirds of the way, and all of it, that a move goes towards a point."""
    cell = state.units[slot].cell + 0
    dx = ox - cell % WIDTH
    dy = oy - cell // WIDTH
    far = max(max(abs(dx), abs(dy)), 1)
    for part in range(2):
        step = min(far, move - part * (move // 3))
        try_place(
            state, tables, scratch, slot, cell % WIDTH + dx * step // far, cell // WIDTH + dy * step // far, move, left, engaged
        )


@jit
def way_cost(state, tables, a, b):
    """Tenths of an inch between two cells, roughly: as the crow flies, with climbing, and a detour for whoever and whatever stands between."""
    dx = b % WIDTH - a % WIDTH
    dy = b // WIDTH - a // WIDTH
    up = (tables.level[b] + 0) - tables.level[a]
    cost = 10 * max(abs(dx), abs(dy)) + 4 * min(abs(dx), abs(dy)) + (5 * up + 10 if up > 0 else 0)
    x = a % WIDTH
    y = a // WIDTH
    while True:
        side = 1 if dx > 0 else 3
        if abs(dy) > abs(dx):
            side = 2 if dy > 0 else 0
        wall = tables.wall[y * WIDTH + x, side]
        if wall > 0:
            cost += 5 * wall + 10
        x += sign(dx)
        y += sign(dy)
        dx -= sign(dx)
        dy -= sign(dy)
        there = y * WIDTH + x
        if there == b:
            return cost
        if state.board[there] >= 0 or tables.stand[there] == 0:
            cost += 10
        elif tables.level[there] > max(tables.level[a], tables.level[b]):
            cost += 20


@jit
def try_place(state, tables, scratch, slot, x, y, move, left, engaged):
    """Weigh a place that the fighter could probably reach."""
    if x < 0 or y < 0 or x >= tables.width or y >= tables.height:
        return
    there = y * WIDTH + x
    here = state.units[slot].cell + 0
    if tables.stand[there] == 0 or state.board[there] >= 0:
        return
    cost = way_cost(state, tables, here, there) if there != here else 1000
    free = not engaged or may_end(
        state, tables, slot, there, -1, False, nearest_enemy2(state, tables, slot, state.units[slot].node + 0)
    )
    if free and cost <= 10 * move:
        rest, strike = weigh_place(state, tables, scratch, slot, there, left > 1)
        scratch.moved = max(scratch.moved, rest)
        if left > 1:
            scratch.charged = max(scratch.charged, rest + strike)
    elif engaged and not is_enemy_near(state, tables, seat_of(slot), there, 1) and cost <= 10 * tables.disengage_inches:
        value = place_value(state, tables, scratch, slot, there, left - 1) - strike_risk(state, tables, scratch, slot)
        if value > scratch.away:
            scratch.away = value


@jit
def try_token(state, tables, scratch, slot, there, move):
    """Weigh picking up a treasure on a move."""
    here = state.units[slot].cell + 0
    if there == here or way_cost(state, tables, here, there) <= 10 * move + 20:
        value = scratch.here + treasure_value(state, tables, scratch)
        if value > scratch.moved:
            scratch.moved = value
        if value > scratch.charged:
            scratch.charged = value


@jit
def strike_risk(state, tables, scratch, slot):
    """What Strike Them Down may be expected to cost a fighter that disengages. Clause: WC-REACT-11."""
    foe = 1 - seat_of(slot)
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[other].status == Status.ON_BOARD and can_react(state, other) and is_within(state, tables, slot, other, 1):
            return 0.7 * strike_down_value(state, tables, scratch, slot)
    return 0.0


@jit
def strike_down_value(state, tables, scratch, slot):
    """What Strike Them Down may be expected to cost the fighter it hits. Clause: WC-REACT-11."""
    total = 0.0
    for face in range(1, 7):
        total += loss_of(state, tables, scratch, slot, face, 1.0 / 6.0)
    return total * (7 - tables.strike_success) / 6.0


@jit
def fight_value(scratch, left):
    """Attacking now, and then again or going on."""
    if scratch.hit_target < 0:
        return -1e6
    if left < 2:
        return scratch.here + scratch.hit_now
    again = scratch.here + _AGAIN * scratch.hit_now
    return scratch.hit_now + (again if scratch.engaged else max(again, scratch.moved + 0.0))


@jit
def go_value(scratch, left):
    """Moving, and then attacking or moving on."""
    return max(scratch.moved, scratch.charged) if left > 1 else scratch.moved + 0.0


@jit
def wait_value(state, tables, scratch, slot):
    """Waiting: the action that is kept, and the tempo. Strategy notes 6 and 8."""
    if state.actions_left < 2 or state.second:
        return scratch.here + 0.0
    value = scratch.here + 0.2
    if scratch.theirs_left == 0:
        return value
    if scratch.theirs_left > scratch.mine_left:
        value += _TEMPO
    best = 0.0
    move = tables.unit_move[slot] + 0
    for k in range(scratch.n_foes):
        if scratch.care[k] >= 1.0:
            dx = max(abs(state.units[slot].cell % WIDTH - scratch.foe_x[k]) - 1, 0)
            dy = max(abs(state.units[slot].cell // WIDTH - scratch.foe_y[k]) - 1, 0)
            if move * move < dx * dx + dy * dy <= scratch.reach[k]:
                best = max(best, scratch.want[k] + 0.0)
    return value + 0.25 * best


@jit
def drop_gain(state, tables, scratch, slot):
    """Dropping the treasure: only a relic that is about to take its carrier down is better left. Clause: WC-VC-03."""
    if tables.victory != Victory.RELIC or state.round >= tables.rounds:
        return -2.0 * treasure_price(state, tables, scratch.point)
    total = 0.0
    for face in range(1, 7):
        total += loss_of(state, tables, scratch, slot, face, 1.0 / 6.0)
    return 1.5 * total - 0.6 * scratch.point


@jit
def set_cost(state, scratch, seat, face):
    """What a set is worth to the friends that are still to act: larger ones and higher scores more. Strategy notes 14 and 15."""
    size = set_of(state, seat, face)
    value = _DOUBLE if size == 2 else _TRIPLE if size == 3 else _QUAD
    return (value + 0.12 * face) * min(scratch.mine_left, 3) / 3.0 + 0.02 * face + 0.05 * size


@jit
def planned(state, scratch):
    """(target, weapon, attacks) that the active fighter probably makes in this activation; target -1 for none."""
    left = state.actions_left + 0
    if scratch.hit_target >= 0:
        return scratch.hit_target + 0, scratch.hit_weapon + 0, 1.0 if left == 1 else 1.0 + _AGAIN if left == 2 else 0.0
    if left == 2 and scratch.far_target >= 0:
        return scratch.far_target + 0, scratch.far_weapon + 0, 1.0
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
    """What dice thrown at an enemy cost it: 1 damage from some face on, `value` from `full` on. Clauses: WC-IRON-01, WC-RAVEN-01."""
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
    """What picking somebody for an ability brings."""
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
            longest = tables.weapon_max[slot, weapon] + 0
            if gap2(tables, state.units[slot].node, state.units[target].node) <= 4 * longest * longest:
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
        if gap2(tables, state.units[slot].node, state.units[target].node) <= 4 * move * move:
            best = max(best, scratch.want[k] + 0.0)
    return best


@jit
def ability_gain(state, tables, scratch, slot, ability, value):
    """What an ability adds to the fighter's activation, its set left aside. Strategy notes 14 and 15."""
    left = state.actions_left + 0
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
        healed = min(value, unit.damage + 0)
        return 0.6 * scratch.worth[slot] * healed / (wounds_of(state, tables, slot) + healed + 2.0)
    if ability == Ability.RAMPAGE or ability == Ability.RECKONING:
        return 0.9 * charge_value(state, tables, scratch, slot, value) + 1.0
    if ability == Ability.DEATH_FROM_ABOVE:
        return 0.9 * charge_value(state, tables, scratch, slot, tables.unit_move[slot] + 0) + 1.0
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
        gain = max(gain, (_AGAIN if left > 1 else 1.0) * scratch.hit_far)
    if height_of(tables, state.units[slot]) >= 4:
        gain += charge_value(state, tables, scratch, slot, tables.unit_move[slot] + 0)
    return 0.8 * gain


@jit
def ram_value(state, tables, scratch, left, value):
    """Damage at the end of the next move beside an enemy. Clauses: WC-IRON-04, WC-FANG-05."""
    if left == 0 or state.boosts[Boost.RAM]:
        return 0.0
    target = scratch.far_target + 0
    if scratch.engaged:
        target = scratch.hit_target + 0
        if left < 2:
            return 0.0
    elif target < 0:
        return 0.0
    if target < 0:
        return 0.0
    gain = loss_of(state, tables, scratch, target, value, 1.0) * eagerness(state, target)
    return gain - _AGAIN * scratch.hit_now if scratch.engaged else 0.85 * gain


@jit
def grip_value(state, tables, scratch):
    """The target of the next melee attack forfeits an action. Clause: WC-HUNT-01."""
    target, _, attacks = planned(state, scratch)
    if target < 0 or attacks == 0.0 or state.boosts[Boost.GRIP]:
        return 0.0
    if is_eligible(state, target):
        return 0.35 * (0.04 * scratch.worth[target] + 0.5 * best_strike(state, tables, scratch, target))
    return 0.55 * loss_of(state, tables, scratch, target, tables.grip_damage + 0, 1.0)


@jit
def climb_value(state, tables, scratch, slot, left):
    """Climbing for nothing: an enemy above that could be reached then. Clause: WC-RAVEN-03."""
    if left < 2 or scratch.hit_target >= 0:
        return 0.0
    best = 0.0
    move = move_of(state, tables, slot, 0)
    for k in range(scratch.n_foes):
        target = scratch.foe_slot[k]
        there = state.units[target].cell + 0
        if scratch.foe_z[k] > height_of(tables, state.units[slot]) + 2:
            # a place beside it is enough
            if way_cost(state, tables, state.units[slot].cell + 0, there) - 10 > 10 * move:
                dx = abs(there % WIDTH - state.units[slot].cell % WIDTH)
                dy = abs(there // WIDTH - state.units[slot].cell // WIDTH)
                if max(dx, dy) + 0.4 * min(dx, dy) <= move + 1:
                    best = max(best, scratch.want[k] + 0.0)
    return 0.8 * best


@jit
def help_value(state, tables, scratch, slot, ability):
    """What abilities for the friends around, or for itself until the round ends, bring."""
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
            total += (
                (0.08 if engaged else 0.03) * scratch.worth[other] * (0.5 if has_mark(tables, other, Runemark.BEAST) else 1.0)
            )
    return total


@jit
def flat_reach(state, scratch, slot, k):
    """True if an enemy can get at a fighter where it stands."""
    dx = max(abs(state.units[slot].cell % WIDTH - scratch.foe_x[k]) - 1, 0)
    dy = max(abs(state.units[slot].cell // WIDTH - scratch.foe_y[k]) - 1, 0)
    return dx * dx + dy * dy <= scratch.reach[k]


@jit
def danger_cost(scratch, risks):
    """What impact rolls on the way may be expected to cost."""
    return (1.2 * scratch.impact + 0.3) * risks
