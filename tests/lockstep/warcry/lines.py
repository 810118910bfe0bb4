"""Distances, and the cells and sides that a straight line crosses. Clauses: WC-GEN-04, WC-GEN-05, DG-6."""

from __future__ import annotations

import math
from fractions import Fraction as F
from functools import lru_cache

WIDTH = 30


def cid(x, y):
    """The number of a cell."""
    return y * WIDTH + x


@lru_cache(None)
def trace(dx, dy, ox, oy):
    """Segment from cell (0,0) to (dx,dy), from the point 0.1*(5+ox,5+oy) in each. cells strictly between (all but the two ends) with
    their t-range; sides crossed in their inside; corners passed exactly."""
    x0, y0 = 5 + ox, 5 + oy
    targets = {F(0), F(1)}
    if dx:
        for k in range(min(0, dx), max(0, dx) + 2):
            t = F(10 * k - x0, 10 * dx)
            if 0 < t < 1:
                targets.add(t)
    if dy:
        for k in range(min(0, dy), max(0, dy) + 2):
            t = F(10 * k - y0, 10 * dy)
            if 0 < t < 1:
                targets.add(t)
    targets = sorted(targets)
    cells = []
    for t0, t1 in zip(targets, targets[1:]):
        tm = (t0 + t1) / 2
        cells.append(((math.floor((x0 + 10 * dx * tm) / 10), math.floor((y0 + 10 * dy * tm) / 10)), t0, t1))
    sides, corners = [], []
    for (c, _, t), (d, _, _) in zip(cells, cells[1:]):
        if abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1:
            sides.append((c, d, t))
        else:
            corners.append((c, (d[0], c[1]), (c[0], d[1]), d, t))
    ends = ((0, 0), (dx, dy))
    return [x for x in cells if x[0] not in ends], sides, corners


def gap2(a, b):
    """Squared distance between two cells."""
    dx, dy = max(0, abs(a[0] - b[0]) - 1), max(0, abs(a[1] - b[1]) - 1)
    return dx * dx + dy * dy


def dist4(board, A, B):
    """Four times the squared distance in inches"""
    dz = board.height(A) - board.height(B)
    return 4 * gap2(A[1], B[1]) + dz * dz


def within(board, A, B, r):
    """True if two nodes are within r inches."""
    return dist4(board, A, B) <= 4 * r * r


def point_near(board, p, height, A, r):
    """True if a fighter at node A is within r inches of a point at this height in half inches."""
    x, y = A[1]
    dx = max(x - p[0], 0, p[0] - x - 1)
    dy = max(y - p[1], 0, p[1] - y - 1)
    dz = (board.height(A) - height) / 2
    return dx * dx + dy * dy + dz * dz <= r * r + 1e-9


def point_height(board, p):
    """Height of a point: of several cells it touches the highest counts"""
    xs = {math.floor(p[0]), math.ceil(p[0]) - 1}
    ys = {math.floor(p[1]), math.ceil(p[1]) - 1}
    return max(board.level[(x, y)] for x in xs for y in ys if board.inside((x, y)))


def zone_cells(board, p):
    """Cells wholly within 3" horizontally of a point or a line along an edge. Clauses: WC-DEP."""
    return [c for c in board.cells if board.stand[c] and max(seg_d2((c[0] + i, c[1] + j), p) for i in (0, 1) for j in (0, 1)) <= 9]


def seg_d2(q, p):
    """Squared distance between a point and a point or line."""
    x0, y0, x1, y1 = p if len(p) == 4 else (*p, *p)
    x0, x1 = min(x0, x1), max(x0, x1)
    y0, y1 = min(y0, y1), max(y0, y1)
    dx = max(x0 - q[0], 0, q[0] - x1)
    dy = max(y0 - q[1], 0, q[1] - y1)
    return dx * dx + dy * dy


def cell_d2(c, p):
    """Squared distance from a point or a line along an axis to the nearest point of a cell."""
    x0, y0, x1, y1 = p if len(p) == 4 else (*p, *p)
    x0, x1 = min(x0, x1), max(x0, x1)
    y0, y1 = min(y0, y1), max(y0, y1)
    dx = max(x0 - c[0] - 1, 0, c[0] - x1)
    dy = max(y0 - c[1] - 1, 0, c[1] - y1)
    return dx * dx + dy * dy


def cell_of(number):
    """The cell of a number."""
    return number % WIDTH, number // WIDTH
