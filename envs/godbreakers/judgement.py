"""How good is an action? One number for each, in victory points: the strong bot's opinion, and the simple bot's."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.appraisal import cell_value
from skirmish_rl.envs.godbreakers.rules.measuring import range_of, vaults_of
from skirmish_rl.envs.godbreakers.rules.numbering import ACT, CELL, COUNT, ORDER, PASS, SLOT
from skirmish_rl.envs.godbreakers.rules.scoring import marker_worth
from skirmish_rl.envs.godbreakers.state import (
    GODBREAKERS,
    MARKERS,
    SIDE,
    Act,
    Decision,
    MarkerKind,
    Status,
    Token,
    Trait,
    attack_range_of,
    is_hostile,
    movement_of,
    rank_of,
    touches_hostile,
)  # fmt: skip
from skirmish_rl.envs.godbreakers.worth import blast_value, displacement_gain, engage_value, loss, pass_chance, stake, survival


@jit
def score(state, tables, action, scratch):
    """The strong bot's opinion of a legal action; `appraise` must have run. Strategy notes 1-19."""
    decision = state.decision
    if decision == Decision.ACTION:
        if state.units[state.active].seat < 0:
            return score_wild(state, tables, action, scratch)
        return score_action(state, tables, action, scratch)
    if decision == Decision.ACTIVATE:
        return score_activation(state, tables, action - SLOT, scratch)
    if decision == Decision.PRIORITY:
        return score_order(state, action - ORDER, scratch)
    if action == PASS:
        return score_pass(state, tables, scratch)
    if action >= COUNT:
        return (action - COUNT) * (1.0 if state.units[state.active].seat == scratch.viewer else -1.0)
    if action >= CELL:
        return score_cell(state, tables, action - CELL, scratch)
    return score_slot(state, tables, action - SLOT, scratch)


@jit
def obstacle_loss(state, tables, scratch, slot, cell):
    """Expected loss to Avoid Obstacles on a Move, less the hope of a Triumph. Notes 4 and 9."""
    obstacles = vaults_of(state, tables, state.units[slot].cell, cell)
    if touches_hostile(state, tables, slot, False):
        obstacles += 1
    if obstacles == 0:
        return 0.0
    unit = state.units[slot]
    value = (1.0 - pass_chance(state, tables, slot)) * loss(state, scratch, slot, obstacles)
    if slot < GODBREAKERS and unit.die < 12:
        healed = scratch.worth[slot] * (1.0 - survival(state, slot, unit.damage)) + 0.4
        value -= healed / unit.die
    return value


@jit
def score_action(state, tables, action, scratch):
    """Move, Engage, special action or the end of the activation."""
    slot = state.active + 0
    unit = state.units[slot]
    again = state.actions_left > 1
    here = unit.cell
    stay = scratch.pull[here] - scratch.threat[here]
    if action == PASS:
        return stay
    if action >= ACT:
        return stay + score_special(state, tables, action - ACT, scratch)
    if action >= CELL:
        cell = action - CELL
        return cell_value(state, scratch, cell, again) - obstacle_loss(state, tables, scratch, slot, cell)
    value = stay + scratch.attack[action - SLOT]
    if again:
        value += 0.5 * max(0.0, scratch.attack[action - SLOT])
    return value


@jit
def score_special(state, tables, act, scratch):
    """Gain of a special action over doing nothing. Notes 14 and 17."""
    slot = state.active
    unit = state.units[slot]
    chance = pass_chance(state, tables, slot)
    left = tables.rounds - state.round + 0.0
    if act == Act.SUNDER:
        return chance * best_sunder(state, tables, scratch, left)
    if act == Act.HANDOFF:
        spare = unit.tokens[Token.TREASURE] > 1 or unit.tokens[Token.TROPHY] > 1
        return 1.5 if spare else -0.1
    if act == Act.HIDDEN_WAYS:
        return chance * max(0.0, best_pull(state, scratch) - scratch.pull[unit.cell] + scratch.threat[unit.cell]) - 0.05
    if act == Act.DESPOIL:
        return chance * (0.8 + 0.4 * left)
    if act == Act.RUIN:
        rank = rank_of(state, unit, Trait.RUINOUS)
        return -(1.0 - chance) * loss(state, scratch, slot, 3 - rank) - 0.05
    if act == Act.SHAPE_AREA:
        rank = rank_of(state, unit, Trait.SHAPING)
        return chance * max(0.0, 0.6 * blast_value(state, tables, scratch, 2, rank)) - (1.0 - chance) * loss(state, scratch, slot, 3 - rank) - 0.02
    if act == Act.SHAPE_HORIZONTAL or act == Act.SHAPE_VERTICAL:
        return -0.2
    if act == Act.SUMMON:
        return chance * (0.5 + 0.3 * left) + 0.1
    if act == Act.THUNDER:
        rank = rank_of(state, unit, Trait.THUNDEROUS)
        first = blast_value(state, tables, scratch, rank, rank)
        second = blast_value(state, tables, scratch, 2 * rank, rank)
        return first + chance * second - (1.0 - chance) * loss(state, scratch, slot, rank)
    if act == Act.PLUNDER:
        return 4.5 if unit.tokens[Token.TREASURE] == 0 else -0.5
    if act == Act.VERIFY:
        return 2.0 * chance - 1.0
    if act == Act.TREATMENT:
        return 2.0 * chance - 0.8 * (1.0 - chance)
    return -0.3


@jit
def best_pull(state, scratch):
    """Highest value of a free cell for the actor."""
    best = 0.0
    for cell in range(SIDE * SIDE):
        if state.board[cell] == -1:
            best = max(best, scratch.pull[cell] - scratch.threat[cell])
    return best


@jit
def best_sunder(state, tables, scratch, left):
    """Gain of removing the best of the viewer's controlled markers: only a rival's shard, and only if it will be lost."""
    best = -1.0
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell < 0:
            continue
        best = max(best, sunder_value(state, tables, scratch, marker, left))
    return best


@jit
def sunder_value(state, tables, scratch, marker, left):
    """Gain of a marker's removal."""
    m = state.markers[marker]
    if m.kind != MarkerKind.SHARD or m.seat == scratch.viewer:
        return -1.0 - left
    margin = scratch.mine[marker] - scratch.others[marker]
    keep = 0.8 if margin > 1 else 0.5
    return 0.8 + 0.8 * left - 3.0 * keep * (1.0 + 0.5 * left)


@jit
def score_activation(state, tables, slot, scratch):
    """Which model to activate: those that strike first, those that take markers late. Note 11."""
    rivals = 0
    for other in range(state.used):
        unit = state.units[other]
        rivals += unit.status == Status.ON_BOARD and unit.seat >= 0 and unit.seat != scratch.viewer and unit.activated == 0
    unit = state.units[slot]
    patience = 0.5 if rivals > 0 else 1.0
    doomed = (1.0 - survival(state, slot, unit.damage)) * scratch.worth[slot]
    return scratch.plan_strike[slot] + patience * scratch.plan[slot] + 0.1 * doomed + 0.02 * scratch.worth[slot]


@jit
def order_place(state, k, seat):
    """Place of a seat in the k-th lexicographic order of the surviving seats."""
    n = state.surviving
    left = 0  # bit mask of seats not yet placed
    for other in range(state.seats):
        if (state.routed >> other) & 1 == 0:
            left |= 1 << other
    block = 1
    for i in range(2, n + 1):
        block *= i
    for place in range(n):
        block //= n - place
        pick = k // block
        k %= block
        chosen = 0
        while True:
            if (left >> chosen) & 1:
                if pick == 0:
                    break
                pick -= 1
            chosen += 1
        if chosen == seat:
            return place
        left &= ~(1 << chosen)
    return n


@jit
def score_order(state, k, scratch):
    """Last place moves last and directs the wild models; the leading rival belongs in the middle. Note 12."""
    value = order_place(state, k, scratch.viewer) + 0.0
    leader = -1
    for seat in range(state.seats):
        if seat != scratch.viewer and (leader < 0 or state.points[seat] > state.points[leader]):
            leader = seat
    middle = (state.surviving - 1) / 2.0
    return value - 0.1 * abs(order_place(state, k, leader) - middle)


@jit
def score_wild(state, tables, action, scratch):
    """Actions of a wild model the viewer directs. Note 13."""
    slot = state.active
    if action >= ACT:
        if action - ACT == Act.DESTROY_MARKER:
            return 0.0
        return blast_value_of(state, tables, scratch, slot)
    if action >= CELL:
        return scratch.pull[action - CELL]
    if action >= SLOT:
        return -stake(scratch, state, action - SLOT)
    return 0.0


@jit
def blast_value_of(state, tables, scratch, slot):
    """Gain of a wild model's Thunder."""
    scratch.actor = slot
    rank = rank_of(state, state.units[slot], Trait.THUNDEROUS)
    return blast_value(state, tables, scratch, 2 * rank, rank)


@jit
def score_pass(state, tables, scratch):
    """Declining an optional choice."""
    decision = state.decision
    if decision == Decision.CUNNING:
        return score_step(state, tables, state.units[state.active].cell, scratch)
    if decision == Decision.HIDDEN_WAYS:
        here = state.units[state.active].cell
        return scratch.pull[here] - scratch.threat[here]
    return 0.0


@jit
def score_step(state, tables, cell, scratch):
    """Where to stand for Step 3 of an Engage, the dice being known. Note 16; clause GB-TRT-11."""
    me = state.active + 0
    value = 0.0
    if state.units[me].seat == scratch.viewer:
        value = scratch.pull[cell] - scratch.threat[cell]
    winner = state.winner + 0
    if winner < 0:
        return value
    if winner == me:
        for k in range(state.n_engaged):
            other = state.engaged[k]
            if other != me and range_of(state, tables, cell, state.units[other].cell) <= attack_range_of(state, state.units[me]):
                lead = state.units[me].result - state.units[other].result
                value -= stake(scratch, state, other) * loss(state, scratch, other, lead)
    elif is_hostile(state, tables, winner, me):
        if range_of(state, tables, cell, state.units[winner].cell) <= attack_range_of(state, state.units[winner]):
            value -= loss(state, scratch, me, state.units[winner].result - state.units[me].result)
    return value


@jit
def score_cell(state, tables, cell, scratch):
    """Placements that are not Moves."""
    decision = state.decision
    if decision == Decision.CUNNING:
        return score_step(state, tables, cell, scratch)
    if decision == Decision.SHOVE_CELL:
        shoved = state.frames[state.depth - 1].c
        if state.units[shoved].seat == scratch.viewer:
            return scratch.pull[cell] - scratch.threat[cell]
        return -marker_pull(state, tables, cell, shoved)
    if decision == Decision.HIDDEN_WAYS or decision == Decision.DESPOIL_CELL:
        return scratch.pull[cell] - scratch.threat[cell]
    if decision == Decision.DEPLOY_CELL:
        return 0.6 * scratch.pull[cell] - scratch.threat[cell] - 0.02 * range_of(state, tables, tables.centre, cell)
    if decision == Decision.SUNDER_MARKER:
        for marker in range(MARKERS):
            if state.markers[marker].cell == cell:
                return sunder_value(state, tables, scratch, marker, tables.rounds - state.round + 0.0)
    if decision == Decision.SUMMON_CELL:
        return -marker_pull(state, tables, cell, -1)
    if decision == Decision.SHAPE_CELL:
        return shape_value(state, tables, cell, scratch)
    if decision == Decision.WILD_TARGET:
        return range_of(state, tables, state.units[state.active].cell, cell) + 0.0
    if decision == Decision.PLACE_SHARD:
        return -0.05 * range_of(state, tables, tables.centre, cell)
    if decision == Decision.SPAWN or decision == Decision.BROOD or decision == Decision.STALKER_CELL:
        # Optional placements only where they trouble a rival more than the viewer.
        return scratch.pull[cell] - (0.25 if decision == Decision.STALKER_CELL else 0.02)
    return 0.0


@jit
def marker_pull(state, tables, cell, slot):
    """VP at stake beside a cell, for keeping a rival's or one's own blocking model away from it."""
    total = 0.0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there >= 0:
            near = range_of(state, tables, there, cell)
            seat = state.units[slot].seat if slot >= 0 else 0
            total += marker_worth(state, marker, max(seat, 0)) * (1.0 if near == 0 else 0.1 / (1.0 + near))
    return total


@jit
def shape_value(state, tables, cell, scratch):
    """Gain of an area patch that hurts whoever stands in it."""
    rank = rank_of(state, state.units[state.active], Trait.SHAPING)
    total = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and abs(unit.cell % SIDE - cell % SIDE) <= 1 and abs(unit.cell // SIDE - cell // SIDE) <= 1:
            total -= stake(scratch, state, slot) * loss(state, scratch, slot, rank)
    return total


@jit
def score_slot(state, tables, slot, scratch):
    """Choices of a model."""
    decision = state.decision
    unit = state.units[slot]
    if decision == Decision.NOMINATE:
        return engage_value(state, tables, scratch, state.active, slot, state.units[state.active].cell)
    if decision == Decision.VENGEANCE:
        avenger = state.units[state.engaged[state.frames[state.depth - 1].c]]
        return 0.01 - stake(scratch, state, slot) * loss(state, scratch, slot, rank_of(state, avenger, Trait.VENGEFUL))
    if decision == Decision.SHOVE:
        if unit.seat == scratch.viewer:
            if slot != scratch.actor:
                return -0.1
            return 0.7 * (best_near(state, tables, scratch, unit.cell, 2) - scratch.pull[unit.cell] + scratch.threat[unit.cell]) - 0.05
        return displacement_gain(state, tables, scratch, slot) - 0.05
    if decision == Decision.WILD_TARGET:
        return -stake(scratch, state, slot)
    if decision == Decision.HANDOFF_TO:
        return 1.0 - unit.tokens[Token.TREASURE] - unit.tokens[Token.TROPHY] + 0.1 * unit.die - 0.1 * unit.damage
    if decision == Decision.ROLLER or decision == Decision.DESPOIL_UNIT or decision == Decision.DEPLOY_UNIT:
        return unit.die + 0.1 * movement_of(state, unit)
    if decision == Decision.VERIFY_UNIT or decision == Decision.TREAT_UNIT:
        return 0.1 * unit.damage
    return 0.0


@jit
def best_near(state, tables, scratch, here, within):
    """Best value of a free cell close to another."""
    best = -100.0
    x = here % SIDE
    y = here // SIDE
    for j in range(max(0, y - within), min(SIDE, y + within + 1)):
        for i in range(max(0, x - within), min(SIDE, x + within + 1)):
            cell = j * SIDE + i
            if state.board[cell] == -1:
                best = max(best, scratch.pull[cell] - scratch.threat[cell])
    return best


@jit
def greedy(state, tables, action, scratch):
    """The simple bot's opinion: nearest marker, any fair fight, no thought for the reply."""
    decision = state.decision
    if decision == Decision.ACTION and state.units[state.active].seat >= 0:
        here = state.units[state.active].cell
        if action == PASS:
            return scratch.pull[here]
        if action >= ACT:
            act = action - ACT
            return scratch.pull[here] + (0.3 if act == Act.SUMMON or act == Act.PLUNDER or act == Act.TREATMENT else -0.5)
        if action >= CELL:
            return scratch.pull[action - CELL]
        return scratch.pull[here] + scratch.attack[action - SLOT]
    if decision == Decision.VENGEANCE and action != PASS:
        return -stake(scratch, state, action - SLOT)
    if action >= COUNT and action < ACT:
        return action + 0.0
    if decision == Decision.DEPLOY_CELL:
        return -range_of(state, tables, tables.centre, action - CELL) + 0.0
    return 0.0


