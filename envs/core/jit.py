"""The compiler switch: every compiled function of this package goes through `jit`.

Compiled code is cached on disk in folders named after a hash of the sources it can depend on, because Numba's own
cache does not notice an edit in another file: those of `core`, and for a ruleset's functions its own beside them, so that
an edit of one ruleset leaves the others compiled. `SKIRMISH_CACHE_DIR` moves the folders.
With `SKIRMISH_INTERPRETED=1` `jit` is the identity and the same functions run as plain Python on views of the same records
(`core/view.py`); only builders of tables, see `compiled`, are compiled all the same. With `NUMBA_DISABLE_JIT=1` nothing is.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from skirmish_rl.envs.core.caching import once, settings
from skirmish_rl.envs.core.parts import part, whole

_ENVS = Path(__file__).resolve().parents[1]
_KEEP_DAYS = 30
# Files and folders that no compiled code calls or takes a value from: an edit there need not compile the rules anew.
_UNCOMPILED = frozenset({
    "testing.py", "commands.py", "compiling.py", "campaign.py", "console.py", "draw.py", "pages.py", "paint.py", "render", "saved.py", "trace.py",
    "batch.py", "errors.py", "seeds.py", "tables.py",
})  # fmt: skip

_settings: Any = numba.config  # its members are made at run time

INTERPRETED = bool(_settings.DISABLE_JIT) or os.environ.get("SKIRMISH_INTERPRETED", "0") not in ("", "0")


@functools.cache
def sources_key(package: str = "core") -> str:
    """Hash of what compiled code of a package can depend on: its sources and those of `core`, library versions, debug switches.

    Args:
        package: "core", or the module name of a ruleset under `envs`.
    """
    digest = hashlib.sha256()
    for folder in sorted({"core", package}):
        for path in sorted((_ENVS / folder).rglob("*.py")):
            if not _UNCOMPILED.intersection(path.relative_to(_ENVS).parts):
                digest.update(path.relative_to(_ENVS).as_posix().encode())
                digest.update(path.read_bytes())
    switches = [numba.__version__, np.__version__, os.environ.get("NUMBA_BOUNDSCHECK", ""), os.environ.get("NUMBA_OPT", "")]
    digest.update("|".join(switches).encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder that holds one cache folder per state of the sources."""
    chosen = os.environ.get("SKIRMISH_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skirmish-rl"


def prune_cache(root: Path) -> None:
    """Remove cache folders that no process has used for a month."""
    try:
        for folder in root.iterdir():
            if folder.is_dir() and time.time() - folder.stat().st_mtime > _KEEP_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass


def cache_folder(module: str) -> Path:
    """Where the compiled functions of a module are kept; those outside the rulesets count on `core` alone."""
    parts = module.split(".")
    package = parts[2] if parts[:2] == ["skirmish_rl", "envs"] and len(parts) > 2 and (_ENVS / parts[2]).is_dir() else "core"
    return cache_root() / f"{package}-{sources_key(package)}"


def jit(function: Callable[..., Any], inline: bool = False) -> Callable[..., Any]:
    """Compile a rule or kernel for the CPU, releasing the interpreter lock while it runs.

    Called by another compiled function it is a part of that (`core/parts.py`); called from Python it is compiled and kept by itself.
    With `inline` it is copied into its callers before types are known. Numba reads its settings of the cache when a function is decorated.
    """
    return function if INTERPRETED else _njit(function, inline)


def compiled(builder: Callable[..., Any]) -> Callable[..., Any]:
    """A builder of tables, compiled even where the rules are interpreted: as plain Python it takes minutes for one map.

    The rules that it calls stay plain Python for everybody else; the builder gets compiled twins, made of their code as it is now.
    """
    return _twin(builder) if INTERPRETED and not _settings.DISABLE_JIT else builder


TWINS: dict[Callable[..., Any], Callable[..., Any]] = {}  # plain function: its compiled twin


def _twin(function: Any) -> Callable[..., Any]:
    if function not in TWINS:
        names = {name: function.__globals__.get(name) for name in function.__code__.co_names}
        called = {name: _twin(rule) for name, rule in names.items() if isinstance(rule, types.FunctionType)}
        twin = types.FunctionType(function.__code__, {**function.__globals__, **called}, function.__name__)
        twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
        TWINS[function] = _njit(twin)
    return TWINS[function]


def _njit(function: Callable[..., Any], inline: bool = False) -> Callable[..., Any]:
    folder = cache_folder(function.__module__)
    with settings(folder):
        compiled = whole(function, inline)
    compiled.compile = once(compiled.compile, folder, function.__qualname__)
    within = compiled if inline else None

    def resolve(args: Any, kws: Any) -> Any:
        nonlocal within
        if within is None:
            within = part(function)
            compiled.get_overload = within.get_overload
        return type(compiled).get_call_template(within, tuple(map(_widest, args)), kws)

    compiled.get_call_template = resolve
    return compiled


def _widest(kind: Any) -> Any:
    """Compile a rule once for 64-bit integers, whatever integer or enum member its caller passes: half the compilation."""
    if isinstance(kind, numba.types.Integer | numba.types.IntEnumMember):
        return numba.types.int64
    return kind


if not _settings.DISABLE_JIT:
    prune_cache(cache_root())
