"""Moving step by step: climbing, jumping, wire and mines on the way (chapters E, H, I)."""

from __future__ import annotations

import itertools

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, OPTION
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.questions import Option as O
from skirmish_rl.envs.trench_crusade.state import Deed
from tests.lockstep.trench_crusade.board import ORTHOGONAL
from tests.lockstep.trench_crusade.injuries import Injuries


class Movement(Injuries):
    """Moving step by step: climbing, jumping, wire and mines on the way (chapters E, H, I)."""

    def move_budget(self, u):
        """Tenths of an inch for a movement, and the widest jump in inches (TC-DOWN-05, TC-JMP-01)."""
        a = self.act(u)
        m2 = u.move * 2
        if a and a.stood:
            m2 = u.move
        return m2 * 5, m2 // 4  # tenths, floor of half M for jumps

    def zone_cells(self, u, foes=None):
        """Cells within 1" of an enemy."""
        foes = self.foes(u) if foes is None else foes
        out = set()
        for e in foes:
            out |= self.board.zone1(e.cell)
        return out

    def closed_for(self, u, zones=True):
        """Cells that a Move may not enter (TC-MOV-04, TC-MOV-05)."""
        s = {e.cell for e in self.foes(u)}
        if zones:
            s |= self.zone_cells(u)
        return s

    def walk_path(self, u, path, mode, half_m, causer=None, charge=None):
        """Goes the path step by step; True if the movement ran to its end (TC-CLB-01, TC-JMP-01 to 03, TC-TER-04)."""
        tested = False  # wire, once per movement
        for a, c in itertools.pairwise(path):
            steps = [step for step in self.board.edges(a, mode, u.mover, half_m) if step[0] == c]
            _, _, _, kinds = min(steps, key=lambda step: (step[2], step[1]))
            if "climb" in kinds and Trait.LEVITATE not in u.traits:
                result, _ = yield from self.success(u, int(Trait.CLIMBING_KIT in u.traits), True)
                if result == 0:
                    return False
            if "jump" in kinds and Trait.LEVITATE not in u.traits:
                result, _ = yield from self.success(u, 0, True)
                if result == 0:
                    yield from self.fall_short(u, a, c, causer)
                    return False
            if "drop" in kinds:
                if not (yield from self.jump_down(u, a, c, causer, charge)):
                    return False
            else:
                self.relocate(u, c)
            if "wire" in kinds and not tested:
                tested = True
                if not (yield from self.wire_test(u, causer)):
                    return False
            if not (yield from self.meet_mines(u, a, c)):
                self.make_room(u)
                return False
        return True

    def fall_short(self, u, a, c, causer):
        """A jump from a to c failed: the opponent picks the edge at which the model falls (TC-JMP-01)."""
        k = next(k for k in ORTHOGONAL if any(self.board.at(a, k, n) == c for n in range(1, 9)))
        n = next(n for n in range(1, 9) if self.board.at(a, k, n) == c)
        near, far = self.board.at(a, k, 1), self.board.at(a, k, n - 1)
        edges = {OPTION + O.NEAR_EDGE, OPTION + O.FAR_EDGE} if near != far else {OPTION + O.NEAR_EDGE}
        x = yield from self.ask(Q.FALL_SIDE, 1 - u.seat, u.slot, edges)
        edge = near if x == OPTION + O.NEAR_EDGE else far
        yield from self.fall(u, edge, self.board.height[a] - self.board.height[edge], causer)

    def jump_down(self, u, a, c, causer, charge):
        """Drops from a to c, diving in a Charge that ends there (TC-JMP-03, TC-CHG-12, TC-FALL-01); True if it may go on."""
        height = self.board.height[a] - self.board.height[c]
        dives = False
        if charge is not None and height >= 3 and self.board.within(c, charge.cell, 1):
            x = yield from self.ask(Q.DIVE, u.seat, u.slot, {OPTION + O.DIVE, OPTION + O.JUMP_DOWN})
            dives = x == OPTION + O.DIVE
        self.relocate(u, c)
        if dives:
            result, _ = yield from self.success(u, 0, True)
            if result:
                self.act(u).dive = True
                return True
            if Trait.STANDFAST in u.traits:
                self.add_blood(u, 1)
            else:
                yield from self.go_down(u, None, None)
            if Trait.LEVITATE not in u.traits and self.on(u):
                yield from self.injury(u, height // 3, self.armour_modifier(u))
            return False
        if causer is not None and causer.seat != u.seat:
            self.deed(Deed.FALL, causer.seat)
        if Trait.LEVITATE not in u.traits:
            yield from self.injury(u, height // 3, self.armour_modifier(u), causer=causer)
        return self.goes_on(u)

    def goes_on(self, u):
        return self.on(u) and not u.down and not (self.act(u) and self.ended)

    def meet_mines(self, u, a, c):
        """Mines that a step from a to c comes into contact with (TC-KW-31, TC-ABL-08); True if the model may go on."""
        for piece in self.board.touches[c]:
            if piece in self.board.touches[a] or not any(piece in mined for mined in self.mines):
                continue
            if Trait.MINES in u.traits:
                x = yield from self.ask(Q.DEFUSE, u.seat, u.slot, {OPTION + O.DEFUSE, OPTION + O.LEAVE_MINE})
                if x == OPTION + O.LEAVE_MINE:
                    break
                if piece in self.mines[1 - u.seat]:
                    result, _ = yield from self.success(u, 0, True)
                    if result == 0:
                        yield from self.detonate(u, piece)
                        if self.act(u):
                            self.ended = True
                        return False
                for mined in self.mines:
                    mined.discard(piece)
            elif Trait.NEGATE_MINED not in u.traits:
                yield from self.detonate(u, piece)
                if not self.goes_on(u):
                    return False
        return True

    def make_room(self, u):
        """Who is stopped in a friend's cell comes to the nearest free one at that level."""
        if self.on(u) and any(self.on(v) and v is not u and v.cell == u.cell for v in self.roster):
            self.relocate(u, self.land(u.cell, u))

    def detonate(self, u, n):
        """An Injury Roll with SHRAPNEL (TC-KW-31)."""
        for m in self.mines:
            m.discard(n)
        dice = -1 if Trait.SHRAPNEL_PROOF in u.traits else 0
        yield from self.injury(u, dice, self.armour_modifier(u), marks=self.marks(u, {Keyword.SHRAPNEL}))

    def wire_test(self, u, causer=None):
        """True if passed (TC-TER-04 to 06)."""
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
        """Move, or the movement of a Dash (TC-MOV-01, TC-DSH-02)."""
        budget, half = self.move_budget(u)
        closed = self.closed_for(u)
        taken = {v.cell for v in self.friends(u)}
        R, L = self.board.reach(u.cell, budget, mode, u.mover, half, closed, taken)
        legal = {CELL + c for c in R if c not in taken}
        a = yield from self.ask(Q.DESTINATION, u.seat, u.slot, legal)
        dest = a - CELL
        path = self.board.route(u.cell, dest, L, R[dest], budget, mode, u.mover, half, closed, taken)
        yield from self.walk_path(u, path, mode, half)
