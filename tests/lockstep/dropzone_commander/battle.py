"""A second reading of Dropzone Commander: a battle is a coroutine that yields each question."""

from __future__ import annotations

from tests.lockstep.dropzone_commander.activation import Activation
from tests.lockstep.dropzone_commander.board import Board
from tests.lockstep.dropzone_commander.boarding import Boarding
from tests.lockstep.dropzone_commander.cards import Cards
from tests.lockstep.dropzone_commander.damage import Damage
from tests.lockstep.dropzone_commander.effects import Effects
from tests.lockstep.dropzone_commander.fast import Fast
from tests.lockstep.dropzone_commander.garrisons import Garrisons
from tests.lockstep.dropzone_commander.moving import Moving
from tests.lockstep.dropzone_commander.objectives import Objectives
from tests.lockstep.dropzone_commander.rounds import Rounds
from tests.lockstep.dropzone_commander.ruin import Ruin
from tests.lockstep.dropzone_commander.shooting import Shooting
from tests.lockstep.dropzone_commander.sight import Sight
from tests.lockstep.dropzone_commander.targets import Targets
from tests.lockstep.dropzone_commander.walking import Walking


class Battle(
    Walking,
    Sight,
    Targets,
    Damage,
    Shooting,
    Ruin,
    Boarding,
    Garrisons,
    Moving,
    Fast,
    Objectives,
    Activation,
    Rounds,
    Cards,
    Effects,
    Board,
):
    """One battle; `play` yields (decision, seat, subject, legal answers) and is sent the answer."""

    def __init__(self, tables, game):
        super().__init__(tables, game)
        self.ports = None  # the bus that a squad fires from
        self.shooter = None
        self.volley = []
        self.reacting = self.thrusting = self.handed = self.spared_tokens = False
        self.came_in = False  # the present action has entered a Garrison
        self.flared = self.burned = self.steady = False  # C18, C14, C24
        self.more_portions = 0  # of damage dice, beyond the first of each attack
        self.to_disrupt = 0  # C06
        self.striking = False  # C07
        self.tunnel = None  # C09
        self.about = None, None  # the squad and the Garrison that a window is about
        self.reaction_options = {}
        self.falls_at = {}  # units shot down in their flight, and where

    def play(self, last=None):
        """All questions to the end; from the choice of a battlegroup on if `last`, who acted last, or nobody (-1), is given."""
        if last is None:
            yield from self.set_up()
        while True:
            if last is None:
                self.round += 1
                yield from self.initiation()
                last = -1
            yield from self.activations(None if last < 0 else last)
            last = None
            yield from self.round_up()
            if self.ends():
                self.finish()
                return
