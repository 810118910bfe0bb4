"""Graceful ctrl-C: training stops at the next point from which it can be resumed exactly."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

# ctrl-C, what ends a process politely, and the end of its terminal
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def heeded() -> list[int]:
    """The `SIGNALS` to handle; a process started by `nohup` goes on ignoring the end of its terminal."""
    return [number for number in SIGNALS if number in (signal.SIGINT, signal.SIGTERM) or signal.getsignal(number) is not signal.SIG_IGN]


class Interruption:
    """While entered, the first ctrl-C (or another of `SIGNALS`) sets `requested`; a second ctrl-C interrupts at once.

    Args:
        tell: called with a sentence for the user after the first signal.
    """

    def __init__(self, tell: Callable[[str], None]):
        self.requested = False
        self.tell = tell
        self._before: dict[int, Any] = {}

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.requested = True
        self.tell("stopping after this update; once more to stop at once, back to the last checkpoint")

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            for number in heeded():
                self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
