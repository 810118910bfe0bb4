"""How a library is built: Numba types the rules, their LLVM modules become one, which is optimised and translated once.

Numba makes every compiled function a library of its own, with all that it calls optimised into it again. Here it only types a
function and translates it to LLVM's language; each becomes machine code once, inside the entries that call it. This is the one
place that knows Numba's and LLVM's insides; `tests/test_library.py` says which part moved. Libraries and entries are those of
`core/library.py`.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import operator
import os
import shutil
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import typed_passes, typeinfer, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.np import arrayobj

from skirmish_rl.envs.core.errors import LibraryError
from skirmish_rl.envs.core.files import put
from skirmish_rl.envs.core.sources import INTERFACE, WASM, Kind, called_by, levels

_njit: Any = numba.njit  # its type does not know all of its options
_TARGETS = {  # of a level: triple, processor, and the target of Zig's linker where the system's own compiler does not link for it
    "x86-64-v4-linux": ("x86_64-unknown-linux-gnu", "x86-64-v4", ""),
    "x86-64-v3-linux": ("x86_64-unknown-linux-gnu", "x86-64-v3", ""),
    "x86-64-linux": ("x86_64-unknown-linux-gnu", "x86-64", ""),
    "aarch64-linux": ("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu.2.17"),
    "aarch64-darwin": ("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0"),
    "x86-64-darwin": ("x86_64-apple-macosx11.0.0", "x86-64", "x86_64-macos.11.0"),
    "x86-64-v3-windows": ("x86_64-w64-windows-gnu", "x86-64-v3", "x86_64-windows-gnu"),
    "x86-64-windows": ("x86_64-w64-windows-gnu", "x86-64", "x86_64-windows-gnu"),
    WASM: ("wasm32-unknown-unknown", "generic", "wasm32-freestanding"),
}
_OF_A_MODULE = [
    "-nostdlib",
    *(f"-Wl,{one}" for one in ("--no-entry", "--export-dynamic", "--export=__heap_base", "-z,stack-size=1048576")),
]


def write(library: Any, entries: list[Any], file: Path) -> None:
    """Build a library for this processor beside its listing; both appear whole or not at all.

    Args:
        file: the listing, JSON: sources, level, checksum, kinds of every entry.
    """
    target = levels()[0]
    code = emit(merge(library, entries), target)
    keep(library, entries, file, *(linked_here(code, _interface(library, entries, target)) or (code, ".o")), target)


def ship(library: Any, folder: Path, targets: Iterable[str]) -> list[Path]:
    """Build a library for several kinds of processor, to be carried in a wheel.

    Returns:
        The listings.

    Raises:
        LibraryError: a kind of processor that is not known, or no tool that links for it.
    """
    targets = [*targets]
    check_tools(targets)
    entries = library.wanted(builders=False)
    merged = merge(library, entries).as_bitcode()
    made = []
    for target in targets:
        code, interface = emit(llvm.parse_bitcode(merged), target), _interface(library, entries, target)
        linked = _linked_elsewhere(code, interface, target) if _TARGETS[target][2] else linked_here(code, interface)
        if not linked:
            raise LibraryError("no C compiler links the library; install gcc or clang")
        made.append(folder / f"{library.name}-{target}.json")
        keep(library, entries, made[-1], *linked, target)
    return made


def check_tools(targets: Iterable[str]) -> None:
    """Check that the tools that link for some kinds of processor are there, before minutes of work.

    Raises:
        LibraryError: a kind of processor that is not known, or no tool that links for it.
    """
    for target in targets:
        if target not in _TARGETS:
            raise LibraryError(f"no libraries are made for {target!r}; known: {', '.join(_TARGETS)}, cuda")
        if _TARGETS[target][2]:
            _zig(target)
        elif not _compiler():
            raise LibraryError("no C compiler links the library; install gcc or clang")


def write_module(library: Any, file: Path) -> None:
    """Build the WebAssembly module of a ruleset's kernels beside its listing.

    Raises:
        LibraryError: no tool that links it.
    """
    check_tools([WASM])
    code = emit(merge(library, library.kernels), WASM)
    keep(library, library.kernels, file, *_linked_elsewhere(code, _interface(library, library.kernels, WASM), WASM), WASM)


def keep(library: Any, entries: list[Any], file: Path, code: bytes, suffix: str, target: str) -> None:
    """Write a built file beside its listing; the listing is written last."""
    checksum = hashlib.sha256(code).hexdigest()
    place = file.with_name(
        f"{file.stem}-{checksum[:8]}{suffix}"
    )  # a process that has loaded another one under this name would be given that
    facts = {
        "file": place.name, "sources": library.sources, "level": target, "sha256": checksum,
        "built_with": f"numba {numba.__version__}, llvmlite {llvmlite.__version__}",
        "entries": {one.name: [kind.text for kind in one.kinds] for one in entries},
    }  # fmt: skip
    put(place, code, mode=0o644)  # nobody else may change what is run
    put(file, (json.dumps(facts, indent=1) + "\n").encode(), mode=0o644)


def merge(library: Any, entries: list[Any]) -> llvm.ModuleRef:
    """Merge all entries and what they call into one module, each function once; only the entries can be called from outside."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    rules = _Rules()
    with _whole_numbers():
        typed = [rules.typed(one.function, [_type(kind, library) for kind in one.kinds]) for one in entries]
    module = llvm.parse_assembly("")
    libraries: dict[Any, None] = {}
    for result in typed:
        _gather(result.library, libraries)
    first = next(iter(libraries))._final_module
    module.triple, module.data_layout = first.triple, first.data_layout
    for one in libraries:
        module.link_in(one._final_module if isinstance(one, _Library) else one._get_module_for_linking(), preserve=True)
    doors = "\n".join(_door(one, result, module) for one, result in zip(entries, typed, strict=True))
    declared = "\n".join(_declared(result, module) for result in {r.fndesc.llvm_func_name: r for r in typed}.values())
    module.link_in(
        llvm.parse_assembly(f'target triple = "{module.triple}"\ntarget datalayout = "{module.data_layout}"\n{declared}\n{doors}')
    )
    names = {one.name for one in entries}
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in names else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    module.verify()
    return module


def emit(module: llvm.ModuleRef, target: str) -> bytes:
    """Optimise a module for a kind of processor and translate it to an object file."""
    triple, processor, _ = _TARGETS.get(target, (llvm.get_process_triple(), "", ""))
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    addressed = "static" if target == WASM else "pic"
    machine = llvm.Target.from_triple(triple).create_target_machine(cpu=processor, opt=3, reloc=addressed, codemodel="default")
    module.triple, module.data_layout = triple, str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))  # 3: no faster, three times the bytes
    builder.getModulePassManager().run(module, builder)
    module.verify()
    return machine.emit_object(module)


def addresses(code: Path, symbols: Iterable[str]) -> dict[str, int]:
    """The addresses of an object file's entries, which LLVM links into this process: used where no compiler can make a library."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.read_bytes()))
    engine.finalize_object()
    _LINKED.append(engine)  # its memory is the code's
    return {symbol: engine.get_function_address(symbol) for symbol in symbols}


_LINKED: list[Any] = []


def _as_given(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it was given, where Numba's own would count a negative one from the end.

    Rules use no negative index, and interpreted rules refuse it.
    """
    return context.cast(builder, index, kind, numba.types.intp)


class _Widening:
    """What infers types, with every whole number that is read from a record or an array as one of 64 bits with a sign."""

    def __init__(self, inferring: Any) -> None:
        self._inferring = inferring

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inferring, name)

    def add_type(self, name: str, kind: Any, loc: Any, **more: Any) -> None:
        """See Numba's; what is read is cast where it is lowered."""
        self._inferring.add_type(name, _widest(kind), loc=loc, **more)


def _widened(infer: Any) -> Any:
    """A constraint of Numba's that types what is read; other calls of operators are left as they are."""

    def constrain(self: Any, inferring: Any) -> None:
        reads = getattr(self, "func", operator.getitem) is operator.getitem
        infer(self, _Widening(inferring) if reads else inferring)

    return constrain


@contextlib.contextmanager
def _whole_numbers() -> Iterator[None]:
    """Numbers as rules mean them, compiled and interpreted: an unsigned byte less one more is -1, and an index is what it says.

    While rules are translated, and nobody else's functions: those may count from the end.
    """
    reading: tuple[Any, ...] = (typeinfer.GetAttrConstraint, typeinfer.StaticGetItemConstraint, typeinfer.IntrinsicCallConstraint)
    with global_compiler_lock:
        index, infer = arrayobj.fix_integer_index, [one.__call__ for one in reading]
        arrayobj.fix_integer_index = _as_given
        for one, before in zip(reading, infer, strict=True):
            one.__call__ = _widened(before)
        try:
            yield
        finally:
            arrayobj.fix_integer_index = index
            for one, before in zip(reading, infer, strict=True):
                one.__call__ = before


def _interface(library: Any, entries: list[Any], target: str) -> list[str]:
    """What a C compiler is told to add `include/skirmish.c` to these entries; nothing where they hold no kernels."""
    if not {one.name for one in library.kernels} & {one.name for one in entries}:
        return []
    state = library.records["state"]
    known: dict[str, Any] = {
        "RULESET": f'"{library.name}"', "SOURCES": f'"{library.sources}"', "ERRING": library.erring,
        "HEARD": ",".join(f"{{{state.fields[name][1]},{state[name].itemsize}}}" for name in library.heard),
        **library.sizes,
        **{kind.upper(): dtype.itemsize for kind, dtype in library.records.items()},
        **{f"AT_{name}": place for name, (_, place, *_) in state.fields.items()},
        **{f"PLACES_{one.name}": one.places for one in library.kernels},
        **{f"PROCESSOR_{level.upper()}": 1 for level in ("v3", "v4") if f"x86-64-{level}" <= target < "x86-64-v5"},
    }  # fmt: skip
    flags = [
        "-std=gnu11",
        "-O2",
        "-fvisibility=hidden",
        *["-fPIC", "-Wl,-Bsymbolic"] * target.endswith("linux"),
    ]  # a program's own `play` is no kernel
    return [str(INTERFACE / "skirmish.c"), *flags, *(f"-D{name}={value}" for name, value in known.items())]


def linked_here(code: bytes, interface: list[str]) -> tuple[bytes, str] | None:
    """An object file as a shared library of this system, with its suffix; None where there is no C compiler."""
    compiler = _compiler()
    return _linked(code, [compiler, "-shared", "-s", *interface], ".so") if compiler else None


def _compiler() -> str:
    """The C compiler of this system, "" where there is none that links libraries for it."""
    found = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), "")
    return found if os.name != "nt" else ""


def _linked_elsewhere(code: bytes, interface: list[str], target: str) -> tuple[bytes, str]:
    """An object file as a shared library of another system, or as a module for browsers, linked by Zig."""
    suffix = {"windows": ".dll", "darwin": ".dylib", WASM: ".wasm"}.get(target.rpartition("-")[2], ".so")
    more = _OF_A_MODULE if target == WASM else ["-shared"]
    linked = _linked(code, [*_zig(target), "cc", "-target", _TARGETS[target][2], "-s", *more, *interface], suffix)
    if not linked:
        raise LibraryError(f"Zig does not link the library for {target}")
    return linked


def _zig(target: str) -> list[str]:
    if not importlib.util.find_spec("ziglang"):
        raise LibraryError(f"libraries for {target} are linked by Zig; install it: pip install ziglang")
    return [sys.executable, "-m", "ziglang"]


def _linked(code: bytes, compiler: list[str], suffix: str) -> tuple[bytes, str] | None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rules.o").write_bytes(code)
        made = f"rules{suffix}"  # a library may hold the name it was made under, and for Windows the time
        mathematics = ["-lm"] * (suffix != ".wasm")
        timeless = {**os.environ, "SOURCE_DATE_EPOCH": "0"}
        done = subprocess.run([*compiler, "-o", made, "rules.o", *mathematics], cwd=folder, env=timeless, capture_output=True, check=False)
        return ((Path(folder) / made).read_bytes(), suffix) if done.returncode == 0 else None


class _Rules:
    """Rules as Numba's dispatchers: copies of the plain functions that call each other's copies."""

    def __init__(self) -> None:
        self._made: dict[Callable[..., Any], Any] = {}

    def typed(self, function: Callable[..., Any], arguments: list[Any]) -> Any:
        """Type a function for some arguments, with all it calls."""
        made = self._dispatcher(function)
        made.compile(tuple(arguments))
        result = made.overloads[tuple(arguments)]
        given = result.signature.return_type
        if given not in (numba.types.none, numba.types.boolean, numba.types.int64):
            raise LibraryError(f"{function.__qualname__} returns {given}; an entry returns a whole number, a truth value or nothing")
        return result

    def _dispatcher(self, function: Any) -> Any:
        if function not in self._made:
            called = {name: self._dispatcher(one) for name, one in called_by(function).items()}
            twin = types.FunctionType(function.__code__, {**function.__globals__, **called}, function.__name__, function.__defaults__)
            twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
            made = _njit(twin, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False, pipeline_class=_Compiler)
            template = made.get_call_template
            made.get_call_template = lambda given, named: template(tuple(map(_widest, given)), named)
            self._made[function] = made
        return self._made[function]


def _widest(kind: Any) -> Any:
    """A rule is typed once for 64-bit integers, whatever integer or enum member its caller passes, or it reads."""
    return numba.types.int64 if isinstance(kind, numba.types.Integer | numba.types.IntEnumMember) else kind


def _type(kind: Kind, library: Any) -> Any:
    """Numba's type of an argument."""
    base = numba.from_dtype(library.records[kind.base] if kind.is_record else np.dtype(kind.base))
    return numba.types.Array(base, kind.ndim, "C") if kind.ndim else base


class _Compiler(CompilerBase):
    """Numba's passes that rules need: none that looks for closures, loops to fuse, or Python objects."""

    def define_pipelines(self) -> list[PassManager]:
        state = self.state
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        passes = PassManager("rules")
        for one in (
            untyped_passes.TranslateByteCode, untyped_passes.FixupArgs, untyped_passes.IRProcessing,
            untyped_passes.RewriteSemanticConstants, untyped_passes.DeadBranchPrune, untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA, typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis,
            typed_passes.InlineOverloads, typed_passes.IRLegalization, typed_passes.NativeLowering, typed_passes.NoPythonBackend,
        ):  # fmt: skip
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]


class _Library(JITCodeLibrary):
    """Code of one function in LLVM's language, without what it calls and without machine code."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironments(self._codegen)

    def _optimize_functions(self, module: Any) -> None:
        """Nothing: the merged module is."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class _NoEnvironments:
    """A code generator that sets no environment: those serve Python exceptions and printing, which rules do not use."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Nothing: the code is not in memory."""


def _gather(library: Any, found: dict[Any, None]) -> None:
    """A library and those it calls, directly or not, in the order found."""
    if library not in found:
        found[library] = None
        for one in library._linking_libraries:
            if isinstance(library, _Library):
                _gather(one, found)


def _parameters(result: Any, module: llvm.ModuleRef) -> list[str]:
    """LLVM's types of a function's parameters."""
    function = module.get_function(result.fndesc.llvm_func_name)
    return ["ptr" if str(one.type).endswith("*") else str(one.type) for one in function.arguments]


def _declared(result: Any, module: llvm.ModuleRef) -> str:
    return f'declare i32 @"{result.fndesc.llvm_func_name}"({", ".join(_parameters(result, module))})'


def _door(entry: Any, result: Any, module: llvm.ModuleRef) -> str:
    """An entry of plain C that unpacks its block into the arguments of a function.

    An array is its owner, the object it came from, items, bytes of an item, address, shape and strides; nobody owns it, and it is
    contiguous.
    """
    lines: list[str] = []
    place = 1

    def said(text: str) -> str:
        lines.append(f"%n{len(lines)} = {text}")
        return f"%n{len(lines) - 1}"

    def read(kind: str) -> str:
        nonlocal place
        place += 1
        where = said(f"getelementptr i64, ptr %block, i64 {place - 1}")
        return said(f"load {kind}, ptr {where}, align 8")

    parameters = _parameters(result, module)
    values = ["%block", "%raised"]
    for kind in entry.kinds:
        if kind.ndim:
            size = entry.library.records[kind.base].itemsize if kind.is_record else int(kind.base[1:])
            data = read("ptr")
            shape = [read("i64") for _ in range(kind.ndim)]
            items, strides = shape[0], [str(size)]
            for one in shape[1:]:
                items = said(f"mul i64 {items}, {one}")
            for one in reversed(shape[1:]):
                strides.insert(0, said(f"mul i64 {strides[0]}, {one}"))
            values += ["null", "null", items, str(size), data, *shape, *strides]
        elif kind.is_record:
            values.append(read("ptr"))
        else:
            wide, wanted = read("i64"), parameters[len(values)]
            values.append(wide if wanted == "i64" else said(f"trunc i64 {wide} to {wanted}"))
    assert len(values) == len(parameters), f"{entry.name}: {len(values)} values for {len(parameters)} parameters"
    given = ", ".join(f"{kind} {value}" for kind, value in zip(parameters, values, strict=True))
    body = "\n  ".join(lines)
    return f"""define i32 @{entry.name}(ptr %block) {{
  %raised = alloca ptr, align 8
  store ptr null, ptr %raised, align 8
  {body}
  %status = call i32 @"{result.fndesc.llvm_func_name}"({given})
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %fail, label %done
fail:
  %why = load ptr, ptr %raised, align 8
  store ptr %why, ptr %block, align 8
  ret i32 %status
done:
  ret i32 0
}}"""
