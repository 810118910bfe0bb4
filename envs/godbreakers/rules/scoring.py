"""Victory points, Rout, the end. Chapters RES and END."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.facts import godbreakers_of, is_routed, marker_controller
from skirmish_rl.envs.godbreakers.rules.telling import Condition, Own, Prize, score_points
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, GODBREAKERS, MARKERS, MAX_SEATS, MarkerKind, Reason, Rule, Status, Token


@jit
def marker_worth(state, marker, seat):
    """VP a seat scores for controlling a marker at the end of a round. Clauses: GB-RES-02, GB-RES-03."""
    m = state.markers[marker]
    if m.kind == MarkerKind.OBJECTIVE:
        return 2
    if m.kind == MarkerKind.SHARD:
        return 1 if m.seat == seat else 3
    return 0


@jit
def score_markers(state):
    """End of the round: VP for controlled markers. Clause: GB-RES-02."""
    for marker in range(MARKERS):
        if state.markers[marker].cell >= 0:
            seat = marker_controller(state, marker)
            if seat >= 0:
                worth = marker_worth(state, marker, seat)
                prize = Prize.OBJECTIVE if worth == 2 else Prize.OWN_SHARD if worth == 1 else Prize.RIVAL_SHARD
                if worth > 0:
                    score_points(state, seat, worth, prize, state.markers[marker].cell)


@jit
def score_tokens(state, tables):
    """After the last round: VP for godbreakers that carry tokens. Clauses: GB-S3-05, GB-S4-05, GB-S7-02, GB-DIE-09."""
    rule = tables.rule
    for slot in range(GODBREAKERS):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD and unit.status != Status.ASCENDED:
            continue
        if unit.tokens[Token.TREASURE] > 0 and (rule == Rule.TREASURE or rule == Rule.HUNT):
            score_points(state, unit.circle, 5, Prize.TREASURE, unit.cell)
        if unit.tokens[Token.TROPHY] > 0 and (rule == Rule.NEST or rule == Rule.HUNT):
            score_points(state, unit.circle, 10, Prize.TROPHY, unit.cell)


@jit
def rout(state):
    """Circles without godbreakers have lost; the last one standing wins at once.

    Clauses: GB-RES-04..06, GB-END-02.

    Returns:
        True if the game is over.
    """
    fallen = 0
    for k in range(state.surviving):
        if godbreakers_of(state, state.order[k]) == 0:
            fallen |= 1 << state.order[k]
            note(state, Own.ROUTED, state.order[k])
    if fallen == 0:
        return False
    state.routed |= fallen
    kept = 0
    for k in range(state.surviving):
        seat = state.order[k]
        if not is_routed(state, seat):
            state.order[kept] = seat
            kept += 1
    state.surviving = kept
    for slot in range(GODBREAKERS, state.used):
        unit = state.units[slot]
        if unit.seat >= 0 and is_routed(state, unit.seat):
            unit.seat = -1
            note(state, Event.CONDITION, unit=slot, value=Condition.WILD)
    if kept > 1:
        return False
    state.winners = (1 << state.order[0]) if kept == 1 else fallen
    state.over = 1
    state.reason = Reason.ROUT
    return True


@jit
def strength_of(state, seat):
    """Godbreakers on the battlefield, then the sum of their dice, as one number. Clause: GB-END-03."""
    total = 0
    for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD:
            total += 1000 + unit.die
    return total


@jit
def end_game(state, tables):
    """Last round over: the highest VP among the circles that have not lost. Clauses: GB-RND-03, GB-END-01, GB-END-03."""
    score_tokens(state, tables)
    best = -100000
    strongest = 0
    winners = 0
    for seat in range(MAX_SEATS):
        if seat >= state.seats or is_routed(state, seat):
            continue
        strength = strength_of(state, seat) if tables.survivors else 0
        points = state.points[seat]
        if points > best or (points == best and strength > strongest):
            best = points
            strongest = strength
            winners = 1 << seat
        elif points == best and strength == strongest:
            winners |= 1 << seat
    state.winners = winners
    state.over = 1
    state.reason = Reason.VICTORY_POINTS
