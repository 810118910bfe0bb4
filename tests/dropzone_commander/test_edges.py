"""The four edges of a Garrison: range and arc from them and to them. Chapter GAR."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import FRONT, arm, can_shoot, gun, spare, targets


@pytest.mark.clause("DZ-GAR-08", "DZ-GRID-06")
@pytest.mark.parametrize(("site", "out", "front"), [
    ("south", (18, 7), (18, 6)), ("north", (18, 18), (18, 19)), ("east", (18, 18), (19, 18)), ("west", (7, 18), (6, 18)),
])  # fmt: skip
def test_every_edge_has_its_own_front(table, site, out, front):
    """The last of the five points is 3.1" beside the target, which is 2.5" or 3.5" before the edge."""
    for at, legal in ((out, False), (front, True)):
        t = spare(table(pieces={"C0": ("large_building", 10, 10, 6, 6)}))
        arm(t, t.squad("A1", "A-INF", inside="C0", site=site), gun(arc=FRONT))
        t.squad("B1", "A-MBT", at)
        assert can_shoot(t, "A1") == legal


@pytest.mark.clause("DZ-GAR-08", "DZ-GAR-09", "DZ-SHT-06")
@pytest.mark.parametrize(("own", "other", "at", "inches"), [
    ("east", "west", (12, 2), 7), ("east", "east", (12, 2), 10), ("north", "south", (2, 12), 7), ("north", "north", (2, 12), 10),
])  # fmt: skip
def test_range_from_edge_to_edge(table, own, other, at, inches):
    """From a building of 4 by 4 in the corner to another beside it, or above it."""
    for far in (inches, inches - 1):
        t = spare(table(pieces={"C0": ("medium_building", 2, 2, 4, 4), "C1": ("medium_building", *at, 4, 4)}))
        arm(t, t.squad("A1", "A-INF", inside="C0", site=own), gun(far=far, near=far))
        t.squad("B1", "A-INF", inside="C1", site=other)
        assert ("B1" in targets(t, "A1")) == (far == inches)
