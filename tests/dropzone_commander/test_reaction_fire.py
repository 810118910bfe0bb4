"""Chapter RF: anti-air weapons against Aircraft on the Move."""

from __future__ import annotations

import pytest

from tests.dropzone_commander.guns import FRONT, arm, dice_for, gun, spare


def sky(table, *, seats=2, flyer="A-HDR", at=(2, 5), figures=None, **setting):
    """A1 is an Aircraft of A with 20 DP, Armour 10 and MV 18; A9 keeps its battlegroup on the table."""
    t = spare(table(seats=seats, **setting))
    t.squad("A9", "A-MBT", (0, 0))
    arm(t, ["A9"], gun())
    arm(t, t.squad("A1", flyer, at, **{"dp": 20, "armour": 10, "evasion": 0, "move": 18, **(figures or {})}), gun(aa=0))
    return t


def flak(t, name, at, n=1, group=1, **figures):
    """A tank with an anti-air gun of Energy 8."""
    arm(t, t.squad(name, "A-AAT", at, group=group), *[gun(**{"aa": 0, "energy": 8, **figures})] * n)


def fly(t, x, y, name="A1"):
    """The Aircraft moves to a cell."""
    t.activate(name)
    if t.decision == "ACTION":
        t.play("move")
    t.play(f"to {x},{y}")


@pytest.mark.clause("DZ-RF-01")
@pytest.mark.parametrize(("far", "asked"), [(6, True), (5, False)])
def test_some_point_of_the_path_is_in_range(table, far, asked):
    t = sky(table)
    flak(t, "B1", (11, 11), near=far, far=far)  # the path runs along y = 5
    fly(t, 20, 5)
    assert (t.ask() == ("REACT", "B")) == asked
    if asked:
        assert t.subject == "B1" and t.legal() == {"at A1", "hold"}


@pytest.mark.clause("DZ-RF-01")
@pytest.mark.parametrize(("to", "asked"), [(10, False), (11, True)])
def test_the_path_ends_where_the_move_ends(table, to, asked):
    t = sky(table)
    flak(t, "B1", (17, 5), near=6, far=6)
    fly(t, to, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-01")
def test_the_path_begins_where_the_move_begins(table):
    t = sky(table, at=(8, 5))
    flak(t, "B1", (2, 5), near=6, far=6)
    fly(t, 20, 5)
    assert t.ask() == ("REACT", "B")


@pytest.mark.clause("DZ-RF-01", "DZ-SHT-06")
@pytest.mark.parametrize(("active", "asked"), [(1, False), (0, True)])
def test_active_countermeasures_shorten_the_reach_of_reactions(table, active, asked):
    t = sky(table, figures={"active": active})
    flak(t, "B1", (11, 11), near=5, far=6)
    fly(t, 20, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-01")
@pytest.mark.parametrize(("facing", "asked"), [("S", True), ("N", False), ("E", True), ("NE", False)])
def test_some_point_of_the_path_is_in_the_arc(table, facing, asked):
    t = sky(table)
    arm(t, t.squad("B1", "A-AAT", (11, 11), facing=facing), gun(aa=0, arc=FRONT))
    fly(t, 20, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-01")
@pytest.mark.parametrize(("width", "asked"), [(20, False), (10, True)])
def test_some_point_of_the_path_is_in_sight(table, width, asked):
    t = sky(table, pieces={"C0": ("large_building", 2, 9, width, 2)})  # the Aircraft may not cross it
    flak(t, "B1", (11, 12))
    fly(t, 20, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-01", "DZ-SPEC-01")
@pytest.mark.parametrize(("facts", "asked"), [
    ({}, True), ({"aa": -1}, False), ({"indirect": 1}, False), ({"aa": 2}, True),
])  # fmt: skip
def test_weapons_with_anti_air_react_those_that_are_indirect_too_do_not(table, facts, asked):
    t = sky(table)
    flak(t, "B1", (11, 11), **facts)
    fly(t, 20, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-01")
@pytest.mark.parametrize("profile", ["A-MBT", "A-INF"])
def test_only_moves_of_aircraft_are_reacted_to(table, profile):
    t = sky(table)
    t.squad("A5", profile, (10, 5), group=2)
    flak(t, "B1", (11, 11))
    t.activate("A5")
    t.play("move", "to 10,6")
    assert t.decision != "REACT"


@pytest.mark.clause("DZ-RF-02", "DZ-RF-03")
@pytest.mark.parametrize(("out", "need"), [(0, 5), (2, 7)])
def test_reaction_shots_have_a_penalty_of_two(table, out, need):
    t = sky(table)
    flak(t, "B1", (11, 11), shots=2)
    t.mark("B1", out=out, left=out > 0)
    fly(t, 20, 5)
    t.dice(*dice_for(need), 2)
    t.play("at A1")
    assert t.unit("A1")["dp"] == 19


@pytest.mark.clause("DZ-RF-02", "DZ-MOV-08")
@pytest.mark.parametrize(("travelled", "asked"), [(6, True), (7, False)])
def test_what_was_moved_in_this_round_counts_for_move_and_fire(table, travelled, asked):
    t = sky(table)
    flak(t, "B1", (11, 11), free=6)
    t.change("B1", travelled=travelled)
    fly(t, 20, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-02", "DZ-TRN-19", "DZ-TRN-18")
@pytest.mark.parametrize(("facts", "asked"), [({"out": 2, "left": 1}, True), ({"aerial": 1}, False), ({"boarded": 1}, False)])
def test_who_left_an_aircraft_or_embarked_does_not_react(table, facts, asked):
    t = sky(table)
    flak(t, "B1", (11, 11))
    t.mark("B1", **facts)
    fly(t, 20, 5)
    assert (t.decision == "REACT") == asked


@pytest.mark.clause("DZ-RF-03")
def test_a_weapon_reacts_once_in_a_round_and_another_one_after_it(table):
    t = sky(table)
    flak(t, "B1", (11, 11), n=2)
    fly(t, 20, 5)
    t.dice(1)
    t.play("at A1")
    assert t.ask() == ("REACT", "B")  # the second weapon
    t.dice(1)
    t.play("at A1")
    assert t.decision != "REACT" and t.unit("B1")["fired"] == 3


@pytest.mark.clause("DZ-RF-03", "DZ-RF-01")
def test_a_weapon_that_reacted_is_not_fired_again_but_the_unit_keeps_its_actions(table):
    t = sky(table)
    arm(t, t.squad("B1", "A-AAT", (11, 11)), gun(aa=0), gun())
    fly(t, 20, 5)
    t.dice(1)
    t.play("at A1")
    t.finish("A1")
    t.play("end")
    t.activate("B1")
    assert {"move", "shoot"} <= t.legal()
    t.play("shoot", "hold")  # A9 and the lifter may be aimed at by the second weapon alone
    assert t.decision == "ACTION" or t.named("at") == {"A9"}


@pytest.mark.clause("DZ-RF-03")
def test_a_weapon_fired_in_its_activation_does_not_react(table):
    t = sky(table)
    flak(t, "B1", (11, 11))
    t.change("B1", fired=1)
    fly(t, 20, 5)
    assert t.decision != "REACT"


@pytest.mark.clause("DZ-RF-04", "DZ-AIR-02")
def test_reaction_fire_comes_before_the_landing(table):
    t = sky(table)
    flak(t, "B1", (11, 11), near=7, far=7)
    fly(t, 11, 5)
    assert t.decision == "REACT" and t.unit("A1")["flying"] == 1
    t.dice(1)
    t.play("at A1")
    assert t.decision == "LAND"


@pytest.mark.clause("DZ-RF-04", "DZ-SPEC-16")
def test_combined_fire_does_not_react(table):
    t = sky(table)
    flak(t, "B1", (11, 11), aa=-1, reduced=1, shots=4)
    fly(t, 20, 5)
    assert t.decision != "REACT"


@pytest.mark.clause("DZ-RF-05", "DZ-MULTI-09", "DZ-CORE-13")
def test_players_react_in_the_order_of_initiative_and_unit_by_unit(table):
    t = sky(table, seats=3)
    flak(t, "B1", (11, 11))
    flak(t, "B2", (12, 11), group=2)
    flak(t, "C1", (13, 11))
    t.activate("A1")
    t.state["order"][:3] = [2, 0, 1]
    t.play("move", "to 20,5")
    seen = []
    while t.decision == "REACT":
        seen.append(t.subject)
        t.play("hold")
    assert seen == ["C1", "B1", "B2"]


@pytest.mark.clause("DZ-RF-05")
def test_the_moving_player_is_not_asked_and_each_sees_the_result_before(table):
    t = sky(table, figures={"dp": 2})
    flak(t, "A5", (12, 9), group=2)
    flak(t, "B1", (11, 11))
    flak(t, "B2", (12, 11), group=2)
    fly(t, 20, 5)
    assert t.subject == "B1"
    t.dice(5, 2)
    t.play("at A1")
    assert t.unit("A1")["dp"] == 1 and t.subject == "B2"
    t.dice(5, 2, 6)  # destroyed; the crash is a 3: nothing
    t.play("at A1")
    assert t.where("A1") == "destroyed" and t.kills == (0, 30)


@pytest.mark.clause("DZ-RF-07", "DZ-AIR-06")
def test_a_unit_shot_down_falls_at_the_nearest_point_of_its_path(table):
    t = sky(table, figures={"dp": 1})
    flak(t, "B1", (11, 11))
    for k, x in enumerate((9, 11, 13, 20)):
        t.squad(f"B{5 + k}", "A-MBT", (x, 5), armour=12, dp=9, group=2)
    fly(t, 19, 5)  # not (20, 5)
    t.dice(5, 2, 1, 2)  # hit, damage, the crash: N = 1, one hit on the tank below (9, 5), the first point at 6"
    t.play("at A1")
    assert [int(t.unit(f"B{5 + k}")["dp"]) for k in range(4)] == [8, 9, 9, 9]


@pytest.mark.clause("DZ-RF-07", "DZ-GRID-09")
def test_the_squad_moves_on_with_its_survivors(table):
    t = spare(table())
    arm(t, t.squad("A1", "B-DRN", (2, 5), (2, 6), (2, 7), move=18, dp=1), gun())
    flak(t, "B1", (11, 11))
    t.activate("A1")
    t.play("move", "to 19,5")
    assert t.named("at") == {"A1", "A2", "A3"}
    t.dice(5, 6)
    t.play("at A2")
    assert t.where("A2") == "destroyed" and t.at("A1") == (19, 5) and t.at("A3") is not None
    assert t.decision in ("LAND", "FACING", "ACTION")


@pytest.mark.clause("DZ-RF-06", "DZ-TRN-14")
def test_a_move_of_two_legs_opens_two_windows(table):
    t = sky(table)
    t.squad("A5", "A-MBT", aboard="A1", size=2)
    flak(t, "B1", (11, 11), n=2)
    fly(t, 10, 5)
    assert t.decision == "REACT"
    t.dice(1)
    t.play("at A1", "hold", "land")
    assert t.decision == "TRANSFER"
    t.play("put-off A5", "out 10,7")
    if t.decision == "TRANSFER":
        t.play("done")
    assert t.decision == "GO_ON"
    t.play("to 14,5")
    assert t.ask() == ("REACT", "B") and t.subject == "B1"
    t.dice(1)
    t.play("at A1")
    assert t.decision != "REACT"


@pytest.mark.clause("DZ-AIR-05", "DZ-RF-01")
def test_an_aircraft_that_turns_in_place_is_reacted_to(table):
    t = sky(table)
    flak(t, "B1", (2, 9), near=4, far=4)
    fly(t, 2, 5)
    assert t.decision == "REACT"
