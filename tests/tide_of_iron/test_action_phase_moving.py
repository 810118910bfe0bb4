"""Chapter ACT: Fire and Movement, Assault moves, transported units, and what Op Fire takes from an activation."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

MID, NEXT = (4, 4), (5, 4)


ELITE = {"elite": 4}


def table(unit=ELITE, target=(6, 4), **keys):
    """A1 in the middle, its target B1, and A2 in the corner."""
    g = Table(**keys)
    g.add("A1", MID, **unit)
    g.add("A2", (0, 8), regular=1)
    g.add("B1", target)
    return g


@pytest.mark.clause("TI-ACT-11")
def test_fire_and_movement_may_fire_first_at_half_firepower():
    with table() as g:
        g.turn()
        g.play("fire-and-move A1")
        assert g.legal() == {"fire-first", "move-first"}
        g.dice(1, 1, 1, 1)
        g.play("fire-first", "normal")
        assert g.decision == "STEP"
        g.play("west", "west", "stop")
        assert (g.decision, g.decider) == ("SELECT", 0)
    assert (g.unit("A1").at, g.unit("A1").activation) == ((2, 4), "fatigued")


@pytest.mark.clause("TI-ACT-11")
def test_fire_and_movement_may_move_first_and_does_not_move_again():
    with table() as g:
        g.turn()
        g.play("fire-and-move A1", "move-first", "west", "stop")
        assert g.decision == "TARGET"
        assert not g.can("east")
        g.dice(1, 1, 1, 1)
        g.play("at B1", "normal")
        assert g.decision == "SELECT"
    assert (g.unit("A1").at, g.unit("A1").activation) == ((3, 4), "fatigued")


@pytest.mark.clause("TI-ACT-11", "TI-ACT-20")
@pytest.mark.parametrize("first", ["fire-first", "move-first"])
def test_the_move_of_fire_and_movement_may_be_skipped(first):
    with table() as g:
        g.turn()
        g.play("fire-and-move A1", first)
        g.dice(1, 1, 1, 1)
        g.play(*(("normal", "stop") if first == "fire-first" else ("stop", "at B1", "normal")))
    assert (g.unit("A1").at, g.unit("A1").activation) == (MID, "fatigued")


@pytest.mark.clause("TI-ACT-11")
def test_a_unit_without_target_moves_first_and_may_find_one():
    with table(target=(8, 4), terrain={"woods": [(6, 4)]}) as g:
        g.turn()
        g.play("fire-and-move A1")
        assert g.decision == "STEP"
        g.play("south-east", "east", "stop")  # around the woods
        assert g.decision == "TARGET"
        g.dice(1, 1, 1, 1)
        g.play("at B1", "normal")


@pytest.mark.clause("TI-ACT-11", "TI-CMB-01")
@pytest.mark.parametrize(("order", "asked"), [("fire A1", True), ("fire-and-move A1", False)])
def test_fire_and_movement_may_not_be_supported(order, asked):
    with table() as g:
        g.add("A3", (4, 5))
        g.turn()
        g.play(order, *["fire-first"] * (not asked))
        g.dice(*[1] * (8 if asked else 4))
        g.play("normal")
        assert (g.decision == "SUPPORT") == asked
        g.play(*["done"] * asked)


@pytest.mark.clause("TI-ACT-11")
def test_fire_and_movement_makes_one_attack():
    with table() as g:
        g.turn()
        g.dice(1, 1, 1, 1)
        g.play("fire-and-move A1", "fire-first", "normal", "east", "stop")
        assert g.decision == "SELECT"


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
def test_fire_and_movement_lowers_movement_by_one_for_squads_and_two_for_vehicles(unit, points):
    g = Table(width=15)
    g.add("A1", (0, 4), **unit)
    g.add("A2", (0, 8))
    g.add("B1", (14, 0), regular=1)
    g.turn()
    g.play("fire-and-move A1")
    for _ in range(points):
        assert g.decision == "STEP"
        g.play("east")
    assert g.decision != "STEP"
    assert g.unit("A1").at == (points, 4)


@pytest.mark.clause("TI-ACT-13", "TI-ASL-01")
@pytest.mark.parametrize(("unit", "points"), [({}, 3), ({"officer": 1, "regular": 3}, 4)])
def test_an_assault_lowers_movement_by_one(unit, points):
    g = Table()
    g.add("A1", (0, 4), **unit)
    g.add("A2", (0, 8))
    g.add("B1", (8, 0))
    g.turn()
    g.play("assault A1", *["east"] * points)
    assert (g.decision, g.unit("A1").at) == ("SELECT", (points, 4))


@pytest.mark.clause("TI-ACT-18", "TI-TRP-04")
def test_units_aboard_keep_their_own_activation():
    g = Table()
    g.add("A1", MID, kind="half_track")
    g.add("A2", MID, aboard="A1")
    g.add("A3", (0, 8))
    g.add("B1", (8, 0))
    g.turn()
    g.play("advance A1", "east", "stop")
    assert (g.unit("A1").activation, g.unit("A2").activation, g.unit("A2").at) == ("fatigued", "fresh", NEXT)
    g.play("advance A2", "unload", "stop")
    assert g.unit("A2").activation == "fatigued"


@pytest.mark.clause("TI-ACT-18")
def test_a_vehicle_stays_fresh_when_the_squad_aboard_is_fatigued():
    g = Table()
    g.add("A1", MID, kind="half_track")
    g.add("A2", MID, aboard="A1")
    g.add("B1", (8, 0))
    g.turn()
    g.play("fatigue A2")
    assert g.unit("A1").activation == "fresh"
    assert "advance" in g.orders("A1")
    assert not g.orders("A2")


def watched(order, first=None):
    """A1 goes east to (5, 4) in view of the machine gun B2; B1 stands beyond at (6, 4)."""
    g = table({"regular": 4})
    g.add("B2", (8, 4), machine_gun=1, activation="op_fire")
    g.turn()
    g.play(f"{order} A1", *[first] * (first is not None))
    return g


@pytest.mark.clause("TI-ACT-19", "TI-OPF-05")
@pytest.mark.parametrize("order", ["fire-and-move", "assault"])
@pytest.mark.parametrize(("face", "condition"), [(1, "none"), (5, "pinned")])
def test_a_mover_pinned_by_op_fire_loses_its_attack(order, face, condition):
    with watched(order, "move-first" if order == "fire-and-move" else None) as g:
        g.play("east", "op-fire B2")
        g.dice(face, 1, 1, 1)
        g.play("suppressive")
        unit = g.unit("A1")
        assert (unit.condition, unit.at) == (condition, NEXT)
        if condition == "none":
            g.play("stop")
            assert g.decision == ("TARGET" if order == "fire-and-move" else "ASSAULT_HEX")
        else:
            assert (g.decision, g.decider, unit.activation) == ("SELECT", 0, "fatigued")


@pytest.mark.clause("TI-ACT-19", "TI-OPF-05")
@pytest.mark.parametrize(("faces", "condition"), [((5, 5, 5, 1), "disrupted"), ((5, 5, 5, 5), None)])
def test_a_disrupted_or_routed_mover_loses_its_attack_too(faces, condition):
    with watched("fire-and-move", "move-first") as g:
        g.play("east", "op-fire B2")
        g.dice(*faces)
        g.play("suppressive")
        assert (g.decision, g.decider) == ("SELECT", 0)
    assert (g.unit("A1").condition == condition) if condition else (g.unit("A1").status == "LOST")


@pytest.mark.clause("TI-ACT-19", "TI-OPF-07")
def test_casualties_of_op_fire_do_not_take_the_attack():
    with watched("fire-and-move", "move-first") as g:
        g.play("east", "op-fire B2")
        g.dice(5, 5, 5, 1)
        g.play("normal", "stop")
        assert (g.decision, g.unit("A1").strength) == ("TARGET", 1)
        g.dice(1)
        g.play("at B1", "normal")


@pytest.mark.clause("TI-ACT-19")
def test_an_attack_made_before_the_move_stays_made():
    with watched("fire-and-move") as g:
        g.dice(5, 1)
        g.play("fire-first", "at B1", "normal", "east", "op-fire B2")
        g.dice(5, 1, 1, 1)
        g.play("suppressive")
    assert (g.unit("A1").condition, g.unit("B1").strength) == ("pinned", 3)


@pytest.mark.clause("TI-ACT-19", "TI-OPF-05", "TI-OPF-06")
@pytest.mark.parametrize(("kind", "lost"), [("half_track", True), ("medium_tank_a", False)])
def test_a_vehicle_fatigued_by_op_fire_loses_its_attack(kind, lost):
    """A heavy vehicle that is only lightly damaged goes on."""
    armour = {"half_track": 1, "medium_tank_a": 4}[kind]
    g = table({"kind": kind})
    g.add("B2", (8, 4), specialty="anti_tank", activation="op_fire")
    with g:
        g.turn()
        g.play("fire-and-move A1", "move-first", "east")
        g.dice(5, *[1] * 6, *[1] * armour)
        g.play("op-fire B2")
        g.play(*["stop"] * (not lost))
        assert g.unit("A1").damage == "light"
        assert g.decision == ("SELECT" if lost else "TARGET")


@pytest.mark.clause("TI-ACT-20")
@pytest.mark.parametrize("order", ["advance", "fire-and-move", "assault"])
def test_a_committed_unit_is_fatigued_without_having_moved(order):
    with table(target=(8, 0), unit={"regular": 1}, terrain={"woods": [(7, 1), (6, 2), (6, 1)]}) as g:
        g.turn()
        g.play(f"{order} A1", "stop")
        assert g.decision == "SELECT"
        assert int(g.state["actions_left"]) == 1
    assert (g.unit("A1").at, g.unit("A1").activation) == (MID, "fatigued")
