"""The dossier's worked examples, read from examples.toml and played out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

EXAMPLES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))["example"]
TOKENS = ("treasure", "trophy")


def name_of(example: dict[str, Any]) -> str:
    """Number, title and case in one line."""
    return f"{example['number']} {example['title']}{', ' + example['case'] if 'case' in example else ''}"


def lay_out(table: Any, given: dict[str, Any]) -> Any:
    """A table with the terrain, markers and models of an example."""
    settings = {key: given[key] for key in ("seats", "map", "rule", "last_round") if key in given}
    t = table(**settings, **given.get("options", {}))
    for box in given.get("area", []):
        t.area(*box)
    for box in given.get("barricades", []):
        t.barricade(*box)
    if "objective" in given:
        t.objective(tuple(given["objective"]))
    traits = given.get("shard_traits", [])
    for seat, cell in enumerate(given.get("shards", [])):
        if cell:
            t.shard(seat, tuple(cell), **({"trait": traits[seat]} if traits else {}))
    for name, model in given["units"].items():
        facts = dict(model)
        t.add(name, tuple(facts.pop("cell")), **facts)
    for model in given.get("wild", []):
        facts = dict(model)
        t.wild(facts.pop("kind"), tuple(facts.pop("cell")), **facts)
    for token, x, y, number in given.get("piles", []):
        t.pile(token, (x, y), number)
    if "round" in given:
        t.state["round"] = given["round"]
    for seat, points in enumerate(given.get("points", [])):
        t.state["points"][seat] = points
    return t


def begin(t: Any, start: str) -> None:
    """Jump to the moment an example starts from."""
    word, _, name = start.partition(" ")
    if word == "activate":
        t.activate(name)
    else:
        {"wild": t.wild_phase, "recovery": t.recovery, "resolution": t.resolution, "initiative": t.initiative}[word]()


def check_unit(t: Any, name: str, wanted: dict[str, Any]) -> None:
    """Compare the named facts of one model."""
    unit = t.unit(name)
    for key, value in wanted.items():
        found = unit.tokens[key] if key in TOKENS else getattr(unit, key)
        assert (list(found) if key == "cell" else found) == value, f"{name}.{key}"


def check_position(t: Any, wanted: dict[str, Any]) -> None:
    """Compare everything about the position but its models."""
    for key in ("decision", "decider", "round", "over"):
        if key in wanted:
            assert getattr(t, key) == wanted[key], key
    if "points" in wanted:
        assert list(t.points)[: len(wanted["points"])] == wanted["points"]
    if "winners" in wanted:
        assert list(t.winners) == wanted["winners"]
    if "rewards" in wanted:
        assert list(t.rewards) == pytest.approx(wanted["rewards"])
    if "order" in wanted:
        assert t.priority == wanted["order"]
    if "legal" in wanted:
        assert t.legal() == set(wanted["legal"])
    for seat, cell in enumerate(wanted.get("shards", [])):
        assert t.marker("shard", seat) == (tuple(cell) if cell else None)
    for x, y, seat in wanted.get("controls", []):
        assert t.controls((x, y)) == seat
    if "piles" in wanted:
        assert not t.state["piles"].any()
    for text in wanted.get("can", []):
        assert t.can(text), text
    for text in wanted.get("cannot", []):
        assert not t.can(text), text
    for measure in ("range", "reach", "vaults"):
        for ax, ay, bx, by, value in wanted.get(measure, []):
            assert getattr(t, measure)((ax, ay), (bx, by)) == value, f"{measure} ({ax}, {ay}) - ({bx}, {by})"


def test_every_worked_example_of_the_dossier_is_here():
    assert sorted({example["number"] for example in EXAMPLES}) == list(range(1, 37))


@pytest.mark.parametrize(
    "example", [pytest.param(e, marks=pytest.mark.clause(*e["clauses"]), id=name_of(e)) for e in EXAMPLES]
)  # fmt: skip
def test_worked_example(table, example):
    t = lay_out(table, example["given"])
    t.dice(*example.get("dice", []))
    begin(t, example["given"]["start"])
    for action in example.get("do", []):
        t.play(action)
    expect = example["expect"]
    for name, wanted in expect.get("units", {}).items():
        check_unit(t, name, wanted)
    for name in expect.get("gone", []):
        assert t.unit(name).cell is None
    check_position(t, expect)
