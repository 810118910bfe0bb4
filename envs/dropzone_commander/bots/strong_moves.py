"""Destinations: Moves, getting out, boarding, landing, places in Garrisons; the strong bot's squads on their way.

Strategy notes 3, 4, 8, 16-18.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import focal_pull, foe_far, is_home_bound, token_far
from skirmish_rl.envs.dropzone_commander.bots.plans import flight_value, landing_gain, lure_of, pickup_of, put_off_gain
from skirmish_rl.envs.dropzone_commander.bots.routes import air_value, ground_value, home_far, landed_value, shelter_far
from skirmish_rl.envs.dropzone_commander.kit import Load
from skirmish_rl.envs.dropzone_commander.questions import CELL, FACING, OPTION, PASS, PIECE, SITE, TAKEN, UNIT, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_infantry, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches, sectors_of, wall_far
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.rules.sight import EDGE_FACING
from skirmish_rl.envs.dropzone_commander.state import WIDTH, Act, Mark, Site

_NEXT = 0.55  # of a shot, for one that can only be taken in a later activation
_WALK = 0.4  # of a stake, for each inch nearer on foot


@jit
def score_move(state, tables, action, scratch):
    """Where units go."""
    decision = state.decision
    slot = state.subject
    squad = tables.unit_squad[slot]
    if decision == Decision.MOVE:
        if action == PASS:
            return place_value(state, tables, scratch, squad, slot, state.units[slot].cell)
        if state.units[slot].piece >= 0:
            return exit_value(state, tables, scratch, squad, slot, action)
        return place_value(state, tables, scratch, squad, slot, action - CELL)
    if decision == Decision.OUT:
        return out_value(state, tables, scratch, squad, slot, action)
    if decision == Decision.END_MOVE:
        return end_value(state, tables, scratch, squad, action)
    if decision == Decision.LAND:
        return landing_gain(state, tables, scratch, slot) if action == OPTION + Option.LAND else 0.0
    if decision == Decision.FACING:
        return facing_value(state, tables, scratch, slot, action - FACING)
    if decision == Decision.SITE:
        return site_value(state, tables, scratch, slot, running(state).piece, action - SITE)
    if action >= CELL:
        return -1.0 * shelter_far(state, tables, action - CELL)
    return 5.0 if action >= PIECE else 8.0


@jit
def place_value(state, tables, scratch, squad, slot, cell):
    """The worth of ending a Move in a cell."""
    unit = state.units[slot]
    if is_aircraft(tables, slot):
        if tables.unit_room[slot] > 0:
            return flight_value(state, tables, scratch, slot, cell)
        return drone_value(state, tables, scratch, slot, cell)
    if is_infantry(tables, slot):
        return walk_value(state, tables, scratch, squad, slot, cell)
    again = _NEXT if (state.squads[squad].acts >> Act.SHOOT) & 1 or state.squads[squad].marks & Mark.BOARDED else 1.0
    value = ground_value(state, tables, scratch, slot, cell, again)
    if tables.unit_room[slot] > 0 and scratch.cargo >= 0:
        return value + carriage_value(state, tables, scratch, slot, cell)
    value += focal_pull(tables, scratch, cell)
    if is_home_bound(state, tables, squad):
        value += way_home(state, tables, scratch, cell)
    if scratch.n_foes == 0:
        value += lure_of(state, tables, scratch, cell, 0)
    if unit.cell >= 0:
        value -= 0.001 * inches(unit.cell, cell)
    return value


@jit
def drone_value(state, tables, scratch, slot, cell):
    """Where a drone hovers: in range of what it can hit."""
    value = -air_value(state, tables, scratch, cell, state.units[slot].cell, scratch.worth[slot])
    best = 0.0
    for k in range(scratch.n_foes):
        far = foe_far(tables, scratch, k, cell) - scratch.range[k]
        best = max(best, scratch.want[k] if far <= 0 else 0.5 * scratch.want[k] / (1.0 + 0.1 * far))
    return value + best + focal_pull(tables, scratch, cell) + 0.2 * lure_of(state, tables, scratch, cell, 0)


@jit
def walk_value(state, tables, scratch, squad, slot, cell):
    """Where Infantry walks: to its objective, to a lifter, to the nearest Garrison. Strategy note 3."""
    if is_home_bound(state, tables, squad):
        lifter = pickup_of(state, tables, squad)
        if lifter >= 0:
            return 10.0 - inches(state.units[lifter].cell, cell)
        return -1.0 * shelter_far(state, tables, cell)
    goal = scratch.goal[squad]
    far = shelter_far(state, tables, cell) + 0.0
    if goal >= 0:
        there = token_far(state, tables, goal, cell)
        if there <= 2:
            return 20.0
        return -_WALK * there - 0.3 * far
    return -far


@jit
def way_home(state, tables, scratch, cell):
    """The worth of bringing an objective to a cell, over the ground. Clauses: DZ-OBJ-16, DZ-OBJ-17."""
    far = max(home_far(state, tables, scratch, cell) - 1, 0)
    return scratch.point * (2.0 if far == 0 else 1.0 / (1.0 + 0.1 * far))


@jit
def carriage_value(state, tables, scratch, slot, cell):
    """How far a Transport on the ground brings its Infantry; it gets out after any Move. Clause: DZ-TRN-13."""
    cargo = scratch.cargo
    if is_home_bound(state, tables, cargo):
        return way_home(state, tables, scratch, cell)
    goal = scratch.goal[cargo]
    if goal < 0:
        return 0.0
    far = max(token_far(state, tables, goal, cell) - 2, 0)
    return scratch.stake[goal] * (1.0 if far == 0 else 0.7 / (1.0 + 0.1 * far))


@jit
def exit_value(state, tables, scratch, squad, slot, action):
    """Out of a Garrison: towards a lifter, or where the squad is bound for next."""
    if action >= CELL:
        cell = action - CELL
        if is_home_bound(state, tables, squad):
            lifter = pickup_of(state, tables, squad)
            if lifter >= 0:
                return 20.0 - inches(state.units[lifter].cell, cell)
            return -5.0
        goal = scratch.goal[squad]
        if goal >= 0 and state.tokens[goal].piece != state.units[slot].piece:
            return 10.0 - 0.1 * token_far(state, tables, goal, cell)
        return -2.0
    if action >= SITE:
        return site_value(state, tables, scratch, slot, state.units[slot].piece, action - SITE)
    goal = scratch.goal[squad]
    return 15.0 if goal >= 0 and state.tokens[goal].piece == action - PIECE else -3.0


@jit
def out_value(state, tables, scratch, squad, slot, action):
    """Where a squad leaves its Transport: straight into the Garrison it is bound for. Strategy notes 3 and 4."""
    goal = scratch.goal[squad]
    if action < CELL:
        piece = action - PIECE
        if goal >= 0 and state.tokens[goal].piece == piece:
            return 30.0
        return 5.0 if goal < 0 else -20.0
    cell = action - CELL
    if is_infantry(tables, slot):
        if goal < 0:
            return -1.0 * shelter_far(state, tables, cell)
        return -1.0 * token_far(state, tables, goal, cell) - 0.2 * shelter_far(state, tables, cell)
    if tables.unit_room[slot] > 0:
        rider = -1
        for other in range(len(scratch.goal)):
            if scratch.goal[other] >= 0 and tables.squad_size[other]:
                lead = leader_of(state, tables, other)
                if lead >= 0 and state.units[lead].carrier == slot:
                    rider = other
        return -1.0 * token_far(state, tables, scratch.goal[rider], cell) if rider >= 0 else 0.0
    return ground_value(state, tables, scratch, slot, cell, 0.5) + lure_of(state, tables, scratch, cell, 0)


@jit
def end_value(state, tables, scratch, squad, action):
    """Into a Garrison, aboard a Transport, or neither. Strategy notes 3 and 17."""
    if action == PASS:
        return 0.0
    home = is_home_bound(state, tables, squad)
    goal = scratch.goal[squad]
    if action >= PIECE:
        if home:
            return 2.0 if pickup_of(state, tables, squad) < 0 else -3.0
        if goal >= 0 and state.tokens[goal].piece == action - PIECE:
            return 20.0
        lead = leader_of(state, tables, squad)
        return -1.0 if goal >= 0 and token_far(state, tables, goal, state.units[lead].cell) <= 5 else 5.0
    if home:
        return 50.0 if is_aircraft(tables, action - UNIT) or pickup_of(state, tables, squad) < 0 else 10.0
    if not is_infantry(tables, tables.squad_first[squad]) or goal < 0:
        return -2.0
    cell = state.units[action - UNIT].cell
    return 8.0 if token_far(state, tables, goal, cell) > 6 else -2.0


@jit
def facing_value(state, tables, scratch, slot, facing):
    """Towards what one's weapons can hit. Clause: DZ-GRID-06."""
    cell = state.units[slot].cell
    total = 0.0
    for k in range(scratch.n_foes):
        there = scratch.foe_cell[k]
        dx = there % WIDTH - cell % WIDTH
        dy = there // WIDTH - cell // WIDTH
        sectors = sectors_of(facing, dx, dy)
        near = foe_far(tables, scratch, k, cell) <= scratch.range[k]
        for weapon in range(tables.unit_weapons[slot]):
            if tables.weapon_arc[slot, weapon] < 15 and tables.weapon_arc[slot, weapon] & sectors:
                total += scratch.want[k] * (1.0 if near else 0.3)
    middle = tables.size // 2
    total += 0.01 if sectors_of(facing, middle - cell % WIDTH, middle - cell // WIDTH) & 1 else 0.0
    return total


@jit
def site_value(state, tables, scratch, slot, piece, site):
    """The centre is safe; an edge pays for who shoots from it. Strategy note 16."""
    if site == Site.CENTRE:
        return 0.5
    box = tables.piece_box[piece]
    best = 0.0
    risk = 0.0
    for k in range(scratch.n_foes):
        there = scratch.foe_cell[k]
        dx = 2 * (there % WIDTH) - box[0] - box[1]
        dy = 2 * (there // WIDTH) - box[2] - box[3]
        if sectors_of(EDGE_FACING[site], dx, dy) & 1:
            far = wall_far(tables, piece, site, there)
            scale = 2 if tables.piece_double[piece] else 1
            if far <= scale * scratch.range[k]:
                best = max(best, scratch.want[k] + 0.0)
            if far <= scratch.reach[k]:
                risk += scratch.bite[k]
    shoots = (state.squads[tables.unit_squad[slot]].acts >> Act.SHOOT) & 1 == 0
    return (0.6 if shoots else 0.3) * best - 0.4 * min(risk, scratch.worth[slot] + 0.0)


# ---- Transports


@jit
def score_board(state, tables, action, scratch):
    """The free transfer, flying on, boarding several Transports."""
    decision = state.decision
    slot = state.subject
    if decision == Decision.TRANSFER:
        if action == PASS:
            return 0.0
        if action >= TAKEN:
            return take_on_value(state, tables, scratch, slot, tables.unit_squad[action - TAKEN])
        return put_off_gain(state, tables, scratch, slot, tables.unit_squad[action - UNIT], state.units[slot].cell)
    if decision == Decision.GO_ON:
        here = state.units[slot].cell
        if action == PASS:
            value = flight_value(state, tables, scratch, slot, here)
            return value - landed_value(state, tables, scratch, here, scratch.worth[slot])
        return flight_value(state, tables, scratch, slot, action - CELL)
    if decision == Decision.REST:
        return 0.0
    return -scratch.worth[action - UNIT] - 0.01 * state.units[action - UNIT].dp


@jit
def take_on_value(state, tables, scratch, slot, squad):
    """The worth of what a lifter takes on: an objective to fly out, or Infantry that is bound for another place."""
    if is_home_bound(state, tables, squad):
        return 2.0 * scratch.point
    lead = leader_of(state, tables, squad)
    if not is_infantry(tables, lead) or not tables.unit_carries[slot, Load.INFANTRY]:
        return -1.0
    goal = scratch.goal[squad]
    if goal < 0:
        return -1.0
    return 3.0 if token_far(state, tables, goal, state.units[slot].cell) > 6 else -1.0
