"""Where does a model want to be? Maps of the board for the one that moves or is placed: pull, threat, strike."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.bots.value import engage_value, hit_value, roll_index, shot_value
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, is_hostile, marker_controller, movement_of, rank_of
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.scoring import marker_worth
from skirmish_rl.envs.godbreakers.state import CELLS, GODBREAKERS, MARKERS, SIDE, SLOTS, Ground, MarkerKind, Spot, Status, Trait

_CONTACT = 0.15  # of standing next to one hostile model more


@jit
def count_contacts(state, scratch):
    """Count models by every marker, the actor left out. Fills `mine` and `others`."""
    for marker in range(MARKERS):
        cell = state.markers[marker].cell
        mine = 0
        others = 0
        if cell >= 0:
            x = cell % SIDE
            y = cell // SIDE
            for j in range(max(y - 1, 0), min(y + 2, SIDE)):
                for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                    slot = state.board[j * SIDE + i]
                    if 0 <= slot < SLOTS and slot != scratch.actor:
                        if state.units[slot].circle == scratch.viewer:
                            mine += 1
                        else:
                            others += 1
        scratch.mine[marker] = mine
        scratch.others[marker] = others


@jit
def count_coming(state, tables, scratch):
    """Count the godbreakers still to be activated that can get beside each marker. Fills `mine_coming` and `rivals_coming`. Note 11."""
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        mine = 0
        rivals = 0
        if there >= 0:
            for slot in range(min(GODBREAKERS, state.used)):
                unit = state.units[slot]
                if unit.status != Status.ON_BOARD or unit.activated or slot == scratch.actor:
                    continue
                if tables.range[unit.cell, there] <= 2 * movement_of(state, unit):
                    if unit.circle == scratch.viewer:
                        mine += 1
                    else:
                        rivals += 1
        scratch.mine_coming[marker] = mine
        scratch.rivals_coming[marker] = rivals


@jit
def marker_stake(state, tables, scratch, marker):
    """VP a round at stake at a marker: what the viewer would score with it, and what its holder scores now."""
    own = marker_worth(state, marker, scratch.viewer) + 0.0
    if state.markers[marker].kind == MarkerKind.HOARD:
        own = 1.5
    holder = marker_controller(state, marker)
    if holder >= 0 and holder != scratch.viewer:
        own += marker_worth(state, marker, holder) / (state.surviving - 1.0)
    return own


@jit
def map_pull(state, tables, scratch, actor):
    """Fill `pull`: how good it is for the viewer's model to stand on each cell at the end of the round.

    Strategy notes 1, 5, 14, 15. Godbreakers win and deny markers; tame models only deny.
    """
    left = min(tables.rounds - state.round + 1, 3)
    for cell in range(CELLS):
        scratch.pull[cell] = 0.0
    fighter = actor < GODBREAKERS
    reach = 2.0 * movement_of(state, state.units[actor]) + 1.0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there < 0:
            continue
        at_stake = marker_stake(state, tables, scratch, marker)
        mine = scratch.mine[marker]
        others = scratch.others[marker]
        held_without = mine > others
        # What one more model there changes now, and what it promises.
        now = 0.0
        if fighter:
            if not held_without and mine + 1 > others:
                now = at_stake
            elif held_without:
                now = 0.12 * at_stake if others > 0 or mine == 1 else 0.04 * at_stake
            elif mine + 1 == others:
                now = 0.45 * at_stake
            else:
                now = 0.3 * at_stake / (others - mine)
        elif held_without:
            now = -at_stake if mine <= others + 1 else 0.0
        else:
            holder = marker_controller(state, marker)
            now = 0.7 * at_stake if holder >= 0 and holder != scratch.viewer else 0.0
        promise = now * (0.35 + 0.25 * left)
        # Nearness: full beside the marker, falling with the activations it takes to get there.
        if promise > 0.0:
            slope = 0.45 * promise / reach
            high = 0.55 * promise
            for cell in range(CELLS):
                scratch.pull[cell] = max(scratch.pull[cell], high - slope * tables.range[there, cell])
        x = there % SIDE
        y = there // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                scratch.pull[j * SIDE + i] += promise
    for cell in range(CELLS):
        if state.ground[cell] & Ground.NEAR_BARRICADE:
            scratch.pull[cell] += 0.05


@jit
def map_threat(state, tables, scratch, actor):
    """Fill `threat`: worth the actor stands to lose on each cell to hostile models. Strategy notes 4 and 6."""
    for cell in range(CELLS):
        scratch.threat[cell] = 0.0
    row = roll_index(state, actor, rank_of(state, state.units[actor], Trait.DEFENSIVE), False)
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or slot == actor or not is_hostile(state, tables, slot, actor):
            continue
        if unit.seat < 0 and unit.die == 6:
            continue
        against = roll_index(state, slot, rank_of(state, unit, Trait.DEADLY), False)
        hurt = hit_value(state, tables, scratch, slot, actor, against, row)
        reach = movement_of(state, unit) + attack_range_of(state, unit)
        if unit.seat < 0:
            reach = attack_range_of(state, unit) + 1  # moves or strikes, never both
        hurt *= 0.3 if unit.activated else 0.6
        here = unit.cell
        for cell in range(CELLS):
            scratch.threat[cell] += hurt * (tables.range[here, cell] <= reach)
        x = here % SIDE
        y = here // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                scratch.threat[j * SIDE + i] += _CONTACT * (1.0 if unit.activated == 0 else 0.4)


@jit
def map_strike(state, tables, scratch, actor):
    """Fill `strike`, the best Engage from each cell, and `attack`, each Engage from where the actor stands. Notes 2, 3, 9."""
    for cell in range(CELLS):
        scratch.strike[cell] = 0.0
    me = state.units[actor]
    distance = attack_range_of(state, me)
    for slot in range(state.used):
        scratch.attack[slot] = 0.0
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or slot == actor or not is_hostile(state, tables, actor, slot):
            continue
        here = unit.cell
        if me.cell >= 0 and range_of(state, tables, me.cell, here) <= distance:
            scratch.attack[slot] = engage_value(state, tables, scratch, actor, slot, me.cell)
        if me.cell >= 0 and tables.range[me.cell, here] > movement_of(state, me) + distance:
            continue
        if distance > 0:
            far = shot_value(state, tables, scratch, actor, slot)
            safe = attack_range_of(state, unit)
            for cell in range(CELLS):
                r = tables.range[here, cell]
                if safe < r <= distance:
                    scratch.strike[cell] = max(scratch.strike[cell], far)
        x = here % SIDE
        y = here // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                cell = j * SIDE + i
                if state.board[cell] == Spot.FREE or cell == me.cell:
                    value = engage_value(state, tables, scratch, actor, slot, cell)
                    scratch.strike[cell] = max(scratch.strike[cell], value)


@jit
def map_direction(state, tables, scratch):
    """Fill `pull` for a wild model the viewer directs: into rivals' contact and onto their markers. Note 13."""
    for cell in range(CELLS):
        scratch.pull[cell] = 0.0
        scratch.threat[cell] = 0.0
        scratch.strike[cell] = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or unit.seat < 0:
            continue
        sign = -1.0 if unit.seat == scratch.viewer else 1.0
        here = unit.cell
        for cell in range(CELLS):
            scratch.pull[cell] += sign * 0.2 / (1.0 + tables.range[here, cell])
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there < 0:
            continue
        holder = marker_controller(state, marker)
        if holder < 0:
            continue
        swing = marker_worth(state, marker, holder) * (-0.8 if holder == scratch.viewer else 0.8)
        x = there % SIDE
        y = there // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                scratch.pull[j * SIDE + i] += swing


@jit
def map_cells(state, tables, scratch, actor):
    """Fill all maps for a model of the viewer."""
    scratch.actor = actor
    count_contacts(state, scratch)
    map_pull(state, tables, scratch, actor)
    map_threat(state, tables, scratch, actor)
    map_strike(state, tables, scratch, actor)


@jit
def cell_value(state, scratch, cell, act_again):
    """Worth of the actor standing on a cell; with an action to spare it may also strike from there."""
    value = scratch.pull[cell] - scratch.threat[cell]
    if act_again:
        value += max(0.0, scratch.strike[cell])
    return value


@jit
def best_free_cell(state, scratch):
    """Highest value of a free cell for the actor."""
    best = 0.0
    for cell in range(SIDE * SIDE):
        if state.board[cell] == Spot.FREE:
            best = max(best, scratch.pull[cell] - scratch.threat[cell])
    return best


@jit
def best_near(state, scratch, here, within):
    """Best value of a free cell close to another."""
    best = -100.0
    x = here % SIDE
    y = here // SIDE
    for j in range(max(0, y - within), min(SIDE, y + within + 1)):
        for i in range(max(0, x - within), min(SIDE, x + within + 1)):
            cell = j * SIDE + i
            if state.board[cell] == Spot.FREE:
                best = max(best, scratch.pull[cell] - scratch.threat[cell])
    return best


@jit
def blocking_value(state, tables, cell, slot):
    """VP that a model in the way would deny by standing on a cell; slot -1 is a new one."""
    total = 0.0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there >= 0:
            near = range_of(state, tables, there, cell)
            seat = state.units[slot].seat if slot >= 0 else 0
            total += marker_worth(state, marker, max(seat, 0)) * (1.0 if near == 0 else 0.1 / (1.0 + near))
    return total
