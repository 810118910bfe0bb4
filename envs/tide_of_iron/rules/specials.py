"""Digging, healing, smoke and charges: what special actions, and cards like them, do. Chapter SPC."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CELL, PASS, UNIT, Decision
from skirmish_rl.envs.tide_of_iron.rules.attacking import begin_blast
from skirmish_rl.envs.tide_of_iron.rules.facts import filled_slots, is_out, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks
from skirmish_rl.envs.tide_of_iron.rules.rolling import DIE
from skirmish_rl.envs.tide_of_iron.rules.telling import Roll
from skirmish_rl.envs.tide_of_iron.rules.units import enter_fort, fatigue
from skirmish_rl.envs.tide_of_iron.state import CELLS, DIRECTIONS, FORCE, SLOTS_OF_BASE, Figure, Fort, Mark, Order


@jit
def act_specially(state, tables, slot, order):
    """A special action; the unit is fatigued, and active while its owner is asked.

    Clauses: TI-ACT-16, TI-SPC-03, TI-SPC-05, TI-SPC-08, TI-OPS-02.
    """
    seat = seat_of(slot)
    cell = state.units[slot].cell
    note(state, Event.ACTIVATED, seat, slot, value=order)
    state.active = slot
    state.order = order
    fatigue(state, slot)
    if order == Order.DIG:
        dig(state, seat, cell)
    elif order == Order.HEAL:
        note(state, Event.ROLLS, seat, slot, value=Roll.HEALING)
        if roll(state, DIE) >= tables.heal_success:
            ask(state, seat, Decision.HEAL_UNIT, cell)
        note(state, Event.MODIFIER, other=tables.heal_success)
    elif order == Order.SMOKE:
        ask(state, seat, Decision.SMOKE_CELL, cell)
    else:
        ask(state, seat, Decision.CARD_CELL)
    if state.decision == Decision.NONE:
        end_special(state)


@jit
def end_special(state):
    """The special action is over."""
    state.active = -1
    state.order = -1


@jit
def legal_charge(state, mask):
    """Hexes with a demolition charge of the side. Clause: TI-SPC-08."""
    for cell in range(CELLS):
        mask[CELL + cell] = state.marks[Mark.CHARGE_A + state.decider, cell]


@jit
def apply_charge(state, action):
    """Let the charge in the chosen hex go off. Clause: TI-SPC-08."""
    seat = state.decider
    end_special(state)
    set_marks(state, Mark.CHARGE_A + seat, action - CELL, 0)
    begin_blast(state, seat, action - CELL)


@jit
def dig(state, seat, cell):
    """A new entrenchment, which may be occupied at once: by the squad that digs, or by any of the hex after a card.

    Clauses: TI-SPC-03, TI-CRD-27.
    """
    set_marks(state, Mark.ENTRENCHMENT, cell, state.marks[Mark.ENTRENCHMENT, cell] + 1)
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_occupy(state, slot, seat, cell):
            ask(state, seat, Decision.OCCUPY, cell)
            return


@jit
def can_occupy(state, slot, seat, cell):
    """True for a squad that may sit down in a new entrenchment of its hex. Clauses: TI-SPC-03, TI-CRD-27."""
    unit = state.units[slot]
    if state.active >= 0 and slot != state.active:
        return False
    return unit.cell == cell and seat_of(slot) == seat and is_out(unit) and is_squad(unit) and unit.fort == Fort.NONE


@jit
def legal_occupy(state, mask):
    """Squads that may sit down in the new entrenchment. Clauses: TI-SPC-03, TI-CRD-27."""
    seat = state.decider
    mask[PASS] = 1
    for squad in range(FORCE * seat, FORCE * (seat + 1)):
        mask[UNIT + squad] = can_occupy(state, squad, seat, state.subject)


@jit
def apply_occupy(state, action):
    """Let the chosen squad occupy the new entrenchment, or none. Clauses: TI-SPC-03, TI-CRD-27."""
    end_special(state)
    if action != PASS:
        enter_fort(state, action - UNIT, Fort.ENTRENCHMENT)


@jit
def put_smoke(state, cell):
    """Lay smoke in a hex. Clause: TI-TRN-11."""
    set_marks(state, Mark.SMOKE, cell, 1)


@jit
def legal_smoke(state, tables, mask):
    """Hexes beside a hex; an engineer may also smoke his own. Clauses: TI-TRN-11, TI-CRD-21, TI-OPS-02."""
    mask[CELL + state.subject] = state.active >= 0
    for direction in range(DIRECTIONS):
        there = tables.next[state.subject, direction]
        if there >= 0:
            mask[CELL + there] = 1


@jit
def apply_smoke(state, action):
    """Lay smoke in the chosen hex. Clause: TI-TRN-11."""
    end_special(state)
    put_smoke(state, action - CELL)


@jit
def can_be_healed(state, slot, seat, cell):
    """True for a squad of a hex with a free slot. Clause: TI-SPC-05."""
    unit = state.units[slot]
    return unit.cell == cell and is_squad(unit) and is_out(unit) and seat_of(slot) == seat and filled_slots(unit) < SLOTS_OF_BASE


@jit
def has_wounded(state, seat, cell):
    """True if a regular figure can return to a squad of a hex. Clause: TI-SPC-05."""
    if state.lost_regulars[seat] == 0:
        return False
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_be_healed(state, slot, seat, cell):
            return True
    return False


@jit
def legal_heal(state, mask):
    """Squads in the hex of the medic that can take a figure. Clause: TI-SPC-05."""
    seat = state.decider
    for squad in range(FORCE * seat, FORCE * (seat + 1)):
        mask[UNIT + squad] = can_be_healed(state, squad, seat, state.subject)


@jit
def apply_heal(state, action):
    """Return a regular figure to the chosen squad. Clause: TI-SPC-05."""
    end_special(state)
    return_regular(state, action - UNIT)


@jit
def return_regular(state, slot):
    """A lost regular figure comes back. Clauses: TI-SPC-05, TI-CRD-24."""
    state.units[slot].figures[Figure.REGULAR] += 1
    note(state, Event.HEALED, seat_of(slot), slot, Figure.REGULAR, value=1)
    state.lost_regulars[seat_of(slot)] -= 1
