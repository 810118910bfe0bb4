"""A board: its cells, the nodes that fighters stand on, and the ways between them. Clauses: WC-TERR, WC-MOVE, WC-CLIMB, WC-JUMP, DG-3."""

from __future__ import annotations

import math

from tests.lockstep.warcry.lines import trace
from tests.lockstep.warcry.sight import TALL, Sight

LOW = 3
FALL = 6


class Board(Sight):
    """Heights are in half inches."""

    def __init__(self, w, h, platforms=(), low=(), tall=(), stairs=(), ladders=(), pillars=(), deadly=(), arch=(), doors=(), mirror=True):
        """Lay out terrain. platforms: {inches: [(x,y)]}; low,tall,...: pairs of cells ((x,y),(x,y)); stairs: (floor, platform)."""
        self.w, self.h = w, h

        def turned(c):
            return (w - 1 - c[0], h - 1 - c[1])

        def both(cells):
            return list(cells) + ([turned(c) for c in cells] if mirror else [])

        def both_sides(ps):
            return list(ps) + ([(turned(a), turned(b)) for a, b in ps] if mirror else [])

        self.cells = [(x, y) for y in range(h) for x in range(w)]
        self.level = dict.fromkeys(self.cells, 0)
        self.column = dict.fromkeys(self.cells, 0)
        for inches, cells in dict(platforms).items():
            for c in both(cells):
                self.level[c] = self.column[c] = 2 * inches
        self.pillars = set(both(pillars))
        for c in self.pillars:
            self.column[c] = 12
        self.deadly = set(both(deadly))
        self.stand = {c: c not in self.pillars for c in self.cells}
        self.side = {}
        for kind, ps in (("low", low), ("tall", tall), ("stair", stairs), ("ladder", ladders), ("arch", arch), ("door", doors)):
            for a, b in both_sides(ps):
                self.side[frozenset((a, b))] = kind
        self.seen = {}
        self.leapt = {}
        self.build()

    def inside(self, c):
        """True if a cell is on the board."""
        return 0 <= c[0] < self.w and 0 <= c[1] < self.h

    def wall_height(self, a, b):
        """Height of the wall between two cells, 0 if there is none."""
        k = self.side.get(frozenset((a, b)))
        return LOW if k == "low" else TALL if k in ("tall", "arch", "door") else 0

    def wall_top(self, a, b):
        """Top of the wall between two cells, None if there is none; stands on the higher of its two cells"""
        h = self.wall_height(a, b)
        if not h:
            return None
        return max(self.level[a], self.level[b]) + h

    def build(self):
        """All ways between nodes that touch: (cell c), (face f or steps s, foot, toward, height). Clauses: WC-MOVE, WC-CLIMB, DG-3."""
        self.edges = {}
        self.steps = set()

        def add(a, b, cost, swift, way, drop=0, sides=None):
            risk = []
            if drop >= FALL:
                risk.append("height")
            if b[0] == "c" and b[1] in self.deadly:
                risk.append("ground")
            self.edges.setdefault(a, []).append((b, cost, swift, way, tuple(risk), sides))

        for a in self.cells:
            for dx, dy in ((1, 0), (0, 1)):
                b = (a[0] + dx, a[1] + dy)
                if self.inside(b):
                    self.join(a, b, add)
            for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                b = (a[0] + dx, a[1] + dy)
                if not self.inside(b) or not self.stand[a] or not self.stand[b]:
                    continue
                s1, s2 = (a[0] + dx, a[1]), (a[0], a[1] + dy)
                level = self.level[a]
                if self.level[b] > level or self.column[s1] > level or self.column[s2] > level:
                    continue
                if any(self.wall_height(p, q) for p, q in ((a, s1), (a, s2), (s1, b), (s2, b))):
                    continue
                d = level - self.level[b]
                add(("c", a), ("c", b), 14, 14, "walk" if d == 0 else "drop", d, (s1, s2))
        self.nodes = {("c", c) for c in self.cells if self.stand[c]}
        for n, es in self.edges.items():
            self.nodes.add(n)
            for e in es:
                self.nodes.add(e[0])

    def join(self, a, b, add):
        """The ways between two cells that share a side. Clauses: WC-CLIMB, WC-TERR, DG-3."""
        if not self.stand[a] or not self.stand[b]:
            return
        if self.level[a] > self.level[b]:
            a, b = b, a
        la, lb = self.level[a], self.level[b]
        k = self.side.get(frozenset((a, b)))
        A, B = ("c", a), ("c", b)

        def ladder(foot, toward, lo, hi, kind="f"):
            """A chain of climb nodes from foot cell up to hi; returns the lip"""
            prev = ("c", foot)
            for h in range(lo + 2, hi + 1, 2):
                n = (kind, foot, toward, h)
                add(prev, n, 10, 0, "climb")
                add(n, prev, 10, 0, "climb")
                prev = n
            return prev

        if k in ("tall", "arch", "door"):
            top = lb + TALL
            l1, l2 = ladder(a, b, la, top), ladder(b, a, lb, top)
            add(l1, l2, 10, 10, "climb")
            add(l2, l1, 10, 10, "climb")
            add(l1, B, 10, 10, "climb", top - lb)
            add(l2, A, 10, 10, "climb", top - la)
            if k != "tall" and la == lb:
                add(A, B, 10, 10, k)
                add(B, A, 10, 10, k)
        elif k == "low":
            if la == lb:
                add(A, B, 25, 10, "vault")
                add(B, A, 25, 10, "vault")
            else:
                lip = ladder(a, b, la, lb)
                add(lip, B, 25, 10, "vault")
                add(B, lip, 40, 10, "vault")
                add(B, A, 25, 10, "vault", lb - la + LOW)
        elif la == lb:
            add(A, B, 10, 10, "walk")
            add(B, A, 10, 10, "walk")
        else:
            if k == "stair":
                n = ("s", a, b, la + (lb - la) // 2)
                self.steps.add(n)
                for p, q in ((A, n), (n, A), (n, B), (B, n)):
                    add(p, q, 16, 16, "stair")
            else:
                lip = ladder(a, b, la, lb, "s" if k == "ladder" else "f")
                add(lip, B, 10, 10, "climb")
                add(B, lip, 10, 10, "climb")
            add(B, A, 10, 10, "drop", lb - la)

    def height(self, n):
        """Height of a node."""
        return self.level[n[1]] if n[0] == "c" else n[3]

    def leaps(self, a):
        """Jumps across gaps from a cell: (node, cost, risks, cells crossed, height). Clauses: WC-JUMP, DG-3."""
        if a in self.leapt:
            return self.leapt[a]
        out = []
        level = self.level[a]
        if level > 0 and self.stand[a]:
            for b in self.cells:
                if b == a or not self.stand[b] or self.level[b] > level or self.level[b] == 0:
                    continue
                dx, dy = b[0] - a[0], b[1] - a[1]
                d2 = dx * dx + dy * dy
                if d2 > 144:
                    continue
                cells, sides, corners = trace(dx, dy, 0, 0)
                shifted = lambda c: (c[0] + a[0], c[1] + a[1])
                mid = [shifted(c) for c, t0, t1 in cells]
                if not any(self.column[c] < level for c in mid):
                    continue
                if any(self.column[c] > level for c in mid):
                    continue
                if any((self.wall_top(shifted(p), shifted(q)) or 0) > level for p, q, t in sides):
                    continue
                bad = False
                for c00, c10, c01, c11, t in corners:

                    def way(via):
                        p, q, v = shifted(c00), shifted(c11), shifted(via)
                        return self.column[v] > level or (self.wall_top(p, v) or 0) > level or (self.wall_top(v, q) or 0) > level

                    if way(c10) and way(c01):
                        bad = True
                if bad:
                    continue
                cost = math.isqrt(100 * d2)
                cost += cost * cost < 100 * d2
                risk = (["height"] if level - self.level[b] >= FALL else []) + (["ground"] if b in self.deadly else [])
                out.append((("c", b), cost, tuple(risk), mid, level))
        self.leapt[a] = out
        return out
