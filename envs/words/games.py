"""One game in words: every seat may look at it, who is asked answers by phrases, and every seat is told what happened since it was last
asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import is_silent
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, StateError
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.outcome import Outcome, outcome_of
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import Trace, record_hash, write_game
from skirmish_rl.envs.words.answers import Phrases, phrases_of
from skirmish_rl.envs.words.seen import listed, seen, told_text


class Report(NamedTuple):
    """An answer and what came of it.

    Attributes:
        seat: who answered, -1 at the start of the game. phrase: the answer. silent: nobody else may learn of it. lines: what came of it.
    """

    seat: int
    phrase: str
    silent: bool
    lines: tuple[str, ...]


class Done(NamedTuple):
    """What became of several answers.

    Attributes:
        given: how many were carried out. why: why the rest was not, "" where all were. illegal: an answer was wrong, and `why` says so.
    """

    given: int
    why: str = ""
    illegal: bool = False


class WordGame:
    """A game that is played in words.

    Args:
        scenario: that is played.
        seed: of the game.
        observe: observations are written, for opponents that look at them.
        position: where it begins, see `envs.positions`; None: with its set-up.

    Attributes:
        answers: the actions so far. steps: these with what came of them, after a first step for the start.
    """

    def __init__(self, scenario: Scenario, seed: int, observe: bool = False, position: Mapping[str, Any] | None = None):
        self.scenario, self.seed, self.position = scenario, seed, position
        self.batch = Batch(scenario, 1, observe=observe, listen=True)
        self.batch.reset(seed=seed, positions=None if position is None else [position])
        self.answers: list[int] = []
        self.steps = [Report(-1, "", False, tuple(tell(self.record, scenario)))]
        self._told = [0] * scenario.seats  # steps that each seat knew when it last answered
        self._phrases: Phrases | None = None

    @property
    def record(self) -> np.void:
        """The position."""
        return self.batch.games[0]

    @property
    def over(self) -> bool:
        return bool(self.batch.over[0])

    @property
    def decider(self) -> int:
        """The seat that is asked, -1 when the game is over."""
        return -1 if self.over else int(self.batch.deciders[0])

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""
        return outcome_of(self.record, self.scenario.ruleset.reasons)

    @property
    def hash(self) -> str:
        """Of the position, as traces have it."""
        return record_hash(self.record)

    @property
    def phrases(self) -> Phrases:
        """The legal answers.

        Raises:
            StateError: the game is over.
        """
        if self.over:
            raise StateError("the game is over; nothing is asked")
        if self._phrases is None:
            self._phrases = phrases_of(self.record, self.scenario, self.batch.masks[0])
        return self._phrases

    def seen(self, seat: int, board: bool = True) -> dict[str, Any]:
        """The position as a seat sees it, as JSON; see `words.seen`."""
        return seen(self.record, self.scenario, seat, board)

    def text(self, seat: int, board: bool = True, legal: bool = True) -> str:
        """What happened since a seat answered last, the position as it sees it, and if it is asked its legal answers.

        Args:
            board: the map, too. legal: the answers, too.
        """
        report = self.report(seat)
        parts = [f"Since your last answer:\n{chr(10).join(report)}\n"] if report else []
        parts.append(told_text(self.record, self.scenario, seat, board))
        if legal and seat == self.decider:
            parts.append("\n".join(["Your answers:", *listed(self.phrases)]))
        return "\n".join(parts)

    def report(self, seat: int, since: int | None = None) -> list[str]:
        """What happened, in sentences: what each seat answered and what came of it.

        What a seat may not know of another's answer is left out.

        Args:
            since: how many steps are known already; None: what the seat knew when it last answered.
        """
        if not 0 <= seat < self.scenario.seats:
            raise BadOption(f"seat={seat}: scenario {self.scenario.name!r} is played by seats 0 to {self.scenario.seats - 1}")
        lines = []
        for step in self.steps[self._told[seat] if since is None else since :]:
            if step.seat >= 0 and not (step.silent and step.seat != seat and not self.over):
                lines.append(f"seat_{step.seat}, {step.phrase}")
            lines += [f"    {line}" for line in step.lines]
        return lines

    def answer(self, said: Any) -> int:
        """Answer the pending question.

        Args:
            said: see `Phrases.parse`.

        Returns:
            The action's number.

        Raises:
            IllegalAction: no legal answer. StateError: the game is over.
        """
        phrases = self.phrases
        action, seat = phrases.parse(said), self.decider
        silent = is_silent(self.record, self.scenario, action)
        self.batch.step(np.array([action]))
        self.answers.append(action)
        self._phrases = None
        self._told[seat] = len(self.steps)
        self.steps.append(Report(seat, phrases.texts[action], silent, tuple(tell(self.record, self.scenario))))
        return action

    def answer_all(self, said: Iterable[Any]) -> Done:
        """Give several answers of one seat, one after the other, until one is illegal or another seat is asked.

        Args:
            said: see `Phrases.parse`; at least one.
        """
        seat, given, waiting = self.decider, 0, list(said)
        if not waiting:
            return Done(0, "no answer was given", True)
        for one in waiting:
            if self.over:
                return Done(given, "the game is over")
            if self.decider != seat:
                return Done(given, f"seat_{self.decider} is asked now")
            try:
                self.answer(one)
            except IllegalAction as error:
                return Done(given, str(error), True)
            given += 1
        return Done(given)

    def trace(self, names: list[str] | None = None) -> Trace:
        """The game so far as a trace.

        Args:
            names: who plays the seats.

        Raises:
            StateError: it began in a position, which a trace does not hold.
        """
        if self.position is not None:
            raise StateError("the game began in a position, which a trace does not hold; keep the position, the seed and the answers")
        answers = iter(self.answers)
        return write_game(self.scenario, self.seed, names or ["words"] * self.scenario.seats, lambda batch: next(answers, None))
