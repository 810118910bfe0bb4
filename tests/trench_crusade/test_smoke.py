"""A few rulings end to end: that the table works, and the first worked examples."""

from __future__ import annotations

import pytest

from tests.trench_crusade.table import Table


@pytest.mark.clause("TC-RNG-09", "TC-INJ-02", "TC-KW-14")
def test_a_shot_at_short_range_hits_and_wounds(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(3, 4, 2, 3)
    t.play("shoot")
    assert t.unit("B1").blood == 1
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-RNG-02", "TC-ACT-05", "TC-ACT-06")
def test_actions_that_a_shot_without_assault_leaves(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle", "bayonet"])
    t.add("B1", (5, 12))
    t.activate("A1")
    assert t.verbs() == {"move", "charge", "dash", "shoot", "end"}
    t.dice(1, 2)
    t.play("shoot")
    assert t.verbs() == {"move", "dash", "end"}


@pytest.mark.clause("TC-ROLL-09", "TC-BLD-02", "TC-BLD-03")
def test_blood_is_spent_by_the_opponent_in_the_activation(table):
    t = table()
    t.add("A1", (5, 5), blood=2)
    t.add("B1", (30, 30))
    t.activate("A1", "dash")
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 1, "A1")
    t.dice(6, 5, 1)
    t.play("spend 1")
    assert t.unit("A1").blood == 1
    assert t.over is False and t.act("A1") is None


@pytest.mark.clause("TC-CHG-02", "TC-CHG-04", "TC-CHG-05")
@pytest.mark.parametrize(("die", "at", "fights"), [(2, (5, 13), False), (3, (5, 14), True), (6, (5, 15), True)])
def test_charge_at_ten_inches(table, die, at, fights):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (5, 16))
    t.activate("A1")
    t.dice(die)
    t.play("charge")  # the target and the end of the way are the only ones
    assert t.unit("A1").at == at
    assert ("fight" in t.verbs()) == fights


@pytest.mark.clause("TC-RET-02", "TC-RET-05", "TC-RET-06")
def test_retreat_after_the_enemy_lets_go(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 11), weapons=["sword"])
    t.activate("A1", "retreat")
    assert (t.decision, t.decider) == ("FREE_ATTACK", 1)
    t.play("decline")
    assert t.decision == "RETREAT_CELL"
    assert all(y < 10 for _, y in t.cells())
    t.play("to 10,5")
    assert t.unit("A1").at == (10, 5)


@pytest.mark.clause("TC-KW-32", "TC-INJ-02")
def test_tough_once(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), traits=["tough"])
    t.add("B2", (5, 20))
    t.activate("A1")
    t.dice(3, 4, 5, 5)
    t.play("shoot", "at B1")
    assert t.unit("B1").down and t.unit("B1").blood == 1 and t.unit("B1").tough_used


def test_a_real_game_begins_with_the_choice_of_a_zone():
    t = Table.new_game("outpost", seed=3)
    assert t.decision == "ZONE"
    t.play("south-zone")
    assert t.decision == "DEPLOY_UNIT"
