"""Every die is told as part of the roll that it was thrown for."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import tell
from tests.dropzone_commander.guns import arm, fire, gun, spare
from tests.dropzone_commander.test_cards import discards, lay
from tests.dropzone_commander.test_cards_inside import tokens
from tests.dropzone_commander.test_collateral import garrisoned
from tests.dropzone_commander.test_weapon_rules import blast, put


def rolls(t):
    return [line for line in tell(t.state, t.scenario) if "rolls for" in line or line.startswith("dice")]


@pytest.mark.clause("DZ-SPEC-03")
def test_damage_dice_of_an_area_weapon_are_told_of_its_firer_and_each_target(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(acc=4, energy=1), gun(acc=4, area=1))
    arm(t, t.squad("A2", "A-MBT", (4, 2), group=2), gun(acc=4, area=1))
    put(t, "B1", "A-MBT", (12, 12))
    put(t, "B2", "A-MBT", (13, 12))
    t.activate("A1")
    t.play("shoot", "at B1")
    t.dice(4, 5, 1, 2, 3)
    t.play("at B1")
    assert rolls(t) == [
        "A1 rolls for hit at B1: 4 -> 1", "A1 rolls for hit at B1: 5 -> 1", "A1 rolls for damage at B1: 1", "A1 rolls for damage at B1: 2",
        "A1 rolls for damage at B2: 3",
    ]  # fmt: skip
    fire(t, "A2", "B1", 6, 1, 1)
    assert rolls(t) == ["A2 rolls for hit at B1: 6 -> 1", "A2 rolls for damage at B1: 1", "A2 rolls for damage at B2: 1"]


@pytest.mark.clause("DZ-SPEC-04")
def test_how_often_infantry_is_hit_and_the_damage_are_two_rolls(table):
    t = blast(table, "A-INF")
    fire(t, "A1", "B1", 4, 3, 2, 2, 1)
    assert rolls(t)[1:] == ["A1 rolls for area at B1: 3", "A1 rolls for damage at B1: 2 2 1"]


@pytest.mark.clause("DZ-SPEC-04")
def test_how_often_scenery_is_hit_and_the_damage_are_two_rolls(table):
    t = blast(table, pieces={"C0": ("large_building", 10, 10, 6, 6)})
    t.destroy("B1")
    put(t, "B2", "A-MBT", (20, 20))
    fire(t, "A1", "#1", 4, 3, 2, 2)
    assert rolls(t)[1:] == ["A1 rolls for area: 3 -> 2", "A1 rolls for damage: 2 2"]


@pytest.mark.clause("DZ-CARD-C14")
def test_damage_rolled_again_is_told_of_its_firer_and_each_target(table):
    t = lay(table, [14], [])
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(acc=4, area=1))
    put(t, "B1", "A-MBT", (12, 12))
    put(t, "B2", "A-MBT", (13, 12))
    t.activate("A1")
    t.dice(4, 1, 1, 1, 2)
    t.play("shoot", "at B1", "play burning-rounds")
    assert rolls(t) == ["A1 rolls for damage at B1: 1", "A1 rolls for damage at B2: 2"]


@pytest.mark.clause("DZ-SPEC-26", "DZ-COL-03")
def test_a_tough_squads_dice_are_told_apart_from_those_of_the_piece(table):
    t = garrisoned(table, traits=1 << 1)
    fire(t, "A1", "#1", 2, 4, 3, 1, 2)
    assert rolls(t)[-3:] == ["dice rolls for damage: 3", "dice rolls for damage: 1", "dice rolls for damage: 2"]


@pytest.mark.clause("DZ-CARD-C26")
def test_dice_of_charges_are_told_as_rolls_of_their_own(table):
    t = tokens(table, [26], [])
    t.dice(3, 1, 6, 2)
    t.round_up(2)
    t.dice(4, 5, 4, 2)
    t.play("play charges")
    assert rolls(t)[:2] == ["dice rolls for damage: 4", "dice rolls for damage: 5"]


@pytest.mark.clause("DZ-CARD-C03")
def test_cards_lost_by_chance_are_told_one_by_one(table):
    t = lay(table, [3], [])
    t.hand("B", [20, 21, 22])
    t.squad("A1", "A-MBT", (2, 2))
    t.activation("AB")
    t.play("activate 1")
    t.dice(3, 2, 1)
    t.play("play jam")
    assert rolls(t) == ["seat_0 rolls for card: 3"]
    assert [line for line in tell(t.state, t.scenario) if "discards" in line] == [
        "seat_1 discards clear rooms",
        "seat_1 discards marksmen",
    ]


@pytest.mark.clause("DZ-CORE-14", "DZ-DEP-09")
def test_nothing_is_told_of_which_card_was_drawn(table):
    told = []
    for first, second in ((4, 9), (21, 2)):
        t = table(scenario="drill", seats=2, hands=((), ()))
        t.dice(2, 3, first, second)
        t.initiation()
        t.play("keep")
        assert t.cards_of("B") == {first} and t.cards_of("A") == {second}
        told.append((t.state["events"].tobytes(), tell(t.state, t.scenario)))
    assert told[0] == told[1] and "seat_1 draws 1 cards" in told[0][1]
    assert not any("draw:" in line or line.startswith("dice") for line in told[0][1])


@pytest.mark.clause("DZ-CORE-14", "DZ-CARD-C03")
def test_nothing_is_told_of_the_cards_beside_the_one_that_is_jammed(table):
    told = []
    for hand, die in (([8, 9, 20], 1), ([4, 5, 8], 3)):
        t = lay(table, [3], hand)
        t.squad("A1", "A-MBT", (2, 2))
        t.squad("A5", "A-MBT", (4, 2))
        t.activation("AB")
        t.dice(1, die)
        t.play("activate 1", "play jam")
        assert discards(t, "B") == {8}
        told.append(t.state["events"].tobytes())
    assert told[0] == told[1]
