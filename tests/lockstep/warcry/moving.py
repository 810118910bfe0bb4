"""Moves by the cheapest ways: walking, climbing, jumping, flying. Clauses: WC-MOVE, WC-CLIMB, WC-JUMP, WC-FLY, WC-TRE, DG-3."""

from __future__ import annotations

import heapq

from skirmish_rl.envs.warcry.questions import CELL, PASS, TAKE, TOKEN, UNIT, Decision
from skirmish_rl.envs.warcry.state import Ability
from tests.lockstep.warcry.lines import cid, dist4, point_near


class Moving:
    """Moves by the cheapest ways: walking, climbing, jumping, flying. Clauses: WC-MOVE, WC-CLIMB, WC-JUMP, WC-FLY, WC-TRE, DG-3."""

    def inches(self, unit, base):
        """Move characteristic or stated length after modifiers (carrying not considered)"""
        m = unit.profile["M"] if base is None else base
        if unit is self.active:
            m += self.boost["move"] + self.boost["next_move"]
        return min(m, 12)

    def mire(self, unit):
        return self.opts["twist"] == "mire" and unit.node[0] == "c" and self.board.level[unit.cell] == 0

    def less(self, m, by):
        return m if m <= 3 else max(3, m - by)

    def search(self, unit, starts, limit, fly, swift, level_only=False):
        """labels node -> {risk: cost}; starts [(risk, cost, node)]"""
        lab = {}

        def dominated(n, r, c):
            return any(rr <= r and cc <= c for rr, cc in lab.get(n, {}).items())

        heap = [(r, c, n) for r, c, n in starts]
        heapq.heapify(heap)

        def free(c):
            o = self.standing.get(c)
            return o is None or o is unit

        while heap:
            r, c, n = heapq.heappop(heap)
            if dominated(n, r, c):
                continue
            lab.setdefault(n, {})[r] = c
            for to, cost, rk, ok in self.ways(unit, n, fly, swift, level_only, free):
                if c + cost <= limit and ok and not dominated(to, r + rk, c + cost):
                    heapq.heappush(heap, (r + rk, c + cost, to))
        return lab

    def ways(self, unit, n, fly, swift, level_only, free):
        board = self.board
        if n[0] == "a":
            x, y = n[1]
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    b = (x + dx, y + dy)
                    if (dx or dy) and board.inb(b):
                        yield ("a", b), 14 if dx and dy else 10, 0, True
            if board.stand[n[1]] and free(n[1]):
                yield ("c", n[1]), 0, int(n[1] in board.deadly and n[1] is not None), True
            return
        for to, cost, sw, way, risk, sides in board.edges.get(n, ()):
            if level_only and way not in ("walk", "arch", "door"):
                continue
            if not self.can_way(unit, way):
                continue
            ok = free(to[1]) and (
                sides is None or self.standing.get(sides[0]) in (None, unit) or self.standing.get(sides[1]) in (None, unit)
            )
            yield to, sw if swift else cost, len(risk), ok
        if level_only:
            return
        if n[0] == "c" and board.level[n[1]] > 0:
            for to, cost, risk, mid, lv in board.leaps(n[1]):
                ok = free(to[1])
                if ok:
                    for c in mid:
                        o = self.standing.get(c)
                        if o is not None and o is not unit and board.height(o.node) <= lv <= board.height(o.node) + 3:
                            ok = False
                yield to, cost, len(risk), ok
        if fly and n == unit.node:
            yield ("a", n[1]), 0, 0, True

    def can_way(self, unit, way):
        if "mount" in unit.profile["marks"] and way in ("climb", "stair", "vault", "arch", "door"):
            return False
        if "beast" in unit.profile["marks"] and way == "door":
            return False
        return True

    def any_move(self, unit):
        if unit.node[0] == "c" and not self.tokens and unit.profile["M"] >= 3 and not self.engaged(unit):
            for to, cost, sw, way, risk, sides in self.board.edges.get(unit.node, ()):
                if way == "walk" and sides is None and to[1] not in self.standing:
                    return True
        return bool(self.move_options(unit))

    def move_options(self, unit, base=None):
        """(node, taking) -> (risk, cost) ; also remembers labels for the way"""
        if self.opts["engaged_no_move"] and self.engaged(unit):
            return {}
        board = self.board
        full = self.inches(unit, base)
        pen = 1 if self.mire(unit) else 0
        carrying = unit.treasure >= 0
        lim0 = 10 * self.less(full, pen + (2 if carrying else 0))
        lim1 = 10 * self.less(full, pen + 2)
        fly = "fly" in unit.profile["marks"] and not carrying
        flier = fly
        swift = unit is self.active and self.boost["swift"] > 0
        foes = self.foes(unit)
        d0 = [(dist4(board, unit.node, v.node), v) for v in foes]
        dmin = min([d for d, _ in d0], default=99999)
        nearest = [v for d, v in d0 if d == dmin] if dmin <= 4 else []

        def can_end(n, taken=None):
            if n == unit.node or n[0] == "a" or (flier and n[0] != "c"):
                return False
            if n[0] == "c" and sum(t[0] == n[1] for t in self.tokens) > (n[1] == taken):
                return False
            return all(dist4(board, n, v.node) <= dmin for v in nearest)

        lab0 = self.search(unit, [(0, 0, unit.node)], lim0, fly, swift)
        out = {}
        self.cheap = {}
        for n, rc in lab0.items():
            if can_end(n):
                out[n, None] = min(rc.items())
                self.cheap[n] = min(rc.values())
        self.way_info = {
            "unit": unit,
            "lab0": lab0,
            "lim0": lim0,
            "lim1": lim1,
            "fly": fly,
            "swift": swift,
            "lab1": {},
            "start": unit.node,
        }
        if not carrying and "beast" not in unit.profile["marks"]:
            for k, t in enumerate(self.tokens):
                if t[0] is None:
                    continue
                p, hz = (t[0][0] + 0.5, t[0][1] + 0.5), board.level[t[0]]
                serve = {n for n in lab0 if n[0] != "a" and n != unit.node and point_near(board, p, hz, n, 1)}
                if not serve:
                    continue
                lab1 = self.search(unit, [(r, c, n) for n in serve for r, c in lab0[n].items() if c <= lim1], lim1, False, swift)
                self.way_info["lab1"][k] = (lab1, serve)
                for n, rc in lab1.items():
                    if can_end(n, t[0]):
                        out[n, k] = min(rc.items())
                for n in serve:
                    if can_end(n, t[0]):
                        b = min(lab0[n].items())
                        out[n, k] = min(out.get((n, k), b), b)
        return out

    def move(self, unit, base=None, optional=False):
        """a move action; True if made"""
        opt = self.move_options(unit, base)
        if not opt:
            return False
        o = {(TAKE if k is not None else CELL) + self.no[n] for n, k in opt}
        self.last_options = {CELL + self.no[n]: (v[0], self.cheap[n]) for (n, k), v in opt.items() if k is None}
        a = yield from self.ask(Decision.MOVE, unit.seat, unit.slot, o | ({PASS} if optional else set()))
        if a == PASS:
            return False
        take = a >= TAKE
        dest = [n for n, k in opt if self.no[n] == a - (TAKE if take else CELL)][0]
        k = None
        if take:
            ks = [kk for n, kk in opt if n == dest and kk is not None]
            k = (yield from self.ask(Decision.TOKEN, unit.seat, unit.slot, {TOKEN + kk for kk in ks})) - TOKEN
        risk, cost = opt[dest, k]
        if unit is self.active:
            self.boost["next_move"] = 0
        info = self.way_info
        taken = False
        if risk:
            path = self.path(unit, dest, k, risk, cost, info)
            # (node, risks), pick index
            pick = None
            if k is not None:
                serve = info["lab1"][k][1]
                for i, (n, rk, c) in enumerate(path):
                    if i and n in serve and (i == len(path) - 1 or cost <= info["lim1"]):
                        pick = i
            for i, (n, rk, c) in enumerate(path):
                if i == 0:
                    continue
                if n[0] != "a":
                    self.put(unit, n)
                if pick == i and not taken:
                    self.pick(unit, k)
                    taken = True
                for _ in range(rk):
                    self.impact(unit)
                    if unit.status != "B":
                        break
                if unit.status != "B":
                    yield from self.bury()
                    return True
        self.put(unit, dest)
        if k is not None and not taken:
            self.pick(unit, k)
        if unit is self.active and self.boost["ram"] and self.engaged(unit):
            v, self.boost["ram"] = self.boost["ram"], 0
            ts = [t for t in self.foes(unit) if self.near(unit, t, 1) and self.visible(unit, t)]
            if ts:
                a = yield from self.ask(
                    Decision.TARGET,
                    unit.seat,
                    Ability.RAM if unit.profile["faction"] == "iron" else Ability.POUNCE,
                    {UNIT + t.slot for t in ts},
                )
                self.hurt(self.units[a - UNIT], v)
                yield from self.bury()
        return True

    def pick(self, unit, k):
        self.tokens[k] = [None, unit.slot]
        unit.treasure = k

    def path(self, unit, dest, k, risk, cost, info):
        """[(node, impact rolls on entering, cost so far)] from the start; ties by the lowest numbers read from the destination back"""
        lab0 = info["lab0"]
        labs = {0: lab0}
        serve = set()
        if k is not None:
            labs[1], serve = info["lab1"][k]

        def free(c):
            o = self.standing.get(c)
            return o is None or o is unit

        # predecessor edges computed lazily from all labelled nodes
        preds = {}
        for stage, lab in labs.items():
            for n in lab:
                for to, c, rk, ok in self.ways(unit, n, info["fly"] and stage == 0, info["swift"], False, free):
                    if ok:
                        preds.setdefault((stage, to), []).append((n, c, rk))
        cur = set()
        if k is None:
            if lab0.get(dest, {}).get(risk) == cost:
                cur.add(0)
        else:
            if labs[1].get(dest, {}).get(risk) == cost:
                cur.add(1)
            if dest in serve and lab0.get(dest, {}).get(risk) == cost:
                cur.add(0)
        n, out = dest, []

        def lift(stages, n, r, c):
            st = set(stages)
            if 1 in st and n in serve and lab0.get(n, {}).get(r) == c and c <= info["lim1"]:
                st.add(0)
            return st

        cur = lift(cur, n, risk, cost)
        r, c = risk, cost
        for _ in range(2000):
            if n == info["start"] and 0 in cur and c == 0 and r == 0:
                break
            cand = {}
            for st in cur:
                for p, ec, rk in preds.get((st, n), ()):
                    if labs[st].get(p, {}).get(r - rk) == c - ec:
                        cand.setdefault((self.no.get(p, 99999) if p[0] != "a" else 90000 + cid(*p[1]), p, ec, rk), set()).add(st)
            best = min(cand)
            out.append((n, best[3], c))
            n, c, r = best[1], c - best[2], r - best[3]
            cur = lift(cand[best], n, r, c)
        out.append((n, 0, 0))
        return out[::-1]
