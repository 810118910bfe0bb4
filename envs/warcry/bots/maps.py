"""Where is it good to stand? Enemies around, objectives, treasures: worked out once per position, then read for each place."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.bots.value import actions_of, attack_share, far_range, impact_loss, quick_share, treasure_price, wounds_of
from skirmish_rl.envs.warcry.data.distances import sight_of
from skirmish_rl.envs.warcry.rules.fighters import is_eligible
from skirmish_rl.envs.warcry.rules.measuring import LINES, flat_inches2, gap2
from skirmish_rl.envs.warcry.rules.scoring import carriers_of, held_by, stands
from skirmish_rl.envs.warcry.rules.treasure import can_carry
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FORCE,
    SLOTS,
    TOKENS,
    WEAPONS,
    WIDTH,
    Place,
    Reaction,
    Runemark,
    Status,
    Victory,
    has_mark,
    height_of,
    seat_of,
)  # fmt: skip

_NEXT_ROUND = 0.4  # care for enemies that have acted: they come again when the round is over
_APPROACH = 0.35  # of a stake, for being on the way to it
_LURE = 0.5  # of an attack, for being on the way to it
_LURE_LOADED = 0.15  # the same for a fighter with a treasure


@jit
def count_left(state, scratch):
    """Activations that both sides still have in this round."""
    viewer = scratch.viewer
    scratch.mine_left = 0
    scratch.theirs_left = 0
    for slot in range(SLOTS):
        if is_eligible(state, slot):
            if seat_of(slot) == viewer:
                scratch.mine_left += 1
            else:
                scratch.theirs_left += 1


@jit
def strike_of(state, tables, scratch, slot, target, actions, move):
    """The expected cost to an enemy of a fighter's attacks in one activation: two from where it stands, or one after a move."""
    far2 = gap2(tables, state.units[slot].node, state.units[target].node)
    reach = far_range(tables, slot) + (move if actions > 1 else 0)
    if actions == 0 or far2 > 4 * reach * reach:
        return 0.0
    best = 0.0
    wounds = wounds_of(state, tables, target)
    for weapon in range(tables.unit_weapons[slot]):
        longest = tables.weapon_max[slot, weapon]
        least = tables.weapon_min[slot, weapon]
        now = far2 <= 4 * longest * longest and (least == 0 or far2 > 4 * least * least)
        longest += move
        if now or (actions > 1 and far2 <= 4 * longest * longest):
            best = max(best, quick_share(tables, slot, weapon, target, wounds, 1 if now and actions > 1 else 0))
    return best * scratch.worth[target]


@jit
def best_strike(state, tables, scratch, slot):
    """The most that a fighter could do to an enemy in its next activation."""
    actions = actions_of(state, slot)
    if actions == 0:
        return 0.0
    best = 0.0
    foe = 1 - seat_of(slot)
    move = tables.unit_move[slot]
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[target].status == Status.ON_BOARD:
            best = max(best, strike_of(state, tables, scratch, slot, target, actions, move))
    return best


@jit
def map_strikes(state, tables, scratch):
    """Fill in what all fighters could do to each other before the round ends. Strategy notes 7, 8 and 11."""
    for slot in range(SLOTS):
        scratch.strike[slot] = 0.0
        scratch.peril[slot] = 0.0
    for slot in range(SLOTS):
        actions = actions_of(state, slot)
        if actions == 0:
            continue
        move = tables.unit_move[slot]
        foe = 1 - seat_of(slot)
        for target in range(FORCE * foe, FORCE * (foe + 1)):
            if state.units[target].status == Status.ON_BOARD:
                value = strike_of(state, tables, scratch, slot, target, actions, move)
                if value > scratch.strike[slot]:
                    scratch.strike[slot] = value
                if value > scratch.peril[target]:
                    scratch.peril[target] = value


@jit
def map_stakes(state, tables, scratch, actor):
    """Fill in the worth of one more fighter of the viewer near each objective, the actor left out of the count.

    Strategy notes 4 and 5; WC-OBJ-01, WC-OBJ-02.
    """
    viewer = scratch.viewer
    mine = held_by(state, tables, viewer)
    theirs = held_by(state, tables, 1 - viewer)
    left = min(tables.rounds - state.round + 1.0, 3.0)
    for k in range(tables.n_objectives):
        scratch.stake[k] = 0.0
        if not stands(state, tables, k):
            continue
        lead = 0
        coming = 0.0
        for slot in range(SLOTS):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and slot != actor and tables.objective_near[k, unit.node]:
                lead += 1 if seat_of(slot) == viewer else -1
            elif seat_of(slot) != viewer and is_eligible(state, slot):
                away = objective_distance(tables, k, unit.node)
                if away <= 3.0 + 1.5 * tables.unit_move[slot]:
                    coming += 0.5
        held = state.control[k] == viewer
        points = tables.per_objective + 0.0
        own = mine - 1 if held else mine
        if own == 0:
            points += tables.for_any
        elif own == 1:
            points += tables.for_two
        if tables.for_more and own <= theirs:
            points += 0.8 * tables.for_more
        elif tables.for_more and own == theirs + 1:
            points += 0.3 * tables.for_more
        if state.control[k] == 1 - viewer and tables.for_more:
            points += 0.4
        if state.named == k:
            points += 1.0
        if tables.victory == Victory.UNCOVER and state.loots[k] > 0:
            points += 1.0
        scratch.stake[k] = scratch.point * left * max(points, 0.2) * one_more(lead, held, coming)


@jit
def one_more(lead, held, coming):
    """How much one more fighter does for the control of an objective, by the lead without it and the enemies that may still come."""
    doubt = min(coming, 1.5)
    if lead <= -3:
        return 0.05
    if lead == -2:
        return 0.12
    if lead == -1:
        return 0.55 if held else 0.3
    if lead == 0:
        return 0.1 + 0.4 * doubt if held else 0.9
    return (0.05 + 0.25 * doubt) / lead


@jit
def objective_distance(tables, k, node):
    """Inches from an objective to the middle of a node's cell, roughly."""
    cell = tables.node_cell[node]
    dx = abs(2 * (cell % WIDTH) + 1 - tables.objective_x[k]) * 0.5
    dy = abs(2 * (cell // WIDTH) + 1 - tables.objective_y[k]) * 0.5
    return max(dx, dy) + 0.4 * min(dx, dy)


@jit
def map_foes(state, tables, scratch, actor):
    """The enemies of a fighter: what it can do to each, and each to it. Strategy notes 1, 9 and 10."""
    scratch.actor = actor
    n = 0
    seat = seat_of(actor)
    own = wounds_of(state, tables, actor)
    for target in range(FORCE * (1 - seat), FORCE * (2 - seat)):
        unit = state.units[target]
        if unit.status != Status.ON_BOARD:
            continue
        scratch.foe_slot[n] = target
        scratch.foe_x[n] = unit.cell % WIDTH
        scratch.foe_y[n] = unit.cell // WIDTH
        scratch.foe_z[n] = height_of(tables, unit)
        scratch.want[n] = 0.0
        for weapon in range(WEAPONS):
            value = 0.0
            if weapon < tables.unit_weapons[actor]:
                value = attack_share(state, tables, actor, weapon, target, False, 0, 0, 0, False, Reaction.NONE) * scratch.worth[target]
            scratch.gain[weapon, n] = value
            if value > scratch.want[n]:
                scratch.want[n] = value
        bite = 0.0
        for weapon in range(tables.unit_weapons[target]):
            bite = max(bite, quick_share(tables, target, weapon, actor, own, 0))
        scratch.bite[n] = bite * scratch.worth[actor]
        far = far_range(tables, target)
        fresh = is_eligible(state, target)
        actions = actions_of(state, target) if fresh else 2
        scratch.care[n] = 1.0 if fresh else _NEXT_ROUND
        scratch.near[n] = 4 * far * far if actions > 0 else 0
        far += tables.unit_move[target] if actions > 1 else 0
        scratch.reach[n] = far * far if actions > 0 else 0
        n += 1
    scratch.n_foes = n
    scratch.impact = impact_loss(state, tables, scratch, actor)


@jit
def place_value(state, tables, scratch, slot, node, attacks):
    """The worth of a node at which the viewer's fighter ends a move; `attacks`: attack actions that it can still make there."""
    rest, strike = weigh_place(state, tables, scratch, slot, node, attacks > 0)
    return rest + attacks * strike


@jit
def weigh_place(state, tables, scratch, slot, node, again):
    """(what a node is worth to the viewer's fighter at the end of its activation, its best attack from there).

    Args:
        again: it has another action; without one the attack is 0.
    """
    cell = tables.node_cell[node]
    x = cell % WIDTH
    y = cell // WIDTH
    z = tables.node_height[node]
    threat = 0.0
    worst = 0.0
    beside = 0.0
    shot = 0.0
    lure = 0.0
    engaged = False
    for k in range(scratch.n_foes):
        dx = max(abs(x - scratch.foe_x[k]) - 1, 0)
        dy = max(abs(y - scratch.foe_y[k]) - 1, 0)
        flat = dx * dx + dy * dy
        dz = z - scratch.foe_z[k]
        full = 4 * flat + dz * dz
        if full <= scratch.near[k]:
            bite = 1.5 * scratch.bite[k] * scratch.care[k]
        elif flat <= scratch.reach[k]:
            bite = scratch.bite[k] * scratch.care[k]
        else:
            bite = 0.0
        threat += bite
        worst = max(worst, bite)
        close = full <= 4
        engaged = engaged or close
        if again:
            for weapon in range(WEAPONS):
                value = scratch.gain[weapon, k] + 0.0
                longest = tables.weapon_max[slot, weapon]
                least = tables.weapon_min[slot, weapon]
                if value > (beside if close else shot) and full <= 4 * longest * longest and (least == 0 or full > 4 * least * least):
                    line = sight_of(tables, node, state.units[scratch.foe_slot[k]].node)
                    if line & LINES:
                        if line & ~LINES:
                            value *= 0.8
                        if close:
                            beside = max(beside, value)
                        else:
                            shot = max(shot, value)
        away = max(dx, dy) + 0.4 * min(dx, dy)
        lure = max(lure, scratch.want[k] / (1.0 + 0.15 * away))
    strike = beside if engaged else shot
    value = (_LURE if state.units[slot].treasure < 0 else _LURE_LOADED) * lure
    value -= scratch.caution * min(worst + 0.3 * (threat - worst), 1.2 * scratch.worth[slot])
    value += aims_value(state, tables, scratch, slot, node)
    if node >= CELLS:
        if not again and tables.node_place[node] == Place.FACE:
            value -= 2.0 + 3.0 * scratch.impact
        elif threat > 0.0:
            value -= 0.5 * scratch.impact
    elif tables.open_side[node] and threat > 0.0 and not has_mark(tables, slot, Runemark.FLY):
        value -= 0.2 * scratch.impact
    return value, strike


@jit
def aims_value(state, tables, scratch, slot, node):
    """The worth of a place for the scenario: objectives, the centre, treasures."""
    value = 0.0
    best = 0.0
    for k in range(tables.n_objectives):
        stake = scratch.stake[k] + 0.0
        if (
            tables.victory == Victory.UNCOVER
            and tables.objective_beside[k, node]
            and state.loots[k] > 0
            and can_carry(state, tables, slot)
        ):
            value += scratch.point
        if tables.objective_near[k, node]:
            if tables.single_objective:
                best = max(best, stake)
            else:
                value += stake
        elif stake > 0.0:
            away = objective_distance(tables, k, node) - 3.0
            best = max(best, _APPROACH * stake / (1.0 + 0.2 * max(away, 0.0)))
    value += best
    if tables.for_centre or tables.victory == Victory.HOARD:
        share = tables.for_centre if tables.for_centre else 0.1
        if tables.centre_near[node]:
            value += 0.5 * scratch.point * share
        else:
            cell = tables.node_cell[node]
            value += (
                0.2
                * scratch.point
                * share
                / (1.0 + 0.05 * (abs(2 * (cell % WIDTH) - tables.width) + abs(2 * (cell // WIDTH) - tables.height)))
            )
    if tables.for_quarters and tables.quarter[node]:
        value += 0.3 * scratch.point * tables.for_quarters
    if tables.n_tokens and can_carry(state, tables, slot):
        value += treasure_pull(state, tables, scratch, slot, node)
    return value


@jit
def treasure_pull(state, tables, scratch, slot, node):
    """The worth of being near to a treasure on the board, to a fighter that can carry it. Strategy note 16."""
    best = 0.0
    price = 0.5 * treasure_price(state, tables, scratch.point)
    for token in range(TOKENS):
        there = state.tokens[token].cell
        if there >= 0:
            far2 = flat_inches2(tables.node_cell[node], there)
            best = max(best, price / (1.0 + 0.25 * far2 / (1.0 + 0.12 * far2)))
    return best


@jit
def treasure_value(state, tables, scratch):
    """The worth of picking up a treasure: most at the end, and while both sides carry about as many. Strategy note 16."""
    lead = carriers_of(state, scratch.viewer) - carriers_of(state, 1 - scratch.viewer)
    return treasure_price(state, tables, scratch.point) * (1.0 if -1 <= lead <= 1 else 0.6)
