"""Initiative and priority. Chapter INI."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.bots.strong import order_place
from tests.godbreakers.reading import numbers, set_order

CORNERS = {"A1": (2, 2), "B1": (22, 22), "C1": (2, 22), "D1": (22, 2)}


def leaders(t, seats, **changes):
    for name in "ABCD"[:seats]:
        t.add(f"{name}1", CORNERS[f"{name}1"], **{"die": 8, **changes.get(name, {})})


@pytest.mark.clause("GB-INI-01", "GB-INI-03")
@pytest.mark.parametrize(("faces", "winner"), [((3, 2), 0), ((2, 3), 1), ((1, 7), 1)])
def test_leaders_roll_plainly_and_the_highest_wins(table, faces, winner):
    t = table()
    leaders(t, 2)
    t.dice(*faces)  # faces of 3 or less count: it is no test
    t.initiative()
    assert (t.decision, t.decider) == ("PRIORITY", winner)


@pytest.mark.clause("GB-INI-01", "GB-TRT-03")
def test_inspired_does_not_touch_the_initiative_roll(table):
    t = table()
    leaders(t, 2, A={"traits": {"inspired": 3}})
    t.dice(1, 2)
    t.initiative()
    assert t.decider == 1


@pytest.mark.clause("GB-INI-02")
def test_a_circle_without_its_leader_selects_another_godbreaker(table):
    t = table()
    leaders(t, 2, A={"damage": 30})
    t.add("A2", (4, 2))
    t.add("A3", (6, 2), die=6)
    t.wild("brute", (10, 2), seat=0)
    t.dice(3)  # A1 falls
    t.recovery()
    assert t.unit("A1").status == "CASUALTY"
    assert (t.decision, t.decider) == ("ROLLER", 0)
    assert t.legal() == {"roll A2", "roll A3"}
    t.dice(6, 5)
    t.play("roll A3")
    assert t.decider == 0
    assert t.unit("A3").die == 8  # its die it was


@pytest.mark.clause("GB-INI-02")
def test_substitutes_are_selected_by_ascending_seat_before_any_die(table):
    t = table()
    for name, cell in (("A2", (2, 2)), ("A3", (4, 2)), ("B4", (20, 20)), ("B5", (22, 20))):
        t.add(name, cell, die=8)
    t.initiative()
    assert (t.decision, t.decider, t.legal()) == ("ROLLER", 0, {"roll A2", "roll A3"})
    t.play("roll A2")
    assert (t.decision, t.decider, t.legal()) == ("ROLLER", 1, {"roll B4", "roll B5"})
    t.dice(8, 2)
    t.play("roll B5")
    assert (t.unit("A2").die, t.decider) == (10, 0)


@pytest.mark.clause("GB-INI-02")
def test_by_the_letter_a_circle_need_not_select_anybody(table):
    t = table(readings="letter")
    for name, cell in (("A2", (2, 2)), ("A3", (4, 2)), ("B1", (20, 20))):
        t.add(name, cell, die=8)
    t.initiative()
    assert (t.decision, t.decider, t.legal()) == ("ROLLER", 0, {"roll A2", "roll A3", "pass"})
    t.dice(1)  # B1 alone
    t.play("pass")
    assert (t.decision, t.decider) == ("PRIORITY", 1)


@pytest.mark.clause("GB-INI-02")
@pytest.mark.parametrize("declines", [True, False])
def test_by_the_letter_who_is_asked_last_rolls_where_nobody_else_does(table, declines):
    t = table(readings="letter")
    for name, cell in (("A2", (2, 2)), ("A3", (4, 2)), ("B4", (20, 20)), ("B5", (22, 20))):
        t.add(name, cell, die=8)
    t.initiative()
    t.play("pass" if declines else "roll A2")
    assert (t.decision, t.decider, t.can("pass")) == ("ROLLER", 1, not declines)
    t.dice(2) if declines else t.dice(5)
    t.play("roll B5" if declines else "pass")
    assert (t.decision, t.decider) == ("PRIORITY", 1 if declines else 0)


@pytest.mark.clause("GB-INI-03")
def test_only_the_tied_roll_again_until_one_is_highest(table):
    t = table(seats=3)
    leaders(t, 3)
    t.dice(5, 5, 3, 4, 4, 2, 6)
    t.initiative()
    assert (t.decision, t.decider) == ("PRIORITY", 1)


@pytest.mark.clause("GB-INI-04")
@pytest.mark.parametrize(("seats", "orders"), [(2, 2), (3, 6), (4, 24)])
def test_the_winner_may_set_any_order(table, seats, orders):
    t = table(seats=seats)
    leaders(t, seats)
    t.dice(*[2, 3, 4, 7][-seats:])
    t.initiative()
    assert (t.decision, t.decider) == ("PRIORITY", seats - 1)
    assert len(numbers(t, "order")) == orders


@pytest.mark.clause("GB-INI-04", "GB-INI-05")
def test_the_winner_may_put_itself_last(table):
    t = table(seats=3)
    leaders(t, 3)
    t.dice(2, 6, 3)
    t.initiative()
    set_order(t, 2, 0, 1)
    assert t.priority == [2, 0, 1]
    assert (t.decision, t.decider) == ("ACTION", 2)


@pytest.mark.clause("GB-INI-04", "GB-RES-05")
def test_only_surviving_players_are_ordered(table):
    t = table(seats=3)
    leaders(t, 2)  # seat 2 has nobody left
    t.dice(4, 3)
    t.resolution()
    assert (t.decision, t.decider) == ("PRIORITY", 0)
    assert len(numbers(t, "order")) == 2
    set_order(t, 1, 0)
    assert t.priority == [1, 0]


@pytest.mark.clause("GB-INI-05", "GB-REC-01")
def test_priority_rules_activation_and_recovery(table):
    t = table(last_round=True)
    t.order(1, 0)
    t.add("A1", (2, 2), die=6, damage=3)
    t.add("B1", (22, 22), die=6, damage=3)
    t.activate("B1")
    t.play("pass")
    assert t.decider == 0
    t.dice(5, 2)  # B recovers first
    t.play("pass")
    assert (t.unit("B1").status, t.unit("A1").status) == ("ON_BOARD", "CASUALTY")


@pytest.mark.clause("GB-INI-06", "GB-ACT-08", "GB-WLD-01")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_player_lowest_in_priority_directs_the_wild_models(table, order):
    t = table(seats=3)
    t.order(*order)
    leaders(t, 3)
    t.wild("brute", (10, 10))
    t.wild("brute", (14, 10))
    t.wild_phase()
    assert (t.decision, t.decider) == ("WILD_ACTIVATE", order[-1])
    t.play("activate W1")
    assert t.decider == order[-1]


@pytest.mark.clause("GB-INI-07", "GB-DIE-06")
def test_a_leaders_maximum_is_a_triumph(table):
    t = table()
    leaders(t, 2, A={"damage": 5})
    t.dice(8, 3)
    t.initiative()
    assert (t.unit("A1").die, t.unit("A1").damage) == (10, 0)


@pytest.mark.clause("GB-INI-07", "GB-DIE-08")
def test_a_d12_leader_that_rolls_12_ascends_once_the_initiative_is_settled(table):
    t = table()
    leaders(t, 2, A={"die": 12}, B={"die": 12})
    t.add("A2", (4, 2))
    t.add("B2", (20, 22))
    t.dice(12, 12, 3, 5)  # both still roll for the tie
    t.initiative()
    assert t.decider == 1
    assert t.unit("A1").status == t.unit("B1").status == "ASCENDED"


@pytest.mark.clause("GB-INI-08")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_start_of_round_spawns_are_placed_by_the_new_director(table, order):
    t = table(seats=3, rule="saboteurs")
    t.order(1, 0, 2)
    t.objective((12, 12))
    leaders(t, 3)
    t.dice(5, 2, 3)
    t.initiative()
    set_order(t, *order)
    assert (t.decision, t.decider) == ("SPAWN", order[-1])


@pytest.mark.clause("GB-INI-01", "GB-INI-02")
def test_nobody_has_the_initiative_of_a_new_round_before_it_is_rolled(table):
    t = table()
    t.add("A2", (2, 2))
    t.add("A3", (4, 4))
    t.add("B1", (20, 20))
    t.initiative()
    assert (t.decision, t.state["initiative"]) == ("ROLLER", -1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_strong_bot_reads_the_priority_orders_as_they_are_numbered(seats):
    """Also those of fewer seats after a rout; a seat that is out has the last place."""
    record = np.zeros(1, RULESET.state)[0]
    state = view(record)
    record["seats"] = seats
    for routed in range(2**seats - 1):
        alive = [seat for seat in range(seats) if not routed >> seat & 1]
        record["surviving"], record["routed"] = len(alive), routed
        for number, order in enumerate(itertools.permutations(alive)):
            places = [order_place(state, number, seat) for seat in range(seats)]
            assert places == [order.index(seat) if seat in order else len(alive) for seat in range(seats)]
