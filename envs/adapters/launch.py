"""How the kernels of `core/device.py` are run: by a loop of this processor, or by the threads of a GPU, through its driver's own
interface.

A block of arguments is passed by value, so it may be written to as soon as a launch has returned, and nothing is copied to the device for
it.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

from skirmish_rl.envs.core.device import CUDA, DeviceLibrary
from skirmish_rl.envs.core.errors import LibraryError
from skirmish_rl.envs.core.library import Entry

_LEAST_DRIVER = 12_000  # as the driver says 12.0: the first that reads our PTX
_LEAST_CARD = 8  # compute capability, the whole part
_WIDTH = 64  # threads of a block; 32 was as fast

Launch = Callable[[], Any]


class Processor:
    """Kernels of this processor, one thread after another."""

    def launching(self, entry: Entry, block: Any) -> Launch:
        """A call of a kernel with a block of arguments, whose first place says for how many threads."""
        return entry.calling(block)


class Card:
    """Kernels of a GPU.

    Args:
        number: of the card, as torch counts them. capability: of the card, as (9, 0).
        stream: says on which stream a kernel is launched, the address of a CUDA stream.

    Raises:
        LibraryError: no bindings of the driver, a driver or a card that is too old.
    """

    def __init__(self, number: int, capability: tuple[int, int], stream: Callable[[], int]):
        self._number, self._capability, self._stream = number, capability, stream
        self._driver = driver()
        version = _asked(self._driver.cuDriverGetVersion(), "the driver does not say its version")
        if version < _LEAST_DRIVER:
            raise LibraryError(
                f"the driver of this GPU is for CUDA {version // 1000}.{version % 1000 // 10}; the rules need one for 12.0 or later"
            )
        if capability[0] < _LEAST_CARD:
            raise LibraryError(f"this GPU has compute capability {capability[0]}.{capability[1]}; the rules need 8.0 or later")

    def launching(self, entry: Entry, block: Any) -> Launch:
        """A launch of a kernel, which does not wait for it; see `Processor.launching`."""
        library = entry.library
        assert isinstance(library, DeviceLibrary)
        function = _functions(library, self._number, self._capability)[entry.name]
        parameters = (ctypes.c_void_p * 1)(ctypes.addressof(block))
        where, launch, stream = ctypes.addressof(parameters), self._driver.cuLaunchKernel, self._stream

        def call(keep: Any = (block, parameters)) -> None:
            blocks = -(-block[0] // _WIDTH)
            if blocks:
                _asked(launch(function, blocks, 1, 1, _WIDTH, 1, 1, 0, stream(), where, 0), f"{entry.name} cannot be launched")

        return call


@functools.cache
def driver() -> Any:
    """The interface of the GPU's driver.

    Raises:
        LibraryError: it is not installed, or there is no driver.
    """
    try:
        from cuda.bindings import driver as found
    except ImportError as error:
        raise LibraryError(
            f"GPUs are spoken to through cuda.bindings, which torch with CUDA brings ({error}): pip install cuda-bindings"
        ) from error
    try:
        _asked(found.cuInit(0), "there is no driver of a GPU in reach")
    except RuntimeError as error:  # its library is missing
        raise LibraryError(f"there is no driver of a GPU in reach: {error}") from error
    return found


@functools.cache
def _functions(library: DeviceLibrary, number: int, capability: tuple[int, int]) -> dict[str, Any]:
    """The kernels of a library, loaded into the context of a card, which torch has made current."""
    code = library.card(*capability) + b"\0"  # PTX is read to its end as a text
    module = _asked(
        driver().cuModuleLoadData(code),
        f"the driver does not take the code of {library.name} for compute capability {capability[0]}.{capability[1]}; an older one may "
        "have to be renewed",
    )
    return {
        name: _asked(driver().cuModuleGetFunction(module, name.encode()), f"the code for {CUDA} lacks {name}") for name in library.entries
    }


def _asked(answer: Any, wrong: str) -> Any:
    """What a call of the driver gives.

    Raises:
        LibraryError: it gave an error.
    """
    status, *given = answer
    if int(status) != 0:
        raise LibraryError(f"{wrong}: {getattr(status, 'name', status)}")
    return given[0] if given else None
