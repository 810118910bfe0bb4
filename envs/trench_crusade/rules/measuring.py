"""Distances, sight, contact: facts about cells, most of them looked up. Chapter GEN, section Digitising."""

from __future__ import annotations

from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.data.fields import COVER, PACKED, SIGHT
from skirmish_rl.envs.trench_crusade.state import FORCE, HALVES, WIDTH, Status, bit_of, seat_of

CLOSE = 1 * HALVES


@jit
def is_within(tables, here, there, halves):
    """True if two bases are at most so many half inches apart. Clauses: TC-GEN-01, Digitising."""
    rise = abs(tables.height[here] - tables.height[there])
    return distance2(WIDTH, here, there) <= tables.span[rise, halves]


@jit
def is_close(tables, here, there):
    """True if two bases are at most 1" apart."""
    rise = abs(tables.height[here] - tables.height[there])
    return distance2(WIDTH, here, there) <= tables.span[rise, CLOSE]


@jit
def sight_of(tables, here, there):
    """Bits of `tables.sight`: SIGHT, and COVER of the second cell but that of a trench."""
    return tables.sight[here, there // PACKED] >> 2 * (there % PACKED)


@jit
def is_in_sight(tables, here, there):
    """True if a model in one cell has LOS to the other. Clauses: TC-GEN-06, TC-GEN-07."""
    return sight_of(tables, here, there) & SIGHT != 0


@jit
def is_entrenched(tables, here, there):
    """True if the second cell is in a trench that the first is not in. Clause: TC-TER-08."""
    return tables.trench[there] != 0 and tables.trench[here] != tables.trench[there]


@jit
def has_cover(tables, here, there):
    """True if terrain gives a model in the second cell COVER from the first. Clause: TC-TER-08."""
    return sight_of(tables, here, there) & COVER != 0 or is_entrenched(tables, here, there)


@jit
def is_ducking(tables, here, there):
    """True if terrain at least 1/2" high in contact with the second cell lies towards the first. Clause: TC-ABL-11."""
    return sight_of(tables, here, there) & COVER != 0


@jit
def is_above(tables, here, there):
    """True if the first cell is at least 3" higher. Clause: TC-RNG-07."""
    return tables.height[here] >= tables.height[there] + 3


@jit
def foes_close(state, tables, slot, cell):
    """Bits of the enemies of a model that would be within 1" of it in a cell."""
    foe = FORCE * (1 - seat_of(slot))
    found = 0
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and is_close(tables, cell, unit.cell):
            found |= bit_of(other)
    return found


@jit
def is_engaged(state, tables, slot):
    """True if an enemy is within 1" of a model; Down ones count. Clauses: TC-MOV-03, TC-DOWN-01."""
    cell = state.units[slot].cell
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and is_close(tables, cell, unit.cell):
            return True
    return False


@jit
def is_near_trait(state, tables, seat, cell, trait, halves):
    """True if a model of a seat with a trait is within so many half inches of a cell: auras. Clause: TC-GEN-06."""
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and tables.traits[other, trait] and is_within(tables, cell, unit.cell, halves):
            return True
    return False
