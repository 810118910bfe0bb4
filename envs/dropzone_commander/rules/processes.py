"""Processes under way, for those who only look: encoders, bots and pictures. All of it is public, DZ-CORE-14."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit


@jit
def running(state):
    """The process that asks. To be read, never written."""
    return state.frames[max(state.depth - 1, 0)]
