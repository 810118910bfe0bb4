"""Boards and scenarios of the dossier."""

from __future__ import annotations


def rect(x0, x1, y0, y1):
    """Cells of a rectangle."""
    return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def vline(x, ys):
    """Sides along a vertical line."""
    return [((x - 1, y), (x, y)) for y in ys]


def hline(y, xs):
    """Sides along a horizontal line."""
    return [((x, y - 1), (x, y)) for x in xs]


MAPS = {
    "crossing": {
        "w": 18,
        "h": 12,
        "platforms": {3: rect(8, 9, 2, 3)},
        "ladders": [((8, 4), (8, 3))],
        "low": vline(6, (5, 6)),
        "tall": hline(4, (12, 13)),
        "pillars": [(2, 8)],
    },
    "a": {
        "w": 30,
        "h": 22,
        "platforms": {3: rect(8, 10, 5, 7) + rect(19, 21, 4, 5)},
        "stairs": [((11, 6), (10, 6))],
        "ladders": [((20, 6), (20, 5))],
        "low": vline(13, (4, 5, 6)) + hline(11, (5, 6, 7)),
        "tall": hline(9, (14, 15, 16)),
        "pillars": [(12, 11)],
        "deadly": [(14, 4), (15, 4)],
    },
    "b": {
        "w": 30,
        "h": 22,
        "platforms": {3: rect(4, 6, 10, 11) + rect(19, 21, 4, 5)},
        "stairs": [((7, 10), (6, 10))],
        "ladders": [((20, 6), (20, 5))],
        "low": vline(11, (9, 10, 11, 12)),
        "tall": hline(7, (18, 19, 20, 21)),
        "pillars": [(13, 7)],
    },
}

SCENARIOS = {
    "crossing": {
        "map": "crossing",
        "red": [((4, 2), 1), ((11, 2), 1), ((9, 0, 18, 0), 2)],
        "blue": [((14, 10), 1), ((7, 10), 1), ((0, 12, 9, 12), 2)],
        "objectives": [(4, 6), (9, 6), (14, 6)],
        "kind": "each",
    },
    "marks": {
        "map": "a",
        "red": [((30, 0), 1), ((0, 0), 2), ((15, 0), 1)],
        "blue": [((0, 22), 1), ((30, 22), 2), ((15, 22), 1)],
        "objectives": [(3, 6), (8, 11), (15, 11), (22, 11), (27, 16)],
        "kind": "marks",
        "single": True,
    },
    "relics": {
        "map": "b",
        "red": [((15, 5), 1), ((8, 6), 1), ((30, 11), 2)],
        "blue": [((15, 17), 1), ((22, 16), 1), ((0, 11), 2)],
        "objectives": [],
        "kind": "hoard",
        "centre_inches": 3,
    },
    "hunters": {
        "map": "a",
        "red": [((6, 11), 1), ((0, 0, 0, 22), 3), ((15, 0), 1)],
        "blue": [((24, 11), 1), ((30, 0, 30, 22), 3), ((15, 22), 1)],
        "objectives": [],
        "kind": "tally",
    },
}
