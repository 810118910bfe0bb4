"""One game on a page: its answers so far with a record of every position, so that one can go back, look back, and save it."""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import is_silent
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError
from skirmish_rl.envs.core.events import EVENTS, told
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import Answered, answer_line, end_line, header_of, record_hash, start_line, write_game
from skirmish_rl.envs.words.answers import called

_APART = 16  # answers between two records that are kept; those between are played again


@dataclass(frozen=True)
class Step:
    """An answer and what came of it; the first of a game is none, and what came of its start.

    Attributes:
        seat: who answered, -1 at the start. asked: the decision's name. said: the answer as traces have it, words: as people read it.
        action: its number. legal: how many there were.
        silent: nobody else may learn of it. lines: of the battle report, kinds: of the events that they tell.
        events: what came of it. hash: of the record then.
    """

    seat: int = -1
    asked: str = ""
    said: str = ""
    words: str = ""
    action: int = -1
    legal: int = 0
    silent: bool = False
    lines: tuple[str, ...] = ()
    kinds: tuple[int, ...] = ()
    events: np.ndarray | None = field(default=None, compare=False)
    hash: str = ""


def given_up(seats: int, loser: int) -> Outcome:
    """How a game ends that somebody gives up."""
    others = tuple(seat for seat in range(seats) if seat != loser)
    return Outcome("resigned", others, tuple(1 / len(others) if seat in others else -1.0 for seat in range(seats)))


def _noted(record: np.void) -> np.ndarray:
    """The events of a record, a copy."""
    events: np.ndarray = record["events"][: min(int(record["noted"]), EVENTS)].copy()
    return events


@dataclass
class Session:
    """A game from its start.

    Attributes:
        scenario, seed: what is played.
        who: a name for every seat, for pages and records.
        agents: who answers for each seat, None for a person.
        practice: a person may take back anything.
        resigned: the seat that has given up, -1.
        steps: the answers, after a first step for the start.
    """

    scenario: Scenario
    seed: int
    who: Sequence[str]
    agents: Sequence[Agent | None]
    practice: bool = False
    resigned: int = -1
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.batch = Batch(self.scenario, 1, observe=False, listen=True)
        self.batch.reset(seed=self.seed)
        self._records: list[bytes] = []
        self._keep(Step())

    def _keep(self, step: Step) -> None:
        """Note the position that the batch has come to."""
        record = self.batch.games[0]
        news = told(record, self.scenario)
        lines, kinds = tuple(line for _, line in news), tuple(int(kind) for kind, _ in news)
        self.steps.append(replace(step, lines=lines, kinds=kinds, events=_noted(record), hash=record_hash(record)))
        if self.live % _APART == 0:
            self._records.append(zlib.compress(self.batch.games.tobytes(), 1))

    @property
    def live(self) -> int:
        """How many answers have been given."""
        return len(self.steps) - 1

    @property
    def over(self) -> bool:
        return bool(self.batch.over[0]) or self.resigned >= 0

    @property
    def decider(self) -> int:
        """The seat that must answer, -1 when the game is over."""
        return -1 if self.over else int(self.batch.deciders[0])

    @property
    def agent(self) -> Agent | None:
        """The agent that must answer, None for a person or nobody."""
        return None if self.over else self.agents[self.decider]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, agent in enumerate(self.agents) if agent is None]

    def told_from(self, known: int, at: int) -> int:
        """From which position on the steps are told to who knows them up to one: at the end all, for then also what was kept back may be
        known.
        """
        ended = self.over and known < at and any(step.silent for step in self.steps)
        return 0 if ended else min(known, at)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; whoever resigns leaves the first place to the others."""
        if self.resigned < 0:
            return outcome_of(self.batch.games[0], self.scenario.ruleset.reasons)
        return given_up(self.scenario.seats, self.resigned)

    def record(self, at: int) -> np.ndarray:
        """The game after so many answers, a new array of one record."""
        return self.copy(at).games

    def copy(self, at: int) -> Batch:
        """The game after so many answers as a batch of its own, for agents to look at."""
        batch = Batch(self.scenario, 1, observe=False, listen=True)
        batch.games[:] = np.frombuffer(zlib.decompress(self._records[at // _APART]), self.scenario.ruleset.state)
        batch.refresh(0, check=False)
        for step in self.steps[at - at % _APART + 1 : at + 1]:
            batch.step(np.array([step.action]))
        return batch

    @property
    def deeds_from(self) -> int:
        """After how many answers the person who is asked saw the board last: at its own last answer, or at the start."""
        asked = self.decider
        return next((at for at in range(self.live, 0, -1) if self.steps[at].seat == asked), 0)

    def with_deeds(self) -> np.ndarray:
        """The game as it stands, with everything that came about since the last answer of the person who is asked: a new array of one
        record.
        """
        games = self.batch.games.copy()
        since = [self.steps[at].events for at in range(max(self.deeds_from, 1), self.live + 1)]
        events = np.concatenate([one for one in since if one is not None])[-EVENTS:] if since else games["events"][0, :0]
        games["events"][0, : len(events)], games["noted"] = events, len(events)
        return games

    def answer(self, action: int) -> None:
        """Answer the pending decision.

        Raises:
            IllegalAction: not a legal answer. StateError: the game is over.
        """
        if self.over:
            raise StateError("the game is over")
        record, layout = self.batch.games[0], self.scenario.ruleset.layout
        seat, decision = int(record["decider"]), int(record["decision"])
        if not 0 <= action < layout.size:
            raise IllegalAction(f"action {action}; this game has 0 to {layout.size - 1}")
        said, words, legal = layout.text(action, decision), called(record, self.scenario, action), int(self.batch.masks[0].sum())
        silent = is_silent(record, self.scenario, action)
        self.batch.step(np.array([action]))
        self._keep(Step(seat, self.scenario.ruleset.decisions(decision).name, said, words, action, legal, silent))

    def hand_over(self, seat: int, who: str, agent: Agent | None) -> None:
        """Let an agent, or with None a person, play a seat from now on.

        Raises:
            BadOption: no such seat. StateError: the game is over.
        """
        if not 0 <= seat < self.scenario.seats:
            raise BadOption(f"seat {seat}; this game has 0 to {self.scenario.seats - 1}")
        if self.over:
            raise StateError("the game is over")
        self.who = [who if one == seat else name for one, name in enumerate(self.who)]
        self.agents = [agent if one == seat else other for one, other in enumerate(self.agents)]
        self.__dict__.pop("_head", None)  # it names who plays

    def resign(self) -> None:
        """The seat that is asked gives up.

        Raises:
            StateError: the game is over, or no person is asked.
        """
        if self.over or self.agent is not None:
            raise StateError("only a person who is asked can give up")
        self.resigned = self.decider

    def undoable(self) -> int:
        """The last position at which a person answered, if one may go back to it; else -1."""
        for at in range(self.live - 1, -1, -1):
            if self.agents[self.steps[at + 1].seat] is None:
                return at if self.practice or self._is_free(at) else -1
        return -1

    def _is_free(self, at: int) -> bool:
        """True if since a position nobody has seen anything new: no die, no card, no answer of another hand, no end."""
        before, now = self.record(at)[0], self.batch.games[0]
        same_luck = all((before[name] == now[name]).all() for name in ("key", "drawn", "tape_next"))
        seen = bool(self.scenario.ruleset.hidden) and len({step.seat for step in self.steps[at + 1 :]}) > 1
        return bool(same_luck) and not seen and not self.over

    def undo(self) -> None:
        """Go back to the last answer of a person.

        Raises:
            StateError: there is none, or something was seen since.
        """
        at = self.undoable()
        if at < 0:
            raise StateError("nothing to take back: a die has fallen, or something new was seen" if self.live else "nothing to take back")
        before = self.record(at)
        del self.steps[at + 1 :], self._records[at // _APART + 1 :]
        self.resigned = -1
        self.batch.games[:] = before
        self.batch.refresh(0, check=False)

    def trace(self) -> str:
        """The game so far as a trace, finished or not; it plays the answers again, with other games' work between."""
        answers = iter([step.action for step in self.steps[1:]])
        return write_game(self.scenario, self.seed, list(self.who), lambda batch: next(answers, None))

    @cached_property
    def _head(self) -> list[str]:
        return header_of(self.scenario, self.seed, list(self.who))

    def short_trace(self) -> str:
        """The game so far as a short trace; nothing is played again."""
        answers = (answer_line(at, step.seat, step.asked, step.legal, step.said, step.hash) for at, step in enumerate(self.steps) if at)
        ended = outcome_of(self.batch.games[0], self.scenario.ruleset.reasons)
        return "\n".join([*self._head, start_line(self.steps[0].hash), *answers, end_line(ended, self.live)]) + "\n"

    def replay(self, answers: Sequence[Answered], seconds: float = math.inf) -> None:
        """Give the answers of a trace.

        Args:
            seconds: that it may take.

        Raises:
            StateError: one that the rules do not allow, or that led elsewhere when it was written; or it takes too long.
        """
        layout, end = self.scenario.ruleset.layout, time.monotonic() + seconds
        for number, answer in enumerate(answers, 1):
            if time.monotonic() > end:
                raise StateError(f"the saved game is too long: {number} of its {len(answers)} answers took {seconds:g} seconds")
            try:
                if self.over:
                    raise StateError("the game was over before")
                self.answer(layout.parse(answer.said, int(self.batch.games[0]["decision"])))
            except (IllegalAction, StateError) as error:
                raise StateError(f"the saved game is damaged at answer {number}, {answer.said[:60]!r}: {error}") from error
            if record_hash(self.batch.games[0]) != answer.hash:
                raise StateError(f"the saved game is damaged at answer {number}, {answer.said[:60]!r}: it led to another position")

    def check_at(self, at: int) -> int:
        """A position that there is.

        Raises:
            BadOption: there is none of that number.
        """
        if not 0 <= at <= self.live:
            raise BadOption(f"position {at}; this game has 0 to {self.live}")
        return at
