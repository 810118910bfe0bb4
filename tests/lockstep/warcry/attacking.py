"""Attacks, reactions to them, and what follows. Clauses: WC-ATK, WC-COV, WC-REACT, WC-FALL-04."""

from __future__ import annotations

from skirmish_rl.envs.warcry.questions import FIRST, OPTION, PASS, SECOND, Decision, Option
from tests.lockstep.warcry.lines import dist4, trace


class Attacking:
    """Attacks, reactions to them, and what follows. Clauses: WC-ATK, WC-COV, WC-REACT, WC-FALL-04."""

    def attack_options(self, unit, near=None):
        """(weapon index, target) -> uses the trait"""
        foes = self.foes(unit)
        eng = [v for v in foes if self.near(unit, v, 1)]
        out = {}
        for v in eng or foes:
            if near is not None and not self.near(near, v, 2):
                continue
            vis = None
            for w, wp in enumerate(unit.profile["weapons"]):
                d = dist4(self.board, unit.node, v.node)
                if d > 4 * wp["max"] ** 2:
                    continue
                missile = wp["max"] > 3
                trait = False
                if wp["min"] and d <= 4 * wp["min"] ** 2:
                    if not (
                        missile
                        and self.opts["traits"]
                        and self.faction[unit.seat] == "hunt"
                        and not self.trait_used[unit.seat]
                        and d > 4
                    ):
                        continue
                    trait = True
                if (
                    missile
                    and any(f is not unit and self.near(f, v, 1) for f in self.friends(unit))
                    and not (wp["min"] == 0 and d <= 36)
                ):
                    continue
                if vis is None:
                    vis = self.visible(unit, v)
                if vis:
                    out[w, v.slot] = trait
        return out

    def can_react(self, v):
        return v.status == "B" and (v.waiting or (not v.activated and v.lost < 2))

    def spend(self, v):
        if v.waiting:
            v.waiting = False
            return
        v.lost += 1
        if v.lost >= 2:
            v.activated = True

    def attack(self, unit, optional=False, near=None, strength=0, snag=0):
        opt = self.attack_options(unit, near)
        if not opt:
            return False
        a = yield from self.ask(
            Decision.ATTACK,
            unit.seat,
            unit.slot,
            {(SECOND if w else FIRST) + t for w, t in opt} | ({PASS} if optional else set()),
        )
        if a == PASS:
            return False
        w = int(a >= SECOND)
        v = self.units[a - (SECOND if w else FIRST)]
        if opt[w, v.slot]:
            self.trait_used[unit.seat] = True
        wp = unit.profile["weapons"][w]
        melee = wp["max"] <= 3
        cover = self.board.cover(unit.node, v.node)
        react = None
        if self.can_react(v):
            o = set()
            if melee:
                o.add(OPTION + Option.COUNTER)
                if v.profile["faction"] == "iron":
                    o.add(OPTION + Option.CLASHING_IRON)
                if v.profile["faction"] == "fang":
                    o.add(OPTION + Option.BRUTE_RESILIENCE)
            elif cover and "mount" not in v.profile["marks"]:
                o.add(OPTION + Option.TAKE_COVER)
            if o:
                r = yield from self.ask(Decision.REACT, v.seat, v.slot, o | {PASS})
                if r != PASS:
                    react = Option(r - OPTION)
                    self.spend(v)
        me = unit is self.active
        B = self.boost
        A, S, T = wp["A"], wp["S"] + strength, v.profile["T"] + int(cover) + int(self.opts["twist"] == "hardy")
        dm = 0
        keen = False
        if me:
            A += B["next_attacks"]
            B["next_attacks"] = 0
            dm = B["damage"]
            keen = B["keen"] > 0
            if melee:
                A += B["attacks"]
                S += B["strength"]
        if melee:
            A += unit.unleashed
            S += unit.unleashed
            for f in self.friends(unit):
                if f.trophy and self.near(f, unit, 9) and self.visible(f, unit):
                    A += f.trophy
        for f in self.friends(v):
            if f.defiant and self.near(f, v, 6) and self.visible(f, v):
                T += f.defiant
        need = 3 if S > T else 4 if S == T else 5
        dice = [self.roll() for _ in range(A)]
        crit = sum(d == 6 or (keen and d >= 5) for d in dice)
        hits = sum(d >= need for d in dice if not (d == 6 or (keen and d >= 5)))
        miss = len(dice) - crit - hits
        struck = crit + hits
        if v.cowering:
            hits += crit
            crit = 0
        if react == Option.CLASHING_IRON:
            n = min(2, crit)
            crit -= n
            hits += n
        if react == Option.TAKE_COVER:
            for _ in range(crit):
                if self.roll() >= 4:
                    crit -= 1
                    hits += 1
        h = wp["hit"] + dm
        if react == Option.BRUTE_RESILIENCE:
            h = max(1, h - 1)
        grip = 0
        if me and melee and B["grip"]:
            grip, B["grip"] = B["grip"], 0
        self.hurt(v, hits * h + crit * (wp["crit"] + dm), credit=unit)
        if react == Option.COUNTER:
            self.hurt(unit, (2 if 1 in dice else 0) + (1 if miss >= 2 else 0))
        yield from self.bury()
        if (
            v.status == "B"
            and melee
            and react is None
            and v.profile["faction"] == "hunt"
            and self.can_react(v)
            and self.disengage_options(v)
        ):
            if (yield from self.ask(Decision.STEP_BACK, v.seat, v.slot, {OPTION + Option.STEP_BACK, PASS})) != PASS:
                self.spend(v)
                yield from self.disengage(v, bonus=True)
        for _ in range(grip):
            if v.status == "B" and struck:
                if v.waiting:
                    v.waiting = False
                elif not v.activated and v.lost < 2:
                    self.spend(v)
                else:
                    self.hurt(v, 3)
                    yield from self.bury()
        if snag and v.status == "B" and unit.status == "B":
            yield from self.pull(unit, v, snag)
        if crit and v.status == "B" and "fly" not in v.profile["marks"]:
            if v.node[0] == "s" or (v.node[0] == "c" and self.board.open_side(v.cell)):
                if self.roll() <= 1:
                    yield from self.fall(v)
        return True

    def pull(self, unit, v, inches):
        board = self.board
        a, b = v.cell, unit.cell
        cells, sides, corners = trace(b[0] - a[0], b[1] - a[1], 0, 0)
        sh = lambda c: (c[0] + a[0], c[1] + a[1])
        top = h0 = board.height(v.node)
        at = a
        dest = None

        def wt(p, q):
            return board.walltop(p, q) or 0

        for c, t0, t1 in cells:
            c = sh(c)
            if c == a or c == b:
                continue
            if (c[0] - a[0]) ** 2 + (c[1] - a[1]) ** 2 > inches * inches:
                break
            if not board.stand[c] or c in self.standing or board.level[c] > top:
                break
            if at[0] == c[0] or at[1] == c[1]:
                if wt(at, c) > top:
                    break
            else:

                def way(x):
                    return board.col[x] <= top and wt(at, x) <= top and wt(x, c) <= top

                if not way((at[0], c[1])) and not way((c[0], at[1])):
                    break
            dest = c
            at = c
        if dest is None:
            return
        self.put(v, ("c", dest))
        n = int(h0 - board.level[dest] >= 6) + (dest in board.deadly)
        for _ in range(n):
            self.impact(v)
            if v.status != "B":
                break
        yield from self.bury()
