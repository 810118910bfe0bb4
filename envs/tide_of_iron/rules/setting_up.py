"""Set-up: the forces, tokens, cards, markers and places before round 1. Chapter SET."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go, pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CELL, OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.tide_of_iron.rules.attacking import clear_attack
from skirmish_rl.envs.tide_of_iron.rules.decks import has_deck
from skirmish_rl.envs.tide_of_iron.rules.facts import forts_in, has_crew, has_free_fort, has_operation, is_squad, seat_of
from skirmish_rl.envs.tide_of_iron.rules.marking import count_marks, set_marks
from skirmish_rl.envs.tide_of_iron.rules.recovery import has_op_unit
from skirmish_rl.envs.tide_of_iron.rules.rolling import DIE
from skirmish_rl.envs.tide_of_iron.rules.scoring import capture_at_setup, fill_pool, gain, in_turn
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Prize, Roll
from skirmish_rl.envs.tide_of_iron.rules.units import board, enter_fort, has_room, is_enterable, put_unit
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    CELLS,
    FIGURES,
    FORCE,
    FORTS,
    MARKS,
    OBJECTIVES,
    SIDES,
    SLOTS,
    Fort,
    Kind,
    Mark,
    Operation,
    Specialty,
    Status,
)

DEPOT = 2  # TI-OPS-01
SEIZED = 2  # TI-OPS-07


class Setup(IntEnum):
    """Steps of the SETUP frame."""

    TOKENS = 0
    CARDS = 1
    MARKERS = 2
    DEPLOY = 3
    OP_FIRE = 4


@jit
def lay_out(state, tables):
    """The table before the first decision. Clauses: TI-GEN-01, TI-SET-01, TI-SET-02, TI-SET-06, TI-SET-08, TI-OPS-01, TI-OPS-07."""
    state.seats = SIDES
    state.initiative = tables.initiative
    if tables.initiative < 0:
        note(state, Event.ROLLS, 0, value=Roll.INITIATIVE)
        state.initiative = 0 if roll(state, DIE) <= DIE // 2 else 1
    state.turn = -1
    state.active = -1
    state.order = -1
    state.crew = -1
    state.card = -1
    state.card_seat = -1
    state.served = -1
    state.given = -1
    clear_attack(state)
    for mark in range(MARKS):
        for cell in range(CELLS):
            count_marks(state, mark, cell, tables.marks[mark, cell])
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
            gain(state, seat, DEPOT, Prize.SUPPLY_DEPOT)
        if has_operation(tables, seat, Operation.SEIZE_THE_INITIATIVE):
            fill_pool(state, seat, SEIZED)


@jit
def run_setup(state, tables, frame):
    """Tokens, cards, markers, units, Op Fire. Clauses: TI-SET-01..08."""
    step = frame.step
    if step == Setup.TOKENS:
        assign_tokens(state, tables, frame)
    elif step == Setup.CARDS:
        start_cards(state, tables, frame)
    elif step == Setup.MARKERS:
        place_markers(state, tables, frame)
    elif step == Setup.DEPLOY:
        deploy(state, tables, frame)
    else:
        start_op(state, tables, frame)


@jit
def assign_tokens(state, tables, frame):
    """Each side's specialisation tokens, in scenario order. Clause: TI-SET-03."""
    if frame.side >= SIDES:
        go(state, frame, Setup.CARDS)
        return
    seat = in_turn(state, frame.side)
    if frame.token < tables.n_tokens[seat] and has_token_holder(state, seat):
        ask(state, seat, Decision.ASSIGN_TOKEN, tables.tokens[seat, frame.token])
        frame.token += 1
    else:
        frame.side += 1
        frame.token = 0


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
def legal_assign_token(state, mask):
    """Squads that may get the token. Clause: TI-SET-03."""
    own = FORCE * state.decider
    for slot in range(own, own + FORCE):
        mask[UNIT + slot] = can_hold_token(state, slot)


@jit
def apply_assign_token(state, action):
    """Give the token to the chosen squad. Clause: TI-SET-03."""
    state.units[action - UNIT].specialty = state.subject
    note(state, Own.TOKEN, state.decider, action - UNIT, value=state.subject)


@jit
def start_cards(state, tables, frame):
    """The starting cards, from decks of the player's choice. Clause: TI-SET-04."""
    if frame.side >= SIDES:
        go(state, frame, Setup.MARKERS)
        return
    seat = in_turn(state, frame.side)
    if frame.drawn < tables.start_cards[seat] and has_deck(state, tables, seat):
        frame.drawn += 1
        ask(state, seat, Decision.DRAW_START)
    else:
        frame.side += 1
        frame.drawn = 0


@jit
def placer(state, tables, place):
    """The side that sets up at a place of the order of setting up. Clause: TI-SET-05."""
    first = tables.first_placer if tables.first_placer >= 0 else state.initiative
    return first if place == 0 else 1 - first


@jit
def place_markers(state, tables, frame):
    """The fortification markers of a side, in scenario order; scenarios without room for them are refused. Clause: TI-SET-01."""
    seat = placer(state, tables, frame.placing)
    if frame.marker >= tables.n_markers[seat]:
        frame.step = Setup.DEPLOY
        return
    ask(state, seat, Decision.PLACE_MARKER, tables.markers[seat, frame.marker])
    frame.marker += 1


@jit
def can_place_marker(state, tables, seat, mark, cell):
    """True if a fortification marker of the scenario may be placed in a hex. Clauses: TI-SET-01, TI-TRN-05, TI-TRN-08, TI-TRN-09."""
    if mark == Mark.ENTRENCHMENT or mark == Mark.PILLBOX:
        return tables.zone_trench[seat, cell] != 0 and forts_in(state, cell) < FORTS
    return tables.zone_wire[seat, cell] != 0 and state.marks[mark, cell] == 0


@jit
def legal_place_marker(state, tables, mask):
    """Hexes for the marker. Clauses: TI-SET-01, TI-TRN-05, TI-TRN-08, TI-TRN-09."""
    for cell in range(CELLS):
        mask[CELL + cell] = can_place_marker(state, tables, state.decider, state.subject, cell)


@jit
def apply_place_marker(state, action):
    """Put the marker in the chosen hex. Clause: TI-SET-01."""
    mark = state.subject
    cell = action - CELL
    set_marks(state, mark, cell, state.marks[mark, cell] + 1)


@jit
def deploy(state, tables, frame):
    """A side places all its starting units, one after another; scenarios without room for them are refused.

    Clauses: TI-SET-05, TI-SET-07.
    """
    seat = placer(state, tables, frame.placing)
    slot = next_to_deploy(state, tables, seat)
    if slot < 0:
        capture_at_setup(state, tables, seat)
        frame.placing += 1
        frame.marker = 0
        frame.step = Setup.MARKERS
        if frame.placing >= SIDES:
            go(state, frame, Setup.OP_FIRE)
    else:
        ask(state, seat, Decision.DEPLOY, slot)


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
def legal_deploy(state, tables, mask):
    """Hexes and transports for a starting unit. Clause: TI-SET-05."""
    slot = state.subject
    own = FORCE * state.decider
    for cell in range(CELLS):
        mask[CELL + cell] = can_deploy(state, tables, slot, cell)
    for transport in range(own, own + FORCE):
        mask[UNIT + transport] = can_deploy_aboard(state, tables, slot, transport)


@jit
def apply_deploy(state, action):
    """Put the unit in the chosen hex or transport. Clause: TI-SET-05."""
    slot = state.subject
    if action >= CELL:
        put_unit(state, slot, action - CELL)
        offer_fort(state, slot)
    else:
        board(state, slot, action - UNIT)


@jit
def offer_fort(state, slot):
    """A squad that was placed where a fortification is free may start in it. Clause: TI-SET-05."""
    unit = state.units[slot]
    if is_squad(unit):
        if has_free_fort(state, unit.cell, Fort.ENTRENCHMENT) or has_free_fort(state, unit.cell, Fort.PILLBOX):
            ask(state, seat_of(slot), Decision.DEPLOY_FORT, slot)


@jit
def legal_deploy_fort(state, mask):
    """The free fortifications of the squad's hex. Clause: TI-SET-05."""
    cell = state.units[state.subject].cell
    mask[PASS] = 1
    mask[OPTION + Option.ENTER_ENTRENCHMENT] = has_free_fort(state, cell, Fort.ENTRENCHMENT)
    mask[OPTION + Option.ENTER_PILLBOX] = has_free_fort(state, cell, Fort.PILLBOX)


@jit
def apply_deploy_fort(state, action):
    """Put the squad in the chosen fortification, or in the open. Clause: TI-SET-05."""
    if action != PASS:
        enter_fort(state, state.subject, Fort.ENTRENCHMENT if action == OPTION + Option.ENTER_ENTRENCHMENT else Fort.PILLBOX)


@jit
def start_op(state, tables, frame):
    """Op Fire mode before round 1, where the scenario grants it. Clause: TI-SET-08."""
    if frame.side >= SIDES:
        pop(state)
        return
    seat = in_turn(state, frame.side)
    if tables.start_op[seat] and has_op_unit(state, tables, seat):
        ask(state, seat, Decision.OP_MODE)
    else:
        frame.side += 1
