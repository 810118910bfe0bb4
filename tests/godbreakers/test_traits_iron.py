"""Chapter TRT, iron: Brutal, Juggernaut, Pinning, Relentless, Tough."""

from __future__ import annotations

import pytest


@pytest.mark.clause("GB-TRT-06")
def test_brutal_works_for_any_winner(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"brutal": 2})
    t.activate("A1")
    t.dice(3, 5)
    t.play("engage B1")
    assert t.unit("A1").damage == 6


@pytest.mark.clause("GB-TRT-06")
@pytest.mark.parametrize("dice", [(3, 5), (4, 4)])
def test_brutal_adds_nothing_without_a_win(table, dice):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"brutal": 3})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(*dice)
    t.play("engage B1")
    assert t.unit("B1").damage == 0


@pytest.mark.clause("GB-TRT-06", "GB-ENG-08")
def test_brutal_adds_nothing_out_of_range(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("B1", (14, 10), die=8, traits={"brutal": 3})
    t.activate("A1")
    t.dice(3, 5)
    t.play("engage B1")
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-TRT-07")
@pytest.mark.parametrize("dice", [(5, 3), (3, 5), (4, 4)])
def test_juggernaut_places_one_engaged_model_win_or_lose(table, dice):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"juggernaut": 1})
    t.add("A2", (9, 10), die=8)
    t.add("B1", (11, 10), die=8)
    t.add("B2", (24, 24), die=8)
    t.activate("A1")
    t.dice(*dice)
    t.play("engage B1")
    assert (t.decision, t.decider) == ("SHOVE", 0)
    assert t.legal() == {"pass", "shove A1", "shove B1"}
    t.play("shove B1")
    assert t.decision == "SHOVE_CELL"
    assert {"to 13,10", "to 13,12", "to 10,11"} <= t.legal()
    assert not {"to 14,10", "to 11,10", "to 10,10"} & t.legal()
    t.play("to 13,12")
    assert t.unit("B1").cell == (13, 12)
    assert (t.decision, t.decider) == ("ACTION", 0)  # one model only, and no test of obstacles


@pytest.mark.clause("GB-TRT-07")
def test_juggernaut_may_place_itself_and_reaches_two_units_per_rank(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"juggernaut": 2})
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(4, 4)
    t.play("engage B1")
    t.play("shove A1")
    assert t.can("to 6,10")
    assert not t.can("to 5,10")
    t.play("to 6,10")
    assert t.unit("A1").cell == (6, 10)


@pytest.mark.clause("GB-TRT-07")
def test_juggernaut_is_for_the_active_model(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"juggernaut": 1})
    t.activate("A1")
    t.dice(3, 5)
    t.play("engage B1")
    assert t.unit("A1").damage == 2
    assert (t.decision, t.decider) == ("ACTION", 0)


@pytest.mark.clause("GB-TRT-08")
def test_a_pinned_model_may_only_move_nearer(table):
    t = table()
    t.add("A1", (10, 10), die=6)
    t.add("B1", (12, 10), die=8, traits={"pinning": 1})  # Range 1
    t.activate("A1")
    nearer = {"move 11,9", "move 11,10", "move 11,11", "move 12,9", "move 12,11", "move 13,9", "move 13,10", "move 13,11"}
    assert {text for text in t.legal() if text.startswith("move")} == nearer


@pytest.mark.clause("GB-TRT-08")
def test_all_pinning_models_in_range_bind_together(table):
    t = table()
    t.add("A1", (10, 10), die=6)
    t.add("B1", (12, 10), die=8, traits={"pinning": 1})
    t.add("B2", (8, 10), die=8, traits={"pinning": 1})
    t.add("B3", (10, 14), die=8, traits={"pinning": 1})  # Range 3: too far to pin
    t.activate("A1")
    assert not any(text.startswith("move") for text in t.legal())


@pytest.mark.clause("GB-TRT-08")
@pytest.mark.parametrize("which", ["friend", "far", "active"])
def test_friends_far_models_and_the_active_model_itself_do_not_pin(table, which):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"pinning": 3} if which == "active" else {})
    t.add("A2", (12, 12), die=6, traits={"pinning": 3} if which == "friend" else {})
    t.add("B1", (13, 10), die=8, traits={"pinning": 1} if which == "far" else {})
    t.activate("A1")
    assert t.can("move 6,10")
    assert t.can("move 10,10")


@pytest.mark.clause("GB-TRT-08", "GB-WLD-15")
def test_wild_models_pin_and_are_pinned(table):
    t = table()
    t.add("A1", (10, 10), die=6)
    t.wild("brute", (12, 10), traits={"pinning": 1})
    t.add("B1", (24, 24), die=8)
    t.activate("A1")
    assert t.can("move 11,10")
    assert not t.can("move 9,10")


@pytest.mark.clause("GB-TRT-09", "GB-REC-01")
@pytest.mark.parametrize(("rank", "dice"), [(2, ()), (1, (1,))])
def test_relentless_takes_damage_off_before_recovery(table, rank, dice):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=6, damage=2, traits={"relentless": rank})
    t.add("B1", (24, 24), die=8)
    t.dice(*dice)
    t.recovery()
    assert t.unit("A1").status == "ON_BOARD"
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-TRT-09")
def test_relentless_works_at_the_start_of_the_phase_only(table):
    t = table()
    t.add("A1", (10, 10), die=8, damage=2, traits={"relentless": 1})
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.play("pass")
    assert t.unit("A1").damage == 2


@pytest.mark.clause("GB-TRT-10")
@pytest.mark.parametrize(("rank", "damage"), [(1, 3), (2, 1), (3, 1)])
def test_tough_takes_two_off_per_rank_but_leaves_one(table, rank, damage):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8, traits={"tough": rank})
    t.activate("A1")
    t.dice(7, 2)
    t.play("engage B1")
    assert t.unit("B1").damage == damage


@pytest.mark.clause("GB-TRT-07")
def test_juggernaut_may_be_declined(table):
    t = table()
    t.draw("A1 B1", A1={"traits": {"juggernaut": 1}})
    t.activate("A1")
    t.dice(4, 4)
    t.play("engage B1", "pass")
    assert (t.unit("A1").cell, t.unit("B1").cell, t.decision) == ((8, 8), (9, 8), "ACTION")


@pytest.mark.clause("GB-TRT-07", "GB-GEN-08")
def test_juggernaut_cannot_choose_a_model_that_fits_nowhere_else(table):
    t = table()
    t.draw(
        """
        B1 #  #
        #  A1 #
        #  #  #
        """,
        at=(0, 0),
        A1={"traits": {"juggernaut": 1}},
    )
    t.activate("A1")
    t.dice(4, 4)
    t.play("engage B1")
    assert t.legal() == {"pass", "shove A1"}
