"""Chapters JUMP and FLY: down from heights, across gaps, through the air."""

from __future__ import annotations

import pytest

from tests.warcry.reach import HERE, asked_to_move, cost, hanging, mover, rolls

FURY = "raven_fury"  # Move 8, fly


def gap(table, *, move=3, platforms=((9, 9, 5, 5), (12, 12, 5, 5)), **rest):
    """A jump 3" long, from (9, 5) over two cells to (12, 5)."""
    return mover(table, HERE, move=move, platforms=platforms, **rest)


@pytest.mark.clause("WC-JUMP-01", "WC-JUMP-02")
@pytest.mark.parametrize("height", [3, 6])
def test_only_the_horizontal_length_of_a_jump_counts(table, height):
    t = mover(table, move=1, platforms=[(9, 9, 5, 5, height)])
    assert t.cells() == {(8, 5), (10, 5), (9, 4), (9, 6)} and not {foot for foot, up, _ in hanging(t) if up < height - 1}
    assert all(cost(t, at) == 10 and rolls(t, at) == 1 for at in t.cells())
    t.dice(6)
    t.play("to 10,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").damage) == ((10, 5), 0, 3)


@pytest.mark.clause("WC-JUMP-02", "WC-FALL-06")
@pytest.mark.parametrize(("die", "damage"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 3)])
def test_a_landing_3_inches_lower_rolls_once_for_impact(table, die, damage):
    t = mover(table, move=3, platforms=[(9, 9, 5, 5)])
    t.dice(die)
    t.play("to 11,5")
    assert (t.unit("A1").at, t.unit("A1").damage) == ((11, 5), damage)
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-JUMP-02")
def test_each_jump_down_3_inches_is_a_roll_of_its_own(table):
    """Down from 6" to 3" and from there to the floor."""
    t = mover(table, move=2, platforms=[(9, 9, 5, 5, 6), (10, 10, 5, 5, 3)])
    assert rolls(t, (10, 5)) == 1
    assert rolls(t, (11, 5)) == 2
    t.dice(4, 6)
    t.play("to 11,5")
    assert t.unit("A1").damage == 4


@pytest.mark.clause("WC-JUMP-02")
def test_a_drop_of_6_inches_is_one_roll(table):
    t = mover(table, move=1, platforms=[(9, 9, 5, 5, 6)])
    assert rolls(t, (9, 6)) == 1


@pytest.mark.clause("WC-JUMP-02", "WC-TERR-05")
def test_down_from_a_low_wall_is_no_danger(table):
    t = mover(table, move=3, low=[(HERE, (10, 5))])
    assert cost(t, (10, 5)) == 24 or rolls(t, (10, 5)) == 0
    t.play("to 10,5")
    assert t.unit("A1").damage == 0


@pytest.mark.clause("WC-JUMP-01")
@pytest.mark.parametrize(
    ("to", "price"), [((11, 5), 20), ((12, 5), 30), ((11, 6), 23), ((11, 7), 29), ((12, 6), 32), ((12, 7), 37), ((12, 8), 43)]
)
def test_a_jump_across_a_gap_costs_its_length_rounded_up_to_tenths(table, to, price):
    t = gap(table, move=5, platforms=[(9, 9, 5, 5), (to[0], to[0], to[1], to[1])])
    assert (cost(t, to), rolls(t, to)) == (price, 0)
    t = gap(table, move=-(-price // 10) - 1, platforms=[(9, 9, 5, 5), (to[0], to[0], to[1], to[1])])
    assert to not in t.cells()


@pytest.mark.clause("WC-JUMP-01", "WC-JUMP-02", "WC-JUMP-03")
@pytest.mark.parametrize(("start", "end", "reached"), [(3, 3, 0), (6, 3, 1), (6, 6, 0), (3, 6, None)])
def test_a_jump_never_gains_height_and_hurts_when_it_loses_3_inches(table, start, end, reached):
    t = gap(table, platforms=[(9, 9, 5, 5, start), (12, 12, 5, 5, end)])
    assert rolls(t, (12, 5)) == reached


@pytest.mark.clause("WC-JUMP-01")
def test_there_is_no_jump_from_the_floor_to_a_platform(table):
    t = mover(table, move=3, platforms=[(11, 11, 5, 5)])
    assert (11, 5) not in t.cells()


@pytest.mark.clause("WC-JUMP-01")
def test_on_a_whole_platform_there_is_no_gap_and_no_jump(table):
    """Across the top it is 24, straight 22.4 through the air."""
    t = mover(table, move=8, platforms=[(6, 13, 2, 9)])
    assert cost(t, (11, 6)) == 24


@pytest.mark.clause("WC-JUMP-03")
def test_a_pillar_in_the_gap_stops_the_jump(table):
    assert cost(gap(table), (12, 5)) == 30
    assert (12, 5) not in gap(table, pillars=[(10, 5)]).cells()
    assert cost(gap(table, pillars=[(10, 4)]), (12, 5)) == 30


@pytest.mark.clause("WC-JUMP-03")
def test_a_higher_platform_in_the_gap_stops_the_jump_and_one_as_high_does_not(table):
    ends = ((9, 9, 5, 5), (12, 12, 5, 5))
    assert (12, 5) not in gap(table, platforms=(*ends, (10, 10, 5, 5, 6))).cells()
    assert cost(gap(table, platforms=(*ends, (10, 10, 5, 5, 3))), (12, 5)) == 30


@pytest.mark.clause("WC-JUMP-03")
def test_walls_stop_a_jump_where_they_rise_above_its_beginning(table):
    floor, edge = ((10, 5), (11, 5)), (HERE, (10, 5))
    assert cost(gap(table, tall=[floor]), (12, 5)) == 30  # 3" high on the floor
    assert cost(gap(table, low=[floor]), (12, 5)) == 30
    assert (12, 5) not in gap(table, low=[edge]).cells()
    assert (12, 5) not in gap(table, tall=[edge]).cells()


@pytest.mark.clause("WC-JUMP-03", "WC-MOVE-02")
@pytest.mark.parametrize(("other", "stopped"), [("A2", True), ("B2", True), (None, False)])
def test_someone_at_the_height_of_the_jump_stops_it(table, other, stopped):
    """Between the gap and the far end lies a third platform."""
    t = table(platforms=[(9, 9, 5, 5), (11, 11, 5, 5), (12, 12, 5, 5)])
    t.add("A1", HERE, move=3)
    t.add("B1", (0, 0))
    if other:
        t.add(other, (11, 5))
    asked_to_move(t)
    assert cost(t, (12, 5)) == (None if stopped else 30)


@pytest.mark.clause("WC-JUMP-03")
def test_one_who_stands_on_the_floor_below_does_not_stop_a_jump(table):
    t = table(platforms=[(9, 9, 5, 5), (12, 12, 5, 5)])
    t.add("A1", HERE, move=3)
    t.add("A2", (10, 5))
    t.add("B1", (11, 5), activated=True)
    asked_to_move(t)
    assert cost(t, (12, 5)) == 30


@pytest.mark.clause("WC-JUMP-03", "WC-CLIMB-06")
@pytest.mark.parametrize(("up", "stopped"), [(1, False), (2, True), (3, True)])
def test_one_who_hangs_in_the_gap_stops_a_jump_that_passes_its_space(table, up, stopped):
    """It is 1.5" tall: from 1" up it does not reach the 3" where the jump begins."""
    t = table(platforms=[(9, 9, 5, 5), (12, 12, 5, 5)])
    t.add("A1", HERE, move=3)
    t.add("A2", (11, 5), toward=(12, 5), height=up)
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert ((12, 5) in t.cells()) is not stopped


@pytest.mark.clause("WC-JUMP-01", "WC-MOVE-02")
def test_a_jump_ends_on_a_free_cell(table):
    t = table(platforms=[(9, 9, 5, 5), (12, 12, 5, 5)])
    t.add("A1", HERE, move=3)
    t.add("A2", (12, 5))
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert (12, 5) not in t.cells()


@pytest.mark.clause("WC-JUMP-04")
def test_every_jump_ends_where_one_can_stand(table):
    t = mover(table, move=8, platforms=[(8, 9, 4, 6), (12, 13, 4, 6, 3)], pillars=[(10, 3), (11, 7)])
    assert len(t.cells()) > 80
    for x, y in t.cells():
        assert t.tables["stand"][y * 30 + x]
    t.play("to 12,5")
    assert t.unit("A1").height == 3


# ---- flight


@pytest.mark.clause("WC-FLY-01")
def test_flight_counts_horizontal_distance_and_passes_over_everything(table):
    """A ring of pillars and fighters shuts it in; beyond lie platforms 3" and 6" high."""
    ring = [(x, y) for x in range(8, 11) for y in range(4, 7) if (x, y) != HERE]
    t = table(pillars=ring[:4], platforms=[(12, 13, 4, 6, 6), (5, 6, 4, 6, 3)])
    t.add("A1", HERE, FURY)
    for k, at in enumerate(ring[4:], 2):
        t.add(f"A{k}", at)
    t.add("B1", (0, 0))
    asked_to_move(t)
    for x in range(18):
        for y in range(12):
            dx, dy = sorted((abs(x - 9), abs(y - 5)))
            far = 10 * (dy - dx) + 14 * dx
            taken = (x, y) in ring or (x, y) in {HERE, (0, 0)}
            assert cost(t, (x, y)) == (far if 0 < far <= 80 and not taken else None), (x, y)
            assert not rolls(t, (x, y))
    t.play("to 13,5")
    assert (t.unit("A1").at, t.unit("A1").height) == ((13, 5), 6)


@pytest.mark.clause("WC-FLY-01", "WC-MOVE-02")
def test_others_do_not_fly(table):
    ring = [(x, y) for x in range(8, 11) for y in range(4, 7) if (x, y) not in (HERE, (10, 5))]
    t = mover(table, move=2, pillars=ring)
    assert t.cells() == {(10, 5), (11, 5)}


@pytest.mark.clause("WC-FLY-01", "WC-MOVE-02", "WC-MOVE-07")
def test_a_flier_ends_on_floor_or_platform_in_a_free_cell_without_treasure(table):
    t = table(pillars=[(10, 5)])
    t.add("A1", HERE, FURY)
    t.add("A2", (9, 6))
    t.add("B1", (0, 0))
    t.token(1, (9, 4))
    asked_to_move(t)
    assert not t.cells() & {(10, 5), (9, 6), (9, 4), HERE}


@pytest.mark.clause("WC-FLY-02", "WC-JUMP-02")
def test_a_drop_in_flight_does_not_hurt(table):
    t = mover(table, HERE, FURY, platforms=[(9, 9, 5, 5, 6)])
    assert not any(rolls(t, at) for at in t.cells())
    t.play("to 10,5")
    assert (t.unit("A1").height, t.unit("A1").damage) == (0, 0)


@pytest.mark.clause("WC-FALL-07", "WC-FLY-01")
def test_deadly_ground_hurts_a_flier_that_lands_on_it_not_one_that_passes_over(table):
    deadly = [(10, y) for y in range(12)]
    t = mover(table, HERE, FURY, deadly=deadly)
    assert rolls(t, (10, 5)) == 1 and rolls(t, (11, 5)) == 0
    t.dice(5)
    t.play("to 10,5")
    assert t.unit("A1").damage == 1
    t.play("move")
    assert rolls(t, (10, 6)) == 1 and rolls(t, (11, 6)) == 0


@pytest.mark.clause("WC-FALL-07", "WC-FLY-02", "WC-JUMP-02")
def test_a_flight_down_on_to_deadly_ground_is_one_roll_a_jump_two(table):
    board = {"platforms": [(9, 9, 5, 5)], "deadly": [(10, 5)]}
    t = mover(table, HERE, FURY, **board)
    assert rolls(t, (10, 5)) == 1
    t = mover(table, HERE, move=1, **board)
    assert rolls(t, (10, 5)) == 2
    t.dice(4, 5)
    t.play("to 10,5")
    assert t.unit("A1").damage == 2


@pytest.mark.clause("WC-FLY-03", "WC-TRE-05")
def test_a_flier_that_carries_treasure_walks(table):
    t = mover(table, HERE, FURY, carries=1, pillars=[(10, y) for y in range(11)])
    assert cost(t, (8, 5)) == 10
    assert not any(x > 9 for x, _ in t.cells())


@pytest.mark.clause("WC-FLY-03", "WC-DIS-02")
def test_disengaging_is_never_flown(table):
    t = table(pillars=[(8, 4), (8, 5), (8, 6)])
    t.add("A1", HERE, FURY)
    t.add("B1", (10, 5), activated=True)
    t.add("B2", (0, 0), activated=True)
    t.activate("A1")
    t.play("disengage")
    assert t.cells() and not any(x < 9 and 3 < y < 7 for x, y in t.cells())
    assert (7, 5) not in t.cells()


@pytest.mark.clause("WC-FLY-01", "WC-MOVE-03")
def test_a_flier_beside_an_enemy_is_held_as_others_are(table):
    t = table()
    t.add("A1", HERE, FURY)
    t.add("B1", (10, 5))
    asked_to_move(t)
    assert t.cells() == {(x, y) for x in range(9, 12) for y in range(4, 7)} - {HERE, (10, 5)}
