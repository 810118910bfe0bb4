"""Resolution: victory points and Rout. Chapter RES."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import numbers


@pytest.mark.clause("GB-RES-02")
def test_own_shard_one_point_objective_two_other_shard_three(table):
    t = table(last_round=True)
    t.shard(0, (12, 2))
    t.objective((12, 12))
    t.shard(1, (12, 22))
    t.extra_objective(1, (4, 22))
    t.add("A1", (12, 3))
    t.add("A2", (12, 11))
    t.add("A3", (12, 21))
    t.add("B1", (4, 21))
    t.resolution()
    assert list(t.points) == [1 + 2 + 3, 2]


@pytest.mark.clause("GB-RES-02")
def test_points_add_up_over_the_rounds(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (12, 11), die=8)
    t.add("B1", (20, 20), die=8)
    t.dice(5, 2)
    t.resolution()
    t.dice(5, 2)
    t.resolution()
    assert list(t.points) == [4, 0]


@pytest.mark.clause("GB-RES-01", "GB-RES-04")
def test_points_are_scored_before_rout_is_checked(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (12, 11))
    t.resolution()
    assert t.over and list(t.winners) == [0]
    assert list(t.points) == [2, 0]


@pytest.mark.clause("GB-RES-01")
def test_a_new_round_starts_after_the_rout_check(table):
    t = table()
    t.add("A1", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    before = t.round
    t.dice(5, 2)
    t.resolution()
    assert (t.round, t.decision) == (before + 1, "PRIORITY")


@pytest.mark.clause("GB-RES-03")
def test_hoards_score_nothing(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (12, 12))
    t.hoard(1, (4, 4))
    t.add("A1", (12, 11))
    t.add("A2", (4, 5))
    t.add("B1", (20, 20))
    assert t.controls((12, 12)) == t.controls((4, 4)) == 0
    t.resolution()
    assert list(t.points) == [0, 0]


@pytest.mark.clause("GB-RES-03", "GB-S5-02")
def test_points_may_become_negative(table):
    t = table(rule="infiltrators")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20))
    t.wild("bystander", (11, 10))
    t.activate("A1")
    t.dice(3)
    t.play("verify")
    assert list(t.points) == [-1, 0]


@pytest.mark.clause("GB-RES-04")
def test_a_circle_without_godbreakers_loses_whatever_its_points(table):
    t = table()
    t.add("A1", (2, 2))
    t.wild("brute", (10, 10), seat=1)
    t.state["points"][1] = 30
    t.resolution()
    assert t.over and list(t.winners) == [0]
    assert list(t.rewards) == [1, -1]


@pytest.mark.clause("GB-RES-04", "GB-RES-05", "GB-END-01")
def test_with_more_players_the_game_goes_on_without_the_routed_circle(table):
    t = table(seats=3)
    t.shard(1, (12, 12), trait="fleet")
    t.add("A1", (12, 11), die=8)
    t.add("C1", (2, 22), die=8)
    t.wild("brute", (20, 20), seat=1)
    t.wild("runner", (20, 2), seat=1)
    t.state["points"][:3] = [5, 11, 4]
    t.dice(3, 6)  # only A1 and C1 roll for initiative
    t.resolution()
    assert not t.over
    assert (t.decision, t.decider) == ("PRIORITY", 2)
    assert len(numbers(t, "order")) == 2
    assert t.marker("shard", 1) == (12, 12)
    assert [t.unit(name).seat for name in ("W1", "W2")] == [-1, -1]
    assert list(t.points) == [5 + 3, 11, 4]  # its shard is worth 3 VP to others
    t.state["round"] = 5
    t.resolution()
    assert t.over and list(t.winners) == [0]  # 11 points do not help who has lost


@pytest.mark.clause("GB-RES-05", "GB-WLD-05")
def test_the_tame_models_of_a_routed_circle_turn_wild_with_their_default_compulsion(table):
    t = table(seats=3)
    t.add("A1", (2, 2), die=8)
    t.add("C1", (2, 22), die=8)
    t.wild("brute", (4, 4), seat=1)
    t.dice(6, 3)
    t.resolution()
    assert t.unit("W1").seat == -1
    t.wild_phase()
    assert t.active == "W1"
    assert t.legal() == {f"move {x},{y}" for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) != (2, 2)}  # murderous: next to A1


@pytest.mark.clause("GB-RES-06")
def test_rout_is_looked_at_only_in_the_resolution_phase(table):
    t = table()
    t.add("A1", (10, 10), die=12)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(12, 7)
    t.play("engage B1")  # the last godbreaker of seat 0 ascends
    assert not t.over and t.decider == 1
    t.dice(6)  # B1's recovery of 5 damage
    t.play("pass")
    assert t.over and list(t.winners) == [1]
