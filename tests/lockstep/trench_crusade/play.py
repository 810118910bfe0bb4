"""The models of both forces, the dictated dice, questions and Success Rolls (chapters A, D)."""

from __future__ import annotations

from dataclasses import dataclass, field

from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import SPEND
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.state import FORCE, RELICS, SLOTS, Deed, Status

FIELDS = (
    "cell",
    "status",
    "down",
    "activated",
    "blood",
    "blessing",
    "tough_used",
    "covered",
    "hidden",
    "spent",
    "melee_kills",
    "kills",
    "claims",
)


class TapeIsEmpty(Exception):
    """The second simulator wants more dice than were dictated."""


class GameIsOver(Exception):
    """Somebody has won, or nobody can."""


class Model:
    """A model of either force."""


@dataclass
class Act:
    """What an active model has done so far in its activation."""

    model: Model
    began_down: bool = False
    stood: bool = False
    moved: bool = False
    dashed: bool = False
    charged: bool = False
    fought: bool = False
    again: bool = False  # one more Fight
    harrowed: bool = False
    plain: bool = False  # shot without ASSAULT
    heavy: bool = False
    bursts: bool = False
    aim: bool = False
    dive: bool = False
    shots: int = 0
    hits: set = field(default_factory=set)
    done: set = field(default_factory=set)


@dataclass
class Attack:
    """One attack by `model`."""

    model: Model
    melee: bool
    target: Model | None = None
    felled: bool = False  # the target went Down or out of action
    long: bool = False
    cover: bool = False
    stop: bool = False  # a Risky roll failed


class Play:
    """The state of one game; every chapter derives from the one before."""

    def __init__(self, board, tables, rec=None):
        self.board = board
        self.tables = t = tables
        self.roster = []
        for s in range(SLOTS):
            u = Model()
            u.slot, u.seat = s, s // FORCE
            u.used = int(t["used"][s])
            u.move, u.ranged, u.melee, u.armour = int(t["move"][s]), int(t["ranged"][s]), int(t["melee"][s]), int(t["armour"][s])
            u.regen, u.blessed = int(t["regenerate"][s]), int(t["blessed"][s])
            u.traits = {Trait(k) for k in range(len(Trait)) if t["traits"][s][k]}
            u.mover, u.charge = int(t["mover"][s]), int(t["charge"][s])
            u.weapons = [int(w) for w in t["arm"][s] if w >= 0]
            u.pair = t["pair"][s]
            u.partner = int(t["partner"][s])
            u.points = int(t["points"][s])
            u.cell, u.status = -1, int(Status.RESERVE if u.used else Status.ABSENT)
            for f in FIELDS[2:]:
                setattr(u, f, 0)
            u.blessing = u.blessed if u.used else 0
            self.roster.append(u)
        self.keywords = {w: {Keyword(k) for k in range(len(Keyword)) if t["keyword"][w][k]} for w in range(len(Weapon))}
        self.tape, self.pos = [], 0
        self.vp = [0, 0]
        self.deeds = {}
        self.claimed = [-1] * RELICS
        self.shaken = [0, 0]
        self.mines = [set(), set()]
        self.strength = [sum(u.used for u in self.roster[:FORCE]), sum(u.used for u in self.roster[FORCE:])]
        self.zone = [0, 1]
        self.round = 0
        self.init = 0
        self.go = 0
        self.forced = -1
        self.acts = []
        self.ended = False
        self.over = False
        self.winners = 0
        self.reason = 0
        self.deedset = {Deed(k) for k in range(len(Deed)) if t["deeds"][k]}
        self.turns = int(t["turns"])
        if rec is not None:
            self.load(rec)

    def load(self, r):
        for u, x in zip(self.roster, r["units"]):
            for f in FIELDS:
                setattr(u, f, int(x[f]))
        self.vp = [int(v) for v in r["points"]]
        self.deeds = {Deed(k): int(v) for k, v in enumerate(r["deeds"]) if v >= 0}
        self.claimed = [int(v) for v in r["claimed"]]
        self.shaken = [int(v) for v in r["shaken"]]
        self.mines = [{n for n in range(32) if int(m) >> n & 1} for m in r["mines"]]
        self.strength = [int(v) for v in r["strength"]]
        self.zone = [int(v) for v in r["zone"]]
        self.round, self.init, self.go, self.forced = (int(r[k]) for k in ("round", "initiative", "go", "forced"))

    def d6(self):
        if self.pos >= len(self.tape):
            raise TapeIsEmpty()
        f = self.tape[self.pos]
        self.pos += 1
        return f

    def d3(self):
        return (self.d6() + 1) // 2

    def roll_off(self):
        while True:
            a, b = self.d6(), self.d6()
            if a != b:
                return 0 if a > b else 1

    def on(self, u):
        return u.status == Status.ON_BOARD

    def models(self, seat):
        return [u for u in self.roster[FORCE * seat : FORCE * seat + FORCE] if self.on(u)]

    def foes(self, u):
        return self.models(1 - u.seat)

    def friends(self, u):
        return [v for v in self.models(u.seat) if v is not u]

    def holder(self, c):
        for u in self.roster:
            if self.on(u) and u.cell == c:
                return u
        return None

    def near(self, a, b, r):
        return self.board.within(a.cell, b.cell, r)

    def engaged(self, u):
        return [e for e in self.foes(u) if self.near(u, e, 1)]

    def act(self, u):
        for a in self.acts:
            if a.model is u:
                return a
        return None

    def ask(self, q, seat, subject, legal):
        """The answer to a question; one with a single answer is not asked."""
        legal = frozenset(legal)
        assert legal, q
        if len(legal) == 1:
            return next(iter(legal))
        a = yield (int(q), seat, subject, legal)
        return a

    def base_net(self, u):
        """Down and Dread hymn (TC-DOWN-03, TC-ABL-10)."""
        n = 0
        if u.down:
            n -= 1
        if any(Trait.HYMN in e.traits and self.near(u, e, 8) for e in self.foes(u)):
            n -= 1
        return n

    def pool(self, net, keep=2):
        """Rolls and adds the `keep` highest or lowest dice (TC-ROLL-01 to 04)."""
        dice = sorted(self.d6() for _ in range(keep + abs(net)))
        return sum(dice[-keep:]) if net > 0 else sum(dice[:keep])

    def success(self, u, net, risky, blind=False):
        """-> (result 0/1/2, total)."""
        net += self.base_net(u)
        seats = [1 - self.init, self.init]
        for s in seats:
            if s != u.seat:
                if u.blood and not blind:
                    a = yield from self.ask(Q.BLOOD, s, u.slot, {SPEND + k for k in range(u.blood + 1)})
                    u.blood -= a - SPEND
                    net -= a - SPEND
            elif u.blessing:
                a = yield from self.ask(Q.BLESSING, s, u.slot, {SPEND + k for k in range(u.blessing + 1)})
                u.blessing -= a - SPEND
                net += a - SPEND
        total = self.pool(net)
        res = 0 if total <= 6 else 1 if total <= 11 else 2
        self.failed_risky = False
        if res == 0 and (risky or self.shaken[u.seat]):
            self.failed_risky = True
            if self.act(u):
                self.ended = True
        return res, total

    def deed(self, d, seat):
        """A deed belongs to who did it first."""
        if d in self.deedset and d not in self.deeds:
            self.deeds[d] = seat
