"""One connection to a page: its outbox, what it has been sent already, and its rate limits."""

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
    """Replace paths in a text by file names: the server's folders are not shown to visitors."""
    return _FOLDERS.sub("", text)


class Allowance:
    """A token bucket: up to `most` at once, and `refill` more each second. Taking more than is there leaves a debt."""

    def __init__(self, most: float, refill: float):
        self.most, self.refill = most, refill
        self._left, self._then = most, time.monotonic()

    def take(self, amount: float) -> float:
        """Take an amount. Returns the seconds until the debt is paid, 0.0 if there is none."""
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._then) * self.refill) - amount
        self._then = now
        return max(0.0, -self._left / self.refill)


class Page:
    """A connection: its outbox, what the page has been sent already, and its rate limits.

    Attributes:
        latest: the newest long-running task of each name; starting one ends the older task of the same name.
        seat: the guest's seat, -1 if the page is no guest's.
        called: the ids under which a guest knows games, by their own ids, which a guest must not learn.
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
        """Queue a message, with the layers of its scene that the page does not have yet. A page that stops reading is disconnected."""
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
        """Start a long-running task in the place of an older one of the same name; returns the object that identifies the task."""
        self.latest[what] = object()
        return self.latest[what]

    def is_latest(self, what: str, mine: object) -> bool:
        """True while no newer task of that name has started."""
        return self.latest[what] is mine

    async def next_text(self) -> str | None:
        """The next text to send, None at the end."""
        text = await self.outbox.get()
        self._unsent -= len(text or "")
        return None if self.is_lost else text

    async def is_borne(self, letters: int) -> bool:
        """Slow down a page that sends too much, before its message is parsed.

        Args:
            letters: the length of the message in characters.

        Returns:
            False if the page has exceeded its limits for too long and must be disconnected.
        """
        wait = max(self._messages.take(1), self._letters.take(letters))
        self._held = self._held + wait if wait else 0.0
        if self._held > self.limits.patience:
            return False
        if wait:
            await asyncio.sleep(wait)
        return True
