"""What events tell, as arrays: what happened, to which seat, by which unit, how much.

Events last from one answer to the next, so whoever counts them over a game asks bots like any other agent, and does not let them
answer inside the engine.
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
    """The kinds of event that say what happened, shared ones first."""
    return [kind for kind in [*Event, *(own for own in ruleset.language.kinds if own >= OWN)] if kind not in TOLD]


def template_of(ruleset: Ruleset, kind: EventKind) -> str:
    """The sentence that tells a kind of event."""
    return ruleset.language.sentences.get(kind) or kind.sentence


def name_of(kind: EventKind) -> str:
    """A kind of event by name, for people."""
    return in_words(kind)


def units_of(record: np.void, scenario: Scenario) -> list[tuple[int, int, str]]:
    """The units that seats begin with, from the roster: (slot, seat, what it is)."""
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
        game: int64, of the batch.
        event: records of `core.events.EVENT`. kind: int64.
        seat: int64, whose it is: the seat that its sentence names, else its unit's; -1 for nobody's.
        place: int64, its kind's place in `kinds_of`; -1 for those that only say how.
        much: int64, how much of it: an amount, else 1.
        overrun: int, answers after which more happened than a record holds; what was beyond is missing here.
    """

    game: np.ndarray
    event: np.ndarray
    kind: np.ndarray
    seat: np.ndarray
    place: np.ndarray
    much: np.ndarray
    overrun: int


class EventReader:
    """Reads what has happened since the last answers of a batch that listens."""

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
        """Learn whose units are whose, from `units_of`: a seat's units share a letter, those that come later, too."""
        names = self.scenario.ruleset.layout.units
        letters = {names[slot].rstrip("0123456789"): seat for slot, seat, _ in units}
        for slot, name in enumerate(names):
            self._seat_of[slot] = letters.get(name.rstrip("0123456789"), -1)

    def read(self, games: np.ndarray, index: np.ndarray) -> Deeds:
        """The events since the last answers in some games, int64 (m,)."""
        noted = games["noted"][index]
        which, at = np.nonzero(np.arange(EVENTS)[None, :] < noted[:, None])
        game = index[which]
        event = games["events"][game, at]
        kind = event["kind"].astype(np.int64)
        owner = self._seat_of[event["unit"].astype(np.int64)]
        seat = np.where((owner >= 0) & ~(self._by_name[kind] & (event["seat"] >= 0)), owner, event["seat"])
        much = np.where(self._amount[kind], np.abs(event["value"].astype(np.int64)), 1)
        return Deeds(game, event, kind, seat, self._place[kind], much, int((noted > EVENTS).sum()))
