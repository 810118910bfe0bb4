"""Events as arrays: what happened, to which seat, by which unit, and how much.

Events last only until the next action. Code that counts events over a game must therefore ask bots like any other agent, instead of
letting them act inside the engine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from skirmish_rl.envs.core.events import EVENTS, OWN, Event, EventKind
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

AMOUNTS = (Event.HURT, Event.HEALED, Event.SPENT, Event.GAINED)  # their value says how much: it is added up
TOLD = (Event.NONE, Event.FORCED, Event.ROUND, Event.PHASE, Event.ROLLS, Event.DIE, Event.MODIFIER, Event.RESULT)  # how, not what
UNIT = re.compile(r"([A-Z]+)(\d+)(?:-(\d+))?\s+(.*)")
SEAT = re.compile(r"seat_(\d+)\b")


def kinds_of(ruleset: Ruleset) -> list[EventKind]:
    """The kinds of event that say what happened; kinds that all games share come first."""
    return [kind for kind in [*Event, *(own for own in ruleset.language.kinds if own >= OWN)] if kind not in TOLD]


def template_of(ruleset: Ruleset, kind: EventKind) -> str:
    """The sentence that reports a kind of event."""
    return ruleset.language.sentences.get(kind) or kind.sentence


def name_of(kind: EventKind) -> str:
    """A readable name for a kind of event."""
    return in_words(kind)


def units_of(record: np.void, scenario: Scenario) -> list[tuple[int, int, str]]:
    """The units that each seat starts with, from the roster: (slot, seat, kind of unit)."""
    slots, seat, units = {name: slot for slot, name in enumerate(scenario.ruleset.layout.units)}, -1, []
    for line in scenario.ruleset.language.roster(record, scenario):
        unit = UNIT.fullmatch(line)
        if unit is None:
            head = SEAT.match(line)
            seat = int(head[1]) if head else -1
        elif seat >= 0:
            letter, first, last, text = unit.groups()
            names = (f"{letter}{number}" for number in range(int(first), int(last or first) + 1))
            units += [(slots[name], seat, text.partition(":")[0]) for name in names if name in slots]
    return units


class Deeds(NamedTuple):
    """Events of some games, in order, as arrays of one length.

    Attributes:
        game: int64, index of the game in the batch.
        event: records of `core.events.EVENT`.
        kind: int64, the kind of event.
        seat: int64, the seat that the event's sentence names, else the seat of its unit; -1 for none.
        place: int64, the kind's index in `kinds_of`; -1 for events that only describe how something happened.
        much: int64, the amount of an event that has one, else 1.
        overrun: int, number of actions with more events than a record holds; the excess events are missing.
    """

    game: np.ndarray
    event: np.ndarray
    kind: np.ndarray
    seat: np.ndarray
    place: np.ndarray
    much: np.ndarray
    overrun: int


class EventReader:
    """Reads what has happened since the last actions in a batch that records events."""

    def __init__(self, scenario: Scenario):
        ruleset = scenario.ruleset
        kinds = kinds_of(ruleset)
        self.scenario = scenario
        self._place = np.full(256, -1)
        self._place[[int(kind) for kind in kinds]] = np.arange(len(kinds))
        self._amount = np.zeros(256, bool)
        self._amount[[int(kind) for kind in AMOUNTS]] = True
        self._by_name = np.zeros(256, bool)  # its sentence names the seat that it is about
        self._by_name[[int(kind) for kind in kinds if "{seat}" in template_of(ruleset, kind)]] = True
        self._seat_of = np.full(len(ruleset.layout.units) + 1, -1)  # the last is "no unit"

    def know(self, units: Sequence[tuple[int, int, str]]) -> None:
        """Note which units belong to which seat, from `units_of`; units of a seat share a letter, so this covers reinforcements, too."""
        names = self.scenario.ruleset.layout.units
        letters = {names[slot].rstrip("0123456789"): seat for slot, seat, _ in units}
        for slot, name in enumerate(names):
            self._seat_of[slot] = letters.get(name.rstrip("0123456789"), -1)

    def read(self, games: np.ndarray, index: np.ndarray) -> Deeds:
        """Read the events since the last actions in some games, int64 (m,)."""
        noted = games["noted"][index]
        which, at = np.nonzero(np.arange(EVENTS)[None, :] < noted[:, None])
        game = index[which]
        event = games["events"][game, at]
        kind = event["kind"].astype(np.int64)
        owner = self._seat_of[event["unit"].astype(np.int64)]
        seat = np.where((owner >= 0) & ~(self._by_name[kind] & (event["seat"] >= 0)), owner, event["seat"])
        much = np.where(self._amount[kind], np.abs(event["value"].astype(np.int64)), 1)
        return Deeds(game, event, kind, seat, self._place[kind], much, int((noted > EVENTS).sum()))
