"""Chapter VEH: the damage ladder, concussive firepower, thick armour. Overrun: test_vehicles_overrun."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.tide_of_iron.rules.firing import fire_of
from skirmish_rl.envs.tide_of_iron.state import Part, Reach
from tests.tide_of_iron.table import cell_of

NEAR, HEX = (4, 4), (5, 4)
ARMOUR = {"truck": 0, "half_track": 1, "medium_tank_a": 4, "heavy_tank": 6, "tank_destroyer": 4}


def hit(table, kind, net, damage="none", aboard=0):
    """Four regulars next to B1 (and what it carries) fire at it with so many successes; no defence die succeeds."""
    t = table()
    t.add("A1", NEAR)
    t.add("A2", (0, 8), activation="fatigued")
    t.add("B1", HEX, kind=kind, damage=damage)
    t.add("B9", (8, 8), kind="truck", activation="fatigued")  # out of range
    for k in range(aboard):
        t.add(f"B{k + 2}", HEX, aboard="B1")
    armour = max(0, ARMOUR[kind] - (damage != "none"))
    t.turn()
    t.dice(*[4] * net, *[1] * (4 - net), *[1] * armour)
    t.play("fire A1")
    t.done()
    return t


@pytest.mark.clause("TI-VEH-01", "TI-ASL-03")
@pytest.mark.parametrize(
    ("kind", "heavy"),
    [("truck", False), ("half_track", False), ("medium_tank_a", True), ("heavy_tank", True), ("tank_destroyer", True)],
)
def test_half_tracks_and_trucks_are_light_and_tanks_heavy(table, kind, heavy):
    """Only a hex without heavy vehicles may be assaulted."""
    t = table()
    t.add("A1", NEAR)
    t.add("B1", HEX, kind=kind)
    t.turn()
    t.play("assault A1", "stop")
    assert (t.decision == "ASSAULT_HEX") != heavy


@pytest.mark.clause("TI-VEH-02", "TI-VEH-03", "TI-VEH-04")
@pytest.mark.parametrize("kind", ["truck", "half_track", "medium_tank_a", "tank_destroyer"])
@pytest.mark.parametrize(
    ("damage", "results"),
    [
        ("none", ["none", "light", "light", "heavy", None]),
        ("light", ["light", "heavy", "heavy", None, None]),
        ("heavy", ["heavy", None, None, None, None]),
    ],
)
def test_the_damage_ladder(table, kind, damage, results):
    for net, result in enumerate(results):
        unit = hit(table, kind, net, damage).unit("B1")
        assert (unit.damage == result) if result else (unit.status == "LOST"), net


@pytest.mark.clause("TI-VEH-05", "TI-VEH-06", "TI-VEH-14")
@pytest.mark.parametrize(
    ("kind", "damage", "value"),
    [
        ("truck", "none", 6),
        ("truck", "light", 5),
        ("half_track", "none", 7),
        ("half_track", "light", 6),
        ("medium_tank_a", "none", 6),
        ("medium_tank_a", "light", 5),
        ("heavy_tank", "none", 5),
        ("heavy_tank", "light", 4),
    ],
)
def test_a_lightly_damaged_vehicle_has_one_movement_point_less(table, kind, damage, value):
    t = table(width=15)
    t.add("A1", (0, 4), kind=kind, damage=damage)
    t.add("A2", (0, 8))
    t.add("B1", (14, 0))
    t.turn()
    t.play("advance A1", *["east"] * value)
    assert (t.decision, t.unit("A1").at) == ("SELECT", (value, 4))


@pytest.mark.clause("TI-VEH-05", "TI-VEH-06")
@pytest.mark.parametrize("kind", ["half_track", "medium_tank_a", "heavy_tank"])
@pytest.mark.parametrize("damage", ["light", "heavy"])
def test_the_armour_of_a_damaged_vehicle_is_one_lower(table, kind, damage):
    """`hit` dictates exactly so many defence dice."""
    hit(table, kind, 0, damage)


@pytest.mark.clause("TI-VEH-06", "TI-VEH-14")
@pytest.mark.parametrize(("damage", "orders"), [
    ("none", {"advance", "fire", "prepare", "fire-and-move", "fatigue"}),
    ("light", {"advance", "fire", "prepare", "fire-and-move", "fatigue"}),
    ("heavy", {"fire", "prepare", "fatigue"}),
])  # fmt: skip
def test_a_heavily_damaged_vehicle_does_not_move(table, damage, orders):
    t = table()
    t.add("A1", NEAR, kind="half_track", damage=damage)
    t.add("B1", HEX)
    t.turn()
    assert t.orders("A1") == orders


@pytest.mark.clause("TI-VEH-06", "TI-FIR-13")
@pytest.mark.parametrize(("kind", "target", "damage", "dice"), [
    ("medium_tank_a", "squad", "none", 6), ("medium_tank_a", "squad", "light", 6),
    ("medium_tank_a", "squad", "heavy", 3), ("half_track", "truck", "heavy", 1),
])  # fmt: skip
def test_a_heavily_damaged_vehicle_fires_at_half(table, kind, target, damage, dice):
    t = table()
    t.add("A1", NEAR, kind=kind, damage=damage)
    t.add("B1", (6, 4), kind=target)
    t.turn()
    t.dice(*[1] * dice)
    t.play("fire A1", *["normal"] * (target == "squad"))


@pytest.mark.clause("TI-VEH-06", "TI-OPF-01")
def test_a_heavily_damaged_vehicle_fires_from_op_fire_mode_and_carries(table):
    t = table()
    t.add("A1", (1, 4), kind="half_track")
    t.add("B1", HEX, kind="half_track", damage="heavy", activation="op_fire")
    t.add("B2", HEX, aboard="B1")
    t.turn()
    t.play("advance A1", "east")
    assert t.can("op-fire B1")
    t.dice(1, 1)  # FP 2 against vehicles, halved; one die of armour
    t.play("op-fire B1")
    t.turn(1)
    t.play("advance B2")
    assert t.can("unload")


@pytest.mark.clause("TI-VEH-07")
@pytest.mark.parametrize(("net", "lost"), [(3, False), (4, True)])
def test_a_destroyed_vehicle_takes_the_squads_aboard_with_it(table, net, lost):
    t = hit(table, "truck", net, aboard=2)
    assert [t.unit(u).status for u in ("B1", "B2", "B3")] == ["LOST" if lost else "ON_MAP"] * 3


@pytest.mark.clause("TI-VEH-08")
@pytest.mark.parametrize(
    ("shooter", "terrain", "fort", "at", "dice", "face", "hits", "defence"),
    [
        ("medium_tank_a", "building", "none", 8, 9, 5, True, 3),  # worked example 17
        ("medium_tank_a", "building", "none", 9, 9, 5, False, 3),
        ("medium_tank_a", "clear", "pillbox", 8, 9, 5, True, 6),
        ("medium_tank_a", "clear", "none", 5, 6, 5, True, 0),
        ("medium_tank_a", "clear", "none", 6, 6, 5, False, 0),
        ("medium_tank_a", "clear", "entrenchment", 6, 6, 5, False, 2),
        ("medium_tank_a", "woods", "none", 5, 6, 5, True, 2),
        ("tank_destroyer", "building", "none", 8, 9, 5, True, 3),
        ("heavy_tank", "building", "none", 8, 9, 5, True, 3),
        ("half_track", "building", "none", 5, 4, 5, True, 3),
        ("half_track", "building", "none", 6, 4, 5, False, 3),
    ],
)
def test_concussive_firepower_against_buildings_and_pillboxes(table, shooter, terrain, fort, at, dice, face, hits, defence):
    t = table(width=15, terrain={} if terrain == "clear" else {terrain: [(at, 4)]})
    t.add("A1", (0, 4), kind=shooter)
    if fort != "none":
        t.mark(fort, (at, 4))
    t.add("B1", (at, 4), fort=fort)
    t.turn()
    t.dice(face, *[1] * (dice - 1 + defence))
    t.play("fire A1", "normal")
    assert t.unit("B1").strength == (3 if hits else 4)


@pytest.mark.clause("TI-VEH-08", "TI-LOS-02")
@pytest.mark.parametrize(("start", "distance", "able"), [((2, 12), 16, True), ((1, 12), 17, False)])
def test_the_raised_range_value_is_doubled_for_long_range(table, start, distance, able):
    t = table(width=15, rows=13, terrain={"building": [(14, 4)]})
    t.add("A1", start, kind="medium_tank_a")
    t.add("B1", (14, 4))
    assert t.scenario.tables[0]["distance"][cell_of(start), cell_of((14, 4))] == distance
    t.turn()
    assert ("fire" in t.orders("A1")) == able


@pytest.mark.clause("TI-VEH-08", "TI-GEN-06")
def test_the_concussive_bonus_is_halved_with_the_rest(table):
    t = table(width=15, terrain={"building": [(8, 4)]})
    t.add("A1", (0, 4), kind="medium_tank_a")
    t.add("B1", (8, 4))
    t.turn()
    t.dice(*[1] * (5 + 3))
    t.play("fire-and-move A1", "fire-first", "normal", "stop")


@pytest.mark.clause("TI-VEH-09")
@pytest.mark.parametrize(
    ("kind", "armour", "hits", "cancels", "damage"),
    [
        ("medium_tank_b", 4, 1, 0, "light"),
        ("heavy_tank", 6, 1, 0, "none"),
        ("heavy_tank", 6, 2, 0, "light"),
        ("heavy_tank", 6, 3, 1, "light"),
        ("heavy_tank", 6, 6, 5, "none"),
        ("heavy_tank", 6, 7, 6, "light"),  # no failing die is left to turn
    ],
)
def test_thick_armour_turns_one_failing_defence_die(table, kind, armour, hits, cancels, damage):
    t = table()
    t.add("A1", (2, 4), kind="tank_destroyer")
    t.add("B1", HEX, kind=kind)
    t.turn()
    t.dice(*[5] * hits, *[4] * (10 - hits), *[5] * cancels, *[4] * (armour - cancels))
    t.play("fire A1")
    assert t.unit("B1").damage == damage


@pytest.mark.clause("TI-VEH-13")
@pytest.mark.parametrize("kind", ["half_track", "medium_tank_a", "heavy_tank", "tank_destroyer", "squad"])
def test_vehicles_may_not_assault_but_use_fire_and_movement(table, kind):
    t = table()
    t.add("A1", NEAR, kind=kind)
    t.add("B1", HEX)
    t.turn()
    assert ("assault" in t.orders("A1")) == (kind == "squad")
    assert "fire-and-move" in t.orders("A1")


@pytest.mark.clause("TI-FIR-03")
def test_a_vehicle_without_fire_power_is_at_no_range(table):
    t = table()
    t.add("A1", NEAR, kind="truck")
    t.add("B1", HEX)
    assert fire_of(t._s, t._t, t.slot_of("A1"), Part.ALL, t.slot_of("B1")) == (0, Reach.NONE)
