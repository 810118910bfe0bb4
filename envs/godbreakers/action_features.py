"""What is an action like? Features of one legal action, for policies that score actions by their features."""

from __future__ import annotations

from skirmish_rl.envs.godbreakers.appraisal import appraise, count_coming
from skirmish_rl.envs.godbreakers.judgement import obstacle_loss, order_place, score
from skirmish_rl.envs.godbreakers.rules.numbering import ACT, CELL, COUNT, ORDER, PASS, SLOT
from skirmish_rl.envs.godbreakers.worth import CONTEXT, displacement_gain, engage_rows, hit_value, pass_chance, stake, survival

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.observation import squeeze, turned_x, turned_y
from skirmish_rl.envs.godbreakers.rules.measuring import is_near_barricade, range_of
from skirmish_rl.envs.godbreakers.rules.scoring import marker_worth
from skirmish_rl.envs.godbreakers.state import (
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
    director_of,
    is_routed,
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
    "loses_marker", "contested", "supported", "rivals_in_reach",
)  # fmt: skip
_UNIT = (
    "is_mine", "is_wild", "godbreaker", "die", "damage", "survival", "activated", "unit_x", "unit_y", "movement", "attack_range",
    "worth", "attack", "plan", "plan_strike", "unit_range", "by_marker", "seat_slot_0", "seat_slot_1", "seat_slot_2", "seat_slot_3", "seat_slot_4",
    "plan_idle", "plan_threat", "wins", "loses", "hurts", "is_hurt", "displaces", "by_objective", "by_own_shard", "by_rival_shard",
)  # fmt: skip
_GAME = (
    "lead", "lead_fine", "rounds_left", "last_round", "my_activations", "rival_activations", "last_activation", "actions_left",
    "actor_die", "actor_survival", "actor_by_objective", "actor_by_own_shard", "actor_by_rival_shard", "directs", "first",
    *(f"{name}_{what}" for name in ("objective", "own_shard", "rival_shard")
      for what in ("mine", "others", "mine_coming", "rivals_coming", "held", "lost")),
    "wild", "projected", "projected_fine", "ahead", "my_strength", "rival_strength",
)  # fmt: skip

ACTION_FEATURES = _KINDS + _DECISIONS + _ACTS + _VALUES + _CELL + _UNIT + _GAME
_AT_DECISION = len(_KINDS)
_AT_ACT = _AT_DECISION + len(_DECISIONS)
_AT_VALUES = _AT_ACT + len(_ACTS)
_AT_CELL = _AT_VALUES + len(_VALUES)
_AT_UNIT = _AT_CELL + len(_CELL)
_AT_GAME = _AT_UNIT + len(_UNIT)
_WIDTH = len(ACTION_FEATURES)
assert len(_GAME) == CONTEXT
_FIRST_MARKER = 15  # where the marker columns of _GAME begin
_MARKER_COLUMNS = 6


@jit
def describe(state, tables, action, out, scratch):
    """Features of one legal action; `prepare` must have run.

    Args:
        out: float32 (len(ACTION_FEATURES),), overwritten, every value in [-1, 1].
    """
    for i in range(_AT_GAME):
        out[i] = 0.0
    for i in range(CONTEXT):
        out[_AT_GAME + i] = scratch.context[i]
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
    for slot in range(min(state.used, GODBREAKERS)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.seat != viewer:
            nearest = min(nearest, range_of(state, tables, unit.cell, cell))
    out[k + 10] = nearness(nearest)
    reaching = 0
    for slot in range(min(state.used, GODBREAKERS)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.seat != viewer and unit.activated == 0:
            reaching += range_of(state, tables, unit.cell, cell) <= movement_of(state, unit) + attack_range_of(state, unit)
    out[k + 21] = min(reaching, 3) / 3.0
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
        mine = scratch.mine[marker]
        others = scratch.others[marker]
        if distance > 0:
            if fighter and mine <= others and mine + 1 > others and actor_touches(state, tables, scratch, m.cell):
                out[k + 18] = max(out[k + 18], worth)
            continue
        out[k + 19] = max(out[k + 19], min(scratch.rivals_coming[marker], 3) / 3.0)
        out[k + 20] = max(out[k + 20], min(scratch.mine_coming[marker], 3) / 3.0)
        if fighter and mine <= others and mine + 1 > others:
            out[k + 14] = max(out[k + 14], worth)
        elif fighter and mine > others:
            out[k + 15] = max(out[k + 15], worth)
        elif mine <= others:
            holder = marker_controller(state, marker)
            if holder >= 0 and holder != scratch.viewer:
                out[k + 16] = max(out[k + 16], worth)


@jit
def actor_touches(state, tables, scratch, cell):
    """True if the actor stands next to a cell."""
    here = state.units[scratch.actor].cell
    return here >= 0 and range_of(state, tables, here, cell) == 0


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
    out[k + 22] = squeeze(scratch.plan_idle[slot], 4.0)
    out[k + 23] = squeeze(scratch.plan_threat[slot], 2.0)
    out[k + 28] = squeeze(displacement_gain(state, tables, scratch, slot), 3.0)
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell >= 0 and range_of(state, tables, m.cell, unit.cell) == 0:
            out[k + 16] = 1.0
            out[k + 29 + marker_group(scratch, m)] = 1.0
    me = scratch.actor
    if state.decision == Decision.ACTION and me >= 0 and me == state.active and state.units[me].seat == scratch.viewer:
        describe_fight(state, tables, scratch, me, slot, out, k + 24)


@jit
def marker_group(scratch, marker):
    """0 for objectives and hoards, 1 for the viewer's own shard, 2 for a rival's."""
    if marker.kind == MarkerKind.SHARD:
        return 1 if marker.seat == scratch.viewer else 2
    return 0


@jit
def describe_fight(state, tables, scratch, slot, target, out, k):
    """Odds of an Engage: chance to win and to lose, chance of survival taken and given."""
    row, against = engage_rows(state, tables, slot, target, state.units[slot].cell)
    for lead in range(1, 13):
        out[k] += tables.ahead[row, against, lead]
        out[k + 1] += tables.ahead[against, row, lead]
    worth = max(0.01, abs(scratch.worth[target]))
    out[k + 2] = squeeze(hit_value(state, tables, scratch, slot, target, row, against), worth)
    distance = range_of(state, tables, state.units[target].cell, state.units[slot].cell)
    if distance <= attack_range_of(state, state.units[target]):
        out[k + 3] = squeeze(hit_value(state, tables, scratch, target, slot, against, row), max(0.01, scratch.worth[slot]))


@jit
def prepare(state, tables, scratch):
    """Work out once per position what `describe` reads for every action: the bots' maps, and the context."""
    appraise(state, tables, scratch)
    count_coming(state, tables, scratch)
    for i in range(CONTEXT):
        scratch.context[i] = 0.0
    viewer = scratch.viewer
    best = -1000
    for seat in range(state.seats):
        if seat != viewer and not is_routed(state, seat):
            best = max(best, state.points[seat] + 0)
    out = scratch.context
    out[0] = squeeze(state.points[viewer] - best + 0.0, 12.0)
    out[1] = squeeze(state.points[viewer] - best + 0.0, 3.0)
    out[2] = (tables.rounds - state.round) / 7.0
    out[3] = tables.rounds == state.round
    mine = 0
    rivals = 0
    wild = 0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.activated == 0:
            if unit.seat == viewer:
                mine += 1
            elif unit.seat >= 0:
                rivals += 1
            else:
                wild += 1
    out[4] = min(mine, 6) / 6.0
    out[5] = min(rivals, 6) / 6.0
    out[6] = rivals == 0
    out[7] = state.actions_left / 2.0
    if scratch.actor >= 0 and state.units[scratch.actor].cell >= 0:
        actor = state.units[scratch.actor]
        out[8] = actor.die / 12.0
        out[9] = survival(state, scratch.actor, actor.damage)
        for marker in range(MARKERS):
            m = state.markers[marker]
            if m.cell >= 0 and actor_touches(state, tables, scratch, m.cell):
                out[10 + marker_group(scratch, m)] = 1.0
    if state.initiative >= 0:
        out[13] = director_of(state) == viewer
        out[14] = state.order[0] == viewer
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell < 0:
            continue
        k = _FIRST_MARKER + _MARKER_COLUMNS * marker_group(scratch, m)
        out[k] = max(out[k], min(scratch.mine[marker], 4) / 4.0)
        out[k + 1] = max(out[k + 1], min(scratch.others[marker], 4) / 4.0)
        out[k + 2] = max(out[k + 2], min(scratch.mine_coming[marker], 4) / 4.0)
        out[k + 3] = max(out[k + 3], min(scratch.rivals_coming[marker], 4) / 4.0)
        holder = marker_controller(state, marker)
        if holder == viewer:
            out[k + 4] = 1.0
        elif holder >= 0:
            out[k + 5] = 1.0
    k = _FIRST_MARKER + 3 * _MARKER_COLUMNS
    out[k] = min(wild, 6) / 6.0
    lead = state.points[viewer] - best + projected_swing(state, viewer)
    out[k + 1] = squeeze(lead + 0.0, 12.0)
    out[k + 2] = squeeze(lead + 0.0, 3.0)
    out[k + 3] = (lead > 0) - (lead < 0)
    for slot in range(min(state.used, GODBREAKERS)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD:
            column = k + 4 if unit.circle == viewer else k + 5
            out[column] = min(1.0, out[column] + unit.die * survival(state, slot, unit.damage) / 50.0)


@jit
def projected_swing(state, viewer):
    """VP the viewer would gain on its best rival if the round ended with the markers as they are held now."""
    mine = 0
    rivals = 0
    for seat in range(state.seats):
        total = 0
        for marker in range(MARKERS):
            if state.markers[marker].cell >= 0 and marker_controller(state, marker) == seat:
                total += marker_worth(state, marker, seat)
        if seat == viewer:
            mine = total
        else:
            rivals = max(rivals, total)
    return mine - rivals
