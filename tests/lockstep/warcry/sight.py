"""Lines of sight and cover. Clauses: WC-VIS, WC-COV, DG-6."""

from __future__ import annotations

from tests.lockstep.warcry.lines import trace, within

TALL = 6


class Sight:
    """What is seen from where on a board, but for fighters in between."""

    def lines(self, A, B):
        """The unblocked lines between two nodes, each as cells passed with the lowest and highest height there. Clauses: WC-VIS, DG-6."""
        key = (A, B)
        if key in self.seen:
            return self.seen[key]
        a, b = A[1], B[1]
        ha, hb = self.height(A) + 2, self.height(B) + 2
        shifted = lambda c: (c[0] + a[0], c[1] + a[1])
        out = []
        for ox, oy in ((0, 0), (-4, -4), (4, -4), (-4, 4), (4, 4)):
            cells, sides, corners = trace(b[0] - a[0], b[1] - a[1], ox, oy)
            height_at = lambda t: ha + (hb - ha) * t
            ok = True
            passed = []
            for c, t0, t1 in cells:
                c = shifted(c)
                if c == a or c == b:
                    continue
                lo, hi = sorted((height_at(t0), height_at(t1)))
                if lo < self.column[c]:
                    ok = False
                    break
                passed.append((c, lo, hi))
            if ok:
                for p, q, t in sides:
                    p, q = shifted(p), shifted(q)
                    if self.wall_height(p, q) == TALL and height_at(t) < self.wall_top(p, q):
                        ok = False
                        break
            if ok:
                for c00, c10, c01, c11, t in corners:

                    def way(via):
                        p, q, v = shifted(c00), shifted(c11), shifted(via)
                        if v != a and v != b and height_at(t) < self.column[v]:
                            return True
                        for s in ((p, v), (v, q)):
                            if self.wall_height(*s) == TALL and height_at(t) < self.wall_top(*s):
                                return True
                        return False

                    if way(c10) and way(c01):
                        ok = False
                        break
            if ok:
                out.append(passed)
        self.seen[key] = out
        return out

    def cover(self, A, B):
        """True if a target at B has cover from an attacker at A. Clauses: WC-COV, DG-6."""
        if self.height(B) >= self.height(A) + 6:
            return True
        a, b = A[1], B[1]
        ha, hb = self.height(A) + 2, self.height(B) + 2
        far = not within(self, A, B, 1)
        shifted = lambda c: (c[0] + a[0], c[1] + a[1])
        cells, sides, corners = trace(b[0] - a[0], b[1] - a[1], 0, 0)
        height_at = lambda t: ha + (hb - ha) * t
        for c, t0, t1 in cells:
            c = shifted(c)
            if c in (a, b):
                continue
            if min(height_at(t0), height_at(t1)) < self.column[c]:
                return True

        def wall(p, q, t):
            if far and a in (p, q):
                return False
            top = self.wall_top(p, q)
            return top is not None and height_at(t) < top

        for p, q, t in sides:
            if wall(shifted(p), shifted(q), t):
                return True
        for c00, c10, c01, c11, t in corners:

            def way(via):
                p, q, v = shifted(c00), shifted(c11), shifted(via)
                if v not in (a, b) and height_at(t) < self.column[v]:
                    return True
                return wall(p, v, t) or wall(v, q, t)

            if way(c10) and way(c01):
                return True
        return False

    def open_side(self, c):
        """True if one may be pushed off a platform here. Clauses: WC-FALL-04."""
        if self.level[c] == 0:
            return False
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            b = (c[0] + dx, c[1] + dy)
            if self.inside(b) and self.stand[b] and self.level[b] <= self.level[c] - 2 and not self.wall_height(c, b):
                return True
        return False
