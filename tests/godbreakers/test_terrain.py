"""Terrain: boards, barricades, area terrain. Chapter TER."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.godbreakers.data.checks import check_map
from skirmish_rl.envs.godbreakers.data.pack import FOLDER
from skirmish_rl.envs.godbreakers.data.schema import MapSpec
from skirmish_rl.envs.godbreakers.state import Ground
from skirmish_rl.envs.registry import ruleset_of
from tests.godbreakers.reading import cells

MAPS = read_all(FOLDER / "maps.toml", MapSpec)


@pytest.mark.clause("GB-TER-01")
@pytest.mark.parametrize("size", [19, 36])
def test_boards_outside_20_to_35_cells_are_refused(size):
    with pytest.raises(DataError, match=rf"'size': got {size}; expected 20 to \d+ \(GB-TER-01\)"):
        build(MapSpec, replace(MAPS["open"], size=size), Path("map.toml"))


@pytest.mark.clause("GB-TER-01")
@pytest.mark.parametrize(("scenario", "side"), [("drill", 21), ("saboteurs", 25)])
def test_a_quarter_to_a_half_of_each_map_is_area_terrain(scenario, side):
    tables = ruleset_of("godbreakers").scenario(scenario).tables[0]
    ground = tables["ground"].reshape(25, 25)[:side, :side]
    assert tables["size"] == side
    assert 0.25 <= np.mean((ground & Ground.AREA) != 0) <= 0.5


@pytest.mark.clause("GB-TER-02")
def test_a_barricade_thicker_than_a_cell_is_refused():
    with pytest.raises(DataError, match="thicker"):
        check_map(replace(MAPS["open"], barricades=((3, 5, 3, 4),)), Path("map.toml"))


@pytest.mark.clause("GB-TER-02")
def test_nobody_stands_on_a_barricade(table):
    t = table(map="L")
    t.add("A1", (12, 6), die=8)
    t.activate("A1")
    walls = {(x, y) for y in (4, 8) for x in range(11, 15)}
    assert not walls & cells(t)
    assert {(10, 8), (12, 7), (12, 9), (15, 8)} <= cells(t)


@pytest.mark.clause("GB-TER-03")
def test_area_terrain_is_entered_freely_and_only_lengthens_measures(table):
    t = table()
    t.area(11, 13, 9, 11)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (13, 10), die=8)
    t.activate("A1")
    t.play("move 12,10")  # no test is rolled
    t.dice(3, 2)  # both inside: plain rolls
    t.play("engage B1")
    assert t.unit("B1").damage == 1


@pytest.mark.clause("GB-TER-04", "GB-ENG-05", "GB-DIG-07")
@pytest.mark.parametrize(("wall", "near"), [((12, 11), True), ((12, 10), True), ((13, 10), False), ((13, 12), False)])
def test_within_0u_of_a_barricade_are_its_eight_neighbours(table, wall, near):
    t = table()
    t.barricade(wall[0], wall[0], wall[1], wall[1])
    t.add("A1", (10, 10), die=8)
    t.add("B1", (11, 10), die=8)
    t.activate("A1")
    t.dice(3, 2)  # A1's roll is challenging only if B1 alone stands at the barricade
    t.play("engage B1")
    assert (t.unit("A1").damage, t.unit("B1").damage) == ((2, 0) if near else (0, 1))


@pytest.mark.clause("GB-TER-05")
def test_touching_a_corner_is_not_crossing(table):
    t = table()
    t.barricade(11, 11, 11, 13)
    assert t.vaults((10, 11), (11, 10)) == 0
    assert t.vaults((9, 12), (12, 9)) == 0
    assert t.vaults((10, 11), (12, 11)) == 1
    assert t.vaults((10, 10), (12, 11)) == 1  # half a cell of it


@pytest.mark.clause("GB-TER-05", "GB-MOV-06")
def test_a_move_past_a_corner_rolls_no_test(table):
    t = table()
    t.barricade(11, 11, 11, 13)
    t.add("A1", (9, 12), die=6)
    t.activate("A1")
    t.play("move 12,9")
    assert t.unit("A1").cell == (12, 9)


@pytest.mark.clause("GB-TER-05")
def test_lines_of_map_l_cross_the_barricades_they_run_through(table):
    t = table(map="L")
    assert t.vaults((12, 2), (12, 9)) == 2
    assert t.vaults((12, 2), (12, 7)) == 1
    assert t.vaults((9, 6), (9, 12)) == 0


@pytest.mark.clause("GB-TER-06", "GB-TRT-19")
def test_area_terrain_placed_in_play_lies_under_the_models_there(table):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"shaping": 2})
    t.add("A2", (11, 10))
    t.add("B1", (20, 20))
    t.activate("A1")
    assert t.range((9, 10), (13, 10)) == 3
    t.dice(5)
    t.play("shape-area")
    t.play("place 11,10")
    assert (t.unit("A2").cell, t.unit("A2").damage) == ((11, 10), 2)
    assert t.range((9, 10), (13, 10)) > 3
