"""Set-up: the forces, tokens, cards, markers and places before round 1. Chapter SET."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.units import has_room, is_enterable
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    CELLS,
    FIGURES,
    FORCE,
    OBJECTIVES,
    SIDES,
    SLOTS,
    Kind,
    Mark,
    Operation,
    Specialty,
    Status,
    Terrain,
    entrenchments_in,
    has_crew,
    has_operation,
    is_squad,
    pillboxes_in,
    seat_of,
)  # fmt: skip

DEPOT = 2  # TI-OPS-01
SEIZED = 2  # TI-OPS-07


@jit
def lay_out(state, tables):
    """The table before the first decision. Clauses: TI-GEN-01, TI-SET-01, TI-SET-02, TI-SET-06, TI-SET-08, TI-OPS-01, TI-OPS-07."""
    state.seats = SIDES
    state.initiative = tables.initiative
    state.winner = -1
    state.active = -1
    state.charge = -1
    state.attack[0].asked = -1
    for cell in range(CELLS):
        state.marks[cell] = tables.marks[cell]
    for k in range(OBJECTIVES):
        state.control[k] = tables.objective_control[k] if k < tables.n_objectives else -1
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.cell = -1
        unit.carrier = -1
        if tables.unit_used[slot] == 0:
            continue
        unit.status = Status.RESERVE
        unit.kind = tables.unit_kind[slot]
        unit.specialty = tables.unit_specialty[slot]
        unit.due = tables.unit_due[slot]
        for figure in range(FIGURES):
            unit.figures[figure] = tables.unit_figures[slot, figure]
        state.waiting_units[seat_of(slot)] += 1
    for seat in range(SIDES):
        for place in range(tables.n_decks[seat]):
            for card in range(CARDS):
                state.deck[seat, place, card] = tables.deck_cards[tables.decks[seat, place], card]
        if has_operation(tables, 0, Operation.SUPPLY_DEPOT) or has_operation(tables, 1, Operation.SUPPLY_DEPOT):
            state.command[seat] += DEPOT
        if has_operation(tables, seat, Operation.SEIZE_THE_INITIATIVE):
            state.pool[seat] += SEIZED


@jit
def can_hold_token(state, slot):
    """True if a squad may get a specialisation token. Clause: TI-SET-03."""
    unit = state.units[slot]
    return unit.status == Status.RESERVE and unit.due == 0 and is_squad(unit) and not has_crew(unit) and unit.specialty == Specialty.NONE


@jit
def has_token_holder(state, seat):
    """True if a side has a squad for another token."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_hold_token(state, slot):
            return True
    return False


@jit
def next_to_deploy(state, tables, seat):
    """The next starting unit of a side to be placed, -1: transports first, then by index. Clause: TI-SET-05."""
    chosen = -1
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.status == Status.RESERVE and unit.due == 0:
            if unit.kind != Kind.SQUAD and tables.vehicle_capacity[unit.kind] > 0:
                return slot
            if chosen < 0:
                chosen = slot
    return chosen


@jit
def can_deploy(state, tables, slot, cell):
    """True if a starting unit may be placed in a hex. Clause: TI-SET-05."""
    return tables.zone[seat_of(slot), cell] != 0 and is_enterable(state, tables, slot, cell)


@jit
def can_deploy_aboard(state, tables, slot, transport):
    """True if a starting squad may be placed inside a transport. Clause: TI-SET-05."""
    return has_room(state, tables, slot, transport)


@jit
def can_place_marker(state, tables, seat, mark, cell):
    """True if a fortification marker of the scenario may be placed in a hex. Clauses: TI-SET-01, TI-TRN-05, TI-TRN-08, TI-TRN-09."""
    if tables.on_map[cell] == 0:
        return False
    if mark == Mark.ENTRENCHMENT or mark == Mark.PILLBOX:
        if tables.zone_trench[seat, cell] == 0 or entrenchments_in(state, cell) + pillboxes_in(state, cell) >= 3:
            return False
        terrain = tables.terrain[cell]
        if terrain == Terrain.STREAM or terrain == Terrain.DEEP_STREAM or terrain == Terrain.POND:
            return False
        return terrain != Terrain.BUILDING
    return tables.zone_wire[seat, cell] != 0 and (state.marks[cell] & mark) == 0 and tables.terrain[cell] != Terrain.POND


@jit
def has_marker_place(state, tables, seat, mark):
    """True if a marker can be placed anywhere."""
    for cell in range(CELLS):
        if can_place_marker(state, tables, seat, mark, cell):
            return True
    return False


@jit
def has_deployment(state, tables, slot):
    """True if a starting unit can be placed anywhere."""
    for cell in range(CELLS):
        if can_deploy(state, tables, slot, cell):
            return True
    for transport in range(FORCE * seat_of(slot), FORCE * (seat_of(slot) + 1)):
        if can_deploy_aboard(state, tables, slot, transport):
            return True
    return False
