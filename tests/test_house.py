"""What holds for every ruleset and for the tree as a whole."""

from __future__ import annotations

import ast
import graphlib
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

from skirmish_rl import agents, envs
from skirmish_rl.envs.core.errors import ShapeError
from skirmish_rl.envs.core.ruleset import HEADER, pack_dtype
from skirmish_rl.envs.registry import RULESETS, ruleset_of

ROOT = Path(__file__).resolve().parents[1]
SHAPE = {
    "__init__.py", "state.py", "data", "rules", "phases.py", "actions.py", "observation.py", "appraisal.py", "judgement.py",
    "description.py", "bots.py", "render.py",
}  # fmt: skip
FORBIDDEN_NAMES = {"utils", "helpers", "common", "misc", "manager", "handler", "base"}


def imports_of(path: Path) -> set[str]:
    """Top-level modules a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("name", [n for n in RULESETS if n != "toy"])
def test_every_ruleset_has_the_same_files(name: str) -> None:
    present = {path.name for path in (ROOT / "envs" / name).iterdir()}
    assert present >= SHAPE


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
    assert ruleset.state.itemsize <= 8192


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
            assert top[0] != "torch" and top[:2] != ["skirmish_rl", "agents"], path
            assert top[0] != "stable_baselines3" or path.name in ("sb3.py", "conformance.py"), path
            for name in RULESETS:
                if module.startswith(f"skirmish_rl.envs.{name}"):
                    assert name in path.parts or path.name in ("registry.py", "__init__.py"), path


def test_agents_name_no_ruleset() -> None:
    for path in (ROOT / "agents").rglob("*.py"):
        text = path.read_text().lower()
        assert not [name for name in RULESETS if name != "toy" and name in text], path


def test_no_module_has_a_name_that_says_nothing() -> None:
    for folder in ("envs", "agents"):
        assert not [path for path in (ROOT / folder).rglob("*.py") if path.stem in FORBIDDEN_NAMES]


def test_both_packages_are_the_ones_of_this_repository() -> None:
    assert Path(envs.__file__).resolve().is_relative_to(ROOT)
    assert Path(agents.__file__).resolve().is_relative_to(ROOT)


def test_one_package_is_installed() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]["where"]
    assert found == ["src"]


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, skirmish_rl.envs; print([m for m in ('torch', 'numba', 'pygame', 'stable_baselines3', 'matplotlib') if m in sys.modules])"
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
