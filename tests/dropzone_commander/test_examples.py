"""The dossier's worked examples, read from examples.toml and played out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.dropzone_commander.guns import spare
from tests.dropzone_commander.table import Table

EXAMPLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]


def name_of(example: dict[str, Any]) -> str:
    """Number, title and case in one line."""
    return f"{example['number']} {example['title']}{', ' + example['case'] if 'case' in example else ''}"


def lay_out(table, given: dict[str, Any]) -> Table:
    """A table with the scenery, squads and objectives of an example."""
    facts = dict(given)
    squads, objectives = facts.pop("squads", []), facts.pop("tokens", {})
    change, mark, state, alone = (facts.pop(key, {}) for key in ("change", "mark", "state", "alone"))
    pieces = {name: tuple(one) for name, one in facts.pop("pieces", {}).items()}
    t = table(pieces=pieces, **facts)
    if not alone:
        spare(t)
    for squad in squads:
        more = dict(squad)
        first, profile, cells = more.pop("first"), more.pop("profile"), more.pop("at", [])
        t.squad(first, profile, *map(tuple, cells), **more)
    for k, token in objectives.items():
        t.objective(int(k), **token)
    for name, values in change.items():
        (t.piece(name) if name in pieces else t.unit(name))[list(values)[0]]  # a slip of the example shows here
        for fact, value in values.items():
            (t.piece(name) if name in pieces else t.unit(name))[fact] = value
    for name, values in mark.items():
        t.mark(name, **values)
    for field, value in state.items():
        if isinstance(value, list):
            t.state[field][: len(value)] = value
        else:
            t.state[field] = value
    return t


def begin(t: Table, start: str) -> None:
    """Jump to the moment an example starts from."""
    word, *rest = start.split()
    if word == "initiation":
        t.initiation(int(rest[0]))
    elif word == "activation":
        t.activation(rest[0])
    elif word == "round-up":
        t.round_up(int(rest[0]))
    else:
        t.activate(*rest)


def check(t: Table, expect: dict[str, Any]) -> None:
    """Compare the position with what an example says of it."""
    for key, value in expect.items():
        if key == "dp":
            assert {name: int(t.unit(name)["dp"]) for name in value} == value
        elif key == "where":
            for name, place in value.items():
                found = t.where(name)
                assert (list(found) if isinstance(found, tuple) else found) == place, name
        elif key == "pieces":
            for name, facts in value.items():
                assert {fact: int(t.piece(name)[fact]) for fact in facts} == facts, name
        elif key == "squads":
            for name, facts in value.items():
                assert {fact: int(t.squad_of(name)[fact]) for fact in facts} == facts, name
        elif key == "ask":
            assert list(t.ask()) == value
        elif key == "legal":
            assert t.legal() == set(value)
        elif key in ("can", "cannot"):
            assert [text in t.legal() for text in value] == [key == "can"] * len(value), (value, sorted(t.legal())[:30])
        elif key in ("kills", "points", "winners"):
            assert list(getattr(t, key)) == value
        elif key == "hands":
            assert [len(t.cards_of(seat)) for seat in "ABCD"[: len(value)]] == value
        else:
            assert getattr(t, key) == value, key


def do(t: Table, answers: list[Any]) -> None:
    """Answers in order; those in brackets only if they are asked for."""
    for text in answers:
        if not isinstance(text, list):
            t.play(text)
        elif text[0] in t.legal():
            t.play(text[0])


@pytest.mark.parametrize("example", [pytest.param(e, id=name_of(e), marks=pytest.mark.clause(*e["clauses"])) for e in EXAMPLES])
def test_worked_example(table, example):
    t = lay_out(table, example["given"])
    t.dice(*example.get("dice", []))
    begin(t, example["start"])
    do(t, example.get("do", []))
    check(t, example["expect"])
    for step in example.get("then", []):
        for name, facts in step.get("change", {}).items():
            t.change(name, **facts)
        if "dice" in step:
            t.dice(*step["dice"])
        if "start" in step:
            begin(t, step["start"])
        do(t, step.get("do", []))
        check(t, step.get("expect", {}))
