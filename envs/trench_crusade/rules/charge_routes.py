"""The shortest ways to a charge's target. Clauses: TC-CHG-07..09.

They are sought over the whole board in `state.plane`: a word holds 8 * cost + tests + 1 and the flags of routes.py. Behind the
cells of the board stand the costs of sliding along the target, a word for each of the eight cells around it.
"""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.measuring import CLOSE, foes_close, is_close
from skirmish_rl.envs.trench_crusade.rules.moving import movement_of
from skirmish_rl.envs.trench_crusade.rules.routes import BARRED, DIRTY, EDGES, FRIEND, KEY, edge_of, end_of
from skirmish_rl.envs.trench_crusade.state import (
    CELLS,
    DIAGONAL,
    DIRECTIONS,
    FORCE,
    PATH,
    ROWS,
    SLOTS,
    TENTHS,
    WIDTH,
    Mode,
    Status,
    occupant,
    seat_of,
)

FAR = KEY


@jit
def is_contact(tables, cell, target):
    """True if a model in one cell touches the other. Clause: TC-GEN-08."""
    return cell != target and distance2(WIDTH, cell, target) <= 2 and is_close(tables, cell, target)


@jit
def straight_cost(slot_cell, target):
    """The least that a way to a cell beside the target can cost."""
    dx = max(abs(slot_cell % WIDTH - target % WIDTH) - 1, 0)
    dy = max(abs(slot_cell // WIDTH - target // WIDTH) - 1, 0)
    return TENTHS * max(dx, dy) + (DIAGONAL - TENTHS) * min(dx, dy)


@jit
def stamp_charge(state, tables, slot, target, clean):
    """Close enemies' cells and, for clean ways, what lies within 1" of enemies other than the target and not of it. Clause: TC-CHG-08."""
    goal = state.units[target].cell
    for other in range(SLOTS):
        unit = state.units[other]
        if unit.status != Status.ON_BOARD or other == slot:
            continue
        here = unit.cell
        if seat_of(other) == seat_of(slot):
            state.plane[here] |= FRIEND
            continue
        state.plane[here] |= BARRED
        if other == target or not clean:
            continue
        x = here % WIDTH
        y = here // WIDTH
        for j in range(max(0, y - CLOSE), min(ROWS, y + CLOSE + 1)):
            for i in range(max(0, x - CLOSE), min(WIDTH, x + CLOSE + 1)):
                cell = j * WIDTH + i
                if is_close(tables, cell, here) and not is_close(tables, cell, goal):
                    state.plane[cell] |= BARRED


@jit
def seek_contact(state, tables, slot, target, clean):
    """Leave in the plane the ways of a charge; `clear_charge` must follow.

    This search says what is legal; `has_straight_way` may only say the same sooner.

    Returns:
        8 * cost + tests of the best way to a free cell in contact with the target, -1 if there is none.
    """
    stamp_charge(state, tables, slot, target, clean)
    goal = state.units[target].cell
    start = state.units[slot].cell
    mover = tables.mover[slot]
    budget = movement_of(state, tables, slot)
    best = FAR
    state.plane[start] |= DIRTY | 1
    low = start // WIDTH
    high = low
    again = True
    while again:
        again = False
        for cell in range(low * WIDTH, (high + 1) * WIDTH):
            if state.plane[cell] & DIRTY == 0:
                continue
            state.plane[cell] -= DIRTY
            again = True
            key = state.plane[cell] & KEY
            shared = state.plane[cell] & FRIEND != 0 and cell != start
            for edge in range(EDGES):
                taken = edge_of(tables, cell, edge, budget, mover, Mode.DROP)
                if taken == 0:
                    continue
                there = end_of(tables, cell, edge)
                flags = state.plane[there]
                if flags & BARRED or (taken & 1 and (shared or flags & FRIEND)):
                    continue
                new = key + 8 * (taken >> 4) + ((taken >> 2) & 3)
                if new + 8 * straight_cost(there, goal) >= best + 8:
                    continue
                old = flags & KEY
                if old == 0 or new < old:
                    state.plane[there] = (flags & (BARRED | FRIEND)) | DIRTY | new
                    low = min(low, there // WIDTH)
                    high = max(high, there // WIDTH)
                    if flags & FRIEND == 0 and new < best and is_contact(tables, there, goal):
                        best = new
    return best - 1 if best < FAR else -1


@jit
def clear_charge(state):
    """Blank the plane."""
    for at in range(len(state.plane)):
        state.plane[at] = 0


@jit
def is_clean(state, tables, slot, target, cell):
    """True if a charge may pass a cell: nobody of the enemy stands there, nor within 1" unless the target does, too. Clause: TC-CHG-08."""
    near = is_close(tables, cell, state.units[target].cell)
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        there = state.units[other].cell
        if there == cell or (there >= 0 and not near and is_close(tables, cell, there)):
            return False
    return True


@jit
def has_straight_way(state, tables, slot, target):
    """True if diagonal steps and then straight ones are a clean way as cheap as any could be.

    Most ways are, and need no `seek_contact`, which is the rule.
    """
    cell = state.units[slot].cell
    goal = state.units[target].cell
    mover = tables.mover[slot]
    while max(abs(goal % WIDTH - cell % WIDTH), abs(goal // WIDTH - cell // WIDTH)) > 1:
        dx = goal % WIDTH - cell % WIDTH
        dy = goal // WIDTH - cell // WIDTH
        i = 0 if abs(dx) < 2 else (1 if dx > 0 else -1)
        j = 0 if abs(dy) < 2 else (1 if dy > 0 else -1)
        k = (j + 1) * 3 + i + 1
        k = k if k < 4 else k - 1
        if tables.taken[mover, Mode.DROP, cell, k] != 16 * (DIAGONAL if i and j else TENTHS):
            return False
        cell = tables.next[cell, k]
        if not is_clean(state, tables, slot, target, cell):
            return False
    return is_contact(tables, cell, goal) and occupant(state, cell) < 0


@jit
def charge_cost(state, tables, slot, target):
    """Cost in tenths of the clean way of a charge, -1 if none is as short as the shortest. Clauses: TC-CHG-08, TC-CHG-09."""
    if has_straight_way(state, tables, slot, target):
        return straight_cost(state.units[slot].cell, state.units[target].cell)
    clean = seek_contact(state, tables, slot, target, True)
    clear_charge(state)
    if clean < 0:
        return -1
    cost = clean >> 3
    if cost == straight_cost(state.units[slot].cell, state.units[target].cell):
        return cost
    shortest = seek_contact(state, tables, slot, target, False)
    clear_charge(state)
    return cost if shortest >> 3 == cost else -1


@jit
def is_end(state, tables, cell, goal, cost):
    """True for a free cell in contact that a clean way of this cost reaches. Clause: TC-CHG-09 (a)."""
    word = state.plane[cell]
    return word & KEY > 0 and word & (FRIEND | BARRED) == 0 and ((word & KEY) - 1) >> 3 == cost and is_contact(tables, cell, goal)


@jit
def seek_slides(state, tables, slot, target, cost, budget):
    """Costs of sliding on from the ends of the clean ways, behind the board in the plane; returns the enemies within 1" of those ends.

    Clauses: TC-CHG-07, TC-CHG-09 (b).
    """
    goal = state.units[target].cell
    mover = tables.mover[slot]
    met = 0
    for k in range(DIRECTIONS):
        cell = tables.next[goal, k]
        if cell >= 0 and is_end(state, tables, cell, goal, cost):
            state.plane[CELLS + k] = cost + 1
            met |= foes_close(state, tables, slot, cell)
    again = True
    while again:
        again = False
        for k in range(DIRECTIONS):
            if state.plane[CELLS + k] == 0:
                continue
            cell = tables.next[goal, k]
            for to in range(DIRECTIONS):
                taken = slide_cost(state, tables, mover, cell, tables.next[goal, to], goal)
                new = state.plane[CELLS + k] + taken
                if taken > 0 and new - 1 <= budget and (state.plane[CELLS + to] == 0 or new < state.plane[CELLS + to]):
                    state.plane[CELLS + to] = new
                    again = True
    return met


@jit
def slide_cost(state, tables, mover, cell, there, goal):
    """Cost of a step between two cells in contact with the target, 0 if there is none."""
    if there < 0 or state.plane[there] & BARRED or not is_contact(tables, there, goal):
        return 0
    for k in range(DIRECTIONS):
        if tables.next[cell, k] == there:
            if tables.rise[cell, k] or (tables.wire[there] and tables.wire[cell] == 0):
                return 0
            return tables.step[mover, cell, k]
    return 0


@jit
def is_slide_end(state, tables, slot, k, goal, met):
    """True if the slide to a cell around the target ends beside one more enemy. Clause: TC-CHG-09 (b)."""
    if state.plane[CELLS + k] == 0:
        return False
    cell = tables.next[goal, k]
    return state.plane[cell] & FRIEND == 0 and foes_close(state, tables, slot, cell) & ~met != 0


@jit
def write_charge_cells(state, tables, slot, target, cost, budget, cells):
    """Mark where a charge that reaches its target may end. Clause: TC-CHG-09.

    Args:
        cells: uint8 (CELLS,), blank.
    """
    goal = state.units[target].cell
    seek_contact(state, tables, slot, target, True)
    met = seek_slides(state, tables, slot, target, cost, budget)
    for k in range(DIRECTIONS):
        cell = tables.next[goal, k]
        if cell >= 0 and (is_end(state, tables, cell, goal, cost) or is_slide_end(state, tables, slot, k, goal, met)):
            cells[cell] = 1
    clear_charge(state)


@jit
def step_before(state, tables, slot, start, cell):
    """The lowest cell from which a best way enters a cell, -1."""
    budget = movement_of(state, tables, slot)
    mover = tables.mover[slot]
    key = state.plane[cell] & KEY
    held = state.plane[cell] & FRIEND != 0
    best = -1
    for back in range(EDGES):
        edge = DIRECTIONS - 1 - back if back < DIRECTIONS else 2 * DIRECTIONS + 3 - back
        before = end_of(tables, cell, back)
        if before < 0 or state.plane[before] & BARRED or (best >= 0 and before > best):
            continue
        taken = edge_of(tables, before, edge, budget, mover, Mode.DROP)
        old = state.plane[before] & KEY
        if taken == 0 or old == 0 or (taken & 1 and (held or (before != start and state.plane[before] & FRIEND))):
            continue
        if old + 8 * (taken >> 4) + ((taken >> 2) & 3) == key:
            best = before
    return best


@jit
def plot_charge(state, tables, slot, target, cost, budget, end):
    """Put the way of a charge into `state.path`: to its end, or (-1) as far along the best way as the budget goes. Clause: TC-CHG-09."""
    goal = state.units[target].cell
    start = state.units[slot].cell
    best = seek_contact(state, tables, slot, target, True)
    length = 0
    cell = end
    if end < 0:
        cell = CELLS
        for k in range(DIRECTIONS):
            there = tables.next[goal, k]
            if there >= 0 and there < cell and is_end(state, tables, there, goal, cost) and (state.plane[there] & KEY) - 1 == best:
                cell = there
    elif not is_end(state, tables, cell, goal, cost):
        seek_slides(state, tables, slot, target, cost, budget)
        while not is_end(state, tables, cell, goal, cost) and length < PATH:
            state.path[length] = cell
            length += 1
            cell = slide_before(state, tables, slot, goal, cell)
    way = length
    while cell != start and cell >= 0:
        spent = ((state.plane[cell] & KEY) - 1) >> 3
        free = state.plane[cell] & FRIEND == 0
        if end >= 0 or way > 0 or (spent <= budget and free):
            if way < PATH:
                state.path[way] = cell
            way += 1
        cell = step_before(state, tables, slot, start, cell)
    if cell < 0 or way > PATH:
        state.fault = 1
        way = 0
    for k in range(way // 2):
        swapped = state.path[k]
        state.path[k] = state.path[way - 1 - k]
        state.path[way - 1 - k] = swapped
    state.path_length = way
    clear_charge(state)


@jit
def slide_before(state, tables, slot, goal, cell):
    """The lowest cell from which the slide enters a cell."""
    mover = tables.mover[slot]
    cost = 0
    for k in range(DIRECTIONS):
        if tables.next[goal, k] == cell:
            cost = state.plane[CELLS + k]
    best = CELLS
    for k in range(DIRECTIONS):
        before = tables.next[goal, k]
        if before >= 0 and state.plane[CELLS + k] and before < best:
            taken = slide_cost(state, tables, mover, before, cell, goal)
            if taken > 0 and state.plane[CELLS + k] + taken == cost:
                best = before
    return best
