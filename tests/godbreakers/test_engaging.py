"""Chapter ENG: the four steps of an Engage."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import units


@pytest.mark.clause("GB-ENG-01", "GB-ENG-13")
def test_the_four_steps_follow_one_another(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 1, "cunning": 1, "juggernaut": 1})
    t.add("B1", (11, 10), die=8, traits={"vengeful": 1})
    t.add("B2", (10, 11), die=8)
    t.activate("A1")
    t.play("engage B1")
    assert t.decision == "NOMINATE"  # step 1: nothing rolled yet
    t.dice(7, 3, 5)
    t.play("nominate B2")
    assert t.decision == "CUNNING"  # end of step 2: rolled, not yet damaged
    assert (t.unit("B1").damage, t.unit("B2").damage) == (0, 0)
    t.play("pass")
    assert t.decision == "VENGEANCE"  # start of step 4: damaged
    assert (t.unit("B1").damage, t.unit("B2").damage) == (4, 2)
    t.play("pass")
    assert t.decision == "SHOVE"
    t.play("pass")
    assert t.decision == "ACTION"


@pytest.mark.clause("GB-ENG-02")
def test_only_hostile_models_in_attack_range_can_be_nominated(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("A2", (9, 10), die=8)
    t.wild("brute", (9, 9), seat=0)
    t.wild("brute", (9, 11))
    t.add("B1", (11, 11), die=8)
    t.add("B2", (12, 10), die=8)
    t.activate("A1")
    assert units(t, "engage") == {"B1", "W2"}


@pytest.mark.clause("GB-ENG-02")
def test_without_a_target_there_is_no_engage(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("A2", (9, 10), die=8)
    t.add("B1", (12, 10), die=8)
    t.activate("A1")
    assert units(t, "engage") == set()


@pytest.mark.clause("GB-ENG-03", "GB-TRT-15")
def test_attack_range_is_the_die_times_the_ranged_rank(table):
    t = table()
    t.add("A1", (2, 10), die=6, traits={"ranged": 2})
    t.add("B1", (15, 10), die=8)  # 12U
    t.add("B2", (16, 10), die=8)  # 13U
    t.activate("A1")
    assert units(t, "engage") == {"B1"}


@pytest.mark.clause("GB-ENG-04", "GB-ENG-07")
def test_the_highest_result_wins_by_the_difference(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=6)
    t.activate("A1")
    t.dice(5, 2)
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (0, 3)


@pytest.mark.clause("GB-ENG-04")
def test_a_shared_highest_result_has_no_winner(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (11, 10), die=8)
    t.add("B2", (10, 11), die=8)
    t.activate("A1")
    t.dice(6, 6, 2)
    t.play("engage B1")
    t.play("nominate B2")
    assert [t.unit(name).damage for name in ("A1", "B1", "B2")] == [0, 0, 0]


@pytest.mark.clause("GB-ENG-05")
def test_a_hostile_bystander_makes_the_roll_challenging(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("A2", (12, 10), die=8)
    t.add("B1", (11, 10), die=6)
    t.activate("A1")
    t.dice(4, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 4  # 4 - 0: A2 is not engaged


@pytest.mark.clause("GB-ENG-05")
@pytest.mark.parametrize(
    ("attacker", "target", "beside"),
    [((10, 1), (11, 1), (12, 0)), ((1, 10), (1, 11), (0, 12)), ((10, 23), (11, 23), (12, 24)), ((23, 10), (23, 11), (24, 12))],
)
def test_a_hostile_bystander_at_the_edge_of_the_board_does_so_too(table, attacker, target, beside):
    t = table()
    t.add("A1", attacker, die=8)
    t.add("A2", beside, die=8)
    t.add("B1", target, die=6)
    t.activate("A1")
    t.dice(4, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("GB-ENG-05", "GB-GEN-04")
def test_a_wild_bystander_hinders_both(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8)
    t.wild("brute", (10, 11))
    t.activate("A1")
    t.dice(2, 3)
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (0, 0)  # 0 against 0


@pytest.mark.clause("GB-ENG-05")
def test_engaged_enemies_and_friends_do_not_hinder(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("A2", (9, 9), die=8)
    t.add("B1", (11, 10), die=8)
    t.add("B2", (10, 11), die=8)
    t.activate("A1")
    t.dice(3, 2, 1)
    t.play("engage B1")
    t.play("nominate B2")
    assert (t.unit("B1").damage, t.unit("B2").damage) == (1, 2)


@pytest.mark.clause("GB-ENG-05", "GB-TER-04")
@pytest.mark.parametrize(
    ("attacker", "to_a1", "to_b1"),
    [
        ((11, 10), 2, 0),  # A1 in the open: 3 becomes 0 against 2
        ((12, 11), 0, 1),  # both near a barricade: 3 against 2
    ],
)
def test_a_barricade_shelters_from_those_without_one(table, attacker, to_a1, to_b1):
    t = table()
    t.barricade(13, 13, 9, 11)
    t.add("A1", attacker, die=8)
    t.add("B1", (12, 10), die=6)
    t.activate("A1")
    t.dice(3, 2)
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (to_a1, to_b1)


@pytest.mark.clause("GB-ENG-05")
def test_any_barricade_answers_a_barricade_but_not_a_gang(table):
    t = table()
    t.barricade(13, 13, 9, 11)
    t.barricade(9, 9, 9, 11)
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("B1", (12, 10), die=8)
    t.activate("A1")
    t.dice(3, 2)
    t.play("engage B1")
    assert t.unit("B1").damage == 1  # another barricade is as good


@pytest.mark.clause("GB-ENG-05")
def test_a_friend_behind_a_barricade_shelters_nobody_from_its_own_side(table):
    t = table()
    t.draw(
        """
        #  .  .  .
        #  B2 A1 B1
        #  .  .  .
        """,
        A1={"traits": {"merciless": 1}},
    )
    t.activate("A1")
    t.dice(5, 3, 1)  # A1's roll is challenging because of B2, that of B1, in the open as well, is not
    t.play("engage B1", "nominate B2")
    assert (t.unit("B1").damage, t.unit("B2").damage) == (2, 4)


@pytest.mark.clause("GB-ENG-05")
def test_a_gang_hinders_behind_a_barricade_too(table):
    t = table()
    t.barricade(13, 13, 9, 11)
    t.add("A1", (11, 10), die=8)
    t.add("A2", (12, 9), die=8)
    t.add("B1", (12, 10), die=8)
    t.activate("A1")
    t.dice(4, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 4  # 4 - 0


@pytest.mark.clause("GB-ENG-06")
def test_each_roll_is_judged_for_itself(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=6)
    t.add("B2", (9, 9), die=8)
    t.activate("A1")
    t.dice(3, 2)
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (2, 0)  # only A1 is hindered


@pytest.mark.clause("GB-ENG-06")
@pytest.mark.parametrize(("face", "to_a1", "to_b1"), [(4, 0, 2), (3, 2, 0)])
def test_both_reasons_make_one_challenging_roll(table, face, to_a1, to_b1):
    t = table()
    t.barricade(13, 13, 9, 11)
    t.add("A1", (11, 10), die=8)
    t.add("B1", (12, 10), die=6)
    t.add("B2", (10, 10), die=8)
    t.activate("A1")
    t.dice(face, 2)
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (to_a1, to_b1)


@pytest.mark.clause("GB-ENG-06")
def test_stepping_away_does_not_undo_a_challenging_roll(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"cunning": 1})
    t.add("B1", (11, 10), die=6)
    t.add("B2", (9, 10), die=8)
    t.activate("A1")
    t.dice(3, 2)
    t.play("engage B1")
    t.play("step 11,11")  # away from B2, still next to B1
    assert (t.unit("A1").damage, t.unit("B1").damage) == (2, 0)


@pytest.mark.clause("GB-ENG-07", "GB-ENG-11")
def test_a_nominated_winner_hurts_everyone_hostile_to_it(table):
    t = table(seats=3)
    t.add("A1", (10, 10), die=8, traits={"merciless": 2})
    t.add("B1", (11, 10), die=8)
    t.add("B2", (11, 11), die=8)
    t.add("C1", (10, 11), die=8)
    t.activate("A1")
    t.dice(2, 7, 1, 4)
    t.play("engage B1")
    t.play("nominate B2")
    t.play("nominate C1")
    assert [t.unit(name).damage for name in ("A1", "B1", "B2", "C1")] == [5, 0, 0, 3]


@pytest.mark.clause("GB-ENG-07", "GB-ENG-08")
def test_the_winner_hurts_only_within_its_own_attack_range(table):
    t = table(seats=3)
    t.add("A1", (10, 10), die=6, traits={"ranged": 1, "merciless": 1})
    t.add("B1", (11, 10), die=8)
    t.add("C1", (14, 10), die=8)
    t.activate("A1")
    t.dice(2, 7, 3)
    t.play("engage B1")
    t.play("nominate C1")
    assert (t.unit("A1").damage, t.unit("C1").damage) == (5, 0)  # C1 is out of B1's reach


@pytest.mark.clause("GB-ENG-08")
def test_a_winner_out_of_reach_inflicts_nothing(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"ranged": 1})
    t.add("B1", (15, 10), die=8)
    t.activate("A1")
    t.dice(5, 7)
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (0, 0)


@pytest.mark.clause("GB-ENG-09")
def test_after_the_action_nobody_stays_engaged(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"merciless": 1})
    t.add("B1", (11, 10), die=8)
    t.add("B2", (10, 11), die=8)
    t.activate("A1")
    t.dice(3, 2, 1)
    t.play("engage B1")
    t.play("nominate B2")
    assert t.unit("A1").damage == 0
    assert t.state["n_engaged"] == 0
    t.dice(3, 2)
    t.play("engage B1")
    t.play("pass")
    assert t.unit("A1").damage == 2  # now B2 stands by: 0 against 2


@pytest.mark.clause("GB-ENG-09")
def test_after_an_engage_nobody_is_engaged_or_its_winner(table):
    t = table()
    t.draw("A1 B1")
    t.activate("A1")
    t.dice(5, 4)
    t.play("engage B1")
    assert (t.state["n_engaged"], t.state["winner"]) == (0, -1)
    assert (t.state["units"]["result"] == -1).all()
    assert not t.state["units"]["hurt"].any()
