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


def set_field(g: Table, key: str, value: Any) -> None:
    """Write a field of the state; a list fills its first entries."""
    if isinstance(value, list):
        g.state[key][: len(value)] = value
    else:
        g.state[key] = value


def lay_out(given: dict[str, Any]) -> Table:
    """A table with the map, units, markers and cards of an example."""
    facts = dict(given)
    if "scenario" in facts:
        return Table.new_game(facts["scenario"])
    units, marks, hands = facts.pop("units", {}), facts.pop("marks", {}), facts.pop("hand", [])
    fields = {key: facts.pop(key) for key in FIELDS if key in facts}
    facts.pop("start")
    if "terrain" in facts:
        facts["terrain"] = {kind: [tuple(at) for at in hexes] for kind, hexes in facts["terrain"].items()}
    g = Table(**facts)
    for name, unit in units.items():
        what = dict(unit)
        g.add(name, tuple(what.pop("at")), **what)
    for what, hexes in marks.items():
        g.mark(what, *map(tuple, hexes))
    for seat, cards in enumerate(hands):
        g.hold(seat, *cards)
    for key, value in fields.items():
        set_field(g, key, value)
    return g


def begin(g: Table, start: str) -> None:
    """Jump to the moment an example starts from."""
    word, _, rest = start.partition(" ")
    if word == "turn":
        g.turn("AB".index(rest))
    elif word == "status":
        g.status_phase(rest)
    elif word != "set-up":
        {"command": g.command_phase, "spending": g.spending, "initiative": g.initiative_step}[word]()


def check(g: Table, wanted: dict[str, Any]) -> None:
    """Compare everything an example names; a key that is not known is a mistake."""
    for key, value in wanted.items():
        if key == "units":
            for name, facts in value.items():
                unit = g.unit(name)
                for fact, expected in facts.items():
                    found = getattr(unit, fact)
                    assert (list(found) if fact == "at" else found) == expected, f"{name}.{fact}"
        elif key == "gone":
            assert [g.unit(name).status for name in value] == ["LOST"] * len(value)
        elif key == "legal":
            assert g.legal() == set(value)
        elif key in ("can", "cannot"):
            assert [g.can(text) for text in value] == [key == "can"] * len(value)
        elif key == "track":
            assert [[bool(is_flipped(int(p))), int(space_of(int(p)))] for p in g.state["points"]] == value
        elif key == "hand":
            assert [g.hand(0), g.hand(1)] == value
        elif key in ORDER_WORDS:
            assert getattr(g, key) == value, key
        else:
            assert key in FIELDS, key
            found = g.state[key].tolist()
            assert (found[: len(value)] if isinstance(value, list) else found) == value, key


def test_every_worked_example_of_the_dossier_is_here():
    assert sorted({example["number"] for example in EXAMPLES}) == list(range(1, 19))


@pytest.mark.parametrize(
    "example", [pytest.param(e, marks=pytest.mark.clause(*e["clauses"]), id=name_of(e)) for e in EXAMPLES]
)  # fmt: skip
def test_worked_example(example):
    g = lay_out(example["given"])
    first = {key: example[key] for key in ("dice", "do", "expect") if key in example}
    steps = [{**first, "start": example["given"].get("start", "set-up")}, *example.get("then", [])]
    for step in steps:
        for key, value in step.get("set", {}).items():
            set_field(g, key, value)
        with g:
            g.dice(*step.get("dice", []))
            if "start" in step:
                begin(g, step["start"])
            g.play(*step.get("do", []))
        check(g, step.get("expect", {}))
    for line in example.get("sees", []):
        for at in line.get("smoke", []):
            g.mark("smoke", tuple(at))
        a, b = tuple(line["from"]), tuple(line["to"])
        assert g.sees(a, b) == g.sees(b, a) == line["clear"], line
        g.state["marks"], g.state["lying"] = 0, 0
