"""How far units move, and their ways on the ground. Chapters MOV, GRID."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind, Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_taken, who_is_in
from skirmish_rl.envs.dropzone_commander.rules.measuring import can_stand, is_closed, is_on_board, is_tough
from skirmish_rl.envs.dropzone_commander.state import FAR, FIRST, SEAT_OF, WIDTH, Act, Gift, Sign, Status

NEVER = 120
ROAD_HALVES = 4  # that a Move along a road is longer, DZ-MOV-05
# To the neighbours of a cell, the diagonal ones last: columns, rows, half inches on open ground. Clause: DZ-GRID-03.
STEPS = np.array([(0, -1, 2), (-1, 0, 2), (1, 0, 2), (0, 1, 2), (-1, -1, 3), (1, -1, 3), (-1, 1, 3), (1, 1, 3)], np.int64)


@jit
def move_of(state, tables, slot):
    """Inches that a unit may move now. Clauses: DZ-MOV-01, DZ-ABIL-08, DZ-CARD-C12."""
    move = tables.unit_move[slot] * (2 if state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP else 1)
    return move + 3 if has_trait(tables, slot, Trait.BOOST) and state.units[slot].signs & Sign.HANDLED == 0 else move


@jit
def limit_of(state, tables, slot):
    """The farthest a unit may move in view of the weapons that it, or of M&F 0 its squad, has fired in this activation.

    Clauses: DZ-MOV-08, DZ-MOV-09, DZ-CARD-07.
    """
    if is_pinned(state, tables, tables.unit_squad[slot]):
        return 0
    limit = NEVER
    fired = fired_now(state, tables, slot)
    for weapon in range(tables.unit_weapons[slot]):
        if (fired >> weapon) & 1:
            limit = min(limit, tables.weapon_free[slot, weapon])
    return limit


@jit
def fired_now(state, tables, slot):
    """Weapons that a unit has fired in the Shoot action of its activation, one bit each. Clause: DZ-CARD-07."""
    fired = state.units[slot].fired
    kept = state.units[slot].kept_fired
    return fired & ~kept if (state.squads[tables.unit_squad[slot]].acts >> Act.SHOOT) & 1 else 0


@jit
def has_fired_still(state, tables, bus):
    """True if somebody has fired a weapon of M&F 0 from the ports of a bus, which must not move then. Clause: DZ-ABIL-11."""
    seat = SEAT_OF[bus]
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[slot].carrier == bus:
            for weapon in range(tables.unit_weapons[slot]):
                if (state.units[slot].fired >> weapon) & 1 and tables.weapon_free[slot, weapon] == 0:
                    return True
    return False


@jit
def is_pinned(state, tables, squad):
    """True if a squad may not even turn, for one of its units, or of those in the ports of a bus, has fired a weapon of M&F 0.

    Clauses: DZ-MOV-03, DZ-MOV-08, DZ-MOV-09, DZ-ABIL-11.
    """
    acts = state.squads[squad].acts
    if not (acts >> Act.SHOOT | acts >> Act.PORTS) & 1:
        return False
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status != Status.ON_TABLE:
            continue
        if (acts >> Act.PORTS) & 1 and has_fired_still(state, tables, slot):
            return True
        fired = fired_now(state, tables, slot)
        for weapon in range(tables.unit_weapons[slot]):
            if (fired >> weapon) & 1 and tables.weapon_free[slot, weapon] == 0:
                return True
    return False


@jit
def clear_halves(state):
    """Forget the last search."""
    x = state.hub % WIDTH
    y = state.hub // WIDTH
    span = state.span
    for j in range(max(0, y - span), min(WIDTH, y + span + 1)):
        for i in range(max(0, x - span), min(WIDTH, x + span + 1)):
            state.halves[j * WIDTH + i] = FAR
    state.span = 0


@jit
def is_mate_in(state, tables, squad, cell):
    """True if a unit of a squad stands in a cell."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.cell == cell and unit.flying == 0 and unit.carrier < 0:
            return True
    return False


@jit
def can_cross(state, tables, kind, squad, cell):
    """True if a unit on the ground may pass through a cell. Clauses: DZ-MOV-02, DZ-MOV-06."""
    if is_taken(state.ground, cell) and not is_mate_in(state, tables, squad, cell):
        if kind != Kind.WALKER or tables.unit_kind[who_is_in(state, cell, 0, -1)] != Kind.INFANTRY:  # 0.5" high, a Walker steps over 0.75"
            return False
    return not is_closed(state, tables, kind, cell, True)


@jit
def step_halves(state, tables, kind, cell, diagonal):
    """Half inches of a step into a cell. Clauses: DZ-MOV-04, DZ-GRID-03."""
    halves = 3 if diagonal else 2
    if kind != Kind.SKIMMER and kind != Kind.WALKER and is_tough(state, tables, cell):
        halves *= 2
    return halves


@jit
def spread(state, tables, slot, most_halves, road, west, east, south, north):
    """Shortest ways from the cells that are reached already, ring after ring; `road` keeps to Exceptional ground.

    Clauses: DZ-MOV-02, DZ-MOV-05, DZ-GRID-03.

    Args:
        west, east, south, north: where those cells lie.
    """
    kind = tables.unit_kind[slot]
    squad = tables.unit_squad[slot]
    last = tables.size - 1
    for halves in range(most_halves - 1):
        grown = halves // 2  # inches that so much leads away
        for y in range(max(south - grown, 0), min(north + grown, last) + 1):
            for cell in range(y * WIDTH + max(west - grown, 0), y * WIDTH + min(east + grown, last) + 1):
                if state.halves[cell] == halves:
                    spread_from(state, tables, kind, squad, cell, halves, most_halves, road)


@jit
def spread_from(state, tables, kind, squad, cell, halves, most_halves, road):
    """Steps to the neighbours of a cell."""
    x = cell % WIDTH
    y = cell // WIDTH
    for k in range(len(STEPS)):
        i = x + STEPS[k, 0]
        j = y + STEPS[k, 1]
        if not is_on_board(tables, i, j):
            continue
        to = j * WIDTH + i
        if halves + STEPS[k, 2] >= state.halves[to] or (road and not tables.road[to]):
            continue
        diagonal = k >= 4
        total = halves + step_halves(state, tables, kind, to, diagonal)
        if total > most_halves or total >= state.halves[to] or not can_cross(state, tables, kind, squad, to):
            continue
        if (
            diagonal
            and not can_cross(state, tables, kind, squad, y * WIDTH + i)
            and not can_cross(state, tables, kind, squad, j * WIDTH + x)
        ):
            continue
        state.halves[to] = total


@jit
def find_ways(state, tables, slot, inches_left):
    """Fill `halves` with the ways of a unit on the ground, from its cell or, off the table, from its own edge.

    Clauses: DZ-MOV-01..07, DZ-GRID-03, DZ-GRID-05.
    """
    clear_halves(state)
    unit = state.units[slot]
    kind = tables.unit_kind[slot]
    most_halves = 2 * inches_left + 1
    if unit.cell < 0:
        zone = state.zone[SEAT_OF[slot]]
        state.hub = 0
        state.span = WIDTH - 1
        if inches_left > 0 and takes_roads(kind):
            come_on(state, tables, slot, zone, most_halves + ROAD_HALVES, True)
        if inches_left > 0:
            come_on(state, tables, slot, zone, most_halves, False)
        return
    longer = takes_roads(kind) and tables.road[unit.cell] != 0 and inches_left > 0
    x = unit.cell % WIDTH
    y = unit.cell // WIDTH
    state.hub = unit.cell
    state.span = inches_left + (ROAD_HALVES // 2 if longer else 0) + 1
    state.halves[unit.cell] = 0
    if longer:
        spread(state, tables, slot, most_halves + ROAD_HALVES, True, x, x, y, y)
    spread(state, tables, slot, most_halves, False, x, x, y, y)


@jit
def takes_roads(kind):
    """True for a unit that is faster on Exceptional ground. Clause: DZ-MOV-05."""
    return kind == Kind.TANK or kind == Kind.WALKER


@jit
def come_on(state, tables, slot, zone, most_halves, road):
    """Ways from the own edge, the first row paid for; `road`: on Exceptional ground only.

    Clauses: DZ-MOV-05, DZ-MOV-07, DZ-GRID-05, DZ-DEP-04.
    """
    kind = tables.unit_kind[slot]
    for k in range(tables.n_edge[zone]):
        cell = tables.edge_cells[zone, k]
        halves = step_halves(state, tables, kind, cell, False)
        if halves <= most_halves and halves < state.halves[cell] and (not road or tables.road[cell]):
            if can_cross(state, tables, kind, tables.unit_squad[slot], cell):
                state.halves[cell] = halves
    box = tables.edge_box[zone]
    spread(state, tables, slot, most_halves, road, box[0], box[1], box[2], box[3])


@jit
def inches_of(halves):
    """Inches moved for so many half inches. Clause: DZ-GRID-03."""
    return halves // 2 if halves > 0 else 0


@jit
def can_stop(state, tables, slot, cell, limit):
    """True if the Move of a unit on the ground, whose ways are found, may end in a cell. This rules; `mark_walk` says the same, faster.

    Clauses: DZ-MOV-02, DZ-MOV-08, DZ-CORE-12.
    """
    if state.halves[cell] == FAR or inches_of(state.halves[cell]) > limit:
        return False
    return cell == state.units[slot].cell or can_stand(state, tables, tables.unit_kind[slot], cell)


@jit
def mark_walk(state, tables, slot, limit, cells):
    """Where the Move of a unit on the ground, whose ways are found, may end: `can_stop`, which rules, of all cells at once.

    Args:
        cells: uint8 (cells,), blank.
    """
    here = state.units[slot].cell
    span = state.span
    west = max(state.hub % WIDTH - span, 0)
    east = min(state.hub % WIDTH + span, tables.size - 1)
    most_halves = min(2 * limit + 1, FAR - 1)
    steps_over = tables.unit_kind[slot] == Kind.WALKER
    for y in range(max(state.hub // WIDTH - span, 0), min(state.hub // WIDTH + span, tables.size - 1) + 1):
        taken = state.ground[y]
        for cell in range(y * WIDTH + west, y * WIDTH + east + 1):
            cells[cell] = (state.halves[cell] <= most_halves) & ((taken >> (cell - y * WIDTH)) & 1 == 0)
        if steps_over:
            for cell in range(y * WIDTH + west, y * WIDTH + east + 1):
                if cells[cell] and is_closed(state, tables, Kind.WALKER, cell, False):
                    cells[cell] = 0
    if here >= 0 and state.halves[here] <= most_halves:
        cells[here] = 1
