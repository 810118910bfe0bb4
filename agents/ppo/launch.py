"""Starts the ranks of a run on one machine, one process each, and watches over them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from multiprocessing import connection
from pathlib import Path
from typing import Any

from skirmish_rl.agents.ppo.interruption import heeded
from skirmish_rl.agents.ppo.ranks import join, leave
from skirmish_rl.agents.workers.local import leave_with_parent
from skirmish_rl.envs.core.errors import SkirmishError

_LOST = 75  # exit code of a rank that could not go on because another was gone
_GRACE = 5.0  # seconds
_SILENCE = ("closed by peer", "reset by peer", "gloo", "nccl", "timed out")  # what torch.distributed says then


def launch(count: int, work: Callable[..., int], *rest: Any, then: Callable[[], str] = str) -> int:
    """Run `work(ranks, *rest)` in several processes.

    A ctrl-C or termination signal is passed on to all processes; if one process dies, the others are ended.

    Args:
        count: the number of processes.
        work: a function that can be imported by name; returns an exit code.
        rest: further arguments of `work`.
        then: returns the advice for the user if the run is cut off.

    Returns:
        0, or the exit code of a rank that did not end with 0; 1 if it was killed.
    """
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as place:
        meeting = f"file://{Path(place).resolve()}/meeting"
        ranks = [context.Process(target=_rank, args=(rank, count, meeting, work, rest)) for rank in range(count)]

        def pass_on(number: int, frame: Any) -> None:
            for process in ranks:
                if process.pid and process.is_alive():
                    os.kill(process.pid, number)

        before = {number: signal.signal(number, pass_on) for number in heeded()}
        try:
            for process in ranks:
                process.start()
            codes = _watch(ranks)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        told = dict.fromkeys(_said(meeting, rank) for rank in range(count))
    print("".join(f"{text}\n" for text in told if text), end="", file=sys.stderr)
    if not any(codes):
        return 0
    killed = [f"rank {rank} was ended by {signal.Signals(-code).name}" for rank, code in enumerate(codes) if code < 0]
    failed = [code for code in codes if code > 0 and code != _LOST]
    if killed or not failed:
        what = "; ".join(killed) or "the ranks lost each other"
        print(f"{what}; all ranks have stopped, and nothing is half written; {then()}", file=sys.stderr)
    return failed[0] if failed else 1


def _watch(ranks: list[Any]) -> list[int]:
    """Wait for all ranks to end. Returns their exit codes, 0 for a rank that was ended only because of another one."""
    left, codes = dict(enumerate(ranks)), [0] * len(ranks)
    deadline = None
    while left:
        patience = None if deadline is None else max(0.0, deadline - time.monotonic())
        connection.wait([process.sentinel for process in left.values()], patience)
        for rank, process in list(left.items()):
            if not process.is_alive():
                codes[rank] = process.exitcode or 0
                del left[rank]
        if deadline is None and any(codes):
            deadline = time.monotonic() + _GRACE
        elif deadline is not None and time.monotonic() >= deadline:
            for process in left.values():
                process.kill()
                process.join()
            left.clear()
    return codes


def _rank(rank: int, count: int, meeting: str, work: Callable[..., int], rest: tuple[Any, ...]) -> None:
    """Run one rank in its process, and exit with its exit code."""
    os.setpgid(0, 0)  # a terminal's ctrl-C goes to the watching process, which passes it on: once, not twice
    leave_with_parent()
    code = 1
    try:
        ranks = join(rank, count, meeting)
        code = work(ranks, *rest)
        leave(ranks)
    except KeyboardInterrupt:
        code = 130
    except SkirmishError as error:
        code = 2
        Path(f"{_place(meeting)}-{rank}").write_text(str(error), encoding="utf-8")  # most say the same: the watching process says it once
    except Exception as error:
        lost = isinstance(error, RuntimeError) and any(word in str(error).lower() for word in _SILENCE)
        code = _LOST if lost else 1
        if not lost:
            print(f"rank {rank}:\n{traceback.format_exc()}", file=sys.stderr)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # not through clean-up that might wait for ranks that are gone


def _place(meeting: str) -> str:
    """The path of a meeting point."""
    return meeting.removeprefix("file://")


def _said(meeting: str, rank: int) -> str:
    """The last message of a rank for the user."""
    file = Path(f"{_place(meeting)}-{rank}")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def torchrun() -> tuple[int, int] | None:
    """The rank and the number of ranks, if torchrun has started this process; else None."""
    if "TORCHELASTIC_RUN_ID" not in os.environ:
        return None
    return int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])


def attempt() -> tuple[str, int]:
    """Under torchrun: an id of this launch on this machine, and how often it has restarted the ranks."""
    return f"{os.environ['TORCHELASTIC_RUN_ID']}-{os.getppid()}", int(os.environ.get("TORCHELASTIC_RESTART_COUNT", 0))
