"""Chapter TRP: boarding, leaving and riding."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

HEX, EAST = (4, 4), (5, 4)


def table(transport="half_track", aboard=0, **unit):
    """Transport A9 with so many squads A1.. aboard in HEX; A8 and B9 wait in corners."""
    g = Table()
    g.add("A9", HEX, kind=transport, **unit)
    for k in range(aboard):
        g.add(f"A{k + 1}", HEX, aboard="A9")
    g.add("A8", (0, 8))
    g.add("B9", (8, 8), kind="truck", activation="fatigued")
    return g


def points(g):
    return int(g.state["movement"])


@pytest.mark.clause("TI-TRP-01", "TI-TRP-02")
@pytest.mark.parametrize(
    ("transport", "aboard", "able"),
    [("half_track", 0, True), ("half_track", 1, False), ("truck", 1, True), ("truck", 2, False), ("medium_tank_a", 0, False)],
)
def test_a_half_track_carries_one_squad_and_a_truck_two(transport, aboard, able):
    g = table(transport, aboard)
    g.add("A5", HEX)
    g.turn()
    g.play("advance A5")
    assert g.can("load A9") == able


@pytest.mark.clause("TI-TRP-02", "TI-TRP-03")
@pytest.mark.parametrize(("spent", "able"), [(2, True), (3, False)])
def test_boarding_costs_two_points_and_ends_the_activation(spent, able):
    g = table()
    g.add("A5", (4 - spent, 4))
    g.turn()
    g.play("advance A5", *["east"] * spent)
    assert g.can("load A9") == able
    if able:
        g.play("load A9")
        unit = g.unit("A5")
        assert (unit.carrier, unit.activation, unit.at) == ("A9", "fatigued", HEX)
        assert (g.decision, g.decider) == ("SELECT", 0)
        assert g.unit("A9").activation == "fresh"


@pytest.mark.clause("TI-TRP-03")
def test_boarding_at_once_leaves_no_points_to_use():
    g = table()
    g.add("A5", HEX)
    g.turn()
    g.play("advance A5", "load A9")
    assert (g.decision, g.unit("A5").activation, g.unit("A9").aboard) == ("SELECT", "fatigued", 1)


@pytest.mark.clause("TI-TRP-02")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_leaving_costs_two_points_in_any_action_with_a_move(order):
    g = table(aboard=1)
    g.turn()
    g.play(f"{order} A1")
    assert g.legal() == {"unload", "stop"}
    before = points(g)
    g.play("unload")
    assert before - points(g) == 2
    assert (g.unit("A1").carrier, g.unit("A1").at, g.unit("A9").aboard) == (None, HEX, 0)


@pytest.mark.clause("TI-TRP-02")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_boarding_is_part_of_any_action_with_a_move(order):
    g = table()
    g.add("A5", (3, 4))
    g.turn()
    g.play(f"{order} A5", "east")
    assert g.can("load A9")


@pytest.mark.clause("TI-TRP-02")
def test_only_a_friendly_transport_of_the_own_hex_is_boarded():
    g = table()
    g.add("A7", EAST, kind="truck")
    g.add("A5", (3, 4))
    g.turn()
    g.play("advance A5")
    assert not any(text.startswith("load") for text in g.legal())
    g.play("east")
    assert {text for text in g.legal() if text.startswith("load")} == {"load A9"}


@pytest.mark.clause("TI-TRP-02")
@pytest.mark.parametrize(("unit", "able"), [({"machine_gun": 1, "regular": 2}, True), ({"kind": "truck"}, False)])
def test_any_squad_may_ride_and_vehicles_may_not(unit, able):
    g = table()
    g.add("A5", HEX, **unit)
    g.turn()
    g.play("advance A5")
    assert g.can("load A9") == able


@pytest.mark.clause("TI-TRP-02", "TI-MOV-11")
def test_a_squad_leaves_its_fortification_before_it_boards():
    g = table()
    g.mark("entrenchment", HEX)
    g.add("A5", HEX, fort="entrenchment")
    g.turn()
    g.play("advance A5")
    assert not g.can("load A9")
    g.play("leave")
    assert g.can("load A9")


@pytest.mark.clause("TI-TRP-03")
def test_after_unloading_the_squad_goes_on_and_fires():
    with table(aboard=1) as g:
        g.add("B1", (7, 4), regular=1)
        g.turn()
        g.play("fire-and-move A1", "unload", "east")
        assert g.decision == "TARGET"  # three points: two to leave, one for the hex
        g.dice(1, 1)
        g.play("at B1", "normal")
        assert g.unit("A1").at == EAST


@pytest.mark.clause("TI-TRP-03")
def test_after_unloading_the_squad_may_assault():
    with table(aboard=1) as g:
        g.add("B1", (6, 4), regular=1)
        g.turn()
        g.play("assault A1", "unload", "east")
        assert g.decision == "ASSAULT_HEX"
        g.dice(4, 1, 1, 1, 1)
        g.play("east")
    assert g.unit("A1").at == (6, 4)


@pytest.mark.clause("TI-TRP-03", "TI-ACT-11")
def test_a_squad_may_fire_first_and_board_then():
    with table() as g:
        g.add("A5", (3, 4))
        g.add("B1", (5, 4), regular=1)
        g.turn()
        g.dice(1, 1)
        g.play("fire-and-move A5", "fire-first", "normal", "east", "load A9")
    assert (g.unit("A5").carrier, g.unit("A5").activation) == ("A9", "fatigued")


@pytest.mark.clause("TI-TRP-03", "TI-TRP-04")
def test_a_squad_that_boards_before_firing_or_assaulting_does_neither():
    for order, first in (("fire-and-move", ["move-first"]), ("assault", [])):
        with table() as g:
            g.add("A5", HEX)
            g.add("B1", EAST, regular=1)
            g.turn()
            g.dice()
            g.play(f"{order} A5", *first, "load A9")
            assert (g.decision, g.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-TRP-04", "TI-OPF-14")
@pytest.mark.parametrize(("aboard", "orders"), [
    (False, {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue"}), (True, {"advance", "fire-and-move", "assault", "fatigue"}),
])  # fmt: skip
def test_aboard_a_squad_cannot_fire_nor_be_in_op_fire_mode(aboard, orders):
    g = table()
    g.add("A5", HEX, aboard="A9" if aboard else None)
    g.add("B1", EAST)
    g.turn()
    assert g.orders("A5") == orders
    if aboard:
        g.play("assault A5")
        assert "stop" in g.legal()
        g.play("stop")
        assert g.decision == "SELECT"  # no assault from aboard


@pytest.mark.clause("TI-TRP-04", "TI-STA-04")
def test_aboard_a_squad_is_not_put_in_op_fire_mode_in_the_status_phase():
    g = table(aboard=1)
    g.status_phase("op_mode")
    assert g.can("op-fire A8")
    assert g.can("op-fire A9")
    assert not g.can("op-fire A1")


@pytest.mark.clause("TI-TRP-04", "TI-CMB-01", "TI-ASL-04")
def test_aboard_a_squad_supports_neither_fire_nor_assault():
    g = table(aboard=1)
    g.add("A5", HEX)
    g.add("A6", (5, 5))
    g.add("B1", EAST)
    g.turn()
    g.play("fire A5", "normal")
    assert not g.can("support A1")
    assert {"support A6", "support A9"} <= g.legal()
    g.turn()
    g.play("assault A5", "stop", "east")
    assert g.legal() == {"support A6", "done"}


@pytest.mark.clause("TI-TRP-04", "TI-FIR-02")
def test_aboard_a_squad_is_not_attacked():
    with table("truck", aboard=1) as g:
        g.add("B1", EAST)
        g.add("A5", HEX)
        g.turn(1)
        g.play("fire B1")
        assert g.legal() >= {"at A5", "at A9"}
        assert not g.can("at A1")
        g.add("B2", (0, 4), mortar=1)
        g.turn(1)
        g.play("fire B2")
        assert g.can("shell 4,4")
        g.dice(6, 6, 6, 6)
        g.play("shell 4,4", "suppressive")
    assert [g.unit(u).status for u in ("A1", "A5", "A9")] == ["ON_MAP", "LOST", "ON_MAP"]
    assert g.unit("A1").condition == "none"


@pytest.mark.clause("TI-TRP-04")
def test_a_squad_aboard_moves_with_the_vehicle():
    g = table(aboard=1)
    g.turn()
    g.play("advance A9", "east", "east", "north-east")
    assert g.unit("A1").at == g.unit("A9").at == (6, 3)


@pytest.mark.clause("TI-TRP-05")
@pytest.mark.parametrize("activation", ["fresh", "fatigued", "op_fire"])
@pytest.mark.parametrize("damage", ["none", "heavy"])
def test_loading_and_unloading_need_nothing_of_the_vehicle(activation, damage):
    g = table("truck", aboard=1, damage=damage, activation=activation)
    g.add("A5", HEX)
    g.turn()
    g.play("advance A5", "load A9", "advance A1", "unload", "stop")
    assert (g.unit("A5").carrier, g.unit("A1").carrier) == ("A9", None)
    assert g.unit("A9").activation == activation


@pytest.mark.clause("TI-TRP-05", "TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(1, True), (2, False)])
def test_a_squad_does_not_unload_into_a_full_hex(friends, able):
    g = table(aboard=1)
    for k in range(friends):
        g.add(f"A{k + 3}", HEX)
    g.turn()
    assert ("advance" in g.orders("A1")) == able


@pytest.mark.clause("TI-TRP-05", "TI-OPF-13")
def test_unloading_meets_op_fire_as_a_move_into_the_hex():
    with table(aboard=1) as g:
        g.add("B1", (6, 4), activation="op_fire", regular=1)
        g.turn()
        g.play("advance A1", "unload")
        assert (g.decision, g.decider) == ("OP_FIRE", 1)
        g.dice(5)
        g.play("op-fire B1", "suppressive")
        assert (g.unit("A1").condition, g.decision) == ("pinned", "SELECT")


@pytest.mark.clause("TI-TRP-03", "TI-TRN-08", "TI-TRN-09", "TI-OPF-13")
@pytest.mark.parametrize(("mark", "dice", "left"), [("wire", (), 4), ("mines", (4, 1, 1, 1), 3)])
def test_a_squad_that_unloads_among_obstacles_has_entered_their_hex(mark, dice, left):
    with table(aboard=1) as g:
        g.mark(mark, HEX)
        g.turn()
        g.dice(*dice)
        g.play("advance A1", "unload")
        assert (g.decision, g.decider) == ("SELECT", 0)
    assert (g.unit("A1").carrier, g.unit("A1").strength, g.unit("A1").activation) == (None, left, "fatigued")


@pytest.mark.clause("TI-TRP-06")
@pytest.mark.parametrize(("condition", "able"), [("none", True), ("pinned", False), ("disrupted", False)])
def test_pinned_and_disrupted_squads_neither_board_nor_leave(condition, able):
    g = table("truck", aboard=1)
    g.add("A5", HEX, condition=condition)
    g.add("A6", HEX, officer=1)  # Rally does not help
    g.state["units"][0]["condition"] = g.state["units"][4]["condition"]
    g.turn()
    for name in ("A1", "A5"):
        if not able:
            assert g.orders(name) & {"advance", "fire-and-move", "assault"} == set()
    assert ("advance" in g.orders("A5")) == able


@pytest.mark.clause("TI-TRP-06", "TI-STA-03")
def test_a_fatigued_squad_aboard_becomes_fresh_in_the_status_phase():
    g = table(aboard=1)
    g.turn()
    g.play("fatigue A1")
    g.status_phase("remove")
    assert (g.unit("A1").activation, g.unit("A1").carrier) == ("fresh", "A9")
