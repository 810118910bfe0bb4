"""Scenario S6, `cure`: the afflicted, who turn unless they are treated."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.godbreakers.rules.telling import Modifier
from tests.godbreakers.reading import around, cells


@pytest.mark.clause("GB-S6-01")
def test_every_deployed_godbreaker_brings_an_afflicted(table):
    t = table.new_game(scenario="cure", seats=2, seed=0)
    t.random_until("PRIORITY", seed=1)
    assert list(t.unaligned().values()) == ["afflicted"] * 10
    assert {(t.unit(name).die, t.unit(name).seat) for name in t.unaligned()} == {(6, -1)}


@pytest.mark.clause("GB-S6-01", "GB-RND-05")
def test_the_afflicted_weaken_at_the_start_of_each_round(table):
    t = table(rule="cure")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("afflicted", (12, 12), damage=1)
    t.wild("turned", (12, 20))
    t.wild("afflicted", (20, 12))
    t.dice(5, 2)
    t.initiative()
    t.play(sorted(t.legal())[0])
    assert t.decision == "ACTION"
    assert [t.unit(name).damage for name in ("W1", "W2", "W3", "A1", "B1")] == [2, 0, 1, 0, 0]


@pytest.mark.clause("GB-S6-02")
@pytest.mark.parametrize(("face", "left"), [(3, False), (4, True)])
def test_turned_models_recover_by_a_challenging_roll(table, face, left):
    t = table(last_round=True, rule="cure")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("turned", (12, 12), damage=2)
    t.dice(face)
    t.recovery()
    assert (t.unit("W1").cell is not None) == left


@pytest.mark.clause("GB-S6-02")
def test_a_dying_afflicted_turns(table):
    t = table(last_round=True, rule="cure")
    t.add("A1", (2, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("afflicted", (12, 12), damage=2)
    t.dice(3)
    t.order(1, 0)
    t.recovery()
    assert (t.decision, t.decider) == ("SPAWN", 0)
    assert cells(t, "place") == around((12, 12))  # placed before the afflicted is removed
    t.play("place 13,13")
    assert t.unaligned() == {"W2": "turned"}
    assert (t.unit("W2").cell, t.unit("W2").die) == ((13, 13), 8)
    assert list(t.points)[:2] == [0, 0]  # an afflicted is worth nothing


@pytest.mark.clause("GB-S6-02")
def test_godbreakers_recover_by_a_plain_roll(table):
    t = table(last_round=True, rule="cure")
    t.add("A1", (2, 2), die=8, damage=2)
    t.add("B1", (22, 22), die=8)
    t.dice(2)
    t.recovery()
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-S6-03")
def test_whoever_engages_a_turned_model_is_hindered(table):
    t = table(rule="cure")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("turned", (11, 10))
    t.activate("A1")
    t.dice(3, 2)
    t.play("engage W1")
    assert (t.unit("A1").damage, t.unit("W1").damage) == (2, 0)  # 0 against 2: the turned one itself is not hindered
    told = [(t.name_of(event.unit), event.other) for event in events_of(t.state) if event.kind == Event.MODIFIER]
    assert told == [("A1", Modifier.TURNED)]


@pytest.mark.clause("GB-S6-03")
def test_everyone_engaged_beside_a_turned_model_is_hindered(table):
    t = table(rule="cure")
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (11, 10), die=8)
    t.wild("turned", (10, 11))
    t.activate("A1")
    t.dice(6, 3, 5)
    t.play("engage B1")
    t.play("nominate W1")
    assert (t.unit("B1").damage, t.unit("W1").damage) == (6, 1)


@pytest.mark.clause("GB-S6-03")
def test_two_turned_models_hinder_each_other(table):
    t = table(rule="cure")
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (22, 22), die=8)
    t.wild("turned", (11, 10))
    t.wild("turned", (10, 11))
    t.activate("A1")
    t.dice(6, 3, 3)
    t.play("engage W1")
    t.play("nominate W2")
    assert (t.unit("W1").damage, t.unit("W2").damage) == (6, 6)


@pytest.mark.clause("GB-S6-04")
def test_a_treatment_that_works_scores_two(table):
    t = table(rule="cure")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("afflicted", (11, 10))
    t.activate("A1")
    t.dice(4)
    t.play("treatment")
    assert list(t.points)[:2] == [2, 0]
    assert t.unaligned() == {}
    assert [event.other for event in events_of(t.state) if event.kind == Event.ROLLS] == [-1]  # the patient is off the board by then


@pytest.mark.clause("GB-S6-04")
def test_a_treatment_that_fails_turns_the_patient(table):
    t = table(rule="cure")
    t.add("A1", (10, 10), die=8)
    t.add("B1", (22, 22), die=8)
    t.wild("afflicted", (11, 10))
    t.activate("A1")
    t.dice(3)
    t.play("treatment")
    assert (t.decision, t.decider) == ("SPAWN", 1)
    assert cells(t, "place") == around((10, 10))  # beside the godbreaker, its patient's cell included
    t.play("place 9,9")
    assert t.unaligned() == {"W1": "turned"}
    assert t.unit("W1").cell == (9, 9)
    assert list(t.points)[:2] == [0, 0]
    assert (t.decision, t.decider) == ("ACTION", 0)


@pytest.mark.clause("GB-S6-04")
def test_treatment_chooses_an_adjacent_afflicted(table):
    t = table(rule="cure")
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("B1", (22, 22), die=8)
    t.wild("afflicted", (11, 10))
    t.wild("afflicted", (12, 10))
    t.wild("turned", (9, 9))
    t.wild("afflicted", (9, 11))
    t.activate("A1")
    t.play("treatment")
    assert t.decision == "TREAT_UNIT"
    assert t.legal() == {"treat W1", "treat W4"}
    t.dice(5)
    t.play("treat W4")
    assert t.unit("W4").cell is None


@pytest.mark.clause("GB-S6-05")
@pytest.mark.parametrize(("b1", "points"), [((12, 17), [5, 0]), ((12, 16), [0, 0]), ((12, 15), [0, 5])])
def test_a_dead_turned_model_scores_for_the_closest_circle(table, b1, points):
    t = table(last_round=True, rule="cure")
    t.add("A1", (12, 8), die=8)
    t.add("B1", b1, die=8)
    t.wild("turned", (12, 12), damage=9)
    t.dice(8)
    t.recovery()
    assert list(t.points)[:2] == points
