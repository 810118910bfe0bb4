"""Chapter SHT: attacks with more damage dice than lie on the table at once. They fall as they may: more than a test could dictate."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.view import view
from tests.dropzone_commander.guns import CLOSE, arm, gun
from tests.dropzone_commander.table import Table
from tests.dropzone_commander.test_cards import lay

SOUTH = ((12, 12), (11, 12), (13, 12), (10, 12), (14, 12), (12, 11), (11, 11), (13, 11), (12, 10))
NORTH = ((12, 13), (11, 13), (13, 13), (10, 13), (14, 13), (12, 14), (11, 14), (13, 14))
UNITS = (*(f"B{k}" for k in range(1, 10)), *(f"B{k}" for k in range(11, 19)))


def barrage(*hands, **figures):
    """Nine tanks whose Area weapons hit by themselves, before 17 tanks within 2" of B1: 153 damage dice."""
    t = lay(Table, *(hands or ([], [])), cv=6)
    arm(t, t.squad("A1", "A-MBT", *((x, 2) for x in range(8, 17))), gun(acc=0, area=1, **figures))
    for name, cells in (("B1", SOUTH), ("B11", NORTH)):
        t.squad(name, "A-MBT", *cells, armour=10, dp=40, active=0, evasion=0, passive=0)
    t.activate("A1")
    t.play("shoot")
    return t


def lost(t):
    return [40 - int(t.unit(name)["dp"]) for name in UNITS]


@pytest.mark.clause("DZ-SHT-21", "DZ-SPEC-03", "DZ-SHT-04")
def test_an_attack_of_153_dice_is_rolled_in_portions_and_no_fault():
    """At Energy 20 every die but a natural 1 is a Critical."""
    t = barrage(energy=20)
    before = int(t.state["drawn"][0])
    t.play("at B1")
    assert t.state["fault"] == 0 and not t.over and int(t.state["drawn"][0]) - before == 153
    assert all(6 <= n <= 18 and n % 2 == 0 for n in lost(t)) and sum(lost(t)) > 200  # two points from nearly all of nine dice


@pytest.mark.clause("DZ-SHT-21", "DZ-SHT-04")
def test_what_the_first_portion_did_is_lost_as_well():
    """A1 fires at B21, far from the others, whose die is among the first; the other eight at B1."""
    t = barrage(energy=20)
    t.squad("B21", "A-MBT", (20, 12), armour=10, dp=40, active=0, evasion=0, passive=0)
    t.play("singly", "at B21")
    while t.decision == "AIM":
        t.play("at B1")
    assert t.unit("B21")["dp"] == 38 and all(6 <= n <= 16 for n in lost(t))


@pytest.mark.clause("DZ-SHT-21", "DZ-SHT-17", "DZ-SHT-04")
def test_all_points_of_a_barrage_are_lost_together():
    """B1, of 1 DP, has its nine dice rolled all the same."""
    t = barrage(energy=12)
    t.change("B1", dp=1)
    before = int(t.state["drawn"][0])
    t.play("at B1")
    assert t.where("B1") == "destroyed" and int(t.state["drawn"][0]) - before == 153
    assert sum(int(t.unit(name)["dp"]) < 40 for name in UNITS[1:]) > 12


@pytest.mark.clause("DZ-SHT-21", "DZ-CARD-C14")
@pytest.mark.parametrize("burning", [True, False])
def test_burning_rounds_are_played_once_and_count_for_all_portions(burning):
    """No die can do anything against Armour 10 at Energy 1: each is a failure."""
    t = barrage([14], [], energy=1)
    before = int(t.state["drawn"][0])
    t.play("at B1")
    assert t.ask() == ("CARD", "A") and int(t.state["drawn"][0]) - before == 125
    t.play("play burning-rounds" if burning else "pass")
    assert t.decision != "CARD" and int(t.state["drawn"][0]) - before == (306 if burning else 153) and lost(t) == [0] * 17


@pytest.mark.clause("DZ-SHT-21", "DZ-CARD-C18")
def test_flares_are_played_once_and_count_for_all_portions():
    """At Energy 20 every die but a natural 1 damages, and is rolled again: the 125 of the first portion and the 28 after them."""
    t = barrage([], [18], energy=20)
    t.play("at B1")
    assert t.ask() == ("CARD", "B")
    before, luck = int(t.state["drawn"][0]), view(t.state.copy())
    faces = [roll(luck, 6) for _ in range(306)]
    again = sum(face > 1 for face in faces[:125])
    later = sum(face > 1 for face in faces[125 + again : 125 + again + 28])
    t.play("play flares")
    assert t.decision != "CARD" and int(t.state["drawn"][0]) - before == 125 + again + 28 + later


@pytest.mark.clause("DZ-SHT-21", "DZ-SPEC-03")
@pytest.mark.parametrize(("shots", "ends"), [(119, False), (120, True)])
def test_a_portion_ends_before_infantry_whose_hits_might_find_no_room(shots, ends):
    """A1 hits a tank, then one Infantry unit with an Area weapon, which takes up to six dice; C14 is played after the portion."""
    t = lay(Table, [14], [], cv=6)
    arm(t, t.squad("A1", "A-MBT", (12, 2)), gun(acc=0, shots=shots, energy=1), gun(acc=0, area=1, energy=1))
    t.squad("B1", "A-MBT", (12, 12), armour=10, dp=40, active=0, evasion=0, passive=0)
    t.squad("B11", "A-INF", (2, 12))
    t.activate("A1")
    t.play("shoot", "at B1")
    before = int(t.state["drawn"][0])
    t.play("at B11")
    assert t.ask() == ("CARD", "A") and (int(t.state["drawn"][0]) - before == shots) == ends


@pytest.mark.clause("DZ-SHT-21", "DZ-CQ-04", "DZ-CQ-05")
def test_at_close_quarters_each_portion_is_taken_before_the_next():
    """150 dice at Energy 3 against Armour 3: all but natural 1s damage, one point each, until nobody is left."""
    t = lay(Table, [], [], cv=6, pieces={"C0": ("large_building", 10, 10, 6, 6)})
    arm(t, t.squad("A1", "A-INF", inside="C0", size=3), {**CLOSE, "shots": 50, "energy": 3})
    t.squad("B1", "A-INF", inside="C0", size=9, armour=3, dp=20, passive=0, dodge=0)
    t.activate("A1")
    t.play("close", "at B1")
    while t.decision == "TIED":
        t.play(min(t.legal()))
    total = sum(int(t.unit(f"B{k}")["dp"]) for k in range(1, 10))
    assert t.state["fault"] == 0 and 180 - 150 <= total < 180 - 100
