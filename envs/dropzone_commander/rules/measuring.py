"""Distances, ground, coherency: what stands where and how far from what. Chapters CORE, GRID, SCN."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Category, Kind, Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_alive, is_present, is_taken
from skirmish_rl.envs.dropzone_commander.state import AHEAD_X, AHEAD_Y, FIRST, SEAT_OF, WIDTH, Prop, Site, Stand, Status

INCHES = np.ceil((np.sqrt(1 + 4 * np.arange(2 * WIDTH * WIDTH)) - 1) / 2 - 1e-9).astype(np.uint8)  # by squared distance, DZ-GRID-02
NOWHERE = 250
_FARTHEST = 127
DISC = np.array(  # by inches and rows: columns that a cell may be off; -1 for none, DZ-GRID-02
    [[int(np.sqrt(n)) if (n := far * far + far - row * row) >= 0 else -1 for row in range(WIDTH)] for far in range(_FARTHEST + 1)],
    np.int64,
)
_NEAR = 12
# Columns and rows to the cells around one, the nearest first; ties by lower y, then lower x. All cells up to _NEAR away.
AROUND = np.array(sorted(
    ((x, y) for x in range(-_NEAR, _NEAR + 1) for y in range(-_NEAR, _NEAR + 1) if x * x + y * y <= _NEAR * _NEAR),
    key=lambda step: (step[0] ** 2 + step[1] ** 2, step[1], step[0]),
), np.int64)  # fmt: skip


@jit
def inches(a, b):
    """Distance between two cells. Clauses: DZ-CORE-06, DZ-GRID-02."""
    dx = a % WIDTH - b % WIDTH
    dy = a // WIDTH - b // WIDTH
    return np.int64(INCHES[dx * dx + dy * dy])


@jit
def inches_to_box(cell, west, east, south, north):
    """Inches from a cell to the nearest of a box of cells, its corners included; 0 inside. Clause: DZ-GRID-02."""
    x = cell % WIDTH
    y = cell // WIDTH
    dx = max(west - x, x - east, 0)
    dy = max(south - y, y - north, 0)
    return np.int64(INCHES[dx * dx + dy * dy])


@jit
def wall_far(tables, piece, site, cell):
    """Inches from a cell to an edge of a Garrison; for its centre to the nearest edge. Clauses: DZ-GAR-08, DZ-GAR-09."""
    box = tables.piece_box[piece]
    west, east, south, north = box[0], box[1], box[2], box[3]
    if site == Site.NORTH:
        south = north
    elif site == Site.EAST:
        west = east
    elif site == Site.SOUTH:
        north = south
    elif site == Site.WEST:
        east = west
    return inches_to_box(cell, west, east, south, north)


@jit
def gate_far(tables, piece, cell):
    """Inches from a cell to the nearest one outside along a wall of a Garrison, sealed or not. Clause: DZ-GAR-03."""
    box = tables.piece_box[piece]
    west, east, south, north = box[0], box[1], box[2], box[3]
    far = np.int64(NOWHERE)
    if north + 1 < tables.size:
        far = min(far, inches_to_box(cell, west, east, north + 1, north + 1))
    if east + 1 < tables.size:
        far = min(far, inches_to_box(cell, east + 1, east + 1, south, north))
    if south > 0:
        far = min(far, inches_to_box(cell, west, east, south - 1, south - 1))
    if west > 0:
        far = min(far, inches_to_box(cell, west - 1, west - 1, south, north))
    return far


@jit
def runs_through(ax, ay, bx, by, west, east, south, north):
    """True if a line runs through the inside of a box; touching its outline is not enough."""
    west -= ax
    east -= ax
    south -= ay
    north -= ay
    dx = bx - ax
    dy = by - ay
    if max(dx, 0) <= west or min(dx, 0) >= east or max(dy, 0) <= south or min(dy, 0) >= north:
        return False
    if dx == 0 and dy == 0:
        return True
    # corners of the box lie on both sides of the line
    return max(dx * south, dx * north) > min(dy * west, dy * east) and min(dx * south, dx * north) < max(dy * west, dy * east)


@jit
def outermost(state, slot):
    """The Transport that a unit is aboard, the outermost one; itself if it is aboard none. Clause: DZ-CMDR-03."""
    while state.units[slot].carrier >= 0:
        slot = state.units[slot].carrier
    return slot


@jit
def gap(state, tables, one, other):
    """Inches between two units on the table: aboard measured at the Transport, in a Garrison at its outline.

    Clauses: DZ-CORE-06, DZ-CMDR-03, DZ-GAR-04.
    """
    a = state.units[outermost(state, one)]
    b = state.units[outermost(state, other)]
    if a.piece >= 0:
        if b.piece >= 0:
            return 1 if a.piece == b.piece else tables.piece_gap[a.piece, b.piece]
        return tables.piece_far[a.piece, b.cell]
    if b.piece >= 0:
        return tables.piece_far[b.piece, a.cell]
    return inches(a.cell, b.cell)


@jit
def far_from(state, tables, slot, cell):
    """Inches from a unit on the table to a cell."""
    unit = state.units[outermost(state, slot)]
    return tables.piece_far[unit.piece, cell] if unit.piece >= 0 else inches(unit.cell, cell)


@jit
def far_from_piece(state, tables, slot, piece):
    """Inches from a unit on the table to a piece; 0 inside."""
    unit = state.units[outermost(state, slot)]
    if unit.piece == piece:
        return 0
    return tables.piece_gap[unit.piece, piece] if unit.piece >= 0 else tables.piece_far[piece, unit.cell]


@jit
def has_prop(tables, piece, prop):
    """True if a piece has a property."""
    return (tables.piece_props[piece] >> prop) & 1 != 0


@jit
def told_at(tables, cell, piece):
    """The cell by which events name a place: the cell, or the first one of a piece."""
    return tables.piece_box[piece, 2] * WIDTH + tables.piece_box[piece, 0] if piece >= 0 else cell


@jit
def is_garrison(state, tables, piece):
    """True for a Garrison that stands."""
    return has_prop(tables, piece, Prop.GARRISON) and state.pieces[piece].stand == Stand.WHOLE


@jit
def piece_under(state, tables, cell):
    """The piece that stands whole in a cell, -1."""
    piece = tables.piece_at[cell]
    return piece if piece >= 0 and state.pieces[piece].stand == Stand.WHOLE else -1


@jit
def is_tough(state, tables, cell):
    """True for Tough ground, rubble included. Clauses: DZ-MOV-04, DZ-SCN-07."""
    piece = tables.piece_at[cell]
    if piece < 0 or state.pieces[piece].stand == Stand.GONE:
        return False
    return state.pieces[piece].stand == Stand.RUBBLE or has_prop(tables, piece, Prop.TOUGH)


@jit
def is_closed(state, tables, kind, cell, passing):
    """True if scenery keeps a unit on the ground out of a cell; `passing`: it only steps over it.

    Clauses: DZ-MOV-06, DZ-AIR-02.
    """
    piece = piece_under(state, tables, cell)
    if piece < 0 or not has_prop(tables, piece, Prop.IMPASSABLE):
        return False
    if kind == Kind.SKIMMER:
        return tables.piece_height[piece] > 8
    return kind != Kind.WALKER or not passing or tables.piece_height[piece] > 3


@jit
def is_on_board(tables, x, y):
    """True for a cell of this board."""
    return 0 <= x < tables.size and 0 <= y < tables.size


@jit
def can_stand(state, tables, kind, cell):
    """True if a unit may be put on the ground in a cell. Clauses: DZ-CORE-12, DZ-MOV-06, DZ-AIR-02."""
    return not is_taken(state.ground, cell) and not is_closed(state, tables, kind, cell, False)


@jit
def can_hover(state, tables, cell):
    """True if an Aircraft may end in the air over a cell. Clauses: DZ-CORE-12, DZ-AIR-01."""
    piece = piece_under(state, tables, cell)
    return not is_taken(state.air, cell) and (piece < 0 or tables.piece_height[piece] <= 32)


@jit
def coherency_of(tables, slot):
    """Inches that the units of a squad may be apart. Clauses: DZ-CORE-08, T10."""
    kind = tables.unit_kind[slot]
    reach = 2 if kind == Kind.INFANTRY else 3 if kind < Kind.AIRCRAFT else 6
    return 2 * reach if has_trait(tables, slot, Trait.WIDE) else reach


@jit
def is_coherent(state, tables, squad):
    """True if the units of a squad on the table form one chain. Clauses: DZ-CORE-08, DZ-CORE-09, DZ-GAR-04."""
    first = tables.squad_first[squad]
    last = first + tables.squad_size[squad]
    reached = 0
    everyone = 0
    reach = coherency_of(tables, first)
    for slot in range(first, last):
        if state.units[slot].status == Status.ON_TABLE:
            everyone |= 1 << (slot - first)
            if reached == 0:
                reached = 1 << (slot - first)
    grown = True
    while grown and reached != everyone:
        grown = False
        for slot in range(first, last):
            bit = 1 << (slot - first)
            if everyone & bit and not reached & bit:
                for mate in range(first, last):
                    if (reached >> (mate - first)) & 1 and gap(state, tables, slot, mate) <= reach:
                        reached |= bit
                        grown = True
                        break
    return reached == everyone


@jit
def has_shot(state, tables, squad):
    """True if a squad has shot in this round, reactions and actions out of sequence included. Clauses: DZ-TRN-18, DZ-AIR-09."""
    if state.squads[squad].shot:
        return True
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].fired | state.units[slot].kept_fired:
            return True
    return False


@jit
def squad_on_table(state, tables, squad):
    """The first unit of a squad that is on the table, -1."""
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE:
            return slot
    return -1


@jit
def is_enemy_near(state, tables, slot, reach):
    """True if an enemy unit that is not aboard anything is within some inches of a unit, or in its Garrison.

    Clause: DZ-OBJ-06.
    """
    seat = SEAT_OF[slot]
    for foe in range(tables.seats):
        if foe != seat:
            for other in range(FIRST[foe], FIRST[foe + 1]):
                if is_present(state.units[other]) and gap(state, tables, slot, other) <= reach:
                    return True
    return False


@jit
def is_in_influence(state, tables, seat, squad):
    """True if a squad has a unit near a friendly Commander or Scout. Clauses: DZ-CMDR-07, DZ-SPEC-25, T3."""
    first = tables.squad_first[squad]
    for source in range(FIRST[seat], FIRST[seat + 1]):
        reach = 4 * tables.unit_cv[source]
        if tables.unit_category[source] == Category.SCOUT:
            reach = max(reach, 8)
        if reach == 0 or state.units[source].status != Status.ON_TABLE:
            continue
        for slot in range(first, first + tables.squad_size[squad]):
            if state.units[slot].status == Status.ON_TABLE and gap(state, tables, source, slot) <= reach:
                return True
    return False


@jit
def is_piece_in_influence(state, tables, seat, piece):
    """True if a piece of scenery is in a seat's zone of influence. Clause: DZ-CARD-C28."""
    for source in range(FIRST[seat], FIRST[seat + 1]):
        reach = 4 * tables.unit_cv[source]
        if tables.unit_category[source] == Category.SCOUT:
            reach = max(reach, 8)
        if reach > 0 and state.units[source].status == Status.ON_TABLE and far_from_piece(state, tables, source, piece) <= reach:
            return True
    return False


@jit
def sectors_of(facing, dx, dy):
    """The sectors that a direction lies in: front 1, left 2, right 4, rear 8. Clauses: DZ-SHT-05, DZ-GRID-06."""
    ahead = dx * AHEAD_X[facing] + dy * AHEAD_Y[facing]
    left = dy * AHEAD_X[facing] - dx * AHEAD_Y[facing]
    bits = 0
    if ahead >= abs(left):
        bits |= 1
    if -ahead >= abs(left):
        bits |= 8
    if abs(left) >= abs(ahead):
        if left >= 0:
            bits |= 2
        if left <= 0:
            bits |= 4
    return bits


@jit
def squad_size_left(state, tables, squad):
    """Units of a squad that are neither destroyed nor absent."""
    n = 0
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        n += 1 if is_alive(state.units[slot]) else 0
    return n


@jit
def units_in(state, tables, piece):
    """Units of all players in a Garrison. Clause: DZ-GAR-01."""
    n = 0
    for seat in range(tables.seats):
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            n += 1 if state.units[slot].piece == piece else 0
    return n


@jit
def squads_in(state, tables, piece, seat, friends):
    """Squads in a Garrison: a seat's own, or those of all its enemies. Clauses: DZ-GAR-07, DZ-MULTI-06."""
    n = 0
    for other in range(tables.seats):
        if (other == seat) != friends:
            continue
        before = -1
        for slot in range(FIRST[other], FIRST[other + 1]):
            if state.units[slot].piece == piece and tables.unit_squad[slot] != before:
                before = tables.unit_squad[slot]
                n += 1
    return n


@jit
def roof_under(state, tables, cell):
    """Height, in quarter inches, of what stands in a cell."""
    piece = piece_under(state, tables, cell)
    return tables.piece_height[piece] if piece >= 0 else 0
