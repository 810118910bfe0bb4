"""Lines of sight and cover. Clauses: WC-VIS, WC-COV, DG-6."""

from __future__ import annotations

from tests.lockstep.warcry.lines import trace, within

TALL = 6


class Sight:
    """What is seen from where on a board, but for fighters in between."""

    def lines(self, A, B):
        key = (A, B)
        if key in self.sightcache:
            return self.sightcache[key]
        a, b = A[1], B[1]
        ha, hb = self.height(A) + 2, self.height(B) + 2
        sh = lambda c: (c[0] + a[0], c[1] + a[1])
        out = []
        for ox, oy in ((0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4)):
            cells, sides, corners = trace(b[0] - a[0], b[1] - a[1], ox, oy)
            H = lambda t: ha + (hb - ha) * t
            ok = True
            passed = []
            for c, t0, t1 in cells:
                c = sh(c)
                if c == a or c == b:
                    continue
                lo, hi = sorted((H(t0), H(t1)))
                if lo < self.col[c]:
                    ok = False
                    break
                passed.append((c, lo, hi))
            if ok:
                for p, q, t in sides:
                    p, q = sh(p), sh(q)
                    if self.wallh(p, q) == TALL and H(t) < self.walltop(p, q):
                        ok = False
                        break
            if ok:
                for c00, c10, c01, c11, t in corners:

                    def way(via):
                        p, q, v = sh(c00), sh(c11), sh(via)
                        if v != a and v != b and H(t) < self.col[v]:
                            return True
                        for s in ((p, v), (v, q)):
                            if self.wallh(*s) == TALL and H(t) < self.walltop(*s):
                                return True
                        return False

                    if way(c10) and way(c01):
                        ok = False
                        break
            if ok:
                out.append(passed)
        self.sightcache[key] = out
        return out

    def cover(self, A, B):
        """the target at B has cover from the attacker at A"""
        if self.height(B) >= self.height(A) + 6:
            return True
        a, b = A[1], B[1]
        ha, hb = self.height(A) + 2, self.height(B) + 2
        far = not within(self, A, B, 1)
        sh = lambda c: (c[0] + a[0], c[1] + a[1])
        cells, sides, corners = trace(b[0] - a[0], b[1] - a[1], 0, 0)
        H = lambda t: ha + (hb - ha) * t
        for c, t0, t1 in cells:
            c = sh(c)
            if c in (a, b):
                continue
            if min(H(t0), H(t1)) < self.col[c]:
                return True

        def wall(p, q, t):
            if far and a in (p, q):
                return False
            top = self.walltop(p, q)
            return top is not None and H(t) < top

        for p, q, t in sides:
            if wall(sh(p), sh(q), t):
                return True
        for c00, c10, c01, c11, t in corners:

            def way(via):
                p, q, v = sh(c00), sh(c11), sh(via)
                if v not in (a, b) and H(t) < self.col[v]:
                    return True
                return wall(p, v, t) or wall(v, q, t)

            if way(c10) and way(c01):
                return True
        return False

    def open_side(self, c):
        if self.level[c] == 0:
            return False
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            b = (c[0] + dx, c[1] + dy)
            if self.inb(b) and self.stand[b] and self.level[b] <= self.level[c] - 2 and not self.wallh(c, b):
                return True
        return False
