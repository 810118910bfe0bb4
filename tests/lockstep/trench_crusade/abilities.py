"""The abilities of models that are ACTIONS of their own (chapter R)."""

from __future__ import annotations

from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, DIRECTION, OPTION, PASS, UNIT
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.questions import Option as O
from skirmish_rl.envs.trench_crusade.state import Deed, Mode, Verb
from tests.lockstep.trench_crusade.board import place_of
from tests.lockstep.trench_crusade.charging import Charging


class Abilities(Charging):
    """The abilities of models that are ACTIONS of their own (chapter R)."""

    def helpable(self, u):
        """Whom a medi-kit may treat (TC-ABL-07)."""
        out = []
        for f in self.models(u.seat):
            if f is u:
                if u.blood:
                    out.append(f)
            elif self.near(u, f, 1) and (f.blood or f.down):
                out.append(f)
        return out

    def minable(self, u):
        """Pieces that may be mined (TC-ABL-08)."""
        out = []
        for n in self.board.touches[u.cell]:
            p = self.board.pieces[n]
            xs = [place_of(c)[0] for c in p]
            ys = [place_of(c)[1] for c in p]
            if max(xs) - min(xs) < 8 and max(ys) - min(ys) < 8 and n not in self.mines[0] and n not in self.mines[1]:
                out.append(n)
        return out

    def puppet_cells(self, v, k, inches):
        """Straight paths in a direction, by their end (TC-ABL-09)."""
        b = self.board
        foes = {e.cell for e in self.foes(v)}
        taken = {f.cell for f in self.friends(v)}
        c, d, out, path = v.cell, 0, {}, [v.cell]
        while True:
            q = b.around[c][k]
            if q is None or q in foes:
                break
            e = [x for x in b.edges(c, Mode.DROP, v.mover, 0) if x[0] == q and "jump" not in x[3]]
            if not e:
                break
            _, cost, tests, kinds = e[0]
            if (tests or "drop" in kinds) and (q in taken or (c in taken and c != v.cell)):
                break
            d += cost
            if d > inches * 10:
                break
            path.append(q)
            c = q
            if q not in taken:
                out[q] = list(path)
        return out

    def puppets(self, u):
        """Directions by slot of who may be moved (TC-ABL-09)."""
        out = {}
        for v in self.roster:
            if not self.on(v) or v is u or v.down:
                continue
            if not self.near(u, v, 12) or not self.board.los(u.cell, v.cell):
                continue
            dirs = [k for k in range(8) if self.puppet_cells(v, k, 6)]
            if dirs:
                out[v.slot] = dirs
        return out

    def claimable(self, u):
        """Relics in reach (scenario S3)."""
        return [
            k
            for k, c in enumerate(self.board.relics)
            if self.round <= self.board.relics_last[k] and self.claimed[k] < 0 and self.board.within(u.cell, c, 1)
        ]

    def hold_targets(self, u):
        return [e for e in self.foes(u) if not e.activated and self.board.los(u.cell, e.cell)]

    def do_special(self, u, a, verb):
        """TC-ABL-01 to TC-ABL-09, TC-ABL-16."""
        b = self.board
        if verb == Verb.HOLD_FIRE:
            ts = self.hold_targets(u)
            x = yield from self.ask(Q.HOLD_FIRE, u.seat, -1, {UNIT + e.slot for e in ts})
            self.forced = x - UNIT
            self.ended = True
        elif verb == Verb.AIM:
            res, _ = yield from self.success(u, 2, True)
            if res:
                a.aim = True
        elif verb == Verb.PRAY:
            res, _ = yield from self.success(u, 0, True)
            if res:
                x = yield from self.ask(Q.PRAYER, u.seat, u.slot, {UNIT + f.slot for f in self.models(u.seat) if self.near(u, f, 6)})
                f = self.roster[x - UNIT]
                f.blessing = min(6, f.blessing + 1)
        elif verb == Verb.TREAT:
            res, _ = yield from self.success(u, 2 if Trait.TRAINED_MEDIC in u.traits else 0, True)
            if res:
                hs = self.helpable(u)
                if not hs:
                    return
                x = yield from self.ask(Q.TREAT, u.seat, u.slot, {UNIT + f.slot for f in hs})
                f = self.roster[x - UNIT]
                legal = set()
                if f.blood:
                    legal.add(OPTION + O.TAKE_BLOOD)
                if f.down:
                    legal.add(OPTION + O.STAND_UP)
                x = yield from self.ask(Q.TREATMENT, u.seat, f.slot, legal)
                if x == OPTION + O.TAKE_BLOOD:
                    f.blood -= 1
                else:
                    f.down = 0
        elif verb == Verb.FORTIFY:
            res, _ = yield from self.success(u, 0, True)
            if res:
                u.covered = 1
        elif verb == Verb.SET_MINE:
            ps = self.minable(u)
            x = yield from self.ask(Q.MINE, u.seat, u.slot, {CELL + min(b.pieces[n]) for n in ps})
            n = next(n for n in ps if min(b.pieces[n]) == x - CELL)
            res, _ = yield from self.success(u, 2, False)
            if res:
                self.mines[u.seat].add(n)
        elif verb == Verb.HIDE:
            res, _ = yield from self.success(u, 1, True)
            if res:
                u.hidden = 1
        elif verb == Verb.CLAIM:
            ks = self.claimable(u)
            x = yield from self.ask(Q.RELIC, u.seat, u.slot, {CELL + b.relics[k] for k in ks})
            k = next(k for k in ks if b.relics[k] == x - CELL)
            res, _ = yield from self.success(u, 0, False)
            if res:
                self.claimed[k] = u.seat
                u.claims |= 1 << k
                if bin(u.claims).count("1") >= 2:
                    self.deed(Deed.TWO_RELICS, u.seat)
        elif verb == Verb.PUPPET:
            res, _ = yield from self.success(u, 0, True)
            if not res:
                return
            ps = self.puppets(u)
            if not ps:
                return
            x = yield from self.ask(Q.PUPPET, u.seat, u.slot, {UNIT + s for s in ps})
            v = self.roster[x - UNIT]
            x = yield from self.ask(Q.PUPPET_DIRECTION, u.seat, v.slot, {DIRECTION + k for k in ps[v.slot]})
            k = x - DIRECTION
            r = self.d6()
            cells = self.puppet_cells(v, k, r)
            x = yield from self.ask(Q.PUPPET_CELL, u.seat, v.slot, {PASS} | {CELL + c for c in cells})
            if x == PASS:
                return
            path = cells[x - CELL]
            if self.engaged(v):
                yield from self.free_attacks(v)
                if not self.on(v) or v.down:
                    return
            yield from self.walk_path(v, path, Mode.DROP, 0, causer=u)
