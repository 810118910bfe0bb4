"""What stands behind every clause: the code that cites it, the tests that name it, the broken rule that a test noticed.

Read from the sources; nothing is imported or run. `docs/clauses.py` shows it under each clause of the dossiers.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.breaks.sites import line_of, read_id, rules_of
from tests.clauses import Clause, clauses_in, read_clauses

ROOT = Path(__file__).resolve().parents[1]
_KEY = re.compile(r"\[*([\w.\"-]+?)\]*\s*(?:=|$|#)")  # of a line of TOML


@dataclass(frozen=True)
class Place:
    """Something with a name and where it stands; `path` is relative to the project's folder."""

    name: str
    path: str
    line: int


@dataclass(frozen=True)
class Broken:
    """A statement of the rules, what it was changed into, and the test that then failed."""

    rule: Place
    before: str
    after: str
    test: Place


@dataclass
class Proof:
    """What stands behind a clause.

    Attributes:
        functions: that cite it, those of the rules first.
        definitions: types, fields, constants and data that cite it.
        tests: that name it, worked examples among them.
        broken: a rule that cites it, broken, and the test of this clause that noticed; None if none is known.
        reason: why no code cites it, where none does and that is right.
    """

    clause: Clause
    functions: list[Place] = field(default_factory=list)
    definitions: list[Place] = field(default_factory=list)
    tests: list[Place] = field(default_factory=list)
    broken: Broken | None = None
    reason: str = ""


@functools.cache
def read_proofs() -> dict[str, Proof]:
    """The proof of every clause of every dossier, by id."""
    proofs = {clause.id: Proof(clause) for clause in read_clauses(ROOT / "docs" / "rules").values()}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        _add_tests(proofs, path)
    for path in sorted((ROOT / "tests").glob("*/examples.toml")):
        _add_examples(proofs, path)
    for ruleset in sorted({proof.clause.ruleset for proof in proofs.values()}):
        folder = ROOT / "envs" / ruleset
        rules, kept = [path for path in rules_of(folder) if path.exists()], _kept_breaks(ruleset)  # one that is being built may have none
        for path in [*rules, *sorted({*folder.rglob("*.py")} - {*rules})]:
            _add_code(proofs, path, kept if path in rules else {})
        for path in sorted(folder.rglob("*.toml")):
            _add_data(proofs, path)
    for clause, reason in tomllib.loads((ROOT / "tests" / "uncited.toml").read_text(encoding="utf-8")).items():
        proofs[clause].reason = reason
    return proofs


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _add_tests(proofs: dict[str, Proof], path: Path) -> None:
    """The tests of a file, by the clauses that they are marked with."""
    text = path.read_text(encoding="utf-8")
    if "mark.clause(" not in text:
        return
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            name, marks = node.name, node.decorator_list
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "pytestmark":
            name, marks = path.stem, [node.value]
        else:
            continue
        for clause in (clause for mark in marks for clause in _marked(mark)):
            if clause in proofs:  # tests of the ledger have clauses of their own
                proofs[clause].tests.append(Place(name, _name(path), node.lineno))


def _marked(mark: ast.expr) -> Iterator[str]:
    """What stands in the clause marks of an expression."""
    for call in ast.walk(mark):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "clause":
            yield from (str(one.value) for one in call.args if isinstance(one, ast.Constant))


def _add_examples(proofs: dict[str, Proof], path: Path) -> None:
    """The worked examples of a file, by the clauses that they name."""
    text = path.read_text(encoding="utf-8")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "[[example]]"]
    for line, example in zip(lines, tomllib.loads(text)["example"], strict=True):
        name = f"example {example['number']}, {example['title']}{': ' + example['case'] if 'case' in example else ''}"
        for clause in example["clauses"]:
            proofs[clause].tests.append(Place(name, _name(path), line))


def _add_code(proofs: dict[str, Proof], path: Path, kept: dict[str, list[tuple[str, str, str]]]) -> None:
    """What a module cites. A function stands where it begins, everything else on the line that cites."""
    text = path.read_text(encoding="utf-8")
    if not clauses_in(text):
        return
    lines, first = text.splitlines(), 1
    for node in ast.parse(text).body:
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef):
            place = Place(node.name, _name(path), node.lineno)
            for clause in clauses_in("\n".join(lines[first - 1 : last])):
                if clause in proofs:
                    proofs[clause].functions.append(place)
            for clause, broken, test in kept.get(node.name, ()):
                proofs[clause].broken = proofs[clause].broken or _broken(proofs[clause], node, place, broken, test)
        else:
            for number in range(first, last + 1):
                for clause in clauses_in(lines[number - 1]):
                    if clause in proofs:
                        proofs[clause].definitions.append(Place(_defined(node) or path.stem, _name(path), number))
        first = last + 1


def _defined(node: ast.stmt) -> str:
    """The name to which a statement gives a meaning, "" if it is none."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
    return node.name if isinstance(node, ast.ClassDef) else ""


def _add_data(proofs: dict[str, Proof], path: Path) -> None:
    """What the lines of a TOML file cite."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        key = _KEY.match(line)
        for clause in clauses_in(line):
            if clause in proofs:
                proofs[clause].definitions.append(Place(key[1] if key else path.stem, _name(path), number))


def _kept_breaks(ruleset: str) -> dict[str, list[tuple[str, str, str]]]:
    """What `tests.breaks` kept: clause, break and test, by the function that was broken."""
    path, kept = ROOT / "tests" / "breaks" / f"{ruleset}.json", defaultdict(list)
    for clause, proof in json.loads(path.read_text(encoding="utf-8")).items() if path.exists() else ():
        kept[read_id(proof["break"])[0]].append((clause, proof["break"], proof["test"]))
    return kept


def _broken(proof: Proof, function: ast.FunctionDef, place: Place, broken: str, test: str) -> Broken | None:
    """A broken rule of a clause; None if the statement or the test is not there any more."""
    _, before, after, nth = read_id(broken)
    line = line_of(function, before, nth)
    path, _, name = test.partition("::")
    if name == "test_worked_example":  # one test for all examples of a file
        path = path.replace("test_examples.py", "examples.toml")
    tests = [one for one in proof.tests if one.path == path and name in (one.name, "test_worked_example")]
    return Broken(Place(place.name, place.path, line), before, after, tests[0]) if line and tests else None
