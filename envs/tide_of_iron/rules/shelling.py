"""Mortars: which hexes they can attack, from how far, with how much. Chapter ARE."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.rules.facts import is_out, seat_of
from skirmish_rl.envs.tide_of_iron.rules.sight import is_in_sight, reach_class
from skirmish_rl.envs.tide_of_iron.state import FORCE, Blow, Figure, Reach, Specialty


@jit
def mortar_reach(state, tables, slot, cell):
    """Range class of a squad's mortar crews to a hex; Reach.NONE for its own. Clauses: TI-ARE-02, TI-ARE-05."""
    unit = state.units[slot]
    distance = tables.distance[unit.cell, cell]
    if distance == 0 or unit.figures[Figure.MORTAR] == 0 or not is_out(unit):
        return Reach.NONE
    lift = 1 if tables.level[unit.cell] > tables.level[cell] else 0
    return reach_class(distance, tables.figure_range[seat_of(slot), Figure.MORTAR, 0] + lift)


@jit
def is_spotted(state, tables, seat, cell):
    """True if any unit of a side has line of sight to a hex. Clauses: TI-ARE-02, TI-SUP-07, TI-CRD-04."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if is_out(unit) and tables.sight[unit.cell, cell] and is_in_sight(state, tables, unit.cell, cell):
            return True
    return False


@jit
def can_shell(state, tables, slot, cell):
    """True if a mortar squad may attack a hex. Clauses: TI-ARE-01, TI-ARE-02, TI-SPC-06."""
    seat = seat_of(slot)
    if state.crowd[1 - seat, cell] == 0:
        return False
    reach = mortar_reach(state, tables, slot, cell)
    if reach == Reach.NONE or (reach == Reach.LONG and not has_open_enemy(state, seat, cell)):
        return False
    return is_spotted(state, tables, seat, cell)


@jit
def has_open_enemy(state, seat, cell):
    """True if an enemy of a side in a hex can be attacked at long range. Clause: TI-SPC-06."""
    foe = 1 - seat
    for slot in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[slot]
        if unit.cell == cell and is_out(unit) and unit.specialty != Specialty.RECON:
            return True
    return False


@jit
def has_area_target(state, tables, slot):
    """True if a squad's mortar has a hex to attack. Clause: TI-ARE-01."""
    if state.units[slot].figures[Figure.MORTAR] == 0:
        return False
    foe = 1 - seat_of(slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if is_out(state.units[target]) and can_shell(state, tables, slot, state.units[target].cell):
            return True
    return False


@jit
def mortar_fp(state, tables, slot, blow):
    """FP of a squad's mortar crews. Clause: TI-ARE-03."""
    crews = state.units[slot].figures[Figure.MORTAR]
    if blow == Blow.SUPPRESSIVE:
        return crews * tables.mortar_suppressive
    return crews * tables.figure_fp[seat_of(slot), Figure.MORTAR, 0]
