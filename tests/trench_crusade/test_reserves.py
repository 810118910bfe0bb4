"""Scenario S3's set-up: six models at most, the rest in reserve, and how they arrive."""

from __future__ import annotations

import pytest

from tests.table import toml_file
from tests.trench_crusade.table import Table

OFFICER = '{ profile = "officer", weapons = ["sword"] }'
RIFLEMAN = '{ profile = "rifleman", weapons = ["bolt_rifle"] }'
HEAVY = '{ profile = "heavy_suit_trooper", weapons = ["trench_club"] }'
WEST, EAST = (0, 5, 0, 35), (30, 35, 0, 35)


def band(*models: str) -> str:
    return toml_file(f'title = "Own"\nfaction = "garrison"\npoints = 1000\nmodels = [{", ".join(models)}]\n')


def relics(one: str, other: str, **rest) -> Table:
    """A small S3 between two warbands, seat 0 in the west."""
    rest = {"zones": [WEST, EAST], "deployed": 6, "morale": False, **rest}
    return Table(set_up=True, options={"zones": "fixed", "warbands": [one, other]}, **rest)


def place(t: Table, name: str = "") -> str:
    """Deploy a model (if there is a choice, this one) on the first free cell; returns who has placed."""
    if t.decision == "DEPLOY_UNIT":
        t.play(f"deploy {name}" if name else min(t.legal() - {"hold"}))
    assert t.decision == "DEPLOY_CELL"
    who = t.subject
    x, y = min(t.cells())
    t.play(f"place {x},{y}")
    return who


SEVEN = band(OFFICER, *[RIFLEMAN] * 6)
TWO = band(OFFICER, RIFLEMAN)


@pytest.mark.clause("TC-DEP-02", "TC-INIT-05")
def test_at_most_six_models_are_deployed_the_rest_waits():
    t = relics(SEVEN, TWO)
    placed = []
    while t.phase == "SETUP":
        placed.append(place(t))
    assert placed == ["A1", "B1", "A2", "B2", "A3", "A4", "A5", "A6"]
    assert t.unit("A7").status == "RESERVE" and t.decision == "ARRIVE_CELL"  # the only reserve there is


@pytest.mark.clause("TC-DEP-02")
def test_large_models_count_as_two():
    t = relics(band(OFFICER, HEAVY, HEAVY, RIFLEMAN, RIFLEMAN), TWO)
    for name in ("A2", "A3", "A1", "A4"):
        while t.decider == 1:
            place(t)
        place(t, name)
    assert t.phase != "SETUP" and t.unit("A5").status == "RESERVE"


@pytest.mark.clause("TC-DEP-02")
def test_a_large_model_that_would_be_the_seventh_stays_out():
    t = relics(band(OFFICER, HEAVY, *[RIFLEMAN] * 6), TWO)
    for name in ("A1", "A3", "A4", "A5", "A6"):
        while t.decider == 1:
            place(t)
        assert "deploy A2" in t.legal()
        place(t, name)
    while t.decider == 1:
        place(t)
    assert t.legal() == {"deploy A7", "deploy A8", "hold"}


@pytest.mark.clause("TC-DEP-02")
def test_who_has_deployed_one_may_hold_the_rest():
    t = relics(SEVEN, TWO)
    assert "hold" not in t.legal(), "one at least"
    place(t, "A3")
    place(t)
    assert (t.decision, t.decider) == ("DEPLOY_UNIT", 0) and "hold" in t.legal()
    t.play("hold")
    assert t.decider == 1 and t.legal() == {"deploy B2", "hold"}, "one model or none: that is a choice"
    t.play("hold")
    assert t.phase != "SETUP"
    assert [t.unit(f"A{n}").status for n in range(1, 8)] == ["RESERVE"] * 2 + ["ON_BOARD"] + ["RESERVE"] * 4


@pytest.mark.clause("TC-DEP-02")
def test_in_other_scenarios_nobody_holds():
    t = Table.new_game("contested", zones="fixed")
    assert "hold" not in t.legal()
    place(t)
    place(t)
    assert "hold" not in t.legal()


def reserves(table, a: int, b: int, **rest):
    """Seat 0 has A1, seat 1 has B1 to B3 on the board, and so many reserves each from number 5 on."""
    t = table(**{"zones": [WEST, EAST], "deployed": 6, "morale": False, **rest})
    t.add("A1", (18, 18))
    for n in (1, 2, 3):
        t.add(f"B{n}", (18, 20 + 4 * n))
    for n in range(a):
        t.add(f"A{n + 5}", None)
    for n in range(b):
        t.add(f"B{n + 5}", None)
    return t


@pytest.mark.clause("TC-INIT-05", "TC-GEN-03")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), 0), ((2, 5), 1), ((3, 3, 1, 6), 1)])
def test_the_winner_of_the_roll_off_rolls_for_both_and_begins(table, dice, first):
    t = reserves(table, 3, 3)
    t.dice(*dice, 3)  # a D3 of 2
    t.turn(1)
    order = []
    while t.decision == "ARRIVE_UNIT":
        order.append(t.decider)
        t.play(min(t.legal()))
        assert t.decision == "ARRIVE_CELL" and {x for x, _ in t.cells()} == {35 * t.decider}
        t.play(f"place {35 * t.decider},{len(order)}")
    assert order == [first, 1 - first, first, 1 - first], "up to the D3 each"
    assert t.phase == "ACTIVATION" and t.decider == 0, "the Initiative was settled before"


@pytest.mark.clause("TC-INIT-05")
def test_when_one_has_no_more_reserves_the_other_goes_on(table):
    t = reserves(table, 1, 4)
    t.dice(6, 1, 5)  # seat 0; a D3 of 3
    t.turn(2)
    t.play("place 0,5")
    order = []
    while t.decision == "ARRIVE_UNIT":
        order.append((t.decider, t.names()))
        t.play(min(t.legal()), f"place 35,{len(order)}")
    assert order == [(1, {"B5", "B6", "B7", "B8"}), (1, {"B6", "B7", "B8"}), (1, {"B7", "B8"})]
    assert t.unit("B8").status == "RESERVE"


@pytest.mark.clause("TC-INIT-05")
def test_without_reserves_nobody_rolls(table):
    t = reserves(table, 0, 0)
    t.turn(2)  # no die falls
    assert t.phase == "ACTIVATION"


@pytest.mark.clause("TC-INIT-05")
def test_who_finds_no_room_waits(table):
    t = reserves(table, 2, 0, zones=[(0, 5, 0, 5), EAST])
    t.add("B4", (8, 3))  # 8" and less from all the edge of the zone
    t.dice(6, 1, 5)
    t.turn(2)
    assert t.phase == "ACTIVATION" and t.unit("A5").status == "RESERVE"


@pytest.mark.clause("TC-INIT-05")
def test_reserves_arrive_at_the_edge_of_the_zone_that_was_taken(table):
    t = reserves(table, 2, 0)
    t.state["zone"] = [1, 0]
    t.dice(6, 1, 1)
    t.turn(2)
    t.play("bring A5")
    assert {x for x, _ in t.cells()} == {35} and (35, 18) in t.cells()


@pytest.mark.clause("TC-INIT-05", "TC-GEN-09")
def test_arrivals_stand_more_than_eight_inches_from_enemies_on_free_cells(table):
    t = reserves(table, 2, 0)
    t.add("A2", (0, 30))
    t.add("B4", (4, 9), down=1)
    t.dice(6, 1, 1)
    t.turn(2)
    t.play("bring A6")
    assert {y for _, y in t.cells()} == {y for y in range(36) if 16 + (y - 9) ** 2 > 81 and y != 30}


@pytest.mark.clause("TC-INIT-05", "TC-OOA-02")
def test_a_side_of_reserves_alone_is_in_the_game(table):
    t = reserves(table, 1, 0)
    t.lose("A1")
    t.dice(6, 1, 1)
    t.turn(2)
    t.play("place 0,5")
    assert not t.over and t.unit("A5").at == (0, 5)
