"""Libraries for macOS as its loader would read them: processor, oldest system, what they ask for and what they offer."""

from __future__ import annotations

import struct
from types import SimpleNamespace

import numpy as np
import pytest

from skirmish_rl.envs.core import building
from skirmish_rl.envs.core.library import INTERPRETED, Library

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
MAGIC, LIBRARY = 0xFEEDFACF, 6
SYMBOLS, ASKS_FOR, SIGNATURE, BUILT_FOR = 0x2, 0xC, 0x1D, 0x32  # load commands
PROCESSORS = {"aarch64-darwin": 0x0100000C, "x86-64-darwin": 0x01000007}


def doubles(numbers):
    for k in range(numbers.shape[0]):
        numbers[k] += numbers[k]
    return numbers.shape[0]


def powers(numbers):
    for k in range(numbers.shape[0]):
        numbers[k] = np.power(numbers[k], 1.5) + np.exp(numbers[k])
    return numbers.shape[0]


def text_at(code: bytes, place: int) -> str:
    return code[place : code.index(b"\0", place)].decode()


def read(code: bytes) -> SimpleNamespace:
    """What a Mach-O file of 64 bits says of itself."""
    magic, processor, _, kind, commands = struct.unpack_from("<5I", code)
    found = SimpleNamespace(
        magic=magic, processor=processor, kind=kind, libraries=[], offered=set(), wanted=set(), signed=False, system=None
    )
    place = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<2I", code, place)
        if command == ASKS_FOR:
            found.libraries.append(text_at(code, place + struct.unpack_from("<I", code, place + 8)[0]))
        elif command == BUILT_FOR:
            platform, oldest = struct.unpack_from("<2I", code, place + 8)
            found.system = (platform, oldest >> 16)
        elif command == SIGNATURE:
            found.signed = True
        elif command == SYMBOLS:
            at, n, names = struct.unpack_from("<3I", code, place + 8)
            for k in range(n):
                name, about = struct.unpack_from("<IB", code, at + 16 * k)
                if about & 1:  # seen from outside
                    (found.offered if about & 0xE else found.wanted).add(text_at(code, names + name))
        place += size
    return found


@pytest.mark.parametrize("target", PROCESSORS)
def test_a_library_for_macos_is_one_for_its_processor_and_asks_for_nothing_but_the_system(target, tmp_path, monkeypatch):
    pytest.importorskip("ziglang", reason="Zig links for other systems")
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(tmp_path / "cache"))
    small = Library("tests.small")
    small.add(doubles, ("i8[:]",))
    small.add(powers, ("f8[:]",))
    (listing,) = building.ship(small, tmp_path, [target])
    (file,) = tmp_path.glob("*.dylib")
    library = read(file.read_bytes())
    assert listing.name == f"small-{target}.json"
    assert (library.magic, library.kind, library.processor) == (MAGIC, LIBRARY, PROCESSORS[target])
    assert library.system == (1, 11), "macOS 11, as the wheel's name says"
    assert library.libraries == ["/usr/lib/libSystem.B.dylib"]
    assert library.offered - {"___dso_handle", "__mh_dylib_header"} == {"_test_darwin_doubles", "_test_darwin_powers"}, (
        "beside the linker's own"
    )
    assert library.wanted <= {"_pow", "_exp", "dyld_stub_binder"}
    assert library.signed or target == "x86-64-darwin", "Apple's processors run nothing that is not signed"
