"""Markers, control, tokens. Chapter MRK."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.godbreakers.rules.telling import Prize
from tests.godbreakers.reading import cells, numbers

SPOT = (12, 12)


@pytest.mark.clause("GB-MRK-01")
def test_models_cannot_stand_on_markers_of_any_kind(table):
    t = table()
    t.objective(SPOT)
    t.shard(1, (10, 12))
    t.hoard(0, (12, 10))
    t.extra_objective(1, (11, 13))
    t.add("A1", (11, 11), die=6)
    t.activate("A1")
    assert not cells(t) & {SPOT, (10, 12), (12, 10), (11, 13)}
    assert {(13, 12), (10, 11)} <= cells(t)


CROWDS = [
    (["A1"], 0),
    (["A1", "A2", "B1"], 0),
    (["A1", "B1"], -1),
    (["A1", "A2", "B1", "B2"], -1),
    (["A1", "wild"], -1),
    (["A1", "A2", "wild"], 0),
    (["A1", "A2", "B1", "wild"], -1),
    (["A1", "own tame"], -1),
    (["A1", "A2", "own tame"], 0),
    (["A1", "B1", "C1"], -1),
    (["A1", "A2", "B1", "C1"], -1),
    (["B1", "B2", "B3", "A1", "C1"], 1),
    (["wild", "wild"], -1),
    ([], -1),
]


@pytest.mark.clause("GB-MRK-02", "GB-MRK-03", "GB-WLD-15")
@pytest.mark.parametrize(("crowd", "controller"), CROWDS)
def test_control_needs_more_godbreakers_than_all_other_models_together(table, crowd, controller):
    t = table(seats=3)
    t.objective(SPOT)
    ring = [(11, 11), (12, 11), (13, 11), (11, 12), (13, 12), (11, 13)]
    for name, cell in zip(crowd, ring, strict=False):
        if name == "wild":
            t.wild("brute", cell)
        elif name == "own tame":
            t.wild("brute", cell, seat=0)
        else:
            t.add(name, cell)
    assert t.controls(SPOT) == controller


@pytest.mark.clause("GB-MRK-02")
def test_models_one_unit_away_do_not_count(table):
    t = table()
    t.objective(SPOT)
    t.add("A1", (11, 12))
    t.add("B1", (14, 12))
    t.add("B2", (12, 14))
    assert t.controls(SPOT) == 0


@pytest.mark.clause("GB-MRK-03", "GB-SPC-02")
def test_control_is_live_for_sunder(table):
    t = table()
    t.objective(SPOT)
    t.add("A1", (10, 12), die=6)
    t.activate("A1")
    assert not t.can("sunder")
    t.play("move 11,12")
    assert t.can("sunder")


@pytest.mark.clause("GB-MRK-03", "GB-RES-02")
def test_control_scores_by_the_end_of_the_round(table):
    t = table(last_round=True)
    t.objective(SPOT)
    t.add("A1", (11, 12))
    t.add("B1", (13, 12), die=6, damage=6)
    t.dice(2)  # B1 contested the marker until it fell in the Recovery Phase
    t.recovery()
    assert list(t.points) == [2, 0]


@pytest.mark.clause("GB-RES-02", "GB-RES-03")
@pytest.mark.parametrize(("shard", "points", "prize"), [(None, 2, Prize.OBJECTIVE), (0, 1, Prize.OWN_SHARD), (1, 3, Prize.RIVAL_SHARD)])
def test_points_for_a_marker_are_told_with_what_they_are_for(table, shard, points, prize):
    t = table(last_round=True)
    t.objective(SPOT) if shard is None else t.shard(shard, SPOT)
    t.add("A1", (11, 12))
    t.add("B1", (2, 2))
    t.resolution()
    assert [(event.seat, event.value, event.other) for event in events_of(t.state) if event.kind == Event.POINTS] == [(0, points, prize)]


@pytest.mark.clause("GB-MRK-03")
def test_a_marker_in_the_corner_changes_hands_as_any_other(table):
    t = table()
    t.objective((0, 0))
    t.add("A1", (3, 0))
    t.activate("A1")
    t.play("move 1,0")
    assert [(event.seat, event.other) for event in events_of(t.state) if event.kind == Event.CONTROL] == [(0, 0)]


@pytest.mark.clause("GB-MRK-04", "GB-MRK-06")
def test_tokens_of_two_types_are_claimed_apart_and_without_limit(table):
    t = table()
    t.pile("treasure", (12, 10), 2)
    t.pile("trophy", (12, 10), 1)
    t.add("A1", (9, 10), die=6, treasure=9)
    t.activate("A1")
    t.play("move 11,10")
    assert t.decision == "CLAIM"
    assert numbers(t, "take") == {0, 1, 2}
    t.play("take 2")
    assert numbers(t, "take") == {0, 1}
    t.play("take 1")
    assert t.unit("A1").tokens == {"treasure": 11, "trophy": 1}
    assert not any(t.pile_at((12, 10)).values())


@pytest.mark.clause("GB-MRK-06")
@pytest.mark.parametrize(("lying", "answer", "taken"), [(9, 7, 9), (9, 6, 6), (8, 7, 8), (7, 7, 7)])
def test_take_7_means_all_of_a_larger_pile(table, lying, answer, taken):
    t = table()
    t.pile("treasure", (12, 10), lying)
    t.add("A1", (9, 10), die=6)
    t.activate("A1")
    t.play("move 11,10")
    assert numbers(t, "take") == set(range(8))
    t.play(f"take {answer}")
    assert (t.unit("A1").tokens["treasure"], t.pile_at((12, 10))["treasure"]) == (taken, lying - taken)


@pytest.mark.clause("GB-MRK-05")
def test_a_casualty_drops_its_tokens_where_it_stood(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, damage=20, treasure=2, trophy=1)
    t.add("A2", (2, 2))
    t.add("B1", (20, 20))
    t.dice(3)
    t.recovery()
    assert t.unit("A1").status == "CASUALTY"
    assert t.pile_at((10, 10)) == {"treasure": 2, "trophy": 1}


@pytest.mark.clause("GB-MRK-05")
@pytest.mark.parametrize(("rule", "kind", "action"), [("infiltrators", "bystander", "verify"), ("cure", "afflicted", "treatment")])
def test_models_removed_by_verify_or_treatment_drop_their_tokens(table, rule, kind, action):
    t = table(rule=rule)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20))
    t.wild(kind, (11, 10), treasure=2)
    t.activate("A1")
    t.dice(4)
    t.play(action)
    assert t.unit("W1").status != "ON_BOARD"
    assert t.pile_at((11, 10))["treasure"] == 2


@pytest.mark.clause("GB-MRK-06")
def test_claims_follow_a_move_by_ascending_cell(table):
    t = table()
    t.pile("treasure", (13, 11), 3)
    t.pile("treasure", (11, 9), 1)
    t.pile("treasure", (14, 10), 1)  # 1U away from the end of the move
    t.add("A1", (9, 10), die=6)
    t.activate("A1")
    t.play("move 12,10")
    assert numbers(t, "take") == {0, 1}
    t.play("take 0")
    assert numbers(t, "take") == {0, 1, 2, 3}
    t.play("take 2")
    assert t.decision == "ACTION"
    assert t.unit("A1").tokens["treasure"] == 2
    assert [t.pile_at(c).get("treasure", 0) for c in ((11, 9), (13, 11), (14, 10))] == [1, 1, 1]


@pytest.mark.clause("GB-MRK-06", "GB-MOV-03")
def test_standing_on_the_tokens_counts_even_after_a_move_to_the_same_cell(table):
    t = table()
    t.pile("treasure", (10, 10), 1)
    t.add("A1", (10, 10), die=6)
    t.activate("A1")
    t.play("move 10,10")
    t.play("take 1")
    assert t.unit("A1").tokens["treasure"] == 1


@pytest.mark.clause("GB-MRK-06")
def test_only_a_move_claims(table):
    t = table()
    t.pile("treasure", (10, 11), 1)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(5, 5)
    t.play("engage B1")
    assert t.decision == "ACTION"


@pytest.mark.clause("GB-MRK-07", "GB-TRT-04")
def test_a_placement_by_a_trait_neither_claims_nor_meets_obstacles(table):
    t = table()
    t.pile("treasure", (15, 12), 1)
    t.barricade(12, 12, 9, 11)
    t.add("A1", (10, 10), die=8, traits={"mysterious": 2})
    t.add("A2", (15, 10))
    t.add("B1", (11, 10))
    t.activate("A1")
    t.dice(5)  # the Hidden Ways test, and no other
    t.play("hidden-ways")
    t.play("place 15,11")
    assert t.decision == "ACTION"
    assert (t.unit("A1").cell, t.unit("A1").damage, t.unit("A1").tokens["treasure"]) == ((15, 11), 0, 0)


@pytest.mark.clause("GB-MRK-07")
def test_deployment_claims_nothing(table):
    t = table.new_game(scenario="drill_nowild", shuffle=False)
    t.state["piles"][0, 25 * 18 + 10] = 1
    t.play("deploy B1")
    t.play("place 10,18")
    assert t.decision == "DEPLOY_UNIT"
    assert t.unit("B1").tokens["treasure"] == 0


@pytest.mark.clause("GB-MRK-06")
def test_a_pile_two_rows_away_is_out_of_reach(table):
    t = table()
    for cell in ((9, 12), (10, 12), (11, 12), (9, 8), (10, 8), (11, 8)):
        t.pile("treasure", cell, 1)
    t.add("A1", (10, 14))
    t.activate("A1")
    t.play("move 10,10")
    assert t.decision == "ACTION"


@pytest.mark.clause("GB-MRK-06")
@pytest.mark.parametrize(("at", "pile"), [((1, 10), (0, 9)), ((10, 1), (11, 0)), ((23, 10), (24, 11)), ((10, 23), (9, 24))])
def test_a_pile_on_the_edge_of_the_board_is_claimed_like_any_other(table, at, pile):
    t = table()
    t.pile("treasure", pile, 1)
    t.add("A1", at)
    t.activate("A1")
    t.play(f"move {at[0]},{at[1]}", "take 1")
    assert t.unit("A1").tokens["treasure"] == 1


@pytest.mark.clause("GB-MRK-02", "GB-MRK-03")
def test_a_marker_off_the_board_changes_no_hands(table):
    t = table()
    t.add("A1", (22, 0))
    t.activate("A1")
    t.play("move 24,0")
    assert not [event for event in events_of(t.state) if event.kind == Event.CONTROL]
