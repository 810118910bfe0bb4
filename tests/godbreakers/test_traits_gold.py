"""Chapter TRT, gold: Despoiling, Summoning, Thunderous."""

from __future__ import annotations

import pytest


@pytest.mark.clause("GB-TRT-16", "GB-TRT-17", "GB-TRT-24")
@pytest.mark.parametrize(("rank", "die", "after"), [(1, 10, 6), (2, 10, 8), (3, 10, 10), (3, 12, 10), (2, 6, 6)])
def test_despoiling_returns_a_casualty_with_a_capped_die(table, rank, die, after):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"despoiling": rank})
    t.add("A2", (20, 20), die=die, damage=9, activated=True)
    t.add("B1", (2, 2), die=8)
    t.lose("A2")
    t.activate("A1")
    t.play("despoil")
    assert t.decision == "DESPOIL_CELL"
    assert t.can("place 11,11")
    assert not t.can("place 12,10")
    t.dice(4)
    t.play("place 11,11")
    fallen = t.unit("A2")
    assert (fallen.status, fallen.cell, fallen.die, fallen.damage) == ("ON_BOARD", (11, 11), after, 0)
    assert not fallen.activated
    assert not any(fallen.tokens.values())


@pytest.mark.clause("GB-TRT-16", "GB-MRK-05")
def test_a_returned_casualty_has_dropped_what_it_carried(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), traits={"despoiling": 1})
    t.add("A2", (20, 20), die=6, damage=20, treasure=2)
    t.add("B1", (2, 2))
    t.dice(3)
    t.recovery()
    assert t.pile_at((20, 20))["treasure"] == 2 and not any(t.unit("A2").tokens.values())


@pytest.mark.clause("GB-TRT-16", "GB-TRT-17")
def test_a_failed_despoiling_removes_it_again_but_the_die_stays_changed(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"despoiling": 1})
    t.add("A2", (20, 20), die=10)
    t.add("B1", (2, 2), die=8)
    t.lose("A2")
    t.activate("A1")
    t.dice(3)
    t.play("despoil")
    t.play("place 11,11")
    assert (t.unit("A2").status, t.unit("A2").cell, t.unit("A2").die) == ("CASUALTY", None, 6)
    assert t.can("despoil")


@pytest.mark.clause("GB-TRT-16", "GB-DIE-09")
def test_despoiling_chooses_among_own_casualties_not_ascended_or_hostile_models(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"despoiling": 1})
    t.add("B2", (2, 2), die=8)
    for name, cell in (("A2", (20, 20)), ("A3", (20, 18)), ("B1", (20, 16))):
        t.add(name, cell, die=8)
        t.lose(name)
    t.add("A4", (20, 14), die=12)
    t.lose("A4", ascended=True)
    t.activate("A1")
    t.play("despoil")
    assert t.decision == "DESPOIL_UNIT"
    assert t.legal() == {"return A2", "return A3"}
    t.play("return A3")
    t.dice(5)
    t.play("place 10,9")
    assert t.unit("A3").cell == (10, 9)
    assert t.unit("A2").status == "CASUALTY"


@pytest.mark.clause("GB-TRT-17", "GB-ACT-05")
def test_a_returned_model_may_be_activated_this_round(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"despoiling": 1})
    t.add("A2", (20, 20), die=8, activated=True)
    t.add("B1", (2, 2), die=8)
    t.lose("A2")
    t.activate("A1")
    t.dice(4)
    t.play("despoil")
    t.play("place 11,11")
    t.play("pass")
    t.play("pass")  # B1
    assert (t.decision, t.decider) == ("ACTION", 0)
    assert t.can("move 12,12")
    assert not t.can("despoil")  # A2 is active, not A1


@pytest.mark.clause("GB-TRT-21", "GB-TRT-24", "GB-WLD-05")
@pytest.mark.parametrize(("rank", "die"), [(1, 8), (2, 10), (3, 12)])
@pytest.mark.parametrize(("face", "seat"), [(4, 0), (3, -1)])
def test_summoning_places_a_model_and_then_tests_its_obedience(table, rank, die, face, seat):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"summoning": rank})
    t.add("B1", (2, 2), die=8)
    t.activate("A1")
    t.play("summon")
    assert t.decision == "SUMMON_CELL"
    assert len(t.legal()) == 8
    t.dice(face)
    t.play("place 11,11")
    summoned = t.unit("W1")
    assert (summoned.cell, summoned.die, summoned.seat, summoned.damage) == ((11, 11), die, seat, 0)
    assert not any(summoned.traits.values())


@pytest.mark.clause("GB-TRT-21")
def test_a_circle_has_at_most_two_living_summoned_models(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"summoning": 1})
    t.add("A2", (14, 10), die=8, traits={"summoning": 1})
    t.add("B1", (2, 2), die=8)
    t.activate("A1")
    t.dice(4, 4)
    t.play("summon")
    t.play("place 11,11")
    t.play("summon")
    t.play("place 9,9")
    t.play("pass")  # B1
    t.play("activate A2")
    assert not t.can("summon")


@pytest.mark.clause("GB-TRT-21")
def test_a_summoned_model_that_fell_makes_room_for_another(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"summoning": 1})
    t.add("B1", (2, 2), die=8)
    t.activate("A1")
    t.dice(4, 4)
    t.play("summon", "place 11,11", "summon", "place 9,9")
    t.hurt("W1", 9)
    t.dice(8, 5, 2)  # W1 falls; the next round's initiative
    t.recovery()
    assert t.unaligned() == {"W2": "summoned"}
    t.activate("A1")
    assert t.can("summon")


@pytest.mark.clause("GB-TRT-22", "GB-ACT-05")
def test_a_tame_summoned_model_acts_in_the_same_round(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=8, traits={"summoning": 1})
    t.add("B1", (2, 2), die=8)
    t.activate("A1")
    t.dice(4)
    t.play("summon")
    t.play("place 11,11")
    t.play("pass")
    t.play("pass")  # B1
    assert (t.decision, t.decider) == ("ACTION", 0)
    t.play("move 18,11")
    assert t.unit("W1").cell == (18, 11)


@pytest.mark.clause("GB-TRT-22", "GB-WLD-05")
def test_a_wild_summoned_model_turns_on_the_closest_enemy_in_the_same_round(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=8, traits={"summoning": 1})
    t.add("B1", (2, 2), die=8)
    t.activate("A1")
    t.dice(2)
    t.play("summon")
    t.play("place 11,11")
    t.play("pass")
    t.dice(6, 3, 2)  # it attacks its summoner, whose recovery falls short
    t.play("pass")  # B1
    assert t.unit("A1").status == "CASUALTY"
    assert list(t.winners) == [1]


@pytest.mark.clause("GB-TRT-23", "GB-TRT-24")
@pytest.mark.parametrize(("face", "totals", "own"), [(5, [4, 4, 2, 2, 0], 0), (3, [2, 2, 0, 0, 0], 2)])
def test_thunder_strikes_near_then_far_or_back(table, face, totals, own):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"thunderous": 2})
    t.add("A2", (12, 10), die=6)  # Range 1
    t.add("B1", (10, 13), die=8)  # 2
    t.wild("brute", (6, 10))  # 3
    t.add("A3", (10, 5), die=6)  # 4
    t.add("B2", (16, 10), die=8)  # 5
    t.activate("A1")
    t.dice(face)
    t.play("thunder")
    assert [t.unit(name).damage for name in ("A2", "B1", "W1", "A3", "B2")] == totals
    assert t.unit("A1").damage == own


@pytest.mark.clause("GB-TRT-23", "GB-FLW-01")
def test_thunder_breaks_the_brittle_once_for_each_wave(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"thunderous": 1})
    t.add("B1", (11, 10), die=8, flaws=["brittle"])
    t.activate("A1")
    t.dice(5)
    t.play("thunder")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("GB-TRT-24", "GB-DIE-06")
def test_the_first_wave_of_thunder_precedes_its_test(table):
    t = table()
    t.add("A1", (10, 10), die=6, damage=5, traits={"thunderous": 1})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(6)
    t.play("thunder")
    assert t.unit("B1").damage == 2
    assert (t.unit("A1").damage, t.unit("A1").die) == (0, 8)  # a test can be a Triumph
