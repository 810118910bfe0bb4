"""An action turn: what a player may do next, and what that begins. Chapter ACT."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import CARD, ORDER, PASS, RETRIED, RETRY
from skirmish_rl.envs.tide_of_iron.rules.activating import begin_activation
from skirmish_rl.envs.tide_of_iron.rules.cards import can_play, can_retry, legal_cards
from skirmish_rl.envs.tide_of_iron.rules.decks import play_card, resolve_card
from skirmish_rl.envs.tide_of_iron.rules.ordering import can_take, has_unit_to_act
from skirmish_rl.envs.tide_of_iron.rules.scoring import finish_actions
from skirmish_rl.envs.tide_of_iron.rules.specials import act_specially
from skirmish_rl.envs.tide_of_iron.rules.units import fatigue, watch
from skirmish_rl.envs.tide_of_iron.state import CARDS, FORCE, ORDERS, SLOTS, Order

_FIRST_RETRY, _SECOND_RETRY, _THIRD_RETRY = RETRIED


@jit
def has_action(state, tables, seat):
    """True if a side can take any action. Clause: TI-ACT-04."""
    if has_unit_to_act(state, tables, seat):
        return True
    for card in range(CARDS):
        if state.hand[seat, card] and can_play(state, tables, seat, card):
            return True
        if state.waiting[seat, card] and can_retry(state, tables, seat, card):
            return True
    return False


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
def apply_select(state, tables, action):
    """An action of the turn begins, or the side is finished for the round.

    Clauses: TI-ACT-02, TI-ACT-04, TI-ACT-06, TI-ACT-10, TI-ACT-15..17.
    """
    seat = state.decider
    if action == PASS:
        finish_actions(state, seat)
        return
    state.actions_left -= 1
    if action >= RETRY:
        card = _FIRST_RETRY
        if action == RETRY + 1:
            card = _SECOND_RETRY
        elif action == RETRY + 2:
            card = _THIRD_RETRY
        resolve_card(state, seat, card)
        return
    if action >= CARD:
        play_card(state, tables, seat, action - CARD)
        return
    order = (action - ORDER) // SLOTS
    slot = (action - ORDER) % SLOTS
    if order == Order.FATIGUE or order == Order.PREPARE:
        note(state, Event.ACTIVATED, seat, slot, value=order)
        if order == Order.PREPARE:
            watch(state, slot)
        else:
            fatigue(state, slot)
    elif order >= Order.DIG:
        act_specially(state, tables, slot, order)
    else:
        begin_activation(state, slot, order)
