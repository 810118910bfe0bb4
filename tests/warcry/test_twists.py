"""Chapter TWI: the optional twists."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import events_of
from skirmish_rl.envs.warcry.rules.telling import Own

HIGH = (1, 2, 3, 4, 6, 6)
LOW = (1, 1, 3, 3, 6, 6)


def twisted(table, twist, **facts):
    return table(options={"twist": twist}, **facts)


def reach(t, name):
    """How far along its row a fighter may move to the right."""
    t.activate(name)
    t.play("move")
    x, y = t.unit(name).at
    return max(i for i, j in t.cells() if j == y) - x


@pytest.mark.clause("WC-TWI-01", "WC-GEN-07", "WC-GEN-08")
@pytest.mark.parametrize(("profile", "inches"), [("raven_knife", 4), ("iron_twin", 3), ("iron_smith", 3), ("raven_talon", 7)])
def test_mire_takes_an_inch_off_moves_begun_on_the_floor_but_leaves_three(table, profile, inches):
    t = twisted(table, "mire")
    t.add("A1", (2, 5), profile)
    t.add("B1", (15, 0))
    assert reach(t, "A1") == inches


@pytest.mark.clause("WC-TWI-01")
def test_mire_is_no_matter_on_a_platform(table):
    t = twisted(table, "mire", platforms=[(2, 12, 5, 5)])
    t.add("A1", (2, 5))
    t.add("B1", (15, 0))
    assert t.unit("A1").height == 3 and reach(t, "A1") == 5


@pytest.mark.clause("WC-TWI-01")
def test_without_the_twist_nobody_is_slowed(table):
    t = table()
    t.add("A1", (2, 5))
    t.add("B1", (15, 0))
    assert reach(t, "A1") == 5


@pytest.mark.clause("WC-TWI-02")
@pytest.mark.parametrize(("twist", "damage"), [("none", 2), ("hardy", 1)])
def test_hardy_adds_1_to_every_toughness(table, twist, damage):
    for attacker, target in (("A1", "B1"), ("B1", "A1")):
        t = twisted(table, twist)
        t.add("A1", (5, 5))  # S3 against T3: 4 and 5 hit
        t.add("B1", (6, 5))
        t.add("A2", (2, 2))
        t.change(target, activated=1)
        t.activate(attacker)
        t.dice(1, 3, 4, 5)
        t.attack(target)
        assert t.unit(target).damage == damage


OBJECTIVES = [(5, 6), (9, 6), (14, 6)]


def hero(t, round=2, a=HIGH, b=LOW):
    """A round begins: A has the initiative, nobody uses wild dice."""
    if int(t.tables["n_units"][0]) == 0:
        t.add("A1", (2, 2))
        t.add("B1", (16, 10))
    t.dice(*a, *b)
    t.hero_phase(round)
    while t.decision == "WILD":
        t.play("done")
    return t


def named(table, twist, points, **facts):
    t = twisted(table, twist, objectives=OBJECTIVES, per_objective=1, **facts)
    t.state["points"] = points
    return t


@pytest.mark.clause("WC-TWI-03")
@pytest.mark.parametrize(("points", "who"), [((1, 3), "A"), ((3, 1), "B"), ((2, 2), None), ((0, 0), None)])
def test_who_has_fewer_points_names_an_objective_after_the_hero_phase(table, points, who):
    t = hero(named(table, "trailing_prize", points))
    if who is None:
        assert t.decision == "FIRST"
    else:
        assert t.ask() == ("NAME_OBJECTIVE", who, None) and t.legal() == {"objective 1", "objective 2", "objective 3"}
        t.play("objective 2")
        assert t.decision == "FIRST"


@pytest.mark.clause("WC-TWI-03")
@pytest.mark.parametrize(("holder", "points"), [("A", (2, 4)), ("B", (1, 5)), (None, (1, 4))])
def test_whoever_controls_the_named_objective_at_the_end_of_the_round_scores_one_more(table, holder, points):
    t = hero(named(table, "trailing_prize", (1, 3)))
    t.play("objective 2")
    t.control(3, "B")  # worth 1 as ever
    if holder:
        t.control(2, holder)
        points = tuple(n + (seat == holder) for n, seat in zip(points, "AB", strict=True))
    t.score()
    assert t.points == points


@pytest.mark.clause("WC-TWI-03")
def test_the_prize_is_for_that_round_only(table):
    t = hero(named(table, "trailing_prize", (0, 3)))
    t.play("objective 1")
    t.control(1, "A")
    t.score(2)
    assert t.points == (2, 3)
    while t.decision == "WILD":
        t.play("done")
    assert t.ask() == ("NAME_OBJECTIVE", "A", None)
    t.play("objective 3")
    t.score(3)
    assert t.points == (3, 3)


@pytest.mark.clause("WC-TWI-03")
def test_an_objective_named_last_round_is_worth_no_more_when_nobody_names_one(table):
    t = hero(named(table, "trailing_prize", (0, 2)))
    t.play("objective 1")
    t.control(1, "A")
    t.score(2)
    assert t.points == (2, 2)
    while t.decision == "WILD":
        t.play("done")
    assert t.decision == "FIRST"
    t.score(3)
    assert t.points == (3, 2)


@pytest.mark.clause("WC-TWI-04", "WC-WILD-15")
def test_who_has_fewer_points_gains_wild_dice_for_one_hero_phase(table):
    t = twisted(table, "trailing_dice")
    t.add("A1", (2, 2))
    t.add("B1", (16, 10))
    t.state["points"] = 3, 1
    t.wild("A", 1)
    t.wild("B", 1)
    t.dice(*HIGH, *LOW)
    t.hero_phase(2)
    assert (t.wild_of("A"), t.wild_of("B")) == (2, 4)  # one each as ever, B two more
    t.play("done", "single", "done")
    assert t.decision == "FIRST" and (t.wild_of("A"), t.wild_of("B")) == (2, 2)  # of the two one was used, one is discarded


@pytest.mark.clause("WC-TWI-04")
@pytest.mark.parametrize(("singles", "left"), [(0, 1), (1, 1), (2, 1), (3, 0)])
def test_own_wild_dice_are_kept_and_only_gained_ones_discarded(table, singles, left):
    t = twisted(table, "trailing_dice")
    t.add("A1", (2, 2))
    t.add("B1", (16, 10))
    t.state["points"] = 2, 0
    t.dice(*HIGH, *LOW)
    t.hero_phase(2)
    assert t.wild_of("B") == 3
    t.play("done", *["single"] * singles, *(["done"] if singles < 3 else []))
    assert t.decision == "FIRST" and t.wild_of("B") == left


@pytest.mark.clause("WC-TWI-04")
def test_one_point_behind_is_one_wild_die_and_later_rounds_discard_no_more(table):
    t = twisted(table, "trailing_dice")
    t.state["points"] = 0, 1
    t = hero(t)
    assert (t.wild_of("A"), t.wild_of("B")) == (1, 1)  # the die gained was not used
    t.state["points"] = 1, 1
    t = hero(t, 3)
    assert (t.wild_of("A"), t.wild_of("B")) == (2, 2)


@pytest.mark.clause("WC-TWI-04")
def test_equal_points_gain_no_wild_dice(table):
    t = twisted(table, "trailing_dice")
    t.add("A1", (2, 2))
    t.add("B1", (16, 10))
    t.dice(*HIGH, *LOW)
    t.hero_phase(2)
    assert (t.wild_of("A"), t.wild_of("B")) == (1, 1)
    assert [event.value for event in events_of(t.state) if event.kind == Own.WILD] == [1, 1]  # nothing is told of a gain of none


@pytest.mark.clause("WC-TWI-05", "WC-SEIZE-08")
def test_who_has_not_the_initiative_names_an_objective_worth_2(table):
    t = hero(named(table, "marked_ground", (0, 0)))
    assert t.ask() == ("NAME_OBJECTIVE", "B", None)
    t.play("objective 3")
    assert t.decision == "FIRST"
    t.control(3, "A")
    t.control(1, "B")
    t.score()
    assert t.points == (2, 1)
    t = named(table, "marked_ground", (0, 5))
    t = hero(t, a=LOW, b=HIGH)
    assert t.ask() == ("NAME_OBJECTIVE", "A", None)  # by the initiative, not by the points


@pytest.mark.clause("WC-TWI-03", "WC-TWI-04", "WC-TWI-05")
def test_without_a_twist_nothing_is_named_and_no_dice_are_gained(table):
    t = hero(named(table, "none", (0, 3)))
    assert t.decision == "FIRST" and (t.wild_of("A"), t.wild_of("B")) == (1, 1)


@pytest.mark.clause("WC-TWI-05", "WC-VC-05")
def test_nobody_names_an_objective_when_all_are_looted_out(table):
    t = twisted(table, "marked_ground", victory="uncover", loots=1, per_treasure=1)
    t.add("A1", (5, 5))
    t.add("B1", (12, 8))
    t.state["loots"] = 0
    t.score(round=1)
    while t.decision == "WILD":
        t.play("done")
    assert t.decision == "FIRST"


@pytest.mark.clause("WC-TWI-03", "WC-TWI-05", "WC-VC-05")
@pytest.mark.parametrize(("loots", "points"), [(1, (1, 5)), (0, (0, 5))])
def test_a_named_objective_that_is_looted_out_in_that_round_is_worth_nothing(table, loots, points):
    t = hero(twisted(table, "trailing_prize", victory="uncover", objectives=OBJECTIVES, loots=2, per_treasure=1))
    t.state["points"] = 0, 5
    t.state["named"] = 1
    t.control(2, "A")
    t.state["loots"][:3] = 2, loots, 2
    t.score()
    assert t.points == points
