"""Lines of sight over columns and walls with heights on square cells, exact in integers.

Cell c of a board `width` wide stands at x = c % width, y = c // width, as in `core/grid.py`; its sides 0-3 are north, east, south, west.
A cell is SCALE units wide. A line runs between matching points of two cells, (ox, oy) units from their middles and inside them
(less than half a cell), so that no line runs along the border of two cells; its ends have heights of their own.

    column   (cells,)     how high each cell is filled
    tops     (cells, 4)   how high the wall on each side of a cell reaches, 0 where none stands; on both cells of a side

Heights are whole numbers in any one unit, counted from the ground: columns and tops as well as the ends of lines.
What reaches just as high as the line is not in its way.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit

SCALE = 10
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3


@jit
def is_line_open(width, column, tops, a, b, high_a, high_b, ox, oy, bare):
    """True if a line between two cells passes over everything it crosses: columns of cells between them, and walls.

    The columns of a and b themselves do not count. A line exactly through the corner of four cells is blocked there if both ways
    round that corner are, by a column or by one of the two walls on that way.

    Args:
        high_a, high_b: heights of the ends.
        ox, oy: where the line begins and ends, in units from the middles of the cells.
        bare: a cell whose walls do not count, -1 for none.
    """
    dx = b % width - a % width
    dy = b // width - a // width
    columns = abs(dx)
    rows = abs(dy)
    step_x = 1 if dx > 0 else -1
    step_y = width if dy > 0 else -width
    side_x = EAST if dx > 0 else WEST
    side_y = SOUTH if dy > 0 else NORTH
    # The line is passed through in `n` parts: the border of column i is met after first_x + i * every_x of them, rows alike.
    every_x = SCALE * max(rows, 1)
    every_y = SCALE * max(columns, 1)
    n = every_x * max(columns, 1)
    first_x = (SCALE // 2 - ox if dx > 0 else SCALE // 2 + ox) * max(rows, 1)
    first_y = (SCALE // 2 - oy if dy > 0 else SCALE // 2 + oy) * max(columns, 1)
    rise = high_b - high_a
    i = 0
    j = 0
    cell = a
    entered = 0
    while i < columns or j < rows:
        after_x = first_x + i * every_x if i < columns else n + 1
        after_y = first_y + j * every_y if j < rows else n + 1
        left = min(after_x, after_y)
        here = high_a * n + rise * left  # height of the line where it leaves the cell, n times
        if cell != a and high_a * n + min(rise * entered, rise * left) < column[cell] * n:
            return False
        if after_x < after_y:
            if cell != bare and tops[cell, side_x] * n > here:
                return False
            cell += step_x
            i += 1
        elif after_y < after_x:
            if cell != bare and tops[cell, side_y] * n > here:
                return False
            cell += step_y
            j += 1
        else:
            across = column[cell + step_x] * n > here or tops[cell + step_x, side_y] * n > here
            down = column[cell + step_y] * n > here or tops[cell + step_y, side_x] * n > here
            if cell != bare:
                across = across or tops[cell, side_x] * n > here
                down = down or tops[cell, side_y] * n > here
            if across and down:
                return False
            cell += step_x + step_y
            i += 1
            j += 1
        entered = left
    return True


@jit
def open_lines(width, column, tops, a, b, high_a, high_b, offsets):
    """The lines that are open among several parallel ones between two cells: bit k for offsets[k], see `is_line_open`.

    Args:
        offsets: int (lines, 2): (ox, oy) of each.
    """
    bits = 0
    for k in range(len(offsets)):
        if is_line_open(width, column, tops, a, b, high_a, high_b, offsets[k, 0], offsets[k, 1], -1):
            bits |= 1 << k
    return bits


@jit
def passage(width, a, b, high_a, high_b, ox, oy, cell):
    """The way in which a line between two cells runs through the inside of a third one.

    Returns:
        (n, low, high): n times the least and the greatest height of the line inside the cell; n is 0 if it does not run through
        its inside (touching a corner is not enough).
    """
    dx = b % width - a % width
    dy = b // width - a // width
    across = max(abs(dy), 1)
    down = max(abs(dx), 1)
    n = SCALE * across * down
    begin = 0
    end = n
    near = SCALE * (cell % width - a % width) - SCALE // 2 - ox  # from the start of the line to the west border of the cell
    if dx == 0:
        if near >= 0 or near <= -SCALE:
            return 0, 0, 0
    else:
        one = near * across if dx > 0 else -near * across
        two = one + SCALE * across if dx > 0 else one - SCALE * across
        begin = max(begin, min(one, two))
        end = min(end, max(one, two))
    near = SCALE * (cell // width - a // width) - SCALE // 2 - oy
    if dy == 0:
        if near >= 0 or near <= -SCALE:
            return 0, 0, 0
    else:
        one = near * down if dy > 0 else -near * down
        two = one + SCALE * down if dy > 0 else one - SCALE * down
        begin = max(begin, min(one, two))
        end = min(end, max(one, two))
    if begin >= end:
        return 0, 0, 0
    rise = high_b - high_a
    return n, high_a * n + min(rise * begin, rise * end), high_a * n + max(rise * begin, rise * end)


@jit
def is_in_space(width, a, b, high_a, high_b, ox, oy, cell, foot, head):
    """True if a line between two cells passes a third one at a height from `foot` to `head`, both included."""
    n, low, high = passage(width, a, b, high_a, high_b, ox, oy, cell)
    return n > 0 and low <= head * n and high >= foot * n
