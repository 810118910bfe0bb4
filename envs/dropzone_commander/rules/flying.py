"""Ways through the air: Aircraft and Thrusters. Chapters AIR, GRID."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import cell_on_line, distance2, next_cell_on_line
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.rules.measuring import can_hover, can_stand, inches, is_closed
from skirmish_rl.envs.dropzone_commander.rules.walking import limit_of, move_of
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF, WIDTH, Kind, Trait, has_trait

THRUST = 18  # inches, DZ-ABIL-09


@jit
def has_tall_between(state, tables, a, b):
    """True if scenery above 8" stands within the rectangle that two cells span: elsewhere no line between them can meet any."""
    west = min(a % WIDTH, b % WIDTH)
    east = max(a % WIDTH, b % WIDTH)
    south = min(a // WIDTH, b // WIDTH)
    north = max(a // WIDTH, b // WIDTH)
    for k in range(tables.n_tall):
        piece = tables.tall[k]
        box = tables.piece_box[piece]
        if state.pieces[piece].stand == 0 and box[0] <= east and box[1] >= west and box[2] <= north and box[3] >= south:
            return True
    return False


@jit
def is_open_air(state, tables, a, b):
    """True if no scenery above 8" stands on the straight line between two cells. Clauses: DZ-AIR-01, DZ-GRID-04."""
    if not has_tall_between(state, tables, a, b):
        return True
    i = 0
    j = 0
    cell = a + 0
    while True:
        piece = tables.piece_at[cell]
        if piece >= 0 and tables.piece_height[piece] > 32 and state.pieces[piece].stand == 0:
            return False
        if cell == b:
            return True
        i, j = next_cell_on_line(WIDTH, a, b, i, j)
        cell = cell_on_line(WIDTH, a, b, i, j)


@jit
def entry_to(state, tables, slot, cell, most):
    """The cell of the own edge over which an Aircraft comes on towards a cell: the nearest from which the way is open; -1.

    Clauses: DZ-MOV-07, DZ-GRID-05.
    """
    zone = state.zone[SEAT_OF[slot]]
    if tables.edge_far[zone, cell] + 1 > most:
        return -1
    best = tables.edge_near[zone, cell] + 0
    if is_open_air(state, tables, best, cell):
        return best
    best = -1
    least = 1 << 30
    for k in range(tables.n_edge[zone]):
        edge = tables.edge_cells[zone, k] + 0
        n = distance2(WIDTH, edge, cell)
        if n < least and inches(edge, cell) + 1 <= most and is_open_air(state, tables, edge, cell):
            least = n
            best = edge
    return best


@jit
def can_fly_to(state, tables, slot, cell, most):
    """True if an Aircraft may end a Move of at most some inches over a cell. Clauses: DZ-AIR-01, DZ-GRID-04, DZ-CORE-12."""
    unit = state.units[slot]
    if unit.cell < 0:
        return (
            tables.edge_far[state.zone[SEAT_OF[slot]], cell] + 1 <= most
            and can_hover(state, tables, cell)
            and entry_to(state, tables, slot, cell, most) >= 0
        )
    if inches(unit.cell, cell) > most:
        return False
    if cell != unit.cell and not can_hover(state, tables, cell):
        return False
    if cell == unit.cell and unit.flying == 0 and not can_hover(state, tables, cell):
        return False
    return is_open_air(state, tables, unit.cell, cell)


@jit
def inches_left(state, tables, slot):
    """Inches that an Aircraft has left of its present Move. Clauses: DZ-AIR-04, DZ-TRN-14, DZ-MOV-08."""
    return min(move_of(state, tables, slot), limit_of(state, tables, slot)) - (state.units[slot].moved - state.units[slot].before)


@jit
def can_thrust(state, tables, slot):
    """True if a unit may move by Thrusters. Clause: DZ-ABIL-09."""
    unit = state.units[slot]
    return (
        has_trait(tables, slot, Trait.THRUSTERS)
        and unit.cell >= 0
        and state.squads[tables.unit_squad[slot]].left == 0
        and unit.flying == 0
    )


@jit
def can_thrust_to(state, tables, slot, cell, limit):
    """True if Thrusters carry a unit to a cell that it cannot walk to. Clause: DZ-ABIL-09."""
    here = state.units[slot].cell
    if cell == here or inches(here, cell) > min(THRUST, limit) or not can_stand(state, tables, tables.unit_kind[slot], cell):
        return False
    return is_open_air(state, tables, here, cell)


@jit
def can_land(state, tables, slot):
    """True if an airborne Aircraft can be set down where it is; a Fast one never. Clauses: DZ-AIR-02, DZ-AIR-09."""
    return (
        tables.unit_fast[slot] == 0
        and state.ground[state.units[slot].cell] == 0
        and not is_closed(state, tables, Kind.AIRCRAFT, state.units[slot].cell, False)
    )
