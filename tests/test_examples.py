"""The programs in `examples` run as they stand, at toy size, and the notebooks are made from them."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
SIZES = {  # what each is called with, and what it says then
    "random_play": (("godbreakers", "1"), "godbreakers, seed 0: {"),
    "train_sb3": (("512", "2"), "mean reward against bot:strong@0.5: "),
    "train_cleanrl": (("1",), "update 0: "),
    "search": (("1", "2"), "search with 1 copies an answer scores "),
    "own_scenario": (("2", "."), "ford.svg; seat 0 scores "),
    "levels": (("tide_of_iron", "4", "1"), "level 1: "),
    "worlds": (("4096", "2"), "mean reward on worlds of training: "),
    "balance": (("2",), "fang_small against raven_small: "),
    "gpu": (("4", "4"), "4 games on c"),
    "train_gpu": (("1", "4"), "update 1: 256 decisions on c"),
}
NAMES = [pytest.param(name, marks=[pytest.mark.slow] if "gpu" in name else []) for name in SIZES]  # it compiles for a minute
PROGRAMS = sorted(path.stem for path in EXAMPLES.glob("*.py"))
NOT_PROGRAMS = {"notebooks"}  # makes them


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_a_program_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    words, said = SIZES[name]
    runpy.run_path(str(EXAMPLES / f"{name}.py"))["main"](*words)
    assert said in capsys.readouterr().out


def test_a_person_plays_a_network_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = iter(["what?", "99999"])
    monkeypatch.setattr("builtins.input", lambda asked: next(answers, "0"))
    program = runpy.run_path(str(EXAMPLES / "person_against_network.py"))
    program["main"]("godbreakers")
    last = capsys.readouterr().out.splitlines()[-1]
    assert any(said in last for said in ("You have won.", "The network has won.", "A draw."))
    monkeypatch.setattr("builtins.input", lambda asked: "")
    program["main"]("godbreakers")


def test_every_program_is_run_is_short_and_is_listed() -> None:
    assert {*PROGRAMS} == {*SIZES, "person_against_network"} | NOT_PROGRAMS
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for name in {*PROGRAMS} - NOT_PROGRAMS:
        text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
        assert 20 <= text.count("\n") <= 60 and f"python examples/{name}.py" in text and f"[{name}.py]({name}.py)" in listed, name


def test_notebooks_are_made_from_the_programs() -> None:
    made = runpy.run_path(str(EXAMPLES / "notebooks.py"))
    assert {path.stem for path in (EXAMPLES / "notebooks").glob("*.ipynb")} == {*made["PROGRAMS"], *made["PAGES"]}
    for name in made["PROGRAMS"]:
        assert (EXAMPLES / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8") == made["notebook"](name), "make notebooks"


def test_a_tutorial_is_a_notebook_with_the_same_files_commands_and_code() -> None:
    """`tests/test_docs.py` runs the blocks of the page."""
    made = runpy.run_path(str(EXAMPLES / "notebooks.py"))
    for name, page in made["PAGES"].items():
        text = (EXAMPLES / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8")
        assert text == made["notebook_of_page"](name), "make notebooks"
        cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        blocks = re.findall(r"^```(?:python|sh|toml)\n(.*?)\n```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        assert len(cells) == len(blocks) + 1 and "%pip install" in cells[0]
        for cell, block in zip(cells[1:], blocks, strict=True):
            assert cell.removeprefix("!").partition("\n")[2 if cell.startswith("%%") else 0] in block and block.splitlines()[-1] in cell


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_from_top_to_bottom(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its cells as one program, with the call at the end at toy size; the cell that installs the package has nothing to do here."""
    monkeypatch.chdir(tmp_path)
    words, said = SIZES[name]
    cells = [
        "".join(one["source"]) for one in json.loads((EXAMPLES / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"][1:]
    ]
    assert "%pip install" in cells[0] and cells[-1] == "main()"
    scope: dict[str, object] = {"__name__": "__main__"}
    for text in [*cells[1:-1], f"main{words!r}" if len(words) > 1 else f"main({words[0]!r})"]:
        exec(compile(text, f"{name}.ipynb", "exec"), scope)
    assert said in capsys.readouterr().out


@pytest.mark.slow
def test_a_notebook_runs_where_notebooks_run(tmp_path: Path) -> None:
    """By `nbclient`, kernel and all."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    book = nbformat.read(EXAMPLES / "notebooks" / "random_play.ipynb", as_version=4)
    nbformat.validate(book)
    book.cells[-1]["source"] = 'main("godbreakers", "1")'
    done = nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert "godbreakers, seed 0" in done.cells[-1]["outputs"][0]["text"]
