"""Chapter MOV: Move actions, their destinations, and the Avoid Obstacles test."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.rules.measuring import can_place
from skirmish_rl.envs.godbreakers.rules.moving import write_placements
from skirmish_rl.envs.godbreakers.state import CELLS, Spot
from tests.godbreakers.reading import cells
from tests.plays import ask, positions


@pytest.mark.clause("GB-MOV-01", "GB-DIG-04")
def test_a_move_is_a_placement_that_passes_over_models_and_markers(table):
    t = table()
    t.objective((12, 10))
    t.add("A1", (10, 10), die=6)
    t.add("A2", (11, 10), die=6)
    t.add("A3", (11, 11), die=6)
    t.add("B1", (24, 24), die=6)
    t.activate("A1")
    assert {(14, 10), (16, 10), (16, 13)} <= cells(t)  # behind the models and the marker; 36 and 45 are below 49
    assert not {(17, 10), (16, 14)} & cells(t)  # 49 and 52: the far side of the base would be beyond six units
    t.play("move 16,10")
    assert t.unit("A1").cell == (16, 10)


@pytest.mark.clause("GB-MOV-01")
@pytest.mark.parametrize(("die", "number"), [(6, 145), (8, 249), (10, 373), (12, 517)])
def test_open_ground_offers_every_cell_in_reach(table, die, number):
    t = table()
    t.add("A1", (12, 12), die=die)
    t.add("B1", (0, 0), die=6)
    t.activate("A1")
    assert len(cells(t)) == number


@pytest.mark.clause("GB-MOV-02", "GB-TRT-13")
def test_fleet_adds_two_units_per_rank_to_movement(table):
    t = table()
    t.add("A1", (10, 10), die=6, traits={"fleet": 2})
    t.add("B1", (24, 24), die=6)
    t.activate("A1")
    assert t.can("move 20,10")
    assert not t.can("move 21,10")


@pytest.mark.clause("GB-MOV-02")
def test_area_terrain_lengthens_a_move(table):
    t = table()
    t.area(11, 13, 5, 15)
    t.add("A1", (10, 10), die=6)
    t.add("B1", (24, 24), die=6)
    t.activate("A1")
    assert t.can("move 13,10")  # 3 + 3 units of the line, measured to the far side of the base
    assert not t.can("move 14,10")  # 4 + 3
    assert t.can("move 6,10")


@pytest.mark.clause("GB-MOV-02", "GB-GEN-08")
def test_a_move_ends_on_a_free_cell_only(table):
    t = table()
    t.barricade(8, 8, 9, 11)
    t.area(10, 10, 12, 12)
    t.objective((12, 10))
    t.pile("treasure", (10, 9), 1)
    t.add("A1", (10, 10), die=6)
    t.add("A2", (11, 10), die=6)
    t.add("B1", (14, 10), die=6)
    t.activate("A1")
    assert not {(8, 10), (12, 10), (11, 10), (14, 10)} & cells(t)
    assert {(10, 12), (10, 9)} <= cells(t)  # area terrain and tokens do not occupy their cells


@pytest.mark.clause("GB-MOV-03")
def test_a_model_may_move_onto_its_own_cell(table):
    t = table()
    t.pile("treasure", (10, 10), 2)
    t.add("A1", (10, 10), die=6)
    t.add("B1", (11, 10), die=6)
    t.activate("A1")
    t.dice(3)  # the zero-length move still has to escape
    t.play("move 10,10")
    assert t.unit("A1").damage == 1
    assert t.decision == "CLAIM"
    t.play("take 2")
    assert t.unit("A1").cell == (10, 10)
    assert t.unit("A1").tokens["treasure"] == 2
    assert (t.decision, t.decider) == ("ACTION", 0)  # it was one of two actions


@pytest.mark.clause("GB-MOV-04")
def test_a_move_without_obstacles_rolls_nothing(table):
    t = table()
    t.barricade(13, 13, 9, 11)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (18, 10), die=8)
    t.activate("A1")
    t.play("move 12,10")  # ends next to the barricade, crosses nothing
    t.play("move 10,14")
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-MOV-04", "GB-MOV-07")
@pytest.mark.parametrize(("face", "damage"), [(1, 2), (3, 2), (4, 0), (5, 0)])
def test_one_test_answers_for_all_obstacles(table, face, damage):
    t = table()
    t.barricade(12, 12, 8, 12)
    t.add("A1", (10, 10), die=6)
    t.add("B1", (9, 10), die=8)
    t.activate("A1")
    t.dice(face)
    t.play("move 14,10")
    assert t.unit("A1").damage == damage
    assert t.unit("A1").cell == (14, 10)  # the movement itself always happens


@pytest.mark.clause("GB-MOV-05")
def test_escape_counts_once_however_many_enemies_are_adjacent(table):
    t = table()
    t.add("A1", (10, 10), die=6)
    t.add("B1", (9, 10), die=8)
    t.add("B2", (9, 9), die=8)
    t.wild("brute", (11, 11))
    t.activate("A1")
    t.dice(2)
    t.play("move 10,14")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("GB-MOV-05", "GB-GEN-05")
def test_escape_looks_at_the_start_and_at_hostile_models_only(table):
    t = table()
    t.add("A1", (10, 10), die=6)
    t.add("A2", (9, 10), die=8)
    t.wild("brute", (11, 11), seat=0)
    t.add("B1", (13, 13), die=8)
    t.activate("A1")
    t.play("move 12,12")  # from friends, a tame model among them, to an enemy
    assert t.unit("A1").damage == 0
    t.dice(3)
    t.play("move 10,10")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("GB-MOV-05")
def test_a_wild_model_must_be_escaped_too(table):
    t = table()
    t.add("A1", (10, 10), die=6)
    t.wild("runner", (11, 11))
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(1)
    t.play("move 10,14")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("GB-MOV-06")
@pytest.mark.parametrize(("to", "damage"), [("12,9", 2), ("12,7", 1)])
def test_each_barricade_crossed_is_one_vault(table, to, damage):
    t = table(map="L")
    t.add("A1", (12, 2), die=8)
    t.add("B1", (22, 22), die=8)
    t.activate("A1")
    t.dice(1)
    t.play(f"move {to}")
    assert t.unit("A1").damage == damage


@pytest.mark.clause("GB-MOV-06", "GB-TER-05")
def test_touching_a_barricade_corner_is_no_vault(table):
    t = table()
    t.barricade(11, 11, 10, 10)
    t.add("A1", (10, 10), die=8)
    t.add("B1", (22, 22), die=8)
    t.activate("A1")
    t.play("move 11,11")  # the line meets the barricade's cell in one corner only
    assert t.unit("A1").damage == 0


@pytest.mark.clause("GB-MOV-08", "GB-DIE-06")
def test_tokens_are_claimed_after_the_test_and_before_the_triumph_grows(table):
    t = table()
    t.pile("treasure", (10, 14), 1)
    t.add("A1", (10, 10), die=6, damage=4)
    t.add("B1", (9, 10), die=8)
    t.activate("A1")
    t.dice(6)
    t.play("move 10,14")
    assert t.decision == "CLAIM"
    assert t.unit("A1").damage == 0
    assert t.unit("A1").die == 6
    t.play("take 1")
    assert t.unit("A1").die == 8


@pytest.mark.clause("GB-MOV-08")
def test_obstacle_damage_comes_before_the_claim(table):
    t = table()
    t.pile("treasure", (10, 14), 1)
    t.add("A1", (10, 10), die=6)
    t.add("B1", (9, 10), die=8)
    t.activate("A1")
    t.dice(3)
    t.play("move 10,14")
    assert t.decision == "CLAIM"
    assert t.unit("A1").damage == 1


@pytest.mark.clause("GB-MOV-09")
def test_tame_models_test_against_obstacles(table):
    t = table()
    t.wild("brute", (10, 10), seat=0)
    t.add("A1", (2, 2), die=8)
    t.add("B1", (9, 10), die=8)
    t.activate("W1")
    t.dice(2)
    t.play("move 14,10")
    assert t.unit("W1").damage == 1


@pytest.mark.clause("GB-MOV-09", "GB-WLD-10")
def test_wild_models_test_against_obstacles(table):
    t = table(last_round=True)
    t.add("A1", (11, 12), die=8)
    t.add("B1", (2, 20), die=8)
    t.wild("runner", (12, 12))
    t.wild("brute", (6, 20))
    t.wild_phase()
    t.play("activate W1")
    t.dice(3)
    t.play("move 18,12")
    assert t.unit("W1").cell == (18, 12)
    assert t.unit("W1").damage == 1


@pytest.mark.clause("GB-MOV-01", "GB-GEN-08")
def test_a_model_that_leaves_the_corner_can_come_back(table):
    t = table()
    t.add("A1", (0, 0))
    t.activate("A1")
    t.play("move 1,1", "move 0,0")
    assert t.unit("A1").cell == (0, 0)


@pytest.mark.clause("GB-DIG-04", "GB-GEN-08", "GB-GEN-09")
@pytest.mark.parametrize("name", ["drill", "hunt"])
def test_placements_are_marked_all_at_once_as_they_are_one_by_one(name):
    scenario, luck = RULESET.scenario(name), np.random.default_rng(4)
    for record in positions(scenario)[::25]:
        tables = scenario.tables[int(record["variant"])]
        origin, within = int(luck.choice(np.flatnonzero(record["board"] != Spot.OFF_BOARD))), int(luck.integers(10))
        marked = np.zeros(CELLS, np.uint8)
        number = ask(write_placements, record, tables, origin, within, marked)
        assert marked.tolist() == [ask(can_place, record, tables, origin, cell, within) for cell in range(CELLS)]
        assert number == marked.sum()
