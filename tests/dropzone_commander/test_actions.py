"""Chapters ACTN and AUX: what a squad may do in its activation, and whom Auxiliaries act with."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.dropzone_commander.state import Act
from tests.dropzone_commander.fights import gun

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


def two_tanks(t, profile="A-LTK"):
    t.squad("A1", profile, (5, 5))
    t.squad("A2", "A-MBT", (20, 2))
    t.squad("B1", "A-MBT", (5, 12), dp=9)
    t.squad("B2", "A-MBT", (20, 20), group=2)


@pytest.mark.clause("DZ-ACTN-01", "DZ-ACTN-02")
def test_two_different_actions_in_either_order(table):
    t = table()
    two_tanks(t, "A-MBT")
    t.activate("A1")
    assert t.legal() == {"move", "shoot"} and t.squad_of("A1")["acts"] == 0  # nothing is used up
    t.play("move", "to 5,6", "face N")
    assert t.legal() == {"shoot", "end"} and t.squad_of("A1")["acts"] == 1 << Act.MOVE
    t.dice(1, 1, 1)
    t.play("shoot", "at B1", "at B1")
    assert t.ask()[0] in ("SQUAD",)  # two actions: it is over
    t = table()
    two_tanks(t, "A-MBT")
    t.activate("A1")
    t.dice(1, 1, 1)
    t.play("shoot", "at B1", "at B1")
    assert t.legal() == {"move", "end"}


@pytest.mark.clause("DZ-ACTN-02", "DZ-OBJ-06", "DZ-OBJ-07")
def test_search_and_scan_use_both_actions(table):
    t = table(pieces=HOUSE, objectives=["C0"], hidden=True, mobile=True)
    t.squad("A1", "A-INF", inside="C0", site="north", size=2)
    t.squad("A3", "A-APC", (5, 5))
    t.squad("B1", "A-INF", (11, 20))  # in sight of the north edge and of the carrier
    t.activate("A1", "A3")
    assert t.legal() == {"move", "shoot", "search"}
    t.dice(1)
    t.play("search")
    assert t.decision == "SQUAD"
    t.play("next A3")
    assert t.legal() == {"move", "shoot", "scan", "end"}
    t.play("scan")
    assert t.ask()[1] == "B" and t.unit("A3")["scan"]


@pytest.mark.clause("DZ-ACTN-02")
def test_after_one_action_there_is_no_search_or_scan(table):
    t = table(pieces=HOUSE, objectives=["C0"], hidden=True, mobile=True)
    t.squad("A1", "A-INF", inside="C0", size=2)
    t.squad("A3", "A-APC", (5, 5))
    t.squad("B1", "A-INF", (11, 20))
    t.activate("A1", "A3")
    t.play("move", "site NORTH")
    assert t.decision == "ACTION" and t.legal() == {"shoot", "end"}
    t.play("end")
    t.move("A3", (5, 6))
    assert t.decision == "ACTION" and t.legal() == {"shoot", "end"}


@pytest.mark.clause("DZ-ACTN-02", "DZ-ABIL-03")
def test_an_action_of_a_unit_replaces_the_one_it_names(table):
    t = table()
    two_tanks(t)
    t.activate("A1")
    assert t.legal() == {"move", "shoot", "smoke"}
    t.play("smoke")
    assert t.legal() == {"move", "end"}  # it is a Shoot action


@pytest.mark.clause("DZ-ACTN-03")
def test_a_move_is_made_at_once(table):
    """No half move, shoot, half move: what is left of MV is lost."""
    t = table()
    two_tanks(t)
    t.move("A1", (5, 6))
    t.dice(1, 1)
    t.play("shoot", "at B1")
    assert t.ask()[0] == "SQUAD" and t.at("A1") == (5, 6)


@pytest.mark.clause("DZ-ACTN-04")
def test_single_units_may_decline_to_move(table):
    t = table(options={"move_mode": "unit"})
    t.squad("A1", "A-MBT", (5, 5), (6, 5), (7, 5))
    t.squad("B1", "A-MBT", (20, 20))
    t.move("A1", (5, 6))
    assert t.ask() == ("MOVE", "A") and t.subject == "A2"
    t.play("pass")
    assert t.subject == "A3"
    t.play("to 7,7", "face N")
    assert [t.at(f"A{k}") for k in (1, 2, 3)] == [(5, 6), (6, 5), (7, 7)]


@pytest.mark.clause("DZ-ACTN-04", "DZ-SHT-02")
def test_single_units_may_decline_to_fire(table):
    t = table()
    t.squad("A1", "A-LTK", (5, 5), (6, 5), (7, 5))
    for name in ("A1", "A2", "A3"):
        t.weapon(name, shots=1, energy=9)
    t.squad("B1", "A-MBT", (5, 12), dp=9)
    t.activate("A1")
    t.play("shoot", "singly", "hold", "at B1")
    t.dice(4, 1)
    t.play("hold")
    assert t.unit("A2")["fired"] and not t.unit("A1")["fired"] and not t.unit("A3")["fired"]


@pytest.mark.clause("DZ-ACTN-05", "DZ-TRN-05", "DZ-AIR-02", "DZ-AIR-04", "DZ-GAR-02")
def test_landing_boarding_and_entering_are_part_of_a_move(table):
    t = table(pieces=HOUSE)
    t.squad("A1", "A-INF", (8, 11), (8, 12))
    t.squad("A3", "A-LTR", (7, 9))
    t.squad("B1", "A-MBT", (20, 20))
    t.move("A3", (7, 9), "land")
    assert not t.unit("A3")["flying"] and t.squad_of("A3")["moves"] == 1
    t.finish("A3")
    t.move("A1", (8, 11))
    assert t.ask() == ("END_MOVE", "A") and t.legal() == {"enter 1", "board A3", "stay"}
    t.play("enter 1", "site CENTRE")
    assert t.where("A2") == 1 and t.squad_of("A1")["moves"] in (0, 1)


# ---- Auxiliaries


def lifters(t):
    """Battlegroup 1 is A1, battlegroup 2 is A2; the lifter A3 carries battlegroup 2's A4, the lifter A5 nobody."""
    t.squad("A1", "A-MBT", (4, 2))
    t.squad("A2", "A-MBT", (8, 2), group=2)
    t.squad("A3", "A-HDR", (12, 2))
    t.squad("A4", "A-MBT", aboard="A3", size=2, group=2)
    t.squad("A6", "A-HDR", (16, 2))
    t.squad("B1", "A-MBT", (20, 20))
    t.squad("B2", "A-MBT", (18, 20), group=2)
    t.activation("AB")


@pytest.mark.clause("DZ-AUX-02", "DZ-ACT-02")
def test_a_loaded_transport_is_declared_with_the_battlegroup_of_its_cargo_and_no_other(table):
    t = table()
    lifters(t)
    t.play("activate 1")
    assert t.ask() == ("AUXILIARY", "A") and t.named("declare") == {"A6"}
    t.play("done")
    assert t.ask()[0] in ("ACTION", "MOVE") and t.subject == "A1"  # the only squad
    t = table()
    lifters(t)
    t.play("activate 2")
    assert t.named("declare") == {"A6"} and t.squad_of("A3")["declared"] == 1  # preset
    t.play("declare A6")
    assert t.ask() == ("SQUAD", "A") and t.named("next") == {"A2", "A3", "A6"}
    assert t.squad_of("A6")["declared"] == 1


@pytest.mark.clause("DZ-AUX-02")
def test_auxiliaries_aboard_a_transport_are_declared_with_it_and_not_by_themselves(table):
    t = table()
    t.squad("A1", "A-MBT", (4, 2))
    t.squad("A2", "A-HDR", (12, 2))
    t.squad("A3", "A-APC", aboard="A2")
    t.squad("B1", "A-MBT", (20, 20))
    t.activation("AB")
    assert t.ask() == ("AUXILIARY", "A") and t.named("declare") == {"A2"}
    t.play("declare A2")
    assert t.squad_of("A3")["declared"] == 0


@pytest.mark.clause("DZ-AUX-02")
def test_cargo_counts_however_deep_it_rides(table):
    t = table()
    t.squad("A1", "A-MBT", (4, 2))
    t.squad("A2", "A-HDR", (12, 2))
    t.squad("A3", "A-APC", aboard="A2")
    t.squad("A4", "A-INF", aboard="A3", size=3, group=2)
    t.squad("B1", "A-MBT", (20, 20))
    t.activation("AB")
    t.play("activate 1")
    assert t.ask()[0] in ("ACTION", "MOVE") and t.subject == "A1"  # no Auxiliary to declare


@pytest.mark.clause("DZ-AUX-01")
def test_a_declared_auxiliary_acts_as_one_of_the_battlegroup_and_once_a_round(table):
    t = table()
    t.squad("A1", "A-MBT", (4, 2))
    t.squad("A2", "A-MBT", (8, 2), group=2)
    t.squad("A3", "A-APC", (12, 2))
    t.squad("B1", "A-MBT", (20, 20))
    t.squad("B2", "A-MBT", (18, 20), group=2)
    t.activation("AB")
    t.play("activate 1", "declare A3")
    t.move("A3", (12, 3))
    t.finish("A3")
    t.play("end", "activate 1")
    t.move("B1", (20, 20), "face N")
    t.finish("B1")
    assert t.ask()[1] == "A" and t.decision != "AUXILIARY" and t.subject == "A2"


@pytest.mark.clause("DZ-AUX-03", "DZ-TRN-05", "DZ-TRN-02")
@pytest.mark.parametrize("declared", [0, 1])
def test_an_auxiliary_transport_takes_on_only_units_of_the_battlegroup_it_was_declared_with(table, declared):
    t = table()
    t.squad("A1", "A-INF", (4, 2), (5, 2))
    t.squad("A3", "A-INF", (4, 6), (5, 6), group=2)
    t.squad("A5", "A-APC", (4, 4))
    t.squad("B1", "A-MBT", (20, 20))
    t.mark("A5", declared=declared)
    t.move("A1", (4, 2))
    assert (t.decision == "END_MOVE" and t.named("board") == {"A5"}) == (declared == 0)


@pytest.mark.clause("DZ-AUX-03")
@pytest.mark.parametrize("declared", [0, 1])
def test_it_puts_off_only_those_too(table, declared):
    t = table()
    t.squad("A5", "A-APC", (4, 4))
    t.squad("A1", "A-INF", aboard="A5", size=2)
    t.squad("A3", "A-MBT", (12, 4))
    t.squad("B1", "A-MBT", (20, 20))
    t.mark("A5", declared=declared)
    t.activation("AB")
    if declared == 0:
        assert t.ask() == ("SQUAD", "A") and t.named("next") == {"A1", "A3", "A5"}
    else:
        assert t.ask()[0] == "ACTION" and t.subject == "A3"


@pytest.mark.clause("DZ-AUX-04", "DZ-AUX-05")
def test_auxiliaries_of_a_player_without_battlegroups_do_nothing(table):
    t = table()
    t.squad("A1", "A-APC", (4, 4))
    t.squad("A2", "A-MBT", status="reserve")
    t.squad("B1", "A-MBT", (20, 20))
    t.activation("AB")
    assert t.ask()[1] == "B"


@pytest.mark.clause("DZ-AUX-04")
def test_auxiliaries_that_were_not_declared_stay_inactive(table):
    t = table()
    gun(t, "A1", (4, 2))
    t.squad("A2", "A-APC", (12, 2))
    t.squad("B1", "A-MBT", (20, 20))
    t.activation("AB")
    t.play("done")
    t.move("A1", (4, 3), "end")
    assert t.ask()[1] == "B" and not t.squad_of("A2")["activated"]
