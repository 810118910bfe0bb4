"""Cards drawn, paid for and laid aside. Chapter CRD: TI-CRD-01; TI-SET-04, TI-STA-02, TI-CMD-17, TI-CMD-18."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import DECK, PASS, Decision
from skirmish_rl.envs.tide_of_iron.rules.marking import wear_marks
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Roll
from skirmish_rl.envs.tide_of_iron.state import CARDS, SIDES, Card, Frame, Mark


class Play(IntEnum):
    """Steps of the CARD frame."""

    START = 0
    RESOLVED = 1
    AGAIN = 2  # of "up to two": the first is served
    ACCURACY = 3  # of artillery
    WIDE = 4  # its attack on the hexes around
    SCREEN = 5  # a second smoke


@jit
def deck_size(state, seat, place):
    """Cards left in a side's deck."""
    n = 0
    for card in range(CARDS):
        n += state.deck[seat, place, card]
    return n


@jit
def has_deck(state, tables, seat):
    """True if a side has any card left to draw. Clause: TI-STA-02."""
    for place in range(tables.n_decks[seat]):
        if deck_size(state, seat, place) > 0:
            return True
    return False


@jit
def draw_card(state, seat, place):
    """Draw from a deck; its hidden order is decided by one die of as many faces as there are cards. Clauses: TI-STA-02, TI-SET-04.

    Returns:
        The card, now faceup.
    """
    note(state, Event.ROLLS, seat, value=Roll.THE_CARD)
    k = roll(state, deck_size(state, seat, place)) - 1
    drawn = -1
    for card in range(CARDS):
        if drawn < 0 and k < state.deck[seat, place, card]:
            drawn = card
        k -= state.deck[seat, place, card]
    state.deck[seat, place, drawn] -= 1
    state.hand[seat, drawn] += 1
    note(state, Own.DRAWN, seat, value=drawn)
    return drawn


@jit
def legal_draw(state, tables, mask):
    """Decks that still hold cards. Clauses: TI-SET-04, TI-STA-02."""
    seat = state.decider
    for place in range(tables.n_decks[seat]):
        mask[DECK + place] = deck_size(state, seat, place) > 0


@jit
def apply_draw_start(state, action):
    """Draw a starting card from the chosen deck. Clause: TI-SET-04."""
    draw_card(state, state.decider, action - DECK)


@jit
def apply_draw(state, tables, frame, action):
    """Draw the card of the Status Phase; after some, another may be drawn. Clause: TI-STA-02."""
    seat = state.decider
    card = draw_card(state, seat, action - DECK)
    if tables.card_plus[card] and has_deck(state, tables, seat):
        ask(state, seat, Decision.DRAW_EXTRA)
    else:
        frame.side += 1


@jit
def legal_draw_extra(state, tables, mask):
    """A second card, or none. Clause: TI-STA-02."""
    legal_draw(state, tables, mask)
    mask[PASS] = 1


@jit
def apply_draw_extra(state, frame, action):
    """Draw the second card, if the player wants it."""
    if action != PASS:
        draw_card(state, state.decider, action - DECK)
    frame.side += 1


@jit
def is_artillery(card):
    """True for the cards that must establish contact. Clause: TI-CRD-02."""
    return Card.OFFENSIVE_ARTILLERY <= card <= Card.SMOKE_MISSION


@jit
def play_card(state, tables, seat, card):
    """Pay for a card and begin its effect. Clauses: TI-CMD-17, TI-CMD-18, TI-CRD-10..36."""
    note(state, Event.CARD, seat, value=card)
    if tables.card_cost[card]:
        note(state, Event.SPENT, seat, value=tables.card_cost[card])
    state.hand[seat, card] -= 1
    state.command[seat] -= tables.card_cost[card]
    if is_artillery(card):
        state.waiting[seat, card] += 1
    resolve_card(state, seat, card)


@jit
def resolve_card(state, seat, card):
    """A card takes effect, or tries for contact."""
    state.card = card
    state.card_seat = seat
    push(state, Frame.CARD)


@jit
def end_lasting(state):
    """The Command Phase ends: lasting cards come nearer to their end. Clauses: TI-CMD-18, TI-CRD-15, TI-CRD-18, TI-CRD-22."""
    for seat in range(SIDES):
        for card in range(CARDS):
            if state.lasting[seat, card]:
                state.lasting[seat, card] -= 1
                if state.lasting[seat, card] == 0:
                    note(state, Own.ENDS, seat, value=card)
        wear_marks(state, Mark.COVER_A + seat)
