"""Saved games: one line of JSON that says what they belong to, then the records as they are."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from skirmish_rl.envs.core.errors import StateError
from skirmish_rl.envs.core.ruleset import Scenario

_MAGIC = b"skirmish-state "


def pack(scenario: Scenario, games: np.ndarray, extra: dict[str, Any]) -> bytes:
    """Bytes of some games.

    Args:
        scenario: what the games are played on.
        games: (n,) records.
        extra: what an adapter keeps beside the records; must fit JSON.
    """
    header = {"scenario": scenario.id, "games": len(games), "record": games.dtype.itemsize, "extra": extra}
    return _MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + games.tobytes()


def unpack(scenario: Scenario, data: bytes) -> tuple[np.ndarray, dict[str, Any]]:
    """Games and extras of `pack`.

    Raises:
        StateError: not a saved game, damaged, or of another ruleset, version, scenario or set of options.
    """
    if not isinstance(data, bytes | bytearray) or not data.startswith(_MAGIC):
        raise StateError(f"{type(data).__name__} is no saved game; expected the bytes that get_state() returned")
    line, _, body = bytes(data).partition(b"\n")
    try:
        header = json.loads(line[len(_MAGIC) :])
        given, count, size, extra = header["scenario"], header["games"], header["record"], header["extra"]
    except (ValueError, KeyError, TypeError) as error:
        raise StateError("the saved game is damaged: its header cannot be read; save the game again") from error
    if given != scenario.id:
        raise StateError(f"the saved game belongs to {given}; this environment plays {scenario.id}: make one like it")
    dtype = scenario.ruleset.state
    if size != dtype.itemsize or len(body) != count * dtype.itemsize:
        raise StateError(
            f"the saved game is damaged: {len(body)} bytes for {count} games of {dtype.itemsize} bytes; save the game again"
        )
    return np.frombuffer(body, dtype).copy(), extra
