"""Reference cards say what the dossiers say, and nothing that only a dossier needs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from skirmish_rl.envs.registry import available

DOCS = Path(__file__).resolve().parents[1] / "docs"
MADE = runpy.run_path(str(DOCS / "cards.py"))


def test_every_game_has_a_card_made_from_its_dossier() -> None:
    cards = MADE["cards"]()
    assert {path.stem for path in cards} == {name for name in available() if name != "toy"}
    for path, text in cards.items():
        assert path.read_text(encoding="utf-8") == text, "make docs"


def test_a_card_is_short_and_has_no_marks_of_the_dossier() -> None:
    for text in MADE["cards"]().values():
        assert 700 < len(text.split()) < 1_500  # what one sheet of paper holds in two columns
        sentences = "\n".join(re.findall(r"^- .*$", text, re.MULTILINE))
        assert not re.search(r"\[(seed|ext|house)|\(decision|\{[A-Z]\}|\.\.|\( | \)", sentences)
        assert len(re.findall(r"^- .*\. `[A-Z]+(?:-[A-Z0-9]+)+`$", text, re.MULTILINE)) == text.count("\n- ")


def test_a_clause_becomes_a_sentence_for_players() -> None:
    said = MADE["said"]
    clause = (
        "[seed] Pick a target **(decision: which)** and roll (XX-ROL-02). [house] Ties are lost. **(decision)** any order. (FAQ-1) More."
    )
    assert said(clause) == "Pick a target and roll" and said(clause, 1) == "Pick a target and roll. Ties are lost"
    assert said("[ext]{B,C} It moves [a double] once (XX-MOV-03/04). (Wider rules differ.)") == "It moves [a double] once"
