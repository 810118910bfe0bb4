"""Chapter TER: kinds of ground, what they cost, the tests of dangerous ground, cover."""

from __future__ import annotations

import pytest

FAR = (34, 34)


def walker(t, at=(10, 10), **facts):
    """A1 is active, its only enemy far away."""
    t.add("A1", at, **facts)
    t.add("B1", FAR)
    t.activate("A1")


@pytest.mark.clause("TC-TER-01")
def test_a_model_is_in_the_terrain_of_its_cell(table):
    t = table(wire=[(10, 10, 10, 10)], craters=[(12, 12, 10, 10)], landmarks=[(14, 14, 10, 10)], low_walls=[(16, 16, 10, 10)])
    assert [t.terrain((x, 10)) for x in range(9, 17)] == [
        "open",
        "wire",
        "open",
        "crater",
        "open",
        "landmark",
        "open",
        "low_wall",
    ]
    walker(t, (9, 10))  # beside the wire, not in it: nothing is tested
    assert t.decision == "ACTION"


@pytest.mark.clause("TC-TER-02")
@pytest.mark.parametrize(
    ("craters", "reached", "not_reached"), [([(10, 10, 11, 13)], (10, 13), (10, 14)), ([(10, 10, 12, 12)], (10, 15), (10, 16))]
)
def test_difficult_ground_is_crossed_at_half_speed(table, craters, reached, not_reached):
    """A lane between landmarks, so that there is no way round."""
    t = table(craters=craters, landmarks=[(9, 9, 9, 17), (11, 11, 9, 17)])
    walker(t)
    t.play("move")
    assert reached in t.cells() and not_reached not in t.cells()


@pytest.mark.clause("TC-TER-02")
def test_leaving_difficult_ground_costs_nothing_more(table):
    t = table(craters=[(10, 10, 10, 10)])
    walker(t)
    t.play("move")
    assert (10, 16) in t.cells()


@pytest.mark.clause("TC-TER-02")
def test_a_diagonal_step_into_difficult_ground_is_doubled_too(table):
    t = table(craters=[(11, 11, 11, 11)])
    walker(t, move=2)
    t.play("move")
    assert (11, 11) not in t.cells() and (9, 11) in t.cells()  # 2.8" and 1.4"


@pytest.mark.clause("TC-TER-02", "TC-KW-21")
def test_who_negates_difficult_ground_is_not_slowed(table):
    t = table(craters=[(10, 10, 11, 16)], landmarks=[(9, 9, 9, 17), (11, 11, 9, 17)])
    walker(t, mover="sure_footed")
    t.play("move")
    assert (10, 16) in t.cells()


@pytest.mark.clause("TC-TER-03", "TC-MOV-02")
@pytest.mark.parametrize("piece", ["low_walls", "trenches"])
def test_low_walls_and_trenches_are_open(table, piece):
    t = table(**{piece: [(10, 10, 11, 15)]}, landmarks=[(9, 9, 9, 17), (11, 11, 9, 17)])
    walker(t)
    assert t.verbs() == {"move", "dash", "end"}  # nothing to climb
    t.play("move")
    assert {(10, 11), (10, 16)} <= t.cells()


@pytest.mark.clause("TC-TER-03")
def test_what_is_higher_than_an_inch_is_sheer(table):
    t = table(walls=[(10, 10, 12, 12)])
    walker(t)
    assert "move-risk" in t.verbs()
    t.play("move")
    assert (10, 12) not in t.cells()


@pytest.mark.clause("TC-TER-03")
def test_stairs_are_open_up_and_down(table):
    """Top row of the ruin `WW..WW`, the second `WfffSW`: stairs at (14, 14), walls beside at (15, 14) and above at (14, 15)."""
    t = table(ruins={"ruin6": [(10, 10)]})
    assert [t.terrain((x, 14)) for x in range(10, 16)] == ["wall", "floor", "floor", "floor", "stairs", "wall"]
    walker(t, (13, 13))
    t.play("move")
    assert {(15, 14), (14, 15)} <= t.cells()  # 1.4" to the stairs and 4" up
    t.play("to 14,15")  # no die falls
    assert t.unit("A1").at == (14, 15)
    t = table(ruins={"ruin6": [(10, 10)]})
    walker(t, (14, 15))
    t.play("move")
    assert {(14, 14), (13, 13), (12, 14)} <= t.cells() and (11, 14) not in t.cells()  # down again: 4", then 2" at most
    t.play("to 14,14")
    assert t.unit("A1").at == (14, 14) and t.unit("A1").blood == 0


@pytest.mark.clause("TC-TER-03")
def test_stairs_lead_to_the_walls_beside_them_and_not_across_the_corner(table):
    t = table(ruins={"ruin6": [(10, 10)]})
    walker(t, (14, 14), move=4)
    t.play("move")
    assert {(15, 14), (14, 15)} <= t.cells() and (15, 15) not in t.cells()


@pytest.mark.clause("TC-TER-04", "TC-BLD-03")
@pytest.mark.parametrize("fails", [False, True])
def test_entering_dangerous_ground_is_tested_once_in_a_move(table, fails):
    t = table(wire=[(10, 10, 11, 11), (10, 10, 13, 13)], landmarks=[(9, 9, 9, 17), (11, 11, 9, 17)])
    walker(t)
    t.play("move-risk")
    assert (10, 16) in t.cells()
    t.dice(*((3, 3, 2, 3) if fails else (3, 4)))
    t.play("to 10,15")
    a = t.unit("A1")
    if fails:
        assert (a.at, a.blood, t.active) == ((10, 11), 1, "B1")  # it ends in the first dangerous cell
    else:
        assert (a.at, a.blood, t.active) == ((10, 15), 0, "A1")


@pytest.mark.clause("TC-TER-04")
def test_walking_keeps_out_of_dangerous_ground(table):
    t = table(wire=[(0, 35, 11, 11)])
    walker(t)
    t.play("move")
    assert all(y <= 10 for _, y in t.cells())


@pytest.mark.clause("TC-TER-04")
def test_another_movement_tests_anew(table):
    t = table(wire=[(10, 10, 11, 11), (10, 10, 13, 13)], landmarks=[(9, 9, 9, 17), (11, 11, 9, 17)])
    walker(t)
    t.play("move-risk")
    t.dice(3, 4)
    t.play("to 10,12")
    t.dice(4, 4)
    t.play("dash", "risk")
    t.dice(1, 1, 1, 1)
    t.play("to 10,14")
    assert t.unit("A1").at == (10, 13) and t.unit("A1").blood == 1


@pytest.mark.clause("TC-TER-04")
def test_a_step_within_dangerous_ground_is_no_entry(table):
    t = table(wire=[(10, 10, 10, 12)], landmarks=[(9, 9, 9, 17), (11, 11, 9, 17)])
    t.add("A1", (10, 10))
    t.add("B1", FAR)
    t.dice(3, 4)
    t.activate("A1")
    t.play("move")
    assert {(10, 11), (10, 14)} <= t.cells()
    t.play("to 10,14")
    assert t.unit("A1").at == (10, 14)


@pytest.mark.clause("TC-TER-05", "TC-ACT-12")
@pytest.mark.parametrize("fails", [False, True])
def test_a_model_activated_in_dangerous_ground_is_tested(table, fails):
    t = table(wire=[(10, 10, 10, 10)])
    t.add("A1", (10, 10))
    t.add("B1", FAR)
    t.dice(*((3, 3, 2, 3) if fails else (3, 4)))
    t.activate("A1")
    assert t.unit("A1").blood == fails
    assert (t.active == "B1") == fails


@pytest.mark.clause("TC-TER-05", "TC-FALL-03")
def test_the_opponent_rolls_for_the_injuries_of_terrain(table):
    t = table(wire=[(10, 10, 10, 10)])
    t.add("A1", (10, 10), blood=1, blessing=1)
    t.add("B1", FAR)
    t.activate("A1")
    t.dice(3, 3)
    t.play("spend 0", "bless 0")
    assert (t.decision, t.decider, t.subject) == ("WOUND", 1, "A1")
    t.play("spend 1")
    assert (t.decision, t.decider, t.subject) == ("GRACE", 0, "A1")
    t.dice(5, 1, 2)
    t.play("bless 0")
    assert t.unit("A1").down and t.active == "B1"


@pytest.mark.clause("TC-TER-06", "TC-KW-14")
@pytest.mark.parametrize(
    ("keywords", "traits", "blood"),
    [((), [], 1), (("shrapnel",), [], 2), (("shrapnel",), ["negate_shrapnel"], 1), (("fire", "gas"), [], 3)],
)
def test_the_keywords_of_dangerous_ground_are_those_of_its_injury_rolls(table, keywords, traits, blood):
    t = table(wire=[(10, 10, 10, 10)], wire_keywords=list(keywords))
    t.add("A1", (10, 10), traits=traits)
    t.add("B1", FAR)
    t.dice(3, 3, 1, 2)
    t.activate("A1")
    assert t.unit("A1").blood == blood


@pytest.mark.clause("TC-TER-07")
@pytest.mark.parametrize("verb", ["move", "move-risk", "move-drop"])
def test_impassable_ground_is_neither_entered_nor_crossed(table, verb):
    t = table(landmarks=[(0, 30, 12, 12)], wire=[(12, 12, 10, 10)], walls=[(10, 10, 10, 10)])
    walker(t)
    t.play(verb)
    assert t.decision != "DESTINATION" or all(y < 12 for _, y in t.cells())


@pytest.mark.clause("TC-TER-08", "TC-RNG-06")
@pytest.mark.parametrize(
    ("terrain", "covered"),
    [
        ({"low_walls": [(10, 10, 16, 16)]}, True),  # in contact, between
        ({"low_walls": [(10, 10, 17, 17)]}, True),  # on it
        ({"low_walls": [(10, 10, 18, 18)]}, False),  # behind the target
        ({"low_walls": [(10, 10, 14, 14)]}, False),  # between, yet not in contact
        ({"trenches": [(10, 10, 17, 17)]}, True),
        ({"trenches": [(10, 10, 10, 17)]}, False),  # the attacker stands in the same trench
        ({"craters": [(10, 10, 16, 17)]}, False),  # no height
        ({"wire": [(10, 10, 16, 16)]}, False),
    ],
)
def test_cover_is_terrain_in_contact_that_lies_between(table, terrain, covered):
    t = table(**terrain)
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("B1", (10, 17))
    assert t.covered((10, 10), (10, 17)) == covered
    t.activate("A1")
    t.dice(*((6, 3, 3) if covered else (6, 3, 1, 1)))
    t.play("shoot")
    assert t.unit("B1").blood == (0 if covered else 1)


@pytest.mark.clause("TC-TER-08")
def test_trenches_that_do_not_touch_are_two_in_the_corner_of_the_board_too(table):
    t = table(trenches=[(5, 5, 0, 0), (1, 1, 1, 1)])
    assert t.covered((1, 1), (5, 0)) and t.covered((5, 0), (1, 1))


@pytest.mark.clause("TC-TER-08")
def test_terrain_beside_the_attacker_alone_covers_nobody(table):
    t = table(low_walls=[(10, 10, 11, 11)])
    assert not t.covered((10, 10), (10, 17)) and t.covered((10, 17), (10, 10))


@pytest.mark.clause("TC-TER-08")
def test_a_corner_of_a_wall_that_hides_a_part_covers(table):
    t = table(walls=[(11, 14, 16, 16)])
    assert t.sees((10, 10), (10, 17))
    assert t.covered((11, 10), (10, 17))  # one of the lines passes the wall
    assert not t.covered((8, 10), (10, 17))


@pytest.mark.clause("TC-TER-08")
def test_nobody_has_cover_of_a_wall_no_higher_than_its_feet(table):
    t = table(walls=[(10, 10, 10, 14)])
    assert t.sees((10, 10), (10, 14))
    assert not t.covered((10, 10), (10, 14)) and not t.covered((10, 14), (10, 10))
    assert not t.ducks((10, 10), (10, 14)) and not t.ducks((10, 14), (10, 10))


@pytest.mark.clause("TC-MOV-05", "TC-GEN-09", "TC-KW-31")
def test_who_is_felled_while_it_passes_a_friend_lies_beside_it(table):
    t = table(low_walls=[(10, 10, 8, 8)])
    t.mine(1, 0)
    t.add("A1", (10, 4))
    t.add("A2", (10, 7))
    t.add("B1", (30, 30))
    t.activate("A1", "move")
    t.dice(3, 4)  # the mine, met beside A2
    t.play("to 10,8")
    a = t.unit("A1")
    assert a.down and a.at == (10, 6) and t.unit("A2").at == (10, 7)
