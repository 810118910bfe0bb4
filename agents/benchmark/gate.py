"""What a class may do while it learns: play the games of its lessons, whose decisions are counted, and no others.

Batches say by an audit event of Python when they are made and when a bot is asked through them. This sees what happens in this process by our
own functions; whoever wants to hide something can, so results of a class are told as declared, as those of a command are.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

from skirmish_rl.envs.core.batch import ASKS, MAKES
from skirmish_rl.envs.core.errors import BadOption

_WHY = {
    MAKES: "makes games of its own, whose decisions nobody counts; take them from lessons.games(...)",
    ASKS: "asks a bot through a batch, and what it answers is not counted; let the bot be an opponent in lessons.games(...)",
}


class _Gate:
    """Who is learning now, if anybody; and which threads are inside the lessons."""

    def __init__(self) -> None:
        self.learner = ""
        self.inside = threading.local()
        self.hooked = False

    def watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Python's audit hook, which cannot be taken off again."""
        if self.learner and event in _WHY and not getattr(self.inside, "depth", 0):
            raise BadOption(f"{self.learner} {_WHY[event]}")


_GATE = _Gate()


@contextlib.contextmanager
def closed(learner: str) -> Iterator[None]:
    """While a class learns: batches of its own are refused.

    Raises:
        BadOption: from within, at the call that makes or asks one.
    """
    if not _GATE.hooked:
        sys.addaudithook(_GATE.watch)
        _GATE.hooked = True
    before, _GATE.learner = _GATE.learner, learner
    try:
        yield
    finally:
        _GATE.learner = before


@contextlib.contextmanager
def opened() -> Iterator[None]:
    """Inside the lessons' own work: it makes batches and asks bots for the opponents."""
    inside = _GATE.inside
    inside.depth = getattr(inside, "depth", 0) + 1
    try:
        yield
    finally:
        inside.depth -= 1
