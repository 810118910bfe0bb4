"""The board: terrain, distances, line of sight and cover (chapters A and I, Digitising)."""

from __future__ import annotations

import math

from skirmish_rl.envs.trench_crusade.state import WIDTH, Terrain

AROUND = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
ORTHOGONAL = (1, 3, 4, 6)
TOP = {Terrain.WALL: 3, Terrain.LOW_WALL: 1, Terrain.LANDMARK: 4}
HEIGHT = {Terrain.WALL: 3, Terrain.LANDMARK: 4}
EPSILON = 1e-9


def place_of(cell):
    return cell % WIDTH, cell // WIDTH


class Board:
    def __init__(self, terrain, size, pieces, objectives=(), zones=(), relics=(), relics_last=(), wire_keywords=()):
        self.size = size
        self.terrain = dict(terrain)  # cell -> terrain for cells on board
        self.cells = sorted(self.terrain)
        self.pieces = pieces  # list of sorted cell lists
        self.objectives, self.zones, self.relics, self.relics_last = objectives, zones, relics, relics_last
        self.wire_keywords = wire_keywords
        self.height = {c: HEIGHT.get(t, 0) for c, t in self.terrain.items()}
        self.top = {c: TOP.get(t, 0) for c, t in self.terrain.items()}
        self.impassable = {c for c, t in self.terrain.items() if t == Terrain.LANDMARK}
        self._see = {}
        self._w = {}
        self._z = {}
        self._mode = {}
        self.around = {}
        for c in self.cells:
            self.around[c] = [self.at(c, k) for k in range(8)]
        self.touches = {c: [] for c in self.cells}
        for n, p in enumerate(pieces):
            near = set(p)
            for c in p:
                near |= {q for q in self.around[c] if q is not None}
            for c in near:
                self.touches[c].append(n)
        self.by_height = {c: self.top[c] > 0 or any(q is not None and self.top[q] > 0 for q in self.around[c]) for c in self.cells}
        # same trench: connected (8) trench cells
        self.trench = {}
        for c in self.cells:
            if self.terrain[c] == Terrain.TRENCH and c not in self.trench:
                stack = [c]
                self.trench[c] = c
                while stack:
                    a = stack.pop()
                    for q in self.around[a]:
                        if q is not None and self.terrain[q] == Terrain.TRENCH and q not in self.trench:
                            self.trench[q] = c
                            stack.append(q)
        self.step_ok = {}
        for c in self.cells:
            for k in range(8):
                q = self.around[c][k]
                ok = q is not None and q not in self.impassable and c not in self.impassable
                if ok and AROUND[k][0] and AROUND[k][1]:
                    x, y = place_of(c)
                    s1, s2 = y * WIDTH + x + AROUND[k][0], (y + AROUND[k][1]) * WIDTH + x
                    if all(s in self.impassable or self.terrain[s] == Terrain.WALL for s in (s1, s2)):
                        ok = False
                self.step_ok[c, k] = ok
        self._edges = {}

    def at(self, c, k, n=1):
        """The cell n steps off in direction k, None off the board."""
        x, y = place_of(c)
        x += AROUND[k][0] * n
        y += AROUND[k][1] * n
        if 0 <= x < self.size[0] and 0 <= y < self.size[1]:
            return y * WIDTH + x
        return None

    def _within(self, a, b, r):
        dz = abs(self.height[a] - self.height[b])
        s2 = r * r - dz * dz
        if s2 < -EPSILON:
            return False
        s = math.sqrt(max(s2, 0))
        return self.d2(a, b) <= (1 + s) ** 2 + 1e-7

    def zone1(self, c):
        """Cells within 1" of a cell."""
        z = self._z.get(c)
        if z is None:
            x, y = place_of(c)
            z = self._z[c] = {
                q
                for i in range(-2, 3)
                for j in range(-2, 3)
                if 0 <= x + i < self.size[0] and 0 <= y + j < self.size[1]
                for q in ((y + j) * WIDTH + x + i,)
                if self._within(q, c, 1)
            }
        return z

    def within(self, a, b, r):
        """Gap of the bases at most r inches, heights included (TC-GEN-01)."""
        key = (a, b, r)
        v = self._w.get(key)
        if v is None:
            v = self._w[key] = self._within(a, b, r)
        return v

    def d2(self, a, b):
        """Squared distance of the cells' centres."""
        ax, ay = place_of(a)
        bx, by = place_of(b)
        return (ax - bx) ** 2 + (ay - by) ** 2

    def d3(self, a, b):
        """The same with heights."""
        return self.d2(a, b) + (self.height[a] - self.height[b]) ** 2

    def in_blast(self, aim, c, r):
        """A base within r inches of the aimed point (TC-KW-06)."""
        dz = abs(self.height[aim] - self.height[c])
        d = max(0, math.sqrt(self.d2(aim, c)) - 0.5)
        return d * d + dz * dz <= r * r + 1e-7

    def contact(self, a, b):
        """Neighbouring cells on about one level (TC-GEN-08)."""
        return b in self.around[a] and abs(self.height[a] - self.height[b]) <= 1

    def segments(self, a, b):
        """Per sight line the cells it crosses, with the share of the way at their middle."""
        ax, ay = place_of(a)
        bx, by = place_of(b)
        dx, dy = bx - ax, by - ay
        L = math.hypot(dx, dy)
        out = []
        for off in (0, 0.4, -0.4):
            ox, oy = (-dy / L * off, dx / L * off)
            sx, sy = ax + 0.5 + ox, ay + 0.5 + oy
            ts = [0.0, 1.0]
            for s, d in ((sx, dx), (sy, dy)):
                if d:
                    lo, hi = sorted((s, s + d))
                    for g in range(math.floor(lo) - 1, math.ceil(hi) + 2):
                        t = (g - s) / d
                        if -EPSILON < t < 1 + EPSILON:
                            ts.append(min(max(t, 0), 1))
            ts.sort()
            seg = []
            for t0, t1 in zip(ts, ts[1:]):
                if t1 - t0 < 1e-9:
                    continue
                m = (t0 + t1) / 2
                x, y = math.floor(sx + dx * m), math.floor(sy + dy * m)
                if 0 <= x < self.size[0] and 0 <= y < self.size[1]:
                    c = y * WIDTH + x
                    if c != a and c != b:
                        seg.append((c, m))
            out.append(seg)
        return out

    def look(self, a, b):
        """(sees, terrain between by (c), ) from a to b"""
        if (a, b) in self._see:
            return self._see[a, b]
        if a == b:
            r = (True, False)
        else:
            e1, e2 = self.height[a] + 1.5, self.height[b] + 1.5
            sees = between = False
            for seg in self.segments(a, b):
                if not any(self.top[c] > 0 and self.top[c] >= e1 + (e2 - e1) * m - 1e-9 for c, m in seg):
                    sees = True
                for c, m in seg:
                    if c in self.around[b] and self.top[c] >= self.height[b] + 0.5:
                        between = True
            r = (sees, between)
        self._see[a, b] = r
        return r

    def los(self, a, b):
        """Line of sight (TC-GEN-06, TC-GEN-07)."""
        return self.look(a, b)[0]

    def cover(self, a, b):
        """target in b has cover from attacker in a"""
        if self.terrain[b] == Terrain.LOW_WALL:
            return True
        if self.terrain[b] == Terrain.TRENCH and not (self.terrain[a] == Terrain.TRENCH and self.trench[a] == self.trench[b]):
            return True
        return self.look(a, b)[1]

    def duck(self, a, b):
        """Terrain at b hides it partly from a."""
        return self.terrain[b] == Terrain.LOW_WALL or self.look(a, b)[1]
