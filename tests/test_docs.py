"""The code of the documentation runs, and its generated tables are true."""

from __future__ import annotations

import importlib.util
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

import skirmish_rl
from bench.quick_start import quick_start, rewards_of, watched
from skirmish_rl.__main__ import main, parser
from skirmish_rl.agents import tensors
from skirmish_rl.agents.benchmark import results as results_of
from skirmish_rl.agents.benchmark.protocol import read_protocol
from skirmish_rl.agents.ppo import checkpoints
from skirmish_rl.envs.core import packed, trace
from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.pages import overview, replaced, results
from skirmish_rl.envs.registry import available, ruleset_of
from tests.proofs import Place, Proof, read_proofs

ROOT = Path(__file__).resolve().parents[1]


PAGES = ["README.md", "docs/observations.md", *(f"docs/guides/{path.name}" for path in sorted((ROOT / "docs/guides").glob("*.md")))]
# A page whose commands train for minutes: what is written in its place here.
SHORTER = {
    "docs/guides/first-agent.md": {
        "decisions = 150_000": "decisions = 64", "decisions = 60_000": "decisions = 64\ngames = 8\nchunk = 4",
        "decisions = 400_000": "decisions = 64", "games = 64": "games = 8", "steps = 64": "steps = 8", "width = 32": "width = 8",
        "every = 75_000": "every = 1_000", "every = 100_000": "every = 1_000", "games = 200": "games = 0", "games = 400": "games = 0",
        "final_games = 1000": "final_games = 2", "--games 1000": "--games 2 --workers 1", "--games 400": "--games 2",
    },
}  # fmt: skip
TRAINING = {"docs/guides/self-play.md", "docs/guides/share-agent.md", "docs/guides/gpu.md"}  # their commands train and judge runs


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in TRAINING)) for name in PAGES])
def test_the_code_of_a_document_runs_from_top_to_bottom(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the Python and the commands of the guides in an empty folder.

    A comment `file: <name>` keeps the block before it, or the next block.

    README's agent learns for a moment only; that it learns is shown below.
    """
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    shown, keep = "", ""
    text = (ROOT / name).read_text(encoding="utf-8")
    for long, short in SHORTER.get(name, {}).items():
        assert long in text, long
        text = re.sub(rf"{re.escape(long)}\b", short, text)
    parts = re.findall(r"^<!-- file: (\S+) -->|^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert any(language == "python" for _, language, _ in parts)
    for file, language, block in parts:
        if file.endswith(".py"):
            (tmp_path / file).write_text(shown, encoding="utf-8")
        elif file:
            keep = file
        elif language == "python":
            shown += block
            with watched(most=4_096):
                exec(compile(block, name, "exec"), scope)
        elif language == "toml" and keep:
            (tmp_path / keep).write_text(block, encoding="utf-8")
            keep = ""
        elif language == "sh" and "guides" in name:
            for command in block.splitlines():
                program, *words = shlex.split(command, comments=True)
                assert program == "skirmish-rl" and main(words) == 0, command
    assert not keep


def test_the_commands_and_the_files_of_the_page_for_coding_agents_are_there() -> None:
    text = (ROOT / "AGENTS.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    known = {path.relative_to(ROOT).as_posix() for folder in ("envs", "agents", "docs", "tests") for path in (ROOT / folder).rglob("*")}
    commands = [line for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL) for line in block.splitlines()]
    commands += re.findall(r"`((?:make |\.venv/)[^`]*)`", text)
    assert len(commands) > 10
    for command in commands:
        words = [word for word in shlex.split(command, comments=True) if "=" not in word]
        if words[0] == "make":
            assert words[1] in targets, command
        elif words[:3] == [".venv/bin/python", "-m", "pytest"]:
            assert words[3] in known, command
        else:
            assert words[:3] == [".venv/bin/python", "-m", "skirmish_rl"], command
            parser().parse_args(words[3:])
    for name in re.findall(r"`((?:envs|agents|docs|tests)/[\w./<>]+)`", text):
        assert all(name.replace("<game>", game).rstrip("/") in known for game in available() if game != "toy"), name


@pytest.mark.slow
def test_the_quick_start_learns_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From almost nothing to well above the bot: README says how far, and other processors may round otherwise."""
    monkeypatch.chdir(tmp_path)
    learning, showing = quick_start()
    assert len(learning.splitlines()) <= 12
    scope: dict[str, Any] = {}
    with watched() as played:
        exec(compile(learning, "README.md", "exec"), scope)
    first, last = ([reward for _, reward in played[part]] for part in (slice(500), slice(-500, None)))
    assert np.mean(first) < -0.9 and np.mean(last) > 0.4
    assert np.mean(rewards_of(scope["model"]) > 0) > 0.7
    exec(compile(showing, "README.md", "exec"), scope)
    with Image.open("game.gif") as picture:
        assert picture.n_frames > 20


def test_readmes_table_and_those_of_the_results_are_generated() -> None:
    rulesets = [ruleset_of(name) for name in available() if name != "toy"]
    path = ROOT / "README.md"
    page = path.read_text(encoding="utf-8")
    assert replaced(page, "overview", overview(rulesets, ROOT / "docs"), path) == page
    path = ROOT / "docs" / "results.md"
    page = path.read_text(encoding="utf-8")
    assert results(page, rulesets, path) == page


def test_a_figure_that_is_missing_is_named(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs" / "results.md", tmp_path)
    measured = (ROOT / "docs" / "results.toml").read_text(encoding="utf-8")
    (tmp_path / "results.toml").write_text(measured.replace('time = "15.3 s"', 'tim = "15.3 s"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"results.toml, table 'search': 'time' is missing; a row has game, scenario, agent, score, time"):
        results((tmp_path / "results.md").read_text(encoding="utf-8"), [], tmp_path / "results.md")
    (tmp_path / "results.toml").write_text(measured.replace('"Warcry"', '"Warcri"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"results.toml does not tell of warcry"):
        overview([ruleset_of("warcry")], tmp_path)


def test_the_projects_address_is_the_same_everywhere() -> None:
    """`make address URL=...` changes it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = project["urls"]["Homepage"]
    assert all(url.startswith(address) for url in project["urls"].values())
    pages = "".join(
        path.read_text(encoding="utf-8") for path in [ROOT / "README.md", ROOT / "CITATION.cff", *(ROOT / "docs").rglob("*.md")]
    )
    named = re.findall(r'git\+(http[^\s"`]+)|\((http[^)]*)/issues\)|repository-code: "(.*)"', pages)
    assert len(named) > 4 and {"".join(found) for found in named} == {address}


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"\nversion: {skirmish_rl.__version__}\n" in citation and f"\nlicense: {project['license']}\n" in citation


def test_the_readme_is_short() -> None:
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("\n") < 150


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "AGENTS.md", *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
            assert link.startswith("http") or (path.parent / link).exists(), f"{path.name} links to {link}"


def places_of(proof: Proof) -> list[Place]:
    """Everything to which a clause leads."""
    broken = [proof.broken.rule, proof.broken.test] if proof.broken else []
    return [*proof.functions, *proof.definitions, *proof.tests, *broken]


def test_every_clause_of_the_game_leads_to_code_and_to_a_test() -> None:
    """Of those that no code cites, `tests/uncited.toml` says why."""
    for clause, proof in read_proofs().items():
        cited = bool(proof.functions or proof.definitions)
        assert proof.tests or not proof.clause.binding, f"no test names {clause}"
        assert cited or proof.reason or not proof.clause.binding, f"no code cites {clause}; cite it, or say why in tests/uncited.toml"
        assert not (cited and proof.reason), f"{clause} is cited; take it out of tests/uncited.toml"


def test_what_a_clause_leads_to_stands_there() -> None:
    paths = {place.path for proof in read_proofs().values() for place in places_of(proof)}
    lines = {path: (ROOT / path).read_text(encoding="utf-8").splitlines() for path in paths}
    for clause, proof in read_proofs().items():
        for place in [*proof.functions, *proof.tests]:
            said = {".py": (f"def {place.name}(", "pytestmark"), ".toml": ("[[example]]",)}[Path(place.path).suffix]
            assert lines[place.path][place.line - 1].startswith(said), f"{clause}: {place}"
        for place in proof.definitions:
            assert clause.rpartition("-")[0] in lines[place.path][place.line - 1], f"{clause}: {place}"
        assert not proof.broken or proof.broken.test in proof.tests, f"{clause}: {proof.broken}"


@pytest.mark.parametrize("ruleset", [name for name in available() if name != "toy"])
def test_most_clauses_of_a_ruleset_are_known_to_fail_or_lead_to_functions(ruleset: str) -> None:
    """A parser that finds nothing would not be noticed otherwise."""
    proofs = [proof for proof in read_proofs().values() if proof.clause.ruleset == ruleset]
    assert sum(bool(proof.functions) for proof in proofs) > 0.8 * len(proofs)
    assert sum(bool(proof.broken) for proof in proofs) > 0.2 * len(proofs)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("sphinx") is None, reason="Sphinx is not installed: pip install 'skirmish-rl[docs]'")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """A link to a page, a heading or an object that does not exist is a warning, too."""
    build = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    done = subprocess.run([*build, str(ROOT / "docs"), str(tmp_path / "site")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.html")}
    written = {path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert written <= pages
    environments = (tmp_path / "site" / "api" / "environments.html").read_text(encoding="utf-8")
    assert all(f'id="skirmish_rl.{name}"' in environments for name in ("make", "make_vec"))
    proofs_are_linked(tmp_path / "site")


def proofs_are_linked(site: Path) -> None:
    """Every clause has its anchor and its line in the dossier's page, and every link of that leads to a line of a page."""
    anchors: dict[Path, set[str]] = {}
    for ruleset in [name for name in available() if name != "toy"]:
        page = site / "rules" / f"{ruleset}.html"
        text = page.read_text(encoding="utf-8")
        assert '<table class="docutils clauses">' in text
        assert '<table class="docutils clauses">' in (site / "games" / f"{ruleset}.html").read_text(encoding="utf-8")
        clauses = dict(re.findall(r'<li class="clause" id="([\w-]+)">(.*?)</details>', text, re.DOTALL))
        proofs = {clause.lower(): proof for clause, proof in read_proofs().items() if proof.clause.ruleset == ruleset}
        assert clauses.keys() == proofs.keys()
        for clause, proof in proofs.items():
            links = re.findall(r'href="(\.\./source/[^"]*)#(L\d+)"', clauses[clause])
            assert links == [(f"../source/{place.path}.html", f"L{place.line}") for place in places_of(proof)]
            for target, anchor in links:
                file = (page.parent / target).resolve()
                if file not in anchors:
                    anchors[file] = set(re.findall(r'id="(L\d+)"', file.read_text(encoding="utf-8")))
                assert anchor in anchors[file]


def test_the_version_has_a_heading_in_the_changelog() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(skirmish_rl.__version__)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE)


def test_the_page_of_promises_has_the_versions_that_there_are() -> None:
    page = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
    now = {
        row[0].strip(" `"): row[-2].strip()
        for row in (line.split("|")[1:] for line in page.splitlines() if line.startswith("| "))
        if len(row) > 2
    }
    rulesets = [ruleset_of(name) for name in available() if name != "toy"]
    versions = ", ".join(f"{ruleset.title} {ruleset.version}" for ruleset in rulesets)
    assert f"| rules of a game (`Ruleset.version`) | {versions} |" in page
    assert "| actions (`Layout.version`) | 0 in all games |" in page and not any(ruleset.layout.version for ruleset in rulesets)
    assert now["trace of a game"] == trace.FORMAT.split()[-1] and now["agent's folder, exported network"] == str(tensors.FORMAT)
    assert now["checkpoint of a run"] == str(checkpoints._FORMAT) and now["tables of a scenario for other languages (`pack`)"] == str(
        packed.FORMAT
    )
    protocol = read_protocol()
    assert now["result file of the benchmark"] == f"{results_of.FORMAT}, {protocol.name}-{protocol.version}"


def test_the_first_page_leads_everywhere_and_shows_a_running_game_where_there_are_any() -> None:
    conf = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    plain, playing = [page], [page]
    conf["with_game"](SimpleNamespace(config=SimpleNamespace(play="")), "index", plain)
    conf["with_game"](SimpleNamespace(config=SimpleNamespace(play="play")), "index", playing)
    (line,) = re.findall(r"^\*\*\[.* · .*\*\*$", page, re.MULTILINE)
    assert plain == [page] and re.findall(r"\[(\w+)\]", line) == ["Play", "Train", "Benchmark", "Docs"]
    assert '<a href="play/index.html">Play</a> · ' in playing[0] and f'<iframe src="play/{conf["LANDING"]}.html#watch"' in playing[0]
    assert conf["LANDING"] in available() and playing[0].endswith(page.partition("[Docs](#plug-in)**")[2])
    for part in re.findall(r'^:(?:start-after|end-before): "(.+)"$', page, re.MULTILINE):
        assert any(
            part in (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/results.md", "docs/leaderboard.md")
        ), part
