"""Chapter SPC: the optional specialisations recon, expert and demolition."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import TARGET, assault, away, field, fire, rolls_exactly


@pytest.mark.clause("TI-SPC-06", "TI-MOV-01")
@pytest.mark.parametrize(("order", "points"), [("advance", 5), ("fire-and-move", 4), ("assault", 4)])
def test_recon_moves_one_hex_farther(order, points):
    with field() as g:
        g.add("A1", away(0), specialty="recon")
        g.turn()
        g.play(f"{order} A1")
        assert int(g.state["movement"]) == points


@pytest.mark.clause("TI-SPC-06")
@pytest.mark.parametrize(("distance", "able"), [(4, True), (5, False)])
def test_recon_is_not_attacked_at_long_range(distance, able):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(distance), specialty="recon")
        g.turn()
        assert ("fire" in g.orders("A1")) is able


@pytest.mark.clause("TI-SPC-06", "TI-FIR-03")
def test_figures_at_long_range_stay_out_of_an_attack_on_recon():
    with field() as g:
        g.add("A1", away(0), machine_gun=1, regular=2)
        g.add("B1", away(5), specialty="recon")
        fire(g, "A1", "B1", "normal", dice=rolls_exactly(3))


@pytest.mark.clause("TI-SPC-06", "TI-ARE-04")
@pytest.mark.parametrize(("distance", "recon"), [(8, "pinned"), (9, "none")])
def test_shells_at_long_range_pass_recon_over(distance, recon):
    with field() as g:
        g.add("A1", away(0), mortar=1)
        g.add("B1", away(distance), specialty="recon")
        g.turn()
        assert ("fire" in g.orders("A1")) is (recon == "pinned")
        g.add("B2", away(distance))
        fire(g, "A1", f"{2 + distance},4", "suppressive", dice=(6, 1, 1, 1))
        assert (g.unit("B1").condition, g.unit("B2").condition) == (recon, "pinned")


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
def test_experts_roll_a_failing_die_again_for_each_figure(figures, dice, left):
    with field() as g:
        g.add("A1", away(0), specialty="expert", **figures)
        g.add("B1", away(3))
        fire(g, "A1", "B1", "normal", dice=dice)
        assert g.unit("B1").strength == left


@pytest.mark.clause("TI-SPC-07", "TI-CMB-01")
def test_expert_supporters_bring_their_figures_to_the_attack():
    with field() as g:
        g.add("A1", away(0), regular=2)
        g.add("A2", away(0), regular=2, specialty="expert")
        g.add("B1", away(3))
        fire(g, "A1", "B1", "normal", "support A2", dice=rolls_exactly(3 + 2))


@pytest.mark.clause("TI-SPC-07", "TI-ASL-05")
def test_experts_roll_again_in_an_assault_but_not_in_defence():
    with field() as g:
        g.add("B1", TARGET, regular=3, specialty="expert")
        assault(g, dice=(4, 1, 1) + (4, 1) + rolls_exactly(3), regular=3, specialty="expert")
        assert g.unit("B1").strength == 1


@pytest.mark.clause("TI-SPC-08")
def test_a_charge_is_laid_for_2_points_of_an_advance_and_blown_later():
    """3 hits on each unit of the hex, friends too; woods give 2 defence dice, the half-track has 1 more."""
    with field(terrain={"woods": [away(2)]}) as g:
        g.add("A1", away(2), specialty="demolition")
        g.turn()
        assert "demolish" not in g.orders("A1")
        g.play("advance A1", "lay-charge")
        assert (int(g.state["movement"]), g.marks_at(away(2))) == (2, {"charge_a"})
        g.play("west")
        g.add("A1", away(0), specialty="demolition")
        g.add("A2", away(2))
        g.add("B1", away(2))
        g.add("B2", away(2), kind="half_track")
        g.mark("wire", away(2))
        g.turn()
        g.dice(1, 1, 5, 1, 5, 5, 1)
        g.play("demolish A1")
        assert (g.unit("A2").strength, g.unit("B1").strength, g.unit("B2").damage) == (1, 2, "light")
        assert (g.marks_at(away(2)), g.unit("A1").activation) == ({"wire"}, "fatigued")  # no attack dice, so the wire stays


@pytest.mark.clause("TI-SPC-08")
@pytest.mark.parametrize(
    ("order", "specialty", "able"),
    [("advance", "demolition", True), ("advance", "engineer", False), ("fire-and-move", "demolition", False), ("assault", "demolition", False)],
)  # fmt: skip
def test_charges_are_laid_in_an_advance_of_a_demolition_squad(order, specialty, able):
    with field() as g:
        g.add("A1", away(0), specialty=specialty)
        g.turn()
        g.play(f"{order} A1")
        assert g.can("lay-charge") is able


@pytest.mark.clause("TI-SPC-08")
def test_a_charge_is_chosen_among_ones_own():
    with field() as g:
        g.add("A1", away(0), specialty="demolition")
        g.mark("charge_a", away(5), away(6))
        g.mark("charge_b", away(7))
        g.turn()
        g.play("demolish A1")
        assert (g.decision, g.legal()) == ("CARD_CELL", {"hex 7,4", "hex 8,4"})
