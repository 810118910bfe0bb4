"""The end of the game: winners, draws, rewards. Chapter END."""

from __future__ import annotations

import pytest

CELLS = {"A": (2, 2), "B": (22, 22), "C": (2, 22), "D": (22, 2)}


def last_standing(t, points, names="ABCD"):
    """One godbreaker for each seat named and these victory points; plays the last Resolution Phase."""
    for name in names[: len(points)]:
        t.add(f"{name}1", CELLS[name], die=8)
    t.state["points"][: len(points)] = points
    t.resolution()
    assert t.over


@pytest.mark.clause("GB-END-01", "GB-RND-03")
@pytest.mark.parametrize(("points", "winners"), [([3, 2], [0]), ([2, 3], [1]), ([-3, -2], [1])])
def test_the_highest_points_win_after_the_last_round(table, points, winners):
    t = table(last_round=True)
    last_standing(t, points)
    assert list(t.winners) == winners


@pytest.mark.clause("GB-END-01", "GB-S3-05")
def test_scenario_points_of_the_end_of_the_game_come_first(table):
    t = table(last_round=True, rule="treasure")
    t.add("A2", (4, 4), treasure=2)
    last_standing(t, [0, 4])
    assert list(t.points) == [5, 4] and list(t.winners) == [0]


@pytest.mark.clause("GB-END-01")
def test_circles_that_have_lost_do_not_win_on_points(table):
    t = table(last_round=True, seats=3)
    t.add("A1", CELLS["A"])
    t.add("B1", CELLS["B"])
    t.state["points"][:3] = [3, 2, 9]
    t.resolution()
    assert t.over and list(t.winners) == [0]


@pytest.mark.clause("GB-END-02")
@pytest.mark.parametrize("seats", [2, 3])
def test_all_routed_at_once_is_a_draw_between_them(table, seats):
    t = table(seats=seats)
    t.state["points"][:2] = [7, 1]
    t.resolution()
    assert t.over and list(t.winners) == list(range(seats))
    assert list(t.rewards) == [0] * seats


@pytest.mark.clause("GB-END-02")
def test_a_circle_routed_earlier_has_no_part_in_that_draw(table):
    t = table(seats=3)
    t.add("A1", CELLS["A"], die=8)
    t.add("B1", CELLS["B"], die=8)
    t.dice(5, 2)
    t.resolution()  # seat 2 is routed now
    for name in ("A1", "B1"):  # and the others fall in the next round
        t.hurt(name, 50)
    t.dice(1, 1)
    t.recovery()
    assert t.over and list(t.winners) == [0, 1]
    assert list(t.rewards) == [0.5, 0.5, -1]


@pytest.mark.clause("GB-END-03")
def test_equal_points_are_a_draw(table):
    t = table(last_round=True)
    t.add("A2", (4, 4))
    last_standing(t, [4, 4])
    assert list(t.winners) == [0, 1] and list(t.rewards) == [0, 0]


@pytest.mark.clause("GB-END-03")
def test_the_tiebreak_by_survivors_counts_heads_then_dice(table):
    t = table(last_round=True, tiebreak="survivors")
    t.add("A2", (4, 4))
    last_standing(t, [4, 4])
    assert list(t.winners) == [0]
    t = table(last_round=True, tiebreak="survivors")
    t.add("A2", (4, 4), die=6)
    t.add("B2", (20, 20), die=10)
    last_standing(t, [4, 4])
    assert list(t.winners) == [1]
    t = table(last_round=True, tiebreak="survivors")
    last_standing(t, [4, 4])
    assert list(t.winners) == [0, 1]


@pytest.mark.clause("GB-END-04")
@pytest.mark.parametrize(
    ("points", "rewards"),
    [
        ([3, 2], [1, -1]),
        ([3, 3], [0, 0]),
        ([1, 5, 2], [-0.5, 1, -0.5]),
        ([5, 5, 2], [0.5, 0.5, -1]),
        ([9, 9, 4, 2], [0.5, 0.5, -0.5, -0.5]),
        ([4, 4, 4, 2], [1 / 3, 1 / 3, 1 / 3, -1]),
        ([4, 4, 4, 4], [0, 0, 0, 0]),
        ([0, 7, 3, 2], [-1 / 3, 1, -1 / 3, -1 / 3]),
    ],
)
def test_first_place_shares_one_and_the_others_share_the_loss(table, points, rewards):
    t = table(last_round=True, seats=len(points))
    last_standing(t, points)
    assert list(t.rewards) == pytest.approx(rewards)
    assert sum(t.rewards) == pytest.approx(0)
