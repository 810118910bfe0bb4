"""Chapter TRP: boarding, leaving and riding."""

from __future__ import annotations

import pytest

HEX, EAST = (4, 4), (5, 4)


def with_transport(table, transport="half_track", aboard=0, **unit):
    """Transport A9 with so many squads A1.. aboard in HEX; A8 and B9 wait in corners."""
    t = table()
    t.add("A9", HEX, kind=transport, **unit)
    for k in range(aboard):
        t.add(f"A{k + 1}", HEX, aboard="A9")
    t.add("A8", (0, 8))
    t.add("B9", (8, 8), kind="truck", activation="fatigued")
    return t


def points(t):
    return int(t.state["movement"])


@pytest.mark.clause("TI-TRP-01", "TI-TRP-02")
@pytest.mark.parametrize(
    ("transport", "aboard", "able"),
    [("half_track", 0, True), ("half_track", 1, False), ("truck", 1, True), ("truck", 2, False), ("medium_tank_a", 0, False)],
)
def test_a_half_track_carries_one_squad_and_a_truck_two(table, transport, aboard, able):
    t = with_transport(table, transport, aboard)
    t.add("A5", HEX)
    t.turn()
    t.play("advance A5")
    assert t.can("load A9") == able


@pytest.mark.clause("TI-TRP-02", "TI-TRP-03")
@pytest.mark.parametrize(("spent", "able"), [(2, True), (3, False)])
def test_boarding_costs_two_points_and_ends_the_activation(table, spent, able):
    t = with_transport(table)
    t.add("A5", (4 - spent, 4))
    t.turn()
    t.play("advance A5", *["east"] * spent)
    assert t.can("load A9") == able
    if able:
        t.play("load A9")
        unit = t.unit("A5")
        assert (unit.carrier, unit.activation, unit.at) == ("A9", "fatigued", HEX)
        assert (t.decision, t.decider) == ("SELECT", 0)
        assert t.unit("A9").activation == "fresh"


@pytest.mark.clause("TI-TRP-03")
def test_boarding_at_once_leaves_no_points_to_use(table):
    t = with_transport(table)
    t.add("A5", HEX)
    t.turn()
    t.play("advance A5", "load A9")
    assert (t.decision, t.unit("A5").activation, t.unit("A9").aboard) == ("SELECT", "fatigued", 1)


@pytest.mark.clause("TI-TRP-02")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_leaving_costs_two_points_in_any_action_with_a_move(table, order):
    t = with_transport(table, aboard=1)
    t.turn()
    t.play(f"{order} A1")
    assert t.legal() == {"unload", "stop"}
    before = points(t)
    t.play("unload")
    assert before - points(t) == 2
    assert (t.unit("A1").carrier, t.unit("A1").at, t.unit("A9").aboard) == (None, HEX, 0)


@pytest.mark.clause("TI-TRP-02")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_boarding_is_part_of_any_action_with_a_move(table, order):
    t = with_transport(table)
    t.add("A5", (3, 4))
    t.turn()
    t.play(f"{order} A5", "east")
    assert t.can("load A9")


@pytest.mark.clause("TI-TRP-02")
def test_only_a_friendly_transport_of_the_own_hex_is_boarded(table):
    t = with_transport(table)
    t.add("A7", EAST, kind="truck")
    t.add("A5", (3, 4))
    t.turn()
    t.play("advance A5")
    assert not any(text.startswith("load") for text in t.legal())
    t.play("east")
    assert {text for text in t.legal() if text.startswith("load")} == {"load A9"}


@pytest.mark.clause("TI-TRP-02")
@pytest.mark.parametrize(("unit", "able"), [({"machine_gun": 1, "regular": 2}, True), ({"kind": "truck"}, False)])
def test_any_squad_may_ride_and_vehicles_may_not(table, unit, able):
    t = with_transport(table)
    t.add("A5", HEX, **unit)
    t.turn()
    t.play("advance A5")
    assert t.can("load A9") == able


@pytest.mark.clause("TI-TRP-02", "TI-MOV-11")
def test_a_squad_leaves_its_fortification_before_it_boards(table):
    t = with_transport(table)
    t.mark("entrenchment", HEX)
    t.add("A5", HEX, fort="entrenchment")
    t.turn()
    t.play("advance A5")
    assert not t.can("load A9")
    t.play("leave")
    assert t.can("load A9")


@pytest.mark.clause("TI-TRP-03")
def test_after_unloading_the_squad_goes_on_and_fires(table):
    t = with_transport(table, aboard=1)
    t.add("B1", (7, 4), regular=1)
    t.turn()
    t.play("fire-and-move A1", "unload", "east")
    assert t.decision == "TARGET"  # three points: two to leave, one for the hex
    t.dice(1, 1)
    t.play("at B1", "normal")
    assert t.unit("A1").at == EAST


@pytest.mark.clause("TI-TRP-03")
def test_after_unloading_the_squad_may_assault(table):
    t = with_transport(table, aboard=1)
    t.add("B1", (6, 4), regular=1)
    t.turn()
    t.play("assault A1", "unload", "east")
    assert t.decision == "ASSAULT_HEX"
    t.dice(4, 1, 1, 1, 1)
    t.play("east")
    assert t.unit("A1").at == (6, 4)


@pytest.mark.clause("TI-TRP-03", "TI-ACT-11")
def test_a_squad_may_fire_first_and_board_then(table):
    t = with_transport(table)
    t.add("A5", (3, 4))
    t.add("B1", (5, 4), regular=1)
    t.turn()
    t.dice(1, 1)
    t.play("fire-and-move A5", "fire-first", "normal", "east", "load A9")
    assert (t.unit("A5").carrier, t.unit("A5").activation) == ("A9", "fatigued")


@pytest.mark.clause("TI-TRP-03", "TI-TRP-04")
def test_a_squad_that_boards_before_firing_or_assaulting_does_neither(table):
    for order, first in (("fire-and-move", ["move-first"]), ("assault", [])):
        t = with_transport(table)
        t.add("A5", HEX)
        t.add("B1", EAST, regular=1)
        t.turn()
        t.play(f"{order} A5", *first, "load A9")
        assert (t.decision, t.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-TRP-04", "TI-OPF-14")
@pytest.mark.parametrize(("aboard", "orders"), [
    (False, {"advance", "fire", "prepare", "fire-and-move", "assault", "fatigue"}),
    (True, {"advance", "fire-and-move", "assault", "fatigue"}),
])  # fmt: skip
def test_aboard_a_squad_cannot_fire_nor_be_in_op_fire_mode(table, aboard, orders):
    t = with_transport(table)
    t.add("A5", HEX, aboard="A9" if aboard else None)
    t.add("B1", EAST)
    t.turn()
    assert t.orders("A5") == orders
    if aboard:
        t.play("assault A5")
        assert "stop" in t.legal()
        t.play("stop")
        assert t.decision == "SELECT"  # no assault from aboard


@pytest.mark.clause("TI-TRP-04", "TI-STA-04")
def test_aboard_a_squad_is_not_put_in_op_fire_mode_in_the_status_phase(table):
    t = with_transport(table, aboard=1)
    t.status_phase("op_mode")
    assert t.can("op-fire A8")
    assert t.can("op-fire A9")
    assert not t.can("op-fire A1")


@pytest.mark.clause("TI-TRP-04", "TI-CMB-01", "TI-ASL-04")
def test_aboard_a_squad_supports_neither_fire_nor_assault(table):
    t = with_transport(table, aboard=1)
    t.add("A5", HEX)
    t.add("A6", (5, 5))
    t.add("B1", EAST)
    t.turn()
    t.play("fire A5", "normal")
    assert not t.can("support A1")
    assert {"support A6", "support A9"} <= t.legal()
    t.turn()
    t.play("assault A5", "stop", "east")
    assert t.legal() == {"support A6", "done"}


@pytest.mark.clause("TI-TRP-04", "TI-FIR-02")
def test_aboard_a_squad_is_not_attacked(table):
    t = with_transport(table, "truck", aboard=1)
    t.add("B1", EAST)
    t.add("A5", HEX)
    t.turn(1)
    t.play("fire B1")
    assert t.legal() >= {"at A5", "at A9"}
    assert not t.can("at A1")
    t.add("B2", (0, 4), mortar=1)
    t.turn(1)
    t.play("fire B2")
    assert t.can("shell 4,4")
    t.dice(6, 6, 6, 6)
    t.play("shell 4,4", "suppressive")
    assert [t.unit(u).status for u in ("A1", "A5", "A9")] == ["ON_MAP", "LOST", "ON_MAP"]
    assert t.unit("A1").condition == "none"


@pytest.mark.clause("TI-TRP-04")
def test_a_squad_aboard_moves_with_the_vehicle(table):
    t = with_transport(table, aboard=1)
    t.turn()
    t.play("advance A9", "east", "east", "north-east")
    assert t.unit("A1").at == t.unit("A9").at == (6, 3)


@pytest.mark.clause("TI-TRP-05")
@pytest.mark.parametrize("activation", ["fresh", "fatigued", "op_fire"])
@pytest.mark.parametrize("damage", ["none", "heavy"])
def test_loading_and_unloading_need_nothing_of_the_vehicle(table, activation, damage):
    t = with_transport(table, "truck", aboard=1, damage=damage, activation=activation)
    t.add("A5", HEX)
    t.turn()
    t.play("advance A5", "load A9", "advance A1", "unload", "stop")
    assert (t.unit("A5").carrier, t.unit("A1").carrier) == ("A9", None)
    assert t.unit("A9").activation == activation


@pytest.mark.clause("TI-TRP-05", "TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(1, True), (2, False)])
def test_a_squad_does_not_unload_into_a_full_hex(table, friends, able):
    t = with_transport(table, aboard=1)
    for k in range(friends):
        t.add(f"A{k + 3}", HEX)
    t.turn()
    assert ("advance" in t.orders("A1")) == able


@pytest.mark.clause("TI-TRP-05", "TI-OPF-13")
def test_unloading_meets_op_fire_as_a_move_into_the_hex(table):
    t = with_transport(table, aboard=1)
    t.add("B1", (6, 4), activation="op_fire", regular=1)
    t.turn()
    t.play("advance A1", "unload")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    t.dice(5)
    t.play("op-fire B1", "suppressive")
    assert (t.unit("A1").condition, t.decision) == ("pinned", "SELECT")


@pytest.mark.clause("TI-TRP-03", "TI-TRN-08", "TI-TRN-09", "TI-OPF-13")
@pytest.mark.parametrize(("mark", "dice", "left"), [("wire", (), 4), ("mines", (4, 1, 1, 1), 3)])
def test_a_squad_that_unloads_among_obstacles_has_entered_their_hex(table, mark, dice, left):
    t = with_transport(table, aboard=1)
    t.mark(mark, HEX)
    t.turn()
    t.dice(*dice)
    t.play("advance A1", "unload")
    assert (t.decision, t.decider) == ("SELECT", 0)
    assert (t.unit("A1").carrier, t.unit("A1").strength, t.unit("A1").activation) == (None, left, "fatigued")


@pytest.mark.clause("TI-TRP-06")
@pytest.mark.parametrize(("condition", "able"), [("none", True), ("pinned", False), ("disrupted", False)])
def test_pinned_and_disrupted_squads_neither_board_nor_leave(table, condition, able):
    t = with_transport(table, "truck", aboard=1)
    t.add("A5", HEX, condition=condition)
    t.add("A6", HEX, officer=1)  # Rally does not help
    t.change("A1", condition=condition)
    t.turn()
    for name in ("A1", "A5"):
        if not able:
            assert t.orders(name) & {"advance", "fire-and-move", "assault"} == set()
    assert ("advance" in t.orders("A5")) == able


@pytest.mark.clause("TI-TRP-06", "TI-STA-03")
def test_a_fatigued_squad_aboard_becomes_fresh_in_the_status_phase(table):
    t = with_transport(table, aboard=1)
    t.turn()
    t.play("fatigue A1")
    t.status_phase("remove")
    assert (t.unit("A1").activation, t.unit("A1").carrier) == ("fresh", "A9")


@pytest.mark.clause("TI-TRP-04")
def test_only_those_aboard_move_with_a_transport(table):
    t = table()
    t.add("A1", (4, 4), kind="truck")
    t.add("A2", (4, 4), aboard="A1")
    t.add("A3", (4, 4))
    t.add("B1", (0, 0))
    t.turn()
    t.play("advance A1", "east", "stop")
    assert [t.unit(name).at for name in ("A1", "A2", "A3")] == [(5, 4), (5, 4), (4, 4)]


@pytest.mark.clause("TI-TRP-02", "TI-ACT-08")
def test_a_squad_with_no_way_out_of_its_hex_may_board(table):
    t = table(terrain={"pond": [(0, 7), (1, 8)]})
    t.add("A1", (0, 8))
    t.add("A2", (0, 8), kind="truck")
    t.add("B1", (8, 0))
    t.turn()
    t.play("advance A1", "load A2")
    assert t.unit("A1").carrier == "A2"
