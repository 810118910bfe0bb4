"""Own layouts and scenarios: what the grid and the rules do not allow is refused with file, key and clause."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.trench_crusade import RULESET
from tests.table import blamed_key, toml_file, toml_lines
from tests.trench_crusade.table import Table

BOARD = {"size": (24, 24), "zones": [(0, 23, 0, 3), (0, 23, 20, 23)]}
SCENARIO = {"title": "Own", "turns": 4, "warbands": ["a_300", "b_300"]}


def written(board: dict, rest: dict) -> str:
    return toml_file(toml_lines({**SCENARIO, **rest, "board": {**BOARD, **board}}))


def refuse(key: str, clause: str, board: dict | None = None, **rest) -> str:
    """No game of this scenario begins; the error names file, key and clause."""
    path = written(board or {}, rest)
    with pytest.raises(DataError) as error:
        RULESET.scenario(path)
    text = str(error.value)
    assert text.startswith(path) and blamed_key(text) == key and clause in text, text
    return text


def test_the_board_of_these_tests_is_accepted():
    assert RULESET.scenario(written({}, {})).seats == 2


@pytest.mark.clause("TC-GEN-09")
@pytest.mark.parametrize("key", ["objectives", "walls", "low_walls", "craters", "wire", "trenches", "landmarks", "zones"])
@pytest.mark.parametrize("box", [(20, 24, 10, 12), (-1, 3, 10, 12), (5, 4, 10, 12), (5, 6, 22, 24)])
def test_nothing_lies_off_the_table(key, box):
    boxes = [box, BOARD["zones"][1]] if key == "zones" else [box]
    text = refuse(key, "TC-GEN-09", {key: boxes})
    assert str(list(box)) in text and "24x24" in text


@pytest.mark.clause("TC-GEN-09")
def test_ruins_lie_on_the_table():
    refuse("ruins", "TC-GEN-09", {"ruins": {"ruin6": [(19, 10)]}})
    refuse("ruins", "TC-GEN-09", {"ruins": {"ruin4": [(10, 21)]}})
    assert RULESET.scenario(written({"ruins": {"ruin6": [(18, 10)], "ruin4": [(10, 15)]}}, {}))


@pytest.mark.clause("TC-GEN-09")
@pytest.mark.parametrize(
    "board",
    [
        {"ruins": {"ruin4": [(6, 10)]}, "walls": [(8, 8, 12, 12)]},
        {"ruins": {"ruin4": [(6, 10), (8, 13)]}},
        {"wire": [(5, 9, 10, 10)], "trenches": [(9, 12, 10, 10)]},
    ],
)
def test_pieces_of_terrain_do_not_overlap(board):
    assert "overlaps" in refuse("ruins" if "ruins" in board else "trenches", "TC-GEN-09", board)


@pytest.mark.clause("TC-DEP-02")
def test_zones_do_not_overlap_and_hold_a_warband():
    refuse("zones", "TC-DEP-02", {"zones": [(0, 23, 0, 10), (0, 23, 10, 20)]})
    refuse("zones", "TC-DEP-02", {"zones": [(0, 3, 0, 0), (0, 23, 20, 23)]})
    refuse("zones", "TC-DEP-02", {"zones": [(0, 9, 0, 0), (0, 23, 20, 23)], "walls": [(0, 5, 0, 0)]})
    assert RULESET.scenario(written({"zones": [(0, 4, 0, 0), (0, 23, 20, 23)]}, {}))


@pytest.mark.clause("TC-DEP-02")
def test_reserves_need_an_edge_to_arrive_at():
    refuse("zones", "S3", {"zones": [(0, 23, 1, 3), (0, 23, 20, 23)]}, deployed=6)
    refuse("zones", "S3", {"zones": [(0, 23, 20, 23), (0, 23, 0, 3)]}, deployed=6)
    assert RULESET.scenario(written({}, {"deployed": 6}))


@pytest.mark.clause("TC-DEP-02", "TC-TER-07")
def test_nobody_is_deployed_in_a_ruins_wall():
    t = Table(
        size=(24, 24), set_up=True, ruins={"ruin4": [(4, 0)]}, landmarks=[(12, 12, 1, 1)],
        options={"zones": "fixed", "warbands": ["a_300", "b_300"]},
    )  # fmt: skip
    while t.decider == 1:
        t.play(min(t.legal()))
    t.play("deploy A1")
    ruin = {(4 + x, y) for x in range(4) for y in range(4)}
    assert ruin & t.cells() == ruin - {(4, 0), (5, 0), (4, 1), (7, 2), (6, 3), (7, 3)}
    assert (12, 1) not in t.cells()


@pytest.mark.parametrize(
    ("key", "clause", "board"),
    [
        ("size", "Digitising", {"size": (37, 24)}),
        ("size", "Digitising", {"size": (24, 11)}),
        ("ruins", "ruin6", {"ruins": {"ruin5": [(4, 8)]}}),
        ("wire_keywords", "shrapnel", {"wire_keywords": ["shrapnl"]}),
        ("objectives", "expected 0 to 8 objectives", {"objectives": [(2 * x, 2 * x, 10, 10) for x in range(9)]}),
        ("ruins", "at most 32", {"low_walls": [(x, x, y, y) for x in range(0, 24, 2) for y in (8, 10, 12)]}),
        ("landmarks", "TC-DEP-06", {"landmarks": [(0, 23, 10, 10)]}),
    ],
)
def test_layouts_that_the_grid_cannot_hold(key, clause, board):
    refuse(key, clause, board)


@pytest.mark.parametrize(
    ("key", "clause", "rest"),
    [
        ("turns", "TC-TURN-01", {"turns": 0}),
        ("turns", "TC-TURN-01", {"turns": 9}),
        ("deeds", "fall", {"deeds": ["fal"]}),
        ("piece_points", "TC-END-01", {"piece_points": 10}),
        ("deed_points", "TC-END-01", {"deed_points": -1}),
        ("deployed", "S3", {"deployed": 13}),
        ("relics", "S3", {"relics": [(5, 5)]}),
        ("relics", "S3", {"relics": [(5, y) for y in range(7)], "relics_last": [4] * 7}),
        ("relics_last", "S3", {"relics": [(5, 5)], "relics_last": [0]}),
        ("relics_last", "S3", {"relics": [(5, 5)], "relics_last": [9]}),
        ("relics", "TC-GEN-09", {"relics": [(24, 5)], "relics_last": [4]}),
        ("turn", "turns", {"turn": 4}),
    ],
)
def test_scenarios_that_the_rules_do_not_allow(key, clause, rest):
    refuse(key, clause, **rest)


@pytest.mark.clause("TC-GEN-09")
@pytest.mark.parametrize(
    "board",
    [{"walls": [(8, 10, 8, 8)]}, {"landmarks": [(9, 9, 8, 9)]}, {"ruins": {"ruin4": [(8, 8)]}}, {"ruins": {"ruin6": [(9, 4)]}}],
)
def test_relics_do_not_lie_on_walls(board):
    refuse("relics", "TC-GEN-09", board, relics=[(9, 8)], relics_last=[4])


def test_a_map_is_named_or_drawn():
    path = toml_file(toml_lines({**SCENARIO, "map": "outpst"}))
    with pytest.raises(DataError, match="outpost"):
        RULESET.scenario(path)
