"""Which files are hashed: compiled code neither lies in the others nor takes a value from them, so no library is ever stale."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from skirmish_rl.envs.core import sources
from skirmish_rl.envs.core.sources import rules_below, sources_key
from skirmish_rl.envs.registry import available, ruleset_of

ENVS = Path(sources.__file__).resolve().parents[1]
Name = tuple[str, str]  # a module and what it calls something


@cache
def file_of(module: str) -> Path | None:
    """The file of a module below `envs`, or None; kernels have none."""
    found: ModuleType | None = sys.modules.get(module)
    path = Path(getattr(found, "__file__", None) or "/").resolve()
    return path.relative_to(ENVS) if path.is_relative_to(ENVS) else None


@cache
def bindings(module: str) -> dict[str, set[Name]]:
    """Sources of each name of a module: everything in statements that bind it, assign into it, or call something of it."""
    found: dict[str, set[Name]] = {}
    for statement in ast.parse((ENVS / (file_of(module) or "")).read_text()).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            names = {statement.name}
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                found.setdefault(alias.asname or alias.name, set()).add((statement.module or "", alias.name))
            continue
        else:
            stored = (ast.Store, ast.Load) if isinstance(statement, ast.Expr) else (ast.Store,)
            nodes = [node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), stored)]
            names = {inner.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        inside = {(module, node.id) for node in ast.walk(statement) if isinstance(node, ast.Name)}
        for name in names:
            found.setdefault(name, set()).update(inside)
    return found


def needed(wanted: Iterable[Name]) -> set[Name]:
    """All names that the values of some can come from, module by module, as far as the files of games; `core` is taken as it is."""
    found: set[Name] = set()
    waiting = [*wanted]
    while waiting:
        module, name = waiting.pop()
        if (module, name) in found:
            continue
        found.add((module, name))
        inner = f"{module}.{name}"
        if inner in sys.modules:  # a module that is used as a whole
            waiting += [(inner, one) for one in (bindings(inner) if file_of(inner) else ())]
        path = file_of(module)
        if path is None or path.parts[0] == "core":
            continue
        waiting += bindings(module).get(name, ())
    return found


def compiled_from(name: str) -> set[Name]:
    """What a ruleset's library is made of: its functions, the constants that they read, the records that it is bound to."""
    entries = ruleset_of(name).engine.library.entries.values()
    wanted = [(rule.__module__, rule.__name__) for rule in rules_below(entry.function for entry in entries)]
    package = f"skirmish_rl.envs.{name}"
    whole = ast.parse(Path(importlib.import_module(package).__file__ or "").read_text())
    (bind,) = [node for node in ast.walk(whole) if isinstance(node, ast.Call) and ast.unparse(node.func) == "bind"]
    return needed([*wanted, *((package, node.id) for node in ast.walk(bind) if isinstance(node, ast.Name))])


def unhashed(names: Iterable[Name], uncompiled: frozenset[str]) -> list[Name]:
    """Those that lie in files that are not hashed."""
    return sorted((module, name) for module, name in names if uncompiled & {*(file_of(module) or Path()).parts})


@pytest.mark.parametrize("name", available())
def test_nothing_compiled_comes_from_a_file_that_is_not_hashed(name):
    names = compiled_from(name)
    assert not unhashed(names, sources._UNCOMPILED)
    for file, there in {"state.py": "Phase", "fields.py": "TABLES", "questions.py": "QUESTIONS"}.items():
        assert there in [one for _, one in unhashed(names, frozenset({file}))], "the test sees functions, constants and records"


def test_a_value_is_followed_to_the_files_that_it_comes_from(tmp_path, monkeypatch):
    home = tmp_path / "game"
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "few.py").write_text("MOST = 3\nLEAST = 1\nLISTED = []\nLISTED.append(LEAST)\n")
    (home / "more.py").write_text(
        "from game.few import LISTED, MOST as FEW\nTWICE = 2 * FEW\ndef rule(state):\n    return state + TWICE\n"
    )
    monkeypatch.setattr(sys.modules[__name__], "ENVS", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("game.more")
    found = needed([("game.more", "rule")])
    assert ("game.few", "MOST") in found and ("game.few", "LISTED") not in found
    assert ("game.few", "LEAST") in needed([("game.more", "LISTED")]), "a call may change a value, too"
    assert unhashed(found, frozenset({"few.py"})) == [("game.few", "MOST")]
    for module in ("game", "game.few", "game.more"):
        monkeypatch.delitem(sys.modules, module)


@pytest.mark.parametrize("file", ["pack.py", "seen.py"])
def test_an_edit_of_what_is_not_compiled_changes_the_hash_of_every_source_only(tmp_path, monkeypatch, file):
    monkeypatch.setattr(sources, "_ENVS", tmp_path)
    (tmp_path / "game").mkdir()
    edited = {}
    for said in ("before", "after"):
        (tmp_path / "game" / file).write_text(f"# {said}")
        sources_key.cache_clear()
        edited[said] = sources_key("game"), sources_key("game", every=True)
    sources_key.cache_clear()
    assert edited["before"][0] == edited["after"][0] and edited["before"][1] != edited["after"][1]
