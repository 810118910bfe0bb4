"""Chapter ACT: Fire and Movement, Assault moves, transported units, and what Op Fire takes from an activation."""

from __future__ import annotations

import pytest

MID, NEXT = (4, 4), (5, 4)


ELITE = {"elite": 4}


def duel(table, unit=ELITE, target=(6, 4), **keys):
    """A1 in the middle, its target B1, and A2 in the corner."""
    t = table(**keys)
    t.add("A1", MID, **unit)
    t.add("A2", (0, 8), regular=1)
    t.add("B1", target)
    return t


@pytest.mark.clause("TI-ACT-11")
def test_fire_and_movement_may_fire_first_at_half_firepower(table):
    t = duel(table)
    t.turn()
    t.play("fire-and-move A1")
    assert t.legal() == {"fire-first", "move-first"}
    t.dice(1, 1, 1, 1)
    t.play("fire-first", "normal")
    assert t.decision == "STEP"
    t.play("west", "west", "stop")
    assert (t.decision, t.decider) == ("SELECT", 0)
    assert (t.unit("A1").at, t.unit("A1").activation) == ((2, 4), "fatigued")


@pytest.mark.clause("TI-ACT-11")
def test_fire_and_movement_may_move_first_and_does_not_move_again(table):
    t = duel(table)
    t.turn()
    t.play("fire-and-move A1", "move-first", "west", "stop")
    assert t.decision == "TARGET"
    assert not t.can("east")
    t.dice(1, 1, 1, 1)
    t.play("at B1", "normal")
    assert t.decision == "SELECT"
    assert (t.unit("A1").at, t.unit("A1").activation) == ((3, 4), "fatigued")


@pytest.mark.clause("TI-ACT-11", "TI-ACT-20")
@pytest.mark.parametrize("first", ["fire-first", "move-first"])
def test_the_move_of_fire_and_movement_may_be_skipped(table, first):
    t = duel(table)
    t.turn()
    t.play("fire-and-move A1", first)
    t.dice(1, 1, 1, 1)
    t.play(*(("normal", "stop") if first == "fire-first" else ("stop", "at B1", "normal")))
    assert (t.unit("A1").at, t.unit("A1").activation) == (MID, "fatigued")


@pytest.mark.clause("TI-ACT-11")
def test_a_unit_without_target_moves_first_and_may_find_one(table):
    t = duel(table, target=(8, 4), terrain={"woods": [(6, 4)]})
    t.turn()
    t.play("fire-and-move A1")
    assert t.decision == "STEP"
    t.play("south-east", "east", "stop")  # around the woods
    assert t.decision == "TARGET"
    t.dice(1, 1, 1, 1)
    t.play("at B1", "normal")


@pytest.mark.clause("TI-ACT-11", "TI-CMB-01")
@pytest.mark.parametrize(("order", "asked"), [("fire A1", True), ("fire-and-move A1", False)])
def test_fire_and_movement_may_not_be_supported(table, order, asked):
    t = duel(table)
    t.add("A3", (4, 5))
    t.turn()
    t.play(order, *["fire-first"] * (not asked))
    t.dice(*[1] * (8 if asked else 4))
    t.play("normal")
    assert (t.decision == "SUPPORT") == asked
    t.play(*["done"] * asked)


@pytest.mark.clause("TI-ACT-11")
def test_fire_and_movement_makes_one_attack(table):
    t = duel(table)
    t.turn()
    t.dice(1, 1, 1, 1)
    t.play("fire-and-move A1", "fire-first", "normal", "east", "stop")
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-ACT-12", "TI-VEH-13")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        ({}, 3),
        ({"officer": 1, "regular": 3}, 4),
        ({"kind": "half_track"}, 5),
        ({"kind": "medium_tank_a"}, 4),
        ({"kind": "heavy_tank"}, 3),
        ({"kind": "medium_tank_a", "damage": "light"}, 3),
    ],
)
def test_fire_and_movement_lowers_movement_by_one_for_squads_and_two_for_vehicles(table, unit, points):
    t = table(width=15)
    t.add("A1", (0, 4), **unit)
    t.add("A2", (0, 8))
    t.add("B1", (14, 0), regular=1)
    t.turn()
    t.play("fire-and-move A1")
    for _ in range(points):
        assert t.decision == "STEP"
        t.play("east")
    assert t.decision != "STEP"
    assert t.unit("A1").at == (points, 4)


@pytest.mark.clause("TI-ACT-13", "TI-ASL-01")
@pytest.mark.parametrize(("unit", "points"), [({}, 3), ({"officer": 1, "regular": 3}, 4)])
def test_an_assault_lowers_movement_by_one(table, unit, points):
    t = table()
    t.add("A1", (0, 4), **unit)
    t.add("A2", (0, 8))
    t.add("B1", (8, 0))
    t.turn()
    t.play("assault A1", *["east"] * points)
    assert (t.decision, t.unit("A1").at) == ("SELECT", (points, 4))


@pytest.mark.clause("TI-ACT-18", "TI-TRP-04")
def test_units_aboard_keep_their_own_activation(table):
    t = table()
    t.add("A1", MID, kind="half_track")
    t.add("A2", MID, aboard="A1")
    t.add("A3", (0, 8))
    t.add("B1", (8, 0))
    t.turn()
    t.play("advance A1", "east", "stop")
    assert (t.unit("A1").activation, t.unit("A2").activation, t.unit("A2").at) == ("fatigued", "fresh", NEXT)
    t.play("advance A2", "unload", "stop")
    assert t.unit("A2").activation == "fatigued"


@pytest.mark.clause("TI-ACT-18")
def test_a_vehicle_stays_fresh_when_the_squad_aboard_is_fatigued(table):
    t = table()
    t.add("A1", MID, kind="half_track")
    t.add("A2", MID, aboard="A1")
    t.add("B1", (8, 0))
    t.turn()
    t.play("fatigue A2")
    assert t.unit("A1").activation == "fresh"
    assert "advance" in t.orders("A1")
    assert not t.orders("A2")


def watched(table, order, first=None):
    """A1 goes east to (5, 4) in view of the machine gun B2; B1 stands beyond at (6, 4)."""
    t = duel(table, {"regular": 4})
    t.add("B2", (8, 4), machine_gun=1, activation="op_fire")
    t.turn()
    t.play(f"{order} A1", *[first] * (first is not None))
    return t


@pytest.mark.clause("TI-ACT-19", "TI-OPF-05")
@pytest.mark.parametrize("order", ["fire-and-move", "assault"])
@pytest.mark.parametrize(("face", "condition"), [(1, "none"), (5, "pinned")])
def test_a_mover_pinned_by_op_fire_loses_its_attack(table, order, face, condition):
    t = watched(table, order, "move-first" if order == "fire-and-move" else None)
    t.play("east", "op-fire B2")
    t.dice(face, 1, 1, 1)
    t.play("suppressive")
    unit = t.unit("A1")
    assert (unit.condition, unit.at) == (condition, NEXT)
    if condition == "none":
        t.play("stop")
        assert t.decision == ("TARGET" if order == "fire-and-move" else "ASSAULT_HEX")
    else:
        assert (t.decision, t.decider, unit.activation) == ("SELECT", 0, "fatigued")


@pytest.mark.clause("TI-ACT-19", "TI-OPF-05")
@pytest.mark.parametrize(("faces", "condition"), [((5, 5, 5, 1), "disrupted"), ((5, 5, 5, 5), None)])
def test_a_disrupted_or_routed_mover_loses_its_attack_too(table, faces, condition):
    t = watched(table, "fire-and-move", "move-first")
    t.play("east", "op-fire B2")
    t.dice(*faces)
    t.play("suppressive")
    assert (t.decision, t.decider) == ("SELECT", 0)
    assert (t.unit("A1").condition == condition) if condition else (t.unit("A1").status == "LOST")


@pytest.mark.clause("TI-ACT-19", "TI-OPF-07")
def test_casualties_of_op_fire_do_not_take_the_attack(table):
    t = watched(table, "fire-and-move", "move-first")
    t.play("east", "op-fire B2")
    t.dice(5, 5, 5, 1)
    t.play("normal", "stop")
    assert (t.decision, t.unit("A1").strength) == ("TARGET", 1)
    t.dice(1)
    t.play("at B1", "normal")


@pytest.mark.clause("TI-ACT-19")
def test_an_attack_made_before_the_move_stays_made(table):
    t = watched(table, "fire-and-move")
    t.dice(5, 1)
    t.play("fire-first", "at B1", "normal", "east", "op-fire B2")
    t.dice(5, 1, 1, 1)
    t.play("suppressive")
    assert (t.unit("A1").condition, t.unit("B1").strength) == ("pinned", 3)


@pytest.mark.clause("TI-ACT-19", "TI-OPF-05", "TI-OPF-06")
@pytest.mark.parametrize(("kind", "lost"), [("half_track", True), ("medium_tank_a", False)])
def test_a_vehicle_fatigued_by_op_fire_loses_its_attack(table, kind, lost):
    """A heavy vehicle that is only lightly damaged goes on."""
    armour = {"half_track": 1, "medium_tank_a": 4}[kind]
    t = duel(table, {"kind": kind})
    t.add("B2", (8, 4), specialty="anti_tank", activation="op_fire")
    t.turn()
    t.play("fire-and-move A1", "move-first", "east")
    t.dice(5, *[1] * 6, *[1] * armour)
    t.play("op-fire B2")
    t.play(*["stop"] * (not lost))
    assert t.unit("A1").damage == "light"
    assert t.decision == ("SELECT" if lost else "TARGET")


@pytest.mark.clause("TI-ACT-20")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_a_committed_unit_is_fatigued_without_having_moved(table, order):
    t = duel(table, target=(8, 0), unit={"regular": 1}, terrain={"woods": [(7, 1), (6, 2), (6, 1)]})
    t.turn()
    t.play(f"{order} A1", "stop")
    assert t.decision == "SELECT"
    assert int(t.state["actions_left"]) == 1
    assert (t.unit("A1").at, t.unit("A1").activation) == (MID, "fatigued")


@pytest.mark.clause("TI-ACT-11", "TI-ACT-12")
@pytest.mark.parametrize(("damage", "able"), [("none", True), ("light", False)])
def test_fire_and_movement_needs_a_step_for_the_points_that_are_left(table, damage, able):
    """Woods all around cost a vehicle 3; a heavy tank has 5 - 2, and 1 less when it is damaged."""
    t = table(terrain={"woods": [(x, y) for x in range(9) for y in range(9) if (x, y) != (4, 4) and x < 9 - y % 2]})
    t.add("A1", (4, 4), kind="heavy_tank", damage=damage)
    t.add("B1", (0, 0))
    t.turn()
    assert ("fire-and-move" in t.orders("A1")) is able
