"""Scenario S3, `treasure`: hoards, plunder and scavengers."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import around, cells, outside


@pytest.mark.clause("GB-S3-01")
def test_each_player_places_a_hoard_instead_of_an_objective(table):
    t = table.new_game(scenario="treasure", seats=2, seed=0, setup="full", shuffle=False)
    t.play("place 12,2")
    assert (t.decision, t.decider) == ("PLACE_MARKER", 0)
    assert cells(t, "place") == outside(t, 6, (12, 2))
    t.play("place 4,2")
    t.play("place 12,22")
    assert cells(t, "place") == outside(t, 6, (12, 2), (12, 22))
    t.play("place 20,22")
    assert (t.marker("hoard", 0), t.marker("hoard", 1)) == ((4, 2), (20, 22))
    assert t.marker("objective") == (12, 12)
    assert t.marker("objective", 0) is None


@pytest.mark.clause("GB-S3-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_treasure_puts_a_hoard_for_each_player(table, seats):
    t = table.new_game(scenario="treasure", seats=seats, seed=0)
    assert all(t.marker("hoard", seat) is not None for seat in range(seats))


@pytest.mark.clause("GB-S3-02", "GB-RES-03")
def test_plunder_yields_a_token_from_a_hoard_held_anywhere(table):
    t = table(rule="treasure")
    t.hoard(1, (4, 2))
    t.add("A1", (4, 3), die=8)
    t.add("A2", (20, 20), die=8, treasure=1)
    t.add("B1", (22, 2), die=8)
    t.activate("A2")
    t.dice(4)
    t.play("plunder")
    assert t.unit("A2").tokens["treasure"] == 2
    assert t.unit("W1").cell is None
    assert (t.decision, t.decider) == ("ACTION", 0)


@pytest.mark.clause("GB-S3-02")
def test_a_failed_plunder_calls_a_scavenger(table):
    t = table(rule="treasure")
    t.hoard(0, (4, 2))
    t.add("A1", (4, 3), die=8)
    t.add("B1", (22, 2), die=8)
    t.activate("A1")
    t.dice(3)
    t.play("plunder")
    assert t.unit("A1").tokens["treasure"] == 1  # claimed all the same
    assert (t.decision, t.decider) == ("SPAWN", 1)
    assert cells(t, "place") == around((4, 3)) - {(4, 2)}
    t.play("place 5,4")
    assert (t.unit("W1").kind, t.unit("W1").cell, t.unit("W1").die, t.unit("W1").seat) == ("scavenger", (5, 4), 8, -1)
    assert (t.decision, t.decider) == ("ACTION", 0)


@pytest.mark.clause("GB-S3-02")
@pytest.mark.parametrize("holder", ["nobody", "enemy"])
def test_plunder_needs_a_controlled_hoard(table, holder):
    t = table(rule="treasure")
    t.hoard(0, (4, 2))
    t.objective((12, 12))
    t.add("A1", (12, 11), die=8)
    t.add("B1", (4, 3) if holder == "enemy" else (22, 2), die=8)
    t.activate("A1")
    assert not t.can("plunder")


@pytest.mark.clause("GB-S3-02")
def test_tame_models_do_not_plunder(table):
    t = table(rule="treasure")
    t.hoard(0, (4, 2))
    t.add("A1", (4, 3), die=8)
    t.wild("brute", (20, 20), seat=0)
    t.add("B1", (22, 2), die=8)
    t.activate("W1")
    assert not t.can("plunder")


@pytest.mark.clause("GB-S3-03", "GB-S3-04")
def test_a_scavenger_beside_treasure_claims_exactly_one(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (6, 8))
    t.pile("treasure", (12, 12), 3)
    t.add("A1", (2, 22), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("scavenger", (11, 12))
    t.wild_phase()
    assert t.can("stay")
    assert t.can("move 7,9")  # or to the hoard
    t.play("stay")
    assert t.unit("W1").tokens["treasure"] == 1
    assert t.pile_at((12, 12))["treasure"] == 2


@pytest.mark.clause("GB-S3-03")
def test_a_scavenger_that_fetches_treasure_claims_it_on_arrival(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (2, 2))
    t.pile("treasure", (12, 12), 1)
    t.add("A1", (2, 22), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("scavenger", (18, 12))
    t.wild_phase()
    t.play("move 13,12")
    t.play("take 0")  # the director need not, the scavenger does
    assert t.unit("W1").tokens["treasure"] == 1
    assert t.pile_at((12, 12))["treasure"] == 0


@pytest.mark.clause("GB-S3-04", "GB-WLD-12")
def test_hoarders_hunt_the_closest_treasure_carrier(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (2, 2))
    t.pile("treasure", (11, 12), 1)
    t.add("A1", (18, 12), die=8, treasure=1)  # Range 5
    t.add("A2", (12, 21), die=8, treasure=2)  # Range 8
    t.add("B1", (12, 10), die=8)  # closer, but empty-handed
    t.wild("scavenger", (12, 12))
    t.wild_phase()
    assert t.legal() == {f"move {x},{y}" for x, y in around((18, 12))}


@pytest.mark.clause("GB-S3-04")
def test_its_own_treasure_does_not_make_a_scavenger_its_own_prey(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (12, 6))
    t.add("A1", (2, 22), die=8)
    t.add("B1", (12, 10), die=8)
    t.wild("scavenger", (12, 12), treasure=2)
    t.wild_phase()
    reachable = {cell for cell in around((12, 6)) if t.reach((12, 12), cell) <= 8}
    assert t.legal() == {f"move {x},{y}" for x, y in reachable}


@pytest.mark.clause("GB-S3-04")
def test_empty_handed_hoarders_choose_between_treasure_and_a_hoard(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (12, 6))
    t.pile("treasure", (12, 18), 1)
    t.add("A1", (2, 22), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("scavenger", (12, 12))
    t.wild_phase()
    assert t.decider == 1
    wanted = around((12, 6)) | around((12, 18)) | {(12, 18)}  # a token's own cell is within 0U of it
    assert t.legal() == {f"move {x},{y}" for x, y in wanted if t.reach((12, 12), (x, y)) <= 8}


@pytest.mark.clause("GB-S3-04", "GB-WLD-14")
def test_the_director_chooses_between_equally_close_treasures(table):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (12, 6))
    t.pile("treasure", (12, 18), 1)
    t.pile("treasure", (18, 12), 1)
    t.add("A1", (2, 22), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("scavenger", (12, 12))
    t.wild_phase()
    assert (t.decision, t.decider) == ("WILD_TARGET", 1)
    assert t.legal() == {"aim 12,18", "aim 18,12"}
    t.play("aim 18,12")
    assert t.can("move 17,12")
    assert not t.can("move 12,17")


@pytest.mark.clause("GB-S3-04")
def test_without_a_hoard_scavengers_are_murderous(table):
    t = table(last_round=True, rule="treasure")
    t.pile("treasure", (12, 18), 1)
    t.add("A1", (18, 12), die=8, treasure=1)
    t.add("B1", (12, 9), die=8)
    t.wild("scavenger", (12, 12))
    t.wild_phase()
    assert t.legal() == {f"move {x},{y}" for x, y in around((12, 9))}


@pytest.mark.clause("GB-S3-05")
def test_carriers_score_five_each_whatever_they_carry(table):
    t = table(last_round=True, rule="treasure")
    t.add("A1", (2, 2), die=8, treasure=3)
    t.add("A2", (2, 4), die=8, treasure=1)
    t.add("B1", (22, 22), die=8)
    t.wild("companion", (20, 20), traits={}, seat=1, treasure=1)  # no godbreaker
    t.resolution()
    assert list(t.points)[:2] == [10, 0]


@pytest.mark.clause("GB-S3-05", "GB-DIE-09")
def test_an_ascended_carrier_still_scores(table):
    t = table(last_round=True, rule="treasure")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=12, treasure=1)
    t.add("B2", (22, 22), die=8)
    t.activate("A1")
    t.dice(5, 12)
    t.play("engage B1")
    t.play("pass")
    t.dice(8)  # A1 recovers by a Triumph
    t.play("pass")
    assert list(t.points)[:2] == [0, 5]


@pytest.mark.clause("GB-S3-05")
def test_treasure_scores_after_the_last_round_only(table):
    t = table(rule="treasure")
    t.add("A1", (2, 2), die=8, treasure=3)
    t.add("B1", (22, 22), die=8)
    t.dice(5, 2)
    t.resolution()
    assert t.round == 2
    assert list(t.points)[:2] == [0, 0]


@pytest.mark.clause("GB-S3-03", "GB-MRK-06")
def test_nobody_but_a_scavenger_claims_at_the_end_of_its_activation(table):
    t = table(rule="treasure")
    t.pile("treasure", (11, 10), 1)
    t.add("A1", (10, 10))
    t.add("B1", (20, 20))
    t.activate("A1")
    t.play("pass")
    assert (t.unit("A1").tokens["treasure"], t.pile_at((11, 10))["treasure"]) == (0, 1)


@pytest.mark.clause("GB-S3-04")
@pytest.mark.parametrize("treasure", [False, True])
def test_a_hoard_or_treasure_in_the_corner_is_gone_for_like_any_other(table, treasure):
    t = table(last_round=True, rule="treasure")
    t.hoard(0, (6, 6) if treasure else (0, 0))  # at the first it stands already
    if treasure:
        t.pile("treasure", (0, 0), 1)
    t.add("A1", (2, 22))
    t.add("B1", (22, 2))
    t.wild("scavenger", (5, 5))
    t.wild_phase()
    assert t.legal() == {f"move {x},{y}" for x, y in ({(0, 0)} if treasure else set()) | {(1, 0), (0, 1), (1, 1)}}
