"""Chapter TRT, gold: Ruinous and Shaping, the traits that change terrain."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.godbreakers.rules.terrain import shape_piece
from skirmish_rl.envs.godbreakers.state import SIDE, Ground, Shape
from tests.godbreakers.reading import cells


def area(table):
    """Cells in area terrain."""
    return {(x, y) for y in range(SIDE) for x in range(SIDE) if table.state["ground"][y * SIDE + x] & Ground.AREA}


def walls(table):
    """Cells of barricades."""
    return {(x, y) for y in range(SIDE) for x in range(SIDE) if table.state["ground"][y * SIDE + x] & Ground.BARRICADE}


def block(x0, x1, y0, y1):
    return {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}


@pytest.mark.clause("GB-TRT-18")
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_ruin_hurts_everyone_inside_and_removes_the_piece(table, rank):
    t = table()
    t.area(10, 13, 10, 13)
    t.area(16, 18, 16, 18)
    t.add("A1", (10, 10), die=8, traits={"ruinous": rank})
    t.add("A2", (11, 12), die=8)
    t.add("B1", (13, 13), die=8)
    t.add("B2", (14, 13), die=8)  # beside the piece
    t.activate("A1")
    t.dice(4)
    t.play("ruin")
    assert [t.unit(name).damage for name in ("A1", "A2", "B1", "B2")] == [rank, rank, rank, 0]
    assert area(t) == block(16, 18, 16, 18)
    assert t.range((9, 9), (14, 14)) == 6  # nothing slows the measure any more


@pytest.mark.clause("GB-TRT-18")
@pytest.mark.parametrize(("rank", "damage"), [(1, 2), (2, 1), (3, 0)])
def test_a_failed_ruin_hurts_the_caster(table, rank, damage):
    t = table()
    t.area(11, 13, 10, 13)
    t.add("A1", (10, 10), die=8, traits={"ruinous": rank})
    t.add("B1", (12, 12), die=8)
    t.activate("A1")
    t.dice(3)
    t.play("ruin")
    assert (t.unit("A1").damage, t.unit("B1").damage) == (damage, 0)
    assert area(t) == block(11, 13, 10, 13)


@pytest.mark.clause("GB-TRT-18", "GB-DIG-07")
def test_ruin_nominates_a_piece_within_no_distance(table):
    t = table()
    t.area(11, 13, 10, 13)
    t.barricade(9, 9, 5, 9)
    t.barricade(10, 12, 7, 7)
    t.add("A1", (10, 10), die=8, traits={"ruinous": 1})
    t.add("B1", (24, 24), die=8)
    t.activate("A1")
    t.play("ruin")
    assert t.decision == "RUIN_PIECE"
    chosen = cells(t, "piece")
    assert chosen & block(9, 9, 5, 9)
    assert chosen & block(11, 13, 10, 13)
    assert not chosen & block(10, 12, 7, 7)
    t.dice(4)
    x, y = min(chosen & block(9, 9, 5, 9))
    t.play(f"piece {x},{y}")
    assert walls(t) == block(10, 12, 7, 7)
    assert area(t) == block(11, 13, 10, 13)


@pytest.mark.clause("GB-TRT-18", "GB-MOV-06")
def test_a_ruined_barricade_no_longer_stops_or_shelters(table):
    t = table()
    t.barricade(11, 11, 9, 11)
    t.add("A1", (10, 10), die=8, traits={"ruinous": 1})
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(4)
    t.play("ruin")
    t.play("move 11,10")  # over nothing, onto free ground
    assert t.unit("A1").cell == (11, 10)


@pytest.mark.clause("GB-TRT-18", "GB-SPC-08")
def test_ruin_needs_a_piece_close_by(table):
    t = table()
    t.area(12, 13, 10, 13)
    t.add("A1", (10, 10), die=8, traits={"ruinous": 3})
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    assert not t.can("ruin")


@pytest.mark.clause("GB-TRT-19", "GB-TER-06", "GB-TRT-24")
@pytest.mark.parametrize("rank", [1, 3])
def test_a_shaped_patch_goes_under_models_and_hurts_them(table, rank):
    t = table()
    t.objective((13, 12))
    t.add("A1", (10, 10), die=8, traits={"shaping": rank})
    t.add("B1", (12, 12), die=8)
    t.add("B2", (14, 14), die=8)
    t.activate("A1")
    t.dice(4)
    t.play("shape-area")  # the test comes before the choice of a place
    assert t.decision == "SHAPE_CELL"
    assert cells(t, "place") == block(8, 12, 8, 12)  # centres of the patches that touch or cover the caster
    t.play("place 12,12")
    assert area(t) == block(11, 13, 11, 13)
    assert [t.unit(name).damage for name in ("A1", "B1", "B2")] == [0, rank, 0]
    assert t.marker("objective") == (13, 12)


@pytest.mark.clause("GB-TRT-19")
@pytest.mark.parametrize(("rank", "damage"), [(1, 2), (2, 1), (3, 0)])
@pytest.mark.parametrize("shape", ["shape-area", "shape-horizontal", "shape-vertical"])
def test_a_failed_shaping_hurts_the_caster(table, shape, rank, damage):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"shaping": rank})
    t.add("B1", (11, 11), die=8)
    t.activate("A1")
    t.dice(2)
    t.play(shape)
    assert (t.unit("A1").damage, t.unit("B1").damage) == (damage, 0)
    assert not area(t)
    assert not walls(t)
    assert t.can(shape)


@pytest.mark.clause("GB-TRT-19", "GB-TRT-20")
@pytest.mark.parametrize(("shape", "size"), [("shape-horizontal", (3, 1)), ("shape-vertical", (1, 3))])
def test_a_shaped_barricade_covers_neither_models_nor_markers_nor_barricades(table, shape, size):
    t = table()
    t.objective((9, 10))
    t.barricade(12, 12, 8, 8)
    t.add("A1", (10, 10), die=8, traits={"shaping": 3})
    t.add("B1", (11, 11), die=8)
    t.activate("A1")
    t.dice(5)
    t.play(shape)
    taken = {(9, 10), (12, 8), (10, 10), (11, 11)}
    near = block(9, 11, 9, 11)
    outcomes = 0
    wide, high = size
    for x0 in range(SIDE):
        for y0 in range(SIDE):
            cells = block(x0, x0 + wide - 1, y0, y0 + high - 1)
            outcomes += bool(cells & near) and not cells & taken
    assert len(t.legal()) == outcomes
    t.play(sorted(t.legal())[0])
    placed = walls(t) - {(12, 8)}
    assert len(placed) == 3
    assert placed & near
    assert not placed & taken
    assert t.unit("B1").damage == 0  # barricades hurt nobody


@pytest.mark.clause("GB-TRT-20")
def test_an_area_patch_covers_no_barricade_and_stays_on_the_board(table):
    t = table()
    t.barricade(2, 4, 3, 3)
    t.add("A1", (0, 0), die=8, traits={"shaping": 1})
    t.add("B1", (20, 20), die=8)
    t.activate("A1")
    t.dice(5)
    t.play("shape-area")
    free = 0
    for x0 in range(SIDE - 2):
        for y0 in range(SIDE - 2):
            cells = block(x0, x0 + 2, y0, y0 + 2)
            free += bool(cells & block(0, 1, 0, 1)) and not cells & block(2, 4, 3, 3)
    assert len(t.legal()) == free
    t.play(sorted(t.legal())[0])
    assert len(area(t)) == 9


@pytest.mark.clause("GB-TRT-20")
@pytest.mark.parametrize(("shape", "kind", "stock"), [
    ("shape-area", Shape.PATCH, 6), ("shape-horizontal", Shape.ROW, 3), ("shape-vertical", Shape.COLUMN, 3),
])  # fmt: skip
def test_pieces_come_from_the_pool_and_go_back_when_ruined(table, shape, kind, stock):
    t = table()
    t.add("A1", (10, 10), die=8, traits={"shaping": 3, "ruinous": 1})
    t.add("A2", (2, 2), die=8, traits={"shaping": 3})
    t.add("B1", (24, 24), die=8)
    assert int(t.state["pool"][kind]) == stock
    t.activate("A1")
    t.dice(5, 5)
    t.play(shape)
    t.play(sorted(t.legal())[0])
    assert int(t.state["pool"][kind]) == stock - 1
    t.play("ruin")
    assert int(t.state["pool"][kind]) == stock
    assert not area(t)
    assert not walls(t)
    t.state["pool"][kind] = 0
    t.play("pass")  # B1; A2 is next
    assert (t.decision, t.decider) == ("ACTION", 0)
    assert shape not in t.legal()


@pytest.mark.clause("GB-TRT-18", "GB-RNG-04")
def test_of_two_overlapping_pieces_either_can_be_ruined(table):
    t = table()
    t.area(10, 12, 10, 13)
    t.area(10, 12, 10, 11)
    t.add("A1", (9, 9), traits={"ruinous": 1})
    t.add("B1", (24, 24))
    t.activate("A1")
    t.play("ruin")
    assert cells(t, "piece") == {(10, 10), (11, 10)}  # each is named by the first of its cells that names no other
    t.dice(4)
    t.play("piece 10,10")
    assert area(t) == block(10, 12, 10, 11)


@pytest.mark.clause("GB-TRT-18", "GB-DIG-07")
def test_a_piece_in_the_corner_is_ruined_like_any_other(table):
    t = table()
    t.area(0, 0, 0, 0)
    t.add("A1", (1, 1), traits={"ruinous": 1})
    t.add("B1", (24, 24))
    t.activate("A1")
    t.dice(4)
    t.play("ruin")
    assert not area(t)


def test_a_piece_beyond_all_places_for_pieces_is_a_fault(table):
    t = table()
    t.state["pieces"]["present"] = 1
    shape_piece(t._s, t._t, int(Shape.PATCH), 12 * SIDE + 12, 1)
    assert t.state["fault"]


@pytest.mark.clause("GB-TRT-18", "GB-MOV-06", "GB-TER-05")
def test_a_ruined_barricade_of_the_map_is_no_obstacle_any_more(table):
    t = table(map="S")
    t.add("A1", (10, 8), traits={"ruinous": 1})
    t.add("B1", (2, 2))
    t.activate("A1")
    assert t.vaults((10, 8), (10, 5)) == 1
    t.dice(4)
    t.play("ruin", "move 10,5")  # no die for what lay in the way
    assert t.unit("A1").cell == (10, 5)
