"""Moves by the cheapest ways: walking, climbing, jumping, flying. Clauses: WC-MOVE, WC-CLIMB, WC-JUMP, WC-FLY, WC-TRE, DG-3."""

from __future__ import annotations

import heapq

from skirmish_rl.envs.warcry.questions import CELL, PASS, TAKE, TOKEN, UNIT, Decision
from skirmish_rl.envs.warcry.state import Ability
from tests.lockstep.warcry.lines import cid, dist4, point_near


class Moving:
    """Where a fighter may move, and what happens on the way."""

    def inches(self, unit, base):
        """Move or a stated length with what adds to it. Clauses: WC-GEN-08, WC-MOVE."""
        m = unit.profile["M"] if base is None else base
        if unit is self.active:
            m += self.boost["move"] + self.boost["next_move"]
        return min(m, 12)

    def mire(self, unit):
        """True if the twist slows the fighter. Clauses: WC-TWI."""
        return self.options["twist"] == "mire" and unit.node[0] == "c" and self.board.level[unit.cell] == 0

    def less(self, m, by):
        """A Move reduced, but not below 3 inches."""
        return m if m <= 3 else max(3, m - by)

    def search(self, unit, starts, limit, fly, swift, level_only=False):
        """Cheapest ways: node -> {impact rolls: cost}, from starts (impact rolls, cost, node). Clauses: DG-3."""
        lab = {}

        def dominated(n, r, c):
            return any(rr <= r and cc <= c for rr, cc in lab.get(n, {}).items())

        heap = [(r, c, n) for r, c, n in starts]
        heapq.heapify(heap)

        def free(c):
            other = self.standing.get(c)
            return other is None or other is unit

        while heap:
            r, c, n = heapq.heappop(heap)
            if dominated(n, r, c):
                continue
            lab.setdefault(n, {})[r] = c
            for to, cost, rolls, ok in self.ways(unit, n, fly, swift, level_only, free):
                if c + cost <= limit and ok and not dominated(to, r + rolls, c + cost):
                    heapq.heappush(heap, (r + rolls, c + cost, to))
        return lab

    def ways(self, unit, n, fly, swift, level_only, free):
        """Steps from a node: (node, cost, impact rolls, True if free). Clauses: WC-MOVE, WC-CLIMB, WC-JUMP, WC-FLY."""
        board = self.board
        if n[0] == "a":
            x, y = n[1]
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    b = (x + dx, y + dy)
                    if (dx or dy) and board.inside(b):
                        yield ("a", b), 14 if dx and dy else 10, 0, True
            if board.stand[n[1]] and free(n[1]):
                yield ("c", n[1]), 0, int(n[1] in board.deadly and n[1] is not None), True
            return
        for to, cost, swift_cost, way, risk, sides in board.edges.get(n, ()):
            if level_only and way not in ("walk", "arch", "door"):
                continue
            if not self.can_way(unit, way):
                continue
            ok = free(to[1]) and (
                sides is None or self.standing.get(sides[0]) in (None, unit) or self.standing.get(sides[1]) in (None, unit)
            )
            yield to, swift_cost if swift else cost, len(risk), ok
        if level_only:
            return
        if n[0] == "c" and board.level[n[1]] > 0:
            for to, cost, risk, mid, level in board.leaps(n[1]):
                ok = free(to[1])
                if ok:
                    for c in mid:
                        options = self.standing.get(c)
                        if (
                            options is not None
                            and options is not unit
                            and board.height(options.node) <= level <= board.height(options.node) + 3
                        ):
                            ok = False
                yield to, cost, len(risk), ok
        if fly and n == unit.node:
            yield ("a", n[1]), 0, 0, True

    def can_way(self, unit, way):
        """True if a fighter may go this kind of way. Clauses: WC-GEN-10."""
        if "mount" in unit.profile["marks"] and way in ("climb", "stair", "vault", "arch", "door"):
            return False
        if "beast" in unit.profile["marks"] and way == "door":
            return False
        return True

    def any_move(self, unit):
        """True if a fighter can move at all."""
        if unit.node[0] == "c" and not self.tokens and unit.profile["M"] >= 3 and not self.engaged(unit):
            for to, cost, swift_cost, way, risk, sides in self.board.edges.get(unit.node, ()):
                if way == "walk" and sides is None and to[1] not in self.standing:
                    return True
        return bool(self.move_options(unit))

    def move_options(self, unit, base=None):
        """Destinations: (node, treasure taken) -> (impact rolls, cost). Clauses: WC-MOVE, WC-TRE, WC-FLY-01."""
        if self.options["engaged_no_move"] and self.engaged(unit):
            return {}
        board = self.board
        full = self.inches(unit, base)
        slowed = 1 if self.mire(unit) else 0
        carrying = unit.treasure >= 0
        limit = 10 * self.less(full, slowed + (2 if carrying else 0))
        limit_taking = 10 * self.less(full, slowed + 2)
        fly = "fly" in unit.profile["marks"] and not carrying
        flier = fly
        swift = unit is self.active and self.boost["swift"] > 0
        foes = self.foes(unit)
        gaps = [(dist4(board, unit.node, v.node), v) for v in foes]
        nearest_gap = min([d for d, _ in gaps], default=99999)
        nearest = [v for d, v in gaps if d == nearest_gap] if nearest_gap <= 4 else []

        def can_end(n, taken=None):
            if n == unit.node or n[0] == "a" or (flier and n[0] != "c"):
                return False
            if n[0] == "c" and sum(t[0] == n[1] for t in self.tokens) > (n[1] == taken):
                return False
            return all(dist4(board, n, v.node) <= nearest_gap for v in nearest)

        labels = self.search(unit, [(0, 0, unit.node)], limit, fly, swift)
        out = {}
        self.cheap = {}
        for n, rc in labels.items():
            if can_end(n):
                out[n, None] = min(rc.items())
                self.cheap[n] = min(rc.values())
        self.way_info = {
            "unit": unit,
            "lab0": labels,
            "lim0": limit,
            "lim1": limit_taking,
            "fly": fly,
            "swift": swift,
            "lab1": {},
            "start": unit.node,
        }
        if not carrying and "beast" not in unit.profile["marks"]:
            for k, t in enumerate(self.tokens):
                if t[0] is None:
                    continue
                p, height = (t[0][0] + 0.5, t[0][1] + 0.5), board.level[t[0]]
                serve = {n for n in labels if n[0] != "a" and n != unit.node and point_near(board, p, height, n, 1)}
                if not serve:
                    continue
                labels_taking = self.search(
                    unit,
                    [(r, c, n) for n in serve for r, c in labels[n].items() if c <= limit_taking],
                    limit_taking,
                    False,
                    swift,
                )
                self.way_info["lab1"][k] = (labels_taking, serve)
                for n, rc in labels_taking.items():
                    if can_end(n, t[0]):
                        out[n, k] = min(rc.items())
                for n in serve:
                    if can_end(n, t[0]):
                        b = min(labels[n].items())
                        out[n, k] = min(out.get((n, k), b), b)
        return out

    def move(self, unit, base=None, optional=False):
        """A move action; True if it was made. Clauses: WC-MOVE, WC-TRE, WC-FALL."""
        choices = self.move_options(unit, base)
        if not choices:
            return False
        options = {(TAKE if k is not None else CELL) + self.numbers[n] for n, k in choices}
        self.last_options = {CELL + self.numbers[n]: (v[0], self.cheap[n]) for (n, k), v in choices.items() if k is None}
        answer = yield from self.ask(Decision.MOVE, unit.seat, unit.slot, options | ({PASS} if optional else set()))
        if answer == PASS:
            return False
        take = answer >= TAKE
        dest = [n for n, k in choices if self.numbers[n] == answer - (TAKE if take else CELL)][0]
        k = None
        if take:
            treasures = [kk for n, kk in choices if n == dest and kk is not None]
            k = (yield from self.ask(Decision.TOKEN, unit.seat, unit.slot, {TOKEN + kk for kk in treasures})) - TOKEN
        risk, cost = choices[dest, k]
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
                for i, (n, rolls, c) in enumerate(path):
                    if i and n in serve and (i == len(path) - 1 or cost <= info["lim1"]):
                        pick = i
            for i, (n, rolls, c) in enumerate(path):
                if i == 0:
                    continue
                if n[0] != "a":
                    self.put(unit, n)
                if pick == i and not taken:
                    self.pick(unit, k)
                    taken = True
                for _ in range(rolls):
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
            targets = [t for t in self.foes(unit) if self.near(unit, t, 1) and self.visible(unit, t)]
            if targets:
                answer = yield from self.ask(
                    Decision.TARGET,
                    unit.seat,
                    Ability.RAM if unit.profile["faction"] == "iron" else Ability.POUNCE,
                    {UNIT + t.slot for t in targets},
                )
                self.hurt(self.units[answer - UNIT], v)
                yield from self.bury()
        return True

    def pick(self, unit, k):
        """A fighter picks up a treasure."""
        self.tokens[k] = [None, unit.slot]
        unit.treasure = k

    def path(self, unit, dest, k, risk, cost, info):
        """The way to a destination: (node, impact rolls, cost so far) from the start, by the lowest numbers read back. Clauses: DG-3."""
        labels = info["lab0"]
        labs = {0: labels}
        serve = set()
        if k is not None:
            labs[1], serve = info["lab1"][k]

        def free(c):
            other = self.standing.get(c)
            return other is None or other is unit

        # predecessor edges computed lazily from all labelled nodes
        before = {}
        for stage, lab in labs.items():
            for n in lab:
                for to, c, rolls, ok in self.ways(unit, n, info["fly"] and stage == 0, info["swift"], False, free):
                    if ok:
                        before.setdefault((stage, to), []).append((n, c, rolls))
        cur = set()
        if k is None:
            if labels.get(dest, {}).get(risk) == cost:
                cur.add(0)
        else:
            if labs[1].get(dest, {}).get(risk) == cost:
                cur.add(1)
            if dest in serve and labels.get(dest, {}).get(risk) == cost:
                cur.add(0)
        n, out = dest, []

        def lift(stages, n, r, c):
            st = set(stages)
            if 1 in st and n in serve and labels.get(n, {}).get(r) == c and c <= info["lim1"]:
                st.add(0)
            return st

        cur = lift(cur, n, risk, cost)
        r, c = risk, cost
        for _ in range(2000):
            if n == info["start"] and 0 in cur and c == 0 and r == 0:
                break
            candidates = {}
            for st in cur:
                for p, ec, rolls in before.get((st, n), ()):
                    if labs[st].get(p, {}).get(r - rolls) == c - ec:
                        candidates.setdefault(
                            (self.numbers.get(p, 99999) if p[0] != "a" else 90000 + cid(*p[1]), p, ec, rolls), set()
                        ).add(st)
            best = min(candidates)
            out.append((n, best[3], c))
            n, c, r = best[1], c - best[2], r - best[3]
            cur = lift(candidates[best], n, r, c)
        out.append((n, 0, 0))
        return out[::-1]
