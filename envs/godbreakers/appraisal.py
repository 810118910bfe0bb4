"""Where does a model want to be, and who should act? The maps and plans of a position, worked out once for all its actions.

`appraise` fills what `score` (one number per legal action, the strong bot's opinion) and `describe` (features for learners)
read. Everything is in victory points as seen by one seat, the *viewer*. Rules never depend on this file; it follows the
dossier's strategy notes.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.measuring import range_of
from skirmish_rl.envs.godbreakers.rules.moving import write_moves
from skirmish_rl.envs.godbreakers.rules.scoring import marker_worth
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    GODBREAKERS,
    MARKERS,
    SIDE,
    SLOTS,
    Decision,
    Ground,
    MarkerKind,
    Status,
    Trait,
    attack_range_of,
    is_hostile,
    marker_controller,
    movement_of,
    rank_of,
)  # fmt: skip
from skirmish_rl.envs.godbreakers.worth import engage_value, hit_value, roll_index, shot_value, worth_of

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
                if state.board[cell] == -1 or cell == me.cell:
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
def plan_activation(state, tables, scratch, slot):
    """Gain of activating a model now: its best cell and strike, against staying idle. Note 11."""
    map_cells(state, tables, scratch, slot)
    unit = state.units[slot]
    write_moves(state, tables, slot, scratch.moves)
    here = unit.cell
    idle = scratch.pull[here] - scratch.threat[here]
    best = idle
    strike = max(0.0, scratch.strike[here])
    for cell in range(CELLS):
        if scratch.moves[cell]:
            value = scratch.pull[cell] - scratch.threat[cell] + max(0.0, scratch.strike[cell])
            if value > best:
                best = value
                strike = max(0.0, scratch.strike[cell])
    scratch.plan[slot] = best - idle - strike
    scratch.plan_strike[slot] = strike
    scratch.plan_idle[slot] = idle
    scratch.plan_threat[slot] = scratch.threat[here]


@jit
def actor_of(state):
    """The model a cell decision moves or places, -1 if it is a new or a wild one."""
    decision = state.decision
    frame = state.frames[state.depth - 1]
    if decision == Decision.DEPLOY_CELL:
        return frame.b + 0
    if decision == Decision.SHOVE_CELL or decision == Decision.DESPOIL_CELL:
        return frame.c + 0
    if state.active >= 0:
        return state.active + 0
    return -1


@jit
def appraise(state, tables, scratch):
    """Work out once per position what `score` reads for every action."""
    decision = state.decision
    scratch.viewer = state.decider
    scratch.actor = -1
    for slot in range(state.used):
        scratch.worth[slot] = 0.0
        scratch.attack[slot] = 0.0
        scratch.plan[slot] = 0.0
        scratch.plan_strike[slot] = 0.0
        scratch.plan_idle[slot] = 0.0
        scratch.plan_threat[slot] = 0.0
        if state.units[slot].status == Status.ON_BOARD:
            scratch.worth[slot] = worth_of(state, tables, slot)
    if decision == Decision.ACTIVATE:
        for slot in range(state.used):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and unit.seat == state.decider and unit.activated == 0:
                plan_activation(state, tables, scratch, slot)
        scratch.actor = -1
        count_contacts(state, scratch)
        return
    actor = actor_of(state)
    own = actor >= 0 and state.units[actor].seat == scratch.viewer
    if own:
        map_cells(state, tables, scratch, actor)
    else:
        count_contacts(state, scratch)
        map_direction(state, tables, scratch)
