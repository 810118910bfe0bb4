"""The paper cites what its list holds, is as long as its journal allows, and says the numbers that README says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAPER = (ROOT / "paper" / "paper.md").read_text(encoding="utf-8")
HEAD, BODY = PAPER.split("\n---\n", 1)


def test_what_is_cited_is_listed_and_what_is_listed_is_cited() -> None:
    listed = re.findall(r"^@\w+\{(\w+),$", (ROOT / "paper" / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(listed)) == len(listed) and {*re.findall(r"@(\w+)", BODY)} == {*listed}


def test_it_has_the_parts_and_the_length_that_are_asked_for() -> None:
    parts = re.findall(r"^# (.+)$", BODY, re.MULTILINE)
    assert {"Summary", "Statement of need", "State of the field", "References"} <= {*parts} and parts[-1] == "References"
    assert 250 <= len(BODY.split()) <= 1000
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= {*re.findall(r"^(\w+):", HEAD, re.MULTILINE)}


def test_its_numbers_are_those_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    speeds = re.findall(r"\| ([\d,]{7}) \| [\d.]+ %", readme)
    least, most = (sorted(speeds, key=lambda one: int(one.replace(",", "")))[k] for k in (0, -1))
    assert len(speeds) == 5 and f"{least} to {most} decisions a second" in " ".join(BODY.split())
    assert "about 90 seconds" in " ".join(BODY.split()) and "about 90 seconds" in readme


def test_links_of_the_papers_pages_lead_somewhere() -> None:
    for path in (ROOT / "paper").glob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
            assert link.startswith("http") or (path.parent / link).exists(), link


@pytest.mark.parametrize("name", ["Gymnasium", "PettingZoo"])
def test_the_entry_for_a_list_of_environments_names_the_version_that_is_tried_and_the_speed_of_the_readme(name: str) -> None:
    page = (ROOT / "paper" / f"listing-{name.lower()}.md").read_text(encoding="utf-8")
    entry = page.partition("```markdown\n")[2].partition("```")[0]
    tried = re.search(rf"^{name}==(.+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE | re.IGNORECASE)
    assert tried and f"badge/{name}-v{tried[1]}-blue" in entry
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(speed in readme for speed in re.findall(r"[\d,]+ to [\d,]+ decisions a second", entry))
    assert 30 < len(entry.splitlines()[-1].split()) < 90 and entry.count("/skirmish-rl)") == 2
