"""Rules for programs in other languages: a library with a C interface or a WebAssembly module for each game, and the tables of its
scenarios.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from skirmish_rl.envs.core.cache import read_listing
from skirmish_rl.envs.core.device import CARDS, CUDA, PTX, device_library, is_card
from skirmish_rl.envs.core.errors import LibraryError, needs
from skirmish_rl.envs.core.files import put
from skirmish_rl.envs.core.packed import packed, ruleset_words
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.core.sources import INTERFACE

_LOADER = INTERFACE.parent / "web" / "rules.js"


def shipped(ruleset: Ruleset, folder: Path, targets: Iterable[str]) -> list[Path]:
    """Build the libraries of a ruleset as a wheel carries them, for several kinds of processor or card.

    Args:
        targets: kinds of processor, `sm_90` and its like, `nvptx64`, or `cuda` for all cards.

    Returns:
        Their listings.
    """
    cards = [card for target in targets for card in ([*CARDS, PTX] if target == CUDA else [target]) if is_card(card)]
    others = [target for target in targets if not is_card(target)]
    made = _for_cards(ruleset, folder, list(dict.fromkeys(cards))) if cards else []
    return made + (_building().ship(ruleset.engine.library, folder, others) if others else [])


def _for_cards(ruleset: Ruleset, folder: Path, cards: list[str]) -> list[Path]:
    with needs("build"):
        from skirmish_rl.envs.core import cuda
    if any(card != PTX for card in cards):
        cuda.assembler()  # it is missed before minutes of work
    made = []
    for library in (device_library(ruleset, bots) for bots in (False, True)):
        code = cuda.ptx(library)
        for card in cards:
            made.append(folder / f"{library.name}-{card}.json")
            cuda.write_card(library, code, made[-1], card)
    return made


def write_c(ruleset: Ruleset, folder: Path, target: str = "") -> list[Path]:
    """Write the library of a ruleset with its header and the tables of its scenarios.

    Args:
        target: a kind of processor; "": the one that Python uses here.

    Raises:
        LibraryError: no C compiler, or a kind of processor that is not known.
    """
    library = ruleset.engine.library
    with tempfile.TemporaryDirectory() as place:
        if target:
            (listing,) = _building().ship(library, Path(place), [target])
            code = listing.with_name(read_listing(listing, own=False)["file"])
        else:
            code = library.code()
        if code.suffix == ".o":
            raise LibraryError(
                "no C compiler has linked the library; install gcc or clang, and remove what was built without it: " + str(code)
            )
        content = code.read_bytes()
    name = f"{'' if code.suffix == '.dll' else 'lib'}skirmish_{ruleset.name}{code.suffix}"
    files = {name: content, "skirmish.h": (INTERFACE / "skirmish.h").read_bytes()}
    return _put(folder, {**files, **_tables(ruleset)})


def write_wasm(ruleset: Ruleset, folder: Path) -> list[Path]:
    """Write the WebAssembly module of a ruleset with what loads it, its words, and the tables of its scenarios.

    Raises:
        LibraryError: nothing at hand makes WebAssembly.
    """
    words = json.dumps(ruleset_words(ruleset), indent=1).encode() + b"\n"
    module = ruleset.engine.library.module().read_bytes()
    files = {f"{ruleset.name}.wasm": module, f"{ruleset.name}.json": words, _LOADER.name: _LOADER.read_bytes()}
    return _put(folder, {**files, **_tables(ruleset)})


def _tables(ruleset: Ruleset) -> dict[str, bytes]:
    """The files of all scenarios that come with a ruleset."""
    return {f"{ruleset.name}-{name}.tables": packed(ruleset.scenario(name)) for name in ruleset.scenarios}


def _put(folder: Path, files: dict[str, bytes]) -> list[Path]:
    for name, content in files.items():
        put(folder / name, content)
    return [folder / name for name in files]


def _building() -> ModuleType:
    with needs("build"):
        from skirmish_rl.envs.core import building
    return building
