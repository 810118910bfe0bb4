"""What would a sensible player do? Compiled bots from simple to strong."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit

BOTS = ("random",)


@jit
def survey(state, tables, scratch):
    """Nothing yet."""


@jit
def score_action(state, tables, action, bot, scratch):
    """Nothing yet."""
    return 0.0
