"""Processes under way: a small stack of frames, and the question that is pending."""

from __future__ import annotations

from enum import IntEnum

from envs.core.jit import jit
from envs.tide_of_iron.state import FRAMES


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it. `a`, `b`, `c` are its own numbers."""

    GAME = 0
    ACTIVATION = 1  # a: slot, b: Order, c: see its steps
    ATTACK = 2  # see attacking.py
    LOSSES = 3  # a: slot, b: figures still to be removed
    ASSAULT = 4  # a: hex, b: hits on the defender, c: hits on the attacker
    RETREAT = 5  # a: hex, b: next slot
    CARD = 6  # a: seat, b: Card, c: see its steps


@jit
def top_frame(state):
    """The frame that is running."""
    return state.frames[state.depth - 1]


@jit
def push(state, kind, a, b, c):
    """Interrupt the running frame by a new one."""
    if state.depth >= FRAMES:
        state.fault = 1
        return
    frame = state.frames[state.depth]
    frame.kind = kind
    frame.step = 0
    frame.a = a
    frame.b = b
    frame.c = c
    state.depth += 1


@jit
def pop(state):
    """End the running frame."""
    state.depth -= 1


@jit
def go(frame, step):
    """Continue a frame at a step, its numbers cleared."""
    frame.step = step
    frame.a = 0
    frame.b = 0
    frame.c = 0


@jit
def ask(state, seat, decision):
    """Wait for a seat's answer."""
    state.decider = seat
    state.decision = decision
