"""Rules as a library: how one is built, found, checked and called."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest

import skirmish_rl
from skirmish_rl.envs.core import building, library, sources
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import LibraryError, ShapeError
from skirmish_rl.envs.core.library import INTERPRETED, Library
from skirmish_rl.envs.core.sources import levels, rules_below
from tests import toy

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
SRC = Path(skirmish_rl.__file__).parent.parent


def doubled(number):
    return 2 * number


def plus_one(number):
    return doubled(number) + 1


def both_ways(numbers, most):
    for k in range(numbers.shape[0]):
        numbers[k] = min(doubled(numbers[k]) + plus_one(numbers[k]), most)
    return numbers.shape[0]


def past_the_end(numbers):
    return numbers[numbers.shape[0]]


def from_the_end(numbers):
    return numbers[1 - numbers.shape[0]]


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A library of one entry, in a cache of its own."""
    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(tmp_path))
    small = Library("tests.small")
    small.add(both_ways, ("i8[:]", "i8"))
    return small


def run(made: Library) -> list[int]:
    numbers = np.array([0, 1, 10])
    assert made.entries["test_library_both_ways"](numbers, 30) == 3
    return numbers.tolist()


def replace(file: Path, content: bytes) -> None:
    file.unlink()  # this process may have it loaded
    file.write_bytes(content)


def listing(folder: Path) -> Path:
    (file,) = folder.glob("*.json")
    return file


def test_an_entry_is_compiled_with_all_it_calls_and_found_again(made, tmp_path, capfd):
    assert run(made) == [1, 5, 30]
    assert capfd.readouterr().err == "skirmish-rl: compiling the rules of small, about a minute, once\n"
    made.forget()
    assert run(made) == [1, 5, 30] and capfd.readouterr().err == ""
    assert rules_below([both_ways]) == {both_ways, doubled, plus_one}
    assert not list(tmp_path.glob("*.tmp*")) and len(list(tmp_path.glob("*.json"))) == 1


@pytest.mark.parametrize("harm", ["truncated", "another file", "other sources", "another processor", "no entries", "no listing"])
def test_a_library_that_is_damaged_stale_or_foreign_is_built_anew(made, tmp_path, capfd, harm):
    run(made)
    file = listing(tmp_path)
    facts = json.loads(file.read_text())
    code = file.with_name(facts["file"])
    if harm == "truncated":
        replace(code, code.read_bytes()[:2000])
    elif harm == "another file":
        replace(code, b"not a library")
    elif harm == "no listing":
        file.write_text("{")
    else:
        facts.update(
            {"other sources": {"sources": "0" * 16}, "another processor": {"level": "z80-linux"}, "no entries": {"entries": {}}}[harm]
        )
        file.write_text(json.dumps(facts))
    capfd.readouterr()
    made.forget()
    assert run(made) == [1, 5, 30]
    assert "compiling" in capfd.readouterr().err


def test_without_numba_one_line_says_what_to_install(made, monkeypatch):
    monkeypatch.setitem(sys.modules, "skirmish_rl.envs.core.building", None)
    monkeypatch.delattr("skirmish_rl.envs.core.building", raising=False)
    with pytest.raises(LibraryError, match=r"the rules of small are not compiled for this system .* pip install 'skirmish-rl\[build\]'"):
        run(made)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("truncated", r"is damaged: the checksum of small.*\.so is another"), ("gone", "cannot be loaded: .*No such file.*"),
        ("other sources", "was made from other sources than the installed ones"), ("no listing", "is damaged: Expecting.*"),
        ("another processor", r"is for z80-linux, not for \S+-linux"), ("no entries", "lacks the entry test_library_both_ways"),
        ("foreign code", "cannot be loaded: .*small.*"),
    ],
)  # fmt: skip
def test_without_numba_a_library_that_is_refused_is_named_with_what_is_wrong(made, tmp_path, monkeypatch, harm, said):
    run(made)
    file = listing(tmp_path)
    facts = json.loads(file.read_text())
    code = file.with_name(facts["file"])
    if harm == "gone":
        code.unlink()
    elif harm == "no listing":
        file.write_text("{")
    else:
        if harm == "truncated":
            replace(code, code.read_bytes()[:2000])
        foreign = code.with_name("small-of-another-system.so")
        foreign.write_bytes(b"not a library")
        changes = {
            "other sources": {"sources": "0" * 16}, "another processor": {"level": "z80-linux"}, "no entries": {"entries": {}},
            "foreign code": {"file": foreign.name, "sha256": hashlib.sha256(foreign.read_bytes()).hexdigest()},
        }  # fmt: skip
        file.write_text(json.dumps({**facts, **changes.get(harm, {})}))
    monkeypatch.setitem(sys.modules, "skirmish_rl.envs.core.building", None)
    monkeypatch.delattr("skirmish_rl.envs.core.building", raising=False)
    made.forget()
    with pytest.raises(LibraryError) as error:
        run(made)
    begins, ends = re.escape(f"the rules of small are not taken from {file}, which "), "; install the wheel again, or what compiles them: "
    assert re.fullmatch(rf"{begins}{said}, and cannot be compiled here: .*{ends}pip install 'skirmish-rl\[build\]'", str(error.value))


def test_without_a_c_compiler_the_object_file_is_linked_in_memory(made, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert run(made) == [1, 5, 30]
    assert list(tmp_path.glob("*.o")) and not list(tmp_path.glob("*.so"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (np.zeros(3, np.int32), "numbers of test_library_both_ways is an array of shape (3,) and dtype int32"),
        (np.zeros((3, 1), np.int64), "expected a contiguous, writable array of 1 dimensions of dtype int64"),
        (np.zeros(6, np.int64)[::2], "expected a contiguous"),
        (np.broadcast_to(np.int64(1), 3), "writable"),
        ([1, 2, 3], "is a list"),
    ],
)
def test_arguments_are_checked_before_anything_runs(made, given, said):
    with pytest.raises(ShapeError) as error:
        made.entries["test_library_both_ways"](given, 9)
    assert said in str(error.value)
    with pytest.raises(TypeError):
        made.entries["test_library_both_ways"](np.zeros(3, np.int64), "nine")
    with pytest.raises(ValueError, match="shorter"):
        made.entries["test_library_both_ways"](np.zeros(3, np.int64))


def test_records_are_of_their_own_dtype():
    batch = Batch(toy.RULESET.scenario("short"), 2)
    mask, observation = np.zeros(batch.scenario.n_actions, np.uint8), np.zeros(batch.scenario.features.size, np.float32)
    with pytest.raises(ShapeError, match="games of look is an array of shape .* expected a contiguous, writable array"):
        batch.engine.look(np.zeros(2, np.uint8), batch.scenario.tables, 0, 0, mask, observation, batch._scratch[0])


@pytest.mark.parametrize("wrong", [past_the_end, from_the_end], ids=["past the end", "negative"])
def test_where_bounds_are_checked_a_failing_rule_says_why(tmp_path, monkeypatch, wrong):
    import numba

    monkeypatch.setenv("SKIRMISH_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    checked = Library("tests.checked")
    entry = checked.add(wrong, ("i8[:]",))
    with pytest.raises(
        LibraryError, match=rf"{wrong.__name__} failed: IndexError: .*bounds; with SKIRMISH_INTERPRETED=1 Python says in which line"
    ):
        entry(np.zeros(2, np.int64))


def test_functions_of_others_still_count_from_the_end(made):
    import numba

    run(made)  # builds a library in this process
    assert numba.njit(from_the_end)(np.array([3, 4, 5])) == 4


def test_the_number_of_kinds_is_that_of_the_arguments():
    with pytest.raises(TypeError, match="both_ways has the arguments numbers, most, declared are i8"):
        Library("tests.small").add(both_ways, ("i8",))


def test_processors_have_levels(monkeypatch):
    v4 = sources._LEVELS["x86-64-v4"]
    monkeypatch.setattr(sources.platform, "system", lambda: "Linux")
    for flags, known in ((v4, 3), (sources._V3, 2), (frozenset({"sse2"}), 1)):
        monkeypatch.setattr(sources, "_flags", lambda system, flags=flags: flags)
        monkeypatch.setattr(sources.platform, "machine", lambda: "x86_64")
        assert levels.__wrapped__() == ("x86-64-v4-linux", "x86-64-v3-linux", "x86-64-linux")[-known:]
    monkeypatch.setattr(sources.platform, "machine", lambda: "arm64")
    assert levels.__wrapped__() == ("aarch64-linux",)


def test_a_library_is_made_for_other_processors_twice_the_same(made, tmp_path, monkeypatch):
    monkeypatch.setattr(library, "_SHIPPED", tmp_path / "shipped")
    for folder in ("shipped", "again"):
        (tmp_path / folder).mkdir()
        files = building.ship(made, tmp_path / folder, ["x86-64-linux", "x86-64-v3-linux"])
        assert [file.name for file in files] == ["small-x86-64-linux.json", "small-x86-64-v3-linux.json"]
    first, second = ({file.name: file.read_bytes() for file in (tmp_path / folder).iterdir()} for folder in ("shipped", "again"))
    assert first == second and len(first) == 4
    if "x86-64-linux" in levels():
        assert run(made) == [1, 5, 30]
        assert made.load().parent == tmp_path / "shipped", "what is shipped is taken first"
    with pytest.raises(LibraryError, match="no libraries are made for 'z80'; known: x86-64-v4-linux"):
        building.ship(made, tmp_path, ["z80"])


def test_a_library_for_another_system_is_linked_by_zig_or_says_what_to_install(made, tmp_path, monkeypatch):
    monkeypatch.setattr(building.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LibraryError, match="libraries for aarch64-linux are linked by Zig; install it: pip install ziglang"):
        building.ship(made, tmp_path, ["aarch64-linux"])
    assert not list(tmp_path.iterdir()), "nothing is left"


@pytest.mark.parametrize(
    ("target", "suffix", "magic"),
    [
        ("aarch64-linux", ".so", b"\x7fELF"),
        ("aarch64-darwin", ".dylib", b"\xcf\xfa\xed\xfe"),
        ("x86-64-v3-windows", ".dll", b"MZ"),
    ],
)
def test_a_library_for_another_system_is_made_here_the_same_bytes_twice(made, tmp_path, target, suffix, magic):
    pytest.importorskip("ziglang", reason="Zig links for other systems")
    for folder in ("once", "twice"):
        (tmp_path / folder).mkdir()
        building.ship(made, tmp_path / folder, [target])
        time.sleep(1.1)  # a clock of whole seconds would show
    first, second = ({file.name: file.read_bytes() for file in (tmp_path / folder).iterdir()} for folder in ("once", "twice"))
    assert first == second and len(first) == 2
    (code,) = (content for name, content in first.items() if name.endswith(suffix))
    assert code.startswith(magic) and b"test_library_both_ways" in code


PARTS = {
    "JITCodeLibrary": ("_codegen", "_final_module", "_finalized", "_get_module_for_linking", "_linking_libraries", "_optimize_functions",
                       "_raise_if_finalized", "add_ir_module", "finalize", "get_pointer_to_function"),
    "CPUCodegen": ("create_library", "set_env"),
    "Dispatcher": ("compile", "get_call_template", "overloads"),
    "CompileResult": ("fndesc", "library", "signature"),
    "PythonFunctionDescriptor": ("llvm_func_name",),
    "PassManager": ("add_pass", "finalize"),
    "untyped_passes": ("DeadBranchPrune", "FixupArgs", "GenericRewrites", "IRProcessing", "ReconstructSSA", "RewriteSemanticConstants",
                       "TranslateByteCode"),
    "typed_passes": ("InlineOverloads", "IRLegalization", "NativeLowering", "NoPythonBackend", "NopythonTypeInference",
        "PreLowerStripPhis"),
    "llvmlite": ("create_pass_builder", "create_pipeline_tuning_options", "create_mcjit_compiler", "parse_bitcode"),
    "arrayobj": ("fix_integer_index",),
    "ModuleRef": ("as_bitcode", "data_layout", "functions", "global_variables", "link_in", "triple"),
}  # fmt: skip


@pytest.mark.parametrize("place", PARTS)
def test_numba_and_llvm_still_have_the_parts_that_building_knows(place):
    """What fails here has moved in another version of Numba: `core/building.py` is the one file to change."""
    import numba
    from numba.core.registry import cpu_target

    dispatcher = numba.njit(doubled)
    dispatcher.compile((numba.int64,))
    (result,) = dispatcher.overloads.values()
    codegen = cpu_target.target_context.codegen()
    module = building.llvm.parse_assembly("")
    passes = building.PassManager("none")
    found = {
        "JITCodeLibrary": codegen.create_library("none"), "CPUCodegen": codegen, "Dispatcher": dispatcher, "CompileResult": result,
        "PythonFunctionDescriptor": result.fndesc, "PassManager": passes, "untyped_passes": building.untyped_passes,
        "typed_passes": building.typed_passes, "llvmlite": building.llvm, "ModuleRef": module,
        "arrayobj": building.arrayobj,
    }  # fmt: skip
    assert [name for name in PARTS[place] if not hasattr(found[place], name)] == [], f"numba {numba.__version__}"


def test_the_extra_build_asks_for_versions_of_numba_between_bounds():
    import numba
    from packaging.specifiers import SpecifierSet

    extras = tomllib.loads((SRC.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["skirmish-rl"]["extras"]
    (wanted,) = extras["build"]
    versions = SpecifierSet(wanted.removeprefix("numba"))
    assert numba.__version__ in versions and sorted(one.operator for one in versions) == ["<", ">="]


_PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
if sys.argv[2] == "without":
    class Hidden:
        def find_spec(self, name, path=None, target=None):
            if name.split(".")[0] in ("numba", "llvmlite"):
                raise ImportError(name)
    sys.meta_path.insert(0, Hidden())
import skirmish_rl
env = skirmish_rl.make("tide_of_iron", scenario="farm")
env.reset(seed=1)
for agent in env.agent_iter(40):
    env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
print("numba" in sys.modules, env.unwrapped.record.tobytes().hex()[:200])
"""


def test_a_game_is_played_without_numba_wherever_the_sources_lie(tmp_path):
    toy_free = tmp_path / "elsewhere" / "skirmish_rl"
    shutil.copytree(SRC / "skirmish_rl", toy_free, ignore=shutil.ignore_patterns("__pycache__", "runs", ".*"))

    def played(place, how):
        environment = {**os.environ, "PYTHONPATH": ""}
        done = subprocess.run(
            [sys.executable, "-c", _PROBE, str(place), how], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.split()

    played(SRC, "with")  # builds it where nobody has
    here, there = played(SRC, "without"), played(toy_free.parent, "without")
    assert here[0] == there[0] == "False" and here[1] == there[1]


_BUILD = """
import sys
sys.path.insert(0, sys.argv[1])
from skirmish_rl.envs.core.library import Library
def plain(number):
    return number + 1
small = Library("tests.small")
small.add(plain, ("i8",))
print(small.entries["__main___plain"](4))
"""


def test_of_two_processes_one_builds_and_the_other_waits(tmp_path):
    environment = {**os.environ, "SKIRMISH_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, "-c", _BUILD, str(SRC)]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [process.communicate() for process in both]
    assert [out for out, _ in said] == ["5\n", "5\n"]
    assert sorted(error.count("compiling") for _, error in said) == [0, 1]


def test_what_links_is_missed_before_minutes_of_work(made, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "merge", lambda *rest: pytest.fail("the rules were translated first"))
    monkeypatch.setattr(building.importlib.util, "find_spec", lambda name: None)
    for call in (lambda: building.ship(made, tmp_path, ["aarch64-linux"]), made.check_module, made.module):
        with pytest.raises(LibraryError, match="pip install ziglang"):
            call()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(LibraryError, match="no C compiler links the library; install gcc or clang"):
        building.ship(made, tmp_path, ["x86-64-linux"])
    with pytest.raises(LibraryError, match="no libraries are made for 'sparc'"):
        building.ship(made, tmp_path, ["sparc"])
