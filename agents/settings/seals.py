"""Settings that a command has written for itself: whole to their last line, and known again as this user's own.

What lies in a folder may have been put there by anybody. The last line of such a file says that nothing is missing before it, and holds a
mark that is made with a key of this user's own, from the text and from the place where it lies: it cannot come along with a folder.
"""

from __future__ import annotations

import hmac
import os
import secrets
from pathlib import Path

from skirmish_rl.envs.core.cache import cache_folder, check_own
from skirmish_rl.envs.core.errors import SkirmishError
from skirmish_rl.envs.core.files import alone, put, read_bytes
from skirmish_rl.envs.core.texts import decode

CONFIG, FACTS = "config.toml", "run.json"  # of a run folder: its settings, and how it came about
KEY = "own.key"
_WHOLE = "# whole, written by skirmish-rl; mark "
_BYTES, _LARGEST = 32, 256_000


def _key() -> bytes:
    """The key of this user alone, made when it is first asked for; none where nothing can be kept, or where others could read it."""
    try:
        folder = cache_folder()
        file = folder / KEY
        with alone(folder / f"{KEY}.lock"):
            if not file.exists():
                put(file, secrets.token_bytes(_BYTES), mode=0o600)
        check_own(file)
        content = read_bytes(file, _BYTES)
    except (OSError, SkirmishError):
        return b""
    closed = not hasattr(os, "getuid") or not file.stat().st_mode & 0o077
    return content if closed and len(content) == _BYTES else b""


def _mark(text: str, place: Path) -> str:
    key = _key()
    return hmac.digest(key, os.fsencode(place.resolve()) + b"\0" + text.encode(), "sha256").hex() if key else "none"


def sealed(text: str, place: Path) -> str:
    """A text with its last line.

    Args:
        place: of the file that it becomes.
    """
    return f"{text}{_WHOLE}{_mark(text, place)}\n"


def _parts(file: Path) -> tuple[str, str]:
    """The text of a file before its last line, and the mark there; "" where it has none."""
    try:
        text, found, last = decode(read_bytes(file, _LARGEST)).rpartition(_WHOLE)
    except (SkirmishError, ValueError):
        return "", ""
    return text, last.removesuffix("\n") if found and last.endswith("\n") else ""


def is_whole(file: Path) -> bool:
    """True for a file that ends with such a line."""
    return bool(_parts(file)[1])


def is_own(file: Path) -> bool:
    """True for a file that a command of this user has written at this place, and that is as it was written."""
    text, mark = _parts(file)
    return bool(text) and mark != "none" and hmac.compare_digest(mark.encode(), _mark(text, file).encode())


def mark_of(content: bytes) -> bytes:
    """The mark of this user on some bytes, wherever they lie; empty where no key can be kept."""
    key = _key()
    return hmac.digest(key, b"\0" + content, "sha256") if key else b""  # a place, which other marks begin with, holds no such byte


def is_marked(content: bytes, mark: bytes) -> bool:
    """True for bytes that bear this user's mark."""
    return bool(mark) and hmac.compare_digest(mark, mark_of(content))
