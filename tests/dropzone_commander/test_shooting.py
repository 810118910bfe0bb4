"""Chapter SHT: who may shoot what, how targets are declared, arcs. Chapter GRID: facing."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import FRONT, LEFT, REAR, RIGHT, aim, arm, can_shoot, close, fire, gun, spare, targets


@pytest.mark.clause("DZ-SHT-01", "DZ-SHT-02")
def test_each_unit_fires_each_of_its_weapons_once(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (11, 10)), gun(), gun(acc=5))
    t.squad("B1", "A-MBT", (10, 15), (12, 15), dp=9, armour=10)
    t.activate("A1")
    t.play("shoot", "at B1")
    assert t.decision == "AIM"
    t.dice(3, 3, 5, 4, 2, 2, 2)  # both first weapons hit at 3+, one of the second ones at 5+
    t.play("at B2")  # another weapon, another target
    assert [t.unit(name)["dp"] for name in ("B1", "B2")] == [7, 8]
    assert not t.can("shoot") and t.can("move")


@pytest.mark.clause("DZ-SHT-01", "DZ-SPEC-02")
@pytest.mark.parametrize(("alt", "more"), [(1, False), (0, True), (2, True)])
def test_of_weapons_that_share_a_group_one_is_fired_in_a_round(table, alt, more):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(alt=1, shots=3), gun(alt=alt, acc=2))
    t.squad("B1", "A-MBT", (10, 15), dp=9)
    t.activate("A1")
    t.play("shoot")
    t.dice(*([1, 1, 1, 1] if more else [1, 1, 1]))
    t.play("at B1")
    if more:
        assert t.decision == "AIM"
        t.play("at B1")
    assert t.decision == "ACTION"


@pytest.mark.clause("DZ-SPEC-02")
def test_the_second_profile_of_a_group_may_be_chosen_instead(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(alt=1, shots=3), gun(alt=1, acc=2))
    t.squad("B1", "A-MBT", (10, 15), dp=9)
    t.activate("A1")
    t.play("shoot", "hold")
    t.dice(1)
    t.play("at B1")
    assert t.unit("A1")["fired"] == 2


@pytest.mark.clause("DZ-SHT-01", "DZ-CQ-02", "DZ-CQ-01")
def test_a_squad_fires_its_weapons_or_those_for_close_quarters_never_both(table):
    t = spare(table(pieces={"C0": ("small_building", 10, 10, 4, 4)}))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun(), close())
    t.squad("B1", "A-INF", inside="C0")
    t.squad("B2", "A-MBT", (12, 5), group=2)
    t.activate("A1")
    assert {"shoot", "close"} <= t.legal()
    t.play("shoot")
    assert t.named("at") == {"B2"}
    t.dice(1)
    t.play("at B2")
    assert not {"shoot", "close"} & t.legal()
    other = spare(table(pieces={"C0": ("small_building", 10, 10, 4, 4)}))
    arm(other, other.squad("A1", "A-INF", inside="C0", site="south"), gun(), close())
    other.squad("B1", "A-INF", inside="C0")
    other.squad("B2", "A-MBT", (12, 5), group=2)
    other.activate("A1")
    other.play("close")
    assert other.named("at") == {"B1"}
    other.dice(1)
    other.play("at B1")
    assert not {"shoot", "close"} & other.legal()


@pytest.mark.clause("DZ-SHT-02", "DZ-ACTN-04")
def test_units_may_be_told_apart_and_decline(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (11, 10), (12, 10)), gun())
    t.squad("B1", "A-MBT", (10, 15), (12, 15), dp=9, armour=10)
    t.activate("A1")
    t.play("shoot", "singly")
    assert t.subject == "A1"
    t.play("at B1")
    assert t.subject == "A2"
    t.play("hold")
    assert t.subject == "A3"
    t.dice(3, 2, 2)  # no die is rolled before all targets are declared: two weapons, one hits
    t.play("at B2")
    assert [t.unit(name)["dp"] for name in ("B1", "B2")] == [8, 9]


@pytest.mark.clause("DZ-SHT-02")
def test_all_units_at_a_target_are_those_that_may_fire_at_it(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (10, 12), (10, 14)), gun(far=6, near=6))
    t.squad("B1", "A-MBT", (10, 19), dp=9, armour=10)  # 9, 7 and 5 inches away
    fire(t, "A1", "B1", 3, 2)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-SHT-02", "DZ-SHT-04", "DZ-SHT-17")
def test_all_shots_are_rolled_before_any_damage_is_taken(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), (11, 10)), gun())
    t.squad("B1", "A-MBT", (10, 15), (12, 15), dp=1, armour=10)
    t.activate("A1")
    t.play("shoot")
    t.dice(3, 4, 2, 4)  # to hit, to hit, to damage, to damage: the second damage is lost
    t.play("at B1")
    assert t.where("B1") == "destroyed" and t.unit("B2")["dp"] == 1


@pytest.mark.clause("DZ-SHT-03", "DZ-CORE-10")
def test_friends_are_no_targets_enemies_of_every_player_are(table):
    t = spare(table(seats=3))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    t.squad("A2", "A-MBT", (10, 12), group=2)
    t.squad("B1", "A-MBT", (14, 15))
    t.squad("C1", "A-MBT", (6, 15))
    assert targets(t, "A1") == {"B1", "C1"}


@pytest.mark.clause("DZ-SHT-03", "DZ-AIR-05", "DZ-SPEC-01")
@pytest.mark.parametrize(("aa", "aloft", "legal"), [(-1, True, False), (0, True, True), (-1, False, True)])
def test_only_anti_air_weapons_shoot_at_aircraft_aloft(table, aa, aloft, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(aa=aa))
    t.squad("B1", "A-HDR", (10, 15), flying=aloft)
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-SHT-03", "DZ-SCN-02")
@pytest.mark.parametrize(("kind", "legal"), [("barricade", True), ("field", True), ("park", False), ("small_forest", True)])
def test_only_destructible_scenery_is_shot_at(table, kind, legal):
    t = spare(table(pieces={"C0": (kind, 10, 15, 1, 1)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    assert targets(t, "A1") == ({"#1"} if legal else set())


@pytest.mark.clause("DZ-SHT-03", "DZ-SCN-02")
def test_scenery_must_be_seen(table):
    pieces = {"C0": ("small_building", 8, 12, 5, 1), "C1": ("tiny_building", 10, 15, 1, 1), "C2": ("large_building", 8, 17, 5, 1)}
    t = spare(table(pieces=pieces))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun())
    assert targets(t, "A1") == {"#1"}
    # from 6" away the half height of a large building, 4.5", stands above a wall of 5" only near it: from the side it is seen
    t = spare(table(pieces=pieces))
    arm(t, t.squad("A1", "A-MBT", (5, 10)), gun())
    assert targets(t, "A1") == {"#1", "#2", "#3"}


@pytest.mark.clause("DZ-SHT-03")
def test_who_is_in_a_garrison_cannot_shoot_at_it(table):
    t = spare(table(pieces={"C0": ("small_building", 10, 10, 4, 4), "C1": ("small_building", 10, 3, 4, 4)}))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="south"), gun())
    assert targets(t, "A1") == {"#2"}


@pytest.mark.clause("DZ-SHT-03", "DZ-SHT-05")
@pytest.mark.parametrize(("x", "legal"), [(15, True), (16, False)])
def test_the_arc_to_scenery_is_measured_to_its_middle(table, x, legal):
    # a wall of three cells; its middle cell at (x, 15) lies in the front of (10, 10) up to 45 degrees
    t = spare(table(pieces={"C0": ("barricade", x - 1, 15, 3, 1)}))
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(arc=FRONT))
    assert targets(t, "A1") == ({"#1"} if legal else set())


FACINGS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


@pytest.mark.clause("DZ-SHT-05", "DZ-GRID-06")
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize(("arc", "ahead", "left", "legal"), [
    (FRONT, 5, 0, True), (FRONT, 5, 5, True), (FRONT, 4, 5, False), (FRONT, -5, 0, False),
    (LEFT, 0, 5, True), (LEFT, 5, 5, True), (LEFT, 5, 4, False), (LEFT, 0, -5, False), (LEFT, -5, 5, True),
    (RIGHT, 0, -5, True), (RIGHT, 5, -5, True), (RIGHT, 5, -4, False), (RIGHT, 0, 5, False),
    (REAR, -5, 0, True), (REAR, -5, 5, True), (REAR, -4, 5, False), (REAR, 5, 0, False),
    (LEFT | RIGHT, 0, -5, True), (LEFT | RIGHT, 5, 4, False),
])  # fmt: skip
def test_sectors_of_ninety_degrees(table, facing, arc, ahead, left, legal):
    fx, fy = FACINGS[facing]
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 12), facing=facing), gun(arc=arc))
    t.squad("B1", "A-MBT", (12 + ahead * fx - left * fy, 12 + ahead * fy + left * fx))
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-SHT-05", "DZ-GRID-06")
@pytest.mark.parametrize(("at", "legal"), [((17, 17), True), ((12, 17), True), ((17, 12), True), ((11, 17), False), ((17, 11), False)])
def test_sectors_of_a_diagonal_facing(table, at, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (12, 12), facing="NE"), gun(arc=FRONT))
    t.squad("B1", "A-MBT", at)
    assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-GRID-06")
@pytest.mark.parametrize(("arc", "asked"), [(FRONT, True), (15, False)])
def test_the_facing_is_asked_of_squads_with_a_limited_arc(table, arc, asked):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(arc=arc))
    t.tables["squad_turns"][t.tables["unit_squad"][t.slot_of("A1")]] = arc != 15
    t.squad("B1", "A-MBT", (10, 15))
    t.activate("A1")
    t.play("move", "to 10,12")
    assert (t.decision == "FACING") == asked
    if asked:
        t.play("face W")
        assert t.squad_of("A1")["facing"] == 6


@pytest.mark.clause("DZ-SHT-20", "DZ-SHT-04")
def test_a_shot_whose_target_died_is_lost(table):
    """Two squads cannot declare at once; of two weapons at one target the second finds it dead and is not aimed anew."""
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(), gun())
    t.squad("B1", "A-MBT", (10, 15), (12, 15), dp=1, armour=10)
    t.activate("A1")
    t.play("shoot", "at B1")
    aim(t, "B1", 3, 3, 4, 4)
    assert t.where("B1") == "destroyed" and t.unit("B2")["dp"] == 1 and t.kills == (35, 0)


@pytest.mark.clause("DZ-SHT-04", "DZ-MOV-08")
@pytest.mark.parametrize(("free", "y", "legal"), [(3, 13, True), (3, 14, False), (4, 14, True), (250, 14, True)])
def test_a_weapon_is_not_fired_by_who_moved_farther_than_its_allowance(table, free, y, legal):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10), move=6), gun(free=free))
    t.squad("B1", "A-MBT", (10, 20))
    t.activate("A1")
    t.play("move", f"to 10,{y}")
    if t.decision == "FACING":
        t.play("face N")
    assert t.can("shoot") == legal


@pytest.mark.clause("DZ-CMDR-05", "DZ-SHT-08", "DZ-SPEC-23")
@pytest.mark.parametrize(("traits", "figures", "legal"), [(0, {}, False), (0, {"cover": 4}, True), (1 << 4, {}, True)])
def test_no_shot_goes_from_a_commander_to_a_hull_down_unit(table, traits, figures, legal):
    """B2 stands behind a tank: Hull Down, unless it is Large or the weapon ignores that."""
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 10)), gun(**figures))
    t.squad("B1", "A-CLV", (8, 15), (10, 15), commander=2, traits=traits)
    t.squad("B5", "A-MBT", (10, 13), group=2)
    t.activate("A1")
    t.play("shoot")
    if not legal:
        t.dice(1)
    t.play("at B1")
    assert (t.decision == "SHIELD") == legal
    if legal:
        t.dice(1)
        t.play("instead B2")


@pytest.mark.clause("DZ-CMDR-05", "DZ-ABIL-03")
def test_smoke_on_one_unit_alone_is_no_hull_down(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (10, 5)), gun())
    t.squad("B1", "A-CLV", (8, 15), (11, 15), commander=2)
    t.squad("B5", "A-LTK", (13, 15), group=2)
    t.mark("B5", smoke=1)
    t.activate("A1")
    t.play("shoot", "at B1")
    assert t.decision == "SHIELD" and t.named("instead") == {"B2"}
    t.dice(1)
    t.play("keep")


@pytest.mark.clause("DZ-SHT-02")
@pytest.mark.parametrize(("near", "offered"), [(8, False), (9, True)])
def test_singly_is_offered_where_several_could_fire_at_anything(table, near, offered):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (5, 5), (5, 4)), gun(near=near, far=near))
    t.squad("B1", "A-MBT", (5, 13))  # 8 and 9 inches
    t.activate("A1")
    t.play("shoot")
    assert t.decision == "AIM" and t.can("singly") == offered
    t.play("hold")
