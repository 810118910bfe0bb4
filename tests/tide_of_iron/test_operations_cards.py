"""Chapter OPS: operations cards, fixed for the whole game."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

HEX = (4, 4)


def with_operation(name, seat=0, **keys):
    sides = ({"actions": 2}, {"actions": 2})
    if name:
        sides[seat]["operations"] = [name]
    return Table(a=sides[0], b=sides[1], **keys)


@pytest.mark.clause("TI-OPS-01")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_a_supply_depot_each_player_starts_with_two_command(seat):
    assert with_operation("supply_depot", seat).state["command"].tolist() == [2, 2]
    assert with_operation("", seat).state["command"].tolist() == [0, 0]


@pytest.mark.clause("TI-OPS-01")
def test_two_supply_depots_are_one():
    both = {"actions": 2, "operations": ["supply_depot"]}
    assert Table(a=both, b=both).state["command"].tolist() == [2, 2]


@pytest.mark.clause("TI-OPS-07")
@pytest.mark.parametrize("seat", [0, 1])
def test_seize_the_initiative_puts_two_command_on_the_sides_initiative_card(seat):
    g = with_operation("seize_the_initiative", seat)
    assert g.state["pool"].tolist() == ([0, 2] if seat else [2, 0])
    assert g.state["command"].tolist() == [0, 0]


@pytest.mark.clause("TI-OPS-02", "TI-ACT-16")
def test_engineers_lay_smoke_in_their_own_or_an_adjacent_hex():
    g = with_operation("lay_smoke")
    g.add("A1", HEX, specialty="engineer")
    g.add("A2", (0, 8))
    g.add("B1", (8, 0))
    g.turn(0)
    g.play("smoke A1")
    assert (g.decision, g.decider) == ("SMOKE_CELL", 0)
    assert g.legal() == {f"hex {at}" for at in ("4,3", "5,4", "4,5", "3,5", "3,4", "3,3", "4,4")}
    g.play("hex 3,5")
    assert (g.marks_at((3, 5)), g.unit("A1").activation) == ({"smoke"}, "fatigued")
    assert (g.decision, g.decider, g.state["actions_left"]) == ("SELECT", 0, 1)


@pytest.mark.clause("TI-OPS-02")
@pytest.mark.parametrize(
    ("seat", "unit", "can"),
    [
        (0, {"specialty": "engineer"}, True), (1, {"specialty": "engineer"}, False), (0, {"specialty": "medic"}, False), (0, {}, False),
        (0, {"specialty": "engineer", "condition": "pinned"}, False), (0, {"specialty": "engineer", "activation": "fatigued"}, False),
    ],
    ids=str,
)  # fmt: skip
def test_only_fresh_engineers_of_the_side_lay_smoke(seat, unit, can):
    g = with_operation("lay_smoke", seat)
    g.add("A1", HEX, **unit)
    g.add("A2", (0, 8))
    g.add("B1", (8, 0))
    g.turn(0)
    assert ("smoke" in g.orders("A1")) == can


@pytest.mark.clause("TI-OPS-03")
@pytest.mark.parametrize(
    ("operation", "kind", "away", "dice"),
    [
        ("veteran_tank_crew", "medium_tank_a", 6, 6), ("", "medium_tank_a", 6, 6), ("veteran_tank_crew", "medium_tank_b", 12, 6),
        ("veteran_tank_crew", "medium_tank_a", 13, 0), ("", "medium_tank_a", 11, 0), ("veteran_tank_crew", "tank_destroyer", 11, 0),
    ],
)  # fmt: skip
def test_veteran_medium_tanks_hit_infantry_at_range_six(operation, kind, away, dice):
    """Six dice of 5 count at six hexes for veterans only; beyond twice the range nobody can be attacked."""
    g = with_operation(operation, width=15)
    g.add("A1", (0, 4), kind=kind)
    g.add("B1", (away, 4))
    g.turn(0)
    assert ("fire" in g.orders("A1")) == (dice > 0)
    if dice:
        with g:
            g.dice(*[5] * dice)
            g.play("fire A1", "normal")
            veteran_normal = operation and away == 6
            assert g.unit("B1").status == ("LOST" if veteran_normal else "ON_MAP")


@pytest.mark.clause("TI-OPS-04")
@pytest.mark.parametrize("seat", [0, 1])
def test_in_heavy_fog_neither_side_sees_beyond_four_hexes(seat):
    g = with_operation("heavy_fog", seat)
    assert g.sees((0, 4), (4, 4)) and g.sees((4, 4), (0, 4))
    assert not g.sees((0, 4), (5, 4)) and not g.sees((5, 4), (0, 4))
    assert with_operation("").sees((0, 4), (8, 4))


@pytest.mark.clause("TI-OPS-04")
@pytest.mark.parametrize(("away", "can"), [(4, True), (5, False)])
@pytest.mark.parametrize("shooter", [0, 1])
def test_fog_stops_fire(shooter, away, can):
    g = with_operation("heavy_fog", 0)
    own, other = ("A1", "B1") if shooter == 0 else ("B1", "A1")
    g.add(own, (0, 4))
    g.add(other, (away, 4))
    g.turn(shooter)
    assert ("fire" in g.orders(own)) == can


@pytest.mark.clause("TI-OPS-05")
@pytest.mark.parametrize(
    ("operation", "seat", "condition", "back"),
    [
        ("desperate_defenders", 1, "pinned", 4), ("", 1, "pinned", 2), ("desperate_defenders", 0, "pinned", 2),
        ("desperate_defenders", 1, "disrupted", 0), ("desperate_defenders", 1, "none", 4),
    ],
)  # fmt: skip
def test_pinned_desperate_defenders_fight_at_full_firepower(operation, seat, condition, back):
    g = with_operation(operation, seat)
    g.add("A1", (4, 5))
    g.add("B1", HEX, condition=condition)
    g.add("B2", (8, 0))
    with g:
        g.turn(0)
        g.dice(*[1] * 4, *[1] * back)
        g.play("assault A1", "stop", "north-west")
        assert (g.unit("A1").at, g.unit("A1").strength) == ((4, 5), 4)


@pytest.mark.clause("TI-OPS-06")
@pytest.mark.parametrize(
    ("operation", "seat", "enemy", "steps"),
    [("double_time", 0, (7, 6), 5), ("", 0, (7, 6), 4), ("double_time", 1, (7, 6), 4), ("double_time", 0, (6, 4), 4)],
)
def test_double_time_adds_a_hex_to_an_advance_that_ends_away_from_the_enemy(operation, seat, enemy, steps):
    """Going east from (0, 4): the hex five away is beside an enemy in (6, 4)."""
    g = with_operation(operation, seat)
    g.add("A1", (0, 4))
    g.add("B1", enemy)
    g.turn(0)
    g.play("advance A1", *["east"] * 4)
    assert (g.decision == "STEP" and g.can("east")) == (steps == 5)


@pytest.mark.clause("TI-OPS-06")
def test_double_time_takes_a_squad_past_the_enemy_and_away_again():
    """The fourth hex is beside the enemy, the fifth is not."""
    g = with_operation("double_time")
    g.add("A1", (0, 4))
    g.add("B1", (4, 6))
    g.turn(0)
    g.play("advance A1", *["east"] * 3, "south-east")
    assert (g.unit("A1").at, g.decision) == ((3, 5), "STEP")
    assert not g.can("east") and g.can("north-east") and g.can("north-west")


@pytest.mark.clause("TI-OPS-06")
@pytest.mark.parametrize(
    ("order", "unit", "steps"),
    [("advance", {"kind": "truck"}, 6), ("fire-and-move", {}, 3), ("assault", {}, 3), ("advance", {"officer": 1}, 6)],
)
def test_double_time_is_for_squads_that_advance(order, unit, steps):
    g = with_operation("double_time", width=15)
    g.add("A1", (0, 4), **unit)
    g.add("B1", (14, 12 - 4))
    g.turn(0)
    g.play(f"{order} A1")
    for _ in range(steps):
        assert g.decision == "STEP"
        g.play("east")
    assert g.decision != "STEP" or not g.can("east")
    assert g.unit("A1").at == (steps, 4)


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
def test_engineers_clear_tank_traps_in_their_hex_or_the_next(operation, seat, unit, traps, can):
    g = with_operation(operation, seat)
    g.add("A1", HEX, **unit)
    g.add("B1", (8, 0))
    g.mark("traps", traps)
    g.turn(0)
    g.play("advance A1")
    assert g.can("clear-traps") == can
    if can:
        g.play("clear-traps")
        assert g.marks_at(traps) == set()
        assert g.state["movement"] == 1


@pytest.mark.clause("TI-OPS-08")
@pytest.mark.parametrize(("steps", "can"), [(1, True), (2, False)])
def test_clearing_traps_costs_three_points(steps, can):
    g = with_operation("clear_tank_traps")
    g.add("A1", HEX, specialty="engineer")
    g.add("B1", (8, 0))
    g.mark("traps", (4 + steps, 4), (5 + steps, 4))
    g.turn(0)
    g.play("advance A1", *["east"] * steps)
    assert g.can("clear-traps") == can


@pytest.mark.clause("TI-OPS-08")
def test_which_traps_are_cleared_is_chosen():
    g = with_operation("clear_tank_traps")
    g.add("A1", HEX, specialty="engineer")
    g.add("B1", (8, 0))
    g.mark("traps", (5, 4), (3, 4), (7, 7))
    g.turn(0)
    g.play("advance A1", "clear-traps")
    assert (g.decision, g.decider, g.legal()) == ("CLEAR_CELL", 0, {"hex 5,4", "hex 3,4"})
    g.play("hex 3,4")
    assert (g.marks_at((3, 4)), g.marks_at((5, 4))) == (set(), {"traps"})
