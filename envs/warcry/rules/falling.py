"""Falling. Chapter FALL; DG-8, DG-9."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.frames import ask, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import CELL, Decision
from skirmish_rl.envs.warcry.rules.fighters import put_unit, suffer_impact, take_down
from skirmish_rl.envs.warcry.rules.measuring import flat_inches2
from skirmish_rl.envs.warcry.rules.telling import Departure, Own
from skirmish_rl.envs.warcry.state import CELLS, WIDTH, Place, seat_of

LANDING = 2  # inches that a fallen fighter lands away at most, WC-FALL-02
REACH = LANDING + 1  # cells from a fighter to the farthest that is within them


class Fall(IntEnum):
    """Steps of the FALL frame: `slot` falls."""

    WHERE = 0
    HEIGHT = 1
    GROUND = 2
    OVER = 3


@jit
def may_fall(state, tables, slot):
    """True for a fighter at an open edge of a platform, or on a stair or a ladder. Clauses: WC-FALL-04, DG-8."""
    node = state.units[slot].node
    if node >= CELLS:
        return tables.node_place[node] == Place.STEPS
    return tables.open_side[node] != 0


@jit
def can_land(state, tables, slot, cell):
    """True if a fallen fighter may be placed on a cell. Clauses: WC-FALL-02, DG-9."""
    unit = state.units[slot]
    if tables.stand[cell] == 0 or tables.level[cell] >= tables.node_height[unit.node] or flat_inches2(unit.cell, cell) > LANDING * LANDING:
        return False
    there = state.board[cell]
    return there < 0 or there == slot


@jit
def run_fall(state, tables, frame):
    """One step of a fall. Clauses: WC-FALL-02, WC-FALL-03, WC-FALL-05, WC-FALL-07."""
    slot = frame.slot
    step = frame.step
    if step == Fall.WHERE:
        centre = state.units[slot].cell
        for cell in range(max(0, centre - REACH * (WIDTH + 1)), min(CELLS, centre + REACH * (WIDTH + 1) + 1)):
            if can_land(state, tables, slot, cell):
                ask(state, 1 - seat_of(slot), Decision.FALL, slot)
                return
        frame.step = Fall.OVER
        if state.units[slot].node >= CELLS:
            take_down(state, tables, slot, Departure.FELL)
    elif step == Fall.HEIGHT:
        frame.step = Fall.GROUND
        if frame.fallen >= tables.fall_height:
            if suffer_impact(state, tables, slot, False):
                frame.step = Fall.OVER
    elif step == Fall.GROUND:
        frame.step = Fall.OVER
        if tables.near_deadly[state.units[slot].node]:
            suffer_impact(state, tables, slot, True)
    else:
        pop(state)


@jit
def legal_fall(state, tables, mask):
    """The cells in which the fallen fighter may land. Clause: WC-FALL-02."""
    centre = state.units[state.subject].cell
    for cell in range(max(0, centre - REACH * (WIDTH + 1)), min(CELLS, centre + REACH * (WIDTH + 1) + 1)):
        mask[CELL + cell] = can_land(state, tables, state.subject, cell)


@jit
def apply_fall(state, tables, frame, action):
    """A fallen fighter is placed. Clauses: WC-FALL-02, WC-FALL-05."""
    slot = frame.slot
    cell = action - CELL
    frame.fallen = tables.node_height[state.units[slot].node] - tables.level[cell]
    put_unit(state, tables, slot, cell)
    note(state, Own.FALLS, unit=slot, cell=cell)
    frame.step = Fall.HEIGHT
