"""Moving step by step: climbing, jumping, wire and mines on the way (chapters E, H, I)."""

from __future__ import annotations

from skirmish_rl.envs.trench_crusade.questions import CELL, OPTION
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.questions import Option as O
from skirmish_rl.envs.trench_crusade.state import Deed, Keyword, Trait
from tests.lockstep.trench_crusade.injuries import Injuries


class Movement(Injuries):
    """Moving step by step: climbing, jumping, wire and mines on the way (chapters E, H, I)."""

    def move_budget(self, u):
        a = self.act(u)
        m2 = u.move * 2
        if a and a.stood:
            m2 = u.move
        return m2 * 5, m2 // 4  # tenths, floor of half M for jumps

    def zone_cells(self, u, foes=None):
        foes = self.foes(u) if foes is None else foes
        out = set()
        for e in foes:
            out |= self.board.zone1(e.cell)
        return out

    def closed_for(self, u, zones=True):
        s = {e.cell for e in self.foes(u)}
        if zones:
            s |= self.zone_cells(u)
        return s

    def walk_path(self, u, path, mode, half_m, causer=None, charge=None):
        """Executes steps. True if the movement ran to its end."""
        b = self.board
        wire_tested = False
        i = 0
        while i + 1 < len(path):
            a, c = path[i], path[i + 1]
            e = [x for x in b.edges(a, mode, u.mover, half_m) if x[0] == c]
            q, cost, tests, kinds = min(e, key=lambda x: (x[2], x[1]))
            if "climb" in kinds and Trait.LEVITATE not in u.traits:
                res, _ = yield from self.success(u, 1 if Trait.CLIMBING_KIT in u.traits else 0, True)
                if res == 0:
                    return False
            if "jump" in kinds and Trait.LEVITATE not in u.traits:
                res, _ = yield from self.success(u, 0, True)
                if res == 0:
                    k = next(k for k in (1, 3, 4, 6) if any(b.at(a, k, n) == c for n in range(1, 9)))
                    n = next(n for n in range(1, 9) if b.at(a, k, n) == c)
                    near, far = b.at(a, k, 1), b.at(a, k, n - 1)
                    s = near
                    o = yield from self.ask(
                        Q.FALL_SIDE,
                        1 - u.seat,
                        u.slot,
                        {OPTION + O.NEAR_EDGE, OPTION + O.FAR_EDGE} if near != far else {OPTION + O.NEAR_EDGE},
                    )
                    s = near if o == OPTION + O.NEAR_EDGE else far
                    yield from self.fall(u, s, b.height[a] - b.height[s], causer)
                    return False
            dived = False
            if "drop" in kinds:
                h = b.height[a] - b.height[c]
                if charge is not None and h >= 3 and b.within(c, charge.cell, 1):
                    o = yield from self.ask(Q.DIVE, u.seat, u.slot, {OPTION + O.DIVE, OPTION + O.JUMP_DOWN})
                    dived = o == OPTION + O.DIVE
            self.relocate(u, c)
            if "drop" in kinds:
                if dived:
                    res, _ = yield from self.success(u, 0, True)
                    if res == 0:
                        if Trait.STANDFAST in u.traits:
                            self.add_blood(u, 1)
                        else:
                            yield from self.go_down(u, None, None)
                        if Trait.LEVITATE not in u.traits and self.on(u):
                            yield from self.injury(u, h // 3, self.armour_modifier(u), causer=None)
                        return False
                    self.act(u).dive = True
                if not dived:
                    if causer is not None and causer.seat != u.seat:
                        self.deed(Deed.FALL, causer.seat)
                    if Trait.LEVITATE not in u.traits:
                        yield from self.injury(u, h // 3, self.armour_modifier(u), causer=causer)
                        if not self.on(u) or u.down:
                            return False
                        if self.act(u) and self.ended:
                            return False
            if "wire" in kinds and not wire_tested:
                wire_tested = True
                ok = yield from self.wire_test(u, causer)
                if not ok:
                    return False
            # mines
            new = [n for n in b.touches[c] if n not in b.touches[a]]
            left = False
            for n in new:
                own = n in self.mines[u.seat]
                his = n in self.mines[1 - u.seat]
                if not (own or his) or left:
                    continue
                if Trait.MINES in u.traits:
                    o = yield from self.ask(Q.DEFUSE, u.seat, u.slot, {OPTION + O.DEFUSE, OPTION + O.LEAVE_MINE})
                    if o == OPTION + O.LEAVE_MINE:
                        left = True
                        continue
                    if his:
                        res, _ = yield from self.success(u, 0, True)
                        if res == 0:
                            yield from self.detonate(u, n)
                            if self.act(u):
                                self.ended = True
                            return (yield from self.stop_here(u))
                    for m in self.mines:
                        m.discard(n)
                elif Trait.NEGATE_MINED not in u.traits:
                    yield from self.detonate(u, n)
                    if not self.on(u) or u.down or (self.act(u) and self.ended):
                        return (yield from self.stop_here(u))
            i += 1
        return True

    def stop_here(self, u):
        if self.on(u):
            others = [v for v in self.roster if self.on(v) and v is not u and v.cell == u.cell]
            if others:
                self.relocate(u, self.land(u.cell, u) if False else self.nearest_free(u))
        return False
        yield

    def nearest_free(self, u):
        held = {v.cell for v in self.roster if self.on(v) and v is not u}
        free = [
            c
            for c in self.board.cells
            if self.board.height[c] == self.board.height[u.cell] and c not in self.board.impassable and c not in held
        ]
        return min(free, key=lambda c: (self.board.d2(c, u.cell), c))

    def detonate(self, u, n):
        for m in self.mines:
            m.discard(n)
        dice = -1 if Trait.SHRAPNEL_PROOF in u.traits else 0
        yield from self.injury(u, dice, self.armour_modifier(u), marks=self.marks(u, {Keyword.SHRAPNEL}))

    def wire_test(self, u, causer=None):
        res, _ = yield from self.success(u, 0, True)
        if res == 0:
            kws = {{"fire": Keyword.FIRE, "gas": Keyword.GAS, "shrapnel": Keyword.SHRAPNEL}[k] for k in self.board.wire_keywords}
            dice = 0
            if Keyword.GAS in kws and Trait.GAS_PROOF in u.traits:
                dice -= 1
            if Keyword.SHRAPNEL in kws and Trait.SHRAPNEL_PROOF in u.traits:
                dice -= 1
            yield from self.injury(u, dice, self.armour_modifier(u), marks=self.marks(u, kws), causer=causer)
            return False
        return True

    def go_move(self, u, mode):
        budget, half = self.move_budget(u)
        closed = self.closed_for(u)
        taken = {v.cell for v in self.friends(u)}
        R, L = self.board.reach(u.cell, budget, mode, u.mover, half, closed, taken)
        legal = {CELL + c for c in R if c not in taken}
        a = yield from self.ask(Q.DESTINATION, u.seat, u.slot, legal)
        dest = a - CELL
        path = self.board.route(u.cell, dest, L, R[dest], budget, mode, u.mover, half, closed, taken)
        yield from self.walk_path(u, path, mode, half)
