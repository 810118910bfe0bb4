"""Processes under way, for those who only look: encoders, bots and pictures. All of it is public, TC-GEN-01."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.frames import top_frame
from skirmish_rl.envs.core.jit import jit


@jit
def process_at(state, depth):
    """A process under way, 0 the sequence of play; each has interrupted the one before. To be read, never written."""
    return state.frames[depth]


@jit
def running(state):
    """The process that asks. To be read, never written."""
    return top_frame(state)


def running_in(record: np.void) -> np.void:
    """The process that asks, of a record outside compiled code."""
    return record["frames"][max(int(record["depth"]) - 1, 0)]
