"""What a seat sees: the encoder of the layout in `columns.py`.

All is public in Godbreakers (GB-GEN-07), so nothing is hidden; what differs between seats is the point of view: own circle
first, then the others in seat order, and the board turned so that one's own edge is at the bottom.
"""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.features import bend, blank_out, relative, squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.columns import (
    MARKER_WIDTH,
    PIECE_WIDTH,
    SEAT_WIDTH,
    AimColumn,
    GameColumn,
    HuntColumn,
    MarkerColumn,
    OriginColumn,
    PieceColumn,
    PoolColumn,
    ReadyColumn,
    SeatColumn,
    Section,
    UnitBlock,
    UnitColumn,
    WildColumn,
    WorldColumn,
)
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Decision
from skirmish_rl.envs.godbreakers.rules.facts import (
    attack_range_of,
    director_of,
    godbreakers_of,
    is_routed,
    marker_controller,
    movement_of,
)
from skirmish_rl.envs.godbreakers.rules.measuring import is_near_barricade
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    FLAWS,
    GODBREAKERS,
    MAX_ENGAGED,
    MAX_SEATS,
    PIECES,
    SIDE,
    SLOTS,
    TOKENS,
    MarkerKind,
    Phase,
    Rule,
    Shape,
    Status,
)

# By decision: what `state.subject` is.
_ABOUT_UNIT, _ABOUT_CELL = (
    np.array([bool(d) and QUESTIONS.rows[d].subject == kind for d in Decision], np.uint8) for kind in ("unit", "cell")
)
_DIE, _MOVEMENT, _RANGE, _RANK, _ENGAGED = 1 / 12, 1 / 18, 1 / 36, 1 / 3, 1 / MAX_ENGAGED


@jit
def encode(state, tables, seat, out, scratch):
    """The observation of a seat.

    Clause: GB-GEN-07 (all is public).

    Args:
        seat: the viewer.
        out: float32 (features,), overwritten, every value in [-1, 1].
        scratch: working space, unused here.
    """
    blank_out(out)
    encode_units(state, tables, seat, out)
    encode_roles(state, tables, seat, out)
    encode_markers(state, tables, seat, out)
    encode_seats(state, tables, seat, out)
    if tables.at[Section.PIECE] >= 0:
        encode_pieces(state, tables, seat, out)
    if tables.at[Section.TOKEN] >= 0:
        encode_piles(state, tables, seat, out)
    encode_question(state, tables, seat, out)
    encode_game(state, tables, seat, out)


@jit
def mark(out, at, column):
    """Write 1 into a column of those that begin at `at`, if this scenario has it."""
    if column >= 0:
        out[at + column] = 1.0


@jit
def seat_at(seat, place, seats):
    """The seat at a place in the view of a seat, the inverse of `relative`."""
    return seat + place if seat + place < seats else seat + place - seats


@jit
def row_of(state, tables, seat, slot):
    """Where the row of a unit begins, -1 for none."""
    row = -1
    if slot >= GODBREAKERS:
        if slot < GODBREAKERS + tables.unaligned_rows:
            row = state.seats * tables.n_fielded + slot - GODBREAKERS
    elif slot >= 0:
        circle = slot // CIRCLE_SIZE
        place = tables.fielded_row[slot - CIRCLE_SIZE * circle]
        if place >= 0 and circle < state.seats:
            row = relative(seat, circle, state.seats) * tables.n_fielded + place
    return tables.at[Section.UNIT] + row * tables.unit_width if row >= 0 else -1


@jit
def encode_units(state, tables, seat, out):
    """Section `unit`, but for what `encode_roles` adds."""
    k = tables.at[Section.UNIT]
    for place in range(state.seats):
        owner = seat_at(seat, place, state.seats)
        for slot in range(CIRCLE_SIZE * owner, CIRCLE_SIZE * (owner + 1)):
            if tables.fielded_row[slot - CIRCLE_SIZE * owner] >= 0:
                encode_unit(state, tables, seat, slot, out, k)
                k += tables.unit_width
    for slot in range(GODBREAKERS, min(state.used, GODBREAKERS + tables.unaligned_rows)):
        if state.units[slot].status != Status.ABSENT:
            encode_unit(state, tables, seat, slot, out, k)
            encode_unaligned(state, tables, seat, slot, out, k)
        k += tables.unit_width


@jit
def encode_unit(state, tables, seat, slot, out, k):
    """A model by itself."""
    unit = state.units[slot]
    if unit.status != Status.ABSENT:
        out[k + UnitColumn.RESERVE + unit.status - Status.RESERVE] = 1.0
    out[k + UnitColumn.DIE] = unit.die * _DIE
    if unit.cell >= 0:
        out[k + UnitColumn.X] = tables.view_x[seat, unit.cell]
        out[k + UnitColumn.Y] = tables.view_y[seat, unit.cell]
        out[k + UnitColumn.MOVEMENT] = movement_of(state, unit) * _MOVEMENT
        out[k + UnitColumn.ATTACK_RANGE] = attack_range_of(state, unit) * _RANGE
        out[k + UnitColumn.ACTIVATED] = unit.activated
        out[k + UnitColumn.HURT] = unit.hurt | unit.dying
        out[k + UnitColumn.ASCENDING] = unit.ascending
        out[k + UnitColumn.BY_BARRICADE] = is_near_barricade(state, unit.cell)
        if unit.damage:
            out[k + UnitColumn.DAMAGE] = bend(unit.damage + 0.0, 6.0)
        if unit.triumphs:
            out[k + UnitColumn.TRIUMPHS] = bend(unit.triumphs + 0.0, 1.0)
        if unit.result >= 0:
            out[k + UnitColumn.ENGAGED] = 1.0
            out[k + UnitColumn.RESULT] = unit.result * _DIE
    if unit.seat >= 0:
        out[k + tables.unit_at[UnitBlock.SEAT] + relative(seat, unit.seat, state.seats)] = 1.0
    if tables.unit_at[UnitBlock.TOKEN]:
        for token in range(TOKENS):
            if unit.tokens[token] and tables.token_column[token] >= 0:
                out[k + tables.unit_at[UnitBlock.TOKEN] + tables.token_column[token]] = bend(unit.tokens[token] + 0.0, 2.0)
    if tables.unit_at[UnitBlock.FLAW]:
        for flaw in range(FLAWS):
            if unit.flaws[flaw]:
                mark(out, k + tables.unit_at[UnitBlock.FLAW], tables.flaw_column[flaw])
    encode_traits(state, tables, unit, out, k)
    if tables.unit_at[UnitBlock.READY]:
        encode_ready(state, tables, seat, unit, out, k + tables.unit_at[UnitBlock.READY])


@jit
def encode_traits(state, tables, unit, out, k):
    """Own ranks, and the trait that the circle's shard lends."""
    at = k + tables.unit_at[UnitBlock.TRAIT]
    for column in range(tables.n_traits):
        out[at + column] = unit.traits[tables.see_traits[column]] * _RANK
    lent = state.shard_trait[unit.circle]
    if lent >= 0 and unit.traits[lent] == 0 and tables.trait_column[lent] >= 0:
        out[at + tables.trait_column[lent]] = _RANK
        out[k + UnitColumn.LENT_TRAIT] = 1.0


@jit
def encode_ready(state, tables, seat, unit, out, k):
    """Whether a model is ready, and where stands what provoked it."""
    out[k + ReadyColumn.READY] = unit.ready
    if unit.provoked >= 0:
        out[k + ReadyColumn.PROVOKED] = 1.0
        cell = state.units[unit.provoked].cell
        if cell >= 0:
            out[k + ReadyColumn.PROVOKER_X] = tables.view_x[seat, cell]
            out[k + ReadyColumn.PROVOKER_Y] = tables.view_y[seat, cell]


@jit
def encode_unaligned(state, tables, seat, slot, out, k):
    """What only unaligned models have."""
    unit = state.units[slot]
    if tables.unit_at[UnitBlock.WILD]:
        out[k + tables.unit_at[UnitBlock.WILD] + WildColumn.WILD] = unit.seat < 0
        mark(out, k + tables.unit_at[UnitBlock.KIND], tables.kind_column[unit.kind])
    if tables.unit_at[UnitBlock.SUMMONER] and unit.summoner >= 0:
        out[k + tables.unit_at[UnitBlock.SUMMONER] + relative(seat, unit.summoner, state.seats)] = 1.0


@jit
def encode_roles(state, tables, seat, out):
    """Into the rows of units: who is active, asked about, nominated, winning, rolling, aimed at."""
    assign(state, tables, seat, state.active, UnitColumn.ACTIVE, 1.0, out)
    if _ABOUT_UNIT[state.decision]:
        assign(state, tables, seat, state.subject, UnitColumn.SUBJECT, 1.0, out)
    for k in range(state.n_engaged):
        assign(state, tables, seat, state.engaged[k], UnitColumn.NOMINATED, (k + 1) * _ENGAGED, out)
    assign(state, tables, seat, state.winner, UnitColumn.WINS, 1.0, out)
    if state.phase == Phase.INITIATIVE:
        for other in range(state.seats):
            named = state.decision != Decision.ROLLER or other < state.decider
            if named and not is_routed(state, other):
                assign(state, tables, seat, state.rollers[other], UnitColumn.ROLLER, 1.0, out)
    if tables.unit_at[UnitBlock.WILD] and state.aim < SLOTS:
        assign(state, tables, seat, state.aim, tables.unit_at[UnitBlock.WILD] + WildColumn.AIM, 1.0, out)


@jit
def assign(state, tables, seat, slot, column, value, out):
    """Write a number into a unit's row; slot -1 is nobody."""
    row = row_of(state, tables, seat, slot)
    if row >= 0:
        out[row + column] = value


@jit
def encode_markers(state, tables, seat, out):
    """Section `marker`."""
    k = tables.at[Section.MARKER]
    encode_marker(state, tables, seat, 0, out, k)
    for kind in (MarkerKind.SHARD, MarkerKind.OBJECTIVE, MarkerKind.HOARD):
        if (kind == MarkerKind.OBJECTIVE and not tables.see_objectives) or (kind == MarkerKind.HOARD and not tables.see_hoards):
            continue
        for place in range(state.seats):
            k += tables.marker_width
            encode_marker(state, tables, seat, 1 + MAX_SEATS * (kind - 1) + seat_at(seat, place, state.seats), out, k)


@jit
def encode_marker(state, tables, seat, marker, out, k):
    """A marker, whose it is and who controls it."""
    m = state.markers[marker]
    owners = k + tables.marker_width - 2 * state.seats
    mark(out, k + MARKER_WIDTH, tables.marker_column[m.kind])
    if m.seat >= 0:
        out[owners + relative(seat, m.seat, state.seats)] = 1.0
    if m.cell < 0:
        return
    out[k + MarkerColumn.ON_BOARD] = 1.0
    out[k + MarkerColumn.X] = tables.view_x[seat, m.cell]
    out[k + MarkerColumn.Y] = tables.view_y[seat, m.cell]
    holder = marker_controller(state, marker)
    if holder >= 0:
        out[owners + state.seats + relative(seat, holder, state.seats)] = 1.0


@jit
def is_priority_settled(state):
    """True once this round's order of priority is known."""
    return state.initiative >= 0 and state.decision != Decision.PRIORITY


@jit
def encode_seats(state, tables, seat, out):
    """Sections `seat` and `shard`."""
    settled = is_priority_settled(state)
    for place in range(state.seats):
        who = seat_at(seat, place, state.seats)
        k = tables.at[Section.SEAT] + SEAT_WIDTH * place
        out[k + SeatColumn.POINTS] = bend(state.points[who] + 0.0, 20.0)
        out[k + SeatColumn.LEAD] = lead_of(state, who)
        out[k + SeatColumn.GODBREAKERS] = godbreakers_of(state, who) / CIRCLE_SIZE
        out[k + SeatColumn.ROUTED] = is_routed(state, who)
        out[k + SeatColumn.INITIATIVE] = state.initiative == who
        out[k + SeatColumn.DECIDES] = state.decider == who
        for other in range(state.seats):
            if state.seniority[other] == who:
                out[k + SeatColumn.SENIORITY] = (other + 1.0) / state.seats
        if settled:
            for other in range(state.surviving):
                if state.order[other] == who:
                    out[k + SeatColumn.PRIORITY] = (other + 1.0) / state.seats
            out[k + SeatColumn.DIRECTOR] = director_of(state) == who
            out[k + SeatColumn.TURN] = state.phase == Phase.ACTIVATION and state.order[state.turn] == who
        if state.shard_trait[who] >= 0:
            mark(out, tables.at[Section.SHARD] + tables.n_shard_traits * place, tables.shard_column[state.shard_trait[who]])


@jit
def lead_of(state, seat):
    """Points over the best of the others that are not routed; 12 or more are 1."""
    best = -1000
    for rival in range(state.seats):
        if rival != seat and not is_routed(state, rival):
            best = max(best, state.points[rival])
    return 1.0 if best == -1000 else squeeze(state.points[seat] - best + 0.0, 12.0)


@jit
def encode_pieces(state, tables, seat, out):
    """Sections `piece` and `pool`."""
    for piece in range(tables.see_pieces):
        if state.pieces[piece].present:
            encode_piece(state, tables, seat, piece, out, tables.at[Section.PIECE] + (PIECE_WIDTH + tables.see_impassable) * piece)
    if tables.at[Section.POOL] >= 0:
        k = tables.at[Section.POOL]
        out[k + PoolColumn.PATCHES] = state.pool[Shape.PATCH] / PIECES
        out[k + PoolColumn.ROWS] = state.pool[Shape.ROW] / PIECES
        out[k + PoolColumn.COLUMNS] = state.pool[Shape.COLUMN] / PIECES


@jit
def encode_piece(state, tables, seat, piece, out, k):
    """A terrain piece: its middle, and its sides as the viewer sees them."""
    p = state.pieces[piece]
    first = p.cell
    last = p.cell
    wide = 1 if p.shape == Shape.COLUMN else 3
    high = 1 if p.shape == Shape.ROW else 3
    if p.cell < 0:
        first = tables.piece_corner[piece, 0]
        last = tables.piece_corner[piece, 1]
        wide = last % SIDE - first % SIDE + 1
        high = last // SIDE - first // SIDE + 1
    sideways = tables.quarter[seat] % 2 == 1
    out[k + PieceColumn.PRESENT] = 1.0
    out[k + PieceColumn.BARRICADE] = p.barricade
    out[k + PieceColumn.POOLED] = p.shape != Shape.DRAWN
    out[k + PieceColumn.X] = (tables.view_x[seat, first] + tables.view_x[seat, last]) / 2.0
    out[k + PieceColumn.Y] = (tables.view_y[seat, first] + tables.view_y[seat, last]) / 2.0
    out[k + PieceColumn.WIDTH] = (high if sideways else wide) / SIDE
    out[k + PieceColumn.HEIGHT] = (wide if sideways else high) / SIDE
    if tables.see_impassable:
        out[k + PIECE_WIDTH] = p.impassable


@jit
def encode_piles(state, tables, seat, out):
    """Planes of unclaimed tokens."""
    for token in range(TOKENS):
        if tables.token_column[token] < 0:
            continue
        k = tables.at[Section.TOKEN] + tables.n_places * tables.token_column[token]
        for cell in range(CELLS):
            if state.piles[token, cell] and tables.view_place[seat, cell] >= 0:
                out[k + tables.view_place[seat, cell]] = bend(state.piles[token, cell] + 0.0, 2.0)


@jit
def encode_question(state, tables, seat, out):
    """What is asked, about which cell, and what it places."""
    if state.over == 0:
        mark(out, tables.at[Section.ASKED], tables.decision_column[state.decision])
    mark(out, tables.at[Section.NEW_MODEL], tables.new_model_column[state.new_model])
    mark(out, tables.at[Section.NEW_MARKER], tables.new_marker_column[state.new_marker])
    mark(out, tables.at[Section.NEW_PIECE], tables.new_piece_column[state.new_piece])
    if state.token >= 0:
        mark(out, tables.at[Section.TOKEN_ASKED], tables.token_column[state.token])
    if tables.at[Section.ORIGIN] >= 0 and _ABOUT_CELL[state.decision] and state.subject >= 0:
        k = tables.at[Section.ORIGIN]
        out[k + OriginColumn.GIVEN] = 1.0
        out[k + OriginColumn.X] = tables.view_x[seat, state.subject]
        out[k + OriginColumn.Y] = tables.view_y[seat, state.subject]
    if tables.at[Section.HUNT] >= 0:
        out[tables.at[Section.HUNT] + HuntColumn.TO_PLACE] = state.to_place / 5.0
    if tables.at[Section.WORLD] >= 0:
        out[tables.at[Section.WORLD] + WorldColumn.SABOTEURS] = tables.rule == Rule.SABOTEURS


@jit
def encode_game(state, tables, seat, out):
    """Round, phase and what the active model has done; for a wild one its compulsion."""
    k = tables.at[Section.GAME]
    out[k + GameColumn.ROUND] = state.round / 7.0
    out[k + GameColumn.ROUNDS_LEFT] = (tables.rounds - state.round) / 7.0
    if state.initiative >= 0:
        out[k + GameColumn.INITIATIVE_ROLL] = state.initiative_roll * _DIE
    out[k + GameColumn.ACTIONS_LEFT] = state.actions_left / 2.0
    out[k + GameColumn.MOVES] = state.moves / 2.0
    out[k + GameColumn.ENGAGES] = state.engages / 2.0
    out[k + GameColumn.TRIUMPHS] = bend(state.pending + 0.0, 2.0)
    mark(out, tables.at[Section.PHASE], tables.phase_column[state.phase])
    if tables.at[Section.AIM] < 0:
        return
    mark(out, tables.at[Section.COMPULSION], tables.compulsion_column[state.compulsion])
    if state.aim >= 0:
        cell = state.aim - SLOTS if state.aim >= SLOTS else state.units[state.aim].cell
        if cell >= 0:
            k = tables.at[Section.AIM]
            out[k + AimColumn.GIVEN] = 1.0
            out[k + AimColumn.X] = tables.view_x[seat, cell]
            out[k + AimColumn.Y] = tables.view_y[seat, cell]
