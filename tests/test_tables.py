"""Limits beside the fields of a dataclass: what a file may say is held against them, with the file, the line and the key."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.pages import keys
from skirmish_rl.envs.core.tables import Between, Many, Word, build, line_of, read_toml
from skirmish_rl.envs.registry import ruleset_of

Colour = Annotated[str, Word("colour", "red", "blue")]


@dataclass(frozen=True)
class Card:
    """A part of the hand."""

    cost: Annotated[int, Between(0, 3, "T-1")]
    colours: Annotated[tuple[Colour, ...], Many(1, 2, "colours", "T-2", differ=True)] = ("red",)


@dataclass(frozen=True)
class Hand:
    """What a file says."""

    cards: Annotated[tuple[Card, ...], Many(2, 2, "cards")]
    inches: Annotated[float, Between(0, 5, step=0.5), "notes of others say nothing here"] = 1
    prices: dict[Colour, Annotated[int, Between(1, 9)]] = field(default_factory=dict)
    best: Card | None = None


HAND = """
cards = [{ cost = 1 }, { cost = 3, colours = ["red", "blue"] }]
inches = 2.5
prices.blue = 9
"""
REFUSED = [
    ("cost = 1", "cost = 4", "cards[0].cost", "got 4; expected 0 to 3 (T-1)"),
    ("cost = 1", "cost = -1", "cards[0].cost", "got -1; expected 0 to 3 (T-1)"),
    ('"blue"]', '"bleu"]', "cards[1].colours[1]", "unknown colour 'bleu'; did you mean 'blue'"),
    ('["red", "blue"]', '["red", "red"]', "cards[1].colours", "['red', 'red'] has one twice; expected 1 to 2 different colours (T-2)"),
    ('["red", "blue"]', "[]", "cards[1].colours", "0 colours; expected 1 to 2 different colours (T-2)"),
    ("{ cost = 1 }, ", "", "cards", "1 cards; expected 2 cards"),
    ("inches = 2.5", "inches = 2.4", "inches", "got 2.4; expected 0 to 5 in steps of 0.5"),
    ("prices.blue", "prices.xyz", "prices", "unknown colour 'xyz'; known: blue, red"),
    ("prices.blue = 9", "prices.blue = 10", "prices.blue", "got 10; expected 1 to 9"),
    ("cost = 1", 'cost = "1"', "cards[0].cost", "expected int, got '1'"),
]


def read(tmp_path: Path, text: str) -> Hand:
    path = tmp_path / "hand.toml"
    path.write_text(text, encoding="utf-8")
    return build(Hand, read_toml(path), path)


def test_values_at_their_limits_are_read(tmp_path):
    assert read(tmp_path, HAND) == Hand((Card(1), Card(3, ("red", "blue"))), 2.5, {"blue": 9})


@pytest.mark.parametrize(("before", "after", "key", "said"), REFUSED)
def test_a_value_outside_its_limits_is_refused_with_its_key_and_what_was_expected(tmp_path, before, after, key, said):
    assert before in HAND
    with pytest.raises(DataError, match=rf"hand\.toml, line \d: key '{re.escape(key)}': {re.escape(said)}"):
        read(tmp_path, HAND.replace(before, after))


def test_a_file_of_one_thing_that_stands_under_its_name_is_told_so(tmp_path):
    path = tmp_path / "hand.toml"
    path.write_text("[mine]\ninches = 2.5\n")
    with pytest.raises(DataError, match=r"what is in it stands at the top: leave out \[mine\], and mine\. in"):
        build(Hand, read_toml(path), path)
    path.write_text("[mine]\nfeet = 2.5\n")
    with pytest.raises(DataError, match="unknown key in the file; did you mean 'inches'"):
        build(Hand, read_toml(path), path)


def test_the_line_of_a_key_is_that_below_its_own_table(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("""title = "x"
[a]
units = [{ kind = "squad" }]
zone.north = 1
[b]
units = [{ kind = "squad" }]
zone.north = 2
[[cards]]
cost = 1
[[cards]]
cost = 2
""")
    lines = {
        "a.units[0].kind": 3,
        "b.units[0].kind": 6,
        "b": 5,
        "a.zone.north": 4,
        "b.zone.north": 7,
        "cards[0].cost": 9,
        "cards[1].cost": 11,
    }
    assert {key: line_of(path, key) for key in lines} == lines
    assert line_of(path, "b.title") == 1 and not line_of(path, "b.nothing") and not line_of(tmp_path / "none.toml", "b")


def test_what_was_drawn_or_put_together_is_held_against_the_same_limits():
    hand = Hand((Card(1), Card(2)), best=Card(0))
    assert build(Hand, hand, Path("drawn")) == hand
    with pytest.raises(DataError, match=r"drawn: key 'b\.best\.cost': got 4; expected 0 to 3 \(T-1\)"):
        build(Hand, replace(hand, best=Card(4)), Path("drawn"), "b")


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (Between(1, 12, "T-1"), "1 to 12 (T-1)"), (Between(0, 5, step=0.5), "0 to 5 in steps of 0.5"), (Many(2, 2, "cards"), "2 cards"),
        (Word("side", "a", "b", ""), "`a`, `b`"), (Word("level", "1", why="T-3"), "`1` (T-3)"),
    ],
)  # fmt: skip
def test_a_limit_tells_itself_as_pages_and_messages_do(limit, text):
    assert str(limit) == text


def test_a_page_tells_every_key_of_a_scenarios_file_with_its_limits_and_what_holds_without_it():
    lines = keys(ruleset_of("warcry")).splitlines()
    for line in (
        "| scenario | `rounds` | whole number, 1 to 12 (WC-RND-02) | needed |",
        "| scenario | `token_gap` | number, 0 to 15 in steps of 0.5 (WC-VC-02) | `3` |",
        "| `warband_a`, `warband_b` | `fighters` | 3 to 15 fighters (WC-SETUP-01); list: text | needed |",
        "| `board` | `stairs` | table: `north`, `east`, `south`, `west` = list: [whole number, whole number] |  |",
        "| `profiles` | `alliance` | `chaos`, `order`, `death`, `destruction` | needed |",
    ):
        assert line in lines
    assert "`low`" in "".join(lines) and "`why`" not in "".join(lines), "keys of files, not of limits"


def test_a_long_line_is_searched_once(tmp_path):
    (tmp_path / "wide.toml").write_text(" " * 150_000 + "\n" + "a = 1\n")
    began = time.perf_counter()
    assert line_of(tmp_path / "wide.toml", "a.b.c.d") == 0 and line_of(tmp_path / "wide.toml", "a") == 2
    assert time.perf_counter() - began < 5
