"""Chapter SPC: the optional specialisations recon, expert and demolition."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import TARGET, assault, away, field, fire, rolls_exactly


@pytest.mark.clause("TI-SPC-06", "TI-MOV-01")
@pytest.mark.parametrize(("order", "points"), [("advance", 5), ("fire-and-move", 4), ("assault", 4)])
def test_recon_moves_one_hex_farther(table, order, points):
    t = field(table)
    t.add("A1", away(0), specialty="recon")
    t.turn()
    t.play(f"{order} A1")
    assert int(t.state["movement"]) == points


@pytest.mark.clause("TI-SPC-06")
@pytest.mark.parametrize(("distance", "able"), [(4, True), (5, False)])
def test_recon_is_not_attacked_at_long_range(table, distance, able):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(distance), specialty="recon")
    t.turn()
    assert ("fire" in t.orders("A1")) is able


@pytest.mark.clause("TI-SPC-06", "TI-FIR-03")
def test_figures_at_long_range_stay_out_of_an_attack_on_recon(table):
    t = field(table)
    t.add("A1", away(0), machine_gun=1, regular=2)
    t.add("B1", away(5), specialty="recon")
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(3))


@pytest.mark.clause("TI-SPC-06", "TI-ARE-04")
@pytest.mark.parametrize(("distance", "recon"), [(8, "pinned"), (9, "none")])
def test_shells_at_long_range_pass_recon_over(table, distance, recon):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(distance), specialty="recon")
    t.turn()
    assert ("fire" in t.orders("A1")) is (recon == "pinned")
    t.add("B2", away(distance))
    fire(t, "A1", f"{2 + distance},4", "suppressive", dice=(6, 1, 1, 1))
    assert (t.unit("B1").condition, t.unit("B2").condition) == (recon, "pinned")


@pytest.mark.clause("TI-SPC-07")
@pytest.mark.parametrize(
    ("figures", "dice", "left"),
    [
        ({"elite": 2}, (5, 1, 1, 1) + (5, 1), 2),  # 4 dice, 2 figures
        ({"elite": 2}, (5, 5, 5, 1) + (1,), 1),  # one failing die only
        ({"regular": 2}, (1, 1) + (1, 1), 4),  # no die twice
        ({"regular": 2}, (5, 5), 2),
    ],
)
def test_experts_roll_a_failing_die_again_for_each_figure(table, figures, dice, left):
    t = field(table)
    t.add("A1", away(0), specialty="expert", **figures)
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", dice=dice)
    assert t.unit("B1").strength == left


@pytest.mark.clause("TI-SPC-07", "TI-CMB-01")
def test_expert_supporters_bring_their_figures_to_the_attack(table):
    t = field(table)
    t.add("A1", away(0), regular=2)
    t.add("A2", away(0), regular=2, specialty="expert")
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", "support A2", dice=rolls_exactly(3 + 2))


@pytest.mark.clause("TI-SPC-07", "TI-ASL-05")
def test_experts_roll_again_in_an_assault_but_not_in_defence(table):
    t = field(table)
    t.add("B1", TARGET, regular=3, specialty="expert")
    assault(t, dice=(4, 1, 1) + (4, 1) + rolls_exactly(3), regular=3, specialty="expert")
    assert t.unit("B1").strength == 1


@pytest.mark.clause("TI-SPC-08")
def test_a_charge_is_laid_for_2_points_of_an_advance_and_blown_later(table):
    """3 hits on each unit of the hex, friends too; woods give 2 defence dice, the half-track has 1 more."""
    t = field(table, terrain={"woods": [away(2)]})
    t.add("A1", away(2), specialty="demolition")
    t.turn()
    assert "demolish" not in t.orders("A1")
    t.play("advance A1", "lay-charge")
    assert (int(t.state["movement"]), t.marks_at(away(2))) == (2, {"charge_a"})
    t.play("west")
    t.add("A1", away(0), specialty="demolition")
    t.add("A2", away(2))
    t.add("B1", away(2))
    t.add("B2", away(2), kind="half_track")
    t.mark("wire", away(2))
    t.turn()
    t.dice(1, 1, 5, 1, 5, 5, 1)
    t.play("demolish A1")
    assert (t.unit("A2").strength, t.unit("B1").strength, t.unit("B2").damage) == (1, 2, "light")
    assert (t.marks_at(away(2)), t.unit("A1").activation) == ({"wire"}, "fatigued")  # no attack dice, so the wire stays


@pytest.mark.clause("TI-SPC-08")
@pytest.mark.parametrize(
    ("order", "specialty", "able"),
    [("advance", "demolition", True), ("advance", "engineer", False), ("fire-and-move", "demolition", False),
        ("assault", "demolition", False)],
)  # fmt: skip
def test_charges_are_laid_in_an_advance_of_a_demolition_squad(table, order, specialty, able):
    t = field(table)
    t.add("A1", away(0), specialty=specialty)
    t.turn()
    t.play(f"{order} A1")
    assert t.can("lay-charge") is able


@pytest.mark.clause("TI-SPC-08")
@pytest.mark.parametrize(("lying", "able"), [(None, True), ("charge_a", False), ("charge_b", True)])
def test_a_side_lays_one_charge_in_a_hex(table, lying, able):
    t = field(table)
    t.add("A1", away(0), specialty="demolition")
    if lying:
        t.mark(lying, away(0))
    t.turn()
    t.play("advance A1")
    assert t.can("lay-charge") is able


@pytest.mark.clause("TI-SPC-08")
def test_a_charge_is_chosen_among_ones_own(table):
    t = field(table)
    t.add("A1", away(0), specialty="demolition")
    t.mark("charge_a", away(5), away(6))
    t.mark("charge_b", away(7))
    t.turn()
    t.play("demolish A1")
    assert (t.decision, t.legal()) == ("CARD_CELL", {"hex 7,4", "hex 8,4"})
