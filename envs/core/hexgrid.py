"""Hexagonal cells, pointy side up, odd rows shifted right by half a hex and one hex shorter than even rows.

Cell c stands at column c % stride of row c // stride. `stride` is the width of the array that holds the map; `width` and
`height` are those of the map itself, which lies in the array's north-west corner, so that a hex keeps its number on maps of
every size: even rows have `width` hexes, odd rows `width - 1`. Directions 0-5 are NE, E, SE, SW, W, NW.

Lines between centres are exact: a centre lies at X = 2 column + (row mod 2), Y = 3 row, its corners at (X, Y -+ 2) and
(X -+ 1, Y -+ 1). This is an affine image of the true hexes, in which the same lines meet the same hexes.
"""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.jit import jit

NEIGHBOURS = 6


class Meeting(IntEnum):
    """How a line meets a hex."""

    NONE = 0  # not at all, or in one point only
    CROSSED = 1  # through its interior
    LEFT = 2  # along one of its edges, the hex lying to the left as seen from the start of the line
    RIGHT = 3


@jit
def is_on_map(stride, width, height, cell):
    """True for the cells of the array that are hexes of the map."""
    row = cell // stride
    return cell >= 0 and row < height and cell % stride < width - row % 2


@jit
def distance(stride, a, b):
    """The number of steps from one hex to another."""
    dz = b // stride - a // stride
    dx = b % stride - (b // stride) // 2 - (a % stride - (a // stride) // 2)
    return max(abs(dx), abs(dz), abs(dx + dz))


@jit
def is_adjacent(stride, a, b):
    """True for two different hexes that share an edge."""
    return distance(stride, a, b) == 1


@jit
def neighbour(stride, width, height, cell, k):
    """The neighbouring cell in direction k (0..5), -1 beyond the edge of the map."""
    column = cell % stride
    row = cell // stride
    odd = row % 2
    if k == 1:
        column += 1
    elif k == 4:
        column -= 1
    else:
        column += odd if k == 0 or k == 2 else odd - 1
        row += 1 if k == 2 or k == 3 else -1
    if column < 0 or row < 0 or row >= height or column >= width - row % 2:
        return -1
    return row * stride + column


@jit
def turn_half(stride, width, height, cell):
    """The cell after half a turn of a map with an odd number of rows, which brings it onto itself."""
    row = cell // stride
    return (height - 1 - row) * stride + width - 1 - row % 2 - cell % stride


@jit
def rotate(stride, width, height, cell, half_turns):
    """The cell after turning the map by half turns, see `turn_half`."""
    return turn_half(stride, width, height, cell) if half_turns % 2 else cell


@jit
def columns_on_line(stride, a, b, row):
    """First and last column of the hexes that the line a-b can meet in a row between its ends.

    Returns:
        (first, last) inside the array; `meeting` tells how each of them is met.
    """
    odd = row % 2
    ax = 2 * (a % stride) + (a // stride) % 2
    bx = 2 * (b % stride) + (b // stride) % 2
    low = min(ax, bx)
    high = max(ax, bx)
    ay = 3 * (a // stride)
    dy = 3 * (b // stride) - ay
    dx = bx - ax
    if dy < 0:
        dy = -dy
        dx = -dx
        ay -= dy
        ax = bx
    if dy > 0:
        x0 = ax + dx * (3 * row - 2 - ay) // dy
        x1 = ax + dx * (3 * row + 2 - ay) // dy
        low = max(low, min(x0, x1))
        high = min(high, max(x0, x1) + 1)
    return max(0, (low - odd) // 2), min(stride - 1, (high + 1 - odd) // 2)


@jit
def meeting(stride, a, b, cell):
    """The way in which the line between the centres of two cells meets a third one, exactly.

    The corners of a hex lie 2 dx, dx + dy or dx - dy (in both senses) further from the line than its centre does, in units of
    the vector product: the largest of these tells whether corners lie on both sides. Two corners share it only for lines in
    the three directions of edges, dx = 0 and dx = +-dy.

    Returns:
        A member of `Meeting`; NONE for a and b themselves.
    """
    ax = 2 * (a % stride) + (a // stride) % 2
    ay = 3 * (a // stride)
    dx = 2 * (b % stride) + (b // stride) % 2 - ax
    dy = 3 * (b // stride) - ay
    x = 2 * (cell % stride) + (cell // stride) % 2 - ax
    y = 3 * (cell // stride) - ay
    # Hexes that the line meets only if prolonged beyond its ends; 3 xx + yy is the true square of a length.
    if 3 * x * dx + y * dy <= 0 or 3 * (dx - x) * dx + (dy - y) * dy <= 0:
        return Meeting.NONE
    offset = dx * y - dy * x
    half = max(2 * abs(dx), abs(dx) + abs(dy))
    if abs(offset) < half:
        return Meeting.CROSSED
    if abs(offset) == half and (dx == 0 or abs(dx) == abs(dy)):
        return Meeting.LEFT if offset < 0 else Meeting.RIGHT
    return Meeting.NONE
