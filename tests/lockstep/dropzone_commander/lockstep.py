"""Games of the rules and of the second reading, side by side: at every decision both must say the same."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.dropzone_commander import RULESET
from skirmish_rl.envs.dropzone_commander.questions import CELL, PASS
from skirmish_rl.envs.dropzone_commander.questions import Decision as Q
from skirmish_rl.envs.dropzone_commander.state import Find, Status
from tests.dropzone_commander.told import Told
from tests.lockstep.dropzone_commander.battle import Battle

OF_UNIT = ("cell", "status", "dp", "flying", "carrier", "piece", "site", "moved", "travelled", "fired", "uses", "scan", "transferred",
           "handled", "boosted")  # fmt: skip
OF_SQUAD = ("activated", "declared", "boarded", "out", "left", "aerial", "entered", "rapid", "smoke", "energy", "jink", "screen",
            "tracking", "piercing", "marksmen", "ramp", "run", "disrupted", "token")  # fmt: skip
OF_GAME = ("points", "kills", "zone", "hands", "deck", "discards")
EAGER = (Q.ACTION, Q.SQUAD, Q.AIM, Q.MODE)  # where a random player seldom passes


@dataclass(frozen=True)
class Match:
    """What is played, by whom: players are "random", "strong", or "mixed" of both."""

    scenario: str
    seats: int
    seed: int
    player: str = "mixed"
    options: dict = field(default_factory=dict)


class Lockstep:
    """A game as a record of the rules and as a `Battle`; `play` returns how many decisions were compared."""

    def __init__(self, match, limit=10**6):
        self.match, self.limit, self.luck = match, limit, random.Random(match.seed)
        scenario = RULESET.scenario(match.scenario, match.seats, **match.options)
        self.tables = scenario.tables[0]
        self.batch = Batch(scenario, 1, observe=False)
        self.batch.reset(seed=match.seed)
        self.answers = []
        self.battle = Battle(self.tables, self.game)
        self.battle.drawn, self.battle.order = 0, list(range(match.seats))
        self.steps = self.battle.play()
        self.question = next(self.steps)

    @classmethod
    def of_table(cls, table):
        """A game that is laid out, before a battlegroup is chosen; nobody has acted in this round."""
        self = cls.__new__(cls)
        self.match, self.batch, self.tables, self.answers = "a laid-out board", table.batch, table.tables, []
        self.battle = Battle(self.tables, self.game)
        self.steps = self.battle.play(last=-1)
        self.question = next(self.steps)
        return self

    def say(self, *texts):
        """Give these answers and compare after each."""
        self.check()
        for text in texts:
            self.answer(RULESET.layout.parse(text, int(self.game["decision"])))
            self.check()

    @property
    def game(self):
        return self.batch.games[0]

    def mask(self):
        return set() if self.game["over"] else set(np.flatnonzero(self.batch.masks[0]).tolist())

    def play(self):
        """Play on to the end, or for `limit` decisions.

        Raises:
            AssertionError: the rules and the second reading differ; says where and in what.
        """
        self.check()
        while self.question is not None and len(self.answers) < self.limit:
            self.answer(self.choose())
            self.check()
        return len(self.answers)

    def check(self):
        found = differences(self.game, self.battle, self.question, self.mask())
        if found:
            last = " | ".join(self.answers[-6:])
            raise AssertionError("\n  ".join([f"{self.match}: decision {len(self.answers)} (after {last})", *found[:8]]))

    def answer(self, action):
        decision = int(self.game["decision"])
        self.answers.append(f"seat {int(self.game['decider'])} {Q(decision).name} {RULESET.layout.text(action, decision)}")
        self.batch.step(np.array([action]))
        try:
            self.question = self.steps.send(action)
        except StopIteration:
            self.question = None

    def choose(self):
        """The strong bot's answer, or one by chance: first its kind, then which, and seldom to do nothing."""
        player = self.match.player
        if player == "strong" or (player == "mixed" and self.luck.random() < 0.6):
            return int(self.batch.ask(np.array([0]), RULESET.bot("strong"))[0])
        legal = sorted(self.mask())
        if PASS in legal and len(legal) > 1 and int(self.game["decision"]) in EAGER and self.luck.random() < 0.85:
            legal.remove(PASS)
        kinds = {}
        for action in legal:
            kinds.setdefault(RULESET.layout.text(action, int(self.game["decision"])).split()[0] if action < CELL else "", []).append(
                action
            )
        return self.luck.choice(self.luck.choice(list(kinds.values())))


def differences(game, battle, question, mask):
    """What a game of the rules and a battle say differently, as texts."""
    pairs = [("dice drawn", int(game["drawn"][0]), battle.drawn), ("over", bool(game["over"]), question is None)]
    if question is None:
        pairs += [("winners", int(game["winners"]), battle.winners), ("reason", int(game["reason"]), int(battle.reason))]
    elif not game["over"]:
        pairs += asked(game, question, mask)
    pairs += [pair for unit in battle.units for pair in of_unit(Told(game["units"][unit.slot]), unit)]
    for number, squad in battle.squads.items():
        row = Told(game["squads"][number])
        names = OF_SQUAD + (("facing",) if squad.turns else ()) if squad.units else ()
        pairs += [(f"squad {number} {name}", int(row[name]), int(getattr(squad, name))) for name in names]
    for piece in battle.pieces:
        row = game["pieces"][piece.number]
        pairs += [(f"piece {piece.number} {name}", int(row[name]), int(getattr(piece, name))) for name in ("dp", "stand", "damage_tokens")]
    for token in battle.tokens:
        row = game["tokens"][token.number]
        names = ("find", "seat", "squad", "cell", "piece") if token.find not in (Find.LOST, Find.EXTRACTED) else ("find",)
        pairs += [(f"objective {token.number} {name}", int(row[name]), int(getattr(token, name))) for name in names]
    seats = battle.seats
    names = OF_GAME + (("order",) if battle.round else ())
    pairs += [(name, game[name].tolist()[:seats], [int(x) for x in getattr(battle, name)]) for name in names]
    pairs.append(("round", int(game["round"]), battle.round))
    return [f"{name}: the rules say {rules}, the dossier {reading}" for name, rules, reading in pairs if rules != reading]


def of_unit(row, unit):
    yield f"{unit} status", int(row["status"]), int(unit.status)
    if Status.RESERVE <= row["status"] <= Status.ON_TABLE and row["dp"]:
        for name in OF_UNIT:
            yield f"{unit} {name}", tuple_or_int(row[name]), tuple_or_int(getattr(unit, name))


def tuple_or_int(value):
    return [int(x) for x in value] if isinstance(value, list) else int(value)


def asked(game, question, mask):
    """Who is asked what about whom, and which answers are legal."""
    decision, seat, subject, legal = question
    rules, reading = (Q(int(game["decision"])).name, int(game["decider"])), (Q(decision).name, seat)
    if subject >= 0:
        rules, reading = (*rules, int(game["subject"])), (*reading, subject)
    yield "question", rules, reading
    if rules == reading:
        words = [[RULESET.layout.text(a, decision) for a in sorted(some)[:12]] for some in (mask - legal, legal - mask)]
        yield "legal answers beyond the other's", words[0], []
        yield "legal answers that the rules forbid", [], words[1]
