"""The table itself: what it puts on the board is there."""

from __future__ import annotations


def test_squads_stand_ride_and_occupy_as_they_are_put(table):
    t = table(pieces={"C0": ("medium_building", 10, 10, 4, 4)}, objectives=["C0"])
    assert t.squad("A1", "A-MBT", (5, 5), (6, 5), (7, 5)) == ["A1", "A2", "A3"]
    t.squad("A4", "A-HDR", (3, 3))
    t.squad("A5", "A-INF", aboard="A4", size=2, group=2)
    t.squad("B1", "B-INF", inside="C0", site="south", size=2)
    t.squad("B3", "B-MBT", status="readiness", size=3, group=2)
    assert [t.where(name) for name in ("A3", "A4", "A6", "B2", "B5")] == [(7, 5), (3, 3), "A4", 1, "readiness"]
    assert t.unit("A4")["flying"] and t.unit("A5")["dp"] == 5
    t.activate("A1")
    assert t.ask() == ("ACTION", "A") and {"move", "shoot"} <= t.legal()
    t.play("move", "to 5,6", "face N", "end")
    assert t.at("A3") == (7, 6)
    assert t.ask() == ("GROUP", "B") and t.legal() == {"activate 1", "activate 2"}
