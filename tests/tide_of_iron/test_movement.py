"""Chapter MOV: movement points, costs, stacking, what may not be entered."""

from __future__ import annotations

import pytest

MID, EAST = (4, 4), (5, 4)
HALF_TRACK, TANK = {"kind": "half_track"}, {"kind": "medium_tank_a"}
AROUND = {"north-east": (4, 3), "east": (5, 4), "south-east": (4, 5), "south-west": (3, 5), "west": (3, 4), "north-west": (3, 3)}


def mover(table, unit=None, at=MID, order="advance", **keys):
    """A1 moves; B1 is far away."""
    t = table(**keys)
    t.add("A1", at, **(unit or {}))
    t.add("A9", (0, 8))
    t.add("B1", (0, 0))
    t.turn()
    if order:
        t.play(f"{order} A1")
    return t


def points(t):
    """Movement points left."""
    return int(t.state["movement"])


def steps(t):
    """Directions that are legal."""
    return t.legal() & set(AROUND)


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
def test_a_squad_has_four_points_and_one_more_with_any_officers(table, unit, value):
    t = mover(table, unit, at=(0, 4))
    t.play(*["east"] * value)
    assert (t.decision, t.unit("A1").at) == ("SELECT", (value, 4))


@pytest.mark.clause("TI-MOV-02")
def test_a_unit_goes_hex_by_hex_to_any_neighbour_or_stops(table):
    t = mover(table)
    assert (t.decision, t.decider) == ("STEP", 0)
    assert t.legal() == set(AROUND) | {"stop"}
    t.play("east")
    assert (t.unit("A1").at, points(t)) == (EAST, 3)
    t.play("stop")
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-MOV-02")
@pytest.mark.parametrize("direction", AROUND)
def test_the_six_directions(table, direction):
    t = mover(table)
    t.play(direction, "stop")
    assert t.unit("A1").at == AROUND[direction]


@pytest.mark.clause("TI-MOV-02", "TI-MOV-03", "TI-MOV-10")
@pytest.mark.parametrize(("spent", "able"), [(1, True), (2, True), (3, False)])
def test_a_hex_that_cannot_be_paid_may_not_be_entered(table, spent, able):
    """Woods cost two; there is no minimum move of one hex."""
    t = mover(table, at=(3 - spent, 4), terrain={"woods": [MID]})
    t.play(*["east"] * spent)
    assert t.can("east") == able
    assert points(t) == 4 - spent


@pytest.mark.clause("TI-MOV-03")
@pytest.mark.parametrize(("damage", "able"), [("none", True), ("light", False)])
def test_a_fresh_unit_with_too_few_points_stays_where_it_is(table, damage, able):
    """Fire and Movement leaves a lightly damaged tank three points: too few for the stream (4)."""
    t = mover(table, {"kind": "medium_tank_a", "damage": damage}, terrain={"stream": [EAST]}, order="fire-and-move")
    t.play("move-first")
    assert t.can("east") == able


@pytest.mark.clause("TI-MOV-04")
@pytest.mark.parametrize(("friends", "able"), [(2, True), (3, False)])
def test_a_hex_with_three_friends_may_not_be_entered_even_in_passing(table, friends, able):
    t = mover(table, order=None)
    for k in range(friends):
        t.add(f"A{k + 2}", EAST)
    t.play("advance A1")
    assert t.can("east") == able


@pytest.mark.clause("TI-MOV-04", "TI-TRP-01")
def test_transported_squads_do_not_count_for_stacking(table):
    t = mover(table, order=None)
    t.add("A2", EAST, kind="truck")
    t.add("A3", EAST, aboard="A2")
    t.add("A4", EAST, aboard="A2")
    t.add("A5", EAST)
    t.play("advance A1", "east")
    assert t.unit("A1").at == EAST


@pytest.mark.clause("TI-MOV-04", "TI-TRP-02")
@pytest.mark.parametrize("aboard", [False, True])
def test_a_squad_that_boards_makes_room_in_its_hex(table, aboard):
    t = mover(table, order=None)
    t.add("A2", EAST, kind="truck")
    t.add("A3", EAST)
    t.add("A4", EAST)
    t.turn()
    t.play("advance A3", "load A2" if aboard else "stop", "advance A1")
    assert t.can("east") == aboard


@pytest.mark.clause("TI-MOV-04", "TI-TRP-02")
def test_a_squad_that_unloads_counts_again(table):
    t = mover(table, order=None)
    t.add("A2", EAST, kind="truck")
    t.add("A3", EAST, aboard="A2")
    t.add("A4", EAST)
    t.turn()
    t.play("advance A3", "unload", "stop", "advance A1")
    assert not t.can("east")


@pytest.mark.clause("TI-MOV-05")
@pytest.mark.parametrize("enemy", ["squad", "truck", "half_track", "heavy_tank"])
@pytest.mark.parametrize("unit", [{"regular": 4}, HALF_TRACK, {"kind": "tank_destroyer"}])
def test_enemy_hexes_are_closed(table, unit, enemy):
    t = mover(table, unit, order=None)
    t.add("B2", EAST, kind=enemy)
    t.play("advance A1")
    assert not t.can("east")
    assert t.can("west")


@pytest.mark.clause("TI-MOV-06", "TI-TRN-03")
@pytest.mark.parametrize(("unit", "cost"), [({}, 2), (TANK, 3)])
@pytest.mark.parametrize("road", [False, True])
def test_along_a_road_a_hex_costs_one_whatever_it_is(table, unit, cost, road):
    t = mover(table, unit, roads=[[MID, EAST]] if road else None, terrain={"woods": [EAST]}, levels={1: [EAST]})
    before = points(t)
    t.play("east")
    assert before - points(t) == (1 if road else cost)


@pytest.mark.clause("TI-MOV-06")
@pytest.mark.parametrize("kind", ["squad", "medium_tank_a"])
def test_the_road_must_connect_the_two_hexes(table, kind):
    """Both hexes are on roads, but not on the same one."""
    t = mover(table, {"kind": kind}, roads=[[(3, 4), MID], [EAST, (6, 4)]], levels={1: [EAST, (6, 4)]})
    before = points(t)
    t.play("east")
    assert before - points(t) == 2
    t.play("east")
    assert before - points(t) == 3


@pytest.mark.clause("TI-MOV-07")
@pytest.mark.parametrize(
    ("here", "there", "cost"), [(0, 1, 2), (1, 1, 1), (1, 0, 1), (1, 2, 2), (2, 1, 1), (2, 2, 1), (0, 2, 0), (2, 0, 0)]
)
@pytest.mark.parametrize("unit", [{}, TANK])
def test_hills_and_cliffs(table, here, there, cost, unit):
    levels: dict[int, list] = {}
    for at, level in ((MID, here), (EAST, there)):
        levels.setdefault(level, []).append(at)
    levels.pop(0, None)
    if here == 2:
        levels.setdefault(1, []).append((3, 4))  # a way down, so that the unit can move at all
    t = mover(table, unit, levels=levels)
    before = points(t)
    assert t.can("east") == (cost > 0)
    if cost:
        t.play("east")
        assert before - points(t) == cost


@pytest.mark.clause("TI-MOV-08")
@pytest.mark.parametrize(
    ("terrain", "unit", "up", "down"), [("woods", {}, 2, 2), ("woods", TANK, 3, 3), ("rough", TANK, 3, 3), ("building", {}, 2, 2)]
)
def test_a_hill_with_other_terrain_costs_the_larger_of_the_two(table, terrain, unit, up, down):
    for levels, cost in (({1: [EAST]}, up), ({1: [MID]}, down)):
        t = mover(table, unit, terrain={terrain: [EAST]}, levels=levels)
        before = points(t)
        t.play("east")
        assert before - points(t) == cost


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
def test_entry_costs(table, terrain, depth, squad, vehicle):
    for unit, cost in (({}, squad), (TANK, vehicle), (HALF_TRACK, vehicle)):
        t = mover(table, unit, terrain={terrain: [EAST]}, stream=depth)
        before = points(t)
        assert t.can("east") == (cost > 0)
        if cost:
            t.play("east")
            assert before - points(t) == cost


@pytest.mark.clause("TI-MOV-11", "TI-TRN-05", "TI-TRN-06", "TI-TRN-13")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
def test_a_free_fortification_costs_one_point_to_enter_and_one_to_leave(table, fort):
    t = mover(table, order=None)
    t.mark(fort, EAST)
    t.play("advance A1", "east", f"enter-{fort}")
    assert (t.unit("A1").fort, points(t)) == (fort, 2)
    assert t.legal() == {"leave", "stop"}  # to leave the hex it must leave the fortification first
    t.play("leave")
    assert (t.unit("A1").fort, points(t)) == ("none", 1)
    assert t.can("east")


@pytest.mark.clause("TI-MOV-11", "TI-TRN-05", "TI-TRN-06")
@pytest.mark.parametrize("fort", ["entrenchment", "pillbox"])
@pytest.mark.parametrize(("number", "inside", "able"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False)])
def test_each_fortification_holds_one_squad(table, fort, number, inside, able):
    t = mover(table, order=None)
    for _ in range(number):
        t.mark(fort, MID)
    for k in range(inside):
        t.add(f"A{k + 2}", MID, fort=fort)
    t.play("advance A1")
    assert t.can(f"enter-{fort}") == able


@pytest.mark.clause("TI-MOV-11")
@pytest.mark.parametrize(("spent", "able"), [(3, True), (4, False)])
def test_entering_needs_the_point(table, spent, able):
    t = mover(table, at=(4 - spent, 4), order=None)
    t.mark("entrenchment", MID)
    t.play("advance A1", *["east"] * spent)
    assert t.can("enter-entrenchment") == able


@pytest.mark.clause("TI-MOV-11")
def test_a_squad_inside_may_use_its_whole_move_but_for_the_point(table):
    t = mover(table, {"fort": "pillbox"}, order=None)
    t.mark("pillbox", MID)
    t.play("advance A1")
    assert t.legal() == {"leave", "stop"}
    t.play("leave", "east", "east", "east")
    assert (t.decision, t.unit("A1").at) == ("SELECT", (7, 4))


@pytest.mark.clause("TI-MOV-12")
def test_adjacent_enemies_do_not_hinder_movement(table):
    t = mover(table, order=None)
    for k, at in enumerate([(5, 3), (5, 5), (4, 3), (3, 5)], 2):
        t.add(f"B{k}", at)
    t.play("advance A1", "east", "east", "east")
    assert (t.decision, points(t)) == ("STEP", 1)


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
def test_units_never_leave_the_map(table, at, open_sides):
    assert steps(mover(table, at=at)) == open_sides
