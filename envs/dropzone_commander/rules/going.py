"""A unit on its Move: where it may go, and where it goes that follows its leader. Chapters MOV, AIR, GRID."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import CELL
from skirmish_rl.envs.dropzone_commander.rules.boarding import is_open_to, need_of, room_of
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_aircraft
from skirmish_rl.envs.dropzone_commander.rules.fast import can_fast_to, fly_ahead, mark_fast
from skirmish_rl.envs.dropzone_commander.rules.flying import (
    can_fly_to,
    can_thrust,
    can_thrust_to,
    entry_to,
    inches_left,
    mark_entry,
    mark_flight,
)
from skirmish_rl.envs.dropzone_commander.rules.measuring import AROUND, coherency_of, has_shot, inches, is_on_board
from skirmish_rl.envs.dropzone_commander.rules.placing import is_by_mate, put_unit, reach_from, set_status
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.rules.walking import can_stop, clear_halves, find_ways, inches_of, limit_of, mark_walk, move_of
from skirmish_rl.envs.dropzone_commander.state import CELLS, FAR, FIRST, SEAT_OF, WIDTH, Gift, Sign, Status


@jit
def is_ramp(state, tables, slot, cell):
    """True if a unit at a cell, or one of its squad that has moved already, could board a Transport that takes all of the squad.

    Clause: DZ-CARD-C12.
    """
    squad = tables.unit_squad[slot]
    seat = SEAT_OF[slot]
    if has_shot(state, tables, squad):
        return False
    for transport in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_room[transport] > 0 and is_open_to(state, tables, squad, transport):
            if room_of(state, tables, transport) >= need_of(state, tables, squad):
                reach = reach_from(tables, transport)
                if inches(state.units[transport].cell, cell) <= reach:
                    return True
                for mate in range(tables.squad_first[squad], slot):
                    if state.units[mate].cell >= 0 and inches(state.units[transport].cell, state.units[mate].cell) <= reach:
                        return True
    return False


@jit
def must_board(state, tables, squad):
    """True for a squad that ran farther than its MV to board. Clause: DZ-CARD-C12."""
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        if (
            state.squads[squad].gifts & Gift.RAMP != 0
            and state.units[slot].status == Status.ON_TABLE
            and state.units[slot].moved > tables.unit_move[slot]
        ):
            return True
    return False


@jit
def prepare_unit(state, tables, slot):
    """Find the ways of a unit that moves next."""
    if not is_aircraft(tables, slot):
        find_ways(state, tables, slot, move_of(state, tables, slot))


@jit
def can_go(state, tables, slot, cell):
    """True if a unit whose ways are found may Move to a cell. Clauses: DZ-MOV-01, DZ-CARD-C12."""
    if tables.unit_fast[slot] > 0:
        return can_fast_to(state, tables, slot, cell, inches_left(state, tables, slot))
    here = state.units[slot].cell
    far = 0
    if is_aircraft(tables, slot):
        most = inches_left(state, tables, slot)
        if not can_fly_to(state, tables, slot, cell, most):
            return False
        far = inches(here, cell) if here >= 0 else inches(entry_to(state, tables, slot, cell, most), cell) + 1
    else:
        limit = limit_of(state, tables, slot)
        if can_stop(state, tables, slot, cell, limit):
            far = inches_of(state.halves[cell])
        elif can_thrust(state, tables, slot) and can_thrust_to(state, tables, slot, cell, limit):
            far = inches(here, cell)
        else:
            return False
    ramp = state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP != 0
    return ramp == 0 or far <= tables.unit_move[slot] or is_ramp(state, tables, slot, cell)


@jit
def go_to(state, tables, slot, cell):
    """Move a unit to a cell. Clauses: DZ-MOV-01, DZ-MOV-07, DZ-AIR-01, DZ-AIR-04, DZ-OBJ-07."""
    unit = state.units[slot]
    before = unit.cell
    distance = 0
    if is_aircraft(tables, slot):
        if tables.unit_fast[slot] > 0:
            fly_ahead(state, tables, slot, cell, inches_left(state, tables, slot))
        if before < 0:
            before = entry_to(state, tables, slot, cell, inches_left(state, tables, slot))
            if before < 0:  # it flies high
                before = tables.edge_near[state.zone[SEAT_OF[slot]], cell]
            distance = inches(before, cell) + 1
            unit.origin = before
            note(state, Own.ENTERS, unit=slot, cell=before)
        else:
            distance = inches(before, cell)
            unit.origin = before
        if unit.flying == 0 and unit.cell >= 0:
            note(state, Own.TAKES_OFF, unit=slot)
        put_unit(state, slot, cell, 1)
    else:
        if state.halves[cell] == FAR or inches_of(state.halves[cell]) > limit_of(state, tables, slot):
            distance = inches(before, cell)
            unit.origin = before
        else:
            distance = inches_of(state.halves[cell])
            plain = tables.unit_move[slot] * (2 if state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP else 1)
            if distance > plain and has_trait(tables, slot, Trait.BOOST):
                unit.signs |= Sign.BOOSTED
        if before < 0:
            note(state, Own.ENTERS, unit=slot, cell=cell)
        put_unit(state, slot, cell, 0)
    if unit.status != Status.ON_TABLE:
        set_status(state, tables, slot, Status.ON_TABLE)
    unit.signs &= ~Sign.SCAN
    unit.moved += distance
    unit.travelled = min(unit.travelled + distance, 120)
    note(state, Event.MOVED, unit=slot, cell=cell, value=max(before, 0))


@jit
def mark_air(state, tables, mask, slot):
    """Where an Aircraft may go. Clauses: DZ-AIR-01, DZ-AIR-09, DZ-GRID-04, DZ-CARD-C12."""
    most = inches_left(state, tables, slot)
    if most < 0:
        return
    if tables.unit_fast[slot] > 0:
        mark_fast(state, tables, slot, most, mask[CELL:])
    elif state.units[slot].cell < 0:
        mark_entry(state, tables, slot, most, mask[CELL:])
    else:
        mark_flight(state, tables, slot, most, mask[CELL:])
    if state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP:
        for cell in range(CELLS):
            mask[CELL + cell] = mask[CELL + cell] != 0 and can_go(state, tables, slot, cell)


@jit
def mark_ground(state, tables, mask, slot):
    """Where a unit on the ground may go: nothing beyond the ways found for it is looked at, but by Thrusters. Clause: DZ-MOV-01."""
    thrust = can_thrust(state, tables, slot)
    if not thrust and state.squads[tables.unit_squad[slot]].gifts & Gift.RAMP == 0:
        mark_walk(state, tables, slot, limit_of(state, tables, slot), mask[CELL:])
        return
    reach = WIDTH if thrust else state.span
    here = state.hub
    for y in range(max(here // WIDTH - reach, 0), min(here // WIDTH + reach + 1, tables.size)):
        for x in range(max(here % WIDTH - reach, 0), min(here % WIDTH + reach + 1, tables.size)):
            if thrust or state.halves[y * WIDTH + x] != FAR:
                mask[CELL + y * WIDTH + x] = can_go(state, tables, slot, y * WIDTH + x)


@jit
def follow(state, tables, slot, lead_slot, old_lead, old):
    """Another unit of the squad goes where it keeps its place best. Clause: DZ-GRID-11.

    Args:
        old_lead, old: cells in which the leader and it began, -1 for those that come on or out.
    """
    prepare_unit(state, tables, slot)
    lead = state.units[lead_slot].cell
    x = lead % WIDTH
    y = lead // WIDTH
    if old_lead >= 0 and old >= 0:
        x += old % WIDTH - old_lead % WIDTH
        y += old // WIDTH - old_lead // WIDTH
    first = tables.squad_first[tables.unit_squad[slot]]
    placed = 0
    for mate in range(first, slot):
        if state.units[mate].status == Status.ON_TABLE and state.units[mate].cell >= 0:
            placed |= 1 << (mate - first)
    cell = place_beside(state, tables, slot, x, y, placed, first)
    if cell < 0:
        cell = place_anywhere(state, tables, slot, lead, x, y, placed, first)
    if cell >= 0:
        go_to(state, tables, slot, cell)
    clear_halves(state)


@jit
def place_beside(state, tables, slot, x, y, placed, first):
    """The cell next to a place to which a unit may go, coherent with those that stand already; -1 if it is not near.

    Clause: DZ-GRID-11.
    """
    reach = coherency_of(tables, slot)
    everywhere = is_aircraft(tables, slot) or can_thrust(state, tables, slot)
    for k in range(len(AROUND)):
        i = x + AROUND[k, 0]
        j = y + AROUND[k, 1]
        if is_on_board(tables, i, j) and (everywhere or state.halves[j * WIDTH + i] != FAR):
            cell = j * WIDTH + i
            if is_by_mate(state, cell, reach, placed, first) and can_go(state, tables, slot, cell):
                return cell
    return -1


@jit
def place_anywhere(state, tables, slot, lead, x, y, placed, first):
    """The same wherever it is; where there is none, the cell nearest to the leader's. Clause: DZ-GRID-11."""
    reach = coherency_of(tables, slot)
    best = -1
    near = -1
    least = 1 << 30
    nearest = 1 << 30
    everywhere = is_aircraft(tables, slot) or can_thrust(state, tables, slot)
    span = WIDTH if everywhere else state.span
    for j in range(max(state.hub // WIDTH - span, 0), min(state.hub // WIDTH + span + 1, tables.size)):
        for i in range(max(state.hub % WIDTH - span, 0), min(state.hub % WIDTH + span + 1, tables.size)):
            cell = j * WIDTH + i
            if state.halves[cell] == FAR and not everywhere:
                continue
            n = (i - x) * (i - x) + (j - y) * (j - y)
            m = (i - lead % WIDTH) * (i - lead % WIDTH) + (j - lead // WIDTH) * (j - lead // WIDTH)
            if (n < least or m < nearest) and can_go(state, tables, slot, cell):
                if m < nearest:
                    nearest = m
                    near = cell
                if n < least and is_by_mate(state, cell, reach, placed, first):
                    least = n
                    best = cell
    return best if best >= 0 else near
