"""The initiation phase: the initiative roll, discards, replenishment, start-of-round effects. Chapters INIT, CMDR."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.questions import CARD, OPTION, PASS, Decision, Option
from skirmish_rl.envs.dropzone_commander.rules.telling import Own, Roll
from skirmish_rl.envs.dropzone_commander.state import CARDS, FACES, FIRST, MOST_ROLLS, SEATS, Frame, Status, Window

SURGE = 3  # DZ-CARD-C05


class Initiation(IntEnum):
    """Steps of the INITIATION frame; `place`: whose turn it is in the order."""

    BEFORE = 0
    ROLL = 1
    KEEP = 2
    DISCARD = 3
    DISCARDED = 4
    DRAW = 5
    OVER = 6


@jit
def cv_of(state, tables, seat):
    """The highest CV among a seat's Commanders on the table, 0 without one. Clauses: DZ-INIT-03, DZ-CMDR-02..04, DZ-CARD-C04."""
    best = 0
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if tables.unit_cv[slot] > 0 and state.units[slot].status == Status.ON_TABLE and state.units[slot].dp > 0:
            best = max(best, tables.unit_cv[slot] + (1 if state.boost[seat] == slot else 0))
    return best


@jit
def hand_size(state, seat):
    """Cards in a seat's hand."""
    n = 0
    for card in range(CARDS):
        n += (state.hands[seat] >> card) & 1
    return n


@jit
def holds(state, seat, card):
    """True if a seat has a card in hand."""
    return (state.hands[seat] >> card) & 1 != 0


@jit
def run_initiation(state, tables, frame):
    """One step of the initiation phase. Clauses: DZ-INIT-02, DZ-INIT-08, DZ-INIT-12, DZ-INIT-13."""
    step = frame.step
    if step == Initiation.BEFORE:
        frame.step = Initiation.ROLL
        open_window(state, Window.BEFORE_ROLL)
    elif step == Initiation.ROLL:
        roll_initiative(state, tables)
        frame.step = Initiation.KEEP
        ask(state, state.order[0], Decision.KEEP)
    elif step == Initiation.KEEP:
        frame.step = Initiation.DISCARD
        frame.place = 0
        for k in range(tables.seats):
            note(state, Own.RANKED, state.order[k], value=k + 1)
        note(state, Event.INITIATIVE, state.order[0], value=state.rolled[state.order[0]])
    elif step == Initiation.DISCARD:
        if frame.place >= tables.seats:
            frame.step = Initiation.DISCARDED
            open_window(state, Window.AFTER_DISCARDS)
            return
        seat = state.order[frame.place]
        if state.hands[seat] != 0:
            ask(state, seat, Decision.DISCARD)
        else:
            frame.place += 1
    elif step == Initiation.DISCARDED:
        for k in range(tables.seats):
            replenish(state, tables, state.order[k])
        frame.step = Initiation.OVER
        open_window(state, Window.AFTER_DRAWING)
    else:
        pop(state)


@jit
def open_window(state, kind):
    """Cards may be played now."""
    window = push(state, Frame.WINDOW)
    window.window = kind
    window.squad = -1


@jit
def roll_initiative(state, tables):
    """Every player rolls a die and adds the best CV; the totals rank them.

    Clauses: DZ-INIT-03..07, DZ-CARD-C05. Rolls one die a seat, and one for each that is tied, again and again.
    """
    for seat in range(tables.seats):
        note(state, Event.ROLLS, seat, value=Roll.INITIATIVE)
        state.rolled[seat] = roll(state, FACES)
        note(state, Event.RESULT, seat, value=state.rolled[seat])
    for seat in range(tables.seats):
        if (state.surge[seat] >> 1) & 1 and state.rolled[seat] == FACES:
            note(state, Event.ROLLS, seat, value=Roll.INITIATIVE)
            state.rolled[seat] = roll(state, FACES)
            note(state, Event.RESULT, seat, value=state.rolled[seat])
    rank(state, tables)
    for seat in range(SEATS):
        state.surge[seat] = 0


@jit
def total_of(state, tables, seat):
    """A seat's die and what is added to it. Clauses: DZ-INIT-03, DZ-CARD-C05."""
    return state.rolled[seat] + cv_of(state, tables, seat) + (SURGE if state.surge[seat] & 1 else 0)


@jit
def rank(state, tables):
    """Settle the order: a lone 6 first, then by totals; those that are tied roll again among themselves, with the same rules.

    A seat's tier is the first place that it ties for; four bits each. Clauses: DZ-INIT-04..07.
    """
    tiers = 0
    place = 0
    rolls = 0
    while place < tables.seats and rolls < MOST_ROLLS:
        group = 0
        n = 0
        for seat in range(tables.seats):
            if (tiers >> (4 * seat)) & 15 == place:
                group |= 1 << seat
                n += 1
        if n <= 1:
            place += 1
            continue
        if rolls > 0:
            for seat in range(tables.seats):
                if (group >> seat) & 1:
                    note(state, Event.ROLLS, seat, value=Roll.TIE)
                    state.rolled[seat] = roll(state, FACES)
                    note(state, Event.RESULT, seat, value=state.rolled[seat])
        rolls += 1
        tiers = split(state, tables, tiers, group)
    if place < tables.seats:
        state.fault = 1
    for seat in range(tables.seats):
        state.order[(tiers >> (4 * seat)) & 15] = seat


@jit
def split(state, tables, tiers, group):
    """The tiers after a group of tied seats has rolled. Clauses: DZ-INIT-05..07."""
    sixes = 0
    lone = -1
    for seat in range(tables.seats):
        if (group >> seat) & 1 and state.rolled[seat] == FACES:
            sixes += 1
            lone = seat
    if sixes != 1:
        lone = -1
    for seat in range(tables.seats):
        if (group >> seat) & 1 == 0 or seat == lone:
            continue
        for other in range(tables.seats):
            if (group >> other) & 1 and (other == lone or total_of(state, tables, other) > total_of(state, tables, seat)):
                tiers += 1 << (4 * seat)
    return tiers


@jit
def legal_keep(mask):
    """Keep the initiative or give it away. Clause: DZ-INIT-08."""
    mask[OPTION + Option.KEEP] = 1
    mask[OPTION + Option.GIVE] = 1


@jit
def apply_keep(state, action):
    """Keep the order of the players, or let the first two change places. Clauses: DZ-INIT-08, DZ-MULTI-08."""
    if action == OPTION + Option.GIVE:
        second = state.order[1]
        state.order[1] = state.order[0]
        state.order[0] = second
        note(state, Own.GIVES, state.decider)


@jit
def replenish(state, tables, seat):
    """Draw until the hand is as large as the best CV, or one card without a Commander.

    Clauses: DZ-INIT-10, DZ-INIT-11, DZ-CARD-04.
    """
    size = max(cv_of(state, tables, seat), 1)
    n = 0
    while hand_size(state, seat) < size and state.deck[seat] != 0:
        draw_card(state, seat)
        n += 1
    if n:
        note(state, Own.DRAWS, seat, value=n)


@jit
def roll_unseen(state, faces):
    """A die that stands for the order of cards which others do not see: it falls, and nobody hears which face.

    Clause: DZ-CORE-14. Rolls one die.
    """
    listening = state.listening
    state.listening = 0
    face = roll(state, faces)
    state.listening = listening
    return face


@jit
def draw_card(state, seat):
    """Draw one card: the deck's order is decided now.

    Clauses: DZ-CORE-14, DZ-DEP-09. Rolls one die with as many faces as cards are left.
    """
    left = 0
    for card in range(CARDS):
        left += (state.deck[seat] >> card) & 1
    at = roll_unseen(state, left)
    for card in range(CARDS):
        if (state.deck[seat] >> card) & 1:
            at -= 1
            if at == 0:
                state.deck[seat] = state.deck[seat] & ~(1 << card)
                state.hands[seat] = state.hands[seat] | (1 << card)


@jit
def discard(state, seat, card):
    """A card leaves a hand for good. Clauses: DZ-INIT-09, DZ-CMDR-06, DZ-CARD-01."""
    state.hands[seat] = state.hands[seat] & ~(1 << card)
    state.discards[seat] = state.discards[seat] | (1 << card)
    for other in range(SEATS):
        state.shown[other, seat] = state.shown[other, seat] & ~(1 << card)


@jit
def legal_discard(state, mask):
    """Cards of the hand, or no more. Clause: DZ-INIT-09."""
    legal_cut(state, mask)
    mask[PASS] = 1


@jit
def apply_discard(state, frame, action):
    """Discard the chosen card, or ask the next player. Clause: DZ-INIT-09."""
    if action == PASS:
        frame.place += 1
    else:
        apply_cut(state, action)


@jit
def run_cut(state, tables, frame):
    """With a Commander go the cards above the best CV that is left. Clause: DZ-CMDR-06."""
    seat = frame.seat
    if hand_size(state, seat) > max(cv_of(state, tables, seat), 1):
        ask(state, seat, Decision.CUT)
    else:
        pop(state)


@jit
def legal_cut(state, mask):
    """Cards of the hand. Clause: DZ-CMDR-06."""
    for card in range(CARDS):
        mask[CARD + card] = holds(state, state.decider, card)


@jit
def apply_cut(state, action):
    """Discard the chosen card for the lost Commander. Clauses: DZ-CMDR-06, DZ-INIT-09."""
    discard(state, state.decider, action - CARD)
    note(state, Own.DISCARDS, state.decider, value=action - CARD)
