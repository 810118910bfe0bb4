"""The position before the first decision: board, pieces, circles, seniority. Chapters GEN, CIR; GB-SET-01, GB-SET-02."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import LAYOUT, below
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.models import create_model, put_marker
from skirmish_rl.envs.godbreakers.rules.terrain import POOL_BARRICADES, POOL_PATCHES
from skirmish_rl.envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    FLAWS,
    MARKERS,
    MAX_SEATS,
    METAL_TRAITS,
    SLOTS,
    TRAITS,
    Kind,
    MarkerKind,
    Shape,
    Status,
)


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
