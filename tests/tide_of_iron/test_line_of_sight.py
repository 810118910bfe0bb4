"""Range classes, line of sight and smoke. Chapter LOS."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from skirmish_rl.envs.core.hexgrid import Meeting
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.tide_of_iron.rules.firing import fire_of
from skirmish_rl.envs.tide_of_iron.rules.sight import reach_class
from skirmish_rl.envs.tide_of_iron.state import FORCE, Figure, Part, Reach, Status, Terrain
from tests.tide_of_iron.ground import (
    MAPS,
    SCENARIOS,
    Hex,
    centre,
    corners,
    ground,
    hexes,
    in_sight,
    number,
    record,
    slow_meeting,
    tables_of,
)

WEST, EAST = (2, 6), (8, 6)  # a row of hexes between them, (5, 6) half-way


@pytest.mark.clause("TI-LOS-01")
def test_range_counts_the_target_hex_but_not_the_attackers():
    distance = tables_of("farm")["distance"]
    assert [int(distance[number((2, 7)), number(to)]) for to in ((2, 7), (3, 7), (5, 3))] == [0, 1, 5]


@pytest.mark.clause("TI-LOS-02")
@pytest.mark.parametrize(
    ("range_value", "classes"),
    [(4, "CCNNNLLLL-"), (1, "CCL-"), (3, "CCNNLLL-"), (8, "CCNNNNNNNLLLLLLLL-"), (0, "---")],
)
def test_close_normal_and_long_range(range_value, classes):
    letters = {Reach.CLOSE: "C", Reach.NORMAL: "N", Reach.LONG: "L", Reach.NONE: "-"}
    assert "".join(letters[Reach(reach_class(away, range_value))] for away in range(len(classes))) == classes


@pytest.mark.clause("TI-LOS-03")
@pytest.mark.parametrize(
    ("shooter", "target", "classes"),
    [(1, 0, "NLL--"), (2, 1, "NLL--"), (0, 0, "LL---"), (1, 1, "LL---"), (0, 1, "LL---")],
)
def test_from_higher_ground_the_range_value_is_one_more(shooter, target, classes):
    """Four regulars, range 4, fire at a squad 5, 8, 10, 11 and 12 hexes away."""
    letters = {Reach.CLOSE: "C", Reach.NORMAL: "N", Reach.LONG: "L", Reach.NONE: "-"}
    found = ""
    for away, letter in zip((5, 8, 10, 11, 12), classes, strict=True):
        levels: dict[str, tuple[Hex, ...]] = {}
        for level, at in ((shooter, (0, 6)), (target, (away, 6))):
            if level:
                levels[str(level)] = (*levels.get(str(level), ()), at)
        tables, state = ground(levels=levels), record()
        for slot, at in ((0, (0, 6)), (FORCE, (away, 6))):
            unit = state["units"][slot]
            unit["status"], unit["cell"], unit["carrier"] = Status.ON_MAP, number(at), -1
            unit["figures"][Figure.REGULAR] = 4
        state, tables = view(state), view(tables)
        fp, reach = fire_of(state, tables, 0, Part.ALL, FORCE)
        found += letters[Reach(reach)]
        assert fp == (0 if letter == "-" else 4)
    assert found == classes


@pytest.mark.clause("TI-LOS-04")
def test_units_do_not_block_sight():
    assert in_sight(ground(), WEST, EAST, crowd=[(c, 6) for c in range(3, 8)])


@pytest.mark.clause("TI-LOS-05", "TI-TRN-01")
@pytest.mark.parametrize("terrain", ["woods", "building", "rough", "bridge", "stream", "pond"])
@pytest.mark.parametrize("column", range(2, 9))
def test_woods_and_buildings_between_block_sight_but_never_the_ends(terrain, column):
    tables = ground(terrain={terrain: ((column, 6),)})
    blocked = terrain in ("woods", "building") and 2 < column < 8
    assert in_sight(tables, WEST, EAST) is not blocked


@pytest.mark.clause("TI-LOS-05", "TI-LOS-07")
@pytest.mark.parametrize(("ends", "hill", "seen"), [(0, 0, True), (0, 1, False), (1, 0, True), (1, 1, True), (1, 2, False), (2, 2, True)])
@pytest.mark.parametrize("column", [3, 5, 7])
def test_a_hill_blocks_between_equal_levels_if_it_is_higher_than_both(ends, hill, seen, column):
    assert in_sight(on_levels(ends, ends, {column: hill}), WEST, EAST) is seen


@pytest.mark.clause("TI-LOS-05", "TI-LOS-08", "TI-TRN-11")
@pytest.mark.parametrize("what", ["woods", "building", "smoke"])
@pytest.mark.parametrize(
    ("ends", "level", "seen"), [(0, 0, False), (1, 0, True), (1, 1, False), (2, 0, True), (2, 1, True), (2, 2, False)]
)
def test_what_stands_below_two_units_on_equal_levels_does_not_rise_above_them(ends, level, seen, what):
    middle = (5, 6)
    levels = {str(n): tuple(at for at, own in ((WEST, ends), (EAST, ends), (middle, level)) if own == n) for n in (1, 2)}
    smoke = [middle] if what == "smoke" else []
    tables = ground(levels=levels, terrain={} if smoke else {what: (middle,)})
    assert in_sight(tables, WEST, EAST, smoke=smoke) is in_sight(tables, EAST, WEST, smoke=smoke) is seen


def on_levels(west: int, east: int, hills: dict[int, int], woods: tuple[int, ...] = ()) -> np.void:
    """A board whose row 6 has the given levels at the ends and by column."""
    levels: dict[str, tuple[Hex, ...]] = {}
    for column, level in {WEST[0]: west, EAST[0]: east, **hills}.items():
        if level:
            levels[str(level)] = (*levels.get(str(level), ()), (column, 6))
    return ground(levels=levels, terrain={"woods": tuple((column, 6) for column in woods)})


@pytest.mark.clause("TI-LOS-08")
@pytest.mark.parametrize(("column", "seen"), [(3, False), (4, False), (5, False), (6, True), (7, True)])
def test_between_levels_an_obstacle_hides_what_stands_close_behind_it(column, seen):
    """Woods of level 0 have top 1: above the lower unit, not above the higher; half-way they still block."""
    low_west = on_levels(0, 1, {}, woods=(column,))
    assert in_sight(low_west, WEST, EAST) is in_sight(low_west, EAST, WEST) is seen
    low_east = on_levels(1, 0, {}, woods=(10 - column,))
    assert in_sight(low_east, WEST, EAST) is seen


@pytest.mark.clause("TI-LOS-08")
@pytest.mark.parametrize(
    ("west", "east", "hill", "woods", "near_low", "near_high"),
    [
        (0, 1, 1, False, False, True),  # a bare hill of the higher unit's level
        (0, 1, 1, True, False, False),  # with woods it is above both
        (0, 2, 1, True, False, True),
        (1, 2, 1, False, True, True),  # no higher than the lower unit
        (1, 2, 0, True, True, True),
        (1, 1, 0, True, True, True),  # woods below two units on hills
        (1, 2, 2, False, False, True),
    ],
)
def test_tops_against_two_levels(west, east, hill, woods, near_low, near_high):
    for column, seen in ((3, near_low), (7, near_high)):
        tables = on_levels(west, east, {column: hill}, woods=(column,) if woods else ())
        assert in_sight(tables, WEST, EAST) is in_sight(tables, EAST, WEST) is seen


@pytest.mark.clause("TI-LOS-04", "TI-LOS-05", "TI-LOS-06", "TI-TRN-11")
def test_worked_example_15_sight_on_the_farm():
    farm = tables_of("farm")
    assert not in_sight(farm, (2, 7), (5, 3))
    assert not in_sight(farm, (3, 2), (4, 4))
    assert in_sight(farm, (4, 0), (4, 2))
    assert in_sight(farm, (4, 0), (4, 2), smoke=[(3, 1)])
    assert in_sight(farm, (4, 0), (4, 2), smoke=[(4, 1)])
    assert not in_sight(farm, (4, 0), (4, 2), smoke=[(3, 1), (4, 1)])
    assert in_sight(farm, (4, 0), (4, 4))


@pytest.mark.clause("TI-LOS-06")
def test_one_shift_applies_to_the_whole_line():
    """(4, 0) to (4, 4) runs along the edges of (3, 1) and (3, 3) to the west, (4, 1) and (4, 3) to the east."""
    line = (4, 0), (4, 4)
    assert in_sight(ground(terrain={"woods": ((3, 1), (3, 3))}), *line)
    assert not in_sight(ground(terrain={"woods": ((3, 1), (4, 3))}), *line)
    assert not in_sight(ground(terrain={"woods": ((4, 2),)}), *line)


@pytest.mark.clause("TI-LOS-06")
def test_along_the_edge_of_the_map_the_outer_side_is_free():
    assert in_sight(ground(terrain={"woods": ((0, 1),)}), (0, 0), (0, 2))


@pytest.mark.clause("TI-LOS-10")
def test_a_hex_touched_in_one_point_does_not_block():
    touching = [
        (a, b, at)
        for a, b in itertools.combinations(hexes(6, 5), 2)
        for at in hexes(6, 5)
        if at not in (a, b) and slow_meeting(a, b, at) == Meeting.NONE and touches(a, b, at)
    ]
    assert len(touching) > 10
    for a, b, at in touching:
        assert in_sight(ground(terrain={"woods": (at,)}), a, b), (a, b, at)


def touches(a: Hex, b: Hex, at: Hex) -> bool:
    """True if a corner of a hex lies on the segment."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    for x, y in corners(at):
        on_line = (bx - ax) * (y - ay) == (by - ay) * (x - ax)
        if on_line and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) < y < max(ay, by):
            return True
    return False


def slow_sight(tables: np.void, a: Hex, b: Hex, board: list[Hex], smoke: set[Hex]) -> bool:
    """The clauses read one by one, on the exact clipping of the line."""
    if tables["distance"][number(a), number(b)] <= 1:
        return True
    level = {at: int(tables["level"][number(at)]) for at in board}
    sides = {Meeting.CROSSED: False, Meeting.LEFT: False, Meeting.RIGHT: False}
    for at in board:
        how = Meeting.NONE if at in (a, b) else slow_meeting(a, b, at)
        if how == Meeting.NONE:
            continue
        tall = at in smoke or tables["terrain"][number(at)] in (Terrain.WOODS, Terrain.BUILDING)
        top, low, high = level[at] + tall, *sorted((level[a], level[b]))
        if top > high:
            sides[how] = True
        elif top > low:
            lower, higher = (a, b) if level[a] == low else (b, a)
            sides[how] |= tables["distance"][number(at), number(lower)] <= tables["distance"][number(at), number(higher)]
    return not sides[Meeting.CROSSED] and not (sides[Meeting.LEFT] and sides[Meeting.RIGHT])


@pytest.mark.clause("TI-LOS-05", "TI-LOS-06", "TI-LOS-07", "TI-LOS-08", "TI-LOS-10", "TI-TRN-11")
@pytest.mark.parametrize("name", MAPS)
def test_sight_is_that_of_a_slow_reading_with_and_without_smoke(name):
    width, rows, _ = MAPS[name]
    board, tables, draw = hexes(width, rows), tables_of(name), random.Random(11)
    for _ in range(250):
        a, b = draw.sample(board, 2)
        assert in_sight(tables, a, b) is slow_sight(tables, a, b, board, set()), (a, b)
        smoke = set(draw.sample(board, 12))
        assert in_sight(tables, a, b, smoke=smoke) is slow_sight(tables, a, b, board, smoke), (a, b, smoke)


@pytest.mark.clause("TI-LOS-09")
@pytest.mark.parametrize("name", SCENARIOS)
def test_sight_is_symmetric_and_never_fails_in_a_hex_or_next_to_it(name):
    tables = tables_of(name)
    sight, near = tables["sight"], tables["distance"] <= 1
    assert (sight == sight.T).all()
    assert (sight[near] == 1).all()
    off = tables["on_map"] == 0
    assert not sight[off].any() and not sight[:, off].any()


@pytest.mark.clause("TI-LOS-09", "TI-TRN-11")
def test_smoke_neither_hides_neighbours_nor_its_own_hex():
    tables = ground()
    assert in_sight(tables, (4, 4), (5, 4), smoke=[(4, 4), (5, 4)])
    assert in_sight(tables, WEST, EAST, smoke=[WEST, EAST])
    assert not in_sight(tables, WEST, EAST, smoke=[(5, 6)])
    assert in_sight(on_levels(1, 1, {}), WEST, EAST, smoke=[(5, 6)])  # its top is only their own level


@pytest.mark.clause("TI-OPS-04")
def test_in_heavy_fog_nothing_is_seen_beyond_four_hexes():
    clear, foggy = ground(), ground(operations=("heavy_fog",))
    assert (clear["sight"][clear["on_map"] == 1][:, clear["on_map"] == 1] == 1).all()
    assert (foggy["sight"] == (foggy["distance"] <= 4)).all()
    assert in_sight(foggy, (2, 6), (6, 6)) and not in_sight(foggy, (2, 6), (7, 6))
