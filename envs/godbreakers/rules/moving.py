"""Move and Avoid Obstacles. Chapter MOV; Pinning."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.facts import is_hostile, movement_of, rank_of, touches_hostile
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, range_of, vaults_of
from skirmish_rl.envs.godbreakers.rules.models import put_model, suffer
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Roll
from skirmish_rl.envs.godbreakers.state import CELLS, SIDE, Flaw, Ground, Spot, Status, Trait


@jit
def can_move(state, slot):
    """True while the active model may make one more Move. Clause: GB-FLW-04."""
    return state.units[slot].flaws[Flaw.SLOW] == 0 or state.moves == 0


@jit
def write_moves(state, tables, slot, cells):
    """Mark the legal destinations of a Move.

    Clauses: GB-MOV-01..03, GB-RNG-03, GB-GEN-08, GB-TRT-08.

    Args:
        cells: uint8 (CELLS,), overwritten: 1 for every legal cell.
    """
    unit = state.units[slot]
    here = unit.cell
    write_placements(state, tables, here, movement_of(state, unit), cells)
    cells[here] = 1
    for other in range(state.used):
        pinner = state.units[other]
        if pinner.status != Status.ON_BOARD:
            continue
        rank = rank_of(state, pinner, Trait.PINNING)
        if rank == 0 or not is_hostile(state, tables, other, slot):
            continue
        if range_of(state, tables, pinner.cell, here) > rank:
            continue
        near = distance2(SIDE, here, pinner.cell)
        for cell in range(CELLS):
            if cells[cell] and distance2(SIDE, cell, pinner.cell) >= near:
                cells[cell] = 0


@jit
def write_placements(state, tables, origin, within, cells):
    """Mark the free cells at PlaceWithin(within) of a cell, the cell itself excepted.

    Clauses: GB-DIG-04, GB-GEN-08, GB-GEN-09. `can_place` rules; the loop over the table says the same of the whole board at once.

    Args:
        cells: uint8 (CELLS,), overwritten. A plane of the mask, not the mask and an offset: a compiler that cannot rule out
            negative indices does not vectorise, which is five times slower.

    Returns:
        Number of cells.
    """
    n = 0
    if within <= 0 or state.reshaped:
        x = origin % SIDE
        y = origin // SIDE
        span = max(within, 1)
        for cell in range(CELLS):
            cells[cell] = 0
        for j in range(max(0, y - span), min(SIDE, y + span + 1)):
            for i in range(max(0, x - span), min(SIDE, x + span + 1)):
                cell = j * SIDE + i
                if can_place(state, tables, origin, cell, within):
                    cells[cell] = 1
                    n += 1
        return n
    for cell in range(CELLS):
        legal = (tables.range[origin, cell] + (state.ground[cell] & Ground.AREA) < within) & (state.board[cell] == Spot.FREE)
        cells[cell] = legal
        n += legal
    return n


@jit
def has_placement(state, tables, origin, within):
    """True if some cell is free at PlaceWithin(within) of a cell."""
    span = max(within, 1)
    x = origin % SIDE
    y = origin // SIDE
    for j in range(max(0, y - span), min(SIDE, y + span + 1)):
        for i in range(max(0, x - span), min(SIDE, x + span + 1)):
            if can_place(state, tables, origin, j * SIDE + i, within):
                return True
    return False


@jit
def obstacles_between(state, tables, slot, cell):
    """Obstacles of a Move from where the model stands to a cell. Clauses: GB-MOV-04..06, GB-MOV-09."""
    n = vaults_of(state, tables, state.units[slot].cell, cell)
    if touches_hostile(state, tables, slot, False):
        n += 1
    return n


@jit
def move_model(state, tables, slot, cell):
    """Carry out a Move: placement, then Avoid Obstacles.

    Clauses: GB-MOV-01, GB-MOV-04..09. Rolls one die if an obstacle applied.
    """
    obstacles = obstacles_between(state, tables, slot, cell)
    note(state, Event.MOVED, unit=slot, cell=cell, value=state.units[slot].cell)
    put_model(state, tables, slot, cell)  # standing still is a placement too
    state.moves += 1
    if obstacles > 0 and not passes_test(state, slot, Roll.OBSTACLES, -1):
        suffer(state, slot, obstacles, Modifier.OBSTACLES)
