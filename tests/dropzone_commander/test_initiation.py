"""Chapter INIT: the initiative roll, giving it away, discards, replenishment, for two, three and four seats."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import events_of
from skirmish_rl.envs.dropzone_commander.rules.telling import Own


@pytest.mark.clause("DZ-INIT-03", "DZ-INIT-04", "DZ-INIT-02")
def test_highest_total_of_die_and_cv_is_ranked_first(table):
    t = table(scenario="drill", cv=(1, 3))
    t.dice(5, 4)
    t.initiation()
    assert t.order == "BA" and t.ask() == ("KEEP", "B") and t.legal() == {"keep", "give"}


@pytest.mark.clause("DZ-INIT-03", "DZ-CMDR-04")
def test_a_commander_off_the_table_adds_nothing(table):
    t = table(scenario="drill", cv=(0, 1))
    t.dice(4, 4)
    t.initiation()
    assert t.order == "BA"


@pytest.mark.clause("DZ-INIT-05")
def test_a_lone_six_is_first_whatever_the_totals(table):
    t = table(scenario="drill", cv=(6, 0))
    t.dice(5, 6)
    t.initiation()
    assert t.order == "BA"


@pytest.mark.clause("DZ-INIT-04", "DZ-INIT-05", "DZ-INIT-08", "DZ-MULTI-08")
def test_example_1_three_players_a_lone_six_gives_the_initiative_away(table):
    t = table(scenario="drill", seats=3, cv=(3, 1, 4))
    t.dice(4, 6, 5)
    t.initiation()
    assert t.order == "BCA" and t.ask() == ("KEEP", "B")
    t.play("give")
    assert t.order == "CBA"


@pytest.mark.clause("DZ-INIT-08")
def test_keeping_leaves_the_order(table):
    t = table(scenario="drill", seats=3, cv=(3, 1, 4))
    t.dice(4, 6, 5)
    t.initiation()
    t.play("keep")
    assert t.order == "BCA"


@pytest.mark.clause("DZ-INIT-06")
def test_example_2_several_sixes_are_ranked_by_totals_like_everybody(table):
    t = table(scenario="drill", seats=3, cv=(1, 3, 5))
    t.dice(6, 6, 5)
    t.initiation()
    assert t.order == "CBA"


@pytest.mark.clause("DZ-INIT-07")
def test_example_3_only_those_tied_roll_again_and_a_lone_six_of_theirs_wins(table):
    t = table(scenario="drill", seats=3, cv=(3, 1, 2))
    t.dice(3, 5, 2, 2, 6)
    t.initiation()
    assert t.order == "BAC"


@pytest.mark.clause("DZ-INIT-07")
def test_example_4_the_lone_six_is_out_and_others_keep_the_places_they_tied_for(table):
    t = table(scenario="drill", seats=4, cv=(0, 2, 3, 2))
    t.dice(6, 5, 4, 1, 1, 2)
    t.initiation()
    assert t.order == "ACBD"


@pytest.mark.clause("DZ-INIT-07")
def test_ties_are_rolled_again_until_none_remains(table):
    t = table(scenario="drill", cv=(2, 2))
    t.dice(3, 3, 5, 5, 6, 6, 1, 2)
    t.initiation()
    assert t.order == "BA"


@pytest.mark.clause("DZ-INIT-07")
def test_two_pairs_tie_and_each_rolls_for_its_own_places(table):
    t = table(scenario="drill", seats=4)
    t.dice(5, 2, 5, 2, 1, 3, 4, 3)  # A and C for the first two places, then B and D for the last two
    t.initiation()
    assert t.order == "CABD"


@pytest.mark.clause("DZ-INIT-07")
def test_a_re_roll_adds_cv_again(table):
    t = table(scenario="drill", cv=(1, 3))
    t.dice(5, 3, 4, 3)
    t.initiation()
    assert t.order == "BA"


@pytest.mark.clause("DZ-INIT-09", "DZ-INIT-10", "DZ-INIT-11", "DZ-CMDR-02")
def test_example_6_discard_any_number_then_draw_up_to_the_cv(table):
    t = table(scenario="drill", cv=(3, 0), hands=((8, 10, 11), ()))
    t.dice(5, 2)
    t.initiation()
    t.play("keep")
    assert t.ask() == ("DISCARD", "A") and t.legal() == {"discard react", "discard snap-unload", "discard jink", "stop"}
    t.play("discard react", "discard snap-unload")
    t.dice(1, 1, 1)  # A draws two of 27, B one of 30
    t.play("stop")
    assert t.cards_of("A") == {1, 2, 11} and t.cards_of("B") == {1}
    assert int(t.state["discards"][0]) == 1 << 7 | 1 << 9


@pytest.mark.clause("DZ-INIT-10", "DZ-INIT-12", "DZ-CMDR-04")
def test_without_a_commander_a_hand_is_filled_to_one_card(table):
    t = table(scenario="drill", seats=2, hands=((), ()))
    t.dice(2, 3, 4, 9)  # initiative, then B draws first: the fourth card; A the ninth
    t.initiation()
    t.play("keep")
    assert t.order == "BA" and t.cards_of("B") == {4} and t.cards_of("A") == {9}
    assert [(event.seat, event.value) for event in events_of(t.state) if event.kind == Own.DRAWS] == [(1, 1), (0, 1)]


@pytest.mark.clause("DZ-INIT-11")
def test_a_hand_above_the_number_is_kept(table):
    t = table(scenario="drill", cv=(1, 1), hands=((1, 3, 6), ()))
    t.dice(5, 2)
    t.initiation()
    t.play("keep")
    t.dice(1)
    t.play("stop")
    assert t.cards_of("A") == {1, 3, 6} and t.cards_of("B") == {1}


@pytest.mark.clause("DZ-INIT-03", "DZ-INIT-10", "DZ-CMDR-03")
def test_a_commander_aboard_a_transport_on_the_table_counts(table):
    t = table(scenario="drill", cv=(0, 1))
    lifter, commander = t.slot_of("A1"), t.slot_of("A2")
    assert t.tables["unit_cv"][commander] == 1 and t.unit("A2")["carrier"] == lifter
    t.put(lifter, (12, 1), flying=True)
    t.unit("A2")["status"] = 3
    t.dice(4, 3)
    t.initiation()
    assert t.order == "AB" and t.unit("A2")["carrier"] == lifter
