"""The paper cites what its list holds, is as long as its journal allows, and says the numbers that README says."""

from __future__ import annotations

import re
from pathlib import Path

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
