"""The breaks of `tests.breaks`: what can be broken, how they are chosen and tried, and the lists that are kept of them."""

from __future__ import annotations

import ast
import functools
import itertools
import json
import weakref
from pathlib import Path

import pytest

from skirmish_rl.envs.registry import RULESETS
from tests.breaks import trying
from tests.breaks.__main__ import ROOT, all_breaks, allowed, known_proofs, read_report, remember, write_report
from tests.breaks.aiming import AimedTrial
from tests.breaks.sites import breaks_in, choose, line_of, others_of, read_id, rules_of
from tests.breaks.trying import Outcome, Trial
from tests.clauses import clauses_in

pytest_plugins = ["pytester"]

RULES = '''
"""Rules of a very small game."""


def reach_of(state, strength):
    """How far. Clauses: XX-AAA-01..02."""
    if strength < 3 and not state.tired:
        state.far += 1
        return state.far
    note(state)
    return max(state.far, 2)


def note(state):
    """Notes. Clause: XX-AAA-03."""
    state.noted = 7


def wait(state):
    """Lasts until nothing is left. Clause: XX-AAA-03."""
    while state.far > 0:
        state.far -= 1
'''
TESTS = """
from types import SimpleNamespace
import pytest
import tiny

@pytest.mark.clause("XX-AAA-01")
@pytest.mark.parametrize("strength, far", [(1, 5), (2, 5), (3, 4)])
def test_reach(strength, far):
    assert tiny.reach_of(SimpleNamespace(far=4, tired=False), strength) == far

@pytest.mark.clause("XX-AAA-03")
def test_waiting():
    state = SimpleNamespace(far=3)
    tiny.wait(state)
    assert state.far == 0
"""


@pytest.fixture
def rules(pytester: pytest.Pytester) -> Path:
    pytester.makepyfile(tiny=RULES, test_tiny=TESTS)
    pytester.makeini("[pytest]\npythonpath = .\nmarkers = clause")
    return pytester.path / "tiny.py"


def test_every_kind_of_place_is_broken(rules: Path) -> None:
    test = "if strength < 3 and (not state.tired)"
    assert [one.id for one in breaks_in(rules)] == [
        f"reach_of: {test} -> if not (strength < 3 and (not state.tired))",
        f"reach_of: {test} -> if strength < 3 or not state.tired",
        f"reach_of: {test} -> if strength <= 3 and (not state.tired)",
        f"reach_of: {test} -> if strength >= 3 and (not state.tired)",
        f"reach_of: {test} -> if strength < 4 and (not state.tired)",
        f"reach_of: {test} -> if strength < 2 and (not state.tired)",
        f"reach_of: {test} -> if strength < 3 and state.tired",
        "reach_of: state.far += 1 -> (left out)",
        "reach_of: state.far += 1 -> state.far -= 1",
        "reach_of: state.far += 1 -> state.far += 2",
        "reach_of: state.far += 1 -> state.far += 0",
        "reach_of: note(state) -> (left out)",
        "reach_of: return max(state.far, 2) -> return min(state.far, 2)",
        "reach_of: return max(state.far, 2) -> return max(state.far, 3)",
        "reach_of: return max(state.far, 2) -> return max(state.far, 1)",
        "note: state.noted = 7 -> (left out)",
        "note: state.noted = 7 -> state.noted = 8",
        "note: state.noted = 7 -> state.noted = 6",
        "wait: while state.far > 0 -> while state.far >= 0",
        "wait: while state.far > 0 -> while state.far <= 0",
        "wait: while state.far > 0 -> while state.far > 1",
        "wait: while state.far > 0 -> while state.far > -1",
        "wait: state.far -= 1 -> (left out)",
        "wait: state.far -= 1 -> state.far += 1",
        "wait: state.far -= 1 -> state.far -= 2",
        "wait: state.far -= 1 -> state.far -= 0",
    ]


def test_ranges_of_clauses_are_written_out() -> None:
    assert clauses_in("Clauses: XX-AAA-09..11, XX-BBB-1.") == ("XX-AAA-09", "XX-AAA-10", "XX-AAA-11", "XX-BBB-1")
    assert clauses_in(None) == ()


def test_a_kept_break_is_found_again_by_its_id(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text(RULES)
    functions = {node.name: node for node in ast.parse(RULES).body if isinstance(node, ast.FunctionDef)}
    for broken in breaks_in(tmp_path / "tiny.py"):
        name, before, after, nth = read_id(broken.id)
        assert (name, before, after, nth) == (broken.function, broken.before, broken.after, broken.nth)
        assert line_of(functions[name], before, nth) == broken.line
    assert line_of(functions["note"], "state.noted = 8") == 0


def test_a_choice_is_spread_over_functions_and_repeats_itself(rules: Path) -> None:
    every = list(breaks_in(rules))
    assert sorted(one.function for one in choose(every, 3, seed=1)) == ["note", "reach_of", "wait"]
    assert choose(every, 9, seed=1) == choose(every, 9, seed=1) != choose(every, 9, seed=2)
    assert {*choose(every, 0, seed=1)} == {*every}


def test_breaks_are_tried_on_the_tests_that_run_the_function(rules: Path, pytester: pytest.Pytester, monkeypatch) -> None:
    monkeypatch.setattr("tests.breaks.trying.SPARE", 0.3)
    breaks, told = list(breaks_in(rules)), []
    trial = functools.partial(Trial, [rules], memory=pytester.path / "memory", tell=told.append)
    first = trial(breaks=breaks)
    pytester.inline_run(plugins=[first])
    assert first.measured.tests["tiny.wait"] == ["test_tiny.py::test_waiting"] and told == first.outcomes
    survivors = {outcome.broken.id for outcome in first.outcomes if not outcome.caught_by}
    assert survivors == {
        "reach_of: note(state) -> (left out)",
        "reach_of: return max(state.far, 2) -> return max(state.far, 3)",
        "reach_of: return max(state.far, 2) -> return max(state.far, 1)",
        "note: state.noted = 7 -> (left out)",
        "note: state.noted = 7 -> state.noted = 8",
        "note: state.noted = 7 -> state.noted = 6",
    }
    by_id = {outcome.broken.id: outcome for outcome in first.outcomes}
    endless = by_id["wait: state.far -= 1 -> (left out)"]
    assert "does not end" in endless.why and endless.proofs == {"XX-AAA-03": "test_tiny.py::test_waiting"}
    later = trial(breaks=breaks[::5])
    pytester.inline_run(plugins=[later])
    assert later.measured == first.measured
    assert [outcome.caught_by for outcome in later.outcomes] == [by_id[broken.id].caught_by for broken in breaks[::5]]


def test_measuring_goes_on_where_it_was_stopped(rules: Path, pytester: pytest.Pytester, monkeypatch) -> None:
    monkeypatch.setattr("tests.breaks.trying.KEEPING", 0.0)
    trial = functools.partial(Trial, [rules], [], pytester.path / "memory", print)
    first, stopped, later = trial(), trial(), trial()
    with monkeypatch.context() as stop:
        real, calls = trying._failure, itertools.count()
        stop.setattr("tests.breaks.trying._failure", lambda item: real(item) if next(calls) < 2 else pytest.exit("stopped"))
        pytester.inline_run(plugins=[stopped])
    assert len(stopped.measured.seconds) == 2 and not stopped.finished
    kept = json.loads(later.memory.read_text())
    pytester.inline_run(plugins=[later])
    assert [*later.measured.seconds] == [*later.items] and kept["seconds"].items() <= later.measured.seconds.items()
    first.memory = pytester.path / "other"
    pytester.inline_run(plugins=[first])
    assert later.measured.tests == first.measured.tests


def test_tests_that_failed_are_measured_again(rules: Path, pytester: pytest.Pytester) -> None:
    for number, failed in ((1, ["test_mended.py::test_mended"]), (2, [])):
        pytester.makepyfile(test_mended=f"def test_mended():\n    assert 2 == {number}")
        trial = Trial([rules], [], pytester.path / "memory", print)
        pytester.inline_run(plugins=[trial])
        assert trial.measured.failed == failed


def test_a_report_is_read_again(rules: Path, tmp_path: Path) -> None:
    one, two, *rest = breaks_in(rules)
    outcomes = [Outcome(one, "test_a", "AssertionError", {"XX-AAA-01": "test_a"}), Outcome(two)]
    write_report(tmp_path / "report", outcomes)
    assert read_report(tmp_path / "report", [rest[0], two, one]) == [outcomes[1], outcomes[0]]


def test_breaks_are_aimed_at_a_clause_until_a_test_that_names_it_fails(rules: Path, pytester: pytest.Pytester) -> None:
    aims = ["XX-AAA-02", "XX-AAA-01", "XX-AAA-04"]
    trial = AimedTrial([rules], list(breaks_in(rules)), pytester.path / "memory", print, aims, tries=4, seed=1)
    pytester.inline_run(plugins=[trial])
    *missed, last = trial.outcomes
    assert last.proofs["XX-AAA-01"].startswith("test_tiny.py::test_reach[")
    assert len(missed) < 4 and not any(outcome.proofs for outcome in missed)
    assert {outcome.broken.function for outcome in trial.outcomes} == {"reach_of"}
    assert trial.unproved() == {
        "XX-AAA-02": "no test that can be tried names it",
        "XX-AAA-04": "no function of the rules cites it",
    }
    assert [*trial.measured.seconds] == [test for test in trial.items if "test_reach" in test]  # it measured a part of the tests


def test_functions_of_one_name_in_two_files_are_told_apart(pytester: pytest.Pytester) -> None:
    price = "def price():\n    return {}\n"
    tests = "import one, other\ndef test_one():\n    assert one.price() == 1\ndef test_other():\n    assert other.price() == 5\n"
    pytester.makepyfile(one=price.format(1), other=price.format(5), test_both=tests)
    pytester.makeini("[pytest]\npythonpath = .")
    files = [pytester.path / "one.py", pytester.path / "other.py"]
    trial = Trial(files, [one for file in files for one in breaks_in(file)], pytester.path / "memory", lambda outcome: None)
    pytester.inline_run(plugins=[trial])
    assert [outcome.caught_by for outcome in trial.outcomes] == ["test_both.py::test_one"] * 2 + ["test_both.py::test_other"] * 2


def test_functions_whose_results_are_kept_are_broken_for_every_test(pytester: pytest.Pytester) -> None:
    rules = "import functools\ndef base():\n    return 4\n@functools.cache\ndef price():\n    return base() + 1\n"
    tests = "import kept\ndef test_first():\n    kept.price()\ndef test_later():\n    assert kept.price() == 5\n"
    pytester.makepyfile(kept=rules, test_kept=tests)
    pytester.makeini("[pytest]\npythonpath = .")
    files = [pytester.path / "kept.py"]
    gone = weakref.proxy(lambda: None)  # asking such a one for anything raises; other tests leave them behind
    trial = Trial(files, list(breaks_in(*files)), pytester.path / "memory", lambda outcome: None)
    pytester.inline_run(plugins=[trial])
    assert {outcome.broken.function for outcome in trial.outcomes} == {"base", "price"}
    assert {outcome.caught_by for outcome in trial.outcomes} == {"test_kept.py::test_later"}
    with pytest.raises(ReferenceError):
        gone()


def test_tests_that_take_too_long_are_left_out_and_spoil_no_other(rules: Path, pytester: pytest.Pytester, monkeypatch) -> None:
    monkeypatch.setattr("tests.breaks.trying.PATIENCE", 0.1)
    pytester.makepyfile(
        test_endless="import pytest\n@pytest.mark.parametrize('case', [1, 2])\ndef test_endless(case):\n    while True: pass"
    )
    trial = Trial([rules], [], pytester.path / "memory", print)
    pytester.inline_run(plugins=[trial])
    assert trial.measured.slow == ["test_endless.py::test_endless[1]", "test_endless.py::test_endless[2]"]
    assert trial.measured.failed == []


def test_what_an_earlier_run_found_is_kept_while_its_break_exists(rules: Path, monkeypatch) -> None:
    one, two, *rest = breaks_in(rules)
    monkeypatch.setattr("tests.breaks.__main__.HERE", rules.parent)
    known = {one.id, two.id, rest[0].id}
    remember("tiny", [Outcome(one, proofs={"XX-AAA-01": "test_a[1]"}), Outcome(two, proofs={"XX-AAA-02": "test_b"})], known)
    remember("tiny", [Outcome(rest[0], proofs={"XX-AAA-01": "test_c", "XX-AAA-03": "test_c"})], known - {two.id})
    assert json.loads((rules.parent / "tiny.json").read_text()) == {
        "XX-AAA-01": {"break": one.id, "test": "test_a"},
        "XX-AAA-03": {"break": rest[0].id, "test": "test_c"},
    }
    remember("tiny", [Outcome(one)], known - {one.id})  # it survives now
    assert list(json.loads((rules.parent / "tiny.json").read_text())) == ["XX-AAA-03"]


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "toy"])
def test_lists_name_breaks_that_exist(name: str) -> None:
    known = {one.id for one in all_breaks(name, {read_id(broken)[0] for broken in allowed(name)})}
    assert {*allowed(name)} <= known
    assert all(allowed(name).values())


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "toy"])
def test_kept_proofs_name_rules_and_tests_that_exist(name: str) -> None:
    """After a rule is renamed or rewritten, drop its entries of the JSON file and prove the clauses anew with `--unproved`."""
    folder = ROOT / "envs" / name
    functions: dict[str, list[ast.FunctionDef]] = {}
    for path in filter(Path.exists, [*rules_of(folder), *others_of(folder)]):
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(function, ast.FunctionDef):
                functions.setdefault(function.name, []).append(function)
    for clause, proof in known_proofs(name).items():
        rule, before, _, nth = read_id(proof["break"])
        assert any(line_of(one, before, nth) for one in functions.get(rule, [])), f"{clause}: no rule {rule} says {before!r} any more"
        file, _, test = proof["test"].partition("::")
        assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), f"{clause}: {file} has no {test} any more"
