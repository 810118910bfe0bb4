"""The hex grid against the dossier's chapter Digitising: neighbours, distances, half turns, lines, exactly."""

from __future__ import annotations

import random
from collections import deque

import pytest

from skirmish_rl.envs.core.hexgrid import (
    NEIGHBOURS,
    Meeting,
    columns_on_line,
    distance,
    is_adjacent,
    is_on_map,
    meeting,
    neighbour,
    rotate,
    turn_half,
)
from skirmish_rl.envs.tide_of_iron.state import CELLS, FAR, WIDTH
from tests.tide_of_iron.ground import MAPS, Hex, hexes, number, slow_meeting, tables_of

EVEN = ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))  # NE, E, SE, SW, W, NW
ODD = ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1))


def around(at: Hex) -> list[Hex]:
    return [(at[0] + i, at[1] + j) for i, j in (ODD if at[1] % 2 else EVEN)]


@pytest.mark.parametrize("name", MAPS)
def test_odd_rows_are_one_hex_shorter(name):
    width, rows, count = MAPS[name]
    board = {number(at) for at in hexes(width, rows)}
    assert len(board) == count == tables_of(name)["on_map"].sum()
    assert {cell for cell in range(CELLS) if is_on_map(WIDTH, width, rows, cell)} == board
    assert not is_on_map(WIDTH, width, rows, -1)


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_are_those_of_the_table_in_its_order(name):
    width, rows, _ = MAPS[name]
    board = set(hexes(width, rows))
    for at in board:
        expected = [number(to) if to in board else -1 for to in around(at)]
        assert [neighbour(WIDTH, width, rows, number(at), k) for k in range(NEIGHBOURS)] == expected
        assert tables_of(name)["next"][number(at)].tolist() == expected
    off = tables_of(name)["on_map"] == 0
    assert (tables_of(name)["next"][off] == -1).all()


@pytest.mark.parametrize("name", MAPS)
def test_opposite_directions_are_three_apart(name):
    following = tables_of(name)["next"]
    for cell in range(CELLS):
        for k in range(NEIGHBOURS):
            if following[cell, k] >= 0:
                assert following[following[cell, k], (k + 3) % NEIGHBOURS] == cell


@pytest.mark.parametrize("name", MAPS)
def test_distance_is_the_shortest_way_through_the_hexes(name):
    width, rows, _ = MAPS[name]
    board = set(hexes(width, rows))
    table = tables_of(name)["distance"]
    for start in board:
        steps = {start: 0}
        queue = deque([start])
        while queue:
            at = queue.popleft()
            for to in around(at):
                if to in board and to not in steps:
                    steps[to] = steps[at] + 1
                    queue.append(to)
        assert all(table[number(start), number(at)] == n for at, n in steps.items())
        assert all(distance(WIDTH, number(start), number(at)) == n for at, n in steps.items())
        assert {at for at in board if is_adjacent(WIDTH, number(start), number(at))} == set(around(start)) & board
    off = tables_of(name)["on_map"] == 0
    assert (table[off] == FAR).all() and (table[:, off] == FAR).all()


@pytest.mark.parametrize("name", MAPS)
def test_half_a_turn_brings_a_map_onto_itself_and_turns_directions(name):
    width, rows, _ = MAPS[name]
    for c, r in hexes(width, rows):
        cell = number((c, r))
        turned = turn_half(WIDTH, width, rows, cell)
        assert turned == number((width - 1 - c, rows - 1 - r) if r % 2 == 0 else (width - 2 - c, rows - 1 - r))
        assert turn_half(WIDTH, width, rows, turned) == cell
        assert [rotate(WIDTH, width, rows, cell, n) for n in range(3)] == [cell, turned, cell]
        for k in range(NEIGHBOURS):
            there = neighbour(WIDTH, width, rows, cell, k)
            turned_there = turn_half(WIDTH, width, rows, there) if there >= 0 else -1
            assert neighbour(WIDTH, width, rows, turned, (k + 3) % NEIGHBOURS) == turned_there


@pytest.mark.clause("TI-LOS-10")
def test_lines_meet_the_hexes_that_an_exact_clipping_gives():
    board = hexes(15, 13)
    draw = random.Random(5)
    for _ in range(400):
        a, b = draw.sample(board, 2)
        walked = {}
        for row in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            first, last = columns_on_line(WIDTH, number(a), number(b), row)
            walked |= {(column, row): meeting(WIDTH, number(a), number(b), number((column, row))) for column in range(first, last + 1)}
        for at in board:
            expected = Meeting.NONE if at in (a, b) else slow_meeting(a, b, at)
            assert meeting(WIDTH, number(a), number(b), number(at)) == expected, (a, b, at)
            assert walked.get(at, Meeting.NONE) == expected, (a, b, at)


def met(a: Hex, b: Hex, kind: Meeting) -> set[Hex]:
    return {at for at in hexes(15, 13) if meeting(WIDTH, number(a), number(b), number(at)) == kind}


@pytest.mark.clause("TI-LOS-06", "TI-LOS-10")
def test_worked_example_15_hexes_met_by_four_lines():
    assert met((2, 7), (5, 3), Meeting.CROSSED) == {(3, 6), (3, 5), (4, 5), (5, 4)}
    assert met((3, 2), (4, 4), Meeting.CROSSED) == {(3, 3)}
    assert met((4, 0), (4, 2), Meeting.CROSSED) == set()
    assert {*met((4, 0), (4, 2), Meeting.LEFT), *met((4, 0), (4, 2), Meeting.RIGHT)} == {(3, 1), (4, 1)}
    assert met((4, 0), (4, 4), Meeting.CROSSED) == {(4, 2)}
    assert met((4, 0), (4, 4), Meeting.RIGHT) == {(3, 1), (3, 3)}  # west of a line that runs south
    assert met((4, 0), (4, 4), Meeting.LEFT) == {(4, 1), (4, 3)}
