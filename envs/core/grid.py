"""Square cells: cell c of a board `width` wide stands at x = c % width, y = c // width; x runs right, y down.

Straight lines between cell centres are walked exactly, in integers; only lengths are floating point.
"""

from __future__ import annotations

import math

from skirmish_rl.envs.core.jit import jit

NEIGHBOURS = 8


@jit
def isqrt(n):
    """The whole part of the square root of n >= 0."""
    r = int(math.sqrt(n))
    while r * r > n:
        r -= 1
    while (r + 1) * (r + 1) <= n:
        r += 1
    return r


@jit
def distance2(width, a, b):
    """The squared distance between the centres of two cells."""
    dx = a % width - b % width
    dy = a // width - b // width
    return dx * dx + dy * dy


@jit
def is_adjacent(width, a, b):
    """True for two different cells that share an edge or a corner."""
    n = distance2(width, a, b)
    return 0 < n <= 2


@jit
def neighbour(width, height, cell, k):
    """The k-th (0..7) neighbouring cell in reading order, -1 beyond the edge."""
    if k >= 4:
        k += 1  # skip the cell itself in the 3x3 block
    x = cell % width + k % 3 - 1
    y = cell // width + k // 3 - 1
    if x < 0 or y < 0 or x >= width or y >= height:
        return -1
    return y * width + x


@jit
def covered_length(ground, bits, width, a, b, head, tail):
    """The length of a line that lies in cells whose `ground` has one of `bits`.

    Args:
        ground: uint8 (cells,) bit field.
        a, b: cells; the line runs from centre to centre.
        head: leave out this much at the start.
        tail: go this much (may be negative, at most half a cell) beyond the end.

    Returns:
        Length in cells, float.
    """
    ax = a % width
    ay = a // width
    dx = b % width - ax
    dy = b // width - ay
    adx = abs(dx)
    ady = abs(dy)
    if adx + ady == 0:
        return 0.0
    sx = 1 if dx > 0 else -1
    sy = 1 if dy > 0 else -1
    c = math.sqrt(adx * adx + ady * ady)
    stop = c + tail
    # Boundary i of the x columns is met at (2i+1)/(2 adx) of the way, of the y rows at (2j+1)/(2 ady).
    i = 0
    j = 0
    x = ax
    y = ay
    here = head
    total = 0.0
    while here < stop:
        tx = 2.0 * c if i >= adx else c * (2 * i + 1) / (2 * adx)
        ty = 2.0 * c if j >= ady else c * (2 * j + 1) / (2 * ady)
        there = min(tx, ty, stop)
        if there > here:
            if ground[y * width + x] & bits:
                total += there - here
            here = there
        if here >= stop:
            break
        corner = i < adx and j < ady and (2 * i + 1) * ady == (2 * j + 1) * adx
        if corner or tx < ty:
            x += sx
            i += 1
        if corner or ty <= tx:
            y += sy
            j += 1
    return total


@jit
def next_cell_on_line(width, a, b, i, j):
    """One step of an exact walk along the line a-b.

    Args:
        i, j: columns and rows already left behind.

    Returns:
        New (i, j); a line through a corner leaves a column and a row at once, so touched corners are skipped.
    """
    adx = abs(b % width - a % width)
    ady = abs(b // width - a // width)
    across = (2 * i + 1) * ady
    down = (2 * j + 1) * adx
    if j >= ady or (i < adx and across < down):
        return i + 1, j
    if i >= adx or down < across:
        return i, j + 1
    return i + 1, j + 1


@jit
def cell_on_line(width, a, b, i, j):
    """The cell reached after leaving i columns and j rows on the line a-b."""
    x = a % width
    y = a // width
    x += i if b % width > x else -i
    y += j if b // width > y else -j
    return y * width + x


@jit
def rotate(width, cell, quarter_turns):
    """The cell after turning a square board clockwise by quarter turns."""
    x = cell % width
    y = cell // width
    for _ in range(quarter_turns):
        x, y = width - 1 - y, x
    return y * width + x
