"""Where is a model worth most? Objectives, relics, enemies' guns and blades, and its own."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.value import fight_value, fill_shots, stray_share
from skirmish_rl.envs.trench_crusade.bots.worth import LATER_TURN, controller, relic_stake
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.rules.measuring import has_cover, is_in_sight
from skirmish_rl.envs.trench_crusade.rules.shooting import is_ready
from skirmish_rl.envs.trench_crusade.state import ARMS, CELLS, FORCE, WIDTH, Status, act_of, seat_of

SECURED = 0.12  # of an objective: to stand on it though that changes nothing yet
BLOCKS = 1.15  # of a relic: who stands on it keeps enemies from moving beside it
LURE = 0.8  # of what stands there: to be on the way to it
FAR = 34.0  # inches from which it lures no more
FRESH = 0.3  # weight of an enemy that has still to act
LYING = 0.6  # of it while it is Down
WIRED = 6.0  # points: to begin the next activation in wire
NEXT = 0.15  # of an attack: to have it in the next Turn
SURE, LAST = 81, 169  # squared distances of centres: charges of 8" are sure, those of 12" the last
_CROWDED = 0.75  # of a goal's lure when deploying, for each friend who is as near
_AS_NEAR = 16.0  # squared inches
_LATE = 0.6  # of it, if one Move does not lead there
_SAMPLE = 11  # every so many cells count for how exposed a place is
_VIEW = 1.0  # points for a shooter that has the enemy's zone in sight
_EXPOSED = 6.0  # points that it costs others to be in sight from there


@jit
def fill_stakes(state, tables, scratch, actor):
    """Fill in what the actor gains for its seat beside and on each objective, and beside each relic. Strategy note 14."""
    seat = seat_of(actor)
    left = max(0, tables.turns - state.round)
    value = scratch.point * tables.piece_points * (1.0 + LATER_TURN * left)
    cell = state.units[actor].cell
    for k in range(tables.objectives):
        place = tables.near_piece[k, cell] if cell >= 0 else 0
        on = scratch.on[k, seat] - (1 if place == 2 else 0)
        near = scratch.near[k, seat] - (1 if place > 0 else 0)
        on_theirs = scratch.on[k, 1 - seat]
        near_theirs = scratch.near[k, 1 - seat]
        now = controller(on, near, on_theirs, near_theirs)
        scratch.stake[k, 0] = 0.0
        scratch.stake[k, 1] = value * (controller(on, near + 1, on_theirs, near_theirs) - now)
        scratch.stake[k, 2] = value * (controller(on + 1, near + 1, on_theirs, near_theirs) - now + SECURED)
    for k in range(tables.relics):
        scratch.relic[k] = relic_stake(state, tables, scratch, actor, k)


@jit
def lure_of(tables, scratch, cell):
    """The worth of objectives and relics from a cell."""
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
                stands += scratch.relic[k] * (BLOCKS if apart == 0 else 1.0)
            else:
                lured = max(lured, LURE * scratch.relic[k] * (1.0 - apart**0.5 / FAR))
    return stands + lured


@jit
def fill_guns(state, tables, scratch, actor):
    """Fill in what each enemy could do to the actor, and the actor to each enemy. Strategy notes 3, 4."""
    foe = FORCE * (1 - seat_of(actor))
    far = best_gun(state, tables, actor)
    scratch.aim_weapon = far
    scratch.aim_span = squared(tables.range[far]) if far >= 0 else 0
    scratch.aim_half = half_squared(tables.range[far]) if far >= 0 else 0
    scratch.foes = 0
    scratch.most_shot = 0.0
    scratch.most_next = 0.0
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        for k in range(4):
            scratch.gun[other, k] = 0.0
            scratch.aim[other, k] = 0.0
        scratch.blade[other] = 0.0
        scratch.edge[other] = 0.0
        if unit.status != Status.ON_BOARD:
            continue
        n = scratch.foes
        scratch.foes = n + 1
        scratch.foe[n] = other
        scratch.foe_cell[n] = unit.cell
        scratch.foe_weight[n] = (FRESH if unit.activated == 0 else scratch.caution) * (LYING if unit.down else 1.0)
        fill_gun(state, tables, scratch, other, actor)
        if far >= 0 and not unit.hidden:
            fill_shots(state, tables, scratch, actor, far, other, stray_share(state, tables, actor, other), scratch.aim[other])
            scratch.most_shot = max(scratch.most_shot, max(scratch.aim[other, 0], scratch.aim[other, 2]))
        if tables.can_fight[other]:
            scratch.blade[other] = fight_value(state, tables, scratch, other, actor, False, 0)
        if tables.can_fight[actor]:
            scratch.edge[other] = fight_value(state, tables, scratch, actor, other, False, 0)
            scratch.most_next = max(scratch.most_next, scratch.edge[other])
    scratch.most_next = NEXT * max(scratch.most_next, scratch.most_shot)


@jit
def squared(inches):
    """Squared distance of centres of bases so many inches apart."""
    return (inches + 1) ** 2


@jit
def half_squared(inches):
    """Squared distance of centres up to which a weapon of so many inches is at short range."""
    return int((inches / 2 + 1) ** 2)


@jit
def fill_gun(state, tables, scratch, slot, target):
    """The ranged weapon of an enemy against the actor."""
    gun = best_gun(state, tables, slot)
    if gun >= 0:
        scratch.gun_span[slot] = squared(tables.range[gun])
        scratch.gun_half[slot] = half_squared(tables.range[gun])
        fill_shots(state, tables, scratch, slot, gun, target, 1.0, scratch.gun[slot])


@jit
def best_gun(state, tables, slot):
    """The ready ranged weapon of the longest range, -1."""
    far = -1
    for k in range(ARMS):
        weapon = tables.arm[slot, k]
        if weapon < 0 or tables.ranged_weapon[weapon] == 0:
            continue
        if act_of(state, slot) >= 0 and not is_ready(state, tables, slot, weapon):
            continue
        if far < 0 or tables.range[weapon] > tables.range[far]:
            far = weapon
    return far


@jit
def charge_share(apart):
    """Chance of a charge over a squared distance. Table T7."""
    if apart <= SURE:
        return 1.0
    return max(0.0, 1.0 - (apart**0.5 - 9.0) / 6.0) if apart <= LAST else 0.0


@jit
def weigh_cell(state, tables, scratch, cell):
    """The worth of a cell in view of the enemies around: the actor's attacks of the next Turn, less those to be feared.

    Strategy notes 4, 5, 18.

    Leaves the actor's best shot from there in `scratch.shot`.
    """
    danger = 0.0
    shot = 0.0
    best = 0.0
    later = state.round < tables.turns
    for i in range(scratch.foes):
        other = scratch.foe[i]
        there = scratch.foe_cell[i]
        apart = distance2(WIDTH, cell, there)
        if is_in_sight(tables, there, cell):
            loss = scratch.blade[other] * charge_share(apart)
            if apart <= scratch.gun_span[other]:
                loss = max(loss, scratch.gun[other, 2 * (apart > scratch.gun_half[other]) + has_cover(tables, there, cell)])
            danger += scratch.foe_weight[i] * loss
            if apart <= scratch.aim_span:
                shot = max(shot, scratch.aim[other, 2 * (apart > scratch.aim_half) + has_cover(tables, cell, there)])
        if later:
            near = 1.0 if apart <= SURE else max(0.0, 1.0 - (apart**0.5 - 9.0) / 16.0)
            best = max(best, scratch.edge[other] * near)
    scratch.shot = shot
    scratch.danger = danger
    return (NEXT * max(best, shot) if later else 0.0) - danger - (WIRED if tables.wire[cell] else 0.0)


@jit
def place_value(state, tables, scratch, cell):
    """The worth of a cell in which the actor ends its activation; its best shot from there goes into `scratch.shot`."""
    return lure_of(tables, scratch, cell) + weigh_cell(state, tables, scratch, cell)


@jit
def goal_lure(state, tables, scratch, actor, cell, goal, worth):
    """The pull of an objective or relic on a place to deploy: less for every friend who is as near."""
    apart = distance2(WIDTH, cell, goal)
    reach = tables.move[actor] + 2
    lure = LURE * worth * (1.0 - apart**0.5 / FAR) * (1.0 if apart <= reach * reach else _LATE)
    seat = seat_of(actor)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if other != actor and unit.status == Status.ON_BOARD and distance2(WIDTH, unit.cell, goal) <= apart + _AS_NEAR:
            lure *= _CROWDED
    return lure


@jit
def deploy_value(state, tables, scratch, actor, cell):
    """The worth of deploying in a cell: near objectives, not in a heap, in cover. Strategy notes 14, 16."""
    value = 0.0
    for k in range(tables.objectives):
        value = max(value, goal_lure(state, tables, scratch, actor, cell, tables.middle[k], scratch.stake[k, 2]))
    for k in range(tables.relics):
        value = max(value, goal_lure(state, tables, scratch, actor, cell, tables.relic_cell[k], scratch.relic[k]))
    seat = seat_of(actor)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if other != actor and unit.status == Status.ON_BOARD and distance2(WIDTH, cell, unit.cell) <= 25:
            value -= 0.6
    exposed = exposure(state, tables, 1 - seat, cell)
    if tables.can_shoot[actor]:
        return value + _VIEW * exposed
    return value - _EXPOSED * exposed - (2.0 if tables.traits[actor, Trait.LEADER] else 0.0)


@jit
def exposure(state, tables, seat, cell):
    """Share of a seat's deployment zone that has a cell in sight; every so many cells are looked at."""
    zone = state.zone[seat]
    cells = 0
    seen = 0
    for there in range(0, CELLS, _SAMPLE):
        if tables.zone[zone, there]:
            cells += 1
            seen += is_in_sight(tables, there, cell)
    return seen / max(1, cells)


@jit
def is_moving_bar(tables, actor):
    """True if the actor cannot shoot after it has moved: its gun is HEAVY. Clause: TC-KW-19."""
    for k in range(ARMS):
        weapon = tables.arm[actor, k]
        if weapon >= 0 and tables.ranged_weapon[weapon] and tables.keyword[weapon, Keyword.HEAVY]:
            return tables.traits[actor, Trait.STRONG] == 0
    return False
