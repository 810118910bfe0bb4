"""Chapter TRN, the end of a Transport: what befalls those aboard, and where the survivors stand."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.fights import gun, shoot


def loaded(t, profile="A-APC", size=3, flying=False, at=(10, 10), **figures):
    """B's Transport of 1 DP with Infantry aboard, and a gun of A's that shoots it."""
    t.squad("B1", profile, at, flying=flying, dp=1)
    t.squad("B2", "A-INF", aboard="B1", size=size, **figures)
    t.squad("B9", "A-MBT", (23, 23), group=2)
    gun(t, "A1", (2, 10))


@pytest.mark.clause("DZ-TRN-21", "DZ-TRN-22", "DZ-SHT-15")
def test_example_13_three_bases_in_a_carrier_that_is_destroyed(table):
    t = table()
    loaded(t)
    shoot(t, "A1", "B1", 6, 6, 3, 3, 1, 4, 5, 1, 1)  # D3 = 2; two hits of E 10 against A 7 each
    assert [int(t.unit(f"B{k}")["dp"]) for k in (2, 3, 4)] == [3, 1, 5]
    assert t.ask() == ("PUT", "B") and t.subject == "B2"
    t.play("put 10,12", "put 10,11", "put 11,11")
    assert [t.at(f"B{k}") for k in (2, 3, 4)] == [(10, 12), (10, 11), (11, 11)] and t.where("B1") == "destroyed"


@pytest.mark.clause("DZ-TRN-21")
@pytest.mark.parametrize(("face", "hits"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_each_passenger_suffers_as_many_hits_as_the_d3_shows_but_none_on_3(table, face, hits):
    t = table()
    loaded(t, size=2, armour=12)  # damage on 2+
    shoot(t, "A1", "B1", 6, 6, face, *[3] * (2 * hits))
    assert [int(t.unit(name)["dp"]) for name in ("B2", "B3")] == [5 - hits] * 2


@pytest.mark.clause("DZ-TRN-21")
def test_passive_saves_are_allowed(table):
    t = table()
    loaded(t, size=1, armour=12, passive=4)
    shoot(t, "A1", "B1", 6, 6, 3, 2, 3, 4, 3)  # two damage, one saved
    assert t.unit("B2")["dp"] == 4


@pytest.mark.clause("DZ-TRN-21")
def test_an_empty_transport_rolls_nothing(table):
    t = table()
    t.squad("B1", "A-APC", (10, 10), dp=1)
    t.squad("B9", "A-MBT", (11, 10))
    gun(t, "A1", (2, 10))
    shoot(t, "A1", "B1", 6, 6)
    assert t.unit("B9")["dp"] == 1 and t.where("B1") == "destroyed"


@pytest.mark.clause("DZ-TRN-21", "DZ-AIR-07")
def test_a_landed_lifter_hurts_its_passengers_and_nobody_around(table):
    t = table()
    loaded(t, "A-LTR", size=2, armour=12)
    t.squad("A5", "A-MBT", (11, 10), group=2)
    shoot(t, "A1", "B1", 6, 6, 1, 3, 3)
    assert [int(t.unit(name)["dp"]) for name in ("B2", "B3", "A5")] == [4, 4, 1]


@pytest.mark.clause("DZ-TRN-22", "DZ-GRID-02")
def test_survivors_are_put_within_2_inches_of_the_wreck_before_it_is_removed(table):
    t = table()
    loaded(t, size=1)
    t.squad("A5", "A-MBT", (11, 10), group=2)
    shoot(t, "A1", "B1", 6, 6, 6)
    assert t.cells("put") == {(x, y) for x in range(24) for y in range(24) if 0 < (x - 10) ** 2 + (y - 10) ** 2 <= 6} - {(11, 10)}


@pytest.mark.clause("DZ-TRN-22", "DZ-CORE-08")
def test_a_squad_that_was_together_is_put_down_coherent(table):
    t = table()
    loaded(t, size=2)
    shoot(t, "A1", "B1", 6, 6, 6)
    t.play("put 8,10")
    cells = t.cells("put")
    assert (10, 10) not in cells and (9, 10) in cells and (10, 11) in cells  # 2" from its mate
    assert (11, 10) not in cells and (10, 12) not in cells


@pytest.mark.clause("DZ-TRN-22", "DZ-TRN-03")
def test_one_of_a_squad_that_was_split_may_be_put_down_anywhere(table):
    t = table()
    loaded(t, "A-LTR", size=3)
    t.squad("B5", "A-LTR", (10, 20), flying=False)
    t.unit("B4")["carrier"] = t.slot_of("B5")
    shoot(t, "A1", "B1", 6, 6, 6)
    t.play("put 8,10")
    assert (12, 10) in t.cells("put")


@pytest.mark.clause("DZ-TRN-22")
def test_a_unit_that_finds_no_place_is_destroyed(table):
    walls = [(x, y) for x in range(3) for y in range(4) if (x, y) not in ((0, 0), (0, 1))]
    pieces = {f"W{k}": ("wall", x, y, 1, 1) for k, (x, y) in enumerate(walls)}
    t = table(pieces=pieces, kinds={"wall": {"height": 0.25, "properties": ["impassable"]}})
    loaded(t, size=2, at=(0, 0))
    shoot(t, "A1", "B1", 6, 6, 6)
    assert t.where("B2") == (0, 1) and t.where("B3") == "destroyed"
    assert t.kills[0] == 15 + 20  # DZ-END-04: its loss goes to every opponent


@pytest.mark.clause("DZ-TRN-22", "DZ-TRN-06")
def test_those_who_were_killed_aboard_are_not_placed(table):
    t = table()
    loaded(t, size=2)
    t.change("B2", dp=1)
    shoot(t, "A1", "B1", 6, 6, 1, 2, 1)
    assert t.unit("B2")["dp"] == 0 and t.ask() == ("PUT", "B") and t.subject == "B3"


@pytest.mark.clause("DZ-TRN-23")
def test_an_inner_transport_that_is_destroyed_rolls_for_its_own_passengers(table):
    t = table()
    t.squad("B1", "A-HDR", (10, 10), flying=False, dp=1)
    t.squad("B2", "A-APC", aboard="B1", dp=1, armour=12)
    t.squad("B3", "A-INF", aboard="B2", size=2, armour=12)
    t.squad("B9", "A-MBT", (23, 23), group=2)
    gun(t, "A1", (2, 10))
    shoot(t, "A1", "B1", 6, 6, 1, 3, 3, 2, 2, 3, 1)  # the lifter: 1, a hit on the carrier: 3; the carrier: 2, two hits on each: 2 2, 3 1
    assert t.unit("B2")["dp"] == 0 and [int(t.unit(name)["dp"]) for name in ("B3", "B4")] == [3, 4]
    assert t.ask() == ("PUT", "B") and t.subject == "B3" and (10, 12) in t.cells("put")


@pytest.mark.clause("DZ-TRN-23", "DZ-TRN-09")
def test_one_that_survives_keeps_its_passengers_aboard(table):
    t = table()
    t.squad("B1", "A-HDR", (10, 10), flying=False, dp=1)
    t.squad("B2", "A-APC", aboard="B1", dp=2, armour=12)
    t.squad("B3", "A-INF", aboard="B2", size=2)
    t.squad("B9", "A-MBT", (23, 23), group=2)
    gun(t, "A1", (2, 10))
    shoot(t, "A1", "B1", 6, 6, 1, 3)
    assert t.ask() == ("PUT", "B") and t.subject == "B2"
    t.play("put 10,12")
    assert t.at("B2") == (10, 12) and t.where("B3") == t.where("B4") == "B2" and t.unit("B3")["dp"] == 5


@pytest.mark.clause("DZ-AIR-07", "DZ-TRN-22", "DZ-RF-07")
def test_survivors_of_a_crash_stand_around_where_it_fell(table):
    t = table()
    t.squad("A1", "D-AAW", (2, 10))
    t.weapon("A1", shots=1, energy=20, far=250, near=250)
    t.squad("B1", "A-LTR", (10, 10), dp=1)
    t.squad("B2", "A-INF", aboard="B1", size=1)
    t.squad("B9", "A-MBT", (23, 23), group=2)
    shoot(t, "A1", "B1", 6, 6, 6)
    assert (10, 10) in t.cells("put") and (10, 12) in t.cells("put") and (10, 13) not in t.cells("put")


@pytest.mark.clause("DZ-AIR-07", "DZ-SCN-02", "DZ-SCN-09", "DZ-TRN-22")
def test_while_survivors_of_a_crash_are_put_down_it_is_seen_that_a_building_is_about_to_fall(table):
    t = table(pieces={"C0": ("medium_building", 11, 9, 4, 4)})
    loaded(t, "A-LTR", size=1, flying=True)
    t.weapon("A1", aa=0)
    t.state["pieces"][0]["dp"] = 1
    shoot(t, "A1", "B1", 6, 6, 1, 6, 1)  # D3 = 1; a hit on the building, one aboard
    assert t.ask() == ("PUT", "B") and t.state["pieces"][0]["dp"] == 0
    assert t.state["doomed"] == 1
