"""Command is spent: on cards, and on the initiative. Chapter CMD."""

from __future__ import annotations

from skirmish_rl.envs.core.events import note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import BID, BIDS, CARD, PASS
from skirmish_rl.envs.tide_of_iron.rules.cards import can_play, legal_cards
from skirmish_rl.envs.tide_of_iron.rules.decks import play_card
from skirmish_rl.envs.tide_of_iron.rules.telling import Own
from skirmish_rl.envs.tide_of_iron.state import CARDS


@jit
def can_spend(state, tables, seat):
    """True if a side can spend command or activate a card. Clauses: TI-CMD-15, TI-CMD-16, TI-CMD-19."""
    if state.command[seat] > 0:
        return True
    for card in range(CARDS):
        if state.hand[seat, card] and can_play(state, tables, seat, card):
            return True
    return False


@jit
def legal_command(state, tables, mask):
    """The uses of command in the Command Phase. Clauses: TI-CMD-11, TI-CMD-15, TI-CMD-16, TI-CMD-20, TI-CMD-22."""
    mask[PASS] = 1
    legal_cards(state, tables, mask)
    for k in range(min(BIDS, state.command[state.decider])):
        mask[BID + k] = 1


@jit
def apply_command(state, tables, frame, action):
    """Spend command in the Command Phase. Clauses: TI-CMD-17, TI-CMD-20, TI-CMD-21, TI-CMD-22."""
    seat = state.decider
    if action == PASS:
        frame.side += 1
    elif action >= CARD:
        play_card(state, tables, seat, action - CARD)
    else:
        k = action - BID + 1
        note(state, Own.BIDS, seat, value=k)
        state.command[seat] -= k
        state.pool[seat] += k
