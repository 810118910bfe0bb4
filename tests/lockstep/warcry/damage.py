"""Who is where, who sees whom, damage, treasures that drop, falling. Clauses: WC-VIS, WC-DMG, WC-TRE, WC-FALL."""

from __future__ import annotations

from skirmish_rl.envs.warcry.questions import CELL, Decision
from skirmish_rl.envs.warcry.state import FORCE
from tests.lockstep.warcry.lines import cell_of, cid, gap2, within


class Damage:
    """Sight between fighters, and what harms them."""

    def foes(self, unit):
        """Enemies on the board."""
        return [foe for foe in self.side[1 - unit.seat] if foe.status == "B"]

    def friends(self, unit):
        """Friends on the board, the fighter included."""
        return [friend for friend in self.side[unit.seat] if friend.status == "B"]

    def engaged(self, unit):
        """True if an enemy is within 1 inch."""
        return any(within(self.board, unit.node, target.node, 1) for target in self.foes(unit))

    def near(self, unit, target, r):
        """True if two fighters are within r inches."""
        return within(self.board, unit.node, target.node, r)

    def visible(self, unit, target):
        """True if a line between two fighters is free of terrain and of others. Clauses: WC-VIS, DG-6."""
        if unit is target:
            return True
        for line in self.board.lines(unit.node, target.node):
            for c, lo, hi in line:
                other = self.standing.get(c)
                if other is not None and other is not unit and other is not target:
                    h = self.board.height(other.node)
                    if lo <= h + 3 and hi >= h:
                        break
            else:
                return True
        return False

    def hurt(self, unit, n, credit=None):
        """Damage is allocated; True if it takes the fighter down. Clauses: WC-DMG."""
        if unit.status != "B":
            return False
        unit.damage += n
        if unit.damage < unit.profile["W"]:
            return False
        foe = 1 - unit.seat
        self.kills[foe] += unit.profile["pts"]
        self.tally[foe] += unit.profile["pts"]
        self.wounds_down[foe] += unit.profile["W"]
        if unit.slot % FORCE == 0:
            self.leader_down[foe] = 1
        if credit is not None and credit is self.active:
            self.downed = True
        unit.status = "D"
        unit.waiting = False
        del self.standing[unit.cell]
        unit.where = unit.node
        unit.node = None
        self.dead.append(unit)
        return True

    def bury(self):
        """What follows on fighters taken down: the end of the battle, or dropped treasures. Clauses: WC-VIC-05, WC-TRE-08.

        Of those taken down at one moment the last drops first.
        """
        if not self.options["play_out"]:
            l = [self.left(0), self.left(1)]
            if 0 in l:
                if l == [0, 0]:
                    if self.points[0] != self.points[1]:
                        self.finish(int(self.points[1] > self.points[0]), "wiped_out")
                    if self.kills[0] != self.kills[1]:
                        self.finish(int(self.kills[1] > self.kills[0]), "wiped_out")
                    self.finish(None, "draw")
                self.finish(0 if l[0] else 1, "wiped_out")
        dead, self.dead = self.dead, []
        for unit in reversed(dead):
            if unit.treasure >= 0:
                yield from self.drop(unit, own=True)

    def impact(self, unit):
        """A roll for impact damage. Clauses: WC-FALL."""
        r = self.roll()
        self.hurt(unit, {4: 1, 5: 1, 6: 3}.get(r, 0))

    def drop_cells(self, node, own):
        """Where a treasure may be dropped from a node. Clauses: WC-TRE."""
        x, y = node[1]
        h = self.board.height(node)
        return [
            (i, j)
            for j in (y - 1, y, y + 1)
            for i in (x - 1, x, x + 1)
            if self.board.inside((i, j)) and self.board.stand[i, j] and self.board.level[i, j] <= h and (own or (i, j) != (x, y))
        ]

    def drop(self, unit, own):
        """A fighter drops its treasure. Clauses: WC-TRE."""
        node = unit.node or unit.where
        answer = yield from self.ask(Decision.DROP, unit.seat, unit.slot, {CELL + cid(*c) for c in self.drop_cells(node, own)})
        self.tokens[unit.treasure] = [cell_of(answer - CELL), None]
        unit.treasure = -1

    def fall(self, unit):
        """A fighter falls where its opponent says. Clauses: WC-FALL."""
        h = self.board.height(unit.node)
        cells = [
            c
            for c in self.board.cells
            if self.board.stand[c]
            and self.board.level[c] < h
            and gap2(unit.cell, c) <= 4
            and (c not in self.standing or self.standing[c] is unit)
        ]
        if not cells:
            if unit.node[0] != "c":
                self.hurt(unit, 999)
                yield from self.bury()
            return
        answer = yield from self.ask(Decision.FALL, 1 - unit.seat, unit.slot, {CELL + cid(*c) for c in cells})
        c = cell_of(answer - CELL)
        self.put(unit, ("c", c))
        n = int(h - self.board.level[c] >= 6)
        n += any(gap2(c, d) * 4 + self.board.level[c] ** 2 <= 4 for d in self.board.deadly)
        for _ in range(n):
            self.impact(unit)
            if unit.status != "B":
                break
        yield from self.bury()
