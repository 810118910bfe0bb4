"""Morale, objectives, points, the end. Chapters MOR, END, OOA; TC-SC-01, TC-SC-02; scenarios."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import OPTION, Option
from skirmish_rl.envs.trench_crusade.rules.rolling import SUCCEEDS, roll_pool
from skirmish_rl.envs.trench_crusade.rules.strengths import counted
from skirmish_rl.envs.trench_crusade.rules.telling import Modifier, Own, Prize, Roll
from skirmish_rl.envs.trench_crusade.rules.units import do_deed
from skirmish_rl.envs.trench_crusade.state import (
    DEEDS,
    FORCE,
    MOST_POINTS,
    RELICS,
    SIDES,
    Deed,
    Reason,
    Status,
    models_in_reserve,
    models_on_board,
)

ON_PIECE = 2  # `tables.near_piece`


@jit
def standing_models(state, seat):
    """A seat's models on the board that are not Down. Clause: TC-INIT-01."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        n += unit.status == Status.ON_BOARD and unit.down == 0
    return n


@jit
def lost_models(state, seat):
    """A seat's models that are Down or OOA. Clause: TC-MOR-01."""
    n = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        n += unit.status == Status.OUT or (unit.status == Status.ON_BOARD and unit.down != 0)
    return n


@jit
def must_check(state, tables, seat):
    """True if a seat must take a Morale Check. Clauses: TC-MOR-01, TC-MOR-04, TC-MOR-06, TC-GEN-02."""
    if tables.morale == 0:
        return False
    return state.shaken[seat] != 0 or lost_models(state, seat) >= (state.strength[seat] + 1) // 2


@jit
def first_to_check(state):
    """The seat that checks morale first if both must. Clause: TC-MOR-05."""
    zero = models_on_board(state, 0) + models_in_reserve(state, 0)
    one = models_on_board(state, 1) + models_in_reserve(state, 1)
    if zero == one:
        return state.initiative
    return 0 if zero < one else 1


@jit
def has_leader(state, tables, seat):
    """True if a LEADER of a seat stands on the board. Clause: TC-MOR-02."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.down == 0 and tables.traits[slot, Trait.LEADER]:
            return True
    return False


@jit
def passes_morale(state, tables, seat):
    """A Morale Check. Clauses: TC-MOR-02, TC-BLD-04."""
    dice = 1 if has_leader(state, tables, seat) else 0
    note(state, Event.ROLLS, seat, value=Roll.MORALE)
    total = roll_pool(state, 2, dice)
    counted(state, dice, Modifier.LEADER, True)
    counted(state, dice, Modifier.NET_DICE, True)
    note(state, Event.RESULT, seat, value=total)
    return total >= SUCCEEDS


@jit
def pass_morale(state, tables, seat):
    """A check is passed: a Shaken side recovers. Clauses: TC-MOR-03, TC-MOR-04, D3."""
    if state.shaken[seat]:
        state.shaken[seat] = 0
        note(state, Own.RECOVERS, seat)
    do_deed(state, tables, seat, Deed.MORALE)


@jit
def legal_morale(mask):
    """Be Shaken, or flee. Clause: TC-MOR-03."""
    mask[OPTION + Option.SHAKEN] = 1
    mask[OPTION + Option.FLEE] = 1


@jit
def apply_morale(state, action):
    """Carry out the answer to a failed check. Clause: TC-MOR-03."""
    seat = state.decider
    if action == OPTION + Option.FLEE:
        flee(state, seat)
    else:
        state.shaken[seat] = 1
        note(state, Own.SHAKEN, seat)


@jit
def finish(state, winners, reason):
    """The game is over."""
    state.winners = winners
    state.reason = reason
    state.over = 1


@jit
def flee(state, seat):
    """A side flees and loses at once. Clauses: TC-MOR-03, TC-MOR-04."""
    note(state, Own.FLEES, seat)
    finish(state, 1 << (1 - seat), Reason.FLIGHT)


@jit
def is_wiped_out(state, seat):
    """True if a seat has no model on the board and none to come. Clause: TC-OOA-02."""
    return models_on_board(state, seat) == 0 and models_in_reserve(state, seat) == 0


@jit
def check_elimination(state, tables):
    """A side without models has lost; if both have none, points decide, those of deeds too. Clause: TC-OOA-02."""
    zero = is_wiped_out(state, 0)
    one = is_wiped_out(state, 1)
    if zero and one:
        end_game(state, tables, Reason.ELIMINATION)
    elif zero or one:
        finish(state, 2 if zero else 1, Reason.ELIMINATION)


@jit
def add_points(state, seat, points, prize):
    """VP for a seat."""
    if points > 0:
        state.points[seat] = min(MOST_POINTS, state.points[seat] + points)
        note(state, Event.POINTS, seat, other=prize, value=points)


@jit
def holder_of(state, tables, piece):
    """The seat that controls an objective piece, -1. Clauses: TC-SC-01, TC-SC-02."""
    near = 0
    on = 0
    for seat in range(SIDES):
        sign = 1 - 2 * seat
        for slot in range(FORCE * seat, FORCE * (seat + 1)):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and tables.near_piece[piece, unit.cell]:
                near += sign
                if tables.near_piece[piece, unit.cell] == ON_PIECE:
                    on |= 1 << seat
    if on == 1 or on == 2:
        return on - 1
    return 0 if near > 0 else (1 if near < 0 else -1)


@jit
def score_turn(state, tables):
    """End-of-turn VP. Clause: TC-END-01; scenarios."""
    for piece in range(tables.objectives):
        seat = holder_of(state, tables, piece)
        if seat >= 0:
            note(state, Event.CONTROL, seat, value=piece + 1)
            add_points(state, seat, tables.piece_points, Prize.OBJECTIVE)
    for seat in range(SIDES):
        claimed = 0
        for relic in range(RELICS):
            claimed += state.claimed[relic] == seat
        last = state.round >= tables.turns
        points = claimed * (tables.relic_last_points if last else tables.relic_points)
        add_points(state, seat, points if last else min(points, tables.relic_most), Prize.RELIC)


@jit
def leaders(state, tables):
    """Bits of the seats with most VP, or most points of survivors. Clause: TC-END-02."""
    if state.points[0] != state.points[1]:
        return 1 if state.points[0] > state.points[1] else 2
    if tables.tiebreak:
        zero = survivors_value(state, tables, 0)
        one = survivors_value(state, tables, 1)
        if zero != one:
            return 1 if zero > one else 2
    return 3


@jit
def survivors_value(state, tables, seat):
    """Points of a seat's models that are left. Clause: TC-END-02."""
    value = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if state.units[slot].status == Status.ON_BOARD or state.units[slot].status == Status.RESERVE:
            value += tables.points[slot]
    return value


@jit
def end_game(state, tables, reason):
    """VP for deeds, then the winner. Clauses: TC-END-01..03."""
    for deed in range(DEEDS):
        if state.deeds[deed] >= 0:
            add_points(state, state.deeds[deed], tables.deed_points, Prize.DEED)
    finish(state, leaders(state, tables), reason)
