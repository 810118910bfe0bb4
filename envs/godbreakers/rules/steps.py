"""Steps of the processes that go through several chapters: the sequence of play, and an activation."""

from __future__ import annotations

from enum import IntEnum


class Game(IntEnum):
    """Steps of the GAME frame."""

    MARKERS = 0
    BEASTS = 1
    DEPLOY = 2
    THREAT = 3  # the model that comes with the deployed one
    ROUND = 4
    ROLLERS = 5
    INITIATIVE = 6
    SPAWNS = 7
    PLAYERS = 8
    WILDS = 9
    RECOVERY = 10
    BATCH = 11  # rolls of the seat whose models recover
    CASUALTIES = 12  # of that batch
    RESOLUTION = 13


class Activation(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    CHOOSE = 1
    CLAIMS = 2
    HANDOFF = 3
    AFTER = 4  # the action is resolved: Triumphs, then ready models
    END = 5
