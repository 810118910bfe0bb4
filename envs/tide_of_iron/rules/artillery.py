"""Off-board artillery: contact, accuracy, attack, smoke; its target is named like that of other cards.

Chapter CRD: TI-CRD-02..06, TI-CRD-19..22.
"""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules.attacking import begin_shelling
from skirmish_rl.envs.tide_of_iron.rules.decks import Play
from skirmish_rl.envs.tide_of_iron.rules.firing import halve
from skirmish_rl.envs.tide_of_iron.rules.rolling import DIE
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.tide_of_iron.state import DIRECTIONS, Blow, Card


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
def screen(state, tables, frame, seat):
    """The second smoke of a Smoke Mission. Clause: TI-CRD-21."""
    frame.step = Play.RESOLVED
    for direction in range(DIRECTIONS):
        if tables.next[frame.named, direction] >= 0:
            ask(state, seat, Decision.SMOKE_CELL, frame.named)
            return
