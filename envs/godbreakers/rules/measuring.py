"""Measuring on the board as it is now: Range, PlaceWithin, barricades crossed, within 0U. Chapters RNG, TER, DIG."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.data.distances import measure_line, reach_from
from skirmish_rl.envs.godbreakers.questions import CELL
from skirmish_rl.envs.godbreakers.state import CELLS, SIDE, STATIC_PIECES, Ground, Spot


@jit
def has_solid(state):
    """True while a barricade of the map that is impassable stands. Clause: GB-RNG-05."""
    for piece in range(STATIC_PIECES):
        p = state.pieces[piece]
        if p.present and p.impassable:
            return True
    return False


@jit
def range_of(state, tables, a, b):
    """Range between two cells, whole units. Clauses: GB-RNG-01, GB-DIG-03."""
    if state.reshaped == 0:
        return tables.range[a, b]
    return measure_line(state.ground, state.board, has_solid(state), a, b)[0]


@jit
def reach_of(state, tables, a, b):
    """PlaceWithin measure from cell a to cell b. Clauses: GB-RNG-03, GB-DIG-04."""
    return reach_from(state.ground, range_of(state, tables, a, b), a, b)


@jit
def vaults_of(state, tables, a, b):
    """Barricades a move from a to b crosses. Clauses: GB-MOV-06, GB-TER-05."""
    if state.reshaped == 0:
        return tables.vaults[a, b]
    return measure_line(state.ground, state.board, has_solid(state), a, b)[1]


@jit
def can_place(state, tables, origin, cell, within):
    """True if a model may be placed on `cell`, PlaceWithin(within) of `origin`.

    Clauses: GB-GEN-08, GB-GEN-09, GB-DIG-04. Neighbours are legal whatever the terrain when `within` is 0. `write_placements` must agree.
    """
    if state.board[cell] != Spot.FREE:
        return False
    if within <= 0:
        return 0 < distance2(SIDE, origin, cell) <= 2
    return reach_of(state, tables, origin, cell) <= within


@jit
def mark_nearest(state, origin, mask):
    """Mark the free cells nearest to a cell by exact centre distance. Clause: GB-RNG-09."""
    best = 1 << 20
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE:
            best = min(best, distance2(SIDE, origin, cell))
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE and distance2(SIDE, origin, cell) == best:
            mask[CELL + cell] = 1


@jit
def is_near_barricade(state, cell):
    """True within 0U of a barricade. Clauses: GB-TER-04, GB-DIG-07."""
    return (state.ground[cell] & Ground.NEAR_BARRICADE) != 0
