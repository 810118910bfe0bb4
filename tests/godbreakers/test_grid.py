"""The grid: exact measures against an independent reading of the formulas. Chapter DIG."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from skirmish_rl.envs.godbreakers.state import FAR, Ground
from skirmish_rl.envs.registry import ruleset_of
from tests.godbreakers.reading import board, cells

Cell = tuple[int, int]


def share(a: Cell, b: Cell, cell: Cell) -> tuple[float, float]:
    """The part of the segment a-b (0 to 1) inside a cell, as (from, to); from >= to when it only touches."""
    low, high = 0.0, math.inf
    for p, q, c in zip(a, b, cell, strict=True):
        if p == q:
            if abs(c - p) >= 0.5:
                return 1.0, 0.0
            continue
        near, far = sorted(((c - 0.5 - p) / (q - p), (c + 0.5 - p) / (q - p)))
        low, high = max(low, near), min(high, far)
    return low, high


def covered(a: Cell, b: Cell, area: set[Cell], start: float, stop: float) -> float:
    """Length of the line from a through b inside area cells, between two distances from a."""
    c = math.dist(a, b)
    total = 0.0
    for cell in area:
        low, high = share(a, b, cell)
        total += max(0.0, min(high * c, stop) - max(low * c, start))
    return total


def slow_measures(a: Cell, b: Cell, area: set[Cell]) -> tuple[int, int]:
    """(Range, PlaceWithin measure) by the formulas of GB-DIG-03 and GB-DIG-04."""
    n = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    if n == 0:
        return 0, 0
    c = math.sqrt(n)
    inner = int(covered(a, b, area, 0.5, c - 0.5) + 1e-6)
    outer = int(covered(a, b, area, 0.5, c + 0.5) + 1e-6)
    return math.isqrt(n) - 1 + inner, math.isqrt(n) + outer


def area_cells(t) -> set[Cell]:
    return {(int(c) % 25, int(c) // 25) for c in np.flatnonzero(t.state["ground"] & Ground.AREA)}


@pytest.mark.clause("GB-DIG-01")
def test_cells_are_counted_right_and_down_from_the_corner(table):
    t = table()
    t.add("A1", (3, 10))
    assert t.state["units"][0]["cell"] == 10 * 25 + 3
    t.activate("A1")
    t.play("move 5,9")
    assert t.state["units"][0]["cell"] == 9 * 25 + 5


@pytest.mark.clause("GB-DIG-02", "GB-DIG-03", "GB-DIG-04", "GB-RNG-01")
def test_measures_on_open_ground_follow_the_centre_distance(table):
    t = table()
    for there in board():
        n = (there[0] - 3) ** 2 + (there[1] - 4) ** 2
        assert t.range((3, 4), there) == (math.isqrt(n) - 1 if n else 0)
        assert t.reach((3, 4), there) == math.isqrt(n)


@pytest.mark.clause("GB-DIG-03", "GB-DIG-04", "GB-RNG-04")
@pytest.mark.parametrize("name", ["S", "L"])
def test_measures_across_area_terrain_follow_the_formulas(table, name):
    t = table(map=name)
    side = 21 if name == "S" else 25
    area = area_cells(t)
    some = random.Random(1).sample(sorted(itertools.product(sorted(board(side)), repeat=2)), 1500)
    for a, b in some:
        assert (t.range(a, b), t.reach(a, b)) == slow_measures(a, b, area), (a, b)


@pytest.mark.clause("GB-DIG-03")
def test_adjacent_cells_have_range_zero_in_any_terrain(table):
    t = table(map="L")
    assert t.range((4, 5), (5, 6)) == t.range((5, 5), (5, 6)) == 0
    assert t.range((5, 5), (5, 5)) == 0


@pytest.mark.clause("GB-DIG-04", "GB-MOV-01")
@pytest.mark.parametrize(("die", "count"), [(6, 145), (8, 249), (10, 373), (12, 517)])
def test_the_number_of_cells_in_reach_on_open_ground(table, die, count):
    t = table()
    t.add("A1", (12, 12), die=die)
    t.activate("A1")
    assert len(cells(t)) == count


@pytest.mark.clause("GB-DIG-04")
@pytest.mark.parametrize(("rank", "count"), [(1, 9), (2, 25), (3, 45)])
def test_short_placements_reach_at_least_the_neighbours(table, rank, count):
    t = table()
    t.add("A1", (12, 12), die=8, traits={"cunning": rank, "ranged": 3})  # to fight from afar
    t.add("B1", (20, 12))
    t.activate("A1")
    t.dice(5, 5)
    t.play("engage B1")
    assert t.decision == "CUNNING"
    assert len(cells(t, "step") | {(12, 12)}) == count


@pytest.mark.clause("GB-DIG-04")
def test_placed_within_nought_means_any_neighbour_whatever_the_terrain(table):
    t = table(map="L")
    t.add("A1", (5, 5), die=8, traits={"summoning": 1})
    t.activate("A1")
    t.dice(5)
    t.play("summon")
    assert len(cells(t, "place")) == 8
    t.play("place 6,6")


@pytest.mark.clause("GB-DIG-05", "GB-SET-03")
def test_outside_means_a_range_above_measured_from_the_centre(table):
    t = table.new_game(scenario="nest", setup="full", shuffle=False)
    legal = cells(t, "place")
    assert all(t.range((12, 12), cell) > 6 for cell in legal)
    walls = {(int(c) % 25, int(c) // 25) for c in np.flatnonzero(t.state["board"] != -1)}
    assert {cell for cell in board() - walls if t.range((12, 12), cell) > 6} == legal


def crosses(a: Cell, b: Cell, walls: set[Cell]) -> bool:
    return any(min(high, 1.0) - max(low, 0.0) > 1e-9 for low, high in (share(a, b, cell) for cell in walls))


ROUND_THE_CORNER = [
    ((14, 12), (18, 12)), ((15, 11), (17, 13)), ((15, 14), (17, 14)), ((7, 11), (9, 12)), ((5, 12), (18, 12)), ((6, 8), (9, 11)),
]  # fmt: skip


@pytest.mark.clause("GB-DIG-06", "GB-RNG-05")
def test_impassable_barricades_are_measured_round_the_shortest_corner(table):
    t = table(map="L", impassable=True)
    walls = {(16, y) for y in range(11, 15)} | {(8, y) for y in range(10, 14)}
    area = area_cells(t)
    for a, b in ROUND_THE_CORNER:
        if not crosses(a, b, walls):
            assert (t.range(a, b), t.reach(a, b)) == slow_measures(a, b, area)
            continue
        ways = [(math.dist(a, k) + math.dist(k, b), k) for k in board() if not crosses(a, k, walls) and not crosses(k, b, walls)]
        shortest = min(ways)[0]
        allowed = set()  # of several equally short ways any will do
        for length, k in ways:
            if length < shortest + 1e-9:
                first, whole = covered(a, k, area, 0.5, math.dist(a, k)), int(length + 1e-9)
                inner, outer = (first + covered(k, b, area, 0, math.dist(k, b) + end) for end in (-0.5, 0.5))
                allowed.add((whole - 1 + int(inner + 1e-6), whole + int(outer + 1e-6)))
        assert (t.range(a, b), t.reach(a, b)) in allowed, (a, b)


@pytest.mark.clause("GB-DIG-06", "GB-RNG-05")
def test_a_place_shut_in_by_impassable_barricades_is_out_of_range(tmp_path):
    path = tmp_path / "keep.toml"
    path.write_text("""
        title = "Keep"
        rule = "plain"
        seats = [2, 2]
        rounds = 3
        [board]
        size = 21
        centre = [10, 10]
        barricades = [[3, 7, 3, 3], [3, 7, 7, 7], [3, 3, 4, 6], [7, 7, 4, 6]]
        impassable = [0, 1, 2, 3]
        shards.2 = [[10, 1], [10, 19]]
    """)
    tables = ruleset_of("godbreakers").scenario(str(path)).tables[0]
    inside, outside = 5 * 25 + 5, 5 * 25 + 9
    assert tables["range"][inside, outside] == tables["range"][outside, inside] == FAR
    assert tables["range"][inside, 4 * 25 + 4] == 0


@pytest.mark.clause("GB-DIG-07", "GB-TRT-18")
@pytest.mark.parametrize(("cell", "near"), [((12, 12), True), ((10, 10), True), ((10, 13), True), ((9, 12), False)])
def test_within_0u_of_a_piece_is_inside_it_or_a_neighbour(table, cell, near):
    t = table()
    t.area(11, 13, 11, 13)
    t.add("A1", cell, die=8, traits={"ruinous": 1})
    t.activate("A1")
    assert t.can("ruin") is near
