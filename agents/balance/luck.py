"""What luck gave a seat in games that are watched, taken out of its score; see `agents/results/luck.py`."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.playing import Answered, Piece
from skirmish_rl.agents.results.luck import COPIES, EACH, LESSONS, Ledger, Lessons, can_be_learnt, lesson_seeds, terms_of
from skirmish_rl.agents.results.worth import Expectation, value_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.ruleset import Scenario


@dataclass
class Fortune:
    """Judges the luck of one seat in games in which one agent has all seats.

    Args:
        games: how many are to be judged. seed: of the first one.
        copies: see `luck.Ledger`. lessons: games to learn from at most.
    """

    scenario: Scenario
    agent: Agent
    seat: int
    games: int
    seed: int
    copies: int = COPIES
    lessons: int = LESSONS
    places: list[int] = field(default_factory=list)
    opinions: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.value = value_of(self.scenario)
        self._ledger: Ledger | None = None
        self._begun = 0

    def begin(self, seeds: np.ndarray) -> None:
        """Some games are about to be played, int64 (n,)."""
        self._end()
        piece = Piece(self._begun, np.zeros((len(seeds), self.scenario.seats), np.int64), seeds)
        self._ledger = Ledger(self.value, piece, self.copies, np.full(len(seeds), self.seat))
        self._ledger.deal([self.agent])
        self._begun += len(seeds)

    def note(self, batch: Batch, games: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
        """These games have been answered; the batch holds them as they stand now."""
        assert self._ledger is not None
        who = np.where(games["over"] == 0, 0, -1)
        self._ledger.note(batch, Answered(0, games, masks, actions, [self.agent], who))

    def _end(self) -> None:
        if self._ledger is not None:
            self.places += self._ledger.places
            self.opinions += self._ledger.opinions

    def without(self, scores: np.ndarray) -> np.ndarray:
        """The seat's scores less what luck gave it, float64 (games,)."""
        self._end()
        opinions = np.array(self.opinions, np.float32).reshape(len(self.opinions), 1 + self.copies, len(self.value.names))
        known = np.array(self.places, np.int64), opinions, self.value.names
        adjusted: np.ndarray = scores - terms_of(scores[:, None], *known, self._learn())
        return adjusted

    def _learn(self) -> Expectation | None:
        many = min(self.lessons, EACH * self.games)
        if not many or not can_be_learnt([self.agent]):
            return None
        lessons = Lessons(self.value, lesson_seeds(self.seed, many), np.full(many, self.seat))
        return lessons.play([self.agent], np.zeros((many, self.scenario.seats), np.int64), 1).expectation()
