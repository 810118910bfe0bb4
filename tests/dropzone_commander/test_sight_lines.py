"""Section Digitising (GRID): lines of sight in 2.5 dimensions, Hull Down, cover."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from skirmish_rl.envs.dropzone_commander.rules.sight import cover_of, seen_from
from tests.dropzone_commander.fights import gun

SAMPLES = [(Fraction(5 + dx, 10), Fraction(5 + dy, 10)) for dx, dy in ((0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4))]
EYE = {"A-INF": Fraction(1, 2), "A-MBT": Fraction(1, 2), "B-CMD": Fraction(1), "A-HDR": Fraction(1, 2)}
BODY = {"A-INF": Fraction(1, 4), "A-MBT": Fraction(1, 2), "B-CMD": Fraction(3, 4), "A-HDR": Fraction(1, 2)}


def inside(a, d, low, high):
    """The part of [0, 1] in which a + t d lies strictly between two values."""
    if d == 0:
        return (Fraction(0), Fraction(1)) if low < a < high else (Fraction(1), Fraction(0))
    one, two = sorted(((low - a) / d, (high - a) / d))
    return max(one, Fraction(0)), min(two, Fraction(1))


def is_clear(a, ah, b, bh, heights):
    """True if the segment's height at the middle of its crossing of each cell is not below what stands there."""
    for (x, y), height in heights.items():
        u0, u1 = inside(a[0], b[0] - a[0], Fraction(x), Fraction(x + 1))
        v0, v1 = inside(a[1], b[1] - a[1], Fraction(y), Fraction(y + 1))
        begin, end = max(u0, v0), min(u1, v1)
        if begin < end and ah + (bh - ah) * (begin + end) / 2 < height:
            return False
    return True


def seen(at, firer, to, target, heights, roofs=(0, 0), flying=(False, False)):
    """Samples of a target that are visible, by DZ-GRID-07 and 08; Infantry needs the first."""
    ah = Fraction(5, 2) + roofs[0] if flying[0] else EYE[firer]
    bh = Fraction(5, 2) + roofs[1] if flying[1] else BODY[target]
    a = (at[0] + Fraction(1, 2), at[1] + Fraction(1, 2))
    found = [is_clear(a, ah, (to[0] + dx, to[1] + dy), bh, heights) for dx, dy in SAMPLES]
    return 0 if target == "A-INF" and not found[0] else sum(found)


@pytest.mark.clause("DZ-GRID-07", "DZ-GRID-08", "DZ-SHT-07")
@pytest.mark.parametrize("seed", range(12))
def test_what_is_seen_agrees_with_an_independent_reading(table, seed):
    luck = random.Random(seed)
    profiles = ["A-INF", "A-MBT", "B-CMD", "A-HDR"]
    firer, target = luck.choice(profiles), luck.choice(profiles)
    kinds = {f"k{n}": {"height": n / 4, "properties": ["solid"]} for n in range(1, 16)}
    kinds["fence"] = {"height": 5, "properties": ["soft_cover"]}  # not Solid
    places = luck.sample([(x, y) for x in range(2, 20) for y in range(2, 20)], 22)
    at, to, spots = places[0], places[1], places[2:]
    pieces = {f"P{k}": (luck.choice(list(kinds)), x, y, 1, 1) for k, (x, y) in enumerate(spots)}
    t = table(pieces=pieces, kinds=kinds)
    t.squad("A1", firer, at, flying=False, group=1)
    t.squad("B1", target, to, flying=False, group=1)
    heights = {(x, y): Fraction(int(kind[1:]), 4) for kind, x, y, *_ in pieces.values() if kind != "fence"}
    for own, other, a, b in (("A1", "B1", at, to), ("B1", "A1", to, at)):
        first, second = (firer, target) if own == "A1" else (target, firer)
        got = int(seen_from(t._s, t._t, t.slot_of(own), 0, t.slot_of(other), 0))
        assert got == seen(a, first, b, second, heights), (own, first, second)


@pytest.mark.clause("DZ-GRID-07")
@pytest.mark.parametrize(("height", "hidden"), [(1.25, False), (1.5, False), (1.75, True), (2.25, True)])
def test_an_airborne_aircraft_is_seen_at_2_and_a_half_inches(table, height, hidden):
    """From a tank's 0.5" to 2.5" the line is 1.5" high half-way."""
    t = table(pieces={"C0": ("k", 0, 10, 24, 1)}, kinds={"k": {"height": height, "properties": ["solid"]}})
    gun(t, "A1", (5, 5))
    t.weapon("A1", aa=0)
    t.squad("B1", "A-HDR", (5, 15), group=1)
    t.activate("A1")
    assert t.can("shoot") == (not hidden)


@pytest.mark.clause("DZ-GRID-07")
def test_over_a_roof_it_is_2_and_a_half_inches_above_that(table):
    """Over a 7" building an Aircraft looks over a wall of 8", 3" short of it."""
    kinds = {"k": {"height": 8, "properties": ["solid"]}}
    pieces = {"C0": ("medium_building", 4, 10, 3, 3), "RE": ("k", 0, 14, 24, 1)}
    t = table(pieces=pieces, kinds=kinds)
    gun(t, "A1", (5, 16))
    t.weapon("A1", aa=0)
    t.squad("B1", "A-HDR", (5, 11), group=1)
    got = int(seen_from(t._s, t._t, t.slot_of("B1"), 0, t.slot_of("A1"), 0))
    heights = {(x, 14): Fraction(8) for x in range(24)} | {(x, y): Fraction(7) for x in range(4, 7) for y in range(10, 13)}
    assert got == seen((5, 11), "A-HDR", (5, 16), "A-MBT", heights, (7, 0), (True, False))


@pytest.mark.clause("DZ-GRID-07")
@pytest.mark.parametrize(("height", "hidden"), [(3, False), (3.25, True)])
def test_an_aircraft_right_above_is_hidden_by_what_reaches_beyond_the_middle_of_the_line(table, height, hidden):
    """In a thicket of height h, from 0.5" to 2.5" above its top the line is 1.5" + h / 2 high half-way."""
    t = table(pieces={"C0": ("k", 4, 9, 3, 3)}, kinds={"k": {"height": height, "properties": ["solid"]}})
    t.squad("A1", "A-INF", (5, 10))
    t.squad("B1", "A-HDR", (5, 10), group=1)
    assert (seen_from(t._s, t._t, t.slot_of("A1"), 0, t.slot_of("B1"), 0) == 0) == hidden


@pytest.mark.clause("DZ-GRID-08", "DZ-SHT-08")
def test_two_samples_of_five_or_fewer_are_hull_down(table):
    counts = set()
    for x in range(9, 14):
        for y in range(7, 12):
            t = table(pieces={"C0": ("k", x, y, 1, 1)}, kinds={"k": {"height": 3, "properties": ["solid"]}})
            gun(t, "A1", (11, 5))
            t.squad("B1", "A-MBT", (12, 12))
            n = int(seen_from(t._s, t._t, t.slot_of("A1"), 0, t.slot_of("B1"), 0))
            counts.add(n)
            if n:
                assert t.need("A1", "B1") == (4 if n <= 2 else 2)
    assert {0, 2, 3, 5} <= counts


@pytest.mark.clause("DZ-GRID-08", "DZ-SHT-07")
def test_infantry_is_seen_only_if_its_middle_is(table):
    kinds = {"k": {"height": 3, "properties": ["solid"]}}
    found = 0
    for x in range(9, 14):
        for y in range(7, 12):
            t = table(pieces={"C0": ("k", x, y, 1, 1)}, kinds=kinds)
            gun(t, "A1", (11, 5))
            t.squad("B1", "A-INF", (12, 12))
            t.squad("B2", "A-MBT", (13, 12))
            heights = {(x, y): Fraction(3)}
            a = (Fraction(23, 2), Fraction(11, 2))
            middle = is_clear(a, EYE["A-MBT"], (Fraction(25, 2), Fraction(25, 2)), BODY["A-INF"], heights)
            corners = sum(is_clear(a, EYE["A-MBT"], (12 + dx, 12 + dy), BODY["A-INF"], heights) for dx, dy in SAMPLES[1:])
            got = int(seen_from(t._s, t._t, t.slot_of("A1"), 0, t.slot_of("B1"), 0))
            assert got == (1 + corners if middle else 0)
            found += not middle and corners > 0
    assert found  # positions in which only the rule of the middle hides it


@pytest.mark.clause("DZ-GRID-09")
@pytest.mark.parametrize(
    ("between", "target", "flying", "options", "need"),
    [
        ("A9", "A-MBT", False, {}, 4),
        ("B9", "A-MBT", False, {}, 4),
        ("A2", "A-MBT", False, {}, 2),  # of the firing squad
        ("B2", "A-MBT", False, {}, 2),  # of the target's squad
        ("A9", "A-INF", False, {}, 4),
        ("A9", "A-HDR", False, {}, 4),
        ("A9", "A-HDR", True, {}, 2),
        ("A9", "A-MBT", False, {"unit_cover": "off"}, 2),
    ],
)
def test_a_ground_vehicle_of_neither_squad_on_the_centre_line_hides_a_target_on_the_ground(table, between, target, flying, options, need):
    t = table(options=options)
    t.squad("A1", "A-LTK", (5, 2), *([(5, 5)] if between == "A2" else []))
    t.weapon("A1", aa=0)
    t.squad("B1", target, (5, 8), *([(5, 5)] if between == "B2" else []), flying=flying, group=1)
    if between[1] == "9":
        t.squad(between, "A-MBT", (5, 5), group=2)
    assert t.need("A1", "B1") == need


@pytest.mark.clause("DZ-GRID-09")
def test_beside_the_centre_line_it_hides_nothing(table):
    t = table()
    gun(t, "A1", (5, 2))
    t.squad("A9", "A-MBT", (6, 5), group=2)
    t.squad("B1", "A-MBT", (5, 8))
    assert t.need("A1", "B1") == 2


@pytest.mark.clause("DZ-GRID-10", "DZ-SHT-11", "DZ-SHT-12")
@pytest.mark.parametrize(
    ("cover", "target", "gives"),
    [
        ((11, 14), (11, 15), True),  # beside the target, on the line
        ((11, 13), (11, 15), False),  # 2 cells from it
        ((11, 15), (11, 15), True),  # it stands in the piece
        ((11, 16), (11, 15), False),  # behind it
        ((12, 14), (11, 15), False),  # beside the line
        ((10, 14), (11, 15), False),
        ((11, 5), (11, 6), False),  # the firer's own cell
        ((14, 13), (15, 15), False),  # on the line, but 2 cells from it
        ((20, 14), (21, 15), True),  # on the diagonal
        ((19, 6), (20, 6), True),  # on a line along a row
        ((18, 6), (20, 6), False),
    ],
)
def test_cover_lies_on_the_centre_line_within_1_and_a_half_cells_of_the_target(table, cover, target, gives):
    t = table(pieces={"C0": ("barricade", *cover, 1, 1)})
    gun(t, "A1", (11, 5))
    t.squad("B1", "A-INF", target)
    got = int(cover_of(t._s, t._t, t.slot_of("A1"), t.slot_of("B1"), 0))
    assert got == (3 if gives else 0)  # Soft and Body Cover
    assert t.need("A1", "B1") == (4 if gives else 2)


@pytest.mark.clause("DZ-GRID-10")
def test_cover_helps_infantry_alone_and_one_in_a_garrison_has_that_of_its_wall(table):
    t = table(pieces={"C0": ("barricade", 11, 14, 1, 1), "RE": ("medium_building", 4, 14, 3, 3), "RW": ("small_forest", 16, 14, 3, 3)})
    gun(t, "A1", (11, 5))
    t.squad("B1", "A-MBT", (11, 15))
    t.squad("B2", "A-INF", inside="RE", site="south", group=2)
    t.squad("B3", "A-INF", inside="RW", site="south", group=2)
    cover = [int(cover_of(t._s, t._t, t.slot_of("A1"), t.slot_of(name), 0)) for name in ("B1", "B2", "B3")]
    assert cover == [0, 3, 1]
