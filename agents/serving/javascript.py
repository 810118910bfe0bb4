"""Translates plain Python to JavaScript: some functions, with everything that they call and refer to, as one module over `web/python.js`.

Only the bodies of functions are translated. An object that they refer to (a constant, an enum, a table of another module) is written down
with its value at the time of translation, so it must not change later. The same code thus draws and words a game in Python and in a
browser. Code that cannot be translated is refused, with its place.
"""

from __future__ import annotations

import builtins
import dataclasses
import enum
import functools
import inspect
import itertools
import json
import math
import re
import textwrap
import types
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Any

import numpy as np

from skirmish_rl.agents.serving.bodies import Body, Untranslatable

# Functions that web/python.js has itself.
NATIVE: dict[Any, str] = {
    **{getattr(builtins, name): name for name in (
        "abs", "all", "any", "bin", "bool", "enumerate", "filter", "float", "int", "isinstance", "len", "list", "map", "max", "min",
        "next", "range",
        "repr", "reversed", "round", "sorted", "str", "sum", "tuple", "zip", "dict",
    )},
    set: "group", frozenset: "group", np.flatnonzero: "flatnonzero", np.zeros: "zeros", np.sign: "sign", math.hypot: "hypot",
    textwrap.wrap: "wrap", dataclasses.replace: "replace", re.fullmatch: "fullmatch", PurePath: "PurePath",
    itertools.permutations: "permutations",
}  # fmt: skip
_MATH = {math.sin: "Math.sin", math.cos: "Math.cos", math.sqrt: "Math.sqrt"}


def module(functions: Iterable[Callable[..., Any]], natives: dict[Any, str], known: Callable[[Any], str] = lambda one: "") -> str:
    """Build an ES module that exports some functions.

    Args:
        functions: the functions to export, under their own names.
        natives: functions that `web/python.js` provides -> their names there.
        known: gives the name under which a scenario carries the result of a function, "" for a function that is translated.

    Returns:
        The text of the module.

    Raises:
        Untranslatable: a function uses something that has no JavaScript form.
    """
    chosen, used = list(functions), set[str]()
    while True:  # of objects only those attributes are written down that the code asks for; written down, they may bring more code
        writer = Writer(natives, known, used)
        names = [(writer.of(function), function.__name__) for function in chosen]
        if writer.asked <= used:
            break
        used |= writer.asked
    exported = ", ".join(f"{name} as {public}" for name, public in names)
    return "\n".join(['import * as py from "./python.js";', "", *writer.lines, f"export {{{exported}}};", ""])


class Writer:
    """The lines of a module, and the names of everything that they define.

    Attributes:
        used: attributes of objects that are written down.
        asked: attributes that the translated code reads.
    """

    def __init__(self, natives: dict[Any, str], known: Callable[[Any], str], used: set[str]):
        self.natives = {
            id(one): name for one, name in {**{one: f"py.{name}" for one, name in {**NATIVE, **natives}.items()}, **_MATH}.items()
        }
        self.known, self.used, self.asked = known, used, set[str]()
        self.lines: list[str] = []
        self.names: dict[int, str] = {}
        self.taken: set[str] = set()
        self.kept: list[Any] = []  # so that no other object gets the same id

    def of(self, value: Any, hint: str = "") -> str:
        """Write an existing Python object as a JavaScript expression."""
        if value is None or isinstance(value, bool | str) or type(value) in (int, float):
            return json.dumps(value)
        if isinstance(value, enum.Enum):
            return f"{self.of(type(value))}.{value.name}"
        if isinstance(value, np.generic):
            return self.of(value.item())
        if id(value) in self.natives:
            return self.natives[id(value)]
        if isinstance(value, types.MethodType):
            return f"{self.of(value.__self__)}.{value.__name__}"
        if id(value) in self.names:
            return self.names[id(value)]
        if isinstance(value, list | tuple) and not hasattr(value, "_fields") and not hint:
            return f"[{', '.join(map(self.of, value))}]"
        name = self._name(getattr(value, "__name__", "") or hint or type(value).__name__)
        self.names[id(value)] = name
        self.kept.append(value)
        self.lines.append(
            f"const {name} = {self._made(value, name)};" if not isinstance(value, types.FunctionType) else self._function(value, name)
        )
        return name

    def _name(self, wanted: str) -> str:
        """Make up a name that is not taken; its $ keeps it apart from the names inside functions."""
        name = next(name for name in (f"${wanted}{'' if n < 2 else n}" for n in itertools.count(1)) if name not in self.taken)
        self.taken.add(name)
        return name

    def _made(self, value: Any, name: str) -> str:
        """Write an object that is neither a plain value nor a function."""
        if isinstance(value, functools._lru_cache_wrapper):
            return f"py.cached({self.of(value.__wrapped__)})"
        if isinstance(value, dict):
            return f"py.dict([{', '.join(f'[{self.of(key)}, {self.of(one)}]' for key, one in value.items())}])"
        if isinstance(value, set | frozenset):
            return f"py.group([{', '.join(map(self.of, sorted(value)))}])"
        if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            return f"Object.freeze([{', '.join(map(self.of, value))}])"
        if isinstance(value, range):
            return f"py.range({value.start}, {value.stop}, {value.step})"
        if isinstance(value, np.ndarray):
            return f"py.array({json.dumps(value.tolist())})"
        if isinstance(value, type):
            return self._class(value)
        if not _is_data(value):
            raise Untranslatable(f"{value!r} has no JavaScript")
        fields = {key: getattr(value, key) for key in sorted(vars(value)) if key in self.used}
        return (
            f"py.made({self.of(type(value))}, {{{', '.join(f'{key}: {self.of(one)}' for key, one in fields.items() if _is_data(one))}}})"
        )

    def _class(self, kind: type) -> str:
        if issubclass(kind, enum.Enum):
            rows = [f"[{json.dumps(member.name)}, {member.value}{self._beside(member)}]" for member in kind]
            return f"py.enumeration([{', '.join(rows)}])"
        is_tuple = issubclass(kind, tuple)
        names, defaults = [], {}
        for name, parameter in inspect.signature(kind).parameters.items():
            names.append(name)
            if parameter.default is not parameter.empty and _is_data(parameter.default):
                defaults[name] = self.of(parameter.default)
        own = {key: one for key, one in vars(kind).items() if key in self.used and not key.startswith("_")}
        methods = [self._method(key, one) for key, one in own.items() if isinstance(one, types.FunctionType | property)]
        given = ", ".join(f"{name}: {default}" for name, default in defaults.items())
        return f"py.record({json.dumps(names)}, {{{given}}}, {{{', '.join(methods)}}}, {json.dumps(is_tuple)})"

    def _beside(self, member: enum.Enum) -> str:
        """Write what an enum member carries besides its number."""
        more = {
            key: one for key, one in vars(member).items() if not key.startswith("_") and key in self.used and key not in ("name", "value")
        }
        return f", {{{', '.join(f'{key}: {self.of(one)}' for key, one in more.items())}}}" if more else ""

    def _method(self, name: str, made: Any) -> str:
        body = Body(self, made.fget if isinstance(made, property) else made)
        head = f"get {name}" if isinstance(made, property) else body.star + name
        return f"{head}({', '.join(body.parameters[1:])}) {{\nconst self = this;\n{body.text}\n}}"

    def _function(self, function: Any, name: str) -> str:
        if said := self.known(function):
            return f"const {name} = py.looked({json.dumps(said)});"
        body = Body(self, function)
        return f"function{body.star} {name}({', '.join(body.parameters)}) {{\n{body.text}\n}}"


def _is_data(value: Any) -> bool:
    """True for a value that can be written down: no open file, no compiled library, no dtype of records."""
    plain = (bool, int, float, str, list, tuple, dict, set, frozenset, range, np.ndarray, np.generic, enum.Enum, type)
    callable_ = (types.FunctionType, types.MethodType, functools._lru_cache_wrapper)
    return value is None or isinstance(value, plain + callable_) or isinstance(type(value).__init__, types.FunctionType)
