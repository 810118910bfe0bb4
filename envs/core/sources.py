"""The sources of a library: kinds of arguments, rules and what they call, the hash of all sources, and kinds of processor."""

from __future__ import annotations

import contextlib
import ctypes
import dis
import functools
import hashlib
import os
import platform
import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

_ENVS = Path(__file__).resolve().parents[1]
INTERFACE = _ENVS.parent / "include"  # what programs in other languages call, in C
# Files and folders that no compiled code calls or takes a value from: an edit there need not compile the rules anew.
# `tests/test_sources.py` proves it.
_UNCOMPILED = frozenset({
    "testing.py", "commands.py", "campaign.py", "console.py", "draw.py", "pages.py", "paint.py", "render", "replays.py", "saved.py",
    "scenes.py", "trace.py", "batch.py", "errors.py", "seeds.py", "tables.py", "library.py", "compiled", "packed.py", "embedding.py",
    "files.py", "texts.py", "cache.py", "worlds.py", "skirmish.py", "device.py", "cuda.py", "schema.py", "checks.py", "pack.py",
    "bound.py", "seen.py",
})  # fmt: skip


class Kind:
    """The kind of an entry's argument, written as a text.

    `i8` is a whole number, `b1` a truth value; `u1[:]`, `f4[:, :]` are C-contiguous arrays of a dtype; `state`, `tables` and `scratch` are
    records of the ruleset, `state[:]` arrays of them.

    Attributes:
        base: the dtype's name, or the record's. ndim: dimensions of an array, 0 for numbers and records.
        is_record: true for a record or an array of records. is_number: true for numbers. places: how many it takes in the block.
    """

    def __init__(self, text: str):
        self.text = text
        self.base = text.partition("[")[0]
        self.ndim = text.count(":")
        self.is_record = len(self.base) > 2
        self.is_number = not (self.is_record or self.ndim)
        self.places = 1 + self.ndim


def rules_below(functions: Iterable[Callable[..., Any]]) -> set[Callable[..., Any]]:
    """The given functions and all functions that they call, directly or not."""
    found: set[Callable[..., Any]] = set()
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += called_by(function).values()
    return found


def called_by(function: Any) -> dict[str, Any]:
    """The plain functions that a function calls, by the names under which it calls them."""
    names = {line.argval for line in dis.get_instructions(function) if line.opname == "LOAD_GLOBAL"}
    called = {name: function.__globals__.get(name) for name in sorted(names)}
    return {name: one for name, one in called.items() if isinstance(one, types.FunctionType)}


@functools.cache
def sources_key(package: str = "core", every: bool = False) -> str:
    """A hash of everything that compiled code of a package can depend on: its sources, those of `core`, and whether bounds are checked.

    It is the same on every machine.

    Args:
        package: "core", or the module name of a ruleset, "skirmish_rl.envs.warcry" or in short "warcry".
        every: include sources on which nothing compiled depends.
    """
    digest = hashlib.sha256()
    name = package.removeprefix("skirmish_rl.envs.")
    folders = [_ENVS / folder for folder in sorted({"core", name}) if (_ENVS / folder).is_dir()]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    for path in files:
        if every or not _UNCOMPILED.intersection(path.relative_to(_ENVS).parts):
            digest.update(path.relative_to(_ENVS).as_posix().encode())
            digest.update(path.read_bytes())
    for path in sorted(INTERFACE.glob("skirmish.*")):
        digest.update(path.read_bytes())
    own = getattr(sys.modules.get(package), "__file__", None)  # of a ruleset from elsewhere
    if own and not Path(own).resolve().is_relative_to(_ENVS):
        for path in sorted(Path(own).parent.rglob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    return digest.hexdigest()[:16]


@functools.cache
def levels() -> tuple[str, ...]:
    """The kinds of processor whose libraries run here, the best first: architecture, for x86-64 its level, and system."""
    machine, system = platform.machine().lower(), platform.system().lower()
    if machine in ("amd64", "x86_64"):
        known = [name for name, flags in _LEVELS.items() if flags <= _flags(system)]
    else:
        known = ["aarch64" if machine == "arm64" else machine]
    return tuple(f"{name}-{system}" for name in known)


WASM = "wasm32"  # the level of modules that browsers run
_V3 = frozenset({"avx2", "bmi1", "bmi2", "fma", "movbe", "f16c", "abm"})
_V4 = _V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
_LEVELS: dict[str, frozenset[str]] = {"x86-64-v4": _V4, "x86-64-v3": _V3, "x86-64": frozenset()}


def _flags(system: str) -> frozenset[str]:
    """What a processor can do, as far as levels ask for it."""
    if system == "linux":
        with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as lines:
            return frozenset(next((line for line in lines if line.startswith("flags")), "").split())
    if system == "windows" and ctypes.windll.kernel32.IsProcessorFeaturePresent(40):  # type: ignore[attr-defined]  # AVX2
        return _V3
    return frozenset()
