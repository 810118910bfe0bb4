"""Writes the types of all messages between a page and its host as TypeScript declarations.

`make types` writes them to `web/types.d.ts`, which editors and `make check-web` read beside the page's JavaScript. Browsers never load it.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from skirmish_rl.agents.serving import wire
from skirmish_rl.agents.serving.messages import SAYS
from skirmish_rl.envs.core import packed, replays, scenes
from skirmish_rl.envs.core.draw import Unit
from skirmish_rl.envs.core.scenes import Parts

_HEAD = """\
// What crosses between a page and its host. Written from the types of Python: make types. docs/web.md says what the fields mean.
"""
_PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
_ROOTS: list[Any] = [
    *get_args(wire.Told), *wire.ANSWERS.values(), wire.Asked, wire.SeatFacts, wire.Opinion, wire.SiteFacts, wire.SiteGame,
    wire.OptionChoice, replays.Replay, scenes.GameFile, scenes.WrittenScene, packed.ScenarioWords,
]  # fmt: skip
_NAMED: dict[str, Any] = {
    "Value": packed.Value, "Options": packed.Options, "Cell": wire.Cell, "Roster": wire.Roster, "AnswerGroup": wire.AnswerGroup,
    "Point": scenes.Point, "WrittenNote": scenes.WrittenNote, "Layers": wire.Layers, "Told": wire.Told,
}  # fmt: skip


def declarations() -> str:
    """Build the text of `web/types.d.ts`."""
    writer = _Writer()
    named = [f"export type {name} = {writer.of(value, name)};" for name, value in _NAMED.items()]
    says = [_said(do, writer) for do in SAYS]
    answers = [f"  {do}: {writer.of(answer)};" for do, answer in wire.ANSWERS.items()]
    for root in _ROOTS:
        writer.of(root)
    interfaces = [*writer.interfaces()]
    return "\n".join([
        _HEAD, *named, "", *_shapes(writer), "", *interfaces,
        "// What a page says, and what it gets for it", "", *says,
        f"export type Says = {' | '.join(_title(do) for do in SAYS)};", "",
        "export interface Answers {", *answers, "}", "",
    ])  # fmt: skip


def _title(do: str) -> str:
    return f"Says{do.capitalize()}"


def _said(do: str, writer: _Writer) -> str:
    """Declare one message that the page sends."""
    fields = [f"  {name}{'' if field.needed else '?'}: {writer.of(field.holds)};" for name, field in SAYS[do].items()]
    return "\n".join([f"export interface {_title(do)} {{", f'  do: "{do}";', "  re?: number;", *fields, "}", ""])


def _shapes(writer: _Writer) -> Iterator[str]:
    """Declare the shapes of a scene: as lists, and as the objects that `web/shapes.js` makes of those lists, with defaults filled in."""
    unit = get_type_hints(Unit)
    yield f"export type WrittenUnit = [{', '.join(f'{name}: {writer.of(kind)}' for name, kind in unit.items())}];"
    yield from _interface("Unit", "Whose body a shape is", [(name, writer.of(kind)) for name, kind in unit.items()])
    for shape, (letter, optional) in scenes.WRITTEN.items():
        fields = [(field.name, get_type_hints(shape)[field.name]) for field in dataclasses.fields(shape)]
        fields = [(name, kind) for name, kind in fields if shape is not scenes.Text or name != "name"]
        places = [f'letter: "{letter}"']
        for k, (name, kind) in enumerate(fields):
            said = "number[]" if name == "points" else "WrittenUnit | null" if name == "unit" else writer.of(kind)
            places.append(f"{name}{'?' if k >= len(fields) - optional else ''}: {said}")
        yield f"export type Written{shape.__name__} = [{', '.join(places)}];"
        decoded = [("kind", f'"{shape.__name__.lower()}"')]
        decoded += [
            (name, "number[]" if name == "points" else "Unit | null" if name == "unit" else writer.of(kind)) for name, kind in fields
        ]
        yield from _interface(shape.__name__, "", decoded)
    yield f"export type WrittenShape = {' | '.join(f'Written{shape.__name__}' for shape in scenes.WRITTEN)};"
    yield f"export type Shape = {' | '.join(shape.__name__ for shape in scenes.WRITTEN)};"


def _interface(name: str, says: str, fields: list[tuple[str, str]]) -> Iterator[str]:
    if says:
        yield f"/** {says} */"
    yield f"export interface {name} {{"
    yield from (f"  {field}: {kind};" for field, kind in fields)
    yield "}"
    yield ""


class _Writer:
    """Turns Python types into TypeScript; a typed dictionary is referred to by name and declared by `interfaces`."""

    def __init__(self) -> None:
        self.met: dict[str, Any] = {}

    def of(self, kind: Any, naming: str = "") -> str:
        """Write a Python type as a TypeScript type.

        Args:
            kind: the Python type.
            naming: the name that is being declared as this type, if any.

        Raises:
            TypeError: the type has no TypeScript form here.
        """
        for name, value in _NAMED.items():
            if name != naming and value == kind:
                return name
        origin, parts = get_origin(kind), get_args(kind)
        if kind is scenes.WrittenShape:
            return "WrittenShape"
        if kind in _PLAIN:
            return _PLAIN[kind]
        if is_typeddict(kind):
            self.met.setdefault(kind.__name__, kind)
            return str(kind.__name__)
        if origin is Annotated:
            (places,) = (part for part in parts[1:] if isinstance(part, Parts))
            said = [f"{name}: {self.of(place)}" for name, place in places.places.items()]
            return f"[{', '.join([*said, *([f'...{places.rest[0]}: {self.of(places.rest[1])}[]'] if places.rest else [])])}]"
        if origin is Literal:
            return " | ".join(f'"{value}"' for value in parts)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.of, parts)))
        if origin is list or (origin is tuple and parts[1:] == (...,)):
            inner = self.of(parts[0])
            return f"({inner})[]" if " | " in inner and not inner.startswith("[") else f"{inner}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.of, parts))}]"
        if origin is dict:
            return f"Record<string, {self.of(parts[1])}>"
        raise TypeError(f"{kind} has no TypeScript here; say it with typed dictionaries, lists and plain values")

    def interfaces(self) -> Iterator[str]:
        """Declare every typed dictionary that `of` met, and those that their fields refer to."""
        done: set[str] = set()
        while waiting := [kind for name, kind in self.met.items() if name not in done]:
            for kind in waiting:
                done.add(kind.__name__)
                says = (kind.__doc__ or "").split("\n")[0].rstrip(".")
                fields = []
                for name, held in get_type_hints(kind, include_extras=True).items():
                    missing = get_origin(held) is NotRequired
                    fields.append((f"{name}{'?' if missing else ''}", self.of(get_args(held)[0] if missing else held)))
                yield from _interface(kind.__name__, says, fields)


if __name__ == "__main__":
    print(declarations(), end="")
