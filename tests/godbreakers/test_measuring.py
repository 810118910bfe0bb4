"""Measuring between bases, closest, base ranges, unstable placement. Chapter RNG."""

from __future__ import annotations

import time

import numpy as np
import pytest

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.data.distances import measure_line
from skirmish_rl.envs.godbreakers.state import FAR, SIDE, Spot
from tests.godbreakers.reading import board, cells, set_order, units

HERE = (10, 10)


@pytest.mark.clause("GB-RNG-01")
@pytest.mark.parametrize(
    ("there", "units"),
    [((11, 10), 0), ((11, 11), 0), ((12, 10), 1), ((11, 12), 1), ((13, 10), 2), ((12, 13), 2), ((14, 10), 3), ((13, 13), 3)],
)
def test_distance_runs_from_edge_to_edge_rounded_down(table, there, units):
    t = table()
    assert t.range(HERE, there) == t.range(there, HERE) == units


@pytest.mark.clause("GB-RNG-02")
def test_within_a_range_is_judged_on_the_rounded_measure(table):
    t = table()
    t.add("A1", HERE, die=6, traits={"ranged": 1})
    t.add("B1", (17, 11))  # 6.07
    t.add("B2", (16, 15))  # 6.81
    t.add("B3", (18, 10))  # 7.0
    t.activate("A1")
    assert units(t, "engage") == {"B1", "B2"}


@pytest.mark.clause("GB-RNG-03", "GB-MOV-01")
def test_placed_within_a_range_means_the_whole_base(table):
    t = table()
    t.add("A1", HERE, die=6)
    t.activate("A1")
    assert {(16, 10), (16, 11), (16, 13), (14, 15)} <= cells(t)  # far edge at 6.0, 6.08, 6.7, 6.4
    assert not {(17, 10), (15, 15)} & cells(t)  # 7.0, 7.07


@pytest.mark.clause("GB-RNG-03", "GB-DIG-05")
def test_placed_outside_a_range_means_no_part_of_the_base_inside(table):
    t = table.new_game(scenario="nest", setup="full", shuffle=False)
    assert t.decision == "PLACE_SHARD"
    assert not {(12, 5), (10, 5)} & cells(t, "place")  # their near edges are 6.0 and 6.28 away
    assert (10, 4) in cells(t, "place")  # 7.25


@pytest.mark.clause("GB-DIG-03", "GB-DIG-04")
def test_a_reshaped_map_is_measured_by_the_same_rules_as_a_packed_one(table):
    t = table.new_game(impassable=True)
    ends = np.random.default_rng(1).integers(t.scenario.tables[0]["size"], size=(60, 4)).tolist()
    packed = measures(t, ends)
    t.state["reshaped"] = 1
    assert measures(t, ends) == packed


def measures(t, ends):
    return [(t.range(a, b), t.reach(a, b), t.vaults(a, b)) for a, b in (((x, y), (u, v)) for x, y, u, v in ends)]


@pytest.mark.clause("GB-RNG-04")
def test_every_full_unit_of_area_terrain_counts_double(table):
    t = table(map="L")
    assert t.range((1, 6), (11, 6)) == 15
    assert t.reach((1, 6), (11, 6)) == 16


@pytest.mark.clause("GB-RNG-04")
def test_less_than_a_full_unit_of_area_terrain_is_free(table):
    t = table()
    t.area(11, 11, 11, 11)
    assert t.range((10, 10), (12, 13)) == 2  # 0.9 of the line lies inside
    assert t.range((10, 11), (12, 11)) == 2


@pytest.mark.clause("GB-RNG-04")
def test_overlapping_area_terrain_counts_once(table):
    t = table()
    t.area(11, 13, 10, 10)
    assert t.range(HERE, (15, 10)) == 4 + 3
    t.area(12, 14, 9, 11)
    assert t.range(HERE, (15, 10)) == 4 + 4


def _with_thicket(t):
    """Area terrain x 12-14 east of A1 at (10,10); nothing to the south."""
    t.area(12, 14, 9, 11)


@pytest.mark.clause("GB-RNG-04", "GB-MOV-02")
def test_area_terrain_slows_movement(table):
    t = table(map="L")
    t.add("A1", (1, 6), die=8)
    t.activate("A1")
    assert t.can("move 5,6") and not t.can("move 6,6")


@pytest.mark.clause("GB-RNG-04")
def test_area_terrain_lengthens_attack_ranges(table):
    t = table()
    _with_thicket(t)
    t.add("A1", HERE, die=6, traits={"ranged": 1})
    t.add("B1", (16, 10))
    t.add("B2", (10, 16))
    t.activate("A1")
    assert units(t, "engage") == {"B2"}


@pytest.mark.clause("GB-RNG-04")
def test_area_terrain_lengthens_trait_ranges(table):
    t = table(last_round=True)
    _with_thicket(t)
    t.add("A1", HERE, die=6, traits={"healer": 1})
    t.add("A2", (16, 10), damage=1)
    t.add("A3", (10, 16), damage=1)
    t.add("B1", (24, 24))
    t.dice(1, 1, 2)  # A2 lies beyond the healer's reach, A3 rerolls
    t.recovery()
    assert t.unit("A2").status == t.unit("A3").status == "ON_BOARD"


@pytest.mark.clause("GB-RNG-04", "GB-SPC-05")
def test_area_terrain_lengthens_special_action_ranges(table):
    t = table()
    _with_thicket(t)
    t.add("A1", HERE, die=6, treasure=1)
    t.add("A2", (16, 10))
    t.add("A3", (10, 16))
    t.add("A4", (10, 5))
    t.activate("A1")
    t.play("handoff")
    assert units(t, "to") == {"A3", "A4"}


@pytest.mark.clause("GB-RNG-05", "GB-DIG-06")
def test_no_measure_crosses_an_impassable_barricade(table):
    t = table(map="L", impassable=True)
    assert t.range((14, 12), (18, 12)) == 4  # round the corner over (16,10): 5.66 between centres
    assert t.reach((14, 12), (18, 12)) == 5
    assert t.vaults((14, 12), (18, 12)) == 0
    t = table(map="L")
    assert (t.range((14, 12), (18, 12)), t.reach((14, 12), (18, 12)), t.vaults((14, 12), (18, 12))) == (3, 4, 1)


@pytest.mark.clause("GB-RNG-06")
def test_nothing_blocks_a_line_of_attack(table):
    t = table()
    t.barricade(12, 12, 8, 12)
    t.area(15, 15, 10, 10)
    t.add("A1", HERE, die=10, traits={"ranged": 1})
    t.add("A2", (11, 10))
    t.wild("brute", (13, 10))
    t.add("B1", (16, 10))
    t.activate("A1")
    assert units(t, "engage") == {"B1", "W1"}


@pytest.mark.clause("GB-RNG-07", "GB-WLD-14")
def test_the_director_breaks_ties_for_closest_in_whole_units(table):
    t = table()
    t.wild("brute", HERE)
    t.add("A1", (10, 13))  # 3.0 between centres: 2U
    t.add("A2", (10, 14))  # 3U
    t.add("B1", (13, 11))  # 3.16: 2U as well
    t.wild_phase()
    assert (t.decision, t.decider) == ("WILD_TARGET", 1)
    assert units(t, "aim") == {"A1", "B1"}


@pytest.mark.clause("GB-RNG-08", "GB-ENG-03")
def test_base_ranges_follow_the_die_as_soon_as_it_has_grown(table):
    t = table()
    t.barricade(11, 11, 9, 11)
    t.add("A1", HERE, die=6, traits={"ranged": 1})
    t.add("B1", (12, 19))
    t.activate("A1")
    assert not t.can("move 18,10") and not t.can("engage B1")
    t.dice(6)
    t.play("move 12,10")
    assert t.unit("A1").die == 8
    assert t.can("move 20,10") and not t.can("move 21,10")
    assert t.can("engage B1")  # 8U away


@pytest.mark.clause("GB-RNG-08")
def test_base_attack_range_is_zero(table):
    t = table()
    t.add("A1", HERE, die=12)
    t.add("B1", (10, 12))
    t.add("B2", (11, 11))
    t.activate("A1")
    assert units(t, "engage") == {"B2"}


@pytest.mark.clause("GB-RNG-09", "GB-S2-02")
def test_a_model_that_does_not_fit_stands_at_the_nearest_place_and_suffers_one_damage(table):
    t = table(rule="saboteurs")
    t.objective((12, 12))
    ring = [(11, 11), (12, 11), (13, 11), (11, 12), (13, 12), (11, 13), (12, 13), (13, 13)]
    for name, cell in zip(["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3"], ring, strict=True):
        t.add(name, cell, die=8)
    t.dice(5, 2)
    t.initiative()
    set_order(t, 0, 1)
    assert (t.decision, t.decider) == ("SPAWN", 1)
    assert cells(t, "place") == {(12, 10), (10, 12), (14, 12), (12, 14)}
    t.play("place 14,12")
    assert (t.unit("W1").cell, t.unit("W1").damage) == ((14, 12), 1)


@pytest.mark.clause("GB-RNG-09")
def test_a_model_that_fits_suffers_nothing(table):
    t = table(rule="saboteurs")
    t.objective((12, 12))
    t.add("A1", (2, 2), die=8)
    t.add("B1", (20, 20), die=8)
    t.dice(5, 2)
    t.initiative()
    set_order(t, 0, 1)
    t.play("place 11,11")
    assert t.unit("W1").damage == 0


@pytest.mark.clause("GB-RNG-01")
def test_ranges_are_symmetric_on_the_map(table):
    t = table(map="L")
    some = sorted(board())[::7]
    assert all(t.range(a, b) == t.range(b, a) for a in some[:20] for b in some)


@pytest.mark.parametrize("name", ["saboteurs", "treasure", "nest"])
def test_the_tables_hold_what_is_measured_from_cell_to_cell(name):
    """They are measured by lines that are drawn once for all cells that they begin in."""
    t = RULESET.scenario(name).tables[0]
    ground, spots, solid = view(t["ground"]), view(t["board"]), bool(t["piece_impassable"].any())
    on = np.flatnonzero(t["board"] != Spot.OFF_BOARD)
    for a, b in np.random.default_rng(5).choice(on, (250, 2)).tolist():
        assert (t["range"][a, b], t["vaults"][a, b]) == measure_line(ground, spots, solid, a, b), (a, b)


def test_a_board_that_impassable_walls_cut_into_strips_is_read_in_seconds(tmp_path):
    """Every pair of cells asks for a way around: looking along both lines of every bend took a minute."""
    walls = ", ".join(f"[{x}, {x}, 0, 24]" for x in (2, 4, 6, 8, 10, 14, 16, 18, 20, 22))
    (tmp_path / "strips.toml").write_text(
        'title = "strips"\nrule = "plain"\nseats = [2, 2]\nrounds = 3\nfielded = [1]\n[board]\nsize = 25\ncentre = [12, 12]\n'
        f"barricades = [{walls}]\nimpassable = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\nshards.2 = [[12, 2], [12, 22]]\n"
    )
    RULESET.scenario("drill")  # whatever must be compiled is
    began = time.process_time()
    tables = RULESET.scenario(str(tmp_path / "strips.toml")).tables[0]
    assert time.process_time() - began < 15
    west, east, middle = 12 * SIDE + 1, 12 * SIDE + 23, 12 * SIDE + 12
    assert tables["range"][west, east] == tables["range"][middle, east] == FAR and tables["range"][west, west + SIDE] == 0
