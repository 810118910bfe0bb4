"""What is true of a unit or a squad: facts that rules, bots and encoders ask for."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Kind
from skirmish_rl.envs.dropzone_commander.state import FIRST, USE_BITS, WIDTH, Status


@jit
def put_bit(bits, bit, is_true):
    """Bits of which one is set, or not."""
    return bits | bit if is_true else bits & ~bit


@jit
def uses_of(unit, weapon):
    """Shoot actions in which a unit has used a Limited weapon."""
    return (unit.uses >> USE_BITS * weapon) & ((1 << USE_BITS) - 1)


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
def leader_of(state, tables, squad):
    """The first unit of a squad that is neither destroyed nor absent, -1. Clause: DZ-GRID-11."""
    first = tables.squad_first[squad]
    for slot in range(first, first + tables.squad_size[squad]):
        if is_alive(state.units[slot]):
            return slot
    return -1


@jit
def is_taken(rows, cell):
    """True if somebody is in a cell: on the ground (`rows` are the state's `ground`) or in the air (its `air`)."""
    return (rows[cell // WIDTH] >> (cell % WIDTH)) & 1 != 0


@jit
def take_cell(rows, cell):
    """Note that a unit is in a cell, on the ground or in the air."""
    rows[cell // WIDTH] = rows[cell // WIDTH] | (1 << (cell % WIDTH))


@jit
def free_cell(rows, cell):
    """Note that no unit is in a cell any more."""
    rows[cell // WIDTH] = rows[cell // WIDTH] & ~(1 << (cell % WIDTH))


@jit
def who_is_in(state, cell, flying, but):
    """The unit that stands in a cell, or flies there, -1; `but` does not count."""
    for slot in range(FIRST[state.seats]):
        unit = state.units[slot]
        if unit.cell == cell and unit.flying == flying and unit.carrier < 0 and slot != but:
            return slot
    return -1
