"""What sets of ability dice are spent on. Clauses: WC-ABIL, WC-UNI, WC-IRON, WC-FANG, WC-RAVEN, WC-HUNT."""

from __future__ import annotations

from skirmish_rl.envs.warcry.questions import OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.warcry.state import Ability

D, T, Q = 2, 3, 4
# ability: (dice of its set, faction, runemark)
COST = {
    "rush": (D, "", ""),
    "onslaught": (D, "", ""),
    "respite": (T, "", ""),
    "inspiring_presence": (T, "", "hero"),
    "rampage": (Q, "", ""),
    "bolas": (D, "iron", ""),
    "crushing_blow": (D, "iron", "brute"),
    "press_on": (D, "iron", "hero"),
    "ram": (T, "iron", "destroyer"),
    "stand_defiant": (T, "iron", "icon"),
    "whirlwind": (Q, "iron", "berserker"),
    "savage_fury": (D, "fang", ""),
    "all_out": (D, "fang", "hero"),
    "beastmaster": (D, "fang", "agile"),
    "snag": (T, "fang", "brute"),
    "pounce": (T, "fang", "beast"),
    "unleash": (Q, "fang", ""),
    "dart": (D, "raven", ""),
    "harry": (D, "raven", "scout"),
    "swift_climb": (D, "raven", "champion"),
    "trophy": (T, "raven", "hero"),
    "swoop": (T, "raven", "agile"),
    "death_from_above": (Q, "raven", ""),
    "cower": (T, "", "sentience"),
    "death_grip": (D, "hunt", "beast"),
    "hunting_pack": (D, "hunt", "warrior"),
    "hunters_eye": (D, "hunt", "champion"),
    "keen": (T, "hunt", "trapper"),
    "regroup": (Q, "hunt", "warrior"),
}
COST25 = dict(COST, onslaught=(T, "", ""), respite=(D, "", ""), reckoning=(Q, "", ""))
del COST25["rampage"]


class Abilities:
    """Whom abilities are open to, and what they do."""

    def has(self, unit, n):
        """True if an ability is open to the fighter. Clauses: WC-ABIL."""
        cost, fac, mark = self.cost[n]
        return (not fac or unit.profile["faction"] == fac) and (not mark or mark in unit.profile["marks"])

    def abilities(self, unit):
        """Abilities a fighter may use now."""
        return [n for n in self.cost if self.has(unit, n) and self.usable(unit, n)]

    def targets(self, unit, n):
        """Whom an ability may be for; None if it asks for nobody."""
        seen = lambda vs, r, other=True: [v for v in vs if self.near(unit, v, r) and self.visible(unit, v)]
        if n == "inspiring_presence":
            return [
                v
                for v in self.friends(unit)
                if v is not unit and not v.activated and v.lost < 2 and self.near(unit, v, 6) and self.visible(unit, v)
            ]
        if n == "bolas":
            return seen(self.foes(unit), 6)
        if n == "whirlwind":
            return seen(self.foes(unit), 3)
        if n == "beastmaster":
            return [v for v in seen(self.friends(unit), 4) if v is not unit and "beast" in v.profile["marks"]]
        if n == "dart":
            return seen(self.foes(unit), 8)
        if n == "harry":
            return [v for v in self.foes(unit) if self.near(unit, v, 20)]
        if n == "hunting_pack":
            return [v for v in self.friends(unit) if v is not unit and v.profile["faction"] == "hunt" and self.near(unit, v, 2)]
        if n == "regroup":
            return [v for v in seen(self.friends(unit), 6) if v is not unit and v.profile["faction"] == "hunt"]
        return None

    def usable(self, unit, n):
        """True if an ability's own condition holds."""
        if n == "respite":
            return not self.engaged(unit)
        if n == "reckoning":
            return 2 * sum(v.status == "D" for v in self.side[unit.seat]) >= len(self.side[unit.seat])
        if n in ("press_on", "all_out", "trophy"):
            return self.downed
        t = self.targets(unit, n)
        return t is None or bool(t)

    def ability(self, unit, n, v):
        """An ability is used with a set of this value. Clauses: WC-UNI, WC-IRON, WC-FANG, WC-RAVEN, WC-HUNT."""
        self.dice[unit.seat][v - 1] = 0
        self.ability_used = True
        boost = self.boost
        if n in ("inspiring_presence", "bolas", "beastmaster", "dart", "harry", "hunting_pack"):
            answer = yield from self.ask(Decision.TARGET, unit.seat, Ability[n.upper()], {UNIT + t.slot for t in self.targets(unit, n)})
            t = self.units[answer - UNIT]
        if n == "rush":
            boost["move"] += 1
        elif n == "onslaught":
            boost["attacks"] += 1
        elif n == "respite":
            unit.damage = max(0, unit.damage - v)
        elif n == "inspiring_presence":
            self.inspired = t
        elif n == "rampage":
            yield from self.move(unit, base=v, optional=True)
            if unit.status == "B":
                yield from self.attack(unit, optional=True)
        elif n == "reckoning":
            yield from self.move(unit, base=v)
            if unit.status == "B" and self.engaged(unit):
                yield from self.attack(unit)
        elif n == "bolas":
            dice = [self.roll(), self.roll()]
            self.hurt(t, sum(v if d == 6 else int(d >= 4) for d in dice))
            yield from self.bury()
        elif n == "crushing_blow":
            boost["strength"] += v
        elif n in ("press_on", "all_out"):
            options = set()
            if self.move_options(unit):
                options.add(OPTION + Option.MOVE)
            if self.attack_options(unit):
                options.add(OPTION + Option.ATTACK)
            if options:
                answer = yield from self.ask(Decision.BONUS, unit.seat, unit.slot, options)
                yield from (self.move(unit) if answer == OPTION + Option.MOVE else self.attack(unit))
        elif n in ("ram", "pounce"):
            boost["ram"] = v
        elif n == "stand_defiant":
            unit.defiant = min(2, unit.defiant + 1)
        elif n == "whirlwind":
            for t in self.targets(unit, n):
                self.hurt(t, v)
            yield from self.bury()
        elif n == "savage_fury":
            boost["next_move"] += 1
            boost["next_attacks"] += 1
        elif n == "beastmaster":
            yield from self.attack(t)
        elif n == "snag":
            yield from self.attack(unit, snag=v)
        elif n == "unleash":
            unit.unleashed += -(-v // 2)
        elif n == "dart":
            d = self.roll()
            self.hurt(t, v if d >= 5 else int(d >= 2))
            yield from self.bury()
        elif n == "harry":
            t.harried = True
        elif n == "swift_climb":
            boost["swift"] += 1
        elif n == "trophy":
            unit.trophy = min(2, unit.trophy + 1)
        elif n in ("swoop", "death_from_above"):
            h = self.board.height(unit.node)
            yield from self.move(unit)
            if unit.status == "B":
                low = h - self.board.height(unit.node) >= 4
                if n == "death_from_above":
                    yield from self.attack(unit, optional=True, strength=int(low))
                elif low:
                    yield from self.attack(unit, optional=True)
        elif n == "cower":
            unit.cowering = True
        elif n == "death_grip":
            boost["grip"] = 1
        elif n == "hunting_pack":
            yield from self.attack(t, near=unit)
        elif n == "hunters_eye":
            boost["damage"] += 1
        elif n == "keen":
            boost["keen"] = 1
        elif n == "regroup":
            for t in self.side[unit.seat]:
                if (
                    t is unit
                    or t.status != "B"
                    or t.profile["faction"] != "hunt"
                    or unit.status != "B"
                    or not self.near(unit, t, 6)
                    or not self.visible(unit, t)
                ):
                    continue
                options = set()
                if self.move_options(t):
                    options.add(OPTION + Option.MOVE)
                if self.disengage_options(t):
                    options.add(OPTION + Option.DISENGAGE)
                if not options:
                    continue
                answer = yield from self.ask(Decision.BONUS, unit.seat, t.slot, options | {PASS})
                if answer == OPTION + Option.MOVE:
                    yield from self.move(t)
                elif answer == OPTION + Option.DISENGAGE:
                    yield from self.disengage(t)
