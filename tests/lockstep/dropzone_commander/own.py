"""Boards that chance makes, with linked Garrisons and objectives in the open, for an army of what no supplied unit has."""

from __future__ import annotations

import random
from pathlib import Path

ARMY = Path(__file__).with_name("own_army.toml")
KINDS = (
    "medium_building",
    "small_building",
    "tiny_building",
    "small_forest",
    "small_shack",
    "barricade",
    "park",
    "field",
    "large_building",
)
SIZES = {"medium_building": (4, 5), "large_building": (6, 6), "barricade": (2, 1), "park": (4, 4), "field": (5, 3)}


def spies_in_the_hq() -> str:
    """The text of that army with its spies as Scouts of the only battlegroup that may be Directly Deployed, and without jets."""
    changes = {
        '"clv1", "jet1"': '"clv1", "spy1"', '"spy1", "inf1"': '"inf1"', 'squads.jet1 = { profile = "JET", size = 1 }': "",
        'category = "troops"': 'category = "scout"',
    }  # fmt: skip
    text = ARMY.read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text, before
        text = text.replace(before, after)
    return text


def random_board(luck: random.Random) -> str:
    """The text of a scenario on a board that chance makes."""
    pieces, taken = [], set()
    for _ in range(60):
        kind = luck.choice(KINDS)
        wide, high = SIZES.get(kind, (3, 3))
        if luck.random() < 0.5:
            wide, high = high, wide
        x, y = luck.randint(3, 21 - wide), luck.randint(3, 21 - high)
        around = {(i, j) for i in range(x - 1, x + wide + 1) for j in range(y - 1, y + high + 1)}
        cells = {(i, j) for i in range(x, x + wide) for j in range(y, y + high)}
        if taken.isdisjoint(around) and len(pieces) < 12:
            taken |= cells
            pieces.append((kind, x, y, wide, high))
    lines = [f'P{n} = {{ kind = "{p[0]}", at = {list(p[1:])}{links(n, pieces)} }}' for n, p in enumerate(pieces)]
    garrisons = [f"P{n}" for n, piece in enumerate(pieces) if holds(piece)]
    free = [[x, y] for x in range(6, 18) for y in range(6, 18) if (x, y) not in taken]
    scoring = luck.choice(["extraction", "bunkers"])
    head = f"""
[own]
title = "Made by chance"
seats = [2, 4]
rounds = 4
size = "drill"
points = 450
forces = ["a_drill", "b_drill", "c_drill", "d_drill"]
zones = ["south", "north", "west", "east"]
scoring = "{scoring}"
mobile = {str(scoring == "extraction").lower()}
hidden = {str(luck.random() < 0.3).lower()}
objectives = {luck.sample(garrisons, min(2, len(garrisons)))}
open = {luck.sample(free, 2)}
direct = {str(luck.random() < 0.4).lower()}
[own.board]
size = 24
roads = [[8, 9, 0, 23], [0, 23, 14, 15]]
[own.board.pieces]
"""
    return head.replace("[own]\n", "").replace("[own.", "[").replace("'", '"') + "\n".join(lines) + "\n"


def holds(piece):
    return not piece[0].startswith(("barricade", "park", "field"))


def links(n, pieces):
    """Garrisons with a gap of 2 inches or less are linked (DZ-GAR-11)."""
    if not holds(pieces[n]):
        return ""
    near = [f'"P{k}"' for k, other in enumerate(pieces) if k != n and holds(other) and apart(pieces[n], other) <= 2]
    return f", links = [{', '.join(near)}]" if near else ""


def apart(one, other):
    _, x, y, w, h = one
    _, a, b, v, g = other
    return max(max(a - (x + w - 1), x - (a + v - 1)), max(b - (y + h - 1), y - (b + g - 1)))
