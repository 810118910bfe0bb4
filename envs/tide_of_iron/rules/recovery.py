"""The Status Phase: tokens, Op Fire mode, transfers, arrivals. Chapters STA, REI."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CELL, FIGURE, PASS, UNIT, Decision
from skirmish_rl.envs.tide_of_iron.rules.facts import filled_slots, has_officer, is_on_map, is_out, is_squad, seat_of, strength_of
from skirmish_rl.envs.tide_of_iron.rules.firing import can_go_op
from skirmish_rl.envs.tide_of_iron.rules.marking import wear_marks
from skirmish_rl.envs.tide_of_iron.rules.telling import Departure, Own
from skirmish_rl.envs.tide_of_iron.rules.units import board, is_enterable, put_unit, set_condition, watch
from skirmish_rl.envs.tide_of_iron.state import (
    CELLS,
    FIGURES,
    FORCE,
    SLOTS,
    SLOTS_OF_BASE,
    Activation,
    Condition,
    Figure,
    Fort,
    Mark,
    Specialty,
    Status,
)


@jit
def remove_tokens(state):
    """Activation tokens, pins, disruption, smoke, in this order. Clauses: TI-STA-03, TI-OFF-04, TI-TRN-11."""
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.activation = Activation.FRESH
        if not is_on_map(unit):
            continue
        if unit.condition == Condition.PINNED:
            set_condition(state, slot, Condition.NONE)
        elif unit.condition == Condition.DISRUPTED:
            helped = has_officer(state, seat_of(slot), unit.cell)
            set_condition(state, slot, Condition.NONE if helped else Condition.PINNED)
    wear_marks(state, Mark.SMOKE)


@jit
def has_op_unit(state, tables, seat):
    """True if a side has a unit to put in Op Fire mode."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_go_op(state, tables, slot):
            return True
    return False


@jit
def legal_op_mode(state, tables, mask):
    """Units that can be put in Op Fire mode. Clauses: TI-STA-04, TI-SET-08."""
    own = FORCE * state.decider
    mask[PASS] = 1
    for slot in range(own, own + FORCE):
        mask[UNIT + slot] = can_go_op(state, tables, slot)


@jit
def apply_op_mode(state, frame, action):
    """Put the chosen unit in Op Fire mode, or end this for the side. Clauses: TI-STA-04, TI-SET-08."""
    if action == PASS:
        frame.side += 1
    else:
        watch(state, action - UNIT)


@jit
def figure_slots(figure):
    """Slots a figure fills. Clause: TI-GEN-03."""
    return 2 if figure == Figure.MACHINE_GUN or figure == Figure.MORTAR else 1


@jit
def can_exchange(state, slot):
    """True for a squad that may give or take figures. Clause: TI-STA-05."""
    unit = state.units[slot]
    return is_out(unit) and is_squad(unit) and unit.condition == Condition.NONE and unit.activation != Activation.OP_FIRE


@jit
def can_transfer(state, giver, taker, figure):
    """True if a figure may go from one squad to another. Clause: TI-STA-05."""
    a = state.units[giver]
    b = state.units[taker]
    if giver == taker or seat_of(giver) != seat_of(taker) or a.cell != b.cell or a.figures[figure] == 0:
        return False
    if not can_exchange(state, giver) or not can_exchange(state, taker):
        return False
    if filled_slots(b) + figure_slots(figure) > SLOTS_OF_BASE:
        return False
    return figure_slots(figure) == 1 or b.specialty == Specialty.NONE


@jit
def can_give(state, giver, figure):
    """True if a squad can give a type of figure to any other."""
    seat = seat_of(giver)
    for taker in range(FORCE * seat, FORCE * (seat + 1)):
        if can_transfer(state, giver, taker, figure):
            return True
    return False


@jit
def can_give_any(state, giver):
    """True if a squad can give anything to any other."""
    if not is_out(state.units[giver]):
        return False
    for figure in range(FIGURES):
        if state.units[giver].figures[figure] and can_give(state, giver, figure):
            return True
    return False


@jit
def has_transfer(state, seat):
    """True if a side can transfer anything."""
    for cell_slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[cell_slot]
        if is_out(unit) and is_squad(unit) and state.crowd[seat, unit.cell] > 1 and can_give_any(state, cell_slot):
            return True
    return False


@jit
def legal_transfer_from(state, mask):
    """Squads that can give a figure. Clause: TI-STA-05."""
    own = FORCE * state.decider
    mask[PASS] = 1
    for slot in range(own, own + FORCE):
        mask[UNIT + slot] = can_give_any(state, slot)


@jit
def apply_transfer_from(state, frame, action):
    """Name the squad that gives a figure, or end transfers for the side. Clause: TI-STA-05."""
    if action == PASS:
        frame.side += 1
    else:
        ask(state, state.decider, Decision.TRANSFER_FIGURE, action - UNIT)


@jit
def legal_transfer_figure(state, mask):
    """Figures that the squad can give. Clause: TI-STA-05."""
    subject = state.subject
    for figure in range(FIGURES):
        mask[FIGURE + figure] = state.units[subject].figures[figure] > 0 and can_give(state, subject, figure)


@jit
def apply_transfer_figure(state, action):
    """Name the figure that the squad gives. Clause: TI-STA-05."""
    state.given = action - FIGURE
    ask(state, state.decider, Decision.TRANSFER_TO, state.subject)


@jit
def legal_transfer_to(state, mask):
    """Squads that can take the figure. Clause: TI-STA-05."""
    own = FORCE * state.decider
    for slot in range(own, own + FORCE):
        mask[UNIT + slot] = can_transfer(state, state.subject, slot, state.given)


@jit
def apply_transfer_to(state, action):
    """Give the figure to the chosen squad. Clause: TI-STA-05."""
    transfer(state, state.subject, action - UNIT, state.given)
    state.given = -1
    state.transfers[state.decider] += 1


@jit
def transfer(state, giver, taker, figure):
    """Move one figure; an emptied squad is removed with its token. Clause: TI-STA-05."""
    a = state.units[giver]
    seat = seat_of(giver)
    a.figures[figure] -= 1
    state.units[taker].figures[figure] += 1
    note(state, Own.GIVES, seat, giver, taker, value=figure)
    if strength_of(a) == 0:
        note(state, Event.GONE, seat, giver, cell=a.cell, value=Departure.MERGED)
        state.crowd[seat, a.cell] -= 1
        state.alive[seat] -= 1
        a.status = Status.LOST
        a.cell = -1
        a.fort = Fort.NONE
        a.activation = Activation.FRESH


@jit
def is_due(state, slot):
    """True for a unit that should arrive in this Status Phase; those aboard come with their transport. Clauses: TI-STA-06, TI-REI-01."""
    unit = state.units[slot]
    return unit.status == Status.RESERVE and 0 < unit.due <= state.round and unit.carrier < 0


@jit
def can_arrive(state, tables, slot, cell):
    """True if a reinforcement may be placed in a hex. Clause: TI-STA-06."""
    return tables.arrival[seat_of(slot), cell] != 0 and is_enterable(state, tables, slot, cell)


@jit
def has_arrival(state, tables, slot):
    """True if a reinforcement finds any hex."""
    for cell in range(CELLS):
        if can_arrive(state, tables, slot, cell):
            return True
    return False


@jit
def legal_arrive(state, tables, mask):
    """Hexes that the reinforcement may be placed in. Clause: TI-STA-06."""
    for cell in range(CELLS):
        mask[CELL + cell] = can_arrive(state, tables, state.subject, cell)


@jit
def apply_arrive(state, action):
    """A reinforcement is placed, fresh, with those aboard. Clause: TI-STA-06."""
    slot = state.subject
    put_unit(state, slot, action - CELL)
    seat = seat_of(slot)
    for other in range(FORCE * seat, FORCE * (seat + 1)):
        if state.units[other].status == Status.RESERVE and state.units[other].carrier == slot:
            board(state, other, slot)
