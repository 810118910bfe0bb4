"""Rulings of the stalker's claws: Harrowing (TC-ABL-18)."""

from __future__ import annotations

import pytest


def claws(table, *others, **board):
    """A1, a stalker with claws, strikes at B1; the blow is still to come."""
    t = table(**board)
    t.add("A1", (5, 5), weapons=["stalker_claws"])
    t.add("B1", (5, 6))
    t.add("B9", (34, 34))
    for name, at in others:
        t.add(name, at)
    t.activate("A1")
    return t


@pytest.mark.clause("TC-ABL-18")
def test_harrowing(table):
    t = claws(table, ("B2", (9, 5)))
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.unit("B1").status == "OUT"
    assert (t.decision, t.decider, t.subject) == ("HARROW", 0, "A1") and t.can("stay")
    assert (8, 5) in t.cells() and (5, 5) not in t.cells() and (5, 9) not in t.cells(), 'up to 3", even beside an enemy'
    t.play("to 8,5")
    assert t.unit("A1").at == (8, 5)
    while t.decision == "TARGET":
        t.dice(1, 2)
        t.play("at B2")
    assert "fight" in t.verbs(), "one more Fight"
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.unit("B2").status == "OUT" and t.decision != "HARROW", "no second such move"


@pytest.mark.clause("TC-ABL-18")
@pytest.mark.parametrize(("facts", "injury", "asked"), [({}, (1, 2), False), ({}, (3, 4), True), ({"down": 1}, (3, 4, 1), False)])
def test_when_harrowing_is_offered(table, facts, injury, asked):
    t = claws(table)
    t.change("B1", **facts)
    t.dice(3, 4, *injury)
    t.play("fight")
    assert (t.decision == "HARROW") == asked


@pytest.mark.clause("TC-ABL-18")
def test_who_stays_has_no_second_fight(table):
    t = claws(table, ("B2", (6, 5)))
    t.play("fight")
    t.dice(3, 4, 4, 5)
    t.play("at B1", "stay", "stop")
    assert "fight" not in t.verbs()


@pytest.mark.clause("TC-ABL-18")
def test_a_harrowing_move_holds_no_test(table):
    t = claws(table, wire=[(4, 4, 4, 6)])
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.decision == "HARROW" and (4, 3) in t.cells()
    assert not {(4, 4), (4, 5), (4, 6)} & t.cells()


@pytest.mark.clause("TC-ABL-18", "TC-RET-09")
def test_no_harrowing_outside_its_own_activation(table):
    t = table()
    t.add("A1", (5, 5), traits=["puppet"])
    t.add("A2", (15, 10), weapons=["stalker_claws"])
    t.add("B1", (15, 11))
    t.add("B9", (34, 34))
    t.activate("A1")
    t.dice(3, 4)
    t.dice(6)
    t.play("puppet", "puppet B1", "north", "to 15,12")
    assert (t.decision, t.decider, t.subject) == ("FREE_ATTACK", 0, "A2")
    t.dice(3, 4, 3, 4)
    t.play("stalker-claws")
    assert t.unit("B1").down and t.decision == "TARGET", "the second attack of CLEAVE follows, and no move"
