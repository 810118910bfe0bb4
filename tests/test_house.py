"""What holds for every ruleset and for the tree as a whole."""

from __future__ import annotations

import ast
import graphlib
import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path

import grimp
import pytest

from skirmish_rl import agents, envs
from skirmish_rl.envs.core.errors import ShapeError
from skirmish_rl.envs.core.records import pack_dtype
from skirmish_rl.envs.core.ruleset import HEADER
from skirmish_rl.envs.registry import RULESETS, ruleset_of

ROOT = Path(__file__).resolve().parents[1]
# Files of a ruleset: those that every one has, and those that one has if it needs them. `rules` and TOML files are its own.
SHAPE = {
    ".": (
        {"__init__", "state", "questions", "phases", "actions", "sheet", "observation", "action_features"},
        {"action_columns", "kit"},
    ),
    "data": ({"__init__", "schema", "checks", "fields", "pack", "bound"}, {"distances", "ground", "odds", "campaign", "seen", "skirmish"}),
    "bots": (
        {"__init__", "scratch", "value", "maps", "strong", "simple"},
        {
            "order", "plans", "plans_abilities", "routes", "strong_cards", "strong_choices", "strong_dice", "strong_fights",
            "strong_markers",
            "strong_moves", "worth",
        },
    ),
    "render": ({"__init__", "answers", "asking", "board", "cards", "facts", "odds", "places", "stakes", "units", "words"}, set()),
}  # fmt: skip
# Calls that read or cut what may be anybody's without a bound; `envs/core/files.py` and `texts.py` do it instead. And where they may
# stand, and why.
READING = re.compile(
    r"\.(read_text|read_bytes|splitlines|extractall)$|^(json\.loads?|tomllib\.loads?|np\.load|torch\.load|zipfile\.ZipFile|"
    r"pickle\.loads?|onnx\.load|open)$"
)
BOUNDED = {
    "envs/core/files.py": "it is the one place", "envs/core/texts.py": "it is the one place",
    "envs/core/library.py": "what our own compiled rules have written", "envs/core/building.py": "what a compiler has just made",
    "envs/core/embedding.py": "compiled rules and files of the package", "envs/core/replays.py": "a file of the package",
    "envs/core/sources.py": "sources of the package, the processor", "envs/core/ruleset.py": "options that it has written a moment ago",
    "envs/testing.py": "what its own processes have written", "envs/adapters/conformance.py": "a copy of what is at hand",
    "agents/workers/local.py": "what one process of ours tells another",
    "agents/sharing/site.py": "files of the package, and what it has just made",
    "agents/identity.py": "a copy of what is at hand", "agents/benchmark/run.py": "a copy of what is at hand",
    "agents/experiments/settings.py": "a copy of what is at hand", "agents/experiments/seeds.py": "what its own runs print",
    "agents/experiments/sweep.py": "an error's message", "agents/workers/cluster.py": "an error's message",
    "agents/serving/bodies.py": "Python that it has written",
    "agents/selfplay/loop.py": "a checkpoint whose size and parts were looked at",
    "envs/core/device.py": "sources of the package", "envs/adapters/device.py": "the memory of this machine",
    "envs/core/cuda.py": "what the assembler has just made, and says",
    "agents/ppo/trainer.py": "a trace that it has written", "agents/ppo/launch.py": "what its own processes have written",
    "agents/ppo/run_folder.py": "the processor, and run folders that it has made",
    "agents/ppo/checkpoints.py": "parts whose sizes and checksums were looked at",
}  # fmt: skip
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "manager", "handler", "base"}


def imports_of(path: Path) -> set[str]:
    """Modules a file imports, anywhere in it, those that `import_module` is asked for by name among them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            found |= {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return found


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_every_ruleset_has_the_same_files_and_no_others(name: str) -> None:
    home = ROOT / "envs" / name
    assert {path.name for path in home.iterdir() if path.is_dir() and path.name != "__pycache__"} == {"data", "rules", "bots", "render"}
    for folder, (always, sometimes) in SHAPE.items():
        present = {path.stem for path in (home / folder).glob("*.py")}
        assert always <= present <= always | sometimes, f"{name}/{folder}: {sorted(present ^ always)}"


def answers_of(table: dict) -> Iterator[tuple[Callable, Callable]]:
    """The two rules of every row of a game's table, those of a group's decisions among them."""
    for row in table.values():
        yield from answers_of(row) if isinstance(row, dict) else (row,)


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_what_may_be_chosen_and_what_it_does_stand_in_one_chapter(name: str) -> None:
    home = f"skirmish_rl.envs.{name}"
    for legal, apply in answers_of(importlib.import_module(f"{home}.actions").ANSWERS):
        assert legal.__module__ == apply.__module__, (
            f"{legal.__name__} stands in {legal.__module__}, {apply.__name__} in {apply.__module__}"
        )
        assert legal.__module__.startswith((f"{home}.rules.", f"{home}.phases", f"{home}.actions")), legal.__module__
    longest = {path.name: len(path.read_text().splitlines()) for path in (ROOT / "envs" / name / "rules").glob("*.py")}
    assert max(longest.values()) <= 450, f"{name}: split {max(longest, key=lambda file: longest[file])} by a part of its chapter"


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_only_rules_and_phases_read_frames(name: str) -> None:
    home = ROOT / "envs" / name
    for path in home.rglob("*.py"):
        if path.parent.name != "rules" and path.name not in ("phases.py", "actions.py", "state.py"):
            found = [
                line for line in path.read_text().splitlines() if re.search(r"\bframe\.|top_frame|state\.frames\b|\[.frames.\]", line)
            ]
            assert not found or "def wrong" in path.read_text(), f"{path.relative_to(ROOT)} reads frames: {found[:3]}"


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_the_record_of_a_process_holds_its_last_step(name: str) -> None:
    home, package = ROOT / "envs" / name, f"skirmish_rl.envs.{name}"
    modules = [
        importlib.import_module(f"{package}.{file}") for file in ("phases", *(f"rules.{path.stem}" for path in home.glob("rules/*.py")))
    ]
    enums = {one for module in modules for one in vars(module).values() if isinstance(one, type) and issubclass(one, IntEnum)}
    steps = [max(one) for one in enums if (one.__doc__ or "").startswith("Steps of the ") and len(one)]
    assert max(steps, default=0) <= importlib.import_module(f"{package}.state").MOST_STEP


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_encoders_write_by_name(name: str) -> None:
    home = ROOT / "envs" / name
    for path in (home / "observation.py", home / "action_features.py", *(home / "bots").glob("*.py")):
        found = re.findall(r"(?:out|context)\[(?:k \+ )?\d+\]", path.read_text())
        assert not found, f"{path.relative_to(ROOT)} writes {found[:3]}"


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_records_have_no_hidden_padding(name: str) -> None:
    def check(dtype) -> None:
        assert dtype.itemsize == sum(dtype[field].itemsize for field in dtype.names)
        for field in dtype.names:
            inner = dtype[field].base
            if inner.names:
                check(inner)

    ruleset = ruleset_of(name)
    for dtype in (ruleset.state, ruleset.scratch, ruleset.scenario().tables.dtype):
        check(dtype)
    assert {spec[0] for spec in HEADER} <= set(ruleset.state.names)
    assert ruleset.state.itemsize <= (18432 if name == "dropzone_commander" else 8192)  # a board of 48x48, who flies and who stands there


def test_hidden_padding_would_be_refused() -> None:
    assert pack_dtype([("a", "u1"), ("b", "i4")]).names == ("b", "a", "_pad")
    assert issubclass(ShapeError, ValueError)


def test_only_the_core_imports_numba() -> None:
    for path in (ROOT / "envs").rglob("*.py"):
        if any(module.split(".")[0] == "numba" for module in imports_of(path)):
            assert path.parent.name == "core", path


def test_rulesets_do_not_know_each_other_nor_agents_nor_learners() -> None:
    for path in (ROOT / "envs").rglob("*.py"):
        for module in imports_of(path):
            top = module.split(".")
            assert top[0] != "torch" or path == ROOT / "envs" / "adapters" / "device.py", path  # where games are tensors
            assert top[:2] != ["skirmish_rl", "agents"], path
            assert top[0] != "stable_baselines3" or path.name in ("sb3.py", "conformance.py"), path
            for name in RULESETS:
                if module.startswith(f"skirmish_rl.envs.{name}"):
                    assert name in (*path.parts, path.stem) or path.name in ("registry.py", "__init__.py"), path


@pytest.mark.parametrize(
    "said", ['importlib.import_module("skirmish_rl.agents.names").agent_of(name)', 'import_module(f"skirmish_rl.agents.{kind}")']
)
def test_an_import_by_name_is_an_import(said: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(said)
    assert any(module.startswith("skirmish_rl.agents") for module in imports_of(tmp_path / "one.py"))


def test_only_the_stock_learner_of_the_benchmark_is_one_of_stable_baselines() -> None:
    for path in (ROOT / "agents").rglob("*.py"):
        assert path.name == "maskable.py" or not {module.split(".")[0] for module in imports_of(path)} & {
            "stable_baselines3",
            "sb3_contrib",
        }, path


def test_agents_name_no_ruleset() -> None:
    for path in (ROOT / "agents").rglob("*.py"):
        text = path.read_text().lower()
        assert not [name for name in RULESETS if name != "toy" and name in text], path


def test_no_module_has_a_name_that_says_nothing() -> None:
    for folder in ("envs", "agents"):
        assert not [path for path in (ROOT / folder).rglob("*.py") if path.stem in FORBIDDEN_NAMES]


def test_modules_at_the_root_of_agents_are_commands_or_named_in_the_docs() -> None:
    pages = "".join(path.read_text() for part in ("docs/api", "docs/guides") for path in sorted((ROOT / part).glob("*.md")))
    doors = {path.stem for path in (ROOT / "agents").glob("*.py")} - {"__init__", "train", "selftest"}
    assert not [name for name in sorted(doors) if f"skirmish_rl.agents.{name}" not in pages]


def test_both_packages_are_the_ones_of_this_repository() -> None:
    assert Path(envs.__file__).resolve().is_relative_to(ROOT)
    assert Path(agents.__file__).resolve().is_relative_to(ROOT)


def test_one_package_is_installed() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]["where"]
    assert found == ["src"]


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("torch", "numba", "pygame", "stable_baselines3", "matplotlib")
    code = f"import sys, skirmish_rl.envs; print([m for m in {heavy} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert out.stdout.strip() == "[]"


def test_no_module_imports_in_a_circle() -> None:
    graph = grimp.build_graph("skirmish_rl", exclude_type_checking_imports=True, cache_dir=None)
    graphlib.TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}).prepare()


def test_the_import_contracts_name_every_ruleset() -> None:
    layers, strangers, _ = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    modules = {RULESETS[name].module for name in RULESETS if name != "toy"}
    assert set(strangers["modules"]) == modules
    assert modules in [set(layer.split(" : ")) for layer in layers["layers"]]


def test_what_may_be_anybodys_is_read_with_a_bound() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted([*(ROOT / "envs").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if READING.search(called) and called != "files.read_bytes":
                found.setdefault(path.relative_to(ROOT).as_posix(), []).append(f"line {node.lineno}: {called}")
    assert {file: lines for file, lines in found.items() if file not in BOUNDED} == {}, "read with envs/core/files.py, parse with texts.py"
    assert set(BOUNDED) <= set(found), "what reads no more needs no exception"


def test_one_limit_holds_for_the_lines_of_all_python() -> None:
    """Ruff counts them for `make check`; here no file is excepted."""
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"]
    most = lint["pycodestyle"]["max-line-length"]
    for path in sorted(path for folder in ("envs", "agents", "tests") for path in (ROOT / folder).rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            assert len(line) <= most, f"{path.relative_to(ROOT)}, line {number} has {len(line)} characters, at most {most}; wrap it"
