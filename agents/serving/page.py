"""A connection to a page: what is to be sent to it, what it knows already, and how much it may say."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skirmish_rl.agents.serving.game import Game
    from skirmish_rl.agents.serving.host import Limits
    from skirmish_rl.agents.serving.wire import Told

_FOLDERS = re.compile(
    r"""
    (?<=['"])(?:[A-Za-z]:[\\/]|/)[^'"\n]*[\\/](?=[^'"\n]*['"])  # in quotation marks
    | \b[A-Za-z]:\\(?:[^\\/:*?"<>|\n]+\\)+                      # of Windows
    | (?<![\w.)\]/])/(?:[^\s/'":]+/)+                              # of all others
    """,
    re.VERBOSE,
)


def without_folders(text: str) -> str:
    """A text in which files are called by their names alone: where they lie on the server's machine is nobody's business."""
    return _FOLDERS.sub("", text)


class Allowance:
    """What may be taken: so much at once, and so much more each second. Whoever takes more is in debt."""

    def __init__(self, most: float, refill: float):
        self.most, self.refill = most, refill
        self._left, self._then = most, time.monotonic()

    def take(self, amount: float) -> float:
        """Take an amount. Returns for how many seconds there is debt."""
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._then) * self.refill) - amount
        self._then = now
        return max(0.0, -self._left / self.refill)


class Page:
    """A connection: what is to be sent to it, what it knows already, and how much it may say.

    Attributes:
        latest: what was begun last of work that goes on for long, by its name; an older one of the same name ends.
        seat: of a guest, -1. called: names by which a guest knows games whose numbers others alone know.
    """

    def __init__(self, limits: Limits):
        self.limits = limits
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(limits.waiting)
        self.layers: set[str] = set()
        self.game: Game | None = None
        self.known = 0  # steps of its game that it has been told
        self.seat, self.called = -1, dict[str, str]()
        self.is_lost = False
        self.latest: dict[str, object] = {}
        self._unsent = 0  # letters
        self._messages = Allowance(limits.rate, limits.rate)
        self._letters = Allowance(limits.burst, limits.flow)
        self._held = 0.0  # seconds for which it has been in debt without a break

    def tell(self, message: Told, layers: dict[str, str] | None = None) -> None:
        """Send a message, with the layers of its scene that the page has not got yet. A page that takes nothing any more is let go."""
        if message["is"] == "error":
            message = {**message, "why": without_folders(message["why"])}
        number = message.get("id")
        renamed = {"id": self.called[number]} if isinstance(number, str) and number in self.called else {}
        text = json.dumps({**message, **renamed}, separators=(",", ":"))
        if layers is not None:
            new = {key: shapes for key, shapes in layers.items() if key not in self.layers}
            self.layers |= set(new)
            text = f'{text[:-1]},"layers":{{{",".join(f"{json.dumps(key)}:{shapes}" for key, shapes in new.items())}}}}}'
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.is_lost = True
        self._unsent += len(text)
        self.is_lost |= self._unsent > self.limits.unsent

    def begin(self, what: str) -> object:
        """Begin work that goes on for long, in the place of what goes on under its name; it is known by what is returned."""
        self.latest[what] = object()
        return self.latest[what]

    def is_latest(self, what: str, mine: object) -> bool:
        """True while nothing newer of that name has begun."""
        return self.latest[what] is mine

    async def next_text(self) -> str | None:
        """What is to be sent next, None at the end."""
        text = await self.outbox.get()
        self._unsent -= len(text or "")
        return None if self.is_lost else text

    async def is_borne(self, letters: int) -> bool:
        """Hold a page back that says too much, before anything is made of it.

        Args:
            letters: of the message that came.

        Returns:
            False if it goes on like that.
        """
        wait = max(self._messages.take(1), self._letters.take(letters))
        self._held = self._held + wait if wait else 0.0
        if self._held > self.limits.patience:
            return False
        if wait:
            await asyncio.sleep(wait)
        return True
