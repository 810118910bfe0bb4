"""Chapter SPC: special actions open to everyone: Sunder and Hand Off; what makes a special action available."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import events_of

SPECIALS = {
    "sunder", "handoff", "hidden-ways", "despoil", "ruin", "shape-area", "shape-horizontal", "shape-vertical", "summon",
    "thunder", "plunder", "verify", "treatment", "destroy-marker", "ready", "stay",
}  # fmt: skip


def specials(table):
    """The special actions open to the active model."""
    return table.legal() & SPECIALS


@pytest.mark.clause("GB-SPC-01")
def test_a_model_without_traits_tokens_or_markers_has_no_special_action(table):
    t = table()
    t.area(11, 13, 10, 12)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 9), die=8)
    t.activate("A1")
    assert specials(t) == set()


@pytest.mark.clause("GB-SPC-01", "GB-SPC-07")
@pytest.mark.parametrize(
    ("trait", "actions"),
    [
        ("mysterious", {"hidden-ways"}),
        ("ruinous", {"ruin"}),
        ("shaping", {"shape-area", "shape-horizontal", "shape-vertical"}),
        ("summoning", {"summon"}),
        ("thunderous", {"thunder"}),
    ],
)
def test_a_trait_grants_its_own_special_action_only(table, trait, actions):
    t = table()
    t.area(11, 13, 10, 12)
    t.add("A1", (10, 10), die=8, traits={trait: 1})
    t.add("B1", (11, 9), die=8)
    t.activate("A1")
    assert specials(t) == actions


@pytest.mark.clause("GB-SPC-02")
@pytest.mark.parametrize(("face", "left"), [(4, None), (3, (12, 12))])
def test_sunder_removes_a_controlled_marker_on_a_passed_test(table, face, left):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    assert specials(t) == {"sunder"}
    t.dice(face)
    t.play("sunder")
    assert t.marker("objective") == left


@pytest.mark.clause("GB-SPC-02")
def test_sunder_nominates_one_of_the_controlled_markers(table):
    t = table()
    t.objective((12, 12))
    t.shard(0, (12, 20))
    t.shard(1, (12, 2))
    t.add("A1", (11, 12), die=8)
    t.add("A2", (11, 20), die=8)
    t.add("B1", (11, 2), die=8)
    t.activate("A1")
    t.play("sunder")
    assert t.decision == "SUNDER_MARKER"
    assert t.legal() == {"marker 12,12", "marker 12,20"}  # not the one that B1 holds
    t.dice(5)
    t.play("marker 12,20")
    assert t.marker("shard", 0) is None
    assert t.marker("objective") == (12, 12)


@pytest.mark.clause("GB-SPC-02", "GB-MRK-02")
def test_a_contested_marker_cannot_be_sundered(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("B1", (13, 12), die=8)
    t.activate("A1")
    assert specials(t) == set()


@pytest.mark.clause("GB-SPC-03")
def test_any_model_of_the_controlling_player_sunders_from_anywhere(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("A2", (24, 24), die=6)
    t.add("B1", (20, 2), die=8)
    t.activate("A2")
    t.dice(4)
    t.play("sunder")
    assert t.marker("objective") is None


@pytest.mark.clause("GB-SPC-03")
def test_a_tame_model_sunders_for_its_player(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.wild("brute", (2, 2), seat=0)
    t.add("B1", (20, 2), die=8)
    t.activate("W1")
    t.dice(4)
    t.play("sunder")
    assert t.marker("objective") is None


@pytest.mark.clause("GB-SPC-03")
def test_a_wild_model_cannot_sunder(table):
    t = table(last_round=True)
    t.objective((12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("B1", (16, 18), die=8)
    t.wild("brute", (20, 20))
    t.wild_phase()
    assert t.decision == "ACTION"
    assert specials(t) == set()
    assert "pass" not in t.legal()


@pytest.mark.clause("GB-SPC-04", "GB-CIR-07")
@pytest.mark.parametrize(("face", "shoots"), [(4, False), (3, True)])
def test_an_enemy_shard_can_be_sundered_and_its_trait_ends(table, face, shoots):
    t = table()
    t.shard(1, (12, 12), trait="ranged")
    t.add("A1", (11, 12), die=8)
    t.add("B1", (13, 18), die=8)  # Range 5
    t.add("B2", (24, 24), die=8)
    t.activate("A1")
    t.dice(face)
    t.play("sunder")
    assert t.marker("shard", 1) == ((12, 12) if shoots else None)
    t.play("pass")
    t.play("activate B1")
    assert t.can("engage A1") == shoots


@pytest.mark.clause("GB-SPC-04")
def test_one_may_sunder_ones_own_shard(table):
    t = table()
    t.shard(0, (12, 12), trait="fleet")
    t.add("A1", (11, 12), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    assert t.can("move 1,12")  # Fleet 1 from the shard: 10U
    t.dice(4)
    t.play("sunder")
    assert (t.marker("shard", 0), t.state["shard_trait"][0]) == (None, -1)
    assert t.can("move 3,12")
    assert not t.can("move 1,12")


@pytest.mark.clause("GB-SPC-04")
def test_a_hoard_can_be_sundered(table):
    t = table(rule="treasure")
    t.hoard(1, (12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(4)
    t.play("sunder")
    assert t.marker("hoard", 1) is None


@pytest.mark.clause("GB-SPC-04", "GB-RES-02")
def test_a_sundered_shard_scores_for_nobody(table):
    t = table(last_round=True)
    t.shard(1, (12, 12))
    t.add("A1", (11, 12), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(4)
    t.play("sunder")
    t.play("pass")
    t.play("pass")
    assert t.over
    assert list(t.points)[:2] == [0, 0]


@pytest.mark.clause("GB-SPC-05")
def test_hand_off_reaches_friends_within_the_die_value_and_fleet_does_not_help(table):
    t = table()
    t.add("A1", (10, 10), die=6, treasure=1, traits={"fleet": 2})
    t.add("A2", (17, 10), die=6)  # Range 6
    t.add("A3", (10, 18), die=6)  # Range 7
    t.add("A4", (9, 9), die=6)
    t.wild("brute", (11, 9), seat=0)
    t.add("B1", (11, 10), die=6)
    t.activate("A1")
    t.play("handoff")
    assert t.decision == "HANDOFF_TO"
    assert t.legal() == {"to A2", "to A4", "to W1"}
    t.play("to A4")  # adjacent: no test
    t.play("take 1")
    assert (t.unit("A1").tokens["treasure"], t.unit("A4").tokens["treasure"]) == (0, 1)


@pytest.mark.clause("GB-SPC-05")
@pytest.mark.parametrize(("face", "given"), [(4, 2), (2, 0)])
def test_a_far_hand_off_needs_a_passed_test(table, face, given):
    t = table()
    t.add("A1", (10, 10), die=6, treasure=2)
    t.add("A2", (15, 10), die=6)
    t.add("B1", (20, 20), die=6)
    t.activate("A1")
    t.dice(face)
    t.play("handoff")
    if given:
        assert t.decision == "HANDOFF_COUNT"
        assert t.legal() == {"take 0", "take 1", "take 2"}
        t.play(f"take {given}")
    assert (t.decision, t.decider) == ("ACTION", 0)
    assert t.unit("A1").tokens["treasure"] == 2 - given
    assert t.unit("A2").tokens["treasure"] == given


@pytest.mark.clause("GB-SPC-06")
def test_hand_off_asks_for_each_type_in_turn(table):
    t = table()
    t.add("A1", (10, 10), die=6, treasure=1, trophy=2)
    t.add("A2", (11, 10), die=6)
    t.add("B1", (20, 20), die=6)
    t.activate("A1")
    t.play("handoff")
    assert t.legal() == {"take 0", "take 1"}  # treasure
    t.play("take 0")
    assert not events_of(t.state)  # nothing changes hands
    assert t.legal() == {"take 0", "take 1", "take 2"}  # trophies
    t.play("take 2")
    assert (t.unit("A1").tokens["treasure"], t.unit("A1").tokens["trophy"]) == (1, 0)
    assert (t.unit("A2").tokens["treasure"], t.unit("A2").tokens["trophy"]) == (0, 2)


@pytest.mark.clause("GB-SPC-06")
@pytest.mark.parametrize(("carried", "answer", "given"), [(9, 7, 9), (9, 6, 6), (8, 7, 8), (7, 7, 7)])
def test_take_7_hands_over_all_that_a_richer_carrier_has(table, carried, answer, given):
    t = table()
    t.draw("A1 A2", A1={"treasure": carried})
    t.activate("A1")
    t.play("handoff")
    assert t.legal() == {f"take {number}" for number in range(8)}
    t.play(f"take {answer}")
    assert (t.unit("A1").tokens["treasure"], t.unit("A2").tokens["treasure"]) == (carried - given, given)


@pytest.mark.clause("GB-SPC-06", "GB-SPC-08")
@pytest.mark.parametrize(("tokens", "friend"), [(0, (11, 10)), (1, (18, 10))])
def test_no_hand_off_without_tokens_or_friends_in_reach(table, tokens, friend):
    t = table()
    t.add("A1", (10, 10), die=6, treasure=tokens)
    t.add("A2", friend, die=6)
    t.add("B1", (11, 11), die=6)
    t.activate("A1")
    assert "handoff" not in t.legal()


@pytest.mark.clause("GB-SPC-07", "GB-ADV-01")
@pytest.mark.parametrize(
    ("options", "action"),
    [
        ({"rule": "treasure"}, "plunder"),
        ({"rule": "infiltrators"}, "verify"),
        ({"rule": "cure"}, "treatment"),
        ({"ready": True}, "ready"),
    ],
)
def test_scenarios_and_options_grant_their_special_actions(table, options, action):
    for granted in (True, False):
        t = table(**options) if granted else table()
        t.hoard(0, (12, 12))
        t.add("A1", (11, 12), die=8)
        t.wild("afflicted" if action == "treatment" else "bystander", (10, 12))
        t.add("A2", (12, 11), die=8)
        t.add("B1", (20, 20), die=8)
        t.activate("A1")
        assert specials(t) - {"sunder"} == ({action} if granted else set())


@pytest.mark.clause("GB-SPC-08")
def test_a_special_action_without_nomination_or_placement_is_not_available(table):
    t = table()
    t.objective((1, 0))
    t.add("A1", (0, 0), die=8, traits={"summoning": 1, "despoiling": 1, "ruinous": 1})
    t.add("A2", (0, 1), die=8)
    t.add("B1", (1, 1), die=8)
    t.activate("A1")
    assert not {"summon", "despoil", "ruin"} & t.legal()


@pytest.mark.clause("GB-SPC-04", "GB-MRK-01")
def test_a_sundered_marker_leaves_its_cell_free(table):
    t = table()
    t.objective((12, 12))
    t.add("A1", (11, 12))
    t.add("B1", (20, 20))
    t.activate("A1")
    assert not t.can("move 12,12")
    t.dice(4)
    t.play("sunder")
    assert t.can("move 12,12")


@pytest.mark.clause("GB-SPC-02", "GB-MRK-02")
def test_a_marker_in_the_corner_is_sundered_like_any_other(table):
    t = table()
    t.objective((0, 0))
    t.add("A1", (1, 1))
    t.add("B1", (20, 20))
    t.activate("A1")
    t.dice(4)
    t.play("sunder")
    assert t.marker("objective") is None


@pytest.mark.clause("GB-SPC-08", "GB-TRT-21", "GB-TRT-16")
def test_nobody_is_summoned_or_returned_without_a_free_cell_beside_the_caster(table):
    t = table()
    t.draw("#  #  #\n#  A1 #\n#  #  #", A1={"traits": {"summoning": 1, "despoiling": 1}})
    t.add("A2", (20, 2))
    t.lose("A2")
    t.add("B1", (20, 20))
    t.activate("A1")
    assert not {"summon", "despoil"} & t.legal()


@pytest.mark.clause("GB-SPC-08", "GB-TRT-04")
def test_hidden_ways_lead_nowhere_without_another_model(table):
    t = table()
    t.add("A1", (10, 10), traits={"mysterious": 3})
    t.activate("A1")
    assert not t.can("hidden-ways")


@pytest.mark.clause("GB-SPC-08", "GB-TRT-21", "GB-TRT-16")
def test_the_corner_of_the_board_is_a_cell_to_summon_or_return_a_model_to(table):
    t = table()
    t.draw(".  #  #\n#  A1 #\n#  #  #", at=(0, 0), A1={"traits": {"summoning": 1, "despoiling": 1}})
    t.add("A2", (20, 2))
    t.lose("A2")
    t.add("B1", (20, 20))
    t.activate("A1")
    assert {"summon", "despoil"} <= t.legal()
    t.dice(4)
    t.play("summon")
    assert t.unit("W1").cell == (0, 0)
