"""Which cells a model can reach and by which route. Chapters MOV, TER, CLB, JMP; Digitising, Movement.

Routes are sought in `state.plane`, a window of SPAN x SPAN cells around the model, one layer for each number of tests; it is blank
between questions. A word of it holds the cost so far + 1, and flags; the cells still to be relaxed wait in a ring behind the layers.
Where no enemy is near, walking needs no search: `tables.walk` holds its costs.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.measuring import CLOSE, foes_close, is_close
from skirmish_rl.envs.trench_crusade.state import (
    DIAGONAL,
    DIRECTIONS,
    FORCE,
    MOST_TESTS,
    PATH,
    REACH,
    ROWS,
    SLOTS,
    SPAN,
    TENTHS,
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
QUEUE = LAYERS * AREA  # the ring in the plane
RING = AREA + 1
SURE_FOOTED, LEVITATING = 1, 2  # movers
TEST_FITS, DROP_FITS = 1, 2
EDGES = DIRECTIONS + 4  # steps, then jumps S, W, E, N
_JUMP_X = (0, -1, 1, 0)
_JUMP_Y = (-1, 0, 0, 1)
_OFFSET = (-SPAN - 1, -SPAN, -SPAN + 1, -1, 1, SPAN - 1, SPAN, SPAN + 1)  # of the eight steps in the window


@jit
def place_in(start, cell):
    """Place of a cell in the window around a start."""
    return (cell // WIDTH - start // WIDTH + REACH) * SPAN + cell % WIDTH - start % WIDTH + REACH


@jit
def end_of(tables, cell, edge):
    """Where a step or jump leads, -1."""
    if edge < DIRECTIONS:
        return tables.next[cell, edge]
    d = edge - DIRECTIONS
    width = tables.jump[cell, d]
    if width == 0:
        return -1
    return cell + (width + 1) * (_JUMP_X[d] + WIDTH * _JUMP_Y[d])


@jit
def edge_of(tables, cell, edge, budget, mover, mode):
    """What a step or jump takes: see `measure_edge`; steps are looked up."""
    if edge < DIRECTIONS:
        return tables.taken[mover, mode, cell, edge]
    return measure_edge(tables, cell, edge, budget, mover, mode)


@jit
def measure_edge(tables, cell, edge, budget, mover, mode):
    """What a step or jump takes.

    Clauses: TC-MOV-01, TC-MOV-02, TC-TER-02..04, TC-CLB-01, TC-CLB-02, TC-JMP-01, TC-JMP-03, TC-ABL-11.

    Args:
        budget: tenths of an inch of the whole movement: a gap may be half of it.

    Returns:
        16 * cost in tenths + 4 * tests + 2 * (it is a drop) + (it begins and ends where no other model is); 0: closed in this mode.
    """
    if edge >= DIRECTIONS:
        width = tables.jump[cell, edge - DIRECTIONS]
        if width == 0 or 2 * width * TENTHS > budget:
            return 0
        if mover == LEVITATING:
            return 16 * (width + 1) * TENTHS
        return 16 * (width + 1) * TENTHS + 5 if mode >= Mode.RISK else 0
    cost = tables.step[mover, cell, edge]
    if cost == 0:
        return 0
    rise = tables.rise[cell, edge]
    extra = 0
    if rise > 0 or (rise < 0 and mode == Mode.RISK and mover != LEVITATING):
        cost += abs(rise) * TENTHS
        if mover != LEVITATING:
            if mode == Mode.WALK:
                return 0
            extra = 5
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
def spread(tables, plane, start, budget, mover, mode, layers, goal):
    """Costs of all cells within a budget; a route with n tests leads into layer n, or all into the only one.

    Args:
        plane: uint16 (PLANE,), blank but for the flags of layer 0; written.
        budget: tenths of an inch. layers: 1 or LAYERS.
        goal: place of a cell in the window; no layer is searched after the first that reaches it. -1: none.

    Returns:
        TEST_FITS, DROP_FITS: tests, drops of some route.
    """
    found = 0
    middle = place_in(start, start)
    plane[middle] |= DIRTY | 1
    plane[QUEUE] = middle
    tail = 1
    for layer in range(layers):
        base = layer * AREA
        if layer > 0:
            tail = 0
            for at in range(AREA):
                if plane[base + at] & DIRTY:
                    plane[QUEUE + tail] = at
                    tail += 1
        head = 0
        while head != tail:
            at = plane[QUEUE + head]
            head = head + 1 if head < AREA else 0
            plane[base + at] -= DIRTY
            told = relax(tables, plane, start, at, layer, tail, budget, mover, mode, layers)
            found |= told & (TEST_FITS | DROP_FITS)
            tail = told >> 2
        if goal >= 0 and plane[base + goal] & KEY:
            break
    return found


@jit
def relax(tables, plane, start, at, layer, tail, budget, mover, mode, layers):
    """Go one step or jump from a place of the window in all directions; see `spread`.

    Returns:
        4 * the new end of the ring + TEST_FITS, DROP_FITS.
    """
    found = 0
    end = tail
    cell = cell_at(start, at)
    cost = plane[layer * AREA + at] & KEY
    shared = plane[at] & FRIEND != 0 and cell != start
    edges = EDGES if tables.leaps[cell] else DIRECTIONS
    for edge in range(edges):
        taken = edge_of(tables, cell, edge, budget, mover, mode)
        key = cost + (taken >> 4)
        if taken == 0 or key > budget + 1:
            continue
        there = at + _OFFSET[edge] if edge < DIRECTIONS else place_in(start, end_of(tables, cell, edge))
        flags = plane[there]
        if flags & BARRED or (taken & 1 and (shared or flags & FRIEND)):
            continue
        tests = (taken >> 2) & 3
        found |= (tests > 0) * TEST_FITS | (taken & 2)
        to = there + (layer + tests) * AREA if layers > 1 else there
        if layers > 1 and layer + tests >= layers:
            continue
        old = plane[to]
        if old & KEY == 0 or key < old & KEY:
            if old & DIRTY == 0 and (tests == 0 or layers == 1):
                plane[QUEUE + end] = there
                end = end + 1 if end < AREA else 0
            plane[to] = (old & (BARRED | FRIEND)) | DIRTY | key
    return 4 * end + found


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
    start = state.units[slot].cell
    for other in range(SLOTS):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD or other == slot:
            continue
        cell = unit.cell
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
    """Blank the layers that were used, and the ring."""
    for at in range(layers * AREA):
        state.plane[at] = 0
    for at in range(QUEUE, QUEUE + RING):
        state.plane[at] = 0


@jit
def reach_cells(state, tables, slot, budget, mode, ignored):
    """Leave in the plane what a model can reach; `is_reached` reads it, `clear_plane(state, 1)` must follow.

    This search says what is legal; `write_walk` may only say the same sooner.
    """
    stamp_models(state, tables, slot, ignored)
    spread(tables, state.plane, state.units[slot].cell, budget, tables.mover[slot], mode, 1, -1)


@jit
def has_enemy_near(state, slot, budget):
    """True if an enemy is so near that it may close a cell that a model's movement could enter."""
    start = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        cell = state.units[other].cell
        if cell < 0:
            continue
        dx = abs(cell % WIDTH - start % WIDTH)
        dy = abs(cell // WIDTH - start // WIDTH)
        if TENTHS * max(dx, dy) + (DIAGONAL - TENTHS) * min(dx, dy) <= budget + CLOSE * TENTHS:
            return True
    return False


@jit
def is_plain_walk(state, tables, slot, budget, mode):
    """True if `tables.walk` says all about a movement: a short cut, `reach_cells` rules."""
    return mode == Mode.WALK and tables.mover[slot] != LEVITATING and not has_enemy_near(state, slot, budget)


@jit
def write_walk(state, tables, slot, budget, cells):
    """Mark every cell that a model can walk to where no enemy is near: those of `reach_cells`, which rules, without a search.

    Args:
        cells: uint8 (CELLS,), blank.
    """
    start = state.units[slot].cell
    mover = tables.mover[slot]
    near = budget // TENTHS
    for j in range(REACH - near, REACH + near + 1):
        for i in range(REACH - near, REACH + near + 1):
            cost = tables.walk[mover, start, j * SPAN + i]
            if 0 < cost <= budget + 1:
                cells[start + (j - REACH) * WIDTH + i - REACH] = 1
    for other in range(SLOTS):
        cell = state.units[other].cell
        if cell >= 0 and other != slot:
            cells[cell] = 0


@jit
def plot_walk(state, tables, slot, goal, budget):
    """Put a model's walk into `state.path`, if it is as cheap as it would be without enemies; else False.

    The route is that of the search in `plot_route`, which rules.
    """
    start = state.units[slot].cell
    mover = tables.mover[slot]
    if mover == LEVITATING:
        return False
    cost = tables.walk[mover, start, place_in(start, goal)]
    if cost == 0 or cost > budget + 1:
        return False
    near = has_enemy_near(state, slot, budget)
    cell = goal
    length = 0
    while cell != start:
        if length == PATH or (near and foes_close(state, tables, slot, cell)):
            return False
        state.path[length] = cell
        length += 1
        found = -1
        for back in range(DIRECTIONS):
            before = tables.next[cell, back]
            if before < 0 or abs(before % WIDTH - start % WIDTH) > REACH or abs(before // WIDTH - start // WIDTH) > REACH:
                continue
            spent = tables.walk[mover, start, place_in(start, before)]
            step = tables.taken[mover, Mode.WALK, before, DIRECTIONS - 1 - back]
            if (
                spent > 0
                and step > 0
                and spent + (step >> 4) == cost
                and not (near and before != start and foes_close(state, tables, slot, before))
            ):
                found = before
                cost = spent
                break
        if found < 0:
            return False
        cell = found
    turn_path(state, length)
    return True


@jit
def turn_path(state, length):
    """Turn `state.path`, which was written from its end, round."""
    for k in range(length // 2):
        swapped = state.path[k]
        state.path[k] = state.path[length - 1 - k]
        state.path[length - 1 - k] = swapped
    state.path_length = length


@jit
def is_reached(state, start, at):
    """True if a movement may end at a place of the window."""
    word = state.plane[at]
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
    near = budget // TENTHS
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
    start = state.units[slot].cell
    mover = tables.mover[slot]
    state.path_length = 0
    if goal == start:
        return
    if ignored == 0 and mode <= Mode.RISK and plot_walk(state, tables, slot, goal, budget):
        return
    stamp_models(state, tables, slot, ignored)
    spread(tables, state.plane, start, budget, mover, mode, LAYERS, place_in(start, goal))
    layer = 0
    while layer < LAYERS - 1 and state.plane[layer * AREA + place_in(start, goal)] & KEY == 0:
        layer += 1
    cell = goal
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
    turn_path(state, length)
    clear_plane(state, LAYERS)


@jit
def previous(state, tables, start, cell, layer, budget, mover, mode):
    """The lowest cell from which the best route of a layer enters a cell.

    Returns:
        LAYERS * that cell + tests of the last step, -1 if there is none.
    """
    key = state.plane[layer * AREA + place_in(start, cell)] & KEY
    held = state.plane[place_in(start, cell)] & FRIEND != 0
    best = -1
    for back in range(EDGES):
        edge = DIRECTIONS - 1 - back if back < DIRECTIONS else DIRECTIONS + 3 - (back - DIRECTIONS)
        before = end_of(tables, cell, back)
        if before < 0 or abs(before % WIDTH - start % WIDTH) > REACH or abs(before // WIDTH - start // WIDTH) > REACH:
            continue
        taken = edge_of(tables, before, edge, budget, mover, mode)
        tests = (taken >> 2) & 3
        at = place_in(start, before)
        if taken == 0 or tests > layer or (taken & 1 and (held or (before != start and state.plane[at] & FRIEND))):
            continue
        if state.plane[at] & BARRED:
            continue
        old = state.plane[(layer - tests) * AREA + at] & KEY
        if old > 0 and old + (taken >> 4) == key and (best < 0 or before < best // LAYERS):
            best = LAYERS * before + tests
    return best
