"""Which cells a model can reach and by which route. Chapters MOV, TER, CLB, JMP; Digitising, Movement.

Routes are sought in `state.plane`, a window of SPAN x SPAN cells around the model, one layer for each number of tests; it is blank
between questions. A word of it holds the cost so far + 1, and flags. The search relaxes cells until nothing changes.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.measuring import CLOSE, is_close
from skirmish_rl.envs.trench_crusade.state import (
    DIRECTIONS,
    INCH,
    MOST_TESTS,
    REACH,
    ROWS,
    SLOTS,
    SPAN,
    WIDTH,
    Mode,
    Status,
    bit_of,
    seat_of,
)

DIRTY, BARRED, FRIEND, KEY = (
    0x8000,
    0x4000,
    0x2000,
    0x1FFF,
)  # flags of a word: to be relaxed, closed, held by a friend; and its cost
AREA = SPAN * SPAN
LAYERS = MOST_TESTS + 1
SURE_FOOTED, LEVITATING = 1, 2  # movers
TEST_FITS, DROP_FITS = 1, 2
EDGES = DIRECTIONS + 4  # steps, then jumps S, W, E, N
_JUMP_X = (0, -1, 1, 0)
_JUMP_Y = (-1, 0, 0, 1)


@jit
def place_in(start, cell):
    """Place of a cell in the window around a start."""
    return (cell // WIDTH - start // WIDTH + REACH) * SPAN + cell % WIDTH - start % WIDTH + REACH


@jit
def end_of(tables, cell, edge):
    """Where a step or jump leads, -1."""
    if edge < DIRECTIONS:
        return tables.next[cell, edge] + 0
    d = edge - DIRECTIONS
    width = tables.jump[cell, d] + 0
    if width == 0:
        return -1
    return cell + (width + 1) * (_JUMP_X[d] + WIDTH * _JUMP_Y[d])


@jit
def edge_of(tables, cell, edge, budget, mover, mode):
    """What a step or jump takes.

    Clauses: TC-MOV-01, TC-MOV-02, TC-TER-02..04, TC-CLB-01, TC-CLB-02, TC-JMP-01, TC-JMP-03, TC-ABL-11.

    Args:
        budget: tenths of an inch of the whole movement: a gap may be half of it.

    Returns:
        16 * cost in tenths + 4 * tests + 2 * (it is a drop) + (it begins and ends where no other model is); 0: closed in this mode.
    """
    if edge >= DIRECTIONS:
        width = tables.jump[cell, edge - DIRECTIONS] + 0
        if width == 0 or 2 * width * INCH > budget:
            return 0
        if mover == LEVITATING:
            return 16 * (width + 1) * INCH + 1
        return 16 * (width + 1) * INCH + 5 if mode >= Mode.RISK else 0
    cost = tables.step[mover, cell, edge] + 0
    if cost == 0:
        return 0
    rise = tables.rise[cell, edge] + 0
    extra = 0
    if rise > 0 or (rise < 0 and mode == Mode.RISK and mover != LEVITATING):
        cost += abs(rise) * INCH
        if mover == LEVITATING:
            extra = 1
        elif mode >= Mode.RISK:
            extra = 5
        else:
            return 0
    elif rise < 0:
        if mode == Mode.WALK and mover != LEVITATING:
            return 0
        extra = 3
    if tables.wire[tables.next[cell, edge]] and tables.wire[cell] == 0:
        if mode == Mode.WALK:
            return 0
        extra = (extra | 1) + 4
    return 16 * cost + extra


@jit
def spread(tables, plane, start, budget, mover, mode, layers):
    """Costs of all cells within a budget; a route with n tests leads into layer n, or all into the only one.

    Args:
        plane: uint16 (PLANE,), blank but for the flags of layer 0; written.
        budget: tenths of an inch. layers: 1 or LAYERS.

    Returns:
        TEST_FITS, DROP_FITS: tests, drops of some route.
    """
    found = 0
    near = budget // INCH
    origin = start - REACH * WIDTH - REACH
    plane[place_in(start, start)] |= DIRTY | 1
    for layer in range(layers):
        base = layer * AREA
        again = True
        while again:
            again = False
            for j in range(REACH - near, REACH + near + 1):
                for i in range(REACH - near, REACH + near + 1):
                    at = base + j * SPAN + i
                    if plane[at] & DIRTY:
                        plane[at] -= DIRTY
                        again = True
                        found |= relax(tables, plane, start, origin + j * WIDTH + i, layer, budget, mover, mode, layers)
    return found


@jit
def relax(tables, plane, start, cell, layer, budget, mover, mode, layers):
    """Go one step or jump from a cell in all directions; see `spread`."""
    found = 0
    here = place_in(start, cell)
    cost = (plane[layer * AREA + here] & KEY) - 1
    shared = plane[here] & FRIEND != 0 and cell != start
    for edge in range(EDGES):
        taken = edge_of(tables, cell, edge, budget, mover, mode)
        if taken == 0 or cost + (taken >> 4) > budget:
            continue
        there = place_in(start, end_of(tables, cell, edge))
        flags = plane[there] + 0
        if flags & BARRED or (taken & 1 and (shared or flags & FRIEND)):
            continue
        tests = (taken >> 2) & 3
        found |= (tests > 0) * TEST_FITS | (taken & 2)
        to = there + (layer + tests) * AREA if layers > 1 else there
        if layers > 1 and layer + tests >= layers:
            continue
        key = cost + (taken >> 4) + 1
        old = plane[to] & KEY
        if old == 0 or key < old:
            plane[to] = (plane[to] & (BARRED | FRIEND)) | DIRTY | key
    return found


@jit
def stamp(plane, start, cell, flag):
    """Set a flag of a cell, if it lies in the window."""
    if abs(cell % WIDTH - start % WIDTH) <= REACH and abs(cell // WIDTH - start // WIDTH) <= REACH:
        plane[place_in(start, cell)] |= flag


@jit
def stamp_models(state, tables, slot, ignored):
    """Close the cells of enemies and those within 1" of them, and note where friends are. Clauses: TC-MOV-04, TC-MOV-05.

    Args:
        ignored: bits of enemies whose neighbourhood is open.
    """
    start = state.units[slot].cell + 0
    for other in range(SLOTS):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD or other == slot:
            continue
        cell = unit.cell + 0
        if seat_of(other) == seat_of(slot):
            stamp(state.plane, start, cell, FRIEND)
        elif (
            (ignored & bit_of(other))
            or abs(cell % WIDTH - start % WIDTH) > REACH + CLOSE
            or abs(cell // WIDTH - start // WIDTH) > REACH + CLOSE
        ):
            stamp(state.plane, start, cell, BARRED)
        else:
            bar_around(state, tables, start, cell)


@jit
def bar_around(state, tables, start, cell):
    """Close all cells within 1" of a cell."""
    x = cell % WIDTH
    y = cell // WIDTH
    for j in range(max(0, y - CLOSE), min(ROWS, y + CLOSE + 1)):
        for i in range(max(0, x - CLOSE), min(WIDTH, x + CLOSE + 1)):
            there = j * WIDTH + i
            if there != start and is_close(tables, there, cell):
                stamp(state.plane, start, there, BARRED)


@jit
def clear_plane(state, layers):
    """Blank the layers that were used."""
    for at in range(layers * AREA):
        state.plane[at] = 0


@jit
def reach_cells(state, tables, slot, budget, mode, ignored):
    """Leave in the plane what a model can reach; `is_reached` reads it, `clear_plane(state, 1)` must follow."""
    stamp_models(state, tables, slot, ignored)
    spread(tables, state.plane, state.units[slot].cell + 0, budget, tables.mover[slot] + 0, mode, 1)


@jit
def is_reached(state, start, at):
    """True if a movement may end at a place of the window."""
    word = state.plane[at] + 0
    return word & KEY > 0 and word & (BARRED | FRIEND) == 0


@jit
def cell_at(start, at):
    """The cell at a place of the window."""
    return start + (at // SPAN - REACH) * WIDTH + at % SPAN - REACH


@jit
def write_reached(state, start, budget, cells):
    """Mark every cell that the plane says can be reached, and blank the plane.

    Args:
        cells: uint8 (CELLS,), blank.
    """
    near = budget // INCH
    for j in range(REACH - near, REACH + near + 1):
        for i in range(REACH - near, REACH + near + 1):
            if is_reached(state, start, j * SPAN + i):
                cells[start + (j - REACH) * WIDTH + i - REACH] = 1
    clear_plane(state, 1)


@jit
def plot_route(state, tables, slot, goal, budget, mode, ignored):
    """Put a model's route into `state.path`: fewest tests, then lowest cost, then from the goal back the lowest cell before each.

    Clause: TC-MOV-06; Digitising, Movement. Blanks the plane.
    """
    start = state.units[slot].cell + 0
    mover = tables.mover[slot] + 0
    state.path_length = 0
    if goal == start:
        return
    stamp_models(state, tables, slot, ignored)
    spread(tables, state.plane, start, budget, mover, mode, LAYERS)
    layer = 0
    while layer < LAYERS - 1 and state.plane[layer * AREA + place_in(start, goal)] & KEY == 0:
        layer += 1
    cell = goal + 0
    length = 0
    while cell != start and length < len(state.path):
        state.path[length] = cell
        length += 1
        before = previous(state, tables, start, cell, layer, budget, mover, mode)
        if before < 0:
            state.fault = 1
            break
        layer -= before % LAYERS
        cell = before // LAYERS
    for k in range(length // 2):
        swapped = state.path[k] + 0
        state.path[k] = state.path[length - 1 - k]
        state.path[length - 1 - k] = swapped
    state.path_length = length
    clear_plane(state, LAYERS)


@jit
def previous(state, tables, start, cell, layer, budget, mover, mode):
    """The lowest cell from which the best route of a layer enters a cell.

    Returns:
        LAYERS * that cell + tests of the last step, -1 if there is none.
    """
    key = state.plane[layer * AREA + place_in(start, cell)] & KEY
    best = -1
    for back in range(EDGES):
        edge = DIRECTIONS - 1 - back if back < DIRECTIONS else DIRECTIONS + 3 - (back - DIRECTIONS)
        before = end_of(tables, cell, back)
        if before < 0 or abs(before % WIDTH - start % WIDTH) > REACH or abs(before // WIDTH - start // WIDTH) > REACH:
            continue
        taken = edge_of(tables, before, edge, budget, mover, mode)
        tests = (taken >> 2) & 3
        at = place_in(start, before)
        if taken == 0 or tests > layer or (taken & 1 and before != start and state.plane[at] & FRIEND):
            continue
        if state.plane[at] & BARRED:
            continue
        old = state.plane[(layer - tests) * AREA + at] & KEY
        if old > 0 and old + (taken >> 4) == key and (best < 0 or before < best // LAYERS):
            best = LAYERS * before + tests
    return best
