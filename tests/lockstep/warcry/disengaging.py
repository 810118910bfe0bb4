"""The disengage action and striking down who makes it. Clauses: WC-DIS, WC-REACT."""

from __future__ import annotations

from skirmish_rl.envs.warcry.questions import CELL, PASS, UNIT, Decision
from tests.lockstep.warcry.lines import cell_of, cid, within


class Disengaging:
    """Getting away from enemies."""

    def disengage_options(self, unit):
        """Where a fighter may disengage to: node -> (impact rolls, cost). Clauses: WC-DIS."""
        if unit.treasure >= 0 or unit.harried or unit.node[0] != "c" or not self.engaged(unit):
            return {}
        lab = self.search(unit, [(0, 0, unit.node)], 30, False, False, level_only=True)
        lying = {t[0] for t in self.tokens if t[0] is not None}
        self.dis_info = {"lab0": lab, "fly": False, "swift": False, "start": unit.node, "lim1": 30}
        return {
            n: min(rc.items())
            for n, rc in lab.items()
            if n != unit.node and n[1] not in lying and all(not within(self.board, n, v.node, 1) for v in self.foes(unit))
        }

    def disengage(self, unit, bonus=False):
        """A disengage action; an enemy may strike first, unless it is a bonus. Clauses: WC-DIS, WC-REACT."""
        if not bonus:
            en = [v for v in self.foes(unit) if self.near(unit, v, 1) and self.visible(v, unit) and self.can_react(v)]
            if en:
                answer = yield from self.ask(Decision.STRIKE, 1 - unit.seat, unit.slot, {UNIT + v.slot for v in en} | {PASS})
                if answer != PASS:
                    self.spend(self.units[answer - UNIT])
                    if self.roll() >= 4:
                        self.hurt(unit, self.roll())
                        if unit.status != "B":
                            yield from self.bury()
                            return
        choices = self.disengage_options(unit)
        if not choices:
            return
        answer = yield from self.ask(Decision.DISENGAGE, unit.seat, unit.slot, {CELL + cid(*n[1]) for n in choices})
        n = ("c", cell_of(answer - CELL))
        risk, cost = choices[n]
        if risk:
            info = self.dis_info
            # level-only path
            lab = info["lab0"]
            cur, r, c, out = n, risk, cost, []

            def free(cc):
                other = self.standing.get(cc)
                return other is None or other is unit

            before = {}
            for q in lab:
                for to, ec, rolls, ok in self.ways(unit, q, False, False, True, free):
                    if ok:
                        before.setdefault(to, []).append((q, ec, rolls))
            while cur != info["start"] or c:
                best = min((self.numbers[p], p, ec, rolls) for p, ec, rolls in before[cur] if lab.get(p, {}).get(r - rolls) == c - ec)
                out.append((cur, best[3]))
                cur, c, r = best[1], c - best[2], r - best[3]
            for q, rolls in out[::-1]:
                self.put(unit, q)
                for _ in range(rolls):
                    self.impact(unit)
                if unit.status != "B":
                    yield from self.bury()
                    return
        self.put(unit, n)
