"""Games watched by their events: what happened, to which seat, by which unit, counted over whole games.

Events last from one answer to the next, so bots are asked here like any other agent, and not answered for inside the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.arena import shares
from skirmish_rl.agents.balance.luck import Fortune
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.events import EVENTS, OWN, Event, EventKind
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

_AT_ONCE = 256  # games side by side
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


@dataclass(frozen=True)
class Word:
    """Something with a name that a kind of event tells of: a card that is played, an ability that is used."""

    kind: EventKind
    value: int
    name: str
    of_other: bool  # the event's `other` says which, not its `value`


def words_of(ruleset: Ruleset) -> list[Word]:
    """All that events tell of by name."""
    words_told = []
    for kind in kinds_of(ruleset):
        words = ruleset.language.words.get(kind) or kind.words
        if words is not None:
            values = range(len(words)) if isinstance(words, tuple) else sorted(int(member) for member in words)
            words_told += [Word(kind, value, member_word(words, value), "{reason}" in template_of(ruleset, kind)) for value in values]
    return words_told


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


@dataclass
class UnitCount:
    """A kind of unit of a force, over all games it was in.

    Attributes:
        number: of them that began games. lost: of those that were gone at the end. deeds: (kinds,) what they did or met, by kind of event.
        kept: its force's scores, by unit and game, where it was still there; gone: where it was not.
    """

    number: int = 0
    lost: int = 0
    deeds: np.ndarray = field(default_factory=lambda: np.zeros(1))
    kept: list[float] = field(default_factory=list)
    gone: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Ledger:
    """What happened in the games of one scenario.

    Attributes:
        shares: float64 (n, seats) of the first place.
        kinds: float64 (n, seats, kinds), see `kinds_of`. words: float64 (n, seats, words), see `words_of`.
        units: by force and by what a unit is.
        overrun: answers after which more happened than a record holds: what was beyond is missing here.
        without: float64 (n,), one seat's shares with luck taken out, where that was asked for.
    """

    scenario: Scenario
    forces: tuple[str, ...]
    shares: np.ndarray
    kinds: np.ndarray
    words: np.ndarray
    units: dict[tuple[str, str], UnitCount]
    overrun: int
    without: np.ndarray | None = None


class _Reader:
    """Adds up events as they come."""

    def __init__(self, scenario: Scenario, games: int):
        ruleset = scenario.ruleset
        kinds, words = kinds_of(ruleset), words_of(ruleset)
        self.place = np.full(256, -1)
        self.place[[int(kind) for kind in kinds]] = np.arange(len(kinds))
        self.amount = np.zeros(256, bool)
        self.amount[[int(kind) for kind in AMOUNTS]] = True
        self.by_name = np.zeros(256, bool)  # its sentence names the seat that it is about
        self.by_name[[int(kind) for kind in kinds if "{seat}" in template_of(ruleset, kind)]] = True
        self.of_other = np.zeros(256, bool)
        self.of_other[[int(word.kind) for word in words if word.of_other]] = True
        self.word = np.full((256, 1 + max((word.value for word in words), default=0)), -1)
        for k, word in enumerate(words):
            if word.value >= 0:
                self.word[int(word.kind), word.value] = k
        self.seat_of = np.full(len(ruleset.layout.units) + 1, -1)  # the last is "no unit"
        self.by_seat = np.zeros((games, scenario.seats, len(kinds)))
        self.by_word = np.zeros((games, scenario.seats, len(words)))
        self.by_unit = np.zeros((games, len(ruleset.layout.units), len(kinds)), np.float32)
        self.gone = np.zeros((games, len(ruleset.layout.units)), bool)
        self.overrun = 0

    def know(self, scenario: Scenario, units: Sequence[tuple[int, int, str]]) -> None:
        """A seat's units share a letter, those that come later, too."""
        names = scenario.ruleset.layout.units
        letters = {names[slot].rstrip("0123456789"): seat for slot, seat, _ in units}
        for slot, name in enumerate(names):
            self.seat_of[slot] = letters.get(name.rstrip("0123456789"), -1)

    def read(self, games: np.ndarray, index: np.ndarray) -> None:
        """Count the events since the last answer of some games."""
        noted = games["noted"][index]
        self.overrun += int((noted > EVENTS).sum())
        which, at = np.nonzero(np.arange(EVENTS)[None, :] < noted[:, None])
        event, game = games["events"][index][which, at], index[which]
        kind = event["kind"].astype(np.int64)
        unit = event["unit"].astype(np.int64)
        owner = self.seat_of[unit]
        seat = np.where((owner >= 0) & ~(self.by_name[kind] & (event["seat"] >= 0)), owner, event["seat"])
        value = event["value"].astype(np.int64)
        much = np.where(self.amount[kind], np.abs(value), 1)
        place = self.place[kind]
        told = (place >= 0) & (seat >= 0) & (seat < self.by_seat.shape[1])
        np.add.at(self.by_seat, (game[told], seat[told], place[told]), much[told])
        name = np.where(self.of_other[kind], event["other"], value)
        inside = (name >= 0) & (name < self.word.shape[1])
        word = np.where(inside, self.word[kind, np.where(inside, name, 0)], -1)
        told &= word >= 0
        np.add.at(self.by_word, (game[told], seat[told], word[told]), 1)
        told = (place >= 0) & (unit >= 0)
        np.add.at(self.by_unit, (game[told], unit[told], place[told]), much[told])
        told = (unit >= 0) & ((kind == Event.GONE) | (kind == Event.PLACED))
        self.gone[game[told], unit[told]] = kind[told] == Event.GONE  # in order: the last one stays


def watch_games(
    scenario: Scenario,
    agent: Agent,
    seeds: np.ndarray,
    forces: Sequence[str] = (),
    threads: int = 1,
    told: Callable[[int], None] | None = None,
    fortune: Fortune | None = None,
) -> Ledger:
    """Play games in which one agent has all seats, and count what happens.

    Args:
        seeds: int64 (n,).
        forces: the seats' forces by name; the scenario's own names without them.
        told: is told how many games have ended, after each answer.
        fortune: judges the luck of one seat.
    """
    forces = tuple(forces) or tuple(scenario.players)
    units: dict[tuple[str, str], UnitCount] = {}
    parts, done, overrun = [], 0, 0
    for low in range(0, len(seeds), _AT_ONCE):
        part = seeds[low : low + _AT_ONCE]
        batch = Batch(scenario, len(part), threads=threads, observe=False, listen=True)
        batch.reset(seeds=part)
        reader = _Reader(scenario, len(part))
        rosters = [units_of(game, scenario) for game in batch.games]
        reader.know(scenario, rosters[0])
        reader.read(batch.games, np.arange(len(part)))
        if fortune is not None:
            fortune.begin(part)
        while len(asked := np.flatnonzero(batch.over == 0)):
            answers = np.full(batch.n, GO_ON, np.int64)
            answers[asked] = agent.act(batch, asked)
            before = (batch.games.copy(), batch.masks.copy()) if fortune is not None else None
            batch.step(answers)
            if fortune is not None and before is not None:
                fortune.note(batch, *before, answers)
            reader.read(batch.games, asked)
            if told is not None:
                told(done + int(batch.over.sum()))
        done += len(part)
        share = shares(batch.games, scenario.seats)
        _add_units(units, forces, rosters, reader, share)
        overrun += reader.overrun
        parts.append((share, reader.by_seat, reader.by_word))
    share, by_seat, by_word = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    without = None if fortune is None else fortune.without(share[:, fortune.seat])
    return Ledger(scenario, forces, share, by_seat, by_word, units, overrun, without)


def _add_units(
    units: dict[tuple[str, str], UnitCount],
    forces: tuple[str, ...],
    rosters: list[list[tuple[int, int, str]]],
    reader: _Reader,
    share: np.ndarray,
) -> None:
    for game, roster in enumerate(rosters):
        for slot, seat, what in roster:
            count = units.setdefault((forces[seat], what), UnitCount())
            gone = bool(reader.gone[game, slot])
            count.number += 1
            count.lost += gone
            count.deeds = count.deeds + reader.by_unit[game, slot]
            (count.gone if gone else count.kept).append(float(share[game, seat]))


def name_of(kind: EventKind) -> str:
    """A kind of event by name, for people."""
    return in_words(kind)
