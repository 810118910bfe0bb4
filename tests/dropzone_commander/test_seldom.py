"""Chapters SPEC, ABIL, AIR, END, MULTI: what comes up seldom, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import arm, can_shoot, fire, gun, spare
from tests.dropzone_commander.test_cards import lay
from tests.dropzone_commander.test_cards_in_play import BLOCK, NEAR, act_and_end, dp
from tests.dropzone_commander.test_fast import jet
from tests.dropzone_commander.test_flame import siege


def put(t, name, profile, *cells, **more):
    t.squad(name, profile, *cells, **{"armour": 10, "dp": 9, "evasion": 0, "passive": 0, "group": 2, **more})


# ---- Strafe


@pytest.mark.clause("DZ-SPEC-17")
def test_strafe_counts_from_any_of_its_targets(table):
    """B3 is 3" from B1 and 6" from B2, which was fired at last; B4 is near it, but out of range."""
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(strafe=4, far=9, near=9))
    for name, at in (("B1", (12, 12)), ("B2", (15, 12)), ("B3", (9, 12)), ("B4", (15, 15))):
        put(t, name, "A-MBT", at)
    t.activate("A1")
    t.play("shoot", "at B1", "at B2")
    t.dice(3, 3, 3, 2, 2, 2)
    assert t.named("at") == {"B3"}
    t.play("at B3")
    assert dp(t, "B1", "B2", "B3", "B4") == [8, 8, 8, 9]


@pytest.mark.clause("DZ-SPEC-17", "DZ-SHT-02")
def test_each_unit_strafes_by_itself(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 4), (13, 4)), gun(strafe=2))
    for name, x in (("B1", 5), ("B2", 8), ("B3", 18), ("B4", 21)):
        put(t, name, "A-MBT", (x, 12))
    t.activate("A1")
    t.play("shoot", "singly", "at B1")
    assert t.named("at") == {"B2"}
    t.play("at B2", "at B4")
    assert t.named("at") == {"B3"}
    t.dice(3, 3, 3, 3, 2, 2, 2, 2)
    t.play("at B3")
    assert dp(t, "B1", "B2", "B3", "B4") == [8, 8, 8, 8]


# ---- Flame


@pytest.mark.clause("DZ-SPEC-10")
def test_each_flame_weapon_puts_its_own_token(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (12, 5), (13, 5), (14, 5)), gun(flame=1))
    put(t, "B1", "A-MBT", (2, 20))
    fire(t, "A1", "#1", 1, 1, 1)
    assert t.piece("C0")["damage_tokens"] == 3


@pytest.mark.clause("DZ-SPEC-09", "DZ-CARD-C13")
def test_who_is_burnt_by_a_miss_is_settled_after_the_dice_were_rolled_again(table):
    t = lay(table, [13], [], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-MBT", (12, 5)), gun(flame=1, shots=2))
    put(t, "B1", "A-INF", inside="C0")
    put(t, "A5", "A-INF", inside="C0")
    t.activate("A1")
    t.play("shoot")
    t.dice(2, 2)
    t.play("at B1")
    assert t.ask() == ("CARD", "A")
    t.dice(3, 2, 2, 2, 1, 1, 1)  # one hit, one miss that burns A5, the only friend; a token on one of two squads
    t.play("play guided-fire")
    assert dp(t, "A5", "B1") == [8, 8]


@pytest.mark.clause("DZ-SPEC-09", "DZ-SPEC-10")
def test_flames_at_an_edge(table):
    t = siege(table, site="south", shots=2)
    t.squad("A2", "A-INF", (14, 5), group=2)
    t.dice(2, 3, 3, 1, 1)  # no cover: 3+ and, Energy 9 against 10, a Critical; the token: squad and piece
    t.activate("A1")
    t.play("shoot", "at B1")
    assert dp(t, "B1") == [3] and t.piece("C0")["damage_tokens"] == 0


# ---- Fast Aircraft


@pytest.mark.clause("DZ-AIR-09", "DZ-CARD-C06")
def test_a_fast_aircraft_with_one_action_moves(table):
    t = jet(table)
    t.squad("A9", "A-MBT", (30, 1))
    t.activation("AB")
    t.play("activate 1")
    t.mark("A1", disrupted=1)
    t.play("next A1", "to 12,14", "face N")
    assert t.decision != "ACTION" or t.subject == "A9"


@pytest.mark.clause("DZ-AIR-09", "DZ-AIR-06", "DZ-END-03")
def test_a_fast_aircraft_falls_and_counts_like_others(table):
    t = jet(table, points=40)
    arm(t, t.squad("B5", "A-AAT", (12, 16), group=2), gun(aa=0))
    t.squad("A9", "A-MBT", (13, 14), armour=10, dp=9, group=3)
    t.activate("A1")
    t.dice(5, 6, 1, 2)  # 3 + 2; Armour 8; it falls at (12, 14): D3 = 1, one hit of Energy 10 on A9
    t.play("to 12,14", "at A1")
    assert t.where("A1") == "destroyed" and t.kills == (0, 40) and dp(t, "A9") == [7]


# ---- Area, Limited, Devastator


@pytest.mark.clause("DZ-SPEC-03", "DZ-SPEC-04", "DZ-SHT-13")
def test_a_glance_at_scenery_is_d3_hits_with_less_energy(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(area=1, energy=8))
    t.mark("A1", out=2, left=1)
    put(t, "B1", "A-MBT", (22, 22))
    fire(t, "A1", "#1", 3, 4, 3, 4)  # 2+ and 2; D3 = 2; Energy 6: the 4 damages
    assert t.piece("C0")["dp"] == 29 and t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-SPEC-03", "DZ-END-04", "DZ-CORE-10")
def test_ones_own_units_under_a_template_count_for_every_opponent(table):
    t = spare(table(seats=3))
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(area=1, energy=20))
    put(t, "A5", "A-MBT", (13, 12), dp=1, points=30)
    put(t, "B1", "A-MBT", (12, 12), dp=1, points=44)
    put(t, "C1", "A-MBT", (12, 13), dp=1, points=7)
    fire(t, "A1", "B1", 6, 2, 2, 2)
    assert t.kills == (51, 30, 30)


@pytest.mark.clause("DZ-SPEC-13", "DZ-CARD-07")
def test_a_limited_weapon_fired_out_of_sequence_is_used_up(table):
    t = lay(table, [], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5), dp=9, armour=10)
    arm(t, t.squad("B1", "A-MBT", (10, 5)), gun(limited=1))
    act_and_end(t, "A1", 5, 6)
    t.play("play react")
    t.play("on B1") if t.decision == "CARD_UNIT" else None
    t.play("shoot") if t.decision == "ACTION" else None
    t.dice(1)
    t.play("at A1")
    assert t.unit("B1")["uses"][0] == 1
    t.activation("BA")
    assert not can_shoot(t, "B1")


@pytest.mark.clause("DZ-SPEC-08", "DZ-SPEC-19", "DZ-SPEC-07")
@pytest.mark.parametrize(("profile", "left"), [("D-AAW", 7), ("A-MBT", 5)])
def test_an_automatic_critical_of_a_devastator(table, profile, left):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(destroyer=6, devastator=2, devastates=2, energy=1))
    put(t, "B1", profile, (12, 12))
    fire(t, "A1", "B1", 6)
    assert dp(t, "B1") == [left]
