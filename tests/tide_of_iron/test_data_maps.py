"""Maps and what it costs to enter their hexes. Chapters MOV, TRN."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.hexgrid import turn_half
from skirmish_rl.envs.tide_of_iron.state import WIDTH, Terrain
from tests.tide_of_iron.ground import MAPS, Hex, ground, hexes, number, tables_of

SQUAD, VEHICLE = 0, 1
HERE, EAST = (6, 6), 1


def entry(tables: np.void, mover: int, start: Hex = HERE, direction: int = EAST) -> int:
    """Points to leave a hex in a direction, 0 if that is barred."""
    return int(tables["cost"][mover, number(start), direction])


@pytest.mark.clause("TI-MOV-09", "TI-MOV-10", "TI-TRN-03", "TI-TRN-04")
@pytest.mark.parametrize(
    ("terrain", "stream", "squad", "vehicle", "cover"),
    [
        ("clear", "shallow", 1, 1, 0),
        ("woods", "shallow", 2, 3, 2),
        ("building", "shallow", 2, 0, 3),
        ("rough", "shallow", 2, 3, 1),
        ("bridge", "shallow", 1, 1, 0),
        ("stream", "shallow", 2, 4, 0),
        ("stream", "deep", 3, 0, 0),
        ("stream", "flooded", 0, 0, 0),
        ("pond", "shallow", 0, 0, 0),
    ],
)
def test_entry_costs_and_cover_of_terrain(terrain, stream, squad, vehicle, cover):
    tables = ground(stream=stream, terrain={} if terrain == "clear" else {terrain: ((7, 6),)})
    assert (entry(tables, SQUAD), entry(tables, VEHICLE)) == (squad, vehicle)
    assert tables["cover"][number((7, 6))] == cover
    assert entry(tables, SQUAD, (7, 6)) == 1, "leaving costs what the next hex costs"


@pytest.mark.clause("TI-MOV-07")
@pytest.mark.parametrize(
    ("start", "end", "cost"), [(0, 1, 2), (1, 1, 1), (1, 2, 2), (2, 2, 1), (2, 1, 1), (1, 0, 1), (0, 2, 0), (2, 0, 0)]
)
def test_hills_cost_two_to_climb_and_cliffs_are_barred(start, end, cost):
    levels = {str(level): tuple(at for at, own in ((HERE, start), ((7, 6), end)) if own == level) for level in (1, 2)}
    tables = ground(levels=levels)
    assert entry(tables, SQUAD) == entry(tables, VEHICLE) == cost


@pytest.mark.clause("TI-MOV-08")
def test_a_wooded_hill_costs_the_larger_of_the_two():
    uphill = ground(levels={"1": ((7, 6),)}, terrain={"woods": ((7, 6),)})
    assert (entry(uphill, SQUAD), entry(uphill, VEHICLE)) == (2, 3)
    downhill = ground(levels={"1": (HERE,)}, terrain={"rough": ((7, 6),)})
    assert (entry(downhill, SQUAD), entry(downhill, VEHICLE)) == (2, 3)
    dear = ground(levels={"1": ((7, 6),)}, terrain={"stream": ((7, 6),)})
    assert (entry(dear, SQUAD), entry(dear, VEHICLE)) == (2, 4)


@pytest.mark.clause("TI-MOV-06")
def test_along_connected_road_every_hex_costs_one():
    wild = {"terrain": {"woods": ((7, 6),), "stream": ((8, 6),)}, "levels": {"1": ((9, 6),)}}
    road = ground(roads=(((6, 6), (7, 6), (8, 6), (9, 6)),), **wild)
    off_road = ground(**wild)
    for mover, dear in ((SQUAD, [2, 2, 2]), (VEHICLE, [3, 4, 2])):
        assert [entry(road, mover, (column, 6)) for column in (6, 7, 8)] == [1, 1, 1]
        assert [entry(off_road, mover, (column, 6)) for column in (6, 7, 8)] == dear
        assert entry(road, mover, (9, 6), 4) == 1 == entry(road, mover, (8, 6), 4), "also the other way"
        assert entry(road, mover, (6, 5), 2) == (2 if mover == SQUAD else 3), "entered from beside it the road is no help"


@pytest.mark.clause("TI-MOV-06")
def test_road_hexes_side_by_side_that_no_road_joins_are_not_connected():
    tables = ground(roads=(((6, 6), (6, 5)), ((7, 6), (7, 7))), terrain={"woods": ((7, 6),)})
    assert entry(tables, SQUAD) == 2


def test_a_road_does_not_let_vehicles_into_buildings():
    tables = ground(roads=((HERE, (7, 6)),), terrain={"building": ((7, 6),)})
    assert (entry(tables, SQUAD), entry(tables, VEHICLE)) == (1, 0)


@pytest.mark.clause("TI-MOV-13")
@pytest.mark.parametrize("name", MAPS)
def test_no_cost_leads_off_the_map(name):
    tables = tables_of(name)
    assert ((tables["next"] < 0) <= (tables["cost"] == 0).all(axis=0)).all()


@pytest.mark.clause("TI-TRN-01")
def test_each_hex_of_the_farm_has_the_terrain_and_level_of_the_dossier():
    farm = tables_of("farm")
    drawn = {
        Terrain.WOODS: {(2, 2), (6, 6), (3, 3), (4, 5), (0, 4), (8, 4)},
        Terrain.BUILDING: {(4, 4)},
        Terrain.ROUGH: {(1, 4), (7, 4)},
    }
    hills = {(6, 2), (6, 3), (2, 6), (1, 5)}
    for at in hexes(9, 9):
        expected = next((terrain for terrain, cells in drawn.items() if at in cells), Terrain.CLEAR)
        assert farm["terrain"][number(at)] == expected
        assert farm["level"][number(at)] == (at in hills)
    assert not farm["road"].any() and not farm["marks"].any()


@pytest.mark.parametrize("name", ["farm", "crossroads"])
def test_symmetric_boards_are_symmetric(name):
    width, rows, _ = MAPS[name]
    tables = tables_of(name)
    cells = [number(at) for at in hexes(width, rows)]
    turned = [turn_half(WIDTH, width, rows, cell) for cell in cells]
    for field in ("terrain", "level", "cover"):
        assert (tables[field][cells] == tables[field][turned]).all()
    assert (tables["zone"][0][cells] == tables["zone"][1][turned]).all()
    assert (tables["sight"][np.ix_(cells, cells)] == tables["sight"][np.ix_(turned, turned)]).all()
    for k in range(6):
        assert (tables["cost"][:, cells, k] == tables["cost"][:, turned, (k + 3) % 6]).all()
        assert ((tables["road"][cells] >> k & 1) == (tables["road"][turned] >> (k + 3) % 6 & 1)).all()


def test_the_bridge_crosses_a_shallow_stream():
    bridge = tables_of("bridge")
    row = [Terrain(bridge["terrain"][number((column, 5))]) for column in range(10)]
    assert row == [Terrain.BRIDGE if column == 5 else Terrain.STREAM for column in range(10)]
    assert [entry(bridge, VEHICLE, (5, r), 2 if r % 2 == 0 else 3) for r in range(10)] == [1] * 10
    crossroads = tables_of("crossroads")
    assert sum(bin(bits).count("1") for bits in crossroads["road"]) == 2 * (14 + 12)
