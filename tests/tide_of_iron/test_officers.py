"""Chapter OFF: what officers do for the squads of their hex."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import TARGET, assault, away, field, fire, rolls_exactly


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
def test_a_squad_with_officers_moves_one_hex_farther(table, figures, order, points):
    t = field(table)
    t.add("A1", away(0), **figures)
    t.add("A2", away(0), officer=1)
    t.turn()
    t.play(f"{order} A1")
    assert int(t.state["movement"]) == points


@pytest.mark.clause("TI-OFF-01")
def test_an_officer_beside_a_squad_lends_it_no_movement(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), officer=1)
    t.turn()
    t.play("advance A1", *["east"] * 4)
    assert (t.unit("A1").at, t.decision) == (away(4), "SELECT")


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
def test_a_fresh_pinned_squad_beside_an_officer_rallies(table, condition, activation, officer, able):
    t = field(table)
    figures = {"regular": 3, "officer": 1} if officer == "own" else {}
    t.add("A1", away(0), condition=condition, activation=activation, **figures)
    if officer in ("hex", "next hex"):
        t.add("A2", away(0 if officer == "hex" else 1), officer=1)
    t.add("B1", away(3))
    t.turn()
    assert t.orders("A1") == ({"fire", "fatigue"} if able else {"fatigue"} if activation == "fresh" else set())


@pytest.mark.clause("TI-OFF-02")
def test_an_enemy_officer_or_one_aboard_rallies_nobody(table):
    t = field(table)
    t.add("A1", away(0), condition="pinned")
    t.add("A2", away(0), kind="half_track")
    t.add("A3", away(0), officer=1, aboard="A2")
    t.add("B1", away(3), officer=1)
    t.turn()
    assert t.orders("A1") == {"fatigue"}


@pytest.mark.clause("TI-OFF-02", "TI-FIR-13", "TI-GEN-06")
@pytest.mark.parametrize(("mark", "dice"), [(None, 4), ("wire", 2), ("mines", 2)])
def test_rally_fires_at_half_fp_and_leaves_the_squad_pinned(table, mark, dice):
    """7 FP: half is 4, half again 2."""
    t = field(table)
    if mark:
        t.mark(mark, away(0))
    t.add("A1", away(0), elite=3, regular=1, condition="pinned")
    t.add("A2", away(0), officer=1, activation="fatigued")
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(dice))
    assert (t.unit("A1").condition, t.unit("A1").activation) == ("pinned", "fatigued")


@pytest.mark.clause("TI-OFF-02", "TI-CMB-01")
def test_a_rallied_squad_leads_but_does_not_support(table):
    """Half of 4, and half of the officer squad's 1."""
    t = field(table)
    t.add("A1", away(0), condition="pinned")
    t.add("A2", away(0), officer=1)
    t.add("A3", away(0), condition="pinned")
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(2 + 1))
    assert t.legal() == {"done", "support A2"}
    t.play("support A2")


@pytest.mark.clause("TI-OFF-02", "TI-SUP-08")
def test_a_squad_pinned_in_op_fire_mode_cannot_rally(table):
    t = field(table)
    t.add("A1", away(0), activation="op_fire")
    t.add("A2", away(0), officer=1)
    t.add("A3", away(1))
    t.add("B1", away(3))
    fire(t, "B1", "A1", "suppressive", dice=(6, 6, 1, 1, 1))
    assert t.unit("A1").condition == "pinned"
    t.turn(0)
    assert t.orders("A1") == set()


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
def test_officers_add_one_cover_against_suppression_in_their_hex(table, officers, elite, blow, dice):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), elite=4 if elite else 0, regular=0 if elite else 4)
    for k, distance in enumerate(officers):
        t.add(f"B{k + 2}", away(distance), officer=1)
    fire(t, "A1", "B1", blow, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-OFF-03")
def test_a_squad_is_steadied_by_its_own_officer(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), officer=1, regular=3)
    fire(t, "A1", "B1", "suppressive", dice=rolls_exactly(4 + 1))


@pytest.mark.clause("TI-OFF-04", "TI-STA-03")
@pytest.mark.parametrize(("officer", "becomes"), [(3, "none"), (4, "pinned"), (None, "pinned")])
def test_disrupted_squads_recover_at_once_beside_an_officer(table, officer, becomes):
    t = field(table)
    t.add("B1", away(3), condition="disrupted")
    if officer:
        t.add("B2", away(officer), officer=1)
    t.status_phase("remove")
    assert t.unit("B1").condition == becomes


@pytest.mark.clause("TI-OFF-05")
@pytest.mark.parametrize("condition", ["pinned", "disrupted"])
def test_shaken_officers_still_rally_steady_and_recover(table, condition):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3), officer=1, condition=condition)
    t.add("B2", away(3), condition="pinned")
    t.add("B3", away(3), condition="disrupted")
    t.turn(1)
    assert "fire" in t.orders("B2")
    fire(t, "A1", "B2", "suppressive", dice=rolls_exactly(4 + 1))
    t.status_phase("remove")
    assert [t.unit(f"B{k}").condition for k in (1, 2, 3)] == ["none", "none", "none"]


@pytest.mark.clause("TI-OFF-05", "TI-OFF-03", "TI-SPC-04", "TI-TRP-04")
@pytest.mark.parametrize(
    ("rider", "blow", "aboard", "dice"),
    [
        ({"officer": 1}, "suppressive", True, 0),
        ({"officer": 1}, "suppressive", False, 1),
        ({"specialty": "medic"}, "normal", True, 0),
        ({"specialty": "medic"}, "normal", False, 1),
    ],
)
def test_an_officer_or_medic_aboard_gives_no_cover(table, rider, blow, aboard, dice):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(3))
    t.add("B2", away(3), kind="truck")
    t.add("B3", away(3), **rider, **({"aboard": "B2"} if aboard else {}))
    fire(t, "A1", "B1", blow, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-OFF-05", "TI-OFF-04", "TI-TRP-04")
@pytest.mark.parametrize(("aboard", "becomes"), [(True, "pinned"), (False, "none")])
def test_nobody_recovers_at_once_by_an_officer_aboard(table, aboard, becomes):
    t = field(table)
    t.add("B1", away(3), condition="disrupted")
    t.add("B2", away(3), kind="truck")
    t.add("B3", away(3), officer=1, **({"aboard": "B2"} if aboard else {}))
    t.status_phase("remove")
    assert t.unit("B1").condition == becomes


@pytest.mark.clause("TI-OFF-05", "TI-ASL-06", "TI-TRP-04")
@pytest.mark.parametrize(("aboard", "dice"), [(True, 2), (False, 4 + 1)])
def test_pinned_squads_defend_at_half_beside_an_officer_aboard(table, aboard, dice):
    """The truck has neither armour nor firepower; an officer on foot lets them fight in full, and fights himself."""
    t = field(table)
    t.add("B1", TARGET, condition="pinned")
    t.add("B2", TARGET, kind="truck")
    t.add("B3", TARGET, officer=1, **({"aboard": "B2"} if aboard else {}))
    assault(t, dice=rolls_exactly(4 + dice))


@pytest.mark.clause("TI-OFF-05", "TI-OFF-01")
def test_an_officers_squad_that_unloads_has_its_fifth_point(table):
    t = field(table)
    t.add("A1", away(0), kind="truck")
    t.add("A2", away(0), officer=1, aboard="A1")
    t.turn()
    t.play("advance A2", "unload")
    assert int(t.state["movement"]) == 5 - 2
