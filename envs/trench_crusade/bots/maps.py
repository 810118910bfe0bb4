"""Where is a model worth most? Objectives, relics, enemies' guns and blades, and its own."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.value import fight_value, ranged_value, stray_share
from skirmish_rl.envs.trench_crusade.data.fields import COVER, SIGHT
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close
from skirmish_rl.envs.trench_crusade.rules.shooting import is_ready
from skirmish_rl.envs.trench_crusade.state import (
    ARMS,
    CELLS,
    FORCE,
    RELICS,
    SLOTS,
    WIDTH,
    Keyword,
    Status,
    Trait,
    act_of,
    seat_of,
)

LATER_TURN = 0.35  # of a point: each later Turn in which a place may still count
LURE = 0.7  # of what stands there: to be on the way to it
FAR = 34.0  # inches from which it lures no more
FRESH = 0.35  # weight of an enemy that has still to act
NEXT = 0.3  # of an attack: to have it in the next Turn
SURE, LAST = 81, 169  # squared distances of centres: charges of 8" are sure, those of 12" the last
_CLAIM = 0.58
_SECOND = 0.35  # of a relic where a friend already is: it may fail


@jit
def controller(on_mine, near_mine, on_theirs, near_theirs):
    """1 if the viewer controls an objective, -1 if the enemy does, 0. Clause: TC-SC-01."""
    if (on_mine > 0) != (on_theirs > 0):
        return 1 if on_mine > 0 else -1
    return 1 if near_mine > near_theirs else (-1 if near_theirs > near_mine else 0)


@jit
def fill_stakes(state, tables, scratch, actor):
    """What the actor gains for its seat beside and on each objective, and beside each relic. Strategy note 14."""
    seat = seat_of(actor)
    left = max(0, tables.turns - state.round)
    weight = scratch.point * (1.0 + LATER_TURN * left)
    for k in range(tables.objectives):
        on0 = 0
        on1 = 0
        near0 = 0
        near1 = 0
        for other in range(SLOTS):
            unit = state.units[other]
            if other == actor or unit.status != Status.ON_BOARD:
                continue
            place = tables.near_piece[k, unit.cell]
            if place == 0:
                continue
            if seat_of(other) == seat:
                near0 += 1
                on0 += place == 2
            else:
                near1 += 1
                on1 += place == 2
        now = controller(on0, near0, on1, near1)
        value = weight * tables.piece_points
        scratch.stake[k, 0] = 0.0
        scratch.stake[k, 1] = value * (controller(on0, near0 + 1, on1, near1) - now)
        scratch.stake[k, 2] = value * (controller(on0 + 1, near0 + 1, on1, near1) - now + 0.05)
    for k in range(RELICS):
        scratch.relic[k] = 0.0
        if k < tables.relics:
            last = tables.relic_last[k] + 0
            worth = scratch.point * (tables.relic_last_points if state.round == tables.turns else tables.relic_points)
            if state.round <= last and state.claimed[k] < 0:
                scratch.relic[k] = _CLAIM * worth * (1.0 + 0.4 * max(0, last - state.round))
            elif state.round < last:
                scratch.relic[k] = 0.4 * _CLAIM * worth * (last - state.round)
            if has_friend_at(state, tables, actor, tables.relic_cell[k]):
                scratch.relic[k] *= _SECOND


@jit
def has_friend_at(state, tables, actor, cell):
    """True if another model of the actor's seat is within 1" of a relic."""
    seat = seat_of(actor)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if other != actor and unit.status == Status.ON_BOARD and is_close(tables, unit.cell, cell):
            return True
    return False


@jit
def lure_of(tables, scratch, cell):
    """What objectives and relics are worth from a cell."""
    stands = 0.0
    lured = 0.0
    for k in range(tables.objectives):
        here = scratch.stake[k, tables.near_piece[k, cell]]
        stands += here
        most = scratch.stake[k, 2]
        if here < most:
            far = distance2(WIDTH, cell, tables.middle[k]) ** 0.5
            lured = max(lured, LURE * (most - here) * (1.0 - far / FAR))
    for k in range(tables.relics):
        if scratch.relic[k] > 0.0:
            apart = distance2(WIDTH, cell, tables.relic_cell[k])
            if apart <= 4:
                stands += scratch.relic[k]
            else:
                lured = max(lured, LURE * scratch.relic[k] * (1.0 - apart**0.5 / FAR))
    return stands + lured


@jit
def fill_guns(state, tables, scratch, actor):
    """What each enemy could do to the actor, and the actor to each enemy. Strategy notes 3, 4."""
    foe = FORCE * (1 - seat_of(actor))
    scratch.aim_span = 0
    scratch.aim_half = 0
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        for k in range(4):
            scratch.gun[other, k] = 0.0
            scratch.aim[other, k] = 0.0
        scratch.blade[other] = 0.0
        scratch.edge[other] = 0.0
        if unit.status != Status.ON_BOARD:
            continue
        fill_gun(state, tables, scratch, other, actor)
        fill_aim(state, tables, scratch, actor, other)
        if tables.can_fight[other]:
            scratch.blade[other] = fight_value(state, tables, scratch, other, actor, False, 0)
        if tables.can_fight[actor]:
            scratch.edge[other] = fight_value(state, tables, scratch, actor, other, False, 0)


@jit
def squared(inches):
    """Squared distance of centres of bases so many inches apart."""
    return (inches + 1) ** 2


@jit
def fill_gun(state, tables, scratch, slot, target):
    """The best ranged weapon of an enemy against the actor."""
    best = 0.0
    for k in range(ARMS):
        weapon = tables.arm[slot, k] + 0
        if weapon < 0 or tables.ranged_weapon[weapon] == 0:
            continue
        value = ranged_value(state, tables, scratch, slot, weapon, target, 0, 0, 0)
        if value > best:
            best = value + 0.0
            scratch.gun_span[slot] = squared(tables.range[weapon] + 0)
            scratch.gun_half[slot] = int((tables.range[weapon] / 2 + 1) ** 2)
            for i in range(4):
                scratch.gun[slot, i] = ranged_value(state, tables, scratch, slot, weapon, target, i >> 1, i & 1, 0)


@jit
def fill_aim(state, tables, scratch, slot, target):
    """The actor's ranged weapon against an enemy: the one of the longest range that is ready."""
    far = -1
    for k in range(ARMS):
        weapon = tables.arm[slot, k] + 0
        if weapon < 0 or tables.ranged_weapon[weapon] == 0:
            continue
        if act_of(state, slot) >= 0 and not is_ready(state, tables, slot, weapon):
            continue
        if far < 0 or tables.range[weapon] > tables.range[far]:
            far = weapon + 0
    if far < 0:
        return
    scratch.aim_span = squared(tables.range[far] + 0)
    scratch.aim_half = int((tables.range[far] / 2 + 1) ** 2)
    share = stray_share(state, tables, slot, target)
    for i in range(4):
        scratch.aim[target, i] = share * ranged_value(state, tables, scratch, slot, far, target, i >> 1, i & 1, 0)


@jit
def best_shot(state, tables, scratch, actor, cell):
    """The actor's best shot from a cell."""
    best = 0.0
    foe = FORCE * (1 - seat_of(actor))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD or unit.hidden:
            continue
        bits = tables.sight[cell, unit.cell]
        apart = distance2(WIDTH, cell, unit.cell)
        if bits & SIGHT and apart <= scratch.aim_span:
            best = max(best, scratch.aim[other, 2 * (apart > scratch.aim_half) + (bits & COVER != 0)] + 0.0)
    return best


@jit
def charge_share(apart):
    """Chance of a charge over a squared distance. Table T7."""
    if apart <= SURE:
        return 1.0
    return max(0.0, 1.0 - (apart**0.5 - 9.0) / 6.0) if apart <= LAST else 0.0


@jit
def danger_at(state, tables, scratch, actor, cell):
    """What enemies may be expected to do to the actor in a cell. Strategy note 4."""
    total = 0.0
    foe = FORCE * (1 - seat_of(actor))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD:
            continue
        weight = FRESH if unit.activated == 0 else scratch.caution
        if unit.down:
            weight *= 0.6
        bits = tables.sight[unit.cell, cell]
        apart = distance2(WIDTH, cell, unit.cell)
        loss = 0.0
        if bits & SIGHT:
            if apart <= scratch.gun_span[other] and scratch.gun[other, 0] > 0.0:
                loss = scratch.gun[other, 2 * (apart > scratch.gun_half[other]) + (bits & COVER != 0)] + 0.0
            loss = max(loss, scratch.blade[other] * charge_share(apart))
        total += weight * loss
    return total


@jit
def prospect_at(state, tables, scratch, actor, cell):
    """What the actor could do from a cell in the next Turn: a shot, or to close in. Strategy notes 5, 18."""
    if state.round >= tables.turns:
        return 0.0
    best = best_shot(state, tables, scratch, actor, cell)
    foe = FORCE * (1 - seat_of(actor))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD:
            far = distance2(WIDTH, cell, unit.cell) ** 0.5
            near = 1.0 if far <= 9.0 else max(0.0, 1.0 - (far - 9.0) / 16.0)
            best = max(best, scratch.edge[other] * near)
    return NEXT * best


@jit
def place_value(state, tables, scratch, actor, cell):
    """What it is worth that the actor stands in a cell at the end of its activation."""
    value = lure_of(tables, scratch, cell) + prospect_at(state, tables, scratch, actor, cell)
    value -= danger_at(state, tables, scratch, actor, cell)
    if tables.wire[cell]:
        value -= 6.0
    return value


@jit
def deploy_value(state, tables, scratch, actor, cell):
    """Where to deploy: near objectives, not in a heap, in cover. Strategy notes 14, 16."""
    value = lure_of(tables, scratch, cell)
    seat = seat_of(actor)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if other != actor and unit.status == Status.ON_BOARD and distance2(WIDTH, cell, unit.cell) <= 25:
            value -= 0.6
    seen = 0
    for there in range(0, CELLS, 7):
        seen += tables.sight[there, cell] & SIGHT
    if tables.can_shoot[actor]:
        return value + 0.004 * seen
    return value - 0.004 * seen - (2.0 if tables.traits[actor, Trait.LEADER] else 0.0)


@jit
def is_moving_bar(tables, actor):
    """True if the actor cannot shoot after it has moved: its gun is HEAVY. Clause: TC-KW-19."""
    for k in range(ARMS):
        weapon = tables.arm[actor, k] + 0
        if weapon >= 0 and tables.ranged_weapon[weapon] and tables.keyword[weapon, Keyword.HEAVY]:
            return tables.traits[actor, Trait.STRONG] == 0
    return False
