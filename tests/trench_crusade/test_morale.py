"""Rulings of chapters MOR and END: Morale Checks, Shaken, flight, the end of the game."""

from __future__ import annotations

import pytest


def battered(table, losses: int, others: int, traits=(), leader: dict | None = None, **options):
    """Side A has lost some models and has others on the board, A1 with these traits among them; side B is whole."""
    t = table(**options)
    for n in range(others):
        t.add(f"A{n + 1}", (2 * n, 2), traits=traits if n == 0 else (), **(leader or {} if n == 0 else {}))
    for n in range(others, others + losses):
        t.add(f"A{n + 1}", (2 * n, 2))
        t.lose(f"A{n + 1}")
    t.add("B1", (5, 30))
    t.add("B2", (8, 30))
    return t


@pytest.mark.clause("TC-MOR-01")
@pytest.mark.parametrize(("losses", "others", "checks"), [(2, 3, False), (3, 3, True), (3, 2, True), (2, 2, True), (1, 2, False)])
def test_half_a_warband_must_check(table, losses, others, checks):
    t = battered(table, losses, others)
    t.dice(*((1, 2) if checks else ()))
    if not checks:
        t.dice(*((6, 1) if others == 2 else ()))  # for the next Initiative
    t.morale()
    assert (t.decision == "MORALE") == checks
    if checks:
        assert t.decider == 0 and t.legal() == {"shaken", "flee"}


@pytest.mark.clause("TC-MOR-01")
@pytest.mark.parametrize(("down", "reserves", "checks"), [(1, 0, True), (0, 2, False)])
def test_the_down_count_and_those_in_reserve_do_not(table, down, reserves, checks):
    t = table(turns=1)
    t.add("A1", (2, 2), down=down)
    t.add("A2", (4, 2))
    for n in range(reserves):
        t.add(f"A{n + 3}", None)
    t.add("B1", (5, 30))
    t.dice(*((3, 4) if checks else ()))
    t.morale()
    assert t.over and t.reason == "points"


@pytest.mark.clause("TC-MOR-02")
@pytest.mark.parametrize(
    ("traits", "leader", "dice"),
    [((), {}, (4, 3)), (("leader",), {}, (3, 1, 4)), (("leader",), {"down": 1}, (4, 3))],
)
def test_a_standing_leader_helps(table, traits, leader, dice):
    t = battered(table, 2, 2, traits, leader, turns=1)
    t.dice(*dice)
    t.morale()
    assert not t.state["shaken"][0] and t.over and t.reason == "points"


@pytest.mark.clause("TC-MOR-02")
def test_a_leader_out_of_action_does_not_help(table):
    t = table()
    t.add("A1", (2, 2))
    t.add("A2", (4, 2), traits=["leader"])
    t.lose("A2")
    t.add("B1", (5, 30))
    t.add("B2", (8, 30), traits=["leader"])
    t.dice(3, 3)
    t.morale()
    assert t.decision == "MORALE"


@pytest.mark.clause("TC-MOR-03", "TC-END-01")
def test_who_fails_may_flee_and_loses(table):
    t = battered(table, 2, 2)
    t.state["points"] = (9, 0)
    t.dice(3, 3)
    t.morale()
    t.play("flee")
    assert t.over and t.winners == (1,) and t.reason == "flight"


@pytest.mark.clause("TC-MOR-03", "TC-MOR-04", "TC-ROLL-06")
def test_all_rolls_of_the_shaken_are_risky(table):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("A2", (30, 5))
    t.lose("A2")
    t.add("B1", (5, 12), weapons=["bolt_rifle"])
    t.add("B2", (30, 30))
    t.dice(3, 3)
    t.morale()
    t.play("shaken")
    assert t.state["shaken"][0] and t.active == "A1"
    t.dice(1, 2)
    t.play("shoot")
    assert t.act("A1") is None, "a miss that was not Risky before"
    t.play("activate B1")
    t.dice(1, 2)
    t.play("shoot")
    assert t.act("B1") is not None


@pytest.mark.clause("TC-MOR-04")
@pytest.mark.parametrize(("dice", "flees"), [((3, 3), True), ((3, 4), False)])
def test_the_shaken_check_again_whatever_their_losses(table, dice, flees):
    t = table()
    t.add("A1", (5, 5))
    t.add("A2", (9, 5))
    t.add("A3", (13, 5))
    t.add("B1", (5, 30))
    t.add("B2", (9, 30))
    t.state["shaken"][0] = 1
    t.dice(*dice)
    t.morale()
    if flees:
        assert t.over and t.winners == (1,) and t.reason == "flight"
    else:
        assert not t.over and not t.state["shaken"][0]


@pytest.mark.clause("TC-MOR-05")
def test_the_smaller_rest_checks_first(table):
    t = table()
    for n in range(4):
        t.add(f"A{n + 1}", (2 * n, 2))
        t.add(f"B{n + 1}", (2 * n, 30))
    for name in ("A3", "A4", "B2", "B3", "B4"):
        t.lose(name)
    t.dice(3, 3)
    t.morale()
    assert (t.decision, t.decider) == ("MORALE", 1)
    t.play("flee")
    assert t.over and t.winners == (0,), "the second check is not made"


@pytest.mark.clause("TC-MOR-05")
@pytest.mark.parametrize("holder", [0, 1])
def test_on_a_tie_the_holder_of_the_initiative_checks_first(table, holder):
    t = table()
    for n in range(2):
        t.add(f"A{n + 1}", (2 * n, 2))
        t.add(f"B{n + 1}", (2 * n, 30))
    t.lose("A2")
    t.lose("B2")
    t.state["initiative"] = holder
    t.dice(3, 3)
    t.morale()
    assert (t.decision, t.decider) == ("MORALE", holder)


@pytest.mark.clause("TC-MOR-05")
@pytest.mark.parametrize("holder", [0, 1])
def test_reserves_are_of_the_rest_of_a_warband(table, holder):
    t = table()
    t.state["initiative"] = holder
    t.add("A1", (5, 5), down=1)
    t.add("A2", (8, 5), down=1)
    t.add("B1", (5, 30), down=1)
    t.add("B2", (8, 30), down=1)
    t.add("B3", None)
    t.dice(3, 3)
    t.morale()
    assert (t.decision, t.decider) == ("MORALE", 0), "two models against three"
    t.play("flee")
    assert t.winners == (1,)


@pytest.mark.clause("TC-BLD-04")
def test_no_markers_are_spent_on_morale(table):
    t = battered(table, 2, 2, leader={"blood": 3, "blessing": 3})
    t.dice(3, 3)
    t.morale()
    assert t.decision == "MORALE" and t.unit("A1").blood == 3 and t.unit("A1").blessing == 3


@pytest.mark.clause("TC-MOR-06")
def test_a_freed_model_is_no_loss(table):
    t = table()
    t.add("A1", (5, 5), weapons=["trench_club"], traits=["freedom"])
    t.add("A2", (20, 2))
    t.add("A3", (22, 2))
    t.add("A4", (24, 2))
    t.lose("A4")
    t.add("B1", (5, 6), traits=["elite"])
    for n in (2, 3, 4):
        t.add(f"B{n}", (2 * n, 30))
    t.activate("A1")
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.unit("A1").status == "FREED"
    t.morale()  # one lost of three: no check; A has fewer models and so the Initiative
    assert t.decision == "ACTIVATE" and t.state["round"] == 2


@pytest.mark.clause("TC-END-01", "TC-TURN-01")
@pytest.mark.parametrize(("number", "over"), [(3, False), (4, True)])
def test_the_game_ends_after_its_last_turn(table, number, over):
    t = table(turns=4)
    t.add("A1", (5, 5))
    t.add("B1", (5, 30))
    t.add("B2", (9, 30))
    t.state["round"] = number
    t.state["points"] = (2, 1)
    t.morale()
    assert t.over == over
    if over:
        assert t.winners == (0,) and t.reason == "points"


@pytest.mark.clause("TC-END-02")
@pytest.mark.parametrize(
    ("points", "tiebreak", "winners"), [((1, 3), "draw", (1,)), ((2, 2), "draw", (0, 1)), ((2, 2), "value", (1,)), ((3, 2), "value", (0,))]
)  # fmt: skip
def test_higher_points_win(table, points, tiebreak, winners):
    t = table(turns=4, options={"tiebreak": tiebreak})
    t.add("A1", (5, 5), points=40)
    t.add("B1", (5, 30), points=45)
    t.state["round"] = 4
    t.state["points"] = points
    t.morale()
    assert t.over and t.winners == winners


@pytest.mark.clause("TC-END-03", "TC-END-01")
def test_the_points_of_the_last_turn_and_then_those_of_the_game(table):
    t = table(turns=4, piece_points=2, objectives=[(4, 6, 4, 6)], deeds=["fall", "morale"])
    t.add("A1", (5, 5))
    t.add("B1", (5, 30))
    t.state["round"] = 4
    t.state["deeds"][1] = 1
    t.morale()
    assert t.over and t.points == (2, 1)
