"""Chapters ABIL, END, MULTI and others: what comes up seldom, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, close, gun, spare
from tests.dropzone_commander.test_cards import lay
from tests.dropzone_commander.test_cards_in_play import BLOCK, NEAR, dp
from tests.dropzone_commander.test_seldom import put


@pytest.mark.clause("DZ-ABIL-03", "DZ-RF-02")
def test_smoke_helps_against_reaction_fire(table):
    t = spare(table())
    t.squad("A1", "A-HDR", (2, 12), dp=9, armour=10)
    t.squad("A2", "A-LTK", (17, 12))
    t.mark("A2", smoke=1)
    arm(t, t.squad("B1", "A-AAT", (19, 12)), gun(aa=0, shots=2, acc=1))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.dice(4, 5, 2)
    t.play("to 18,12", "at A1")
    assert dp(t, "A1") == [8]


@pytest.mark.clause("DZ-ABIL-13", "DZ-SPEC-21", "DZ-GAR-03", "DZ-CQ-06")
@pytest.mark.parametrize("flying", [True, False])
def test_who_leaves_a_hovering_lifter_enters_anywhere_and_strikes_at_once(table, flying):
    sealed = ("large_building", 10, 10, 6, 6, {"sealed": ["south"]})
    t = spare(table(pieces={"C0": sealed if flying else sealed[:5]}))
    t.squad("A1", "D-LTR", (12, 8), flying=flying)
    t.change("A1", travelled=12)
    arm(t, t.squad("A5", "D-INF", aboard="A1", size=1), close(energy=8))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.mark("A1", declared=0)
    t.activate("A5")
    t.play("move") if t.decision == "ACTION" else None
    t.play("out-into 1", "site CENTRE", "close")
    aim(t, "B1", 2, *([] if flying else [1]))  # who lands first rolls again
    assert dp(t, "B1") == [4 if flying else 5]


@pytest.mark.clause("DZ-SPEC-22", "DZ-CARD-C09", "DZ-GAR-11")
def test_bloodthirsty_units_neither_cross_nor_tunnel_past_an_enemy(table):
    pieces = {**BLOCK, "C1": ("small_building", 18, 11, 4, 4, {"links": ["C0"]})}
    t = lay(table, [9], [], cv=NEAR, pieces=pieces)
    arm(t, t.squad("A1", "D-BRK", inside="C0"), close())
    t.squad("B1", "A-INF", inside="C0")
    t.activate("A1")
    assert t.decision != "MOVE" and (t.decision == "AIM" or not t.can("move"))


@pytest.mark.clause("DZ-ABIL-09", "DZ-AIR-06", "DZ-RF-07")
def test_a_walker_shot_from_its_thrusters_is_no_crash(table):
    t = spare(table())
    t.squad("A1", "C-CMD", (12, 4), rapid=-1, dp=1, evasion=0, points=80)
    t.squad("A5", "A-MBT", (13, 12), group=2)
    arm(t, t.squad("B1", "A-AAT", (14, 10)), gun(aa=0, energy=20))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.dice(5, 2)
    t.play("to 12,14", "at A1")
    assert t.where("A1") == "destroyed" and t.kills == (0, 80) and t.unit("A5")["dp"] == 1


@pytest.mark.clause("DZ-ABIL-05", "DZ-GAR-04")
@pytest.mark.parametrize(("x", "limit"), [(18, 1), (19, 2)])
def test_a_suppression_field_reaches_into_a_garrison(table, x, limit):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun())
    t.squad("B1", "B-CMD", (x, 12))
    t.squad("B5", "A-MBT", (12, 2), group=2)
    t.objective(1, inside="C0", find="hidden")
    t.activate("A1")
    assert t.can("search") == (limit == 2)


# ---- several players, the end


@pytest.mark.clause("DZ-END-05", "DZ-CARD-C02", "DZ-INIT-08", "DZ-INIT-10")
def test_an_eliminated_player_rolls_gives_draws_and_nullifies(table):
    t = lay(table, [3], [2], [8, 9])
    t.destroy("B20", "B24")
    t.state["deck"][:] = 0
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    t.dice(4, 6, 3)
    t.initiation(2)
    assert t.ask() == ("KEEP", "B")
    t.play("give")
    assert t.order == "ABC"
    while t.decision == "DISCARD":
        t.play("stop")
    assert t.ask() == ("GROUP", "A")
    t.play("activate 1", "play jam", "against 2")
    assert t.ask() == ("NULLIFY", "B")
    t.play("yes")
    assert t.cards_of("C") == {8, 9}


@pytest.mark.clause("DZ-END-05", "DZ-MULTI-01")
@pytest.mark.parametrize(("left", "over"), [(2, False), (1, True)])
def test_option_the_game_goes_on_while_two_of_three_are_left(table, left, over):
    t = table(seats=3, pieces=BLOCK, options={"end_on_wipeout": "on"})
    for seat in "AB"[:left]:
        t.squad(f"{seat}1", "A-MBT", (5, "AB".index(seat)))
    if not over:
        t.dice(4, 3, 2)
    t.round_up(2)
    assert t.over == over


@pytest.mark.clause("DZ-CARD-C18", "DZ-MULTI-05")
def test_flares_make_the_squad_roll_again_whatever_it_shot_at(table):
    """B is in influence; C, who is shot at in the same action, has no card: his die is rolled again as well."""
    t = lay(table, [], [18], [], cv=NEAR)
    arm(t, t.squad("A1", "A-MBT", (10, 10), (11, 10)), gun())
    put(t, "B1", "A-MBT", (10, 15))
    put(t, "C1", "A-MBT", (14, 15))
    t.activate("A1")
    t.play("shoot", "singly", "at B1")
    t.dice(3, 3)
    t.play("at C1")
    assert t.ask() == ("CARD", "B")
    t.dice(2, 2, 1, 1)
    t.play("play flares")
    assert dp(t, "B1", "C1") == [9, 9]


@pytest.mark.clause("DZ-OBJ-03", "DZ-MULTI-05")
def test_a_third_player_keeps_a_claimed_objective_from_changing_hands(table):
    t = spare(table(seats=3))
    t.tables["mobile"] = 0
    t.objective(1, at=(10, 10), seat="B")
    t.squad("A1", "A-INF", (10, 7))
    t.squad("C1", "A-INF", (12, 10))
    t.squad("B1", "A-INF", (20, 20))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 10,8")
    assert t.state["tokens"][0]["seat"] == 1


@pytest.mark.clause("DZ-INIT-07", "DZ-INIT-05", "DZ-INIT-06")
def test_three_tie_and_two_of_them_tie_again(table):
    """4, 4, 4, 2; then 6, 6, 3: no lone six; then 1 and 6: C before A; B is third, D last."""
    t = table(seats=4)
    for seat, at in zip("ABCD", ((0, 0), (4, 0), (8, 0), (12, 0)), strict=True):
        t.squad(f"{seat}1", "A-MBT", at)
    t.dice(4, 4, 4, 2, 6, 3, 6, 1, 6)
    t.initiation(2)
    assert t.order == "CABD"


@pytest.mark.clause("DZ-TRN-22", "DZ-ABIL-11", "DZ-AIR-06")
def test_who_shoots_a_lifter_down_on_his_own_bus_stands_by_those_who_are_out_already(table):
    t = spare(table())
    t.squad("A1", "D-BUS", (12, 8), dp=1, armour=10)
    arm(t, t.squad("A5", "D-INF", aboard="A1", size=3), gun(energy=20, aa=0))
    t.squad("A9", "A-MBT", (2, 2), group=2)
    t.squad("B1", "A-HDR", (12, 9), dp=1)
    t.squad("B5", "A-MBT", (20, 20), group=2)
    t.mark("A1", declared=0)
    t.activate("A1")
    t.play("ports")
    t.dice(6, 6, 6, 2, 2, 2, 1, 3, 5)  # shot down; D3 = 1: the bus is hit and lost; its D3 = 3: nobody is hurt
    t.play("at B1", "put 10,8")
    assert (10, 9) in t.cells("put") and (14, 8) not in t.cells("put")
    t.play("put 10,9", "put 10,7")
    assert [t.at(name) for name in ("A5", "A6", "A7")] == [(10, 8), (10, 9), (10, 7)] and t.kills == (30, 15)


@pytest.mark.clause("DZ-CARD-C28", "DZ-COL-02")
@pytest.mark.parametrize(("face", "dp_left", "tokens"), [(1, 30, 2), (2, 28, 1)])
def test_older_tokens_are_resolved_with_those_of_a_trap_if_it_put_one_there(table, face, dp_left, tokens):
    """One hit of Energy 10 on Armour 10: a 2 is a Critical; then three tokens on the only squad and the piece, one of which damages it."""
    t = lay(table, [], [28], cv=NEAR, pieces=BLOCK)
    t.piece("C0")["damage_tokens"] = 2
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"))
    t.squad("A5", "A-MBT", (2, 2), group=2)
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("site NORTH")
    t.dice(1, face, *([] if face == 1 else [1, 1, 1, 6, 1, 1]))
    t.play("play booby-trap")
    assert t.piece("C0")["dp"] == dp_left and t.piece("C0")["damage_tokens"] == tokens


@pytest.mark.clause("DZ-CQ-06", "DZ-TRN-14", "DZ-TRN-16")
def test_who_is_put_into_a_garrison_for_free_strikes_at_once_in_his_own_activation(table):
    t = spare(table(pieces=BLOCK))
    t.squad("A1", "A-LTR", (12, 4))
    arm(t, t.squad("A5", "A-INF", aboard="A1"), close(energy=8))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.mark("A1", declared=0)
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 12,8", "land", "put-off A5", "out-into 1", "site CENTRE")
    while int(t.state["squad"]) == t._squad("A1"):
        t.play(next(word for word in ("done", "stay", "end", "face N") if word in t.legal()))
    t.play("next A5") if t.decision == "SQUAD" else None
    t.play("close")
    aim(t, "B1", 2)
    assert dp(t, "B1") == [4]
