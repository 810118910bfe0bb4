"""Section Digitising (GRID): squads that move together, the air, entering, facings, places inside, templates."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, MapSpec, ScenarioSpec
from skirmish_rl.envs.dropzone_commander.rules.measuring import gate_far, inches, wall_far
from skirmish_rl.envs.dropzone_commander.state import Site
from tests.dropzone_commander.fights import gun

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


def near(a, b):
    """D(a, b) by DZ-GRID-02: the least R with dx2 + dy2 <= R2 + R."""
    n = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    return next(r for r in range(99) if n <= r * r + r)


@pytest.mark.clause("DZ-GRID-01")
def test_boards_are_of_24_or_48_cells_of_an_inch():
    maps = read_all(FOLDER / "maps.toml", MapSpec)
    scenarios = read_all(FOLDER / "scenarios.toml", ScenarioSpec)
    assert {name: maps[spec.map].size for name, spec in scenarios.items()} == {
        "drill": 24, "skirmish": 48, "clash": 48, "bunkers": 48, "royale": 48, "survey": 48, "duel": 24, "mirror": 48,
    }  # fmt: skip


@pytest.mark.clause("DZ-GRID-02")
def test_distances_agree_with_an_independent_rounding():
    for dx in range(48):
        for dy in range(48):
            r = int(inches(0, dx + 48 * dy))
            assert r == near((0, 0), (dx, dy)) == round(math.sqrt(dx * dx + dy * dy))


@pytest.mark.clause("DZ-GRID-02")
def test_distance_to_a_piece_is_that_to_its_nearest_cell(table):
    t = table(pieces=HOUSE)
    cells = [(x, y) for x in range(10, 14) for y in range(10, 14)]
    for x in range(24):
        for y in range(24):
            assert t.tables["piece_far"][0, x + 48 * y] == min(near((x, y), cell) for cell in cells)


@pytest.mark.clause("DZ-GRID-02", "DZ-GAR-03", "DZ-GAR-08")
@pytest.mark.parametrize("at", [(10, 10, 4, 3), (0, 9, 4, 4), (19, 20, 5, 4), (9, 0, 4, 4)])
def test_distances_to_the_edges_and_entrances_of_a_garrison_are_those_to_their_nearest_cells(table, at):
    x0, y0, wide, high = at
    tables = view(table(pieces={"C0": ("medium_building", *at)}).tables)
    columns, rows = range(x0, x0 + wide), range(y0, y0 + high)
    walls = {
        Site.NORTH: [(x, y0 + high - 1) for x in columns], Site.SOUTH: [(x, y0) for x in columns],
        Site.EAST: [(x0 + wide - 1, y) for y in rows], Site.WEST: [(x0, y) for y in rows],
        Site.CENTRE: [(x, y) for x in columns for y in rows],
    }  # fmt: skip
    outside = [(x, y) for x in columns for y in (y0 - 1, y0 + high)] + [(x, y) for y in rows for x in (x0 - 1, x0 + wide)]
    gates = [(x, y) for x, y in outside if 0 <= x < 24 and 0 <= y < 24]
    for here in [(0, 0), (23, 0), (5, 23), (12, 11), (2, 10), (17, 12), (x0, y0), (x0 + wide - 1, y0 + high - 1), (x0, y0 + 1), (21, 19)]:
        cell = here[0] + 48 * here[1]
        for site, wall in walls.items():
            assert wall_far(tables, 0, site, cell) == min(near(here, there) for there in wall)
        assert gate_far(tables, 0, cell) == tables.door_far[0, cell] == min(near(here, there) for there in gates)


@pytest.mark.clause("DZ-GRID-04", "DZ-AIR-01")
@pytest.mark.parametrize(("to", "can"), [((12, 3), False), ((12, 8), True), ((4, 3), True), ((10, 11), True), ((14, 3), False)])
def test_flight_is_a_straight_line_clear_of_tall_scenery(table, to, can):
    t = table(pieces={"C0": ("large_building", 8, 2, 2, 3)})  # x 8 and 9, y 2 to 4
    t.squad("A1", "A-HDR", (5, 3), group=1, move=12)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    assert (to in t.cells()) == can


@pytest.mark.clause("DZ-GRID-05", "DZ-MOV-07")
def test_an_aircraft_comes_on_over_the_nearest_cell_of_its_edge_from_which_the_way_is_open(table):
    box = [(x, y) for x in range(9, 14) for y in range(1, 4)]
    t = table(pieces={"C0": ("large_building", 9, 1, 5, 3)})
    t.squad("A1", "A-HDR", status="readiness", group=1)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (11, 6))

    def is_open(a, b):
        steps = 400
        line = {(round(a[0] + (b[0] - a[0]) * k / steps), round(a[1] + (b[1] - a[1]) * k / steps)) for k in range(steps + 1)}
        return not line & set(box)

    least = min(near((x, 0), (11, 6)) for x in range(24) if is_open((x, 0), (11, 6)))
    assert least > 6 and t.unit("A1")["travelled"] == least + 1


def is_clear(a, b, boxes):
    """True if the line between the middles of two cells runs through the inside of no box (x, y, width, height), by clipping."""
    for x, y, wide, high in boxes:
        begin, end = Fraction(0), Fraction(1)
        for start, step, low, size in ((a[0], b[0] - a[0], x, wide), (a[1], b[1] - a[1], y, high)):
            first, last = low - start - Fraction(1, 2), low + size - start - Fraction(1, 2)
            if step == 0:
                begin, end = (begin, end) if first < 0 < last else (1, 0)
            else:
                begin, end = max(begin, min(first / step, last / step)), min(end, max(first / step, last / step))
        if begin < end or (begin == end and a == b):
            return False
    return True


TOWERS = {"C0": ("large_building", 8, 2, 2, 3), "C1": ("large_building", 3, 9, 5, 1), "C2": ("large_building", 13, 8, 1, 4)}


@pytest.mark.clause("DZ-GRID-04", "DZ-AIR-01")
@pytest.mark.parametrize("at", [(5, 3), (10, 6), (6, 12), (14, 5), (12, 14)])
def test_all_that_lies_in_reach_and_not_behind_tall_scenery_can_be_flown_to(table, at):
    t = table(pieces=TOWERS)
    t.squad("A1", "A-HDR", at, group=1, move=12)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    boxes = [piece[1:] for piece in TOWERS.values()]
    everywhere = [(x, y) for x in range(24) for y in range(24)]
    assert set(t.cells()) == {to for to in everywhere if near(at, to) <= 12 and is_clear(at, to, boxes)}


@pytest.mark.clause("DZ-GRID-05", "DZ-MOV-07")
@pytest.mark.parametrize("move", [9, 16])
def test_an_aircraft_comes_on_to_all_that_any_cell_of_its_edge_opens(table, move):
    t = table(pieces=TOWERS)
    t.squad("A1", "A-HDR", status="readiness", group=1, move=move)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    boxes = [piece[1:] for piece in TOWERS.values()]
    ways = {(x, y): [(k, 0) for k in range(24) if near((k, 0), (x, y)) + 1 <= move] for x in range(24) for y in range(24)}
    assert set(t.cells()) == {to for to, edge in ways.items() if any(is_clear(cell, to, boxes) for cell in edge)}


@pytest.mark.clause("DZ-GRID-05")
@pytest.mark.parametrize(("to", "entry"), [((5, 5), (5, 0)), ((5, 4), (5, 0)), ((4, 5), (0, 5)), ((20, 3), (12, 0))])
def test_of_two_cells_of_the_edge_it_comes_on_over_the_lower(table, to, entry):
    """A zone in the corner has edges in the west and in the south, 12" long."""
    t = table(zones=["south_west", "north_east", "south_east", "north_west"])
    t.squad("A1", "A-HDR", status="readiness", group=1)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", to)
    assert f"A1 comes on at {entry[0]},{entry[1]}" in tell(t.state, t.scenario)


@pytest.mark.clause("DZ-GRID-05", "DZ-RF-01", "DZ-RF-07")
@pytest.mark.parametrize(("x", "reacts"), [(16, True), (17, False)])
def test_its_path_begins_in_that_cell(table, x, reacts):
    t = table()
    t.squad("A1", "A-HDR", status="readiness", group=1)
    t.squad("B1", "D-AAW", (x, 0))
    t.weapon("B1", far=6, near=6)  # only the first cell of the path is near enough
    t.move("A1", (10, 9))
    assert (t.ask() == ("REACT", "B")) == reacts


@pytest.mark.clause("DZ-GRID-05")
def test_what_is_too_far_around_cannot_be_reached(table):
    t = table(pieces={"C0": ("large_building", 9, 1, 5, 3)})
    t.squad("A1", "A-HDR", status="readiness", group=1, move=8)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    assert (2, 7) in t.cells() and (11, 6) not in t.cells() and (11, 5) not in t.cells()


SECTORS = [  # facing, offset, sectors in which it lies
    ("N", (0, 5), "F"), ("N", (3, 5), "F"), ("N", (5, 5), "FR"), ("N", (-5, 5), "FL"), ("N", (5, 4), "R"), ("N", (-5, 0), "L"),
    ("N", (0, -5), "B"), ("N", (5, -5), "RB"), ("N", (-4, -5), "B"), ("E", (5, 0), "F"), ("E", (0, 5), "L"), ("E", (0, -5), "R"),
    ("E", (5, 5), "FL"), ("E", (-5, 1), "B"), ("NE", (5, 5), "F"), ("NE", (5, 0), "FR"), ("NE", (0, 5), "FL"), ("NE", (5, -1), "R"),
    ("NE", (-1, 5), "L"), ("NE", (-5, -5), "B"), ("NE", (0, -5), "RB"), ("SW", (-5, -5), "F"), ("SW", (5, -5), "L"), ("SW", (-5, 5), "R"),
]  # fmt: skip


@pytest.mark.clause("DZ-GRID-06", "DZ-SHT-05")
@pytest.mark.parametrize(("facing", "offset", "sectors"), SECTORS)
def test_arcs_are_sectors_of_90_degrees_and_their_borders_belong_to_both(table, facing, offset, sectors):
    for letter, bit in (("F", 1), ("L", 2), ("R", 4), ("B", 8)):
        t = table()
        gun(t, "A1", (11, 11), facing=facing)
        t.weapon("A1", arc=bit)
        t.squad("B1", "A-MBT", (11 + offset[0], 11 + offset[1]))
        t.activate("A1")
        assert t.can("shoot") == (letter in sectors), letter


@pytest.mark.clause("DZ-GRID-06")
@pytest.mark.parametrize(("profile", "asked"), [("A-MBT", True), ("A-LTK", False), ("B-MBT", False), ("C-MBW", True)])
def test_the_facing_is_asked_only_of_squads_with_a_limited_arc(table, profile, asked):
    t = table()
    t.squad("A1", profile, (5, 5))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (5, 6))
    assert (t.decision == "FACING") == asked


@pytest.mark.clause("DZ-GRID-11")
def test_the_others_keep_their_places_around_the_leader(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), (7, 5), (7, 7))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (6, 8), "face N")
    assert [t.at(f"A{k}") for k in (1, 2, 3)] == [(6, 8), (8, 8), (8, 10)]


@pytest.mark.clause("DZ-GRID-11")
def test_one_whose_place_is_taken_goes_to_the_nearest_cell_ties_by_lower_y_then_lower_x(table):
    t = table(pieces={"C0": ("barricade", 23, 0, 1, 1)})
    t.squad("A1", "A-MBT", (5, 5), (7, 5))
    t.squad("B1", "A-MBT", (8, 8))
    t.move("A1", (6, 8), "face N")
    assert t.at("A2") == (8, 7)  # of (8, 7), (7, 8), (9, 8) and (8, 9)


@pytest.mark.clause("DZ-GRID-11", "DZ-CORE-08")
def test_it_goes_where_it_is_coherent_with_one_that_has_moved(table):
    t = table()
    t.squad("A1", "A-MBT", (5, 5), (8, 5), (11, 5))  # a chain of 3"
    t.squad("B1", "A-MBT", (10, 5), (10, 4), (10, 6))
    t.destroy("B2", "B3")
    t.squad("B4", "A-MBT", (8, 9), group=2)  # where A2 would stand
    t.move("A1", (5, 9), "face N")
    assert t.at("A2") == (8, 8)  # 3" from the leader; of its neighbours the lowest
    assert near(t.at("A3"), t.at("A2")) <= 3 or near(t.at("A3"), t.at("A1")) <= 3


@pytest.mark.clause("DZ-GRID-11", "DZ-CORE-09")
@pytest.mark.parametrize("y", [5, 9])
def test_one_that_cannot_keep_up_goes_as_near_to_the_leader_as_it_can(table, y):
    t = table(pieces={"C0": ("wall", 6, 0, 1, 24)}, kinds={"wall": {"height": 3, "properties": ["impassable"]}})
    t.squad("A1", "A-MBT", (5, 5), (7, y))  # a wall between them
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (1, 5), "face N")
    assert t.at("A2") == (7, 5)  # the nearest on its side, where it may stand already


@pytest.mark.clause("DZ-GRID-11")
def test_option_every_unit_is_asked_for(table):
    t = table(options={"move_mode": "unit"})
    t.squad("A1", "A-MBT", (5, 5), (7, 5))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (5, 8))
    assert t.ask() == ("MOVE", "A") and t.subject == "A2" and (11, 5) in t.cells()
    t.play("to 11,5", "face N")
    assert t.at("A2") == (11, 5)


@pytest.mark.clause("DZ-GRID-11", "DZ-GRID-12")
def test_those_who_come_on_or_are_put_off_stand_as_near_to_the_leader_as_they_can(table):
    t = table()
    t.squad("A1", "A-MBT", status="readiness", size=3)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (10, 2), "face N")
    assert [t.at(f"A{k}") for k in (1, 2, 3)] == [(10, 2), (10, 1), (9, 2)]
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", aboard="A5", size=3)
    t.squad("B1", "A-MBT", (23, 23))
    t.activate("A1")
    t.play("out 10,11")
    assert [t.at(f"A{k}") for k in (1, 2, 3)] == [(10, 11), (9, 11), (11, 11)]


@pytest.mark.clause("DZ-GRID-12", "DZ-GAR-06")
def test_a_squad_leaves_a_garrison_within_2_inches_of_its_wall(table):
    t = table(pieces=HOUSE)
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1")
    cells = [(x, y) for x in range(10, 14) for y in range(10, 14)]
    assert t.cells() == {(x, y) for x in range(24) for y in range(24) if 0 < min(near((x, y), cell) for cell in cells) <= 2}
    t.play("to 9,9")
    assert t.at("A1") == (9, 9) and t.at("A2") == (9, 8)  # "to" is left: the remaining MV is lost


@pytest.mark.clause("DZ-GRID-13")
def test_a_squad_takes_one_place_of_five_in_a_garrison(table):
    t = table(pieces=HOUSE)
    t.squad("A1", "A-INF", (9, 10), (9, 11))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (9, 10), "enter 1")
    assert t.ask() == ("SITE", "A") and t.legal() == {f"site {site}" for site in ("CENTRE", "NORTH", "EAST", "SOUTH", "WEST")}
    t.play("site EAST")
    assert [int(t.unit(name)["site"]) for name in ("A1", "A2")] == [2, 2]


@pytest.mark.clause("DZ-GRID-13", "DZ-GAR-02")
def test_option_each_unit_takes_its_own(table):
    t = table(pieces=HOUSE, options={"site_mode": "unit"})
    t.squad("A1", "A-INF", (9, 10), (9, 11))
    t.squad("B1", "A-MBT", (23, 23))
    t.move("A1", (9, 10), "enter 1", "site EAST")
    assert t.ask() == ("SITE", "A") and t.subject == "A2"
    t.play("site CENTRE")
    assert [int(t.unit(name)["site"]) for name in ("A1", "A2")] == [2, 0]


@pytest.mark.clause("DZ-GRID-14", "DZ-SPEC-03")
def test_a_template_covers_all_within_2_inches_of_its_target(table):
    t = table()
    gun(t, "A1", (2, 2), energy=12)
    t.weapon("A1", area=1)
    places = {"B1": (12, 12), "B2": (14, 13), "B3": (14, 14), "A2": (11, 10), "A3": (10, 10), "B4": (12, 14), "B5": (12, 15)}
    for name, at in places.items():
        t.squad(name, "A-MBT", at, dp=9, armour=14, group=2)
    t.activate("A1")
    t.play("shoot")
    t.dice(6, 2, 2, 2, 2)
    t.play("at B1")
    assert {name for name in places if t.unit(name)["dp"] < 9} == {"B1", "B2", "A2", "B4"}
