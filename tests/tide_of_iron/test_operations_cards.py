"""Chapter OPS: operations cards, fixed for the whole game."""

from __future__ import annotations

import pytest

HEX = (4, 4)


def with_operation(table, name, seat=0, **keys):
    sides = ({"actions": 2}, {"actions": 2})
    if name:
        sides[seat]["operations"] = [name]
    return table(a=sides[0], b=sides[1], **keys)


@pytest.mark.clause("TI-OPS-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_a_supply_depot_each_player_starts_with_two_command(table, seat):
    assert with_operation(table, "supply_depot", seat).state["command"].tolist() == [2, 2]
    assert with_operation(table, "", seat).state["command"].tolist() == [0, 0]


@pytest.mark.clause("TI-OPS-01")
def test_two_supply_depots_are_one(table):
    both = {"actions": 2, "operations": ["supply_depot"]}
    assert table(a=both, b=both).state["command"].tolist() == [2, 2]


@pytest.mark.clause("TI-OPS-07")
@pytest.mark.parametrize("seat", [0, 1])
def test_seize_the_initiative_puts_two_command_on_the_sides_initiative_card(table, seat):
    t = with_operation(table, "seize_the_initiative", seat)
    assert t.state["pool"].tolist() == ([0, 2] if seat else [2, 0])
    assert t.state["command"].tolist() == [0, 0]


@pytest.mark.clause("TI-OPS-02", "TI-ACT-16")
def test_engineers_lay_smoke_in_their_own_or_an_adjacent_hex(table):
    t = with_operation(table, "lay_smoke")
    t.add("A1", HEX, specialty="engineer")
    t.add("A2", (0, 8))
    t.add("B1", (8, 0))
    t.turn(0)
    t.play("smoke A1")
    assert (t.decision, t.decider) == ("SMOKE_CELL", 0)
    assert t.legal() == {f"hex {at}" for at in ("4,3", "5,4", "4,5", "3,5", "3,4", "3,3", "4,4")}
    t.play("hex 3,5")
    assert (t.marks_at((3, 5)), t.unit("A1").activation) == ({"smoke"}, "fatigued")
    assert not t.sees((2, 5), (5, 5))
    assert (t.decision, t.decider, t.state["actions_left"]) == ("SELECT", 0, 1)


@pytest.mark.clause("TI-OPS-02")
@pytest.mark.parametrize(
    ("seat", "unit", "can"),
    [
        (0, {"specialty": "engineer"}, True), (1, {"specialty": "engineer"}, False), (0, {"specialty": "medic"}, False), (0, {}, False),
        (0, {"specialty": "engineer", "condition": "pinned"}, False), (0, {"specialty": "engineer", "activation": "fatigued"}, False),
    ],
    ids=str,
)  # fmt: skip
def test_only_fresh_engineers_of_the_side_lay_smoke(table, seat, unit, can):
    t = with_operation(table, "lay_smoke", seat)
    t.add("A1", HEX, **unit)
    t.add("A2", (0, 8))
    t.add("B1", (8, 0))
    t.turn(0)
    assert ("smoke" in t.orders("A1")) == can


@pytest.mark.clause("TI-OPS-03")
@pytest.mark.parametrize(
    ("operation", "kind", "away", "dice"),
    [
        ("veteran_tank_crew", "medium_tank_a", 6, 6), ("", "medium_tank_a", 6, 6), ("veteran_tank_crew", "medium_tank_b", 12, 6),
        ("veteran_tank_crew", "medium_tank_a", 13, 0), ("", "medium_tank_a", 11, 0), ("veteran_tank_crew", "tank_destroyer", 11, 0),
    ],
)  # fmt: skip
def test_veteran_medium_tanks_hit_infantry_at_range_six(table, operation, kind, away, dice):
    """Six dice of 5 count at six hexes for veterans only; beyond twice the range nobody can be attacked."""
    t = with_operation(table, operation, width=15)
    t.add("A1", (0, 4), kind=kind)
    t.add("B1", (away, 4))
    t.turn(0)
    assert ("fire" in t.orders("A1")) == (dice > 0)
    if dice:
        t.dice(*[5] * dice)
        t.play("fire A1", "normal")
        veteran_normal = operation and away == 6
        assert t.unit("B1").status == ("LOST" if veteran_normal else "ON_MAP")


@pytest.mark.clause("TI-OPS-04")
@pytest.mark.parametrize("seat", [0, 1])
def test_in_heavy_fog_neither_side_sees_beyond_four_hexes(table, seat):
    t = with_operation(table, "heavy_fog", seat)
    assert t.sees((0, 4), (4, 4)) and t.sees((4, 4), (0, 4))
    assert not t.sees((0, 4), (5, 4)) and not t.sees((5, 4), (0, 4))
    assert with_operation(table, "").sees((0, 4), (8, 4))


@pytest.mark.clause("TI-OPS-04")
@pytest.mark.parametrize(("away", "can"), [(4, True), (5, False)])
@pytest.mark.parametrize("shooter", [0, 1])
def test_fog_stops_fire(table, shooter, away, can):
    t = with_operation(table, "heavy_fog", 0)
    own, other = ("A1", "B1") if shooter == 0 else ("B1", "A1")
    t.add(own, (0, 4))
    t.add(other, (away, 4))
    t.turn(shooter)
    assert ("fire" in t.orders(own)) == can


@pytest.mark.clause("TI-OPS-05")
@pytest.mark.parametrize(
    ("operation", "seat", "condition", "back"),
    [
        ("desperate_defenders", 1, "pinned", 4), ("", 1, "pinned", 2), ("desperate_defenders", 0, "pinned", 2),
        ("desperate_defenders", 1, "disrupted", 0), ("desperate_defenders", 1, "none", 4),
    ],
)  # fmt: skip
def test_pinned_desperate_defenders_fight_at_full_firepower(table, operation, seat, condition, back):
    t = with_operation(table, operation, seat)
    t.add("A1", (4, 5))
    t.add("B1", HEX, condition=condition)
    t.add("B2", (8, 0))
    t.turn(0)
    t.dice(*[1] * 4, *[1] * back)
    t.play("assault A1", "stop", "north-west")
    assert (t.unit("A1").at, t.unit("A1").strength) == ((4, 5), 4)


@pytest.mark.clause("TI-OPS-06")
@pytest.mark.parametrize(
    ("operation", "seat", "enemy", "steps"),
    [("double_time", 0, (7, 6), 5), ("", 0, (7, 6), 4), ("double_time", 1, (7, 6), 4), ("double_time", 0, (6, 4), 4)],
)
def test_double_time_adds_a_hex_to_an_advance_that_ends_away_from_the_enemy(table, operation, seat, enemy, steps):
    """Going east from (0, 4): the hex five away is beside an enemy in (6, 4)."""
    t = with_operation(table, operation, seat)
    t.add("A1", (0, 4))
    t.add("B1", enemy)
    t.turn(0)
    t.play("advance A1", *["east"] * 4)
    assert (t.decision == "STEP" and t.can("east")) == (steps == 5)


@pytest.mark.clause("TI-OPS-06")
def test_double_time_takes_a_squad_past_the_enemy_and_away_again(table):
    """The fourth hex is beside the enemy, the fifth is not."""
    t = with_operation(table, "double_time")
    t.add("A1", (0, 4))
    t.add("B1", (4, 6))
    t.turn(0)
    t.play("advance A1", *["east"] * 3, "south-east")
    assert (t.unit("A1").at, t.decision) == ((3, 5), "STEP")
    assert not t.can("east") and t.can("north-east") and t.can("north-west")


@pytest.mark.clause("TI-OPS-06")
@pytest.mark.parametrize(
    ("order", "unit", "steps"),
    [("advance", {"kind": "truck"}, 6), ("fire-and-move", {}, 3), ("assault", {}, 3), ("advance", {"officer": 1}, 6)],
)
def test_double_time_is_for_squads_that_advance(table, order, unit, steps):
    t = with_operation(table, "double_time", width=15)
    t.add("A1", (0, 4), **unit)
    t.add("B1", (14, 12 - 4))
    t.turn(0)
    t.play(f"{order} A1")
    for _ in range(steps):
        assert t.decision == "STEP"
        t.play("east")
    assert t.decision != "STEP" or not t.can("east")
    assert t.unit("A1").at == (steps, 4)


@pytest.mark.clause("TI-OPS-06")
@pytest.mark.parametrize(("steps", "enters", "loads"), [(2, True, True), (3, True, False), (4, False, False)])
def test_the_point_of_double_time_pays_for_a_hex_and_nothing_else(table, steps, enters, loads):
    """An entrenchment costs one of the four own points, a transport two."""
    t = with_operation(table, "double_time")
    t.mark("entrenchment", (steps, 4))
    t.add("A1", (0, 4))
    t.add("A2", (steps, 4), kind="truck")
    t.add("B1", (8, 8))
    t.turn(0)
    t.play("advance A1", *["east"] * steps)
    assert (t.can("enter-entrenchment"), t.can("load A2"), t.can("east")) == (enters, loads, True)


@pytest.mark.clause("TI-OPS-06")
def test_the_point_of_double_time_does_not_leave_a_fortification(table):
    """Entered with the last own point, it is left in another activation; the point for a hex is lost."""
    t = with_operation(table, "double_time")
    t.mark("entrenchment", (3, 4))
    t.add("A1", (0, 4))
    t.add("A2", (0, 8))
    t.add("B1", (8, 8))
    t.turn(0)
    t.play("advance A1", *["east"] * 3, "enter-entrenchment")
    assert (t.decision, t.unit("A1").fort, t.unit("A1").activation) == ("SELECT", "entrenchment", "fatigued")


@pytest.mark.clause("TI-OPS-08")
@pytest.mark.parametrize(
    ("operation", "seat", "unit", "traps", "can"),
    [
        ("clear_tank_traps", 0, {"specialty": "engineer"}, HEX, True), ("clear_tank_traps", 0, {"specialty": "engineer"}, (5, 4), True),
        ("clear_tank_traps", 0, {"specialty": "engineer"}, (6, 4), False), ("clear_tank_traps", 1, {"specialty": "engineer"}, HEX, False),
        ("", 0, {"specialty": "engineer"}, HEX, False), ("clear_tank_traps", 0, {}, HEX, False),
    ],
    ids=str,
)  # fmt: skip
def test_engineers_clear_tank_traps_in_their_hex_or_the_next(table, operation, seat, unit, traps, can):
    t = with_operation(table, operation, seat)
    t.add("A1", HEX, **unit)
    t.add("B1", (8, 0))
    t.mark("traps", traps)
    t.turn(0)
    t.play("advance A1")
    assert t.can("clear-traps") == can
    if can:
        t.play("clear-traps")
        assert t.marks_at(traps) == set()
        assert t.state["movement"] == 1


@pytest.mark.clause("TI-OPS-08")
@pytest.mark.parametrize(("steps", "can"), [(1, True), (2, False)])
def test_clearing_traps_costs_three_points(table, steps, can):
    t = with_operation(table, "clear_tank_traps")
    t.add("A1", HEX, specialty="engineer")
    t.add("B1", (8, 0))
    t.mark("traps", (4 + steps, 4), (5 + steps, 4))
    t.turn(0)
    t.play("advance A1", *["east"] * steps)
    assert t.can("clear-traps") == can


@pytest.mark.clause("TI-OPS-08")
def test_traps_in_the_corner_of_the_map_are_cleared_like_any_other(table):
    t = with_operation(table, "clear_tank_traps")
    t.add("A1", (1, 0), specialty="engineer")
    t.add("B1", (8, 8))
    t.mark("traps", (0, 0))
    t.turn(0)
    t.play("advance A1", "clear-traps")
    assert t.marks_at((0, 0)) == set()


@pytest.mark.clause("TI-OPS-08")
def test_which_traps_are_cleared_is_chosen(table):
    t = with_operation(table, "clear_tank_traps")
    t.add("A1", HEX, specialty="engineer")
    t.add("B1", (8, 0))
    t.mark("traps", (5, 4), (3, 4), (7, 7))
    t.turn(0)
    t.play("advance A1", "clear-traps")
    assert (t.decision, t.decider, t.legal()) == ("CLEAR_CELL", 0, {"hex 5,4", "hex 3,4"})
    t.play("hex 3,4")
    assert (t.marks_at((3, 4)), t.marks_at((5, 4))) == (set(), {"traps"})
