"""NumPy's products by one thread.

Small products by several threads take ten times as long where other work goes on, since the threads wait for each other, and their
number changes last digits, and with them close choices. NumPy has no call for it; OpenBLAS, which comes with it, has.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib
from collections.abc import Callable, Iterator

_NAMES = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads", "openblas_{}_num_threads64_", "openblas_{}_num_threads")


@functools.cache
def _threads() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """What tells and what sets the number of threads; None where NumPy multiplies by another library."""
    with contextlib.suppress(ImportError, OSError, TypeError):
        own = importlib.import_module("numpy._core._multiarray_umath")  # symbols are looked for in what it was linked with, too
        library = ctypes.CDLL(own.__file__)
        for name in _NAMES:
            with contextlib.suppress(AttributeError):
                return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Products within are made by one thread, where that can be asked for."""
    threads = _threads()
    before = threads[0]() if threads else 1
    if threads is None or before == 1:
        yield
        return
    threads[1](1)
    try:
        yield
    finally:
        threads[1](before)
