"""One game of the compiled rules and of the second simulator, decision by decision, with the same dictated dice."""

from __future__ import annotations

import random

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.questions import PASS, VERB
from skirmish_rl.envs.trench_crusade.questions import Decision as Q
from skirmish_rl.envs.trench_crusade.state import PIECES, Deed, Reason, Status, Verb
from tests.lockstep.trench_crusade.chance import lay_out
from tests.lockstep.trench_crusade.play import FIELDS, TapeIsEmpty
from tests.lockstep.trench_crusade.turns import Simulator

TAPE = 64  # dice dictated per decision
WEIGHTS = {Verb.END: 0.25, Verb.MOVE: 0.5, Verb.AIM: 0.5, Verb.HOLD_FIRE: 0.5, Verb.MOVE_RISK: 1.5, Verb.MOVE_DROP: 1.5}
WEIGHTS |= dict.fromkeys((Verb.FIGHT, Verb.SHOOT, Verb.CHARGE, Verb.TREAT), 3)
WEIGHTS |= dict.fromkeys((Verb.PUPPET, Verb.SET_MINE, Verb.HIDE), 2)


def differences(sim, game, asked, mask, dice):
    """What the simulator (`asked`: decision, decider, subject, legal actions; None at the end) and the game do not agree on."""
    return [
        text
        for text, ours, theirs in [
            ("dice used", sim.pos, dice),
            *question(sim, game, asked, mask),
            *models(sim, game),
            *points(sim, game),
            *([] if game["over"] else situation(sim, game)),
        ]
        if ours != theirs
        for text in [f"{text}: simulator {ours}, game {theirs}"]
    ]


def question(sim, game, asked, mask):
    yield "fault", 0, int(game["fault"])
    yield "over", asked is None, bool(game["over"])
    if asked is None or game["over"]:
        yield "outcome", (sim.winners, sim.reason), (int(game["winners"]), int(game["reason"]))
        return
    decision = Q(int(game["decision"]))
    yield "decision and decider", (Q(asked[0]).name, asked[1]), (decision.name, int(game["decider"]))
    if asked[0] != decision:
        return
    if asked[2] != -1:
        yield f"subject of {decision.name}", asked[2], int(game["subject"])
    alone = [[RULESET.layout.text(a, decision) for a in sorted(extra)] for extra in (asked[3] - mask, mask - asked[3])]
    yield f"actions of {decision.name} that the other forbids", *alone


def models(sim, game):
    for model, record in zip(sim.roster, game["units"], strict=True):
        name = f"slot {model.slot}"
        yield f"{name} status", model.status, int(record["status"])
        yield f"{name} kills", model.kills, int(record["kills"])
        if model.status == Status.ON_BOARD:
            for field in FIELDS:
                if field != "claims" or sim.board.relics:
                    yield f"{name} {field}", getattr(model, field), int(record[field])
        elif model.status == Status.OUT:
            yield f"{name} tough_used", model.tough_used, int(record["tough_used"])


def points(sim, game):
    if not (game["over"] and game["reason"] in (Reason.FLIGHT, Reason.ELIMINATION)):
        yield "points", sim.vp, game["points"].tolist()
    yield "deeds", sim.deeds, {Deed(k): int(seat) for k, seat in enumerate(game["deeds"]) if seat >= 0}


def situation(sim, game):
    relics = len(sim.board.relics)
    yield "claimed", sim.claimed[:relics], game["claimed"][:relics].tolist()
    yield "mines", sim.mines, [{n for n in range(PIECES) if int(mined) >> n & 1} for mined in game["mines"]]
    yield "round", sim.round, int(game["round"])
    if sim.round:
        yield "initiative", sim.init, int(game["initiative"])
    for field in ("shaken", "strength", "zone"):
        yield field, getattr(sim, field), game[field].tolist()


def dictated(rng: random.Random) -> list[int]:
    """Dice for one decision, now and then mostly extreme ones."""
    faces = (1, 1, 2, 5, 6, 6) if rng.random() < 0.15 else range(1, 7)
    return rng.choices(faces, k=TAPE)


def choose(batch: Batch, mask: frozenset[int], bot: int, rng: random.Random) -> int:
    """The bot's action, or for bot 0 a random one that leans to what needs many rules."""
    if bot:
        return int(batch.ask(np.array([0]), bot)[0])
    decision, actions = int(batch.games[0]["decision"]), sorted(mask)
    if decision == Q.ACTION:
        return rng.choices(actions, [WEIGHTS.get(a - VERB, 1) for a in actions])[0]
    if decision == Q.DEPLOY_UNIT and PASS in mask and rng.random() < 0.85:
        actions.remove(PASS)
    if decision == Q.MORALE and rng.random() < 0.8:
        return actions[0]  # Shaken rather than fled
    if decision in (Q.BLOOD, Q.WOUND) and rng.random() < 0.4:
        return actions[0]  # saves its markers
    return rng.choice(actions)


class Lockstep:
    """A game of `scenario` on `board`: `play` returns the decisions that were compared and fails at the first difference."""

    def __init__(self, name, scenario, board, seed, bots=(0, 0), laid_out=0.0):
        self.where = f"{name}, seed {seed}, bots {bots}"
        self.tables, self.board = scenario.tables[0], board
        self.bots, self.laid_out = bots, laid_out
        self.rng = random.Random(seed)
        self.batch = Batch(scenario, 1, observe=False, listen=True)
        self.batch.reset(seed=seed)
        self.trail = []
        self.dice = [event.value for event in events_of(self.batch.games[0]) if event.kind == Event.DIE]
        self.start(Simulator(board, self.tables), None)

    def start(self, sim, at):
        self.sim, self.steps = sim, None
        sim.tape = self.dice
        self.steps = sim.game(at)
        self.asked = next(self.steps, None)

    @property
    def game(self):
        return self.batch.games[0]

    def mask(self):
        return frozenset() if self.game["over"] else frozenset(np.flatnonzero(self.batch.masks[0]).tolist())

    def compare(self, dice):
        found = differences(self.sim, self.game, self.asked, self.mask(), dice)
        if found:
            lines = [f"{self.where}, decision {len(self.trail)}:", *found[:8], "after:", *self.trail[-6:]]
            raise AssertionError("\n    ".join(lines))

    def play(self) -> int:
        self.compare(len(self.dice))
        while not self.game["over"]:
            if self.game["decision"] == Q.ACTIVATE and self.rng.random() < self.laid_out:
                self.lay_out()
            if not self.step():
                break
        return len(self.trail)

    def lay_out(self):
        """Both go on from a position that chance lays out."""
        lay_out(self.game, self.board, self.tables, self.rng)
        self.batch.refresh(0)
        deedset, self.dice = self.sim.deedset, []
        sim = Simulator(self.board, self.tables, self.game)
        sim.go, sim.forced, sim.deedset = int(self.game["decider"]), -1, deedset
        self.start(sim, "activate")
        self.compare(0)

    def step(self) -> bool:
        """One decision; False if it wanted more dice than were dictated, after which the two cannot be compared."""
        game, decision = self.game, int(self.game["decision"])
        action = choose(self.batch, self.mask(), self.bots[int(game["decider"])], self.rng)
        self.trail.append(f"seat {int(game['decider'])} {Q(decision).name}: {RULESET.layout.text(action, decision)}")
        self.dice = dictated(self.rng)
        game["tape"][:] = self.dice
        game["tape_next"], game["tape_end"] = 0, TAPE
        self.sim.tape, self.sim.pos = self.dice, 0
        self.batch.step(np.array([action]))
        try:
            self.asked = self.steps.send(action)
        except StopIteration:
            self.asked = None
        except TapeIsEmpty:
            return False
        self.compare(int(self.game["tape_next"]))
        return True
