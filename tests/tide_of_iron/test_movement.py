"""Chapter MOV: movement points, costs, stacking, what may not be entered."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.table import Table

MID, EAST = (4, 4), (5, 4)
HALF_TRACK, TANK = {"kind": "half_track"}, {"kind": "medium_tank_a"}
AROUND = {"north-east": (4, 3), "east": (5, 4), "south-east": (4, 5), "south-west": (3, 5), "west": (3, 4), "north-west": (3, 3)}


def mover(unit=None, at=MID, order="advance", **keys):
    """A1 moves; B1 is far away."""
    g = Table(**keys)
    g.add("A1", at, **(unit or {}))
    g.add("A9", (0, 8))
    g.add("B1", (0, 0))
    g.turn()
    if order:
        g.play(f"{order} A1")
    return g


def points(g):
    """Movement points left."""
    return int(g.state["movement"])


def steps(g):
    """Directions that are legal."""
    return g.legal() & set(AROUND)


@pytest.mark.clause("TI-MOV-01", "TI-OFF-01")
@pytest.mark.parametrize(
    ("unit", "value"),
    [
        ({"regular": 4}, 4),
        ({"elite": 1}, 4),
        ({"machine_gun": 1, "regular": 2}, 4),
        ({"officer": 1, "regular": 3}, 5),
        ({"officer": 2, "regular": 2}, 5),
        ({"officer": 1, "mortar": 1}, 5),
    ],
)
def test_a_squad_has_four_points_and_one_more_with_any_officers(unit, value):
    g = mover(unit, at=(0, 4))
    g.play(*["east"] * value)
    assert (g.decision, g.unit("A1").at) == ("SELECT", (value, 4))


@pytest.mark.clause("TI-MOV-02")
def test_a_unit_goes_hex_by_hex_to_any_neighbour_or_stops():
    g = mover()
    assert (g.decision, g.decider) == ("STEP", 0)
    assert g.legal() == set(AROUND) | {"stop"}
    g.play("east")
    assert (g.unit("A1").at, points(g)) == (EAST, 3)
    g.play("stop")
    assert g.decision == "SELECT"


@pytest.mark.clause("TI-MOV-02")
@pytest.mark.parametrize("direction", AROUND)
def test_the_six_directions(direction):
    g = mover()
    g.play(direction, "stop")
    assert g.unit("A1").at == AROUND[direction]


@pytest.mark.clause("TI-MOV-02", "TI-MOV-03", "TI-MOV-10")
@pytest.mark.parametrize(("spent", "able"), [(1, True), (2, True), (3, False)])
def test_a_hex_that_cannot_be_paid_may_not_be_entered(spent, able):
    """Woods cost two; there is no minimum move of one hex."""
    g = mover(at=(3 - spent, 4), terrain={"woods": [MID]})
    g.play(*["east"] * spent)
    assert g.can("east") == able
    assert points(g) == 4 - spent


@pytest.mark.clause("TI-MOV-03")
@pytest.mark.parametrize(("damage", "able"), [("none", True), ("light", False)])
def test_a_fresh_unit_with_too_few_points_stays_where_it_is(damage, able):
    """Fire and Movement leaves a lightly damaged tank three points: too few for the stream (4)."""
    g = mover({"kind": "medium_tank_a", "damage": damage}, terrain={"stream": [EAST]}, order="fire-and-move")
    g.play("move-first")
    assert g.can("east") == able


@pytest.mark.clause("TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(2, True), (3, False)])
def test_a_hex_with_three_friends_may_not_be_entered_even_in_passing(friends, able):
    g = mover(order=None)
    for k in range(friends):
        g.add(f"A{k + 2}", EAST)
    g.play("advance A1")
    assert g.can("east") == able


@pytest.mark.clause("TI-MOV-04", "TI-TRP-01")
def test_transported_squads_do_not_count_for_stacking():
    g = mover(order=None)
    g.add("A2", EAST, kind="truck")
    g.add("A3", EAST, aboard="A2")
    g.add("A4", EAST, aboard="A2")
    g.add("A5", EAST)
    g.play("advance A1", "east")
    assert g.unit("A1").at == EAST


@pytest.mark.clause("TI-MOV-04", "TI-TRP-02")
@pytest.mark.parametrize("aboard", [False, True])
def test_a_squad_that_boards_makes_room_in_its_hex(aboard):
    g = mover(order=None)
    g.add("A2", EAST, kind="truck")
    g.add("A3", EAST)
    g.add("A4", EAST)
    g.turn()
    g.play("advance A3", "load A2" if aboard else "stop", "advance A1")
    assert g.can("east") == aboard


@pytest.mark.clause("TI-MOV-04", "TI-TRP-02")
def test_a_squad_that_unloads_counts_again():
    g = mover(order=None)
    g.add("A2", EAST, kind="truck")
    g.add("A3", EAST, aboard="A2")
    g.add("A4", EAST)
    g.turn()
    g.play("advance A3", "unload", "stop", "advance A1")
    assert not g.can("east")


@pytest.mark.clause("TI-MOV-05")
@pytest.mark.parametrize("enemy", ["squad", "truck", "half_track", "heavy_tank"])
@pytest.mark.parametrize("unit", [{"regular": 4}, HALF_TRACK, {"kind": "tank_destroyer"}])
def test_enemy_hexes_are_closed(unit, enemy):
    g = mover(unit, order=None)
    g.add("B2", EAST, kind=enemy)
    g.play("advance A1")
    assert not g.can("east")
    assert g.can("west")


@pytest.mark.clause("TI-MOV-06", "TI-TRN-03")
@pytest.mark.parametrize(("unit", "cost"), [({}, 2), (TANK, 3)])
@pytest.mark.parametrize("road", [False, True])
def test_along_a_road_a_hex_costs_one_whatever_it_is(unit, cost, road):
    g = mover(unit, roads=[[MID, EAST]] if road else None, terrain={"woods": [EAST]}, levels={1: [EAST]})
    before = points(g)
    g.play("east")
    assert before - points(g) == (1 if road else cost)


@pytest.mark.clause("TI-MOV-06")
@pytest.mark.parametrize("kind", ["squad", "medium_tank_a"])
def test_the_road_must_connect_the_two_hexes(kind):
    """Both hexes are on roads, but not on the same one."""
    g = mover({"kind": kind}, roads=[[(3, 4), MID], [EAST, (6, 4)]], levels={1: [EAST, (6, 4)]})
    before = points(g)
    g.play("east")
    assert before - points(g) == 2
    g.play("east")
    assert before - points(g) == 3


@pytest.mark.clause("TI-MOV-07")
@pytest.mark.parametrize(
    ("here", "there", "cost"), [(0, 1, 2), (1, 1, 1), (1, 0, 1), (1, 2, 2), (2, 1, 1), (2, 2, 1), (0, 2, 0), (2, 0, 0)]
)
@pytest.mark.parametrize("unit", [{}, TANK])
def test_hills_and_cliffs(here, there, cost, unit):
    levels: dict[int, list] = {}
    for at, level in ((MID, here), (EAST, there)):
        levels.setdefault(level, []).append(at)
    levels.pop(0, None)
    if here == 2:
        levels.setdefault(1, []).append((3, 4))  # a way down, so that the unit can move at all
    g = mover(unit, levels=levels)
    before = points(g)
    assert g.can("east") == (cost > 0)
    if cost:
        g.play("east")
        assert before - points(g) == cost


@pytest.mark.clause("TI-MOV-08")
@pytest.mark.parametrize(
    ("terrain", "unit", "up", "down"), [("woods", {}, 2, 2), ("woods", TANK, 3, 3), ("rough", TANK, 3, 3), ("building", {}, 2, 2)]
)
def test_a_hill_with_other_terrain_costs_the_larger_of_the_two(terrain, unit, up, down):
    for levels, cost in (({1: [EAST]}, up), ({1: [MID]}, down)):
        g = mover(unit, terrain={terrain: [EAST]}, levels=levels)
        before = points(g)
        g.play("east")
        assert before - points(g) == cost


@pytest.mark.clause("TI-MOV-09", "TI-MOV-10", "TI-TRN-03", "TI-TRN-04")
@pytest.mark.parametrize(
    ("terrain", "depth", "squad", "vehicle"),
    [
        ("stream", "shallow", 2, 4),
        ("stream", "deep", 3, 0),
        ("stream", "flooded", 0, 0),
        ("pond", "shallow", 0, 0),
        ("bridge", "deep", 1, 1),
        ("woods", "shallow", 2, 3),
        ("rough", "shallow", 2, 3),
        ("building", "shallow", 2, 0),
    ],
)
def test_entry_costs(terrain, depth, squad, vehicle):
    for unit, cost in (({}, squad), (TANK, vehicle), (HALF_TRACK, vehicle)):
        g = mover(unit, terrain={terrain: [EAST]}, stream=depth)
        before = points(g)
        assert g.can("east") == (cost > 0)
        if cost:
            g.play("east")
            assert before - points(g) == cost


@pytest.mark.clause("TI-MOV-11", "TI-TRN-05", "TI-TRN-06", "TI-TRN-13")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_a_free_fortification_costs_one_point_to_enter_and_one_to_leave(fort):
    g = mover(order=None)
    g.mark(fort, EAST)
    g.play("advance A1", "east", f"enter-{fort}")
    assert (g.unit("A1").fort, points(g)) == (fort, 2)
    assert g.legal() == {"leave", "stop"}  # to leave the hex it must leave the fortification first
    g.play("leave")
    assert (g.unit("A1").fort, points(g)) == ("none", 1)
    assert g.can("east")


@pytest.mark.clause("TI-MOV-11", "TI-TRN-05", "TI-TRN-06")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
@pytest.mark.parametrize(("number", "inside", "able"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False)])
def test_each_fortification_holds_one_squad(fort, number, inside, able):
    g = mover(order=None)
    for _ in range(number):
        g.mark(fort, MID)
    for k in range(inside):
        g.add(f"A{k + 2}", MID, fort=fort)
    g.play("advance A1")
    assert g.can(f"enter-{fort}") == able


@pytest.mark.clause("TI-MOV-11")
@pytest.mark.parametrize(("spent", "able"), [(3, True), (4, False)])
def test_entering_needs_the_point(spent, able):
    g = mover(at=(4 - spent, 4), order=None)
    g.mark("entrenchment", MID)
    g.play("advance A1", *["east"] * spent)
    assert g.can("enter-entrenchment") == able


@pytest.mark.clause("TI-MOV-11")
def test_a_squad_inside_may_use_its_whole_move_but_for_the_point():
    g = mover({"fort": "pillbox"}, order=None)
    g.mark("pillbox", MID)
    g.play("advance A1")
    assert g.legal() == {"leave", "stop"}
    g.play("leave", "east", "east", "east")
    assert (g.decision, g.unit("A1").at) == ("SELECT", (7, 4))


@pytest.mark.clause("TI-MOV-12")
def test_adjacent_enemies_do_not_hinder_movement():
    g = mover(order=None)
    for k, at in enumerate([(5, 3), (5, 5), (4, 3), (3, 5)], 2):
        g.add(f"B{k}", at)
    g.play("advance A1", "east", "east", "east")
    assert (g.decision, points(g)) == ("STEP", 1)


@pytest.mark.clause("TI-MOV-13")
@pytest.mark.parametrize(
    ("at", "open_sides"),
    [
        ((0, 4), {"north-east", "east", "south-east"}),
        ((8, 4), {"west", "north-west", "south-west"}),
        ((8, 8), {"west", "north-west"}),
        ((4, 8), {"north-east", "east", "west", "north-west"}),
    ],
)
def test_units_never_leave_the_map(at, open_sides):
    assert steps(mover(at=at)) == open_sides
