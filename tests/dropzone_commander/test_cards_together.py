"""Chapter CARD: cards upon cards, several players, and what a card does beyond its own moment."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.state import Prop
from tests.dropzone_commander.guns import aim, arm, close, gun, rest
from tests.dropzone_commander.test_cards import discards, lay
from tests.dropzone_commander.test_cards_in_play import BLOCK, NEAR, act_and_end, dp

PAIR = {**BLOCK, "C1": ("small_building", 18, 11, 4, 4)}


def begin(t, order="AB", group=1):
    t.activation(order)
    t.play(f"activate {group}")
    while t.decision == "AUXILIARY":
        t.play("done")


def on(t, card, name):
    """A card is played on a squad, which is not asked for where there is no other."""
    t.play(f"play {card}")
    if t.decision == "CARD_UNIT":
        t.play(f"on {name}")


# ---- C02 among three


@pytest.mark.clause("DZ-CARD-C02", "DZ-MULTI-05", "DZ-MULTI-09")
def test_any_opponent_nullifies_a_card_whomever_it_is_against(table):
    """A jams B; C nullifies it, A that, B that: nothing comes of it."""
    t = lay(table, [2, 3], [2, 8], [2])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    begin(t, "ABC")
    t.play("play jam", "against 1")
    assert t.ask() == ("NULLIFY", "B")
    t.play("pass")
    assert t.ask() == ("NULLIFY", "C")
    t.play("yes")
    assert t.ask() == ("NULLIFY", "A")
    t.play("yes")
    assert t.ask() == ("NULLIFY", "B")
    t.play("yes")
    assert t.decision == "SQUAD" and t.cards_of("B") == {8}
    assert [discards(t, seat) for seat in "ABC"] == [{2, 3}, {2}, {2}]


@pytest.mark.clause("DZ-CARD-C03")
def test_jam_takes_no_more_cards_than_there_are(table):
    t = lay(table, [3], [4, 5])
    t.squad("A1", "A-MBT", (2, 2))
    t.squad("A5", "A-MBT", (4, 2))
    begin(t)
    t.dice(6, 2, 1)  # D3 = 3; the second of two cards, the last one
    t.play("play jam")
    assert t.cards_of("B") == set() and discards(t, "B") == {4, 5}


@pytest.mark.clause("DZ-CARD-C05", "DZ-MULTI-05")
def test_the_surge_is_against_one_opponent_and_no_more_than_the_roll(table):
    """CV 1 each, round 2. B and C roll a 6; C rolls again, another 6. A: 2 + 1 + 3. No six is alone: A and C tie by 6 + 1 ..."""
    t = lay(table, [5], [], [])
    t.state["deck"][:] = (1 << 30) - 1
    t.initiation(2)
    t.dice(2, 6, 6, 3, 1, 1, 1)  # A 6, B 7, C 4 after its second die: B has the only six
    t.play("play initiative-surge", "against 2")
    assert t.ask() == ("KEEP", "B")
    t.play("keep")
    assert t.order == "BAC" and all(len(t.cards_of(seat)) == 1 for seat in "ABC")  # the hand is of CV 1


@pytest.mark.clause("DZ-CARD-C05", "DZ-INIT-07")
def test_the_surge_counts_when_a_tie_is_rolled_again(table):
    t = lay(table, [5], [])
    t.state["deck"][:] = 0
    t.initiation(2)
    t.dice(1, 4, 2, 4)  # 1 + 4 and 4 + 1 tie; 2 + 4 and 4 + 1
    t.play("play initiative-surge")
    assert t.ask() == ("KEEP", "A")


@pytest.mark.clause("DZ-CARD-C06", "DZ-ABIL-05", "DZ-ACTN-02")
def test_who_is_disrupted_and_suppressed_keeps_one_action_and_does_not_search(table):
    t = lay(table, [], [6], pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(), close())
    t.squad("B1", "B-CMD", (12, 7))
    t.squad("B5", "A-INF", inside="C0")
    t.objective(1, inside="C0", find="hidden")
    begin(t)
    t.dice(6)
    t.play("play disrupt")  # three squads, there is one
    assert t.decision == "ACTION" and not t.can("search") and {"move", "shoot", "close"} <= t.legal()
    t.play("close")
    t.dice(1)
    t.play("at B5")
    assert t.decision != "ACTION"


@pytest.mark.clause("DZ-CARD-C06")
def test_two_disrupts_add_up(table):
    t = lay(table, [], [6], [6])
    for k in range(4):
        arm(t, t.squad(f"A{k + 1}", "A-MBT", (2 + 3 * k, 2)), gun())
    begin(t, "ABC")
    t.dice(2, 3)
    t.play("play disrupt", "play disrupt")
    for k in range(3):
        assert t.ask() == ("DISRUPTED", "A")
        t.play(f"name A{k + 1}")
    assert t.decision == "SQUAD"


# ---- C07, C08


@pytest.mark.clause("DZ-CARD-C07", "DZ-CARD-C08", "DZ-CARD-C19")
def test_an_early_strike_is_an_activation_with_its_windows(table):
    t = lay(table, [7, 19], [8], cv=NEAR)
    t.state["deck"][:] = 0
    arm(t, t.squad("A1", "A-MBT", (3, 1)), gun())
    arm(t, t.squad("B1", "A-MBT", (12, 12)), gun())
    t.dice(3, 2)
    t.initiation(2)
    t.play("keep", "stop", "stop")
    on(t, "early-strike", "A1")
    assert t.ask() == ("CARD", "A")
    t.dice(6)
    t.play("play overcharge")
    t.play("move", "to 3,2")
    rest(t)
    t.play("end")
    assert t.ask() == ("CARD", "B")
    on(t, "react", "B1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 12,13")
    rest(t)
    assert t.ask() == ("GROUP", "A") and t.squad_of("A1")["energy"] == 2


@pytest.mark.clause("DZ-CARD-C08", "DZ-CARD-02", "DZ-MULTI-09")
def test_two_opponents_react_to_the_same_squad(table):
    t = lay(table, [], [8], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-MBT", (12, 12))
    t.squad("C1", "A-MBT", (16, 12))
    act_and_end(t, "A1", 5, 6)
    on(t, "react", "B1")
    on(t, "react", "C1")
    assert t.ask()[1] == "C"  # last in, first out
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 16,13")
    rest(t)
    assert t.ask()[1] == "B"
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 12,13")
    rest(t)
    assert t.at("B1") == (12, 13) and t.at("C1") == (16, 13) and not t.squad_of("B1")["activated"]


@pytest.mark.clause("DZ-CARD-C08", "DZ-CARD-07", "DZ-MOV-09")
def test_who_entered_a_garrison_has_entered_it_after_a_reaction_too(table):
    t = lay(table, [], [8], cv=NEAR, pieces=BLOCK)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("B1", "A-INF", inside="C0")
    t.mark("B1", entered=1, activated=1)
    act_and_end(t, "A1", 5, 6)
    on(t, "react", "B1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("site NORTH")
    assert t.squad_of("B1")["entered"] == 1


@pytest.mark.clause("DZ-CARD-C18", "DZ-CQ-04")
def test_flares_at_close_quarters(table):
    t = lay(table, [], [18], cv=NEAR, pieces=BLOCK)
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=8, shots=2))
    t.squad("B1", "A-INF", inside="C0", armour=10)
    t.activate("A1")
    t.play("close", "at B1")
    t.dice(2, 1, 3)  # the success again
    t.play("play flares")
    assert dp(t, "B1") == [4]


@pytest.mark.clause("DZ-CARD-C08", "DZ-CARD-07")
def test_no_window_opens_for_the_end_of_an_action_out_of_sequence(table):
    t = lay(table, [8], [8], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5))
    t.squad("A5", "A-MBT", (8, 5), group=2)
    t.squad("B1", "A-MBT", (12, 12))
    act_and_end(t, "A1", 5, 6)
    on(t, "react", "B1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 12,13")
    rest(t)
    assert t.decision == "GROUP" and t.cards_of("A") == {8}


# ---- C09


@pytest.mark.clause("DZ-CARD-C09", "DZ-CQ-06", "DZ-CARD-C22")
def test_who_tunnels_has_entered(table):
    """Ambushed first, then his successes at close quarters are rolled again."""
    t = lay(table, [9], [22], cv=NEAR, pieces=PAIR)
    arm(t, t.squad("A1", "A-INF", inside="C0", armour=10), close(energy=8))
    arm(t, t.squad("B1", "A-INF", inside="C1", armour=10), close(energy=8))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("play tunnel")
    t.play("in 2") if t.decision == "CARD_PIECE" else None
    t.play("site CENTRE")
    assert t.ask() == ("CARD", "B")
    on(t, "ambush", "B1")
    t.dice(2)
    t.play("at A1")
    assert dp(t, "A1") == [4]
    t.play("close")
    aim(t, "B1", 2, 1)
    assert dp(t, "B1") == [5]


@pytest.mark.clause("DZ-CARD-C09", "DZ-GAR-07")
@pytest.mark.parametrize("die", [3, 4])
def test_who_tunnels_outnumbered_tests_first(table, die):
    t = lay(table, [9], [], cv=NEAR, pieces=PAIR)
    t.squad("A1", "A-INF", inside="C0")
    t.squad("B1", "A-INF", inside="C0")
    t.squad("B5", "A-INF", inside="C0", group=2)
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.dice(die)
    t.play("play tunnel")
    t.play("in 2") if t.decision == "CARD_PIECE" else None
    if die == 3:  # he leaves, but not by the tunnel
        assert t.ask() == ("PUT", "A") and dp(t, "A1") == [4] and not t.named("put-into")
        t.play("put 12,8")
        assert t.at("A1") == (12, 8)
    else:
        t.play("site CENTRE")
        assert t.where("A1") == 2 and dp(t, "A1") == [5]


@pytest.mark.clause("DZ-CARD-C09", "DZ-CARD-C02")
def test_a_tunnel_nullified_leaves_an_ordinary_move(table):
    t = lay(table, [9], [2], cv=NEAR, pieces=PAIR)
    t.squad("A1", "A-INF", inside="C0")
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("play tunnel")
    t.play("in 2") if t.decision == "CARD_PIECE" else None
    t.play("yes")
    assert t.ask() == ("MOVE", "A") and t.can("to 12,8")


# ---- C10


@pytest.mark.clause("DZ-CARD-C10", "DZ-TRN-17", "DZ-TRN-20")
def test_who_is_unloaded_by_a_snap_shoots_as_if_he_had_stood_there(table):
    t = lay(table, [], [10], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5), armour=10, dp=9)
    t.squad("B1", "A-LTR", (10, 10))
    t.change("B1", travelled=24)
    arm(t, t.squad("B2", "A-INF", aboard="B1"), gun(free=0, shots=2))
    act_and_end(t, "A1", 5, 6)
    on(t, "snap-unload", "B1")
    t.play("out 10,12")
    t.activation("BA")
    t.activate("B2")
    t.play("shoot")
    aim(t, "A1", 2, 3, 2)
    assert dp(t, "A1") == [8]


@pytest.mark.clause("DZ-ABIL-10", "DZ-CARD-C10")
@pytest.mark.parametrize(("snapped", "need"), [(True, 6), (False, 4)])
def test_aim_is_not_stabilised_in_the_round_of_a_snap_unload(table, snapped, need):
    """3+ and Evasion 3: the cap of +1 is for who has not disembarked in this round, though C10 costs no accuracy."""
    t = lay(table, [], [10], cv=NEAR)
    t.squad("A1", "A-MBT", (5, 5), armour=10, dp=9, evasion=3)
    t.squad("B1", "C-HDR", (10, 10))
    arm(t, t.squad("B2", "C-MBW", aboard="B1") if snapped else t.squad("B2", "C-MBW", (10, 12)), gun(shots=2))
    t.squad("B3", "C-INF", aboard="B1") if not snapped else None
    act_and_end(t, "A1", 5, 6)
    if snapped:
        on(t, "snap-unload", "B1")
        t.play("out 10,12")
    else:
        t.play("pass") if t.decision == "CARD" else None
    t.activation("BA")
    t.activate("B2")
    t.play("shoot")
    aim(t, "A1", need - 1, need, 2)
    assert dp(t, "A1") == [8]


@pytest.mark.clause("DZ-CARD-C10", "DZ-CARD-C22", "DZ-CARD-C28")
def test_who_is_unloaded_into_a_garrison_has_entered_it(table):
    t = lay(table, [22], [10], cv=NEAR, pieces=BLOCK)
    t.squad("A1", "A-MBT", (5, 5))
    arm(t, t.squad("A5", "A-INF", inside="C0", group=2), close(energy=8))
    t.squad("B1", "A-LTR", (12, 8))
    t.squad("B2", "A-INF", aboard="B1", armour=10)
    act_and_end(t, "A1", 5, 6)
    on(t, "snap-unload", "B1")
    t.play("out-into 1", "site CENTRE")
    assert t.ask() == ("CARD", "A")
    on(t, "ambush", "A5")
    t.dice(2)
    t.play("at B2")
    assert dp(t, "B2") == [4]


# ---- Garrisons


@pytest.mark.clause("DZ-CARD-C28", "DZ-END-04", "DZ-CARD-C08")
def test_a_booby_trap_may_bring_the_building_down_on_who_acts_in_it(table):
    t = lay(table, [], [28], cv=NEAR, pieces={"C0": ("tiny_building", 10, 10, 3, 3)})
    t.piece("C0")["dp"] = 1
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south", dp=1), gun())
    t.squad("A5", "A-MBT", (2, 2), group=2)
    t.squad("B1", "A-MBT", (12, 2), dp=9)
    t.activate("A1")
    t.play("shoot")
    t.dice(1)
    t.play("at B1")
    t.dice(1, 2, 1, 1, 2, 2)  # one hit, of Energy 10: a Critical; two D3 of 1: two hits of Energy 10 on A1
    t.play("play booby-trap")
    assert t.where("A1") == "destroyed" and t.kills == (0, 20) and t.ask() == ("GROUP", "B")


@pytest.mark.clause("DZ-CARD-C28", "DZ-COL-08")
def test_no_trap_in_what_is_not_destructible(table):
    t = lay(table, [], [28], cv=NEAR, pieces=BLOCK)
    t.tables["piece_props"][0] ^= 1 << Prop.DESTRUCTIBLE
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"))
    t.activate("A1")
    t.play("move") if t.decision == "ACTION" else None
    t.play("site NORTH")
    assert t.decision != "CARD"


@pytest.mark.clause("DZ-CARD-C29", "DZ-CARD-C02")
@pytest.mark.parametrize("nullified", [False, True])
def test_repairs_after_ones_own_squad_too(table, nullified):
    t = lay(table, [29], [2])
    t.squad("A1", "A-MBT", (5, 5), dp=4)
    t.squad("A5", "A-MBT", (2, 5), group=2)
    t.change("A1", dp=1)
    act_and_end(t, "A1", 5, 6)
    assert t.ask() == ("CARD", "A")
    on(t, "repairs", "A1")
    if not nullified:
        t.dice(4)
    t.play("yes" if nullified else "pass")
    assert dp(t, "A1") == [1 if nullified else 3]


@pytest.mark.clause("DZ-CARD-C30", "DZ-CARD-C06")
def test_a_disrupted_transport_does_not_run_twice(table):
    t = lay(table, [30], [6])
    arm(t, t.squad("A1", "A-MBT", (2, 5)))
    arm(t, t.squad("A5", "A-APC", (8, 5)), gun())
    t.squad("B1", "A-MBT", (20, 20))
    t.activation("AB")
    t.play("activate 1", "declare A5")
    t.play("done") if t.decision == "AUXILIARY" else None
    assert t.ask() == ("CARD", "A")
    t.play("play extraction-run")
    t.dice(6)
    t.play("play disrupt")
    while t.decision == "DISRUPTED":
        t.play(min(t.legal()))
    t.play("next A5") if t.decision == "SQUAD" else None
    t.play("move") if t.decision == "ACTION" else None
    t.play("to 8,8")
    rest(t)
    assert t.decision != "ACTION" or not {"move", "shoot"} & t.legal()
