"""Roles, battle groups, deployment, reserves, treasures laid out. Clauses: WC-SETUP, WC-GRP, WC-DEP, WC-RES, WC-VC."""

from __future__ import annotations

import itertools

from skirmish_rl.envs.warcry.questions import CELL, OPTION, UNIT, Decision, Option
from tests.lockstep.warcry.lines import cell_d2, cell_of, cid, point_height, zone_cells


class SettingUp:
    """How a battle begins, and who arrives later."""

    def set_out(self):
        """Everything before the first round. Clauses: WC-SETUP, WC-GRP, WC-DEP."""
        w = self.rolloff()
        answer = yield from self.ask(Decision.ROLE, w, None, {OPTION + Option.ATTACKER, OPTION + Option.DEFENDER})
        self.attacker = w if answer == OPTION + Option.ATTACKER else 1 - w
        self.defender = 1 - self.attacker
        for seat in (self.defender, self.attacker):
            n = len(self.side[seat])
            counts = [0, 0, 0]
            finals = {p for p in itertools.product(range(n // 3, -(-n // 3) + 1), repeat=3) if sum(p) == n}
            for unit in self.side[seat]:
                ok = [g for g in range(3) if any(all(f[i] >= counts[i] + (i == g) for i in range(3)) for f in finals)]
                answer = yield from self.ask(Decision.BATTLE_GROUP, seat, unit.slot, {OPTION + Option.DAGGER + g for g in ok})
                unit.group = answer - OPTION - Option.DAGGER
                counts[unit.group] += 1
        w = self.rolloff()
        answer = yield from self.ask(Decision.COLOUR, w, None, {OPTION + Option.RED, OPTION + Option.BLUE})
        red = w if answer == OPTION + Option.RED else 1 - w
        self.red = red
        self.deployment = [self.scenario["red"], self.scenario["blue"]] if red == 0 else [self.scenario["blue"], self.scenario["red"]]
        for g in range(3):
            for seat in (self.defender, self.attacker):
                if self.deployment[seat][g][1] == 1:
                    yield from self.place_group(seat, g)
        if self.scenario["kind"] in ("hoard", "relic"):
            yield from self.place_treasure()

    def free_ground(self):
        """Cells where one more fighter may stand."""
        return [c for c in self.board.cells if self.board.stand[c] and c not in self.standing]

    def place_group(self, seat, g):
        """A battle group is set up, as near as can be where it does not fit. Clauses: WC-DEP, WC-RES."""
        group = [unit for unit in self.side[seat] if unit.group == g and unit.status == "R"]
        point = self.deployment[seat][g][0]
        zone = list(zone_cells(self.board, point))
        if sum(c not in self.standing for c in zone) >= len(group):
            for unit in group:
                answer = yield from self.ask(Decision.DEPLOY, seat, unit.slot, {CELL + cid(*c) for c in zone if c not in self.standing})
                self.put(unit, ("c", cell_of(answer - CELL)))
        else:
            while group:
                answer = yield from self.ask(Decision.NEXT_FIGHTER, seat, None, {UNIT + unit.slot for unit in group})
                unit = self.units[answer - UNIT]
                free = self.free_ground()
                best = min(cell_d2(c, point) for c in free)
                answer = yield from self.ask(Decision.DEPLOY, seat, unit.slot, {CELL + cid(*c) for c in free if cell_d2(c, point) == best})
                self.put(unit, ("c", cell_of(answer - CELL)))
                group.remove(unit)

    def put(self, unit, node):
        """A fighter stands at a node from now on."""
        if unit.node is not None and self.standing.get(unit.cell) is unit:
            del self.standing[unit.cell]
        unit.node = node
        unit.status = "B"
        self.standing[node[1]] = unit

    def place_treasure(self):
        """Defender and attacker lay out treasures in turn. Clauses: WC-VC-02, WC-VC-03."""
        cx, cy = self.board.w / 2, self.board.h / 2
        ph = point_height(self.board, (cx, cy))

        def d2(c, k):
            return (c[0] + 0.5 - cx) ** 2 + (c[1] + 0.5 - cy) ** 2 + (((self.board.level[c] - ph) / 2) ** 2 if k else 0)

        for k in range(self.scenario.get("tokens", 5)):
            seat = self.defender if k == 0 else (self.attacker if k % 2 == 1 else self.defender)
            r = 1 if k == 0 else 5
            ok = [
                c
                for c in self.board.cells
                if self.board.stand[c]
                and d2(c, k) <= r * r
                and all(
                    (c[0] - t[0][0]) ** 2 + (c[1] - t[0][1]) ** 2 + ((self.board.level[c] - self.board.level[t[0]]) / 2) ** 2 > 9
                    for t in self.tokens
                )
            ]
            if not ok:
                break
            answer = yield from self.ask(Decision.TREASURE, seat, None, {CELL + cid(*c) for c in ok})
            self.tokens.append([cell_of(answer - CELL), None])

    def reserves(self):
        """Battle groups of this round arrive. Clauses: WC-RES."""
        for seat in (self.initiative, 1 - self.initiative):
            for g in range(3):
                if self.deployment[seat][g][1] == self.round:
                    yield from self.place_group(seat, g)
