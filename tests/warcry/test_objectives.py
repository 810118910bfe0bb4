"""Chapter OBJ: who controls an objective when a round ends."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

MIDDLE = [(9, 6)]  # a vertex: cells (8, 5), (9, 5), (8, 6), (9, 6) touch it


def marks(table, *objectives, **facts):
    return table(**{"objectives": objectives or MIDDLE, "per_objective": 1, **facts})


@pytest.mark.clause("WC-OBJ-01", "WC-TRE-10", "WC-GEN-04", "WC-GEN-05")
@pytest.mark.parametrize(
    ("at", "near"),
    [
        ((9, 6), True),
        ((12, 6), True),  # 3"
        ((13, 6), False),
        ((11, 8), True),  # 2, 2: 2.83"
        ((12, 7), False),  # 3, 1: 3.16"
        ((5, 5), True),
        ((9, 2), True),
        ((9, 1), False),
    ],
)
def test_a_fighter_counts_within_3_inches_of_the_centre(table, at, near):
    t = marks(table)
    t.add("A1", at)
    t.add("B1", (0, 0))
    t.score()
    assert t.holder(1) == ("A" if near else None)


@pytest.mark.clause("WC-OBJ-01", "WC-GEN-05")
def test_height_is_part_of_the_distance_to_an_objective(table):
    for platforms, holder in (((), "A"), ([(10, 11, 6, 6)], None)):
        t = marks(table, platforms=platforms)
        t.add("A1", (10, 6))  # 1" away; 3" up it is 3.16"
        t.add("B1", (0, 0))
        t.score()
        assert t.holder(1) == holder


@pytest.mark.clause("WC-OBJ-01")
@pytest.mark.parametrize(("at", "near"), [((9, 6), True), ((11, 6), True), ((8, 5), True), ((7, 5), False), ((9, 7), False)])
def test_an_objective_at_the_foot_of_a_platform_lies_on_top(table, at, near):
    t = marks(table, platforms=[(9, 11, 6, 6)])
    t.add("A1", at)  # on the platform, or on the floor 3" lower: then only those that touch the point
    t.add("B1", (0, 0))
    t.score()
    assert t.holder(1) == ("A" if near else None)


@pytest.mark.clause("WC-OBJ-01", "WC-TRE-10")
@pytest.mark.parametrize(("point", "cells"), [((9, 6), 44), ((8.5, 5.5), 45)])
def test_how_many_cells_are_within_3_inches(table, point, cells):
    t = marks(table, point)
    near = t.tables["objective_near"][0][:660].reshape(22, 30)
    assert near.sum() == cells
    for x, y in itertools.product(range(18), range(12)):
        gap = [max(at - p, p - at - 1, 0) for at, p in zip((x, y), point, strict=True)]
        assert near[y, x] == (np.hypot(*gap) <= 3)


@pytest.mark.clause("WC-OBJ-01", "WC-OBJ-02")
def test_more_fighters_gain_it_and_it_stays_theirs_until_the_other_side_has_more(table):
    t = marks(table)
    t.add("A1", (7, 6))
    t.add("A2", (8, 4))
    t.add("B1", (10, 6))
    t.add("B2", (0, 11))
    t.score(1)
    assert t.holder(1) == "A"  # 2 against 1
    t.put("A2", (0, 0))
    t.score(2)
    assert t.holder(1) == "A"  # 1 against 1
    t.put("A1", (0, 2))
    t.put("B1", (17, 11))
    t.score(3)
    assert t.holder(1) == "A"  # nobody
    t.put("B1", (10, 6))
    t.end_round(4)
    assert t.holder(1) == "B" and t.over


@pytest.mark.clause("WC-OBJ-02")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_equal_numbers_gain_nothing_at_the_start(table, n):
    t = marks(table)
    for k in range(1, 3):
        t.add(f"A{k}", (7, 4 + k) if k <= n else (0, k))
        t.add(f"B{k}", (10, 4 + k) if k <= n else (17, k))
    t.score()
    assert t.holder(1) is None and t.points == (0, 0)


@pytest.mark.clause("WC-OBJ-03")
@pytest.mark.parametrize(
    ("profile", "facts"),
    [
        ("fang_cat", {}), ("hunt_hound", {}), ("raven_knife", {"activated": True}), ("raven_knife", {"waiting": True}),
        ("raven_knife", {"carries": 1}), ("raven_knife", {"lost": 2}), ("raven_knife", {"damage": 7}),
    ],
)  # fmt: skip
def test_every_fighter_counts_as_one(table, profile, facts):
    t = marks(table)
    t.add("A1", (7, 6), profile, **facts)
    t.add("A2", (8, 6))
    t.add("B1", (10, 6), "iron_behemoth")
    t.score()
    assert t.holder(1) == "A"


@pytest.mark.clause("WC-OBJ-03", "WC-OBJ-01")
def test_dear_fighters_count_no_more_and_those_taken_down_not_at_all(table):
    t = marks(table)
    t.add("A1", (7, 6))
    t.add("A2", (8, 6))
    t.add("B1", (10, 6), "iron_behemoth")
    t.take_down("A2")
    t.score()
    assert t.holder(1) is None


@pytest.mark.clause("WC-OBJ-01")
def test_a_climbing_fighter_counts_where_it_hangs(table):
    t = marks(table, platforms=[(9, 10, 2, 2)])
    t.add("A1", (9, 3), toward=(9, 2), height=1)  # 2" from the objective, 1" up
    t.add("B1", (0, 0))
    t.score()
    assert t.holder(1) == "A"
    t = marks(table, platforms=[(9, 10, 2, 2)])
    t.add("A1", (9, 3), toward=(9, 2), height=3)
    t.add("B1", (0, 0))
    t.score()
    assert t.holder(1) is None


# ---- several objectives


@pytest.mark.clause("WC-OBJ-04")
def test_a_fighter_counts_for_all_objectives_near_it(table):
    t = marks(table, (5, 6), (9, 6), (14, 6))
    t.add("A1", (6, 5))
    t.add("B1", (17, 0))
    t.score()
    assert (t.holder(1), t.holder(2), t.holder(3)) == ("A", "A", None) and t.points == (2, 0)


def single(table):
    """Objectives 1 and 2 with a fighter of each seat between them, others at one alone."""
    t = marks(table, (5, 6), (9, 6), (14, 6), single_objective=True)
    t.add("A1", (3, 5))  # at 1 alone
    t.add("A2", (6, 5))
    t.add("A3", (7, 7))
    t.add("B1", (6, 6))
    t.add("B2", (14, 6))  # at 3 alone
    return t


@pytest.mark.clause("WC-OBJ-04")
@pytest.mark.parametrize(("opener", "order"), [("A", ["A2", "A3", "B1"]), ("B", ["B1", "A2", "A3"])])
def test_who_took_the_first_activation_assigns_first_and_only_fighters_near_several(table, opener, order):
    t = single(table)
    t.state["opener"] = "AB".index(opener)
    t.score()
    asked = []
    while t.decision == "ASSIGN":
        asked.append(t.ask()[2])
        assert t.legal() == {"objective 1", "objective 2"}
        t.play("objective 2" if asked[-1] == "B1" else "objective 1")
    assert asked == order
    assert (t.holder(1), t.holder(2), t.holder(3)) == ("A", "B", "B") and t.points == (1, 2)


@pytest.mark.clause("WC-OBJ-04", "WC-RND-07")
def test_a_fighter_assigned_counts_there_only_and_is_asked_again_next_round(table):
    t = single(table)
    t.state["opener"] = 0
    t.score()
    t.play("objective 2", "objective 2", "objective 1")
    assert (t.holder(1), t.holder(2)) == (None, "A")  # A1 against B1 at 1
    t.state["opener"] = 1
    t.score(2)
    assert t.ask() == ("ASSIGN", "B", "B1")
    t.play("objective 2", "objective 1", "objective 1")
    assert (t.holder(1), t.holder(2)) == ("A", "B")


@pytest.mark.clause("WC-OBJ-04")
def test_the_first_activation_of_the_round_is_remembered(table):
    t = single(table)
    for name in ("A1", "A2", "A3"):
        t.change(name, activated=1)
    t.change("B2", activated=1)
    t.change("B1", lost=1)
    t.combat_phase("A")
    t.play("opponent")
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("wait")
    assert t.ask() == ("ASSIGN", "B", "B1")
    t.play("objective 1", "objective 1", "objective 1")


@pytest.mark.clause("WC-OBJ-04")
def test_what_a_fighter_was_assigned_to_is_forgotten_when_the_round_is_over(table):
    t = single(table)
    t.state["opener"] = 0
    t.score()
    t.play("objective 1", "objective 1", "objective 1")
    assert (t.holder(1), t.holder(2)) == ("A", None)
    t.put("A3", (9, 8))  # at 2 alone
    t.put("B1", (0, 0))
    t.score(2)
    assert t.ask() == ("ASSIGN", "A", "A2")
    t.play("objective 1")
    assert (t.holder(1), t.holder(2)) == ("A", "A")


@pytest.mark.clause("WC-OBJ-04")
def test_each_round_has_its_own_first_activation(table):
    t = single(table)
    t.state["opener"] = 0
    t.score()
    t.play("objective 1", "objective 1", "objective 1", "done", "done", "opponent")
    t.turn("B")  # B takes the first activation of round 2
    t.score()
    assert t.ask() == ("ASSIGN", "B", "B1")
    t.play("objective 1", "objective 1", "objective 1")


@pytest.mark.clause("WC-OBJ-04", "WC-COMB-05")
def test_who_goes_first_and_must_pass_has_not_taken_the_first_activation(table):
    t = single(table)
    for name in ("A1", "A2", "A3", "B2"):
        t.change(name, activated=1)
    t.change("B1", lost=1)
    t.combat_phase("A")
    t.play("self")  # A passes
    assert t.ask() == ("STEP", "B", "B1")
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("wait")
    assert t.ask() == ("ASSIGN", "B", "B1")
    t.play("objective 1", "objective 1", "objective 1")


@pytest.mark.clause("WC-OBJ-04")
def test_later_activations_do_not_change_who_opened_the_round(table):
    t = single(table)
    for name in ("A2", "A3", "B2"):
        t.change(name, activated=1)
    for name in ("A1", "B1"):
        t.change(name, lost=1)
    t.combat_phase("A")
    t.play("self", "wait")
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("wait")
    assert t.ask() == ("ASSIGN", "A", "A2")
    t.play("objective 1", "objective 1", "objective 1")
