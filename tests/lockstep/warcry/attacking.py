"""Attacks, reactions to them, and what follows. Clauses: WC-ATK, WC-COV, WC-REACT, WC-FALL-04."""

from __future__ import annotations

from skirmish_rl.envs.warcry.questions import FIRST, OPTION, PASS, SECOND, Decision, Option
from tests.lockstep.warcry.lines import dist4, trace


class Attacking:
    """What an attack does."""

    def attack_options(self, unit, near=None):
        """Attacks: (weapon, target) -> True if the trait of the hunt allows it. Clauses: WC-ATK."""
        foes = self.foes(unit)
        engaged = [target for target in foes if self.near(unit, target, 1)]
        out = {}
        for target in engaged or foes:
            if near is not None and not self.near(near, target, 2):
                continue
            seen = None
            for w, weapon in enumerate(unit.profile["weapons"]):
                d = dist4(self.board, unit.node, target.node)
                if d > 4 * weapon["max"] ** 2:
                    continue
                missile = weapon["max"] > 3
                trait = False
                if weapon["min"] and d <= 4 * weapon["min"] ** 2:
                    if not (
                        missile
                        and self.options["traits"]
                        and self.faction[unit.seat] == "hunt"
                        and not self.trait_used[unit.seat]
                        and d > 4
                    ):
                        continue
                    trait = True
                if (
                    missile
                    and any(f is not unit and self.near(f, target, 1) for f in self.friends(unit))
                    and not (weapon["min"] == 0 and d <= 36)
                ):
                    continue
                if seen is None:
                    seen = self.visible(unit, target)
                if seen:
                    out[w, target.slot] = trait
        return out

    def can_react(self, target):
        """True if a fighter has an action to give for a reaction. Clauses: WC-REACT."""
        return target.status == "B" and (target.waiting or (not target.activated and target.lost < 2))

    def spend(self, target):
        """A reaction costs the fighter an action, or its wait. Clauses: WC-REACT, WC-WAIT."""
        if target.waiting:
            target.waiting = False
            return
        target.lost += 1
        if target.lost >= 2:
            target.activated = True

    def attack(self, unit, optional=False, near=None, strength=0, snag=0):
        """An attack action; True if it was made. Clauses: WC-ATK, WC-COV, WC-DMG, WC-REACT."""
        choices = self.attack_options(unit, near)
        if not choices:
            return False
        answer = yield from self.ask(
            Decision.ATTACK,
            unit.seat,
            unit.slot,
            {(SECOND if w else FIRST) + t for w, t in choices} | ({PASS} if optional else set()),
        )
        if answer == PASS:
            return False
        w = int(answer >= SECOND)
        target = self.units[answer - (SECOND if w else FIRST)]
        if choices[w, target.slot]:
            self.trait_used[unit.seat] = True
        weapon = unit.profile["weapons"][w]
        melee = weapon["max"] <= 3
        cover = self.board.cover(unit.node, target.node)
        react = None
        if self.can_react(target):
            options = set()
            if melee:
                options.add(OPTION + Option.COUNTER)
                if target.profile["faction"] == "iron":
                    options.add(OPTION + Option.CLASHING_IRON)
                if target.profile["faction"] == "fang":
                    options.add(OPTION + Option.BRUTE_RESILIENCE)
            elif cover and "mount" not in target.profile["marks"]:
                options.add(OPTION + Option.TAKE_COVER)
            if options:
                r = yield from self.ask(Decision.REACT, target.seat, target.slot, options | {PASS})
                if r != PASS:
                    react = Option(r - OPTION)
                    self.spend(target)
        me = unit is self.active
        boost = self.boost
        A, S, T = weapon["A"], weapon["S"] + strength, target.profile["T"] + int(cover) + int(self.options["twist"] == "hardy")
        extra = 0
        keen = False
        if me:
            A += boost["next_attacks"]
            boost["next_attacks"] = 0
            extra = boost["damage"]
            keen = boost["keen"] > 0
            if melee:
                A += boost["attacks"]
                S += boost["strength"]
        if melee:
            A += unit.unleashed
            S += unit.unleashed
            for f in self.friends(unit):
                if f.trophy and self.near(f, unit, 9) and self.visible(f, unit):
                    A += f.trophy
        for f in self.friends(target):
            if f.defiant and self.near(f, target, 6) and self.visible(f, target):
                T += f.defiant
        need = 3 if S > T else 4 if S == T else 5
        dice = [self.roll() for _ in range(A)]
        crit = sum(d == 6 or (keen and d >= 5) for d in dice)
        hits = sum(d >= need for d in dice if not (d == 6 or (keen and d >= 5)))
        miss = len(dice) - crit - hits
        struck = crit + hits
        if target.cowering:
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
        h = weapon["hit"] + extra
        if react == Option.BRUTE_RESILIENCE:
            h = max(1, h - 1)
        grip = 0
        if me and melee and boost["grip"]:
            grip, boost["grip"] = boost["grip"], 0
        self.hurt(target, hits * h + crit * (weapon["crit"] + extra), credit=unit)
        if react == Option.COUNTER:
            self.hurt(unit, (2 if 1 in dice else 0) + (1 if miss >= 2 else 0))
        yield from self.bury()
        if (
            target.status == "B"
            and melee
            and react is None
            and target.profile["faction"] == "hunt"
            and self.can_react(target)
            and self.disengage_options(target)
        ):
            if (yield from self.ask(Decision.STEP_BACK, target.seat, target.slot, {OPTION + Option.STEP_BACK, PASS})) != PASS:
                self.spend(target)
                yield from self.disengage(target, bonus=True)
        for _ in range(grip):
            if target.status == "B" and struck:
                if target.waiting:
                    target.waiting = False
                elif not target.activated and target.lost < 2:
                    self.spend(target)
                else:
                    self.hurt(target, 3)
                    yield from self.bury()
        if snag and target.status == "B" and unit.status == "B":
            yield from self.pull(unit, target, snag)
        if crit and target.status == "B" and "fly" not in target.profile["marks"]:
            if target.node[0] == "s" or (target.node[0] == "c" and self.board.open_side(target.cell)):
                if self.roll() <= 1:
                    yield from self.fall(target)
        return True

    def pull(self, unit, target, inches):
        """A harpoon pulls its target nearer. Clauses: WC-FANG."""
        board = self.board
        a, b = target.cell, unit.cell
        cells, sides, corners = trace(b[0] - a[0], b[1] - a[1], 0, 0)
        shifted = lambda c: (c[0] + a[0], c[1] + a[1])
        top = h0 = board.height(target.node)
        at = a
        dest = None

        def wall(p, q):
            return board.wall_top(p, q) or 0

        for c, t0, t1 in cells:
            c = shifted(c)
            if c == a or c == b:
                continue
            if (c[0] - a[0]) ** 2 + (c[1] - a[1]) ** 2 > inches * inches:
                break
            if not board.stand[c] or c in self.standing or board.level[c] > top:
                break
            if at[0] == c[0] or at[1] == c[1]:
                if wall(at, c) > top:
                    break
            else:

                def way(x):
                    return board.column[x] <= top and wall(at, x) <= top and wall(x, c) <= top

                if not way((at[0], c[1])) and not way((c[0], at[1])):
                    break
            dest = c
            at = c
        if dest is None:
            return
        self.put(target, ("c", dest))
        n = int(h0 - board.level[dest] >= 6) + (dest in board.deadly)
        for _ in range(n):
            self.impact(target)
            if target.status != "B":
                break
        yield from self.bury()
