"""Activation. Chapter ACT."""

from __future__ import annotations

import pytest

from tests.godbreakers.reading import cells, units


def field(t, **counts):
    """So many godbreakers of each seat, far apart."""
    for column, (name, count) in enumerate(counts.items()):
        for k in range(1, count + 1):
            t.add(f"{name}{k}", (2 + 10 * column, 4 * k))


def begin(t, name: str) -> None:
    """The first player activates this model."""
    t.players()
    t.play(f"activate {name}")


def activations(t) -> str:
    """Pass every action to the end of the game; the seats in the order they activated a model."""
    seats = ""
    while not t.over:
        if t.decision == "ACTION":
            seats += "ABCD"[t.decider]
        t.play("pass" if t.decision == "ACTION" else sorted(t.legal())[0])
    return seats


@pytest.mark.clause("GB-ACT-01", "GB-ACT-02")
def test_players_take_turns_in_priority_order_and_those_with_nobody_left_are_skipped(table):
    t = table(last_round=True, seats=3)
    t.order(1, 2, 0)
    field(t, A=2, B=5, C=4)
    t.players()
    assert activations(t) == "BCABCABCBCB"


@pytest.mark.clause("GB-ACT-01")
def test_a_player_activates_any_of_its_own_models_godbreaker_or_tame(table):
    t = table()
    field(t, A=3, B=2)
    t.wild("brute", (12, 20), seat=1)
    t.wild("brute", (22, 20))
    begin(t, "A1")
    t.play("pass")
    assert (t.decision, t.decider) == ("ACTIVATE", 1)
    assert t.legal() == {"activate B1", "activate B2", "activate W1"}


@pytest.mark.clause("GB-ACT-02")
def test_there_is_no_pass_instead_of_an_activation_but_a_model_may_do_nothing(table):
    t = table()
    field(t, A=2, B=2)
    begin(t, "A1")
    t.play("pass")
    assert t.legal() == {"activate B1", "activate B2"}
    t.play("activate B2")
    before = t.unit("B2").cell
    t.play("pass")
    assert t.unit("B2").activated and t.unit("B2").cell == before


@pytest.mark.clause("GB-ACT-03", "GB-TRT-12", "GB-TRT-01")
def test_only_the_activating_model_is_active(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"deadly": 3, "defensive": 3})
    t.add("B1", (11, 10), die=8, traits={"deadly": 3})
    t.activate("A1")
    t.dice(3, 4, 1)  # Deadly helps the active model only, and Defensive only an inactive one
    t.play("engage B1")
    assert t.unit("B1").damage == 3
    t.play("pass")
    assert t.active == "B1"
    t.dice(2, 5, 1, 7)
    t.play("engage A1")
    assert t.unit("B1").damage == 5


@pytest.mark.clause("GB-ACT-04")
def test_each_model_is_activated_once_a_round(table):
    t = table()
    field(t, A=3, B=3)
    begin(t, "A1")
    t.play("pass")
    t.play("activate B1")
    t.play("pass")
    assert t.legal() == {"activate A2", "activate A3"}


@pytest.mark.clause("GB-ACT-04")
def test_the_next_round_frees_everybody_again(table):
    t = table()
    field(t, A=2, B=1)
    t.activate("A1")
    t.dice(6, 2)
    for text in ("pass", "pass", "pass"):
        t.play(text)
    assert t.decision == "PRIORITY"
    t.play(sorted(t.legal())[0])
    assert t.legal() == {"activate A1", "activate A2"}


@pytest.mark.clause("GB-ACT-05", "GB-TRT-22")
def test_a_summoned_tame_model_joins_its_players_pool_at_once(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"summoning": 1})
    t.add("A2", (2, 2))
    t.add("B1", (20, 20))
    begin(t, "A1")
    t.dice(5)
    t.play("summon")
    t.play("place 11,10")
    t.play("pass")
    t.play("pass")  # B1
    assert (t.decision, t.decider) == ("ACTIVATE", 0)
    assert t.legal() == {"activate A2", "activate W1"}


@pytest.mark.clause("GB-ACT-05", "GB-WLD-02")
def test_a_summoned_wild_model_joins_the_wild_pool_at_once(table):
    t = table(last_round=True)
    t.add("A1", (10, 10), die=8, traits={"summoning": 1})
    t.add("B1", (20, 20))
    t.activate("A1")
    t.dice(2, 3, 7)  # Obey! fails; the new brute then engages its summoner: A1 rolls second
    t.play("summon")
    t.play("place 11,10")
    t.play("pass")
    t.dice(5)  # recovery of the summoned model
    t.play("pass")
    assert t.unit("W1").activated
    assert (t.unit("A1").damage, t.unit("W1").damage) == (0, 0)


@pytest.mark.clause("GB-ACT-06", "GB-ACT-07")
@pytest.mark.parametrize("first", ["engage B1", "move 10,10"])
@pytest.mark.parametrize("second", ["engage B1", "move 10,10"])
def test_a_godbreaker_performs_two_actions_in_any_order_repeats_allowed(table, first, second):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    for action in (first, second):
        assert (t.decision, t.decider) == ("ACTION", 0)
        t.dice(*((5, 5) if action.startswith("engage") else (5,)))
        t.play(action)
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ACT-06")
def test_a_player_may_end_the_activation_after_one_action(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (20, 10))
    t.activate("A1")
    t.play("move 12,10")
    t.play("pass")
    assert t.decider == 1


@pytest.mark.clause("GB-ACT-06")
def test_a_tame_model_performs_one_action(table):
    t = table()
    t.wild("brute", (10, 10), seat=0)
    t.add("A1", (2, 2))
    t.add("B1", (20, 10))
    begin(t, "W1")
    assert {"pass", "move 12,10"} <= t.legal()
    t.play("move 12,10")
    assert t.decider == 1


@pytest.mark.clause("GB-ACT-07")
def test_actions_are_move_engage_and_special(table):
    t = table()
    t.objective((9, 9))
    t.add("A1", (10, 10), die=6, traits={"thunderous": 1})
    t.add("B1", (11, 11))
    t.activate("A1")
    assert t.legal() == {f"move {x},{y}" for x, y in cells(t)} | {"engage B1", "sunder", "thunder", "pass"}
    assert max(t.reach((10, 10), cell) for cell in cells(t)) == 6


@pytest.mark.clause("GB-ACT-08", "GB-WLD-03")
def test_every_wild_model_is_activated_one_at_a_time_and_none_is_skipped(table):
    t = table(last_round=True)
    t.add("A1", (2, 2))
    t.add("B1", (22, 22))
    for k in range(3):
        t.wild("runner", (10, 4 + 5 * k))
    t.wild_phase()
    assert t.legal() == {"activate W1", "activate W2", "activate W3"}
    t.play("activate W2")  # a cowardly model with nobody near has no legal action
    assert t.legal() == {"activate W1", "activate W3"}
    t.play("activate W3")
    assert t.over and all(t.unit(name).activated for name in ("W1", "W2", "W3"))


@pytest.mark.clause("GB-ACT-08")
def test_wild_models_wait_for_all_player_models(table):
    t = table()
    field(t, A=2, B=1)
    t.wild("brute", (22, 10))
    t.wild("brute", (22, 16))
    begin(t, "A1")
    t.play("pass")
    t.play("pass")
    assert (t.decider, t.active) == (0, "A2")
    assert not t.unit("W1").activated
    t.play("pass")
    assert (t.decision, t.decider) == ("WILD_ACTIVATE", 1)


@pytest.mark.clause("GB-ACT-09")
def test_an_activation_ends_when_the_model_leaves_the_battlefield(table):
    t = table()
    t.add("A1", (10, 10), die=12)
    t.add("A2", (2, 2))
    t.add("B1", (11, 10), die=8)
    begin(t, "A1")
    t.dice(12, 5)
    t.play("engage B1")  # the first of two actions
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ACT-10")
def test_any_amount_of_damage_leaves_a_model_in_play_until_recovery(table):
    t = table()
    t.add("A1", (10, 10), die=6, damage=99)
    t.add("B1", (11, 10), die=6)
    t.activate("A1")
    t.dice(5, 3)
    t.play("engage B1")
    assert t.unit("B1").damage == 2
    t.dice(1, 5)
    t.play("engage B1")
    assert (t.unit("A1").status, t.unit("A1").damage) == ("ON_BOARD", 103)
    assert units(t, "engage") == {"A1"}  # B1 may still be attacked by it, and attacks it
