"""The code of the documentation runs, and its generated tables are true."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.envs.core.pages import overview, replaced
from skirmish_rl.envs.registry import available, ruleset_of

ROOT = Path(__file__).resolve().parents[1]


PAGES = ["README.md", "docs/index.md", "docs/observations.md", *(f"docs/guides/{path.name}" for path in sorted((ROOT / "docs/guides").glob("*.md")))]
TRAINING = {"docs/guides/self-play.md"}  # its commands compile, train and judge several runs


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in TRAINING)) for name in PAGES])
def test_the_code_of_a_document_runs_from_top_to_bottom(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python, and the commands of the guides, in an empty folder; a comment `file: <name>` keeps what was shown before it, or the next block."""
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    shown, keep = "", ""
    parts = re.findall(r"^<!-- file: (\S+) -->|^```(\w*)\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert any(language == "python" for _, language, _ in parts)
    for file, language, block in parts:
        if file.endswith(".py"):
            (tmp_path / file).write_text(shown, encoding="utf-8")
        elif file:
            keep = file
        elif language == "python":
            shown += block
            exec(compile(block, name, "exec"), scope)
        elif language == "toml" and keep:
            (tmp_path / keep).write_text(block, encoding="utf-8")
            keep = ""
        elif language == "sh" and "guides" in name:
            for command in block.splitlines():
                program, *words = shlex.split(command, comments=True)
                assert program == "skirmish-rl" and main(words) == 0, command
    assert not keep


def test_readmes_table_is_generated() -> None:
    path = ROOT / "README.md"
    page = path.read_text(encoding="utf-8")
    assert replaced(page, "overview", overview([ruleset_of(name) for name in available() if name != "toy"], ROOT / "docs"), path) == page


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
            assert link.startswith("http") or (path.parent / link).exists(), f"{path.name} links to {link}"


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
