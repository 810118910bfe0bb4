"""The dossier's worked examples, read from examples.toml and played out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from tests.trench_crusade.table import Table

EXAMPLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]
DOSSIER = Path(__file__).resolve().parents[2] / "docs" / "rules" / "trench_crusade.md"


def name_of(example: dict[str, Any]) -> str:
    """Number, title and case in one line."""
    return f"{example['number']} {example['title']}{', ' + example['case'] if 'case' in example else ''}"


def lay_out(table, given: dict[str, Any]) -> Table:
    """A table with the terrain and the models of an example, at its first moment but for the start."""
    facts = dict(given)
    units = facts.pop("units")
    facts.pop("start")
    t = table(**facts)
    for name, unit in units.items():
        what = dict(unit)
        t.add(name, tuple(what.pop("at")), **what)
    return t


def begin(t: Table, start: str) -> None:
    """Jump to the moment an example starts from."""
    word, *rest = start.split()
    if word == "activate":
        t.activate(rest[0])
    elif word == "go":
        t.go(int(rest[0]))
    else:
        t.score()


def check(t: Table, expect: dict[str, Any]) -> None:
    """Compare the position with what an example says of it."""
    for key, value in expect.items():
        if key == "units":
            for name, facts in value.items():
                unit = t.unit(name)
                for fact, wanted in facts.items():
                    assert getattr(unit, fact) == (tuple(wanted) if isinstance(wanted, list) else wanted), (name, fact)
        elif key == "ask":
            assert [t.decision, t.decider, t.subject or ""] == value
        elif key == "verbs":
            assert t.verbs() == set(value)
        elif key in ("cells", "far"):
            places = {(x, y) for x, y in value}
            assert places <= t.cells() if key == "cells" else not places & t.cells()
        elif key == "points":
            assert list(t.points) == value
        elif key == "active":
            assert t.active == value
        elif key == "total":
            assert [event.value for event in events_of(t.state) if event.kind == Event.RESULT][-1] == value
        else:
            assert int(t.state[key]) == value, key


@pytest.mark.parametrize("example", [pytest.param(e, id=name_of(e), marks=pytest.mark.clause(*e["clauses"])) for e in EXAMPLES])
def test_worked_example(table, example):
    t = lay_out(table, example["given"])
    t.dice(*example.get("dice", []))
    begin(t, example["given"]["start"])
    t.play(*example.get("do", []))
    check(t, example["expect"])
    for step in example.get("then", []):
        t.dice(*step.get("dice", []))
        t.play(*step.get("do", []))
        check(t, step["expect"])


def test_all_examples_of_the_dossier_are_played():
    text = DOSSIER.read_text(encoding="utf-8").partition("## Worked examples")[2].partition("\n## ")[0]
    numbers = {int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)}
    assert numbers == {example["number"] for example in EXAMPLES}
