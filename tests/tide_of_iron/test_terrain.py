"""Chapter TRN: terrain cover, entrenchments and pillboxes, tank traps, smoke. Wire and mines: test_terrain_obstacles."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

SHOOTER, HEX, FORTS = (6, 4), (4, 4), ("entrenchment", "pillbox")


def under_fire(kind="squad", fort="none", **keys):
    """A unit of B in HEX and one regular that can fire at it from distance 2; all defence dice are failures."""
    g = Table(**keys)
    g.add("A1", SHOOTER, **({"machine_gun": 1} if kind != "squad" else {"regular": 1}))
    g.add("B1", HEX, kind=kind, fort=fort)
    return g


def shoot(g, defence, dice=1, how="normal"):
    """A1 fires; exactly so many defence dice must be rolled."""
    g.turn()
    g.dice(*[1] * (dice + defence))
    squad = g.unit("B1").kind == "squad"
    g.play("fire A1", *[how] * squad)
    g.done()


@pytest.mark.clause("TI-TRN-01")
def test_a_hex_has_a_terrain_a_level_a_road_and_markers_at_once():
    """The cover is that of the woods, the height that of the hill, the cost that of the road, and the wire stops."""
    keys = {"terrain": {"woods": [HEX]}, "levels": {1: [HEX]}, "roads": [[(3, 4), HEX, (5, 4)]]}
    g = under_fire(**keys)
    shoot(g, defence=2)
    g = Table(**keys)
    g.mark("wire", HEX)
    g.add("A1", (3, 4))
    g.add("B1", (8, 8))
    g.turn()
    g.play("advance A1", "east")
    assert g.decision == "SELECT"
    assert g.unit("A1").at == HEX
    assert not g.sees((3, 4), (5, 4))


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
def test_terrain_cover_is_added_for_every_unit_in_the_hex(kind, armour, terrain, cover):
    g = under_fire(kind, terrain={} if terrain == "clear" else {terrain: [HEX]})
    shoot(g, defence=cover + armour, dice=1 if kind == "squad" else 2)


@pytest.mark.clause("TI-TRN-03")
@pytest.mark.parametrize("how", ["normal", "suppressive"])
def test_hills_and_roads_give_no_cover_and_woods_the_same_against_either_attack(how):
    shoot(under_fire(levels={1: [HEX]}, roads=[[HEX, (3, 4)]]), defence=0, how=how)
    shoot(under_fire(terrain={"woods": [HEX]}), defence=2, how=how)


@pytest.mark.clause("TI-TRN-04", "TI-TRN-10")
@pytest.mark.parametrize(
    ("obstacle", "barred"), [("building", True), ("pillbox", True), ("traps", True), ("entrenchment", False), ("wire", False)]
)
@pytest.mark.parametrize("kind", ["truck", "half_track", "medium_tank_a", "squad"])
def test_buildings_pillboxes_and_tank_traps_bar_vehicles(obstacle, barred, kind):
    g = Table(terrain={"building": [HEX]} if obstacle == "building" else {})
    if obstacle != "building":
        g.mark(obstacle, HEX)
    g.add("A1", (3, 4), kind=kind)
    g.add("B1", (8, 8))
    g.turn()
    g.play("advance A1")
    assert g.can("east") != (barred and kind != "squad")
    assert g.can("west")


@pytest.mark.clause("TI-TRN-04")
def test_a_road_does_not_open_a_barred_hex():
    g = Table(terrain={"building": [HEX]}, roads=[[(3, 4), HEX]])
    g.add("A1", (3, 4), kind="truck")
    g.add("B1", (8, 8))
    g.turn()
    g.play("advance A1")
    assert not g.can("east")


@pytest.mark.clause("TI-TRN-05", "TI-TRN-06", "TI-TRN-03")
@pytest.mark.parametrize(("fort", "cover"), [("none", 0), ("entrenchment", 2), ("pillbox", 6)])
@pytest.mark.parametrize(("terrain", "more"), [({}, 0), ({"woods": [HEX]}, 2)])
@pytest.mark.parametrize("how", ["normal", "suppressive"])
def test_a_fortification_protects_the_squad_inside_on_top_of_terrain(fort, cover, terrain, more, how):
    g = under_fire(fort=fort, terrain=terrain)
    for name in FORTS:
        g.mark(name, HEX)
    shoot(g, defence=cover + more, how=how)


@pytest.mark.clause("TI-TRN-05")
def test_an_entrenchment_protects_no_vehicle_in_its_hex():
    g = under_fire("half_track")
    g.mark("entrenchment", HEX)
    shoot(g, defence=1, dice=2)


@pytest.mark.clause("TI-TRN-05")
@pytest.mark.parametrize(("unit", "able"), [({}, True), ({"machine_gun": 1}, True), ({"kind": "half_track"}, False)])
def test_only_squads_enter_an_entrenchment(unit, able):
    g = Table()
    g.mark("entrenchment", HEX)
    g.add("A1", HEX, **unit)
    g.add("B1", (8, 8))
    g.turn()
    g.play("advance A1")
    assert g.can("enter-entrenchment") == able


@pytest.mark.clause("TI-TRN-05", "TI-SPC-03")
@pytest.mark.parametrize(
    ("terrain", "able"),
    [("clear", True), ("woods", True), ("rough", True), ("bridge", True), ("stream", False), ("building", False)],
)
def test_where_an_entrenchment_may_be_dug(terrain, able):
    g = Table(terrain={} if terrain == "clear" else {terrain: [HEX]})
    g.add("A1", HEX, specialty="engineer")
    g.add("B1", (8, 8))
    g.turn()
    assert ("dig" in g.orders("A1")) == able


@pytest.mark.clause("TI-TRN-05")
@pytest.mark.parametrize(("lying", "able"), [((2, 0), True), ((1, 1), True), ((3, 0), False), ((2, 1), False), ((0, 3), False)])
def test_at_most_three_fortifications_lie_in_a_hex(lying, able):
    g = Table()
    for name, number in zip(FORTS, lying, strict=True):
        for _ in range(number):
            g.mark(name, HEX)
    g.add("A1", HEX, specialty="engineer")
    g.add("B1", (8, 8))
    g.turn()
    assert ("dig" in g.orders("A1")) == able


@pytest.mark.clause("TI-TRN-07", "TI-OPF-02")
@pytest.mark.parametrize("fort", FORTS)
def test_leaving_a_fortification_meets_op_fire_and_entering_one_does_not(fort):
    with Table() as g:
        g.mark(fort, HEX)
        g.add("A1", HEX, fort=fort)
        g.add("B1", (6, 4), activation="op_fire", regular=1)
        g.turn()
        g.play("advance A1", "leave")
        assert (g.decision, g.decider) == ("OP_FIRE", 1)
        g.play("decline")
        assert g.decider == 0
        g.play(f"enter-{fort}")
        assert (g.decision, g.decider) == ("STEP", 0)


@pytest.mark.clause("TI-TRN-10")
@pytest.mark.parametrize(("kind", "defence", "dice"), [("squad", 1, 1), ("medium_tank_a", 4, 2)])
def test_tank_traps_give_cover_to_squads(kind, defence, dice):
    g = under_fire(kind)
    g.mark("traps", HEX)
    shoot(g, defence=defence, dice=dice)


@pytest.mark.clause("TI-TRN-11")
def test_smoke_blocks_sight_through_its_hex_until_tokens_are_removed():
    g = Table()
    assert g.sees((2, 4), (6, 4))
    g.mark("smoke", HEX)
    assert not g.sees((2, 4), (6, 4))
    assert g.sees((2, 4), HEX)
    assert g.sees(HEX, (6, 4))
    g.add("A1", (2, 4))
    g.add("B1", (6, 4))
    g.turn()
    assert "fire" not in g.orders("A1")
    g.status_phase("draw")
    assert g.decision == "OP_MODE"
    assert g.marks_at(HEX) == set()
    assert g.sees((2, 4), (6, 4))


@pytest.mark.clause("TI-TRN-11")
def test_smoke_gives_no_cover():
    g = under_fire()
    g.mark("smoke", HEX)
    shoot(g, defence=0)


@pytest.mark.clause("TI-TRN-13")
@pytest.mark.parametrize("side", "AB")
def test_either_side_may_use_an_empty_fortification(side):
    g = Table()
    g.mark("entrenchment", HEX)
    g.add(side + "1", HEX)
    g.add("BA"["AB".index(side)] + "1", (8, 8))
    g.turn("AB".index(side))
    g.play(f"advance {side}1", "enter-entrenchment")
    assert g.unit(side + "1").fort == "entrenchment"
