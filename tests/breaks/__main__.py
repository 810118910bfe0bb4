"""Break the rules in one place after another and see which test notices: `python -m tests.breaks RULESET`.

A break that no test of `tests/<ruleset>` notices is a test to write, or an entry in `tests/breaks/<ruleset>.toml` with the reason
why it changes nothing; the exit code is 1 while there is another. `tests/breaks/<ruleset>.json` keeps which broken rule made a
test of its clause fail; the clause ledger of `tests/conftest.py` counts those. `--unproved` aims at the clauses that are missing there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tomllib
from collections.abc import Container
from pathlib import Path

import pytest

from tests.breaks.aiming import AimedTrial
from tests.breaks.sites import Break, breaks_in, choose, others_of, rules_of
from tests.breaks.trying import Outcome, Trial
from tests.conftest import DOSSIERS, read_clauses

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
ROOT = TESTS.parent


def allowed(ruleset: str) -> dict[str, str]:
    """Breaks that change nothing, with the reason."""
    file = HERE / f"{ruleset}.toml"
    return {entry["break"]: entry["reason"] for entry in tomllib.loads(file.read_text())["same"]} if file.exists() else {}


def all_breaks(ruleset: str, only: Container[str] | None = None) -> list[Break]:
    """Every single-place break of a ruleset's rules and of other functions that cite a clause; `only` in functions of these names."""
    folder = ROOT / "envs" / ruleset
    rules, others = (
        [one for file in files for one in breaks_in(file, file.relative_to(folder).as_posix(), only)]
        for files in (rules_of(folder), others_of(folder))
    )
    return rules + [one for one in others if one.clauses]


def known_proofs(ruleset: str) -> dict[str, dict[str, str]]:
    """By clause: the broken rule and the test of the clause that failed."""
    file = HERE / f"{ruleset}.json"
    return json.loads(file.read_text()) if file.exists() else {}


def unproved(ruleset: str, tag: str) -> list[str]:
    """Clauses of a tag that no broken rule is known to fail."""
    known = known_proofs(ruleset)
    clauses = [one.id for one in read_clauses(DOSSIERS).values() if one.ruleset == ruleset and one.tag == tag]
    return [clause for clause in clauses if clause not in known]


def remember(ruleset: str, outcomes: list[Outcome], known: set[str]) -> None:
    """Write which broken rule made a test of its clause fail.

    Args:
        known: breaks of which stays what an earlier run found.
    """
    file = HERE / f"{ruleset}.json"
    proofs = {clause: proof for clause, proof in known_proofs(ruleset).items() if proof["break"] in known}
    for outcome in outcomes:
        for clause, test in outcome.proofs.items():
            proofs.setdefault(clause, {"break": outcome.broken.id, "test": test.partition("[")[0]})
    file.write_text(json.dumps(proofs, indent=1, sort_keys=True) + "\n")


def hash_of(files: list[Path]) -> str:
    """Names what the files say."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files))).hexdigest()[:16]


def write_report(file: Path, outcomes: list[Outcome]) -> None:
    """Every outcome, as JSON; whoever is stopped meanwhile leaves what was there."""
    fresh = file.with_suffix(".fresh")
    fresh.write_text(json.dumps([
        {"break": o.broken.id, "file": o.broken.file, "line": o.broken.line, "clauses": o.broken.clauses, "caught_by": o.caught_by,
         "why": o.why, "proofs": o.proofs}
        for o in outcomes
    ], indent=1))  # fmt: skip
    fresh.replace(file)


def read_report(file: Path, breaks: list[Break]) -> list[Outcome]:
    """What a report says of these breaks."""
    told = {(entry["file"], entry["break"]): entry for entry in json.loads(file.read_text())}
    found = [(one, told[one.file, one.id]) for one in breaks if (one.file, one.id) in told]
    return [Outcome(one, entry["caught_by"], entry["why"], entry["proofs"]) for one, entry in found]


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.breaks", description=str(__doc__).partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--count", type=int, default=120, help="how many, spread over files and functions; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", metavar="TEXT", help="breaks whose file or id contains this: rules/moving.py, move_unit:")
    parser.add_argument(
        "--unproved", nargs="?", const="seed", default="", metavar="TAG",
        help="for clauses of this tag (seed) that no broken rule is known to fail: breaks of functions that cite them, until one does it",
    )  # fmt: skip
    parser.add_argument("--tries", type=int, default=12, help="with --unproved, for each clause at most; 0: all")
    parser.add_argument("--survivors", type=Path, metavar="REPORT", help="only those that survived in an earlier report")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write every outcome here, as JSON, after each break")
    parser.add_argument("--resume", action="store_true", help="breaks that the report holds were tried: only the others are")
    parser.add_argument(
        "--measured", type=Path, metavar="FILE",
        help="keep here which test runs which function, and trust it after edits; the cache is dropped at an edit",
    )  # fmt: skip
    given = parser.parse_args()
    if given.resume and not given.report:
        parser.error("--resume needs --report, the file to go on with")
    return given


def chosen_of(given: argparse.Namespace, everything: list[Break]) -> list[Break]:
    """The breaks that the command line asks for."""
    if given.survivors:
        return [outcome.broken for outcome in read_report(given.survivors, everything) if not outcome.caught_by]
    chosen = [one for one in everything if given.only in one.file or given.only in one.id]
    return chosen if given.unproved else choose(chosen, given.count, given.seed)


def main() -> int:
    """Try breaks, print the list."""
    given = arguments()
    os.environ["SKIRMISH_INTERPRETED"] = "1"
    sys.path.insert(0, str(ROOT / "src"))
    from skirmish_rl.envs.core.cache import cache_root

    everything = all_breaks(given.ruleset)
    ids = {one.id for one in everything}
    reasons = allowed(given.ruleset)
    chosen = chosen_of(given, everything)
    earlier = read_report(given.report, chosen) if given.resume and given.report.exists() else []
    tried = {outcome.broken for outcome in earlier}
    to_try = [one for one in chosen if one not in tried]
    unnoticed, of_all = ("none of these tests notices", "") if given.unproved else ("SURVIVED", f"/{len(chosen)}")

    def tell(outcome: Outcome) -> None:
        one = outcome.broken
        outcomes = earlier + trial.outcomes
        print(f"{len(outcomes)}{of_all} {one.file}:{one.line} {one.function} [{one.kind}] {' '.join(one.clauses)}")
        print(f"    {one.before}\n    {one.after}")
        verdict = f"caught by {outcome.caught_by}: {outcome.why}" if outcome.caught_by else unnoticed
        print(f"  {verdict}{', it changes nothing: ' + reasons[one.id] if one.id in reasons else ''}", flush=True)
        again = [] if given.unproved else [outcome.broken.id for outcome in trial.outcomes]
        remember(given.ruleset, trial.outcomes, ids.difference(again))
        if given.report:
            write_report(given.report, outcomes)

    folder, tests = ROOT / "envs" / given.ruleset, TESTS / given.ruleset
    sources = [path for place in (folder, ROOT / "envs" / "core", tests) for path in place.rglob("*") if path.suffix in (".py", ".toml")]
    sources += [*TESTS.glob("*.py"), *HERE.glob("*.py")]
    measured = given.measured or cache_root() / f"breaks-{hash_of(sources)}.json"
    files = [*rules_of(folder), *others_of(folder)]
    trial = Trial(files, to_try, measured, tell)
    if given.unproved:
        aims = unproved(given.ruleset, given.unproved)
        trial = AimedTrial(files, to_try, measured, tell, aims, given.tries, given.seed)
    status = pytest.main([str(tests), "-qq", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider"], plugins=[trial])
    if not trial.finished:
        return int(status) or 2
    for test in trial.measured.slow:
        print(f"left out, it takes too long as plain Python: {test}")
    for test in trial.measured.failed:
        print(f"left out, it fails without any break: {test}")
    if isinstance(trial, AimedTrial):
        left = trial.unproved()
        for clause, why in left.items():
            print(f"UNPROVED {clause}: {why}")
        proved = len(trial.clauses) - len(left)
        print(f"{given.ruleset}: {len(trial.outcomes)} breaks prove {proved} of {len(trial.clauses)} clauses")
        return 1 if left or trial.measured.failed else 0
    survivors = [outcome.broken for outcome in earlier + trial.outcomes if not outcome.caught_by]
    unsettled = [one for one in survivors if one.id not in reasons]
    for one in unsettled:
        print(f"SURVIVED {one.file}:{one.line} {one.id}")
    print(f"{given.ruleset}: {len(chosen)} breaks, {len(chosen) - len(survivors)} caught, {len(unsettled)} to be settled;", end=" ")
    print(f"{len(survivors) - len(unsettled)} change nothing")
    return 1 if unsettled or trial.measured.failed else 0


if __name__ == "__main__":
    sys.exit(main())
