"""A board: its cells, the nodes that fighters stand on, and the ways between them. Clauses: WC-TERR, WC-MOVE, WC-CLIMB, WC-JUMP, DG-3."""

from __future__ import annotations

import math

from tests.lockstep.warcry.lines import trace
from tests.lockstep.warcry.sight import TALL, Sight

LOW = 3
FALL = 6


class Board(Sight):
    """Heights are in half inches."""

    def __init__(
        self, w, h, platforms=(), low=(), tall=(), stairs=(), ladders=(), pillars=(), deadly=(), arch=(), doors=(), mirror=True
    ):
        """platforms: {inches: [(x,y)]}; low,tall,...: pairs of cells ((x,y),(x,y)); stairs: (floor, platform)."""
        self.w, self.h = w, h

        def mc(c):
            return (w - 1 - c[0], h - 1 - c[1])

        def both(cells):
            return list(cells) + ([mc(c) for c in cells] if mirror else [])

        def bothp(ps):
            return list(ps) + ([(mc(a), mc(b)) for a, b in ps] if mirror else [])

        self.cells = [(x, y) for y in range(h) for x in range(w)]
        self.level = dict.fromkeys(self.cells, 0)
        self.col = dict.fromkeys(self.cells, 0)
        for inches, cells in dict(platforms).items():
            for c in both(cells):
                self.level[c] = self.col[c] = 2 * inches
        self.pillars = set(both(pillars))
        for c in self.pillars:
            self.col[c] = 12
        self.deadly = set(both(deadly))
        self.stand = {c: c not in self.pillars for c in self.cells}
        self.side = {}
        for kind, ps in (("low", low), ("tall", tall), ("stair", stairs), ("ladder", ladders), ("arch", arch), ("door", doors)):
            for a, b in bothp(ps):
                self.side[frozenset((a, b))] = kind
        self.sightcache = {}
        self.leapcache = {}
        self.build()

    def inb(self, c):
        return 0 <= c[0] < self.w and 0 <= c[1] < self.h

    def wallh(self, a, b):
        k = self.side.get(frozenset((a, b)))
        return LOW if k == "low" else TALL if k in ("tall", "arch", "door") else 0

    def walltop(self, a, b):
        """top of the wall between two cells, None if there is none; stands on the higher of its two cells"""
        h = self.wallh(a, b)
        if not h:
            return None
        return max(self.level[a], self.level[b]) + h

    def build(self):
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
                if self.inb(b):
                    self.orth(a, b, add)
            for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                b = (a[0] + dx, a[1] + dy)
                if not self.inb(b) or not self.stand[a] or not self.stand[b]:
                    continue
                s1, s2 = (a[0] + dx, a[1]), (a[0], a[1] + dy)
                lv = self.level[a]
                if self.level[b] > lv or self.col[s1] > lv or self.col[s2] > lv:
                    continue
                if any(self.wallh(p, q) for p, q in ((a, s1), (a, s2), (s1, b), (s2, b))):
                    continue
                d = lv - self.level[b]
                add(("c", a), ("c", b), 14, 14, "walk" if d == 0 else "drop", d, (s1, s2))
        self.nodes = {("c", c) for c in self.cells if self.stand[c]}
        for n, es in self.edges.items():
            self.nodes.add(n)
            for e in es:
                self.nodes.add(e[0])

    def orth(self, a, b, add):
        if not self.stand[a] or not self.stand[b]:
            return
        if self.level[a] > self.level[b]:
            a, b = b, a
        la, lb = self.level[a], self.level[b]
        k = self.side.get(frozenset((a, b)))
        A, B = ("c", a), ("c", b)

        def ladder(foot, toward, lo, hi, kind="f"):
            """chain of climb nodes from foot cell up to hi; returns lip"""
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
        return self.level[n[1]] if n[0] == "c" else n[3]

    def leaps(self, a):
        if a in self.leapcache:
            return self.leapcache[a]
        out = []
        lv = self.level[a]
        if lv > 0 and self.stand[a]:
            for b in self.cells:
                if b == a or not self.stand[b] or self.level[b] > lv or self.level[b] == 0:
                    continue
                dx, dy = b[0] - a[0], b[1] - a[1]
                d2 = dx * dx + dy * dy
                if d2 > 144:
                    continue
                cells, sides, corners = trace(dx, dy, 0, 0)
                sh = lambda c: (c[0] + a[0], c[1] + a[1])
                mid = [sh(c) for c, t0, t1 in cells]
                if not any(self.col[c] < lv for c in mid):
                    continue
                if any(self.col[c] > lv for c in mid):
                    continue
                if any((self.walltop(sh(p), sh(q)) or 0) > lv for p, q, t in sides):
                    continue
                bad = False
                for c00, c10, c01, c11, t in corners:

                    def way(via):
                        p, q, v = sh(c00), sh(c11), sh(via)
                        return self.col[v] > lv or (self.walltop(p, v) or 0) > lv or (self.walltop(v, q) or 0) > lv

                    if way(c10) and way(c01):
                        bad = True
                if bad:
                    continue
                cost = math.isqrt(100 * d2)
                cost += cost * cost < 100 * d2
                risk = (["height"] if lv - self.level[b] >= FALL else []) + (["ground"] if b in self.deadly else [])
                out.append((("c", b), cost, tuple(risk), mid, lv))
        self.leapcache[a] = out
        return out
