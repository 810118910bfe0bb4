"""Chapter TRE: picking treasure up in mid-move, carrying and dropping it; DG-4, example 24."""

from __future__ import annotations

import itertools

import pytest

from tests.warcry.reach import HERE, asked_to_move, cost, marks, rolls

LANE = [(x, y) for x in range(2, 16) for y in (4, 6)]  # pillars along a passage one cell wide, row 5


def octile(a, b):
    dx, dy = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
    return 10 * (dy - dx) + 14 * dx


def near(token):
    return {(x, y) for x in range(token[0] - 1, token[0] + 2) for y in range(token[1] - 1, token[1] + 2)}


def finder(table, *tokens, at=HERE, profile="fang_runner", sets=None, ask=True, facts=None, **board):
    """A1 (Move 5) and treasures 1, 2, ... in the middle of cells; A1's player is asked where it moves."""
    t = table(**board)
    t.add("A1", at, profile, **(facts or {}))
    t.add("B1", (0, 0))
    for k, token in enumerate(tokens, 1):
        t.token(k, token)
    if sets:
        t.sets("A", sets)
    if ask:
        asked_to_move(t)
    return t


@pytest.mark.clause("WC-TRE-01", "WC-TRE-03", "WC-TRE-10")
def test_with_the_treasure_a_move_5_fighter_gets_3_inches_in_all(table):
    """Example 24: 2" on it comes within 1", picks up, and has 1" left, on or back; 4" on the action ends where it picks up."""
    t = finder(table, (12, 5), pillars=LANE)  # within 1" at (11, 5), (12, 5) and (13, 5)
    assert t.cells("take-to") == {(10, 5), (11, 5), (12, 5), (13, 5)} and (14, 5) in t.cells()
    t.play("take-to 12,5")
    assert (t.unit("A1").at, t.unit("A1").treasure, t.token_at(1)) == ((12, 5), 1, "A1")
    t.play("move")
    assert {x for x, _ in t.cells()} == {9, 10, 11, 13, 14, 15}  # begun carrying: Move 3


@pytest.mark.clause("WC-TRE-03", "WC-TRE-01")
def test_whoever_has_gone_too_far_ends_where_the_treasure_is_picked_up(table):
    """Example 24: within 1" after 4"."""
    t = finder(table, (14, 5), pillars=LANE)
    assert t.cells("take-to") == {(13, 5), (14, 5)}  # 4" and 5" on, each picked up there
    t.play("take-to 13,5")
    assert (t.unit("A1").at, t.unit("A1").treasure) == ((13, 5), 1)
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-TRE-01", "WC-TRE-03", "WC-TRE-07", "WC-TRE-10")
@pytest.mark.parametrize(("move", "kept"), [(2, 2), (3, 3), (4, 3), (5, 3), (6, 4), (8, 6)])
@pytest.mark.parametrize("token", [(10, 5), (9, 6), (11, 6), (12, 5), (13, 8), HERE])
def test_where_one_gets_with_a_treasure_on_open_ground(table, move, kept, token):
    """It takes the treasure at a cell near it after a step or more, and goes on while less than the reduced Move is spent."""
    t = finder(table, token, facts={"move": move})
    expected = {}
    for first in near(token) - {HERE}:
        spent = octile(HERE, first)
        if spent > 10 * move:
            continue
        ends = [first] if spent >= 10 * kept else itertools.product(range(18), range(12))
        for end in ends:
            far = spent + octile(first, end)
            if end not in (HERE, (0, 0)) and (end == first or far <= 10 * kept):
                expected[end] = min(expected.get(end, 999), far)
    assert {end: cost(t, end, take=True) for end in t.cells("take-to")} == expected
    assert token not in t.cells()  # without picking it up nobody ends on it


@pytest.mark.clause("WC-TRE-01")
def test_the_treasure_stays_where_it_is_if_the_player_says_no(table):
    t = finder(table, (11, 5))
    assert t.can("to 12,5") and t.can("take-to 12,5")
    t.play("to 12,5")
    assert t.token_at(1) == (11, 5) and t.unit("A1").treasure == 0


@pytest.mark.clause("WC-TRE-01", "WC-TRE-10", "WC-GEN-05")
@pytest.mark.parametrize(("token", "offered"), [((12, 5), True), ((13, 5), False)])
def test_only_within_1_inch_of_its_middle_is_a_treasure_picked_up(table, token, offered):
    t = finder(table, token, facts={"move": 2}, pillars=LANE)
    assert bool(t.cells("take-to")) is offered


@pytest.mark.clause("WC-TRE-01", "WC-GEN-05")
def test_a_treasure_on_a_platform_is_not_picked_up_from_the_floor(table):
    t = finder(table, (11, 5), platforms=[(11, 11, 5, 5)], facts={"move": 3})
    assert not t.cells("take-to")
    t = finder(table, (11, 5), platforms=[(11, 11, 5, 5)], facts={"move": 4})
    assert not t.cells("take-to")
    assert any(text.startswith("take-climb") for text in t.legal())  # near the top of its face
    t = finder(table, (11, 5), at=(10, 5), platforms=[(11, 11, 5, 5)], facts={"move": 4})
    assert (11, 5) in t.cells("take-to")


@pytest.mark.clause("WC-TRE-02", "WC-GEN-10")
@pytest.mark.parametrize("profile", ["fang_cat", "hunt_hound"])
def test_beasts_carry_nothing(table, profile):
    """Example 24."""
    t = finder(table, (11, 5), profile=profile)
    assert t.cells() and not t.cells("take-to")


@pytest.mark.clause("WC-TRE-02")
def test_one_who_carries_a_treasure_picks_up_no_other(table):
    t = finder(table, (11, 5), facts={"carries": 2})
    assert t.cells() and not t.cells("take-to") and (11, 5) not in t.cells()


@pytest.mark.clause("WC-TRE-04", "WC-TRE-03")
@pytest.mark.parametrize(("move", "left"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 3), (6, 4), (8, 6)])
def test_a_move_begun_with_treasure_is_2_inches_shorter_but_not_below_3(table, move, left):
    t = finder(table, facts={"move": move, "carries": 1}, pillars=LANE)
    assert max(x for x, _ in t.cells()) == min(9 + left, 17)


@pytest.mark.clause("WC-TRE-06", "WC-GEN-07", "WC-UNI-01")
@pytest.mark.parametrize(("move", "left"), [(2, 3), (3, 3), (4, 3), (5, 4)])
def test_what_is_added_to_move_is_added_before_the_treasure_is_subtracted(table, move, left):
    t = finder(table, facts={"move": move, "carries": 1}, sets={2: 2}, ask=False, pillars=LANE)
    t.activate("A1")
    t.play("rush-2", "move")
    assert max(x for x, _ in t.cells()) == 9 + left
    t = finder(table, (10, 5), facts={"move": move}, sets={2: 2}, ask=False, pillars=LANE)
    t.activate("A1")
    t.play("rush-2", "move")
    assert max(x for x, _ in t.cells("take-to")) == 9 + left


@pytest.mark.clause("WC-TRE-07", "WC-TRE-01")
def test_a_treasure_at_hand_is_picked_up_by_any_step_that_stays_within_1_inch(table):
    t = finder(table, (10, 5), facts={"move": 1})
    assert t.cells("take-to") == {(9, 4), (9, 6), (10, 5)}
    assert (8, 5) in t.cells() and (8, 5) not in t.cells("take-to")
    t.play("take-to 9,4")
    assert t.token_at(1) == "A1" and t.unit("A1").at == (9, 4)


@pytest.mark.clause("WC-TRE-01")
def test_if_several_can_be_picked_up_the_player_says_which(table):
    t = finder(table, (11, 4), (11, 6), (16, 5))
    t.play("take-to 11,5")
    assert t.ask() == ("TOKEN", "A", "A1") and t.legal() == {"take 1", "take 2"}
    t.play("take 2")
    assert (t.token_at(1), t.token_at(2), t.unit("A1").at) == ((11, 4), "A1", (11, 5))


@pytest.mark.clause("WC-TRE-01")
def test_a_treasure_in_the_corner_is_picked_up_like_any_other(table):
    t = table()
    t.add("A1", (3, 0), "fang_runner")
    t.add("B1", (17, 11))
    t.token(1, (16, 5))
    t.token(2, (0, 0))
    asked_to_move(t)
    t.play("take-to 1,0")
    assert (t.token_at(1), t.token_at(2)) == ((16, 5), "A1")


@pytest.mark.clause("WC-VC-05")
def test_what_is_looted_is_a_treasure_that_lies_nowhere(table):
    t = table(victory="uncover", objectives=[(6.5, 5.5)], loots=2, per_treasure=2)
    t.state["loots"][0] = 1
    t.token(1, (0, 0))
    t.add("A1", (5, 5))
    t.add("B1", (17, 11))
    t.activate("A1")
    t.play("loot")
    assert (t.token_at(1), t.token_at(2)) == ((0, 0), "A1")


@pytest.mark.clause("WC-TRE-01", "WC-MOVE-07")
def test_where_one_treasure_stays_another_is_not_asked_about(table):
    """The destination is the cell of the first: only that one can be taken."""
    t = finder(table, (11, 4), (11, 5))
    t.play("take-to 11,5")
    assert t.ask() == ("STEP", "A", "A1")
    assert (t.token_at(1), t.token_at(2), t.unit("A1").treasure) == ((11, 4), "A1", 2)


@pytest.mark.clause("WC-TRE-01", "WC-MOVE-07")
def test_a_cell_with_two_treasures_is_no_destination(table):
    t = finder(table, (11, 5), (11, 5))
    assert (11, 5) not in t.cells() | t.cells("take-to") and (12, 5) in t.cells("take-to")


@pytest.mark.clause("WC-TRE-03", "WC-FLY-03", "WC-TRE-05")
def test_a_flier_comes_to_the_treasure_through_the_air_and_goes_on_foot(table):
    """Over pillars to it; beyond it lie more of them."""
    wall = [(11, y) for y in range(11)]
    t = finder(table, (13, 5), profile="raven_fury", pillars=wall)
    assert cost(t, (12, 5), take=True) == 30  # picked up there
    assert cost(t, (13, 5), take=True) == 40
    assert (10, 5) in t.cells() and (10, 5) not in t.cells("take-to")
    assert (15, 5) in t.cells("take-to") and (16, 5) not in t.cells("take-to")  # 6 of the 8 inches are left to go
    t.play("take-to 14,5", "move")
    assert (10, 5) not in t.cells()


@pytest.mark.clause("WC-TRE-03", "WC-FLY-02", "WC-JUMP-02")
def test_a_flier_that_has_picked_up_treasure_jumps_down_as_others_do(table):
    t = finder(table, (11, 5), profile="raven_fury", platforms=[(10, 12, 4, 6)], facts={"move": 5})
    assert rolls(t, (13, 5)) == 0
    assert cost(t, (13, 5), take=True) is None or rolls(t, (13, 5), take=True) == 1


@pytest.mark.clause("WC-TRE-01", "WC-MOVE-03")
def test_beside_an_enemy_a_treasure_is_picked_up_only_where_the_move_may_end(table):
    t = table()
    t.add("A1", HERE, "fang_runner")
    t.add("B1", (10, 5))
    t.token(1, (8, 5))
    asked_to_move(t)
    beside = {(x, y) for x in range(9, 12) for y in range(4, 7)} - {HERE, (10, 5)}
    assert t.cells() == beside
    assert t.cells("take-to") == beside - {(11, 5)}  # 1" to the treasure, 3" in all


@pytest.mark.clause("WC-TRE-03", "WC-FALL-08", "WC-TRE-08", "WC-FALL-07")
def test_one_who_dies_after_picking_up_drops_it_where_it_died(table):
    t = finder(table, (11, 5), facts={"damage": 7, "move": 8}, pillars=LANE, deadly=[(13, 5)])
    t.dice(4)
    t.play("take-to 14,5")
    assert t.unit("A1").status == "down" and t.ask() == ("DROP", "A", "A1")
    assert t.cells("drop") == {(12, 5), (13, 5), (14, 5)}
    t.play("drop 12,5")
    assert t.token_at(1) == (12, 5) and t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-TRE-01", "WC-FALL-08", "WC-FALL-07")
def test_one_who_dies_before_it_comes_near_leaves_the_treasure_where_it_lies(table):
    t = finder(table, (12, 5), facts={"damage": 7}, pillars=LANE, deadly=[(10, 5)])
    t.dice(6)
    t.play("take-to 12,5")
    assert t.unit("A1").status == "down" and t.ask() == ("STEP", "B", "B1")
    assert t.token_at(1) == (12, 5)


@pytest.mark.clause("WC-TRE-01", "WC-TRE-03", "WC-FALL-07")
def test_dangers_before_and_after_the_treasure_are_all_rolled_for(table):
    t = finder(table, (12, 5), pillars=LANE, deadly=[(10, 5), (12, 5)])
    assert rolls(t, (12, 5), take=True) == 2 and rolls(t, (11, 5), take=True) == 1
    t.dice(4, 5)
    t.play("take-to 12,5")
    assert (t.unit("A1").at, t.unit("A1").damage, t.unit("A1").treasure) == ((12, 5), 2, 1)


@pytest.mark.clause("WC-TRE-01", "WC-FALL-07")
def test_deadly_ground_on_which_a_treasure_lies_is_entered_once(table):
    """Picked up there, or one step before and then entered: one die either way, and no walk to and fro for the treasure."""
    t = finder(table, (11, 5), facts={"move": 8}, pillars=LANE, deadly=[(11, 5)])
    assert rolls(t, (11, 5), take=True) == 1
    t.dice(4)
    t.play("take-to 11,5")
    assert (t.unit("A1").at, t.unit("A1").damage, t.unit("A1").treasure) == ((11, 5), 1, 1)


@pytest.mark.clause("WC-TRE-01", "WC-FALL-07")
@pytest.mark.parametrize(("token", "dice"), [(1, ()), (2, (4, 5))])
def test_the_dangers_are_those_of_the_way_to_the_treasure_that_is_named(table, token, dice):
    """Treasure 1 lies at hand; treasure 2 beyond a deadly cell, which is crossed out and back."""
    t = finder(table, (7, 5), (12, 5), facts={"move": 8}, pillars=LANE, deadly=[(10, 5)])
    t.play("take-to 8,5")
    assert t.ask() == ("TOKEN", "A", "A1")
    t.dice(*dice)
    t.play(f"take {token}")
    assert (t.unit("A1").at, t.unit("A1").treasure, t.unit("A1").damage) == ((8, 5), token, len(dice))


# ---- dropping


@pytest.mark.clause("WC-TRE-09")
def test_a_carrier_may_use_an_action_to_drop_it_beside_itself(table):
    t = finder(table, facts={"carries": 1}, ask=False)
    t.activate("A1")
    assert "drop" in t.steps()
    t.play("drop")
    assert t.ask() == ("DROP", "A", "A1")
    assert t.cells("drop") == near(HERE) - {HERE}
    t.play("drop 10,6")
    assert (t.token_at(1), t.unit("A1").treasure) == ((10, 6), 0)
    assert t.ask() == ("STEP", "A", "A1") and "drop" not in t.steps() and int(t.state["actions_left"]) == 1


@pytest.mark.clause("WC-TRE-09")
def test_one_who_carries_nothing_has_nothing_to_drop(table):
    t = finder(table, (10, 5), ask=False)
    t.activate("A1")
    assert "drop" not in t.steps()


@pytest.mark.clause("WC-TRE-08", "WC-TRE-09")
def test_a_treasure_is_dropped_level_or_lower_not_on_pillars_and_among_fighters(table):
    """On a 3" platform: 6" is above it, the floor below; others and other treasure in a cell do not matter."""
    t = table(platforms=[(9, 10, 4, 6), (8, 8, 5, 5, 6)], pillars=[(8, 4)])
    t.add("A1", HERE, carries=2)
    t.add("A2", (10, 5))
    t.add("B1", (0, 0))
    t.token(1, (10, 6))
    t.activate("A1")
    t.play("drop")
    assert t.cells("drop") == near(HERE) - {HERE, (8, 4), (8, 5)}
    assert {(10, 5), (10, 6), (8, 6)} <= t.cells("drop")


@pytest.mark.clause("WC-TRE-08", "WC-DMG-02")
def test_a_carrier_that_is_taken_down_drops_it_and_its_player_says_where(table):
    t = table(pillars=[(10, 4)], platforms=[(10, 10, 6, 6)])
    t.add("A1", (8, 5), "iron_lord")
    t.add("B1", HERE, carries=1, activated=True)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(6, 6, 6, 6)
    t.play("attack")
    assert t.unit("B1").status == "down" and t.ask() == ("DROP", "B", "B1")
    assert t.cells("drop") == near(HERE) - {(10, 4), (10, 6)}  # its own cell is one of them
    t.play("drop 8,5")  # under the feet of the one that took it down
    assert t.token_at(1) == (8, 5) and t.unit("B1").treasure == 0
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-TRE-08", "WC-CLIMB-06")
def test_one_taken_down_on_a_face_drops_it_level_or_lower(table):
    """At the lip the top of the platform is level; an inch lower it is above."""
    for up, level in ((3, True), (2, False)):
        t = table(platforms=[(10, 11, 4, 6)])
        t.add("A1", (10, 4), "iron_lord")
        t.add("B1", HERE, toward=(10, 5), height=up, carries=1, activated=True)
        t.add("B2", (17, 11))
        t.activate("A1")
        t.dice(6, 6, 6, 6)
        t.play("attack")
        assert t.ask() == ("DROP", "B", "B1")
        assert ((10, 5) in t.cells("drop")) is level and {HERE, (8, 5)} <= t.cells("drop")
        t.play("drop 9,5")


@pytest.mark.clause("WC-TRE-08")
def test_a_dropped_treasure_can_be_picked_up_again_at_once(table):
    t = finder(table, facts={"carries": 1}, ask=False)
    t.activate("A1")
    t.play("drop", "drop 10,5", "move")
    assert (10, 5) in t.cells("take-to") and (10, 5) not in t.cells()
    t.play("take-to 10,5")
    assert t.token_at(1) == "A1"


@pytest.mark.clause("WC-TRE-05", "WC-GEN-10")
def test_a_mount_picks_up_and_carries_as_others_do(table):
    t = finder(table, (11, 5), facts={"marks": marks("mount")})
    assert (11, 5) in t.cells("take-to")
