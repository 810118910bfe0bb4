"""Chapter CLIMB: faces, stairs and ladders; examples 22 and 23."""

from __future__ import annotations

import pytest

from tests.warcry.reach import HERE, asked_to_move, cost, hanging, marks, mover, rolls

EAST = (10, 5)
PLATFORM = {"platforms": [(10, 11, 4, 6)]}
STAIR = {**PLATFORM, "stairs": [(HERE, EAST)]}
LADDER = {**PLATFORM, "ladders": [(HERE, EAST)]}


@pytest.mark.clause("WC-CLIMB-01", "WC-TERR-05")
def test_a_move_4_fighter_ends_on_top_of_a_3_inch_platform(table):
    """Example 22."""
    t = mover(table, HERE, "iron_lord", **PLATFORM)
    assert cost(t, EAST) == 40
    t.play("to 10,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == (EAST, 3, False)


@pytest.mark.clause("WC-CLIMB-01", "WC-CLIMB-03", "WC-TERR-05")
def test_a_move_3_fighter_ends_at_the_lip_and_steps_on_with_its_second_move(table):
    """Example 22."""
    t = mover(table, HERE, "iron_smith", **PLATFORM)
    assert EAST not in t.cells() and {(HERE, 1, 10), (HERE, 2, 20), (HERE, 3, 30)} <= set(hanging(t))
    t.play(t.climb(HERE, EAST, 3))
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == (HERE, 3, True)
    assert t.ask() == ("STEP", "A", "A1")  # it has not fallen
    t.play("move")
    assert (cost(t, EAST), cost(t, (11, 5))) == (10, 20)
    assert cost(t, (11, 4)) == 24  # 10 on to it, 14 on it
    t.play("to 11,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == ((11, 5), 3, False)


@pytest.mark.clause("WC-CLIMB-03", "WC-FALL-01", "WC-FALL-02", "WC-FALL-05", "WC-FALL-06")
def test_one_who_attacks_from_the_lip_falls_when_its_activation_ends(table):
    """Example 22: the opponent picks a floor cell within 2" horizontally, 3" lower; impact die 6: 3 damage."""
    t = table(**PLATFORM)
    t.add("A1", HERE, "iron_smith", toward=EAST, height=3)
    t.add("B1", EAST, "fang_axe", activated=True)
    t.add("B2", (0, 0))
    t.activate("A1")
    t.dice(1, 1, 1, 1, 1, 1, 1, 1)
    t.play("attack", "attack")
    assert t.ask() == ("FALL", "B", "A1")
    t.dice(6)
    t.play("land 8,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs, t.unit("A1").damage) == ((8, 5), 0, False, 3)
    assert t.ask() == ("STEP", "B", "B2")


@pytest.mark.clause("WC-CLIMB-01")
@pytest.mark.parametrize(("up", "expected"), [(1, {2: 10, 3: 20}), (2, {1: 10, 3: 10}), (3, {1: 20, 2: 10})])
def test_a_climb_goes_on_up_or_down_inch_by_inch(table, up, expected):
    t = mover(table, HERE, toward=EAST, up=up, move=3, **PLATFORM)
    assert {height: far for foot, height, far in hanging(t) if foot == HERE} == expected
    assert cost(t, EAST) == 10 * (3 - up) + 10
    assert cost(t, HERE) == min(10 * up, cost(t, EAST) + 10)  # down again, or over the top and with a jump
    assert rolls(t, HERE) == 0 and rolls(t, (8, 5)) == (0 if up < 3 else 1)


@pytest.mark.clause("WC-CLIMB-01", "WC-MOVE-09")
def test_the_place_where_a_climb_begins_is_no_destination(table):
    t = mover(table, HERE, toward=EAST, up=2, move=4, **PLATFORM)
    assert not t.can(t.climb(HERE, EAST, 2)) and t.can(t.climb(HERE, EAST, 1)) and (HERE in t.cells())


@pytest.mark.clause("WC-CLIMB-01")
def test_faces_are_climbed_orthogonally_and_not_along(table):
    """From a cell that touches the platform with a corner there is no climb; from the foot it goes to one top cell."""
    t = mover(table, (9, 3), move=4, **PLATFORM)
    assert not any(foot == (9, 3) for foot, _, _ in hanging(t))
    t = mover(table, HERE, toward=EAST, up=3, move=1, **PLATFORM)
    assert t.cells() == {EAST}


@pytest.mark.clause("WC-CLIMB-01", "WC-JUMP-01", "WC-JUMP-02")
def test_one_move_mixes_steps_climbs_and_jumps(table):
    """One step, up 3", over the platform and down: 10 + 40 + 10 + 10 with a roll."""
    t = mover(table, (8, 5), move=7, platforms=[(10, 11, 0, 11)])
    assert (cost(t, (12, 5)), rolls(t, (12, 5))) == (70, 1)
    t.dice(5)
    t.play("to 12,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").damage) == ((12, 5), 0, 1)


@pytest.mark.clause("WC-CLIMB-02", "WC-GEN-10")
@pytest.mark.parametrize("board", [PLATFORM, STAIR, LADDER])
def test_a_mount_does_not_come_up(table, board):
    t = mover(table, HERE, move=8, marks=marks("mount"), **board)
    assert not hanging(t) and EAST not in t.cells()
    t = mover(table, HERE, move=8, **board)
    assert hanging(t) and EAST in t.cells()


@pytest.mark.clause("WC-CLIMB-02", "WC-GEN-10", "WC-JUMP-01")
@pytest.mark.parametrize("board", [PLATFORM, STAIR, LADDER])
def test_a_mount_comes_down_by_jumping_alone(table, board):
    t = mover(table, EAST, move=8, marks=marks("mount"), **board)
    assert rolls(t, HERE) == 1 and not hanging(t)


@pytest.mark.clause("WC-CLIMB-03", "WC-FALL-01")
@pytest.mark.parametrize("ending", ["wait", "move"])
def test_whoever_hangs_on_a_face_when_its_activation_ends_has_fallen(table, ending):
    t = mover(table, HERE, move=2, **PLATFORM)
    t.play(t.climb(HERE, EAST, 1))
    assert t.ask() == ("STEP", "A", "A1")
    t.play(ending)
    if ending == "move":
        t.play(t.climb(HERE, EAST, 2))
    assert t.ask() == ("FALL", "B", "A1")
    t.play("land 9,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs, t.unit("A1").damage) == (HERE, 0, False, 0)


@pytest.mark.clause("WC-CLIMB-03", "WC-WAIT-02", "WC-FALL-01")
def test_one_who_begins_to_wait_on_a_face_falls_and_waits(table):
    t = table(**PLATFORM)
    t.add("A1", HERE, toward=EAST, height=2)
    t.add("B1", (0, 0))
    t.activate("A1")
    t.play("wait")
    assert t.ask() == ("FALL", "B", "A1")
    t.play("land 9,5")
    assert t.unit("A1").waiting and t.unit("A1").height == 0


@pytest.mark.clause("WC-CLIMB-03", "WC-CLIMB-04")
@pytest.mark.parametrize(("board", "up"), [(STAIR, 1.5), (LADDER, 1), (LADDER, 2), (LADDER, 3)])
def test_on_stairs_and_ladders_an_activation_may_end_part_way(table, board, up):
    t = table(**board)
    t.add("A1", HERE, toward=EAST, height=up)
    t.add("B1", (0, 0))
    t.activate("A1")
    t.play("wait")
    assert t.ask() == ("STEP", "B", "B1")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == (HERE, up, True)


@pytest.mark.clause("WC-CLIMB-03")
def test_one_who_is_on_top_or_at_the_foot_again_does_not_fall(table):
    for end in (EAST, HERE):
        t = table(**PLATFORM)
        t.add("A1", HERE, toward=EAST, height=2)
        t.add("B1", (0, 0))
        asked_to_move(t)
        t.play(f"to {end[0]},{end[1]}", "wait")
        assert t.ask() == ("STEP", "B", "B1")
        assert (t.unit("A1").at, t.unit("A1").climbs) == (end, False)


@pytest.mark.clause("WC-CLIMB-05", "WC-CLIMB-04")
@pytest.mark.parametrize(("move", "top", "middle"), [(1, False, False), (2, False, True), (3, False, True), (4, True, True)])
def test_a_stair_is_16_to_its_middle_and_32_to_its_end(table, move, top, middle):
    t = mover(table, HERE, move=move, **STAIR)
    assert (EAST in t.cells()) is top
    assert (HERE, 1.5, 16) in hanging(t) if middle else not [up for foot, up, _ in hanging(t) if foot == HERE]


@pytest.mark.clause("WC-CLIMB-05")
def test_from_the_middle_of_a_stair_both_ends_are_16_away(table):
    t = mover(table, HERE, toward=EAST, up=1.5, move=2, **STAIR)
    assert t.cells() == {HERE, EAST}
    assert cost(t, HERE) == cost(t, EAST) == 16 and not rolls(t, HERE)


# ---- where a climbing fighter is


@pytest.mark.clause("WC-CLIMB-06")
@pytest.mark.parametrize(("up", "near", "far"), [(1, True, True), (2, False, True), (3, False, False)])
def test_a_climbing_fighter_is_attacked_at_the_foot_and_at_its_height(table, up, near, far):
    """Ranges of 1" and 2" from the cell beside the foot."""
    t = table(**PLATFORM)
    t.add("A1", (8, 5), "raven_knife")
    t.add("A2", (8, 6), "raven_spear")
    t.add("B1", HERE, toward=EAST, height=up, activated=True)
    t.add("B2", (0, 0))
    t.activate("A1")
    assert ("attack" in t.steps()) is near
    t.play("wait", "wait")
    t.activate("A2")
    assert ("attack" in t.steps()) is far
    if far:
        t.dice(3, 3, 3, 2)
        t.play("attack")
        assert t.unit("B1").damage == 0  # S3 against T3: 4 and more hit


@pytest.mark.clause("WC-CLIMB-06", "WC-ATK-02")
def test_a_climbing_fighter_attacks_from_where_it_hangs(table):
    t = table(**PLATFORM)
    t.add("A1", HERE, toward=EAST, height=2)
    t.add("B1", EAST, activated=True)  # 1" higher
    t.add("B2", (8, 5), activated=True)  # 2" lower
    t.activate("A1")
    t.dice(4, 1, 1, 1)
    t.play("attack")  # nobody else can be attacked
    assert t.unit("B1").damage == 1 and t.unit("B2").damage == 0


@pytest.mark.clause("WC-CLIMB-06", "WC-MOVE-03")
def test_a_climbing_fighter_is_held_by_enemies_at_its_height(table):
    t = table(**PLATFORM)
    t.add("A1", HERE, toward=EAST, height=2, move=4)
    t.add("B1", EAST)
    t.activate("A1")
    t.play("move")  # the lip is the only place that is as near
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == (HERE, 3, True)


@pytest.mark.clause("WC-CLIMB-06", "WC-MOVE-02")
def test_nobody_enters_the_foot_of_a_face_on_which_someone_hangs(table):
    t = table(**PLATFORM)
    t.add("A1", (8, 5), move=3)
    t.add("A2", HERE, toward=EAST, height=3)
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert HERE not in t.cells() and not any(foot == HERE for foot, _, _ in hanging(t))


@pytest.mark.clause("WC-CLIMB-06", "WC-MOVE-02")
def test_one_who_stands_at_the_foot_bars_the_way_down(table):
    t = table(**PLATFORM)
    t.add("A1", EAST, move=3)
    t.add("A2", HERE)
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert HERE not in t.cells() and not any(foot == HERE for foot, _, _ in hanging(t))
    assert rolls(t, (9, 4)) == 1


@pytest.mark.clause("WC-CLIMB-06")
def test_a_climbing_fighter_leaves_the_top_free(table):
    t = table(**PLATFORM)
    t.add("A1", (11, 5), move=3)
    t.add("A2", HERE, toward=EAST, height=3)
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert EAST in t.cells()
