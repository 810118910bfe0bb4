"""Units put into cells, taken off them, and placed near something: Transports, walls, wrecks. Chapters GRID, TRN, GAR."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import free_cell, has_trait, take_cell, who_is_in
from skirmish_rl.envs.dropzone_commander.rules.measuring import AROUND, NOWHERE, can_stand, coherency_of, inches, is_on_board
from skirmish_rl.envs.dropzone_commander.state import CELLS, FIRST, SEAT_OF, WIDTH, Sign, Status

REACH = 2  # inches
_MANY = 99  # units: more than a squad has


@jit
def put_unit(state, slot, cell, flying):
    """Put a unit into a cell, in the air or on the ground."""
    unit = state.units[slot]
    lift_unit(state, slot)
    unit.cell = cell
    unit.flying = flying
    take_cell(state.air if flying else state.ground, cell)


@jit
def lift_unit(state, slot):
    """Take a unit from its cell, Garrison or Transport."""
    unit = state.units[slot]
    if unit.cell >= 0 and unit.carrier < 0:
        if who_is_in(state, unit.cell, unit.flying, slot) < 0:  # who was shot down may have fallen on another
            free_cell(state.air if unit.flying else state.ground, unit.cell)
    unit.cell = -1
    unit.carrier = -1
    unit.piece = -1
    unit.site = 0
    unit.flying = 0


@jit
def set_status(state, tables, slot, status):
    """A unit and everybody aboard it come to the table, or go off it without its Scan Token. Clauses: DZ-ACT-12, DZ-OBJ-07, DZ-OBJ-17."""
    state.units[slot].status = status
    state.units[slot].signs &= ~Sign.SCAN
    if tables.unit_room[slot] == 0:
        return
    seat = SEAT_OF[slot]
    for other in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[other].status >= Status.RESERVE and state.units[other].status <= Status.ON_TABLE:
            up = state.units[other].carrier
            while up >= 0 and up != slot:
                up = state.units[up].carrier
            if up == slot:
                state.units[other].status = status


@jit
def reach_from(tables, transport):
    """Inches around a Transport in which its passengers are put. Clauses: DZ-TRN-07, DZ-ABIL-12."""
    return REACH + 1 if has_trait(tables, transport, Trait.HOVERCRAFT) else REACH


@jit
def is_near_anchor(state, tables, transport, piece, wreck, cell):
    """True if a cell is close enough to what units are put around: a Transport, a Garrison, or a cell."""
    if piece >= 0:
        return tables.piece_far[piece, cell] <= REACH
    if transport >= 0:
        return inches(state.units[transport].cell, cell) <= reach_from(tables, transport)
    return inches(wreck, cell) <= REACH


@jit
def anchor_box(state, tables, transport, piece, wreck):
    """X and y from and to of the cells that may be close enough."""
    if piece >= 0:
        box = tables.piece_box[piece]
        return max(box[0] - 3, 0), min(box[1] + 3, tables.size - 1), max(box[2] - 3, 0), min(box[3] + 3, tables.size - 1)
    cell = state.units[transport].cell if transport >= 0 else wreck
    x = cell % WIDTH
    y = cell // WIDTH
    return max(x - 3, 0), min(x + 3, tables.size - 1), max(y - 3, 0), min(y + 3, tables.size - 1)


@jit
def can_put(state, tables, slot, transport, piece, wreck, cell):
    """True if a unit may be put into a cell near its anchor, whoever follows."""
    return (
        is_on_board(tables, cell % WIDTH, cell // WIDTH) and is_near_anchor(state, tables, transport, piece, wreck, cell)
        and can_stand(state, tables, tables.unit_kind[slot], cell)
    )  # fmt: skip


@jit
def best_place(state, tables, slot, transport, piece, wreck, lead, placed, first, loose):
    """The cell near the anchor closest to the leader's for another unit of a squad, within coherency of one already there; -1.

    Clauses: DZ-GRID-11, DZ-GRID-12.

    Args:
        placed: bits of the units of the squad that stand already, from slot `first`.
        loose: without coherency, if need be.
    """
    x0, x1, y0, y1 = anchor_box(state, tables, transport, piece, wreck)
    reach = coherency_of(tables, slot)
    best = -1
    least = 1 << 30
    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            cell = y * WIDTH + x
            dx = x - lead % WIDTH
            dy = y - lead // WIDTH
            n = dx * dx + dy * dy
            if n < least and can_put(state, tables, slot, transport, piece, wreck, cell):
                if loose or is_by_mate(state, cell, reach, placed, first):
                    least = n
                    best = cell
    return best


@jit
def is_by_mate(state, cell, reach, placed, first):
    """True if a cell is within coherency of a unit that stands already."""
    k = 0
    while placed >> k:
        if (placed >> k) & 1 and inches(state.units[first + k].cell, cell) <= reach:
            return True
        k += 1
    return False


@jit
def fits(state, tables, squad, who, transport, piece, lead):
    """True if all units of a squad (bits `who`, from its first) can be put near an anchor, coherent, the first of them at `lead`.

    This rules; `is_place` and `mark_places` say the same, faster.

    Clauses: DZ-TRN-07, DZ-GAR-06, DZ-GRID-12.
    """
    first = tables.squad_first[squad]
    placed = 0
    fine = True
    k = 0
    while who >> k:
        if (who >> k) & 1:
            slot = first + k
            anchor = state.units[slot].carrier if piece < 0 else transport
            if placed == 0:
                cell = lead if can_put(state, tables, slot, anchor, piece, -1, lead) else -1
            else:
                cell = best_place(state, tables, slot, anchor, piece, -1, lead, placed, first, False)
            if cell < 0:
                fine = False
                break
            take_cell(state.ground, cell)
            kept = state.units[slot].cell
            state.units[slot].cell = cell
            placed |= 1 << k
            if kept >= 0:
                fine = False  # who stands in a cell is not put down anew
        k += 1
    k = 0
    while placed >> k:
        if (placed >> k) & 1:
            free_cell(state.ground, state.units[first + k].cell)
            state.units[first + k].cell = -1
        k += 1
    return fine


@jit
def put_all(state, tables, squad, who, piece, lead):
    """Put all units of a squad near a Transport or a Garrison, see `fits`."""
    first = tables.squad_first[squad]
    placed = 0
    k = 0
    while who >> k:
        if (who >> k) & 1:
            slot = first + k
            anchor = state.units[slot].carrier if piece < 0 else -1
            cell = lead if placed == 0 else best_place(state, tables, slot, anchor, piece, -1, lead, placed, first, False)
            put_unit(state, slot, cell, 0)
            note(state, Event.PLACED, unit=slot, cell=cell)
            placed |= 1 << k
        k += 1


@jit
def aboard_of(state, tables, squad, transport):
    """Units of a squad aboard a Transport (-1: aboard any), as bits from the squad's first."""
    first = tables.squad_first[squad]
    bits = 0
    for slot in range(first, first + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.status == Status.ON_TABLE and unit.carrier >= 0 and (transport < 0 or unit.carrier == transport):
            bits |= 1 << (slot - first)
    return bits


@jit
def first_aboard(state, tables, squad):
    """The first unit of a squad that is aboard a Transport, -1 for none.

    It is not always the leader: where one of a squad's Transports has been destroyed, only the others are still aboard. Clause: DZ-TRN-03.
    """
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        if state.units[slot].status == Status.ON_TABLE and state.units[slot].carrier >= 0:
            return slot
    return -1


@jit
def inside_of(state, tables, squad, piece):
    """Units of a squad in a Garrison, as bits from the squad's first."""
    first = tables.squad_first[squad]
    bits = 0
    for slot in range(first, first + tables.squad_size[squad]):
        if state.units[slot].piece == piece:
            bits |= 1 << (slot - first)
    return bits


@jit
def is_roomy(state, tables, slot, transport, piece, lead, n):
    """True if so many units like one find room near an anchor within coherency of a cell: then whoever follows does, see `fits`.

    False means no more than that not all of them find it so near.
    """
    if n >= _MANY:
        return False
    reach = coherency_of(tables, slot)
    k = 1
    while n > 0 and k < len(AROUND) and AROUND[k, 0] * AROUND[k, 0] + AROUND[k, 1] * AROUND[k, 1] <= reach * reach + reach:
        x = lead % WIDTH + AROUND[k, 0]
        y = lead // WIDTH + AROUND[k, 1]
        if is_on_board(tables, x, y) and can_put(state, tables, slot, transport, piece, -1, y * WIDTH + x):
            n -= 1
        k += 1
    return n <= 0


@jit
def mates_beside(state, tables, slot, who, transport):
    """Units that are put down after the first of a squad, all from one place; `_MANY` if they come from several or stand already."""
    first = tables.squad_first[tables.unit_squad[slot]]
    n = -1
    k = 0
    while who >> k:
        if (who >> k) & 1:
            n += 1
            unit = state.units[first + k]
            if unit.cell >= 0 or (transport >= 0 and unit.carrier != transport):
                return _MANY
        k += 1
    return n


@jit
def is_place(state, tables, slot, who, mates, transport, piece, cell):
    """True if the first of some units of a squad may be put into a cell near an anchor, so that its mates find room, see `fits`."""
    if not can_put(state, tables, slot, transport, piece, -1, cell):
        return False
    return is_roomy(state, tables, slot, transport, piece, cell, mates) or fits(
        state, tables, tables.unit_squad[slot], who, transport, piece, cell
    )


@jit
def mark_places(state, tables, slot, who, transport, piece, cells):
    """Mark where the first of some units of a squad (bits `who`) may be put near an anchor, so that the others find room.

    It says of all cells what `fits`, which is the rule, says of one.

    Clauses: DZ-TRN-07, DZ-GAR-06, DZ-GRID-12.

    Args:
        slot: the first of them.
        transport: the one that it rides, if they are aboard; else -1, and they are in the Garrison `piece`.
        cells: uint8 (cells,), blank.
    """
    mates = mates_beside(state, tables, slot, who, transport)
    x0, x1, y0, y1 = anchor_box(state, tables, transport, piece, -1)
    for y in range(y0, y1 + 1):
        for cell in range(y * WIDTH + x0, y * WIDTH + x1 + 1):
            cells[cell] = is_place(state, tables, slot, who, mates, transport, piece, cell)


@jit
def has_place(state, tables, squad, who, transport, piece):
    """True if a squad can be put near an anchor at all; see `fits`. Aboard, the anchor is the Transport of its first unit."""
    if who == 0:
        return False
    slot = tables.squad_first[squad]
    while not (who >> (slot - tables.squad_first[squad])) & 1:
        slot += 1
    if piece < 0:
        transport = state.units[slot].carrier
    mates = mates_beside(state, tables, slot, who, transport)
    x0, x1, y0, y1 = anchor_box(state, tables, transport, piece, -1)
    for y in range(y0, y1 + 1):
        for cell in range(y * WIDTH + x0, y * WIDTH + x1 + 1):
            if is_place(state, tables, slot, who, mates, transport, piece, cell):
                return True
    return False


@jit
def nearest_free(state, tables, slot, piece):
    """The free cell nearest to a Garrison in which a unit can stand; ties by lower y, then lower x; -1. Clause: DZ-CQ-09."""
    best = -1
    least = NOWHERE
    for cell in range(CELLS):
        if tables.piece_far[piece, cell] < least and is_on_board(tables, cell % WIDTH, cell // WIDTH):
            if can_stand(state, tables, tables.unit_kind[slot], cell):
                least = tables.piece_far[piece, cell]
                best = cell
    return best
