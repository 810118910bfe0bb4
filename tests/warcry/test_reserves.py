"""Chapter RES: groups that arrive in the reserve phase of round 2 or 3."""

from __future__ import annotations

import itertools
import math

import pytest

from skirmish_rl.envs.core.errors import DataError

ALL = set(itertools.product(range(30), range(22)))


def to_point(cell, point, farthest):
    """Inches from a point to the nearest or farthest point of a cell."""
    offsets = []
    for at, p in zip(cell, point, strict=True):
        offsets.append(max(abs(at - p), abs(at + 1 - p)) if farthest else max(at - p, p - at - 1, 0))
    return math.hypot(*offsets)


def to_line(cell, line, farthest=False):
    """The same from a line along an edge, given as (x, y, x, y); farthest: that of the corner with the longest way to the line."""
    x0, y0, x1, y1 = line
    corners = [(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)]
    if farthest:
        return max(math.hypot(max(x0 - x, x - x1, 0), max(y0 - y, y - y1, 0)) for x, y in corners)
    return math.hypot(max(x0 - cell[0] - 1, cell[0] - x1, 0), max(y0 - cell[1] - 1, cell[1] - y1, 0))


def place(t, at):
    t.play(f"place {at[0]},{at[1]}")


def late(table, *names, scenario="crossing", group="hammer", **facts):
    """A board of a shipped scenario with fighters in reserve."""
    t = table(scenario=scenario, **facts)
    for name in names:
        t.add(name, None, group=group)
    return t


# ---- when, and in which order


@pytest.mark.clause("WC-RND-04", "WC-RES-01")
@pytest.mark.parametrize("group", ["dagger", "hammer"])
def test_nobody_arrives_in_round_1(table, group):
    t = late(table, "A1", "B1", group=group)
    t.add("A2", (5, 5))
    t.add("B2", (12, 5))
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.hero_phase(1)
    t.play("done", "done")
    assert t.decision == "FIRST" and t.unit("A1").status == t.unit("B1").status == "reserve"


@pytest.mark.clause("WC-RES-01", "WC-RES-02", "WC-RND-01", "WC-RND-04", "WC-SEIZE-08")
def test_a_group_must_arrive_in_its_round_and_that_of_the_initiative_first(table):
    t = late(table, "A1", "A2", "B1", "B2")
    t.dice(1, 1, 3, 3, 6, 6, 1, 2, 3, 4, 6, 6)
    t.hero_phase(2)
    t.play("done", "done")
    assert t.phase == "reserve"
    asked = []
    while t.decision == "DEPLOY":
        asked.append(t.ask()[2])
        assert "pass" not in t.legal()
        t.play(min(t.legal()))
    assert asked == ["B1", "B2", "A1", "A2"] and t.decision == "FIRST" and t.phase == "combat"


@pytest.mark.clause("WC-RES-01", "WC-RES-10")
def test_by_the_letter_a_fighter_in_reserve_may_stay_away_for_good(table):
    t = late(table, "A1", "A2", "B1", options={"readings": "letter"})
    t.reserve_phase(2)
    assert t.ask() == ("DEPLOY", "A", "A1") and t.can("pass")
    t.play("pass")
    assert t.ask() == ("DEPLOY", "A", "A2")
    t.play(max(t.legal() - {"pass"}))
    t.play("pass")
    assert t.decision == "FIRST" and [t.unit(name).status for name in ("A1", "A2", "B1")] == ["reserve", "on_board", "reserve"]
    for round in (3, 4):
        t.reserve_phase(round)
        assert t.decision == "FIRST" and t.unit("A1").status == t.unit("B1").status == "reserve"


@pytest.mark.clause("WC-RES-01", "WC-RES-08")
def test_by_the_letter_the_rest_of_a_group_that_does_not_fit_comes_without_who_stays_away(table):
    group = {"point": (0, 0), "round": 2}
    t = table(red={"dagger": group, "shield": group, "hammer": group}, options={"readings": "letter"})
    for k in range(1, 6):
        t.add(f"A{k}", None, group="shield")
    t.add("B1", (10, 6))
    t.reserve_phase(2)
    assert t.decision == "NEXT_FIGHTER" and "pass" not in t.legal()
    t.play("set-up A3", "pass")
    assert t.decision == "NEXT_FIGHTER" and t.legal() == {"set-up A1", "set-up A2", "set-up A4", "set-up A5"}
    t.play("set-up A1")
    assert t.legal() == {"place 0,0", "pass"}


@pytest.mark.clause("WC-DEP-04", "WC-RES-01")
def test_by_the_letter_nobody_stays_away_before_the_battle(table):
    t = table.new_game("crossing", readings="letter")
    assert t.random_until("DEPLOY") and "pass" not in t.legal()


@pytest.mark.clause("WC-RES-01")
def test_a_round_3_group_waits_in_round_2(table):
    t = late(table, "A1", "B1", scenario="hunters", group="shield")
    t.reserve_phase(2)
    assert t.decision == "FIRST" and t.unit("A1").status == "reserve"
    t.reserve_phase(3)
    assert t.ask() == ("DEPLOY", "A", "A1") and len(t.cells("place")) == 66


@pytest.mark.clause("WC-RES-02")
def test_of_two_groups_dagger_comes_before_shield_before_hammer_and_fighters_in_roster_order(table):
    t = late(table)
    for k, group in enumerate(("hammer", "dagger", "shield", "hammer", "dagger"), 1):
        t.add(f"A{k}", None, group=group)
    t.add("B1", (2, 10))
    t.tables["arrival"][:] = 2
    t.reserve_phase(2, "B")
    asked = []
    while t.decision == "DEPLOY":
        asked.append(t.ask()[2])
        t.play(min(t.legal()))
    assert asked == ["A2", "A5", "A3", "A1", "A4"]


@pytest.mark.clause("WC-RES-11")
def test_a_group_that_would_come_after_the_last_round_is_refused(table):
    group = {"point": (2, 2)}
    for round, fine in ((2, True), (3, False)):
        keys = {"rounds": 2, "red": {"dagger": group, "shield": group, "hammer": {**group, "round": round}}}
        if fine:
            table.new_game(file=keys)
        else:
            with pytest.raises(DataError, match="WC-RES-11"):
                table.new_game(file=keys)


# ---- where


@pytest.mark.clause("WC-RES-03", "WC-GEN-04", "WC-GEN-05")
@pytest.mark.parametrize(("point", "size"), [((9, 5), 16), ((9, 0), 8), ((0, 0), 4), ((9.5, 5.5), None), ((4, 11), None)])
def test_a_zone_is_all_cells_wholly_within_3_inches_of_the_point_at_any_height(table, point, size):
    group = {"point": point, "round": 2}
    t = table(platforms=[(8, 9, 4, 5, 6)], red={"dagger": group, "shield": group, "hammer": group})
    t.add("A1", None)
    t.reserve_phase(2)
    zone = {c for c in ALL if to_point(c, point, True) <= 3 and c[0] < 18 and c[1] < 12}
    assert t.cells("place") == zone and size in (None, len(zone))


@pytest.mark.clause("WC-RES-04", "WC-RES-05")
def test_a_half_edge_line(table):
    t = late(table, "A1")
    t.reserve_phase(2)
    zone = t.cells("place")
    assert (7, 1) in zone and (9, 2) in zone and (7, 2) not in zone and (9, 3) not in zone and len(zone) == 31
    assert zone == {c for c in ALL if c[0] < 18 and c[1] < 12 and to_line(c, (9, 0, 18, 0), True) <= 3}
    t = late(table, "A1", "B1")
    t.reserve_phase(2, "B")
    assert t.cells("place") == {(17 - x, 11 - y) for x, y in zone}


@pytest.mark.clause("WC-RES-04", "WC-RES-05")
def test_a_whole_edge_line(table):
    t = late(table, "A1", scenario="hunters", group="shield")
    t.reserve_phase(3)
    assert t.cells("place") == {(x, y) for x in range(3) for y in range(22)}


@pytest.mark.clause("WC-RES-06", "WC-RES-03")
def test_no_place_in_a_pillar_or_on_another_fighter(table):
    group = {"point": (9, 5), "round": 2}
    t = table(pillars=[(8, 4)], platforms=[(9, 9, 4, 4)], red={"dagger": group, "shield": group, "hammer": group})
    t.add("A1", None)
    t.add("A2", None)
    t.add("B1", (10, 6))
    t.add("A3", (7, 6), group="shield")
    t.reserve_phase(2)
    zone = {(x, y) for x in range(7, 11) for y in range(3, 7)} - {(8, 4), (10, 6), (7, 6)}
    assert t.cells("place") == zone and (9, 4) in zone
    place(t, (9, 4))
    assert t.unit("A1").height == 3 and t.cells("place") == zone - {(9, 4)}


# ---- a group that does not fit


def corner(table, *blue, red=4):
    """Five marks in round 2: the red Shield arrives at (0, 0)."""
    t = late(table, *(f"A{k}" for k in range(1, red + 1)), scenario="marks", group="shield")
    for k, at in enumerate(blue, 1):
        t.add(f"B{k}", at)
    t.reserve_phase(2)
    return t


@pytest.mark.clause("WC-RES-07", "WC-RES-03")
def test_four_fighters_that_fit_a_corner_choose_freely_in_roster_order(table):
    t = corner(table, (5, 5))
    assert t.ask() == ("DEPLOY", "A", "A1") and t.cells("place") == {(0, 0), (1, 0), (0, 1), (1, 1)}
    place(t, (1, 1))
    assert t.ask() == ("DEPLOY", "A", "A2") and t.cells("place") == {(0, 0), (1, 0), (0, 1)}


@pytest.mark.clause("WC-RES-07", "WC-RES-08")
def test_one_enemy_in_the_corner_and_all_four_come_one_at_a_time_as_near_as_possible(table):
    t = corner(table, (1, 1))
    assert t.ask()[:2] == ("NEXT_FIGHTER", "A") and t.legal() == {"set-up A1", "set-up A2", "set-up A3", "set-up A4"}
    t.play("set-up A3")
    assert t.unit("A3").at == (0, 0)  # not a free choice though three cells of the zone were free
    assert t.legal() == {"set-up A1", "set-up A2", "set-up A4"}
    t.play("set-up A4")
    assert t.ask() == ("DEPLOY", "A", "A4") and t.cells("place") == {(1, 0), (0, 1)}
    place(t, (0, 1))
    t.play("set-up A1")
    assert t.unit("A1").at == (1, 0)
    assert t.ask() == ("DEPLOY", "A", "A2") and t.cells("place") == {(2, 0), (0, 2)}
    place(t, (2, 0))
    assert t.unit("A2").at == (2, 0) and t.decision == "FIRST"


@pytest.mark.clause("WC-RES-07")
def test_the_fit_is_tested_once_before_anybody_is_placed(table):
    t = corner(table, (1, 1), red=3)
    for k, at in ((1, (0, 1)), (2, (1, 0))):
        assert t.ask() == ("DEPLOY", "A", f"A{k}")
        place(t, at)
    assert t.unit("A3").at == (0, 0)


@pytest.mark.clause("WC-RES-07")
def test_the_fit_is_of_those_who_come_and_not_of_casualties_of_their_group(table):
    t = table(scenario="marks")
    t.add("A1", None, group="shield")
    for name in ("A2", "A3", "A4"):
        t.add(name, (9, 9), group="shield")
        t.take_down(name)
    t.add("B1", (1, 1))
    t.reserve_phase(2)
    assert t.ask() == ("DEPLOY", "A", "A1") and t.cells("place") == {(0, 0), (1, 0), (0, 1)}


@pytest.mark.clause("WC-RES-08", "WC-RES-05")
def test_as_near_as_possible_to_a_deployment_line(table):
    line = (0, 0, 9, 0)  # half of the top edge
    free = {(4, 2), (2, 2)}
    zone = {c for c in ALL if to_line(c, line, True) <= 3}
    group = {"line": line, "round": 2}
    t = table(pillars=sorted(zone - free), red={"dagger": group, "shield": group, "hammer": group})
    for k in (1, 2, 3):
        t.add(f"A{k}", None)
    t.reserve_phase(2)
    board = {c for c in ALL if c[0] < 18 and c[1] < 12} - (zone - free)
    for k in (1, 2, 3):
        if k < 3:
            assert t.decision == "NEXT_FIGHTER"
            t.play(f"set-up A{k}")
        least = min(to_line(c, line) for c in board)
        nearest = {c for c in board if to_line(c, line) <= least + 1e-6}
        if len(nearest) > 1:
            assert t.ask() == ("DEPLOY", "A", f"A{k}") and t.cells("place") == nearest
            place(t, max(nearest))
        assert t.unit(f"A{k}").at in nearest
        board.discard(t.unit(f"A{k}").at)
    assert t.decision == "FIRST"


# ---- afterwards


@pytest.mark.clause("WC-RES-09", "WC-DEP-06")
def test_who_has_arrived_may_be_activated_in_this_round_and_may_stand_beside_an_enemy(table):
    t = late(table, "A1")
    t.add("B1", (12, 3))
    t.reserve_phase(2)
    place(t, (12, 2))
    t.play("self")
    assert t.ask() == ("STEP", "A", "A1") and t.steps() == {"move", "attack", "disengage", "wait"}


@pytest.mark.clause("WC-RES-10", "WC-COMB-07")
def test_a_fighter_in_reserve_is_neither_activated_nor_a_target(table):
    t = late(table, "A1", "B1")
    t.add("A2", (5, 5), "raven_lord")
    t.add("A3", (6, 7))
    t.add("B2", (15, 9))
    t.sets("A", {2: 2, 3: 3})
    t.activate("A2")
    assert t.can("inspiring-presence-3")
    t.play("inspiring-presence-3")
    t.play("wait", "yes")  # A3 was the only one to choose
    assert t.ask() == ("STEP", "A", "A3")
    t.change("A2", activated=0)
    t.change("A3", activated=0)
    t.turn("A")
    assert t.legal() == {"activate A2", "activate A3"}


@pytest.mark.clause("WC-RES-10", "WC-OBJ-01")
def test_a_fighter_in_reserve_counts_for_no_objective(table):
    t = late(table, "A1")
    t.add("B1", (15, 10))
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round(1)
    assert t.state["control"].tolist()[:3] == [-1, -1, -1]


@pytest.mark.clause("WC-RES-10", "WC-VIC-05")
def test_a_fighter_in_reserve_keeps_the_battle_going(table):
    t = table(scenario="crossing", options={"play_out": False})
    t.add("A1", (5, 5))
    t.add("B1", (6, 5), damage=7, activated=True)
    t.add("B2", None, group="hammer")
    t.activate("A1")
    t.dice(6, 6, 6, 6)
    t.attack("B1")
    assert t.unit("B1").status == "down" and not t.over
