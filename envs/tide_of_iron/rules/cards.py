"""Strategy cards: drawing, playing, and what each of them does. Chapter CRD."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules.activating import begin_activation
from skirmish_rl.envs.tide_of_iron.rules.attacking import begin_shelling, begin_sniping
from skirmish_rl.envs.tide_of_iron.rules.card_choices import asks_cell, asks_unit, is_artillery, is_card_unit
from skirmish_rl.envs.tide_of_iron.rules.firing import halve
from skirmish_rl.envs.tide_of_iron.rules.marking import set_marks, wear_marks
from skirmish_rl.envs.tide_of_iron.rules.rolling import DIE
from skirmish_rl.envs.tide_of_iron.rules.scoring import fill_pool, gain
from skirmish_rl.envs.tide_of_iron.rules.specials import dig, put_smoke, return_regular
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier, Own, Prize, Roll
from skirmish_rl.envs.tide_of_iron.rules.units import set_condition, set_damage
from skirmish_rl.envs.tide_of_iron.state import (
    CARDS,
    DIRECTIONS,
    FIGURES,
    FORCE,
    LASTS,
    SIDES,
    Blow,
    Card,
    Condition,
    Frame,
    Mark,
    Order,
    Status,
)  # fmt: skip


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
def run_card(state, tables, frame):
    """One step of a card."""
    seat = state.card_seat
    card = state.card
    step = frame.step
    if step == Play.START:
        start_card(state, tables, frame, seat, card)
    elif step == Play.AGAIN:
        serve_again(state, tables, frame, seat, card)
    elif step == Play.ACCURACY:
        shell(state, tables, frame, seat, card)
    elif step == Play.WIDE:
        shell_around(state, tables, frame, seat, card)
    elif step == Play.SCREEN:
        screen(state, tables, frame, seat)
    else:
        state.card = -1
        state.card_seat = -1
        state.served = -1
        pop(state)


@jit
def serve_again(state, tables, frame, seat, card):
    """A card that says "up to two" may serve another unit. Clauses: TI-CRD-16, TI-CRD-24."""
    frame.step = Play.RESOLVED
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_card_unit(state, tables, seat, card, slot, state.served):
            ask(state, seat, Decision.CARD_UNIT, card)
            return


@jit
def start_card(state, tables, frame, seat, card):
    """The first moment of a card."""
    amount = tables.card_amount[card]
    frame.step = Play.RESOLVED
    if is_artillery(card):
        contact(state, tables, seat, card)
    elif asks_cell(card):
        ask(state, seat, Decision.CARD_CELL, card)
    elif asks_unit(card):
        ask(state, seat, Decision.CARD_UNIT, card)
    elif card == Card.RAPID_MOBILISATION:
        fill_pool(state, seat, amount)
    elif card == Card.CUT_COMMUNICATIONS:
        fill_pool(state, 1 - seat, -min(amount, state.pool[1 - seat]))
    elif card == Card.COORDINATED_PUSH:
        note(state, Own.ACTIONS, seat, value=amount)
        state.actions_left += amount
    elif card == Card.EXTRA_RATIONS:
        gain(state, seat, amount, Prize.CARD)
    elif card == Card.NO_STEP_BACK or card == Card.INCREASED_PRIORITY:
        state.lasting[seat, card] = LASTS
    else:
        raise_reserve(state, tables, seat, card)


@jit
def contact(state, tables, seat, card):
    """Artillery tries to establish contact. Clauses: TI-CRD-03, TI-CRD-22."""
    state.tried[seat, card] += 1
    note(state, Event.ROLLS, seat, value=Roll.CONTACT)
    result = roll(state, DIE)
    if state.lasting[seat, Card.INCREASED_PRIORITY]:
        result += tables.card_amount[Card.INCREASED_PRIORITY]
        note(state, Event.MODIFIER, value=tables.card_amount[Card.INCREASED_PRIORITY], other=Modifier.PRIORITY)
    note(state, Event.MODIFIER, other=tables.card_contact[card])
    note(state, Own.CONTACT if result >= tables.card_contact[card] else Own.SILENCE, seat, value=card)
    if result >= tables.card_contact[card]:
        state.waiting[seat, card] -= 1
        state.tried[seat, card] -= 1
        ask(state, seat, Decision.CARD_CELL, card)


@jit
def name_card_cell(state, tables, frame, cell):
    """The player has named a hex. Clauses: TI-CRD-04, TI-CRD-15, TI-CRD-21, TI-CRD-27..30."""
    seat = state.card_seat
    card = state.card
    if card == Card.SMOKE_MISSION:
        put_smoke(state, cell)
        frame.named = cell
        frame.step = Play.SCREEN
    elif is_artillery(card):
        frame.named = cell
        frame.step = Play.ACCURACY
    elif card == Card.TAKE_COVER:
        set_marks(state, Mark.COVER_A + seat, cell, LASTS)
    elif card == Card.DIG_IN:
        dig(state, seat, cell)
    elif card == Card.LAY_WIRE:
        set_marks(state, Mark.WIRE, cell, 1)
    elif card == Card.MINE_BELT:
        set_marks(state, Mark.MINES, cell, 1)
    else:
        set_marks(state, Mark.TRAPS, cell, 1)


@jit
def screen(state, tables, frame, seat):
    """The second smoke of a Smoke Mission. Clause: TI-CRD-21."""
    frame.step = Play.RESOLVED
    for direction in range(DIRECTIONS):
        if tables.next[frame.named, direction] >= 0:
            ask(state, seat, Decision.SMOKE_CELL, frame.named)
            return


@jit
def shell(state, tables, frame, seat, card):
    """Accuracy, then the attack. Clauses: TI-CRD-05, TI-CRD-06, TI-CRD-19, TI-CRD-20."""
    cell = frame.named
    accuracy = tables.card_accuracy[card]
    note(state, Event.ROLLS, seat, value=Roll.ACCURACY)
    result = roll(state, DIE)
    note(state, Event.MODIFIER, other=accuracy)
    if result < accuracy:
        note(state, Event.ROLLS, seat, value=Roll.DRIFT)
        direction = roll(state, DIRECTIONS) - 1
        for _ in range(accuracy - result):
            if cell >= 0:
                cell = tables.next[cell, direction]
        note(state, Own.DRIFTS, seat, cell=cell)
    frame.step = Play.RESOLVED
    if cell < 0:
        return
    blow = Blow.NORMAL
    if card == Card.SUPPRESSIVE_BARRAGE:
        blow = Blow.SUPPRESSIVE
        frame.impact = cell
        frame.step = Play.WIDE
    begin_shelling(state, tables, seat, cell, blow, tables.card_dice[card])


@jit
def shell_around(state, tables, frame, seat, card):
    """A wide attack falls on each adjacent hex with half the dice. Clause: TI-CRD-06."""
    if frame.direction >= DIRECTIONS:
        frame.step = Play.RESOLVED
        return
    there = tables.next[frame.impact, frame.direction]
    frame.direction += 1
    if there >= 0:
        begin_shelling(state, tables, seat, there, Blow.SUPPRESSIVE, halve(tables.card_dice[card], 1))


@jit
def name_card_unit(state, tables, frame, slot):
    """The player has named a unit. Clauses: TI-CRD-12, TI-CRD-14, TI-CRD-16, TI-CRD-17, TI-CRD-24..26, TI-CRD-31."""
    card = state.card
    unit = state.units[slot]
    if card == Card.MARKSMEN:
        begin_sniping(state, tables, state.card_seat, slot, tables.card_dice[card])
    elif card == Card.REPAIR_CREW:
        set_damage(state, slot, unit.damage - 1)
    elif card == Card.STEADY:
        if unit.condition == Condition.DISRUPTED:
            set_condition(state, slot, Condition.PINNED)
        else:
            set_condition(state, slot, Condition.NONE)
            note_served(state, frame, slot)
    elif card == Card.FIELD_DRESSING:
        return_regular(state, slot)
        note_served(state, frame, slot)
    else:
        state.boost = tables.card_amount[card]
        if card == Card.SURPRISE_ASSAULT:
            state.silent = 1
            begin_activation(state, slot, Order.ASSAULT)
        elif card == Card.FORCED_MARCH:
            begin_activation(state, slot, Order.ADVANCE)
        else:
            state.beast = card == Card.TAKE_DOWN_THE_BEAST
            begin_activation(state, slot, Order.FIRE)


@jit
def note_served(state, frame, slot):
    """A card that says "up to two" has served a squad; the second must be another. Clauses: TI-CRD-16, TI-CRD-24."""
    if state.served < 0:
        frame.step = Play.AGAIN
    state.served = slot


@jit
def raise_reserve(state, tables, seat, card):
    """Units of a reserve card wait to arrive in the next Status Phase. Clauses: TI-CRD-32..36, TI-REI-01."""
    first = -1
    k = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        unit = state.units[slot]
        if unit.status != Status.ABSENT or k == tables.card_force_size[card]:
            continue
        unit.kind = tables.card_force_kind[seat, card, k]
        for figure in range(FIGURES):
            unit.figures[figure] = tables.card_force_figures[seat, card, k, figure]
        unit.status = Status.RESERVE
        unit.due = state.round
        unit.cell = -1
        unit.carrier = first
        state.waiting_units[seat] += 1
        note(state, Own.RESERVE, seat, slot, first)
        first = slot
        k += 1


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
