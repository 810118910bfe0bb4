"""The hero phase, who is activated, and what an activation is made of. Clauses: WC-INIT, WC-DICE, WC-WILD, WC-SEIZE, WC-COMB, WC-ACT."""

from __future__ import annotations

from skirmish_rl.envs.warcry.questions import ABILITY, FACE, OBJECTIVE, OPTION, PAIR, PASS, UNIT, Decision, Option
from skirmish_rl.envs.warcry.state import Ability
from tests.lockstep.warcry.lines import point_height, point_near


class Rounds:
    """The course of a round and of an activation."""

    def singles(self, p):
        """Singles of a seat, wild dice counted."""
        return sum(x == 1 for x in self.dice[p]) + self.as_singles[p]

    def hero(self):
        """The hero phase. Clauses: WC-INIT, WC-DICE, WC-WILD, WC-SEIZE, WC-TWI."""
        if self.options["twist"] == "trailing_dice" and self.points[0] != self.points[1]:
            seat = 0 if self.points[0] < self.points[1] else 1
            self.extra[seat] = abs(self.points[0] - self.points[1])
            self.wild[seat] += self.extra[seat]
        self.as_singles = [0, 0]
        self.paired = [set(), set()]
        self.trait_used = [False, False]
        for seat in (0, 1):
            self.dice[seat] = [0] * 6
            for _ in range(6):
                self.dice[seat][self.roll() - 1] += 1
        a, b = self.singles(0), self.singles(1)
        tied0 = a == b
        h = self.rolloff() if tied0 else (0 if a > b else 1)
        self.initiative = h
        self.wild[0] += 1
        self.wild[1] += 1
        for seat in (h, 1 - h):
            while self.wild[seat]:
                options = {PASS, OPTION + Option.SINGLE} | {
                    PAIR + v for v in range(6) if self.dice[seat][v] in (1, 2, 3) and v not in self.paired[seat]
                }
                a = yield from self.ask(Decision.WILD, seat, None, options)
                if a == PASS:
                    break
                self.wild[seat] -= 1
                self.extra[seat] = max(0, self.extra[seat] - 1)
                if a == OPTION + Option.SINGLE:
                    self.as_singles[seat] += 1
                else:
                    self.dice[seat][a - PAIR] += 1
                    self.paired[seat].add(a - PAIR)
        hs, os = self.singles(h), self.singles(1 - h)
        if os > hs:
            self.initiative = 1 - h
        elif os == hs and not tied0:
            self.initiative = self.rolloff()
        for seat in (0, 1):
            self.wild[seat] -= self.extra[seat]
            self.extra[seat] = 0
        h = self.initiative
        if self.options["traits"]:
            for seat in (h, 1 - h):
                if self.faction[seat] == "iron" and self.dice[seat][5] < 2:
                    options = {FACE + f for f in range(5) if self.dice[seat][f] >= 2}
                    if options:
                        a = yield from self.ask(Decision.SET_TO_SIX, seat, None, options | {PASS})
                        if a != PASS:
                            f = a - FACE
                            self.dice[seat][5] = self.dice[seat][f]
                            self.dice[seat][f] = 0
        self.named = None
        up = [i for i in range(len(self.control)) if self.loots[i] or self.scenario["kind"] != "uncover"]
        if up:
            who = None
            if self.options["twist"] == "marked_ground":
                who = 1 - h
            if self.options["twist"] == "trailing_prize" and self.points[0] != self.points[1]:
                who = 0 if self.points[0] < self.points[1] else 1
            if who is not None:
                self.named = (yield from self.ask(Decision.NAME_OBJECTIVE, who, None, {OBJECTIVE + i for i in up})) - OBJECTIVE

    def eligible(self, unit):
        """True if a fighter may be activated. Clauses: WC-COMB, WC-WAIT."""
        return unit.status == "B" and (unit.waiting or (not unit.activated and unit.lost < 2))

    def combat(self):
        """The combat phase. Clauses: WC-COMB."""
        self.opener = -1
        answer = yield from self.ask(Decision.FIRST, self.initiative, None, {OPTION + Option.SELF, OPTION + Option.OPPONENT})
        p = self.initiative if answer == OPTION + Option.SELF else 1 - self.initiative
        passes = 0
        while passes < 2:
            ready = [unit for unit in self.side[p] if self.eligible(unit)]
            if not ready:
                passes += 1
            else:
                passes = 0
                answer = yield from self.ask(Decision.ACTIVATE, p, None, {UNIT + unit.slot for unit in ready})
                if self.opener < 0:
                    self.opener = p
                unit = self.units[answer - UNIT]
                while unit is not None:
                    yield from self.activation(unit)
                    v, self.inspired = self.inspired, None
                    unit = None
                    if v is not None and v.status == "B" and not v.activated and v.lost < 2:
                        if (yield from self.ask(Decision.FOLLOW, p, v.slot, {OPTION + Option.YES, PASS})) == OPTION + Option.YES:
                            unit = v
            p = 1 - p

    def activation(self, unit):
        """Actions and abilities of one fighter. Clauses: WC-ACT, WC-ABIL, WC-WAIT, WC-FALL-01, WC-VC-03."""
        self.active, self.inspired = unit, None
        self.boost = dict.fromkeys(
            ["move", "attacks", "strength", "damage", "keen", "swift", "next_move", "next_attacks", "ram", "grip"], 0
        )
        self.actions_left = 1 if unit.waiting else 2 - unit.lost
        unit.waiting = False
        unit.activated = True
        self.actions_made = 0
        self.ability_used = False
        self.downed = False
        while unit.status == "B":
            options = set()
            if not self.ability_used or (self.options["last_stand"] and self.left(unit.seat) == 1):
                for n in self.abilities(unit):
                    options |= {
                        ABILITY + 6 * Ability[n.upper()] + f for f in range(6) if min(self.dice[unit.seat][f], 4) >= self.cost[n][0]
                    }
            if self.actions_left:
                options.add(OPTION + Option.WAIT)
                if self.any_move(unit):
                    options.add(OPTION + Option.MOVE)
                if self.attack_options(unit):
                    options.add(OPTION + Option.ATTACK)
                if self.disengage_options(unit):
                    options.add(OPTION + Option.DISENGAGE)
                if self.loot_options(unit):
                    options.add(OPTION + Option.LOOT)
                if unit.treasure >= 0 and self.drop_cells(unit.node, own=False):
                    options.add(OPTION + Option.DROP)
            elif options:
                options.add(PASS)
            else:
                break
            answer = yield from self.ask(Decision.STEP, unit.seat, unit.slot, options)
            if answer == PASS:
                break
            if answer >= ABILITY:
                yield from self.ability(unit, Ability((answer - ABILITY) // 6).name.lower(), (answer - ABILITY) % 6 + 1)
                continue
            first = self.actions_left == 2 and self.actions_made == 0
            self.actions_left -= 1
            self.actions_made += 1
            if answer == OPTION + Option.WAIT:
                if first:
                    unit.waiting = True
                self.actions_left = 0
                break
            if answer == OPTION + Option.MOVE:
                yield from self.move(unit)
            elif answer == OPTION + Option.ATTACK:
                yield from self.attack(unit)
            elif answer == OPTION + Option.DISENGAGE:
                yield from self.disengage(unit)
            elif answer == OPTION + Option.LOOT:
                answer = yield from self.ask(Decision.LOOT, unit.seat, unit.slot, {OBJECTIVE + i for i in self.loot_options(unit)})
                self.loots[answer - OBJECTIVE] -= 1
                self.tokens.append([None, unit.slot])
                unit.treasure = len(self.tokens) - 1
            elif answer == OPTION + Option.DROP:
                yield from self.drop(unit, own=False)
        if unit.status == "B" and unit.node[0] == "f":
            yield from self.fall(unit)
        if unit.status == "B" and self.scenario["kind"] == "relic" and unit.treasure >= 0:
            self.hurt(unit, self.roll())
            yield from self.bury()
        self.boost = dict.fromkeys(self.boost, 0)
        self.active = None

    def loot_options(self, unit):
        """Objectives a fighter may loot. Clauses: WC-VC-05."""
        if self.scenario["kind"] != "uncover" or unit.treasure >= 0 or "beast" in unit.profile["marks"]:
            return []
        return [
            i
            for i, p in enumerate(self.scenario["objectives"])
            if self.loots[i] and point_near(self.board, p, point_height(self.board, p), unit.node, 1)
        ]

    def left(self, seat):
        """Fighters of a seat that are not taken down."""
        return sum(unit.status in "RB" for unit in self.side[seat])
