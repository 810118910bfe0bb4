"""Agents in any language: `exec:./mybot`, a program that reads questions and writes answers as lines of JSON.

    skirmish-rl -> {"say": "hello", "format": "skirmish exec 1", "ruleset": "<game>", "scenario": "duel", "seats": 2, "seconds": 10.0, ...}
    program     -> {"say": "hello", "name": "mybot", "map": false}
    skirmish-rl -> {"say": "choose", "number": 1, "seat": "seat_0", "position": {...}, "answers": [{"action": 14, ...}, ...]}
    program     -> {"number": 1, "action": 14}

Every question says all there is to know: one program plays many games at once, a question here and a question there. It ends when its
input does. A program that says `"map": false` is not sent the board cell by cell, which takes most of the time; with `"text": true` it is
sent each question as a text, too.
docs/guides/programs.md is the protocol.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, IllegalAction, SkirmishError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import lines_of, parse_json
from skirmish_rl.envs.words.answers import Phrases, phrases_of
from skirmish_rl.envs.words.rulebook import rules
from skirmish_rl.envs.words.seen import listed, seen, told_text

FORMAT = "skirmish exec 1"
TRIES = 3  # answers to one question; one that is illegal is told so
SECONDS, STARTING = 10.0, 60.0  # that an answer may take, and at first a greeting
_LONGEST = 2**16  # bytes of a line that a program writes
_KEPT = 2000  # bytes of what it says on its error output
_SAID, _LETTERS = 6, 600  # lines and letters of that in a message
_TIMED = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s:")


class ProgramError(SkirmishError, RuntimeError):
    """A program that does not answer, or not as it should."""


@dataclass
class Asked:
    """What became of the questions that a program was asked.

    Attributes:
        questions, illegal: how many, and how many answers were wrong. seconds: that all answers took. tokens: as far as the program told.
    """

    questions: int = 0
    illegal: int = 0
    seconds: float = 0.0
    tokens: int = 0


class ProgramAgent:
    """Asks a program of the user's own.

    A wrong answer is told, and asked again; what fails after that loses the game where faults lose games.

    A process that it is sent to starts the program again.

    Args:
        spec: `exec:<command>`, or `exec:30s:<command>` with the seconds that an answer may take.

    Attributes:
        asked: what became of its questions.

    Raises:
        BadOption: no command, or no such program.
    """

    def __init__(self, scenario: Scenario, spec: str):
        self.scenario, self.name = scenario, spec
        self.bot: int | None = None
        self.seconds, self.command = command_of(spec)
        self.asked = Asked()
        self._line: _Line | None = None
        self._lock = threading.Lock()
        self._known: dict[bytes, int | ProgramError] = {}  # of a step in which something failed: it is asked again, a part at a time

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`.

        Raises:
            ProgramError: it ends, is late, or answers nothing that is legal.
        """
        with self._lock:
            actions = [self._answer(batch, int(b), alone=len(index) == 1) for b in index]
            for b in index:
                self._known.pop(batch.games[b].tobytes(), None)
        return np.array(actions, np.int64)

    def _answer(self, batch: Batch, b: int, alone: bool) -> int:
        key = batch.games[b].tobytes()
        answer = self._known.get(key)
        if answer is None:
            try:
                answer = self._choose(batch.games[b], batch.masks[b])
            except ProgramError as error:
                answer = error
            self._known[key] = answer
        if isinstance(answer, ProgramError):
            if alone:
                self._known.pop(key)
            raise answer
        return answer

    def _choose(self, record: np.void, mask: np.ndarray) -> int:
        """Ask about one position, until an answer is legal."""
        phrases, seat = phrases_of(record, self.scenario, mask), int(record["decider"])
        self.asked.questions += 1
        began, wrong = time.monotonic(), ""
        try:
            for _ in range(TRIES):
                line = self._ready()
                position = seen(record, self.scenario, seat, line.wants_map)
                question = {"say": "choose", "seat": f"seat_{seat}", "position": position, "answers": phrases.as_json()}
                if line.wants_text:
                    question["text"] = "\n".join(
                        [told_text(record, self.scenario, seat, line.wants_map), "Your answers:", *listed(phrases)]
                    )
                said = self._talk(line, question | ({"wrong": wrong} if wrong else {}))
                try:
                    return self._read(said, phrases)
                except IllegalAction as error:
                    self.asked.illegal += 1
                    wrong = str(error)
        finally:
            self.asked.seconds += time.monotonic() - began
        raise ProgramError(f"{TRIES} answers in a row were illegal, the last one: {wrong}")

    def _ready(self) -> _Line:
        """The program, started and greeted if need be."""
        if self._line is None or self._line.is_over:
            self.close()
            self._line = _Line(self.command)
            said = self._talk(self._line, _greeting(self.scenario, self.seconds), STARTING)
            self._line.wants_map, self._line.wants_text = said.get("map") is not False, said.get("text") is True
        return self._line

    def _talk(self, line: _Line, question: dict[str, Any], seconds: float = 0.0) -> dict[str, Any]:
        """Ask a question of the program; one that fails is ended."""
        try:
            return line.ask(question, seconds or self.seconds)
        except ProgramError:
            self.close()
            raise

    def _read(self, said: dict[str, Any], phrases: Phrases) -> int:
        tokens = said.get("tokens", 0)
        if isinstance(tokens, int) and not isinstance(tokens, bool) and 0 <= tokens < 10**9:
            self.asked.tokens += tokens
        return phrases.parse({key: value for key, value in said.items() if key not in ("number", "tokens", "say")})

    def close(self) -> None:
        """End the program."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def __reduce__(self) -> tuple[Any, ...]:
        return ProgramAgent, (self.scenario, self.name)


def command_of(spec: str) -> tuple[float, list[str]]:
    """Read the name of a program: the seconds that an answer may take, and the command as words; the program is looked for at once.

    Raises:
        BadOption: no command, or no such program.
    """
    rest = spec.partition(":")[2]
    timed = _TIMED.match(rest)
    command = rest[timed.end() :] if timed else rest
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadOption(f"agent {spec!r}: {command!r} is no command ({error})") from error
    if timed and not float(timed[1]):
        raise BadOption(f"agent {spec!r}: give a program more than 0 seconds for an answer")
    if not words:
        raise BadOption(f"agent {spec!r}: write exec:<command>, for example exec:./mybot or 'exec:python3 mybot.py'")
    if sys.platform == "win32":
        raise BadOption(f"agent {spec!r}: programs are asked through pipes that Windows does not have; use Linux or macOS")
    if shutil.which(words[0]) is None:
        raise BadOption(
            f"agent {spec!r}: there is no program {words[0]!r} that can be started; name a file that is executable, or its interpreter"
        )
    return float(timed[1]) if timed else SECONDS, words


def _greeting(scenario: Scenario, seconds: float) -> dict[str, Any]:
    ruleset = scenario.ruleset
    return {
        "say": "hello", "format": FORMAT, "ruleset": ruleset.name, "version": ruleset.version, "scenario": scenario.name,
        "seats": scenario.seats,
        "options": scenario.options, "seconds": seconds, "tries": TRIES, "rules": rules(scenario),
    }  # fmt: skip


class _Line:
    """A running program and the two pipes to it.

    Args:
        command: its words.

    Attributes:
        wants_map: it is sent the board. wants_text: it is sent each question as a text, too.

    Raises:
        ProgramError: it cannot be started.
    """

    def __init__(self, command: list[str]):
        self.name, self.number, self.wants_map, self.wants_text, self._read, self._errors = command[0], 0, True, False, b"", b""
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(f"{self.name} cannot be started: {error.strerror or error}") from error
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._ends = [self.process.stdin, self.process.stdout, self.process.stderr]
        self._in, self._out, self._err = (end.fileno() for end in self._ends)
        for end in (self._in, self._out, self._err):
            os.set_blocking(end, False)
        self._finish = weakref.finalize(self, _end, self.process)

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Write a question, and read the answer to it.

        Raises:
            ProgramError: none in time, or it is no object of JSON, or of another question.
        """
        self.number += 1
        until = time.monotonic() + seconds
        line = self._exchange(json.dumps(question | {"number": self.number}, separators=(",", ":")).encode() + b"\n", until, seconds)
        try:
            said = parse_json(line)
        except ValueError as error:
            raise self._failed(f"wrote {line[:80]!r}, which is no JSON ({error})") from error
        if not isinstance(said, dict):
            raise self._failed(f"wrote {line[:80]!r}; expected an object of JSON")
        if said.get("number", self.number) != self.number:
            raise self._failed(f"answered question {said['number']!r:.20} when it was asked question {self.number}")
        return said

    def _exchange(self, waiting: bytes, until: float, seconds: float) -> bytes:
        """Write, and read a line; both as far as the program keeps up, until its time is over."""
        if self._read:
            raise self._failed(f"wrote {self._read[:80]!r} without being asked")
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_WRITE)
            ready.register(self._out, selectors.EVENT_READ)
            ready.register(self._err, selectors.EVENT_READ)
            while True:
                left = until - time.monotonic()
                if left <= 0:
                    raise self._failed(f"gave no answer within {seconds:g} seconds")
                for key, _ in ready.select(left):
                    if key.fd == self._in:
                        waiting = self._write(waiting)
                        if not waiting:
                            ready.unregister(self._in)
                        continue
                    part = _part(key.fd)
                    if not part:
                        ready.unregister(key.fd)
                    if key.fd == self._err:
                        self._errors = (self._errors + part)[-_KEPT:]
                        continue
                    self._read += part
                    if not part:
                        raise self._failed("ended")
                if b"\n" in self._read:
                    line, _, self._read = self._read.partition(b"\n")
                    if waiting:
                        raise self._failed("answered before it had read the question")
                    if len(line) <= _LONGEST:
                        return line
                    raise self._failed(f"wrote more than a line of {_LONGEST} bytes")
                if len(self._read) > _LONGEST:
                    raise self._failed(f"wrote more than a line of {_LONGEST} bytes")

    def _write(self, waiting: bytes) -> bytes:
        """Write a part of what waits; what is left of it."""
        try:
            return waiting[os.write(self._in, waiting) :]
        except BlockingIOError:
            return waiting
        except OSError as error:
            raise self._failed("ended") from error

    def _failed(self, why: str) -> ProgramError:
        """What went wrong, with the end of what the program said about it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.2 if why == "ended" else 0)
        code = self.process.poll()
        ended = f" (exit code {code})" if code is not None else ""
        self._errors = (self._errors + _part(self._err))[-_KEPT:]
        said = [line.strip() for line in lines_of(self._errors.decode(errors="replace")) if line.strip()]
        words = "".join(letter if letter.isprintable() else " " for letter in " | ".join(said[-_SAID:])[-_LETTERS:])
        return ProgramError(f"{self.name} {why}{ended}{f'; it said: {words}' if words else ''}")

    def close(self) -> None:
        """End the program, and whatever it has started."""
        self._finish()
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.close()


def _part(end: int) -> bytes:
    """What can be read now, nothing where there is nothing."""
    try:
        return os.read(end, 2**16)
    except (BlockingIOError, OSError, ValueError):
        return b""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program by itself: its group, which is its own."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
