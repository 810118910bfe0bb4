"""The game from deployment to its end (chapters B, O, P)."""

from __future__ import annotations

import math

from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, OPTION, PASS, UNIT
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.questions import Option as O
from skirmish_rl.envs.trench_crusade.state import FORCE, RELICS, WIDTH, Deed, Reason, Status, Terrain
from tests.lockstep.trench_crusade.activation import Activation
from tests.lockstep.trench_crusade.board import place_of
from tests.lockstep.trench_crusade.play import GameIsOver


class Simulator(Activation):
    """The game from deployment to its end (chapters B, O, P)."""

    def game(self, at=None):
        """at: None from deployment; 'activate' in the middle of an Activation Phase."""
        try:
            if at is None:
                yield from self.deployment()
            if at != "activate":
                yield from self.new_turn()
            while True:
                yield from self.activation_phase()
                yield from self.end_of_turn()
                yield from self.new_turn()
        except GameIsOver:
            return

    def new_turn(self):
        """TC-INIT-01 to TC-INIT-05."""
        self.round += 1
        self.claimed = [-1] * RELICS
        for u in self.roster:
            u.activated = 0
            u.melee_kills = 0
        self.forced = -1
        n = [sum(not u.down for u in self.models(s)) for s in (0, 1)]
        self.init = self.roll_off() if n[0] == n[1] else (0 if n[0] < n[1] else 1)
        self.go = self.init
        yield from self.reinforcements()
        if self.tables["initiative_choice"]:
            x = yield from self.ask(Q.FIRST, self.init, -1, {OPTION + O.GO_FIRST, OPTION + O.GO_SECOND})
            if x == OPTION + O.GO_SECOND:
                self.go = 1 - self.init

    def reserves(self, s):
        return [u for u in self.roster[FORCE * s : FORCE * s + FORCE] if u.status == Status.RESERVE]

    def arrival_cells(self, s):
        """Cells at the edge of the zone, more than 8" from enemies."""
        b = self.board
        x0, x1, y0, y1 = b.zones[self.zone[s]]
        w, h = b.size
        west_east = x1 - x0 < y1 - y0
        line = 0 if self.zone[s] == 0 else (w - 1 if west_east else h - 1)
        out = []
        for c in b.cells:
            x, y = place_of(c)
            if not (x0 <= x <= x1 and y0 <= y <= y1) or (x if west_east else y) != line:
                continue
            if b.height[c] or self.holder(c) or any(b.within(c, e.cell, 8) for e in self.models(1 - s)):
                continue
            out.append(c)
        return out

    def reinforcements(self):
        """Models in reserve arrive (scenario S3)."""
        if not (self.reserves(0) or self.reserves(1)):
            return
        win = self.roll_off()
        n = self.d3()
        left = [n, n]
        s = win
        while True:
            can = [left[k] > 0 and self.reserves(k) and self.arrival_cells(k) for k in (0, 1)]
            if not any(can):
                break
            if not can[s]:
                s = 1 - s
                continue
            x = yield from self.ask(Q.ARRIVE_UNIT, s, -1, {UNIT + u.slot for u in self.reserves(s)})
            u = self.roster[x - UNIT]
            x = yield from self.ask(Q.ARRIVE_CELL, s, u.slot, {CELL + c for c in self.arrival_cells(s)})
            self.place(u, x - CELL)
            left[s] -= 1
            s = 1 - s

    def place(self, u, c):
        u.cell = c
        u.status = int(Status.ON_BOARD)
        for e in self.foes(u):
            if e.hidden and self.near(u, e, 1.5):
                e.hidden = 0

    def activation_phase(self):
        """TC-ACT-01 to TC-ACT-04, TC-ABL-01."""
        while True:
            av = [[u for u in self.models(s) if not u.activated] for s in (0, 1)]
            if not av[0] and not av[1]:
                return
            if not av[self.go]:
                self.go = 1 - self.go
            opts = av[self.go]
            if self.forced >= 0 and self.forced // FORCE == self.go:
                f = [u for u in opts if u.slot == self.forced]
                if f:
                    opts = f
                self.forced = -1
            x = yield from self.ask(Q.ACTIVATE, self.go, -1, {UNIT + u.slot for u in opts})
            yield from self.activation(self.roster[x - UNIT])
            self.go = 1 - self.go

    def end_of_turn(self):
        """Morale, scoring, the last Turn (TC-MOR-01 to 05, TC-END-01, TC-END-03)."""
        t = self.tables
        if t["morale"]:
            lost, remain = [], []
            for s in (0, 1):
                bad = sum(
                    1 for u in self.roster[FORCE * s : FORCE * s + FORCE] if u.used and (u.status == Status.OUT or (self.on(u) and u.down))
                )
                lost.append(bad >= (self.strength[s] + 1) // 2)
                remain.append(
                    sum(1 for u in self.roster[FORCE * s : FORCE * s + FORCE] if u.used and u.status in (Status.ON_BOARD, Status.RESERVE))
                )
            order = [self.init, 1 - self.init]
            if remain[0] != remain[1]:
                order = [0, 1] if remain[0] < remain[1] else [1, 0]
            for s in order:
                if not (lost[s] or self.shaken[s]):
                    continue
                net = 1 if any(Trait.LEADER in u.traits and not u.down for u in self.models(s)) else 0
                if self.pool(net) >= 7:
                    self.shaken[s] = 0
                    self.deed(Deed.MORALE, s)
                    continue
                if self.shaken[s]:
                    self.finish(2 if s == 0 else 1, Reason.FLIGHT)
                x = yield from self.ask(Q.MORALE, s, -1, {OPTION + O.SHAKEN, OPTION + O.FLEE})
                if x == OPTION + O.FLEE:
                    self.finish(2 if s == 0 else 1, Reason.FLIGHT)
                self.shaken[s] = 1
        self.score()
        if self.round >= self.turns:
            self.count_deeds()
            self.finish(self.by_points(), Reason.POINTS)

    def score(self):
        """Objectives and relics (Scenarios)."""
        t, b = self.tables, self.board
        for x0, x1, y0, y1 in b.objectives:
            cells = [y * WIDTH + x for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]
            on, near = [0, 0], [0, 0]
            for s in (0, 1):
                for u in self.models(s):
                    if u.cell in cells:
                        on[s] += 1
                        near[s] += 1
                    elif any(b.d2(u.cell, c) <= 4 for c in cells):
                        near[s] += 1
            who = -1
            if bool(on[0]) != bool(on[1]):
                who = 0 if on[0] else 1
            elif near[0] != near[1]:
                who = 0 if near[0] > near[1] else 1
            if who >= 0:
                self.vp[who] += int(t["piece_points"])
        if b.relics:
            last = self.round >= self.turns
            for s in (0, 1):
                n = sum(1 for k in range(len(b.relics)) if self.claimed[k] == s)
                self.vp[s] += n * int(t["relic_last_points"]) if last else min(int(t["relic_most"]), n * int(t["relic_points"]))

    def deployment(self):
        """TC-DEP-01 to TC-DEP-05."""
        if self.tables["choose_zone"]:
            w = self.roll_off()
            x = yield from self.ask(Q.ZONE, w, -1, {OPTION + O.SOUTH_ZONE, OPTION + O.NORTH_ZONE})
            z = x - OPTION - O.SOUTH_ZONE
            self.zone[w], self.zone[1 - w] = z, 1 - z
        b = self.board
        zone = []
        for s in (0, 1):
            x0, x1, y0, y1 = b.zones[self.zone[s]]
            zone.append([y * WIDTH + x for y in range(y0, y1 + 1) for x in range(x0, x1 + 1) if b.height[y * WIDTH + x] == 0])
        n = [sum(u.used for u in self.roster[:FORCE]), sum(u.used for u in self.roster[FORCE:])]
        s = self.roll_off() if n[0] == n[1] else (0 if n[0] > n[1] else 1)
        cap = int(self.tables["deployed"])

        def weight(u):
            return 2 if Trait.LARGE in u.traits else 1

        held = [False, False]
        last = 1 - s
        for infil in (False, True):
            if infil:
                s = 1 - last
            while True:
                opts = []
                for k in (0, 1):
                    o = []
                    if not held[k]:
                        used = sum(weight(u) for u in self.models(k))
                        for u in self.reserves(k):
                            special = Trait.INFILTRATOR in u.traits and self.tables["infiltration"]
                            if bool(special) != infil:
                                continue
                            if cap and used + weight(u) > cap:
                                continue
                            o.append(u)
                    opts.append(o)
                if not opts[0] and not opts[1]:
                    break
                if not opts[s]:
                    s = 1 - s
                legal = {UNIT + u.slot for u in opts[s]}
                if cap and self.models(s):
                    legal.add(PASS)
                x = yield from self.ask(Q.DEPLOY_UNIT, s, -1, legal)
                if x == PASS:
                    held[s] = True
                else:
                    u = self.roster[x - UNIT]
                    cells = {c for c in zone[s] if self.holder(c) is None}
                    if infil:
                        foes = self.models(1 - s)
                        cells |= {
                            c
                            for c in b.cells
                            if b.height[c] == 0
                            and self.holder(c) is None
                            and not any(b.los(e.cell, c) for e in foes)
                            and not any(b.within(c, e.cell, 8) and not self.exactly8(c, e.cell) for e in foes)
                        }
                    x = yield from self.ask(Q.DEPLOY_CELL, s, u.slot, {CELL + c for c in cells})
                    self.place(u, x - CELL)
                    if Trait.SHOVEL in u.traits and b.terrain[u.cell] not in (Terrain.CRATER, Terrain.WIRE):
                        u.covered = 1
                    last = s
                s = 1 - s

    def exactly8(self, a, b):
        """At 8" or farther (TC-DEP-03)."""
        d = max(0, math.sqrt(self.board.d2(a, b)) - 1)
        return d * d + (self.board.height[a] - self.board.height[b]) ** 2 >= 64 - 1e-9
