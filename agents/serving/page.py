"""A connection to a page: what is to be sent to it, and what it knows already."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skirmish_rl.agents.serving.game import Game


class Page:
    """A connection: what is to be sent to it, and what it knows already."""

    def __init__(self, waiting: int):
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(waiting)
        self.layers: set[str] = set()
        self.game: Game | None = None
        self.known = 0  # steps of its game that it has been told
        self.is_lost = False
        self._heard: list[float] = []

    def tell(self, message: dict[str, Any], layers: dict[str, str] | None = None) -> None:
        """Send a message, with the layers of its scene that the page has not got yet. A page that takes nothing any more is let go."""
        text = json.dumps(message, separators=(",", ":"))
        if layers is not None:
            new = {key: shapes for key, shapes in layers.items() if key not in self.layers}
            self.layers |= set(new)
            text = f'{text[:-1]},"layers":{{{",".join(f"{json.dumps(key)}:{shapes}" for key, shapes in new.items())}}}}}'
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.is_lost = True

    def is_hasty(self, rate: int) -> bool:
        """Note that a message came; True if there were too many in the last second."""
        now = time.monotonic()
        self._heard = [*(one for one in self._heard if now - one < 1), now]
        return len(self._heard) > rate
