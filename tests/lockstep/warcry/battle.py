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
    """The mixing of the generator of dice."""
    x = (x ^ (x >> 16)) & MASK
    x = (x * 0x7FEB352D) & MASK
    x ^= x >> 15
    x = (x * 0x846CA68B) & MASK
    return x ^ (x >> 16)


class Unit:
    """A fighter: status R (in reserve), B (on the board) or D (down)."""

    def __init__(self, slot, profile):
        self.slot, self.seat, self.profile = slot, slot // FORCE, profile
        self.status, self.node, self.group = "R", None, 3
        self.damage = self.lost = self.defiant = self.trophy = self.unleashed = 0
        self.activated = self.waiting = self.cowering = self.harried = False
        self.treasure = self.objective = -1

    @property
    def cell(self):
        """The cell it occupies."""
        return self.node[1]

    def __repr__(self):
        """Its name in messages: A1 is the first fighter of seat 0."""
        return "AB"[self.seat] + str(self.slot % FORCE + 1)


class Battle(SettingUp, Rounds, Damage, Moving, Disengaging, Attacking, Abilities, Scoring):
    """One battle; `play` yields (decision, seat, subject, legal answers) and is sent the answer."""

    def __init__(self, key, scenario, forces, profiles, board, numbers, options):
        """Lay out a battle: `key` of its dice, two rosters, profiles by name, node -> number, options that are not as usual."""
        self.key, self.drawn = key, 0
        self.scenario, self.board, self.numbers = scenario, board, numbers
        self.options = {
            "twist": "none",
            "universal_set": "core",
            "traits": False,
            "last_stand": False,
            "play_out": False,
            "engaged_no_move": False,
            "extra_rounds": False,
            "rounds": 4,
        }
        self.options.update(options)
        self.cost = COST25 if self.options["universal_set"] == "2025" else COST
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
        self.wounds_down = [0, 0]
        self.leader_down = [0, 0]
        self.dice = [[0] * 6, [0] * 6]
        self.paired = [set(), set()]
        self.wild = [0, 0]
        self.as_singles = [0, 0]
        self.extra = [0, 0]
        self.control = [-1] * len(scenario["objectives"])
        self.loots = [scenario.get("loots", 0)] * len(self.control)
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
        """A die."""
        x = mix((self.drawn + self.key[0]) & MASK)
        self.drawn = (self.drawn + 1) & MASK
        return 1 + ((mix((x ^ self.key[1]) & MASK) * 6) >> 32)

    def rolloff(self):
        """The seat that wins a roll-off. Clauses: WC-GEN-02."""
        while True:
            a, b = self.roll(), self.roll()
            if a != b:
                return 0 if a > b else 1

    def ask(self, decision, seat, subject, options):
        """A question, asked only if there is a choice."""
        options = set(options)
        if len(options) == 1:
            return next(iter(options))
        return (yield (decision, seat, subject, options))

    def play(self):
        """Yields every question to the end of the battle."""
        with contextlib.suppress(Over):
            yield from self.battle()

    def battle(self):
        """Set-up, then round after round. Clauses: WC-RND."""
        yield from self.set_out()
        while True:
            self.round += 1
            yield from self.hero()
            if self.round > 1:
                yield from self.reserves()
            yield from self.combat()
            yield from self.end_round()
