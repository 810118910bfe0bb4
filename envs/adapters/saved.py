"""Saved games: one line of JSON that says what they belong to, then the records as they are.

A checksum finds damage; ranges and relations (`Scenario.check_games`) refuse records that no rule could have made, since
compiled rules trust what they are given.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_json

_MAGIC = b"skirmish-state "


def _checksum(header: dict[str, Any], body: bytes) -> str:
    plain = {key: value for key, value in header.items() if key != "checksum"}
    return hashlib.blake2b(json.dumps(plain, sort_keys=True).encode() + body, digest_size=16).hexdigest()


def _layout(dtype: np.dtype) -> str:
    """Eight hexadecimal digits of where the fields of a record lie."""
    return hashlib.blake2b(repr(dtype).encode(), digest_size=4).hexdigest()


def pack(scenario: Scenario, games: np.ndarray, extra: dict[str, Any]) -> bytes:
    """Bytes of some games.

    Args:
        scenario: what the games are played on.
        games: (n,) records.
        extra: what an adapter keeps beside the records; must fit JSON.
    """
    body = games.tobytes()
    header = {"scenario": scenario.id, "games": len(games), "record": _layout(games.dtype), "extra": extra}
    header["checksum"] = _checksum(header, body)
    return _MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + body


def is_saved(path: Path) -> bool:
    """True for a file that begins as `pack` begins its bytes.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def unpack(scenario: Scenario, data: bytes) -> tuple[np.ndarray, dict[str, Any]]:
    """Games and extras of `pack`; the extras' own values are the adapter's to check.

    Raises:
        StateError: not a saved game, damaged, or of another ruleset, version, scenario or set of options.
    """
    if not isinstance(data, bytes | bytearray) or not data.startswith(_MAGIC):
        given = "these bytes are" if isinstance(data, bytes | bytearray) else f"{type(data).__name__} is"
        raise StateError(f"{given} no saved game; expected the bytes that get_state() returned")
    line, _, body = bytes(data).partition(b"\n")
    try:
        header = parse_json(line[len(_MAGIC) :])
        given, count, layout, extra, checksum = (header[key] for key in ("scenario", "games", "record", "extra", "checksum"))
    except (ValueError, KeyError, TypeError) as error:
        raise StateError("the saved game is damaged: its header cannot be read; save the game again") from error
    if given != scenario.id:
        raise StateError(f"the saved game belongs to {str(given)[:200]}; this environment plays {scenario.id}: make one like it")
    dtype = scenario.ruleset.state
    if layout != _layout(dtype):
        raise StateError("the saved game was made by another release, whose records are laid out otherwise; save the game again")
    if type(count) is not int or len(body) != count * dtype.itemsize or not isinstance(extra, dict):
        raise StateError(
            f"the saved game is damaged: {len(body)} bytes for {str(count)[:20]} games of {dtype.itemsize} bytes; save the game again"
        )
    if checksum != _checksum(header, body):
        raise StateError("the saved game is damaged: its checksum is wrong; save the game again")
    games = np.frombuffer(body, dtype).copy()
    scenario.check_games(games)
    return games, extra


def checked_control(scenario: Scenario, control: Any, games: int) -> np.ndarray:
    """Who decides for the seats of saved games, int16 (games, seats).

    Raises:
        StateError: not one whole number for each seat and game, or a bot that does not exist.
    """
    try:
        given = np.asarray(control)
    except ValueError:
        given = np.zeros(0)
    known = given.shape == (games, scenario.seats) and given.dtype.kind == "i"
    if not known or not all(-128 <= number < 0 or scenario.ruleset.is_bot(number) for number in np.unique(given).tolist()):
        raise StateError(f"the saved game is damaged: control {str(control)[:60]}; expected a number for each of {scenario.seats} seats")
    return given.astype(np.int16)
