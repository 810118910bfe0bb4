"""Chapter COV: obstacles on the line, height, and the Toughness they give; DG-7, example 18."""

from __future__ import annotations

import pytest

START = (5, 5)
EAST = ((5, 5), (6, 5))  # the side of the attacker's own cell


def shot(table, at, start=START, up=None, **board):
    """A1 (S3) shoots B1 (T3) with four dice that show 4: hits without cover, misses with it. True if B1 had cover."""
    t = table(**board)
    t.add("A1", start, "hunt_pistols", toward=up and up[0], height=up[1] if up else 0)
    t.add("B1", at, activated=True, wounds=60)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(4, 4, 4, 4)
    t.play("attack")
    assert t.unit("B1").damage in (0, 4)
    return t.unit("B1").damage == 0


@pytest.mark.clause("WC-COV-01", "WC-COV-03", "WC-ATK-07")
@pytest.mark.parametrize(("wall", "damage"), [([], 9), ([EAST], 7)])
def test_a_low_wall_between_neighbours_makes_the_target_tougher(table, wall, damage):
    """Example 18."""
    t = table(low=wall)
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", (6, 5), "fang_axe", activated=True)
    t.add("B2", (0, 0))
    t.activate("A1")
    t.dice(1, 3, 4, 6)
    t.play("attack")
    assert t.unit("B1").damage == damage and t.unit("B1").left == 10 - damage


@pytest.mark.clause("WC-COV-01", "WC-COV-02")
@pytest.mark.parametrize(("at", "covered"), [((6, 5), True), ((7, 5), True), ((8, 5), False), ((11, 5), False)])
def test_ones_own_wall_counts_only_within_1_inch_of_the_target(table, at, covered):
    """Gaps of 0 and 1" against gaps of 2" and 5"."""
    assert shot(table, at, low=[EAST]) is covered


@pytest.mark.clause("WC-COV-02", "WC-COV-01")
def test_the_wall_of_the_next_cell_counts_and_so_does_that_of_the_target(table):
    assert shot(table, (8, 5), low=[((6, 5), (7, 5))])
    assert shot(table, (8, 5), low=[((7, 5), (8, 5))])
    assert not shot(table, (8, 5), low=[((8, 5), (9, 5))])  # behind it
    assert not shot(table, (8, 5), low=[((6, 4), (7, 4)), ((6, 6), (7, 6))])  # beside the line


@pytest.mark.clause("WC-COV-01")
def test_who_has_cover_depends_on_who_attacks(table):
    """A low wall on the side of (5, 5): one's own wall, and the other's cover."""
    assert not shot(table, (9, 5), low=[EAST])
    assert shot(table, (5, 5), start=(9, 5), low=[EAST])


@pytest.mark.clause("WC-COV-01", "WC-TERR-01")
def test_the_line_between_the_middles_decides(table):
    """A pillar that leaves a corner of the target in sight gives no cover if the middle line passes it."""
    assert not shot(table, (8, 6), pillars=[(7, 7)])
    assert shot(table, (9, 7), low=[((6, 6), (7, 6)), ((7, 6), (7, 7)), ((6, 5), (7, 5))])


@pytest.mark.clause("WC-COV-01", "WC-COV-03")
@pytest.mark.parametrize(("height", "covered"), [(3, True), (6, True), (0, False)])
def test_a_target_3_inches_higher_has_cover(table, height, covered):
    platforms = [(8, 8, 5, 5, height)] if height else []
    assert shot(table, (8, 5), platforms=platforms) is covered


@pytest.mark.clause("WC-COV-01", "WC-CLIMB-06")
@pytest.mark.parametrize(("up", "covered"), [(1, False), (2, False), (3, True)])
def test_a_climber_has_cover_from_3_inches_up(table, up, covered):
    t = table(platforms=[(9, 9, 5, 5)])
    t.add("A1", START, "hunt_pistols")
    t.add("B1", (8, 5), toward=(9, 5), height=up, activated=True, wounds=60)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(4, 4, 4, 4)
    t.play("attack")
    assert t.unit("B1").damage == (0 if covered else 4)


@pytest.mark.clause("WC-COV-01")
def test_a_target_3_inches_lower_has_none_for_that(table):
    assert not shot(table, (8, 5), platforms=[(5, 5, 5, 5)])


@pytest.mark.clause("WC-COV-01")
@pytest.mark.parametrize(("side", "covered"), [(((6, 5), (7, 5)), False), (((8, 5), (9, 5)), True), (((5, 5), (6, 5)), False)])
def test_from_a_height_one_shoots_over_a_wall_that_the_line_passes_above(table, side, covered):
    """From 4" to 1" over four cells: at 3.6", 2.9" and 1.4" over the sides at 6, 7 and 9; a low wall is 1.5" high."""
    assert shot(table, (9, 5), platforms=[(5, 5, 5, 5)], low=[side]) is covered


@pytest.mark.clause("WC-COV-01")
def test_a_platform_that_the_line_crosses_below_its_top_gives_cover(table):
    """The platform under the attacker is its own cell and does not count; a border cell before it does, where it is seen past at all."""
    assert not shot(table, (9, 5), platforms=[(5, 5, 5, 5)])
    assert shot(table, (9, 6), platforms=[(7, 7, 5, 5)])


@pytest.mark.clause("WC-COV-03", "WC-COV-01")
def test_height_and_an_obstacle_together_still_add_1(table):
    """S4 against T3 and 1 for cover: a 4 hits; against 2 more it would not."""
    t = table(platforms=[(8, 8, 5, 5)], low=[((7, 5), (8, 5))])
    t.add("A1", START, "hunt_pistols")
    t.tables["weapon_strength"][0, 0] = 4
    t.add("B1", (8, 5), activated=True, wounds=60)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(4, 4, 3, 3)
    t.play("attack")
    assert t.unit("B1").damage == 2


@pytest.mark.clause("WC-COV-01", "WC-CLIMB-04")
@pytest.mark.parametrize("kind", ["stairs", "ladders"])
def test_stairs_and_ladders_give_no_cover_across_them(table, kind):
    """From the second row of a platform over the stair in front of the first, at 3.25"."""
    board = {"platforms": [(4, 5, 5, 5)], kind: [((6, 5), (5, 5))]}
    assert not shot(table, (10, 5), start=(4, 5), **board)


@pytest.mark.clause("WC-COV-01")
def test_other_fighters_give_no_cover(table):
    t = table()
    t.add("A1", START, "hunt_pistols")
    t.add("A2", (7, 6))
    t.add("B1", (9, 6), activated=True, wounds=60)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(4, 4, 4, 4)
    t.play("attack")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("WC-COV-03")
def test_cover_lasts_for_that_attack_alone(table):
    t = table(low=[EAST])
    t.add("A1", START)
    t.add("B1", (6, 5), activated=True, wounds=60)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(4, 4, 4, 4)
    t.play("attack")
    assert t.unit("B1").damage == 0
    t.put("B1", (5, 6))  # no wall there
    t.dice(4, 4, 4, 4)
    t.play("attack")
    assert t.unit("B1").damage == 4
