"""Chapter AIR: flying, landing, crashing."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.dropzone_commander.data.schema import FOLDER, ProfileSpec
from skirmish_rl.envs.dropzone_commander.rules.facts import is_taken
from tests.dropzone_commander.fights import gun, shoot

KINDS = {
    "eight": {"height": 8, "properties": ["impassable", "solid"]},
    "more": {"height": 8.25, "properties": ["impassable", "solid"]},
}


def far_enemy(t):
    t.squad("B1", "A-MBT", (23, 0))


@pytest.mark.clause("DZ-AIR-01", "DZ-GRID-04")
@pytest.mark.parametrize(("kind", "can"), [("eight", True), ("more", False)])
def test_aircraft_cross_and_end_over_scenery_up_to_8_inches_high(table, kind, can):
    t = table(pieces={"C0": (kind, 4, 8, 10, 2)}, kinds=KINDS)
    t.squad("A1", "A-HDR", (8, 5), group=1)
    far_enemy(t)
    t.move("A1")
    assert ((8, 8) in t.cells()) == can and ((8, 12) in t.cells()) == can
    assert (1, 6) in t.cells() and (20, 10) in t.cells()  # past it


@pytest.mark.clause("DZ-AIR-01", "DZ-SCN-07")
def test_nothing_is_left_in_the_air_of_a_piece_that_was_destroyed(table):
    t = table(pieces={"C0": ("large_building", 4, 8, 10, 2)})
    t.piece("C0")["stand"], t.piece("C0")["dp"] = 1, 0
    t.squad("A1", "A-HDR", (8, 5), group=1)
    far_enemy(t)
    t.move("A1")
    assert {(8, 8), (8, 12)} <= t.cells()


@pytest.mark.clause("DZ-AIR-01", "DZ-GRID-04", "DZ-GRID-02")
@pytest.mark.parametrize("ground", ["park", "road"])
def test_aircraft_pay_horizontal_distance_only_and_no_ground(table, ground):
    t = table(pieces={"C0": ("park", 0, 0, 24, 8)} if ground == "park" else {}, roads=[(0, 23, 0, 23)] if ground == "road" else [])
    t.squad("A1", "A-HDR", (11, 3), group=1, move=5)
    far_enemy(t)
    t.move("A1")
    assert t.cells() == {(x, y) for x in range(24) for y in range(24) if (x - 11) ** 2 + (y - 3) ** 2 <= 30}
    t.play("to 14,7", "aloft")
    assert t.unit("A1")["travelled"] == 5


@pytest.mark.clause("DZ-AIR-02")
@pytest.mark.parametrize(
    ("at", "can"),
    [((5, 9), True), ((5, 10), False), ((8, 10), False), ((11, 10), False), ((14, 10), True), ((16, 10), True)],
)
def test_an_aircraft_lands_on_free_ground_only(table, at, can):
    pieces = {
        "C0": ("medium_building", 8, 10, 1, 1),
        "RE": ("eight", 11, 10, 1, 1),
        "RW": ("park", 14, 10, 1, 1),
        "W1": ("barricade", 16, 10, 1, 1),
    }
    t = table(pieces=pieces, kinds=KINDS)
    t.squad("A1", "A-HDR", (10, 6), group=1)
    t.squad("B1", "A-MBT", (5, 10))
    t.move("A1", at)
    assert (t.decision == "LAND") == can
    if can:
        assert t.legal() == {"land", "aloft"}
        t.play("aloft")
    assert t.unit("A1")["flying"]


@pytest.mark.clause("DZ-AIR-02")
def test_every_unit_of_the_squad_that_can_land_does(table):
    t = table()
    t.squad("A1", "B-DRN", (5, 5), (7, 5), (9, 5))
    t.squad("B1", "A-MBT", (7, 7))
    t.move("A1", (5, 7), "land")
    assert [bool(t.unit(f"A{k}")["flying"]) for k in (1, 2, 3)] == [False, True, False]
    assert [t.at(f"A{k}") for k in (1, 2, 3)] == [(5, 7), (7, 7), (9, 7)]


@pytest.mark.clause("DZ-AIR-03", "DZ-AIR-05")
@pytest.mark.parametrize(("flying", "aa", "can"), [(True, -1, False), (True, 0, True), (False, -1, True), (False, 0, True)])
def test_only_anti_air_weapons_shoot_at_airborne_aircraft_and_any_at_landed_ones(table, flying, aa, can):
    t = table()
    gun(t, "A1", (5, 5))
    t.weapon("A1", aa=aa)
    t.squad("B1", "A-HDR", (5, 12), flying=flying)
    t.activate("A1")
    assert t.can("shoot") == can


@pytest.mark.clause("DZ-AIR-03", "DZ-OBJ-02", "DZ-OBJ-07")
@pytest.mark.parametrize("flying", [True, False])
def test_aircraft_neither_search_nor_scan(table, flying):
    t = table(open=[(8, 8)], mobile=True)
    t.objective(1, (8, 8), find="hidden")
    t.squad("A1", "A-HDR", (8, 7), group=1, flying=flying)
    t.squad("B1", "A-INF", (8, 12))  # to be shot at
    t.activate("A1")
    assert t.legal() == {"move", "shoot"}


@pytest.mark.clause("DZ-AIR-04")
def test_taking_off_is_part_of_a_move_of_full_mv(table):
    t = table()
    t.squad("A1", "A-HDR", (11, 2), group=1, flying=False)
    far_enemy(t)
    t.move("A1")
    assert (11, 20) in t.cells() and (11, 21) not in t.cells()  # MV 18
    t.play("to 11,20")
    assert t.unit("A1")["flying"] and not is_taken(t.state["ground"], 11 + 48 * 2)
    t.play("land")
    assert not t.unit("A1")["flying"] and not is_taken(t.state["air"], 11 + 48 * 20)


@pytest.mark.clause("DZ-AIR-04", "DZ-TRN-14", "DZ-GRID-04")
def test_landing_and_taking_off_may_be_repeated_within_a_move(table):
    t = table()
    t.squad("A1", "A-LTR", (11, 2), move=12)
    t.squad("A2", "A-INF", aboard="A1", size=2)
    far_enemy(t)
    t.move("A1", (11, 7), "land", "put-off A2", "out 11,8")
    assert t.ask() == ("GO_ON", "A") and (11, 14) in t.cells() and (11, 15) not in t.cells()  # 5" of 12" are used
    t.play("to 11,12", "land")
    assert t.at("A1") == (11, 12) and not t.unit("A1")["flying"] and t.unit("A1")["travelled"] == 10


def crash(t, *dice, target="B1", order="AB"):
    """The flak A1 shoots B1 down: hit 6, damage 6, and what follows."""
    t.squad("A1", "D-AAW", (2, 12))
    t.weapon("A1", shots=1, energy=20, far=250, near=250)
    shoot(t, "A1", target, 6, 6, *dice, order=order)


@pytest.mark.clause("DZ-AIR-06", "DZ-CORE-01")
@pytest.mark.parametrize(("face", "n"), [(2, 1), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_a_falling_aircraft_hits_all_within_n_inches_n_times(table, face, n):
    t = table()
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    places = {"B2": (12, 12), "B3": (13, 13), "A2": (11, 12), "B4": (14, 13), "B5": (14, 14), "A3": (12, 15)}  # 0", 1", 1", 2", 3", 3"
    for name, at in places.items():
        t.squad(name, "A-MBT", at, dp=9, armour=12, group=2)  # E 10: damage on 2+, Critical on 4+
    near = ["A2", "B2", "B3", *(["B4"] if n == 2 else [])] if n else []
    crash(t, face, *[2] * (len(near) * n))
    for name in places:
        assert t.unit(name)["dp"] == 9 - (n if name in near else 0), name
    assert t.where("B1") == "destroyed"


@pytest.mark.clause("DZ-AIR-06", "DZ-SHT-15")
def test_the_hits_of_a_wreck_have_energy_10_and_criticals_and_passive_saves_apply(table):
    t = table()
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    t.squad("B2", "A-MBT", (13, 12), dp=9, armour=15)  # damage on 5+, no Critical
    t.squad("B3", "A-MBT", (14, 12), dp=9, armour=14, passive=4)  # damage on 4+, Critical on 6
    crash(t, 3, 4, 5, 6, 3, 3, 4)  # two hits each: 4 nothing, 5 damage; 6 Critical, 3 nothing; of its two points one is saved
    assert t.unit("B2")["dp"] == 8 and t.unit("B3")["dp"] == 8


@pytest.mark.clause("DZ-AIR-06", "DZ-SHT-12")
@pytest.mark.parametrize(("where", "armour"), [("open", 7), ("behind", 8), ("edge", 8), ("inside", 8), ("before", 7)])
def test_body_cover_protects_infantry_from_a_wreck(table, where, armour):
    """E 10 against Armour 14 with or without Body Cover: damage on 4+ or on 5+."""
    t = table(pieces={"C0": ("medium_building", 12, 14, 2, 2), "W1": ("barricade", 14, 11, 1, 2)})
    t.squad("B1", "A-HDR", (13, 12), dp=1)
    t.squad("B2", "A-MBT", (22, 22))
    if where in ("edge", "inside"):
        t.squad("B3", "A-INF", inside="C0", site="south" if where == "edge" else "centre", armour=14)
    else:
        t.squad("B3", "A-INF", {"open": (11, 12), "behind": (15, 12), "before": (13, 11)}[where], armour=14)
    extra = 2 * (1 + 1)  # the building and the barricade are hit as well
    crash(t, 3, 4, 4, *[1] * extra)
    assert t.unit("B3")["dp"] == (5 if armour == 8 else 3)


@pytest.mark.clause("DZ-AIR-06")
def test_airborne_aircraft_are_immune_and_destructible_scenery_is_hit(table):
    t = table(pieces={"C0": ("medium_building", 12, 14, 2, 2), "W1": ("barricade", 15, 12, 2, 1), "RE": ("park", 12, 10, 2, 1)})
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    t.squad("B2", "A-HDR", (13, 12))
    t.squad("B3", "A-MBT", (22, 22))
    crash(t, 3, 2, 1)  # the building is 2" away, the barricade 3"; A 10: 2 is a Critical
    assert t.unit("B2")["dp"] == 3
    assert t.piece("C0")["dp"] == 19 and t.piece("C0")["damage_tokens"] == 1 and t.piece("W1")["dp"] == 5


@pytest.mark.clause("DZ-AIR-06")
def test_a_landed_aircraft_does_not_crash(table):
    t = table()
    gun(t, "A1", (2, 12))
    t.squad("B1", "A-HDR", (12, 12), dp=1, flying=False)
    t.squad("B2", "A-MBT", (13, 12))
    shoot(t, "A1", "B1", 6, 6)
    assert t.where("B1") == "destroyed" and t.unit("B2")["dp"] == 1


@pytest.mark.clause("DZ-AIR-07", "DZ-TRN-22")
@pytest.mark.parametrize(("face", "n"), [(1, 1), (4, 2), (6, 0)])
def test_one_roll_serves_the_crash_and_the_passengers(table, face, n):
    t = table()
    t.squad("B1", "A-HDR", (12, 12), dp=1)
    t.squad("B2", "A-MBT", aboard="B1", size=2, dp=9, armour=12)
    t.squad("B4", "A-MBT", (13, 12), dp=9, armour=12)
    crash(t, face, *[2] * (3 * n))
    assert [int(t.unit(name)["dp"]) for name in ("B2", "B3", "B4")] == [9 - n] * 3
    assert t.ask() == ("PUT", "B") and t.subject == "B2" and (12, 14) in t.cells("put") and (12, 15) not in t.cells("put")


@pytest.mark.clause("DZ-AIR-08")
def test_a_drone_is_removed_without_a_crash(table):
    t = table()
    t.squad("B1", "B-DRN", (12, 12), (13, 12))
    t.squad("B3", "A-MBT", (12, 13))
    crash(t)
    assert t.where("B1") == "destroyed" and t.unit("B2")["dp"] == 1


@pytest.mark.clause("DZ-AIR-09")
def test_no_supplied_unit_is_fast():
    profiles = read_all(FOLDER / "profiles.toml", ProfileSpec)
    assert len(profiles) > 40 and not any(profile.fast for profile in profiles.values())
