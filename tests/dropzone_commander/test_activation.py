"""Chapter ACT: who activates a battlegroup when, what may be held, what is ignored."""

from __future__ import annotations

import pytest


def turns(t, n=20):
    """The seats in the order in which they are asked for a battlegroup; each plays its first one out."""
    seen = ""
    while t.decision == "GROUP" and len(seen) < n:
        seen += t.ask()[1]
        t.play(min(text for text in t.legal() if text.startswith("activate")))
        t.act_all()
    return seen


@pytest.mark.clause("DZ-ACT-01", "DZ-ACT-13")
def test_the_first_player_chooses_any_battlegroup_and_may_hold_those_off_the_table(table):
    t = table(scenario="drill")
    t.activation("BA")
    assert t.ask() == ("GROUP", "B")
    assert t.legal() == {f"{word} {n}" for word in ("activate", "hold") for n in (1, 2, 3)}


@pytest.mark.clause("DZ-ACT-03", "DZ-ACT-13")
def test_example_8_hold_is_illegal_while_a_battlegroup_on_the_table_is_outstanding(table):
    t = table(scenario="drill", cv=(1, 0))
    t.activation("AB")
    assert t.legal() == {"activate 1", "activate 2", "activate 3"}


@pytest.mark.clause("DZ-ACT-03", "DZ-ACT-13")
def test_by_the_letter_nothing_is_held(table):
    t = table(scenario="drill", options={"readings": "letter"})
    t.activation("BA")
    assert t.ask() == ("GROUP", "B") and t.legal() == {"activate 1", "activate 2", "activate 3"}
    t.destroy_squads("A", 2)
    t.destroy_squads("A", 3)
    t.play("activate 1")
    t.act_all()
    assert t.state["spent"][1].any() and t.decision != "GROUP", "the only one that is left is activated, whatever he would like"


@pytest.mark.clause("DZ-ACT-05")
def test_battlegroups_destroyed_or_in_reserve_are_ignored(table):
    t = table(scenario="drill")
    t.destroy_squads("A", 2)
    t.reserve("A", 3)
    t.destroy_squads("B", 1)
    t.activation("BA")
    assert t.legal() == {"activate 2", "activate 3", "hold 2", "hold 3"}
    t.play("hold 2")
    assert t.ask() == ("GROUP", "A") and t.legal() == {"activate 1", "hold 1"}


@pytest.mark.clause("DZ-ACT-08", "DZ-ACT-09", "DZ-ACT-13")
def test_example_7_players_alternate_and_who_has_none_left_waits(table):
    t = table(scenario="drill", seats=3)
    for group in (2, 3):
        t.destroy_squads("B", group)
    t.destroy_squads("C", 3)
    t.activation("ABC")
    seen = ""
    while t.decision == "GROUP":
        seen += t.ask()[1]
        t.play(min(text for text in t.legal() if text.startswith("hold")))
        if len(seen) == 5:
            break
    assert seen == "ABCAC"


@pytest.mark.clause("DZ-ACT-04", "DZ-ACT-06")
def test_a_battlegroup_may_not_be_ended_before_an_action_is_completed(table):
    t = table(scenario="drill")
    t.activation("AB")
    t.play("activate 2")
    if t.decision == "AUXILIARY":
        t.play("done")
    assert t.ask() == ("SQUAD", "A") and "end" not in t.legal()
    first = min(t.legal())
    t.play(first)
    while t.decision != "SQUAD" and t.decision != "GROUP":
        t.play("stay" if "stay" in t.legal() else "end" if "end" in t.legal() else min(t.legal()))
    assert t.decision == "GROUP" or "end" in t.legal()


@pytest.mark.clause("DZ-AUX-02", "DZ-ACT-02")
def test_loaded_auxiliaries_act_with_the_battlegroup_of_their_cargo_and_no_other(table):
    t = table(scenario="drill")
    t.activation("AB")
    t.play("activate 2")
    assert t.ask() == ("SQUAD", "A")  # all are loaded: none is left to declare
    declared = {int(k) for k in range(22) if t.state["squads"][k]["declared"] == 1}
    lifters = {k for k in range(22) if t.tables["squad_size"][k] and t.tables["squad_group"][k] < 0}
    assert declared < lifters and len(declared) == 2


@pytest.mark.clause("DZ-ACT-12", "DZ-GRID-05")
def test_a_battlegroup_in_readiness_comes_on_over_its_own_edge_inside_its_transports(table):
    t = table(scenario="drill")
    t.activation("AB")
    t.play("activate 3")  # only the lifter can act, and only move
    assert t.ask() == ("MOVE", "A")
    t.play("to 12,8")
    tank = t.slot_of("A15")
    assert t.state["units"][tank]["status"] == 3 and t.state["units"][tank]["carrier"] == t.slot_of("A14")
    assert t.unit("A14")["travelled"] == 9


@pytest.mark.clause("DZ-ACT-01", "DZ-ACT-08", "DZ-ACT-09", "DZ-ACT-10", "DZ-ACT-11")
def test_players_activate_in_turn_until_every_battlegroup_has_acted(table):
    t = table(scenario="drill")
    t.destroy_squads("A", 1)
    t.activation("BA")
    t.dice(5, 2)  # the initiative of round 2
    assert turns(t, 5) == "BABAB"
    assert t.state["round"] == 2
