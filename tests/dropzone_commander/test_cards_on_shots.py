"""Chapter CARD: what cards do to shots and to Aircraft on the move, beyond their own moment."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, close, dice_for, gun
from tests.dropzone_commander.test_cards import lay
from tests.dropzone_commander.test_cards_in_play import BLOCK, NEAR, dp, duel


@pytest.mark.clause("DZ-CARD-C11", "DZ-SHT-10", "DZ-SPEC-01")
@pytest.mark.parametrize(("aa", "need"), [(0, 6), (2, 4)])
def test_jink_lasts_to_the_end_of_the_round_and_anti_air_lowers_it(table, aa, need):
    t = lay(table, [11], [], cv=NEAR)
    t.squad("A1", "A-HDR", (2, 12), dp=9, armour=10)
    t.squad("A2", "A-MBT", (2, 2))
    arm(t, t.squad("B1", "A-AAT", (12, 16)), gun(aa=0))
    arm(t, t.squad("B5", "A-MBT", (14, 18), group=2), gun(aa=aa, shots=2, indirect=1))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 18,12", "at A1")
    t.dice(1)
    t.play("play jink", "aloft")
    t.finish("A1")
    t.activation("BA")
    t.activate("B5")
    t.play("shoot")
    aim(t, "A1", *dice_for(need), 2)
    assert dp(t, "A1") == [8]


@pytest.mark.clause("DZ-CARD-C11", "DZ-CARD-C02")
def test_a_jink_nullified_is_none(table):
    t = lay(table, [11], [2], cv=NEAR)
    t.squad("A1", "A-HDR", (2, 12), dp=9, armour=10)
    t.squad("A2", "A-MBT", (2, 2))
    arm(t, t.squad("B1", "A-AAT", (12, 16)), gun(aa=0, shots=2))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 18,12", "at A1", "play jink")
    t.dice(4, 5, 2)
    t.play("yes")
    assert dp(t, "A1") == [8]


# ---- shots


@pytest.mark.clause("DZ-ABIL-07", "DZ-CARD-C13", "DZ-SPEC-07")
@pytest.mark.parametrize(
    ("first", "again", "damage"), [((4, 5, 2), (6,), 6), ((6, 5, 2), (3,), 6), ((4, 5, 2), (3,), 0), ((6, 1, 2), (2, 2), 2)]
)
def test_hits_of_a_linked_destroyer_count_together_with_those_of_guided_fire(table, first, again, damage):
    """Armour 17 against Energy 8: only Criticals without a roll do anything."""
    t = lay(table, [13], [], cv=NEAR)
    arm(t, t.squad("A1", "B-LAS", (10, 10)), gun(shots=3, destroyer=6))
    t.squad("B1", "A-MBT", (10, 15), armour=17, dp=9)
    t.activate("A1")
    t.play("shoot")
    t.dice(*first)
    t.play("at B1")
    t.dice(*again, *([] if damage == 6 else [6] * 3 if damage == 0 else []))
    t.play("play guided-fire")
    assert dp(t, "B1") == [9 - damage]


@pytest.mark.clause("DZ-CARD-C13", "DZ-SPEC-07", "DZ-SPEC-03")
def test_guided_fire_rolls_an_area_weapons_glance_again(table):
    t = duel(table, [13], [], shots=1, area=1)
    t.play("shoot")
    t.dice(2)
    t.play("at B1")
    assert t.ask() == ("CARD", "A")
    t.dice(3, 2)
    t.play("play guided-fire")
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-CARD-C13", "DZ-CARD-C14", "DZ-CARD-C18", "DZ-RF-01")
def test_cards_of_a_shoot_action_are_not_for_reaction_fire(table):
    t = lay(table, [13, 18], [13, 14, 16, 20], cv=NEAR)
    t.squad("A1", "A-HDR", (2, 12), dp=9, armour=10)
    t.squad("A2", "A-MBT", (2, 2))
    arm(t, t.squad("B1", "A-AAT", (12, 16)), gun(aa=0, shots=3))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.dice(4, 5, 6, 1, 2)
    t.play("to 18,12", "at A1")
    assert dp(t, "A1") == [8] and t.decision == "LAND"


@pytest.mark.clause("DZ-CARD-C14", "DZ-SHT-19")
def test_burning_rounds_at_scenery(table):
    t = lay(table, [14], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(shots=2))
    t.squad("B1", "A-MBT", (2, 20))
    t.activate("A1")
    t.play("shoot")
    aim(t, "#1", 2, 2, 1, 2)  # Energy 8: the 2 damages
    t.dice(4)
    t.play("play burning-rounds")
    assert t.piece("C0")["dp"] == 28 and t.piece("C0")["damage_tokens"] == 1


@pytest.mark.clause("DZ-CARD-C16", "DZ-SPEC-14", "DZ-CQ-04")
def test_piercing_rounds_at_close_quarters_and_at_scenery(table):
    t = lay(table, [16], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=1, shots=2))
    t.squad("B1", "A-INF", inside="C0", armour=12)
    t.activate("A1")
    t.play("close", "play piercing-rounds")
    aim(t, "B1", 6, 5)
    assert dp(t, "B1") == [4]
    t = lay(table, [16], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(shots=2, energy=1))
    t.squad("B1", "A-MBT", (2, 20))
    t.activate("A1")
    t.play("shoot", "play piercing-rounds")
    aim(t, "#1", 2, 2, 6, 5)
    assert t.piece("C0")["dp"] == 29 and t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-CARD-C17", "DZ-SHT-16")
def test_screen_does_not_help_against_an_energy_of_13_nor_tokens_less_than_others(table):
    t = lay(table, [], [], cv=NEAR)
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(energy=13))
    t.squad("B1", "A-MBT", (10, 15), armour=17, dp=9)
    t.mark("B1", screen=1)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 4)
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-CARD-C19", "DZ-SHT-16", "DZ-CQ-04")
def test_overcharge_is_for_close_quarters_too_and_changes_no_printed_energy(table):
    t = lay(table, [], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=12))
    t.squad("B1", "A-INF", inside="C0", armour=16, passive=5)
    t.mark("A1", energy=2)
    t.activate("A1")
    t.play("close")
    aim(t, "B1", 2, 5)  # 12 + 2 + 2; saved
    assert dp(t, "B1") == [5]


@pytest.mark.clause("DZ-CARD-C20", "DZ-TRN-17", "DZ-CORE-09", "DZ-SHT-13", "DZ-SPEC-12", "DZ-ABIL-06")
def test_marksmen_ignore_what_raises_the_number_not_the_number_itself(table):
    t = lay(table, [], [], pieces={"C0": ("large_building", 6, 10, 12, 2)})
    arm(t, t.squad("A1", "A-MBT", (12, 4), (20, 4)), gun(indirect=1), gun())
    arm(t, t.squad("A5", "B-AAT", (14, 4)), gun(acc=3))
    t.squad("B1", "B-MBT", (12, 16))
    t.squad("B5", "B-MBT", (12, 6), group=2)
    for name in ("A1", "A5"):
        t.mark(name, out=2, left=1)
    assert [t.need("A1", "B1"), t.need("A1", "B5", 1), t.need("A1", "C0"), t.need("A5", "B5")] == [10, 8, 5, 10]
    for name in ("A1", "A5"):
        t.mark(name, marksmen=1)
    assert [t.need("A1", "B1"), t.need("A1", "B5", 1), t.need("A1", "C0"), t.need("A5", "B5")] == [5, 3, 2, 6]


@pytest.mark.clause("DZ-CARD-C21", "DZ-SPEC-16")
def test_rooms_are_cleared_with_twice_the_shots_left(table):
    """Four shots, one fewer for each of two DP lost, doubled: one of Energy 6."""
    t = lay(table, [21], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(shots=4, reduced=1, energy=3))
    t.change("A1", dp=3)
    t.squad("B1", "A-INF", inside="C0", armour=11)
    t.activate("A1")
    t.play("close", "play clear-rooms", "combined")
    t.dice(5)
    t.play("at B1")
    assert dp(t, "B1") == [4]


@pytest.mark.clause("DZ-CARD-C15", "DZ-CARD-C16", "DZ-CARD-C20", "DZ-ABIL-11")
def test_what_is_played_on_who_shoots_from_a_bus_is_over_with_its_activation(table):
    t = lay(table, [15, 16, 20], [], cv=NEAR)
    t.squad("A1", "D-BUS", (12, 8))
    arm(t, t.squad("A5", "D-INF", aboard="A1"), gun(shots=1))
    t.squad("B1", "A-MBT", (12, 16), armour=10, dp=9)
    t.mark("A1", declared=0)
    t.activate("A1")
    t.play("ports", "play air-tracking", "play piercing-rounds", "at B1")
    t.dice(1)
    t.play("play marksmen")
    t.finish("A1")
    assert [int(t.squad_of("A5")[flag]) for flag in ("tracking", "piercing", "marksmen")] == [0, 0, 0]
