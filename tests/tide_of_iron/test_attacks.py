"""Chapter FIR: who attacks what, with which figures and how many dice, and what normal hits do."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, net_hits, rolls_exactly


def targets(t):
    """What the unit that fires may fire at."""
    assert t.decision == "TARGET"
    return t.legal()


@pytest.mark.clause("TI-FIR-01")
def test_every_enemy_in_range_and_sight_may_be_attacked_and_nobody_else(table):
    """Regulars reach 8 hexes; the woods hide what stands behind them in the row, and squads 9 hexes away are out of range."""
    t = field(table, terrain={"woods": [(5, 4)]})
    t.add("A1", away(0))
    t.add("A2", away(1))
    t.add("B1", (5, 4))
    t.add("B2", (6, 4))
    t.add("B3", (8, 0))
    t.add("B4", (9, 0))
    t.turn()
    t.play("fire A1")
    assert targets(t) == {"at B1", "at B3"}


@pytest.mark.clause("TI-FIR-01")
@pytest.mark.parametrize(("distance", "allowed"), [(10, True), (11, False)])
def test_one_figure_that_reaches_is_enough(table, distance, allowed):
    t = field(table)
    t.add("A1", away(0), regular=2, machine_gun=1)
    t.add("B1", away(distance))
    t.turn()
    assert ("fire" in t.orders("A1")) is allowed


@pytest.mark.clause("TI-FIR-01")
def test_an_attack_is_on_one_unit_of_the_hex_only(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(2))
    t.add("B2", away(2))
    fire(t, "A1", "B2", "normal", dice=(6, 6, 1, 1))
    assert (t.unit("B1").strength, t.unit("B2").strength) == (4, 2)


@pytest.mark.clause("TI-FIR-02", "TI-SUP-10")
def test_squads_aboard_are_neither_attacked_nor_hit_nor_attack(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), kind="half_track")
    t.add("A3", away(0), aboard="A2")
    t.add("B1", away(2), kind="truck")
    t.add("B2", away(2), aboard="B1")
    t.add("B3", away(2))
    t.turn()
    assert "fire" not in t.orders("A3")
    t.play("fire A1")
    assert targets(t) == {"at B1", "at B3"}
    t.play("at B3", "suppressive")
    assert "support A3" not in t.legal()
    t.dice(6, 6, 6, 6)
    t.play("done")
    assert (t.unit("B3").status, t.unit("B2").condition) == ("LOST", "none")


@pytest.mark.clause("TI-FIR-03", "TI-GEN-05")
@pytest.mark.parametrize(("figures", "dice"), [("all", 5), ("crew", 3), ("others", 2)])
def test_all_figures_fire_or_the_crew_or_the_others(table, figures, dice):
    t = field(table)
    t.add("A1", away(0), regular=2, machine_gun=1)
    t.add("B1", away(4))
    fire(t, "A1", "B1")
    assert t.decision == "FIGURES"
    assert t.legal() == {"all", "crew", "others"}
    t.dice(*rolls_exactly(dice))
    t.play(figures, "normal")


@pytest.mark.clause("TI-FIR-03")
@pytest.mark.parametrize(
    ("figures", "distance"),
    [({"machine_gun": 1, "regular": 2}, 9), ({"machine_gun": 1}, 4), ({"regular": 2, "officer": 1, "elite": 1}, 4)],
)
def test_there_is_nothing_to_choose_where_only_one_kind_of_figures_can_fire(table, figures, distance):
    """At distance 9 only the crew reaches."""
    t = field(table)
    t.add("A1", away(0), **figures)
    t.add("B1", away(distance))
    fire(t, "A1", "B1")
    assert t.decision == "ATTACK_TYPE"
    t.dice(*rolls_exactly(3 if "machine_gun" in figures else 5))
    t.play("normal")


@pytest.mark.clause("TI-FIR-03", "TI-ARE-06")
def test_a_mortar_crew_never_joins_other_figures(table):
    t = field(table)
    t.add("A1", away(0), regular=2, mortar=1)
    t.add("B1", away(3))
    t.add("B2", away(5), kind="half_track")
    fire(t, "A1", "B1")
    assert t.decision == "ATTACK_TYPE"
    t.dice(*rolls_exactly(2))
    t.play("normal")


@pytest.mark.clause("TI-FIR-04", "TI-CMB-01")
def test_attack_strength_is_the_leads_fp_and_half_of_each_supporters(table):
    """4 + half of 8 + half of 3, rounded up."""
    t = field(table)
    t.add("A1", away(0))
    t.add("A2", away(0), elite=4)
    t.add("A3", away(0), regular=3)
    t.add("B1", away(2))
    fire(t, "A1", "B1", "normal", "support A2", dice=rolls_exactly(4 + 4 + 2))
    t.play("support A3")


COVER = [
    ({}, "clear", {}, 0),
    ({}, "woods", {}, 2),
    ({}, "rough", {"fort": "entrenchment"}, 3),
    ({}, "clear", {"fort": "pillbox"}, 6),
    ({"kind": "half_track"}, "clear", {}, 1),
    ({"kind": "half_track"}, "rough", {}, 2),
    ({"kind": "medium_tank_b"}, "woods", {"damage": "light"}, 5),
    ({"kind": "half_track"}, "woods", {"damage": "light"}, 2),
    ({"kind": "truck"}, "woods", {"damage": "light"}, 2),  # no armour to lose
]


@pytest.mark.clause("TI-FIR-05", "TI-TRN-02")
@pytest.mark.parametrize(("unit", "terrain", "more", "dice"), COVER)
def test_defence_strength_is_armour_and_cover_of_terrain_and_fortification(table, unit, terrain, more, dice):
    """A tank fires 8 dice at vehicles, 6 at squads, 9 at those in a pillbox."""
    attack = 8 if unit else 9 if more.get("fort") == "pillbox" else 6
    t = field(table, terrain={} if terrain == "clear" else {terrain: [away(4)]})
    t.add("A1", away(0), kind="medium_tank_a")
    t.add("B1", away(4), **unit, **more)
    if "fort" in more:
        t.mark(more["fort"], away(4))
    fire(t, "A1", "B1", *(() if unit else ("normal",)), dice=(5,) * attack + (6,) * dice)
    assert net_hits(t, "B1") == attack - dice


@pytest.mark.clause("TI-FIR-06", "TI-SUP-10")
def test_the_type_of_attack_is_declared_against_squads_before_the_dice_fall(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(2))
    fire(t, "A1", "B1")
    assert (t.decision, t.decider, t.legal()) == ("ATTACK_TYPE", 0, {"normal", "suppressive"})
    assert t.unit("B1").strength == 4


@pytest.mark.clause("TI-FIR-06")
def test_attacks_on_vehicles_are_normal_without_question(table):
    t = field(table)
    t.add("A1", away(0), kind="medium_tank_a")
    t.add("B1", away(2), kind="half_track")
    fire(t, "A1", "B1", dice=(6, 1, 1, 1, 1, 1, 1, 1, 1))
    assert t.unit("B1").damage == "light"


@pytest.mark.clause("TI-FIR-07", "TI-ASL-07")
@pytest.mark.parametrize(("distance", "lowest"), [(1, 4), (2, 5), (4, 5), (5, 6), (8, 6)])
def test_dice_hit_on_4_at_close_5_at_normal_6_at_long_range(table, distance, lowest):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(distance))
    fire(t, "A1", "B1", "normal", dice=(lowest, lowest - 1, lowest, 1))
    assert t.unit("B1").strength == 2


@pytest.mark.clause("TI-FIR-08")
@pytest.mark.parametrize(
    ("attack", "defence", "left"),
    [((5, 5, 5, 1), (5, 4), 2), ((5, 5, 5, 1), (6, 5), 3), ((5, 1, 1, 1), (6, 6), 4), ((1, 1, 1, 1), (6, 1), 4)],
)
def test_each_5_or_6_on_defence_cancels_one_success_and_no_more(table, attack, defence, left):
    t = field(table, terrain={"woods": [away(3)]})
    t.add("A1", away(0))
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", dice=attack + defence)
    assert t.unit("B1").strength == left


@pytest.mark.clause("TI-FIR-09", "TI-LOS-02")
def test_the_worst_range_class_holds_for_all_figures_that_take_part(table):
    """At distance 5 a crew fires at normal range alone; with riflemen all its dice need a 6."""
    for figures, n, hits in (("crew", 3, 3), ("all", 5, 0), ("others", 2, 0)):
        t = field(table)
        t.add("A1", away(0), regular=2, machine_gun=1)
        t.add("B1", away(5))
        fire(t, "A1", "B1", figures, "normal", dice=(5,) * n)
        assert t.unit("B1").strength == 4 - hits


@pytest.mark.clause("TI-FIR-09")
@pytest.mark.parametrize(("distance", "hit"), [(4, True), (5, False)])
def test_a_far_supporter_worsens_the_class_of_the_whole_attack(table, distance, hit):
    t = field(table)
    t.add("A1", away(4))
    t.add("A2", away(6 - distance), regular=2)
    t.add("B1", away(6))
    fire(t, "A1", "B1", "normal", "support A2", dice=(5,) * 5)
    assert (t.unit("B1").status == "LOST") is hit


HALVED = [
    ({}, None, 5),
    ({}, "mines", 3),
    ({}, "wire", 3),
    ({"kind": "half_track"}, None, 4),
    ({"kind": "half_track"}, "mines", 2),
    ({"kind": "half_track"}, "wire", 4),
    ({"kind": "half_track", "damage": "light"}, None, 4),
    ({"kind": "half_track", "damage": "heavy"}, None, 2),
    ({"kind": "half_track", "damage": "heavy"}, "mines", 1),
]


@pytest.mark.clause("TI-FIR-13", "TI-GEN-06", "TI-TRN-08", "TI-TRN-09", "TI-VEH-06")
@pytest.mark.parametrize(("unit", "mark", "dice"), HALVED)
def test_mines_wire_and_heavy_damage_halve_fp_one_after_another(table, unit, mark, dice):
    """5 FP of a squad, 4 of a half-track."""
    t = field(table)
    if mark:
        t.mark(mark, away(0))
    t.add("A1", away(0), **(unit or {"elite": 2, "regular": 1}))
    t.add("B1", away(3))
    fire(t, "A1", "B1", "normal", dice=rolls_exactly(dice))


@pytest.mark.clause("TI-FIR-13", "TI-GEN-06", "TI-ACT-11", "TI-CMB-01")
@pytest.mark.parametrize("mark", [None, "wire"])
def test_fire_and_movement_and_support_halve_fp(table, mark):
    """Half of 5 is 3, half again 2."""
    dice = 2 if mark else 3
    t = field(table)
    if mark:
        t.mark(mark, away(0))
    t.add("A1", away(0), elite=2, regular=1)
    t.add("A2", away(1), regular=1)
    t.add("B1", away(3))
    t.turn()
    t.dice(*rolls_exactly(dice))
    t.play("fire-and-move A1", "fire-first", "normal")
    assert t.decision == "STEP"
    t.add("A1", away(0), elite=2, regular=1)
    fire(t, "A2", "B1", "normal", "support A1", dice=rolls_exactly(1 + dice))


@pytest.mark.clause("TI-FIR-01", "TI-ACT-11")
def test_fire_and_movement_chooses_its_target_after_the_move_or_none(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(8))
    t.add("B2", away(9))
    t.turn()
    t.play("fire-and-move A1", "move-first", "east", "stop")
    assert (t.decision, t.decider, t.legal()) == ("TARGET", 0, {"pass", "at B1", "at B2"})
    t.play("pass")
    assert (t.decision, t.unit("A1").activation) == ("SELECT", "fatigued")
