"""Processes under way: a small stack of frames in the record, and the question that is pending.

A state that uses them has the fields `frames` (records of `FRAME`) and `depth`, beside `decision` and `decider` of every state.
The kinds of frame, and what their numbers `a`, `b`, `c` mean, are the ruleset's own.
"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.ruleset import pack_dtype

FRAME = pack_dtype([("a", "i2"), ("b", "i2"), ("c", "i2"), ("kind", "u1"), ("step", "u1")])


@jit
def top_frame(state):
    """The frame that is running."""
    return state.frames[state.depth - 1]


@jit
def push(state, kind, a, b, c):
    """Interrupt the running frame by a new one; a stack that is full is a fault."""
    if state.depth >= len(state.frames):
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
