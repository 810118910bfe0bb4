"""The processes that can be under way, as kinds of frame."""

from __future__ import annotations

from enum import IntEnum


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it. `a`, `b`, `c` are its own numbers."""

    GAME = 0
    ACTIVATION = 1  # a: slot, b: Order, c: see its steps
    ATTACK = 2  # see attacking.py
    LOSSES = 3  # a: slot, b: figures still to be removed
    ASSAULT = 4  # a: hex, b: hits on the defender, c: hits on the attacker
    RETREAT = 5  # a: hex, b: next slot
    CARD = 6  # a: seat, b: Card, c: see its steps
