"""Text from people: decoding it, cutting it into lines, and checking TOML and JSON before they are parsed.

Parsers of TOML and JSON take time and memory that grow much faster than a text whose keys or brackets are nested; so the depth is
counted here first, in one pass.
"""

from __future__ import annotations

import codecs
import json
import math
import re
import tomllib
from typing import Any

DEEP, DOTS = 50, 100  # brackets within brackets, parts of a dotted key
_WHOLE = 2**63  # numbers of TOML and JSON lie below
_DIGITS = 20  # with a sign
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_TOKEN = re.compile(
    r"""
    \#[^\n]*+                                                 # a comment
    | \"{3}(?:[^"\\]++|\\[\s\S]?|"{1,2}+(?!"))*+"{0,5}+       # texts of all four kinds, which end where TOML ends them;
    | '{3}(?:[^']++|'{1,2}+(?!'))*+'{0,5}+                     # one without an end reaches to that of the text or line,
    | (?P<part>"(?:[^"\\\n]++|\\.?)*+"?+|'[^'\n]*+'?+|[\w-]++) # so that it is read once; the last kind may be a part of a key
    | [^\w\s'"\#-]
    | \n
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(r'"(?:[^"\\]++|\\[\s\S]?)*+"?+')  # to the end of the text where it has none
_BRACKET = re.compile(r"[][{}]")
_LONE = re.compile(r"\\u[dD][89a-fA-F]")  # half of a character, which no file and no page can hold


def decode(content: bytes) -> str:
    """Decode text as editors save it: UTF-8, with a byte order mark or without, or UTF-16 with one. Lines end with a line feed.

    Raises:
        ValueError: none of these.
    """
    mark, encoding = next(((mark, encoding) for mark, encoding in _MARKS if content.startswith(mark)), (b"", "utf-8"))
    try:
        return plain_lines(content[len(mark) :].decode(encoding))
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not text in UTF-8 (byte {error.start + len(mark)}); save it as UTF-8") from error


def plain_lines(text: str) -> str:
    """The text with line feeds as line ends, whatever system wrote it, and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def lines_of(text: str) -> list[str]:
    """The lines of a text. Only line ends count: other characters at which `str.splitlines` breaks may stand in a name or a comment."""
    lines = plain_lines(text).split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def parse_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text.

    Raises:
        ValueError: not TOML; nested too deeply, a key of too many parts, or a number that is not finite or too large.
    """
    _check_toml(text)
    try:
        table = tomllib.loads(text)
        _check_numbers(table, "")
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return table


def _check_toml(text: str) -> None:
    """Count brackets and the dots of keys.

    Raises:
        ValueError: too many.
    """
    if text.count(".") <= DOTS and text.count("[") + text.count("{") <= DEEP:
        return
    deep = dots = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "part":
            continue
        match token[0]:
            case ".":
                dots += 1
                if dots > DOTS:
                    raise ValueError(f"a key of more than {DOTS} parts")
            case "[" | "{":
                deep, dots = deep + 1, 0
                if deep > DEEP:
                    raise ValueError("nested too deeply")
            case "]" | "}":
                deep, dots = max(deep - 1, 0), 0
            case _:
                dots = 0


def _check_numbers(value: Any, where: str) -> None:
    """Refuse numbers that nothing here can use.

    Raises:
        ValueError: one that is not finite, or too large.
    """
    if isinstance(value, dict):
        for key, one in value.items():
            _check_numbers(one, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for one in value:
            _check_numbers(one, where)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"key {where!r}: {value} is no finite number")
    elif isinstance(value, int) and not -_WHOLE <= value < _WHOLE:
        raise ValueError(f"key {where!r}: a whole number of {len(str(value))} digits; at most {_WHOLE - 1}")


def parse_json(text: str | bytes, deep: int = DEEP) -> Any:
    """The value of a JSON text.

    Args:
        deep: brackets within brackets, at most.

    Raises:
        ValueError: not JSON; nested too deeply, a key that stands twice, a number that is not finite or too large, or half a character.
    """
    text = text if isinstance(text, str) else decode(text)
    depth = 0
    for bracket in _BRACKET.findall(_QUOTED.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > deep:
            raise ValueError("nested too deeply")
    value = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite, object_pairs_hook=_object)
    if _LONE.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise ValueError("it holds half a character (a lone surrogate)") from error
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        left = dict(found)
        twice = next(key for key, _ in pairs if left.pop(key, left) is left)
        raise ValueError(f"key {twice[:80]!r} stands twice")
    return found


def _whole(text: str) -> int:
    if len(text) > _DIGITS or not -_WHOLE <= int(text) < _WHOLE:
        raise ValueError(f"a whole number of {len(text)} digits; at most {_WHOLE - 1}")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is no finite number")
    return number
