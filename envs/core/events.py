"""Events: what happened since the last answer, noted by the rules, told by traces, `play` and pictures in the game's words.

Rules call `note` where something happens. Nobody listens in training, and then a note costs one comparison. A listener
sets `state.listening` (`Batch.listen`); the record then holds up to EVENTS events since the last answer. `state.noted` counts on
beyond that, so an overrun is seen and never changes play.

An event is eight bytes: a kind and up to five numbers. Each kind is declared with its sentence; rulesets add their own kinds from the
number OWN on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.questions import Words, member_word
from skirmish_rl.envs.core.records import ANY, Record

if TYPE_CHECKING:
    from skirmish_rl.envs.core.ruleset import Scenario

EVENTS = 192
OWN = 40  # first kind that a ruleset may call its own
HEARD = ("events", "noted", "listening")  # fields that differ where somebody listens; a game is the same without them


class EventKind(IntEnum):
    """A kind of event, declared as `NAME = number, sentence, words`.

    Attributes:
        sentence: the text that tells it. Its fields: {seat}, {unit}, {other} (a unit), {target} (a unit, else the cell), {cell}, {value},
            {word} (the value's name), {reason} (the name of `other`).
        words: the enum to which the value (for {word}) or `other` (for {reason}) belongs, or a tuple of words by number.
    """

    sentence: str
    words: Words | None

    def __new__(cls, number: int, sentence: str = "", words: Words | None = None) -> EventKind:
        kind = int.__new__(cls, number)
        kind._value_, kind.sentence, kind.words = number, sentence, words
        return kind


class Event(EventKind):
    """The kinds that all rulesets share; comments say what their numbers mean."""

    NONE = 0
    FORCED = (
        1,
        "{seat} has one answer: {answer} ({asked})",
    )  # an only answer was taken: seat, other: decision, cell: its subject, value: action
    ROUND = 2, "round {value}"  # value: the round that begins
    PHASE = 3, "{word} phase"  # value: a member of the ruleset's Phase
    INITIATIVE = 4, "{seat} has the initiative"  # seat holds it; value: what won it
    ACTIVATED = 5, "{unit} is activated"  # unit, by seat
    MOVED = 6, "{unit} moves to {cell}"  # unit to cell; value: the cell it comes from
    PLACED = 7, "{unit} is placed at {cell}"  # unit on cell: deployed, arrived, created, put there by somebody
    ATTACKED = 8, "{unit} attacks {target}"  # unit at other, or at a cell
    ROLLS = 9  # dice of unit, or of seat, at other; value: what for, a member of the ruleset's Roll. Its DIE events follow
    DIE = 10  # value: the face that fell; other: faces of the die
    MODIFIER = (
        11,
        "{value:+d} {reason}",
    )  # value: added to what is rolled, or to the event before; other: why, a member of the ruleset's Modifier
    RESULT = 12, "{value}"  # of unit's or seat's dice; value: the number they come to
    HURT = 13, "{unit} suffers {value}"  # unit, value: how much
    HEALED = 14, "{unit} recovers {value}"  # unit, value: how much
    CONDITION = 15, "{unit} is {word}"  # unit; value: a member of the ruleset's own enum of conditions
    GONE = 16, "{unit} is gone: {word}"  # unit, from cell; value: how, a member of the ruleset's Status
    POINTS = 17, "{seat} scores {value:+d}"  # seat, value: how many more
    CONTROL = 18, "{cell} is held by {seat}"  # of the objective `other` on cell passes to seat (-1: nobody)
    CARD = 19, "{seat} plays {word}"  # seat plays the card `value`
    SPENT = 20, "{seat} spends {value}"  # seat, value: how much
    GAINED = 21, "{seat} gains {value}"  # seat, value: how much


EVENT = Record([
    ("cell", "i2", ANY),
    ("value", "i2", ANY),
    ("kind", "u1", ANY),
    ("seat", "i1", ANY),
    ("unit", "i1", ANY),
    ("other", "i1", ANY),
])  # fmt: skip


@jit
def note(state, kind, seat=-1, unit=-1, other=-1, cell=-1, value=0):
    """Note an event, if anybody listens; see `Event` for the meaning of the numbers."""
    if state.listening:
        # plain numbers, so that `write_event` is compiled once and not for every mixture of types
        write_event(state, kind, seat, unit, other, cell, value)


@jit
def write_event(state, kind, seat, unit, other, cell, value):
    """Append an event; beyond the capacity it is only counted."""
    if state.noted < EVENTS:
        event = state.events[state.noted]
        event.kind = kind
        event.seat = seat
        event.unit = unit
        event.other = other
        event.cell = cell
        event.value = value
    if state.noted < 32767:
        state.noted += 1


class Noted(NamedTuple):
    """One event, read from a record."""

    kind: int
    seat: int
    unit: int
    other: int
    cell: int
    value: int


def events_of(record: np.void) -> list[Noted]:
    """The events since the last answer, in order; if more happened than a record holds, the first of them."""
    count = min(int(record["noted"]), EVENTS)
    names = Noted._fields
    return [Noted(*(int(event[name]) for name in names)) for event in record["events"][:count]]


@dataclass(frozen=True)
class Language:
    """How a ruleset tells its events.

    Attributes:
        roster: (record, scenario) -> lines that name every unit, for the head of a trace.
        kinds: the ruleset's own kinds of event, numbered from OWN on.
        sentences: shared kind -> the ruleset's own sentence for it.
        words: shared kind -> words, see `EventKind.words`.
        ways: whether moves of a unit from cell to cell are told in one line.
    """

    roster: Callable[[np.void, Any], list[str]]
    kinds: type[EventKind] = Event
    sentences: dict[int, str] = field(default_factory=dict)
    words: dict[int, Words] = field(default_factory=dict)
    ways: bool = False


def sentence(event: Noted, scenario: Scenario) -> str:
    """One event in words."""
    ruleset = scenario.ruleset
    language = ruleset.language
    kind = Event(event.kind) if event.kind < OWN else language.kinds(event.kind)
    template, words = language.sentences.get(kind) or kind.sentence, language.words.get(kind) or kind.words
    unit, asked = ruleset.layout.unit_name, ""
    if event.kind == Event.FORCED:  # its cell is what was asked about
        asked = ruleset.questions.prompt(event.other, ruleset.questions.subject_name(event.other, event.cell))
        event = event._replace(cell=-1)
    elif event.kind == Event.MODIFIER and event.value == 0:
        template = "{reason}"
    cell = ruleset.layout.cell_text(event.cell) if event.cell >= 0 else "off the board"
    return template.format(
        seat=f"seat_{event.seat}" if event.seat >= 0 else "nobody", unit=unit(event.unit), other=unit(event.other),
        target=unit(event.other) if event.other >= 0 else cell, cell=cell, value=event.value,
        word=member_word(words, event.value), reason=member_word(words, event.other),
        answer=ruleset.layout.text(event.value, event.other) if asked else "", asked=asked,
    )  # fmt: skip


def told(record: np.void, scenario: Scenario) -> list[tuple[int, str]]:
    """What happened since the last answer, as (kind of event, line). A roll with its dice, modifiers and result is one line."""
    lines: list[tuple[int, str]] = []
    events = events_of(record)
    at = 0
    while at < len(events):
        event = events[at]
        if event.kind in (Event.ROLLS, Event.DIE):
            at, line = _roll(events, at, scenario)
        elif event.kind == Event.MOVED and scenario.ruleset.language.ways:
            at, line = _way(events, at, scenario)
        else:
            added, at = _modifiers(events, at + 1, scenario)
            line = sentence(event, scenario) + (f" ({', '.join(added)})" if added else "")
        lines.append((event.kind, line))
    if (more := int(record["noted"]) - EVENTS) > 0:
        lines.append((Event.NONE, f"and {more} more of what came about, for which a record has no room"))
    return lines


def tell(record: np.void, scenario: Scenario) -> list[str]:
    """The lines of `told`, without their kinds."""
    return [line for _, line in told(record, scenario)]


def _way(events: list[Noted], at: int, scenario: Scenario) -> tuple[int, str]:
    """The event after a unit's moves from cell to cell, and its whole way in words."""
    passed = []
    while at + 1 < len(events) and events[at + 1].kind == Event.MOVED:
        here, there = events[at], events[at + 1]
        if there.unit != here.unit or there.value != here.cell:
            break
        passed.append(scenario.ruleset.layout.cell_text(here.cell))
        at += 1
    return at + 1, sentence(events[at], scenario) + (f" by {' '.join(passed)}" if passed else "")


def _modifiers(events: list[Noted], at: int, scenario: Scenario) -> tuple[list[str], int]:
    """The modifiers that begin at an event, in words, and where they end."""
    added = []
    while at < len(events) and events[at].kind == Event.MODIFIER:
        added.append(sentence(events[at], scenario))
        at += 1
    return added, at


def _roll(events: list[Noted], at: int, scenario: Scenario) -> tuple[int, str]:
    """The event after a roll, and the roll in words."""
    head = _dice_owner(events[at], scenario)
    at += events[at].kind == Event.ROLLS
    faces, added = [], []
    while at < len(events) and events[at].kind in (Event.DIE, Event.MODIFIER):
        if events[at].kind == Event.DIE:
            faces.append(str(events[at].value))
            at += 1
        else:
            more, at = _modifiers(events, at, scenario)
            added += more
    line = f"{head}: {', '.join([' '.join(faces) or 'no dice', *added])}"
    if at < len(events) and events[at].kind == Event.RESULT:
        result = sentence(events[at], scenario)
        line += f" -> {result}" if added or faces != [result] else ""
        at += 1
    return at, line


def _dice_owner(event: Noted, scenario: Scenario) -> str:
    """Whose dice, what for, at whom."""
    if event.kind == Event.DIE:
        return "dice"
    unit = scenario.ruleset.layout.unit_name
    owner = unit(event.unit) if event.unit >= 0 else f"seat_{event.seat}" if event.seat >= 0 else "dice"
    what = member_word(scenario.ruleset.language.words.get(Event.ROLLS), event.value)
    return f"{owner} rolls for {what}{f' at {unit(event.other)}' if event.other >= 0 else ''}"
