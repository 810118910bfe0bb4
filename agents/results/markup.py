"""Texts from outside in Markdown and HTML: nothing in them is markup, a cell of a table, or a line of its own."""

from __future__ import annotations

import re

_OPEN = re.compile(r"[^\w .,:;/@+=%(){}'-]")
_OUTSIDE_CODE = re.compile(r"[`|<>&\\\x00-\x1f\x7f-\x9f\u2028\u2029]")


def plain(text: object) -> str:
    """A text as it is to be read: every character that could mean more is written as its number, which both languages know."""
    return _OPEN.sub(lambda sign: f"&#{ord(sign[0])};", str(text))


def code(text: object) -> str:
    """A name in Markdown's type of code; one that could not stand there, as plain text."""
    return plain(text) if _OUTSIDE_CODE.search(str(text)) or not str(text).strip() else f"`{text}`"
