"""Games watched by their events: what happened, to which seat, by which unit, counted over whole games.

Events last from one answer to the next, so bots are asked here like any other agent, and not answered for inside the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.arena import shares
from skirmish_rl.agents.balance.luck import Fortune
from skirmish_rl.agents.results.deeds import EventReader, kinds_of, template_of, units_of
from skirmish_rl.envs.core.batch import GO_ON, Batch
from skirmish_rl.envs.core.events import Event, EventKind
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario

_AT_ONCE = 256  # games side by side


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


class _Counter:
    """Adds up events as they come."""

    def __init__(self, scenario: Scenario, games: int):
        ruleset = scenario.ruleset
        kinds, words = kinds_of(ruleset), words_of(ruleset)
        self.events = EventReader(scenario)
        self.of_other = np.zeros(256, bool)
        self.of_other[[int(word.kind) for word in words if word.of_other]] = True
        self.word = np.full((256, 1 + max((word.value for word in words), default=0)), -1)
        for k, word in enumerate(words):
            if word.value >= 0:
                self.word[int(word.kind), word.value] = k
        self.by_seat = np.zeros((games, scenario.seats, len(kinds)))
        self.by_word = np.zeros((games, scenario.seats, len(words)))
        self.by_unit = np.zeros((games, len(ruleset.layout.units), len(kinds)), np.float32)
        self.gone = np.zeros((games, len(ruleset.layout.units)), bool)
        self.overrun = 0

    def read(self, games: np.ndarray, index: np.ndarray) -> None:
        """Count the events since the last answer of some games."""
        game, event, kind, seat, place, much, overrun = self.events.read(games, index)
        self.overrun += overrun
        unit = event["unit"].astype(np.int64)
        told = (place >= 0) & (seat >= 0) & (seat < self.by_seat.shape[1])
        np.add.at(self.by_seat, (game[told], seat[told], place[told]), much[told])
        name = np.where(self.of_other[kind], event["other"], event["value"]).astype(np.int64)
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
        counter = _Counter(scenario, len(part))
        rosters = [units_of(game, scenario) for game in batch.games]
        counter.events.know(rosters[0])
        counter.read(batch.games, np.arange(len(part)))
        if fortune is not None:
            fortune.begin(part)
        while len(asked := np.flatnonzero(batch.over == 0)):
            answers = np.full(batch.n, GO_ON, np.int64)
            answers[asked] = agent.act(batch, asked)
            before = (batch.games.copy(), batch.masks.copy()) if fortune is not None else None
            batch.step(answers)
            if fortune is not None and before is not None:
                fortune.note(batch, *before, answers)
            counter.read(batch.games, asked)
            if told is not None:
                told(done + int(batch.over.sum()))
        done += len(part)
        share = shares(batch.games, scenario.seats)
        _add_units(units, forces, rosters, counter, share)
        overrun += counter.overrun
        parts.append((share, counter.by_seat, counter.by_word))
    share, by_seat, by_word = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    without = None if fortune is None else fortune.without(share[:, fortune.seat])
    return Ledger(scenario, forces, share, by_seat, by_word, units, overrun, without)


def _add_units(
    units: dict[tuple[str, str], UnitCount],
    forces: tuple[str, ...],
    rosters: list[list[tuple[int, int, str]]],
    counter: _Counter,
    share: np.ndarray,
) -> None:
    for game, roster in enumerate(rosters):
        for slot, seat, what in roster:
            count = units.setdefault((forces[seat], what), UnitCount())
            gone = bool(counter.gone[game, slot])
            count.number += 1
            count.lost += gone
            count.deeds = count.deeds + counter.by_unit[game, slot]
            (count.gone if gone else count.kept).append(float(share[game, seat]))
