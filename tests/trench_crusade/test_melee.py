"""Rulings of chapter MEL: who may be struck, the dice of a blow, two weapons."""

from __future__ import annotations

import pytest


@pytest.mark.clause("TC-MEL-01", "TC-MEL-10")
@pytest.mark.parametrize(("weapons", "fights"), [((), False), (("bolt_rifle",), False), (("trench_knife",), True), (("pistol",), True)])
def test_a_fight_needs_a_melee_weapon(table, weapons, fights):
    t = table()
    t.add("A1", (5, 5), weapons=weapons)
    t.add("B1", (5, 7))
    t.activate("A1")
    assert ("fight" in t.verbs()) == fights


@pytest.mark.clause("TC-MEL-01", "TC-MEL-02")
def test_targets_are_within_an_inch(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club", "polearm"])
    t.add("B1", (5, 7))
    t.add("B2", (6, 6))
    t.add("B3", (3, 6))  # 1.2" away
    t.activate("A1", "fight")
    assert t.decision == "WEAPON" and t.legal() == {"trench-club", "polearm"}
    t.play("polearm")
    assert t.decision == "TARGET" and t.legal() == {"at B1", "at B2"}


@pytest.mark.clause("TC-MEL-02")
def test_no_fight_beyond_a_wall(table):
    t = table(walls=[(5, 5, 6, 6)], size=(16, 16))
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 7))
    t.activate("A1")
    assert "fight" not in t.verbs()


@pytest.mark.clause("TC-MEL-02", "TC-KW-01")
def test_melee_dice_are_those_of_the_model_and_its_weapon(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_knife"], melee=2, ranged=-3)
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(1, 3, 4, 1, 1)  # +2 -1
    t.play("fight")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-MEL-03", "TC-KW-10")
@pytest.mark.parametrize(
    ("wall", "facts", "defended"),
    [((5, 5, 6, 6), {}, True), ((5, 5, 8, 8), {}, False), (None, {"covered": 1}, True), (None, {"traits": ["cover"]}, True)],
)
def test_a_defended_obstacle(table, wall, facts, defended):
    t = table(low_walls=[wall] if wall else [])
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 7), **facts)
    t.activate("A1")
    t.dice(*((6, 4, 2) if defended else (6, 1, 1, 1)))
    t.play("fight")
    assert t.unit("B1").blood == (0 if defended else 1)


@pytest.mark.clause("TC-MEL-04", "TC-KW-15")
@pytest.mark.parametrize(("traits", "afraid"), [((), True), (("fear",), False), (("negate_fear",), False)])
def test_fear(table, traits, afraid):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"], traits=traits)
    t.add("B1", (5, 7), traits=["fear"])
    t.activate("A1")
    t.dice(*((6, 4, 2) if afraid else (6, 1, 1, 1)))
    t.play("fight")
    assert t.unit("B1").blood == (0 if afraid else 1)


@pytest.mark.clause("TC-MEL-04", "TC-KW-08")
@pytest.mark.parametrize("charged", [True, False])
def test_block_works_against_those_who_charged(table, charged):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 12 if charged else 6), traits=["block"])
    t.activate("A1")
    if charged:
        t.dice(6)
        t.play("charge")
    t.dice(*((6, 4, 2) if charged else (6, 1, 1, 1)))
    t.play("fight")
    assert t.unit("B1").blood == (0 if charged else 1)


@pytest.mark.clause("TC-MEL-05")
def test_two_weapons_one_after_the_other(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club", "sword"])
    t.add("B1", (5, 6))
    t.add("B2", (6, 5))
    t.activate("A1", "fight", "sword")
    t.dice(3, 4, 1, 2)
    t.play("at B1")
    assert t.unit("B1").blood == 1
    assert (t.decision, t.decider) == ("SECOND_WEAPON", 0) and t.legal() == {"trench-club", "stop"}
    t.play("trench-club")
    assert t.decision == "TARGET" and t.names() == {"B1", "B2"}, "targets may differ"
    t.dice(6, 4, 2)  # Off-Hand: -1
    t.play("at B2")
    assert t.unit("B2").blood == 0
    assert "fight" not in t.verbs()


@pytest.mark.clause("TC-MEL-05")
def test_the_second_blow_may_be_left_out(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club", "sword"])
    t.add("B1", (5, 6))
    t.activate("A1", "fight")
    t.dice(1, 2)
    t.play("sword")
    assert t.decision == "SECOND_WEAPON" and t.legal() == {"trench-club", "stop"}
    t.play("stop")
    assert "fight" not in t.verbs()


@pytest.mark.clause("TC-MEL-05", "TC-KW-22")
def test_the_owner_names_the_second_of_three_weapons(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club", "sword", "pistol"])
    t.add("B1", (5, 6))
    t.activate("A1", "fight")
    t.dice(1, 2)
    t.play("sword")
    assert t.decision == "SECOND_WEAPON" and t.legal() == {"trench-club", "pistol", "stop"}
    t.dice(6, 4, 2)
    t.play("pistol")
    assert t.unit("B1").blood == 0


@pytest.mark.clause("TC-MEL-05", "TC-KW-20")
def test_a_weapon_that_ignores_off_hand(table):
    t = table()
    t.arm("sword", "ignore_off_hand")
    t.add("A1", (5, 5), weapons=["trench_club", "sword"])
    t.add("B1", (5, 6))
    t.activate("A1", "fight")
    t.dice(1, 2)
    t.play("trench-club")
    t.dice(6, 1, 1, 1)
    t.play("sword")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-MEL-05", "TC-KW-34")
def test_a_two_handed_weapon_is_no_second_one(table):
    t = table()
    t.add("A1", (5, 5), weapons=["polearm", "sword"])
    t.add("B1", (5, 6))
    t.activate("A1", "fight")
    t.dice(1, 2)
    t.play("sword")
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-MEL-06", "TC-KW-05", "TC-KW-09")
def test_all_blows_of_the_first_weapon_then_all_of_the_second(table):
    t = table()
    t.arm("sword", cleave=2)
    t.arm("trench_club", cleave=2)
    t.add("A1", (5, 5), weapons=["sword", "trench_club"])
    t.add("B1", (5, 6))
    t.add("B2", (6, 5))
    t.activate("A1", "fight", "sword")
    t.dice(3, 4, 1, 2)
    t.play("at B1")
    t.dice(3, 4, 1, 2)
    t.play("at B2")
    assert t.unit("B1").blood == t.unit("B2").blood == 1
    t.play("trench-club")
    for name in ("B1", "B2"):
        assert t.decision == "TARGET" and t.names() == {"B1", "B2"}
        t.dice(6, 5, 1)  # Off-Hand each
        t.play(f"at {name}")
    assert t.unit("B1").blood == t.unit("B2").blood == 1
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-MEL-07", "TC-DOWN-06", "TC-INJ-06")
def test_a_blow_at_a_down_enemy(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 6), down=1)
    t.activate("A1")
    t.dice(3, 4, 1, 6, 3)
    t.play("fight")
    assert t.unit("B1").status == "OUT"


@pytest.mark.clause("TC-DOWN-06", "TC-INJ-06")
def test_a_shot_at_a_down_enemy_has_no_more_injury_dice(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), down=1)
    t.activate("A1")
    t.dice(3, 4, 1, 3)
    t.play("shoot")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-MEL-07", "TC-ROLL-05", "TC-KW-11")
@pytest.mark.parametrize(("weapon", "injury"), [("trench_club", (1, 1, 4)), ("sword", (1, 1, 1, 4))])
def test_a_critical_blow(table, weapon, injury):
    t = table()
    t.add("A1", (5, 5), weapons=[weapon])
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(6, 6, *injury)
    t.play("fight")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-MEL-08")
def test_a_blow_never_strikes_a_friend(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("A2", (5, 7))
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(3, 4, 1, 2)  # no D6 before
    t.play("fight")
    assert t.unit("B1").blood == 1 and t.unit("A2").blood == 0


@pytest.mark.clause("TC-MEL-09")
def test_fight_first_then_retreat(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"])
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(1, 2)
    t.play("fight")
    assert t.verbs() == {"retreat", "end"}
    t.play("retreat", "to 5,1")
    assert t.unit("A1").at == (5, 1)


@pytest.mark.clause("TC-KW-22", "TC-KW-04")
@pytest.mark.parametrize(("ranged", "melee"), [(1, -1), (-1, 1)])
def test_a_pistol_strikes_with_the_better_characteristic_and_once(table, ranged, melee):
    t = table()
    t.add("A1", (5, 5), weapons=["automatic_pistol"], ranged=ranged, melee=melee)
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(1, 3, 4, 1, 2)
    t.play("fight")
    assert t.unit("B1").blood == 1 and "fight" not in t.verbs()


@pytest.mark.clause("TC-KW-22", "TC-RNG-01")
def test_a_pistol_shoots_with_ranged_only(table):
    t = table()
    t.add("A1", (5, 5), weapons=["pistol"], ranged=-1, melee=2)
    t.add("B1", (5, 9))
    t.activate("A1")
    t.dice(6, 5, 1)
    t.play("shoot")
    assert t.unit("B1").blood == 0
