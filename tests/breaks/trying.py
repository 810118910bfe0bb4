"""A pytest plugin that tries breaks: each in a fork of a process that has imported and collected everything already.

Rules run as plain Python here, so that a break is another code object of the same function, and every module that holds the
function plays by the broken rule.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.breaks.sites import Break

SLOWER = 20  # a test that takes so many times longer than without the break, and these seconds, will not end
SPARE = 5.0
COMPILING = 300.0  # seconds more where builders of tables are compiled anew, which is no fault of the rules
KEEPING = 60.0  # seconds after which what was measured is written
PATIENCE = 10.0  # seconds of computing after which a test is no help: whole games as plain Python


@dataclass
class Outcome:
    """What the tests said to a break: the first test that failed and why; clause: a failed test that is marked with it."""

    broken: Break
    caught_by: str = ""
    why: str = ""
    proofs: dict[str, str] = field(default_factory=dict)


@dataclass
class Measured:
    """What an unbroken run showed: seconds of each test, tests of each function, failures, functions that build tables compiled.

    Tests of which a case takes longer than PATIENCE are `slow` and tried no more.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    compiled: list[str] = field(default_factory=list)


class Trial:
    """Measures which test runs which function, then tries the breaks.

    Args:
        files: sources of the rules.
        breaks: to be tried in this order.
        memory: file that keeps what was measured; tests that it knows are not measured again.
        tell: is called with each outcome.
    """

    def __init__(self, files: list[Path], breaks: list[Break], memory: Path, tell: Callable[[Outcome], None]):
        self.files, self.breaks, self.memory, self.tell = [file.resolve() for file in files], breaks, memory, tell
        self.outcomes: list[Outcome] = []
        self.keepers: list[Any] = []  # what keeps results of functions
        self.kept: set[str] = set()  # these functions, and those that they call
        self.measured = Measured()
        self.finished = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self.items = {item.nodeid: item for item in session.items if self.is_wanted(item)}
        self.functions = dict(self._functions())
        below = called_by_all(keeper.__wrapped__ for keeper in self.keepers)
        self.kept = {name for name, function in self.functions.items() if function in below}
        if self.memory.exists():
            self.measured = Measured(**json.loads(self.memory.read_text()))
        self._measure()
        for broken in self.to_try():
            self.outcomes.append(self._try(broken))
            self.tell(self.outcomes[-1])
        self.finished = True
        return True

    def is_wanted(self, item: pytest.Item) -> bool:
        """True for a test that breaks are tried on."""
        return True

    def to_try(self) -> Iterator[Break]:
        """The breaks, one after another; each is tried before the next is asked for."""
        yield from self.breaks

    def _functions(self) -> Iterator[tuple[str, FunctionType]]:
        for module in list(sys.modules.values()):
            file = getattr(module, "__file__", None)
            if file and Path(file).resolve() in self.files:
                for name, value in vars(module).items():
                    if isinstance(value, functools._lru_cache_wrapper):
                        self.keepers.append(value)
                        value = value.__wrapped__
                    if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                        yield known_as(file, name), value

    def _measure(self) -> None:
        """Run every test that was not seen to pass before, noting which functions it enters; what is known is kept every minute."""
        for test in self.measured.failed:
            del self.measured.seconds[test]
        self.measured.failed = []
        name_of = {function.__code__: name for name, function in self.functions.items()}
        for number in (signal.SIGVTALRM, signal.SIGALRM):
            signal.signal(number, _too_long)
        known, kept_at = {*self.measured.seconds, *self.measured.slow}, time.monotonic()
        for item in self.items.values():
            if item.nodeid in known:
                continue
            if any(slow.partition("[")[0] == item.nodeid.partition("[")[0] for slow in self.measured.slow):
                self.measured.slow.append(item.nodeid)
                continue
            entered: set[CodeType] = set()
            begun = time.perf_counter()
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
            signal.setitimer(signal.ITIMER_REAL, 4 * PATIENCE)  # a test that waits for another process
            sys.settrace(lambda frame, event, argument, add=entered.add: add(frame.f_code))
            try:
                passed = not _failure(item)
            finally:
                sys.settrace(None)
                left = [signal.setitimer(which, 0)[0] for which in (signal.ITIMER_VIRTUAL, signal.ITIMER_REAL)]
            self.measured.seconds[item.nodeid] = round(time.perf_counter() - begun, 4)
            if passed:
                for code in entered & name_of.keys():
                    self.measured.tests.setdefault(name_of[code], []).append(item.nodeid)
            elif 0 in left:
                self.measured.slow.append(item.nodeid)
            else:
                self.measured.failed.append(item.nodeid)
            if time.monotonic() > kept_at + KEEPING:
                self._keep()
                kept_at = time.monotonic()
        built = compiled_rules()
        self.measured.compiled = [name for name, function in self.functions.items() if function in built]
        if not known.issuperset(self.items):
            self._keep()

    def _keep(self) -> None:
        """Write what was measured; whoever is stopped meanwhile leaves what was there."""
        self.memory.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.memory.with_suffix(".fresh")
        fresh.write_text(json.dumps(vars(self.measured)))
        fresh.replace(self.memory)

    def candidates(self, broken: Break) -> tuple[list[str], list[str]]:
        """Tests that can notice a break: those that name a clause its function cites, and the others, quickest first."""
        function = known_as(broken.code.co_filename, broken.function)
        if function in self.measured.compiled or function in self.kept:  # run once, and not noticed in the tests that read what it gave
            tests = [test for test in self.items if test not in (*self.measured.failed, *self.measured.slow)]
        else:
            tests = [test for test in self.measured.tests.get(function, []) if test in self.items]
        tests.sort(key=self.measured.seconds.__getitem__)
        named = [test for test in tests if clauses_of(self.items[test]) & {*broken.clauses}]
        return named, [test for test in tests if test not in named]

    def _try(self, broken: Break) -> Outcome:
        named, others = self.candidates(broken)
        outcome = Outcome(broken)
        seconds = sum(self.measured.seconds[test] for test in named + others)
        running, fault = "", ""
        for line in _in_a_fork(functools.partial(self._run_broken, broken, named, others), limit=SLOWER / 4 * seconds + 60):
            word, _, rest = line.partition(" ")
            if word == "run":
                running = rest
            elif word == "end":
                running = ""
            else:
                assert running, f"{broken.id}: the trial itself failed, {rest}"
                fault = rest
            if word in ("fail", "died"):
                for clause in clauses_of(self.items[running]) & {*broken.clauses}:
                    outcome.proofs.setdefault(clause, running)
                if not outcome.caught_by:
                    outcome.caught_by, outcome.why = running, fault
        return outcome

    def _run_broken(self, broken: Break, named: list[str], others: list[str], say: Callable[[str], None]) -> None:
        name = known_as(broken.code.co_filename, broken.function)
        self.functions[name].__code__ = broken.code
        spare = SPARE
        if name in self.measured.compiled:
            spare = COMPILING
            os.environ["SKIRMISH_CACHE_DIR"] = tempfile.mkdtemp(prefix="broken-")
            _forget()
        if name in self.kept:
            for keeper in self.keepers:
                keeper.cache_clear()
            _forget()
        failed = False
        unproved = {*broken.clauses}
        for test in named + others:
            item = self.items[test]
            if failed and (test in others or not clauses_of(item) & unproved):
                continue
            say(f"run {test}")
            patience = SLOWER * self.measured.seconds[test] + spare
            signal.setitimer(signal.ITIMER_VIRTUAL, patience)  # a pause is no fault of the rules
            why = _failure(item)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if why:
                failed = True
                unproved -= clauses_of(item)
                say(f"fail {why}")
        say("end")


def known_as(file: str, function: str) -> str:
    """What a function of the rules is called: two files may have one of a name."""
    return f"{Path(file).stem}.{function}"


def clauses_of(item: pytest.Item) -> set[str]:
    """Clauses that a test is marked with."""
    return {str(clause) for mark in item.iter_markers("clause") for clause in mark.args}


def _failure(item: pytest.Item) -> str:
    """Why a test fails, in one line; empty if it passes. What it has set up is torn down, whatever comes next."""
    try:
        reports = runtestprotocol(item, log=False, nextitem=None)
    except TypeError as error:  # pytest cannot tell where a test was stopped at an instruction that belongs to no line
        item.session._setupstate.teardown_exact(None)
        return f"it was stopped, and pytest cannot tell where: {error}"
    for report in reports:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            return " ".join((crash.message if crash else str(report.longrepr)).split())[:200] or "failed"
    return ""


def compiled_rules() -> set[Callable[..., Any]]:
    """Rules that are compiled all the same where rules are interpreted: builders of tables and what they call."""
    from skirmish_rl.envs.core.library import libraries

    return called_by_all(entry.function for library in libraries() for entry in library.wanted(builders=True))


def called_by_all(functions: Iterable[Callable[..., Any]]) -> set[Callable[..., Any]]:
    """These functions and all that they call, directly or not."""
    from skirmish_rl.envs.core.sources import rules_below

    return rules_below(functions)


def _forget() -> None:
    """Empty the caches of the project and its tests: they may hold what unbroken rules computed."""
    from skirmish_rl.envs.core.library import libraries

    for library in libraries():
        library.folder = None  # nor is what broken rules are compiled to kept among the tests' own
        library.forget()
    for one in gc.get_objects():  # dead proxies among them, which isinstance would ask
        if type(one) is functools._lru_cache_wrapper and one.__module__.startswith(("skirmish_rl", "tests")):
            one.cache_clear()


def _in_a_fork(work: Callable[[Callable[[str], None]], Any], limit: float) -> Iterator[str]:
    """The lines that `work` says in a child process; a last one, "died ...", if it is killed, by itself or after `limit` seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        signal.signal(signal.SIGVTALRM, _too_long)
        try:
            work(lambda line: os.write(writing, (line.replace("\n", " ") + "\n").encode()) and None)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    deadline, text, late = time.monotonic() + limit, b"", False
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, deadline - time.monotonic()))
        chunk = os.read(reading, 65536) if ready else b""
        if not chunk:
            late = not ready
            break
        text += chunk
        *lines, text = text.split(b"\n")
        yield from (line.decode(errors="replace") for line in lines)
    os.close(reading)
    if late:
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if status:
        yield "died it does not end" if late else f"died with status {status}"


def _too_long(number: int, frame: Any) -> None:
    for which in (signal.ITIMER_VIRTUAL, signal.ITIMER_REAL):  # the other one would go off while pytest tells of this one
        signal.setitimer(which, 0)
    raise TimeoutError("it does not end")
