"""Rulings of chapter KW on weapons, and the abilities of single weapons (TC-ABL-17). Blasts are in test_blasts.py."""

from __future__ import annotations

import pytest


def aim(table, weapon: str, at=(5, 12), shooter: dict | None = None, board: dict | None = None, **facts):
    """A1 is active with a weapon, B1 is at some place."""
    t = table(**(board or {}))
    t.add("A1", (5, 5), weapons=[weapon], **(shooter or {}))
    t.add("B1", at, **facts)
    t.activate("A1")
    return t


@pytest.mark.clause("TC-KW-04", "TC-KW-05", "TC-KW-24")
def test_automatic_targets_stand_within_six_inches_of_each_other(table):
    t = table()
    t.add("A1", (5, 5), weapons=["machine_gun"])
    t.add("B1", (5, 12))
    t.add("B2", (5, 18))
    t.add("B3", (5, 20))  # 7" from B1
    t.activate("A1", "shoot")
    assert t.legal() == {"at B1", "at B2", "at B3"}, "the first attack must be made"
    t.dice(3, 4, 6, 6)
    t.play("at B1")
    assert t.unit("B1").status == "OUT"
    assert (t.decision, t.decider) == ("TARGET", 0)
    assert t.legal() == {"at B2", "stop"}, "where B1 stood counts"
    t.dice(3, 4, 1, 2)
    t.play("at B2")
    assert t.legal() == {"at B2", "stop"}
    t.dice(1, 2)
    t.play("at B2")  # a marker may be spent on neither: it missed
    assert t.unit("B2").blood == 1
    assert t.act("A1") is None, "RELOAD, and there is no fourth attack"


@pytest.mark.clause("TC-KW-04")
def test_automatic_targets_stand_within_six_inches_of_every_one_before(table):
    t = table()
    t.add("A1", (15, 5), weapons=["machine_gun"])
    t.add("B1", (15, 15))
    t.add("B2", (22, 15))  # 6" from B1
    t.add("B3", (8, 15))  # 6" from B1, 13" from B2
    t.activate("A1", "shoot")
    t.dice(1, 2)
    t.play("at B1")
    assert t.legal() == {"at B1", "at B2", "at B3", "stop"}
    t.dice(1, 2)
    t.play("at B2")
    assert t.legal() == {"at B1", "at B2", "stop"}


@pytest.mark.clause("TC-KW-04", "TC-KW-24", "TC-ACT-08")
def test_who_stops_shooting_must_reload_all_the_same(table):
    t = table()
    t.add("A1", (5, 5), weapons=["machine_gun"])
    t.add("B1", (5, 12))
    t.add("B2", (5, 18))
    t.activate("A1", "shoot")
    t.dice(1, 2)
    t.play("at B1", "stop")
    assert t.act("A1") is None


@pytest.mark.clause("TC-KW-05", "TC-INJ-13")
def test_each_attack_has_its_own_windows(table):
    t = aim(table, "machine_gun", at=(5, 12))
    t.dice(3, 4, 1, 4)
    t.play("shoot")
    assert t.unit("B1").blood == 1
    t.dice(3, 4)
    t.play("at B1")
    assert t.decision == "WOUND"
    t.dice(1, 4, 1)
    t.play("spend 1")
    assert t.unit("B1").blood == 1
    t.dice(3, 4)
    t.play("at B1")
    t.dice(1, 4)
    t.play("spend 0")
    assert t.unit("B1").blood == 2


@pytest.mark.clause("TC-ABL-17", "TC-KW-04")
def test_focused_fire_keeps_to_one_target(table):
    t = table()
    t.add("A1", (5, 5), weapons=["automatic_rifle"])
    t.add("B1", (5, 12))
    t.add("B2", (6, 12))
    t.activate("A1", "shoot")
    t.dice(1, 2)
    t.play("at B2")
    assert t.legal() == {"at B2", "stop"}


@pytest.mark.clause("TC-ABL-17")
def test_quick_bursts(table):
    t = table()
    t.add("A1", (5, 5), weapons=["submachine_gun", "pistol"])
    t.add("B1", (5, 12))
    t.activate("A1", "shoot")
    t.dice(1, 2)
    t.play("submachine-gun")
    assert "shoot" in t.verbs()
    t.dice(1, 2)
    t.play("shoot")  # the pistol is not asked about
    assert t.verbs() == {"move", "charge", "dash", "end"}


@pytest.mark.clause("TC-ABL-17", "TC-ACT-05")
def test_no_quick_bursts_after_another_weapon(table):
    t = table()
    t.add("A1", (5, 5), weapons=["submachine_gun", "pistol"])
    t.add("B1", (5, 12))
    t.activate("A1", "shoot")
    t.dice(1, 2)
    t.play("pistol")
    assert "shoot" not in t.verbs()


@pytest.mark.clause("TC-ABL-17", "TC-KW-11")
@pytest.mark.parametrize(("dice", "down"), [((6, 6, 1, 4, 4, 1, 1), True), ((6, 5, 1, 3, 4), False)])
def test_bulls_eye(table, dice, down):
    t = aim(table, "sniper_rifle", armour=3)
    t.dice(*dice)
    t.play("shoot")
    assert t.unit("B1").down == down and t.unit("B1").blood == 1


@pytest.mark.clause("TC-ABL-17")
@pytest.mark.parametrize(("dice", "down"), [((6, 6, 4, 4, 1), True), ((6, 5, 3, 4), False)])
def test_liquid_fire(table, dice, down):
    t = aim(table, "incendiary_grenade", armour=3)
    t.dice(*dice)
    t.play("shoot")
    assert t.unit("B1").down == down and t.unit("B1").blood == 2, "one of them for FIRE"


@pytest.mark.clause("TC-KW-25", "TC-ROLL-06")
@pytest.mark.parametrize(("weapon", "dice", "ends"), [("sniper_rifle", (1, 1, 2), True), ("bolt_rifle", (1, 2), False)])
def test_a_miss_with_a_risky_weapon_ends_the_activation(table, weapon, dice, ends):
    t = aim(table, weapon)
    t.dice(*dice)
    t.play("shoot")
    assert (t.act("A1") is None) == ends


@pytest.mark.clause("TC-KW-10")
@pytest.mark.parametrize("facts", [{"traits": ["cover"]}, {"covered": 1}])
def test_cover_as_a_keyword(table, facts):
    t = aim(table, "bolt_rifle", **facts)
    t.dice(6, 5, 1)
    t.play("shoot")
    assert t.unit("B1").blood == 0


@pytest.mark.clause("TC-KW-14", "TC-KW-21")
@pytest.mark.parametrize("keyword", ["fire", "gas", "shrapnel"])
def test_fire_gas_and_shrapnel_mark_whatever_the_injury(table, keyword):
    for traits, blood in (((), 1), ((f"negate_{keyword}",), 0)):
        t = table()
        t.arm("bolt_rifle", keyword)
        t.add("A1", (5, 5), weapons=["bolt_rifle"])
        t.add("B1", (5, 12), armour=3, traits=traits)
        t.activate("A1")
        t.dice(3, 4, 1, 1)  # No Effect
        t.play("shoot")
        assert t.unit("B1").blood == blood


@pytest.mark.clause("TC-KW-14")
def test_keywords_add_up_and_each_is_negated_alone(table):
    t = table()
    t.arm("bolt_rifle", "fire", "gas", "shrapnel")
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12), traits=["negate_gas"])
    t.activate("A1")
    t.dice(3, 4, 1, 1)
    t.play("shoot")
    assert t.unit("B1").blood == 3


@pytest.mark.clause("TC-KW-18", "TC-KW-20", "TC-KW-14")
def test_a_flamethrower_needs_no_success_roll(table):
    t = aim(table, "flamethrower", at=(5, 9), shooter={"blood": 3, "blessing": 2, "ranged": -3}, armour=3)
    t.dice(6, 4, 4)  # -1 INJURY DICE, no window before; 9 would take it out
    t.play("shoot")
    assert t.unit("B1").down and t.unit("B1").blood == 2
    assert t.unit("A1").blood == 3


@pytest.mark.clause("TC-KW-19")
def test_a_heavy_ranged_weapon_and_moves_exclude_each_other(table):
    t = aim(table, "grenade_launcher")
    t.play("move", "to 5,6")
    assert t.verbs() == {"dash", "end"}
    t = aim(table, "grenade_launcher")
    t.dice(1, 2)
    t.play("shoot", "at B1")
    assert t.act("A1") is None, "END alone is left"


@pytest.mark.clause("TC-KW-19")
def test_a_heavy_weapon_is_not_used_after_a_dash_or_a_retreat(table):
    t = aim(table, "grenade_launcher")
    t.dice(3, 4)
    t.play("dash", "to 5,5")
    assert "shoot" not in t.verbs()
    t = aim(table, "grenade_launcher", at=(5, 7))
    t.play("retreat", "to 5,2")
    assert t.verbs() == {"dash", "end"}


@pytest.mark.clause("TC-KW-19")
def test_the_other_weapons_are_used_after_a_move(table):
    t = table()
    t.add("A1", (5, 5), weapons=["pistol", "satchel_charge"])
    t.add("B1", (5, 10))
    t.activate("A1", "move", "to 5,5")
    t.dice(1, 2)
    t.play("shoot")  # a satchel charge would be asked about
    assert "shoot" not in t.verbs() and not t.unit("A1").spent


@pytest.mark.clause("TC-KW-30", "TC-KW-19")
def test_strong_negates_heavy(table):
    t = aim(table, "grenade_launcher", shooter={"traits": ["strong"]})
    t.play("move", "to 5,6")
    assert "shoot" in t.verbs()
    t.dice(1, 2)
    t.play("shoot", "at B1")
    assert t.verbs() == {"dash", "end"}


@pytest.mark.clause("TC-KW-19", "TC-ABL-05")
def test_a_heavy_melee_weapon_allows_moves(table):
    t = table()
    t.add("A1", (5, 5), weapons=["great_sword"], charge="none")
    t.add("B1", (5, 11))
    t.activate("A1", "charge")
    assert t.unit("A1").at == (5, 10)
    assert "fight" in t.verbs()


@pytest.mark.clause("TC-KW-20", "TC-RNG-05", "TC-RNG-06", "TC-RNG-07")
@pytest.mark.parametrize(
    ("keyword", "at", "board"),
    [
        ("ignore_cover", (5, 12), {"low_walls": [(5, 5, 11, 11)]}),
        ("ignore_long_range", (5, 20), {}),
        ("ignore_elevated", (5, 12), {"walls": [(5, 5, 5, 5)]}),
    ],
)
def test_ignored_modifiers(table, keyword, at, board):
    for keywords, dice in (((), 3), ((keyword,), 2)):
        t = table(size=(30, 30), **board)
        t.arm("bolt_rifle", *keywords)
        t.add("A1", (5, 5), weapons=["bolt_rifle"])
        t.add("B1", at)
        t.activate("A1")
        t.dice(*(1,) * dice)
        t.play("shoot")
        t.done()


@pytest.mark.clause("TC-KW-28", "TC-RNG-05")
@pytest.mark.parametrize(("y", "injury"), [(12, (1, 1)), (13, (6, 1, 1))])
def test_a_shotgun_at_long_range(table, y, injury):
    t = aim(table, "shotgun", at=(5, y))
    t.dice(1, 3, 4, *injury)
    t.play("shoot")
    assert t.unit("B1").blood == 1 and not t.unit("B1").down


@pytest.mark.clause("TC-KW-28", "TC-KW-01")
@pytest.mark.parametrize(("y", "injury"), [(12, (1, 1, 1, 5)), (13, (1, 5))])
def test_a_heavy_shotgun_at_short_and_long_range(table, y, injury):
    t = aim(table, "heavy_shotgun", at=(5, y))
    t.dice(1, 3, 4, *injury)
    t.play("shoot")
    assert t.unit("B1").blood == 1 and not t.unit("B1").down


@pytest.mark.parametrize(("wall", "dice"), [((5, 5, 6, 6), (1, 3, 4, 1, 1)), ((5, 5, 4, 4), (3, 4, 1, 1)), (None, (3, 4, 1, 1))])
@pytest.mark.clause("TC-KW-01")
def test_a_silenced_pistol_beside_terrain_towards_its_target(table, wall, dice):
    t = aim(table, "silenced_pistol", at=(5, 10), board={"low_walls": [wall] if wall else []})
    t.dice(*dice)
    t.play("shoot")
    assert t.unit("B1").blood == 1


@pytest.mark.clause("TC-KW-20")
@pytest.mark.parametrize(("down", "injury", "falls"), [(1, (4, 4, 1), 2), (0, (3, 4), 1)])
def test_a_misericord_finds_the_gaps_in_the_armour_of_the_down(table, down, injury, falls):
    t = table()
    t.add("A1", (5, 5), weapons=["misericord"])
    t.add("B1", (5, 6), armour=3, down=down)
    t.activate("A1")
    t.dice(3, 4, *injury)
    t.play("fight")
    assert t.unit("B1").blood == falls


@pytest.mark.clause("TC-RNG-03")
def test_a_satchel_charge_is_used_once_in_the_game(table):
    t = aim(table, "satchel_charge", at=(5, 9))
    t.dice(3, 4, 1, 1, 1)
    t.play("shoot", "at B1")
    assert t.unit("A1").spent and t.unit("B1").blood == 1
    t.dice(6, 1)  # for the next Initiative
    t.play("end")
    assert t.active == "A1" and "shoot" not in t.verbs()


@pytest.mark.clause("TC-KW-23")
@pytest.mark.parametrize(("x", "blood", "left"), [(2, 3, 1), (2, 1, 0), (0, 3, 3)])
def test_regenerate_at_the_start_of_the_activation(table, x, blood, left):
    t = table()
    t.add("A1", (5, 5), regenerate=x, blood=blood)
    t.add("B1", (30, 30), regenerate=x, blood=blood)
    t.activate("A1")
    assert t.unit("A1").blood == left and t.unit("B1").blood == blood
