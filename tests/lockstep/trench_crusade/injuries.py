"""Markers, Injury Rolls and what follows from them: Down, out of action, falling (chapters I, L, M, N)."""

from __future__ import annotations

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.questions import BLOODBATH, SPEND, UNIT
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.state import Deed, Status
from tests.lockstep.trench_crusade.play import Play


class Injuries(Play):
    """Markers, Injury Rolls and what follows from them: Down, out of action, falling (chapters I, L, M, N)."""

    def add_blood(self, t, n, attack=None):
        """At most six (TC-BLD-01)."""
        before = t.blood
        t.blood = min(6, t.blood + n)
        if attack and before < 6 <= t.blood and attack.model.seat != t.seat:
            self.deed(Deed.SIXTH_MARKER, attack.model.seat)

    def marks(self, t, kws):
        """Blood markers by FIRE, GAS and SHRAPNEL (TC-KW-14)."""
        n = 0
        for k, neg in (
            (Keyword.FIRE, Trait.NEGATE_FIRE),
            (Keyword.GAS, Trait.NEGATE_GAS),
            (Keyword.SHRAPNEL, Trait.NEGATE_SHRAPNEL),
        ):
            if k in kws and neg not in t.traits:
                n += 1
        return n

    def armour_modifier(self, t, kws=frozenset(), wmod=0):
        """INJURY MODIFIER by armour and weapon (TC-INJ-04, TC-KW-02, TC-KW-20)."""
        neg = t.armour
        if Keyword.ARMOUR_PIERCING in kws:
            neg = max(0, neg - 1)
        if Keyword.IGNORE_ARMOUR in kws:
            neg = 0
        if wmod < 0:
            neg -= wmod
        return -min(3, neg) + max(0, wmod)

    def injury(self, t, dice, mod, deadly=False, cheap=False, marks=0, attack=None, causer=None):
        """Injury Roll on t with all that follows. attack: object with .model; causer: U of whose ability or attack led to it."""
        bath_cost = 3 if (t.down or cheap) else 6
        bath = False
        for s in [1 - self.init, self.init]:
            if s != t.seat:
                if t.blood:
                    legal = {SPEND + k for k in range(t.blood + 1)}
                    if t.blood >= bath_cost:
                        legal |= {BLOODBATH + k for k in range(t.blood - bath_cost + 1)}
                    a = yield from self.ask(Q.WOUND, s, t.slot, legal)
                    if a >= BLOODBATH and a < BLOODBATH + 7:
                        bath = True
                        k = a - BLOODBATH
                        t.blood -= bath_cost + k
                        dice += k
                    else:
                        k = a - SPEND
                        t.blood -= k
                        dice += k
            elif t.blessing:
                a = yield from self.ask(Q.GRACE, s, t.slot, {SPEND + k for k in range(t.blessing + 1)})
                t.blessing -= a - SPEND
                dice -= a - SPEND
        keep = 2 + bath + deadly
        total = self.pool(dice, keep) + mod
        res = 0 if total <= 1 else 1 if total <= 6 else 2 if total <= 8 else 3
        if res == 3 and Trait.TOUGH in t.traits and not t.tough_used:
            t.tough_used = 1
            res = 2
        if res == 2 and Trait.STANDFAST in t.traits:
            res = 1
        was_down = t.down
        if res == 3:
            yield from self.out(t, attack, causer)
            return 3
        if res == 2:
            yield from self.go_down(t, attack, causer)
            if not self.on(t):
                return 3
            if attack and t is attack.target and not was_down:
                attack.felled = True
        elif res == 1:
            self.add_blood(t, 1, attack)
        if marks:
            self.add_blood(t, marks, attack)
        return res

    def go_down(self, t, attack, causer):
        """A Down result in full (after Standfast)."""
        if not t.down:
            lg = self.board.ledge(t.cell)
            if lg is not None:
                res, _ = yield from self.success(t, 0, False)
                if res == 0:
                    h = self.board.height[t.cell] - self.board.height[lg]
                    if attack and t is attack.target:
                        attack.felled = True
                    yield from self.fall(t, lg, h, causer)
                    if not self.on(t):
                        return
        if t.down:
            self.add_blood(t, 2, attack)
        else:
            self.add_blood(t, 1, attack)
            t.down = 1
            t.hidden = 0
            if self.act(t):
                self.ended = True

    def out(self, t, attack, causer):
        """Out of action, with what follows from it (TC-OOA-01, TC-ABL-14, TC-ABL-15)."""
        cell = t.cell
        by = attack.model if attack else causer
        t.status = int(Status.OUT)
        t.cell = -1
        t.blood = t.blessing = 0
        t.down = 0
        t.covered = 0
        t.hidden = 0
        if self.act(t):
            self.ended = True
        if attack and attack.target is t:
            attack.felled = True
        if by is not None and by.seat != t.seat:
            by.kills = min(12, by.kills + 1)
            if by.kills >= 3:
                self.deed(Deed.THREE_KILLS, by.seat)
            a = self.act(by)
            if a and a.began_down:
                self.deed(Deed.FROM_THE_GROUND, by.seat)
            if any(self.board.within(cell, r, 1) for k, r in enumerate(self.board.relics) if self.board.relics_last[k] >= self.round):
                self.deed(Deed.RELIC_GUARD, by.seat)
            if attack and attack.melee:
                by.melee_kills = min(12, by.melee_kills + 1)
                if by.melee_kills >= 2:
                    self.deed(Deed.TWO_KILLS, by.seat)
            if attack and not attack.melee and Trait.ELITE in t.traits and attack.long and attack.cover:
                self.deed(Deed.LONG_SHOT, by.seat)
        if Trait.SOUL_CONTRACT in t.traits:
            for e in self.models(1 - t.seat):
                if self.board.within(e.cell, cell, 1) and Trait.NEGATE_FIRE not in e.traits:
                    self.add_blood(e, 1)
        if Trait.DARK_BLESSING in t.traits:
            el = [v for v in self.models(t.seat) if Trait.ELITE in v.traits]
            if el:
                m = min(self.board.d3(v.cell, cell) for v in el)
                a = yield from self.ask(Q.DARK_BLESSING, t.seat, t.slot, {UNIT + v.slot for v in el if self.board.d3(v.cell, cell) == m})
                v = self.roster[a - UNIT]
                v.blessing = min(6, v.blessing + 1)
        if attack and by is not None and by.seat != t.seat and Trait.FREEDOM in by.traits and Trait.ELITE in t.traits and self.on(by):
            by.status = int(Status.FREED)
            by.cell = -1
            by.blood = by.blessing = 0
            by.down = 0
            by.covered = by.hidden = 0
            self.strength[by.seat] -= 1
            if self.act(by):
                self.ended = True

    def land(self, cell, u):
        """Nearest free cell at that level."""
        b = self.board
        closed = b.impassable | {v.cell for v in self.roster if self.on(v) and v is not u}
        if cell not in closed:
            return cell
        free = [c for c in b.cells if b.height[c] == b.height[cell] and c not in closed]
        return min(free, key=lambda c: (b.d2(c, cell), c))

    def relocate(self, u, cell):
        """u comes to be in cell (moved, thrown, fallen)."""
        if cell == u.cell:
            return
        u.cell = cell
        u.covered = 0
        u.hidden = 0
        for e in self.foes(u):
            if e.hidden and self.near(u, e, 1.5):
                e.hidden = 0

    def fall(self, u, cell, h, causer):
        """Falls h inches into a cell (TC-FALL-01, TC-FALL-02)."""
        self.relocate(u, self.land(cell, u))
        if h >= 3 and causer is not None and causer.seat != u.seat:
            self.deed(Deed.FALL, causer.seat)
        if h >= 3 and Trait.LEVITATE not in u.traits:
            yield from self.injury(u, h // 3, self.armour_modifier(u), causer=causer)
