"""Chapter MOVE: where a move action may go on the flat; DG-3, T11."""

from __future__ import annotations

import pytest

from tests.warcry.reach import HERE, asked_to_move, cost, hanging, marks, mover, rolls
from tests.warcry.table import cell_of


def around(at, reach):
    """Cells at most so many columns and rows away."""
    x, y = at
    return {(i, j) for i in range(x - reach, x + reach + 1) for j in range(y - reach, y + reach + 1)}


def octile(a, b):
    dx, dy = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
    return 10 * (dy - dx) + 14 * dx


@pytest.mark.clause("WC-MOVE-01", "WC-MOVE-05", "WC-MOVE-09")
@pytest.mark.parametrize(("move", "cells"), [(3, 29), (4, 49), (5, 73), (6, 105), (8, 189), (10, 293)])
def test_cells_reached_on_open_floor_are_those_of_the_table(table, move, cells):
    t = mover(table, (14, 11), move=move, size=(30, 22))
    assert len(t.cells()) == cells - 1  # staying is no move
    assert (14, 11) not in t.cells()
    assert all(cost(t, at) == octile((14, 11), at) <= 10 * move for at in t.cells())
    assert not any(rolls(t, at) for at in t.cells())


@pytest.mark.clause("WC-MOVE-01", "WC-ACT-02", "WC-ACT-03")
def test_two_moves_of_a_move_5_fighter_cover_10_inches_each_destination_legal_by_itself(table):
    """Example 15."""
    t = mover(table, (2, 5), move=5)
    assert (7, 5) in t.cells() and (8, 5) not in t.cells()
    t.play("to 7,5")
    assert t.unit("A1").at == (7, 5) and t.ask() == ("STEP", "A", "A1")
    t.play("move")
    assert (12, 5) in t.cells() and (13, 5) not in t.cells()
    t.play("to 12,5")
    assert t.unit("A1").at == (12, 5)
    assert t.ask() == ("STEP", "B", "B1")  # both actions made, no dice for abilities


@pytest.mark.clause("WC-MOVE-02")
@pytest.mark.parametrize("corner", [(0, 0), (17, 0), (0, 11), (17, 11)])
def test_a_move_stays_on_the_battlefield(table, corner):
    t = table()
    t.add("A1", corner, move=4)
    t.add("B1", (9, 5))
    asked_to_move(t)
    assert t.cells() == {(x, y) for x in range(18) for y in range(12) if 0 < octile(corner, (x, y)) <= 40}


@pytest.mark.clause("WC-MOVE-02")
@pytest.mark.parametrize("other", ["A2", "B2"])
def test_no_move_through_a_fighter_friend_or_enemy(table, other):
    """A passage one cell wide along the upper edge, between pillars; someone stands three cells ahead."""
    t = table(pillars=[(x, 1) for x in range(10)])
    t.add("A1", (2, 0), move=8)
    t.add("B1", (17, 11))
    t.add(other, (5, 0))
    asked_to_move(t)
    assert t.cells() == {(0, 0), (1, 0), (3, 0), (4, 0)}


@pytest.mark.clause("WC-MOVE-02")
def test_nobody_moves_into_a_cell_that_is_taken(table):
    t = table()
    t.add("A1", HERE, move=3)
    t.add("A2", (10, 5))
    t.add("B1", (12, 5))
    asked_to_move(t)
    assert not t.cells() & {(10, 5), (12, 5)}
    assert cost(t, (11, 5)) == 28  # round A2: two diagonal steps


@pytest.mark.clause("WC-MOVE-02")
@pytest.mark.parametrize(("others", "price"), [([], 14), ([(10, 5)], 14), ([(9, 6)], 14), ([(10, 5), (9, 6)], None)])
def test_a_diagonal_step_passes_one_fighter_but_not_between_two(table, others, price):
    t = table()
    t.add("A1", HERE, move=2)
    t.add("B1", (0, 0))
    for k, at in enumerate(others, 2):
        t.add(f"A{k}", at)
    asked_to_move(t)
    assert cost(t, (10, 6)) == price


@pytest.mark.clause("WC-MOVE-02")
def test_a_diagonal_step_between_a_friend_and_an_enemy_is_barred(table):
    t = table()
    t.add("A1", HERE, move=2)
    t.add("A2", (10, 5))
    t.add("B1", (9, 6))
    asked_to_move(t)
    assert (10, 6) not in t.cells()


@pytest.mark.clause("WC-MOVE-02")
def test_fighters_far_below_a_diagonal_step_bar_it_too(table):
    platforms = [(9, 9, 5, 5), (10, 10, 6, 6)]
    t = table(platforms=platforms)
    t.add("A1", HERE, move=2)
    t.add("A2", (10, 5))
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert cost(t, (10, 6)) == 14 and t.unit("A2").height == 0
    t = table(platforms=platforms)
    t.add("A1", HERE, move=2)
    t.add("A2", (10, 5))
    t.add("A3", (9, 6))
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert (10, 6) not in t.cells()


@pytest.mark.clause("WC-MOVE-02", "WC-TERR-01")
@pytest.mark.parametrize("pillar", [(10, 5), (9, 6)])
def test_no_diagonal_step_round_the_corner_of_a_pillar(table, pillar):
    t = mover(table, move=3, pillars=[pillar])
    assert pillar not in t.cells()
    assert cost(t, (10, 6)) == 20 and cost(t, (10, 4)) == (20 if pillar == (10, 5) else 14)


@pytest.mark.clause("WC-MOVE-02", "WC-MOVE-08", "WC-TERR-02")
def test_no_move_through_a_platform_nor_round_its_corner_in_one_step(table):
    t = mover(table, move=3, marks=marks("mount"), platforms=[(10, 11, 5, 6)])
    assert not t.cells() & {(10, 5), (11, 5), (10, 6), (11, 6)}
    assert cost(t, (10, 4)) == 20
    assert (12, 4) not in t.cells()  # over its corner it would be 28; round it 20 to (10, 4), then 10 each
    t = mover(table, move=2, platforms=[(9, 10, 5, 6)])
    assert cost(t, (10, 6)) == 14  # on its top


@pytest.mark.clause("WC-MOVE-02")
@pytest.mark.parametrize("wall", [((9, 5), (10, 5)), ((9, 5), (9, 6)), ((10, 5), (10, 6)), ((9, 6), (10, 6))])
@pytest.mark.parametrize("kind", ["low", "tall"])
def test_a_wall_at_the_corner_bars_the_diagonal_step(table, wall, kind):
    t = mover(table, move=3, **{kind: [wall]})
    assert cost(t, (10, 6)) == 20
    assert cost(t, (8, 4)) == 14


@pytest.mark.clause("WC-MOVE-03")
def test_a_move_begun_beside_an_enemy_ends_as_near_to_it(table):
    t = table()
    t.add("A1", HERE, move=4)
    t.add("B1", (10, 5))
    asked_to_move(t)
    assert t.cells() == around((10, 5), 1) - {HERE, (10, 5)}


@pytest.mark.clause("WC-MOVE-03")
def test_a_move_begun_1_inch_away_may_end_nearer_or_as_near(table):
    t = table()
    t.add("A1", HERE, move=8)
    t.add("B1", (11, 5))  # gap 1
    asked_to_move(t)
    corners = {(9, 3), (13, 3), (9, 7), (13, 7)}  # gap 1.41
    assert t.cells() == around((11, 5), 2) - corners - {HERE, (11, 5)}


@pytest.mark.clause("WC-MOVE-03")
@pytest.mark.parametrize("at", [(11, 7), (12, 5), (11, 3)])
def test_a_move_begun_more_than_1_inch_from_all_enemies_is_free(table, at):
    t = table()
    t.add("A1", HERE, move=3)
    t.add("B1", at)
    asked_to_move(t)
    assert t.cells() == {there for there in around(HERE, 3) if 0 < octile(HERE, there) <= 30} - {at}


@pytest.mark.clause("WC-MOVE-03")
def test_of_several_enemies_all_the_nearest_hold_a_fighter_and_no_other(table):
    t = table()
    t.add("A1", HERE, move=4)
    t.add("B1", (10, 5))
    t.add("B2", (8, 5))
    asked_to_move(t)
    assert t.cells() == {(9, 4), (9, 6)}
    t = table()
    t.add("A1", HERE, move=4)
    t.add("B1", (10, 5))
    t.add("B2", (7, 5))  # within 1" too, but not the nearest
    asked_to_move(t)
    assert t.cells() == around((10, 5), 1) - {HERE, (10, 5)}


@pytest.mark.clause("WC-MOVE-03", "WC-GEN-05")
def test_an_enemy_3_inches_below_does_not_hold_a_fighter(table):
    t = table(platforms=[(6, 9, 5, 5)])
    t.add("A1", HERE, move=3)
    t.add("B1", (10, 5))
    asked_to_move(t)
    assert (6, 5) in t.cells()


@pytest.mark.clause("WC-MOVE-03")
def test_friends_do_not_hold_a_fighter(table):
    t = table()
    t.add("A1", HERE, move=3)
    t.add("A2", (10, 5))
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert (6, 5) in t.cells()


@pytest.mark.clause("WC-MOVE-03")
def test_where_the_stricter_reading_is_chosen_an_engaged_fighter_cannot_move(table):
    for strict in (False, True):
        t = table(options={"engaged_no_move": strict})
        t.add("A1", HERE)
        t.add("A2", (0, 11))
        t.add("B1", (10, 5))
        t.activate("A1")
        assert ("move" in t.steps()) is not strict
        t.play("wait")
        assert t.ask()[1] == "B"


@pytest.mark.clause("WC-MOVE-03", "WC-ACT-06")
@pytest.mark.parametrize("strict", [True, False])
def test_where_the_stricter_reading_is_chosen_an_engaged_fighter_has_no_bonus_move(table, strict):
    t = table(options={"engaged_no_move": strict})
    t.add("A1", HERE, "iron_drill")
    t.add("B1", (10, 5), activated=True)
    t.add("B2", (17, 11))
    t.sets("A", {5: 4})
    t.activate("A1")
    t.play("rampage-5")
    assert t.decision == ("ATTACK" if strict else "MOVE")


@pytest.mark.clause("WC-MOVE-04")
def test_passing_an_enemy_stops_nothing_and_triggers_nothing(table):
    t = table(pillars=[(x, 1) for x in range(3, 13)])
    t.add("A1", (3, 0), move=8)
    t.add("B1", (8, 2), "hunt_pistols")  # 1" from the passage
    asked_to_move(t)
    t.play("to 11,0")
    assert t.unit("A1").at == (11, 0) and t.ask() == ("STEP", "A", "A1")
    assert t.unit("B1").lost == 0


@pytest.mark.clause("WC-MOVE-06", "WC-TERR-05")
def test_low_terrain_is_floor(table):
    low = [[10, y] for y in range(12)]
    t = mover(table, move=3, board={"width": 18, "height": 12, "exempt": True, "low": low})
    assert cost(t, (10, 5)) == 10 and cost(t, (12, 5)) == 30 and rolls(t, (10, 5)) == 0
    assert not hanging(t)
    t.play("to 10,5")
    assert t.unit("A1").height == 0


@pytest.mark.clause("WC-MOVE-07")
def test_a_move_may_end_on_an_objective_but_not_on_a_treasure(table):
    t = table(objectives=[(10.5, 5.5), (12, 6)])
    t.add("A1", HERE, move=4)
    t.add("B1", (0, 0))
    t.token(1, (11, 5))
    asked_to_move(t)
    assert {(10, 5), (12, 6), (11, 6)} <= t.cells()
    assert (11, 5) not in t.cells() and (11, 5) in t.cells("take-to")


@pytest.mark.clause("WC-MOVE-07", "WC-TRE-02")
def test_a_move_may_pass_over_a_treasure(table):
    t = table(pillars=[(x, 1) for x in range(10)])
    t.add("A1", (2, 0), "hunt_hound", move=4)  # a beast
    t.add("B1", (17, 11))
    t.token(1, (4, 0))
    asked_to_move(t)
    assert t.cells() == {(0, 0), (1, 0), (3, 0), (5, 0), (6, 0)}
    t.play("to 6,0")
    assert t.token_at(1) == (4, 0)


@pytest.mark.clause("WC-MOVE-09", "WC-ACT-07")
def test_no_move_is_offered_to_a_fighter_that_is_shut_in(table):
    t = table()
    t.add("A1", (0, 0))
    t.add("A2", (1, 0))
    t.add("A3", (0, 1))
    t.add("B1", (9, 5))
    t.sets("A", {4: 2})
    t.activate("A1")
    assert "move" not in t.steps() and {"wait", "rush"} <= t.steps()
    t.play("wait")
    t.activate("A2")
    assert "move" in t.steps()


@pytest.mark.clause("WC-MOVE-03", "WC-ACT-07")
def test_no_move_is_offered_where_every_way_leads_away_from_the_nearest_enemies(table):
    t = table()
    t.add("A1", (8, 5))
    t.add("B1", (9, 5))
    t.add("B2", (7, 5))
    t.add("A2", (8, 4))
    t.add("A3", (8, 6))
    t.activate("A1")
    assert "move" not in t.steps()


@pytest.mark.clause("WC-MOVE-02")
def test_a_fighter_leaves_its_cell_free_and_takes_the_other(table):
    t = mover(table, move=4)
    t.play("to 12,6")
    assert t.state["board"][cell_of(HERE)] == -1 and t.state["board"][cell_of((12, 6))] == t.slot_of("A1")
    t.play("move")
    assert HERE in t.cells() and (12, 6) not in t.cells()
