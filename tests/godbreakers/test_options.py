"""Chapter ADV: the Ready action, off by default."""

from __future__ import annotations

import pytest


def ready_up(table, *names):
    """Let models ready themselves one after another; the last one's opponent is then asked."""
    table.activate(names[0])
    table.play("ready")
    for _ in names[1:]:
        table.play("ready")


@pytest.mark.clause("GB-ADV-01")
def test_readying_ends_the_activation(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.play("ready")
    assert t.unit("A1").ready
    assert t.unit("A1").activated
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ADV-01")
def test_ready_is_off_by_default(table):
    t = table()
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    assert not t.can("ready")


@pytest.mark.clause("GB-ADV-02")
def test_a_ready_model_engages_whoever_enters_its_range(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8, traits={"merciless": 2, "deadly": 3, "defensive": 1})
    t.add("A2", (12, 11), die=8)
    t.add("B1", (14, 10), die=8, traits={"merciless": 2})
    t.add("B2", (10, 11), die=8)  # there already: not placed, so not attacked
    ready_up(t, "A1")
    t.play("activate B1")
    t.dice(1, 2, 4)  # the reacting model counts as inactive: Defensive rerolls the 1, Deadly leaves the 2
    t.play("move 11,10")  # and nobody nominates more models: neither A1 nor B1, which is active but not attacking
    assert t.unit("A1").damage == 4  # B2 hinders it, A2 hinders B1: 0 against 4
    assert not t.unit("A1").ready
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ADV-02")
def test_the_reaction_comes_after_the_action_is_complete(table):
    t = table(ready=True)
    t.pile("treasure", (12, 10), 1)
    t.add("A1", (10, 10), die=8, traits={"ranged": 1})
    t.add("A2", (2, 22), die=8)
    t.add("B1", (24, 10), die=12)
    t.add("B2", (24, 24), die=8)
    ready_up(t, "A1")
    t.play("activate B1")
    t.play("move 13,10")
    assert t.decision == "CLAIM"
    assert t.unit("A1").ready
    t.dice(7, 2)
    t.play("take 1")
    assert t.unit("B1").damage == 5
    assert not t.unit("A1").ready
    assert (t.decision, t.decider) == ("ACTION", 1)  # B1 goes on with its second action


@pytest.mark.clause("GB-ADV-02")
def test_beyond_the_attack_range_nothing_happens(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("A2", (2, 22), die=8)
    t.add("B1", (14, 10), die=8)
    ready_up(t, "A1")
    t.play("move 12,10")
    assert t.unit("A1").ready
    assert (t.decision, t.decider) == ("ACTION", 1)


@pytest.mark.clause("GB-ADV-02")
def test_friends_may_come_and_go(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("A2", (14, 10), die=8)
    t.add("B1", (20, 20), die=8)
    ready_up(t, "A1")
    t.play("pass")
    t.play("move 11,10")
    assert t.unit("A1").ready


@pytest.mark.clause("GB-ADV-02")
def test_several_ready_models_react_by_priority_then_slot(table):
    t = table(seats=3, ready=True)
    t.order(2, 0, 1)
    t.add("C1", (12, 11), die=8, traits={"brutal": 1}, ready=True)
    t.add("A1", (10, 10), die=8, ready=True)
    t.add("A2", (10, 12), die=8, ready=True)
    t.add("B1", (11, 20), die=12)
    t.add("B2", (24, 24), die=8)
    t.activate("B1")
    t.dice(7, 4, 6, 5, 5, 7)  # C1 for 3 + 2, A1 for 1, and A2 loses by 2
    t.play("move 11,11")
    assert [t.unit(name).damage for name in ("B1", "C1", "A1", "A2")] == [6, 0, 0, 2]
    assert not any(t.unit(name).ready for name in ("A1", "A2", "C1"))


@pytest.mark.clause("GB-ADV-02")
def test_a_model_placed_by_hidden_ways_provokes_too(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("A2", (2, 22), die=8)
    t.add("B1", (24, 10), die=8, traits={"mysterious": 1})
    t.add("B2", (24, 24), die=8)
    ready_up(t, "A1")
    t.play("activate B1")
    t.dice(4)
    t.play("hidden-ways")
    t.dice(6, 2)
    t.play("place 11,10")
    assert t.unit("B1").damage == 4


@pytest.mark.clause("GB-ADV-03")
def test_ready_tokens_vanish_at_the_end_of_the_round(table):
    t = table(last_round=True, ready=True)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (20, 20), die=8)
    ready_up(t, "A1")
    t.play("pass")
    assert t.over
    assert not t.unit("A1").ready


@pytest.mark.clause("GB-ADV-03")
def test_ready_tokens_vanish_with_their_carrier(table):
    t = table(ready=True)
    t.add("A1", (10, 10), die=8, damage=9)
    t.add("A2", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    ready_up(t, "A1")
    t.play("pass")  # B1
    t.dice(1, 5, 2)  # recovery, then initiative
    t.play("pass")  # A2
    assert t.unit("A1").status == "CASUALTY"
    assert not t.unit("A1").ready
    assert not t.state["piles"].any()
