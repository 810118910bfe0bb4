"""What is an action like?"""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit

POSITION_FEATURES = ("none",)
ACTION_FEATURES = ("none",)


@jit
def encode_position(state, tables, out, scratch):
    """What is equal for all actions."""


@jit
def encode_action(state, tables, action, out, scratch):
    """What one action is like."""
