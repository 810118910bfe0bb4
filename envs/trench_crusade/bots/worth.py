"""What is a model worth, its place, its next activation, a victory point? Once per position, in points of the warband lists."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.bots.value import USUAL, fill_hoard, hurt_dice, pass_chance
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close
from skirmish_rl.envs.trench_crusade.rules.scoring import has_leader, lost_models
from skirmish_rl.envs.trench_crusade.state import FORCE, SIDES, SLOTS, Deed, Status, Verb, act_of, has_done, seat_of

LATER_TURN = 0.3  # of a point: each later Turn in which a place may still count
_LEADER = 25.0  # more than its price: morale, strategy note 12
_SINGER = 20.0  # more than its price: the dread hymn
_PER_TURN = 0.35  # chance to use a marker that each Turn brings, at most 1
_SHARE = 0.9  # of what a warband costs: what all victory points of a scenario are worth
_CAUTION = 0.1  # weight of enemies that will act again in a later Turn
_HELD = 0.6  # of what control of an objective is worth: a model without which it is lost
_ENDING = 0.4  # of its price: a model that will not be activated again, in the last Turn
_LAST_ACT = 0.7  # one that still will, in the last Turn
_DENIED = 2.0  # one that will in an earlier one: to stop it now denies its activation. Strategy note 13

_ROUT = 30.0  # points: one model less means a Morale Check
_NEAR_ROUT = 10.0  # two models less
_LED = 0.4  # of it while a leader stands
COMING = 0.5  # of a relic's points in a later Turn, for who stands beside it
_CLAIM = 0.58  # chance of a claim
_SECOND = 0.35  # of a relic where a friend already is: it may fail


@jit
def stake_of(tables):
    """Points of the lists for each victory point of the scenario: what a warband costs, divided by what can be scored."""
    total = tables.turns * tables.objectives * tables.piece_points
    for k in range(tables.relics):
        total += tables.relic_last[k] * tables.relic_points
        if tables.relic_last[k] >= tables.turns:
            total += tables.relic_last_points - tables.relic_points
    price = 0
    for slot in range(SLOTS):
        price += tables.points[slot]
    return 0.5 * price / max(1, total)


@jit
def is_open(state, tables, deed):
    """True if a deed of the scenario has still to be done."""
    return tables.deeds[deed] != 0 and state.deeds[deed] < 0


@jit
def controller(on_mine, near_mine, on_theirs, near_theirs):
    """1 if the first side controls an objective, -1 if the second does, 0. Clause: TC-SC-01."""
    if (on_mine > 0) != (on_theirs > 0):
        return 1 if on_mine > 0 else -1
    return 1 if near_mine > near_theirs else (-1 if near_theirs > near_mine else 0)


@jit
def fill_worth(state, tables, scratch):
    """Worth of every model, and of the markers on it. Strategy notes 12, 13, 19."""
    left = tables.turns - state.round
    scratch.point = _SHARE * stake_of(tables)
    fresh = 0
    for slot in range(SLOTS):
        fresh += state.units[slot].status == Status.ON_BOARD and state.units[slot].activated == 0
    scratch.later = min(1.0, _PER_TURN * left + min(0.5, 0.08 * fresh))
    scratch.caution = _CAUTION if left > 0 else 0.0
    for seat in range(SIDES):
        scratch.rout[seat] = rout_share(state, tables, seat, left)
    count_holders(state, tables, scratch)
    for slot in range(SLOTS):
        unit = state.units[slot]
        scratch.worth[slot] = 0.0
        if unit.status != Status.ON_BOARD and unit.status != Status.RESERVE:
            continue
        scratch.worth[slot] = tables.points[slot] + (_LEADER if tables.traits[slot, Trait.LEADER] and tables.morale else 0.0)
        if tables.traits[slot, Trait.HYMN]:
            scratch.worth[slot] += _SINGER
        if unit.status == Status.RESERVE:
            continue
        if left > 0:
            scratch.worth[slot] *= 1.0 if unit.activated else _DENIED
        else:
            scratch.worth[slot] *= _ENDING if unit.activated else _LAST_ACT
        scratch.worth[slot] += scratch.rout[seat_of(slot)] * (unit.down == 0)
        scratch.worth[slot] += place_held(state, tables, scratch, slot, left)
        scratch.hurt[slot] = hurt_dice(state, tables, slot)
        scratch.strike[slot] = USUAL * pass_chance(tables, max(tables.ranged[slot], tables.melee[slot]))
    for slot in range(SLOTS):
        if state.units[slot].status == Status.ON_BOARD:
            fill_hoard(state, tables, scratch, slot)


@jit
def rout_share(state, tables, seat, left):
    """The worth of each standing model in keeping its seat from a Morale Check, and with it from flight in a later Turn.

    Strategy note 12.
    """
    if tables.morale == 0 or left == 0:
        return 0.0
    spare = (state.strength[seat] + 1) // 2 - lost_models(state, seat)
    if spare < 1 or spare > 2:
        return 0.0
    return (_ROUT if spare == 1 else _NEAR_ROUT) * (1.0 if has_leader(state, tables, seat) == 0 else _LED)


@jit
def count_holders(state, tables, scratch):
    """How many models of either seat are on and near each objective."""
    for k in range(tables.objectives):
        for seat in range(SIDES):
            scratch.on[k, seat] = 0
            scratch.near[k, seat] = 0
    for slot in range(SLOTS):
        if state.units[slot].status != Status.ON_BOARD:
            continue
        for k in range(tables.objectives):
            place = tables.near_piece[k, state.units[slot].cell]
            scratch.near[k, seat_of(slot)] += place > 0
            scratch.on[k, seat_of(slot)] += place == 2


@jit
def place_held(state, tables, scratch, slot, left):
    """The loss of its seat if a model's place were lost: control of objectives; a deed for who kills it beside a relic."""
    seat = seat_of(slot)
    cell = state.units[slot].cell
    value = 0.0
    for k in range(tables.objectives):
        place = tables.near_piece[k, cell]
        if place == 0:
            continue
        on = scratch.on[k, seat]
        near = scratch.near[k, seat]
        on_theirs = scratch.on[k, 1 - seat]
        near_theirs = scratch.near[k, 1 - seat]
        now = controller(on, near, on_theirs, near_theirs)
        then = controller(on - (1 if place == 2 else 0), near - 1, on_theirs, near_theirs)
        value += _HELD * (now - then) * tables.piece_points * scratch.point * (1.0 + LATER_TURN * left)
    if is_open(state, tables, Deed.RELIC_GUARD):
        for k in range(tables.relics):
            if state.round <= tables.relic_last[k] and is_close(tables, cell, tables.relic_cell[k]):
                value += tables.deed_points * scratch.point
    for k in range(tables.relics):
        if is_close(tables, cell, tables.relic_cell[k]):
            value += _HELD * relic_stake(state, tables, scratch, slot, k)
    return value


@jit
def relic_stake(state, tables, scratch, actor, relic):
    """The gain of the actor's seat if it ends beside a relic: a claim in this Turn, claims in those to come."""
    unit = state.units[actor]
    now = state.round
    last = tables.relic_last[relic]
    act = act_of(state, actor)
    value = 0.0
    may_claim = not has_done(state.acts[act], Verb.CLAIM) if act >= 0 else unit.activated == 0
    if now <= last and state.claimed[relic] < 0 and may_claim:
        value = relic_worth(tables, now) + 0.0
        if unit.claims and (unit.claims >> relic) & 1 == 0 and is_open(state, tables, Deed.TWO_RELICS):
            value += tables.deed_points
    for turn in range(now + 1, last + 1):
        value += COMING * relic_worth(tables, turn)
    if has_friend_at(state, tables, actor, tables.relic_cell[relic]):
        value *= _SECOND
    return _CLAIM * scratch.point * value


@jit
def relic_worth(tables, turn):
    """VP of a relic that is claimed in a Turn. Scenario S3."""
    return tables.relic_last_points + 0.0 if turn >= tables.turns else tables.relic_points + 0.0


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
def add_deeds(state, tables, scratch, slot):
    """Every enemy is worth more to a model that would do a deed by killing it: D4, D5, R1."""
    unit = state.units[slot]
    deeds = 0
    deeds += unit.kills == 2 and is_open(state, tables, Deed.THREE_KILLS)
    deeds += unit.melee_kills == 1 and is_open(state, tables, Deed.TWO_KILLS)
    act = act_of(state, slot)
    deeds += act >= 0 and state.acts[act].stood != 0 and is_open(state, tables, Deed.FROM_THE_GROUND)
    if deeds > 0:
        foe = FORCE * (1 - seat_of(slot))
        for other in range(foe, foe + FORCE):
            if state.units[other].status == Status.ON_BOARD:
                scratch.worth[other] += deeds * tables.deed_points * scratch.point
