"""The end of a round and of the battle: control, victory points, who wins. Chapters OBJ, VIC, VC, TWI; WC-RND-07."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.paths import is_close
from skirmish_rl.envs.warcry.questions import OBJECTIVE, Decision
from skirmish_rl.envs.warcry.rules.telling import Own, Prize
from skirmish_rl.envs.warcry.rules.treasure import objective_cell
from skirmish_rl.envs.warcry.state import FORCE, HALVES, ROUNDS, SIDES, SLOTS, TOKENS, Reason, Status, Victory, seat_of

_RELIC = 3 * HALVES  # within 3" of it, WC-VC-03


class Score(IntEnum):
    """Steps of the SCORE frame."""

    CLEAR = 0
    ASSIGN = 1  # fighters of who opened the round first
    COUNT = 2


@jit
def run_score(state, tables, frame):
    """One step of the end of a round. Clauses: WC-RND-07, WC-RND-08, WC-OBJ-04."""
    if frame.step == Score.CLEAR:
        clear_round(state)
        frame.step = Score.ASSIGN if tables.single_objective else Score.COUNT
    elif frame.step == Score.ASSIGN:
        assign_next(state, tables, frame)
    else:
        pop(state)
        update_control(state, tables)
        score_round(state, tables)
        for slot in range(SLOTS):
            state.units[slot].objective = -1
        for seat in range(SIDES):
            state.tally[seat] = 0
            state.leader_down[seat] = 0
            state.trait_used[seat] = 0
        state.named = -1
        state.opener = -1
        if state.round >= tables.rounds:
            end_battle(state, tables)


@jit
def clear_round(state):
    """End all that lasts until the end of the round; waiting fighters stop waiting. Clause: WC-RND-07."""
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.activated = 0
        unit.waiting = 0
        unit.lost = 0
        unit.defiant = 0
        unit.trophy = 0
        unit.unleashed = 0
        unit.cowering = 0
        unit.harried = 0


@jit
def is_near(state, tables, slot, objective):
    """True for a fighter within 3" of an objective. Clause: WC-OBJ-01."""
    unit = state.units[slot]
    return unit.status == Status.ON_BOARD and tables.objective_near[objective, unit.node] != 0


@jit
def stands(state, tables, objective):
    """True while an objective is on the board; one that is looted out is not. Clause: WC-VC-05."""
    return objective < tables.n_objectives and (tables.victory != Victory.UNCOVER or state.loots[objective] > 0)


@jit
def objectives_of(state, tables, slot):
    """How many objectives a fighter is near to."""
    n = 0
    for objective in range(tables.n_objectives):
        if stands(state, tables, objective) and is_near(state, tables, slot, objective):
            n += 1
    return n


@jit
def assign_next(state, tables, frame):
    """The next fighter that must say which objective it counts for. Clause: WC-OBJ-04."""
    if frame.assigned >= SLOTS:
        frame.step = Score.COUNT
        return
    opener = max(state.opener, 0)
    slot = (frame.assigned + FORCE * opener) % SLOTS
    frame.assigned += 1
    if objectives_of(state, tables, slot) > 1:
        ask(state, seat_of(slot), Decision.ASSIGN, slot)


@jit
def legal_assign(state, tables, mask):
    """The objectives that a fighter may count for. Clause: WC-OBJ-04."""
    for objective in range(tables.n_objectives):
        mask[OBJECTIVE + objective] = stands(state, tables, objective) and is_near(state, tables, state.subject, objective)


@jit
def apply_assign(state, tables, action):
    """Name the objective that a fighter counts for. Clause: WC-OBJ-04."""
    slot = state.subject
    state.units[slot].objective = action - OBJECTIVE
    note(state, Own.COUNTS_FOR, unit=slot, cell=objective_cell(tables, action - OBJECTIVE))


@jit
def counts_for(state, tables, slot, objective):
    """True if a fighter counts for an objective. Clauses: WC-OBJ-01, WC-OBJ-03, WC-OBJ-04, WC-RES-10."""
    if not is_near(state, tables, slot, objective):
        return False
    named = state.units[slot].objective
    return named < 0 or named == objective


@jit
def update_control(state, tables):
    """Each objective passes to the seat that has more fighters near it. Clauses: WC-OBJ-01..04."""
    for objective in range(tables.n_objectives):
        balance = 0
        if stands(state, tables, objective):
            for slot in range(SLOTS):
                if counts_for(state, tables, slot, objective):
                    balance += 1 if seat_of(slot) == 0 else -1
        if balance != 0:
            holder = 0 if balance > 0 else 1
            if state.control[objective] != holder:
                state.control[objective] = holder
                note(state, Event.CONTROL, holder, other=objective, cell=objective_cell(tables, objective))


@jit
def gain(state, seat, points, prize):
    """A seat scores victory points."""
    if points > 0:
        state.points[seat] += points
        note(state, Event.POINTS, seat, other=prize, value=points)


@jit
def holds(state, tables, seat, objective):
    """True if a seat controls an objective; nobody does when it is looted out. Clauses: WC-OBJ-02, WC-VC-05."""
    return state.control[objective] == seat and stands(state, tables, objective)


@jit
def held_by(state, tables, seat):
    """Objectives a seat controls."""
    n = 0
    for objective in range(tables.n_objectives):
        if holds(state, tables, seat, objective):
            n += 1
    return n


@jit
def lead(mine, theirs):
    """The place of who has more: 0 the first, 1 the second, -1 for a tie."""
    return 0 if mine > theirs else 1 if theirs > mine else -1


@jit
def score_round(state, tables):
    """Victory points of a round. Clauses: WC-VIC-02, WC-VC-01, WC-VC-04, WC-VC-06, WC-TWI-03, WC-TWI-05 and the scenarios."""
    for seat in range(SIDES):
        held = held_by(state, tables, seat)
        points = held * tables.per_objective
        if held >= 1:
            points += tables.for_any
        if held >= 2:
            points += tables.for_two
        if held > held_by(state, tables, 1 - seat):
            points += tables.for_more
        gain(state, seat, points, Prize.OBJECTIVES)
        if state.named >= 0 and holds(state, tables, seat, state.named):
            gain(state, seat, 1, Prize.NAMED)
        if state.leader_down[seat]:
            gain(state, seat, tables.for_leader, Prize.LEADER)
    reward_lead(state, lead(state.wounds_down[0], state.wounds_down[1]), tables.for_wounds, Prize.WOUNDS)
    reward_lead(state, lead(state.tally[0], state.tally[1]), tables.for_tally, Prize.TALLY)
    reward_lead(state, lead(at_centre(state, tables, 0), at_centre(state, tables, 1)), tables.for_centre, Prize.CENTRE)
    if tables.for_quarters > 0:
        reward_lead(state, lead(quarters_of(state, tables, 0), quarters_of(state, tables, 1)), tables.for_quarters, Prize.QUARTERS)


@jit
def reward_lead(state, seat, points, prize):
    """Points for the seat that leads in something, -1 for nobody."""
    if seat >= 0:
        gain(state, seat, points, prize)


@jit
def at_centre(state, tables, seat):
    """Fighters of a seat near the centre."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and tables.centre_near[unit.node]:
            n += 1
    return n


@jit
def quarters_of(state, tables, seat):
    """Table quarters in which a seat has more fighters. Clause: WC-VC-06."""
    n = 0
    for quarter in range(1, 5):
        balance = 0
        for slot in range(SLOTS):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and tables.quarter[unit.node] == quarter:
                balance += 1 if seat_of(slot) == seat else -1
        if balance > 0:
            n += 1
    return n


@jit
def carriers_of(state, seat):
    """Fighters of a seat that carry treasure."""
    n = 0
    for token in range(TOKENS):
        carrier = state.tokens[token].carrier
        if carrier >= 0 and seat_of(carrier) == seat:
            n += 1
    return n


@jit
def near_relic(state, tables, seat):
    """Fighters of a seat within 3" of the relic where it lies. Clause: WC-VC-03."""
    there = state.tokens[0].cell
    n = 0
    if there >= 0:
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and is_close(tables, there, unit.node, _RELIC):
                n += 1
    return n


@jit
def end_battle(state, tables):
    """The last round is over: who wins? Clauses: WC-VIC-01..04, WC-VC-02, WC-VC-03, WC-VC-05."""
    late = state.round > tables.rounds + 1
    more = tables.extra_rounds and state.round < ROUNDS
    both = state.left[0] > 0 and state.left[1] > 0
    if late and more and both:
        return
    mine = tables.per_treasure * carriers_of(state, 0)
    theirs = tables.per_treasure * carriers_of(state, 1)
    reason = Reason.VICTORY_POINTS
    if tables.victory == Victory.HOARD or tables.victory == Victory.RELIC:
        reason = Reason.TREASURE
        winner = lead(carriers_of(state, 0), carriers_of(state, 1))
        if winner < 0:
            reason = Reason.CENTRE
            if tables.victory == Victory.HOARD:
                winner = lead(at_centre(state, tables, 0), at_centre(state, tables, 1))
            else:
                winner = lead(near_relic(state, tables, 0), near_relic(state, tables, 1))
    else:
        winner = lead(state.points[0] + mine, state.points[1] + theirs)
    if winner < 0:
        reason = Reason.KILLS
        winner = lead(state.kills[0], state.kills[1])
    if winner < 0 and more and not late and (both or state.round <= tables.rounds):
        return
    if late or (winner < 0 and tables.extra_rounds):
        winner = lead(min(state.left[0], 1), min(state.left[1], 1))
        reason = Reason.WIPED_OUT
    gain(state, 0, mine, Prize.TREASURE)
    gain(state, 1, theirs, Prize.TREASURE)
    finish(state, winner, reason if winner >= 0 else Reason.DRAW)


@jit
def finish(state, winner, reason):
    """The battle is over; winner -1: a draw."""
    state.over = 1
    state.reason = reason
    state.winners = 3 if winner < 0 else 1 << winner


@jit
def check_wiped_out(state, tables):
    """The battle ends at once when a seat has no fighter left. Clauses: WC-VIC-03, WC-VIC-05, WC-VIC-06, WC-COMB-09."""
    if tables.play_out:
        return
    if state.left[0] == 0 and state.left[1] == 0:
        winner = lead(state.points[0], state.points[1])
        if winner < 0:
            winner = lead(state.kills[0], state.kills[1])
        finish(state, winner, Reason.WIPED_OUT if winner >= 0 else Reason.DRAW)
    else:
        finish(state, 0 if state.left[1] == 0 else 1, Reason.WIPED_OUT)
