"""What could a fighter do in its activation, and what would it bring? Actions weighed by sampling places, abilities by what they add."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.maps import place_value, treasure_value, weigh_place
from skirmish_rl.envs.warcry.bots.value import answer_cost, attack_value, eagerness, loss_of, treasure_price
from skirmish_rl.envs.warcry.rules.attacking import can_attack
from skirmish_rl.envs.warcry.rules.fighters import can_react
from skirmish_rl.envs.warcry.rules.measuring import gap2, is_enemy_near, is_engaged, is_within, nearest_enemy2
from skirmish_rl.envs.warcry.rules.moving import may_end, move_of
from skirmish_rl.envs.warcry.rules.treasure import can_carry
from skirmish_rl.envs.warcry.state import FORCE, TENTHS, TOKENS, WIDTH, Status, Victory, seat_of  # fmt: skip

AGAIN = 0.8  # of a second attack at the same target: it may be down by then
_TEMPO = 3.0  # a waiting fighter acts again when the enemy has run out of activations


@jit
def plan_step(state, tables, scratch, slot, left):
    """Weigh the actions of a fighter that has so many left. Strategy notes 1, 6, 8, 9 and 17."""
    unit = state.units[slot]
    engaged = is_engaged(state, tables, slot)
    scratch.engaged = engaged
    plan_attacks(state, tables, scratch, slot)
    scratch.here = place_value(state, tables, scratch, slot, unit.node, 0)
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
        target = scratch.foe_slot[k]
        far2 = gap2(tables, state.units[slot].node, state.units[target].node)
        for weapon in range(tables.unit_weapons[slot]):
            longest = tables.weapon_max[slot, weapon]
            if far2 <= 4 * longest * longest and can_attack(state, tables, slot, weapon, target, -1, scratch.engaged != 0):
                value = attack_value(state, tables, scratch, slot, weapon, target, 0, 0, 0, False)
                if value > scratch.hit_now:
                    scratch.hit_now = value
                    scratch.hit_target = target
                    scratch.hit_weapon = weapon
                continue
            longest += move + 1
            if far2 <= 4 * longest * longest:
                value = scratch.gain[weapon, k] * eagerness(state, target) - answer_cost(state, tables, scratch, slot, weapon, target)
                scratch.hit_rush = max(scratch.hit_rush, value)
                longest -= 1
                if far2 <= 4 * longest * longest and value > scratch.hit_far:
                    scratch.hit_far = value
                    scratch.far_target = target
                    scratch.far_weapon = weapon


@jit
def sample_places(state, tables, scratch, slot, left, engaged):
    """Try places around the fighter, beside enemies, by objectives and treasures: the best after a move, a charge, a disengagement."""
    cell = state.units[slot].cell
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
        fx = scratch.foe_x[k]
        fy = scratch.foe_y[k]
        if max(abs(fx - x), abs(fy - y)) <= move + 2:
            try_place(state, tables, scratch, slot, fx + sign(x - fx), fy + sign(y - fy), move, left, engaged)
            try_place(state, tables, scratch, slot, fx + 2 * sign(x - fx), fy + sign(y - fy), move, left, engaged)
    for k in range(tables.n_objectives):
        if scratch.stake[k] > 1.0:
            toward(state, tables, scratch, slot, tables.objective_x[k] // 2, tables.objective_y[k] // 2, move, left, engaged)
    if tables.n_tokens and can_carry(state, tables, slot):
        for token in range(TOKENS):
            there = state.tokens[token].cell
            if there >= 0:
                try_token(state, tables, scratch, slot, there, move)


@jit
def sign(n):
    """-1, 0 or 1."""
    return 1 if n > 0 else -1 if n < 0 else 0


@jit
def toward(state, tables, scratch, slot, ox, oy, move, left, engaged):
    """Try the places two thirds of the way, and all of it, that a move goes towards a point."""
    cell = state.units[slot].cell
    dx = ox - cell % WIDTH
    dy = oy - cell // WIDTH
    far = max(max(abs(dx), abs(dy)), 1)
    for part in range(2):
        step = min(far, move - part * (move // 3))
        try_place(state, tables, scratch, slot, cell % WIDTH + dx * step // far, cell // WIDTH + dy * step // far, move, left, engaged)


@jit
def way_cost(state, tables, a, b):
    """Tenths of an inch between two cells, roughly.

    As the crow flies, with climbing, and a detour for whoever and whatever stands between.
    """
    dx = b % WIDTH - a % WIDTH
    dy = b // WIDTH - a // WIDTH
    up = tables.level[b] - tables.level[a]
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
    here = state.units[slot].cell
    if tables.stand[there] == 0 or state.board[there] >= 0:
        return
    cost = way_cost(state, tables, here, there) if there != here else 1000
    free = not engaged or may_end(state, tables, slot, there, -1, False, nearest_enemy2(state, tables, slot, state.units[slot].node))
    if free and cost <= TENTHS * move:
        rest, strike = weigh_place(state, tables, scratch, slot, there, left > 1)
        scratch.moved = max(scratch.moved, rest)
        if left > 1:
            scratch.charged = max(scratch.charged, rest + strike)
    elif engaged and not is_enemy_near(state, tables, seat_of(slot), there, 1) and cost <= TENTHS * tables.disengage_inches:
        value = place_value(state, tables, scratch, slot, there, left - 1) - strike_risk(state, tables, scratch, slot)
        if value > scratch.away:
            scratch.away = value


@jit
def try_token(state, tables, scratch, slot, there, move):
    """Weigh picking up a treasure on a move."""
    here = state.units[slot].cell
    if there == here or way_cost(state, tables, here, there) <= TENTHS * move + 20:
        value = scratch.here + treasure_value(state, tables, scratch)
        if value > scratch.moved:
            scratch.moved = value
        if value > scratch.charged:
            scratch.charged = value


@jit
def strike_risk(state, tables, scratch, slot):
    """The expected cost of Strike Them Down to a fighter that disengages. Clause: WC-REACT-11."""
    foe = 1 - seat_of(slot)
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[other].status == Status.ON_BOARD and can_react(state, other) and is_within(state, tables, slot, other, 1):
            return 0.7 * strike_down_value(state, tables, scratch, slot)
    return 0.0


@jit
def strike_down_value(state, tables, scratch, slot):
    """The expected cost of Strike Them Down to the fighter it hits. Clause: WC-REACT-11."""
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
    again = scratch.here + AGAIN * scratch.hit_now
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
    move = tables.unit_move[slot]
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
def danger_cost(scratch, risks):
    """The expected cost of impact rolls on the way."""
    return (1.2 * scratch.impact + 0.3) * risks
