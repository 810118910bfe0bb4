"""A second reading of Warcry, from the dossier alone: a battle is a coroutine that yields each question. Clauses: WC-GEN, WC-RND."""

from __future__ import annotations

import contextlib

from skirmish_rl.envs.warcry.state import FORCE
from tests.lockstep.warcry.abilities import COST, COST25, Abilities
from tests.lockstep.warcry.attacking import Attacking
from tests.lockstep.warcry.damage import Damage
from tests.lockstep.warcry.disengaging import Disengaging
from tests.lockstep.warcry.moving import Moving
from tests.lockstep.warcry.rounds import Rounds
from tests.lockstep.warcry.scoring import Over, Scoring
from tests.lockstep.warcry.setting_up import SettingUp

MASK = 0xFFFFFFFF


def mix(x):
    x = (x ^ (x >> 16)) & MASK
    x = (x * 0x7FEB352D) & MASK
    x ^= x >> 15
    x = (x * 0x846CA68B) & MASK
    return x ^ (x >> 16)


class Unit:
    def __init__(self, slot, prof):
        self.slot, self.seat, self.profile = slot, slot // FORCE, prof
        self.status, self.node, self.group = "R", None, 3
        self.damage = self.lost = self.defiant = self.trophy = self.unleashed = 0
        self.activated = self.waiting = self.cowering = self.harried = False
        self.treasure = self.objective = -1

    @property
    def cell(self):
        return self.node[1]

    def __repr__(self):
        return "AB"[self.seat] + str(self.slot % FORCE + 1)


class Battle(SettingUp, Rounds, Damage, Moving, Disengaging, Attacking, Abilities, Scoring):
    """One battle; `play` yields (decision, seat, subject, legal answers) and is sent the answer."""

    def __init__(self, key, scen, forces, profiles, board, node_no, opts):
        """forces: two lists of profile ids; node_no: my node -> code's node number"""
        self.key, self.drawn = key, 0
        self.sc, self.board, self.no = scen, board, node_no
        self.opts = {
            "twist": "none",
            "universal_set": "core",
            "traits": False,
            "last_stand": False,
            "play_out": False,
            "engaged_no_move": False,
            "extra_rounds": False,
            "rounds": 4,
        }
        self.opts.update(opts)
        self.cost = COST25 if self.opts["universal_set"] == "2025" else COST
        self.units = {}
        self.side = [[], []]
        for seat in (0, 1):
            for i, f in enumerate(forces[seat]):
                unit = Unit(FORCE * seat + i, profiles[f])
                self.units[unit.slot] = unit
                self.side[seat].append(unit)
        self.faction = [profiles[f[0]]["faction"] for f in forces]
        self.standing = {}
        self.tokens = []  # cell or None, carrier
        self.points = [0, 0]
        self.kills = [0, 0]
        self.tally = [0, 0]
        self.wdown = [0, 0]
        self.ldown = [0, 0]
        self.dice = [[0] * 6, [0] * 6]
        self.paired = [set(), set()]
        self.wild = [0, 0]
        self.as_singles = [0, 0]
        self.extra = [0, 0]
        self.control = [-1] * len(scen["objectives"])
        self.loots = [scen.get("loots", 0)] * len(self.control)
        self.boost = {}
        self.dead = []
        self.active = None
        self.round = 0
        self.initiative = -1
        self.opener = -1
        self.downed = False
        self.ability_used = False
        self.actions_left = 0
        self.actions_made = 0
        self.inspired = None
        self.named = None
        self.trait_used = [False, False]
        self.winner = None
        self.reason = None

    def roll(self):
        x = mix((self.drawn + self.key[0]) & MASK)
        self.drawn = (self.drawn + 1) & MASK
        f = 1 + ((mix((x ^ self.key[1]) & MASK) * 6) >> 32)
        return f

    def rolloff(self):
        while True:
            a, b = self.roll(), self.roll()
            if a != b:
                return 0 if a > b else 1

    def ask(self, dec, seat, subject, options):
        options = set(options)
        if len(options) == 1:
            return next(iter(options))
        return (yield (dec, seat, subject, options))

    def play(self):
        with contextlib.suppress(Over):
            yield from self.battle()

    def battle(self):
        yield from self.set_out()
        while True:
            self.round += 1
            yield from self.hero()
            if self.round > 1:
                yield from self.reserves()
            yield from self.combat()
            yield from self.end_round()
