"""How the kernels of `core/device.py` are built: for a GPU, as PTX by LLVM and as a card's own code by `ptxas`, and for this processor.

Every kernel gets the same wrapper, written here in LLVM's language. It copies the block of arguments, writes the number of the thread
into it and calls the entry. On a GPU the threads are the hardware's; on a processor a loop counts them. The first place of the block,
which gets an entry's result, says how many threads there are.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from skirmish_rl.envs.core import building
from skirmish_rl.envs.core.errors import LibraryError
from skirmish_rl.envs.core.sources import levels

_TRIPLE, _OLDEST, _VERSION = "nvptx64-nvidia-cuda", "sm_80", "+ptx80"  # of PTX; drivers read version 8.0 since CUDA 12.0
_OF_ONE_PROCESSOR = re.compile(r'"(?:target-cpu|target-features|tune-cpu|probe-stack|stack-probe-size)"="[^"]*"')
_THREAD = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

define internal i64 @thread_of_card() alwaysinline {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %before = mul i32 %block, %width
  %number = add i32 %before, %thread
  %wide = zext i32 %number to i64
  ret i64 %wide
}
"""
_ONE = """
define internal i32 @one_{name}(ptr %given, i64 %thread, ptr %block) alwaysinline {{
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %block, ptr align 8 %given, i64 {size}, i1 false)
  %own = getelementptr i64, ptr %block, i64 {place}
  store i64 %thread, ptr %own, align 8
  %status = call i32 @door_{name}(ptr %block)
  ret i32 %status
}}
"""
_KERNEL = """
define ptx_kernel void @{name}(ptr byval([{places} x i64]) align 8 %given) {{
  %block = alloca [{places} x i64], align 8
  %thread = call i64 @thread_of_card()
  %threads = load i64, ptr %given, align 8
  %has_work = icmp ult i64 %thread, %threads
  br i1 %has_work, label %work, label %end
work:
  %status = call i32 @one_{name}(ptr %given, i64 %thread, ptr %block)
  br label %end
end:
  ret void
}}
"""
_LOOP = """
define i32 @{name}(ptr %given) {{
first:
  %block = alloca [{places} x i64], align 8
  %threads = load i64, ptr %given, align 8
  br label %test
test:
  %thread = phi i64 [ 0, %first ], [ %next, %done ]
  %has_work = icmp ult i64 %thread, %threads
  br i1 %has_work, label %work, label %end
work:
  %status = call i32 @one_{name}(ptr %given, i64 %thread, ptr %block)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %fail, label %done
done:
  %next = add i64 %thread, 1
  br label %test
fail:
  %why = load i64, ptr %block, align 8
  store i64 %why, ptr %given, align 8
  ret i32 %status
end:
  ret i32 0
}}
"""
# Numba copies a record as an array of bytes, which LLVM's NVPTX does byte by byte: eight words at a time instead.
_COPY = """
define internal void @copy_by_{bits}(ptr noalias %to, ptr noalias %from, i64 %size) {{
first:
  br label %test
test:
  %at = phi i64 [ 0, %first ], [ %next, %more ]
  %left = sub i64 %size, %at
  %enough = icmp uge i64 %left, {many}
  br i1 %enough, label %more, label %tail
more:
{copies}  %next = add i64 %at, {many}
  br label %test
tail:
  %last = phi i64 [ %at, %test ], [ %after, %one ]
  %is_left = icmp ult i64 %last, %size
  br i1 %is_left, label %one, label %end
one:
  %a = getelementptr i8, ptr %from, i64 %last
  %b = getelementptr i8, ptr %to, i64 %last
  %word = load i{bits}, ptr %a, align {size}
  store i{bits} %word, ptr %b, align {size}
  %after = add i64 %last, {size}
  br label %tail
end:
  ret void
}}
"""
_COPIED = re.compile(r"^  (%\S+) = load \[(\d{3,}) x i8\], ptr (%\S+), align 1\n  store \[\2 x i8\] \1, ptr (%\S+), align 1$", re.M)
# What LLVM's NVPTX cannot call: functions of a system's library, by the instructions that are rounded as those are.
_MATHEMATICS = {
    "sqrt": "define internal double @sqrt(double %x) alwaysinline {\n  %y = call double @llvm.sqrt.f64(double %x)\n  ret double %y\n}\n",
    "sqrtf": "define internal float @sqrtf(float %x) alwaysinline {\n  %y = call float @llvm.sqrt.f32(float %x)\n  ret float %y\n}\n",
}


def write_loops(library: Any, file: Path) -> None:
    """Build the kernels for this processor, each as a loop over its threads, beside their listing."""
    entries, target = library.wanted(builders=False), levels()[0]
    code = building.emit(_wrapped(library, entries, _LOOP), target)
    building.keep(library, entries, file, *(building.linked_here(code, []) or (code, ".o")), target)


def ptx(library: Any, opt: int = 3, vectors: bool = True) -> str:
    """The kernels as PTX for every card from compute capability 8.0 on.

    Args:
        opt: level of LLVM's code generation. vectors: straight code is packed into vectors where LLVM finds some.

    Raises:
        LibraryError: this llvmlite makes no PTX, or the rules call what no card has.
    """
    machine = _machine(opt)
    entries = library.wanted(builders=False)
    module = _moved(_wrapped(library, entries, _KERNEL, _THREAD), machine)
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.slp_vectorization = vectors
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    if missing := [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]:
        raise LibraryError(f"the rules of {library.name} call {', '.join(missing)}, which no GPU has; add it to those in core/cuda.py")
    return str(machine.emit_assembly(module))


def assemble(code: str, card: str, opt: int = 3) -> bytes:
    """Translate PTX to a card's own code.

    Args:
        card: a kind of card, such as `sm_90`.

    Raises:
        LibraryError: no ptxas, or it refuses the code or the card.
    """
    tool = assembler()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "rules.ptx").write_text(code, encoding="utf-8")
        done = subprocess.run(
            [tool, f"-arch={card}", f"-O{opt}", "-o", "rules.cubin", "rules.ptx"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = next(iter((done.stderr or done.stdout).strip().splitlines()), f"exit code {done.returncode}")
            raise LibraryError(f"ptxas does not assemble the rules for {card}: {said}")
        return (Path(folder) / "rules.cubin").read_bytes()


def write_card(library: Any, code: str, file: Path, card: str) -> None:
    """Assemble kernels for a kind of card, beside their listing; `nvptx64` keeps the PTX itself, for future cards."""
    entries = library.wanted(builders=False)
    if card.startswith("sm_"):
        building.keep(library, entries, file, assemble(code, card), ".cubin", card)
    else:
        building.keep(library, entries, file, code.encode(), ".ptx", card)


def assembler() -> str:
    """The path of `ptxas`: the one of the pip package, else one on the search path.

    Raises:
        LibraryError: there is none.
    """
    with_package = importlib.util.find_spec("nvidia")
    for folder in with_package.submodule_search_locations or () if with_package else ():
        for tool in sorted(Path(folder).glob("*/bin/ptxas*")):
            return str(tool)
    if found := shutil.which("ptxas"):
        return found
    raise LibraryError("code for GPUs is assembled by ptxas, which is not here; install it: pip install 'skirmish-rl[build-cuda]'")


def _machine(opt: int) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        target = llvm.Target.from_triple(_TRIPLE)
    except RuntimeError as error:
        raise LibraryError(
            f"this llvmlite makes no code for GPUs ({error}); install the one from PyPI: pip install --force-reinstall llvmlite"
        ) from error
    return target.create_target_machine(cpu=_OLDEST, features=_VERSION, opt=opt)


def _wrapped(library: Any, entries: list[Any], form: str, before: str = "") -> llvm.ModuleRef:
    """The entries as kernels under their own names."""
    module = building.merge(library, entries)
    texts = [before, "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"]
    for one in entries:
        module.get_function(one.name).name = f"door_{one.name}"
        facts = {"name": one.name, "places": one.places, "size": 8 * one.places, "place": _place_of(one, "thread")}
        texts += [f"declare i32 @door_{one.name}(ptr)\n", _ONE.format(**facts), form.format(**facts)]
    module.link_in(
        llvm.parse_assembly(f'target triple = "{module.triple}"\ntarget datalayout = "{module.data_layout}"\n' + "".join(texts))
    )
    for one in entries:
        module.get_function(f"door_{one.name}").linkage = "internal"
    module.verify()
    return module


def _place_of(entry: Any, argument: str) -> int:
    """Where an argument stands in the block of an entry."""
    at = entry.arguments.index(argument)
    return 1 + sum(kind.places for kind in entry.kinds[:at])


def _moved(module: llvm.ModuleRef, machine: Any) -> llvm.ModuleRef:
    """A module for the processor as one for the machine, with what a system's library would have given."""
    text = _OF_ONE_PROCESSOR.sub("", str(module))
    text = re.sub(r'^target triple = ".*"', f'target triple = "{_TRIPLE}"', text, flags=re.M)
    text = re.sub(r'^target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', text, flags=re.M)
    for name, own in _MATHEMATICS.items():
        text = re.sub(rf"^declare \w+ @{name}\(\w+[^)]*\).*$", own, text, flags=re.M)
    text = _COPIED.sub(lambda found: _call_of_copy(int(found[2]), found[3], found[4]), text)
    text += "".join(_copy(size) for size in (8, 4, 2, 1) if f"@copy_by_{8 * size}(" in text)
    for kind, size in (("double", 64), ("float", 32)):
        if f"@llvm.sqrt.f{size}(" in text and f"declare {kind} @llvm.sqrt.f{size}(" not in text:
            text += f"declare {kind} @llvm.sqrt.f{size}({kind})\n"
    return llvm.parse_assembly(text)


def _call_of_copy(size: int, source: str, place: str) -> str:
    """A record is copied in the largest words that its size is a multiple of: torch aligns what it allocates, and a batch's records follow
    each other.
    """
    word = next(word for word in (8, 4, 2, 1) if size % word == 0)
    return f"  call void @copy_by_{8 * word}(ptr {place}, ptr {source}, i64 {size})"


def _copy(size: int) -> str:
    """The function that copies by words of `size` bytes: eight are read before the first is written, so that they wait once."""
    read = [f"  %a{k} = getelementptr i8, ptr %from, i64 %at{k}\n  %w{k} = load i{8 * size}, ptr %a{k}, align {size}\n" for k in range(8)]
    written = [f"  %b{k} = getelementptr i8, ptr %to, i64 %at{k}\n  store i{8 * size} %w{k}, ptr %b{k}, align {size}\n" for k in range(8)]
    places = [f"  %at{k} = add i64 %at, {k * size}\n" for k in range(8)]
    return _COPY.format(bits=8 * size, size=size, many=8 * size, copies="".join(places + read + written))
