"""The corners of the board, where its first cell lies and a row of cells ends, are cells like others."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.rules.facts import is_taken
from tests.dropzone_commander.guns import arm, spare
from tests.dropzone_commander.test_close_quarters import brawl, strike
from tests.dropzone_commander.test_deployment import direct_game
from tests.dropzone_commander.test_objectives import lay, token, turn


@pytest.mark.clause("DZ-DEP-03")
def test_a_unit_is_deployed_in_the_corner(table):
    t = direct_game(table, {})
    t.play("declare 1", "direct", "place 0,0")
    assert t.at("B1") == (0, 0) and is_taken(t.state["ground"], 0)


@pytest.mark.clause("DZ-CQ-09", "DZ-CQ-08")
def test_the_corner_may_be_the_nearest_free_cell_of_who_flees(table):
    """All is closed but for the corner, three inches from the hut."""
    rock = {"rock": {"height": 3, "properties": ["solid", "impassable"]}}
    pieces = {"C0": ("tiny_building", 3, 0, 1, 1), "R1": ("rock", 1, 0, 2, 1), "R2": ("rock", 4, 0, 20, 1), "R3": ("rock", 0, 1, 24, 23)}
    t = brawl(table, pieces=pieces, kinds=rock)
    t.change("B1", dp=2)
    strike(t, 2)
    t.play("end", "fail")
    assert t.at("B1") == (0, 0)


@pytest.mark.clause("DZ-OBJ-01", "DZ-OBJ-02")
def test_an_objective_is_claimed_from_the_corner(table):
    t = lay(table)
    arm(t, t.squad("A1", "A-MBT", (3, 0)))
    t.objective(1, at=(0, 2))
    turn(t, "A1", 0, 0)
    assert token(t) == ("carried", "A", "A1")


@pytest.mark.clause("DZ-OBJ-16", "DZ-OBJ-18")
def test_a_carrier_leaves_by_the_corner(table):
    t = lay(table, scoring="extraction")
    arm(t, t.squad("A1", "A-MBT", (2, 2), move=6))
    t.objective(1, carrier="A1")
    turn(t, "A1", 0, 0)
    t.finish("A1")
    assert t.where("A1") == "readiness" and token(t) == ("extracted", "A", "")


@pytest.mark.clause("DZ-ABIL-09", "DZ-MOV-07")
def test_thrusters_bring_nobody_on(table):
    """A walker that comes on walks, from its own edge and not from a corner."""
    t = spare(table(size=48))
    t.squad("A1", "C-CMD", status="readiness", rapid=-1, move=6)
    t.squad("B1", "A-MBT", (10, 40))
    t.move("A1")
    assert t.cells() == {(x, y) for x in range(48) for y in range(6)}


@pytest.mark.clause("DZ-TRN-01", "DZ-TRN-05")
def test_a_transport_in_the_corner_is_boarded(table):
    t = table()
    t.squad("A5", "A-APC", (0, 0))
    t.squad("A1", "A-INF", (2, 0))
    t.squad("B1", "A-MBT", (23, 23))
    t.mark("A5", declared=0)
    t.move("A1", (1, 0))
    assert t.decision == "END_MOVE" and t.named("board") == {"A5"}


@pytest.mark.clause("DZ-TRN-08")
def test_a_transport_in_the_corner_puts_infantry_straight_into_a_garrison(table):
    t = table(pieces={"C0": ("medium_building", 2, 2, 4, 4)})
    t.squad("A5", "A-APC", (0, 0))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("B1", "A-MBT", (23, 23))
    t.activate("A1")
    assert t.named("out-into") == {"1"}
