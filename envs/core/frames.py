"""Processes under way: a small stack of frames in the record, and the question that is pending.

A state that uses them has the fields `frames` (records of the ruleset's own FRAME) and `depth`, beside the header. A FRAME
holds `kind`, `step` and named numbers of the ruleset; only `rules/` and `phases.py` read them. Whatever other code must know of a
question is the header's `subject` (what the question is about) or a field of the state.
The last frame of the stack is never used: it stays blank, and a new frame begins as a copy of it.
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
    """The innermost frame of a kind, for a rule that needs the process around it; it is a fault if there is none."""
    for depth in range(state.depth - 1, -1, -1):
        if state.frames[depth].kind == kind:
            return state.frames[depth]
    state.fault = 1
    return state.frames[len(state.frames) - 2]


@jit
def push(state, kind):
    """Interrupt the running frame by a new one whose numbers are all zero, and return it; it is a fault if the stack is full."""
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
    """Continue the running frame at a step, with its numbers cleared."""
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
