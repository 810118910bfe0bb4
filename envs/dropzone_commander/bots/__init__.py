"""What would a sensible player do? Compiled bots. Rules never depend on this folder."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit

BOTS = ("random", "simple", "strong")


@jit
def survey(state, tables, scratch):
    """Work out once per position what bots and the features of actions read for every action."""
    scratch.viewer = max(state.decider, 0)


@jit
def score_action(state, tables, action, bot, scratch):
    """How good a legal action looks to a bot; `survey` must have run."""
    return 0.0
