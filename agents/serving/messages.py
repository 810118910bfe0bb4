"""Parses the messages of a page, and checks their fields, types and sizes before anything else reads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

from skirmish_rl.agents.serving.wire import Cell
from skirmish_rl.envs.core.errors import BadOption, did_you_mean
from skirmish_rl.envs.core.packed import Options
from skirmish_rl.envs.core.texts import parse_json

MESSAGE = 2_000_000  # bytes of a message with files: a saved game of the longest kind
SMALL = 64_000  # letters of any other
_WITH_FILES = re.compile(
    r'\s*\{\s*"do"\s*:\s*"(?:load|preview|start)"'
)  # before it is parsed, a message tells what it is by how it begins
_DEEP, _QUICK = 8, 4_000  # brackets within brackets; letters that are parsed at once
WORD, FILE, FILES = 200, 200_000, 8  # letters of a name, letters of a file, files of a game
PACE = 10_000  # milliseconds between two answers of agents, at most


class Field(NamedTuple):
    """The values that a field of a message accepts.

    Attributes:
        accepts: True for a valid value.
        says: describes the valid values, for error messages.
        needed: True if the field must be there.
        holds: the field's type.
    """

    accepts: Callable[[Any], bool]
    says: str
    needed: bool = False
    holds: Any = str


class OwnFile(TypedDict):
    """A file that the user has dropped on to the page."""

    name: str
    text: str


def _is_whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= WORD and value.isprintable()


def _is_cell(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_whole(coordinate, 0, 1000) for coordinate in value)


def _is_option(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 16 and all(map(_is_option, value)) and not any(isinstance(one, list) for one in value)
    return value is None or isinstance(value, bool) or _is_word(value) or _is_whole(value, -(10**9), 10**9)


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= 40 and all(_is_word(name) and _is_option(one) for name, one in value.items())


def _is_file(value: Any) -> bool:
    return (
        isinstance(value, dict) and set(value) == {"name", "text"} and _is_word(value["name"])
        and isinstance(value["text"], str) and len(value["text"]) <= FILE
    )  # fmt: skip


def _are_files(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= FILES and all(map(_is_file, value))


def _whole(high: int, needed: bool = False) -> Field:
    return Field(lambda value: _is_whole(value, 0, high), f"a whole number from 0 to {high}", needed, int)


_FLAG = Field(lambda value: isinstance(value, bool), "true or false", holds=bool)
_AT = _whole(1_000_000, needed=True)
_NAME = Field(_is_word, f"a text of at most {WORD} letters", needed=True)
_WHO = Field(
    lambda value: isinstance(value, list) and 1 <= len(value) <= 4 and all(map(_is_word, value)),
    "a list of who sits at each seat",
    needed=True,
    holds=list[str],
)
_AGENT = Field(lambda value: value is None or _is_word(value), "an agent's name", holds=str | None)
_SCENE = {
    "game": _NAME,
    "scenario": Field(lambda value: value is None or _is_word(value), f"a text of at most {WORD} letters", holds=str | None),
    "seats": Field(lambda value: value is None or _is_whole(value, 1, 4), "a number of seats", holds=int | None),
    "options": Field(_is_options, "an object of options", holds=Options),
    "files": Field(_are_files, f"at most {FILES} files with name and text", holds=list[OwnFile]),
}
_PLAY = {"practice": _FLAG, "pace": _whole(PACE), "watch": _FLAG}
SAYS: dict[str, dict[str, Field]] = {
    "lobby": {},
    "preview": _SCENE,
    "start": {
        **_SCENE, **_PLAY, "who": _WHO,
        "seed": Field(lambda value: value is None or _is_whole(value, 0, 2**53), "a whole number from 0 to 2**53", holds=int | None),
    },
    "load": {
        **_PLAY, "who": _WHO._replace(needed=False),
        "text": Field(lambda value: isinstance(value, str), "a saved game", needed=True),
    },
    "resume": {"id": _NAME},
    "answer": {"at": _AT, "action": _AT},
    "ready": {"at": _AT},
    "undo": {},
    "resign": {},
    "run": {"pace": _whole(PACE)},
    "pause": {},
    "step": {},
    "look": {"at": _AT},
    "card": {"at": _AT, "unit": _NAME},
    "place": {"at": _AT, "unit": _NAME, "cell": Field(_is_cell, "a list of a column and a row", needed=True, holds=Cell)},
    "think": {"at": _AT, "agent": _AGENT},
    "judge": {"agent": _AGENT},
    "analyse": {"agent": _AGENT},
    "again": {"swap": _FLAG, "at": _whole(1_000_000), "seat": _whole(3)},
    "seat": {"seat": _whole(3, needed=True), "who": _NAME},
    "save": {},
    "leave": {},
}  # fmt: skip


def is_large(text: str) -> bool:
    """True for a message so long that parsing it takes a while."""
    return len(text) > _QUICK


def parse_message(text: str) -> dict[str, Any]:
    """Parse the text of a message, without checking its fields.

    Raises:
        BadOption: the text is too long, or is no JSON object.
    """
    most = MESSAGE if _WITH_FILES.match(text) else SMALL
    if len(text) > most:
        raise BadOption(
            f"a message of {len(text)} letters; at most {most}, and {MESSAGE} where it begins with do and is load, preview or start"
        )
    try:
        message = parse_json(text, _DEEP)
    except ValueError as error:
        raise BadOption(f"not a message: no JSON ({error})") from error
    if not isinstance(message, dict):
        raise BadOption("not a message: no JSON object")
    return message


def number_of(message: dict[str, Any]) -> int | None:
    """The `re` of a message, None if it has none or a bad one."""
    number = message.get("re")
    return number if _is_whole(number, 0, 2**53) else None


def check_message(message: dict[str, Any]) -> dict[str, Any]:
    """Check all fields of a message and return the same message.

    Raises:
        BadOption: a field is missing, unknown or invalid.
    """
    do = message.get("do")
    if not isinstance(do, str) or do not in SAYS:
        raise BadOption(f"do={str(do)[:60]!r}: {did_you_mean(str(do)[:60], SAYS)}")
    fields = SAYS[do]
    for name, value in message.items():
        if name in ("do", "re"):
            continue
        if name not in fields:
            raise BadOption(f"{do}: unknown field {name[:60]!r}; {did_you_mean(name[:60], fields)}")
        if not fields[name].accepts(value):
            raise BadOption(f"{do}: {name} must be {fields[name].says}")
    for name, field in fields.items():
        if field.needed and name not in message:
            raise BadOption(f"{do}: {name} is missing, {field.says}")
    return message
