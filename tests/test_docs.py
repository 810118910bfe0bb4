"""The code of the documentation runs, and its generated tables are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish_rl.envs.core.pages import overview, replaced
from skirmish_rl.envs.registry import available, ruleset_of

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", ["README.md", "docs/observations.md"])
def test_the_code_of_a_document_runs_from_top_to_bottom(name: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, name, "exec"), scope)


def test_readmes_table_is_generated() -> None:
    path = ROOT / "README.md"
    page = path.read_text(encoding="utf-8")
    assert replaced(page, "overview", overview([ruleset_of(name) for name in available() if name != "toy"], ROOT / "docs"), path) == page


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
            assert link.startswith("http") or (path.parent / link).exists(), f"{path.name} links to {link}"
