"""Chapter CRD: the Command deck."""

from __future__ import annotations

import pytest


def with_cards(table, *cards, seat=0, **keys):
    """A table with cards in a side's HQ area and command to pay them; each side has a mortar crew far away, and A keeps the initiative."""
    t = table(**keys)
    t.add("A1", (0, 8), mortar=1)
    t.add("B1", (8, 0), mortar=1)
    t.state["command"], t.state["pool"] = (9, 9), (1, 0)
    t.hold(seat, *cards)
    return t


@pytest.mark.clause("TI-CRD-10")
@pytest.mark.parametrize("seat", [0, 1])
def test_rapid_mobilisation_puts_three_command_on_ones_initiative_card(table, seat):
    t = with_cards(table, "rapid_mobilisation", seat=seat)
    t.state["pool"] = 1, 1
    t.spending()
    if seat:
        t.play("done")
    t.play("rapid-mobilisation")
    assert t.state["pool"][seat] == 4
    assert t.state["pool"][1 - seat] == 1
    assert t.state["command"][seat] == 8


@pytest.mark.clause("TI-CRD-11")
@pytest.mark.parametrize(("before", "after"), [(5, 2), (3, 0), (2, 0), (1, 0)])
def test_cut_communications_takes_three_command_off_the_enemys_card(table, before, after):
    t = with_cards(table, "cut_communications")
    t.state["pool"] = 4, before
    t.spending()
    t.play("cut-communications")
    assert t.state["pool"].tolist() == [4, after]
    assert t.state["command"].tolist() == [6, 9]


@pytest.mark.clause("TI-CRD-11")
@pytest.mark.parametrize(("pool", "can"), [(0, False), (1, True)])
def test_there_must_be_command_on_the_enemys_card_to_be_cut(table, pool, can):
    t = with_cards(table, "cut_communications")
    t.state["pool"] = 4, pool
    t.spending()
    assert t.can("cut-communications") is can


@pytest.mark.clause("TI-CRD-12")
@pytest.mark.parametrize(("unit", "steps"), [({}, 6), ({"officer": 1}, 7), ({"kind": "truck"}, 8), ({"machine_gun": 1}, 6)])
def test_forced_march_is_an_advance_with_two_points_more(table, unit, steps):
    t = with_cards(table, "forced_march", width=15, a={"actions": 3})
    t.add("A2", (0, 4), **unit)
    t.turn(0)
    t.play("forced-march", "unit A2")
    for _ in range(steps):
        assert (t.decision, t.decider) == ("STEP", 0)
        t.play("east")
    assert (t.decision, t.unit("A2").at, t.unit("A2").activation) == ("SELECT", (steps, 4), "fatigued")
    assert t.state["actions_left"] == 2


@pytest.mark.clause("TI-CRD-12")
def test_the_points_of_a_forced_march_are_gone_with_it(table):
    t = with_cards(table, "forced_march", width=15, a={"actions": 3})
    t.add("A2", (0, 4))
    t.add("A3", (0, 2))
    t.turn(0)
    t.play("forced-march", "unit A2", "east", "stop", "advance A3", *["east"] * 4)
    assert (t.decision, t.unit("A3").at) == ("SELECT", (4, 2))


@pytest.mark.clause("TI-CRD-12")
@pytest.mark.parametrize(
    ("unit", "can"),
    [
        ({}, True), ({"activation": "fatigued"}, False), ({"activation": "op_fire"}, False), ({"condition": "pinned"}, False),
        ({"kind": "medium_tank_a", "damage": "light"}, True), ({"kind": "medium_tank_a", "damage": "heavy"}, False),
    ],
    ids=str,
)  # fmt: skip
def test_forced_march_needs_a_fresh_unit_that_can_move(table, unit, can):
    """A heavily damaged vehicle has movement 0 (TI-VEH-06) and may not take Advance (TI-VEH-14), with the card or without."""
    t = with_cards(table, "forced_march")
    t.add("A2", (4, 4), **unit)
    t.add("A3", (6, 6))
    t.turn(0)
    t.play("forced-march")
    if can:
        assert t.legal() == {"unit A1", "unit A2", "unit A3"}
    else:
        assert t.legal() == {"unit A1", "unit A3"}


@pytest.mark.clause("TI-CRD-12", "TI-VEH-10")
def test_forced_march_moves_a_tank_that_could_not_advance(table):
    """Ponds all around but for three enemies in the east: 4 points to enter, 1 to leave; a damaged heavy tank has 4."""
    t = with_cards(table, "forced_march", terrain={"pond": [(5, 3), (5, 5), (4, 5), (4, 4), (4, 3)]})
    t.add("A2", (5, 4), kind="heavy_tank", damage="light")
    for k in (2, 3, 4):
        t.add(f"B{k}", (6, 4))
    t.turn(0)
    assert "advance" not in t.orders("A2")
    t.play("forced-march", "unit A2", "east", "east")
    assert t.unit("A2").at == (7, 4)


@pytest.mark.clause("TI-CRD-12")
def test_forced_march_meets_op_fire(table):
    t = with_cards(table, "forced_march")
    t.add("A2", (4, 6))
    t.add("B2", (4, 4), activation="op_fire")
    t.turn(0)
    t.play("forced-march", "unit A2", "north-east")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)


@pytest.mark.clause("TI-CRD-13")
def test_coordinated_push_gives_two_more_actions_in_this_turn(table):
    t = with_cards(table, "coordinated_push", a={"actions": 2}, b={"actions": 1})
    for k in range(2, 6):
        t.add(f"A{k}", (k, 7))
    for k in range(2, 4):
        t.add(f"B{k}", (k, 0))
    t.turn(0)
    t.play("coordinated-push", "fatigue A2", "fatigue A3")
    assert t.decider == 0
    t.play("fatigue A4")
    assert t.decider == 1
    t.play("fatigue B2")
    assert (t.decider, t.state["actions_left"]) == (0, 2)  # the next turn is an ordinary one again


@pytest.mark.clause("TI-CRD-14")
def test_surprise_assault_has_two_dice_more_and_meets_no_op_fire(table):
    t = with_cards(table, "surprise_assault", a={"actions": 3})
    t.add("A2", (4, 7), regular=3)
    t.add("B2", (4, 4), regular=2)
    t.add("B3", (6, 5), activation="op_fire")
    t.turn(0)
    t.play("surprise-assault", "north-east", "north-west")  # the last squad that can, seen by Op Fire all the way
    assert (t.decision, t.unit("A2").at) == ("STEP", (4, 5))
    t.dice(*(4, 4, 1, 1, 1), *(1, 1))  # 3 + 2 dice against 2
    t.play("stop", "north-west")
    assert (t.unit("A2").at, t.unit("B2").at) == ((4, 4), None)
    assert (t.unit("A2").activation, t.unit("B3").activation) == ("fatigued", "op_fire")
    assert t.state["actions_left"] == 2


@pytest.mark.clause("TI-CRD-14")
def test_the_surprise_is_over_after_the_card(table):
    t = with_cards(table, "surprise_assault")
    t.add("A2", (4, 7))
    t.add("A3", (2, 6))
    t.add("B3", (4, 4), activation="op_fire")
    t.turn(0, actions=2)
    t.play("surprise-assault", "unit A2", "stop")
    t.play("advance A3", "east")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)


@pytest.mark.clause("TI-CRD-14")
@pytest.mark.parametrize(
    ("unit", "can"),
    [({}, True), ({"machine_gun": 1}, False), ({"condition": "pinned"}, False), ({"kind": "half_track"}, False),
        ({"activation": "fatigued"}, False)],
    ids=str,
)  # fmt: skip
def test_surprise_assault_needs_a_squad_that_may_assault(table, unit, can):
    t = with_cards(table, "surprise_assault")
    t.add("A2", (4, 4), **unit)
    t.turn(0)
    assert t.can("surprise-assault") == can
