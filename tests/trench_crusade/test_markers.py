"""Chapters BLD and BLS: how many markers a model holds, who spends them, and for which rolls there is a window."""

from __future__ import annotations

import pytest

from tests.trench_crusade.table import Table

FAR = (34, 34)


@pytest.mark.clause("TC-BLD-01")
@pytest.mark.parametrize(("before", "after"), [(4, 5), (5, 6), (6, 6)])
def test_a_model_holds_six_blood_markers_at_most(table, before, after):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), blood=before)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    t.dice(1, 2)
    t.play("spend 0")
    assert t.unit("B1").blood == after


@pytest.mark.clause("TC-BLD-01", "TC-KW-14")
def test_excess_markers_are_ignored_whatever_places_them(table):
    t = table()
    t.arm("bolt_rifle", "fire", "gas", "shrapnel")
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), blood=4)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    t.dice(1, 2)
    t.play("spend 0")
    assert t.unit("B1").blood == 6


@pytest.mark.clause("TC-BLD-02", "TC-ROLL-09")
@pytest.mark.parametrize(("spent", "dice"), [(0, (4, 4)), (1, (4, 3, 4)), (2, (6, 6, 3, 4)), (3, (6, 6, 6, 3, 4))])
def test_blood_is_a_die_less_each_on_success_rolls_and_is_gone(table, spent, dice):
    t = table()
    t.add("A1", (10, 10), blood=3)
    t.add("B1", FAR)
    t.activate("A1", "dash")
    t.dice(*dice)
    t.play(f"spend {spent}")
    assert t.decision == "DESTINATION" and t.unit("A1").blood == 3 - spent


@pytest.mark.clause("TC-BLD-02")
def test_the_owner_never_spends_the_blood_of_his_model(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), blood=1, weapons=["bolt_rifle"])
    t.add("B2", (20, 17))
    t.activate("B1", "dash")
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 0, "B1")
    t.dice(1, 1)
    t.play("spend 0")
    t.dice(3, 4)
    t.play("shoot", "at B1")
    assert (t.decision, t.decider, t.subject) == ("WOUND", 0, "B1")
    t.dice(1, 2)
    t.play("spend 0")


def opens(t, name="A1"):
    """The window of a roll that A1 must make is open to seat 1; nothing is spent."""
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 1, name)
    assert t.legal() == {"spend 0", "spend 1"}
    t.dice(4, 4)
    t.play("spend 0")


def ready(t, at=(10, 10), **facts):
    t.add("A1", at, blood=1, **facts)
    t.add("B1", FAR)
    t.activate("A1")


@pytest.mark.clause("TC-BLD-03")
def test_windows_of_dashes_climbs_and_jumps(table):
    t = table(walls=[(10, 10, 12, 12), (14, 14, 12, 12), (16, 16, 12, 12)])
    ready(t)
    t.play("dash")
    opens(t)
    t.play("walk", "to 10,11")
    t.play("move-risk", "to 10,12")
    opens(t)
    assert t.unit("A1").at == (10, 12)
    t = table(walls=[(14, 14, 12, 12), (16, 16, 12, 12)])
    ready(t, (14, 12))
    t.play("move-risk", "to 16,12")
    opens(t)
    assert t.unit("A1").at == (16, 12)


@pytest.mark.clause("TC-BLD-03")
def test_windows_of_dangerous_terrain_at_the_start_and_on_the_way(table):
    t = table(wire=[(10, 10, 10, 10), (10, 10, 12, 12)])
    t.add("A1", (10, 10), blood=1)
    t.add("B1", FAR)
    t.activate("A1")
    opens(t)
    t.play("move-risk", "to 10,12")
    opens(t)
    assert t.unit("A1").at == (10, 12)


@pytest.mark.clause("TC-BLD-03", "TC-FALL-04")
def test_window_of_the_ledge_test(table):
    t = table(walls=[(10, 10, 17, 17)])
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), blood=1)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    t.dice(3, 4)  # Down
    t.play("spend 0")
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 0, "B1")
    t.dice(4, 4)
    t.play("spend 0")
    assert t.unit("B1").down and t.unit("B1").at == (10, 17) and t.unit("B1").blood == 2


@pytest.mark.clause("TC-BLD-03")
def test_windows_of_attacks(table):
    t = table()
    t.add("A1", (10, 10), blood=1, weapons=["bolt_rifle"])
    t.add("B1", (10, 17))
    t.activate("A1", "shoot")
    assert (t.decision, t.decider) == ("BLOOD", 1)
    t.dice(1, 1)
    t.play("spend 0")
    t = table()
    t.add("A1", (10, 10), blood=1, weapons=["sword"])
    t.add("B1", (10, 11))
    t.activate("A1")
    t.play("fight")
    assert (t.decision, t.decider) == ("BLOOD", 1)
    t.dice(1, 1)
    t.play("spend 0")


@pytest.mark.clause("TC-BLD-03", "TC-ACT-11")
@pytest.mark.parametrize(
    ("verb", "trait"), [("aim", "aim"), ("pray", "prayer"), ("fortify", "fortify"), ("treat", "treat"), ("puppet", "puppet")]
)
def test_windows_of_special_actions(table, verb, trait):
    t = table()
    t.add("A1", (10, 10), blood=1, traits=[trait], weapons=["bolt_rifle"])
    t.add("A2", (10, 14))
    t.add("B1", (10, 27))
    t.activate("A1", verb)
    assert (t.decision, t.decider, t.subject) == ("BLOOD", 1, "A1")
    t.dice(3, 3, 1)  # with one marker spent a failure, with the +2 DICE of an Aim as well
    t.play("spend 1")
    assert t.active == "B1" and t.unit("A1").blood == 0


@pytest.mark.clause("TC-BLD-04")
def test_no_markers_on_morale_checks(table):
    t = table()
    t.add("A1", (10, 10), down=1, blood=3, blessing=3)
    t.add("B1", FAR)
    t.dice(1, 1)
    t.morale()
    assert t.decision == "MORALE" and (t.unit("A1").blood, t.unit("A1").blessing) == (3, 3)


@pytest.mark.clause("TC-BLS-01", "TC-ABL-03")
@pytest.mark.parametrize(("before", "after"), [(5, 6), (6, 6)])
def test_a_model_holds_six_blessing_markers_at_most(table, before, after):
    t = table()
    t.add("A1", (10, 10), traits=["prayer"])
    t.add("A2", (10, 12), blessing=before)
    t.add("B1", FAR)
    t.activate("A1")
    t.dice(3, 4)
    t.play("pray", "bless A2")
    assert t.unit("A2").blessing == after


@pytest.mark.clause("TC-BLS-01", "TC-ROLL-09")
@pytest.mark.parametrize(("spent", "dice"), [(0, (3, 4)), (1, (1, 3, 4)), (2, (1, 1, 3, 4))])
def test_the_owner_spends_blessing_for_a_die_more_each(table, spent, dice):
    t = table()
    t.add("A1", (10, 10), blessing=2)
    t.add("B1", FAR)
    t.activate("A1", "dash")
    assert (t.decision, t.decider, t.legal()) == ("BLESSING", 0, {"bless 0", "bless 1", "bless 2"})
    t.dice(*dice)
    t.play(f"bless {spent}")
    assert t.decision == "DESTINATION" and t.unit("A1").blessing == 2 - spent


@pytest.mark.clause("TC-BLS-01", "TC-INJ-06")
def test_blessing_against_an_injury_is_a_die_less(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17), blessing=2)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    assert (t.decision, t.decider, t.subject) == ("GRACE", 1, "B1")
    t.dice(6, 6, 3, 3)
    t.play("bless 2")
    b = t.unit("B1")
    assert (b.blood, b.down, b.blessing) == (1, False, 0)


_BLESSED = """
title = "Blessed"
faction = "legion"
points = 300
models = [
    { profile = "cult_leader", weapons = ["pistol", "sword"], blessed = 2 },
    { profile = "trooper", weapons = ["bolt_rifle", "bayonet"] },
]
"""


@pytest.mark.clause("TC-BLS-02")
def test_the_blessed_begin_with_their_markers(tmp_path):
    path = tmp_path / "blessed.toml"
    path.write_text(_BLESSED)
    t = Table.new_game("outpost", warbands=["a_300", str(path)])
    assert (t.unit("B1").blessing, t.unit("B2").blessing, t.unit("A1").blessing) == (2, 0, 0)
