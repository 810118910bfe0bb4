"""The end of a round and of the battle. Clauses: WC-RND, WC-OBJ, WC-VIC, WC-VC, WC-TWI."""

from __future__ import annotations

import itertools

from skirmish_rl.envs.warcry.questions import OBJECTIVE, Decision
from tests.lockstep.warcry.lines import point_height, point_near


class Over(Exception):
    """The battle has ended."""


class Scoring:
    """Points, and who wins."""

    def end_round(self):
        """Control, points and the end of the battle. Clauses: WC-OBJ, WC-VC, WC-TWI, WC-RND, WC-VIC."""
        board = self.board
        for unit in self.units.values():
            unit.waiting = unit.cowering = unit.harried = False
            unit.defiant = unit.trophy = unit.unleashed = 0
            unit.objective = -1
            unit.activated = False
            unit.lost = 0
        objectives = [(point, point_height(board, point)) for point in self.scenario["objectives"]]
        at = lambda unit: [
            i
            for i, (point, h) in enumerate(objectives)
            if (self.loots[i] or self.scenario["kind"] != "uncover") and unit.status == "B" and point_near(board, point, h, unit.node, 3)
        ]
        counts = [[0, 0] for _ in objectives]
        first = max(self.opener, 0)
        for seat in (first, 1 - first):
            for unit in self.side[seat]:
                options = at(unit)
                if self.scenario.get("single") and len(options) > 1:
                    a = yield from self.ask(Decision.ASSIGN, seat, unit.slot, {OBJECTIVE + i for i in options})
                    options = [a - OBJECTIVE]
                for i in options:
                    counts[i][seat] += 1
        for i, (a, b) in enumerate(counts):
            if a != b:
                self.control[i] = 0 if a > b else 1
        held = [
            sum(c == seat and (self.loots[i] or self.scenario["kind"] != "uncover") for i, c in enumerate(self.control)) for seat in (0, 1)
        ]
        k = self.scenario["kind"]
        prizes = self.scenario.get(
            "points",
            {
                "each": {"per_objective": 1},
                "marks": {"for_any": 1, "for_two": 1, "for_more": 1, "for_wounds": 2},
                "tally": {"for_tally": 2, "for_leader": 1, "for_centre": 1},
            }.get(k, {}),
        )
        g = lambda n: prizes.get(n, 0)
        inches = self.scenario.get("centre_inches", 6)
        centre = (board.w / 2, board.h / 2)
        centre_height = point_height(board, centre)

        def close(seat, r):
            return sum(unit.status == "B" and point_near(board, centre, centre_height, unit.node, r) for unit in self.side[seat])

        for seat in (0, 1):
            q = 1 - seat
            self.points[seat] += (
                g("per_objective") * held[seat]
                + g("for_any") * (held[seat] >= 1)
                + g("for_two") * (held[seat] >= 2)
                + g("for_more") * (held[seat] > held[q])
            )
            self.points[seat] += (
                g("for_wounds") * (self.wounds_down[seat] > self.wounds_down[q])
                + g("for_tally") * (self.tally[seat] > self.tally[q])
                + g("for_leader") * self.leader_down[seat]
            )
            if g("for_centre"):
                self.points[seat] += g("for_centre") * (close(seat, inches) > close(q, inches))
            if g("for_quarters"):
                self.points[seat] += g("for_quarters") * (self.quarters(seat) > self.quarters(q))
        if self.named is not None and self.control[self.named] >= 0 and (self.loots[self.named] or k != "uncover"):
            self.points[self.control[self.named]] += 1
        self.tally = [0, 0]
        self.leader_down = [0, 0]
        if self.options["extra_rounds"] and self.round > self.options["rounds"] + 1:
            l = [self.left(0), self.left(1)]
            if min(l) == 0:
                self.finish(None if max(l) == 0 else int(l[1] > 0), "draw" if max(l) == 0 else "wiped_out")
            if self.round >= 12:
                self.finish(None, "draw")
            return
        if self.round >= self.options["rounds"]:
            if k == "uncover":
                for seat in (0, 1):
                    self.points[seat] += g("per_treasure") * sum(unit.treasure >= 0 and unit.status == "B" for unit in self.side[seat])
            if k == "relic":
                for t in self.tokens:
                    if t[1] is not None:
                        self.finish(t[1] // 15, "treasure")
                    else:
                        p0 = (t[0][0] + 0.5, t[0][1] + 0.5)
                        c = [
                            sum(unit.status == "B" and point_near(board, p0, board.level[t[0]], unit.node, 3) for unit in self.side[seat])
                            for seat in (0, 1)
                        ]
                        if c[0] != c[1]:
                            self.finish(int(c[1] > c[0]), "centre")
            elif k == "hoard":
                c = [sum(unit.treasure >= 0 and unit.status == "B" for unit in self.side[seat]) for seat in (0, 1)]
                if c[0] != c[1]:
                    self.finish(int(c[1] > c[0]), "treasure")
                c = [close(0, inches), close(1, inches)]
                if c[0] != c[1]:
                    self.finish(int(c[1] > c[0]), "centre")
            elif self.points[0] != self.points[1]:
                self.finish(int(self.points[1] > self.points[0]), "victory_points")
            if self.options["extra_rounds"] and self.kills[0] == self.kills[1]:
                left = [self.left(0), self.left(1)]
                if self.round >= 12 or (self.round > self.options["rounds"] and not min(left)):
                    alone = None if bool(left[0]) == bool(left[1]) else int(left[1] > 0)
                    self.finish(alone, "draw" if alone is None else "wiped_out")
            else:
                self.finish_by_kills()

    def quarters(self, p):
        """Table quarters with more fighters of a seat. Clauses: WC-VC-06."""
        board = self.board
        n = 0

        def q(unit):
            x, y = unit.cell
            a = 0 if x + 1 <= board.w / 2 else 1 if x >= board.w / 2 else None
            b = 0 if y + 1 <= board.h / 2 else 1 if y >= board.h / 2 else None
            return None if a is None or b is None else (a, b)

        for z in itertools.product((0, 1), repeat=2):
            c = [sum(unit.status == "B" and q(unit) == z for unit in self.side[i]) for i in (p, 1 - p)]
            n += c[0] > c[1]
        return n

    def finish_by_kills(self):
        """The last tie-break. Clauses: WC-VIC."""
        if self.kills[0] != self.kills[1]:
            self.finish(int(self.kills[1] > self.kills[0]), "kills")
        self.finish(None, "draw")

    def finish(self, winner, reason):
        """The battle ends; winner None is a draw."""
        self.winner, self.reason = winner, reason
        raise Over
