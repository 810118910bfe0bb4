"""What is an action like? Features of one legal action, for policies that score actions by their features."""

from __future__ import annotations

from envs.core.jit import jit
from envs.godbreakers.appraisal import pass_chance, stake, survival
from envs.godbreakers.judgement import obstacle_loss, order_place, score
from envs.godbreakers.observation import squeeze, turned_x, turned_y
from envs.godbreakers.rules.measuring import is_near_barricade, range_of
from envs.godbreakers.rules.numbering import ACT, CELL, COUNT, ORDER, PASS, SLOT
from envs.godbreakers.state import (
    GODBREAKERS,
    MARKERS,
    MAX_SEATS,
    SIDE,
    SLOTS,
    Act,
    Decision,
    MarkerKind,
    Status,
    attack_range_of,
    marker_controller,
    movement_of,
)  # fmt: skip

_KINDS = ("pass", "slot", "cell", "order", "count")
_DECISIONS = tuple(f"asked_{d.name.lower()}" for d in Decision if d)
_ACTS = tuple(f"does_{act.name.lower()}" for act in Act)
_VALUES = ("opinion", "opinion_fine", "amount", "passes")
_CELL = (
    "x", "y", "pull", "threat", "strike", "obstacle_loss", "by_barricade", "hostile_contacts", "friendly_contacts",
    "travel", "rival_range", "objective_range", "own_shard_range", "rival_shard_range", "wins_marker", "keeps_marker", "denies_marker", "standing",
)  # fmt: skip
_UNIT = (
    "is_mine", "is_wild", "godbreaker", "die", "damage", "survival", "activated", "unit_x", "unit_y", "movement", "attack_range",
    "worth", "attack", "plan", "plan_strike", "unit_range", "by_marker", "seat_slot_0", "seat_slot_1", "seat_slot_2", "seat_slot_3", "seat_slot_4",
)  # fmt: skip

ACTION_FEATURES = _KINDS + _DECISIONS + _ACTS + _VALUES + _CELL + _UNIT
_AT_DECISION = len(_KINDS)
_AT_ACT = _AT_DECISION + len(_DECISIONS)
_AT_VALUES = _AT_ACT + len(_ACTS)
_AT_CELL = _AT_VALUES + len(_VALUES)
_AT_UNIT = _AT_CELL + len(_CELL)
_WIDTH = len(ACTION_FEATURES)


@jit
def describe(state, tables, action, out, scratch):
    """Features of one legal action; `prepare` must have run.

    Args:
        out: float32 (len(ACTION_FEATURES),), overwritten, every value in [-1, 1].
    """
    for i in range(_WIDTH):
        out[i] = 0.0
    out[_AT_DECISION + state.decision - 1] = 1.0
    opinion = score(state, tables, action, scratch)
    out[_AT_VALUES] = squeeze(opinion, 8.0)
    out[_AT_VALUES + 1] = squeeze(opinion, 1.5)
    if action == PASS:
        out[0] = 1.0
        if state.active >= 0 and state.units[state.active].cell >= 0:
            describe_cell(state, tables, state.units[state.active].cell, out, scratch)
    elif action < CELL:
        out[1] = 1.0
        describe_unit(state, tables, action - SLOT, out, scratch)
    elif action < ORDER:
        out[2] = 1.0
        describe_cell(state, tables, action - CELL, out, scratch)
    elif action < COUNT:
        out[3] = 1.0
        out[_AT_VALUES + 2] = order_place(state, action - ORDER, scratch.viewer) / (state.seats - 1.0)
    elif action < ACT:
        out[4] = 1.0
        out[_AT_VALUES + 2] = (action - COUNT) / 7.0
    else:
        out[_AT_ACT + action - ACT] = 1.0
        out[_AT_VALUES + 3] = pass_chance(state, tables, state.active)
        describe_cell(state, tables, state.units[state.active].cell, out, scratch)


@jit
def nearness(distance):
    """1 in contact, falling to 0 far away."""
    return 1.0 / (1.0 + 0.35 * distance)


@jit
def describe_cell(state, tables, cell, out, scratch):
    """Features of a cell for the model that would stand there."""
    k = _AT_CELL
    viewer = scratch.viewer
    actor = scratch.actor
    out[k] = turned_x(tables, viewer, cell)
    out[k + 1] = turned_y(tables, viewer, cell)
    out[k + 2] = squeeze(scratch.pull[cell], 4.0)
    out[k + 3] = squeeze(scratch.threat[cell], 2.0)
    out[k + 4] = squeeze(scratch.strike[cell], 2.0)
    if state.decision == Decision.ACTION and actor == state.active and actor >= 0:
        out[k + 5] = squeeze(obstacle_loss(state, tables, scratch, actor, cell), 1.0)
        out[k + 9] = range_of(state, tables, state.units[actor].cell, cell) / 25.0
        out[k + 17] = state.units[actor].cell == cell
    out[k + 6] = is_near_barricade(state, cell)
    x = cell % SIDE
    y = cell // SIDE
    hostile = 0
    friendly = 0
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            slot = state.board[j * SIDE + i]
            if 0 <= slot < SLOTS and slot != actor:
                if state.units[slot].seat == viewer:
                    friendly += 1
                else:
                    hostile += 1
    out[k + 7] = min(hostile, 4) / 4.0
    out[k + 8] = min(friendly, 4) / 4.0
    nearest = 60
    for slot in range(GODBREAKERS):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.seat != viewer:
            nearest = min(nearest, range_of(state, tables, unit.cell, cell))
    out[k + 10] = nearness(nearest)
    describe_markers(state, tables, cell, out, scratch)


@jit
def describe_markers(state, tables, cell, out, scratch):
    """How a cell lies to the markers, and what one more model beside them changes."""
    k = _AT_CELL
    fighter = 0 <= scratch.actor < GODBREAKERS
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell < 0:
            continue
        distance = range_of(state, tables, m.cell, cell)
        column = k + 11
        worth = 2.0 / 3.0
        if m.kind == MarkerKind.SHARD:
            own = m.seat == scratch.viewer
            column = k + 12 if own else k + 13
            worth = 1.0 / 3.0 if own else 1.0
        out[column] = max(out[column], nearness(distance))
        if distance > 0:
            continue
        mine = scratch.mine[marker]
        others = scratch.others[marker]
        if fighter and mine <= others and mine + 1 > others:
            out[k + 14] = max(out[k + 14], worth)
        elif fighter and mine > others:
            out[k + 15] = max(out[k + 15], worth)
        elif mine <= others:
            holder = marker_controller(state, marker)
            if holder >= 0 and holder != scratch.viewer:
                out[k + 16] = max(out[k + 16], worth)


@jit
def describe_unit(state, tables, slot, out, scratch):
    """Features of a model that is chosen, attacked, helped or shoved."""
    k = _AT_UNIT
    unit = state.units[slot]
    out[k] = unit.seat == scratch.viewer
    out[k + 1] = unit.seat < 0
    out[k + 2] = slot < GODBREAKERS
    out[k + 3] = unit.die / 12.0
    out[k + 4] = min(unit.damage, 12) / 12.0
    out[k + 6] = unit.activated
    out[k + 9] = movement_of(state, unit) / 18.0
    out[k + 10] = attack_range_of(state, unit) / 36.0
    out[k + 11] = squeeze(stake(scratch, state, slot) * scratch.worth[slot], 6.0)
    out[k + 12] = squeeze(scratch.attack[slot], 2.0)
    out[k + 13] = squeeze(scratch.plan[slot], 4.0)
    out[k + 14] = squeeze(scratch.plan_strike[slot], 2.0)
    if slot < MAX_SEATS * 5:
        out[k + 17 + slot % 5] = 1.0
    if unit.status != Status.ON_BOARD:
        return
    out[k + 5] = survival(state, slot, unit.damage)
    out[k + 7] = turned_x(tables, scratch.viewer, unit.cell)
    out[k + 8] = turned_y(tables, scratch.viewer, unit.cell)
    if state.active >= 0 and state.units[state.active].cell >= 0:
        out[k + 15] = nearness(range_of(state, tables, state.units[state.active].cell, unit.cell))
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there >= 0 and range_of(state, tables, there, unit.cell) == 0:
            out[k + 16] = 1.0
