"""Chapter OFF: what officers do for the squads of their hex."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, rolls_exactly


@pytest.mark.clause("TI-OFF-01", "TI-MOV-01")
@pytest.mark.parametrize(
    ("figures", "order", "points"),
    [
        ({"regular": 4}, "advance", 4),
        ({"regular": 3, "officer": 1}, "advance", 5),
        ({"regular": 2, "officer": 2}, "advance", 5),
        ({"regular": 3, "officer": 1}, "fire-and-move", 4),
        ({"regular": 3, "officer": 1}, "assault", 4),
        ({"machine_gun": 1, "officer": 1}, "advance", 5),
    ],
)
def test_a_squad_with_officers_moves_one_hex_farther(figures, order, points):
    with field() as g:
        g.add("A1", away(0), **figures)
        g.add("A2", away(0), officer=1)
        g.turn()
        g.play(f"{order} A1")
        assert int(g.state["movement"]) == points


@pytest.mark.clause("TI-OFF-01")
def test_an_officer_beside_a_squad_lends_it_no_movement():
    with field() as g:
        g.add("A1", away(0))
        g.add("A2", away(0), officer=1)
        g.turn()
        g.play("advance A1", *["east"] * 4)
        assert (g.unit("A1").at, g.decision) == (away(4), "SELECT")


RALLY = [
    ("pinned", "fresh", "hex", True),
    ("pinned", "fresh", "own", True),
    ("pinned", "fresh", "next hex", False),
    ("pinned", "fresh", "none", False),
    ("pinned", "fatigued", "hex", False),
    ("disrupted", "fresh", "hex", False),
]


@pytest.mark.clause("TI-OFF-02", "TI-ACT-07")
@pytest.mark.parametrize(("condition", "activation", "officer", "able"), RALLY)
def test_a_fresh_pinned_squad_beside_an_officer_rallies(condition, activation, officer, able):
    with field() as g:
        figures = {"regular": 3, "officer": 1} if officer == "own" else {}
        g.add("A1", away(0), condition=condition, activation=activation, **figures)
        if officer in ("hex", "next hex"):
            g.add("A2", away(0 if officer == "hex" else 1), officer=1)
        g.add("B1", away(3))
        g.turn()
        assert g.orders("A1") == ({"fire", "fatigue"} if able else {"fatigue"} if activation == "fresh" else set())


@pytest.mark.clause("TI-OFF-02")
def test_an_enemy_officer_or_one_aboard_rallies_nobody():
    with field() as g:
        g.add("A1", away(0), condition="pinned")
        g.add("A2", away(0), kind="half_track")
        g.add("A3", away(0), officer=1, aboard="A2")
        g.add("B1", away(3), officer=1)
        g.turn()
        assert g.orders("A1") == {"fatigue"}


@pytest.mark.clause("TI-OFF-02", "TI-FIR-13", "TI-GEN-06")
@pytest.mark.parametrize(("mark", "dice"), [(None, 4), ("wire", 2), ("mines", 2)])
def test_rally_fires_at_half_fp_and_leaves_the_squad_pinned(mark, dice):
    """7 FP: half is 4, half again 2."""
    with field() as g:
        if mark:
            g.mark(mark, away(0))
        g.add("A1", away(0), elite=3, regular=1, condition="pinned")
        g.add("A2", away(0), officer=1, activation="fatigued")
        g.add("B1", away(3))
        fire(g, "A1", "B1", "normal", dice=rolls_exactly(dice))
        assert (g.unit("A1").condition, g.unit("A1").activation) == ("pinned", "fatigued")


@pytest.mark.clause("TI-OFF-02", "TI-CMB-01")
def test_a_rallied_squad_leads_but_does_not_support():
    """Half of 4, and half of the officer squad's 1."""
    with field() as g:
        g.add("A1", away(0), condition="pinned")
        g.add("A2", away(0), officer=1)
        g.add("A3", away(0), condition="pinned")
        g.add("B1", away(3))
        fire(g, "A1", "B1", "normal", dice=rolls_exactly(2 + 1))
        assert g.legal() == {"done", "support A2"}
        g.play("support A2")


@pytest.mark.clause("TI-OFF-02", "TI-SUP-08")
def test_a_squad_pinned_in_op_fire_mode_cannot_rally():
    with field() as g:
        g.add("A1", away(0), activation="op_fire")
        g.add("A2", away(0), officer=1)
        g.add("A3", away(1))
        g.add("B1", away(3))
        fire(g, "B1", "A1", "suppressive", dice=(6, 6, 1, 1, 1))
        assert g.unit("A1").condition == "pinned"
        g.turn(0)
        assert g.orders("A1") == set()


@pytest.mark.clause("TI-OFF-03", "TI-SUP-09")
@pytest.mark.parametrize(
    ("officers", "elite", "blow", "dice"),
    [
        ([], False, "suppressive", 0),
        ([3], False, "suppressive", 1),
        ([3, 3], False, "suppressive", 1),
        ([3], True, "suppressive", 2),
        ([4], False, "suppressive", 0),
        ([3], True, "normal", 0),
    ],
)
def test_officers_add_one_cover_against_suppression_in_their_hex(officers, elite, blow, dice):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(3), elite=4 if elite else 0, regular=0 if elite else 4)
        for k, distance in enumerate(officers):
            g.add(f"B{k + 2}", away(distance), officer=1)
        fire(g, "A1", "B1", blow, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-OFF-03")
def test_a_squad_is_steadied_by_its_own_officer():
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(3), officer=1, regular=3)
        fire(g, "A1", "B1", "suppressive", dice=rolls_exactly(4 + 1))


@pytest.mark.clause("TI-OFF-04", "TI-STA-03")
@pytest.mark.parametrize(("officer", "becomes"), [(3, "none"), (4, "pinned"), (None, "pinned")])
def test_disrupted_squads_recover_at_once_beside_an_officer(officer, becomes):
    with field() as g:
        g.add("B1", away(3), condition="disrupted")
        if officer:
            g.add("B2", away(officer), officer=1)
        g.status_phase("remove")
        assert g.unit("B1").condition == becomes


@pytest.mark.clause("TI-OFF-05")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_shaken_officers_still_rally_steady_and_recover(condition):
    with field() as g:
        g.add("A1", away(0))
        g.add("B1", away(3), officer=1, condition=condition)
        g.add("B2", away(3), condition="pinned")
        g.add("B3", away(3), condition="disrupted")
        g.turn(1)
        assert "fire" in g.orders("B2")
        fire(g, "A1", "B2", "suppressive", dice=rolls_exactly(4 + 1))
        g.status_phase("remove")
        assert [g.unit(f"B{k}").condition for k in (1, 2, 3)] == ["none", "none", "none"]
