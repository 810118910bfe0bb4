"""TOML to checked dataclasses: unknown keys, wrong types and bad values name the file, the line and the key.

The limits of a value stand beside its field, once: files are checked against them, and pages tell them.

    rounds: Annotated[int, Between(1, 12, "TI-RND-03")]
    decks: Annotated[tuple[Annotated[str, Word("deck", *names(Deck))], ...], Many(0, 3, "decks", "TI-SET-04")]
"""

from __future__ import annotations

import dataclasses
import functools
import re
import types
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any

from skirmish_rl.envs.core.errors import DataError, did_you_mean
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.texts import decode, lines_of, parse_toml

LARGEST = 256_000  # bytes
_DEEP = 20  # names of a key that are looked for, one below the other
READ_ELSEWHERE = {"ScenarioSpec": "position"}  # a key of a file that its dataclass does not have: `envs/positions` reads it
_BROKEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")  # what would break the lines in which a name is told
_READ: ContextVar[set[Path] | None] = ContextVar("files that are read", default=None)


def _because(text: str, why: str) -> str:
    return f"{text} ({why})" if why else text


@dataclasses.dataclass(frozen=True)
class Between:
    """A number from `low` to `high`, both included, in multiples of `step` if that is not 0; `why` is the clause, or the reason."""

    low: float
    high: float
    why: str = ""
    step: float = 0

    def __str__(self) -> str:
        return _because(f"{self.low} to {self.high}{f' in steps of {self.step}' if self.step else ''}", self.why)

    def refusal(self, value: float) -> str:
        """The reason why a value is refused; empty if it is allowed."""
        fits = self.low <= value <= self.high and not (self.step and value % self.step)
        return "" if fits else f"got {value}; expected {self}"


@dataclasses.dataclass(frozen=True)
class Many:
    """A list or table of `low` to `high` things; with `differ` no two may be equal."""

    low: int
    high: int
    things: str
    why: str = ""
    differ: bool = False

    def __str__(self) -> str:
        number = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        return _because(f"{number}{' different' if self.differ else ''} {self.things}", self.why)

    def refusal(self, value: Any) -> str:
        """The reason why a list is refused; empty if it is allowed."""
        if not self.low <= len(value) <= self.high:
            return f"{len(value)} {self.things}; expected {self}"
        return f"{list(value)} has one twice; expected {self}" if self.differ and len(set(value)) < len(value) else ""


class Word:
    """One of some words.

    Args:
        kind: what they name, for messages. allowed: the words. why: the clause.
    """

    def __init__(self, kind: str, *allowed: str, why: str = ""):
        self.kind, self.allowed, self.why = kind, allowed, why

    def __str__(self) -> str:
        return _because(", ".join(f"`{word}`" for word in self.allowed if word), self.why)

    def refusal(self, value: str) -> str:
        """The reason why a word is refused; empty if it is allowed."""
        if value in self.allowed:
            return ""
        return _because(f"unknown {self.kind} {value!r}; {did_you_mean(value, self.allowed)}", self.why)


@contextmanager
def files_read() -> Iterator[set[Path]]:
    """Collect the files that `read_toml` reads inside the block."""
    found: set[Path] = set()
    token = _READ.set(found)
    try:
        yield found
    finally:
        _READ.reset(token)


def read_toml(path: Path) -> dict[str, Any]:
    """Parse a TOML file.

    Raises:
        DataError: no file, none that holds text, too large, unreadable or not TOML (with line and column).
    """
    read = _READ.get()
    if read is not None:
        read.add(path)
    content = read_bytes(path, LARGEST)
    try:
        return parse_toml(decode(content))
    except ValueError as error:  # of TOML, of its text, of a number too large
        raise DataError(f"{path} is not valid TOML: {error}") from error


def read_own(path: str) -> dict[str, Any]:
    """Parse a TOML file of the user's, which an option names.

    Other names are refused unread. Pages, saved games and cards may not name files that end in .toml, and so name none.

    Raises:
        DataError: another name, or see `read_toml`.
    """
    if not path.endswith(".toml"):
        raise DataError(f"{path!r}: a file that an option names ends in .toml; rename it")
    return read_toml(Path(path))


def line_of(path: Path, key: str) -> int:
    """The line of a file that sets a key or opens a table of that name; 0 if there is none.

    `b.units[1].kind` is looked for from the line that opens `b` on.
    """
    try:
        lines = list(lines_of(decode(read_bytes(path, LARGEST))))
    except ValueError:  # of its text, of a path that is none
        return 0
    at, found = 0, [0]
    for part in key.split(".")[-_DEEP:]:
        name, _, index = part.rstrip("]").partition("[")
        plain = re.escape(name)
        pattern = re.compile(rf"^\s*+(\[\[?[\w.]*\b{plain}\b|(?:[\w-]+\.)*{plain}(?:\.[\w-]+)*\s*=|.*[{{,]\s*{plain}\s*=)")
        every = [number for number, line in enumerate(lines, 1) if pattern.match(line)]
        found = [number for number in every if number >= at] or every
        entries = [number for number in found if lines[number - 1].lstrip().startswith("[[")]
        if index.isdecimal() and found[:1] == entries[:1]:  # each entry of the list has a head of its own
            found = entries[int(index) :] or found
        at = found[0] if found else at
    return found[0] if found else 0


def fail(path: Path, key: str, message: str) -> DataError:
    """A `DataError` that points at a key of a file."""
    line = line_of(path, key)
    return DataError(f"{path}{f', line {line}' if line else ''}: key {key!r}: {message}")


@functools.cache
def fields_of(kind: type) -> tuple[dict[str, Any], dict[str, dataclasses.Field[Any]]]:
    """The types and fields of a dataclass by name, kept because finding the types takes longer than reading a file."""
    return typing.get_type_hints(kind, include_extras=True), {f.name: f for f in dataclasses.fields(kind)}


def build(kind: type, data: Any, path: Path, where: str = "") -> Any:
    """Fill a dataclass from a parsed table, strictly, or check one that was made in Python against the same limits.

    Field types may be int, float, bool, str, Path-free nested dataclasses, `list[...]`, `dict[str, ...]`, `tuple[int, ...]`
    and unions with None, all of them `Annotated` with limits. Lists become tuples where the field says so. Texts are one line.

    Raises:
        DataError: unknown key, missing key, wrong type, a value outside its limits or a text with control characters, with file, line and
            key.
    """
    data = vars(data) if isinstance(data, kind) else data
    if not isinstance(data, dict):
        raise fail(path, where or "(file)", f"expected a table, got {data!r}")
    hints, fields = fields_of(kind)
    for key in data:
        if key not in fields and (where or key != READ_ELSEWHERE.get(kind.__name__)):
            if not where and isinstance(data[key], dict) and set(data[key]) & set(fields):
                raise fail(
                    path,
                    key,
                    f"unknown key in the file; what is in it stands at the top: leave out [{key}], and {key}. in other such lines",
                )
            raise fail(path, key, f"unknown key in {where or 'the file'}; {did_you_mean(key, fields)}")
    values = {}
    for name, field in fields.items():
        inner = f"{where}.{name}" if where else name
        if name in data:
            values[name] = _convert(hints[name], data[name], path, inner)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise fail(path, inner, "is missing")
    return kind(**values)


def _convert(hint: Any, value: Any, path: Path, where: str) -> Any:
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        value = _convert(parts[0], value, path, where)
        for limit in parts[1:]:  # among them what command lines say of a type
            if isinstance(limit, Between | Many | Word) and (refusal := limit.refusal(value)):
                raise fail(path, where, refusal)
        return value
    if origin in (typing.Union, types.UnionType):
        if value is None and type(None) in parts:
            return None
        chosen = [p for p in parts if p is not type(None)]
        return _convert(chosen[0], value, path, where)
    if dataclasses.is_dataclass(hint):
        return build(typing.cast(type, hint), value, path, where)
    if origin is list or origin is tuple:
        if not isinstance(value, list | tuple):
            raise fail(path, where, f"expected a list, got {value!r}")
        if origin is tuple and parts[-1] is not Ellipsis and len(parts) != len(value):
            raise fail(path, where, f"expected {len(parts)} values, got {value!r}")
        hints = parts if len(parts) == len(value) and parts[-1] is not Ellipsis else parts[:1] * len(value)
        items = [_convert(kind, item, path, f"{where}[{i}]") for i, (kind, item) in enumerate(zip(hints, value, strict=True))]
        return items if origin is list else tuple(items)
    if origin is dict:
        if not isinstance(value, dict):
            raise fail(path, where, f"expected a table, got {value!r}")
        return {_convert(parts[0], key, path, where): _convert(parts[1], item, path, f"{where}.{key}") for key, item in value.items()}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
        raise fail(path, where, f"expected {hint.__name__}, got {value!r}")
    if hint is str and (found := _BROKEN.search(value)):
        raise fail(path, where, f"{value[:80]!r} holds {found[0]!r}; a text is one line, without control characters")
    return value
