"""Chapter TRN: terrain cover, entrenchments and pillboxes, tank traps, smoke. Wire and mines: test_terrain_obstacles."""

from __future__ import annotations

import pytest

SHOOTER, HEX, FORTS = (6, 4), (4, 4), ("entrenchment", "pillbox")


def under_fire(table, kind="squad", fort="none", **keys):
    """A unit of B in HEX and one regular that can fire at it from distance 2; all defence dice are failures."""
    t = table(**keys)
    t.add("A1", SHOOTER, **({"machine_gun": 1} if kind != "squad" else {"regular": 1}))
    t.add("B1", HEX, kind=kind, fort=fort)
    return t


def shoot(t, defence, dice=1, how="normal"):
    """A1 fires; exactly so many defence dice must be rolled."""
    t.turn()
    t.dice(*[1] * (dice + defence))
    squad = t.unit("B1").kind == "squad"
    t.play("fire A1", *[how] * squad)
    t.done()


@pytest.mark.clause("TI-TRN-01")
def test_a_hex_has_a_terrain_a_level_a_road_and_markers_at_once(table):
    """The cover is that of the woods, the height that of the hill, the cost that of the road, and the wire stops."""
    keys = {"terrain": {"woods": [HEX]}, "levels": {1: [HEX]}, "roads": [[(3, 4), HEX, (5, 4)]]}
    t = under_fire(table, **keys)
    shoot(t, defence=2)
    t = table(**keys)
    t.mark("wire", HEX)
    t.add("A1", (3, 4))
    t.add("B1", (8, 8))
    t.turn()
    t.play("advance A1", "east")
    assert t.decision == "SELECT"
    assert t.unit("A1").at == HEX
    assert not t.sees((3, 4), (5, 4))


@pytest.mark.clause("TI-TRN-02", "TI-TRN-03")
@pytest.mark.parametrize(
    ("kind", "armour", "terrain", "cover"),
    [
        (kind, armour, terrain, cover)
        for kind, armour in (("squad", 0), ("half_track", 1), ("medium_tank_a", 4))
        for terrain, cover in (("clear", 0), ("woods", 2), ("building", 3), ("rough", 1), ("bridge", 0), ("stream", 0))
        if kind == "squad" or terrain != "building"
    ],
)
def test_terrain_cover_is_added_for_every_unit_in_the_hex(table, kind, armour, terrain, cover):
    t = under_fire(table, kind, terrain={} if terrain == "clear" else {terrain: [HEX]})
    shoot(t, defence=cover + armour, dice=1 if kind == "squad" else 2)


@pytest.mark.clause("TI-TRN-03")
@pytest.mark.parametrize("how", ["normal", "suppressive"])
def test_hills_and_roads_give_no_cover_and_woods_the_same_against_either_attack(table, how):
    shoot(under_fire(table, levels={1: [HEX]}, roads=[[HEX, (3, 4)]]), defence=0, how=how)
    shoot(under_fire(table, terrain={"woods": [HEX]}), defence=2, how=how)


@pytest.mark.clause("TI-TRN-04", "TI-TRN-10")
@pytest.mark.parametrize(
    ("obstacle", "barred"), [("building", True), ("pillbox", True), ("traps", True), ("entrenchment", False), ("wire", False)]
)
@pytest.mark.parametrize("kind", ["truck", "half_track", "medium_tank_a", "squad"])
def test_buildings_pillboxes_and_tank_traps_bar_vehicles(table, obstacle, barred, kind):
    t = table(terrain={"building": [HEX]} if obstacle == "building" else {})
    if obstacle != "building":
        t.mark(obstacle, HEX)
    t.add("A1", (3, 4), kind=kind)
    t.add("B1", (8, 8))
    t.turn()
    t.play("advance A1")
    assert t.can("east") != (barred and kind != "squad")
    assert t.can("west")


@pytest.mark.clause("TI-TRN-04")
def test_a_road_does_not_open_a_barred_hex(table):
    t = table(terrain={"building": [HEX]}, roads=[[(3, 4), HEX]])
    t.add("A1", (3, 4), kind="truck")
    t.add("B1", (8, 8))
    t.turn()
    t.play("advance A1")
    assert not t.can("east")


@pytest.mark.clause("TI-TRN-05", "TI-TRN-06", "TI-TRN-03")
@pytest.mark.parametrize(("fort", "cover"), [("none", 0), ("entrenchment", 2), ("pillbox", 6)])
@pytest.mark.parametrize(("terrain", "more"), [({}, 0), ({"woods": [HEX]}, 2)])
@pytest.mark.parametrize("how", ["normal", "suppressive"])
def test_a_fortification_protects_the_squad_inside_on_top_of_terrain(table, fort, cover, terrain, more, how):
    t = under_fire(table, fort=fort, terrain=terrain)
    for name in FORTS:
        t.mark(name, HEX)
    shoot(t, defence=cover + more, how=how)


@pytest.mark.clause("TI-TRN-05")
def test_an_entrenchment_protects_no_vehicle_in_its_hex(table):
    t = under_fire(table, "half_track")
    t.mark("entrenchment", HEX)
    shoot(t, defence=1, dice=2)


@pytest.mark.clause("TI-TRN-05")
@pytest.mark.parametrize(("unit", "able"), [({}, True), ({"machine_gun": 1}, True), ({"kind": "half_track"}, False)])
def test_only_squads_enter_an_entrenchment(table, unit, able):
    t = table()
    t.mark("entrenchment", HEX)
    t.add("A1", HEX, **unit)
    t.add("B1", (8, 8))
    t.turn()
    t.play("advance A1")
    assert t.can("enter-entrenchment") == able


@pytest.mark.clause("TI-TRN-05", "TI-SPC-03")
@pytest.mark.parametrize(
    ("terrain", "able"),
    [("clear", True), ("woods", True), ("rough", True), ("bridge", True), ("stream", False), ("building", False)],
)
def test_where_an_entrenchment_may_be_dug(table, terrain, able):
    t = table(terrain={} if terrain == "clear" else {terrain: [HEX]})
    t.add("A1", HEX, specialty="engineer")
    t.add("B1", (8, 8))
    t.turn()
    assert ("dig" in t.orders("A1")) == able


@pytest.mark.clause("TI-TRN-05")
@pytest.mark.parametrize(("lying", "able"), [((2, 0), True), ((1, 1), True), ((3, 0), False), ((2, 1), False), ((0, 3), False)])
def test_at_most_three_fortifications_lie_in_a_hex(table, lying, able):
    t = table()
    for name, number in zip(FORTS, lying, strict=True):
        for _ in range(number):
            t.mark(name, HEX)
    t.add("A1", HEX, specialty="engineer")
    t.add("B1", (8, 8))
    t.turn()
    assert ("dig" in t.orders("A1")) == able


@pytest.mark.clause("TI-TRN-07", "TI-OPF-02")
@pytest.mark.parametrize("fort", FORTS)
def test_leaving_a_fortification_meets_op_fire_and_entering_one_does_not(table, fort):
    t = table()
    t.mark(fort, HEX)
    t.add("A1", HEX, fort=fort)
    t.add("B1", (6, 4), activation="op_fire", regular=1)
    t.turn()
    t.play("advance A1", "leave")
    assert (t.decision, t.decider) == ("OP_FIRE", 1)
    t.play("decline")
    assert t.decider == 0
    t.play(f"enter-{fort}")
    assert (t.decision, t.decider) == ("STEP", 0)


@pytest.mark.clause("TI-TRN-10")
@pytest.mark.parametrize(("kind", "defence", "dice"), [("squad", 1, 1), ("medium_tank_a", 4, 2)])
def test_tank_traps_give_cover_to_squads(table, kind, defence, dice):
    t = under_fire(table, kind)
    t.mark("traps", HEX)
    shoot(t, defence=defence, dice=dice)


@pytest.mark.clause("TI-TRN-11")
def test_smoke_blocks_sight_through_its_hex_until_tokens_are_removed(table):
    t = table()
    assert t.sees((2, 4), (6, 4))
    t.mark("smoke", HEX)
    assert not t.sees((2, 4), (6, 4))
    assert t.sees((2, 4), HEX)
    assert t.sees(HEX, (6, 4))
    t.add("A1", (2, 4))
    t.add("B1", (6, 4))
    t.turn()
    assert "fire" not in t.orders("A1")
    t.status_phase("draw")
    assert t.decision == "OP_MODE"
    assert t.marks_at(HEX) == set()
    assert t.sees((2, 4), (6, 4))


@pytest.mark.clause("TI-TRN-11")
def test_smoke_gives_no_cover(table):
    t = under_fire(table)
    t.mark("smoke", HEX)
    shoot(t, defence=0)


@pytest.mark.clause("TI-TRN-13")
@pytest.mark.parametrize("side", "AB")
def test_either_side_may_use_an_empty_fortification(table, side):
    t = table()
    t.mark("entrenchment", HEX)
    t.add(side + "1", HEX)
    t.add("BA"["AB".index(side)] + "1", (8, 8))
    t.turn("AB".index(side))
    t.play(f"advance {side}1", "enter-entrenchment")
    assert t.unit(side + "1").fort == "entrenchment"
