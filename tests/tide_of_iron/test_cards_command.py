"""Chapter CRD: the Command deck."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table


def table(*cards, seat=0, **keys):
    """A table with cards in a side's HQ area and command to pay them; each side has a mortar crew far away, and A keeps the initiative."""
    g = Table(**keys)
    g.add("A1", (0, 8), mortar=1)
    g.add("B1", (8, 0), mortar=1)
    g.state["command"], g.state["pool"] = (9, 9), (1, 0)
    g.hold(seat, *cards)
    return g


@pytest.mark.clause("TI-CRD-10")
@pytest.mark.parametrize("seat", [0, 1])
def test_rapid_mobilisation_puts_three_command_on_ones_initiative_card(seat):
    g = table("rapid_mobilisation", seat=seat)
    g.state["pool"] = 1, 1
    g.spending()
    if seat:
        g.play("done")
    g.play("rapid-mobilisation")
    assert g.state["pool"][seat] == 4
    assert g.state["pool"][1 - seat] == 1
    assert g.state["command"][seat] == 8


@pytest.mark.clause("TI-CRD-11")
@pytest.mark.parametrize(("before", "after"), [(5, 2), (3, 0), (2, 0), (1, 0)])
def test_cut_communications_takes_three_command_off_the_enemys_card(before, after):
    g = table("cut_communications")
    g.state["pool"] = 4, before
    g.spending()
    g.play("cut-communications")
    assert g.state["pool"].tolist() == [4, after]
    assert g.state["command"].tolist() == [6, 9]


@pytest.mark.clause("TI-CRD-12")
@pytest.mark.parametrize(("unit", "steps"), [({}, 6), ({"officer": 1}, 7), ({"kind": "truck"}, 8), ({"machine_gun": 1}, 6)])
def test_forced_march_is_an_advance_with_two_points_more(unit, steps):
    g = table("forced_march", width=15, a={"actions": 3})
    g.add("A2", (0, 4), **unit)
    g.turn(0)
    g.play("forced-march", "unit A2")
    for _ in range(steps):
        assert (g.decision, g.decider) == ("STEP", 0)
        g.play("east")
    assert (g.decision, g.unit("A2").at, g.unit("A2").activation) == ("SELECT", (steps, 4), "fatigued")
    assert g.state["actions_left"] == 2


@pytest.mark.clause("TI-CRD-12")
@pytest.mark.parametrize(
    ("unit", "can"),
    [
        ({}, True), ({"activation": "fatigued"}, False), ({"activation": "op_fire"}, False), ({"condition": "pinned"}, False),
        ({"kind": "medium_tank_a", "damage": "light"}, True), ({"kind": "medium_tank_a", "damage": "heavy"}, False),
    ],
    ids=str,
)  # fmt: skip
def test_forced_march_needs_a_fresh_unit_that_can_move(unit, can):
    """A heavily damaged vehicle has movement 0 (TI-VEH-06) and may not take Advance (TI-VEH-14), with the card or without."""
    g = table("forced_march")
    g.add("A2", (4, 4), **unit)
    g.add("A3", (6, 6))
    g.turn(0)
    g.play("forced-march")
    if can:
        assert g.legal() == {"unit A1", "unit A2", "unit A3"}
    else:
        assert g.legal() == {"unit A1", "unit A3"}


@pytest.mark.clause("TI-CRD-12")
def test_forced_march_meets_op_fire():
    g = table("forced_march")
    g.add("A2", (4, 6))
    g.add("B2", (4, 4), activation="op_fire")
    g.turn(0)
    g.play("forced-march", "unit A2", "north-east")
    assert (g.decision, g.decider) == ("OP_FIRE", 1)


@pytest.mark.clause("TI-CRD-13")
def test_coordinated_push_gives_two_more_actions_in_this_turn():
    g = table("coordinated_push", a={"actions": 2}, b={"actions": 1})
    for k in range(2, 6):
        g.add(f"A{k}", (k, 7))
    for k in range(2, 4):
        g.add(f"B{k}", (k, 0))
    g.turn(0)
    g.play("coordinated-push", "fatigue A2", "fatigue A3")
    assert g.decider == 0
    g.play("fatigue A4")
    assert g.decider == 1
    g.play("fatigue B2")
    assert (g.decider, g.state["actions_left"]) == (0, 2)  # the next turn is an ordinary one again


@pytest.mark.clause("TI-CRD-14")
def test_surprise_assault_has_two_dice_more_and_meets_no_op_fire():
    g = table("surprise_assault", a={"actions": 3})
    g.add("A2", (4, 7), regular=3)
    g.add("B2", (4, 4), regular=2)
    g.add("B3", (6, 5), activation="op_fire")
    with g:
        g.turn(0)
        g.play("surprise-assault", "north-east", "north-west")  # the last squad that can, seen by Op Fire all the way
        assert (g.decision, g.unit("A2").at) == ("STEP", (4, 5))
        g.dice(*(4, 4, 1, 1, 1), *(1, 1))  # 3 + 2 dice against 2
        g.play("stop", "north-west")
        assert (g.unit("A2").at, g.unit("B2").at) == ((4, 4), None)
        assert (g.unit("A2").activation, g.unit("B3").activation) == ("fatigued", "op_fire")
        assert g.state["actions_left"] == 2


@pytest.mark.clause("TI-CRD-14")
def test_the_surprise_is_over_after_the_card():
    g = table("surprise_assault")
    g.add("A2", (4, 7))
    g.add("A3", (2, 6))
    g.add("B3", (4, 4), activation="op_fire")
    g.turn(0, actions=2)
    g.play("surprise-assault", "unit A2", "stop")
    g.play("advance A3", "east")
    assert (g.decision, g.decider) == ("OP_FIRE", 1)


@pytest.mark.clause("TI-CRD-14")
@pytest.mark.parametrize(
    ("unit", "can"),
    [({}, True), ({"machine_gun": 1}, False), ({"condition": "pinned"}, False), ({"kind": "half_track"}, False), ({"activation": "fatigued"}, False)],
    ids=str,
)  # fmt: skip
def test_surprise_assault_needs_a_squad_that_may_assault(unit, can):
    g = table("surprise_assault")
    g.add("A2", (4, 4), **unit)
    g.turn(0)
    assert g.can("surprise-assault") == can
