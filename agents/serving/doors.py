"""Limits on connections: how many at a time, how long a client may take to send its request, and waits after wrong tokens."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from typing import TYPE_CHECKING, Any, cast

from skirmish_rl.envs.core.errors import needs

with needs("web"):
    from h11 import Request
    from uvicorn.protocols.http.h11_impl import H11Protocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from skirmish_rl.agents.serving.host import Limits

_FREE, _LONGEST = 5, 6  # wrong tokens that cost nothing; doublings of the time that each further one costs
_REMEMBERED = 1000  # addresses
_FAREWELL = 2.0  # seconds that a page has to say goodbye


def neighbourhood(address: str) -> str:
    """Reduce an address to the part that identifies one visitor: an IPv6 address to its /64 prefix, since one visitor owns the rest."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # no address of a network
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None and not parsed.is_loopback:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


class Tokens:
    """Counts wrong tokens by address: after a few, tokens from that address are refused for a while, longer after each further one.

    An address that has sent the right one never waits again: else a neighbour behind the same address could keep its owner out.
    """

    def __init__(self) -> None:
        self._wrong: dict[str, tuple[int, float]] = {}  # how many; until when none is looked at
        self._right: dict[str, None] = {}  # the one that came last at the end

    def wait(self, address: str) -> float:
        """Seconds for which tokens from this address are still refused; 0.0 if they are accepted."""
        if neighbourhood(address) in self._right:
            return 0.0
        _, until = self._wrong.get(neighbourhood(address), (0, 0.0))
        return max(0.0, until - time.monotonic())

    def note(self, address: str, right: bool) -> None:
        """Record that this address has sent a token, and whether the token was right."""
        place = neighbourhood(address)
        count, _ = self._wrong.pop(place, (0, 0.0))
        if right:
            self._right.pop(place, None)
            self._right[place] = None
        else:
            wait = 2.0 ** min(count - _FREE, _LONGEST) if count >= _FREE else 0.0
            self._wrong[place] = (count + 1, time.monotonic() + wait)
        for known in (self._wrong, self._right):
            while len(known) > _REMEMBERED:
                del known[next(iter(known))]


class Doors:
    """All open connections. When there is no room, a connection that has not sent its request yet is closed for a new one.

    Args:
        limits: the host's limits.
        most: the number of connections at a time, where the operating system allows fewer than `limits`.
    """

    def __init__(self, limits: Limits, most: int | None = None):
        self.limits = limits
        self.most = min(limits.connections, most or limits.connections)
        self._here: dict[asyncio.Transport, tuple[str, Visit | None]] = {}  # the oldest first; with whom it may still be that says nothing

    def enter(self, transport: asyncio.Transport, visit: Visit) -> None:
        """Register a new connection, and close one (perhaps this one) if there are now too many."""
        address = neighbourhood(visit.client[0]) if visit.client else ""
        near = [known for known, (place, _) in self._here.items() if place == address]
        self._here[transport] = (address, visit)
        if len(near) >= self.limits.neighbours and not _is_home(address):
            self._close_one([*near, transport])
        elif len(self._here) > self.most:
            self._close_one([*self._here])

    def _close_one(self, among: list[asyncio.Transport]) -> None:
        """Close the oldest connection that has not sent its request; there is always at least the newest."""
        for transport in among:
            visit = self._here[transport][1]
            if visit is not None and visit.cycle is None:
                self.leave(transport)
                transport.abort()
                return

    def turn(self, transport: asyncio.Transport) -> None:
        """Note that a connection has become the WebSocket of a page."""
        if transport in self._here:
            self._here[transport] = (self._here[transport][0], None)

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        self._here.pop(transport, None)


def _is_home(address: str) -> bool:
    """True for this machine's own address, at which a reverse proxy may stand for many visitors."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False


class Visit(H11Protocol):
    """An HTTP connection: it must send its request within one time limit, and be finished within another."""

    def __init__(self, doors: Doors, **settings: Any):
        super().__init__(**settings)
        self.doors = doors

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See the parent class."""
        opened = cast(asyncio.Transport, transport)
        super().connection_made(opened)
        self._late = self.loop.call_later(self.doors.limits.head, self._look)
        self.doors.enter(opened, self)

    def _look(self) -> None:
        """Close the connection if its request has not arrived in time."""
        if self.cycle is None:
            self.transport.abort()
        else:
            self._late = self.loop.call_later(self.doors.limits.visit, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """See the parent class."""
        self._late.cancel()
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Request) -> None:
        """See the parent class."""
        self._late.cancel()
        self.doors.turn(self.transport)
        super().handle_websocket_upgrade(event)


class Line(WebSocketsSansIOProtocol):
    """The WebSocket of a page, with bounds on fragments received and on bytes that the page does not read."""

    _idle = 0  # bytes that came after it was let go

    def __init__(self, doors: Doors, **settings: Any):
        super().__init__(**settings)
        self.doors, self.close_timeout = doors, _FAREWELL

    def connection_lost(self, exc: Exception | None) -> None:
        """See the parent class."""
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See the parent class.

        The bounds hold for answers to pings that nobody reads, for the parts of a message that never ends, and for a client that goes on
        sending after it was closed.
        """
        super().data_received(data)
        self._idle = self._idle + len(data) if self.close_sent else 0
        limits = self.doors.limits
        if max(self.transport.get_write_buffer_size(), self._idle) > limits.unsent or len(self.frames) > limits.parts:
            self.transport.abort()
