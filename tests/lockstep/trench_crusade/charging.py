"""Charge and Retreat (chapters F, G)."""

from __future__ import annotations

import heapq
import math

from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, PASS, UNIT, WEAPON
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.state import Deed, Mode
from tests.lockstep.trench_crusade.board import place_of
from tests.lockstep.trench_crusade.shooting import Shooting


class Charging(Shooting):
    """Charge and Retreat (chapters F, G)."""

    def charge_plan(self, u, target):
        """Where a Charge at the target may end and what it costs, None where it is illegal (TC-CHG-07 to 09)."""
        b = self.board
        _, half = self.move_budget(u)
        foes = {e.cell for e in self.foes(u)}
        taken = {v.cell for v in self.friends(u)}
        contact = [c for c in b.around[target.cell] if c is not None and b.contact(c, target.cell) and c not in b.impassable]
        free = [c for c in contact if self.holder(c) in (None, u)]
        if not free:
            return None
        others = [e for e in self.foes(u) if e is not target]

        def clean(c):
            return b.within(c, target.cell, 1) or not any(b.within(c, e.cell, 1) for e in others)

        def dij(ok):
            D = {u.cell: (0, 0)}
            heap = [(0, 0, u.cell)]
            best = None
            while heap:
                d, t, c = heapq.heappop(heap)
                if (d, t) > D[c]:
                    continue
                if best is not None and d > best:
                    break
                if c in free and best is None:
                    best = d
                for q, cost, tests, kinds in b.edges(c, Mode.DROP, u.mover, half):
                    if q in foes or not ok(q):
                        continue
                    if (tests or "drop" in kinds) and (q in taken or (c in taken and c != u.cell)):
                        continue
                    n = (d + cost, t + tests)
                    if n < D.get(q, (1e9, 0)):
                        D[q] = n
                        heapq.heappush(heap, (*n, q))
            return D, best

        D0, m0 = dij(lambda c: True)
        if m0 is None:
            return None
        D1, m1 = dij(clean)
        if m1 != m0:
            return None
        a = sorted(c for c in free if c in D1 and D1[c][0] == m0)
        return {"min": m0, "a": a, "D": D1, "half": half, "foes": foes, "taken": taken, "contact": contact, "free": free}

    def charge_path(self, u, plan, end):
        """The charge's path to a cell; of equal predecessors the lowest."""
        D = plan["D"]
        path = [end]
        c = end
        while c != u.cell:
            best = None
            for p in D:
                if self.board.d2(p, c) > 64:
                    continue
                for q, cost, tests, kinds in self.board.edges(p, Mode.DROP, u.mover, plan["half"]):
                    if q == c and (D[p][0] + cost, D[p][1] + tests) == D[c]:
                        if (tests or "drop" in kinds) and (q in plan["taken"] or (p in plan["taken"] and p != u.cell)):
                            continue
                        if best is None or p < best:
                            best = p
            c = best
            path.append(c)
        return path[::-1]

    def chargeable(self, u):
        """Legal targets by slot (TC-CHG-01)."""
        out = {}
        for e in self.foes(u):
            if e.hidden or not self.board.los(u.cell, e.cell) or not self.near(u, e, 12):
                continue
            p = self.charge_plan(u, e)
            if p:
                out[e.slot] = p
        return out

    def do_charge(self, u, a):
        """TC-CHG-01 to TC-CHG-12, TC-KW-29."""
        plans = self.chargeable(u)
        u.hidden = 0
        x = yield from self.ask(Q.CHARGE_TARGET, u.seat, u.slot, {UNIT + s for s in plans})
        target = self.roster[x - UNIT]
        a.charged = True
        u.hidden = 0
        if Trait.SKIRMISHER in target.traits and not target.down and not self.engaged(target):
            r = self.d3()
            closed = self.closed_for(target)
            taken = {v.cell for v in self.friends(target)}
            R, L = self.board.reach(target.cell, 10 * r, Mode.WALK, target.mover, r // 2, closed, taken)
            z = self.zone_cells(target)
            legal = {CELL + c for c in R if c not in taken and (c not in z)}
            x = yield from self.ask(Q.SKIRMISH, target.seat, target.slot, legal)
            dest = x - CELL
            path = self.board.route(target.cell, dest, L, R[dest], 10 * r, Mode.WALK, target.mover, r // 2, closed, taken)
            yield from self.walk_path(target, path, Mode.WALK, r // 2)
            if not self.on(target) or not self.charge_plan(u, target):
                best = None
                for e in self.foes(u):
                    if e.hidden:
                        continue
                    p = self.charge_plan(u, e)
                    if p and (best is None or (p["min"], e.slot) < best):
                        best = (p["min"], e.slot)
                target = self.roster[best[1]] if best else None
        die = 0
        if u.charge == 1:
            die = self.d6()
        elif u.charge == 2:
            die = max(self.d6(), self.d6())
        elif u.charge == 3:
            die = self.d3()
        if target is None:
            return
        total = min(12, u.move + die)
        budget = total * 10 if not a.stood else total * 5
        plan = self.charge_plan(u, target)
        b = self.board
        if budget >= plan["min"]:
            ends = dict.fromkeys(plan["a"])
            # slides
            seen = {e.slot for e in self.foes(u) for c in plan["a"] if b.within(c, e.cell, 1)}
            D = {c: plan["D"][c] for c in plan["a"]}
            heap = [(*D[c], c) for c in D]
            heapq.heapify(heap)
            pred = {}
            while heap:
                d, t, c = heapq.heappop(heap)
                if (d, t) > D[c]:
                    continue
                for q, cost, tests, kinds in b.edges(c, Mode.DROP, u.mover, plan["half"]):
                    if q not in plan["contact"] or tests or kinds or d + cost > budget or q in plan["foes"]:
                        continue
                    n = (d + cost, t)
                    if n < D.get(q, (1e9, 0)):
                        D[q] = n
                        pred[q] = c
                        heapq.heappush(heap, (*n, q))
            for c in D:
                if c not in ends and c in plan["free"] and any(b.within(c, e.cell, 1) and e.slot not in seen for e in self.foes(u)):
                    ends[c] = 1
            x = yield from self.ask(Q.CHARGE_CELL, u.seat, u.slot, {CELL + c for c in ends})
            end = x - CELL
            tail = []
            c = end
            while ends.get(c, 1) is not None or c not in plan["a"]:
                # lowest cell before each
                p = min(
                    q
                    for q in D
                    if any(
                        y[0] == c and not y[2] and not y[3] and (D[q][0] + y[1], D[q][1]) == D[c]
                        for y in b.edges(q, Mode.DROP, u.mover, plan["half"])
                    )
                )
                tail.append(c)
                c = p
            path = self.charge_path(u, plan, c) + tail[::-1]
        else:
            k = min(plan["a"], key=lambda c: (plan["D"][c][1], c))
            full = self.charge_path(u, plan, k)
            path = [u.cell]
            spent = 0
            last = 0
            for p, c in zip(full, full[1:]):
                spent = plan["D"][c][0]
                if spent > budget:
                    break
                path.append(c)
                if self.holder(c) in (None, u):
                    last = len(path) - 1
            path = path[: last + 1]
        yield from self.walk_path(u, path, Mode.DROP, plan["half"], charge=target)
        if self.on(u) and sum(self.near(u, e, 1) for e in self.foes(u)) >= 2:
            self.deed(Deed.DOUBLE_CHARGE, u.seat)

    def free_attacks(self, u):
        """What enemies do to a retreating model (TC-RET-02, TC-RET-03, TC-RET-09)."""
        for e in list(self.engaged(u)):
            if not self.on(u):
                break
            if not self.on(e) or not self.near(e, u, 1) or not self.board.los(e.cell, u.cell):
                continue
            ws = [w for w in e.weapons if self.tables["melee_weapon"][w]]
            if not ws:
                continue
            x = yield from self.ask(Q.FREE_ATTACK, e.seat, e.slot, {PASS} | {WEAPON + w for w in ws})
            if x == PASS:
                continue
            yield from self.blows(e, x - WEAPON, False, only=u)

    def do_retreat(self, u, a):
        """TC-RET-04 to TC-RET-08."""
        foes = self.engaged(u)
        yield from self.free_attacks(u)
        if not self.on(u) or u.down or self.ended:
            return
        foes = [e for e in foes if self.on(e)]
        budget, half = self.move_budget(u)
        b = self.board
        others = [e for e in self.foes(u) if e not in foes]
        closed = {e.cell for e in self.foes(u)} | self.zone_cells(u, others)
        taken = {v.cell for v in self.friends(u)}
        R, L = b.reach(u.cell, budget, Mode.WALK, u.mover, half, closed, taken)
        zone = self.zone_cells(u)
        x0, y0 = place_of(u.cell)
        n = len(foes)
        vx, vy = (n * x0 - sum(place_of(e.cell)[0] for e in foes), n * y0 - sum(place_of(e.cell)[1] for e in foes)) if n else (0, 0)

        def dist(c, e):
            return max(0, math.sqrt(b.d2(c, e.cell)) - 1) ** 2 + (b.height[c] - b.height[e.cell]) ** 2

        base = {
            c for c in R if c not in taken and c not in zone and c != u.cell and all(b.d3(c, e.cell) > b.d3(u.cell, e.cell) for e in foes)
        }

        def cone(c, half45):
            dx, dy = place_of(c)[0] - x0, place_of(c)[1] - y0
            dot = dx * vx + dy * vy
            cross = dx * vy - dy * vx
            return dot > 0 and abs(cross) <= dot if half45 else dot >= 0

        if (vx, vy) != (0, 0):
            legal = {c for c in base if cone(c, True)} or {c for c in base if cone(c, False)}
        else:
            legal = base
        if not legal:
            return
        x = yield from self.ask(Q.RETREAT_CELL, u.seat, u.slot, {CELL + c for c in legal})
        dest = x - CELL
        path = b.route(u.cell, dest, L, R[dest], budget, Mode.WALK, u.mover, half, closed, taken)
        u.hidden = 0
        yield from self.walk_path(u, path, Mode.WALK, half)
