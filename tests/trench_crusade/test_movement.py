"""Chapters MOV and DSH: how far and where models go, past whom, and the Risky roll of a Dash."""

from __future__ import annotations

import pytest

FAR = (34, 34)


def walker(t, at=(10, 10), **facts):
    """A1 is active, its only enemy far away."""
    t.add("A1", at, **facts)
    t.add("B1", FAR)
    t.activate("A1")


def octile(dx, dy):
    """Tenths of an inch over open ground."""
    return 10 * max(abs(dx), abs(dy)) + 4 * min(abs(dx), abs(dy))


@pytest.mark.clause("TC-MOV-01")
@pytest.mark.parametrize("move", [2, 6, 8])
def test_a_move_goes_up_to_m_in_any_direction_without_a_roll(table, move):
    t = table()
    walker(t, (15, 15), move=move)
    t.play("move")
    assert t.cells() == {(x, y) for x in range(36) for y in range(36) if octile(x - 15, y - 15) <= 10 * move}
    assert (15, 15) in t.cells()  # staying put
    t.play(f"to 15,{15 + move}")
    assert t.unit("A1").at == (15, 15 + move)


@pytest.mark.clause("TC-MOV-01")
def test_a_model_may_stay_put(table):
    t = table()
    walker(t)
    t.play("move", "to 10,10")
    assert t.unit("A1").at == (10, 10) and t.verbs() == {"dash", "end"}


@pytest.mark.clause("TC-MOV-02")
def test_obstacles_of_an_inch_cost_nothing(table):
    t = table(low_walls=[(0, 35, 11, 14)])
    walker(t, (15, 10))
    t.play("move")
    assert {(15, 16), (15, 13), (19, 14)} <= t.cells() and (15, 17) not in t.cells()


@pytest.mark.clause("TC-MOV-03", "TC-RET-01", "TC-DSH-03")
@pytest.mark.parametrize(
    ("at", "engaged"),
    [((10, 11), True), ((10, 12), True), ((11, 11), True), ((11, 12), False), ((10, 13), False), ((12, 12), False)],
)
@pytest.mark.parametrize("down", [0, 1])
def test_within_an_inch_of_an_enemy_only_a_retreat_moves_a_model(table, at, engaged, down):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", at, down=down)
    t.activate("A1")
    moves = t.verbs() & {"move", "move-risk", "move-drop", "charge", "dash", "retreat"}
    assert moves == ({"retreat"} if engaged else {"move", "charge", "dash"})


@pytest.mark.clause("TC-MOV-04", "TC-DOWN-01")
@pytest.mark.parametrize("verb", ["move", "dash"])
@pytest.mark.parametrize("down", [0, 1])
def test_a_move_or_dash_never_comes_within_an_inch_of_an_enemy(table, verb, down):
    t = table(landmarks=[(9, 9, 9, 20), (12, 12, 9, 20)])
    t.add("A1", (10, 10))
    t.add("B1", (10, 14), down=down)
    t.activate("A1")
    t.dice(*((4, 4) if verb == "dash" else ()))
    t.play(verb)
    lane = {at for at in t.cells() if at[0] in (10, 11) and at[1] >= 10}
    assert lane == {(10, 10), (11, 10), (10, 11), (11, 11), (11, 12)}  # nor through the lane to what lies behind


@pytest.mark.clause("TC-MOV-04")
def test_the_way_bends_round_enemies(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 13))
    t.activate("A1")
    t.play("move")
    assert not {(x, y) for x, y in t.cells() if (x - 10) ** 2 + (y - 13) ** 2 <= 4}
    assert (12, 14) in t.cells()  # 2.4" to (12, 11), past the enemy, 3" more
    assert (10, 16) not in t.cells()  # 6" straight on, but no longer round the enemy


@pytest.mark.clause("TC-MOV-05", "TC-GEN-09")
def test_friends_are_passed_but_nobody_ends_on_them(table):
    t = table(landmarks=[(9, 9, 9, 20), (11, 11, 9, 20)])
    t.add("A1", (10, 10))
    t.add("A2", (10, 12))
    t.add("A3", (10, 13))
    t.add("B1", FAR)
    t.activate("A1")
    t.play("move")
    assert {(10, 11), (10, 14), (10, 16)} <= t.cells() and not {(10, 12), (10, 13)} & t.cells()
    t.play("to 10,16")
    assert t.unit("A1").at == (10, 16) and t.unit("A2").at == (10, 12)


@pytest.mark.clause("TC-MOV-05")
def test_friends_that_cannot_be_passed_completely_close_the_way(table):
    t = table(landmarks=[(9, 9, 9, 20), (11, 11, 9, 20)])
    t.add("A1", (10, 10))
    for k in range(6):
        t.add(f"A{k + 2}", (10, 11 + k))
    t.add("B1", FAR)
    t.activate("A1")
    t.play("move")
    assert not {(10, y) for y in range(11, 20)} & t.cells()


@pytest.mark.clause("TC-MOV-05")
def test_enemies_are_never_crossed(table):
    t = table(landmarks=[(9, 9, 9, 20), (11, 11, 9, 20)])
    t.add("A1", (10, 10))
    t.add("B1", (10, 13))
    t.activate("A1")
    t.play("move")
    assert not {(10, y) for y in range(11, 20)} & t.cells()


@pytest.mark.clause("TC-MOV-06", "TC-CLB-02")
def test_the_climbed_height_is_part_of_the_path(table):
    t = table(
        walls=[(12, 12, 10, 10), (13, 13, 10, 10), (14, 14, 10, 10), (15, 15, 10, 10)],
        landmarks=[(10, 18, 9, 9), (10, 18, 11, 11)],
    )
    walker(t, (10, 10))
    t.play("move-risk")
    assert {(12, 10), (13, 10)} <= t.cells() and (14, 10) not in t.cells()  # 1" to the foot, 3" up, 1" for each step on top
    t.dice(3, 4)
    t.play("to 13,10")
    assert t.unit("A1").at == (13, 10)


@pytest.mark.clause("TC-MOV-06")
def test_the_whole_path_counts_and_not_the_distance(table):
    t = table(landmarks=[(8, 15, 11, 11)])
    walker(t, (10, 10))
    t.play("move")
    assert (7, 12) in t.cells()  # 3" west round the corner: 2 + 1.4 + 1.4
    assert (10, 12) not in t.cells()  # 2" away behind the landmark, 7" to walk


@pytest.mark.clause("TC-MOV-07")
def test_redeployment_is_no_move(table):
    """A model thrown by a bomb does not take the test of the wire on which it lands, nor is its Move used up."""
    t = table(wire=[(10, 10, 20, 30)])
    t.add("A1", (10, 5), weapons=["infernal_bomb"])
    t.add("B1", (10, 19))
    t.add("B2", FAR)
    t.activate("A1")
    t.dice(4, 4, 1, 1, 1, 6)  # a hit, the Injury Roll of a direct hit (DEADLY), thrown 3"
    t.play("shoot", "at B1")
    b = t.unit("B1")
    assert b.at == (10, 22) and (b.blood, b.down) == (2, False)


@pytest.mark.clause("TC-DSH-01", "TC-ACT-05")
@pytest.mark.parametrize("order", [("dash", "move"), ("move", "dash")])
def test_a_dash_comes_in_addition_to_a_move_before_or_after_it(table, order):
    t = table()
    walker(t)
    at = 10
    for verb in order:
        t.dice(*((3, 4) if verb == "dash" else ()))
        at += 6
        t.play(verb, f"to 10,{at}")
    assert t.unit("A1").at == (10, 22) and t.active == "B1"


@pytest.mark.clause("TC-DSH-01", "TC-DSH-03", "TC-RET-05")
def test_a_dash_after_a_retreat(table):
    t = table()
    t.add("A1", (10, 10))
    t.add("B1", (10, 11))
    t.activate("A1")
    assert "dash" not in t.verbs()
    t.play("retreat", "to 10,5")
    t.dice(4, 4)
    t.play("dash", "to 10,2")
    assert t.unit("A1").at == (10, 2)


@pytest.mark.clause("TC-DSH-01", "TC-DSH-03")
def test_a_dash_before_a_charge_extends_its_reach(table):
    t = table()
    t.add("A1", (10, 5), weapons=["sword"])
    t.add("B1", (10, 24))
    t.activate("A1")
    assert "charge" not in t.verbs()
    t.dice(4, 4, 6)
    t.play("dash", "to 10,11", "charge")
    assert t.unit("A1").at == (10, 23) and "fight" in t.verbs()


@pytest.mark.clause("TC-DSH-02", "TC-ROLL-06")
def test_a_dash_rolls_first_and_without_success_nobody_moves(table):
    t = table()
    walker(t)
    t.add("A2", (20, 10))
    t.dice(2, 4)
    t.play("dash")
    assert t.unit("A1").at == (10, 10) and t.active == "B1" and t.unit("A1").activated


@pytest.mark.clause("TC-DSH-02")
def test_a_dash_goes_up_to_m(table):
    t = table()
    walker(t, (15, 15))
    t.dice(3, 4)
    t.play("dash")
    assert t.cells() == {(x, y) for x in range(36) for y in range(36) if octile(x - 15, y - 15) <= 60}


@pytest.mark.clause("TC-DSH-02", "TC-DOWN-05")
def test_a_dash_after_standing_up_goes_half_as_far(table):
    t = table()
    walker(t, (15, 15), down=1)
    t.dice(3, 4)
    t.play("dash")
    assert t.cells() == {(x, y) for x in range(36) for y in range(36) if octile(x - 15, y - 15) <= 30}


@pytest.mark.clause("TC-DSH-02")
def test_the_mode_of_a_dash_is_asked_after_its_roll_if_there_is_more_than_walking(table):
    t = table(wire=[(10, 10, 12, 12)], walls=[(20, 20, 20, 20)])
    walker(t)
    t.dice(3, 4)
    t.play("dash")
    assert (t.decision, t.legal()) == ("MODE", {"walk", "risk"})
    t.play("walk")
    assert (10, 12) not in t.cells() and (10, 13) in t.cells()
    t = table(walls=[(10, 10, 10, 10)])
    walker(t)
    t.dice(3, 4)
    t.play("dash")
    assert (t.decision, t.legal()) == ("MODE", {"walk", "risk", "drop"})


@pytest.mark.clause("TC-DSH-02", "TC-ACT-07")
def test_nobody_is_asked_how_to_go_on_a_dash_that_fails(table):
    t = table(walls=[(5, 5, 6, 6)])
    t.add("A1", (5, 5))
    t.add("A2", (20, 5))
    t.add("B1", (5, 30))
    t.add("B2", (9, 30))
    t.activate("A1")
    t.dice(3, 3)
    t.play("dash")
    assert (t.decision, t.decider, t.unit("A1").at) == ("ACTIVATE", 1, (5, 5))


@pytest.mark.clause("TC-DSH-02", "TC-CHG-01")
def test_a_dash_never_comes_to_blows(table):
    t = table()
    t.add("A1", (10, 10), weapons=["sword"])
    t.add("B1", (10, 15))
    t.activate("A1")
    t.dice(4, 4)
    t.play("dash")
    assert (10, 12) in t.cells() and not {(10, 13), (10, 14), (9, 14)} & t.cells()


@pytest.mark.clause("TC-MOV-05", "TC-CHG-09", "TC-JMP-03")
@pytest.mark.parametrize(("play", "die"), [(("move-drop", "to 14,5"), ()), (("charge", "at B1"), (1,))])
def test_the_lowest_cell_before_a_friend_is_one_from_which_it_can_be_entered(table, play, die):
    """The wall's corner is as far from the friend's cell as beside the wall, but a drop does not end there. Digitising, Movement."""
    t = table(walls=[(10, 12, 7, 9)])
    t.add("A1", (11, 8))
    t.add("A2", (13, 6))
    t.add("B1", (15, 4) if die else (30, 30))
    t.add("B2", (11, 5))  # closes the ways west of the friend
    t.activate("A1")
    t.dice(*die, 3, 4, 1)  # the fall
    t.play(*play)
    assert t.unit("A1").down and t.unit("A1").at == (13, 7)
