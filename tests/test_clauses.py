"""The clause ledger of conftest.py, run on small suites of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFTEST = Path(__file__).with_name("conftest.py")
DOSSIER = """
- **GB-AAA-01** [seed] One.
- **GB-AAA-02** [ext] Two. [house] And more.
- **GB-AAA-03** [house] Three.
"""


@pytest.fixture
def suite(pytester):
    """A project with a dossier of three clauses; call it with the clauses that a passing test names."""

    def write(*clauses: str, body: str = "pass", heading: str = ""):
        (pytester.path / "docs" / "rules").mkdir(parents=True)
        (pytester.path / "docs" / "rules" / "toy.md").write_text(heading + DOSSIER)
        (pytester.path / "tests").mkdir()
        for name in ("conftest.py", "clauses.py"):
            shutil.copy(CONFTEST.with_name(name), pytester.path / "tests" / name)
        names = ", ".join(map(repr, clauses))
        source = f"import pytest\n@pytest.mark.clause({names})\ndef test_ruling():\n    {body}\ndef test_other():\n    pass\n"
        (pytester.path / "tests" / "test_toy.py").write_text(source)
        pytester.makeini("[pytest]\npythonpath = .\ntestpaths = tests\nmarkers = slow\naddopts = -m 'not slow'\n")
        return pytester

    return write


@pytest.mark.parametrize("arguments", [["-n", "1"], ["tests"]])
def test_the_suite_passes_when_all_seed_and_ext_clauses_are_proved(suite, arguments):
    result = suite("GB-AAA-01", "GB-AAA-02").runpytest(*arguments)
    result.stdout.fnmatch_lines(["toy: clauses proved: 2/3, of which 0 by a broken rule; *", "*unproved: GB-AAA-03 [[]house]"])
    assert result.ret == 0


@pytest.mark.parametrize("arguments", [[], ["-n", "1"]])
def test_an_unproved_ext_clause_fails_the_run(suite, arguments):
    result = suite("GB-AAA-01", "GB-AAA-03").runpytest(*arguments)
    result.stdout.fnmatch_lines(
        ["toy: clauses proved: 2/3, of which 0 by a broken rule; *", "*unproved: GB-AAA-02 [[]ext]", "*the run fails*"]
    )
    assert result.ret == 1


def test_a_dossier_that_is_being_built_binds_nobody(suite):
    result = suite("GB-AAA-01", heading="# Toy: rules dossier (being built)\n").runpytest()
    result.stdout.fnmatch_lines(["toy: clauses proved: 1/3, *", "*unproved: GB-AAA-02 [[]ext], GB-AAA-03 [[]house]"])
    result.stdout.no_fnmatch_line("*the run fails*")
    assert result.ret == 0


@pytest.mark.parametrize("arguments", [["-k", "ruling"], ["tests/test_toy.py"]])
def test_a_part_of_the_suite_proves_and_fails_nothing(suite, arguments):
    result = suite("GB-AAA-01").runpytest(*arguments)
    result.stdout.no_fnmatch_line("*clauses proved*")
    assert result.ret == 0


@pytest.mark.parametrize("arguments", [["-n", "1"], ["-k", "ruling"]])
def test_an_id_that_no_dossier_defines_is_refused(suite, arguments):
    result = suite("GB-AAA-99").runpytest(*arguments)
    result.stdout.fnmatch_lines(["*the clause marker names GB-AAA-99*"])
    assert result.ret == 1


@pytest.mark.parametrize("body", ["assert False", "pytest.xfail('later')"])
def test_only_a_passing_test_proves(suite, body):
    result = suite("GB-AAA-01", "GB-AAA-02", body=body).runpytest()
    result.stdout.fnmatch_lines(["toy: clauses proved: 0/3*"])
    assert result.ret == 1


def test_a_broken_rule_counts_while_the_test_that_noticed_it_names_the_clause(suite):
    project = suite("GB-AAA-01", "GB-AAA-02")
    noticed = {"GB-AAA-01": "test_ruling", "GB-AAA-02": "test_that_is_gone", "GB-AAA-03": "test_ruling"}
    proofs = {clause: {"break": "rule: a -> b", "test": f"tests/test_toy.py::{test}"} for clause, test in noticed.items()}
    (project.path / "tests" / "breaks").mkdir()
    (project.path / "tests" / "breaks" / "toy.json").write_text(json.dumps(proofs))
    project.runpytest().stdout.fnmatch_lines(["toy: clauses proved: 2/3, of which 1 by a broken rule; [[]seed]: 1 of 1"])
