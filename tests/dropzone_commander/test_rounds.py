"""Chapters INIT and ACT: what follows what in a round, and who is still to act."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.fights import gun, shoot


def squads(t, **groups):
    """A tank for each battlegroup: A=3 gives A three battlegroups of one tank each, A1 to A3."""
    for k, (seat, n) in enumerate(groups.items()):
        for group in range(1, n + 1):
            t.squad(f"{seat}{group}", "A-MBT", (4 * group, 2 + 6 * k), group=group)


def still(t):
    """The squad that is asked about takes its Move where it stands, and ends."""
    name = t.name_of(int(t.state["subject"]))
    t.move(name, t.at(name))
    t.finish(name)


@pytest.mark.clause("DZ-INIT-01", "DZ-INIT-02", "DZ-ACT-10", "DZ-RND-03")
def test_a_round_is_initiation_activation_and_round_up_and_the_next_follows_at_once(table):
    t = table(rounds=2)
    squads(t, A=1, B=1)
    t.dice(4, 2)
    t.initiation()
    assert t.phase == "initiation" and t.state["round"] == 1 and t.decision == "KEEP"
    t.play("keep")
    assert t.phase == "activation" and t.ask()[1] == "A"
    still(t)
    assert t.phase == "activation" and t.ask()[1] == "B"
    t.dice(3, 5)
    still(t)
    assert t.phase == "initiation" and t.state["round"] == 2 and t.ask() == ("KEEP", "B")
    t.play("keep")
    still(t)
    still(t)
    assert t.over and t.state["round"] == 2


@pytest.mark.clause("DZ-INIT-05")
def test_after_a_lone_6_the_others_are_ranked_by_their_totals(table):
    t = table(scenario="drill", seats=4, cv=(5, 1, 4, 2))
    t.dice(3, 5, 1, 6)  # totals 8, 6, 5 and 8
    t.initiation()
    assert t.order == "DABC"


@pytest.mark.clause("DZ-INIT-06")
def test_two_sixes_do_not_beat_a_higher_total(table):
    t = table(scenario="drill", seats=3, cv=(0, 4, 1))
    t.dice(6, 3, 6)  # 6, 7, 7: B and C roll again, 10 against 5
    t.dice(6, 4)
    t.initiation()
    assert t.order == "BCA"


@pytest.mark.clause("DZ-INIT-08", "DZ-MULTI-08")
def test_who_receives_the_initiative_cannot_pass_it_on_and_places_3_and_4_stay(table):
    t = table(scenario="drill", seats=4, cv=(4, 3, 2, 1))
    t.dice(3, 3, 3, 3)
    t.initiation()
    assert t.order == "ABCD" and t.ask() == ("KEEP", "A")
    t.play("give")
    assert t.order == "BACD" and t.ask() == ("GROUP", "B")


@pytest.mark.clause("DZ-INIT-09", "DZ-INIT-12")
def test_players_discard_in_the_new_order_as_many_cards_as_they_like(table):
    t = table(scenario="drill", cv=(2, 2), hands=((1, 3), (6, 9, 12)))
    t.dice(2, 3)
    t.initiation()
    t.play("keep")
    assert t.ask() == ("DISCARD", "B")
    t.play("discard run-for-the-ramp", "discard disrupt")
    assert t.ask() == ("DISCARD", "B") and t.legal() == {"discard tunnel", "stop"}
    t.play("stop")
    assert t.ask() == ("DISCARD", "A") and t.cards_of("B") == {9}  # nobody has drawn yet
    t.play("discard look-at-hand")
    t.dice(2, 1, 3)  # the last of A's two is gone: B draws one of 27; A two of 28 and 27
    t.play("discard jam")
    assert t.cards_of("B") == {2, 9} and t.cards_of("A") == {2, 6}
    assert int(t.state["discards"][0]) == 0b101 and int(t.state["discards"][1]) == 1 << 11 | 1 << 5


@pytest.mark.clause("DZ-INIT-11")
def test_who_has_no_deck_left_draws_what_there_is_and_discards_stay_discarded(table):
    t = table(scenario="drill", cv=(4, 0), hands=((), (9,)))
    t.state["deck"][0] = 1 << 14 | 1 << 28
    t.state["discards"][0] = 2**30 - 1 - (1 << 14 | 1 << 28)
    t.dice(2, 1)
    t.initiation()
    t.dice(2, 1)
    t.play("keep", "stop")
    assert t.cards_of("A") == {15, 29} and int(t.state["deck"][0]) == 0


@pytest.mark.clause("DZ-INIT-12", "DZ-INIT-13", "DZ-CARD-C17", "DZ-CARD-C07", "DZ-CARD-C23")
def test_start_of_round_cards_come_after_discards_and_after_drawing_in_the_order_of_initiative(table):
    t = table(hands=((7, 17), (17, 23)))
    t.squad("A1", "A-CLV", (5, 5), commander=2)
    t.squad("B1", "A-CLV", (15, 15), commander=2)
    t.dice(3, 5)
    t.initiation()
    assert t.ask() == ("KEEP", "B")
    t.play("keep", "stop", "stop")
    assert t.ask() == ("CARD", "B") and t.legal() == {"play screen", "pass"}  # the window of step 2
    t.play("pass")
    assert t.ask() == ("CARD", "A") and t.legal() == {"play screen", "pass"}
    t.play("pass")  # nobody draws: both hold two
    assert t.ask() == ("CARD", "B") and t.legal() == {"play inspire", "pass"}
    t.play("pass")
    assert t.ask() == ("CARD", "A") and t.legal() == {"play early-strike", "pass"}
    t.play("pass")
    assert t.phase == "activation" and t.ask()[1] == "B"


# ---- activation


@pytest.mark.clause("DZ-ACT-01", "DZ-ACT-05", "DZ-ACT-08", "DZ-ACT-09")
def test_example_7_players_with_more_battlegroups_act_last_in_succession(table):
    t = table(seats=3)
    squads(t, A=3, B=1, C=2)
    t.activation("ABC")
    seen = ""
    t.dice(5, 4, 3)
    for _ in range(6):
        if t.decision == "GROUP":
            t.play(max(t.legal()))
        seen += t.ask()[1]
        still(t)
    assert seen == "ABCACA" and t.state["round"] == 2


@pytest.mark.clause("DZ-ACT-05", "DZ-ACT-08", "DZ-DEP-05")
def test_example_7_a_battlegroup_in_reserve_is_ignored(table):
    t = table(seats=3)
    squads(t, A=3, B=1, C=1)
    t.squad("C2", "A-MBT", status="reserve", group=2)
    t.activation("ABC")
    seen = ""
    t.dice(5, 4, 3)
    for _ in range(5):
        if t.decision == "GROUP":
            t.play(max(t.legal()))
        seen += t.ask()[1]
        still(t)
    assert seen == "ABCAA" and t.state["round"] == 2


@pytest.mark.clause("DZ-ACT-01")
def test_a_battlegroup_is_activated_once_a_round(table):
    t = table()
    squads(t, A=3, B=3)
    t.activation("AB")
    assert t.legal() == {"activate 1", "activate 2", "activate 3"}
    t.play("activate 2")
    still(t)
    t.play("activate 1")
    still(t)
    assert t.ask() == ("GROUP", "A") and t.legal() == {"activate 1", "activate 3"}


@pytest.mark.clause("DZ-ACT-02", "DZ-AUX-01", "DZ-AUX-04")
def test_any_of_the_empty_auxiliaries_are_declared_with_a_battlegroup(table):
    t = table()
    squads(t, A=2, B=2)
    t.squad("A3", "A-HDR", (4, 5))
    t.squad("A4", "A-APC", (6, 5))
    t.squad("A5", "A-LTR", (8, 5))
    t.activation("AB")
    t.play("activate 1")
    assert t.ask() == ("AUXILIARY", "A") and t.named("declare") == {"A3", "A4", "A5"} and t.can("done")
    t.play("declare A4")
    assert t.named("declare") == {"A3", "A5"}
    t.play("declare A3", "done")
    assert t.ask() == ("SQUAD", "A") and t.named("next") == {"A1", "A3", "A4"}
    t.play("next A4")
    still(t)
    t.play("end")  # A3, not chosen, has lost its go
    assert t.ask() == ("GROUP", "B")
    t.play("activate 1")
    still(t)
    assert t.ask() == ("AUXILIARY", "A") and t.named("declare") == {"A5"}


@pytest.mark.clause("DZ-ACT-04", "DZ-ACT-06", "DZ-ACT-11")
def test_a_battlegroup_is_not_ended_before_an_action_and_who_was_not_chosen_has_lost_it(table):
    t = table()
    t.squad("A1", "A-MBT", (4, 2))
    t.squad("A2", "A-MBT", (8, 2))
    t.squad("B1", "A-MBT", (4, 20))
    t.activation("AB")
    assert t.ask() == ("SQUAD", "A") and t.legal() == {"next A1", "next A2"}
    t.play("next A2")
    assert t.decision == "ACTION" and "end" not in t.legal()  # nothing is done yet
    t.move("A2", (8, 2), "face E")
    assert t.can("end") and not t.can("move")
    t.play("end")
    assert t.ask() == ("SQUAD", "A") and t.legal() == {"next A1", "end"}
    t.play("end")
    assert t.ask()[1] == "B"
    t.dice(3, 2)
    still(t)
    assert t.state["round"] == 2  # A1 never acted


@pytest.mark.clause("DZ-ACT-04")
def test_turning_on_the_spot_is_an_action(table):
    t = table()
    t.squad("A1", "A-HOW", (4, 2))  # MV 0
    t.squad("A2", "A-INF", (6, 2), group=2)  # smoke could be laid on it
    t.squad("B1", "A-MBT", (4, 20))
    t.activate("A1")
    t.move("A1", (4, 2), "face SW")
    assert t.state["acted"] == 1 and t.squad_of("A1")["facing"] == 5 and t.can("end")


@pytest.mark.clause("DZ-ACT-04", "DZ-ACT-13")
def test_a_battlegroup_of_which_nobody_can_do_anything_is_over(table):
    """Its only squad waits off the table aboard a lifter that was declared with another battlegroup."""
    t = table()
    squads(t, A=1, B=1)
    t.squad("A2", "A-HDR", status="readiness")
    t.squad("A3", "A-MBT", aboard="A2", group=2)
    t.unit("A2")["status"] = 2
    t.squad_of("A2")["activated"] = 1
    t.activation("AB")
    t.play("activate 2")
    assert t.ask()[1] == "B"


@pytest.mark.clause("DZ-ACT-05", "DZ-AUX-05")
def test_a_battlegroup_whose_squads_are_destroyed_is_not_offered_and_auxiliaries_make_none(table):
    t = table()
    squads(t, A=3, B=1)
    t.squad("A4", "A-HDR", (20, 2))
    t.destroy("A1")
    t.activation("AB")
    assert t.legal() == {"activate 2", "activate 3"}
    t.destroy("A2", "A3")
    t.activation("AB")
    assert t.ask()[1] == "B"
    t.dice(3, 2)
    still(t)
    assert t.state["round"] == 2


@pytest.mark.clause("DZ-ACT-06", "DZ-ACT-07")
def test_all_actions_of_a_squad_are_done_before_the_next_is_chosen(table):
    t = table()
    t.squad("A1", "A-MBT", (4, 2))
    t.squad("A2", "A-MBT", (8, 2))
    t.squad("B1", "A-MBT", (4, 20))
    t.activation("AB")
    t.play("next A1")
    t.move("A1", (4, 3), "face N")
    assert t.decision == "ACTION" and t.subject == "A1"  # not A2
    t.play("end", "next A2")
    t.move("A2", (8, 3), "face N", "end")
    assert t.ask()[1] == "B"  # A1 does not go on with its second action


@pytest.mark.clause("DZ-ACT-11")
def test_a_squad_activates_once_a_round(table):
    t = table()
    squads(t, A=1, B=1)
    t.squad("A2", "A-MBT", (12, 2))
    t.mark("A2", activated=1)
    t.activation("AB")
    assert t.subject == "A1"  # the only one that is left


@pytest.mark.clause("DZ-ACT-05", "DZ-ACT-04", "DZ-ACT-11")
def test_a_battlegroup_whose_squads_all_activated_out_of_turn_is_still_outstanding_and_over_at_once(table):
    """Only those that are destroyed or In Reserve are ignored."""
    t = table()
    squads(t, A=2, B=2)
    t.mark("A1", activated=1)
    t.activation("AB")
    assert t.legal() == {"activate 1", "activate 2"}
    t.play("activate 1")
    assert t.ask() == ("GROUP", "B")


@pytest.mark.clause("DZ-ACT-13", "DZ-ACT-03")
def test_hold_uses_up_the_turn_and_counts_as_the_activation(table):
    t = table()
    t.squad("A1", "A-MBT", status="readiness", group=1)
    t.squad("A2", "A-MBT", status="readiness", group=2)
    t.squad("B1", "A-MBT", (4, 20), group=1)
    t.squad("B2", "A-MBT", (8, 20), group=2)
    t.activation("AB")
    assert t.legal() == {"activate 1", "activate 2", "hold 1", "hold 2"}
    t.play("hold 2")
    assert t.ask() == ("GROUP", "B") and t.where("A2") == "readiness"
    t.play("activate 1")
    still(t)
    assert t.ask() == ("GROUP", "A") and t.legal() == {"activate 1", "hold 1"}


@pytest.mark.clause("DZ-ACT-03", "DZ-ACT-13")
def test_example_8_a_battlegroup_of_which_one_unit_is_on_the_table_is_not_held(table):
    t = table()
    t.squad("A1", "A-MBT", status="readiness", group=1)
    t.squad("A2", "A-MBT", status="readiness", group=2)
    t.squad("A3", "A-INF", (20, 2), group=2)
    t.squad("B1", "A-MBT", (4, 20))
    t.activation("AB")
    assert t.legal() == {"activate 1", "activate 2"}


@pytest.mark.clause("DZ-ACT-14", "DZ-END-05")
def test_the_order_of_the_others_stays_when_a_player_is_eliminated(table):
    t = table(seats=4)
    squads(t, A=2, C=2, D=2)
    gun(t, "B1", (2, 22), group=1)
    t.squad("B2", "A-MBT", (20, 22), group=2)
    t.destroy("C2")
    t.activation("DBCA")
    t.play("activate 1")
    still(t)
    t.play("activate 1")
    shoot(t, "B1", "C1", 6, 6)
    t.finish("B1")
    seen = ""
    for _ in range(4):
        seen += t.ask()[1]
        if t.decision == "GROUP":
            t.play(max(t.legal()))
        if len(seen) < 4:
            still(t)
    assert seen == "ADBA"
