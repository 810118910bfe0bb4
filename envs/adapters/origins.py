"""Who calls a server: a page of another site, which a browser on this machine has open, is a stranger."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

HOME = ("127.0.0.1", "localhost", "::1")  # the names of this machine for itself


def stranger(called: str, origin: str | None, hosts: Collection[str]) -> str:
    """The reason why a request does not come from the server's own page or from a program, "" if it does.

    Args:
        called: the header `Host`. origin: the header `Origin`, which browsers send.
        hosts: names by which the server may be called, () for all.
    """
    try:
        if hosts and urlsplit(f"//{called}").hostname not in hosts:
            return "not called by this name"
        return "" if origin is None or urlsplit(origin).netloc == called else "a page of another site"
    except ValueError:  # no address at all
        return "not an address"
