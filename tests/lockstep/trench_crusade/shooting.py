"""Shoot and Fight: weapons, targets and the order of attacks (chapters J, K, Q)."""

from __future__ import annotations

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, PASS, UNIT, WEAPON
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.state import Mode
from tests.lockstep.trench_crusade.attacks import Attacks


class Shooting(Attacks):
    """Shoot and Fight: weapons, targets and the order of attacks (chapters J, K, Q)."""

    def ranged_targets(self, u, w, prev=()):
        """legal (units, cells)"""
        b = self.board
        rng = int(self.tables["range"][w])
        ok = lambda c: all(b.within(c, p, 6) for p in prev)
        units = [e for e in self.foes(u) if not e.hidden and b.los(u.cell, e.cell) and b.within(u.cell, e.cell, rng) and ok(e.cell)]
        pts = []
        if self.tables["blast"][w]:
            pts = [
                c
                for c in b.cells
                if c not in b.impassable and self.holder(c) is None and b.within(u.cell, c, rng) and b.los(u.cell, c) and ok(c)
            ]
        return units, pts

    def shootable(self, u, a):
        """Weapons that may be shot now (TC-RNG-01 to 03, TC-KW-19)."""
        out = []
        if self.engaged(u):
            return out
        heavy_ban = Trait.STRONG not in u.traits and (a.moved or a.dashed)
        for w in dict.fromkeys(u.weapons):
            kw = self.keywords[w]
            if not self.tables["ranged_weapon"][w]:
                continue
            if Keyword.ONCE in kw and u.spent:
                continue
            if Keyword.HEAVY in kw and heavy_ban:
                continue
            if Keyword.ASSAULT not in kw and (a.charged or a.fought):
                continue
            if a.shots == 1 and not (a.bursts and Keyword.BURSTS in kw):
                continue
            if a.shots >= 2:
                continue
            un, pt = self.ranged_targets(u, w)
            if un or pt:
                out.append(w)
        return out

    def do_shoot(self, u, a):
        """TC-RNG-01, TC-KW-04, TC-KW-24, TC-ABL-17."""
        ws = self.shootable(u, a)
        u.hidden = 0
        x = yield from self.ask(Q.WEAPON, u.seat, u.slot, {WEAPON + w for w in ws})
        w = x - WEAPON
        kw = self.keywords[w]
        a.shots += 1
        if Keyword.ASSAULT not in kw:
            a.plain = True
        if Keyword.HEAVY in kw and Trait.STRONG not in u.traits:
            a.heavy = True
        if Keyword.BURSTS in kw:
            a.bursts = True
        if Keyword.ONCE in kw:
            u.spent = 1
        u.hidden = 0
        prev = []
        n = int(self.tables["automatic"][w])
        first = None
        for k in range(n):
            un, pt = self.ranged_targets(u, w, prev)
            if first is not None and Keyword.FOCUSED in kw:
                un = [e for e in un if e is first]
                pt = []
            legal = {UNIT + e.slot for e in un} | {CELL + c for c in pt}
            if k:
                legal.add(PASS)
            x = yield from self.ask(Q.TARGET, u.seat, u.slot, legal)
            if x == PASS:
                break
            if x >= CELL:
                target, cell = None, x - CELL
            else:
                target = self.roster[x - UNIT]
                cell = target.cell
                first = first or target
            prev.append(cell)
            yield from self.attack(u, w, target, cell, False)
            if self.ended or not self.on(u) or u.down:
                break
        if Keyword.RELOAD in kw:
            self.ended = True

    def fightable(self, u):
        """Enemies and weapons of a Fight (TC-MEL-01)."""
        ts = [e for e in self.engaged(u) if self.board.los(u.cell, e.cell)]
        ws = [w for w in dict.fromkeys(u.weapons) if self.tables["melee_weapon"][w]]
        return ts, ws

    def blows(self, u, w, off, only=None, off_possible=False):
        """All attacks with one melee weapon; True if the Fight goes on."""
        n = int(self.tables["cleave"][w])
        for k in range(n):
            ts = [e for e in self.engaged(u) if self.board.los(u.cell, e.cell)]
            if only is not None:
                ts = [e for e in ts if e is only]
            legal = {UNIT + e.slot for e in ts}
            if k:
                legal.add(PASS)
            if not ts:
                return True
            x = yield from self.ask(Q.TARGET, u.seat, u.slot, legal)
            if x == PASS:
                return True
            target = self.roster[x - UNIT]
            at = yield from self.attack(u, w, target, target.cell, True, off)
            if at.stop:
                return False
            a = self.act(u)
            if (
                a
                and only is None
                and at.felled
                and Keyword.HARROWING in self.keywords[w]
                and not a.harrowed
                and self.on(u)
                and not u.down
                and not self.ended
            ):
                yield from self.harrow(u, a)
            if not self.on(u) or (a and self.ended):
                return False
        return True

    def harrow(self, u, a):
        """TC-ABL-18."""
        b = self.board
        closed = {e.cell for e in self.foes(u)}
        taken = {v.cell for v in self.friends(u)}
        R, L = b.reach(u.cell, 30, Mode.WALK, u.mover, 1, closed, taken)
        legal = {CELL + c for c in R if c not in taken and c != u.cell}
        x = yield from self.ask(Q.HARROW, u.seat, u.slot, legal | {PASS})
        if x == PASS:
            return
        a.harrowed = True
        a.again = True
        dest = x - CELL
        path = b.route(u.cell, dest, L, R[dest], 30, Mode.WALK, u.mover, 1, closed, taken)
        yield from self.walk_path(u, path, Mode.WALK, 1)

    def do_fight(self, u, a):
        """One weapon, then perhaps a second one (chapter K)."""
        ts, ws = self.fightable(u)
        x = yield from self.ask(Q.WEAPON, u.seat, u.slot, {WEAPON + w for w in ws})
        w = x - WEAPON
        go = yield from self.blows(u, w, False)
        if not go:
            return
        sec = {u.weapons[j] for j in range(len(u.weapons)) for i2 in range(len(u.weapons)) if u.weapons[i2] == w and u.pair[i2][j]}
        if not sec:
            return
        if not [e for e in self.engaged(u) if self.board.los(u.cell, e.cell)]:
            return
        x = yield from self.ask(Q.SECOND_WEAPON, u.seat, u.slot, {PASS} | {WEAPON + s for s in sec})
        if x == PASS:
            return
        yield from self.blows(u, x - WEAPON, True)
