"""Chapters RND, VIC, VC: when a battle ends, who wins it, and the building blocks of scenarios."""

from __future__ import annotations

import pytest

PLAY_ON = {"options": {"play_out": False}}


def ending(table, points=(0, 0), kills=(0, 0), rounds=4, **facts):
    """The last round is over."""
    t = table(rounds=rounds, **facts)
    t.add("A1", (2, 2))
    t.add("B1", (15, 9))
    t.state["points"], t.state["kills"] = points, kills
    return t


# ---- the end


@pytest.mark.clause("WC-RND-02", "WC-VIC-01", "WC-RND-07")
@pytest.mark.parametrize("rounds", [3, 4])
def test_the_battle_ends_after_the_last_round_and_not_before(table, rounds):
    t = ending(table, points=(1, 0), rounds=rounds)
    for round in range(1, rounds):
        t.score(round)
        assert not t.over and t.state["round"] == round + 1
    t.end_round(rounds)
    assert t.over and t.winners == (0,) and t.reason == "victory_points"


@pytest.mark.clause("WC-VIC-02", "WC-VIC-03")
@pytest.mark.parametrize(
    ("points", "kills", "winners", "reason"),
    [
        ((3, 2), (0, 500), (0,), "victory_points"),
        ((2, 3), (500, 0), (1,), "victory_points"),
        ((3, 3), (55, 75), (1,), "kills"),
        ((3, 3), (80, 75), (0,), "kills"),
        ((3, 3), (75, 75), (0, 1), "draw"),
        ((0, 0), (0, 0), (0, 1), "draw"),
    ],
)
def test_most_victory_points_then_points_of_enemies_taken_down_then_a_draw(table, points, kills, winners, reason):
    t = ending(table, points, kills)
    t.end_round(4)
    assert t.over and t.winners == winners and t.reason == reason
    assert t.rewards == ([0, 0] if winners == (0, 1) else [1 - 2 * winners[0], 2 * winners[0] - 1])


@pytest.mark.clause("WC-VIC-03")
def test_points_of_enemies_taken_down_add_up_over_the_battle(table):
    t = table()
    t.add("A1", (5, 5), "iron_behemoth")
    t.add("B1", (6, 5), "fang_runner", damage=7, activated=True)
    t.add("B2", (4, 5), "fang_axe", damage=9, activated=True)
    t.add("B3", (15, 9))
    t.activate("A1")
    t.dice(6, 6, 6, 6, 6, 6)
    t.attack("B1")
    t.attack("B2")
    assert t.state["kills"].tolist() == [155, 0] and t.state["wounds_down"].tolist() == [18, 0]
    t.end_round(4)
    assert t.winners == (0,) and t.reason == "kills"


@pytest.mark.clause("WC-RND-07", "WC-OBJ-01")
def test_control_is_settled_before_the_round_is_scored_and_before_the_winner_is_determined(table):
    t = table(objectives=[(9, 6)], per_objective=1)
    t.add("A1", (0, 0))
    t.add("B1", (9, 6))
    t.end_round(4)
    assert t.holder(1) == "B" and t.points == (0, 1) and t.winners == (1,)


@pytest.mark.clause("WC-RND-07", "WC-RND-01")
def test_effects_until_the_end_of_the_round_and_what_belonged_to_it_are_gone(table):
    t = table()
    t.add("A1", (2, 2), waiting=True)
    t.add("B1", (15, 9), activated=True)
    for effect in ("defiant", "trophy", "unleashed", "cowering", "harried"):
        t.change("A1", **{effect: 1})
    t.state["tally"], t.state["leader_down"] = (50, 60), (1, 1)
    t.score()
    a = t.unit("A1")
    assert not (a.waiting or a.activated or a.defiant or a.trophy or a.unleashed or a.cowering or a.harried)
    assert not t.unit("B1").activated
    assert t.state["tally"].tolist() == [0, 0] and t.state["leader_down"].tolist() == [0, 0]


@pytest.mark.clause("WC-RND-01", "WC-RND-03", "WC-RND-04", "WC-RND-05")
def test_a_round_is_hero_phase_reserve_phase_combat_phase(table):
    t = table(scenario="crossing")
    t.add("A1", (2, 2))
    t.add("A2", None, group="hammer")
    t.add("B1", (15, 9))
    t.score(1)
    phases = []
    while t.decision != "STEP":
        phases.append((t.phase, t.decision))
        t.play(min(t.legal()))
    assert phases == [("hero", "WILD"), ("hero", "WILD"), ("reserve", "DEPLOY"), ("combat", "FIRST")]


@pytest.mark.clause("WC-VIC-04")
def test_a_tie_is_played_on_if_that_is_agreed(table):
    t = ending(table, (2, 2), options={"extra_rounds": True})
    t.score(4)
    assert not t.over and t.state["round"] == 5
    t.state["points"] = 3, 2
    t.end_round(5)
    assert t.over and t.winners == (0,)


@pytest.mark.clause("WC-VIC-04")
def test_a_decided_battle_is_not_played_on(table):
    t = ending(table, (2, 1), options={"extra_rounds": True})
    t.end_round(4)
    assert t.over and t.winners == (0,)


@pytest.mark.clause("WC-VIC-04")
def test_still_tied_it_goes_on_until_one_side_has_no_fighters_whatever_the_points(table):
    t = ending(table, (2, 2), options={"extra_rounds": True, "play_out": False})
    t.score(5)
    assert not t.over and t.state["round"] == 6
    t.state["points"] = 3, 2
    t.score(6)
    assert not t.over and t.state["round"] == 7
    t.put("B1", (3, 2))
    t.change("B1", damage=7, activated=1)
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.attack("B1")
    assert t.over and t.winners == (0,)


@pytest.mark.clause("WC-VIC-04")
def test_a_tie_with_a_side_that_has_nobody_is_played_on_once_and_then_won_by_those_who_are_left(table):
    t = ending(table, (2, 2), options={"extra_rounds": True, "play_out": True})
    t.take_down("B1")
    t.state["left"][1] = 0
    t.score(4)
    assert not t.over and t.state["round"] == 5
    t.end_round(5)
    assert t.over and t.winners == (0,) and t.reason == "wiped_out"


@pytest.mark.clause("WC-VIC-04")
def test_a_tie_in_which_nobody_is_left_is_a_draw(table):
    t = ending(table, (2, 2), options={"extra_rounds": True, "play_out": True})
    t.take_down("A1", "B1")
    t.state["left"] = 0, 0
    t.end_round(5)
    assert t.over and t.winners == (0, 1) and t.reason == "draw"


@pytest.mark.clause("WC-VIC-04")
def test_playing_on_ends_as_a_draw_after_round_12(table):
    t = ending(table, (2, 2), options={"extra_rounds": True})
    t.score(11)
    assert not t.over and t.state["round"] == 12
    t.state["points"] = 3, 2
    t.end_round(12)
    assert t.over and t.winners == (0, 1) and t.reason == "draw"


def last_stand(table, attacker="raven_knife", damage=0, **facts):
    """A1 attacks B1, the last enemy on the board, which has 1 Wound left."""
    t = table(**facts)
    t.add("A1", (5, 5), attacker, damage=damage)
    t.add("B1", (6, 5), damage=7)
    return t


@pytest.mark.clause("WC-VIC-05")
def test_a_side_without_fighters_has_lost_at_once(table):
    t = last_stand(table, **PLAY_ON)
    t.change("B1", activated=1)
    t.state["points"] = 0, 5
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.attack("B1")
    assert t.over and t.winners == (0,) and t.reason == "wiped_out"


@pytest.mark.clause("WC-VIC-05")
def test_it_has_also_lost_in_its_own_activation(table):
    t = last_stand(table, damage=6, **PLAY_ON)
    t.state["points"] = 5, 0
    t.activate("A1")
    t.dice(1, 2, 2, 2)
    t.attack("B1", "counter")
    assert t.over and t.winners == (1,) and t.reason == "wiped_out"


@pytest.mark.clause("WC-VIC-05", "WC-VIC-03")
@pytest.mark.parametrize(
    ("attacker", "damage", "points", "winners", "reason"),
    [
        ("raven_stalker", 14, (0, 0), (1,), "wiped_out"),  # 130 points against 65
        ("raven_stalker", 14, (1, 0), (0,), "wiped_out"),
        ("raven_stalker", 14, (0, 1), (1,), "wiped_out"),
        ("raven_knife", 7, (2, 2), (0, 1), "draw"),
    ],
)
def test_hits_and_counter_damage_of_one_attack_are_one_moment(table, attacker, damage, points, winners, reason):
    t = last_stand(table, attacker, damage=damage, **PLAY_ON)
    t.state["points"] = points
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.attack("B1", "counter")
    assert t.unit("A1").status == t.unit("B1").status == "down"
    assert t.over and t.winners == winners and t.reason == reason


@pytest.mark.clause("WC-VIC-06")
def test_a_battle_that_is_played_out_goes_on_and_victory_points_decide(table):
    t = last_stand(table, options={"play_out": True}, objectives=[(16, 10)], per_objective=1)
    t.change("B1", activated=1)
    t.control(1, "B")
    t.activate("A1")
    t.dice(6, 1, 1, 1)
    t.attack("B1")
    assert t.unit("B1").status == "down" and not t.over
    t.end_round(4)
    assert t.over and t.winners == (1,) and t.reason == "victory_points" and t.points == (0, 1)


# ---- victory cards


@pytest.mark.clause("WC-VC-01")
def test_each_objective_controlled_is_worth_a_point_a_round(table):
    t = table(objectives=[(5, 6), (9, 6), (14, 6)], per_objective=1)
    t.add("A1", (0, 0))
    t.add("B1", (17, 11))
    t.control(1, "A")
    t.control(2, "B")
    t.control(3, "B")
    t.score(1)
    assert t.points == (1, 2)
    t.score(2)
    assert t.points == (2, 4)


@pytest.mark.clause("WC-VC-01")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("A", (2, 0)),
        ("AA", (3, 0)),
        ("AB", (1, 1)),
        ("AAB", (3, 1)),
        ("AAA", (3, 0)),
        ("AABB", (2, 2)),
        ("ABBBB", (1, 3)),
        ("", (0, 0)),
    ],
)
def test_any_two_and_more_than_the_opponent(table, held, points):
    t = table(objectives=[(k, 6) for k in (2, 5, 9, 12, 15)], for_any=1, for_two=1, for_more=1)
    t.add("A1", (0, 0))
    t.add("B1", (17, 11))
    for k, seat in enumerate(held, 1):
        t.control(k, seat)
    t.score(1)
    assert t.points == points


def relic(table, **facts):
    """The relic of a board of 18 by 12, and two fighters far from it."""
    t = table(victory="relic", tokens=1, centre_inches=3, **facts)
    t.add("A1", (2, 2))
    t.add("B1", (15, 9))
    return t


@pytest.mark.clause("WC-VC-03")
def test_the_relic_is_placed_by_the_defender_at_the_centre_after_deployment(table):
    t = table.new_game(dice=(1, 6), file={"victory": "relic", "tokens": 1, "centre_inches": 3})
    t.play("defender")  # B
    t.dice(6, 1)
    while t.decision != "TREASURE":
        t.play(min(t.legal()))
    assert t.ask() == ("TREASURE", "B", None) and t.cells("treasure") == {(8, 5), (9, 5), (8, 6), (9, 6)}
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("treasure 8,6")
    assert t.decision == "WILD" and t.token_at(1) == (8, 6)


@pytest.mark.clause("WC-VC-03")
def test_the_carrier_of_the_relic_is_hurt_at_the_end_of_its_own_activation_only(table):
    t = relic(table)
    t.token(1, carrier="A1")
    t.activate("A1")
    t.play("move", "to 3,2", "move")
    t.dice(4)
    t.play("to 4,2")
    assert t.unit("A1").damage == 4 and t.ask()[1] == "B"
    t.play("move", "to 14,9")
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("wait")
    assert t.unit("A1").damage == 4 and t.unit("B1").damage == 0


@pytest.mark.clause("WC-VC-03", "WC-TRE-08")
def test_the_relic_may_take_its_carrier_down_and_lies_there(table):
    t = relic(table)
    t.change("A1", damage=5)
    t.token(1, carrier="A1")
    t.activate("A1")
    t.play("move", "to 3,2")
    t.dice(3)
    t.play("wait")
    assert t.unit("A1").status == "down" and t.ask()[:2] == ("DROP", "A")
    t.play("drop 3,2")
    assert t.token_at(1) == (3, 2)


@pytest.mark.clause("WC-VC-03", "WC-CLIMB-03", "WC-FALL-01")
@pytest.mark.parametrize(("damage", "dice", "down"), [(0, (4, 2), False), (7, (4,), True)])
def test_a_carrier_of_the_relic_that_hangs_on_a_face_falls_and_is_hurt_by_the_relic_too(table, damage, dice, down):
    """The die for the fall of 3" is the first, and who does not survive it drops the relic and rolls no other."""
    t = table(victory="relic", tokens=1, centre_inches=3, platforms=[(10, 11, 4, 6)])
    t.add("A1", (9, 5), toward=(10, 5), height=3, damage=damage)
    t.add("A2", (0, 11))
    t.add("B1", (0, 0))
    t.token(1, carrier="A1")
    t.activate("A1")
    t.play("wait")
    assert t.ask() == ("FALL", "B", "A1")
    t.dice(*dice)
    t.play("land 8,5")
    if down:
        assert t.unit("A1").status == "down" and t.ask() == ("DROP", "A", "A1")
    else:
        assert t.unit("A1").damage == 3 and t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-VC-02", "WC-GEN-05")
def test_treasures_lie_more_than_3_inches_from_each_other_height_included(table):
    """The centre of 18 by 12 is (9, 6). From the first treasure on the floor a platform 3" up, two cells off, is 3.6" away."""
    board = {"width": 18, "height": 12, "exempt": True, "platforms": {"3": [(10, 6)]}}
    t = table.new_game(dice=(1, 6), file={"victory": "hoard", "tokens": 2, "centre_inches": 3, "board": board})
    t.play("defender")
    t.dice(6, 1)
    while t.decision != "TREASURE":
        t.play(min(t.legal()))
    t.play("treasure 8,6")
    assert (10, 6) in t.cells("treasure") and not {(10, 5), (11, 6)} & t.cells("treasure")


@pytest.mark.clause("WC-RND-08", "WC-VC-03", "WC-OBJ-01")
def test_damage_at_the_end_of_the_last_activation_is_done_before_control_is_settled(table):
    t = relic(table, objectives=[(2, 2)])
    t.change("A1", damage=7, lost=1)
    t.change("B1", activated=1)
    t.token(1, carrier="A1")
    t.activate("A1")
    t.dice(1, 1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.play("wait", "drop 2,2")
    assert t.state["round"] == 2 and t.unit("A1").status == "down" and t.holder(1) is None


@pytest.mark.clause("WC-VC-03")
def test_the_carrier_of_the_relic_wins_after_round_4(table):
    t = relic(table)
    t.token(1, carrier="B1")
    t.state["kills"] = 900, 0
    t.end_round(4)
    assert t.over and t.winners == (1,) and t.reason == "treasure"


@pytest.mark.clause("WC-VC-03", "WC-VIC-03")
@pytest.mark.parametrize(
    ("near", "winners", "reason"), [("AAB", (0,), "centre"), ("ABB", (1,), "centre"), ("AB", (0,), "kills"), ("", (0,), "kills")]
)
def test_without_a_carrier_more_fighters_near_the_relic_win(table, near, winners, reason):
    t = relic(table)
    t.token(1, at=(4, 9))  # not at the centre
    t.add("A2", (9, 5))
    t.add("A3", (8, 5))
    t.add("B2", (9, 6))
    t.add("B3", (8, 7))
    places = iter([(4, 8), (5, 9), (6, 10)])
    count = {"A": 0, "B": 0}
    for seat in near:
        count[seat] += 1
        t.put(f"{seat}{count[seat] + 1}", next(places))
    t.state["kills"] = 10, 0
    t.end_round(4)
    assert t.over and t.winners == winners and t.reason == reason


@pytest.mark.clause("WC-VC-03")
def test_a_relic_in_the_first_cell_is_a_relic_too(table):
    t = relic(table)
    t.token(1, at=(0, 0))
    t.put("A1", (2, 1))
    t.state["kills"] = 0, 10
    t.end_round(4)
    assert t.winners == (0,) and t.reason == "centre"


def uncover(table, loots=2, **facts):
    t = table(victory="uncover", objectives=[(5, 6), (12, 6)], loots=loots, per_treasure=2, **facts)
    t.add("A1", (5, 5))
    t.add("A2", (6, 6))
    t.add("A3", (4, 7), "fang_cat")
    t.add("B1", (15, 9))
    return t


@pytest.mark.clause("WC-VC-05")
def test_an_objective_is_looted_by_an_action_within_1_inch_and_its_treasure_carried(table):
    t = uncover(table)
    t.activate("A1")
    assert t.can("loot")
    t.play("loot")
    assert t.unit("A1").treasure and t.ask() == ("STEP", "A", "A1") and t.steps() == {"move", "wait", "drop"}
    t.activate("B1")
    assert "loot" not in t.steps()


@pytest.mark.clause("WC-VC-05", "WC-TRE-02")
def test_beasts_and_carriers_loot_nothing(table):
    t = uncover(table)
    t.activate("A3")
    assert "loot" not in t.steps()
    t.activate("A1")
    t.play("loot")
    assert "loot" not in t.steps()


@pytest.mark.clause("WC-VC-05")
def test_after_its_number_of_loots_an_objective_is_gone(table):
    t = uncover(table, loots=1)
    t.activate("A1")
    t.play("loot")
    t.activate("A2")
    assert "loot" not in t.steps()
    t = uncover(table, loots=2)
    for name in ("A1", "A2"):
        t.activate(name)
        t.play("loot")
    assert t.unit("A2").treasure not in (0, t.unit("A1").treasure)


@pytest.mark.clause("WC-VC-05", "WC-OBJ-01")
@pytest.mark.parametrize(("loots", "holder"), [(1, None), (2, "A")])
def test_an_objective_that_is_gone_is_controlled_by_nobody(table, loots, holder):
    t = uncover(table, loots, per_objective=1)
    t.activate("A1")
    t.play("loot")
    t.score(1)
    assert t.holder(1) == holder and t.points == (1 if holder else 0, 1 if t.holder(2) else 0)


@pytest.mark.clause("WC-VC-05")
def test_each_treasure_carried_at_the_end_is_worth_2_points(table):
    t = uncover(table)
    for name in ("A1", "A2"):
        t.activate(name)
        t.play("loot")
    t.score(3)
    assert t.points == (0, 0)
    t.end_round(4)
    assert t.over and t.points == (4, 0) and t.winners == (0,)


@pytest.mark.clause("WC-VC-05")
def test_treasure_of_the_other_side_counts_for_it(table):
    t = uncover(table)
    t.put("B1", (12, 5))
    for name in ("A1", "B1"):
        t.activate(name)
        t.play("loot")
    t.state["points"] = 1, 2
    t.end_round(4)
    assert t.points == (3, 4) and t.winners == (1,)


@pytest.mark.clause("WC-VC-06")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ([(2, 2)], [], (2, 0)),
        ([(2, 2)], [(15, 9)], (0, 0)),
        ([(2, 2), (3, 3)], [(5, 1)], (2, 0)),
        ([(2, 2), (15, 2)], [(15, 9), (16, 3)], (0, 0)),
        ([(2, 2), (15, 2), (2, 9)], [(15, 9)], (2, 0)),
        ([(8, 5), (9, 5)], [(9, 6)], (2, 0)),
        ([(2, 2), (3, 3)], [(2, 3), (3, 2), (4, 4)], (0, 2)),
    ],
)
def test_more_table_quarters_are_worth_2_points(table, a, b, points):
    t = table(victory="quarters", for_quarters=2)
    for seat, cells in (("A", a), ("B", b)):
        for k, at in enumerate([*cells], 1):
            t.add(f"{seat}{k}", at)
        if not cells:
            t.add(f"{seat}1", None)
    t.score(1)
    assert t.points == points


@pytest.mark.clause("WC-VC-06")
def test_quarters_are_worth_what_the_scenario_says(table):
    t = table(victory="quarters", for_quarters=1)
    t.add("A1", (2, 2))
    t.add("B1", None)
    t.score(1)
    assert t.points == (1, 0)


@pytest.mark.clause("WC-VC-06")
def test_a_middle_line_through_a_cell_leaves_it_in_no_quarter(table):
    t = table(size=(17, 12), victory="quarters", for_quarters=2)
    t.add("A1", (8, 2))
    t.add("B1", None)
    t.score(1)
    assert t.points == (0, 0)
    t.put("A1", (7, 2))
    t.score(2)
    assert t.points == (2, 0)
