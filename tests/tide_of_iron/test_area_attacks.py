"""Chapter ARE: mortars attack a hex and all who are in it."""

from __future__ import annotations

import pytest

from tests.tide_of_iron.fights import away, field, fire, rolls_exactly


@pytest.mark.clause("TI-ARE-01", "TI-FIR-06")
def test_a_mortar_names_a_hex_and_a_type_of_attack(table):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("A2", away(3))
    t.add("B1", away(5))
    t.add("B2", away(5), kind="half_track")
    t.add("B3", away(7))
    t.turn()
    t.play("fire A1")
    assert (t.decision, t.decider, t.legal()) == ("TARGET", 0, {"shell 7,4", "shell 9,4"})
    t.play("shell 7,4")
    assert (t.decision, t.decider, t.legal()) == ("ATTACK_TYPE", 0, {"normal", "suppressive"})


@pytest.mark.clause("TI-ARE-01", "TI-ARE-04")
def test_every_unit_of_the_hex_is_attacked_friends_too_and_nobody_beside_it(table):
    """4 dice, then 1 for the elite; friends among enemies stand there by hand only."""
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("A2", away(5))
    t.add("B1", away(5))
    t.add("B2", away(5), elite=2)
    t.add("B3", away(6))
    fire(t, "A1", "7,4", "suppressive", dice=(6, 1, 1, 1, 6))
    assert [t.unit(n).condition for n in ("A2", "B1", "B2", "B3")] == ["pinned", "pinned", "none", "none"]


@pytest.mark.clause("TI-ARE-01", "TI-FIR-10")
def test_each_owner_chooses_the_figures_his_squads_lose(table):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(5), regular=2, elite=1)
    t.add("B2", away(5), regular=2, officer=1)
    fire(t, "A1", "7,4", "normal", dice=(6, 1))
    assert (t.decision, t.decider, t.legal()) == ("CASUALTY", 1, {"regular", "elite"})
    t.play("elite")
    assert (t.decision, t.decider, t.legal()) == ("CASUALTY", 1, {"regular", "officer"})
    t.play("regular")
    assert (t.unit("B1").figures, t.unit("B2").figures) == ({"regular": 2}, {"regular": 1, "officer": 1})


WALL = {"woods": [(4, 4)]}  # between the mortar and its target


@pytest.mark.clause("TI-ARE-02")
@pytest.mark.parametrize(
    ("spotter", "able"),
    [
        (None, False),
        ({"at": (6, 8)}, True),
        ({"at": (14, 4)}, True),
        ({"at": (14, 4), "activation": "fatigued"}, True),
        ({"at": (14, 4), "kind": "truck"}, True),
        ({"at": (3, 4)}, False),
    ],
)
def test_the_mortar_needs_a_friend_who_sees_the_hex(table, spotter, able):
    """The mortar itself may be that friend, see the next test; the last one stands behind the same woods."""
    t = field(table, terrain=WALL)
    t.add("A1", (2, 4), mortar=1)
    t.add("B1", (6, 4))
    if spotter:
        spotter = dict(spotter)
        t.add("A2", spotter.pop("at"), **spotter)
    t.turn()
    assert ("fire" in t.orders("A1")) is able


@pytest.mark.clause("TI-ARE-02")
@pytest.mark.parametrize("smoke", [False, True])
def test_the_mortar_can_see_for_itself(table, smoke):
    t = field(table)
    t.add("A1", (2, 4), mortar=1)
    t.add("B1", (6, 4))
    if smoke:
        t.mark("smoke", (4, 4))
    t.turn()
    assert ("fire" in t.orders("A1")) is not smoke


@pytest.mark.clause("TI-ARE-02")
def test_a_mortar_may_not_target_its_own_hex(table):
    t = field(table)
    t.add("A1", (4, 4), mortar=1)
    t.add("B1", (4, 4))
    t.add("B2", (5, 4))
    t.turn()
    t.play("fire A1")
    assert (t.decision, t.unit("B1").at) == ("ATTACK_TYPE", (4, 4))  # of the only target, the next hex
    t.dice(4, 1)
    t.play("normal")
    assert (t.unit("B1").strength, t.unit("B2").strength) == (4, 3)


@pytest.mark.clause("TI-ARE-03")
@pytest.mark.parametrize("crews", [1, 2])
@pytest.mark.parametrize(("blow", "fp"), [("normal", 2), ("suppressive", 4)])
def test_fp_is_4_for_suppressive_and_2_for_normal_attacks_and_crews_add_up(table, crews, blow, fp):
    t = field(table)
    t.add("A1", away(0), mortar=crews)
    t.add("B1", away(5))
    fire(t, "A1", "7,4", blow, dice=rolls_exactly(fp * crews))


@pytest.mark.clause("TI-ARE-03", "TI-ARE-04")
@pytest.mark.parametrize(("face", "squad", "tank"), [(5, 2, "light"), (4, 4, "none")])
def test_the_same_successes_count_against_squads_and_vehicles(table, face, squad, tank):
    """One roll of 2 dice; the squad has no defence dice, the half-track one."""
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(5))
    t.add("B2", away(5), kind="half_track")
    fire(t, "A1", "7,4", "normal", dice=(face, face, 1))
    assert (t.unit("B1").strength, t.unit("B2").damage) == (squad, tank)


@pytest.mark.clause("TI-ARE-04", "TI-GEN-08")
def test_each_unit_rolls_its_own_defence_in_slot_order(table):
    t = field(table, terrain={"rough": [away(5)]})
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(5))
    t.add("B2", away(5), elite=4)
    t.add("B3", away(5))
    fire(t, "A1", "7,4", "suppressive", dice=(6, 1, 1, 1) + (5,) + (1, 4) + (6,))
    assert [t.unit(n).condition for n in ("B1", "B2", "B3")] == ["none", "pinned", "none"]


@pytest.mark.clause("TI-ARE-04", "TI-SUP-10")
def test_suppressive_area_attacks_pass_vehicles_over(table):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(5))
    t.add("B2", away(5), kind="half_track")
    fire(t, "A1", "7,4", "suppressive", dice=(6, 6, 1, 1))
    assert (t.unit("B1").condition, t.unit("B2").damage) == ("pinned", "none")


@pytest.mark.clause("TI-ARE-05", "TI-ARE-03")
@pytest.mark.parametrize(("distance", "lowest"), [(1, 4), (2, 5), (8, 5), (9, 6)])
def test_range_classes_apply_to_mortars(table, distance, lowest):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(distance))
    fire(t, "A1", f"{2 + distance},4", "normal", dice=(lowest, lowest - 1))
    assert t.unit("B1").strength == 3


@pytest.mark.clause("TI-ARE-05", "TI-LOS-03")
@pytest.mark.parametrize(("level", "lowest"), [(0, 6), (1, 5)])
def test_a_mortar_on_a_hill_reaches_one_hex_farther(table, level, lowest):
    t = field(table, levels={1: [away(0)]} if level else None)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(9))
    fire(t, "A1", "11,4", "normal", dice=(lowest, lowest - 1))
    assert t.unit("B1").strength == 3


@pytest.mark.clause("TI-ARE-05", "TI-ACT-14")
def test_mortars_fire_by_concentrated_fire_only(table):
    t = field(table)
    t.add("A1", away(0), mortar=1, regular=2)
    t.add("B1", away(5))
    t.turn()
    assert t.orders("A1") == {"fire", "advance", "prepare", "fatigue"}


@pytest.mark.clause("TI-ARE-05", "TI-OPF-10")
def test_the_enemy_moving_before_a_mortar_in_op_fire_mode_is_no_hex_to_shell(table):
    t = field(table)
    t.add("A1", away(0))
    t.add("B1", away(12), mortar=1, regular=2, activation="op_fire")
    t.turn()
    t.play("advance A1", "east")
    assert t.decision == "STEP"


@pytest.mark.clause("TI-ARE-06", "TI-FIR-03")
def test_the_other_figures_stay_silent_when_the_mortar_fires(table):
    t = field(table)
    t.add("A1", away(0), mortar=1, regular=2)
    t.add("B1", away(3))
    fire(t, "A1", "5,4", "suppressive", dice=rolls_exactly(4))
    assert t.unit("A1").activation == "fatigued"


@pytest.mark.clause("TI-ARE-04", "TI-TRN-08")
@pytest.mark.parametrize(("dice", "left"), [((6, 6, 1, 1), {"wire"}), ((6, 6, 6, 1), set())])
def test_three_successes_of_an_area_attack_remove_wire(table, dice, left):
    t = field(table)
    t.add("A1", away(0), mortar=1)
    t.add("B1", away(5))
    t.mark("wire", away(5))
    fire(t, "A1", "7,4", "suppressive", dice=dice)
    assert t.marks_at(away(5)) == left


@pytest.mark.clause("TI-ARE-01", "TI-OFF-02")
def test_a_pinned_mortar_rallies_at_half_fp(table):
    t = field(table)
    t.add("A1", away(0), mortar=1, condition="pinned")
    t.add("A2", away(0), officer=1)
    t.add("B1", away(5))
    fire(t, "A1", "7,4", "suppressive", dice=rolls_exactly(2))
    assert (t.unit("A1").condition, t.unit("A1").activation) == ("pinned", "fatigued")


@pytest.mark.clause("TI-ARE-03", "TI-ARE-05")
@pytest.mark.parametrize(("column", "able"), [(10, True), (11, False)])
def test_a_mortar_shells_hexes_up_to_twice_its_range(table, column, able):
    """From (0,12) it is 16 hexes to (10,0) and 17 to (11,0)."""
    t = field(table, rows=13)
    t.add("A1", (0, 12), mortar=1)
    t.add("A2", (11, 3))
    t.add("B1", (column, 0))
    t.turn()
    assert ("fire" in t.orders("A1")) is able


@pytest.mark.clause("TI-ARE-05", "TI-CMB-05")
@pytest.mark.parametrize(("column", "joins"), [(10, True), (11, False)])
def test_a_mortar_supports_up_to_twice_its_range(table, column, joins):
    """From (0,12) it is 16 hexes to (10,0) and 17 to (11,0)."""
    t = field(table, rows=13)
    t.add("A1", (8, 4), mortar=1)
    t.add("A2", (0, 12), mortar=1)
    t.add("A3", (11, 3))
    t.add("B1", (column, 0))
    fire(t, "A1", f"{column},0", "normal", dice=rolls_exactly(2 + joins))
    assert (t.decision == "SUPPORT") is joins
    t.play(*["support A2"] * joins)
