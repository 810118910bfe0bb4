"""Compiled functions that only other compiled functions call: parts of a kernel.

Numba makes every function a library of its own: it takes in all that the function calls, optimises and translates the whole, and
keeps it on disk; so the rules at the bottom of a kernel are compiled anew at every level above them. A part is translated to
LLVM's language only, once, and becomes machine code inside the kernel that calls it, alone. Measured: docs/decisions/0016.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder

_njit: Any = numba.njit  # its type does not know all of its options


def whole(function: Callable[..., Any], inline: bool) -> Any:
    """A dispatcher that Python can call and that is kept on disk, with all parts below it."""
    how = "always" if inline else "never"
    return _njit(function, cache=True, nogil=True, error_model="numpy", inline=how, pipeline_class=_WholeCompiler)


def part(function: Callable[..., Any]) -> Any:
    """A dispatcher whose code other compiled functions take in; it cannot be called from Python."""
    return _njit(function, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler)


class _WholeCompiler(CompilerBase):
    """Numba's own passes, for a `_WholeLibrary`."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        if state.library is None:
            state.library = _WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class _PartCompiler(CompilerBase):
    """Numba's own passes, for a `_PartLibrary`."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        if state.library is None:
            state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class _WholeLibrary(JITCodeLibrary):
    """Code of a function with all that it calls; nobody else calls that code, so it may be inlined and specialised freely."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage in (Linkage.linkonce_odr, Linkage.weak_odr):
                function.linkage = "internal"
        super()._optimize_final_module()


class _PartLibrary(JITCodeLibrary):
    """Code of one function, without what it calls and without machine code."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironments(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def _get_module_for_linking(self) -> Any:
        """The function with all parts below it, each once, for the library that calls it."""
        module = self._own_module().clone()
        for library in self._below({}):
            if library is not self:
                own = library._own_module() if isinstance(library, _PartLibrary) else library._get_module_for_linking()
                module.link_in(own, preserve=True)
        return module

    def _below(self, found: dict[Any, None]) -> dict[Any, None]:
        """The library itself and those it calls, directly or not, in the order found."""
        if self not in found:
            found[self] = None
            for library in self._linking_libraries:
                if isinstance(library, _PartLibrary):
                    library._below(found)
                else:
                    found[library] = None
        return found

    def _own_module(self) -> Any:
        """Its code as one that may be defined several times and inlined. Weak: what nobody calls yet must not be left out when modules are linked."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = "weak_odr"
        return self._shared_module


class _NoEnvironments:
    """A code generator that sets no environment: those serve Python exceptions and printing, which rules do not use."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Nothing: the code is not in memory yet."""
