"""Chapter TERR: what stands on the board and what it costs to cross it (T7, DG-1, DG-3)."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.warcry.state import CELLS
from tests.warcry.reach import HERE, asked_to_move, cost, hanging, marks, mover, rolls

EAST = (10, 5)  # the cell east of HERE


def crossing(table, move, *, at=HERE, **board):
    """A fighter in a passage one cell wide that runs east and west."""
    return mover(table, at, move=move, pillars=[(x, y) for x in range(6, 14) for y in (4, 6)], **board)


@pytest.mark.clause("WC-TERR-05", "WC-TERR-02", "WC-TERR-03", "WC-CLIMB-01")
@pytest.mark.parametrize(("height", "price"), [(3, 40), (6, 70)])
def test_up_a_platform_costs_10_an_inch_and_10_to_step_on(table, height, price):
    t = crossing(table, 8, platforms=[(10, 11, 5, 5, height)])
    assert (cost(t, EAST), rolls(t, EAST)) == (price, 0)
    assert cost(t, (11, 5)) == (price + 10 if price + 10 <= 80 else None)
    t.play("to 10,5")
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == (EAST, height, False)


@pytest.mark.clause("WC-TERR-05")
@pytest.mark.parametrize(("height", "move"), [(3, 3), (6, 6)])
def test_the_top_of_a_platform_is_not_reached_by_its_height_alone(table, height, move):
    t = crossing(table, move, platforms=[(10, 11, 5, 5, height)])
    assert EAST not in t.cells()
    assert (HERE, height, 10 * height) in hanging(t)


@pytest.mark.clause("WC-TERR-05", "WC-MOVE-05")
def test_the_top_of_a_platform_is_as_floor(table):
    t = mover(table, move=3, platforms=[(6, 12, 2, 8)])
    assert cost(t, (10, 6)) == 14 and cost(t, (12, 5)) == 30 and rolls(t, (12, 5)) == 0
    t.play("to 12,5")
    assert t.unit("A1").height == 3


@pytest.mark.clause("WC-TERR-05", "WC-JUMP-02", "WC-CLIMB-01")
@pytest.mark.parametrize(("height", "move", "impacts"), [(3, 3, 1), (3, 4, 0), (6, 6, 1), (6, 7, 0)])
def test_down_from_a_platform_is_a_jump_that_hurts_or_as_long_a_climb_as_up(table, height, move, impacts):
    t = crossing(table, move, at=EAST, platforms=[(10, 11, 5, 5, height)])
    assert cost(t, HERE) == 10
    assert rolls(t, HERE) == impacts
    assert rolls(t, (8, 5)) == 1  # one cell farther


@pytest.mark.clause("WC-TERR-05", "WC-CLIMB-01")
def test_from_a_platform_to_one_3_inches_higher_is_climbed_and_down_is_jumped(table):
    platforms = [(9, 9, 5, 5, 3), (10, 10, 5, 5, 6)]
    t = crossing(table, 4, platforms=platforms)
    assert (cost(t, EAST), rolls(t, EAST)) == (40, 0)
    assert {(HERE, 4, 10), (HERE, 5, 20), (HERE, 6, 30)} <= set(hanging(t))
    t = crossing(table, 3, at=EAST, platforms=platforms)
    assert (cost(t, HERE), rolls(t, HERE)) == (10, 1)


@pytest.mark.clause("WC-TERR-05", "WC-CLIMB-05", "WC-CLIMB-04")
def test_a_stair_costs_32_both_ways_in_two_halves_and_never_hurts(table):
    board = {"platforms": [(10, 11, 5, 5)], "stairs": [(HERE, EAST)]}
    t = crossing(table, 4, **board)
    assert (cost(t, EAST), rolls(t, EAST), cost(t, (11, 5))) == (32, 0, None)
    assert hanging(t) == [(HERE, 1.5, 16)]  # no other place on that side
    t = crossing(table, 5, **board)
    assert cost(t, (11, 5)) == 42
    t = crossing(table, 4, at=EAST, **board)
    assert hanging(t)[0] == (HERE, 1.5, 16)
    assert rolls(t, HERE) == 0
    t = crossing(table, 3, at=EAST, **board)
    assert rolls(t, HERE) == 1  # jumped


@pytest.mark.clause("WC-TERR-05", "WC-CLIMB-04")
def test_a_ladder_costs_what_climbing_costs(table):
    t = crossing(table, 4, platforms=[(10, 11, 5, 5)], ladders=[(HERE, EAST)])
    assert (cost(t, EAST), rolls(t, EAST)) == (40, 0)
    assert hanging(t) == [(HERE, 1, 10), (HERE, 2, 20), (HERE, 3, 30)]


@pytest.mark.clause("WC-TERR-05", "WC-TERR-01", "WC-JUMP-02")
def test_a_low_wall_costs_25_to_cross_and_has_no_place_to_hang(table):
    t = crossing(table, 4, low=[(HERE, EAST)])
    assert (cost(t, EAST), rolls(t, EAST), cost(t, (11, 5))) == (25, 0, 35)
    assert not hanging(t)
    t = crossing(table, 2, low=[(HERE, EAST)])
    assert EAST not in t.cells()


@pytest.mark.clause("WC-TERR-05", "WC-TERR-01", "WC-JUMP-02", "WC-CLIMB-01")
@pytest.mark.parametrize(("move", "impacts"), [(3, None), (4, 1), (6, 1), (7, 0)])
def test_a_tall_wall_costs_40_with_an_impact_roll_or_70_climbing_down(table, move, impacts):
    t = crossing(table, move, tall=[(HERE, EAST)])
    assert cost(t, EAST) == (None if impacts is None else 40)
    assert rolls(t, EAST) == impacts


@pytest.mark.clause("WC-TERR-05", "WC-CLIMB-01")
def test_a_tall_wall_has_three_places_on_either_side(table):
    t = crossing(table, 6, tall=[(HERE, EAST)])
    near, far = [(HERE, 1, 10), (HERE, 2, 20), (HERE, 3, 30)], [(EAST, 2, 50), (EAST, 3, 40)]
    assert hanging(t) == [*near, (EAST, 1, 50), *far]  # the lowest from the ground beyond, after a jump
    t = crossing(table, 5, tall=[(HERE, EAST)], at=HERE)
    assert int(t.state["risk"][0].max()) == 1 and (EAST, 1, 50) in hanging(t)
    t.play(t.climb(EAST, HERE, 2))
    assert (t.unit("A1").at, t.unit("A1").height, t.unit("A1").climbs) == (EAST, 2, True)


@pytest.mark.clause("WC-TERR-05", "WC-FALL-07", "WC-JUMP-02")
def test_a_jump_off_a_tall_wall_on_to_deadly_ground_is_two_rolls(table):
    t = crossing(table, 4, tall=[(HERE, EAST)], deadly=[EAST])
    assert (cost(t, EAST), rolls(t, EAST)) == (40, 2)
    t.dice(1, 5)
    t.play("to 10,5")
    assert t.unit("A1").at == EAST and t.unit("A1").damage == 1


@pytest.mark.clause("WC-TERR-05")
def test_a_wall_on_the_edge_of_a_platform_stands_on_it(table):
    """Up 3" and over a low wall: 30 + 10 and 15 for the wall; over a tall one the face is 6" high."""
    board = {"platforms": [(10, 11, 5, 5)]}
    t = crossing(table, 8, low=[(HERE, EAST)], **board)
    assert cost(t, EAST) == 55
    t = crossing(table, 8, tall=[(HERE, EAST)], **board)
    assert cost(t, EAST) == 70 and rolls(t, EAST) == 1  # from 6" down to 3"
    assert (HERE, 6, 60) in hanging(t)


@pytest.mark.clause("WC-TERR-05", "WC-MOVE-02")
def test_a_pillar_is_neither_entered_nor_climbed(table):
    t = crossing(table, 8, platforms=[])
    assert t.cells() >= {(6, 5), (13, 5)}
    assert not t.cells() & {(x, y) for x in range(6, 14) for y in (4, 6)}
    assert not hanging(t)


@pytest.mark.clause("WC-TERR-05", "WC-FALL-07")
def test_deadly_ground_costs_what_floor_costs_and_is_rolled_for_on_entering_each_cell(table):
    t = crossing(table, 5, deadly=[(10, 5), (11, 5)])
    assert [(cost(t, (x, 5)), rolls(t, (x, 5))) for x in (8, 10, 11, 12)] == [(10, 0), (10, 1), (20, 2), (30, 2)]
    t.dice(4, 6)
    t.play("to 12,5")
    assert t.unit("A1").at == (12, 5) and t.unit("A1").damage == 4


@pytest.mark.clause("WC-TERR-05", "WC-FALL-07")
def test_leaving_deadly_ground_is_free(table):
    t = crossing(table, 3, deadly=[HERE])
    assert rolls(t, EAST) == 0
    t.play("to 10,5")
    assert t.unit("A1").damage == 0


@pytest.mark.clause("WC-TERR-05", "WC-FALL-07")
def test_the_way_with_fewest_rolls_is_taken_though_it_is_longer(table):
    """Straight over the deadly cell is 20; round it is 28."""
    t = mover(table, move=2, deadly=[EAST])
    assert rolls(t, (11, 5)) == 1
    t = mover(table, move=3, deadly=[EAST])
    assert rolls(t, (11, 5)) == 0
    t.play("to 11,5")
    assert t.unit("A1").at == (11, 5) and t.unit("A1").damage == 0


@pytest.mark.clause("WC-TERR-05", "WC-JUMP-02", "WC-FALL-07")
@pytest.mark.parametrize("step", [1, -1])
def test_beyond_a_platform_the_climb_down_saves_a_roll_whichever_way_it_faces(table, step):
    """Down 40 by climbing, or 10 with a roll; then deadly ground, entered with one roll in all."""
    t = mover(table, move=6, platforms=[(9, 9, 5, 5)], deadly=[(x, 5 + 2 * step) for x in range(18)])
    assert rolls(t, (9, 5 + step)) == 0
    assert rolls(t, (9, 5 + 2 * step)) == 1 and rolls(t, (9, 5 + 3 * step)) == 1
    t.dice(4)
    t.play(f"to 9,{5 + 3 * step}")
    assert t.unit("A1").damage == 1


@pytest.mark.clause("WC-TERR-01", "WC-CLIMB-02", "WC-TERR-05")
@pytest.mark.parametrize(
    "board",
    [{"low": [(HERE, EAST)]}, {"tall": [(HERE, EAST)]}, {"platforms": [(10, 10, 5, 5)]},
     {"platforms": [(10, 10, 5, 5)], "stairs": [(HERE, EAST)]}, {"platforms": [(10, 10, 5, 5)], "ladders": [(HERE, EAST)]}],
    ids=["low wall", "tall wall", "platform", "stair", "ladder"],
)  # fmt: skip
def test_every_obstacle_stops_a_mount_and_nobody_else(table, board):
    t = crossing(table, 5, **board)
    assert EAST in t.cells()
    t = crossing(table, 8, marks=marks("mount"), **board)
    assert max(x for x, _ in t.cells()) == 8 and not hanging(t)


@pytest.mark.clause("WC-TERR-03")
def test_a_fighter_stands_on_the_platform_of_its_cell_and_nowhere_between(table):
    t = table(platforms=[(9, 10, 5, 5), (11, 11, 5, 5, 6)])
    for name, at, height in (("A1", (9, 5), 3), ("A2", (11, 5), 6), ("A3", (8, 5), 0)):
        t.add(name, at)
        assert t.unit(name).height == height and not t.unit(name).climbs


def passage(table, kind, move=1, **facts):
    """An archway or a door on the east side of HERE, in a passage one cell wide; everything else there is pillars."""
    pillars = [[x, y] for x in range(6, 14) for y in (4, 6)]
    board = {"width": 18, "height": 12, "exempt": True, "pillars": pillars, kind: {"east": [list(HERE)]}}
    return mover(table, move=move, board=board, **facts)


@pytest.mark.clause("WC-TERR-04")
@pytest.mark.parametrize("kind", ["archways", "doors"])
def test_through_an_archway_or_a_door_leads_a_normal_move_straight_on(table, kind):
    t = passage(table, kind)
    assert (cost(t, EAST), rolls(t, EAST)) == (10, 0)
    t.play("to 10,5")
    assert (t.unit("A1").at, t.unit("A1").height) == (EAST, 0)
    t.play("move")
    assert HERE in t.cells()


@pytest.mark.clause("WC-TERR-04", "WC-GEN-10")
@pytest.mark.parametrize(
    ("kind", "mark", "through"), [("archways", "mount", False), ("doors", "mount", False), ("archways", "beast", True),
        ("doors", "beast", False)]
)  # fmt: skip
def test_who_does_not_fit_through(table, kind, mark, through):
    t = passage(table, kind, move=2, marks=marks(mark))
    assert (EAST in t.cells()) is through


@pytest.mark.clause("WC-TERR-04", "WC-MOVE-02")
def test_an_archway_is_no_way_round_its_corner_and_may_be_climbed_as_the_wall_it_is(table):
    board = {"width": 18, "height": 12, "exempt": True, "archways": {"east": [list(HERE)]}}
    t = mover(table, move=2, board=board)
    assert (cost(t, EAST), cost(t, (10, 6))) == (10, 20)
    assert {(HERE, 1, 10), (HERE, 2, 20)} <= set(hanging(t))


@pytest.mark.clause("WC-TERR-04", "WC-DIS-02")
def test_one_disengages_through_an_archway(table):
    t = table(board={"width": 18, "height": 12, "exempt": True, "archways": {"east": [list(HERE)]}})
    t.add("A1", HERE)
    t.add("B1", (8, 5), activated=True)
    t.add("B2", (0, 0))
    t.activate("A1")
    t.play("disengage")
    assert (12, 5) in t.cells()  # round the wall it would be 4"


@pytest.mark.clause("WC-MOVE-08")
def test_an_underpass_is_floor(table):
    t = mover(table, move=3, board={"width": 18, "height": 12, "exempt": True, "underpass": [[10, y] for y in range(12)]})
    assert (cost(t, EAST), cost(t, (12, 5)), rolls(t, (12, 5))) == (10, 30, 0) and not hanging(t)


@pytest.mark.clause("WC-TERR-05", "WC-CLIMB-06", "WC-MOVE-02")
def test_one_who_hangs_fills_the_cell_at_the_foot_and_its_faces(table):
    t = table(platforms=[(10, 11, 5, 5)], pillars=[(x, y) for x in range(6, 10) for y in (4, 6)])
    t.add("A1", (7, 5), move=8)
    t.add("A2", HERE, toward=EAST, height=2)
    t.add("B1", (0, 0))
    asked_to_move(t)
    assert (8, 5) in t.cells()
    assert not t.cells() & {HERE, EAST, (11, 5)} and not any(foot == HERE for foot, _, _ in hanging(t))


@pytest.mark.clause("WC-TERR-05")
@pytest.mark.parametrize("scenario", ["crossing", "marks", "relics", "hunters"])
def test_the_maps_of_the_dossier_stand_as_listed(table, scenario):
    """Every map is symmetric under the half-turn; the elements of its listed half are where they are said to be."""
    t = table(scenario=scenario)
    width, height = int(t.tables["width"]), int(t.tables["height"])
    at = {(x, y): y * 30 + x for x in range(width) for y in range(height)}
    level, column, deadly, wall = (t.tables[key] for key in ("level", "column", "deadly", "wall"))
    for (x, y), cell in at.items():
        other = at[width - 1 - x, height - 1 - y]
        assert level[cell] == level[other] and column[cell] == column[other] and deadly[cell] == deadly[other]
        assert wall[cell].tolist() == wall[other][[2, 3, 0, 1]].tolist()
    platforms = {
        "crossing": [(8, 9, 2, 3)], "marks": [(8, 10, 5, 7), (19, 21, 4, 5)], "hunters": [(8, 10, 5, 7), (19, 21, 4, 5)],
        "relics": [(4, 6, 10, 11), (19, 21, 4, 5)],
    }[scenario]  # fmt: skip
    high = {(x, y) for x0, x1, y0, y1 in platforms for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
    high |= {(width - 1 - x, height - 1 - y) for x, y in high}
    assert {place for place, cell in at.items() if level[cell] == 6} == high
    assert {place for place, cell in at.items() if level[cell]} == high
    pillar = {"crossing": (2, 8), "marks": (12, 11), "hunters": (12, 11), "relics": (13, 7)}[scenario]
    pillars = {pillar, (width - 1 - pillar[0], height - 1 - pillar[1])}
    assert {place for place, cell in at.items() if not t.tables["stand"][cell]} == pillars
    assert all(column[at[place]] == 12 for place in pillars)
    lows, talls = {  # cells on the west or north side of which a wall stands: (cells, side)
        "crossing": ([(6, 5, 3), (6, 6, 3)], [(12, 4, 0), (13, 4, 0)]),
        "relics": ([(11, y, 3) for y in range(9, 13)], [(x, 7, 0) for x in range(18, 22)]),
    }.get(
        scenario,
        ([(13, 4, 3), (13, 5, 3), (13, 6, 3), (5, 11, 0), (6, 11, 0), (7, 11, 0)], [(14, 9, 0), (15, 9, 0), (16, 9, 0)]),
    )
    assert all(wall[at[x, y], side] == 3 for x, y, side in lows) and all(wall[at[x, y], side] == 6 for x, y, side in talls)
    assert (wall == 3).sum() == 4 * len(lows) and (wall == 6).sum() == 4 * len(talls)  # two cells each, and mirrored
    marked = [(14, 4), (15, 4), (14, 17), (15, 17)] if scenario in ("marks", "hunters") else []
    assert {place for place, cell in at.items() if deadly[cell]} == set(marked)
    assert int(t.tables["used"]) > CELLS
