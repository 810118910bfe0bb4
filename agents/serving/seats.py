"""Saves the guests' seats beside the record of their game, so that links and guests survive a restart of the server.

Whoever reads such a file could take the seats, so only its owner may read it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path

from skirmish_rl.agents.serving.screens import Guest
from skirmish_rl.envs.core.errors import DataError, SkirmishError
from skirmish_rl.envs.core.files import cannot, put, read_text
from skirmish_rl.envs.core.texts import parse_json

SUFFIX = ".seats"
_LARGEST, _OWNER = 10_000, 0o600  # bytes of a file; who may read and write it


def place_of_seats(record: Path) -> Path:
    """The path of the file that holds the seats of a game's guests."""
    return record.with_suffix(SUFFIX)


def keep_seats(record: Path, guests: Mapping[int, Guest]) -> None:
    """Save the guests of a game; with no guests, remove the file.

    Raises:
        DataError: the file cannot be written.
    """
    place = place_of_seats(record)
    try:
        if guests:
            told = {str(seat): {"link": guest.link, "key": guest.key} for seat, guest in sorted(guests.items())}
            put(place, json.dumps(told).encode(), mode=_OWNER)
        else:
            place.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(f"{cannot('write', place, error)}; choose another folder with --records") from error


def kept_seats(record: Path) -> dict[int, Guest]:
    """Read the guests of a saved game; empty if there is no such file, or a damaged one."""
    with contextlib.suppress(SkirmishError, ValueError, TypeError, KeyError, AttributeError):
        place = place_of_seats(record)
        if place.is_file():
            told = parse_json(read_text(place, _LARGEST))
            return {int(seat): Guest(str(names["link"]), str(names["key"])) for seat, names in told.items()}
    return {}


def record_of_guest(records: Path, name: str) -> Path | None:
    """Find the saved game in which a link or a key belongs to a seat; None for none."""
    for place in sorted(records.glob(f"*{SUFFIX}")):
        record = place.with_suffix(".txt")
        if record.is_file() and any(name in (guest.link, guest.key) for guest in kept_seats(record).values()):
            return record
    return None
