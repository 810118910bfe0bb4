"""Chapter FIR: what normal hits do to squads."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, rolls_exactly

TWO_CASUALTIES = (5, 5, 1, 1)


@pytest.mark.clause("TI-FIR-10")
def test_the_owner_chooses_which_figures_fall(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), regular=2, elite=1, officer=1)
    fire(t, "A1", "B1", "normal", dice=TWO_CASUALTIES)
    assert (t.decision, t.decider) == ("CASUALTY", 1)
    assert t.legal() == {"regular", "elite", "officer"}
    t.play("officer")
    assert (t.decision, t.decider) == ("CASUALTY", 1)
    assert t.legal() == {"regular", "elite"}
    t.play("regular")
    assert t.unit("B1").figures == {"regular": 1, "elite": 1}
    assert (t.decision, t.decider) == ("SELECT", 0)


@pytest.mark.clause("TI-FIR-10")
def test_equal_figures_fall_without_question(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", dice=TWO_CASUALTIES)
    assert t.decision == "SELECT"
    assert t.unit("B1").figures == {"regular": 2}


@pytest.mark.clause("TI-FIR-10")
@pytest.mark.parametrize(("hits", "status"), [(2, "ON_MAP"), (3, "LOST"), (4, "LOST")])
def test_a_crew_dies_to_one_hit_and_a_squad_without_figures_is_removed(table, hits, status):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), machine_gun=1, regular=2)
    fire(t, "A1", "B1", "normal", dice=(5,) * hits + (1,) * (4 - hits))
    if hits == 2:
        t.play("machine-gun")
    assert t.unit("B1").status == status
    assert t.unit("B1").strength == 3 - min(hits, 3)


@pytest.mark.clause("TI-FIR-11")
@pytest.mark.parametrize(("condition", "activation"), [("none", "op_fire"), ("pinned", "fresh"), ("disrupted", "fatigued")])
def test_normal_hits_leave_op_fire_mode_and_condition_alone(table, condition, activation):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), condition=condition, activation=activation)
    fire(t, "A1", "B1", "normal", dice=(5, 5, 5, 1))
    unit = t.unit("B1")
    assert (unit.strength, unit.condition, unit.activation) == (1, condition, activation)


@pytest.mark.clause("TI-FIR-12")
@pytest.mark.parametrize(("loss", "dice"), [("regular", 1), ("officer", 0)])
def test_a_fallen_officer_protects_nobody_any_more(table, loss, dice):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0))
    t.add("B1", away(3), regular=1, officer=1)
    t.add("B2", away(3))
    fire(t, "A1", "B1", "normal", "done", dice=(5, 1, 1, 1))
    t.play(loss)
    t.dice(*rolls_exactly(4 + dice))
    t.play("fire A2", "at B2", "suppressive")


@pytest.mark.clause("TI-FIR-12", "TI-OFF-01")
@pytest.mark.parametrize(("loss", "points"), [("regular", 4), ("officer", 3)])
def test_a_squad_loses_the_officers_movement_point_with_him(table, loss, points):
    t = field(table)
    t.add("A1", away(0), regular=1, officer=1)
    t.add("B1", away(4), activation="op_fire")
    t.turn()
    t.play("advance A1", "west", "op-fire B1")
    t.dice(6, 1, 1, 1)
    t.play("normal", loss)
    assert int(t.state["movement"]) == points


@pytest.mark.clause("TI-FIR-12")
def test_a_squad_whose_crew_has_fallen_is_no_heavy_weapon_any_more(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(4), machine_gun=1, regular=1)
    t.turn(1)
    assert t.orders("B1").isdisjoint({"assault", "fire-and-move"})
    fire(t, "A1", "B1", "normal", dice=(5, 1, 1, 1))
    t.play("machine-gun")
    t.turn(1)
    assert t.orders("B1") >= {"assault", "fire-and-move"}


@pytest.mark.clause("TI-FIR-12")
def test_a_specialisation_stays_with_the_last_figure(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), specialty="medic", regular=2)
    fire(t, "A1", "B1", "normal", dice=(5, 1, 1, 1))
    assert (t.unit("B1").specialty, t.unit("B1").strength) == ("medic", 1)
    t.add("A2", away(0))
    fire(t, "A2", "B1", "normal", dice=(5, 1, 1, 1, 5))
    assert t.unit("B1").status == "ON_MAP"
