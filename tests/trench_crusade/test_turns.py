"""Chapters TURN and INIT: the phases of a Turn, and who holds the Initiative."""

from __future__ import annotations

import pytest

FAR = (34, 34)


def sides(t, a=2, b=2):
    for k in range(a):
        t.add(f"A{k + 1}", (4 + 3 * k, 4))
    for k in range(b):
        t.add(f"B{k + 1}", (4 + 3 * k, 30))


def end_all(t):
    """Every model is activated and does nothing, until another phase or Turn asks."""
    turn = int(t.state["round"])
    order = []
    while not t.over and int(t.state["round"]) == turn:
        if t.decision == "ACTIVATE":
            t.play(min(t.legal()))
        else:
            order.append(t.active)
            t.play("end")
    return order


@pytest.mark.clause("TC-TURN-01", "TC-END-01")
def test_a_turn_begins_with_the_initiative_and_ends_with_the_scoring(table):
    t = table(objectives=[(3, 5, 3, 5)], piece_points=2)
    sides(t, 2, 3)
    t.change("B3", down=1)
    t.dice(5, 1)  # the roll-off comes first
    t.turn(2)
    assert t.phase == "ACTIVATION" and t.points == (0, 0)
    t.play("activate A1", "end", "activate B1", "end", "end", "activate B2", "end")
    assert t.phase == "ACTIVATION" and t.active == "B3" and t.points == (0, 0)
    t.play("end")
    assert int(t.state["round"]) == 3 and t.points == (2, 0)


@pytest.mark.clause("TC-TURN-01", "TC-END-01")
def test_the_game_is_over_after_its_last_turn(table):
    t = table(turns=2)
    sides(t, 1, 2)
    t.turn(1)
    end_all(t)
    assert not t.over and int(t.state["round"]) == 2
    end_all(t)
    assert t.over and t.reason == "points" and int(t.state["round"]) == 2


@pytest.mark.clause("TC-TURN-01")
def test_the_morale_phase_comes_before_the_scoring(table):
    t = table(objectives=[(3, 5, 3, 5)], piece_points=2)
    sides(t, 2, 2)
    t.lose("B2")
    t.dice(1, 1)
    t.morale()
    assert (t.decision, t.decider, t.points) == ("MORALE", 1, (0, 0))
    t.play("shaken")
    assert t.points == (2, 0)


@pytest.mark.clause("TC-INIT-01")
@pytest.mark.parametrize(
    ("a", "b", "down", "lost", "holder"),
    [(2, 3, (), (), 0), (3, 2, (), (), 1), (3, 2, ("A1", "A2"), (), 0), (3, 2, (), ("A1", "A2"), 0), (2, 3, ("B1", "B2"), (), 1)],
)
def test_the_side_with_fewer_standing_models_holds_the_initiative(table, a, b, down, lost, holder):
    t = table()
    sides(t, a, b)
    for name in down:
        t.change(name, down=1)
    for name in lost:
        t.lose(name)
    t.turn(2)  # no die falls
    assert int(t.state["initiative"]) == holder and t.decider == holder


@pytest.mark.clause("TC-INIT-01")
def test_the_initiative_is_held_for_the_whole_turn(table):
    t = table()
    sides(t, 2, 3)
    t.change("A2", blood=1, blessing=1)
    t.turn(2)
    t.play("activate A1", "end")
    t.play("activate B1")
    t.lose("B2")
    t.lose("B3")
    t.play("end")  # one against two now
    assert int(t.state["initiative"]) == 0
    t.play("dash")
    assert t.decider == 1  # who does not hold the Initiative still declares first
    t.dice(4, 4)
    t.play("spend 0", "bless 0")
    assert t.decision == "DESTINATION"


@pytest.mark.clause("TC-INIT-01")
def test_models_in_reserve_do_not_count(table):
    t = table(deployed=6)
    sides(t, 2, 3)
    t.add("A3", None)
    t.add("A4", None)
    t.dice(1, 6, 2)
    t.turn(2)
    assert int(t.state["initiative"]) == 0


@pytest.mark.clause("TC-INIT-02")
@pytest.mark.parametrize(("dice", "holder"), [((6, 5), 0), ((5, 6), 1), ((2, 2, 3, 4), 1)])
def test_equal_numbers_roll_off(table, dice, holder):
    t = table()
    sides(t)
    t.dice(*dice)
    t.turn(2)
    assert (t.decision, t.decider) == ("ACTIVATE", holder)


@pytest.mark.clause("TC-INIT-02")
def test_numbers_that_are_equal_without_the_down_roll_off(table):
    t = table()
    sides(t, 3, 2)
    t.change("A1", down=1)
    t.dice(1, 2)
    t.turn(2)
    assert (t.decision, t.decider) == ("ACTIVATE", 1)


@pytest.mark.clause("TC-INIT-03", "TC-ACT-01")
@pytest.mark.parametrize(("a", "b", "holder"), [(2, 3, 0), (3, 2, 1)])
def test_the_holder_must_make_the_first_activation(table, a, b, holder):
    t = table()
    sides(t, a, b)
    t.turn(2)
    letter = "AB"[holder]
    assert (t.decision, t.decider) == ("ACTIVATE", holder)
    assert t.legal() == {f"activate {letter}1", f"activate {letter}2"}


@pytest.mark.clause("TC-INIT-03")
def test_a_holder_without_a_model_on_the_board_leaves_the_beginning_to_the_other(table):
    t = table(deployed=6)
    t.add("A1", None)
    t.add("B1", (4, 30))
    t.add("B2", (4, 35))
    for x in range(36):
        t.tables["edge"][0][x] = 0  # nowhere to arrive
    t.dice(3, 2, 1)
    t.turn(2)
    assert int(t.state["initiative"]) == 0
    assert (t.decision, t.decider) == ("ACTIVATE", 1)


@pytest.mark.clause("TC-INIT-04")
@pytest.mark.parametrize(("answer", "decider"), [("go-first", 0), ("go-second", 1)])
def test_by_the_switch_the_holder_chooses_who_goes_first(table, answer, decider):
    t = table(options={"initiative_choice": True})
    sides(t, 2, 3)
    t.turn(2)
    assert (t.decision, t.decider, t.legal()) == ("FIRST", 0, {"go-first", "go-second"})
    t.play(answer)
    assert (t.decision, t.decider) == ("ACTIVATE", decider)
    assert int(t.state["initiative"]) == 0


@pytest.mark.clause("TC-INIT-04", "TC-INIT-03")
def test_without_the_switch_nobody_is_asked(table):
    t = table()
    sides(t, 2, 3)
    t.turn(2)
    assert t.decision == "ACTIVATE"


@pytest.mark.clause("TC-INIT-05")
def test_reinforcements_come_after_the_initiative_and_before_the_first_activation(table):
    t = table(deployed=6)
    sides(t, 2, 3)
    t.add("A3", None)
    t.add("A4", None)
    t.dice(1, 6, 2)  # seat 1 wins the roll-off for reinforcements and rolls a D3: 1
    t.turn(2)
    assert int(t.state["initiative"]) == 0 and t.phase == "INITIATIVE"
    assert (t.decision, t.decider, t.legal()) == ("ARRIVE_UNIT", 0, {"bring A3", "bring A4"})
    t.play("bring A4")
    assert t.decision == "ARRIVE_CELL" and all(y == 0 for _, y in t.cells())
    t.play("place 30,0")
    assert t.phase == "ACTIVATION" and t.unit("A4").at == (30, 0) and t.unit("A3").status == "RESERVE"
    assert (t.decision, t.decider) == ("ACTIVATE", 0)
    assert int(t.state["initiative"]) == 0  # three of each now, yet the holder is settled
