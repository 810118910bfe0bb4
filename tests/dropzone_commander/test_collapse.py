"""Chapter SCN: scenery that is shot and collapses."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import aim, arm, fire, gun, spare

WHOLE, RUBBLE, GONE = range(3)


def block(table, kind="medium_building", dp=1, at=(10, 10, 4, 4), seats=2, **setting):
    """A piece with few DP left and A1 with a gun that always destroys it: it hits on 2, and any die but a 1 damages."""
    t = spare(table(seats=seats, pieces={"C0": (kind, *at), **setting.pop("pieces", {})}, **setting))
    t.piece("C0")["dp"] = dp
    arm(t, t.squad("A1", "A-MBT", (0, 12)), gun(energy=20))
    return t


# Table T6: Armour, DP, and what it is
T6 = {
    "park": (0, 0, {"tough", "soft_cover"}, 0), "field": (5, 15, {"destructible", "flammable", "soft_cover"}, 0),
    "barricade": (10, 5, {"body_cover", "soft_cover", "destructible", "tough"}, 1),
    "small_forest": (7, 20, {"destructible", "flammable", "garrison", "impassable", "soft_cover", "solid"}, 4),
    "medium_forest": (7, 30, {"destructible", "flammable", "garrison", "impassable", "soft_cover", "solid"}, 6),
    "tiny_shack": (8, 5, {"destructible", "flammable", "garrison", "impassable", "soft_cover", "solid"}, 3),
    "small_shack": (8, 10, {"destructible", "flammable", "garrison", "impassable", "soft_cover", "solid"}, 5),
    "tiny_building": (10, 5, {"body_cover", "soft_cover", "destructible", "garrison", "impassable", "solid"}, 3),
    "small_building": (10, 10, {"body_cover", "soft_cover", "destructible", "garrison", "impassable", "solid"}, 5),
    "medium_building": (10, 20, {"body_cover", "soft_cover", "destructible", "garrison", "impassable", "solid"}, 7),
    "large_building": (10, 30, {"body_cover", "soft_cover", "destructible", "garrison", "impassable", "solid"}, 9),
    "medium_bunker": (13, 20, {"body_cover", "soft_cover", "destructible", "garrison", "impassable", "solid"}, 7),
    "large_bunker": (13, 30, {"body_cover", "soft_cover", "destructible", "garrison", "impassable", "solid"}, 9),
}  # fmt: skip


@pytest.mark.clause("DZ-SCN-01")
@pytest.mark.parametrize("kind", T6)
def test_table_6(table, kind):
    from skirmish_rl.envs.dropzone_commander.state import Prop

    t = table(pieces={"C0": (kind, 10, 10, 3, 3)})
    armour, dp, properties, height = T6[kind]
    tables = t.tables
    assert (tables["piece_armour"][0], tables["piece_dp"][0], t.piece("C0")["dp"]) == (armour, dp, dp)
    assert tables["piece_height"][0] == 4 * height
    assert {prop.name.lower() for prop in Prop if int(tables["piece_props"][0]) >> prop & 1} == properties


@pytest.mark.clause("DZ-SCN-02", "DZ-SCN-04")
@pytest.mark.parametrize(("dp", "stand"), [(2, WHOLE), (1, RUBBLE)])
def test_scenery_loses_dp_and_is_destroyed_without(table, dp, stand):
    t = block(table, dp=dp)
    fire(t, "A1", "#1", 2, 2, *([6] if stand else []))
    assert t.piece("C0")["stand"] == stand and t.piece("C0")["dp"] == dp - 1


@pytest.mark.clause("DZ-SCN-04", "DZ-SCN-07")
@pytest.mark.parametrize(("kind", "large", "stand"), [
    ("tiny_building", False, GONE), ("small_building", True, RUBBLE), ("field", True, RUBBLE), ("barricade", False, GONE),
])  # fmt: skip
def test_pieces_that_started_with_ten_dp_hurt_their_surroundings(table, kind, large, stand):
    t = block(table, kind)
    t.squad("B1", "A-MBT", (12, 14), armour=9, dp=9)
    armour = t.tables["piece_armour"][0]
    t.tables["unit_armour"][t.slot_of("B1")] = armour + 2
    fire(t, "A1", "#1", 2, 2, *([1, 4] if large else []))  # N = 1: one hit with the Energy of the Armour, a Critical
    assert t.piece("C0")["stand"] == stand and t.unit("B1")["dp"] == (7 if large else 9)


@pytest.mark.clause("DZ-SCN-04", "DZ-SHT-15")
@pytest.mark.parametrize(("die", "n"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_n_hits_within_n_inches_of_the_outline(table, die, n):
    t = block(table, "medium_bunker")
    for k in range(4):
        t.squad(f"B{k + 1}", "A-MBT", (11, 14 + k), armour=18, dp=9)  # 1" to 4" from the outline; Energy 13, m 5: a 5 damages
    fire(t, "A1", "#1", 2, 2, die, *([5] * n * n))
    assert [9 - int(t.unit(f"B{k + 1}")["dp"]) for k in range(4)] == [n if k < n else 0 for k in range(4)]


@pytest.mark.clause("DZ-SCN-04")
def test_a_collapse_hurts_every_side_aircraft_aloft_and_other_garrisons(table):
    t = block(table, "small_building", pieces={"C1": ("tiny_building", 15, 10, 3, 3)})  # 2" away
    t.squad("A2", "A-MBT", (9, 12), armour=12, dp=9, group=2)
    t.squad("B1", "A-HDR", (12, 15), armour=12, dp=9)
    t.squad("B2", "A-INF", inside="C1", armour=12, dp=9)
    fire(t, "A1", "#1", 2, 2, 3, *([2] * 6))  # N = 2; m 2
    assert [int(t.unit(name)["dp"]) for name in ("A2", "B1", "B2")] == [7, 7, 7]


@pytest.mark.clause("DZ-SCN-04", "DZ-SHT-12")
def test_body_cover_does_not_help_against_a_collapse(table):
    t = block(table, "small_building", pieces={"C1": ("barricade", 11, 14, 1, 1)})
    t.squad("B1", "A-INF", (11, 14), armour=12, dp=9)
    fire(t, "A1", "#1", 2, 2, 1, 2)
    assert t.unit("B1")["dp"] == 8


@pytest.mark.clause("DZ-SCN-04", "DZ-SHT-16")
@pytest.mark.parametrize(("kind", "saved"), [("small_building", True), ("medium_bunker", False)])
def test_passive_saves_against_a_collapse(table, kind, saved):
    """Energy 10 lets saves be; the Energy 13 of a bunker does not."""
    t = block(table, kind)
    t.squad("B1", "A-MBT", (11, 14), armour=int(t.tables["piece_armour"][0]) + 2, dp=9, passive=2)
    fire(t, "A1", "#1", 2, 2, 1, 2, *([2] if saved else []))
    assert t.unit("B1")["dp"] == (9 if saved else 8)


@pytest.mark.clause("DZ-SCN-05")
@pytest.mark.parametrize(("kind", "around"), [("tiny_building", False), ("medium_building", True)])
def test_those_inside_each_suffer_two_d3_hits_one_roll_for_all(table, kind, around):
    t = block(table, kind)
    t.squad("B1", "A-INF", inside="C0", size=2, armour=14, dp=9)  # m 4
    fire(t, "A1", "#1", 2, 2, *([6] if around else []), 2, 4, *([4, 3, 3]), *([3, 4, 5]))  # 1 + 2 hits each
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2")] == [8, 7]


@pytest.mark.clause("DZ-SCN-06", "DZ-SCN-08")
@pytest.mark.parametrize(("find", "found"), [("open", "LOST"), ("hidden", "LOST")])
def test_objectives_inside_that_nobody_carries_are_removed(table, find, found):
    from skirmish_rl.envs.dropzone_commander.state import Find

    t = block(table)
    t.tables["mobile"] = 1
    t.squad("B1", "A-INF", inside="C0", armour=20)
    t.objective(1, inside="C0", find=find)
    t.objective(2, carrier="B1")
    fire(t, "A1", "#1", 2, 2, 6, 1, 1, 2, 2)
    assert Find(int(t.state["tokens"][0]["find"])).name == found
    assert t.state["tokens"][1]["find"] == Find.CARRIED and t.squad_of("B1")["token"] == 1


@pytest.mark.clause("DZ-SCN-07", "DZ-MOV-04", "DZ-MOV-06")
@pytest.mark.parametrize(("kind", "reach"), [("small_building", 2), ("tiny_building", 4)])
def test_large_pieces_become_tough_ground_small_ones_vanish(table, kind, reach):
    t = block(table, kind)
    t.squad("A5", "A-MBT", (11, 9), group=2, move=4)
    fire(t, "A1", "#1", 2, 2, *([6] + [1] * 3 if kind == "small_building" else []))
    t.finish("A1")
    t.activation("AB")
    t.activate("A5")
    if t.decision == "ACTION":
        t.play("move")
    assert max(y for x, y in t.cells("to") if x == 11) == 9 + reach


@pytest.mark.clause("DZ-SCN-08")
def test_survivors_stand_on_the_cells_nearest_to_the_middle(table):
    t = block(table, "tiny_building", at=(10, 10, 3, 3))
    t.piece("C0")["damage_tokens"] = 3
    t.squad("B1", "A-INF", inside="C0", size=3, armour=20, site="north")
    t.squad("A5", "A-INF", inside="C0", size=1, armour=20, group=2)
    t.activate("A1")
    t.state["order"][:2] = [1, 0]
    t.play("shoot")
    aim(t, "#1", 2, 2, 1, 1, *([2] * 8))
    assert t.at("B1") == (11, 11)
    assert {t.at("B2"), t.at("B3")} == {(11, 10), (10, 11)} and t.at("A5") == (12, 11)
    assert t.piece("C0")["damage_tokens"] == 0


@pytest.mark.clause("DZ-SCN-09")
def test_chains_of_collapses_go_piece_by_piece_the_lowest_first(table):
    """One weapon each brings down pieces 2 and 1; piece 1 falls first: its die is rolled first."""
    t = block(table, "small_building", pieces={"C1": ("small_building", 10, 18, 4, 4)})
    t.piece("C1")["dp"] = 1
    arm(t, ["A1"], gun(energy=20), gun(energy=20))
    t.squad("B1", "A-MBT", (11, 9), armour=12, dp=9)
    t.squad("B2", "A-MBT", (11, 17), armour=12, dp=9, group=2)
    t.activate("A1")
    t.play("shoot", "at-piece 2")
    t.dice(2, 2, 2, 2, 1, 2, 3, 2, 2)  # two hits, two damages, N = 1 round the first, N = 2 round the second
    t.play("at-piece 1")
    assert [int(t.unit(name)["dp"]) for name in ("B1", "B2")] == [8, 7]


@pytest.mark.clause("DZ-SCN-04", "DZ-END-04", "DZ-SHT-17")
def test_what_a_collapse_destroys_counts_for_who_caused_it(table):
    t = block(table, "small_building", seats=3)
    t.squad("C1", "A-MBT", (11, 14), armour=12, dp=1)
    t.squad("A5", "A-MBT", (12, 14), armour=12, dp=1, group=2)
    fire(t, "A1", "#1", 2, 2, 1, 2, 2)
    assert t.where("C1") == t.where("A5") == "destroyed"
    assert t.kills == (35, 35, 35)  # A for the tank of C; B and C for that of A, who is to blame himself


@pytest.mark.clause("DZ-SCN-10", "DZ-SHT-16")
def test_scenery_has_no_saves(table):
    t = block(table, dp=9)
    arm(t, ["A1"], gun(energy=8, shots=2))
    fire(t, "A1", "#1", 2, 2, 2, 2)
    assert t.piece("C0")["dp"] == 7
