"""The seats of guests as they are kept beside the record of their game, so that links and those who came by them outlive the server.

Whoever reads such a file can take the seats: only its owner may.
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
    """Where the seats of a game's guests are kept."""
    return record.with_suffix(SUFFIX)


def keep_seats(record: Path, guests: Mapping[int, Guest]) -> None:
    """Keep who plays from elsewhere; nothing stays where nobody does.

    Raises:
        DataError: it cannot be written.
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
    """Who plays a kept game from elsewhere; nobody where no such file lies, or a damaged one."""
    with contextlib.suppress(SkirmishError, ValueError, TypeError, KeyError, AttributeError):
        place = place_of_seats(record)
        if place.is_file():
            told = parse_json(read_text(place, _LARGEST))
            return {int(seat): Guest(str(names["link"]), str(names["key"])) for seat, names in told.items()}
    return {}


def record_of_guest(records: Path, name: str) -> Path | None:
    """The kept game in which somebody has a seat by a link or a key, None for none."""
    for place in sorted(records.glob(f"*{SUFFIX}")):
        record = place.with_suffix(".txt")
        if record.is_file() and any(name in (guest.link, guest.key) for guest in kept_seats(record).values()):
            return record
    return None
