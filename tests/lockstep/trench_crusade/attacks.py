"""Attacks with their victims (chapters J, K, L)."""

from __future__ import annotations

import math

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, UNIT
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.state import Terrain
from tests.lockstep.trench_crusade.board import AROUND, place_of
from tests.lockstep.trench_crusade.movement import Movement
from tests.lockstep.trench_crusade.play import Attack


class Attacks(Movement):
    """Attacks with their victims (chapters J, K, L)."""

    def has_cover(self, att, t):
        """TC-TER-08, TC-KW-10, TC-ABL-12."""
        return Trait.COVER in t.traits or t.covered or self.board.cover(att, t.cell)

    def attack(self, u, w, target, cell, melee, off=False):
        """One attack with its Success Roll and Injury Rolls (TC-RNG-04 onwards, TC-MEL-01 onwards)."""
        b, t, kw = self.board, self.tables, self.keywords[w]
        at = Attack(u, melee)
        a = self.act(u)
        if not melee and target is not None:
            near = [f for f in self.friends(u) if self.near(f, target, 1)]
            if near:
                if self.d6() <= 3:
                    q = [f for f in near if b.los(u.cell, f.cell) and b.within(u.cell, f.cell, int(t["range"][w]))]
                    if not q:
                        return at
                    x = yield from self.ask(Q.FRIEND, u.seat, u.slot, {UNIT + f.slot for f in q})
                    target = self.roster[x - UNIT]
                    cell = target.cell
        at.target = target
        net = int(t["weapon_dice"][w])
        injury_long = 0
        if melee:
            net += max(u.melee, u.ranged) if Keyword.PISTOL in kw else u.melee
            if self.has_cover(u.cell, target) and Keyword.IGNORE_COVER not in kw:
                net -= 1
            if off and Keyword.IGNORE_OFF_HAND not in kw:
                net -= 1
            if a and a.dive:
                net += 1
                a.dive = False
            if Trait.FEAR in target.traits and not (
                Trait.FEAR in u.traits
                or Trait.NEGATE_FEAR in u.traits
                or any(Trait.STEADFAST in f.traits and self.near(u, f, 8) for f in self.models(u.seat))
            ):
                net -= 1
            if Trait.BLOCK in target.traits and a and a.charged:
                net -= 1
        else:
            net += u.ranged
            half2 = int(t["range"][w]) / 2
            long = not b.within(u.cell, cell, half2)
            if long and Keyword.IGNORE_LONG_RANGE not in kw:
                if Keyword.SHOTGUN in kw:
                    injury_long = -1
                else:
                    net -= 1
                    at.long = True
            if not long and Keyword.POINT_BLANK in kw:
                injury_long += 1
            cov = self.has_cover(u.cell, target) if target else b.cover(u.cell, cell)
            if cov and Keyword.IGNORE_COVER not in kw:
                net -= 1
                at.cover = True
            if b.height[u.cell] - b.height[cell] >= 3 and Keyword.IGNORE_ELEVATED not in kw:
                net += 1
            if a and a.aim:
                net += 2
            if target is not None and Trait.STALKER in target.traits:
                net -= 1
            if Keyword.SILENCED in kw and b.duck(cell, u.cell):
                net += 1
        crit = False
        landing = cell
        scattered = False
        if Keyword.FLAMETHROWER not in kw or melee:
            res, total = yield from self.success(u, net, Keyword.RISKY in kw, blind=not melee and Trait.BLIND_FAITH in u.traits)
            if self.failed_risky:
                at.stop = True
            if res == 0:
                if Keyword.SCATTER not in kw:
                    return at
                r = 7 - total
                c2 = [
                    c
                    for c in b.cells
                    if c not in b.impassable and b.los(cell, c) and (r - 0.5) ** 2 - 1e-9 <= b.d2(cell, c) <= (r + 0.5) ** 2 + 1e-9
                ]
                if not c2:
                    return at
                x = yield from self.ask(Q.SCATTER, 1 - u.seat, u.slot, {CELL + c for c in c2})
                landing = x - CELL
                scattered = True
            crit = res == 2
        direct = target
        victims = [target] if target is not None else []
        if t["blast"][w] and not melee:
            X = int(t["blast"][w])
            direct = self.holder(landing)
            hit = {v.slot for v in self.roster if self.on(v) and b.in_blast(landing, v.cell, X) and b.los(landing, v.cell)}
            extra = {
                f.slot for f in self.friends(u) if any(self.roster[s].seat != u.seat and self.near(f, self.roster[s], 1) for s in hit)
            }
            hit |= extra
            order = []
            if target is not None and not scattered:
                order.append(target.slot)
            order += [s for s in sorted(hit, key=lambda s: (self.roster[s].seat == u.seat, s)) if s not in order]
            victims = [self.roster[s] for s in order]
            if scattered:
                at.target = None
        partner_hits = set()
        if a and len(self.acts) == 2:
            other = [o for o in self.acts if o is not a][0]
            partner_hits = other.hits
        for v in victims:
            if not self.on(v):
                continue
            cheap = bool(v.slot in partner_hits and Trait.CONCENTRATED in u.traits and v.seat != u.seat)
            if a and v.seat != u.seat:
                a.hits.add(v.slot)
            dice = int(t["injury_dice"][w]) + injury_long
            k2 = set(kw)
            if crit and v is target:
                dice += 2 if Keyword.CRITICAL in kw else 1
                if Keyword.BULLS_EYE in kw:
                    k2.add(Keyword.IGNORE_ARMOUR)
            if Keyword.ASSASSIN in kw and v.down:
                k2.add(Keyword.IGNORE_ARMOUR)
            if melee and v.down:
                dice += 1
                if Trait.FINISH in u.traits:
                    dice += 1
            if Keyword.GAS in kw and Trait.GAS_PROOF in v.traits:
                dice -= 1
            if Keyword.SHRAPNEL in kw and Trait.SHRAPNEL_PROOF in v.traits:
                dice -= 1
            deadly = Keyword.DEADLY in kw
            if Keyword.BOMB in kw:
                if v is direct:
                    deadly = True
                if v.cell != landing and b.duck(landing, v.cell):
                    dice -= 1
            yield from self.injury(
                v,
                dice,
                self.armour_modifier(v, k2, int(t["injury_modifier"][w])),
                deadly=deadly,
                cheap=cheap,
                marks=self.marks(v, kw),
                attack=at,
                causer=u,
            )
            if Keyword.BOMB in kw and self.on(v):
                yield from self.throw(u, v, landing, v is target and not scattered)
        return at

    def throw(self, u, v, aim, is_target):
        """The infernal bomb throws whom it hurts (TC-ABL-11)."""
        b = self.board
        frm = u.cell if (is_target or v.cell == aim) else aim
        if (v is u and v.cell == aim) or frm < 0 or frm == v.cell:
            return
        r = self.d3()
        x0, y0 = place_of(frm)
        x1, y1 = place_of(v.cell)
        dx, dy = x1 - x0, y1 - y0
        best = max(range(8), key=lambda k: (dx * AROUND[k][0] + dy * AROUND[k][1]) / math.hypot(*AROUND[k]))
        left = r * 10
        c = v.cell
        cost = 14 if AROUND[best][0] and AROUND[best][1] else 10
        while left >= cost:
            if not b.step_ok[c, best]:
                break
            q = b.around[c][best]
            if self.holder(q) is not None or b.height[q] - b.height[c] > 1:
                break
            left -= cost
            if b.height[c] - b.height[q] >= 3 and not (cost == 10 and b.terrain[q] == Terrain.STAIRS):
                yield from self.fall(v, q, b.height[c] - b.height[q], u)
                return
            self.relocate(v, q)
            c = q
