"""What is true of a position: facts about units and hexes that rules, bots and encoders ask for."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.state import DIRECTIONS, FIGURES, FORCE, SLOTS, Condition, Figure, Fort, Kind, Mark, Specialty, Status


@jit
def seat_of(slot):
    """The side a slot belongs to."""
    return slot // FORCE


@jit
def is_on_map(unit):
    """True while the unit is on the map, also aboard."""
    return unit.status == Status.ON_MAP


@jit
def is_out(unit):
    """True for a unit that stands on the map itself and not aboard a transport."""
    return unit.status == Status.ON_MAP and unit.carrier < 0


@jit
def is_squad(unit):
    """Squads have no armour value, everything else has. Clause: TI-GEN-02."""
    return unit.kind == Kind.SQUAD


@jit
def strength_of(unit):
    """Figures on a squad base."""
    n = 0
    for figure in range(FIGURES):
        n += unit.figures[figure]
    return n


@jit
def filled_slots(unit):
    """Slots in use on a squad base; crews take two. Clause: TI-GEN-03."""
    return strength_of(unit) + unit.figures[Figure.MACHINE_GUN] + unit.figures[Figure.MORTAR]


@jit
def has_crew(unit):
    """True for a squad with a machine-gun or mortar crew (heavy infantry weapon)."""
    return unit.figures[Figure.MACHINE_GUN] + unit.figures[Figure.MORTAR] > 0


@jit
def is_steady(unit):
    """Neither pinned nor disrupted."""
    return unit.condition == Condition.NONE


@jit
def is_heavy(tables, unit):
    """True for a heavy vehicle. Clause: TI-VEH-01."""
    return tables.vehicle_heavy[unit.kind] != 0


@jit
def has_officer(state, seat, cell):
    """True if an officer of a side is in a hex, in any condition. Clauses: TI-OFF-02..05."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and unit.figures[Figure.OFFICER] > 0 and is_out(unit):
            return True
    return False


@jit
def has_medic(state, seat, cell):
    """True if a medic squad of a side is in a hex. Clause: TI-SPC-04."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and unit.specialty == Specialty.MEDIC and is_out(unit):
            return True
    return False


@jit
def has_heavy(state, tables, seat, cell):
    """True if a heavy vehicle of a side is in a hex."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.cell == cell and is_out(unit) and is_heavy(tables, unit):
            return True
    return False


@jit
def forts_in(state, cell):
    """Number of entrenchments and pillboxes in a hex."""
    return state.marks[Mark.ENTRENCHMENT, cell] + state.marks[Mark.PILLBOX, cell]


@jit
def forts_taken(state, cell, fort):
    """Squads that sit in fortifications of one type in a hex."""
    n = 0
    for slot in range(SLOTS):
        unit = state.units[slot]
        if unit.cell == cell and unit.fort == fort and is_out(unit):
            n += 1
    return n


@jit
def has_free_fort(state, cell, fort):
    """True if an empty fortification of a type lies in a hex. Clauses: TI-TRN-05, TI-TRN-06, TI-TRN-13."""
    mark = Mark.ENTRENCHMENT if fort == Fort.ENTRENCHMENT else Mark.PILLBOX
    return state.marks[mark, cell] > forts_taken(state, cell, fort)


@jit
def touches_enemy(state, tables, seat, cell):
    """True if an enemy of a side stands in a neighbouring hex."""
    for direction in range(DIRECTIONS):
        there = tables.next[cell, direction]
        if there >= 0 and state.crowd[1 - seat, there] > 0:
            return True
    return False


@jit
def has_operation(tables, seat, operation):
    """True if the scenario gives a side an operations card."""
    return tables.operations[seat, operation] != 0
