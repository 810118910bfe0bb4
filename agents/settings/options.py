"""Options of a scenario as settings and command lines have them: `name=value`, values written as in TOML, or plain text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
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
    return _changed(value, lambda path: path.replace("\\", "/").rpartition("/")[2])


def without_folders(words: Iterable[str]) -> tuple[str, ...]:
    """Options whose files have no folders; the others are as they were."""
    return tuple(_word(word, last_name) for word in words)


def changed_files(words: Iterable[str], change: Callable[[str], str]) -> tuple[str, ...]:
    """Options with other paths for their files (`.toml`); the others are as they were."""
    return tuple(_word(word, lambda value: _changed(value, change)) for word in words)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, list):
        return [_changed(part, change) for part in value]
    return change(value) if isinstance(value, str) and value.endswith(".toml") else value


def _word(word: str, change: Callable[[Any], Any]) -> str:
    ((name, value),) = options_of([word]).items()
    changed = change(value)
    return word if changed == value else f"{name}={json.dumps(changed)}"
