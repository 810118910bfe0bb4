"""Fast Aircraft: straight flights of a least length, high over all scenery if need be, off the board and on again. Clause: DZ-AIR-09."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import FACING
from skirmish_rl.envs.dropzone_commander.rules.facts import is_taken
from skirmish_rl.envs.dropzone_commander.rules.flying import entry_to, inches_left, is_open_air
from skirmish_rl.envs.dropzone_commander.rules.measuring import can_hover, has_shot, inches, is_on_board
from skirmish_rl.envs.dropzone_commander.rules.placing import lift_unit, put_unit, set_status
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import AHEAD_X, AHEAD_Y, FACINGS, SEAT_OF, WIDTH, Mark, Status

QUARTER = 2  # of a full turn, in eighths


@jit
def ray(tables, slot, state, k):
    """Column and row that a unit on the board reaches by k steps straight ahead."""
    facing = state.squads[tables.unit_squad[slot]].facing
    cell = state.units[slot].cell
    return cell % WIDTH + k * AHEAD_X[facing], cell // WIDTH + k * AHEAD_Y[facing]


@jit
def steps_to(state, tables, slot, cell):
    """Steps straight ahead to a cell, -1 if it does not lie there."""
    x, y = ray(tables, slot, state, 0)
    k = max(abs(cell % WIDTH - x), abs(cell // WIDTH - y))
    i, j = ray(tables, slot, state, k)
    return k if k > 0 and j * WIDTH + i == cell and is_on_board(tables, i, j) else -1


@jit
def length_to(state, tables, slot, cell):
    """Inches of a flight to a cell: straight ahead, or on from the own edge; -1 if there is none."""
    if state.units[slot].cell >= 0:
        return inches(state.units[slot].cell, cell) if steps_to(state, tables, slot, cell) > 0 else -1
    return tables.edge_far[state.zone[SEAT_OF[slot]], cell] + 1


@jit
def flies_low(state, tables, slot, cell, most):
    """True if a unit reaches a cell as other Aircraft do, without flying high."""
    if not can_hover(state, tables, cell):
        return False
    if state.units[slot].cell < 0:
        return entry_to(state, tables, slot, cell, most) >= 0
    return is_open_air(state, tables, state.units[slot].cell, cell)


@jit
def can_fast_to(state, tables, slot, cell, most):
    """True if a Fast Aircraft may end a Move over a cell. This rules; `mark_fast` says the same, faster."""
    length = length_to(state, tables, slot, cell)
    if length < tables.unit_fast[slot] or length > most or is_taken(state.air, cell):
        return False
    return flies_low(state, tables, slot, cell, most) or not has_shot(state, tables, tables.unit_squad[slot])


@jit
def mark_fast(state, tables, slot, most, cells):
    """Where a Fast Aircraft may end a Move: `can_fast_to`, which rules, of all cells at once.

    Args:
        cells: uint8 (cells,), blank.
    """
    if state.units[slot].cell < 0:
        for y in range(tables.size):
            for cell in range(y * WIDTH, y * WIDTH + tables.size):
                cells[cell] = can_fast_to(state, tables, slot, cell, most)
        return
    for k in range(1, steps_off(state, tables, slot)):
        x, y = ray(tables, slot, state, k)
        cells[y * WIDTH + x] = can_fast_to(state, tables, slot, y * WIDTH + x, most)


@jit
def steps_off(state, tables, slot):
    """Steps straight ahead that lead off the board."""
    k = 1
    while True:
        x, y = ray(tables, slot, state, k)
        if not is_on_board(tables, x, y):
            return k
        k += 1


@jit
def can_fly_off(state, tables, slot):
    """True if a Fast Aircraft can leave the board by its Move."""
    if tables.unit_fast[slot] == 0 or state.units[slot].cell < 0:
        return False
    x, y = ray(tables, slot, state, 0)
    i, j = ray(tables, slot, state, steps_off(state, tables, slot))
    n = 0  # the way is measured as between two cells
    while n * n + n < (i - x) * (i - x) + (j - y) * (j - y):
        n += 1
    return n <= inches_left(state, tables, slot)


@jit
def has_flight(state, tables, slot):
    """True if a Fast Aircraft on the board has any Move."""
    if can_fly_off(state, tables, slot):
        return True
    most = inches_left(state, tables, slot)
    for k in range(1, steps_off(state, tables, slot)):
        x, y = ray(tables, slot, state, k)
        if can_fast_to(state, tables, slot, y * WIDTH + x, most):
            return True
    return False


@jit
def fly_ahead(state, tables, slot, cell, most):
    """What a flight means for a Fast Aircraft: high, it does not shoot in this round; coming on, it faces the way that it flies."""
    squad = state.squads[tables.unit_squad[slot]]
    if not flies_low(state, tables, slot, cell, most):
        squad.marks |= Mark.BOARDED
    if state.units[slot].cell >= 0:
        return
    edge = tables.edge_near[state.zone[SEAT_OF[slot]], cell]
    dx = cell % WIDTH - edge % WIDTH
    dy = cell // WIDTH - edge // WIDTH
    best = -1
    for facing in range(FACINGS):  # the nearest of the eight: the largest cosine, times ten
        n = (dx * AHEAD_X[facing] + dy * AHEAD_Y[facing]) * (10 if facing % 2 == 0 else 7)
        if n > best:
            best = n
            squad.facing = facing


@jit
def fly_towards_edge(state, tables, squad):
    """A squad that leaves the board flies to its edge, where it can be shot at for the last time."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.cell >= 0:
            unit.origin = unit.cell
            for k in range(steps_off(state, tables, slot) - 1, 0, -1):
                x, y = ray(tables, slot, state, k)
                if not is_taken(state.air, y * WIDTH + x):
                    put_unit(state, slot, y * WIDTH + x, 1)
                    break


@jit
def fly_off(state, tables, squad):
    """A squad has left the board: it is In Readiness."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE:
            lift_unit(state, slot)
            set_status(state, tables, slot, Status.READINESS)
            note(state, Own.READY, unit=slot)


@jit
def can_turn_to(state, tables, squad, facing):
    """True if a squad may face a direction after its Move: a Fast one turns by 90 degrees at most."""
    if tables.unit_fast[tables.squad_first[squad]] == 0:
        return True
    turn = (facing - state.squads[squad].facing) % FACINGS
    return turn <= QUARTER or turn >= FACINGS - QUARTER


@jit
def legal_facing(state, tables, mask):
    """Where the squad may face. Clauses: DZ-MOV-03, DZ-AIR-09."""
    squad = tables.unit_squad[state.subject]
    for facing in range(FACINGS):
        mask[FACING + facing] = can_turn_to(state, tables, squad, facing)


@jit
def apply_facing(state, tables, action):
    """Turn the squad to the chosen facing. Clause: DZ-MOV-03."""
    state.squads[tables.unit_squad[state.subject]].facing = action - FACING
    note(state, Own.FACES, unit=state.subject, value=action - FACING)
