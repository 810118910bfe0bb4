"""The activation of a model or of a Fireteam (chapter C)."""

from __future__ import annotations

from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import OPTION, UNIT, VERB
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.questions import Option as O
from skirmish_rl.envs.trench_crusade.state import FORCE, Reason, Status, Terrain, Verb
from tests.lockstep.trench_crusade.abilities import Abilities
from tests.lockstep.trench_crusade.play import Act, GameIsOver


class Activation(Abilities):
    """The activation of a model or of a Fireteam (chapter C)."""

    def verbs(self, a):
        """Actions that may be taken now (TC-ACT-05 to 11)."""
        u = a.model
        v = {Verb.END}
        eng = bool(self.engaged(u))
        heavy = a.heavy
        if not a.moved and not heavy:
            if eng:
                v.add(Verb.RETREAT)
            else:
                v.add(Verb.MOVE)
                budget, half = self.move_budget(u)
                r, d = self.board.modes(u.cell, budget, u.mover, half)
                if r:
                    v.add(Verb.MOVE_RISK)
                if d:
                    v.add(Verb.MOVE_DROP)
                if not a.plain and self.chargeable(u):
                    v.add(Verb.CHARGE)
        if not a.dashed and not eng and not heavy:
            v.add(Verb.DASH)
        if self.shootable(u, a):
            v.add(Verb.SHOOT)
        if (not a.fought or a.again) and not a.plain:
            ts, ws = self.fightable(u)
            if ts and ws:
                v.add(Verb.FIGHT)
        sp = [
            (Verb.HOLD_FIRE, Trait.HOLD_FIRE, lambda: self.hold_targets(u)),
            (Verb.AIM, Trait.AIM, lambda: True),
            (Verb.PRAY, Trait.PRAYER, lambda: True),
            (Verb.TREAT, Trait.TREAT, lambda: self.helpable(u)),
            (Verb.FORTIFY, Trait.FORTIFY, lambda: not u.covered),
            (Verb.SET_MINE, Trait.MINES, lambda: self.minable(u)),
            (Verb.PUPPET, Trait.PUPPET, lambda: self.puppets(u)),
            (
                Verb.HIDE,
                Trait.HIDE,
                lambda: not u.hidden and self.board.by_height[u.cell] and not any(self.near(u, e, 1.5) for e in self.foes(u)),
            ),
        ]
        for verb, trait, ok in sp:
            if trait in u.traits and verb not in a.done and ok():
                v.add(verb)
        if Verb.CLAIM not in a.done and self.claimable(u):
            v.add(Verb.CLAIM)
        return v

    def activation(self, u):
        """TC-ACT-12, TC-KW-17, TC-KW-23."""
        members = [u]
        if u.partner >= 0:
            p = self.roster[u.partner]
            if self.on(p) and not p.activated:
                x = yield from self.ask(Q.JOINT, u.seat, u.slot, {OPTION + O.JOINTLY, OPTION + O.ALONE})
                if x == OPTION + O.JOINTLY:
                    members.append(p)
        self.acts = []
        self.ended = False
        for m in members:
            self.acts.append(Act(m, began_down=bool(m.down)))
            m.activated = 1
        for a in self.acts:
            m = a.model
            m.blood = max(0, m.blood - m.regen)
            if m.down:
                m.down = 0
                a.stood = True
            if self.board.terrain[m.cell] == Terrain.WIRE:
                ok = yield from self.wire_test(m)
                if not ok:
                    self.ended = True
            if self.ended:
                break
        yield from self.check_elimination()
        while not self.ended:
            a = self.acts[0]
            if len(self.acts) == 2:
                x = yield from self.ask(Q.MEMBER, u.seat, -1, {UNIT + m.slot for m in members})
                a = next(b for b in self.acts if b.model.slot == x - UNIT)
            m = a.model
            x = yield from self.ask(Q.ACTION, m.seat, m.slot, {VERB + v for v in self.verbs(a)})
            v = Verb(x - VERB)
            if v == Verb.END:
                break
            a.done.add(v)
            if v in (Verb.MOVE, Verb.MOVE_RISK, Verb.MOVE_DROP):
                a.moved = True
                yield from self.go_move(m, v - Verb.MOVE)
            elif v == Verb.CHARGE:
                a.moved = True
                yield from self.do_charge(m, a)
            elif v == Verb.RETREAT:
                a.moved = True
                yield from self.do_retreat(m, a)
            elif v == Verb.DASH:
                a.dashed = True
                inst = any(Trait.INSTRUMENT in f.traits and self.near(m, f, 4) for f in self.models(m.seat))
                res, _ = yield from self.success(m, inst + (Trait.LOPING in m.traits), True)
                if res:
                    budget, half = self.move_budget(m)
                    r, d = self.board.modes(m.cell, budget, m.mover, half)
                    x = yield from self.ask(
                        Q.MODE,
                        m.seat,
                        m.slot,
                        {OPTION + O.WALK} | ({OPTION + O.RISK} if r else set()) | ({OPTION + O.DROP} if d else set()),
                    )
                    yield from self.go_move(m, x - OPTION - O.WALK)
            elif v == Verb.SHOOT:
                yield from self.do_shoot(m, a)
            elif v == Verb.FIGHT:
                if a.fought:
                    a.again = False
                a.fought = True
                yield from self.do_fight(m, a)
            else:
                yield from self.do_special(m, a, v)
            yield from self.check_elimination()
        self.acts = []
        self.ended = False
        yield from self.check_elimination()

    def alive(self, seat):
        return bool(self.models(seat)) or any(u.status == Status.RESERVE for u in self.roster[FORCE * seat : FORCE * seat + FORCE])

    def check_elimination(self):
        """TC-OOA-02."""
        al = [self.alive(0), self.alive(1)]
        if all(al):
            return
        if not any(al):
            self.count_deeds()
            self.finish(self.by_points(), Reason.ELIMINATION)
        self.finish(1 if al[0] else 2, Reason.ELIMINATION)
        yield

    def count_deeds(self):
        for d, s in self.deeds.items():
            self.vp[s] += int(self.tables["deed_points"])

    def by_points(self):
        """TC-END-02."""
        if self.vp[0] != self.vp[1]:
            return 1 if self.vp[0] > self.vp[1] else 2
        if self.tables["tiebreak"]:
            v = [sum(u.points for u in self.models(s)) for s in (0, 1)]
            if v[0] != v[1]:
                return 1 if v[0] > v[1] else 2
        return 3

    def finish(self, winners, reason):
        self.over, self.winners, self.reason = True, winners, int(reason)
        raise GameIsOver()
