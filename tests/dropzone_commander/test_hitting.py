"""Chapter SHT: range, Hull Down, cover, Evasion; what a die must show to hit. Table T4."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import BODY, HULL, SOFT, arm, can_shoot, dice_for, fire, gun, spare, targets

ARMOUR = 10  # with a gun of Energy 8 a damage die of 2 or 3 is 1 DP, 4 or more a Critical


def duel(table, target="A-MBT", at=(10, 15), firer="A-MBT", figures=None, gun_figures=None, **setting):
    """One unit of A at (10, 10) with a plain gun of two shots, one of B with 20 DP and Armour 10."""
    t = spare(table(**setting))
    arm(t, t.squad("A1", firer, (10, 10)), gun(shots=2, **(gun_figures or {})))
    t.squad("B1", target, at, **{"armour": ARMOUR, "dp": 20, "active": 0, "evasion": 0, "passive": 0, **(figures or {})})
    return t


def needs(t, need, target="B1", lost=1, damage=2):
    """A1 fires two shots: the one that shows a pip too few misses, the other hits."""
    before = int(t.unit(target)["dp"])
    fire(t, "A1", target, *dice_for(need), damage)
    assert before - int(t.unit(target)["dp"]) == lost


@pytest.mark.clause("DZ-SHT-06")
@pytest.mark.parametrize(("active", "far", "legal"), [(1, 9, True), (1, 10, False), (0, 20, True), (0, 21, False)])
def test_active_countermeasures_shorten_the_range(table, active, far, legal):
    t = duel(table, at=(2 + far, 10), figures={"active": active}, gun_figures={"far": 20, "near": 9})
    t.put("A1", (2, 10))
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-SHT-06")
@pytest.mark.parametrize(("far", "legal"), [(20, True), (21, False)])
def test_scenery_has_no_active_countermeasures(table, far, legal):
    t = spare(table(pieces={"C0": ("barricade", 0, 0, 1, 1)}))
    arm(t, t.squad("A1", "A-MBT", (far, 0)), gun(far=20, near=9))
    assert targets(t, "A1") == ({"#1"} if legal else set())


@pytest.mark.clause("DZ-SHT-06")
@pytest.mark.parametrize(("at", "legal"), [((11, 11), True), ((12, 10), False)])
def test_a_target_in_contact_is_always_in_range(table, at, legal):
    t = duel(table, at=at, gun_figures={"far": 0, "near": 0})
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-SHT-06")
def test_an_unlimited_range_reaches_across_the_board(table):
    t = duel(table, at=(47, 47), size=48)
    t.put("A1", (0, 0))
    assert targets(t, "A1") == {"B1"}


@pytest.mark.clause("DZ-SHT-06", "DZ-GRID-02")
@pytest.mark.parametrize(("offset", "legal"), [((3, 4), True), ((5, 2), True), ((4, 4), False), ((2, 5), True), ((5, 3), False)])
def test_range_is_rounded_to_the_nearest_inch(table, offset, legal):
    t = duel(table, at=(10 + offset[0], 10 + offset[1]), gun_figures={"far": 5, "near": 5})  # 25 + 5: squares up to 30
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-SHT-09", "DZ-CORE-03")
@pytest.mark.parametrize("acc", [1, 2, 3, 4, 5, 6])
def test_a_die_hits_if_it_is_at_least_the_accuracy(table, acc):
    needs(duel(table, gun_figures={"acc": acc}), acc)


@pytest.mark.clause("DZ-SHT-09")
def test_as_many_dice_are_rolled_as_the_weapon_has_shots(table):
    t = duel(table)
    t.weapon("A1", shots=5)
    fire(t, "A1", "B1", 1, 2, 3, 4, 2, 2, 2)  # two hits
    assert t.unit("B1")["dp"] == 18


@pytest.mark.clause("DZ-SHT-10")
@pytest.mark.parametrize(("evasion", "need"), [(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)])
def test_evasion_makes_a_unit_harder_to_hit(table, evasion, need):
    needs(duel(table, figures={"evasion": evasion}), need)


@pytest.mark.clause("DZ-SHT-10", "DZ-SPEC-01")
@pytest.mark.parametrize(("evasion", "aa", "need"), [(3, 0, 6), (3, 2, 4), (2, 2, 3), (1, 3, 3), (0, 2, 3)])
def test_anti_air_lowers_evasion_but_not_below_nothing(table, evasion, aa, need):
    needs(duel(table, figures={"evasion": evasion}, gun_figures={"aa": aa}), need)


@pytest.mark.clause("DZ-SHT-09", "DZ-CORE-02")
@pytest.mark.parametrize(("facts", "need"), [
    ({}, 3), ({"out": 2}, 5), ({"out": 1}, 4), ({"smoke": 1}, 5), ({"out": 2, "smoke": 1}, 7),
])  # fmt: skip
def test_modifiers_are_summed(table, facts, need):
    t = duel(table)
    if "out" in facts:
        t.mark("A1", out=facts["out"], left=1)
    t.mark("B1", smoke=facts.get("smoke", 0))
    needs(t, need)


@pytest.mark.clause("DZ-CORE-09", "DZ-SHT-09")
@pytest.mark.parametrize(("apart", "need"), [(3, 3), (4, 4)])
def test_an_incoherent_squad_hits_worse(table, apart, need):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (10 + apart, 10)), gun(shots=1))
    t.squad("B1", "A-MBT", (10, 15), armour=ARMOUR, dp=20)
    fire(t, "A1", "B1", *dice_for(need), 2)
    assert t.unit("B1")["dp"] == 19


# ---- cover: the firer stands at (10, 10), the target at (10, 15)


@pytest.mark.clause("DZ-SHT-11", "DZ-GRID-10", "DZ-SHT-12")
@pytest.mark.parametrize(("kind", "at", "soft", "body"), [
    ("park", (10, 14), True, False),  # before it
    ("park", (9, 14), False, False),  # beside the line
    ("park", (10, 13), False, False),  # two inches before it
    ("park", (10, 15), True, False),  # in it
    ("park", (10, 16), False, False),  # behind it
    ("barricade", (10, 14), True, True),
    ("barricade", (10, 15), True, True),
    ("barricade", (10, 13), False, False),
])  # fmt: skip
def test_infantry_within_an_inch_of_cover_on_the_line(table, kind, at, soft, body):
    t = duel(table, "A-INF", pieces={"C0": (kind, *at, 1, 1)})
    needs(t, 5 if soft else 3, damage=3 if body else 2)


@pytest.mark.clause("DZ-SHT-12")
@pytest.mark.parametrize(("face", "lost"), [(2, 0), (3, 1), (4, 1), (5, 2)])
def test_body_cover_makes_armour_one_higher_for_damage_and_criticals(table, face, lost):
    t = duel(table, "A-INF", pieces={"C0": ("barricade", 10, 14, 1, 1)}, gun_figures={"cover": SOFT})
    t.weapon("A1", shots=1)
    fire(t, "A1", "B1", 3, face)
    assert t.unit("B1")["dp"] == 20 - lost


@pytest.mark.clause("DZ-GRID-10")
def test_the_firers_own_piece_is_no_cover_for_a_target_beside_it(table):
    t = duel(table, "A-INF", at=(10, 11), pieces={"C0": ("park", 10, 10, 1, 1)})
    needs(t, 3)


@pytest.mark.clause("DZ-GRID-10")
def test_another_cell_of_the_firers_own_piece_is_cover(table):
    t = duel(table, "A-INF", at=(10, 12), pieces={"C0": ("park", 10, 10, 1, 2)})
    needs(t, 5)


@pytest.mark.clause("DZ-SHT-11", "DZ-SHT-12")
def test_cover_is_for_infantry_alone(table):
    t = duel(table, "A-MBT", pieces={"C0": ("barricade", 10, 14, 1, 1)})
    needs(t, 3)


@pytest.mark.clause("DZ-SPEC-06")
@pytest.mark.parametrize(("cover", "need", "face"), [
    (0, 5, 3), (SOFT, 3, 3), (BODY, 5, 2), (SOFT | BODY, 3, 2), (HULL, 5, 3), (SOFT | BODY | HULL, 3, 2),
])  # fmt: skip
def test_weapons_that_ignore_cover(table, cover, need, face):
    t = duel(table, "A-INF", pieces={"C0": ("barricade", 10, 14, 1, 1)}, gun_figures={"cover": cover})
    needs(t, need, damage=face)


# ---- line of sight: from (10, 10) past a building of one cell


@pytest.mark.clause("DZ-SHT-07", "DZ-GRID-07")
@pytest.mark.parametrize(("kind", "legal"), [("tiny_building", False), ("barricade", True), ("park", True), ("small_forest", False)])
def test_solid_scenery_blocks_the_sight(table, kind, legal):
    t = duel(table, pieces={"C0": (kind, 8, 12, 5, 1)})
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-SHT-07", "DZ-GRID-07", "DZ-SCN-07")
def test_rubble_blocks_no_sight(table):
    t = duel(table, pieces={"C0": ("small_building", 8, 12, 5, 1)})
    t.piece("C0")["stand"], t.piece("C0")["dp"] = 1, 0
    assert targets(t, "A1") == {"B1"}


@pytest.mark.clause("DZ-SHT-07", "DZ-SHT-08", "DZ-GRID-08")
def test_half_hidden_vehicles_are_hull_down_and_half_hidden_infantry_unseen(table):
    # (10, 10) looks along the west face of a building from x = 11: of a target at (11, 15) it sees the western corners only
    for kind, need in (("A-MBT", 5), ("A-INF", None)):
        t = duel(table, kind, at=(11, 15), pieces={"C0": ("tiny_building", 11, 13, 2, 1)})
        if need is None:
            assert "B1" not in targets(t, "A1")
        else:
            needs(t, need)


@pytest.mark.clause("DZ-SHT-08", "DZ-SPEC-06", "DZ-SPEC-23")
@pytest.mark.parametrize(("figures", "gun_figures", "need"), [
    ({}, {}, 5), ({"traits": 1 << 4}, {}, 3), ({}, {"cover": HULL}, 3), ({}, {"cover": SOFT | BODY}, 5),
])  # fmt: skip
def test_large_units_and_weapons_that_ignore_hull_down(table, figures, gun_figures, need):
    t = duel(table, at=(11, 15), figures=figures, gun_figures=gun_figures, pieces={"C0": ("tiny_building", 11, 13, 2, 1)})
    needs(t, need)


@pytest.mark.clause("DZ-SHT-08", "DZ-GRID-08")
def test_three_samples_of_five_are_not_hull_down(table):
    t = duel(table, at=(11, 15), pieces={"C0": ("tiny_building", 11, 12, 2, 1)})  # the middle and the western corners are seen
    needs(t, 3)


@pytest.mark.clause("DZ-GRID-09", "DZ-SHT-07")
@pytest.mark.parametrize(("hider", "owner", "need"), [("A-MBT", "B", 5), ("A-MBT", "A", 5), ("A-INF", "B", 3)])
@pytest.mark.parametrize("target", ["A-MBT", "A-INF"])
def test_a_vehicle_in_the_line_makes_hull_down(table, hider, owner, need, target):
    t = duel(table, target)
    t.squad(f"{owner}5", hider, (10, 12), group=2)
    needs(t, need)


@pytest.mark.clause("DZ-GRID-09", "DZ-SHT-07")
@pytest.mark.parametrize("owner", ["A", "B"])
def test_units_of_the_two_squads_hide_nobody(table, owner):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), *([(10, 12)] if owner == "A" else [])), gun(shots=2))
    arm(t, ["A2"] if owner == "A" else [])
    t.squad("B1", "A-MBT", (10, 15), *([(10, 13)] if owner == "B" else []), armour=ARMOUR, dp=20)
    fire(t, "A1", "B1", 2, 3, 2)
    assert t.unit("B1")["dp"] == 19


@pytest.mark.clause("DZ-GRID-09")
def test_units_hide_nobody_if_the_option_says_so(table):
    t = duel(table, options={"unit_cover": "off"})
    t.squad("B5", "A-MBT", (10, 12), group=2)
    needs(t, 3)


@pytest.mark.clause("DZ-GRID-09")
def test_vehicles_do_not_hide_aircraft_aloft(table):
    t = duel(table, "A-HDR", gun_figures={"aa": 0})
    t.squad("B5", "A-MBT", (10, 12), group=2)
    needs(t, 3)


@pytest.mark.clause("DZ-GRID-09")
def test_vehicles_hide_from_aircraft_aloft(table):
    t = duel(table, firer="B-DRN")
    t.tables["unit_traits"][t.slot_of("A1")] = 0
    t.squad("B5", "A-MBT", (10, 12), group=2)
    needs(t, 5)


@pytest.mark.clause("DZ-SHT-13", "DZ-SHT-08", "DZ-SCN-10")
@pytest.mark.parametrize(("acc", "facts", "need"), [(1, {}, 2), (6, {}, 2), (6, {"out": 2, "left": 1}, 4)])
def test_scenery_is_hit_on_two_or_more_whatever_the_accuracy(table, acc, facts, need):
    t = spare(table(pieces={"C0": ("tiny_building", 10, 15, 1, 1)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(shots=2, acc=acc))
    t.squad("B1", "A-MBT", (10, 12))  # hides no scenery
    t.mark("A1", **facts)
    fire(t, "A1", "#1", *dice_for(need), 2)
    assert t.piece("C0")["dp"] == 4


@pytest.mark.clause("DZ-SPEC-05", "DZ-GRID-07")
@pytest.mark.parametrize(("articulated", "legal"), [(0, False), (1, True)])
def test_articulated_weapons_look_over_what_hides_the_hull(table, articulated, legal):
    # a wall of 1": the hull (0.5") sees nothing of a drone's height behind it, from 1" above the hull (2") it does
    kinds = {"wall": {"height": 1, "properties": ["solid"]}}
    t = duel(table, kinds=kinds, pieces={"C0": ("wall", 8, 12, 5, 1)}, gun_figures={"articulated": articulated})
    assert ("B1" in targets(t, "A1")) == legal


@pytest.mark.clause("DZ-GRID-07")
@pytest.mark.parametrize(("height", "legal"), [(1.25, True), (1.5, False)])
def test_an_aircraft_aloft_is_seen_over_walls_that_stand_half_way(table, height, legal):
    # the eye at 0.5", the aircraft at 2.5", the wall in the middle between them: 1.5"
    kinds = {"wall": {"height": height + 0.25, "properties": ["solid"]}}
    t = duel(table, "A-HDR", at=(10, 14), kinds=kinds, pieces={"C0": ("wall", 8, 12, 5, 1)}, gun_figures={"aa": 0})
    assert ("B1" in targets(t, "A1")) == legal
