"""The dossier's worked examples, read from examples.toml and played out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from skirmish_rl.envs.tide_of_iron.rules.scoring import is_flipped, space_of
from tests.tide_of_iron.table import Table

EXAMPLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]
FIELDS = ("command", "pool", "points", "initiative", "round", "control", "movement")
ORDER_WORDS = ("decision", "decider")


def name_of(example: dict[str, Any]) -> str:
    """Number, title and case in one line."""
    return f"{example['number']} {example['title']}{', ' + example['case'] if 'case' in example else ''}"


def set_field(t: Table, key: str, value: Any) -> None:
    """Write a field of the state; a list fills its first entries."""
    if isinstance(value, list):
        t.state[key][: len(value)] = value
    else:
        t.state[key] = value


def lay_out(table, given: dict[str, Any]) -> Table:
    """A table with the map, units, markers and cards of an example."""
    facts = dict(given)
    if "scenario" in facts:
        return table.new_game(facts["scenario"])
    units, marks, hands = facts.pop("units", {}), facts.pop("marks", {}), facts.pop("hand", [])
    fields = {key: facts.pop(key) for key in FIELDS if key in facts}
    facts.pop("start")
    if "terrain" in facts:
        facts["terrain"] = {kind: [tuple(at) for at in hexes] for kind, hexes in facts["terrain"].items()}
    t = table(**facts)
    for name, unit in units.items():
        what = dict(unit)
        t.add(name, tuple(what.pop("at")), **what)
    for what, hexes in marks.items():
        t.mark(what, *map(tuple, hexes))
    for seat, cards in enumerate(hands):
        t.hold(seat, *cards)
    for key, value in fields.items():
        set_field(t, key, value)
    return t


def begin(t: Table, start: str) -> None:
    """Jump to the moment an example starts from."""
    word, _, rest = start.partition(" ")
    if word == "turn":
        t.turn("AB".index(rest))
    elif word == "status":
        t.status_phase(rest)
    elif word != "set-up":
        {"command": t.command_phase, "spending": t.spending, "initiative": t.initiative_step}[word]()


def check(t: Table, wanted: dict[str, Any]) -> None:
    """Compare everything an example names; a key that is not known is a mistake."""
    for key, value in wanted.items():
        if key == "units":
            for name, facts in value.items():
                unit = t.unit(name)
                for fact, expected in facts.items():
                    found = getattr(unit, fact)
                    assert (list(found) if fact == "at" else found) == expected, f"{name}.{fact}"
        elif key == "gone":
            assert [t.unit(name).status for name in value] == ["LOST"] * len(value)
        elif key == "legal":
            assert t.legal() == set(value)
        elif key in ("can", "cannot"):
            assert [t.can(text) for text in value] == [key == "can"] * len(value)
        elif key == "track":
            assert [[bool(is_flipped(int(p))), int(space_of(int(p)))] for p in t.state["points"]] == value
        elif key == "hand":
            assert [t.hand(0), t.hand(1)] == value
        elif key in ORDER_WORDS:
            assert getattr(t, key) == value, key
        else:
            assert key in FIELDS, key
            found = t.state[key].tolist()
            assert (found[: len(value)] if isinstance(value, list) else found) == value, key


def test_every_worked_example_of_the_dossier_is_here():
    assert sorted({example["number"] for example in EXAMPLES}) == list(range(1, 19))


@pytest.mark.parametrize(
    "example", [pytest.param(e, marks=pytest.mark.clause(*e["clauses"]), id=name_of(e)) for e in EXAMPLES]
)  # fmt: skip
def test_worked_example(table, example):
    t = lay_out(table, example["given"])
    first = {key: example[key] for key in ("dice", "do", "expect") if key in example}
    steps = [{**first, "start": example["given"].get("start", "set-up")}, *example.get("then", [])]
    for step in steps:
        for key, value in step.get("set", {}).items():
            set_field(t, key, value)
        t.dice(*step.get("dice", []))
        if "start" in step:
            begin(t, step["start"])
        t.play(*step.get("do", []))
        check(t, step.get("expect", {}))
    for line in example.get("sees", []):
        for at in line.get("smoke", []):
            t.mark("smoke", tuple(at))
        a, b = tuple(line["from"]), tuple(line["to"])
        assert t.sees(a, b) == t.sees(b, a) == line["clear"], line
        t.state["marks"], t.state["lying"] = 0, 0
