"""Options of a scenario as settings and command lines have them: `name=value`, values written as in TOML, or plain text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.texts import parse_toml


def options_of(words: Iterable[str]) -> dict[str, Any]:
    """Options by name.

    Raises:
        DataError: a word of another form.
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise DataError(f"option {word!r}: write name=value, for example rounds=4")
        try:
            found = parse_toml(f"value = {text}")
        except ValueError:
            found = {}
        values[name.strip()] = found["value"] if set(found) == {"value"} else text.strip()
    return values


def last_name(value: Any) -> Any:
    """A value in which files (`.toml`) stand without their folders, whatever system their paths are from."""
    if isinstance(value, list):
        return [last_name(part) for part in value]
    if isinstance(value, str) and value.endswith(".toml"):
        return value.replace("\\", "/").rpartition("/")[2]
    return value


def without_folders(words: Iterable[str]) -> tuple[str, ...]:
    """Options whose files have no folders; the others are as they were."""
    kept = []
    for word in words:
        ((name, value),) = options_of([word]).items()
        bare = last_name(value)
        kept.append(word if bare == value else f"{name}={json.dumps(bare)}")
    return tuple(kept)
