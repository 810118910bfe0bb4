"""Scenario S5, `infiltrators`: bystanders, and the stalkers among them."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import cells, outside, within


@pytest.mark.clause("GB-S5-01")
def test_every_deployed_godbreaker_brings_a_bystander(table):
    t = table.new_game(scenario="infiltrators", seats=2, seed=0, setup="full", shuffle=False)
    t.play("place 12,2")
    assert (t.decision, t.decider) == ("PLACE_SHARD", 1)  # no extra objectives
    t.play("place 12,22")
    assert t.marker("objective", 0) is None
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 1)
    t.play("deploy B3")
    t.play("place 12,21")
    where = t.unit("B3").cell
    assert (t.decision, t.decider) == ("DEPLOY_THREAT", 1)
    assert cells(t, "place") == outside(t, 6, where)
    t.play("place 12,6")
    bystander = t.unit("W1")
    assert (bystander.kind, bystander.cell, bystander.die, bystander.seat) == ("bystander", (12, 6), 6, -1)
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 0)
    t.random_until("PRIORITY", seed=1)
    assert list(t.unaligned().values()) == ["bystander"] * 10


@pytest.mark.clause("GB-S5-02")
@pytest.mark.parametrize(("place", "stalker"), [("place 15,10", True), ("pass", False)])
def test_a_verified_bystander_may_turn_out_a_stalker(table, place, stalker):
    t = table(rule="infiltrators")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("bystander", (11, 10), damage=2)
    t.activate("A1")
    t.dice(4)
    t.play("verify")
    assert (t.decision, t.decider) == ("STALKER_CELL", 0)
    assert list(t.points)[:2] == [1, 0]
    assert cells(t, "place") == within(t, (10, 10), 6)
    assert (11, 10) in cells(t, "place")  # the bystander is gone
    if stalker:
        t.dice(3)  # its sinister trait: Defensive
    t.play(place)
    assert t.unaligned() == ({"W1": "stalker"} if stalker else {})
    if stalker:
        found = t.unit("W1")
        assert (found.cell, found.die, found.damage, found.seat) == ((15, 10), 10, 2, -1)
        assert found.traits == {"ranged": 1, "defensive": 2}


@pytest.mark.clause("GB-S5-02", "GB-S5-03")
def test_a_wrong_suspicion_costs_one_point_and_is_no_casualty(table):
    t = table(rule="infiltrators")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 11), die=8)
    t.wild("bystander", (11, 10))
    t.activate("A1")
    t.dice(3)
    t.play("verify")
    assert list(t.points)[:2] == [-1, 0]
    assert t.unit("W1").cell is None
    assert (t.decision, t.decider) == ("ACTION", 0)


@pytest.mark.clause("GB-S5-02")
def test_verify_reaches_as_far_as_the_attack_range(table):
    t = table(rule="infiltrators")
    t.add("A1", (10, 10), die=6, traits={"ranged": 1})
    t.add("A2", (20, 10), die=6)
    t.add("B1", (22, 22), die=8)
    t.wild("bystander", (17, 10))  # Range 6
    t.wild("bystander", (18, 10))  # Range 7
    t.wild("bystander", (10, 3))  # Range 6
    t.activate("A1")
    t.play("verify")
    assert t.decision == "VERIFY_UNIT"
    assert t.legal() == {"question W1", "question W3"}
    t.dice(2)
    t.play("question W3")
    assert t.unit("W3").cell is None
    t.play("pass")
    t.play("pass")  # B1
    assert t.decision == "ACTION"
    assert not t.can("verify")  # A2: Range 1 is too far without Ranged


@pytest.mark.clause("GB-S5-02", "GB-MRK-05")
def test_a_verified_bystander_drops_its_tokens(table):
    t = table(rule="infiltrators")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("bystander", (11, 10), treasure=2)
    t.activate("A1")
    t.dice(3)
    t.play("verify")
    assert t.pile_at((11, 10))["treasure"] == 2


@pytest.mark.clause("GB-S5-03", "GB-REC-07")
@pytest.mark.parametrize(("kind", "die", "points"), [("stalker", 10, 5), ("bystander", 6, -1)])
def test_the_closest_circle_answers_for_the_dead(table, kind, die, points):
    t = table(last_round=True, rule="infiltrators")
    t.add("A1", (12, 8), die=8)  # Range 3
    t.add("B1", (12, 17), die=8)  # Range 4
    t.wild(kind, (12, 12), damage=die + 1, traits={})
    t.dice(die)
    t.recovery()
    assert list(t.points)[:2] == [points, 0]


@pytest.mark.clause("GB-S5-03")
def test_nobody_answers_when_two_circles_are_equally_close(table):
    t = table(last_round=True, rule="infiltrators")
    t.add("A1", (12, 8), die=8)
    t.add("A2", (11, 8), die=8)
    t.add("B1", (12, 16), die=8)
    t.wild("stalker", (12, 12), damage=11, traits={})
    t.dice(10)
    t.recovery()
    assert list(t.points)[:2] == [0, 0]


@pytest.mark.clause("GB-S5-03", "GB-GEN-06")
def test_several_models_of_one_circle_are_no_tie_and_tame_ones_count(table):
    t = table(last_round=True, rule="infiltrators")
    t.add("A1", (12, 8), die=8)
    t.add("A2", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("stalker", (12, 12), damage=11, traits={})
    t.wild("brute", (12, 14), seat=1)
    t.wild("brute", (14, 12), seat=1)
    t.wild("brute", (13, 13))  # wild models are nobody's
    t.dice(10)
    t.recovery()
    assert list(t.points)[:2] == [0, 5]


@pytest.mark.clause("GB-S5-03", "GB-GEN-05")
def test_stalkers_are_friends(table):
    t = table(last_round=True, rule="infiltrators")
    t.add("A1", (12, 6), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("stalker", (12, 12), traits={})
    t.wild("stalker", (12, 13), traits={})
    t.wild_phase()
    t.play("activate W1")
    assert not any(text.startswith("engage") for text in t.legal())
    assert t.can("move 12,7")
