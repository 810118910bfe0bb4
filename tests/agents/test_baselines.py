"""The published runs of the benchmark: each is made by a command on the page, and what is missing is made by `bench.baselines`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bench.baselines import _locked, enter, main, missing, wanted

DOCS = Path(__file__).parents[2] / "docs"
PAGE = """# A page

## Baselines

```
skirmish-rl benchmark beat --agent random --games tide_of_iron --scenarios duel --toy
skirmish-rl benchmark report FILES
```
"""
NAME, SEED = "beat-random-duel-tide_of_iron-1", 1_000_001


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A folder with a page whose run was missing, and what was said while it was made."""
    folder = tmp_path_factory.mktemp("baselines")
    (folder / "page.md").write_text(PAGE)
    carried_out(folder)
    return folder


@pytest.fixture
def begun(tmp_path, done):
    """A folder with the same page and no results."""
    shutil.copy(done / "page.md", tmp_path)
    return tmp_path


def carried_out(folder: Path, *words: str) -> None:
    main(["--page", str(folder / "page.md"), "--work", str(folder / "work"), *words])


def runs_in(folder: Path) -> dict[str, list[tuple[str, int]]]:
    files = (folder / "page").glob("*.json")
    return {file.stem: [(run["game"], run["seed"]) for run in json.loads(file.read_text())["runs"]] for file in files}


def test_every_published_run_is_made_by_a_command_on_the_page():
    runs = wanted(DOCS / "benchmark.md")
    assert runs[0].number == 1 and [run.number for run in runs] == sorted(run.number for run in runs)
    for file in sorted((DOCS / "benchmark").glob("*.json")):
        facts = json.loads(file.read_text())
        made = {(place.game, place.name, run.seed) for run in runs if run.of(facts) for place in run.places}
        published = {(run["game"], run["place"], run["seed"]) for run in facts["runs"]}
        assert published <= made, f"{file.name} holds runs that no command of the page makes"


def test_a_missing_run_is_made_by_its_command_and_entered_once(done, begun, capfd):
    assert runs_in(done) == {"beat-random-duel": [("tide_of_iron", SEED)]}
    carried_out(done)
    assert not capfd.readouterr().out and not missing(wanted(done / "page.md"), done / "page")
    carried_out(begun, "--list")
    assert capfd.readouterr().out.split() == [NAME] and not runs_in(begun)


def test_a_run_is_added_to_the_file_that_has_others_of_its_entrant(done, begun):
    made = done / "work" / NAME / "results.json"
    facts = json.loads(made.read_text())
    facts["runs"][0] |= {"seed": SEED + 1}
    (begun / "page").mkdir()
    (begun / "page" / "as-it-is-called.json").write_text(json.dumps(facts))
    (run,) = missing(wanted(begun / "page.md"), begun / "page")
    assert enter(run, made, begun / "page").stem == "as-it-is-called"
    assert runs_in(begun) == {"as-it-is-called": [("tide_of_iron", SEED), ("tide_of_iron", SEED + 1)]}
    for _ in range(2):
        enter(run, made, begun / "page")  # once more changes nothing
    assert len(runs_in(begun)["as-it-is-called"]) == 2
    other = begun / "page" / "as-it-is-called.json"
    other.write_text(json.dumps({**json.loads(other.read_text()), "protocol": "standard-1"}))
    assert enter(run, made, begun / "page") != other, "the head of a file holds for all of its runs"


def test_a_run_that_somebody_else_makes_is_left_to_them_and_stop_ends_all(begun, capfd):
    with _locked(begun / "work" / f"{NAME}.lock") as free:
        assert free
        carried_out(begun)
    (begun / "work" / "STOP").touch()
    carried_out(begun)
    assert not runs_in(begun) and not capfd.readouterr().out


def test_a_run_that_fails_is_told_and_enters_nothing(begun, capfd):
    (begun / "page.md").write_text(PAGE.replace("random", "ppo:nobody"))
    carried_out(begun)
    assert "ended with 2; see" in capfd.readouterr().out and not runs_in(begun)
    assert "nobody" in (begun / "work" / "beat-ppo-nobody-duel-tide_of_iron-1.log").read_text()
