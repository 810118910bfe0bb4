"""Lines over columns and walls, by small cases worked out by hand (core/sight)."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from skirmish_rl.envs.core.sight import EAST, NORTH, SCALE, SOUTH, WEST, is_in_space, is_line_open, open_lines, passage

WIDTH, HEIGHT = 6, 5
OFFSETS = np.array([(0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4)])


class Ground:
    """A small board: `columns` {(x, y): height}, `walls` {(x, y, side): top}."""

    def __init__(self, columns: dict[tuple[int, int], int] | None = None, walls: dict[tuple[int, int, int], int] | None = None):
        self.column = np.zeros(WIDTH * HEIGHT, np.int64)
        self.tops = np.zeros((WIDTH * HEIGHT, 4), np.int64)
        for (x, y), height in (columns or {}).items():
            self.column[y * WIDTH + x] = height
        beyond = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
        for (x, y, side), top in (walls or {}).items():
            dx, dy = beyond[side]
            self.tops[y * WIDTH + x, side] = top
            self.tops[(y + dy) * WIDTH + x + dx, (side + 2) % 4] = top

    def open(self, a: tuple[int, int], b: tuple[int, int], high_a: int = 2, high_b: int = 2, offset=(0, 0), bare=None) -> bool:
        free = -1 if bare is None else number(bare)
        return bool(is_line_open(WIDTH, self.column, self.tops, number(a), number(b), high_a, high_b, *offset, free))

    def lines(self, a: tuple[int, int], b: tuple[int, int], high_a: int = 2, high_b: int = 2) -> int:
        return int(open_lines(WIDTH, self.column, self.tops, number(a), number(b), high_a, high_b, OFFSETS))


def number(cell: tuple[int, int]) -> int:
    return cell[1] * WIDTH + cell[0]


def through(a, b, cell, high_a=2, high_b=2, offset=(0, 0)):
    """Least and greatest height inside a cell, None if the line does not pass its inside."""
    n, low, high = passage(WIDTH, number(a), number(b), high_a, high_b, *offset, number(cell))
    return (Fraction(low, n), Fraction(high, n)) if n else None


@pytest.mark.parametrize(("height", "clear"), [(0, True), (1, True), (2, True), (3, False), (12, False)])
def test_a_column_blocks_what_passes_below_its_top_and_not_what_grazes_it(height: int, clear: bool) -> None:
    assert Ground({(2, 1): height}).open((0, 1), (4, 1)) is clear


def test_columns_of_the_two_ends_never_block() -> None:
    assert Ground({(0, 1): 12, (4, 1): 12}).open((0, 1), (4, 1))


def test_the_lowest_height_inside_a_column_decides() -> None:
    """From height 10 down to 2 over four cells: over the third cell (x from 2 to 3) it sinks from 7 to 5."""
    assert through((0, 1), (4, 1), (2, 1), 10, 2) == (5, 7)
    assert Ground({(2, 1): 5}).open((0, 1), (4, 1), 10, 2)
    assert not Ground({(2, 1): 6}).open((0, 1), (4, 1), 10, 2)
    assert not Ground({(2, 1): 6}).open((4, 1), (0, 1), 2, 10)


@pytest.mark.parametrize(("top", "clear"), [(5, True), (6, True), (7, False)])
def test_a_wall_blocks_where_it_is_crossed(top: int, clear: bool) -> None:
    """The border between the second and the third cell is met after 1.5 of 4 cells: at 9 - 8 * 1.5 / 4 = 6."""
    ground = Ground(walls={(1, 1, EAST): top})
    assert ground.open((0, 1), (4, 1), 9, 1) is clear
    assert ground.open((4, 1), (0, 1), 1, 9) is clear


def test_a_wall_beside_the_line_or_past_its_end_does_not_block() -> None:
    ground = Ground(walls={(1, 1, NORTH): 9, (2, 1, SOUTH): 9, (4, 1, EAST): 9, (0, 1, SOUTH): 9})
    assert ground.open((0, 1), (4, 1))
    assert ground.lines((0, 1), (4, 1)) == 0b11111


def test_walls_of_the_end_cells_block_unless_that_cell_is_bare() -> None:
    ground = Ground(walls={(0, 1, EAST): 9})
    assert not ground.open((0, 1), (4, 1))
    assert ground.open((0, 1), (4, 1), bare=(0, 1))
    assert not ground.open((4, 1), (0, 1), bare=(4, 1))
    assert not ground.open((0, 1), (1, 1))  # neighbours


def test_the_end_of_a_wall_stops_only_the_lines_that_meet_it() -> None:
    """A wall on the east side of (1, 1) alone, and lines from (1, 2) to (3, 1), which climb half a cell north for each cell east.

    Where they meet x = 2: the centre line at y = 2.25, that of the north-western corners, from (1.1, 2.1), at 1.65, that of the
    north-eastern ones, from (1.9, 2.1), at 2.05, the southern two further south.
    """
    ground = Ground(walls={(1, 1, EAST): 9})
    assert ground.lines((1, 2), (3, 1)) == 0b11101


def test_a_touched_corner_is_open_if_one_way_round_it_is() -> None:
    both = {(2, 1): 9, (1, 2): 9}
    assert Ground({(2, 1): 9}).open((1, 1), (2, 2))
    assert Ground({(1, 2): 9}).open((1, 1), (2, 2))
    assert not Ground(both).open((1, 1), (2, 2))
    assert Ground({(2, 1): 2, (1, 2): 2}).open((1, 1), (2, 2))  # as high as the line


@pytest.mark.parametrize(
    ("walls", "clear"),
    [
        ([(1, 1, EAST)], True),
        ([(1, 1, EAST), (2, 1, SOUTH)], True),  # both on the way round by the east
        ([(1, 1, EAST), (1, 1, SOUTH)], False),
        ([(1, 1, EAST), (1, 2, EAST)], False),  # a straight wall that ends in neither direction
        ([(1, 1, SOUTH), (2, 1, SOUTH)], False),
        ([(2, 1, SOUTH), (1, 2, EAST)], False),
        ([(1, 1, SOUTH), (1, 2, EAST)], True),
    ],
)
def test_walls_that_meet_in_a_touched_corner(walls: list[tuple[int, int, int]], clear: bool) -> None:
    ground = Ground(walls=dict.fromkeys(walls, 9))
    assert ground.open((1, 1), (2, 2)) is clear
    assert ground.open((2, 2), (1, 1)) is clear
    assert ground.open((0, 0), (3, 3)) is clear


def test_a_wall_and_a_column_close_a_corner_together() -> None:
    assert not Ground({(1, 2): 9}, {(2, 1, SOUTH): 9}).open((0, 0), (3, 3))
    assert Ground({(1, 2): 9}, {(1, 2, EAST): 9}).open((0, 0), (3, 3))


def test_a_bare_cell_opens_only_its_own_walls_at_a_corner() -> None:
    own = Ground({(1, 2): 9}, {(1, 1, EAST): 9})
    assert not own.open((1, 1), (3, 3))
    assert own.open((1, 1), (3, 3), bare=(1, 1))
    far = Ground({(1, 2): 9}, {(2, 1, SOUTH): 9})
    assert not far.open((1, 1), (3, 3), bare=(1, 1))


def test_neighbours_and_the_same_cell_see_each_other() -> None:
    assert Ground().lines((2, 2), (3, 3)) == 0b11111
    assert Ground({(2, 2): 12}).lines((2, 2), (2, 2), 2, 8) == 0b11111


def test_lines_of_corners_pass_where_the_centre_is_blocked() -> None:
    """A column at (2, 1) on the way from (0, 1) to (4, 2), one row down in four cells: the centre line crosses x = 2 at 1.875."""
    bits = Ground({(2, 1): 9}).lines((0, 1), (4, 2))
    # Southern corners begin at y = 1.9 and are past y = 2 before x = 2; northern ones at 1.1 are in row 1 all the way there.
    assert bits == 0b11000


def test_passage_of_a_cell_through_its_inside_only() -> None:
    assert through((0, 0), (2, 2), (1, 1)) == (2, 2)
    assert through((0, 0), (2, 2), (1, 0)) is None  # a corner
    assert through((0, 0), (2, 2), (3, 3)) is None  # beyond the end
    assert through((0, 0), (2, 1), (1, 0)) == (2, 2)
    assert through((0, 2), (4, 2), (2, 1)) is None
    assert through((0, 2), (4, 2), (2, 2), 0, 8) == (3, 5)
    assert through((4, 2), (0, 2), (2, 2), 8, 0) == (3, 5)
    assert through((2, 0), (2, 4), (2, 4), 0, 8) == (7, 8)  # half of the last cell


@pytest.mark.parametrize(("foot", "head", "held"), [(0, 2, False), (0, 3, True), (4, 4, True), (5, 9, True), (6, 9, False)])
def test_a_space_holds_a_line_at_any_height_inside_it(foot: int, head: int, held: bool) -> None:
    a, b, cell = number((0, 2)), number((4, 2)), number((2, 2))
    assert bool(is_in_space(WIDTH, a, b, 0, 8, 0, 0, cell, foot, head)) is held
    assert not is_in_space(WIDTH, a, b, 0, 8, 0, 0, number((2, 3)), 0, 9)


def _is_open_by_reading(ground: Ground, a, b, high_a, high_b, offset) -> bool:
    """The same with fractions: every cell and every side asked by itself."""
    half = Fraction(1, 2)
    start = [Fraction(a[k]) + half + Fraction(offset[k], SCALE) for k in range(2)]
    way = [b[k] - a[k] for k in range(2)]

    def span(k: int, low: int, high: int) -> tuple[Fraction, Fraction]:
        if way[k] == 0:
            return (Fraction(0), Fraction(1)) if low < start[k] < high else (Fraction(1), Fraction(0))
        one, two = (low - start[k]) / way[k], (high - start[k]) / way[k]
        return min(one, two), max(one, two)

    def height(t: Fraction) -> Fraction:
        return high_a + (high_b - high_a) * t

    for x, y in itertools.product(range(WIDTH), range(HEIGHT)):
        (x0, x1), (y0, y1) = span(0, x, x + 1), span(1, y, y + 1)
        enter, leave = max(x0, y0, Fraction(0)), min(x1, y1, Fraction(1))
        if enter < leave and (x, y) not in (a, b) and min(height(enter), height(leave)) < ground.column[number((x, y))]:
            return False
    borders = {(x - start[0]) / way[0] for x in range(1, WIDTH) if way[0]} | {(y - start[1]) / way[1] for y in range(1, HEIGHT) if way[1]}
    for t in borders:
        if not 0 < t < 1:
            continue
        x, y = (start[k] + way[k] * t for k in range(2))

        def top(cell: tuple[int, int], side: int) -> int:
            return int(ground.tops[number(cell), side])

        if x.denominator == 1 and y.denominator == 1:
            north_west, north_east, south_west, south_east = ((int(x) - 1 + i, int(y) - 1 + j) for j in (0, 1) for i in (0, 1))
            falls = way[0] * way[1] > 0
            ends = (north_west, south_east) if falls else (north_east, south_west)
            blocked = []
            for corner in (north_west, north_east, south_west, south_east):
                if corner in ends:
                    continue
                sides = [NORTH if corner[1] > y - 1 else SOUTH, WEST if corner[0] > x - 1 else EAST]
                blocked.append(max([ground.column[number(corner)], *(top(corner, side) for side in sides)]) > height(t))
            if all(blocked):
                return False
        elif x.denominator == 1 and top((int(x) - 1, int(y // 1)), EAST) > height(t):
            return False
        elif y.denominator == 1 and top((int(x // 1), int(y) - 1), SOUTH) > height(t):
            return False
    return True


def test_agrees_with_fractions_and_is_the_same_from_both_ends() -> None:
    luck = random.Random(7)
    open_seen = shut_seen = 0
    for _ in range(1500):
        cells = [(luck.randrange(WIDTH), luck.randrange(HEIGHT)) for _ in range(8)]
        walls = {}
        for x, y in [(luck.randrange(WIDTH - 1), luck.randrange(HEIGHT - 1)) for _ in range(6)]:
            walls[x, y, luck.choice((EAST, SOUTH))] = luck.choice((3, 6))
        ground = Ground({cell: luck.choice((3, 6)) for cell in cells[:4]}, walls)
        a, b = cells[6], cells[7]
        heights = luck.choice((2, 5, 8)), luck.choice((2, 5, 8))
        offset = tuple(int(o) for o in OFFSETS[luck.randrange(5)])
        result = ground.open(a, b, *heights, offset)
        assert result == _is_open_by_reading(ground, a, b, *heights, offset)
        assert result == ground.open(b, a, *reversed(heights), offset)
        open_seen, shut_seen = open_seen + result, shut_seen + (not result)
    assert min(open_seen, shut_seen) > 300
