"""Escapes texts from outside for Markdown and HTML, so that they cannot contain markup, table cells or line breaks."""

from __future__ import annotations

import re

_OPEN = re.compile(r"[^\w .,:;/@+=%(){}'-]")
_OUTSIDE_CODE = re.compile(r"[`|<>&\\\x00-\x1f\x7f-\x9f\u2028\u2029]")


def plain(text: object) -> str:
    """Escape a text: every character with a possible meaning becomes a numeric entity, which both languages understand."""
    return _OPEN.sub(lambda sign: f"&#{ord(sign[0])};", str(text))


def code(text: object) -> str:
    """Format a name as code in Markdown; a name that cannot be code there is escaped as text."""
    return plain(text) if _OUTSIDE_CODE.search(str(text)) or not str(text).strip() else f"`{text}`"
