"""Chapter DIS: getting away from enemies."""

from __future__ import annotations

import pytest

from tests.warcry.reach import HERE
from tests.warcry.table import cell_of


def octile(a, b):
    dx, dy = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
    return 10 * (dy - dx) + 14 * dx


def gap2(a, b):
    return sum(max(0, abs(p - q) - 1) ** 2 for p, q in zip(a, b, strict=True))


def held(table, foes=((10, 5),), at=HERE, profile="raven_knife", friends=(), first=None, **board):
    """A1 among enemies that cannot react any more; a last one, far away, is to be activated next."""
    t = table(**board)
    t.add("A1", at, profile, **(first or {}))
    for k, there in enumerate(friends, 2):
        t.add(f"A{k}", there)
    for k, there in enumerate(foes, 1):
        t.add(f"B{k}", there, activated=True)
    t.add(f"B{len(foes) + 1}", (17, 11))
    t.sets("A", {2: 2})
    t.activate("A1")
    return t


def away(t):
    t.play("disengage")
    assert t.ask() == ("DISENGAGE", "A", "A1")
    return t.cells()


@pytest.mark.clause("WC-DIS-01", "WC-GEN-05")
@pytest.mark.parametrize(
    ("foe", "offered"), [((10, 5), True), ((10, 6), True), ((11, 5), True), ((11, 6), True), ((11, 7), False), ((12, 5), False)]
)
def test_only_within_1_inch_of_an_enemy_is_it_offered(table, foe, offered):
    assert ("disengage" in held(table, [foe]).steps()) is offered


@pytest.mark.clause("WC-DIS-01")
def test_an_enemy_3_inches_above_holds_nobody_and_friends_do_not(table):
    assert "disengage" not in held(table, platforms=[(10, 10, 5, 5)]).steps()
    assert "disengage" not in held(table, foes=(), friends=[(10, 5), (8, 5)]).steps()


@pytest.mark.clause("WC-DIS-01", "WC-DIS-02")
@pytest.mark.parametrize("foes", [[(10, 5)], [(10, 5), (6, 5)], [(10, 5), (9, 8), (7, 2)]])
def test_it_is_up_to_3_inches_in_any_direction_and_ends_more_than_1_inch_from_all_enemies(table, foes):
    t = held(table, foes)
    expected = {
        (x, y) for x in range(18) for y in range(12)
        if 0 < octile(HERE, (x, y)) <= 30 and all(gap2((x, y), foe) > 1 for foe in foes) and gap2((x, y), (17, 11)) > 1
    }  # fmt: skip
    shut = {(12, 5)} if (12, 5) in expected else set()
    assert away(t) == expected - shut
    t.play("to 7,6" if foes == [(10, 5)] else f"to {min(t.cells())[0]},{min(t.cells())[1]}")
    assert t.unit("A1").at not in (HERE, None) and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-DIS-01", "WC-MOVE-04")
def test_it_may_pass_close_by_other_enemies(table):
    """Between two files of enemies, 1" from each, to the open."""
    t = held(table, [(10, 5), (8, 2), (8, 8)], friends=[])
    assert (6, 5) in away(t)
    t.play("to 6,5")
    assert t.unit("A1").at == (6, 5)


@pytest.mark.clause("WC-DIS-01", "WC-ACT-07")
def test_without_a_place_to_go_it_is_not_offered(table):
    t = held(table, [(1, 1)], at=(0, 0), friends=[(0, 1), (1, 0)])
    assert "disengage" not in t.steps() and "attack" in t.steps()
    t = held(table, [(3, 0), (3, 2), (0, 3)], at=(2, 0), friends=[(1, 0), (1, 1), (2, 1)])
    assert "disengage" not in t.steps()


@pytest.mark.clause("WC-DIS-02")
@pytest.mark.parametrize("move", [1, 3, 8])
def test_the_characteristic_move_does_not_matter(table, move):
    t = held(table, first={"move": move})
    assert {(6, 5), (7, 6)} <= away(t) and not t.cells() & {(5, 5), (6, 6), (5, 4)}


@pytest.mark.clause("WC-DIS-02", "WC-DIS-03", "WC-UNI-01")
def test_rush_does_not_lengthen_it(table):
    t = held(table)
    t.play("rush-2")
    assert (6, 5) in away(t) and (5, 5) not in t.cells()
    t.play("to 6,5", "move")
    assert (0, 5) in t.cells()  # the move action that follows: 5" and 1


@pytest.mark.clause("WC-DIS-02")
@pytest.mark.parametrize(
    "board",
    [{"low": [((8, y), (9, y)) for y in range(2, 9)]}, {"tall": [((8, y), (9, y)) for y in range(2, 9)]}, {"platforms": [(6, 8, 2, 8)]},
     {"platforms": [(6, 8, 2, 8)], "stairs": [((9, 5), (8, 5))]}, {"platforms": [(6, 8, 2, 8)], "ladders": [((9, 5), (8, 5))]}],
    ids=["low wall", "tall wall", "platform", "stair", "ladder"],
)  # fmt: skip
def test_there_is_no_climbing(table, board):
    t = held(table, **board)
    assert "disengage" in t.steps()
    assert not any(x < 9 for x, _ in away(t))
    assert not any(text.startswith("climb") for text in t.legal())


@pytest.mark.clause("WC-DIS-02")
def test_there_is_no_jumping_down_and_none_across(table):
    t = held(table, platforms=[(7, 10, 5, 5), (5, 5, 5, 5)])
    t.play("disengage")  # (7, 5) is the only cell on the platform that is far enough
    assert t.unit("A1").at == (7, 5) and t.unit("A1").height == 3


@pytest.mark.clause("WC-DIS-02", "WC-CLIMB-06")
@pytest.mark.parametrize("kind", [None, "stairs", "ladders"])
def test_one_who_climbs_cannot_disengage(table, kind):
    t = table(platforms=[(10, 11, 5, 5)], **({kind: [(HERE, (10, 5))]} if kind else {}))
    t.add("A1", HERE, toward=(10, 5), height=1.5 if kind == "stairs" else 1)
    t.add("B1", (8, 5), activated=True)
    t.add("B2", (17, 11))
    t.sets("A", {2: 2})
    t.activate("A1")
    assert "disengage" not in t.steps()


@pytest.mark.clause("WC-DIS-03", "WC-TRE-01", "WC-MOVE-07")
def test_no_treasure_is_picked_up_and_none_stood_upon(table):
    t = held(table)
    t.token(1, (7, 5))
    t.play("disengage")
    assert (7, 5) not in t.cells() and (6, 5) in t.cells() and not t.cells("take-to")
    assert not any(text.startswith("take") for text in t.legal())
    t.play("to 6,5")
    assert t.token_at(1) == (7, 5) and t.unit("A1").treasure == 0


@pytest.mark.clause("WC-DIS-04", "WC-TRE-05")
def test_one_who_carries_treasure_cannot_disengage(table):
    assert "disengage" not in held(table, first={"carries": 1}).steps()
    t = held(table, first={"carries": 1})
    t.play("drop", "drop 8,5")
    assert "disengage" in t.steps()


@pytest.mark.clause("WC-DIS-05", "WC-ACT-03")
def test_afterwards_the_second_action_is_free(table):
    t = held(table)
    away(t)
    t.play("to 6,5")
    assert {"move", "wait"} <= t.steps() and not t.steps() & {"attack", "disengage"}  # nobody to leave any more
    t.play("move")
    assert {(1, 5), (8, 5)} <= t.cells()
    t.play("to 1,5")
    assert t.unit("A1").at == (1, 5)


@pytest.mark.clause("WC-DIS-01", "WC-MOVE-02")
def test_it_passes_no_fighters_and_not_between_two(table):
    t = held(table, [(10, 5)], friends=[(8, 4), (8, 5), (8, 6)])
    assert not away(t) & {(8, 4), (8, 5), (8, 6), (7, 5), (6, 5)}
    t = held(table, [(10, 5)], friends=[(8, 5), (9, 6)])
    assert (8, 6) not in away(t)


@pytest.mark.clause("WC-DIS-01", "WC-FALL-07")
def test_deadly_ground_hurts_one_who_must_pass_it_and_is_gone_round_if_possible(table):
    t = held(table, pillars=[(8, 4), (8, 6)], deadly=[(8, 5)])
    t.dice(6)
    away(t)
    t.play("to 7,5")
    assert t.unit("A1").damage == 3 and t.unit("A1").at == (7, 5)
    t = held(table, deadly=[(8, 5)])
    away(t)
    t.play("to 7,5")
    assert t.unit("A1").damage == 0 and t.unit("A1").at == (7, 5)


@pytest.mark.clause("WC-FALL-08", "WC-DIS-01")
def test_one_taken_down_by_the_ground_gets_no_farther(table):
    t = held(table, pillars=[(8, 4), (8, 6)], deadly=[(8, 5), (7, 5)], first={"damage": 7})
    away(t)
    t.dice(4)
    t.play("to 6,5")
    assert t.unit("A1").status == "down" and t.ask()[:2] == ("STEP", "B")
    assert t.state["board"][cell_of((6, 5))] == -1


@pytest.mark.clause("WC-DIS-01", "WC-ACT-01")
def test_it_is_one_of_the_two_actions(table):
    t = held(table)
    t.play("wait")
    assert t.ask()[1] == "B"
    t = held(table)
    away(t)
    t.play("to 6,5")
    assert int(t.state["actions_left"]) == 1
