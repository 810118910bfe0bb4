"""Chapter CMB: several units fire as one."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, rolls_exactly


@pytest.mark.clause("TI-CMB-01", "TI-CMB-04", "TI-FIR-04")
def test_any_number_of_units_join_one_by_one_until_done(table):
    t = field(table)
    for k in range(5):
        t.add(f"A{k + 1}", away(k % 2))
    t.add("B1", away(4))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(4 + 4 * 2))
    left = {"A2", "A3", "A4", "A5"}
    for name in ("A3", "A2", "A5", "A4"):
        assert (t.decision, t.decider) == ("SUPPORT", 0)
        assert t.legal() == {"done", *(f"support {other}" for other in left)}
        t.play(f"support {name}")
        left.remove(name)
    assert t.decision == "SELECT"


@pytest.mark.clause("TI-CMB-04")
def test_done_ends_the_list(table):
    t = field(table)
    for k in range(3):
        t.add(f"A{k + 1}", away(0))
    t.add("B1", away(4))
    fire(t, "A1", "B1", "normal", "support A3", dice=rolls_exactly(4 + 2))
    t.play("done")
    assert [t.unit(f"A{k}").activation for k in (1, 2, 3)] == ["fatigued", "fresh", "fatigued"]


@pytest.mark.clause("TI-CMB-01")
@pytest.mark.parametrize(("at", "joins"), [((3, 4), True), ((2, 4), False), ((11, 7), False), ((8, 7), True)])
def test_supporters_need_their_own_range_and_sight(table, at, joins):
    """8 and 9 hexes away in the row; 3 hexes away in the south-east behind woods, and in the south-west."""
    t = field(table, terrain={"woods": [(11, 5), (12, 6), (11, 6)]})
    t.add("A1", (8, 4))
    t.add("A2", at)
    t.add("B1", (11, 4))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(0 if joins else 4))
    assert (t.decision == "SUPPORT" and t.can("support A2")) is joins


@pytest.mark.clause("TI-CMB-01", "TI-CMB-03")
@pytest.mark.parametrize(("activation", "joins"), [("fresh", True), ("fatigued", False), ("op_fire", False)])
def test_supporters_of_concentrated_fire_must_be_fresh(table, activation, joins):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), activation=activation)
    t.add("B1", away(4))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(0 if joins else 4))
    assert (t.decision == "SUPPORT") is joins


@pytest.mark.clause("TI-CMB-01", "TI-CMB-03")
@pytest.mark.parametrize(("activation", "joins"), [("fresh", False), ("fatigued", False), ("op_fire", True)])
def test_supporters_of_op_fire_must_be_in_op_fire_mode(table, activation, joins):
    t = field(table)
    t.add("A1", away(3))
    t.add("B1", away(7), activation="op_fire")
    t.add("B2", away(7), activation=activation)
    t.turn()
    t.dice(*rolls_exactly(0 if joins else 4))
    t.play("advance A1", "east", "op-fire B1", "normal")
    assert (t.decision == "SUPPORT" and t.decider == 1) is joins


@pytest.mark.clause("TI-CMB-01", "TI-ACT-11")
def test_fire_and_movement_is_not_supported(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0))
    t.add("B1", away(4))
    t.turn()
    t.dice(*rolls_exactly(2))
    t.play("fire-and-move A1", "fire-first", "normal")
    assert t.decision == "STEP"


@pytest.mark.clause("TI-CMB-02")
def test_one_action_fatigues_lead_and_supporters(table):
    t = field(table, a={"actions": 3})
    for k, west in enumerate((0, 0, 1, 1)):
        t.add(f"A{k + 1}", away(west))
    t.add("B1", away(4))
    fire(t, "A1", "B1", "normal", "support A2", "support A3", "done", dice=rolls_exactly(8))
    assert [t.unit(f"A{k}").activation for k in (1, 2, 3, 4)] == ["fatigued"] * 3 + ["fresh"]
    assert (t.decision, t.decider, int(t.state["actions_left"])) == ("SELECT", 0, 2)


@pytest.mark.clause("TI-CMB-02", "TI-OPF-09")
def test_a_crew_that_supports_concentrated_fire_is_fatigued(table):
    """Rapid Op Fire is for Op Fire only."""
    t = field(table)
    t.add("A1", away(0), machine_gun=1)
    t.add("A2", away(0), machine_gun=1)
    t.add("B1", away(4))
    fire(t, "A1", "B1", "normal", "support A2", dice=rolls_exactly(3 + 2))
    assert [t.unit(name).activation for name in ("A1", "A2")] == ["fatigued", "fatigued"]


@pytest.mark.clause("TI-CMB-04", "TI-FIR-03")
@pytest.mark.parametrize(("figures", "dice", "hit"), [("all", 3, False), ("crew", 2, True), ("others", 1, False)])
def test_figures_are_chosen_for_each_supporter(table, figures, dice, hit):
    """At distance 5 the crew's dice alone are rolled at normal range."""
    t = field(table)
    t.add("A1", away(3), regular=1)
    t.add("A2", away(0), machine_gun=1, regular=2)
    t.add("B1", away(5))
    fire(t, "A1", "B1", "normal", "support A2", dice=(5,) * (1 + dice))
    assert (t.decision, t.decider, t.legal()) == ("FIGURES", 0, {"all", "crew", "others"})
    t.play(figures)
    assert t.unit("B1").strength == (4 - 1 - dice if hit else 4)


@pytest.mark.clause("TI-CMB-05")
def test_mortars_support_mortars_only(table):
    """Range 8 against a hex: mortars need no sight of it, but see that a rifle squad beside them is not offered."""
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("A2", away(0), mortar=1, regular=2)
    t.add("A3", away(0))
    t.add("B1", away(4))
    fire(t, "A1", "6,4", "suppressive")
    assert (t.decision, t.legal()) == ("SUPPORT", {"done", "support A2"})
    t.dice(*rolls_exactly(4 + 2))
    t.play("support A2")
    assert [t.unit(f"A{k}").activation for k in (1, 2, 3)] == ["fatigued", "fatigued", "fresh"]


@pytest.mark.clause("TI-CMB-05", "TI-FIR-03")
def test_mortars_do_not_support_direct_fire(table):
    """The riflemen of a mortar squad do; its crew's dice stay away."""
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("A2", away(0), mortar=1, regular=2)
    t.add("A3", away(0))
    t.add("B1", away(4))
    fire(t, "A3", "B1", "normal")
    assert t.legal() == {"done", "support A2"}
    t.dice(*rolls_exactly(4 + 1))
    t.play("support A2")
