"""Recovery. Chapter REC; casualties in linked games are in test_campaign.py."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.godbreakers.rules.telling import Roll


@pytest.mark.clause("GB-REC-01")
def test_players_roll_in_priority_order_and_the_wild_models_last(table):
    t = table(last_round=True, seats=3)
    t.order(2, 0, 1)
    t.wild("brute", (12, 12), damage=4)
    for name, cell in (("A1", (2, 2)), ("B1", (22, 22)), ("C1", (2, 22))):
        t.add(name, cell, die=6, damage=4)
    t.dice(3, 4, 3, 4)  # C1, A1, B1, W1
    t.recovery()
    assert [t.unit(name).status for name in ("C1", "A1", "B1", "W1")] == ["CASUALTY", "ON_BOARD", "CASUALTY", "ON_BOARD"]


@pytest.mark.clause("GB-REC-01")
def test_undamaged_models_do_not_roll(table):
    t = table(last_round=True)
    t.add("A1", (2, 2))
    t.add("A2", (4, 2), damage=1)
    t.add("B1", (22, 22))
    t.dice(1)
    t.recovery()
    assert t.unit("A2").damage == 0


@pytest.mark.clause("GB-REC-02")
@pytest.mark.parametrize(
    ("die", "damage", "face", "stays"), [(6, 3, 4, True), (12, 7, 6, False), (8, 3, 3, True), (8, 3, 2, False), (6, 1, 1, True)]
)
def test_the_plain_result_heals_and_what_remains_removes(table, die, damage, face, stays):
    t = table(last_round=True)
    t.add("A1", (2, 2), die=die, damage=damage)
    t.add("B1", (22, 22))
    t.dice(face)
    t.recovery()
    unit = t.unit("A1")
    assert (unit.status, unit.cell) == (("ON_BOARD", (2, 2)) if stays else ("CASUALTY", None))
    assert unit.die == die
    if stays:
        assert unit.damage == 0


@pytest.mark.clause("GB-REC-03", "GB-TRT-02")
def test_a_healer_that_falls_still_helps_its_batch(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, damage=9, traits={"healer": 2})
    t.add("A2", (11, 10), die=6, damage=3)
    t.add("B1", (22, 22))
    t.dice(2, 1, 2, 3)  # A1 in slot order first, then A2 with two rerolls
    t.recovery()
    assert (t.unit("A1").status, t.unit("A2").status) == ("CASUALTY", "ON_BOARD")


@pytest.mark.clause("GB-REC-03", "GB-DIE-08", "GB-TRT-02")
@pytest.mark.parametrize(("healer", "status"), [("A1", "CASUALTY"), ("A3", "ON_BOARD")])
def test_a_healer_that_ascends_helps_no_roll_after_its_own(table, healer, status):
    t = table(last_round=True)
    t.add(healer, (10, 10), die=12, damage=9, traits={"healer": 3})
    t.add("A2", (11, 10), die=6, damage=4)
    t.add("B1", (22, 22))
    t.dice(*((12, 3) if healer == "A1" else (3, 4, 12)))  # in slot order
    t.recovery()
    assert (t.unit(healer).status, t.unit("A2").status) == ("ASCENDED", status)


@pytest.mark.clause("GB-REC-03", "GB-DIE-06", "GB-TRT-02")
def test_a_healer_that_grows_reaches_the_rolls_after_its_own_as_it_is_then(table):
    t = table(last_round=True)
    t.add("A1", (2, 10), die=6, damage=9, traits={"healer": 1})
    t.add("A2", (11, 10), die=6, damage=4)  # 8U away
    t.add("B1", (22, 22))
    t.dice(6, 1, 4)
    t.recovery()
    assert (t.unit("A1").die, t.unit("A2").status) == (8, "ON_BOARD")


@pytest.mark.clause("GB-REC-03")
def test_a_batch_rolls_in_slot_order_tame_models_included(table):
    t = table(last_round=True)
    t.wild("brute", (5, 5), seat=0, damage=4)
    t.wild("brute", (7, 7), damage=4)
    t.add("B1", (22, 22), damage=4)
    t.add("A3", (2, 2), damage=4)
    t.dice(3, 4, 4, 3)  # A3 and the tame brute of seat 0, B1, the wild brute
    t.recovery()
    assert [t.unit(name).status == "ON_BOARD" for name in ("A3", "W1", "B1", "W2")] == [False, True, True, False]


@pytest.mark.clause("GB-REC-04")
@pytest.mark.parametrize(("die", "grown"), [(6, 8), (8, 10), (10, 12)])
def test_the_maximum_removes_all_damage_however_much_and_the_godbreaker_grows(table, die, grown):
    t = table(last_round=True)
    t.add("A1", (2, 2), die=die, damage=40)
    t.add("B1", (22, 22))
    t.dice(die)
    t.recovery()
    assert (t.unit("A1").status, t.unit("A1").die, t.unit("A1").damage) == ("ON_BOARD", grown, 0)


@pytest.mark.clause("GB-REC-04", "GB-DIE-08")
def test_a_d12_ascends_by_its_recovery_roll(table):
    t = table(last_round=True)
    t.add("A1", (2, 2), die=12, damage=40)
    t.add("A2", (4, 2))
    t.add("B1", (22, 22))
    t.dice(12)
    t.recovery()
    assert (t.unit("A1").status, t.unit("A1").cell) == ("ASCENDED", None)


@pytest.mark.clause("GB-REC-05")
def test_an_unaligned_model_with_more_damage_than_faces_cannot_survive(table):
    t = table(last_round=True)
    t.add("A1", (2, 2))
    t.add("B1", (22, 22))
    t.wild("runner", (10, 10), damage=7)
    t.wild("brute", (10, 14), seat=0, damage=9)
    t.dice(8, 6)  # the maxima of the tame and the wild one
    t.recovery()
    assert t.unit("W1").status != "ON_BOARD" and t.unit("W2").status != "ON_BOARD"


@pytest.mark.clause("GB-REC-07", "GB-S5-03")
@pytest.mark.parametrize(("face", "points"), [(1, [0, 5]), (8, [5, 0])])
def test_casualty_rules_look_at_the_positions_of_that_moment(table, face, points):
    t = table(last_round=True, rule="infiltrators")
    t.add("A1", (9, 10), die=8, damage=30)  # the closest, if it stays
    t.add("A2", (2, 2))
    t.add("B1", (14, 10), die=8)
    t.wild("stalker", (10, 10), damage=30)
    t.dice(face, 5)
    t.recovery()
    assert list(t.points) == points


@pytest.mark.clause("GB-REC-01")
def test_a_recovery_roll_is_told_as_against_nobody(table):
    t = table(last_round=True)
    t.add("A1", (2, 2))
    t.add("B1", (22, 22), damage=1)
    t.dice(5)
    t.recovery()
    told = [event for event in events_of(t.state) if event.kind == Event.ROLLS]
    assert [(event.unit, event.other, event.value) for event in told] == [(t.slot_of("B1"), -1, Roll.RECOVERY)]
