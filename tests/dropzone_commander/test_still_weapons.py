"""Weapons of M&F 0 and what a unit may still do when it has fired one; roads; free transfers of several lifters."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import FRONT, aim, arm, gun, spare

HOUSE = {"C0": ("medium_building", 10, 10, 4, 4)}


@pytest.mark.clause("DZ-MOV-03", "DZ-MOV-08", "DZ-MOV-09")
@pytest.mark.parametrize(("free", "turns"), [(0, False), (1, True)])
def test_who_fired_a_weapon_of_m_and_f_0_neither_moves_nor_turns(table, free, turns):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (5, 5)), gun(free=free, arc=FRONT))
    t.tables["squad_turns"][t.tables["unit_squad"][t.slot_of("A1")]] = 1
    t.squad("A2", "A-MBT", (20, 2))
    t.squad("B1", "A-MBT", (5, 12), armour=20)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 1)
    t.play("move")
    if turns:
        assert (5, 6) in t.cells() and (5, 7) not in t.cells()
        t.play("to 5,5")
    assert (t.decision == "FACING") == turns


@pytest.mark.clause("DZ-MOV-09", "DZ-MOV-08")
@pytest.mark.parametrize(("free", "moves"), [(0, set()), (1, {"A1", "A2"})])
@pytest.mark.parametrize("mode", ["squad", "unit"])
@pytest.mark.parametrize("firer", ["A1", "A2"])
def test_a_squad_of_which_one_fired_a_weapon_of_m_and_f_0_stays_as_a_whole(table, free, moves, mode, firer):
    t = spare(table(options={"move_mode": mode}))
    arm(t, t.squad("A1", "A-MBT", (5, 5), (8, 5)), gun(free=free))
    t.squad("B1", "A-MBT", (5, 12), armour=20)
    t.activate("A1")
    t.play("shoot", "singly", *(["hold"] if firer == "A2" else []))
    aim(t, "B1", 3, 1)
    t.play("move")
    able = set()
    while t.decision == "MOVE":
        able |= {t.subject} if len(t.cells()) > 1 else set()
        t.play("to {},{}".format(*t.at(t.subject)))
    assert able == (moves if mode == "unit" else moves - {"A2"})
    assert (t.at("A1"), t.at("A2")) == ((5, 5), (8, 5))


@pytest.mark.clause("DZ-MOV-09", "DZ-GAR-05", "DZ-GAR-06")
@pytest.mark.parametrize(("free", "leaves"), [(0, False), (1, True)])
def test_who_fired_a_weapon_of_m_and_f_0_stays_in_its_garrison(table, free, leaves):
    t = spare(table(pieces=HOUSE))
    arm(t, t.squad("A1", "A-INF", inside="C0", site="north"), gun(free=free))
    t.squad("B1", "A-MBT", (12, 20), armour=20)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 1)
    t.play("move")
    assert t.ask() == ("MOVE", "A") and t.named("site") == {"CENTRE", "NORTH", "EAST", "SOUTH", "WEST"}
    assert bool(t.cells()) == leaves


@pytest.mark.clause("DZ-MOV-08", "DZ-RF-03")
def test_what_was_fired_in_reaction_does_not_hold_a_unit_back(table):
    t = spare(table())
    arm(t, t.squad("A1", "A-MBT", (5, 5), move=4), gun(free=1), gun())
    t.change("A1", fired=1)
    t.squad("B1", "A-MBT", (5, 12), armour=20)
    t.activate("A1")
    t.play("shoot")
    aim(t, "B1", 3, 1)
    t.play("move")
    assert (5, 9) in t.cells()


@pytest.mark.clause("DZ-ABIL-11", "DZ-MOV-08")
@pytest.mark.parametrize(("free", "moves"), [(0, False), (1, True)])
def test_a_bus_stays_where_weapons_of_m_and_f_0_were_fired_from_its_ports(table, free, moves):
    t = spare(table())
    t.squad("A1", "D-BUS", (12, 8))
    arm(t, t.squad("A5", "D-INF", aboard="A1", size=1), gun(free=free))
    t.mark("A1", declared=0)
    t.squad("A9", "A-MBT", (2, 2))
    t.squad("B1", "A-MBT", (12, 16), armour=20)
    t.activate("A1")
    t.play("ports")
    aim(t, "B1", 4, 1)
    if t.decision == "ACTION":
        t.play("move")
    assert ((12, 10) in t.cells()) == moves


@pytest.mark.clause("DZ-GAR-06", "DZ-GAR-11")
def test_who_leaves_a_garrison_boards_but_enters_no_other(table):
    t = spare(table(pieces={**HOUSE, "C1": ("medium_building", 15, 10, 4, 4)}))
    t.squad("A1", "A-INF", inside="C0", size=1)
    t.squad("A5", "A-APC", (13, 7))
    t.mark("A5", declared=0)
    t.squad("B1", "A-MBT", (2, 20))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    assert not t.named("cross-to")
    t.play("to 14,9")
    assert t.decision == "END_MOVE" and t.named("board") == {"A5"} and not t.named("enter")


@pytest.mark.clause("DZ-MOV-05", "DZ-MOV-07", "DZ-GRID-05")
@pytest.mark.parametrize(("profile", "rows"), [("A-MBT", 6), ("B-MBT", 9)])
def test_a_road_makes_tanks_faster_from_the_edge_on(table, profile, rows):
    t = spare(table(roads=[[4, 4, 0, 23]]))
    t.squad("A1", profile, status="readiness", size=1)
    t.squad("B1", "A-MBT", (20, 20))
    t.activate("A1")
    assert (4, rows - 1) in t.cells() and (4, rows) not in t.cells()
    assert ((6, 4) in t.cells()) == (profile != "A-MBT")  # off the road it is four rows


@pytest.mark.clause("DZ-TRN-13", "DZ-ABIL-08", "DZ-MOV-05")
def test_a_carrier_fast_on_a_road_still_puts_its_passengers_off(table):
    t = spare(table(roads=[[4, 4, 0, 23]]))
    t.squad("A1", "A-APC", (4, 4))
    t.squad("A5", "A-INF", aboard="A1", size=2)
    t.squad("B1", "A-MBT", (20, 20))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 4,12")
    t.finish("A1")
    t.play("next A5")
    if t.decision == "ACTION":
        t.play("move")
    assert t.ask() == ("OUT", "A")


@pytest.mark.clause("DZ-TRN-14", "DZ-RF-06")
def test_every_lifter_of_a_squad_has_its_free_transfer_and_flies_on(table):
    t = spare(table())
    t.squad("A1", "A-HDR", (6, 2), (10, 2))
    t.squad("A5", "A-MBT", aboard="A1", size=3)
    t.squad("A8", "A-MBT", aboard="A2", size=3)
    t.squad("B1", "A-MBT", (20, 20))
    t.activate("A1")
    if t.decision == "ACTION":
        t.play("move")
    t.play("to 6,8", "land")
    assert t.ask() == ("TRANSFER", "A") and t.subject == "A1" and t.named("put-off") == {"A5"}
    t.play("put-off A5", "out 6,10")
    if t.decision == "TRANSFER":
        t.play("done")
    assert t.decision == "GO_ON" and t.subject == "A1"
    t.play("to 6,14")
    assert t.ask() == ("TRANSFER", "A") and t.subject == "A2" and t.named("put-off") == {"A8"}
    t.play("done")
    assert t.decision != "GO_ON" and t.unit("A1")["flying"] == 1 and t.unit("A2")["flying"] == 0
