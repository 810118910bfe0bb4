"""Where compiled functions are kept, and that several processes compile none of them twice."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba

_ENVS = Path(__file__).resolve().parents[1]  # the sources that a cache folder's name stands for
_PATIENCE = 3.0  # seconds after which it is said what is being done
_said: set[str] = set()
_settings: Any = numba.config


class Locator:
    """Numba's interface to the place of a function's compiled code.

    The folder's name stands for the text of all sources, so neither the path of the package nor a file's time counts: the same sources
    find what was compiled from another folder.
    """

    def __init__(self, function: Any, file: str):
        path = Path(file).resolve()
        known = path.is_relative_to(_ENVS)
        place = path.parent.relative_to(_ENVS) if known else Path(hashlib.sha1(str(path.parent).encode()).hexdigest())
        self._stamp = "" if known else str(path.stat().st_mtime)
        self._line = function.__code__.co_firstlineno
        self._folder = os.path.join(_settings.CACHE_DIR, *place.parts)

    @classmethod
    def from_function(cls, function: Any, file: str) -> Locator | None:
        """The place of a function, None where nothing can be written."""
        try:
            made = cls(function, file)
            made.ensure_cache_path()
        except OSError:
            return None
        return made

    def ensure_cache_path(self) -> None:
        """Make the folder; OSError if it cannot be written."""
        os.makedirs(self._folder, exist_ok=True)
        if not os.access(self._folder, os.W_OK):
            raise PermissionError(self._folder)

    def get_cache_path(self) -> str:
        """The folder."""
        return self._folder

    def get_source_stamp(self) -> str:
        """What must be the same for compiled code to be used."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """What tells functions of one name in one file apart."""
        return str(self._line)


@contextlib.contextmanager
def settings(folder: Path) -> Iterator[None]:
    """Numba's settings for functions that are kept in a folder, put back afterwards: others in the process keep their own."""
    names = "CACHE_DIR", "CACHE_LOCATOR_CLASSES"
    before = {name: getattr(_settings, name, None) for name in names}
    _settings.CACHE_DIR, _settings.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.Locator"
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(_settings, name, value)


def once(compile_it: Callable[..., Any], folder: Path, name: str) -> Callable[..., Any]:
    """A dispatcher's `compile` that waits for another process that compiles the same function, and finds its code then.

    It says on stderr what takes so long, once for each ruleset.
    """

    def compile_once(signature: Any) -> Any:
        package = folder.name.rpartition("-")[0]
        timer = threading.Timer(_PATIENCE, _say, (package,))
        timer.daemon = True
        timer.start()
        try:
            with _alone(folder / f"{name}.lock"):
                return compile_it(signature)
        finally:
            timer.cancel()

    return compile_once


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Wait until no other process holds this lock."""
    try:
        import fcntl

        lock = file.open("w")
    except (ImportError, OSError):  # not on this system, or nowhere to write: everybody compiles for themselves
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _say(package: str) -> None:
    if package not in _said:
        _said.add(package)
        print(f"skirmish-rl: compiling the rules of {package}, about a minute, once", file=sys.stderr, flush=True)
