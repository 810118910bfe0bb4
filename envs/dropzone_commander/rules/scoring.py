"""The end of a round and of the game: collateral damage, Victory Points, focal points. Chapters RND, END, FP, SCEN."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.rules.collateral import push_collateral
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import is_aircraft, is_alive, is_infantry, is_present
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import FIRST, GROUPS, SQUAD_FIRST, Find, Reason, Scoring, Sign, Stand, Status

FOCAL = 6  # inches


class RoundUp(IntEnum):
    """Steps of the ROUND_UP frame; `piece` by piece."""

    COLLATERAL = 0
    CLEAR = 1
    OVER = 2


@jit
def run_round_up(state, tables, frame):
    """One step of Round Up. Clauses: DZ-RND-01..03, DZ-COL-01, DZ-COL-09."""
    if frame.step == RoundUp.COLLATERAL:
        if state.doomed:
            push_doom(state)
            return
        while frame.piece + 1 < tables.n_pieces:
            frame.piece += 1
            piece = frame.piece
            if state.pieces[piece].damage_tokens > 0 and state.pieces[piece].stand == Stand.WHOLE:
                push_collateral(state, piece)
                return
        frame.step = RoundUp.CLEAR
    elif frame.step == RoundUp.CLEAR:
        clear_round(state, tables)
        frame.step = RoundUp.OVER
    else:
        pop(state)
        check_end(state, tables)


@jit
def clear_round(state, tables):
    """End all that lasts until the end of the round; Reserves of the first round become In Readiness.

    Clauses: DZ-RND-02, DZ-DEP-05, T8.
    """
    for seat in range(tables.seats):
        state.boost[seat] = -1
        state.inspired[seat] = -1
        for group in range(GROUPS):
            state.spent[seat, group] = 0
        for squad in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1]):
            clear_squad(state.squads[squad])
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[slot]
            unit.fired = 0
            unit.kept_fired = 0
            unit.kept_moved = 0
            unit.moved = 0
            unit.travelled = 0
            unit.signs &= ~(Sign.TRANSFERRED | Sign.HANDLED | Sign.BOOSTED)
            if unit.status == Status.RESERVE and state.round == 1:
                unit.status = Status.READINESS
                note(state, Own.READY, unit=slot)


@jit
def clear_squad(squad):
    """Forget what a squad did in a round."""
    squad.marks = 0
    squad.gifts = 0
    squad.declared = -1
    squad.acts = 0
    squad.moves = 0
    squad.limit = 0
    squad.out = 0
    squad.shot = 0
    squad.energy = 0


@jit
def seats_left(state, tables):
    """Players with a unit left anywhere. Clause: DZ-END-05."""
    n = 0
    for seat in range(tables.seats):
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if is_alive(state.units[slot]):
                n += 1
                break
    return n


@jit
def check_end(state, tables):
    """The game ends after its last round, or when nobody is left. Clauses: DZ-RND-03, DZ-RND-04, DZ-END-05."""
    left = seats_left(state, tables)
    if state.round < tables.rounds and left > 0 and not (tables.wipeout and left <= 1):
        return
    score_end(state, tables)
    finish(state, tables)


@jit
def score_end(state, tables):
    """Victory Points at the end.

    Clauses: DZ-SCEN-S1-04, DZ-SCEN-S2-04, DZ-SCEN-S2-05, DZ-SCEN-S3-03, DZ-SCEN-S3-04, DZ-SCEN-S5-02, DZ-FP-06.
    """
    for token in range(tables.n_tokens):
        here = state.tokens[token]
        worth = 2 if tables.primary and token == 0 else 1
        if tables.scoring == Scoring.EXTRACTION:
            if here.find == Find.EXTRACTED:
                score(state, here.seat, 2 * worth)
            elif here.find == Find.CARRIED and is_held(state, tables, here.squad):
                score(state, here.seat, worth)
        elif tables.scoring == Scoring.BUNKERS:
            piece = tables.token_piece[token]
            if here.find == Find.OPEN and here.seat >= 0:
                score(state, here.seat, 1)
            if piece >= 0:
                holder = focal_holder(state, tables, piece, -1)
                score(state, holder, 2 if state.pieces[piece].stand == Stand.WHOLE else 1)
        elif tables.scoring == Scoring.SURVEY and here.find == Find.FOCAL:
            score(state, focal_holder(state, tables, here.piece, here.cell), 1)


@jit
def is_held(state, tables, squad):
    """True if a squad is on the board. Clause: DZ-SCEN-S2-04."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE:
            return True
    return False


@jit
def score(state, seat, n):
    """A seat scores Victory Points."""
    if seat >= 0:
        state.points[seat] += n
        note(state, Event.POINTS, seat, value=n)


@jit
def focal_holder(state, tables, piece, cell):
    """The player with the highest points of units within 6" of a focal point, -1 for a tie or nobody. Clauses: DZ-FP-01..05.

    Args:
        piece, cell: the piece that is the point; a spot in the open has no piece, -1, but a cell.
    """
    best = 0
    holder = -1
    for seat in range(tables.seats):
        total = 0
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            unit = state.units[slot]
            if not is_present(unit) or tables.unit_fast[slot] > 0 or (is_aircraft(tables, slot) and tables.fp_aircraft == 0):
                continue
            if inches_to(tables, unit, piece, cell) <= FOCAL:
                total += tables.unit_points[slot] * (2 if 0 <= piece == unit.piece and is_infantry(tables, slot) else 1)
        if total > best:
            best = total
            holder = seat
        elif total == best and total > 0:
            holder = -1
    return holder


@jit
def inches_to(tables, unit, piece, cell):
    """Inches from a unit on the table to a piece or, without one, to a cell; in a Garrison from its outline. Clause: DZ-FP-01."""
    if unit.piece >= 0:
        return tables.piece_gap[piece, unit.piece] if piece >= 0 else tables.piece_far[unit.piece, cell]
    return tables.piece_far[piece, unit.cell] if piece >= 0 else inches(unit.cell, cell)


@jit
def finish(state, tables):
    """The game is over: most Victory Points win, then most Kill Points; equals tie.

    Clauses: DZ-END-01, DZ-END-02, DZ-END-06, DZ-SCEN-S4-03.
    """
    best = -1
    for seat in range(tables.seats):
        best = max(best, rank_key(state, tables, seat))
    winners = 0
    n = 0
    others = -1
    for seat in range(tables.seats):
        if rank_key(state, tables, seat) == best:
            winners |= 1 << seat
            n += 1
        else:
            others = max(others, state.points[seat])
    state.winners = winners
    state.over = 1
    state.decider = -1
    points = best // 100000
    if n > 1:
        state.reason = Reason.TIE
    elif tables.scoring == Scoring.KILLS or others == points:
        state.reason = Reason.KILL_POINTS
    else:
        state.reason = Reason.VICTORY_POINTS


@jit
def rank_key(state, tables, seat):
    """A number by which the players are ranked. Clauses: DZ-END-06, DZ-SCEN-S2-06, DZ-SCEN-S3-06."""
    if tables.scoring == Scoring.KILLS:
        return state.kills[seat]
    return 100000 * state.points[seat] + state.kills[seat]
