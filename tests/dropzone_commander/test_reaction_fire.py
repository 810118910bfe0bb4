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


# ---- the Commander, Focus


def convoy(table, *, focus=0, second=(2, 7), **figures):
    """A1 with a Commander and A2 are a squad of two Aircraft; B1 reacts with two shots of Energy 8."""
    t = spare(table())
    t.squad("A9", "A-MBT", (0, 0))
    arm(t, ["A9"], gun())
    arm(t, t.squad("A1", "A-HDR", (2, 5), second, commander=2, dp=20, armour=10, evasion=0, move=18), gun(aa=0))
    flak(t, "B1", (11, 11), shots=2, acc=2, focus=focus, **figures)
    return t


@pytest.mark.clause("DZ-CMDR-05", "DZ-RF-01")
def test_reactions_at_a_commander_may_be_turned_to_others_of_his_squad(table):
    for instead, left in (("instead A2", [20, 19]), ("keep", [19, 20])):
        t = convoy(table)
        fly(t, 16, 5)
        t.play("at A1")
        assert t.ask() == ("SHIELD", "A") and t.legal() == {"instead A2", "keep"}
        t.dice(4, 3, 2)  # 2, and 2 for Reaction Fire: a hit and a miss; damage
        t.play(instead)
        assert [t.unit(name)["dp"] for name in ("A1", "A2")] == left and t.unit("B1")["fired"] == 1


@pytest.mark.clause("DZ-CMDR-05", "DZ-RF-07")
def test_who_is_out_of_reach_all_the_way_is_no_stand_in(table):
    t = convoy(table, second=(2, 1), far=7, near=7)
    t.tables["unit_active"][:] = 0
    fly(t, 16, 5)  # y = 5 is 6 inches away, y = 1 is 10
    t.dice(1, 1)
    t.play("at A1")
    assert t.decision != "SHIELD"


@pytest.mark.clause("DZ-CMDR-05", "DZ-CARD-C11")
def test_the_shot_is_turned_away_before_cards_are_played_on_it(table):
    t = convoy(table)
    t.hand("A", [11])
    fly(t, 16, 5)
    t.play("at A1")
    assert t.decision == "SHIELD"
    t.play("keep")
    assert t.ask() == ("CARD", "A")
    t.dice(5, 5)
    t.play("play jink")  # Evasion 3: 7


@pytest.mark.clause("DZ-SPEC-11", "DZ-RF-03")
@pytest.mark.parametrize(("lost", "die", "left"), [(1, 1, 20), (1, 2, 18), (0, 2, 18)])
def test_hits_of_a_reaction_are_focused(table, lost, die, left):
    t = convoy(table, focus=4)
    t.tables["unit_cv"][:] = 0
    fly(t, 16, 5)
    t.dice(4, 4)
    t.play("at A1")
    assert t.ask() == ("FOCUS", "B") and t.legal() == {"focus 0", "focus 1"}
    t.dice(*([die] if lost else [die, die]))  # Energy 12 against Armour 10, or twice 8
    t.play(f"focus {lost}")
    assert t.unit("A1")["dp"] == left


@pytest.mark.clause("DZ-SPEC-11")
def test_focus_of_a_reaction_is_spread(table):
    t = convoy(table, focus=1)
    t.weapon("B1", shots=4)
    t.tables["unit_cv"][:] = 0
    fly(t, 16, 5)
    t.dice(4, 4, 4, 4)
    t.play("at A1", "focus 2")
    assert t.ask() == ("SPREAD", "B")
    t.dice(3, 3)
    t.play("each")  # Energy 9 twice: 12 is a Critical of Armour 10
    assert t.unit("A1")["dp"] == 16


@pytest.mark.clause("DZ-SPEC-11", "DZ-SPEC-07")
def test_automatic_criticals_of_a_reaction_are_hits_to_be_focused(table):
    t = convoy(table, focus=1, destroyer=6)
    t.tables["unit_cv"][:] = 0
    fly(t, 16, 5)
    t.dice(4, 6)
    t.play("at A1")
    assert t.ask() == ("FOCUS", "B") and t.legal() == {"focus 0", "focus 1"}
    t.play("focus 1")  # the ordinary one is given up: a Critical without a die
    assert t.unit("A1")["dp"] == 18


@pytest.mark.clause("DZ-RF-01", "DZ-RF-07")
def test_the_point_of_the_path_may_be_the_corner_of_the_board(table):
    t = spare(table())
    t.squad("A9", "A-MBT", (20, 20))
    arm(t, ["A9"], gun())
    arm(t, t.squad("A1", "A-HDR", (0, 0), dp=20, armour=10, evasion=0, move=18), gun())
    flak(t, "B1", (0, 3), near=3, far=3)
    fly(t, 10, 0)
    assert t.ask() == ("REACT", "B")
    t.dice(5, 2)
    t.play("at A1")
    assert t.unit("A1")["dp"] == 19


@pytest.mark.clause("DZ-RF-04", "DZ-RF-07")
@pytest.mark.parametrize("dp", [20, 1])
def test_who_is_hit_flies_on_and_who_is_shot_down_leaves_no_trace(table, dp):
    t = sky(table, figures={"dp": dp})
    flak(t, "B1", (11, 11))
    fly(t, 18, 5)
    t.dice(5, 2, *([6] if dp == 1 else []))  # a hit that damages; a wreck that hurts nobody
    t.play("at A1")
    assert t.at("A1") == ((18, 5) if dp == 20 else None)
    assert t.state["air"].tolist() == [1 << 18 if dp == 20 and y == 5 else 0 for y in range(48)]


@pytest.mark.clause("DZ-CMDR-05", "DZ-RF-07")
def test_a_stand_in_may_be_shot_at_over_the_corner_of_the_board(table):
    t = spare(table())
    t.squad("A9", "A-MBT", (20, 20))
    arm(t, ["A9"], gun())
    arm(t, t.squad("A1", "A-HDR", (1, 0), (0, 0), commander=2, dp=20, armour=10, evasion=0, move=18), gun())
    flak(t, "B1", (0, 3), near=3, far=3)
    fly(t, 11, 0)
    t.play("at A1")
    assert t.ask() == ("SHIELD", "A") and t.legal() == {"instead A2", "keep"}
    t.dice(1)
    t.play("instead A2")


@pytest.mark.clause("DZ-ABIL-09", "DZ-ABIL-06", "DZ-RF-01")
def test_thrusters_are_reacted_to_as_an_aircraft_and_end_on_the_ground(table):
    t = spare(table(pieces={"C0": ("medium_building", 8, 3, 6, 6)}))
    t.squad("A9", "A-MBT", (0, 20))
    arm(t, t.squad("A1", "C-CMD", (5, 5)), gun())
    t.squad("B1", "B-AAT", (12, 12))
    fly(t, 18, 5)
    assert t.ask() == ("REACT", "B")
    t.dice(4, 5, 3)  # arcs: 2 against Aircraft, 2 for Reaction Fire, Evasion 3 less 2; Energy 8 against Armour 11
    t.play("at A1")
    assert t.unit("A1")["dp"] == 2 and t.at("A1") == (18, 5) and t.unit("A1")["flying"] == 0
