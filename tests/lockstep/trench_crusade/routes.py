"""Steps and routes: what a movement costs, which tests and drops it holds (chapters E and I, Digitising)."""

from __future__ import annotations

import heapq
import math

from skirmish_rl.envs.trench_crusade.state import Mode, Terrain
from tests.lockstep.trench_crusade.board import AROUND, Board


class Routes(Board):
    """A board with the steps that lead over it."""

    def edges(self, c, mode, mover, half_m):
        """[(to, cost, tests, kinds)] kinds: set of 'climb','drop','wire','jump'"""
        key = (c, mode, mover, half_m)
        if key in self._edges:
            return self._edges[key]
        out = []
        lev = mover == 2
        for k in range(8):
            if not self.step_ok[c, k]:
                continue
            q = self.around[c][k]
            diag = AROUND[k][0] and AROUND[k][1]
            base = 14 if diag else 10
            if self.terrain[q] == Terrain.CRATER and mover != 1:
                base *= 2
            dz = self.height[q] - self.height[c]
            stairs = not diag and {self.terrain[c], self.terrain[q]} == {Terrain.WALL, Terrain.STAIRS}
            kinds, tests, cost = set(), 0, base
            if abs(dz) <= 1:
                pass
            elif stairs:
                cost += 30
            elif dz > 0:
                cost += 30
                kinds.add("climb")
                if not lev:
                    tests += 1
                    if mode < Mode.RISK:
                        continue
            elif lev or mode == Mode.DROP:
                kinds.add("drop")
            else:
                if mode < Mode.RISK:
                    continue
                cost += 30
                kinds.add("climb")
                tests += 1
            if self.terrain[q] == Terrain.WIRE and self.terrain[c] != Terrain.WIRE:
                if mode < Mode.RISK:
                    continue
                kinds.add("wire")
                tests += 1
            out.append((q, cost, tests, frozenset(kinds)))
        if mode >= Mode.RISK or lev:
            for k in (1, 3, 4, 6):
                n = 0
                while True:
                    q = self.at(c, k, n + 1)
                    if q is None:
                        break
                    if self.height[q] < self.height[c]:
                        n += 1
                        continue
                    if n >= 1 and n <= half_m and self.height[q] == self.height[c] and q not in self.impassable:
                        kinds = {"jump"}
                        tests = 0 if lev else 1
                        if self.terrain[q] == Terrain.WIRE and self.terrain[c] != Terrain.WIRE:
                            kinds.add("wire")
                            tests += 1
                        out.append((q, (n + 1) * 10, tests, frozenset(kinds)))
                    break
        self._edges[key] = out
        return out

    def layers_of(self, start, budget, mode, mover, half_m, closed, taken):
        """Layer by number of tests on the way: {cell: cheapest cost}. `closed` cells are not entered, `taken` ones only passed."""
        layers, pending, later = [], {start: 0}, {}
        for _ in range(9 if mode else 1):
            layer, one, two = self.spread(pending, start, budget, mode, mover, half_m, closed, taken)
            layers.append(layer)
            for cell, cost in later.items():
                one[cell] = min(cost, one.get(cell, cost))
            pending, later = one, two
            if not pending and not later:
                break
        return layers

    def spread(self, pending, start, budget, mode, mover, half_m, closed, taken):
        """(cells reached without a further test, with one, with two), each with its cheapest cost."""
        found = ({}, {}, {})
        best = dict(pending)
        heap = [(cost, cell) for cell, cost in pending.items()]
        heapq.heapify(heap)
        while heap:
            d, c = heapq.heappop(heap)
            if c in found[0]:
                continue
            found[0][c] = d
            for q, cost, tests, kinds in self.edges(c, mode, mover, half_m):
                if d + cost > budget or q in closed or self.over_friends(start, c, q, tests, kinds, taken):
                    continue
                known = found[tests] if tests else best
                if d + cost < known.get(q, math.inf):
                    known[q] = d + cost
                    if not tests:
                        heapq.heappush(heap, (d + cost, q))
        return found

    def over_friends(self, start, c, q, tests, kinds, taken):
        """A test or a drop out of or into a friend's cell."""
        return (tests or "drop" in kinds) and (q in taken or (c in taken and c != start))

    def reach(self, start, budget, mode, mover, half_m, closed, taken):
        """({cell: (tests, cost)}, the layers) of all that a movement may come to: fewest tests first, then cheapest (TC-MOV-01 to 06)."""
        L = self.layers_of(start, budget, mode, mover, half_m, closed, taken)
        out = {}
        for t, layer in enumerate(L):
            for c, d in layer.items():
                if c not in out:
                    out[c] = (t, d)
        return out, L

    def route(self, start, dest, L, label, budget, mode, mover, half_m, closed, taken):
        """The path to `dest`, found backwards; of equal predecessors the lowest cell."""
        path = [dest]
        t, d = label
        c = dest
        guard = 0
        while not (c == start and t == 0 and d == 0):
            best = None
            for tt in range(max(0, t - 2), t + 1):
                if tt >= len(L):
                    continue
                for p, dp in L[tt].items():
                    if dp >= d or self.d2(p, c) > 64:
                        continue
                    for q, cost, tests, kinds in self.edges(p, mode, mover, half_m):
                        if q == c and tt + tests == t and dp + cost == d:
                            if (tests or "drop" in kinds) and (q in taken or (p in taken and p != start)):
                                continue
                            if best is None or p < best[0]:
                                best = (p, tt, dp)
            assert best is not None
            c, t, d = best
            path.append(c)
            guard += 1
            assert guard < 50
        return path[::-1]

    def modes(self, start, budget, mover, half_m):
        """(a test, a drop) lies within reach, whoever stands around."""
        key = (start, budget, mover, half_m)
        if key in self._mode:
            return self._mode[key]
        res = []
        for mode, what in ((Mode.RISK, "test"), (Mode.DROP, "drop")):
            dist = {start: 0}
            heap = [(0, start)]
            found = False
            while heap and not found:
                d, c = heapq.heappop(heap)
                if d > dist[c]:
                    continue
                for q, cost, tests, kinds in self.edges(c, mode, mover, half_m):
                    if d + cost > budget:
                        continue
                    if what == "test" and tests or what == "drop" and "drop" in kinds and mover != 2:
                        found = True
                        break
                    if d + cost < dist.get(q, 1e9):
                        dist[q] = d + cost
                        heapq.heappush(heap, (d + cost, q))
            res.append(found)
        self._mode[key] = tuple(res)
        return self._mode[key]

    def ledge(self, c):
        """Where a model in c would fall: the nearest cell 3" or more below, or None (TC-FALL-04)."""
        best = None
        for k, q in enumerate(self.around[c]):
            if q is None or q in self.impassable:
                continue
            if self.height[c] - self.height[q] >= 3:
                diag = bool(AROUND[k][0] and AROUND[k][1])
                if best is None or (diag, q) < best:
                    best = (diag, q)
        return best and best[1]
