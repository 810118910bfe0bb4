"""The clause ledger: which rule clauses the suite proves, and a run that fails while one is unproved.

A test names the clauses it proves: `@pytest.mark.clause("GB-MOV-01", "GB-MOV-03")`. A clause is proved when every test that
names it has passed. The dossiers in `docs/rules` define the ids; an id that none of them defines is refused. A dossier whose
heading says "(being built)" binds nobody yet.
`tests/breaks/<ruleset>.json` says which tests of a clause failed when a rule that cites it was broken, see `tests/breaks`;
`tests/proofs.py` finds what stands behind each clause without running anything.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

from tests.clauses import Clause, is_being_built, read_clauses

# One thread for each process and its children: several threads of a small network beside other tests would mostly wait.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["LANGUAGE"] = "en"  # the terminal speaks English in tests, whatever the language of who runs them

TESTS = Path(__file__).resolve().parent
DOSSIERS = TESTS.parent / "docs" / "rules"
BREAKS = TESTS / "breaks"
INTERPRETED = any(os.environ.get(name, "0") not in ("", "0") for name in ("SKIRMISH_INTERPRETED", "NUMBA_DISABLE_JIT"))  # imports nothing
_NARROWING = ("keyword", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")


def is_whole_suite(config: pytest.Config) -> bool:
    """True when the command line collects all of `tests` and narrows it no further than the project's own options do."""
    default = config.getini("addopts")
    markers = [default[k + 1] for k, word in enumerate(default[:-1]) if word == "-m"]
    if any(getattr(config.option, name, None) for name in _NARROWING) or config.option.markexpr not in ("", *markers):
        return False
    folders = [Path(config.invocation_params.dir, argument).resolve() for argument in config.args if "::" not in argument]
    return any(folder == TESTS or TESTS.is_relative_to(folder) for folder in folders)


class Ledger:
    """Gathers the clauses of finished tests; under pytest-xdist it lives in the controller only."""

    def __init__(self, config: pytest.Config, clauses: dict[str, Clause]):
        self.config = config
        self.clauses = clauses
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.tests: set[tuple[str, str]] = set()  # clauses with the passed tests that name them

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        named = {str(value) for name, value in report.user_properties if name == "clause"}
        if report.outcome != "passed":
            self.failed |= named
        elif report.when == "call" and not hasattr(report, "wasxfail"):
            self.passed |= named
            self.tests |= {(clause, report.nodeid.partition("[")[0]) for clause in named}

    def unproved(self) -> list[Clause]:
        return [clause for clause in self.clauses.values() if clause.id not in self.passed - self.failed]

    def broken(self, ruleset: str) -> set[str]:
        """Clauses of which a test of this run is known to fail when the rule is broken."""
        file = BREAKS / f"{ruleset}.json"
        proofs = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        return {clause for clause, proof in proofs.items() if (clause, proof["test"]) in self.tests}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        missing = any(clause.binding for clause in self.unproved())
        if missing and session.exitstatus == pytest.ExitCode.OK and is_whole_suite(self.config):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not is_whole_suite(self.config):
            return
        of_ruleset: dict[str, list[Clause]] = defaultdict(list)
        for clause in self.clauses.values():
            of_ruleset[clause.ruleset].append(clause)
        unproved = {clause.id for clause in self.unproved()}
        terminalreporter.section("clauses")
        for ruleset, clauses in of_ruleset.items():
            missing = [f"{clause.id} [{clause.tag}]" for clause in clauses if clause.id in unproved]
            broken, seed = self.broken(ruleset), {clause.id for clause in clauses if clause.tag == "seed"}
            proved = f"{ruleset}: clauses proved: {len(clauses) - len(missing)}/{len(clauses)}, of which {len(broken)} by a broken rule"
            terminalreporter.write_line(f"{proved}; [seed]: {len(broken & seed)} of {len(seed)}")
            if missing:
                terminalreporter.write_line(f"  unproved: {', '.join(missing)}")
            if any(clause.binding for clause in clauses if clause.id in unproved):
                terminalreporter.write_line("  the run fails: each [seed] and [ext] clause needs a passing test", red=True)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: longer than the fast suite may take; run with -m slow")
    config.addinivalue_line("markers", "web: plays on the page in a browser; skipped where playwright or chromium is missing")
    config.addinivalue_line("markers", "games: plays whole games; a slow one where the rules run as plain Python")
    config.addinivalue_line("markers", "clause(*ids): the rule clauses of docs/rules that this test proves")
    try:
        clauses = read_clauses(DOSSIERS)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger(config, clauses), "clauses")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of a ruleset that is being built, whose rules are not compiled in advance, and games in plain Python as slow."""
    folders = [TESTS / dossier.stem for dossier in DOSSIERS.glob("*.md") if is_being_built(dossier.read_text(encoding="utf-8"))]
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in folders) or (INTERPRETED and item.get_closest_marker("games")):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Hand the marks to the test's reports, which travel to the controller; refuse ids that no dossier defines."""
    clauses = read_clauses(DOSSIERS)
    for mark in item.iter_markers("clause"):
        unknown = [clause_id for clause_id in mark.args if clause_id not in clauses]
        if unknown or not mark.args:
            pytest.fail(f"the clause marker names {', '.join(unknown) or 'nothing'}; ids are those of docs/rules", pytrace=False)
        item.user_properties.extend(("clause", clause_id) for clause_id in mark.args)
