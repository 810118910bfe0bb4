"""Chapters CLB, JMP and FALL: climbs, gaps, jumps down, falls and ledges."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.frames import pop
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.injuring import fall
from skirmish_rl.envs.trench_crusade.state import WIDTH
from tests.plays import Eyes
from tests.trench_crusade.table import Table

FAR = (34, 34)


def walker(t, at=(10, 10), **facts):
    """A1 is active, its only enemy far away."""
    t.add("A1", at, **facts)
    t.add("B1", FAR)
    t.activate("A1")


@pytest.mark.clause("TC-CLB-01", "TC-CLB-02", "TC-ROLL-06")
@pytest.mark.parametrize(("dice", "climbs"), [((3, 4), True), ((3, 3), False)])
def test_a_climb_is_a_risky_roll_at_the_foot(table, dice, climbs):
    t = table(walls=[(10, 11, 12, 12)])
    walker(t)
    assert "move-risk" in t.verbs()
    t.play("move")
    assert not {(10, 12), (11, 12)} & t.cells()
    t = table(walls=[(10, 11, 12, 12)])
    walker(t)
    t.play("move-risk")
    t.dice(*dice)
    t.play("to 11,12")
    a = t.unit("A1")
    if climbs:
        assert a.at == (11, 12) and t.verbs() == {"dash", "end"}
    else:
        assert a.at in {(10, 11), (11, 11)} and (a.blood, a.down, t.active) == (0, False, "B1")


@pytest.mark.clause("TC-CLB-01")
def test_no_roll_no_climb_before_it(table):
    t = table(walls=[(10, 10, 11, 11)])
    walker(t, blood=1)
    t.play("move-risk", "to 10,11")
    assert (t.decision, t.unit("A1").at) == ("BLOOD", (10, 10))
    t.dice(3, 4, 1)
    t.play("spend 1")
    assert t.unit("A1").at == (10, 10) and t.active == "B1"


@pytest.mark.clause("TC-CLB-02")
@pytest.mark.parametrize(("row", "reached"), [(11, True), (13, True), (14, False)])
def test_the_movement_must_suffice_for_the_whole_height(table, row, reached):
    t = table(walls=[(10, 10, row, row)])
    walker(t)
    assert ("move-risk" in t.verbs()) == reached  # row - 10 steps and 3" up
    if reached:
        t.play("move-risk")
        assert (10, row) in t.cells()


@pytest.mark.clause("TC-CLB-02", "TC-DOWN-05")
def test_who_stood_up_has_not_the_movement_for_a_wall(table):
    t = table(walls=[(10, 10, 11, 11)])
    walker(t, down=1)
    assert "move-risk" not in t.verbs()


@pytest.mark.clause("TC-CLB-02")
def test_a_model_goes_on_after_a_climb_and_one_roll_is_enough_for_a_surface(table):
    t = table(walls=[(10, 10, 11, 13)])
    walker(t)
    t.play("move-risk")
    t.dice(3, 4)
    t.play("to 10,13")
    assert t.unit("A1").at == (10, 13)


@pytest.mark.clause("TC-CLB-02")
@pytest.mark.parametrize(("dice", "at"), [((3, 4), (10, 13)), ((3, 3), (10, 10))])
def test_climbing_down_is_a_climb(table, dice, at):
    t = table(walls=[(10, 10, 10, 10)])
    walker(t)
    t.play("move-risk")
    assert (10, 13) in t.cells() and (10, 14) not in t.cells()
    t.dice(*dice)
    t.play("to 10,13")
    assert t.unit("A1").at == at and t.unit("A1").blood == 0
    assert t.active == ("A1" if at == (10, 13) else "B1")


def gap(t, width, at=(10, 10), **facts):
    """Two walls with a gap of so many cells between them; A1 is on the one."""
    walker(t, at, **facts)
    return (10 + width + 1, 10)


def ledges(width, near=10):
    return {"walls": [(near, 10, 10, 10), (10 + width + 1, 10 + width + 1, 10, 10)]}


@pytest.mark.clause("TC-JMP-01")
@pytest.mark.parametrize("verb", ["move", "move-risk", "move-drop"])
@pytest.mark.parametrize(("width", "wide"), [(1, True), (2, True), (3, True), (4, False)])
def test_a_gap_of_half_the_movement_can_be_jumped(table, width, wide, verb):
    t = table(**ledges(width))
    far = gap(t, width)
    if verb == "move":
        assert t.verbs() >= {"move", "move-risk"}
        t.play("move")
        assert t.decision == "ACTION"  # nowhere to walk to
    else:
        t.play(verb)
        assert (far in t.cells()) == wide


@pytest.mark.clause("TC-JMP-01", "TC-ROLL-06")
def test_a_jump_lands_across_after_a_risky_roll(table):
    t = table(**ledges(3))
    gap(t, 3)
    t.play("move-risk")
    t.dice(3, 4)
    t.play("to 14,10")
    assert t.unit("A1").at == (14, 10) and t.unit("A1").blood == 0 and t.active == "A1"


@pytest.mark.clause("TC-JMP-01", "TC-MOV-04", "TC-MOV-05")
@pytest.mark.parametrize(("enemy", "open"), [((12, 10), True), ((14, 10), False), ((15, 10), True)])
def test_a_gap_is_jumped_over_an_enemy_who_stands_in_it(table, enemy, open):
    t = table(**ledges(3))
    t.add("A1", (10, 10))
    t.add("B1", enemy)  # in the gap, where the jump ends, below that
    t.activate("A1", "move-risk")
    assert ((14, 10) in t.cells()) == open
    if open:
        t.dice(3, 4)
        t.play("to 14,10")
        assert t.unit("A1").at == (14, 10) and t.unit("A1").blood == 0


@pytest.mark.clause("TC-JMP-01")
@pytest.mark.parametrize(("near", "reached"), [(8, True), (7, False)])
def test_what_is_walked_and_the_gap_are_within_the_movement(table, near, reached):
    t = table(**ledges(3, near))
    gap(t, 3, (near, 10))
    t.play("move-risk")
    assert ((14, 10) in t.cells()) == reached


@pytest.mark.clause("TC-JMP-01")
def test_gaps_are_jumped_straight_and_not_across_corners(table):
    t = table(walls=[(10, 10, 10, 10), (12, 12, 12, 12), (10, 10, 12, 12)])
    walker(t)
    t.play("move-risk")
    assert (10, 12) in t.cells() and (12, 12) in t.cells()
    t.dice(3, 4, 3, 4)  # two jumps, two rolls
    t.play("to 12,12")
    assert t.unit("A1").at == (12, 12)
    t = table(walls=[(10, 10, 10, 10), (12, 12, 12, 12)])
    walker(t)
    t.play("move-risk")
    assert (12, 12) not in t.cells()


@pytest.mark.clause("TC-JMP-01", "TC-DOWN-05")
@pytest.mark.parametrize(("width", "reached"), [(1, True), (2, False)])
def test_half_the_movement_is_that_of_the_activation(table, width, reached):
    t = table(**ledges(width))
    far = gap(t, width, down=1)  # it stands up: 3", a gap of 1.5" at most
    assert ("move-risk" in t.verbs()) == reached
    if reached:
        t.play("move-risk")
        assert far in t.cells()


@pytest.mark.clause("TC-JMP-01", "TC-FALL-01", "TC-FALL-03")
@pytest.mark.parametrize(("side", "at"), [("near-edge", (11, 10)), ("far-edge", (13, 10))])
def test_who_fails_falls_where_the_opponent_says(table, side, at):
    t = table(**ledges(3))
    gap(t, 3)
    t.play("move-risk")
    t.dice(3, 3)
    t.play("to 14,10")
    assert (t.decision, t.decider, t.legal()) == ("FALL_SIDE", 1, {"near-edge", "far-edge"})
    assert Eyes(t.scenario, t.state).rows("asked", 1)[0]["fall_side"] == 1
    t.dice(1, 2, 3)
    t.play(side)
    a = t.unit("A1")
    assert (a.at, a.blood, t.active) == (at, 1, "B1")


@pytest.mark.clause("TC-JMP-01", "TC-SC-03")
@pytest.mark.parametrize(("side", "at"), [("near-edge", (11, 10)), ("far-edge", (13, 10))])
def test_who_walks_up_to_a_gap_and_falls_has_done_it_himself(table, side, at):
    t = table(walls=[(9, 10, 10, 10), (14, 14, 10, 10)], deeds=["fall"])
    t.add("A1", FAR)
    t.add("B1", (9, 10))
    t.activate("B1", "move-risk")
    t.dice(3, 3)
    t.play("to 14,10")
    assert (t.decision, t.decider, t.unit("B1").at) == ("FALL_SIDE", 0, (10, 10))
    t.dice(1, 2, 3)
    t.play(side)
    assert (t.unit("B1").at, t.unit("B1").blood, t.active) == (at, 1, "A1")
    assert t.deeds() == {}


@pytest.mark.clause("TC-ABL-11", "TC-JMP-01")
def test_who_levitates_crosses_a_gap_without_a_roll(table):
    t = table(**ledges(2))
    far = gap(t, 2, mover="levitating", traits=["levitate"])
    t.play("move", f"to {far[0]},{far[1]}")
    assert t.unit("A1").at == far and t.active == "A1"


@pytest.mark.clause("TC-JMP-01")
def test_a_gap_of_one_cell_has_one_edge_to_fall_at(table):
    t = table(**ledges(1))
    gap(t, 1)
    t.play("move-risk")
    t.dice(3, 3, 1, 2, 3)
    t.play("to 12,10")
    assert t.unit("A1").at == (11, 10) and t.active == "B1"


@pytest.mark.clause("TC-JMP-02")
def test_on_the_grid_ledges_of_a_jump_are_level_and_what_is_lower_is_a_drop():
    for scenario in ("outpost", "contested", "relics"):
        tables = Table.new_game(scenario).tables
        height, jump = tables["height"], tables["jump"]
        jumps = [(cell, d, int(jump[cell][d])) for cell in range(len(height)) for d in range(4) if jump[cell][d]]
        assert jumps
        for cell, d, width in jumps:
            step = (-WIDTH, -1, 1, WIDTH)[d]
            assert height[cell] == height[cell + (width + 1) * step]
            assert all(height[cell + k * step] < height[cell] for k in range(1, width + 1))


@pytest.mark.clause("TC-JMP-02", "TC-JMP-03")
def test_a_lower_edge_is_reached_by_jumping_down(table):
    t = table(walls=[(10, 10, 10, 10)])
    walker(t)
    t.play("move-drop")
    t.dice(2, 1, 1)  # the fall alone is rolled
    t.play("to 12,10")
    assert t.unit("A1").at == (12, 10) and t.unit("A1").blood == 1


@pytest.mark.clause("TC-JMP-03", "TC-FALL-01")
@pytest.mark.parametrize(("dice", "at", "down"), [((4, 2, 1), (10, 16), False), ((5, 2, 1), (10, 11), True)])
def test_jumping_down_is_free_and_the_fall_comes_before_the_rest_of_the_move(table, dice, at, down):
    """Worked example 13."""
    t = table(walls=[(10, 10, 10, 10)])
    walker(t)
    t.play("move-drop")
    assert (10, 16) in t.cells() and (10, 17) not in t.cells()
    t.dice(*dice)
    t.play("to 10,16")
    a = t.unit("A1")
    assert (a.at, a.blood, a.down, t.active) == (at, 1, down, "B1" if down else "A1")


@jit
def injury_dice_of_a_fall(state, tables, slot, cell):
    """INJURY DICE of the roll that a fall leads to, -9 if there is none."""
    depth = state.depth + 0
    fall(state, tables, slot, cell, -1)
    if state.depth == depth:
        return -9
    dice = state.frames[state.depth - 1].dice + 0
    pop(state)
    return dice


@pytest.mark.clause("TC-FALL-01")
@pytest.mark.parametrize(("drop", "dice"), [(1, -9), (2, -9), (3, 1), (5, 1), (6, 2), (8, 2)])
def test_a_die_for_each_full_three_inches_of_a_fall(table, drop, dice):
    t = table()
    walker(t)
    t.tables["height"][10 * WIDTH + 10] = drop
    assert injury_dice_of_a_fall(t._s, t._t, t.slot_of("A1"), 10 * WIDTH + 11) == dice
    assert t.unit("A1").at == (11, 10)


@pytest.mark.clause("TC-FALL-01", "TC-INJ-04")
def test_armour_counts_against_a_fall(table):
    t = table(walls=[(10, 10, 10, 10)])
    walker(t, armour=2)
    t.play("move-drop")
    t.dice(5, 3, 1)
    t.play("to 10,11")
    assert not t.unit("A1").down and t.unit("A1").blood == 1


@pytest.mark.clause("TC-FALL-03", "TC-INJ-07")
def test_the_opponent_rolls_for_a_fall_and_spends_the_blood(table):
    t = table(walls=[(10, 10, 10, 10)])
    walker(t, blood=1, blessing=1)
    t.play("move-drop", "to 10,11")
    assert (t.decision, t.decider, t.subject) == ("WOUND", 1, "A1")
    t.play("spend 1")
    assert (t.decision, t.decider, t.subject) == ("GRACE", 0, "A1")
    t.dice(1, 2, 3)  # +1 of the fall, +1 of the blood, -1 of the blessing
    t.play("bless 1")
    assert (t.unit("A1").blood, t.unit("A1").blessing) == (1, 0)


def shot_from(t, *dice, **facts):
    """A1 hits B1, which stands at (10, 10); these dice follow."""
    t.add("A1", (10, 17), weapons=["bolt_rifle"])
    t.add("B1", (10, 10), **facts)
    t.add("B2", FAR)
    t.activate("A1")
    t.dice(3, 4, *dice)
    t.play("shoot")
    return t.unit("B1")


@pytest.mark.clause("TC-FALL-04")
def test_who_keeps_its_footing_goes_down_in_place(table):
    b = shot_from(table(walls=[(10, 10, 10, 10)]), 3, 4, 3, 4)
    assert (b.at, b.down, b.blood) == ((10, 10), True, 1)


@pytest.mark.clause("TC-FALL-04", "TC-FALL-01")
@pytest.mark.parametrize(
    ("falling", "blood", "status"),
    [((1, 2, 3), 2, "ON_BOARD"), ((1, 3, 4), 3, "ON_BOARD"), ((1, 5, 4), 0, "OUT")],
)
def test_who_loses_it_falls_off_the_nearest_ledge_and_is_down(table, falling, blood, status):
    t = table(walls=[(10, 10, 10, 10)])
    b = shot_from(t, 3, 4, 3, 3, *falling)
    assert (b.status, b.blood) == (status, blood)
    if status == "ON_BOARD":
        assert b.at == (10, 9) and b.down  # of the four cells beside it the lowest


@pytest.mark.clause("TC-FALL-04")
def test_the_nearest_ledge_is_beside_before_it_is_across_a_corner(table):
    b = shot_from(table(walls=[(9, 10, 9, 9), (10, 10, 10, 10)]), 3, 4, 3, 3, 1, 2, 3)
    assert b.at == (9, 10)  # (11, 9) is lower, but across a corner


@pytest.mark.clause("TC-FALL-04")
@pytest.mark.parametrize("walls", [[], [(9, 11, 9, 11)]])
def test_without_a_ledge_there_is_no_test(table, walls):
    b = shot_from(table(walls=walls), 3, 4)
    assert (b.at, b.down, b.blood) == ((10, 10), True, 1)


@pytest.mark.clause("TC-FALL-04")
@pytest.mark.parametrize("dice", [(3, 3), (1, 1)])
def test_only_who_would_go_down_is_tested(table, dice):
    b = shot_from(table(walls=[(10, 10, 10, 10)]), *dice)
    assert (b.at, b.down, b.blood) == ((10, 10), False, 1)


@pytest.mark.clause("TC-FALL-04")
def test_the_ledge_test_is_not_risky(table):
    t = table(walls=[(10, 10, 10, 10)])
    shot_from(t, 3, 4, 3, 3, 1, 2, 3)
    assert t.active == "A1" and t.verbs() == {"move", "dash", "end"}


@pytest.mark.clause("TC-FALL-02")
@pytest.mark.parametrize(
    ("held", "at"), [((), (10, 9)), (((10, 9),), (10, 8)), (((10, 9), (10, 8)), (9, 9)), (((10, 9), (10, 8), (9, 9)), (11, 9))]
)
def test_a_falling_model_lands_below_or_on_the_nearest_free_cell_there(table, held, at):
    t = table(walls=[(10, 10, 10, 10)])
    for k, cell in enumerate(held):
        t.add(f"B{k + 3}", cell)
    t.add("A1", (10, 17), weapons=["bolt_rifle"])
    t.add("B1", (10, 10))
    t.activate("A1")
    t.dice(3, 4, 3, 4, 3, 3, 1, 2, 3)
    t.play("shoot")
    if t.decision == "TARGET":
        t.play("at B1")
    assert t.unit("B1").at == at


@pytest.mark.clause("TC-FALL-02")
def test_nobody_lands_on_a_wall_or_on_impassable_ground(table):
    t = table(walls=[(10, 10, 10, 10)], landmarks=[(10, 10, 8, 8), (9, 9, 9, 9)])
    t.add("B3", (10, 9))
    t.add("A1", (10, 17), weapons=["bolt_rifle"])
    t.add("B1", (10, 10))
    t.activate("A1")
    t.dice(3, 4, 3, 4, 3, 3, 1, 2, 3)
    t.play("shoot")
    if t.decision == "TARGET":
        t.play("at B1")
    assert t.unit("B1").at == (11, 9)


@pytest.mark.clause("TC-FALL-04")
def test_a_ledge_across_a_closed_corner_is_one(table):
    """All around (10, 10) are walls but for (11, 11), which no step reaches between them (TC-GEN-10)."""
    t = table(walls=[(9, 11, 9, 9), (9, 11, 10, 10), (9, 10, 11, 11)])
    b = shot_from(t, 3, 4, 3, 3, 1, 2, 3)
    assert b.at == (11, 11) and b.down


@pytest.mark.clause("TC-ABL-18", "TC-FALL-04")
@pytest.mark.parametrize(("falling", "status"), [((1, 1, 1), "ON_BOARD"), ((1, 3, 4), "ON_BOARD"), ((1, 5, 5), "OUT")])
def test_a_target_that_falls_because_it_goes_down_is_taken_down(table, falling, status):
    t = table(walls=[(10, 10, 10, 11)])
    t.add("A1", (10, 10), weapons=["stalker_claws"])
    t.add("B1", (10, 11))
    t.add("B2", (30, 30))
    t.activate("A1")
    t.dice(3, 4, 3, 4, 3, 3, *falling)
    t.play("fight")
    assert t.unit("B1").status == status
    assert (t.decision, t.subject) == ("HARROW", "A1")
