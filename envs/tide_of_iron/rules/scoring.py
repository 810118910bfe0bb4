"""Control, income, victory. Chapters CMD, OBJ, WIN."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import is_on_map, is_squad
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Prize
from skirmish_rl.envs.tide_of_iron.state import FIGURES, FORCE, SIDES, Damage, Goal, Reason, Victory

TRACK = 10  # VP spaces of the round track before the marker is flipped, TI-CMD-13


@jit
def in_turn(state, place):
    """The seat at a place of the order of initiative."""
    return state.initiative if place == 0 else 1 - state.initiative


@jit
def finish_actions(state, seat):
    """A side takes no more actions in this round. Clauses: TI-ACT-02, TI-ACT-04."""
    note(state, Own.FINISHED, seat)
    state.finished[seat] = 1
    state.actions_left = 0


@jit
def capture(state, tables):
    """Every objective is looked at; units in the hex take it, and all that lie there. Clauses: TI-CMD-02..07, TI-OBJ-02."""
    for k in range(tables.n_objectives):
        cell = tables.objective_cell[k]
        for seat in range(SIDES):
            if state.crowd[seat, cell] > 0:
                take_objective(state, tables, seat, k)


@jit
def capture_at_setup(state, tables, seat):
    """Objectives in a side's deployment zone that its units stand on. Clauses: TI-SET-06, TI-SET-07."""
    for k in range(tables.n_objectives):
        cell = tables.objective_cell[k]
        if tables.zone[seat, cell] and state.crowd[seat, cell] > 0:
            take_objective(state, tables, seat, k)


@jit
def take_objective(state, tables, seat, k):
    """An objective is controlled by a side."""
    if state.control[k] != seat:
        note(state, Event.CONTROL, seat, other=k, cell=tables.objective_cell[k])
    state.control[k] = seat


@jit
def gain(state, seat, command, why):
    """A side receives command."""
    if command > 0:
        note(state, Event.GAINED, seat, other=why, value=command)
    state.command[seat] += command


@jit
def fill_pool(state, seat, change):
    """Command comes to a side's initiative card, or goes."""
    if change:
        note(state, Own.POOL, seat, value=change)
    state.pool[seat] += change


@jit
def income_of(state, tables, seat):
    """Command a side receives from own and neutral command objectives. Clauses: TI-CMD-08..10."""
    total = 0
    for k in range(tables.n_objectives):
        kind = tables.objective_kind[k]
        if state.control[k] == seat and (kind == Goal.NEUTRAL or kind == Goal.COMMAND_A + seat):
            total += tables.objective_value[k]
    return total


@jit
def victory_income(state, tables, seat):
    """Victory points a side receives for controlled victory objectives. Clauses: TI-CMD-12, TI-OBJ-01."""
    total = 0
    for k in range(tables.n_objectives):
        if state.control[k] == seat and tables.objective_kind[k] == Goal.VICTORY:
            total += tables.objective_value[k]
    return total


@jit
def receive(state, tables):
    """Command, then victory points. Clauses: TI-CMD-10, TI-CMD-12."""
    for seat in range(SIDES):
        gain(state, seat, income_of(state, tables, seat), Prize.OBJECTIVES)
        points = victory_income(state, tables, seat) if tables.victory == Victory.POINTS else 0
        if points > 0:
            note(state, Event.POINTS, seat, other=Prize.OBJECTIVES, value=points)
        state.points[seat] += points


@jit
def is_flipped(points):
    """True when the VP marker shows its +10 side. Clause: TI-CMD-13."""
    return points > TRACK


@jit
def space_of(points):
    """Space of the VP marker on the round track. Clause: TI-CMD-13."""
    return points - TRACK if points > TRACK else points


@jit
def give_initiative(state):
    """More accumulated command takes the token; on a tie it changes hands. Clauses: TI-CMD-23, TI-CMD-24."""
    other = 1 - state.initiative
    if state.pool[other] >= state.pool[state.initiative]:
        state.initiative = other
    note(state, Event.INITIATIVE, state.initiative, value=state.pool[state.initiative])


@jit
def value_of(tables, slot, unit):
    """Twice the points value of a unit; a damaged vehicle counts half. Clause: TI-WIN-02."""
    seat = slot // FORCE
    if not is_squad(unit):
        price = 2 * tables.vehicle_price[unit.kind]
        return price // 2 if unit.damage > Damage.NONE else price
    total = tables.specialty_points[unit.specialty]
    for figure in range(FIGURES):
        total += unit.figures[figure] * tables.figure_points[seat, figure]
    return 2 * total


@jit
def survivors_value(state, tables, seat):
    """Twice the points value of a side's units on the map. Clause: TI-WIN-02."""
    total = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_on_map(state.units[slot]):
            total += value_of(tables, slot, state.units[slot])
    return total


@jit
def objectives_held(state, tables, seat):
    """Victory objectives a side controls. Clause: TI-WIN-02."""
    n = 0
    for k in range(tables.n_objectives):
        n += tables.objective_kind[k] == Goal.VICTORY and state.control[k] == seat
    return n


@jit
def finish(state, winner, reason):
    """The game is over."""
    state.over = 1
    state.winners = 1 << winner
    state.reason = reason


@jit
def leader(state, tables):
    """The side that is ahead by the order of TI-WIN-02, and whether points alone decide it.

    Returns:
        (seat, Reason).
    """
    ahead = state.points[0] - state.points[1]
    if ahead != 0:
        return (0 if ahead > 0 else 1), Reason.VICTORY_POINTS
    ahead = objectives_held(state, tables, 0) - objectives_held(state, tables, 1)
    if ahead == 0:
        ahead = survivors_value(state, tables, 0) - survivors_value(state, tables, 1)
    if ahead == 0:
        ahead = state.pool[0] - state.pool[1]
    if ahead == 0:
        return 1 - state.initiative, Reason.TIEBREAK
    return (0 if ahead > 0 else 1), Reason.TIEBREAK


@jit
def check_elimination(state):
    """A side without units on the map and without reinforcements loses; if both are gone, who made the assault.

    Clauses: TI-WIN-01, TI-ASL-10.
    """
    for place in range(SIDES):
        seat = state.attack[0].seat if place == 0 else 1 - state.attack[0].seat
        if state.alive[seat] == 0 and state.waiting_units[seat] == 0:
            finish(state, 1 - seat, Reason.ELIMINATION)
            return


@jit
def check_round_end(state, tables):
    """Victory conditions after the Command Phase. Clauses: TI-CMD-26, TI-WIN-03, TI-OBJ-01."""
    if tables.victory == Victory.CONTROL:
        seat = tables.attacker
        if state.round >= tables.control_from and holds_all(state, tables, seat):
            finish(state, seat, Reason.CONTROL)
        elif state.round >= tables.rounds:
            finish(state, 1 - seat, Reason.CONTROL)
        return
    if tables.winning_lead:
        for seat in range(SIDES):
            if state.points[seat] - state.points[1 - seat] >= tables.winning_lead:
                finish(state, seat, Reason.LEAD)


@jit
def holds_all(state, tables, seat):
    """True if a side controls every victory objective; a unit in the hex counts. Clause: TI-CMD-26."""
    for k in range(tables.n_objectives):
        if tables.objective_kind[k] == Goal.VICTORY:
            cell = tables.objective_cell[k]
            if state.crowd[1 - seat, cell] > 0:
                return False
            if state.control[k] != seat and state.crowd[seat, cell] == 0:
                return False
    return True
