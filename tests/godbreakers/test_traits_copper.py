"""Chapter TRT, copper: Defensive, Healer, Inspired, Mysterious, Vengeful."""

from __future__ import annotations

import pytest


@pytest.mark.clause("GB-TRT-01")
def test_defensive_rerolls_attack_rolls_while_inactive(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"defensive": 2})
    t.activate("A1")
    t.dice(5, 1, 2, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 2


@pytest.mark.clause("GB-TRT-01")
def test_defensive_does_nothing_for_the_active_model(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"defensive": 2})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(1, 5)
    t.play("engage B1")
    assert t.unit("A1").damage == 4


@pytest.mark.clause("GB-TRT-02")
@pytest.mark.parametrize(
    ("cell", "healed", "dice"),
    [
        ((17, 10), True, (1, 2, 4)),  # Range 6, the healer's movement
        ((18, 10), False, (2,)),  # Range 7
    ],
)
def test_healer_rerolls_recoveries_of_friends_within_its_movement(table, cell, healed, dice):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, traits={"healer": 2})
    t.add("A2", cell, die=8, damage=4)
    t.add("B1", (24, 24), die=8)
    t.dice(*dice)
    t.recovery()
    assert t.unit("A2").status == ("ON_BOARD" if healed else "CASUALTY")


@pytest.mark.clause("GB-TRT-02", "GB-TRT-13")
def test_fleet_widens_the_healers_range(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, traits={"healer": 2, "fleet": 1})
    t.add("A2", (19, 10), die=8, damage=4)  # Range 8
    t.add("B1", (24, 24), die=8)
    t.dice(2, 5)
    t.recovery()
    assert t.unit("A2").damage == 0


@pytest.mark.clause("GB-TRT-02", "GB-DIE-02")
def test_the_best_healer_counts(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, traits={"healer": 1})
    t.add("A2", (12, 10), die=8, damage=4)
    t.add("A3", (14, 10), die=6, traits={"healer": 3})
    t.add("B1", (24, 24), die=8)
    t.dice(1, 2, 3, 4)
    t.recovery()
    assert t.unit("A2").damage == 0


@pytest.mark.clause("GB-TRT-02")
def test_a_healer_helps_neither_itself_nor_the_enemy(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, damage=3, traits={"healer": 3})
    t.add("A2", (2, 2), die=8)
    t.add("B1", (11, 10), die=8, damage=3)
    t.add("B2", (24, 24), die=8)
    t.order(0, 1)
    t.dice(1, 2)
    t.recovery()
    assert t.unit("A1").status == "CASUALTY"
    assert t.unit("B1").status == "CASUALTY"


@pytest.mark.clause("GB-TRT-02")
def test_tame_friends_are_healed_too(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, traits={"healer": 2})
    t.wild("brute", (12, 10), damage=4, seat=0)
    t.add("B1", (24, 24), die=8)
    t.dice(2, 5)
    t.recovery()
    assert t.unit("W1").damage == 0


@pytest.mark.clause("GB-TRT-03", "GB-DIE-04")
@pytest.mark.parametrize(
    ("rank", "flaws", "dice", "damage"),
    [
        (1, [], (1, 4), 0),
        (1, [], (1, 2), 1),
        (2, [], (1, 2, 3), 1),  # 3 stands, and a challenging 3 counts as 0
        (3, [], (1, 2, 3, 3, 4), 0),  # never fails
        (3, ["unlucky"], (3, 4), 1),
    ],
)
def test_inspired_rerolls_tests_while_active(table, rank, flaws, dice, damage):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"inspired": rank}, flaws=flaws)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(*dice)
    t.play("move 10,14")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("GB-TRT-03")
def test_inspired_does_not_reroll_attacks(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"inspired": 3})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(1, 3)
    t.play("engage B1")
    assert t.unit("A1").damage == 2


@pytest.mark.clause("GB-TRT-04", "GB-TRT-24")
def test_hidden_ways_lead_to_any_other_model(table):
    t = table()
    t.pile("treasure", (21, 20), 1)
    t.add("A1", (2, 2), die=6, traits={"mysterious": 2})
    t.add("A2", (2, 22), die=6)
    t.add("B1", (20, 20), die=8)
    t.add("B2", (3, 3), die=8, traits={"pinning": 3})
    t.wild("brute", (22, 2))
    t.activate("A1")
    t.dice(4)
    t.play("hidden-ways")  # the test comes before the choice of a cell
    assert t.decision == "HIDDEN_WAYS"
    assert {"pass", "place 22,20", "place 2,20", "place 22,4", "place 3,5"} <= t.legal()
    assert not {"place 23,20", "place 20,20", "place 23,21", "place 2,2"} & t.legal()
    t.play("place 22,20")
    assert t.unit("A1").cell == (22, 20)
    assert t.unit("A1").damage == 0  # no obstacles, although it stood next to an enemy
    assert (t.decision, t.decider) == ("ACTION", 0)  # and no claim


@pytest.mark.clause("GB-TRT-04")
def test_hidden_ways_may_fail_or_be_declined(table):
    t = table()
    t.add("A1", (2, 2), die=6, traits={"mysterious": 1})
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(3)
    t.play("hidden-ways")
    assert (t.decision, t.unit("A1").cell) == ("ACTION", (2, 2))
    t.dice(4)
    t.play("hidden-ways")
    t.play("pass")
    assert t.unit("A1").cell == (2, 2)


@pytest.mark.clause("GB-TRT-05")
def test_vengeful_strikes_any_enemy_in_its_attack_range(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("A2", (12, 11), die=8)
    t.add("A3", (13, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"vengeful": 2, "brutal": 3})
    t.add("B2", (24, 24), die=8)
    t.activate("A1")
    t.dice(5, 3)
    t.play("engage B1")
    assert (t.decision, t.decider) == ("VENGEANCE", 1)
    assert t.legal() == {"strike A1", "strike A2", "pass"}
    t.play("strike A2")
    assert (t.unit("A1").damage, t.unit("A2").damage) == (0, 2)


@pytest.mark.clause("GB-TRT-05")
@pytest.mark.parametrize(("traits", "flaws", "damage"), [({"tough": 3}, [], 2), ({}, ["brittle"], 3)])
def test_a_vengeful_strike_is_no_attack_damage(table, traits, flaws, damage):
    t = table()
    t.add("A1", (10, 10), die=8, traits=traits, flaws=flaws)
    t.add("B1", (11, 10), die=8, traits={"vengeful": 2})
    t.activate("A1")
    t.dice(5, 3)
    t.play("engage B1")
    t.play("strike A1")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("GB-TRT-05")
def test_unhurt_vengeful_models_do_not_strike(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"vengeful": 2})
    t.activate("A1")
    t.dice(3, 3)
    t.play("engage B1")
    assert (t.decision, t.decider) == ("ACTION", 0)


@pytest.mark.clause("GB-TRT-05", "GB-WLD-04")
def test_the_director_answers_for_a_wild_vengeful_model(table):
    t = table()
    t.order(1, 0)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (12, 10), die=8)
    t.wild("stalker", (11, 10), traits={"vengeful": 2})
    t.activate("B1")
    t.dice(6, 4)
    t.play("engage W1")
    assert (t.decision, t.decider) == ("VENGEANCE", 0)
    assert t.legal() == {"strike A1", "strike B1", "pass"}
    t.play("strike B1")
    assert t.unit("B1").damage == 2


@pytest.mark.clause("GB-TRT-04")
def test_hidden_ways_lead_to_a_model_in_the_corner(table):
    t = table()
    t.add("A1", (12, 12), traits={"mysterious": 1})
    t.add("B1", (0, 0))
    t.activate("A1")
    t.dice(4)
    t.play("hidden-ways")
    assert t.legal() == {"pass", "place 1,0", "place 0,1", "place 1,1"}
