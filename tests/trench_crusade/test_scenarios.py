"""Rulings of the scenarios: control of objectives, deeds, relics and reinforcements (chapter SC, S1-S3)."""

from __future__ import annotations

import pytest

PIECE = {"objectives": [(10, 13, 10, 13)], "piece_points": 2}


@pytest.mark.clause("TC-SC-01", "TC-SC-02")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ([(10, 10)], [(14, 12), (14, 13), (13, 14)], (2, 0)),  # alone on the piece
        ([(10, 10)], [(13, 13), (14, 12), (13, 14), (14, 11)], (0, 2)),  # both on it: the numbers decide
        ([(10, 10)], [(13, 13)], (0, 0)),
        ([(9, 10), (9, 11)], [(14, 12)], (2, 0)),  # nobody on it
        ([(8, 10)], [], (2, 0)),  # 1" away
        ([(7, 10)], [], (0, 0)),  # 2" away
    ],
)
def test_control_of_an_objective(table, a, b, points):
    t = table(size=(24, 24), turns=1, **PIECE)
    t.add("A12", (1, 1))
    t.add("B12", (22, 22))
    for seat, cells in (("A", a), ("B", b)):
        for n, at in enumerate(cells, 1):
            t.add(f"{seat}{n}", at)
    t.score()
    assert t.over and t.points == points


@pytest.mark.clause("TC-SC-01", "TC-SC-02", "TC-GEN-08")
@pytest.mark.parametrize(("at", "points"), [((2, 14), (2, 0)), ((1, 14), (2, 0)), ((0, 14), (0, 0))])
def test_heights_do_not_count_for_what_is_near_an_objective(table, at, points):
    """The corner of the ruin, (3, 14), is a wall."""
    t = table(ruins={"ruin6": [(3, 9)]}, objectives=[(3, 8, 9, 14)], piece_points=2, turns=1)
    t.add("A1", at)
    t.add("B1", (30, 30))
    t.score()
    assert t.points == points


@pytest.mark.clause("TC-SC-02", "TC-SC-04")
def test_the_down_control_too_in_every_turn(table):
    t = table(size=(24, 24), turns=2, **PIECE)
    t.add("A1", (10, 10), down=1)
    t.add("B1", (22, 22))
    t.score()
    assert t.points == (2, 0) and not t.over
    t.score()
    assert t.points == (4, 0) and t.over


@pytest.mark.clause("TC-SC-01", "TC-SC-02")
def test_a_down_model_on_a_piece_holds_it_against_more_beside_it(table):
    t = table(size=(24, 24), turns=1, **PIECE)
    t.add("A1", (10, 10), down=1)
    t.add("B1", (14, 12))
    t.add("B2", (14, 13))
    t.score()
    assert t.points == (2, 0)


def deed_table(table, *deeds, **options):
    t = table(deeds=list(deeds), **options)
    t.add("B9", (34, 34))
    t.add("A9", (0, 34))
    return t


@pytest.mark.clause("TC-SC-03", "TC-KW-14", "TC-BLD-01")
@pytest.mark.parametrize(("blood", "done"), [(3, {}), (4, {"sixth_marker": 0}), (6, {})])
def test_the_sixth_marker(table, blood, done):
    t = deed_table(table, "sixth_marker")
    t.add("A1", (5, 5), weapons=["incendiary_grenade"])
    t.add("B1", (5, 12), blood=blood)
    t.activate("A1")
    t.dice(3, 4)
    t.play("shoot")
    t.dice(1, 1)
    t.play("spend 0")
    assert t.deeds() == done


OWN = [  # what the blast finds in a friend, the dice of its injury, and what then is true of it
    ("sixth_marker", {"blood": 4}, (1, 1), {"blood": 6}),
    ("from_the_ground", {}, (6, 6), {"status": "OUT"}),
    ("fall", {}, (3, 4, 3, 3, 1, 1, 1), {"at": (6, 13), "down": True}),
]


@pytest.mark.clause("TC-SC-03", "TC-KW-06")
@pytest.mark.parametrize(("deed", "facts", "dice", "then"), OWN, ids=[case[0] for case in OWN])
def test_what_befalls_a_friend_is_no_deed(table, deed, facts, dice, then):
    t = deed_table(table, deed, walls=[(6, 6, 14, 14)] if deed == "fall" else [])
    if deed == "fall":
        t.arm("frag_grenade", blast=6)  # half inches, heights included
    t.add("A1", (5, 5), weapons=["frag_grenade"], down=deed == "from_the_ground")
    t.add("A2", (6, 14), **facts)
    t.add("B1", (5, 12))
    t.activate("A1", "shoot")
    t.dice(3, 4, 1, 1, *dice)
    t.play("at B1", *["spend 0"] * ("blood" in facts))
    assert t.unit("B1").blood == 2 and {key: getattr(t.unit("A2"), key) for key in then} == then
    assert t.deeds() == {}


@pytest.mark.clause("TC-SC-03", "TC-JMP-03")
def test_who_jumps_down_has_not_been_made_to_fall(table):
    t = deed_table(table, "fall", walls=[(5, 5, 5, 5)])
    t.add("A1", (5, 5))
    t.activate("A1", "move-drop")
    t.dice(1, 1, 1)
    t.play("to 5,6")
    assert t.unit("A1").at == (5, 6) and t.deeds() == {}


@pytest.mark.clause("TC-SC-03", "TC-FALL-04")
def test_a_fall_after_being_felled_is_caused(table):
    t = deed_table(table, "fall", walls=[(5, 5, 12, 12)])
    t.add("A1", (5, 5), weapons=["bolt_rifle"])
    t.add("B1", (5, 12))
    t.activate("A1")
    t.dice(3, 4, 3, 4, 3, 3, 1, 1, 1)  # hit, Down, ledge test failed, +1 INJURY DICE
    t.play("shoot")
    assert t.unit("B1").at == (5, 11) and t.unit("B1").down
    assert t.deeds() == {"fall": 0}


@pytest.mark.clause("TC-MOR-03")
def test_the_first_side_to_pass_a_morale_check(table):
    t = deed_table(table, "morale", turns=1)
    t.add("A1", (5, 5))
    t.lose("A1")
    t.dice(3, 4)
    t.morale()
    assert t.deeds() == {"morale": 0}


@pytest.mark.clause("TC-SC-03")
def test_two_enemies_in_one_turn_by_melee(table):
    t = deed_table(table, "two_kills")
    t.arm("sword", cleave=2)
    t.add("A1", (5, 5), weapons=["sword"])
    t.add("B1", (5, 6))
    t.add("B2", (6, 5))
    t.activate("A1", "fight")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert t.deeds() == {} and t.unit("A1").melee_kills == 1
    t.dice(3, 4, 4, 5)
    t.play("at B2")
    assert t.deeds() == {"two_kills": 0}


@pytest.mark.clause("TC-SC-03", "TC-DOWN-05")
@pytest.mark.parametrize("down", [0, 1])
def test_from_the_ground(table, down):
    t = deed_table(table, "from_the_ground")
    t.add("A1", (5, 5), weapons=["trench_club"], down=down)
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.deeds() == ({"from_the_ground": 0} if down else {})


@pytest.mark.clause("TC-SC-03", "TC-KW-20")
@pytest.mark.parametrize(
    ("y", "traits", "keywords", "done"),
    [
        (19, ("elite",), (), True),
        (18, ("elite",), (), False),  # short range
        (19, (), (), False),  # no ELITE
        (19, ("elite",), ("ignore_cover",), False),
        (19, ("elite",), ("ignore_long_range",), False),
        (19, ("elite",), ("shotgun",), False),  # no long-range penalty
    ],
)
def test_a_long_shot_into_cover(table, y, traits, keywords, done):
    t = deed_table(table, "long_shot", low_walls=[(5, 5, y - 1, y - 1)])
    t.arm("bolt_rifle", *keywords, injury_modifier=3)
    t.add("A1", (5, 5), weapons=["bolt_rifle"], ranged=2)
    t.add("B1", (5, y), traits=traits)
    t.activate("A1")
    net = 2 - (y == 19 and not {"ignore_long_range", "shotgun"} & set(keywords)) - ("ignore_cover" not in keywords)
    t.dice(3, 4, *(1,) * net, 3, 3, *((6,) if "shotgun" in keywords else ()))
    t.play("shoot")
    assert t.unit("B1").status == "OUT"
    assert t.deeds() == ({"long_shot": 0} if done else {})


@pytest.mark.clause("TC-CHG-10")
def test_a_charge_near_one_enemy_is_no_double_charge(table):
    t = deed_table(table, "double_charge")
    t.add("A1", (5, 5))
    t.add("B1", (5, 11))
    t.activate("A1")
    t.dice(1)
    t.play("charge")
    assert t.deeds() == {}


@pytest.mark.clause("TC-SC-03", "TC-END-03")
def test_a_deed_is_done_once_by_whoever_is_first(table):
    t = deed_table(table, "from_the_ground", turns=1)
    t.state["deeds"][4] = 1
    t.add("A1", (5, 5), weapons=["trench_club"], down=1)
    t.add("B1", (5, 6))
    t.activate("A1")
    t.dice(3, 4, 4, 5)
    t.play("fight")
    assert t.deeds() == {"from_the_ground": 1}
    t.score()
    assert t.points == (0, 1)


RELICS = {"relics": [(10, 10), (10, 13), (20, 20)], "relics_last": [1, 4, 4], "morale": False}


@pytest.mark.clause("TC-ACT-11", "TC-SC-03")
def test_claiming_a_relic_with_a_choice(table):
    t = table(**RELICS, deeds=["two_relics"])
    t.add("A1", (10, 11))
    t.add("A2", (10, 8), weapons=["bolt_rifle"])
    t.add("B1", (30, 30))
    t.activate("A1", "claim")
    assert (t.decision, t.decider) == ("RELIC", 0) and t.legal() == {"claim 10,10", "claim 10,13"}
    t.dice(3, 4)
    t.play("claim 10,13")
    assert t.unit("A1").claims == {1} and int(t.state["claimed"][1]) == 0
    assert "claim" not in t.verbs(), "once in an activation"
    t.play("end", "end")
    assert t.active == "A2"
    t.dice(3, 4)
    t.play("claim")  # (10, 10) alone is left and near
    assert t.unit("A2").claims == {0} and t.deeds() == {}


@pytest.mark.clause("TC-ACT-11")
@pytest.mark.parametrize(("at", "round_", "offered"), [((10, 8), 1, True), ((10, 7), 1, False), ((10, 8), 2, False)])
def test_which_relics_can_be_claimed(table, at, round_, offered):
    t = table(**RELICS)
    t.add("A1", at)
    t.add("B1", (30, 30))
    t.state["round"] = round_
    t.activate("A1")
    assert ("claim" in t.verbs()) == offered


@pytest.mark.clause("TC-ROLL-06")
def test_a_claim_is_not_risky(table):
    t = table(**RELICS)
    t.add("A1", (10, 8))
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(3, 3)
    t.play("claim")
    assert t.unit("A1").claims == set() and t.decision == "ACTION"


@pytest.mark.clause("TC-SC-03")
def test_one_model_claims_two_relics(table):
    t = table(**RELICS, deeds=["two_relics"])
    t.add("A1", (10, 14), claims=[0])
    t.add("B1", (30, 30))
    t.activate("A1")
    t.dice(3, 4)
    t.play("claim")
    assert t.unit("A1").claims == {0, 1} and t.deeds() == {"two_relics": 0}


@pytest.mark.clause("TC-END-01", "TC-END-03")
@pytest.mark.parametrize(("number", "claimed", "points"), [(1, (0, 0, 1), (2, 1)), (3, (0, 0, 1), (2, 1)), (4, (0, 0, 1), (4, 2))])
def test_points_of_relics(table, number, claimed, points):
    t = table(**RELICS)
    t.add("A1", (2, 2))
    t.add("A2", (4, 2))
    t.add("B1", (30, 30))
    t.state["round"] = number
    t.state["claimed"][:3] = claimed
    t.score()
    assert t.points == points


@pytest.mark.clause("TC-END-01")
def test_at_most_four_relics_count_before_the_last_turn(table):
    six = [(2 * n, 5) for n in range(6)]
    for number, points in ((1, 4), (4, 12)):
        t = table(relics=six, relics_last=[4] * 6, morale=False)
        t.add("A1", (2, 2))
        t.add("A2", (4, 2))
        t.add("B1", (30, 30))
        t.state["round"] = number
        t.state["claimed"][:] = 0
        t.score()
        assert t.points == (points, 0)


@pytest.mark.clause("TC-SC-03")
def test_three_kills_and_a_relic_guard(table):
    t = table(**RELICS, deeds=["three_kills", "relic_guard"])
    t.add("A1", (10, 5), weapons=["machine_gun"], kills=2)
    t.add("B1", (10, 9))  # within 1" of a relic
    t.add("B2", (34, 34))
    t.activate("A1")
    t.play("shoot")
    t.dice(3, 4, 4, 5)
    t.play("at B1")
    assert t.deeds() == {"three_kills": 0, "relic_guard": 0}


@pytest.mark.clause("TC-INIT-05", "TC-DEP-02")
def test_reinforcements(table):
    t = table(zones=[(0, 5, 0, 35), (30, 35, 0, 35)], deployed=6, morale=False)
    t.add("A1", (20, 20))
    t.add("A2", None)
    t.add("A3", None)
    t.add("A4", None)
    t.add("B1", (7, 5))
    t.add("B2", (25, 25))
    t.dice(2, 5, 4)  # roll-off, won by seat 1 which has no reserves; D3 of 2
    t.turn(2)
    assert (t.decision, t.decider) == ("ARRIVE_UNIT", 0) and t.names() == {"A2", "A3", "A4"}
    t.play("bring A3")
    assert t.decision == "ARRIVE_CELL"
    assert {x for x, _ in t.cells()} == {0}, "at the own edge"
    assert (0, 11) in t.cells() and (0, 10) not in t.cells(), 'more than 8" from enemies'
    t.play("place 0,20", "bring A2", "place 0,22")
    assert t.unit("A4").status == "RESERVE" and t.decision == "ACTIVATE"
    assert t.decider == 0, "Initiative was settled before: one model against two"


@pytest.mark.clause("TC-OOA-02")
def test_relics_know_no_morale(table):
    t = table(**RELICS)
    t.add("A1", (2, 2))
    t.add("A2", (4, 2))
    t.lose("A2")
    t.add("B1", (30, 30))
    t.add("B2", (32, 30))
    t.morale()
    assert t.decision == "ACTION" and t.active == "A1"


@pytest.mark.clause("TC-SC-05")
@pytest.mark.parametrize("name", ["outpost", "contested", "relics"])
def test_a_game_has_four_turns_and_more_only_if_asked_for(table, name):
    assert int(table.new_game(name).tables["turns"]) == 4
    assert int(table.new_game(name, turns=5).tables["turns"]) == 5


@pytest.mark.clause("TC-SC-05", "TC-END-01")
@pytest.mark.parametrize(("turns", "last"), [(3, [1, 1, 2, 2, 3, 3]), (4, [1, 1, 2, 2, 4, 4]), (6, [1, 1, 2, 2, 6, 6])])
def test_the_last_relics_stay_to_the_end_of_a_longer_game(table, turns, last):
    assert table.new_game("relics", turns=turns).tables["relic_last"].tolist() == last
