"""Chapters CQ and GAR: who tests his Fortitude when, who flees where, and what cards do about it."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, close, gun, rest
from tests.dropzone_commander.test_cards import discards, lay
from tests.dropzone_commander.test_cards_in_play import BLOCK, NEAR, dp

PAIR = {**BLOCK, "C1": ("small_building", 18, 11, 4, 4, {"links": ["C0"]})}


def brawl(table, *hands, b=1, pieces=BLOCK, **figures):
    """A1 and B1 (`b` units), Armour 10 and 5 DP each, in one building; one close shot each at Energy 8."""
    t = lay(table, *(hands or ([], [])), cv=NEAR, pieces=pieces)
    arm(t, t.squad("A1", "A-INF", inside="C0", armour=10), close(energy=8))
    arm(t, t.squad("B1", "A-INF", inside="C0", armour=10, size=b, **figures), close(energy=8))
    return t


def strike(t, name, at, *dice):
    """A squad is activated, fights at close quarters and ends."""
    t.activate(name)
    t.play("close")
    aim(t, at, *dice)


def leave(t, name):
    """A squad moves out of its building."""
    t.activate(name)
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,8")


@pytest.mark.clause("DZ-CQ-07", "DZ-CARD-C22")
def test_who_is_struck_from_ambush_tests_at_the_end_of_his_own_battlegroup(table):
    t = lay(table, [], [22], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", (12, 8), armour=10), close())
    t.change("A1", dp=3)
    t.squad("A5", "A-MBT", (3, 3))
    arm(t, t.squad("B1", "A-INF", inside="C0"), close(energy=8))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 12,9", "enter 1", "site SOUTH", "play ambush")
    if t.decision == "CARD_UNIT":
        t.play("on B1")
    t.dice(2)
    t.play("at A1")
    t.finish("A1")
    assert t.decision == "SQUAD"  # A5 is left
    t.play("end")
    assert t.ask() == ("FORTITUDE", "A") and t.subject == "A1"


@pytest.mark.clause("DZ-CQ-07")
def test_damage_of_an_earlier_battlegroup_makes_nobody_test_again(table):
    t = brawl(table)
    arm(t, t.squad("A5", "A-INF", inside="C0", group=2), close())
    t.change("B1", dp=3)
    strike(t, "A1", "B1", 2)
    t.play("end")
    t.dice(6)
    t.play("roll")
    t.activation("AB")
    strike(t, "A5", "B1", 1)
    t.play("end")
    assert t.decision == "GROUP"


@pytest.mark.clause("DZ-CQ-07", "DZ-SHT-18")
@pytest.mark.parametrize(("save", "tests"), [(4, False), (3, True)])
def test_damage_that_is_saved_is_none(table, save, tests):
    t = brawl(table, dodge=4)
    t.change("B1", dp=2)
    strike(t, "A1", "B1", 2, save)
    t.play("end")
    assert (t.decision == "FORTITUDE") == tests


@pytest.mark.clause("DZ-CQ-07", "DZ-CARD-C08")
def test_damage_of_a_reaction_counts_in_the_battlegroup_that_is_active(table):
    t = brawl(table, [], [8])
    t.squad("A5", "A-MBT", (3, 3))
    t.change("A1", dp=3)
    t.activate("A5")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 3,4")
    rest(t)
    t.play("end") if t.ask() == ("ACTION", "A") else None
    assert t.ask() == ("CARD", "B")
    t.play("play react")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    t.play("close") if t.decision == "ACTION" else None
    t.dice(2)
    t.play("at A1")
    t.play("end") if t.decision == "SQUAD" else None
    assert t.ask() == ("FORTITUDE", "A")


@pytest.mark.clause("DZ-CQ-08")
def test_who_has_fled_activates_with_both_actions_and_shoots_as_ever(table):
    t = brawl(table)
    arm(t, ["B1"], close(), gun(free=0, shots=2))
    t.squad("A5", "A-MBT", (12, 2), armour=10, dp=9, group=2)
    t.change("B1", dp=2)
    strike(t, "A1", "B1", 2)
    t.play("end", "fail", "put 12,8")
    t.activation("BA")
    t.activate("B1")
    assert {"move", "shoot"} <= t.legal()
    t.play("shoot")
    aim(t, "A5", 2, 3, 2)
    assert dp(t, "A5") == [8]  # 3+: it has not moved


@pytest.mark.clause("DZ-CQ-08", "DZ-CARD-C22", "DZ-CQ-07")
def test_who_flees_to_a_linked_garrison_may_run_into_an_ambush_and_flee_again(table):
    t = brawl(table, [22], [], pieces=PAIR)
    arm(t, t.squad("A5", "A-INF", inside="C1", group=2), close(energy=8))
    t.change("B1", dp=3)
    strike(t, "A1", "B1", 2)
    t.play("end", "fail", "put-into 2", "site CENTRE")
    assert t.ask() == ("CARD", "A")
    t.play("play ambush")
    if t.decision == "CARD_UNIT":
        assert t.named("on") == {"A5"}
        t.play("on A5")
    t.dice(2)
    t.play("at B1")
    assert dp(t, "B1") == [1] and t.ask() == ("FORTITUDE", "B")
    t.dice(6)
    t.play("roll")
    assert t.decision == "GROUP" and t.where("B1") == 2


@pytest.mark.clause("DZ-GAR-07", "DZ-END-04")
def test_the_toll_may_destroy_who_wants_to_leave(table):
    t = brawl(table)
    t.squad("B5", "A-INF", inside="C0", group=2)
    t.change("A1", dp=2)
    t.activate("A1")
    t.play("move")
    t.dice(2)
    t.play("to 12,8")  # two points for the only unit: nobody is asked
    assert t.where("A1") == "destroyed" and t.decision == "GROUP" and t.kills == (0, 20)


@pytest.mark.clause("DZ-GAR-07", "DZ-GAR-11", "DZ-CQ-08")
@pytest.mark.parametrize("die", [3, 4])
def test_who_is_outnumbered_tests_before_he_crosses_to_a_linked_garrison(table, die):
    t = brawl(table, pieces=PAIR)
    t.squad("B5", "A-INF", inside="C0", group=2)
    t.activate("A1")
    t.play("move")
    t.dice(die)
    t.play("cross-to 2")
    if die == 3:
        t.play("hurt A1") if t.decision == "TOLL" else None
        assert t.ask() == ("PUT", "A") and t.named("put-into") == {"2"} and (12, 8) in t.cells("put")
        t.play("put-into 2")
    t.play("site CENTRE") if t.decision == "SITE" else None
    assert t.where("A1") == 2 and dp(t, "A1") == [die + 1]


@pytest.mark.clause("DZ-CARD-C24", "DZ-CARD-C02")
def test_stand_firm_nullified_leaves_the_test_to_the_die(table):
    t = brawl(table, [2], [24])
    t.change("B1", dp=2)
    strike(t, "A1", "B1", 2)
    t.play("end", "play stand-firm")
    assert t.ask() == ("NULLIFY", "A")
    t.play("yes")
    assert t.ask() == ("FORTITUDE", "B") and discards(t, "B") == {24} and discards(t, "A") == {2}


@pytest.mark.clause("DZ-CARD-C24", "DZ-CQ-07")
def test_nobody_else_stands_firm_for_a_squad(table):
    t = brawl(table, [24], [], [24])
    t.change("B1", dp=2)
    strike(t, "A1", "B1", 2)
    t.play("end")
    assert t.ask() == ("FORTITUDE", "B")


@pytest.mark.clause("DZ-CARD-C25", "DZ-GAR-07", "DZ-GAR-11")
def test_who_slips_away_outnumbered_tests_first(table):
    t = lay(table, [], [25], cv=NEAR, pieces=PAIR)
    t.squad("A1", "A-INF", (12, 8))
    t.squad("A5", "A-INF", inside="C0", group=2)
    t.squad("B1", "A-INF", inside="C0")
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 12,9", "enter 1", "site SOUTH", "play slip-away")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    assert t.ask() == ("MOVE", "B") and t.named("cross-to") == {"2"} and not t.named("site")
    t.dice(4)
    t.play("cross-to 2", "site CENTRE")
    assert t.where("B1") == 2 and t.squad_of("B1")["activated"] == 0


@pytest.mark.clause("DZ-ABIL-08", "DZ-CQ-08")
def test_a_boosted_carrier_takes_on_who_flees_once_its_battlegroup_has_ended(table):
    """B5 has driven 9 inches in the activation of B1's battlegroup; B1 flees in that of A1's."""
    t = lay(table, [], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0", armour=10), close(energy=8))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.change("B1", dp=2)
    t.squad("B5", "B-APC", (9, 3))
    t.activation("BA")
    t.play("activate 1", "declare B5", "next B5")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 9,12")
    rest(t)
    while t.ask()[1] == "B":
        t.play("end")
    strike(t, "A1", "B1", 2)
    t.play("end", "fail")
    assert t.ask() == ("PUT", "B") and t.can("board B5")
