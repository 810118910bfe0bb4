"""Cells, distances in whole inches and straight lines (DZ-GRID-01, DZ-GRID-02, DZ-GRID-07)."""

from __future__ import annotations

import math
from functools import cache, lru_cache

from skirmish_rl.envs.dropzone_commander.state import WIDTH

UNLIMITED = 250


def place(cell):
    """x and y of a cell."""
    return cell % WIDTH, cell // WIDTH


def cell_at(x, y):
    return y * WIDTH + x


def square(a, b):
    """Squared distance between two cells."""
    return (a % WIDTH - b % WIDTH) ** 2 + (a // WIDTH - b // WIDTH) ** 2


def within(a, b, inches):
    """True if two cells are at most so far apart (DZ-GRID-02)."""
    return square(a, b) <= inches * inches + inches


@cache
def inches_of(squared):
    """The least whole number of inches that a squared distance lies within."""
    n = math.isqrt(squared)
    while n * n + n < squared:
        n += 1
    while n > 0 and (n - 1) * n >= squared:
        n -= 1
    return n


def inches(a, b):
    return inches_of(square(a, b))


def gap(some, others):
    """Whole inches between two sets of cells."""
    return inches_of(min((square(a, b) for a in some for b in others), default=10**6))


@lru_cache(maxsize=400000)
def line(a, b):
    """Cells through whose inside the line between two centres runs, in order; through a corner it goes on diagonally."""
    x, y = place(a)
    wide, high = abs(b % WIDTH - x), abs(b // WIDTH - y)
    step_x, step_y = (1 if b % WIDTH > x else -1), (1 if b // WIDTH > y else -1)
    i = j = 0
    cells = [a]
    while i < wide or j < high:
        side = (1 + 2 * i) * high - (1 + 2 * j) * wide
        if side <= 0:
            x, i = x + step_x, i + 1
        if side >= 0:
            y, j = y + step_y, j + 1
        cells.append(cell_at(x, y))
    return tuple(cells)


def crossing(start, end, box):
    """Which part of a segment (as shares of it) lies inside an open box, None if none does."""
    first, last = 0.0, 1.0
    for p, q, low, high in ((start[0], end[0], box[0], box[1]), (start[1], end[1], box[2], box[3])):
        if p == q:
            if not low < p < high:
                return None
            continue
        a, b = sorted(((low - p) / (q - p), (high - p) / (q - p)))
        first, last = max(first, a), min(last, b)
    return (first, last) if last - first > 1e-12 else None


@lru_cache(maxsize=2000000)
def hides(start, low, end, high, box, height):
    """True if a Solid piece blocks a segment (points in tenths of cells, heights in quarters of inches) (DZ-GRID-07)."""
    x0, x1, y0, y1 = box
    if min(low, high) >= height or crossing(start, end, (10 * x0 - 5, 10 * x1 + 5, 10 * y0 - 5, 10 * y1 + 5)) is None:
        return False
    if max(low, high) < height:
        return True
    for x in range(x0, x1 + 1):
        for y in range(y0, y1 + 1):
            part = crossing(start, end, (10 * x - 5, 10 * x + 5, 10 * y - 5, 10 * y + 5))
            if part and low + (high - low) * (part[0] + part[1]) / 2 < height - 1e-9:
                return True
    return False
