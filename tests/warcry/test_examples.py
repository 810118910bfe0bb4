"""The dossier's worked examples, read from examples.toml and played out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.warcry.table import Table

EXAMPLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]


def name_of(example: dict[str, Any]) -> str:
    """Number, title and case in one line."""
    return f"{example['number']} {example['title']}{', ' + example['case'] if 'case' in example else ''}"


def cells(places: list[list[int]]) -> set[tuple[int, int]]:
    return {(x, y) for x, y in places}


def lay_out(table, given: dict[str, Any]) -> Table:
    """A table with the terrain, fighters, dice and tokens of an example."""
    facts = dict(given)
    facts.pop("start")
    units, sets, wild, tokens = (facts.pop(key, {}) for key in ("units", "sets", "wild", "tokens"))
    for key in ("low", "tall", "stairs", "ladders"):
        if key in facts:
            facts[key] = [(tuple(one), tuple(other)) for one, other in facts[key]]
    t = table(**facts)
    for name, unit in units.items():
        what = dict(unit)
        at = what.pop("at", None)
        t.add(name, at and tuple(at), **what)
    for seat, sizes in sets.items():
        t.sets(seat, {int(face): n for face, n in sizes.items()})
    for seat, n in wild.items():
        t.wild(seat, n)
    for k, at in tokens.items():
        t.token(int(k), tuple(at))
    return t


def begin(t: Table, start: str) -> None:
    """Jump to the moment an example starts from."""
    word, *rest = start.split()
    if word == "hero":
        t.hero_phase(int(rest[0]))
    elif word == "reserve":
        t.reserve_phase(int(rest[0]), rest[1])
    elif word == "combat":
        t.combat_phase(rest[0])
    elif word == "score":
        t.end_round(int(rest[0]))
    elif word == "turn":
        t.turn(rest[0])
    else:
        t.activate(rest[0])


def play(t: Table, do: list[Any]) -> None:
    """Answers; a place on a face is given as [cell at its foot, cell above, inches]."""
    for text in do:
        t.play(text if isinstance(text, str) else t.climb(tuple(text[0]), tuple(text[1]), text[2]))


def check(t: Table, expect: dict[str, Any]) -> None:
    """Compare the position with what an example says of it."""
    for key, value in expect.items():
        if key == "units":
            for name, facts in value.items():
                unit = t.unit(name)
                for fact, wanted in facts.items():
                    assert getattr(unit, fact) == (tuple(wanted) if isinstance(wanted, list) else wanted), (name, fact)
        elif key == "ask":
            assert t.ask() == (*value, *[None] * (3 - len(value)))
        elif key == "legal":
            assert t.legal() == set(value)
        elif key == "steps":
            assert t.steps() == set(value)
        elif key in ("can", "cannot"):
            assert [t.can(text) for text in value] == [key == "can"] * len(value), (key, value)
        elif key == "cells":
            for verb, places in value.items():
                assert t.cells(verb) == cells(places)
        elif key in ("within", "without"):
            for verb, places in value.items():
                assert (cells(places) <= t.cells(verb)) if key == "within" else not cells(places) & t.cells(verb), (key, verb)
        elif key == "sets":
            assert [t.sets_of(seat) for seat in "AB"] == [{int(face): n for face, n in sizes.items()} for sizes in value]
        elif key == "wild":
            assert [t.wild_of("A"), t.wild_of("B")] == value
        elif key == "holder":
            assert t.holder(1) == (value or None)
        elif key in ("initiative", "over", "phase"):
            assert getattr(t, key) == value
        else:
            found = t.state[key]
            assert found.tolist()[: len(value)] == value if isinstance(value, list) else found == value, key


@pytest.mark.parametrize("example", [pytest.param(e, id=name_of(e), marks=pytest.mark.clause(*e["clauses"])) for e in EXAMPLES])
def test_worked_example(table, example):
    t = lay_out(table, example["given"])
    t.dice(*example.get("dice", []))
    begin(t, example["given"]["start"])
    play(t, example.get("do", []))
    check(t, example["expect"])
    for step in example.get("then", []):
        for name, at in step.get("put", {}).items():
            t.put(name, tuple(at))
        if "dice" in step:
            t.dice(*step["dice"])
        if "start" in step:
            begin(t, step["start"])
        play(t, step.get("do", []))
        check(t, step.get("expect", {}))
