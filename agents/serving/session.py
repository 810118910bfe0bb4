"""One game on a page: its answers so far and the record of every position, for undo, review and saving."""

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
    """An answer and its results. The first step of a game has no answer, only the results of the set-up.

    Attributes:
        seat: the seat that answered, -1 for the first step.
        asked: the name of the decision.
        said: the answer as traces write it.
        words: the answer as people read it.
        action: the answer's number.
        legal: the number of legal answers.
        silent: True if no other seat may learn of the answer.
        lines: lines of the battle report.
        kinds: the kind of event that each line tells.
        events: the events that the answer caused.
        hash: the hash of the record afterwards.
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
    """The outcome of a game that one seat has resigned."""
    others = tuple(seat for seat in range(seats) if seat != loser)
    return Outcome("resigned", others, tuple(1 / len(others) if seat in others else -1.0 for seat in range(seats)))


def _noted(record: np.void) -> np.ndarray:
    """Copy the events of a record."""
    events: np.ndarray = record["events"][: min(int(record["noted"]), EVENTS)].copy()
    return events


@dataclass
class Session:
    """A game from its start.

    Attributes:
        scenario: the scenario that is played.
        seed: the seed of the game.
        who: the name of each seat's player, for pages and records.
        agents: the agent of each seat, None for a person.
        practice: True if a person may take back any answer.
        resigned: the seat that has resigned, -1 for none.
        steps: one step for the set-up, then one for each answer.
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
        """Add a step with the position that the batch has reached."""
        record = self.batch.games[0]
        news = told(record, self.scenario)
        lines, kinds = tuple(line for _, line in news), tuple(int(kind) for kind, _ in news)
        self.steps.append(replace(step, lines=lines, kinds=kinds, events=_noted(record), hash=record_hash(record)))
        if self.live % _APART == 0:
            self._records.append(zlib.compress(self.batch.games.tobytes(), 1))

    @property
    def live(self) -> int:
        """The number of answers given so far."""
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
        """The agent that must answer; None if a person must, or nobody."""
        return None if self.over else self.agents[self.decider]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, agent in enumerate(self.agents) if agent is None]

    def told_from(self, known: int, at: int) -> int:
        """The first position whose step must be sent to a page that knows the first `known` ones.

        At the end of the game all steps are sent again, because those that were secret may be told now.
        """
        ended = self.over and known < at and any(step.silent for step in self.steps)
        return 0 if ended else min(known, at)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it goes on; a seat that has resigned ranks behind the others."""
        if self.resigned < 0:
            return outcome_of(self.batch.games[0], self.scenario.ruleset.reasons)
        return given_up(self.scenario.seats, self.resigned)

    def record(self, at: int) -> np.ndarray:
        """The game after `at` answers, as a new array of one record."""
        return self.copy(at).games

    def copy(self, at: int) -> Batch:
        """The game after `at` answers, as a new batch of one game for agents to read."""
        batch = Batch(self.scenario, 1, observe=False, listen=True)
        batch.games[:] = np.frombuffer(zlib.decompress(self._records[at // _APART]), self.scenario.ruleset.state)
        batch.refresh(0, check=False)
        for step in self.steps[at - at % _APART + 1 : at + 1]:
            batch.step(np.array([step.action]))
        return batch

    @property
    def deeds_from(self) -> int:
        """The number of answers after which the person who is asked last saw the board: their own last answer, or the set-up."""
        asked = self.decider
        return next((at for at in range(self.live, 0, -1) if self.steps[at].seat == asked), 0)

    def with_deeds(self) -> np.ndarray:
        """The current game as a new array of one record, with all events since the last answer of the person who is asked."""
        games = self.batch.games.copy()
        since = [self.steps[at].events for at in range(max(self.deeds_from, 1), self.live + 1)]
        events = np.concatenate([one for one in since if one is not None])[-EVENTS:] if since else games["events"][0, :0]
        games["events"][0, : len(events)], games["noted"] = events, len(events)
        return games

    def answer(self, action: int) -> None:
        """Answer the pending decision.

        Args:
            action: the number of a legal answer.

        Raises:
            IllegalAction: the answer is not legal.
            StateError: the game is over.
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
        """Give a seat to another player from now on.

        Args:
            seat: the seat.
            who: the new player's name.
            agent: the agent that plays the seat, None for a person.

        Raises:
            BadOption: there is no such seat.
            StateError: the game is over.
        """
        if not 0 <= seat < self.scenario.seats:
            raise BadOption(f"seat {seat}; this game has 0 to {self.scenario.seats - 1}")
        if self.over:
            raise StateError("the game is over")
        self.who = [who if place == seat else name for place, name in enumerate(self.who)]
        self.agents = [agent if place == seat else seated for place, seated in enumerate(self.agents)]
        self.__dict__.pop("_head", None)  # it names who plays

    def resign(self) -> None:
        """Resign the game for the seat that is asked.

        Raises:
            StateError: the game is over, or no person is asked.
        """
        if self.over or self.agent is not None:
            raise StateError("only a person who is asked can give up")
        self.resigned = self.decider

    def undoable(self) -> int:
        """The last position at which a person answered, if the game may go back to it; else -1."""
        for at in range(self.live - 1, -1, -1):
            if self.agents[self.steps[at + 1].seat] is None:
                return at if self.practice or self._is_free(at) else -1
        return -1

    def _is_free(self, at: int) -> bool:
        """True if nothing new was seen since a position: no die, no card, no answer of another player, and not the end of the game."""
        before, now = self.record(at)[0], self.batch.games[0]
        same_luck = all((before[name] == now[name]).all() for name in ("key", "drawn", "tape_next"))
        seen = bool(self.scenario.ruleset.hidden) and len({step.seat for step in self.steps[at + 1 :]}) > 1
        return bool(same_luck) and not seen and not self.over

    def undo(self) -> None:
        """Go back to the last answer of a person.

        Raises:
            StateError: there is no such answer, or something new was seen since.
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
        """The game so far as a trace, finished or not. The game is played again for it, in slices that let other games go on."""
        answers = iter([step.action for step in self.steps[1:]])
        return write_game(self.scenario, self.seed, list(self.who), lambda batch: next(answers, None))

    @cached_property
    def _head(self) -> list[str]:
        return header_of(self.scenario, self.seed, list(self.who))

    def short_trace(self) -> str:
        """The game so far as a short trace; the game is not played again for it."""
        answers = (answer_line(at, step.seat, step.asked, step.legal, step.said, step.hash) for at, step in enumerate(self.steps) if at)
        ended = outcome_of(self.batch.games[0], self.scenario.ruleset.reasons)
        return "\n".join([*self._head, start_line(self.steps[0].hash), *answers, end_line(ended, self.live)]) + "\n"

    def replay(self, answers: Sequence[Answered], seconds: float = math.inf) -> None:
        """Give the answers of a trace.

        Args:
            answers: the answers in order.
            seconds: the time limit.

        Raises:
            StateError: an answer is illegal or leads to another position than the trace says, or the time is up.
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
        """Check that a position exists and return its number.

        Raises:
            BadOption: the game has no such position.
        """
        if not 0 <= at <= self.live:
            raise BadOption(f"position {at}; this game has 0 to {self.live}")
        return at
