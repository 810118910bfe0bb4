"""Set-up: seniority, circles, markers, starting wild models, where things may be placed. Chapters SET, CIR, scenario set-ups."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import LAYOUT, below
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, range_of
from skirmish_rl.envs.godbreakers.rules.models import create_model, put_marker
from skirmish_rl.envs.godbreakers.rules.terrain import POOL_BARRICADES, POOL_PATCHES
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    FAR,
    FLAWS,
    MARKERS,
    MAX_SEATS,
    METAL_TRAITS,
    SIDE,
    SLOTS,
    TRAITS,
    Kind,
    MarkerKind,
    Rule,
    Shape,
    Spot,
    Status,
)  # fmt: skip

OUTSIDE_RANGE = 6  # "outside 6U" of the set-up rules
BEAST_RANGE = 6


@jit
def lay_out(state, tables):
    """Board, pieces, circles in reserve, central objective, starting wild models, seniority.

    Clauses: GB-GEN-10, GB-CIR-01, GB-CIR-06, GB-SET-01, GB-SET-02, GB-S1-01, GB-S1-02.
    """
    state.seats = tables.seats
    state.used = CIRCLE_SIZE * tables.seats
    state.active = -1
    state.aim = -1
    state.winner = -1
    state.initiative = -1
    state.token = -1
    for cell in range(CELLS):
        state.board[cell] = tables.board[cell]
        state.ground[cell] = tables.ground[cell]
    for piece in range(tables.n_pieces):
        p = state.pieces[piece]
        p.present = 1
        p.cell = -1
        p.barricade = tables.piece_barricade[piece]
        p.impassable = tables.piece_impassable[piece]
        p.shape = tables.piece_shape[piece]
        p.handle = tables.piece_corner[piece, 0]  # map pieces are disjoint
    state.pool[Shape.PATCH] = POOL_PATCHES
    state.pool[Shape.ROW] = POOL_BARRICADES
    state.pool[Shape.COLUMN] = POOL_BARRICADES
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.cell = -1
        unit.seat = -1
        unit.circle = MAX_SEATS
        unit.summoner = -1
        unit.result = -1
        unit.provoked = -1
    for marker in range(MARKERS):
        state.markers[marker].cell = -1
        state.markers[marker].seat = -1
    for seat in range(MAX_SEATS + 1):
        state.shard_trait[seat] = -1
    for seat in range(state.seats):
        muster(state, tables, seat)
        state.order[seat] = seat
        state.seniority[seat] = seat
    state.surviving = state.seats
    if tables.shuffle:
        for k in range(state.seats - 1, 0, -1):
            j = below(state, LAYOUT, k + 1)
            held = state.seniority[k]
            state.seniority[k] = state.seniority[j]
            state.seniority[j] = held
    put_marker(state, 0, MarkerKind.OBJECTIVE, -1, tables.centre)
    for k in range(tables.n_wild):
        create_model(state, tables, tables.wild_kind[k], tables.wild_cell[k], -1)


@jit
def muster(state, tables, seat):
    """Put a circle's fielded godbreakers in reserve. Clauses: GB-CIR-01, GB-CIR-02, GB-S1-01."""
    for k in range(CIRCLE_SIZE):
        if tables.fielded[k] == 0:
            continue
        unit = state.units[CIRCLE_SIZE * seat + k]
        unit.status = Status.RESERVE
        unit.kind = Kind.GODBREAKER
        unit.seat = seat
        unit.circle = seat
        unit.die = tables.die[seat, k]
        for trait in range(TRAITS):
            unit.traits[trait] = tables.traits[seat, k, trait]
        for flaw in range(FLAWS):
            unit.flaws[flaw] = tables.flaws[seat, k, flaw]
        if tables.random_roster[seat]:
            unit.die = 8 if k < 2 else 6
            gain_traits(state, unit, 3 if k == 0 else 2)


@jit
def gain_traits(state, unit, gains):
    """Random traits of one metal, three at most: no cap is passed. Clauses: GB-CIR-02, GB-CIR-03; dossier, Random circles."""
    metal = below(state, LAYOUT, 4)
    for _ in range(gains):
        owned = 0
        for trait in range(TRAITS):
            owned += unit.traits[trait] > 0
        new = owned == 0 or below(state, LAYOUT, 2) == 0
        pick = below(state, LAYOUT, METAL_TRAITS - owned if new else owned)
        for trait in range(metal * METAL_TRAITS, (metal + 1) * METAL_TRAITS):
            rank = unit.traits[trait]
            if (rank == 0) == new:
                if pick == 0:
                    unit.traits[trait] = rank + 1
                pick -= 1


@jit
def place_shard(state, tables, seat, cell):
    """Put a circle's shard marker down; its trait works from now on. Clauses: GB-SET-03, GB-CIR-06."""
    put_marker(state, 1 + seat, MarkerKind.SHARD, seat, cell)
    state.shard_trait[seat] = tables.shard_trait[seat]
    if tables.random_roster[seat]:
        state.shard_trait[seat] = below(state, LAYOUT, TRAITS)


@jit
def place_extra(state, seat, kind, cell):
    """Put a circle's objective or hoard down."""
    first = 5 if kind == MarkerKind.OBJECTIVE else 5 + MAX_SEATS
    put_marker(state, first + seat, kind, seat, cell)


@jit
def marker_room(state, tables, cell):
    """Range from a cell to the closest marker that a scenario marker keeps away from, FAR if there is none.

    Clauses: GB-S2-01, GB-S3-01 (shards), GB-S7-01 (all markers).
    """
    room = FAR
    for marker in range(MARKERS):
        m = state.markers[marker]
        if m.cell >= 0 and (tables.rule == Rule.HUNT or m.kind == MarkerKind.SHARD):
            room = min(room, range_of(state, tables, m.cell, cell))
    return room


@jit
def is_shard_cell(state, tables, cell):
    """True for a free cell outside 6U of the centre. Clause: GB-SET-03."""
    return state.board[cell] == Spot.FREE and range_of(state, tables, tables.centre, cell) > OUTSIDE_RANGE


@jit
def is_awaited(state, tables, cell):
    """True for the listed cell of a shard that is still to be placed. Clauses: GB-GEN-08, GB-SET-05."""
    if tables.full_setup:
        return False
    for seat in range(state.seats):
        if state.markers[1 + seat].cell < 0 and tables.shard_cell[seat] == cell:
            return True
    return False


@jit
def is_open(state, tables, cell):
    """True for a free cell that no shard still to be placed needs. Clauses: GB-GEN-08, GB-SET-05."""
    return state.board[cell] == Spot.FREE and not is_awaited(state, tables, cell)


@jit
def is_marker_cell(state, tables, cell):
    """True for a cell where a scenario marker may be placed. Clauses: GB-S2-01, GB-S3-01, GB-S7-01, GB-DIG-05."""
    return is_open(state, tables, cell) and marker_room(state, tables, cell) > OUTSIDE_RANGE


@jit
def markers_by(state, cell):
    """Bit mask of the markers adjacent to a cell."""
    found = 0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there >= 0 and max(abs(there % SIDE - cell % SIDE), abs(there // SIDE - cell // SIDE)) == 1:
            found |= 1 << marker
    return found


@jit
def hunt_threats(face):
    """How many things a player places for a face of the hunt roll. Clause: GB-S7-01."""
    if face == 1 or face == 6:
        return 2
    if face == 3:
        return 5
    return 1


@jit
def hunt_kind(face, number):
    """Kind of the number-th (from 0) model placed for a face of the hunt roll."""
    if face == 2:
        return Kind.GREAT_BEAST
    if face == 3:
        return Kind.BYSTANDER
    if face == 6 and number == 0:
        return Kind.COMPANION
    return Kind.STALKER


@jit
def is_hunt_cell(state, tables, seat, face, number, first, cell):
    """True for a cell where the number-th threat of the hunt roll may be placed.

    Clause: GB-S7-01. The markers by two stalkers must differ; `first` is the cell of the one already placed.
    """
    if not is_open(state, tables, cell):
        return False
    shard = state.markers[1 + seat].cell
    if face == 1:
        near = markers_by(state, cell)
        if number == 0 or near == 0:
            return near != 0
        return markers_by(state, first) != near or (near & (near - 1)) != 0
    if face == 2:
        return can_place(state, tables, tables.centre, cell, 6)
    if face == 3:
        return range_of(state, tables, shard, cell) > OUTSIDE_RANGE
    if number == 0:
        return can_place(state, tables, shard, cell, 2)
    return markers_by(state, cell) & ~(1 << (1 + seat)) != 0
