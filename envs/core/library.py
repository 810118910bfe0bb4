"""The compiled rules of a ruleset: a shared library whose entries Python calls through ctypes.

Numba is needed to build one, not to use it.

An entry is `int32 entry(int64 *block)`. The first place of the block gets the result; then come the arguments one after another: a
whole number takes one place, a record its address, an array its address and its shape. A status that is not 0 is an error.

A library is looked for among those that the package ships, then in the cache folder, by the hash of the sources it was made of. One
that is missing, stale or damaged is built anew and kept in the cache, by one process while others wait. `SKIRMISH_CACHE_DIR` names
another cache.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import operator
import os
import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.envs.core.cache import cache_folder, cache_folders, own_folder, plain_name, read_listing
from skirmish_rl.envs.core.errors import LibraryError, ShapeError
from skirmish_rl.envs.core.files import alone, read_bytes
from skirmish_rl.envs.core.sources import WASM, Kind, levels, sources_key

_SHIPPED = Path(__file__).resolve().parents[1] / "compiled"
_LARGEST = 2**28  # bytes of a library
_READ_ONLY = "tables"  # the one argument that need not be writable


def _is_on(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


NOTHING_COMPILED = _is_on("NUMBA_DISABLE_JIT")
INTERPRETED = NOTHING_COMPILED or _is_on("SKIRMISH_INTERPRETED")  # rules run as plain Python


class Entry:
    """A compiled function; it releases the interpreter lock while it runs.

    Args:
        function: the rule itself. kinds: of its arguments.
    """

    def __init__(self, library: Library, function: Callable[..., Any], kinds: tuple[str, ...], is_builder: bool, name: str = ""):
        self.library, self.function, self.is_builder = library, function, is_builder
        self.name = name or f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
        self.kinds = tuple(map(Kind, kinds))
        self.places = 1 + sum(kind.places for kind in self.kinds)
        self.arguments = function.__code__.co_varnames[: function.__code__.co_argcount]
        if len(kinds) != len(self.arguments):
            raise TypeError(f"{function.__qualname__} has the arguments {', '.join(self.arguments)}, declared are {', '.join(kinds)}")

    def __call__(self, *arguments: Any) -> int:
        return self.bound(*arguments)()

    def bound(self, *arguments: Any) -> Callable[[], int]:
        """A call whose arguments are always the same; arrays may be written to between calls, but must not be replaced.

        Raises:
            ShapeError: an array of another dtype or number of dimensions, not contiguous, or not writable.
            LibraryError: the library cannot be built. A call raises it when the rule fails.
        """
        given = [0]
        for kind, name, value in zip(self.kinds, self.arguments, arguments, strict=True):
            if kind.is_number:
                given.append(operator.index(value))
            else:
                given += self._place(kind, name, value)
        return self.calling((ctypes.c_int64 * self.places)(*given), arguments)

    def calling(self, block: Any, keep: Any = ()) -> Callable[[], int]:
        """A call with a block of arguments, `ctypes.c_int64` times `places`, which may be written to between calls.

        Args:
            keep: objects that must live as long as the call.
        """
        function, address = self.library.address(self), ctypes.addressof(block)

        def call(keep: Any = keep) -> int:
            if function(address):
                raise LibraryError(f"{self.name} failed: {_failure(block[0])}")
            return int(block[0])

        return call

    def _place(self, kind: Kind, name: str, value: Any) -> tuple[int, ...]:
        """Where an array or a record is, and the shape."""
        dtype = self.library.records[kind.base] if kind.is_record else np.dtype(kind.base)
        if isinstance(value, np.void) and not kind.ndim and _is_same(value.dtype, dtype):
            return (int(value.__array_interface__["data"][0]),)
        if isinstance(value, np.ndarray) and value.ndim == kind.ndim and _is_same(value.dtype, dtype):
            flags = value.flags
            if flags.c_contiguous and flags.aligned and (flags.writeable or name == _READ_ONLY):
                return (value.ctypes.data, *value.shape)
        said = (
            f"an array of shape {value.shape} and dtype {_short(value.dtype)}"
            if isinstance(value, np.ndarray)
            else f"a {type(value).__name__}"
        )
        wanted = f"a contiguous, writable array of {kind.ndim} dimensions" if kind.ndim else "a record"
        raise ShapeError(f"{name} of {self.name} is {said}; expected {wanted} of dtype {_short(dtype)}")


_SAME: dict[tuple[int, int], tuple[np.dtype, np.dtype]] = {}  # dtypes found equal: comparing records takes a millisecond


def _is_same(one: np.dtype, other: np.dtype) -> bool:
    key = id(one), id(other)
    if one is other or key in _SAME:
        return True
    if one != other:
        return False
    _SAME[key] = one, other  # kept, so that nothing else gets their ids
    return True


def _short(dtype: np.dtype) -> str:
    return f"record of {dtype.itemsize} bytes" if dtype.names else str(dtype)


def _failure(address: int) -> str:
    """What a compiled function raised, in the library's own words: only a build that checks bounds has any."""
    if not address:
        return "for no reason it gives"
    where = ctypes.cast(address, ctypes.POINTER(ctypes.c_void_p))[0]
    size = ctypes.cast(address + 8, ctypes.POINTER(ctypes.c_int32))[0]
    kind, said, place = pickle.loads(ctypes.string_at(where, size))
    line = f" in {place[0]}, {place[1]}:{place[2]}" if place else "; with SKIRMISH_INTERPRETED=1 Python says in which line"
    return f"{kind.__name__}: {', '.join(map(str, said or ()))}{line}"


class _Refused(ValueError):
    """What is wrong with a library, as the end of a sentence."""


class Library:
    """The entries of one package, compiled together.

    Attributes:
        package: name of the module that they belong to, a ruleset's.
        records: dtypes of the records that kinds name.
        entries: what is compiled, by name.
        erring, heard: of `core/engine.py` and `core/events.py`, for the interface in C.
        sizes: most seats, actions, bots, and columns of a position and of an action, for the interface in C.
        folder: where its files are kept instead of in the user's cache folder; None: in that.
    """

    def __init__(self, package: str):
        self.package = package
        self.erring, self.heard, self.sizes = 0, tuple[str, ...](), dict[str, int]()
        self.folder: Path | None = None
        self.records: dict[str, np.dtype] = {}
        self.entries: dict[str, Entry] = {}
        self._file = Path()
        self._found: dict[str, Any] = {}  # name of an entry -> function
        self._wrong = ""  # with the first file that was found and refused
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The library's short name, for messages and files."""
        return self.package.rpartition(".")[2]

    @property
    def sources(self) -> str:
        """Hash of the sources that the library is made of."""
        return sources_key(self.package)

    def add(self, function: Callable[..., Any], kinds: tuple[str, ...], is_builder: bool = False, name: str = "") -> Entry:
        """Declare an entry."""
        made = Entry(self, function, kinds, is_builder, name)
        self.entries[made.name] = made
        return made

    def wanted(self, builders: bool) -> list[Entry]:
        """All entries, or only those that build tables."""
        return [one for one in self.entries.values() if one.is_builder or not builders]

    @property
    def kernels(self) -> list[Entry]:
        """The entries of `core/engine.py`."""
        return [one for one in self.entries.values() if one.function.__module__ == f"{self.package}.kernels"]

    def address(self, wanted: Entry) -> Any:
        """The function of an entry; the library is found, or built, at the first call."""
        self.load()
        return self._found[wanted.name]

    def load(self) -> Path:
        """Find the library, or build it, and return its listing."""
        with self._lock:
            if not self._found:
                self._file, self._found = self._load(builders=INTERPRETED)
            return self._file

    def is_there(self) -> bool:
        """True if the library need not be built: it is shipped, or lies in the cache."""
        with self._lock:
            if not self._found:
                self._file, self._found = self._seen(INTERPRETED)
            return NOTHING_COMPILED or bool(self._found)

    def forget(self) -> None:
        """Make the next call look for the library anew."""
        self._found.clear()
        self._wrong = ""

    def stem(self, builders: bool) -> str:
        """The name of the library's files, without extension."""
        return f"{self.name}{'-tables' if builders else ''}-{levels()[0]}-{self.sources}"

    def folders(self) -> tuple[Path, ...]:
        """The folders that are searched if the package ships no library, the first one first."""
        return (self.folder,) if self.folder else cache_folders()

    def home(self) -> Path:
        """The folder in which a newly built file is kept; it is made if need be, for this user alone.

        Raises:
            LibraryError: other users could put code there.
        """
        return own_folder(self.folder) if self.folder else cache_folder()

    def shipped(self, level: str) -> Path:
        """The place of the listing for a kind of processor, if the package ships one."""
        return _SHIPPED / f"{self.name}-{level}.json"

    def _seen(self, builders: bool) -> tuple[Path, dict[str, Any]]:
        """Its listing and its functions; none where it must be built."""
        shipped = map(self.shipped, levels())
        for file in (*shipped, *(folder / f"{self.stem(builders)}.json" for folder in self.folders())):
            if found := self._opened(file, builders):
                return file, found
        return Path(), {}

    def _load(self, builders: bool) -> tuple[Path, dict[str, Any]]:
        file, seen = self._seen(builders)
        if seen:
            return file, seen
        file = self.home() / f"{self.stem(builders)}.json"
        with alone(file.with_suffix(".lock")):
            found = self._opened(file, builders)
            if not found:
                self._build(file, builders)
                found = self._opened(file, builders)
        if not found:
            raise LibraryError(f"{file} was built and cannot be used; remove it and try again")
        return file, found

    def _build(self, file: Path, builders: bool) -> None:
        building = self._building()
        if not builders:
            self._announce()
        building.write(self, self.wanted(builders), file)

    def _building(self) -> Any:
        try:
            from skirmish_rl.envs.core import building
        except ImportError as error:
            wrong = self._wrong or f"the rules of {self.name} are not compiled for this system ({levels()[0]})"
            raise LibraryError(
                f"{wrong}, and cannot be compiled here: {error}; "
                f"install {'the wheel again' if self._wrong else 'a wheel for your system'}, or what compiles them: pip install "
                "'skirmish-rl[build]'"
            ) from error
        return building

    def _announce(self) -> None:
        print(f"skirmish-rl: compiling the rules of {self.name}, about a minute, once", file=sys.stderr, flush=True)

    def _opened(self, file: Path, builders: bool) -> dict[str, Any] | None:
        """The functions of a library, None if there is none that fits these sources and is whole."""
        return self.taken(file, levels(), self.wanted(builders), _linked)

    def taken(self, file: Path, levels: tuple[str, ...], entries: list[Entry], load: Callable[[Path, list[str]], Any]) -> Any:
        """What `load` makes of the code that a listing names; None if the code is not there or cannot be used.

        The reason why it cannot be used is kept for a later message.

        Args:
            levels: the code must be for one of them. entries: the code must have these.
        """
        try:
            if not file.exists():
                return None
            code, symbols = self._whole(file, levels)
            for one in entries:
                if symbols.get(one.name) != [kind.text for kind in one.kinds]:
                    raise _Refused(f"lacks the entry {one.name}")
            return load(code, list(symbols))
        except LibraryError as error:  # somebody else could have put it there
            self._wrong = self._wrong or str(error)
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, ImportError) as error:
            fault = (
                error
                if isinstance(error, _Refused)
                else f"cannot be loaded: {error}"
                if isinstance(error, OSError)
                else f"is damaged: {error}"
            )
            self._wrong = self._wrong or f"the rules of {self.name} are not taken from {file}, which {fault}"
            return None

    def _whole(self, file: Path, levels: tuple[str, ...]) -> tuple[Path, dict[str, list[str]]]:
        """The code that a listing names, and its entries.

        Raises:
            _Refused: it was made from other sources or for other processors, or is damaged. Whatever else a damaged listing brings about.
            LibraryError: it lies in a cache, and another user could have put it there.
        """
        kept = file.parent != _SHIPPED
        facts = read_listing(file, own=kept)
        code = file.with_name(plain_name(facts["file"]))
        if facts["sources"] != self.sources:
            raise _Refused("was made from other sources than the installed ones")
        if facts["level"] not in levels:
            raise _Refused(f"is for {facts['level']}, not for {levels[0]}")
        if hashlib.sha256(read_bytes(code, _LARGEST)).hexdigest() != facts["sha256"]:
            raise _Refused(f"is damaged: the checksum of {code.name} is another")
        if kept:
            os.utime(file)  # it is in use: see `prune_cache`
        return code, facts["entries"]

    def code(self) -> Path:
        """The file that `load` has loaded."""
        return self._whole(self.load(), levels())[0]

    def check_module(self) -> None:
        """Check that the tools for the WebAssembly module are there, before anything is compiled.

        Nothing is checked if the module is in the cache.

        Raises:
            LibraryError: no tool that makes it.
        """
        for folder in self.folders():
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError, LibraryError):
                self._whole(folder / f"{self.name}-{WASM}-{self.sources}.json", (WASM,))
                return
        self._building().check_tools([WASM])

    def module(self) -> Path:
        """The WebAssembly module of the kernels, from the cache or built now."""
        file = self.home() / f"{self.name}-{WASM}-{self.sources}.json"
        with alone(file.with_suffix(".lock")):
            try:
                return self._whole(file, (WASM,))[0]
            except (OSError, ValueError, KeyError, TypeError, AttributeError, LibraryError):
                building = self._building()
                self._announce()
                building.write_module(self, file)
                return self._whole(file, (WASM,))[0]


def content(code: Path, symbols: list[str]) -> bytes:
    """The bytes of a library file that this process does not run itself; `Library.taken` loads it."""
    return read_bytes(code, _LARGEST)


def _linked(code: Path, symbols: list[str]) -> dict[str, Any]:
    """The functions of a library file, or of an object file where no linker made a library of it."""
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
    if code.suffix == ".o":
        from skirmish_rl.envs.core.building import addresses

        return {symbol: prototype(address) for symbol, address in addresses(code, symbols).items()}
    library = ctypes.CDLL(str(code))
    return {symbol: prototype((symbol, library)) for symbol in symbols}


_LIBRARIES: dict[str, Library] = {}


def libraries() -> list[Library]:
    """The libraries of all rulesets that have been imported."""
    return list(_LIBRARIES.values())


def library_of(module: str) -> Library:
    """The library of the package that a module belongs to, which is its ruleset's."""
    parts = module.split(".")
    package = ".".join(parts[:3] if parts[:2] == ["skirmish_rl", "envs"] else parts[:-1] or parts)
    return _LIBRARIES.setdefault(package, Library(package))
