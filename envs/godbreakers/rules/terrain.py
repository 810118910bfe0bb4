"""Terrain pieces that come and go: Ruinous, Shaping, the pool. Chapters TER and TRT."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.grid import neighbour
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, ORDER, Decision
from skirmish_rl.envs.godbreakers.rules.facts import rank_of
from skirmish_rl.envs.godbreakers.rules.models import suffer
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.godbreakers.state import CELLS, PIECES, SIDE, Ground, Shape, Spot, Status, Trait  # fmt: skip

POOL_PATCHES = 6
POOL_BARRICADES = 3


@jit
def piece_covers(state, tables, piece, cell):
    """True if a terrain piece covers a cell."""
    p = state.pieces[piece]
    if p.cell < 0:
        if p.barricade:
            return ((tables.ground[cell] & Ground.BARRICADE) >> 1) == piece + 1
        return ((tables.area_piece[cell] >> piece) & 1) != 0
    return shape_covers(p.shape, p.cell, cell)


@jit
def shape_covers(shape, centre, cell):
    """True if a pool piece with its centre on one cell covers another. Clause: GB-TRT-20."""
    dx = abs(cell % SIDE - centre % SIDE)
    dy = abs(cell // SIDE - centre // SIDE)
    if shape == Shape.PATCH:
        return dx <= 1 and dy <= 1
    if shape == Shape.ROW:
        return dx <= 1 and dy == 0
    return dx == 0 and dy <= 1


@jit
def rebuild_ground(state, tables):
    """Recompute ground, barricade cells and piece handles after a piece came or went. Clauses: GB-TER-02..04, GB-TER-06."""
    for cell in range(CELLS):
        state.ground[cell] = 0
        if state.board[cell] == Spot.BARRICADE:
            state.board[cell] = Spot.FREE
    for piece in range(PIECES):
        p = state.pieces[piece]
        if p.present == 0:
            continue
        for cell in range(CELLS):
            if not piece_covers(state, tables, piece, cell):
                continue
            if p.barricade == 0:
                state.ground[cell] |= Ground.AREA
                continue
            state.board[cell] = Spot.BARRICADE
            state.ground[cell] |= (piece + 1) << 1
            if p.impassable:
                state.ground[cell] |= Ground.IMPASSABLE
            state.ground[cell] |= Ground.NEAR_BARRICADE
            for k in range(8):
                near = neighbour(SIDE, SIDE, cell, k)
                if near >= 0:
                    state.ground[near] |= Ground.NEAR_BARRICADE
    name_pieces(state, tables)


@jit
def name_pieces(state, tables):
    """Give every piece the lowest cell it covers that names no earlier piece, so that actions can name it."""
    for piece in range(PIECES):
        p = state.pieces[piece]
        p.handle = -1
        if p.present == 0:
            continue
        for cell in range(CELLS):
            if p.handle < 0 and piece_covers(state, tables, piece, cell) and piece_named(state, cell, piece) < 0:
                p.handle = cell


@jit
def piece_named(state, cell, below):
    """The piece (of an index under `below`) that a cell names, -1 if none."""
    for piece in range(below):
        if state.pieces[piece].present and state.pieces[piece].handle == cell:
            return piece
    return -1


@jit
def is_by_piece(state, tables, piece, cell):
    """True within 0U of a piece: inside it or next to one of its cells. Clause: GB-DIG-07."""
    if piece_covers(state, tables, piece, cell):
        return True
    for k in range(8):
        near = neighbour(SIDE, SIDE, cell, k)
        if near >= 0 and piece_covers(state, tables, piece, near):
            return True
    return False


@jit
def legal_ruin(state, tables, mask):
    """The pieces by the active model. Clause: GB-TRT-18."""
    here = state.units[state.active].cell
    for piece in range(PIECES):
        if state.pieces[piece].present and is_by_piece(state, tables, piece, here):
            mask[CELL + state.pieces[piece].handle] = 1


@jit
def apply_ruin(state, tables, action):
    """A test decides whether a piece is ruined, or the active model hurt. Clauses: GB-TRT-18, GB-TRT-24."""
    slot = state.active
    rank = rank_of(state, state.units[slot], Trait.RUINOUS)
    if passes_test(state, slot, Roll.RUINING, -1):
        ruin_piece(state, tables, piece_named(state, action - CELL, PIECES), rank)
    else:
        suffer(state, slot, 3 - rank, Modifier.RUINOUS)


@jit
def ruin_piece(state, tables, piece, damage):
    """Hurt every model inside a piece and remove the piece. Clauses: GB-TRT-18, GB-TRT-20."""
    p = state.pieces[piece]
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and piece_covers(state, tables, piece, unit.cell):
            suffer(state, slot, damage, Modifier.RUINOUS)
    note(state, Own.NO_PIECE, cell=p.handle, value=p.shape)
    p.present = 0
    if p.shape != Shape.DRAWN:
        state.pool[p.shape] += 1
    state.reshaped = 1
    rebuild_ground(state, tables)


@jit
def can_shape(state, tables, slot, shape, centre):
    """True if a pool piece may be placed with its centre on a cell. Clauses: GB-TRT-19, GB-TRT-20, GB-GEN-08, GB-GEN-09."""
    here = state.units[slot].cell
    x = centre % SIDE
    y = centre // SIDE
    wide = 0 if shape == Shape.COLUMN else 1
    high = 0 if shape == Shape.ROW else 1
    touches = False
    for j in range(y - high, y + high + 1):
        for i in range(x - wide, x + wide + 1):
            if i < 0 or j < 0 or i >= SIDE or j >= SIDE:
                return False
            spot = state.board[j * SIDE + i]
            if spot == Spot.OFF_BOARD or spot == Spot.BARRICADE:
                return False
            if shape != Shape.PATCH and spot != Spot.FREE:
                return False
            if abs(i - here % SIDE) <= 1 and abs(j - here // SIDE) <= 1:
                touches = True
    return touches


@jit
def write_shapes(state, tables, slot, shape, cells):
    """Mark the centre cells where a pool piece may be placed by a model; returns their number."""
    n = 0
    for cell in range(CELLS):
        legal = can_shape(state, tables, slot, shape, cell)
        cells[cell] = legal
        n += legal
    return n


@jit
def has_shape_place(state, tables, slot, shape):
    """True if the pool holds a piece of a shape and it fits somewhere by a model. Clause: GB-SPC-08."""
    if state.pool[shape] == 0:
        return False
    here = state.units[slot].cell
    for j in range(max(here // SIDE - 2, 0), min(here // SIDE + 3, SIDE)):
        for i in range(max(here % SIDE - 2, 0), min(here % SIDE + 3, SIDE)):
            if can_shape(state, tables, slot, shape, j * SIDE + i):
                return True
    return False


@jit
def begin_shaping(state, shape):
    """A test decides whether a piece may be placed, or the active model is hurt. Clauses: GB-TRT-19, GB-TRT-24."""
    slot = state.active
    if passes_test(state, slot, Roll.SHAPING, -1):
        state.new_piece = shape
        ask(state, state.decider, Decision.SHAPE_CELL, slot)
    else:
        suffer(state, slot, 3 - rank_of(state, state.units[slot], Trait.SHAPING), Modifier.SHAPING)


@jit
def legal_shape(state, tables, mask):
    """Where the piece may be placed. Clauses: GB-TRT-19, GB-TRT-20."""
    write_shapes(state, tables, state.active, state.new_piece, mask[CELL:ORDER])


@jit
def apply_shape(state, tables, action):
    """The piece is placed. Clauses: GB-TRT-19, GB-TRT-20."""
    shape_piece(state, tables, state.new_piece, action - CELL, rank_of(state, state.units[state.active], Trait.SHAPING))
    state.new_piece = Shape.DRAWN


@jit
def shape_piece(state, tables, shape, centre, damage):
    """Take a piece from the pool and place it; area terrain hurts the models now inside it.

    Clauses: GB-TRT-19, GB-TRT-20, GB-TER-06.
    """
    for piece in range(PIECES):
        p = state.pieces[piece]
        if p.present == 0:
            p.present = 1
            p.cell = centre
            p.shape = shape
            p.barricade = shape != Shape.PATCH
            p.impassable = 0
            state.pool[shape] -= 1
            state.reshaped = 1
            note(state, Own.PIECE, cell=centre, value=shape)
            rebuild_ground(state, tables)
            if shape == Shape.PATCH:
                for slot in range(state.used):
                    unit = state.units[slot]
                    if unit.status == Status.ON_BOARD and shape_covers(shape, centre, unit.cell):
                        suffer(state, slot, damage, Modifier.SHAPING)
            return
    state.fault = 1
