"""Chapter FALL: edge tests, where a fallen fighter lands, impact, deadly ground; DG-8, DG-9, example 23."""

from __future__ import annotations

import itertools

import pytest

from tests.warcry.reach import asked_to_move, marks, mover, rolls
from tests.warcry.table import cell_of

EDGE = (10, 5)  # a platform's west edge
BESIDE = (11, 5)  # on top, one cell in
BOARD = {"platforms": [(10, 13, 2, 8)]}


def struck(table, at=EDGE, *, target="raven_spear", by="raven_knife", frm=BESIDE, dice=(1, 1, 1, 6), up=None, wounds=40, **rest):
    """A1 attacks B1 with a dagger (A4 S3 1/3), who has plenty of Wounds and cannot react; B2 is to be activated next.

    Args:
        dice: none: it has not attacked yet.
        up: (cell, inches): B1 climbs, see `Table.add`.
    """
    board = {**BOARD, **rest}
    figures = {key: board.pop(key) for key in ("marks",) if key in board}
    t = table(**board)
    t.add("A1", frm, by, activated=False)
    t.add("B1", at, target, activated=True, wounds=wounds, toward=up and up[0], height=up[1] if up else 0, **figures)
    t.add("B2", (0, 0))
    t.activate("A1")
    if dice:
        t.dice(*dice)
        t.play("attack")
    return t


@pytest.mark.clause("WC-FALL-04", "WC-FALL-01", "WC-FALL-02")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_critical_at_an_open_edge_and_a_die_of_1_and_the_target_falls(table, die):
    t = struck(table, dice=(1, 1, 1, 6, die))
    assert t.unit("B1").damage == 3
    if die > 1:
        assert t.ask() == ("STEP", "A", "A1") and t.unit("B1").at == EDGE
        return
    assert t.ask() == ("FALL", "A", "B1")
    t.dice(1)
    t.play("land 9,5")
    assert (t.unit("B1").at, t.unit("B1").height) == ((9, 5), 0)
    assert t.ask()[:2] == ("STEP", "A")


@pytest.mark.clause("WC-FALL-02")
@pytest.mark.parametrize("only", [(9, 2), (11, 2), (7, 4), (7, 6), (9, 8), (11, 8)])
def test_the_only_free_cell_within_2_inches_is_where_it_lands_wherever_it_is(table, only):
    t = struck(table, dice=(), platforms=[(10, 11, 5, 5)])
    for x, y in itertools.product(range(18), range(12)):
        t.tables["stand"][cell_of((x, y))] = (x, y) == only
    t.dice(1, 1, 1, 6, 1, 1)
    t.play("attack")
    assert (t.unit("B1").at, t.unit("B1").height) == (only, 0)


@pytest.mark.clause("WC-FALL-04")
def test_without_a_critical_there_is_no_edge_test(table):
    t = struck(table, dice=(5, 5, 4, 1))
    assert t.ask() == ("STEP", "A", "A1") and t.unit("B1").damage == 3


@pytest.mark.clause("WC-FALL-04", "WC-IRON-07")
@pytest.mark.parametrize(("dice", "tested"), [((6, 6, 1, 1), False), ((6, 6, 6, 1, 2), True)])
def test_criticals_that_a_reaction_has_turned_into_hits_are_none_for_the_edge_test(table, dice, tested):
    t = struck(table, target="iron_smith", dice=())
    t.change("B1", activated=False)
    t.play("attack")
    t.dice(*dice)  # two become hits; a third is left, and a die for the edge
    t.play("clashing-iron")
    assert t.unit("B1").damage == 2 + 3 * tested and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-FALL-04", "WC-RAVEN-07")
def test_criticals_against_one_who_cowers_are_none_for_the_edge_test(table):
    t = struck(table, dice=())
    t.change("B1", cowering=1)
    t.dice(6, 6, 6, 6)
    t.play("attack")
    assert t.unit("B1").damage == 4 and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-FALL-04")
def test_several_criticals_make_one_edge_test(table):
    t = struck(table, dice=(6, 6, 6, 6, 2))
    assert t.ask() == ("STEP", "A", "A1") and t.unit("B1").damage == 12


@pytest.mark.clause("WC-FALL-04")
def test_one_who_is_taken_down_makes_no_edge_test(table):
    t = struck(table, wounds=3)
    assert t.unit("B1").status == "down"


@pytest.mark.clause("WC-FALL-04", "WC-FLY-02")
def test_fliers_make_no_edge_test(table):
    t = struck(table, target="raven_fury", marks=marks("fly"))
    assert t.ask() == ("STEP", "A", "A1") and t.unit("B1").damage == 3


@pytest.mark.clause("WC-FALL-04")
@pytest.mark.parametrize("at", [(12, 5), (11, 3)])
def test_away_from_the_edge_and_on_the_floor_there_is_no_edge_test(table, at):
    t = struck(table, at, frm=(at[0], at[1] + 1))
    assert t.unit("B1").damage == 3 and t.ask() == ("STEP", "A", "A1")
    t = struck(table, (3, 3), frm=(3, 4))
    assert t.unit("B1").damage == 3 and t.ask() == ("STEP", "A", "A1")


WEST = ((9, 5), EDGE)


@pytest.mark.clause("WC-FALL-04", "WC-TERR-01")
@pytest.mark.parametrize(
    ("closed", "die"),
    [
        ({"low": [WEST]}, ()),
        ({"tall": [WEST]}, ()),
        ({"pillars": [(9, 5)]}, ()),
        ({"platforms": [*BOARD["platforms"], (9, 9, 5, 5)]}, ()),  # no edge there
        ({"platforms": [*BOARD["platforms"], (9, 9, 5, 5, 6)]}, ()),
        ({"stairs": [WEST]}, (2,)),
        ({"ladders": [WEST]}, (2,)),
        ({"low": [((9, 4), (10, 4))]}, (2,)),  # closes the side of another cell
    ],
)
def test_what_closes_the_only_open_side_and_what_does_not(table, closed, die):
    t = struck(table, dice=(1, 1, 1, 6, *die), **closed)
    assert t.unit("B1").damage == 3 and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-FALL-04")
def test_a_corner_has_two_sides_and_one_wall_does_not_close_both(table):
    t = struck(table, (10, 2), frm=(11, 2), low=[((9, 2), (10, 2))], dice=(1, 1, 1, 6, 2))
    assert t.ask() == ("STEP", "A", "A1")
    t = struck(table, (10, 2), frm=(11, 2), low=[((9, 2), (10, 2)), ((10, 1), (10, 2))])
    assert t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-FALL-04")
def test_the_edge_of_a_6_inch_platform_over_a_3_inch_one_is_open(table):
    t = struck(table, platforms=[(10, 13, 2, 8, 6), (5, 9, 2, 8, 3)], dice=(1, 1, 1, 6, 1))
    assert t.ask() == ("FALL", "A", "B1")
    cells = t.cells("land")
    assert (9, 5) in cells and (7, 5) in cells and (6, 5) not in cells and not any(x >= 10 for x, _ in cells)
    t.dice(4)
    t.play("land 9,5")
    assert (t.unit("B1").height, t.unit("B1").damage) == (3, 4)


@pytest.mark.clause("WC-FALL-04", "WC-CLIMB-04")
@pytest.mark.parametrize(("kind", "up"), [("stairs", 1.5), ("ladders", 1), ("ladders", 2)])
def test_on_a_stair_or_ladder_the_edge_test_is_always_made(table, kind, up):
    t = struck(table, (9, 5), up=(EDGE, up), frm=EDGE if up > 1.5 else (8, 5), by="raven_spear", dice=(1, 1, 1, 6, 1), **{kind: [WEST]})
    assert t.unit("B1").damage == 4
    assert t.ask() == ("FALL", "A", "B1")
    t.play("land 9,5")
    assert (t.unit("B1").height, t.unit("B1").climbs, t.unit("B1").damage) == (0, False, 4)  # less than 3": no impact


@pytest.mark.clause("WC-FALL-04")
def test_one_who_climbs_a_plain_face_makes_no_edge_test(table):
    t = struck(table, (9, 5), up=(EDGE, 2), frm=EDGE)
    assert t.unit("B1").damage == 3 and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-FALL-04", "WC-REACT-12")
def test_the_edge_test_comes_after_the_damage_of_counter(table):
    """Dice 1, 1, 1, 6: a critical, 3 damage back; then the edge die."""
    t = table(**BOARD)
    t.add("A1", BESIDE)
    t.add("B1", EDGE, "raven_spear", wounds=40)
    t.activate("A1")
    t.dice(1, 1, 1, 6, 2)
    t.play("attack", "counter")
    assert (t.unit("B1").damage, t.unit("A1").damage) == (3, 3)


@pytest.mark.clause("WC-FALL-04", "WC-HUNT-06")
@pytest.mark.parametrize(("place", "die"), [((10, 2), (2,)), ((10, 8), ())])
def test_the_edge_test_is_for_the_place_to_which_the_target_stepped_back(table, place, die):
    """At one corner of the platform walls close both sides."""
    t = table(low=[((9, 8), (10, 8)), ((10, 9), (10, 8))], **BOARD)
    t.add("A1", BESIDE)
    t.add("B1", EDGE, "hunt_scout", wounds=40)
    t.activate("A1")
    t.dice(1, 1, 1, 6, *die)
    t.play("attack", "pass", "step-back", f"to {place[0]},{place[1]}")
    assert t.unit("B1").at == place and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-FALL-04", "WC-ATK-05")
def test_missiles_push_over_the_edge_too(table):
    t = table(**BOARD)
    t.add("A1", (3, 5), "hunt_pistols")
    t.add("B1", EDGE, "iron_shield", activated=True, wounds=40)
    t.add("B2", (17, 11))
    t.activate("A1")
    t.dice(1, 1, 1, 6, 1, 1)
    t.play("attack")
    assert t.ask() == ("FALL", "A", "B1")
    t.play("land 9,5")
    assert t.unit("B1").damage == 3


# ---- landing


def on_the_lip(table, up=3, **board):
    """A1 hangs on the platform's west face and its activation ends."""
    t = table(**{**BOARD, **board})
    t.add("A1", (9, 5), toward=EDGE, height=up)
    t.add("B1", (0, 0))
    t.activate("A1")
    return t


@pytest.mark.clause("WC-FALL-02", "WC-FALL-01")
def test_the_opponent_picks_any_free_lower_cell_within_2_inches(table):
    t = on_the_lip(table, pillars=[(7, 6)])
    t.add("A2", (8, 5))
    t.add("B2", (9, 6), activated=True)
    t.play("wait")
    assert t.ask() == ("FALL", "B", "A1")
    near = {(x, y) for x in range(6, 13) for y in range(2, 9) if max(0, abs(x - 9) - 1) ** 2 + max(0, abs(y - 5) - 1) ** 2 <= 4}
    assert t.cells("land") == {(x, y) for x, y in near if x < 10} - {(7, 6), (8, 5), (9, 6)}
    assert (9, 5) in t.cells("land") and (6, 5) in t.cells("land") and (6, 3) not in t.cells("land")
    t.dice(1)
    t.play("land 6,5")
    assert t.unit("A1").at == (6, 5)


@pytest.mark.clause("WC-FALL-02")
def test_a_fall_goes_over_whatever_lies_between(table):
    """Behind a tall wall; and the cells beyond the platform are within reach too."""
    t = table(platforms=[(10, 10, 5, 5)], tall=[((8, y), (9, y)) for y in range(3, 8)])
    t.add("A1", (9, 5), toward=EDGE, height=2)
    t.add("B1", (0, 0))
    t.activate("A1")
    t.play("wait")
    assert {(7, 5), (11, 5), (12, 5)} <= t.cells("land") and EDGE not in t.cells("land")
    t.play("land 12,5")
    assert t.unit("A1").at == (12, 5)


@pytest.mark.clause("WC-FALL-03")
def test_one_on_a_platform_with_nowhere_to_land_stays(table):
    """A shaft one cell wide, and somebody in it."""
    t = table(platforms=[(4, 13, 1, 4), (4, 13, 6, 10), (4, 8, 5, 5), (10, 13, 5, 5)])
    t.add("A1", (11, 5))
    t.add("A2", (9, 5))
    t.add("B1", (10, 5), activated=True, wounds=40)
    t.add("B2", (0, 0))
    t.activate("A1")
    t.dice(1, 1, 1, 6, 1)
    t.play("attack")
    assert t.ask() == ("STEP", "A", "A1")
    assert (t.unit("B1").at, t.unit("B1").height, t.unit("B1").damage, t.unit("B1").status) == ((10, 5), 3, 3, "on_board")


@pytest.mark.clause("WC-FALL-03", "WC-FALL-02", "WC-CLIMB-06")
def test_one_who_climbs_always_has_the_cell_in_which_it_hung(table):
    """Ground on which nobody else can stand is all around; the only answer is not asked for."""
    shaft = [(9, 5)]
    around = [(x, y) for x in range(6, 13) for y in range(2, 9) if (x, y) not in shaft and (x, y) != EDGE]
    t = table(platforms=[(10, 10, 5, 5), *((x, x, y, y, 6) for x, y in around)])
    t.add("A1", (9, 5), toward=EDGE, height=3)
    t.add("B1", (0, 0))
    t.activate("A1")
    t.dice(4)
    t.play("wait")
    assert t.ask() == ("STEP", "B", "B1")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").damage) == ((9, 5), 0, 1)


@pytest.mark.clause("WC-FALL-05", "WC-FALL-06")
@pytest.mark.parametrize(("up", "dice", "damage"), [(1, (), 0), (2, (), 0), (3, (3,), 0), (3, (5,), 1), (3, (6,), 3)])
def test_only_a_fall_of_3_inches_or_more_hurts(table, up, dice, damage):
    t = on_the_lip(table, up)
    t.dice(*dice)
    t.play("wait", "land 9,5")
    assert t.unit("A1").damage == damage and t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-FALL-04", "WC-FALL-05", "WC-FALL-07")
def test_a_fall_beside_deadly_ground_is_two_dice(table):
    """Example 23: dice 4 and 2: 1 + 0 damage."""
    t = struck(table, dice=(1, 1, 1, 6, 1, 4, 2), deadly=[(7, 5)])
    t.play("land 9,5")
    assert t.unit("B1").damage == 3 + 1
    assert t.unit("B1").at == (9, 5)


@pytest.mark.clause("WC-FALL-07")
@pytest.mark.parametrize(
    ("land", "dice", "damage"), [((9, 7), (1,), 0), ((8, 5), (1, 6), 3), ((7, 5), (1, 6), 3), ((9, 5), (1, 6), 3), ((9, 6), (1, 6), 3),
        ((9, 3), (1,), 0)]
)  # fmt: skip
def test_deadly_ground_hurts_the_fallen_on_it_and_within_1_inch(table, land, dice, damage):
    """Deadly ground at (7, 5): 1" from (9, 5) and (9, 6), 1.41" from (9, 7) and (9, 3). On it there is one roll for the ground."""
    t = on_the_lip(table, deadly=[(7, 5)])
    t.dice(*dice)
    t.play("wait", f"land {land[0]},{land[1]}")
    assert t.unit("A1").damage == damage and t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-FALL-07")
def test_a_short_fall_beside_deadly_ground_is_one_die(table):
    t = on_the_lip(table, 2, deadly=[(7, 5)])
    t.dice(5)
    t.play("wait", "land 9,5")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("WC-FALL-07", "WC-MOVE-01")
def test_passing_beside_deadly_ground_on_foot_is_no_danger(table):
    t = mover(table, move=3, deadly=[(9, 7)])
    assert rolls(t, (9, 6)) == 0 and rolls(t, (10, 6)) == 0
    t.play("to 9,6")
    assert t.unit("A1").damage == 0


@pytest.mark.clause("WC-FALL-07", "WC-CLIMB-01")
def test_climbing_down_on_to_deadly_ground_hurts(table):
    t = mover(table, (9, 5), toward=EDGE, up=2, move=2, deadly=[(9, 5)], **BOARD)
    assert rolls(t, (9, 5)) == 1
    t.dice(4)
    t.play("to 9,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").damage) == ((9, 5), 0, 1)


@pytest.mark.clause("WC-FALL-08", "WC-FALL-07")
def test_one_taken_down_by_the_ground_in_its_own_move_ends_its_activation_and_drops_its_treasure(table):
    t = table(deadly=[(10, 5), (11, 5)], pillars=[(x, y) for x in range(6, 14) for y in (4, 6)])
    t.add("A1", (9, 5), damage=5, carries=1, move=6)
    t.add("B1", (0, 0))
    t.add("B2", (0, 2))
    t.sets("A", {4: 2})
    asked_to_move(t)
    t.dice(1, 6)
    t.play("to 12,5")
    assert t.unit("A1").status == "down" and t.ask() == ("DROP", "A", "A1")
    assert t.cells("drop") == {(10, 5), (11, 5), (12, 5)}  # around the second deadly cell, where it died
    t.play("drop 12,5")
    assert t.token_at(1) == (12, 5)
    assert t.ask() == ("ACTIVATE", "B", None)


@pytest.mark.clause("WC-FALL-08", "WC-FALL-07")
def test_no_more_dice_fall_for_one_who_is_taken_down_on_the_way(table):
    t = table(deadly=[(10, 5), (11, 5)], pillars=[(x, y) for x in range(6, 14) for y in (4, 6)])
    t.add("A1", (9, 5), damage=7)
    t.add("B1", (0, 0))
    asked_to_move(t)
    t.dice(5)
    t.play("to 12,5")
    assert t.unit("A1").status == "down" and t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-FALL-05", "WC-FALL-07", "WC-FALL-08")
def test_one_taken_down_by_the_height_does_not_roll_for_the_ground(table):
    t = on_the_lip(table, deadly=[(7, 5)])
    t.change("A1", damage=7)
    t.dice(4)
    t.play("wait", "land 8,5")
    assert t.unit("A1").status == "down" and t.ask() == ("STEP", "B", "B1")


@pytest.mark.clause("WC-FALL-06", "WC-DMG-06", "WC-VIC-03")
def test_one_taken_down_by_a_fall_counts_for_the_enemy(table):
    t = on_the_lip(table)
    t.change("A1", damage=7)
    t.dice(6)
    t.play("wait", "land 9,5")
    assert t.state["kills"].tolist() == [0, int(t.tables["unit_points"][0])]
