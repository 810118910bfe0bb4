"""Chapter SPEC: special rules of weapons."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import CLOSE, TYPES, aim, arm, can_shoot, close, dice_for, fire, gun, spare, targets

BLOCK = {"C0": ("large_building", 10, 10, 6, 6)}


def dp(t, *names):
    return [int(t.unit(name)["dp"]) for name in names]


# ---- Area


def blast(table, target="A-MBT", pieces=None, **figures):
    """A1, far from everybody, has an Area weapon that hits on 4+, Energy 8; everybody else has Armour 10 and 9 DP."""
    t = spare(table(pieces=pieces or {}))
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(acc=4, area=1, **figures))
    put(t, "B1", target, (12, 12))
    return t


def put(t, name, profile, *cells, **more):
    t.squad(name, profile, *cells, **{"armour": 10, "dp": 9, "evasion": 0, "passive": 0, "group": 2, **more})


@pytest.mark.clause("DZ-SPEC-03", "DZ-GRID-14")
def test_an_area_hit_touches_every_unit_of_any_side_within_two_inches(table):
    t = blast(table)
    cells = {"B2": (13, 12), "B3": (13, 14), "B4": (14, 14), "B5": (12, 14), "B6": (12, 15), "A5": (11, 11), "A6": (10, 10)}
    for name, at in cells.items():
        put(t, name, "A-MBT", at)
    fire(t, "A1", "B1", 6, *([2] * 5))  # A5 makes B1 Hull Down
    assert dp(t, "B1", "B2", "B3", "B4", "B5", "B6", "A5", "A6") == [8, 8, 8, 9, 8, 9, 8, 9]


@pytest.mark.clause("DZ-SPEC-03")
@pytest.mark.parametrize(
    ("face", "rolls", "hurt"), [(1, [], [9, 9]), (2, [4], [8, 9]), (3, [3], [9, 9]), (4, [2, 2], [8, 8]), (6, [2, 4], [8, 7])]
)
def test_an_area_weapon_misses_on_a_one_and_glances_on_other_failures(table, face, rolls, hurt):
    """A glance is at Energy 6 against Armour 10: m 4."""
    t = blast(table)
    put(t, "B2", "A-MBT", (13, 12))
    fire(t, "A1", "B1", face, *rolls)
    assert dp(t, "B1", "B2") == hurt


@pytest.mark.clause("DZ-SPEC-04")
def test_an_area_hit_on_infantry_is_d6_hits_on_each_unit(table):
    t = blast(table, "A-INF")
    put(t, "B2", "A-INF", (13, 12))
    put(t, "B3", "A-MBT", (12, 13))
    fire(t, "A1", "B1", 4, 3, 2, 2, 1, 1, 2, 2)  # B1: three hits, two damage; B2: one hit; B3: one hit
    assert dp(t, "B1", "B2", "B3") == [7, 8, 8]


@pytest.mark.clause("DZ-SPEC-03", "DZ-SPEC-04")
def test_a_glance_at_infantry_is_d6_hits_on_the_target_alone(table):
    t = blast(table, "A-INF")
    put(t, "B2", "A-INF", (13, 12))
    fire(t, "A1", "B1", 3, 2, 3, 4)  # two hits at Energy 6: the 4 damages
    assert dp(t, "B1", "B2") == [8, 9]


@pytest.mark.clause("DZ-SPEC-04")
@pytest.mark.parametrize(("face", "die", "rolls", "lost"), [(2, 3, (2, 2), 2), (2, 5, (2, 1, 3), 2), (1, None, (), 0)])
def test_an_area_hit_on_scenery_is_d3_hits_and_nobody_else_is_touched(table, face, die, rolls, lost):
    t = blast(table, pieces=BLOCK)
    put(t, "B2", "A-MBT", (12, 9))
    fire(t, "A1", "#1", face, *([die] if die else []), *rolls)
    assert t.piece("C0")["dp"] == 30 - lost and dp(t, "B2") == [9]


@pytest.mark.clause("DZ-SPEC-04")
def test_scenery_and_those_inside_it_are_not_touched_by_a_template(table):
    t = blast(table, pieces={"C0": ("large_building", 13, 10, 6, 6)})
    put(t, "B2", "A-INF", inside="C0", site="west")
    fire(t, "A1", "B1", 4, 2)
    assert t.piece("C0")["dp"] == 30 and dp(t, "B1", "B2") == [8, 9]


@pytest.mark.clause("DZ-SPEC-04")
def test_an_area_hit_on_an_edge_touches_all_on_that_edge(table):
    t = blast(table, pieces=BLOCK, cover=7)
    put(t, "B2", "A-INF", inside="C0", site="south", size=2)
    put(t, "B4", "A-INF", inside="C0", site="south")
    put(t, "B5", "A-INF", inside="C0", site="west")
    put(t, "B6", "A-INF", inside="C0")
    put(t, "B7", "A-MBT", (12, 9))
    t.destroy("B1")
    fire(t, "A1", "B2", 4, 1, 2, 2, 2, 2, 1, 1)  # one, two and one hits
    assert dp(t, "B2", "B3", "B4", "B5", "B6", "B7") == [8, 7, 9, 9, 9, 9]


@pytest.mark.clause("DZ-SPEC-04")
@pytest.mark.parametrize(("aa", "target", "hurt"), [(-1, "B1", [8, 9, 8]), (0, "B1", [8, 9, 8]), (0, "B2", [9, 8, 9])])
def test_aircraft_aloft_are_touched_by_anti_air_alone_and_then_nobody_else(table, aa, target, hurt):
    t = blast(table, aa=aa)
    put(t, "B2", "B-DRN", (13, 12))
    put(t, "B3", "A-MBT", (13, 13))
    t.squad("A5", "A-MBT", (22, 0), group=2)
    fire(t, "A1", target, 4, *([2] * (3 - hurt.count(9))))
    assert dp(t, "B1", "B2", "B3") == hurt


@pytest.mark.clause("DZ-SPEC-04", "DZ-SPEC-03")
def test_two_aircraft_under_one_anti_air_template(table):
    t = blast(table, aa=0)
    put(t, "B2", "B-DRN", (13, 12), (14, 12), (16, 12))
    fire(t, "A1", "B2", 4, 2, 2)
    assert dp(t, "B1", "B2", "B3", "B4") == [9, 8, 8, 9]


@pytest.mark.clause("DZ-SPEC-03", "DZ-SHT-12")
def test_body_cover_helps_each_unit_that_has_it(table):
    t = blast(table, pieces={"C0": ("barricade", 12, 11, 1, 1)}, cover=1)  # between A1 and B2
    t.put("A1", (12, 2))
    put(t, "B2", "A-INF", (12, 13))
    fire(t, "A1", "B1", 4, 2, 1, 2)
    assert dp(t, "B1", "B2") == [8, 8]
    t = blast(table, "A-INF", pieces={"C0": ("barricade", 12, 11, 1, 1)}, cover=1)
    t.put("A1", (12, 2))
    fire(t, "A1", "B1", 4, 2, 2, 3)
    assert dp(t, "B1") == [8]


# ---- Focus


def focused(table, shots=4, focus=3, armour=20, **figures):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(shots=shots, acc=2, focus=focus, **figures))
    put(t, "B1", "A-MBT", (12, 12), armour=armour)
    return t


@pytest.mark.clause("DZ-SPEC-11")
def test_hits_may_be_given_up_for_energy(table):
    t = focused(table)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 2, 2, 2, 1)
    assert t.ask() == ("FOCUS", "A") and t.legal() == {"focus 0", "focus 1", "focus 2"}  # of three hits
    t.dice(5, 6)  # 8 + 3 + 5 = 19 fails; the other 8 + 6 as well
    t.play("focus 1")
    assert dp(t, "B1") == [9]
    t = focused(table)
    fire(t, "A1", "B1", 2, 2, 2, 1)
    t.dice(6)  # 8 + 6 + 6 = 20
    t.play("focus 2")
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-11")
@pytest.mark.parametrize(("spread", "faces", "lost"), [("one", (2, 5), 2), ("one", (2, 6), 3), ("each", (2, 3), 1), ("each", (3, 3), 2)])
def test_everything_on_one_hit_or_a_share_to_each(table, spread, faces, lost):
    """Armour 14. One: Energies 14 (m 0: a Critical on 2) and 8 (m 6: damage on 6). Each: 11 and 11 (m 3: damage on 3)."""
    t = focused(table, armour=14)
    fire(t, "A1", "B1", 2, 2, 2, 2)
    t.play("focus 2")
    assert t.ask() == ("SPREAD", "A") and t.legal() == {"one", "each"}
    t.dice(*faces)
    t.play(spread)
    assert dp(t, "B1") == [9 - lost]


@pytest.mark.clause("DZ-SPEC-11")
def test_a_single_hit_cannot_be_given_up(table):
    t = focused(table)
    fire(t, "A1", "B1", 2, 1, 1, 1, 6)
    assert t.decision == "ACTION" and dp(t, "B1") == [9]


# ---- Indirect and Scouts


def hidden(table, scout=None, **figures):
    """A1 with an Indirect weapon (3+); B1 stands behind a wall 8" high; a Scout of A stands where he is put."""
    t = spare(table(pieces={"C0": ("large_building", 6, 10, 12, 2)}))
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(shots=2, indirect=1, **figures))
    put(t, "B1", "A-MBT", (12, 16))
    if scout:
        arm(t, t.squad("A5", "A-SCB", scout, group=2))
    return t


@pytest.mark.clause("DZ-SPEC-12")
def test_indirect_weapons_fire_without_line_of_sight_at_five_or_more(table):
    t = hidden(table)
    fire(t, "A1", "B1", 4, 5, 2)
    assert dp(t, "B1") == [8]
    t = hidden(table)
    t.weapon("A1", indirect=0)
    assert "B1" not in targets(t, "A1")


@pytest.mark.clause("DZ-SPEC-12", "DZ-SPEC-25")
@pytest.mark.parametrize(("scout", "need"), [((22, 16), 3), ((22, 4), 5)])
def test_indirect_weapons_borrow_the_sight_of_a_friendly_scout(table, scout, need):
    t = hidden(table, scout)
    fire(t, "A1", "B1", need - 1, need, 2)
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-12", "DZ-SPEC-25")
def test_a_scout_of_another_category_or_aboard_spots_nothing(table):
    t = hidden(table, (22, 16))
    t.tables["unit_category"][t.slot_of("A5")] = 2
    fire(t, "A1", "B1", 4, 5, 2)
    t = hidden(table, (22, 16))
    t.squad("A9", "A-MDR", (22, 20))
    t.load("A9", "A5")
    t.activate("A1")
    if t.decision == "SQUAD":
        t.play("next A1")
    t.play("shoot")
    aim(t, "B1", 4, 5, 2)
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-12", "DZ-SHT-08")
def test_hull_down_is_judged_from_the_scout_whose_sight_is_borrowed(table):
    """A tank before the target hides half of it from the Scout: 3 + 2."""
    t = hidden(table, (22, 16))
    t.squad("B5", "A-MBT", (18, 16))
    fire(t, "A1", "B1", 4, 5, 2)
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-12", "DZ-CARD-C20")
@pytest.mark.parametrize(("marksmen", "need"), [(0, 5), (1, 4)])
def test_marksmen_do_not_fire_blind_for_fear_of_hull_down(table, marksmen, need):
    t = hidden(table, (22, 16), acc=4)
    t.squad("B5", "A-MBT", (18, 16))
    t.mark("A1", marksmen=marksmen)
    assert t.need("A1", "B1") == need


@pytest.mark.clause("DZ-SPEC-12", "DZ-SHT-08", "DZ-SHT-11")
def test_fire_without_line_of_sight_knows_no_hull_down_but_cover(table):
    t = hidden(table)
    t.squad("B5", "A-MBT", (12, 14))
    fire(t, "A1", "B1", 4, 5, 2)
    assert dp(t, "B1") == [8]
    t = spare(table(pieces={"C0": ("large_building", 6, 10, 12, 2), "C1": ("barricade", 12, 15, 1, 1)}))
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(shots=2, indirect=1))
    put(t, "B1", "A-INF", (12, 16))
    fire(t, "A1", "B1", 5, 6, 3)  # 5 + 2; Body Cover: m 3
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-12")
@pytest.mark.parametrize(("far", "legal"), [(12, True), (11, False)])
def test_the_range_of_indirect_fire_is_measured_from_the_weapon(table, far, legal):
    assert ("B1" in targets(hidden(table, (14, 16), far=far, near=far), "A1")) == legal


@pytest.mark.clause("DZ-SPEC-12", "DZ-SHT-13")
def test_indirect_fire_at_scenery_that_is_not_seen(table):
    pieces = {"C0": ("large_building", 6, 10, 12, 2), "C1": ("tiny_building", 12, 16, 1, 1)}
    t = spare(table(pieces=pieces))
    arm(t, t.squad("A1", "A-MBT", (12, 4)), gun(shots=2, indirect=1))
    fire(t, "A1", "#2", 4, 5, 2)
    assert t.piece("C1")["dp"] == 4


# ---- Limited, Reduced, Combined


@pytest.mark.clause("DZ-SPEC-13")
@pytest.mark.parametrize(("limited", "uses", "legal"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False), (0, 9, True)])
def test_limited_weapons_are_used_so_often_in_a_game(table, limited, uses, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(limited=limited))
    put(t, "B1", "A-MBT", (12, 12))
    t.change("A1", uses=[uses, 0, 0, 0])
    assert can_shoot(t, "A1") == legal
    if legal:
        t.play("shoot")
        aim(t, "B1", 1)
        assert t.unit("A1")["uses"][0] == (uses + 1 if limited else uses)


@pytest.mark.clause("DZ-SPEC-13", "DZ-SPEC-02")
def test_a_limited_profile_of_a_group_counts_by_itself(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(alt=1, limited=1), gun(alt=1, limited=1))
    put(t, "B1", "A-MBT", (12, 12))
    t.change("A1", uses=[1, 0, 0, 0])
    t.activate("A1")
    t.play("shoot")
    t.dice(1)
    t.play("at B1")
    assert t.unit("A1")["uses"] == [1, 1, 0, 0]


@pytest.mark.clause("DZ-SPEC-15")
@pytest.mark.parametrize(("reduced", "lost", "dice"), [(1, 0, 5), (1, 1, 4), (2, 2, 1), (1, 4, 1)])
def test_reduced_weapons_have_fewer_shots_for_dp_lost(table, reduced, lost, dice):
    t = spare(table())
    arm(t, t.squad("A1", "A-INF", (2, 2)), gun(shots=5, reduced=reduced))
    t.change("A1", dp=5 - lost)
    put(t, "B1", "A-MBT", (12, 12))
    fire(t, "A1", "B1", *([1] * dice))
    assert dp(t, "B1") == [9]


@pytest.mark.clause("DZ-SPEC-15")
@pytest.mark.parametrize(("lost", "legal"), [(1, True), (2, False)])
def test_a_weapon_without_shots_left_is_not_fired(table, lost, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-INF", (2, 2)), gun(shots=4, reduced=2))
    t.change("A1", dp=5 - lost)
    put(t, "B1", "A-MBT", (12, 12))
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-SPEC-16")
@pytest.mark.parametrize(
    ("energy", "shots", "lost", "total"), [(3, 4, 0, 6), (3, 4, 2, 4), (3, 8, 0, 9), (2, 10, 0, 9), (3, 1, 0, 3), (9, 4, 0, 9)]
)
def test_a_combined_shot(table, energy, shots, lost, total):
    """One die, Energy one more for each Shot removed, to 9: against Armour `total` + 5 a 5 damages and a 4 does not."""
    for face, hurt in ((4, 0), (5, 1)):
        t = spare(table())
        arm(t, t.squad("A1", "A-INF", (2, 2)), gun(shots=shots, energy=energy, reduced=1))
        t.change("A1", dp=5 - lost)
        put(t, "B1", "A-MBT", (12, 12), armour=total + 5)
        t.activate("A1")
        t.play("shoot", "combined")
        t.dice(3, face)
        t.play("at B1")
        assert dp(t, "B1") == [9 - hurt]


@pytest.mark.clause("DZ-SPEC-16")
@pytest.mark.parametrize(("at", "legal"), [((2, 8), True), ((2, 9), False)])
def test_a_combined_shot_at_aircraft_within_six_inches(table, at, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-INF", (2, 2)), gun(shots=5, reduced=1, energy=5))
    put(t, "B1", "B-DRN", at, armour=11, evasion=1)
    assert can_shoot(t, "A1") == legal
    if legal:
        t.play("shoot")
        assert "normal" not in t.legal() and "combined" not in t.legal()
        t.play("combined-air")
        t.dice(4, 2)  # 3 + 1, AA-0; Energy 9
        t.play("at B1")
        assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-16")
@pytest.mark.parametrize(("mode", "at", "legal"), [
    ("normal", (2, 12), True), ("combined", (2, 12), True), ("combined-air", (2, 12), False), ("combined-air", (2, 8), True),
])  # fmt: skip
def test_both_ranges_of_a_combined_shot_with_anti_air_are_six_inches(table, mode, at, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-INF", (2, 2)), gun(shots=5, reduced=1, far=30, near=30))
    put(t, "B1", "A-MBT", at)
    t.activate("A1")
    t.play("shoot")
    assert (mode in t.legal()) == legal


@pytest.mark.clause("DZ-SPEC-16", "DZ-CQ-04")
def test_a_combined_shot_at_close_quarters_has_no_anti_air(table):
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0"), {**CLOSE, "shots": 4, "energy": 3, "reduced": 1})
    put(t, "B1", "A-INF", inside="C0", armour=11)
    t.activate("A1")
    t.play("close")
    assert {"normal", "combined"} <= t.legal() and "combined-air" not in t.legal()
    t.play("combined")
    t.dice(5)  # Energy 6
    t.play("at B1")
    assert dp(t, "B1") == [8]


@pytest.mark.clause("DZ-SPEC-16")
def test_weapons_that_are_not_reduced_are_not_combined(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-INF", (2, 2)), gun(shots=4))
    put(t, "B1", "A-MBT", (12, 12))
    t.activate("A1")
    t.play("shoot")
    assert t.decision == "AIM"


@pytest.mark.clause("DZ-SPEC-08", "DZ-CQ-04", "DZ-CQ-05")
@pytest.mark.parametrize(("types", "first", "saves", "left"), [
    ("infantry", 1, (1, 1), [0, 8]), ("infantry", 2, (4, 1), [1, 9]), ("tank", 1, (1,), [0, 9]),
])  # fmt: skip
def test_devastator_at_close_quarters(table, types, first, saves, left):
    """No Critical, but two points of damage, which spill; each is saved by whom it falls on, on 4 or more."""
    t = spare(table(pieces=BLOCK))
    arm(t, t.squad("A1", "A-INF", inside="C0"), close(energy=8, devastator=2, devastates=TYPES[types]))
    put(t, "B1", "A-INF", inside="C0", size=2, passive=4)
    t.change("B1", dp=first)
    t.activate("A1")
    t.play("close")
    aim(t, "B1", 6, *saves)
    assert dp(t, "B1", "B2") == left


@pytest.mark.clause("DZ-SPEC-01", "DZ-SHT-10")
def test_anti_air_lowers_the_evasion_of_what_is_on_the_ground_as_well(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (2, 2)), gun(shots=2, aa=2))
    put(t, "B1", "B-MBT", (12, 12), evasion=3)
    fire(t, "A1", "B1", *dice_for(4), 2)
    assert dp(t, "B1") == [8]
