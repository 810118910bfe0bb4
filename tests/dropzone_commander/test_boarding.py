"""Chapter TRN, the ways in: who fits, who may board what, when, and what embarked squads are."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.rules.facts import is_taken
from tests.dropzone_commander.fights import gun, shoot


def far_enemy(t):
    t.squad("B1", "A-MBT", (23, 23))


def boards(t, name, at):
    """Transports that a squad may board at the end of a Move."""
    t.move(name, at)
    return t.named("board") if t.decision == "END_MOVE" else set()


@pytest.mark.clause("DZ-TRN-01")
@pytest.mark.parametrize(
    ("transport", "squad", "size", "fits"),
    [
        ("A-APC", "A-INF", 3, True),  # 3I
        ("A-HDR", "A-MBT", 3, True),  # 2V each, 6V
        ("A-HDR", "A-HVT", 2, True),  # 3V each
        ("A-HDR", "A-INF", 2, False),  # I aboard V
        ("A-LTR", "A-INF", 2, True),
        ("A-APC", "A-MBT", 1, False),
        ("B-LDR", "B-CMD", 1, True),  # 4L
        ("A-MDR", "A-SCB", 4, True),  # 1L each, 4L
        ("D-HOV", "D-AAW", 3, True),  # 2L each, of 6L
        ("D-HOV", "D-BUS", 2, True),  # 3X each, of 6X
        ("D-BUS", "D-INF", 4, True),
        ("C-HDR", "C-MBW", 2, True),  # 1V each, of 2V
    ],
)
def test_classes_must_match_and_requirements_fit(table, transport, squad, size, fits):
    t = table()
    t.squad("A1", squad, *[(10 + k % 3, 10 + k // 3) for k in range(size)], group=1)
    t.squad("A9", transport, (9, 10), flying=False)
    far_enemy(t)
    t.mark("A9", declared=0)
    assert boards(t, "A1", (10, 10)) == ({"A9"} if fits else set())


@pytest.mark.clause("DZ-TRN-01")
@pytest.mark.parametrize(("wagons", "fits"), [(1, True), (2, False)])
def test_two_classes_that_share_a_capacity_are_mixed_up_to_it(table, wagons, fits):
    t = table()
    t.squad("A5", "D-HOV", (9, 10))
    t.squad("A6", "D-AAW", aboard="A5", size=wagons)  # 2L each of the 6
    t.squad("A1", "D-BUS", (10, 10), group=1)  # 3X
    far_enemy(t)
    t.mark("A5", declared=0)
    assert boards(t, "A1", (10, 10)) == ({"A5"} if fits else set())


@pytest.mark.clause("DZ-TRN-02", "DZ-TRN-01")
@pytest.mark.parametrize(("size", "fits"), [(1, True), (2, False)])
def test_several_squads_share_a_transport_while_they_fit(table, size, fits):
    t = table()
    t.squad("A5", "A-APC", (9, 10))
    t.squad("A6", "A-INF", aboard="A5", size=2)
    t.squad("A1", "A-INF", *[(10, 10 + k) for k in range(size)])
    far_enemy(t)
    t.mark("A5", declared=0)
    assert boards(t, "A1", (10, 10)) == {"A5"}
    t.play("board A5")
    assert (t.decision == "LEAVE") == (not fits)  # else one must stay behind


@pytest.mark.clause("DZ-TRN-02", "DZ-AUX-02")
def test_units_of_two_battlegroups_do_not_share_a_transport(table):
    t = table()
    t.squad("A5", "A-APC", (9, 10))
    t.squad("A6", "A-INF", aboard="A5", size=1, group=2)
    t.squad("A1", "A-INF", (10, 10))
    far_enemy(t)
    assert boards(t, "A1", (10, 10)) == set()


@pytest.mark.clause("DZ-TRN-02")
def test_squads_aboard_leave_independently_of_each_other(table):
    t = table()
    t.squad("A5", "A-APC", (9, 10))
    t.squad("A1", "A-INF", aboard="A5", size=1)
    t.squad("A2", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.move("A2", (9, 12), word="out")
    assert t.where("A1") == "A5" and t.at("A2") == (9, 12) and t.where("A3") != "A5"


@pytest.mark.clause("DZ-TRN-03")
def test_a_squad_that_fits_into_one_transport_is_not_spread_over_two(table):
    t = table()
    t.squad("A1", "A-INF", (10, 10), (10, 11))
    t.squad("A5", "A-LTR", (9, 10), flying=False)
    t.squad("A6", "A-LTR", (11, 10), flying=False)
    t.squad("A7", "A-INF", aboard="A6", size=1)
    far_enemy(t)
    t.mark("A5", declared=0)
    t.mark("A6", declared=0)
    assert boards(t, "A1", (10, 10)) == {"A5"}  # A6 has room for one only


@pytest.mark.clause("DZ-TRN-03")
def test_a_squad_that_fits_into_none_is_spread_over_several_and_all_of_it_is_in(table):
    t = table()
    t.squad("A1", "A-INF", (10, 10), (10, 11), (10, 12))
    t.squad("A5", "A-LTR", (9, 11), flying=False)
    t.squad("A6", "A-LTR", (11, 11), flying=False)
    far_enemy(t)
    t.mark("A5", declared=0)
    t.mark("A6", declared=0)
    assert boards(t, "A1", (10, 10)) == {"A5", "A6"}
    t.play("board A6")
    assert [t.where(f"A{k}") for k in (1, 2, 3)] == ["A6", "A6", "A5"]  # the only one left takes the rest


@pytest.mark.clause("DZ-TRN-03")
def test_the_player_says_which_transport_takes_the_rest(table):
    t = table()
    t.squad("A1", "A-INF", (10, 10), (10, 11), (10, 12))
    for k, x in ((5, 9), (6, 11), (7, 12)):
        t.squad(f"A{k}", "A-LTR", (x, 11), flying=False)
        t.mark(f"A{k}", declared=0)
    far_enemy(t)
    t.move("A1", (10, 10), "board A7")
    assert t.ask() == ("REST", "A") and t.named("board") == {"A5", "A6"}
    t.play("board A5")
    assert [t.where(f"A{k}") for k in (1, 2, 3)] == ["A7", "A7", "A5"]


@pytest.mark.clause("DZ-TRN-03", "DZ-TRN-07")
def test_a_spread_squad_is_all_in_or_all_out(table):
    t = table()
    t.squad("A5", "A-LTR", (9, 11), flying=False)
    t.squad("A6", "A-LTR", (12, 11), flying=True)
    t.squad("A1", "A-INF", aboard="A5", size=3)
    t.unit("A3")["carrier"] = t.slot_of("A6")
    t.squad("A7", "A-MBT", (3, 3))
    far_enemy(t)
    t.activate("A7")  # its lifters are declared with it
    t.finish("A7")
    assert "A1" not in t.named("next")  # A3 cannot leave the lifter in the air
    t = table()
    t.squad("A5", "A-LTR", (9, 11), flying=False)
    t.squad("A6", "A-LTR", (12, 11), flying=False)
    t.squad("A1", "A-INF", aboard="A5", size=3)
    t.unit("A3")["carrier"] = t.slot_of("A6")
    far_enemy(t)
    t.move("A1", (10, 12), word="out")
    assert {t.where(f"A{k}") for k in (1, 2, 3)}.isdisjoint({"A5", "A6"})


@pytest.mark.clause("DZ-TRN-04")
def test_units_for_which_there_is_no_room_may_be_left_behind_and_are_lost(table):
    t = table()
    t.squad("A1", "A-INF", (10, 10), (10, 11), (10, 12))
    t.squad("A5", "A-LTR", (9, 11), flying=False)
    far_enemy(t)
    t.mark("A5", declared=0)
    assert boards(t, "A1", (10, 10)) == {"A5"}
    t.play("board A5")
    assert t.ask() == ("LEAVE", "A") and t.named("leave") == {"A1", "A2", "A3"}
    t.play("leave A2")
    assert [t.where(f"A{k}") for k in (1, 2, 3)] == ["A5", "destroyed", "A5"]
    assert t.kills == (0, 20)  # DZ-END-04


@pytest.mark.clause("DZ-TRN-05", "DZ-GRID-02")
@pytest.mark.parametrize(("at", "can"), [((12, 11), True), ((12, 12), False), ((11, 12), True), ((13, 10), False)])
def test_one_unit_within_2_inches_at_the_end_of_the_move_is_enough(table, at, can):
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", at, (at[0] + 2, at[1]), move=0)
    t.squad("A7", "A-MBT", (3, 3))
    far_enemy(t)
    t.activate("A7", "A5")
    t.finish("A7")
    assert boards(t, "A1", at) == ({"A5"} if can else set())


@pytest.mark.clause("DZ-TRN-05", "DZ-AUX-03", "DZ-TRN-24")
@pytest.mark.parametrize("declared", [-1, 0, 1])
def test_the_transport_is_one_that_acts_with_the_same_battlegroup(table, declared):
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", (11, 10))
    t.squad("A2", "A-MBT", (3, 3), group=2)
    far_enemy(t)
    t.mark("A5", declared=declared)
    t.activation("AB")
    t.play("activate 1")
    if t.decision == "AUXILIARY":
        t.play("done")
    assert boards(t, "A1", (11, 10)) == ({"A5"} if declared == 0 else set())


@pytest.mark.clause("DZ-TRN-24", "DZ-TRN-05")
@pytest.mark.parametrize("group", [1, 2])
def test_a_transport_of_a_battlegroup_carries_its_own_squads_only(table, group):
    t = table()
    t.squad("A5", "A-APC", (10, 10), group=group)
    t.squad("A1", "A-INF", (11, 10))
    far_enemy(t)
    assert boards(t, "A1", (11, 10)) == ({"A5"} if group == 1 else set())


@pytest.mark.clause("DZ-TRN-06")
def test_an_embarked_squad_is_not_shot_and_does_not_shoot_or_claim(table):
    t = table(open=[(8, 8)], mobile=True)
    gun(t, "A1", (5, 5))
    t.squad("B1", "A-APC", (8, 8))
    t.squad("B2", "A-INF", aboard="B1", size=2)
    t.activate("A1")
    t.play("shoot")
    assert t.named("at") == {"B1"}
    t.play("hold")
    t.finish("A1")
    t.activate("B2")
    assert t.decision == "OUT"  # to leave is all it can do
    assert t.squad_of("B2")["token"] == -1


@pytest.mark.clause("DZ-TRN-06", "DZ-MOV-08")
def test_an_embarked_squad_does_not_move_with_its_transport(table):
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    far_enemy(t)
    t.activate("A5")
    t.move("A5", (10, 14))
    assert t.unit("A5")["travelled"] == 4 and t.unit("A1")["travelled"] == 0 and t.unit("A1")["moved"] == 0


@pytest.mark.clause("DZ-TRN-10")
@pytest.mark.parametrize("flying", [True, False])
def test_an_aerial_transport_is_boarded_only_while_it_is_landed(table, flying):
    t = table()
    t.squad("A5", "A-LTR", (10, 10), flying=flying)
    t.squad("A1", "A-INF", (11, 10))
    far_enemy(t)
    t.mark("A5", declared=0)
    assert boards(t, "A1", (11, 10)) == (set() if flying else {"A5"})


@pytest.mark.clause("DZ-TRN-11", "DZ-TRN-12")
@pytest.mark.parametrize(("moved", "can"), [(0, True), (12, True), (13, False)])
def test_nobody_boards_an_aerial_transport_that_moved_further_than_half_its_mv(table, moved, can):
    t = table()
    t.squad("A5", "A-LTR", (10, 10), flying=False)  # MV 24
    t.squad("A1", "A-INF", (11, 10))
    far_enemy(t)
    t.mark("A5", declared=0)
    t.change("A5", travelled=moved)
    assert boards(t, "A1", (11, 10)) == ({"A5"} if can else set())


@pytest.mark.clause("DZ-TRN-13")
def test_a_ground_transport_sets_no_such_limit(table):
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", (11, 10))
    far_enemy(t)
    t.mark("A5", declared=0)
    t.change("A5", travelled=6)
    assert boards(t, "A1", (11, 10)) == {"A5"}


@pytest.mark.clause("DZ-TRN-18")
def test_who_has_shot_does_not_board(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 10), flying=False)
    gun(t, "A1", (11, 10), need=2, load=1)
    t.squad("B1", "A-MBT", (23, 23), dp=9)
    t.mark("A5", declared=0)
    t.activate("A1")
    t.play("shoot")
    t.dice(1)
    t.play("at B1")
    t.move("A1", (11, 10))
    assert t.decision != "END_MOVE" and t.where("A1") == (11, 10)


@pytest.mark.clause("DZ-TRN-18", "DZ-RF-01")
def test_who_has_reacted_does_not_board_either(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 10), flying=False)
    t.squad("A1", "A-AAT", (11, 10))
    t.squad("B1", "A-HDR", (5, 20), group=1)
    t.mark("A5", declared=0)
    t.activation("BA")
    t.move("B1", (6, 20))
    assert t.ask() == ("REACT", "A")
    t.dice(1, 1, 1)
    t.play("at B1", "aloft")
    t.finish("B1")
    t.move("A1", (11, 10))
    assert t.decision != "END_MOVE"


@pytest.mark.clause("DZ-TRN-18")
def test_who_has_boarded_does_not_shoot(table):
    t = table()
    t.squad("A5", "A-HDR", (10, 10), flying=False)
    gun(t, "A1", (11, 10), need=2, load=1)
    far_enemy(t)
    t.mark("A1", boarded=1)
    t.activate("A1")
    assert t.decision == "MOVE" or not t.can("shoot")


@pytest.mark.clause("DZ-TRN-05", "DZ-ACT-04")
def test_a_squad_that_boards_is_aboard_as_a_whole_and_its_move_is_over(table):
    t = table()
    t.squad("A5", "A-APC", (10, 10))
    t.squad("A1", "A-INF", (12, 10), (13, 10))
    far_enemy(t)
    t.mark("A5", declared=0)
    t.move("A1", (12, 10), "board A5")
    assert [t.where(name) for name in ("A1", "A2")] == ["A5", "A5"] and t.squad_of("A1")["boarded"]
    assert not is_taken(t.state["ground"], 12 + 480)


@pytest.mark.clause("DZ-TRN-06", "DZ-AIR-05")
def test_a_shot_at_a_transport_hurts_it_alone(table):
    t = table()
    gun(t, "A1", (5, 5))
    t.squad("B1", "A-APC", (8, 8), dp=3)
    t.squad("B2", "A-INF", aboard="B1", size=2)
    shoot(t, "A1", "B1", 6, 6)
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2", "B3")] == [1, 5, 5]
