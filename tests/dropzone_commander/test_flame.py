"""Flame, Strafe and Tech Killer: rules of weapons that no supplied unit has."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, fire, gun, spare

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}
WOOD = {"C0": ("medium_forest", 10, 10, 4, 4)}


def siege(table, pieces=HOUSE, site="centre", **figures):
    """A1 with a Flame weapon (3+) south of a Garrison; B1 and B2 inside it."""
    t = spare(table(pieces=pieces))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(**{"shots": 3, "flame": 1, "energy": 9, "far": 8, "near": 8, **figures}))
    t.squad("B1", "A-INF", inside="C0", site=site, size=2, armour=10)
    return t


@pytest.mark.clause("DZ-SPEC-09", "DZ-GAR-12")
@pytest.mark.parametrize(("flame", "far", "legal"), [(1, 8, True), (0, 8, False), (1, 4, False)])
def test_flames_reach_who_is_not_on_an_edge_by_a_visible_one(table, flame, far, legal):
    t = siege(table, flame=flame, far=far, near=far)
    t.activate("A1")
    if t.decision == "ACTION" and t.can("shoot"):
        t.play("shoot")
    assert (t.decision == "AIM" and "B1" in t.named("at")) == legal


@pytest.mark.clause("DZ-SPEC-09", "DZ-SPEC-10", "DZ-COL-02", "DZ-SHT-11", "DZ-SHT-12")
def test_flames_know_no_cover_and_set_the_garrison_alight_even_without_hits(table):
    t = siege(table, shots=2)
    t.dice(2, 3, 2, 3, 2)  # 3+: the walls do not help; 2 + 9 = 11 damages Armour 10; the token: 3 + 4 and 2 + 4 do nothing
    t.activate("A1")
    t.play("shoot", "at B1")
    assert t.unit("B1")["dp"] == 4 and t.piece("C0")["damage_tokens"] == 0
    t = siege(table, shots=1)
    fire(t, "A1", "B1", 1, 6, 6)  # a miss; the token hurts squad and piece, and stays
    assert t.piece("C0")["damage_tokens"] == 1 and t.piece("C0")["dp"] == 19 and t.unit("B1")["dp"] == 4


@pytest.mark.clause("DZ-SPEC-10", "DZ-COL-07")
@pytest.mark.parametrize("target", ["B1", "#1"])
def test_what_is_flammable_gets_two_tokens(table, target):
    t = siege(table, pieces=WOOD, shots=1)
    t.activate("A1")
    t.play("shoot")
    aim(t, target, 1, 6, 6, 6, 6)
    assert t.piece("C0")["damage_tokens"] == 2


@pytest.mark.clause("DZ-SPEC-09", "DZ-END-04")
def test_each_miss_hits_a_friend_whom_the_owner_of_the_target_chooses(table):
    t = siege(table, shots=3)
    t.squad("A2", "A-INF", inside="C0", size=2, armour=10, group=2)
    t.activate("A1")
    t.play("shoot")
    t.dice(1, 2, 3)
    t.play("at B1")
    assert t.ask() == ("STRAY", "B") and t.named("burns") == {"A2", "A3"}
    t.play("burns A3")
    t.dice(1, 2, 3, 1, 1, 1)  # the hit on B1 does nothing, the two on friends: 2 and 3, a Critical; a token on one of two squads
    t.play("burns A3")
    assert t.unit("A3")["dp"] == 2 and t.unit("A2")["dp"] == 5 and t.unit("B1")["dp"] == 5


@pytest.mark.clause("DZ-SPEC-09")
def test_nobody_else_is_hit_where_no_friends_are_inside(table):
    t = siege(table, shots=1)
    t.squad("A2", "A-INF", (14, 5), group=2)
    fire(t, "A1", "B1", 1, 1, 1)
    assert t.unit("A2")["dp"] == 5 and t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-SPEC-18")
@pytest.mark.parametrize(("tech", "dp", "tokens"), [(1, 20, 0), (0, 19, 1)])
def test_tech_killer_cannot_damage_scenery(table, tech, dp, tokens):
    t = spare(table(pieces=HOUSE))
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(tech_killer=tech))
    t.squad("B1", "A-MBT", (2, 20))
    fire(t, "A1", "#1", 2, 6)  # 6 + 8: a Critical
    assert t.piece("C0")["dp"] == dp and t.piece("C0")["damage_tokens"] == tokens


def row(table, strafe=3, **figures):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(strafe=strafe, **figures))
    for k, x in enumerate((2, 5, 8, 12)):
        t.squad(f"B{k + 1}", "A-MBT", (x, 12), group=k + 1, armour=10, dp=9)
    return t


@pytest.mark.clause("DZ-SPEC-17", "DZ-SHT-02")
def test_strafe_fires_again_within_three_inches_of_another_of_its_targets(table):
    t = row(table)
    t.activate("A1")
    t.play("shoot", "at B2")
    assert t.named("at") == {"B1", "B3"} and t.can("hold")
    t.dice(3, 3, 3, 2, 2, 2)
    t.play("at B1")
    assert t.ask() == ("AIM", "A") and t.named("at") == {"B3"}  # B4 is 4" from B3, its target is not yet
    t.play("at B3")
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2", "B3", "B4")] == [8, 8, 8, 9]


@pytest.mark.clause("DZ-SPEC-17")
def test_strafe_asks_nothing_of_who_is_off_the_table(table):
    """Plain Python refuses the distance from a Garrison to a unit that stands nowhere."""
    t = spare(table(pieces={"C0": ("medium_building", 10, 12, 4, 4)}))
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(strafe=3))
    t.squad("B1", "A-INF", inside="C0", site="south", size=1)
    t.squad("B3", "A-MBT", (20, 20), group=2)
    t.activate("A1")
    t.play("shoot")
    t.dice(1)
    t.play("at B1")
    assert t.decision != "AIM"


@pytest.mark.clause("DZ-SPEC-17", "DZ-SPEC-13")
def test_strafe_may_stop_early_and_is_one_use(table):
    t = row(table, strafe=2, limited=1)
    fire(t, "A1", "B4", 1)  # nobody else is near enough
    assert t.unit("A1")["uses"][0] == 1
    t = row(table, strafe=2, limited=1)
    t.activate("A1")
    t.play("shoot", "at B1")
    t.dice(1, 1)
    t.play("at B2")
    assert t.unit("A1")["uses"][0] == 1 and t.decision != "AIM"
