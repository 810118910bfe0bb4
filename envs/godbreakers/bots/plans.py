"""What could a model do, and what would it bring? Plans of an activation, the price of a Move, special actions, Step 3 of an Engage."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.bots.maps import best_free_cell, map_cells
from skirmish_rl.envs.godbreakers.bots.value import blast_value, loss, pass_chance, stake, survival
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, is_hostile, rank_of, touches_hostile
from skirmish_rl.envs.godbreakers.rules.measuring import range_of, vaults_of
from skirmish_rl.envs.godbreakers.rules.moving import write_moves
from skirmish_rl.envs.godbreakers.state import CELLS, GODBREAKERS, MARKERS, Act, MarkerKind, Token, Trait


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
    """The model that the pending decision moves or places: its subject, else the active one; -1 if it is a new one."""
    decision = state.decision
    if decision == Decision.DEPLOY_CELL or decision == Decision.SHOVE_CELL or decision == Decision.DESPOIL_CELL:
        return state.subject
    return state.active


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
def special_gain(state, tables, scratch, act):
    """Gain of a special action of the active model over doing nothing. Notes 14 and 17."""
    slot = state.active
    unit = state.units[slot]
    chance = pass_chance(state, tables, slot)
    left = tables.rounds - state.round + 0.0
    if act == Act.SUNDER:
        return chance * best_sunder_gain(state, tables, scratch, left)
    if act == Act.HANDOFF:
        spare = unit.tokens[Token.TREASURE] > 1 or unit.tokens[Token.TROPHY] > 1
        return 1.5 if spare else -0.1
    if act == Act.HIDDEN_WAYS:
        return chance * max(0.0, best_free_cell(state, scratch) - scratch.pull[unit.cell] + scratch.threat[unit.cell]) - 0.05
    if act == Act.DESPOIL:
        return chance * (0.8 + 0.4 * left)
    if act == Act.RUIN:
        rank = rank_of(state, unit, Trait.RUINOUS)
        return -(1.0 - chance) * loss(state, scratch, slot, 3 - rank) - 0.05
    if act == Act.SHAPE_AREA:
        rank = rank_of(state, unit, Trait.SHAPING)
        return (
            chance * max(0.0, 0.6 * blast_value(state, tables, scratch, slot, 2, rank))
            - (1.0 - chance) * loss(state, scratch, slot, 3 - rank)
            - 0.02
        )
    if act == Act.SHAPE_HORIZONTAL or act == Act.SHAPE_VERTICAL:
        return -0.2
    if act == Act.SUMMON:
        return chance * (0.5 + 0.3 * left) + 0.1
    if act == Act.THUNDER:
        rank = rank_of(state, unit, Trait.THUNDEROUS)
        first = blast_value(state, tables, scratch, slot, rank, rank)
        second = blast_value(state, tables, scratch, slot, 2 * rank, rank)
        return first + chance * second - (1.0 - chance) * loss(state, scratch, slot, rank)
    if act == Act.PLUNDER:
        return 4.5 if unit.tokens[Token.TREASURE] == 0 else -0.5
    if act == Act.VERIFY:
        return 2.0 * chance - 1.0
    if act == Act.TREATMENT:
        return 2.0 * chance - 0.8 * (1.0 - chance)
    return -0.3


@jit
def best_sunder_gain(state, tables, scratch, left):
    """Gain of removing the best of the viewer's controlled markers: only a rival's shard, and only if it will be lost."""
    best = -1.0
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell < 0:
            continue
        best = max(best, sunder_gain(state, tables, scratch, marker, left))
    return best


@jit
def sunder_gain(state, tables, scratch, marker, left):
    """Gain of a marker's removal."""
    m = state.markers[marker]
    if m.kind != MarkerKind.SHARD or m.seat == scratch.viewer:
        return -1.0 - left
    margin = scratch.mine[marker] - scratch.others[marker]
    keep = 0.8 if margin > 1 else 0.5
    return 0.8 + 0.8 * left - 3.0 * keep * (1.0 + 0.5 * left)


@jit
def step_value(state, tables, scratch, cell):
    """The worth of standing in a cell for Step 3 of an Engage, the dice being known. Note 16; clause GB-TRT-11."""
    me = state.active
    value = 0.0
    if state.units[me].seat == scratch.viewer:
        value = scratch.pull[cell] - scratch.threat[cell]
    winner = state.winner
    if winner < 0:
        return value
    if winner == me:
        for k in range(state.n_engaged):
            other = state.engaged[k]
            if other != me and range_of(state, tables, cell, state.units[other].cell) <= attack_range_of(state, state.units[me]):
                lead = state.units[me].result - state.units[other].result
                value -= stake(state, scratch, other) * loss(state, scratch, other, lead)
    elif is_hostile(state, tables, winner, me):
        if range_of(state, tables, cell, state.units[winner].cell) <= attack_range_of(state, state.units[winner]):
            value -= loss(state, scratch, me, state.units[winner].result - state.units[me].result)
    return value
