"""Windows: when Command Cards are played, on whom, and nullified. Chapter CARD: DZ-CARD-01..06, DZ-CARD-C02."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, frame_of, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import CARD, OPTION, PASS, PIECE, SEAT, UNIT, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.cards import resolve
from skirmish_rl.envs.dropzone_commander.rules.initiative import discard, holds
from skirmish_rl.envs.dropzone_commander.rules.playable import (
    can_name,
    can_play,
    can_tunnel,
    has_playable,
    is_for_seat,
    is_for_unit,
    playable_cards,
)
from skirmish_rl.envs.dropzone_commander.rules.telling import Own
from skirmish_rl.envs.dropzone_commander.state import CARDS, FIRST, SEATS, Fact, Frame, Window


class Polling(IntEnum):
    """Steps of the WINDOW frame: `place` in the order, `passes` in succession; cards above `base` on the stack were played in it."""

    OPEN = 0
    POLL = 1
    RESOLVE = 2


@jit
def anybody_holds(state):
    """True if any hand has a card."""
    for seat in range(SEATS):
        if state.hands[seat] != 0:
            return True
    return False


@jit
def run_window(state, tables, frame):
    """One step of a window: holders are polled until all pass in succession, then the cards resolve, the last first.

    Clauses: DZ-CARD-02, DZ-CARD-06, DZ-MULTI-09.
    """
    if frame.step == Polling.OPEN:
        if not anybody_holds(state):
            pop(state)
            return
        state.window = frame.window
        frame.base = state.n_played
        frame.step = Polling.POLL
    elif frame.step == Polling.POLL:
        while frame.passes < tables.seats:
            seat = state.order[frame.place % tables.seats]
            if has_playable(state, tables, frame, seat):
                ask(state, seat, Decision.CARD)
                return
            frame.passes += 1
            frame.place = (frame.place + 1) % tables.seats
        frame.step = Polling.RESOLVE
    elif state.n_played > frame.base:
        state.n_played -= 1
        played = state.stack[state.n_played]
        card = played.card
        seat = played.seat
        target = played.target
        void = played.void
        played.card = 0
        played.seat = -1
        played.target = -1
        played.void = 0
        if void:
            note(state, Own.NULLIFIED, seat, value=card)
        else:
            resolve(state, tables, frame, seat, card, target)
    else:
        state.window = Window.NONE
        pop(state)


@jit
def legal_card(state, tables, frame, mask):
    """Cards of the hand that can be played now. Clauses: DZ-CARD-01, DZ-CARD-02."""
    seat = state.decider
    mask[PASS] = 1
    left = playable_cards(state, frame, seat)
    for card in range(CARDS):
        mask[CARD + card] = (left >> card) & 1 != 0 and can_play(state, tables, frame, seat, card)


@jit
def apply_card(state, tables, frame, action):
    """Play the chosen card, and ask for its target if it needs one; or poll the next player. Clauses: DZ-CARD-02, DZ-MULTI-09."""
    if action == PASS:
        frame.passes += 1
        frame.place = (frame.place + 1) % tables.seats
        return
    seat = state.decider
    card = action - CARD
    state.asked_card = card
    if is_for_unit(card):
        ask(state, seat, Decision.CARD_UNIT, card)
    elif is_for_seat(card):
        ask(state, seat, Decision.CARD_SEAT, card)
    elif card == Card.TUNNEL:
        ask(state, seat, Decision.CARD_PIECE, card)
    else:
        begin_card(state, tables, frame, -1)


@jit
def legal_card_unit(state, tables, frame, mask):
    """Squads or Commanders that the card may be for. Chapter CARD."""
    seat = state.decider
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        mask[UNIT + slot] = can_name(state, tables, frame, seat, state.subject, slot)


@jit
def apply_card_unit(state, tables, frame, action):
    """Play the card for the chosen squad or Commander."""
    begin_card(state, tables, frame, action - UNIT)


@jit
def legal_card_piece(state, tables, frame, mask):
    """Garrisons that a squad may tunnel to. Clause: DZ-CARD-C09."""
    for piece in range(tables.n_pieces):
        mask[PIECE + piece] = can_tunnel(state, tables, frame.squad, piece)


@jit
def apply_card_piece(state, tables, frame, action):
    """Tunnel to the chosen Garrison. Clause: DZ-CARD-C09."""
    begin_card(state, tables, frame, action - PIECE)


@jit
def legal_card_seat(state, tables, mask):
    """The opponents."""
    for other in range(tables.seats):
        mask[SEAT + other] = other != state.decider


@jit
def apply_card_seat(state, tables, frame, action):
    """Play the card against the chosen opponent."""
    begin_card(state, tables, frame, action - SEAT)


@jit
def begin_card(state, tables, frame, target):
    """The card that was chosen is played; the next to be polled is who follows. Clauses: DZ-CARD-02, DZ-MULTI-09."""
    frame.place = (frame.place + 1) % tables.seats
    card = state.asked_card
    state.asked_card = -1
    play_card(state, state.decider, card, target)


@jit
def play_card(state, seat, card, target):
    """A card is played: it goes to the discards and onto the stack, and the others may nullify it.

    Clauses: DZ-CARD-01..03, DZ-CARD-C02.
    """
    discard(state, seat, card)
    note(state, Event.CARD, seat, value=card)
    frame = frame_of(state, Frame.WINDOW)
    frame.passes = 0
    played = state.stack[state.n_played]
    played.card = card
    played.seat = seat
    played.target = target
    played.void = 0
    state.n_played += 1
    answer = push(state, Frame.NULLIFY)
    answer.seat = seat
    answer.card = card


@jit
def run_nullify(state, tables, frame):
    """The others may nullify the card played last, in the order of initiative. Clause: DZ-CARD-C02."""
    while frame.place < tables.seats:
        seat = state.order[frame.place]
        if seat != frame.seat and holds(state, seat, Card.NULLIFY):
            ask(state, seat, Decision.NULLIFY, frame.card)
            return
        frame.place += 1
    if frame.facts & Fact.VOID:
        state.stack[state.n_played - 1].void = 1
    pop(state)


@jit
def legal_nullify(mask):
    """Nullify the card or not. Clause: DZ-CARD-C02."""
    mask[PASS] = 1
    mask[OPTION + Option.YES] = 1


@jit
def apply_nullify(state, frame, action):
    """Nullify the card, or ask the next player. Clause: DZ-CARD-C02."""
    if action == PASS:
        frame.place += 1
    else:
        nullify(state, frame, state.decider)


@jit
def nullify(state, frame, seat):
    """A card is nullified, unless that is nullified in turn. Clause: DZ-CARD-C02."""
    discard(state, seat, Card.NULLIFY)
    note(state, Event.CARD, seat, value=Card.NULLIFY)
    frame.facts ^= Fact.VOID
    frame.seat = seat
    frame.card = Card.NULLIFY
    frame.place = 0
