"""Chapter TRN, the ways out: disembarking, straight into a Garrison, the free transfer, and what both do to shooting."""

from __future__ import annotations

import pytest

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


def far_enemy(t, at=(23, 23)):
    t.squad("B1", "A-MBT", at, dp=9)


@pytest.mark.clause("DZ-TRN-07", "DZ-GRID-12", "DZ-GRID-02")
def test_a_squad_is_put_off_within_2_inches_and_moves_its_full_mv_in_the_same_action(table):
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("B1", "A-INF", (10, 23))
    t.activate("A1")
    assert t.ask() == ("OUT", "A")
    assert t.cells("out") == {(x, y) for x in range(24) for y in range(24) if 0 < (x - 10) ** 2 + (y - 10) ** 2 <= 6}
    t.play("out 10,12")
    assert t.ask() == ("MOVE", "A") and (10, 14) in t.cells() and (10, 15) not in t.cells()
    t.play("to 10,14")
    assert t.at("A1") == (10, 14) and not t.can("move")  # one action
    assert t.unit("A1")["travelled"] == 2


@pytest.mark.clause("DZ-TRN-07")
def test_units_are_put_off_on_ground_they_can_stand_on(table):
    t = table(pieces={"C0": ("medium_building", 11, 8, 4, 4)})
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-HVT", aboard="A5", size=1, load=3)
    t.squad("A2", "A-MBT", (10, 12))
    far_enemy(t)
    t.activate("A1")
    cells = t.cells("out")
    assert (11, 10) not in cells and (10, 12) not in cells and (9, 10) in cells and (10, 8) in cells


@pytest.mark.clause("DZ-TRN-07", "DZ-GRID-12")
@pytest.mark.parametrize(("free", "can"), [(2, True), (1, False)])
def test_a_squad_of_which_a_unit_finds_no_place_does_not_disembark(table, free, can):
    """All around is wall but `free` cells, for two units."""
    walls = [(x, y) for x in range(3) for y in range(4) if (x, y) not in ((0, 0), (0, 1), (1, 0))]
    pieces = {f"W{k}": ("wall", x, y, 1, 1) for k, (x, y) in enumerate(walls)}
    t = table(pieces=pieces, kinds={"wall": {"height": 3, "properties": ["impassable"]}})
    t.squad("A5", "A-APC", (0, 0))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("A7", "A-MBT", (1, 0) if free == 1 else (20, 2))
    t.squad("A8", "A-MBT", (15, 2))
    far_enemy(t)
    t.activate("A8")
    t.finish("A8")
    assert ("A1" in t.named("next")) == can


@pytest.mark.clause("DZ-TRN-07", "DZ-AIR-04")
def test_drones_are_put_down_landed_and_may_take_off_in_the_same_move(table):
    t = table()
    t.squad("A5", "B-LDR", (10, 10), flying=False)
    t.squad("A1", "B-DRN", aboard="A5", size=2)
    far_enemy(t)
    t.move("A1", (10, 12), word="out")
    assert t.ask() == ("MOVE", "A") and not t.unit("A1")["flying"]
    assert (10, 16) in t.cells() and (10, 17) not in t.cells()  # MV 4
    t.play("to 10,16")
    assert t.unit("A1")["flying"] and t.unit("A2")["flying"]


@pytest.mark.clause("DZ-TRN-08")
@pytest.mark.parametrize(("at", "can"), [((8, 11), True), ((7, 11), True), ((6, 11), False), ((8, 8), True), ((7, 8), False)])
def test_infantry_is_put_straight_into_a_garrison_from_within_2_inches_of_an_entrance(table, at, can):
    """Entrances are the cells along its walls: x = 9 in the west."""
    t = table(pieces=HOUSE)
    t.squad("A5", "A-APC", at)
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.activate("A1")
    assert (t.named("out-into") == {"1"}) == can
    if can:
        t.play("out-into 1", "site EAST")
        assert t.where("A1") == t.where("A2") == 1 and t.unit("A2")["site"] == 2
        assert t.squad_of("A1")["entered"] and t.decision != "MOVE"  # it does not use its MV


@pytest.mark.clause("DZ-TRN-08")
def test_being_put_into_a_garrison_needs_no_free_cells(table):
    t = table(pieces=HOUSE)
    t.squad("A5", "A-APC", (0, 0))
    t.put("A5", (9, 11))
    for k, (x, y) in enumerate((x, y) for x in range(7, 12) for y in range(9, 14) if (x, y) != (9, 11) and x < 10):
        t.squad(f"A{k + 10}", "A-MBT", (x, y), group=2)
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.activate("A1")
    assert t.decision in ("OUT", "SITE")
    t.play(*(["out-into 1"] if t.decision == "OUT" else []), "site CENTRE")
    assert t.where("A1") == 1


@pytest.mark.clause("DZ-TRN-08")
def test_vehicles_are_not_put_into_garrisons(table):
    t = table(pieces=HOUSE)
    t.squad("A5", "A-HDR", (8, 11), flying=False)
    t.squad("A1", "A-MBT", aboard="A5", size=1)
    far_enemy(t)
    t.activate("A1")
    assert t.decision == "OUT" and not t.named("out-into")


@pytest.mark.clause("DZ-TRN-08", "DZ-TRN-03")
def test_each_transport_of_a_spread_squad_must_be_near_the_entrance(table):
    for x, can in ((8, True), (6, False)):
        t = table(pieces=HOUSE)
        t.squad("A5", "A-LTR", (8, 11), flying=False)
        t.squad("A6", "A-LTR", (x, 12), flying=False)
        t.squad("A1", "A-INF", aboard="A5", size=3)
        t.unit("A3")["carrier"] = t.slot_of("A6")
        far_enemy(t)
        t.activate("A1")
        assert (t.named("out-into") == {"1"}) == can


@pytest.mark.clause("DZ-TRN-09")
def test_who_rides_a_transport_inside_another_waits_until_that_is_out(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 10), flying=False)
    t.squad("A6", "A-APC", aboard="A5")
    t.squad("A1", "A-INF", aboard="A6", size=2)
    far_enemy(t)
    t.activation("AB")
    assert t.ask() == ("SQUAD", "A") and t.named("next") == {"A5", "A6"}
    t.play("next A6", "out 10,12", "to 10,12")
    t.finish("A6")
    assert t.named("next") == {"A5", "A1"}


@pytest.mark.clause("DZ-TRN-10")
@pytest.mark.parametrize("flying", [True, False])
def test_nobody_leaves_an_aerial_transport_in_the_air(table, flying):
    t = table()
    t.squad("A5", "A-LTR", (10, 10), flying=flying)
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.activation("AB")
    assert ("A1" in t.named("next")) == (not flying)


@pytest.mark.clause("DZ-TRN-11", "DZ-TRN-12", "DZ-TRN-13")
@pytest.mark.parametrize(("profile", "moved", "can"), [("A-LTR", 12, True), ("A-LTR", 13, False), ("A-APC", 6, True), ("A-APC", 4, True)])
def test_only_aerial_transports_must_not_have_moved_beyond_half_their_mv(table, profile, moved, can):
    t = table()
    t.squad("A5", profile, (10, 10), flying=False)
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("A8", "A-MBT", (15, 2))
    far_enemy(t)
    t.change("A5", travelled=moved)
    t.activate("A8")
    t.finish("A8")
    assert ("A1" in t.named("next")) == can


@pytest.mark.clause("DZ-TRN-12")
def test_a_later_move_beyond_half_does_not_undo_it(table):
    t = table()
    t.squad("A5", "A-LTR", (10, 2), move=10)
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.move("A5", (10, 7), "land", "put-off A1", "out 10,8", "to 10,12")
    assert t.unit("A5")["travelled"] == 10 and t.at("A1") == (10, 8)


# ---- the free transfer


@pytest.mark.clause("DZ-TRN-14", "DZ-TRN-15")
def test_a_lifter_that_lands_within_half_its_mv_puts_off_or_takes_on_at_no_cost(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 2))
    t.squad("A6", "A-MBT", aboard="A5", size=1)
    t.squad("A1", "A-MBT", (9, 11), (8, 11))
    far_enemy(t)
    t.move("A5", (10, 11), "land")
    assert t.ask() == ("TRANSFER", "A") and t.legal() == {"put-off A6", "take-on A1", "done"}
    t.play("take-on A1")
    assert t.where("A2") == "A5" and t.decision == "GO_ON"  # taking on is not putting off as well
    assert not t.squad_of("A1")["activated"] and t.squad_of("A1")["moves"] == 0


@pytest.mark.clause("DZ-TRN-14")
def test_having_put_one_squad_off_it_may_put_off_another_but_takes_nobody_on(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 2))
    t.squad("A6", "A-MBT", aboard="A5", size=1)
    t.squad("A7", "A-MBT", aboard="A5", size=1)
    t.squad("A1", "A-MBT", (9, 11))
    far_enemy(t)
    t.move("A5", (10, 11), "land")
    assert t.legal() == {"put-off A6", "put-off A7", "take-on A1", "done"}
    t.play("put-off A7", "out 11,11")
    assert t.legal() == {"put-off A6", "done"}


@pytest.mark.clause("DZ-TRN-03", "DZ-TRN-14")
def test_those_of_a_squad_who_are_still_aboard_are_put_off_beside_their_own_transport(table):
    """Their leader stands elsewhere already, since another Transport of theirs was destroyed."""
    t = table(pieces=HOUSE)
    t.squad("A5", "A-HDR", (10, 2))
    t.squad("A1", "A-INF", aboard="A5", size=3)
    t.put("A1", (20, 20))
    far_enemy(t)
    t.move("A5", (10, 8), "land")
    assert t.legal() == {"put-off A2", "done"}
    t.play("put-off A2")
    assert t.ask() == ("OUT", "A") and t.subject == "A2" and (10, 7) in t.cells("out") and not t.named("out-into")
    t.play("out 10,7")
    assert t.at("A2") == (10, 7) and t.where("A3") != "A5" and t.at("A1") == (20, 20)


@pytest.mark.clause("DZ-TRN-14", "DZ-TRN-11")
@pytest.mark.parametrize(("y", "can"), [(11, True), (12, False)])
def test_beyond_half_its_mv_it_has_no_free_transfer(table, y, can):
    t = table()
    t.squad("A5", "A-HDR", (10, 2))  # MV 18
    t.squad("A6", "A-MBT", aboard="A5", size=1)
    far_enemy(t)
    t.move("A5", (10, y), "land")
    assert (t.decision == "TRANSFER") == can


@pytest.mark.clause("DZ-TRN-14", "DZ-GRID-02")
@pytest.mark.parametrize(("at", "can"), [((12, 12), True), ((12, 13), False)])
def test_it_takes_on_who_is_within_2_inches_and_of_its_battlegroup(table, at, can):
    t = table()
    t.squad("A5", "A-HDR", (10, 2))
    t.squad("A1", "A-MBT", at)
    t.squad("A2", "A-MBT", (9, 11), group=2)
    far_enemy(t)
    t.move("A5", (10, 11), "land")
    assert (t.decision == "TRANSFER" and t.named("take-on") == {"A1"}) == can


@pytest.mark.clause("DZ-CORE-09", "DZ-TRN-14", "DZ-TRN-05")
@pytest.mark.parametrize(("mate", "can"), [((6, 11), True), ((5, 11), False)])
def test_it_takes_on_a_coherent_squad_alone(table, mate, can):
    t = table()
    t.squad("A5", "A-HDR", (10, 2))
    t.squad("A1", "A-MBT", (9, 11), mate)  # Vehicles keep within 3"
    far_enemy(t)
    t.move("A5", (10, 11), "land")
    assert (t.decision == "TRANSFER" and t.named("take-on") == {"A1"}) == can


@pytest.mark.clause("DZ-TRN-14")
def test_it_takes_nobody_on_out_of_a_garrison_and_rapid_insertion_changes_nothing(table):
    t = table(pieces=HOUSE)
    t.squad("A5", "A-LTR", (9, 2), move=14)
    t.squad("A1", "A-INF", inside="C0", size=2)
    far_enemy(t)
    t.move("A5", (9, 9), "land")
    assert t.decision != "TRANSFER"
    t = table(pieces=HOUSE)
    t.squad("A5", "A-LTR", (9, 2), move=12)
    t.squad("A1", "A-SPC", aboard="A5", size=2)  # Rapid Insertion 4
    far_enemy(t)
    t.move("A5", (9, 9), "land")  # 7" of 6"
    assert t.decision != "TRANSFER"


@pytest.mark.clause("DZ-TRN-14")
def test_once_in_an_activation(table):
    t = table()
    t.squad("A5", "A-LTR", (10, 2))
    t.squad("A1", "A-INF", aboard="A5", size=1)
    t.squad("A2", "A-INF", (10, 8))
    far_enemy(t)
    t.move("A5", (10, 5), "land", "put-off A1", "out 10,6", "to 10,7", "land")
    assert t.decision != "TRANSFER" and not t.unit("A5")["flying"]


@pytest.mark.clause("DZ-TRN-14", "DZ-TRN-08")
def test_the_free_transfer_may_lead_straight_into_a_garrison(table):
    t = table(pieces=HOUSE)
    t.squad("A5", "A-LTR", (8, 2))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.move("A5", (8, 11), "land", "put-off A1")
    assert t.ask() == ("OUT", "A") and t.named("out-into") == {"1"}
    t.play("out-into 1", "site NORTH")
    assert t.where("A2") == 1 and t.squad_of("A1")["left"]


@pytest.mark.clause("DZ-TRN-15", "DZ-TRN-16")
def test_it_works_whether_or_not_the_passengers_have_activated(table):
    t = table()
    t.squad("A5", "A-LTR", (10, 2))
    t.squad("A1", "A-INF", aboard="A5", size=1)
    t.squad("A2", "A-INF", (10, 8))
    t.squad("A8", "A-MBT", (15, 2))
    far_enemy(t)
    t.mark("A2", activated=1)
    t.mark("A1", activated=1)
    t.move("A5", (10, 6), "land")
    assert t.legal() == {"put-off A1", "take-on A2", "done"}
    t.play("take-on A2")
    assert t.where("A2") == "A5" and t.squad_of("A2")["activated"]  # it stays acted


@pytest.mark.clause("DZ-TRN-16")
def test_a_freely_disembarked_squad_keeps_its_own_activation(table):
    t = table()
    t.squad("A5", "A-LTR", (10, 2))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.move("A5", (10, 6), "land", "put-off A1", "out 10,7", "stay")
    t.finish("A5")
    if t.decision == "SQUAD":
        t.play("next A1")
    t.move("A1", (10, 9))
    assert t.at("A1") == (10, 9)


@pytest.mark.clause("DZ-TRN-16", "DZ-TRN-11")
@pytest.mark.parametrize("flies_on", [False, True])
def test_a_freely_embarked_squad_may_leave_in_its_own_move_if_its_lifter_is_down_and_within_half(table, flies_on):
    t = table()
    t.squad("A5", "A-LTR", (10, 2))
    t.squad("A1", "A-INF", (10, 8))
    t.squad("A8", "A-MBT", (15, 2))
    far_enemy(t)
    t.move("A5", (10, 6), "land", "take-on A1", "to 10,16" if flies_on else "stay")
    if t.decision == "LAND":
        t.play("land")
    t.finish("A5")
    assert ("A1" in t.named("next")) == (not flies_on)


@pytest.mark.clause("DZ-TRN-14", "DZ-TRN-18")
def test_who_has_shot_is_not_taken_on(table):
    t = table()
    t.squad("A5", "A-LTR", (10, 2))
    t.squad("A1", "A-INF", (10, 8))
    far_enemy(t)
    t.mark("A1", shot=1)
    t.move("A5", (10, 6), "land")
    assert t.decision != "TRANSFER"


# ---- what leaving does to shooting


@pytest.mark.clause("DZ-TRN-17")
@pytest.mark.parametrize(("profile", "free"), [("A-APC", False), ("A-LTR", False), ("A-LTR", True)])
def test_a_squad_that_disembarked_shoots_worse_by_2(table, profile, free):
    t = table()
    t.squad("A5", profile, (10, 4), flying=free)
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("B1", "A-INF", (10, 18))
    if free:
        t.move("A5", (10, 8), "land", "put-off A1", "out 10,9", "stay")
        t.finish("A5")
    else:
        t.move("A1", (10, 5), "to 10,7", word="out")
    assert t.need("A1", "B1") == 3 + 2


@pytest.mark.clause("DZ-TRN-19", "DZ-RF-02")
@pytest.mark.parametrize(("profile", "can"), [("A-HDR", False), ("A-APC", True)])
def test_who_left_an_aerial_transport_does_not_shoot_at_aircraft(table, profile, can):
    t = table()
    t.squad("A5", profile, (10, 4), flying=False)
    t.squad("A1", "D-AAW", aboard="A5", size=1, need=1, load=3)
    t.squad("B1", "A-HDR", (10, 18), group=1)
    t.squad("B2", "A-INF", (12, 18), group=1)
    t.move("A1", (10, 5), word="out")
    t.play("to 10,5")
    if t.decision == "END_MOVE":
        t.play("stay")
    t.play("shoot")
    assert t.named("at") == ({"B1", "B2"} if can else {"B2"})


@pytest.mark.clause("DZ-TRN-19", "DZ-RF-01")
@pytest.mark.parametrize(("profile", "can"), [("A-HDR", False), ("A-APC", True)])
def test_nor_does_it_react(table, profile, can):
    t = table()
    t.squad("A5", profile, (10, 4), flying=False)
    t.squad("A1", "D-AAW", aboard="A5", size=1, need=1, load=3)
    t.squad("B1", "A-HDR", (10, 18), group=1)
    t.squad("B2", "A-MBT", (2, 18), group=2)
    t.move("A1", (10, 5), word="out")
    t.finish("A1")
    while t.ask()[1] == "A":
        t.play("end" if "end" in t.legal() else min(t.legal()))
    if t.decision == "GROUP":
        t.play("activate 1")
    t.move("B1", (10, 17))
    assert (t.ask() == ("REACT", "A")) == can


@pytest.mark.clause("DZ-TRN-19", "DZ-TRN-09")
def test_nor_who_left_a_carrier_that_came_out_of_a_lifter_in_this_round(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 4), flying=False)
    t.squad("A6", "A-APC", aboard="A5")
    t.squad("A1", "D-AAW", aboard="A6", size=1, need=1, load=3)
    t.squad("B1", "A-HDR", (10, 18), group=1)
    t.squad("B2", "A-INF", (12, 18), group=1)
    t.move("A6", (10, 5), "to 10,5", word="out")
    t.finish("A6")
    t.move("A1", (10, 6), "to 10,6", "stay", "shoot", word="out")
    assert t.named("at") == {"B2"}


@pytest.mark.clause("DZ-TRN-20", "DZ-MOV-09")
def test_a_missile_of_m_and_f_0_is_not_fired_in_the_round_of_disembarking(table):
    """The rifles (full) fire, the missile (0) does not, even if the squad was put off for free and did not move."""
    t = table()
    t.squad("A5", "A-LTR", (10, 4))
    t.squad("A1", "A-INF", aboard="A5", size=1)
    t.squad("B1", "A-INF", (10, 18), dp=40)
    t.move("A5", (10, 8), "land", "put-off A1", "out 10,9", "stay")
    t.finish("A5")
    t.activate("A1") if t.decision == "SQUAD" else None
    t.play("shoot")
    t.dice(1, 1, 1, 1)
    t.play(*(["normal"] if t.decision == "MODE" else []), "at B1")
    assert t.unit("A1")["fired"] == 1 and t.decision != "AIM"
