"""Chapter VIS: who sees whom, over heights, past walls and other fighters; DG-6."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from skirmish_rl.envs.warcry.rules.measuring import has_cover, is_visible
from tests.warcry.rays import Ground, covered, sees

SHOOTER = "hunt_pistols"  # range 0-8
START = (3, 5)


def target_seen(table, end, start=START, others=(), **board):
    """A1 shoots from one cell; True if B1 in another can be picked as the target."""
    t = table(**board)
    t.add("A1", start, SHOOTER)
    t.add("B1", end, activated=True)
    for name, at in others:
        t.add(name, at, activated=True)
    t.add(f"B{2 + sum(name[0] == 'B' for name, _ in others)}", (17, 11))
    t.activate("A1")
    return "attack" in t.steps()


@pytest.mark.clause("WC-VIS-01")
def test_over_open_ground_everybody_is_visible(table):
    assert target_seen(table, (8, 5)) and target_seen(table, (8, 7)) and target_seen(table, (4, 6))


@pytest.mark.clause("WC-VIS-01")
@pytest.mark.parametrize("other", ["A2", "B2"])
@pytest.mark.parametrize(("at", "seen"), [((5, 5), False), ((5, 4), True), ((4, 5), False), ((9, 5), True), ((2, 5), True)])
def test_a_fighter_in_between_hides_another_friend_or_enemy(table, other, at, seen):
    t = table()
    t.add("A1", START, SHOOTER)
    t.add("B1", (8, 5))
    t.add(other, at)
    assert is_visible(t._s, t._t, t.slot_of("A1"), t.slot_of("B1")) is seen


@pytest.mark.clause("WC-VIS-01")
def test_several_fighters_hide_one_together_where_none_does_alone(table):
    """(4, 7) from (3, 5) and back: each one beside the line leaves some segments open."""
    for others, seen in (((3, 6),), True), (((4, 6),), True), (((3, 6), (4, 6)), False):
        assert target_seen(table, (4, 7), others=[(f"A{k}", at) for k, at in enumerate(others, 2)]) is seen


@pytest.mark.clause("WC-VIS-01")
@pytest.mark.parametrize(
    ("board", "seen"),
    [
        ({"tall": [((5, 5), (6, 5))]}, False),
        ({"low": [((5, 5), (6, 5))]}, True),
        ({"pillars": [(6, 5)]}, False),
        ({"platforms": [(6, 6, 5, 5)]}, False),
        ({"deadly": [(6, 5)]}, True),
        ({"tall": [((5, 4), (6, 4)), ((5, 6), (6, 6))]}, True),
        ({"tall": [((5, 5), (5, 6))]}, True),  # along it
    ],
)
def test_what_stands_in_between_hides_or_does_not(table, board, seen):
    assert target_seen(table, (8, 5), **board) is seen


@pytest.mark.clause("WC-VIS-01")
def test_the_end_of_a_wall_leaves_a_diagonal_open(table):
    """Five segments run from (3, 5) to (6, 7); a wall beside (4, 6) alone does not stop them all, one two cells long does."""
    assert target_seen(table, (6, 7), tall=[((4, 6), (5, 6))])
    assert not target_seen(table, (6, 7), tall=[((4, 5), (5, 5)), ((4, 6), (5, 6)), ((4, 7), (5, 7))])


@pytest.mark.clause("WC-VIS-01")
@pytest.mark.parametrize(("wall", "seen"), [([], True), ([((3, 5), (4, 5))], False)])
def test_neighbours_see_each_other_unless_a_tall_wall_is_between(table, wall, seen):
    assert target_seen(table, (4, 5), tall=wall) is seen


@pytest.mark.clause("WC-VIS-01")
@pytest.mark.parametrize(("end", "seen"), [((8, 5), True), ((9, 5), True), ((10, 5), True), ((11, 5), False)])
def test_from_the_floor_the_first_rows_of_a_platform_are_seen_not_what_is_farther_in(table, end, seen):
    """From eyes at 1" to eyes at 4" n cells on: the rearmost segments come to the border, x = 8, at 1 + 3 * 4.9 / n.

    That is 3.1" for (10, 5), n = 7, and 2.84" for (11, 5); the border cell is 3" high.
    """
    assert target_seen(table, end, platforms=[(8, 12, 4, 6)]) is seen


@pytest.mark.clause("WC-VIS-01")
def test_a_platform_hides_what_lies_behind_it_and_below(table):
    assert not target_seen(table, (8, 5), platforms=[(5, 6, 4, 6)])
    assert target_seen(table, (8, 5), start=(5, 5), platforms=[(5, 5, 4, 6)])  # from its edge down
    assert not target_seen(table, (7, 5), start=(5, 5), platforms=[(5, 6, 4, 6)])  # steep down over a border cell


@pytest.mark.clause("WC-VIS-01")
def test_from_platform_to_platform_one_sees_over_those_on_the_floor(table):
    platforms = [(3, 3, 5, 5), (8, 8, 5, 5)]
    assert target_seen(table, (8, 5), others=[("A2", (6, 5))], platforms=platforms)
    assert not target_seen(table, (8, 5), others=[("A2", (6, 5))], platforms=[*platforms, (6, 6, 5, 5)])
    assert target_seen(table, (8, 5), platforms=platforms, tall=[((5, 5), (6, 5))])  # 3" high, the line at 4"
    assert not target_seen(table, (8, 5), platforms=platforms, pillars=[(6, 5)])


@pytest.mark.clause("WC-VIS-01", "WC-CLIMB-06")
@pytest.mark.parametrize(("up", "seen"), [(1, False), (2, True), (3, True)])
def test_one_who_hangs_hides_others_at_its_height_at_the_foot_of_the_face(table, up, seen):
    """The line runs at 1"; from 2" up nothing of the climber is in its way."""
    t = table(platforms=[(6, 6, 4, 4)])
    t.add("A1", START, SHOOTER)
    t.add("A2", (6, 5), toward=(6, 4), height=up)
    t.add("B1", (8, 5), activated=True)
    t.add("B2", (17, 11))
    t.activate("A1")
    assert ("attack" in t.steps()) is seen


@pytest.mark.clause("WC-VIS-01", "WC-CLIMB-06")
def test_one_who_hangs_sees_from_where_it_hangs(table):
    """Over a tall wall, whose top is 3" high: eyes at 4" on the lip, at 2" one inch up."""
    for up, seen in ((1, False), (3, True)):
        t = table(platforms=[(3, 3, 4, 4)], tall=[((4, 5), (5, 5))])
        t.add("A1", START, SHOOTER, toward=(3, 4), height=up)
        t.add("B1", (8, 5), activated=True)
        t.add("B2", (17, 11))
        t.activate("A1")
        assert is_visible(t._s, t._t, t.slot_of("A1"), t.slot_of("B1")) is seen


def random_board(seed: int) -> tuple[Ground, dict]:
    """Terrain strewn over 14 x 10 cells."""
    rng = random.Random(seed)
    cells = list(itertools.product(range(14), range(10)))
    levels = {}
    for height in (3, 3, 3, 6):
        x, y = rng.randrange(12), rng.randrange(8)
        levels |= {(i, j): height for i in range(x, x + rng.randint(1, 3)) for j in range(y, y + rng.randint(1, 2)) if i < 14}
    free = [cell for cell in cells if cell not in levels]
    pillars = set(rng.sample(free, 3))
    sides = [frozenset((a, b)) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells]
    walls = rng.sample([side for side in sides if not side & pillars], 20)
    ground = Ground(levels, pillars, set(walls[:10]), set(walls[10:]))
    board = {
        "platforms": [(x, x, y, y, height) for (x, y), height in levels.items()], "pillars": sorted(pillars),
        "low": [tuple(sorted(side)) for side in ground.low], "tall": [tuple(sorted(side)) for side in ground.tall],
    }  # fmt: skip
    return ground, board


@pytest.mark.clause("WC-VIS-01", "WC-VIS-02", "WC-COV-01", "WC-COV-02")
@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.slow] * (seed > 0)) for seed in range(4)])
def test_sight_and_cover_on_strewn_boards_are_those_of_the_dossier(table, seed):
    """30 fighters stand about; who sees whom, from either side, and has cover from whom, is worked out anew for each pair."""
    ground, board = random_board(seed)
    t = table(size=(14, 10), **board)
    rng = random.Random(seed)
    cells = [(x, y) for x in range(14) for y in range(10) if (x, y) not in ground.pillars]
    names = [f"{seat}{k}" for k in range(1, 16) for seat in "AB"]
    where = dict(zip(names, rng.sample(cells, len(names)), strict=True))
    for name in sorted(names, key=lambda name: (name[0], int(name[1:]))):
        t.add(name, where[name])
    feet = {at: Fraction(ground.level(at)) for at in where.values()}
    seen = 0
    for one, other in itertools.combinations(names, 2):
        a, b = where[one], where[other]
        others = {at: foot for at, foot in feet.items() if at not in (a, b)}
        expected = sees(ground, a, b, feet[a], feet[b], others)
        slots = t.slot_of(one), t.slot_of(other)
        assert is_visible(t._s, t._t, *slots) is expected, (one, a, other, b)
        assert is_visible(t._s, t._t, slots[1], slots[0]) is expected
        assert bool(has_cover(t._s, t._t, *slots)) is covered(ground, a, b, feet[a], feet[b]), (one, a, other, b)
        assert bool(has_cover(t._s, t._t, slots[1], slots[0])) is covered(ground, b, a, feet[b], feet[a]), (other, b, one, a)
        seen += expected
    assert 50 < seen < 350
