"""Chapters ENG and DMG: attack damage, what counts as such, and the order of Step 4."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.godbreakers.rules.telling import Modifier


@pytest.mark.clause("GB-ENG-10", "GB-TRT-06", "GB-TRT-10", "GB-FLW-01")
@pytest.mark.parametrize(
    ("brutal", "tough", "brittle", "damage"),
    [
        (0, 0, False, 3),
        (1, 0, False, 5),
        (3, 0, False, 9),
        (1, 2, False, 1),  # 3 + 2 - 4
        (1, 2, True, 2),  # brittle comes last
        (0, 2, False, 1),  # 3 - 4, but never below 1
        (0, 2, True, 2),
        (3, 1, False, 7),
    ],
)
def test_attack_damage_adds_brutal_then_takes_tough_then_breaks_the_brittle(table, brutal, tough, brittle, damage):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"brutal": brutal} if brutal else {})
    t.add("B1", (11, 10), die=8, traits={"tough": tough} if tough else {}, flaws=["brittle"] if brittle else [])
    t.activate("A1")
    t.dice(7, 4)
    t.play("engage B1")
    assert t.unit("B1").damage == damage
    told = {event.other: event.value for event in events_of(t.state) if event.kind == Event.MODIFIER}
    assert (told.get(Modifier.BRUTAL, 0), told.get(Modifier.TOUGH, 0)) == (2 * brutal, -2 * tough)


@pytest.mark.clause("GB-ENG-10")
def test_all_victims_are_hurt_at_once(table):
    t = table(seats=3)
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (11, 10), die=8, traits={"vengeful": 1})
    t.add("C1", (10, 11), die=8)
    t.activate("A1")
    t.dice(7, 4, 2)
    t.play("engage B1")
    t.play("nominate C1")
    assert t.decision == "VENGEANCE"
    assert (t.unit("B1").damage, t.unit("C1").damage) == (3, 5)
    t.play("pass")


@pytest.mark.clause("GB-ENG-12")
def test_damage_from_special_actions_is_not_attack_damage(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"brutal": 3, "thunderous": 2})
    t.add("B1", (11, 10), die=8, traits={"tough": 3, "vengeful": 1})
    t.activate("A1")
    t.dice(2)
    t.play("thunder")
    assert t.unit("B1").damage == 2  # neither more for Brutal nor less for Tough
    assert t.unit("A1").damage == 2
    assert t.decision == "ACTION"  # and no vengeance for it


@pytest.mark.clause("GB-ENG-13")
@pytest.mark.parametrize(("first", "second", "deciders"), [("B1", "C1", [1, 2]), ("C1", "B1", [2, 1])])
def test_vengeance_follows_the_order_of_nomination_and_comes_before_the_push(table, first, second, deciders):
    t = table(seats=3)
    t.add("A1", (10, 10), die=8, traits={"merciless": 1, "juggernaut": 1})
    t.add("B1", (11, 10), die=8, traits={"vengeful": 1})
    t.add("C1", (10, 11), die=8, traits={"vengeful": 1})
    t.activate("A1")
    t.dice(7, 4, 2)
    t.play(f"engage {first}")
    t.play(f"nominate {second}")
    asked = []
    while t.decision == "VENGEANCE":
        asked.append(t.decider)
        t.play("strike A1")
    assert asked == deciders
    assert t.unit("A1").damage == 2
    assert t.decision == "SHOVE"
    assert t.decider == 0
    t.play("pass")


@pytest.mark.clause("GB-ENG-13")
def test_the_active_model_takes_vengeance_first(table):
    t = table(seats=3)
    t.add("A1", (10, 10), die=8, traits={"merciless": 1, "vengeful": 1})
    t.add("B1", (11, 10), die=8)
    t.add("C1", (10, 11), die=8, traits={"vengeful": 1})
    t.activate("A1")
    t.dice(2, 7, 3)
    t.play("engage B1")
    t.play("nominate C1")
    assert t.decision == "VENGEANCE"
    assert t.decider == 0
    t.play("strike B1")
    assert t.decision == "VENGEANCE"
    assert t.decider == 2
    t.play("pass")
    assert t.unit("B1").damage == 1


@pytest.mark.clause("GB-ENG-13", "GB-DIE-06")
def test_growth_waits_until_everyone_is_disengaged(table):
    t = table()
    t.add("A1", (10, 10), die=6, damage=4, traits={"juggernaut": 1})
    t.add("B1", (11, 10), die=8, traits={"vengeful": 1})
    t.activate("A1")
    t.dice(6, 2)
    t.play("engage B1")
    assert t.decision == "VENGEANCE"
    assert (t.unit("A1").damage, t.unit("A1").die) == (0, 6)
    t.play("strike A1")
    assert t.decision == "SHOVE"
    assert t.unit("A1").die == 6
    t.play("pass")
    assert (t.unit("A1").damage, t.unit("A1").die) == (1, 8)


@pytest.mark.clause("GB-ENG-13", "GB-DIE-08")
def test_an_ascending_model_leaves_after_step_four(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"juggernaut": 1})
    t.add("B1", (11, 10), die=12)
    t.add("B2", (20, 20), die=8)
    t.activate("A1")
    t.dice(5, 12)
    t.play("engage B1")
    assert t.decision == "SHOVE"
    assert t.unit("B1").cell == (11, 10)
    assert t.unit("A1").damage == 7
    t.play("pass")
    assert t.unit("B1").status == "ASCENDED"
    assert t.unit("B1").cell is None


@pytest.mark.clause("GB-DMG-01")
def test_damage_adds_up_without_limit(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=6, damage=40)
    t.activate("A1")
    t.dice(7, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 44
    assert t.unit("B1").status == "ON_BOARD"


@pytest.mark.clause("GB-DMG-01")
@pytest.mark.parametrize(("traits", "dice"), [({}, (5,)), ({"relentless": 3}, ())])
def test_damage_is_never_below_zero(table, traits, dice):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=8, damage=2, traits=traits)
    t.add("B1", (20, 20), die=8)
    t.dice(*dice)
    t.recovery()
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-DMG-01")
def test_nothing_else_heals(table):
    t = table()
    t.add("A1", (10, 10), die=8, damage=3)
    t.add("B1", (11, 10), die=8, damage=5)
    t.add("B2", (20, 20), die=8)
    t.activate("A1")
    t.dice(5, 5, 4)
    t.play("engage B1")  # a tie
    t.play("move 10,14")  # a successful escape
    assert (t.unit("A1").damage, t.unit("B1").damage) == (3, 5)
