"""The board as it is packed: zones, distances, places on faces, the ways between places, sight and cover. From the dossier."""

from __future__ import annotations

import functools
import heapq
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.paths import is_close
from skirmish_rl.envs.core.scenarios import check_options, read_named
from skirmish_rl.envs.core.sight import is_line_open, open_lines
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.warcry.data.distances import EYE, OFFSETS, measure_sight, near, quarters, sight_of, token_cells, zone_of
from skirmish_rl.envs.warcry.data.fields import TABLES
from skirmish_rl.envs.warcry.data.ground import Ways, fill_ground, fill_ways, wall_tops
from skirmish_rl.envs.warcry.data.pack import OPTIONS, pack
from skirmish_rl.envs.warcry.data.schema import FOLDER, GroupSpec, MapSpec, ScenarioSpec
from skirmish_rl.envs.warcry.state import CELLS, NODES, WIDTH, Colour, Group, Place, Way

INCH = 2  # half inches
LOW_WALL, FALL = 3, 6
SCENARIOS = ("crossing", "marks", "relics", "hunters")
ALL = 0b11111  # lines of sight
COVER = 32


@functools.cache
def shipped(name: str) -> np.void:
    spec, path = read_named(FOLDER / "scenarios.toml", name, ScenarioSpec)
    return pack(spec, path, None, check_options("warcry", OPTIONS, {})).tables[0]


def ground(width: int = 14, height: int = 12, sight: bool = False, **parts: Any) -> np.void:
    """Tables of a small board; its parts as in maps.toml."""
    platforms = {"3": parts.pop("high", ()), "6": parts.pop("very_high", ())}
    board = MapSpec(width, height, platforms=platforms, **parts)
    t = np.zeros(1, TABLES)[0]
    fill_ground(t, board, LOW_WALL)
    fill_ways(t, Ways(t, board, LOW_WALL, FALL))
    if sight:
        measure_sight(t)
    return t


def sight_square(t: np.void) -> np.ndarray:
    """What `sight_of` says of every pair of nodes, from row to column."""
    a, b = np.tril_indices(NODES)
    square = np.zeros((NODES, NODES), np.uint8)
    square[b, a] = t["sight"] & (2 * COVER - 1)
    square[a, b] = np.where(a == b, square[a, b], t["sight"] & (COVER - 1) | t["sight"] >> 1 & COVER)
    return square


def at(x: int, y: int) -> int:
    return y * WIDTH + x


def xy(cell: int) -> tuple[int, int]:
    return cell % WIDTH, cell // WIDTH


def face(t: np.void, foot: tuple[int, int], height: int, towards: tuple[int, int]) -> int:
    """The place on the face between two cells at a height (half inches): it leads down to one and, over the top, to the other."""
    first = int(t["climb_at"][at(*foot)])
    nodes = [n for n in range(first, first + int(t["climb_count"][at(*foot)])) if t["node_height"][n] == height]
    return next(n for n in nodes if at(*towards) in way_up(t, n))


def way_up(t: np.void, node: int) -> set[int]:
    """Cells that a place on a face leads to, over places above it in the same cell."""
    found: set[int] = set()
    for edge in edges_of(t, node):
        to = int(t["edges"]["to"][edge])
        if to < CELLS and to != t["node_cell"][node]:
            found.add(to)
        elif to >= CELLS and t["node_cell"][to] == t["node_cell"][node] and t["node_height"][to] > t["node_height"][node]:
            found |= way_up(t, to)
    return found


def edges_of(t: np.void, node: int) -> range:
    return range(int(t["edge_at"][node]), int(t["edge_at"][node + 1]))


def hurts(t: np.void, start: int, edge: int) -> int:
    """Impact rolls on a way that begins at a node."""
    return int(edge >= t["edge_hurts"][start])


def edge(t: np.void, start: int, end: int) -> tuple[Way, int, int, int] | None:
    """Kind, cost, cost with climbing free, and impact rolls of the way between two nodes."""
    found = [
        (Way(t["edges"]["way"][e]), int(t["edges"]["cost"][e]), int(t["edges"]["swift"][e]), hurts(t, start, e))
        for e in edges_of(t, start)
        if t["edges"]["to"][e] == end
    ]
    assert len(found) < 2
    return found[0] if found else None


def reach(t: np.void, start: int, budget: int, impacts: int = 0, swift: bool = False) -> dict[int, int]:
    """Cheapest cost of each node within a budget and with at most so many impact rolls."""
    best: dict[tuple[int, int], int] = {(start, 0): 0}
    todo = [(0, start, 0)]
    while todo:
        cost, node, hurt = heapq.heappop(todo)
        if cost > best[node, hurt]:
            continue
        for e in edges_of(t, node):
            step = int(t["edges"]["swift" if swift else "cost"][e]), int(t["edges"]["to"][e]), hurt + hurts(t, node, e)
            key = step[1], step[2]
            if step[2] <= impacts and cost + step[0] <= min(budget, best.get(key, budget + 1) - 1):
                best[key] = cost + step[0]
                heapq.heappush(todo, (cost + step[0], *key))
    found: dict[int, int] = {}
    for (node, _), cost in best.items():
        found[node] = min(cost, found.get(node, cost))
    return found


def cells_in(zone: np.ndarray) -> set[tuple[int, int]]:
    return {xy(int(cell)) for cell in np.flatnonzero(zone)}


# Zones, WC-DEP, WC-RES.


@pytest.mark.clause("WC-DEP-04", "WC-RES-03")
@pytest.mark.parametrize(("point", "size"), [((15, 11), 16), ((15, 0), 8), ((0, 11), 8), ((0, 0), 4), ((30, 22), 4)])
def test_a_zone_is_wholly_within_three_inches_of_its_point(point: tuple[int, int], size: int) -> None:
    zone, _ = zone_of(ground(30, 22), GroupSpec(point))
    assert zone.sum() == size  # T11


@pytest.mark.clause("WC-DEP-04")
def test_height_does_not_count_in_a_zone_and_pillars_are_not_in_it() -> None:
    board = ground(30, 22, high=((14, 10),), pillars=((15, 11),))
    zone, _ = zone_of(board, GroupSpec((15, 11)))
    assert zone.sum() == 15 and zone[at(14, 10)] and not zone[at(15, 11)]


@pytest.mark.clause("WC-RES-04", "WC-RES-05")
def test_example_13_half_edge_line() -> None:
    zone = cells_in(shipped("crossing")["zone"][Colour.RED, Group.HAMMER])
    assert (7, 1) in zone and (7, 2) not in zone and (9, 2) in zone and (9, 3) not in zone and (17, 2) in zone
    assert len(zone) == 31


@pytest.mark.clause("WC-RES-05")
def test_a_whole_edge_line_has_a_strip_of_three_inches() -> None:
    zone = cells_in(shipped("hunters")["zone"][Colour.RED, Group.SHIELD])
    assert zone == {(x, y) for x in range(3) for y in range(22)}
    assert cells_in(shipped("hunters")["zone"][Colour.BLUE, Group.SHIELD]) == {(x, y) for x in range(27, 30) for y in range(22)}


@pytest.mark.clause("WC-RES-03", "WC-RES-08")
def test_example_12_a_corner_and_what_lies_nearest_to_it() -> None:
    t = shipped("marks")
    assert cells_in(t["zone"][Colour.RED, Group.SHIELD]) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    away = t["zone_distance"][Colour.RED, Group.SHIELD]
    # squared half inches from (0, 0) to the nearest point
    assert [int(away[at(*cell)]) for cell in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2))] == [0, 4, 4, 8, 16, 16]
    order = sorted(range(CELLS), key=lambda cell: away[cell])
    free = [xy(cell) for cell in order if xy(cell) != (1, 1)]
    assert free[0] == (0, 0) and set(free[1:3]) == {(1, 0), (0, 1)} and set(free[3:5]) == {(2, 0), (0, 2)}


@pytest.mark.clause("WC-RES-08")
def test_closeness_to_a_line_is_that_to_its_nearest_point() -> None:
    away = shipped("crossing")["zone_distance"][Colour.RED, Group.HAMMER]  # from (9, 0) to (18, 0)
    assert [int(away[at(*cell)]) for cell in ((9, 0), (17, 0), (12, 4), (8, 0), (7, 1), (6, 2))] == [0, 0, 64, 0, 8, 32]


def test_zones_of_the_scenarios() -> None:
    sizes = {name: [int(zone.sum()) for zone in shipped(name)["zone"][Colour.RED]] for name in SCENARIOS}
    assert sizes == {"crossing": [16, 16, 31], "marks": [4, 4, 8], "relics": [16, 16, 8], "hunters": [16, 66, 8]}
    assert (shipped("crossing")["level"] * shipped("crossing")["zone"][Colour.RED, Group.SHIELD] > 0).sum() == 2
    arrivals = {name: shipped(name)["arrival"][Colour.RED].tolist() for name in SCENARIOS}
    assert arrivals == {"crossing": [1, 1, 2], "marks": [1, 2, 1], "relics": [1, 1, 2], "hunters": [1, 3, 1]}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_are_the_same_after_half_a_turn(name: str) -> None:
    t = shipped(name)
    width, height = int(t["width"]), int(t["height"])
    cells = [at(x, y) for y in range(height) for x in range(width)]
    turned = cells[::-1]
    for key in ("stand", "level", "column", "deadly", "near_deadly", "open_side", "climb_count", "token_first", "token_zone"):
        assert (t[key][cells] == t[key][turned]).all(), key
    assert (t["wall"][cells] == t["wall"][turned][:, [2, 3, 0, 1]]).all()
    for group in range(3):
        for key in ("zone", "zone_distance"):
            assert (t[key][Colour.RED, group][cells] == t[key][Colour.BLUE, group][turned]).all()
    edges = {(a, b): edge(t, a, b) for a in cells for e in edges_of(t, a) if (b := int(t["edges"]["to"][e])) < CELLS}
    back = dict(zip(cells, turned, strict=True))
    assert all(edges.get((back[a], back[b])) == found for (a, b), found in edges.items())
    sight = sight_square(t)
    assert (sight[np.ix_(cells, cells)] > 0).sum() == (sight[np.ix_(turned, turned)] > 0).sum()
    centre_lines = sight & (1 | COVER)
    assert (centre_lines[np.ix_(cells, cells)] == centre_lines[np.ix_(turned, turned)]).all()


def test_terrain_of_the_crossing() -> None:
    """S1, its listed half and the mirror."""
    t = shipped("crossing")
    assert (t["width"], t["height"]) == (18, 12) and t["stand"].sum() == 18 * 12 - 2
    assert cells_in(t["level"]) == {(8, 2), (9, 2), (8, 3), (9, 3), (8, 8), (9, 8), (8, 9), (9, 9)}
    assert {int(level) for level in t["level"]} == {0, 3 * INCH}
    assert cells_in(t["column"] == 6 * INCH) == {(2, 8), (15, 3)}
    walls = {(*xy(int(cell)), int(side)): int(t["wall"][cell, side]) for cell, side in zip(*np.nonzero(t["wall"]), strict=True)}
    low = {(5, y, 1): LOW_WALL for y in (5, 6)} | {(6, y, 3): LOW_WALL for y in (5, 6)}
    low |= {(11, y, 1): LOW_WALL for y in (5, 6)} | {(12, y, 3): LOW_WALL for y in (5, 6)}
    tall = (
        {(x, 3, 2): 6 for x in (12, 13)}
        | {(x, 4, 0): 6 for x in (12, 13)}
        | {(x, 7, 2): 6 for x in (4, 5)}
        | {(x, 8, 0): 6 for x in (4, 5)}
    )
    assert walls == low | tall
    steps = {(xy(int(t["node_cell"][n])), int(t["node_height"][n])) for n in np.flatnonzero(t["node_place"] == Place.STEPS)}
    assert steps == {(cell, height) for cell in ((8, 4), (9, 7)) for height in (2, 4, 6)}


def test_terrain_of_map_a_and_b() -> None:
    for name, platforms, pillars, deadly, walls, stairs in (
        ("marks", 30, {(12, 11), (17, 10)}, {(14, 4), (15, 4), (14, 17), (15, 17)}, (12, 6), {(11, 6), (18, 15)}),
        ("relics", 24, {(13, 7), (16, 14)}, set(), (8, 8), {(7, 10), (22, 11)}),
    ):
        t = shipped(name)
        assert (t["level"] == 6).sum() == platforms and cells_in(t["column"] == 12) == pillars and cells_in(t["deadly"]) == deadly
        assert [int((t["wall"] == height).sum()) // 2 for height in (LOW_WALL, 6)] == list(walls)
        middle = (t["node_place"] == Place.STEPS) & (t["node_height"] == 3)
        assert {xy(int(cell)) for cell in t["node_cell"][middle]} == stairs
        assert t["used"] == CELLS + 164


# Distances, DG-2 and T11.


def _within(t: np.void, inches: float, cell: tuple[int, int]) -> int:
    """Cells with a fighter's base within some inches of a token in the middle of a cell, or of a point."""
    return int(near(t, (cell[0] + 0.5, cell[1] + 0.5), 0, inches)[:CELLS].sum())


@pytest.mark.clause("WC-OBJ-01", "WC-TRE-10")
def test_cells_near_objectives_and_treasures() -> None:
    t = ground(30, 22)
    assert near(t, (15, 11), 0, 3).sum() == 44 and _within(t, 3, (15, 11)) == 45
    assert shipped("marks")["objective_near"][2][:CELLS].sum() + _standless(shipped("marks"), (15, 11)) == 44
    relics = view(shipped("relics"))
    beside, close = ([bool(is_close(relics, at(15, 11), node, 2 * inches)) for node in range(relics.used)] for inches in (1, 3))
    assert cells_in(np.array(beside[:CELLS])) == {(x, y) for x in (14, 15, 16) for y in (10, 11, 12)}
    exact = near(shipped("relics"), (15.5, 11.5), 0, 3)
    assert all(close[node] == exact[node] for node in range(relics.used) if shipped("relics")["node_place"][node] != Place.NONE)
    assert exact[:CELLS].sum() == 45 - _standless(shipped("relics"), (15.5, 11.5))


def _standless(t: np.void, point: tuple[float, float]) -> int:
    """Pillars within 3" of a point: they are no places for fighters."""
    return sum(
        max(0, x - point[0], point[0] - x - 1) ** 2 + max(0, y - point[1], point[1] - y - 1) ** 2 <= 9
        for x, y in cells_in((t["column"] == 12) & (t["stand"] == 0))
    )


@pytest.mark.clause("WC-OBJ-01")
def test_height_counts_for_objectives() -> None:
    """On a platform 3" up one is within 3" only right above; on a face an inch up the reach is the root of 8 inches."""
    t = ground(high=((5, 5), (6, 5), (6, 6), (7, 5)))
    within = near(t, (5, 5), 6, 3)  # the point touches (5, 5), which stands 3" high
    assert within[at(7, 5)] and within[at(5, 5)] and within[at(4, 4)] and not within[at(3, 4)]
    on_floor = near(t, (5, 3), 0, 3)
    assert not on_floor[at(5, 5)] and on_floor[at(4, 5)]
    lip, foot = face(t, (5, 4), 6, (5, 5)), face(t, (5, 4), 2, (5, 5))
    assert not on_floor[lip] and on_floor[foot]  # 1" away and 3" up; 1" away and 1" up


@pytest.mark.clause("WC-FALL-07")
def test_near_deadly_ground_is_within_an_inch_of_it() -> None:
    """T12: gaps of neighbours and of the offsets (2, 0), (2, 1) are at most 1", that of (2, 2) is 1.41"."""
    t = ground(deadly=((6, 6),), high=((6, 4),))
    close = cells_in(t["near_deadly"])
    block = {(x, y) for x in range(4, 9) for y in range(4, 9)}
    assert close == block - {(4, 4), (4, 8), (8, 4), (8, 8)} - {(6, 4)}  # not 3" up
    assert len(close) == 20  # T11: 20 within 1", one of them high, and the cell itself


@pytest.mark.clause("WC-VC-06")
def test_quarters_leave_out_cells_on_a_middle_line() -> None:
    odd = quarters(ground(13, 12))
    assert [int(odd[at(*cell)]) for cell in ((5, 5), (6, 5), (7, 5), (5, 6), (7, 6))] == [1, 0, 2, 3, 4]
    even = quarters(ground(14, 12))
    assert [int((even[:CELLS] == k).sum()) for k in range(1, 5)] == [42] * 4


@pytest.mark.clause("WC-VC-02", "WC-VC-03")
def test_where_treasures_may_lie() -> None:
    t = ground(30, 22)
    assert token_cells(t, 1, flat=True).sum() == 4 and token_cells(t, 5, flat=False).sum() == 80
    assert shipped("relics")["token_zone"].sum() == 78  # two of them are pillars
    raised = ground(30, 22, high=((15, 11),))  # the centre touches it, so that it lies 3" up
    assert token_cells(raised, 1, flat=True).sum() == 4
    assert cells_in(token_cells(raised, 2.5, flat=False)) == {(15, 11)}


def test_near_the_centre() -> None:
    t = shipped("hunters")
    centre = [cell for cell in cells_in(t["centre_near"][:CELLS]) if t["level"][at(*cell)] == 0]
    assert (8, 10) in centre and (7, 10) not in centre and (15, 17) in centre and (15, 18) not in centre and (8, 9) not in centre
    assert shipped("relics")["centre_near"][:CELLS].sum() == 44


# Ways, DG-1, DG-3, T7.


@pytest.mark.clause("WC-MOVE-01", "WC-MOVE-05")
@pytest.mark.parametrize(("move", "cells"), [(3, 29), (4, 49), (5, 73), (6, 105), (8, 189), (10, 293)])
def test_cells_reachable_on_open_floor(move: int, cells: int) -> None:
    assert len(reach(ground(30, 22), at(15, 11), 10 * move)) == cells  # T11


def test_steps_on_the_floor() -> None:
    t = ground()
    assert edge(t, at(5, 5), at(6, 5)) == (Way.WALK, 10, 10, 0)
    assert edge(t, at(5, 5), at(6, 4)) == (Way.WALK, 14, 14, 0)
    assert edge(t, at(5, 5), at(7, 5)) is None
    assert len(edges_of(t, at(0, 0))) == 3 and len(edges_of(t, at(13, 11))) == 3 and len(edges_of(t, at(5, 0))) == 5
    assert t["used"] == CELLS and t["edge_at"][NODES] == t["edge_at"][CELLS]
    sides = {int(t["edges"]["to"][e]): t["edges"]["side"][e].tolist() for e in edges_of(t, at(5, 5))}
    assert sides[at(6, 4)] == [at(5, 4), at(6, 5)] and sides[at(6, 5)] == [-1, -1]


@pytest.mark.clause("WC-MOVE-02", "WC-TERR-01")
def test_pillars_bar_their_cell_and_the_corners_beside_it() -> None:
    t = ground(pillars=((5, 5),))
    assert edge(t, at(4, 5), at(5, 5)) is None and not t["stand"][at(5, 5)] and not len(edges_of(t, at(5, 5)))
    assert edge(t, at(4, 5), at(5, 4)) is None and edge(t, at(4, 4), at(5, 4)) is not None
    assert t["used"] == CELLS


@pytest.mark.clause("WC-MOVE-06", "WC-MOVE-08")
@pytest.mark.parametrize("key", ["low", "underpass"])
def test_low_terrain_and_ground_under_raised_terrain_is_floor(key: str) -> None:
    assert ground(**{key: ((5, 5),)}).tobytes() == ground().tobytes()


@pytest.mark.clause("WC-TERR-04")
@pytest.mark.parametrize(("key", "way"), [("archways", Way.ARCH), ("doors", Way.DOOR)])
def test_archways_and_doors_are_passed_straight_through_the_wall(key: str, way: Way) -> None:
    t = ground(sight=True, tall_walls={"east": ((5, 4), (5, 6))}, **{key: {"east": ((5, 5),)}})
    assert edge(t, at(5, 5), at(6, 5)) == (way, 10, 10, 0) and edge(t, at(6, 5), at(5, 5)) == (way, 10, 10, 0)
    assert edge(t, at(5, 5), at(6, 6)) is None and edge(t, at(5, 6), at(6, 5)) is None
    walled = ground(sight=True, tall_walls={"east": ((5, 4), (5, 5), (5, 6))})
    assert (t["wall"] == walled["wall"]).all() and (t["sight"] == walled["sight"]).all() and t["used"] == walled["used"]


@pytest.mark.clause("WC-TERR-03")
def test_a_fighter_stands_on_a_platform_cell_up_to_its_edge() -> None:
    t = ground(high=((5, 5),))
    assert t["node_place"][at(5, 5)] == Place.GROUND and t["node_height"][at(5, 5)] == 6 and t["open_side"][at(5, 5)]


@pytest.mark.clause("WC-CLIMB-01")
def test_example_22_climbing_a_platform() -> None:
    t = ground(high=((5, 5), (6, 5)))
    from_floor = reach(t, at(5, 4), 40)
    nodes = [face(t, (5, 4), height, (5, 5)) for height in (2, 4, 6)]
    assert [from_floor[n] for n in (*nodes, at(5, 5))] == [10, 20, 30, 40]
    three = reach(t, at(5, 4), 30)
    assert nodes[2] in three and at(5, 5) not in three  # the lip
    assert reach(t, nodes[2], 30)[at(5, 5)] == 10 and reach(t, nodes[2], 30)[at(6, 5)] == 20
    assert [t["node_height"][n] for n in nodes] == [2, 4, 6] and {t["node_place"][n] for n in nodes} == {Place.FACE}
    assert all(t["node_cell"][n] == at(5, 4) for n in nodes)
    down = reach(t, at(5, 5), 40)
    assert down[at(5, 4)] == 40 and edge(t, at(5, 5), nodes[2]) == (Way.CLIMB, 10, 10, 0)


def test_faces_stand_on_every_side_and_belong_to_the_cell_at_their_foot() -> None:
    t = ground(very_high=((5, 5),), high=((6, 5),))
    assert [int(t["climb_count"][at(*cell)]) for cell in ((5, 4), (4, 5), (5, 6), (6, 5), (6, 4), (7, 5))] == [6, 6, 6, 3, 3, 3]
    assert t["climb_count"][at(5, 5)] == 0 and t["climb_count"][at(4, 4)] == 0
    assert reach(t, at(6, 5), 40)[at(5, 5)] == 40 and reach(t, at(5, 4), 70)[at(5, 5)] == 70
    assert face(t, (6, 5), 12, (5, 5)) and t["node_height"][face(t, (6, 5), 8, (5, 5))] == 8
    for cell in range(CELLS):
        first = int(t["climb_at"][cell])
        assert all(t["node_cell"][n] == cell for n in range(first, first + int(t["climb_count"][cell])))
    assert t["used"] == CELLS + int(t["climb_count"].sum()) and (t["node_place"][int(t["used"]) :] == Place.NONE).all()


@pytest.mark.clause("WC-JUMP-01", "WC-JUMP-02")
def test_jumping_down_costs_the_step_alone_and_hurts_from_three_inches() -> None:
    t = ground(high=((5, 5),), very_high=((6, 5),))
    assert edge(t, at(5, 5), at(5, 4)) == (Way.DROP, 10, 10, 1)
    assert edge(t, at(6, 5), at(5, 5)) == (Way.DROP, 10, 10, 1) and edge(t, at(6, 5), at(7, 5)) == (Way.DROP, 10, 10, 1)
    assert edge(t, at(5, 5), at(4, 4)) == (Way.DROP, 14, 14, 1)
    assert edge(t, at(5, 5), at(6, 4)) is None  # past the higher platform
    assert edge(t, at(5, 4), at(5, 5)) is None and edge(t, at(4, 4), at(5, 5)) is None
    assert edge(t, at(5, 4), at(4, 5)) is None  # round the platform's corner


@pytest.mark.clause("WC-CLIMB-04", "WC-CLIMB-05")
def test_stairs_cost_two_halves_of_sixteen() -> None:
    t = ground(high=((5, 5),), stairs={"east": ((5, 5),)})
    middle = int(t["climb_at"][at(6, 5)])
    assert t["climb_count"][at(6, 5)] == 1 and t["node_place"][middle] == Place.STEPS and t["node_height"][middle] == 3
    for end in (at(5, 5), at(6, 5)):
        assert edge(t, end, middle) == (Way.STAIR, 16, 16, 0) and edge(t, middle, end) == (Way.STAIR, 16, 16, 0)
    assert reach(t, at(6, 5), 32)[at(5, 5)] == 32 and reach(t, at(5, 5), 32)[at(6, 5)] == 32
    assert edge(t, at(5, 5), at(6, 5)) == (Way.DROP, 10, 10, 1)
    listed_below = ground(high=((5, 5),), stairs={"west": ((6, 5),)})
    assert listed_below.tobytes() == t.tobytes()


@pytest.mark.clause("WC-CLIMB-04")
def test_ladders_are_climbed_as_faces_but_hold_one_who_stops() -> None:
    t = ground(high=((5, 5),), ladders={"south": ((5, 5),)})
    nodes = [face(t, (5, 6), height, (5, 5)) for height in (2, 4, 6)]
    assert {int(t["node_place"][n]) for n in nodes} == {Place.STEPS} and reach(t, at(5, 6), 40)[at(5, 5)] == 40
    assert t["node_place"][face(t, (5, 4), 2, (5, 5))] == Place.FACE


def test_low_walls_are_crossed_in_one_step() -> None:
    t = ground(low_walls={"east": ((5, 5),)})
    assert edge(t, at(5, 5), at(6, 5)) == (Way.VAULT, 25, 10, 0) and edge(t, at(6, 5), at(5, 5)) == (Way.VAULT, 25, 10, 0)
    assert t["used"] == CELLS
    # no diagonal step round the end of a wall, whichever of the four sides it stands on
    assert edge(t, at(5, 5), at(6, 6)) is None and edge(t, at(6, 4), at(5, 5)) is None and edge(t, at(5, 4), at(6, 5)) is None
    assert edge(t, at(5, 3), at(6, 4)) == (Way.WALK, 14, 14, 0)


def test_tall_walls_are_crossed_with_a_drop_or_climbed_down() -> None:
    t = ground(tall_walls={"east": ((5, 5),)})
    assert edge(t, at(5, 5), at(6, 5)) is None
    near_lip, far_lip = face(t, (5, 5), 6, (6, 5)), face(t, (6, 5), 6, (5, 5))
    assert edge(t, near_lip, at(6, 5)) == (Way.DROP, 10, 10, 1) and edge(t, near_lip, far_lip) == (Way.CLIMB, 10, 10, 0)
    alone = ground(3 * 4, 8, tall_walls={"east": tuple((5, y) for y in range(8))})
    assert reach(alone, at(5, 5), 70)[at(6, 5)] == 70 and reach(alone, at(5, 5), 70, impacts=1)[at(6, 5)] == 40
    assert t["climb_count"][at(5, 5)] == 3 and t["climb_count"][at(6, 5)] == 3


@pytest.mark.clause("WC-FALL-07")
def test_deadly_ground_hurts_whoever_enters_it_by_any_way() -> None:
    t = ground(deadly=((5, 5), (6, 5)), high=((5, 4),), low_walls={"west": ((5, 5),)})
    assert edge(t, at(6, 6), at(6, 5)) == (Way.WALK, 10, 10, 1) and edge(t, at(5, 5), at(6, 5)) == (Way.WALK, 10, 10, 1)
    assert edge(t, at(6, 5), at(6, 6)) == (Way.WALK, 10, 10, 0) and edge(t, at(7, 6), at(6, 5)) == (Way.WALK, 14, 14, 1)
    assert edge(t, at(4, 5), at(5, 5)) == (Way.VAULT, 25, 10, 1)
    foot = face(t, (5, 5), 2, (5, 4))
    assert edge(t, foot, at(5, 5)) == (Way.CLIMB, 10, 0, 1) and edge(t, at(5, 5), foot) == (Way.CLIMB, 10, 0, 0)


@pytest.mark.clause("WC-FALL-07", "WC-JUMP-02")
def test_a_drop_on_to_deadly_ground_is_two_dangers_one_after_the_other() -> None:
    t = ground(deadly=((5, 5),), high=((5, 4), (6, 4)))
    assert edge(t, at(5, 4), at(5, 5)) is None
    landing = next(
        int(t["edges"]["to"][e])
        for e in edges_of(t, at(5, 4))
        if t["node_cell"][t["edges"]["to"][e]] == at(5, 5) and hurts(t, at(5, 4), e)
    )
    assert t["node_place"][landing] == Place.LANDING and t["node_height"][landing] == 0
    assert edge(t, at(5, 4), landing) == (Way.DROP, 10, 10, 1) and edge(t, landing, at(5, 5)) == (Way.DROP, 0, 0, 1)
    assert edge(t, at(6, 4), landing) == (Way.DROP, 14, 14, 1)  # the same landing for all who jump there
    assert len(edges_of(t, landing)) == 1 and not sight_square(t)[landing].any()
    first = int(t["climb_at"][at(5, 5)])
    assert landing == first + int(t["climb_count"][at(5, 5)]) - 1
    assert at(5, 5) not in reach(t, at(5, 4), 10, impacts=1) and reach(t, at(5, 4), 10, impacts=2)[at(5, 5)] == 10


@pytest.mark.clause("WC-JUMP-01", "WC-JUMP-03")
def test_gaps_between_platforms_are_leapt() -> None:
    t = ground(high=((3, 5), (5, 5), (6, 7)), very_high=((3, 8),))
    assert edge(t, at(3, 5), at(5, 5)) == (Way.LEAP, 20, 20, 0)
    assert edge(t, at(3, 5), at(6, 7)) == (Way.LEAP, 37, 37, 0)  # 10 times the root of 13 is 36.06
    assert edge(t, at(5, 5), at(6, 7)) == (Way.LEAP, 23, 23, 0)
    assert edge(t, at(3, 8), at(6, 7)) == (Way.LEAP, 32, 32, 1) and edge(t, at(6, 7), at(3, 8)) is None  # 3" down, never up
    assert edge(t, at(3, 5), at(5, 6)) is None  # to the floor


def test_a_leap_needs_a_gap_and_nothing_higher_in_between() -> None:
    solid = ground(high=((3, 5), (4, 5), (5, 5)))
    assert edge(solid, at(3, 5), at(5, 5)) is None
    assert edge(ground(high=((3, 5), (5, 5)), very_high=((4, 5),)), at(3, 5), at(5, 5)) is None
    assert edge(ground(high=((3, 5), (5, 5)), pillars=((4, 5),)), at(3, 5), at(5, 5)) is None
    walled = ground(high=((3, 5), (5, 5)), tall_walls={"west": ((5, 5),)})
    assert edge(walled, at(3, 5), at(5, 5)) is None
    assert edge(ground(high=((3, 5), (5, 5)), low_walls={"east": ((3, 5),)}), at(3, 5), at(5, 5)) is None
    on_floor = ground(high=((3, 5), (6, 5)), tall_walls={"east": ((4, 5),)})  # 3" high, as high as the leap
    assert edge(on_floor, at(3, 5), at(6, 5)) == (Way.LEAP, 30, 30, 0)
    corner = ground(high=((3, 5), (5, 7), (4, 5)))  # the line of centres crosses (4, 6) alone
    assert edge(corner, at(3, 5), at(5, 7)) == (Way.LEAP, 29, 29, 0)
    touching = ground(high=((3, 5), (4, 6), (5, 7)), very_high=((4, 5), (3, 6)))
    assert edge(touching, at(3, 5), at(5, 7)) is None and edge(touching, at(3, 5), at(4, 6)) is None


@pytest.mark.clause("WC-RAVEN-03")
def test_swift_climbing_costs_the_horizontal_inch_alone() -> None:
    t = ground(high=((5, 5),), stairs={"east": ((5, 5),)}, tall_walls={"east": tuple((8, y) for y in range(12))})
    assert reach(t, at(5, 4), 10, swift=True)[at(5, 5)] == 10 and reach(t, at(5, 4), 0, swift=True)[face(t, (5, 4), 6, (5, 5))] == 0
    assert reach(t, at(8, 5), 10, swift=True)[at(9, 5)] == 10
    assert reach(t, int(t["climb_at"][at(6, 5)]), 16, swift=True)[at(5, 5)] == 16


def test_a_low_wall_on_the_edge_of_a_platform() -> None:
    t = ground(high=((5, 5), (6, 5)), low_walls={"north": ((5, 5),)})
    lip = face(t, (5, 4), 6, (5, 5))
    assert edge(t, lip, at(5, 5)) == (Way.CLIMB, 25, 10, 0) and edge(t, at(5, 5), lip) == (Way.CLIMB, 40, 10, 0)
    assert edge(t, at(5, 5), at(5, 4)) == (Way.VAULT, 25, 10, 1)
    assert not ground(3 * 4, 12, high=((5, 5),), low_walls=dict.fromkeys(("north", "east", "south", "west"), ((5, 5),)))["open_side"].any()


def test_a_tall_wall_on_the_edge_of_a_platform() -> None:
    t = ground(high=((5, 5),), tall_walls={"north": ((5, 5),)})
    assert t["climb_count"][at(5, 4)] == 6 and t["climb_count"][at(5, 5)] == 3
    outer, inner = face(t, (5, 4), 12, (5, 5)), face(t, (5, 5), 12, (5, 4))
    assert edge(t, outer, at(5, 5)) == (Way.DROP, 10, 10, 1) and edge(t, inner, at(5, 4)) == (Way.DROP, 10, 10, 1)
    assert edge(t, outer, inner) == (Way.CLIMB, 10, 10, 0) and edge(t, at(5, 5), at(5, 4)) is None


@pytest.mark.clause("WC-FALL-04")
def test_open_sides_of_platforms() -> None:
    """DG-8: an orthogonal neighbour at least 1" lower, without a wall; stairs and ladders close nothing, a diagonal does not count."""
    block = tuple((x, y) for x in (4, 5, 6) for y in (4, 5, 6))
    t = ground(
        high=block,
        very_high=((9, 9), (10, 9)),
        stairs={"north": ((5, 4),)},
        ladders={"west": ((4, 5),)},
        tall_walls={"east": ((6, 5),)},
    )
    assert cells_in(t["open_side"]) == {*block, (9, 9), (10, 9)} - {(5, 5), (6, 5)}
    stepped = ground(high=((0, 0), (1, 1)), very_high=((0, 1), (1, 0)), pillars=((2, 1), (1, 2)))
    assert cells_in(stepped["open_side"]) == {(0, 1), (1, 0)}  # battlefield edges and pillars close theirs


# Sight and cover, DG-6 and DG-7.


def lines(t: np.void, a: tuple[int, int] | int, b: tuple[int, int] | int) -> int:
    return int(sight_of(view(t), _node(a), _node(b))) & ALL


def covered(t: np.void, attacker: tuple[int, int] | int, target: tuple[int, int] | int) -> bool:
    return bool(sight_of(view(t), _node(attacker), _node(target)) & COVER)


def _node(place: tuple[int, int] | int) -> int:
    return place if isinstance(place, int) else at(*place)


@pytest.mark.clause("WC-VIS-01")
def test_open_floor_hides_and_covers_nobody() -> None:
    t = ground(sight=True, deadly=((5, 5),))
    there = [at(x, y) for y in range(12) for x in range(14)]
    sight = sight_square(t)
    assert (sight[np.ix_(there, there)] == ALL).all() and not sight[at(14, 0)].any()


@pytest.mark.clause("WC-VIS-02")
@pytest.mark.parametrize("name", SCENARIOS)
def test_sight_is_the_same_from_both_ends(name: str) -> None:
    t = shipped(name)
    column, tall = t["column"].astype(np.int64), wall_tops(t, tall_only=True)
    places = np.flatnonzero(np.isin(t["node_place"], (Place.GROUND, Place.FACE, Place.STEPS)))
    for a, b in np.random.default_rng(3).choice(places, (150, 2)).tolist():
        (here, up), (there, high) = ((int(t["node_cell"][node]), int(t["node_height"][node]) + EYE) for node in (a, b))
        assert lines(t, a, b) == lines(t, b, a) == open_lines(WIDTH, column, tall, there, here, high, up, OFFSETS)


@pytest.mark.clause("WC-COV-01", "WC-COV-02")
@pytest.mark.parametrize("name", SCENARIOS)
def test_cover_is_that_of_the_middle_line(name: str) -> None:
    t = shipped(name)
    column, tops = t["column"].astype(np.int64), wall_tops(t, tall_only=False)
    places = np.flatnonzero(np.isin(t["node_place"], (Place.GROUND, Place.FACE, Place.STEPS)))
    found = []
    for attacker, target in np.random.default_rng(4).choice(places, (400, 2)).tolist():
        (here, up), (there, high) = ((int(t["node_cell"][node]), int(t["node_height"][node]) + EYE) for node in (attacker, target))
        gaps = [max(0, abs(p - q) - 1) * INCH for p, q in zip((here % WIDTH, here // WIDTH), (there % WIDTH, there // WIDTH), strict=True)]
        bare = here if gaps[0] ** 2 + gaps[1] ** 2 + (high - up) ** 2 > INCH**2 else -1
        found.append(high - up >= 3 * INCH or not is_line_open(WIDTH, column, tops, here, there, up, high, 0, 0, bare))
        assert (sight_of(view(t), attacker, target) & COVER > 0) == found[-1]
    assert any(found) and not all(found)


@pytest.mark.clause("WC-VIS-01")
def test_platforms_pillars_and_tall_walls_hide_low_walls_do_not() -> None:
    """Eyes are 1" up: over the floor they see past a low wall (1.5") but not past 3"; lines of corners go round narrow things."""
    row = tuple((5, y) for y in range(12))
    assert lines(ground(sight=True, high=row), (3, 5), (8, 5)) == 0
    assert lines(ground(sight=True, tall_walls={"east": row}), (5, 5), (6, 5)) == 0
    assert lines(ground(sight=True, low_walls={"east": row}), (3, 5), (8, 5)) == ALL
    assert lines(ground(sight=True, pillars=((5, 5),)), (3, 5), (8, 5)) == 0
    # (3, 5) to (8, 6): the centre line is in row 5 until x = 6, so the pillar stops it; southern corners have left it at x = 4 and 4.8
    assert lines(ground(sight=True, pillars=((5, 5),)), (3, 5), (8, 6)) == 0b11000


@pytest.mark.clause("WC-VIS-01")
def test_from_a_platform_one_sees_over_what_is_lower() -> None:
    """From 3" up the eye is 4" high. A line to the floor ends 1" high: over the platform's own next cell it must stay above 3"."""
    block = tuple((x, 5) for x in (2, 3))
    t = ground(sight=True, high=block)
    assert lines(t, (2, 5), (12, 5)) == ALL  # sinks 3" in 10": 3.55" at the far end of (3, 5), 1.5" from its start
    assert lines(t, (2, 5), (5, 5)) == 0  # sinks 1" an inch: 2.5" there
    assert lines(t, (3, 5), (5, 5)) == ALL  # its own cell never blocks
    assert lines(t, (2, 5), (3, 5)) == ALL


@pytest.mark.clause("WC-CLIMB-06", "WC-VIS-01")
def test_one_who_climbs_sees_from_the_cell_at_the_foot_at_its_height() -> None:
    wall = tuple((5, y) for y in range(12))
    t = ground(sight=True, tall_walls={"east": wall})
    lip, low = face(t, (5, 5), 6, (6, 5)), face(t, (5, 5), 2, (6, 5))
    # the lip's eye is 4" high; the wall is met half an inch from the middle of its cell
    assert lines(t, lip, (10, 5)) == ALL  # 4 - 3 * 0.5 / 5 = 3.7"
    assert lines(t, lip, (6, 5)) == 0b10100  # 2.5"; 3.7" on the two lines that begin 0.1" from the wall
    assert lines(t, low, (10, 5)) == 0 and lines(t, lip, low) == ALL and lines(t, lip, (5, 5)) == ALL


@pytest.mark.clause("WC-COV-01")
def test_a_target_three_inches_higher_has_cover() -> None:
    t = ground(sight=True, high=((5, 5),), very_high=((9, 5),), ladders={"north": ((5, 5),)})
    assert covered(t, (4, 5), (5, 5)) and not covered(t, (5, 5), (4, 5))
    assert covered(t, (5, 5), (9, 5)) and not covered(t, (9, 5), (5, 5))
    lip, below = face(t, (5, 4), 6, (5, 5)), face(t, (5, 4), 4, (5, 5))
    assert covered(t, (4, 4), lip) and not covered(t, (4, 4), below)


@pytest.mark.clause("WC-COV-01", "WC-COV-02")
def test_an_obstacle_on_the_line_gives_cover_but_ones_own_wall_only_within_an_inch() -> None:
    t = ground(sight=True, low_walls={"east": ((5, 5),)})
    assert covered(t, (5, 5), (6, 5)) and covered(t, (6, 5), (5, 5))  # example 18: gap 0
    assert covered(t, (5, 5), (7, 5)) and covered(t, (7, 5), (5, 5))  # gap 1
    assert not covered(t, (5, 5), (8, 5)) and covered(t, (8, 5), (5, 5))  # gap 2: over one's own wall
    assert covered(t, (3, 5), (8, 5)) and covered(t, (8, 5), (3, 5))
    assert not covered(t, (4, 6), (8, 6))
    assert lines(t, (5, 5), (6, 5)) == ALL


@pytest.mark.clause("WC-COV-01")
def test_an_obstacle_lower_than_the_line_gives_no_cover() -> None:
    """From a platform (eye 4") to the floor 6" away the line sinks half an inch an inch: a low wall covers only near the target."""
    t = ground(sight=True, high=((3, 5),), low_walls={"west": ((9, 5), (8, 7)), "east": ()})
    assert covered(t, (3, 5), (9, 5))  # met 5.5" away at 1.25"
    assert not covered(t, (3, 5), (10, 5))  # 4 - 3 * 5.5 / 7 = 1.64"
    assert covered(t, (10, 5), (3, 5))  # 3" higher
    platform = ground(sight=True, high=((3, 5), (5, 5)))
    assert covered(platform, (3, 5), (6, 5)) and not covered(platform, (3, 5), (5, 5))


@pytest.mark.clause("WC-COV-02")
def test_height_counts_for_the_inch_within_which_no_wall_is_ignored() -> None:
    """One on the lip of a tall wall is 3" from the neighbour beyond it: the wall, met at 2.5", is on a side of its own cell."""
    t = ground(sight=True, tall_walls={"east": ((5, 5),)})
    lip = face(t, (5, 5), 6, (6, 5))
    assert not covered(t, lip, (6, 5)) and covered(t, (6, 5), lip)
    assert covered(t, (5, 5), (6, 5))
