"""Chapter GEN: distances, fractions, the D3 and the roll-off, sight, contact, overlap, narrow gaps."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.questions import Decision

FAR = (34, 34)


def walker(t, at=(10, 10), **facts):
    """A1 is active, its only enemy far away."""
    t.add("A1", at, **facts)
    t.add("B1", FAR)
    t.activate("A1")


@pytest.mark.clause("TC-GEN-01")
def test_distances_run_between_the_nearest_points_of_two_bases(table):
    t = table(walls=[(20, 20, 20, 20)])
    near = {(x, y) for x in range(5, 16) for y in range(5, 16) if t.within((10, 10), (x, y), 1)} - {(10, 10)}
    assert near == {(10 + x, 10 + y) for x in range(-2, 3) for y in range(-2, 3) if 0 < x * x + y * y <= 4}
    assert len(near) == 12
    assert t.within((10, 10), (10, 23), 12) and not t.within((10, 10), (10, 24), 12)
    assert t.within((10, 10), (12, 12), 2) and not t.within((10, 10), (12, 12), 1.5)  # centres 2.83" apart: a gap of 1.83"
    assert t.within((20, 20), (20, 21), 3) and not t.within((20, 20), (20, 21), 2.5)  # side by side, 3" higher
    assert t.within((20, 20), (20, 25), 5) and not t.within((20, 20), (20, 25), 4.5)  # 4" aside and 3" up are 5"


@pytest.mark.clause("TC-GEN-01")
@pytest.mark.parametrize(("row", "offered"), [(18, True), (19, False)])
def test_within_a_range_means_at_most_that_far(table, row, offered):
    t = table()
    t.add("A1", (5, 5), weapons=["pistol"])  # 12"
    t.add("B1", (5, row))
    t.activate("A1")
    assert ("shoot" in t.verbs()) == offered


@pytest.mark.clause("TC-GEN-01")
def test_nothing_is_hidden():
    assert RULESET.hidden == {}


@pytest.mark.clause("TC-GEN-02")
def test_fractions_of_distances_are_kept(table):
    t = table()
    walker(t, move=5, down=1)  # it stands up: 2.5"
    t.play("move")
    assert {(10, 12), (11, 12)} <= t.cells()  # 2" and 2.4"
    assert not {(10, 13), (12, 12)} & t.cells()  # 3" and 2.8"


@pytest.mark.clause("TC-GEN-02", "TC-RNG-05")
@pytest.mark.parametrize(("at", "hits"), [((10, 7), True), ((9, 9), False)])
def test_half_of_an_odd_range_is_kept(table, at, hits):
    t = table()
    t.arm("pistol", range=9)  # short range up to 4.5"
    t.add("A1", (5, 5), weapons=["pistol"])
    t.add("B1", at)  # 4.39" and 4.66"
    t.activate("A1")
    t.dice(*((3, 4, 1, 1) if hits else (3, 4, 1)))
    t.play("shoot")
    assert t.unit("B1").blood == hits


@pytest.mark.clause("TC-GEN-02", "TC-MOR-01")
@pytest.mark.parametrize(("lost", "checks"), [(2, False), (3, True)])
def test_other_fractions_are_rounded_up(table, lost, checks):
    t = table()
    for k in range(5):
        t.add(f"A{k + 1}", (5 + 4 * k, 5), down=k < lost)
    t.add("B1", FAR)
    t.dice(*((1, 1) if checks else ()))  # the Initiative of the next Turn needs no roll: B1 is alone
    t.morale()
    assert (t.decision == "MORALE") == checks


@pytest.mark.clause("TC-GEN-03", "TC-ABL-04")
@pytest.mark.parametrize(("die", "inches"), [(1, 7), (2, 7), (3, 8), (4, 8), (5, 9), (6, 9)])
def test_a_d3_is_half_a_d6_rounded_up(table, die, inches):
    t = table()
    t.add("A1", (5, 5), weapons=["sword"], charge="d3")
    t.add("B1", (5, 18))
    t.activate("A1")
    t.dice(die)
    t.play("charge")
    assert t.unit("A1").at == (5, 5 + inches)


@pytest.mark.clause("TC-GEN-03", "TC-GEN-05", "TC-INIT-02")
@pytest.mark.parametrize(("dice", "holder"), [((4, 2), 0), ((2, 4), 1), ((3, 3, 6, 6, 1, 2), 1), ((5, 5, 2, 1), 0)])
def test_the_higher_die_wins_a_roll_off_and_ties_are_rolled_anew_with_both_dice(table, dice, holder):
    t = table()
    t.add("A1", (5, 5))
    t.add("B1", (5, 30))
    t.dice(*dice)
    t.turn(2)
    assert (t.decider, t.active) == (holder, ("A1", "B1")[holder])


@pytest.mark.clause("TC-GEN-05")
def test_no_question_is_about_a_die_that_has_fallen(table):
    assert not [one for one in Decision if "ROLL" in one.name and one.name.startswith("RE")]
    t = table()
    walker(t)
    t.add("A2", (15, 10))
    t.dice(1, 1)
    t.play("dash")
    assert (t.decider, t.active) == (1, "B1")


@pytest.mark.clause("TC-GEN-04", "TC-MOR-05")
@pytest.mark.parametrize("holder", [0, 1])
def test_of_effects_at_one_instant_the_holder_of_the_initiative_has_the_first(table, holder):
    t = table()
    for name in ("A1", "B1"):
        t.add(name, (5, 5) if name == "A1" else FAR, down=1)
    t.state["initiative"] = holder
    t.dice(1, 1)
    t.morale()
    assert (t.decision, t.decider) == ("MORALE", holder)


@pytest.mark.clause("TC-GEN-06", "TC-RNG-04")
def test_models_see_in_all_directions(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    around = [(10, 15), (15, 15), (15, 10), (15, 5), (10, 5), (5, 5), (5, 10), (5, 15)]
    for k, at in enumerate(around):
        t.add(f"B{k + 1}", at)
    t.activate("A1")
    t.play("shoot")
    assert t.names() == {f"B{k + 1}" for k in range(8)}


@pytest.mark.clause("TC-GEN-06")
def test_a_part_of_the_body_is_enough_to_be_seen(table):
    t = table(landmarks=[(10, 14, 15, 15)])
    assert not t.sees((12, 10), (12, 20))
    assert t.sees((9, 10), (9, 20))
    assert t.sees((9, 10), (10, 20)) and t.sees((10, 20), (9, 10))  # the centre line passes the landmark's corner, a side is free
    assert t.sees((12, 20), (12, 20))


@pytest.mark.clause("TC-GEN-06", "TC-ABL-12")
def test_an_aura_holds_for_its_bearer(table):
    t = table()
    walker(t, traits=["instrument"])
    t.dice(1, 3, 4)
    t.play("dash")
    assert t.decision == "DESTINATION"


@pytest.mark.clause("TC-GEN-07")
def test_models_do_not_block_sight(table):
    t = table()
    t.add("A1", (10, 10), weapons=["bolt_rifle"])
    t.add("A2", (10, 12))
    t.add("B1", (10, 16))
    t.add("B2", (10, 20))
    t.activate("A1")
    t.play("shoot")
    assert t.names() == {"B1", "B2"}


@pytest.mark.clause("TC-GEN-08")
@pytest.mark.parametrize(("at", "touches"), [((11, 11), True), ((12, 10), True), ((10, 10), True), ((13, 11), False), ((8, 10), False)])
def test_contact_with_terrain_is_its_cells_and_the_eight_around_each(table, at, touches):
    t = table(trenches=[(10, 11, 10, 10)])
    walker(t, at, traits=["mines"])
    assert ("set-mine" in t.verbs()) == touches


@pytest.mark.clause("TC-GEN-08")
def test_heights_do_not_count_for_contact_with_terrain(table):
    t = table(landmarks=[(10, 10, 10, 10)])
    walker(t, (11, 11), traits=["mines"])
    assert "set-mine" in t.verbs()


@pytest.mark.clause("TC-GEN-08")
@pytest.mark.parametrize(("wide", "reached"), [(0, False), (1, True)])
def test_models_at_different_heights_do_not_touch(table, wide, reached):
    t = table(walls=[(10, 10 + wide, 10, 10)])
    t.add("A1", (10, 5), weapons=["sword"])
    t.add("B1", (10, 10))  # on top, alone or with a place beside it
    t.activate("A1")
    assert ("charge" in t.verbs()) == reached


@pytest.mark.clause("TC-GEN-09", "TC-MOV-05")
def test_bases_do_not_overlap_and_no_model_leaves_the_board(table):
    t = table(landmarks=[(2, 2, 0, 1)])
    t.add("A1", (0, 0))
    t.add("A2", (0, 2))
    t.add("B1", (34, 34))
    t.activate("A1")
    t.play("move")
    assert not {(0, 2), (2, 0), (2, 1)} & t.cells()
    assert {(0, 0), (0, 1), (0, 3), (2, 2)} <= t.cells()
    assert all(0 <= x <= 6 and 0 <= y <= 6 for x, y in t.cells())


@pytest.mark.clause("TC-GEN-09")
def test_nobody_leaves_a_smaller_board(table):
    t = table(size=(24, 24))
    t.add("A1", (22, 22))
    t.add("B1", (2, 2))
    t.activate("A1")
    t.play("move")
    assert (23, 23) in t.cells() and all(x <= 23 and y <= 23 for x, y in t.cells())


@pytest.mark.clause("TC-GEN-10")
@pytest.mark.parametrize(
    ("terrain", "fits"),
    [
        ({"landmarks": [(11, 11, 10, 10), (10, 10, 11, 11)]}, False),
        ({"walls": [(11, 11, 10, 10), (10, 10, 11, 11)]}, False),
        ({"walls": [(11, 11, 10, 10)], "landmarks": [(10, 10, 11, 11)]}, False),
        ({"landmarks": [(11, 11, 10, 10)]}, True),
        ({"low_walls": [(11, 11, 10, 10), (10, 10, 11, 11)]}, True),
    ],
)
def test_a_gap_between_two_corners_is_closed(table, terrain, fits):
    t = table(**terrain)
    walker(t, move=2)
    t.play("move")
    assert ((11, 11) in t.cells()) == fits
    assert (9, 9) in t.cells()
