"""What a class may do while it learns: play the games of its lessons, whose decisions are counted, and no others.

Batches say by audit events of Python when they are made, played on, or asked for a bot's answer. One gate stands at all of them: while a
class learns, only what the lessons do themselves goes through, and they count it. This sees what happens in this process by our own
functions; whoever wants to hide something can, so results of a class are told as declared, as those of a command are.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

from skirmish_rl.envs.core.batch import ASKS, DESCRIBES, MAKES, PLAYS
from skirmish_rl.envs.core.errors import BadOption

_WHY = {
    MAKES: "makes games of its own, whose decisions nobody counts; take them from lessons.games(...), and copies from games.copies(...)",
    PLAYS: "plays on in a batch, whose decisions nobody counts; step the games of lessons.games(...), or the batch of games.copies(...)",
    ASKS: "asks a bot through a batch, and what it answers is not counted; ask by games.ask(...), or let the bot be an opponent "
    "in lessons.games(...)",
}
_RAW = {DESCRIBES: "reads features of actions, among which are a bot's scores; this track allows observation, mask and outcome alone"}


class _Gate:
    """Who is learning now, if anybody; and which threads are inside the lessons."""

    def __init__(self) -> None:
        self.learner, self.why = "", _WHY
        self.inside = threading.local()
        self.hooked = False

    def watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Python's audit hook, which cannot be taken off again."""
        if self.learner and event in self.why and not getattr(self.inside, "depth", 0):
            raise BadOption(f"{self.learner} {self.why[event]}")


_GATE = _Gate()


@contextlib.contextmanager
def closed(learner: str, raw: bool = False) -> Iterator[None]:
    """While a class learns: what nobody counts is refused.

    Args:
        raw: features of actions are refused, too.

    Raises:
        BadOption: from within, at the call that makes, plays or asks.
    """
    if not _GATE.hooked:
        sys.addaudithook(_GATE.watch)
        _GATE.hooked = True
    before = _GATE.learner, _GATE.why
    _GATE.learner, _GATE.why = learner, {**_WHY, **(_RAW if raw else {})}
    try:
        with strangers():
            yield
    finally:
        _GATE.learner, _GATE.why = before


def opened() -> contextlib.AbstractContextManager[None]:
    """Inside the lessons' own work: it makes batches and asks bots for the opponents."""
    return _at(getattr(_GATE.inside, "depth", 0) + 1)


def strangers() -> contextlib.AbstractContextManager[None]:
    """Code of a user's own that is called from inside the lessons, such as an opponent: for it the gate stays as it is outside."""
    return _at(0)


@contextlib.contextmanager
def _at(depth: int) -> Iterator[None]:
    before, _GATE.inside.depth = getattr(_GATE.inside, "depth", 0), depth
    try:
        yield
    finally:
        _GATE.inside.depth = before
