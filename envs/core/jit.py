"""Marks for the code that is compiled: rules, kernels, and the libraries that hold them.

Rules are plain functions in the subset of Python that Numba compiles. Everything of a ruleset that Python calls is compiled into one
library (`core/building.py`), which is loaded without Numba (`core/library.py`): the kernels of `core/engine.py`, and what `entry` and
`builder` declare. Any other rule runs as plain Python where Python calls it, on views of the same records (`core/view.py`).
With `SKIRMISH_INTERPRETED=1` kernels and entries run as plain Python, too, so that a debugger can step through a clause. Only builders
of tables are still compiled, since one map takes them minutes otherwise. With `NUMBA_DISABLE_JIT=1` nothing is compiled.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from skirmish_rl.envs.core.library import INTERPRETED, NOTHING_COMPILED, Entry, library_of
from skirmish_rl.envs.core.view import view

__all__ = ["INTERPRETED", "Plain", "builder", "compiled", "entry", "jit", "written"]

_ENTRIES: dict[Callable[..., Any], Entry] = {}


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a rule: a function in the subset of Python that is compiled."""
    return function


def written(lines: Sequence[str], place: str, scope: dict[str, Any]) -> dict[str, Any]:
    """Make rules from source text that is in no file; debuggers step through it all the same, and tracebacks show it.

    Args:
        lines: the source. place: a name that stands for the file. scope: what the rules may name; the rules are added to it.
    """
    text = "\n".join(lines) + "\n"
    linecache.cache[place] = len(text), None, [f"{line}\n" for line in lines], place
    exec(compile(text, place, "exec"), scope)
    return scope


def entry(*kinds: str) -> Callable[..., Any]:
    """Declare a rule that Python calls compiled, by `compiled`; `kinds` are those of its arguments, see `library.Kind`."""
    return lambda function: _declared(function, kinds, is_builder=False)


def builder(*kinds: str) -> Callable[..., Any]:
    """Declare a builder of tables: an entry that is compiled even where the rules are interpreted."""
    return lambda function: _declared(function, kinds, is_builder=True)


def _declared(function: Callable[..., Any], kinds: tuple[str, ...], is_builder: bool) -> Callable[..., Any]:
    _ENTRIES[function] = library_of(function.__module__).add(function, kinds, is_builder)
    return function


def compiled(function: Callable[..., Any]) -> Entry | Plain:
    """The function that Python calls for a rule: the library's entry, or the rule itself if it is no entry or is interpreted."""
    found = _ENTRIES.get(function)
    return Plain(function) if found is None or NOTHING_COMPILED or (INTERPRETED and not found.is_builder) else found


class Plain:
    """A rule or kernel as plain Python, with the methods of an entry."""

    def __init__(self, function: Callable[..., Any]):
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return self._function(*[view(value) if isinstance(value, np.ndarray | np.void) else value for value in arguments])

    def bound(self, *arguments: Any) -> Callable[[], Any]:
        """A call whose arguments are always the same."""
        return lambda: self(*arguments)
