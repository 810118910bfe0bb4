"""What is an action like? Once per position and once per action, for policies that score actions by their features."""

from __future__ import annotations

from skirmish_rl.envs.core.features import bend, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.action_columns import GROUP_WIDTH, ActionColumn, GroupColumn, MarkerGroup, PositionColumn
from skirmish_rl.envs.godbreakers.bots.plans import obstacle_loss
from skirmish_rl.envs.godbreakers.bots.strong import order_place
from skirmish_rl.envs.godbreakers.bots.value import displacement_gain, engage_rows, hit_value, pass_chance, stake, survival
from skirmish_rl.envs.godbreakers.observation import is_priority_settled
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, COUNT, MOST, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, director_of, is_routed, marker_controller, movement_of
from skirmish_rl.envs.godbreakers.rules.measuring import is_near_barricade, range_of
from skirmish_rl.envs.godbreakers.rules.scoring import marker_worth
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, GODBREAKERS, MARKERS, SIDE, SLOTS, MarkerKind, Status

_FINE_POINTS = 1.5  # where SCORE_FINE is cut


@jit
def group_of(scratch, marker):
    """The group of a marker on the board, see `MarkerGroup`."""
    if marker.kind == MarkerKind.SHARD:
        return MarkerGroup.OWN_SHARD if marker.seat == scratch.viewer else MarkerGroup.RIVAL_SHARD
    return MarkerGroup.HOARD if marker.kind == MarkerKind.HOARD else MarkerGroup.OBJECTIVE


@jit
def nearness(distance):
    """1 in contact, falling to 0 far away."""
    return 1.0 / (1.0 + 0.35 * distance)


@jit
def actor_touches(state, tables, scratch, cell):
    """True if the actor stands next to a cell."""
    here = state.units[scratch.actor].cell
    return here >= 0 and range_of(state, tables, here, cell) == 0


@jit
def encode_position(state, tables, out, scratch):
    """What is the same for all actions; `survey` must have run.

    Args:
        out: float32 (position features,), all zero; every value lands in [-1, 1].
    """
    viewer = scratch.viewer
    best = -1000
    for seat in range(state.seats):
        if seat != viewer and not is_routed(state, seat):
            best = max(best, state.points[seat])
    lead = state.points[viewer] - best + 0.0
    projected = lead + projected_swing(state, viewer)
    out[PositionColumn.LEAD] = squeeze(lead, 12.0)
    out[PositionColumn.LEAD_FINE] = squeeze(lead, 3.0)
    out[PositionColumn.PROJECTED_LEAD] = squeeze(projected, 12.0)
    out[PositionColumn.PROJECTED_LEAD_FINE] = squeeze(projected, 3.0)
    out[PositionColumn.AHEAD] = (projected > 0) - (projected < 0)
    out[PositionColumn.ROUNDS_LEFT] = (tables.rounds - state.round) / 7.0
    out[PositionColumn.LAST_ROUND] = tables.rounds == state.round
    if is_priority_settled(state):
        out[PositionColumn.FIRST_IN_PRIORITY] = state.order[0] == viewer
        out[PositionColumn.DIRECTOR] = director_of(state) == viewer
    encode_forces(state, scratch, out)
    encode_groups(state, tables, scratch, out)


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


@jit
def encode_forces(state, scratch, out):
    """Models still to be activated, and the strength of the circles."""
    mine = 0
    rivals = 0
    wild = 0
    own = 0.0
    against = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD:
            continue
        if unit.activated == 0:
            mine += unit.seat == scratch.viewer
            rivals += unit.seat >= 0 and unit.seat != scratch.viewer
            wild += unit.seat < 0
        if slot < GODBREAKERS:
            strength = unit.die * survival(state, slot, unit.damage)
            if unit.circle == scratch.viewer:
                own += strength
            else:
                against += strength
    out[PositionColumn.MY_ACTIVATIONS] = min(mine, 6) / 6.0
    out[PositionColumn.RIVAL_ACTIVATIONS] = min(rivals, 6) / 6.0
    out[PositionColumn.WILD_ACTIVATIONS] = min(wild, 6) / 6.0
    out[PositionColumn.LAST_TO_ACTIVATE] = rivals == 0
    out[PositionColumn.MY_STRENGTH] = bend(own, 25.0)
    out[PositionColumn.RIVAL_STRENGTH] = bend(against, 25.0)
    if scratch.actor >= 0 and state.units[scratch.actor].cell >= 0:
        actor = state.units[scratch.actor]
        out[PositionColumn.ACTOR_DIE] = actor.die / 12.0
        out[PositionColumn.ACTOR_SURVIVAL] = survival(state, scratch.actor, actor.damage)


@jit
def encode_groups(state, tables, scratch, out):
    """The groups of markers: the most of each number over their markers."""
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell < 0:
            continue
        group = group_of(scratch, m)
        if scratch.actor >= 0 and actor_touches(state, tables, scratch, m.cell):
            out[PositionColumn.ACTOR_BY_OBJECTIVE + group] = 1.0
        k = PositionColumn.OBJECTIVE_MINE + GROUP_WIDTH * group
        out[k + GroupColumn.MINE] = max(out[k + GroupColumn.MINE], min(scratch.mine[marker], 4) / 4.0)
        out[k + GroupColumn.OTHERS] = max(out[k + GroupColumn.OTHERS], min(scratch.others[marker], 4) / 4.0)
        out[k + GroupColumn.MINE_COMING] = max(out[k + GroupColumn.MINE_COMING], min(scratch.mine_coming[marker], 4) / 4.0)
        out[k + GroupColumn.RIVALS_COMING] = max(out[k + GroupColumn.RIVALS_COMING], min(scratch.rivals_coming[marker], 4) / 4.0)
        holder = marker_controller(state, marker)
        if holder == scratch.viewer:
            out[k + GroupColumn.HELD] = 1.0
        elif holder >= 0:
            out[k + GroupColumn.LOST] = 1.0


@jit
def encode_action(state, tables, action, out, scratch):
    """Features of one legal action; `survey` must have run, and the engine have written what it knows of its score.

    Args:
        out: float32 (action features,), all zero; every value lands in [-1, 1].
    """
    out[ActionColumn.SCORE] = squeeze(scratch.score, 8.0)
    out[ActionColumn.SCORE_FINE] = squeeze(scratch.score, _FINE_POINTS)
    out[ActionColumn.BEST] = 1.0 if scratch.rank == 0 else 0.0
    out[ActionColumn.BEHIND] = bend(scratch.best - scratch.score, _FINE_POINTS / 2)
    out[ActionColumn.RANK] = 1.0 / (1.0 + scratch.rank)
    if action == PASS:
        out[ActionColumn.PASS] = 1.0
        if state.active >= 0 and state.units[state.active].cell >= 0:
            encode_cell(state, tables, state.units[state.active].cell, out, scratch)
    elif action < CELL:
        out[ActionColumn.SLOT] = 1.0
        encode_unit(state, tables, action - SLOT, out, scratch)
    elif action < ORDER:
        out[ActionColumn.CELL] = 1.0
        encode_cell(state, tables, action - CELL, out, scratch)
    elif action < COUNT:
        out[ActionColumn.ORDER] = 1.0
        out[ActionColumn.MY_PLACE] = order_place(state, action - ORDER, scratch.viewer) / (state.seats - 1.0)
    elif action < ACT:
        out[ActionColumn.COUNT] = 1.0
        out[ActionColumn.AMOUNT] = (action - COUNT) / MOST
    else:
        out[ActionColumn.SUNDER + action - ACT] = 1.0
        out[ActionColumn.PASS_CHANCE] = pass_chance(state, tables, state.active)
        encode_cell(state, tables, state.units[state.active].cell, out, scratch)


@jit
def encode_cell(state, tables, cell, out, scratch):
    """A cell, for the model that would stand there."""
    viewer = scratch.viewer
    actor = scratch.actor
    out[ActionColumn.X] = tables.view_x[viewer, cell]
    out[ActionColumn.Y] = tables.view_y[viewer, cell]
    out[ActionColumn.PULL] = squeeze(scratch.pull[cell], 4.0)
    out[ActionColumn.THREAT] = squeeze(scratch.threat[cell], 2.0)
    out[ActionColumn.STRIKE] = squeeze(scratch.strike[cell], 2.0)
    if state.decision == Decision.ACTION and actor == state.active and actor >= 0:
        out[ActionColumn.OBSTACLE_LOSS] = squeeze(obstacle_loss(state, tables, scratch, actor, cell), 1.0)
        out[ActionColumn.DISTANCE] = squeeze(range_of(state, tables, state.units[actor].cell, cell), SIDE)
        out[ActionColumn.STAYS] = state.units[actor].cell == cell
    out[ActionColumn.BY_BARRICADE] = is_near_barricade(state, cell)
    x = cell % SIDE
    y = cell // SIDE
    others = 0
    mine = 0
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            slot = state.board[j * SIDE + i]
            if 0 <= slot < SLOTS and slot != actor:
                if state.units[slot].seat == viewer:
                    mine += 1
                else:
                    others += 1
    out[ActionColumn.OTHERS_BESIDE] = min(others, 4) / 4.0
    out[ActionColumn.MINE_BESIDE] = min(mine, 4) / 4.0
    nearest = 60
    reaching = 0
    for slot in range(min(state.used, GODBREAKERS)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.seat != viewer:
            distance = range_of(state, tables, unit.cell, cell)
            nearest = min(nearest, distance)
            reaching += unit.activated == 0 and distance <= movement_of(state, unit) + attack_range_of(state, unit)
    out[ActionColumn.RIVAL_NEAR] = nearness(nearest)
    out[ActionColumn.RIVALS_IN_REACH] = min(reaching, 3) / 3.0
    encode_markers(state, tables, cell, out, scratch)


@jit
def worth_of_control(group):
    """The worth of controlling a marker, 1 for a rival's shard."""
    if group == MarkerGroup.RIVAL_SHARD:
        return 1.0
    return 1.0 / 3.0 if group == MarkerGroup.OWN_SHARD else 2.0 / 3.0


@jit
def encode_markers(state, tables, cell, out, scratch):
    """How a cell lies to the markers, and what one more model beside them changes."""
    fighter = 0 <= scratch.actor < GODBREAKERS
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell < 0:
            continue
        distance = range_of(state, tables, m.cell, cell)
        group = group_of(scratch, m)
        worth = worth_of_control(group)
        k = ActionColumn.OBJECTIVE_NEAR + group
        out[k] = max(out[k], nearness(distance))
        mine = scratch.mine[marker]
        others = scratch.others[marker]
        turns = fighter and mine <= others and mine + 1 > others
        if distance > 0:
            if turns and actor_touches(state, tables, scratch, m.cell):
                out[ActionColumn.LEAVES_MARKER] = max(out[ActionColumn.LEAVES_MARKER], worth)
            continue
        out[ActionColumn.MINE_COMING] = max(out[ActionColumn.MINE_COMING], min(scratch.mine_coming[marker], 3) / 3.0)
        out[ActionColumn.RIVALS_COMING] = max(out[ActionColumn.RIVALS_COMING], min(scratch.rivals_coming[marker], 3) / 3.0)
        if turns:
            out[ActionColumn.WINS_MARKER] = max(out[ActionColumn.WINS_MARKER], worth)
        elif fighter and mine > others:
            out[ActionColumn.KEEPS_MARKER] = max(out[ActionColumn.KEEPS_MARKER], worth)
        elif mine <= others:
            holder = marker_controller(state, marker)
            if holder >= 0 and holder != scratch.viewer:
                out[ActionColumn.DENIES_MARKER] = max(out[ActionColumn.DENIES_MARKER], worth)


@jit
def encode_unit(state, tables, slot, out, scratch):
    """A model that is chosen, attacked, helped or shoved."""
    unit = state.units[slot]
    out[ActionColumn.UNIT_MINE] = unit.seat == scratch.viewer
    out[ActionColumn.UNIT_WILD] = unit.seat < 0
    out[ActionColumn.UNIT_DIE] = unit.die / 12.0
    out[ActionColumn.UNIT_DAMAGE] = bend(unit.damage + 0.0, 6.0)
    out[ActionColumn.UNIT_ACTIVATED] = unit.activated
    out[ActionColumn.UNIT_MOVEMENT] = movement_of(state, unit) / 18.0
    out[ActionColumn.UNIT_ATTACK_RANGE] = attack_range_of(state, unit) / 36.0
    out[ActionColumn.UNIT_WORTH] = squeeze(stake(state, scratch, slot) * scratch.worth[slot], 6.0)
    out[ActionColumn.ENGAGE_VALUE] = squeeze(scratch.attack[slot], 2.0)
    out[ActionColumn.PLAN] = squeeze(scratch.plan[slot], 4.0)
    out[ActionColumn.PLAN_STRIKE] = squeeze(scratch.plan_strike[slot], 2.0)
    if slot < GODBREAKERS:
        out[ActionColumn.UNIT_GODBREAKER] = 1.0
        out[ActionColumn.UNIT_NUMBER_1 + slot % CIRCLE_SIZE] = 1.0
    if unit.status != Status.ON_BOARD:
        return
    out[ActionColumn.UNIT_SURVIVAL] = survival(state, slot, unit.damage)
    out[ActionColumn.UNIT_X] = tables.view_x[scratch.viewer, unit.cell]
    out[ActionColumn.UNIT_Y] = tables.view_y[scratch.viewer, unit.cell]
    if state.active >= 0 and state.units[state.active].cell >= 0:
        out[ActionColumn.UNIT_NEAR] = nearness(range_of(state, tables, state.units[state.active].cell, unit.cell))
    out[ActionColumn.PLAN_IDLE] = squeeze(scratch.plan_idle[slot], 4.0)
    out[ActionColumn.PLAN_THREAT] = squeeze(scratch.plan_threat[slot], 2.0)
    out[ActionColumn.UNIT_DISPLACED] = squeeze(displacement_gain(state, tables, scratch, slot), 3.0)
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell >= 0 and range_of(state, tables, m.cell, unit.cell) == 0:
            out[ActionColumn.UNIT_BY_OBJECTIVE + group_of(scratch, m)] = 1.0
    me = scratch.actor
    if state.decision == Decision.ACTION and me >= 0 and me == state.active and state.units[me].seat == scratch.viewer:
        encode_engage(state, tables, scratch, me, slot, out)


@jit
def encode_engage(state, tables, scratch, slot, target, out):
    """Odds of an Engage: chance to win and to lose, share of the models' worth that is at stake."""
    row, against = engage_rows(state, tables, slot, target, state.units[slot].cell)
    for lead in range(1, 13):
        out[ActionColumn.ENGAGE_WON] += tables.ahead[row, against, lead]
        out[ActionColumn.ENGAGE_LOST] += tables.ahead[against, row, lead]
    worth = max(0.01, abs(scratch.worth[target]))
    out[ActionColumn.ENGAGE_HURTS] = squeeze(hit_value(state, tables, scratch, slot, target, row, against), worth)
    distance = range_of(state, tables, state.units[target].cell, state.units[slot].cell)
    if distance <= attack_range_of(state, state.units[target]):
        out[ActionColumn.ENGAGE_HURT] = squeeze(
            hit_value(state, tables, scratch, target, slot, against, row), max(0.01, scratch.worth[slot])
        )
