"""What is true of a unit or a squad: facts that rules, bots and encoders ask for."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.state import Status


@jit
def is_on_table(unit):
    """True for a unit in a cell, in a Garrison or aboard a Transport on the table."""
    return unit.status == Status.ON_TABLE


@jit
def is_alive(unit):
    """True for a unit that is neither destroyed nor an empty slot."""
    return Status.RESERVE <= unit.status <= Status.ON_TABLE


@jit
def is_present(unit):
    """True for a unit that counts on the table: in a cell or in a Garrison, not aboard anything. Clause: DZ-TRN-06."""
    return unit.status == Status.ON_TABLE and unit.carrier < 0


@jit
def is_on_way(unit):
    """True for a unit in a flight that may be reacted against. Clause: DZ-RF-01."""
    return unit.origin >= 0


@jit
def has_trait(tables, slot, trait):
    """True if a unit has a special rule."""
    return (tables.unit_traits[slot] >> trait) & 1 != 0


@jit
def is_infantry(tables, slot):
    """True for Infantry."""
    return tables.unit_kind[slot] == Kind.INFANTRY


@jit
def is_aircraft(tables, slot):
    """True for an Aircraft, airborne or landed."""
    return tables.unit_kind[slot] >= Kind.AIRCRAFT


@jit
def is_vehicle(state, tables, slot):
    """True for a Vehicle: Tanks, Skimmers, Walkers, landed Aircraft. Clauses: DZ-CORE-11, DZ-AIR-03."""
    kind = tables.unit_kind[slot]
    return kind != Kind.INFANTRY and (kind < Kind.AIRCRAFT or state.units[slot].flying == 0)


@jit
def leader_of(state, tables, squad):
    """The first unit of a squad that is neither destroyed nor absent, -1. Clause: DZ-GRID-11."""
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        if is_alive(state.units[slot]):
            return slot
    return -1

