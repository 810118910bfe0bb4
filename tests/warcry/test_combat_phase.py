"""Chapters COMB, ACT, WAIT: whose turn it is, who is activated, and what an activation consists of."""

from __future__ import annotations

import pytest

FAR = (15, 9)  # out of everybody's reach


def duel(table, a=1, b=1, profile="raven_knife", **facts):
    """Some fighters of A on the left, some of B on the right, nobody engaged."""
    t = table(**facts)
    for k in range(a):
        t.add(f"A{k + 1}", (2, 2 * k), profile)
    for k in range(b):
        t.add(f"B{k + 1}", (15, 2 * k), profile)
    return t


def use_up(t):
    """The activation of whoever is asked ends, with no action left and without waiting."""
    name = t.ask()[2]
    t.play("move", f"to {t.unit(name).at[0] + 1},{t.unit(name).at[1]}", "wait")
    return name


# ---- turns


@pytest.mark.clause("WC-COMB-01", "WC-RND-05")
@pytest.mark.parametrize(
    ("holder", "answer", "first"), [("A", "self", "A"), ("A", "opponent", "B"), ("B", "self", "B"), ("B", "opponent", "A")]
)
def test_the_holder_of_the_initiative_says_who_goes_first(table, holder, answer, first):
    t = duel(table, 2, 2)
    t.combat_phase(holder)
    assert t.ask() == ("FIRST", holder, None) and t.legal() == {"self", "opponent"}
    t.play(answer)
    assert t.ask() == ("ACTIVATE", first, None)


@pytest.mark.clause("WC-COMB-01")
def test_who_goes_first_is_asked_in_every_round(table):
    t = duel(table)
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.hero_phase(3)
    t.play("done", "done")
    assert t.ask() == ("FIRST", "A", None)


@pytest.mark.clause("WC-COMB-02", "WC-COMB-03", "WC-COMB-04")
def test_turns_alternate_one_fighter_each_and_nobody_may_pass_or_choose_an_activated_one(table):
    t = duel(table, 2, 3)
    t.turn("A")
    assert t.legal() == {"activate A1", "activate A2"}
    t.play("activate A2")
    assert t.ask() == ("STEP", "A", "A2")
    use_up(t)
    assert t.unit("A2").activated and not t.unit("A1").activated
    assert t.ask() == ("ACTIVATE", "B", None) and t.legal() == {"activate B1", "activate B2", "activate B3"}
    t.play("activate B3")
    use_up(t)
    assert t.ask() == ("STEP", "A", "A1")  # the only one left, so it is not asked for
    use_up(t)
    assert t.legal() == {"activate B1", "activate B2"}


@pytest.mark.clause("WC-COMB-05", "WC-COMB-06", "WC-COMB-10", "WC-COMB-04")
def test_two_fighters_against_four_pass_by_themselves_and_the_phase_ends_when_both_pass(table):
    t = duel(table, 2, 4, figures={"rounds": 1})
    t.combat_phase("B")
    t.play("opponent")
    order = []
    while not t.over:
        if t.decision == "ACTIVATE":
            assert "pass" not in t.legal()
            t.play(min(t.legal()))
        order.append(use_up(t))
    assert order == ["A1", "B1", "A2", "B2", "B3", "B4"]


@pytest.mark.clause("WC-COMB-06", "WC-RND-01", "WC-COMB-03")
def test_when_both_have_passed_a_new_round_begins_and_all_may_be_activated_again(table):
    t = duel(table)
    t.turn("A")
    use_up(t)
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    use_up(t)
    assert t.ask() == ("WILD", "A", None) and t.state["round"] == 2
    t.play("done", "done", "self")
    assert t.ask() == ("STEP", "A", "A1") and not t.unit("B1").activated


@pytest.mark.clause("WC-COMB-05")
def test_a_side_that_has_nobody_on_the_board_passes(table):
    t = duel(table, 2, 0)
    t.add("B1", None, group="hammer")
    t.combat_phase("A")
    t.play("opponent")
    assert t.ask() == ("ACTIVATE", "A", None)


@pytest.mark.clause("WC-COMB-07", "WC-RES-10", "WC-REACT-05")
def test_who_can_be_activated(table):
    t = table()
    t.add("A1", (2, 2))
    t.add("A2", (2, 4), activated=True)
    t.add("A3", (2, 6), waiting=True)
    t.add("A4", (2, 8), lost=1)
    t.add("A5", (4, 2), lost=2)
    t.add("A6", None)
    t.add("A7", (4, 4))
    t.take_down("A7")
    t.add("B1", FAR)
    t.turn("A")
    assert t.legal() == {"activate A1", "activate A3", "activate A4"}


@pytest.mark.clause("WC-COMB-08", "WC-COMB-04")
def test_who_has_only_waiting_fighters_must_activate_one(table):
    t = duel(table, 2, 2)
    for name in ("A1", "A2"):
        t.change(name, waiting=1, activated=1)
    t.turn("A")
    assert t.legal() == {"activate A1", "activate A2"}
    t.change("A2", waiting=0)
    t.turn("A")
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-COMB-09", "WC-REACT-12")
def test_an_activation_ends_when_the_fighter_is_taken_down_in_it(table):
    t = table()
    t.add("A1", (5, 5), damage=6)  # 8 Wounds
    t.add("A2", (5, 8))
    t.add("B1", (6, 5), "iron_lord")
    t.add("B2", FAR)
    t.sets("A", {3: 2})
    t.activate("A1")
    t.dice(1, 2, 2, 2)
    t.attack("B1", "counter")
    assert t.unit("A1").status == "down" and t.ask()[:2] == ("ACTIVATE", "B")


# ---- actions


@pytest.mark.clause("WC-ACT-01", "WC-ACT-07")
def test_far_from_all_a_fighter_moves_or_waits_and_may_not_just_end(table):
    t = duel(table)
    t.activate("A1")
    assert t.steps() == {"move", "wait"}


@pytest.mark.clause("WC-ACT-01", "WC-ACT-07")
def test_beside_an_enemy_it_may_also_attack_and_disengage(table):
    t = table()
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", (6, 5))
    t.add("B2", FAR)
    t.activate("A1")
    assert t.steps() == {"move", "attack", "disengage", "wait"}


@pytest.mark.clause("WC-ACT-01", "WC-ACT-07", "WC-TRE-09")
def test_only_a_carrier_may_drop(table):
    t = duel(table, 2)
    t.token(1, carrier="A1")
    t.activate("A1")
    assert t.steps() == {"move", "wait", "drop"}
    t.activate("A2")
    assert t.steps() == {"move", "wait"}


@pytest.mark.clause("WC-ACT-01", "WC-ACT-02", "WC-ACT-03", "WC-ACT-07")
def test_two_actions_one_after_the_other_the_same_one_twice_if_wished(table):
    t = duel(table)
    t.put("A1", (2, 5))
    t.activate("A1")
    t.play("move")
    assert max(x for x, y in t.cells() if y == 5) == 7  # Move 5
    t.play("to 7,5")
    assert t.unit("A1").at == (7, 5) and t.ask() == ("STEP", "A", "A1") and t.steps() == {"move", "wait"}
    t.play("move")
    assert max(x for x, y in t.cells() if y == 5) == 12
    t.play("to 12,5")
    assert t.unit("A1").at == (12, 5) and t.ask()[1] == "B"  # over without a question


@pytest.mark.clause("WC-ACT-03")
def test_two_attacks_at_different_targets(table):
    t = table()
    t.add("A1", (5, 5), "iron_smith")  # A4
    t.add("B1", (6, 5), activated=True)
    t.add("B2", (4, 5), activated=True)
    t.add("B3", FAR)
    t.activate("A1")
    t.dice(6, 1, 1, 1, 1, 1, 1, 6)
    t.attack("B1")
    t.attack("B2")
    assert t.unit("B1").damage == 4 and t.unit("B2").damage == 4 and t.unit("A1").activated


@pytest.mark.clause("WC-ACT-04", "WC-REACT-04")
def test_one_action_less_for_a_reaction_made(table):
    t = duel(table)
    t.change("A1", lost=1)
    t.activate("A1")
    t.play("move", "to 4,0")
    assert t.ask()[1] == "B" and t.unit("A1").activated and not t.unit("A1").waiting


@pytest.mark.clause("WC-ACT-07", "WC-ABIL-01")
def test_after_the_last_action_an_ability_or_the_end(table):
    t = duel(table)
    t.sets("A", {4: 2})
    t.activate("A1")
    assert "end" not in t.steps()
    t.play("move", "to 3,0")
    assert "end" not in t.steps() and "rush" in t.steps()
    t.play("move", "to 4,0")
    assert t.ask() == ("STEP", "A", "A1") and {"rush", "onslaught", "end"} <= t.steps() and not {"move", "wait"} & t.steps()
    t.play("end")
    assert t.ask()[1] == "B" and t.sets_of("A") == {4: 2}


@pytest.mark.clause("WC-ACT-07", "WC-ABIL-01")
def test_when_nothing_is_left_to_do_the_activation_ends_by_itself(table):
    t = duel(table)
    t.sets("A", {4: 2, 5: 2})
    t.activate("A1")
    t.play("rush-4")
    assert t.steps() == {"move", "wait"}  # one ability in an activation
    t.play("move", "to 3,0", "move", "to 4,0")
    assert t.ask()[1] == "B" and t.sets_of("A") == {5: 2}


@pytest.mark.clause("WC-ACT-05", "WC-UNI-05")
def test_bonus_actions_come_on_top_of_the_two(table):
    t = duel(table)
    t.put("A1", (2, 5))
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("rampage-2")
    assert t.can("pass")  # "may": each bonus action can be declined
    assert max(x for x, y in t.cells() if y == 5) == 4
    t.play("to 4,5")
    assert t.ask() == ("STEP", "A", "A1")  # no enemy in reach: the bonus attack is skipped
    t.play("move", "to 9,5")
    t.play("move", "to 14,5")
    assert t.unit("A1").at == (14, 5)


@pytest.mark.clause("WC-ACT-05")
def test_bonus_actions_that_may_be_made_can_be_declined(table):
    t = duel(table)
    t.put("A1", (12, 0))
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("rampage-2", "pass")
    assert t.ask() == ("STEP", "A", "A1") and t.unit("A1").at == (12, 0) and t.sets_of("A") == {}
    t.put("A1", (13, 0))
    t.change("A1", activated=0)
    t.sets("A", {2: 4})
    t.activate("A1")
    t.play("rampage-2", "pass")
    assert t.ask() == ("ATTACK", "A", "A1") and t.legal() == {"attack B1", "pass"}
    t.play("pass")
    assert t.ask() == ("STEP", "A", "A1") and t.unit("B1").damage == 0


@pytest.mark.clause("WC-ACT-06", "WC-UNI-05")
def test_a_bonus_move_has_its_own_length_instead_of_move(table):
    t = duel(table, profile="iron_smith")  # Move 3
    t.put("A1", (2, 5))
    t.sets("A", {6: 4})
    t.activate("A1")
    t.play("rampage-6")
    assert max(x for x, y in t.cells() if y == 5) == 8
    t.play("to 8,5", "move")
    assert max(x for x, y in t.cells() if y == 5) == 11


@pytest.mark.clause("WC-ACT-06", "WC-TRE-04", "WC-TRE-03")
def test_treasure_shortens_a_bonus_move(table):
    t = duel(table)
    t.put("A1", (2, 5))
    t.token(1, carrier="A1")
    t.sets("A", {6: 4})
    t.activate("A1")
    t.play("rampage-6")
    assert max(x for x, y in t.cells() if y == 5) == 6


# ---- wait


@pytest.mark.clause("WC-WAIT-01", "WC-WAIT-06")
def test_wait_as_the_last_action_ends_the_activation_and_nothing_else_happens(table):
    t = duel(table)
    t.sets("A", {4: 2})
    t.activate("A1")
    t.play("move", "to 3,0", "wait")
    assert not t.unit("A1").waiting and t.unit("A1").activated and t.ask()[1] == "B" and t.sets_of("A") == {4: 2}
    t.play("move", "to 14,0")
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("wait")
    assert t.state["round"] == 2  # A1 has no second activation


@pytest.mark.clause("WC-WAIT-02", "WC-WAIT-06", "WC-COMB-03")
def test_wait_as_the_first_of_two_begins_waiting_and_gives_one_more_activation_with_one_action(table):
    t = duel(table)
    t.sets("A", {4: 2})
    t.activate("A1")
    t.play("wait")
    assert t.unit("A1").waiting and t.ask() == ("STEP", "B", "B1")  # no ability after it
    use_up(t)
    assert t.ask() == ("STEP", "A", "A1")
    t.sets("A", {})
    t.play("move")
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("to 3,0")
    assert t.state["round"] == 2 and t.unit("A1").at == (3, 0)


@pytest.mark.clause("WC-WAIT-03", "WC-REACT-04", "WC-WAIT-01")
def test_with_one_action_left_by_a_reaction_nobody_begins_waiting(table):
    t = duel(table)
    t.change("A1", lost=1)
    t.activate("A1")
    t.play("wait")
    assert not t.unit("A1").waiting and t.unit("A1").activated
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    use_up(t)
    assert t.state["round"] == 2


@pytest.mark.clause("WC-WAIT-04", "WC-ABIL-03", "WC-WAIT-05", "WC-WAIT-06", "WC-ABIL-07")
def test_an_ability_in_each_of_the_two_activations_and_the_first_ones_effect_is_over(table):
    t = duel(table)
    t.put("A1", (2, 5))
    t.sets("A", {3: 2, 4: 2})
    t.activate("A1")
    t.play("rush-3")
    assert t.boost("move") == 1
    t.play("wait")
    assert t.unit("A1").waiting
    use_up(t)
    assert t.ask() == ("STEP", "A", "A1") and "rush" in t.steps()
    t.play("move")
    assert max(x for x, y in t.cells() if y == 5) == 7  # not 8
    t.play("to 7,5")
    assert t.steps() == {"rush", "onslaught", "end"}  # after the action too
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("end")
    assert t.state["round"] == 2


@pytest.mark.clause("WC-WAIT-04")
def test_the_ability_of_the_second_activation_may_come_before_its_action(table):
    t = duel(table)
    t.put("A1", (2, 5))
    t.change("A1", waiting=1, activated=1)
    t.sets("A", {4: 2})
    t.activate("A1")
    t.play("rush-4", "move")
    assert max(x for x, y in t.cells() if y == 5) == 8
    t.play("to 8,5")
    assert t.ask()[1] == "B"


@pytest.mark.clause("WC-WAIT-07")
def test_waiting_again_is_no_third_activation(table):
    t = duel(table, figures={"rounds": 1})
    t.change("B1", activated=1)
    t.activate("A1")
    t.play("wait")
    assert t.ask() == ("STEP", "A", "A1")
    t.play("wait")
    assert t.over


@pytest.mark.clause("WC-WAIT-08", "WC-REACT-06", "WC-COMB-07")
def test_a_reaction_costs_a_waiting_fighter_its_second_activation(table):
    t = table(figures={"rounds": 1})
    t.add("A1", (5, 5))
    t.add("A2", (15, 2))
    t.add("B1", (6, 5), "iron_lord", waiting=True)
    t.activate("A1")
    t.dice(2, 2, 2, 2)
    t.attack("B1")
    assert t.ask() == ("REACT", "B", "B1") and t.can("counter")
    t.play("counter", "wait")
    assert t.ask() == ("STEP", "A", "A2")  # B1 is not activated again
    use_up(t)
    assert t.over


@pytest.mark.clause("WC-WAIT-08", "WC-WAIT-02")
def test_a_waiting_fighter_that_does_not_react_keeps_its_activation(table):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (6, 5), "iron_lord", waiting=True)
    t.activate("A1")
    t.dice(2, 2, 2, 2)
    t.attack("B1", "pass", "wait")
    assert t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-WAIT-09", "WC-UNI-04")
def test_a_waiting_fighter_has_activated(table):
    t = table()
    t.add("A1", (5, 5), "raven_lord")
    t.add("A2", (5, 7), waiting=True)
    t.add("A3", (7, 5))
    t.add("A4", (7, 7))
    t.add("B1", FAR)
    t.sets("A", {4: 3})
    t.activate("A1")
    t.play("inspiring-presence-4")
    assert t.ask()[:2] == ("TARGET", "A") and t.legal() == {"choose A3", "choose A4"}


@pytest.mark.clause("WC-WAIT-02", "WC-RND-07")
def test_wait_tokens_go_when_the_round_ends(table):
    t = duel(table)
    for name in ("A1", "B1"):
        t.change(name, waiting=1, activated=1, lost=1)
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round(1)
    for name in ("A1", "B1"):
        assert not t.unit(name).waiting and not t.unit(name).activated and t.unit(name).lost == 0
