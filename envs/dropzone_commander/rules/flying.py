"""Ways through the air: Aircraft and Thrusters. Chapters AIR, GRID."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_taken
from skirmish_rl.envs.dropzone_commander.rules.measuring import DISC, can_hover, can_stand, inches, is_closed, runs_through
from skirmish_rl.envs.dropzone_commander.rules.walking import limit_of, move_of
from skirmish_rl.envs.dropzone_commander.state import FIRST, SEAT_OF, WIDTH, Mark, Stand

THRUST = 18  # inches, DZ-ABIL-09


@jit
def is_across(box, a, b):
    """True if the straight line between the middles of two cells runs through a box of cells. Clause: DZ-GRID-04."""
    return runs_through(
        2 * (a % WIDTH) + 1, 2 * (a // WIDTH) + 1, 2 * (b % WIDTH) + 1, 2 * (b // WIDTH) + 1,
        2 * box[0], 2 * box[1] + 2, 2 * box[2], 2 * box[3] + 2,
    )  # fmt: skip


@jit
def is_open_air(state, tables, a, b):
    """True if no scenery above 8" stands on the straight line between two cells. Clauses: DZ-AIR-01, DZ-GRID-04."""
    for k in range(tables.n_tall):
        piece = tables.tall[k]
        if state.pieces[piece].stand == Stand.WHOLE and is_across(tables.piece_box[piece], a, b):
            return False
    return True


@jit
def shade(tables, cells, piece, a, most):
    """Blot out the cells within some inches that a piece hides from a cell: `is_across`, which rules, of all of them at once.

    Args:
        cells: uint8 (cells,).
    """
    box = tables.piece_box[piece]
    x = a % WIDTH
    y = a // WIDTH
    last = tables.size - 1
    if box[0] > x + most or box[1] < x - most or box[2] > y + most or box[3] < y - most:
        return
    # in half cells from the middle of a: the sides of the box are odd, so none lies on the middle of a cell
    west = 2 * (box[0] - x) - 1
    east = 2 * (box[1] - x) + 1
    south = 2 * (box[2] - y) - 1
    north = 2 * (box[3] - y) + 1
    x0 = box[0] if west > 0 else max(x - most, 0)
    x1 = box[1] if east < 0 else min(x + most, last)
    for j in range(box[2] if south > 0 else max(y - most, 0), (box[3] if north < 0 else min(y + most, last)) + 1):
        dy = 2 * (j - y)
        low = min(dy * west, dy * east)
        high = max(dy * west, dy * east)
        for i in range(x0, x1 + 1):
            dx = 2 * (i - x)
            hit = (max(dx * south, dx * north) > low) & (min(dx * south, dx * north) < high)
            cells[j * WIDTH + i] = 0 if hit else cells[j * WIDTH + i]


@jit
def entry_to(state, tables, slot, cell, most):
    """The cell of the own edge over which an Aircraft comes on towards a cell: the nearest from which the way is open; -1.

    Clauses: DZ-MOV-07, DZ-GRID-05.
    """
    zone = state.zone[SEAT_OF[slot]]
    if tables.edge_far[zone, cell] + 1 > most:
        return -1
    best = tables.edge_near[zone, cell]
    if is_open_air(state, tables, best, cell):
        return best
    best = -1
    least = 1 << 30
    for k in range(tables.n_edge[zone]):
        edge = tables.edge_cells[zone, k]
        n = distance2(WIDTH, edge, cell)
        if n < least and inches(edge, cell) + 1 <= most and is_open_air(state, tables, edge, cell):
            least = n
            best = edge
    return best


@jit
def can_fly_to(state, tables, slot, cell, most):
    """True if an Aircraft may end a Move of at most some inches over a cell.

    This function is the rule; `mark_flight` and `mark_entry` say the same of all cells, faster.

    Clauses: DZ-AIR-01, DZ-GRID-04, DZ-CORE-12.
    """
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
def keep_clear(state, cells):
    """Blot out the cells over which somebody flies. Clause: DZ-CORE-12."""
    for slot in range(FIRST[state.seats]):
        unit = state.units[slot]
        if unit.flying and unit.cell >= 0:
            cells[unit.cell] = 0


@jit
def mark_flight(state, tables, slot, most, cells):
    """Where an Aircraft on the board may end a Move of at most some inches: `can_fly_to`, which rules, of all cells at once.

    Args:
        cells: uint8 (cells,), blank.
    """
    here = state.units[slot].cell
    x = here % WIDTH
    for y in range(max(here // WIDTH - most, 0), min(here // WIDTH + most, tables.size - 1) + 1):
        wide = DISC[most, abs(y - here // WIDTH)]
        for cell in range(y * WIDTH + max(x - wide, 0), y * WIDTH + min(x + wide, tables.size - 1) + 1):
            cells[cell] = 1
    keep_clear(state, cells)
    for k in range(tables.n_tall):
        if state.pieces[tables.tall[k]].stand == Stand.WHOLE:
            shade(tables, cells, tables.tall[k], here, most)
    cells[here] = can_fly_to(state, tables, slot, here, most)


@jit
def has_entry(state, tables, zone, cell, most):
    """True if the way to a cell is open from a cell of an edge that is near enough. Clauses: DZ-MOV-07, DZ-GRID-05."""
    for k in range(tables.n_edge[zone]):
        edge = tables.edge_cells[zone, k]
        if inches(edge, cell) < most and is_open_air(state, tables, edge, cell):
            return True
    return False


@jit
def mark_entry(state, tables, slot, most, cells):
    """Where an Aircraft off the board may come on to: `can_fly_to`, which rules, of all cells at once.

    Args:
        cells: uint8 (cells,), blank.
    """
    zone = state.zone[SEAT_OF[slot]]
    for y in range(tables.size):
        for cell in range(y * WIDTH, y * WIDTH + tables.size):
            cells[cell] = tables.edge_far[zone, cell] < most
    keep_clear(state, cells)
    standing = 0
    for k in range(tables.n_tall):
        if state.pieces[tables.tall[k]].stand == Stand.WHOLE:
            standing |= 1 << k
    for y in range(tables.size if standing else 0):
        behind = 0
        for cell in range(y * WIDTH, y * WIDTH + tables.size):
            behind |= tables.edge_tall[zone, cell] * cells[cell]
        for cell in range(y * WIDTH, y * WIDTH + tables.size if behind & standing else 0):
            if tables.edge_tall[zone, cell] & standing and cells[cell]:
                cells[cell] = can_hover(state, tables, cell) and has_entry(state, tables, zone, cell, most)


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
        and state.squads[tables.unit_squad[slot]].marks & Mark.LEFT == 0
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
        and not is_taken(state.ground, state.units[slot].cell)
        and not is_closed(state, tables, Kind.AIRCRAFT, state.units[slot].cell, False)
    )
