"""Processes under way: a small stack of frames in the record, and the question that is pending.

A state that uses them has the fields `frames` (records of the ruleset's own FRAME) and `depth`, beside the header. A FRAME
holds `kind`, `step` and named numbers of the ruleset; only `rules/` and `phases.py` read them. What others must know of a
question, whom or what it is about, is the header's `subject`; anything else is a field of the state.
The last frame of the stack is never used: it stays blank and is what a new frame begins as.
"""

from __future__ import annotations

from typing import Any

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.records import Record


def frame_record(kinds: Any, steps: int, fields: list[tuple[Any, ...]]) -> Record:
    """The record of a frame: a ruleset's own numbers beside `kind` (a member of `kinds`) and `step` (at most `steps`)."""
    return Record([*fields, ("kind", "u1", kinds), ("step", "u1", (0, steps))])


@jit
def top_frame(state):
    """The frame that is running."""
    return state.frames[state.depth - 1]


@jit
def frame_of(state, kind):
    """The innermost frame of a kind, for a rule that needs the process around it; where there is none, that is a fault."""
    for depth in range(state.depth - 1, -1, -1):
        if state.frames[depth].kind == kind:
            return state.frames[depth]
    state.fault = 1
    return state.frames[len(state.frames) - 2]


@jit
def push(state, kind):
    """Interrupt the running frame by a new one, its numbers all zero, and return it; a stack that is full is a fault."""
    last = len(state.frames) - 1
    if state.depth >= last:
        state.fault = 1
        return state.frames[last - 1]
    state.frames[state.depth] = state.frames[last]
    state.depth += 1
    frame = state.frames[state.depth - 1]
    frame.kind = kind
    return frame


@jit
def pop(state):
    """End the running frame."""
    state.depth -= 1


@jit
def go(state, frame, step):
    """Continue the running frame at a step, its numbers cleared."""
    kind = frame.kind
    state.frames[state.depth - 1] = state.frames[len(state.frames) - 1]
    frame.kind = kind
    frame.step = step


@jit
def ask(state, seat, decision, subject=-1):
    """Wait for a seat's answer; `subject` is the unit, cell or card that the question is about."""
    state.decider = seat
    state.decision = decision
    state.subject = subject
