"""What is legal: one function per group of questions, each writes ones into a blank mask."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import (
    BID,
    BIDS,
    CARD,
    CELL,
    DECK,
    DIRECTION,
    FIGURE,
    OPTION,
    ORDER,
    PASS,
    RETRIED,
    RETRY,
    UNIT,
    Decision,
    Option,
)
from skirmish_rl.envs.tide_of_iron.rules.assaulting import can_assault_hex, can_support_assault, can_take_hit
from skirmish_rl.envs.tide_of_iron.rules.attacking import can_op_fire
from skirmish_rl.envs.tide_of_iron.rules.card_choices import can_play, can_retry, is_card_cell, is_card_unit
from skirmish_rl.envs.tide_of_iron.rules.cards import deck_size
from skirmish_rl.envs.tide_of_iron.rules.facts import has_free_fort, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import can_go_op, can_shell, can_support, is_target
from skirmish_rl.envs.tide_of_iron.rules.moving import can_load, can_push, can_step, free_points, step_cost
from skirmish_rl.envs.tide_of_iron.rules.ordering import can_crew, can_take
from skirmish_rl.envs.tide_of_iron.rules.recovery import can_arrive, can_give, can_give_any, can_transfer
from skirmish_rl.envs.tide_of_iron.rules.retreating import can_retreat
from skirmish_rl.envs.tide_of_iron.rules.setting_up import can_deploy, can_deploy_aboard, can_hold_token, can_place_marker
from skirmish_rl.envs.tide_of_iron.rules.specials import can_be_healed, can_occupy
from skirmish_rl.envs.tide_of_iron.state import CARDS, CELLS, DIRECTIONS, FIGURES, FORCE, ORDERS, SLOTS, Fort, Kind, Mark, Order

_FIRST_RETRY, _SECOND_RETRY, _THIRD_RETRY = RETRIED


@jit
def legal_select(state, tables, mask):
    """Actions of the turn: a unit with an order, or a card; with cards alone, also none. Clauses: TI-ACT-04, TI-ACT-06, TI-CMD-16."""
    seat = state.decider
    mask[PASS] = 1
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if not can_take(state, tables, slot, Order.FATIGUE):
            continue
        mask[PASS] = 0
        for order in range(ORDERS):
            if can_take(state, tables, slot, order):
                mask[ORDER + SLOTS * order + slot] = 1
    legal_cards(state, tables, mask)
    if can_retry(state, tables, seat, _FIRST_RETRY):
        mask[RETRY] = 1
    if can_retry(state, tables, seat, _SECOND_RETRY):
        mask[RETRY + 1] = 1
    if can_retry(state, tables, seat, _THIRD_RETRY):
        mask[RETRY + 2] = 1


@jit
def legal_cards(state, tables, mask):
    """Cards of the HQ area that can be activated now. Clauses: TI-CMD-19, TI-CMD-22."""
    seat = state.decider
    for card in range(CARDS):
        if state.hand[seat, card] and can_play(state, tables, seat, card):
            mask[CARD + card] = 1


@jit
def legal_step(state, tables, mask):
    """Ways to spend movement. Clause: TI-MOV-02."""
    slot = state.subject
    if state.units[slot].kind == Kind.GUN:
        for direction in range(DIRECTIONS):
            mask[DIRECTION + direction] = can_push(state, tables, slot, direction, state.crew)
        return
    for direction in range(DIRECTIONS):
        mask[DIRECTION + direction] = step_cost(state, tables, slot, direction) > 0
    points = free_points(state)
    for option in range(Option.ENTER_ENTRENCHMENT, Option.LAY_CHARGE + 1):
        mask[OPTION + option] = can_step(state, tables, slot, state.order, option, points)
    seat = seat_of(slot)
    if state.crowd[seat, state.units[slot].cell] > 1:
        for transport in range(FORCE * seat, FORCE * (seat + 1)):
            if state.units[transport].kind != Kind.SQUAD:
                mask[UNIT + transport] = can_load(state, tables, slot, transport, points)
    mask[PASS] = state.overrun == 0


@jit
def legal_activation(state, tables, mask):
    """Other questions about the active unit."""
    decision = state.decision
    slot = state.subject
    seat = state.decider
    if decision == Decision.TARGET:
        legal_target(state, tables, mask, slot)
    elif decision == Decision.OP_FIRE:
        mask[PASS] = 1
        for shooter in range(FORCE * seat, FORCE * (seat + 1)):
            mask[UNIT + shooter] = can_op_fire(state, tables, shooter)
    elif decision == Decision.ASSAULT_HEX:
        mask[PASS] = 1
        for direction in range(DIRECTIONS):
            mask[DIRECTION + direction] = can_assault_hex(state, tables, slot, direction)
    elif decision == Decision.FIRE_OR_MOVE:
        mask[OPTION + Option.FIRE_FIRST] = 1
        mask[OPTION + Option.MOVE_FIRST] = 1
    elif decision == Decision.ORDER:
        mask[OPTION + Option.OP_FIRE_FIRST] = 1
        mask[OPTION + Option.MINES_FIRST] = 1
    elif decision == Decision.GUN_CREW:
        for crew in range(FORCE * seat, FORCE * (seat + 1)):
            mask[UNIT + crew] = can_crew(state, tables, slot, crew)
    else:
        cell = state.units[slot].cell
        mark_traps(state, mask, cell)
        for direction in range(DIRECTIONS):
            mark_traps(state, mask, tables.next[cell, direction])


@jit
def legal_target(state, tables, mask, slot):
    """What the active unit may fire at. Clauses: TI-FIR-01, TI-ARE-01, TI-ACT-11."""
    foe = 1 - seat_of(slot)
    for target in range(FORCE * foe, FORCE * (foe + 1)):
        if state.units[target].cell >= 0:
            mask[UNIT + target] = is_target(state, tables, slot, target, state.beast != 0)
            if state.order == Order.FIRE and state.beast == 0 and can_shell(state, tables, slot, state.units[target].cell):
                mask[CELL + state.units[target].cell] = 1
    mask[PASS] = state.move_done


@jit
def mark_traps(state, mask, cell):
    """Offer a hex whose tank traps can be cleared. Clause: TI-OPS-08."""
    if cell >= 0 and state.marks[Mark.TRAPS, cell]:
        mask[CELL + cell] = 1


@jit
def legal_attack(state, tables, mask):
    """Questions inside an attack."""
    decision = state.decision
    if decision == Decision.FIGURES:
        mask[OPTION + Option.ALL] = 1
        mask[OPTION + Option.CREW] = 1
        mask[OPTION + Option.OTHERS] = 1
    elif decision == Decision.ATTACK_TYPE:
        mask[OPTION + Option.NORMAL] = 1
        mask[OPTION + Option.SUPPRESSIVE] = 1
    else:
        mask[PASS] = 1
        own = FORCE * state.decider
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_support(state, tables, slot)


@jit
def legal_assault(state, tables, mask):
    """Questions inside an assault, and casualties."""
    decision = state.decision
    seat = state.decider
    own = FORCE * seat
    if decision == Decision.CASUALTY:
        unit = state.units[state.subject]
        for figure in range(FIGURES):
            mask[FIGURE + figure] = unit.figures[figure] > 0
    elif decision == Decision.ASSAULT_SUPPORT:
        mask[PASS] = 1
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_support_assault(state, tables, slot)
    elif decision == Decision.HIT_UNIT:
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_take_hit(state, tables, slot, seat)
    else:
        for direction in range(DIRECTIONS):
            mask[DIRECTION + direction] = can_retreat(state, tables, state.subject, direction)


@jit
def legal_special(state, tables, mask):
    """What cards and special actions may name. Clauses: TI-CRD-04, TI-CRD-12..31, TI-SPC-03, TI-SPC-05, TI-SPC-08, TI-TRN-11."""
    decision = state.decision
    seat = state.decider
    if decision == Decision.CARD_UNIT:
        served = state.served
        for slot in range(SLOTS):
            mask[UNIT + slot] = is_card_unit(state, tables, seat, state.subject, slot, served)
        mask[PASS] = served >= 0
    elif decision == Decision.CARD_CELL:
        for cell in range(CELLS):
            if state.subject >= 0:
                mask[CELL + cell] = is_card_cell(state, tables, seat, state.subject, cell)
            else:
                mask[CELL + cell] = state.marks[Mark.CHARGE_A + seat, cell]
    elif decision == Decision.SMOKE_CELL:
        mask[CELL + state.subject] = state.active >= 0
        for direction in range(DIRECTIONS):
            there = tables.next[state.subject, direction]
            if there >= 0:
                mask[CELL + there] = 1
    elif decision == Decision.HEAL_UNIT:
        for squad in range(FORCE * seat, FORCE * (seat + 1)):
            mask[UNIT + squad] = can_be_healed(state, squad, seat, state.subject)
    else:
        mask[PASS] = 1
        for squad in range(FORCE * seat, FORCE * (seat + 1)):
            mask[UNIT + squad] = can_occupy(state, squad, seat, state.subject)


@jit
def legal_command(state, tables, mask):
    """What command can be spent on in the Command Phase. Clauses: TI-CMD-11, TI-CMD-15, TI-CMD-16, TI-CMD-20, TI-CMD-22."""
    mask[PASS] = 1
    legal_cards(state, tables, mask)
    for k in range(min(BIDS, state.command[state.decider])):
        mask[BID + k] = 1


@jit
def legal_decks(state, tables, mask):
    """Decks that still hold cards."""
    seat = state.decider
    for place in range(tables.n_decks[seat]):
        mask[DECK + place] = deck_size(state, seat, place) > 0


@jit
def legal_status(state, tables, mask):
    """Questions of the Status Phase. Chapter STA."""
    decision = state.decision
    subject = state.subject
    own = FORCE * state.decider
    if decision == Decision.OP_MODE:
        mask[PASS] = 1
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_go_op(state, tables, slot)
    elif decision == Decision.TRANSFER_FROM:
        mask[PASS] = 1
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_give_any(state, slot)
    elif decision == Decision.TRANSFER_FIGURE:
        for figure in range(FIGURES):
            mask[FIGURE + figure] = state.units[subject].figures[figure] > 0 and can_give(state, subject, figure)
    elif decision == Decision.TRANSFER_TO:
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_transfer(state, subject, slot, state.given)
    elif decision == Decision.ARRIVE:
        for cell in range(CELLS):
            mask[CELL + cell] = can_arrive(state, tables, subject, cell)
    else:
        legal_decks(state, tables, mask)
        mask[PASS] = decision == Decision.DRAW_EXTRA


@jit
def legal_setup(state, tables, mask):
    """Questions of the set-up. Chapter SET."""
    decision = state.decision
    subject = state.subject
    seat = state.decider
    own = FORCE * seat
    if decision == Decision.ASSIGN_TOKEN:
        for slot in range(own, own + FORCE):
            mask[UNIT + slot] = can_hold_token(state, slot)
    elif decision == Decision.DRAW_START:
        legal_decks(state, tables, mask)
    elif decision == Decision.PLACE_MARKER:
        for cell in range(CELLS):
            mask[CELL + cell] = can_place_marker(state, tables, seat, subject, cell)
    elif decision == Decision.DEPLOY:
        for cell in range(CELLS):
            mask[CELL + cell] = can_deploy(state, tables, subject, cell)
        for transport in range(own, own + FORCE):
            mask[UNIT + transport] = can_deploy_aboard(state, tables, subject, transport)
    else:
        cell = state.units[subject].cell
        mask[PASS] = 1
        mask[OPTION + Option.ENTER_ENTRENCHMENT] = has_free_fort(state, cell, Fort.ENTRENCHMENT)
        mask[OPTION + Option.ENTER_PILLBOX] = has_free_fort(state, cell, Fort.PILLBOX)
