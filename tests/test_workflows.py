"""Workflows can run: every step names commands and files that exist, and nothing has more permissions than it needs."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from skirmish_rl.__main__ import parser

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ADDRESSED = ("pyproject.toml", "CITATION.cff", "README.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docs", "examples", "paper", ".github")
EVERYWHERE = {"docker", "gh", "git", "grep"}  # what the machines have; `python -m` brings its own with pip
MODULES = {"pip": "", "build": "build", "twine": "twine"}  # that steps start, and what has to be installed before


def steps(path: Path) -> list[str]:
    """The command of every `run:` step, in order; ours have one line each."""
    found = re.findall(r"^ +(?:- )?run: *(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert not [one for one in found if one.startswith(("|", ">"))], f"{path.name}: a step of several lines belongs into the Makefile"
    return found


def targets() -> set[str]:
    """What `make` can be asked for."""
    return set(re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1].split())


def given(text: str) -> Iterator[str]:
    """The lists of a matrix's `target`, for `${{ matrix.target }}`."""
    for names in re.findall(r"^ +target: \[(.+)\]$", text, re.MULTILINE):
        yield from names.split(", ")


def missing(path: Path, words: list[str], installed: str) -> str:
    """What a step needs and has not; "" if it can run."""
    program, *rest = words
    if program == "make":
        asked = list(given(path.read_text(encoding="utf-8"))) if rest[0].startswith("$") else [rest[0]]
        return "" if asked and set(asked) <= targets() else f"no target of make: {asked}"
    if program == "skirmish-rl":
        files = [word for word in rest[1:] if "/" in word and not list(ROOT.glob(word))]
        return f"{files or rest[0]}" if files or rest[0] not in parser().commands.choices else ""
    if program == "python" and rest[0] == "-m":
        return (
            "" if rest[1] in MODULES and (not MODULES[rest[1]] or MODULES[rest[1]] in installed) else f"{rest[1]} is not installed before"
        )
    if program == "python":
        return "" if (ROOT / rest[0]).is_file() else rest[0]
    return "" if program in EVERYWHERE else program


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_step_of_a_workflow_names_what_there_is(path: Path) -> None:
    before = ""
    for step in steps(path):
        words = shlex.split(step.replace("${{ ", "${{").replace(" }}", "}}"))
        assert missing(path, words, before) == "", step
        before += f" {step}" if " pip install " in step else ""


def test_a_step_that_names_nothing_is_found() -> None:
    path = WORKFLOWS[0]
    wrong = (
        "make tset",
        "skirmish-rl sefltest",
        "skirmish-rl replay tests/traces/*.text",
        "python examples/none.py",
        "python -m twine check",
        "mak test",
    )
    for step in wrong:
        assert missing(path, step.split(), "python -m pip install build"), step


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_read_and_each_job_alone_more(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\npermissions:\n  contents: read\n\n" in text
    assert "secrets." not in text, "nothing needs a password: the index and Pages trust the workflow itself"
    for action in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"\./\.github/workflows/\w+\.yml|[\w-]+/[\w-]+@(v\d+|release/v1)", action), action
        assert not action.startswith("./") or (ROOT / action).is_file(), action
    for job in re.split(r"^  \w+:$", text.partition("\njobs:\n")[2], flags=re.MULTILINE)[1:]:
        assert "uses: ./" in job or "timeout-minutes:" in job or "actions/download-artifact" in job or "deploy-pages" in job, job


def test_the_pythons_that_are_promised_are_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    lists = re.findall(r"^ +python: \[(.+)\]$", (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert promised and len(lists) == 2 and all(set(promised) <= set(re.findall(r"3\.\d+", one)) for one in lists)
    assert project["requires-python"] == f">={promised[0]}"


def test_every_wheel_that_can_be_made_is_made_and_played() -> None:
    tags = set(re.findall(r'^    "[\w-]+": "(\w+)",$', (ROOT / "setup.py").read_text(encoding="utf-8"), re.MULTILINE))
    for name in ("wheels", "tests", "release"):
        assert set(re.findall(r"wheel: ([a-z]\w+_\w+)", (ROOT / f".github/workflows/{name}.yml").read_text(encoding="utf-8"))) == tags, (
            name
        )


def test_what_is_looked_at_before_a_commit_is_what_the_tests_use() -> None:
    pinned = re.search(r"^ruff==(.+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert f'"ruff=={pinned}"' in (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def test_one_command_puts_the_owners_address_everywhere(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ADDRESSED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.png", "*.gif", "*.json"))
        elif (ROOT / name).is_file():
            shutil.copy(ROOT / name, tmp_path)
    before = {path for path in tmp_path.rglob("*") if path.is_file() and b"OWNER/" in path.read_bytes()}
    assert len(before) > 8
    subprocess.run(
        ["make", "--no-print-directory", "address", "URL=https://github.com/someone/wargames"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert not [
        path
        for path in before
        if b"OWNER" in path.read_bytes() and path.name != "Makefile" and b"OWNER stands for" not in path.read_bytes()
    ]
    assert all(b"someone/wargames" in path.read_bytes() for path in before)


def test_no_file_is_missed_by_that_command() -> None:
    listed = subprocess.run(["git", "grep", "-lI", "OWNER/"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no checkout")
    here = ("Makefile", "tests/test_workflows.py")
    assert [name for name in listed.stdout.split() if not name.startswith(ADDRESSED) and name not in here] == []
